"""Where a value comes from can be looked up: an address that leads to a page, a clause, a grade that the text deserves.

What cannot be better stands in `citations.toml`, each line with its reason; a reason that no file needs any more fails,
too.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.library import folder

HERE = Path(__file__).parent
ALLOWED: dict[str, dict[str, Any]] = tomllib.loads((HERE / "citations.toml").read_text(encoding="utf-8"))
FRONT_DOOR = re.compile(r"https?://[^/]+/?")
SOMEBODY_ELSES = re.compile(r"riichi\.wiki|wikipedia|weblio|atwiki|pixiv\.net|pedia\.|mj-king|note\.com|mahjong-ny")
"""Hosts of wikis, encyclopedias, directories and blogs: what stands there is not the publisher's own word."""

COPIES = re.compile(
    r"xelnagamiao|paperzz|scribd|megalodon|ooyamaneko|mahjongtime\.com/mahjong-japanese-rules|riichi\.wiki|MajsoulData"
)
"""Addresses at which somebody else keeps a copy of a publisher's text."""
PAGED = re.compile(r"Riichi-rules-20\d\d-EN\.pdf|%EF%BC%88RCR|riichi-rulebook\.pdf")
"""Rulebooks with printed pages that were read whole."""


@cache
def document(name: str) -> dict[str, Any]:
    return tomllib.loads((folder() / f"{name}.toml").read_text(encoding="utf-8"))


def sources(name: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = document(name).get("source", {})
    return found


CITED = [(f"{name}: {key}", source) for name in bundled_ids() for key, source in sources(name).items()]
CHILDREN = [name for name in bundled_ids() if "extends" in document(name)["ruleset"]]


def front_doors() -> set[str]:
    return {source["url"] for _, source in CITED if FRONT_DOOR.fullmatch(source.get("url", ""))}


def test_an_address_leads_to_a_page_and_not_to_the_front_door_of_a_site() -> None:
    assert not sorted(front_doors() - set(ALLOWED["front_door"]))


def test_a_source_has_an_address() -> None:
    lacking = {source["document"] for _, source in CITED if not source.get("url")}
    assert not sorted(lacking - set(ALLOWED["no_address"]))


@pytest.mark.parametrize("grade", ["official", "quoted"])
def test_a_value_of_the_book_itself_says_where_in_the_book_it_stands(grade: str) -> None:
    assert not [at for at, source in CITED if source["grade"] == grade and not source.get("clause")]


def test_what_a_wiki_or_a_directory_says_is_not_official_unless_it_prints_the_text_word_for_word() -> None:
    official = {source.get("url", "") for _, source in CITED if source["grade"] == "official"}
    elsewhere = {url for url in official if SOMEBODY_ELSES.search(url)}
    assert not sorted(elsewhere - set(ALLOWED["copied"]))


def test_a_text_that_was_read_in_a_copy_says_where_its_publisher_has_it() -> None:
    official = {
        (source["document"], source["url"])
        for _, source in CITED
        if source["grade"] in ("official", "partly") and COPIES.search(source.get("url", ""))
    }
    unsaid = {url for document, url in official if "published at" not in document}
    assert unsaid == set(ALLOWED["publisher"])


def test_a_clause_of_a_rulebook_with_pages_names_its_page() -> None:
    own = [(at, source) for at, source in CITED if source["grade"] in ("official", "partly")]
    assert not [at for at, source in own if PAGED.search(source.get("url", "")) and "(p. " not in source["clause"]]


def test_a_document_has_one_grade_wherever_it_is_cited() -> None:
    grades: dict[tuple[str, str], set[str]] = {}
    for _, source in CITED:
        if source["grade"] != "partly":  # of one clause of a document, which another clause contradicts
            grades.setdefault((source["document"], source.get("url", "")), set()).add(source["grade"])
    assert not {text: found for text, found in grades.items() if len(found) > 1}


def test_every_reason_is_still_needed_and_is_a_sentence() -> None:
    assert set(ALLOWED["front_door"]) <= front_doors()
    assert set(ALLOWED["no_address"]) <= {source["document"] for _, source in CITED if not source.get("url")}
    assert set(ALLOWED["copied"]) <= {source.get("url", "") for _, source in CITED if source["grade"] == "official"}
    for table in ("front_door", "no_address", "copied", "publisher"):
        assert all(reason.endswith(".") for reason in ALLOWED[table].values())


def test_the_own_text_of_every_ruleset_with_a_parent_has_been_read_for_what_it_denies() -> None:
    listed = sorted(ALLOWED["own_text"])
    assert listed == sorted(CHILDREN), "list the values that its own text states in tests/ruleset/citations.toml"


@pytest.mark.parametrize("name", CHILDREN)
def test_no_value_is_inherited_that_the_own_text_denies(name: str) -> None:
    rules = load_ruleset(name)
    said: dict[str, Any] = ALLOWED["own_text"][name]
    assert {key: list(rules[key]) if isinstance(value, list) else rules[key] for key, value in said.items()} == said
