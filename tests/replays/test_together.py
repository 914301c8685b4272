"""Records judged together: each hand is judged as it would be alone, and a fault stops the hands behind it and no other
record.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from kanrules import Ruleset, UnreadableError, load_ruleset
from kanrules.corpus import audited as record_module
from kanrules.corpus import make_plan
from kanrules.corpus.audited import HANDS, Audited, audit_members, audit_records
from kanrules.corpus.chunks import chunks
from kanrules.corpus.pool import in_this_process
from kanrules.pieces.actions import Discard, Draw
from kanrules.records import Record, all_members, open_records
from kanrules.records.recorded import RecordedHand
from kanrules.replays.hand import HandReplay, replay_hand, replay_hands

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))


@pytest.fixture(scope="module", params=["tenhou", "ema-2016", pytest.param("wrc-2025", marks=pytest.mark.long)])
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return load_ruleset(request.param)


def hands() -> list[RecordedHand]:
    found = []
    for record in open_records(GAMES):
        assert isinstance(record, Record)
        found += list(record.hands)
    return found


def told(report: HandReplay | Exception) -> tuple[object, ...]:
    assert isinstance(report, HandReplay)
    kyoku = report.kyoku
    return (
        report.name,
        report.differences,
        report.not_compared,
        report.kans,
        kyoku.events,
        kyoku.findings,
        kyoku.outcome,
    )


@pytest.mark.rest
def test_hands_judged_together_are_judged_as_each_alone(rules: Ruleset) -> None:
    recorded = hands()
    assert len(recorded) > 100
    together = replay_hands((rules, hand, True) for hand in recorded)
    alone = [replay_hand(rules, hand) for hand in recorded]
    assert [told(report) for report in together] == [told(report) for report in alone]


def not_held(hand: RecordedHand) -> RecordedHand:
    """The same with a first discard that nobody holds, so that it cannot be followed."""
    at, discard = next((at, step) for at, step in enumerate(hand.steps) if isinstance(step, Discard))
    drawn = hand.steps[at - 1]
    assert isinstance(drawn, Draw)
    nowhere = next(tile for tile in range(34) if tile not in (*hand.hands[discard.seat], drawn.tile))
    hand.steps[at] = Discard(discard.seat, nowhere)
    return hand


def too_many(hand: RecordedHand) -> RecordedHand:
    """The same dealt with five of a tile, which no table has."""
    hand.hands = ((0,) * 5 + hand.hands[0][5:], *hand.hands[1:])
    return hand


def test_a_hand_that_cannot_be_judged_keeps_no_other_from_it() -> None:
    rules = load_ruleset("tenhou")
    some = hands()[:6]
    not_held(some[3])
    too_many(some[5])  # it fails at the deal, long before the other fails at its first discard
    judged = replay_hands((rules, hand, True) for hand in some)
    assert [isinstance(one, UnreadableError) for one in judged] == [False, False, False, True, False, True]
    with pytest.raises(UnreadableError) as alone:
        replay_hand(rules, not_held(hands()[3]))
    assert str(judged[3]) == str(alone.value)


def audited(given: Iterator[RecordedHand], *, compare: list[str]) -> Audited:
    (record,) = open_records([GAMES[0]])
    assert isinstance(record, Record)
    record.hands = given
    return audit_records([record], make_plan("tenhou", compare))[0]


@pytest.mark.parametrize("compare", [[], ["ema-2016"]])
def test_an_audit_keeps_the_hands_before_one_that_cannot_be_and_names_that_one(compare: list[str]) -> None:
    some = hands()[: HANDS + 4]
    not_held(some[HANDS + 2])
    found = audited(iter(some), compare=compare)
    assert found.hands == HANDS + 2
    assert found.unreadable.startswith(f"{some[HANDS + 2].name}: ")


@pytest.mark.parametrize("compare", [[], ["ema-2016"]])
def test_an_audit_keeps_the_hands_before_one_that_cannot_be_read(compare: list[str]) -> None:
    def broken() -> Iterator[RecordedHand]:
        yield from hands()[:3]
        raise UnreadableError("hand 4, event 7: torn")

    found = audited(broken(), compare=compare)
    assert (found.hands, found.unreadable) == (3, "hand 4, event 7: torn")


def broken_corpus() -> list[Record]:
    """Games of which one cannot be judged from its second hand on, and one cannot be read from its third on."""
    records = [record for record in open_records(GAMES[:8]) if isinstance(record, Record)]
    second, fifth = list(records[1].hands), list(records[4].hands)
    not_held(second[1])

    def torn() -> Iterator[RecordedHand]:
        yield from fifth[:2]
        raise UnreadableError("torn")

    records[1].hands, records[4].hands = iter(second), torn()
    return records


@pytest.mark.parametrize("compare", [[], ["ema-2016", "wrc-2025"]])
def test_records_judged_together_are_audited_as_each_alone(compare: list[str]) -> None:
    plan = make_plan("tenhou", compare)
    together = audit_records(broken_corpus(), plan)
    alone = [one for record in broken_corpus() for one in audit_records([record], plan)]
    assert [bool(one.unreadable) for one in together] == [at in (1, 4) for at in range(8)]
    assert (together[1].hands, together[4].hands) == (1, 2)
    assert together == alone


@pytest.mark.rest
def test_it_makes_no_difference_how_many_records_are_judged_together(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, members = make_plan("tenhou", []), list(all_members(GAMES))
    usual = list(audit_members(members, plan))
    assert len(usual) == len(GAMES)
    for name, few in (("RECORDS", 3), ("LARGE", 1), ("HANDS", 2)):
        with monkeypatch.context() as patch:
            patch.setattr(record_module, name, few)
            assert list(audit_members(members, plan)) == usual


def test_an_audit_leaves_the_collector_as_it_was() -> None:
    before = gc.get_threshold()
    during = []
    for _ in in_this_process(chunks(GAMES[:3]), make_plan("tenhou", [])):
        during.append(gc.get_threshold())
    assert during == [before]
    assert gc.get_threshold() == before
