"""Plugins of a ruleset: found by entry point, asked through pluggy, one manager a ruleset, every answer checked.

`PluginJudge` is the judge that the machine talks to. Core's own answers (`kanrules.hooks.core`) are plugins too,
registered first and asked last.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from types import ModuleType
from typing import Any

import pluggy

from kanrules.errors import PluginError
from kanrules.hooks import specs as hookspecs
from kanrules.hooks.answers import TraceLine, about, check_answer, in_words, trace_lines
from kanrules.hooks.core import CoreObjection, CorePlugin
from kanrules.hooks.discovery import GROUP, Installed, check_hooks, installed, load, silenced
from kanrules.hooks.faults import blame, one_line
from kanrules.hooks.specs import ARGUMENTS, HOOKS, OF_ONE_ANSWER
from kanrules.kan import objections
from kanrules.law.options import Instant, Options
from kanrules.law.vocabulary import Call, FifthKan, Foul, FourKans, Kan, Liability, Penalty, Result, Transfer
from kanrules.pieces.tiles import SEATS, Seat, Tile
from kanrules.rulings import Objection
from kanrules.table.judge import HookAnswer, Rules, TableSource
from kanrules.table.snapshot import fill

__all__ = [
    "GROUP", "CoreObjection", "CorePlugin", "Installed", "PluginJudge", "TraceLine", "check_answer", "check_hooks",
    "in_words", "installed", "load", "trace_lines",
]  # fmt: skip


Asked = Kan | Call | Foul | Result | None
"""What a question is about; None for a ruleset."""
CORE = "core"
_MAY_BE_SILENT = frozenset(("penalty",))
"""Hooks of one answer that nobody need give."""


class _Manager(pluggy.PluginManager):
    """A manager that does not look for hooks among Python's own attributes: a ruleset is ready five times sooner."""

    def __init__(self, project: str) -> None:
        super().__init__(project)
        self.silent: frozenset[str] = frozenset()
        """Hooks that the plugin now registered does not answer under this ruleset."""

    def parse_hookspec_opts(self, module_or_class: ModuleType | type, name: str) -> Any:
        known = module_or_class is hookspecs
        return _options_of_spec(name) if known else super().parse_hookspec_opts(module_or_class, name)

    def parse_hookimpl_opts(self, plugin: object, name: str) -> Any:
        if name.startswith("__"):
            return None
        if isinstance(plugin, CorePlugin | CoreObjection):
            found = _options_of_core(isinstance(plugin, CorePlugin), name)
        else:
            found = super().parse_hookimpl_opts(plugin, name)
        return None if found is not None and (found.get("specname") or name) in self.silent else found


# A judge is made for every change of a ruleset, while neither the specs nor core's law change.


@cache
def _options_of_spec(name: str) -> Any:
    return pluggy.PluginManager("kanrules").parse_hookspec_opts(hookspecs, name)


@cache
def _options_of_core(whole: bool, name: str) -> Any:
    return pluggy.PluginManager("kanrules").parse_hookimpl_opts(CorePlugin if whole else CoreObjection, name)


class _Asking:
    """One question under way: what it is about, where its trace goes, and who gave which answer so far."""

    __slots__ = ("asked", "first", "given", "heard", "trace")

    def __init__(self, asked: Asked, trace: list[TraceLine] | None, first: bool) -> None:
        self.asked = asked
        self.trace = trace
        self.first = first
        self.given: list[tuple[object, str]] = []
        self.heard: set[str] = set()

    def tell(self, hook: str, plugin: str, answer: object, *, overruled: bool = False) -> None:
        """Writes the answer down, where somebody watches."""
        if self.trace is not None:
            self.heard.add(plugin)
            self.trace.append(TraceLine(hook, plugin, answer, about(self.asked), overruled))

    def gave(self, plugin: str, answer: object) -> None:
        """Notes that this plugin gave what nobody had given before it."""
        if self.first:
            if not self.given or self.given[0][0] is not answer:
                self.given = [(answer, plugin)]
            return
        for member in _flat((answer,)):
            if all(known is not member for known, _ in self.given):
                self.given.append((member, plugin))

    def author(self, answer: object) -> str:
        """Who gave this very answer; "" where nobody is known to."""
        return next((plugin for given, plugin in self.given if given is answer), "")


_QUESTION = "kanrules_question"
"""The argument beside those of a hook's spec that carries the question through pluggy to the guards."""


