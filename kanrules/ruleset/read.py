"""A TOML file from its bytes: bounded, decoded, parsed; where it is not TOML, every faulty line is named and the rest
still read.
"""

from __future__ import annotations

import re
import stat
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kanrules.ruleset.problems import Problem, Severity

if TYPE_CHECKING:
    from kanrules.ruleset.locate import Path as KeyPath
    from kanrules.ruleset.locate import Positions

MAX_BYTES = 256 * 1024
"""A ruleset of every key with a source each is about 30 kB."""
MAX_LINE = 10_000
"""No line of a ruleset needs more; far longer ones make TOML parsers slow."""

_HEAD = re.compile(
    rb"""^(?:\xef\xbb\xbf)?[ \t]*(?:\[[ \t]*["']?ruleset["']?[ \t]*\]|["']?ruleset["']?[ \t]*[.=])""", re.MULTILINE
)
"""The line that makes a file a ruleset, however much else of it is wrong."""


@dataclass(frozen=True)
class Document:
    """One TOML file as read: how it is called in messages, its text and its data."""

    path: Path
    display: str
    text: str
    data: dict[str, Any]
    broken: bool = False
    """Some lines are not TOML and were left out of `data`."""

    @cached_property
    def positions(self) -> Positions:
        """Where each key and value stands."""
        from kanrules.ruleset.locate import Positions

        return Positions(self.text)

    def problem(
        self,
        code: str,
        path: KeyPath,
        message: str,
        *,
        at_key: bool = False,
        expected: tuple[str, ...] = (),
        hint: str = "",
        notes: tuple[str, ...] = (),
        severity: Severity = Severity.ERROR,
    ) -> Problem:
        """A problem at the value (or the key) of this path."""
        line, column = self.positions.key(path) if at_key else self.positions.value(path)
        return Problem(
            self.display,
            line,
            column,
            code,
            message,
            expected,
            hint,
            notes,
            severity,
            self.positions.line(line),
            self.positions.length(path, at_key=at_key),
        )


def stamp(path: Path) -> tuple[int, int, int]:
    """Return what stays the same until the file changes; OSError if it cannot be opened."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


def read_document(path: Path, display: str, *, named: bool = True) -> tuple[Document | None, list[Problem]]:
    """The file's TOML and what is wrong with it as TOML (KR104); no document where nothing can be read at all.

    Of a file that another file and not the user has named, and that is no ruleset, nothing is shown: it may be
    anything. Raises OSError where the file cannot be opened.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "no ordinary file"
        return None, [Problem(display, 0, 0, "KR104", f"this is {kind}", ("a TOML file",))]
    if status.st_size > MAX_BYTES:
        return None, [_too_big(display, status.st_size)]
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        return None, [_too_big(display, len(raw))]
    if not named and not _HEAD.search(raw):
        return None, [Problem(display, 0, 0, "KR104", "this file is no ruleset", ("a table [ruleset]",))]
    return parse_document(raw, path, display)


def parse_document(raw: bytes, path: Path, display: str) -> tuple[Document | None, list[Problem]]:
    """As `read_document`, of bytes that are there already."""
    if len(raw) > MAX_BYTES:
        return None, [_too_big(display, len(raw))]
    text, problem = _decode(raw, display)
    if problem is not None:
        return None, [problem]
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            return None, [
                Problem(
                    display,
                    number,
                    1,
                    "KR104",
                    f"this line has {len(line)} characters",
                    (f"at most {MAX_LINE}",),
                    source_line=line,
                )
            ]
    try:
        return Document(path, display, text, tomllib.loads(text)), []
    except tomllib.TOMLDecodeError as error:
        first = error
    except RecursionError:
        return None, [_too_deep(display, text)]
    except ValueError as error:  # integers of thousands of digits, dates that are none
        return None, [Problem(display, 0, 0, "KR104", f"this is not TOML: {error}")]
    from kanrules.ruleset.syntax import recover

    data, positions, problems = recover(text, first, display)
    document = Document(path, display, text, data, broken=True)
    # Lines that were left out are blank in these positions, so that every other line keeps its number.
    document.__dict__["positions"] = positions
    return document, problems


def _too_big(display: str, size: int) -> Problem:
    return Problem(
        display,
        0,
        0,
        "KR104",
        f"this file has {size:,} bytes",
        (f"at most {MAX_BYTES:,}",),
        "a ruleset is a short text file; is this one?",
    )


def _too_deep(display: str, text: str) -> Problem:
    number, line = max(enumerate(text.split("\n"), 1), key=lambda pair: pair[1].count("[") + pair[1].count("{"))
    column = min((i for i in (line.find("["), line.find("{")) if i >= 0), default=0) + 1
    return Problem(
        display,
        number,
        column,
        "KR104",
        "values are nested too deeply",
        ("a key with one value or one short list",),
        source_line=line,
    )


def _decode(raw: bytes, display: str) -> tuple[str, Problem | None]:
    for mark, name in ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16")):
        if raw.startswith(mark):
            return "", Problem(
                display, 0, 0, "KR104", f"this file is encoded in {name}", ("UTF-8",), 'save it again as "UTF-8"'
            )
    if raw.startswith(b"\xef\xbb\xbf"):
        raw = raw[3:]
    if raw[:200].count(0) > len(raw[:200]) // 4:
        return "", Problem(
            display,
            0,
            0,
            "KR104",
            "this file is full of NUL bytes: UTF-16, or no text at all",
            ("UTF-8",),
            'save it again as "UTF-8"',
        )
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
        if "\r" in text and "\n" not in text:
            message, hint = (
                "the lines of this file end with CR alone",
                "save it again with line ends of Unix or Windows",
            )
            return "", Problem(display, 0, 0, "KR104", message, ("LF or CRLF",), hint)
        return text, None
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        start = before.rfind("\n") + 1
        column = len(before) - start + 1
        rest = raw[error.start :].split(b"\n", 1)[0].decode("utf-8", "replace").rstrip("\r")
        message = f"the byte 0x{raw[error.start]:02x} is not UTF-8"
        hint = 'save the file again as "UTF-8"'
        if guess := _encoding(raw):
            hint = f'this looks like {guess}; save the file again as "UTF-8"'
        return "", Problem(display, line, column, "KR104", message, ("UTF-8",), hint, source_line=before[start:] + rest)


def _encoding(raw: bytes) -> str:
    """The old encoding that the bytes are probably in."""
    for name, said in (("euc_jp", "EUC-JP"), ("cp932", "Shift-JIS")):
        try:
            text = raw.decode(name)
        except UnicodeDecodeError:
            continue
        other = [c for c in text if ord(c) > 127]
        if other and all("\u3000" <= c <= "\u9fff" or "\uff01" <= c <= "\uff60" for c in other):
            return said
    return "Latin-1 (Windows)" if all(byte < 128 or byte >= 160 for byte in raw) else ""
