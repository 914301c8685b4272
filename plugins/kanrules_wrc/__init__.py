"""The World Riichi Championship's penalties of 2025, and its optional rules of 2022.

    [ruleset]
    extends = "wrc-2025"

    [plugin.wrc]                # wrc-2025 lists the plugin, so its children have it too
    exposed_for_warning = 4     # our league warns for up to four exposed tiles

The penalties answer with the clauses of chapter 12. Every number in them is an option with the rulebook's value as its
default. If a ruleset has its own text for a foul, or departs from WRC's, the plugin does not answer for it. Source: WRC
Penalties 2025, 12.1-12.3, as a public project prints them.

    [ruleset]
    extends = "wrc-2022"

    [plugin.wrc]
    optional = ["2.1", "2.2"]

One optional rule changes several keys at once; `kanrules show --origin` names this plugin and the rule's id next to
each. A key in the file itself overrides it. Source: World Riichi Championship, Optional Rules, rule book extension of
21 June 2022.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kanrules import Foul, Grade, Noticed, Penalty, PenaltyStep, PenaltyType, PluginError, PointsFrom, Source, hookimpl
from kanrules.hooks.penalty_book import PenaltyBook, PenaltyClause
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

if TYPE_CHECKING:
    from kanrules import Ruleset

OPTIONAL: dict[str, dict[str, Any]] = {
    # One five of each suit is red.
    "2.1": {"scoring.red_fives": 3},
    # Only the first dora indicator counts: neither ura dora nor kan dora, and no kan dora indicators are turned.
    "2.2": {"dora.ura": False, "kandora.enabled": False, "kandora.ura": False},
}
"""By id, the changes of each optional rule."""
UNREAD = {
    "3.1": "Mod. 3.1 (revealed riichi) is a yaku that kanrules does not have",
    "3.2": "Mod. 3.2 (nagashi mangan) was not read; set draws.nagashi_mangan yourself",
    "6.3": "Mod. 6.3 (lower penalties) was not read; set [chombo] and [penalty] yourself",
}
"""Ids that exist but whose effect is unknown."""


@dataclass(frozen=True)
class Options:
    """The plugin's table `[plugin.wrc]`."""

    edition: str = field(default="", metadata={"allowed": ("", "2022", "2025")})
    """Edition that answers: "2025" for its penalties, "2022" for its optional rules."""
    optional: tuple[str, ...] = field(default=(), metadata={"allowed": tuple(OPTIONAL), "hints": tuple(UNREAD.items())})
    """Ids of optional rules of 2022: "2.1" red fives, "2.2" initial dora only."""
    exposed_for_nothing: int = field(default=0, metadata={"limits": (0, 135)})
    """Most exposed tiles that have no penalty at all (12.3.1: none)."""
    exposed_for_warning: int = field(default=2, metadata={"limits": (0, 135)})
    """Most exposed tiles for which the player is warned (12.3.1)."""
    exposed_for_dead_hand: int = field(default=6, metadata={"limits": (0, 135)})
    """Most exposed tiles that make the hand dead; more of them are chombo (12.3.1)."""
    exposed_are_put_back: bool = True
    """True if exposed tiles are put back (12.3.1)."""
    repeated_points: int = field(default=5, metadata={"limits": (0, 100)})
    """Points of the tournament score for a repeated mistake that is warned of the first time (12.3.1). One point is
    1,000 at the table.
    """
    call_with_dead_hand_points: int = field(default=30, metadata={"limits": (0, 100)})
    """Points of the tournament score for a call with a hand known to be dead (12.3.3)."""


options = Options

sheet = {
    "edition": "",
    "optional": _N("Optional rules in force: {value}."),
    # The texts of [penalty] state the numbers.
    "exposed_for_nothing": "", "exposed_for_warning": "", "exposed_for_dead_hand": "",
    "exposed_are_put_back": "", "repeated_points": "",
    "call_with_dead_hand_points": "",
}  # fmt: skip
"""Return the sentences of a rule sheet for the options; the keys that a rule changes are lines of their own."""

# --- the penalties of 2025 ------------------------------------------------------------------------------------------

