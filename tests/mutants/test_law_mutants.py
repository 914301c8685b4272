"""The script that changes the modules of law at random: what it may change, and that a draw is repeatable."""

from __future__ import annotations

import ast

import pytest

from tests.mutants import law_mutants
from tests.mutants.law_mutants import ROOT, changed, drawn, modules, nearest_to, places, without_effect

SOURCE = '''
"""Law 1 of 2."""
def due(seats: int = 4) -> int:
    """At most 3."""
    if seats > 3 and not closed:
        raise ValueError(f"{seats + 1} seats, not 4")
    assert seats < 9
    return sum(s is None for s in rows if s) - min(1, seats)
'''


def test_comparisons_conditions_signs_and_numbers_are_changed_and_no_wording() -> None:
    found = places(SOURCE, "kanrules/law/x.py")
    assert {place.before for place in found} == {
        "4", "seats > 3 and not closed", "seats > 3", "3", "not closed", "s is None", "s", "min", "1",
        "sum(s is None for s in rows if s) - min(1, seats)",
    }  # fmt: skip
    assert len({place.key for place in found}) == len(found), "two changes share a name in the log"


@pytest.mark.long
@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_each_change_leaves_a_module_that_reads_and_differs(path) -> None:  # type: ignore[no-untyped-def]
    source = path.read_text(encoding="utf-8")
    plain = ast.dump(ast.parse(source))
    for place in places(source, path.relative_to(ROOT).as_posix())[::7]:
        assert ast.dump(ast.parse(changed(source, place))) != plain, place.name


@pytest.mark.rest
def test_the_same_seed_draws_the_same_changes() -> None:
    assert drawn(50, 13) == drawn(50, 13)
    assert drawn(50, 13) != drawn(50, 14)


@pytest.mark.rest
def test_every_room_of_law_has_its_modules_and_its_nearest_tests() -> None:
    rooms = {path.relative_to(ROOT / "kanrules").parts[0] for path in modules()}
    assert rooms == set(law_mutants.NEAREST)
    stems = {law_mutants.CASES} | {path.stem.removeprefix("test_") for path in (ROOT / "tests").rglob("test_*.py")}
    named = {name for names in law_mutants.NEAREST.values() for name in names} | set(law_mutants.REST)
    assert named <= stems, f"no such tests: {sorted(named - stems)}"
    assert all(nearest_to(place, ROOT, near_only=True) for place in drawn(50, 13))


def test_a_change_called_without_effect_is_still_there_to_be_made() -> None:
    every = {
        place.told_apart
        for path in modules()
        for place in places(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    }
    assert set(without_effect()) <= every


def test_of_test_files_of_one_name_all_are_asked() -> None:
    place = next(place for place in drawn(10_000, 13) if place.module == "kanrules/kyoku/kans.py")
    asked = nearest_to(place, ROOT, near_only=True)
    assert {"tests/hooks/test_hooks.py", "tests/plugins/test_hooks.py"} <= set(asked)
