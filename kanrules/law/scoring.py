"""The value of a winning hand: the only adapter of the `mahjong` package, which knows yaku and fu.

`mahjong` divides the hand, finds the yaku, and counts fu. Which yaku a ruleset has and their value, dora, limits, and
adding up yakuman are decided here, so that the most valuable reading is chosen under the ruleset's own law.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from mahjong.hand_calculating.divider import HandDivider
from mahjong.hand_calculating.fu import FuCalculator
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult
from mahjong.hand_calculating.yaku import Yaku as LibraryYaku
from mahjong.hand_calculating.yaku_config import YakuConfig
from mahjong.meld import Meld as LibraryMeld

from kanrules.frozen import frozen
from kanrules.law.hook_values import Dora
from kanrules.law.limits import MANGAN_BASE, YAKUMAN_BASE, Limit
from kanrules.law.options import North, NorthInHand, Options, Renhou, Ryuuiisou, ThirteenHan
from kanrules.law.options import Scoring as ScoringOptions
from kanrules.law.setup import setup_of
from kanrules.law.yaku import YAKU, YAKUMAN
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import (
    CHUN,
    HAKU,
    HATSU,
    KIND,
    NORTH,
    RED_FIVES,
    TERMINALS_AND_HONOURS,
    TILES,
    Kind,
    Seat,
    Tile,
)  # fmt: skip

PLAIN_FORM: dict[str, str] = {"kokushi_13": "kokushi", "suuankou_tanki": "suuankou", "chuuren_9": "chuuren_poutou"}
"""The plain form of each yakuman on its widest wait, for rulesets that do not distinguish them."""


_THIRTEEN: dict[ThirteenHan, tuple[Limit, int]] = {
    ThirteenHan.SANBAIMAN: (Limit.SANBAIMAN, 6000),
    ThirteenHan.YONBAIMAN: (Limit.YONBAIMAN, 8000),
    ThirteenHan.YAKUMAN: (Limit.YAKUMAN, 8000),
}


class WinningHand(NamedTuple):
    """A winning hand: its tiles and the circumstances that count.

    `concealed` includes the winning tile. A double riichi is a riichi, whatever `riichi` says. `first_turn` is the
    uninterrupted first go-around: then the dealer's tsumo is tenhou, another player's chiihou, and a ron before the
    winner's first draw renhou. An unknown indicator is None.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    winning_tile: Tile
    tsumo: bool
    seat: Seat
    round_wind: Seat
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    indicators: tuple[Tile | None, ...] = ()
    ura: tuple[Tile | None, ...] = ()
    kitas: int = 0
    """Number of norths set aside."""


@frozen
class Value:
    """The value of a hand: its yaku or yakuman, han with dora, fu, the limit it reaches, and its base points.

    `dora` counts by the face-up indicators, `red` the red fives, `ura` by the ura indicators, and `kita` the norths set
    aside; a yakuman counts none of the four. Payments are multiples of `base`: 2000 for a mangan, 8000 for each yakuman
    that counts.
    """

    yaku: dict[str, int] = field(default_factory=dict)
    yakuman: dict[str, int] = field(default_factory=dict)
    han: int = 0
    fu: int = 0
    dora: int = 0
    red: int = 0
    ura: int = 0
    limit: Limit = Limit.NONE
    base: int = 0
    kita: int = 0

    @property
    def yaku_han(self) -> int:
        """Han of the yaku alone, without any dora. A yakuman counts as 13 each time it is scored."""
        return sum(self.yaku.values()) + 13 * sum(self.yakuman.values())

    @property
    def dora_han(self) -> int:
        """Han of all dora: dora, ura dora, red fives, and norths set aside."""
        return self.dora + self.red + self.ura + self.kita

    def points(self, *, dealer: bool, tsumo: bool) -> int:
        """Return the points that the hand earns in all at a four-player table, without honba and riichi sticks.

        Takes whether the winner is the dealer, and whether it is a tsumo. A ron earns the same with three players; for
        a tsumo, `wins.tsumo` says who pays the absent player's share.
        """
        if not tsumo:
            return ron_points(self.base, dealer=dealer)
        from_dealer, from_other = tsumo_points(self.base, dealer=dealer)
        return 3 * from_other if dealer else from_dealer + 2 * from_other


