"""Conformance of a plugin: thousands of generated hands, and every key of a ruleset changed in turn.

    from kanrules.testing import check_plugin

    def test_my_plugin_conforms():
        check_plugin("okurikan")

A plugin conforms if hands played with it keep the laws of the table; if the same hand always gets the same rulings and
the same question the same answer; if its arguments stay unchanged; if its answers have the declared types, its codes
are its own and its payments are in hundreds between different players; and if it silences no key of a ruleset except
those that it `supersedes`, each of which it must override somewhere.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from kanrules.cases.case import Case
from kanrules.errors import KanrulesError, PluginError
from kanrules.hooks.discovery import superseded
from kanrules.hooks.faults import attribute, one_line
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.options import ChomboPays, Instant, Shown
from kanrules.law.vocabulary import FifthKan, Penalty, PenaltyType
from kanrules.locale.sentences import number as say_number
from kanrules.pieces.actions import Action, Ankan, Chi, Daiminkan, Discard, Draw, Kyuushu, Pon, Ron, Shouminkan, Tsumo
from kanrules.pieces.events import Chankan, KandoraTurned, Turned
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.keys import keys, keys_of_plugin
from kanrules.table.judge import Judged
from kanrules.table.state import Phase
from kanrules.testing.probes import Probe, probes
from kanrules.testing.signature import NOT_POSSIBLE, signature
from kanrules.testing.walls import plain_wall, rich_wall
from kanrules.testing.watch import Changed, Fickle, HookTally, Watch, code_of, is_code

HANDS = 2000
"""Number of generated hands by default."""


@dataclass(frozen=True, slots=True)
class PluginFault:
    """One thing that a plugin does wrong: the check that found it, and one sentence."""

    check: str
    text: str

    def __str__(self) -> str:
        return f"{self.check}: {self.text}"


@dataclass(frozen=True, slots=True)
class Conformance:
    """What the kit found about a plugin: its faults, the hooks it implements, and how much was played."""

    plugin: str
    faults: tuple[PluginFault, ...]
    hooks: tuple[str, ...] = ()
    hands: int = 0
    kans: int = 0
    keys: int = 0
    asked: Mapping[str, int] = field(default_factory=dict)
    """Number of calls, by hook that it implements."""
    supersedes: tuple[str, ...] = ()
    """The keys that it intends to override."""

    @property
    def passed(self) -> bool:
        """True if the plugin conforms."""
        return not self.faults

    def __str__(self) -> str:
        played = (
            f"{say_number(self.hands, 'hand')}, {say_number(self.kans, 'kan')}, {say_number(self.keys, 'key')} changed"
        )
        asked = ", ".join(f"{hook} (asked {_times(self.asked.get(hook, 0))})" for hook in self.hooks)
        if self.passed:
            over = f"; it supersedes {', '.join(self.supersedes)}" if self.supersedes else ""
            return f"plugin {self.plugin!r} conforms ({played}; it answers {asked or 'nothing'}{over})"
        lines = [f"plugin {self.plugin!r} does not conform ({played}):", *(f"  {fault}" for fault in self.faults)]
        if self.hands and asked:
            lines.append(f"  it answers {asked}")
        return "\n".join(lines)


def _times(number: int) -> str:
    return {0: "never", 1: "once"}.get(number, f"{number} times")


class NotConforming(AssertionError):
    """A plugin does not conform; `report` says why."""

    def __init__(self, report: Conformance) -> None:
        self.report = report
        super().__init__(str(report))


def check_plugin(
    plugin: str | object,
    *,
    name: str = "",
    rules: str | Ruleset = "ema-2016",
    options: Mapping[str, Any] | None = None,
    hands: int = HANDS,
    seed: int = 0,
) -> Conformance:
    """Check that a plugin conforms, and return what was played; raises NotConforming (an AssertionError) with every
    fault if it does not.

    Takes the plugin's name (that of its entry point), or a module or object; the ruleset to play under; the plugin's
    own options; the number of hands to generate, and the seed of the generator.
    """
    report = conformance(plugin, name=name, rules=rules, options=options, hands=hands, seed=seed)
    if not report.passed:
        raise NotConforming(report)
    return report


def conformance(
    plugin: str | object,
    *,
    name: str = "",
    rules: str | Ruleset = "ema-2016",
    options: Mapping[str, Any] | None = None,
    hands: int = HANDS,
    seed: int = 0,
) -> Conformance:
    """Like `check_plugin`, but always return the report. Raises PluginError only if there is no such plugin."""
    called = name or (
        plugin if isinstance(plugin, str) else getattr(plugin, "__name__", type(plugin).__name__).rpartition(".")[2]
    )
    if isinstance(plugin, str):
        from kanrules.hooks.discovery import load

        plugin = load(plugin)
    base = load_ruleset(rules) if isinstance(rules, str) else rules
    try:
        active = with_plugin(base, called, plugin, options or {})
        hooks = tuple(active.judge.hooks_of(called))
        over = superseded(called, plugin)
        said = attribute(called, plugin, "codes", {})
    except PluginError as error:
        return Conformance(called, (PluginFault("registration", str(error)),))
    faults: dict[str, PluginFault] = {}
    played = _PlayedHands(HookTally(called))
    for code in said if isinstance(said, Mapping) else ():
        if not is_code(called, str(code)):
            played.tally.fault(
                "codes", f"`codes` explains {one_line(code)}, which is no code of the plugin, {code_of(called)}"
            )
    for fault in _play_all(active, hands, seed, played):
        faults.setdefault(fault.check, fault)
    # A plugin that raises, changes its arguments or answers inconsistently says nothing about any key.
    unsure = {"hooks", "mutation", "same rulings"}
    changed = 0 if unsure & set(faults) else _probe_all(active, called, faults, played.tally, over)
    for check, text in played.tally.faults.items():
        faults.setdefault(check, PluginFault(check, text))
    if unsure & set(faults):
        faults = {check: fault for check, fault in faults.items() if check not in ("mute keys", "supersedes")}
    asked = {hook: 1 if hook == "amend_rules" else played.tally.asked.get(hook, 0) for hook in hooks}
    return Conformance(
        called, tuple(faults.values()), hooks, played.hands, played.kans, changed, MappingProxyType(asked), over
    )


def with_plugin(rules: Ruleset, name: str, plugin: object, options: Mapping[str, Any]) -> Ruleset:
    """Return a ruleset with one more plugin, asked first, and its options; raises PluginError if either is refused."""
    from kanrules.ruleset.schema import check_value

    known = keys_of_plugin(name, plugin)
    values = {field: key.default for field, key in known.items()}
    for field_, given in options.items():
        if field_ not in known:
            raise PluginError(f"plugin {name!r} has no option {field_!r}; its options are {', '.join(known) or 'none'}")
        value, wrong = check_value(known[field_], given)
        if wrong is not None:
            raise PluginError(f"plugin {name!r}: {wrong.message}")
        values[field_] = value
    others = tuple((other, module) for other, module in rules.modules if other != name)
    active = replace(
        rules,
        plugins=(name, *(other for other in rules.plugins if other != name)),
        modules=((name, plugin), *others),
        plugin=MappingProxyType({**rules.plugin, name: MappingProxyType(values)}),
    )
    amended = active.judge.amendments(name, active.plugin[name])
    if not amended:
        return active
    values = {key: value[0] if isinstance(value, tuple) else value for key, value in amended.items()}
    return active.with_options(values, set_by=f"plugin {name}")


# --- generated hands ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _PlayedHands:
    tally: HookTally
    hands: int = 0
    kans: int = 0


def _play_all(rules: Ruleset, hands: int, seed: int, played: _PlayedHands) -> Iterator[PluginFault]:
    options_before = repr(rules.options)
    for number in range(hands):
        chance = random.Random(f"{seed}:{number}")
        # Most hands are rich in kans; every fourth is an ordinary deal.
        wall = (plain_wall if number % 4 == 3 else rich_wall)(chance, rules.scoring.red_fives)
        actions: list[Action | IllegalKans] = []
        found: list[PluginFault] = []
        try:
            kyoku = _play(rules, wall, chance, actions, found, played.tally)
            again = KyokuMachine(rules, wall=wall)
            for action in actions:
                do(again, action)
        except PluginError as error:
            yield PluginFault("hooks", str(error))
            return
        except Changed as error:
            yield PluginFault("mutation", f"{error} (hand {number} of seed {seed})")
            return
        except Fickle as error:
            yield PluginFault("same rulings", f"{error} (hand {number} of seed {seed})")
            return
        except KanrulesError as error:
            yield PluginFault("same rulings", f"hand {number} cannot be played a second time: {error}")
            return
        played.hands += 1
        played.kans += len(kyoku.kans)
        if (again.events, again.findings, again.scores) != (kyoku.events, kyoku.findings, kyoku.scores):
            at = next(
                (at for at, (a, b) in enumerate(zip(kyoku.events, again.events, strict=False)) if a != b),
                len(kyoku.events),
            )
            found.append(
                PluginFault("same rulings", f"the same hand was ruled on otherwise the second time, from event {at} on")
            )
        if repr(rules.options) != options_before:
            found.append(PluginFault("mutation", "the options of the ruleset have been changed"))
        for fault in found:
            yield PluginFault(fault.check, f"{fault.text} (hand {number} of seed {seed})")


@dataclass(frozen=True, slots=True)
class IllegalKans:
    """An illegal kan, declared all the same."""

    kan: Ankan


def do(kyoku: KyokuMachine, action: Action | IllegalKans) -> None:
    """Play the actions that `choose` has chosen."""
    if isinstance(action, IllegalKans):
        kyoku.commit(action.kan)
    else:
        kyoku.push(action)


def _play(
    rules: Ruleset,
    wall: Sequence[int],
    chance: random.Random,
    actions: list[Action | IllegalKans],
    found: list[PluginFault],
    tally: HookTally,
) -> KyokuMachine:
    watch = Watch(rules.judge, tally)
    kyoku = KyokuMachine(Judged(watch), wall=wall)
    lying = _weight(kyoku)
    points = sum(kyoku.scores) + 1000 * kyoku.sticks
    while kyoku.outcome is None:
        action = choose(kyoku, chance)
        actions.append(action)
        do(kyoku, action)
        # Draws and discards move one tile and call no plugin; count the tiles at once for everything else.
        plain = isinstance(action, (Draw, Discard)) and kyoku.outcome is None and not kyoku.on_replacement
        if not plain and _weight(kyoku) != lying:
            found.append(
                PluginFault(
                    "tiles", f"{len(kyoku.census())} tiles are on the table after {action}, not the 136 that were dealt"
                )
            )
            break
        text = _miscounted(kyoku, watch)
        if text:
            found.append(PluginFault("kans and indicators", f"after {action}: {text}"))
            break
    if kyoku.outcome is not None:
        now = sum(kyoku.scores) + 1000 * kyoku.sticks + _fined(kyoku.penalties, rules)
        if now != points:
            found.append(
                PluginFault(
                    "payments", f"{points} points were on the table and {now} are at the end: payments must sum to zero"
                )
            )
    return kyoku


def _weight(kyoku: KyokuMachine) -> int:
    """Count of each tile on the table, three bits per tile."""
    return sum(1 << 3 * tile for tile in kyoku.census() if tile is not None)


def _fined(penalties: Sequence[tuple[Seat, Penalty]], rules: Ruleset) -> int:
    """Points that penalties took off the table; those of a chombo after uma leave the scores unchanged."""
    now = rules.chombo.pays is ChomboPays.BEFORE_UMA
    return sum(
        penalty.points
        for _, penalty in penalties
        if penalty.type is PenaltyType.POINTS or (now and (penalty.type is PenaltyType.CHOMBO or penalty.chombo_paid))
    )


def choose(kyoku: KyokuMachine, chance: random.Random) -> Action | IllegalKans:
    """Return the next action of a player who likes kans; sometimes an illegal kan in riichi."""
    legal = kyoku.legal_actions()
    wins = [action for action in legal if isinstance(action, (Ron, Tsumo, Kyuushu))]
    if wins and chance.random() < 0.35:
        return chance.choice(wins)
    kans = [action for action in legal if isinstance(action, (Ankan, Shouminkan, Daiminkan))]
    if kans and chance.random() < 0.95:
        return chance.choice(kans)
    calls = [action for action in legal if isinstance(action, (Pon, Chi))]
    pons = [action for action in calls if isinstance(action, Pon)]
    if pons and chance.random() < 0.7:
        return chance.choice(pons)
    if kyoku.phase is Phase.ACT and kyoku.riichi[kyoku.turn] and chance.random() < 0.5:
        illegal = _illegal_kan(kyoku)
        if illegal is not None:
            return illegal
    riichi = [action for action in legal if isinstance(action, Discard) and action.riichi]
    if riichi and chance.random() < 0.5:
        return chance.choice(riichi)
    rest = [
        action
        for action in legal
        if action not in wins and action not in kans and action not in calls and action not in riichi
    ]
    return chance.choice(rest or legal)


def _illegal_kan(kyoku: KyokuMachine) -> IllegalKans | None:
    seat = kyoku.turn
    for kind in range(34):
        if kyoku.hands[seat][kind] == 4:
            action = Ankan(seat, kind)
            if action not in kyoku.legal_actions(seat):
                return IllegalKans(action)
    return None


def _miscounted(kyoku: KyokuMachine, watch: Watch) -> str:
    """Return what is wrong with the number of kans and dora indicators, in words; empty if nothing is."""
    stand = len(kyoku.kans)
    if stand > 4 and FifthKan.PLAY_ON not in watch.fifth:
        return f"{stand} kans stand, and no plugin has let a fifth be played on"
    if kyoku.face_up > 5:
        return f"{kyoku.face_up} indicators lie face up; there are five places"
    if kyoku.phase in (Phase.ROB, Phase.OVER):
        return _robbed(kyoku)
    turned = kyoku.face_up - 1
    never = sum(instant is Instant.NEVER for number, instant in watch.instants.items() if number <= min(stand, 4))
    beyond = max(stand - 4, 0)
    if turned + len(kyoku.pending) + never + beyond != stand:
        return (
            f"{turned} indicators turned, {len(kyoku.pending)} pending, {never} never to turn, {beyond} beyond the "
            f"fourth, and {stand} kans stand"
        )
    return ""


def _robbed(kyoku: KyokuMachine) -> str:
    """A robbed kan turns an indicator only if the ruleset says so."""
    events = kyoku.events
    for at, event in enumerate(events):
        if isinstance(event, Chankan):
            announced = max(i for i in range(at) if isinstance(events[i], (Ankan, Shouminkan)))
            own = [
                one
                for one in events[announced:at]
                if isinstance(one, KandoraTurned) and one.instant is Turned.ANNOUNCED
            ]
            shown = kyoku.options.kandora.robbed_kan is Shown.REVEALED and kyoku.options.kandora.enabled
            if own and not shown:
                return "a robbed kan has turned its indicator, against kandora.robbed_kan"
            if any(isinstance(one, KandoraTurned) for one in events[at + 1 :]):
                return "an indicator was turned after a robbery"
    return ""


# --- every key in turn ----------------------------------------------------------------------------------------------


@cache
def _bare() -> Ruleset:
    """Every key at its default, from whatever file."""
    return load_ruleset("ema-2016").with_options({name: key.default for name, key in keys().items()}, set_by="default")


@cache
def _case(number: int, turn: int) -> Case:
    """A probe as a case, built once, so that its position is completed once, too."""
    return probes()[number].case(turn)


@cache
def _without(number: int) -> tuple[tuple[tuple[Any, ...], ...], ...]:
    """The results of a probe without any plugin: by rotation of the seats, by value."""
    probe = probes()[number]
    rulesets = [_laid(_bare(), probe, at) for at in range(len(probe.values))]
    return tuple(tuple(signature(_case(number, turn), rules) for rules in rulesets) for turn in _turns(probe))


def _turns(probe: Probe) -> range:
    # From every seat: a plugin that answers only for one seat, or for the dealer, does not silence a key.
    return range(4 if probe.turns else 1)


def _laid(rules: Ruleset, probe: Probe, value_at: int) -> Ruleset:
    return rules.with_options({**probe.options, probe.key: probe.values[value_at]}, set_by="ruleset")


def _probe_all(
    active: Ruleset, name: str, faults: dict[str, PluginFault], tally: HookTally, supersedes: Collection[str]
) -> int:
    """Change every key in turn, with the plugin and without. A key that changes something only without the plugin has
    been silenced, which is allowed only for keys that the plugin supersedes.
    """
    module = dict(active.modules)[name]
    bare = replace(
        _bare(),
        plugins=(name,),
        modules=((name, module),),
        plugin=MappingProxyType({name: active.plugin[name]}),
    )
    heard: dict[str, bool] = {}
    reached: set[str] = set()
    overruled: set[str] = set()
    for number, probe in enumerate(probes()):
        if active.options.table.players == 4 and _of_three(probe):
            continue
        heard.setdefault(probe.key, False)
        rulesets = [_watched(_laid(bare, probe, at), tally) for at in range(len(probe.values))]
        for turn in _turns(probe):
            try:
                answers = [signature(_case(number, turn), rules) for rules in rulesets]
            except (PluginError, Changed, Fickle) as error:
                check = {PluginError: "hooks", Changed: "mutation"}.get(type(error), "same rulings")
                faults.setdefault(check, PluginFault(check, str(error)))
                return len(heard)
            if any(answer[0] == NOT_POSSIBLE for answer in answers):
                # With this plugin the hand would have ended earlier; that says nothing about the key.
                continue
            reached.add(probe.key)
            if any(answer != answers[0] for answer in answers[1:]):
                heard[probe.key] = True
            else:
                overruled.add(probe.key)
            for rules, answer, without in zip(rulesets, answers, _without(number)[turn], strict=True):
                before, now = _points(without, rules), _points(answer, rules)
                if before != now:
                    text = f"{before} points were on the table and {now} are at the end: payments must sum to zero"
                    faults.setdefault("payments", PluginFault("payments", f"{text} ({_case(number, turn).name})"))
    mute = [key for key, answered in heard.items() if not answered and key in reached and key not in supersedes]
    if mute:
        faults["mute keys"] = PluginFault(
            "mute keys",
            f"{', '.join(mute)}: whatever the ruleset says here, the plugin makes it mean nothing; if it means to: "
            f"supersedes = ({', '.join(repr(one) for one in [*supersedes, *mute])},)".replace("'", '"'),
        )
    idle = [key for key in supersedes if key in heard and key not in overruled]
    if idle:
        faults["supersedes"] = PluginFault(
            "supersedes", f"{', '.join(idle)}: the plugin says that it overrules this, and nowhere does"
        )
    return len(heard)


def _of_three(probe: Probe) -> bool:
    """True if a probe is for three players: a plugin for four-player tables need not support it."""
    return probe.key == "table.players" or probe.options.get("table.players") == 3


def _watched(rules: Ruleset, tally: HookTally) -> Ruleset:
    """Return the ruleset with a watched judge."""
    watch: Any = Watch(rules.judge, tally)
    return rules.judged_by(watch)


def _points(answer: tuple[Any, ...], rules: Ruleset) -> int:
    """Return all points of a play: scores, riichi sticks, and what penalties have taken away."""
    if answer[0] == NOT_POSSIBLE:
        return 0
    scores, sticks, penalties = answer[4], answer[5], answer[7]
    return int(sum(scores) + 1000 * sticks + _fined(penalties, rules))


__all__ = [
    "HANDS",
    "Conformance",
    "NotConforming",
    "PluginFault",
    "Watch",
    "check_plugin",
    "choose",
    "conformance",
    "do",
    "with_plugin",
]
