"""The state of one hand at one moment: everything on the table, and how it is dealt, copied, and viewed. `Kyoku` plays
on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from itertools import compress
from operator import attrgetter
from typing import Self

from kanrules.errors import IllegalAction, UnreadableError
from kanrules.law.codes import objection, sentence
from kanrules.law.hook_values import (
    FifthKan,
    Foul,
    FourKans,
    Kan,
    Liability,
    Penalty,
    ReplacementFrom,
    SetAside,
    Transfer,
)
from kanrules.law.kuikae import kuikae_mask
from kanrules.law.options import Kuikae, Options, Refill
from kanrules.law.outcome import Claim, Outcome
from kanrules.law.setup import START_SCORES, setup_of
from kanrules.law.tenpai import tenpai_waits
from kanrules.locale import marked as _N
from kanrules.locale.sentences import number, say
from kanrules.pieces import wall as walls
from kanrules.pieces.actions import Action, Chi, Discard, Pon
from kanrules.pieces.events import Event, FoulCommitted
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import TILE_BITS, TILE_SUITS, Concealed, exhausted, waits_mask
from kanrules.pieces.setup import Setup
from kanrules.pieces.tiles import KIND, NAMES, NORTH, TILES, Kind, Seat, Tile, counts_37, sort_tiles
from kanrules.rulings import Finding, Objection, Verdict
from kanrules.table.furiten import FuritenState
from kanrules.table.hidden import OF_HIDDEN, OF_OTHER_HOOK, ToldEnd
from kanrules.table.judge import HasJudge, Judge
from kanrules.table.layout import PendingIndicator
from kanrules.table.snapshot import Table, later


class Phase(IntEnum):
    """What the table waits for."""

    DRAW = 0
    """The next player's draw."""
    ACT = 1
    """The action of the player who has drawn."""
    MUST_DISCARD = 2
    """The discard of the player who has called chi or pon."""
    CLAIM = 3
    """Claims on a discard. The next player's draw ends them."""
    ROB = 4
    """A robbery. The replacement draw ends the robbery window."""
    REPLACE = 5
    """The replacement draw."""
    RON = 6
    """Further winners on the same tile, or a pass that settles the win."""
    OVER = 7


# Python 3.11 takes a tenth of a microsecond to look up an enum member. Modules that run with every tile therefore keep
# the members that they compare in names of their own; others, such as the course of a kan, write them out.
_CLAIMABLE = frozenset((Phase.CLAIM, Phase.RON))
_MUST_DISCARD, _REPLACE = Phase.MUST_DISCARD, Phase.REPLACE

_ALWAYS, _KANS_ONLY = Refill.ALWAYS, Refill.KANS_ONLY
_STRICTEST = Kuikae.FORBIDDEN


