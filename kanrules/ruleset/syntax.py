"""Report lines that are not TOML, each with what was probably meant, and leave them out so that the rest can still be
read.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from kanrules.frozen import frozen
from kanrules.ruleset.keys import A_DATE, EVENT, HEAD, Takes, keys, other_words, tables
from kanrules.ruleset.locate import Positions
from kanrules.ruleset.numbers import as_list, as_number
from kanrules.ruleset.problems import Problem, close, invisible, printable, quote

MAX_FAULTS = 20
"""Number of faulty lines after which a file is not read as TOML at all."""

KEY_VALUE = "key = value"
TABLE = "a name like [kandora]"
TRUE = ("yes", "on", "true", "ari", "あり", "有", "有り")
FALSE = ("no", "off", "false", "nashi", "なし", "無", "無し")
CURLY = "“”„«»「」『』＂‘’`"

_WHERE = re.compile(r"\(at line (\d+), column (\d+)\)$")
_STATEMENT = re.compile(r"""[ \t]*(?:\[|[^\s#=\[\]{},"']+[ \t]*=|"[^"\n]*"[ \t]*=|'[^'\n]*'[ \t]*=)""")
_OPENING = re.compile(r"""([ \t]*[^\s#=\[\]{}]+[ \t]*=[ \t]*)(\[|\{|"{3}|'{3}|')""")
_STRINGS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|#.*")
_ROW = re.compile(r"[ \t]*\[[^\]]*\][ \t]*,[ \t]*$|[ \t]*\[[ \t]*[\"'\[]")
"""Pattern of a line that continues a list of lists, as opposed to a table header."""
_NO_EQUALS = re.compile(r"[ \t]*([A-Za-z0-9_.-]+)[ \t]*[:：＝ \t][ \t]*(.+)")
_KEY = re.compile(r"""[A-Za-z0-9_.-]+|"[^"]*"(?:\..+)?|.*\."[^"]*\"""")
_COMMENT = re.compile(r"\s+#")
_TWO_PAIRS = re.compile(r"""(?:"[^"\n]*"|'[^'\n]*'|[\w.+-]+)[ \t]*([,; \t])[ \t]*[\w.-]+[ \t]*=""")


_AFTER_VALUE = re.compile(r"""(\"[^\"\n]*\"|'[^'\n]*'|[\w.+-]+)([ \t]+)\S""")
_TEXT_KEYS = frozenset(
    (
        *(name for name, takes in HEAD.items() if takes is Takes.TEXT),
        *(key.field for key in keys().values() if key.takes is Takes.TEXT),
        *("document", "clause", "url", "grade"),
    )
) - {key.field for key in keys().values() if key.takes is not Takes.TEXT}
"""Keys with any text as value. A date, a dotted number, or an address there only lacks its quotes."""

_DATE_KEYS = frozenset(name for names in (HEAD, EVENT) for name, takes in names.items() if takes is Takes.DATE)
_NUMBER_KEYS = frozenset(key.field for key in keys().values() if key.takes is Takes.NUMBER)


@frozen
class SyntaxFault:
    """What is wrong, where, and which lines must be removed so that the others can be read."""

    line: int
    column: int
    message: str
    expected: str = ""
    hint: str = ""
    notes: tuple[str, ...] = ()
    first: int = 0
    """First line to remove; 0 if it is `line`."""
    last: int = 0
    instead: str = ""
    """What the line is read as, so that the lines below it are read as they are meant; "" to remove it."""


class _Blanked(Positions):
    """Positions in a text with lines left out, which shows the lines as they were written."""

    def __init__(self, text: str, original: list[str]) -> None:
        self._original = original
        super().__init__(text)

    def line(self, number: int) -> str:
        return self._original[number - 1] if 1 <= number <= len(self._original) else ""


def recover(text: str, error: tomllib.TOMLDecodeError, display: str) -> tuple[dict[str, Any], Positions, list[Problem]]:
    """Return the data and positions of the lines that are TOML, and a problem (KR104) for each place that is not.

    Takes a text that tomllib refuses, its error, and the name of the file in messages.
    """
    lines = text.split("\n")
    original = lines.copy()
    problems: list[Problem] = []
    data: dict[str, Any] = {}
    refused: tomllib.TOMLDecodeError | None = error
    while refused is not None and len(problems) < MAX_FAULTS:
        fault = diagnose(original, lines, refused)
        source = original[fault.line - 1]
        column = max(1, min(fault.column, len(source) + 1))
        expected = (fault.expected,) if fault.expected else ()
        problems.append(
            Problem(
                display,
                fault.line,
                column,
                "KR104",
                fault.message,
                expected,
                _hint(source) or fault.hint,
                fault.notes,
                source_line=source,
            )
        )
        before = lines.copy()
        for number in range(fault.first or fault.line, max(fault.line, fault.last) + 1):
            lines[number - 1] = ""
        if fault.instead and fault.instead != before[fault.line - 1]:
            lines[fault.line - 1] = fault.instead
        elif source.lstrip().startswith("["):
            # Keys under a table header that cannot be read belong to no other table.
            lines[fault.line - 1] = f'["\\u0000{fault.line}"]'
        if lines == before:
            break
        try:
            data, refused = tomllib.loads("\n".join(lines)), None
        except tomllib.TOMLDecodeError as following:
            refused = following
        except (RecursionError, ValueError):
            break
    if refused is not None:
        lines, data = [""] * len(lines), {}
    return data, _Blanked("\n".join(lines), original), problems


def _hint(source: str) -> str:
    """Return what to remove from a line that looks right."""
    found = invisible(source.replace("\t", ""))
    return f"remove the invisible character {found}" if found else ""


def diagnose(original: list[str], lines: list[str], error: tomllib.TOMLDecodeError) -> SyntaxFault:
    """Return the likely mistake, given where tomllib stopped. `lines` are without the lines left out so far."""
    line, column = _place(error, lines)
    first, last = _statement(lines, line)
    if not last:
        return _left_open(first, original[first - 1])
    source = original[first - 1]
    said = _WHERE.sub("", str(error)).strip().removesuffix(" (at end of document)")
    if source.lstrip().startswith("["):
        return _header(original, lines, first, said)
    if said.startswith("Cannot") or "duplicate" in said.lower():
        return _key_twice(original, lines, line)
    if "=" not in source:
        return _no_equals(first, source)
    return _pair(first, source, last, (line, column), said)


def _place(error: tomllib.TOMLDecodeError, lines: list[str]) -> tuple[int, int]:
    """Return where tomllib stopped. The end of the text means its last line with content."""
    found = _WHERE.search(str(error))
    if found:
        return int(found.group(1)), int(found.group(2))
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    return last, len(lines[last - 1]) + 1


def _indent(source: str) -> int:
    """Return the column of the first character that is not a space."""
    return len(source) - len(source.lstrip()) + 1


# --- values that do not end ----------------------------------------------------------------------------------------


def _statement(lines: list[str], line: int) -> tuple[int, int]:
    """Return the first and last line of the statement that contains this line.

    The last is 0 if a list, an inline table, or a text above does not end before the next statement, where tomllib then
    stops.
    """
    number = 0
    while number < line:
        number += 1
        found = _OPENING.match(lines[number - 1])
        if not found:
            continue
        if found.group(2) == "'":  # it ends on its own line, but tomllib looks for the next quote in the file
            if "'" not in lines[number - 1][found.end() :]:
                return number, 0
            continue
        end = _end(lines, number, found.start(2), found.group(2))
        if end >= line or not end:
            return number, end
        number = end
    return line, line


def _end(lines: list[str], start: int, column: int, opened: str) -> int:
    """Return the line on which a value that opens here is closed; 0 if a statement or the end of the file comes
    first.
    """
    depth = 0
    for number in range(start, len(lines) + 1):
        text = lines[number - 1][column:] if number == start else lines[number - 1]
        if number > start and _STATEMENT.match(text) and not (depth and opened == "[" and _ROW.match(text)):
            return 0
        if len(opened) == 3:
            depth += text.count(opened)
            if depth >= 2:
                return number
        else:
            bare = _STRINGS.sub("", text)
            depth += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
            if depth <= 0:
                return number
    return 0


def _left_open(line: int, source: str) -> SyntaxFault:
    at = source.index("=") + 1
    at += len(source[at:]) - len(source[at:].lstrip())
    opened = source[at]
    if opened in "[{":
        return SyntaxFault(
            line, at + 1, f"this {'list' if opened == '[' else 'table'} is not closed", "]" if opened == "[" else "}"
        )
    return SyntaxFault(
        line, at + 1, "this text is not closed", opened * 3 if source.startswith(opened * 3, at) else opened
    )


# --- statements ----------------------------------------------------------------------------------------------------


def _header(original: list[str], lines: list[str], line: int, said: str) -> SyntaxFault:
    source = original[line - 1]
    at, bare = _indent(source), source.split("#", 1)[0].rstrip()
    if not bare.endswith("]"):
        return SyntaxFault(line, len(bare) + 1, "this table's name is not closed", "]")
    inner = bare.strip("[] \t")
    if said.startswith("Cannot"):
        before = next(
            (n for n, other in enumerate(lines[: line - 1], 1) if other.split("#", 1)[0].strip() == bare.strip()), 0
        )
        notes = (f"it is already in line {before}",) if before else ()
        return SyntaxFault(
            line,
            at,
            f"the table {printable(bare.strip())} appears here twice",
            hint="put its lines under the first one",
            notes=notes,
        )
    if not inner.isascii() or " " in inner:
        meant = other_words().get(inner, "") or close(inner.replace(" ", "_"), ("ruleset", *tables()))
        hint = f"did you mean [{meant}]?" if meant and "." not in meant else ""
        return SyntaxFault(line, at + 1, f"a table cannot be called {quote(inner)}", TABLE, hint)
    return SyntaxFault(line, at, "this is not a table", TABLE)


_BULLETED = re.compile(r"[-*•+] +(\[[^\[\]]+\]|[\w.-]+ *=.+)")
"""A line as in a list of Markdown, with the line of TOML that it has."""


def _bulleted(line: int, source: str) -> SyntaxFault | None:
    found = _BULLETED.fullmatch(source.strip())
    if found is None:
        return None
    message = "this line begins like a list of Markdown"
    meant = found.group(1)
    instead = meant.rjust(len(source.rstrip()))  # the columns stay
    return SyntaxFault(line, _indent(source), message, KEY_VALUE, f"write {printable(meant)}", instead=instead)


def _no_equals(line: int, source: str) -> SyntaxFault:
    if source.strip().startswith(("```", "~~~")):
        message = "this line is Markdown, not TOML"
        return SyntaxFault(line, _indent(source), message, KEY_VALUE, "remove this line")
    if fault := _bulleted(line, source):
        return fault
    found = _NO_EQUALS.match(source)
    known = {*HEAD, "document", "clause", "url", "grade", *(key.field for key in keys().values())}
    if found and (found.group(1) in known or not _COMMENT.split(found.group(2))[0].count(" ")):
        hint = f"write {found.group(1)} = {_as_value(found.group(2))}"
        return SyntaxFault(line, found.end(1) + 1, "the = between key and value is missing", KEY_VALUE, hint)
    message = "this line is neither a table, a key with a value, nor a comment"
    return SyntaxFault(line, _indent(source), message, KEY_VALUE, "a comment begins with #")


def _pair(line: int, source: str, last: int, stopped: tuple[int, int], said: str) -> SyntaxFault:
    """Return the mistake in a line with a key and `=`, which is in the key or in the value."""
    left, _, right = source.partition("=")
    name, word = left.strip(), _COMMENT.split(right.strip(), maxsplit=1)[0].strip()
    at = len(left) + 2 + len(right) - len(right.lstrip())
    if not _KEY.fullmatch(name):
        if fault := _bulleted(line, source):
            return fault
        meant = other_words().get(name, "")
        field = meant.partition(".")[2]
        hint = f"did you mean `{field}`?" if field else f"did you mean [{meant}]?" if meant else ""
        said_key = f"a key cannot be called {quote(name)}" if name else "this is not a key"
        return SyntaxFault(line, _indent(source), said_key, "letters a-z, digits, _ and -" if name else KEY_VALUE, hint)
    name = printable(name[:80])
    if said == "Unclosed array" and last > line:
        return SyntaxFault(*stopped, "a comma is missing before this", ", or ]", first=line, last=last)
    if last > line:  # a list or text of several lines
        return SyntaxFault(*stopped, f"this is not TOML: {said[:1].lower()}{said[1:]}", first=line, last=last)
    if word.startswith("="):
        hint = f"write {name} = {_as_value(word.lstrip('= '))}"
        return SyntaxFault(line, at, "this = is one too many", KEY_VALUE, hint)
    if fault := _number(line, at, name, word):
        return fault
    if re.fullmatch(r"\[[^\[\]{}]*\]", word):
        members = ", ".join(f'"{member}"' for member in re.findall(r"[\w-]+", word))
        return SyntaxFault(
            line,
            at,
            "this list cannot be read",
            "texts in quotes with a comma between them",
            f"write {name} = [{members}]",
        )
    if not word or word.startswith("#"):
        hint = 'to set no value, remove the line; for an empty text, write ""'
        return SyntaxFault(line, at, f"`{name}` has no value", KEY_VALUE, hint)
    if two := _TWO_PAIRS.match(word):
        return SyntaxFault(
            line,
            at + two.start(1),
            "this line has a second key and value",
            "the end of the line",
            "write each on its own line",
        )
    if word[0] in "\"'" and word.count(word[0]) % 2:
        return SyntaxFault(line, at, "this text is not closed", word[0])
    if word[0] in CURLY:
        return SyntaxFault(line, at, "this is not a straight quote", '"', f"write {name} = {quote(word.strip(CURLY))}")
    if word[-1] in ",;":
        hint = f"write {name} = {_as_value(word)}"
        return SyntaxFault(
            line, at + len(word) - 1, f"there is a {word[-1]} after the value", "the end of the line", hint
        )
    if word.casefold() in ("true", "false"):
        return SyntaxFault(line, at, f"{word} is not a value", "true or false", f"write {name} = {word.casefold()}")
    if word.casefold() in TRUE + FALSE:
        expected = 'true or false, or a string in "quotes"'
        return SyntaxFault(line, at, f"{word} is not a value", expected, f"write {name} = {_as_value(word)}")
    if name.rpartition(".")[2] in _DATE_KEYS and word[0] not in "\"'[{":
        return SyntaxFault(line, at, f"{printable(word[:40])} is not a date", A_DATE)
    text = name.rpartition(".")[2] in _TEXT_KEYS and word[0] not in "\"'[{"
    if text or re.fullmatch(r"[^\W\d][\w-]*(?: [\w-]+)*", word):
        return SyntaxFault(line, at, "a string must be in quotes", quote(word), f"write {name} = {quote(word)}")
    if (found := _AFTER_VALUE.match(word)) and _is_value(found.group(1)):
        message = "unexpected text after the value"
        return SyntaxFault(line, at + found.end(2), message, "the end of the line", "a comment begins with #")
    return SyntaxFault(*stopped, f"this is not TOML: {said[:1].lower()}{said[1:]}", first=line, last=last)


def _number(line: int, at: int, name: str, word: str) -> SyntaxFault | None:
    """Return the mistake in a number or a list of numbers that is written as on paper, or None."""
    if name.rpartition(".")[2] in _TEXT_KEYS:
        return None
    bare = word.rstrip(",;")
    if meant := as_number(bare):
        return SyntaxFault(
            line, at, f"{printable(bare[:40])} is not a number here", "digits alone", f"write {name} = {meant}"
        )
    number = name.rpartition(".")[2] in _NUMBER_KEYS
    if number and word and word[0] not in "\"'[{" and word.casefold() not in TRUE + FALSE:
        return SyntaxFault(line, at, f"{printable(bare[:40])} is not a number", "digits alone")
    if not number and (members := as_list(bare)):
        expected = "whole numbers with a comma between them, in [ ]"
        return SyntaxFault(line, at, "this list cannot be read", expected, f"write {name} = [{', '.join(members)}]")
    return None


def _is_value(text: str) -> bool:
    try:
        tomllib.loads(f"value = {text}")
    except ValueError:
        return False
    return True


def _key_twice(original: list[str], lines: list[str], line: int) -> SyntaxFault:
    source = original[line - 1]
    name = source.partition("=")[0].strip()
    before = 0
    for number in range(line - 1, 0, -1):
        if lines[number - 1].lstrip().startswith("["):
            break
        if lines[number - 1].partition("=")[0].strip() == name:
            before = number
            break
    notes = (f"it is already in line {before}",) if before else ()
    return SyntaxFault(
        line,
        _indent(source),
        f"the key `{printable(name[:80])}` appears here twice",
        hint="keep one of the two lines",
        notes=notes,
    )


def _as_value(text: str) -> str:
    """Return the text as the value that was probably meant."""
    text = _COMMENT.split(text.strip(), maxsplit=1)[0].rstrip(",; ")
    if text.casefold() in TRUE + FALSE:
        return "true" if text.casefold() in TRUE else "false"
    try:
        tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return quote(text.strip("\"'" + CURLY))
    return printable(text[:80])
