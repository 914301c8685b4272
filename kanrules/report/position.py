"""A table at one moment, drawn for a person: hands, melds, rivers, indicators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from kanrules.kyoku import Kyoku, Phase
from kanrules.readings import kinds_of
from kanrules.tiles import NAMES, SEATS, Seat, format_tiles

if TYPE_CHECKING:
    from rich.console import Console


def print_position(out: Console, kyoku: Kyoku, *, indent: int = 4) -> None:
    """Prints the table: one line about the hand, then a row a seat, the seat whose turn it is marked."""
    from rich.padding import Padding
    from rich.table import Table

    shown = format_tiles([tile for tile in kyoku.indicators if tile is not None])
    words = [f"{kyoku.round_wind} round", f"{kyoku.honba} honba", f"{kyoku.sticks} sticks", f"indicators {shown or 'none'}"]
    if kyoku.pending:
        words.append(f"{len(kyoku.pending)} pending")
    words.append(f"{kyoku.live_tiles} live tiles")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", "concealed", "melds", "river", "points", ""):
        table.add_column(title)
    for seat in SEATS:
        melds = "  ".join(map(str, kyoku.melds[seat]))
        mark = "> " if seat == kyoku.turn and kyoku.phase is not Phase.OVER else "  "
        river = format_tiles([discard.tile for discard in kyoku.rivers[seat]])
        table.add_row(f"{mark}{seat}", _hand(kyoku, seat), melds, river, str(kyoku.scores[seat]), escape(", ".join(_notes(kyoku, seat))))
    out.print(" " * indent + ", ".join(words))
    out.print(Padding(table, (0, 0, 0, indent), expand=False))


def _hand(kyoku: Kyoku, seat: Seat) -> str:
    tiles = kyoku.concealed(seat)
    if seat == kyoku.turn and kyoku.drawn is not None and kyoku.drawn in tiles:
        tiles.remove(kyoku.drawn)
        return f"{format_tiles(tiles)} {NAMES[kyoku.drawn]}"
    return format_tiles(tiles)


def _notes(kyoku: Kyoku, seat: Seat) -> list[str]:
    notes = []
    if kyoku.riichi[seat]:
        notes.append("double riichi" if kyoku.double_riichi[seat] else "riichi")
    if kyoku.ippatsu[seat]:
        notes.append("ippatsu")
    if kyoku.dead[seat]:
        notes.append("dead hand")
    waits = kinds_of(kyoku.waits(seat))
    if waits:
        notes.append("waits " + format_tiles(waits))
        if kyoku.is_furiten(seat):
            notes.append("furiten")
    notes += [f"{one.seat} liable for {one.yakuman}" for one in kyoku.liabilities[seat]]
    return notes
