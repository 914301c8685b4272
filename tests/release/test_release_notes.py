"""What a release says of itself: its version, its changes, and the state of the rulesets at its date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kanrules import __version__
from tests.ruleset.test_history import NEXT

pytestmark = pytest.mark.release

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_changelog_begins_with_this_release_and_its_date() -> None:
    title = re.search(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert title and re.fullmatch(rf"{re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)", title[1])


def test_the_changelog_can_be_read_in_five_minutes() -> None:
    assert len(CHANGELOG.split()) <= 1500


def test_no_fragment_is_left() -> None:
    """`towncrier build` collects them; one that is left would be a change that no release has."""
    assert [path.name for path in (ROOT / "changelog.d").iterdir() if path.name != "README.md"] == []


def test_no_page_says_that_something_is_not_released() -> None:
    named = ("README.md", "SECURITY.md", "CHANGELOG.md", "CITATION.cff")
    pages = [*(ROOT / name for name in named), *(ROOT / "docs").rglob("*.md")]
    said = re.compile(
        r"\b(unreleased|not (yet )?(released|published)|upcoming|TODO|FIXME|to be written)\b", re.IGNORECASE
    )
    found = [
        f"{path.relative_to(ROOT)}: {one[0]}"
        for path in pages
        for one in said.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_citation_names_this_release() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_what_changed_and_every_id_is_listed_under_this_release() -> None:
    """A candidate lists them under the release that it is a candidate for."""
    assert re.sub(r"rc\d+$", "", __version__) == NEXT
