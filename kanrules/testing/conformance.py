"""Check the conformance of a plugin with thousands of generated hands, and by changing every key of a ruleset in turn.

    from kanrules.testing import check_plugin

    def test_my_plugin_conforms():
        check_plugin("okurikan")

A plugin conforms if hands played with it keep the laws of the table; if the same hand always gets the same rulings and
the same question the same answer; if its arguments stay unchanged; if its answers have the declared types, its codes
are its own, and its payments are in hundreds between different players; if its import changes nothing but adds modules;
if no answer depends on tiles that the players
concerned cannot see; if every hook answers at some time, under some value of the plugin's options; and if it silences
no key of a ruleset except those that it `supersedes`, each of which it must override somewhere.

Hands of three players are played too, unless the plugin says `players = (4,)`.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kanrules.cases.case import Case, CaseError, read_cases
from kanrules.cases.run import play_case
from kanrules.errors import KanrulesError, PluginError, wrong_use
from kanrules.frozen import frozen
from kanrules.hooks.amending import amendments
from kanrules.hooks.discovery import load, named_keys, needed, presupposed
from kanrules.hooks.faults import attribute, is_refusal, one_line
from kanrules.hooks.specs import HOOKS
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.hook_values import Penalty, PenaltyType, PointsFrom
from kanrules.law.options import ChomboPays, Instant, Shown
from kanrules.law.setup import setup_of
from kanrules.locale.sentences import number as say_number
from kanrules.pieces.actions import Action, Ankan, Chi, Daiminkan, Discard, Draw, Kyuushu, Pon, Ron, Shouminkan, Tsumo
from kanrules.pieces.events import Chankan, KandoraTurned, Turned
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.keys import Key, Takes, file_value, keys, keys_of_plugin
from kanrules.ruleset.library import CASES
from kanrules.ruleset.lint import presupposing
from kanrules.ruleset.load import ruleset_of
from kanrules.ruleset.problems import quote
from kanrules.ruleset.ruleset_plugins import amendment, check_defaults, lacking, refused
from kanrules.table.judge import Judged
from kanrules.table.state import Phase
from kanrules.testing.import_watch import watched_import
from kanrules.testing.plugin_watch import Changed, Fickle, HookTally, Listener, Watch, code_of, is_code
from kanrules.testing.probes import Probe, probes
from kanrules.testing.signature import PlaySignature, signature
from kanrules.testing.varied import varied
from kanrules.testing.walls import plain_wall, rich_wall

HANDS = 2000
"""Number of generated hands by default."""


@frozen
class PluginFault:
    """One fault of a plugin: the check that found it, and one sentence."""

    check: str
    text: str

    def __str__(self) -> str:
        return f"{self.check}: {self.text}"


@frozen
class Conformance:
    """The report of a conformance test: the plugin's faults, the hooks that it implements, and how much was played."""

    plugin: str
    faults: tuple[PluginFault, ...]
    hooks: tuple[str, ...] = ()
    hands: int = 0
    kans: int = 0
    keys: int = 0
    asked: Mapping[str, int] = field(default_factory=dict)
    """Number of calls of each hook that it implements."""
    answered: Mapping[str, int] = field(default_factory=dict)
    """Number of calls that it answered, by hook."""
    supersedes: tuple[str, ...] = ()
    """The keys that the plugin intends to override."""
    not_shown: tuple[str, ...] = ()
    """Keys that made no difference with the plugin, in too few positions to say that it silences them."""
    implied: tuple[str, ...] = ()
    """Keys that made no difference with the plugin because they only matter under values of keys that it supersedes."""

    @property
    def passed(self) -> bool:
        """True if the plugin conforms."""
        return not self.faults

    def __str__(self) -> str:
        played = (
            f"{say_number(self.hands, 'hand')}, {say_number(self.kans, 'kan')}, {say_number(self.keys, 'key')} changed"
        )
        if self.passed:
            lines = [f"plugin {self.plugin!r} conforms ({played})"]
        else:
            lines = [f"plugin {self.plugin!r} does not conform ({played}):", *(f"  {fault}" for fault in self.faults)]
        if self.hands:
            lines += [f"  {hook}: {self._calls(hook)}" for hook in self.hooks]
        if self.supersedes:
            lines.append(f"  supersedes {', '.join(self.supersedes)}")
        if self.implied:
            lines.append(f"  therefore without effect: {', '.join(self.implied)}")
        if self.not_shown:
            lines.append(
                f"  no effect found with this plugin, in too few positions to be sure: {', '.join(self.not_shown)}"
            )
        return "\n".join(lines)

    def _calls(self, hook: str) -> str:
        asked, answered = self.asked.get(hook, 0), self.answered.get(hook, 0)
        if not asked:
            return "not asked"
        if hook in _NEVER_ANSWER:
            return f"asked {_times(asked)}"
        # Not "answered never": `Instant.NEVER` is an answer. None and an answer that is refused count as no answer.
        return f"asked {_times(asked)}, " + (f"answered {_times(answered)}" if answered else "gave no valid answer")


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


