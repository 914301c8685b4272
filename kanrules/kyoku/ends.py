"""Carry out the end of the hand that a step of a kan returns."""

from __future__ import annotations

from dataclasses import replace

from kanrules.kan.findings import note_end
from kanrules.kan.way import WayEnd
from kanrules.kyoku import abortive_draws, wins
from kanrules.table.state import State


def carry_out(state: State, end: WayEnd | None) -> None:
    """WayEnd the hand as a step of the kan says; None continues play. If the step lets a player win instead, play also
    continues while that player can.
    """
    if end is not None and end.unless is not None:
        end = replace(end, unless=None) if wins.tsumo_objections(state, end.unless) else None
    if end is None:
        return
    note_end(state, end)
    if end.winner is not None:
        wins.win_by_fourth_kan(state, end.winner)
    else:
        abortive_draws.abort(state, end.draw)
