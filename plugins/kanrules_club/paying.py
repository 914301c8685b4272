"""What kans cost and bring: at once, at the end of the hand, and to players who are liable."""

from __future__ import annotations

from collections.abc import Iterator

from kanrules import Call, Kan, Liability, MeldType, Result, Ruleset, Seat, Table, Transfer, TransferType, parse_tiles
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules_club.local_rule import RULES_OF_JAPAN, LocalRule, seen
from kanrules_club.yaku import consecutive

SETS = {
    "tsuuiisou": frozenset(parse_tiles("1234567z")),
    "chinroutou": frozenset(parse_tiles("19m19p19s")),
    "ryuuiisou": frozenset(parse_tiles("23468s6z")),
}
"""By yakuman, the tiles that all its sets consist of."""
_3P = parse_tiles("3p")
_OF_THE_HAND = (TransferType.HAND, TransferType.LIABILITY)
_KAN, _FEE = _N("{seat}'s {kan}"), _N("fee for {seat}'s {kan}")
_BONUS = _N("bonus for {seat}'s {kan}")
_WAREME, _DOUBLED = _N("wareme"), _N("doubled for a kan")
_HONBA = _N("honba of the player who is liable for suukantsu")


def kan_pays_at_once(points: int, kan: Kan, table: Table, rules: Ruleset) -> list[Transfer]:
    """Make the feeder pay for a kan at once; for an ankan, every other player pays."""
    payers = _others(kan.seat, table) if kan.source is None else [kan.source]
    return [Transfer(payer, kan.seat, points, say(_KAN, seat=kan.seat, kan=kan.type)) for payer in payers]


def ankan_of_3p(points: int, kan: Kan, table: Table, rules: Ruleset) -> list[Transfer]:
    """Make every other player pay for an ankan of the 3p at once."""
    if kan.type is not MeldType.ANKAN or kan.tile not in _3P:
        return []
    return kan_pays_at_once(points, kan, table, rules)


def _others(seat: Seat, table: Table) -> list[Seat]:
    return [other for other in table.seats if other != seat]


def open_kan_fee(points: int, result: Result, table: Table, rules: Ruleset) -> Iterator[Transfer]:
    """Make each open kan cost a fee, paid to the table."""
    for kan in table.kans:
        if kan.type is not MeldType.ANKAN:
            yield Transfer(kan.seat, "table", points, say(_FEE, seat=kan.seat, kan=kan.type))


def kan_bonus(points: int, result: Result, table: Table, rules: Ruleset) -> Iterator[Transfer]:
    """Make each kan of a winner earn a bonus."""
    for kan in table.kans:
        if kan.seat in result.winners:
            payers = _others(kan.seat, table) if result.loser is None else [result.loser]
            for payer in payers:
                yield Transfer(payer, kan.seat, points, say(_BONUS, seat=kan.seat, kan=kan.type))


def wareme(_: bool, result: Result, table: Table, rules: Ruleset) -> Iterator[Transfer]:
    """Double what the player at the broken wall pays and receives for the hand."""
    if table.wall_break is not None:
        yield from _again(result, {table.wall_break}, _WAREME)


def kan_pays_double(_: bool, result: Result, table: Table, rules: Ruleset) -> Iterator[Transfer]:
    """Double what is paid for the hand between two players if one of them has a kan."""
    yield from _again(result, {kan.seat for kan in table.kans}, _DOUBLED)


def _again(result: Result, seats: set[Seat], why: str) -> Iterator[Transfer]:
    for one in result.transfers:
        if one.type in _OF_THE_HAND and seats & {one.source, one.to}:
            yield Transfer(one.source, one.to, one.points, why)


