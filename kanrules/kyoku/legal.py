"""What the rules say against a discard, a call, riichi, or kyuushu kyuuhai."""

from __future__ import annotations

from kanrules.kan import course
from kanrules.law.codes import objection
from kanrules.law.kuikae import kuikae_mask
from kanrules.law.options import AbortiveDraw, Kuikae, NorthDiscard, Riichi
from kanrules.law.setup import has_kita
from kanrules.law.tenpai import tenpai_discards
from kanrules.pieces.actions import (
    Chi,
    Discard,
    Pon,
)
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import Concealed, is_far_from_tenpai
from kanrules.pieces.tiles import (
    KIND,
    NAMES,
    NORTH,
    TERMINALS_AND_HONOURS,
    Seat,
    Tile,
)
from kanrules.rulings import Objection
from kanrules.table.state import Phase, State

_ACT, _CLAIM = Phase.ACT, Phase.CLAIM
_NO_NORTH = NorthDiscard.FORBIDDEN
_ALWAYS_ENOUGH: int = max(Riichi.__dataclass_fields__["min_live_tiles"].metadata["allowed"])
"""Number of tiles in the live wall that is enough for riichi under any ruleset."""


def others_than_north(state: State, seat: Seat) -> bool:
    """Return True if the player has a tile other than a north to discard."""
    if state.is_hidden(seat):
        state.cannot_know("north discard", seat)
        return False
    return any(
        count and KIND[tile] != NORTH and not state.forbidden >> KIND[tile] & 1
        for tile, count in enumerate(state.hands[seat])
    )


def may_call_north(state: State) -> bool:
    """True if a discarded north may be called for pon or kan. Source: mahjong-rule.jp, nukidora (no pon and no kan)."""
    return state.options.kita.pon or state.setup.players == 4


def north_objections(state: State, action: Discard) -> list[Objection]:
    """Return the objection to discarding a north, if the rules forbid it and the player can discard another tile."""
    if (
        state.options.kita.discard is not _NO_NORTH
        or not has_kita(state.options)
        or not others_than_north(state, action.seat)
    ):
        return []
    return [objection("KR223", "discard", "kita.discard", action=action)]


def riichi_tiles(state: State, seat: Seat) -> int:
    """Return the kinds that may be discarded with riichi, as a 34-bit mask."""
    suits = state.suits[seat]
    # Most hands are far from tenpai or open, which takes less time to see than the objections take to write.
    if state.phase is not _ACT or is_far_from_tenpai(suits) or riichi_bars(state, seat):
        return 0
    return tenpai_discards(Concealed(*suits), state.melds[seat], state.options.tenpai.exhausted_wait)


def riichi_bars(state: State, seat: Seat) -> list[Objection]:
    """Return the objections to riichi with any discard: an open hand, too few tiles left, or no points for the
    stick.
    """
    law = state.options.riichi
    found = []
    if state.dead[seat]:
        found.append(objection("KR214", "riichi", seat=seat))
    if state.riichi[seat]:
        found.append(objection("KR299", "in_riichi", seat=seat))
    if any(meld.is_open for meld in state.melds[seat]):
        found.append(objection("KR299", "open_hand", seat=seat))
    # Read a key only if it can matter here: rulesets that differ in it then share the replay of every hand in which
    # it does not.
    if len(state.live) < _ALWAYS_ENOUGH and len(state.live) < law.min_live_tiles:
        needed, left = law.min_live_tiles, len(state.live)
        name = "no_tile" if needed == 1 else "few_tiles"
        found.append(objection("KR299", name, "riichi.min_live_tiles", needed=needed, count=left))
    if state.scores[seat] < 1000 and law.needs_stick:
        found.append(objection("KR299", "no_stick", "riichi.needs_stick", seat=seat, score=state.scores[seat]))
    return found


def riichi_objections(state: State, seat: Seat, tile: Tile) -> list[Objection]:
    """Return the objections to riichi with this discard."""
    found = riichi_bars(state, seat)
    if state.phase is not _ACT:
        found.append(objection("KR299", "riichi_after_call"))
    elif state.is_hidden(seat):
        state.cannot_know("riichi", seat)
    elif not state.is_tenpai_without(seat, tile):
        found.append(objection("KR299", "not_tenpai", "tenpai.exhausted_wait", tile=NAMES[tile]))
    return found


