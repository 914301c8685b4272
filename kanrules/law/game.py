"""The course of a game: which hand comes next, and when the game ends.

Players are 0 to 3 (to 2 with three players) for the whole game; 0 is the first dealer. Seats are winds and move with
the deal. Everything here is a pure function of the table [game]; whether the dealer stays after a hand, the honba, and
the sticks come from that hand's outcome. Time is not tracked: `game.time_limit` and `game.after_time` are only texts
for the players.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from kanrules.frozen import frozen
from kanrules.law.final_points import Scores, order
from kanrules.law.options import (
    Bust,
    Extension,
    ExtensionEnds,
    GameLength,
    GameTable,
    Yame,
)
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import SEATS, Seat

if TYPE_CHECKING:
    from kanrules.law.outcome import Outcome

WINDS: dict[GameLength, int] = {GameLength.TONPUUSEN: 1, GameLength.HANCHAN: 2, GameLength.ISSOU: 4}
"""Number of winds in a game before any extension."""


@frozen
class Deal:
    """State of a game when a hand is dealt: the wind by number (0 is east), the dealer, honba, riichi sticks on the
    table, and the scores by player.
    """

    wind: int
    dealer: int
    honba: int
    sticks: int
    scores: Scores

    @property
    def round_wind(self) -> Seat:
        """The round wind. The fifth wind of a game is east again."""
        return SEATS[self.wind % 4]

    @property
    def number(self) -> int:
        """Number of the dealer in the round, from 1."""
        return self.dealer + 1

    def player(self, seat: Seat) -> int:
        """Return the player who has this seat in this hand."""
        return (self.dealer + SEATS.index(seat)) % len(self.scores)

    def seat(self, player: int) -> Seat:
        """Return the seat of a player in this hand."""
        return SEATS[(player - self.dealer) % len(self.scores)]

    def by_seat(self) -> Scores:
        """Return the scores by seat."""
        return tuple(self.scores[self.player(seat)] for seat in SEATS[: len(self.scores)])


@frozen
class PlayedHand:
    """What a hand leaves to the next one: how it ended, whether the dealer stays, won, or was tenpai, the next honba,
    the riichi sticks on the table, and the scores by player.
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
        """Return what a hand leaves to the next one, from its outcome and the scores by seat after it."""
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
    """Why a game ended."""

    BUST = "bust"
    LAST_HAND = "last_hand"
    """The last hand is over. If the ruleset has an extension, a player has reached the goal."""
    GOAL = "goal"
    """A player has reached the goal in the extension."""
    EXTENSION_OVER = "extension_over"
    """The last hand of the extension is over."""
    DEALER_STOPS = "dealer_stops"
    """The dealer stopped by agari-yame or tenpai-yame."""


def first_deal(law: GameTable, players: int = 4) -> Deal:
    """Return East 1, with the start scores."""
    return Deal(0, 0, 0, 0, (law.start_points,) * players)


def next_deal(deal: Deal, played: PlayedHand) -> Deal:
    """Return the hand after this one, if the game continues.

    A dealer who stays deals again; otherwise the next player deals. After the last dealer the next wind begins. Honba
    and sticks are as the hand left them.
    """
    wind, dealer = deal.wind, deal.dealer
    if not played.dealer_keeps:
        wind, dealer = (wind + 1, 0) if dealer == len(deal.scores) - 1 else (wind, dealer + 1)
    return Deal(wind, dealer, played.honba, played.sticks, played.scores)


def in_extension(deal: Deal, law: GameTable) -> bool:
    """Return True if this hand belongs to the extension."""
    return deal.wind >= WINDS[law.length]


def is_last(deal: Deal, law: GameTable) -> bool:
    """Return True if this may be the last hand: that of the last dealer in the last wind, and every hand of the
    extension.
    """
    return in_extension(deal, law) or (deal.wind == WINDS[law.length] - 1 and deal.dealer == len(deal.scores) - 1)


def may_stop(deal: Deal, played: PlayedHand, law: GameTable) -> Yame:
    """Return whether a dealer who would deal again may end the game instead, or must.

    The dealer must be first (of equal scores, the one nearer to the first dealer is) with at least `game.goal_points`,
    in a hand that may be the last. `game.agari_yame` applies if the dealer won, and `game.tenpai_yame` after an
    exhaustive draw in tenpai.
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
    """Return why the game is over after this hand; None if another hand is dealt.

    A bust comes first. If the dealer stays, the game ends if the dealer stops (`stop` says that one who may does so),
    or by the goal in an extension that does not wait for the dealer. If the deal moves on, it ends with the last hand.
    After a chombo the hand is dealt again, so a chombo ends a game only by a bust. Raises ValueError if `stop` is given
    and the dealer may not stop.
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