def round_up(points: int) -> int:
    """Return points rounded up to the next hundred, as payments are."""
    return -(-points // 100) * 100


def ron_points(base: int, *, dealer: bool) -> int:
    """Return the payment for a ron: six times the base to the dealer, four times to another player, rounded up."""
    return round_up(base * (6 if dealer else 4))


def tsumo_points(base: int, *, dealer: bool) -> tuple[int, int]:
    """Return what a dealer who does not win pays for a tsumo, and what each other player pays.

    The dealer pays twice the base, other players once; if the dealer wins, all pay twice the base. Each payment is
    rounded up.
    """
    double = round_up(2 * base)
    return (double, double) if dealer else (double, round_up(base))


def limit_of(han: int, fu: int, options: ScoringOptions) -> tuple[Limit, int]:
    """Return the limit and the base points of counted han and fu (not of a yakuman).

    Mangan from 5 han or 2000 base points (with `kiriage_mangan` from 1920: 4 han 30 fu, 3 han 60 fu), haneman from 6,
    baiman from 8, sanbaiman from 11. The ruleset sets the limit for thirteen.
    """
    if han < 5:
        base = fu << (han + 2)
        if base >= MANGAN_BASE or (base >= 1920 and options.kiriage_mangan):
            return Limit.MANGAN, MANGAN_BASE
        return Limit.NONE, base
    if han == 5:
        return Limit.MANGAN, MANGAN_BASE
    if han < 8:
        return Limit.HANEMAN, 3000
    if han < 11:
        return Limit.BAIMAN, 4000
    if han < 13:
        return Limit.SANBAIMAN, 6000
    return _THIRTEEN[options.thirteen_han]


def counted_multiple(yakuman: Iterable[int], options: ScoringOptions) -> int:
    """Return how many times a yakuman is paid if a hand has several: the sum of the `yakuman_limit` highest, or of all
    if it is 0.
    """
    multiples = sorted(yakuman, reverse=True)
    return sum(multiples[: options.yakuman_limit] if options.yakuman_limit else multiples)


def yakuman_value(names: Iterable[str], options: Options) -> Value:
    """Return the value of yakuman: each counts once, or twice if the ruleset lists it as double. The ruleset decides
    how many add up.

    Takes names of yakuman. One that the ruleset does not have is left out, and one on its widest wait
    (`suuankou_tanki`) counts as its plain form if the ruleset has only that. If none is left, the base is 0.
    """
    absent, renamed = _without(options.scoring.without_yaku)
    known = [renamed.get(name, name) for name in names if name not in absent]
    yakuman = {name: 2 if name in options.scoring.double_yakuman else 1 for name in known}
    if not yakuman:
        return Value()
    multiple = counted_multiple(yakuman.values(), options.scoring)
    return Value(yakuman=yakuman, han=13 * multiple, limit=Limit.YAKUMAN, base=YAKUMAN_BASE * multiple)


def _without(names: Iterable[str]) -> tuple[frozenset[str], dict[str, str]]:
    """Return the yaku that a ruleset lacks, given those that it lists as absent, and the plain forms of wide yakuman
    that it counts as plain.
    """
    without = set(names)
    without.update(wide for wide, plain in PLAIN_FORM.items() if plain in without)
    renamed = {wide: plain for wide, plain in PLAIN_FORM.items() if wide in without and plain not in without}
    return frozenset(without - set(renamed)), renamed


def score_hand(win: WinningHand, options: Options) -> Value | None:
    """Return the value of a hand's most valuable reading under the ruleset; None if it has no yaku or is not complete.

    Takes the hand with the circumstances of the win, and the options of the ruleset ([scoring] [dora] [rinshan]
    [riichi]).
    """
    return law_of(options).scored(win)


HIDDEN_VALUE = Value()
"""Stands for the value of a hand that is not shown. It is compared by identity, and says nothing about the hand."""


def enough(value: Value, options: Options, honba: int) -> Value | None:
    """Return the value if the hand has enough yaku, otherwise None: from `wins.two_han_from_honba` honba on, a hand
    needs two han without dora.
    """
    if not honba or value.yaku_han >= 2:
        return value
    from_honba = options.wins.two_han_from_honba
    return None if from_honba and honba >= from_honba else value


def without_reds(win: WinningHand) -> WinningHand:
    """Return the same hand with red fives as plain ones, for a ruleset without red fives."""
    melds = tuple(replace(meld, tiles=tuple(sorted(KIND[tile] for tile in meld.tiles))) for meld in win.melds)
    concealed = tuple(KIND[tile] for tile in win.concealed)
    return win._replace(concealed=concealed, winning_tile=KIND[win.winning_tile], melds=melds)


# `mahjong` numbers 136 tiles and does not distinguish copies of a kind. Every plain tile becomes the second copy, so
# that no number is a red five (dora are counted here: the package keeps them on shared objects).
_ID: tuple[int, ...] = tuple(4 * KIND[tile] + 1 for tile in range(TILES))

_ATTRIBUTES: dict[str, str] = {
    "tsumo": "menzen_tsumo", "riichi": "riichi", "ippatsu": "ippatsu", "chankan": "chankan",
    "rinshan": "rinshan_kaihou", "haitei": "haitei", "houtei": "houtei", "daburu_riichi": "double_riichi",
    "renhou": "renhou", "pinfu": "pinfu", "tanyao": "tanyao", "iipeiko": "iipeikou", "haku": "haku", "hatsu": "hatsu",
    "chun": "chun", **{f"seat_wind_{seat}": "seat_wind" for seat in Seat},
    **{f"round_wind_{seat}": "round_wind" for seat in Seat}, "sanshoku": "sanshoku_doujun", "ittsu": "ittsuu",
    "chantai": "chanta", "honroto": "honroutou", "toitoi": "toitoi", "sanankou": "sanankou", "sankantsu": "sankantsu",
    "sanshoku_douko": "sanshoku_doukou", "chiitoitsu": "chiitoitsu", "shosangen": "shousangen", "honitsu": "honitsu",
    "junchan": "junchan", "ryanpeiko": "ryanpeikou", "chinitsu": "chinitsu", "kokushi": "kokushi",
    "chuuren_poutou": "chuuren_poutou", "suuankou": "suuankou", "daisangen": "daisangen", "shosuushi": "shousuushii",
    "ryuisou": "ryuuiisou", "suukantsu": "suukantsu", "tsuisou": "tsuuiisou", "chinroto": "chinroutou",
    "daisuushi": "daisuushii", "daburu_kokushi": "kokushi_13", "suuankou_tanki": "suuankou_tanki",
    "daburu_chuuren_poutou": "chuuren_9", "tenhou": "tenhou", "chiihou": "chiihou", "renhou_yakuman": "renhou",
}  # fmt: skip
"""Name of each yaku in kanrules, by its name in the package."""
_ORPHANS = frozenset(TERMINALS_AND_HONOURS)
_GREEN = frozenset((19, 20, 21, 23, 25, HATSU))
"""Kinds that an all-green hand consists of."""
_NAMES: tuple[str, ...] = (*YAKU, *YAKUMAN)
_RANK: dict[str, int] = {name: rank for rank, name in enumerate(_NAMES)}
_RENHOU_ALONE: dict[Renhou, tuple[int, Limit, int]] = {
    Renhou.MANGAN: (5, Limit.MANGAN, MANGAN_BASE),
    Renhou.BAIMAN: (8, Limit.BAIMAN, 4000),
}


def stands_alone(renhou: Renhou) -> bool:
    """Return True if renhou is a limit of its own, next to which no yaku counts."""
    return renhou in _RENHOU_ALONE


class _Absent(LibraryYaku):
    """A yaku that the ruleset does not have. It never applies and is worth nothing."""

    def __init__(self, rank: int) -> None:
        self.yaku_id = rank
        self.name = _NAMES[rank]

    def is_condition_met(self, hand: object, *args: object) -> bool:
        return False


class _RyuuiisouWithHatsu(LibraryYaku):
    """Ryuuiisou that requires hatsu. Source: JPML A until 2022."""

    def __init__(self, plain: LibraryYaku) -> None:
        self.plain = plain
        self.yaku_id, self.name = plain.yaku_id, plain.name
        self.han_closed, self.han_open, self.is_yakuman = plain.han_closed, plain.han_open, plain.is_yakuman

    def is_condition_met(self, hand: Collection[Sequence[int]], *args: object) -> bool:
        return any(HATSU in block for block in hand) and bool(self.plain.is_condition_met(hand, *args))


class _NorthForAll(LibraryYaku):
    """A triplet of norths as a yaku for every player. Source: SEGA NET MJ, three players."""

    def __init__(self) -> None:
        self.yaku_id, self.name = _RANK["seat_wind"], "seat_wind"
        self.han_open = self.han_closed = 1

    def is_condition_met(self, hand: Collection[Sequence[int]], *args: object) -> bool:
        return any(len(block) > 2 and block[0] == NORTH for block in hand)


class YakuBook(NamedTuple):
    """The rules of a ruleset that decide the yaku of one win, limited to those that can matter for that win."""

    without: tuple[str, ...]
    doubles: tuple[str, ...] = ()
    renhou: Renhou = Renhou.NONE
    with_hatsu: bool = False
    open_tanyao: bool = True
    both_winds: bool = False
    """True if a pair of a wind that is both seat and round wind has 2 fu instead of 4."""
    north: bool = False
    """True if a triplet of norths is a yaku for every player."""


@lru_cache(maxsize=256)
def _absent(without: tuple[str, ...]) -> tuple[frozenset[str], dict[str, str]]:
    return _without(without)


@lru_cache(maxsize=256)
def _yaku(book: YakuBook, *, with_haitei: bool) -> YakuConfig:
    """Return the package's yaku under this ruleset: absent ones removed, each yakuman worth 13 or 26, numbered in our
    order.

    `book.both_winds`: a triplet of the seat's wind is also that of the round and counts for both. `with_haitei`:
    rinshan kaihou counts haitei as well. The package can express neither, so one yaku carries the han of both and is
    named twice afterwards.
    """
    without, renamed = _absent(book.without)
    yaku = YakuConfig()
    for attribute, name in _ATTRIBUTES.items():
        if name in without:
            setattr(yaku, attribute, _Absent(_RANK[name]))
            continue
        one = getattr(yaku, attribute)
        one.yaku_id = _RANK[name]
        if one.is_yakuman:
            han = 26 if renamed.get(name, name) in book.doubles else 13
            one.han_closed = one.han_open = han
    if book.renhou is Renhou.FOUR_HAN_ADDED:
        yaku.renhou.han_closed = 4
    if book.with_hatsu and "ryuuiisou" not in without:
        setattr(yaku, "ryuisou", _RyuuiisouWithHatsu(yaku.ryuisou))  # noqa: B010  # the package says Ryuuiisou, any yaku will do
    if book.both_winds:
        han = ("seat_wind" not in without) + ("round_wind" not in without)
        for seat in Seat:
            # The package's yaku of the seat wind only asks for that wind, so it also serves where only the round wind
            # counts.
            one = type(getattr(YakuConfig(), f"seat_wind_{seat}"))()
            one.yaku_id = _RANK["seat_wind"]
            one.han_open = one.han_closed = han
            setattr(yaku, f"seat_wind_{seat}", one)
    if book.north:
        setattr(yaku, "seat_wind_north", _NorthForAll())  # noqa: B010  # as above
    if with_haitei:
        yaku.rinshan.han_open = yaku.rinshan.han_closed = 2
    return yaku


class WinMoment(NamedTuple):
    """The circumstances of a win under the rules, without the tiles."""

    tsumo: bool
    riichi: bool
    double_riichi: bool
    ippatsu: bool
    rinshan: bool
    chankan: bool
    haitei: bool
    houtei: bool
    first: bool
    seat: Seat
    round_wind: Seat
    renhou: bool


def new_config(book: YakuBook, moment: WinMoment) -> HandConfig:
    """Return the circumstances of a win as the `mahjong` package takes them."""
    without, _ = _absent(book.without)
    tsumo, dealer = moment.tsumo, moment.seat is Seat.EAST
    rinshan = moment.rinshan and "rinshan_kaihou" not in without
    haitei = moment.haitei and "haitei" not in without
    config = HandConfig(
        is_tsumo=tsumo,
        is_riichi=moment.riichi or moment.double_riichi,
        is_daburu_riichi=moment.double_riichi,
        is_ippatsu=moment.ippatsu and "ippatsu" not in without,
        is_rinshan=rinshan,
        is_chankan=moment.chankan and "chankan" not in without,
        is_haitei=haitei and not rinshan,
        is_houtei=moment.houtei and "houtei" not in without,
        is_tenhou=moment.first and tsumo and dealer and "tenhou" not in without,
        is_chiihou=moment.first and tsumo and not dealer and "chiihou" not in without,
        is_renhou=moment.renhou,
        player_wind=moment.seat.wind,
        round_wind=None if book.both_winds else moment.round_wind.wind,
        options=OptionalRules(
            has_open_tanyao=book.open_tanyao,
            has_double_yakuman=True,
            renhou_as_yakuman=book.renhou is Renhou.YAKUMAN,
            limit_to_sextuple_yakuman=False,
        ),
    )
    config.yaku = _yaku(book, with_haitei=rinshan and haitei)
    return config


_config = lru_cache(maxsize=4096)(new_config)
"""`new_config` with a cache. Its results can be shared, because nothing changes them."""


class _Counter(ScoresCalculator):
    """Ranks the readings for the package by base points, dora included. Created for each hand."""

    __slots__ = ("dora", "options", "yakuman")

    def __init__(self, dora: int, options: ScoringOptions) -> None:
        self.dora = dora
        self.options = options
        self.yakuman = False
        """True if any reading is a yakuman."""

    def __call__(self) -> _Counter:
        return self

    def calculate_scores(self, han: int, fu: int, config: HandConfig, is_yakuman: bool = False) -> ScoresResult:  # type: ignore[override]
        if is_yakuman:
            self.yakuman = True
        base = YAKUMAN_BASE * han // 13 if is_yakuman else limit_of(han + self.dora, fu, self.options)[1]
        return {"total": base}  # type: ignore[typeddict-item]


@lru_cache(maxsize=512)
def _library_meld(kind: Kind, type_: str, opened: bool) -> LibraryMeld:
    first = 4 * kind + 1
    length = 4 if type_ == LibraryMeld.KAN else 3
    tiles = [first + 4 * n for n in range(3)] if type_ == LibraryMeld.CHI else [first] * length
    return LibraryMeld(type_, tiles, opened)


_LIBRARY_TYPE: dict[MeldType, tuple[str, bool]] = {
    MeldType.CHI: (LibraryMeld.CHI, True),
    MeldType.PON: (LibraryMeld.PON, True),
    MeldType.ANKAN: (LibraryMeld.KAN, False),
    MeldType.DAIMINKAN: (LibraryMeld.KAN, True),
    MeldType.SHOUMINKAN: (LibraryMeld.KAN, True),
}


class LaidHand(NamedTuple):
    """A winning hand as it is counted: its tiles as kinds and as the package numbers them, its melds, its dora."""

    kinds: list[Kind]
    ids: list[int]
    winning: int
    melds: list[LibraryMeld]
    dora: int
    red: int
    ura: int


class ScoringLaw:
    """One ruleset's scoring. A key is read only if it can matter for the win, so that rulesets that differ in it share
    the value of every other hand.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        setup = setup_of(options)
        self.dora_after = setup.dora_after
        self.three = setup.players == 3
        # The machine asks more than once about one win: whether it may be claimed, and what it is worth.
        self.scored = lru_cache(maxsize=64)(self.value)

    def value(self, win: WinningHand) -> Value | None:
        """Return the value of the hand by core's yaku."""
        return self.best(win, self.count)

    def best(self, win: WinningHand, count: Callable[[WinningHand, Renhou, bool], Value | None]) -> Value | None:
        """Return the value of the hand by `count`. If renhou stands alone, return the higher of renhou and the hand."""
        renhou = self.renhou(win)
        alone = _RENHOU_ALONE.get(renhou)
        own = count(win, renhou, alone is None and renhou is not Renhou.NONE)
        if alone is None:
            return own
        han, limit, base = alone
        if own is not None and own.base > base:
            return own
        with_renhou = own or count(win, renhou, True)
        return (
            None
            if with_renhou is None
            else Value(yaku={"renhou": han}, han=han, fu=with_renhou.fu, limit=limit, base=base)
        )

    def renhou(self, win: WinningHand) -> Renhou:
        """Return the value of renhou for this win; `NONE` if the win is not renhou."""
        if not win.first_turn or win.tsumo or win.melds or win.seat is Seat.EAST:
            return Renhou.NONE
        scoring = self.options.scoring
        return Renhou.NONE if "renhou" in _absent(scoring.without_yaku)[0] else scoring.renhou

    def count(self, win: WinningHand, renhou: Renhou, counts: bool, dora: Dora | None = None) -> Value | None:
        """Return the value of the hand by its own yaku, including renhou if it `counts`. `dora` replaces the dora that
        core counts.
        """
        options = self.options
        laid = self.laid(win, dora)
        kinds, ids, winning, melds = laid.kinds, laid.ids, laid.winning, laid.melds
        counter = _Counter(laid.dora + laid.red + laid.ura + win.kitas, options.scoring)
        book, moment = self.book(win, kinds, renhou), self.moment(win, renhou=counts)
        config = _config(book, moment)
        # The package always counts fu for a tsumo.
        by_reading = win.rinshan and win.tsumo and not options.rinshan.tsumo_fu

        def estimate() -> HandResponse | None:
            if by_reading:
                return _without_tsumo_fu(kinds, ids, winning, melds, config, counter)
            return HandCalculator.estimate_hand_value(ids, winning, melds, None, config, counter)  # type: ignore[arg-type]

        response = estimate()
        # Which yakuman are double matters only for a yakuman. Other hands share the value with rulesets that differ in
        # it.
        if counter.yakuman and (doubles := options.scoring.double_yakuman):
            config = _config(book._replace(doubles=doubles), moment)
            response = estimate()
        if response is None or response.error is not None or response.yaku is None:
            return None
        value = self.named(book, response, laid, win.kitas)
        return value if self.may_win(value, kinds) else None

    def laid(self, win: WinningHand, dora: Dora | None = None) -> LaidHand:
        """Return the hand as it is counted."""
        tiles = (
            [*win.concealed, *chain.from_iterable([meld.tiles for meld in win.melds])]
            if win.melds
            else list(win.concealed)
        )
        kinds = [KIND[tile] for tile in tiles]
        if dora is None:
            lying = kinds + [NORTH] * win.kitas if win.kitas else kinds
            shown = sum([lying.count(self.dora_after[tile]) for tile in win.indicators if tile is not None])
            red = len([tile for tile in tiles if tile in RED_FIVES])
            ura = 0
            if win.riichi or win.double_riichi:
                ura = sum([lying.count(self.dora_after[tile]) for tile in win.ura if tile is not None])
                if ura and not self.options.dora.ura:
                    ura = 0
        else:
            shown, red, ura = dora.dora, dora.red, dora.ura
        melds = [_library_meld(KIND[meld.tiles[0]], *_LIBRARY_TYPE[meld.type]) for meld in win.melds]
        return LaidHand(kinds, [_ID[tile] for tile in tiles], _ID[win.winning_tile], melds, shown, red, ura)

    def may_win(self, value: Value, kinds: Sequence[Kind]) -> bool:
        """Return True if the ruleset knows the hand's shape, and lets a hand with norths win."""
        if value.fu == 25 and not value.yakuman and "chiitoitsu" in _absent(self.options.scoring.without_yaku)[0]:
            return False
        if not self.three or NORTH not in kinds:
            return True
        law = self.options.kita.in_hand
        return not (law is NorthInHand.NEVER or (law is NorthInHand.YAKUMAN and not value.yakuman))

    def book(self, win: WinningHand, kinds: Sequence[Kind], renhou: Renhou) -> YakuBook:
        """Return the rules of this ruleset that can decide the yaku of the hand."""
        scoring = self.options.scoring
        both_winds = win.seat == win.round_wind and kinds.count(win.seat.wind) == 2 and scoring.double_wind_pair_fu == 2
        open_tanyao = (
            all(not meld.is_open for meld in win.melds) or not _ORPHANS.isdisjoint(kinds) or scoring.open_tanyao
        )
        with_hatsu = _GREEN.issuperset(kinds) and scoring.ryuuiisou is Ryuuiisou.WITH_HATSU
        north = self.three and kinds.count(NORTH) > 2 and self.options.kita.north is North.YAKUHAI
        return YakuBook(scoring.without_yaku, (), renhou, with_hatsu, open_tanyao, both_winds, north)

    def moment(self, win: WinningHand, *, renhou: bool) -> WinMoment:
        """Return the circumstances of the win under this ruleset."""
        options, tsumo = self.options, win.tsumo
        double = (
            win.double_riichi
            and options.riichi.double
            and "double_riichi" not in _absent(options.scoring.without_yaku)[0]
        )
        riichi = (win.riichi or win.double_riichi) and not double
        return WinMoment(
            tsumo=tsumo,
            riichi=riichi,
            double_riichi=double,
            ippatsu=win.ippatsu and (riichi or double) and options.riichi.ippatsu,
            rinshan=win.rinshan and tsumo,
            chankan=win.chankan and not tsumo,
            haitei=win.last_tile and tsumo and (not win.rinshan or options.rinshan.with_haitei),
            houtei=win.last_tile and not tsumo and not win.chankan,
            first=win.first_turn and not win.melds,
            seat=win.seat,
            round_wind=win.round_wind,
            renhou=renhou,
        )

    def named(self, book: YakuBook, response: HandResponse, laid: LaidHand, kita: int) -> Value:
        """Return the answer of the `mahjong` package as a value with the names of kanrules."""
        without, renamed = _absent(book.without)
        found = response.yaku or []
        assert response.fu is not None, "a scored hand has fu"
        if found and (found[0].is_yakuman or found[-1].is_yakuman):
            yakuman = {
                renamed.get(name := _NAMES[one.yaku_id], name): one.han_closed // 13 for one in found if one.is_yakuman
            }
            multiple = counted_multiple(yakuman.values(), self.options.scoring)
            return Value(
                yakuman=yakuman, han=13 * multiple, fu=response.fu, limit=Limit.YAKUMAN, base=YAKUMAN_BASE * multiple
            )
        yaku: dict[str, int] = {}
        for one in found:
            han = one.han_open if response.is_open_hand and one.han_open else one.han_closed
            if not han:
                continue
            name = _NAMES[one.yaku_id]
            if isinstance(one, _NorthForAll):
                yaku[name] = yaku.get(name, 0) + han
            elif name == "seat_wind" and book.both_winds:
                yaku.update({wind: 1 for wind in ("seat_wind", "round_wind") if wind not in without})
            elif name == "rinshan_kaihou" and han == 2:
                yaku.update(rinshan_kaihou=1, haitei=1)
            else:
                yaku[name] = han
        han = sum(yaku.values()) + laid.dora + laid.red + laid.ura + kita
        limit, base = limit_of(han, response.fu, self.options.scoring)
        return Value(yaku, {}, han, response.fu, laid.dora, laid.red, laid.ura, limit, base, kita)


def _without_tsumo_fu(
    kinds: Sequence[Kind], ids: list[int], winning: int, melds: list[LibraryMeld], config: HandConfig, counter: _Counter
) -> HandResponse | None:
    """Return the best reading of a rinshan win that counts no fu for the tsumo: each reading with two fu less before
    rounding.

    The package cannot leave these two fu out. A hand with a kan has neither pinfu nor seven pairs, and a tsumo leaves
    every triplet concealed, so the yaku of a reading do not depend on which set the tile completed; only the fu do.
    """
    counts = [kinds.count(kind) for kind in range(34)]
    best: tuple[tuple[int, int, int], HandResponse] | None = None
    for reading in HandDivider.divide_hand(counts, melds):
        own = list(reading)
        for meld in melds:
            own.remove(meld.tiles_34)
        fixed = [
            _library_meld(block[0], LibraryMeld.PON if block[0] == block[1] else LibraryMeld.CHI, False)
            for block in own
            if len(block) == 3
        ]
        response = HandCalculator.estimate_hand_value(ids, winning, [*melds, *fixed], None, config, counter)  # type: ignore[arg-type]
        if response.error is not None or response.han is None:
            continue
        valued = [HAKU, HATSU, CHUN, config.player_wind, config.round_wind]
        fu = 0
        for block in own:
            if winning // 4 in block:
                details, _ = FuCalculator.calculate_fu(reading, winning, block, config, valued, melds)
                fu = max(fu, sum(detail["fu"] for detail in details if detail["reason"] != FuCalculator.TSUMO))
        response.fu = -(-fu // 10) * 10
        is_yakuman = any(one.is_yakuman for one in response.yaku or ())
        rank = (
            counter.calculate_scores(response.han, response.fu, config, is_yakuman)["total"],
            response.han,
            response.fu,
        )
        if best is None or rank > best[0]:
            best = (rank, response)
    return None if best is None else best[1]


def law_of(options: Options) -> ScoringLaw:
    """Return the scoring of these options, which is cached."""
    try:
        law: ScoringLaw = options.scorer
    except AttributeError:
        law = ScoringLaw(options)
        # Options are frozen, but this cache is not one of their fields.
        object.__setattr__(options, "scorer", law)
    return law
