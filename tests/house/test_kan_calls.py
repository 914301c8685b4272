"""One person can read what a kan runs: few functions, in few files, most of them in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanrules.kan import course
from tests.house.kan_calls import KANS, counts

MOST = {"ankan": (45, 14), "daiminkan": (51, 15), "shouminkan": (51, 15)}
"""Functions and files of the package that the push of a kan may run."""


@pytest.mark.parametrize("kan", KANS)
def test_a_kan_runs_few_functions_in_few_files(kan: str) -> None:
    functions, calls, files = counts(kan)
    most, most_files = MOST[kan]
    # A new law or hook runs more of them: raise the limit by what it runs, and say in the commit why it is worth it.
    assert 20 < functions <= most and 8 < files <= most_files
    assert calls >= functions


def test_the_ordinary_course_of_a_kan_is_read_in_one_sitting() -> None:
    assert len(Path(course.__file__).read_text(encoding="utf-8").splitlines()) <= 700
