"""Find the position of each key and value in a TOML text.

tomllib keeps no positions, and a full parser (tree-sitter) would be a binary dependency for a text that tomllib has
already accepted. So this module only scans: it trusts the text and notes where things begin and end. A property test
compares it with tomllib.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

from kanrules.frozen import frozen

Path = tuple[str | int, ...]
"""The path to a value: keys, and indexes for members of a list."""

_SPACE = re.compile(r"(?:[ \t\n]|#[^\n]*)+")
_BLANK = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG_BASIC = re.compile(r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""(?:"{0,2})')
_LONG_LITERAL = re.compile(r"'''[\s\S]*?'''(?:'{0,2})")
_SCALAR = re.compile(r"[^,\]}#\n]*")


@frozen
class KeySpan:
    """Offsets of a key and of its value's beginning and end in the text."""

    key: int
    start: int
    end: int


class Positions:
    """Positions of everything in a TOML text that tomllib accepts. Lines and columns count from 1.

    `places` has every key and list member by its path, `headers` the first mention of every table by its path.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: dict[Path, KeySpan] = {}
        self.headers: dict[Path, int] = {}
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._walk()

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def key(self, path: Path) -> tuple[int, int]:
        """Return where the key of this path is written. If it is not, return its table's header or the top of the
        file.
        """
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.line_column(self.places[path[:length]].key)
            if path[:length] in self.headers:
                return self.line_column(self.headers[path[:length]])
        return 1, 1

    def value(self, path: Path) -> tuple[int, int]:
        """Return where the value of this path begins, or else the same as `key`."""
        return self.line_column(self.places[path].start) if path in self.places else self.key(path)

    def length(self, path: Path, *, at_key: bool = False) -> int:
        """Return the length of the key, or of the value, of this path on its line; 1 if neither is written."""
        place = self.places.get(path)
        if place is not None and not at_key:
            start, end = place.start, place.end
        elif place is not None:
            start, end = (
                place.key,
                self._keys(place.key)[1] if path[-1:] != () and isinstance(path[-1], str) else place.end,
            )
        elif path in self.headers:
            start = self.headers[path]
            end = self.text.find("]", start) + 1 if self.text[start] == "[" else self._keys(start)[1]
        else:
            return 1
        written = self.text[start:end].split("\n", 1)[0]
        return max(1, len(written.rstrip()))

    def line(self, number: int) -> str:
        """Return the text of a line."""
        if not 1 <= number <= len(self._starts):
            return ""
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : end]

    def _walk(self) -> None:
        text, at = self.text, 0
        table: Path = ()
        rows: dict[Path, int] = {}
        while True:
            at = self._skip(at)
            if at >= len(text):
                return
            if text[at] == "[":
                row = text.startswith("[[", at)
                parts, end = self._keys(at + (2 if row else 1))
                table = ()
                for name, _ in parts[:-1]:
                    table += (name,)
                    self.headers.setdefault(table, at)
                    if table in rows:
                        table += (rows[table],)
                table += (parts[-1][0],)
                self.headers.setdefault(table, at)
                if row:
                    rows[table] = rows.get(table, -1) + 1
                    table += (rows[table],)
                    self.headers[table] = at
                at = end + (2 if row else 1)
            else:
                at = self._pair(table, at)

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def _keys(self, at: int) -> tuple[list[tuple[str, int]], int]:
        """Return the parts of a dotted key with their offsets, and the offset after it."""
        parts = []
        while True:
            at = self._blank(at)
            start = at
            found = (
                _BASIC.match(self.text, at)
                if self.text[at] == '"'
                else _LITERAL.match(self.text, at)
                if self.text[at] == "'"
                else _BARE.match(self.text, at)
            )
            assert found is not None, "the text is valid TOML, which tomllib has read"
            at = found.end()
            raw = found.group()
            name = (
                raw
                if raw[0] not in "\"'"
                else raw[1:-1]
                if "\\" not in raw or raw[0] == "'"
                else str(tomllib.loads(f"k = {raw}")["k"])
            )
            parts.append((name, start))
            at = self._blank(at)
            if at >= len(self.text) or self.text[at] != ".":
                return parts, at
            at += 1

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def _pair(self, table: Path, at: int) -> int:
        parts, at = self._keys(at)
        path = table
        for name, start in parts[:-1]:
            path += (name,)
            self.headers.setdefault(path, start)
        path += (parts[-1][0],)
        start = self._blank(at + 1)
        end = self._value(path, start)
        self.places[path] = KeySpan(parts[-1][1], start, end)
        return end

    def _value(self, path: Path, at: int) -> int:
        """Scan the value at this offset and return the offset of its end."""
        text = self.text
        for mark, pattern in (('"""', _LONG_BASIC), ("'''", _LONG_LITERAL), ('"', _BASIC), ("'", _LITERAL)):
            if text.startswith(mark, at):
                found = pattern.match(text, at)
                assert found is not None, "the text is valid TOML, which tomllib has read"
                return found.end()
        if text[at] == "[":
            number = 0
            at = self._skip(at + 1)
            while text[at] != "]":
                end = self._value((*path, number), at)
                self.places[(*path, number)] = KeySpan(at, at, end)
                number += 1
                at = self._skip(end)
                if text[at] == ",":
                    at = self._skip(at + 1)
            return at + 1
        if text[at] == "{":
            at = self._skip(at + 1)
            while text[at] != "}":
                at = self._skip(self._pair(path, at))
                if text[at] == ",":
                    at = self._skip(at + 1)
            return at + 1
        found = _SCALAR.match(text, at)
        assert found is not None, "the text is valid TOML, which tomllib has read"
        return at + len(found.group().rstrip(" \t"))
