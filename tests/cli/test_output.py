"""The end of standard output is the command's own: a full disk, a reader who has gone, a closed stream, strangers'
text."""

from __future__ import annotations

import ast
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from kanrules.cli import main
from tests.parsed import parsed

GAMES = Path(__file__).parents[1] / "games"
COMMANDS = {
    "replay": ["replay", str(GAMES / "four-kans.mjson.gz"), "--rules", "tenhou"],
    "audit": ["audit", str(GAMES / "four-kans.mjson.gz"), "--rules", "tenhou", "--jobs", "1"],
    "verify": ["verify", "ema-2016"],
    "foul": ["foul", "fifth_kan", "--rules", "ema-2016"],
    "riichi-kan": ["riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league"],
    "sheet": ["sheet", "ema-2016"],
    "check": ["check", "ema-2016"],
    "explain": ["explain", "kan"],
    "rulesets": ["rulesets", "--format", "json"],
    "help": ["--help"],
    "version": ["--version"],
}
"""One command of each kind that prints: line by line, whole, through rich, through click."""
linux = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")


def environment(unbuffered: bool) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | ({"PYTHONUNBUFFERED": "1"} if unbuffered else {})


@pytest.mark.rest
@linux
@pytest.mark.sample(3)
@pytest.mark.parametrize("unbuffered", [False, True], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("command", COMMANDS)
def test_output_that_finds_no_room_is_one_line_and_exit_2(command: str, unbuffered: bool) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "kanrules", *COMMANDS[command]],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False, env=environment(unbuffered),
        )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (2, "kanrules: output: No space left on device\n")


@pytest.mark.sample(2)
@pytest.mark.parametrize("unbuffered", [False, True], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("command", ["replay", "rulesets", "sheet"])
def test_a_reader_who_has_gone_is_not_complained_about(command: str, unbuffered: bool) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "kanrules", *COMMANDS[command]],
            stdout=writer, stderr=subprocess.PIPE, text=True, timeout=120, check=False, env=environment(unbuffered),
        )  # fmt: skip
    finally:
        os.close(writer)
    assert (ended.returncode, ended.stderr) == (1, "")


@linux
@pytest.mark.parametrize(("closed", "left"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0)])
def test_a_closed_stream_wants_nothing_printed(closed: str, left: int) -> None:
    shell = f'"$0" -m kanrules check ema-2016 {closed}'
    ended = subprocess.run(["sh", "-c", shell, sys.executable], capture_output=True, timeout=120, check=False)
    assert (ended.returncode, ended.stderr) == (left, b"")


def hostile_case(folder: Path) -> Path:
    path = folder / "hostile.cases.toml"
    path.write_text(
        '[[case]]\nname = "\\u001b[2J\\u0007\\u009b31m\\u202egone"\nrules = ["ema-2016"]\n', encoding="utf-8"
    )
    return path


def test_what_a_stranger_calls_a_case_is_no_command_to_the_terminal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kanrules", "verify", str(hostile_case(tmp_path))]
    ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)
    assert "\\x1b[2J" in ended.stdout and "\\x9b31m\\u202egone" in ended.stdout
    assert not set(ended.stdout) & set("\x1b\x07\x9b\u202e")


def test_on_a_terminal_too_only_colours_are_let_through(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "kanrules", "verify", str(hostile_case(tmp_path))]
    ended = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown = b""
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:  # Linux says so where the other end is closed
            break
        if not more:
            break
        shown += more
    os.close(ours)
    ended.wait(timeout=120)
    assert b"\\x1b[2J" in shown and b"\x1b[2J" not in shown and b"\x07" not in shown


TABLES = {
    "rulesets": ["rulesets"],
    "show": ["show", "ema-2016"],
    "pay": ["pay", "daisangen", "--winner", "west", "--liable", "south", "--all-rules"],
    "explain": ["explain", "kandora", "--rules", "tenhou"],
    "casebook": ["casebook", "robbed", "--rules", "ema-2016,tenhou"],
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("command", TABLES)
def test_a_table_in_a_pipe_has_no_blanks_behind_its_lines(command: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "kanrules", *TABLES[command]],
        capture_output=True, text=True, timeout=120, check=True, env=environment(False),
    )  # fmt: skip
    lines = ended.stdout.splitlines()
    assert len(lines) > 10 and lines == [line.rstrip() for line in lines]


CLI = Path(__file__).parents[2] / "kanrules" / "cli"
WRITERS = {"print", "sys.stdout", "sys.stderr", "click.echo", "click.secho", "click.prompt", "click.confirm"}


@pytest.mark.parametrize(
    "words", [["explain", "kandora", "--rules", "tenhou"], ["foul", "fifth_kan", "--rules", "ema-2016"]]
)
def test_a_pipe_gets_plain_text_where_colours_are_forced_on_terminals(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for names in ((), ("FORCE_COLOR", "TTY_COMPATIBLE")):
        for name in names:
            monkeypatch.setenv(name, "1")
        with pytest.raises(SystemExit):
            main(words)
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != "" and "\x1b" not in said[0]


def test_only_one_file_of_the_command_line_writes_to_the_terminal() -> None:
    found = {
        f"{path.name}:{node.lineno} {name}"
        for path in CLI.glob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Name | ast.Attribute) and (name := ast.unparse(node)) in WRITERS
    }
    assert {one.partition(":")[0] for one in found} == {"output.py"}