CHOMBO, DEAD_HAND, WARNING, NONE = PenaltyType.CHOMBO, PenaltyType.DEAD_HAND, PenaltyType.WARNING, PenaltyType.NONE
_CHOMBO_AT_THE_END = {
    "riichi_kan.illegal": "chombo", "riichi_kan.illegal_found": "win_or_draw", "riichi_kan.illegal_on_win": "same",
}  # fmt: skip
_NO_CALLS = {"kan.dead_hand": "forbidden"}
_FORBIDDEN = {"fifth_kan.policy": "forbidden", "fifth_kan.illegal": "none"}
OPEN_IN_RIICHI = "KR210"
"""An open kan in riichi has a clause of its own; a concealed one is priced by the keys of [riichi_kan]."""


def _source(clause: str, grade: Grade = Grade.QUOTED) -> Source:
    address = (
        "https://static1.squarespace.com/static/634a7884c297a25f06589b79/t/6833a1f248230718b731592f/1748214258864/"
        "WRC+Penalties+2025.pdf"
    )
    return Source("WRC Penalties 2025, 25 May 2025, as a public project prints them", clause, address, grade)


def _points(count: int) -> PenaltyStep:
    return PenaltyStep(PenaltyType.POINTS, points=1000 * count, points_from=PointsFrom.TOURNAMENT)


def _exposed(own: Mapping[str, Any]) -> tuple[PenaltyStep, ...]:
    """Return the steps for exposed tiles, from the fewest to the most."""
    steps: list[PenaltyStep] = []
    first = 1
    for option, kind in (
        ("exposed_for_nothing", NONE), ("exposed_for_warning", WARNING), ("exposed_for_dead_hand", DEAD_HAND),
    ):  # fmt: skip
        most = own[option]
        if most < first:
            continue
        tiles = (first, most)
        if kind is WARNING and own["repeated_points"]:
            again = _points(own["repeated_points"])
            steps.append(PenaltyStep(WARNING, tiles=tiles, repeated=False))
            steps.append(
                PenaltyStep(again.then, tiles=tiles, repeated=True, points=again.points, points_from=again.points_from)
            )
        else:
            steps.append(PenaltyStep(kind, tiles=tiles))
        first = most + 1
    return (*steps, PenaltyStep(CHOMBO, tiles=(first, 0)))


