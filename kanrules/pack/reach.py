"""Find a whole deal that leads to the position of a case: all draws, discards, calls, and declarations from the deal
on.

Engines do not load positions. So each meld is called from the discard it names, each kan is declared with its fourth
tile, riichi in its turn, and the turns between are filled with tiles that no player waits for. Whether the resulting
moment puts the same question is tested by playing it: `reach` returns only deals on which the machine rules as on the
case.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kanrules.cases.case import Case
from kanrules.cases.run import PlayedCase
from kanrules.errors import IllegalAction, KanrulesError
from kanrules.frozen import frozen
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.options import Refill
from kanrules.law.setup import setup_of
from kanrules.pieces.actions import (
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Pass,
    Pon,
    Ron,
    Shouminkan,
)
from kanrules.pieces.events import Event, KandoraTurned, ResultType, RinshanDraw
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.setup import Setup
from kanrules.pieces.tiles import FIVES, KIND, NORTH, RED_FIVES, TERMINALS_AND_HONOURS, Seat, Tile, counts_37
from kanrules.table.position import Position
from kanrules.table.state import Phase

TRIES = 24
"""Number of ways to fill the turns that are tried before a position counts as unreachable."""


class NoDeal(Exception):
    """No deal was found, or none is possible. The text says why."""


class NoRedFives(NoDeal):
    """A deal without red fives was found, although the rules have some: every five is seen in the play."""


@frozen
class Reached:
    """A deal, all actions after it, and the hand after the play of the case."""

    wall: tuple[Tile, ...]
    scores: tuple[int, ...]
    sticks: int
    actions: tuple[Action, ...]
    """Discards, calls, kans, and wins. Draws and passes are implied."""
    start: int
    """Index of the first action of the case's own play."""
    kyokus: tuple[KyokuMachine, ...]
    """The table before each action, and after the last."""
    shown: tuple[int, ...]
    """Number of face-up dora indicators before each action, and after the last."""


@dataclass
class _DealPlan:
    """Draws and actions from the deal on, and the seat whose turn it is."""

    draws: list[Tile] = field(default_factory=list)
    replacements: list[Tile] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    turn: Seat = Seat.EAST


def reach(case: Case, played: PlayedCase) -> Reached:
    """Return a deal that leads to the case as it was played, under the same rules. Raises NoDeal with the reason.

    The wall has the red fives of the rules. Only if every five is seen in the play does it have none.
    """
    why = _never(case, played.position)
    if why:
        raise NoDeal(why)
    found: Counter[str] = Counter()
    for red_fives in (played.rules.scoring.red_fives, 0):
        plain = False
        for attempt in range(TRIES):
            try:
                return _attempt(played, random.Random(attempt), attempt, red_fives)
            except NoDeal as error:
                found[str(error)] += 1
                plain = plain or isinstance(error, NoRedFives)
        if not plain:
            break
    raise NoDeal(found.most_common(1)[0][0])


def _never(case: Case, position: Position) -> str:
    if any(position.dead):
        return "a hand is dead at the start, and only a foul makes a hand dead"
    if position.replacing or position.announced is not None or position.claims or position.silent:
        return "it begins in the middle of an action"
    if any(meld.source is None and meld.is_open for melds in position.melds for meld in melds):
        return "a meld does not say which player was called"
    if case.given.passed is not None:
        return "it begins after a player passed a tile that is not in a river"
    return ""


