"""Guards: what pluggy calls in place of a plugin's own functions.

A guard takes the arguments of the implementation and one more, `question`, which every spec carries. It calls the
implementation, names the plugin in any error, checks the answer, and tells the question who gave it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kanrules.frozen import frozen
from kanrules.hooks.answers import TraceLine, about, check_answer
from kanrules.hooks.discovery import Implementation, check_hooks, idle, implementations, silenced
from kanrules.hooks.faults import blame, fault, one_line
from kanrules.hooks.marks import hookimpl
from kanrules.hooks.specs import HOOKS
from kanrules.law.hook_values import Call, CompleteHand, Foul, Kan, Result

Asked = Kan | Call | CompleteHand | Foul | Result | None
"""What a question is about; None for a ruleset."""
CORE = "core"
"""The name of kanrules' own rules among the plugins."""


class Question:
    """One question in progress: what it is about, its trace, and every answer so far with the plugin that gave it."""

    __slots__ = ("asked", "given", "trace")

    def __init__(self, asked: Asked, trace: list[TraceLine] | None) -> None:
        self.asked = asked
        self.trace = trace
        self.given: list[tuple[object, str]] = []

    def tell(self, hook: str, plugin: str, answer: object, *, overruled: bool = False) -> None:
        """Append the answer to the trace, if one is kept."""
        if self.trace is not None:
            self.trace.append(TraceLine(hook, plugin, answer, about(self.asked), overruled))

    def keep(self, answers: Iterable[object], wrapper: str) -> None:
        """Keep these answers alone, in this order. What no plugin has given is the wrapper's own."""
        given, self.given = self.given, []
        for answer in answers:
            # Two plugins may have given the same object.
            at = next((at for at, (one, _) in enumerate(given) if one is answer), None)
            self.given.append((answer, wrapper) if at is None else given.pop(at))


_GUARD = """
def make(function, plugin, hook, silent, blame, check, nothing):
    def guard({parameters}question):
        {silence}
        try:
            answer = function({arguments})
        except BaseException as error:
            blame(plugin, hook, error)
        if type(answer) is list:
            answer = tuple(answer)  # the plugin may keep the list, and change it
        if answer is not None and answer is not nothing:
            check(plugin, hook, answer)
            question.given.append((answer, plugin))
        if question.trace is not None:
            question.tell(hook, plugin, answer)
        return answer
    return guard
"""
_CORE = """
def make(law, plugin, hook, blame):
    def guard({parameters}question):
        try:
            answer = law({arguments})
        except BaseException as error:
            blame(plugin, hook, error)
        if answer is not None and answer != []:
            question.given.append((answer, plugin))
        {tell}
        return answer
    return guard
"""
_WRAPPER = """
def make(wrap, silent):
    def guard({parameters}question):
        {silence}
        return (yield from wrap(question, {arguments}))
    return guard
"""


@cache
def _made(template: str, parameters: tuple[str, ...], **parts: str) -> Callable[..., Callable[..., Any]]:
    """Return the function that makes guards with these parameters. Their code counts as this module's, so that the
    error of a plugin names the plugin's own line.
    """
    source = template.format(parameters="".join(f"{name}, " for name in parameters), **parts)
    made: dict[str, Any] = {}
    exec(compile(source, str(Path(__file__).with_name("guard")), "exec"), made)
    maker: Callable[..., Callable[..., Any]] = made["make"]
    return maker


@cache
def by_name(parameters: tuple[str, ...]) -> Callable[..., Any]:
    """Return a function that calls its first argument with the others under these names, which is several times as fast
    as a dictionary of them.
    """
    named = ", ".join(f"{name}={name}" for name in parameters)
    made: dict[str, Any] = {}
    exec(f"def call(caller, {', '.join(parameters)}): return caller({named})", made)
    found: Callable[..., Any] = made["call"]
    return found


def guarded(
    plugin: str, hook: str, function: Callable[..., Any], marks: Mapping[str, Any], fouls: Collection[str] = ()
) -> Callable[..., Any]:
    """Return the guard of a plugin's implementation, marked for pluggy as the implementation is.

    `fouls` are those about which the plugin stays silent under this ruleset.
    """
    required = [one for one in inspect.signature(function).parameters.values() if one.default is one.empty]
    parameters = tuple(dict.fromkeys([one.name for one in required] + (["foul"] if fouls else [])))
    arguments = ", ".join(f"{one.name}={one.name}" if one.kind is one.KEYWORD_ONLY else one.name for one in required)
    if marks.get("wrapper"):
        silence = "if foul.name in silent: return (yield)" if fouls else ""
        maker = _made(_WRAPPER, parameters, arguments=arguments, silence=silence)
        guard = maker(_Wrapper(plugin, hook, function), fouls)
    else:
        silence = "if foul.name in silent: return None" if fouls else ""
        maker = _made(_GUARD, parameters, arguments=arguments, silence=silence)
        # An empty list is the most frequent answer, and needs no check where several answers are allowed.
        nothing = () if HOOKS[hook].several else None
        guard = maker(function, plugin, hook, fouls, blame, check_answer, nothing)
    return _marked(guard, hook, marks)


