"""What `--help` says: all of it, plainly, and its examples run."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kanrules.cli import main
from kanrules.cli.program import COMMANDS, HEADINGS, program
from kanrules.cli.shared_options import OneOf
from tests.cli.watching import unasked, watched
from tests.exchange.page import PRESETS
from tools.commands_page import every_command

GAMES = Path(__file__).parents[1] / "games"


def commands(group: Any, before: str = "kanrules") -> Iterator[tuple[str, Any]]:
    """Every command, those of a group by both words."""
    for name, one in group.commands.items():
        yield f"{before} {name}", one
        if hasattr(one, "commands"):
            yield from commands(one, f"{before} {name}")


every_command()
ALL = dict(commands(program))


def shown(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The help of a command as it is printed, on one line."""
    with pytest.raises(SystemExit):
        main([*words.split()[1:], "--help"])
    return " ".join(capsys.readouterr().out.split())


def test_every_command_stands_under_one_heading() -> None:
    named = [name for names in HEADINGS.values() for name in names]
    assert sorted(named) == sorted(COMMANDS)


def test_the_first_help_says_of_every_command_what_it_does_in_a_whole_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = shown("kanrules", capsys)
    for name in COMMANDS:
        first = (ALL[f"kanrules {name}"].help or "").split("\n\n")[0]
        assert f"{name} {' '.join(first.split())}" in said, name
    assert "..." not in re.sub(r"\[ARGS\]\.\.\.", "", said)


