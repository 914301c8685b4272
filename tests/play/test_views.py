"""One seat's view: what it cannot see changes nothing in it, and it stays as it is."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from dataclasses import FrozenInstanceError

import msgspec
import pytest

from kanrules import Discard, Draw, Kyoku, Pass, Ron, Seat, Shouminkan, View, load_ruleset
from kanrules.pieces.events import KandoraTurned
from kanrules.pieces.readings import Concealed
from kanrules.pieces.tiles import SEATS, Tile, counts_37, parse_tile
from kanrules.records import Record, read_data, write_mjai
from kanrules.replays import Replay
from kanrules.table.state import Phase
from kanrules.testing import CaseBuilder
from tests.table.compared import without_walls
from tests.table.test_positions import TABLES, dealt, random_rules, set_up

HANDS = 4


def shuffled(kyoku: Kyoku, seat: Seat, chance: random.Random, fixed: tuple[Seat, ...] = ()) -> Kyoku:
    """The same hand with every tile that the seat cannot see laid elsewhere; `fixed` are hands that stay."""
    twin = kyoku.copy()
    others = [other for other in twin.setup.seats if other not in (seat, *fixed)]
    walls = [twin.live, twin.replacements, twin.refill, twin.dora_indicators, twin.ura_indicators]
    starts = [0, 0, 0, twin.face_up, 0]
    hidden: list[Tile | None] = [tile for other in others for tile in twin.concealed(other)]
    for wall, start in zip(walls, starts, strict=True):
        hidden += wall[start:]
    chance.shuffle(hidden)
    for other in others:
        size = sum(twin.hands[other])
        twin.hands[other] = counts_37(tile for tile in hidden[:size] if tile is not None)
        if twin.turn is other and twin.drawn is not None:
            twin.drawn = hidden[0]
        del hidden[:size]
        twin.suits[other] = [*Concealed.from_counts(twin.hands[other])]
        twin.forget_waits(other)
    for wall, start in zip(walls, starts, strict=True):
        size = len(wall) - start
        wall[start:] = hidden[:size]
        del hidden[:size]
    return twin


def told(view: View) -> tuple[object, ...]:
    """All that a view says."""
    return view, view.legal_actions(), view.waits, view.furiten


def view_picture(view: View) -> str:
    return view._repr_svg_()


def held_to_what_is_seen(kyoku: Kyoku, chance: random.Random, phases: Counter[Phase]) -> None:
    """At every ply of a hand every seat's view is the same when what it cannot see is shuffled."""
    while kyoku.outcome is None:
        phases[kyoku.phase] += 1
        for seat in kyoku.setup.seats:
            view = kyoku.view(seat)
            assert told(shuffled(kyoku, seat, chance).view(seat)) == told(view), (kyoku, seat)
            if kyoku.phase is not Phase.RON:
                assert view.legal_actions() == without_walls(kyoku.legal_actions(seat))
        kyoku.push(chance.choice(kyoku.legal_actions()))


def test_what_a_seat_cannot_see_changes_nothing_in_its_view() -> None:
    chance, phases = random.Random(5), Counter[Phase]()
    for _ in range(HANDS):
        held_to_what_is_seen(dealt(random_rules(chance), chance), chance, phases)
    for name in ("a kan that two may rob", "a discard that two may win on", "a fifth kan of a pon"):
        for _ in range(2):
            start = set_up(random_rules(chance), name)
            for action in start.legal_actions():
                if isinstance(action, Shouminkan):
                    start.push(action)
                    break
            held_to_what_is_seen(start, chance, phases)
    assert set(phases) >= {Phase.ROB, Phase.CLAIM, Phase.REPLACE, Phase.ACT, Phase.DRAW}


def test_three_players_see_no_more() -> None:
    phases = Counter[Phase]()
    for seed in range(3):
        held_to_what_is_seen(Kyoku("tenhou-3p", seed=seed), random.Random(seed), phases)
    assert phases[Phase.REPLACE]


