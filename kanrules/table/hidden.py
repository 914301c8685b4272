"""A hand seen from one seat: what stands for the tiles of the other players, and which rulings depend on them.

Nothing that stands for a hidden tile can be read: a rule or a plugin that tries raises `Hidden`. `OF_HIDDEN` is the
closed table of the rulings that this seat then cannot know.
"""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn, SupportsIndex, cast, overload

from kanrules.errors import Hidden
from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.pieces.tiles import KIND, TILES, Kind, Seat, Tile


class _HiddenTile:
    """A tile that this seat does not see. It is there, and nothing else can be asked of it."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise Hidden

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __index__ = __int__ = __bool__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mod__ = __floordiv__ = _refuse

    def __repr__(self) -> str:
        return "?"


HIDDEN = cast("Tile", _HiddenTile())
"""Stands for the tile that another player has drawn."""


class HiddenTuple(tuple[Any, ...]):
    """Stands for the concealed tiles of another player, or for the players who could rob a kan. Its members cannot be
    read.
    """

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise Hidden

    __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = __hash__ = __add__ = __bool__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = count = index = _refuse

    def __repr__(self) -> str:
        return "(?)"


class HiddenHand(list[int]):
    """The hand of another player: 37 counts of the tiles that are known to be in it, and the number of the others.

    Reading more than that raises `Hidden`. A kind in `whole` has no copy among the hidden tiles.
    """

    __slots__ = ("hidden", "whole")

    def __init__(self, hidden: int) -> None:
        super().__init__([0] * TILES)
        self.hidden = hidden
        self.whole: frozenset[Kind] = frozenset()

    def copy(self) -> HiddenHand:
        """Return an independent copy."""
        twin = HiddenHand(self.hidden)
        list.__setitem__(twin, slice(None), self.known())
        twin.whole = self.whole
        return twin

    def known(self) -> list[int]:
        """Return the counts of the tiles that are known to be in the hand."""
        return super().__getitem__(slice(None))

    @overload
    def __getitem__(self, at: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> int | list[int]:
        found = super().__getitem__(at)
        if self.hidden and (not isinstance(at, int) or (not found and KIND[at] not in self.whole)):
            raise Hidden
        return found

    def __iter__(self):  # type: ignore[no-untyped-def]
        """Iterate over the counts of a hand that is known as a whole."""
        if self.hidden:
            raise Hidden
        return super().__iter__()


@frozen
class ToldWin:
    """A win as the table announces it: the winner, the player who pays (None: a tsumo), the tile, and the payments; the
    last two None if they are not said.
    """

    seat: Seat
    source: Seat | None
    tile: Tile | None
    changes: tuple[int, ...] | None


@frozen
class ToldEnd:
    """The end of a hand as the table announces it: the hands that are shown, wins, players who are tenpai, payments."""

    shown: dict[Seat, tuple[Tile, ...]]
    wins: tuple[ToldWin, ...] = ()
    tenpai: tuple[Seat, ...] | None = None
    changes: tuple[int, ...] | None = None


class OfHidden(NamedTuple):
    """What depends on hidden tiles: the codes of the rulings that cannot be known, and the reason."""

    codes: tuple[str, ...]
    why: str


_OF_HOOKS = {
    "before_kan": ("KR299",),
    "reveal_kandora": ("KR301", "KR305"),
    "fifth_kan": ("KR209", "KR503"),
    "four_kans": ("KR501", "KR502"),
    "kans_end": ("KR501",),
    "rob_kan": ("KR211",),
    "yaku": ("KR213",),
    "dora": ("KR301",),
    "liability": ("KR401",),
    "kan_stands": ("KR406",),
    "payments": ("KR406",),
    "replacement_from": (),
}
_BY_PLUGIN = _N("A plugin decides this by tiles that this seat does not see (hook {hook}).")
OF_HIDDEN: dict[str, OfHidden] = {
    "kan in riichi": OfHidden(
        ("KR204", "KR205", "KR206", "KR208", "KR215"),
        _N("Whether {seat} may declare this kan in riichi depends on tiles that this seat does not see."),
    ),
    "riichi": OfHidden(
        ("KR299",), _N("Whether {seat} is tenpai when declaring riichi depends on tiles that this seat does not see.")
    ),
    "furiten": OfHidden(("KR212",), _N("Whether {seat} is furiten depends on tiles that this seat does not see.")),
    "value": OfHidden(
        ("KR213", "KR301"),
        _N("The hand of {seat} is not shown to this seat: its yaku, dora, and value are not known."),
    ),
    "payments for a win": OfHidden(
        ("KR402", "KR403", "KR404", "KR405", "KR407"),
        _N("The hand of {seat} is not shown to this seat: whether another player is liable for it is not known."),
    ),
    "payments that are not said": OfHidden(
        ("KR504",),
        _N("The hand of {seat} is not shown to this seat, and its payments are not said: they are not known."),
    ),
    "several rons": OfHidden(
        ("KR299",), _N("Whether {seat} wins in addition to the nearest player depends on a hand that is not shown.")
    ),
    "robbery": OfHidden(
        ("KR211", "KR301", "KR303", "KR305"),
        _N("Whether {seat} could rob this kan depends on tiles that this seat does not see."),
    ),
    "robbed kita": OfHidden(
        ("KR220",), _N("Whether {seat} could win on this north depends on tiles that this seat does not see.")
    ),
    "tenpai": OfHidden(
        ("KR299", "KR504", "KR506"),
        _N("Whether {seat} is tenpai at the draw depends on tiles that this seat does not see."),
    ),
    "kyuushu": OfHidden(
        ("KR299",), _N("Whether {seat} holds nine terminals and honours is not known: the hand is not shown.")
    ),
    "kuikae": OfHidden(
        ("KR299",), _N("Whether {seat} has a tile to discard after this call is not known: kuikae forbids some.")
    ),
    "north discard": OfHidden(("KR223",), _N("Whether {seat} could discard another tile than a north is not known.")),
    "kita in riichi": OfHidden(("KR219",), _N("Whether {seat} has drawn the north that is set aside is not known.")),
    **{hook: OfHidden(codes, _BY_PLUGIN) for hook, codes in _OF_HOOKS.items()},
}
OF_OTHER_HOOK = OfHidden(("KR299",), _BY_PLUGIN)
"""What depends on the answer of any other hook."""
"""Everything that this seat may not know, by what is asked: a rule, or the hook of a plugin."""
