"""The options of a ruleset: one enum for each question, one frozen table for each part of the law.

These are the keys and values of a ruleset file. The machine reads them, and `kanrules.ruleset` validates files against
them, so each key is defined only once. A default here applies if no source settles a value.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Any, Self

from kanrules.frozen import dataclass
from kanrules.law.yaku import LIABLE_YAKUMAN, YAKU, YAKUMAN
from kanrules.locale import marked as _N
from kanrules.pieces.melds import AnkanDisplay


class Instant(StrEnum):
    """A moment at which the dora indicator of a kan is turned. `words` describe the moment."""

    words: str

    def __new__(cls, value: str, words: str) -> Self:
        """Return a member with its words."""
        member = str.__new__(cls, value)
        member._value_, member.words = value, words
        return member

    DECLARATION = "declaration", _N("before the replacement draw, unless the kan is robbed first")
    RINSHAN_DRAW = "rinshan_draw", _N("after the replacement draw, before anything else")
    DISCARD = "discard", _N("together with the next discard")
    DISCARD_PASSED = "discard_passed", _N("once that discard has passed without a ron")
    NEVER = "never", _N("not at all")


class PendingOnNextKan(StrEnum):
    """What happens to a pending kan dora indicator when the same player declares another kan."""

    ANNOUNCED = "announced"
    DECLARATION = "declaration"
    KEEP = "keep"


class Shown(StrEnum):
    """Visibility of a kan dora indicator."""

    HIDDEN = "hidden"
    REVEALED = "revealed"


class DeadHandKan(StrEnum):
    """Which kans a player with a dead hand may still declare."""

    FORBIDDEN = "forbidden"
    """No kan."""
    OWN_TILES = "own_tiles"
    """An ankan or a shouminkan, but no claim on another player's discard."""


class FourKansDraw(StrEnum):
    """What a fourth kan of the hand does."""

    PLAY_ON = "play_on"
    ABORT = "abort"


class FourKansOfOne(StrEnum):
    """What a fourth kan does if one player has all four."""

    PLAY_ON = "play_on"
    ABORT = "abort"
    WIN_ON_PASSED_DISCARD = "win_on_passed_discard"
    """The player wins with suukantsu, without a pair, unless another player wins on the next discard."""


class FourKansMoment(StrEnum):
    """When the four-kan draw ends the hand."""

    ANNOUNCED = "announced"
    DECLARATION = "declaration"
    RINSHAN_DRAW = "rinshan_draw"
    """The hand ends with the draw of the fourth replacement tile, unless that tile wins."""
    DISCARD = "discard"
    DISCARD_PASSED = "discard_passed"


class Dealer(StrEnum):
    """The dealer after a hand that ends this way."""

    KEEPS = "keeps"
    ROTATES = "rotates"


class Stick(StrEnum):
    """Payment of a riichi stick."""

    PAID = "paid"
    UNPAID = "unpaid"


class FifthKanPolicy(StrEnum):
    """What a fifth kan does."""

    FORBIDDEN = "forbidden"
    ABORT = "abort"


class AnkanRobbery(StrEnum):
    """Who may rob an ankan."""

    NEVER = "never"
    KOKUSHI = "kokushi"


class RobberyUntil(StrEnum):
    """How long a shouminkan may be robbed."""

    STANDS = "stands"
    DISCARD = "discard"


class RinshanLiability(StrEnum):
    """Liability for a win on the replacement tile of a daiminkan, of the player whose discard was called for the
    kan.
    """

    NONE = "none"
    REPLACEMENT_ONLY = "replacement_only"
    UNTIL_DISCARD = "until_discard"


class RinshanScored(StrEnum):
    """How a win on the replacement tile is scored if a player is liable for it."""

    TSUMO = "tsumo"
    RON = "ron"


class Compound(StrEnum):
    """Which part of a hand with several yakuman the liable player pays."""

    LIABLE_YAKUMAN = "liable_yakuman"
    WHOLE_HAND = "whole_hand"


class HonbaOnRon(StrEnum):
    """Who pays the honba if a liable player and the discarder share a ron."""

    DISCARDER = "discarder"
    LIABLE = "liable"


class HonbaOnTsumo(StrEnum):
    """Who pays the honba if a player is liable for a tsumo."""

    LIABLE = "liable"
    SHARED = "shared"


