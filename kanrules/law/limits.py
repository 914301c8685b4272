"""The limits of a hand's value, and their base points. Apart from the scoring, which loads the package `mahjong`."""

from __future__ import annotations

from enum import StrEnum


class Limit(StrEnum):
    """The limit that a hand reaches; `none` if its han and fu count."""

    NONE = "none"
    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YONBAIMAN = "yonbaiman"
    YAKUMAN = "yakuman"


MANGAN_BASE = 2000
YAKUMAN_BASE = 8000
BASES = {Limit.MANGAN: MANGAN_BASE, Limit.HANEMAN: 3000, Limit.BAIMAN: 4000, Limit.SANBAIMAN: 6000}
"""Base points of the limits to which a yaku of a plugin may raise a hand."""
