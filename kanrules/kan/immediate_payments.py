"""Immediate payments for a kan. Only plugins can set them; no ruleset key does."""

from __future__ import annotations

from kanrules.law.payments import STICK
from kanrules.pieces.events import KanPayment
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Verdict
from kanrules.table.state import State


def make_payments(state: State) -> None:
    """Make the immediate payments that plugins answer to `kan_stands` for the completed kan: points to other players,
    riichi sticks to the table.
    """
    kan = state.kans[-1]
    for answer in state.judge.ask("kan_stands", kan, table=state.glance):
        transfer = answer.value
        # Kept so that the end of the hand counts the payment without making it again.
        assert isinstance(transfer.source, Seat)
        state.at_once.append(transfer)
        state.scores[transfer.source] -= transfer.points
        to = None
        if not isinstance(transfer.to, Seat):
            state.sticks += transfer.points // STICK
        else:
            to = transfer.to
            state.scores[to] += transfer.points
        state.note(
            Verdict.PAYS, "KR406", "pays at once", "", answer.by,
            seat=transfer.source, to=transfer.to, points=transfer.points, why=transfer.why,
        )  # fmt: skip
        state.events.append(KanPayment(transfer.source, to, transfer.points, kan.number))
