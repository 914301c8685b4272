"""The values that hooks receive and return: kans, calls, fouls, liabilities, transfers, and penalties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import ClassVar, Literal

from kanrules.frozen import frozen
from kanrules.pieces.later import Later
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import KIND, NORTH, Kind, Seat, Tile


class FifthKan(StrEnum):
    """What a fifth kan of a hand does."""

    FORBIDDEN = "forbidden"
    """A fifth kan may not be declared."""
    ABORT = "abort"
    """The hand ends before the fifth kan can be robbed."""
    ABORT_IF_NOT_ROBBED = "abort_if_not_robbed"
    """The hand ends unless a player robs it."""
    PLAY_ON = "play_on"
    """Play continues. The last live tile is the replacement tile, unless the hook `replacement_from` says otherwise,
    and no kan dora indicator is turned.
    """
    ABORT_ON_PASSED_DISCARD = "abort_on_passed_discard"
    """Play continues as with `PLAY_ON`, and the hand ends once the next discard has passed without a ron."""

    @property
    def goes_on(self) -> bool:
        """True if the player of the fifth kan draws a replacement tile."""
        return self in (FifthKan.PLAY_ON, FifthKan.ABORT_ON_PASSED_DISCARD)


class ReplacementFrom(StrEnum):
    """Where the replacement tile of a kan comes from."""

    DEAD_WALL = "dead_wall"
    """The replacement tiles of the dead wall, while any are left."""
    LAST_LIVE_TILE = "last_live_tile"
    """The end of the live wall: the tile that would be drawn last."""
    NEXT_LIVE_TILE = "next_live_tile"
    """The beginning of the live wall: the tile that would be drawn next."""
    URA_INDICATOR = "ura_indicator"
    """The newest ura indicator below a dora indicator that is face up. It is no ura indicator any more. If every one
    has been taken, the last live tile."""


class FourKans(StrEnum):
    """What the fourth kan of a hand does once it is complete."""

    PLAY_ON = "play_on"
    """Play continues, without a fifth kan unless `fifth_kan` allows one."""
    ABORT = "abort"
    """The hand ends at the moment that `four_kans.abort_at` names."""
    WIN = "win"
    """The player who declared the fourth kan wins at once with suukantsu, without a pair."""
    WIN_ON_PASSED_DISCARD = "win_on_passed_discard"
    """The player of the fourth kan wins with suukantsu, without a pair, unless another player wins on the next
    discard.
    """

    @property
    def ends_on_discard(self) -> bool:
        """True if the hand ends with the next discard, so that only ron is offered on it."""
        return self in (FourKans.ABORT, FourKans.WIN_ON_PASSED_DISCARD)


@frozen
class Kan:
    """A kan, announced or only possible: its player, its tiles, where they come from, and its number in the hand."""

    type: MeldType
    """`ankan`, `daiminkan`, or `shouminkan`."""
    seat: Seat
    """The seat that declares the kan."""
    tile: Tile
    """The called or added tile, or one of the four of an ankan."""
    tiles: tuple[Tile, ...]
    """The four tiles; red fives differ from ordinary fives."""
    called: Tile | None
    """The called tile of a daiminkan, or of the pon of a shouminkan."""
    source: Seat | None
    """The seat whose discard was called for a daiminkan, or for the pon of a shouminkan; None for an ankan."""
    number: int
    """Number of the kan in the hand, 1 to 5."""
    in_riichi: bool = False
    """True if the player is in riichi."""
    on_replacement: bool = False
    """True if the kan is declared on a replacement tile."""
    robbable_by: tuple[Seat, ...] = ()
    """Seats that may rob the kan, since its tile completes their hands."""

    @property
    def kind(self) -> Kind:
        """Kind of the tile: a red five is a five."""
        return KIND[self.tile]


@frozen
class SetAside:
    """A north set aside (kita), announced or only possible: its player and its number in the hand. It is not a kan."""

    type: ClassVar[str] = "kita"
    tile: ClassVar[Tile] = NORTH
    seat: Seat
    """The seat that sets the north aside."""
    number: int
    """Number of the kita in the hand, 1 to 4, counting those of all players."""
    in_riichi: bool = False
    """True if the player is in riichi."""
    on_replacement: bool = False
    """True if the kita is declared on a replacement tile."""
    robbable_by: tuple[Seat, ...] = ()
    """Seats whose hands the north completes and that may win on it."""


@frozen
class Call:
    """A completed pon or kan that may make a player liable."""

    type: MeldType
    """`pon`, `daiminkan`, `shouminkan`, or `ankan`."""
    seat: Seat
    """The seat that made the call."""
    tile: Tile
    """The called or added tile."""
    source: Seat | None
    """The seat that discarded the tile; None for an ankan or shouminkan."""

    @property
    def kind(self) -> Kind:
        """Kind of the tile: a red five is a five."""
        return KIND[self.tile]


@frozen
class Liability:
    """A player's liability for another player's yakuman, or for a win on the replacement tile (`rinshan`)."""

    yakuman: str
    """Name of the yakuman, or `rinshan`."""
    seat: Seat
    """The liable seat."""


@frozen
class ScoredReading:
    """One way to divide a complete hand, with its standard yaku.

    Seven pairs have seven sets of two and no pair. Thirteen orphans have no sets, and the doubled kind as the pair.
    """

    sets: tuple[tuple[Kind, ...], ...]
    """Sets, melds included, as kinds of tiles; a kan has four."""
    pair: Kind | None
    """Kind of the pair."""
    completed: tuple[Kind, ...]
    """Set or pair that the winning tile completes."""
    yaku: dict[str, int] = field(default_factory=dict)
    """Han of each yaku, without dora; empty next to a yakuman."""
    yakuman: dict[str, int] = field(default_factory=dict)
    """How often each yakuman counts."""
    fu: int = 0
    """Fu, rounded up."""


@frozen
class DoraIndicator:
    """A dora indicator that a winner may turn, with the kan that it belongs to."""

    tile: Tile | None
    """The indicator itself; None if a record never showed it."""
    dora: Kind | None
    """Kind that the indicator makes a dora; None if the indicator is unknown."""
    kan: Kan | None
    """Kan that turned the indicator, or the indicator above an ura indicator; None for the first."""
    ura: bool = False
    """True for an ura indicator."""


@frozen
class Dora:
    """How many dora a winner counts."""

    dora: int = 0
    """Number of dora by the face-up indicators."""
    ura: int = 0
    """Number of dora by the ura indicators."""
    red: int = 0
    """Number of red fives."""


@frozen
class CompleteHand(Later):
    """A complete hand with its winning tile, won or only possible: who has it, how it wins, and how it can be read."""

    seat: Seat
    """Player who holds the hand."""
    tile: Tile
    """Winning tile."""
    tsumo: bool
    """True if the tile is drawn."""
    source: Seat | None
    """Player whose discard, kan, or kita is claimed; None if the tile is drawn."""
    concealed: tuple[Tile, ...]
    """Concealed tiles, sorted, with the winning tile."""
    melds: tuple[Meld, ...]
    """Melds, earliest first."""
    kitas: int
    """Number of norths set aside."""
    riichi: bool
    """True in riichi, a double riichi included."""
    double_riichi: bool
    """True in double riichi."""
    ippatsu: bool
    """True if the win is within ippatsu."""
    rinshan: bool
    """True if the tile is a replacement tile."""
    chankan: bool
    """True if the tile robs a kan."""
    last_tile: bool
    """True if the winning tile is the last tile of the live wall or the discard after it."""
    first_turn: bool
    """True in the uninterrupted first go-around, before the player's first discard."""
    after_kan: Kan | None
    """Kan after which the winning tile was discarded, in the same turn; None if it followed no kan."""
    indicators: tuple[DoraIndicator, ...]
    """Every indicator that the player may turn for this win: the face-up ones, then the ura."""
    dora: Dora
    """The dora as core counts them."""
    readings: tuple[ScoredReading, ...]
    """Every way to divide the hand, with its standard yaku."""

    @property
    def kind(self) -> Kind:
        """Kind of the winning tile: a red five is a five."""
        return KIND[self.tile]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand: concealed, in melds, and norths set aside."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles), *(NORTH,) * self.kitas)

    @property
    def closed(self) -> bool:
        """True if no meld is open."""
        return not any(meld.is_open for meld in self.melds)

    def count(self, kind: Kind | None) -> int:
        """Return how many tiles of this kind the hand has, red fives included; 0 for None."""
        return sum(KIND[tile] == kind for tile in self.tiles)


