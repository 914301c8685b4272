"""On what a casebook answer rests: no value without a source changes an answer that is marked as text."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

from kanrules.cases.case import Case, CaseError
from kanrules.cases.run import play_case
from kanrules.cases.unmet import unmet_expectations
from kanrules.desk import casebook
from kanrules.desk.ask import of_case
from kanrules.desk.casebook import answer_to, cases_by_id, decisive_keys, decisive_places, fingerprint_of
from kanrules.report.casebook import casebook_grid, casebook_markdown, to_json
from kanrules.report.casebook_html import casebook_html
from kanrules.ruleset import Ruleset, RulesetError, bundled_ids, load_ruleset
from kanrules.ruleset.effects import mute
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import folder
from tests.desk.test_one_truth import other_values, shown

IDS = bundled_ids()


@cache
def book(name: str) -> Ruleset:
    return load_ruleset(name)


def cases_for(rules: Ruleset) -> list[Case]:
    return [case for case in cases_by_id().values() if case.is_for(rules.options.table.players)]


def changed_by(key: str, rules: Ruleset, cases: list[Case]) -> list[str]:
    """The cells marked as text that another value of this key changes."""
    found = []
    for value in other_values(keys()[key], rules[key]):
        try:
            other = rules.with_options({key: value})
        except RulesetError:
            continue
        for case in cases:
            answer = answer_to(case, rules)
            if answer.basis == "text" and str(answer_to(case, other).text) != str(answer.text):
                found.append(f"{rules.id}: {case.id} says {answer.text!r}, and otherwise with {key} = {value!r}")
    return found


def unsourced(rules: Ruleset) -> list[str]:
    """Every key without a source. How many play is what a table is, not a value that a text leaves open."""
    return [key for key in keys() if rules.origin(key).source is None and key != "table.players"]


def test_a_value_without_a_source_changes_no_answer_marked_as_text() -> None:
    """A sample: the keys that decide, in a few books, each with the cases that name it."""
    chance = random.Random(1)
    cells = [
        (name, key, case)
        for name in chance.sample(IDS, 12)
        for case in cases_for(book(name))
        for key in case.decides
        if book(name).origin(key).source is None
    ]
    found = []
    for name, key, case in chance.sample(cells, 150):
        found += changed_by(key, book(name), [case])
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("name", IDS)
def test_no_value_without_a_source_changes_an_answer_marked_as_text(name: str) -> None:
    rules = book(name)
    assert [line for key in unsourced(rules) for line in changed_by(key, rules, cases_for(rules))] == []


@pytest.mark.parametrize("seed", range(3))
def test_the_keys_that_are_kept_are_those_that_changing_each_value_finds(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(8):
        rules = book(chance.choice(IDS))
        case = chance.choice([case for case in cases_for(rules) if case.decides])
        worked_out = tuple(case.decides[at] for at in decisive_places(case, rules))
        assert decisive_keys(case, rules) == worked_out, f"{rules.id} {case.id}: write the generated files again"


def test_what_is_kept_belongs_to_the_cases_as_they_are() -> None:
    kept = json.loads((folder() / "casebook" / "decisive.json").read_text(encoding="utf-8"))
    current = {id: fingerprint_of(case) for id, case in cases_by_id().items() if case.decides}
    # A case without a row is worked out each time; a row without a case is never read.
    assert kept.keys() <= current.keys() and len(kept) > 100


def test_an_answer_that_another_value_without_a_source_would_change_is_partly_assumed(tmp_path: Path) -> None:
    # The level forbids the kan by a clause; what it compares is nobody's text.
    text = (
        '[ruleset]\nid = "club"\nname = "Club"\nauthority = "Club"\nedition = "1"\n[riichi_kan]\nlevel = "same_waits"\n'
    )
    path = tmp_path / "club.toml"
    path.write_text(text, encoding="utf-8")
    club = load_ruleset(path)
    case = next(one for one in cases_by_id().values() if one.decides[:1] == ("riichi_kan.level",) and not one.options)
    answer = answer_to(case, club)
    assert answer.sources and str(answer.sources[0]) == "Club"
    unsourced = {clause.key for clause in answer.clauses if clause.source is None}
    assert answer.basis == ("partly" if unsourced & set(answer.decisive) else "text")
    bare = path.with_name("bare.toml")
    bare.write_text(text.partition("[riichi_kan]")[0].replace("club", "bare"), encoding="utf-8")
    assert answer_to(case, load_ruleset(bare)).basis == "default"


ELSEWHERE = (
    "kan.min_live_tiles",
    "kan.max_per_player",
    "wins.honba_on_tsumo",
    "scoring.double_yakuman",
    "four_kans.one_player",
    "wall.refill",
    "kandora.robbed_kan",
)
"""Keys that change the play of cases which they do not decide."""


def kept_in_spite_of_the_play(key: str, rules: Ruleset, cases: list[Case]) -> tuple[int, list[str]]:
    """The plays that change with another value of a key that does not decide the case, and the answers that stay."""
    changed, stay = 0, []
    for value in other_values(keys()[key], rules[key]):
        try:
            other = rules.with_options({key: value})
        except RulesetError:
            continue
        for case in cases:
            expect = shown(case.expected(rules.id))
            if key in (*case.decides, *case.options) or "answer" not in expect:
                continue
            try:
                same = not unmet_expectations(play_case(case, other), expect)
            except CaseError:
                if any(decides.startswith("penalty.") for decides in case.decides):
                    continue  # What a foul costs does not depend on the position that the case shows it in.
                same = False
            if not same:
                changed += 1
                answer = answer_to(case, other)
                if str(answer.text) == expect["answer"]:
                    stay.append(f"{other.id}: {case.id} with {key} = {value!r}")
                assert answer.text and (answer.basis != "text" or key not in answer.decisive or answer.sources)
    return changed, stay


@pytest.mark.sample(len(ELSEWHERE))
@pytest.mark.parametrize("key", ELSEWHERE)
def test_no_answer_stays_if_a_key_that_does_not_decide_it_changes_the_play(key: str) -> None:
    changed, stay = kept_in_spite_of_the_play(key, book("ema-2016"), cases_for(book("ema-2016")))
    assert changed and stay == []


@pytest.mark.long
@pytest.mark.parametrize("name", IDS)
def test_no_answer_of_any_book_stays_if_a_key_changes_the_play(name: str) -> None:
    stay = [line for key in keys() for line in kept_in_spite_of_the_play(key, book(name), cases_for(book(name)))[1]]
    assert stay == []


def test_an_assumption_that_refuses_a_kan_is_named_with_the_answer() -> None:
    at_most_three = book("ema-2016").with_options({"kan.max_per_player": 3})
    answer = answer_to(cases_by_id()["four-kans-one-player"], at_most_three)
    assert answer.text.startswith("not possible here")
    assert answer.clauses[0].key == answer.decisive[0] == "kan.max_per_player"
    assert (answer.basis == "text") == (answer.clauses[0].source is not None)


def test_a_value_that_another_key_leaves_without_effect_makes_no_answer_assumed() -> None:
    # EMA 2025 3.3.5 says that play continues after four kans, so when a draw would end the hand decides nothing.
    case = cases_by_id()["four-kans-two-players"]
    assert answer_to(case, book("ema-2025")).basis == "text"
    for value in other_values(keys()["four_kans.abort_at"], "discard_passed"):
        other = answer_to(case, book("ema-2025").with_options({"four_kans.abort_at": value}))
        assert str(other.text) == "play goes on", value


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", IDS)
def test_no_book_is_said_to_assume_what_has_no_effect_under_it(name: str) -> None:
    silent = mute(book(name))
    answers = {case.id: answer_to(case, book(name)) for case in cases_for(book(name)) if not case.options}
    assert [(id, key) for id, answer in answers.items() for key in answer.assumptions if key in silent] == []


def test_the_three_bases_occur_and_each_says_what_it_means() -> None:
    seen = {"text": 0, "partly": 0, "default": 0}
    for name in ("ema-2016", "tenhou", "sega-mj", "en-intro"):
        for case in cases_for(book(name)):
            answer = answer_to(case, book(name))
            seen[answer.basis] += 1
            assert bool(answer.assumptions) >= (answer.basis == "partly")
            assert ("(partly assumed)" in str(answer.said)) == (answer.basis == "partly")
            if answer.basis == "text":
                assert not answer.assumptions and (answer.sources or not answer.clauses)
    assert min(seen.values()) > 5, seen


def test_every_output_of_the_casebook_marks_what_is_partly_assumed() -> None:
    rules = next(
        (book(name), case)
        for name in IDS
        for case in cases_for(book(name))
        if not case.options and answer_to(case, book(name)).basis == "partly"
    )
    name, case = rules[0].id, rules[1]
    grid = casebook_grid([book(name)], [case.id])
    (asked,) = grid.chapters[0].questions
    told = to_json(grid)["chapters"][0]["questions"][0]["answers"][name]
    assert told["basis"] == "partly" and told["source"] == told["sources"][0] and told["assumes"]
    assert "(partly assumed)" in casebook_markdown(grid)
    assert 'class="a0 part' in casebook_html(grid)
    assert told["sources"] == [str(one) for one in asked.answers[name].sources]
    answer = of_case(case, book(name))
    assert answer.basis == "partly" and str(answer.said).endswith("(partly assumed)")


def test_a_question_outside_the_bundled_casebook_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    case = cases_by_id()["kandora-ankan-ankan"]
    kept = decisive_keys(case, book("tenhou"))
    monkeypatch.setattr(casebook, "_kept", dict)
    assert decisive_keys(case, book("tenhou")) == kept


@pytest.mark.parametrize(
    "flip", [{"four_kans.one_player": "abort"}, {"kan.max_per_player": 1}, {"kan.min_live_tiles": 60}]
)
def test_a_position_that_cannot_arise_is_explained_without_the_place_of_its_file(flip: dict[str, object]) -> None:
    rules = book("ema-2016").with_options(flip)
    answers = {case.id: str(answer_to(case, rules).text) for case in cases_for(rules)}
    assert {id: text for id, text in answers.items() if ".toml" in text or "error[" in text} == {}
    if "four_kans.one_player" in flip:
        assert answers["cost-of-a-forbidden-fifth-kan"].startswith("an invalid kong"), "its cost needs no position"
