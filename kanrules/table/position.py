"""A position: everything about a table that the machine needs to start from it."""

from __future__ import annotations

from dataclasses import replace

from kanrules.frozen import frozen
from kanrules.law.hook_values import FifthKan, Foul, FourKans, Kan, Liability, Penalty, SetAside, Transfer
from kanrules.law.outcome import Claim, Outcome
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld
from kanrules.pieces.setup import FOUR, Setup
from kanrules.pieces.tiles import NORTH, Seat, Tile
from kanrules.table.layout import PendingIndicator
from kanrules.table.state import Phase, State

NOBODY = (False, False, False, False)
Flags = tuple[bool, ...]


@frozen
class Position:
    """One table at one moment of a hand, walls included. Fields by seat have one entry per player, east first.

    `turn` draws next, or has just drawn `drawn` (which is also in `hands`), or, with a tile too many and nothing drawn,
    has just called. If `last_discard` is given, `turn` has just discarded, and the last tile of the river may be
    claimed. An `announced` kan may be robbed; if `replacing` is set, its replacement tile is still to be drawn. A tile
    in `live` (in drawing order; the last one refills the dead wall) or `replacements` may be None: the action that
    draws it names it. `unseen_counts` then says how many of each of the 37 tiles can still appear. Tiles that are
    nowhere in the position are out of play.
    """

    hands: tuple[tuple[Tile, ...], ...]
    indicators: tuple[Tile | None, ...]
    """All five dora indicators. The first `face_up` of them are turned."""
    ura: tuple[Tile | None, ...]
    live: tuple[Tile | None, ...]
    replacements: tuple[Tile | None, ...]
    melds: tuple[tuple[Meld, ...], ...] = ((), (), (), ())
    rivers: tuple[tuple[Discard, ...], ...] = ((), (), (), ())
    taken: tuple[tuple[int, ...], ...] = ((), (), (), ())
    """Indexes of the discards in a river that other players called."""
    kan_discards: tuple[tuple[Seat, int, int], ...] = ()
    """Discards that followed a kan in the same turn: the seat, the index in its river, and the number of the kan."""
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
    indicator_kans: tuple[int, ...] | None = None
    """Number of the kan that turned each face-up indicator, 0 for the first. None: the kans whose indicators do not
    wait, in order.
    """
    wall_break: Seat | None = None
    """Seat at whose wall the deal began, if known."""
    pending: tuple[PendingIndicator, ...] = ()
    passed: tuple[int, ...] = (0, 0, 0, 0)
    """Kinds that each seat has passed since furiten last ended, as a 34-bit mask."""
    first_go_around: bool = False
    red_fives: int = 0
    unseen_counts: tuple[int, ...] | None = None
    liabilities: tuple[tuple[Liability, ...], ...] | None = None
    """Liabilities by the seat whose hand they concern. None: the ruleset is asked about each meld."""
    kans: tuple[Kan, ...] | None = None
    """Kans among the melds, in the order of declaration. None: in the order of `kans_of`."""
    last_discard: Discard | None = None
    """Discard that may be claimed, the last of `turn`'s river. Its riichi is not paid yet."""
    silent: tuple[Seat, ...] = ()
    """Seats that have passed the tile that may be claimed."""
    claims: tuple[Claim, ...] = ()
    """Rons on that tile that are not settled yet."""
    announced: Kan | SetAside | None = None
    """Kan or kita that may be robbed now."""
    window: Position | None = None
    """Position in the robbery window of `turn`'s last shouminkan, if that kan may still be robbed (`chankan.until`), or
    that of the discard claimed for `turn`'s last daiminkan, if it may still be won on (`kan.late_ron`).
    """
    turned_early: bool = False
    """True if the dora indicator of the announced kan was turned before the robbery window."""
    replacing: bool = False
    """True if `turn`'s kan, or the `open_kita`, is completed and its replacement tile is still to be drawn."""
    open_kita: SetAside | None = None
    chain: tuple[int, ...] | None = None
    """Kans of this turn by number, an open one first, and 0 for a kita. None: those with pending indicators, or the
    last one.
    """
    four_kans: FourKans | None = None
    """What the fourth kan does. None: the ruleset is asked."""
    fifth: FifthKan | None = None
    """What a fifth kan does."""
    deciders: tuple[tuple[str, str], ...] = ()
    """Plugin that decided each hook, as far as the hand remembers it."""
    forbidden: int | None = None
    """Kinds that a caller must not discard (kuikae), as a mask. None: the rules decide it from the last call."""
    refill: tuple[Tile | None, ...] = ()
    """Tiles that have moved from the live wall to the dead wall."""
    fouls: tuple[Foul, ...] = ()
    """Fouls of this hand. Their `at` counts back from the position."""
    settled_fouls: tuple[int, ...] = ()
    """The `at` of the fouls that have been ruled on."""
    penalties: tuple[tuple[Seat, Penalty], ...] = ()
    """Penalties of the fouls in `fouls`."""
    kitas: tuple[int, ...] = (0, 0, 0, 0)
    """Number of norths that each seat has set aside."""
    at_once: tuple[Transfer, ...] = ()
    """Immediate payments for kans of this hand; `scores` and `sticks` already include them."""

    outcome: Outcome | None = None
    """The end of the hand, if it has ended."""

    @property
    def called(self) -> bool:
        """True if `turn` has just called a tile and must discard."""
        return self.drawn is None and len(self.hands[self.turn]) % 3 == 2


def of(state: State) -> Position:
    """Return the position that a hand has reached. Raises ValueError if the hand is over.

    A hand that starts from it continues like this one: the same actions cause the same events and the same end.
    """
    if state.phase is Phase.OVER:
        raise ValueError("the hand is over, so play cannot continue from this position")
    return at(state)


def at(state: State) -> Position:
    """Return the position at any moment, including the end of the hand."""
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
        kan_discards=tuple(state.kan_discards),
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
        indicator_kans=tuple(state.indicator_kans) if state.face_up > 1 else None,
        wall_break=state.wall_break,
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
        window=None if state.window is None else at(state.window),
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
    """Return what the table waits for."""
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
    """Return every tile that the position names: hands, melds, kitas, rivers (a called tile counts in its meld), and
    walls.

    A tile that is in both the live and the dead wall is named once.
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