def suukantsu_honba(_: bool, result: Result, table: Table, rules: Ruleset) -> Iterator[Transfer]:
    """Move the honba of a hand with two liable players to the one who is liable for suukantsu."""
    for winner in result.winners:
        liable = {one.yakuman: one.seat for one in table.liabilities[winner]}
        feeder = liable.get("suukantsu")
        if feeder is None or len(set(liable.values())) < 2:
            continue
        for one in result.transfers:
            from_another = isinstance(one.source, Seat) and one.source != feeder
            if one.type is TransferType.HONBA and one.to == winner and from_another:
                yield Transfer(feeder, one.source, one.points, _HONBA)


def old_liability(named: tuple[str, ...], call: Call, table: Table, rules: Ruleset) -> list[Liability]:
    """Make the feeder of the fourth set liable if the sets are sure to make a yakuman."""
    law = rules.sekinin_barai
    if call.source is None or (call.type is MeldType.DAIMINKAN and not law.completed_by_kan):
        return []
    counting = [meld for meld in table.melds[call.seat] if law.concealed_sets_count or meld.is_open]
    if len(counting) != 4:
        return []
    tiles = {tile for meld in counting for tile in meld.tiles}
    sure = {yakuman for yakuman, of in SETS.items() if tiles <= of}
    if rules.plugin["club"]["suurenkou"] and all(meld.type is not MeldType.CHI for meld in counting):
        sure |= {"suurenkou"} if consecutive([meld.kind for meld in counting]) else set()
    return [Liability(yakuman, call.source) for yakuman in named if yakuman in sure]


POINTS = {"limits": (0, 48000), "step": 100}
AT_ONCE, AT_THE_END = ("kan_stands",), ("payments",)
RULES = (
    LocalRule(
        "kan_pays_at_once",
        0,
        _N(
            "A player receives {value} points at once for each kan: from the player who fed it, or from each other "
            "player if no one did."
        ),
        kan_pays_at_once,
        AT_ONCE,
        seen("Sichuan mahjong, wind and rain (刮風下雨)", ""),
        POINTS,
    ),
    LocalRule(
        "ankan_of_3p_pays",
        0,
        _N("A player receives {value} points at once from each other player for an ankan of the 3p."),
        ankan_of_3p,
        AT_ONCE,
        seen(RULES_OF_JAPAN, "http://www10.plala.or.jp/rascalhp/mj9.htm", "9-39"),
        POINTS,
    ),
    LocalRule(
        "open_kan_fee",
        0,
        _N("A player pays {value} points for each open kan, placed on the table when the hand ends."),
        open_kan_fee,
        AT_THE_END,
        details={"allowed": tuple(range(0, 10001, 1000))},
    ),
    LocalRule(
        "kan_bonus",
        0,
        _N("A winner receives {value} points for each kan: from the discarder, or from each other player on a tsumo."),
        kan_bonus,
        AT_THE_END,
        details=POINTS,
    ),
    LocalRule(
        "wareme_pays_double",
        False,
        _N(
            "The player at whose wall the deal began pays and receives double the value of a hand, but not double "
            "honba."
        ),
        wareme,
        AT_THE_END,
        seen("Pixiv dictionary, wareme", "https://dic.pixiv.net/history/view/1529654"),
    ),
    LocalRule(
        "kan_pays_double",
        False,
        _N("Between two players, the value of a hand is paid twice if one of them has a kan."),
        kan_pays_double,
        AT_THE_END,
    ),
    LocalRule(
        "suukantsu_feeder_pays_honba",
        False,
        _N("If two players are liable for one hand, the one who fed suukantsu pays the honba."),
        suukantsu_honba,
        AT_THE_END,
        seen("Riichi City, rules in the game", ""),
        qualifies=("sekinin_barai.two_liable_honba",),
    ),
    LocalRule(
        "old_liability",
        (),
        _N("A player who feeds the fourth set is also liable for: {value}."),
        old_liability,
        ("liability",),
        seen(
            "Lists of local rules; tsuuiisou and chinroutou: Houchi rules 1952",
            "http://timatayaku.blog.shinobi.jp/Entry/8/",
        ),
        {"allowed": (*SETS, "suurenkou")},
        qualifies=("sekinin_barai.yakuman",),
    ),
)
