"""A hand as one seat sees it: without hidden tiles, moments that only other players know, and answers of other
players.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from kanrules.frozen import frozen
from kanrules.kan import course
from kanrules.kyoku import listing
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.hook_values import Kan, Liability, SetAside
from kanrules.law.options import KitaRobbery, TemporaryEnds
from kanrules.law.outcome import Outcome
from kanrules.law.payments import STICK
from kanrules.locale.sentences import number
from kanrules.pieces.actions import Action, Ankan, Daiminkan, Discard, Draw, Kita, Ron, Shouminkan
from kanrules.pieces.events import Chankan, Event, KandoraTurned, KanPayment, Turned
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import TILE_BITS, TILE_SUITS, waits_mask
from kanrules.pieces.tiles import NORTH, Seat, Tile, sort_tiles
from kanrules.play import mjai
from kanrules.table.layout import PendingIndicator
from kanrules.table.state import LOOKS, Phase, State

_CALLS = (Ankan, Shouminkan, Daiminkan, Kita)
_WITH_THE_KAN = frozenset((Turned.ANNOUNCED, Turned.DECLARATION, Turned.NEXT_KAN_DECLARATION, Turned.KITA_DECLARATION))


class _Asked(Protocol):
    """The questions that a view answers by looking at the hand behind it."""

    def legal_actions(self) -> list[Action]: ...
    def waits(self) -> int: ...
    def furiten(self) -> bool: ...
    def to_mjai(self, east: int) -> list[dict[str, Any]]: ...


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class View:
    """One hand at one moment as one seat sees it. Fields by seat have one entry per player, east first.

    A view does not change with the hand, and shuffling what the seat cannot see changes nothing in it. Between the
    announcement and the replacement tile, a kan is `announced` for every player who may not rob it, whether or not
    another player may. A ron by another player is not visible before it is settled.
    """

    seat: Seat
    """Seat that sees this view."""
    round_wind: Seat
    """Round wind, as a seat."""
    honba: int
    """Number of honba."""
    sticks: int
    """Riichi sticks on the table, 1000 points each."""
    scores: tuple[int, ...]
    """Current scores."""
    hands: tuple[tuple[Tile | None, ...], ...]
    """Concealed tiles: the seat's own, sorted, including a drawn tile; None for each tile of the other players."""
    melds: tuple[tuple[Meld, ...], ...]
    """Melds, earliest first."""
    rivers: tuple[tuple[Discard, ...], ...]
    """All discards in order, including called ones."""
    taken: tuple[tuple[int, ...], ...]
    """Indexes of the discards in a river that other players called."""
    riichi: tuple[bool, ...]
    """True for each seat in riichi."""
    double_riichi: tuple[bool, ...]
    """True for each seat in double riichi."""
    ippatsu: tuple[bool, ...]
    """True for each seat that would win with ippatsu now."""
    first_go_around: bool
    """True in the first turns: until a call interrupts them, or every player has made a first discard."""
    turn: Seat
    """Seat whose turn it is; after a discard, the seat that discarded."""
    drawn: Tile | None
    """Tile that this seat has drawn and not yet discarded."""
    on_replacement: bool
    """True if `turn` has drawn a replacement tile and not yet discarded."""
    live_tiles: int
    """Number of tiles left in the live wall."""
    rinshan_left: int
    """Number of replacement tiles left."""
    indicators: tuple[Tile | None, ...]
    """Face-up dora indicators, in order; None if a record never showed the tile."""
    pending: tuple[PendingIndicator, ...]
    """Kan dora indicators still to be turned, oldest first; empty while a kan is announced."""
    kans: tuple[Kan, ...]
    """Completed kans, in order, without the seats that could have robbed them."""
    liabilities: tuple[tuple[Liability, ...], ...]
    """Liabilities by the seat whose hand they concern."""
    last_discard: Discard | None
    """Discard that may still be claimed."""
    announced: Kan | SetAside | None
    """Kan or kita whose replacement tile is still to be drawn and that may be robbed as far as this seat knows."""
    replacing: bool
    """True if the replacement tile of an open kan is still to be drawn."""
    kitas: tuple[int, ...]
    """Number of norths that each seat has set aside."""
    dead_hands: tuple[Seat, ...]
    """Seats with a dead hand."""
    outcome: Outcome | None
    """How the hand ended; None while it continues."""
    _asked: _Asked = field(compare=False)

    @property
    def hand(self) -> tuple[Tile, ...]:
        """This seat's concealed tiles, sorted, including a drawn tile."""
        return tuple(tile for tile in self.hands[self.seat] if tile is not None)

    @property
    def waits(self) -> int:
        """Kinds that complete this seat's hand (without the drawn tile), as a 34-bit mask."""
        return self._asked.waits()

    @property
    def furiten(self) -> bool:
        """True if this seat must not win by ron."""
        return self._asked.furiten()

    def legal_actions(self) -> list[Action]:
        """Return every action that this seat may take as far as it knows, including a pass if it could claim. A draw
        names no tile.
        """
        return self._asked.legal_actions()

    def to_mjai(self, *, east: int = 0) -> list[dict[str, Any]]:
        """Return the hand so far as mjai events, from `start_kyoku` on, with `?` for every tile that this seat does not
        see.

        `east` is the player, 0 to 3, who deals: `game.player(Seat.EAST)` in a game. Raises ValueError if the hand did
        not begin with its deal.
        """
        return self._asked.to_mjai(east)

    def __repr__(self) -> str:
        wind, whose = self.round_wind, "own" if self.turn is self.seat else f"{self.turn}'s"
        return f"<View of {self.seat}: {wind} round, {whose} turn, {number(self.live_tiles, 'tile')} left>"

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickled view contains what the seat may do and has seen, but not the hand behind it.
        fields = {name: getattr(self, name) for name in self.__slots__ if name != "_asked"}
        return _told, (fields, _Told.of(self._asked))

    def _repr_svg_(self) -> str:
        """Return the table as this seat sees it, for a notebook."""
        from kanrules.drawing.tables import draw_table
        from kanrules.table.seen import seen

        return draw_table(seen(self, self.seat))  # type: ignore[arg-type]  # other hands lie face down and are not named