def _attempt(played: PlayedCase, chance: random.Random, attempt: int, red_fives: int) -> Reached:
    position, rules = played.position, played.rules
    maker = _DealMaker(position, played, chance, attempt)
    counted = maker.counted
    plan = maker.plan()
    wall = maker.wall(plan, red_fives)
    riichi = [seat for seat in maker.seats if position.riichi[seat]]
    scores = [score + 1000 * position.riichi[seat] for seat, score in enumerate(position.scores)]
    sticks = position.sticks - len(riichi)
    if sticks < 0:
        raise NoDeal("there are fewer riichi sticks on the table than players in riichi")
    kyoku = KyokuMachine(
        rules, wall=wall, round_wind=position.round_wind, honba=position.honba, sticks=sticks, scores=scores
    )
    kyokus: list[KyokuMachine] = []
    for action in plan.actions:
        _go_to(kyoku, action)
        kyokus.append(kyoku.copy())
        _push(kyoku, action)
    start = len(plan.actions)
    _arrive(kyoku, position, counted=counted)
    before = len(kyoku.events)
    actions = list(plan.actions)
    done = [event for event in played.kyoku.events if isinstance(event, Action)]
    for action in done:
        if isinstance(action, Draw):
            continue
        _go_to(kyoku, action)
        kyokus.append(kyoku.copy())
        actions.append(action)
        _push(kyoku, action)
    _finish(kyoku, played.kyoku)
    kyokus.append(kyoku)
    _same(kyoku, before, played)
    return Reached(
        tuple(wall),
        tuple(scores),
        sticks,
        tuple(actions),
        start,
        tuple(kyokus),
        tuple(one.face_up for one in kyokus),
    )


