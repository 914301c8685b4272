"""Where another ruleset would have ruled otherwise, claimed only as far as the play would have been the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kanrules import Ruleset, load_ruleset
from kanrules.corpus.audited import AuditPlan, audit_records
from kanrules.corpus.other_rules import Comparison
from kanrules.pieces.actions import Ankan, Daiminkan, Discard, Shouminkan
from kanrules.pieces.events import KandoraTurned, ResultType, RinshanDraw, Turned
from kanrules.records import Record, open_records
from kanrules.replays.hand import HandReplay, replay_hand
from tests.corpus.plain import compare_hand

GAMES = Path(__file__).parents[1] / "games"
TENHOU = load_ruleset("tenhou")


@cache
def hands() -> tuple[HandReplay, ...]:
    """All hands of the shipped games that Tenhou's rules agree with."""
    return tuple(_replayed())


def _replayed() -> Iterator[HandReplay]:
    for record in open_records(sorted(GAMES.glob("*.mjson.gz"))):
        assert isinstance(record, Record)
        for hand in record.hands:
            report = replay_hand(TENHOU, hand)
            if not report.differences:
                yield report


def variant(**options: Any) -> Ruleset:
    return TENHOU.with_options({key.replace("__", "."): value for key, value in options.items()})


def compared(hand: HandReplay, rules: Ruleset) -> tuple[Comparison, list[str]]:
    into = Comparison("other")
    return into, compare_hand(into, "game", hand, rules)


def kandora(hand: HandReplay, *instants: Turned) -> list[int]:
    return [
        at for at, event in enumerate(hand.kyoku.events) if type(event) is KandoraTurned and event.instant in instants
    ]


LATE = (Turned.DISCARD, Turned.NEXT_KAN_DECLARATION)


@pytest.mark.rest
def test_a_ruleset_never_differs_from_itself() -> None:
    into = Comparison("tenhou")
    for hand in hands():
        assert compare_hand(into, "game", hand, TENHOU) == []
    assert into.hands == len(hands()) and not into.touched and not into.open_ended and not into.wins_changed
    assert into.wins == sum(len(hand.kyoku.outcome.wins) for hand in hands() if hand.kyoku.outcome)


def test_an_indicator_seen_before_the_discard_leaves_the_rest_of_the_hand_open() -> None:
    earlier = variant(kandora__daiminkan="declaration", kandora__shouminkan="declaration")
    seen = 0
    for hand in hands():
        into, codes = compared(hand, earlier)
        if not kandora(hand, *LATE):
            continue
        seen += 1
        assert codes == ["KR305"]
        assert into.open_ended == into.touched == into.touched_by_kans == 1
        assert not into.wins, "a player chose a discard under another indicator"
        first = into.codes["KR305"].first
        assert first is not None and first.ruled.endswith(("with the discard", "next kan is completed"))
        assert first.otherwise.endswith("when the kan is completed")
    assert seen > 300


def test_nothing_after_the_first_moment_is_claimed() -> None:
    earlier = variant(kandora__daiminkan="declaration", kandora__shouminkan="declaration")
    several = [hand for hand in hands() if len(kandora(hand, *LATE)) > 1]
    assert several
    for hand in several:
        into, _ = compared(hand, earlier)
        first = into.codes["KR305"].first
        assert first is not None and first.at == kandora(hand, *LATE)[0]


def test_an_indicator_turned_once_the_discard_has_passed_changes_the_ron_on_that_discard() -> None:
    later = variant(kandora__daiminkan="discard_passed", kandora__shouminkan="discard_passed")
    seen = changed = 0
    for hand in hands():
        outcome, events = hand.kyoku.outcome, hand.kyoku.events
        late = kandora(hand, Turned.DISCARD)
        if not late or outcome is None or outcome.type is not ResultType.RON or hand.kyoku.announced is not None:
            continue
        discards_after = [event for event in events[late[0] :] if isinstance(event, Discard)]
        into, codes = compared(hand, later)
        assert "KR305" in codes
        if discards_after:
            assert into.open_ended and not into.wins
        else:
            # The ron fell on the very discard that turned it: nobody decided anything in between, so the win is
            # compared.
            seen += 1
            assert not into.open_ended and into.wins == len(outcome.wins)
            counted = sum(win.value.dora for win in outcome.wins)
            changed += bool(into.wins_changed)
            if not counted:
                assert not into.wins_changed
            if into.wins_changed:
                assert set(into.causes) == {"kandora"} and into.points_moved > 0 and into.codes["KR301"].hands == 1
    assert seen and changed


