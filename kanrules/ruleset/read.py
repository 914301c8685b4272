"""A TOML file from its bytes: bounded, decoded, parsed; where it is not TOML, every faulty line is named and the rest still read."""

from __future__ import annotations

import re
import stat
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from kanrules.ruleset.locate import Path as KeyPath
from kanrules.ruleset.locate import Positions
from kanrules.ruleset.problems import Problem, Severity, quote

MAX_BYTES = 256 * 1024
"""A ruleset of every key with a source each is about 30 kB."""
MAX_LINE = 10_000
"""No line of a ruleset needs more; far longer ones make TOML parsers slow."""
MAX_FAULTS = 20
"""After so many faulty lines a file is no TOML at all."""


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
        return Problem(self.display, line, column, code, message, expected, hint, notes, severity, self.positions.line(line))


def read_document(path: Path, display: str) -> tuple[Document | None, list[Problem]]:
    """The file's TOML and what is wrong with it as TOML (KR104); no document where nothing can be read at all.

    Raises OSError where the file cannot be opened.
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
    return parse_document(raw, path, display)


def parse_document(raw: bytes, path: Path, display: str) -> tuple[Document | None, list[Problem]]:
    """As `read_document`, of bytes that are there already."""
    text, problem = _decode(raw, display)
    if problem is not None:
        return None, [problem]
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            return None, [
                Problem(display, number, 1, "KR104", f"this line has {len(line)} characters", (f"at most {MAX_LINE}",), source_line=line)
            ]
    try:
        return Document(path, display, text, tomllib.loads(text)), []
    except tomllib.TOMLDecodeError as error:
        first = error
    except RecursionError:
        return None, [_too_deep(display, text)]
    except ValueError as error:  # integers of thousands of digits, dates that are none
        return None, [Problem(display, 0, 0, "KR104", f"this is not TOML: {error}")]
    return _recover(text, first, path, display)


def _too_big(display: str, size: int) -> Problem:
    return Problem(
        display, 0, 0, "KR104", f"this file has {size:,} bytes", (f"at most {MAX_BYTES:,}",), "a ruleset is a short text file; is this one?"
    )


def _too_deep(display: str, text: str) -> Problem:
    number, line = max(enumerate(text.split("\n"), 1), key=lambda pair: pair[1].count("[") + pair[1].count("{"))
    column = min((i for i in (line.find("["), line.find("{")) if i >= 0), default=0) + 1
    return Problem(
        display, number, column, "KR104", "values are nested too deeply", ("a key with one value or one short list",), source_line=line
    )


def _decode(raw: bytes, display: str) -> tuple[str, Problem | None]:
    for mark, name in ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16")):
        if raw.startswith(mark):
            return "", Problem(display, 0, 0, "KR104", f"this file is encoded in {name}", ("UTF-8",), 'save it again as "UTF-8"')
    if raw.startswith(b"\xef\xbb\xbf"):
        raw = raw[3:]
    if raw[:200].count(0) > len(raw[:200]) // 4:
        return "", Problem(
            display, 0, 0, "KR104", "this file is full of NUL bytes: UTF-16, or no text at all", ("UTF-8",), 'save it again as "UTF-8"'
        )
    try:
        return raw.decode("utf-8").replace("\r\n", "\n"), None
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


# --- lines that are no TOML ----------------------------------------------------------------------------------------

_WHERE = re.compile(r"\(at line (\d+), column (\d+)\)$")
_STATEMENT = re.compile(r"""[ \t]*(?:\[|[^\s#=\[\]{},"']+[ \t]*=|"[^"\n]*"[ \t]*=|'[^'\n]*'[ \t]*=)""")

_OPENING = re.compile(r"""([ \t]*[^\s#=\[\]{}]+[ \t]*=[ \t]*)(\[|\{|\"{3}|'{3})""")
_STRINGS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|#.*")
_ROW = re.compile(r"[ \t]*\[[^\]]*\][ \t]*,?[ \t]*$(?<=,)|[ \t]*\[[ \t]*[\"'\[]")
"""A line that goes on a list of lists, and is no table."""


def _recover(text: str, error: tomllib.TOMLDecodeError, path: Path, display: str) -> tuple[Document, list[Problem]]:
    """Leaves faulty lines out one by one, so that one run names them all and checks the rest too."""
    lines = text.split("\n")
    original = lines.copy()
    problems: list[Problem] = []
    data: dict[str, Any] = {}
    fault: tomllib.TOMLDecodeError | None = error
    while fault is not None:
        line, column = _place(fault, lines)
        first, last, problem = _diagnose(original, lines, line, column, str(fault), display)
        problems.append(problem)
        if len(problems) == MAX_FAULTS:
            break
        before = lines.copy()
        for number in range(first, last + 1):
            lines[number - 1] = ""
        if original[first - 1].lstrip().startswith("["):
            # What stood under a table that cannot be read belongs to no other table.
            lines[first - 1] = f'["\\u0000{first}"]'
        if lines == before:
            break
        try:
            data, fault = tomllib.loads("\n".join(lines)), None
        except tomllib.TOMLDecodeError as following:
            fault = following
        except (RecursionError, ValueError):
            break
    if fault is not None:
        lines, data = [""] * len(lines), {}
    document = Document(path, display, "\n".join(original), data, broken=True)
    # Positions are those of the lines that were read; the others are blank there, so that every line keeps its number.
    document.__dict__["positions"] = _Blanked("\n".join(lines), original)
    return document, problems


class _Blanked(Positions):
    """Positions of a text with lines left out, showing the lines as they were written."""

    def __init__(self, text: str, original: list[str]) -> None:
        self._original = original
        super().__init__(text)

    def line(self, number: int) -> str:
        return self._original[number - 1] if 1 <= number <= len(self._original) else ""


def _place(error: tomllib.TOMLDecodeError, lines: list[str]) -> tuple[int, int]:
    """Where tomllib stopped; the end of the text is its last line that says something."""
    found = _WHERE.search(str(error))
    if found:
        return int(found.group(1)), int(found.group(2))
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    return last, len(lines[last - 1]) + 1


def _diagnose(original: list[str], lines: list[str], line: int, column: int, said: str, display: str) -> tuple[int, int, Problem]:
    """The first and last line that must go, and the problem in an organizer's words."""
    first = _unclosed(lines, line)
    if first:
        value_at = original[first - 1].index("=") + 2
        value_at += len(original[first - 1][value_at - 1 :]) - len(original[first - 1][value_at - 1 :].lstrip())
        opened = original[first - 1][value_at - 1]
        what, wanted = {"[": ("list", "]"), "{": ("table", "}")}.get(opened, ("text", opened * 3))
        return (
            first,
            first,
            Problem(display, first, value_at, "KR104", f"this {what} is not closed", (wanted,), source_line=original[first - 1]),
        )
    first = line
    while first > 1 and not _STATEMENT.match(lines[first - 1]):
        first -= 1
        if not lines[first - 1].strip():  # a blank line, or one already left out, begins nothing
            first = first + 1
            break
    source = original[first - 1]
    words = _WHERE.sub("", said).strip().removesuffix(" (at end of document)")

    def problem(message: str, *, at: int = column, on: int = line, expected: str = "", hint: str = "") -> Problem:
        at = max(1, min(at, len(original[on - 1]) + 1))
        return Problem(display, on, at, "KR104", message, (expected,) if expected else (), hint, source_line=original[on - 1])

    closed = not original[line - 1].lstrip().startswith("[") or original[line - 1].split("#", 1)[0].rstrip().endswith("]")
    if closed and (words.startswith("Cannot") or "duplicate" in words.lower()):
        return line, line, _twice(original, lines, line, display)
    stripped = source.strip()
    left, equals, right = source.partition("=")
    value_at = len(left) + 2 + len(right) - len(right.lstrip())
    right = right.strip()
    word = re.split(r"\s+#", right, maxsplit=1)[0].strip()
    if stripped.startswith("["):
        if not stripped.split("#", 1)[0].rstrip().endswith("]"):
            return first, first, problem("this table's name is not closed", at=len(source.rstrip()) + 1, on=first, expected="]")
        if not stripped.isascii() or " " in stripped.strip("[] "):
            inner = stripped.strip("[] ")
            return (
                first,
                first,
                problem(
                    f"a table cannot be called {quote(inner)}",
                    at=len(source) - len(source.lstrip()) + 2,
                    on=first,
                    expected="a name like [kandora]",
                    hint='a key with a dot in it is quoted: [source."kandora.ankan"]',
                ),
            )
        return (
            first,
            first,
            problem(
                f"this is no table: {words[:1].lower()}{words[1:]}",
                on=first,
                at=len(source) - len(source.lstrip()) + 1,
                expected="a name like [kandora]",
            ),
        )
    name = left.strip()
    if not equals:
        at = len(source) - len(source.lstrip()) + 1
        found = re.match(r"[ \t]*([A-Za-z0-9_.-]+)[ \t]*[:：＝ \t][ \t]*(.+)", source)
        if found:
            return (
                first,
                line,
                problem(
                    "there is no = between key and value",
                    at=found.end(1) + 1,
                    on=first,
                    expected="key = value",
                    hint=f"write {found.group(1)} = {_as_value(found.group(2))}",
                ),
            )
        return (
            first,
            line,
            problem(
                "this line is neither a table, a key with a value, nor a comment",
                at=at,
                on=first,
                expected="key = value",
                hint="a comment begins with #",
            ),
        )
    if not re.fullmatch(r"[A-Za-z0-9_.-]+|\"[^\"]*\"(?:\..+)?|.*\.\"[^\"]*\"", name):
        at = len(source) - len(source.lstrip()) + 1
        if name and name[0] not in "\"'" and (not name.isascii() or re.search(r"\s", name)):
            return first, line, problem(f"a key cannot be called {quote(name)}", at=at, on=first, expected="letters a-z, digits, _ and -")
        return first, line, problem("this is no key", at=at, on=first, expected="key = value")
    if not word:
        return (
            first,
            line,
            problem(
                f"`{name}` has no value",
                at=value_at,
                on=first,
                expected="key = value",
                hint='for no value at all leave the line out; for an empty text write ""',
            ),
        )
    if word[0] == "[" and "]" not in "".join(original[first - 1 : line]):
        return first, first, problem("this list is not closed", at=value_at, on=first, expected="]")
    if (word[0] == '"' and word.count('"') % 2) or (word[0] == "'" and word.count("'") % 2):
        return first, line, problem("this text is not closed", at=value_at, on=first, expected=word[0])
    if word[0] in "“”„«「『＂‘’`":
        bare = word.strip("“”„«»「」『』＂‘’`")
        return first, line, problem("this is no straight quote", at=value_at, on=first, expected='"', hint=f"write {name} = {quote(bare)}")
    if word.rstrip(",;").casefold() in ("true", "false"):
        plain = word.rstrip(",;").casefold()
        return (
            first,
            line,
            problem(f"{quote(word)[1:-1]} is no value", at=value_at, on=first, expected="true or false", hint=f"write {name} = {plain}"),
        )
    if word[-1] in ",;":
        return (
            first,
            line,
            problem(
                f"there is a {word[-1]} after the value",
                at=value_at + len(word) - 1,
                on=first,
                expected="the end of the line",
                hint=f"write {name} = {word.rstrip(',;')}",
            ),
        )
    if word.casefold() in _TRUE + _FALSE:
        return (
            first,
            line,
            problem(
                f"{printable_word(word)} is no value",
                at=value_at,
                on=first,
                expected='true or false, or a text in "quotes"',
                hint=f"write {name} = {_as_value(word)}",
            ),
        )
    if re.fullmatch(r"[^\W\d][\w-]*(?: [\w-]+)*", word):
        return (
            first,
            line,
            problem(
                "a text stands in quotes",
                at=value_at,
                on=first,
                expected=f'"{printable_word(word)}"',
                hint=f'write {name} = "{printable_word(word)}"',
            ),
        )
    return first, line, problem(f"this is not TOML: {words[:1].lower()}{words[1:]}")


def _unclosed(lines: list[str], line: int) -> int:
    """The line up to this one on which a list, an inline table or a long text begins that the next statement runs into; 0 for none."""
    number = 0
    while number < line:
        number += 1
        found = _OPENING.match(lines[number - 1])
        if not found:
            continue
        opened, start = found.group(2), number
        depth = 0
        for last in range(start, len(lines) + 1):
            text = lines[last - 1][found.start(2) :] if last == start else lines[last - 1]
            if last > start and _STATEMENT.match(text) and not (depth and opened == "[" and _ROW.match(text)):
                return start
            if len(opened) == 3:
                depth += text.count(opened)
                done = depth >= 2
            else:
                bare = _STRINGS.sub("", text)
                depth += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
                done = depth <= 0
            if done:
                number = last
                break
        else:
            return start
    return 0


_TRUE = ("yes", "on", "true", "ari", "あり", "有", "有り")
_FALSE = ("no", "off", "false", "nashi", "なし", "無", "無し")


def _as_value(text: str) -> str:
    """The text as the value that was probably meant."""
    text = re.split(r"\s+#", text.strip(), maxsplit=1)[0].rstrip(",; ")
    if text.casefold() in _TRUE + _FALSE:
        return "true" if text.casefold() in _TRUE else "false"
    try:
        tomllib.loads(f"value = {text}")
    except ValueError:
        return quote(text.strip("\"'"))
    return printable_word(text)


def printable_word(word: str) -> str:
    """The word as it may be printed in a message."""
    return quote(word)[1:-1]


def _twice(original: list[str], lines: list[str], line: int, display: str) -> Problem:
    """The same table, or the same key of a table, a second time."""
    source = original[line - 1]
    at = len(source) - len(source.lstrip()) + 1
    stripped = source.strip()
    if stripped.startswith("["):
        name = stripped.split("#", 1)[0].strip()
        before = next((n for n, other in enumerate(lines[: line - 1], 1) if other.split("#", 1)[0].strip() == name), 0)
        hint = "put its lines under the first one" if before else ""
        notes = (f"it stands in line {before} already",) if before else ()
        return Problem(display, line, at, "KR104", f"the table {name} stands here twice", (), hint, notes, source_line=source)
    name = source.partition("=")[0].strip()
    before = 0
    for number in range(line - 1, 0, -1):
        other = lines[number - 1]
        if other.lstrip().startswith("["):
            break
        if other.partition("=")[0].strip() == name:
            before = number
            break
    notes = (f"it stands in line {before} already",) if before else ()
    hint = "keep one of the two lines"
    return Problem(display, line, at, "KR104", f"the key `{name}` stands here twice", (), hint, notes, source_line=source)