class _DealMaker:
    """Plans one attempt and builds its wall."""

    def __init__(self, position: Position, played: PlayedCase, chance: random.Random, attempt: int) -> None:
        self.position, self.chance = position, chance
        self.options = played.rules.options
        self.setup = setup_of(self.options)
        self.players, self.seats, self.after = self.setup.players, self.setup.seats, self.setup.after
        self.reds = self.players - 1
        self.rivers = [
            [one.tile for at, one in enumerate(river) if at not in position.taken[seat]]
            for seat, river in enumerate(position.rivers)
        ]
        self.last = position.last_discard
        if self.last is not None:
            self.rivers[self.last.seat] = self.rivers[self.last.seat][:-1]
        events = played.kyoku.events
        self.later = [event.tile for event in events if isinstance(event, Draw) and event.tile is not None]
        self.rinshan = [event.tile for event in events if isinstance(event, RinshanDraw) and event.tile is not None]
        self.counted = played.case.given.live_tiles is not None and not position.first_go_around
        """True if the case says how many live tiles are left."""
        end = played.kyoku
        outcome = end.outcome
        drawn = outcome is not None and outcome.type is ResultType.NAGASHI_MANGAN
        self.nagashi = {
            seat for seat in self.seats if drawn and all(_is_terminal(one.tile) for one in end.rivers[seat])
        }
        """Players who discard only terminals and honours until the end."""
        self.dummy = attempt // 6 % self.players
        """Number of turns that a pon by an uninvolved player skips, including the caller's own draw."""
        # Tiles that are never turned or seen can be anything.
        self.indicators = [tile if at < end.face_up else None for at, tile in enumerate(position.indicators)]
        self.ura = [tile if any(end.riichi) else None for tile in position.ura]
        self.shows_ura = outcome is not None and any(end.riichi[win.seat] for win in outcome.wins)
        self.acting = {event.seat for event in events if isinstance(event, Action)} | {position.turn}
        """Players who act in the case. Another player's hand may hold a red five without any effect."""
        self.pool = Counter(self.setup.tiles(0))
        self._take()
        self.avoid = set().union(*(self._waits(seat) for seat in self.seats))

    def _take(self) -> None:
        position = self.position
        lying = [tile for hand in position.hands for tile in hand]
        lying += [tile for melds in position.melds for meld in melds for tile in meld.tiles]
        lying += [tile for river in self.rivers for tile in river]
        lying += [tile for tile in (*self.indicators, *self.ura) if tile is not None]
        lying += [*self.later, *self.rinshan, *[NORTH] * sum(position.kitas)]
        if self.last is not None:
            lying.append(self.last.tile)
        if any(tile in RED_FIVES for tile in lying):
            self.pool = Counter(self.setup.tiles(self.reds))
        self.pool.subtract(lying)
        if min(self.pool.values()) < 0:
            raise NoDeal("more of a tile lie there than there are")

    def _waits(self, seat: Seat) -> set[int]:
        counts = counts_37(self.position.hands[seat])
        if seat == self.position.turn and self.position.drawn is not None:
            counts[self.position.drawn] -= 1
        mask = waits_mask(Concealed.from_counts(counts)) if sum(counts) % 3 == 1 else 0
        return {kind for kind in range(34) if mask >> kind & 1}

    def junk(self, seat: Seat, drawn: int = 70) -> Tile:
        """Return a tile to discard that no player waits for.

        Early in a long hand there are not enough of those, so it may also be one that others wait for and pass.
        """
        left = [tile for tile, copies in self.pool.items() if copies > 0 and KIND[tile] not in self.avoid]
        if self.counted and drawn < 40 and not any(self.position.riichi):
            own = self._waits(seat)
            waited = [t for t, n in self.pool.items() if n > 0 and KIND[t] in self.avoid and KIND[t] not in own]
            left = waited or left
        if self.nagashi:
            left = [tile for tile in left if (KIND[tile] in TERMINALS_AND_HONOURS) == (seat in self.nagashi)]
        plain = [tile for tile in left if KIND[tile] not in FIVES] or left
        if not plain:
            raise NoDeal("no tile is left to fill a turn with")
        most = max(self.pool[tile] for tile in plain)
        tile = self.chance.choice([tile for tile in plain if self.pool[tile] >= min(most, 2)])
        self.pool[tile] -= 1
        return tile

    def plan(self) -> _DealPlan:
        """Plan everything from the deal to the position."""
        position, plan = self.position, _DealPlan()
        turn = position.turn
        self.hands = [list(hand) for hand in position.hands]
        if position.drawn is not None:
            self.hands[turn].remove(position.drawn)
        elif position.called:
            pass
        order = [self.seats[(turn + step) % self.players] for step in range(1, self.players + 1)]
        if any(position.double_riichi):
            for seat in self.seats:
                self._turn(plan, seat, riichi=position.double_riichi[seat])
        elif not position.first_go_around and not any(position.melds):
            for seat in self.seats:
                self._turn(plan, seat)
        held_back: tuple[Seat, Meld] | None = None
        for seat in order:
            melds = position.melds[seat]
            for at, meld in enumerate(melds):
                final = seat == turn and at == len(melds) - 1
                if final and ((position.on_replacement and position.drawn is not None) or position.called):
                    held_back = (seat, meld)
                    continue
                self._meld(plan, seat, meld, self._replacement(seat))
        for seat in order:
            self._kitas(plan, seat)
        if self.dummy:
            self._skip(plan)
        single = [seat for seat in self.seats if position.riichi[seat] and not position.double_riichi[seat]]
        early = [seat for seat in single if not position.ippatsu[seat]]
        now = [seat for seat in self.seats if position.ippatsu[seat] and not position.double_riichi[seat]]
        if early:
            for _ in self.seats:
                self._turn(plan, plan.turn, riichi=plan.turn in early)
            if not now:
                for _ in self.seats:
                    self._turn(plan, plan.turn)
        rivers = 0 if position.first_go_around else max((len(river) for river in self.rivers), default=0)
        for _ in range(rivers):
            for _ in self.seats:
                self._turn(plan, plan.turn)
        if self.counted:
            self._burn(plan, len(now) and self.players)
        if held_back is None:
            goal = turn
            if now:
                self._to(plan, goal)
                for _ in self.seats:
                    self._turn(plan, plan.turn, riichi=plan.turn in now)
            self._to(plan, goal)
            if self.last is not None:
                self._discard_last(plan)
            elif position.drawn is not None:
                plan.draws.append(position.drawn)
        else:
            seat, meld = held_back
            self._meld(plan, seat, meld, position.drawn)
        return plan

    def _burn(self, plan: _DealPlan, kept: int) -> None:
        """Add whole go-arounds until the live wall has as many tiles left as the case says."""
        position = self.position
        refill = self.options.wall.refill
        kans = sum(meld.is_kan for melds in position.melds for meld in melds) * (refill is not Refill.NEVER)
        kitas = sum(position.kitas) * (refill is Refill.ALWAYS)
        drawn = position.drawn is not None and not position.on_replacement
        wanted = self.setup.live - kans - kitas - len(position.live) - drawn
        while len(plan.draws) + self.players + kept <= wanted - (self.last is not None):
            for _ in self.seats:
                self._turn(plan, plan.turn)

    def _replacement(self, seat: Seat) -> Tile | None:
        return None

    def _to(self, plan: _DealPlan, seat: Seat) -> None:
        while plan.turn != seat:
            self._turn(plan, plan.turn)

    def _turn(self, plan: _DealPlan, seat: Seat, *, riichi: bool = False) -> None:
        """Add a turn that changes nothing except, with `riichi`, that it declares riichi."""
        river = self.rivers[seat]
        tile = river.pop(0) if river else self.junk(seat, len(plan.draws))
        plan.draws.append(tile)
        plan.actions.append(Discard(seat, tile, True, riichi))
        plan.turn = self.after[seat]

    def _discard_last(self, plan: _DealPlan) -> None:
        last = self.last
        assert last is not None, "the plan ends with a discard"
        plan.draws.append(last.tile)
        plan.actions.append(Discard(last.seat, last.tile, True, last.riichi))
        plan.turn = self.after[last.seat]

    def _skip(self, plan: _DealPlan) -> None:
        """Add a pon by an uninvolved player, which skips the surplus turns."""
        position = self.position
        idle = [
            seat
            for seat in self.seats
            if seat != position.turn
            and not position.riichi[seat]
            and not position.melds[seat]
            and len(self.hands[seat]) == 13
            and not self._is_tenpai(seat)
        ]
        pairs = [
            tile
            for tile, copies in self.pool.items()
            if copies >= 3 and KIND[tile] not in self.avoid and KIND[tile] not in FIVES
        ]
        if not idle or not pairs:
            raise NoDeal("no call can skip a turn")
        seat, tile = self.chance.choice(idle), self.chance.choice(pairs)
        self.pool[tile] -= 3
        # The seat's hand gives up three tiles: two for the pon, one to discard.
        given = self.hands[seat][-3:]
        del self.hands[seat][-3:]
        self.pool.update(given)
        source = self.seats[(seat - self.dummy) % self.players]
        self._meld(plan, seat, Meld(MeldType.PON, (tile,) * 3, tile, source), None)

    def _is_tenpai(self, seat: Seat) -> bool:
        return bool(waits_mask(Concealed.from_counts(counts_37(self.hands[seat]))))

    def _meld(self, plan: _DealPlan, seat: Seat, meld: Meld, replacement: Tile | None) -> None:
        """Make the meld, and end the turn with a discard unless the tile that the meld yields is the drawn tile of the
        position.
        """
        stays = replacement is not None or (
            self.position.called and seat == self.position.turn and meld is self.position.melds[seat][-1]
        )
        hand = self.hands[seat]
        if meld.type is MeldType.ANKAN:
            self._to(plan, seat)
            hand += meld.tiles[:3]
            plan.draws.append(meld.tiles[3])
            plan.actions.append(Ankan(seat, meld.tiles[3]))
            self._replaced(plan, seat, replacement)
            return
        assert meld.source is not None and meld.called is not None, (
            "an open meld has the tile and the player it was called from"
        )
        self._to(plan, meld.source)
        plan.draws.append(meld.called)
        plan.actions.append(Discard(meld.source, meld.called, True))
        own = list(meld.tiles)
        own.remove(meld.called)
        if meld.type is MeldType.DAIMINKAN:
            hand += own
            plan.actions.append(Daiminkan(seat, meld.called))
            self._replaced(plan, seat, replacement)
            return
        if meld.type is MeldType.SHOUMINKAN:
            assert meld.added is not None, "a shouminkan has the tile that was added"
            own.remove(meld.added)
        first, second = sorted(own)
        hand += own
        plan.actions.append((Chi if meld.type is MeldType.CHI else Pon)(seat, meld.called, (first, second)))
        if stays and meld.type is not MeldType.SHOUMINKAN:
            return
        junk = self.junk(seat)
        hand.append(junk)
        plan.actions.append(Discard(seat, junk))
        plan.turn = self.after[seat]
        if meld.type is MeldType.SHOUMINKAN:
            assert meld.added is not None, "a shouminkan has the tile that was added"
            self._to(plan, seat)
            plan.draws.append(meld.added)
            plan.actions.append(Shouminkan(seat, meld.added))
            self._replaced(plan, seat, replacement)

    def _kitas(self, plan: _DealPlan, seat: Seat) -> None:
        """Set a player's norths aside, each when it is drawn."""
        for _ in range(self.position.kitas[seat] if self.position.kitas else 0):
            self._to(plan, seat)
            plan.draws.append(NORTH)
            plan.actions.append(Kita(seat))
            self._replaced(plan, seat, None)

    def _replaced(self, plan: _DealPlan, seat: Seat, replacement: Tile | None) -> None:
        if replacement is not None:
            plan.replacements.append(replacement)
            return
        tile = self.junk(seat)
        plan.replacements.append(tile)
        plan.actions.append(Discard(seat, tile, True))
        plan.turn = self.after[seat]

    def wall(self, plan: _DealPlan, red_fives: int) -> list[Tile]:
        """Return the wall that deals these hands and draws these tiles. Red fives are placed where they are not
        drawn.
        """
        if any(len(hand) != 13 for hand in self.hands):
            raise NoDeal(f"the hands come to {[len(hand) for hand in self.hands]} tiles, not thirteen each")
        draws: list[Tile | None] = [*plan.draws, *self.later]
        replacements: list[Tile | None] = [*plan.replacements, *self.rinshan]
        rest = [tile for tile, copies in self.pool.items() for _ in range(copies)]
        self.chance.shuffle(rest)
        # Fives last, so that a red one is never seen if any is left; and last of all the tiles that a player waits for.
        rest.sort(key=lambda tile: (KIND[tile] in self.avoid, KIND[tile] in FIVES))
        setup = self.setup
        if (setup.own_replacements, setup.unnamed) != (setup.replacements, 0):
            raise NoDeal(f"{setup.undrawn} tiles stay undrawn: the deals of the pack have fourteen")
        indicators, ura = list(self.indicators), list(self.ura)
        if len(draws) > setup.live or len(replacements) > setup.replacements:
            raise NoDeal("more tiles would be drawn than there are")
        # A tile that is both an indicator or ura dora indicator and at the end of the live wall is placed there.
        shared = [*indicators[setup.own_indicators :], *ura[setup.own_ura :]]
        end = _shared_end(indicators, ura, setup)
        indicators, ura = indicators[: setup.own_indicators], ura[: setup.own_ura]
        if any(tile is not None for tile in shared) and len(draws) > setup.live - len(end):
            raise NoDeal("an indicator would be drawn before it is turned")
        left = setup.live + setup.replacements - len(draws) - len(replacements)
        if len(rest) != left - sum(tile is not None for tile in shared) + [*indicators, *ura].count(None):
            raise NoDeal(f"the tiles do not come to {setup.size}")
        for places in (ura, indicators):
            for at, tile in enumerate(places):
                if tile is None:
                    places[at] = rest.pop()
        while len(replacements) < setup.replacements:
            replacements.append(rest.pop(0))
        while len(draws) < setup.live:
            here = end[len(draws) - setup.live + len(end)] if len(draws) >= setup.live - len(end) else None
            draws.append(rest.pop(0) if here is None else here)
        known = len(plan.draws) + len(self.later)
        kans = len(plan.replacements) + len(self.rinshan)
        if red_fives and not self._has_reds():
            # Unseen places: the end of the live wall, unused replacement tiles, indicators that are never turned.
            face_up = sum(tile is not None for tile in self.indicators)
            rows: list[tuple[list[Tile | None], range]] = [
                (draws, range(setup.live - len(end) - 1, known - 1, -1)),
                (replacements, range(kans, setup.replacements)),
                (indicators, range(face_up, len(indicators))),
                (ura, range(face_up if self.shows_ura else 0, len(ura))),
            ]
            for red in (tile for tile in setup.tiles(red_fives) if tile in RED_FIVES):
                five = KIND[red]
                found = next(((row, at) for row, places in rows for at in places if row[at] == five), None)
                if found is not None:
                    found[0][found[1]] = red
                elif not (self._discards_red(plan, draws, five, red) or self._holds_red(plan, five, red)):
                    raise NoRedFives("every five is seen in the play")
        hands = [list(hand) for hand in self.hands]
        dealt = [hand[4 * turn + at] for turn in range(3) for hand in hands for at in range(4)]
        laid = (*draws, *replacements, *indicators, *ura)
        return [*dealt, *(hand[12] for hand in hands), *(tile for tile in laid if tile is not None)]

    def _discards_red(self, plan: _DealPlan, draws: list[Tile | None], five: Tile, red: Tile) -> bool:
        """Make one five red that is discarded as soon as it is drawn, on the way to the position, and return True; or
        return False if every five there does something else.
        """
        thrown = [at for at, action in enumerate(plan.actions) if isinstance(action, Discard) and action.tile == five]
        if not thrown or len(thrown) != plan.draws.count(five) or five in plan.replacements:
            return False
        if any(five in _tiles_of(action) for at, action in enumerate(plan.actions) if at not in thrown):
            return False
        discard = plan.actions[thrown[0]]
        assert isinstance(discard, Discard)
        if not discard.tsumogiri:
            return False
        draws[plan.draws.index(five)] = red
        plan.actions[thrown[0]] = replace(discard, tile=red)
        return True

    def _holds_red(self, plan: _DealPlan, five: Tile, red: Tile) -> bool:
        """Make one five red in the hand of a player who takes no part in the case, and return True; or return False."""
        for seat in self.seats:
            acts = [action for action in plan.actions if action.seat == seat]
            if seat in self.acting or five not in self.hands[seat] or any(five in _tiles_of(one) for one in acts):
                continue
            self.hands[seat][self.hands[seat].index(five)] = red
            return True
        return False

    def _has_reds(self) -> bool:
        return self.pool.total() > 0 and any(tile in RED_FIVES for tile in self.pool)


