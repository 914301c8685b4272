"""Decide whether an ankan in riichi is legal under one ruleset, and draw every reading of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kanrules.api import KanQuestion, answer_kan_question
from kanrules.api import check_kan_question as check_of_the_set
from kanrules.frozen import frozen
from kanrules.law.options import RiichiKanLevel
from kanrules.pieces.readings import readings
from kanrules.pieces.tiles import BY_NAME
from kanrules.rulings import basis_together

if TYPE_CHECKING:
    from kanrules.kan.riichi_kan import KanAnswer
    from kanrules.ruleset import Ruleset


_COMPARING = (RiichiKanLevel.SAME_READINGS.value, RiichiKanLevel.SAME_READINGS_AND_YAKU.value)


@frozen
class ReadingDrawn:
    """One reading of the hand with one winning tile, and whether it remains after the kan."""

    tile: str
    drawn: str
    stays: bool


@frozen
class RiichiKanAnswer:
    """One ruleset's answer about a kan in riichi."""

    rules: Ruleset
    question: KanQuestion
    answer: KanAnswer
    level: str = ""
    """The level that was asked about instead of the ruleset's own; "" for the ruleset's."""

    @property
    def by_default(self) -> bool:
        """True if no source settles the question and kanrules assumes the answer."""
        return self.answer.ruling is not None and self.answer.ruling.is_assumed

    @property
    def assumed(self) -> str:
        """The sentence that is printed if no source settles the question."""
        return self.rules.assumed if self.answer.ruling is None else self.answer.ruling.assumed

    @property
    def compares_readings(self) -> bool:
        """True if the level compares readings. Where every kan is forbidden or allowed, or where only the waits count,
        a reading decides nothing.
        """
        return (self.level or self.rules.options.riichi_kan.level.value) in _COMPARING

    def readings(self) -> Iterator[ReadingDrawn]:
        """Yield each reading with each winning tile, and whether it remains after the kan; nothing if the level does
        not compare readings.
        """
        if not self.compares_readings:
            return
        from kanrules.kan.riichi_kan import spelled

        # A reading may be lost with a tile that the player holds four times, which the answer does not show as a wait.
        lost = (lost.tile for lost in self.answer.lost_readings)
        for tile in dict.fromkeys((*self.answer.waits_before, *lost)):
            kind = BY_NAME[tile]
            for reading in readings(self.question.hand.plus(kind), kind):
                one = spelled(reading)
                drawn = " ".join([*(f"[{each}]" for each in one.sets), *([f"({one.pair})"] if one.pair else [])])
                yield ReadingDrawn(tile, drawn, one not in self.answer.lost_readings)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `riichi-kan --format json` prints."""
        answer = self.answer
        return {
            "rules": self.rules.id,
            "basis": basis_together([self.answer.ruling] if self.answer.ruling is not None else []).value,
            "verdict": "legal" if answer.legal else "illegal",
            "code": answer.code,
            "text": answer.text,
            "waits_before": answer.waits_before,
            "waits_after": answer.waits_after,
            "lost_readings": [
                {"tile": lost.tile, "sets": lost.sets, "pair": lost.pair} for lost in answer.lost_readings
            ],
            "objections": [{"code": one.code, "text": one.text, "key": one.key} for one in answer.objections],
            "ruling": None if answer.ruling is None else answer.ruling.to_json(),
        }


def check_hand(question: KanQuestion, rules: Ruleset) -> None:
    """Check that the hand uses only tiles of the ruleset. Raises UnreadableError, which names the first other tile."""
    check_of_the_set(question, rules.options, rules.id)


def rule_on_kan(question: KanQuestion, rules: Ruleset, level: str | None = None) -> RiichiKanAnswer:
    """Decide whether an ankan in riichi is legal, by the ruleset's level and plugins. `level` replaces the ruleset's
    level.

    Takes a question from `kanrules.api.read_kan_question`; use `check_hand` to find out whether the ruleset can be
    asked. Raises UnreadableError for an unknown level.
    """
    return RiichiKanAnswer(rules, question, answer_kan_question(question, rules, level), level or "")
