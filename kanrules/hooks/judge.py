"""The judge of a ruleset with plugins: asks the hooks through pluggy and checks every answer.

`PluginJudge` is what the machine asks. Each ruleset has its own plugin manager, whose implementations are guards
(`kanrules.hooks.guards`). Core's laws (`kanrules.hooks.core`) are registered like a plugin and asked last.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any

import pluggy

from kanrules.errors import PluginError
from kanrules.frozen import frozen
from kanrules.hooks import specs as hookspecs
from kanrules.hooks.answers import TraceLine, check_answer, in_words, trace_lines
from kanrules.hooks.core import APART, LAWS
from kanrules.hooks.discovery import (
    GROUP,
    Installed,
    check_hooks,
    installed,
    load,
    robbed_types,
)
from kanrules.hooks.faults import fault, one_line
from kanrules.hooks.guards import CORE, Guards, Question, by_name, flat, guards_of, of_core, unasked
from kanrules.hooks.specs import HOOKS
from kanrules.law.hook_values import Liability, Transfer
from kanrules.law.options import Options
from kanrules.law.yaku import YAKUMAN
from kanrules.pieces.later import fill
from kanrules.pieces.tiles import Seat
from kanrules.table.judge import HookAnswer, Judge, Rules, TableSource

__all__ = [
    "GROUP", "Installed", "PluginJudge", "TraceLine", "check_answer", "check_hooks", "in_words", "installed", "load",
    "trace_lines",
]  # fmt: skip

_WRAPPER = " (wrapper)"
"""The end of the name under which a plugin's wrappers are registered."""
LIABLE = frozenset((*YAKUMAN, "rinshan"))
"""Names for which a plugin may make someone liable, apart from the yakuman of plugins."""


@frozen
class _Route:
    """How to ask one hook."""

    caller: pluggy.HookCaller
    call: Callable[..., Any]
    """Calls a caller of this hook with the arguments of its spec, given by position."""
    first: bool
    looks: bool
    """True if an implementation takes the table."""


class _Registry:
    """Plugins that are registered with pluggy, and how to ask each hook.

    Takes the plugins as (name, module or object) pairs, the first to be asked first, and the answers of each that do
    not apply under the ruleset. Raises PluginError if a plugin implements an unknown hook or takes an unknown argument.
    """

    def __init__(self, plugins: Sequence[tuple[str, object]], silent: Mapping[str, frozenset[str]]) -> None:
        self.plugins = tuple(plugins)
        self.silent = silent
        self.manager = pluggy.PluginManager("kanrules")
        self.manager.add_hookspecs(hookspecs)
        self.answered: frozenset[str] = frozenset()
        self.wrapped: dict[str, frozenset[str]] = {}
        # pluggy asks the last one registered first, and of those with `trylast` the last one registered last.
        for name, plugin in reversed(plugins):
            self._register(name, plugin)
        core = Guards()
        for hook, law in LAWS.items():
            setattr(core, hook, of_core(hook, law, APART.get(hook, ())))
        self.manager.register(core, name=CORE)
        self.routes = {hook: self._route(hook) for hook in HOOKS}
        self.robs = frozenset(kind for name, plugin in plugins for kind in robbed_types(name, plugin))

    def _register(self, name: str, plugin: object) -> None:
        answers, wrappers, found = guards_of(name, plugin, self.silent[name])
        try:
            # Wrappers are registered apart, so that a question can leave them out.
            self.manager.register(wrappers, name=f"{name}{_WRAPPER}")
            self.manager.register(answers, name=name)
        except ValueError as error:
            raise PluginError(f"plugin {name!r} is refused: {error}", plugin=name) from error
        self.answered |= {one.hook for one in found}
        self.wrapped[name] = frozenset(one.hook for one in found if one.wraps)

    def _route(self, hook: str) -> _Route:
        caller: pluggy.HookCaller = getattr(self.manager.hook, hook)
        looks = any("table" in impl.argnames for impl in caller.get_hookimpls())
        return _Route(caller, by_name((*HOOKS[hook].arguments, "question")), HOOKS[hook].first, looks)

    def order(self, hook: str) -> tuple[str, ...]:
        """Return the plugins that answer a hook, in the order in which they are asked, without wrappers and core."""
        impls = reversed(self.routes[hook].caller.get_hookimpls())
        names = (impl.plugin_name for impl in impls if not impl.wrapper and impl.plugin_name != CORE)
        return tuple(dict.fromkeys(names))

    def wrappers(self, hook: str) -> tuple[str, ...]:
        """Return the plugins that wrap a hook, the outermost first."""
        impls = reversed(self.routes[hook].caller.get_hookimpls())
        return tuple(impl.plugin_name.removesuffix(_WRAPPER) for impl in impls if impl.wrapper)

    def only(self, hook: str, names: Sequence[str]) -> pluggy.HookCaller:
        """Return what asks these plugins alone, without wrappers and core."""
        impls = self.routes[hook].caller.get_hookimpls()
        others = {impl.plugin for impl in impls if impl.plugin_name not in names}
        return self.manager.subset_hook_caller(hook, others)


