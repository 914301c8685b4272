"""A foul has one penalty on every front, with its conditions: asked of every bundled ruleset and of random children.

A child is what a club writes: a bundled ruleset with a few lines of its own about kans in riichi, the fifth kan,
limits, and penalties.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from kanrules.desk.foul import FOULS, foul, foul_json
from kanrules.desk.key_statement import key_statement
from kanrules.desk.statement import Statement, steps_in_words
from kanrules.locale import translator
from kanrules.locale.sentences import capital
from kanrules.report.casebook import casebook_grid, to_json
from kanrules.report.document import Blank
from kanrules.report.paper.sheet import trimmed
from kanrules.report.rule_line import RuleLine
from kanrules.report.sheet import Sheet, of_the_kan, sheet
from kanrules.report.sheet_slips import penalty_slip
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.effects import mute
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import Takes, keys
from kanrules.rulings import Basis, Verdict
from kanrules.site.live.form_fields import text as page_text
from kanrules.site.live.foul import foul_html

CHILDREN = 200
PARTS = 10
BARE = ("chombo", "chombo.", "dead hand", "dead hand.")
WORDS = (
    "A warning.",
    "Chombo if it is noticed after the discard; before it, nothing.",
    "Dead hand, but only after the draw.",
)
CHANGED = [
    key
    for key in keys().values()
    if key.takes in (Takes.CHOICE, Takes.SWITCH)
    and key.table in ("riichi_kan", "fifth_kan", "four_kans", "chombo", "calls", "wall", "chankan", "kandora")
]


def written(at: int) -> str:
    """Return a child of a bundled ruleset with one to four lines of its own, the same for the same number."""
    draw = random.Random(f"one penalty {at}")
    lines: dict[str, list[str]] = {}
    for key in draw.sample(CHANGED, draw.randint(1, 3)):
        lines.setdefault(key.table, []).append(f"{key.field} = {json.dumps(draw.choice(list(key.allowed)))}")
    price = draw.choice([name for name in FOULS if f"penalty.{name}" in keys()])
    if draw.random() < 0.5:
        lines["penalty"] = [f"{price} = {json.dumps(draw.choice(WORDS))}"]
    elif draw.random() < 0.4:
        lines["departs"] = [f'keys = ["penalty.{price}"]']
    tables = "".join(f"[{table}]\n" + "\n".join(rows) + "\n" for table, rows in lines.items())
    return f'[ruleset]\nid = "club-{at}"\nextends = "{draw.choice(bundled_ids())}"\n{tables}'


@cache
def grid_ids() -> tuple[str, ...]:
    return tuple(f"penalty-{name.replace('_', '-')}" for name in FOULS if f"penalty.{name}" in keys())


def has_condition(name: str, rules: Ruleset) -> bool:
    """Return True if the rules say more about a penalty than its type, read from the values alone."""
    words = str(rules.options.penalty.__getattribute__(name)) if f"penalty.{name}" in keys() else ""
    if len(words.rstrip(".").split()) > 2:
        return True
    law = rules.riichi_kan
    return name == "riichi_kan" and law.illegal != "none" and law.illegal_found != "at_once"


def differences(rules: Ruleset) -> Iterator[str]:
    """Yield what one front says about a foul and another denies, and each penalty without its condition."""
    page = of_the_kan(sheet(rules), steps=False)
    card = trimmed(page, sum(len(group.lines) for group in page.groups) // 2)
    book = to_json(casebook_grid([rules], grid_ids()))["chapters"][-1]["questions"]
    cells = {one["id"]: one["answers"][rules.id] for one in book}
    for name in FOULS:
        found = foul(name, rules)
        told = json.loads(json.dumps(foul_json(found)))
        yield from (f"{name}: {text}" for text in of_the_basis(found, told))
        key = f"penalty.{name}"
        yield from (f"{name}: {text}" for text in of_the_fronts(name, found, rules))
        if key in keys():
            cell = cells[key.replace(".", "-").replace("_", "-")]
            if (cell["answer"], cell["basis"], cell["source"]) != (found.text, told["basis"], told["source"]):
                yield f"{name}: the casebook says {cell}, foul {found.text!r}"
            if key not in mute(rules):
                yield from (f"{name}: {text}" for text in of_the_sheet(name, found, page, card, rules))


def of_the_basis(found: Statement, told: dict[str, object]) -> Iterator[str]:
    if (told["source"] is None) != (found.basis in (Basis.DEFAULT, Basis.UNSAID)):
        yield f"basis {found.basis} with source {told['source']}"
    if (told["reason"] is not None) and found.is_settled:
        yield f"basis {found.basis} with reason {told['reason']}"
    if found.basis is Basis.UNSAID and (found.steps or found.verdict != "unknown"):
        yield f"nobody decides, and there is {found.verdict}"


def of_the_fronts(name: str, found: Statement, rules: Ruleset) -> Iterator[str]:
    # A plugin owns the conditions of its penalties: an answer of one case has none.
    whole = found.basis is Basis.PLUGIN and found.only_step is not None
    conditional = has_condition(name, rules) and found.is_settled and found.ruling.verdict is not Verdict.RULE
    conditional = conditional and not whole
    type_ = foul_json(found)["penalty"].get("type", "")
    if conditional and (
        type_ in ("chombo", "dead_hand", "none") or found.verdict in BARE or found.text.lower() in BARE
    ):
        yield f"{found.verdict}, {type_}, {found.text!r} leave out a condition"
    law = rules.riichi_kan
    waits = conditional and name == "riichi_kan" and not rules["penalty.riichi_kan"]
    if waits and meaning("riichi_kan.illegal_found", law.illegal_found) not in found.said:
        yield f"{found.said!r} does not say when it is penalized"
    if f"penalty.{name}" in keys():
        asked = key_statement(f"penalty.{name}", rules).said
        if asked != found.said:
            yield f"ask says {asked!r}, foul {found.said!r}"
    slip = penalty_slip(rules, name)
    (printed,) = [block for block in slip.blocks if isinstance(block, RuleLine)]
    penalty, points = ([block.value for block in slip.blocks if isinstance(block, Blank)][at] for at in (4, 5))
    if printed.answer[0].text != found.said:
        yield f"the slip says {printed.answer[0].text!r}, foul {found.said!r}"
    if (conditional or not found.is_settled) and (penalty or points):
        yield f"the slip names {penalty!r}, {points!r} before the condition"
    html = foul_html(found, rules, translator("en"))
    if page_text(found.said, translator("en")) not in html:
        yield f"the page does not say {found.said!r}"
    if conditional and any(f'<p class="word long">{capital(word)}</p>' in html for word in BARE):
        yield "the page names a penalty without its condition"


def of_the_sheet(name: str, found: Statement, page: Sheet, card: Sheet, rules: Ruleset) -> Iterator[str]:
    own = {f"penalty.{name}", *({"riichi_kan.illegal", "riichi_kan.illegal_found"} if name == "riichi_kan" else ())}
    for front, paper in (("sheet", page), ("card", card)):
        lines = [line for group in paper.groups for line in group.lines if own.intersection(line.keys)]
        said = " ".join(line.answer[0].text for line in lines)
        alone = {*BARE, meaning("riichi_kan.illegal", rules.riichi_kan.illegal).lower()}
        if has_condition(name, rules) and any(line.answer[0].text.lower() in alone for line in lines):
            yield f"the {front} names a penalty without its condition: {said!r}"
        if not lines and front == "card":
            continue
        words = str(rules[f"penalty.{name}"])
        if front == "sheet" and words and found.ruling.verdict is not Verdict.RULE and words not in said:
            yield f"the sheet leaves out {words!r}: {said!r}"
        if found.basis is Basis.UNSAID and not words and lines and found.text not in said:
            yield f"nobody decides, and the {front} says {said!r}"


def few(of: Iterable[object]) -> list[object]:
    """Return the cases of a test, of which the quick tier runs every tenth."""
    return [one if not at % 10 else pytest.param(one, marks=pytest.mark.slow) for at, one in enumerate(of)]


def wrong(rules: Ruleset) -> list[str]:
    return [f"{rules.id}: {text}" for text in differences(rules)]


@pytest.mark.parametrize("name", few(bundled_ids()))
def test_a_bundled_ruleset_has_one_penalty_for_a_foul_on_every_front(name: str) -> None:
    assert wrong(load_ruleset(name)) == []


@pytest.mark.rest
@pytest.mark.sample(4)
@pytest.mark.parametrize("part", few(range(PARTS)))
def test_a_random_child_has_one_penalty_for_a_foul_on_every_front(tmp_path: Path, part: int) -> None:
    found = []
    for at in range(part, CHILDREN, PARTS):
        path = tmp_path / f"club-{at}.toml"
        path.write_text(written(at), encoding="utf-8")
        found += wrong(load_ruleset(path))
    assert found == []


def test_each_case_of_a_penalty_is_printed_with_its_condition() -> None:
    steps = foul("dead_wall_exposed", load_ruleset("wrc-2025")).steps
    assert len(steps) > 2 and len(steps_in_words(steps)) == len(steps)
    for rules in map(load_ruleset, bundled_ids()):
        for name in FOULS:
            steps = foul(name, rules).steps
            if len(steps) > 1:
                # The last case may be for whatever the others leave.
                assert all(": " in said for said in steps_in_words(steps)), (rules.id, name)
                assert len(set(steps_in_words(steps))) == len(steps), (rules.id, name)