def _told(fields: dict[str, Any], asked: _Told) -> View:
    return View(**fields, _asked=asked)


@frozen
class _Told:
    """Stored answers of a view that was pickled."""

    actions: list[Action]
    mask: int
    is_furiten: bool
    events: list[dict[str, Any]] | None

    @classmethod
    def of(cls, asked: _Asked) -> _Told:
        try:
            events = asked.to_mjai(0)
        except ValueError:
            events = None
        return cls(asked.legal_actions(), asked.waits(), asked.furiten(), events)

    def legal_actions(self) -> list[Action]:
        return list(self.actions)

    def waits(self) -> int:
        return self.mask

    def furiten(self) -> bool:
        return self.is_furiten

    def to_mjai(self, east: int) -> list[dict[str, Any]]:
        if self.events is None or east:
            raise ValueError("a view that was pickled keeps its mjai events for east = 0 alone")
        return self.events


@frozen
class _Live:
    """The hand behind a view: its own copy, without the answers of other players."""

    kyoku: KyokuMachine
    seat: Seat
    dealt: KyokuMachine
    window: bool

    def legal_actions(self) -> list[Action]:
        found = listing.actions(self.kyoku, self.seat)
        return [Draw(action.seat) if isinstance(action, Draw) else action for action in found]

    def waits(self) -> int:
        kyoku, seat = self.kyoku, self.seat
        announced = kyoku.announced if self.window else None
        if announced is None or announced.seat is not seat:
            return kyoku.waits(seat)
        # Whether its own kan is completed already depends on who could rob it, which this seat does not know.
        suits = kyoku.suits[seat][:]
        laid = announced.tiles if isinstance(announced, Kan) and announced.type is MeldType.ANKAN else (announced.tile,)
        for tile in laid:
            suits[TILE_SUITS[tile]] -= TILE_BITS[tile]
        return waits_mask(suits)

    def furiten(self) -> bool:
        kyoku, seat = self.kyoku, self.seat
        if self.window and kyoku.announced is not None and not kyoku.riichi[seat]:
            # As far as this seat knows, the kan is completed, and the interruption has ended furiten for what it
            # passed.
            ends = kyoku.options.furiten.temporary_ends
            own = seat == kyoku.announced.seat
            if ends is TemporaryEnds.ANY_CALL or (own and ends is TemporaryEnds.OWN_DRAW_OR_CALL):
                return bool(self.waits() & kyoku.river_mask(seat))
        return kyoku.is_furiten(seat)

    def to_mjai(self, east: int) -> list[dict[str, Any]]:
        heard = _heard(self.kyoku, self.window)
        return mjai.events_of(mjai.recorded(self.dealt, self.kyoku, heard, east=east), self.seat)


