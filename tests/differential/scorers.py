"""Scores random winning hands with ours, RiichiEnv's scorer and majiang-core's, and compares han, fu and points.

    python -m tests.differential.scorers --hands 100000 --seed 1      # on both, what differs by class
    python -m tests.differential.scorers --one 1:4711

Hands are made to win: sets, a pair, seven pairs or thirteen orphans, with melds, kans, red fives, indicators, and any
moments that go together. RiichiEnv's scorer has no options (double yakuman count, no kiriage mangan, no limit);
majiang-core is asked under random ones.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kanrules.law.scoring import Value, WinningHand, score_hand
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import FIVES, KIND, RED_FIVES, SEATS, TERMINALS_AND_HONOURS, Kind, Seat, Tile, sort_tiles
from kanrules.ruleset import Ruleset
from tests.differential.majiang import Majiang
from tests.differential.near import NEAR

SWITCHES = ("連風牌は2符", "クイタンあり", "役満の複合あり", "ダブル役満あり", "数え役満あり", "切り上げ満貫あり")
"""The options of majiang-core that say how a hand is scored."""
DOUBLES = (
    "is_kokushi_musou_13machi_double",
    "is_suuankou_tanki_double",
    "is_junsei_chuurenpoutou_double",
    "is_daisuushii_double",
)
"""The options of RiichiEnv that its scorer plays by itself: it counts every double yakuman."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A hand to be scored by all, by its number."""

    number: str
    win: WinningHand


@dataclass(frozen=True, slots=True)
class Difference:
    """A hand that another scorer scores otherwise: points, han and fu of both; None for no win."""

    number: str
    scorer: str
    hand: WinningHand
    ours: tuple[int, int, int] | None
    theirs: tuple[int, int, int] | None
    yaku: tuple[str, ...] = ()


def hand(number: str) -> Asked:
    """The hand with this number; the same every time."""
    chance = random.Random(number)
    while True:
        made = _make(chance)
        if made is not None:
            return Asked(number, made)


def _make(chance: random.Random) -> WinningHand | None:
    used: Counter[Kind] = Counter()
    melds: list[list[Kind]] = []
    closed: list[list[Kind]] = []
    form = chance.random()
    kinds = _palette(chance)
    if form < 0.05:
        pairs = chance.sample(range(34), 7) if len(kinds) < 7 else chance.sample(kinds, 7)
        closed = [[kind, kind] for kind in pairs]
    elif form < 0.07:
        orphans = sorted(TERMINALS_AND_HONOURS)
        closed = [[kind] for kind in [*orphans, chance.choice(orphans)]]
    else:
        for _ in range(4):
            one = _set(chance, kinds, used)
            if one is None:
                return None
            (melds if chance.random() < 0.35 else closed).append(one)
        pair = [kind for kind in kinds if used[kind] <= 2]
        if not pair:
            return None
        kind = chance.choice(pair)
        used[kind] += 2
        closed.append([kind, kind])
    return _moment(chance, melds, closed)


def _palette(chance: random.Random) -> list[Kind]:
    """The kinds a hand is made of: all, one suit, honours with one, terminals; so that what is rare is seen."""
    suit = 9 * chance.randrange(3)
    return chance.choice(
        (
            list(range(34)),
            list(range(34)),
            list(range(suit, suit + 9)),
            [*range(suit, suit + 9), *range(27, 34)],
            [kind for kind in range(27) if kind % 9 not in (0, 8)],
            sorted(TERMINALS_AND_HONOURS),
            [*range(27, 34), 0, 1, 2],
            [kind for kind in range(34) if kind in TERMINALS_AND_HONOURS or kind % 9 in (1, 2, 6, 7)],
        )
    )


def _set(chance: random.Random, kinds: Sequence[Kind], used: Counter[Kind]) -> list[Kind] | None:
    run = chance.random() < 0.55
    found: list[list[Kind]] = []
    for kind in kinds:
        if run and kind < 27 and kind % 9 < 7 and all(k in kinds and used[k] < 4 for k in range(kind, kind + 3)):
            found.append([kind, kind + 1, kind + 2])
        if not run and used[kind] <= 1:
            found.append([kind] * 3)
    if not found:
        return None
    one = chance.choice(found)
    if not run and used[one[0]] == 0 and chance.random() < 0.35:
        one = [one[0]] * 4
    used.update(one)
    return one


