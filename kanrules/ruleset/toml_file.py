"""Read a TOML file from its bytes: limit its size, decode it, and parse it. If it is not TOML, every faulty line is
reported and the rest is still read.
"""

from __future__ import annotations

import json
import re
import stat
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kanrules.deprecations import RULESET_KEYS
from kanrules.frozen import frozen
from kanrules.ruleset.parsed_ahead import DATES, compiled_path
from kanrules.ruleset.problems import Problem, Severity

if TYPE_CHECKING:
    from kanrules.ruleset.locate import Path as KeyPath
    from kanrules.ruleset.locate import Positions

MAX_BYTES = 256 * 1024
"""Maximum size of a file. A ruleset with every key and a source for each is about 30 kB."""
MAX_LINE = 10_000
"""Maximum length of a line. No ruleset needs more, and far longer lines make TOML parsers slow."""

_HEAD = re.compile(
    rb"""^(?:\xef\xbb\xbf)?[ \t]*(?:\[[ \t]*["']?ruleset["']?[ \t]*\]|["']?ruleset["']?[ \t]*[.=])""", re.MULTILINE
)
"""Pattern of the line that makes a file a ruleset, even if the rest of it is wrong."""


@frozen
class Document:
    """One TOML file as read: its name in messages, its text, and its data."""

    path: Path
    display: str
    text: str
    data: dict[str, Any]
    broken: bool = False
    """True if some lines are not TOML and were left out of `data`."""
    deprecated: tuple[tuple[str, int], ...] = ()
    """Deprecated keys in the text, each with its line. `data` has their successors."""

    @cached_property
    def positions(self) -> Positions:
        """The positions of all keys and values."""
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
        """Return a problem at the value (or the key) of this path."""
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


def with_current_keys(document: Document) -> Document:
    """Return the document with deprecated keys, and their sources, under the names of their successors.

    A key whose successor is also set stays, and is an error like any unknown key.
    """
    found: list[tuple[str, int]] = []
    data = document.data
    for key, one in RULESET_KEYS.items():
        (table, field), (to_table, to_field) = key.split("."), one.instead.split(".")
        values, sources = data.get(table), data.get("source", {})
        if not isinstance(values, dict) or field not in values or to_field in data.get(to_table, {}):
            continue
        found.append((key, document.positions.key((table, field))[0]))
        data.setdefault(to_table, {})[to_field] = values.pop(field)
        if isinstance(sources, dict) and key in sources:
            sources[one.instead] = sources.pop(key)
        # The successor is where the old key is written.
        places = document.positions.places
        for old, new in (((table, field), (to_table, to_field)), (("source", key), ("source", one.instead))):
            places.update({(*new, *path[2:]): span for path, span in [*places.items()] if path[:2] == old})
    if not found:
        return document
    renamed = replace(document, deprecated=tuple(found))
    renamed.__dict__["positions"] = document.positions
    return renamed


def stamp(path: Path) -> tuple[int, int, int]:
    """Return a value that stays the same until the file changes. Raises OSError if the file cannot be opened."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


def read_document(path: Path, display: str, *, named: bool = True) -> tuple[Document | None, list[Problem]]:
    """Return the file's TOML and its problems as TOML (KR104). There is no document if nothing can be read at all.

    If another file and not the user has named the file, and it is not a ruleset, nothing of it is shown, because it may
    be any file. Raises OSError if the file cannot be opened.
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
        return None, [Problem(display, 0, 0, "KR104", "this file is not a ruleset", ("a table [ruleset]",))]
    return parse_document(raw, path, display)


def parse_document(raw: bytes, path: Path, display: str) -> tuple[Document | None, list[Problem]]:
    """Return the TOML of these bytes and its problems, like `read_document` for a file."""
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
    if _HEAD.search(raw) and (compiled := _compiled(text)) is not None:
        return Document(path, display, text, compiled), []
    # Imported late: a bundled ruleset does not need it.
    import tomllib

    try:
        return Document(path, display, text, tomllib.loads(text)), []
    except tomllib.TOMLDecodeError as error:
        first = error
    except RecursionError:
        return None, [_too_deep(display, text)]
    except ValueError as error:  # integers with thousands of digits, impossible dates
        return None, [Problem(display, 0, 0, "KR104", f"this is not TOML: {error}")]
    from kanrules.ruleset.syntax import recover

    data, positions, problems = recover(text, first, display)
    document = Document(path, display, text, data, broken=True)
    # Lines that were left out are blank in these positions, so that every other line keeps its number.
    document.__dict__["positions"] = positions
    return document, problems


def _compiled(text: str) -> dict[str, Any] | None:
    """Return the data of a bundled ruleset as it was compiled when the package was built; None for any other text."""
    try:
        data: dict[str, Any] = json.loads(compiled_path(text).read_bytes())
    except OSError:
        return None
    head = data["ruleset"]
    for key in DATES:
        if key in head:
            head[key] = date.fromisoformat(head[key])
    return data


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
                display, 0, 0, "KR104", f"this file is encoded in {name}", ("UTF-8",), "save it as UTF-8"
            )
    if raw.startswith(b"\xef\xbb\xbf"):
        raw = raw[3:]
    if raw[:200].count(0) > len(raw[:200]) // 4:
        return "", Problem(
            display,
            0,
            0,
            "KR104",
            "this file is full of NUL bytes: UTF-16, or not text at all",
            ("UTF-8",),
            "save it as UTF-8",
        )
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
        if "\r" in text and "\n" not in text:
            message, hint = (
                "the lines of this file end with CR alone",
                "save it with Unix or Windows line endings",
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
    """Return the name of the old encoding that the bytes are probably in; "" if there is no good guess."""
    for name, said in (("euc_jp", "EUC-JP"), ("cp932", "Shift-JIS")):
        try:
            text = raw.decode(name)
        except UnicodeDecodeError:
            continue
        other = [c for c in text if ord(c) > 127]
        if other and all("\u3000" <= c <= "\u9fff" or "\uff01" <= c <= "\uff60" for c in other):
            return said
    return "Latin-1 (Windows)" if all(byte < 128 or byte >= 160 for byte in raw) else ""
