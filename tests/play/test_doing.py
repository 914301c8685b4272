"""What is done to a hand: listed, undone, done again; one player's no; and what is said to wrong use."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kanrules import (
    Ankan,
    Discard,
    Draw,
    Foul,
    Game,
    IllegalAction,
    Kyoku,
    Pass,
    Pon,
    Ron,
    Seat,
    Shouminkan,
    UnreadableError,
    format_tiles,
    riichi_kan,
    waits,
)
from kanrules.cases.verify import verify_case
from kanrules.pieces.actions import Action
from kanrules.pieces.tiles import SEATS, parse_tile
from kanrules.play.done import Committed, Discovered, Followed, Settled
from kanrules.ruleset import load_ruleset
from kanrules.table.state import Phase, State
from kanrules.testing import CaseBuilder, parse_cases
from kanrules.testing.conformance import IllegalKans as Chosen
from kanrules.testing.conformance import choose
from tests.table.test_positions import TABLES, dealt, random_rules, set_up

TENHOU = load_ruleset("tenhou")


def everything(kyoku: Kyoku) -> str:
    """All that a hand holds."""
    left_out = ("judge", "options", "_waits", "objections", "swaps", "kuikae_call")
    return repr([kyoku.forbidden, *(getattr(kyoku, name) for name in State.__slots__ if name not in left_out)])


def ply(kyoku: Kyoku, chance: random.Random) -> None:
    """One ply: mostly an action, now and then one of the other things that can be done to a hand."""
    step = choose(kyoku, chance)
    lot = chance.random()
    if isinstance(step, Chosen):
        kyoku.commit(step.kan, line=3, corrected=lot < 0.3)
    elif kyoku.phase is Phase.CLAIM and lot < 0.1:
        kyoku.settle([a for seat in SEATS for a in kyoku.legal_actions(seat)[:1] if not isinstance(a, (Draw, Pass))])
    elif lot < 0.05:
        kyoku.discover(chance.choice(SEATS))
    elif lot < 0.1:
        kyoku.follow(step)
    else:
        kyoku.push(step)


def held_to_undoing(start: Kyoku, chance: random.Random) -> set[type]:
    """Undoes every ply at once and does it again, then all of them from the end; gives what sorts were done."""
    origin = start.copy()
    books = [everything(start)]
    while start.outcome is None:
        ply(start, chance)
        books.append(everything(start))
        done = start.actions
        assert start.pop() == done[-1]
        assert everything(start) == books[-2]
        start.push(done[-1])
        assert everything(start) == books[-1]
        assert start.actions == done
    done = start.actions
    for step in done:
        origin.push(step)
    assert everything(origin) == books[-1]
    for at in range(len(done) - 1, -1, -1):
        assert start.pop() == done[at]
        assert everything(start) == books[at]
    with pytest.raises(IndexError, match="nothing has been done"):
        start.pop()
    return set(map(type, done))


def test_a_hand_undoes_whatever_was_done_to_it_and_does_it_again() -> None:
    chance, sorts = random.Random(1), set[type]()
    wanted = {Discard, Ankan, Followed, Settled, Committed, Discovered}
    for number in range(60):
        if number >= 9 and sorts >= wanted:
            break
        rules = random_rules(chance)
        name = "an illegal kan in riichi" if number % 3 == 2 else list(TABLES)[number % len(TABLES)]
        sorts |= held_to_undoing(dealt(rules, chance) if number % 2 else set_up(rules, name), chance)
    assert sorts >= wanted, "60 hands did not do all of these"


@pytest.mark.long
def test_four_hundred_hands_undo_whatever_was_done_to_them() -> None:
    chance, plies = random.Random(2026), 0
    books = [random_rules(chance) for _ in range(20)]
    for number in range(400):
        rules = books[number % 20]
        start = set_up(rules, list(TABLES)[number // 4 % len(TABLES)]) if number % 4 == 3 else dealt(rules, chance)
        held_to_undoing(start, chance)
        plies += len(start.findings)
    assert not plies, "all is undone"


def test_a_hand_that_was_only_played_on_is_undone_to_its_beginning() -> None:
    for seed in range(8):
        chance, kyoku = random.Random(seed), Kyoku(TENHOU, seed)
        books = [everything(kyoku)]
        while kyoku.outcome is None:
            ply(kyoku, chance)
            books.append(everything(kyoku))
        assert len(kyoku._kept) == 1, "of a hand nobody undoes only the beginning is kept"
        for book in reversed(books[:-1]):
            kyoku.pop()
            assert everything(kyoku) == book
        with pytest.raises(IndexError):
            kyoku.pop()


def test_a_copy_has_its_own_list_of_what_was_done() -> None:
    first = Kyoku(TENHOU, seed=1)
    first.push(Draw(Seat.EAST))
    twin = first.copy()
    twin.pop()
    assert (len(first.actions), twin.actions) == (1, [])
    assert first.pop() == Draw(Seat.EAST)


def test_an_action_that_is_refused_is_not_listed() -> None:
    kyoku = Kyoku(TENHOU, seed=1)
    with pytest.raises(IllegalAction):
        kyoku.push(Draw(Seat.SOUTH))
    assert kyoku.actions == []


def test_an_action_is_legal_where_it_can_be_pushed() -> None:
    chance = random.Random(3)
    for _ in range(4):
        kyoku = dealt(TENHOU, chance)
        while kyoku.outcome is None:
            legal = kyoku.legal_actions()
            before = everything(kyoku)
            assert all(map(kyoku.is_legal, legal))
            assert not kyoku.is_legal(Draw(Seat.EAST, 36)) or kyoku.live[-1] == 36 or kyoku.replacement_tile() == 36
            assert everything(kyoku) == before
            kyoku.push(chance.choice(legal))
        assert not kyoku.is_legal(Pass())


# --- one player's no -----------------------------------------------------------------------------------------------


def open_to_two() -> Kyoku:
    """East discards 5p: south may chi, north may pon."""
    given = {"hands": {"south": "46p", "north": "55p"}, "turn": "east", "drawn": "5p"}
    kyoku = Kyoku.from_case(CaseBuilder("open").given(**given).case(), TENHOU)
    kyoku.push(Discard(Seat.EAST, parse_tile("5p"), tsumogiri=True))
    return kyoku


def test_the_third_answer_lets_the_tile_pass() -> None:
    kyoku = open_to_two()
    for seat in (Seat.NORTH, Seat.SOUTH):
        kyoku.push(Pass(seat))
        assert kyoku.phase is Phase.CLAIM
    kyoku.push(Pass(Seat.WEST))
    assert kyoku.phase is Phase.DRAW
    everyone = open_to_two()
    everyone.push(Pass())
    assert kyoku.legal_actions() == everyone.legal_actions()


def test_a_player_may_pass_where_it_could_claim_and_is_told_so() -> None:
    kyoku = open_to_two()
    assert Pass(Seat.NORTH) in kyoku.legal_actions(Seat.NORTH)
    assert Pass(Seat.SOUTH) in kyoku.legal_actions(Seat.SOUTH)
    assert kyoku.legal_actions(Seat.WEST) == kyoku.legal_actions(Seat.EAST) == []
    kyoku.push(Pass(Seat.NORTH))
    assert kyoku.legal_actions(Seat.NORTH) == []
    assert not any(isinstance(action, Pass) for action in kyoku.legal_actions())


@pytest.mark.parametrize(
    ("seat", "says"), [(Seat.EAST, "the tile is east's own"), (Seat.NORTH, "north has already answered")]
)
def test_neither_whose_tile_it_is_nor_who_has_passed_may_pass(seat: Seat, says: str) -> None:
    kyoku = open_to_two()
    kyoku.push(Pass(Seat.NORTH))
    before = everything(kyoku)
    with pytest.raises(IllegalAction, match=says) as caught:
        kyoku.push(Pass(seat))
    assert caught.value.code == "KR299"
    assert everything(kyoku) == before


def test_who_has_passed_calls_nothing_any_more() -> None:
    kyoku = open_to_two()
    kyoku.push(Pass(Seat.NORTH))
    with pytest.raises(IllegalAction, match="has let this tile pass"):
        kyoku.push(Pon(Seat.NORTH, parse_tile("5p"), (parse_tile("5p"), parse_tile("5p"))))
    assert not kyoku.is_legal(Ron(Seat.NORTH))


def test_a_draw_passes_for_everybody_who_has_not_spoken() -> None:
    kyoku = open_to_two()
    kyoku.push(Pass(Seat.NORTH))
    kyoku.push(Draw(Seat.SOUTH))
    assert kyoku.phase is Phase.ACT


def robbable() -> Kyoku:
    kyoku = set_up(load_ruleset("ema-2016"), "a kan that two may rob")
    kyoku.push(Shouminkan(Seat.SOUTH, parse_tile("2p")))
    return kyoku


def test_the_third_answer_lets_a_kan_stand() -> None:
    kyoku = robbable()
    assert kyoku.legal_actions(Seat.WEST) == [Ron(Seat.WEST), Pass(Seat.WEST)]
    for seat in (Seat.WEST, Seat.EAST):
        kyoku.push(Pass(seat))
        assert kyoku.phase is Phase.ROB
    with pytest.raises(IllegalAction, match="the tile is south's own"):
        kyoku.push(Pass(Seat.SOUTH))
    kyoku.push(Pass(Seat.NORTH))
    assert kyoku.phase is Phase.REPLACE
    assert len(kyoku.kans) == 1


def test_the_last_answer_settles_a_ron_that_another_called() -> None:
    kyoku = robbable()
    kyoku.push(Ron(Seat.NORTH))
    assert kyoku.phase is Phase.RON
    with pytest.raises(IllegalAction, match="north has already answered"):
        kyoku.push(Pass(Seat.NORTH))
    kyoku.push(Pass(Seat.EAST))
    assert kyoku.outcome is None
    kyoku.push(Pass(Seat.WEST))
    assert kyoku.outcome is not None
    assert [win.seat for win in kyoku.outcome.wins] == [Seat.NORTH]


def test_in_a_case_a_player_may_say_no_as_often_as_it_likes_and_nothing_moves() -> None:
    (case,) = parse_cases(
        """
