"""`--steps`: each step of a kan as it runs, with what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from rich.markup import escape

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.kan import StepRun

_Played = TypeVar("_Played")


def shown_steps(played: Iterable[_Played], wanted: bool) -> Iterator[tuple[_Played, Sequence[StepRun]]]:
    """Yield what is played, each with the steps that ran while it was played; without steps if they are not wanted."""
    from kanrules.kan import watch_steps

    if not wanted:
        yield from ((one, ()) for one in played)
        return
    with watch_steps() as ran:
        for one in played:
            yield one, tuple(ran)
            ran.clear()


def print_steps(out: Console, ran: Sequence[StepRun]) -> None:
    """Print the steps that ran, one a line."""
    for run in ran:
        out.print(f"      [dim]{escape(str(run))}[/]")
