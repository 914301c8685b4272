"""Which format a record is in, told by what it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from kanrules.errors import UnreadableError
from kanrules.records.members import BOM, Member, Unreadable, fault_of_ours
from kanrules.records.mjsoul_shapes import is_wire
from kanrules.records.model import Record
from kanrules.records.recognise import is_mjai, recognised
from kanrules.records.sources import read_bytes


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

            yield _sized(mjsoul.read_wire(data, file), data)
        elif start[:1] == b"<":
            from kanrules.records import mjlog

            if b"<mjloggm" in start:
                yield _sized(mjlog.read(data, file), data)
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
        yield Unreadable(file, error.in_file(file))


def _json(data: bytes, file: str) -> Iterator[Record | Unreadable]:
    first, _, rest = data.lstrip().partition(b"\n")
    try:
        value = msgspec.json.decode(first)
    except (msgspec.DecodeError, ValueError, RecursionError):
        value, rest = _decode(data, file), b""
    if not rest.strip() or is_mjai(value):
        yield _record(data, value, file)
        return
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        name = f"{file}:{number}"
        try:
            yield _record(line, _decode(line, name), name)
        except UnreadableError as error:
            yield Unreadable(name, error.in_file(name))


def _record(data: bytes, value: Any, file: str) -> Record | Unreadable:
    record = _read(data, value, file)
    if record is None:
        return Unreadable(file, f"JSON, but no record of a known format: {_describe(value)}", True)
    return _sized(record, data)


def _sized(record: Record, data: bytes) -> Record:
    record.size = len(data)
    return record


def _decode(data: bytes, file: str) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableError(f"not JSON: {error}", file=file) from None
    except RecursionError:
        raise UnreadableError("JSON nested deeper than any record", file=file) from None


def _describe(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object with {', '.join(map(repr, list(value)[:6])) or 'nothing in it'}"
    return f"a {'list' if isinstance(value, list) else type(value).__name__}"


def _read(data: bytes, value: Any, file: str) -> Record | None:
    """The record in a decoded JSON value; None where it is of no known format."""
    found = recognised(value)
    if found is None:
        return None
    name, what = found
    if name == "mjai":
        from kanrules.records import mjai

        return mjai.read(data, value, file)
    if name == "majiang":
        from kanrules.records import majiang

        return majiang.read(data, value, file)
    if name == "tenhou6":
        from kanrules.records import tenhou6

        return tenhou6.read(data, value, file)
    from kanrules.records import mjsoul

    return mjsoul.read_game(what, file)
