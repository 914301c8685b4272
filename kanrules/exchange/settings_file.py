"""Read another program's settings file: limited in size, JSON, and of a known version."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from kanrules.errors import UnreadableError
from kanrules.exchange.fields import Program, Values
from kanrules.ruleset.problems import quote

MAX_BYTES = 1 << 20
"""Maximum size of a file, larger than the settings of any program."""
_GO = re.compile(r'<GO [^<>]{0,200}?\btype="([0-9]{1,6})"')
"""Pattern of the table's type in a Tenhou record, which is XML."""


def read(path: Path, display: str) -> Any:
    """Return the content of a JSON file, or the type of a Tenhou record.

    Raises UnreadableError with the place of a mistake, OSError if the file cannot be opened.
    """
    if path.is_dir():
        raise UnreadableError(f"{display}: this is a folder; expected a JSON file", code="")
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise UnreadableError(f"{display}: more than {MAX_BYTES:,} bytes; settings files are shorter", code="")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"{display}: the byte 0x{raw[error.start]:02x} at {error.start} is not UTF-8", code=""
        ) from None
    return parse(text, display)


def parse(text: str, display: str) -> Any:
    """Return the content of a JSON text, or the type of a Tenhou record.

    Raises UnreadableError for text that is not JSON, and for a name used twice in one object.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise UnreadableError(f"{display}: {quote(name)} appears twice", code="")
            found[name] = value
        return found

    def number(text: str) -> Any:
        raise UnreadableError(f"{display}: {text} is not a JSON number", code="")

    if text.lstrip().startswith("<") and (go := _GO.search(text)):
        return {"GO": {"type": int(go.group(1))}}
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=number)
    except UnreadableError:
        raise
    except json.JSONDecodeError as error:
        where = f"{display}:{error.lineno}:{error.colno}"
        raise UnreadableError(f"{where}: this is not JSON: {error.msg[:1].lower() + error.msg[1:]}", code="") from None
    except RecursionError:
        raise UnreadableError(f"{display}: values are nested too deeply", code="") from None
    except ValueError:
        raise UnreadableError(f"{display}: a number of very many digits", code="") from None


def no_newer(one: Program, settings: Values, display: str) -> None:
    """Raise UnreadableError for settings that name a version newer than the one whose fields are known here."""
    stated = settings.get("version")
    if "version" in one.named() or not isinstance(stated, str) or not one.version:
        return
    if _numbers(stated) > _numbers(one.version):
        raise UnreadableError(
            f"{display}: this is from {one.name} {quote(stated)[1:-1]}, and kanrules knows the fields of {one.version}",
            code="",
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d{1,9}", version, re.ASCII)[:6])
