"""Untrusted text in Markdown, escaped so that it is never read as a link, picture, table, or HTML."""

from __future__ import annotations

import re

from kanrules.ruleset.problems import printable

_SIGNS = re.compile(r"[\\`*_\[\]<>|#~!&$@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""Characters that Markdown or a dialect interprets ($ in formulas, @ in citations), and those that start an automatic
link.
"""


def plain(text: str) -> str:
    """Return the text escaped for Markdown, on one line, for use in or outside a table cell."""
    return _SIGNS.sub(r"\\\g<0>", printable(" ".join(text.split())))


def code(text: str) -> str:
    """Return text as inline code. A backtick, which would end it, becomes a quotation mark; a bar, which would end a
    table cell, becomes a broken bar.
    """
    return f"`{printable(' '.join(text.split())).replace('`', chr(0x2019)).replace('|', '¦')}`"
