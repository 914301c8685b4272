"""List every action that players may push now: the player's own turn, and the claims of others.

Most of a hand's actions are plain discards and passed tiles. Each list therefore begins with a fast check that
leaves nothing out, and works out why a rule forbids an action only after it.
"""

from __future__ import annotations

from itertools import combinations, compress
from operator import itemgetter

from kanrules.kan import announcement, course, kita, late_robbery
from kanrules.kyoku import abortive_draws, legal
from kanrules.kyoku import wins as ending
from kanrules.law.hook_values import FourKans
from kanrules.law.options import NorthDiscard
from kanrules.law.setup import has_kita
from kanrules.pieces.actions import (
    DRAWN_DISCARDS,
    DRAWS,
    HAND_DISCARDS,
    PASS,
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    KanAction,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
    chi_or_pon,
)
from kanrules.pieces.actions import Kita as SetNorthAside
from kanrules.pieces.melds import MeldType
from kanrules.pieces.readings import TILE_BITS, TILE_SUITS, chi_mask, holds_four
from kanrules.pieces.tiles import BIT, KIND, NORTH, RED_OF, TERMINALS_AND_HONOURS, Kind, Seat, Tile
from kanrules.table.state import Phase, State

_DRAW, _ACT, _MUST_DISCARD, _CLAIM = Phase.DRAW, Phase.ACT, Phase.MUST_DISCARD, Phase.CLAIM
_ROB, _REPLACE, _RON = Phase.ROB, Phase.REPLACE, Phase.RON
_ABORT, _NO_NORTH, _PON = FourKans.ABORT, NorthDiscard.FORBIDDEN, MeldType.PON

_TWO: tuple[int, ...] = tuple(6 * bit for bit in TILE_BITS)
"""By tile, the bits of its suit that are set if a hand holds two or three of its kind."""
_orphans = itemgetter(*sorted(TERMINALS_AND_HONOURS))
_ROWS: tuple[tuple[tuple[Discard, ...], ...], ...] = tuple(
    tuple((*row[:tile], drawn[tile], *row[tile + 1 :]) for tile in range(len(row)))
    for row, drawn in zip(HAND_DISCARDS, DRAWN_DISCARDS, strict=True)
)
"""Discards of each tile by seat and by the tile that was drawn: that one is tsumogiri, the others are not."""


def actions(state: State, seat: Seat | None) -> list[Action]:
    """Return every action that this seat may push now, or any seat (None). A single player's pass is listed only if you
    ask for that player.
    """
    phase = state.phase
    if phase is _CLAIM:
        found = _claims(state, seat)
        if not state.live or (state.due and abortive_draws.on_passing(state) is not None):
            found.append(PASS)
        else:
            found.append(_draw(state.next_seat, state.live[-1]))
    elif phase is _ACT or phase is _MUST_DISCARD:
        found = _own_turn(state) if seat is None or seat == state.turn else []
        if state.window is not None and seat != state.turn:
            rons = _rons(state, seat)
            found += rons if seat is None or not rons else [*rons, Pass(seat)]
        return found
    elif phase is _DRAW:
        found = [_draw(state.next_seat, state.live[-1]) if state.live else PASS]
    elif phase is _REPLACE:
        found = [*(_rons(state, seat) if state.window is not None else ()), _draw(state.turn, state.replacement_tile())]
    elif phase is _ROB:
        assert state.announced is not None, "a kan is announced while it may be robbed"
        found = [*_rons(state, seat), _draw(state.announced.seat, state.replacement_tile())]
    elif phase is _RON:
        found = [*_rons(state, seat), PASS]
    else:
        found = []
    if seat is None:
        return found
    own = [a for a in found if a.seat == seat or a.seat is None]
    if any(a.seat is not None and not isinstance(a, Draw) for a in own):
        own.append(Pass(seat))
    return own


def _draw(seat: Seat, tile: Tile | None) -> Action:
    return Draw(seat) if tile is None else DRAWS[seat][tile]


def _rons(state: State, seat: Seat | None) -> list[Action]:
    seats, table = state.setup.seats if seat is None else (seat,), late_robbery.as_robbed(state)
    return [Ron(seat) for seat in seats if seat not in state.silent and not ending.ron_objections(table, seat)]


# --- the player's own turn -----------------------------------------------------------------------------------------


