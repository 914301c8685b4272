"""The messages of Mahjong Soul in a record, by the platform's field numbers and names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from kanrules.records.protobuf import Field, Schema

GAME = "GameDetailRecords"
RESPONSE = "ResGameRecord"


_KINDS = {"string": "text", "int32": "int"}
_MESSAGE = re.compile(r"message (\w+) \{([^}]*)\}")
_FIELD = re.compile(r"(repeated )?(\w+) (\w+) = (\d+);")


def _read(source: str) -> Schema:
    """Return the messages of a file in the language of protocol buffers, as far as `mjsoul.proto` uses it."""
    return {
        message: {
            int(number): Field(name, _KINDS.get(kind, kind), bool(repeated))
            for repeated, kind, name, number in _FIELD.findall(fields)
        }
        for message, fields in _MESSAGE.findall(source)
    }


SCHEMA: Schema = _read(Path(__file__).with_name("mjsoul.proto").read_text(encoding="utf-8"))


def _camel(name: str) -> str:
    """Return the name in the JSON spelling of protocol buffers: `pointZimoQin` for `point_zimo_qin`."""
    first, *rest = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


SNAKE: dict[str, str] = {
    _camel(field.name): field.name
    for message in SCHEMA.values()
    for field in message.values()
    if _camel(field.name) != field.name
}
"""The platform's names by their JSON spelling in protocol buffers."""


def plain_names(value: Any, depth: int = 5) -> Any:
    """Return a message from JSON with the platform's own field names, however the JSON spells them."""
    if depth and isinstance(value, dict):
        return {SNAKE.get(key, key): plain_names(part, depth - 1) for key, part in value.items()}
    if depth and isinstance(value, list) and value and isinstance(value[0], dict):
        return [plain_names(part, depth - 1) for part in value]
    return value