def _moment(chance: random.Random, opened: list[list[Kind]], closed: list[list[Kind]]) -> WinningHand | None:
    left = dict.fromkeys(range(34), 4)
    for kind in FIVES:
        left[kind] = 3
    reds = set(RED_FIVES)

    def take(kind: Kind) -> Tile | None:
        red = RED_FIVES[FIVES.index(kind)] if kind in FIVES else None
        if red in reds and (left[kind] == 0 or chance.random() < 0.25):
            assert red is not None
            reds.discard(red)
            return red
        if left[kind] == 0:
            return None
        left[kind] -= 1
        return kind

    seat = SEATS[chance.randrange(4)]
    melds = []
    for one in [*opened, *(one for one in closed if len(one) == 4)]:
        tiles = [take(kind) for kind in one]
        if None in tiles:
            return None
        held = tuple(sort_tiles(tile for tile in tiles if tile is not None))
        source = SEATS[(seat + 3) & 3] if len(set(one)) > 1 else SEATS[(seat + chance.randrange(1, 4)) & 3]
        if one not in opened or (len(one) == 4 and chance.random() < 0.4):
            melds.append(Meld(MeldType.ANKAN, held))
        elif len(one) == 4:
            kind_of = chance.choice((MeldType.DAIMINKAN, MeldType.SHOUMINKAN))
            added = held[-1] if kind_of is MeldType.SHOUMINKAN else None
            melds.append(Meld(kind_of, held, held[0], source, added))
        else:
            melds.append(Meld(MeldType.PON if len(set(one)) == 1 else MeldType.CHI, held, held[0], source))
    concealed = [take(kind) for one in closed if len(one) != 4 for kind in one]
    tiles = [tile for tile in concealed if tile is not None]
    if len(tiles) != len(concealed) or not tiles:
        return None
    tsumo = chance.random() < 0.5
    is_closed = not any(meld.is_open for meld in melds)
    kans = sum(meld.is_kan for meld in melds)
    riichi = is_closed and chance.random() < 0.5
    rinshan = tsumo and kans > 0 and chance.random() < 0.3
    chankan = not tsumo and chance.random() < 0.08
    last = not rinshan and not chankan and chance.random() < 0.1
    first = tsumo and not melds and not riichi and not last and chance.random() < 0.04
    winning = chance.choice(tiles)
    if chankan and tiles.count(winning) + sum(KIND[tile] == KIND[winning] for tile in tiles) > 2:
        chankan = False
    indicators = [tile for tile in (take(chance.randrange(34)) for _ in range(1 + kans)) if tile is not None]
    ura = [tile for tile in (take(chance.randrange(34)) for _ in range(1 + kans)) if tile is not None] if riichi else []
    return WinningHand(
        concealed=tuple(sort_tiles(tiles)),
        melds=tuple(melds),
        winning_tile=winning,
        tsumo=tsumo,
        seat=seat,
        round_wind=SEATS[chance.randrange(2)],
        riichi=riichi,
        double_riichi=riichi and kans == 0 and chance.random() < 0.1,
        ippatsu=riichi and not rinshan and chance.random() < 0.3,
        rinshan=rinshan,
        chankan=chankan,
        last_tile=last,
        first_turn=first,
        indicators=tuple(indicators),
        ura=tuple(ura),
    )


def said(value: Value | None, win: WinningHand) -> tuple[int, int, int] | None:
    """Points in all; han and fu below a yakuman."""
    if value is None:
        return None
    points = value.points(dealer=win.seat == Seat.EAST, tsumo=win.tsumo)
    return (points, 0, 0) if value.yakuman else (points, value.han, value.fu)


# --- RiichiEnv -----------------------------------------------------------------------------------------------------


