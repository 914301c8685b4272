"""Objections to a kan: one function for each law, and the order of several objections."""

from __future__ import annotations

from kanrules.kan import fifth_kan, riichi_kan
from kanrules.law.codes import CODES, objection
from kanrules.law.hook_values import FifthKan, Kan
from kanrules.law.options import DeadHandKan, Options
from kanrules.pieces.melds import MeldType
from kanrules.pieces.readings import Concealed
from kanrules.pieces.tiles import KIND, counts_37
from kanrules.rulings import Objection
from kanrules.table.snapshot import Table
from kanrules.table.state import State


def dead_hand(kan: Kan, table: Table, options: Options) -> Objection | None:
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


def own_turn(kan: Kan, table: Table, options: Options) -> Objection | None:
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


def live_tiles(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to a kan if the live wall has too few tiles, since one of them refills the dead wall. Source: M.League
    2-3, EMA 2016 3.4.1.
    """
    needed = options.kan.min_live_tiles
    if table.live_tiles < max(needed, 1):
        name = "none" if table.live_tiles == 0 else "few"
        return objection("KR203", name, "kan.min_live_tiles", count=table.live_tiles, needed=needed)
    return None


def replacement_left(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to one of the first four kans if kitas have taken its replacement tile. A fifth kan never has one."""
    if kan.number > 4 or table.rinshan_left or not any(table.kitas):
        return None
    return objection("KR221", "taken", "wall.replacements", count=options.wall.replacements)


def kans_of_one_player(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to more kans by one player than the rules allow in a hand. Source: the key `kan.max_per_player`."""
    most = options.kan.max_per_player
    if most and sum(other.seat == kan.seat for other in table.kans) >= most:
        return objection("KR216", "most", "kan.max_per_player", seat=kan.seat, most=most)
    return None


def open_kan_in_riichi(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to an open kan by a player in riichi."""
    if kan.in_riichi and kan.type is not MeldType.ANKAN:
        return objection("KR210", "open", seat=kan.seat, kan=kan.type)
    return None


def no_kan_in_riichi(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to any kan in riichi at the level `forbidden`. Source: the key `riichi_kan.level`."""
    return _in_riichi("KR207", kan, table, options)


def drawn_tile_only(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to a kan in riichi without the drawn tile, unless the rules allow okuri-kan. Source: the key
    `riichi_kan.drawn_tile_only`.
    """
    return _in_riichi("KR206", kan, table, options)


def winning_draw(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to a kan in riichi with a tile that wins, if the rules forbid it. Source: the key
    `riichi_kan.winning_draw`.
    """
    return _in_riichi("KR215", kan, table, options)


def waits_stay(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to a kan in riichi that changes the waits. Source: the key `riichi_kan.level`."""
    return _in_riichi("KR204", kan, table, options)


def readings_stay(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to a kan in riichi that removes a reading, at `same_readings`. Source: the key `riichi_kan.level`."""
    return _in_riichi("KR205", kan, table, options)


def yaku_stay(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to a kan in riichi that removes a yaku (`same_readings_and_yaku`). Source: the key `riichi_kan.level`."""
    return _in_riichi("KR208", kan, table, options)


def _in_riichi(code: str, kan: Kan, table: Table, options: Options) -> Objection | None:
    if not kan.in_riichi or kan.type is not MeldType.ANKAN or table.drawn is None or table.turn != kan.seat:
        return None
    counts = counts_37(table.hands[kan.seat])
    counts[table.drawn] -= 1
    hand, drawn, melds = Concealed.from_counts(counts), KIND[table.drawn], table.melds[kan.seat]
    return riichi_kan.objection(code, hand, drawn, KIND[kan.tile], melds, options.riichi_kan)


ALWAYS = (dead_hand, own_turn, live_tiles, replacement_left, kans_of_one_player)
OBJECTIONS = (
    *ALWAYS, open_kan_in_riichi, no_kan_in_riichi, drawn_tile_only, winning_draw, waits_stay, readings_stay, yaku_stay,
)  # fmt: skip
"""Core's laws about a kan, one for each objection. All but those of `ALWAYS` concern a player in riichi."""


def objections(kan: Kan, table: Table, options: Options) -> list[Objection]:
    """Return every objection of core's laws to this kan, most serious first."""
    found = [law(kan, table, options) for law in (OBJECTIONS if kan.in_riichi else ALWAYS)]
    objecting = [one for one in found if one is not None]
    if len(objecting) > 1:
        objecting.sort(key=gravity)
    return objecting


def against(state: State, kan: Kan) -> list[Objection]:
    """Return every objection to this kan, most serious first: from plugins, core, and for a fifth kan [fifth_kan]."""
    if state.judge.asks("before_kan"):
        found = [answer.value for answer in state.judge.answers("before_kan", kan, table=state.glance)]
        found.sort(key=gravity)
    else:
        found = objections(kan, state.glance(), state.options)
    if kan.number > 4:
        # This objection is not in `OBJECTIONS`, because the hook `fifth_kan` decides it, and not `before_kan`.
        fifth = fifth_kan.policy(state, kan)
        if fifth.value is FifthKan.FORBID:
            name, key = ("fifth", "fifth_kan.policy") if fifth.by == "core" else ("plugin", "")
            found.insert(0, objection("KR209", name, key, plugin=fifth.by))
    return found


def gravity(one: Objection) -> int:
    """Return a sort key for objections, from the row of the code: the most serious is lowest, and a plugin's own codes
    come last.
    """
    row = CODES.get(one.code)
    return -row.gravity if row is not None else 0
