"""What a foul around a kan costs under a ruleset, its plugins asked, with the ruling."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kanrules.errors import UnreadableError
from kanrules.kyoku.machine import Kyoku
from kanrules.law.codes import CODES
from kanrules.law.vocabulary import Foul, Penalty, PenaltyType
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding, Ruling, Verdict
from kanrules.table.judge import Answer

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

FOULS: dict[str, str] = {
    "riichi_kan": "an ankan in riichi that the ruleset does not allow",
    "wrong_tiles": "a kan laid down with tiles that are no kan",
    "empty_call": "a call that is said and not made",
    "wrong_word": "kan said for pon or chi, or the other way round",
    "after_call": "a kan in a turn that began with a chi or pon",
    "last_tile": "a kan with no live tile left, or on the last discard",
    "fifth_kan": "a fifth kan where none is allowed",
    "dead_hand_kan": "a kan declared with a dead hand",
    "kan_limit": "a kan beyond the number that a player may declare",
    "replacement_wrongly": "the replacement tile taken from the wrong place or at the wrong time",
    "replacement_forgotten": "a discard without the replacement tile, and a hand that is a tile short after a kan",
    "dead_wall_exposed": "tiles of the dead wall exposed",
    "indicator_wrongly": "an indicator turned too early, too late, or the wrong one",
}
"""The fouls around a kan, and what each is."""
_VERDICTS = {PenaltyType.CHOMBO: Verdict.CHOMBO, PenaltyType.DEAD_HAND: Verdict.DEAD_HAND}
_WORDS = {"KR605": "unknown", "KR603": "as the text says", "KR606": "corrected"}


@dataclass(frozen=True, slots=True)
class FoulAnswer:
    """What one ruleset says of a foul: the penalty, and the ruling with its clause."""

    rules: Ruleset
    name: str
    penalty: Penalty
    ruling: Ruling

    @property
    def word(self) -> str:
        """The penalty in a word or two; `unknown` where no text says."""
        if self.penalty.type is not PenaltyType.NONE:
            return self.penalty.type.value.replace("_", " ")
        return _WORDS.get(self.penalty.code, "no penalty")

    @property
    def words(self) -> str:
        """The book's own words for this foul; empty where it has none, or no key for them."""
        words: str = getattr(self.rules.options.penalty, self.name, "")
        return words

    @property
    def unknown(self) -> bool:
        """Whether nobody has found a penalty."""
        return self.ruling.code == "KR605"

    def to_json(self) -> dict[str, Any]:
        """The object of `foul --format json`."""
        return {
            "rules": self.rules.id,
            "foul": self.name,
            "penalty": {"type": self.penalty.type.value, "points": self.penalty.points},
            "ruling": self.ruling.to_json(),
        }


def _code(name: str) -> str:
    """The code that a kan is refused with which makes this foul; none where several do."""
    codes = [code for code, row in CODES.items() if row.foul == name]
    return codes[0] if len(codes) == 1 else ""


def read_foul(name: str) -> str:
    """The name of a foul; an UnreadableError says which was probably meant, or which there are."""
    if name in FOULS:
        return name
    close = difflib.get_close_matches(name, FOULS, n=1)
    hint = f"; did you mean {close[0]}?" if close else f"; there are: {', '.join(FOULS)}"
    raise UnreadableError(f"there is no foul {name!r}{hint}", code="")


def foul(name: str, rules: Ruleset, *, corrected: bool = False) -> FoulAnswer:
    """A foul costs what the ruleset's plugins and keys say, and nothing that is put right in time.

    Takes a name of `FOULS` (else UnreadableError) and whether the foul was put right in time.
    """

    read_foul(name)
    done = Foul(Seat.EAST, name, _code(name), FOULS[name], corrected=corrected)
    answer = rules.judge.penalty(done, Kyoku(rules, seed=0).table)
    if answer is None:
        answer = Answer(Penalty(PenaltyType.NONE, code="KR606", text="put right in time: nothing was kanned"))
    penalty = answer.value
    verdict = _VERDICTS.get(penalty.type, Verdict.UNKNOWN if penalty.code == "KR605" else Verdict.NO_PENALTY)
    key = penalty.key or (f"penalty.{name}" if name != "riichi_kan" and hasattr(rules.options.penalty, name) else "")
    return FoulAnswer(
        rules, name, penalty, rules.ruling(Finding(verdict, penalty.code, penalty.text, key, plugin=answer.by))
    )
