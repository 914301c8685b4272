"""Split Tenhou's XML (mjlog) into elements, and read the numbers in their attributes.

Tenhou writes its files in one plain form, which is split at `<`. Any other well-formed XML goes through expat and
produces the same items, so both ways end in the same reader (a property test keeps them equal).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated
from xml.parsers import expat

import msgspec

from kanrules.errors import UnreadableError
from kanrules.locale.sentences import number as say_number
from kanrules.records.mjlog_melds import IDS

# Text that these match is XML; everything else goes to expat.
_NAME = re.compile(r"[A-Za-z]+[0-9]*")
_BEFORE_A_VALUE = re.compile(r" ([A-Za-z][A-Za-z0-9]*)=")
_ENDS = ("/>", " />")
_ROOT = re.compile(r"<mjloggm ver=\"[0-9.]+\">")
_INTEGERS = msgspec.json.Decoder(list[int]).decode
_TILES = msgspec.json.Decoder(list[Annotated[int, msgspec.Meta(ge=0, lt=IDS)]]).decode
_TILE_NUMBERS = frozenset(map(str, range(IDS)))


PLAIN = frozenset(f"{letter}{number}/>" for letter in "TUVWDEFG" for number in range(IDS))
"""The items of draws and discards as Tenhou writes them: a letter for the player, and the number of the tile."""


class OtherForm(Exception):
    """The text is not in Tenhou's own form, so expat must read it."""


class _Element:
    """An element with attributes, as expat returns it."""

    __slots__ = ("attributes", "name")

    def __init__(self, name: str, attributes: Mapping[str, str]) -> None:
        self.name = name
        self.attributes = attributes


Item = str | _Element


@lru_cache(maxsize=256)
def _element(name: str) -> str:
    """Return the name of an element with attributes. Raises OtherForm if it is not one."""
    # A draw or a discard in another spelling counts too; the table has only Tenhou's.
    if not _NAME.fullmatch(name) or f"{name}/>" in PLAIN:
        raise OtherForm
    return name


@lru_cache(maxsize=256)
def _attribute(text: str) -> str:
    """Return the name of an attribute, from the text between the previous value and its own."""
    found = _BEFORE_A_VALUE.fullmatch(text)
    if found is None:
        raise OtherForm
    return found[1]


def split(item: Item) -> tuple[str, Mapping[str, str]]:
    """Return the name and the attributes of an item. Raises OtherForm if it is not in Tenhou's own form."""
    if isinstance(item, _Element):
        return item.name, item.attributes
    # Entities, character references and control characters are left to expat.
    head, *values = item.split('"')
    end = values.pop() if values else item[-2:]
    if end not in _ENDS or "&" in item or item.find(">") != len(item) - 1 or not item.isprintable():
        raise OtherForm
    if head == item:
        name = item[:-2].removesuffix(" ")
        plain = f"{name}/>"
        if not _NAME.fullmatch(name) or (item != plain and plain in PLAIN):
            raise OtherForm
        return name, {}
    at = head.find(" ")
    names = [head[at:], *values[1::2]]
    attributes = dict(zip(map(_attribute, names), values[::2], strict=False))
    if len(values) % 2 == 0 or len(attributes) != len(names):
        raise OtherForm
    return _element(head[:at]), attributes


def cut_apart(data: bytes) -> list[list[Item]]:
    """Return the items of a file in Tenhou's own form: those before the first hand, then those of each hand."""
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        raise OtherForm from None
    root = _ROOT.match(text)
    text = text.rstrip("\r\n \t")
    if root is None or not text.endswith("</mjloggm>"):
        raise OtherForm
    head, *hands = text[root.end() : -len("</mjloggm>")].split("<INIT ")
    if (head and head[0] != "<") or text.count("<INIT") != len(hands):
        raise OtherForm
    parts: list[list[Item]] = [list(head.split("<")[1:])]
    for hand in hands:
        items: list[Item] = list(hand.split("<"))
        items[0] = f"INIT {items[0]}"
        parts.append(items)
    return parts


def through_expat(data: bytes) -> tuple[list[list[Item]], str]:
    """Return the items of a file of any XML, grouped as by `cut_apart`, and what stopped the parser ("" if nothing
    did).
    """
    parts: list[list[Item]] = [[]]
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth == 1:
            if name != "mjloggm":
                raise UnreadableError(f"the root element is <{name}>; expected <mjloggm>")
            return
        if depth > 2:
            raise UnreadableError(f"<{name}> is inside another element; expected a flat list of events")
        if name == "INIT":
            parts.append([])
        plain = f"{name}/>"
        parts[-1].append(plain if not attributes and plain in PLAIN else _Element(name, attributes))

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    def text(data: str) -> None:
        if not data.isspace():
            raise UnreadableError(f"text {data.strip()[:30]!r} appears between the events; expected only elements")

    def doctype(*_: object) -> None:
        raise UnreadableError("it declares a document type; records have none")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        return parts, f"not XML: {expat.ErrorString(error.code)} (line {error.lineno}, column {error.offset})"
    except (UnreadableError, ValueError, LookupError) as error:
        return parts, f"{error} (line {parser.CurrentLineNumber}, column {parser.CurrentColumnNumber})"
    return parts, ""


def numbers_of(attributes: Mapping[str, str], name: str, count: int = 0) -> list[int]:
    """Return the numbers of an attribute, exactly `count` of them if it is given."""
    text = attributes.get(name)
    if text is None:
        raise UnreadableError(f"{name!r} is missing")
    try:
        # `int` accepts more than a sign and digits; a record never has that.
        if not text.isascii() or "_" in text or " " in text or len(text) > 400:
            raise ValueError
        try:
            numbers: list[int] = _INTEGERS(f"[{text}]")
        except msgspec.DecodeError:  # some programs write a plus sign
            numbers = list(map(int, text.split(",")))
        if not numbers:
            raise ValueError
    except ValueError:
        raise UnreadableError(f"{name}={text[:60]!r}; expected numbers and commas") from None
    if count and len(numbers) != count:
        raise UnreadableError(f"{name}={text!r:.60}; expected {say_number(count, 'number')}")
    return numbers


def tiles_of(attributes: Mapping[str, str], name: str) -> list[int]:
    """Return the tiles of an attribute, as numbers from 0 to 135; empty if it is missing or empty."""
    text = attributes.get(name)
    if not text:
        return []
    try:
        if not text.replace(",", "").isdigit():
            raise ValueError
        found: list[int] = _TILES(f"[{text}]")
    except (msgspec.DecodeError, ValueError):
        word = next((one for one in text.split(",") if one not in _TILE_NUMBERS), text)
        raise UnreadableError(f"{name}={text!r:.80}: {word!r:.20} is not a tile; expected 0 to 135") from None
    return found


def player_of(attributes: Mapping[str, str], name: str) -> int:
    """Return the player that an attribute names, 0 to 3."""
    text = attributes.get(name, "")
    if text not in ("0", "1", "2", "3"):
        raise UnreadableError(f"{name}={text!r:.40}; expected a player, 0 to 3")
    return int(text)
