"""The effects of turning a kan dora indicator at a moment: who sees it and which wins count it, derived from the order
of a kan's steps.
"""

from __future__ import annotations

from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.kan.course import KAN, WAY
from kanrules.kan.way import Pause
from kanrules.law.options import Instant, Kandora, PendingOnNextKan, Shown
from kanrules.locale import marked as _N

_PAUSES: dict[Pause, int] = {step.pause: place for place, step in enumerate(WAY) if step.pause is not None}


class EffectAnswer(StrEnum):
    """Answer to whether a kan dora indicator is seen or counted."""

    YES = _N("yes")
    NO = _N("no")
    PENDING = _N("see pending")
    """Depends on `kandora.pending_on_next_kan`."""


@frozen
class Truth:
    """The effects of turning a kan dora indicator at one moment."""

    seen_for_discard: EffectAnswer
    """Whether the kan's player sees the indicator when choosing the discard."""
    rinshan_win: EffectAnswer
    """Whether a win on the replacement tile counts the indicator."""
    ron: EffectAnswer
    """Whether a ron on the next discard counts the indicator."""
    robber: EffectAnswer
    """Whether a player who robs the same player's next kan counts the indicator."""

    @property
    def answers(self) -> tuple[EffectAnswer, ...]:
        """The four answers in the order of `COLUMNS`."""
        return (self.seen_for_discard, self.rinshan_win, self.ron, self.robber)


COLUMNS: tuple[str, ...] = (
    _N("known when the discard is chosen"),
    _N("a win on the replacement tile counts it"),
    _N("a ron on the next discard counts it"),
    _N("a player who robs the next kan counts it"),
)
"""Labels of the answers of a `Truth`, in order."""


def truth(
    instant: Instant,
    pending_on_next_kan: PendingOnNextKan | None = None,
    pending_on_rinshan_win: Shown = Shown.HIDDEN,
) -> Truth:
    """Return who sees and counts a kan dora indicator that is due at this moment.

    Takes the moment, and what happens to a pending indicator at the next kan and at a win on the replacement tile.
    Without `pending_on_next_kan`, the answer for a robber is "see pending".
    """
    if instant is Instant.NEVER:
        return Truth(EffectAnswer.NO, EffectAnswer.NO, EffectAnswer.NO, EffectAnswer.NO)
    if instant is Instant.WIN:
        return Truth(EffectAnswer.NO, EffectAnswer.YES, EffectAnswer.YES, EffectAnswer.YES)
    place = KAN.place("kandora.daiminkan", instant)
    by_the_turn = place < _PAUSES[Pause.TURN]
    robber = EffectAnswer.YES if by_the_turn else EffectAnswer.PENDING
    if robber is EffectAnswer.PENDING and pending_on_next_kan is not None:
        robber = _yes(seen_by_robber(pending_on_next_kan))
    return Truth(
        _yes(by_the_turn),
        _yes(by_the_turn or pending_on_rinshan_win is Shown.REVEALED),
        _yes(place < _PAUSES[Pause.CLAIMS]),
        robber,
    )


def seen_by_robber(pending: PendingOnNextKan) -> bool:
    """Return True if the next kan turns a pending kan dora indicator before that kan can be robbed."""
    if pending is PendingOnNextKan.KEEP:
        return False
    return KAN.place("kandora.pending_on_next_kan", pending) < _PAUSES[Pause.ROBBERY]


def _yes(holds: bool) -> EffectAnswer:
    return EffectAnswer.YES if holds else EffectAnswer.NO


def rows() -> list[tuple[Instant, str, Truth]]:
    """Return the table of timings: each moment, its description, and its consequences."""
    moments = [instant for instant in Instant if instant is not Instant.NEVER and not instant.only_hooks]
    return [(instant, instant.words, truth(instant)) for instant in moments]


def of_ruleset(kandora: Kandora) -> list[tuple[str, Instant, Truth]]:
    """Return the same table for one ruleset, with a row for each type of kan."""
    found = []
    for kan in ("ankan", "daiminkan", "shouminkan"):
        instant: Instant = getattr(kandora, kan) if kandora.enabled else Instant.NEVER
        found.append((kan, instant, truth(instant, kandora.pending_on_next_kan, kandora.pending_on_rinshan_win)))
    return found
