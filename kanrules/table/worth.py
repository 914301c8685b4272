"""What a hand on the table would be worth with one tile more, at this moment."""

from __future__ import annotations

from typing import Protocol

from kanrules.law import scoring
from kanrules.law.options import Options
from kanrules.law.scoring import Value, WinningHand
from kanrules.law.vocabulary import Kan, SetAside
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, Seat, Tile, counts_37


class _Table(Protocol):
    """What is looked at of a `Table`, which asks through this module."""

    @property
    def round_wind(self) -> Seat: ...
    @property
    def honba(self) -> int: ...
    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]: ...
    @property
    def melds(self) -> tuple[tuple[Meld, ...], ...]: ...
    @property
    def rivers(self) -> tuple[tuple[Discard, ...], ...]: ...
    @property
    def riichi(self) -> tuple[bool, ...]: ...
    @property
    def double_riichi(self) -> tuple[bool, ...]: ...
    @property
    def ippatsu(self) -> tuple[bool, ...]: ...
    @property
    def first_go_around(self) -> bool: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def drawn(self) -> Tile | None: ...
    @property
    def live_tiles(self) -> int: ...
    @property
    def indicators(self) -> tuple[Tile | None, ...]: ...
    @property
    def ura(self) -> tuple[Tile | None, ...]: ...
    @property
    def on_replacement(self) -> bool: ...
    @property
    def announced(self) -> Kan | SetAside | None: ...
    @property
    def kitas(self) -> tuple[int, ...]: ...


def value(table: _Table, seat: Seat, tile: Tile, options: Options, *, tsumo: bool) -> Value | None:
    """What this seat's hand is worth with this tile, drawn or won from another; None where it is not complete or has no
    yaku. A tile that the seat has drawn already is left out.
    """
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
    found = scoring.score(
        WinningHand(
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
        ),
        options,
    )
    return None if found is None else scoring.enough(found, options, table.honba)


def ura_that_count(ura: tuple[Tile | None, ...], options: Options) -> tuple[Tile | None, ...]:
    """Of the tiles under the indicators those that count for a hand in riichi, as [dora] and [kandora] say."""
    if not options.dora.ura:
        return ()
    return ura if options.kandora.ura else ura[:1]
