"""A position: everything about a table that the machine needs to start from it, whoever wrote it down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kanrules.errors import UnreadableError
from kanrules.law.vocabulary import Call, FourKans, Kan, Liability
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import KIND, KINDS, NAMES, SEATS, Kind, Seat, Tile
from kanrules.table.snapshot import PendingIndicator
from kanrules.table.state import Phase

if TYPE_CHECKING:
    from kanrules.kyoku.machine import Kyoku

NOBODY = (False, False, False, False)
Flags = tuple[bool, bool, bool, bool]


@dataclass(frozen=True, slots=True)
class Position:
    """One table at one moment of a hand, the walls included. What is listed by seat has four entries, east first.

    `turn` draws next, has just drawn `drawn` (which is among its `hands`), or, with a tile too many and nothing drawn,
    has just called. In `live` (in the order of drawing, the last one refills the dead wall) and `replacements` a tile
    may be None: whoever draws it names it. `unseen` then says how many of each of the 37 tiles may still turn up. Tiles
    that lie nowhere in the position are away.
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
    scores: tuple[int, int, int, int] = (25000, 25000, 25000, 25000)
    riichi: Flags = NOBODY
    double_riichi: Flags = NOBODY
    ippatsu: Flags = NOBODY
    dead: Flags = NOBODY
    turn: Seat = Seat.EAST
    drawn: Tile | None = None
    on_replacement: bool = False
    face_up: int = 1
    pending: tuple[PendingIndicator, ...] = ()
    passed: tuple[int, int, int, int] = (0, 0, 0, 0)
    """By seat, a 34-bit mask of kinds let pass since furiten last ended."""
    first_go_around: bool = False
    red_fives: int = 0
    unseen: tuple[int, ...] | None = None
    liabilities: tuple[tuple[Liability, ...], ...] | None = None
    """By the seat whose hand it is about; None: the ruleset is asked about each meld."""
    kans: tuple[Kan, ...] | None = None
    """The kans of the melds in the order in which they were declared; None: as `kans_of` puts them."""

    @property
    def called(self) -> bool:
        """Whether `turn` has just called a tile and must discard."""
        return self.drawn is None and len(self.hands[self.turn]) % 3 == 2


def kans_of(melds: tuple[tuple[Meld, ...], ...], turn: Seat) -> tuple[Kan, ...]:
    """The kans that stand in these melds, numbered: each seat's in its order, the seat whose turn it is last."""
    found: list[Kan] = []
    for step in range(1, 5):
        seat = SEATS[(turn + step) & 3]
        for meld in melds[seat]:
            if meld.is_kan:
                tile = next(tile for tile in (meld.added, meld.called, meld.tiles[-1]) if tile is not None)
                found.append(Kan(meld.type, seat, tile, meld.tiles, meld.called, meld.source, len(found) + 1))
    return tuple(found)


def of(kyoku: Kyoku) -> Position:
    """The position that a hand has come to, before a draw or with a tile drawn; ValueError at any other moment.

    A hand that starts from it goes on as this one does.
    """
    if kyoku.phase not in (Phase.DRAW, Phase.ACT):
        raise ValueError("a position is taken before a draw, or with a tile drawn")
    picture = kyoku.table()
    east, south, west, north = kyoku.scores
    return Position(
        hands=picture.hands,
        indicators=tuple(kyoku.dora_indicators),
        ura=tuple(kyoku.ura_indicators),
        live=tuple(reversed(kyoku.live)),
        replacements=tuple(kyoku.replacements),
        melds=picture.melds,
        rivers=picture.rivers,
        taken=picture.taken,
        round_wind=kyoku.round_wind,
        honba=kyoku.honba,
        sticks=kyoku.sticks,
        scores=(east, south, west, north),
        riichi=_flags(kyoku.riichi),
        double_riichi=_flags(kyoku.double_riichi),
        ippatsu=_flags(kyoku.ippatsu),
        dead=_flags(kyoku.dead),
        turn=kyoku.turn,
        drawn=kyoku.drawn,
        on_replacement=kyoku.on_replacement,
        face_up=kyoku.face_up,
        pending=tuple(kyoku.pending),
        passed=picture.passed,  # type: ignore[arg-type]  # one mask a seat
        first_go_around=not kyoku.interrupted and all(len(river) <= 1 for river in kyoku.rivers),
        red_fives=kyoku.red_fives,
        unseen=None if kyoku.unseen is None else tuple(kyoku.unseen),
        liabilities=picture.liabilities,
        kans=tuple(kyoku.kans),
    )


def _flags(flags: list[bool]) -> Flags:
    east, south, west, north = flags
    return east, south, west, north