def _heard(kyoku: KyokuMachine, window: bool) -> list[Event]:
    """Return the events that every player has seen.

    Unsettled wins are left out. Of a kan without its replacement tile, only the announcement and what it turned at once
    are included.
    """
    if kyoku.outcome is not None:
        return kyoku.events
    heard = kyoku.events
    while heard and isinstance(heard[-1], Chankan | Ron):
        heard = heard[:-1]
    if not window:
        return heard
    at = _word(heard)
    if at is None:
        return heard
    after = [one for one in heard[at + 1 :] if isinstance(one, KandoraTurned) and one.instant not in _WITH_THE_KAN]
    return [*heard[: at + 1], *after]


def _word(events: list[Event]) -> int | None:
    """Return the index of the last kan's announcement among these events, or None."""
    return next((at for at in range(len(events) - 1, -1, -1) if isinstance(events[at], _CALLS)), None)


def turned_with_the_kan(kyoku: State, before: int) -> int:
    """Return the number of face-up dora indicators that were turned with the last kan, after its announcement. `before`
    of them were turned before the hand was set up.
    """
    at = _word(kyoku.events)
    turned = kyoku.events[0 if at is None else at + 1 :]
    mine = sum(1 for event in turned if isinstance(event, KandoraTurned) and event.instant in _WITH_THE_KAN)
    return mine + (before if at is None else 0)


def in_window(kyoku: State, seat: Seat | None = None) -> bool:
    """Return True if a kan without its replacement tile might be robbed as far as this seat (None: no robber) knows."""
    if kyoku.announced is not None and kyoku.outcome is None:
        return seat not in kyoku.announced.robbable_by
    if kyoku.phase is not Phase.REPLACE:
        return False
    if kyoku.open_kita is not None:
        return kyoku.options.kita.robbable is not KitaRobbery.NEVER
    kind = kyoku.kans[-1].type
    return kind is MeldType.SHOUMINKAN or (kind is MeldType.ANKAN and course.ankan_may_be_robbed(kyoku))


