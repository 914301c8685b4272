"""Everything in the repository that is written from the code, written again by one command.

python -m kanrules.scaffold.generated

The references of the library, the hooks, the keys, the codes, the commands and the case files, the template of
messages, the catalogues, the manual pages. What stands there is printed only where it changes. It is for a clone of the
repository, with Babel (the extra `test`).
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

"""What a test says where a generated file is not what the code says."""


def _hooks() -> str:
    from kanrules.hooks.docs import markdown

    return markdown()


def _reference() -> str:
    from kanrules.ruleset.reference import markdown

    return markdown()


def _cases() -> str:
    from kanrules.cases.catalogue import markdown

    return markdown()


def _codes() -> str:
    from kanrules.ruleset.reference import codes_markdown

    return codes_markdown()


def _api() -> str:
    from kanrules.scaffold.api_reference import markdown

    return markdown()


PAGES: dict[str, Callable[[], str]] = {
    "docs/api.md": _api,
    "docs/cases.md": _cases,
    "docs/codes.md": _codes,
    "docs/hooks.md": _hooks,
    "docs/ruleset-reference.md": _reference,
}
"""Every page that is generated as a whole, by its path in the repository, and what writes it."""

_LOCALE = "kanrules/locale"
TEMPLATE = f"{_LOCALE}/messages.pot"
EXTRACT = (
    "extract", "-F", f"{_LOCALE}/babel.cfg", "-k", "_N", "--add-location=file", "--sort-by-file", "--project=kanrules",
    "-o", TEMPLATE, ".",
)  # fmt: skip
"""What pybabel is asked for the messages of the code."""
UPDATE = (
    "update", "-D", "kanrules", "-d", _LOCALE, "-i", TEMPLATE, "--no-fuzzy-matching", "--ignore-obsolete", "-w", "120",
)  # fmt: skip
"""The same for what each language is to translate."""
COMPILE = ("compile", "-D", "kanrules", "-d", _LOCALE)
"""The same for the files that are read at run time."""


def write(root: Path) -> list[str]:
    """Writes every generated page under this root; gives the paths of those that were not what the code says."""
    changed = []
    for path, text in PAGES.items():
        page = root / path
        said = text()
        if not page.exists() or page.read_text(encoding="utf-8") != said:
            page.write_text(said, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


def main() -> None:
    """Writes all of it again, in the folder where the command is run."""
    root = Path.cwd()
    if not (root / "pyproject.toml").exists() or not (root / _LOCALE).is_dir():
        sys.exit("run it in the root of a clone of the repository")
    for path in write(root):
        sys.stdout.write(f"{path}\n")
    catalogues(root)
    # The manual is of the floor above, which nothing here may know.
    subprocess.run([sys.executable, "-m", "kanrules.cli.manual"], cwd=root, check=True)


def catalogues(root: Path) -> None:
    """Writes the template of messages, each language's text and what is compiled of it."""
    from babel.messages.frontend import CommandLineInterface

    def ask(words: tuple[str, ...]) -> None:
        CommandLineInterface().run(["pybabel", "-q", *words])

    template = root / TEMPLATE
    before = template.read_text(encoding="utf-8")
    ask(EXTRACT)
    if _undated(template.read_text(encoding="utf-8")) == _undated(before):
        template.write_text(before, encoding="utf-8", newline="\n")
        # Where two branches meet, the template may be whole and a language behind it.
        behind = any(_messages(path) != _messages(template) for path in (root / _LOCALE).glob("*/LC_MESSAGES/*.po"))
    else:
        behind = True
        sys.stdout.write(f"{TEMPLATE}\n")
    if behind:
        ask(UPDATE)
    ask(COMPILE)


def _messages(path: Path) -> set[object]:
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return {str(message.id) for message in read_po(file)}


def _undated(text: str) -> list[str]:
    # That it was extracted again, on another day or by another Babel, is no change.
    return [
        line
        for line in text.split("\n")
        if not line.startswith(('"POT-Creation-Date', '"Generated-By', "# Copyright", "# FIRST"))
    ]


if __name__ == "__main__":
    main()
