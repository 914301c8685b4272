"""House rules for kans that options of a ruleset cannot express: fees, bonuses, a fourth kan that wins, and old
liability rules.

    [ruleset]
    extends = "ema-2016"
    plugins = ["club"]

    [plugin.club]
    open_kan_fee = 1000
    kan_bonus = 1000
    kan_pays_at_once = 1000
    fourth_kan_wins = true
    abort_at_kan = 3
    old_liability = ["tsuuiisou", "chinroutou"]
    kan_furi = 1
    private_kan_ura = true

Everything is off by default. None of it is in a published tournament rulebook; what is known about its use:

* A thousand points for each open kan, and a thousand per kan on a win, are options of older programs and house rules.
* Payment for each kan on the spot, from the feeder or from all players, is the wind and rain of Sichuan play.
* A fourth kan that wins when it is completed is reported of old Chinese play.
* A hand that ends at its third kan is a local rule.
* Liability for tsuuiisou and chinroutou that the fourth set makes certain is quoted from the Houchi rules of 1952,
  for ryuuiisou from other lists of local rules.
* Kan-furi, a han for a ron on the discard after a kan, and ura dora of a kan for its player alone are local rules.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace

from kanrules import (
    Call,
    CompleteHand,
    Dora,
    FourKans,
    Kan,
    Liability,
    MeldType,
    Result,
    Ruleset,
    Seat,
    Table,
    Tile,
    Transfer,
    Yaku,
    format_tiles,
    hookimpl,
    parse_tiles,
)
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

LOG = logging.getLogger("kanrules.club")

SETS = {
    "tsuuiisou": frozenset(parse_tiles("1234567z")),
    "chinroutou": frozenset(parse_tiles("19m19p19s")),
    "ryuuiisou": frozenset(parse_tiles("23468s6z")),
}
"""By yakuman, the tiles that all its sets consist of."""


@dataclass(frozen=True)
class Options:
    """The plugin's table `[plugin.club]`."""

    open_kan_fee: int = field(default=0, metadata={"allowed": tuple(range(0, 10001, 1000))})
    """Points that each open kan costs its player when the hand ends, placed on the table like a riichi stick."""
    kan_bonus: int = field(default=0, metadata={"limits": (0, 48000), "step": 100})
    """Points that a player receives for each of their kans on a win: from the discarder, or from each other player
    on a tsumo.
    """
    kan_pays_at_once: int = field(default=0, metadata={"limits": (0, 48000), "step": 100})
    """Points that a player receives for each kan when it is completed: from the feeder, or from each other player if
    there is none.
    """
    fourth_kan_wins: bool = False
    """True if a player wins on completing their fourth kan."""
    abort_at_kan: int = field(default=0, metadata={"limits": (0, 3)})
    """Number of the kan that ends the hand in an abortive draw; 0 if none before the fourth does."""
    old_liability: tuple[str, ...] = field(default=(), metadata={"allowed": tuple(SETS)})
    """Yakuman that the fourth set makes certain and for which its feeder is liable."""
    kan_furi: int = field(default=0, metadata={"limits": (0, 13)})
    """Han of a ron on the discard after a kan."""
    private_kan_ura: bool = False
    """True if ura indicators under a kan's indicator count only for the player of that kan."""
    journal: bool = False
    """True if each replacement tile is written to Python's log `kanrules.club`, for a table with an audience."""


options = Options

sheet = {
    "open_kan_fee": _N("A player pays {value} points for each open kan, placed on the table when the hand ends."),
    "kan_bonus": _N(
        "A winner receives {value} points for each kan: from the discarder, or from each other player on a tsumo."
    ),
    "kan_pays_at_once": _N(
        "A player receives {value} points at once for each kan: from the player who fed it, or from each other player "
        "if no one did."
    ),
    "fourth_kan_wins": _N("A player wins on completing a fourth kan."),
    "abort_at_kan": _N("Kan number {value} of the hand ends it in an abortive draw."),
    "old_liability": _N("A player who feeds the fourth set is also liable for: {value}."),
    "kan_furi": _N("A ron on the discard after a kan is worth {value} more han, and needs no other yaku."),
    "private_kan_ura": _N("Ura dora of a kan count only for the player who declared it."),
    "journal": "",
}
"""Return the sentences of a rule sheet for each option that is set; options that are not rules have none."""


