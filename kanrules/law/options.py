"""The options of a ruleset: one enum a question, one frozen table a part of the law.

These are the keys and values of a ruleset file. The machine reads them; `kanrules.ruleset` validates a file
against them, so that a key exists exactly once. A default here is what holds where no text was found.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from kanrules.law.yaku import LIABLE_YAKUMAN, YAKU, YAKUMAN
from kanrules.locale import marked as _N
from kanrules.pieces.melds import AnkanDisplay


class Instant(StrEnum):
    """A moment in the life of one kan at which its indicator is turned; `words` say when that is."""

    words: str

    def __new__(cls, value: str, words: str) -> Self:
        """A member with its words."""
        member = str.__new__(cls, value)
        member._value_, member.words = value, words
        return member

    DECLARATION = "declaration", _N("once the kan can no longer be robbed, before the replacement draw")
    RINSHAN_DRAW = "rinshan_draw", _N("after the replacement draw, before anything else")
    DISCARD = "discard", _N("together with the next discard")
    DISCARD_PASSED = "discard_passed", _N("once that discard has passed without a ron")
    NEVER = "never", _N("not at all")


class PendingOnNextKan(StrEnum):
    """What becomes of a pending indicator when the same player kans again."""

    ANNOUNCED = "announced"
    DECLARATION = "declaration"
    KEEP = "keep"


class Shown(StrEnum):
    """Whether an indicator lies open."""

    HIDDEN = "hidden"
    REVEALED = "revealed"


class DeadHandKan(StrEnum):
    """Which kans a player with a dead hand may still declare."""

    FORBIDDEN = "forbidden"
    """None."""
    OWN_TILES = "own_tiles"
    """An ankan or a shouminkan; nobody's discard is claimed."""


class FourKansDraw(StrEnum):
    """What a fourth kan of the hand does."""

    PLAY_ON = "play_on"
    ABORT = "abort"


class FourKansOfOne(StrEnum):
    """What a fourth kan does where all four are one player's."""

    PLAY_ON = "play_on"
    ABORT = "abort"
    WIN_ON_PASSED_DISCARD = "win_on_passed_discard"
    """Suukantsu is won, without a pair, once nobody has won on the discard that follows."""


class FourKansMoment(StrEnum):
    """When the four-kan draw ends the hand."""

    ANNOUNCED = "announced"
    DECLARATION = "declaration"
    RINSHAN_DRAW = "rinshan_draw"
    """With the fourth replacement tile drawn, unless it wins."""
    DISCARD = "discard"
    DISCARD_PASSED = "discard_passed"


class Dealer(StrEnum):
    """Whether the dealer stays after this end of a hand."""

    KEEPS = "keeps"
    ROTATES = "rotates"


class Stick(StrEnum):
    """Whether a riichi stick is put down."""

    PAID = "paid"
    UNPAID = "unpaid"


class FifthKanPolicy(StrEnum):
    """What a fifth kan is, as a line of a ruleset says it."""

    FORBIDDEN = "forbidden"
    ABORT = "abort"


class AnkanRobbery(StrEnum):
    """Who may rob an ankan."""

    NEVER = "never"
    KOKUSHI = "kokushi"


class RinshanLiability(StrEnum):
    """Whether who feeds a daiminkan is liable for a win on its replacement tile."""

    NONE = "none"
    REPLACEMENT_ONLY = "replacement_only"
    UNTIL_DISCARD = "until_discard"


class RinshanScored(StrEnum):
    """How a win on the replacement tile is counted if a player is liable for it."""

    TSUMO = "tsumo"
    RON = "ron"


class Compound(StrEnum):
    """What of a hand with several yakuman the liable player answers for."""

    LIABLE_YAKUMAN = "liable_yakuman"
    WHOLE_HAND = "whole_hand"


class HonbaOnRon(StrEnum):
    """Who pays the honba where a liable player and a discarder split a ron."""

    DISCARDER = "discarder"
    LIABLE = "liable"


