"""How long a win takes to score. Run: pytest tests/bench/bench_scoring.py --benchmark-only"""

from __future__ import annotations

import random

from pytest_benchmark.fixture import BenchmarkFixture

from kanrules.law.hook_values import Liability
from kanrules.law.options import Options, Rinshan, Scoring
from kanrules.law.payments import WonHand, settle_wins
from kanrules.law.scoring import WinningHand, score_hand, yakuman_value
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import Seat, Tile

HANDS = 500


def winning_hands(seed: int, *, rinshan: bool = False) -> list[WinningHand]:
    """Random wins in riichi or with a called meld or a kan; more of them than scoring remembers."""
    rng = random.Random(seed)
    hands: list[WinningHand] = []
    while len(hands) < HANDS:
        blocks: list[list[Tile]] = []
        for _ in range(4):
            if rng.random() < 0.7:
                first = 9 * rng.randrange(3) + rng.randrange(7)
                blocks.append([first, first + 1, first + 2])
            else:
                blocks.append([rng.randrange(34)] * 3)
        pair = rng.randrange(34)
        melds: list[Meld] = []
        triplets = [block for block in blocks if block[0] == block[1]]
        if triplets and (rinshan or rng.random() < 0.3):
            blocks.remove(triplets[0])
            melds.append(Meld(MeldType.ANKAN, (triplets[0][0],) * 4))
        if rng.random() < 0.4:
            block = blocks.pop()
            melds.append(
                Meld(MeldType.PON if block[0] == block[1] else MeldType.CHI, tuple(block), block[0], Seat.EAST)
            )
        concealed = [tile for block in blocks for tile in block] + [pair, pair]
        everything = concealed + [tile for meld in melds for tile in meld.tiles]
        if any(everything.count(tile) > 4 for tile in everything) or (
            rinshan and not any(meld.is_kan for meld in melds)
        ):
            continue
        riichi = not any(meld.is_open for meld in melds)
        hands.append(
            WinningHand(
                concealed=tuple(sorted(concealed)),
                melds=tuple(melds),
                winning_tile=rng.choice(concealed),
                tsumo=rinshan or rng.random() < 0.4,
                seat=Seat(rng.randrange(4)),
                round_wind=Seat.EAST,
                riichi=riichi,
                rinshan=rinshan,
                indicators=(rng.randrange(34),),
                ura=(rng.randrange(34),) if riichi else (),
            )
        )
    return hands


def test_score_five_hundred_wins(benchmark: BenchmarkFixture) -> None:
    hands, options = winning_hands(1), Options(scoring=Scoring(yakuman_limit=0))
    found = benchmark(lambda: [score_hand(hand, options) for hand in hands])
    assert sum(value is not None for value in found) > HANDS / 2


def test_score_five_hundred_rinshan_wins_without_tsumo_fu(benchmark: BenchmarkFixture) -> None:
    hands, options = winning_hands(2, rinshan=True), Options(rinshan=Rinshan(tsumo_fu=False))
    found = benchmark(lambda: [score_hand(hand, options) for hand in hands])
    assert all(value is not None for value in found)


def test_pay_a_split_ron(benchmark: BenchmarkFixture) -> None:
    options = Options(scoring=Scoring(yakuman_limit=0))
    win = WonHand(Seat.SOUTH, yakuman_value(("daisangen", "tsuuiisou"), options), (Liability("daisangen", Seat.WEST),))
    (payment,) = benchmark(lambda: settle_wins([win], Seat.NORTH, honba=1, options=options))
    assert payment.changes[Seat.SOUTH] == 64300
