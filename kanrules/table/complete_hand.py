"""A complete hand on the table as the hooks `yaku` and `dora` see it, and its value by what they answer."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from itertools import chain

from kanrules.law import local_yaku, scoring
from kanrules.law.hook_values import CompleteHand, DoraIndicator, Kan
from kanrules.law.options import Options
from kanrules.law.scoring import Value, WinningHand
from kanrules.law.setup import setup_of
from kanrules.pieces.later import fill
from kanrules.pieces.tiles import Seat, Tile, sort_tiles
from kanrules.table.judge import Judge
from kanrules.table.layout import Layout


def value(win: WinningHand, options: Options, judge: Judge, table: Callable[[], Layout]) -> Value | None:
    """Return the value of a complete hand, with the yaku and dora of plugins; None if it has no yaku."""
    if not (judge.asks("yaku") or judge.asks("dora")):
        return scoring.score_hand(win, options)
    seen = complete_hand(win, options, table())
    kept = weakref.ref(seen)
    dora = judge.decide("dora", seen, table=table)
    yaku = judge.ask("yaku", seen, table=table)
    # What a plugin keeps must stay the hand of this moment, whatever it has looked at.
    del seen
    if (held := kept()) is not None:
        fill(held)
    if dora is None and not yaku:
        return scoring.score_hand(win, options)
    named = [answer.value for answer in yaku]
    return local_yaku.score_with(win, options, named, None if dora is None else dora.value)


def complete_hand(win: WinningHand, options: Options, table: Layout) -> CompleteHand:
    """Return a complete hand as a hook sees it; each field is made on first access."""
    found: CompleteHand = object.__new__(CompleteHand)
    object.__setattr__(found, "_look", lambda name: _LOOKS[name](win, options, table))
    return found


def _source(win: WinningHand, options: Options, table: Layout) -> Seat | None:
    if win.tsumo:
        return None
    claimed = table.announced or table.last_discard
    return claimed.seat if claimed is not None else None


def _after_kan(win: WinningHand, options: Options, table: Layout) -> Kan | None:
    last = table.last_discard
    if win.tsumo or table.announced is not None or last is None or last.tile != win.winning_tile:
        return None
    number = table.after_kan[last.seat][-1]
    return table.kans[number - 1] if number else None


def _indicators(win: WinningHand, options: Options, table: Layout) -> tuple[DoraIndicator, ...]:
    kans = {kan.number: kan for kan in table.kans}
    if isinstance(table.announced, Kan):
        kans[table.announced.number] = table.announced
    after = setup_of(options).dora_after

    def shown(tiles: tuple[Tile | None, ...], ura: bool) -> list[DoraIndicator]:
        return [
            DoraIndicator(tile, None if tile is None else after[tile], kans.get(number), ura)
            for tile, number in zip(tiles, table.indicator_kans, strict=False)
        ]

    ura = win.ura if win.ura and options.dora.ura else ()
    return tuple(chain(shown(win.indicators, False), shown(ura, True)))


_LOOKS: dict[str, Callable[[WinningHand, Options, Layout], object]] = {
    "seat": lambda win, options, table: win.seat,
    "tile": lambda win, options, table: win.winning_tile,
    "tsumo": lambda win, options, table: win.tsumo,
    "source": _source,
    "concealed": lambda win, options, table: tuple(sort_tiles(win.concealed)),
    "melds": lambda win, options, table: win.melds,
    "kitas": lambda win, options, table: win.kitas,
    "riichi": lambda win, options, table: win.riichi,
    "double_riichi": lambda win, options, table: win.double_riichi,
    "ippatsu": lambda win, options, table: win.ippatsu,
    "rinshan": lambda win, options, table: win.rinshan,
    "chankan": lambda win, options, table: win.chankan,
    "last_tile": lambda win, options, table: win.last_tile,
    "first_turn": lambda win, options, table: win.first_turn,
    "after_kan": _after_kan,
    "indicators": _indicators,
    "dora": lambda win, options, table: local_yaku.core_dora(win, options),
    "readings": lambda win, options, table: local_yaku.readings(win, options),
}
