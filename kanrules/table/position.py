"""A position: everything about a table that the machine needs to start from it, whoever wrote it down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from kanrules.errors import UnreadableError
from kanrules.law.outcome import Claim, Outcome
from kanrules.law.vocabulary import Call, FifthKan, Foul, FourKans, Kan, Liability, Penalty, SetAside, Transfer
from kanrules.locale.sentences import number
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.setup import FOUR, Setup
from kanrules.pieces.tiles import KIND, KINDS, NAMES, NORTH, SEATS, Kind, Seat, Tile
from kanrules.table.layout import PendingIndicator
from kanrules.table.state import Phase, State

NOBODY = (False, False, False, False)
Flags = tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """One table at one moment of a hand, the walls included. What is listed by seat has an entry for each
    player, east first.

    `turn` draws next, has just drawn `drawn` (which is among its `hands`), or, with a tile too many and nothing drawn,
    has just called; where `last_discard` is given, it has just discarded, and the last tile of its river may be
    claimed. A kan that is `announced` may be robbed; one whose replacement is yet to come is `replacing`. In `live`
    (in the order of drawing, the last one refills the dead wall) and `replacements` a tile may be None: whoever
    draws it names it. `unseen_counts` then says how many of each of the 37 tiles may still turn up. Tiles that lie
    nowhere in the position are away.
    """

    hands: tuple[tuple[Tile, ...], ...]
    indicators: tuple[Tile | None, ...]
    """All five places, the first `face_up` of them turned."""
    ura: tuple[Tile | None, ...]
    live: tuple[Tile | None, ...]
    replacements: tuple[Tile | None, ...]
    melds: tuple[tuple[Meld, ...], ...] = ((), (), (), ())
    rivers: tuple[tuple[Discard, ...], ...] = ((), (), (), ())
    taken: tuple[tuple[int, ...], ...] = ((), (), (), ())
    """Places in the river that others called."""
    round_wind: Seat = Seat.EAST
    honba: int = 0
    sticks: int = 0
    scores: tuple[int, ...] = (25000, 25000, 25000, 25000)
    riichi: Flags = NOBODY
    double_riichi: Flags = NOBODY
    ippatsu: Flags = NOBODY
    dead: Flags = NOBODY
    turn: Seat = Seat.EAST
    drawn: Tile | None = None
    on_replacement: bool = False
    face_up: int = 1
    pending: tuple[PendingIndicator, ...] = ()
    passed: tuple[int, ...] = (0, 0, 0, 0)
    """By seat, a 34-bit mask of kinds let pass since furiten last ended."""
    first_go_around: bool = False
    red_fives: int = 0
    unseen_counts: tuple[int, ...] | None = None
    liabilities: tuple[tuple[Liability, ...], ...] | None = None
    """By the seat whose hand it is about; None: the ruleset is asked about each meld."""
    kans: tuple[Kan, ...] | None = None
    """The kans of the melds in the order in which they were declared; None: as `kans_of` puts them."""
    last_discard: Discard | None = None
    """The discard that may be claimed, the last of `turn`'s river. Its riichi is not paid yet."""
    silent: tuple[Seat, ...] = ()
    """Seats that have let the tile pass which may be claimed."""
    claims: tuple[Claim, ...] = ()
    """Rons called on it that wait to be settled."""
    announced: Kan | SetAside | None = None
    """The kan or kita that may be robbed now."""
    turned_early: bool = False
    """Whether its indicator has been turned before the window."""
    replacing: bool = False
    """Whether `turn`'s kan, or the `open_kita`, stands and its replacement tile is yet to come."""
    open_kita: SetAside | None = None
    chain: tuple[int, ...] | None = None
    """The kans of this turn by their numbers, an open one first, and 0 for a kita; None: those whose indicators are
    pending, or the last.
    """
    four_kans: FourKans | None = None
    """What the fourth kan was found to be; None: the ruleset is asked."""
    fifth: FifthKan | None = None
    """What a fifth kan was found to be."""
    deciders: tuple[tuple[str, str], ...] = ()
    """By hook, the plugin that decided, as far as the hand remembers it."""
    forbidden: int | None = None
    """The kinds that a caller may not discard (kuikae), as a mask; None: as the rules say of the last call."""
    refill: tuple[Tile | None, ...] = ()
    """What has come to the dead wall from the live one."""
    fouls: tuple[Foul, ...] = ()
    """Fouls of this hand; their `at` counts back from the position."""
    settled_fouls: tuple[int, ...] = ()
    """The `at` of those that have been ruled on."""
    penalties: tuple[tuple[Seat, Penalty], ...] = ()
    """What they have cost."""
    kitas: tuple[int, ...] = (0, 0, 0, 0)
    """How many norths each has set aside."""
    at_once: tuple[Transfer, ...] = ()
    """What was paid at once for kans of this hand; `scores` and `sticks` have it already."""

    outcome: Outcome | None = None
    """How the hand ended, if it has."""

    @property
    def called(self) -> bool:
        """Whether `turn` has just called a tile and must discard."""
        return self.drawn is None and len(self.hands[self.turn]) % 3 == 2


