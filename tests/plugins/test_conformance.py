"""The bundled plugins pass the kit that every plugin has to pass, with all their options on."""

from __future__ import annotations

from typing import Any

import pytest

from kanrules.testing import check_plugin

OLD = ["tsuuiisou", "chinroutou", "ryuuiisou"]
EVERYTHING: dict[str, Any] = {
    "open_kan_fee": 1000,
    "kan_bonus": 1000,
    "fourth_kan_wins": True,
    "old_liability": OLD,
    "journal": True,
}


@pytest.mark.rest
@pytest.mark.parametrize(
    ("name", "rules", "options"),
    [
        ("ema", "ema-2016", {}),
        pytest.param("ema", "ema-2016", {"correctable": False}, marks=pytest.mark.long),
        ("wrc", "wrc-2025", {}),
        pytest.param("club", "m-league", {}, marks=pytest.mark.long),
        ("club", "m-league", EVERYTHING),
    ],
)
@pytest.mark.parametrize("hands", [30, pytest.param(150, marks=pytest.mark.long)])
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_bundled_plugin_conforms(name: str, rules: str, options: dict[str, Any], hands: int) -> None:
    assert check_plugin(name, rules=rules, options=options, hands=hands).kans > hands


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_the_optional_rules_of_wrc_conform() -> None:
    """wrc-2022 has the penalties of its edition in its file, so the plugin leaves them to it and only amends."""
    report = check_plugin("wrc", rules="wrc-2022", options={"optional": ["2.1", "2.2"]}, hands=30, allow_silent=True)
    assert report.kans > 30 and report.asked["amend_rules"] == 1 and report.answered == {"penalty": 0}


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"kan_bonus": 1000}])
def test_the_club_conforms_in_as_many_hands_as_the_command_plays(options: dict[str, Any]) -> None:
    assert check_plugin("club", options=options).passed
