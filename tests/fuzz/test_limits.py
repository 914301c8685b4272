"""Every input that a stranger can send has a limit, and below it twice the input is at most three times the work.

Work is counted in calls and lines of Python, so that it does not depend on the machine. What happens inside a regular
expression is not counted: there, the limit comes before the search.
"""

from __future__ import annotations

import io
import json
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanrules.cases.case import parse_cases
from kanrules.cli import main
from kanrules.cli.watch import MAX_LINE as EVENT
from kanrules.cli.watch import _lines
from kanrules.desk.ask import ask
from kanrules.desk.pay_question import _told
from kanrules.errors import KanrulesError, UnreadableError
from kanrules.exchange import settings_file
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.readings import Concealed
from kanrules.pieces.tiles import MAX_TEXT, parse_tiles
from kanrules.play import hand_text
from kanrules.play.follow import Follow
from kanrules.records import read_data
from kanrules.ruleset import examine, load_ruleset
from kanrules.ruleset.problems import MAX_PROBLEMS
from kanrules.ruleset.toml_file import MAX_BYTES, MAX_LINE, parse_document

HEAD = '[ruleset]\nid = "many"\nname = "X"\nedition = "1"\nextends = "tenhou"\nauthority = "us"\n'
CASE = '[[case]]\nname = "x"\nrules = ["tenhou"]\n'


def ruleset(text: str) -> object:
    Path("many.toml").write_text(text, encoding="utf-8")
    return examine(Path("many.toml"))


def cases(text: str) -> object:
    return parse_cases(text)


def record(text: str) -> object:
    found = []
    for one in read_data(text.encode(), "x"):
        found.append(one)
        found += list(getattr(one, "hands", ()))
    return found


def followed(text: str) -> object:
    follow = Follow(load_ruleset("tenhou"))
    return [follow.feed(line.encode()) for line in text.splitlines()]


GROWS: dict[str, tuple[Callable[[str], object], Callable[[int], str], int]] = {
    "tiles": (parse_tiles, lambda n: "1m" * n, 200),
    "tiles with spaces": (parse_tiles, lambda n: "1m " * n, 150),
    "digits without a suit": (parse_tiles, lambda n: "1" * n, 450),
    "a hand without a suit": (Concealed.of, lambda n: "1" * n, 450),
    "a question": (lambda text: ask(text, [load_ruleset("tenhou")]), lambda n: "robbed kan " * n, 40),
    "unknown keys": (ruleset, lambda n: HEAD + "[kandora]\n" + "".join(f"k{i} = 1\n" for i in range(n)), 2000),
    "unknown tables": (ruleset, lambda n: HEAD + "".join(f"[t{i}]\n" for i in range(n)), 2000),
    "unknown sources": (ruleset, lambda n: HEAD + "[source]\n" + "".join(f'"a.b{i}" = "x"\n' for i in range(n)), 2000),
    "plugins": (ruleset, lambda n: HEAD + "".join(f"[plugin.p{i}]\na = 1\n" for i in range(n)), 500),
    "lines that are no TOML": (ruleset, lambda n: HEAD + "= =\n" * n, 2000),
    "a list": (ruleset, lambda n: HEAD.replace("extends", "plugins = [" + '"p",\n' * n + "]\nextends"), 500),
    "cases": (cases, lambda n: f"{CASE}[case.given]\nfoo = 1\n" * n, 100),
    "keys of a case": (cases, lambda n: f"{CASE}[case.given]\n" + "".join(f"k{i} = 1\n" for i in range(n)), 200),
    "lines of a case": (cases, lambda n: CASE + '[case.play]\nlines = """\n' + "south draws 9p\n" * n + '"""\n', 300),
    "wrong lines of a case": (cases, lambda n: CASE + '[case.play]\nlines = """\n' + "nobody\n" * n + '"""\n', 300),
    "a position": (hand_text.read, lambda n: "kanrules hand 1\n" + "south hand 1m\n" * n, 500),
    "events": (record, lambda n: '{"type":"start_game","names":["a","b","c","d"]}\n' + '{"type":"none"}\n' * n, 500),
    "lines of no record": (record, lambda n: "{}\n" * n, 500),
    "tags": (record, lambda n: '<mjloggm ver="2.3">' + "<X/>" * n + "</mjloggm>", 500),
    "games of tenhou6": (record, lambda n: json.dumps({"log": [[[0, 0, 0]]] * n}), 300),
    "a game of majiang": (record, lambda n: json.dumps({"log": [[{"zimo": {"l": 0, "p": "m1"}}] * n]}), 300),
    "nested lists": (record, lambda n: "[" * n + "]" * n, 100),
    "settings": (
        lambda text: settings_file.parse(text, "x"),
        lambda n: json.dumps({f"k{i}": i for i in range(n)}),
        500,
    ),
    "events as they come": (followed, lambda n: '{"type":"none"}\n' * n, 100),
}