class PluginJudge(Judge):
    """The judge of one ruleset: asks its plugins in order and core last, and checks every answer.

    Takes the ruleset and its plugins as (name, module or object) pairs, the first to be asked first. It keeps no state
    between questions, so several threads may ask it at once. Raises PluginError if a plugin implements an unknown hook
    or takes an unknown argument.
    """

    def __init__(self, rules: Rules, plugins: Sequence[tuple[str, object]]) -> None:
        self.rules = rules
        self._trace: list[TraceLine] | None = None
        self._set(_Registry(plugins, _silent(plugins, rules)) if plugins else _core_alone())

    def _set(self, registry: _Registry) -> None:
        self._registry = registry
        self._routes = registry.routes
        self._answered = registry.answered

    def under(self, rules: Rules) -> PluginJudge:
        """Return the judge of the same plugins under another ruleset. They are registered again only if it silences
        other answers.
        """
        if self._registry.silent != _silent(self._registry.plugins, rules):
            return PluginJudge(rules, self._registry.plugins)
        twin = copy(self)
        twin.rules, twin._trace = rules, None
        return twin

    @property
    def options(self) -> Options:
        """The options of the ruleset."""
        return self.rules.options

    def traced(self, trace: list[TraceLine]) -> PluginJudge:
        """Return a copy of this judge that appends every answer to `trace`. The judge itself does not change."""
        view = copy(self)
        view._trace = trace
        return view

    def wrapped_by(self, name: str) -> frozenset[str]:
        """Return the hooks that the plugin of this name implements with a wrapper."""
        return self._registry.wrapped.get(name, frozenset())

    def order(self, hook: str) -> tuple[str, ...]:
        """Return the plugins that answer a hook, in the order in which they are asked, without wrappers."""
        return self._registry.order(hook)

    def wrappers(self, hook: str) -> tuple[str, ...]:
        """Return the plugins that wrap a hook, the outermost first, whose answer is final."""
        return self._registry.wrappers(hook)

    def decide(self, hook: str, *about: Any, table: TableSource) -> HookAnswer[Any] | None:
        """Return the answer to a hook whose first answer counts; None if it need not be asked, or if none answers."""
        # As in the protocol, in one call less: rules are asked many times a turn.
        if hook not in self._answered and self._trace is None:
            return None
        found = self.answers(hook, *about, table=table)
        return found[0] if found else None

    def asks(self, hook: str) -> bool:
        """Return True if this hook must be asked: a plugin answers it, or a trace of every answer is kept.

        For any other hook the machine calls core's law directly, which gives the same answer faster.
        """
        return hook in self._answered or self._trace is not None

    def robs(self, kan_type: str) -> bool:
        """Return True if a plugin lists this type in `robs`: then `rob_kan` is asked about such a kan, too."""
        return kan_type in self._registry.robs

    def answers(self, hook: str, *about: Any, table: TableSource) -> Sequence[HookAnswer[Any]]:
        """Return every answer to a hook that counts, core's included: at most one if the first answer counts.

        Raises PluginError if an answer is not valid under this ruleset.
        """
        route = self._routes[hook]
        trace = self._trace
        before = 0 if trace is None else len(trace)
        question = Question(about[0], trace)
        seen = kept = None
        if route.looks:
            seen = table()
            kept = weakref.ref(seen)
        try:
            answer = route.call(route.caller, *about, seen, self.rules, question)
            if trace is not None and route.first:
                self._tell_overruled(hook, question, (*about, seen), {line.plugin for line in trace[before:]})
        finally:
            # A plugin may keep the table, so it must stay the snapshot of this moment.
            del seen
            if kept is not None and (held := kept()) is not None:
                fill(held)
        if answer is None or not question.given:
            return ()
        if route.first:
            return (HookAnswer(answer, question.given[-1][1]),)
        found = [HookAnswer(member, by) for one, by in question.given for member in flat(one)]
        self._check(hook, found)
        return found

    def _check(self, hook: str, answers: Sequence[HookAnswer[Any]]) -> None:
        """Raise PluginError if an answer names a seat that does not exist, such as north at a table of three, or a
        yakuman that no hand can have.
        """
        players = self.rules.options.table.players
        for answer in answers:
            value = answer.value
            if isinstance(value, Transfer):
                named: tuple[object, ...] = (value.source, value.to)
            elif isinstance(value, Liability):
                named = (value.seat,)
                # A plugin's own yakuman may have a player who is liable for it.
                if value.yakuman not in LIABLE and "yaku" not in self._answered:
                    text = f"answered {in_words(value)}, there is no yakuman {one_line(value.yakuman)}"
                    raise fault(answer.by, hook, text)
            else:
                continue
            absent = next((seat for seat in named if isinstance(seat, Seat) and seat >= players), None)
            if absent is not None:
                raise fault(answer.by, hook, f"answered {in_words(value)}, but the {absent} seat is empty")

    def _tell_overruled(self, hook: str, question: Question, about: tuple[object, ...], heard: Collection[str]) -> None:
        """Add to the trace what plugins after the first answer would have answered. Otherwise they are not asked."""
        left = [name for name in self._registry.order(hook) if name not in heard]
        while left:
            asked: list[TraceLine] = []
            unwatched = Question(question.asked, asked)
            try:
                caller = self._registry.only(hook, left)
                answer = self._routes[hook].call(caller, *about, self.rules, unwatched)
            except PluginError as error:
                # It is asked only for a trace, so its faults must not end a hand.
                answer = error.reason
            if answer is None:
                return
            # One that answers is heard; one that raises is not.
            at = len(asked) - bool(unwatched.given)
            question.tell(hook, left[at], answer, overruled=True)
            left = left[at + 1 :]


@cache
def _core_alone() -> _Registry:
    """Return the registry without plugins, which all rulesets without plugins share."""
    return _Registry((), {})


def _silent(plugins: Sequence[tuple[str, object]], rules: Rules) -> dict[str, frozenset[str]]:
    return {name: unasked(name, plugin, rules) for name, plugin in plugins}
