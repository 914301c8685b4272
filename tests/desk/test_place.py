"""The command that puts a new ruleset into the casebook's groups."""

from __future__ import annotations

import pytest

from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.library import CASEBOOK, folder
from kanrules.testing import Case, parse_cases, read_cases
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


def test_a_case_without_an_answer_is_printed_with_what_was_played() -> None:
    others = {"m-league": load_ruleset("tenhou")}
    rules = load_ruleset("tenhou").with_options({"kandora.enabled": False})
    one = parse_cases(GROUPS.replace("indicators = 1", "indicators = 7").replace("indicators = 0", "indicators = 9"))[0]
    lines = list(place.told(one, rules, others, []))
    assert "ankan-indicator: no answer holds" in lines[0]
    assert any(line.startswith("  played ") and "south ankan 5z" in line for line in lines)
    assert any("'later' (expect_under of m-league)" in line and "expected 7" in line for line in lines)


@pytest.mark.parametrize("name", ["ema-2025", "sega-mj", "tenhou-3p"])
def test_a_bundled_ruleset_would_be_placed_where_it_stands(name: str) -> None:
    rules = load_ruleset(name)
    others = {other: load_ruleset(other) for other in bundled_ids() if other != name}
    placed, several = 0, []
    for path in sorted((folder() / CASEBOOK).glob("*.cases.toml")):
        for one in read_cases(path):
            stands = next((at for at, (names, _) in enumerate(one.expect_under) if name in names), None)
            if one.is_for(rules.table.players) and stands is not None and len(one.expect_under[stands][0]) > 1:
                found = [answer.group for answer in place.holding(one, rules, others)]
                assert stands in found
                placed += 1
                if len(found) > 1:
                    several.append(one.id)
    assert placed > 10
    assert len(several) <= 1, f"the author would be asked about {several}"