def start(kyoku: Kyoku, position: Position) -> None:
    """Sets a machine just begun to this position; UnreadableError (KR111) where it cannot be."""
    _check(position)
    turn = position.turn
    kyoku.red_fives = position.red_fives
    kyoku.melds = [list(melds) for melds in position.melds]
    kyoku.rivers = [list(river) for river in position.rivers]
    kyoku.taken = [list(taken) for taken in position.taken]
    kyoku.riichi, kyoku.double_riichi = list(position.riichi), list(position.double_riichi)
    kyoku.ippatsu, kyoku.dead = list(position.ippatsu), list(position.dead)
    kyoku.interrupted = not position.first_go_around
    kyoku.turn = kyoku.next_seat = turn
    kyoku.drawn = position.drawn
    kyoku.phase = type(kyoku.phase)(2 if position.called else 0 if position.drawn is None else 1)
    kyoku.live = list(reversed(position.live))
    kyoku.replacements = list(position.replacements)
    kyoku.dora_indicators, kyoku.ura_indicators = list(position.indicators), list(position.ura)
    kyoku.face_up = position.face_up
    kyoku.pending = list(position.pending)
    kyoku.unseen = None if position.unseen is None else list(position.unseen)
    _let_pass(kyoku, position)
    kyoku.kans = list(kans_of(position.melds, turn) if position.kans is None else position.kans)
    kyoku.on_replacement = position.on_replacement
    if position.on_replacement:
        waiting = {pending.kan for pending in position.pending}
        own = [kan for kan in kyoku.kans if kan.seat == turn]
        kyoku.chain = [kan for kan in own if kan.number in waiting] or own[-1:]
    _ask_liability(kyoku, position)
    if len(kyoku.kans) >= 4:
        kyoku.four_kans = kyoku.judge.four_kans(kyoku.kans[3], kyoku.glance)
        kyoku.decided_by("four_kans")
        if kyoku.four_kans is not FourKans.PLAY_ON and not position.on_replacement:
            raise UnreadableError("four kans stand, and these rules would have ended the hand with the fourth")


def _let_pass(kyoku: Kyoku, position: Position) -> None:
    """The machine keeps one list of tiles let pass; which of them bind whom is noted beside it."""
    if position.first_go_around:
        kyoku.passed = [KIND[river[0].tile] for river in position.rivers if river]
    else:
        masks = position.passed
        kyoku.passed = [kind for kind in range(KINDS) if any(mask >> kind & 1 for mask in masks)]
    for seat in SEATS:
        for at, kind in enumerate(kyoku.passed):
            if not position.passed[seat] >> kind & 1:
                kyoku.yakuless.add((seat, at))


def _ask_liability(kyoku: Kyoku, position: Position) -> None:
    if position.liabilities is not None:
        kyoku.liabilities = [list(liabilities) for liabilities in position.liabilities]
        return
    for seat in SEATS:
        melds = kyoku.melds[seat]
        for at, meld in enumerate(melds):
            if meld.type is MeldType.CHI:
                continue
            # A shouminkan was a pon when somebody fed it.
            was = MeldType.PON if meld.type is MeldType.SHOUMINKAN else meld.type
            kyoku.melds[seat] = melds[: at + 1]
            call = Call(was, seat, meld.called if meld.called is not None else meld.tiles[0], meld.source)
            kyoku.liabilities[seat].extend(kyoku.judge.liability(call, kyoku.glance))
        kyoku.melds[seat] = melds


def _check(position: Position) -> None:
    for seat in SEATS:
        held, melds = len(position.hands[seat]), len(position.melds[seat])
        more = seat == position.turn and (position.drawn is not None or held % 3 == 2)
        if held != 13 - 3 * melds + more:
            raise UnreadableError(
                f"{seat} holds {held} concealed tiles beside {melds} melds, expected {13 - 3 * melds + more}"
            )
    if position.drawn is not None and position.drawn not in position.hands[position.turn]:
        raise UnreadableError(f"{position.turn} does not hold the {NAMES[position.drawn]} it has drawn")
    if len(position.indicators) != 5 or len(position.ura) != 5 or not 0 <= position.face_up <= 5:
        raise UnreadableError("a dead wall has five indicators and five ura")
    kinds = [0] * KINDS
    for tile in lying(position):
        kinds[KIND[tile]] += 1
    for kind, count in enumerate(kinds):
        if count > 4:
            raise UnreadableError(f"{_NUMBERS.get(count, str(count))} {NAMES[kind]}: there are four of each tile")


_NUMBERS: dict[Kind, str] = {5: "five", 6: "six", 7: "seven", 8: "eight"}


def lying(position: Position) -> list[Tile]:
    """Every tile that the position names: hands, melds, rivers (what was called lies in its meld), walls."""
    tiles = [tile for hand in position.hands for tile in hand]
    tiles += [tile for melds in position.melds for meld in melds for tile in meld.tiles]
    for river, taken in zip(position.rivers, position.taken, strict=True):
        tiles += [discard.tile for at, discard in enumerate(river) if at not in taken]
    walls = (position.live, position.replacements, position.indicators, position.ura)
    tiles += [tile for wall in walls for tile in wall if tile is not None]
    return tiles
