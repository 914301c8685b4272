"""The penalties of one rulebook, for a plugin that carries them: a text, its clause, and its steps for each foul.

    BOOK = PenaltyBook("house", {
        "empty_call": PenaltyClause("house-601", Source("Our rulebook", "5.1"), ("A warning.",), steps=(...)),
    })
    codes, sources, states = BOOK.codes, BOOK.sources, BOOK.states

    @hookimpl
    def amend_rules(rules):
        return BOOK.texts(rules)

    @hookimpl
    def penalty(foul, rules):
        return BOOK.answer(foul, rules)

The texts become values of the ruleset, so that sheets and books print them with their clauses. A file that has a text
of its own for a foul, or departs from it, has the last word: then the plugin does not answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from kanrules.frozen import frozen
from kanrules.law.hook_values import Foul, Penalty, PenaltyStep
from kanrules.locale.sentences import RulebookText
from kanrules.rulings import Source


class _HasOrigins(Protocol):
    """A ruleset, as far as this module reads it."""

    def origin(self, key: str) -> Any:
        """Return where the value of this key comes from."""
        ...

    def __getitem__(self, key: str) -> Any:
        """Return the value of this key."""
        ...


@frozen
class PenaltyClause:
    """What a rulebook says about one foul."""

    code: str
    """Reason code of the answer."""
    source: Source
    """Clause of the rulebook."""
    text: tuple[str, ...]
    """The sentences of the text. Each is a message of its own for translators."""
    steps: tuple[PenaltyStep, ...] = ()
    """The cases, in order; none if only the text states the penalty."""
    presupposes: tuple[Mapping[str, Any], ...] = ()
    """For each sentence of the text, the keys that it states, with their values; {} if it states none."""


class PenaltyBook:
    """The penalties of one rulebook. Takes the name of the plugin and a clause for each foul, by name."""

    def __init__(self, plugin: str, clauses: Mapping[str, PenaltyClause]) -> None:
        self.clauses = clauses
        self._set_by = f"plugin {plugin}"

    @property
    def codes(self) -> dict[str, str]:
        """The text behind each code."""
        return {clause.code: RulebookText(clause.text) for clause in self.clauses.values()}

    @property
    def sources(self) -> dict[str, Source]:
        """The clause behind each code."""
        return {clause.code: clause.source for clause in self.clauses.values()}

    @property
    def states(self) -> dict[str, Mapping[str, Any]]:
        """By sentence, the keys that it states, with their values. With another value the sentence lapses."""
        return {
            sentence: needed
            for clause in self.clauses.values()
            for sentence, needed in zip(clause.text, clause.presupposes, strict=False)
            if needed
        }

    def texts(self, rules: _HasOrigins) -> dict[str, tuple[Any, Source]]:
        """Return the texts of [penalty] with their sources, for the fouls about which no file of the ruleset says
        anything.
        """
        found: dict[str, tuple[Any, Source]] = {}
        for foul, clause in self.clauses.items():
            origin = rules.origin(f"penalty.{foul}")
            if origin.is_default and origin.departs is None:
                text = clause.text[0] if len(clause.text) == 1 else RulebookText(clause.text)
                found[f"penalty.{foul}"] = (text, clause.source)
        return found

    def answer(self, foul: Foul, rules: _HasOrigins, steps: Sequence[PenaltyStep] | None = None) -> Penalty | None:
        """Return the penalty for a foul, or None if the rulebook does not name the foul or its text does not apply.

        `steps` replaces those of the clause, if the table decides between them.
        """
        clause, key = self.clauses.get(foul.name), f"penalty.{foul.name}"
        if clause is None or rules.origin(key).set_by != self._set_by:
            return None
        if foul.corrected and foul.code and steps is None and all(step.noticed is None for step in clause.steps):
            # A text that names no moment says nothing about a kan that was taken back in time.
            return None
        cases = clause.steps if steps is None else steps
        return Penalty.by_steps(foul, cases, code=clause.code, text=rules[key], key=key)
