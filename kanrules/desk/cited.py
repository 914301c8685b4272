"""How an answer cites: the clause of a ruling, or that there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kanrules.rulings import Ruling


def cited(ruling: Ruling) -> str:
    """The text that a ruling rests on and how good it is; else that none was found, or who set the value without naming
    one.
    """
    from kanrules.ruleset import NO_TEXT

    if ruling.source is not None:
        return ruling.source.cited
    return NO_TEXT if ruling.set_by in ("", "default") else f"set by {ruling.set_by}, no source named"


def shown(value: object) -> str:
    """A value of a key as a line of a ruling shows it."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def law(ruling: Ruling) -> str:
    """The rule behind a ruling on one line: code, key and value, where it is set, its source."""
    from kanrules.ruleset import NO_TEXT

    parts = [ruling.code] if ruling.code else []
    if ruling.key:
        value = shown(getattr(ruling.value, "value", ruling.value))
        # A text that says it all is not said twice.
        parts += [ruling.key if value == ruling.text else f"{ruling.key} = {value}", ruling.set_by]
        parts.append(ruling.source.cited if ruling.source is not None else NO_TEXT)
    if ruling.plugin != "core" and ruling.set_by not in parts:
        parts.append(f"decided by plugin {ruling.plugin}")
    return " · ".join(part for part in parts if part)
