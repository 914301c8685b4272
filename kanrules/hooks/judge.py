"""Plugins of a ruleset: found by entry point, asked through pluggy, one manager a ruleset, every answer checked.

`PluginJudge` is the judge that the machine talks to. Core's own answers (`kanrules.hooks.core`) are plugins too,
registered first and asked last.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import pluggy

from kanrules.errors import PluginError
from kanrules.hooks import core as kan_law
from kanrules.hooks import specs as hookspecs
from kanrules.hooks.answers import SEVERAL, TraceLine, about, check_answer, in_words, told
from kanrules.hooks.discovery import GROUP, Installed, examine, installed, load
from kanrules.hooks.faults import blame
from kanrules.hooks.marks import hookimpl
from kanrules.hooks.specs import ARGUMENTS, HOOKS
from kanrules.law.options import AnkanRobbery, Instant, Options
from kanrules.law.vocabulary import Call, FifthKan, Foul, FourKans, Kan, Liability, Penalty, Result, Transfer
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import EAST, KIND, Seat, Tile
from kanrules.rulings import Objection
from kanrules.table.judge import Rules, TableSource
from kanrules.table.snapshot import Table, fill

__all__ = [
    "GROUP", "CoreObjection", "CorePlugin", "Installed", "PluginJudge", "TraceLine", "check_answer", "examine", "in_words", "installed",
    "load", "told",
]  # fmt: skip


class CorePlugin:
    """Core's answers from the options of the ruleset."""

    @hookimpl(trylast=True)
    def reveal_kandora(self, kan: Kan, rules: Rules) -> Instant:
        """See `kan_law.reveal_kandora`."""
        return kan_law.reveal_kandora(kan, rules.options)

    @hookimpl(trylast=True)
    def fifth_kan(self, kan: Kan, rules: Rules) -> FifthKan:
        """See `kan_law.fifth_kan`."""
        return kan_law.fifth_kan(kan, rules.options)

    @hookimpl(trylast=True)
    def four_kans(self, kan: Kan, table: Table, rules: Rules) -> FourKans:
        """See `kan_law.four_kans`."""
        return kan_law.four_kans(kan, table, rules.options)

    @hookimpl(trylast=True)
    def rob_kan(self, kan: Kan, seat: Seat, table: Table, rules: Rules) -> bool:
        """See `kan_law.rob_kan`."""
        return kan_law.rob_kan(kan, seat, table, rules.options)

    @hookimpl(trylast=True)
    def liability(self, call: Call, table: Table, rules: Rules) -> list[Liability]:
        """See `kan_law.liable`: only honours and kans make anybody liable."""
        if call.type is MeldType.PON and KIND[call.tile] < EAST:
            return []
        return kan_law.liable(call, table, rules.options)

    @hookimpl(trylast=True)
    def penalty(self, foul: Foul, rules: Rules) -> Penalty | None:
        """See `kan_law.penalty`."""
        return kan_law.penalty(foul, rules.options)


class CoreObjection:
    """One of core's laws about a kan."""

    def __init__(self, law: Callable[[Kan, Table, Options], Objection | None]) -> None:
        self._law = law

    @hookimpl(trylast=True)
    def before_kan(self, kan: Kan, table: Table, rules: Rules) -> Objection | None:
        """See `kan_law.OBJECTIONS`."""
        return self._law(kan, table, rules.options)


class _Manager(pluggy.PluginManager):
    """A manager that does not look for hooks among Python's own attributes: a ruleset is ready five times sooner."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> Any:
        return None if name.startswith("__") else super().parse_hookimpl_opts(plugin, name)


@dataclass(frozen=True, slots=True)
class _Route:
    """How one hook is asked: the implementations in order, each with the places of its arguments; none where a wrapper
    needs pluggy.
    """

    hook: str
    caller: pluggy.HookCaller
    spec: tuple[str, ...]
    calls: tuple[tuple[str, Callable[..., Any], Callable[[tuple[object, ...]], tuple[object, ...]]], ...]
    first: bool
    looks: bool
    """Whether anybody takes the table."""


def _picker(places: tuple[int, ...]) -> Callable[[tuple[object, ...]], tuple[object, ...]]:
    """Picks the arguments that an implementation takes out of all that its hook has."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda given: tuple(given[at] for at in places)


