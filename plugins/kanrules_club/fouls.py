"""What fouls around a kan cost."""

from __future__ import annotations

from kanrules import Foul, Penalty, PenaltyType, Ruleset, Table
from kanrules.locale import marked as _N
from kanrules_club.local_rule import LocalRule, seen

CODES = {
    "club-601": _N("a kan after another player's call costs points, or half of them if it is corrected in time"),
    "club-602": _N("a player who takes back a call pays points"),
    "club-603": _N("an illegal kan in riichi has no penalty while another player is in riichi"),
}


def late_kan(points: int, foul: Foul, table: Table, rules: Ruleset) -> Penalty | None:
    """Fine a kan in a turn that began with a call."""
    if foul.name != "after_call":
        return None
    due = points // 200 * 100 if foul.corrected else points
    return Penalty(PenaltyType.POINTS, due, code="club-601", text=CODES["club-601"])


def taken_back(points: int, foul: Foul, table: Table, rules: Ruleset) -> Penalty | None:
    """Fine a call that its player takes back."""
    if foul.name != "empty_call" and not foul.corrected:
        return None
    return Penalty(PenaltyType.POINTS, points, code="club-602", text=CODES["club-602"])


def pardoned(_: bool, foul: Foul, table: Table, rules: Ruleset) -> Penalty | None:
    """Pardon an illegal kan in riichi while another player is in riichi."""
    if foul.name != "riichi_kan" or not any(table.riichi[seat] for seat in table.seats if seat != foul.seat):
        return None
    return Penalty(PenaltyType.NONE, code="club-603", text=CODES["club-603"])


POINTS = {"limits": (0, 48000), "step": 100}
PENALTY = ("penalty",)
RULES = (
    LocalRule(
        "late_kan_fine",
        0,
        _N("A kan in a turn that began with chi or pon costs {value} points, or half if it is corrected in time."),
        late_kan,
        PENALTY,
        details=POINTS,
        qualifies=("penalty.after_call",),
    ),
    LocalRule(
        "taken_back_call_fine",
        0,
        _N("A player who takes back a call pays {value} points."),
        taken_back,
        PENALTY,
        seen("Donkey, rules of a club", "http://donkey-mahjong.com/rule_1.html"),
        POINTS,
        qualifies=("penalty.empty_call",),
    ),
    LocalRule(
        "riichi_kan_pardon",
        False,
        _N("An illegal kan in riichi has no penalty while another player is in riichi, too."),
        pardoned,
        PENALTY,
        seen("GGHK riichi rules, 2023", ""),
        qualifies=("riichi_kan.illegal", "riichi_kan.illegal_on_win"),
    ),
)
