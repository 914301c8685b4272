"""What the formats call a yaku, by number or by name."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _rows() -> dict[str, dict[str, list[Any]]]:
    """Return the rows of `yaku_names.json`: for each yaku, its numbers or names in each format."""
    rows: dict[str, dict[str, list[Any]]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return rows


def yaku_by(column: str) -> dict[Any, str]:
    """Return the yaku by what a format calls them: `tenhou` and `mjsoul` have numbers, `tenhou_json`, `mjai`, and
    `mjsoul_name` names. One yaku may have several.
    """
    return {called: yaku for yaku, row in _rows().items() for called in row.get(column, ())}