@pytest.mark.long
def test_three_hundred_hands_show_nobody_what_it_cannot_see() -> None:
    chance, phases = random.Random(2026), Counter[Phase]()
    books = [random_rules(chance) for _ in range(20)]
    for number in range(300):
        rules = books[number % 20]
        start = set_up(rules, list(TABLES)[number // 4 % len(TABLES)]) if number % 4 == 3 else dealt(rules, chance)
        held_to_what_is_seen(start, chance, phases)
    print(sum(phases.values()), "plies", dict(phases))


@pytest.mark.parametrize("seat", [Seat.EAST, Seat.SOUTH])
@pytest.mark.parametrize("turned", ["declaration", "rinshan_draw", "discard"])
@pytest.mark.parametrize("robbed", ["hidden", "revealed"])
def test_nobody_learns_from_a_kan_whether_another_could_have_robbed_it(seat: Seat, turned: str, robbed: str) -> None:
    """Before the word the other hands are shuffled; the same kan is announced at both tables."""
    chance, phases = random.Random(8), set[Phase]()
    rules = load_ruleset("ema-2016").with_options({"kandora.shouminkan": turned, "kandora.robbed_kan": robbed})
    before = set_up(rules, "a kan that two may rob")
    word = Shouminkan(Seat.SOUTH, parse_tile("2p"))
    for _ in range(8):
        here, there = before.copy(), shuffled(before, seat, chance, fixed=(Seat.SOUTH,))
        for kyoku in (here, there):
            kyoku.push(word)
        phases |= {here.phase, there.phase}
        views = [kyoku.view(seat) for kyoku in (here, there)]
        # Which tile the wall would turn is another at the other table, that one was turned is what nobody may see.
        assert told(views[0]) == told(views[1])
        assert views[0].announced is not None
        assert views[0].announced.robbable_by == ()
    assert phases == {Phase.ROB, Phase.REPLACE}


def test_a_kan_that_stands_is_seen_to_stand_with_its_replacement_tile() -> None:
    kyoku = set_up(load_ruleset("ema-2016"), "a kan that two may rob")
    kyoku.push(Shouminkan(Seat.SOUTH, parse_tile("2p")))
    kyoku.push(Pass())
    assert (kyoku.phase, kyoku.view(Seat.EAST).kans) == (Phase.REPLACE, ())
    assert kyoku.view(Seat.SOUTH).legal_actions() == [Draw(Seat.SOUTH)]
    kyoku.push(Draw(Seat.SOUTH))
    view = kyoku.view(Seat.EAST)
    assert [kan.tile for kan in view.kans] == [parse_tile("2p")]
    assert (len(view.indicators), view.announced) == (2, None)


def test_a_ron_is_not_heard_before_it_is_settled() -> None:
    two = {**TABLES["a discard that two may win on"], "riichi": ["north", "west"]}
    kyoku = Kyoku.from_case(CaseBuilder("two").given(**two).case(), load_ruleset("ema-2016"))
    kyoku.push(Discard(Seat.SOUTH, parse_tile("2p"), tsumogiri=True))
    before = {seat: told(kyoku.view(seat)) for seat in SEATS}
    kyoku.push(Ron(Seat.NORTH))
    assert kyoku.phase is Phase.RON
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST):
        assert told(kyoku.view(seat)) == before[seat]
    assert Ron(Seat.WEST) in kyoku.view(Seat.WEST).legal_actions()
    assert kyoku.view(Seat.NORTH).legal_actions() == []


def test_what_others_have_answered_is_in_nobodys_view() -> None:
    kyoku = set_up(load_ruleset("ema-2016"), "a kan that two may rob")
    kyoku.push(Shouminkan(Seat.SOUTH, parse_tile("2p")))
    before = told(kyoku.view(Seat.NORTH))
    kyoku.push(Pass(Seat.WEST))
    assert told(kyoku.view(Seat.NORTH)) == before
    assert kyoku.view(Seat.NORTH).legal_actions() == [Ron(Seat.NORTH), Pass(Seat.NORTH)]


def test_a_view_is_frozen_and_stays_as_it_is_whatever_happens() -> None:
    chance = random.Random(6)
    kyoku = dealt(load_ruleset("tenhou"), chance)
    views: list[tuple[View, tuple[object, ...]]] = []
    while kyoku.outcome is None:
        view = kyoku.view(Seat.SOUTH)
        views.append((view, told(view)))
        kyoku.push(chance.choice(kyoku.legal_actions()))
    for view, then in views:
        assert told(view) == then
    with pytest.raises(FrozenInstanceError):
        views[0][0].honba = 3  # type: ignore[misc]


def test_a_view_travels_without_the_hand_behind_it() -> None:
    kyoku = Kyoku("tenhou", seed=7)
    for _ in range(9):
        kyoku.push(kyoku.legal_actions()[-1])
    view = kyoku.view(Seat.SOUTH)
    data = pickle.dumps(view)
    again = pickle.loads(data)
    assert told(again) == told(view)
    assert again.to_mjai() == view.to_mjai()
    assert b"kyoku.machine" not in data


def test_a_view_shows_its_own_tiles_and_how_many_the_others_hold() -> None:
    kyoku = Kyoku("tenhou", seed=7)
    kyoku.push(Draw(Seat.EAST))
    east, south = kyoku.view(Seat.EAST), kyoku.view(Seat.SOUTH)
    assert east.hand == tuple(kyoku.concealed(Seat.EAST))
    assert (east.drawn, south.drawn) == (kyoku.drawn, None)
    assert south.hands[0] == (None,) * 14
    assert south.hands[1] == tuple(kyoku.concealed(Seat.SOUTH))
    assert not {"live", "ura", "ura_indicators", "replacements", "phase", "silent", "claims"} & set(dir(south))
    assert view_picture(south) == view_picture(shuffled(kyoku, Seat.SOUTH, random.Random(1)).view(Seat.SOUTH))
    assert east.waits == kyoku.waits(Seat.EAST)
    assert east.furiten == kyoku.is_furiten(Seat.EAST)


# --- mjai ----------------------------------------------------------------------------------------------------------


def test_mjai_of_a_seat_hides_what_the_seat_does_not_see_and_grows_event_by_event() -> None:
    chance = random.Random(9)
    for number in range(6):
        kyoku = dealt(random_rules(chance), chance)
        seen: list[dict[str, object]] = []
        while True:
            events = kyoku.view(Seat.WEST).to_mjai(east=number % 4)
            assert events[: len(seen)] == seen, "what was told stays told"
            seen = events
            if kyoku.outcome is not None:
                break
            kyoku.push(chance.choice(kyoku.legal_actions()))
        me = (2 + number) % 4
        tehais = seen[0]["tehais"]
        assert isinstance(tehais, list)
        assert [player for player in range(4) if "?" not in tehais[player]] == [me]
        drawn = [event for event in seen if event["type"] == "tsumo"]
        assert all((event["pai"] == "?") == (event["actor"] != me) for event in drawn)
        dora = sum(event["type"] == "dora" for event in seen)
        assert dora == sum(isinstance(event, KandoraTurned) for event in kyoku.events)
        assert seen[-1] == {"type": "end_kyoku"}


def test_a_played_hand_written_as_mjai_replays_without_a_difference() -> None:
    chance = random.Random(10)
    for _ in range(12):
        rules = load_ruleset(chance.choice(("tenhou", "ema-2016", "mahjong-soul", "wrc-2025")))
        kyoku = dealt(rules, chance)
        while kyoku.outcome is None:
            kyoku.push(chance.choice(kyoku.legal_actions()))
        names = {"type": "start_game", "names": list(write_mjai.PLAYERS)}
        lines = [names, *kyoku.to_mjai(), {"type": "end_game"}]
        (record,) = read_data("\n".join(msgspec.json.encode(line).decode() for line in lines).encode(), "game.mjson")
        assert isinstance(record, Record)
        (hand,) = Replay(record, rules)
        assert not hand.differences, (rules.id, hand.differences)


def test_a_hand_that_was_set_up_has_no_mjai() -> None:
    kyoku = Kyoku.from_case(CaseBuilder("x").given(**TABLES["a kan fed by a discard"]).case(), "tenhou")
    with pytest.raises(ValueError, match="begins with the deal"):
        kyoku.view(Seat.EAST).to_mjai()
