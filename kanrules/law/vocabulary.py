"""The values that hooks are asked about and answer with: a kan, a call, a foul, liability, transfers, penalties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Literal

from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import NORTH, Seat, Tile


class FifthKan(StrEnum):
    """What a fifth kan of a hand is."""

    FORBID = "forbid"
    """It may not be declared."""
    ABORT = "abort"
    """The hand ends before it can be robbed."""
    ABORT_IF_NOT_ROBBED = "abort_if_not_robbed"
    """The hand ends once nobody has robbed it."""
    PLAY_ON = "play_on"
    """The last live tile is the replacement, and no indicator is turned."""


class FourKans(StrEnum):
    """What the fourth kan of a hand is, once it stands."""

    PLAY_ON = "play_on"
    """The hand goes on; no fifth, unless `fifth_kan` says otherwise."""
    ABORT = "abort"
    """The hand ends at the moment that `four_kans.abort_at` names."""
    WIN = "win"
    """The player of the fourth kan wins with suukantsu as it stands, without a pair."""
    WIN_ON_PASSED_DISCARD = "win_on_passed_discard"
    """The same once nobody has won on the discard that follows."""

    @property
    def ends_on_discard(self) -> bool:
        """Whether the hand is over with the discard that follows, so that nothing but ron is offered on it."""
        return self in (FourKans.ABORT, FourKans.WIN_ON_PASSED_DISCARD)


@dataclass(frozen=True, slots=True)
class Kan:
    """A kan, announced or only possible: who, of what, from whom, the how-manieth of the hand."""

    type: MeldType
    """`ankan`, `daiminkan` or `shouminkan`."""
    seat: Seat
    """Who declares it."""
    tile: Tile
    """The tile called, added, or (an ankan) one of the four."""
    tiles: tuple[Tile, ...]
    """The four tiles, as held (red fives apart)."""
    called: Tile | None
    """The tile that was called: a daiminkan's, or that of a shouminkan's pon."""
    source: Seat | None
    """Who fed it: a daiminkan's discarder, a shouminkan's is its pon's; None for an ankan."""
    number: int
    """1-5 in the hand."""
    in_riichi: bool = False
    """Whether its player is in riichi."""
    on_replacement: bool = False
    """Declared on a replacement tile."""
    robbable_by: tuple[Seat, ...] = ()
    """Seats whose hands the tile completes and who may rob it."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A north set aside, announced or only possible: who, the how-manieth of the hand. It is no kan."""

    type: ClassVar[str] = "kita"
    tile: ClassVar[Tile] = NORTH
    seat: Seat
    """Who sets it aside."""
    number: int
    """1-4 in the hand, whoever set the others aside."""
    in_riichi: bool = False
    """Whether its player is in riichi."""
    on_replacement: bool = False
    """Declared on a replacement tile."""
    robbable_by: tuple[Seat, ...] = ()
    """Seats whose hands the north completes and who may win on it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A pon or kan that stands, asked about for liability."""

    type: MeldType
    """`pon`, `daiminkan`, `shouminkan` or `ankan`."""
    seat: Seat
    """Who called."""
    tile: Tile
    """The tile called or added."""
    source: Seat | None
    """Who discarded the tile; None where nobody did (ankan, shouminkan)."""


@dataclass(frozen=True, slots=True)
class Liability:
    """`seat` answers for this yakuman, or for the `rinshan` win."""

    yakuman: str
    """A yakuman by its name, or `rinshan`."""
    seat: Seat
    """Who answers."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that change hands beside the ordinary payments."""

    source: Seat
    """Who pays."""
    to: Seat | Literal["table"]
    """Who is paid; the table keeps whole thousands as sticks."""
    points: int
    """From 0 up."""
    why: str
    """A few words for the ruling."""


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul: who committed it, what was done, why it is illegal, and whether it was corrected in time."""

    seat: Seat
    """Who did it."""
    name: str
    """`riichi_kan`, or a key of [penalty]: wrong_tiles empty_call wrong_word after_call last_tile fifth_kan
    dead_hand_kan ...
    """
    code: str
    """The reason code of the gravest objection."""
    text: str
    """Why it is against the law."""
    at: int = 0
    """How many events of the hand came before it."""
    line: int = 0
    """The line of the case that plays it; 0 elsewhere."""
    corrected: bool = False
    """True if the foul was corrected in time, as the table saw it."""
    at_own_win: bool = False
    """Whether it is found now, as its player declares a win."""


class PenaltyType(StrEnum):
    """What a foul costs."""

    CHOMBO = "chombo"
    """The hand ends and is played again; paid as [chombo] says."""
    DEAD_HAND = "dead_hand"
    """No call and no win any more in this hand."""
    POINTS = "points"
    """`points` are taken off the score."""
    NONE = "none"
    """Nothing."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a foul costs its player, in a word and, where the rules say so, in points."""

    type: PenaltyType
    points: int = 0
    code: str = ""
    text: str = ""
    key: str = ""
    chombo_paid: bool = False
    """Whether the price of a chombo is paid although the hand goes on."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended, before fees: type, winners, change of score by seat."""

    type: str
    """`ron`, `tsumo`, `exhaustive_draw`, `four_kans`, `chombo` and so on."""
    winners: tuple[Seat, ...] = ()
    """Nearest to the discarder first."""
    loser: Seat | None = None
    """Who dealt in; None where nobody did."""
    payments: Mapping[Seat, int] = field(default_factory=dict)
    """By seat, how scores change before this hook is asked."""
