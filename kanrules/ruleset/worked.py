"""Examples in points for different values of [game]: the end of one game, calculated under each of two rulesets."""

from __future__ import annotations

from kanrules.law.final_points import final
from kanrules.law.options import GameTable
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.ruleset.key_sentences import key_value_text

_SCORES = _N("under {rules}, scores of {scores} become {points} in the end.")
_STICK_LEFT = _N("under {rules}, scores of {scores} and one stick left over become {points} in the end.")

_ORDINARY = (12300, 3500, -5400, -10400)
_TIED = (9000, 9000, -6000, -12000)
_AT_START = (9000, 0, -4000, -5000)
ENDS: dict[str, tuple[int, int, int, int]] = {
    "game.start_points": _ORDINARY,
    "game.return_points": _ORDINARY,
    "game.uma": _ORDINARY,
    "game.uma_by": _ORDINARY,
    "game.floating": _ORDINARY,
    "game.at_start_counts": _AT_START,
    "game.ties": _TIED,
    "game.sticks_left": (12300, 2500, -5400, -10400),
    "game.final_rounding": _ORDINARY,
}
"""Example scores for each key that final points depend on, as differences from the start score."""
STICKS = 1
"""Number of riichi sticks left in the example for `game.sticks_left`."""


def worked(key: str, a: GameTable, b: GameTable, names: tuple[str, str]) -> list[str]:
    """Return the final points of one example under each of two tables, first dealer first.

    Empty if they agree, if no final points depend on the key, or if an earlier key that differs too gives the same
    example.
    """
    if key not in ENDS:
        return []
    for earlier, offsets in ENDS.items():
        if earlier == key:
            break
        name = earlier.partition(".")[2]
        if offsets == ENDS[key] and getattr(a, name) != getattr(b, name):
            return []
    sticks = STICKS if key == "game.sticks_left" else 0
    lines: list[str] = []
    seen = set()
    for law, ruleset in ((a, names[0]), (b, names[1])):
        scores = [law.start_points + offset for offset in ENDS[key]]
        points = final(scores, law, sticks=sticks).points
        seen.add(points)
        said = {"scores": ", ".join(map(str, scores)), "points": key_value_text(list(points))}
        lines.append(say(_STICK_LEFT if sticks else _SCORES, rules=ruleset, **said))
    return lines if len(seen) > 1 else []
