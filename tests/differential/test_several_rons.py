"""Double and triple rons of RiichiEnv, paid by `pay` as RiichiEnv pays them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection

import pytest

from kanrules.law.limits import MANGAN_BASE, Limit
from kanrules.law.scoring import Value
from kanrules.pack.kit.riichienv import RiichiEnv
from kanrules.pack.kit.table import DISCARD, HORA, REACH, TILES, Act, Deal
from kanrules.pack.machine import Machine
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import SEATS
from tests.desk.rons import pays
from tests.differential.near import NEAR
from tests.differential.walls import laid

HANDS = 40


def together(chance: random.Random) -> tuple[list[int], str]:
    """A wall in which two or three players wait for the tile that another player holds three of, and this tile."""
    suit, number = 9 * chance.randrange(3), chance.randrange(2, 7)
    kind = suit + number
    hands: list[list[int]] = [[], [], [], []]

    def free(one: int) -> int:
        return 4 - sum(hand.count(one) for hand in hands) - (one == kind)

    feeder, *waiting = chance.sample(range(4), 4)
    hands[feeder] += [kind] * 3
    for seat in waiting[: chance.choice((2, 3, 3))]:
        hand = hands[seat]
        shapes = [
            (low, high)
            for low, high in ((-2, -1), (-1, 1), (1, 2))
            if number + low > 0 and number + high < 8 and free(kind + low) > 0 and free(kind + high) > 0
        ]
        if not shapes:
            continue
        low, high = chance.choice(shapes)
        hand += [kind + low, kind + high]
        for _ in range(3):
            starts = [one for one in range(27) if 0 < one % 9 < 6 and all(free(one + at) > 0 for at in range(3))]
            start = chance.choice(starts)
            hand += [start, start + 1, start + 2]
        hand += [chance.choice([one for one in range(27) if 0 < one % 9 < 8 and free(one) > 1])] * 2
    return laid(chance, hands), TILES[kind]


def choice(menu: Collection[Act], tile: str, chance: random.Random) -> Act | None:
    """Takes every win, calls nothing, declares riichi now and then, and soon discards the tile that others wait for."""
    for word, often in ((HORA, 1.0), (REACH, 0.4)):
        if (word,) in menu and chance.random() < often:
            return (word,)
    discards = sorted(act for act in menu if act[0] == DISCARD)
    if (DISCARD, tile) in discards and chance.random() < 0.4:
        return (DISCARD, tile)
    return chance.choice(discards) if discards else None


def hand(seed: int) -> str:
    """Plays one hand on RiichiEnv, with our machine next to it to score the wins, and asks `pay` about several rons.
    Returns what it was: `2 winners`, `3 winners`, `draw`, or "".
    """
    chance = random.Random(f"several rons:{seed}")
    settings = NEAR["riichienv"].random(chance)
    rules = NEAR["riichienv"].rules(settings)
    wall, awaited = together(chance)
    deal = Deal(
        wall=[TILES[tile] for tile in wall],
        round_wind=0,
        honba=chance.choice((0, 1, 2)),
        sticks=chance.choice((0, 1, 3)),
        scores=(25000,) * 4,
    )
    engine, ours = RiichiEnv(), Machine()
    engine.deal(deal, settings)
    ours.deal(deal, {"rules": rules})
    while (over := engine.result()) is None:
        menus = ours.menus()
        acts = {
            player: choice(menu & menus[player], awaited, chance) for player, menu in sorted(engine.menus().items())
        }
        said = {player: act for player, act in acts.items() if act is not None}
        engine.answer(said)
        ours.answer(said)
    events = engine.events()
    wins = [event for event in events if event["type"] == HORA and event["actor"] != event["target"]]
    outcome = ours.kyoku.outcome
    assert outcome is not None
    riichi = [SEATS[event["actor"]] for event in events if event["type"] == "reach_accepted"]
    if outcome.type is ResultType.SANCHAHOU:
        discarder = SEATS[next(event["actor"] for event in reversed(events) if event["type"] == DISCARD)]
        mangan = (Value(limit=Limit.MANGAN, base=MANGAN_BASE, han=5, fu=30), ())
        one = pays(
            rules, {seat: mangan for seat in SEATS if seat is not discarder}, discarder, riichi, deal.honba, deal.sticks
        )
        assert one.draw and one.next is not None and one.next.sticks == over.sticks
        return "draw"
    if len(wins) < 2:
        return ""
    won = {win.seat: (win.value, win.liable) for win in outcome.wins}
    one = pays(rules, won, SEATS[wins[0]["target"]], riichi, deal.honba, deal.sticks)
    assert {winner.seat: winner.payment.changes for winner in one.winners} == {
        SEATS[event["actor"]]: tuple(event["deltas"]) for event in wins
    }, seed
    return f"{len(wins)} winners"


@pytest.mark.needs("riichienv")
def test_every_double_and_triple_ron_is_paid_as_riichienv_pays_it() -> None:
    seen = Counter(hand(seed) for seed in range(HANDS))
    assert min(seen["2 winners"], seen["3 winners"], seen["draw"]) > 0, seen


@pytest.mark.long
@pytest.mark.needs("riichienv")
def test_a_thousand_such_hands_are_paid_as_riichienv_pays_them() -> None:
    assert sum(Counter(hand(seed) for seed in range(HANDS, 1000)).values()) == 1000 - HANDS
