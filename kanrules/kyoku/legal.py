"""What may be done now: every legal action, and the objections to those that are not."""

from __future__ import annotations

from kanrules.kan import kita, possible
from kanrules.kyoku import draws
from kanrules.kyoku import wins as ending
from kanrules.law.options import AbortiveDraw, Kuikae, NorthDiscard
from kanrules.law.setup import has_kita
from kanrules.law.tenpai import tenpai_discards, tenpai_waits
from kanrules.law.vocabulary import FourKans
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
    TILES,
    Kind,
    Seat,
    Tile,
)
from kanrules.rulings import Objection
from kanrules.table.state import Phase, State

# Python 3.11 looks an enum's member up in a tenth of a microsecond, which is long where it happens with every tile.
_ABORT, _CLAIM = FourKans.ABORT, Phase.CLAIM
_NO_NORTH = NorthDiscard.FORBIDDEN
_FORBIDDEN, _ALLOWED = Kuikae.FORBIDDEN, Kuikae.ALLOWED


def actions(state: State, seat: Seat | None) -> list[Action]:
    """Everything that may be pushed now, by this seat or by anybody (None)."""
    phase = state.phase
    if phase is Phase.ACT or phase is Phase.MUST_DISCARD:
        return _turn(state) if seat is None or seat == state.turn else []
    found: list[Action] = []
    if phase is Phase.DRAW:
        found.append(_draw(state, state.next_seat) if state.live else PASS)
    elif phase is Phase.REPLACE:
        found.append(_replacement(state, state.turn))
    elif phase is _CLAIM:
        found = _claims(state)
        if not state.live or (state.due and draws.on_passing(state) is not None):
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
    return found if seat is None else [a for a in found if a.seat == seat or a.seat is None]


def _rons(state: State) -> list[Action]:
    seats = state.setup.seats
    return [Ron(seat) for seat in seats if seat not in state.silent and not ending.ron_objections(state, seat)]


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
        if not ending.tsumo_objections(state, seat):
            found.append(Tsumo(seat))
        if state.four_kans is _ABORT and draws.ends_unless_won(state):
            return [*found, PASS]
        if not kyuushu_objections(state, seat):
            found.append(Kyuushu(seat))
        found += [a for a in possible_kans(state, seat) if not possible.objections(state, possible.kan_of(state, a))]
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
    for tile in range(TILES):
        count = hand[tile]
        if not count or forbidden >> KIND[tile] & 1:
            continue
        if tile == drawn:
            found.append(drawn_discards[tile])
            if riichi >> KIND[tile] & 1:
                found.append(Discard(seat, tile, True, True))
            if count == 1:
                continue
        found.append(hand_discards[tile])
        if riichi >> KIND[tile] & 1:
            found.append(Discard(seat, tile, False, True))
    return found


def _others_than_north(state: State, seat: Seat) -> bool:
    """Whether the player has another tile to discard than a north."""
    return any(
        count and KIND[tile] != NORTH and not state.forbidden >> KIND[tile] & 1
        for tile, count in enumerate(state.hands[seat])
    )


def _may_be_called(state: State) -> bool:
    """Whether a discarded north may be called for a triplet."""
    return state.options.kita.pon or state.setup.players == 4


def north_objections(state: State, action: Discard) -> list[Objection]:
    """A north may not be discarded where the rules say so, unless the player has no other tile to discard."""
    if (
        state.options.kita.discard is not _NO_NORTH
        or not has_kita(state.options)
        or not _others_than_north(state, action.seat)
    ):
        return []
    return [Objection("KR223", f"{action}: a north may not be discarded", "kita.discard")]


def possible_kans(state: State, seat: Seat) -> list[KanAction]:
    """Ankan and shouminkan whose tiles the player holds; whether the law lets them is another question."""
    hand = state.hands[seat]
    found: list[KanAction] = []
    if 4 in hand or any(hand[red] and hand[five] + hand[red] == 4 for red, five in zip(RED_FIVES, FIVES, strict=True)):
        found += [Ankan(seat, kind) for kind in range(34) if len(possible.tiles_of(state, seat, kind)) == 4]
    for meld in state.melds[seat]:
        if meld.type is MeldType.PON:
            held = possible.tiles_of(state, seat, meld.kind)
            if held:
                found.append(Shouminkan(seat, held[0]))
    return found


