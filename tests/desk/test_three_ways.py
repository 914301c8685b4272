"""What no source settles is said in one of three ways, and every output says it in the same one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import answer_to
from kanrules.desk.explain import look_up
from kanrules.desk.foul import FOULS, foul
from kanrules.desk.key_statement import key_statement
from kanrules.desk.statement import Basis
from kanrules.report.law_book.book_markdown import book_markdown
from kanrules.report.law_book.chapter import law_book
from kanrules.report.sheet import sheet
from kanrules.report.sheet_words import REST_OF_GAME
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.keys import TEXT_TABLES, keys
from kanrules.ruleset.value_refs import value_ref

SILENT, NO_SOURCE, NOT_READ = WAYS = ("The rulebook does not say", "No source found", "Chapter not read")
RULESETS = {
    "ema-2025": SILENT,
    "m-league": SILENT,
    "tenhou": NO_SOURCE,
    "rmu-b": NO_SOURCE,
    "wrc-2025": NOT_READ,
    "vic-riichi": NOT_READ,
    "jpml-a-2026": NOT_READ,
}
"""Rulesets whose text was read whole, in parts, or without a chapter (or whose parent's was), with their way."""


UNSETTLED = "Your rulebook does not settle this. The head referee decides."
"""What is said, under every ruleset, of a key from which the text departs without settling it."""
UNDECIDED = {
    SILENT: UNSETTLED,
    NO_SOURCE: "No source found. The head referee decides.",
    NOT_READ: "Not read by kanrules. Look in the rulebook: ",
}
"""What is said where kanrules assumes nothing, as of a penalty without a text."""


def outputs(rules: Ruleset) -> Iterator[tuple[str, tuple[str, ...], str, bool]]:
    """Yield the place, the keys, and the text of everything that is said without a source, and whether nobody decides
    it.
    """
    for key in keys():
        words = key.partition(".")[0] in TEXT_TABLES
        if rules.origin(key).is_default and not (words and rules[key]):
            asked = key_statement(key, rules)
            if not asked.is_settled:
                yield f"ask {key}", (key,), asked.said, asked.basis is Basis.UNSAID
            found = look_up(value_ref(rules.id, key), rules, [rules])
            if words and key != "penalty.riichi_kan" and not isinstance(found, str):  # the keys of [riichi_kan] say it
                yield f"explain {key}", (key,), found.options[0].text, True
    for name in FOULS:
        found_foul = foul(name, rules)
        if found_foul.basis is Basis.UNSAID and not str(found_foul.text).startswith("does not arise"):
            yield f"foul {name}", (found_foul.ruling.key,), found_foul.text, True
    for case in cases_by_id().values():
        answer = answer_to(case, rules)
        if answer.basis in (Basis.UNSAID, Basis.DEFAULT):
            yield (
                f"casebook {case.id}",
                (*answer.assumptions, answer.ruling.key),
                answer.said,
                answer.basis is Basis.UNSAID,
            )
    for group in sheet(rules).groups:
        for line in group.lines:
            if line.citation.is_default:
                in_words = line.keys[0].partition(".")[0] in TEXT_TABLES
                text = line.answer[0].text
                if line.subject == (REST_OF_GAME,):
                    # One line names several rules of the game before it says it of all.
                    named, _, text = text.partition(". ")
                    assert {title.casefold() for title in named.split(", ")} <= {
                        keys()[key].title.casefold() for key in line.keys
                    }
                yield f"sheet {', '.join(line.keys)}", line.keys, text, in_words


@pytest.mark.parametrize(("name", "way"), RULESETS.items())
def test_every_output_says_in_the_same_way_that_no_source_settles_a_point(name: str, way: str) -> None:
    rules = load_ruleset(name)
    said = {place: (asked, str(text), undecided) for place, asked, text, undecided in outputs(rules)}
    places = {"ask", "casebook", "explain", "foul", "sheet"}
    assert {place.partition(" ")[0] for place in said} == places
    departed = {place for place, (asked, *_) in said.items() if not set(asked).isdisjoint(rules.unsettled)}
    assert bool(departed) == bool(rules.unsettled)
    wrong = {
        place: text
        for place, (_, text, undecided) in said.items()
        if not text.startswith(UNSETTLED if place in departed else UNDECIDED[way] if undecided else way)
    }
    assert wrong == {}


@pytest.mark.parametrize(("name", "way"), RULESETS.items())
def test_a_law_book_leaves_a_point_open_in_the_same_way(name: str, way: str) -> None:
    page = book_markdown(law_book(load_ruleset(name)))
    assert way in page
    assert [other for other in WAYS if other != way and other in page] == []
