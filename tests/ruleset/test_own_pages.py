"""A club's own page comes before the rulebook that it builds on."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kanrules.ruleset import load_ruleset
from kanrules.ruleset.keys import keys_meant
from kanrules.ruleset.library import bundled_ids

PAGES: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "own-pages.toml").read_text("utf-8"))


def test_every_bundled_child_was_read_next_to_its_own_page() -> None:
    children = {id for id in bundled_ids() if load_ruleset(id).extends}
    assert children == set(PAGES), "say in tests/ruleset/own-pages.toml what its page speaks of"
    assert all(page["page"].startswith("http") and page["leaves"] for page in PAGES.values())


@pytest.mark.parametrize("id", PAGES)
def test_no_child_cites_its_parents_clause_for_what_its_own_page_speaks_of(id: str) -> None:
    rules = load_ruleset(id)
    own = rules.layers[0].written
    replaced = [key for name in PAGES[id]["speaks_of"] for key in keys_meant(name)]
    inherited = [key for key in replaced if key not in own.stated and rules.origin(key).source is not None]
    assert not [key for key in inherited if own.source_of(key) is None]


@pytest.mark.parametrize("id", PAGES)
def test_no_child_has_its_parents_value_where_its_own_page_differs_and_no_value_can_say_how(id: str) -> None:
    """Not even if the child's own clause is cited for it."""
    page = PAGES[id]
    differs = {key for name in page.get("no_value", ()) for key in keys_meant(name)}
    assert differs <= {key for name in page["speaks_of"] for key in keys_meant(name)}
    rules = load_ruleset(id)
    assert {key for key in differs if rules.origin(key).departs is None} == set()


@pytest.mark.parametrize("id", PAGES)
def test_a_child_departs_only_where_its_page_speaks(id: str) -> None:
    spoken_of = {key for name in PAGES[id]["speaks_of"] for key in keys_meant(name)}
    beside = {"riichi_kan.illegal_found", "procedure.dead_hand", "procedure.mistakes", "procedure.daiminkan"}
    assert load_ruleset(id).layers[0].written.departs <= spoken_of | beside
