"""Compile the message catalogues and the rulesets, for the build hook, the tests, and `tools.translations`.

This file imports nothing from kanrules, because the build hook runs it where kanrules is not installed yet. Catalogues
need Babel.
"""

from __future__ import annotations

import json
import os
import tempfile
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path


def compile_catalogues(folder: Path) -> list[Path]:
    """Compile each `LANGUAGE/LC_MESSAGES/*.po` in a folder whose `.mo` is missing or older. Return the files
    written.
    """
    written = []
    for text in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        compiled = text.with_suffix(".mo")
        # Equal times count as older: a checkout and a build may fall into one tick of a coarse clock.
        if not compiled.exists() or compiled.stat().st_mtime_ns <= text.stat().st_mtime_ns:
            _compile(text, compiled)
            written.append(compiled)
    return written


def _compile(text: Path, compiled: Path) -> None:
    from datetime import UTC, datetime

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with text.open("rb") as file:
        catalogue = read_po(file, locale=text.parts[-3], abort_invalid=True)
    # The catalogue has no date of its template, and Babel would write the time of the build: no two builds were equal.
    # A catalogue without a date of its own, as translators start one, has a text there.
    dated = catalogue.revision_date if isinstance(catalogue.revision_date, datetime) else datetime.fromtimestamp(0, UTC)
    catalogue.creation_date = catalogue.revision_date = dated
    # Renamed into place, so that a process that reads at the same time never sees half a file.
    handle, name = tempfile.mkstemp(dir=compiled.parent, prefix=".kanrules-", suffix=".mo")
    with os.fdopen(handle, "wb") as file:
        write_mo(file, catalogue)
    part = Path(name)
    part.chmod(0o644)
    part.replace(compiled)


def compile_rulesets(rulesets: Path, compiled_path: Callable[[str], Path]) -> None:
    """Compile every ruleset of this folder to the path of its text, and delete what was compiled from others."""
    wanted: dict[Path, str] = {}
    for path in sorted(rulesets.glob("*.toml")):
        text = path.read_bytes().decode("utf-8")
        if not path.name.endswith(".cases.toml"):
            wanted[compiled_path(text)] = json.dumps(
                tomllib.loads(text), default=date.isoformat, ensure_ascii=False, separators=(",", ":")
            )
    folder = compiled_path("").parent
    folder.mkdir(exist_ok=True)
    for path in set(folder.glob("*.json")) - set(wanted):
        path.unlink()
    for path, content in wanted.items():
        path.write_text(content, encoding="utf-8", newline="\n")
