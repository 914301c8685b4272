"""What the tests of plugins share: rulesets written on the spot, and plays under them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanrules.cases.case import CaseBuilder
from kanrules.cases.run import PlayedCase, play_case
from kanrules.kyoku.machine import KyokuMachine
from kanrules.ruleset import Ruleset, load_ruleset

Write = Callable[..., Ruleset]


@pytest.fixture
def house(tmp_path: Path) -> Write:
    """Writes `house.toml` with this head and these lines, and loads it."""

    def write(head: str, *lines: str) -> Ruleset:
        path = tmp_path / "house.toml"
        path.write_text("\n".join(("[ruleset]", 'id = "house"', head, *lines, "")), encoding="utf-8")
        return load_ruleset(path)

    return write


def played(rules: Ruleset, given: dict[str, Any], *lines: str) -> PlayedCase:
    """What comes of these lines from this position; every line that is not played against the law is legal."""
    result = play_case(CaseBuilder("a case").given(**given).play(*lines).case(), rules)
    assert not result.refused, result.refused
    return result


def codes(kyoku: KyokuMachine) -> list[str]:
    """The codes of all rulings of the hand, in order."""
    return [finding.code for finding in kyoku.findings]
