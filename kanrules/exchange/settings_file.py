"""Read another program's settings file: limited in size, JSON, and of a known version."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from kanrules.errors import UnreadableError, wrong_use
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
        raise wrong_use(f"{display}: this is a folder; expected a JSON file")
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise wrong_use(f"{display}: more than {MAX_BYTES:,} bytes; settings files are shorter")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise wrong_use(f"{display}: the byte 0x{raw[error.start]:02x} at {error.start} is not UTF-8") from None
    return parse(text, display)


def parse(text: str, display: str) -> Any:
    """Return the content of a JSON text, or the type of a Tenhou record.

    Raises UnreadableError for text that is not JSON, and for a name used twice in one object.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise wrong_use(f"{display}: {quote(name)} appears twice")
            found[name] = value
        return found

    def number(text: str) -> Any:
        raise wrong_use(f"{display}: {text} is not a JSON number")

    if text.lstrip().startswith("<") and (go := _GO.search(text)):
        return {"GO": {"type": int(go.group(1))}}
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=number)
    except UnreadableError:
        raise
    except json.JSONDecodeError as error:
        where = f"{display}:{error.lineno}:{error.colno}"
        raise wrong_use(f"{where}: this is not JSON: {error.msg[:1].lower() + error.msg[1:]}") from None
    except RecursionError:
        raise wrong_use(f"{display}: values are nested too deeply") from None
    except ValueError:
        raise wrong_use(f"{display}: a number of very many digits") from None


def no_newer(one: Program, settings: Values, display: str) -> None:
    """Raise UnreadableError for settings that name a version newer than the one whose fields are known here."""
    stated = settings.get("version")
    if "version" in one.named() or not isinstance(stated, str) or not one.version:
        return
    if _numbers(stated) > _numbers(one.version):
        raise wrong_use(
            f"{display}: this is from {one.name} {quote(stated)[1:-1]}, and kanrules knows the fields of {one.version}"
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d{1,9}", version, re.ASCII)[:6])
