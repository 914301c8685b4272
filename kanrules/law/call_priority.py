"""Priority of calls: which of several calls for a set on one discard takes effect."""

from __future__ import annotations

from collections.abc import Container, Sequence

from kanrules.law.options import CallPriority, Options
from kanrules.pieces.actions import Action, Chi
from kanrules.pieces.tiles import Seat


def first_of(calls: Sequence[Action], delayed: Container[Seat], options: Options) -> list[Action]:
    """Return the call that takes effect, in a list, or an empty list without a call.

    Takes the calls for pon, kan, and chi in their order, and the seats that called significantly later than the first.
    """
    if len(calls) < 2:
        return list(calls)
    law = options.calls.priority
    if law is CallPriority.FIRST_CALL:
        return [calls[0]]
    in_time = calls
    if law is CallPriority.UNLESS_DELAYED:
        in_time = [call for call in calls if call.seat not in delayed] or calls[:1]
    return [min(in_time, key=lambda call: isinstance(call, Chi))]
