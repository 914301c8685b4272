"""Walks of docs/contributing.md as stored changes: files to add and insertions at anchors that rewording leaves alone.

    python -m tests.walks.walk NAME FOLDER      apply a walk to a copy of the repository

A walk is a TOML file next to this one: `heading` names its section of the page, `tests` what must pass after it,
`writes` the commands that write what the command for generated files does not,
`like` the name of the example and the existing name that the page has instead. `[[add]]`
has the `file` and `text` of a new file. `[[insert]]` has a `file`, the `text`, and one anchor that occurs once in it:
`before` or `after` some text, or `below` the line that holds it. `[[count]]` has a `file` and a `pattern` whose
group is a number that becomes one larger.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
WALKS: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
}
"""Every walk by its name."""


def files(walk: dict[str, Any]) -> set[str]:
    """Return the paths that a walk adds or changes by hand."""
    return {part["file"] for how in ("add", "insert", "count") for part in walk.get(how, ())}


def added(walk: dict[str, Any]) -> int:
    """Return how many lines a walk writes by hand."""
    return sum(part["text"].count("\n") or 1 for part in (*walk.get("add", ()), *walk.get("insert", ())))


def apply(walk: dict[str, Any], root: Path) -> None:
    """Write the changes of a walk below this folder. Raises ValueError if an anchor does not occur exactly once."""
    for part in walk.get("add", ()):
        path = root / part["file"]
        if path.exists():
            raise ValueError(f"{part['file']} exists already")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(part["text"], encoding="utf-8", newline="\n")
    for part in walk.get("insert", ()):
        path = root / part["file"]
        text = path.read_text(encoding="utf-8")
        at = _place(text, part)
        path.write_text(text[:at] + part["text"] + text[at:], encoding="utf-8", newline="\n")
    for part in walk.get("count", ()):
        path = root / part["file"]
        text = path.read_text(encoding="utf-8")
        found = re.search(part["pattern"], text)
        if found is None:
            raise ValueError(f"{part['file']}: nothing matches {part['pattern']!r}")
        text = text[: found.start(1)] + str(int(found[1]) + 1) + text[found.end(1) :]
        path.write_text(text, encoding="utf-8", newline="\n")


def _place(text: str, part: dict[str, Any]) -> int:
    (how,) = {"before", "after", "below"} & part.keys()
    anchor = part[how]
    if text.count(anchor) != 1:
        raise ValueError(
            f"{part['file']}: {anchor!r} occurs {text.count(anchor)} times; give an anchor that occurs once"
        )
    start = text.index(anchor)
    if how == "before":
        return start
    end = start + len(anchor)
    return end if how == "after" else text.index("\n", end) + 1


def anchors(walk: dict[str, Any], root: Path) -> Iterator[str]:
    """Yield what is wrong with the anchors of a walk in this tree."""
    for part in walk.get("insert", ()):
        try:
            _place((root / part["file"]).read_text(encoding="utf-8"), part)
        except (OSError, ValueError) as error:
            yield str(error)


if __name__ == "__main__":
    apply(WALKS[sys.argv[1]], Path(sys.argv[2]))
