"""How the steps of a kan are listed and run: `course.py` and `kita.py` write them, in order, as functions."""

from __future__ import annotations

import ast
import inspect
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from textwrap import dedent
from typing import Any, Generic, TypeVar

from kanrules.frozen import frozen
from kanrules.law.hook_values import Kan, SetAside
from kanrules.pieces.events import Event
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding
from kanrules.table.state import State

Declared = TypeVar("Declared", Kan, SetAside)
"""What a way declares: a kan or a kita."""
Function = TypeVar("Function", bound=Callable[..., Any])


class Pause(StrEnum):
    """What the table waits for between two groups of steps."""

    ROBBERY = "robbery"
    REPLACEMENT = "replacement"
    TURN = "turn"
    """A win, another kan, or a discard."""
    CLAIMS = "claims"


@frozen
class WayEnd:
    """How a step ends the hand: in a draw of this name, or in a win of `winner` by the fourth kan.

    `at` names the moment, as the finding does. If `unless` could win on the tile just drawn, the draw waits for that
    player's action.
    """

    draw: str
    at: str = ""
    winner: Seat | None = None
    unless: Seat | None = None


@frozen
class Step:
    """One step of a kan: its name, its law, the function that runs it, and the keys and hooks that decide."""

    name: str
    law: str
    run: Callable[..., Any]
    pause: Pause | None
    keys: tuple[str, ...]
    hooks: tuple[str, ...]
    acts: Mapping[str, StrEnum]
    """The value with which a key acts at this step, for keys that name a moment. Other keys act with any value."""


@frozen
class StepRun:
    """One step as it ran in a hand, with what it changed."""

    step: Step
    kan: Kan | SetAside
    """The kan or kita whose step it is."""
    changed: tuple[str, ...]
    """Fields of the hand that the step changed, by name."""
    events: tuple[Event, ...]
    """Events that the step added."""
    findings: tuple[Finding, ...]
    """Findings that the step added."""
    end: WayEnd | None
    """How the step ended the hand, if it did."""

    def __str__(self) -> str:
        told = [f"changed {', '.join(self.changed)}"] if self.changed else []
        told += [f"event {event.word}" for event in self.events]
        told += [f"{finding.code} {finding.text}" for finding in self.findings]
        if self.step.pause is Pause.ROBBERY:
            told.append(f"robbable by {', '.join(map(str, self.kan.robbable_by)) or 'no player'}")
        if self.end is not None:
            told.append(f"ends the hand: {self.end.draw}")
        return f"{self.kan.type} by {self.kan.seat}, {self.step.name}: {'; '.join(told) or 'nothing changed'}"


_NOT_TOLD = frozenset(("judge", "options", "setup", "suits", "window", "events", "findings", "_waits"))
_TOLD = tuple(name for name in State.__slots__ if name not in _NOT_TOLD)
_LOG = logging.getLogger("kanrules.kan")
_watching: ContextVar[list[StepRun] | None] = ContextVar("steps that have run", default=None)


@contextmanager
def watch_steps() -> Iterator[list[StepRun]]:
    """Collect every step of a kan or kita that any hand of this thread runs inside the `with` block.

    The logger `kanrules.kan` gets the same at level DEBUG, from every thread.
    """
    found: list[StepRun] = []
    kept = _watching.set(found)
    try:
        yield found
    finally:
        _watching.reset(kept)


def _tell(run: StepRun) -> None:
    watching = _watching.get()
    if watching is not None:
        watching.append(run)
    _LOG.debug("%s", run)


class Course(Generic[Declared]):
    """The steps of a kan or of a kita, in the order in which their functions are written.

    A step with a `pause` is where the table waits for players: its function says who may act, or does what the action
    does, and the machine calls it by that pause. The functions between two pauses are run by `walk`.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.pauses: dict[Pause, Callable[..., Any]] = {}
        self._after: Pause | None = None
        self._stretches: dict[Pause | None, list[Step]] = {None: []}

    def step(
        self,
        name: str,
        *keys: str | tuple[str, StrEnum],
        hooks: tuple[str, ...] = (),
        pause: Pause | None = None,
    ) -> Callable[[Function], Function]:
        """Add the decorated function as the next step. The first paragraph of its docstring is the law.

        A key that names a moment comes with the value that names this step: the step is that moment.
        """

        def added(run: Function) -> Function:
            acts = {key[0]: key[1] for key in keys if not isinstance(key, str)}
            named = tuple(key if isinstance(key, str) else key[0] for key in keys)
            step = Step(name, law_of(run), run, pause, named, hooks, acts)
            self.steps.append(step)
            if pause is None:
                self._stretches[self._after].append(step)
            else:
                self._after = pause
                self._stretches[pause] = []
                self.pauses[pause] = run
            return run

        return added

    def walk(self, state: State, kan: Declared, after: Pause | None) -> WayEnd | None:
        """Run the steps from just after a pause (None: from the announcement) to the next pause. Return what ends the
        hand before it, or None.
        """
        if _watching.get() is not None or _LOG.isEnabledFor(logging.DEBUG):
            return self._walk_watched(state, kan, after)
        for step in self._stretches[after]:
            end: WayEnd | None = step.run(state, kan)
            if end is not None:
                return end
        return None

    def _walk_watched(self, state: State, kan: Declared, after: Pause | None) -> WayEnd | None:
        pauses = {step.pause: step for step in self.steps}
        if after is not None and after is not Pause.ROBBERY:
            drawn = state.events[-1:] if after is Pause.REPLACEMENT else ()
            _tell(StepRun(pauses[after], kan, (), tuple(drawn), (), None))
        for step in self._stretches[after]:
            before = State.copy(state)
            end: WayEnd | None = step.run(state, kan)
            changed = [name for name in _TOLD if getattr(before, name) != getattr(state, name)]
            events, findings = state.events[len(before.events) :], state.findings[len(before.findings) :]
            _tell(StepRun(step, kan, tuple(changed), tuple(events), tuple(findings), end))
            if end is not None:
                return end
        if after is None:
            _tell(StepRun(pauses[Pause.ROBBERY], kan, (), (), (), None))
        return None

    def place(self, key: str, moment: StrEnum) -> int:
        """Return the place in `steps` of the step at which a key acts with this value. Raises KeyError if none does."""
        for place, step in enumerate(self.steps):
            if step.acts.get(key) is moment:
                return place
        raise KeyError(f"{key} = {moment}")


_NO_LAW = "The law is in a docstring, which `python -OO` has removed, and the source is not here."


def law_of(run: Callable[..., object]) -> str:
    """Return the law that a step states: the first paragraph of its docstring, on one line."""
    text = run.__doc__
    if text is None:
        # With -OO, Python has removed the docstrings. The source still has them.
        try:
            node = ast.parse(dedent(inspect.getsource(run))).body[0]
        except OSError:
            return _NO_LAW
        assert isinstance(node, ast.FunctionDef), "a step is a function"
        text = ast.get_docstring(node) or _NO_LAW
    return " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
