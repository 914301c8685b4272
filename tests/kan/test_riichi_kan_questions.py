"""Kan in riichi once more, held to a plain enumerator over random questions: hands with earlier ankans, waits of which
all four are held, okuri-kan.

The short run tries some thousand questions; `KANRULES_LONG=1 pytest -m long` tries 100,000 (KANRULES_QUESTIONS says
how many) and prints what they were.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from kanrules.law.options import RiichiKan, RiichiKanLevel, WinningDraw
from tests.kan.test_riichi_kan import compare
from tests.pieces import naive_readings as naive

LAWS = [RiichiKan(level=level, winning_draw=draw) for level, draw in product(RiichiKanLevel, WinningDraw)]
WAITS, READINGS = RiichiKan(level=RiichiKanLevel.SAME_WAITS), RiichiKan(level=RiichiKanLevel.SAME_READINGS)
OKURI_LAWS = [*LAWS, *(replace(law, drawn_tile_only=False) for law in LAWS)]


def question(rng):
    """A hand that waits by its shape, its draw, a kan that it could lay down, its earlier ankans."""
    okuri = rng.random() < 0.3
    while True:
        number = rng.choice((0, 0, 0, 0, 1, 1, 1, 2, 2, 3))
        tiles = rng.choice((naive.crowded_hand, naive.crowded_hand, naive.hand_of_sets))(rng, 4 - number)
        possible = sorted({tile for tile in tiles if tiles.count(tile) == (4 if okuri else 3)})
        if not possible:
            continue
        waits = sorted(naive.waits(tiles))
        free = [tile for tile in naive.EVERY if tile not in tiles]
        # Most ankans make a wait one of which all four are held.
        ankans = [tile for tile in waits if tile in free and rng.random() < 0.8][:number]
        ankans += rng.sample([tile for tile in free if tile not in ankans and tile not in waits], number - len(ankans))
        if okuri:
            drawable = [tile for tile in naive.EVERY if tiles.count(tile) < 4 and tile not in ankans]
            near = [tile for tile in drawable if tile in waits or tile in tiles]
            return tiles, rng.choice(near or drawable), rng.choice(possible), tuple(ankans)
        winning = [tile for tile in possible if tile in waits]
        kan = rng.choice(winning if winning and rng.random() < 0.6 else possible)
        return tiles, kan, kan, tuple(ankans)


def judge(seed, number):
    """Counts by level what was asked and refused, and what sorts of questions these were."""
    rng = random.Random(seed)
    asked, refused, sorts = Counter(), Counter(), Counter()
    for _ in range(number):
        tiles, drawn, kan, ankans = question(rng)
        found, legal = compare(tiles, drawn, kan, ankans, OKURI_LAWS if drawn != kan else LAWS)
        for law, allowed in legal.items():
            asked[law.level] += 1
            refused[law.level] += not allowed
        held = found.shape_before - found.before
        sorts["with earlier ankans"] += bool(ankans)
        sorts["with a wait of which all four are held"] += bool(held)
        sorts["with no other wait"] += bool(held) and not found.before
        sorts["okuri-kan"] += found.okuri
        sorts["the drawn tile wins"] += drawn in found.shape_before
        sorts["legal at same_waits alone"] += legal[WAITS] and not legal[READINGS]
    return asked, refused, sorts


def test_random_questions_are_ruled_as_a_plain_enumerator_rules():
    check(judge(20260101, 500), 500)


@pytest.mark.long
def test_a_hundred_thousand_questions_are_ruled_as_a_plain_enumerator_rules(capsys):
    number = int(os.environ.get("KANRULES_QUESTIONS", "100000"))
    found = judge(int(os.environ.get("KANRULES_SEED", "20260102")), number)
    check(found, number)
    asked, refused, sorts = found
    with capsys.disabled():
        print(f"\n{number} questions at each level, {sum(asked.values())} rulings, no difference")
        for level in RiichiKanLevel:
            print(f"  {level}: {asked[level]} rulings, {refused[level] / asked[level]:.1%} illegal")
        for sort, count in sorts.items():
            print(f"  {sort}: {count}")


def check(found, number):
    """The sample is worth nothing if it does not hold every sort of question, the illegal ones most of all."""
    asked, refused, sorts = found
    for level in RiichiKanLevel:
        assert asked[level] >= 3 * number
        assert refused[level] >= asked[level] / 5, level
    assert all(count > number / 100 for count in sorts.values()), sorts