@frozen
class Yaku:
    """A local yaku or yakuman, which no key of a ruleset has."""

    name: str
    """Name in lower case with underscores, such as `kan_furi`; a standard yaku has another name."""
    han: int = 0
    """Han, counted like those of any other yaku."""
    yakuman: int = 0
    """How often the yaku counts as a yakuman; `han` is 0 then."""
    at_least: Literal["", "mangan", "haneman", "baiman", "sanbaiman"] = ""
    """Limit that the hand is worth at least. Without `han`, the hand needs another yaku."""
    replaces: tuple[str, ...] = ()
    """Standard yaku that do not count together with this one. Without `han`, nothing else changes."""
    reading: ScoredReading | None = None
    """The reading in `win.readings` that has this yaku; None if all of them have it."""


class TransferType(StrEnum):
    """Why points move."""

    HAND = "hand"
    """Value of a winning hand, paid by the discarder or, after a tsumo, by the other players."""
    LIABILITY = "liability"
    """Value of a winning hand, paid by a liable player."""
    HONBA = "honba"
    """Honba."""
    STICK = "stick"
    """Riichi sticks from the table."""
    NOTEN = "noten"
    """Noten payment."""
    NAGASHI = "nagashi"
    """Nagashi mangan."""
    CHOMBO = "chombo"
    """Chombo."""
    PLUGIN = "plugin"
    """Payment that a plugin decides, at the end of the hand or at once for a kan."""


