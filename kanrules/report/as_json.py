"""Reports as JSON, the same bytes from every command and from the page."""

from __future__ import annotations

import json
import re
from typing import Any

from kanrules._version import __version__
from kanrules.ruleset import Ruleset
from kanrules.ruleset.history import edition_json

_NO_TEXT = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


SCHEMAS: dict[str, int] = dict.fromkeys(
    (
        "ask", "audit", "casebook", "check", "compose", "conformance", "coverage", "diff", "explain", "export", "foul",
        "history", "import", "interrupted", "pack", "pay", "perft", "play", "plugins", "replay", "riichi-kan",
        "rulesets", "show", "unreadable", "verify", "watch",
    ),
    1,
)  # fmt: skip
"""Number of the JSON schema of each output, by command. `compose` and `unreadable` are outputs of the page, and
`interrupted` is that of any command. `docs/stability.md` says when a number changes.
"""


def envelope(data: dict[str, Any], output: str, rules: Ruleset | None = None) -> dict[str, Any]:
    """Return a report object preceded by the version of kanrules and the number of its schema.

    Takes the name of the output in `SCHEMAS`, and the ruleset of an answer: the report then says until when it is in
    force, and in `current_edition` which later edition is in force today, "" if none is.
    """
    head: dict[str, Any] = {"kanrules": __version__, "schema": SCHEMAS[output]}
    if rules is not None:
        edition = edition_json(rules)
        head |= {key: edition[key] for key in ("in_force_until", "current_edition")}
    return {**head, **data}


def json_text(data: Any, *, indent: bool = True) -> str:
    """Return JSON, indented or on one line, without a line end. Control characters are escaped."""
    # Of the standard library: msgspec is a compiled module, and what a browser remembers of a library that has answered
    # must have none in it.
    text = json.dumps(
        data,
        ensure_ascii=False,
        indent=2 if indent else None,
        separators=None if indent else (",", ":"),
    )
    return _NO_TEXT.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