@dataclass(frozen=True, slots=True)
class _Guarded:
    """An implementation whose faults name its plugin: its answer is checked and told where it is given."""

    plugin: str
    hook: str
    function: Callable[..., Any]
    by: str
    """The plugin as an answer names it: core's laws are all core's."""

    def answer(self, question: _Asking, *given: object, **named: object) -> Any:
        """Asks the implementation."""
        try:
            answer = self.function(*given, **named)
        except BaseException as error:
            blame(self.plugin, self.hook, error)
        if answer is not None and self.by != CORE:
            check_answer(self.plugin, self.hook, answer)
        question.tell(self.hook, self.plugin, answer)
        return answer

    def __call__(self, *arguments: Any, **named: object) -> Any:
        *given, question = arguments
        answer = self.answer(question, *given, **named)
        if answer is not None:
            question.gave(self.by, answer)
        return answer


@dataclass(frozen=True, slots=True)
class _Wrapper:
    """A wrapper of a hook, guarded in the same way."""

    plugin: str
    hook: str
    function: Callable[..., Any]

    def __call__(self, *arguments: Any, **named: object) -> Any:
        *given, question = arguments
        answer = yield from self._course(given, named)
        question.tell(self.hook, f"{self.plugin} (wrapper)", answer)
        for member in answer if isinstance(answer, list) else (answer,):
            check_answer(self.plugin, self.hook, member)
        question.gave(self.plugin, answer)
        return answer

    def _course(self, given: list[object], named: Mapping[str, object]) -> Generator[None, Any, Any]:
        """Up to its one yield, the answers of the others or what they raised, its own answer."""
        fault = f"plugin {self.plugin!r}, hook {self.hook}: this wrapper"
        try:
            course = self.function(*given, **named)
            next(course)
        except StopIteration:
            raise PluginError(f"{fault} does not yield", plugin=self.plugin) from None
        except BaseException as error:
            blame(self.plugin, self.hook, error)
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
            blame(self.plugin, self.hook, error)
        raise PluginError(f"{fault} yields more than once", plugin=self.plugin)


