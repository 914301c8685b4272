"""The wire format of protocol buffers, as far as records need it: fields by number, read with a small schema.

A library would need generated classes or a compiled descriptor of the platform's whole protocol; here nine messages fit
in a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kanrules.errors import UnreadableError


class Field(NamedTuple):
    """One field of a message: its name, its type, and whether it can be repeated."""

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
    raise UnreadableError("the data ends inside a number")


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def decode(data: bytes, message: str, schema: Schema, *, cut: bool = False) -> dict[str, Any]:
    """Return a message as a dict by field name. Fields that are missing or not in the schema are left out.

    Takes the bytes, the name of the message, and the schema. With `cut`, the last field may be shorter than announced:
    its beginning is its value. Raises UnreadableError if the bytes are not in the wire
    format, or if the type of a field differs from the schema.
    """
    known = schema[message]
    found: dict[str, Any] = {}
    at, end = 0, len(data)
    while at < end:
        key = data[at]
        at += 1
        # Nearly all keys, numbers, and sizes take one byte, which is read without a call.
        if key > 0x7F:
            key, at = _varint(data, at - 1)
        wire = key & 7
        field = known.get(key >> 3)
        if key < 8:
            raise UnreadableError("a field without a number")
        if wire == VARINT:
            if at < end and data[at] < 0x80:
                number = data[at]
                at += 1
            else:
                number, at = _varint(data, at)
            if field is not None:
                if field.kind != "int":
                    raise UnreadableError(f"{message}.{field.name} is a number; expected bytes")
                if field.repeated:
                    found.setdefault(field.name, []).append(_signed(number))
                else:
                    found[field.name] = _signed(number)
            continue
        if wire == BYTES:
            if at < end and data[at] < 0x80:
                size = data[at]
                at += 1
            elif cut and not any(byte < 0x80 for byte in data[at : at + 10]):
                break  # it ends inside the size
            else:
                size, at = _varint(data, at)
        elif wire in (FIXED32, FIXED64):
            size = 4 if wire == FIXED32 else 8
        else:
            raise UnreadableError(f"wire type {wire}; expected 0, 1, 2 or 5")
        if at + size > end and not cut:
            raise UnreadableError(f"the data is truncated: {size} bytes announced, {end - at} left")
        if field is not None:
            values = _values(data[at : at + size], field, message, schema)
            if field.repeated:
                found.setdefault(field.name, []).extend(values)
            else:
                # If a field that may occur once occurs several times, protocol buffers take the last.
                found[field.name] = values[-1]
        at += size
    return found


def field_numbers(data: bytes) -> set[int]:
    """Return the numbers of all fields in a message, whether or not a schema has them. Raises UnreadableError if the
    bytes are not in the wire format.
    """
    numbers, at = set(), 0
    while at < len(data):
        key, at = _varint(data, at)
        numbers.add(key >> 3)
        if key & 7 == VARINT:
            _, at = _varint(data, at)
        elif key & 7 == BYTES:
            size, at = _varint(data, at)
            at += size
        else:
            at += 4 if key & 7 == FIXED32 else 8
    return numbers


def _values(raw: bytes, field: Field, message: str, schema: Schema) -> list[Any]:
    """Return the content of one field: one value, or several packed numbers."""
    if field.kind == "text":
        try:
            return [raw.decode()]
        except UnicodeDecodeError:
            raise UnreadableError(f"{message}.{field.name} is not UTF-8") from None
    if field.kind == "bytes":
        return [raw]
    if field.kind != "int":
        return [decode(raw, field.kind, schema)]
    if not field.repeated:
        raise UnreadableError(f"{message}.{field.name} is bytes; expected a number")
    values, at = [], 0
    while at < len(raw):
        number, at = _varint(raw, at)
        values.append(_signed(number))
    return values