class TwoLiableHonba(StrEnum):
    """Which of two liable players pays the honba."""

    LATEST = "latest"
    FIRST = "first"
    SHARED = "shared"


class RiichiKanLevel(StrEnum):
    """How strictly an ankan in riichi must leave the hand unchanged."""

    FORBIDDEN = "forbidden"
    SAME_READINGS = "same_readings"
    SAME_READINGS_AND_YAKU = "same_readings_and_yaku"
    SAME_WAITS = "same_waits"
    ANY = "any"


class WinningDraw(StrEnum):
    """What applies if the tile drawn for the kan was itself a wait."""

    COUNTS = "counts"
    IGNORED = "ignored"
    FORBIDDEN = "forbidden"


class FoulPenalty(StrEnum):
    """Penalty for an illegal kan."""

    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
    NONE = "none"


class FoulOnWin(StrEnum):
    """Penalty for an illegal kan in riichi that is discovered when its own player declares a win."""

    SAME = "same"
    """The same penalty as at any other time."""
    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
    """The win is invalid, the hand is dead, and play continues."""
    CHOMBO_AND_DEAD_HAND = "chombo_and_dead_hand"
    """A chombo is paid, the win is invalid, the hand is dead, and play continues."""
    NONE = "none"


class FoulFound(StrEnum):
    """When an illegal kan in riichi is ruled on."""

    AT_ONCE = "at_once"
    """When it is declared."""
    NOTICED_OR_DRAW = "noticed_or_draw"
    """As soon as anyone notices it, or when the hand is shown at an exhaustive draw."""
    WIN_OR_DRAW = "win_or_draw"
    """Only at the offender's own win or at an exhaustive draw, even if a referee notices it earlier."""
    DRAW = "draw"


class ExhaustedWait(StrEnum):
    """Status of a hand if its player holds all four of every tile that it waits for."""

    NOTEN_CONCEALED = "noten_concealed"
    NOTEN = "noten"
    TENPAI = "tenpai"


class TemporaryEnds(StrEnum):
    """Event that ends temporary furiten."""

    ANY_CALL = "any_call"
    OWN_DRAW_OR_CALL = "own_draw_or_call"
    OWN_DISCARD = "own_discard"


class Kuikae(StrEnum):
    """Restriction on discarding a tile that the call could have used."""

    FORBIDDEN = "forbidden"
    OTHER_END_ALLOWED = "other_end_allowed"
    ALLOWED = "allowed"


class Simultaneous(StrEnum):
    """Who wins if several players call ron on one tile."""

    ALL = "all"
    HEAD_BUMP = "head_bump"
    HEAD_BUMP_EXCEPT_KOKUSHI = "head_bump_except_kokushi"
    """The nearest player, and every other player with thirteen orphans."""


class WinnersHonba(StrEnum):
    """Which of several winners get the honba."""

    FIRST = "first"
    EACH = "each"


class WinnersSticks(StrEnum):
    """Which of several winners get the riichi sticks."""

    FIRST = "first"
    DIVIDED = "divided"


class OwnStick(StrEnum):
    """Who gets the riichi stick that one of several winners paid in this hand."""

    POT = "pot"
    """The stick is treated like the others."""
    BACK = "back"
    """The player who paid the stick takes it back."""


class AbortiveDraw(StrEnum):
    """Whether an abortive draw exists, and whether the dealer stays after it."""

    OFF = "off"
    DEALER_KEEPS = "dealer_keeps"
    DEALER_ROTATES = "dealer_rotates"


class ExhaustiveDealer(StrEnum):
    """What lets the dealer stay after an exhaustive draw."""

    TENPAI_KEEPS = "tenpai_keeps"
    ROTATES = "rotates"


class NagashiMangan(StrEnum):
    """Who may score nagashi mangan."""

    OFF = "off"
    OWN_CALLS_ALLOWED = "own_calls_allowed"
    CLOSED_ONLY = "closed_only"


class NagashiPays(StrEnum):
    """How nagashi mangan is paid."""

    MANGAN = "mangan"
    """Like a mangan tsumo, without honba and riichi sticks."""
    WITH_HONBA = "with_honba"
    """It is paid with honba. The hand remains a draw, and the riichi sticks stay."""
    AS_WIN = "as_win"
    """It is paid with honba and riichi sticks, and the next dealer is decided as after a win."""


