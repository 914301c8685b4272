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
        package = Path(self.root) / "kanrules"
        # Run as a file: kanrules itself cannot be imported from the environment of a build.
        runpy.run_path(str(package / "locale" / "compiling.py"))["compile_catalogues"](package / "locale")
        runpy.run_path(str(package / "ruleset" / "parsed_ahead.py"))["compile_rulesets"](Path(self.root) / "rulesets")
