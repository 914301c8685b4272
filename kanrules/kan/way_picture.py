"""The timeline of a kan as plain data for drawing: its moments in order, where each kan dora indicator is turned, who
counts it, and where the hand ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence, Set

from kanrules.drawing.timelines.contents import Column, Early, End, KitaLane, Lane, Side
from kanrules.kan.course import KAN, WAY
from kanrules.kan.kandora_effects import EffectAnswer, seen_by_robber, truth
from kanrules.kan.kita import KITA
from kanrules.kan.way import Pause
from kanrules.law.options import (
    AnkanRobbery,
    FourKansMoment,
    FourKansOfOne,
    Instant,
    KitaRobbery,
    Options,
    PendingOnKita,
    PendingOnNextKan,
    RobberyUntil,
    Shown,
)
from kanrules.law.setup import has_kita
from kanrules.locale import marked as _N

_PLACE: dict[str, int] = {step.name: place for place, step in enumerate(WAY)}
_PAUSES: dict[Pause, int] = {step.pause: place for place, step in enumerate(WAY) if step.pause is not None}

_MOMENTS: tuple[tuple[int, Column], ...] = (
    (_PLACE["announced"], Column("announced", _N("Announced"))),
    (_PAUSES[Pause.ROBBERY], Column("robbery", _N("May be robbed"))),
    (_PLACE["declaration"], Column("declaration", _N("Made"))),
    (_PAUSES[Pause.REPLACEMENT], Column("replacement", _N("Replacement tile"))),
    (_PAUSES[Pause.TURN], Column("rinshan_win", _N("rinshan win"), win=True)),
    (_PAUSES[Pause.TURN], Column("robber", _N("next kan robbed"), win=True)),
    (_PLACE["discard"], Column("discard", _N("Discard"))),
    (_PAUSES[Pause.CLAIMS], Column("ron", _N("ron on it"), win=True)),
    (_PLACE["discard passed"], Column("discard_passed", _N("Discard passed"))),
)
COLUMNS: tuple[Column, ...] = tuple(column for _, column in _MOMENTS)
"""The moments that are drawn, in the order of the steps."""
_PLACES = [place for place, _ in _MOMENTS]
_AT = {column.name: at for at, column in enumerate(COLUMNS)}
_BETWEEN = 0.3
"""Distance from a moment to something that happens between it and the next one."""
_BESIDE = 0.23

_TURNED: dict[Instant, str] = {
    Instant.DECLARATION: _N("turned once completed"),
    Instant.RINSHAN_DRAW: _N("turned after the draw"),
    Instant.DISCARD: _N("turned with the discard"),
    Instant.DISCARD_PASSED: _N("turned after the discard"),
    Instant.NEVER: _N("never turned"),
}
_ENDS: dict[FourKansMoment, str] = {
    FourKansMoment.ANNOUNCED: _N("draw when announced"),
    FourKansMoment.DECLARATION: _N("draw once completed"),
    FourKansMoment.RINSHAN_DRAW: _N("draw unless its tile wins"),
    FourKansMoment.DISCARD: _N("draw at the discard"),
    FourKansMoment.DISCARD_PASSED: _N("draw once the discard has passed"),
}
_ORPHANS, _YAKUMAN = _N("13 orphans only"), _N("yakuman only")
_PLAY_ON, _SUUKANTSU = _N("play goes on"), _N("suukantsu wins after the discard")
_HOOKS = {
    "reveal_kandora": _N("when a kan dora indicator is turned"),
    "rob_kan": _N("who may rob"),
    "four_kans": _N("what happens after a fourth kan"),
}


def place_on_axis(place: int) -> float:
    """Return the position of a step on the axis, in columns. Takes its place in `WAY`."""
    at = bisect_left(_PLACES, place)
    # A step between two moments is drawn just after the first of them.
    return float(at) if at < len(_PLACES) and _PLACES[at] == place else at - 1 + _BETWEEN


def side(
    name: str,
    title: str,
    options: Options,
    is_default: Callable[[str], bool],
    deciders: Mapping[str, Sequence[str]],
) -> Side:
    """Return the timeline of one ruleset.

    Takes the ruleset's id, title, and options, a function that tells whether a key has no source, and the hooks that
    each plugin answers.
    """
    lanes = {kan: _lane(kan, options, is_default) for kan in ("ankan", "daiminkan", "shouminkan")}
    waits = any(lane.at is not None and lane.at > _AT["robber"] for lane in lanes.values())
    kita = _kita(options, is_default, waits=waits) if has_kita(options) else None
    decided = {
        plugin: tuple(words for hook, words in _HOOKS.items() if hook in hooks) for plugin, hooks in deciders.items()
    }
    kept = {plugin: words for plugin, words in decided.items() if words}
    answered = frozenset(hook for hooks in deciders.values() for hook in hooks)
    return Side(name, title, lanes, _ends(options, answered), kita, kept)


def _kita(options: Options, is_default: Callable[[str], bool], *, waits: bool) -> KitaLane:
    """Return the lane of a kita. It shows the step of `KITA_WAY` at which a pending kan dora indicator is turned, if
    one can be pending.
    """
    law = options.kita
    robbed = {KitaRobbery.NEVER: "no", KitaRobbery.ANY_YAKU: "yes", KitaRobbery.KOKUSHI: _ORPHANS}
    kept = law.pending_indicator is PendingOnKita.KEEP
    return KitaLane(
        robbed.get(law.robbable, _YAKUMAN),
        law.rinshan,
        None if kept or not waits else kita_place_on_axis(law.pending_indicator),
        _KITA_WORDS[law.pending_indicator] if waits else "",
        is_default("kita.enabled") or is_default("kita.robbable") or (waits and is_default("kita.pending_indicator")),
    )


_KITA_WORDS = {
    PendingOnKita.ANNOUNCED: _N("a pending indicator is turned before the kita can be robbed"),
    PendingOnKita.DECLARATION: _N("a pending indicator is turned once the kita is completed"),
    PendingOnKita.KEEP: _N("a pending indicator stays pending"),
}
_KITA_MOMENTS = {
    "kita announced": "announced",
    "kita robbery window": "robbery",
    "kita completed": "declaration",
    "kita replacement draw": "replacement",
}
"""Column of a kan that each step of a kita shares."""


def kita_place_on_axis(moment: PendingOnKita) -> float:
    """Return the position on the axis, in columns, at which a kita turns pending indicators: between two moments."""
    before = KITA.steps[: KITA.place("kita.pending_indicator", moment)]
    return max(_AT[_KITA_MOMENTS[step.name]] for step in before if step.name in _KITA_MOMENTS) + 0.5


def _lane(kan: str, options: Options, is_default: Callable[[str], bool]) -> Lane:
    kandora = options.kandora
    instant: Instant = getattr(kandora, kan) if kandora.enabled else Instant.NEVER
    decided = truth(instant, kandora.pending_on_next_kan, kandora.pending_on_rinshan_win)
    robbed = {"ankan": "no" if options.chankan.ankan is AnkanRobbery.NEVER else _ORPHANS, "daiminkan": "no"}
    at = None if instant is Instant.NEVER else place_on_axis(KAN.place("kandora.daiminkan", instant))
    early = []
    robbable = robbed.get(kan, "yes")
    if at is not None and kandora.robbed_kan is Shown.REVEALED and robbable != "no":
        early.append(Early("robbery", _AT["robbery"] - _BESIDE))
    if at is not None and at > _AT["robber"]:
        if kandora.pending_on_rinshan_win is Shown.REVEALED:
            early.append(Early("rinshan win", _AT["rinshan_win"] - _BESIDE))
        if kandora.pending_on_next_kan is not PendingOnNextKan.KEEP:
            # A player who robs the next kan counts the indicator if it is turned before that window, and not if it is
            # turned after.
            before = seen_by_robber(kandora.pending_on_next_kan)
            early.append(Early("next kan", _AT["robber"] + (-_BESIDE if before else _BESIDE)))
    return Lane(
        _TURNED[instant],
        instant.value,
        at,
        robbable,
        {
            "rinshan_win": decided.rinshan_win is EffectAnswer.YES,
            "robber": decided.robber is EffectAnswer.YES,
            "ron": decided.ron is EffectAnswer.YES,
        },
        tuple(early),
        is_default(f"kandora.{kan}" if kandora.enabled else "kandora.enabled"),
        float(_AT["discard"]) if kan == "shouminkan" and options.chankan.until is RobberyUntil.DISCARD else None,
    )


def _ends(options: Options, answered: Set[str]) -> tuple[End, End]:
    law = options.four_kans
    several = _end(law.several_players.value, law.abort_at)
    # Where nobody may declare four kans, and no plugin says otherwise, the four are always those of several players.
    silences = type(law).__dataclass_fields__["one_player"].metadata["silent"]
    if any(silence.when(options) and answered.isdisjoint(silence.hook.split()) for silence in silences):
        return several, several
    return several, _end(law.one_player.value, law.abort_at)


def _end(answer: str, moment: FourKansMoment) -> End:
    if answer == FourKansOfOne.PLAY_ON.value:
        return End(None, _PLAY_ON)
    if answer == FourKansOfOne.WIN_ON_PASSED_DISCARD.value:
        return End(place_on_axis(KAN.place("four_kans.one_player", FourKansOfOne.WIN_ON_PASSED_DISCARD)), _SUUKANTSU)
    return End(place_on_axis(KAN.place("four_kans.abort_at", moment)), _ENDS[moment])
