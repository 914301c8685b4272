"""Text of strangers in a page of Markdown: printed as it stands, never read as a link, a picture, a table or HTML."""

from __future__ import annotations

import re

from kanrules.ruleset.problems import printable

_SIGNS = re.compile(r"[\\`*_\[\]<>|#~!&]|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""What Markdown reads, and what begins a link by itself where a page makes links of addresses."""


def plain(text: str) -> str:
    """The text so that Markdown prints it as it stands, on one line, in a cell or outside."""
    return _SIGNS.sub(r"\\\g<0>", printable(" ".join(text.split())))


def code(text: str) -> str:
    """The text as code in a line of Markdown; a backtick, which would end it, becomes a quotation mark, and a bar,
    which would end a cell, a broken one.
    """
    return f"`{printable(' '.join(text.split())).replace('`', chr(0x2019)).replace('|', '¦')}`"
