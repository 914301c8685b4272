"""What a ruleset answers to a question of the casebook, in a few words, with the clauses it rests on.

The cases are `rulesets/casebook/*.cases.toml`. A bundled ruleset answers as they say; for any other the case is played,
and it answers like the group of bundled ones whose answer its play fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cases.case import SUFFIX, Case
from kanrules.cases.compare import differences
from kanrules.cases.expect import Expect
from kanrules.cases.run import Played, play
from kanrules.cases.verify import CASEBOOK
from kanrules.errors import KanrulesError
from kanrules.hooks.faults import attribute
from kanrules.pieces.events import KandoraTurned
from kanrules.rulings import Source

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

NO_TEXT = "no text"
"""What stands in place of a clause where nobody has established one."""
TITLES: dict[str, str] = {
    "indicators": "When indicators turn",
    "robbery": "Robbing a kan",
    "four-and-five-kans": "Four kans, and a fifth",
    "liability": "Sekinin barai",
    "in-riichi": "Kan in riichi",
    "wall": "The end of the wall, the turn, and what a kan is worth",
    "fouls": "Fouls",
}
"""The chapters in the order of the page; a file of another name comes after them."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A key that decides an answer, its value as a file has it, and the text that says so (None: nobody has found
    one).
    """

    key: str
    value: str
    source: Source | None = None
    plugin: str = ""
    """The plugin that decides instead of the key's value, if one does."""

    @property
    def short(self) -> str:
        """The clause alone; the grade of its source where no clause is known; `no text`."""
        if self.source is None:
            return NO_TEXT
        return self.source.clause or f"{self.source.grade}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a ruleset answers, in a few words, and on what it rests."""

    text: str
    clauses: tuple[Clause, ...] = ()

    @property
    def short(self) -> str:
        """The clauses in one line, `no text` where there is none at all."""
        found = dict.fromkeys(clause.short for clause in self.clauses if clause.source is not None)
        return "; ".join(found) or (NO_TEXT if self.clauses else "")

    @property
    def is_sourced(self) -> bool:
        """Whether at least one of the deciding keys rests on a text."""
        return not self.clauses or any(clause.source is not None for clause in self.clauses)


def chapters() -> list[tuple[str, Path]]:
    """The files of the casebook with their titles, in the order of the page."""
    from kanrules.ruleset.library import folder

    found = {path.name.removesuffix(SUFFIX): path for path in sorted((folder() / CASEBOOK).glob(f"*{SUFFIX}"))}
    order = [name for name in TITLES if name in found] + [name for name in found if name not in TITLES]
    return [(TITLES.get(name, name), found[name]) for name in order]


def answer_to(case: Case, rules: Ruleset) -> Answer:
    """What the ruleset answers to the question of a case: as the case says of a bundled one, else as it plays it.

    A ruleset of one's own answers like the bundled ones whose answer its play fits.
    """
    expect = case.expected(rules.id) if _is_bundled(rules) else _fitting(case, rules)
    return Answer(_text(expect), tuple(clause_of(key, rules, expect) for key in case.decides))


def _text(expect: Expect) -> str:
    return str(expect.get("answer", ""))


def _is_bundled(rules: Ruleset) -> bool:
    from kanrules.ruleset import library

    return not rules.amendments and rules.path == library.bundled().get(rules.id)


def _fitting(case: Case, rules: Ruleset) -> Expect:
    """What is expected of the bundled rulesets like which this one rules: which agrees on every deciding key, else
    which plays so.
    """
    said = _said(case, rules)
    known = {name: _said(case, other) for name, other in _bundled().items()}
    for name, other in known.items():
        if other == said:
            return case.expected(name)
    try:
        played = play(case, rules)
    except KanrulesError as error:
        return {"answer": f"not possible here: {error}".splitlines()[0]}
    # A value that no bundled ruleset has is an answer of its own, even where this play does not show it.
    if all(any(other[at] == value for other in known.values()) for at, value in enumerate(said)):
        near = sorted(
            known, key=lambda name: -sum(mine == other for mine, other in zip(said, known[name], strict=True))
        )
        for name in near:
            agrees = not said or any(mine == other for mine, other in zip(said, known[name], strict=True))
            if agrees and not differences(played, case.expected(name)):
                return case.expected(name)
    return {"answer": f"otherwise: {_told(played)}"}


_TOO_LATE = ("KR299", "KR202")
"""Lines that came too late say nothing about the law that made them so."""


def _said(case: Case, rules: Ruleset) -> tuple[str, ...]:
    return tuple(repr(case.options.get(key, rules[key])) for key in case.decides)


@cache
def _bundled() -> dict[str, Ruleset]:
    from kanrules.ruleset import bundled_ids, load_ruleset

    return {name: load_ruleset(name) for name in bundled_ids()}


def _told(played: Played) -> str:
    """What came out of a play, where no bundled ruleset plays it so."""
    outcome = played.kyoku.outcome
    codes = (refused.objections[0].code for refused in played.refused if refused.objections)
    parts = list(dict.fromkeys(code for code in codes if code not in _TOO_LATE))
    turned = [
        event.instant.value.replace("_", " ") for event in played.kyoku.events if isinstance(event, KandoraTurned)
    ]
    if turned:
        parts.append(f"indicator at: {', '.join(turned)}")
    elif any(key.startswith("kandora.") for key in played.case.decides):
        parts.append("no indicator turned")
    if outcome is not None:
        paid = " ".join(f"{seat} {points:+}" for seat, points in played.changes.items() if points)
        parts.append(f"{outcome.type.value.replace('_', ' ')} {paid}".strip())
    return "; ".join(parts) or "play goes on"


def clause_of(key: str, rules: Ruleset, expect: Expect) -> Clause:
    """A deciding key with its value under the ruleset, and the text or the plugin that says so."""
    from kanrules.ruleset.reference import file_text

    source = rules.origin(key).source
    value = file_text(rules[key])
    code = next((code for code in expect.get("code", ()) if not code.startswith("KR")), "")
    if source is None and code:
        plugin, said = code.rpartition("-")[0], _said_by_plugin(code)
        return Clause(key, value, Source(f"plugin {plugin}", said), plugin)
    return Clause(key, value, source)


def _said_by_plugin(code: str) -> str:
    from kanrules.hooks import judge as plugins

    said: Mapping[str, str] = attribute(code.rpartition("-")[0], plugins.load(code.rpartition("-")[0]), "codes", {})
    return str(said.get(code, code))