def kyuushu_objections(state: State, seat: Seat) -> list[Objection]:
    """Return the objections to ending the hand with nine terminals and honours on the first draw."""
    found = []
    if state.go_around_over or state.rivers[seat]:
        found.append(objection("KR299", "first_draw"))
        return found
    if state.options.draws.kyuushu_kyuuhai is AbortiveDraw.OFF:
        found.append(objection("KR299", "no_kyuushu", "draws.kyuushu_kyuuhai"))
    if state.is_hidden(seat):
        state.cannot_know("kyuushu", seat)
        return found
    kinds = sum(1 for kind in TERMINALS_AND_HONOURS if state.hands[seat][kind])
    if kinds < 9:
        found.append(objection("KR299", "kinds", count=kinds))
    return found


# --- calls on a discard --------------------------------------------------------------------------------------------


def kuikae_of(law: Kuikae, meld: Meld) -> int:
    """Return the kinds that the caller of this chi or pon must not discard at once."""
    if meld.source is None or meld.called is None or meld.is_kan:
        return 0
    using = list(meld.tiles)
    using.remove(meld.called)
    pair = (using[0], using[1])
    # The seat of the caller has no influence on what must not be discarded.
    call = Chi if meld.type is MeldType.CHI else Pon
    return kuikae_mask(law, call(meld.source, meld.called, pair))


def can_discard_after(state: State, action: Chi | Pon) -> bool:
    """Return True if the hand has a tile left that kuikae allows it to discard after this call."""
    if state.is_hidden(action.seat):
        state.cannot_know("kuikae", action.seat)
        return True
    left = state.hands[action.seat][:]
    for tile in action.using:
        left[tile] -= 1

    def some_left(law: Kuikae) -> bool:
        mask = kuikae_mask(law, action)
        return any(count and not mask >> KIND[tile] & 1 for tile, count in enumerate(left))

    return some_left(Kuikae.FORBIDDEN) or some_left(state.options.calls.kuikae)


def call_objections(state: State, action: Chi | Pon) -> list[Objection]:
    """Return the objections to this chi or pon. KR201 and KR202 mean that it cannot be made at all."""
    last = state.last
    seat = action.seat
    if last is None or state.phase is not _CLAIM or last.tile != action.tile or last.seat == seat:
        return [objection("KR202", "not_discarded", action=action, tile=NAMES[action.tile])]
    hand = state.hands[seat]
    kind = KIND[action.tile]
    first, second = action.using
    if isinstance(action, Chi):
        if seat != state.next_seat:
            return [objection("KR202", "next_player", action=action)]
        kinds = sorted((KIND[first], KIND[second], kind))
        fits = kind < 27 and kinds[0] // 9 == kinds[2] // 9 and kinds[1] == kinds[0] + 1 and kinds[2] == kinds[0] + 2
    else:
        fits = KIND[first] == kind == KIND[second]
    held = hand[first] >= 1 and hand[second] >= (2 if first == second else 1)
    if not fits or not held:
        what = "not_held" if fits else "no_run" if isinstance(action, Chi) else "no_triplet"
        return [objection("KR201", what, action=action, seat=seat)]
    found = []
    if state.dead[seat]:
        found.append(objection("KR214", "call", action=action, seat=seat))
    if seat in state.silent:
        found.append(objection("KR299", "passed", action=action, seat=seat))
    if isinstance(action, Chi):
        if not state.options.calls.chi:
            found.append(objection("KR222", "call", "calls.chi", action=action))
    elif kind == NORTH and not may_call_north(state):
        found.append(objection("KR299", "no_pon", "kita.pon", action=action))
    if state.riichi[seat]:
        found.append(objection("KR299", "call_in_riichi", action=action, seat=seat))
    if not state.live:
        found.append(objection("KR299", "last_discard", action=action))
    if state.ends_on_discard:
        found.append(course.only_ron(state, action))
    # Kuikae bars at most two kinds, seven tiles, so only a hand that has called before can run out of other tiles.
    if len(state.melds[seat]) > 1 and not can_discard_after(state, action):
        found.append(objection("KR299", "no_discard_left", "calls.kuikae", action=action))
    return found
