"""A QR code inside a page."""

from __future__ import annotations

from importlib.util import find_spec

from kanrules.report.paper.sheet import qr as drawn


def can_draw() -> bool:
    """Return True if the package that draws QR codes is installed."""
    return find_spec("segno") is not None


def qr(address: str) -> str:
    """Return the QR code of an address, in black on white in dark mode, too; "" if the package that draws it is not
    installed. The style sheet gives it its size. Raises UnreadableError if it is not an address.
    """
    if not can_draw():
        return ""
    begin, _, rest = drawn(address).partition(">")
    sizes = dict(part.split("=") for part in begin.split() if part.startswith(("width=", "height=")))
    width, height = (sizes[name].strip('"') for name in ("width", "height"))
    return f'<svg viewBox="0 0 {width} {height}" aria-hidden="true">{rest}'