class State(FuritenState):
    """The table of one hand. Lists by seat have one entry per player, east first; a hand is a list of 37 counts."""

    __slots__ = {  # noqa: RUF023  # by what belongs together
        "judge": "The rules with their plugins. It answers wherever a plugin may answer.",
        "options": "Values of the ruleset's keys.",
        "setup": "Number of players, set of tiles, and layout of the wall.",
        "after": "Next seat in turn order, by seat.",
        "round_wind": "Round wind, as a seat.",
        "honba": "Number of honba.",
        "sticks": "Number of riichi sticks on the table.",
        "scores": "Points by seat. A player pays the riichi stick when the riichi discard has passed.",
        "hands": "Counts of the concealed tiles by seat, including a drawn tile.",
        "suits": "The same tiles by seat as four numbers, one for each suit (`Concealed`), used to find waits.",
        "kitas": "Number of norths set aside, by seat.",
        "melds": "Melds by seat, in the order in which they were declared.",
        "rivers": "All discards by seat, in order, including called ones.",
        "taken": "Indexes in the river of the discards that others called, by seat.",
        "kan_discards": "Discards that followed a kan in the same turn: seat, index in the river, number of the kan.",
        "riichi": "Whether the player is in riichi, by seat.",
        "double_riichi": "Whether the player declared double riichi, by seat.",
        "ippatsu": "Whether a win now would have ippatsu, by seat.",
        "riichi_unpaid": "The player whose riichi discard has not passed yet. The stick is not on the table.",
        "go_around_over": "Whether a call or a kan has interrupted the first go-around.",
        "ron_kinds": (
            "Kinds of tiles on which a win could be declared, in order: every discard, and every kan that could be "
            "robbed."
        ),
        "discarded_from": (
            "Index in `ron_kinds`, by seat. Tiles that the player has passed on from there on can make furiten: after "
            "the player's last discard outside riichi."
        ),
        "called_at": "Index in `ron_kinds` at the player's last call or kan, by seat.",
        "yakuless": (
            "Seat and index in `ron_kinds` where passing does not make furiten: the win had no yaku, or the player "
            "could not rob the kan."
        ),
        "turn": "Seat whose turn it is; after a discard, the seat that discarded.",
        "next_seat": "Seat that draws next if nobody calls.",
        "drawn": "The tile that `turn` has drawn and not yet discarded.",
        "on_replacement": "Whether the last draw of the turn was a replacement tile.",
        "last": "The last discard while it can be claimed.",
        "swaps": "Kinds that must not be discarded after a call under the strictest kuikae rule, as a 34-bit mask.",
        "kuikae_call": "The call that `swaps` belongs to, until the kuikae rule of the ruleset is applied to it.",
        "phase": "What the table waits for.",
        "silent": "Seats that have passed on the open tile on their own (`Pass(seat)`).",
        "kans": "Completed kans, in order.",
        "announced": "The announced kan or kita that can still be robbed.",
        "open_kita": "The completed kita whose replacement tile has not been drawn.",
        "chain": "Kans and kitas of this turn. Each replacement tile led to the next one.",
        "pending": "Indicators of completed kans that have not been turned.",
        "window": (
            "The table in the robbery window of the last shouminkan, while that kan can still be robbed after its "
            "replacement tile (`chankan.until`), or that of the discard claimed for the last daiminkan, while it can "
            "still be won on (`kan.late_ron`). It never changes, so copies share it."
        ),
        "turned_early": "Whether the indicator of the announced kan was turned before its robbery window closed.",
        "replaces_from": "Where the replacement tile of the last announced kan comes from.",
        "ura_taken": "Places of the ura indicators that were taken as replacement tiles, as a mask.",
        "fifth": "Ruling on the announced fifth kan.",
        "four_kans": "Ruling on the fourth kan of the hand; None until it is needed.",
        "deciders": "Plugin that ruled on the fourth or fifth kan, by hook.",
        "liabilities": "Liable player for each yakuman, by seat.",
        "dead": "Whether the hand is dead, by seat.",
        "fouls": "Fouls, in order.",
        "settled_fouls": "Indexes in `events` of fouls that have been ruled on or are void.",
        "penalties": "Penalties, in order, each with the seat of the offender.",
        "at_once": "Immediate payments for kans of this hand, in order.",
        "claims": "Wins declared on the current tile that are not settled yet.",
        "events": "Events of the hand, in order.",
        "findings": "Findings of the hand, in order. `rules.ruling` adds the source to one.",
        "outcome": "How the hand ended, with `.type`, `.changes`, and `.wins`; None while it continues.",
        "due": "Whether an unclaimed discard still has consequences to come: the stick, indicators, abortive draws.",
        "watch_passes": "Whether a passed win is checked for a yaku (`furiten.without_yaku`).",
        "lenient": "Whether an illegal action of a record is carried out.",
        "objections": "Objections to an illegal action that was carried out.",
        "face_up": "Number of face-up indicators.",
        "indicator_kans": "Number of the kan that turned each face-up indicator; 0 for the first.",
        "wall_break": "Seat at whose wall the deal began; None if unknown.",
        "red_fives": "Number of red fives in the set.",
        "unseen_counts": "For a recorded hand, the number of unseen tiles of each type; None if the wall is known.",
        "live": "The live wall. The next tile is the last element. None stands for an unknown tile.",
        "replacements": "The remaining replacement tiles. The first element is next. None stands for an unknown tile.",
        "refill": "Tiles taken from the end of the live wall to refill the dead wall.",
        "dora_indicators": "The five dora indicators in order, face up or face down.",
        "ura_indicators": "The five tiles below the dora indicators.",
        "_waits": "Waits by seat; None if they have not been computed since the hand changed.",
    }

    def __init__(
        self,
        rules: HasJudge,
        seed: int | None = None,
        *,
        wall: Sequence[Tile] | None = None,
        round_wind: Seat = Seat.EAST,
        honba: int = 0,
        sticks: int = 0,
        scores: Sequence[int] | None = None,
    ) -> None:
        options = rules.judge.options
        setup = setup_of(options)
        tiles = walls.shuffled(options.scoring.red_fives, seed, setup) if wall is None else wall
        dealt = walls.deal(tiles, setup)
        self._begin(rules.judge, dealt.hands, round_wind, honba, sticks, scores)
        # The next draw is the last element and the end of the wall the first, so that draws are cheap.
        self.live.extend(reversed(dealt.live))
        self.replacements.extend(dealt.replacements)
        self.refill.extend(dealt.unnamed)
        self.dora_indicators.extend(dealt.indicators)
        self.ura_indicators.extend(dealt.ura)
        self.red_fives = dealt.red_fives

    def _begin(
        self,
        judge: Judge,
        hands: Sequence[Iterable[Tile]],
        round_wind: Seat,
        honba: int,
        sticks: int,
        scores: Sequence[int] | None,
    ) -> None:
        self.judge: Judge = judge
        self.options: Options = judge.options
        self.setup: Setup = setup_of(judge.options)
        self.after: tuple[Seat, ...] = self.setup.after
        players = self.setup.players
        if len(hands) != players:
            raise UnreadableError(f"{number(len(hands), 'hand')}, and {players} play")
        if scores is None:
            scores = (START_SCORES[players],) * players
        elif len(scores) != players:
            raise UnreadableError(f"{number(len(scores), 'score')}, and {players} play")
        self.round_wind = round_wind
        self.honba = honba
        self.sticks = sticks
        self.scores: list[int] = list(scores)
        self.hands: list[list[int]] = [counts_37(hand) for hand in hands]
        self.suits: list[list[int]] = [[*Concealed.from_counts(hand)] for hand in self.hands]
        self.kitas: list[int] = [0] * players
        self.melds: list[list[Meld]] = [[] for _ in hands]
        self.rivers: list[list[Discard]] = [[] for _ in hands]
        self.taken: list[list[int]] = [[] for _ in hands]
        self.kan_discards: list[tuple[Seat, int, int]] = []
        self.riichi: list[bool] = [False] * players
        self.double_riichi: list[bool] = [False] * players
        self.ippatsu: list[bool] = [False] * players
        self.riichi_unpaid: Seat | None = None
        self.go_around_over = False
        self.ron_kinds: list[Kind] = []
        self.discarded_from: list[int] = [0] * players
        self.called_at: list[int] = [0] * players
        self.yakuless: set[tuple[Seat, int]] = set()
        self.turn: Seat = Seat.EAST
        self.next_seat: Seat = Seat.EAST
        self.drawn: Tile | None = None
        self.on_replacement = False
        self.last: Discard | None = None
        self.swaps = 0
        self.kuikae_call: Chi | Pon | None = None
        self.phase = Phase.DRAW
        self.silent: set[Seat] = set()
        self.kans: list[Kan] = []
        self.announced: Kan | SetAside | None = None
        self.open_kita: SetAside | None = None
        self.chain: list[Kan | SetAside] = []
        self.pending: list[PendingIndicator] = []
        self.window: State | None = None
        self.turned_early = False
        self.replaces_from = ReplacementFrom.DEAD_WALL
        self.ura_taken = 0
        self.fifth: FifthKan | None = None
        self.four_kans: FourKans | None = None
        self.deciders: dict[str, str] = {}
        self.liabilities: list[list[Liability]] = [[] for _ in hands]
        self.dead: list[bool] = [False] * players
        self.fouls: list[Foul] = []
        self.settled_fouls: set[int] = set()
        self.penalties: list[tuple[Seat, Penalty]] = []
        self.at_once: list[Transfer] = []
        self.claims: list[Claim] = []
        self.events: list[Event] = []
        self.findings: list[Finding] = []
        self.outcome: Outcome | None = None
        self.due = False
        self.watch_passes = not judge.options.furiten.without_yaku
        self.lenient = False
        self.objections: list[Objection] = []
        self.face_up = 1
        self.indicator_kans: list[int] = [0]
        self.wall_break: Seat | None = None
        self.red_fives = 0
        self.unseen_counts: list[int] | None = None
        self.live: list[Tile | None] = []
        self.replacements: list[Tile | None] = []
        self.refill: list[Tile | None] = []
        self.dora_indicators: list[Tile | None] = []
        self.ura_indicators: list[Tile | None] = []
        self._waits: list[int | None] = [None] * players

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
        scores: Sequence[int] | None = None,
        red_fives: int = 0,
    ) -> Self:
        """Start a hand from a record: the wall is unknown, and every draw names its tile.

        Takes thirteen tiles for each seat and the dora indicators that the record shows, in order. Raises
        UnreadableError (KR111) for a tile that appears more often than the set has copies.
        """
        kyoku = cls.__new__(cls)
        kyoku._begin(rules.judge, hands, round_wind, honba, sticks, scores)
        setup = kyoku.setup
        kyoku.live.extend([None] * setup.live)
        kyoku.replacements.extend([None] * setup.replacements)
        kyoku.dora_indicators.extend([*indicators, *[None] * (5 - len(indicators))])
        kyoku.ura_indicators.extend([*ura, *[None] * (5 - len(ura))])
        kyoku.red_fives = red_fives
        unseen = list(setup.copies(red_fives))
        for tiles in (*hands, indicators):
            for tile in tiles:
                if tile is not None:
                    unseen[tile] -= 1
        # Red fives are tiles of their own here, so a second red five is found as well.
        if min(unseen) < 0:
            tile = unseen.index(min(unseen))
            raise UnreadableError(f"the deal holds more {NAMES[tile]} than there are")
        kyoku.unseen_counts = unseen
        return kyoku

    def copy(self) -> Self:
        """Return an independent copy. Copies are cheap enough to try actions on."""
        # One line a field takes a quarter of the time of a loop over their names.
        twin = self.__new__(type(self))
        twin.judge = self.judge
        twin.options = self.options
        twin.setup = self.setup
        twin.after = self.after
        twin.round_wind = self.round_wind
        twin.honba = self.honba
        twin.sticks = self.sticks
        twin.scores = self.scores[:]
        twin.hands = [hand.copy() for hand in self.hands]
        twin.suits = list(map(list, self.suits))
        twin.kitas = self.kitas[:]
        twin.melds = list(map(list, self.melds))
        twin.rivers = list(map(list, self.rivers))
        twin.taken = list(map(list, self.taken))
        twin.kan_discards = self.kan_discards[:]
        twin.riichi = self.riichi[:]
        twin.double_riichi = self.double_riichi[:]
        twin.ippatsu = self.ippatsu[:]
        twin.riichi_unpaid = self.riichi_unpaid
        twin.go_around_over = self.go_around_over
        twin.ron_kinds = self.ron_kinds[:]
        twin.discarded_from = self.discarded_from[:]
        twin.called_at = self.called_at[:]
        twin.yakuless = self.yakuless.copy()
        twin.turn = self.turn
        twin.next_seat = self.next_seat
        twin.drawn = self.drawn
        twin.on_replacement = self.on_replacement
        twin.last = self.last
        twin.swaps = self.swaps
        twin.kuikae_call = self.kuikae_call
        twin.phase = self.phase
        twin.silent = self.silent.copy()
        twin.kans = self.kans[:]
        twin.announced = self.announced
        twin.open_kita = self.open_kita
        twin.chain = self.chain[:]
        twin.pending = self.pending[:]
        twin.window = self.window
        twin.turned_early = self.turned_early
        twin.replaces_from = self.replaces_from
        twin.ura_taken = self.ura_taken
        twin.fifth = self.fifth
        twin.four_kans = self.four_kans
        twin.deciders = self.deciders
        twin.liabilities = list(map(list, self.liabilities))
        twin.dead = self.dead[:]
        twin.fouls = self.fouls[:]
        twin.settled_fouls = self.settled_fouls.copy()
        twin.penalties = self.penalties[:]
        twin.at_once = self.at_once[:]
        twin.claims = self.claims[:]
        twin.events = self.events[:]
        twin.findings = self.findings[:]
        twin.outcome = self.outcome
        twin.due = self.due
        twin.watch_passes = self.watch_passes
        twin.lenient = self.lenient
        twin.objections = self.objections[:]
        twin.face_up = self.face_up
        twin.indicator_kans = self.indicator_kans[:]
        twin.wall_break = self.wall_break
        twin.red_fives = self.red_fives
        twin.unseen_counts = None if self.unseen_counts is None else self.unseen_counts[:]
        twin.live = self.live[:]
        twin.replacements = self.replacements[:]
        twin.refill = self.refill[:]
        twin.dora_indicators = self.dora_indicators[:]
        twin.ura_indicators = self.ura_indicators[:]
        twin._waits = self._waits[:]
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Raise TypeError. A hand holds its judge, which holds plugins, and code must not be pickled."""
        raise TypeError(f"a {type(self).__name__} cannot be pickled; pickle its actions, or a kanrules.Kyoku")

    # --- what people look at -----------------------------------------------------------------------------------

    @property
    def indicators(self) -> tuple[Tile | None, ...]:
        """Face-up dora indicators, in order."""
        return tuple(self.dora_indicators[: self.face_up])

    @property
    def live_tiles(self) -> int:
        """The number of tiles left in the live wall."""
        return len(self.live)

    @property
    def rinshan_left(self) -> int:
        """The number of replacement tiles left."""
        return len(self.replacements)

    @property
    def dead_hands(self) -> tuple[Seat, ...]:
        """The seats with a dead hand."""
        return tuple(compress(self.setup.seats, self.dead))

    @property
    def dead_wall(self) -> list[Tile | None]:
        """The tiles of the dead wall, fourteen with four players: replacement tiles, refill tiles, dora indicators, and
        ura indicators.

        A tile is None if it is unknown. Tiles that still belong to the live wall are not included.
        """
        setup = self.setup
        own = self.replacements if setup.undrawn else []
        return own + self.refill + self.dora_indicators[: setup.own_indicators] + self.ura_indicators[: setup.own_ura]

    def waits(self, seat: Seat) -> int:
        """Return the kinds that complete this seat's hand (without the drawn tile), as a 34-bit mask; 0 while it must
        discard.
        """
        mask = self._waits[seat]
        if mask is None:
            suits = self.suits[seat]
            # The cache holds the waits of the thirteen tiles. A drawn tile does not change them.
            if seat == self.turn:
                if self.phase is _MUST_DISCARD:
                    return 0
                suits = self._without_drawn(suits)
            self._waits[seat] = mask = waits_mask(suits)
        return mask

    def is_tenpai(self, seat: Seat) -> bool:
        """Return True if this seat's hand of thirteen counts as tenpai. If the hand holds all four
        copies of a wait, the rules say whether that wait counts.
        """
        mask = self.waits(seat)
        if not mask:
            return False
        suits = self.suits[seat]
        return self.counts_as_tenpai(Concealed(*(self._without_drawn(suits) if seat == self.turn else suits)), seat)

    def is_tenpai_without(self, seat: Seat, tile: Tile) -> bool:
        """Return True if this seat's hand of fourteen counts as tenpai after the discard of this tile."""
        counts = self.hands[seat][:]
        counts[tile] -= 1
        return self.counts_as_tenpai(Concealed.from_counts(counts), seat)

    # --- a hand seen from one seat: `SeatMachine` overrides these ------------------------------------------------

    def is_hidden(self, seat: Seat) -> bool:
        """Return True if this hand has tiles that the seat which follows the game does not see."""
        return False

    def size(self, seat: Seat) -> int:
        """Return the number of concealed tiles of a seat, including a drawn tile."""
        return sum(self.hands[seat])

    def cannot_know(self, what: str, seat: Seat) -> None:
        """Note that a ruling about this seat depends on hidden tiles. `what` is a name in `OF_HIDDEN`, or a
        hook.
        """
        codes, why = OF_HIDDEN.get(what, OF_OTHER_HOOK)
        text = say(why, seat=seat, hook=what)
        unknown = [Finding(Verdict.UNKNOWN, code, text, at=len(self.events)) for code in codes]
        # An illegal action of a record is tried first and then followed, so it may be asked about twice.
        self.findings += [one for one in unknown if one not in self.findings]

    def opens_window(self, kan: Kan) -> bool:
        """Return True if a player is known to be able to rob this kan, one of those that may."""
        return True

    def hear_windows(self, kans: Iterable[int]) -> None:
        """Take the numbers of the kans that a player could rob, as the moments of the indicators tell."""

    def hear(self, end: ToldEnd) -> None:
        """Take what the table announces at the end of the hand. A hand whose tiles are all known needs none of it."""

    def told_changes(self, seat: Seat) -> tuple[int, ...] | None:
        """Return the payments that the table announces for the win of a hidden hand; None if it does not say."""
        raise AssertionError("the payments for a hand that is known are ruled")

    def as_told(self, outcome: Outcome) -> Outcome:
        """Return the end of the hand with the payments that the table announces, if the rules cannot tell them."""
        return outcome

    def _without_drawn(self, suits: list[int]) -> list[int]:
        if self.drawn is None:
            return suits
        left = suits[:]
        left[TILE_SUITS[self.drawn]] -= TILE_BITS[self.drawn]
        return left

    def gain(self, seat: Seat, tile: Tile) -> None:
        """Put a tile into a hand."""
        self.hands[seat][tile] += 1
        self.suits[seat][TILE_SUITS[tile]] += TILE_BITS[tile]

    def lose(self, seat: Seat, tile: Tile) -> None:
        """Take a tile out of a hand."""
        self.hands[seat][tile] -= 1
        self.suits[seat][TILE_SUITS[tile]] -= TILE_BITS[tile]

    def counts_as_tenpai(self, hand: Concealed, seat: Seat) -> bool:
        """Answer the same for any hand with this seat's melds. The rules are consulted only if a wait is exhausted."""
        melds = self.melds[seat]
        if waits_mask(hand) & ~exhausted(hand, melds):
            return True
        return bool(tenpai_waits(hand, melds, self.options.tenpai.exhausted_wait))

    @property
    def forbidden(self) -> int:
        """The kinds that must not be discarded after a call (kuikae), as a 34-bit mask."""
        if self.kuikae_call is not None:
            self.forbidden = kuikae_mask(self.options.calls.kuikae, self.kuikae_call)
        return self.swaps

    @forbidden.setter
    def forbidden(self, kinds: int) -> None:
        self.swaps, self.kuikae_call = kinds, None

    def has_called(self, call: Chi | Pon) -> None:
        """Forbid the kinds of kuikae for the caller's next discard. The rules are consulted only if it can matter."""
        # The strictest kuikae serves as a bound; `forbidden` reads the key only if a discard is within it.
        self.swaps, self.kuikae_call = kuikae_mask(_STRICTEST, call), call

    def claimable(self) -> Discard | None:
        """Return the discard that may be claimed now."""
        return self.last if self.phase in _CLAIMABLE and self.announced is None else None

    def is_offered_discard(self) -> bool:
        """Return True if the last discard may be won on now, also as the tile of a daiminkan that may be robbed."""
        return self.claimable() is not None or (
            self.announced is not None and self.announced.type is MeldType.DAIMINKAN
        )

    @property
    def offered(self) -> tuple[Seat, Tile] | None:
        """The tile that may be won on now, with the seat that offers it: an announced kan or kita, or a discard."""
        offer = self.announced or self.last
        return None if offer is None else (offer.seat, offer.tile)

    def table(self) -> Table:
        """Return the frozen snapshot of this moment."""
        return Table(**{name: self._look(name) for name in LOOKS})  # type: ignore[arg-type]  # one look a field

    def _repr_svg_(self) -> str:
        """Return the table at this moment, for a notebook."""
        return self.table()._repr_svg_()

    def glance(self) -> Table:
        """Return the same snapshot for the duration of one question. Each field is made on first access, since most
        never are.
        """
        return later(self._look)

    def _look(self, name: str) -> object:
        return LOOKS[name](self)

    def concealed(self, seat: Seat) -> list[Tile]:
        """Return the concealed tiles of a seat, sorted, including a drawn tile."""
        hand = self.hands[seat]
        tiles: list[Tile] = []
        for tile in _SORTED:
            if hand[tile]:
                tiles += [tile] * hand[tile]
        return tiles

    def census(self) -> list[Tile | None]:
        """Return every tile of the set, wherever it is, with None for an unknown tile. With four players there are 136
        at any moment of a hand dealt from a wall.
        """
        tiles: list[Tile | None] = [tile for seat in self.setup.seats for tile in self.concealed(seat)]
        tiles += [NORTH] * sum(self.kitas)
        tiles += [tile for melds in self.melds for meld in melds for tile in meld.tiles]
        for river, taken in zip(self.rivers, self.taken, strict=True):
            tiles += [discard.tile for at, discard in enumerate(river) if at not in taken]
        return tiles + self.live + self.dead_wall

    @property
    def is_replacing(self) -> bool:
        """True if the last kan or kita is completed and its replacement tile is still to be drawn."""
        taken = self.setup.replacements - len(self.replacements)
        # A fifth kan does not take a tile of the dead wall.
        return self.phase is _REPLACE or taken < min(len(self.kans), 4) + sum(self.kitas)

    def _after_kan(self) -> tuple[tuple[int, ...], ...]:
        numbers = [[0] * len(river) for river in self.rivers]
        for seat, place, kan in self.kan_discards:
            numbers[seat][place] = kan
        return tuple(map(tuple, numbers))

    def has_consequences(self) -> bool:
        """Return True if letting the last discard pass has an effect other than the riichi stick. Most discards have
        none.
        """
        return (
            self.watch_passes
            or (not self.go_around_over and len(self.ron_kinds) == len(self.hands))
            or bool(self.kans and (self.pending or self.ends_on_discard))
        )

    def forget_waits(self, seat: Seat) -> None:
        """Note that the hand of this seat has changed."""
        self._waits[seat] = None

    def check_unseen(self, tile: Tile) -> None:
        """Raise UnreadableError if a record shows more copies of a tile than the set has."""
        if self.unseen_counts is not None and self.unseen_counts[tile] <= 0:
            if not self.setup.lists(tile):
                raise UnreadableError(f"{NAMES[tile]} is not in the set: with three players, there are no 2m to 8m")
            raise UnreadableError(f"{NAMES[tile]} turns up more often than there are copies")

    @property
    def ends_on_discard(self) -> bool:
        """True if a kan ends the hand with the next discard, so that only ron is offered on it."""
        four = self.four_kans
        return (four is not None and four.ends_on_discard) or self.fifth is FifthKan.ABORT_ON_PASSED_DISCARD

    def replacement_place(self) -> tuple[list[Tile | None], int]:
        """Return where the next replacement tile is: a part of the wall, and the place in it. Only a plugin takes the
        tile of a kan from anywhere but the dead wall, or from the end of the live wall for a fifth kan.
        """
        is_kan = self.open_kita is None and not isinstance(self.announced, SetAside)
        place = self.replaces_from if is_kan else ReplacementFrom.DEAD_WALL
        if place is ReplacementFrom.URA_INDICATOR and (left := ((1 << self.face_up) - 1) & ~self.ura_taken):
            return self.ura_indicators, left.bit_length() - 1
        # A record may have a kan on the last tile (KR203): then only the dead wall has tiles.
        if self.live and place is ReplacementFrom.NEXT_LIVE_TILE:
            return self.live, len(self.live) - 1
        if self.live and (place is not ReplacementFrom.DEAD_WALL or not self.replacements):
            return self.live, 0
        if not self.replacements:
            raise UnreadableError("no tile is left for the replacement draw")
        return self.replacements, 0

    def replacement_tile(self) -> Tile | None:
        """Return the next replacement tile, if it is known."""
        tiles, at = self.replacement_place()
        return tiles[at]

    def take_replacement(self, tile: Tile | None) -> Tile:
        """Take the next replacement tile. The last live tile refills the dead wall, as the rules say."""
        tiles, at = self.replacement_place()
        known = tiles[at]
        drawn = tile if known is None else known
        assert drawn is not None, "a replacement tile is known, or the caller names it"
        if known is None and self.unseen_counts is not None:
            self.unseen_counts[drawn] -= 1
        if tiles is self.live:
            del self.live[at]
            return drawn
        if tiles is self.ura_indicators:
            # The other ura indicators keep their places, each below its own dora indicator.
            self.ura_indicators[at] = None
            self.ura_taken |= 1 << at
        else:
            del self.replacements[0]
        refill = self.options.wall.refill
        if not self.live:
            # After a kan on the last tile, the live wall has none to give to the dead wall.
            return drawn
        if not self.setup.undrawn:
            # The replacement tile is the last tile of the live wall itself.
            del self.live[0]
        elif refill is _ALWAYS or (refill is _KANS_ONLY and self.open_kita is None):
            self.refill.append(self.live.pop(0))
        return drawn

    def lay_ura(self, shown: Iterable[Tile]) -> None:
        """Lay the ura indicators that a record shows at the end where none was taken as a replacement tile."""
        left = [at for at in range(len(self.ura_indicators)) if not self.ura_taken >> at & 1]
        for at, tile in zip(left, shown, strict=False):
            self.ura_indicators[at] = tile

    def turn_indicator(self, kan: int) -> Tile | None:
        """Turn the next dora indicator of the wall for the kan of this number, and return it."""
        tile = self.dora_indicators[self.face_up]
        self.face_up += 1
        self.indicator_kans.append(kan)
        return tile

    # --- what every law uses ---------------------------------------------------------------------------------------

    def refuse(self, *objections: Objection) -> None:
        """Raise IllegalAction with the objections, or note them if a record is being followed."""
        if not self.lenient:
            raise IllegalAction(objections)
        self.objections.extend(objections)

    def wrong_moment(self, action: Action) -> IllegalAction:
        """Return the error that says what the table is waiting for."""
        if self.outcome is not None:
            return IllegalAction([objection("KR299", "over", action=action, by=self.outcome.type)])
        wanted = say(_WAITING[self.phase], turn=self.turn, next=self.next_seat)
        return IllegalAction([objection("KR299", "waits_for", action=action, wanted=wanted)])

    def note(
        self, verdict: Verdict, code: str, name: str, key: str = "", plugin: str = "core", /, **args: object
    ) -> None:
        """Note a ruling at this point of the hand: its verdict, code, sentence, and arguments. If a plugin decided, no
        key of the ruleset is cited.
        """
        text = sentence(code, name, **args)
        self.findings.append(Finding(verdict, code, text, key if plugin == "core" else "", len(self.events), plugin))

    def note_finding(self, finding: Finding) -> None:
        """Note a finding that was made without a table, at this point of the hand."""
        self.findings.append(replace(finding, at=len(self.events)))

    def decided_by(self, hook: str, plugin: str) -> None:
        """Remember for the rest of the hand which plugin answered this hook."""
        self.deciders = {**self.deciders, hook: plugin}

    def interrupt(self, seat: Seat) -> None:
        """Interrupt ippatsu and the first go-around by a call of this seat. `furiten_from` decides whether it ends
        temporary furiten.
        """
        self.go_around_over = True
        if any(self.ippatsu):
            self.ippatsu = [False] * len(self.ippatsu)
        # Whether a call ends temporary furiten is a rule, so only its place among the passed tiles is kept.
        self.called_at[seat] = len(self.ron_kinds)

    def let_pass(self, kan: Kan | SetAside) -> None:
        """Note that a robbable kan or kita was passed. Passed discards bind every player who waits for them; here only
        those who could have won are bound.
        """
        at = len(self.ron_kinds)
        self.ron_kinds.append(KIND[kan.tile])
        self.yakuless |= {(seat, at) for seat in self.setup.seats if seat not in kan.robbable_by}

    def take_discard(self, source: Seat) -> None:
        """Mark this seat's last discard as taken by another player's meld. It stays in the list of discards."""
        self.taken[source].append(len(self.rivers[source]) - 1)

    def foul_committed(self, foul: Foul) -> None:
        """Note a foul."""
        self.fouls.append(foul)
        self.events.append(FoulCommitted(foul.seat, foul.code))