class PluginJudge:
    """The judge of one ruleset: asks its plugins in order and core last, and checks every answer.

    Takes the ruleset and its plugins as (name, module or object) pairs, the first to be asked first.
    Raises PluginError where a plugin has a hook that does not exist or asks for an argument that its hook has not.
    """

    def __init__(self, rules: Rules, plugins: Sequence[tuple[str, object]]) -> None:
        self.rules = rules
        self.decided: dict[str, str] = {}
        self.trace: list[TraceLine] | None = None
        self._asked: Kan | Call | Foul | Result | None = None
        self._given: list[tuple[object, str]] = []
        self._bare: dict[int, Callable[..., Any]] = {}
        self._pm = _Manager("kanrules")
        self._pm.add_hookspecs(hookspecs)
        self._register("core", CorePlugin())
        for law in reversed(kan_law.OBJECTIONS):
            self._register(f"core.{law.__name__}", CoreObjection(law))
        for name, plugin in reversed(plugins):
            examine(name, plugin)
            self._register(name, plugin)
        self._pm.check_pending()
        self._hook = self._pm.hook
        self._routes = {hook: self._route(hook) for hook in HOOKS}
        self._core_alone_liable = not self.asks("liability")
        self._core_alone_objects = not self.asks("before_kan")
        self.ankan_may_be_robbed = rules.options.chankan.ankan is not AnkanRobbery.NEVER or self.asks("rob_kan")

    @property
    def options(self) -> Options:
        """The options of the ruleset."""
        return self.rules.options

    def _register(self, name: str, plugin: object) -> None:
        try:
            self._pm.register(plugin, name=name)
        except (pluggy.PluginValidationError, ValueError) as error:
            raise PluginError(f"plugin {name!r} is refused: {error}", plugin=name) from error
        except BaseException as error:
            blame(name, "", error)
        for caller in self._pm.get_hookcallers(plugin) or ():
            for impl in caller.get_hookimpls():
                if impl.plugin is plugin:
                    wrapper = bool(impl.wrapper or impl.hookwrapper)
                    if not wrapper:
                        self._bare[id(impl)] = impl.function
                    guarded = self._guarded(name, caller.name, impl.function, wrapper)
                    # Answers are checked and traced where they are given, so that a fault names its plugin.
                    object.__setattr__(impl, "function", guarded)

    def _guarded(self, plugin: str, hook: str, function: Callable[..., Any], wrapper: bool) -> Callable[..., Any]:
        if wrapper:

            def wrapping(*arguments: object) -> Any:
                answer = yield from _wrapped(plugin, hook, function, arguments)
                if self.trace is not None:
                    self.trace.append(TraceLine(hook, f"{plugin} (wrapper)", answer, about(self._asked)))
                for member in answer if isinstance(answer, list) else (answer,):
                    check_answer(plugin, hook, member)
                return answer

            return wrapping

        def guarded(*arguments: object) -> Any:
            try:
                answer = function(*arguments)
            except BaseException as error:
                blame(plugin, hook, error)
            if answer is not None:
                self._accept(plugin, hook, answer)
            if self.trace is not None:
                self.trace.append(TraceLine(hook, plugin, answer, about(self._asked)))
            return answer

        return guarded

    def _route(self, hook: str) -> _Route:
        """How this hook is asked: without wrappers one implementation after the other, as pluggy would, which is
        several times quicker.
        """
        caller: pluggy.HookCaller = getattr(self._pm.hook, hook)
        impls = caller.get_hookimpls()
        spec = ARGUMENTS[hook]
        calls = [
            (impl.plugin_name, self._bare[id(impl)], _picker(tuple(map(spec.index, impl.argnames))))
            for impl in reversed(impls)
            if id(impl) in self._bare
        ]
        wrapped = len(calls) < len(impls)
        first = bool(caller.spec and caller.spec.opts["firstresult"])
        return _Route(
            hook, caller, spec, () if wrapped else tuple(calls), first, any("table" in impl.argnames for impl in impls)
        )

    def _ask(self, hook: str, asked: Kan | Call | Foul | Result, table: TableSource, *more: object) -> Any:
        self._asked = asked
        route = self._routes[hook]
        if not route.looks:
            return self._answers(route, (asked, *more, None, self.rules))
        seen = table()
        kept = weakref.ref(seen)
        try:
            return self._answers(route, (asked, *more, seen, self.rules))
        finally:
            # What a plugin keeps must stay the picture of this moment, whatever it has looked at.
            del seen
            if (held := kept()) is not None:
                fill(held)

    def _answers(self, route: _Route, given: tuple[object, ...]) -> Any:
        if self.trace is not None or not route.calls:
            return route.caller(**dict(zip(route.spec, given, strict=True)))
        found = []
        for plugin, function, picked in route.calls:
            try:
                answer = function(*picked(given))
            except BaseException as error:
                blame(plugin, route.hook, error)
            if answer is not None:
                if plugin == "core":
                    self.decided[route.hook] = plugin
                else:
                    self._accept(plugin, route.hook, answer)
                if route.first:
                    return answer
                found.append(answer)
        return None if route.first else found

    def _accept(self, plugin: str, hook: str, answer: object) -> None:
        check_answer(plugin, hook, answer)
        self.decided[hook] = plugin
        if hook in SEVERAL and plugin != "core":
            self._given += [(member, plugin) for member in _flat((answer,))]

    def hooks_of(self, name: str) -> list[str]:
        """The hooks that the plugin of this name implements."""
        plugin = self._pm.get_plugin(name)
        return sorted(caller.name for caller in self._pm.get_hookcallers(plugin) or ()) if plugin is not None else []

    def asks(self, hook: str) -> bool:
        """Whether any plugin besides core answers this hook."""
        return any(not impl.plugin_name.startswith("core") for impl in getattr(self._hook, hook).get_hookimpls())

    def author(self, answer: Liability | Transfer) -> str:
        """The plugin that gave this very answer to the last question about liability or payments; "core" where none
        did.
        """
        return next((plugin for given, plugin in self._given if given is answer), "core")

    def before_kan(self, kan: Kan, table: TableSource) -> list[Objection]:
        """All objections to this kan, gravest first."""
        if self._core_alone_objects and self.trace is None:
            return kan_law.objections(kan, table(), self.rules.options)
        found: list[Objection] = self._ask("before_kan", kan, table)
        return kan_law.by_gravity(found)

    def reveal_kandora(self, kan: Kan, table: TableSource) -> Instant:
        """The instant at which this kan's indicator is turned."""
        answer: Instant = self._ask("reveal_kandora", kan, table)
        return answer

    def after_rinshan(self, kan: Kan, tile: Tile | None, table: TableSource) -> None:
        """Lets observers see the replacement tile."""
        if self._routes["after_rinshan"].caller.get_hookimpls():
            self._ask("after_rinshan", kan, table, tile)

    def fifth_kan(self, kan: Kan, table: TableSource) -> FifthKan:
        """What this fifth kan is."""
        answer: FifthKan = self._ask("fifth_kan", kan, table)
        return answer

    def four_kans(self, kan: Kan, table: TableSource) -> FourKans:
        """What this fourth kan is."""
        answer: FourKans = self._ask("four_kans", kan, table)
        return answer

    def rob_kan(self, kan: Kan, seat: Seat, table: TableSource) -> bool:
        """Whether this seat may rob the kan."""
        answer: bool = self._ask("rob_kan", kan, table, seat)
        return answer

    @property
    def melds_before_liability(self) -> int:
        """By core's law the third dragon comes soonest; a plugin is asked at every pon and kan, and so is core while
        somebody watches.
        """
        return 3 if self._core_alone_liable and self.trace is None else 1

    def liability(self, call: Call, table: TableSource) -> list[Liability]:
        """Who becomes liable by this call."""
        if self._core_alone_liable and call.type is MeldType.PON and KIND[call.tile] < EAST:
            # By core's law only honours and kans make anybody liable: no picture of the table is needed to say so.
            return []
        self._given.clear()
        return _flat(self._ask("liability", call, table))

    def payments(self, result: Result, table: TableSource) -> Sequence[Transfer]:
        """Payments beside the ordinary ones."""
        if not self._routes["payments"].caller.get_hookimpls():
            return ()
        self._given.clear()
        return _flat(self._ask("payments", result, table))

    def penalty(self, foul: Foul, table: TableSource) -> Penalty | None:
        """What this foul costs."""
        answer: Penalty | None = self._ask("penalty", foul, table)
        return answer

    def amendments(self, name: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the plugin of this name changes in the ruleset at load."""
        plugin = self._pm.get_plugin(name)
        amended: dict[str, Any] = {}
        self._asked = None
        for impl in self._hook.amend_rules.get_hookimpls():
            if impl.plugin is plugin:
                given = {"rules": self.rules, "options": options}
                answer = impl.function(*(given[argument] for argument in impl.argnames))
                if isinstance(answer, Mapping):
                    try:
                        amended.update(answer)
                    except BaseException as error:
                        blame(name, "amend_rules", error)
        return amended


def _flat(answers: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for answer in answers:
        if isinstance(answer, (list, tuple)):
            found.extend(answer)
        else:
            found.append(answer)
    return found


def _wrapped(
    plugin: str, hook: str, function: Callable[..., Any], arguments: tuple[object, ...]
) -> Generator[None, Any, Any]:
    """A wrapper's course: up to its one yield, the answers of the others or what they raised, its own answer."""
    try:
        course = function(*arguments)
        next(course)
    except StopIteration:
        raise PluginError(f"plugin {plugin!r}, hook {hook}: this wrapper does not yield", plugin=plugin) from None
    except BaseException as error:
        blame(plugin, hook, error)
    theirs: BaseException | None = None
    answers = None
    try:
        answers = yield
    except BaseException as error:
        theirs = error
    try:
        if theirs is None:
            course.send(answers)
        else:
            course.throw(theirs)
    except StopIteration as ended:
        return ended.value
    except BaseException as error:
        if error is theirs:
            raise
        blame(plugin, hook, error)
    raise PluginError(f"plugin {plugin!r}, hook {hook}: this wrapper yields more than once", plugin=plugin)