def _tiles_of(action: Action) -> tuple[Tile, ...]:
    """Return the tiles that an action names."""
    if isinstance(action, (Chi, Pon)):
        return (action.tile, *action.using)
    return (action.tile,) if isinstance(action, (Discard, Ankan, Daiminkan, Shouminkan)) else ()


def _shared_end(indicators: list[Tile | None], ura: list[Tile | None], setup: Setup) -> list[Tile | None]:
    """Return the end of the live wall whose tiles are also dora and ura dora indicators, the last pair first."""
    pairs = zip(indicators[setup.own_indicators :], ura[setup.own_ura :], strict=True)
    return [tile for pair in reversed(list(pairs)) for tile in pair]


def _is_terminal(tile: Tile) -> bool:
    return KIND[tile] in TERMINALS_AND_HONOURS


# --- playing it ----------------------------------------------------------------------------------------------------


def _go_to(kyoku: KyokuMachine, action: Action) -> None:
    """Draw and pass until this action is possible. Raises NoDeal if it never is."""
    for _ in range(4):
        if kyoku.outcome is not None:
            raise NoDeal("the hand is over before the question")
        phase = kyoku.phase
        claim = isinstance(action, (Chi, Pon, Daiminkan, Ron)) and phase in (Phase.CLAIM, Phase.ROB, Phase.RON)
        if claim or phase in (Phase.ACT, Phase.MUST_DISCARD):
            return
        _next(kyoku)


