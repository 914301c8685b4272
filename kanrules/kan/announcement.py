"""The announced kan: which kan an action announces, which tiles it takes, and the laws against it."""

from __future__ import annotations

from kanrules.errors import IllegalAction
from kanrules.kan.riichi_kan import IN_RIICHI, SEEN_BY_ALL
from kanrules.law.codes import CODES, objection
from kanrules.law.hook_values import Kan
from kanrules.law.options import DeadHandKan, Options
from kanrules.pieces.actions import Ankan, KanAction, Shouminkan
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import FIVES, KIND, NAMES, RED_FIVES, Kind, Seat, Tile, sort_tiles
from kanrules.rulings import Objection
from kanrules.table.snapshot import Table
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


# --- the laws against a kan -------------------------------------------------------------------------------------------


def dead_hand(kan: Kan, table: Table | State, options: Options) -> Objection | None:
    """Object to a kan with a dead hand, unless `kan.dead_hand` allows the player's own tiles.

    Source: EMA 2016 3.4.7, M.League 7-2(1), WRC 2015 7.1 (no kan at all); MIL 2024 (an ankan and a shouminkan are
    allowed).
    """
    if kan.seat not in table.dead_hands:
        return None
    if options.kan.dead_hand is DeadHandKan.FORBIDDEN:
        return objection("KR214", "kan", "kan.dead_hand", seat=kan.seat)
    if kan.type is MeldType.DAIMINKAN:
        return objection("KR214", "claim", "kan.dead_hand", seat=kan.seat)
    return None


def own_turn(kan: Kan, table: Table | State, options: Options) -> Objection | None:
    """Object to an ankan or shouminkan outside the player's own turn, or in a turn that began with chi or pon: it may
    follow only a draw. Source: EMA 2016 3.3.6.
    """
    if kan.type is MeldType.DAIMINKAN:
        return None
    if table.turn != kan.seat:
        return objection("KR202", "turn", seat=kan.seat)
    if table.drawn is None:
        return objection("KR202", "called", seat=kan.seat)
    return None


def live_tiles(kan: Kan, table: Table | State, options: Options) -> Objection | None:
    """Object to a kan if the live wall has too few tiles, since one of them refills the dead wall. Source: M.League
    2-3, EMA 2016 3.4.1.
    """
    needed, left = options.kan.min_live_tiles, table.live_tiles
    if left < max(needed, 1):
        return objection("KR203", "few" if left else "none", "kan.min_live_tiles", count=left, needed=needed)
    return None


def replacement_left(kan: Kan, table: Table | State, options: Options) -> Objection | None:
    """Object to one of the first four kans if kitas have taken its replacement tile. A fifth kan never has one."""
    if kan.number > 4 or not any(table.kitas) or table.rinshan_left:
        return None
    return objection("KR221", "taken", "wall.replacements", count=options.wall.replacements)


def kans_of_one_player(kan: Kan, table: Table | State, options: Options) -> Objection | None:
    """Object to more kans by one player than the rules allow in a hand. Source: the key `kan.max_per_player`."""
    most = options.kan.max_per_player
    if most and sum(other.seat == kan.seat for other in table.kans) >= most:
        return objection("KR216", "most", "kan.max_per_player", seat=kan.seat, most=most)
    return None


ALWAYS = (dead_hand, own_turn, live_tiles, replacement_left, kans_of_one_player)
LAWS = (*ALWAYS, *IN_RIICHI)
"""Core's laws about a kan, one for each objection. All but those of `ALWAYS` concern a player in riichi."""


def objections(kan: Kan, table: Table | State, options: Options) -> list[Objection]:
    """Return every objection of core's laws to this kan, most serious first."""
    found = []
    for law in ALWAYS:
        against = law(kan, table, options)
        if against is not None:
            found.append(against)
    if kan.in_riichi:
        laws = IN_RIICHI
        if isinstance(table, State) and table.is_hidden(kan.seat):
            laws = SEEN_BY_ALL
            if kan.type is MeldType.ANKAN:
                table.cannot_know("kan in riichi", kan.seat)
        frozen = table.glance() if isinstance(table, State) else table
        found += [against for law in laws if (against := law(kan, frozen, options)) is not None]
    if len(found) > 1:
        found.sort(key=gravity)
    return found


def gravity(one: Objection) -> int:
    """Return a sort key for objections, from the row of the code: the most serious is lowest, and a plugin's own codes
    come last.
    """
    row = CODES.get(one.code)
    return -row.gravity if row is not None else 0