[[case]]
name = "No, said by all, twice"
rules = ["tenhou"]
[case.given]
hands = { north = "55p" }
turn = "east"
drawn = "5p"
[case.play]
lines = \"\"\"
east discards 5p
south passes
west passes
north passes
north passes
east passes
\"\"\"
[case.expect]
never = ["draw"]
result = "ongoing"
"""
    )
    assert verify_case(case, TENHOU).why == ""


# --- wrong use -----------------------------------------------------------------------------------------------------

WALL = [*range(34)] * 4


@pytest.mark.parametrize(
    ("use", "error", "says"),
    [
        (lambda k: Kyoku("tenhou", scores=(1, 2, 3)), UnreadableError, "scores are 4, one a seat"),
        (lambda k: Kyoku("tenhou", scores="abcd"), TypeError, "scores are whole numbers"),
        (lambda k: Kyoku(None, seed=1), TypeError, "None is not a ruleset"),
        (lambda k: Kyoku("tenhou", seed="7"), TypeError, "seed is a whole number"),
        (lambda k: Kyoku("tenhou", honba=-1), UnreadableError, "honba is -1"),
        (lambda k: Kyoku("tenhou", sticks="1"), TypeError, "sticks is a whole number"),
        (lambda k: Kyoku("tenhou", round_wind="east"), TypeError, "'east' is not a seat"),
        (lambda k: Kyoku("tenhou", wall=[*WALL[:-1], 77]), UnreadableError, "77 in the wall is not a tile"),
        (lambda k: Kyoku("tenhou", wall=["1m"] * 136), TypeError, "a wall holds tiles, not '1m'"),
        (lambda k: Kyoku("tenhou", wall=WALL[:50]), UnreadableError, "a wall has 136 tiles"),
        (lambda k: k.push("east draws"), TypeError, r"push takes an action .* parse_action\('east draws'\) reads one"),
        (lambda k: k.push(None), TypeError, "push takes an action"),
        (lambda k: k.is_legal("east draws"), TypeError, "is_legal takes an action"),
        (lambda k: k.follow(3), TypeError, "follow takes an action"),
        (lambda k: k.settle(["south ron"]), TypeError, "settle takes an action"),
        (lambda k: k.legal_actions("east"), TypeError, "'east' is not a seat"),
        (lambda k: k.view(1), TypeError, "1 is not a seat"),
        (lambda k: k.discover("east"), TypeError, "'east' is not a seat"),
        (lambda k: k.commit("east ankan 1m"), TypeError, "commit takes a kan"),
        (lambda k: k.commit(Ankan(Seat.EAST, 0), noticed="soon"), TypeError, "noticed is 'soon'; expected None or one"),
        (lambda k: k.report(Foul(Seat.EAST, noticed="draw")), TypeError, r"noticed is 'draw'; .*Noticed\.DRAW"),
        (lambda k: Kyoku.from_case(None), TypeError, "a case is its text or a kanrules.testing.Case"),
        (lambda k: Kyoku.from_case({"given": {}}), TypeError, "a case is its text or a kanrules.testing.Case"),
        (lambda k: k.table().value("east", 0, TENHOU), TypeError, "'east' is not a seat"),
        (lambda k: k.table().value(Seat.EAST, 99, TENHOU), UnreadableError, "99 is not a tile"),
        (lambda k: k.table().value(Seat.EAST, "1m", TENHOU), TypeError, "'1m' is not a tile"),
        (lambda k: format_tiles([99]), UnreadableError, "99 is not a tile"),
        (lambda k: riichi_kan(None, "1m"), TypeError, "None is not a hand"),
        (lambda k: waits(7), TypeError, "7 is not a hand"),
        (lambda k: Game("tenhou", seed="7"), TypeError, "seed is a whole number"),
        (lambda k: Game("tenhou", seed=1).player("east"), TypeError, "'east' is not a seat"),
        (
            lambda k: Game("tenhou-3p", seed=1).player(Seat.NORTH),
            ValueError,
            "there is no north in this game: it has only three players",
        ),
        (lambda k: Game("tenhou", seed=1).seat(4), ValueError, "there is no player 4; expected 0 to 3"),
        (lambda k: Game("tenhou", seed=1).seat("0"), TypeError, "'0' is not a player"),
    ],
)
def test_wrong_use_says_what_is_wrong_and_changes_nothing(use: Any, error: type[Exception], says: str) -> None:
    kyoku = Kyoku(TENHOU, seed=1)
    before = everything(kyoku)
    with pytest.raises(error, match=says):
        use(kyoku)
    assert (everything(kyoku), kyoku.actions) == (before, [])


def test_dir_shows_what_is_public_of_class_and_hand_and_nothing_of_the_books() -> None:
    kyoku = Kyoku(TENHOU, seed=1)
    assert dir(kyoku) == dir(Kyoku)
    shown = {name for name in dir(kyoku) if not name.startswith("_")}
    assert {"push", "pop", "actions", "is_legal", "legal_actions", "view", "copy", "table", "outcome"} <= shown
    assert not shown & {"furiten_from", "chain", "judge", "yakuless", "live"}
    for name in shown:
        assert hasattr(kyoku, name), name


def test_repr_names_round_turn_phase_and_ruleset() -> None:
    kyoku = Kyoku("tenhou", seed=7, round_wind=Seat.SOUTH, honba=2)
    assert repr(kyoku) == "<Kyoku under tenhou: south round, 2 honba, east's turn, draw, 70 tiles left>"
    while kyoku.outcome is None:
        kyoku.push(kyoku.legal_actions()[-1])
    assert repr(kyoku).startswith("<Kyoku under tenhou: south round, 2 honba, over (")


def test_the_pairs_of_a_pon_are_listed_sorted_and_each_once() -> None:
    red, five = parse_tile("0m"), parse_tile("5m")
    given = {"hands": {"west": "550m"}, "turn": "east", "drawn": "5m"}
    kyoku = Kyoku.from_case(CaseBuilder("reds").given(**given).case(), TENHOU)
    kyoku.push(Discard(Seat.EAST, five, tsumogiri=True))
    pons: list[Action] = [action for action in kyoku.legal_actions(Seat.WEST) if isinstance(action, Pon)]
    assert sorted(map(str, pons)) == ["west pon 5m", "west pon 5m with 05m"]
    assert Pon(Seat.WEST, five, (red, five)) in pons
