"""What the tests of plugins share: rulesets written on the spot, and hands dealt as a record tells them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kanrules.ruleset import Ruleset, load_ruleset


@pytest.fixture
def ruleset(tmp_path: Path) -> Callable[..., Ruleset]:
    """Writes `house.toml` with these lines after its head, and loads it."""

    def write(*lines: str, head: str = 'extends = "ema-2016"') -> Ruleset:
        path = tmp_path / "house.toml"
        path.write_text("\n".join(('[ruleset]', 'id = "house"', head, *lines, "")), encoding="utf-8")
        return load_ruleset(path)

    return write
