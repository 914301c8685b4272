"""A table as the drawing room takes it: who sits where, how every tile lies, what is open to whom."""

from __future__ import annotations

from typing import Protocol

from kanrules.drawing.rows import Laid
from kanrules.drawing.tables import Place, Seen
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import AnkanDisplay, Meld
from kanrules.pieces.tiles import NAMES, SEATS, Seat, Tile


class _Table(Protocol):
    """What is looked at of a `Table`, which draws itself through this module."""

    @property
    def round_wind(self) -> Seat: ...
    @property
    def honba(self) -> int: ...
    @property
    def sticks(self) -> int: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]: ...
    @property
    def melds(self) -> tuple[tuple[Meld, ...], ...]: ...
    @property
    def rivers(self) -> tuple[tuple[Discard, ...], ...]: ...
    @property
    def taken(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def riichi(self) -> tuple[bool, ...]: ...
    @property
    def double_riichi(self) -> tuple[bool, ...]: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def drawn(self) -> Tile | None: ...
    @property
    def live_tiles(self) -> int: ...
    @property
    def rinshan_left(self) -> int: ...
    @property
    def indicators(self) -> tuple[Tile | None, ...]: ...
    @property
    def dead_hands(self) -> tuple[Seat, ...]: ...


def seen(table: _Table, seat: Seat | None = None, display: AnkanDisplay = AnkanDisplay.OUTER_DOWN) -> Seen:
    """What is to be drawn of a table.

    Takes the seat from which it is seen: it sits at the bottom, and the other hands are face down; without one, cards
    are open and east sits at the bottom.
    """
    bottom = Seat.EAST if seat is None else seat
    around = [SEATS[(bottom + turn) % 4] for turn in range(4)]
    above = (f"{str(table.round_wind).capitalize()} round", _counters(table))
    whose = "cards open" if seat is None else f"as {seat} sees it"
    return Seen(
        tuple(_place(table, here, display, hidden=seat not in (None, here)) for here in around),
        tuple("" if tile is None else NAMES[tile] for tile in table.indicators),
        above,
        (f"{table.live_tiles} tiles left", f"{table.rinshan_left} for kans"),
        f"The table: {', '.join(above)}; {whose}",
    )


def _counters(table: _Table) -> str:
    sticks = "1 stick" if table.sticks == 1 else f"{table.sticks} sticks"
    return f"{table.honba} honba, {sticks}"


def _place(table: _Table, seat: Seat, display: AnkanDisplay, *, hidden: bool) -> Place:
    tiles = list(table.hands[seat])
    drawn: Laid | None = None
    if table.drawn is not None and table.turn == seat:
        tiles.remove(table.drawn)
        drawn = ("", "down") if hidden else (NAMES[table.drawn], "upright")
    words = [f"{table.scores[seat]:,}".replace(",", " ")]
    words += ["double riichi" if table.double_riichi[seat] else "riichi"] if table.riichi[seat] else []
    words += ["dead hand"] if seat in table.dead_hands else []
    return Place(
        str(seat).capitalize(),
        ", ".join(words),
        tuple(("", "down") if hidden else (NAMES[tile], "upright") for tile in tiles),
        drawn,
        tuple((meld.type.value, meld.lies(seat, display)) for meld in table.melds[seat]),
        _river(table, seat),
        table.riichi[seat],
    )


def _river(table: _Table, seat: Seat) -> tuple[Laid, ...]:
    """The discards that still lie there.

    The tile that riichi was declared with lies turned; where it was called, the next one does, by
    the custom of the table.
    """
    laid: list[Laid] = []
    turn = False
    for at, discard in enumerate(table.rivers[seat]):
        turn = turn or discard.riichi
        if at not in table.taken[seat]:
            laid.append((NAMES[discard.tile], "turned" if turn else "upright"))
            turn = False
    return tuple(laid)