def _is_first_go_around(state: State) -> bool:
    """Return True in the first turns. They last until a call, or until the last first discard cannot be claimed."""
    if state.go_around_over or any(len(river) > 1 for river in state.rivers):
        return False
    # With a tile in every river, the discard itself still belongs to it: four winds are decided there.
    return not all(state.rivers) or state.claimable() is not None


_SORTED = tuple(sort_tiles(range(TILES)))
LOOKS: dict[str, Callable[[State], object]] = {
    "round_wind": attrgetter("round_wind"),
    "honba": attrgetter("honba"),
    "sticks": attrgetter("sticks"),
    "scores": lambda state: tuple(state.scores),
    "hands": lambda state: tuple(tuple(state.concealed(seat)) for seat in state.setup.seats),
    "melds": lambda state: tuple(map(tuple, state.melds)),
    "rivers": lambda state: tuple(map(tuple, state.rivers)),
    "taken": lambda state: tuple(map(tuple, state.taken)),
    "riichi": lambda state: tuple(state.riichi),
    "double_riichi": lambda state: tuple(state.double_riichi),
    "ippatsu": lambda state: tuple(state.ippatsu),
    "first_go_around": _is_first_go_around,
    "passed": State.passed_masks,
    "turn": attrgetter("turn"),
    "drawn": attrgetter("drawn"),
    "live_tiles": attrgetter("live_tiles"),
    "rinshan_left": attrgetter("rinshan_left"),
    "indicators": attrgetter("indicators"),
    "ura": lambda state: tuple(state.ura_indicators[: state.face_up]),
    "pending": lambda state: tuple(state.pending),
    "kans": lambda state: tuple(state.kans),
    "liabilities": lambda state: tuple(map(tuple, state.liabilities)),
    "last_discard": State.claimable,
    "dead_hands": attrgetter("dead_hands"),
    "on_replacement": lambda state: state.on_replacement and state.drawn is not None,
    "announced": attrgetter("announced"),
    "replacing": lambda state: state.is_replacing,
    "kitas": lambda state: tuple(state.kitas),
    "after_kan": State._after_kan,
    "indicator_kans": lambda state: tuple(state.indicator_kans),
    "wall_break": attrgetter("wall_break"),
}
"""Function that reads each field of a `Table` from the machine."""
_WAITING = {
    Phase.DRAW: _N("{next}'s draw"),
    Phase.ACT: _N("{turn}, who has drawn"),
    Phase.MUST_DISCARD: _N("{turn}'s discard"),
    Phase.CLAIM: _N("claims on {turn}'s discard, or {next}'s draw"),
    Phase.ROB: _N("a robbery of {turn}'s kan or kita, or its replacement draw"),
    Phase.REPLACE: _N("{turn}'s replacement draw"),
    Phase.RON: _N("further winners, or a pass"),
    Phase.OVER: _N("no one"),
}
