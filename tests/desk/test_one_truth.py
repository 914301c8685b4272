"""One truth: sheet, `foul`, `ask`, `pay`, casebook and machine agree under every ruleset, whatever key of it is
changed.

A flip is one key of one bundled book set to another value. The fast suite takes a seeded sample of them; with
KANRULES_LONG=1 every one is taken.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from kanrules.cases.case import Case, CaseError
from kanrules.cases.expect import Expect, unmet_expectations
from kanrules.cases.run import PlayedCase, play_case
from kanrules.desk.ask import ask
from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import answer_to
from kanrules.desk.foul import FOULS, foul, foul_json
from kanrules.desk.key_statement import key_statement
from kanrules.desk.pay import answer_payment as pays
from kanrules.desk.pay import read_payment_question
from kanrules.desk.statement import Statement
from kanrules.law.hook_values import Noticed
from kanrules.pieces.events import FoulCommitted
from kanrules.report.sheet import sheet
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.effects import mute
from kanrules.ruleset.four import at_a_table_of_four
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import TEXT_TABLES, Key, Takes, file_value, keys
from kanrules.rulings import UNSETTLED, Basis, Verdict

SAMPLE = 30
COSTS = {
    "cost-of-a-kan-with-wrong-tiles": "wrong_tiles",
    "cost-of-a-kan-straight-after-a-call": "after_call",
    "cost-of-a-kan-on-the-last-live-tile": "last_tile",
    "cost-of-a-forbidden-fifth-kan": "fifth_kan",
    "cost-of-a-kan-by-a-dead-hand": "dead_hand_kan",
}
"""The casebook questions that are played with a foul, and which foul that is."""
PAID = (
    "daisangen-tsumo-liability",
    "daisangen-ron-off-another-player",
    "daisangen-ron-off-the-liable-player",
)
"""The questions of the casebook that `pay` answers too, of a hand with one honba."""


def groups(case: Case) -> list[str]:
    """A ruleset of each group that the case tells apart."""
    return [names[0] for names, _ in case.expect_under]


def other_values(key: Key, value: Any) -> list[Any]:
    """Every other value of a key that has a list of them, and some of one that has not."""
    now = file_value(value)
    match key.takes:
        case Takes.CHOICE | Takes.SWITCH:
            found: list[Any] = list(key.allowed)
        case Takes.NUMBER:
            most = key.maximum if key.maximum is not None else now + 5 * key.step
            found = list(key.allowed) or [key.minimum, now - key.step, now + key.step, most]
            found = [one for one in dict.fromkeys(found) if key.allowed or key.minimum <= one <= most]
        case Takes.LIST:
            found = [[], *([one] for one in key.allowed), list(key.allowed)] if key.allowed else [["A line."]]
        case Takes.UMA:
            found = [[45000, 5000, -15000, -35000], [0, 0, 0, 0]]
        case Takes.FLOATING:
            found = [{"2": [8000, 4000, -4000, -8000]}]
        case Takes.TEXT:
            found = ["Words of a referee."]
    return [one for one in found if one != now]


def flips(name: str) -> Iterator[tuple[str, Any]]:
    rules = load_ruleset(name)
    for key in keys().values():
        for value in other_values(key, rules[key.name]):
            yield key.name, value


def contradictions(rules: Ruleset, key: str) -> Iterator[str]:
    """Everything that one of the five says of these rules and another denies; `key` is what was changed."""
    page = sheet(rules)
    lines = {line.subject[0]: line.answer[0].text for group in page.groups for line in group.lines}
    # Two lines may have one subject: what a kan in riichi costs, and the words about it.
    said = " ".join(line.answer[0].text for group in page.groups for line in group.lines)
    subjects = " ".join(lines).lower()
    for name in FOULS:
        found = foul(name, rules)
        yield from of_one_foul(found, lines, subjects, rules)
    for parent in rules.layers:
        for text in (parent.written.values[one] for one in rules.lapsed if one in parent.written.values):
            if text in said and text not in {rules[other] for other in keys() if other.split(".")[0] in TEXT_TABLES}:
                yield f"the sheet prints words that have lapsed: {text}"
    yield from of_the_key(rules, key, said)
    for id, name in COSTS.items():
        yield from of_a_cost(id, foul(name, rules), rules)
    for id in PAID:
        yield from of_a_payment(id, rules)
    for case in cases_by_id().values():
        if key in case.decides and case.id not in COSTS:
            yield from of_a_case(case, rules)


def is_no_foul(found: Statement) -> bool:
    return found.ruling.verdict is Verdict.RULE


def of_its_line(found: Statement, lines: dict[str, str], subjects: str, rules: Ruleset) -> Iterator[str]:
    name = found.subject
    key = f"penalty.{name}"
    title = keys()[key].title
    listed = title.lower() in subjects
    line = next((text for subject, text in lines.items() if title.lower() in subject.lower()), "")
    if is_no_foul(found) and listed:
        yield f"{name} is not a foul, and the sheet lists it"
    if found.basis is Basis.UNSAID and line != found.text:
        yield f"nobody has a price for {name}, and the sheet says {line!r}"
    if found.basis is not Basis.UNSAID and line in (UNSETTLED, rules.undecided()):
        yield f"{name} is {found.verdict}, and the sheet knows no penalty"
    if not is_no_foul(found) and rules[key] and rules[key] not in line:
        yield f"the sheet leaves out the words on {name}"
    if listed and not rules[key] and found.basis is Basis.PLUGIN and line.lower() != found.said.lower():
        yield f"{name} is {found.verdict}, and the sheet says {line!r}"


def of_one_foul(found: Statement, lines: dict[str, str], subjects: str, rules: Ruleset) -> Iterator[str]:
    key = f"penalty.{found.subject}"
    if key in keys():
        yield from of_its_line(found, lines, subjects, rules)
    asked = key_statement(key, rules).said
    if asked != found.said:
        yield f"{found.subject}: ask says {asked!r}, foul {found.said!r}"
    if not found.is_settled and foul_json(found)["source"] is not None:
        yield f"{found.subject} rests on no text, and JSON names a source"


def of_the_key(rules: Ruleset, key: str, said: str) -> Iterator[str]:
    """The sheet has the sentence of the value that holds, and of no other value of the key."""
    about = keys()[key]
    if about.table in (*TEXT_TABLES, "game") or about.takes not in (Takes.CHOICE, Takes.SWITCH):
        return
    holds = meaning(key, rules[key])
    if key not in mute(rules) and not keys()[key].quiet and holds not in said:
        yield f"the sheet does not say of {key}: {holds}"
    for value in about.allowed:
        sentence = keys()[key].sentences[str(value).lower() if isinstance(value, bool) else str(value)]
        if sentence != holds and sentence in said and not _shared(sentence, rules, key):
            yield f"the sheet says {sentence!r}, and {key} is {file_value(rules[key])}"


def _shared(sentence: str, rules: Ruleset, key: str) -> bool:
    return any(other != key and meaning(other, rules[other]) == sentence for other in keys())


def of_a_cost(id: str, found: Statement, rules: Ruleset) -> Iterator[str]:
    """What a committed foul costs when it is played, by the casebook and by `foul`."""
    case = cases_by_id()[id]
    booked = answer_to(case, rules)
    try:
        played = play_case(case, rules)
    except CaseError:
        # Four kans of this one player would have ended the hand.
        if is_no_foul(found) != booked.text.startswith(("not possible here", "no foul")):
            yield f"{id}: cannot be played, foul says {found.text!r}, the casebook {booked.text!r}"
        return
    if foul_codes(played) - foul_codes(play_case(case, load_ruleset("tenhou"))):
        # Where no kan can be at all, this one is refused before it comes to the question.
        return
    fined = [penalty for _, penalty in played.kyoku.penalties]
    if fined:
        steps = {step.then for step in found.steps}
        if is_no_foul(found):
            yield f"{found.subject} is not a foul, and the machine rules {fined[0].type}"
        elif found.ruling.code != fined[0].code or (
            # If several cases are possible, none is applied.
            steps and not fined[0].steps and fined[0].type not in steps
        ):
            yield f"{found.subject}: the machine rules {fined[0]}, foul {found.ruling.code} {steps}"
        elif found.basis is not Basis.UNSAID and not any(fined[0].text in text for text in told_of(found, rules)):
            yield f"{found.subject}: the machine rules {fined[0].type} {fined[0].text!r}, foul {found.text}"
    elif not is_no_foul(found) and committed(played):
        yield f"{found.subject} costs {found.verdict}, and the machine rules nothing"
    if (found.ruling.code == "KR605") != (booked.text in (UNSETTLED, rules.undecided())):
        yield f"{id}: {booked.text!r}, and foul says {found.text!r}"
    if is_no_foul(found) != booked.text.startswith("no foul"):
        yield f"{id}: {booked.text!r}, and foul says {found.text!r}"
    yield from _as_played(case, booked, played)


def told_of(found: Statement, rules: Ruleset) -> Iterator[str]:
    """What `foul` says of the act, and of each case of it if a plugin decides by more than the act."""
    yield found.text
    if found.basis is Basis.PLUGIN:
        for noticed, repeated in product((None, *Noticed), (None, False, True)):
            yield foul(found.subject, rules, noticed=noticed, repeated=repeated).text


def foul_codes(played: PlayedCase) -> set[str]:
    return {event.code for event in played.kyoku.events if isinstance(event, FoulCommitted)}


def committed(played: PlayedCase) -> bool:
    return any(isinstance(event, FoulCommitted) for event in played.kyoku.events)


def of_a_case(case: Case, rules: Ruleset) -> Iterator[str]:
    try:
        played = play_case(case, rules)
    except CaseError:
        return
    yield from _as_played(case, answer_to(case, rules), played)


def _as_played(case: Case, booked: Statement, played: PlayedCase) -> Iterator[str]:
    """An answer that a case has words for is given only where the machine plays what the case expects with it."""
    if not booked.text or booked.text.startswith("otherwise"):
        yield f"{case.question} The casebook has no words for its answer: {booked.text!r}"
    known = [
        expect for expect in (case.expect, *map(case.expected, groups(case))) if expect.get("answer") == booked.text
    ]
    if known and all(unmet_expectations(played, shown(expect)) for expect in known):
        text = unmet_expectations(played, known[0])[0].text
        yield f"{case.question} The casebook says {booked.text!r}, and the machine: {text}"


def shown(expect: Expect) -> Expect:
    """What of an expectation comes out of a play, whatever the moments and the reasons."""
    return {key: value for key, value in expect.items() if key not in ("order", "code")}


def of_a_payment(id: str, rules: Ruleset) -> Iterator[str]:
    played = play_case(cases_by_id()[id], rules)
    outcome = played.kyoku.outcome
    if outcome is None or not outcome.wins or "daisangen" in rules.scoring.without_yaku:
        return
    (win,) = outcome.wins
    if tuple(win.value.yakuman) != ("daisangen",):
        return
    asked = read_payment_question(
        ["daisangen"],
        str(win.seat),
        "" if win.source is None else str(win.source),
        [f"daisangen={one.seat}" for one in win.liable],
        1,
    )
    # The casebook is answered at a table of four.
    paid = pays(asked, at_a_table_of_four(rules)).payment
    machine = {seat: points for seat, points in played.changes.items() if points}
    mine = {} if paid is None else {seat: points for seat, points in enumerate(paid.changes) if points}
    if paid is None or {int(seat): points for seat, points in machine.items()} != mine:
        yield f"{id}: The machine pays {machine}, pay {mine}"


def check(name: str, key: str, value: Any) -> None:
    rules = load_ruleset(name).with_options({key: value})
    found = list(contradictions(rules, key))
    assert not found, f"{name} with {key} = {value!r}:\n" + "\n".join(found)


@pytest.mark.parametrize("name", bundled_ids())
def test_a_bundled_book_says_one_thing_everywhere(name: str) -> None:
    rules = load_ruleset(name)
    assert not list(contradictions(rules, "fifth_kan.illegal"))


@cache
def sample() -> list[tuple[str, str, Any]]:
    every = [(name, key, value) for name in bundled_ids() for key, value in flips(name)]
    return random.Random("one truth").sample(every, SAMPLE)


@pytest.mark.parametrize("name", bundled_ids())
def test_what_illegal_kans_cost_is_what_the_foul_of_each_costs(name: str) -> None:
    rules = load_ruleset(name)
    answer = ask("What is the penalty for an illegal kan?", [rules]).answers[0]
    topic = answer.near.subject.topic
    assert topic is not None and topic.depends is not None
    if not answer.first.depends:
        # Only if each of them costs the same, they are one answer.
        each = {str(key_statement(choice.name, rules).said) for choice in topic.depends.choices}
        assert each == {str(answer.first.said)}
        return
    (fact,) = answer.first.depends
    assert {one.subject for one in fact.choices} == {choice.name for choice in topic.depends.choices}
    asked = {str(one.when): str(one.said) for one in fact.choices}
    for when, fouled in (("an ankan in riichi", "riichi_kan"), ("a fifth kan", "fifth_kan")):
        assert asked[when] == str(foul(fouled, rules).said), when


@pytest.mark.rest
def test_a_changed_key_says_one_thing_everywhere() -> None:
    for name, key, value in sample():
        check(name, key, value)


TIED = sorted({one for key in keys().values() for one in (*dict(key.presupposes), *key.describes)})


@pytest.mark.rest
@pytest.mark.sample(3)
@pytest.mark.parametrize("key", TIED)
def test_a_key_that_words_speak_of_changes_no_word_alone(key: str) -> None:
    for value in other_values(keys()[key], load_ruleset("ema-2016")[key]):
        check("ema-2016", key, value)


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("azriichi", "fifth_kan.illegal", "chombo"),
        ("azriichi", "riichi_kan.illegal_found", "draw"),
        ("mil-2024", "riichi_kan.illegal", "none"),
    ],
)
def test_a_penalty_that_a_club_sets_where_its_book_has_none_or_other_words_is_one_everywhere(
    name: str, key: str, value: str
) -> None:
    check(name, key, value)


@pytest.mark.long
@pytest.mark.parametrize("name", bundled_ids())
def test_every_key_of_a_book_set_to_every_value_says_one_thing_everywhere(name: str) -> None:
    wrong, count = [], 0
    for key, value in flips(name):
        rules = load_ruleset(name).with_options({key: value})
        count += 1
        wrong += [f"{key} = {value!r}: {text}" for text in contradictions(rules, key)]
    print(f"{name}: {count} flips")
    assert not wrong, "\n".join(wrong)


def test_unchanged_ema_2016_has_one_price_for_a_fifth_kan_in_both_chapters() -> None:
    rules = load_ruleset("ema-2016")
    played = answer_to(cases_by_id()["cost-of-a-forbidden-fifth-kan"], rules)
    assert "dead hand" in played.text and "hand is dead" in foul("fifth_kan", rules).text
