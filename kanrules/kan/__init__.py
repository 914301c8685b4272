"""The law of the kan: its way from the word to the end of the turn, kans in riichi, liability, instants.

from kanrules.kan import WAY
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kanrules.kan.way import WAY, Step, Wait

__all__ = ["WAY", "Step", "Wait"]


def __getattr__(name: str) -> object:
    if name in __all__:
        # The way brings the whole table with it; who asks for one law of the kan does not pay for that.
        from kanrules.kan import way

        return getattr(way, name)
    raise AttributeError(f"module 'kanrules.kan' has no attribute {name!r}")
