"""A report as JSON: what every command prints and the live part answers, byte for byte."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from kanrules._version import __version__
from kanrules.locale.sentences import english

_NO_TEXT = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def envelope(data: dict[str, Any]) -> dict[str, Any]:
    """A report object with the version of kanrules and of the schema in front."""
    return {"kanrules": __version__, "schema": 1, **data}


def json_text(data: Any, *, indent: bool = True) -> str:
    """JSON, indented or on one line, without a line end after it; control characters as JSON escapes them."""
    raw = msgspec.json.encode(data, enc_hook=english)
    if indent:
        raw = msgspec.json.format(raw, indent=2)
    return _NO_TEXT.sub(lambda found: f"\\u{ord(found.group()):04x}", raw.decode())
