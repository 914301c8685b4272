"""What the law has against a kan: one law a function, each an objection or None; and which of several is gravest."""

from __future__ import annotations

from kanrules.kan import fifth_kan, riichi_kan
from kanrules.law.codes import CODES, objection
from kanrules.law.options import DeadHandKan, Options
from kanrules.law.vocabulary import FifthKan, Kan
from kanrules.pieces.melds import MeldType
from kanrules.pieces.readings import Concealed
from kanrules.pieces.tiles import KIND, counts_37
from kanrules.rulings import Objection
from kanrules.table.snapshot import Table
from kanrules.table.state import State


def dead_hand(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A player with a dead hand may not kan, save with tiles of its own where `kan.dead_hand` allows it.

    Source: EMA 2016 3.4.7, M.League 7-2(1), WRC 2015 7.1 (none at all); MIL 2024 (an ankan and a shouminkan stay).
    """
    if kan.seat not in table.dead_hands:
        return None
    if options.kan.dead_hand is DeadHandKan.FORBIDDEN:
        return objection("KR214", "kan", "kan.dead_hand", seat=kan.seat)
    if kan.type is MeldType.DAIMINKAN:
        return objection("KR214", "claim", "kan.dead_hand", seat=kan.seat)
    return None


def own_turn(kan: Kan, table: Table, options: Options) -> Objection | None:
    """An ankan or shouminkan is declared on a tile drawn, never in a turn that began with a chi or pon. Source: EMA
    2016 3.3.6.
    """
    if kan.type is MeldType.DAIMINKAN:
        return None
    if table.turn != kan.seat:
        return objection("KR202", "turn", seat=kan.seat)
    if table.drawn is None:
        return objection("KR202", "called", seat=kan.seat)
    return None


def live_tiles(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A kan needs live tiles left, since one of them refills the dead wall. Source: M.League 2-3, EMA 2016 3.4.1."""
    needed = options.kan.min_live_tiles
    if table.live_tiles < max(needed, 1):
        name = "none" if table.live_tiles == 0 else "few"
        return objection("KR203", name, "kan.min_live_tiles", count=table.live_tiles, needed=needed)
    return None


def replacement_left(kan: Kan, table: Table, options: Options) -> Objection | None:
    """One of the first four kans needs a replacement tile; kitas may have taken them. A fifth has none whatever was
    taken.
    """
    if kan.number > 4 or table.rinshan_left or not any(table.kitas):
        return None
    return objection("KR221", "taken", "wall.replacements", count=options.wall.replacements)


def kans_of_one_player(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A player may declare so many kans a hand and no more, where the rules set a number. Source: the key
    `kan.max_per_player`.
    """
    most = options.kan.max_per_player
    if most and sum(other.seat == kan.seat for other in table.kans) >= most:
        return objection("KR216", "most", "kan.max_per_player", seat=kan.seat, most=most)
    return None


def open_kan_in_riichi(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A player in riichi may declare no open kan."""
    if kan.in_riichi and kan.type is not MeldType.ANKAN:
        return objection("KR210", "open", seat=kan.seat, kan=kan.type)
    return None


def no_kan_in_riichi(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Where the level is `forbidden` no kan may be declared in riichi. Source: the key `riichi_kan.level`."""
    return _in_riichi("KR207", kan, table, options)


def drawn_tile_only(kan: Kan, table: Table, options: Options) -> Objection | None:
    """In riichi the drawn tile is one of the four, unless the rules allow okuri-kan. Source: the key
    `riichi_kan.drawn_tile_only`.
    """
    return _in_riichi("KR206", kan, table, options)


def winning_draw(kan: Kan, table: Table, options: Options) -> Objection | None:
    """On a tile that wins no kan is declared in riichi where the rules say so. Source: the key
    `riichi_kan.winning_draw`.
    """
    return _in_riichi("KR215", kan, table, options)


def waits_stay(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A kan in riichi leaves the waits as they are. Source: the key `riichi_kan.level`."""
    return _in_riichi("KR204", kan, table, options)


def readings_stay(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A kan in riichi takes no reading from the hand at `same_readings`. Source: the key `riichi_kan.level`."""
    return _in_riichi("KR205", kan, table, options)


def yaku_stay(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A kan in riichi takes no yaku from the hand at `same_readings_and_yaku`. Source: the key `riichi_kan.level`."""
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
"""Core's laws about a kan, one an objection; all but those of `ALWAYS` are about a player in riichi."""


def objections(kan: Kan, table: Table, options: Options) -> list[Objection]:
    """What all of core's laws have against this kan, gravest first."""
    found = [law(kan, table, options) for law in (OBJECTIONS if kan.in_riichi else ALWAYS)]
    objecting = [one for one in found if one is not None]
    if len(objecting) > 1:
        objecting.sort(key=gravity)
    return objecting


def against(state: State, kan: Kan) -> list[Objection]:
    """Every objection to this kan, gravest first: by plugins and core, and for a fifth kan by [fifth_kan] as well."""
    if state.judge.asks("before_kan"):
        found = [answer.value for answer in state.judge.before_kan(kan, state.glance)]
    else:
        found = objections(kan, state.glance(), state.options)
    if kan.number > 4:
        fifth = fifth_kan.policy(state, kan)
        if fifth.value is FifthKan.FORBID:
            name, key = ("fifth", "fifth_kan.policy") if fifth.by == "core" else ("plugin", "")
            found.insert(0, objection("KR209", name, key, plugin=fifth.by))
    return found


def gravity(one: Objection) -> int:
    """How grave an objection is, as the row of its code says: the gravest is lowest, a plugin's own come last."""
    row = CODES.get(one.code)
    return -row.gravity if row is not None else 0
