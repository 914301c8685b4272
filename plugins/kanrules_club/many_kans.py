"""What several kans in one hand do: an early end, a fourth kan that wins, and a fifth kan."""

from __future__ import annotations

from enum import StrEnum

from kanrules import FifthKan, FourKans, Kan, ReplacementFrom, Ruleset, Table
from kanrules.locale import marked as _N
from kanrules_club.local_rule import ASAMI, LocalRule, seen


class Fifth(StrEnum):
    """What a fifth kan does."""

    AS_RULED = "as_ruled"
    """What [fifth_kan] says."""
    AGAINST_SUUKANTSU = "against_suukantsu"
    """It may be declared only against a player with four kans, and ends the hand."""
    LIVE_TILE = "live_tile"
    """Play goes on, with the last live tile as the replacement tile."""
    URA_INDICATOR = "ura_indicator"
    """Play goes on, with an ura indicator as the replacement tile."""
    URA_INDICATOR_THEN_DRAW = "ura_indicator_then_draw"
    """An ura indicator is the replacement tile, and the hand ends after the discard."""


def aborts(number: int, kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
    """End the hand at its kan of this number."""
    return FourKans.ABORT if kan.number == number else None


def fourth_wins(_: bool, kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
    """Let a player win with the fourth kan, unless the ruleset itself defines its effect."""
    if len(_owners(kan, table)) > 1 or rules["four_kans.one_player"] != "play_on":
        return None
    return FourKans.WIN


def needs_owners(needed: int, kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
    """End the hand with four kans only if so many players have declared them."""
    owners = len(_owners(kan, table))
    if owners == 1:
        return None
    return FourKans.ABORT if owners >= needed else FourKans.PLAY_ON


def _owners(kan: Kan, table: Table) -> set[object]:
    return {other.seat for other in table.kans} | {kan.seat}


def fifth(choice: str, kan: Kan, table: Table, rules: Ruleset) -> FifthKan:
    """Say what a fifth kan does."""
    if choice == Fifth.AGAINST_SUUKANTSU:
        return FifthKan.ABORT if len({other.seat for other in table.kans}) == 1 else FifthKan.FORBIDDEN
    if choice != Fifth.LIVE_TILE and kan.number > 5:
        return FifthKan.FORBIDDEN  # no rule gives a sixth kan a tile, and the newest ura indicator is taken
    return FifthKan.ABORT_ON_PASSED_DISCARD if choice == Fifth.URA_INDICATOR_THEN_DRAW else FifthKan.PLAY_ON


def tile_of_fifth(choice: str, kan: Kan) -> ReplacementFrom | None:
    """Say where the replacement tile of a fifth kan comes from."""
    takes_ura = choice in (Fifth.URA_INDICATOR, Fifth.URA_INDICATOR_THEN_DRAW)
    return ReplacementFrom.URA_INDICATOR if takes_ura and kan.number > 4 else None


RULES = (
    LocalRule(
        "abort_at_kan",
        0,
        _N("Kan number {value} of the hand ends it in an abortive draw."),
        aborts,
        ("kans_end",),
        details={"limits": (0, 3)},
    ),
    LocalRule(
        "fourth_kan_wins",
        False,
        _N("A player wins on completing a fourth kan."),
        fourth_wins,
        ("four_kans",),
        seen(ASAMI, "http://www9.plala.or.jp/majan/nagare04.html"),
        qualifies=("four_kans.one_player",),
    ),
    LocalRule(
        "four_kans_players",
        0,
        _N("Four kans of several players end the hand only if at least {value} players have declared them."),
        needs_owners,
        ("four_kans",),
        details={"allowed": (0, 3, 4)},
        supersedes=("four_kans.several_players",),
    ),
    LocalRule(
        "fifth_kan_rule",
        Fifth.AS_RULED,
        {
            Fifth.AGAINST_SUUKANTSU: _N(
                "Only against a player with four kans may a fifth kan be declared. It ends the hand in an abortive "
                "draw."
            ),
            Fifth.LIVE_TILE: _N(
                "A fifth kan may be declared. Its replacement tile is the last tile of the live wall, and it turns no "
                "indicator."
            ),
            Fifth.URA_INDICATOR: _N(
                "A fifth kan may be declared. Its replacement tile is the newest ura indicator, which does not count "
                "any more."
            ),
            Fifth.URA_INDICATOR_THEN_DRAW: _N(
                "A fifth kan may be declared. Its replacement tile is the newest ura indicator. The hand ends in an "
                "abortive draw once the next discard has passed without a ron."
            ),
        },
        fifth,
        ("fifth_kan", "replacement_from"),
        seen(f"{ASAMI}; Mahjlocal; Mahjong College", "http://www9.plala.or.jp/majan/kan11.html"),
        supersedes=("fifth_kan.policy", "fifth_kan.robbable"),
    ),
)
