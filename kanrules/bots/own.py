"""Built-in bots. They like to declare kans, so that a game shows how a ruleset treats them."""

from __future__ import annotations

from random import Random

from kanrules.pieces.actions import (
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.tiles import KIND, Tile
from kanrules.play.view import View

_KANS = (Ankan, Shouminkan, Daiminkan)
_PON, _CHI = 0.35, 0.1
_HONOURS = 27


class KanLover:
    """A bot that declares every kan it may.

    It wins, declares kans, and sets norths aside whenever it may, then declares riichi. It calls pon one time in three
    and chi one in ten, and discards the most isolated tile. The same seed plays the same game.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.name = "kan-lover"
        self._random = Random(seed)

    def begin(self, player: int, names: tuple[str, ...]) -> None:
        """Do nothing at the start of a game."""

    def hand_over(self, view: View, *, east: int) -> None:
        """Do nothing at the end of a hand."""

    def close(self, scores: tuple[int, ...] | None) -> None:
        """Do nothing at the end of a game."""

    def act(self, view: View, *, east: int) -> Action:
        """Return the action of this seat."""
        legal = view.legal_actions()
        for wanted in ((Tsumo, Ron), _KANS, (Kita,)):
            found = [action for action in legal if isinstance(action, wanted)]
            if found:
                return self._random.choice(found)
        for kind, chance in ((Pon, _PON), (Chi, _CHI)):
            calls = [action for action in legal if isinstance(action, kind)]
            if calls and self._random.random() < chance:
                return self._random.choice(calls)
        discards = [action for action in legal if isinstance(action, Discard)]
        if discards:
            riichi = [action for action in discards if action.riichi]
            return self._loneliest(riichi or discards, view)
        return next(action for action in legal if isinstance(action, (Pass, Kyuushu)))

    def _loneliest(self, discards: list[Discard], view: View) -> Discard:
        held = [KIND[tile] for tile in view.hand]
        return min(discards, key=lambda action: (_company(action.tile, held), self._random.random()))


def _company(tile: Tile, held: list[int]) -> int:
    """Return how well a tile is connected: equal tiles count most, then neighbours, then tiles two apart."""
    kind = KIND[tile]
    company = 4 * (held.count(kind) - 1)
    if kind < _HONOURS:
        for other in held:
            if other // 9 == kind // 9 and other != kind:
                company += {1: 2, 2: 1}.get(abs(other - kind), 0)
    return company
