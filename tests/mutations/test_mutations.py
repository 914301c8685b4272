"""The judge of records misses nothing: valid records of every format are altered, and it notices.

Two figures a format: alterations that change legality, result, score or sequence, and those of a statement that the
record makes twice. At least 98 % of each and 90 % of every class are noticed. What must not be noticed, since the game
stays as good as it was, is not altered: see `alterations`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutations.bases import FORMATS, RULES, of_records, of_three, recorded, rules, shipped, whole_majiang, written
from tests.mutations.runner import Score, decoded, encoded, run, told
from tests.records.formats import GAMES

LOGS = Path(__file__).parents[3] / "shared" / "logs"
SEED = 20250101


def accused(data: bytes, name: str) -> list[str]:
    """What is said against a record, apart from what it leaves out."""
    return [what for what in told(data, rules(name)) if not what.startswith("not compared")]


def held(form: str, score: Score) -> None:
    print(f"\n{form}: a {100 * score.share(False):.1f} %, b {100 * score.share(True):.1f} %")
    print("\n".join(score.table()))
    assert score.weak(0.9) == [], score.missed
    assert score.share(False) >= 0.98 and score.share(True) >= 0.98, score.missed


@pytest.mark.rest
@pytest.mark.sample(2)
@pytest.mark.parametrize("form", FORMATS)
def test_the_judge_notices_what_is_altered_in_a_record(form: str) -> None:
    held(form, run(form, shipped(form), rules(RULES[form]), seed=SEED, each=3))


@pytest.mark.parametrize("form", FORMATS)
def test_a_record_that_is_not_altered_is_not_accused(form: str) -> None:
    games = shipped(form)
    assert len(games) >= 14
    for data in games:
        for same in (data, encoded(form, decoded(form, data))):
            assert accused(same, RULES[form]) == [], data[:200]


@pytest.mark.long
@pytest.mark.skipif(
    not LOGS.is_dir(), reason="recorded human games are not part of the repository; put them in ../shared/logs"
)
@pytest.mark.parametrize("form", FORMATS)
def test_the_judge_notices_thousands_of_alterations_of_whole_games(form: str) -> None:
    games, law = list(whole(form)), RULES[form] if form in ("mjsoul", "majiang") else "tenhou"
    held(form, run(form, games, rules(law), seed=SEED + 1, each=60))


def whole(form: str) -> Iterator[bytes]:
    """Whole games of this format: recorded ones, and where there are few, recorded ones through a writer."""
    if form == "majiang":
        yield from whole_majiang()
        return
    if form == "mjsoul":
        yield from recorded(sorted(LOGS.glob("mjsoul/*.zip")))
        for hands in of_records([GAMES / "majiang.jsonl.gz"], rules("mahjong-soul")):
            yield written(form, hands)
        return
    archives = sorted(LOGS.glob("mjlog/spen428*-b*.zip")) + sorted(LOGS.glob("mjlog/thewaxmango*-b*.zip"))
    if form == "mjlog":
        for archive in archives:
            yield from itertools.islice(recorded([archive]), 12)
        return
    if form == "tenhou6":
        yield from itertools.islice(recorded(sorted(LOGS.glob("tenhou6/*.zip"))), 20)
    for archive in archives:
        for hands in itertools.islice(of_records([archive], rules("tenhou")), 8):
            yield written(form, hands)


@pytest.mark.rest
@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_the_judge_notices_what_is_altered_in_a_record_of_three(form: str) -> None:
    score = run(form, of_three(form), rules("tenhou-3p"), seed=SEED, each=4)
    assert {name for name, _ in score.tried if "kita" in name} >= {"kita removed", "kita of another player"}
    held(form, score)


@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_a_record_of_three_that_is_not_altered_is_not_accused(form: str) -> None:
    for data in of_three(form):
        for same in (data, encoded(form, decoded(form, data))):
            assert accused(same, "tenhou-3p") == [], data[:200]


@pytest.mark.long
@pytest.mark.skipif(
    not LOGS.is_dir(), reason="recorded human games are not part of the repository; put them in ../shared/logs"
)
def test_the_judge_notices_thousands_of_alterations_of_recorded_games_of_three() -> None:
    games = [
        data for archive in sorted(LOGS.glob("mjlog/*-3p.zip")) for data in itertools.islice(recorded([archive]), 40)
    ]
    held("mjlog", run("mjlog", games, rules("tenhou-3p"), seed=SEED + 2, each=60))
