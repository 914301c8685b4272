"""The timeline of editions on a ruleset's page says what `kanrules history` says."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kanrules import load_ruleset
from kanrules.locale import translator
from kanrules.ruleset.edition_history import history_of
from kanrules.ruleset.keys import keys
from kanrules.site.editions import editions

ENGLISH = translator("en")


def test_an_old_edition_is_between_the_ones_after_and_before_it() -> None:
    page = editions(load_ruleset("ema-2016"), ENGLISH)
    assert re.findall(r'<h3><(?:b|a href="([^"]*)")>([^<]*)<', page) == [
        ("../ema-2025/index.html", "EMA Riichi rules 2025"),
        ("", "EMA Riichi rules 2016"),
        ("../ema-2012/index.html", "EMA Riichi Competition Rules 2012"),
    ]
    assert "in force from 2016-04-01, until 2025-12-31" in page
    assert page.count("aria-current") == 1


@pytest.mark.parametrize("name", ["azriichi", "ema-2016", "ema-2025", "wrc-2025"])
def test_the_page_has_every_change_and_correction_of_the_command(name: str) -> None:
    rules = load_ruleset(name)
    page, told = unescape(editions(rules, ENGLISH)), history_of(rules)
    for edition in told["editions"]:
        for one in edition["changed"]:
            assert f"<b>{keys()[one['key']].title}.</b>" in page and one["new_source"]["clause"] in page
    for one in told["corrections"]:
        place = f'href="#{one["key"]}"' if one["key"] in keys() else f"<code>{one['key']}</code>"
        assert place in page and one["why"] in page


def test_a_ruleset_without_a_history_has_no_timeline() -> None:
    assert editions(load_ruleset("npm"), ENGLISH) == ""


def test_a_page_in_another_language_says_the_changes_in_it() -> None:
    page = editions(load_ruleset("ema-2025"), translator("fr"))
    assert "Four kans" not in page.partition("<details")[0] and "<ol" in page
