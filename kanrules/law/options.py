"""All options of a ruleset: the keys of a file with their values, as the machine reads them.

Each key is declared once, in `kanrules.law.tables`, with all that is said of it. `kanrules.ruleset` validates files
against the declarations. A default applies if no source settles a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from types import MappingProxyType
from typing import Any

from kanrules.frozen import frozen
from kanrules.law import key
from kanrules.law.tables.game_keys import (
    AfterTime,
    Bust,
    Extension,
    ExtensionEnds,
    FinalRounding,
    Floating,
    GameLength,
    GameTable,
    SticksLeft,
    Ties,
    UmaBy,
    UmaRow,
    Yame,
)
from kanrules.law.tables.hand_keys import (
    CallPriority,
    Calls,
    ExhaustedWait,
    Furiten,
    Kuikae,
    Renhou,
    Riichi,
    Rinshan,
    Ryuuiisou,
    Scoring,
    TemporaryEnds,
    Tenpai,
    ThirteenHan,
)
from kanrules.law.tables.kan_keys import (
    AnkanRobbery,
    ChankanTable,
    DeadHandKan,
    Dealer,
    FifthKanPolicy,
    FifthKanTable,
    FoulPenalty,
    FourKansDraw,
    FourKansMoment,
    FourKansOfOne,
    FourKansTable,
    KanTable,
    RobberyUntil,
    Stick,
)
from kanrules.law.tables.kandora_keys import DoraTable, Instant, Kandora, PendingOnNextKan, Shown
from kanrules.law.tables.liability_keys import (
    Compound,
    HonbaOnRon,
    HonbaOnTsumo,
    RinshanLiability,
    RinshanScored,
    SekininBarai,
    TwoLiableHonba,
)
from kanrules.law.tables.riichi_kan_keys import FoulFound, FoulOnWin, RiichiKan, RiichiKanLevel, WinningDraw
from kanrules.law.tables.text_keys import Display, Notes, PenaltyTexts, ProcedureTexts
from kanrules.law.tables.three_player_keys import (
    KitaInRiichi,
    KitaInterrupts,
    KitaRobbery,
    KitaTable,
    North,
    NorthDiscard,
    NorthInHand,
    PendingOnKita,
    Refill,
    TableTable,
    TileSet,
    WallTable,
)
from kanrules.law.tables.win_keys import (
    AbortiveDraw,
    AbsentShare,
    Chombo,
    ChomboPays,
    ChomboWithWin,
    Draws,
    ExhaustiveDealer,
    HonbaByDraw,
    NagashiMangan,
    NagashiPays,
    OwnStick,
    Simultaneous,
    WinnersHonba,
    WinnersSticks,
    Wins,
)

__all__ = [
    "AbortiveDraw",
    "AbsentShare",
    "AfterTime",
    "AnkanRobbery",
    "Bust",
    "CallPriority",
    "Calls",
    "ChankanTable",
    "Chombo",
    "ChomboPays",
    "ChomboWithWin",
    "Compound",
    "DeadHandKan",
    "Dealer",
    "Display",
    "DoraTable",
    "Draws",
    "ExhaustedWait",
    "ExhaustiveDealer",
    "Extension",
    "ExtensionEnds",
    "FifthKanPolicy",
    "FifthKanTable",
    "FinalRounding",
    "Floating",
    "FoulFound",
    "FoulOnWin",
    "FoulPenalty",
    "FourKansDraw",
    "FourKansMoment",
    "FourKansOfOne",
    "FourKansTable",
    "Furiten",
    "GameLength",
    "GameTable",
    "HonbaByDraw",
    "HonbaOnRon",
    "HonbaOnTsumo",
    "Instant",
    "KanTable",
    "Kandora",
    "KitaInRiichi",
    "KitaInterrupts",
    "KitaRobbery",
    "KitaTable",
    "Kuikae",
    "NagashiMangan",
    "NagashiPays",
    "North",
    "NorthDiscard",
    "NorthInHand",
    "Notes",
    "Options",
    "OwnStick",
    "PenaltyTexts",
    "PendingOnKita",
    "PendingOnNextKan",
    "ProcedureTexts",
    "Refill",
    "Renhou",
    "Riichi",
    "RiichiKan",
    "RiichiKanLevel",
    "Rinshan",
    "RinshanLiability",
    "RinshanScored",
    "RobberyUntil",
    "Ryuuiisou",
    "Scoring",
    "SekininBarai",
    "Shown",
    "Simultaneous",
    "Stick",
    "SticksLeft",
    "TableTable",
    "TemporaryEnds",
    "Tenpai",
    "ThirteenHan",
    "Ties",
    "TileSet",
    "TwoLiableHonba",
    "UmaBy",
    "UmaRow",
    "WallTable",
    "WinnersHonba",
    "WinnersSticks",
    "WinningDraw",
    "Wins",
    "Yame",
]


class _Scored:
    """Cache of what scoring derives from the options. It is not an option: it is neither compared nor pickled."""

    __slots__ = ("scorer",)
    scorer: Any


@frozen
class Options(_Scored):
    """All options of one ruleset, resolved, as the machine reads them."""

    table: TableTable = key.table(TableTable, "Players and tiles | Number of players, and the tiles in the set.")
    wall: WallTable = key.table(WallTable, "The wall | Tiles left undrawn, and where replacement tiles come from.")
    dora: DoraTable = key.table(DoraTable, "Dora | Dora indicators that count in addition to the first.")
    kandora: Kandora = key.table(
        Kandora,
        "Kan dora | When the kan dora indicator is turned, and for whom it counts.",
        also="kan_dora kan-dora new_dora カンドラ 槓ドラ",
    )
    kan: KanTable = key.table(KanTable, "Kan | Conditions for every kan.")
    four_kans: FourKansTable = key.table(
        FourKansTable,
        "Four kans | Effect of the fourth kan in a hand.",
        also="suukaikan suukan_sanra suukansanra suukan 四開槓 四槓散了",
    )
    fifth_kan: FifthKanTable = key.table(FifthKanTable, "Fifth kan | A kan after four completed kans.")
    chankan: ChankanTable = key.table(
        ChankanTable, "Robbing a kan | Which kans may be robbed, and how the win is scored.", also="槍槓"
    )
    sekinin_barai: SekininBarai = key.table(
        SekininBarai,
        "Sekinin barai | When a player is liable for another player's win, and what they pay.",
        also="pao liability sekininbarai 責任払い 包 パオ",
    )
    riichi_kan: RiichiKan = key.table(
        RiichiKan, "Kan in riichi | Which ankan a player in riichi may declare, and the penalty for any other."
    )
    kita: KitaTable = key.table(KitaTable, "Kita | Three players: norths that are set aside, and norths that are kept.")
    tenpai: Tenpai = key.table(Tenpai, "Tenpai | When a hand counts as tenpai.")
    rinshan: Rinshan = key.table(
        Rinshan, "Rinshan kaihou | Scoring of a win on the replacement tile.", also="rinshan_kaihou 嶺上開花"
    )
    furiten: Furiten = key.table(Furiten, "Furiten | Duration of furiten.")
    riichi: Riichi = key.table(Riichi, "Riichi | Conditions for riichi, and the yaku it may score.")
    calls: Calls = key.table(Calls, "Calls | Limits on calls, and on the discard after a call.")
    wins: Wins = key.table(Wins, "Wins | Several winners: who is paid, and who gets honba and riichi sticks.")
    draws: Draws = key.table(
        Draws, "Draws | Draws that end a hand, and who deals next.", also="abortive_draws abortive_draw abortives"
    )
    chombo: Chombo = key.table(Chombo, "Chombo | Payment for a chombo.")
    scoring: Scoring = key.table(Scoring, "Scoring | Value of a hand.")
    penalty: PenaltyTexts = key.table(
        PenaltyTexts, "Fouls around a kan | Penalties that no other key decides, in words for the referee."
    )
    procedure: ProcedureTexts = key.table(ProcedureTexts, "At the table | Instructions for the players, in words.")
    display: Display = key.table(Display, "On the table | How tiles are placed. This does not affect rulings.")
    game: GameTable = key.table(GameTable, "The game | Length of a game, how it ends, and points for places.")
    notes: Notes = key.table(
        Notes, "Notes | Your own lines. kanrules prints them and does not interpret them.", also="note remarks comments"
    )


@cache
def overruled() -> Mapping[str, str]:
    """Return the keys that a plugin may overrule, each with the hook that core answers from it: the hook of its
    declaration, or `before_kan` if a reason code names the key as forbidding a kan.

    Penalties are not listed, because the plugins themselves are asked for them.
    """
    # The rows of the codes are needed only here.
    from kanrules.law.codes import FORBIDDING

    declared = {
        f"{table.name}.{key.name}": key.metadata.get("hook", "")
        for table in fields(Options)
        for key in fields(type(getattr(Options(), table.name)))
    }
    found = {name: hook for name, hook in declared.items() if hook}
    return MappingProxyType({**dict.fromkeys(FORBIDDING, "before_kan"), **found})