def kans_of(melds: tuple[tuple[Meld, ...], ...], turn: Seat) -> tuple[Kan, ...]:
    """The kans that stand in these melds, numbered: each seat's in its order, the seat whose turn it is last."""
    found: list[Kan] = []
    for step in range(1, len(melds) + 1):
        seat = SEATS[(turn + step) % len(melds)]
        for meld in melds[seat]:
            if meld.is_kan:
                tile = next(tile for tile in (meld.added, meld.called, meld.tiles[-1]) if tile is not None)
                found.append(Kan(meld.type, seat, tile, meld.tiles, meld.called, meld.source, len(found) + 1))
    return tuple(found)


def of(state: State) -> Position:
    """The position that a hand has come to; ValueError where it is over.

    A hand that starts from it goes on as this one does: the same actions bring the same events and the same end.
    """
    if state.phase is Phase.OVER:
        raise ValueError("the hand is over, and nothing goes on from its end")
    return at(state)


def at(state: State) -> Position:
    """The same at any moment, the end of the hand included."""
    picture = state.table()
    before = len(state.events)
    return Position(
        hands=picture.hands,
        indicators=tuple(state.dora_indicators),
        ura=tuple(state.ura_indicators),
        live=tuple(reversed(state.live)),
        replacements=tuple(state.replacements),
        melds=picture.melds,
        rivers=picture.rivers,
        taken=picture.taken,
        round_wind=state.round_wind,
        honba=state.honba,
        sticks=state.sticks,
        scores=tuple(state.scores),
        riichi=_flags(state.riichi),
        double_riichi=_flags(state.double_riichi),
        ippatsu=_flags(state.ippatsu),
        dead=_flags(state.dead),
        turn=state.turn,
        drawn=state.drawn,
        on_replacement=state.on_replacement,
        face_up=state.face_up,
        pending=tuple(state.pending),
        passed=picture.passed,
        first_go_around=picture.first_go_around,
        red_fives=state.red_fives,
        unseen_counts=None if state.unseen_counts is None else tuple(state.unseen_counts),
        liabilities=picture.liabilities,
        kans=tuple(state.kans),
        last_discard=state.claimable(),
        silent=tuple(sorted(state.silent)),
        claims=tuple(state.claims),
        announced=state.announced,
        turned_early=state.turned_early,
        replacing=state.phase is Phase.REPLACE,
        open_kita=state.open_kita,
        chain=tuple(kan.number if isinstance(kan, Kan) else 0 for kan in state.chain),
        four_kans=state.four_kans,
        fifth=state.fifth,
        deciders=tuple(state.deciders.items()),
        forbidden=state.forbidden,
        refill=tuple(state.refill),
        fouls=tuple(replace(foul, at=foul.at - before) for foul in state.fouls),
        settled_fouls=tuple(sorted(at - before for at in state.settled_fouls)),
        penalties=tuple(state.penalties),
        kitas=picture.kitas,
        at_once=tuple(state.at_once),
        outcome=state.outcome,
    )


def _flags(flags: list[bool]) -> Flags:
    return tuple(flags)


def start(state: State, position: Position) -> None:
    """Sets a machine just begun to this position; UnreadableError (KR111) where it cannot be.

    What the position leaves to the rules (None) is not set here, save what only the judge knows.
    """
    _check(position, state.setup)
    turn, last = position.turn, position.last_discard
    state.red_fives = position.red_fives
    state.kitas = list(position.kitas)
    state.melds = [list(melds) for melds in position.melds]
    state.rivers = [list(river) for river in position.rivers]
    state.taken = [list(taken) for taken in position.taken]
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
    state.face_up = position.face_up
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
    state.on_replacement = position.on_replacement
    state.chain = _chain(position, state.kans)
    state.four_kans, state.fifth, state.deciders = position.four_kans, position.fifth, dict(position.deciders)
    _ask_liability(state, position)
    if len(state.kans) >= 4 and state.four_kans is None:
        answer = state.judge.four_kans(state.kans[3], state.glance)
        state.four_kans = answer.value
        state.decided_by("four_kans", answer.by)
        goes_on = position.on_replacement or position.replacing or last is not None or position.outcome is not None
        if state.four_kans is not FourKans.PLAY_ON and not goes_on:
            raise UnreadableError("four kans stand, and these rules would have ended the hand with the fourth")
    if last is not None:
        state.due = last.riichi or state.has_consequences()


