"""Kita: a north that one of three players sets aside for a replacement tile. It is not a kan and has its own short list
of steps.
"""

from __future__ import annotations

from dataclasses import replace

from kanrules.kan.chankan import waits_on_kokushi
from kanrules.law.codes import objection
from kanrules.law.hook_values import SetAside
from kanrules.law.options import KitaInRiichi, KitaInterrupts, KitaRobbery
from kanrules.law.setup import has_kita
from kanrules.pieces.tiles import NORTH, Seat
from kanrules.rulings import Objection
from kanrules.table.state import Phase, State

_ACT, _MUST_DISCARD = Phase.ACT, Phase.MUST_DISCARD
_ALL, _ONLY_IPPATSU = KitaInterrupts.ALL, KitaInterrupts.IPPATSU


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
    if state.turn != seat or state.phase not in (_ACT, _MUST_DISCARD):
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
        elif law.in_riichi is KitaInRiichi.DRAWN_TILE and state.drawn != NORTH:
            found.append(objection("KR219", "drawn_only", "kita.in_riichi", seat=seat))
    return found


def may_rob(state: State, seat: Seat) -> bool:
    """Return True if the rules may let this seat win on the north, which completes its hand.

    A required yaku or yakuman is checked when the seat claims the win.
    """
    law = state.options.kita.robbable
    if law is KitaRobbery.NEVER:
        return False
    return law is not KitaRobbery.KOKUSHI or waits_on_kokushi(state.glance(), seat, NORTH)


def with_robbers(state: State, kita: SetAside) -> SetAside:
    """Return the same kita with the seats that may win on it."""
    robbers = tuple(
        seat
        for seat in state.setup.seats
        if seat != kita.seat and state.waits(seat) >> NORTH & 1 and may_rob(state, seat)
    )
    return replace(kita, robbable_by=robbers) if robbers else kita


def stands(state: State) -> None:
    """Complete the kita: apply its interruptions, then make players who passed it furiten, except its own player."""
    kita, law = state.announced, state.options.kita
    assert isinstance(kita, SetAside)
    seat = kita.seat
    if law.interrupts is _ALL:
        state.interrupt(seat)
    elif law.interrupts is _ONLY_IPPATSU:
        state.ippatsu = [False] * len(state.ippatsu)
    if kita.robbable_by and law.passing_is_furiten:
        state.let_pass(NORTH)
        # Passed tiles bind every player who waits for them. Here only those who could have won are bound.
        at = len(state.ron_kinds) - 1
        state.yakuless |= {(other, at) for other in state.setup.seats if other not in kita.robbable_by}
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


def replaced(state: State) -> None:
    """Continue the turn with the replacement tile in hand."""
    state.open_kita = None