class RiichiEnvScorer:
    """RiichiEnv's `HandEvaluator`."""

    name = "riichienv"

    def __init__(self) -> None:
        import riichienv

        self._its: Any = riichienv
        self.rules = NEAR["riichienv"].rules(dict.fromkeys(DOUBLES, True))

    def values(self, hands: Sequence[WinningHand]) -> list[tuple[int, int, int] | None]:
        """Points, han and fu of each hand."""
        return [self._value(win) for win in hands]

    def _value(self, win: WinningHand) -> tuple[int, int, int] | None:
        its = self._its
        left = {tile: _ids(tile) for tile in range(37)}
        melds = []
        kinds = its.MeldType
        names = {
            "chi": kinds.Chi,
            "pon": kinds.Pon,
            "daiminkan": kinds.Daiminkan,
            "ankan": kinds.Ankan,
            "shouminkan": kinds.Kakan,
        }
        for meld in win.melds:
            tiles = [left[tile].pop() for tile in meld.tiles]
            melds.append(
                its.Meld(names[str(meld.type)], tiles, meld.is_open, -1 if meld.source is None else int(meld.source))
            )
        winning = left[win.winning_tile].pop()
        rest = list(win.concealed)
        rest.remove(win.winning_tile)
        held = [left[tile].pop() for tile in rest]
        conditions = its.Conditions(
            tsumo=win.tsumo,
            riichi=win.riichi and not win.double_riichi,
            double_riichi=win.double_riichi,
            ippatsu=win.ippatsu,
            haitei=win.last_tile and win.tsumo,
            houtei=win.last_tile and not win.tsumo,
            rinshan=win.rinshan,
            chankan=win.chankan,
            tsumo_first_turn=win.first_turn,
            player_wind=int(win.seat),
            round_wind=int(win.round_wind),
        )
        found = its.HandEvaluator(sorted(held), melds).calc(
            winning,
            dora_indicators=[left[tile].pop() for tile in win.indicators if tile is not None],
            ura_indicators=[left[tile].pop() for tile in win.ura if tile is not None],
            conditions=conditions,
        )
        if not found.is_win:
            return None
        if not win.tsumo:
            points = found.ron_agari
        elif win.seat == Seat.EAST:
            points = 3 * found.tsumo_agari_ko
        else:
            points = found.tsumo_agari_oya + 2 * found.tsumo_agari_ko
        return (points, 0, 0) if found.yakuman else (points, found.han, found.fu)

    def close(self) -> None:
        """Nothing is held."""


def _ids(tile: Tile) -> list[int]:
    kind = KIND[tile]
    if tile in RED_FIVES:
        return [4 * kind]
    return [4 * kind + copy for copy in range(1 if kind in FIVES else 0, 4)]


# --- majiang-core --------------------------------------------------------------------------------------------------