class HonbaOnTsumo(StrEnum):
    """Who pays the honba where a liable player pays a tsumo."""

    LIABLE = "liable"
    SHARED = "shared"


class TwoLiableHonba(StrEnum):
    """Which of two liable players pays the honba."""

    LATEST = "latest"
    FIRST = "first"
    SHARED = "shared"


class RiichiKanLevel(StrEnum):
    """How strictly an ankan in riichi must leave the hand as it was."""

    FORBIDDEN = "forbidden"
    SAME_READINGS = "same_readings"
    SAME_READINGS_AND_YAKU = "same_readings_and_yaku"
    SAME_WAITS = "same_waits"
    ANY = "any"


class WinningDraw(StrEnum):
    """What holds where the tile drawn for the kan was itself a wait."""

    COUNTS = "counts"
    IGNORED = "ignored"
    FORBIDDEN = "forbidden"


class FoulPenalty(StrEnum):
    """What an illegal kan costs."""

    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
    NONE = "none"


class FoulOnWin(StrEnum):
    """What an illegal kan in riichi costs that is found when its own player declares a win."""

    SAME = "same"
    """What it costs at any other time."""
    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
    """The win falls, the hand is dead, and play goes on."""
    CHOMBO_AND_DEAD_HAND = "chombo_and_dead_hand"
    """The price of a chombo is paid, the win falls, the hand is dead, and play goes on."""
    NONE = "none"


class FoulFound(StrEnum):
    """When an illegal kan in riichi is ruled on."""

    AT_ONCE = "at_once"
    WIN_OR_DRAW = "win_or_draw"
    DRAW = "draw"


class ExhaustedWait(StrEnum):
    """Whether a hand that waits only on tiles of which its player holds all four is tenpai."""

    NOTEN_CONCEALED = "noten_concealed"
    NOTEN = "noten"
    TENPAI = "tenpai"


class TemporaryEnds(StrEnum):
    """What ends temporary furiten."""

    ANY_CALL = "any_call"
    OWN_DRAW_OR_CALL = "own_draw_or_call"
    OWN_DISCARD = "own_discard"


class Kuikae(StrEnum):
    """Whether a caller may discard what the call could have used."""

    FORBIDDEN = "forbidden"
    OTHER_END_ALLOWED = "other_end_allowed"
    ALLOWED = "allowed"


class Simultaneous(StrEnum):
    """Who wins where several call ron on one tile."""

    ALL = "all"
    HEAD_BUMP = "head_bump"
    HEAD_BUMP_EXCEPT_KOKUSHI = "head_bump_except_kokushi"
    """The nearest, and every other one whose hand is thirteen orphans."""


class WinnersHonba(StrEnum):
    """Which of several winners gets the honba."""

    FIRST = "first"
    EACH = "each"


class WinnersSticks(StrEnum):
    """Which of several winners gets the riichi sticks."""

    FIRST = "first"
    DIVIDED = "divided"


class OwnStick(StrEnum):
    """Who gets the stick that one of several winners has put down in this hand."""

    POT = "pot"
    """It lies with the others."""
    BACK = "back"
    """Its owner takes it back."""


class AbortiveDraw(StrEnum):
    """Whether an abortive draw exists, and what becomes of the dealer."""

    OFF = "off"
    DEALER_KEEPS = "dealer_keeps"
    DEALER_ROTATES = "dealer_rotates"


class ExhaustiveDealer(StrEnum):
    """What keeps the dealer's seat after an exhaustive draw."""

    TENPAI_KEEPS = "tenpai_keeps"
    ROTATES = "rotates"


class NagashiMangan(StrEnum):
    """Who may take nagashi mangan."""

    OFF = "off"
    OWN_CALLS_ALLOWED = "own_calls_allowed"
    CLOSED_ONLY = "closed_only"


