"""A recorded game as kanrules reads it, whatever its format: seats are seat winds, tiles are tiles, actions are
actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kanrules.pieces.actions import Action
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.tiles import Seat, Tile


@dataclass(frozen=True, slots=True)
class Reveal:
    """A record's line that turns an indicator, standing where the format writes it; `instant` where the format says it
    itself.
    """

    tile: Tile
    instant: Turned | None = None


Step = Action | Reveal


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two things that a record says and that cannot both be true: what it says here, and what follows from the rest of
    it; `at` counts the steps before it, reveals among them.
    """

    says: str
    elsewhere: str
    at: int


def listed_twice(player: int, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with the yaku that a win lists, where one of them stands there again: what the record says, and
    what follows from the rest.
    """
    if len({*names}) < len(names):
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"player {player} wins with {name} {names.count(name)} times", "each yaku counts once"


@dataclass(slots=True)
class Stated:
    """What a record says again at the end of a hand, of what follows from its play; None where the format does not."""

    honba: int | None = None
    sticks: int | None = None
    """What lies on the table, the sticks of this hand's riichi among them."""
    before: tuple[int, ...] | None = None
    """Scores by seat before these payments."""
    after: tuple[int, ...] | None = None
    """Scores by seat after them."""


@dataclass(slots=True)
class RecordedWin:
    """One win as the record has it; None where the format does not keep it."""

    seat: Seat
    source: Seat | None
    """Who discarded or kanned the tile; None for a tsumo."""
    tile: Tile | None
    changes: tuple[int, ...]
    """Change of score by seat for this win, riichi sticks and honba included."""
    han: int | None = None
    fu: int | None = None
    points: int | None = None
    """What the hand is worth, without honba and sticks."""
    yaku: dict[str, int] | None = None
    """Han by yaku, in the spellings of `kanrules.law.yaku`, dora apart as `dora`, `ura`, `red`; a yakuman counts 13.
    Norths set aside stand as `kita` where the format tells them from other dora.
    """
    yakuman: tuple[str, ...] = ()
    indicators: tuple[Tile, ...] | None = None
    ura: tuple[Tile, ...] | None = None
    liable: Seat | None = None
    unknown_yaku: tuple[str, ...] = ()
    """Names among the yaku that no reader knows; they are no part of `yaku`."""
    limit: str | None = None
    """The limit that the record names, `mangan` to `yakuman`; `none` where it says that there is none."""
    riichi: bool | None = None
    """Whether the record says of this win that the winner was in riichi."""
    stated: Stated = field(default_factory=Stated)


@dataclass(slots=True)
class RecordedDraw:
    """A hand that nobody won."""

    type: ResultType
    changes: tuple[int, ...]
    tenpai: tuple[Seat, ...] | None = None
    stated: Stated = field(default_factory=Stated)


@dataclass(frozen=True, slots=True)
class RecordedPayment:
    """What a record says was paid at once for a kan; `to` is None where the table is paid, in sticks."""

    kan: int
    """The how-manieth kan announced in the hand, from 1."""
    seat: Seat
    to: Seat | None
    points: int


@dataclass(slots=True)
class RecordedHand:
    """One hand of a record. `wins` or `draw` say how it ended; neither where the record breaks off (`cut`)."""

    round_wind: Seat
    number: int
    """1-4 (1-3 where three play): the how-manieth dealer of the round."""
    honba: int
    sticks: int
    scores: tuple[int, ...]
    """By seat, before the hand."""
    players: tuple[int, ...]
    """By seat: which player of the game sits there, 0-3 (0-2 where three play)."""
    hands: tuple[tuple[Tile, ...], ...]
    """Thirteen tiles each, by seat."""
    indicator: Tile
    red_fives: int
    steps: list[Step] = field(default_factory=list)
    """Draws, discards (the riichi discard with `riichi`), calls, kans and reveals as they stand in the record; not the
    wins, nor who ended the hand with nine terminals and honours: that is who drew last."""
    wins: list[RecordedWin] = field(default_factory=list)
    draw: RecordedDraw | None = None
    cut: bool = False
    later_indicators: tuple[Tile, ...] | None = None
    """Where the format keeps no instants: the indicators after the first, in the order of the wall; those never turned
    may be missing.
    """
    accepted: list[Seat] | None = None
    """Who paid for a riichi, in order, where the format has a mark of its own for it."""
    contradictions: list[Contradiction] = field(default_factory=list)
    """What the reader found to be said in two ways."""
    at_once: list[RecordedPayment] = field(default_factory=list)
    """What was paid at once for kans, where the format says so."""
    final: tuple[int, ...] | None = None
    """Scores at the end of the game, by player, where the record ends it with this hand."""
    final_points: tuple[float, ...] | None = None
    """The game's final points by player, in thousands, uma and oka among them."""
    notes: list[str] = field(default_factory=list)
    """What the record states and nobody here can compare."""

    @property
    def name(self) -> str:
        """`east-1-0`: round, number, honba."""
        return f"{self.round_wind}-{self.number}-{self.honba}"


@dataclass(slots=True)
class Record:
    """A recorded game: where it was found, its format, and its hands, read one by one."""

    file: str
    format: str
    """`mjlog`, `tenhou6`, `mjai`, ..."""
    keeps_instants: bool
    """Whether the format says when an indicator was turned."""
    hands: Iterator[RecordedHand]
    platform: str = ""
    """`tenhou`, ... where the format tells."""
    room: Mapping[str, Any] = field(default_factory=dict)
    """Keys that the record's own table laid over its platform's usual ruleset, with their values; empty where it plays
    the usual rules, or the format does not say.
    """
    out_of_scope: str = ""
    """Why the game is not of four players under ordinary rules; empty if it is. `kanrules.replays.scope` says whether a
    ruleset can judge it.
    """
    players: int = 4
    """How many play. A game of three has hands to read although it is no game of four."""
    size: int = 0
    """Of how many bytes it was read."""
