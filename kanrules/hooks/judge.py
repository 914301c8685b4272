"""The judge of a ruleset with plugins: asks the hooks through pluggy and checks every answer.

`PluginJudge` is what the machine asks. Each ruleset has its own plugin manager. Core's own answers
(`kanrules.hooks.core`) are plugins too, registered first and asked last.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from operator import itemgetter
from types import ModuleType
from typing import Any

import pluggy

from kanrules.errors import PluginError
from kanrules.frozen import dataclass
from kanrules.hooks import specs as hookspecs
from kanrules.hooks.answers import TraceLine, about, check_answer, in_words, trace_lines
from kanrules.hooks.core import CoreObjection, CorePlugin
from kanrules.hooks.discovery import GROUP, Installed, check_hooks, installed, load, silenced
from kanrules.hooks.faults import blame, one_line
from kanrules.hooks.specs import ARGUMENTS, HOOKS, OF_ONE_ANSWER
from kanrules.kan import course
from kanrules.law.hook_values import (
    Call,
    CompleteHand,
    Foul,
    Kan,
    Result,
    Transfer,
)
from kanrules.law.options import Options
from kanrules.law.yaku import YAKUMAN
from kanrules.pieces.later import fill
from kanrules.pieces.tiles import SEATS, Seat
from kanrules.table.judge import HookAnswer, Judge, Rules, TableSource

__all__ = [
    "GROUP", "CoreObjection", "CorePlugin", "Installed", "PluginJudge", "TraceLine", "check_answer", "check_hooks",
    "in_words", "installed", "load", "trace_lines",
]  # fmt: skip


Asked = Kan | Call | CompleteHand | Foul | Result | None
"""What a question is about; None for a ruleset."""
CORE = "core"
LIABLE = frozenset((*YAKUMAN, "rinshan"))
"""Names for which a plugin may make someone liable, apart from the yakuman of plugins."""
_OF_SEATS = frozenset(("liability", "kan_stands", "payments"))
"""Hooks whose answers name players."""
_MAY_BE_SILENT = frozenset(("dora", "kans_end", "penalty"))
"""Hooks with one answer where having none is allowed."""


class _Manager(pluggy.PluginManager):
    """A plugin manager that does not look for hooks among Python's own attributes, which makes a ruleset load five
    times as fast.
    """

    def __init__(self, project: str) -> None:
        super().__init__(project)
        self.silent: frozenset[str] = frozenset()
        """Hooks that the plugin being registered does not answer under this ruleset."""

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


# Cached, since every change of a ruleset makes a new judge, while the specs and core's law stay the same.


@cache
def _options_of_spec(name: str) -> Any:
    return pluggy.PluginManager("kanrules").parse_hookspec_opts(hookspecs, name)


@cache
def _options_of_core(whole: bool, name: str) -> Any:
    known: type = CorePlugin if whole else CoreObjection
    # An attribute of instances alone is no hook; pluggy before 1.6 fails on a name that the class does not have.
    return pluggy.PluginManager("kanrules").parse_hookimpl_opts(known, name) if hasattr(known, name) else None


class _Asking:
    """One question in progress: what it is about, its trace, and the answers so far with their plugins."""

    __slots__ = ("asked", "first", "given", "heard", "trace")

    def __init__(self, asked: Asked, trace: list[TraceLine] | None, first: bool) -> None:
        self.asked = asked
        self.trace = trace
        self.first = first
        self.given: list[tuple[object, str]] = []
        self.heard: set[str] = set()

    def tell(self, hook: str, plugin: str, answer: object, *, overruled: bool = False) -> None:
        """Append the answer to the trace, if one is kept."""
        if self.trace is not None:
            self.heard.add(plugin)
            self.trace.append(TraceLine(hook, plugin, answer, about(self.asked), overruled))

    def gave(self, plugin: str, answer: object) -> None:
        """Record this plugin as the author of an answer that no plugin has given before."""
        if self.first:
            if not self.given or self.given[0][0] is not answer:
                self.given = [(answer, plugin)]
            return
        for member in _flat((answer,)):
            if all(known is not member for known, _ in self.given):
                self.given.append((member, plugin))

    def author(self, answer: object) -> str:
        """Return the plugin that gave this very object as its answer, "" if unknown."""
        return next((plugin for given, plugin in self.given if given is answer), "")


_QUESTION = "kanrules_question"
"""The extra hook argument that carries the question through pluggy to the guards."""


@dataclass(frozen=True, slots=True)
class _Guarded:
    """A hook implementation whose errors name its plugin, and whose answers are checked and traced."""

    plugin: str
    hook: str
    function: Callable[..., Any]
    by: str
    """The plugin as an answer names it. All of core's laws have the same name here."""

    def answer(self, question: _Asking, *given: object, **named: object) -> Any:
        """Call the implementation and return its checked answer."""
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
    """A hook wrapper, guarded in the same way."""

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
        """Run the wrapper to its single yield, pass it the answers or the error of the others, and return its own
        answer.
        """
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


