"""Compiles the translations when a wheel or an editable install is built; git ignores the `.mo` files."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTranslations(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls before it collects the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue that is newer than its compiled file, in the source tree."""
        folder = Path(self.root) / "kanrules" / "locale"
        # Run as a file: kanrules itself cannot be imported from the environment of a build.
        runpy.run_path(str(folder / "compiling.py"))["compile_catalogues"](folder)
