"""What yaku and dora of plugins do to the value of a hand.

A plugin's yaku count like any other: their han make a win legal, count for the two-han minimum, and reach the limits; a
plugin's yakuman adds up with others as `scoring.yakuman_limit` says, and no han counts next to it. A hand is valued as
if the rules did not have the yaku that a plugin's yaku `replaces`. Of several readings the most valuable counts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from functools import lru_cache

from mahjong.hand_calculating.fu import FuCalculator
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult
from mahjong.hand_calculating.yaku import Yaku as LibraryYaku

from kanrules.law.hook_values import Dora, ScoredReading, Yaku
from kanrules.law.limits import BASES, YAKUMAN_BASE, Limit
from kanrules.law.options import Options, Renhou
from kanrules.law.scoring import (
    LaidHand,
    ScoringLaw,
    Value,
    WinMoment,
    WinningHand,
    YakuBook,
    counted_multiple,
    law_of,
    limit_of,
    new_config,
    stands_alone,
)
from kanrules.pieces.tiles import KIND, Kind

_Division = Collection[Sequence[Kind]]


def core_dora(win: WinningHand, options: Options) -> Dora:
    """Return the dora that core counts for a hand."""
    laid = law_of(options).laid(win)
    return Dora(laid.dora, laid.ura, laid.red)


def readings(win: WinningHand, options: Options) -> tuple[ScoredReading, ...]:
    """Return every way to divide a complete hand, with core's yaku and fu; none if the hand is not complete."""
    law = law_of(options)
    renhou = law.renhou(win)
    counts = renhou is not Renhou.NONE and not stands_alone(renhou)
    return tuple(reading for reading, _ in _valued(law, win, None, renhou, counts, ()))


def score_with(win: WinningHand, options: Options, yaku: Sequence[Yaku], dora: Dora | None = None) -> Value | None:
    """Return the value of a hand with these yaku of plugins, and with these dora instead of core's; None if it has no
    yaku, or is not a complete hand.
    """
    law = law_of(options)
    if not yaku:
        return law.best(win, lambda win, renhou, counts: law.count(win, renhou, counts, dora))
    return law.best(win, lambda win, renhou, counts: _best(law, win, renhou, counts, yaku, dora))


def _best(
    law: ScoringLaw, win: WinningHand, renhou: Renhou, counts: bool, yaku: Sequence[Yaku], dora: Dora | None
) -> Value | None:
    laid = law.laid(win, dora)
    found = []
    for at, (reading, own) in enumerate(_valued(law, win, dora, renhou, counts, ())):
        mine = [one for one in yaku if one.reading is None or one.reading == reading]
        replaced = tuple(sorted({name for one in mine for name in one.replaces}))
        if replaced:
            # The hand divides in the same ways, whatever yaku there are.
            own = _valued(law, win, dora, renhou, counts, replaced)[at][1]
        value = _with(law, own, mine)
        if value is not None and law.may_win(value, laid.kinds):
            found.append(value)
    return max(found, key=lambda value: (value.base, bool(value.yakuman), value.han, value.fu), default=None)


def _with(law: ScoringLaw, own: Value, yaku: Sequence[Yaku]) -> Value | None:
    """Return the value of one reading with these yaku; None if it has none."""
    scoring = law.options.scoring
    yakuman = {**{one.name: one.yakuman for one in reversed(yaku) if one.yakuman}, **own.yakuman}
    if yakuman:
        multiple = counted_multiple(yakuman.values(), scoring)
        return Value(yakuman=yakuman, han=13 * multiple, fu=own.fu, limit=Limit.YAKUMAN, base=YAKUMAN_BASE * multiple)
    names = {**own.yaku}
    for one in yaku:
        if one.han:
            names.setdefault(one.name, one.han)
    if not names:
        return None
    han = sum(names.values()) + own.dora_han
    limit, base = limit_of(han, own.fu, scoring)
    for one in yaku:
        if one.at_least:
            names.setdefault(one.name, one.han)
            raised = Limit(one.at_least)
            if BASES[raised] > base:
                limit, base = raised, BASES[raised]
    return Value(names, {}, han, own.fu, own.dora, own.red, own.ura, limit, base, own.kita)


# --- every reading -------------------------------------------------------------------------------------------------


class _AnyHand(LibraryYaku):
    """Matches every hand, so that `mahjong` also counts a hand without a yaku. Records how the hand is divided."""

    def __init__(self) -> None:
        self.yaku_id, self.name = -1, "any hand"
        self.han_open = self.han_closed = 1
        self.is_yakuman = False
        self.divisions: list[_Division] = []

    def is_condition_met(self, hand: _Division, *args: object) -> bool:
        self.divisions.append(hand)
        return True


