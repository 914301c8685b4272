"""The state machine of one hand for four players.

    kyoku = Kyoku(load_ruleset("ema-2016"), seed=7)
    while kyoku.outcome is None:
        kyoku.push(choose(kyoku.legal_actions()))

`push` takes one action and refuses an illegal one with every objection, leaving the table untouched. `legal_actions` lists
what everybody may do. A draw by the next player says that everyone let the last discard pass.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from importlib import import_module
from typing import Any, Protocol

from kanrules import draws, ending, fouls, kan, legal
from kanrules.actions import (
    DRAWS,
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
)
from kanrules.errors import IllegalAction, UnreadableError
from kanrules.events import Event, FoulCommitted, RiichiDeclared
from kanrules.judge import Call, FifthKan, Foul, FourKans, Judge, Kan, Liability, Penalty
from kanrules.melds import Meld, MeldType
from kanrules.options import Options, TemporaryEnds
from kanrules.outcome import Outcome
from kanrules.position import Position
from kanrules.position import start as start_from
from kanrules.readings import Concealed, tenpai_waits, waits_mask
from kanrules.rulings import Finding, Objection, Verdict
from kanrules.table import PendingIndicator, Table
from kanrules.tiles import KIND, NAMES, SEATS, TILES, Kind, Seat, Tile, counts_37, full_set, sort_tiles

BIT: tuple[int, ...] = tuple(1 << KIND[tile] for tile in range(TILES))
UNSEEN: tuple[int, ...] = (*([4] * 34), 0, 0, 0)


class HasJudge(Protocol):
    """A ruleset: anything that brings a judge."""

    @property
    def judge(self) -> Judge:
        """Who answers the machine's questions."""
        ...


class Phase(IntEnum):
    """What the table waits for."""

    DRAW = 0
    """The next player's draw."""
    ACT = 1
    """The player who has drawn."""
    MUST_DISCARD = 2
    """The player who has called chi or pon."""
    CLAIM = 3
    """Claims on a discard; the next player's draw closes them."""
    ROB = 4
    """A robbery; the replacement draw closes the window."""
    REPLACE = 5
    """The replacement draw."""
    RON = 6
    """Further winners on the same tile, or a pass that settles."""
    OVER = 7


