"""The ruleset of a command line that names none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import kanrules
from kanrules.cli import main
from kanrules.ruleset.library import near

Run = Callable[..., tuple[int, str, str]]
FOUL = ("foul", "wrong_tiles", "--format", "json")
CLUB = '[ruleset]\nid = "club"\nname = "The club"\nedition = "1"\nextends = "m-league"\n'


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in an empty folder whose parents are the home folder."""
    home = tmp_path / "home"
    (home / "games").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home / "games")

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main(list(words))
        printed = capsys.readouterr()
        return (stopped.value.code if isinstance(stopped.value.code, int) else 0), printed.out, printed.err

    return run


def ruled_by(out: str) -> str:
    return str(json.loads(out)["rules"])


def test_without_any_ruleset_one_short_message_says_how_to_name_one(run: Run) -> None:
    code, out, err = run("foul", "wrong_tiles")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("kanrules: name a ruleset with --rules, such as ema-2016, m-league or tenhou")
    assert "KANRULES_RULES" in err and "kanrules.toml" in err
    assert len(err) < 250


def test_the_environment_names_a_ruleset_and_the_option_beats_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANRULES_RULES", "m-league")
    assert ruled_by(run(*FOUL)[1]) == "m-league"
    assert ruled_by(run(*FOUL, "--rules", "tenhou")[1]) == "tenhou"


def test_the_nearest_file_upward_names_one_and_the_environment_beats_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Path.home()
    (home / "kanrules.toml").write_text('rules = "wrc-2025"\n')
    assert ruled_by(run(*FOUL)[1]) == "wrc-2025"
    (home / "club.toml").write_text(CLUB)
    (home / "games" / "club.toml").write_text(CLUB)
    (home / "games" / "kanrules.toml").write_text('rules = "club.toml"\n')
    assert ruled_by(run(*FOUL)[1]) == "club"
    monkeypatch.setenv("KANRULES_RULES", "tenhou")
    assert ruled_by(run(*FOUL)[1]) == "tenhou"


def test_a_file_of_its_folder_is_meant_wherever_one_stands(run: Run) -> None:
    home = Path.home()
    (home / "club.toml").write_text(CLUB)
    (home / "kanrules.toml").write_text('rules = "club.toml"\n')
    assert ruled_by(run(*FOUL)[1]) == "club"


