"""Which kans may be declared: rules that forbid more than the ruleset does, and rules that allow more."""

from __future__ import annotations

from kanrules import Kan, MeldType, Objection, Ruleset, Seat, Table
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules_club.local_rule import ASAMI, LocalRule, seen

KANS = tuple(kan.value for kan in (MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.SHOUMINKAN))
_LATE = _N("live tiles that are left: {left}; an open kan needs {needed}")
_MOST = _N("the hand has as many kans as are allowed: {most}")
_TYPE = _N("a {kan} is not allowed")
_TURN = _N("{seat} has declared a kan in this turn")
_RIICHI = _N("{seat} has declared a kan in riichi")
_AGAINST = _N("another player is in riichi; only an ankan is allowed")

CODES = {
    "club-201": _N("too few live tiles are left for an open kan"),
    "club-202": _N("the hand has as many kans as the club allows"),
    "club-203": _N("the club does not allow this kind of kan"),
    "club-204": _N("the club allows one kan in a turn"),
    "club-205": _N("the club allows one kan in riichi"),
    "club-206": _N("the club allows no open kan while another player is in riichi"),
}


def late_open_kan(needed: int, kan: Kan, table: Table, rules: Ruleset) -> Objection | None:
    """Object to an open kan if too few live tiles are left."""
    if kan.type is MeldType.ANKAN or table.live_tiles >= needed:
        return None
    return Objection("club-201", say(_LATE, left=table.live_tiles, needed=needed))


def too_many_kans(most: int, kan: Kan, table: Table, rules: Ruleset) -> Objection | None:
    """Object to a kan if the players together have as many as the hand may have."""
    return Objection("club-202", say(_MOST, most=most)) if len(table.kans) >= most else None


def forbidden_kan(types: tuple[str, ...], kan: Kan, table: Table, rules: Ruleset) -> Objection | None:
    """Object to a kan of a type that the club does not play."""
    return Objection("club-203", say(_TYPE, kan=kan.type)) if kan.type in types else None


def second_in_turn(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Objection | None:
    """Object to a kan on the replacement tile of another kan."""
    return Objection("club-204", say(_TURN, seat=kan.seat)) if follows_a_kan(kan, table) else None


def follows_a_kan(kan: Kan, table: Table) -> bool:
    """Return True if the player has declared another kan in the same turn."""
    own = [other.number for other in table.kans if other.seat == kan.seat and other.number < kan.number]
    # A replacement tile may also belong to a kita. A kan of an earlier turn was followed by a discard.
    return kan.on_replacement and bool(own) and own[-1] not in table.after_kan[kan.seat]


def second_in_riichi(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Objection | None:
    """Object to a second kan in riichi."""
    if kan.in_riichi and any(other.seat == kan.seat and other.in_riichi for other in table.kans):
        return Objection("club-205", say(_RIICHI, seat=kan.seat), foul="riichi_kan")
    return None


def open_kan_against_riichi(_: bool, kan: Kan, table: Table, rules: Ruleset) -> Objection | None:
    """Object to an open kan while another player is in riichi."""
    others = (seat for seat in table.seats if seat != kan.seat)
    if kan.type is MeldType.ANKAN or not any(table.riichi[seat] for seat in others):
        return None
    return Objection("club-206", _AGAINST)


def after_a_call(_: bool, against: Objection, kan: Kan, table: Table, rules: Ruleset) -> bool:
    """Allow a kan in a turn that began with chi or pon."""
    return against.code == "KR202" and table.turn == kan.seat


def of_the_dealer(_: bool, against: Objection, kan: Kan, table: Table, rules: Ruleset) -> bool:
    """Allow the dealer in riichi an ankan that changes the hand."""
    return kan.seat == Seat.EAST and against.code in ("KR204", "KR205", "KR208")


FORBID, ALLOW = ("before_kan",), ("allowed_kans",)
RULES = (
    LocalRule(
        "open_kan_live_tiles",
        0,
        _N("Live tiles that an open kan needs: {value} or more."),
        late_open_kan,
        FORBID,
        details={"limits": (0, 69)},
    ),
    LocalRule(
        "max_kans",
        0,
        _N("Kans of all players together in a hand: {value} at most."),
        too_many_kans,
        FORBID,
        seen("Ronin, game settings", "", "max_kans_per_round"),
        {"limits": (0, 4)},
    ),
    LocalRule(
        "forbidden_kans",
        (),
        _N("These kans must not be declared: {value}."),
        forbidden_kan,
        FORBID,
        details={"allowed": KANS},
    ),
    LocalRule("one_kan_a_turn", False, _N("A player may declare only one kan in a turn."), second_in_turn, FORBID),
    LocalRule(
        "one_kan_in_riichi",
        False,
        _N("A player in riichi may declare only one kan."),
        second_in_riichi,
        FORBID,
        qualifies=("riichi_kan.level",),
    ),
    LocalRule(
        "no_open_kan_against_riichi",
        False,
        _N("While another player is in riichi, only an ankan may be declared."),
        open_kan_against_riichi,
        FORBID,
    ),
    LocalRule(
        "kan_after_call",
        False,
        _N("A player may declare an ankan or a shouminkan in a turn that began with chi or pon."),
        after_a_call,
        ALLOW,
        seen(ASAMI, "http://www9.plala.or.jp/majan/kan02.html"),
    ),
    LocalRule(
        "dealer_kan_in_riichi",
        False,
        _N("The dealer in riichi may declare an ankan that changes the hand."),
        of_the_dealer,
        ALLOW,
        qualifies=("riichi_kan.level", "riichi_kan.drawn_tile_only", "riichi_kan.winning_draw"),
    ),
)
