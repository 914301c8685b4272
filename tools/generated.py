"""Command that regenerates every file that is generated from the code.

python -m tools.generated

The references of the library, the hooks, the keys, the codes and the case files, the page of commands, and the lists of
promised names and fields.
All of them are worked out before any is written, and only files that change are printed. It is for a clone of the
repository. Translations have their own command,
`python -m tools.translations`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path


def _hooks() -> str:
    from kanrules.hooks.docs import hooks_markdown

    return hooks_markdown()


def _reference() -> str:
    from kanrules.ruleset.reference import reference_markdown

    return reference_markdown()


def _cases() -> str:
    from kanrules.cases.case_keys import case_keys_markdown

    return case_keys_markdown()


def _codes() -> str:
    from kanrules.ruleset.reference import codes_markdown

    return codes_markdown()


def _casebook_ids() -> str:
    from kanrules.desk.casebook_ids import written_ledger
    from kanrules.ruleset.library import CASEBOOK, folder

    return written_ledger(folder() / CASEBOOK)


def _decisive() -> str:
    from kanrules.desk.casebook import written_decisive

    return written_decisive()


def _law_date() -> str:
    from kanrules.ruleset.law_date import written

    return written()


def _api() -> str:
    from tools.api_reference import api_markdown

    return api_markdown()


PAGES: dict[str, Callable[[], str]] = {
    "docs/api.md": _api,
    "docs/cases.md": _cases,
    "docs/codes.md": _codes,
    "docs/hooks.md": _hooks,
    "docs/ruleset-reference.md": _reference,
    "rulesets/casebook/ids.toml": _casebook_ids,
}
"""Function that writes each generated file, by path in the repository."""
WORKED_OUT: dict[str, Callable[[], str]] = {
    "rulesets/casebook/decisive.json": _decisive,
    "rulesets/history/law.toml": _law_date,
}
"""Files that may lag behind between releases: answers, which are worked out when they are missing, and the day of the
last change, which `.ci/release` checks.
"""


PRINTED = ("kanrules.cli.manual", "tests.house.test_public_names", "tests.house.json_outputs")
"""Modules that print the texts of their files as JSON. They need the commands, which are in a higher layer that this
one must not import, so each is started as a program.
"""


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
        found: dict[str, str | None] = {path: text() for path, text in {**PAGES, **WORKED_OUT}.items()}
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
    try:
        found = texts(root)
    except subprocess.CalledProcessError as error:
        sys.exit(f"nothing is written: {error.cmd} failed")
    for path in put(root, found):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
