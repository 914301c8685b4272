"""Command that regenerates every file that is generated from the code.

python -m tools.generated

The references of the library, the hooks, the keys, the codes and the case files, the page of commands, the gallery, the
completions of three shells, and the lists of promised names and fields. All of them are worked out before any is
written, and only files that change are printed. Translations have their own command, `python -m tools.translations`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from kanrules.errors import KanrulesError
from kanrules.ruleset.library import CASEBOOK, folder
from tools import law_day
from tools.api_reference import api_markdown
from tools.cases_page import case_keys_markdown
from tools.codes_page import codes_markdown
from tools.commands_page import commands_markdown, completions
from tools.compiling import compile_catalogues
from tools.decisive import written_decisive
from tools.gallery import gallery_markdown, pictures_of_page
from tools.hooks_page import hooks_markdown
from tools.keys_page import reference_markdown
from tools.ledger import written_ledger

PAGES: dict[str, Callable[[], str]] = {
    "docs/api.md": api_markdown,
    "docs/cases.md": case_keys_markdown,
    "docs/codes.md": codes_markdown,
    "docs/commands.md": commands_markdown,
    "docs/gallery.md": gallery_markdown,
    "docs/hooks.md": hooks_markdown,
    "docs/ruleset-reference.md": reference_markdown,
    "rulesets/casebook/ids.toml": lambda: written_ledger(folder() / CASEBOOK),
}
"""Function that writes each generated file, by path in the repository."""
WORKED_OUT: dict[str, Callable[[], str]] = {
    "rulesets/casebook/decisive.json": written_decisive,
    "rulesets/history/law.toml": law_day.written,
}
"""Files that may lag behind between releases: answers, which are worked out when they are missing, and the day of the
last change, which `.ci/release` checks.
"""
PRINTED = ("tests.house.test_public_names", "tests.house.json_outputs")
"""Modules that print the texts of their files as JSON, each started as a program: they run at the same time."""


def texts(root: Path) -> dict[str, str | None]:
    """Return the text of every generated file by its path under this root, and None for a file that has to go.

    Nothing is written, so that an error in one of them leaves the others as they were. Raises CalledProcessError if a
    module fails or refuses to drop a promised name.
    """
    started = [
        subprocess.Popen([sys.executable, "-m", module, "--print"], cwd=root, stdout=subprocess.PIPE, encoding="utf-8")
        for module in PRINTED
    ]
    try:
        found = (
            completions(root)
            | pictures_of_page(root)
            | {path: text() for path, text in {**PAGES, **WORKED_OUT}.items()}
        )
    finally:
        printed = [process.communicate()[0] for process in started]
    for module, process, text in zip(PRINTED, started, printed, strict=True):
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, module)
        found |= json.loads(text)
    return found


def put(root: Path, found: Mapping[str, str | None]) -> list[str]:
    """Write these texts under this root. Return the paths that changed."""
    changed = []
    for path, text in found.items():
        page = root / path
        if text is None:
            page.unlink(missing_ok=True)
        elif page.exists() and page.read_text(encoding="utf-8") == text:
            continue
        else:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, encoding="utf-8", newline="\n")
        changed.append(path)
    return sorted(changed)


def main() -> None:
    """Write all generated files in the current folder."""
    root = Path.cwd()
    if not (root / "pyproject.toml").exists() or not (root / "kanrules").is_dir():
        sys.exit("run it in the root of a clone of the repository")
    # A picture of the gallery is in Japanese.
    compile_catalogues(root / "kanrules" / "locale")
    try:
        found = texts(root)
    except subprocess.CalledProcessError as error:
        sys.exit(f"nothing is written: {error.cmd} failed")
    except KanrulesError as error:
        sys.exit(f"nothing is written: {error}")
    for path in put(root, found):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
