"""The wire form of protocol buffers, as much of it as a record needs: fields by number, read by a small schema.

A library would want generated classes or a compiled descriptor of the platform's whole protocol; nine messages are a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kanrules.errors import UnreadableError


class Field(NamedTuple):
    """One field of a message: its name, what it holds, and whether there may be several."""

    name: str
    kind: str
    """`int`, `text`, `bytes`, or the name of another message."""
    repeated: bool = False


Schema = Mapping[str, Mapping[int, Field]]
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise UnreadableError("a number of more than ten bytes")
    raise UnreadableError("the data breaks off in a number")


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Every field of a message as (number, value): an int, or bytes; UnreadableError where it is not the wire form."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, wire = key >> 3, key & 7
        if not number:
            raise UnreadableError("a field without a number")
        if wire == VARINT:
            value, at = _varint(data, at)
            yield number, value
            continue
        if wire == BYTES:
            size, at = _varint(data, at)
        elif wire in (FIXED32, FIXED64):
            size = 4 if wire == FIXED32 else 8
        else:
            raise UnreadableError(f"wire type {wire}; expected 0, 1, 2 or 5")
        if at + size > len(data):
            raise UnreadableError(f"the data breaks off: {size} bytes announced, {len(data) - at} left")
        yield number, data[at : at + size]
        at += size


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def decode(data: bytes, message: str, schema: Schema) -> dict[str, Any]:
    """A message as a dict by field name; fields that the schema does not have are passed over, absent ones are absent."""
    known = schema[message]
    found: dict[str, Any] = {}
    for number, raw in fields(data):
        field = known.get(number)
        if field is None:
            continue
        name, kind, repeated = field
        values: list[Any]
        if kind == "int":
            if isinstance(raw, int):
                values = [_signed(raw)]
            elif repeated:
                values, at = [], 0
                while at < len(raw):
                    one, at = _varint(raw, at)
                    values.append(_signed(one))
            else:
                raise UnreadableError(f"{message}.{name} is bytes; expected a number")
        else:
            if isinstance(raw, int):
                raise UnreadableError(f"{message}.{name} is a number; expected bytes")
            if kind == "text":
                try:
                    values = [raw.decode()]
                except UnicodeDecodeError:
                    raise UnreadableError(f"{message}.{name} is not UTF-8") from None
            elif kind == "bytes":
                values = [raw]
            else:
                values = [decode(raw, kind, schema)]
        if repeated:
            found.setdefault(name, []).extend(values)
        elif values:
            found[name] = values[-1]
    return found
