"""The declaration of a key of a case, and what to say of a key that does not exist."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kanrules.frozen import frozen
from kanrules.ruleset.problems import close, quote

Path = tuple[str | int, ...]
Report = Callable[[Path, str, str], None]
"""Function that takes the path of a value inside its table, a code, and a message."""
Reader = Callable[[Any, Path, Report], Any]
"""Function that returns a value as a case holds it. It reports a mistake and then returns None."""

BY_SEAT, NUMBER, SEATS = "a table by seat", "a number", "a list of seats"
"""What several keys take."""


@frozen
class CaseKey:
    """One key of a case: its table ("" for [[case]] itself), accepted values, description, example, and reader."""

    table: str
    key: str
    takes: str
    says: str
    example: str
    read: Reader
    also: tuple[str, ...] = ()
    """Words that people write for the key, where no spelling is near."""
    check: Callable[[Any, Any], str] | None = None
    """For an expectation: takes a played case and the value, and returns the difference as a sentence, or ""."""

    @property
    def name(self) -> str:
        """The full name, for example `given.live_tiles`."""
        return f"{self.table or 'case'}.{self.key}"


@frozen
class CaseTable:
    """One table of a case: its name, its description, and words that people write for it."""

    key: str
    says: str
    also: tuple[str, ...] = ()


def meant(word: object, words: Sequence[str], otherwise: str = "") -> str:
    """Return the end of a message: the closest known word, or all of them."""
    found = close(str(word), words)
    return f"; did you mean `{found}`?" if found else f"; {otherwise} {', '.join(words)}" if otherwise else ""


def meant_key(word: object, rows: Iterable[CaseKey | CaseTable], otherwise: str = "") -> str:
    """Return the end of a message about a key that does not exist: the key with this other name, or the closest."""
    rows = tuple(rows)
    folded = str(word).casefold()
    known = next((row.key for row in rows if folded in row.also), "")
    return f"; did you mean `{known}`?" if known else meant(word, [row.key for row in rows], otherwise)


def read_rows(name: str, data: Any, rows: Mapping[str, CaseKey], report: Report) -> dict[str, Any]:
    """Return the values of a table of a case by key. Mistakes are reported and their keys left out."""
    if not isinstance(data, dict):
        report((), "KR103", f"`{name}` is a table")
        return {}
    found = {}
    for key, value in data.items():
        if key not in rows:
            near = meant_key(key, rows.values(), "its keys are")
            report((key,), "KR101", f"`{name}` has no key {quote(key)}{near}")
        elif (read := rows[key].read(value, (key,), report)) is not None:
            found[key] = read
    return found
