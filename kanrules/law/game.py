"""A whole game: which hand comes next, when the game ends, and what the places are worth then.

Players are 0 to 3 (to 2 where three play) and stay so all game long; 0 is the first dealer. Seats are winds and move
with the deal. Everything here is a pure function over the table [game]; who stays dealer after a hand, the honba and
the sticks are that hand's outcome. There is no clock here: `game.time_limit` and `game.after_time` are words for the
players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from kanrules.law.options import (
    Bust,
    Extension,
    ExtensionEnds,
    FinalRounding,
    GameLength,
    GameTable,
    SticksLeft,
    Ties,
    UmaBy,
    UmaRow,
    Yame,
)
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import SEATS, Seat

if TYPE_CHECKING:
    from kanrules.law.outcome import Outcome

STICK = 1000
"""What a riichi stick is worth."""
WINDS: dict[GameLength, int] = {GameLength.TONPUUSEN: 1, GameLength.HANCHAN: 2, GameLength.ISSOU: 4}
"""How many winds a game has before any extension."""
Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Where a game stands as a hand is dealt: the wind by number (0 is east), the dealer, honba, sticks on the table,
    and the scores by player.
    """

    wind: int
    dealer: int
    honba: int
    sticks: int
    scores: Scores

    @property
    def round_wind(self) -> Seat:
        """The round wind; the fifth wind of a game is east again."""
        return SEATS[self.wind % 4]

    @property
    def number(self) -> int:
        """1-4: the how-manieth dealer of the round."""
        return self.dealer + 1

    def player(self, seat: Seat) -> int:
        """Which player sits here in this hand."""
        return (self.dealer + SEATS.index(seat)) % len(self.scores)

    def seat(self, player: int) -> Seat:
        """Where a player sits in this hand."""
        return SEATS[(player - self.dealer) % len(self.scores)]

    def by_seat(self) -> Scores:
        """The scores by seat, as a hand takes them."""
        return tuple(self.scores[self.player(seat)] for seat in SEATS[: len(self.scores)])


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """What a hand leaves behind: how it ended, whether the dealer stays, whether the dealer won or was tenpai, the next
    honba, the sticks on the table, and the scores by player.
    """

    type: ResultType
    dealer_keeps: bool
    dealer_won: bool
    dealer_tenpai: bool
    honba: int
    sticks: int
    scores: Scores

    @classmethod
    def of(cls, deal: Deal, outcome: Outcome, by_seat: Sequence[int]) -> PlayedHand:
        """What a hand leaves behind, from its outcome and the scores by seat after it."""
        return cls(
            type=outcome.type,
            dealer_keeps=outcome.dealer_keeps,
            dealer_won=any(win.seat is SEATS[0] for win in outcome.wins),
            dealer_tenpai=SEATS[0] in outcome.tenpai,
            honba=outcome.next_honba,
            sticks=outcome.sticks,
            scores=tuple(by_seat[deal.seat(player)] for player in range(len(by_seat))),
        )


class GameEnd(StrEnum):
    """Why a game is over."""

    BUST = "bust"
    LAST_HAND = "last_hand"
    """The last hand, the goal reached where there is one and anything would follow."""
    GOAL = "goal"
    """Somebody has the goal in the extension."""
    EXTENSION_OVER = "extension_over"
    """The extension's last hand."""
    DEALER_STOPS = "dealer_stops"
    """Agari-yame or tenpai-yame."""


def first_deal(law: GameTable, players: int = 4) -> Deal:
    """East 1: nobody has won or lost anything yet."""
    return Deal(0, 0, 0, 0, (law.start_points,) * players)


def next_deal(deal: Deal, played: PlayedHand) -> Deal:
    """The hand after this one, were the game to go on: a dealer who stays deals again, else the next player does; after
    the last dealer the next wind blows. Honba and sticks are as the hand left them.
    """
    wind, dealer = deal.wind, deal.dealer
    if not played.dealer_keeps:
        wind, dealer = (wind + 1, 0) if dealer == len(deal.scores) - 1 else (wind, dealer + 1)
    return Deal(wind, dealer, played.honba, played.sticks, played.scores)


def in_extension(deal: Deal, law: GameTable) -> bool:
    """Whether this hand belongs to the extension."""
    return deal.wind >= WINDS[law.length]


def is_last(deal: Deal, law: GameTable) -> bool:
    """Whether the game may end with this hand in the ordinary way: the last dealer's of the last wind, and each hand of
    the extension.
    """
    return in_extension(deal, law) or (deal.wind == WINDS[law.length] - 1 and deal.dealer == len(deal.scores) - 1)


def may_stop(deal: Deal, played: PlayedHand, law: GameTable) -> Yame:
    """Whether the dealer who would deal again may end the game instead, or must.

    The dealer is first (of equal scores the nearer to the first dealer is) and has `game.goal_points`, in a hand that
    may be the last: by `game.agari_yame` after an own win, by `game.tenpai_yame` after an exhaustive draw in tenpai.
    """
    if not (played.dealer_keeps and is_last(deal, law)):
        return Yame.OFF
    if order(played.scores)[0] != deal.dealer or played.scores[deal.dealer] < law.goal_points:
        return Yame.OFF
    if played.dealer_won:
        return law.agari_yame
    drawn = played.type in (ResultType.EXHAUSTIVE_DRAW, ResultType.NAGASHI_MANGAN)
    return law.tenpai_yame if drawn and played.dealer_tenpai else Yame.OFF