class NotConforming(AssertionError):
    """A plugin does not conform. `report` says why."""

    def __init__(self, report: Conformance) -> None:
        self.report = report
        super().__init__(str(report))


_NEVER_ANSWER = frozenset(hook for hook, spec in HOOKS.items() if not spec.decides)
"""Hooks that a plugin has no answer to give to while a hand is played."""


def check_plugin(
    plugin: str | object,
    *,
    name: str = "",
    rules: str | Path | Ruleset = "ema-2016",
    options: Mapping[str, Any] | None = None,
    hands: int = HANDS,
    seed: int = 0,
    allow_silent: bool = False,
    allow_local_plugins: bool = False,
) -> Conformance:
    """Check that a plugin conforms, and return the report. Raises NotConforming (an AssertionError) with every fault if
    it does not.

    `plugin` is the name of its entry point, or a module or object. `rules` is the ruleset to play under, `options` are
    values of the plugin's own options, `hands` is the number of hands to generate, and `seed` the seed of the
    generator. Options that are not given have their default, and in part of the hands each of their other values,
    unless `amend_rules` raises PluginError for one. With `allow_silent`, a hook may leave every question to core. With
    `allow_local_plugins`, a file that `rules` names may run its own `./plugin.py`.
    """
    report = conformance(
        plugin,
        name=name,
        rules=rules,
        options=options,
        hands=hands,
        seed=seed,
        allow_silent=allow_silent,
        allow_local_plugins=allow_local_plugins,
    )
    if not report.passed:
        raise NotConforming(report)
    return report