class NagashiPays(StrEnum):
    """What nagashi mangan is paid with."""

    MANGAN = "mangan"
    """A mangan tsumo, without honba and sticks."""
    WITH_HONBA = "with_honba"
    """Honba too; it stays a draw, and the sticks stay."""
    AS_WIN = "as_win"
    """Honba and sticks, and the deal goes as after a win."""


class ChomboPays(StrEnum):
    """In what coin a chombo is paid."""

    REVERSE_MANGAN = "reverse_mangan"
    POINTS = "points"
    BEFORE_UMA = "before_uma"
    """By the offender alone, off the score that the places go by."""
    AFTER_UMA = "after_uma"


class ChomboWithWin(StrEnum):
    """What a chombo is worth where another player wins."""

    VOID = "void"
    STANDS = "stands"


class ThirteenHan(StrEnum):
    """What thirteen counted han are worth."""

    SANBAIMAN = "sanbaiman"
    YONBAIMAN = "yonbaiman"
    YAKUMAN = "yakuman"


class Renhou(StrEnum):
    """What a ron before one's first draw is worth."""

    NONE = "none"
    FOUR_HAN_ADDED = "four_han_added"
    MANGAN = "mangan"
    MANGAN_ADDED = "mangan_added"
    BAIMAN = "baiman"
    YAKUMAN = "yakuman"


class Ryuuiisou(StrEnum):
    """Which all-green hand is ryuuiisou."""

    ANY = "any"
    WITH_HATSU = "with_hatsu"


class TileSet(StrEnum):
    """Which tiles are in the set."""

    FULL = "full"
    WITHOUT_2M_8M = "without_2m_8m"
    """Of the characters only the ones and the nines."""


class Refill(StrEnum):
    """Whether a replacement draw shortens the live wall by a tile, so that the dead wall stays as long as it was."""

    ALWAYS = "always"
    KANS_ONLY = "kans_only"
    """A kita's replacement does not."""
    NEVER = "never"


class KitaInRiichi(StrEnum):
    """Which north a player in riichi may set aside."""

    DRAWN_TILE = "drawn_tile"
    """The one just drawn."""
    FORBIDDEN = "forbidden"
    ANY = "any"


class NorthDiscard(StrEnum):
    """Whether a north may be discarded."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class NorthInHand(StrEnum):
    """Whether a hand may win with norths that are not set aside."""

    ALLOWED = "allowed"
    YAKUMAN = "yakuman"
    """Only as part of a yakuman."""
    NEVER = "never"


class North(StrEnum):
    """What a triplet of norths is where nobody sits north."""

    GUEST = "guest"
    """Nobody's wind."""
    YAKUHAI = "yakuhai"
    """A yaku for everybody."""


class KitaRobbery(StrEnum):
    """Who may win on a north that is set aside."""

    ANY_YAKU = "any_yaku"
    NEVER = "never"
    KOKUSHI = "kokushi"
    YAKUMAN = "yakuman"


class KitaInterrupts(StrEnum):
    """What a kita ends."""

    ALL = "all"
    """What a call ends: ippatsu, the first go-around, and temporary furiten as the rules have it."""
    IPPATSU = "ippatsu"
    NONE = "none"


class PendingOnKita(StrEnum):
    """What becomes of a pending indicator when the same player sets a north aside."""

    DECLARATION = "declaration"
    ANNOUNCED = "announced"
    KEEP = "keep"


class AbsentShare(StrEnum):
    """Who pays what the absent fourth player would pay on a tsumo."""

    LOSS = "loss"
    """Nobody."""
    HALVES = "halves"
    """The two others, half each."""
    FULL = "full"
    """The two others, so that the winner gets what a ron would bring."""


class HonbaByDraw(StrEnum):
    """How a honba is paid on a tsumo."""

    DIVIDED = "divided"
    """Those who pay share it evenly."""
    EACH = "each"
    """Each of them pays the whole of it."""


