"""What a failing test says last: its sentence, the ruleset, the case, the table, and what its commands printed.

An assertion compares two values, often far from the hand that they come from. The frames of the failure still hold the
hand: this finds it there, so that no test has to repeat it in a message.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from types import FrameType, TracebackType
from typing import Any

import pytest

from kanrules.errors import Hidden
from kanrules.testing.pytest_plugin import CaseFailed

HERE = Path(__file__).parent
LINES = 10
"""How many lines are said: with pytest's own closing lines they fit into fifteen."""
WIDTH = 140
READ = pytest.StashKey[list[str]]()
"""What a test read from its commands through `capsys`, in order."""


class Reading:
    """`capsys` that remembers what was read from it, since pytest shows a failure only what was not read."""

    def __init__(self, capture: pytest.CaptureFixture[str], node: pytest.Item) -> None:
        self._capture, self._read = capture, node.stash.setdefault(READ, [])

    def readouterr(self) -> Any:
        """Read and reset what was captured so far."""
        found = self._capture.readouterr()
        self._read.append("\n".join(text for text in found if text.strip()))
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._capture, name)


def told(item: pytest.Item, error: BaseException) -> str:
    """Return what the failure is about, in at most `LINES` lines, or an empty text if nothing of it is known."""
    # The report of a case that fails begins with its name.
    sentence = "" if isinstance(error, CaseFailed) else _sentence(item)
    try:
        return "\n".join(filter(None, (sentence, _told(item, error, LINES - bool(sentence)))))
    # What a change broke may be what describes it, and a hand seen from one seat has tiles that cannot be shown: the
    # failure itself is still to be shown.
    except (Exception, Hidden) as broken:
        return f"{sentence}\nwhat this is about cannot be told: {broken!r}".strip()


def _sentence(item: pytest.Item) -> str:
    """Return the law that the test states, as its name says it, with the example that failed."""
    name, _, example = item.name.partition("[")
    return f"{name.strip().removeprefix('test_').replace('_', ' ')}{': ' * bool(example)}{example.removesuffix(']')}"[
        :WIDTH
    ]


def _told(item: pytest.Item, error: BaseException, lines: int) -> str:
    # Hypothesis raises a group if it found several failures.
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    every = list(_frames(error.__traceback__))[::-1]
    frames = [frame for frame in every if HERE in Path(frame.f_code.co_filename).parents]
    values = list(_values(frames))
    # A table in the package's own frames is the one that failed; a test may hold the one that it was copied from.
    found = [*_rules_and_case(values), *_table(list(_values(every)) if frames else [])]
    printed = _printed(item, values)
    if frames and not found and not printed:
        found = _small(frames[0])
    room = lines - len(found)
    # Apart from the first case that failed, the end of what was printed says most.
    return "\n".join((*printed[-room:], *found) if room > 0 else found[:lines])


def _frames(trace: TracebackType | None) -> Iterator[FrameType]:
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def _values(frames: list[FrameType]) -> Iterator[Any]:
    """Yield the local values of these frames, and the attributes of an object whose test method runs."""
    for frame in frames:
        for name, value in list(frame.f_locals.items()):
            yield value
            if name == "self" and type(value).__module__.startswith("tests."):
                yield from vars(value).values()


def _rules_and_case(values: list[Any]) -> list[str]:
    from kanrules.cases.case import Case
    from kanrules.cases.run import PlayedCase
    from kanrules.cases.verify import Verified
    from kanrules.ruleset import Ruleset

    played = [value for value in values if isinstance(value, (PlayedCase, Verified))]
    cases = [value for value in (*values, *(one.case for one in played)) if isinstance(value, Case)]
    under = [value.id for value in values if isinstance(value, Ruleset)]
    lines = []
    if cases:
        lines.append(f"case {cases[0].name!r} ({cases[0].file}:{cases[0].line})")
        lines += [
            f"  {difference.text}" for one in played if isinstance(one, Verified) for difference in one.differences
        ]
    if under:
        lines.append(f"under {under[0]}")
    return lines


def _table(values: list[Any]) -> list[str]:
    from rich.console import Console

    from kanrules.cases.run import PlayedCase
    from kanrules.cases.table_text import print_position
    from kanrules.kyoku.machine import KyokuMachine

    tables = [value.kyoku if isinstance(value, PlayedCase) else value for value in values]
    kyoku = next((table for table in tables if isinstance(table, KyokuMachine)), None)
    if kyoku is None:
        return []
    text = io.StringIO()
    print_position(Console(file=text, width=WIDTH, highlight=False), kyoku, indent=0)
    last = f"after {', '.join(map(repr, kyoku.events[-3:]))}"
    return [*(line.rstrip() for line in text.getvalue().splitlines()), last[:WIDTH]]


def _printed(item: pytest.Item, values: list[Any]) -> list[str]:
    texts = [
        text
        for value in values
        if isinstance(value, CompletedProcess)
        for text in (value.stdout, value.stderr)
        if isinstance(text, str)
    ]
    texts = texts or item.stash.get(READ, [])[-1:]
    lines = [line[:WIDTH] for text in texts for line in text.splitlines() if line.strip()]
    failed = [at for at, line in enumerate(lines) if "FAIL" in line]
    return [line for line in lines[failed[0] :] if not line.startswith("  pass  ")][: LINES - 1] if failed else lines


def _small(frame: FrameType) -> list[str]:
    """Return the short values of a frame, as many as fit on a few lines."""
    lines = [""]
    for name, value in frame.f_locals.items():
        if name.startswith(("@", "_")) or callable(value):
            continue
        try:
            text = f"{name} = {value!r}"
        except (Exception, Hidden):  # a value that cannot be shown must not hide the failure
            continue
        if len(text) > WIDTH or "\n" in text or " object at 0x" in text:
            continue
        if lines[-1] and len(lines[-1]) + len(text) > WIDTH:
            lines.append("")
        lines[-1] += ("; " if lines[-1] else "") + text
    return [line for line in lines if line][: LINES // 2]
