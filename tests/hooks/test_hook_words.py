"""Every word that a hook may answer, as the code lists them, has a case that fails without the word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from importlib.resources import files as resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from kanrules import PenaltyStep, ReplacementFrom, Ruleset, Seat, Source, Transfer, load_ruleset
from kanrules.cases.case import Case, read_cases
from kanrules.cases.verify import verify_case
from kanrules.hooks.answers import accepted
from kanrules.hooks.specs import HOOKS
from kanrules.law import hook_values
from kanrules.law.limits import BASES
from kanrules.testing import conformance
from kanrules.testing.conformance import with_plugin
from kanrules.testing.plugin_watch import HookTally
from tests.hooks import words

CASES = read_cases(Path(__file__).parent / "hook_words.toml")
OWN = "plugin.words."
SAMPLES = tomllib.loads((resources("kanrules.scaffold") / "hooks.toml").read_text(encoding="utf-8"))
TEXTS = {"code", "text", "key", "source", "why", "name"}
"""Fields that name a ruling, and do not decide it."""
OF_CORE = {"transfer_type", "transfer_to = nobody"}
"""What only core answers: a plugin's answer may not have it."""
THE_SAME = {f"replacement_from = {ReplacementFrom.DEAD_WALL}", "PointsFrom.table"}
"""What holds where nobody says a word: leaving it out changes nothing."""


def under(name: str, plugin: object = words) -> Ruleset:
    return with_plugin(load_ruleset(name), "words", plugin, {})


def rules_of(case: Case) -> str:
    return (case.rules or ("ema-2016",))[0]


def without(case: Case, key: str) -> Case:
    return replace(case, options={name: value for name, value in case.options.items() if name != key})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_word_does_what_its_case_says_and_the_case_fails_without_it(case: Case) -> None:
    rules = under(rules_of(case))
    assert verify_case(case, rules).why == ""
    said = [key for key in case.options if key.startswith(OWN)]
    assert said
    for key in said:
        assert not verify_case(without(case, key), rules).passed, key


def of_field(name: str, type_: Any) -> Iterator[str]:
    """The words of a field: itself, and each value if it has a choice of them."""
    yield name
    for part in (type_, *get_args(type_)):
        if isinstance(part, type) and issubclass(part, Enum) and part is not Seat and name not in OF_CORE:
            yield from (f"{part.__name__}.{member.value}" for member in part)
        if get_origin(part) is Literal:
            yield from (f"{name} = {value}" for value in get_args(part) if value not in ("", "table"))


def of_class(answer: type) -> Iterator[str]:
    hints = get_type_hints(answer, {**vars(hook_values), "Source": Source})
    word = re.sub("(?<!^)(?=[A-Z])", "_", answer.__name__).lower()
    for field in fields(answer):
        if field.name == "steps":
            yield from of_class(PenaltyStep)
        elif field.name not in TEXTS or (answer is Transfer and field.name == "source"):
            yield from of_field(f"{word}_{field.name}", hints[field.name])


def of_hook(hook: str) -> Iterator[str]:
    for answer in accepted(hook):
        if is_dataclass(answer):
            yield from of_class(answer)
            if sum(answer in accepted(other) for other in HOOKS) > 1:
                yield f"{answer.__name__.lower()}_at = {hook}"
        elif hook == "kans_end":
            yield f"{hook} = abort"
        elif issubclass(answer, Enum):
            yield from (f"{hook} = {member.value}" for member in answer)
        elif answer is bool:
            yield from (f"{hook} = yes", f"{hook} = no")


def said() -> Iterator[str]:
    """The words that the cases say."""
    of = {"penalty_type": "PenaltyType", "penalty_step_then": "PenaltyType", "penalty_step_noticed": "Noticed"}
    of |= {"penalty_points_from": "PointsFrom", "penalty_step_points_from": "PointsFrom"}
    for case in CASES:
        for key, value in case.options.items():
            name = key.removeprefix(OWN)
            yield from (name, f"{name} = {value}", f"{of.get(name, name)}.{value}")


@pytest.mark.parametrize("hook", [hook for hook in HOOKS if accepted(hook) and hook != "amend_rules"])
def test_every_word_of_a_hook_has_a_case(hook: str) -> None:
    listed = set(of_hook(hook))
    assert listed
    if listed == {f"{hook} = yes", f"{hook} = no"} and not hasattr(words, hook):
        # A new hook of this kind has the cases that `kanrules new plugin --hook` writes: they fail without its plugin.
        assert "cases" in SAMPLES[hook]
        return
    without_a_case = listed - set(said()) - OF_CORE - THE_SAME
    assert not without_a_case, "write an option and an answer in tests/hooks/words.py, and a case in hook_words.toml"


def test_a_plugin_that_does_not_say_robs_lets_no_daiminkan_be_robbed() -> None:
    case = next(case for case in CASES if case.options.get(f"{OWN}rob_kan") == "yes")
    assert "daiminkan" in case.lines[1].text
    silent = SimpleNamespace(**{**vars(words), "robs": ()})
    assert not verify_case(case, under(rules_of(case), silent)).passed


# --- in conformance -----------------------------------------------------------------------------------


NEW = (
    {"reveal_kandora": "win"},
    *({"replacement_from": place.value} for place in ReplacementFrom),
    {"fifth_kan": "abort_on_passed_discard"},
    *({"yaku_at_least": limit.value} for limit in BASES),
    {"penalty_type": "warning"},
    {"penalty_type": "points", "penalty_points": 3000, "penalty_points_from": "tournament"},
    {"penalty_step_then": "warning", "penalty_step_repeated": "yes"},
    {"rob_kan": "yes"},
)
"""Words that no key of a ruleset has. test_wall_and_win.py replays hands that are played under them; a replay prices no
foul.
"""


@pytest.mark.parametrize("said", NEW, ids=lambda said: " ".join(map(str, said.values())))
def test_hands_played_under_a_word_conform(said: dict[str, Any]) -> None:
    rules = with_plugin(load_ruleset("ema-2016"), "words", words, said)
    played = conformance._PlayedHands(HookTally("words"))
    assert not list(conformance._play_all(rules, 6, 0, played))
    assert played.hands == 6
