"""Where the messages of a Mahjong Soul game lie: in the wire form, and in what the exporters make of it.

All of them hold the same messages: one after the other, under `records` or `actions`, with or without the wrapper's
`name` and `data`, bytes as base64 where JSON was made of protocol buffers, names as the platform's or as JSON's, and
beside them or around them the head that says what room it was.
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
"""How deep in an export the messages may lie."""
_INSIDE = ("data", "record", "records", "actions", "result", "game")
_HEADS = ("head", "mjshead")
_MARK = b".lq." + GAME.encode()
_NO_ERROR = b"\n\0"
"""An answer's first field, where it is empty."""
_ANSWERS = (b"\x12", b"\x1a", b"\x22")
"""How an answer begins: by the data of its wrapper, by its head, by its data."""

Action = tuple[str, dict[str, Any]]
"""A message's name, without the package, and its fields."""


@dataclass(slots=True)
class MjsoulGame:
    """The messages of one game in their order, and its head where there is one."""

    actions: list[Action] = field(default_factory=list)
    head: dict[str, Any] = field(default_factory=dict)


def short(name: str) -> str:
    """A message's name without its package: `RecordHule` of `.lq.RecordHule`."""
    return name.rsplit(".", 1)[-1]


# --- the wire form ----------------------------------------------------------------------------------------------------


def is_wire(data: bytes) -> bool:
    """Whether these bytes are such a game in the wire form: in its wrapper, or in an answer with its head."""
    if data[:1] == b"\n" and data[2:6] == b".lq.":
        return True
    return data.removeprefix(_NO_ERROR)[:1] in _ANSWERS and _MARK in data[: 1 << 16]


def from_wire(data: bytes, depth: int = 4) -> MjsoulGame:
    """A game from bytes: `GameDetailRecords` in its wrapper, or the answer `ResGameRecord` that holds it and the head.

    UnreadableError where the bytes are neither.
    """
    data = data.removeprefix(_NO_ERROR)
    if data[:1] in _ANSWERS[1:]:
        return _response(data, depth)
    outer = decode(data, "Wrapper", SCHEMA)
    name = short(outer.get("name", ""))
    if name == GAME:
        return MjsoulGame(_actions(outer.get("data", b"")))
    inner = outer.get("data", b"")
    if depth and inner.removeprefix(_NO_ERROR)[:1] in _ANSWERS[1:] and name in ("", RESPONSE, "fetchGameRecord"):
        return _response(inner, depth)
    raise UnreadableError(f"a message {outer.get('name', '')!r:.60}; expected .lq.{GAME}")


def _response(data: bytes, depth: int) -> MjsoulGame:
    found = decode(data.removeprefix(_NO_ERROR), RESPONSE, SCHEMA)
    if not depth or not found.get("data"):
        raise UnreadableError(f"a {RESPONSE} without the game's data; it must be fetched from where `data_url` says")
    game = from_wire(found["data"], depth - 1)
    game.head = found.get("head", {})
    mode = game.head.get("config", {}).get("mode", {})
    if "detail_rule" in mode:
        mode["detail_rule"] = rule_from_wire(mode["detail_rule"])
    return game


def rule_from_wire(raw: bytes) -> dict[str, int]:
    """A GameDetailRule by its names; a field that the platform has added since stands there by its number."""
    known = SCHEMA["GameDetailRule"]
    rule = decode(raw, "GameDetailRule", SCHEMA)
    return rule | {f"field {number}": 1 for number in field_numbers(raw) if number not in known}


def _actions(data: bytes) -> list[Action]:
    game = decode(data, GAME, SCHEMA)
    raws = game.get("records") or [action["result"] for action in game.get("actions", ()) if action.get("result")]
    return [_action(raw) for raw in raws]


def _action(raw: bytes) -> Action:
    inner = decode(raw, "Wrapper", SCHEMA)
    name = short(inner.get("name", ""))
    return name, decode(inner.get("data", b""), name, SCHEMA) if name in SCHEMA else {}


# --- JSON -------------------------------------------------------------------------------------------------------------


def from_json(value: Any) -> MjsoulGame:
    """The game in a decoded JSON export, wherever the exporter put it; without messages where there is none.

    UnreadableError where base64 in it holds something broken.
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
    """Return whether a decoded JSON value holds a message of a game, broken or not."""
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
    """Where in a JSON export the messages may lie, from the outside in."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        yield from level
        level = [
            part[key] for part in level if isinstance(part, dict) and not _bare(part) for key in _INSIDE if key in part
        ]


def _messages(entries: list[Any]) -> Iterator[str | dict[str, Any]]:
    """The messages of a list: wrapped or bare, under `result`, or bytes as base64."""
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
    """A message of a list, decoded."""
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
    """Messages without their names, which stand in a list of their own."""
    names, messages = part["mjsrecordtypes"], part["mjslog"]
    if len(names) != len(messages):
        raise UnreadableError(f"{len(messages)} messages and {len(names)} names of messages")
    return [
        (short(name), plain_names(message))
        for name, message in zip(names, messages, strict=True)
        if isinstance(name, str) and isinstance(message, dict)
    ]


def _could_be_bytes(text: str) -> bool:
    """Whether base64 of a wrapper may begin so: a field 1 with a name of this package, or a head."""
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
        raise UnreadableError(f"no base64: {error}") from None
