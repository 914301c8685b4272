"""An own rule is cited by the number of its article, which no other value moves and every print shows."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kanrules.desk.foul import foul
from kanrules.desk.key_statement import key_statement
from kanrules.report.law_book import Provision, law_book
from kanrules.report.poster_answers import poster
from kanrules.report.rule_line import RuleLine
from kanrules.report.sheet import sheet
from kanrules.report.sheet_slips import penalty_slip
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.articles import ARTICLE_RULES, article_number, rule_numbers
from kanrules.ruleset.effects import mute
from kanrules.ruleset.keys import Takes, keys
from kanrules.rulings import Basis

CHILDREN, PARTS = 200, 40
CHANGED = [
    key
    for key in keys().values()
    if article_number(key.name) and (key.takes in (Takes.CHOICE, Takes.SWITCH) or key.is_text)
]


def child(folder: Path, at: int, more: bool) -> Ruleset:
    """Return a child with two to five lines of its own, and with `more` one more, the same for the same number."""
    draw = random.Random(f"articles {at}")
    lines: dict[str, list[str]] = {}
    chosen = draw.sample(CHANGED, draw.randint(3, 6))
    for key in chosen if more else chosen[:-1]:
        value = "Ask the referee." if key.is_text else draw.choice(list(key.allowed))
        lines.setdefault(key.table, []).append(f"{key.field} = {json.dumps(value)}")
    tables = "".join(f"[{table}]\n" + "\n".join(rows) + "\n" for table, rows in lines.items())
    id = f"club-{at}{'-more' if more else ''}"
    parent = random.Random(at).choice(bundled_ids())
    path = folder / f"{id}.toml"
    path.write_text(f'[ruleset]\nid = "{id}"\nextends = "{parent}"\n{tables}', encoding="utf-8")
    return load_ruleset(path)


def told_apart(label: str) -> list[str]:
    """Return each number that a provision bears: 7.2, 7.3, and 7.5 for `7.2–3, 5`."""
    chapter, _, places = label.partition(".")
    found = []
    for run in places.split(", "):
        first, _, last = run.partition("–")
        found += [run] if not last else [str(at) for at in range(int(first), int(last) + 1)]
    return [f"{chapter}.{place}" for place in found]


def own_rules(rules: Ruleset) -> Iterator[str]:
    silent = mute(rules)
    for key in keys():
        source = rules.origin(key).source
        if article_number(key) and key not in silent and source is not None and rules.basis_of(key) is Basis.OWN:
            yield key


def not_cited(rules: Ruleset, provisions: tuple[Provision, ...]) -> Iterator[str]:
    """Yield each own rule that a print cites by another number than the book has it under."""
    lines = [line for group in sheet(rules).groups for line in group.lines]
    wall = {key: group.clause for group in poster(rules, "en").answers for line in group.lines for key in line.keys}
    for key in own_rules(rules):
        number = article_number(key)
        if not any(key in one.keys and number in told_apart(one.number) for one in provisions):
            yield f"{rules.id}: the book has no {number} about {key}"
        said = key_statement(key, rules)
        if said.basis is Basis.OWN and said.subject == said.keys[0] and said.clauses[0].short != number:
            yield f"{rules.id}: ask cites {said.clauses[0].short} for {key}"
        for line in lines:
            # Of two rules in one sentence, a line may cite one.
            cites = number in re.split(r"[;, ]+", line.citation.clause)
            if key in line.keys and not cites and (line.keys == (key,) or line.own):
                yield f"{rules.id}: the sheet cites {line.citation.clause!r} for {key}"
        if wall.get(key) and number not in re.split(r"[; ,]+", wall[key]):
            yield f"{rules.id}: the poster cites {wall[key]!r} for {key}"
        table, _, name = key.partition(".")
        if table == "penalty" and foul(name, rules).basis is Basis.OWN:
            answer = foul(name, rules)
            if not any(clause.short == number for clause in answer.clauses):
                yield f"{rules.id}: foul cites {answer.clauses} for {key}"
            (printed,) = [block for block in penalty_slip(rules, name).blocks if isinstance(block, RuleLine)]
            if f" {number} " not in f"{printed.citation.clause} ":
                yield f"{rules.id}: the slip cites {printed.citation.clause!r} for {key}"


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "part", [one if not one else pytest.param(one, marks=pytest.mark.slow) for one in range(PARTS)]
)
def test_no_value_moves_the_number_of_another_rule(tmp_path: Path, part: int) -> None:
    for at in range(part, CHILDREN, PARTS):
        before, after = child(tmp_path, at, False), child(tmp_path, at, True)
        one, other = law_book(before).provisions, law_book(after).provisions
        for book in (one, other):
            found = [number for provision in book for number in told_apart(provision.number)]
            assert len(found) == len(set(found)), (at, found)
        there = {(provision.text, provision.keys): provision.number for provision in other if provision.text}
        moved = [
            (provision.number, there[provision.text, provision.keys], provision.text)
            for provision in one
            if there.get((provision.text, provision.keys), provision.number) != provision.number
        ]
        assert not moved, (at, moved)
        assert [*not_cited(before, one), *not_cited(after, other)] == []
        assert {key: before.origin(key).source for key in own_rules(before)}.items() >= {
            key: before.origin(key).source for key in own_rules(after) if key in set(own_rules(before))
        }.items()


def test_a_rule_has_one_number_and_a_number_one_rule() -> None:
    every = [rule for article in ARTICLE_RULES for rule in rule_numbers(article) if rule in keys()]
    assert len(every) == len(set(every))
    assert len({article_number(key) for key in every}) == len(every)


@pytest.mark.parametrize("name", bundled_ids()[::8])
def test_every_provision_of_a_book_has_its_number_declared(name: str) -> None:
    for article in law_book(load_ruleset(name)).articles:
        rules = list(rule_numbers(list(ARTICLE_RULES)[article.number - 1]))
        places = [int(told_apart(one.number)[0].split(".")[1]) for one in article.provisions]
        assert places == sorted(places) and places[-1] <= len(rules), (name, article.title)