def test_the_replacement_draw_is_nobodys_decision() -> None:
    with_the_draw = variant(kandora__ankan="rinshan_draw")
    seen = 0
    for hand in hands():
        at_once = kandora(hand, Turned.DECLARATION)
        into, codes = compared(hand, with_the_draw)
        assert not into.open_ended
        if at_once:
            seen += 1
            assert codes == ["KR305"]
            assert into.wins == len(hand.kyoku.outcome.wins if hand.kyoku.outcome else ())
            assert not into.wins_changed
        else:
            assert codes == []
    assert seen > 50


def test_a_rinshan_win_that_would_count_an_indicator_which_the_record_never_shows_is_not_valued() -> None:
    earlier = variant(kandora__daiminkan="declaration", kandora__shouminkan="declaration")
    seen = 0
    for hand in hands():
        events, outcome = hand.kyoku.events, hand.kyoku.outcome
        if (
            outcome is None
            or outcome.type is not ResultType.TSUMO
            or not any(isinstance(e, RinshanDraw) for e in events[-4:])
        ):
            continue
        kans = [event for event in events if isinstance(event, (Ankan, Daiminkan, Shouminkan))]
        if not isinstance(kans[-1], Ankan) and len(kans) == 1:
            into, codes = compared(hand, earlier)
            seen += 1
            assert (into.wins, into.wins_unknown, into.wins_changed) == (0, 1, 0)
            assert codes == ["KR305", "KR301"]
    assert seen


def test_a_play_that_the_other_ruleset_forbids_is_the_last_thing_claimed() -> None:
    no_kan_in_riichi = variant(riichi_kan__level="forbidden")
    seen = 0
    for hand in hands():
        in_riichi = [kan for kan in hand.kyoku.kans if kan.in_riichi]
        into, codes = compared(hand, no_kan_in_riichi)
        if in_riichi:
            seen += 1
            assert codes == ["KR207"]
            assert (into.open_ended, into.wins, into.areas) == (1, 0, {"legality": 1})
        else:
            assert codes == []
    assert seen


def test_a_draw_that_the_other_ruleset_does_not_have_leaves_the_hand_going_on() -> None:
    without = variant(four_kans__several_players="play_on")
    seen = 0
    for hand in hands():
        into, codes = compared(hand, without)
        if hand.result == "four_kans":
            seen += 1
            assert codes == ["KR502"]
            assert into.areas == {"draws": 1} and into.touched_by_kans == 1 and not into.points_moved
        else:
            assert codes == []
    assert seen > 50


def test_a_fourth_kan_that_ends_the_hand_earlier_ends_the_claim() -> None:
    at_once = variant(four_kans__abort_at="declaration")
    ended = [hand for hand in hands() if hand.result == "four_kans"]
    for hand in ended:
        into, codes = compared(hand, at_once)
        assert codes == ["KR501"] and into.open_ended and into.areas == {"draws": 1}
    assert ended


def test_a_limit_rounded_up_moves_points_and_nothing_else() -> None:
    rounded = variant(scoring__kiriage_mangan=True)
    into = Comparison("rounded")
    for hand in hands():
        compare_hand(into, "game", hand, rounded)
    # A mangan is 2000 points of base; 4 han 30 fu and 3 han 60 fu are 1920.
    wins = [(win, hand) for hand in hands() if hand.kyoku.outcome for win in hand.kyoku.outcome.wins]
    narrow = [win for win, _ in wins if win.value.base == 1920]
    assert into.wins_changed == len(narrow) > 0
    assert set(into.causes) == {"limits"} and into.areas == {"scoring": into.touched}
    # By ron 12000 for 11600 and 8000 for 7700; by tsumo 3 x 4000 for 3 x 3900, and 8000 for 2 x 2000 and 3900.
    moved = [
        (400 if win.seat == 0 else 300) if win.source is not None else (300 if win.seat == 0 else 100) for win in narrow
    ]
    assert into.points_moved == sum(moved)
    assert into.points == sum(change for win, _ in wins for change in win.changes if change > 0)
    assert into.largest is not None and into.largest.points == max(moved)


