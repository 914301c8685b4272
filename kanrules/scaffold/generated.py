"""Command that regenerates every file that is generated from the code.

python -m kanrules.scaffold.generated

The references of the library, the hooks, the keys, the codes and the case files, the page of commands, and the lists of
promised names and fields.
Only files that change are printed. It is for a clone of the repository. Translations have their own command,
`python -m kanrules.scaffold.translations`.
"""

from __future__ import annotations

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
    from kanrules.cases.verify import CASEBOOK
    from kanrules.desk.casebook_ids import written_ledger
    from kanrules.ruleset.library import folder

    return written_ledger(folder() / CASEBOOK)


def _decisive() -> str:
    from kanrules.desk.casebook import written_decisive

    return written_decisive()


def _law_date() -> str:
    from kanrules.ruleset.law_date import written

    return written()


def _api() -> str:
    from kanrules.scaffold.api_reference import api_markdown

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


def write(root: Path, pages: Mapping[str, Callable[[], str]] = PAGES) -> list[str]:
    """Write every generated page under this root. Return the paths that changed."""
    changed = []
    for path, text in pages.items():
        page = root / path
        said = text()
        if not page.exists() or page.read_text(encoding="utf-8") != said:
            page.write_text(said, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


def main() -> None:
    """Write all generated files in the current folder."""
    root = Path.cwd()
    if not (root / "pyproject.toml").exists() or not (root / "kanrules").is_dir():
        sys.exit("run it in the root of a clone of the repository")
    for path in (*write(root), *write(root, WORKED_OUT)):
        sys.stdout.write(f"{path}\n")
    # Started as a process: they need the commands, which are in a higher layer that this one must not import.
    for module in ("kanrules.cli.manual", "tests.house.test_public_names", "tests.house.json_outputs"):
        subprocess.run([sys.executable, "-m", module], cwd=root, check=True)


if __name__ == "__main__":
    main()
