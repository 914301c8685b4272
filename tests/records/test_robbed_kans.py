"""A kan that is robbed, an ankan among them, is written and read in every format, and replays without a difference."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from kanrules.errors import UnreadableError
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.options import AnkanRobbery
from kanrules.pieces.actions import Ankan, Discard, Draw, Ron, Shouminkan
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.tiles import SEATS, Seat, full_set, parse_tiles
from kanrules.records import Record, read_data
from kanrules.records.builder import HandBuilder
from kanrules.records.recorded import RecordedHand, RecordedWin, Reveal
from kanrules.replays import Replay
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from tests.records.formats import WRITERS, shipped, without_reveals
from tests.records.selfplay import hands_of, played, recorded
from tests.records.test_round_trips import MJAI_GAMES

EAST, SOUTH = Seat.EAST, Seat.SOUTH
ROBBED_BY_KOKUSHI = [
    rules.id
    for rules in map(load_ruleset, bundled_ids())
    if rules.chankan.ankan is AnkanRobbery.KOKUSHI and rules.table.players == 4
]


def kokushi_robs_an_ankan(rules: Ruleset) -> RecordedHand:
    """In the second go-around east draws the fourth 6z and kans; south waits on it with thirteen others."""
    dealt = [parse_tiles("666z234m234p1123s"), parse_tiles("19m19p19s1234577z")]
    rest = full_set(rules.scoring.red_fives)
    for tile in (*dealt[0], *dealt[1], 32):
        rest.remove(tile)
    dealt += [rest[:13], rest[13:26]]
    wall = [dealt[seat][4 * part + at] for part in range(3) for seat in range(4) for at in range(4)]
    wall += [*(hand[12] for hand in dealt), *rest[26:30], 32, *rest[30:]]
    kyoku = KyokuMachine(rules, wall=wall)
    for seat, tile in zip(SEATS, rest[26:30], strict=True):
        kyoku.push(Draw(seat))
        kyoku.push(Discard(seat, tile, tsumogiri=True))
    for action in (Draw(EAST), Ankan(EAST, 32), Ron(SOUTH)):
        kyoku.push(action)
    if kyoku.outcome is None:
        kyoku.settle(())
    return recorded(kyoku, hands_of(wall))


def read(form: str, hand: RecordedHand) -> Record:
    (record,) = read_data(WRITERS[form]([hand]), "again")
    assert isinstance(record, Record), record
    assert not record.out_of_scope
    return record


def test_ten_bundled_rulesets_or_more_let_kokushi_rob_an_ankan() -> None:
    assert len(ROBBED_BY_KOKUSHI) >= 10


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("name", ROBBED_BY_KOKUSHI)
def test_a_kokushi_that_robs_an_ankan_is_read_and_judged_in_every_format(name: str, form: str) -> None:
    rules = load_ruleset(name)
    hand = kokushi_robs_an_ankan(rules)
    assert hand.wins[0].source is EAST and hand.wins[0].tile == 32
    judged = Replay(read(form, hand), rules)
    assert judged.differences == []
    (report,) = judged.hands
    assert [step for step in report.recorded.steps if isinstance(step, Ankan)] == [Ankan(EAST, 32)]
    (win,) = report.recorded.wins
    assert (win.seat, win.source, win.tile, win.changes) == (SOUTH, EAST, 32, hand.wins[0].changes)
    assert report.kans[-1].robbed


@pytest.mark.parametrize("form", WRITERS)
def test_a_robbed_shouminkan_is_read_in_every_format(form: str) -> None:
    found = 0
    for name in MJAI_GAMES:
        for hand in shipped(name):
            if not hand.wins or not isinstance(without_reveals(hand)[-1], Shouminkan):
                continue
            found += 1
            (again,) = read(form, hand).hands
            assert [str(step) for step in without_reveals(again)] == [str(step) for step in without_reveals(hand)]
            assert [(win.seat, win.source, win.tile, win.changes) for win in again.wins] == [
                (win.seat, win.source, win.tile, win.changes) for win in hand.wins
            ]
    assert found >= 5


# --- who did something last ---------------------------------------------------------------------------------------


def builder() -> HandBuilder:
    hands = [
        parse_tiles(text)
        for text in ("666z234m234p1123s", "19m19p19s1234577z", "4455m44556p345s7z", "67m778899p66678s")
    ]
    return HandBuilder(
        round_wind=0, dealer=0, honba=0, sticks=0, scores=[25000] * 4, hands=hands, indicator=6, red_fives=0
    )


def win(seat: Seat, source: Seat | None) -> RecordedWin:
    return RecordedWin(seat, source, None, (0, 0, 0, 0))


def test_a_discard_after_which_somebody_drew_is_neither_called_nor_won() -> None:
    for late in ("chi", "pon", "daiminkan", "win"):
        hand = builder()
        hand.draw(0, 13)
        hand.discard(0, 13)
        hand.draw(1, 3)
        with pytest.raises(UnreadableError, match=r"not just discarded|has just discarded nothing"):
            if late == "chi":
                hand.chi(1, 0, 13, parse_tiles("67p"))
            elif late == "pon":
                hand.pon(2, 0, 13, parse_tiles("55p"))
            elif late == "daiminkan":
                hand.daiminkan(2, 0, 13)
            else:
                hand.win(2, 0, win(Seat.WEST, EAST))


def test_the_tile_of_a_kan_is_won_but_not_called() -> None:
    hand = builder()
    hand.draw(0, 32)
    hand.ankan(0, 32)
    assert hand.discarder == 0
    with pytest.raises(UnreadableError, match="not just discarded"):
        hand.pon(2, 0, 32, [32, 32])
    hand.win(1, 0, win(SOUTH, EAST))
    assert hand.hand.wins[0].tile == 32


def test_a_kan_whose_replacement_tile_is_drawn_is_no_longer_robbed() -> None:
    hand = builder()
    hand.draw(0, 32)
    hand.ankan(0, 32)
    hand.draw(0, 9)
    with pytest.raises(UnreadableError, match="has not just discarded"):
        hand.win(1, 0, win(SOUTH, EAST))


def test_three_who_rob_a_kan_end_the_hand_as_three_who_win_on_a_discard() -> None:
    hand = builder()
    hand.draw(0, 32)
    hand.ankan(0, 32)
    hand.end_in_draw(None, [0, 0, 0, 0])
    assert hand.hand.draw is not None and hand.hand.draw.type is ResultType.SANCHAHOU


def test_an_indicator_before_anything_was_done_is_no_crash() -> None:
    for instant in Turned:
        hand = builder()
        hand.reveal(3, instant)
        assert hand.last is None and hand.discarder == -1


@pytest.mark.rest
@pytest.mark.parametrize("form", WRITERS)
def test_a_win_on_an_older_tile_is_unreadable_in_every_format(form: str) -> None:
    """The winner takes what was discarded before somebody else drew."""
    rules = load_ruleset("mahjong-soul")
    counted: Counter[str] = Counter()
    for seed in range(200):
        hand = played(rules, seed)
        if len(hand.wins) != 1 or hand.wins[0].source is None:
            continue
        source = hand.wins[0].source
        shown = [step.tile for step in hand.steps if isinstance(step, Draw | Reveal)]
        seen = Counter([*shown, *hand.hands[0], *hand.hands[1], *hand.hands[2], *hand.hands[3], hand.indicator])
        free = next((tile for tile in range(27, 34) if seen[tile] + (hand.wins[0].ura or ()).count(tile) < 4), None)
        if free is None:
            continue
        late = replace(hand, steps=[*hand.steps, Draw(Seat((source + 1) % 4), free)])
        with pytest.raises(UnreadableError):
            list(read(form, late).hands)
        counted["late"] += 1
    assert counted["late"]


def test_an_ankan_that_a_record_leaves_out_when_thirteen_orphans_rob_it_is_inferred() -> None:
    """RiichiEnv writes no event for it; the player who is robbed holds all four tiles."""
    rules = load_ruleset("mahjong-soul")
    hand = kokushi_robs_an_ankan(rules)
    for with_tile in (True, False):
        lines = []
        for line in WRITERS["mjai"]([hand]).splitlines():
            event = msgspec.json.decode(line)
            if event["type"] == "hora" and not with_tile:
                del event["pai"]
            if event["type"] not in ("ankan", "dora"):
                lines.append(msgspec.json.encode(event))
        (record,) = read_data(b"\n".join(lines), "robbed")
        assert isinstance(record, Record)
        replay = Replay(record, rules)
        (judged,) = replay
        assert isinstance(judged.recorded.steps[-1], Ankan) and judged.kans[0].robbed
        assert judged.differences == []
        assert "the robbed ankan (not in the record; it follows from the win)" in replay.not_compared
