"""The day on which a value of a bundled ruleset, or its source, last changed."""

from __future__ import annotations

import tomllib
from datetime import date

from kanrules.ruleset.library import folder

FILE = "history/law.toml"
"""Path of the file in the folder of the bundled rulesets: the day, next to a hash of all values."""


def law_date() -> date:
    """Return the day on which a bundled ruleset last changed."""
    return date.fromisoformat(str(tomllib.loads((folder() / FILE).read_text(encoding="utf-8"))["day"]))