def _next(kyoku: KyokuMachine) -> None:
    if kyoku.phase is Phase.DRAW:
        kyoku.push(Draw(kyoku.next_seat))
    elif kyoku.phase is Phase.REPLACE:
        kyoku.push(Draw(kyoku.turn))
    else:
        kyoku.push(Pass())


def _push(kyoku: KyokuMachine, action: Action) -> None:
    if isinstance(action, Discard) and action.tsumogiri and kyoku.drawn != action.tile:
        raise NoDeal("another tile is drawn than the plan says")
    try:
        kyoku.push(action)
    except (IllegalAction, KanrulesError) as error:
        raise NoDeal(f"on the way: {error}") from None


def _arrive(kyoku: KyokuMachine, position: Position, *, counted: bool) -> None:
    """Continue to the start of the case: the next draw, or the tile just drawn."""
    if position.last_discard is None:
        while kyoku.outcome is None and kyoku.phase in (Phase.CLAIM, Phase.ROB):
            kyoku.push(Pass())
        if kyoku.outcome is None and position.drawn is not None and kyoku.phase in (Phase.DRAW, Phase.REPLACE):
            _next(kyoku)
    if kyoku.outcome is not None:
        raise NoDeal("the hand is over before the question")
    if kyoku.turn != position.turn and kyoku.next_seat != position.turn:
        raise NoDeal("it is another seat's turn")
    if tuple(kyoku.riichi) != tuple(position.riichi) or tuple(kyoku.ippatsu) != tuple(position.ippatsu):
        raise NoDeal("riichi or ippatsu do not stand as they should")
    if counted and len(kyoku.live) != len(position.live):
        raise NoDeal(f"live tiles left: {len(kyoku.live)}, not {len(position.live)}")
    if position.first_go_around == (kyoku.go_around_over or all(kyoku.rivers)):
        raise NoDeal("the first go-around is over, or not yet")


