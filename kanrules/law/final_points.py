"""Final points of a game: places and ties, uma, oka, leftover riichi sticks, penalties, and rounding.

Players are 0 to 3 (to 2 with three players); 0 is the first dealer. Everything is a pure function of the table [game].
"""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.frozen import frozen
from kanrules.law.options import FinalRounding, GameTable, SticksLeft, Ties, UmaBy, UmaRow

STICK = 1000
"""Value of a riichi stick in points."""
Scores = tuple[int, ...]


def order(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the players from first to last. Of equal scores, the one nearer to the first dealer is higher."""
    return tuple(sorted(range(len(scores)), key=lambda player: (-scores[player], player)))


def places(scores: Sequence[int], ties: Ties) -> Scores:
    """Return the place of each player; 1 is first. If ties are shared, equal scores share the better place."""
    found = [0] * len(scores)
    for place, player in enumerate(order(scores), 1):
        found[player] = place
    if ties is Ties.SHARE:
        for player, score in enumerate(scores):
            found[player] = 1 + sum(other > score for other in scores)
    return tuple(found)


def floating(scores: Sequence[int], law: GameTable) -> int:
    """Return the number of players above the start score. A score equal to it counts if `game.at_start_counts` is
    set.
    """
    start = law.start_points
    return sum(score > start or (law.at_start_counts and score == start) for score in scores)


def uma(scores: Sequence[int], law: GameTable) -> UmaRow:
    """Return the uma of each place: a fixed list, or the one for the number of players above the start score."""
    row = law.floating.rows[floating(scores, law)] if law.uma_by is UmaBy.FLOATING else law.uma
    if len(row) == len(scores):
        return row
    # The list is for another number of players: the middle place of three, or both inner places of four, get nothing.
    return (row[0], *(0,) * (len(scores) - 2), row[-1])


def oka(law: GameTable, players: int = 4) -> int:
    """Return the points that the first place gets in addition to the uma: return points less start points, for each
    player.
    """
    return players * (law.return_points - law.start_points)


@frozen
class Final:
    """The result of a game by player: scores, places, bonuses (uma, oka, leftover sticks), and final points."""

    scores: Scores
    """Scores after penalties that count before the places, without leftover riichi sticks."""
    places: Scores
    bonus: Scores
    """Points from uma, oka, and leftover riichi sticks. Shared places share them."""
    points: Scores


def final(
    scores: Sequence[int],
    law: GameTable,
    *,
    sticks: int = 0,
    before_uma: Sequence[int] = (),
    after_uma: Sequence[int] = (),
) -> Final:
    """Return the final points: each score less the return points, plus the bonus of its place.

    Takes the scores by player after the last hand, the riichi sticks left on the table, and penalties as points that
    each player loses: before places are determined (MIL 2.4), or after everything (EMA 3.4.6). Sticks go to the first
    place without changing any place, or are lost. Tied players share uma, oka, and sticks evenly in hundreds, with the
    remainder going to the one nearest to the first dealer, or are ranked by seat. With rounding, every score except the
    first's is rounded to whole thousands, half away from zero, and the first takes the remainder (Tenhou, games of 2017
    to 2022).
    """
    nothing = (0,) * len(scores)
    counted = [score - lost for score, lost in zip(scores, before_uma or nothing, strict=True)]
    ranked = order(counted)
    worth = list(uma(counted, law))
    worth[0] += oka(law, len(scores)) + (STICK * sticks if law.sticks_left is SticksLeft.FIRST else 0)
    placed = places(counted, law.ties)
    bonus = [0] * len(scores)
    for place in sorted(set(placed)):
        tied = [player for player in ranked if placed[player] == place]
        for player, share in zip(tied, shares(sum(worth[place - 1 : place - 1 + len(tied)]), len(tied)), strict=True):
            bonus[player] = share
    points = [score - law.return_points + more for score, more in zip(counted, bonus, strict=True)]
    if law.final_rounding is FinalRounding.THOUSANDS:
        for player in ranked[1:]:
            rounded = thousands(counted[player]) - counted[player]
            points[player] += rounded
            points[ranked[0]] -= rounded
    points = [one - lost for one, lost in zip(points, after_uma or nothing, strict=True)]
    return Final(tuple(counted), placed, tuple(bonus), tuple(points))


def shares(points: int, players: int) -> tuple[int, ...]:
    """Return points shared evenly in hundreds, nearest to the first dealer first. The first share includes the
    remainder (GGHK 2023, the end of a hanchan, 5).
    """
    each = points // players // 100 * 100
    return (points - each * (players - 1), *(each,) * (players - 1))


def thousands(score: int) -> int:
    """Return a score rounded to whole thousands, half away from zero."""
    rounded = (abs(score) + 500) // 1000 * 1000
    return rounded if score >= 0 else -rounded