def _own_turn(state: State) -> list[Action]:
    seat, drawn = state.turn, state.drawn
    hand = state.hands[seat]
    found: list[Action] = []
    if state.phase is _ACT:
        if drawn is not None and state.waits(seat) >> KIND[drawn] & 1 and not ending.tsumo_objections(state, seat):
            found.append(Tsumo(seat))
        if state.four_kans is _ABORT and abortive_draws.ends_unless_won(state):
            return [*found, PASS]
        first = not state.go_around_over and not state.rivers[seat]
        if first and _orphans(hand).count(0) < 5 and not legal.kyuushu_objections(state, seat):
            found.append(Kyuushu(seat))
    # Only a plugin lets a kan follow a chi or pon.
    if (state.phase is _ACT or state.judge.asks("before_kan")) and (state.melds[seat] or holds_four(state.suits[seat])):
        found += [a for a in _held_kans(state, seat) if not course.against(state, announcement.kan_of(state, a))]
    norths = hand[NORTH] and has_kita(state.options)
    if norths and not kita.objections(state, seat):
        found.append(SetNorthAside(seat))
    if state.riichi[seat] and drawn is not None:
        found.append(DRAWN_DISCARDS[seat][drawn])
        return found
    forbidden = state.forbidden if state.swaps else 0
    if norths and state.options.kita.discard is _NO_NORTH and legal.others_than_north(state, seat):
        forbidden |= BIT[NORTH]
    riichi = legal.riichi_tiles(state, seat)
    if riichi or forbidden:
        return [*found, *_chosen_discards(state, riichi, forbidden)]
    if drawn is None:
        return [*found, *compress(HAND_DISCARDS[seat], hand)]
    if hand[drawn] > 1:
        before = len(found) + drawn - hand[:drawn].count(0)
        found += compress(_ROWS[seat][drawn], hand)
        found.insert(before + 1, HAND_DISCARDS[seat][drawn])
        return found
    found += compress(_ROWS[seat][drawn], hand)
    return found


def _held_kans(state: State, seat: Seat) -> list[KanAction]:
    """Return the ankan and shouminkan whose tiles the player holds. Whether they are legal is a separate question."""
    found: list[KanAction] = []
    if holds_four(state.suits[seat]):
        found += [Ankan(seat, kind) for kind in range(34) if len(announcement.tiles_of(state, seat, kind)) == 4]
    for meld in state.melds[seat]:
        if meld.type is _PON:
            held = announcement.tiles_of(state, seat, meld.kind)
            if held:
                found.append(Shouminkan(seat, held[0]))
    return found


def _chosen_discards(state: State, riichi: int, forbidden: int) -> list[Action]:
    """Return the discards without the forbidden kinds, each with riichi as well where it may declare it."""
    seat, drawn = state.turn, state.drawn
    found: list[Action] = []
    for tile, count in enumerate(state.hands[seat]):
        bit = BIT[tile]
        if not count or forbidden & bit:
            continue
        if tile == drawn:
            found.append(DRAWN_DISCARDS[seat][tile])
            if riichi & bit:
                found.append(Discard(seat, tile, True, True))
            if count == 1:
                continue
        found.append(HAND_DISCARDS[seat][tile])
        if riichi & bit:
            found.append(Discard(seat, tile, False, True))
    return found


# --- claims on a discard -------------------------------------------------------------------------------------------


def _claims(state: State, asked: Seat | None) -> list[Action]:
    last = state.last
    assert last is not None, "there is a discard to claim"
    tile, by, silent = last.tile, last.seat, state.silent
    kind, suit, two = KIND[tile], TILE_SUITS[tile], _TWO[tile]
    found: list[Action] = []
    calls_open = bool(state.live) and not (state.kans and state.ends_on_discard)
    riichi, dead, after = state.riichi, state.dead, state.next_seat
    for seat in state.setup.seats if asked is None else (asked,):
        if seat is by or seat in silent:
            continue
        if state.waits(seat) >> kind & 1 and not ending.ron_objections(state, seat):
            found.append(Ron(seat))
        if not calls_open or riichi[seat] or dead[seat]:
            continue
        held = state.suits[seat][suit]
        calls: list[Chi | Pon] = []
        if held & two and (kind != NORTH or legal.may_call_north(state)):
            of_kind = announcement.tiles_of(state, seat, kind)
            calls += _pons(seat, tile, of_kind)
            if len(of_kind) == 3:
                daiminkan = Daiminkan(seat, tile)
                if not course.against(state, announcement.kan_of(state, daiminkan)):
                    found.append(daiminkan)
        if seat is after and chi_mask(held, suit) >> kind % 9 & 1 and state.options.calls.chi:
            calls += _chis(state, seat, tile)
        if calls:
            # Only a hand that has called before can run out of tiles that kuikae allows: it forbids seven at most.
            found += calls if len(state.melds[seat]) < 2 else [c for c in calls if legal.can_discard_after(state, c)]
    return found


def _pons(seat: Seat, tile: Tile, held: tuple[Tile, ...]) -> list[Chi | Pon]:
    pairs = sorted(set(combinations(sorted(held), 2)))
    return [chi_or_pon(Pon, seat, tile, first, second) for first, second in pairs]


def _chis(state: State, seat: Seat, tile: Tile) -> list[Chi | Pon]:
    kind = KIND[tile]
    first, end = kind - min(kind % 9, 2), kind + min(8 - kind % 9, 2) + 1
    near = {other: held for other in range(first, end) if other != kind and (held := _choices(state, seat, other))}
    return [
        chi_or_pon(Chi, seat, tile, a, b)
        for low, high in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2))
        if low in near and high in near
        for a in near[low]
        for b in near[high]
    ]


def _choices(state: State, seat: Seat, kind: Kind) -> list[Tile]:
    """Return the different tiles of a kind that the player holds: a plain one, a red one."""
    hand, red = state.hands[seat], RED_OF[kind]
    held = [kind] if hand[kind] else []
    return [*held, red] if red is not None and hand[red] else held
