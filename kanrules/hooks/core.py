"""Core's own answers about a kan: what the options of a ruleset say. `kanrules.hooks.judge` registers them like any
plugin's.
"""

from __future__ import annotations

from dataclasses import replace

from kanrules.kan import in_riichi as kan_in_riichi
from kanrules.kan import liability
from kanrules.law.codes import CODES
from kanrules.law.options import (
    AnkanRobbery,
    DeadHandKan,
    FifthKanPolicy,
    FoulFound,
    FoulOnWin,
    FoulPenalty,
    FourKansDraw,
    FourKansOfOne,
    Instant,
    Options,
)
from kanrules.law.vocabulary import Call, FifthKan, Foul, FourKans, Kan, Liability, Penalty, PenaltyType
from kanrules.pieces.melds import MeldType
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, TERMINALS_AND_HONOURS, Seat, counts_37
from kanrules.rulings import Objection
from kanrules.table.snapshot import Table


def dead_hand(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A player with a dead hand may not kan, save with tiles of its own where `kan.dead_hand` allows it.

    Source: EMA 2016 3.4.7, M.League 7-2(1), WRC 2015 7.1 (none at all); MIL 2024 (an ankan and a shouminkan stay).
    """
    if kan.seat not in table.dead_hands:
        return None
    if options.kan.dead_hand is DeadHandKan.FORBIDDEN:
        return Objection("KR214", f"{kan.seat} has a dead hand and may not kan", "kan.dead_hand")
    if kan.type is MeldType.DAIMINKAN:
        return Objection("KR214", f"{kan.seat} has a dead hand and may not claim a kan", "kan.dead_hand")
    return None


def own_turn(kan: Kan, table: Table, options: Options) -> Objection | None:
    """An ankan or shouminkan is declared on a tile drawn, never in a turn that began with a chi or pon. Source: EMA
    2016 3.3.6.
    """
    if kan.type is MeldType.DAIMINKAN:
        return None
    if table.turn != kan.seat:
        return Objection("KR202", f"it is not {kan.seat}'s turn")
    if table.drawn is None:
        return Objection("KR202", f"{kan.seat} has called a tile and not drawn one; no kan in this turn")
    return None


def live_tiles(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A kan needs live tiles left, since one of them refills the dead wall. Source: M.League 2-3, EMA 2016 3.4.1."""
    needed = options.kan.min_live_tiles
    if table.live_tiles < max(needed, 1):
        left = (
            "no live tile is left"
            if table.live_tiles == 0
            else f"{table.live_tiles} live tiles are left, a kan needs {needed}"
        )
        return Objection("KR203", left, "kan.min_live_tiles")
    return None


def kans_of_one_player(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A player may declare so many kans a hand and no more, where the rules set a number. Source: the key
    `kan.max_per_player`.
    """
    most = options.kan.max_per_player
    if most and sum(other.seat == kan.seat for other in table.kans) >= most:
        text = f"{kan.seat} has declared as many kans as a player may in one hand ({most})"
        return Objection("KR216", text, "kan.max_per_player")
    return None


def open_kan_in_riichi(kan: Kan, table: Table, options: Options) -> Objection | None:
    """A player in riichi may declare no open kan."""
    if kan.in_riichi and kan.type is not MeldType.ANKAN:
        return Objection("KR210", f"{kan.seat} is in riichi and may not declare a {kan.type}")
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
    question = (
        Concealed.from_counts(counts),
        KIND[table.drawn],
        KIND[kan.tile],
        table.melds[kan.seat],
        options.riichi_kan,
    )
    if not kan_in_riichi.verdict(*question):
        return None
    return next(
        (objection for objection in kan_in_riichi.explain(*question).objections if objection.code == code), None
    )


ALWAYS = (dead_hand, own_turn, live_tiles, kans_of_one_player)
OBJECTIONS = (
    *ALWAYS, open_kan_in_riichi, no_kan_in_riichi, drawn_tile_only, winning_draw, waits_stay, readings_stay, yaku_stay,
)  # fmt: skip
"""Core's laws about a kan, one an objection; all but those of `ALWAYS` are about a player in riichi."""


def objections(kan: Kan, table: Table, options: Options) -> list[Objection]:
    """What all of core's laws have against this kan, gravest first."""
    found = [law(kan, table, options) for law in (OBJECTIONS if kan.in_riichi else ALWAYS)]
    return by_gravity([objection for objection in found if objection is not None])


_GRAVITY: dict[str, int] = {code: row.gravity for code, row in CODES.items()}


def by_gravity(found: list[Objection]) -> list[Objection]:
    """Objections sorted, gravest first; a plugin's own come last."""
    if len(found) > 1:
        found.sort(key=lambda objection: -_GRAVITY.get(objection.code, 0))
    return found


def reveal_kandora(kan: Kan, options: Options) -> Instant:
    """Each type of kan has its instant; without kandora no indicator is turned."""
    kandora = options.kandora
    if not kandora.enabled:
        return Instant.NEVER
    if kan.type is MeldType.ANKAN:
        return kandora.ankan
    return kandora.daiminkan if kan.type is MeldType.DAIMINKAN else kandora.shouminkan


def fifth_kan(kan: Kan, options: Options) -> FifthKan:
    """A fifth kan is forbidden or ends the hand; where it ends the hand it may be robbed first or not."""
    if options.fifth_kan.policy is FifthKanPolicy.FORBIDDEN:
        return FifthKan.FORBID
    return FifthKan.ABORT_IF_NOT_ROBBED if options.fifth_kan.robbable else FifthKan.ABORT


def four_kans(kan: Kan, table: Table, options: Options) -> FourKans:
    """Four kans end the hand or not, as one player or several have declared them; one player's may win it."""
    owners = {other.seat for other in table.kans} | {kan.seat}
    if len(owners) == 1:
        return _FOUR_OF_ONE[options.four_kans.one_player]
    return FourKans.ABORT if options.four_kans.several_players is FourKansDraw.ABORT else FourKans.PLAY_ON


_FOUR_OF_ONE: dict[FourKansOfOne, FourKans] = {
    FourKansOfOne.PLAY_ON: FourKans.PLAY_ON,
    FourKansOfOne.ABORT: FourKans.ABORT,
    FourKansOfOne.WIN_ON_PASSED_DISCARD: FourKans.WIN_ON_PASSED_DISCARD,
}


def rob_kan(kan: Kan, seat: Seat, table: Table, options: Options) -> bool:
    """A shouminkan may be robbed; an ankan never, or by thirteen orphans alone. Source: the key `chankan.ankan`."""
    if kan.type is MeldType.SHOUMINKAN:
        return True
    if kan.type is MeldType.DAIMINKAN or options.chankan.ankan is AnkanRobbery.NEVER:
        return False
    return waits_on_kokushi(table, seat, KIND[kan.tile])


def waits_on_kokushi(table: Table, seat: Seat, kind: int) -> bool:
    """Whether this seat's hand with that tile is thirteen orphans."""
    counts = counts_37(table.hands[seat])
    if (
        table.melds[seat]
        or kind not in TERMINALS_AND_HONOURS
        or not waits_mask(Concealed.from_counts(counts)) >> kind & 1
    ):
        return False
    return sum(1 for orphan in TERMINALS_AND_HONOURS if counts[orphan]) >= 12


def liable(call: Call, table: Table, options: Options) -> list[Liability]:
    """Who feeds the set that makes a liable yakuman certain answers for it."""
    return liability.attaches(call, table.melds[call.seat], options)


def penalty(foul: Foul, options: Options) -> Penalty | None:
    """An illegal kan in riichi costs what `riichi_kan.illegal` says, a forbidden fifth kan what `fifth_kan.illegal`
    does; for other fouls a ruleset has words for the referee, or none.
    """
    if foul.corrected:
        return None
    if foul.name == "riichi_kan":
        return _illegal_kan_in_riichi(foul, options)
    words = getattr(options.penalty, foul.name, "")
    if foul.name == "fifth_kan" and options.fifth_kan.illegal is not FoulPenalty.NONE:
        return _priced(options.fifth_kan.illegal, "a forbidden fifth kan", "fifth_kan.illegal", words)
    key = f"penalty.{foul.name}" if hasattr(options.penalty, foul.name) else ""
    if words:
        return Penalty(PenaltyType.NONE, code="KR603", text=words, key=key)
    return Penalty(PenaltyType.NONE, code="KR605", text="no published penalty found", key=key)


def _illegal_kan_in_riichi(foul: Foul, options: Options) -> Penalty:
    on_win = options.riichi_kan.illegal_on_win
    what = "an illegal kan in riichi"
    if not foul.at_own_win or on_win is FoulOnWin.SAME:
        found = _priced(options.riichi_kan.illegal, what, "riichi_kan.illegal")
        if on_win is FoulOnWin.SAME or options.riichi_kan.illegal_found is not FoulFound.WIN_OR_DRAW:
            return found
        return replace(found, text=f"{found.text}; found at the offender's own win: {_ON_WIN[on_win]}")
    what, key = f"{what} found at the offender's own win", "riichi_kan.illegal_on_win"
    if on_win is FoulOnWin.CHOMBO_AND_DEAD_HAND:
        text = f"{what} costs a chombo and makes the hand dead; play goes on"
        return Penalty(PenaltyType.DEAD_HAND, code="KR602", text=text, key=key, chombo_paid=True)
    return _priced(FoulPenalty(on_win.value), what, key)


_ON_WIN: dict[FoulOnWin, str] = {
    FoulOnWin.CHOMBO: "a chombo",
    FoulOnWin.DEAD_HAND: "a dead hand, and play goes on",
    FoulOnWin.CHOMBO_AND_DEAD_HAND: "the price of a chombo and a dead hand, and play goes on",
    FoulOnWin.NONE: "nothing",
}


def _priced(law: FoulPenalty, what: str, key: str, words: str = "") -> Penalty:
    """What a foul costs that has a key for its price; the book's own words come first."""
    if law is FoulPenalty.CHOMBO:
        return Penalty(PenaltyType.CHOMBO, code="KR601", text=words or f"{what} is a chombo", key=key)
    if law is FoulPenalty.DEAD_HAND:
        return Penalty(PenaltyType.DEAD_HAND, code="KR602", text=words or f"{what} makes the hand dead", key=key)
    return Penalty(PenaltyType.NONE, code="KR603", text=words or f"{what} costs nothing", key=key)
