"""What a hand is worth: asked of a table by a hook, and of tiles by anybody."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kanrules import Kyoku, Ron, Seat, Tsumo, UnreadableError, Value, load_ruleset, score
from kanrules.pieces.tiles import SEATS, parse_tile
from kanrules.table.state import Phase
from kanrules.testing.conformance import choose, do
from tests.table.test_positions import dealt, random_rules, set_up

EMA, TENHOU = load_ruleset("ema-2016"), load_ruleset("tenhou")
EAST, SOUTH = Seat.EAST, Seat.SOUTH


def worth(hand: str, win: str, rules: Any = EMA, **more: Any) -> Value | None:
    return score(hand, win, rules=rules, **{"seat": SOUTH, "round_wind": EAST, **more})


def test_a_win_at_the_table_is_worth_what_its_table_and_its_tiles_say() -> None:
    """Hands played under random rulesets; each win is asked for in three ways."""
    chance, wins = random.Random(41), 0
    for number in range(60):
        rules = random_rules(chance)
        name = ("a kan that two may rob", "a discard that two may win on", "an illegal kan in riichi")[number % 3]
        kyoku = dealt(rules, chance) if number % 4 == 3 else set_up(rules, name)
        while kyoku.outcome is None:
            table, before = kyoku.table(), kyoku.copy()
            won = [action for action in kyoku.legal_actions() if isinstance(action, (Ron, Tsumo))]
            step = won[0] if won else choose(kyoku, chance)
            do(kyoku, step)
            if kyoku.outcome is None or not isinstance(step, (Ron, Tsumo)) or kyoku.penalties or before.claims:
                continue
            for win in kyoku.outcome.wins:
                tsumo = win.source is None
                if tsumo and before.on_replacement and before.pending:
                    continue  # what the win itself turns may count
                value = table.value(win.seat, win.tile, rules, tsumo=tsumo)
                assert value == win.value
                hand = before.concealed(win.seat)
                if tsumo:
                    hand.remove(win.tile)
                wins += 1
                assert value == score(
                    hand, win.tile, rules=rules, melds=table.melds[win.seat], tsumo=tsumo, seat=win.seat,
                    round_wind=EAST, riichi=table.riichi[win.seat], double_riichi=table.double_riichi[win.seat],
                    ippatsu=table.ippatsu[win.seat], rinshan=tsumo and before.on_replacement,
                    chankan=before.announced is not None, last_tile=not before.live and before.announced is None,
                    first_turn=not before.go_around_over and not before.rivers[win.seat] and not before.on_replacement,
                    indicators=[tile for tile in table.indicators if tile is not None],
                    ura=[tile for tile in table.ura if tile is not None], honba=table.honba,
                )  # fmt: skip
    assert wins > 15


def test_what_a_tile_would_be_worth_is_what_the_machine_lets_win() -> None:
    chance = random.Random(42)
    for _ in range(4):
        rules = random_rules(chance)
        kyoku = dealt(rules, chance)
        while kyoku.outcome is None:
            table = kyoku.table()
            if kyoku.phase is Phase.ACT and kyoku.drawn is not None:
                may = Tsumo(kyoku.turn) in kyoku.legal_actions()
                value = table.value(kyoku.turn, kyoku.drawn, rules, tsumo=True)
                assert may == (value is not None and not kyoku.dead[kyoku.turn])
            last = table.last_discard
            for seat in SEATS if last is not None else ():
                assert last is not None
                if last.seat != seat and not table.furiten[seat] and seat not in table.dead_hands:
                    may = kyoku.is_legal(Ron(seat)) or seat in kyoku.silent
                    assert may == (table.value(seat, last.tile, rules) is not None)
            kyoku.push(chance.choice(kyoku.legal_actions()))


@pytest.mark.parametrize(
    ("hand", "win", "more", "yaku"),
    [
        ("234m567p234s5567m", "8m", {"tsumo": True}, {"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1}),
        ("234m567p234s5567m", "8m", {"riichi": True, "last_tile": True},
         {"riichi": 1, "pinfu": 1, "tanyao": 1, "houtei": 1}),
        ("234567p22z34s", "5s", {"melds": "ankan 6666z", "tsumo": True, "rinshan": True},
         {"menzen_tsumo": 1, "rinshan_kaihou": 1, "hatsu": 1}),
        ("23466778p99m", "5p", {"melds": "pon 777z from east"}, {"chun": 1}),
        ("234567m22p23s", "4s", {"melds": "chi 345p", "chankan": True}, {"tanyao": 1, "chankan": 1}),
    ],
)  # fmt: skip
def test_the_yaku_of_tiles_at_a_moment(hand: str, win: str, more: dict[str, Any], yaku: dict[str, int]) -> None:
    value = worth(hand, win, **more)
    assert value is not None
    assert value.yaku == yaku


def test_a_hand_without_yaku_and_one_that_the_tile_does_not_complete_are_worth_nothing() -> None:
    assert worth("123m789s11p67s", "8s", melds="chi 456p") is None
    assert worth("234m567p234s5567m", "1z") is None


def test_indicators_count_and_ura_only_in_riichi() -> None:
    plain = worth("234m567p234s5567m", "8m", indicators="7m", ura="4m")
    assert plain is not None and (plain.dora, plain.ura) == (1, 0)
    riichi = worth("234m567p234s5567m", "8m", riichi=True, indicators="7m", ura="4m")
    assert riichi is not None and (riichi.dora, riichi.ura) == (1, 2)
    assert riichi.points(dealer=False, tsumo=False) == 12000


def test_a_red_five_is_a_five_where_the_book_has_none() -> None:
    red, without = worth("234m067p234s5567m", "8m", TENHOU), worth("234m067p234s5567m", "8m", EMA)
    assert red is not None and without is not None
    assert (red.red, without.red) == (1, 0)


def test_two_han_are_needed_from_some_honba_on_where_the_book_says_so() -> None:
    strict = EMA.with_options({"wins.two_han_from_honba": 5})
    hand = {"hand": "23466778p99m", "win": "5p", "melds": "pon 777z from east"}
    assert worth(**hand, rules=strict, honba=4) is not None
    assert worth(**hand, rules=strict, honba=5) is None


@pytest.mark.parametrize(
    ("hand", "win", "more", "says"),
    [
        ("234m567p234s5567m8m", "8m", {}, "has 14 tiles; expected 13, without the one that wins"),
        ("234m", "5m", {}, "has 3 tiles; expected 13"),
        ("234m567p234s5567m", "8m", {"melds": "pon 111z from east"}, "13 tiles with 1 meld"),
        ("1111m567p234s556m", "1m", {}, "1m cannot win: the hand holds all four of them"),
        ("234m567p234s5567q", "8m", {}, "the hand: "),
        ("234m567p234s5567m", "8", {}, "the tile that wins: "),
        ("23466778p99m", "5p", {"melds": "pon 777z from east", "riichi": True}, "in riichi"),
        ("234m567p234s5567m", "8m", {"ippatsu": True}, "ippatsu goes with riichi"),
        ("234m567p234s5567m", "8m", {"rinshan": True, "tsumo": True}, "a replacement tile follows a kan"),
        ("234m567p234s5567m", "8m", {"chankan": True, "tsumo": True}, "a robbed kan is a ron"),
        ("234m567p234s5567m", "8m", {"indicators": "9z"}, "the indicators: "),
    ],
)  # fmt: skip
def test_what_no_hand_can_be_is_said(hand: str, win: str, more: dict[str, Any], says: str) -> None:
    with pytest.raises(UnreadableError, match=says):
        worth(hand, win, **more)


def test_a_seat_is_a_seat() -> None:
    with pytest.raises(TypeError, match="seat and round_wind are seats"):
        worth("234m567p234s5567m", "8m", seat="south")


def test_a_table_says_nothing_of_a_hand_that_must_discard() -> None:
    kyoku = Kyoku(TENHOU, seed=1)
    kyoku.push(kyoku.legal_actions()[0])
    table = kyoku.table()
    assert table.value(Seat.EAST, parse_tile("1m"), TENHOU) is None
