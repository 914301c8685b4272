"""What players may do now: every legal action, and the objections to the others."""

from __future__ import annotations

from kanrules.kan import announcement, chankan, kita, objections
from kanrules.kyoku import abortive_draws
from kanrules.kyoku import wins as ending
from kanrules.law.codes import objection
from kanrules.law.hook_values import FourKans
from kanrules.law.kuikae import kuikae_mask
from kanrules.law.options import AbortiveDraw, Kuikae, NorthDiscard, Riichi
from kanrules.law.setup import has_kita
from kanrules.law.tenpai import tenpai_discards
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
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import Concealed
from kanrules.pieces.tiles import (
    BIT,
    FIVES,
    KIND,
    NAMES,
    NORTH,
    RED_FIVES,
    TERMINALS_AND_HONOURS,
    Kind,
    Seat,
    Tile,
)
from kanrules.rulings import Objection
from kanrules.table.state import Phase, State

# Looking up an enum member takes a tenth of a microsecond in Python 3.11, and this code runs with every tile.
_ABORT, _CLAIM = FourKans.ABORT, Phase.CLAIM
_NO_NORTH = NorthDiscard.FORBIDDEN
_REDS = tuple(zip(RED_FIVES, FIVES, strict=True))
_ALWAYS_ENOUGH: int = max(Riichi.__dataclass_fields__["min_live_tiles"].metadata["allowed"])
"""Number of tiles in the live wall that is enough for riichi under any ruleset."""


def actions(state: State, seat: Seat | None) -> list[Action]:
    """Return every action that this seat may push now, or any seat (None). A single player's pass is listed only if you
    ask for that player.
    """
    phase = state.phase
    found: list[Action] = []
    if phase is Phase.ACT or phase is Phase.MUST_DISCARD:
        found = _turn(state) if seat is None or seat == state.turn else []
        if state.window is not None and seat != state.turn:
            rons = [ron for ron in _rons(state) if seat is None or ron.seat == seat]
            found += rons if seat is None or not rons else [*rons, Pass(seat)]
        return found
    if phase is Phase.DRAW:
        found.append(_draw(state, state.next_seat) if state.live else PASS)
    elif phase is Phase.REPLACE:
        found.append(_replacement(state, state.turn))
    elif phase is _CLAIM:
        found = _claims(state)
        if not state.live or (state.due and abortive_draws.on_passing(state) is not None):
            found.append(PASS)
        else:
            found.append(_draw(state, state.next_seat))
    elif phase is Phase.ROB:
        assert state.announced is not None
        found = _rons(state)
        found.append(_replacement(state, state.announced.seat))
    elif phase is Phase.RON:
        found = _rons(state)
        found.append(PASS)
    if seat is None:
        return found
    own = [a for a in found if a.seat == seat or a.seat is None]
    if any(a.seat is not None and not isinstance(a, Draw) for a in own):
        own.append(Pass(seat))
    return own


def _rons(state: State) -> list[Action]:
    seats, table = state.setup.seats, chankan.as_robbed(state)
    return [Ron(seat) for seat in seats if seat not in state.silent and not ending.ron_objections(table, seat)]


def _draw(state: State, seat: Seat) -> Action:
    tile = state.live[-1]
    return Draw(seat) if tile is None else DRAWS[seat][tile]


def _replacement(state: State, seat: Seat) -> Action:
    tile = state.replacement_tile()
    return Draw(seat) if tile is None else DRAWS[seat][tile]


def _turn(state: State) -> list[Action]:
    seat, drawn = state.turn, state.drawn
    hand = state.hands[seat]
    found: list[Action] = []
    if state.phase is Phase.ACT:
        # Quick checks come first for actions that are almost never legal; finding the reason takes longer.
        if drawn is not None and state.waits(seat) >> KIND[drawn] & 1 and not ending.tsumo_objections(state, seat):
            found.append(Tsumo(seat))
        if state.four_kans is _ABORT and abortive_draws.ends_unless_won(state):
            return [*found, PASS]
        if not state.go_around_over and not state.rivers[seat] and not kyuushu_objections(state, seat):
            found.append(Kyuushu(seat))
        found += [a for a in possible_kans(state, seat) if not objections.against(state, announcement.kan_of(state, a))]
    law = state.options.kita
    norths = hand[NORTH] and has_kita(state.options)
    if norths and not kita.objections(state, seat):
        found.append(Kita(seat))
    if state.riichi[seat] and drawn is not None:
        found.append(DRAWN_DISCARDS[seat][drawn])
        return found
    riichi = riichi_tiles(state, seat)
    forbidden = state.forbidden
    if norths and law.discard is _NO_NORTH and _others_than_north(state, seat):
        forbidden |= BIT[NORTH]
    hand_discards, drawn_discards = HAND_DISCARDS[seat], DRAWN_DISCARDS[seat]
    for tile in [tile for tile, count in enumerate(hand) if count]:
        bit = BIT[tile]
        if forbidden & bit:
            continue
        if tile == drawn:
            found.append(drawn_discards[tile])
            if riichi & bit:
                found.append(Discard(seat, tile, True, True))
            if hand[tile] == 1:
                continue
        found.append(hand_discards[tile])
        if riichi & bit:
            found.append(Discard(seat, tile, False, True))
    return found


