"""Find the messages of a Mahjong Soul game in the wire format and in the output of exporters.

All contain the same messages in sequence, under `records` or `actions`, with or without the wrapper's `name` and
`data`. Bytes are base64 if the JSON was made from protocol buffers. Field names are the platform's or those of JSON,
and the head that describes the room is next to or around the messages.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kanrules.errors import UnreadableError
from kanrules.records.mjsoul_messages import GAME, RESPONSE, SCHEMA, plain_names
from kanrules.records.protobuf import decode, field_numbers

MAX_DEPTH = 8
"""Maximum depth of the messages in an export."""
_INSIDE = ("data", "record", "records", "actions", "result", "game")
_HEADS = ("head", "mjshead")
_MARK = b".lq." + GAME.encode()
_NO_ERROR = b"\n\0"
"""First field of a response, if it is empty."""
_ANSWERS = (b"\x12", b"\x1a", b"\x22")
"""Possible first bytes of the rest, each the tag of a field: a wrapper's data, a response's head, a response's data."""

Action = tuple[str, dict[str, Any]]
"""Name of a message, without the package, and its fields."""


@dataclass(slots=True)
class MjsoulGame:
    """The messages of one game in order, and its head if present."""

    actions: list[Action] = field(default_factory=list)
    head: dict[str, Any] = field(default_factory=dict)


def short(name: str) -> str:
    """Return the name of a message without its package: `RecordHule` for `.lq.RecordHule`."""
    return name.rsplit(".", 1)[-1]


# --- the wire format --------------------------------------------------------------------------------------------------


def is_wire(data: bytes) -> bool:
    """Return True if these bytes are such a game in the wire format: in its wrapper, or in a response with its head."""
    if data[:1] == b"\n" and data[2:6] == b".lq.":
        return True
    return data.removeprefix(_NO_ERROR)[:1] in _ANSWERS and _MARK in data[: 1 << 16]


def from_wire(data: bytes, depth: int = 4, *, cut: bool = False) -> MjsoulGame:
    """Return a game from bytes: `GameDetailRecords` in its wrapper, or the response `ResGameRecord` with it and the
    head.

    Raises UnreadableError if the bytes are neither.
    """
    data = data.removeprefix(_NO_ERROR)
    if data[:1] in _ANSWERS[1:]:
        return _response(data, depth, cut=cut)
    outer = decode(data, "Wrapper", SCHEMA, cut=cut)
    name = short(outer.get("name", ""))
    if name == GAME:
        return MjsoulGame(_actions(outer.get("data", b""), cut=cut))
    inner = outer.get("data", b"")
    if depth and inner.removeprefix(_NO_ERROR)[:1] in _ANSWERS[1:] and name in ("", RESPONSE, "fetchGameRecord"):
        return _response(inner, depth, cut=cut)
    raise UnreadableError(f"a message {outer.get('name', '')!r:.60}; expected .lq.{GAME}")


def _response(data: bytes, depth: int, *, cut: bool) -> MjsoulGame:
    found = decode(data.removeprefix(_NO_ERROR), RESPONSE, SCHEMA, cut=cut)
    if not depth or not found.get("data"):
        raise UnreadableError(f"a {RESPONSE} without the game's data; download it from its `data_url`")
    game = from_wire(found["data"], depth - 1, cut=cut)
    game.head = found.get("head", {})
    mode = game.head.get("config", {}).get("mode", {})
    if "detail_rule" in mode:
        mode["detail_rule"] = rule_from_wire(mode["detail_rule"])
    return game


def rule_from_wire(raw: bytes) -> dict[str, int]:
    """Return a GameDetailRule by field names. A field unknown to kanrules appears under its number."""
    known = SCHEMA["GameDetailRule"]
    rule = decode(raw, "GameDetailRule", SCHEMA)
    return rule | {f"field {number}": 1 for number in field_numbers(raw) if number not in known}


def _actions(data: bytes, *, cut: bool) -> list[Action]:
    game = decode(data, GAME, SCHEMA, cut=cut)
    raws = game.get("records") or [action["result"] for action in game.get("actions", ()) if action.get("result")]
    return [_action(raw) for raw in (raws[:-1] if cut else raws)]


