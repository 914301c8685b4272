"""One meaning an option in the whole command line, and a shell that completes what rulesets are called."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from kanrules.cli.program import program
from kanrules.cli.shared_options import OutputFormat
from kanrules.ruleset import bundled_ids
from tests.cli.running import run
from tools.commands_page import every_command

SHARED = ("--rules", "--format", "--lang", "--out", "--compare", "--trace", "--melds", "--all-rules", "--to")
"""Options that several commands have, or may have."""


def commands(group: Any, before: str = "") -> dict[str, Any]:
    """Every command by its name, those of a group by both words."""
    found: dict[str, Any] = {}
    for name, one in group.commands.items():
        found |= commands(one, f"{name} ") if hasattr(one, "commands") else {f"{before}{name}": one}
    return found


every_command()
ALL = commands(program)
OPTIONS = [
    (name, option)
    for name, one in ALL.items()
    for option in one.params
    if option.param_type_name == "option" and option.name != "help"
]


def test_a_short_flag_means_one_thing_in_every_command() -> None:
    means: dict[str, set[str]] = defaultdict(set)
    for _, option in OPTIONS:
        # One option has a short flag alone, as in pytest: -p no:NAME.
        long = next((word for word in option.opts if word.startswith("--")), f"{option.opts} {option.metavar}")
        for word in option.opts:
            if not word.startswith("--"):
                means[word].add(long)
    assert means["-r"] == {"--rules"} and means["-l"] == {"--lang"} and means["-p"] == {"['-p'] no:NAME"}
    assert [word for word, each in means.items() if not min(each).startswith("--")] == ["-p"]
    assert all(len(each) == 1 for each in means.values()), dict(means)


def test_an_option_that_several_commands_have_has_the_same_short_flag_in_all() -> None:
    short: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for _, option in OPTIONS:
        for word in option.opts:
            if word in SHARED:
                short[word].add(tuple(one for one in option.opts if not one.startswith("--")))
    assert all(len(each) == 1 for each in short.values()), dict(short)


def test_an_option_with_one_name_takes_as_many_values_everywhere() -> None:
    shape: dict[str, set[tuple[bool, bool]]] = defaultdict(set)
    for _, option in OPTIONS:
        for word in option.opts:
            shape[word].add((bool(option.is_flag), bool(option.multiple)))
    assert all(len(each) == 1 for each in shape.values()), dict(shape)


def test_to_writes_a_file_format_and_format_reports() -> None:
    for name in ALL:
        words = " ".join(word for command, option in OPTIONS if command == name for word in option.opts)
        assert not ("--to" in words.split() and "--report" in words.split()), name
    for command, option in OPTIONS:
        said = (option.help or "").lower()
        if "--to" in option.opts and command != "export":  # there it names the program whose file is written
            assert "html" in said and "json" not in said, command
        if "--format" in option.opts:
            assert said.startswith("output format: text") and "html" not in said, command
    assert {one.value for one in OutputFormat} == {"text", "json"}


def test_compare_takes_several_rulesets_wherever_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert {command for command, option in OPTIONS if "--compare" in option.opts} == {"replay", "audit"}
    game = Path(__file__).parents[1] / "games" / "ankan-then-ankan.mjson.gz"
    one = run(capsys, "replay", str(game), "--rules", "tenhou", "--compare", "ema-2016", "--format", "json")[1]
    two = run(capsys, "replay", str(game), "--rules", "tenhou", "--compare", "ema-2016, m-league", "--format", "json")[
        1
    ]
    first = json.loads(one.splitlines()[0])["compare"]
    assert first["rules"] == "ema-2016"
    assert [each["rules"] for each in json.loads(two.splitlines()[0])["compare"]] == ["ema-2016", "m-league"]


@pytest.mark.parametrize("word", ["--version", "-V"])
def test_the_version_is_printed(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    from kanrules import __version__

    assert run(capsys, word) == (0, f"kanrules {__version__}\n", "")


def test_every_option_and_argument_that_names_a_ruleset_is_completed() -> None:
    named = {
        f"{name} {option.name}"
        for name, one in ALL.items()
        for option in one.params
        if option.name in ("rules", "compare", "extends", "a", "b")
        or (name in ("show", "sheet", "check") and option.param_type_name == "argument")
    }
    assert len(named) > 14
    for name, one in ALL.items():
        for option in one.params:
            if f"{name} {option.name}" in named:
                assert option._custom_shell_complete is not None, f"{name} {option.name}"


def completed(words: str, folder: Path) -> list[str]:
    """Returns what a shell is answered for the last of these words, each with the kind of its completion."""
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1), "_KANRULES_COMPLETE": "bash_complete"}
    found = subprocess.run(
        [sys.executable, "-m", "kanrules"],
        env={**os.environ, **asked},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.split()


def test_a_ruleset_is_completed_by_its_id_by_its_file_and_after_a_comma(tmp_path: Path) -> None:
    (tmp_path / "emacs-club.toml").touch()
    (tmp_path / "ema.cases.toml").touch()
    ema = [one for one in bundled_ids() if one.startswith("ema")]
    assert completed("kanrules show ema", tmp_path) == [f"plain,{one}" for one in (*ema, "emacs-club.toml")]
    assert completed("kanrules replay x --compare tenhou,ema-20", tmp_path) == [f"plain,tenhou,{one}" for one in ema]


def test_a_file_is_completed_where_no_candidate_is_known(tmp_path: Path) -> None:
    commands = (
        "replay tests/ga",
        "verify clu",
        "import sett",
        "check ../oth",
        "riichi-kan 1m --draw 3p --rules ../oth",
    )
    for words in commands:
        assert completed(f"kanrules {words}", tmp_path) == [f"file,{words.split(' ')[-1]}"], words


def test_a_shell_gets_the_ids(tmp_path: Path) -> None:
    words = "kanrules foul riichi_kan --rules ema-20"
    assert completed(words, tmp_path) == [f"plain,{one}" for one in bundled_ids() if one.startswith("ema-20")]


def test_completion_can_be_installed() -> None:
    assert "--install-completion" in [word for option in program.params for word in option.opts]


@pytest.mark.parametrize(
    "words", [("sheet", "ema-2016", "--to", "png"), ("foul", "riichi_kan", "-r", "tenhou", "--format", "xml")]
)
def test_a_value_that_an_option_does_not_take_is_said_in_no_librarys_words(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert f"'{words[-1]}' is not one of" in err and "Value error" not in err and "pydantic" not in err


@pytest.mark.parametrize("command", ["show", "diff", "sheet"])
def test_a_command_advises_only_what_it_has(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    has = {word for option in ALL[command].params for word in option.opts}
    code, _, err = run(capsys, command)
    assert code == 2 and "ema-2016" in err
    assert {word.strip(",;.`") for word in err.split() if word.startswith("--")} <= has


def test_one_thing_is_counted_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    for more in ((), ("--to", "md"), ("--to", "html")):
        out = run(capsys, "casebook", "daiminkan turned", "--rules", "tenhou", *more)[1]
        assert "1 ruleset" in out and "1 rulesets" not in out and "1 questions" not in out


GAMES = Path(__file__).parents[1] / "games"
PAGES = {
    "book": ("ema-2016",),
    "casebook": ("robbed", "--rules", "ema-2016"),
    "diff": ("ema-2016", "ema-2025"),
    "history": ("ema-2025",),
    "replay": (str(GAMES / "ankan-then-robbed.mjson.gz"), "--rules", "tenhou"),
    "sheet": ("ema-2016",),
    "slip penalty": ("--rules", "ema-2016"),
    "slip score": ("30000", "28000", "22000", "20000", "--rules", "ema-2016"),
    "verify": ("ema-2016",),
}
"""Arguments of every command that writes pages: those with --to html and --out."""
BEGINS = {"md": b"# ", "html": b"<!DOCTYPE html>", "pdf": b"%PDF-"}


def test_every_command_that_writes_a_page_is_tried() -> None:
    writes = {name for name, option in OPTIONS if option.name == "to" and "html" in getattr(option.type, "choices", ())}
    assert writes == PAGES.keys()


@pytest.mark.parametrize("name", PAGES)
def test_a_file_has_the_format_that_its_name_says_or_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    formats = next(option.type.choices for one, option in OPTIONS if (one, option.name) == (name, "to"))
    for ending, begins in BEGINS.items():
        target = tmp_path / f"page.{ending}"
        code, _, err = run(capsys, *name.split(), *PAGES[name], "--out", str(target))
        if ending in formats:
            assert code in (0, 1) and target.read_bytes().startswith(begins), (ending, err)
        else:
            assert code == 2 and not target.exists() and "expected a file name that ends in" in err
    other = tmp_path / "page.docx"
    code, _, err = run(capsys, *name.split(), *PAGES[name], "--out", str(other))
    assert code == 2 and not other.exists() and "expected a file name that ends in" in err
