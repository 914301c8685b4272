"""Prints how large the package, the tools and the docs are.

    python -m tests.house.size [REVISION]

With a revision of git, the table has its figures too. What counts:

* Tokens of Python as the public `tokenize` reads them: names, numbers, strings, operators. An f-string is one token.
  Comments, line ends, indentation and strings that stand alone (docstrings) are none. Each file is first formatted by
  ruff, with one width and without magic trailing commas, so that longer lines and folding save nothing.
* Words of the docs: what white space separates in `docs/*.md`, generated pages included.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tarfile
import tempfile
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("kanrules", "plugins", "tools")
MEASURED = (*PACKAGES, "docs")
RUFF = ("format", "-q", "--isolated", "--no-cache")
STYLE = ("line-length=120", 'target-version="py311"', "format.skip-magic-trailing-comma=true")
COUNTED = {tokenize.NAME, tokenize.NUMBER, tokenize.OP, tokenize.STRING}
F_START = getattr(tokenize, "FSTRING_START", None)
F_END = getattr(tokenize, "FSTRING_END", None)
"""From Python 3.12 on, an f-string is read as its parts."""


def tokens(source: str) -> int:
    """Count the tokens of a source that is formatted already, without comments and docstrings."""
    alone = [
        range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    lines = {line for lines in alone for line in lines}
    count = depth = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        depth -= token.type == F_END
        inside, depth = depth > 0, depth + (token.type == F_START)
        if inside or token.start[0] in lines:
            continue
        count += token.type in COUNTED or token.type == F_START
    return count


def formatted(folder: Path) -> None:
    """Format every module of a folder in the one style that is counted."""
    options = [word for line in STYLE for word in ("--config", line)]
    subprocess.run([sys.executable, "-m", "ruff", *RUFF, *options, str(folder)], check=True)


def sizes(tree: Path) -> dict[str, Counter[str]]:
    """Measure a tree: tokens and modules of each room of the package, plugins and tools, and words of each page."""
    found: dict[str, Counter[str]] = {"tokens": Counter(), "modules": Counter(), "words": Counter()}
    for package in (name for name in PACKAGES if (tree / name).exists()):
        formatted(tree / package)
        for path in sorted((tree / package).rglob("*.py")):
            inner = path.relative_to(tree / package).parts
            room = f"{package}/{inner[0]}" if len(inner) > 1 else f"{package}/*.py"
            found["tokens"][room] += tokens(path.read_text(encoding="utf-8"))
            found["modules"][room] += 1
    for path in sorted((tree / "docs").glob("*.md")):
        found["words"][f"docs/{path.name}"] = len(path.read_text(encoding="utf-8").split())
    return found


def tree_of(revision: str | None, into: Path) -> Path:
    """Copy what is measured into a folder: as it is in this checkout, or as it was at a revision."""
    if revision:
        packed = subprocess.run(["git", "-C", ROOT, "archive", revision], check=True, capture_output=True)
    else:
        names = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", *MEASURED]
        listed = subprocess.run(names, check=True, capture_output=True).stdout
        there = b"\0".join(name for name in listed.split(b"\0") if name and (ROOT / name.decode()).exists())
        pack = ["tar", "-c", "-C", ROOT, "--null", "-T", "-"]
        packed = subprocess.run(pack, check=True, capture_output=True, input=there)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(into, filter="data")
    return into


def measured(revision: str | None = None) -> dict[str, Counter[str]]:
    """Measure this checkout, or a revision of it."""
    with tempfile.TemporaryDirectory() as folder:
        return sizes(tree_of(revision, Path(folder)))


def table(now: dict[str, Counter[str]], before: dict[str, Counter[str]] | None = None) -> str:
    """Write the measures as a table, those of the revision before those of the checkout."""
    columns = [tree for tree in (before, now) if tree is not None]

    def row(title: str, cells: list[tuple[str, str]]) -> str:
        """One line; each cell is a measure and the beginning of the names that it sums."""
        figures = [
            [sum(size for name, size in tree[measure].items() if name.startswith(start)) for measure, start in cells]
            for tree in columns
        ]
        return f"{title:28}" + "".join(f"{figure:>10,}" for pair in zip(*figures, strict=True) for figure in pair)

    rooms = sorted({name for tree in columns for name in tree["tokens"]})
    pages = sorted({name for tree in columns for name in tree["words"]})
    wide = 10 * len(columns)
    lines = [f"{'':28}{'tokens':>{wide}}{'modules':>{wide}}"]
    lines += [row(room, [("tokens", room), ("modules", room)]) for room in rooms]
    lines += [row(all_of, [("tokens", all_of), ("modules", all_of)]) for all_of in ("kanrules/", "plugins/", "tools/")]
    lines += ["", f"{'':28}{'words':>{wide}}"]
    lines += [row(page, [("words", page)]) for page in pages]
    lines += [row("docs/", [("words", "docs/")])]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(measured(), measured(sys.argv[1]) if len(sys.argv) > 1 else None))