def phase_of(position: Position) -> Phase:
    """What the table waits for."""
    if position.outcome is not None:
        return Phase.OVER
    if position.claims:
        return Phase.RON
    if position.announced is not None:
        return Phase.ROB
    if position.replacing:
        return Phase.REPLACE
    if position.last_discard is not None:
        return Phase.CLAIM
    if position.called:
        return Phase.MUST_DISCARD
    return Phase.DRAW if position.drawn is None else Phase.ACT


def _chain(position: Position, kans: list[Kan]) -> list[Kan | SetAside]:
    if position.chain is not None:
        kita = SetAside(position.turn, sum(position.kitas))
        return [kans[number - 1] if number else kita for number in position.chain]
    if not position.on_replacement and not position.replacing:
        return []
    waiting = {pending.kan for pending in position.pending}
    own = [kan for kan in kans if kan.seat == position.turn]
    return [*([kan for kan in own if kan.number in waiting] or own[-1:])]


def _let_pass(state: State, position: Position) -> None:
    """The machine keeps one list of tiles let pass; which of them bind whom is noted beside it."""
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
        # Its own discard ends what the discarder has let pass, unless it was in riichi already.
        state.discarded_from[last.seat] = len(state.ron_kinds)


def _ask_liability(state: State, position: Position) -> None:
    if position.liabilities is not None:
        state.liabilities = [list(liabilities) for liabilities in position.liabilities]
        return
    for seat in state.setup.seats:
        melds = state.melds[seat]
        for at, meld in enumerate(melds):
            if meld.type is MeldType.CHI:
                continue
            # A shouminkan was a pon when somebody fed it.
            was = MeldType.PON if meld.type is MeldType.SHOUMINKAN else meld.type
            state.melds[seat] = melds[: at + 1]
            call = Call(was, seat, meld.called if meld.called is not None else meld.tiles[0], meld.source)
            state.liabilities[seat].extend(answer.value for answer in state.judge.liability(call, state.glance))
        state.melds[seat] = melds


def _check(position: Position, setup: Setup) -> None:
    for seat in setup.seats:
        held, melds = len(position.hands[seat]), len(position.melds[seat])
        more = seat == position.turn and (position.drawn is not None or held % 3 == 2)
        if held != 13 - 3 * melds + more:
            holds = f"{number(held, 'concealed tile')} beside {number(melds, 'meld')}"
            raise UnreadableError(f"{seat} holds {holds}, expected {13 - 3 * melds + more}")
    last = position.last_discard
    if last is not None and (last.seat != position.turn or position.rivers[last.seat][-1:] != (last,)):
        raise UnreadableError(f"the {NAMES[last.tile]} that may be claimed is not the last discard of {position.turn}")
    if position.drawn is not None and position.drawn not in position.hands[position.turn]:
        raise UnreadableError(f"{position.turn} does not hold the {NAMES[position.drawn]} it has drawn")
    if len(position.indicators) != 5 or len(position.ura) != 5 or not 0 <= position.face_up <= 5:
        raise UnreadableError("a dead wall has five indicators and five ura")
    kinds = [0] * KINDS
    for tile in lying(position, setup):
        kinds[KIND[tile]] += 1
    for kind, count in enumerate(kinds):
        if count and kind not in setup.kinds:
            raise UnreadableError(f"this game is played without 2m to 8m, and {NAMES[kind]} is named")
        if count > 4:
            raise UnreadableError(f"{_NUMBERS.get(count, str(count))} {NAMES[kind]}: there are four of each tile")


_NUMBERS: dict[Kind, str] = {5: "five", 6: "six", 7: "seven", 8: "eight"}


def lying(position: Position, setup: Setup = FOUR) -> list[Tile]:
    """Every tile that the position names: hands, melds, kitas, rivers (what was called lies in its meld), walls; what
    is a tile of the live wall and of the dead one is named once.
    """
    tiles = [tile for hand in position.hands for tile in hand]
    tiles += [NORTH] * sum(position.kitas)
    tiles += [tile for melds in position.melds for meld in melds for tile in meld.tiles]
    for river, taken in zip(position.rivers, position.taken, strict=True):
        tiles += [discard.tile for at, discard in enumerate(river) if at not in taken]
    walls = (
        position.live,
        position.replacements if setup.undrawn else (),
        position.refill,
        position.indicators[: setup.own_indicators],
        position.ura[: setup.own_ura],
    )
    tiles += [tile for wall in walls for tile in wall if tile is not None]
    return tiles