def test_only_the_nearest_wins_under_head_bump() -> None:
    nearest = variant(wins__simultaneous="head_bump", draws__sanchahou="off")
    several = [hand for hand in hands() if hand.kyoku.outcome and len(hand.kyoku.outcome.wins) == 2]
    assert several
    for hand in several:
        into, codes = compared(hand, nearest)
        assert "KR299" in codes and into.wins == 1
    three = [hand for hand in hands() if hand.result == "sanchahou"]
    assert three
    for hand in three:
        into, codes = compared(hand, nearest)
        assert codes == ["KR504"] and into.areas == {"draws": 1}


def test_without_liability_another_pays() -> None:
    nobody = variant(sekinin_barai__yakuman=[])
    seen = 0
    for hand in hands():
        into, codes = compared(hand, nobody)
        liable = [win for win in (hand.kyoku.outcome.wins if hand.kyoku.outcome else ()) if win.liable]
        if not liable:
            assert codes == []
            continue
        seen += 1
        assert codes == ["KR402"] and into.areas == {"liability": 1}
        (win,) = liable
        if win.source == win.liable[0].seat:
            assert not into.points_moved, "who is liable discarded the tile and pays all of it either way"
        else:
            assert into.points_moved > 0
    assert seen


def test_a_hand_that_differs_from_its_own_ruleset_is_not_compared() -> None:
    rules = load_ruleset("ema-2016")
    (record,) = open_records([GAMES / "four-kans.mjson.gz"])
    assert isinstance(record, Record)
    audited = audit_records([record], AuditPlan(rules, (("tenhou", TENHOU),)))[0]
    different = len({found.hand for found in audited.differences})
    assert different
    assert audited.compared["tenhou"].skipped == different
    assert audited.compared["tenhou"].hands == audited.hands - different


@pytest.mark.parametrize("name", ["ema-2016", "wrc-2025", "m-league", "mahjong-soul"])
def test_every_count_of_a_comparison_fits_the_others(name: str) -> None:
    rules = load_ruleset(name)
    into = Comparison(name)
    touched = 0
    for hand in hands():
        touched += bool(compare_hand(into, "game", hand, rules))
    assert into.touched == touched
    assert into.touched_by_kans <= touched <= sum(into.areas.values())
    assert all(counted.hands <= touched and counted.first is not None for counted in into.codes.values())
    assert into.wins_changed == sum(counted.hands for counted in into.causes.values()) <= into.wins
    assert into.points_moved == sum(counted.points for counted in into.causes.values()) <= into.points
    assert into.largest is None or into.largest.points <= into.points_moved


def test_rulesets_for_another_number_of_players_are_said_to_be_and_not_skipped() -> None:
    three = load_ruleset("tenhou-3p")
    record = next(open_records([GAMES / "four-kans.mjson.gz"]))
    assert isinstance(record, Record)
    count = len(list(record.hands))
    again = next(open_records([GAMES / "four-kans.mjson.gz"]))
    assert isinstance(again, Record)
    audited = audit_records([again], AuditPlan(TENHOU, (("tenhou-3p", three), ("ema-2016", load_ruleset("ema-2016")))))[
        0
    ]
    theirs, other = audited.compared["tenhou-3p"], audited.compared["ema-2016"]
    assert (theirs.hands, theirs.skipped, theirs.other_players) == (0, 0, count)
    assert theirs.is_for_others and not other.is_for_others
    assert other.hands + other.skipped == count and other.other_players == 0
    alone = Comparison("tenhou-3p")
    assert compare_hand(alone, "game", hands()[0], three) == []
    assert (alone.hands, alone.skipped, alone.other_players) == (0, 0, 1)
    alone.merge(theirs)
    assert alone.other_players == count + 1
