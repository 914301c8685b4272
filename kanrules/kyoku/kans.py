"""Kans and kitas in the machine: announcing them, declaring illegal ones, and drawing replacement tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kanrules.errors import IllegalAction
from kanrules.kan import announcement, course, late_robbery, penalties
from kanrules.kan.course import KAN
from kanrules.kan.kita import KITA
from kanrules.kan.way import Course, Pause
from kanrules.kyoku import fouls, passing
from kanrules.kyoku.ends import carry_out
from kanrules.law.codes import CODES, objection
from kanrules.law.hook_values import FifthKan, Foul, Kan, Noticed, SetAside
from kanrules.law.options import FoulFound
from kanrules.pieces.actions import Daiminkan, Draw, KanAction, Kita
from kanrules.rulings import Verdict
from kanrules.table.state import Phase, State

WAYS: dict[type, Course[Any]] = {Kan: KAN, SetAside: KITA}
"""The steps of what a player declares."""


def announce(state: State, action: KanAction | Kita, candidate: Kan | SetAside) -> None:
    """Announce a kan or kita, legal or not, and run its steps up to the next wait."""
    if state.window is not None:
        late_robbery.close_window(state)
    if isinstance(action, Daiminkan):
        late_robbery.keep_claimed_discard(state, action.seat)
        # A daiminkan means that no player has won on the discard so far, which has consequences of its own.
        if state.due:
            passing.pass_before(state, action)
    state.last = None
    state.events.append(action)
    state.turn = candidate.seat
    state.announced = kan = with_robbers(state, candidate)
    if kan.robbable_by:
        # A daiminkan that a plugin lets players rob: its player pays, so it is not a late win on the discard.
        state.window = None
    # The passes so far were for another tile, unless this one may still be won on.
    if state.window is None:
        state.silent.clear()
    _walk(state, None)
    # If no player can rob it, the window does not open and no one has to pass.
    if state.outcome is None and not kan.robbable_by:
        _walk(state, Pause.ROBBERY)
    if state.outcome is None:
        state.phase = Phase.ROB if kan.robbable_by else Phase.REPLACE


def with_robbers(state: State, kan: Kan | SetAside) -> Kan | SetAside:
    """Return the same kan or kita with the seats that may rob it."""
    seats = WAYS[type(kan)].pauses[Pause.ROBBERY](state, kan)
    return replace(kan, robbable_by=seats) if seats else kan


def _walk(state: State, after: Pause | None) -> None:
    """Run the steps of the kan or kita in progress from this wait to the next one."""
    # A completed kita is no longer announced: `open_kita` holds it until its replacement tile is drawn.
    kan = state.announced or state.open_kita or state.kans[-1]
    end = WAYS[type(kan)].walk(state, kan, after)
    if end is not None:
        carry_out(state, end)


def unrobbed(state: State) -> None:
    """Complete the kan or kita, since no player robs it."""
    _walk(state, Pause.ROBBERY)


def replacement(state: State, action: Draw) -> None:
    """Draw the replacement tile. The draw says that no player has robbed the kan so far."""
    if state.phase not in (Phase.REPLACE, Phase.ROB):
        raise state.wrong_moment(action)
    owner = state.announced.seat if state.announced is not None else state.turn
    if action.seat != owner:
        raise state.wrong_moment(action)
    course.check_replacement(state, action)
    if state.phase is Phase.ROB:
        late_robbery.keep_window(state)
        unrobbed(state)
        if state.outcome is not None:
            return
    state.phase = Phase.ACT
    kan = state.open_kita or state.kans[-1]
    WAYS[type(kan)].pauses[Pause.REPLACEMENT](state, kan, action)
    _walk(state, Pause.REPLACEMENT)


def commit(state: State, action: KanAction, facts: Foul) -> Foul:
    """Declare a kan that the rules forbid; see `Kyoku.commit`. `facts` has what is known about the foul before it is
    judged: its name, if the case gives one, and what its penalty may depend on.
    """
    name = facts.name
    candidate = None
    try:
        candidate = announcement.kan_of(state, action)
        found = course.against(state, candidate)
    except IllegalAction as error:
        found = list(error.objections)
    if state.kans and state.ends_on_discard and candidate is not None:
        fifth = state.fifth is FifthKan.ABORT_ON_PASSED_DISCARD
        name = "kan_fifth_only_ron" if fifth else "kan_only_ron" if len(state.kans) > 3 else "kan_kans_end"
        found.append(objection("KR299", name, "" if fifth else "four_kans.several_players"))
    if not found:
        raise ValueError(f"{action} is legal; nothing to find fault with")
    first = found[0]
    foul = replace(
        facts,
        name=name or first.foul or _foul_of(first.code),
        code=first.code,
        text=first.text,
        at=len(state.events),
        # What nobody notices earlier is noticed after the discard, if at all.
        noticed=facts.noticed or (None if facts.corrected else Noticed.AFTER_DISCARD),
    )
    state.foul_committed(foul)
    if facts.corrected:
        if not penalties.is_penalized_when_declared(foul, state.options):
            state.note(Verdict.CORRECTED, "KR606", "in_time", seat=action.seat)
        # Core charges nothing for a foul corrected in time, but a plugin may.
        answer = penalties.cost(state, foul)
        if answer is not None:
            fouls.price(state, foul, answer)
        return foul
    # No player can see this fault before the hand is shown, so the table plays on as after a legal kan.
    if candidate is not None and all(_hidden(o.code) for o in found) and foul.name == "riichi_kan":
        announce(state, action, candidate)
        if state.outcome is None and state.options.riichi_kan.illegal_found is FoulFound.AT_ONCE:
            fouls.rule(state, foul)
        return foul
    fouls.rule(state, foul)
    return foul


def _foul_of(code: str) -> str:
    """Return the foul that an objection with this code makes of a kan: wrong tiles for a plugin's own code."""
    row = CODES.get(code)
    return row.foul if row is not None and row.foul else "wrong_tiles"


def _hidden(code: str) -> bool:
    row = CODES.get(code)
    return row is not None and row.hidden
