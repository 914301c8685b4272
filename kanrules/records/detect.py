"""Which format a record is in, told by what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from kanrules.errors import UnreadableError
from kanrules.records.mjsoul_shapes import is_wire
from kanrules.records.model import Record
from kanrules.records.sources import Member, Unreadable, fault_of_ours, read_bytes

BOM = b"\xef\xbb\xbf"


def read_member(member: Member) -> Iterator[Record | Unreadable]:
    """The record that a member holds, or each of its records where it holds one a line; what cannot be read comes as an
    Unreadable.

    A record's hands are read when they are asked for: a fault in the middle is an UnreadableError then.
    """
    try:
        data = read_bytes(member)
    except UnreadableError as error:
        yield Unreadable(member.file, str(error))
        return
    try:
        yield from read_data(data, member.file)
    except Exception as error:  # as in listing: one file keeps nobody from the next
        yield Unreadable(member.file, fault_of_ours(error))


def read_data(data: bytes, file: str) -> Iterator[Record | Unreadable]:
    """The same from bytes in memory."""
    start = data.removeprefix(BOM)[:4096].lstrip()
    try:
        if is_wire(data):
            from kanrules.records import mjsoul

            yield mjsoul.read_wire(data, file)
        elif start[:1] == b"<":
            from kanrules.records import mjlog

            if b"<mjloggm" in start:
                yield mjlog.read(data, file)
            else:
                text = start[:30].decode("utf-8", "replace")
                yield Unreadable(file, f"XML, but not of Tenhou: it begins {text!r}; expected <mjloggm", True)
        elif start[:1] in (b"{", b"["):
            yield from _json(data.removeprefix(BOM), file)
        elif not start:
            yield Unreadable(file, "empty; expected a record", True)
        else:
            yield Unreadable(
                file, f"no record of a known format: it begins {start[:30].decode('utf-8', 'replace')!r}", True
            )
    except UnreadableError as error:
        text = str(error)
        yield Unreadable(file, text.removeprefix(f"{file}: "))


def _json(data: bytes, file: str) -> Iterator[Record | Unreadable]:
    first, _, rest = data.lstrip().partition(b"\n")
    try:
        value = msgspec.json.decode(first)
    except (msgspec.DecodeError, ValueError, RecursionError):
        value, rest = _decode(data, file), b""
    if not rest.strip() or _is_mjai(value):
        reader = _reader(value)
        if reader is None:
            yield Unreadable(file, f"JSON, but no record of a known format: {_describe(value)}", True)
        else:
            yield reader(data, value, file)
        return
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        name = f"{file}:{number}"
        try:
            value = _decode(line, name)
            reader = _reader(value)
            if reader is None:
                yield Unreadable(name, f"JSON, but no record of a known format: {_describe(value)}", True)
            else:
                yield reader(line, value, name)
        except UnreadableError as error:
            yield Unreadable(name, str(error).removeprefix(f"{name}: "))


def _decode(data: bytes, file: str) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableError(f"{file}: not JSON: {error}") from None
    except RecursionError:
        raise UnreadableError(f"{file}: JSON nested deeper than any record") from None


def _describe(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object with {', '.join(map(repr, list(value)[:6])) or 'nothing in it'}"
    return f"a {'list' if isinstance(value, list) else type(value).__name__}"


def _is_mjai(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


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
        return isinstance(value, dict) and not _is_mjai(value) and _reader(value) is not None
    except UnreadableError:
        return True  # broken inside: its reader says so


_Reader = Callable[[bytes, Any, str], Record]


def _reader(value: Any) -> _Reader | None:
    """The reader for a decoded JSON value; it gets the bytes, the value and the file's name."""
    if _is_mjai(value) or (isinstance(value, list) and value and _is_mjai(value[0])):
        from kanrules.records import mjai

        return mjai.read
    if isinstance(value, dict) and isinstance(value.get("log"), list):
        from kanrules.records import majiang

        if majiang.is_paipu(value):
            return majiang.read
    if isinstance(value, dict) and isinstance(value.get("log"), list) and ("name" in value or "rule" in value):
        from kanrules.records import tenhou6

        return tenhou6.read
    from kanrules.records import mjsoul

    game = mjsoul.game_in(value)
    return None if game is None else lambda _data, _value, file: mjsoul.read_game(game, file)
