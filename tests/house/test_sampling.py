"""What an ordinary run leaves out, `.ci/long` runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

from tests.sampling import beyond, left_out

ROOT = Path(__file__).parents[2]


class Case:
    """A collected case of a test, with its mark."""

    def __init__(self, nodeid: str, every: int | None = None, marked: str = "") -> None:
        self.nodeid, self.marked = nodeid, marked
        self.mark = None if every is None else pytest.mark.sample(every).mark

    def get_closest_marker(self, name: str) -> Any:
        return self.mark if name == "sample" else self.marked if name == self.marked else None


def test_one_case_in_n_of_each_sampled_test_runs_always() -> None:
    cases = [Case(f"a.py::test_a[{at}]", 3) for at in range(7)]
    others = [Case("a.py::test_b", None), *(Case(f"a.py::test_c[{at}]", 2) for at in range(2))]
    left = [case.nodeid for case in left_out(cast("list[pytest.Item]", [*cases, *others]))]
    assert left == [*(f"a.py::test_a[{at}]" for at in (1, 2, 4, 5)), "a.py::test_c[1]"]


def test_an_ordinary_run_has_every_law_and_every_fifth_case_of_the_other_tests() -> None:
    cases = [Case(f"a.py::test_a[{at}]") for at in range(7)]
    others = [Case(f"b.py::test_b[{at}]", marked=mark) for at in range(3) for mark in ("quick", "long")]
    left = [case.nodeid for case in beyond(cast("list[pytest.Item]", [*cases, *others]))]
    assert left == [f"a.py::test_a[{at}]" for at in (1, 2, 3, 4, 6)]


def test_the_ci_runs_the_cases_that_an_ordinary_run_leaves_out() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert re.search(r"^    KANRULES_REST=1 .*pytest .*-m rest$", script, re.MULTILINE)
    assert re.search(r"^every=\(readme rest ", script, re.MULTILINE)


def test_a_test_says_by_a_fixture_that_it_needs_the_browser() -> None:
    # The stage `browser` runs the tests with such a fixture; any other condition would be met in no stage.
    assert "-m browser tests/site" in (ROOT / ".ci" / "run").read_text()
    for path in (ROOT / "tests" / "site").glob("test_*.py"):
        assert not re.search(r"skipif\(.*\b(there|axe)\(|KANRULES_BROWSER", path.read_text(encoding="utf-8")), path


BROUGHT = {
    "distributed": "dask", "yaml": "dask", "matplotlib": "plot", "pyarrow": "parquet", "zensical": "docs",
    "ruff": "lint", "riichienv": "rivals", "scipy": "train",
}  # fmt: skip  # a table
"""The extra that brings each module which a test may need."""
ONLY_LONG = {"train"}
"""Extras that only tests marked `long` need."""


def test_what_a_test_needs_is_installed_by_a_stage_that_runs_it() -> None:
    run, long = ((ROOT / ".ci" / name).read_text() for name in ("run", "long"))
    assert re.search(r"^    KANRULES_REST=1 .*pytest .*-m needs$", run, re.MULTILINE)
    extras, engines = (run.partition(f"\n{stage}() {{\n")[2].partition("\n}\n")[0] for stage in ("extras", "engines"))
    needed = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        # What skips itself in another way would be met in no stage.
        assert path == Path(__file__) or "importorskip(" not in text, path
        own = {name for names in re.findall(r"mark\.needs\(([^)]+)\)", text) for name in re.findall(r'"(\w+)"', names)}
        if "riichienv" in own:
            place = path.relative_to(ROOT).as_posix()
            assert any(place.startswith(one) for one in re.findall(r"tests/[\w/.]+", engines)), place
        needed |= own
    assert needed == set(BROUGHT)
    brought = [
        set(re.findall(r"\w+", one)) for one in re.findall(r"-e '\.\[(.+)\]'", "\n".join((extras, engines, long)))
    ]
    in_extras, in_engines, in_long = brought
    assert set(BROUGHT.values()) - ONLY_LONG <= in_extras | in_engines
    assert ONLY_LONG | {"parquet", "rivals"} <= in_long


def test_the_ci_leaves_out_no_stage() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    every = re.search(r"^every=\((.+)\)$", script, re.MULTILINE)
    rows = re.search(r"^    rows=\((.+)\)$", script, re.MULTILINE)
    assert every is not None and rows is not None, "the script names its stages in two lists"
    run = ["readme", *re.findall(r"\w+", rows[1])]
    assert sorted(run) == sorted(every[1].split())
    assert [stage for stage in run if f"\n{stage}() {{\n" not in script] == []


def test_the_long_run_selects_what_is_marked_long() -> None:
    assert re.search(r"^KANRULES_LONG=1 .*pytest .*-m long", (ROOT / ".ci" / "long").read_text(), re.MULTILINE)


def test_the_long_run_takes_in_the_tests_that_take_more_by_themselves() -> None:
    searched = re.search(r"grep -rlF '(.+)' tests", (ROOT / ".ci" / "long").read_text())
    assert searched is not None
    tests = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    del tests[Path(__file__)]
    asking = {path.name: text for path, text in tests.items() if re.search(r"environ\b.*KANRULES_LONG", text)}
    assert "test_paper.py" in asking
    assert [name for name, text in asking.items() if searched[1] not in text] == []
