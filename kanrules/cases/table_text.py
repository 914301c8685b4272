"""A table at one moment as text: hands, melds, rivers, and dora indicators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from kanrules.kyoku.machine import KyokuMachine
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import many, say
from kanrules.pieces.readings import kinds_of
from kanrules.pieces.tiles import NAMES, Seat, format_tiles, wind
from kanrules.table.state import Phase

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.cases.verify import Verified


PASS, FAIL, UNDER = _N("pass"), _N("FAIL"), _N("{case} under {rules}")
"""Messages about the result of a case."""
_ROUND, _HONBA = _N("{wind} round"), _N("{count} honba")
_STICKS = (_N("{count} stick"), _N("{count} sticks"))
_INDICATORS, _PENDING = _N("dora indicators {tiles}"), _N("{count} pending")
_LIVE = (_N("{count} live tile"), _N("{count} live tiles"))
_COLUMNS = (_N("concealed"), _N("melds"), _N("river"), _N("points"))
_HERE, _AT_LINE, _AT_END = _N("here"), _N("the table at line {number}"), _N("the table at the end")
_KITAS, _WAITS, _LIABLE = _N("{count} kita"), _N("waits {waits}"), _N("{seat} liable for {yakuman}")


def print_position(out: Console, kyoku: KyokuMachine, *, indent: int = 4, speak: Translator = ENGLISH) -> None:
    """Print the table: one line about the hand, then a row per seat, with a mark at the seat whose turn it is."""
    from rich.padding import Padding
    from rich.table import Table

    shown = format_tiles([tile for tile in kyoku.indicators if tile is not None])
    words = [
        say(_ROUND, wind=wind(kyoku.round_wind)),
        say(_HONBA, count=kyoku.honba),
        many(_STICKS, kyoku.sticks),
        say(_INDICATORS, tiles=shown or _N("none")),
    ]
    if kyoku.pending:
        words.append(say(_PENDING, count=len(kyoku.pending)))
    words.append(many(_LIVE, kyoku.live_tiles))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", *_COLUMNS, ""):
        table.add_column(speak(title))
    for seat in kyoku.setup.seats:
        melds = "  ".join(map(str, kyoku.melds[seat]))
        mark = "> " if seat == kyoku.turn and kyoku.phase is not Phase.OVER else "  "
        river = format_tiles([discard.tile for discard in kyoku.rivers[seat]])
        table.add_row(
            f"{mark}{speak(str(seat))}",
            _hand(kyoku, seat),
            melds,
            river,
            str(kyoku.scores[seat]),
            escape(", ".join(map(speak, _notes(kyoku, seat)))),
        )
    out.print(" " * indent + ", ".join(map(speak, words)))
    out.print(Padding(table, (0, 0, 0, indent), expand=False))


def print_failure(out: Console, verified: Verified, speak: Translator = ENGLISH) -> None:
    """Print a failed case: the differences, the play up to the first of them, and the table at that moment."""
    case = verified.case
    place = f"[dim]({escape(case.file)}:{case.line})[/]"
    under = say(UNDER, case=f"[bold]{escape(case.name)}[/]", rules=f"[bold]{escape(verified.rules)}[/]")
    out.print(f"[bold red]{speak(FAIL)}[/] {speak(under)} {place}")
    if verified.error is not None:
        out.print(escape(str(verified.error)))
        return
    for difference in verified.differences:
        out.print(f"  [red]{difference.key}[/]: {escape(speak(difference.text))}")
    first = verified.differences[0]
    out.print()
    for line in case.lines:
        here = first.line is not None and line.number == first.line.number
        out.print(
            f"  {'>' if here else ' '} {line.number}  {escape(line.text)}"
            + (f"   [red]<- {speak(_HERE)}[/]" if here else "")
        )
    when = say(_AT_LINE, number=first.line.number) if first.line is not None else _AT_END
    out.print(f"  {speak(when)}:")
    print_position(out, first.kyoku, speak=speak)


def _hand(kyoku: KyokuMachine, seat: Seat) -> str:
    tiles = kyoku.concealed(seat)
    if seat == kyoku.turn and kyoku.drawn is not None and kyoku.drawn in tiles:
        tiles.remove(kyoku.drawn)
        return f"{format_tiles(tiles)} {NAMES[kyoku.drawn]}"
    return format_tiles(tiles)


def _notes(kyoku: KyokuMachine, seat: Seat) -> list[str]:
    notes: list[str] = []
    if kyoku.riichi[seat]:
        notes.append(_N("double riichi") if kyoku.double_riichi[seat] else _N("riichi"))
    if kyoku.ippatsu[seat]:
        notes.append(_N("ippatsu"))
    if kyoku.kitas[seat]:
        notes.append(say(_KITAS, count=kyoku.kitas[seat]))
    if kyoku.dead[seat]:
        notes.append(_N("dead hand"))
    waits = kinds_of(kyoku.waits(seat))
    if waits:
        notes.append(say(_WAITS, waits=format_tiles(waits)))
        if kyoku.is_furiten(seat):
            notes.append(_N("furiten"))
    notes += [say(_LIABLE, seat=one.seat, yakuman=one.yakuman) for one in kyoku.liabilities[seat]]
    return notes
