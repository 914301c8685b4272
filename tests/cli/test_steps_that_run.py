"""The steps of a kan as they run: for a live hand, in the log, and on the command line."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from kanrules import Kyoku, Ruleset, load_ruleset
from kanrules.kan import WAY, StepRun, watch_steps
from kanrules.kan.kita import KITA_WAY
from kanrules.pieces.actions import Action, Ankan, Daiminkan, Discard, Draw, Kita, Ron, Shouminkan
from kanrules.pieces.tiles import Seat
from tests.cli.running import run

ROBBED = """
[[case]]
name = "a shouminkan that is robbed"
[case.given]
hands = { north = "34p567m123s789s11z" }
melds = { south = ["pon 222p from east"] }
turn = "south"
live = "2p"
[case.play]
lines = ["south shouminkan 2p", "north ron"]
[case.expect]
result = "ron"
"""


def ran(given: str, *actions: Action, rules: str | Ruleset = "ema-2016") -> list[StepRun]:
    kyoku = Kyoku.from_case(f'[[case]]\nname = "x"\n[case.given]\n{given}\n', rules)
    with watch_steps() as steps:
        for action in actions:
            kyoku.push(action)
    return steps


def test_the_steps_of_a_kan_run_in_the_order_of_the_way() -> None:
    steps = ran('turn = "east"\nhands = { east = "111m456p789s1122z" }\nlive = "1m"',
                Draw(Seat.EAST, 0), Ankan(Seat.EAST, 0), Draw(Seat.EAST))  # fmt: skip
    names = [one.step.name for one in steps]
    assert names == [step.name for step in WAY][: len(names)] and names[-1] == "four kans, replacement tile drawn"
    changed = {one.step.name: one.changed for one in steps if one.changed}
    assert set(changed) == {"declaration", "indicators at the declaration"}
    assert {"kans", "melds", "hands"} <= set(changed["declaration"])
    turned = steps[names.index("indicators at the declaration")]
    assert [event.word for event in turned.events] == ["kandora"]
    assert [finding.code for finding in turned.findings] == ["KR301"]


def test_a_robbed_kan_stops_at_its_window() -> None:
    steps = ran('turn = "south"\nhands = { north = "34p567m123s789s11z" }\nmelds = { south = ["pon 222p from east"] }'
                '\nlive = "2p"', Draw(Seat.SOUTH, 10), Shouminkan(Seat.SOUTH, 10), Ron(Seat.NORTH))  # fmt: skip
    assert steps[-1].step.name == "robbery window" and steps[-1].kan.robbable_by == (Seat.NORTH,)


def test_a_step_says_how_it_ends_the_hand() -> None:
    rules = load_ruleset("tenhou").with_options({"four_kans.abort_at": "declaration"})
    given = (
        'turn = "east"\nhands = { west = "777z" }\nlive = "7z"\n'
        'melds = { east = ["ankan 1111z", "ankan 2222z"], south = ["ankan 3333z"] }'
    )
    steps = ran(given, Draw(Seat.EAST, 33), Discard(Seat.EAST, 33), Daiminkan(Seat.WEST, 33), rules=rules)
    last = steps[-1]
    assert last.step.name == "four kans completed" and last.end is not None and last.end.draw == "four_kans"
    assert "four_kans" in last.changed and str(last).endswith("ends the hand: four_kans")


def test_a_kita_runs_steps_of_its_own() -> None:
    steps = ran('turn = "east"\nlive = "4z"', Draw(Seat.EAST, 30), Kita(Seat.EAST), rules="tenhou-3p")
    assert [one.step for one in steps] == [step for step in KITA_WAY if "replacement" not in step.name]


def test_the_law_of_each_step_is_there_without_docstrings() -> None:
    code = "from kanrules.kan import WAY; print([step.law for step in WAY])"
    found = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == str([step.law for step in WAY])
    assert all(step.law.endswith(".") and "\n" not in step.law for step in WAY)


def test_the_log_has_each_step_at_debug(caplog: pytest.LogCaptureFixture) -> None:
    kyoku = Kyoku.from_case(ROBBED.partition("[case.play]")[0], "tenhou")
    kyoku.push(Draw(Seat.SOUTH, 10))
    with caplog.at_level(logging.DEBUG, logger="kanrules.kan"):
        kyoku.push(Shouminkan(Seat.SOUTH, 10))
    assert {record.name for record in caplog.records} == {"kanrules.kan"}
    assert caplog.messages[-1] == "shouminkan by south, robbery window: robbable by north"


def test_verify_and_replay_print_the_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rob.cases.toml"
    path.write_text(ROBBED)
    code, out, _ = run(capsys, "verify", str(path), "--rules", "tenhou", "--steps")
    assert code == 0 and "shouminkan by south, robbery window: robbable by north" in out
    game = Path(__file__).parents[1] / "games" / "ankan-then-ankan.mjson.gz"
    _, out, _ = run(capsys, "replay", str(game), "--rules", "tenhou", "--steps")
    assert "daiminkan by south, discard: changed pending" in out
    code, _, err = run(capsys, "verify", str(path), "--steps", "--format", "json")
    assert code == 2 and "--steps prints text" in err
