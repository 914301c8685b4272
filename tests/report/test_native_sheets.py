"""The sheet of a book in the language in which it is written has the book's own title and words."""

from __future__ import annotations

import re

import pytest

from kanrules.report.sheet import sheet, sheet_markdown
from kanrules.ruleset import load_ruleset

OWN = {"m-league": "ja", "ja-intro": "ja", "fr-intro": "fr", "furiten-nl": "nl"}


@pytest.mark.parametrize("id", OWN)
def test_no_english_remark_remains_on_the_sheet_of_a_book_in_its_own_language(id: str) -> None:
    page = sheet_markdown(sheet(load_ruleset(id), [OWN[id]]))
    assert not re.findall(r"\b(?:the|and|with|after|not|undated|rules)\b", re.sub(r"<http[^>]*>", "", page))


def test_the_japanese_sheet_of_the_m_league_states_its_chombo_in_points_of_the_total() -> None:
    page = sheet_markdown(sheet(load_ruleset("m-league"), ["ja"]))
    assert page.startswith("# Mリーグ公式ルール")
    assert "自己のトータルポイントから20ポイント" in page