def work(read: Callable[[str], object], text: str) -> int:
    """How many calls and lines of Python reading a text takes."""
    count = 0

    def traced(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return traced

    def profiled(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "c_call"

    sys.setprofile(profiled)
    sys.settrace(traced)
    try:
        read(text)
    except (KanrulesError, RecursionError):
        pass
    finally:
        sys.settrace(None)
        sys.setprofile(None)
    return count


@pytest.mark.rest
@pytest.mark.parametrize("name", GROWS)
def test_twice_the_input_is_at_most_three_times_the_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    read, make, size = GROWS[name]
    work(read, make(2))  # what is imported and computed once
    once, twice = work(read, make(size)), work(read, make(2 * size))
    assert twice <= 3 * once + 2000, (once, twice)


LONG = "1" * 1_000_000
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "tiles": (lambda: parse_tiles(LONG), "1,000,000 characters; expected tiles, at most 1,000"),
    "a hand": (lambda: Concealed.of(LONG), "1,000,000 characters; expected tiles"),
    "a meld": (lambda: parse_meld("chi " + LONG), "1,000,004 characters are not a meld"),
    "a question": (lambda: ask(LONG, [load_ruleset("tenhou")]), "a question of 1,000,000 characters"),
    "a winner": (lambda: _told("south: " + LONG), "--winner: 1,000,007 characters"),
    "a position": (lambda: hand_text.read(LONG), "at most 65536 characters long"),
    "cases": (lambda: parse_cases(LONG), "this file has 1,000,000 bytes"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_too_long_is_refused_in_a_sentence_before_it_is_read(name: str) -> None:
    read, said = REFUSED[name]
    with pytest.raises(UnreadableError) as refused:
        read()
    assert said in str(refused.value) and len(str(refused.value)) < 500


def test_only_so_many_problems_of_a_file_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules, problems = ruleset(HEAD + "[kandora]\n" + "".join(f"k{i} = 1\n" for i in range(20_000)))  # type: ignore[misc]
    assert rules is None and len(problems) == MAX_PROBLEMS
    assert [note for one in problems for note in one.notes] == [
        "only 100 problems of this file are listed; correct these first"
    ]
    assert sum(len(str(one)) for one in problems) < 100_000


def test_a_file_or_a_line_that_is_too_long_is_not_parsed() -> None:
    for raw in (b"#" * (MAX_BYTES + 1), b"a = " + b"1" * MAX_LINE):
        document, (problem,) = parse_document(raw, Path("x.toml"), "x.toml")
        assert document is None and len(str(problem)) < 500


def test_an_endless_line_of_a_running_game_is_one_sentence_and_keeps_no_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Endless(io.RawIOBase):
        left = 50 << 20

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            size = min(len(buffer), self.left)
            buffer[:size] = b"x" * size
            self.left -= size
            return size

    tracemalloc.start()
    (line,) = _lines(io.BufferedReader(Endless()))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(line) == EVENT + 1 and peak < 10 * EVENT
    stdin = type("Stdin", (), {"buffer": io.BufferedReader(Endless()), "isatty": lambda self: False})()
    monkeypatch.setattr(sys, "stdin", stdin)
    with pytest.raises(SystemExit) as end:
        main(["watch", "--rules", "tenhou"])
    assert end.value.code == 2
    assert capsys.readouterr().err == "kanrules: line 1: longer than 64 KiB; an mjai event is shorter\n"


def test_the_limits_are_those_that_the_security_page_lists() -> None:
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    for said in (
        f"{MAX_TEXT:,} characters",
        f"{MAX_BYTES >> 10} KiB",
        f"{EVENT >> 10} KiB",
        f"{MAX_PROBLEMS} problems",
    ):
        assert said in page, said