class ChomboPays(StrEnum):
    """How a chombo is paid."""

    REVERSE_MANGAN = "reverse_mangan"
    POINTS = "points"
    BEFORE_UMA = "before_uma"
    """The offender alone loses points, before places are determined."""
    AFTER_UMA = "after_uma"


class ChomboWithWin(StrEnum):
    """Treatment of a chombo if another player wins."""

    VOID = "void"
    STANDS = "stands"


class ThirteenHan(StrEnum):
    """Value of thirteen counted han."""

    SANBAIMAN = "sanbaiman"
    YONBAIMAN = "yonbaiman"
    YAKUMAN = "yakuman"


class Renhou(StrEnum):
    """Value of a ron before the winner's first draw."""

    NONE = "none"
    FOUR_HAN_ADDED = "four_han_added"
    MANGAN = "mangan"
    MANGAN_ADDED = "mangan_added"
    BAIMAN = "baiman"
    YAKUMAN = "yakuman"


class Ryuuiisou(StrEnum):
    """Which all-green hands are ryuuiisou."""

    ANY = "any"
    WITH_HATSU = "with_hatsu"


class TileSet(StrEnum):
    """Which tiles are in the set."""

    FULL = "full"
    WITHOUT_2M_8M = "without_2m_8m"
    """All tiles except 2m to 8m."""


class Refill(StrEnum):
    """Replacement draws that shorten the live wall by a tile, which refills the dead wall."""

    ALWAYS = "always"
    KANS_ONLY = "kans_only"
    """Only after a kan, not after a kita."""
    NEVER = "never"


class KitaInRiichi(StrEnum):
    """Which norths a player in riichi may set aside."""

    DRAWN_TILE = "drawn_tile"
    """Only the drawn tile."""
    FORBIDDEN = "forbidden"
    ANY = "any"


class NorthDiscard(StrEnum):
    """Permission to discard a north."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class NorthInHand(StrEnum):
    """Permission to win with norths that are not set aside."""

    ALLOWED = "allowed"
    YAKUMAN = "yakuman"
    """Only with a yakuman."""
    NEVER = "never"


class North(StrEnum):
    """Value of a triplet of norths if no player is north."""

    GUEST = "guest"
    """No one's wind."""
    YAKUHAI = "yakuhai"
    """A yaku for every player."""


class KitaRobbery(StrEnum):
    """Who may win on a north that is set aside."""

    ANY_YAKU = "any_yaku"
    NEVER = "never"
    KOKUSHI = "kokushi"
    YAKUMAN = "yakuman"


class KitaInterrupts(StrEnum):
    """Effects that a kita interrupts."""

    ALL = "all"
    """Everything that a call interrupts: ippatsu, the first go-around, and temporary furiten as the rules say."""
    IPPATSU = "ippatsu"
    NONE = "none"


class PendingOnKita(StrEnum):
    """What happens to a pending kan dora indicator when the same player sets a north aside."""

    DECLARATION = "declaration"
    ANNOUNCED = "announced"
    KEEP = "keep"


class AbsentShare(StrEnum):
    """Who pays the share of the absent fourth player on a tsumo."""

    LOSS = "loss"
    """No one."""
    HALVES = "halves"
    """The two other players, half each."""
    FULL = "full"
    """The two other players, so that the winner gets as much as for a ron."""


class HonbaByDraw(StrEnum):
    """How a honba is paid on a tsumo."""

    DIVIDED = "divided"
    """The payers share the honba evenly."""
    EACH = "each"
    """Each payer pays the full amount."""


class GameLength(StrEnum):
    """Number of winds in a game before any extension."""

    TONPUUSEN = "tonpuusen"
    """One wind."""
    HANCHAN = "hanchan"
    """Two winds."""
    ISSOU = "issou"
    """Four winds."""


class UmaBy(StrEnum):
    """Basis of the uma."""

    PLACE = "place"
    FLOATING = "floating"
    """On the place and the number of players above the start score."""


class Ties(StrEnum):
    """How equal scores are ranked at the end of a game."""

    SEAT = "seat"
    """The player nearer to the first dealer is higher."""
    SHARE = "share"
    """The players share the places and their bonuses."""


class Extension(StrEnum):
    """What follows the last hand if no player has reached the goal."""

    NONE = "none"
    ONE_WIND = "one_wind"


