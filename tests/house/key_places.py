"""Prints in how many modules of the package each key of a ruleset is written as a string, apart from its declaration.

    python -m tests.house.key_places

Keys are declared in `kanrules/law/tables`. Not counted, either: what other programs call a key (`exchange`, the readers
of rooms, the pack's rules for engines), and the reading of an attribute (`options.kandora.ankan`).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from kanrules.ruleset.keys import keys

ROOT = Path(__file__).resolve().parents[2]
DECLARED = "kanrules/law/tables/"
OF_OTHER_PROGRAMS = (
    "kanrules/exchange/*",
    "*_room.py",
    "kanrules/pack/*engine_rules.py",
    "kanrules/pack/*/engine_rules.py",
)


def strings(source: str) -> set[str]:
    """Return every string in the source of a module, except parts of f-strings with names in them."""
    return {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def modules(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the source of each module that counts."""
    for path in sorted((root / "kanrules").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(DECLARED) and not any(path.match(pattern) for pattern in OF_OTHER_PROGRAMS):
            yield name, path.read_text(encoding="utf-8")


def places(names: Iterable[str], sources: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the modules that write each of these keys as a string."""
    written = [(name, strings(source)) for name, source in sources]
    return {key: [name for name, found in written if key in found] for key in names}


def table(found: dict[str, list[str]]) -> str:
    """Return the table as text: the keys in most modules first, then the median and the maximum."""
    rows = sorted(found.items(), key=lambda row: (-len(row[1]), row[0]))
    counts = [len(written) for _, written in rows]
    lines = [
        f"{len(written):3}  {key:36}{' '.join(name.removeprefix('kanrules/') for name in written)}"
        for key, written in rows
    ]
    return "\n".join([*lines, f"median {median(counts):g}, maximum {max(counts)}"])


if __name__ == "__main__":
    sys.stdout.write(f"{table(places(keys(), modules(ROOT)))}\n")
