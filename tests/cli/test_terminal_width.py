"""On a terminal, no line is wider than it, whatever its width and the language; no colour vanishes on white."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import sys
import termios
import unicodedata
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "games"
COMMANDS = {
    "rulesets": ["rulesets"],
    "foul": ["foul", "fifth_kan", "--rules", "ema-2016"],
    "foul in Japanese": ["foul", "fifth_kan", "--rules", "ema-2016", "--lang", "ja"],
    "foul in all rulesets": ["foul", "fifth_kan", "--all-rules"],
    "riichi-kan in Japanese": ["riichi-kan", "3335666p111456s", "--draw", "3p", "--all-rules", "--lang", "ja"],
    "diff": ["diff", "ema-2016", "tenhou"],
    "coverage": ["coverage", "ema-2016"],
    "casebook": ["casebook", "fifth", "--rules", "ema-2016"],
    "explain": ["explain", "kandora.ankan", "--rules", "ema-2016"],
    "ask": ["ask", "may I rob an ankan", "--rules", "ema-2016"],
    "history": ["history", "ema-2025"],
    "help": ["sheet", "--help"],
}
ESCAPE = re.compile("\x1b\\[([0-9;?]*)([a-zA-Z])")
PALE = {"33", "37", "93", "97"}
"""Yellow and white, ordinary and bright, which can hardly be read on white."""


def on_a_terminal(words: list[str], columns: int) -> str:
    """What a command prints on a terminal of this width."""
    child, master = pty.fork()
    if not child:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        os.execve(sys.executable, [sys.executable, "-m", "kanrules", *words], kept | {"TERM": "xterm-256color"})
    said = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        said += part
    os.close(master)
    os.waitpid(child, 0)
    return said.decode("utf-8", "replace").replace("\r\n", "\n")


def width(line: str) -> int:
    """Columns that a line takes: two for an East Asian wide character, none for a combining one."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line
    )


@pytest.mark.sample(8)
@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_is_wider_than_the_terminal_and_no_colour_vanishes_on_white(command: str, columns: int) -> None:
    said = on_a_terminal(COMMANDS[command], columns)
    assert said.count("\n") > 3, said
    # An example of a help is never wrapped, so that it can be copied.
    lines = [line for line in ESCAPE.sub("", said).split("\n") if not line.startswith("    kanrules ")]
    assert [line for line in lines if width(line.rstrip()) > columns] == []
    colours = {part for codes, kind in ESCAPE.findall(said) if kind == "m" for part in codes.split(";")}
    assert colours & PALE == set()


@pytest.mark.parametrize("command", ["diff", "foul", "explain", "ask", "history"])
def test_an_indented_line_wraps_to_its_own_indentation_and_loses_nothing(command: str) -> None:
    narrow, wide = (ESCAPE.sub("", on_a_terminal(COMMANDS[command], columns)) for columns in (60, 500))

    def at_the_edge(said: str) -> list[str]:
        return " ".join(line for line in said.split("\n") if not line.startswith(" ")).split()

    # What is not indented on a wide terminal is all that is not on a narrow one.
    assert at_the_edge(narrow) == at_the_edge(wide)
    assert "".join(narrow.split()) == "".join(wide.split())


def test_the_eye_counts_a_japanese_character_twice() -> None:
    assert width("槓ドラ") == 6 and width("kan") == 3 and width("e\u0301") == 1


def test_a_table_in_a_pipe_fits_columns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from kanrules.cli import main

    widest = {}
    for columns in ("", "100", "nonsense"):
        monkeypatch.setenv("COLUMNS", columns)
        with pytest.raises(SystemExit):
            main(["foul", "fifth_kan", "--all-rules"])
        said = capsys.readouterr().out
        widest[columns] = max(width(line) for line in said.split("\n\n")[1].split("\n"))
    assert widest["100"] <= 100 and widest["nonsense"] == widest[""]