def conformance(
    plugin: str | object,
    *,
    name: str = "",
    rules: str | Path | Ruleset = "ema-2016",
    options: Mapping[str, Any] | None = None,
    hands: int = HANDS,
    seed: int = 0,
    allow_silent: bool = False,
    allow_local_plugins: bool = False,
    imported: Sequence[str] = (),
) -> Conformance:
    """Return the report of `check_plugin`, whether or not the plugin conforms. Raises PluginError only if there is no
    such plugin.

    `imported` says what the import of the plugin has changed, if the caller has imported and watched it.
    """
    if hands < 1:
        raise wrong_use(f"hands is {hands}; expected a whole number from 1 up")
    called = name or (
        plugin if isinstance(plugin, str) else getattr(plugin, "__name__", type(plugin).__name__).rpartition(".")[2]
    )
    if isinstance(plugin, str):
        plugin, imported = watched_import(partial(load, plugin))
    base = ruleset_of(rules, allow_local_plugins=allow_local_plugins)
    try:
        active = with_plugin(base, called, plugin, options or {})
        for error in lacking(dict(active.modules), base.without):
            raise error
        hooks = tuple(hooks_of(active, called))
        over = named_keys(called, plugin, "supersedes", active.plugin[called])
        elsewhere = list(_elsewhere(base, called, plugin, options or {}))
        said = attribute(called, plugin, "codes", {})
    except PluginError as error:
        return Conformance(called, (PluginFault("registration", str(error)),))
    faults: dict[str, PluginFault] = {}
    if imported:
        faults["import"] = PluginFault("import", "; ".join(imported))
    played = _PlayedHands(HookTally(called, wraps=active.judge.wrapped_by(called)))
    for code in said if isinstance(said, Mapping) else ():
        if not is_code(called, str(code)):
            played.tally.fault(
                "codes", f"`codes` explains {one_line(code)}, which is not a code of the plugin, {code_of(called)}"
            )
    for fault in _play_all(active, hands, seed, played):
        faults.setdefault(fault.check, fault)
    for where, there in elsewhere:
        for fault in _play_all(there, hands // _SHARE, seed, played):
            faults.setdefault(fault.check, PluginFault(fault.check, f"{fault.text} ({where})"))
    for fault in _play_cases(active, played.tally):
        faults.setdefault(fault.check, fault)
    # A plugin that raises, changes its arguments or answers inconsistently says nothing about any key.
    unsure = {"hooks", "mutation", "same rulings"}
    not_shown: list[str] = []
    implied: list[str] = []
    changed = (
        0 if unsure & set(faults) else _probe_all(base, active, called, faults, played.tally, over, not_shown, implied)
    )
    for check, text in played.tally.faults.items():
        faults.setdefault(check, PluginFault(check, text))
    if unsure & set(faults):
        faults = {check: fault for check, fault in faults.items() if check not in ("mute keys", "supersedes")}
    if "same rulings" in faults:
        # An answer by chance differs with other hidden tiles too.
        faults.pop("hidden tiles", None)
    asked = {hook: 1 if HOOKS[hook].at_load else played.tally.asked.get(hook, 0) for hook in hooks}
    if not unsure & set(faults):
        _ask_silent(base, hooks, called, [there for _, there in elsewhere], played.tally)
    answered = {hook: played.tally.answered.get(hook, 0) for hook in hooks if hook not in _NEVER_ANSWER}
    silent = [hook for hook, times in answered.items() if not times]
    if silent and not allow_silent and not unsure & set(faults):
        faults["silent hooks"] = PluginFault(
            "silent hooks",
            f"{', '.join(silent)}: asked and never answered, under any value of its options, so nothing was checked. "
            "Name a ruleset whose cases make it answer (--rules, in Python rules=), set its options (--option, "
            "options=), or allow it (--allow-silent, allow_silent=True)",
        )
    return Conformance(
        called,
        tuple(faults.values()),
        hooks,
        played.hands,
        played.kans,
        changed,
        MappingProxyType(asked),
        MappingProxyType(answered),
        over,
        tuple(not_shown),
        tuple(implied),
    )


def _ask_silent(base: Ruleset, hooks: Sequence[str], name: str, elsewhere: Sequence[Ruleset], tally: HookTally) -> None:
    """Play the probes that ask a hook which has not answered with the other options too: the occasion may be too rare
    for generated hands.
    """
    for there in elsewhere:
        silent = {hook for hook in hooks if hook not in _NEVER_ANSWER and not tally.answered.get(hook)}
        if not silent:
            return
        alone = _on_grounds(base, there, name)
        for number, probe in enumerate(probes()):
            ground, (without, *_) = _without(base, number, 0)
            if not _of_three(probe) and silent & without.asked:
                try:
                    signature(_case(number, 0), _watched(_laid(alone[ground], probe, 0), tally))
                except (PluginError, Changed, Fickle):
                    return  # the generated hands have reported such a fault already, or never reached it


def _on_grounds(base: Ruleset, active: Ruleset, name: str) -> dict[Ruleset, Ruleset]:
    """Return every ground of the ruleset with this plugin alone, which is registered once for all probes."""
    found = {ground: _alone_in(ground, active, name) for ground in _grounds(base)}
    for one in found.values():
        _ = one.judge
    return found


def _alone_in(rules: Ruleset, active: Ruleset, name: str) -> Ruleset:
    """Return the ruleset with this plugin of another one, with its options there and those of the plugins that it
    needs, and with no others.
    """
    module = dict(active.modules)[name]
    return replace(
        rules,
        plugins=(name,),
        modules=((name, module),),
        plugin=MappingProxyType({one: active.plugin[one] for one in (name, *needed(name, module))}),
    )


_SHARE = 8
"""The number of hands divided by this is played with three players, and with each other value of an option."""


def _elsewhere(base: Ruleset, name: str, plugin: object, given: Mapping[str, Any]) -> Iterator[tuple[str, Ruleset]]:
    """Yield where else the plugin is played, in words and as a ruleset: with three players unless it says that it is
    only for four, and with each value of each option that is neither given nor its default. A value that the plugin
    itself refuses next to the other options is left out.
    """
    players = attribute(name, plugin, "players", (3, 4))
    if not isinstance(players, (tuple, list)) or not players or not set(players) <= {3, 4}:
        raise PluginError(f"plugin {name!r}: players is {one_line(players)}", hint="write players = (4,) or (3, 4)")
    own = base.options.table.players
    if own not in players:
        raise PluginError(f"plugin {name!r} is not for {own} players, and {base.id} is", hint="choose another ruleset")
    own_options = base.plugin.get(name, {}) if name in dict(base.modules) else {}
    if own == 4 and 3 in players:
        hint = "use table.seats, or write players = (4,)"
        three = load_ruleset("tenhou-3p")
        for other in needed(name, plugin):
            three = with_plugin(three, other, dict(base.modules)[other], base.plugin[other])
        yield f"with three players; {hint}", with_plugin(three, name, plugin, {**own_options, **given})
    for option, key in keys_of_plugin(name, plugin).items():
        for value in _values(key) if option not in given else ():
            if value != file_value(own_options.get(option, key.default)):
                try:
                    there = with_plugin(base, name, plugin, {**given, option: value})
                except PluginError as error:
                    if not is_refusal(error):
                        raise
                    continue
                yield f"with {option} = {quote(value)}", there


def _values(key: Key) -> list[Any]:
    """Return the values of an option to play with. Of a number, these are the next larger one and the largest, or the
    next smaller one and the smallest if its default is the largest.
    """
    if key.takes is Takes.LIST:
        return [[member] for member in key.allowed]
    if key.takes is not Takes.NUMBER:
        return list(key.allowed)
    if key.allowed:
        numbers = list(key.allowed)
    else:
        most = key.default + key.step if key.maximum is None else key.maximum
        steps = (key.default - key.step, key.default + key.step)
        numbers = [key.minimum, most, *(one for one in steps if key.minimum <= one <= most)]
    larger, smaller = [one for one in numbers if one > key.default], [one for one in numbers if one < key.default]
    return sorted({min(larger), max(larger)} if larger else {max(smaller), min(smaller)} if smaller else ())


def with_plugin(rules: Ruleset, name: str, plugin: object, options: Mapping[str, Any]) -> Ruleset:
    """Return a ruleset with one more plugin, which is asked first, and its options. Raises PluginError if either is
    refused.
    """
    from kanrules.ruleset.schema import check_value

    known = keys_of_plugin(name, plugin)
    check_defaults(name, known)
    values = {field: key.default for field, key in known.items()}
    if name in dict(rules.modules):
        values |= rules.plugin.get(name, {})
    for field_, given in options.items():
        if field_ not in known:
            raise PluginError(f"plugin {name!r} has no option {field_!r}; its options are {', '.join(known) or 'none'}")
        value, wrong = check_value(known[field_], given)
        if wrong is not None:
            raise refused(f"plugin {name!r}", name, wrong)
        values[field_] = value
    others = tuple((other, module) for other, module in rules.modules if other != name)
    active = replace(
        rules,
        plugins=(name, *(other for other in rules.plugins if other != name)),
        modules=((name, plugin), *others),
        plugin=MappingProxyType({**rules.plugin, name: MappingProxyType(values)}),
    )
    amended = amendments(name, plugin, active, active.plugin[name])
    values = {key: amendment(name, key, value)[0] for key, value in amended.items()}
    return active.with_options(values, set_by=f"plugin {name}") if values else active


def _without_plugin(rules: Ruleset, name: str) -> Ruleset:
    return replace(
        rules,
        plugins=tuple(other for other in rules.plugins if other != name),
        modules=tuple((other, module) for other, module in rules.modules if other != name),
    )


# --- generated hands ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _PlayedHands:
    tally: HookTally
    hands: int = 0
    kans: int = 0


def _play_all(rules: Ruleset, hands: int, seed: int, played: _PlayedHands) -> Iterator[PluginFault]:
    options_before, setup = repr(rules.options), setup_of(rules.options)
    for number in range(hands):
        chance = random.Random(f"{seed}:{number}")
        # Most hands are rich in kans; every fourth is an ordinary deal.
        wall = (plain_wall if number % 4 == 3 else rich_wall)(chance, rules.scoring.red_fives, setup)
        actions: list[Action | IllegalKans] = []
        found: list[PluginFault] = []
        try:
            situation = _situation(number, setup.players)
            kyoku = _play(rules, wall, situation, chance, actions, found, played.tally)
            again = KyokuMachine(rules, wall=wall, **situation)
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
                PluginFault(
                    "same rulings", f"the same hand was ruled on differently the second time, from event {at} on"
                )
            )
        if repr(rules.options) != options_before:
            found.append(PluginFault("mutation", "the options of the ruleset have been changed"))
        for fault in found:
            yield PluginFault(fault.check, f"{fault.text} (hand {number} of seed {seed})")


