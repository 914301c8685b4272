"""Where the bundled rulesets are as JSON, which is read in a twentieth of the time of TOML.

This file imports nothing from kanrules, because the build hook runs it where kanrules is not installed yet.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

FOLDER = Path(__file__).with_name("compiled")
"""Folder of the compiled rulesets, which git ignores. The name of a file is a hash of the text that it was made from,
so that a changed ruleset is read from its TOML.
"""
DATES = ("in_force_from", "in_force_until")
"""Keys of [ruleset] whose values are dates, which JSON does not have."""


def compiled_path(text: str) -> Path:
    """Return the path of the compiled file of a ruleset's text. Only bundled rulesets have one."""
    return FOLDER / f"{hashlib.sha256(text.encode()).hexdigest()}.json"