def of_core(hook: str, law: Callable[..., Any], apart: Iterable[Callable[..., Any]] = ()) -> Callable[..., Any]:
    """Return the guard of core's law, which is asked last. A law takes `options` where a plugin takes `rules`.

    `apart` are the laws of which it consists; a trace names each of them.
    """
    takes = tuple(inspect.signature(law).parameters)
    parameters = tuple("rules" if one == "options" else one for one in takes)
    arguments = ", ".join("rules.options" if one == "options" else one for one in takes)
    if apart:
        laws = tuple((f"{CORE}.{one.__name__}", one) for one in apart)

        def each(question: Question, *given: object) -> object:
            if question.trace is None:
                return law(*given)
            found = []
            for name, one in laws:
                answer = one(*given)
                question.tell(hook, name, answer)
                found += [] if answer is None else [answer]
            return found

        guard = _made(_CORE, parameters, arguments=f"question, {arguments}", tell="")(each, CORE, hook, blame)
    else:
        tell = "if question.trace is not None: question.tell(hook, plugin, answer)"
        guard = _made(_CORE, parameters, arguments=arguments, tell=tell)(law, CORE, hook, blame)
    return _marked(guard, hook, {"trylast": True})


def _marked(guard: Callable[..., Any], hook: str, marks: Mapping[str, Any]) -> Callable[..., Any]:
    order = {mark: bool(marks.get(mark)) for mark in ("wrapper", "tryfirst", "trylast")}
    mark: Callable[..., Callable[..., Any]] = hookimpl(specname=hook, **order)  # type: ignore[call-overload]
    return mark(guard)


class Guards:
    """What pluggy registers for a plugin: its guards, and no other attribute that pluggy would search for hooks."""

    def __dir__(self) -> list[str]:
        return list(vars(self))


def guards_of(name: str, plugin: object, silent: Collection[str]) -> tuple[Guards, Guards, list[Implementation]]:
    """Return the guards of a plugin's answers, those of its wrappers, and what they guard. `silent` are the hooks that
    it does not answer here, `HOOK.FOUL` for a penalty. Raises PluginError if the plugin cannot be read.
    """
    check_hooks(name, plugin)
    fouls = frozenset(one.partition(".")[2] for one in silent if "." in one)
    answers, wrappers = Guards(), Guards()
    found = asked_of(name, plugin, silent)
    for one in found:
        guard = guarded(name, one.hook, one.function, one.marks, fouls if one.hook == "penalty" else ())
        setattr(wrappers if one.wraps else answers, one.attribute, guard)
    return answers, wrappers, found


def asked_of(name: str, plugin: object, silent: Collection[str]) -> list[Implementation]:
    """Return the functions of a plugin that are asked; `silent` as for `guards_of`."""
    try:
        return [one for one in implementations(plugin) if not {one.hook, f"{one.attribute}()"} & set(silent)]
    except BaseException as error:
        blame(name, "", error)


def unasked(name: str, plugin: object, rules: Any) -> frozenset[str]:
    """Return the answers of a plugin that do not apply under this ruleset, and its functions that are not asked, as
    `name()`: a hook may have several functions.
    """
    silent = silenced(name, plugin, rules.options, rules.unanswered.get(name, frozenset()))
    return silent | {f"{one}()" for one in idle(name, plugin, rules.plugin.get(name, {}))}


def _always_answered(hook: str) -> bool:
    from kanrules.hooks.core import ALWAYS_ANSWERED  # a ruleset is read without the machine

    return hook in ALWAYS_ANSWERED


@frozen
class _Wrapper:
    """A hook wrapper, guarded in the same way."""

    plugin: str
    hook: str
    function: Callable[..., Any]

    def __call__(self, question: Question, *given: object, **named: object) -> Generator[None, Any, Any]:
        answer = yield from self._course(question, given, named)
        question.tell(self.hook, f"{self.plugin} (wrapper)", answer)
        if answer is None and _always_answered(self.hook):
            raise fault(self.plugin, self.hook, "the wrapper returned nothing, expected the answer")
        if not HOOKS[self.hook].first:
            if not isinstance(answer, (list, tuple)):
                raise fault(self.plugin, self.hook, f"the wrapper returned {one_line(answer)}, expected a list")
            question.keep(answer, self.plugin)
        elif answer is not None and (not question.given or question.given[-1][0] is not answer):
            question.given.append((answer, self.plugin))
        for member in answer if isinstance(answer, (list, tuple)) else (answer,):
            check_answer(self.plugin, self.hook, member)
        return answer

    def _course(
        self, question: Question, given: Iterable[object], named: dict[str, object]
    ) -> Generator[None, Any, Any]:
        """Run the wrapper to its single yield, pass it the answers or the error of the others, and return its own
        answer.
        """
        try:
            course = self.function(*given, **named)
            next(course)
        except StopIteration:
            raise fault(self.plugin, self.hook, "this wrapper does not yield") from None
        except BaseException as error:
            blame(self.plugin, self.hook, error)
        theirs: BaseException | None = None
        answers = None
        try:
            answers = yield
        except BaseException as error:
            theirs = error
        if isinstance(answers, list):
            # A plugin may answer with a list, and a wrapper sees single answers.
            question.given = [(member, by) for answer, by in question.given for member in flat(answer)]
            answers = [member for answer in answers for member in flat(answer)]
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
        raise fault(self.plugin, self.hook, "this wrapper yields more than once")


def flat(answer: object) -> Iterable[Any]:
    """Return the members of an answer that may be a list, or the answer alone."""
    return answer if isinstance(answer, (list, tuple)) else (answer,)