class ExtensionEnds(StrEnum):
    """When a player who reaches the goal ends the game in the extension."""

    ANY_HAND = "any_hand"
    NOT_WHILE_DEALER_REPEATS = "not_while_dealer_repeats"


class Yame(StrEnum):
    """Right of a dealer who is first to end the game in the last hand instead of dealing again."""

    OFF = "off"
    OPTIONAL = "optional"
    """The dealer chooses."""
    AUTOMATIC = "automatic"


class Bust(StrEnum):
    """The score at which a game ends early."""

    PLAY_ON = "play_on"
    BELOW_ZERO = "below_zero"
    ZERO = "zero"


class SticksLeft(StrEnum):
    """Who gets the riichi sticks left on the table when the game ends."""

    FIRST = "first"
    LOST = "lost"


class FinalRounding(StrEnum):
    """How scores are rounded for the final points."""

    NONE = "none"
    THOUSANDS = "thousands"
    """Rounded to whole thousands, half away from zero. The first place takes the remainder."""


class AfterTime(StrEnum):
    """Hands that are still played when the time of a game is up."""

    THIS_HAND = "this_hand"
    ONE_MORE = "one_more"


_QUIET = {"quiet": True}


@dataclass(frozen=True, slots=True)
class TableTable:
    """Number of players, and the tiles in the set."""

    players: int = field(default=4, metadata={"quiet": True, "allowed": (4, 3)})
    tiles: TileSet = field(default=TileSet.FULL, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class WallTable:
    """Tiles that are never drawn, and the source of replacement tiles."""

    undrawn: int = field(default=14, metadata={"quiet": True, "allowed": (14, 0, 16, 18)})
    replacements: int = field(default=4, metadata={"quiet": True, "allowed": (4, 8)})
    refill: Refill = field(default=Refill.ALWAYS, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class KitaTable:
    """Norths with three players: those set aside, and those kept."""

    enabled: bool = field(default=False, metadata=_QUIET)
    min_live_tiles: int = field(default=1, metadata={"quiet": True, "limits": (1, 69)})
    after_call: bool = field(default=False, metadata=_QUIET)
    in_riichi: KitaInRiichi = field(default=KitaInRiichi.DRAWN_TILE, metadata=_QUIET)
    discard: NorthDiscard = field(default=NorthDiscard.ALLOWED, metadata=_QUIET)
    in_hand: NorthInHand = field(default=NorthInHand.ALLOWED, metadata=_QUIET)
    north: North = field(default=North.GUEST, metadata=_QUIET)
    pon: bool = field(default=True, metadata=_QUIET)
    robbable: KitaRobbery = field(default=KitaRobbery.ANY_YAKU, metadata=_QUIET)
    robbed_ippatsu: bool = field(default=True, metadata=_QUIET)
    passing_is_furiten: bool = field(default=True, metadata=_QUIET)
    interrupts: KitaInterrupts = field(default=KitaInterrupts.ALL, metadata=_QUIET)
    rinshan: bool = field(default=True, metadata=_QUIET)
    pending_indicator: PendingOnKita = field(default=PendingOnKita.DECLARATION, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class DoraTable:
    """Ura dora."""

    ura: bool = True


@dataclass(frozen=True, slots=True)
class Kandora:
    """When the kan dora indicator is turned, and for whom it counts."""

    enabled: bool = True
    ura: bool = True
    ankan: Instant = Instant.DECLARATION
    daiminkan: Instant = Instant.DECLARATION
    shouminkan: Instant = Instant.DECLARATION
    pending_on_next_kan: PendingOnNextKan = PendingOnNextKan.DECLARATION
    pending_on_rinshan_win: Shown = Shown.HIDDEN
    robbed_kan: Shown = Shown.HIDDEN


@dataclass(frozen=True, slots=True)
class KanTable:
    """Conditions for a kan: the wall and its player."""

    min_live_tiles: int = field(default=1, metadata={"limits": (1, 69)})
    dead_hand: DeadHandKan = DeadHandKan.FORBIDDEN
    max_per_player: int = field(default=0, metadata={"quiet": True, "limits": (0, 4)})
    late_ron: bool = field(default=False, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class FourKansTable:
    """Effect of the fourth kan in a hand."""

    several_players: FourKansDraw = FourKansDraw.PLAY_ON
    one_player: FourKansOfOne = FourKansOfOne.PLAY_ON
    abort_at: FourKansMoment = FourKansMoment.DISCARD_PASSED
    dealer: Dealer = Dealer.KEEPS
    riichi_stick: Stick = Stick.UNPAID


@dataclass(frozen=True, slots=True)
class FifthKanTable:
    """Effect of a fifth kan in a hand."""

    policy: FifthKanPolicy = FifthKanPolicy.FORBIDDEN
    robbable: bool = False
    dealer: Dealer = Dealer.KEEPS
    illegal: FoulPenalty = field(default=FoulPenalty.NONE, metadata={"quiet": True})


@dataclass(frozen=True, slots=True)
class ChankanTable:
    """Which kans may be robbed, and the consequences."""

    ankan: AnkanRobbery = AnkanRobbery.NEVER
    until: RobberyUntil = RobberyUntil.STANDS
    passing_is_furiten: bool = True
    ippatsu: bool = True


@dataclass(frozen=True, slots=True)
class SekininBarai:
    """Liability for another player's hand."""

    yakuman: tuple[str, ...] = field(default=("daisangen", "daisuushii"), metadata={"allowed": LIABLE_YAKUMAN})
    concealed_sets_count: bool = True
    completed_by_kan: bool = True
    daiminkan_rinshan: RinshanLiability = RinshanLiability.NONE
    daiminkan_rinshan_scored: RinshanScored = RinshanScored.TSUMO
    compound: Compound = Compound.LIABLE_YAKUMAN
    honba_on_ron: HonbaOnRon = HonbaOnRon.DISCARDER
    honba_on_tsumo: HonbaOnTsumo = HonbaOnTsumo.LIABLE
    two_liable_honba: TwoLiableHonba = TwoLiableHonba.LATEST


@dataclass(frozen=True, slots=True)
class RiichiKan:
    """Which ankans a player in riichi may declare."""

    level: RiichiKanLevel = RiichiKanLevel.SAME_READINGS
    drawn_tile_only: bool = True
    winning_draw: WinningDraw = WinningDraw.COUNTS
    illegal: FoulPenalty = FoulPenalty.CHOMBO
    illegal_on_win: FoulOnWin = field(default=FoulOnWin.SAME, metadata={"quiet": True})
    illegal_found: FoulFound = FoulFound.WIN_OR_DRAW


@dataclass(frozen=True, slots=True)
class Tenpai:
    """Definition of tenpai."""

    exhausted_wait: ExhaustedWait = ExhaustedWait.NOTEN_CONCEALED


@dataclass(frozen=True, slots=True)
class Rinshan:
    """Scoring of a win on the replacement tile."""

    tsumo_fu: bool = True
    with_haitei: bool = False


@dataclass(frozen=True, slots=True)
class Furiten:
    """How long passing a winning tile makes a player furiten."""

    temporary_ends: TemporaryEnds = TemporaryEnds.OWN_DRAW_OR_CALL
    without_yaku: bool = True


@dataclass(frozen=True, slots=True)
class Riichi:
    """Conditions and effects of riichi."""

    ippatsu: bool = True
    double: bool = True
    min_live_tiles: int = field(default=4, metadata={"allowed": (0, 1, 3, 4)})
    needs_stick: bool = True


class CallPriority(StrEnum):
    """Which of several calls for a set on one discard takes effect."""

    PON_AND_KAN = "pon_and_kan"
    UNLESS_DELAYED = "unless_delayed"
    FIRST_CALL = "first_call"


@dataclass(frozen=True, slots=True)
class Calls:
    """Restrictions on a player who calls a tile."""

    kuikae: Kuikae = Kuikae.FORBIDDEN
    chi: bool = field(default=True, metadata=_QUIET)
    priority: CallPriority = field(default=CallPriority.PON_AND_KAN, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class Wins:
    """Winners, and distribution of honba and riichi sticks."""

    simultaneous: Simultaneous = Simultaneous.ALL
    honba: WinnersHonba = WinnersHonba.FIRST
    sticks: WinnersSticks = WinnersSticks.FIRST
    own_stick: OwnStick = field(default=OwnStick.POT, metadata={"quiet": True})
    dealer: Dealer = field(default=Dealer.KEEPS, metadata={"quiet": True})
    honba_value: int = field(default=300, metadata={"limits": (0, 3000), "step": 100})
    two_han_from_honba: int = field(default=0, metadata={"limits": (0, 99)})
    tsumo: AbsentShare = field(default=AbsentShare.LOSS, metadata=_QUIET)
    honba_on_tsumo: HonbaByDraw = field(default=HonbaByDraw.DIVIDED, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class Draws:
    """Which draws end a hand, and who stays dealer."""

    kyuushu_kyuuhai: AbortiveDraw = AbortiveDraw.OFF
    suufon_renda: AbortiveDraw = AbortiveDraw.OFF
    suucha_riichi: AbortiveDraw = AbortiveDraw.OFF
    sanchahou: AbortiveDraw = AbortiveDraw.OFF
    nagashi_mangan: NagashiMangan = NagashiMangan.OFF
    nagashi_pays: NagashiPays = NagashiPays.MANGAN
    noten_payment: int = field(default=3000, metadata={"limits": (0, 30_000), "step": 100})
    exhaustive_dealer: ExhaustiveDealer = ExhaustiveDealer.TENPAI_KEEPS
    noten_each: bool = field(default=False, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class Chombo:
    """Penalty of a chombo."""

    pays: ChomboPays = ChomboPays.REVERSE_MANGAN
    points: int = field(default=0, metadata={"limits": (0, 100_000), "step": 100})
    sticks_returned: bool = True
    with_another_win: ChomboWithWin = ChomboWithWin.VOID


@dataclass(frozen=True, slots=True)
class Scoring:
    """Value of a hand."""

    red_fives: int = field(default=0, metadata={"allowed": (0, 2, 3, 4)})
    open_tanyao: bool = True
    kiriage_mangan: bool = False
    thirteen_han: ThirteenHan = ThirteenHan.SANBAIMAN
    yakuman_limit: int = field(default=1, metadata={"limits": (0, 13)})
    double_yakuman: tuple[str, ...] = field(default=(), metadata={"allowed": YAKUMAN})
    double_wind_pair_fu: int = field(default=2, metadata={"allowed": (2, 4)})
    renhou: Renhou = Renhou.NONE
    ryuuiisou: Ryuuiisou = field(default=Ryuuiisou.ANY, metadata={"quiet": True})
    without_yaku: tuple[str, ...] = field(default=(), metadata={"allowed": YAKU + YAKUMAN})


_CHOMBO = ("chombo.pays", "chombo.points")


@dataclass(frozen=True, slots=True)
class PenaltyTexts:
    """Texts for the referee about the penalties for fouls around a kan; "" if no source was found.

    Metadata ties a text to the keys it is about. It lapses if a key of `presupposes` has another value, if one of
    `describes` has changed since it was written, or, if it names a figure, if one of `prices` has changed.
    """

    wrong_tiles: str = ""
    riichi_kan: str = field(
        default="",
        metadata={
            "describes": (
                "riichi_kan.level", "riichi_kan.illegal", "riichi_kan.illegal_on_win", "riichi_kan.illegal_found",
            ),
            "prices": _CHOMBO,
        },
    )  # fmt: skip
    empty_call: str = ""
    wrong_word: str = ""
    after_call: str = ""
    last_tile: str = ""
    fifth_kan: str = field(
        default="",
        metadata={"presupposes": {"fifth_kan.policy": FifthKanPolicy.FORBIDDEN}, "describes": ("fifth_kan.illegal",)},
    )
    dead_hand_kan: str = field(default="", metadata={"describes": ("kan.dead_hand",), "prices": _CHOMBO})
    replacement_wrongly: str = ""
    replacement_forgotten: str = ""
    dead_wall_exposed: str = ""
    hasty_replacement: str = field(default="", metadata={"describes": ("chankan.until",)})
    indicator_early: str = ""
    indicator_late: str = ""
    indicator_wrong_tile: str = ""
    ura_seen: str = ""


@dataclass(frozen=True, slots=True)
class ProcedureTexts:
    """Texts about procedure for the table; "" if no source was found. They lapse like those of fouls."""

    ankan: str = field(default="", metadata={"describes": ("kandora.enabled", "kandora.ankan", "display.ankan")})
    daiminkan: str = field(default="", metadata={"describes": ("kandora.enabled", "kandora.daiminkan")})
    shouminkan: str = field(default="", metadata={"describes": ("kandora.enabled", "kandora.shouminkan")})
    robbery: str = field(default="", metadata={"describes": ("kandora.enabled", "kandora.robbed_kan", "chankan.ankan")})
    time_to_rob: str = field(default="", metadata={"describes": ("chankan.until",)})
    indicator: str = field(
        default="",
        metadata={"describes": ("kandora.enabled", "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan")},
    )
    replacement: str = ""
    dead_wall: str = ""
    dead_hand: str = ""
    mistakes: str = ""
    chombo: str = field(
        default="",
        metadata={"describes": ("chombo.pays", "chombo.points", "chombo.sticks_returned", "chombo.with_another_win")},
    )


UmaRow = tuple[int, ...]
"""Points for the first place, the second, and so on, one for each player."""
_SCORE = {"limits": (0, 1_000_000), "step": 100}
_UMA = {"limits": (-1_000_000, 1_000_000), "step": 100}


@dataclass(frozen=True, slots=True)
class Floating:
    """The uma by number of players above the start score: one row for none, one, ... all four."""

    rows: tuple[UmaRow, UmaRow, UmaRow, UmaRow, UmaRow] = ((0, 0, 0, 0),) * 5


@dataclass(frozen=True, slots=True)
class GameTable:
    """Length and end of a game, and points for places."""

    length: GameLength = GameLength.HANCHAN
    start_points: int = field(default=25000, metadata=_SCORE)
    return_points: int = field(default=30000, metadata=_SCORE)
    uma: UmaRow = field(default=(15000, 5000, -5000, -15000), metadata=_UMA)
    uma_by: UmaBy = UmaBy.PLACE
    floating: Floating = field(default=Floating(), metadata=_UMA)
    at_start_counts: bool = True
    ties: Ties = Ties.SEAT
    goal_points: int = field(default=0, metadata=_SCORE)
    extension: Extension = Extension.NONE
    extension_ends: ExtensionEnds = ExtensionEnds.ANY_HAND
    agari_yame: Yame = Yame.OFF
    tenpai_yame: Yame = Yame.OFF
    bust: Bust = Bust.PLAY_ON
    sticks_left: SticksLeft = SticksLeft.FIRST
    final_rounding: FinalRounding = FinalRounding.NONE
    time_limit: int = field(default=0, metadata={"limits": (0, 1440)})
    after_time: AfterTime = AfterTime.THIS_HAND


@dataclass(frozen=True, slots=True)
class Notes:
    """Lines of the ruleset's own, printed unchanged and never interpreted."""

    text: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Display:
    """Layout of tiles on the table, for people and pictures. The machine does not read it."""

    ankan: AnkanDisplay = field(default=AnkanDisplay.EITHER, metadata={"quiet": True})


class _Scored:
    """Cache of what scoring derives from the options. It is not an option: it is neither compared nor pickled."""

    __slots__ = ("scorer",)
    scorer: Any


@dataclass(frozen=True, slots=True)
class Options(_Scored):
    """All options of one ruleset, resolved, as the machine reads them."""

    table: TableTable = field(default_factory=TableTable)
    wall: WallTable = field(default_factory=WallTable)
    dora: DoraTable = field(default_factory=DoraTable)
    kandora: Kandora = field(default_factory=Kandora)
    kan: KanTable = field(default_factory=KanTable)
    four_kans: FourKansTable = field(default_factory=FourKansTable)
    fifth_kan: FifthKanTable = field(default_factory=FifthKanTable)
    chankan: ChankanTable = field(default_factory=ChankanTable)
    sekinin_barai: SekininBarai = field(default_factory=SekininBarai)
    riichi_kan: RiichiKan = field(default_factory=RiichiKan)
    kita: KitaTable = field(default_factory=KitaTable)
    tenpai: Tenpai = field(default_factory=Tenpai)
    rinshan: Rinshan = field(default_factory=Rinshan)
    furiten: Furiten = field(default_factory=Furiten)
    riichi: Riichi = field(default_factory=Riichi)
    calls: Calls = field(default_factory=Calls)
    wins: Wins = field(default_factory=Wins)
    draws: Draws = field(default_factory=Draws)
    chombo: Chombo = field(default_factory=Chombo)
    scoring: Scoring = field(default_factory=Scoring)
    penalty: PenaltyTexts = field(default_factory=PenaltyTexts)
    procedure: ProcedureTexts = field(default_factory=ProcedureTexts)
    display: Display = field(default_factory=Display)
    game: GameTable = field(default_factory=GameTable)
    notes: Notes = field(default_factory=Notes)