class _Nth(ScoresCalculator):
    """Lets the package choose the n-th reading, and counts the readings."""

    __slots__ = ("count", "nth")

    def __init__(self, nth: int) -> None:
        self.nth = nth
        self.count = 0

    def __call__(self) -> _Nth:
        return self

    def calculate_scores(self, han: int, fu: int, config: HandConfig, is_yakuman: bool = False) -> ScoresResult:  # type: ignore[override]
        self.count += 1
        return {"total": self.count == self.nth + 1}  # type: ignore[typeddict-item]


@lru_cache(maxsize=4096)
def _config(book: YakuBook, moment: WinMoment) -> HandConfig:
    """Return the circumstances of a win with the yaku daichisei turned on. No ruleset has this yaku, so `_valued` puts
    its marker there.

    Cached: the package takes as long to make them as to value a hand. Nothing changes the result.
    """
    config = new_config(book, moment)
    config.options.has_daichisei = True
    return config


@lru_cache(maxsize=64)
def _valued(
    law: ScoringLaw, win: WinningHand, dora: Dora | None, renhou: Renhou, counts: bool, replaced: tuple[str, ...]
) -> tuple[tuple[ScoredReading, Value], ...]:
    """Return every reading with core's value of it, as if the rules did not have the `replaced` yaku.

    The last hands are remembered, since the machine asks more than once about one win.
    """
    laid = law.laid(win, dora)
    book = law.book(win, laid.kinds, renhou)
    book = book._replace(without=(*book.without, *replaced), doubles=law.options.scoring.double_yakuman)
    marker = _AnyHand()
    config = copy(_config(book, law.moment(win, renhou=counts)))
    config.yaku = copy(config.yaku)
    config.yaku.daichisei = marker  # type: ignore[assignment]
    found: list[tuple[ScoredReading, Value]] = []
    groups: list[tuple[_Division, tuple[Kind, ...]]] = []
    nth, total = 0, 1
    while nth < total:
        counter = _Nth(nth)
        response: HandResponse = HandCalculator.estimate_hand_value(
            laid.ids,
            laid.winning,
            laid.melds,
            None,
            config,
            counter,  # type: ignore[arg-type]
        )
        if response.error is not None or response.yaku is None:
            return ()
        if not nth:
            total, groups = counter.count, _completed(marker.divisions, win, laid)
        response.yaku = [one for one in response.yaku if one is not marker]
        if win.rinshan and win.tsumo and not law.options.rinshan.tsumo_fu:
            _drop_tsumo_fu(response)
        value = law.named(book, response, laid, win.kitas)
        # The package comes to thirteen orphans last, and does not divide them.
        division, completed = groups[nth] if nth < len(groups) else ((), ())
        found.append((_reading(division, completed, value, laid), value))
        nth += 1
    return tuple(found)


def _completed(
    divisions: Sequence[_Division], win: WinningHand, laid: LaidHand
) -> list[tuple[_Division, tuple[Kind, ...]]]:
    """Return each division together with a concealed set that the winning tile may complete. A division appears once
    for each such set, as `mahjong` counts it.
    """
    kind = KIND[win.winning_tile]
    found: list[tuple[_Division, tuple[Kind, ...]]] = []
    for at, division in enumerate(divisions):
        if at and division is divisions[at - 1]:
            continue
        own = [tuple(block) for block in division]
        for meld in laid.melds:
            if meld.opened:
                own.remove(tuple(meld.tiles_34))
        found += [(division, block) for block in dict.fromkeys(own) if kind in block]
    return found


def _reading(division: _Division, completed: tuple[Kind, ...], value: Value, laid: LaidHand) -> ScoredReading:
    blocks = [tuple(block) for block in division]
    sets = tuple(sorted(block for block in blocks if len(block) > 2))
    pairs = tuple(sorted(block for block in blocks if len(block) == 2))
    if not blocks:
        pair = next(kind for kind in laid.kinds if laid.kinds.count(kind) == 2)
        return ScoredReading((), pair, (laid.winning // 4,), value.yaku, value.yakuman, value.fu)
    if len(pairs) > 1:
        return ScoredReading(pairs, None, completed, value.yaku, value.yakuman, value.fu)
    return ScoredReading(sets, pairs[0][0], completed, value.yaku, value.yakuman, value.fu)


def _drop_tsumo_fu(response: HandResponse) -> None:
    """Leave out the two fu of the tsumo before rounding, as `rinshan.tsumo_fu` says."""
    details = response.fu_details or ()
    if any(detail["reason"] == FuCalculator.TSUMO for detail in details):
        fu = sum(detail["fu"] for detail in details if detail["reason"] != FuCalculator.TSUMO)
        response.fu = -(-fu // 10) * 10
