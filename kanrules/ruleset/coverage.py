"""Clause coverage: for every clause of a fully read rulebook, the keys that express it, or why it has none."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from functools import cache, cached_property

from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.ruleset.kept import kept
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import bundled, folder
from kanrules.ruleset.model import Ruleset
from kanrules.rulings import Grade, Source

FOLDER = "coverage"
"""Folder next to the bundled rulesets with one file for each rulebook, named after its ruleset."""


class LeftOut(StrEnum):
    """Why a clause has no key."""

    EQUIPMENT = "equipment"
    SETUP = "setup"
    PLAY = "play outside kans"
    SCORING = "scoring outside kans"
    FOULS = "fouls outside kans"
    ETIQUETTE = "etiquette"
    ORGANIZATION = "organization"
    TERMS = "terms"
    BUILT_IN = "built in"
    SAID_ELSEWHERE = "said elsewhere"


@frozen
class PlacedClause:
    """One clause of a rulebook, with the keys that express it or why it has none."""

    number: str
    """Number as the sources cite it. `2.1-2.3` means three clauses."""
    says: str
    keys: tuple[str, ...] = ()
    """Keys whose source is this clause."""
    unsaid: str = ""
    """What the clause says that no key can express."""
    out: LeftOut | None = None
    cases: tuple[str, ...] = ()
    """Ids of the casebook questions that cite the clause."""
    states: Mapping[str, str] = field(default_factory=dict)
    """Rules without a key that the clause states, by the names that the law book gives them, with the page or ""."""

    @property
    def numbers(self) -> list[str]:
        """The single clauses: `2.1`, `2.2`, and `2.3` for `2.1-2.3`. `2-3` alone is article 3 of chapter 2."""
        found = re.fullmatch(r"(.*?\D)(\d+)-(?:.*\D)?(\d+)", self.number)
        if found is None:
            return [self.number]
        return [f"{found[1]}{number}" for number in range(int(found[2]), int(found[3]) + 1)]


@frozen
class BookContradiction:
    """Clauses of one rulebook that contradict each other."""

    clauses: tuple[str, ...]
    says: str


@frozen
class ClauseCoverage:
    """The clauses of one rulebook, in its own order."""

    document: str
    clauses: tuple[PlacedClause, ...]
    contradictions: tuple[BookContradiction, ...] = ()
    read_together: frozenset[str] = frozenset()
    """Rules without a key that clauses settle only if they are read together."""
    not_stated: frozenset[str] = frozenset()
    """Rules without a key that no clause states, although others like them are."""

    @property
    def unsaid(self) -> list[PlacedClause]:
        """The clauses that keys cannot fully express."""
        return [clause for clause in self.clauses if clause.unsaid]


def covered() -> list[str]:
    """Return the ids of the bundled rulesets that have clause coverage."""
    return sorted(path.stem for path in (folder() / FOLDER).glob("*.toml"))


@cache
def read_coverage(ruleset: str) -> ClauseCoverage:
    """Return the clause coverage of a bundled ruleset, by its id.

    Raises UnreadableError if the ruleset does not exist or has no clause coverage.
    """
    if ruleset not in covered():
        known = "its text was not read whole" if ruleset in bundled() else "there is no such bundled ruleset"
        raise UnreadableError(f"no clause coverage of {ruleset!r}: {known}; there is one of {', '.join(covered())}")
    found = tomllib.loads((folder() / FOLDER / f"{ruleset}.toml").read_text(encoding="utf-8"))
    return ClauseCoverage(
        document=found["document"],
        clauses=tuple(
            PlacedClause(
                number=one["number"],
                says=one["says"],
                keys=tuple(one.get("keys", ())),
                unsaid=one.get("unsaid", ""),
                out=LeftOut(one["out"]) if "out" in one else None,
                cases=tuple(one.get("cases", ())),
                states=dict(one.get("states", {})),
            )
            for one in found["clause"]
        ),
        contradictions=tuple(
            BookContradiction(tuple(one["clauses"]), one["says"]) for one in found.get("contradiction", ())
        ),
        read_together=frozenset(found.get("read_together", ())),
        not_stated=frozenset(found.get("not_stated", ())),
    )


class CommonClauses:
    """Clauses of a ruleset's own rulebook, and of those that it supplements, for rules that no key varies."""

    def __init__(self, rules: Ruleset) -> None:
        """Take the ruleset whose sources name the documents and pages."""
        self._sources = [source for source in (rules.origin(key).source for key in keys()) if source is not None]
        known = covered()
        ids = [layer.written.head.id for layer in rules.own_layers]
        self.coverages = tuple(read_coverage(name) for name in ids if name in known)
        """The clause coverage of the rulebooks that were read whole, the ruleset's own first."""

    def of_rule(self, name: str) -> tuple[Source, ...]:
        """Return the clauses that state a rule without a key, by the name that the law book gives it."""
        for coverage in self.coverages:
            found = {clause.number: clause.states[name] for clause in coverage.clauses if name in clause.states}
            if found:
                clauses = [f"{number} ({page})" if page else number for number, page in found.items()]
                return tuple(self._cited(coverage.document, clauses))
        return ()

    def of_cases(self, *cases: str) -> tuple[Source, ...]:
        """Return the clauses that these casebook questions show."""
        found: dict[Source, None] = {}
        for case in cases:
            for coverage in self.coverages:
                if showing := [clause.number for clause in coverage.clauses if case in clause.cases]:
                    found |= dict.fromkeys(self._cited(coverage.document, showing))
                    break
        return tuple(found)

    def _cited(self, document: str, clauses: Iterable[str]) -> Iterable[Source]:
        for clause in clauses:
            named, url = self._volumes.get(clause.partition(".")[0], (document, ""))
            yield Source(named, self._pages.get(clause, clause), url, Grade.OFFICIAL)

    @cached_property
    def _volumes(self) -> dict[str, tuple[str, str]]:
        """By the first number of a clause, the document and its address that the sources of the ruleset name most."""
        named: dict[str, Counter[tuple[str, str]]] = {}
        for source in self._sources:
            if source.grade in (Grade.OFFICIAL, Grade.PARTLY):
                chapter = source.clause.partition(".")[0]
                named.setdefault(chapter, Counter())[source.document, source.url] += 1
        return {chapter: found.most_common(1)[0][0] for chapter, found in named.items()}

    @cached_property
    def _pages(self) -> dict[str, str]:
        """By clause, the clause with its page, if a source of the ruleset names one."""
        cited = " ".join(source.clause for source in self._sources)
        pages: dict[str, set[str]] = {}
        for one in re.findall(r"[\d.]+ \(p\. [\d-]+\)", cited):
            pages.setdefault(one.partition(" ")[0], set()).add(one)
        return {clause: found.pop() for clause, found in pages.items() if len(found) == 1}


def common_clauses(rules: Ruleset) -> CommonClauses:
    """Return the clauses for rules that no key varies. They are worked out once for each ruleset."""
    return kept(rules, "common clauses", lambda: CommonClauses(rules))