_KAN, _FEE = _N("{seat}'s {kan}"), _N("fee for {seat}'s {kan}")
_BONUS = _N("bonus for {seat}'s {kan}")


@hookimpl
def kan_stands(kan: Kan, table: Table, rules: Ruleset) -> list[Transfer]:
    """Make the feeder pay for a kan at once; for an ankan, every other player pays."""
    points = rules.plugin["club"]["kan_pays_at_once"]
    if not points:
        return []
    seated = (Seat(at) for at in range(len(table.scores)))
    payers = [seat for seat in seated if seat != kan.seat] if kan.source is None else [kan.source]
    return [Transfer(payer, kan.seat, points, say(_KAN, seat=kan.seat, kan=kan.type)) for payer in payers]


@hookimpl
def payments(result: Result, table: Table, rules: Ruleset) -> list[Transfer]:
    """Open kans cost a fee, paid to the table; each kan of a winner earns a bonus."""
    club = rules.plugin["club"]
    fee, bonus = club["open_kan_fee"], club["kan_bonus"]
    found: list[Transfer] = []
    for kan in table.kans:
        if fee and kan.type is not MeldType.ANKAN:
            found.append(Transfer(kan.seat, "table", fee, say(_FEE, seat=kan.seat, kan=kan.type)))
        if bonus and kan.seat in result.winners:
            payers = [seat for seat in result.payments if seat != kan.seat] if result.loser is None else [result.loser]
            found += [Transfer(payer, kan.seat, bonus, say(_BONUS, seat=kan.seat, kan=kan.type)) for payer in payers]
    return found


@hookimpl
def after_rinshan(kan: Kan, tile: Tile | None, table: Table, rules: Ruleset) -> None:
    """Log each replacement tile for the audience."""
    if rules.plugin["club"]["journal"]:
        shown = "an unknown tile" if tile is None else format_tiles([tile])
        LOG.info("%s takes %s for the %s, %d replacement tiles left", kan.seat, shown, kan.type, table.rinshan_left)


@hookimpl
def four_kans(kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
    """A player wins with their fourth kan, unless the ruleset itself defines its effect."""
    owners = {other.seat for other in table.kans} | {kan.seat}
    if not rules.plugin["club"]["fourth_kan_wins"] or len(owners) > 1 or rules["four_kans.one_player"] != "play_on":
        return None
    return FourKans.WIN


@hookimpl
def kans_end(kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
    """Abort the hand at the kan that the option names."""
    return FourKans.ABORT if kan.number == rules.plugin["club"]["abort_at_kan"] else None


@hookimpl
def liability(call: Call, table: Table, rules: Ruleset) -> list[Liability]:
    """The feeder of the fourth set is liable if all sets of the hand are honours, terminals or green tiles."""
    law = rules.sekinin_barai
    if call.source is None or (call.type is MeldType.DAIMINKAN and not law.completed_by_kan):
        return []
    counting = [meld for meld in table.melds[call.seat] if law.concealed_sets_count or meld.is_open]
    tiles = {tile for meld in counting for tile in meld.tiles}
    named = rules.plugin["club"]["old_liability"]
    return [Liability(yakuman, call.source) for yakuman in named if len(counting) == 4 and tiles <= SETS[yakuman]]


@hookimpl
def yaku(win: CompleteHand, table: Table, rules: Ruleset) -> Yaku | None:
    """Count kan-furi for a ron on the discard after a kan."""
    han = rules.plugin["club"]["kan_furi"]
    return Yaku("kan_furi", han) if han and win.after_kan is not None else None


@hookimpl
def dora(win: CompleteHand, table: Table, rules: Ruleset) -> Dora | None:
    """Leave out the ura under the indicator of another player's kan."""
    if not rules.plugin["club"]["private_kan_ura"]:
        return None
    mine = [one for one in win.indicators if one.ura and (one.kan is None or one.kan.seat == win.seat)]
    return replace(win.dora, ura=sum(win.count(one.dora) for one in mine))