def _silenced(name: str, plugin: object, rules: Rules) -> frozenset[str]:
    return silenced(name, plugin, rules.options, rules.unanswered.get(name, frozenset()))


@dataclass(frozen=True, slots=True)
class _Route:
    """How to ask one hook: its implementations in order, each with the positions of its arguments. Pluggy asks if there
    is a wrapper.
    """

    hook: str
    caller: pluggy.HookCaller
    spec: tuple[str, ...]
    calls: tuple[tuple[_Guarded, Callable[[tuple[object, ...]], tuple[object, ...]]], ...]
    wrapper: str
    """The outermost wrapper, whose answer is final; "" if there is none."""
    first: bool
    looks: bool
    """True if an implementation takes the table."""


def _picker(places: tuple[int, ...]) -> Callable[[tuple[object, ...]], tuple[object, ...]]:
    """Return a function that selects an implementation's arguments from all arguments of its hook."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda given: tuple(given[at] for at in places)


class PluginJudge(Judge):
    """The judge of one ruleset: asks its plugins in order and core last, and checks every answer.

    Takes the ruleset and its plugins as (name, module or object) pairs, the first to be asked first. It keeps no state
    between questions, so several threads may ask it at once. Raises PluginError if a plugin implements an unknown hook
    or takes an unknown argument.
    """

    def __init__(self, rules: Rules, plugins: Sequence[tuple[str, object]]) -> None:
        self.rules = rules
        self._trace: list[TraceLine] | None = None
        if not plugins:
            # Core answers alike under every ruleset, so all judges without plugins share its routes.
            vars(self).update({name: value for name, value in vars(_core_alone()).items() if name not in vars(self)})
            return
        self._build(plugins)

    def under(self, rules: Rules) -> PluginJudge:
        """Return the judge of the same plugins under another ruleset. They are registered again only if it silences
        other answers.
        """
        if self._silent != {name: _silenced(name, plugin, rules) for name, plugin in self._plugins}:
            return PluginJudge(rules, self._plugins)
        twin = copy(self)
        twin.rules, twin._trace = rules, None
        return twin

    def _build(self, plugins: Sequence[tuple[str, object]]) -> None:
        self._plugins = tuple(plugins)
        self._silent: dict[str, frozenset[str]] = {}
        self._pm = _Manager("kanrules")
        self._pm.add_hookspecs(hookspecs)
        self._core: set[str] = set()
        self._register(CORE, CorePlugin(), core=True)
        for law in reversed(course.LAWS):
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
        """Return a copy of this judge that appends every answer to `trace`. The judge itself does not change."""
        view = copy(self)
        view._trace = trace
        return view

    def _register(self, name: str, plugin: object, *, core: bool = False) -> None:
        self._pm.silent = frozenset() if core else _silenced(name, plugin, self.rules)
        if not core:
            self._silent[name] = self._pm.silent
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
        """Return how to ask this hook. Without wrappers the implementations are called one after the other, in pluggy's
        order but several times as fast.
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
            # A plugin may keep the table, so it must stay the snapshot of this moment.
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

    def hooks_of(self, name: str) -> list[str]:
        """Return the hooks that the plugin of this name implements."""
        plugin = self._pm.get_plugin(name)
        return sorted(caller.name for caller in self._pm.get_hookcallers(plugin) or ()) if plugin is not None else []

    def wrapped_by(self, name: str) -> frozenset[str]:
        """Return the hooks that the plugin of this name implements with a wrapper."""
        return frozenset(
            caller.name
            for caller in self._pm.get_hookcallers(self._pm.get_plugin(name)) or ()
            if any(impl.plugin_name == name and impl.wrapper for impl in caller.get_hookimpls())
        )

    def rivals(self) -> dict[str, tuple[str, ...]]:
        """Return the first-answer hooks that several plugins answer, with those plugins. The first plugin decides."""
        found = {}
        for hook in OF_ONE_ANSWER:
            names = tuple(impl.plugin for impl, _ in self._routes[hook].calls if impl.by != CORE)
            if len(names) > 1:
                found[hook] = names
        return found

    def _has_plugin(self, hook: str) -> bool:
        return any(impl.plugin_name not in self._core for impl in getattr(self._hook, hook).get_hookimpls())

    def asks(self, hook: str) -> bool:
        """Return True if this hook must be asked: a plugin answers it, or a trace of every answer is kept.

        For any other hook the machine calls core's law directly, which gives the same answer faster.
        """
        return hook in self._answered or self._trace is not None

    def answers(self, hook: str, *about: Any, table: TableSource) -> Sequence[HookAnswer[Any]]:
        """Return every answer to a hook that counts, core's included: at most one if the first answer counts.

        Raises PluginError if an answer is not valid under this ruleset.
        """
        asked, *more = about
        found = self._ask(hook, asked, table, *more)
        return self._valid(hook, found) if hook in _OF_SEATS else found

    def _valid(self, hook: str, answers: list[HookAnswer[Any]]) -> list[HookAnswer[Any]]:
        """Return the answers unchanged. Raises PluginError if one names a seat that does not exist, such as north at a
        table of three, or a yakuman that no hand can have.
        """
        players = self.rules.options.table.players
        for answer in answers if players < len(SEATS) else ():
            value = answer.value
            named = (value.source, value.to) if isinstance(value, Transfer) else (value.seat,)
            absent = next((seat for seat in named if isinstance(seat, Seat) and seat >= players), None)
            if absent is not None:
                text = f"plugin {answer.by!r}, hook {hook}: answered {in_words(value)}, but the {absent} seat is empty"
                raise PluginError(text, plugin=answer.by)
        for answer in answers if hook == "liability" and "yaku" not in self._answered else ():
            # A plugin's own yakuman may have a player who is liable for it.
            if answer.value.yakuman not in LIABLE:
                text = f"answered {in_words(answer.value)}, there is no yakuman {one_line(answer.value.yakuman)}"
                raise PluginError(f"plugin {answer.by!r}, hook liability: {text}", plugin=answer.by)
        return answers

    def amendments(self, name: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the plugin of this name changes in the ruleset when it is loaded."""
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


@cache
def _core_alone() -> PluginJudge:
    """Return a judge of no ruleset, with core's answers only."""
    judge = PluginJudge.__new__(PluginJudge)
    judge._build(())
    return judge


def _wrapped(route: _Route, question: _Asking, given: tuple[object, ...]) -> list[HookAnswer[Any]]:
    """Return the answers of a hook that has a wrapper. An answer that a wrapper changed counts as the wrapper's."""
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
    """Add to the trace what plugins after the first answer would have answered. Without a trace they are not asked."""
    for impl, picked in route.calls:
        if impl.by == CORE or impl.plugin in question.heard:
            continue
        unwatched = _Asking(question.asked, None, route.first)
        try:
            answer = impl.answer(unwatched, *picked(given))
        except PluginError as error:
            # It is asked only for a trace, so its faults must not end a hand.
            answer = error.reason
        if answer is not None:
            question.tell(route.hook, impl.plugin, answer, overruled=True)


def _silent_on(fouls: frozenset[str], function: Callable[..., Any], at: int, wrapper: bool) -> Callable[..., Any]:
    """Return the implementation of `penalty` with these fouls left unanswered. `at` is the position of the foul among
    its arguments.
    """
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