@frozen
class Transfer:
    """A payment: who pays whom, how many points, and why.

    A plugin answers with transfers between seats, or from a seat to the table, and leaves out `type`.
    """

    source: Seat | Literal["table"]
    """Player who pays; the table gives riichi sticks."""
    to: Seat | Literal["table", "nobody"]
    """Player who receives. The table keeps whole thousands as riichi sticks; nobody receives what only the offender of
    a chombo loses.
    """
    points: int
    """Points, 0 or more."""
    why: str
    """Reason in a few words, for the ruling."""
    type: TransferType = TransferType.PLUGIN
    """Type of the payment."""


class Noticed(StrEnum):
    """The moment at which a foul is noticed. The members are in the order in which the moments come."""

    BEFORE_REVEAL = "before_reveal"
    """Before any tile is shown."""
    BEFORE_REPLACEMENT = "before_replacement"
    """Before the replacement tile is drawn."""
    BEFORE_IN_HAND = "before_in_hand"
    """Before a tile that was drawn is put into the hand."""
    BEFORE_DISCARD = "before_discard"
    """Before the player discards."""
    # EMA 2025, 6.5.1 (p. 34): a claimed tile must be taken by then. No key of [penalty] is about it; a plugin may be.
    BEFORE_TWO_DISCARDS = "before_two_discards"
    """Before two more players discard."""
    AFTER_DISCARD = "after_discard"
    """After the player's discard."""
    OWN_WIN = "own_win"
    """When the player declares a win."""
    DRAW = "draw"
    """At an exhaustive draw."""

    def is_by(self, moment: Noticed) -> bool:
        """Return True if this moment is the given one or comes before it. A win and a draw are only themselves."""
        if moment in (Noticed.OWN_WIN, Noticed.DRAW):
            return self is moment
        moments = list(Noticed)
        return moments.index(self) <= moments.index(moment)


@frozen
class Foul:
    """A foul: who committed it, what was done, why it is illegal, and what else its penalty may depend on."""

    seat: Seat
    """The seat that committed the foul."""
    name: str = ""
    """`riichi_kan`, a key of [penalty] (wrong_tiles empty_call wrong_word after_call last_tile fifth_kan dead_hand_kan
    ...), or a plugin's own name from `Objection.foul`.
    """
    code: str = ""
    """Reason code of the most serious objection."""
    text: str = ""
    """Why the act is illegal."""
    at: int = 0
    """Number of events in the hand before the foul."""
    line: int = 0
    """Line of the case that plays the foul; 0 outside a case."""
    corrected: bool = False
    """True if the foul was corrected in time."""
    noticed: Noticed | None = None
    """The moment at which the foul is noticed; None if nobody said."""
    tiles: int = 0
    """Number of tiles concerned, such as those exposed; 0 if nobody said."""
    repeated: bool | None = None
    """True if the player had committed the same foul before; None if nobody said."""
    aware: bool | None = None
    """True if the player knew that the act was not allowed, such as a call with a dead hand; None if nobody said."""

    def __post_init__(self) -> None:
        """Raise TypeError for a moment of another type, which the text of a hand could not say."""
        if type(self.noticed) not in (Noticed, type(None)):
            moments = ", ".join(f"Noticed.{one.name}" for one in Noticed)
            raise TypeError(f"noticed is {self.noticed!r}; expected None or one of: {moments}")

    @property
    def at_own_win(self) -> bool:
        """True if the foul was found when its player declared a win."""
        return self.noticed is Noticed.OWN_WIN


def facts_in_words(foul: Foul) -> str:
    """Return what a penalty may depend on as the words after the act in a line of a case, such as " tiles 3 repeated";
    "" if nothing is known.
    """
    words = [f"tiles {foul.tiles}"] if foul.tiles else []
    words += [f"noticed {foul.noticed}"] if foul.noticed is not None else []
    words += [{True: "repeated", False: "first"}[foul.repeated]] if foul.repeated is not None else []
    words += [{True: "aware", False: "unaware"}[foul.aware]] if foul.aware is not None else []
    words += ["corrected"] if foul.corrected else []
    return "".join(f" {word}" for word in words)