def riichi_tiles(state: State, seat: Seat) -> int:
    """The kinds with whose discard riichi may be declared, as a 34-bit mask."""
    if state.phase is not Phase.ACT or riichi_bars(state, seat):
        return 0
    concealed = Concealed.from_counts(state.hands[seat])
    return tenpai_discards(concealed, state.melds[seat], state.options.tenpai.exhausted_wait)


def riichi_bars(state: State, seat: Seat) -> list[Objection]:
    """What keeps a player from riichi whatever is discarded: an open hand, too few tiles left, no stick."""
    law = state.options.riichi
    found = []
    if state.dead[seat]:
        found.append(Objection("KR214", f"{seat} has a dead hand and may not declare riichi"))
    if state.riichi[seat]:
        found.append(Objection("KR299", f"{seat} is in riichi already"))
    if any(meld.is_open for meld in state.melds[seat]):
        found.append(Objection("KR299", f"{seat} has called: riichi needs a closed hand"))
    if len(state.live) < law.min_live_tiles:
        text = f"riichi needs {law.min_live_tiles} live tiles, {len(state.live)} are left"
        found.append(Objection("KR299", text, "riichi.min_live_tiles"))
    if law.needs_stick and state.scores[seat] < 1000:
        found.append(
            Objection(
                "KR299", f"{seat} has {state.scores[seat]} points and cannot put a stick down", "riichi.needs_stick"
            )
        )
    return found


def riichi_objections(state: State, seat: Seat, tile: Tile) -> list[Objection]:
    """Why riichi with this discard is against the law."""
    found = riichi_bars(state, seat)
    counts = state.hands[seat][:]
    counts[tile] -= 1
    if state.phase is not Phase.ACT:
        found.append(Objection("KR299", "riichi is declared on a tile drawn, not after a call"))
    elif not tenpai_waits(Concealed.from_counts(counts), state.melds[seat], state.options.tenpai.exhausted_wait):
        found.append(Objection("KR299", f"without {NAMES[tile]} the hand is not tenpai", "tenpai.exhausted_wait"))
    return found


def kyuushu_objections(state: State, seat: Seat) -> list[Objection]:
    """Why this player may not end the hand with nine terminals and honours on the first draw."""
    found = []
    if state.interrupted or state.rivers[seat]:
        found.append(Objection("KR299", "kyuushu kyuuhai is for an uninterrupted first draw"))
        return found
    if state.options.draws.kyuushu_kyuuhai is AbortiveDraw.OFF:
        found.append(Objection("KR299", "this ruleset has no kyuushu kyuuhai", "draws.kyuushu_kyuuhai"))
    kinds = sum(1 for kind in TERMINALS_AND_HONOURS if state.hands[seat][kind])
    if kinds < 9:
        found.append(Objection("KR299", f"the hand holds {kinds} kinds of terminals and honours, not nine"))
    return found


# --- calls on a discard --------------------------------------------------------------------------------------------


def _claims(state: State) -> list[Action]:
    last = state.last
    assert last is not None
    kind = KIND[last.tile]
    found: list[Action] = []
    calls_open = bool(state.live) and not (state.four_kans is not None and state.four_kans.ends_on_discard)
    pon_open = kind != NORTH or _may_be_called(state)
    chi_open = kind < 27 and state.options.calls.chi
    for seat in state.setup.seats:
        if seat == last.seat or seat in state.silent:
            continue
        if state.waits(seat) >> kind & 1 and not ending.ron_objections(state, seat):
            found.append(Ron(seat))
        if not calls_open or state.riichi[seat] or state.dead[seat]:
            continue
        candidates: list[Action] = []
        held = possible.tiles_of(state, seat, kind)
        if len(held) >= 2:
            pairs = {tuple(sorted((a, b))) for i, a in enumerate(held) for b in held[i + 1 :]}
            if pon_open:
                candidates += [Pon(seat, last.tile, (pair[0], pair[1])) for pair in sorted(pairs)]
            if len(held) == 3:
                daiminkan = Daiminkan(seat, last.tile)
                if not possible.objections(state, possible.kan_of(state, daiminkan)):
                    found.append(daiminkan)
        if chi_open and seat == state.next_seat:
            candidates += _runs(state, seat, last.tile)
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
    found: list[Action] = []
    for low, high in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2)):
        if low // 9 == kind // 9 == high // 9 and low >= kind - number:
            found += [Chi(seat, tile, (a, b)) for a in _held(state, seat, low) for b in _held(state, seat, high)]
    return found