def test_nothing_above_the_home_or_the_repository_is_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path.home()
    (home.parent / "kanrules.toml").write_text('rules = "tenhou"\n')
    assert run(*FOUL)[0] == 2
    (home / "kanrules.toml").write_text('rules = "tenhou"\n')
    (home / "games" / ".git").mkdir()
    (home / "games" / "deep").mkdir()
    monkeypatch.chdir(home / "games" / "deep")
    assert run(*FOUL)[0] == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules = ema-2016\n", "kanrules.toml:1:9: error[KR104"),
        ("rules = 7\n", "kanrules.toml:1:9: error[KR103 wrong-type]: `rules` is the name of a ruleset, not 7"),
        ("\nrule = 'ema-2016'\n", 'kanrules.toml:2:1: error[KR101 unknown-key]: kanrules.toml has no key "rule"'),
        ("rules = 'ema'\n", 'kanrules.toml:1:9: error[KR105 no-ruleset]: there is no ruleset "ema"'),
        ("rules = 'clb.toml'\n", 'there is no file "clb.toml" in this folder'),
        ("rules = '../club.toml'\n", "`rules` names a file of this folder"),
        ("rules = '/etc/club.toml'\n", "`rules` names a file of this folder"),
    ],
)
def test_a_broken_file_is_one_message_with_line_and_column(text: str, said: str, run: Run) -> None:
    Path("kanrules.toml").write_text(text, encoding="utf-8")
    code, out, err = run(*FOUL)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_a_missing_ruleset_in_the_environment_is_named_with_the_variable(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value, said in (
        ("ema", 'kanrules: KANRULES_RULES: there is no ruleset "ema"; did you mean ema-2025, ema-2016 or ema-2012?\n'),
        ("./no.toml", 'kanrules: KANRULES_RULES: no such file: "./no.toml"\n'),
    ):
        monkeypatch.setenv("KANRULES_RULES", value)
        assert run(*FOUL) == (2, "", said)


def test_a_default_ruleset_never_runs_a_plugin_of_its_folder(run: Run) -> None:
    Path("house.py").write_text("raise SystemExit('the plugin was run')\n", encoding="utf-8")
    Path("club.toml").write_text(CLUB + 'plugins = ["./house.py"]\n', encoding="utf-8")
    Path("kanrules.toml").write_text('rules = "club.toml"\n', encoding="utf-8")
    for more in ((), ("--allow-local-plugins",)):
        code, out, err = run(*FOUL, *more)
        assert (code, out) == (2, "")
        assert "KR108" in err and "the plugin was run" not in err


def test_in_the_folder_of_a_club_each_command_about_rules_means_those_of_the_club(run: Run) -> None:
    Path("club.toml").write_text(CLUB + '[kandora]\ndaiminkan = "declaration"\n', encoding="utf-8")
    case = '[[case]]\nname = "no kan"\nplay.lines = "south draws 5p"\nexpect.never = ["kandora"]\n'
    Path("club.cases.toml").write_text(case, encoding="utf-8")
    Path("kanrules.toml").write_text('rules = "club.toml"\n', encoding="utf-8")
    for command in ("check", "verify", "diff", "show", "sheet", "book"):
        named = ("m-league", "club.toml") if command == "diff" else ("club.toml",)
        assert run(command) == run(command, *named), command
        assert run(command)[0] == 0, command


@pytest.mark.parametrize("command", ["check", "verify"])
def test_who_allows_code_names_the_file_that_may_run_it(command: str, run: Run) -> None:
    Path("club.toml").write_text(CLUB, encoding="utf-8")
    assert run(command)[0] == 2
    Path("kanrules.toml").write_text('rules = "club.toml"\n', encoding="utf-8")
    code, out, err = run(command, "--allow-local-plugins")
    assert (code, out) == (2, "") and err.startswith("kanrules: name a file, for example: kanrules ")


def test_neither_python_nor_verify_of_files_nor_json_of_explain_reads_a_default(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KANRULES_RULES", "tenhou")
    question = ("3335666p111456s", "3p")
    assert kanrules.riichi_kan(*question).ruling == kanrules.riichi_kan(*question, rules="ema-2016").ruling
    Path("x.cases.toml").write_text('[[case]]\nname = "x"\n', encoding="utf-8")
    code, _, err = run("verify", "x.cases.toml")
    assert code == 2 and "no ruleset is named" in err
    plain = run("explain", "kan", "--format", "json")[1]
    monkeypatch.delenv("KANRULES_RULES")
    assert run("explain", "kan", "--format", "json")[1] == plain


def test_a_person_who_asks_explain_is_told_what_holds_at_the_own_table(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KANRULES_RULES", "m-league")
    assert "Under m-league" in run("explain", "kandora.daiminkan")[1]


def test_a_pasted_position_is_ruled_on_under_the_default(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    class Pasted:
        buffer = io.BytesIO(b'[[case]]\nname = "x"\nplay.lines = "south draws 5p"\n')

    monkeypatch.setattr(sys, "stdin", Pasted)
    monkeypatch.setenv("KANRULES_RULES", "m-league")
    code, out, _ = run("verify", "-")
    assert code == 0
    assert "M.League" in out


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("ema", ("ema-2025", "ema-2016", "ema-2012")),
        ("wrc", ("wrc-2025", "wrc-2022", "wrc-2017", "wrc-2015")),
        ("mleague", ("m-league",)),
        ("majsoul", ("mahjong-soul",)),
        ("tenho", ("tenhou",)),
        ("ema-2061", ("ema-2016",)),
        ("EMA", ("ema-2025", "ema-2016", "ema-2012")),
    ],
)
def test_a_near_name_suggests_the_books_that_were_meant_the_newest_first(name: str, ids: tuple[str, ...]) -> None:
    assert near(name)[: len(ids)] == ids


def test_a_name_like_no_book_suggests_none() -> None:
    assert near("xyzzy") == near("") == ()
