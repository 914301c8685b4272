"""Read records in any format."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from kanrules.errors import UnreadableError
from kanrules.records.containers import games_in, is_address, until_it_breaks
from kanrules.records.format import Content, Format
from kanrules.records.formats import content_of, decode, mended_content, recognised
from kanrules.records.installed_formats import check_names, installed_names
from kanrules.records.members import Member, Unreadable, fault_of_ours
from kanrules.records.recorded import Record, RecordedHand
from kanrules.records.sources import CutOffError, read_bytes


def read_member(member: Member, read_as: Collection[str] = ()) -> Iterator[Record | Unreadable]:
    """Yield the record of a member, or each of its records if it has one per line. A record that cannot be read is
    yielded as an Unreadable.

    `read_as` names formats of other packages to ask as well. The hands of a record are read on demand, so an error in
    the middle raises UnreadableError only then.
    """
    check_names(read_as)
    cut_off: CutOffError | None = None
    try:
        data = read_bytes(member)
    except CutOffError as error:
        data, cut_off = error.data, error
    except UnreadableError as error:
        yield Unreadable(member.file, str(error))
        return
    try:
        records = read_data(data, member.file, read_as)
        yield from records if cut_off is None else _cut_off(records, member.file, cut_off)
    except Exception as error:  # as in listing: one bad file must not stop the next
        yield Unreadable(member.file, fault_of_ours(error))


def read_data(data: bytes, file: str, read_as: Collection[str] = ()) -> Iterator[Record | Unreadable]:
    """Yield the records of a file given as bytes. It reads like `read_member`."""
    content, rest, not_json = content_of(data)
    if not content.start:
        yield Unreadable(file, "empty; expected a record", True)
        return
    spans_lines = False
    try:
        found = recognised(content, read_as)
        spans_lines = found is not None and found.spans_lines and not isinstance(content.value, list)
        if not_json is not None and (found is None or content.value is not None):
            yield from _broken_off(content, file, not_json, read_as)
            return
    except UnreadableError as error:
        yield Unreadable(file, error.in_file(file))
        return
    if spans_lines or not rest.strip():
        if content.value is None and is_address(content.start):
            yield from _line(content.data, file, read_as)
        else:
            yield from _records(content, found, file, read_as)
        return
    for number, line in enumerate(content.data.split(b"\n"), 1):
        if line.strip():
            yield from _line(line, f"{file}:{number}", read_as)


def _line(line: bytes, file: str, read_as: Collection[str]) -> Iterator[Record | Unreadable]:
    """Yield the records in one line of a file whose first line is a complete JSON value or an address."""
    try:
        content = Content(line, line.lstrip(), decode(line))
    except UnreadableError as error:
        yield from _broken_off(Content(line, line.lstrip()), file, error, read_as)
        return
    try:
        yield from _records(content, recognised(content, read_as), file, read_as)
    except UnreadableError as error:
        yield Unreadable(file, error.in_file(file))


def _records(
    content: Content, found: Format | None, file: str, read_as: Collection[str]
) -> Iterator[Record | Unreadable]:
    """Yield the record of a format, each game of a container, or why it is neither."""
    if found is not None:
        games = found.split(content) if found.split is not None else []
        if len(games) < 2:
            yield _read(found, content, file)
            return
        for number, game in enumerate(games, 1):
            yield _read(found, game, f"{file}#{number}")
        return
    if isinstance(content.value, list) and len(content.value) > MAX_GAMES:
        yield Unreadable(
            file, f"a list of {len(content.value):,} values; at most {MAX_GAMES:,} games are read from one"
        )
        return
    games = games_in(content)
    formats = [_format_of(game, read_as) for game in games]
    if not any(formats):
        yield Unreadable(file, _unknown(content), True)
        return
    for number, (game, found) in enumerate(zip(games, formats, strict=True), 1):
        name = file if len(games) == 1 and isinstance(content.value, dict) else f"{file}#{number}"
        yield Unreadable(name, _unknown(game), True) if found is None else _read(found, game, name)


MAX_GAMES = 10_000
"""Maximum number of games in one JSON list: each is held against every format."""


def _format_of(content: Content, read_as: Collection[str]) -> Format | None:
    try:
        return recognised(content, read_as)
    except UnreadableError:
        return None


def _read(found: Format, content: Content, file: str) -> Record | Unreadable:
    try:
        record = found.read(content, file)
    except UnreadableError as error:
        return Unreadable(file, error.in_file(file))
    record.size = len(content.data)
    return record


def _broken_off(
    content: Content, file: str, why: UnreadableError, read_as: Collection[str]
) -> Iterator[Record | Unreadable]:
    """Yield the records of JSON that ends too early, or why it is not JSON."""
    # What is wrong in the middle stays wrong: only JSON that is right as far as it goes can be closed.
    part = mended_content(content)
    records = []
    if part is not None:
        records = [one for one in _records(part, _format_of(part, read_as), file, read_as) if isinstance(one, Record)]
    if not records:
        yield Unreadable(file, why.in_file(file))
        return
    *whole, last = records
    yield from whole
    yield until_it_breaks(last, len(content.data))


def _cut_off(records: Iterator[Record | Unreadable], file: str, why: CutOffError) -> Iterator[Record | Unreadable]:
    """Yield the records of what could be unpacked. The last one ends with why there is no more."""
    found = [one for one in records if isinstance(one, Record)]
    if not found:
        yield Unreadable(file, why.in_file(file))
        return
    *whole, last = found
    yield from whole
    yield replace(last, hands=_then_raise(last.hands, why, file))


def _then_raise(hands: Iterable[RecordedHand], why: CutOffError, file: str) -> Iterator[RecordedHand]:
    number = 0
    try:
        for number, hand in enumerate(hands, 1):  # noqa: B007  # the message below names it
            yield hand
    except UnreadableError as error:
        raise UnreadableError(f"{why}: {error.in_file(file)}", file=file) from None
    raise UnreadableError(f"{why} after hand {number}", file=file)


def _unknown(content: Content) -> str:
    """Return why content is in no known format, with a description of it and the installed formats to ask."""
    more = installed_names()
    return _strange(content) + (f"; --read-as asks an installed format: {', '.join(more)}" if more else "")


def _strange(content: Content) -> str:
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
