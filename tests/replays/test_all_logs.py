"""Every recorded human game there is, judged: no difference but in the records that tests/NOTES.md proves to be
broken.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from kanrules import audit

LOGS = Path(__file__).parents[3] / "shared" / "logs"
BROKEN = {f"mahjongrepository-tenhou-python-bot.zip!{number}.mjlog" for number in (23, 24, 25)}

pytestmark = [
    pytest.mark.skipif(
        not LOGS.is_dir(), reason="recorded human games are not part of the repository; put them in ../shared/logs"
    ),
    pytest.mark.skipif(not os.environ.get("KANRULES_ALL_LOGS"), reason="takes a minute: set KANRULES_ALL_LOGS=1"),
]


def test_all_recorded_games_of_tenhou_replay_without_a_difference() -> None:
    wrong: set[str] = set()
    reasons: Counter[str] = Counter()
    records = hands = kans = 0
    for judged in audit([LOGS / "mjlog", LOGS / "tenhou6"], "tenhou", jobs=None):
        if judged.out_of_scope:
            reasons["three" if "three players" in judged.out_of_scope else judged.out_of_scope] += 1
            continue
        records += 1
        hands += judged.hands
        kans += len(judged.kans)
        if judged.differences or judged.unreadable:
            wrong.add(Path(judged.file).name)
    print(f"\n{records} records, {hands} hands, {kans} kans; out of scope: {dict(reasons)}")
    assert wrong == BROKEN
    assert set(reasons) == {"three", *(reason for reason in reasons if "chip table" in reason)}
    assert records > 7000 and hands > 54000 and kans > 10000


def test_all_recorded_games_of_mahjong_soul_replay_without_a_difference() -> None:
    judged = list(audit([LOGS / "mjsoul"], "mahjong-soul"))
    assert judged
    assert [(one.file, one.differences, one.unreadable) for one in judged if one.differences or one.unreadable] == []
