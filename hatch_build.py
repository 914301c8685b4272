"""Compiles the translations and the rulesets when a wheel or an editable install is built; git ignores the results."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Compiled(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls before it collects the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue that is newer than its compiled file, and every ruleset, in the source tree."""
        root = Path(self.root)
        # Run as files: kanrules itself cannot be imported from the environment of a build.
        compiling = runpy.run_path(str(root / "tools" / "compiling.py"))
        parsed_ahead = runpy.run_path(str(root / "kanrules" / "ruleset" / "parsed_ahead.py"))
        compiling["compile_catalogues"](root / "kanrules" / "locale")
        compiling["compile_rulesets"](root / "rulesets", parsed_ahead["compiled_path"])
