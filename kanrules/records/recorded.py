"""A recorded game in the form that kanrules reads from any format: seats are seat winds, and tiles and actions have
their own types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from kanrules.frozen import frozen
from kanrules.pieces.actions import Action
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.tiles import Seat, Tile


@frozen
class Reveal:
    """A dora indicator that a record turns, at the place where the format writes it. `instant` is set if the format
    states it.
    """

    tile: Tile
    instant: Turned | None = None


RecordedStep = Action | Reveal


class Fact(Enum):
    """A fact of a hand that a record may leave open. What it leaves open is assumed where the play needs it, and is
    never compared.
    """

    SCORES = "scores"
    """Scores at the start of the hand."""
    HONBA = "honba"
    STICKS = "sticks"
    """Riichi sticks on the table at the start of the hand."""
    WORTH = "worth"
    """What wins and draws pay: yaku, han, fu, values, and payments, because a rule of the table is unknown."""
    KIND = "kind"
    """Which of the two draws at the end of the wall it is, exhaustive or nagashi mangan."""
    MOMENTS = "moments"
    """The moment of an indicator that is written after a replacement draw: it may have been turned before it."""


@frozen
class Contradiction:
    """A contradiction in a record: what it says here, and what follows from the rest of it. `at` is the number of steps
    before it, reveals included.
    """

    says: str
    elsewhere: str
    at: int


def listed_twice(player: int, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each yaku that a win lists more than once: what the record says, and what follows from the rest."""
    if len({*names}) < len(names):
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"player {player} wins with {name} {names.count(name)} times", "each yaku counts once"


@dataclass(slots=True)
class Stated:
    """What a record repeats about a hand at its end; None for what the format does not repeat."""

    honba: int | None = None
    sticks: int | None = None
    """Riichi sticks on the table, including those of this hand."""
    before: tuple[int, ...] | None = None
    """Scores by seat before these payments."""
    after: tuple[int, ...] | None = None
    """Scores by seat after these payments."""


@dataclass(slots=True)
class RecordedWin:
    """One recorded win. A field is None if the format does not have it."""

    seat: Seat
    source: Seat | None
    """The player who discarded the tile or used it for a kan; None for a tsumo."""
    tile: Tile | None
    changes: tuple[int, ...] | None
    """Change of score by seat for this win, including riichi sticks and honba; None if the record does not say."""
    han: int | None = None
    fu: int | None = None
    points: int | None = None
    """Value of the hand, without honba and riichi sticks."""
    yaku: dict[str, int] | None = None
    """Han by yaku, in the spelling of `kanrules.law.yaku`, with dora as `dora`, `ura`, `red`. A yakuman counts as 13.
    Norths set aside are `kita` if the format separates them from other dora.
    """
    yakuman: tuple[str, ...] = ()
    indicators: tuple[Tile, ...] | None = None
    ura: tuple[Tile, ...] | None = None
    liable: Seat | None = None
    unknown_yaku: tuple[str, ...] = ()
    """Names of yaku that the reader does not know. They are not in `yaku`."""
    limit: str | None = None
    """The limit that the record names, `mangan` to `yakuman`, or `none` if it says that there is none."""
    riichi: bool | None = None
    """True if the record says that the winner was in riichi."""
    stated: Stated = field(default_factory=Stated)


AT_THE_END_OF_THE_WALL = (ResultType.EXHAUSTIVE_DRAW, ResultType.NAGASHI_MANGAN)
"""Draws at the end of the wall."""


@dataclass(slots=True)
class RecordedDraw:
    """A hand without a winner."""

    type: ResultType
    changes: tuple[int, ...] | None
    """Change of score by seat; None if the record does not say."""
    tenpai: tuple[Seat, ...] | None = None
    stated: Stated = field(default_factory=Stated)


@frozen
class RecordedPayment:
    """The immediate payment for a kan, as recorded. `to` is None if it goes to the table, in riichi sticks."""

    kan: int
    """Number of the kan, counted by announcement in the hand, from 1."""
    seat: Seat
    to: Seat | None
    points: int


@dataclass(slots=True)
class RecordedHand:
    """One recorded hand. `wins` or `draw` say how it ended; both are empty if the record is incomplete (`cut`)."""

    round_wind: Seat
    number: int
    """Number of the dealer in the round, from 1 to 4 (1 to 3 with three players)."""
    honba: int
    sticks: int
    scores: tuple[int, ...]
    """Scores by seat before the hand."""
    players: tuple[int, ...]
    """The player of the game in each seat, 0-3 (0-2 with three players)."""
    hands: tuple[tuple[Tile, ...], ...]
    """Thirteen tiles each, by seat; none for a hand that is hidden in a one-seat stream."""
    indicator: Tile
    red_fives: int
    steps: list[RecordedStep] = field(default_factory=list)
    """Draws, discards (a riichi discard with `riichi`), calls, kans, and reveals as recorded.

    Not included are the wins, and the player who ended the hand with nine terminals and honours, who is the one that
    drew last.
    """
    wins: list[RecordedWin] = field(default_factory=list)
    draw: RecordedDraw | None = None
    cut: bool = False
    later_indicators: tuple[Tile, ...] | None = None
    """If the format keeps no moments: the dora indicators after the first, in wall order. Indicators that were never
    turned may be missing.
    """
    accepted: list[Seat] | None = None
    """The players who paid for a riichi, in order, if the format has a mark for it."""
    contradictions: list[Contradiction] = field(default_factory=list)
    """Contradictions found by the reader."""
    at_once: list[RecordedPayment] = field(default_factory=list)
    """Immediate payments for kans, if the format has them."""
    final: tuple[int, ...] | None = None
    """Scores at the end of the game, by player, if this hand is the last one recorded."""
    final_points: tuple[float, ...] | None = None
    """The game's final points by player, in thousands, including uma and oka."""
    notes: list[str] = field(default_factory=list)
    """Statements that cannot be compared, because the record does not make them or kanrules does not know what they
    mean.
    """
    shown: dict[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    """Hands of a one-seat stream that are shown at the end."""
    open: frozenset[Fact] = frozenset()
    """Facts that the record leaves open."""

    def leaves_open(self, *facts: Fact) -> None:
        """Record that nothing may be compared with these facts."""
        self.open |= {*facts}

    @property
    def name(self) -> str:
        """Round, number, and honba: `east-1-0`."""
        return f"{self.round_wind}-{self.number}-{self.honba}"


@dataclass(slots=True)
class Record:
    """A recorded game: where it was found, its format, and its hands, which are read one by one."""

    file: str
    format: str
    """Name of the format, such as `mjlog`, `tenhou6`, or `mjai`."""
    keeps_instants: bool
    """True if the format records when each dora indicator is turned."""
    hands: Iterator[RecordedHand]
    platform: str = ""
    """Name of the platform, such as `tenhou`, if the format says so."""
    room: Mapping[str, Any] = field(default_factory=dict)
    """Keys that the record's own table sets on top of the platform's usual ruleset, with their values. Empty if it
    plays the usual rules, or if the format does not say.
    """
    out_of_scope: str = ""
    """Why the game is not a four-player game under ordinary rules; "" if it is. `kanrules.replays.scope` tells whether
    a ruleset can judge it.
    """
    players: int = 4
    """Number of players. The hands of a three-player game can be read even though it is out of scope for four."""
    size: int = 0
    """Size of the source in bytes."""