def _situation(number: int, players: int) -> dict[str, Any]:
    """Return the situation in which the hand of this number begins. Every other hand is the first of a game."""
    if number % 2 == 0:
        return {}
    scores = [31000, 18000, 39000, 12000][:players]
    at = number // 2 % players
    return {"round_wind": Seat.SOUTH, "honba": 2, "scores": scores[at:] + scores[:at]}


def _play_cases(rules: Ruleset, tally: HookTally) -> Iterator[PluginFault]:
    """Play the cases next to the ruleset: they reach what generated hands rarely do. `verify` says if they pass."""
    own = rules.path.with_name(rules.path.stem + CASES)
    try:
        cases = read_cases(own) if own.is_file() else ()
    except KanrulesError:
        return  # `verify` says what is wrong with the file
    for case in cases:
        try:
            play_case(replace(case, options={}), _watched(rules.with_options(case.options, set_by="case"), tally))
        except (PluginError, Changed, Fickle) as error:
            yield PluginFault(_CHECK_OF[type(error)], f"{error} (case {case.name!r})")
        except KanrulesError:
            continue  # an impossible case, which `verify` reports


_CHECK_OF = {PluginError: "hooks", Changed: "mutation", Fickle: "same rulings"}


@frozen
class IllegalKans:
    """An illegal kan that a player declares anyway."""

    kan: Ankan


