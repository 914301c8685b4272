"""Writes every Python example of the README and of docs/ as a file of its own, for type checkers.

    python -m tests.house.examples FOLDER
    mypy --strict FOLDER/library && mypy --allow-untyped-defs FOLDER/plugins && pyright FOLDER/library FOLDER/plugins

Programs go to `library`; plugins, whose hooks need no annotations, to `plugins`; tests to `tests`, which no checker
reads: they import the plugin of their page by its own name, and fixtures have no annotations. An example of a hook is
a piece of a plugin: what it leaves to its page is written above it. What a page shows as a mistake (`typo.py`) is left
out. The module that `kanrules new plugin` writes for each hook goes to `library` too: it is annotated.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from kanrules.hooks.specs import HOOKS
from kanrules.scaffold import plugin_files

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```python(?: (\S+))?\n(.*?)^```$", re.M | re.S)
ABOVE = """\
import logging
from dataclasses import dataclass, field

from kanrules import *

"""


def examples() -> dict[str, str]:
    """By the path of a file, the examples of all pages; one that a page names keeps its name in it."""
    found = {}
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for number, (name, text) in enumerate(FENCE.findall(page.read_text(encoding="utf-8")), 1):
            if name != "typo.py":
                folder = "plugins" if "hookimpl" in text or page.stem == "hooks" else "library"
                if name.startswith("test_"):
                    folder = "tests"
                called = re.sub(r"\W", "_", "_".join([page.stem, str(number), *([Path(name).stem] if name else [])]))
                piece = folder == "plugins" and "import" not in text
                found[f"{folder}/{called}.py"] = ABOVE + text if piece else text
    for hook in HOOKS:
        found[f"library/new_{hook}.py"] = plugin_files("new", hook)["kanrules_new/__init__.py"]
    return found


def main(folder: Path) -> None:
    """Writes them into a folder that is not there yet."""
    for name, text in examples().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
