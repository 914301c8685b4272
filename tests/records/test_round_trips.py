"""A hand written in any format reads back as the same hand."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from kanrules.pieces.events import Turned
from kanrules.records import Record, read_data, write_mjai, write_tenhou6
from kanrules.records.recorded import RecordedHand, RecordedWin, Reveal
from kanrules.records.reveals import recorded_reveals
from kanrules.records.writing import indicators, with_reveals
from tests.records.formats import GAMES, mjlog, mjsoul_actions, mjsoul_wire, shipped

MJAI_GAMES = sorted(path.name for path in GAMES.glob("*.mjson.gz"))
MAJIANG_GAMES = ["majiang.jsonl.gz", "majiang-tenpai.json.gz"]
ALL_GAMES = [*MJAI_GAMES, *MAJIANG_GAMES]


def read_back(data: bytes) -> list[RecordedHand]:
    (record,) = read_data(data, "again")
    assert isinstance(record, Record), record
    assert not record.out_of_scope
    return list(record.hands)


def without_instants(hand: RecordedHand) -> list[object]:
    return [Reveal(step.tile) if isinstance(step, Reveal) else step for step in hand.steps]


def frame(hand: RecordedHand) -> RecordedHand:
    """All of a hand but its play, its end, and the marks that not every format has; none may be read as denied."""
    assert hand.contradictions == []
    return replace(
        hand,
        steps=[],
        wins=[],
        draw=None,
        later_indicators=None,
        accepted=None,
        final=None,
        final_points=None,
        notes=[],
    )


def essence(win: RecordedWin) -> tuple[object, ...]:
    return win.seat, win.source, win.tile, win.changes, win.han, win.fu, win.points


@pytest.mark.parametrize("name", ALL_GAMES)
def test_mjai_keeps_every_action_every_indicator_and_every_payment(name: str) -> None:
    hands = shipped(name)
    again = read_back("\n".join(write_mjai.lines(hands)).encode())
    assert [frame(hand) for hand in hands] == [frame(hand) for hand in again]
    assert [hand.steps for hand in hands] == [hand.steps for hand in again]
    assert [[(*essence(win), win.ura) for win in hand.wins] for hand in hands] == [
        [(*essence(win), win.ura) for win in hand.wins] for hand in again
    ]
    for before, after in zip(hands, again, strict=True):
        assert (before.draw is None) == (after.draw is None)
        if before.draw is not None and after.draw is not None:
            assert (before.draw.type, before.draw.changes) == (after.draw.type, after.draw.changes)
            assert before.draw.tenpai == after.draw.tenpai
    assert hands[-1].final == again[-1].final


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_order_of_play_is_found_again_from_tenhous_json(name: str) -> None:
    hands = shipped(name)
    again = read_back(msgspec.json.encode(write_tenhou6.game(hands)))
    for before, after in zip(hands, again, strict=True):
        assert [step for step in before.steps if not isinstance(step, Reveal)] == after.steps
        assert indicators(before) == (after.indicator, *(after.later_indicators or ()))
        assert frame(before) == frame(after)
        assert before.draw is None or (after.draw is not None and before.draw.type is after.draw.type)
        assert before.draw is None or (after.draw is not None and before.draw.changes == after.draw.changes)
        for win, same in zip(before.wins, after.wins, strict=True):
            assert (win.seat, win.source, win.tile, win.changes) == (same.seat, same.source, same.tile, same.changes)
            if not win.yakuman:  # which counts none
                assert (win.ura or ()) == (same.ura or ())
            if win.yaku is not None:
                assert (win.yaku, win.points, win.liable) == (same.yaku, same.points, same.liable)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_tenhous_xml_keeps_every_action_and_every_indicator_where_it_stands(name: str) -> None:
    hands = shipped(name)
    again = read_back(mjlog(hands))
    for before, after in zip(hands, again, strict=True):
        assert without_instants(before) == after.steps
        assert frame(before) == frame(after)
        assert before.draw is None or (after.draw is not None and before.draw.type is after.draw.type)
        assert before.draw is None or (after.draw is not None and before.draw.changes == after.draw.changes)
        for win, same in zip(before.wins, after.wins, strict=True):
            assert (win.seat, win.source, win.tile, win.changes) == (same.seat, same.source, same.tile, same.changes)
            assert win.liable == same.liable
            assert same.indicators == indicators(before)
            if win.yaku is not None:
                assert (win.yaku, win.yakuman, win.points) == (same.yaku, same.yakuman, same.points)


@pytest.mark.parametrize("name", MAJIANG_GAMES)
@pytest.mark.parametrize("form", ["json", "wire"])
def test_mahjong_souls_messages_keep_every_action_and_every_instant(name: str, form: str) -> None:
    hands = shipped(name)
    if form == "json":
        data = msgspec.json.encode({"head": {}, "data": [action for hand in hands for action in mjsoul_actions(hand)]})
    else:
        data = mjsoul_wire(hands)
    again = read_back(data)
    for before, after in zip(hands, again, strict=True):
        # Which of the dealer's fourteen tiles was the last is not in the format.
        assert [str(step) for step in before.steps if not isinstance(step, Reveal)] == [
            str(step) for step in after.steps if not isinstance(step, Reveal)
        ]
        kept = {Turned.DISCARD, Turned.RINSHAN_DRAW}
        assert [step for step in before.steps if isinstance(step, Reveal) and step.instant in kept] == [
            step for step in after.steps if isinstance(step, Reveal) and step.instant in kept
        ]
        for win, same in zip(before.wins, after.wins, strict=True):
            assert essence(win)[:4] == essence(same)[:4]
            assert (win.yaku, win.points) == (same.yaku, same.points)
            assert (win.ura or ()) == (same.ura or ())
        assert (before.draw is None) == (after.draw is None)
        assert before.draw is None or (after.draw is not None and before.draw.changes == after.draw.changes)


def test_the_pieces_of_several_winners_add_up_in_mahjong_souls_messages() -> None:
    several = [hand for hand in shipped("majiang.jsonl.gz") if len(hand.wins) > 1]
    assert several, "a shipped game has two winners"
    (again,) = read_back(mjsoul_wire(several[:1]))
    assert [win.changes for win in again.wins] == [win.changes for win in several[0].wins]


@pytest.mark.parametrize("name", MJAI_GAMES)
def test_indicators_return_to_the_instants_at_which_they_were_turned(name: str) -> None:
    for hand in shipped(name):
        turned = recorded_reveals(hand.steps)
        bare = replace(hand, steps=[step for step in hand.steps if not isinstance(step, Reveal)])
        assert without_instants(with_reveals(bare, turned)) == hand.steps


def test_an_indicator_of_a_kan_that_was_not_made_is_refused() -> None:
    hand = shipped("four-kans.mjson.gz")[0]
    with pytest.raises(ValueError, match="not 5"):
        with_reveals(hand, [(0, Turned.DISCARD, 5)])


def test_a_hand_that_breaks_off_is_written_to_mjai_and_refused_by_tenhous_json() -> None:
    hand = shipped("four-kans.mjson.gz")[0]
    cut = replace(hand, steps=hand.steps[:20], wins=[], draw=None, cut=True)
    (again,) = read_back("\n".join(write_mjai.lines([cut])).encode())
    assert again.cut and again.steps == cut.steps
    with pytest.raises(ValueError, match="is incomplete"):
        write_tenhou6.game([cut])


def test_no_shipped_hand_breaks_off() -> None:
    assert not [(name, hand.name) for name in ALL_GAMES for hand in shipped(name) if hand.cut]