class MajiangScorer:
    """majiang-core's `Util.hule`, under these settings."""

    name = "majiang"

    def __init__(self, chance: random.Random) -> None:
        self._engine = Majiang()
        self.settings = {name: chance.random() < 0.5 for name in SWITCHES}
        self.rules: Ruleset = NEAR["majiang"].rules(self.settings)

    def draw(self, chance: random.Random) -> None:
        """Other settings from here on."""
        self.settings = {name: chance.random() < 0.5 for name in SWITCHES}
        self.rules = NEAR["majiang"].rules(self.settings)

    def values(self, hands: Sequence[WinningHand]) -> list[tuple[int, int, int] | None]:
        """Points, han and fu of each hand."""
        asked = [self._hand(win) for win in hands]
        found = self._engine.ask(word="score", rule=self.settings, hands=asked)["values"]
        return [None if one is None or one["points"] in (None, 0) else self._said(one) for one in found]

    @staticmethod
    def _said(one: dict[str, Any]) -> tuple[int, int, int]:
        return (one["points"], 0, 0) if one.get("yakuman") else (one["points"], one["han"], one["fu"])

    def _hand(self, win: WinningHand) -> dict[str, Any]:
        rest = list(win.concealed)
        rest.remove(win.winning_tile)
        text = _theirs(rest)
        if win.tsumo:
            text += _theirs([win.winning_tile])
        marks = {1: "+", 2: "=", 3: "-"}
        for meld in reversed(win.melds):
            digits = [_digit(tile) for tile in meld.tiles]
            suit = "mpsz"[min(KIND[meld.tiles[0]] // 9, 3)]
            if meld.type is MeldType.ANKAN:
                text += f",{suit}{''.join(digits)}"
                continue
            assert meld.source is not None and meld.called is not None
            mark = marks[(meld.source - win.seat) & 3]
            called = _digit(meld.called)
            if meld.type is MeldType.CHI:
                text += (
                    f",{suit}{''.join(d + (mark if at == digits.index(called) else '') for at, d in enumerate(digits))}"
                )
            elif meld.type is MeldType.SHOUMINKAN:
                assert meld.added is not None
                own = list(digits)
                own.remove(_digit(meld.added))
                own.remove(called)
                text += f",{suit}{''.join(sorted(own, key=_order))}{called}{mark}{_digit(meld.added)}"
            else:
                own = list(digits)
                own.remove(called)
                text += f",{suit}{''.join(sorted(own, key=_order))}{called}{mark}"
        ron = None if win.tsumo else f"{_theirs([win.winning_tile])}{'='}"
        return {
            "hand": text,
            "ron": ron,
            "param": {
                "zhuangfeng": int(win.round_wind),
                "menfeng": int(win.seat),
                "hupai": {
                    "lizhi": 2 if win.double_riichi else int(win.riichi),
                    "yifa": win.ippatsu,
                    "qianggang": win.chankan,
                    "lingshang": win.rinshan,
                    "haidi": 0 if not win.last_tile else 1 if win.tsumo else 2,
                    "tianhu": 0 if not win.first_turn else 1 if win.seat == Seat.EAST else 2,
                },
                "baopai": [_theirs([tile]) for tile in win.indicators if tile is not None],
                "fubaopai": [_theirs([tile]) for tile in win.ura if tile is not None] if win.riichi else None,
                "jicun": {"changbang": 0, "lizhibang": 0},
            },
        }

    def close(self) -> None:
        """Ends the program."""
        self._engine.close()


def _order(digit: str) -> float:
    return 4.5 if digit == "0" else float(digit)


def _digit(tile: Tile) -> str:
    return "0" if tile in RED_FIVES else str((KIND[tile] - 27 if KIND[tile] >= 27 else KIND[tile] % 9) + 1)


def _theirs(tiles: Sequence[Tile]) -> str:
    text = ""
    for at, suit in enumerate("mpsz"):
        digits = [_digit(tile) for tile in tiles if min(KIND[tile] // 9, 3) == at]
        if digits:
            text += suit + "".join(digits)
    return text


# --- comparing -----------------------------------------------------------------------------------------------------


def compare(
    seed: int, numbers: Iterator[int], scorers: Sequence[Any], counted: Counter[str], batch: int = 400
) -> Iterator[Difference]:
    """Scores hand after hand with each scorer and with ours; gives what differs."""
    while True:
        asked = [hand(f"{seed}:{number}") for number in _some(numbers, batch)]
        if not asked:
            return
        for scorer in scorers:
            if isinstance(scorer, MajiangScorer):
                scorer.draw(random.Random(asked[0].number))
            theirs = scorer.values([one.win for one in asked])
            for one, its in zip(asked, theirs, strict=True):
                value = score_hand(one.win, scorer.rules.options)
                ours = said(value, one.win)
                counted[scorer.name] += 1
                counted[
                    f"{scorer.name} {'yakuman' if value and value.yakuman else 'no yaku' if value is None else 'han'}"
                ] += 1
                if _differs(ours, its):
                    yaku = () if value is None else (*value.yaku, *value.yakuman)
                    yield Difference(one.number, scorer.name, one.win, ours, its, yaku)


def _until(numbers: Sequence[int], end: float) -> Iterator[int]:
    for number in numbers:
        if time.monotonic() > end:
            return
        yield number


def _differs(ours: tuple[int, int, int] | None, its: tuple[int, int, int] | None) -> bool:
    if ours is None or its is None:
        return ours is not its
    # Beyond a mangan nobody asks for fu.
    return ours[0] != its[0] or ours[1] != its[1] or (ours[1] < 5 and ours[2] != its[2])


def _some(numbers: Iterator[int], batch: int) -> list[int]:
    return [number for _, number in zip(range(batch), numbers, strict=False)]


def class_of(found: Difference) -> str:
    """What explains a difference; empty where nothing known does."""
    win = found.hand
    if found.ours and found.theirs and found.ours[0] == found.theirs[0] and found.theirs[1] >= 13 and not found.ours[1]:
        return "thirteen han in place of a yakuman, for the same points"
    tenhou = win.first_turn and win.seat == Seat.EAST
    if tenhou and found.ours and found.theirs and found.theirs[0] > found.ours[0]:
        return "tenhou on the best tile"
    return ""


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20000)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("riichienv", "majiang"))
    parser.add_argument("--minutes", type=float, default=0, help="as many hands as these minutes allow")
    parser.add_argument("--one", help="seed:number of one hand")
    wanted = parser.parse_args()
    scorers = [one for one in (RiichiEnvScorer(), MajiangScorer(random.Random(0))) if wanted.only in (None, one.name)]
    counted: Counter[str] = Counter()
    begun = time.monotonic()
    seed, start, count = wanted.seed, wanted.start, wanted.hands
    if wanted.one:
        seed, start = map(int, wanted.one.split(":"))
        count = 1
    shown: Counter[str] = Counter()
    until = begun + 60 * wanted.minutes if wanted.minutes else None
    numbers = _until(range(start, 10**9), until) if until else iter(range(start, start + count))
    for found in compare(seed, numbers, scorers, counted):
        name = f"{found.scorer}: {class_of(found) or 'UNEXPLAINED'}"
        counted[name] += 1
        shown[name] += 1
        if shown[name] <= 6 or wanted.one:
            print(name, found.number, found.ours, found.theirs, found.yaku, found.hand, flush=True)
    for scorer in scorers:
        scorer.close()
    print(dict(sorted(counted.items())), f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
