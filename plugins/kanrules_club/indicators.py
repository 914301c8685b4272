"""When the dora indicator of a kan is turned, and which kans have one."""

from __future__ import annotations

from kanrules import Instant, Kan, MeldType, Ruleset, Seat, Table
from kanrules.law.setup import setup_of
from kanrules.locale import marked as _N
from kanrules_club.declaring import follows_a_kan
from kanrules_club.local_rule import ASAMI, LocalRule, seen

_TIMINGS = ("kandora.ankan", "kandora.daiminkan", "kandora.shouminkan")


def of_a_dora_only(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Instant | None:
    """Turn no indicator for a kan whose tile is not a dora."""
    setup = setup_of(rules.options)
    dora = {setup.dora_after[indicator] for indicator in table.indicators if indicator is not None}
    return None if kan.kind in dora else Instant.NEVER


def first_of_turn(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Instant | None:
    """Turn no indicator for a kan on the replacement tile of another kan."""
    return Instant.NEVER if follows_a_kan(kan, table) else None


def first_of_player(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Instant | None:
    """Turn no indicator for a player's second kan of the hand and those after it."""
    others = (other for other in table.kans if other.number < kan.number)
    return Instant.NEVER if any(other.seat == kan.seat for other in others) else None


def not_in_riichi(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Instant | None:
    """Turn no indicator for a kan in riichi."""
    return Instant.NEVER if kan.in_riichi else None


def dealer_at_once(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Instant:
    """Turn the dealer's indicators at once, and those of other players once the discard has passed."""
    return Instant.DECLARATION if kan.seat == Seat.EAST else Instant.DISCARD_PASSED


def open_at_win(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Instant | None:
    """Turn the indicator of an open kan only when a player wins."""
    return None if kan.type is MeldType.ANKAN else Instant.WIN


REVEAL = ("reveal_kandora",)
RULES = (
    LocalRule(
        "kandora_of_dora_kans",
        False,
        _N("Only a kan of a dora turns a kan dora indicator."),
        of_a_dora_only,
        REVEAL,
        seen(ASAMI, "http://www9.plala.or.jp/majan/dora03.html"),
        qualifies=_TIMINGS,
    ),
    LocalRule(
        "one_kandora_a_turn",
        False,
        _N("Of several kans in one turn, only the first turns a kan dora indicator."),
        first_of_turn,
        REVEAL,
        qualifies=_TIMINGS,
    ),
    LocalRule(
        "one_kandora_a_player",
        False,
        _N("Only a player's first kan of the hand turns a kan dora indicator."),
        first_of_player,
        REVEAL,
        qualifies=_TIMINGS,
    ),
    LocalRule(
        "no_kandora_in_riichi",
        False,
        _N("A kan in riichi turns no kan dora indicator."),
        not_in_riichi,
        REVEAL,
        qualifies=_TIMINGS,
    ),
    LocalRule(
        "dealer_kandora_at_once",
        False,
        _N(
            "The kan dora indicators of the dealer's kans are turned at once, those of the other players once the next "
            "discard has passed without a ron."
        ),
        dealer_at_once,
        REVEAL,
        supersedes=_TIMINGS,
    ),
    LocalRule(
        "open_kandora_at_win",
        False,
        _N("The kan dora indicator of an open kan is turned only when a player wins, and that win counts it."),
        open_at_win,
        REVEAL,
        supersedes=_TIMINGS[1:],
    ),
)
"""In the order in which they are asked: first those that turn no indicator."""