def _action(raw: bytes) -> Action:
    inner = decode(raw, "Wrapper", SCHEMA)
    name = short(inner.get("name", ""))
    return name, decode(inner.get("data", b""), name, SCHEMA) if name in SCHEMA else {}


# --- JSON -------------------------------------------------------------------------------------------------------------


def from_json(value: Any) -> MjsoulGame:
    """Return the game in a decoded JSON export, wherever the exporter put it. It has no messages if there are none.

    Raises UnreadableError if base64 in it is broken.
    """
    game = MjsoulGame()
    for part in _parts(value):
        if isinstance(part, dict):
            if not game.head:
                game.head = next((part[key] for key in _HEADS if isinstance(part.get(key), dict)), {})
            if _bare(part):
                game.actions = _by_types(part)
        elif isinstance(part, list):
            game.actions = [_listed(message) for message in _messages(part)]
        elif isinstance(part, str) and _could_be_bytes(part):
            packed = from_wire(_unpacked(part))
            game.actions = packed.actions
            game.head = game.head or packed.head
        if game.actions:
            game.head = plain_names(game.head)
            return game
    return game


def holds_game(value: Any) -> bool:
    """Return True if a decoded JSON value contains a message of a game, broken or not."""
    for part in _parts(value):
        if isinstance(part, dict):
            found = _bare(part) and bool(part["mjslog"])
        elif isinstance(part, list):
            found = any(True for _ in _messages(part))
        else:
            found = isinstance(part, str) and _could_be_bytes(part)
        if found:
            return True
    return False


def _parts(value: Any) -> Iterator[Any]:
    """Yield the places in a JSON export that may contain the messages, from the outside in."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        yield from level
        level = [
            part[key] for part in level if isinstance(part, dict) and not _bare(part) for key in _INSIDE if key in part
        ]


def _messages(entries: list[Any]) -> Iterator[str | dict[str, Any]]:
    """Yield the messages of a list: wrapped or bare, under `result`, or bytes as base64."""
    for entry in entries:
        inner = entry.get("result", entry) if isinstance(entry, dict) else entry
        if isinstance(inner, str):
            if (isinstance(entry, dict) or _could_be_bytes(inner)) and inner:
                yield inner
            continue
        name = inner.get("name") if isinstance(inner, dict) else None
        if isinstance(name, str) and short(name).startswith("Record"):
            yield inner


def _listed(message: str | dict[str, Any]) -> Action:
    """Return a message of a list, decoded."""
    if isinstance(message, str):
        return _action(_unpacked(message))
    name = short(message["name"])
    data = message.get("data")
    if isinstance(data, str):
        raw = _unpacked(data)
        data = decode(raw, name, SCHEMA) if name in SCHEMA else {}
    elif not isinstance(data, dict):
        data = {key: part for key, part in message.items() if key != "name"}
    return name, plain_names(data)


def _bare(part: dict[str, Any]) -> bool:
    return isinstance(part.get("mjslog"), list) and isinstance(part.get("mjsrecordtypes"), list)


def _by_types(part: dict[str, Any]) -> list[Action]:
    """Return messages whose names are in a separate list."""
    names, messages = part["mjsrecordtypes"], part["mjslog"]
    if len(names) != len(messages):
        raise UnreadableError(f"{len(messages)} messages and {len(names)} names of messages")
    return [
        (short(name), plain_names(message))
        for name, message in zip(names, messages, strict=True)
        if isinstance(name, str) and isinstance(message, dict)
    ]


def _could_be_bytes(text: str) -> bool:
    """Return True if base64 of a wrapper can begin like this: field 1 with a name of this package, or a head."""
    if len(text) < 16:
        return False
    try:
        start = b64decode(text[:64][: len(text[:64]) // 4 * 4], validate=True)
    except (binascii.Error, ValueError):
        return False
    return start[2:6] == b".lq." or start.removeprefix(_NO_ERROR)[:1] in _ANSWERS


def _unpacked(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise UnreadableError(f"not base64: {error}") from None
