"""Problems of a ruleset file and their messages: place, source line, caret, expected values, and hint."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any
from unicodedata import east_asian_width, name

from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.law.codes import CODES

MANY = 32
"""Maximum number of expected values that are printed. JSON has them all."""


class Severity(StrEnum):
    """How serious a problem is. Warnings and hints alone do not fail a check."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@frozen
class Problem:
    """One problem in one place of a file. `line` 0 means the file as a whole."""

    path: str
    line: int
    column: int
    code: str
    message: str
    expected: tuple[str, ...] = ()
    hint: str = ""
    notes: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR
    source_line: str = ""
    length: int = 1
    """Number of characters on the line that it concerns, from `column` on."""

    def __str__(self) -> str:
        """Return the message as `check` prints it: several lines, without a line end."""
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        lines = [f"{place}: {self.severity}[{self.code} {_slug(self.code)}]: {self.message}"]
        number = str(self.line) if self.line else ""
        gutter = " " * (len(number) + 2)
        if self.line:
            shown, before, under = _clip(self.source_line, self.column, self.length)
            lines += [f"{gutter}|", f" {number} | {shown}".rstrip(), f"{gutter}| {' ' * before}{'^' * under}"]
        gutter = gutter if self.line else "   "
        if self.expected:
            lines.append(f"{gutter}= {expectation(self.expected)}")
        if self.hint:
            lines.append(f"{gutter}= help: {self.hint}")
        lines += [f"{gutter}= note: {note}" for note in self.notes]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `check --format json` prints."""
        return {
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "expected": list(self.expected),
            "hint": self.hint,
        }

    def to_github(self) -> str:
        """Return a workflow command of GitHub, which shows the problem next to its line in a pull request."""
        more = [expectation(self.expected)] if self.expected else []
        more += [f"help: {self.hint}"] if self.hint else []
        more += self.notes
        text = "\n".join([self.message, *more])
        title = f"{self.code} {_slug(self.code)}"
        place = f",line={self.line},col={self.column}" if self.line else ""
        level = "notice" if self.severity is Severity.HINT else self.severity.value
        return f"::{level} file={_github(self.path, True)}{place},title={_github(title, True)}::{_github(text)}"


class RulesetError(UnreadableError):
    """A ruleset cannot be used. `problems` lists all errors and warnings, in file order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        first = next((problem for problem in self.problems if problem.severity is Severity.ERROR), None)
        super().__init__("\n".join(str(problem) for problem in self.problems), code=first.code if first else "")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.problems,)


MAX_PROBLEMS = 100
"""Maximum number of problems of one file that are listed: each takes a search for what was meant."""


def first_of(problems: Sequence[Problem]) -> list[Problem]:
    """Return these problems of a file, or the first ones with a note that there are more."""
    if len(problems) <= MAX_PROBLEMS:
        return list(problems)
    *found, last = problems[:MAX_PROBLEMS]
    note = f"only {MAX_PROBLEMS} problems of this file are listed; correct these first"
    return [*found, replace(last, notes=(*last.notes, note))]


def quote(value: Any, limit: int = 60) -> str:
    """Return a value as TOML would write it, shortened, without control sequences for a terminal."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return printable(json.dumps(value[:limit] + ("..." if len(value) > limit else ""), ensure_ascii=False))
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(quote(member, 20) for member in value[:4])
        return f"[{inner}{', ...' if len(value) > 4 else ''}]"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of very many digits"
    return printable(str(value)[:limit])


TYPE_WORDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"), (str, "a string"), (int, "a whole number"), (float, "a decimal number"),
    (dict, "a table"), (list, "a list"), (tuple, "a list"),
    (datetime, "a date with a time"), (date, "a date"), (time, "a time of day"),
)  # fmt: skip


def type_word(value: Any) -> str:
    """Return TOML's word for the type of a value."""
    for kind, word in TYPE_WORDS:
        if isinstance(value, kind):
            return f"{'true' if value else 'false'}" if kind is bool else word
    return "something else"


def printable(text: str) -> str:
    """Return the text with every unprintable character (control characters, direction marks) replaced."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


INVISIBLE = r"\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff"
"""Invisible characters that a name must not contain, for use inside the brackets of a pattern.

Control characters, marks and overrides of the writing direction, line separators, and zero-width spaces. Joiners are
allowed, because Persian and emoji need them. Python, Rust, and JSON Schema all understand these escapes.
"""


def invisible(text: str) -> str:
    """Return the number and name of the first invisible character of a text, such as `U+202E RIGHT-TO-LEFT OVERRIDE`;
    "" if there is none.
    """
    found = re.search(f"[{INVISIBLE}]", text)
    if found is None:
        return ""
    return f"U+{ord(found.group()):04X} {name(found.group(), 'CONTROL CHARACTER')}"


def close(word: str, words: Sequence[str]) -> str:
    """Return the known word that was probably meant; "" if there is no good guess."""
    from difflib import get_close_matches

    found = get_close_matches(word[:80], words, n=1, cutoff=0.6)
    if not found:
        folded = {w.casefold(): w for w in words}
        found = [
            folded[w]
            for w in get_close_matches(
                word[:80].casefold().replace("-", "_").replace(" ", "_"), folded, n=1, cutoff=0.6
            )
        ]
    return found[0] if found else ""


def _slug(code: str) -> str:
    row = CODES.get(code)
    return row.slug if row is not None and row.slug else "case"


def expectation(expected: Sequence[str]) -> str:
    """Return what a message says about the values that it expected."""
    if len(expected) <= 2:
        return f"expected {' or '.join(expected)}"
    shown = expected if len(expected) <= MANY else (*expected[:MANY], f"... ({len(expected)} in all)")
    return f"expected one of: {', '.join(shown)}"


_WIDEST = 120
"""Length of the longest line that a message shows whole."""


def _clip(line: str, column: int, length: int) -> tuple[str, int, int]:
    """Return the part of a line to show, the number of columns before the carets, and the number of carets."""
    line = "".join(" " if c == "\t" else c for c in line)
    at = max(column - 1, 0)
    start = max(0, at - _WIDEST // 2) if len(line) > _WIDEST else 0
    shown = printable(line[start : start + _WIDEST])
    lead = "..." if start else ""
    tail = "..." if start + _WIDEST < len(line) else ""
    return lead + shown + tail, len(lead) + _cells(shown[: at - start]), max(1, _cells(shown[at - start :][:length]))


def _cells(text: str) -> int:
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def _github(text: str, attribute: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if attribute else text
