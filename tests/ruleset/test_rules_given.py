"""Whatever takes a ruleset takes it in every form: its name, its path as text or as a `Path`, or as a `Ruleset`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import kanrules as k
from kanrules.ruleset.library import find
from kanrules.testing import parse_cases, play_case, verify_case
from kanrules.testing.conformance import conformance
from tests.house.test_public_names import MODULES

GAME = Path(__file__).parents[1] / "games" / "ankan-then-ankan.mjson.gz"
CASE = '[[case]]\nname = "a case"\ngiven.turn = "south"\ngiven.live = "2p"\nplay.lines = ["south draws 2p"]\n'


TAKES: dict[str, Callable[[Any], Any]] = {
    "kanrules.Follow": k.Follow,
    "kanrules.Game": lambda rules: k.Game(rules, seed=1),
    "kanrules.Kyoku": lambda rules: k.Kyoku(rules, seed=1),
    "kanrules.Kyoku.from_case": lambda rules: k.Kyoku.from_case(CASE, rules),
    "kanrules.Kyoku.from_text": lambda rules: k.Kyoku.from_text(k.Kyoku("tenhou", seed=1).text(), rules),
    "kanrules.audit": lambda rules: list(k.audit(GAME, rules)),
    "kanrules.pay": lambda rules: k.pay("south: mangan", rules=rules),
    "kanrules.replay": lambda rules: k.replay(GAME, rules),
    "kanrules.riichi_kan": lambda rules: k.riichi_kan("3335666p111456s", "3p", rules=rules),
    "kanrules.score": lambda rules: k.score(
        "234m067p234s5567m", "8m", rules=rules, seat=k.Seat.SOUTH, round_wind=k.Seat.EAST
    ),
    "kanrules.testing.conformance.conformance": lambda rules: conformance(object(), rules=rules),
    "kanrules.testing.play_case": lambda rules: play_case(parse_cases(CASE)[0], rules),
    "kanrules.testing.verify_case": lambda rules: verify_case(parse_cases(CASE)[0], rules),
}
"""Everything public that takes a ruleset under the name `rules`."""
OTHERS = {"check_plugin", "hand", "meld", "play_game", "table"}
"""`check_plugin` hands `rules` to `conformance`; the others take a loaded ruleset alone, as their signatures say."""


@pytest.mark.parametrize("name", TAKES)
def test_a_ruleset_is_taken_by_name_by_path_and_as_a_ruleset(name: str) -> None:
    path = find("tenhou")
    assert path is not None
    for rules in ("tenhou", str(path), path, k.load_ruleset("tenhou")):
        TAKES[name](rules)


@pytest.mark.parametrize("name", TAKES)
def test_what_is_no_ruleset_is_a_type_error_that_says_what_is_expected(name: str) -> None:
    with pytest.raises(TypeError, match="3 is not a ruleset; expected a name such as 'tenhou', a path, or a Ruleset"):
        TAKES[name](3)


def test_every_public_function_with_rules_is_tried() -> None:
    found = {
        name
        for module in map(import_module, MODULES)
        for name in module.__all__
        if inspect.isfunction(value := getattr(module, name)) and "rules" in inspect.signature(value).parameters
    }
    assert found - {name.rpartition(".")[2] for name in TAKES} == OTHERS


def test_an_audit_compares_with_one_ruleset_or_several() -> None:
    (one,) = k.audit(GAME, "tenhou", compare="ema-2016")
    (several,) = k.audit(GAME, "tenhou", compare=["ema-2016"])
    assert one == several
    assert set(one.compared) == {"ema-2016"}
