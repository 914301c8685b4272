"""On what a casebook answer rests: no value without a source changes an answer that is marked as text."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from kanrules.cases.case import Case, CaseError
from kanrules.cases.expect import Expect, unmet_expectations
from kanrules.cases.run import of_four, play_case
from kanrules.desk import casebook
from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import answer_to, decisive_keys, decisive_places, fingerprint_of
from kanrules.report.casebook import casebook_grid, casebook_markdown, to_json
from kanrules.report.casebook_html import casebook_html
from kanrules.ruleset import Ruleset, RulesetError, bundled_ids, load_ruleset
from kanrules.ruleset.effects import mute
from kanrules.ruleset.keys import TEXT_TABLES, alternatives, keys
from kanrules.ruleset.library import folder
from kanrules.rulings import UNSETTLED, Basis, Grade, Ruling, basis_together
from tests.cli.running import run
from tests.desk.reads import Question, Shared
from tests.desk.test_one_truth import other_values, shown
from tools.decisive import written_decisive

IDS = bundled_ids()


@cache
def book(name: str) -> Ruleset:
    return load_ruleset(name)


def cases_for(rules: Ruleset) -> list[Case]:
    return [case for case in cases_by_id().values() if case.is_for(rules.options.table.players)]


class Flip(NamedTuple):
    """A book with another value of one key, and all that this changes in what may be read of it."""

    key: str
    value: Any
    rules: Ruleset
    changed: frozenset[Question]


def as_it_is(rules: Ruleset) -> Ruleset:
    """The same book as one that is not bundled: its answers are worked out, not looked up."""
    return rules.with_options({"table.players": rules["table.players"]})


def flips(rules: Ruleset, of: Iterable[str], *, texts_stay: bool = False) -> Iterator[Flip]:
    """Every other value of these keys. With it lapse the texts that are about the key, unless `texts_stay`: those that
    a source has written.
    """
    written = {key for key in keys() if key.partition(".")[0] in TEXT_TABLES and rules.origin(key).source is not None}
    for key in of:
        for value in other_values(keys()[key], rules[key]):
            try:
                other = rules.with_options({key: value})
                if texts_stay and (lapsed := written.intersection(other.lapsed)):
                    other = rules.with_options({key: value, **{text: rules[text] for text in sorted(lapsed)}})
            except RulesetError:
                continue
            # A text lapses with the key that it is about, and another key loses its effect.
            differ = {name for name, now in other.values.items() if now != rules[name]} | {key}
            changed = {Question(of, name) for name in differ for of in ("value", "origin")}
            changed |= {Question("mute", name) for name in mute(rules) ^ mute(other)}
            yield Flip(key, value, other, frozenset(changed))


class Said(NamedTuple):
    """What the expectation that fits a ruleset says, the keys that it names, and whether it says that nobody knows."""

    text: str
    by: tuple[str, ...]
    unsaid: bool


def said_by(case: Case, rules: Ruleset) -> Said:
    expect = casebook._fitting(case, rules)
    return Said(str(casebook._text(expect)), expect.get("by", ()), "KR605" in expect.get("code", ()))


SAID = Shared(said_by)
"""What is said of a case under a ruleset that is not bundled."""


def answered_by(said: Said, case: Case, rules: Ruleset) -> str:
    """The answer that follows: the head referee decides what nobody says, and what a deciding key leaves open."""
    decisive = tuple(dict.fromkeys((*said.by, *decisive_keys(case, rules))))
    open_ = said.unsaid or not set(decisive).isdisjoint(rules.unsettled)
    return str(rules.undecided(*decisive)) if open_ else said.text


def groups(case: Case) -> list[Expect]:
    return [case.expect, *(case.expected(names[0]) for names, _ in case.expect_under)]


class Met(NamedTuple):
    """Whether a play meets what a group of books expects: its result, and its moments."""

    result: bool
    order: bool


def met_by_the_play(case: Case, rules: Ruleset) -> list[Met] | None:
    """What the play meets, for each group of books; None if it cannot be played."""
    try:
        played = play_case(case, rules)
    except CaseError:
        return None
    return [
        Met(
            not unmet_expectations(played, shown(expect)),
            not any(one.key == "order" for one in unmet_expectations(played, expect)),
        )
        for expect in groups(case)
    ]


MET = Shared(met_by_the_play)


def in_order(case: Case, rules: Ruleset, flip: Flip) -> bool:
    met = MET.of(case, flip.rules).result
    return met is None or met[groups(case).index(case.expected(rules.id))].order


FORBIDDING = casebook.SUPPOSED | {
    "four_kans.one_player",
    "kan.max_per_player",
    "kita.discard",
    "kita.min_live_tiles",
    "wall.undrawn",
}
"""Keys of which another value can make the position of a case impossible that they do not decide."""


ABOUT = {
    "calls.chi": {"chi-with-three-players"},
    "four_kans.one_player": {"indicators-after-four-kans", "four-kans-one-player", "fed-fourth-kan-replacement-win"},
    "kan.max_per_player": set(),
    "kan.min_live_tiles": {
        "kan-with-one-live-tile-left",
        "ankan-of-the-last-live-tile",
        "shouminkan-of-the-last-live-tile",
        "daiminkan-of-the-last-discard",
    },
    "kita.discard": {"discarding-a-north"},
    "kita.in_hand": {"win-with-a-pair-of-norths", "thirteen-orphans-rob-a-kita", "triplet-of-norths"},
    "kita.min_live_tiles": {"kita-on-the-last-live-tile", "kita-with-one-live-tile-left"},
    "riichi_kan.level": {
        "ippatsu-on-own-replacement-tile",
        "okuri-kan-in-riichi",
        "riichi-kan-and-nine-gates",
        "riichi-kan-highest-of-three-in-a-row",
        "riichi-kan-honour-triplet",
        "riichi-kan-lower-of-adjacent-triplets",
        "riichi-kan-lowest-of-three-in-a-row",
        "riichi-kan-many-sided-wait",
        "riichi-kan-middle-of-three-in-a-row",
        "riichi-kan-of-the-winning-tile",
        "riichi-kan-separate-triplet",
        "riichi-kan-split-shape-high-triplet",
        "riichi-kan-split-shape-low-triplet",
        "riichi-kan-split-shape-separate-triplet",
        "riichi-kan-triplet-in-the-wait",
        "riichi-kan-triplet-or-run-and-pair",
        "riichi-kan-upper-of-adjacent-triplets",
        "three-players-riichi-separate-triplet",
        "three-players-riichi-split-shape",
        "three-players-riichi-triplet-in-the-wait",
    },
    "scoring.without_yaku": {"haitei-with-rinshan-kaihou", "houtei-after-the-last-kan"},
    "wall.refill": {
        "kan-with-one-live-tile-left",
        "draws-taken-by-a-kan",
        "draws-taken-by-a-kita",
        "houtei-after-a-kita",
    },
    "wall.undrawn": set(),
}
"""The questions that ask about such a key, which therefore decides them."""


def test_a_question_about_a_key_that_can_forbid_a_position_is_decided_by_it() -> None:
    assert {key: {id for id, case in cases_by_id().items() if key in case.decides} for key in FORBIDDING} == ABOUT


def changed_by(of: Iterable[str], rules: Ruleset, cases: Iterable[Case]) -> tuple[list[str], int]:
    """The cells marked as text that another value of one of these keys changes, and how often it makes the position
    impossible instead. That is no other answer: no rulebook is asked about a position that cannot arise under it.
    """
    plain, found, impossible = as_it_is(rules), [], 0
    answers = [(case, answer_to(case, rules)) for case in cases]
    cells = [(case, str(answer.text), SAID.of(case, plain)) for case, answer in answers if answer.basis == "text"]
    found += [
        f"{rules.id}: {case.id} says {said!r}, its play {now.result.text!r}"
        for case, said, now in cells
        if now.result.text != said
    ]
    for flip in flips(rules, of, texts_stay=True):
        for case, said, now in cells:
            if flip.changed.isdisjoint(now.reads):
                continue
            other = SAID.of(case, flip.rules).result.text
            forbids = any(text.startswith("not possible here") for text in (other, said))
            if forbids and flip.key in FORBIDDING.difference(case.decides):
                impossible += 1
            elif other != said:
                found.append(f"{rules.id}: {case.id} says {said!r}, and {other!r} with {flip.key} = {flip.value!r}")
            elif flip.key not in case.decides and not in_order(case, rules, flip):
                # The same words may stand for another moment.
                found.append(f"{rules.id}: {case.id} goes another way with {flip.key} = {flip.value!r}")
    return found, impossible


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
        found += changed_by([key], book(name), [case])[0]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("name", IDS)
def test_no_value_without_a_source_changes_an_answer_marked_as_text(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    found, impossible = changed_by(unsourced(book(name)), book(name), cases_for(book(name)))
    record_property("impossible", impossible)
    assert found == []


@pytest.mark.sample(100)
@pytest.mark.parametrize("seed", range(100))
def test_another_value_of_a_key_that_is_not_read_changes_no_answer(seed: int) -> None:
    """Changed one by one and without anything shared, answers are those of the tests above."""
    chance = random.Random(seed)
    for _ in range(30):
        rules = book(chance.choice(IDS))
        case, key = chance.choice(cases_for(rules)), chance.choice([*keys()])
        now = SAID.of(case, as_it_is(rules))
        for flip in chance.sample([*flips(rules, [key])][:50], 1) if key != "table.players" else ():
            other = SAID.of(case, flip.rules).result
            assert str(answer_to(case, flip.rules).text) == answered_by(other, case, flip.rules)
            if flip.changed.isdisjoint(now.reads):
                assert other == now.result, f"{rules.id}: {case.id} reads {key}"


@pytest.mark.parametrize("seed", range(3))
def test_the_keys_that_are_kept_are_those_that_changing_each_value_finds(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(8):
        rules = book(chance.choice(IDS))
        case = chance.choice([case for case in cases_for(rules) if case.decides])
        worked_out = tuple(case.decides[at] for at in decisive_places(case, rules))
        assert decisive_keys(case, rules) == worked_out, f"{rules.id} {case.id}: write the generated files again"


@pytest.mark.rest
def test_all_that_is_kept_of_the_deciding_keys_comes_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.decisive.known_decisive", dict)
    kept = (folder() / "casebook" / "decisive.json").read_text(encoding="utf-8")
    assert written_decisive() == kept, "write {} to rulesets/casebook/decisive.json, then run python -m tools.generated"


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
    assert answer.sources and str(answer.sources[0]) == "Club 11.2"
    unsourced = {clause.key for clause in answer.clauses if clause.source is None}
    assert answer.basis == ("partly" if unsourced & set(decisive_keys(case, club)) else "own")
    bare = path.with_name("bare.toml")
    bare.write_text(text.partition("[riichi_kan]")[0].replace("club", "bare"), encoding="utf-8")
    assert answer_to(case, load_ruleset(bare)).basis == "default"


ELSEWHERE = (
    "calls.chi",
    "four_kans.one_player",
    "kan.max_per_player",
    "kan.min_live_tiles",
    "kandora.robbed_kan",
    "riichi_kan.level",
    "scoring.without_yaku",
    "wall.refill",
    "wall.undrawn",
)
"""Keys that change the play of cases which they do not decide."""


def kept_in_spite_of_the_play(of: Iterable[str], rules: Ruleset, cases: Iterable[Case]) -> tuple[int, list[str]]:
    """How many plays change with another value of a key that does not decide the case, and the answers that stay."""
    plain, changed, stay = as_it_is(rules), 0, []
    cells = []
    for case in cases:
        if "answer" in (expect := case.expected(rules.id)):
            now, group = MET.of(case, plain), groups(case).index(expect)
            assert now.result is not None and now.result[group].result, f"{rules.id}: {case.id} is played otherwise"
            cells.append((case, str(expect["answer"]), now.reads, group))
    for flip in flips(rules, of):
        for case, said, reads, group in cells:
            if flip.key in (*case.decides, *case.options) or flip.changed.isdisjoint(reads):
                continue
            met = MET.of(case, flip.rules).result
            if met is None and any(decides.startswith("penalty.") for decides in case.decides):
                continue  # What a foul costs does not depend on the position that the case shows it in.
            if met is None or not met[group].result:
                changed += 1
                other = SAID.of(case, flip.rules).result.text
                if not other or other == said:
                    stay.append(f"{rules.id}: {case.id} with {flip.key} = {flip.value!r}")
    return changed, stay


@pytest.mark.sample(len(ELSEWHERE))
@pytest.mark.parametrize("key", ELSEWHERE)
def test_no_answer_stays_if_a_key_that_does_not_decide_it_changes_the_play(key: str) -> None:
    changed, stay = kept_in_spite_of_the_play([key], book("ema-2016"), cases_for(book("ema-2016")))
    assert changed and stay == []


@pytest.mark.long
@pytest.mark.parametrize("name", IDS)
def test_no_answer_of_any_book_stays_if_a_key_changes_the_play(name: str) -> None:
    of = [key for key in keys() if key != "table.players"]
    assert kept_in_spite_of_the_play(of, book(name), cases_for(book(name)))[1] == []


def test_an_assumption_that_refuses_a_kan_is_named_with_the_answer() -> None:
    at_most_one = book("ema-2016").with_options({"kan.max_per_player": 1})
    answer = answer_to(cases_by_id()["kandora-ankan-ankan"], at_most_one)
    assert answer.text.startswith("not possible here")
    assert answer.clauses[0].key == "kan.max_per_player" and "kan.max_per_player" in answer.assumptions
    assert answer.basis == "partly"


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
    answers = [(case, answer_to(case, book(name))) for case in cases_for(book(name)) if not case.options]
    assert [
        (case.id, key)
        for case, answer in answers
        for key in answer.assumptions
        # Books for three players answer most questions as they would rule at a table of four.
        if key in mute(of_four(case, book(name)))
    ] == []


def test_bases_occur_and_each_says_what_it_means() -> None:
    seen = dict.fromkeys(Basis, 0)
    for name in ("ema-2016", "tenhou", "sega-mj", "en-intro"):
        for case in cases_for(book(name)):
            answer = answer_to(case, book(name))
            seen[answer.basis] += 1
            assert ("(partly assumed)" in answer.said) == (answer.basis == "partly" and bool(answer.assumptions))
            assert (answer.reason is not None) <= (not answer.is_settled)
            if answer.basis in ("text", "own"):
                assert not answer.assumptions and answer.sources
    assert all(seen[basis] > 5 for basis in (Basis.TEXT, Basis.PARTLY, Basis.DEFAULT, Basis.COMMON)), seen


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
    assert '<p class="default small">Partly assumed: ' in casebook_html(grid)
    assert told["sources"] == [one.to_json() for one in asked.answers[name].sources]
    answer = answer_to(case, book(name))
    assert answer.basis == "partly" and str(answer.said).endswith("(partly assumed)")


def test_a_question_outside_the_bundled_casebook_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    case = cases_by_id()["kandora-ankan-ankan"]
    kept = decisive_keys(case, book("tenhou"))
    monkeypatch.setattr(casebook, "known_decisive", dict)
    assert decisive_keys(case, book("tenhou")) == kept


@pytest.mark.rest
@pytest.mark.parametrize(
    "flip", [{"four_kans.one_player": "abort"}, {"kan.max_per_player": 1}, {"kan.min_live_tiles": 60}]
)
def test_a_position_that_cannot_arise_is_explained_without_the_place_of_its_file(flip: dict[str, object]) -> None:
    rules = book("ema-2016").with_options(flip)
    answers = {case.id: str(answer_to(case, rules).text) for case in cases_for(rules)}
    assert {id: text for id, text in answers.items() if ".toml" in text or "error[" in text} == {}
    if "four_kans.one_player" in flip:
        assert answers["cost-of-a-forbidden-fifth-kan"].startswith("an invalid kong"), "its cost needs no position"


# --- the deciding clause ----------------------------------------------------------------------------------------------


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", IDS)
def test_no_answer_is_called_text_without_a_clause_or_if_it_is_the_rulesets_own_word(name: str) -> None:
    for case in cases_for(book(name)):
        answer = answer_to(case, book(name))
        if answer.basis is Basis.TEXT:
            assert answer.sources and answer.sources[0].grade is not Grade.OWN, case.id
        if answer.basis in (Basis.DEFAULT, Basis.UNSAID):
            assert answer.reason is not None or answer.text == UNSETTLED, case.id
        assert (answer.basis is Basis.COMMON) == (not answer.keys), case.id


def test_a_rule_that_every_ruleset_has_cites_the_books_own_clause() -> None:
    case = cases_by_id()["other-hands-rob-an-ankan"]
    cited = {name: [source.clause for source in answer_to(case, book(name)).sources] for name in IDS}
    # The booklets and the league state it; Tenhou has it by construction.
    assert [clause.partition(" ")[0] for clause in cited["ema-2025"]] == ["3.3.13", "4.2.6"]
    assert [clause.partition(" ")[0] for clause in cited["ema-2016"]] == ["3.3.7"]
    assert cited["m-league"] == ["4-5(6)"] and cited["tenhou"] == []
    assert {answer_to(case, book(name)).basis for name in IDS} == {Basis.COMMON}


@pytest.mark.rest
def test_another_value_of_the_key_behind_the_cited_clause_changes_the_answer() -> None:
    cells = [
        (case, book(name), answer, decisive_keys(case, book(name)))
        for name in ("ema-2016", "ema-2025", "wrc-2025", "m-league", "tenhou", "mil-2024", "rrc-2026")
        for case in cases_for(book(name))
        for answer in [answer_to(case, book(name))]
        if answer.basis in (Basis.TEXT, Basis.OWN) and not case.options
    ]
    told = [(case, rules, answer) for case, rules, answer, decisive in cells if decisive]
    # Where each of several keys would be enough, no single one decides.
    assert len(told) > 0.9 * len(cells)
    for case, rules, answer in random.Random("deciding clause").sample(told, 60):
        key = next(clause.key for clause in answer.clauses if clause.source == answer.sources[0])
        others = alternatives(keys()[key], rules[key])
        assert any(answer_to(case, rules.with_options({key: value})).text != answer.text for value in others), (
            rules.id,
            case.id,
            key,
        )


@pytest.mark.parametrize(
    ("told", "basis"),
    [
        ([], Basis.COMMON),
        ([Basis.TEXT, Basis.COMMON], Basis.TEXT),
        ([Basis.TEXT, Basis.OWN], Basis.OWN),
        ([Basis.OWN, Basis.PLUGIN], Basis.PLUGIN),
        ([Basis.DEFAULT, Basis.COMMON], Basis.DEFAULT),
        ([Basis.DEFAULT, Basis.TEXT], Basis.PARTLY),
        ([Basis.UNSAID, Basis.TEXT], Basis.UNSAID),
    ],
)
def test_an_answer_of_several_rulings_is_as_weak_as_the_weakest(told: list[Basis], basis: Basis) -> None:
    assert basis_together([cast(Ruling, SimpleNamespace(basis=one)) for one in told]) is basis


def test_pay_and_riichi_kan_say_what_the_whole_answer_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    asked = (
        ("riichi-kan", "5556888s678p123m", "--draw", "8s"),
        ("pay", "daisangen", "--winner", "south", "--liable", "west", "--by", "north"),
    )
    found = set()
    for command in asked:
        for rules in ("ema-2025", "tenhou", "singapore"):
            told = json.loads(run(capsys, *command, "--rules", rules, "--format", "json")[1])
            bases = {one["basis"] for one in (told["rulings"] if "rulings" in told else [told["ruling"]])}
            assert told["basis"] in bases | {"partly"}
            assert told["basis"] not in ("text", "own") or bases <= {"text", "own", "common"}, told
            found.add(told["basis"])
    assert len(found) > 1