def do(kyoku: KyokuMachine, action: Action | IllegalKans) -> None:
    """Play an action that `choose` returned."""
    if isinstance(action, IllegalKans):
        kyoku.commit(action.kan)
    else:
        kyoku.push(action)


def _play(
    rules: Ruleset,
    wall: Sequence[int],
    situation: Mapping[str, Any],
    chance: random.Random,
    actions: list[Action | IllegalKans],
    found: list[PluginFault],
    tally: HookTally,
) -> KyokuMachine:
    watch = _watch(rules, tally)
    kyoku = KyokuMachine(Judged(watch), wall=wall, **situation)
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
                    "tiles", f"{len(kyoku.census())} tiles are on the table after {action}; {len(wall)} were dealt"
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
    """Return the number of each tile on the table, packed into three bits per tile."""
    return sum(1 << 3 * tile for tile in kyoku.census() if tile is not None)


def _fined(penalties: Sequence[tuple[Seat, Penalty]], rules: Ruleset) -> int:
    """Return the points that penalties took off the table. Those of a chombo after uma leave the scores unchanged."""
    now = rules.chombo.pays is ChomboPays.BEFORE_UMA
    return sum(
        penalty.points
        for _, penalty in penalties
        if (penalty.type is PenaltyType.POINTS and penalty.points_from is PointsFrom.TABLE)
        or (now and (penalty.type is PenaltyType.CHOMBO or penalty.chombo_paid))
    )


