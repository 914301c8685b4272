"""One document has one mark in every print of a ruleset."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kanrules.locale import translator
from kanrules.report.citing import Citing
from kanrules.report.law_book import law_book
from kanrules.report.poster_answers import poster
from kanrules.report.sheet import of_the_kan, sheet
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.keys import keys


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_a_document_has_one_mark_on_sheet_card_poster_and_in_the_book(name: str) -> None:
    rules = load_ruleset(name)
    page = sheet(rules)
    prints = (page.references, of_the_kan(page).references, poster(rules, "en").references, law_book(rules).documents)
    marks: dict[str, set[str]] = {}
    documents: dict[str, set[str]] = {}
    for cited in (one for found in prints for one in found):
        marks.setdefault(cited.document, set()).add(cited.mark)
        documents.setdefault(cited.mark, set()).add(cited.document)
    assert all(len(found) == 1 for found in (*marks.values(), *documents.values())), marks


def test_the_mark_after_the_26th_document_has_two_letters() -> None:
    rules = load_ruleset("ema-2025")
    citing = Citing(rules, translator("en"))
    source = next(source for key in keys() if (source := rules.origin(key).source) is not None)
    for number in range(30):
        citing.cite(type(source)(f"Document {number}", "1"))
    found = [one.mark for one in citing.documents]
    assert found[-1].startswith("A") and len(found[-1]) == 2 and len(set(found)) == len(found)
    assert all((len(first), first) < (len(second), second) for first, second in pairwise(found))