def _finish(kyoku: KyokuMachine, target: KyokuMachine) -> None:
    """Play the implied steps after the last action: passes and draws, as far as the case went."""
    for _ in range(4):
        if kyoku.outcome is not None or len(kyoku.events) == 0:
            return
        if kyoku.phase is target.phase and kyoku.turn == target.turn and target.outcome is None:
            return
        if kyoku.phase in (Phase.ACT, Phase.MUST_DISCARD):
            return
        _next(kyoku)


def _same(kyoku: KyokuMachine, before: int, played: PlayedCase) -> None:
    """Raise NoDeal if the machine has not ruled as in the case."""
    mine, its = _plain(kyoku.events[before:]), _plain(played.kyoku.events)
    # A draw before the first line, or after the last, does not matter.
    while its and isinstance(its[-1], Draw) and mine[-1:] != its[-1:]:
        its = its[:-1]
    while mine and isinstance(mine[-1], Draw) and mine[-1:] != its[-1:]:
        mine = mine[:-1]
    # With three players, the last indicators are live tiles, which a case need not name.
    unknown = [isinstance(event, KandoraTurned) and event.tile is None for event in its]
    if len(mine) == len(its):
        mine = [
            replace(one, tile=None) if hid and isinstance(one, KandoraTurned) else one
            for one, hid in zip(mine, unknown, strict=True)
        ]
    if mine != its:
        raise NoDeal("the play takes another course")
    one, other = kyoku.outcome, played.kyoku.outcome
    if (one is None) != (other is None):
        raise NoDeal("the hand ends otherwise")
    if one is not None and other is not None:
        values = [
            [(w.seat, w.value.yaku, w.value.yakuman, w.value.han, w.value.fu) for w in o.wins] for o in (one, other)
        ]
        if one.type != other.type or one.changes != other.changes or values[0] != values[1]:
            raise NoDeal("the hand ends otherwise")
    elif [kyoku.is_furiten(one) for one in kyoku.setup.seats] != [
        played.kyoku.is_furiten(one) for one in kyoku.setup.seats
    ]:
        raise NoDeal("another player is furiten")


def _plain(events: Sequence[Event]) -> list[Event]:
    return [Discard(e.seat, e.tile, False, e.riichi) if isinstance(e, Discard) else e for e in events]


def ask(reached: Reached, at: int, seat: Seat, *, claim: bool) -> KyokuMachine | None:
    """Return the table when this seat is asked before the action at this index, about a claim or in its own turn.

    None if the hand is over by then, or if the seat is not asked.
    """
    if at == 0:
        return reached.kyokus[0]
    kyoku = reached.kyokus[at - 1].copy()
    kyoku.push(reached.actions[at - 1])
    claims = (Phase.CLAIM, Phase.ROB, Phase.RON)
    if claim:
        return kyoku if kyoku.phase in claims else None
    while kyoku.outcome is None and kyoku.phase not in (Phase.ACT, Phase.MUST_DISCARD):
        _next(kyoku)
    return kyoku if kyoku.outcome is None and kyoku.turn == seat else None
