"""One row a reason code: nothing else in the package knows codes one by one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import kanrules
from kanrules.desk.foul import FOULS
from kanrules.law.codes import CODES, table_of

PACKAGE = Path(kanrules.__file__).parent


def test_every_code_that_the_package_gives_has_its_row() -> None:
    given = {
        code for path in PACKAGE.rglob("*.py") for code in re.findall(r'"(KR\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert given - set(CODES) == set()
    assert set(CODES) - given == set()


def test_a_code_that_is_taken_is_an_error_that_names_the_next_free_one() -> None:
    taken = CODES["KR222"]
    free = next(code for code in (f"KR{number}" for number in range(223, 299)) if code not in CODES)
    with pytest.raises(ValueError, match=f"two rows have the code KR222; the next free code is {free}"):
        table_of((*CODES.values(), replace(taken, says="something else")))


def test_no_two_objections_to_a_kan_are_equally_grave() -> None:
    grave = [row.gravity for row in CODES.values() if row.gravity]
    assert len(grave) > 10
    assert len(set(grave)) == len(grave)


def test_every_objection_to_a_kan_makes_a_foul_of_it_that_a_referee_can_ask_for() -> None:
    for code, row in CODES.items():
        # "Not legal now" is the one that says nothing of what was wrong.
        assert bool(row.foul) == (bool(row.gravity) and code != "KR299"), code
        assert not row.foul or row.foul in FOULS, code


def test_what_nobody_sees_before_the_hand_is_shown_is_a_kan_in_riichi() -> None:
    hidden = {code for code, row in CODES.items() if row.hidden}
    assert hidden
    assert {CODES[code].foul for code in hidden} == {"riichi_kan"}


def test_what_forbids_a_kan_or_turns_its_indicator_is_counted_as_a_ruling_on_a_kan() -> None:
    # A dead hand may not call at all, so its code is not of kans alone.
    decided = {code for code, row in CODES.items() if row.foul or "kandora.enabled" in row.keys} - {"KR214"}
    assert len(decided) > 12
    assert [code for code in decided if not CODES[code].of_kan] == []
