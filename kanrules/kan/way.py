"""How the steps of a kan are listed and run: `course.py` and `kita.py` write them, in order, as functions."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from enum import StrEnum
from textwrap import dedent
from typing import Any, Generic, TypeVar

from kanrules.frozen import dataclass
from kanrules.law.hook_values import Kan, SetAside
from kanrules.pieces.tiles import Seat
from kanrules.table.state import State

Declared = TypeVar("Declared", Kan, SetAside)
"""What a way declares: a kan or a kita."""
Function = TypeVar("Function", bound=Callable[..., Any])


class Wait(StrEnum):
    """What the table waits for between two groups of steps."""

    ROBBERY = "robbery window"
    REPLACEMENT = "replacement draw"
    TURN = "win, another kan, or discard"
    CLAIMS = "claims on the discard"


@dataclass(frozen=True, slots=True)
class WayEnd:
    """How a step ends the hand: in a draw of this name, or in a win of `winner` by the fourth kan.

    `at` names the moment, as the finding does. If `unless` could win on the tile just drawn, the draw waits for that
    player's action.
    """

    draw: str
    at: str = ""
    winner: Seat | None = None
    unless: Seat | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a kan: its name, its law, the function that runs it, and the keys and hooks that decide."""

    name: str
    law: str
    run: Callable[..., object]
    wait: Wait | None
    keys: tuple[str, ...]
    hooks: tuple[str, ...]
    acts: Mapping[str, StrEnum]
    """The value with which a key acts at this step, for keys that name a moment. Other keys act with any value."""


class Course(Generic[Declared]):
    """The steps of a kan or of a kita, in the order in which their functions are written.

    A step with a `wait` is where the table waits for players: its function says who may act, or does what the action
    does, and the machine calls it by that wait. The functions between two waits are run by `walk`.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.waits: dict[Wait, Callable[..., Any]] = {}
        self._after: Wait | None = None
        self._stretches: dict[Wait | None, list[Callable[[State, Declared], WayEnd | None]]] = {None: []}

    def step(
        self,
        name: str,
        *keys: str | tuple[str, StrEnum],
        hooks: tuple[str, ...] = (),
        wait: Wait | None = None,
    ) -> Callable[[Function], Function]:
        """Add the decorated function as the next step. The first paragraph of its docstring is the law.

        A key that names a moment comes with the value that names this step: the step is that moment.
        """

        def added(run: Function) -> Function:
            acts = {key[0]: key[1] for key in keys if not isinstance(key, str)}
            named = tuple(key if isinstance(key, str) else key[0] for key in keys)
            self.steps.append(Step(name, law_of(run), run, wait, named, hooks, acts))
            if wait is None:
                self._stretches[self._after].append(run)
            else:
                self._after = wait
                self._stretches[wait] = []
                self.waits[wait] = run
            return run

        return added

    def walk(self, state: State, kan: Declared, after: Wait | None) -> WayEnd | None:
        """Run the steps from just after a wait (None: from the announcement) to the next wait. Return what ends the
        hand before it, or None.
        """
        for run in self._stretches[after]:
            end = run(state, kan)
            if end is not None:
                return end
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
        assert isinstance(node, ast.FunctionDef)
        text = ast.get_docstring(node) or _NO_LAW
    return " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
