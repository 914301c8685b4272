"""The walks of docs/contributing.md lead to a green tree and list every file that they need."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.walks.walk import ROOT, WALKS, added, anchors, apply, files

PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
FRAGMENTS = "changelog.d/"
ALSO = (
    # A new law, and two new hooks that are asked, run more functions in a kan: whoever adds one raises the limit.
    "--deselect=tests/house/test_kan_calls.py",
    # A new foul needs a hand in this file.
    "--deselect=tests/play/test_one_seat.py::test_every_foul_of_a_stream_is_compared",
    # A sixth language makes the first visit larger than our five may be: 10.84 instead of at most 10.83 MB.
    "--deselect=tests/site/test_bundle.py::test_the_first_visit_brings_at_most_10_830_000_bytes_gzipped",
)
"""What a walk leaves red, and its author mends: the page names it below the lists, or the test says what to do."""


def listed(heading: str) -> set[str]:
    """The files in the numbered steps of a section, before the colon of each step."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    steps = re.findall(r"^\d+\. (.*?):", section, re.MULTILINE)
    found = {path for step in steps for path in re.findall(r"`([^`]+)`", step)}
    return found | {FRAGMENTS for step in steps if "changelog fragment" in step}


def as_listed(path: str, walk: dict[str, Any]) -> str:
    """A file of a walk as the page lists it: a file of the example that is new stands for the one that the page
    follows.
    """
    if path.startswith(FRAGMENTS):
        return FRAGMENTS
    return path.replace(*walk["like"]) if "like" in walk else path


def copy(folder: Path, *names: str) -> Path:
    """A copy of the repository after these walks, as a commit-to-be: everything generated is written again."""
    root = folder / "kanrules"
    kept = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, encoding="utf-8",
    )  # fmt: skip
    for name in filter(None, kept.stdout.split("\0")):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    for name in names:
        apply(WALKS[name], root)
    for command in dict.fromkeys(command for name in names for command in WALKS[name].get("writes", ())):
        run(root, "-m", *command.split())
    run(root, "-m", "tools.generated")
    return root


def run(root: Path, *words: str) -> None:
    """Run Python in a copy, with the packages of the copy."""
    path = os.pathsep.join([str(root), str(root / "plugins")])
    closed = {"KANRULES_LONG", "KANRULES_RELEASE", "KANRULES_WALKS"}
    environment = {name: value for name, value in os.environ.items() if name not in closed}
    ran = subprocess.run(
        [sys.executable, *words], cwd=root, env={**environment, "PYTHONPATH": path},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-6000:]


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_changes_the_files_that_its_section_lists_and_no_others(name: str) -> None:
    changed = {as_listed(path, WALKS[name]) for path in files(WALKS[name])}
    assert changed == listed(WALKS[name]["heading"])


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_finds_its_places_in_the_tree(name: str) -> None:
    assert list(anchors(WALKS[name], ROOT)) == []


@pytest.mark.parametrize("name", WALKS)
def test_the_tests_that_a_walk_names_are_there(name: str) -> None:
    there = {path for path in WALKS[name]["tests"] if (ROOT / path).exists()}
    assert set(WALKS[name]["tests"]) <= there | set(files(WALKS[name]))


def test_a_boolean_key_with_a_code_takes_at_most_40_lines_in_4_files_and_a_changelog_fragment() -> None:
    assert added(WALKS["key"]) <= 40
    assert len([path for path in files(WALKS["key"]) if not path.startswith(FRAGMENTS)]) == 4


@pytest.mark.parametrize(("name", "most"), [("hook", 3), ("observer", 2)])
def test_a_new_hook_changes_at_most_three_files_and_one_that_observes_two(name: str, most: int) -> None:
    assert len([path for path in files(WALKS[name]) if not path.startswith(FRAGMENTS)]) <= most


def test_an_anchor_that_is_gone_or_not_unique_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one\ntwo\ntwo\n", encoding="utf-8")
    for anchor, times in (("three", 0), ("two", 2)):
        with pytest.raises(ValueError, match=f"occurs {times} times"):
            apply({"insert": [{"file": "a.py", "after": anchor, "text": "x"}]}, tmp_path)
    parts = (("before", "one", "0"), ("after", "one", "1"), ("below", "one1", "x\n"))
    apply({"insert": [{"file": "a.py", how: anchor, "text": text} for how, anchor, text in parts]}, tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "0one1\nx\ntwo\ntwo\n"


@pytest.mark.walks
def test_the_tests_of_the_house_pass_after_every_walk(tmp_path: Path) -> None:
    root = copy(tmp_path, *WALKS)
    named = [path for walk in WALKS.values() for path in walk["tests"]]
    tests = dict.fromkeys(["tests/house", "tests/tools/test_generated.py", *named])
    run(root, "-m", "ruff", "check", "--no-cache", "kanrules", "plugins")
    # What the README's test command leaves out is left out here, too: `.ci/long` runs the whole suite after the walks.
    run(root, "-m", "pytest", "-q", "-n", "2", "-m", "not rest", *ALSO, *tests)


@pytest.mark.long
def test_the_whole_suite_passes_after_every_walk(tmp_path: Path) -> None:
    """All walks together: a suite for each of them took half of the time of `.ci/long`."""
    run(copy(tmp_path, *WALKS), "-m", "pytest", "-q", "-n", "auto", *ALSO)
