"""The formats that kanrules reads, and the choice of the format of a record."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterator, Mapping
from importlib import import_module

import msgspec

from kanrules.errors import UnreadableError
from kanrules.records import installed_formats
from kanrules.records.containers import (
    from_address,
    games_in,
    is_address,
    is_page,
    mended,
    page_breaks_off,
    put_together,
    viewers_in,
)
from kanrules.records.format import Content, Format
from kanrules.records.members import BOM

_START = 4096
_UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)
_BUNDLED = ("mjai", "majiang", "tenhou6", "mjlog", "mjsoul")
"""Names of the bundled formats, in the order in which they are tried. Each is a module of this package with a
`FORMAT`.
"""
MAX_VALUES = 4_000_000
"""Maximum number of values of one JSON text, each of which takes about a hundred bytes of memory."""
_SHORTEST = 200
"""Length in bytes of the shortest line that can be a whole game."""


class _Bundled(Mapping[str, Format]):
    """Mapping that loads a format's module when the format is first tried, since most commands need one or none."""

    def __getitem__(self, name: str) -> Format:
        if name not in _BUNDLED:
            raise KeyError(name)
        found: Format = import_module(f"kanrules.records.{name}").FORMAT
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_BUNDLED)

    def __len__(self) -> int:
        return len(_BUNDLED)


FORMATS: Mapping[str, Format] = _Bundled()
"""The bundled formats by name, in the order in which their sniffers are called."""


def recognised(content: Content, read_as: Collection[str] = ()) -> Format | None:
    """Return the format of this content, or None if no format recognizes it.

    Bundled formats come first: an installed format named in `read_as` gets only what they do not recognize. Raises
    UnreadableError if two installed formats recognize it, or if none does and one of them is faulty.
    """
    for one in FORMATS.values():
        if one.sniff(content):
            return one
    return installed_formats.recognised(content, FORMATS, read_as)


def content_of(data: bytes) -> tuple[Content, bytes, UnreadableError | None]:
    """Return the content, the lines after the one that `Content.value` was decoded from, and why it is not JSON, or not
    all of a page.

    The error is for content that begins like JSON. One of the JSON formats may still recognize it.
    """
    data = data.removeprefix(BOM)
    if data.startswith(_UTF_16):
        data = data.decode("utf-16", "replace").encode()
    start = data[:_START].lstrip()
    if is_page(start):
        try:
            value = put_together([decode(viewer) for viewer in viewers_in(data)])
            cut = value is not None and page_breaks_off(data)
            return Content(data, start, value), b"", UnreadableError("the page breaks off") if cut else None
        except UnreadableError as error:
            return Content(data, start), b"", error
    if start[:1] not in (b"{", b"[") and not is_address(start):
        return Content(data, start), b"", None
    first, _, rest = data.lstrip().partition(b"\n")
    try:
        return Content(data, start, decode(first)), rest, None
    except UnreadableError:
        pass
    if is_address(start):
        return Content(data, start), rest, None
    try:
        return Content(data, start, decode(data)), b"", None
    except UnreadableError as error:
        return Content(data, start), b"", error


def mended_content(content: Content) -> Content | None:
    """Return JSON or a page that breaks off as far as it goes, or None if nothing can be read of it."""
    if content.value is not None:
        return content
    try:
        data = mended(from_address(content.data) if is_address(content.start) else content.data)
        return None if data is None else Content(content.data, content.start, decode(data))
    except UnreadableError:
        return None


def decode(data: bytes) -> object:
    """Return the JSON value of these bytes, or of those in an address. Raises UnreadableError if they are not JSON."""
    if is_address(data.lstrip()):
        data = from_address(data)
    if len(data) > MAX_VALUES and (values := sum(map(data.count, (b",", b"[", b"{")))) > MAX_VALUES:
        raise UnreadableError(f"JSON of {values:,} values; at most {MAX_VALUES:,} are read: split the file")
    try:
        value: object = msgspec.json.decode(data)
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableError(f"not JSON: {error}") from None
    except RecursionError:
        raise UnreadableError("JSON nested deeper than any record") from None
    return value


def game_a_line(line: bytes, read_as: Collection[str] = ()) -> bool:
    """Return True if this first line of a file is a whole game, so that each further line may be another."""
    start = line.removeprefix(BOM).lstrip()
    if (start[:1] not in (b"{", b"[") and not is_address(start)) or len(start) < _SHORTEST:
        return False
    try:
        content = Content(start, start, decode(start))
        found = recognised(content, read_as)
        if found is None and (games := games_in(content)):
            return recognised(games[0], read_as) is not None
    except UnreadableError:
        return False  # the reader of the whole file reports the reason
    return found is not None and (not found.spans_lines or isinstance(content.value, list))
