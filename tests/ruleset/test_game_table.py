"""[game] and [notes] in a file: what is refused, what is said of things that no key can say, what is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.law.options import Floating, Yame
from kanrules.report.sheet import sheet, sheet_markdown
from kanrules.report.sheet_html import sheet_html
from kanrules.ruleset import Problem, Ruleset, load_ruleset
from kanrules.ruleset.diff import compare
from kanrules.ruleset.explain import explain
from kanrules.ruleset.glossary import glossary
from kanrules.ruleset.standalone_toml import to_toml
from kanrules.rulings import Grade, Source

Problems = Callable[..., list[Problem]]
Load = Callable[..., Ruleset]


@pytest.mark.parametrize(
    ("line", "code", "message", "column"),
    [
        ("uma = 15", "KR103", "`game.uma` must be a list, not a whole number, 15", 7),
        ("uma = [15000, -15000]", "KR102", "`game.uma` has 2 numbers, but there are four places", 7),
        ("uma = [15000, 5000, -5000, -10000]", "KR102", "`game.uma` sums to 5000, not to 0", 7),
        ("uma = [15, 5, -5, -15]", "KR102", "`game.uma` cannot hold 15", 8),
        (
            "uma = [1.5, 0.5, -0.5, -1.5]",
            "KR103",
            "`game.uma` is a list of whole numbers, but 1.5 is a decimal number",
            8,
        ),
        ("start_points = 25", "KR102", "`game.start_points` cannot be 25", 16),
        ("start_points = 25050", "KR102", "`game.start_points` cannot be 25050", 16),
        ("start_points = 25.000", "KR103", "`game.start_points` must be a whole number, not a decimal number", 16),
        ('ties = "split"', "KR102", '`game.ties` cannot be "split"', 8),
        ("floating = 3", "KR103", "`game.floating` must be a table, not a whole number, 3", 12),
        ("floating = { 5 = [0, 0, 0, 0] }", "KR101", "unknown key `5` in [game.floating]", 14),
        ("floating = { 1 = [12, -1, -3, -7] }", "KR102", "`game.floating.1` sums to 1, not to 0", 18),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_its_place(
    line: str, code: str, message: str, column: int, problems: Problems
) -> None:
    [problem] = problems(f"[game]\n{line}\n")
    assert problem.code == code and problem.message.startswith(message)
    assert (problem.line, problem.column) == (6, column)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("uma = [15, 5, -5, -15]", "write points: [15000, 5000, -5000, -15000]"),
        ("start_points = 25", "did you mean 25000?"),
        ("start_points = 25.000", "write 25000"),
        ('ties = "split"', 'did you mean "share"?'),
        ('agari_yame = "forced"', 'did you mean "automatic"?'),
    ],
)
def test_points_in_thousands_and_other_words_are_understood(line: str, hint: str, problems: Problems) -> None:
    [problem] = problems(f"[game]\n{line}\n")
    assert problem.hint == hint


def test_every_row_of_floating_uma_is_looked_at(problems: Problems) -> None:
    found = problems("[game.floating]\n1 = [12000, -1000, -3000, -8001]\n3 = [1]\n")
    assert [(problem.line, problem.code) for problem in found] == [(6, "KR102"), (7, "KR102")]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("[dora]\numa = 15\n", "`uma` belongs in [game]"),
        ("uma = 15\n", "`uma` belongs in [game]"),
        ("[uma]\nfirst = 15\n", "`uma` belongs in [game]"),
        ("[scoring]\noka = 20\n", "did you mean `return_points` in [game]?"),
        ("[wins]\nagari_yame = true\n", "`agari_yame` belongs in [game]"),
        ("[game]\ntobi = true\n", "did you mean `bust`?"),
        ("[note]\ntext = []\n", "did you mean [notes]?"),
    ],
)
def test_words_of_a_game_in_the_wrong_place_are_sent_to_the_right_one(text: str, hint: str, problems: Problems) -> None:
    assert hint in problems(text)[0].hint


OUTSIDE = [name for name, word in glossary().items() if word.outside]


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_no_key_can_say_is_sent_to_the_notes(name: str, problems: Problems) -> None:
    key = name.replace(" ", "_")
    for text in (f"[{key}]\nworth = 500\n", f"[game]\n{key} = 500\n", f"[chombo]\n{key} = 500\n"):
        [problem] = problems(text)
        assert problem.code == "KR101"
        assert (
            problem.hint == f"{name}: outside of what kanrules knows; say it in words, as a line of `text` in [notes]"
        )
    found = explain(name, None, [])
    assert not isinstance(found, str)
    assert "[notes]" in " ".join(found.lines) and "notes.text" in {option.topic for option in found.options}


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("uma", "game.uma"),
        ("oka", "game.return_points"),
        ("agari-yame", "game.agari_yame"),
        ("tenpai-yame", "game.tenpai_yame"),
        ("tobi", "game.bust"),
        ("西入", "game.extension"),
        ("hanchan", "game.length"),
        ("floating uma", "game.floating"),
    ],
)
def test_the_words_of_a_game_are_explained_with_their_keys(word: str, key: str) -> None:
    found = explain(word, load_ruleset("ema-2016"), [])
    assert not isinstance(found, str)
    assert key in {option.topic for option in found.options}


def test_sanma_is_explained_and_is_no_ankan() -> None:
    found = explain("sanma", None, [])
    assert not isinstance(found, str) and "three players" in found.text


def test_the_commands_words_say_that_no_key_is_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["explain", "yakitori"])
    assert not stop.value.code
    assert "No key covers this. Write it as a line of `text` in [notes]." in capsys.readouterr().out


# --- parents and children ---------------------------------------------------------------------------------------------

PARENT = """[ruleset]
id = "base"
[game]
uma_by = "floating"
agari_yame = "optional"
[game.floating]
1 = [12000, -1000, -3000, -8000]
2 = [8000, 4000, -4000, -8000]
[notes]
text = ["Phones are silent."]
[source."game.floating"]
document = "Club book"
clause = "7"
grade = "official"
"""


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "base.toml"
    path.write_text(PARENT, encoding="utf-8")
    return path


def child(text: str = "") -> Ruleset:
    Path("child.toml").write_text('[ruleset]\nid = "child"\nextends = "base.toml"\n' + text, encoding="utf-8")
    return load_ruleset("child.toml")


def test_a_child_inherits_the_game_and_the_notes_with_their_sources(base: Path) -> None:
    rules = child()
    assert rules.game.agari_yame is Yame.OPTIONAL
    assert rules.game.floating.rows[1] == (12000, -1000, -3000, -8000) and rules.game.floating.rows[0] == (0,) * 4
    assert rules.origin("game.floating").source == Source("Club book", "7", "", Grade.OFFICIAL)
    assert rules.value_set_by("game.floating") == "base.toml:6"
    assert rules.notes.text == ("Phones are silent.",)


def test_a_childs_list_replaces_its_parents(base: Path) -> None:
    rules = child('[game.floating]\n3 = [8000, 3000, 1000, -12000]\n[notes]\ntext = ["Tea is free."]\n')
    assert rules.game.floating == Floating(
        ((0,) * 4, (0,) * 4, (0,) * 4, (8000, 3000, 1000, -12000), (0,) * 4)  # type: ignore[arg-type]
    )
    assert rules.origin("game.floating").source == Source("child", grade=Grade.OWN)
    assert rules.notes.text == ("Tea is free.",)


def test_one_file_says_it_all_by_itself(base: Path) -> None:
    rules = child('[game]\numa = [20000, 10000, -10000, -20000]\n[notes]\ntext = ["a", "b"]\n')
    Path("alone.toml").write_text(to_toml(rules).replace('id = "child"', 'id = "alone"'), encoding="utf-8")
    assert load_ruleset("alone.toml").options == rules.options


# --- what a difference is worth ---------------------------------------------------------------------------------------


def effect(key: str, first: dict[str, object], second: dict[str, object]) -> str:
    rules = load_ruleset("ema-2016")
    found = compare(rules.with_options(first), rules.with_options(second))
    [one] = [difference for difference in found if difference.key == key]
    return one.effect


def test_a_tie_that_is_shared_is_worked_in_points() -> None:
    said = effect("game.ties", {"game.ties": "share"}, {"game.ties": "seat"})
    assert "scores of 39000, 39000, 24000, 18000 become +19000 / +19000 / -11000 / -27000 in the end." in said
    assert "scores of 39000, 39000, 24000, 18000 become +24000 / +14000 / -11000 / -27000 in the end." in said


def test_oka_uma_and_sticks_are_worked_in_points() -> None:
    start = effect("game.start_points", {}, {"game.start_points": 25000})
    assert "scores of 37300, 28500, 19600, 14600 become +42300 / +3500 / -15400 / -30400 in the end." in start
    uma = effect("game.uma", {}, {"game.uma": [0, 0, 0, 0]})
    assert "become +27300 / +8500 / -10400 / -25400 in the end." in uma
    assert "become +12300 / +3500 / -5400 / -10400 in the end." in uma
    sticks = effect("game.sticks_left", {}, {"game.sticks_left": "lost"})
    assert "and one stick left over become +28300 / +7500" in sticks and "become +27300 / +7500" in sticks


def test_a_difference_that_moves_no_points_here_is_not_worked() -> None:
    assert "in the end" not in effect("game.bust", {}, {"game.bust": "zero"})


# --- the sheet --------------------------------------------------------------------------------------------------------


def block(rules: Ruleset, title: str) -> dict[str, str]:
    page = sheet(rules)
    return {
        line.subject[0]: line.answer[0].text for group in page.groups if group.title[0] == title for line in group.lines
    }


def test_the_sheet_has_the_game_as_a_short_block_with_the_oka_worked_out(load: Load) -> None:
    rules = load("[game]\nstart_points = 25000\nreturn_points = 30000\numa = [30000, 10000, -10000, -30000]\n")
    said = block(rules, "The game")
    assert (
        said["Starting points, return points, oka"]
        == "25000 starting points, 30000 return points. First place receives 4 × (30000 − 25000) = 20000."
    )
    assert said["Uma"] == "The four places are worth +30000 / +10000 / -10000 / -30000."
    assert list(said) == ["Starting points, return points, oka", "Uma", "Other rules"]
    others = said["Other rules"]
    assert others.endswith(". No source found.")
    assert "time limit" in others and "starting points" not in others.lower(), "it names the rules that no source says"


def test_an_oka_of_which_half_is_a_default_is_a_default(load: Load) -> None:
    page = sheet(load("[game]\nstart_points = 25000\n"))
    [oka] = [
        line
        for group in page.groups
        for line in group.lines
        if line.subject[0] == ("Starting points, return points, oka")
    ]
    assert oka.citation.is_default
    level = block(load("[game]\nstart_points = 30000\nreturn_points = 30000\n"), "The game")
    assert level["Starting points, return points, oka"] == "30000 starting points. No oka."


def test_where_no_text_says_anything_of_the_game_one_line_says_so(load: Load) -> None:
    assert block(load(), "The game") == {"Length, uma, end of the game": "No source found."}


def test_notes_are_printed_verbatim_and_never_obeyed(load: Load) -> None:
    note = '<script>alert("1")</script> | `x` {value} **b**'
    rules = load(f"[notes]\ntext = ['''{note}''', \"Tea.\"]\n")
    page = sheet(rules)
    assert [line.answer[0].text for group in page.groups if group.title[0] == "Notes" for line in group.lines] == [
        note,
        "Tea.",
    ]
    assert "<script>" not in sheet_html(page) and "&lt;script&gt;" in sheet_html(page)
    assert "\\<script\\>" in sheet_markdown(page) and "{value} \\*\\*b\\*\\*" in sheet_markdown(page)
