"""Standard output and standard error as the commands own them.

What cannot be written is one error of its own kind, however deep in a command it happens and whether or not Python
buffers; what a record, a plugin or a file brings along reaches a terminal as text, never as a command to it.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

from kanrules.errors import OutputLost, UnreadableError

if TYPE_CHECKING:
    from rich.console import Console
    from typing_extensions import Buffer

T = TypeVar("T")
_TRAILING = re.compile(r" +(?=\n)")

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)")
_COLOUR_OR_CONTROL = re.compile("\x1b\\[[0-9;]*m|(" + _CONTROL.pattern + ")")
_OWN = "\x1b\\[[0-9;]*[mAK]|\x1b\\[\\?25[hl]|\r"
_BAR_OR_CONTROL = re.compile(_OWN + "|(" + _CONTROL.pattern + ")")


class _Raw(io.RawIOBase):
    """The bytes below a text stream; silent once they have nowhere to go, so that nobody complains again at exit."""

    def __init__(self, below: io.RawIOBase, *, told: bool) -> None:
        self._below = below
        self._told = told
        self._lost = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._below.fileno()

    def isatty(self) -> bool:
        return self._below.isatty()

    def write(self, data: Buffer, /) -> int | None:
        if self._lost:
            return memoryview(data).nbytes
        try:
            return self._below.write(data)
        except OSError as error:
            self._lost = True
            if self._told:
                raise OutputLost(error) from None
            return memoryview(data).nbytes


class _Text(io.TextIOWrapper):
    """Text in UTF-8 in which only our own colours, and on standard error our own progress bars, are more than text."""

    def __init__(self, raw: _Raw, harmless: re.Pattern[str]) -> None:
        super().__init__(io.BufferedWriter(raw), encoding="utf-8", errors="replace", line_buffering=raw.isatty())
        self._harmless = harmless
        self.used = False
        """Whether anything has been written."""

    def write(self, text: str, /) -> int:
        self.used = True
        return super().write(self._harmless.sub(_shown, text))


def _shown(match: re.Match[str]) -> str:
    control = match.group(1)
    return match.group() if control is None else repr(control)[1:-1]


def own() -> None:
    """Takes standard output and standard error over, where they are the process's own (not a test's).

    A closed one becomes a sink: who closes it wants nothing printed.
    """
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif type(stream) is io.TextIOWrapper and stream is getattr(sys, f"__{name}__"):
            # Unbuffered, Python leaves the buffer out.
            below: io.RawIOBase = getattr(stream.buffer, "raw", None) or stream.buffer
            raw = _Raw(below, told=name == "stdout")
            colour = _BAR_OR_CONTROL if name == "stderr" else _COLOUR_OR_CONTROL
            setattr(sys, name, _Text(raw, colour if raw.isatty() else re.compile(f"({_CONTROL.pattern})")))


def lost(error: OutputLost) -> int:
    """The exit code of a command whose output was lost, said on standard error unless its reader has simply gone."""
    if error.code == errno.EPIPE:
        return 1
    print(f"kanrules: output: {error.reason}", file=sys.stderr)
    return 2


def print_line(text: str = "", *, end: str = "\n", flush: bool = False) -> None:
    """Writes text to standard output, by default as a line."""
    print(text, end=end, flush=flush)


def print_error(text: str) -> None:
    """Writes a line to standard error."""
    print(text, file=sys.stderr)


def print_json(data: Any, *, indent: bool = True) -> None:
    """Writes JSON to standard output, indented or on one line."""
    from kanrules.report.as_json import json_text

    print_line(json_text(data, indent=indent))


def print_report(data: dict[str, Any], *, indent: bool = True) -> None:
    """Writes a report as JSON, with the version of kanrules and of the schema in front."""
    from kanrules.report.as_json import envelope

    print_json(envelope(data), indent=indent)


def flush() -> None:
    """Writes out what standard output still holds."""
    sys.stdout.flush()


def is_terminal(*, asks: bool = False) -> bool:
    """Whether standard output is a terminal, and, if a command asks questions, standard input too."""
    return sys.stdout.isatty() and (not asks or sys.stdin.isatty())


def shows_progress() -> bool:
    """Whether standard error is a terminal, on which a progress bar can be drawn."""
    return sys.stderr.isatty()


def has_written() -> bool:
    """Whether anything has been written to standard output since `own`."""
    return getattr(sys.stdout, "used", False)


def prompt(text: str, *, default: Any, type: Any = None) -> Any:
    """Asks on the terminal until the answer has the type; Enter takes the default. click.Abort at the end of input."""
    import click

    return click.prompt(text, default=default, type=type)


def console(*, stderr: bool = False) -> Console:
    """A rich console: colour and width of the terminal; plain and unwrapped text if it is not a terminal."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    if stream.isatty():
        return Console(file=stream, highlight=False)
    return Console(file=cast("TextIO", _Unpadded(stream)), highlight=False, soft_wrap=True, width=140)


class _Unpadded(io.TextIOBase):
    """Lines without the blanks with which a table fills its last column."""

    def __init__(self, below: TextIO) -> None:
        super().__init__()
        self._below = below

    def write(self, text: str, /) -> int:
        self._below.write(_TRAILING.sub("", text))
        return len(text)

    def flush(self) -> None:
        self._below.flush()


def plain(text: str) -> str:
    """The text with its square brackets escaped, so that a console prints them: the name of a file may have some."""
    from rich.markup import escape

    return escape(text)


def write_page(text: str, out: str) -> None:
    """Writes a page into a file, whole or not at all, or to standard output."""
    if out:
        write_file(out, text)
    else:
        print_line(text, end="")


def write_file(out: str, data: str | bytes, beside: Iterable[tuple[str, str]] = ()) -> None:
    """Writes a file, whole or not at all, and the files that go with it by their names; tells a terminal so."""
    from kanrules.report.whole_file import write_whole

    write_whole(out, data)
    written = [out]
    for name, text in beside:
        path = Path(out).with_name(name)
        write_whole(path, text)
        written.append(str(path))
    if is_terminal() and Path(out).is_file():
        print_line(f"written: {', '.join(written)}")


def write_pdf(data: bytes, out: str) -> None:
    """Writes a PDF into a file, whole or not at all, or to standard output unless that is a terminal."""
    if out:
        write_file(out, data)
    elif is_terminal():
        raise UnreadableError(
            "a PDF is nothing to read on a terminal; name a file with --out, such as --out sheet.pdf", code=""
        )
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def progress(items: Iterable[T], what: str, *, enabled: bool = True, total: int | None = None) -> Iterator[T]:
    """The same items, with a progress bar on standard error if that is a terminal and the work takes a while."""
    if not enabled or not shows_progress():
        yield from items
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)