def choose(kyoku: KyokuMachine, chance: random.Random) -> Action | IllegalKans:
    """Return the next action of a player who likes kans, sometimes an illegal kan in riichi."""
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
    """Return what is wrong with the number of kans and dora indicators, in words; "" if nothing is."""
    stand = len(kyoku.kans)
    # A fifth kan that ends the hand may be completed first, if it could have been robbed.
    if stand > 4 and kyoku.outcome is None and not any(answer.goes_on for answer in watch.fifth):
        return f"{stand} kans are completed, and no plugin has allowed play to continue after a fifth"
    if kyoku.face_up > 5:
        return f"{kyoku.face_up} dora indicators are face up; there are five places"
    if kyoku.phase in (Phase.ROB, Phase.OVER):
        return _robbed(kyoku)
    turned = kyoku.face_up - 1
    never = sum(instant is Instant.NEVER for number, instant in watch.instants.items() if number <= min(stand, 4))
    if not kyoku.options.kandora.enabled:  # then nobody is asked when an indicator is turned
        never = min(stand, 4)
    beyond = max(stand - 4, 0)
    if turned + len(kyoku.pending) + never + beyond != stand:
        return (
            f"{turned} indicators turned, {len(kyoku.pending)} pending, {never} never to turn, {beyond} beyond the "
            f"fourth, and {stand} kans stand"
        )
    return ""


def _robbed(kyoku: KyokuMachine) -> str:
    """Return what is wrong with the kan dora indicator of a robbed kan; "" if it is turned only where the ruleset says
    so.
    """
    events = kyoku.events
    for at, event in enumerate(events):
        if isinstance(event, Chankan):
            announced = max(i for i in range(at) if isinstance(events[i], (Ankan, Daiminkan, Shouminkan)))
            own = [
                one
                for one in events[announced:at]
                if isinstance(one, KandoraTurned) and one.instant is Turned.ANNOUNCED
            ]
            kandora = kyoku.options.kandora
            own_instant = kandora.ankan if isinstance(events[announced], Ankan) else kandora.shouminkan
            shown = kandora.enabled and kandora.robbed_kan is Shown.REVEALED and own_instant is not Instant.NEVER
            if own and not shown:
                return "a robbed kan turned its kan dora indicator, against the keys of [kandora]"
            if any(isinstance(one, KandoraTurned) for one in events[at + 1 :]):
                return "a kan dora indicator was turned after a robbery"
    return ""


# --- every key in turn ----------------------------------------------------------------------------------------------


@cache
def _grounds(rules: Ruleset) -> tuple[Ruleset, ...]:
    """Return what probes are laid on: the ruleset without plugins, and the same with every key at its default.

    A probe shows what its key does only if the other keys let it.
    """
    bare = replace(rules, plugins=(), modules=(), plugin=MappingProxyType({}))
    default = bare.with_options({name: key.default for name, key in keys().items()}, set_by="default")
    return (bare, default) if rules.options.table.players == 4 else (default,)