def of(kyoku: KyokuMachine, seat: Seat, dealt: KyokuMachine | None, before: int = 0) -> View:
    """Return what this seat sees of a hand.

    Takes a copy of the hand that nothing else holds, the hand as it was dealt (None: it is at the deal now), and the
    number of dora indicators that the last kan had turned when the hand was set up.
    """
    window = in_window(kyoku, seat)
    _hush(kyoku, seat)
    state: State = kyoku
    own = tuple(state.concealed(seat))
    sizes = [state.size(other) for other in state.setup.seats]
    melds = [tuple(melds) for melds in state.melds]
    kitas = list(state.kitas)
    kans = tuple(_of_no_robber(kan) for kan in state.kans)
    announced = state.announced
    drawn = state.drawn if state.turn == seat else None
    indicators, scores, sticks = state.indicators, tuple(state.scores), state.sticks
    if announced is not None:
        announced = replace(announced, robbable_by=(seat,) if seat in announced.robbable_by else ())
    # This seat must not learn whether another player can rob the kan, so it sees the table of the announcement.
    if window:
        if announced is None and state.open_kita is not None:
            announced = replace(state.open_kita, robbable_by=())
            own = tuple(sort_tiles((*own, NORTH))) if announced.seat is seat else own
            sizes[announced.seat] += 1
            kitas[announced.seat] -= 1
        elif announced is None:
            *first, announced = kans
            kans = tuple(first)
            own, melds = _taken_back(state, announced, seat, own, melds, sizes)
        drawn = None
        indicators = indicators[: len(indicators) - turned_with_the_kan(state, before)]
        scores, sticks = _not_yet_paid(state)
    return View(
        seat=seat,
        round_wind=state.round_wind,
        honba=state.honba,
        sticks=sticks,
        scores=scores,
        hands=tuple(own if other is seat else (None,) * sizes[other] for other in state.setup.seats),
        melds=tuple(melds),
        rivers=tuple(map(tuple, state.rivers)),
        taken=tuple(map(tuple, state.taken)),
        riichi=tuple(state.riichi),
        double_riichi=tuple(state.double_riichi),
        ippatsu=(False,) * len(sizes) if window else tuple(state.ippatsu),
        first_go_around=not window and bool(LOOKS["first_go_around"](state)),
        turn=state.turn,
        drawn=drawn,
        on_replacement=not window and state.on_replacement and state.drawn is not None,
        live_tiles=len(state.live),
        rinshan_left=len(state.replacements),
        indicators=indicators,
        pending=() if window else tuple(state.pending),
        kans=kans,
        liabilities=tuple(map(tuple, state.liabilities)),
        last_discard=state.claimable(),
        announced=announced,
        replacing=not window and state.is_replacing,
        kitas=tuple(kitas),
        dead_hands=tuple(other for other in state.setup.seats if state.dead[other]),
        outcome=state.outcome,
        _asked=_Live(kyoku, seat, kyoku if dealt is None else dealt, window),
    )


def _not_yet_paid(state: State) -> tuple[tuple[int, ...], int]:
    """Return the scores and riichi sticks before the immediate payments for the last kan."""
    scores, sticks = list(state.scores), state.sticks
    at = _word(state.events)
    for event in state.events[0 if at is None else at :]:
        if isinstance(event, KanPayment):
            scores[event.seat] += event.points
            if event.to is None:
                sticks -= event.points // STICK
            else:
                scores[event.to] -= event.points
    return tuple(scores), sticks


def _hush(kyoku: State, seat: Seat) -> None:
    """Remove the other players' answers, since as far as this seat knows, the tile can still be claimed."""
    if kyoku.phase is Phase.RON:
        called = {claim.seat for claim in kyoku.claims}
        late = kyoku.window is not None
        kyoku.phase = Phase.ACT if late else Phase.CLAIM if kyoku.announced is None else Phase.ROB
        kyoku.claims = []
        kyoku.silent |= called
    kyoku.silent &= {seat}


def _of_no_robber(kan: Kan) -> Kan:
    return replace(kan, robbable_by=()) if kan.robbable_by else kan


def _taken_back(
    state: State, kan: Kan, seat: Seat, own: tuple[Tile, ...], melds: list[tuple[Meld, ...]], sizes: list[int]
) -> tuple[tuple[Tile, ...], list[tuple[Meld, ...]]]:
    """Return the seat's own tiles and the melds as they were when the kan was only announced, with the `sizes` of the
    hands.
    """
    laid = state.melds[kan.seat]
    if kan.type is MeldType.ANKAN:
        back: tuple[Tile, ...] = kan.tiles
        before = tuple(laid[:-1])
    else:
        back = (kan.tile,)
        before = tuple(_pon(meld) if meld.tiles == kan.tiles and meld.is_kan else meld for meld in laid)
    sizes[kan.seat] += len(back)
    melds[kan.seat] = before
    if kan.seat is seat:
        own = tuple(sort_tiles((*own, *back)))
    return own, melds


def _pon(meld: Meld) -> Meld:
    tiles = list(meld.tiles)
    assert meld.added is not None, "a shouminkan has the tile that was added"
    tiles.remove(meld.added)
    return Meld(MeldType.PON, tuple(tiles), meld.called, meld.source)
