"""Build the documentation as a site, offline: the README as the first page, the pages of docs/, one menu, and a search,
with nothing loaded from other hosts.

python -m tools.docs_site --out build/docs [--law]

`--law` adds what `kanrules site` writes, including the live tools, with links from the first page. It needs a clone of
the repository and zensical (the extra `docs`). The order of the menu is in zensical.toml.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

CONFIG = "zensical.toml"
FIRST = "index.md"
"""The page of the README in the site."""
_FENCE = re.compile(r"^```(\w+) ([\w./-]+)$", re.MULTILINE)
_COLOUR = re.compile("\x1b\\[[0-9;]*m")
_LINK = re.compile(r"\]\((docs/|#|https?://)?(?=[^)]*\))")
_OUTWARD = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")


def pages(root: Path) -> Iterator[str]:
    """Yield every page of the menu, in order, relative to docs/."""
    config = tomllib.loads((root / CONFIG).read_text(encoding="utf-8"))
    yield from _leaves(config["project"]["nav"])


def _leaves(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        for target in entry.values():
            if isinstance(target, str):
                yield target
            else:
                yield from _leaves(target)


def page(text: str) -> str:
    """Return a page of the repository as the site shows it.

    The file name of a code block becomes its title, links to the README lead to the first page, and links to other
    files outside docs/ become plain text.
    """
    text = text.replace("](../README.md", f"]({FIRST}")
    return _OUTWARD.sub(r"\1", _FENCE.sub(r'``` { .\1 title="\2" }', text))


def first_page(readme: str) -> str:
    """Return the README as the first page, as if it were in docs/."""
    return _OUTWARD.sub(r"\1", _LINK.sub(lambda found: f"]({found[1] or '../'}", readme).replace("](docs/", "]("))


def stage(root: Path, folder: Path) -> None:
    """Write the pages and the configuration into an empty folder, in the layout of zensical."""
    shutil.copytree(root / "docs", folder / "docs")
    readme = (root / "README.md").read_text(encoding="utf-8")
    (folder / "docs" / FIRST).write_text(first_page(readme), encoding="utf-8", newline="\n")
    for path in (folder / "docs").rglob("*.md"):
        path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    shutil.copy(root / CONFIG, folder / CONFIG)


def linked(index: str) -> str:
    """Return the first page with links to the pages of `kanrules site` in the folder `law`."""
    law = '<a href="law/index.html">Rulesets as web pages</a> and <a href="law/live/index.html">live tools</a>.'
    return index.replace("\n## Install\n", f"\n{law}\n\n## Install\n", 1)


def build(root: Path, out: Path, *, law: bool = False) -> None:
    """Build the site of this clone into a folder that is empty or was made by an earlier build.

    With `law`, it includes the pages of `kanrules site` in its folder `law`. Raises SystemExit with a sentence if
    zensical is missing or reports an error, and if the folder contains anything else.
    """
    if find_spec("zensical") is None:
        sys.exit("the site needs zensical: pip install -e '.[docs]'")
    if out.exists() and any(out.iterdir()) and not (out / "sitemap.xml").exists():
        sys.exit(f"{out} holds something else; expected a new folder")
    with tempfile.TemporaryDirectory() as held:
        folder = Path(held)
        stage(root, folder)
        if law:
            first = folder / "docs" / FIRST
            first.write_text(linked(first.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
        command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(folder / CONFIG)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")
        if done.returncode:
            # zensical's traceback adds nothing to its message.
            said = _COLOUR.sub("", done.stdout + done.stderr).partition("Traceback (most recent call last)")[0]
            sys.exit(said.rstrip())
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(folder / "site", out)
    if law:
        subprocess.run([sys.executable, "-m", "kanrules", "site", "--out", str(out / "law")], check=True)


def main() -> None:
    """Build the site of the clone in which the command is run."""
    parser = argparse.ArgumentParser(prog="python -m tools.docs_site", description="Build the documentation.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to write")
    parser.add_argument("--law", action="store_true", help="with the pages of `kanrules site`, linked from the first")
    given = parser.parse_args()
    out = given.out
    root = Path.cwd()
    if not (root / CONFIG).exists():
        sys.exit("run it in the root of a clone of the repository")
    build(root, out, law=given.law)
    sys.stdout.write(f"{out}: {len(list(out.rglob('*.html')))} pages\n")


if __name__ == "__main__":
    main()
