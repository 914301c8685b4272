"""The command that puts a new ruleset into the casebook's groups."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from kanrules.cases.expect import read_expect
from kanrules.desk import casebook
from kanrules.ruleset import Ruleset, bundled_ids, library, load_ruleset
from kanrules.ruleset.library import CASEBOOK, folder
from kanrules.testing import Case, parse_cases, play_case, read_cases, unmet_expectations
from tests import place

GROUPS = '''# A comment that stays.
[[case]]
name = "An ankan"
decides = ["kandora.ankan"]
question = "When?"
id = "ankan-indicator"
given.hands = { south = "555z" }
given.turn = "south"
play.lines = """
south draws 5z
south ankan 5z
"""
expect = { answer = "at once", indicators = 2 }
[[case.expect_under]]
rules   = ["m-league"]   # as written
answer = "later"
indicators = 1
[[case.expect_under]]
rules = [
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "dddddddddddddddddddddddddddddddd", "eeeeeeeeee",
]
answer = "never"
indicators = 0
'''


def case() -> Case:
    return parse_cases(GROUPS, "x.cases.toml")[0]


@pytest.mark.parametrize(
    ("group", "name", "old", "new"),
    [
        (0, "ema-2016", '["m-league"]', '["ema-2016", "m-league"]'),
        (0, "tenhou", '["m-league"]', '["m-league", "tenhou"]'),
        (1, "cc", '"ddd', '"cc",\n  "ddd'),
        (1, "zz", '"eeeeeeeeee",', '"eeeeeeeeee", "zz",'),
    ],
)
def test_an_id_is_inserted_in_its_order_and_every_other_byte_stays(group: int, name: str, old: str, new: str) -> None:
    text = place.inserted(GROUPS, case(), group, name)
    assert text == GROUPS.replace(old, new)
    assert name in parse_cases(text)[0].expect_under[group][0]


def test_the_one_answer_that_holds_is_found_by_play() -> None:
    others = {"m-league": load_ruleset("tenhou"), "ema-2016": load_ruleset("ema-2016")}
    at_once = load_ruleset("tenhou")
    late = at_once.with_options({"kandora.ankan": "discard"})
    rare = at_once.with_options({"kandora.ankan": "rinshan_draw"})
    one = parse_cases(GROUPS.partition("[[case.expect_under]]\nrules = [\n")[0], "x.cases.toml")[0]
    assert [found.group for found in place.holding(one, at_once, others)] == [None]
    assert [found.group for found in place.holding(one, late, others)] == [0]
    (found,) = place.holding(one, rare, others)
    assert found.group is None, "the replacement tile is drawn"
    assert place.unheard(one, rare, found, others) == ["kandora.ankan"], "its words were written for another moment"
    (found,) = place.holding(one, late, {**others, "m-league": late})
    assert place.unheard(one, late, found, {**others, "m-league": late}) == []


ROWS = GROUPS.partition("[[case.expect_under]]\nrules = [\n")[0]


def drafted(text: str, **values: Any) -> tuple[str, Case]:
    """The file after a ruleset with these values, called `club`, was placed in its only case; and that case."""
    others = {
        "m-league": load_ruleset("tenhou").with_options({"kandora.ankan": "discard"}),
        "x": load_ruleset("tenhou"),
    }
    rules = replace(load_ruleset("tenhou").with_options(values), id="club")
    one = parse_cases(text, "x.cases.toml")[0]
    written = place.with_draft(text, one, rules, place.holding(one, rules, others), others)
    return written, parse_cases(written, "x.cases.toml")[0]


def test_a_case_without_an_answer_gets_a_marked_draft_with_what_was_played() -> None:
    rows = ROWS.replace("indicators = 2", "indicators = 2, never = ['rinshan']").replace(
        "indicators = 1", "indicators = 7"
    )
    text, one = drafted(rows + "\n# --- the next ---\n", **{"kandora.enabled": False})
    assert text.count(f"{place.DRAFT}no other answer holds.") == 1
    assert text.endswith("\n\n# --- the next ---\n"), "what follows the case is not part of it"
    assert one.expected("club")["indicators"] == 1, "only the first indicator is face up"
    assert one.expected("x")["indicators"] == 2 and one.expected("m-league")["indicators"] == 7
    assert one.expected("club")["never"] == (), "the replacement tile is drawn"
    assert one.expected("club")["answer"] not in {one.expected("x")["answer"], one.expected("m-league")["answer"], ""}


def test_a_position_that_a_key_forbids_needs_no_decision() -> None:
    text, one = drafted(ROWS, **{"kan.min_live_tiles": 60})
    assert place.DRAFT not in text and one.decides == ("kandora.ankan",)
    expected = one.expected("club")
    assert [(at.line, at.code) for at in expected["illegal"]] == [(2, "KR203")]
    assert str(expected["answer"]).startswith("not possible here")


def test_a_draft_for_a_new_value_has_what_the_answer_that_holds_expects() -> None:
    text, one = drafted(ROWS, **{"kandora.ankan": "rinshan_draw"})
    assert "'at once' holds, but was written for another value of kandora.ankan" in text
    assert dict(one.expected("club")) == {**one.expected("x"), "answer": one.expected("club")["answer"]}


def test_what_a_draft_says_of_a_play_holds() -> None:
    """In every case of the casebook that goes another way under a ruleset that few books are like."""
    rules = load_ruleset("ema-2025").with_options({"kan.max_per_player": 1, "chankan.passing_is_furiten": False})

    def wrong(path: object, code: str, message: str, **more: object) -> None:
        raise AssertionError(f"{path}: {message}")

    said = set()
    for path in sorted((folder() / CASEBOOK).glob("*.cases.toml")):
        for one in (case for case in read_cases(path) if case.is_for(4)):
            played = play_case(one, rules)
            for key in {unmet.key for unmet in unmet_expectations(played, one.expect)}:
                told = place.seen(played, key, one.expect.get(key, ()))
                if told is not None:
                    said.add(key)
                    drafted = read_expect(tomllib.loads(f"{key} = {place.toml(told)}"), wrong, lines=len(one.lines))
                    assert [unmet.text for unmet in unmet_expectations(played, drafted) if unmet.key == key] == []
    assert {"illegal", "order", "result", "payments", "indicators", "furiten"} <= said


def test_no_draft_is_law() -> None:
    marked = [
        f"{path.name}:{at}"
        for path in sorted((folder() / CASEBOOK).glob("*.cases.toml"))
        for at, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if line.startswith(place.DRAFT)
    ]
    assert not marked, f"compare with the rulebook, and delete the mark {place.DRAFT!r}: {', '.join(marked)}"


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Ruleset]]:
    """Takes a bundled ruleset out of the library and returns it as that of a club with the same rules."""
    caches = (casebook._bundled, casebook._known, casebook._values)

    def taken_out(name: str) -> Ruleset:
        path = library.bundled()[name]
        # Those that extend it could not be loaded either.
        chains = {one: {layer.document.path for layer in load_ruleset(one).layers} for one in bundled_ids()}
        for one in [one for one, chain in chains.items() if path in chain]:
            monkeypatch.delitem(library.bundled(), one)
        for cache in caches:
            cache.cache_clear()
        return load_ruleset(path)

    yield taken_out
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize("name", ["ema-2025", "sega-mj", "tenhou-3p"])
def test_a_bundled_ruleset_would_be_placed_where_it_stands(name: str, guest: Callable[[str], Ruleset]) -> None:
    rules = guest(name)
    others = {other: load_ruleset(other) for other in bundled_ids()}
    placed = asked = 0
    for path in sorted((folder() / CASEBOOK).glob("*.cases.toml")):
        for one in read_cases(path):
            stands = next((at for at, (names, _) in enumerate(one.expect_under) if name in names), None)
            if one.is_for(rules.table.players) and stands is not None and {*one.expect_under[stands][0]} & {*others}:
                found = place.holding(one, rules, others)
                (its,) = (answer for answer in found if answer.group == stands)
                own = place.its_own(one, rules, found, others)
                # The author is asked about a value for which nobody has written the words.
                assert own is its or (own is None and place.unheard(one, rules, its, others)), one.id
                placed += own is its
                asked += own is None
    assert placed > 5 * asked
