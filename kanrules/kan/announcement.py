"""Find which kan an action announces, and which tiles it takes."""

from __future__ import annotations

from kanrules.errors import IllegalAction
from kanrules.law.codes import objection
from kanrules.law.hook_values import Kan
from kanrules.pieces.actions import Ankan, KanAction, Shouminkan
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import FIVES, KIND, NAMES, RED_FIVES, Kind, Seat, Tile, sort_tiles
from kanrules.rulings import Objection
from kanrules.table.state import State


def tiles_of(state: State, seat: Seat, kind: Kind) -> tuple[Tile, ...]:
    """Return the concealed tiles of this kind that the seat holds, a red five first."""
    hand = state.hands[seat]
    held = [kind] * hand[kind]
    if kind in FIVES:
        red = RED_FIVES[FIVES.index(kind)]
        held = [red] * hand[red] + held
    return tuple(held)


def kan_of(state: State, action: KanAction) -> Kan:
    """Return the kan that this action announces. Raises IllegalAction (KR201) if the tiles for it are not there."""
    seat, kind = action.seat, KIND[action.tile]
    held = tiles_of(state, seat, kind)
    called: Tile | None = None
    source: Seat | None = None
    if isinstance(action, Ankan):
        kan_type, tiles = MeldType.ANKAN, held
        if len(held) != 4:
            raise IllegalAction([_not_held("four", action, kind, len(held))])
    elif isinstance(action, Shouminkan):
        kan_type = MeldType.SHOUMINKAN
        pon = next((m for m in state.melds[seat] if m.type is MeldType.PON and m.kind == kind), None)
        if pon is None:
            raise IllegalAction([_not_held("no_pon", action, kind)])
        if not held:
            raise IllegalAction([_not_held("fourth", action, kind)])
        tiles, called, source = (*pon.tiles, held[0]), pon.called, pon.source
    else:
        kan_type = MeldType.DAIMINKAN
        last = state.claimable()
        if last is None or KIND[last.tile] != kind or last.seat == seat:
            raise IllegalAction([objection("KR202", "no_discard", seat=seat, tile=NAMES[action.tile])])
        if len(held) != 3:
            raise IllegalAction([_not_held("three", action, kind, len(held))])
        tiles, called, source = (*held, last.tile), last.tile, last.seat
    return Kan(
        type=kan_type,
        seat=seat,
        tile=tiles[-1] if kan_type is MeldType.SHOUMINKAN else action.tile,
        tiles=tuple(sort_tiles(tiles)),
        called=called,
        source=source,
        number=len(state.kans) + 1,
        in_riichi=state.riichi[seat],
        on_replacement=state.on_replacement and kan_type is not MeldType.DAIMINKAN,
    )


def _not_held(what: str, action: KanAction, kind: Kind, count: int = 0) -> Objection:
    return objection("KR201", what, action=action, seat=action.seat, tile=NAMES[kind], count=count)
