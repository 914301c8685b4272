"""Start a hand from a position instead of a deal: fill the machine's fields, and apply the rules to that table."""

from __future__ import annotations

from functools import reduce
from operator import or_

from kanrules.errors import UnreadableError
from kanrules.kan import course, liability
from kanrules.law.hook_values import Call, FourKans, Kan, SetAside
from kanrules.law.options import Instant
from kanrules.locale.sentences import number
from kanrules.pieces.melds import MeldType
from kanrules.pieces.setup import Setup
from kanrules.pieces.tiles import KIND, KINDS, NAMES
from kanrules.table.layout import kans_of, turned_by
from kanrules.table.position import Position, lying, phase_of
from kanrules.table.state import State


def start_from(state: State, position: Position) -> None:
    """Set up a new machine with this position. Raises UnreadableError (KR111) if the position is impossible.

    What the position leaves to the rules (None) is not set here, except for what only the judge knows.
    """
    _check(position, state.setup)
    turn, last = position.turn, position.last_discard
    state.red_fives = position.red_fives
    state.kitas = list(position.kitas)
    state.melds = [list(melds) for melds in position.melds]
    state.rivers = [list(river) for river in position.rivers]
    state.taken = [list(taken) for taken in position.taken]
    state.kan_discards = list(position.kan_discards)
    state.riichi, state.double_riichi = list(position.riichi), list(position.double_riichi)
    state.ippatsu, state.dead = list(position.ippatsu), list(position.dead)
    state.go_around_over = not position.first_go_around
    state.turn = turn
    state.next_seat = turn if last is None else state.after[turn]
    state.drawn = position.drawn
    state.last = last
    state.riichi_unpaid = turn if last is not None and last.riichi else None
    state.phase, state.outcome = phase_of(position), position.outcome
    state.live = list(reversed(position.live))
    state.replacements, state.refill = list(position.replacements), list(position.refill)
    state.dora_indicators, state.ura_indicators = list(position.indicators), list(position.ura)
    state.face_up, state.wall_break = position.face_up, position.wall_break
    state.pending = list(position.pending)
    state.unseen_counts = None if position.unseen_counts is None else list(position.unseen_counts)
    state.silent, state.claims = set(position.silent), list(position.claims)
    state.announced, state.turned_early = position.announced, position.turned_early
    state.open_kita = position.open_kita
    state.forbidden = position.forbidden or 0
    state.fouls, state.settled_fouls = list(position.fouls), set(position.settled_fouls)
    state.penalties, state.at_once = list(position.penalties), list(position.at_once)
    _let_pass(state, position)
    state.kans = list(kans_of(position.melds, turn) if position.kans is None else position.kans)
    early = [position.announced] if position.turned_early and isinstance(position.announced, Kan) else []
    state.indicator_kans = list(
        turned_by([*state.kans, *early], position.pending, position.face_up)
        if position.indicator_kans is None
        else position.indicator_kans
    )
    state.on_replacement = position.on_replacement
    state.chain = _chain(position, state.kans)
    state.four_kans, state.fifth, state.deciders = position.four_kans, position.fifth, dict(position.deciders)
    waiting = state.announced if isinstance(state.announced, Kan) else None
    if waiting is None and position.replacing and state.open_kita is None and state.kans:
        waiting = state.kans[-1]
    if waiting is not None:
        course.decide_replacement(state, waiting)
    _attach_liabilities(state, position)
    if state.kans and position.four_kans is None:
        goes_on = position.on_replacement or position.replacing or last is not None or position.outcome is not None
        if _ended_by_kans(state) and not goes_on:
            raise UnreadableError(
                "four kans are completed, and these rules would have ended the hand with the fourth"
                if len(state.kans) > 3
                else f"{number(len(state.kans), 'kan')} completed, and these rules would have ended the hand there"
            )
    if last is not None:
        state.due = last.riichi or state.has_consequences()


