"""The value of a hand on the table with one more tile, at this moment."""

from __future__ import annotations

from kanrules.law import scoring
from kanrules.law.hook_values import Kan
from kanrules.law.options import Options
from kanrules.law.scoring import Value, WinningHand
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, Seat, Tile, counts_37
from kanrules.table import complete_hand
from kanrules.table.judge import Judge
from kanrules.table.layout import HasOptions, Layout


def value(table: Layout, seat: Seat, tile: Tile, rules: HasOptions, *, tsumo: bool) -> Value | None:
    """Return the value of this seat's hand with this tile, drawn or claimed; None if the hand is incomplete or has no
    yaku. A tile that the seat has already drawn is left out.
    """
    options = rules.options
    concealed = list(table.hands[seat])
    if table.drawn is not None and table.turn == seat:
        concealed.remove(table.drawn)
    if len(concealed) % 3 != 1 or not waits_mask(Concealed.from_counts(counts_37(concealed))) >> KIND[tile] & 1:
        return None
    riichi = table.riichi[seat]
    rinshan = tsumo and table.on_replacement and table.turn == seat
    robbed = None if tsumo else table.announced
    chankan = isinstance(robbed, Kan)
    ippatsu = riichi and table.ippatsu[seat]
    if robbed is not None and ippatsu:
        ippatsu = options.chankan.ippatsu if chankan else options.kita.robbed_ippatsu
    win = WinningHand(
        concealed=(*concealed, tile),
        melds=table.melds[seat],
        winning_tile=tile,
        tsumo=tsumo,
        seat=seat,
        round_wind=table.round_wind,
        riichi=riichi,
        double_riichi=riichi and table.double_riichi[seat],
        ippatsu=ippatsu,
        rinshan=rinshan,
        chankan=chankan,
        last_tile=not table.live_tiles and robbed is None and (not rinshan or options.rinshan.with_haitei),
        first_turn=table.first_go_around and not table.rivers[seat] and not rinshan,
        indicators=table.indicators,
        ura=ura_that_count(table.ura, options) if riichi else (),
        kitas=table.kitas[seat],
    )
    judge: Judge | None = getattr(rules, "judge", None)
    if judge is None:
        found = scoring.score_hand(win, options)
    else:
        found = complete_hand.value(win, options, judge, lambda: table)
    return None if found is None else scoring.enough(found, options, table.honba)


def ura_that_count(ura: tuple[Tile | None, ...], options: Options) -> tuple[Tile | None, ...]:
    """Return the ura dora that count for a hand in riichi, as [dora] and [kandora] say."""
    if not options.dora.ura:
        return ()
    return ura if options.kandora.ura else ura[:1]