class PenaltyType(StrEnum):
    """Kinds of penalty."""

    CHOMBO = "chombo"
    """The hand ends and is played again. [chombo] says what is paid."""
    DEAD_HAND = "dead_hand"
    """The player may not call or win any more in this hand."""
    POINTS = "points"
    """The player loses `points`."""
    WARNING = "warning"
    """The player is warned. Nothing is paid."""
    NONE = "none"
    """No penalty."""


PENALTY_WORDS: dict[str, str] = {kind.value: kind.replace("_", " ") for kind in PenaltyType}
"""Name of each kind of penalty, for translators."""


class PointsFrom(StrEnum):
    """The score from which the points of a penalty are taken."""

    TABLE = "table"
    """The score of the game."""
    TOURNAMENT = "tournament"
    """The score of the tournament."""


@frozen
class PenaltyStep:
    """One case of a penalty that depends on more than the act: its condition, and the penalty under it."""

    then: PenaltyType
    """What the foul costs in this case."""
    condition: str = ""
    """The condition as a sentence; "" if the step always applies."""
    noticed: Noticed | None = None
    """The last moment at which the foul may be noticed for this step; None if that does not matter."""
    tiles: tuple[int, int] | None = None
    """Fewest and most tiles concerned; 0 as the most for no limit, None if their number does not matter."""
    repeated: bool | None = None
    """True if only a repeated foul is meant, False if only the first; None if that does not matter."""
    aware: bool | None = None
    """True if only a player who knew that the act was not allowed is meant, False if only one who did not know."""
    points: int = 0
    """Points that the player loses."""
    points_from: PointsFrom = PointsFrom.TABLE
    """The score from which the points are taken."""

    def fits(self, foul: Foul) -> bool | None:
        """Return whether this step applies to the foul; None if that depends on what the foul leaves open."""
        return _all(self._facts(foul))

    def _facts(self, foul: Foul) -> Iterable[bool | None]:
        if self.noticed is not None:
            yield foul.noticed.is_by(self.noticed) if foul.noticed is not None else foul.corrected or None
        if self.tiles is not None:
            fewest, most = self.tiles
            yield fewest <= foul.tiles and (not most or foul.tiles <= most) if foul.tiles else None
        for wanted, given in ((self.repeated, foul.repeated), (self.aware, foul.aware)):
            if wanted is not None:
                yield None if given is None else given is wanted
        if self.condition and self.aware is None:
            yield None


def _all(facts: Iterable[bool | None]) -> bool | None:
    found = set(facts)
    return False if False in found else None if None in found else True


@frozen
class Penalty:
    """The penalty for a foul: its kind, its points if the rules set them, and the reason."""

    type: PenaltyType
    """What the foul costs."""
    points: int = 0
    """Points that the player loses."""
    code: str = ""
    """Reason code; a plugin's own codes have the form `<name>-nnn`."""
    text: str = ""
    """Sentence for the referee."""
    key: str = ""
    """Key of the ruleset that sets the penalty; "" for a plugin."""
    chombo_paid: bool = False
    """True if a chombo is paid although the hand continues."""
    points_from: PointsFrom = PointsFrom.TABLE
    """The score from which the points are taken."""
    steps: tuple[PenaltyStep, ...] = ()
    """The cases of a penalty that depends on what the foul leaves open, such as the number of tiles. `type` and
    `points` are then those of the first case.
    """

    @classmethod
    def by_steps(
        cls, foul: Foul, steps: Sequence[PenaltyStep], *, code: str = "", text: str = "", key: str = ""
    ) -> Penalty:
        """Return the penalty of the steps that may apply to this foul, the first that certainly does as the last.

        Takes the steps in order, each for what the steps before it leave. If none of them applies, the text alone is
        the answer, and its type is `NONE`.
        """
        left = []
        for step in steps:
            fits = step.fits(foul)
            if fits is not False:
                left.append(step)
            if fits:
                break
        if not left:
            return cls(PenaltyType.NONE, code=code, text=text, key=key)
        first, cases = left[0], tuple(left) if len(left) > 1 or not left[0].fits(foul) else ()
        return cls(first.then, first.points, code, text, key, points_from=first.points_from, steps=cases)


@frozen
class Result:
    """How a hand ended: type, winners, and the payments so far."""

    type: str
    """`ron`, `tsumo`, `exhaustive_draw`, `four_kans`, `chombo`, and so on."""
    winners: tuple[Seat, ...] = ()
    """Winners, nearest to the discarder first."""
    loser: Seat | None = None
    """The seat that dealt in; None if there is none."""
    payments: Mapping[Seat, int] = field(default_factory=dict)
    """Change of each seat's score before this hook is asked."""
    transfers: tuple[Transfer, ...] = ()
    """Every payment so far, one by one; together they are `payments`."""