def _others_than_north(state: State, seat: Seat) -> bool:
    """Return True if the player has a tile other than a north to discard."""
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
        or not _others_than_north(state, action.seat)
    ):
        return []
    return [objection("KR223", "discard", "kita.discard", action=action)]


def possible_kans(state: State, seat: Seat) -> list[KanAction]:
    """Return the ankan and shouminkan whose tiles the player holds. Whether they are legal is a separate question."""
    hand = state.hands[seat]
    found: list[KanAction] = []
    if 4 in hand or any(hand[red] and hand[red] + hand[five] == 4 for red, five in _REDS):
        found += [Ankan(seat, kind) for kind in range(34) if len(announcement.tiles_of(state, seat, kind)) == 4]
    for meld in state.melds[seat]:
        if meld.type is MeldType.PON:
            held = announcement.tiles_of(state, seat, meld.kind)
            if held:
                found.append(Shouminkan(seat, held[0]))
    return found


def riichi_tiles(state: State, seat: Seat) -> int:
    """Return the kinds that may be discarded with riichi, as a 34-bit mask."""
    if state.phase is not Phase.ACT or riichi_bars(state, seat):
        return 0
    concealed = Concealed.from_counts(state.hands[seat])
    return tenpai_discards(concealed, state.melds[seat], state.options.tenpai.exhausted_wait)


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
    counts = state.hands[seat][:]
    counts[tile] -= 1
    if state.phase is not Phase.ACT:
        found.append(objection("KR299", "riichi_after_call"))
    elif not state.counts_as_tenpai(Concealed.from_counts(counts), seat):
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
    kinds = sum(1 for kind in TERMINALS_AND_HONOURS if state.hands[seat][kind])
    if kinds < 9:
        found.append(objection("KR299", "kinds", count=kinds))
    return found


# --- calls on a discard --------------------------------------------------------------------------------------------


def _claims(state: State) -> list[Action]:
    last = state.last
    assert last is not None
    kind = KIND[last.tile]
    found: list[Action] = []
    calls_open = bool(state.live) and not (state.four_kans is not None and state.four_kans.ends_on_discard)
    pon_open = kind != NORTH or may_call_north(state)
    chi_open = kind < 27 and state.options.calls.chi
    for seat in state.setup.seats:
        if seat == last.seat or seat in state.silent:
            continue
        if state.waits(seat) >> kind & 1 and not ending.ron_objections(state, seat):
            found.append(Ron(seat))
        if not calls_open or state.riichi[seat] or state.dead[seat]:
            continue
        candidates: list[Action] = []
        hand = state.hands[seat]
        held = announcement.tiles_of(state, seat, kind) if hand[kind] > 1 or kind in FIVES else ()
        if len(held) >= 2:
            if pon_open:
                pairs = sorted({(a, b) if a < b else (b, a) for i, a in enumerate(held) for b in held[i + 1 :]})
                candidates += [Pon(seat, last.tile, pair) for pair in pairs]
            if len(held) == 3 and pon_open:
                daiminkan = Daiminkan(seat, last.tile)
                if not objections.against(state, announcement.kan_of(state, daiminkan)):
                    found.append(daiminkan)
        if chi_open and seat == state.next_seat:
            candidates += _runs(state, seat, last.tile)
        if candidates:
            found += [c for c in candidates if isinstance(c, (Pon, Chi)) and _can_discard_after(state, c)]
    return found


def _held(state: State, seat: Seat, kind: Kind) -> list[Tile]:
    hand = state.hands[seat]
    held = [kind] if hand[kind] else []
    if kind in FIVES and hand[RED_FIVES[FIVES.index(kind)]]:
        held.append(RED_FIVES[FIVES.index(kind)])
    return held


def _runs(state: State, seat: Seat, tile: Tile) -> list[Action]:
    kind = KIND[tile]
    number = kind % 9
    first, end = kind - min(number, 2), kind + min(8 - number, 2) + 1
    near = {other: held for other in range(first, end) if other != kind and (held := _held(state, seat, other))}
    return [
        Chi(seat, tile, (a, b))
        for low, high in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2))
        if low in near and high in near
        for a in near[low]
        for b in near[high]
    ]


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


def only_ron(state: State, action: Action) -> Objection:
    """Return the objection to a call on the discard that ends the hand after the fourth kan."""
    of_one = len({kan.seat for kan in state.kans}) == 1
    key = "four_kans.one_player" if of_one else "four_kans.several_players"
    return objection("KR299", "only_ron" if len(state.kans) > 3 else "kans_end_only_ron", key, action=action)


def _can_discard_after(state: State, action: Chi | Pon) -> bool:
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
    if state.four_kans is not None and state.four_kans.ends_on_discard:
        found.append(only_ron(state, action))
    # Kuikae bars at most two kinds, seven tiles, so only a hand that has called before can run out of other tiles.
    if len(state.melds[seat]) > 1 and not _can_discard_after(state, action):
        found.append(objection("KR299", "no_discard_left", "calls.kuikae", action=action))
    return found
