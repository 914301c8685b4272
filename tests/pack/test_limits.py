"""Engines of others in the pack's runner: what they lack, what they print, and when they are stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kanrules.pack.kit import judge, limits, tree
from kanrules.pack.kit.limits import SHOWN
from kanrules.pack.write_pack import KIT, WrittenPack, write_pack
from kanrules.ruleset import load_ruleset

ENGINE = '''
import os, pathlib, subprocess, sys, time

class Idle:
    """A hand that is over as soon as it is dealt."""
    name, version = "idle", "1"
    started = 0
    def __init__(self):
        file = pathlib.Path(__file__).with_suffix(".started")
        Idle.started = len(file.read_text()) if file.exists() else 0
        file.write_text("x" * (Idle.started + 1))
    def deal(self, deal, settings): pass
    def menus(self): return {}
    def answer(self, acts): pass
    def indicators(self): return []
    def events(self): return []
    def result(self): return None
    def close(self): pass

class Hanging(Idle):
    """Its first object never answers, and neither does a program that it started."""
    def deal(self, deal, settings):
        if not Idle.started:
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            pathlib.Path(__file__).with_suffix(".child").write_text(str(child.pid))
            time.sleep(600)

class Busy(Idle):
    """Its first object never stops to think."""
    def menus(self):
        while not Idle.started:
            pass
        return {}

class Flooding(Idle):
    """Its first object prints without end, and so does a program that it started."""
    def deal(self, deal, settings):
        if not Idle.started:
            subprocess.Popen([sys.executable, "-c", "while True: print('of a program ' * 9)"])
            while True:
                print("of the engine " * 9)

class Chatty(Idle):
    def deal(self, deal, settings): print("dealt")

class Dying(Idle):
    def deal(self, deal, settings): os._exit(7)

class Unborn(Idle):
    def __init__(self): raise ValueError("there is no such thing")

class Bare:
    name = "bare"
    def deal(self, deal, settings): pass

class Boastful(Idle):
    plays = {"kandora.ankan": "sometimes"}
'''


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> WrittenPack:
    return write_pack(tmp_path_factory.mktemp("pack") / "pack", [load_ruleset("tenhou"), load_ruleset("m-league")])


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(ENGINE, encoding="utf-8")
    return file


SOME = "riichi-kan"
"""Begins the ids of some cases."""


def run(pack: WrittenPack, mine: Path, cls: str, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(pack.folder / "run.py"), f"{mine}:{cls}", "--only", SOME, "--rules", "tenhou", *more],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.rest
@pytest.mark.parametrize("cls", ["Hanging", "Busy", "Flooding"])
def test_an_engine_that_does_not_answer_is_stopped_and_a_new_one_gets_the_next_case(
    cls: str, pack: WrittenPack, mine: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    start = limits._Process.__init__
    limited: list[float] = []

    def started(process: limits._Process, make: Any, task: Any, limit: float) -> None:
        # However slow the machine is, only the first engine is too slow.
        start(process, make, task, 600 if limited else limit)
        limited.append(limit)

    monkeypatch.setattr(limits._Process, "__init__", started)
    words = [f"{mine}:{cls}", "--only", SOME, "--rules", "tenhou", "--limit", "1"]
    assert judge.main([*words, "--json", str(mine.with_suffix(".json"))], pack.folder) == 0
    error = capfd.readouterr().err
    first, *others = [one["why"] for one in json.loads(mine.with_suffix(".json").read_text())["cases"]]
    assert first == ["no answer within 1 s"]
    assert others and all("the hand is over" in why[0] for why in others)
    assert mine.with_suffix(".started").read_text() == "xx"
    assert (len(error) > SHOWN) == ("it prints more, which is not shown" in error) == (cls == "Flooding")
    assert len(error) < 2 * SHOWN
    if cls == "Hanging":
        assert gone(int(mine.with_suffix(".child").read_text()))


def test_what_an_engine_prints_goes_to_standard_error(pack: WrittenPack, mine: Path) -> None:
    done = run(pack, mine, "Chatty")
    assert done.stderr.count("dealt") == done.stdout.count("cannot reach: ")
    assert "dealt" not in done.stdout


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_engine_ends_with_the_program_that_runs_it(stop: signal.Signals, pack: WrittenPack, mine: Path) -> None:
    mine.write_text(ENGINE + "\nimport os\nprint(os.getpid(), flush=True)\n", encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, str(pack.folder / "run.py"), f"{mine}:Hanging"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stderr is not None
    engine = int(program.stderr.readline())
    program.send_signal(stop)
    program.communicate(timeout=60)
    assert program.returncode == {signal.SIGINT: 130}.get(stop, -stop)
    assert gone(engine)


def gone(pid: int) -> bool:
    """Wait until a process is gone, and return True if it is."""
    for _ in range(600):
        try:
            if "State:\tZ" in Path(f"/proc/{pid}/status").read_text(encoding="utf-8"):
                return True  # nobody has asked for its exit code yet
        except OSError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.rest
def test_an_engine_that_ends_or_never_starts_is_said_to_have_done_so(pack: WrittenPack, mine: Path) -> None:
    assert "    it ended with exit code 7" in run(pack, mine, "Dying").stdout.splitlines()
    unborn = run(pack, mine, "Unborn")
    assert unborn.returncode == 2
    assert "ValueError: there is no such thing" in unborn.stderr
    assert unborn.stderr.splitlines()[-1] == "it does not start: it ended with exit code 1"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("{mine}", "the class in {mine} is not named; write {mine}:Idle"),
        ("{mine}:Nope", "{mine} has no class Nope; write {mine}:Idle"),
        ("{mine}:ENGINE", "{mine} has no class ENGINE; write {mine}:Idle"),
        ("{mine}x.py:Idle", "there is no file {mine}x.py"),
        ("{mine}:Bare", "Bare in {mine} lacks version, menus, answer, indicators, events, result, close"),
        ("{mine}:Boastful", 'idle.plays: kandora.ankan is "sometimes", expected one of "declaration", '),
        ("riichi", "there is no engine riichi; expected one of riichienv, kanrules"),
    ],
)  # fmt: skip
def test_a_wrong_engine_is_refused_in_one_line(
    name: str, said: str, pack: WrittenPack, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for main in (judge.main, tree.main) if "Boastful" not in name else (judge.main,):
        assert main([name.format(mine=mine), "--limit", "0"], pack.folder) == 2
        out, error = capsys.readouterr()
        assert error.startswith(said.format(mine=mine)) and error.count("\n") == 1 and not out


def test_a_position_of_the_game_tree_has_a_limit_too(
    pack: WrittenPack, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = tree.rows(pack.folder)[0]["id"]
    assert tree.main([f"{mine}:Hanging", "--only", first, "--limit", "1"], pack.folder) == 0
    assert f"{first}: not counted: no answer within 1 s\n" in capsys.readouterr().out


def test_the_totals_by_ruleset_count_each_case_for_every_ruleset_that_answers_so(
    pack: WrittenPack, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases: list[dict[str, Any]] = judge.load(pack.folder)
    own = {name: sum(name in case["rulesets"] for case in cases) for name in pack.rulesets}
    supposed = sum(not case["rulesets"] for case in cases)
    assert sum(own.values()) + supposed > len(cases)
    idle = [f"{mine}:Idle", "--limit", "0"]
    assert judge.main(idle, pack.folder) == 0
    rows = {
        line.split()[0]: [int(word) for word in line.split()[1:]] for line in capsys.readouterr().out.splitlines()[-3:]
    }
    assert rows == {**{name: [0, 0, 0, number] for name, number in own.items()}, "supposed": [0, 0, supposed, 0]}
    assert list(rows)[-1] == "supposed"
    assert judge.main([*idle, "--rules", "m-league"], pack.folder) == 0
    said = capsys.readouterr().out
    assert f"0 cannot express, {own['m-league']} cannot reach" in said and "by ruleset" not in said
    assert judge.main([*idle, "--rules", "tenhuo"], pack.folder) == 2
    assert capsys.readouterr().err == "no case of the ruleset tenhuo; expected one of tenhou, m-league, supposed\n"


def test_the_ids_in_the_help_and_in_the_readme_are_those_of_cases(pack: WrittenPack) -> None:
    ids = [case["id"] for case in judge.load(pack.folder)]
    for text in (str(judge.__doc__), (KIT / "README.md").read_text(encoding="utf-8")):
        prefixes = [after.split()[0].rstrip("`") for after in text.split("--only ")[1:]]
        assert prefixes and all(any(id.startswith(prefix) for id in ids) for prefix in prefixes if prefix != "PREFIX")
