"""A QR code inside a page."""

from __future__ import annotations

from kanrules.report.paper.sheet import qr as drawn


def qr(address: str) -> str:
    """Return the QR code of an address, in black on white in dark mode, too. The style sheet gives it its size.

    Raises UnreadableError if it is not an address or segno is missing.
    """
    begin, _, rest = drawn(address).partition(">")
    sizes = dict(part.split("=") for part in begin.split() if part.startswith(("width=", "height=")))
    width, height = (sizes[name].strip('"') for name in ("width", "height"))
    return f'<svg viewBox="0 0 {width} {height}" aria-hidden="true">{rest}'
