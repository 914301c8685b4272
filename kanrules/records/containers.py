"""Files with several games, addresses with a game in them, and JSON that breaks off."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote_to_bytes

import msgspec

from kanrules.errors import UnreadableError
from kanrules.records.format import Content
from kanrules.records.recorded import Record, RecordedHand

ADDRESS = re.compile(rb"https?://(?:www\.)?tenhou\.net/[56]/?[^#\s]{0,200}#json=(.*)", re.DOTALL)
"""An address of Tenhou's editor or viewer, with a game in Tenhou's JSON after the mark."""
_VIEW = re.compile(rb"(?:&[a-z]{2}=[0-9]{1,4})+$")
"""What an address says about the view: the player, the hand to begin with."""
_PAGE = re.compile(rb"<(?:!doctype html|html)[\s>]", re.IGNORECASE)
_VIEWER = b"<iframe"
_SOURCE = re.compile(rb"""[^>]{0,200}?\ssrc=("|')(https?://(?:www\.)?tenhou\.net/[56]/.*?)\1""", re.DOTALL)
"""The address of one hand in mjai-reviewer's page, which goes through a minifier that chooses the quotation marks."""
_LAST = (b"</html>", b"</svg>")
"""Ends of mjai-reviewer's page: as it stands in the template, and as the minifier leaves it."""
LARGEST_TO_MEND = 8 << 20
"""Maximum size in bytes of JSON that is read although it breaks off. Games have less than a tenth of it."""
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}:]|[^\s\[\]{},:"]+')


def is_address(line: bytes) -> bool:
    """Return True if this is an address."""
    return line[:8].lower().startswith((b"http://", b"https://"))


def from_address(line: bytes) -> bytes:
    """Return the JSON in an address of tenhou.net/5 or /6. Raises UnreadableError if there is none."""
    found = ADDRESS.fullmatch(line.strip())
    if found is None:
        raise UnreadableError("an address, not a record; only https://tenhou.net/6/#json=... contains the game itself")
    return unquote_to_bytes(_VIEW.sub(b"", found[1]))


def is_page(start: bytes) -> bool:
    """Return True if a file that begins like this is a web page."""
    return _PAGE.match(start) is not None


def viewers_in(page: bytes) -> list[bytes]:
    """Return the addresses of the viewers in mjai-reviewer's page, one for each hand; none for any other page."""
    # Cut at the tags first: searching a page of open quotation marks takes quadratic time.
    found = map(_SOURCE.match, page.split(_VIEWER)[1:])
    return [html.unescape(one[2].decode("utf-8", "replace")).encode() for one in found if one is not None]


def page_breaks_off(page: bytes) -> bool:
    """Return True if a web page ends too early."""
    return not page.rstrip().endswith(_LAST)


def put_together(parts: list[object]) -> object:
    """Return the game of which each part holds one hand, as the viewers of mjai-reviewer's page get it."""
    games = [part for part in parts if isinstance(part, dict) and isinstance(part.get("log"), list)]
    return games[0] | {"log": [hand for game in games for hand in game["log"]]} if games else None


def games_in(content: Content) -> list[Content]:
    """Return the values in a container: the games of a list, or the mjai events of mjai-reviewer's report.

    Returns an empty list for anything else. Whether the values are games is for the formats to say.
    """
    value = content.value
    if isinstance(value, dict):
        events = value.get("mjai_log")
        return [_content(events)] if isinstance(events, list) and events else []
    if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        return [_content(one) for one in value]
    return []


def _content(value: object) -> Content:
    data = msgspec.json.encode(value)
    return Content(data, data[:4096], value)


def mended(data: bytes) -> bytes | None:
    """Return JSON that breaks off, up to its last complete part and closed there; None if nothing is left of it."""
    if len(data) > LARGEST_TO_MEND:
        return None
    stack = bytearray()
    end = depth = 0
    for token in _TOKEN.finditer(data):
        sign = token[0]
        if sign in (b"[", b"{"):
            stack += b"]" if sign == b"[" else b"}"
            continue
        if sign == b":":
            continue
        if sign in (b"]", b"}"):
            if not stack or stack.pop() != sign[0]:
                return None
        elif stack[-1:] != b"]" or token.end() == len(data):
            continue  # a name, the value of a name, or a number that may go on
        end, depth = token.end(), len(stack)
    # Whatever closes moves the end, so what was open there is still at the bottom of the stack.
    return data[:end] + bytes(reversed(stack[:depth])) if end else None


def until_it_breaks(record: Record, size: int) -> Record:
    """Return a record of which the file ends too early: its hands, then an error that says where it broke off."""
    return replace(record, hands=_until_it_breaks(record, size))


def _until_it_breaks(record: Record, size: int) -> Iterator[RecordedHand]:
    hands = 0
    why = ""
    try:
        for hand in record.hands:
            hands += 1
            yield hand
    except UnreadableError as error:
        why = f" ({error.in_file(record.file)})"
    where = f"after hand {hands}" if hands else "before the end of the first hand"
    raise UnreadableError(f"the file breaks off {where}, at byte {size:,}{why}", file=record.file)
