"""The judge of records misses nothing: valid records of every format are altered, and it notices.

Two figures a format: alterations that change legality, result, score or sequence, and those of a statement that the
record makes twice. At least 98 % of each and 90 % of every class are noticed. What must not be noticed, since the game
stays as good as it was, is not altered: see `alterations`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kanrules.records import Record, open_records
from tests.mutations.bases import FORMATS, RULES, of_records, rules, shipped, written
from tests.mutations.runner import Score, encoded, decoded, run, told

LOGS = Path(__file__).parents[3] / "shared" / "logs"
SEED = 20250101


def held(form: str, score: Score) -> None:
    print(f"\n{form}: a {100 * score.share(False):.1f} %, b {100 * score.share(True):.1f} %")
    print("\n".join(score.table()))
    assert score.weak(0.9) == [], score.missed
    assert score.share(False) >= 0.98 and score.share(True) >= 0.98, score.missed


@pytest.mark.parametrize("form", FORMATS)
def test_the_judge_notices_what_is_altered_in_a_record(form: str) -> None:
    held(form, run(form, shipped(form), rules(RULES[form]), seed=SEED, each=8))


@pytest.mark.parametrize("form", FORMATS)
def test_a_record_that_is_not_altered_is_not_accused(form: str) -> None:
    games = shipped(form)
    assert len(games) >= 14
    for data in games:
        assert not told(data, rules(RULES[form])), data[:200]
        assert not told(encoded(form, decoded(form, data)), rules(RULES[form]))
