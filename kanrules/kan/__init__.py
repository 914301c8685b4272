"""The law of the kan: its steps from the announcement to the end of the turn, kans in riichi, liability, and timing.

from kanrules.kan import WAY
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kanrules.kan.course import WAY
    from kanrules.kan.way import Pause, Step, StepRun, watch_steps

__all__ = ["WAY", "Pause", "Step", "StepRun", "watch_steps"]


def __getattr__(name: str) -> object:
    if name in __all__:
        # `course` imports the whole table, so it is loaded only for a caller that asks for `WAY`.
        from kanrules.kan import course

        return getattr(course, name)
    raise AttributeError(f"module 'kanrules.kan' has no attribute {name!r}")
