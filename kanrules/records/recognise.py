"""Which format a decoded JSON value is a record of, told by what it holds."""

from __future__ import annotations

from typing import Any

import msgspec

from kanrules.errors import UnreadableError
from kanrules.records.majiang import is_paipu
from kanrules.records.members import BOM
from kanrules.records.mjsoul_shapes import from_json


def is_mjai(value: Any) -> bool:
    """Whether this is an event of mjai's, with which a record of it begins."""
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def recognised(value: Any) -> tuple[str, Any] | None:
    """The format's name and what its reader wants: the value itself, or the game found in it; None for no record.

    UnreadableError where it is a record whose bytes are broken.
    """
    if is_mjai(value) or (isinstance(value, list) and value and is_mjai(value[0])):
        return "mjai", value
    if isinstance(value, dict) and isinstance(value.get("log"), list):
        if is_paipu(value):
            return "majiang", value
        if "name" in value or "rule" in value:
            return "tenhou6", value
    game = from_json(value)
    return ("mjsoul", game) if game.actions else None


def game_a_line(line: bytes) -> bool:
    """Whether this first line of a file is a whole game by itself, so that each further line may be another."""
    start = line.removeprefix(BOM).lstrip()
    if start[:1] != b"{" or len(start) < 200:
        return False
    try:
        value = msgspec.json.decode(start)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    try:
        return isinstance(value, dict) and not is_mjai(value) and recognised(value) is not None
    except UnreadableError:
        return True  # broken inside: its reader says so
