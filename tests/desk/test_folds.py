"""Questions of lists that were not learned: each fifth of the lists is answered by what is learned from the others.

It learns five times, in few rounds, so it belongs to `.ci/long`. `python -m tests.desk.train --folds` learns in full.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.desk.asked_lists import HERE

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not HERE.is_dir(), reason="a source distribution has no lists of questions"),
]
ROUNDS = 5
FLOORS = {"first": 0.68, "three": 0.84}
"""Minimum part of the questions of a fifth of the lists whose subject comes first, and is one of the three."""
MOST_DOUBTFUL, LEAST_RECOGNIZED = 0.08, 0.4
"""Maximum part of these questions that are doubtful, and minimum part of the others that are; some lists of others were
made to look like questions about a kan.
"""


@pytest.mark.parametrize("fold", range(5))
def test_questions_that_were_not_learned_are_understood(fold: int) -> None:
    pytest.importorskip("scipy")
    from tests.desk.train import left_out

    found = sum(left_out(fold, ROUNDS).values(), Counter[str]())
    for part, floor in FLOORS.items():
        assert found[part] >= floor * found["all"], (part, found)
    assert found["doubtful"] <= MOST_DOUBTFUL * found["all"], found
    assert found["recognized"] >= LEAST_RECOGNIZED * found["other"], found
