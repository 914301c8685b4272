"""What plain pytest does with case files where kanrules is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
