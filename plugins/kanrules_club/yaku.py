"""Local yaku: those of a kan, and a few others that clubs play."""

from __future__ import annotations

from kanrules import CompleteHand, MeldType, Ruleset, Table, Yaku, parse_tiles
from kanrules.locale import marked as _N
from kanrules_club.local_rule import COLLEGE, LocalRule, seen

_5P, _2S = parse_tiles("05p"), parse_tiles("2s")
_YAKU_LIST = seen("Ma-jann, local yaku", "https://ma-jann.com/yakutotennsuu/local123456")
_HAN = {"limits": (0, 13)}


def kan_furi(han: int, win: CompleteHand, table: Table, rules: Ruleset) -> Yaku | None:
    """Count a ron on the discard after a kan."""
    after = rules.plugin["club"]["kan_furi_after"]
    if win.after_kan is None or (after and win.after_kan.type not in after):
        return None
    return Yaku("kan_furi", han)


def tsubame_gaeshi(han: int, win: CompleteHand, table: Table, rules: Ruleset) -> Yaku | None:
    """Count a ron on the discard that declares riichi."""
    last = table.last_discard
    if last is None or not last.riichi or win.tsumo or win.chankan:
        return None
    return Yaku("tsubame_gaeshi", han)


def isshoku_sanjun(han: int, win: CompleteHand, table: Table, rules: Ruleset) -> list[Yaku]:
    """Count the same run three times in one suit; an open hand loses a han."""
    worth = han if win.closed else max(han - 1, 1)
    return [
        Yaku("isshoku_sanjun", worth, replaces=("iipeikou",), reading=reading)
        for reading in win.readings
        if any(run[0] != run[1] and reading.sets.count(run) >= 3 for run in reading.sets)
    ]


def suurenkou(_: bool, win: CompleteHand, table: Table, rules: Ruleset) -> list[Yaku]:
    """Count four triplets or kans of consecutive numbers in one suit."""
    return [
        Yaku("suurenkou", yakuman=1, reading=reading)
        for reading in win.readings
        if len(reading.sets) == 4 and consecutive([set_[0] for set_ in reading.sets if set_[0] == set_[1]])
    ]


def consecutive(kinds: list[int]) -> bool:
    """Return True if these are four kinds of consecutive numbers in one suit."""
    first = min(kinds, default=27)
    return sorted(kinds) == list(range(first, first + 4)) and first < 27 and first % 9 < 6


def uupin_kaihou(_: bool, win: CompleteHand, table: Table, rules: Ruleset) -> Yaku | None:
    """Count a win on a replacement tile that is the 5p."""
    return Yaku("uupin_kaihou", yakuman=1) if win.rinshan and win.tile in _5P else None


def ryansou_chankan(_: bool, win: CompleteHand, table: Table, rules: Ruleset) -> Yaku | None:
    """Count the robbery of a kan of the 2s."""
    return Yaku("ryansou_chankan", yakuman=1) if win.chankan and win.tile in _2S else None


YAKU = ("yaku",)
RULES = (
    LocalRule(
        "kan_furi",
        0,
        _N("A ron on the discard after a kan is worth {value} more han, and needs no other yaku."),
        kan_furi,
        YAKU,
        _YAKU_LIST,
        _HAN,
    ),
    LocalRule(
        "kan_furi_after",
        (),
        _N("Kan-furi counts only after these kans: {value}."),
        seen=seen("Hantikumaster, story 33", ""),
        details={"allowed": tuple(kan.value for kan in MeldType if kan.value.endswith("kan"))},
    ),
    LocalRule(
        "tsubame_gaeshi",
        0,
        _N("A ron on the discard that declares riichi is worth {value} more han, and needs no other yaku."),
        tsubame_gaeshi,
        YAKU,
        _YAKU_LIST,
        _HAN,
    ),
    LocalRule(
        "isshoku_sanjun",
        0,
        _N("Three equal runs in one suit are worth {value} han, one less in an open hand. They replace iipeikou."),
        isshoku_sanjun,
        YAKU,
        seen("Local yaku (reddeer)", "http://reddeer.bz/mj_localyaku.htm"),
        _HAN,
    ),
    LocalRule(
        "suurenkou",
        False,
        _N("Four triplets or kans of consecutive numbers in one suit are a yakuman."),
        suurenkou,
        YAKU,
        seen("Ma-jann, local yakuman", "https://ma-jann.com/yakutotennsuu/localmax"),
    ),
    LocalRule(
        "uupin_kaihou",
        False,
        _N("A win on a replacement tile that is the 5p is a yakuman."),
        uupin_kaihou,
        YAKU,
        seen(COLLEGE, "https://mahjongcollege.com/yaku/3316/"),
    ),
    LocalRule(
        "ryansou_chankan",
        False,
        _N("Robbing a kan of the 2s is a yakuman."),
        ryansou_chankan,
        YAKU,
        seen("Asami Ryo, local yaku", "http://www9.plala.or.jp/majan/local16.html"),
    ),
)
