"""Tests of the recipe that runs only what a change touches."""

from __future__ import annotations

import pytest

from tests import tiers
from tests.touched import EVERYTHING, FIRST, graph, touched


@pytest.mark.rest
@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("kanrules/kan/liability.py", "tests/kan/test_liability.py"),
        ("kanrules/kan/liability.py", "tests/cases/wins.cases.toml"),
        ("kanrules/law/payments.py", "tests/law/test_payments.py"),
        ("kanrules/records/mjlog.py", "tests/records/test_mjlog.py"),
        ("kanrules/cli/pay.py", "tests/cli/test_pay_command.py"),
        ("kanrules/desk/words.toml", "tests/desk/test_ask.py"),
        ("kanrules/testing/probes.py", "tests/testing/test_conformance.py"),
        ("plugins/kanrules_ema/__init__.py", "tests/plugins/test_ema.py"),
        ("rulesets/ema-2016.toml", "tests/ruleset/test_bundled.py"),
        ("rulesets/ema-2016.toml", "tests/desk/test_casebook.py"),
        ("rulesets/casebook/wall.cases.toml", "tests/desk/test_casebook.py"),
        ("docs/referees.md", "tests/test_readme.py"),
        ("docs/records.md", "tests/records/test_page.py"),
        ("changelog.d/+words.rulings.md", "tests/house/test_changelog.py"),
        ("tests/games/games.json", "tests/records/test_shipped_games.py"),
        ("tests/cli/running.py", "tests/cli/test_options.py"),
        ("tests/ruleset/conftest.py", "tests/ruleset/test_lapse.py"),
    ],
)
def test_a_change_touches_the_test_that_would_notice_it(changed: str, test: str) -> None:
    assert test in touched([changed])


def test_a_module_that_is_gone_touches_the_tests_of_its_room() -> None:
    assert "tests/exchange/test_exchange.py" in touched(["kanrules/exchange/gone.py"])


def test_the_nearest_test_comes_first() -> None:
    assert touched(["kanrules/kan/liability.py"])[0] == "tests/kan/test_liability.py"


@pytest.mark.parametrize("path", ["kanrules/kyoku/legal.py", "kanrules/law/payments.py", "kanrules/pieces/readings.py"])
def test_a_changed_rule_is_tried_on_the_law_first_and_on_the_house_last(path: str) -> None:
    files = touched([path])
    law = [at for at, name in enumerate(files) if tiers.under(name, tiers.LAW)]
    house = [at for at, name in enumerate(files) if tiers.under(name, (tiers.HOUSE,))]
    assert house == list(range(len(files) - len(house), len(files)))
    first = sum(at < FIRST for at in law)
    assert first >= min(len(law), FIRST - 5), "hardly any other test comes before those of the law"
    assert FIRST <= 60, "more is not waited for"


def test_a_change_that_no_import_explains_touches_every_test() -> None:
    assert touched(["pyproject.toml"]) == touched(["tests/conftest.py"]) == EVERYTHING


def test_the_settings_of_a_program_touch_no_test_of_the_law() -> None:
    assert not [
        test for test in touched(["kanrules/exchange/riichienv.py"]) if test.startswith(("tests/law", "tests/kan"))
    ]


@pytest.mark.rest
def test_every_module_touches_a_test_outside_the_house() -> None:
    paths = [f"{module.replace('.', '/')}.py" for module in graph().modules if not graph().find_children(module)]
    paths.remove("kanrules/types.py")  # names alone: tests/house/test_public_types.py is its test
    assert [path for path in paths if all(test.startswith("tests/house/") for test in touched([path]))] == []