@dataclass(frozen=True, slots=True)
class _Route:
    """How one hook is asked: the implementations in order, each with the places of its arguments; by pluggy where there
    is a wrapper.
    """

    hook: str
    caller: pluggy.HookCaller
    spec: tuple[str, ...]
    calls: tuple[tuple[_Guarded, Callable[[tuple[object, ...]], tuple[object, ...]]], ...]
    wrapper: str
    """The wrapper that has the last word; "" where there is none."""
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

    Takes the ruleset and its plugins as (name, module or object) pairs, the first to be asked first. It remembers
    nothing of a question once it is answered, so several threads may ask it at once.
    Raises PluginError where a plugin has a hook that does not exist or asks for an argument that its hook has not.
    """

    def __init__(self, rules: Rules, plugins: Sequence[tuple[str, object]]) -> None:
        self.rules = rules
        self._trace: list[TraceLine] | None = None
        self._pm = _Manager("kanrules")
        self._pm.add_hookspecs(hookspecs)
        self._core: set[str] = set()
        self._register(CORE, CorePlugin(), core=True)
        for law in reversed(objections.OBJECTIONS):
            self._register(f"{CORE}.{law.__name__}", CoreObjection(law), core=True)
        for name, plugin in reversed(plugins):
            check_hooks(name, plugin)
            self._register(name, plugin)
        self._pm.check_pending()
        self._hook = self._pm.hook
        self._routes = {hook: self._route(hook) for hook in HOOKS}
        self._answered = frozenset(hook for hook in HOOKS if self._has_plugin(hook))

    @property
    def options(self) -> Options:
        """The options of the ruleset."""
        return self.rules.options

    def traced(self, trace: list[TraceLine]) -> PluginJudge:
        """A view of this judge that writes every answer down in `trace`; the judge itself stays as it is."""
        view = copy(self)
        view._trace = trace
        return view

    def _register(self, name: str, plugin: object, *, core: bool = False) -> None:
        self._pm.silent = frozenset() if core else silenced(name, plugin, self.rules.options)
        fouls = frozenset(one.partition(".")[2] for one in self._pm.silent if "." in one)
        try:
            self._pm.register(plugin, name=name)
        except (pluggy.PluginValidationError, ValueError) as error:
            raise PluginError(f"plugin {name!r} is refused: {error}", plugin=name) from error
        except BaseException as error:
            blame(name, "", error)
        if core:
            self._core.add(name)
        for caller in self._pm.get_hookcallers(plugin) or ():
            for impl in caller.get_hookimpls():
                if impl.plugin is plugin:
                    function = impl.function
                    if fouls and caller.name == "penalty" and "foul" in impl.argnames:
                        function = _silent_on(fouls, function, impl.argnames.index("foul"), bool(impl.wrapper))
                    guarded = (
                        _Wrapper(name, caller.name, function)
                        if impl.wrapper
                        else _Guarded(name, caller.name, function, CORE if core else name)
                    )
                    # Answers are checked and traced where they are given, so that a fault names its plugin.
                    object.__setattr__(impl, "function", guarded)
                    object.__setattr__(impl, "argnames", (*impl.argnames, _QUESTION))

    def _route(self, hook: str) -> _Route:
        """How this hook is asked: without wrappers one implementation after the other, as pluggy would, which is
        several times quicker.
        """
        caller: pluggy.HookCaller = getattr(self._pm.hook, hook)
        impls = caller.get_hookimpls()
        spec = ARGUMENTS[hook]
        wrapper = next((impl.plugin_name for impl in reversed(impls) if isinstance(impl.function, _Wrapper)), "")
        calls = tuple(
            (impl.function, _picker(tuple(spec.index(name) for name in impl.argnames if name != _QUESTION)))
            for impl in reversed(impls)
            if isinstance(impl.function, _Guarded)
        )
        first = bool(caller.spec and caller.spec.opts["firstresult"])
        looks = any("table" in impl.argnames for impl in impls)
        return _Route(hook, caller, spec, calls, wrapper, first, looks)

    def _ask(self, hook: str, asked: Asked, table: TableSource, *more: object) -> list[HookAnswer[Any]]:
        route = self._routes[hook]
        if not route.looks:
            return self._answers(route, asked, (asked, *more, None, self.rules))
        seen = table()
        kept = weakref.ref(seen)
        try:
            return self._answers(route, asked, (asked, *more, seen, self.rules))
        finally:
            # What a plugin keeps must stay the picture of this moment, whatever it has looked at.
            del seen
            if (held := kept()) is not None:
                fill(held)

    def _answers(self, route: _Route, asked: Asked, given: tuple[object, ...]) -> list[HookAnswer[Any]]:
        question = _Asking(asked, self._trace, route.first)
        if route.wrapper:
            answers = _wrapped(route, question, given)
            if route.first and self._trace is not None:
                _tell_overruled(route, question, given)
            return answers
        found: list[HookAnswer[Any]] = []
        for impl, picked in route.calls:
            answer = impl.answer(question, *picked(given))
            if answer is not None:
                if route.first:
                    if self._trace is not None:
                        _tell_overruled(route, question, given)
                    return [HookAnswer(answer, impl.by)]
                found += [HookAnswer(member, impl.by) for member in _flat((answer,))]
        return found

    def _first(self, hook: str, asked: Asked, table: TableSource, *more: object) -> HookAnswer[Any]:
        """The one answer to a question that core always answers."""
        (answer,) = self._ask(hook, asked, table, *more)
        return answer

    def hooks_of(self, name: str) -> list[str]:
        """The hooks that the plugin of this name implements."""
        plugin = self._pm.get_plugin(name)
        return sorted(caller.name for caller in self._pm.get_hookcallers(plugin) or ()) if plugin is not None else []

    def rivals(self) -> dict[str, tuple[str, ...]]:
        """By hook whose first answer counts, the plugins that answer it, where there are several: the first is
        heard."""
        found = {}
        for hook in OF_ONE_ANSWER:
            names = tuple(impl.plugin for impl, _ in self._routes[hook].calls if impl.by != CORE)
            if len(names) > 1:
                found[hook] = names
        return found

    def _has_plugin(self, hook: str) -> bool:
        return any(impl.plugin_name not in self._core for impl in getattr(self._hook, hook).get_hookimpls())

    def asks(self, hook: str) -> bool:
        """Whether this hook must be asked: a plugin answers it, or a trace of every answer is kept.

        For any other hook the machine calls core's law directly, which gives the same answer sooner.
        """
        return hook in self._answered or self._trace is not None

    def before_kan(self, kan: Kan, table: TableSource) -> list[HookAnswer[Objection]]:
        """All objections to this kan, gravest first."""
        found = self._ask("before_kan", kan, table)
        return sorted(found, key=lambda answer: objections.gravity(answer.value))

    def reveal_kandora(self, kan: Kan, table: TableSource) -> HookAnswer[Instant]:
        """The instant at which this kan's indicator is turned."""
        return self._first("reveal_kandora", kan, table)

    def after_rinshan(self, kan: Kan, tile: Tile | None, table: TableSource) -> None:
        """Lets observers see the replacement tile."""
        self._ask("after_rinshan", kan, table, tile)

    def fifth_kan(self, kan: Kan, table: TableSource) -> HookAnswer[FifthKan]:
        """What this fifth kan is."""
        return self._first("fifth_kan", kan, table)

    def four_kans(self, kan: Kan, table: TableSource) -> HookAnswer[FourKans]:
        """What this fourth kan is."""
        return self._first("four_kans", kan, table)

    def rob_kan(self, kan: Kan, seat: Seat, table: TableSource) -> HookAnswer[bool]:
        """Whether this seat may rob the kan."""
        return self._first("rob_kan", kan, table, seat)

    def liability(self, call: Call, table: TableSource) -> list[HookAnswer[Liability]]:
        """Who becomes liable by this call."""
        return self._seated("liability", self._ask("liability", call, table))

    def kan_stands(self, kan: Kan, table: TableSource) -> Sequence[HookAnswer[Transfer]]:
        """Who pays at once for this kan."""
        return self._seated("kan_stands", self._ask("kan_stands", kan, table))

    def payments(self, result: Result, table: TableSource) -> Sequence[HookAnswer[Transfer]]:
        """Payments beside the ordinary ones."""
        return self._seated("payments", self._ask("payments", result, table))

    def _seated(self, hook: str, answers: list[HookAnswer[Any]]) -> list[HookAnswer[Any]]:
        """The answers, whose seats are all taken: at a table of three nobody sits in the north."""
        players = self.rules.options.table.players
        for answer in answers if players < len(SEATS) else ():
            value = answer.value
            named = (value.source, value.to) if isinstance(value, Transfer) else (value.seat,)
            absent = next((seat for seat in named if isinstance(seat, Seat) and seat >= players), None)
            if absent is not None:
                text = f"plugin {answer.by!r}, hook {hook}: answered {in_words(value)}, and nobody sits in the {absent}"
                raise PluginError(text, plugin=answer.by)
        return answers

    def penalty(self, foul: Foul, table: TableSource) -> HookAnswer[Penalty] | None:
        """What this foul costs."""
        return next(iter(self._ask("penalty", foul, table)), None)

    def amendments(self, name: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the plugin of this name changes in the ruleset at load."""
        plugin = self._pm.get_plugin(name)
        amended: dict[str, Any] = {}
        for impl in self._hook.amend_rules.get_hookimpls():
            if impl.plugin is plugin:
                question = _Asking(None, self._trace, first=False)
                given = {"rules": self.rules, "options": options, _QUESTION: question}
                answer = impl.function(*(given[argument] for argument in impl.argnames))
                if isinstance(answer, Mapping):
                    try:
                        amended.update(answer)
                    except BaseException as error:
                        blame(name, "amend_rules", error)
        return amended


def _wrapped(route: _Route, question: _Asking, given: tuple[object, ...]) -> list[HookAnswer[Any]]:
    """The answers of a hook that has a wrapper, asked by pluggy; what a wrapper has changed is that wrapper's."""
    found = route.caller(**dict(zip(route.spec, given, strict=True)), **{_QUESTION: question})
    if route.first:
        by = question.author(found) or route.wrapper
        if found is None:
            if route.hook in _MAY_BE_SILENT:
                return []
            text = f"plugin {by!r}, hook {route.hook}: the wrapper returned nothing, expected the answer"
            raise PluginError(text, plugin=by)
        check_answer(by, route.hook, found)
        return [HookAnswer(found, by)]
    if not isinstance(found, (list, tuple)):
        text = f"plugin {route.wrapper!r}, hook {route.hook}: the wrapper returned {one_line(found)}, expected a list"
        raise PluginError(text, plugin=route.wrapper)
    answers = [HookAnswer(member, question.author(member) or route.wrapper) for member in _flat(found)]
    for answer in answers:
        check_answer(answer.by, route.hook, answer.value)
    return answers


def _tell_overruled(route: _Route, question: _Asking, given: tuple[object, ...]) -> None:
    """Writes down what the plugins that come too late would have answered; without somebody who watches they are not
    asked.
    """
    for impl, picked in route.calls:
        if impl.by == CORE or impl.plugin in question.heard:
            continue
        unwatched = _Asking(question.asked, None, route.first)
        try:
            answer = impl.answer(unwatched, *picked(given))
        except PluginError as error:
            # Nobody asks it where nobody watches: what it does wrong here ends no hand.
            answer = error.reason
        if answer is not None:
            question.tell(route.hook, impl.plugin, answer, overruled=True)


def _silent_on(fouls: frozenset[str], function: Callable[..., Any], at: int, wrapper: bool) -> Callable[..., Any]:
    """An implementation of `penalty` that says nothing of these fouls; `at` is the place of the foul in its
    arguments."""
    if wrapper:

        def wrapping(*arguments: Any) -> Any:
            return (yield) if arguments[at].name in fouls else (yield from function(*arguments))

        return wrapping
    return lambda *arguments: None if arguments[at].name in fouls else function(*arguments)


def _flat(answers: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for answer in answers:
        if isinstance(answer, (list, tuple)):
            found.extend(answer)
        else:
            found.append(answer)
    return found
