"""A whole game: one hand after another under one ruleset, until its [game] says that it is over.

game = Game("ema-2025", seed=1)
while not game.over:
    kyoku = game.kyoku
    ...                                                          # play it to its end
    game.next()
game.scores, game.places(), game.final_points()
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from kanrules.law import game as law
from kanrules.law.final_points import Final, Scores, final
from kanrules.law.game import Deal, GameEnd, PlayedHand
from kanrules.law.hook_values import PenaltyType, PointsFrom
from kanrules.law.options import ChomboPays, Yame
from kanrules.pieces.actions import check_seat
from kanrules.pieces.tiles import SEATS, Seat
from kanrules.play.kyoku import Kyoku, check_seed
from kanrules.ruleset import Ruleset
from kanrules.ruleset.load import ruleset_of


class Game:
    """A game of four players, 0 to 3, or of three, 0 to 2.

    Player 0 is the first dealer, and players keep their numbers for the whole game. Takes a ruleset, its name or its
    path, and a seed for all walls of the game. A partial ruleset, which covers very little of its rulebook, raises
    ValueError unless `partial=True`. If no source settles a point, the defaults of [game] apply;
    `rules.origin("game.uma")` shows whether a value is a default.
    """

    __slots__ = {
        "_random": "",
        "deal": "",
        "ended": "Why the game is over; None until it is.",
        "fined": "",
        "kyoku": "The current hand, or the last one.",
        "lost": "",
        "rules": "The ruleset of the game.",
    }

    def __init__(self, rules: str | Path | Ruleset, *, seed: int | None = None, partial: bool = False) -> None:
        self.rules: Ruleset = ruleset_of(rules)
        if self.rules.partial and not partial:
            raise ValueError(f"{self.rules.id} covers very little of its rulebook; partial=True plays it anyway")
        check_seed(seed)
        self._random = Random(seed)
        self.ended: GameEnd | None = None
        players = self.rules.options.table.players
        self.lost: list[int] = [0] * players
        """Points that each player loses by chombo at the end of the game, before or after uma as [chombo] says."""
        self.fined: list[int] = [0] * players
        """Points that other penalties take from each player's tournament score, after uma."""
        self.deal: Deal = law.first_deal(self.rules.game, players)
        """State of the game when the hand was dealt."""
        self.kyoku: Kyoku = self._dealt()

    def __eq__(self, other: object) -> bool:
        """Return True if two games are at the same point and would deal the same hands from here."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _state(self) -> tuple[object, ...]:
        return self.rules, self._random.getstate(), self.deal, self.ended, self.lost, self.fined, self.kyoku

    def _dealt(self) -> Kyoku:
        deal = self.deal
        return Kyoku(
            self.rules,
            seed=self._random.getrandbits(64),
            round_wind=deal.round_wind,
            honba=deal.honba,
            sticks=deal.sticks,
            scores=deal.by_seat(),
        )

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.ended is not None

    @property
    def scores(self) -> Scores:
        """Current points of each player."""
        scores = self.kyoku.scores
        return tuple(scores[self.seat(player)] for player in range(len(scores)))

    @property
    def sticks(self) -> int:
        """Riichi sticks on the table now."""
        return self.kyoku.sticks if self.kyoku.outcome is None else self.kyoku.outcome.sticks

    def player(self, seat: Seat) -> int:
        """Return the player in this seat in this hand. Raises TypeError for an invalid seat, ValueError for an empty
        one.
        """
        if seat not in SEATS:
            check_seat(seat)
        if seat >= len(self.deal.scores):
            raise ValueError(f"there is no {seat} in this game: it has only three players")
        return self.deal.player(seat)

    def seat(self, player: int) -> Seat:
        """Return the seat of this player in this hand. Raises TypeError for a value that is not a number, ValueError
        for an unknown player.
        """
        if type(player) is not int:
            raise TypeError(f"{player!r} is not a player; expected 0 to {len(self.deal.scores) - 1}")
        if not 0 <= player < len(self.deal.scores):
            raise ValueError(f"there is no player {player}; expected 0 to {len(self.deal.scores) - 1}")
        return self.deal.seat(player)

    @property
    def may_stop(self) -> bool:
        """True if the dealer may end the game after this hand with `next(stop=True)`: agari-yame or tenpai-yame."""
        played = self._played()
        return played is not None and not self.over and law.may_stop(self.deal, played, self.rules.game) is not Yame.OFF

    def next(self, stop: bool = False) -> None:
        """Deal the next hand, or end the game, once the current hand is over.

        `stop=True` is the dealer's decision to end the game, if agari-yame or tenpai-yame leave that to the dealer.
        Raises ValueError before the end of the hand, after the end of the game, and if the dealer may not stop.
        """
        if self.over:
            raise ValueError(f"the game is over ({self.ended})")
        played = self._played()
        if played is None:
            raise ValueError("the hand is not over")
        ended = law.end(self.deal, played, self.rules.game, stop=stop)
        if self.rules.chombo.pays in (ChomboPays.BEFORE_UMA, ChomboPays.AFTER_UMA):
            for seat, penalty in self.kyoku.penalties:
                if penalty.type is PenaltyType.CHOMBO:
                    self.lost[self.player(seat)] += penalty.points
        for seat, penalty in self.kyoku.penalties:
            if penalty.type is PenaltyType.POINTS and penalty.points_from is PointsFrom.TOURNAMENT:
                self.fined[self.player(seat)] += penalty.points
        self.ended = ended
        if ended is None:
            self.deal = law.next_deal(self.deal, played)
            self.kyoku = self._dealt()

    def _played(self) -> PlayedHand | None:
        outcome = self.kyoku.outcome
        return None if outcome is None else PlayedHand.of(self.deal, outcome, self.kyoku.scores)

    def places(self) -> Scores:
        """Return the place of each player by current points, less penalties that are paid before uma; 1 is first.

        Tied players share the better place if `game.ties` says so.
        """
        return self._final().places

    def final_points(self) -> Scores:
        """Return the final points of each player: the score less the return points, with uma, oka, leftover riichi
        sticks, and penalties for chombo.

        Raises ValueError before the end of the game.
        """
        if not self.over:
            raise ValueError("the game is not over")
        return self._final().points

    def _final(self) -> Final:
        before = self.rules.chombo.pays is ChomboPays.BEFORE_UMA
        none = (0,) * len(self.lost)
        after = self.fined if before else [lost + fined for lost, fined in zip(self.lost, self.fined, strict=True)]
        return final(
            self.scores,
            self.rules.game,
            sticks=self.sticks,
            before_uma=self.lost if before else none,
            after_uma=after,
        )

    def __repr__(self) -> str:
        deal = self.deal
        state = f"over ({self.ended})" if self.over else f"{deal.round_wind} {deal.number}, {deal.honba} honba"
        return f"<Game of {self.rules.id}: {state}, {' '.join(map(str, self.scores))}>"
