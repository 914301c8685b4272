"""The positions whose leaves are counted in the pack (`perft.json`), and any other deal in the pack's form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kanrules.errors import wrong_use
from kanrules.kyoku.machine import KyokuMachine
from kanrules.pack.kit import tree
from kanrules.pack.kit.table import CannotExpress, from_mjai
from kanrules.pack.machine import Machine
from kanrules.ruleset import Ruleset

TABLE = Path(__file__).parent / "kit" / tree.TABLE


@cache
def table_rows() -> dict[str, dict[str, Any]]:
    """Return the positions of the table by id."""
    return {row["id"]: row for row in tree.rows(TABLE.parent)}


def row_of_case(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return a case of the pack as a position: the moment of its question."""
    table, places = case["table"], case["places"]["rinshan"]
    return {
        "rules": case["rulesets"][0],
        "wall": " ".join(case["wall"]),
        "replacements": places[1] - places[0],
        **{name: table[name] for name in ("bakaze", "honba", "kyotaku", "scores")},
        "acts": [[said["actor"], *from_mjai(said)] for said in case["actions"][: case["question_at"]]],
        "asked": case["asked"],
    }


def deal_position(text: str) -> dict[str, Any]:
    """Return the position of a JSON text: a position of the table, or a case of the pack. Raises UnreadableError."""
    try:
        found = json.loads(text)
        row: dict[str, Any] = row_of_case(found) if "places" in found else found
        tree.deal_of(row)
    except (ValueError, TypeError, KeyError, LookupError) as error:
        raise wrong_use(f"not a deal in the form of the pack: {error!r}"[:200]) from None
    return row


def hand_at(row: Mapping[str, Any], rules: Ruleset) -> KyokuMachine:
    """Return the hand at a position. Raises UnreadableError if these rules cannot reach it."""
    machine = Machine()
    try:
        tree.lead(machine, row, {"rules": rules})
    except (CannotExpress, KeyError, ValueError, TypeError) as error:
        raise wrong_use(f"these rules do not lead to the position: {error}"[:200]) from None
    return machine.kyoku
