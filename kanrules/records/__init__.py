"""Recorded games of other programs: found, recognized by content, and read into one form.

for record in open_records(["games/", "more.zip"]):
    if isinstance(record, Unreadable): ...
    for hand in record.hands: ...
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from kanrules.records.builder import HandBuilder
from kanrules.records.format import Content, Format
from kanrules.records.formats import FORMATS
from kanrules.records.members import Member, Unreadable
from kanrules.records.read_records import read_data, read_member
from kanrules.records.recorded import Record, RecordedHand, RecordedWin
from kanrules.records.sources import all_members, list_members
from kanrules.records.writing import with_reveals

__all__ = [
    "FORMATS", "Content", "Format", "HandBuilder", "Member", "Record", "RecordedHand", "RecordedWin", "Unreadable",
    "all_members", "list_members", "open_records", "read_data", "read_member",
    "with_reveals",
]  # fmt: skip


def open_records(paths: Iterable[Path | str], *, read_as: Collection[str] = ()) -> Iterator[Record | Unreadable]:
    """Yield every record under these paths, in order: files, folders with all their contents, gzip, zip, and tar
    archives.

    A member of an archive is named `a.zip!b.xml`, a line of a file `games.jsonl:17`. A record that cannot be read is
    yielded as an Unreadable with its name and the reason; the others follow. The hands of a record are read on demand.
    `read_as` names formats of other packages to ask about records that no bundled format recognizes; nothing else of
    such a package runs. If a record turns out to be impossible, its hands raise UnreadableError with file, hand, and
    event.
    """
    if isinstance(paths, str | Path):
        raise TypeError(f"{paths!r} is one path; expected a list of paths: [{paths!r}]")
    for member in all_members(paths, read_as):
        if isinstance(member, Unreadable):
            yield member
        else:
            yield from read_member(member, read_as)
