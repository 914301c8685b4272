"""What the commands share: the output format, JSON with its envelope, and a console that knows whether it is a terminal."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

import kanrules

if TYPE_CHECKING:
    from rich.console import Console


class Format(StrEnum):
    """How a command reports."""

    TEXT = "text"
    JSON = "json"


def envelope(data: dict[str, Any]) -> dict[str, Any]:
    """A report object with the version of kanrules and of the schema in front."""
    return {"kanrules": kanrules.__version__, "schema": 1, **data}


def print_json(data: Any, *, indent: bool = True) -> None:
    """Prints JSON in UTF-8, indented or on one line."""
    raw = msgspec.json.encode(data)
    if indent:
        raw = msgspec.json.format(raw, indent=2)
    sys.stdout.write(raw.decode() + "\n")


def console(*, stderr: bool = False) -> Console:
    """A rich console: colour and width of the terminal, plain and unwrapped text where there is none."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(file=stream, highlight=False, soft_wrap=not stream.isatty(), width=None if stream.isatty() else 140)
