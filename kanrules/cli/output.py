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
from typing import TYPE_CHECKING, TextIO

from kanrules.errors import OutputLost

if TYPE_CHECKING:
    from typing_extensions import Buffer

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
