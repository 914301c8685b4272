"""Untrusted text in Markdown: escaped, so that it is never read as a link, a picture, a table or HTML."""

from __future__ import annotations

import re

from kanrules.ruleset.problems import printable

_SIGNS = re.compile(r"[\\`*_\[\]<>|#~!&]|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""What Markdown reads, and what begins a link by itself where a page makes links of addresses."""


def plain(text: str) -> str:
    """Return the text escaped for Markdown, on one line, for use in or outside a table cell."""
    return _SIGNS.sub(r"\\\g<0>", printable(" ".join(text.split())))


def code(text: str) -> str:
    """The text as code in a line of Markdown; a backtick, which would end it, becomes a quotation mark, and a bar,
    which would end a cell, a broken one.
    """
    return f"`{printable(' '.join(text.split())).replace('`', chr(0x2019)).replace('|', '¦')}`"
