"""What plain pytest does with case files where kanrules is installed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanrules import Objection, RulesetError, hookimpl
from kanrules.testing import check_plugin

HOUSE = """
from kanrules import Objection, hookimpl

@hookimpl
def before_kan(kan, table):
    if kan.type != "ankan" and table.live_tiles < 10:
        return Objection("house-201", "late")
"""
CLUB = '[ruleset]\nid = "club"\nname = "Club"\nextends = "ema-2016"\nplugins = ["./house.py"]\n'
CASES = """[[case]]
name = "No open kan with nine live tiles left"
given.hands = { south = "555p" }
given.turn = "east"
given.live = "5p"
given.live_tiles = 10
play.lines = "east discards 5p\\nsouth daiminkan 5p"
expect.illegal = { line = 2, code = "house-201" }
"""


@pytest.mark.rest
def test_the_option_that_a_refused_local_plugin_is_told_of_is_one_of_pytest_too(tmp_path: Path) -> None:
    for name, text in (("house.py", HOUSE), ("club.toml", CLUB), ("club.cases.toml", CASES)):
        (tmp_path / name).write_text(text, encoding="utf-8")

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)

    refused = run()
    assert refused.returncode == 1 and "allow it with --allow-local-plugins" in refused.stdout
    allowed = run("--allow-local-plugins")
    assert allowed.returncode == 0 and "1 passed" in allowed.stdout, allowed.stdout + allowed.stderr


@pytest.mark.usefixtures("hands_alone")
def test_check_plugin_plays_under_a_file_with_its_own_plugin_if_told_that_it_may(
    tmp_path: Path, ruleset: Callable[..., Any]
) -> None:
    for name, text in (("house.py", HOUSE), ("club.toml", CLUB)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    club = tmp_path / "club.toml"

    class House:
        @hookimpl
        def before_kan(self, kan: Any, table: Any) -> Objection | None:
            return None

    more: dict[str, Any] = {"name": "house", "hands": 2, "allow_silent": True}
    with pytest.raises(RulesetError, match="or in Python with allow_local_plugins=True"):
        check_plugin(House(), rules=club, **more)
    assert check_plugin(House(), rules=club, allow_local_plugins=True, **more).passed
    assert check_plugin(House(), rules=ruleset(club, allow_local_plugins=True), **more).passed


@pytest.mark.rest
@pytest.mark.parametrize("rules", ["tenhou", Path("club.toml")])
def test_a_case_is_verified_under_a_ruleset_that_is_named(rules: str | Path, tmp_path: Path) -> None:
    """A path is relative to the test, and the option of pytest counts, as for the fixture that loads a ruleset."""
    folder = tmp_path / "of-the-test"
    folder.mkdir()
    for name, text in (("house.py", HOUSE), ("club.toml", CLUB)):
        (folder / name).write_text(text, encoding="utf-8")
    test = f"""
from pathlib import Path, PosixPath, WindowsPath

def test_a_draw(case, verify):
    verify(case("a draw").given(turn="south", live="2p").play("south draws 2p"), {rules!r})
"""
    (folder / "test_named.py").write_text(test, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--allow-local-plugins", str(folder)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
