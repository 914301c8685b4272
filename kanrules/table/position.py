"""A position: everything about a table that the machine needs to start from it, whoever wrote it down."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kanrules.law.outcome import Claim, Outcome
from kanrules.law.vocabulary import FifthKan, Foul, FourKans, Kan, Liability, Penalty, SetAside, Transfer
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld
from kanrules.pieces.setup import FOUR, Setup
from kanrules.pieces.tiles import NORTH, SEATS, Seat, Tile
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
