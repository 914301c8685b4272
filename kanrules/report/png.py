"""Pictures as PNG, by resvg (the extra `kanrules[png]`)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kanrules.drawing.canvas import FONT
from kanrules.errors import wrong_use
from kanrules.installation import how_to_get

ZOOM = 2.0
"""Pixels of the PNG per unit of the picture, sharp on common screens."""
_PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
_LETTER = f'<text x="2" y="16" font-size="16" font-family="{FONT}">M</text>'


def png(picture: str) -> bytes:
    """Return the picture as PNG.

    Takes SVG text of `kanrules.svg`. Raises UnreadableError if resvg is not installed, or if the picture has text and
    the machine has no font.
    """
    try:
        import resvg_py
    except ImportError:
        raise wrong_use(
            f"a PNG needs resvg, which is not installed: {how_to_get('png')} (an SVG needs nothing)"
        ) from None
    if "<text" in picture and not _has_font(resvg_py):
        raise wrong_use(
            "this machine has no font, and the picture's words would be missing from a PNG; install one (such as "
            "DejaVu or Noto Sans), or write an SVG"
        )
    drawn: bytes = resvg_py.svg_to_bytes(svg_string=picture, zoom=ZOOM)
    return drawn


@lru_cache
def _has_font(resvg: Any) -> bool:
    """Return True if resvg finds a font, which it does if a letter leaves a visible mark."""
    drawn = [resvg.svg_to_bytes(svg_string=_PROBE.format(inner)) for inner in ("", _LETTER)]
    return bytes(drawn[0]) != bytes(drawn[1])
