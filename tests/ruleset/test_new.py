"""Starting a ruleset: what is written is commented, passes check and its own case, and is never written over."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.law.options import Instant
from kanrules.ruleset import bundled_ids, examine, load_ruleset
from kanrules.ruleset.diff import compare
from kanrules.ruleset.keys import keys
from kanrules.ruleset.lint import warnings
from kanrules.ruleset.reference import json_schema
from kanrules.testing import read_cases, verify_case


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(*words: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["new", "ruleset", *words])
    assert isinstance(stopped.value.code, int)
    return stopped.value.code


def passes(name: str) -> None:
    """The file is in order, without a warning, and its case holds under it."""
    rules, problems = examine(Path(f"{name}.toml"))
    assert rules is not None and not problems and not warnings(rules)
    [case] = read_cases(f"{name}.cases.toml")
    assert verify_case(case, rules).passed


@pytest.mark.sample(4)
@pytest.mark.parametrize("parent", bundled_ids())
def test_on_any_bundled_ruleset_it_passes_check_and_changes_nothing(parent: str) -> None:
    assert new("thursday-club", "--extends", parent) == 0
    passes("thursday-club")
    rules = load_ruleset("thursday-club.toml")
    assert rules.extends == parent and rules.options == load_ruleset(parent).options
    assert compare(load_ruleset(parent), rules) == []


def test_every_question_about_kans_stands_there_with_its_values() -> None:
    new("thursday-club", "--extends", "ema-2016")
    text = Path("thursday-club.toml").read_text(encoding="utf-8")
    for key in keys().values():
        if key.table in (
            "kandora",
            "kan",
            "four_kans",
            "fifth_kan",
            "chankan",
            "sekinin_barai",
            "riichi_kan",
            "rinshan",
        ):
            assert f"\n# {key.field} = " in text
    for line in text.splitlines():
        assert line == "" or line.startswith(("#", "[")) or " = " in line


def test_each_comment_can_be_taken_away_and_says_what_the_parent_says() -> None:
    new("thursday-club", "--extends", "tenhou")
    path = Path("thursday-club.toml")
    lines = path.read_text(encoding="utf-8").splitlines()
    fields = {key.field for key in keys().values()}
    bare = [line[2:] if line.startswith("# ") and line[2:].partition(" = ")[0] in fields else line for line in lines]
    assert bare != lines
    path.write_text("\n".join(bare) + "\n", encoding="utf-8")
    rules = load_ruleset(path)
    assert rules.options == load_ruleset("tenhou").options
    assert rules.value_set_by("kandora.daiminkan").startswith(
        "thursday-club.toml:"
    ) or "thursday-club.toml:" in rules.value_set_by("kandora.daiminkan")


def test_settings_are_written_without_their_comment_sign() -> None:
    words = (
        "--set",
        "kandora.daiminkan=discard",
        "--set",
        "scoring.red_fives=3",
        "--set",
        'sekinin_barai.yakuman=["suukantsu"]',
        "--set",
        "dora.ura=false",
    )
    assert new("thursday-club", "--extends", "ema-2016", "--name", "Thursday club", *words) == 0
    passes("thursday-club")
    rules = load_ruleset("thursday-club.toml")
    assert rules.name == rules.authority == "Thursday club"
    differing = {one.key for one in compare(load_ruleset("ema-2016"), rules)}
    lapsed = {"procedure.daiminkan", "procedure.indicator"}
    assert differing == {"kandora.daiminkan", "scoring.red_fives", "sekinin_barai.yakuman", "dora.ura"} | lapsed
    assert set(rules.lapsed) == lapsed, (
        "the parent's words on how a daiminkan is shown, and when the indicator is turned"
    )
    assert rules.kandora.daiminkan is Instant.DISCARD and rules.sekinin_barai.yakuman == ("suukantsu",)


@pytest.mark.parametrize("instant", [instant.value for instant in Instant if instant is not Instant.WIN])
def test_the_first_case_says_what_the_new_ruleset_says(instant: str) -> None:
    new("club", "--standalone", "--set", f"kandora.ankan={instant}")
    passes("club")
    [case] = read_cases("club.cases.toml")
    other = "declaration" if instant != "declaration" else "discard"
    assert not verify_case(case, load_ruleset("club.toml").with_options({"kandora.ankan": other})).passed


def test_a_file_of_ones_own_can_be_the_parent(tmp_path: Path) -> None:
    new("base", "--extends", "m-league", "--set", "kandora.ankan=never")
    (tmp_path / "clubs").mkdir()
    assert new("clubs/club", "--extends", "base.toml") == 0
    rules = load_ruleset("clubs/club.toml")
    assert rules.kandora.ankan is Instant.NEVER and rules.extends == "../base.toml"


def test_nothing_is_ever_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    mine = "# mine\n"
    Path("club.toml").write_text(mine, encoding="utf-8")
    assert new("club", "--extends", "ema-2016") == 2
    assert Path("club.toml").read_text(encoding="utf-8") == mine and not Path("club.cases.toml").exists()
    Path("club.toml").unlink()
    Path("club.cases.toml").write_text(mine, encoding="utf-8")
    assert new("club", "--extends", "ema-2016") == 2
    assert not Path("club.toml").exists() and Path("club.cases.toml").read_text(encoding="utf-8") == mine
    assert "already exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("", "--extends", "ema-2016"), "lower-case letters"),
        ((".", "--extends", "ema-2016"), "lower-case letters"),
        ((".", "--extends", "ema-2016"), "lower-case letters"),
        (("Thursday Club", "--extends", "ema-2016"), "lower-case letters"),
        (("club--3", "--extends", "ema-2016"), "with single hyphens between them"),
        (("ema-2016", "--extends", "ema-2012"), "is already the id"),
        (("club",), "--extends"),
        (("club", "--extends", "ema-2061"), "did you mean ema-2016?"),
        (("nowhere/club", "--extends", "ema-2016"), "does not exist"),
        (("club", "--extends", "ema-2016", "--set", "kandora.anken=never"), "did you mean kandora.ankan?"),
        (("club", "--extends", "ema-2016", "--set", "kandora.ankan=nver"), "expected declaration"),
        (("club", "--extends", "ema-2016", "--set", "kandora.ankan"), "declaration"),
        (("club", "--extends", "ema-2016", "--set", "nonsense"), "KEY=VALUE"),
    ],
)
def test_wrong_use_is_said_and_writes_nothing(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert new(*words) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


class Terminal(io.StringIO):
    """Answers typed at a terminal."""

    def isatty(self) -> bool:
        return True


def answer(monkeypatch: pytest.MonkeyPatch, *answers: str) -> Terminal:
    screen = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal("".join(f"{line}\n" for line in answers)))
    monkeypatch.setattr("sys.stdout", screen)
    return screen


def test_on_a_terminal_the_few_questions_that_matter_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = answer(monkeypatch, "ema-2061", "ema-2016", "Thursday club", "3", "", "9", "4", "", "2", "", "",
        "1", "", "40050", "40000", "[15, 5, -5, -15]", "[20000, 10000, -10000, -20000]", "", "", "", "")  # fmt: skip
    assert new("thursday-club") == 0
    shown = screen.getvalue()
    assert "`game.return_points` cannot be 40050" in shown and "write points: [15000, 5000, -5000, -15000]" in shown
    assert "did you mean ema-2016?" in shown and "Type a number from 1 to 5." in shown
    passes("thursday-club")
    rules = load_ruleset("thursday-club.toml")
    assert rules.name == "Thursday club"
    showing, turning, late = load_ruleset("ema-2016")["procedure.daiminkan"].strings
    assert turning == "Turn the kan dora indicator, and then take the replacement tile."
    assert {one.key: one.b for one in compare(load_ruleset("ema-2016"), rules)} == {
        "kandora.daiminkan": "discard",
        "riichi_kan.level": "same_waits",
        "four_kans.several_players": "abort",
        "game.length": "tonpuusen",
        # The book's words turn the indicator first, which this club does not: those strings go, the others stay.
        "procedure.daiminkan": [showing, late],
        "procedure.indicator": "The player who declared the kan turns the indicator, next to the previous one and "
        "further from the break.",
        "game.return_points": 40000,
        "game.uma": [20000, 10000, -10000, -20000],
    }


def test_with_nothing_but_enter_the_parents_rules_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, *[""] * 17)
    assert new("thursday-club") == 0
    passes("thursday-club")
    assert load_ruleset("thursday-club.toml").options == load_ruleset("ema-2016").options


def test_a_ruleset_can_stand_on_none(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "none", *[""] * 16)
    assert new("thursday-club") == 0
    passes("thursday-club")
    assert load_ruleset("thursday-club.toml").extends == ""


def test_what_is_written_is_utf_8_with_plain_line_ends(load: Callable[..., object]) -> None:
    new("club", "--extends", "ema-2016", "--name", "木曜会 “A”")
    raw = Path("club.toml").read_bytes()
    assert b"\r" not in raw and 'name = "木曜会 “A”"'.encode() in raw
    assert load_ruleset("club.toml").name == "木曜会 “A”"


# --- the schema for editors -------------------------------------------------------------------------------------------


def test_an_editor_finds_the_schema_next_to_a_new_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    Path("clubs").mkdir()
    assert new("clubs/thursday-club", "--extends", "ema-2016") == 0
    assert "clubs/kanrules.schema.json" in capsys.readouterr().out.replace("\\", "/")
    line, _ = Path("clubs/thursday-club.toml").read_text(encoding="utf-8").split("\n", 1)
    assert line.startswith("#:schema ")
    schema = Path("clubs", line.removeprefix("#:schema "))
    assert json.loads(schema.read_text(encoding="utf-8")) == json_schema()
    passes("clubs/thursday-club")


def test_a_schema_that_is_there_is_left_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    Path("kanrules.schema.json").write_text("{}", encoding="utf-8")
    assert new("thursday-club", "--extends", "ema-2016") == 0
    assert Path("kanrules.schema.json").read_text(encoding="utf-8") == "{}"
    assert "schema" not in capsys.readouterr().out


@pytest.mark.skipif(not shutil.which("taplo"), reason="needs the editor's checker taplo")
def test_an_editors_checker_accepts_a_new_ruleset_and_marks_a_bad_value() -> None:
    new("thursday-club", "--extends", "tenhou-3p", "--set", "game.uma=[15000,0,-15000]")
    good = Path("thursday-club.toml").read_text(encoding="utf-8")
    Path("bad.toml").write_text(good.replace("uma = [15000, 0, -15000]", "uma = [15000]"), encoding="utf-8")
    said = {
        name: subprocess.run(["taplo", "lint", name], capture_output=True, check=False).returncode
        for name in ("thursday-club.toml", "bad.toml")
    }
    assert said == {"thursday-club.toml": 0, "bad.toml": 1}
