"""Recorded games of three players, judged: no difference, and nothing that could not be compared."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kanrules import audit, load_ruleset
from kanrules.kyoku.machine import KyokuMachine
from kanrules.pieces.actions import Kita
from kanrules.records import Record, open_records
from kanrules.replays.record import Replay
from kanrules.replays.scope import out_of_scope

LOGS = Path(__file__).parents[3] / "shared" / "logs"
THREE = sorted(LOGS.glob("mjlog/*-3p.zip"))

pytestmark = pytest.mark.skipif(
    not THREE, reason="recorded human games are not part of the repository; put them in ../shared/logs"
)


@pytest.mark.rest
def test_all_recorded_games_of_three_replay_without_a_difference() -> None:
    found: Counter[str] = Counter()
    for judged in audit(THREE, "tenhou-3p", jobs=None):
        found["files"] += 1
        found["hands"] += judged.hands
        found["kans"] += len(judged.kans)
        found["kans in riichi"] += sum(kan.in_riichi for kan in judged.kans)
        found["differences"] += len(judged.differences)
        found["not compared"] += sum(judged.not_compared.values())
        found["left out"] += bool(judged.unreadable or judged.out_of_scope) + judged.broken_off
    assert found == {
        "files": 284, "hands": 2605, "kans": 433, "kans in riichi": 54, "differences": 0, "not compared": 0,
        "left out": 0,
    }  # fmt: skip


def games(number: int) -> list[Record]:
    return [record for record, _ in zip(open_records(THREE), range(number), strict=False) if isinstance(record, Record)]


def test_a_game_of_three_is_out_of_scope_for_rules_of_four_and_the_other_way_round() -> None:
    record = games(1)[0]
    assert "three players" in out_of_scope(record, load_ruleset("tenhou"))
    assert out_of_scope(record, load_ruleset("tenhou-3p")) == ""


def test_every_recorded_kita_was_among_the_legal_actions_and_no_chi_was() -> None:
    kitas = 0
    for record in games(6):
        for hand in Replay(record, load_ruleset("tenhou-3p")):
            kyoku = KyokuMachine.dealt(
                load_ruleset("tenhou-3p"), hand.recorded.hands, [hand.recorded.indicator], scores=hand.recorded.scores,
                red_fives=hand.recorded.red_fives,
            )  # fmt: skip
            for step in hand.recorded.steps:
                if isinstance(step, Kita):
                    assert step in kyoku.legal_actions()
                    kitas += 1
                assert not any(action.word == "chi" for action in kyoku.legal_actions())
                if hasattr(step, "word"):
                    kyoku.push(step)
    assert kitas > 50