def _in_words(own: Mapping[str, Any]) -> list[str]:
    """Return the sentences about exposed tiles with the numbers of the options."""
    found: list[str] = [_N("The tiles are put back.")] if own["exposed_are_put_back"] else []
    for step in _exposed(own):
        assert step.tiles is not None, "these steps differ by the number of tiles"
        fewest, most = step.tiles
        if step.then is PenaltyType.POINTS:
            found.append(say(_N("If repeated: {points} points of the tournament score."), points=step.points // 1000))
        elif not most:
            found.append(say(_N("{fewest} tiles or more: chombo."), fewest=fewest))
        elif most == 1:
            found.append(_ONE[step.then])
        elif fewest == 1:
            found.append(say(_UP_TO[step.then], most=most))
        else:
            found.append(say(_SEVERAL[step.then], fewest=fewest, most=most))
    return found


_ONE = {
    NONE: _N("One tile: no penalty."),
    WARNING: _N("One tile: warning."),
    DEAD_HAND: _N("One tile: dead hand."),
}
_UP_TO = {
    NONE: _N("Up to {most} tiles: no penalty."),
    WARNING: _N("Up to {most} tiles: warning."),
    DEAD_HAND: _N("Up to {most} tiles: dead hand."),
}
_SEVERAL = {
    NONE: _N("{fewest} to {most} tiles: no penalty."),
    WARNING: _N("{fewest} to {most} tiles: warning."),
    DEAD_HAND: _N("{fewest} to {most} tiles: dead hand."),
}
_INVALID_GROUP = (PenaltyStep(NONE, noticed=Noticed.BEFORE_DISCARD), PenaltyStep(CHOMBO))
_BASE: dict[str, PenaltyClause] = {
    "wrong_tiles": PenaltyClause(
        "wrc-601", _source("12.3.4, invalid group"),
        (_N("The set may be corrected until the discard. Chombo if an invalid kan is found after the discard."),),
        _INVALID_GROUP,
    ),
    "after_call": PenaltyClause(
        "wrc-602", _source("12.3.4, invalid group; a kan after a call is not named", Grade.PARTLY),
        (_N("An invalid kan may be corrected until the discard. Chombo if it is found after the discard."),),
        _INVALID_GROUP,
    ),
    "fifth_kan": PenaltyClause(
        "wrc-603",
        _source("12.3.4, invalid group; the fifth kan is not named, the greatest number of kans is", Grade.PARTLY),
        (_N("An invalid kan may be corrected until the discard. Chombo if it is found after the discard: invalid kans "
            "interfere with the replacement tiles and with the greatest number of kans."),),
        _INVALID_GROUP,
        (_FORBIDDEN,),
    ),
    "riichi_kan": PenaltyClause(
        "wrc-604", _source("12.3.5, invalid concealed quad after riichi, opening the hand after riichi"),
        (
            _N("Ankan: chombo, but only if the player declares a win, or at an exhaustive draw."),
            _N("Daiminkan: dead hand, and the call is void."),
        ),
        (PenaltyStep(DEAD_HAND),),
        (_CHOMBO_AT_THE_END, {}),
    ),
    "empty_call": PenaltyClause(
        "wrc-605", _source("12.3.3, empty call"),
        (_N("A call must not be taken back: warning, and the player completes it; otherwise dead hand. Calling ron or "
            "tsumo by mistake: chombo."),),
        (
            PenaltyStep(CHOMBO, _N("The call was ron or tsumo")),
            PenaltyStep(WARNING, _N("The player completes the call")),
            PenaltyStep(DEAD_HAND, _N("The player does not complete the call")),
        ),
    ),
    "wrong_word": PenaltyClause(
        "wrc-606", _source("12.3.3, changing a call"),
        (_N("A call must not be changed, not even quickly. The first call is completed, with a warning, or counts as "
            "an empty call: dead hand."),),
        (
            PenaltyStep(WARNING, _N("The first call is completed")),
            PenaltyStep(DEAD_HAND, _N("The first call is not completed")),
        ),
    ),
    "last_tile": PenaltyClause(
        "wrc-607", _source("12.3.6, playing after the end of the hand"),
        (_N("Warning: the call is void. Dead hand (noten) if a drawn tile was mixed into the hand."),),
        (
            PenaltyStep(WARNING, noticed=Noticed.BEFORE_IN_HAND),
            PenaltyStep(DEAD_HAND, _N("A drawn tile was mixed into the hand")),
            PenaltyStep(WARNING, _N("No drawn tile was mixed into the hand")),
        ),
    ),
    "replacement_wrongly": PenaltyClause(
        "wrc-609", _source("12.3.1, wrongly drawing tiles"),
        (_N("The tile is put back without a penalty. Chombo if it is in the hand and the player cannot prove which "
            "tile it was."),),
        (
            PenaltyStep(NONE, noticed=Noticed.BEFORE_IN_HAND),
            PenaltyStep(CHOMBO, _N("The player cannot prove which tile it was")),
            PenaltyStep(NONE, _N("The player can prove which tile it was")),
        ),
    ),
    "replacement_forgotten": PenaltyClause(
        "wrc-610", _source("12.3.1, too many or too few tiles"),
        (_N("Chombo: too few tiles cannot be corrected."),), (PenaltyStep(CHOMBO),),
    ),
    "hasty_replacement": PenaltyClause(
        "wrc-611", _source("12.3.2, drawing too fast, calling too fast", Grade.PARTLY),
        (_N("The draw takes priority over a late call, which is void; the player is reminded to slow down. Calls for a "
            "win take priority over other calls."),),
        (PenaltyStep(NONE),),
    ),
    "ura_seen": PenaltyClause(
        "wrc-614", _source("12.3.8, obstruction"),
        (_N("Revealing ura dora without having won after riichi is obstruction: at the referee's discretion."),),
    ),
}  # fmt: skip


def _book(own: Mapping[str, Any]) -> PenaltyBook:
    """Return the penalties of 2025 with the numbers of these options."""
    revealed = tuple(step for step in _exposed(own) if step.tiles is not None and step.tiles[0] == 1)
    words = [_N("The tile is placed back.")]
    for step in revealed:
        if step.then is PenaltyType.POINTS:
            words.append(say(_N("If repeated: {points} points of the tournament score."), points=step.points // 1000))
        else:
            words.append(_ONE_REVEALED[step.then])
    indicator = PenaltyClause(
        "wrc-612", _source("12.3.1, wrongly revealing tiles; indicators are not named", Grade.PARTLY), tuple(words),
        tuple(PenaltyStep(s.then, s.condition, repeated=s.repeated, points=s.points, points_from=s.points_from)
              for s in revealed),
    )  # fmt: skip
    known = own["call_with_dead_hand_points"]
    dead = PenaltyClause(
        "wrc-608", _source("12.3.3, calling when having a dead hand"),
        (
            say(_N("The player loses {points} points of the tournament score, and the call is void."), points=known),
            _N("A player who did not know that the hand was dead gets a warning."),
        ),
        (
            PenaltyStep(WARNING, _N("The player did not know that the hand was dead"), aware=False),
            PenaltyStep(
                PenaltyType.POINTS, _N("The player knew that the hand was dead"), aware=True, points=1000 * known,
                points_from=PointsFrom.TOURNAMENT,
            ),
        ),
        (_NO_CALLS, _NO_CALLS),
    )  # fmt: skip
    exposed = PenaltyClause("wrc-613", _source("12.3.1, wrongly revealing tiles"), tuple(_in_words(own)), _exposed(own))
    return PenaltyBook("wrc", {
        **_BASE, "dead_hand_kan": dead, "dead_wall_exposed": exposed, "indicator_early": indicator,
        "indicator_wrong_tile": indicator,
    })  # fmt: skip


_ONE_REVEALED = {
    NONE: _N("There is no penalty."),
    WARNING: _N("The player is warned."),
    DEAD_HAND: _N("Dead hand."),
    CHOMBO: _N("Chombo."),
}
_DEFAULT = _book({name: one.default for name, one in Options.__dataclass_fields__.items()})
codes = _DEFAULT.codes
"""The reason codes of this plugin, with the numbers of the rulebook."""
sources = _DEFAULT.sources
"""The clause behind each answer, by its code."""
states = _DEFAULT.states
"""By sentence, the keys that it states, with their values."""
presupposes = {"penalty.fifth_kan": {"fifth_kan.policy": "forbidden"}}
"""Basis of the penalty for a fifth kan: if a child ruleset lets a fifth kan end the hand, it is a valid kan."""


@hookimpl
def amend_rules(rules: Ruleset, options: Mapping[str, Any]) -> dict[str, tuple[Any, Source]]:
    """Give a ruleset on top of 2025 the sentences about penalties, and one on top of 2022 the keys of the optional
    rules that it names, with the rule's id as the clause.
    """
    if options["optional"] and options["edition"] != "2022":
        raise PluginError("optional rules are those of wrc-2022, and this ruleset does not extend it", plugin="wrc")
    if options["edition"] == "2025":
        return _book(options).texts(rules)
    amended: dict[str, tuple[Any, Source]] = {}
    for rule in options["optional"]:
        address = "https://www.scribd.com/document/698514782"
        source = Source("WRC Rules 2022, Optional Rules", f"Mod. {rule}", address, Grade.OFFICIAL)
        amended |= {key: (value, source) for key, value in OPTIONAL[rule].items()}
    return amended


@hookimpl
def penalty(foul: Foul, rules: Ruleset) -> Penalty | None:
    """Return the penalty of 2025, with every case that what is known about the foul leaves open."""
    own = rules.plugin["wrc"]
    if own["edition"] != "2025" or (foul.name == "riichi_kan" and foul.code != OPEN_IN_RIICHI):
        return None
    return _book(own).answer(foul, rules)