def kuikae_of(law: Kuikae, meld: Meld) -> int:
    """The kinds that the caller of this chi or pon may not discard at once."""
    if meld.source is None or meld.called is None or meld.is_kan:
        return 0
    using = list(meld.tiles)
    using.remove(meld.called)
    pair = (using[0], using[1])
    # The seat of the caller says nothing about what may not be discarded.
    call = Chi if meld.type is MeldType.CHI else Pon
    return kuikae_mask(law, call(meld.source, meld.called, pair))


def kuikae_mask(law: Kuikae, action: Chi | Pon) -> int:
    """The kinds that the caller may not discard at once: the one called, and the run's other end, as the rules say."""
    if law is _ALLOWED:
        return 0
    kind = KIND[action.tile]
    mask = 1 << kind
    if law is _FORBIDDEN and isinstance(action, Chi):
        low, high = sorted(KIND[tile] for tile in action.using)
        if kind < low and high % 9 < 8:
            mask |= 1 << (high + 1)
        elif kind > high and low % 9 > 0:
            mask |= 1 << (low - 1)
    return mask


def only_ron(state: State, action: Action) -> Objection:
    """The objection to a call on the discard that ends the hand after the fourth kan."""
    of_one = len({kan.seat for kan in state.kans}) == 1
    key = "four_kans.one_player" if of_one else "four_kans.several_players"
    return Objection("KR299", f"{action}: after the fourth kan only ron is offered", key)


def _can_discard_after(state: State, action: Chi | Pon) -> bool:
    mask = kuikae_mask(state.options.calls.kuikae, action)
    left = state.hands[action.seat][:]
    for tile in action.using:
        left[tile] -= 1
    return any(count and not mask >> KIND[tile] & 1 for tile, count in enumerate(left))


def call_objections(state: State, action: Chi | Pon) -> list[Objection]:
    """Why this chi or pon is against the law: KR201 and KR202 say that it cannot even be made."""
    last = state.last
    seat = action.seat
    if last is None or state.phase is not _CLAIM or last.tile != action.tile or last.seat == seat:
        return [Objection("KR202", f"{action}: nobody else just discarded {NAMES[action.tile]}")]
    hand = state.hands[seat]
    kind = KIND[action.tile]
    first, second = action.using
    if isinstance(action, Chi):
        if seat != state.next_seat:
            return [Objection("KR202", f"{action}: chi is for the next player only")]
        kinds = sorted((KIND[first], KIND[second], kind))
        fits = kind < 27 and kinds[0] // 9 == kinds[2] // 9 and kinds[1] == kinds[0] + 1 and kinds[2] == kinds[0] + 2
    else:
        fits = KIND[first] == kind == KIND[second]
    held = hand[first] >= 1 and hand[second] >= (2 if first == second else 1)
    if not fits or not held:
        what = (
            "these make no " + ("run" if isinstance(action, Chi) else "triplet")
            if not fits
            else f"{seat} does not hold them"
        )
        return [Objection("KR201", f"{action}: {what}")]
    found = []
    if state.dead[seat]:
        found.append(Objection("KR214", f"{action}: {seat} has a dead hand"))
    if seat in state.silent:
        found.append(Objection("KR299", f"{action}: {seat} has let this tile pass"))
    if isinstance(action, Chi):
        if not state.options.calls.chi:
            found.append(Objection("KR222", f"{action}: these rules have no chi", "calls.chi"))
    elif kind == NORTH and not _may_be_called(state):
        found.append(Objection("KR299", f"{action}: a north may not be called", "kita.pon"))
    if state.riichi[seat]:
        found.append(Objection("KR299", f"{action}: {seat} is in riichi"))
    if not state.live:
        found.append(Objection("KR299", f"{action}: the last discard may only be won on"))
    if state.four_kans is not None and state.four_kans.ends_on_discard:
        found.append(only_ron(state, action))
    # Kuikae bars two kinds at the most, seven tiles: only a hand that has called before can run out of others.
    if len(state.melds[seat]) > 1 and not _can_discard_after(state, action):
        found.append(Objection("KR299", f"{action}: kuikae would leave no tile to discard", "calls.kuikae"))
    return found