@pytest.mark.parametrize("name", ALL)
def test_a_help_swallows_no_word(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, said = ALL[name], shown(name, capsys)
    for text in (command.help, *(getattr(one, "help", None) for one in command.params)):
        if text:
            assert " ".join(text.replace("\b", "").split()) in said, text


@pytest.mark.parametrize("name", ALL)
def test_an_option_says_what_it_takes_and_lists_its_values_where_they_are_few(name: str) -> None:
    for one in ALL[name].params:
        if getattr(one, "is_flag", False):
            continue
        assert one.metavar, f"{name} {one.opts}"
        if isinstance(one.type, OneOf):
            assert one.metavar == "|".join(one.type.choices), f"{name} {one.opts}"


EXAMPLES = [
    line.strip()
    for command in ALL.values()
    for line in (command.help or "").splitlines()
    if line.startswith("  kanrules ")
] + re.findall(r"`(kanrules [^`]+)`", program.epilog)
NOT_RUN = {
    "kanrules serve --rules club.toml --open": "serves until it is interrupted",
    "kanrules serve --rules club.toml --host 0.0.0.0": "serves until it is interrupted",
    'kanrules site --out public --rules club.toml --title "Thursday club" --site https://club.example/rules': (
        "npm and pip once: tests/site runs it"
    ),
    "kanrules pack --out pack": "all books: minutes; the next one writes two",
    "kanrules pack --out pack --rules tenhou,m-league": "a search of deals: tests/pack runs it",
    "kanrules site --out public --static-only": "all books: tests/site runs it",
    "kanrules conformance club": "two thousand hands; tests/plugins plays them, and the next one some",
    "kanrules play --rules ema-2025 --games 10 --out games": "ten games; run with one below",
    "kanrules casebook --out casebook.html": "all books: tests/report runs it",
}
"""Examples that this test leaves alone, and why."""
SHORTER = {
    "--hands 500": "--hands 2",
    # A command of its own forks; this process has threads, and would start a server of processes instead.
    "pack --out pack --rules tenhou-3p": "pack --out pack --rules tenhou-3p --jobs 1",
    "--option kan_bonus=1000": "--option kan_bonus=1000 --hands 8 --allow-silent",  # without the positions of keys
    '--bot "python mybot.py" --bot "python other.py" --games 100 --jobs 2': "--games 1",
}
"""What makes an example take seconds and not minutes, and leaves its meaning."""
HOUSE = """
from kanrules import Objection, hookimpl

@hookimpl
def before_kan(kan, table):
    if kan.type != "ankan" and table.live_tiles < 10:
        return Objection("house-201", "late")
"""
CLUB = """[ruleset]
id = "club"
name = "Club"
extends = "ema-2016"
[kandora]
daiminkan = "discard"
"""
CASES = """[[case]]
name = "A robbed kan turns no indicator"
given.hands = { north = "34p567m123s789s11z" }
given.melds = { south = ["pon 222p from east"] }
play.lines = "south draws 2p\\nsouth shouminkan 2p\\nnorth ron"
expect.result = "ron"
[[case]]
name = "The same under a hidden indicator"
given.hands = { north = "34p567m123s789s11z" }
given.melds = { south = ["pon 222p from east"] }
play.lines = "south draws 2p\\nsouth shouminkan 2p\\nnorth ron"
expect.never = ["kandora"]
"""
PASTED = CASES.split("[[case]]")[1].replace('expect.result = "ron"', "")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Whatever the examples name, with the content that they suppose."""
    import gzip
    import json
    import zipfile

    folder = tmp_path_factory.mktemp("help")
    for inner in ("games", "rulesets", "pull-request"):
        (folder / inner).mkdir()
    for name in ("club.toml", "rulesets/club.toml", "pull-request/club.toml"):
        (folder / name).write_text(CLUB, encoding="utf-8")
    (folder / "thursday-club.toml").write_text(CLUB.replace('"club"', '"thursday-club"'), encoding="utf-8")
    (folder / "club.cases.toml").write_text(CASES, encoding="utf-8")
    (folder / "pasted.toml").write_text("[[case]]" + PASTED, encoding="utf-8")
    (folder / "house.py").write_text(HOUSE, encoding="utf-8")
    game = gzip.decompress((GAMES / "four-kans.mjson.gz").read_bytes())
    for name in ("game.mjson", "game.mjlog", "games/game.mjson"):  # a record is told by its content
        (folder / name).write_bytes(game)
    for name in ("games.zip", "more.zip"):
        with zipfile.ZipFile(folder / name, "w") as archive:
            archive.writestr(f"{name}.mjson", game)
    (folder / "rule.json").write_text(json.dumps({"場数": 2, "赤牌": {"m": 1, "p": 1, "s": 1}}), encoding="utf-8")
    shutil.copy(PRESETS / "riichi-advanced" / "m-league.json", folder / "m-league.json")
    return folder


@pytest.mark.rest
@pytest.mark.parametrize("example", [one for one in EXAMPLES if one not in NOT_RUN])
def test_an_example_of_a_help_runs(
    example: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)  # as in the shell of a user
    # What every key shows of a plugin is tested in tests/testing.
    monkeypatch.setattr("kanrules.testing.conformance.probes", lambda: ())
    if example.startswith("kanrules data"):  # tests/report writes all bundled rulesets
        monkeypatch.setattr("kanrules.ruleset.bundled_ids", lambda: ("ema-2016", "tenhou"))
    shutil.copytree(folder, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    for long, short in SHORTER.items():
        example = example.replace(long, short)
    for made in ("thursday-club.toml", *([] if "import rule.json" in example else ["rule.json"])):
        if made not in example or "new ruleset" in example or f"--out {made}" in example:
            Path(made).unlink()
    words = shlex.split(example)[1:]
    with watched() as seen:
        if "<" in words:
            with Path(words[-1]).open(encoding="utf-8") as pasted:
                monkeypatch.setattr("sys.stdin", pasted)
                code = ended(words[:-2])
        else:
            code = ended(words)
    assert unasked(seen, words) == []
    said = capsys.readouterr()
    assert code == 0, said.out + said.err
    assert said.out or "--out" in example or "--format github" in example, example


def ended(words: list[str]) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    return int(stopped.value.code or 0)


def test_every_example_that_is_left_alone_is_there() -> None:
    assert set(NOT_RUN) <= set(EXAMPLES)


def test_the_overview_has_one_line_for_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["--help"]) == 0
    said = capsys.readouterr().out
    parts = said[said.index("At the table:") : said.index("  Start with")].strip().split("\n\n")
    lines = [line for part in parts for line in part.splitlines()[1:]]
    assert [line.split()[0] for line in lines] == [name for names in HEADINGS.values() for name in names]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["shet", "ema-2016"], "Did you mean 'sheet'?"),
        (["ruleset"], "Did you mean 'rulesets'?"),
        (["new", "rulset"], "Did you mean 'ruleset'?"),
        (["slip", "thursday.toml"], "expected penalty or score"),
    ],
)
def test_an_unknown_command_is_met_with_the_one_that_is_meant(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2 and said in capsys.readouterr().err
