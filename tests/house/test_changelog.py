"""Tests of the changelog fragments: towncrier collects them, and a reader gets through the result."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "changelog.d"
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
CATEGORIES = [one["directory"] for one in CONFIG["type"]]


def objections(name: str, text: str) -> list[str]:
    """Returns what is wrong with a fragment of this file name and text."""
    lines = text.removesuffix("\n").split("\n")
    wrong = []
    if not re.fullmatch(rf"\+[a-z0-9-]+\.({'|'.join(CATEGORIES)})\.md", name):
        wrong.append("its name is not +WORDS.CATEGORY.md with a category of changelog.d/README.md")
    if len(lines) > 2 or not all(line.strip() for line in lines):
        wrong.append("it is not one or two lines of text")
    if any(len(line) > 160 for line in lines):
        wrong.append("a line is longer than 160 characters")
    if lines[0].startswith(("-", "*", "#")):
        wrong.append("it starts with a mark that the changelog adds")
    return wrong


def test_a_fragment_has_a_category_and_at_most_two_lines() -> None:
    fragments = [path for path in FOLDER.iterdir() if path.name not in CONFIG["ignore"]]
    assert {p.name: bad for p in fragments if (bad := objections(p.name, p.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("+kan-limit.rulings.md", "`kan.max_per_player` limits the kans of one player.\nThe default allows four.\n", 0),
        ("kan-limit.rulings.md", "Towncrier takes the first word for the number of an issue.", 1),
        ("+kan-limit.kans.md", "A category that the changelog does not have.", 1),
        ("+kan-limit.rulings.md", "One\ntwo\nthree\n", 1),
        ("+kan-limit.rulings.md", "", 1),
        ("+kan-limit.rulings.md", "Long. " * 30, 1),
        ("+kan-limit.rulings.md", "- A list.", 1),
    ],
)
def test_a_fragment_that_would_spoil_the_page_is_refused(name: str, text: str, count: int) -> None:
    assert len(objections(name, text)) == count


def test_the_folder_explains_every_category_in_the_order_of_the_page() -> None:
    table = re.findall(r"^\| `(\w+)` \|", (FOLDER / "README.md").read_text(encoding="utf-8"), re.M)
    assert table == CATEGORIES


def test_the_changelog_has_the_line_under_which_a_release_is_added() -> None:
    assert (ROOT / CONFIG["filename"]).read_text(encoding="utf-8").count(CONFIG["start_string"]) == 1
