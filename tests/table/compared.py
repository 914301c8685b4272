"""What two hands are compared by that stand alike, and of which one was told without its wall."""

from __future__ import annotations

from kanrules.pieces.actions import Action, Draw


def without_walls(actions: list[Action]) -> list[Action]:
    """What may be done, but for which tile the wall would give."""
    return [Draw(action.seat) if isinstance(action, Draw) else action for action in actions]
