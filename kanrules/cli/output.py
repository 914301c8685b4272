"""Standard output and standard error of the commands.

A failed write raises one kind of error, anywhere in a command and whether or not Python buffers. Text from a record, a
plugin, or a file reaches a terminal as text, never as a control sequence.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar, cast

from kanrules.errors import OutputLost, wrong_use

if TYPE_CHECKING:
    from rich.console import Console
    from typing_extensions import Buffer

    from kanrules.ruleset import Ruleset

T = TypeVar("T")
_PIPED, _NARROWEST = 140, 20
"""Width of a table that is not on a terminal, and the smallest width that COLUMNS may ask for."""
_TRAILING = re.compile(r" +(?=\n)")

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)")
_COLOUR_OR_CONTROL = re.compile("\x1b\\[[0-9;]*m|(" + _CONTROL.pattern + ")")
_OWN = "\x1b\\[[0-9;]*[mAK]|\x1b\\[\\?25[hl]|\r"
_BAR_OR_CONTROL = re.compile(_OWN + "|(" + _CONTROL.pattern + ")")


class _Raw(io.RawIOBase):
    """Byte stream below a text stream. It is silent once it cannot write, so that Python does not report it again at
    exit.
    """

    def __init__(self, below: io.RawIOBase, *, told: bool) -> None:
        self._below = below
        self._told = told
        self._lost = False

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        """Stay open: a plugin has no business closing the output of a command."""

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


class _Buffer(io.BufferedWriter):
    def close(self) -> None:
        """Write what is left, and stay open, like the stream below."""
        self.flush()


class _Text(io.TextIOWrapper):
    """UTF-8 text stream that passes only the escape sequences of kanrules' own colours and, on standard error, progress
    bars.
    """

    def __init__(self, raw: _Raw, harmless: re.Pattern[str], *, by_line: bool) -> None:
        super().__init__(_Buffer(raw), encoding="utf-8", errors="replace", line_buffering=by_line)
        self._harmless = harmless
        self.used = False
        """True if anything has been written."""

    def close(self) -> None:
        """Write what is left, and stay open."""
        self.flush()

    def detach(self) -> BinaryIO:
        """Refuse, as there would be no output any more."""
        raise io.UnsupportedOperation("detach")

    def write(self, text: str, /) -> int:
        self.used = True
        return super().write(self._harmless.sub(_shown, text))


def _shown(match: re.Match[str]) -> str:
    control = match.group(1)
    return match.group() if control is None else repr(control)[1:-1]


def own() -> None:
    """Take over standard output and standard error if they are the process's own (not a test's).

    A closed stream becomes a sink: the caller closed it to print nothing.
    """
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif type(stream) is io.TextIOWrapper and stream is getattr(sys, f"__{name}__"):
            # Python leaves out the buffer when it runs unbuffered.
            below: io.RawIOBase = getattr(stream.buffer, "raw", None) or stream.buffer
            raw = _Raw(below, told=name == "stdout")
            colour = _BAR_OR_CONTROL if name == "stderr" else _COLOUR_OR_CONTROL
            harmless = colour if raw.isatty() else re.compile(f"({_CONTROL.pattern})")
            setattr(sys, name, _Text(raw, harmless, by_line=raw.isatty() or name == "stderr"))


def lost(error: OutputLost) -> int:
    """Return the exit code of a command whose output was lost. Report it on standard error unless the reader has closed
    the pipe.
    """
    if error.code == errno.EPIPE:
        return 1
    print_error(f"kanrules: output: {error.reason}")
    return 2


_kept: list[tuple[TextIO, TextIO]] = []
"""Standard output and standard error while a command runs and everyone else's output goes to standard error. A plugin
may do what it likes with those of `sys`.
"""


def _out() -> TextIO:
    return _kept[-1][0] if _kept else sys.stdout


def _err() -> TextIO:
    return _kept[-1][1] if _kept else sys.stderr


@contextmanager
def kept() -> Iterator[None]:
    """Keep standard output for what kanrules prints: in this context, `print` in a plugin writes to standard error."""
    _kept.append((sys.stdout, sys.stderr))
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout, sys.stderr = _kept.pop()


def print_line(text: str = "", *, end: str = "\n", flush: bool = False) -> None:
    """Write text to standard output, by default as a line."""
    print(text, end=end, flush=flush, file=_out())


def print_error(text: str) -> None:
    """Write a line to standard error."""
    print(text, file=_err())


def print_json(data: Any, *, indent: bool = True) -> None:
    """Write JSON to standard output, indented or on one line."""
    from kanrules.report.as_json import json_text

    print_line(json_text(data, indent=indent))


def print_report(data: dict[str, Any], rules: Ruleset | None = None, *, indent: bool = True) -> None:
    """Write a report as JSON, preceded by the version of kanrules and the number of the command's schema.

    Takes the ruleset of an answer, to say which edition is in force today.
    """
    import click

    from kanrules.cli.shared_options import left_out
    from kanrules.report.as_json import envelope

    context = click.get_current_context(silent=True)
    # The first word of the path is the program.
    name = "interrupted" if context is None else context.command_path.split()[1]
    without = left_out()
    print_json(envelope({**({"without_plugins": without} if without else {}), **data}, name, rules), indent=indent)


def flush() -> None:
    """Flush standard output."""
    _out().flush()


def is_terminal(*, asks: bool = False) -> bool:
    """Return True if standard output is a terminal and, if a command asks questions, standard input too."""
    return _out().isatty() and (not asks or sys.stdin.isatty())


def shows_progress() -> bool:
    """Return True if standard error is a terminal, which can show a progress bar."""
    return _err().isatty()


def has_written() -> bool:
    """Return True if anything has been written to standard output since `own`."""
    return getattr(_out(), "used", False)


def prompt(text: str, *, default: Any, type: Any = None) -> Any:
    """Ask on the terminal until the answer has the right type. Enter takes the default. Raises click.Abort at the end
    of input.
    """
    import click

    try:
        with redirect_stdout(_out()):
            return click.prompt(text, default=default, type=type)
    except click.Abort as error:
        if isinstance(error.__context__, KeyboardInterrupt):
            raise error.__context__ from None  # click hides that this was Ctrl-C
        raise


def console(*, stderr: bool = False) -> Console:
    """Return a rich console: colours and width of the terminal, or plain text without wrapping if it is not a
    terminal. Tables then fit the variable COLUMNS, if it is set.
    """
    stream = _err() if stderr else _out()
    if stream.isatty():
        from kanrules.cli.hanging import HangingConsole

        return HangingConsole(file=stream, highlight=False, emoji=False)
    from rich.console import Console

    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isascii() and columns.isdigit() and int(columns) >= _NARROWEST else _PIPED
    # Some CI systems set FORCE_COLOR for every program; a file or a pipe gets plain text all the same.
    return Console(
        file=cast("TextIO", _Unpadded(stream)),
        force_terminal=False,
        highlight=False,
        emoji=False,
        soft_wrap=True,
        width=width,
    )


class _Unpadded:
    """Text stream that removes the spaces that fill the last column of a table.

    It has only what rich uses. A stream of `io` would also flush when it is collected, maybe after the one below it has
    been closed, and Python 3.13 reports that.
    """

    def __init__(self, below: TextIO) -> None:
        self._below = below

    def write(self, text: str, /) -> int:
        self._below.write(_TRAILING.sub("", text))
        return len(text)

    def flush(self) -> None:
        self._below.flush()


def plain(text: str) -> str:
    """Escape square brackets, as in a file name, so that a console prints them."""
    from rich.markup import escape

    return escape(text)


def write_page(text: str, out: str) -> None:
    """Write a page to a file, completely or not at all, or to standard output."""
    if out:
        write_file(out, text)
    else:
        print_line(text, end="")


def write_file(out: str, data: str | bytes, beside: Iterable[tuple[str, str]] = ()) -> None:
    """Write a file and its companion files, by name, all of them or none; on a terminal, report them."""
    from kanrules.supervisor.whole_file import write_together

    companions = [(Path(out).with_name(name), text) for name, text in beside]
    write_together([(out, data), *companions])
    if is_terminal() and Path(out).is_file():
        print_line(f"written: {', '.join([out, *(str(path) for path, _ in companions)])}")


def nothing_judged(*names: str) -> None:
    """Say that nothing was judged, and that therefore earlier files of these names stay."""
    if written := ", ".join(filter(None, names)):
        print_error(f"kanrules: nothing was judged; not written: {written}")


def write_pdf(data: bytes, out: str) -> None:
    """Write a PDF to a file, completely or not at all, or to standard output if that is not a terminal."""
    if out:
        write_file(out, data)
    elif is_terminal():
        raise wrong_use("a PDF cannot be shown in a terminal; name a file, for example --out sheet.pdf")
    else:
        _out().flush()
        _out().buffer.write(data)


def progress(items: Iterable[T], what: str, *, enabled: bool = True, total: int | None = None) -> Iterator[T]:
    """Yield the same items, with a progress bar if standard error is a terminal and the work takes a while."""
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
