"""The room that a referee asks in: importable without a terminal's packages."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import kanrules.desk

MODULES = [f"kanrules.desk.{module.name}" for module in pkgutil.iter_modules(kanrules.desk.__path__)]


def test_no_module_of_the_desk_imports_a_terminal_or_a_reader_of_json() -> None:
    # The page in a browser has none of them.
    assert len(MODULES) >= 5
    program = f"import sys, {', '.join(MODULES)}; print([m for m in ('click', 'rich', 'msgspec') if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
