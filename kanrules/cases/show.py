"""A table at one moment, drawn for a person: hands, melds, rivers, indicators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from kanrules.kyoku.machine import Kyoku
from kanrules.pieces.readings import kinds_of
from kanrules.pieces.tiles import NAMES, Seat, format_tiles
from kanrules.table.state import Phase

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.cases.verify import Verified


def print_position(out: Console, kyoku: Kyoku, *, indent: int = 4) -> None:
    """Prints the table: one line about the hand, then a row a seat, the seat whose turn it is marked."""
    from rich.padding import Padding
    from rich.table import Table

    shown = format_tiles([tile for tile in kyoku.indicators if tile is not None])
    words = [
        f"{kyoku.round_wind} round",
        f"{kyoku.honba} honba",
        f"{kyoku.sticks} sticks",
        f"indicators {shown or 'none'}",
    ]
    if kyoku.pending:
        words.append(f"{len(kyoku.pending)} pending")
    words.append(f"{kyoku.live_tiles} live tiles")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", "concealed", "melds", "river", "points", ""):
        table.add_column(title)
    for seat in kyoku.setup.seats:
        melds = "  ".join(map(str, kyoku.melds[seat]))
        mark = "> " if seat == kyoku.turn and kyoku.phase is not Phase.OVER else "  "
        river = format_tiles([discard.tile for discard in kyoku.rivers[seat]])
        table.add_row(
            f"{mark}{seat}",
            _hand(kyoku, seat),
            melds,
            river,
            str(kyoku.scores[seat]),
            escape(", ".join(_notes(kyoku, seat))),
        )
    out.print(" " * indent + ", ".join(words))
    out.print(Padding(table, (0, 0, 0, indent), expand=False))


def print_failure(out: Console, verified: Verified) -> None:
    """A case that failed: what differs, the play up to the first difference, and the table at that moment."""
    case = verified.case
    place = f"[dim]({escape(case.file)}:{case.line})[/]"
    out.print(f"[bold red]FAIL[/] [bold]{escape(case.name)}[/] under [bold]{escape(verified.rules)}[/] {place}")
    if verified.error is not None:
        out.print(escape(str(verified.error)))
        return
    for difference in verified.differences:
        out.print(f"  [red]{difference.key}[/]: {escape(difference.text)}")
    first = verified.differences[0]
    out.print()
    for line in case.lines:
        here = first.line is not None and line.number == first.line.number
        out.print(
            f"  {'>' if here else ' '} {line.number}  {escape(line.text)}" + ("   [red]<- here[/]" if here else "")
        )
    out.print(f"  the table {'at line ' + str(first.line.number) if first.line is not None else 'at the end'}:")
    print_position(out, first.kyoku)


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
    if kyoku.kitas[seat]:
        notes.append(f"{kyoku.kitas[seat]} kita")
    if kyoku.dead[seat]:
        notes.append("dead hand")
    waits = kinds_of(kyoku.waits(seat))
    if waits:
        notes.append("waits " + format_tiles(waits))
        if kyoku.is_furiten(seat):
            notes.append("furiten")
    notes += [f"{one.seat} liable for {one.yakuman}" for one in kyoku.liabilities[seat]]
    return notes