class Kyoku:
    """One hand of a table under one ruleset.

    Takes a ruleset; a `seed` shuffles the wall, or `wall` is a whole one: 136 tiles, the first 52 dealt (three times four each from
    east, then one each), 70 live ones in order, then the dead wall as four replacement tiles in their order, five indicators, five ura.
    """

    __slots__ = (
        "_waits", "announced", "chain", "claims", "dead", "deciders", "dora_indicators", "double_riichi", "drawn", "due", "events",
        "face_up", "fifth", "findings", "forbidden", "fouls", "four_kans", "furiten_from", "hands", "honba", "ignored", "interrupted",
        "ippatsu", "judge", "kans", "last", "lenient", "liabilities", "live", "melds", "next_seat", "on_replacement", "options",
        "outcome", "passed", "penalties", "pending", "phase", "red_fives", "refilled", "replacements", "riichi", "riichi_unpaid",
        "river_masks", "rivers", "round_wind", "scores", "silent", "spared", "sticks", "taken", "turn", "turned_early", "unseen",
        "ura_indicators", "watch_passes", "yakuless",
    )  # fmt: skip

    def __init__(
        self,
        rules: HasJudge,
        seed: int | None = None,
        *,
        wall: Sequence[Tile] | None = None,
        round_wind: Seat = Seat.EAST,
        honba: int = 0,
        sticks: int = 0,
        scores: Sequence[int] = (25000, 25000, 25000, 25000),
    ) -> None:
        options = rules.judge.options
        if wall is None:
            tiles = full_set(options.scoring.red_fives)
            random.Random(seed).shuffle(tiles)
        else:
            tiles = list(wall)
            _check_wall(tiles)
        hands: list[list[Tile]] = [[], [], [], []]
        for start in range(0, 48, 4):
            hands[start // 4 % 4] += tiles[start : start + 4]
        for seat in range(4):
            hands[seat].append(tiles[48 + seat])
        self._begin(rules.judge, hands, round_wind, honba, sticks, scores)
        self.live.extend(reversed(tiles[52:122]))
        self.replacements.extend(tiles[122:126])
        self.dora_indicators.extend(tiles[126:131])
        self.ura_indicators.extend(tiles[131:136])
        self.red_fives = sum(tile >= 34 for tile in tiles)

    def _begin(
        self, judge: Judge, hands: Sequence[Iterable[Tile]], round_wind: Seat, honba: int, sticks: int, scores: Sequence[int]
    ) -> None:
        self.judge: Judge = judge
        self.options: Options = judge.options
        self.round_wind = round_wind
        self.honba = honba
        self.sticks = sticks
        self.scores: list[int] = list(scores)
        self.hands: list[list[int]] = [counts_37(hand) for hand in hands]
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.rivers: list[list[Discard]] = [[], [], [], []]
        self.river_masks: list[int] = [0, 0, 0, 0]
        self.taken: list[list[int]] = [[], [], [], []]
        self.riichi: list[bool] = [False] * 4
        self.double_riichi: list[bool] = [False] * 4
        self.ippatsu: list[bool] = [False] * 4
        self.riichi_unpaid: Seat | None = None
        self.interrupted = False
        self.passed: list[Kind] = []
        self.furiten_from: list[int] = [0] * 4
        self.yakuless: set[tuple[Seat, int]] = set()
        self.turn: Seat = Seat.EAST
        self.next_seat: Seat = Seat.EAST
        self.drawn: Tile | None = None
        self.on_replacement = False
        self.last: Discard | None = None
        self.forbidden = 0
        self.phase = Phase.DRAW
        self.silent: set[Seat] = set()
        self.kans: list[Kan] = []
        self.announced: Kan | None = None
        self.chain: list[Kan] = []
        self.pending: list[PendingIndicator] = []
        self.turned_early = False
        self.fifth: FifthKan | None = None
        self.four_kans: FourKans | None = None
        self.deciders: dict[str, str] = {}
        self.liabilities: list[list[Liability]] = [[], [], [], []]
        self.dead: list[bool] = [False] * 4
        self.fouls: list[Foul] = []
        self.spared: set[int] = set()
        self.penalties: list[tuple[Seat, Penalty]] = []
        self.claims: list[ending.Claim] = []
        self.events: list[Event] = []
        self.findings: list[Finding] = []
        self.outcome: Outcome | None = None
        self.due = False
        self.watch_passes = not judge.options.furiten.without_yaku
        self.lenient = False
        self.ignored: list[Objection] = []
        self.face_up = 1
        self.red_fives = 0
        self.unseen: list[int] | None = None
        self.live: list[Tile | None] = []
        self.replacements: list[Tile | None] = []
        self.refilled: list[Tile | None] = []
        self.dora_indicators: list[Tile | None] = []
        self.ura_indicators: list[Tile | None] = []
        self._waits: list[int | None] = [None] * 4

    @classmethod
    def dealt(
        cls,
        rules: HasJudge,
        hands: Sequence[Sequence[Tile]],
        indicators: Sequence[Tile | None],
        *,
        ura: Sequence[Tile | None] = (),
        round_wind: Seat = Seat.EAST,
        honba: int = 0,
        sticks: int = 0,
        scores: Sequence[int] = (25000, 25000, 25000, 25000),
        red_fives: int = 0,
    ) -> Kyoku:
        """A hand as a record tells it: the wall is not known, every draw names its tile.

        Takes thirteen tiles a seat and the indicators that the record shows, in order. A tile that turns up more often than
        there are copies is an UnreadableError (KR111).
        """
        kyoku = cls.__new__(cls)
        kyoku._begin(rules.judge, hands, round_wind, honba, sticks, scores)
        kyoku.live.extend([None] * 70)
        kyoku.replacements.extend([None] * 4)
        kyoku.dora_indicators.extend([*indicators, *[None] * (5 - len(indicators))])
        kyoku.ura_indicators.extend([*ura, *[None] * (5 - len(ura))])
        kyoku.red_fives = red_fives
        unseen = _RED_SETS[red_fives][:]
        for tiles in (*hands, indicators):
            for tile in tiles:
                if tile is not None:
                    unseen[tile] -= 1
        if min(unseen) < 0:
            tile = unseen.index(min(unseen))
            raise UnreadableError(f"the deal holds more {NAMES[tile]} than there are")
        kyoku.unseen = unseen
        return kyoku

    @classmethod
    def from_position(cls, rules: HasJudge, position: Position) -> Kyoku:
        """A hand that starts from this position; UnreadableError (KR111) where it cannot be, under these rules or at all."""
        kyoku = cls.__new__(cls)
        kyoku._begin(rules.judge, position.hands, position.round_wind, position.honba, position.sticks, position.scores)
        start_from(kyoku, position)
        return kyoku

    @classmethod
    def from_case(cls, case: Any, rules: Any = None) -> Kyoku:
        """A hand that starts from what a case file gives (a `kanrules.testing.Case`, or its text), the rest filled in.

        Under `rules` (a ruleset or its name); without, under the first that the case names. Raises UnreadableError where it cannot be.
        """
        # The reader of case files stands far above the machine; it is fetched only for those who ask.
        kyoku: Kyoku = import_module("kanrules.testing.run").start(case, rules)
        return kyoku

    def copy(self) -> Kyoku:
        """An independent copy, cheap enough to try actions on."""
        twin = Kyoku.__new__(Kyoku)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in _NESTED:
            setattr(twin, name, [inner[:] for inner in getattr(self, name)])
        twin.yakuless, twin.silent, twin.spared = set(self.yakuless), set(self.silent), set(self.spared)
        twin.unseen = None if self.unseen is None else self.unseen[:]
        return twin

    # --- what people look at -----------------------------------------------------------------------------------

    @property
    def indicators(self) -> tuple[Tile | None, ...]:
        """The indicators that lie face up, in order."""
        return tuple(self.dora_indicators[: self.face_up])

    @property
    def live_tiles(self) -> int:
        """How many tiles are left to draw in the live wall."""
        return len(self.live)

    def waits(self, seat: Seat) -> int:
        """The kinds that complete this seat's hand (the drawn tile apart), as a 34-bit mask; 0 while it must discard."""
        mask = self._waits[seat]
        if mask is None:
            counts = self.hands[seat]
            if seat == self.turn:
                if self.phase == Phase.MUST_DISCARD:
                    return 0
                if self.drawn is not None:
                    counts = counts[:]
                    counts[self.drawn] -= 1
            self._waits[seat] = mask = waits_mask(Concealed.from_counts(counts))
        return mask

    def is_tenpai(self, seat: Seat) -> bool:
        """Whether this seat's hand of thirteen counts as tenpai; a wait of which it holds all four is what the rules say."""
        mask = self.waits(seat)
        if not mask:
            return False
        counts = self.hands[seat]
        if seat == self.turn and self.drawn is not None:
            counts = counts[:]
            counts[self.drawn] -= 1
        concealed = Concealed.from_counts(counts)
        return bool(tenpai_waits(concealed, self.melds[seat], self.options.tenpai.exhausted_wait))

    def is_furiten(self, seat: Seat) -> bool:
        """Whether this seat may not win by ron: a wait lies in its own river, or was let pass and nothing has ended that yet."""
        waits = self.waits(seat)
        if waits & self.river_masks[seat]:
            return True
        # The tile that may still be claimed has not been let pass.
        end = len(self.passed) - (self.phase in (Phase.CLAIM, Phase.RON) and self.last is not None and self.announced is None)
        passed = range(self.furiten_from[seat], end)
        return any(waits >> self.passed[at] & 1 and (seat, at) not in self.yakuless for at in passed)

    def claimable(self) -> Discard | None:
        """The discard that may be claimed now."""
        return self.last if self.phase in (Phase.CLAIM, Phase.RON) and self.announced is None else None

    def table(self) -> Table:
        """The frozen picture of this moment."""
        masks = []
        claimable = self.claimable()
        end = len(self.passed) - (claimable is not None)
        for seat in SEATS:
            mask = 0
            for at in range(self.furiten_from[seat], end):
                if (seat, at) not in self.yakuless:
                    mask |= 1 << self.passed[at]
            masks.append(mask)
        return Table(
            round_wind=self.round_wind,
            honba=self.honba,
            sticks=self.sticks,
            scores=tuple(self.scores),
            hands=tuple(tuple(self.concealed(seat)) for seat in SEATS),
            melds=tuple(map(tuple, self.melds)),
            rivers=tuple(map(tuple, self.rivers)),
            taken=tuple(map(tuple, self.taken)),
            riichi=tuple(self.riichi),
            double_riichi=tuple(self.double_riichi),
            ippatsu=tuple(self.ippatsu),
            first_go_around=not self.interrupted and all(len(river) <= 1 for river in self.rivers),
            passed=tuple(masks),
            turn=self.turn,
            drawn=self.drawn,
            live_tiles=len(self.live),
            rinshan_left=len(self.replacements),
            indicators=self.indicators,
            ura=tuple(self.ura_indicators[: self.face_up]),
            pending=tuple(self.pending),
            kans=tuple(self.kans),
            liabilities=tuple(map(tuple, self.liabilities)),
            last_discard=claimable,
            dead_hands=tuple(seat for seat in SEATS if self.dead[seat]),
        )

    def concealed(self, seat: Seat) -> list[Tile]:
        """The concealed tiles of a seat, sorted, a drawn tile among them."""
        hand = self.hands[seat]
        tiles: list[Tile] = []
        for tile in _SORTED:
            if hand[tile]:
                tiles += [tile] * hand[tile]
        return tiles

    def census(self) -> list[Tile | None]:
        """Every tile of the set, wherever it lies: 136 of them at any moment of a hand dealt from a wall; None where nobody knows."""
        tiles: list[Tile | None] = [tile for seat in SEATS for tile in self.concealed(seat)]
        tiles += [tile for melds in self.melds for meld in melds for tile in meld.tiles]
        for river, taken in zip(self.rivers, self.taken, strict=True):
            tiles += [discard.tile for at, discard in enumerate(river) if at not in taken]
        return tiles + self.live + self.replacements + self.refilled + self.dora_indicators + self.ura_indicators

    def legal_actions(self, seat: Seat | None = None) -> list[Action]:
        """Everything that may be pushed now, by this seat or by anybody."""
        return legal.actions(self, seat)

    # --- pushing -----------------------------------------------------------------------------------------------

    def push(self, action: Action) -> None:
        """Plays one action; IllegalAction with every objection if it is against the law, and then nothing has changed."""
        _HANDLERS[type(action)](self, action)

    def follow(self, action: Action) -> list[Objection]:
        """Plays an action that a record says was played, though the law forbids it; gives the objections.

        What cannot be (a tile nobody holds) is still refused. Ron waits for further winners until a Pass settles it.
        """
        self.lenient, self.ignored = True, []
        try:
            _HANDLERS[type(action)](self, action)
        finally:
            self.lenient = False
        return self.ignored

    def settle(self, claims: Iterable[Action]) -> list[Action]:
        """Pushes what stands of the claims that several players made on one tile at once; gives what was pushed.

        Every ron goes first, then pon and kan, then chi; passes are no claims. Source: EMA 2016 3.3.2, M.League 4-3.
        """
        wanted = [claim for claim in claims if not isinstance(claim, (Pass, Draw))]
        rons = [claim for claim in wanted if isinstance(claim, Ron)]
        sets: list[Action] = [claim for claim in wanted if isinstance(claim, (Pon, Daiminkan))]
        rest: list[Action] = [claim for claim in wanted if isinstance(claim, Chi)]
        chosen: list[Action] = [*rons] if rons else (sets or rest)[:1]
        for claim in chosen:
            self.push(claim)
        if not chosen or self.phase == Phase.RON:
            self.push(Pass())
        return chosen

    def refuse(self, *objections: Objection) -> None:
        """Raises, or notes the objections where a record is followed."""
        if not self.lenient:
            raise IllegalAction(objections)
        self.ignored.extend(objections)

    def _wrong_moment(self, action: Action) -> IllegalAction:
        if self.outcome is not None:
            return IllegalAction([Objection("KR299", f"{action}: the hand is over ({self.outcome.type})")])
        wanted = _WAITING[self.phase].format(self.turn, self.next_seat)
        return IllegalAction([Objection("KR299", f"{action}: the table waits for {wanted}")])

    def _draw(self, action: Draw) -> None:
        seat = action.seat
        if self.phase is Phase.CLAIM:
            if seat != self.next_seat or not self.live:
                raise self._wrong_moment(action)
            if self.due:
                self._close_before(action)
        elif self.phase is not Phase.DRAW:
            self._replacement(action)
            return
        elif seat != self.next_seat or not self.live:
            raise self._wrong_moment(action)
        tile = action.tile
        known = self.live[-1]
        if known is None:
            if tile is None:
                raise UnreadableError(f"{seat} draws a tile that the wall does not know; name it")
            unseen = self.unseen
            if unseen is not None:
                if not unseen[tile]:
                    self.check_unseen(tile)
                unseen[tile] -= 1
        elif tile is None:
            tile = known
            action = DRAWS[seat][tile]
        elif tile != known:
            raise UnreadableError(f"{seat} draws {NAMES[tile]}, but the next tile of the wall is {NAMES[known]}")
        self.live.pop()
        self.hands[seat][tile] += 1
        self.drawn = tile
        self.turn = seat
        self.phase = Phase.ACT
        self.last = None
        self.events.append(action)

    def _close_before(self, action: Draw) -> None:
        """Lets the discard pass before a draw; refuses first where the hand would end there."""
        ends = draws.on_passing(self)
        if ends is not None:
            raise IllegalAction([Objection("KR299", f"{action}: the hand ends here ({ends})")])
        if action.tile is not None and self.live[-1] is None:
            self.check_unseen(action.tile)
        draws.let_discard_pass(self)

    def _replacement(self, action: Draw) -> None:
        if self.phase not in (Phase.REPLACE, Phase.ROB):
            raise self._wrong_moment(action)
        owner = self.announced.seat if self.announced is not None else self.turn
        if action.seat != owner:
            raise self._wrong_moment(action)
        kan.check_replacement(self, action)
        if self.phase is Phase.ROB:
            kan.walk(self, kan.Wait.ROBBERY)
            if self.outcome is not None:
                return
        self.phase = Phase.ACT
        kan.replace(self, action)

    def _discard(self, action: Discard) -> None:
        seat, tile = action.seat, action.tile
        if seat != self.turn or (self.phase is not Phase.ACT and self.phase is not Phase.MUST_DISCARD):
            raise self._wrong_moment(action)
        hand = self.hands[seat]
        if not hand[tile]:
            raise IllegalAction([Objection("KR299", f"{action}: {seat} does not hold {NAMES[tile]}")])
        if action.tsumogiri:
            if tile != self.drawn:
                raise IllegalAction([Objection("KR299", f"{action}: {NAMES[tile]} is not the tile just drawn")])
        elif tile == self.drawn and hand[tile] == 1:
            action = Discard(seat, tile, True, action.riichi)
        if self.riichi[seat]:
            if not action.tsumogiri:
                self.refuse(Objection("KR299", f"{action}: in riichi only the drawn tile may be discarded"))
            if action.riichi:
                raise IllegalAction([Objection("KR299", f"{action}: {seat} is in riichi already")])
            self.ippatsu[seat] = False
        else:
            if self.forbidden & BIT[tile]:
                self.refuse(Objection("KR299", f"{action}: kuikae, the tile just called could have been used so", "calls.kuikae"))
            if action.riichi:
                self._declare_riichi(action)
            self.furiten_from[seat] = len(self.passed) + 1
        hand[tile] -= 1
        self.passed.append(KIND[tile])
        self.rivers[seat].append(action)
        self.river_masks[seat] |= BIT[tile]
        if not action.tsumogiri:
            self._waits[seat] = None
        self.last = action
        self.drawn = None
        self.on_replacement = False
        self.forbidden = 0
        self.phase = Phase.CLAIM
        self.next_seat = SEATS[(seat + 1) & 3]
        self.events.append(action)
        if self.silent:
            self.silent.clear()
        # Most discards pass without consequence; `due` says that letting this one pass does something.
        self.due = action.riichi or (len(self.passed) == 4 and not self.interrupted) or self.watch_passes
        if self.kans:
            self.chain = []
            if self.pending or self.four_kans is FourKans.ABORT:
                self.due = True
                kan.walk(self, kan.Wait.TURN)

    def _declare_riichi(self, action: Discard) -> None:
        found = legal.riichi_objections(self, action.seat, action.tile)
        if found:
            self.refuse(*found)
        seat = action.seat
        self.double_riichi[seat] = not self.interrupted and not self.rivers[seat]
        self.riichi[seat] = True
        self.ippatsu[seat] = True
        self.riichi_unpaid = seat
        self.events.append(RiichiDeclared(seat))

    def _call(self, action: Chi | Pon) -> None:
        seat = action.seat
        found = legal.call_objections(self, action)
        physical = [o for o in found if o.code in ("KR201", "KR202")]
        if physical:
            raise IllegalAction(found)
        if found:
            self.refuse(*found)
        last = self.last
        assert last is not None
        self._pass_before_call(action)
        hand = self.hands[seat]
        for tile in action.using:
            hand[tile] -= 1
        meld_type = MeldType.CHI if isinstance(action, Chi) else MeldType.PON
        self.melds[seat].append(Meld(meld_type, tuple(sort_tiles((*action.using, action.tile))), action.tile, last.seat))
        self.take_discard(last.seat)
        self.interrupt(seat)
        self.forget_waits(seat)
        self.turn = seat
        self.drawn = None
        self.phase = Phase.MUST_DISCARD
        self.forbidden = legal.kuikae_mask(self.options.calls.kuikae, action)
        self.last = None
        self.chain = []
        self.events.append(action)
        if meld_type is MeldType.PON:
            self.ask_liability(Call(MeldType.PON, seat, action.tile, last.seat))

    def _pass_before_call(self, action: Action) -> None:
        ends = draws.on_passing(self)
        if ends is not None:
            raise IllegalAction([Objection("KR299", f"{action}: the hand ends here ({ends})")])
        draws.let_discard_pass(self)

    def _kan(self, action: KanAction) -> None:
        daiminkan = isinstance(action, Daiminkan)
        if self.phase == Phase.OVER or (self.phase in (Phase.RON, Phase.ROB, Phase.REPLACE)):
            raise self._wrong_moment(action)
        if not daiminkan and (self.phase not in (Phase.ACT, Phase.MUST_DISCARD) or action.seat != self.turn):
            raise IllegalAction([Objection("KR202", f"{action}: it is not {action.seat}'s turn")])
        candidate = kan.kan_of(self, action)
        found = kan.objections(self, candidate)
        if daiminkan and self.four_kans is FourKans.ABORT:
            found.append(Objection("KR299", f"{action}: after the fourth kan only ron is offered", "four_kans.several_players"))
        if found:
            self.refuse(*found)
        self._announce(action, candidate)

    def _announce(self, action: KanAction, candidate: Kan) -> None:
        if isinstance(action, Daiminkan):
            self._pass_before_call(action)
        self.last = None
        self.silent.clear()
        self.events.append(action)
        self.turn = candidate.seat
        kan.announce(self, candidate)
        if self.outcome is None:
            self.phase = Phase.ROB if self.announced is not None else Phase.REPLACE

    def commit(self, action: KanAction, *, name: str = "", line: int = 0, corrected: bool = False) -> Foul:
        """A player does what the law forbids, as at a real table; the machine notes the foul and rules on it at the right moment.

        An illegal kan in riichi goes on as a kan. Any other illegal kan is void: nothing is laid down, the foul is dealt with at once.
        A `corrected` one is void as well. Gives the foul. Raises ValueError where the action is legal after all.
        """
        return fouls.commit(self, action, name=name, line=line, corrected=corrected)

    def discover(self, seat: Seat) -> None:
        """The referee finds this player's illegal kan now."""
        fouls.discover(self, seat)

    def _ron(self, action: Ron) -> None:
        ending.ron(self, action)

    def _tsumo(self, action: Tsumo) -> None:
        ending.tsumo(self, action)

    def _kyuushu(self, action: Kyuushu) -> None:
        found = legal.kyuushu_objections(self, action.seat)
        if self.phase != Phase.ACT or action.seat != self.turn:
            raise self._wrong_moment(action)
        if found:
            self.refuse(*found)
        self.events.append(action)
        self.abort("kyuushu_kyuuhai")

    def _pass(self, action: Pass) -> None:
        if action.seat is not None:
            if self.phase not in (Phase.CLAIM, Phase.ROB, Phase.RON):
                raise self._wrong_moment(action)
            self.silent.add(action.seat)
            return
        if self.phase == Phase.RON:
            ending.settle_rons(self)
        elif self.phase == Phase.CLAIM:
            draws.let_discard_pass(self)
            if self.outcome is None and not self.live:
                ending.exhaust(self)
            elif self.outcome is None:
                self.phase = Phase.DRAW
                self.turn = self.next_seat
                self.last = None
        elif self.phase == Phase.ROB:
            kan.walk(self, kan.Wait.ROBBERY)
            if self.outcome is None:
                self.phase = Phase.REPLACE
        else:
            raise self._wrong_moment(action)

    # --- what the laws use -------------------------------------------------------------------------------------

    def find(self, verdict: Verdict, code: str, text: str, key: str = "", plugin: str = "core") -> None:
        """Notes a ruling at this point of the hand; where a plugin decided, no key of the ruleset is cited for it."""
        self.findings.append(Finding(verdict, code, text, key if plugin == "core" else "", len(self.events), plugin))

    def decided_by(self, hook: str) -> str:
        """The plugin that last answered this hook, remembered for the rest of the hand."""
        plugin = self.judge.decided.get(hook, "core")
        self.deciders = {**self.deciders, hook: plugin}
        return plugin

    def abort(self, why: str) -> None:
        """Ends the hand in a draw of this name."""
        draws.abort(self, why)

    def interrupt(self, seat: Seat) -> None:
        """A call by this seat ends ippatsu and the first go-around, and temporary furiten as the rules say."""
        self.interrupted = True
        if any(self.ippatsu):
            self.ippatsu = [False] * 4
        ends = self.options.furiten.temporary_ends
        if ends is TemporaryEnds.ANY_CALL:
            for other in SEATS:
                if not self.riichi[other]:
                    self.furiten_from[other] = len(self.passed)
        elif ends is TemporaryEnds.OWN_DRAW_OR_CALL and not self.riichi[seat]:
            self.furiten_from[seat] = len(self.passed)

    def let_pass(self, kind: Kind) -> None:
        """A tile that could have been robbed was let pass."""
        self.passed.append(kind)

    def take_discard(self, source: Seat) -> None:
        """The last discard of this seat leaves its river for somebody's meld; it stays listed, marked as taken."""
        self.taken[source].append(len(self.rivers[source]) - 1)

    def forget_waits(self, seat: Seat) -> None:
        """The hand of this seat has changed."""
        self._waits[seat] = None

    def ask_liability(self, call: Call) -> None:
        """Asks who becomes liable by this call."""
        if len(self.melds[call.seat]) < self.judge.melds_before_liability:
            return
        for liability in self.judge.liability(call, self.table):
            self.liabilities[call.seat].append(liability)
            text = f"{liability.seat} answers for {call.seat}'s {liability.yakuman}"
            self.find(Verdict.LIABLE, "KR401", text, "sekinin_barai.yakuman", self.judge.author(liability))

    def win_by_fourth_kan(self, seat: Seat) -> None:
        """The fourth kan wins as it stands."""
        ending.win_by_fourth_kan(self, seat)

    def check_unseen(self, tile: Tile) -> None:
        """Raises where a record shows more copies of a tile than there are."""
        if self.unseen is not None and self.unseen[tile] <= 0:
            raise UnreadableError(f"{NAMES[tile]} turns up more often than there are copies")

    def replacement_tile(self) -> Tile | None:
        """The next replacement tile, where it is known; a fifth kan takes the last live tile."""
        return self.replacements[0] if self.replacements else self.live[0]

    def take_replacement(self, tile: Tile | None) -> Tile:
        """Takes the next replacement tile; the last live tile refills the dead wall."""
        known = self.replacement_tile()
        drawn = tile if known is None else known
        assert drawn is not None
        if known is None and self.unseen is not None:
            self.unseen[drawn] -= 1
        last = self.live.pop(0)
        if self.replacements:
            del self.replacements[0]
            self.refilled.append(last)
        return drawn

    def turn_indicator(self) -> Tile | None:
        """Turns the next indicator of the wall and gives it."""
        tile = self.dora_indicators[self.face_up]
        self.face_up += 1
        return tile

    def foul_committed(self, foul: Foul) -> None:
        """Notes a foul."""
        self.fouls.append(foul)
        self.events.append(FoulCommitted(foul.seat, foul.code))


def _check_wall(tiles: Sequence[Tile]) -> None:
    if len(tiles) != 136:
        raise UnreadableError(f"a wall has 136 tiles, not {len(tiles)}")
    kinds = [0] * 34
    for tile in tiles:
        kinds[KIND[tile]] += 1
    for kind, count in enumerate(kinds):
        if count != 4:
            raise UnreadableError(f"a wall holds four {NAMES[kind]}, not {count}")


def _red_set(red_fives: int) -> list[int]:
    return counts_37(full_set(red_fives))


_SORTED = tuple(sort_tiles(range(TILES)))
_RED_SETS = {number: _red_set(number) for number in (0, 3, 4)}

_WAITING = {
    Phase.DRAW: "{1}'s draw",
    Phase.ACT: "{0}, who has drawn",
    Phase.MUST_DISCARD: "{0}'s discard",
    Phase.CLAIM: "claims on {0}'s discard, or {1}'s draw",
    Phase.ROB: "a robbery of {0}'s kan, or its replacement draw",
    Phase.REPLACE: "{0}'s replacement draw",
    Phase.RON: "further winners, or a pass",
    Phase.OVER: "nobody",
}
_HANDLERS: dict[type, Callable[[Kyoku, Any], None]] = {
    Draw: Kyoku._draw,
    Discard: Kyoku._discard,
    Chi: Kyoku._call,
    Pon: Kyoku._call,
    Daiminkan: Kyoku._kan,
    Ankan: Kyoku._kan,
    Shouminkan: Kyoku._kan,
    Ron: Kyoku._ron,
    Tsumo: Kyoku._tsumo,
    Kyuushu: Kyoku._kyuushu,
    Pass: Kyoku._pass,
}
_NESTED = ("hands", "melds", "rivers", "taken", "liabilities")
_LISTS = (
    "chain", "claims", "dead", "dora_indicators", "double_riichi", "events", "findings", "fouls", "furiten_from", "ignored", "ippatsu",
    "kans", "live", "passed", "penalties", "pending", "refilled", "replacements", "riichi", "river_masks", "scores", "ura_indicators",
    "_waits",
)  # fmt: skip
_SHARED = tuple(
    name for name in Kyoku.__slots__ if name not in (*_NESTED, *_LISTS, "yakuless", "silent", "spared", "unseen")
)