@cache
def _case(number: int, turn: int) -> Case:
    """Return a probe as a case, cached so that its position is completed only once."""
    return probes()[number].case(turn)


@frozen
class _ProbeResult:
    """The result of a probe under one value: what happened, the sum of all points, and the hooks that were asked."""

    signature: PlaySignature
    points: int
    asked: frozenset[str]


@cache
def _without(base: Ruleset, number: int, turn: int) -> tuple[Ruleset, tuple[_ProbeResult, ...]]:
    """Return the first ground on which a probe without any plugin shows its key, with the results by value, the seats
    turned so far.
    """
    for ground in _grounds(base):
        found = []
        for at in range(len(probes()[number].values)):
            rules = _laid(ground, probes()[number], at)
            listener: Any = Listener(rules.judge)
            seen = signature(_case(number, turn), rules.judged_by(listener))
            found.append(_ProbeResult(seen, _points(seen, rules), frozenset(listener.asked)))
        seen_ = [one.signature for one in found]
        if all(one.possible for one in seen_) and any(one != seen_[0] for one in seen_):
            break
    return ground, tuple(found)


def _with(
    number: int, turn: int, base: Ruleset, alone: Mapping[Ruleset, Ruleset], hooks: Set[str], tally: HookTally
) -> Iterator[_ProbeResult]:
    """Yield the results of a probe with a plugin of these hooks, by value. `alone` has each ground with the plugin."""
    ground, results = _without(base, number, turn)
    for at, without in enumerate(results):
        if hooks.isdisjoint(without.asked):
            # A plugin that is not asked changes nothing.
            yield without
            continue
        rules = _watched(_laid(alone[ground], probes()[number], at), tally)
        seen = signature(_case(number, turn), rules)
        yield _ProbeResult(seen, _points(seen, rules), without.asked)


def _turns(probe: Probe) -> range:
    # From every seat: a plugin that answers only for one seat, or for the dealer, does not silence a key.
    return range(4 if probe.turns else 1)


def _presupposing(rules: Ruleset, name: str) -> Iterator[str]:
    """Yield the hooks whose answers presuppose a value of the ruleset: the judge of another one may not name them."""
    for answer in presupposed(name, dict(rules.modules)[name]):
        yield answer.partition(".")[0]


def _laid(rules: Ruleset, probe: Probe, value_at: int) -> Ruleset:
    return rules.with_options({**probe.options, probe.key: probe.values[value_at]}, set_by="ruleset")