class GameLength(StrEnum):
    """How many winds a game has before any extension."""

    TONPUUSEN = "tonpuusen"
    """One wind."""
    HANCHAN = "hanchan"
    """Two winds."""
    ISSOU = "issou"
    """Four winds."""


class UmaBy(StrEnum):
    """What the uma of a player goes by."""

    PLACE = "place"
    FLOATING = "floating"
    """By place, and by how many players stand above the start."""


class Ties(StrEnum):
    """What becomes of equal scores at the end of a game."""

    SEAT = "seat"
    """Nearer to the first dealer is higher."""
    SHARE = "share"
    """The places are shared, and what belongs to them."""


class Extension(StrEnum):
    """What follows the last hand where nobody has the goal."""

    NONE = "none"
    ONE_WIND = "one_wind"


class ExtensionEnds(StrEnum):
    """After which hand of the extension a player with the goal ends the game."""

    ANY_HAND = "any_hand"
    NOT_WHILE_DEALER_REPEATS = "not_while_dealer_repeats"


class Yame(StrEnum):
    """Whether a dealer who is first ends the game in the last hand instead of repeating."""

    OFF = "off"
    OPTIONAL = "optional"
    """If the dealer says so."""
    AUTOMATIC = "automatic"


class Bust(StrEnum):
    """At which score a game ends early."""

    PLAY_ON = "play_on"
    BELOW_ZERO = "below_zero"
    ZERO = "zero"


class SticksLeft(StrEnum):
    """Who gets the riichi sticks that lie on the table when the game ends."""

    FIRST = "first"
    LOST = "lost"


class FinalRounding(StrEnum):
    """How scores are rounded for the final points."""

    NONE = "none"
    THOUSANDS = "thousands"
    """Half away from zero; the first takes what is left."""


