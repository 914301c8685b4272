"""A game that is followed event by event is judged as its record is."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kanrules import Draw, Follow, Kyoku, Ruleset, UnreadableError, load_ruleset, replay
from kanrules.pieces.actions import KanAction
from kanrules.pieces.tiles import parse_tile
from kanrules.play.follow import Update
from kanrules.records import Unreadable, open_records, write_mjai
from kanrules.replays.hand import RecordDifference
from kanrules.rulings import Ruling

GAMES = Path(__file__).parents[1] / "games"
RULES = ("tenhou", "ema-2016", "wrc-2025")
KANS = ("ankan", "daiminkan", "kakan")


@cache
def games() -> list[list[bytes]]:
    """The shipped games of four players, as lines of mjai."""
    found = []
    for record in open_records(sorted(GAMES.glob("*.gz"))):
        assert not isinstance(record, Unreadable)
        if not record.out_of_scope:
            found.append([line.encode() for line in write_mjai.lines(list(record.hands))])
    return found


def key(one: Ruling | RecordDifference) -> object:
    return one if isinstance(one, RecordDifference) else (one.code, str(one.text), one.at, one.key, one.set_by)


def followed(rules: Ruleset, events: Sequence[Any]) -> dict[str, Counter[object]]:
    """What stands of every hand after all events: what was returned, without what was withdrawn."""
    found: dict[str, Counter[object]] = {}
    follow = Follow(rules)
    for update in [*map(follow.feed, events), follow.close()]:
        told = found.setdefault(update.hand, Counter())
        told.update(map(key, (*update.rulings, *update.differences)))
        told.subtract(map(key, update.withdrawn))
        assert min(told.values(), default=0) >= 0
    return {hand: +told for hand, told in found.items() if hand}


def replayed(rules: Ruleset, events: Sequence[Any]) -> dict[str, Counter[object]]:
    return {hand.name: Counter(map(key, (*hand.rulings(), *hand.differences))) for hand in replay(events, rules)}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", RULES)
def test_every_hand_that_is_followed_is_judged_as_its_record_is(name: str) -> None:
    rules, hands = load_ruleset(name), 0
    for events in games():
        expected = replayed(rules, events)
        assert followed(rules, events) == expected
        hands += len(expected)
    assert hands > 800


def test_so_are_hands_of_three_players_and_random_hands_of_four() -> None:
    kans = Counter[str]()
    for number in range(200):
        rules = load_ruleset(("tenhou-3p", "tenhou")[number % 2])
        kyoku, chance = Kyoku(rules, seed=number), random.Random(number)
        while kyoku.outcome is None:
            legal = kyoku.legal_actions()
            kyoku.push(next((action for action in legal if isinstance(action, KanAction)), chance.choice(legal)))
        events = [{"type": "start_game"}, *kyoku.to_mjai(), {"type": "end_game"}]
        assert followed(rules, events) == replayed(rules, events), f"seed {number}"
        kans.update([rules.id] * len(kyoku.kans))
    assert min(kans["tenhou"], kans["tenhou-3p"]) > 30


# --- when a ruling falls ----------------------------------------------------------------------------------------------


def hands_as_events() -> Iterator[list[dict[str, Any]]]:
    """Every shipped hand, from `start_kyoku` to `end_kyoku`."""
    for game in games():
        hand: list[dict[str, Any]] = []
        for event in map(msgspec.json.decode, game):
            if event["type"] == "start_kyoku":
                hand = []
            hand.append(event)
            if event["type"] == "end_kyoku":
                yield hand


def hand_with(*ends: str, kans: Sequence[str] = ()) -> list[dict[str, Any]]:
    """A shipped hand that ends with these events, and has these kans and no others."""
    for hand in hands_as_events():
        kinds = [event["type"] for event in hand]
        if tuple(kinds[-1 - len(ends) : -1]) == ends and [kind for kind in kinds if kind in KANS] == [*kans]:
            return hand
    raise AssertionError(f"no shipped hand with {kans} ends with {ends}")


def told(follow: Follow, events: Iterable[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """The type of each event that brought rulings, with their codes."""
    found = []
    for event in events:
        update = follow.feed(event)
        if update.rulings:
            found.append((event["type"], [ruling.code for ruling in update.rulings]))
    return found


def test_an_indicator_is_ruled_on_with_the_event_that_shows_it() -> None:
    events = hand_with("ryukyoku", kans=["ankan"])
    assert told(Follow("tenhou"), events) == [("dora", ["KR301"])]


def test_an_indicator_that_the_record_turns_late_is_ruled_on_when_its_tile_is_shown() -> None:
    """Under EMA 2016 it is turned at once; the record shows the tile with the discard."""
    events = hand_with("ryukyoku", kans=["daiminkan"])
    follow = Follow("ema-2016")
    kan = next(at for at, event in enumerate(events) if event["type"] == "daiminkan")
    dora = next(at for at, event in enumerate(events) if event["type"] == "dora")
    assert dora > kan + 1
    assert told(follow, events[:dora]) == []
    (ruling,) = follow.feed(events[dora]).rulings
    assert ruling.code == "KR301" and str(ruling.text).startswith(str(shown_as(events[dora]["dora_marker"])))
    assert follow.table is not None and len(follow.table.indicators) == 2 and None not in follow.table.indicators


def shown_as(name: str) -> str:
    from kanrules.pieces.mjai_tiles import read_tile
    from kanrules.pieces.tiles import NAMES

    return NAMES[read_tile(name)]


def test_an_illegal_kan_is_a_difference_at_once() -> None:
    events = hand_with("ryukyoku", kans=["daiminkan"])
    at = next(at for at, event in enumerate(events) if event["type"] == "daiminkan")
    follow = Follow(load_ruleset("tenhou").with_options({"kan.min_live_tiles": 69}, set_by="test"))
    for event in events[:at]:
        assert not follow.feed(event).differences
    (difference,) = follow.feed(events[at]).differences
    assert "daiminkan" in difference.recorded and difference.code == "KR203"


def test_a_ron_is_settled_once_no_other_player_may_win_on_its_tile() -> None:
    events = hand_with("hora", "hora")
    follow, over = Follow("tenhou"), []
    for at, event in enumerate(events):
        if follow.feed(event).replay is not None:
            over.append(at)
    rons = [at for at, event in enumerate(events) if event["type"] == "hora"]
    assert over == [rons[-1] + 1]


def test_a_draw_is_settled_with_its_own_event() -> None:
    events = hand_with("ryukyoku")
    follow = Follow("tenhou")
    updates = [(event["type"], follow.feed(event)) for event in events]
    assert [kind for kind, update in updates if update.replay is not None] == ["ryukyoku"]


def test_what_a_later_event_corrects_is_withdrawn() -> None:
    """A second win after a tsumo that already ended the hand: the record contradicts what was settled."""
    events = hand_with("hora")
    at = next(at for at, event in enumerate(events) if event["type"] == "hora")
    again = {**events[at], "deltas": [0, 0, 0, 0]}
    doubled = [*events[: at + 1], again, *events[at + 1 :]]
    rules = load_ruleset("tenhou")
    assert followed(rules, doubled) == replayed(rules, doubled)


# --- what may be asked in between -------------------------------------------------------------------------------------


def test_the_table_is_the_one_after_the_last_event() -> None:
    events = hand_with("ryukyoku")
    follow = Follow("tenhou")
    assert follow.kyoku is None and follow.table is None
    rivers = 0
    for event in events:
        follow.feed(event)
        rivers += event["type"] == "dahai"
        if follow.table is not None:
            assert sum(map(len, follow.table.rivers)) == rivers
    assert follow.kyoku is not None and follow.kyoku.outcome is not None


def test_a_followed_hand_lists_its_legal_actions_and_is_not_changed_by_a_copy() -> None:
    events = hand_with("hora")
    follow = Follow("tenhou")
    for event in events[:6]:
        follow.feed(event)
    assert follow.kyoku is not None
    legal = follow.kyoku.legal_actions()
    follow.kyoku.copy().push(next(action for action in legal if not isinstance(action, Draw)))
    assert follow.kyoku.legal_actions() == legal


# --- what cannot be read ----------------------------------------------------------------------------------------------


def test_an_impossible_event_is_refused_and_the_next_hand_is_followed() -> None:
    first, second = hand_with("hora"), hand_with("ryukyoku")
    follow = Follow("tenhou")
    for event in first[:5]:
        follow.feed(event)
    with pytest.raises(UnreadableError, match="does not hold"):
        follow.feed({"type": "dahai", "actor": first[4].get("actor", 0), "pai": "C", "tsumogiri": False})
    assert not any(follow.feed(event) for event in first[5:-1])
    ended = [update for update in map(follow.feed, second) if update.replay is not None]
    assert [update.replay.result for update in ended if update.replay] == ["exhaustive_draw"]


def test_an_indicator_that_is_shown_is_one_of_the_four_tiles_of_its_kind() -> None:
    hands = [
        "1m1m1m9s9s9s2p3p5p7pESW",
        "2m2m2m3m3m3m4m4m4m6m6m6m7m",
        "1p1p1p4p4p4p6p6p6p8p8p8p9p",
        "1s1s1s2s2s2s3s3s3s4s4s4s6s",
    ]
    begins = {"bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "scores": [25000] * 4, "dora_marker": "N"}
    follow = Follow("tenhou")
    for event in (
        {"type": "start_kyoku", "tehais": [re.findall(r"\d?[mpsESWN]", hand) for hand in hands], **begins},
        {"type": "tsumo", "actor": 0, "pai": "1m"},
        {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4},
        {"type": "dora", "dora_marker": "9s"},
    ):
        follow.feed(event)
    assert follow.kyoku is not None and follow.kyoku.unseen_counts is not None
    assert follow.kyoku.unseen_counts[parse_tile("9s")] == 0, "no other 9s can still appear"
    with pytest.raises(UnreadableError, match="9s"):
        follow.feed({"type": "tsumo", "actor": 0, "pai": "9s"})


@pytest.mark.parametrize("event", ["", "  \n", b"", {"type": "none"}, '{"type": "end_kyoku"}'])
def test_what_says_nothing_brings_nothing(event: Any) -> None:
    assert Follow("tenhou").feed(event) == Update()


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ("{", "not JSON"),
        ('{"type": "tsumo", "actor": 0, "pai": "1m"}', "outside start_kyoku"),
        ('{"type": "start_kyoku"}', "bakaze"),
    ],
)
def test_what_cannot_be_an_event_is_one_clear_error(event: str, says: str) -> None:
    with pytest.raises(UnreadableError, match=says):
        Follow("tenhou").feed(event)
    with pytest.raises(TypeError):
        Follow("tenhou").feed(7)  # type: ignore[arg-type]


def test_one_players_view_is_refused_with_its_reason() -> None:
    (start, *_) = [event for event in hand_with("hora") if event["type"] == "start_kyoku"]
    start["tehais"][2] = ["?"] * 13
    with pytest.raises(UnreadableError, match="one player's view"):
        Follow("tenhou").feed(start)


def test_a_hand_for_another_number_of_players_is_out_of_scope() -> None:
    with pytest.raises(UnreadableError, match="4 players"):
        for event in hand_with("hora"):
            Follow("tenhou-3p").feed(event)


@pytest.mark.parametrize("name", ["tenhou", "ema-2016"])
@pytest.mark.parametrize("red", [b"5mr", b"5m"], ids=["red fives", "no red fives"])
def test_the_number_of_red_fives_is_found_out_from_the_tiles(name: str, red: bytes) -> None:
    """No event says it, and the rules of the house may have another number."""
    events = games()[0]
    if red == b"5m":
        events = [re.sub(rb"(5[mps])r", rb"\1", line) for line in events]
    rules = load_ruleset(name)
    assert any(b'"5mr"' in line for line in events) == (red == b"5mr")
    assert followed(rules, events) == replayed(rules, events)