def end(deal: Deal, played: PlayedHand, law: GameTable, *, stop: bool = False) -> GameEnd | None:
    """Why the game is over after this hand, or None: another one is dealt.

    First a bust; then, where the dealer stays, a dealer who stops (`stop` says that one who may does), or the goal in
    an extension that waits for no dealer; where the deal moves on, the last hand. A chombo is dealt again, so but for a
    bust it ends no game. Raises ValueError where `stop` is said and the dealer may not.
    """
    stops = may_stop(deal, played, law)
    if stop and stops is Yame.OFF:
        raise ValueError("the dealer may not stop here")
    if law.bust is not Bust.PLAY_ON and min(played.scores) < (1 if law.bust is Bust.ZERO else 0):
        return GameEnd.BUST
    if played.type is ResultType.CHOMBO:
        return None
    goal = max(played.scores) >= law.goal_points
    if stops is Yame.AUTOMATIC or stop:
        return GameEnd.DEALER_STOPS
    waits = played.dealer_keeps and law.extension_ends is ExtensionEnds.NOT_WHILE_DEALER_REPEATS
    if in_extension(deal, law) and goal and not waits:
        return GameEnd.GOAL
    if played.dealer_keeps:
        return None
    following, winds = next_deal(deal, played), WINDS[law.length]
    if following.wind > winds:
        return GameEnd.EXTENSION_OVER
    if following.wind == winds and not in_extension(deal, law):
        return GameEnd.LAST_HAND if goal or law.extension is Extension.NONE else None
    return None


# --- what the places are worth ---------------------------------------------------------------------------------------


def order(scores: Sequence[int]) -> tuple[int, ...]:
    """The players from first to last; of equal scores the nearer to the first dealer is higher."""
    return tuple(sorted(range(len(scores)), key=lambda player: (-scores[player], player)))


def places(scores: Sequence[int], ties: Ties) -> Scores:
    """The place of each player, 1 for the first; where ties are shared, equal scores have the better place in
    common."""
    found = [0] * len(scores)
    for place, player in enumerate(order(scores), 1):
        found[player] = place
    if ties is Ties.SHARE:
        for player, score in enumerate(scores):
            found[player] = 1 + sum(other > score for other in scores)
    return tuple(found)


def floating(scores: Sequence[int], law: GameTable) -> int:
    """How many players stand above the start; who stands at it exactly counts too where `game.at_start_counts` says
    so.
    """
    start = law.start_points
    return sum(score > start or (law.at_start_counts and score == start) for score in scores)


def uma(scores: Sequence[int], law: GameTable) -> UmaRow:
    """What each place is worth: the same list always, or the one for so many players above the start."""
    row = law.floating.rows[floating(scores, law)] if law.uma_by is UmaBy.FLOATING else law.uma
    if len(row) == len(scores):
        return row
    # A list for another number of players: the middle place of three brings nothing, of four the two inner ones.
    return (row[0], *(0,) * (len(scores) - 2), row[-1])


def oka(law: GameTable, players: int = 4) -> int:
    """What the first takes beside the uma: what the return is above the start, for each player."""
    return players * (law.return_points - law.start_points)


@dataclass(frozen=True, slots=True)
class Final:
    """The end of a game by player: the scores as they count, the places, what uma, oka and sticks left brought, and the
    final points.
    """

    scores: Scores
    """After penalties that come before the places, and without the sticks left."""
    places: Scores
    bonus: Scores
    """Uma, oka and sticks left; shared where places are."""
    points: Scores


def final(
    scores: Sequence[int],
    law: GameTable,
    *,
    sticks: int = 0,
    before_uma: Sequence[int] = (),
    after_uma: Sequence[int] = (),
) -> Final:
    """The final points: score less the return, and what the place brings.

    Takes the scores by player after the last hand, the sticks that lie on the table, and penalties, each as points that
    a player loses, before places are reckoned (MIL 2.4) or after everything (EMA 3.4.6). Sticks go to the first without
    changing a place, or are lost. Tied places share uma, oka and sticks evenly in hundreds, what is left going to the
    nearest to the first dealer, or are told apart by seat. Where points are rounded, each score but the first's is, to
    whole thousands, half away from zero, and the first takes what is left (Tenhou, games of 2017 to 2022).
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
    """Points shared evenly in hundreds, the nearest to the first dealer first, who takes what is left of them (GGHK
    2023, the end of a hanchan, 5).
    """
    each = points // players // 100 * 100
    return (points - each * (players - 1), *(each,) * (players - 1))


def thousands(score: int) -> int:
    """A score rounded to whole thousands, half away from zero."""
    rounded = (abs(score) + 500) // 1000 * 1000
    return rounded if score >= 0 else -rounded
