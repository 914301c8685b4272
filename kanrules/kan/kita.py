"""Kita: a north that one of three players sets aside for a replacement tile. It is not a kan and has its own short list
of steps.
"""

from __future__ import annotations

from kanrules.kan import course
from kanrules.kan.course import turn_pending, waits_on_kokushi
from kanrules.kan.way import Course, Pause, Step
from kanrules.law.codes import objection
from kanrules.law.hook_values import SetAside
from kanrules.law.options import KitaInRiichi, KitaInterrupts, KitaRobbery, PendingOnKita
from kanrules.law.setup import has_kita
from kanrules.locale import marked as _N
from kanrules.pieces.actions import Draw
from kanrules.pieces.events import Turned
from kanrules.pieces.tiles import NORTH, Seat
from kanrules.rulings import Objection
from kanrules.table.state import Phase, State

KITA: Course[SetAside] = Course()


def candidate(state: State, seat: Seat) -> SetAside:
    """Return the kita that this seat would declare now."""
    return SetAside(seat, sum(state.kitas) + 1, state.riichi[seat], state.on_replacement)


def objections(state: State, seat: Seat) -> list[Objection]:
    """Return every objection to this seat's kita, most serious first; empty if it is legal.

    Source: Tenhou's records of three players (13,130 kitas: only on the player's own draw, in riichi only the drawn
    north, never without a tile in the live wall), and the keys of [kita].
    """
    law, found = state.options.kita, []
    if not has_kita(state.options):
        return [objection("KR217", "kita", "kita.enabled", seat=seat)]
    if state.dead[seat]:
        found.append(objection("KR214", "kita", seat=seat))
    if state.turn != seat or state.phase not in (Phase.ACT, Phase.MUST_DISCARD):
        return [*found, objection("KR218", "turn", seat=seat)]
    if not state.hands[seat][NORTH]:
        found.append(objection("KR201", "no_north", seat=seat))
    if state.drawn is None and not law.after_call:
        found.append(objection("KR218", "called", "kita.after_call", seat=seat))
    if not state.replacements:
        found.append(objection("KR221", "taken", "wall.replacements", count=state.setup.replacements))
    left = len(state.live)
    if left < max(law.min_live_tiles, 1):
        name = "few_for_kita" if left else "none"
        found.append(objection("KR203", name, "kita.min_live_tiles", count=left, needed=law.min_live_tiles))
    if state.riichi[seat]:
        if law.in_riichi is KitaInRiichi.FORBIDDEN:
            found.append(objection("KR219", "never", "kita.in_riichi", seat=seat))
        elif law.in_riichi is KitaInRiichi.DRAWN_TILE and state.is_hidden(seat):
            state.cannot_know("kita in riichi", seat)
        elif law.in_riichi is KitaInRiichi.DRAWN_TILE and state.drawn != NORTH:
            found.append(objection("KR219", "drawn_only", "kita.in_riichi", seat=seat))
    return found


@KITA.step(_N("kita announced"), "kita.enabled", "kita.min_live_tiles", "kita.after_call", "kita.in_riichi")
def announced(state: State, kita: SetAside) -> None:
    """The player shows a north and sets it aside. An illegal kita is refused with every objection. A kita is not a kan
    and turns no kan dora indicator.

    The objections are above; the machine asks for them before it announces the kita here.
    """


@KITA.step(_N("pending, kita announced"), ("kita.pending_indicator", PendingOnKita.ANNOUNCED))
def pending_announced(state: State, kita: SetAside) -> None:
    """Pending kan dora indicators are turned now if the announcement of a kita turns them."""
    if state.pending and state.options.kita.pending_indicator is PendingOnKita.ANNOUNCED:
        turn_pending(state, Turned.KITA_ANNOUNCED)


@KITA.step(
    _N("kita robbery window"), "kita.robbable", "kita.robbed_ippatsu", "kita.passing_is_furiten", pause=Pause.ROBBERY
)
def robbers(state: State, kita: SetAside) -> tuple[Seat, ...]:
    """A player may win on a north that completes their hand, if the rules allow it. The win does not count chankan.

    Return those players. A required yaku or yakuman is checked when a player claims the win.
    """
    return tuple(
        seat
        for seat in state.setup.seats
        if seat != kita.seat and state.waits(seat) >> NORTH & 1 and _may_rob(state, seat)
    )


def _may_rob(state: State, seat: Seat) -> bool:
    law = state.options.kita.robbable
    if law is KitaRobbery.NEVER:
        return False
    return law is not KitaRobbery.KOKUSHI or state.is_hidden(seat) or waits_on_kokushi(state.glance(), seat, NORTH)


@KITA.step(_N("kita completed"), "kita.interrupts", "kita.passing_is_furiten")
def completed(state: State, kita: SetAside) -> None:
    """The kita can no longer be robbed. The rules say what it interrupts, and whether a player who let it pass becomes
    furiten.
    """
    law, seat = state.options.kita, kita.seat
    if law.interrupts is KitaInterrupts.ALL:
        state.interrupt(seat)
    elif law.interrupts is KitaInterrupts.IPPATSU:
        state.ippatsu = [False] * len(state.ippatsu)
    if kita.robbable_by and law.passing_is_furiten:
        state.let_pass(kita)
    state.announced = None
    state.open_kita = kita
    state.lose(seat, NORTH)
    state.kitas[seat] += 1
    state.forget_waits(seat)
    state.turn = seat
    state.drawn = None
    # A kita after a kan in the same turn does not end the chain, so the feeder of a daiminkan may stay liable.
    if state.chain:
        state.chain.append(kita)


@KITA.step(_N("pending, kita completed"), ("kita.pending_indicator", PendingOnKita.DECLARATION))
def pending_completed(state: State, kita: SetAside) -> None:
    """Pending kan dora indicators are turned before the replacement draw if a completed kita turns them."""
    if state.pending and state.options.kita.pending_indicator is PendingOnKita.DECLARATION:
        turn_pending(state, Turned.KITA_DECLARATION)


@KITA.step(_N("kita replacement draw"), "wall.replacements", "wall.refill", "kita.rinshan", pause=Pause.REPLACEMENT)
def draw_replacement(state: State, kita: SetAside, draw: Draw) -> None:
    """A replacement tile is drawn from the dead wall. The turn continues as after a kan, with a win, a kan, another
    kita or a discard.
    """
    course.draw_replacement(state, kita, draw)


@KITA.step(_N("after a kita's replacement"))
def replaced(state: State, kita: SetAside) -> None:
    """The player holds the replacement tile."""
    state.open_kita = None


KITA_WAY: tuple[Step, ...] = tuple(KITA.steps)
"""The steps of a kita, in order. From the replacement tile on, the turn continues as in `WAY`."""