class AfterTime(StrEnum):
    """What is still played when the time of a game is over."""

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
    """Tiles left undrawn, and where replacement tiles come from."""

    undrawn: int = field(default=14, metadata={"quiet": True, "allowed": (14, 0, 16, 18)})
    replacements: int = field(default=4, metadata={"quiet": True, "allowed": (4, 8)})
    refill: Refill = field(default=Refill.ALWAYS, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class KitaTable:
    """Three players: norths that are set aside, and norths that are kept."""

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
class Dora:
    """Whether the tiles under the indicators count for riichi."""

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
    """What a kan needs of the wall and of its player."""

    min_live_tiles: int = field(default=1, metadata={"limits": (1, 69)})
    dead_hand: DeadHandKan = DeadHandKan.FORBIDDEN
    max_per_player: int = field(default=0, metadata={"quiet": True, "limits": (0, 4)})


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
    """What a fifth kan of a hand is."""

    policy: FifthKanPolicy = FifthKanPolicy.FORBIDDEN
    robbable: bool = False
    dealer: Dealer = Dealer.KEEPS
    illegal: FoulPenalty = field(default=FoulPenalty.NONE, metadata={"quiet": True})


@dataclass(frozen=True, slots=True)
class ChankanTable:
    """Which kan may be robbed, and what that does."""

    ankan: AnkanRobbery = AnkanRobbery.NEVER
    passing_is_furiten: bool = True
    ippatsu: bool = True


@dataclass(frozen=True, slots=True)
class SekininBarai:
    """Who answers for another player's hand."""

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
    """Which ankan a player in riichi may declare."""

    level: RiichiKanLevel = RiichiKanLevel.SAME_READINGS
    drawn_tile_only: bool = True
    winning_draw: WinningDraw = WinningDraw.COUNTS
    illegal: FoulPenalty = FoulPenalty.CHOMBO
    illegal_on_win: FoulOnWin = field(default=FoulOnWin.SAME, metadata={"quiet": True})
    illegal_found: FoulFound = FoulFound.WIN_OR_DRAW


@dataclass(frozen=True, slots=True)
class Tenpai:
    """What counts as waiting."""

    exhausted_wait: ExhaustedWait = ExhaustedWait.NOTEN_CONCEALED


@dataclass(frozen=True, slots=True)
class Rinshan:
    """Scoring of a win on the replacement tile."""

    tsumo_fu: bool = True
    with_haitei: bool = False


@dataclass(frozen=True, slots=True)
class Furiten:
    """How long a passed win binds."""

    temporary_ends: TemporaryEnds = TemporaryEnds.OWN_DRAW_OR_CALL
    without_yaku: bool = True


@dataclass(frozen=True, slots=True)
class Riichi:
    """What riichi needs and gives."""

    ippatsu: bool = True
    double: bool = True
    min_live_tiles: int = field(default=4, metadata={"allowed": (0, 1, 3, 4)})
    needs_stick: bool = True


@dataclass(frozen=True, slots=True)
class Calls:
    """What binds who calls a tile."""

    kuikae: Kuikae = Kuikae.FORBIDDEN
    chi: bool = field(default=True, metadata=_QUIET)


@dataclass(frozen=True, slots=True)
class Wins:
    """Who wins, and who gets honba and sticks."""

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
    """What a chombo costs."""

    pays: ChomboPays = ChomboPays.REVERSE_MANGAN
    points: int = field(default=0, metadata={"limits": (0, 100_000), "step": 100})
    sticks_returned: bool = True
    with_another_win: ChomboWithWin = ChomboWithWin.VOID


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a hand is worth."""

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
    """Words for the referee: what a foul around a kan costs; empty where no text was found.

    Metadata ties words to the keys they speak of: they lapse where a key of `presupposes` has another value, where one
    of `describes` has changed since they were written, and, if they name a figure, where one of `prices` has.
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
    indicator_wrongly: str = ""


@dataclass(frozen=True, slots=True)
class ProcedureTexts:
    """Words for the table: how a thing is done; empty where no text was found. They lapse as those of a foul do."""

    ankan: str = field(default="", metadata={"describes": ("kandora.enabled", "kandora.ankan", "display.ankan")})
    daiminkan: str = field(default="", metadata={"describes": ("kandora.enabled", "kandora.daiminkan")})
    shouminkan: str = field(default="", metadata={"describes": ("kandora.enabled", "kandora.shouminkan")})
    robbery: str = field(default="", metadata={"describes": ("kandora.enabled", "kandora.robbed_kan", "chankan.ankan")})
    indicator: str = field(
        default="",
        metadata={"describes": ("kandora.enabled", "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan")},
    )
    replacement: str = ""
    dead_wall: str = ""


UmaRow = tuple[int, ...]
"""Points for the first place, the second, and so on: one for each player."""
_SCORE = {"limits": (0, 1_000_000), "step": 100}
_UMA = {"limits": (-1_000_000, 1_000_000), "step": 100}


@dataclass(frozen=True, slots=True)
class Floating:
    """The uma by how many players stand above the start: one row for none of them, one, ... all four."""

    rows: tuple[UmaRow, UmaRow, UmaRow, UmaRow, UmaRow] = ((0, 0, 0, 0),) * 5


@dataclass(frozen=True, slots=True)
class GameTable:
    """Length of a game, how it ends, and points for places."""

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
    """Lines of a ruleset's own, printed as they stand and never interpreted."""

    text: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Display:
    """How tiles lie; for people and pictures, the machine reads none of it."""

    ankan: AnkanDisplay = field(default=AnkanDisplay.EITHER, metadata={"quiet": True})


class _Scored:
    """What scoring has worked out of the options hangs on them: it is no option, is not compared and does not
    travel."""

    __slots__ = ("scorer",)
    scorer: Any


@dataclass(frozen=True, slots=True)
class Options(_Scored):
    """All options of one ruleset, resolved; what the machine reads."""

    table: TableTable = field(default_factory=TableTable)
    wall: WallTable = field(default_factory=WallTable)
    dora: Dora = field(default_factory=Dora)
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