def _probe_all(
    base: Ruleset,
    active: Ruleset,
    name: str,
    faults: dict[str, PluginFault],
    tally: HookTally,
    supersedes: Collection[str],
    not_shown: list[str],
    implied: list[str],
) -> int:
    """Change every key in turn, with the plugin and without, and return the number of keys probed.

    A key that changes something only without the plugin has been silenced, which is allowed only for keys that the
    plugin supersedes and for those that only matter under values of these, which are added to `implied`. Any other is a
    fault only if other tiles, players, hands, and scores show the same; otherwise it is added to `not_shown`.
    """
    alone = _on_grounds(base, active, name)
    hooks = {*hooks_of(active, name), *_presupposing(active, name)}
    hooks |= {hook for one in alone.values() for hook in hooks_of(one, name)}
    heard: dict[str, bool] = {}
    reached: set[str] = set()
    overruled: set[str] = set()
    for number, probe in enumerate(probes()):
        if active.options.table.players == 4 and _of_three(probe):
            continue
        heard.setdefault(probe.key, False)
        for turn in _turns(probe):
            try:
                results = list(_with(number, turn, base, alone, hooks, tally))
            except (PluginError, Changed, Fickle) as error:
                check = _CHECK_OF[type(error)]
                faults.setdefault(check, PluginFault(check, str(error)))
                return len(heard)
            if not all(result.signature.possible for result in results):
                # With this plugin the hand would have ended earlier; that says nothing about the key.
                continue
            reached.add(probe.key)
            if any(result.signature != results[0].signature for result in results[1:]):
                heard[probe.key] = True
            else:
                overruled.add(probe.key)
            for without, result in zip(_without(base, number, turn)[1], results, strict=True):
                if without.points != result.points:
                    text = (
                        f"{without.points} points were on the table and {result.points} are at the end: payments must "
                        "sum to zero"
                    )
                    faults.setdefault("payments", PluginFault("payments", f"{text} ({_case(number, turn).name})"))
    mute = []
    follow = presupposing(supersedes)
    for key in (key for key, answered in heard.items() if not answered and key in reached and key not in supersedes):
        if key in follow:
            implied.append(key)
            continue
        match _silenced(key, alone):
            case True:
                mute.append(key)
            case None:
                not_shown.append(key)
    if mute:
        follow = presupposing([*supersedes, *mute])
        listed = ", ".join(f'"{key}"' for key in [*supersedes, *mute] if key not in follow)
        faults["mute keys"] = PluginFault(
            "mute keys",
            f"{', '.join(mute)}: the plugin removes the effect of any value that the ruleset sets here, also with "
            f"other tiles, players, hands, and scores; if this is intended: supersedes = ({listed},)",
        )
    idle = [key for key in supersedes if key in heard and key not in overruled]
    if idle:
        faults["supersedes"] = PluginFault(
            "supersedes",
            f"{', '.join(idle)}: in none of the positions tried does the plugin override this; remove it from "
            "supersedes if some kans still follow the value of the ruleset",
        )
    return len(heard)


_PROOF = 2
"""Number of positions with other kans that prove that a plugin silences a key."""


def _silenced(key: str, alone: Mapping[Ruleset, Ruleset]) -> bool | None:
    """Return True if the key makes no difference in any varied position, False if it makes one, and None if too few
    positions show what the key does without the plugin.
    """
    shown = 0
    own = [probe for probe in probes() if probe.key == key and not _of_three(probe)]
    for original, probe in ((one, other) for one in own for other in varied(one)):
        try:
            case = probe.case()
        except CaseError:
            continue  # an exchange of tiles can give a line that no case may have
        ground = list(alone)[-1]  # where every other key has its default
        without = [signature(case, _laid(ground, probe, at)) for at in range(len(probe.values))]
        if not all(one.possible for one in without) or all(answer == without[0] for answer in without):
            continue
        answers = [signature(case, _laid(alone[ground], probe, at)) for at in range(len(probe.values))]
        if not all(one.possible for one in answers):
            continue
        if any(answer != answers[0] for answer in answers[1:]):
            return False
        # An exchange that leaves every kan and every play as it was proves nothing about other kans.
        shown += probe.lines != original.lines or probe.given.get("melds") != original.given.get("melds")
    return True if shown >= _PROOF else None


def _of_three(probe: Probe) -> bool:
    """Return True if a probe is for three players; a plugin for four-player tables need not support it."""
    return probe.key == "table.players" or probe.options.get("table.players") == 3


def _watched(rules: Ruleset, tally: HookTally) -> Ruleset:
    """Return the ruleset with a watched judge."""
    watch: Any = _watch(rules, tally)
    return rules.judged_by(watch)


def _watch(rules: Ruleset, tally: HookTally) -> Watch:
    return Watch(rules.judge, tally, _without_plugin(rules, tally.plugin).judge if tally.wraps else None)


def _points(seen: PlaySignature, rules: Ruleset) -> int:
    """Return the sum of all points of a play: scores, riichi sticks, and what penalties have taken away."""
    return sum(seen.scores) + 1000 * seen.sticks + _fined(seen.penalties, rules)


__all__ = [
    "HANDS",
    "Conformance",
    "NotConforming",
    "PluginFault",
    "check_plugin",
    "conformance",
]
