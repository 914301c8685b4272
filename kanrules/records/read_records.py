"""Read records in any format."""

from __future__ import annotations

from collections.abc import Iterator

from kanrules.errors import UnreadableError
from kanrules.records.format import Content, Format
from kanrules.records.formats import content_of, decode, recognised
from kanrules.records.members import Member, Unreadable, fault_of_ours
from kanrules.records.recorded import Record
from kanrules.records.sources import read_bytes


def read_member(member: Member) -> Iterator[Record | Unreadable]:
    """Yield the record of a member, or each of its records if it has one per line. A record that cannot be read is
    yielded as an Unreadable.

    The hands of a record are read on demand, so an error in the middle raises UnreadableError only then.
    """
    try:
        data = read_bytes(member)
    except UnreadableError as error:
        yield Unreadable(member.file, str(error))
        return
    try:
        yield from read_data(data, member.file)
    except Exception as error:  # as in listing: one bad file must not stop the next
        yield Unreadable(member.file, fault_of_ours(error))


def read_data(data: bytes, file: str) -> Iterator[Record | Unreadable]:
    """Yield the records of a file given as bytes. It reads like `read_member`."""
    content, rest, not_json = content_of(data)
    if not content.start:
        yield Unreadable(file, "empty; expected a record", True)
        return
    try:
        found = recognised(content)
        if found is None and not_json is not None:
            raise not_json
        if found is None and not rest.strip():
            yield Unreadable(file, _unknown(content), True)
            return
        if found is not None and (found.spans_lines or not rest.strip()):
            yield _record(found, content, file)
            return
    except UnreadableError as error:
        yield Unreadable(file, error.in_file(file))
        return
    for number, line in enumerate(content.data.split(b"\n"), 1):
        if line.strip():
            yield _line(line, f"{file}:{number}")


def _line(line: bytes, file: str) -> Record | Unreadable:
    """Return the record in one line of a file whose first line is a complete JSON value."""
    try:
        content = Content(line, line.lstrip(), decode(line))
        found = recognised(content)
        return Unreadable(file, _unknown(content), True) if found is None else _record(found, content, file)
    except UnreadableError as error:
        return Unreadable(file, error.in_file(file))


def _record(found: Format, content: Content, file: str) -> Record:
    record = found.read(content, file)
    record.size = len(content.data)
    return record


def _unknown(content: Content) -> str:
    """Return why content is in no known format, with a description of it."""
    if content.value is not None:
        return f"JSON, but not a record in a known format: {_described(content.value)}"
    begins = repr(content.start[:30].decode("utf-8", "replace"))
    if content.start[:1] == b"<":
        return f"XML, but not from Tenhou: it begins with {begins}; expected <mjloggm"
    return f"not a record in a known format: it begins with {begins}"


def _described(value: object) -> str:
    if isinstance(value, dict):
        return f"an object with {', '.join(map(repr, list(value)[:6])) or 'nothing in it'}"
    return f"a {'list' if isinstance(value, list) else type(value).__name__}"