def _ended_by_kans(state: State) -> bool:
    """Return True if the rules end the hand with the last kan or with the fourth, and note what they say."""
    if len(state.kans) > 3:
        course.decide_fourth(state, state.kans[3])
    elif state.judge.asks("kans_end"):
        course.end_earlier(state, state.kans[-1])
    return state.four_kans not in (None, FourKans.PLAY_ON)


def _chain(position: Position, kans: list[Kan]) -> list[Kan | SetAside]:
    if position.chain is not None:
        kita = SetAside(position.turn, sum(position.kitas))
        return [kans[number - 1] if number else kita for number in position.chain]
    if not position.on_replacement and not position.replacing:
        return []
    waiting = {pending.kan for pending in position.pending if pending.instant is not Instant.WIN}
    own = [kan for kan in kans if kan.seat == position.turn]
    return [*([kan for kan in own if kan.number in waiting] or own[-1:])]


def _let_pass(state: State, position: Position) -> None:
    """Restore the passed tiles. The machine keeps one list for all players, and separately which of its entries do not
    make which player furiten.
    """
    last = position.last_discard
    if position.first_go_around:
        state.ron_kinds = [KIND[river[0].tile] for river in position.rivers if river]
        let_pass = state.ron_kinds if last is None else state.ron_kinds[:-1]
    else:
        anybody = reduce(or_, position.passed)
        let_pass = [kind for kind in range(KINDS) if anybody >> kind & 1]
        state.ron_kinds = let_pass if last is None else [*let_pass, KIND[last.tile]]
    for seat in state.setup.seats:
        for at, kind in enumerate(let_pass):
            if not position.passed[seat] >> kind & 1:
                state.yakuless.add((seat, at))
    if last is not None and (last.riichi or not position.riichi[last.seat]):
        # The discarder's own discard ends furiten for what they passed before, unless they were already in riichi.
        state.discarded_from[last.seat] = len(state.ron_kinds)


def _attach_liabilities(state: State, position: Position) -> None:
    if position.liabilities is not None:
        state.liabilities = [list(liabilities) for liabilities in position.liabilities]
        return
    for seat in state.setup.seats:
        melds = state.melds[seat]
        for at, meld in enumerate(melds):
            if meld.type is MeldType.CHI:
                continue
            # A shouminkan was a pon when a player fed it.
            was = MeldType.PON if meld.type is MeldType.SHOUMINKAN else meld.type
            state.melds[seat] = melds[: at + 1]
            call = Call(was, seat, meld.called if meld.called is not None else meld.tiles[0], meld.source)
            state.liabilities[seat].extend(answer.value for answer in liability.of_call(state, call))
        state.melds[seat] = melds


def _check(position: Position, setup: Setup) -> None:
    for seat in setup.seats:
        held, melds = len(position.hands[seat]), len(position.melds[seat])
        more = seat == position.turn and (position.drawn is not None or held % 3 == 2)
        if held != 13 - 3 * melds + more:
            holds = f"{number(held, 'concealed tile')} with {number(melds, 'meld')}"
            raise UnreadableError(f"{seat} holds {holds}, expected {13 - 3 * melds + more}")
    last = position.last_discard
    if last is not None and (last.seat != position.turn or position.rivers[last.seat][-1:] != (last,)):
        raise UnreadableError(f"the {NAMES[last.tile]} that may be claimed is not the last discard of {position.turn}")
    if position.drawn is not None and position.drawn not in position.hands[position.turn]:
        raise UnreadableError(f"{position.turn} does not hold the {NAMES[position.drawn]} it has drawn")
    if len(position.indicators) != 5 or len(position.ura) != 5 or not 1 <= position.face_up <= 5:
        raise UnreadableError("a dead wall has five dora indicators, at least one face up, and five ura indicators")
    kinds = [0] * KINDS
    for tile in lying(position, setup):
        kinds[KIND[tile]] += 1
    for kind, count in enumerate(kinds):
        if count and kind not in setup.kinds:
            raise UnreadableError(f"this game is played without 2m to 8m, but {NAMES[kind]} is used here")
        if count > 4:
            raise UnreadableError(f"{count} copies of {NAMES[kind]}: there are four of each tile")
