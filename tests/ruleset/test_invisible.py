"""Names that no file can have and characters that no one sees end in a precise message, wherever a ruleset is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kanrules.cli import main
from kanrules.ruleset import Problem, RulesetError, examine, load_ruleset
from kanrules.ruleset.keys import keys
from kanrules.ruleset.lint import warnings
from kanrules.ruleset.schema import check_value
from kanrules.site.live import draft
from kanrules.site.live.answer import answer

Write = Callable[..., Path]
Problems = Callable[..., list[Problem]]

LONG = "a" * 5000
NAMES = {
    "long": LONG,
    "one letter too long": "a" * 256,
    "long file": f"{LONG}.toml",
    "long folder": f"{LONG}/club.toml",
    "deep": "a/" * 3000 + "club.toml",
    "NUL": "a\0b",
    "NUL file": "a\0b.toml",
    "override": "\u202eclub",
    "surrogate": "a\ud800b.toml",
    "empty": "",
    "here": "./",
    "above": "../" * 100 + "club.toml",
    "below a file": "club.toml/club.toml",
    "folder": "folder.toml",
    "link to nothing": "nothing.toml",
    "link to itself": "circle.toml",
    "device": "/dev/null",
}
BOM, OVERRIDE = "\ufeff", "\u202e"
BIDI = [chr(one) for one in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))]
UNSEEN = [*BIDI, BOM, "\0", "\x1b", "\x7f", "\x9b", "\u2028", "\u200b"]
CLUB = """\
[ruleset]
id = "club"
name = "Club"
plugins = []

[kandora]
ankan = "discard"

[game]
uma = [15000, 5000, -5000, -15000]

[game.floating]
1 = [12000, -1000, -3000, -8000]

[source."kandora.ankan"]
document = "Book"
grade = "own"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.toml").mkdir()
    Path("nothing.toml").symlink_to("there-is-none.toml")
    Path("circle.toml").symlink_to("circle.toml")


def composed(text: str) -> list[dict[str, Any]]:
    """The problems that the composer shows of a text, with one answer of the form written into it."""
    fields = [("toml", text), ("rules", "ema-2016"), ("kandora.daiminkan", "never")]
    found = json.loads(answer(json.dumps({"tool": "compose", "fields": fields})))
    problems: list[dict[str, Any]] = json.loads(found["json"])["problems"]
    return problems


def readings(text: str) -> Iterator[list[tuple[str, str]]]:
    """Codes and messages of each way to read the text of a ruleset."""
    Path("club.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    rules, problems = examine(Path("club.toml"), "club.toml")
    problems += warnings(rules) if rules is not None else []
    assert all(str(one) and one.to_github() and one.to_json() for one in problems)
    yield [(one.code, one.message) for one in problems]
    draft.put(text, "kandora.ankan", '"never"')
    draft.typed_in(text)
    yield [(one["code"], one["message"]) for one in composed(text)]


# --- names of files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_that_no_ruleset_has_is_refused_with_a_code(name: str, write: Write) -> None:
    for given_name in (name, Path(name)):
        with pytest.raises(RulesetError) as refused:
            load_ruleset(given_name)
        [problem] = refused.value.problems
        assert problem.code in ("KR104", "KR105") and problem.message


@pytest.mark.parametrize("name", [name for name in NAMES.values() if "\0" not in name and "\ud800" not in name])
@pytest.mark.parametrize("words", [["check"], ["show"], ["diff", "ema-2016"]], ids=" ".join)
def test_a_command_refuses_such_a_name_in_a_line(
    words: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*words, name])
    shown = capsys.readouterr()
    assert stopped.value.code in (1, 2) or (words == ["check"] and Path(name).is_dir())
    assert "Traceback" not in shown.err and "internal error" not in shown.err
    assert OVERRIDE not in shown.out + shown.err


@pytest.mark.parametrize("name", [name for name in NAMES.values() if name and "\ud800" not in name])
def test_a_parent_of_such_a_name_is_missing(name: str, problems: Problems) -> None:
    found = problems(head=f"extends = {json.dumps(name)}")
    assert found and {one.code for one in found} <= {"KR104", "KR105"}
    assert OVERRIDE not in "".join(map(str, found))


def test_the_id_of_a_draft_may_be_longer_than_the_name_of_a_file() -> None:
    [problem] = [one for one in composed(CLUB.replace('"club"', f'"{LONG}"')) if one["code"] == "KR107"]
    assert "aaaa" in problem["message"]


# --- characters that are not seen -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", UNSEEN, ids=lambda sign: f"U+{ord(sign):04X}")
@pytest.mark.parametrize(
    ("line", "called"),
    [
        ('name = "Cl{}ub"', "ruleset.name"),
        ('edition = "{}2026"', "ruleset.edition"),
        ('authority = "Club{}"', "ruleset.authority"),
        ('version = "1{}"', "ruleset.version"),
        ('replaces = "ema-2012{}"', "ruleset.replaces"),
        ('unread = ["Chapter 6", "Chapter {}7"]', "ruleset.unread"),
    ],
)
def test_a_name_with_an_invisible_character_is_refused_and_the_character_is_named(
    line: str, called: str, sign: str, tmp_path: Path
) -> None:
    escaped = line.replace("{}", f"\\u{ord(sign):04x}")
    Path("club.toml").write_text(f'[ruleset]\nid = "club"\n{escaped}\n', encoding="utf-8")
    rules, [problem] = examine(Path("club.toml"), "club.toml")
    assert rules is None and problem.code == "KR102" and problem.line == 3
    assert problem.message.startswith(f"`{called}` contains the invisible character U+{ord(sign):04X} ")


def test_an_override_in_the_name_of_a_document_is_refused(problems: Problems) -> None:
    text = f'[kandora]\nankan = "discard"\n[source."kandora.ankan"]\ndocument = "Bo{OVERRIDE}ok"\ngrade = "own"\n'
    [problem] = problems(text)
    assert problem.code == "KR102" and "U+202E RIGHT-TO-LEFT OVERRIDE" in problem.message
    assert OVERRIDE not in str(problem)


def test_names_of_every_script_are_names(problems: Problems) -> None:
    for name in ("木曜会", "Клуб", "क्लब", "نادي", "مجموعه\u200cی ما", "👨\u200d👩\u200d👧", "Café – “1”"):
        assert problems(head=f"edition = {json.dumps(name, ensure_ascii=False)}") == []


@pytest.mark.parametrize("before", ["", BOM], ids=["no mark", "mark"])
def test_a_byte_order_mark_before_a_text_is_no_part_of_it(before: str) -> None:
    checked, written = readings(before + CLUB)
    assert {code for code, _ in [*checked, *written]} == {"KR109"}, "of two kinds of uma one has no effect"
    assert [checked, written] == list(readings(CLUB))
    assert draft.put(before + CLUB, "kandora.ankan", '"never"') == CLUB.replace('ankan = "discard"', 'ankan = "never"')
    assert draft.typed_in(before + CLUB) == draft.typed_in(CLUB)


@pytest.mark.parametrize("at", ["[kandora]", "ankan", '"discard"'])
def test_a_byte_order_mark_within_a_text_is_named(at: str) -> None:
    Path("club.toml").write_text(CLUB.replace(at, BOM + at, 1), encoding="utf-8")
    [problem] = [one for one in examine(Path("club.toml"), "club.toml")[1] if one.code == "KR104"]
    assert "U+FEFF ZERO WIDTH NO-BREAK SPACE" in problem.hint
    assert BOM + at in problem.source_line


def test_a_table_whose_name_begins_with_nul_is_unknown() -> None:
    assert [code for code, _ in next(readings(CLUB + '["\\u0000x"]\ny = 1\n'))] == ["KR101"]


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    places=st.lists(st.integers(0, len(CLUB)), min_size=1, max_size=3),
    signs=st.lists(
        st.sampled_from([*UNSEEN, "\r", "\ud800", "a." * 2500, "[" * 2500, "9" * 5000]), min_size=3, max_size=3
    ),
)
def test_wherever_such_a_character_stands_the_text_is_read_or_refused(places: list[int], signs: list[str]) -> None:
    text = CLUB
    for place, sign in zip(sorted(places, reverse=True), signs, strict=False):
        text = text[:place] + sign + text[place:]
    for problems in readings(text):
        assert all(code.startswith("KR1") and message for code, message in problems)


def test_a_value_of_any_kind_is_taken_or_refused() -> None:
    huge = 10**5000
    given_values: list[Any] = [*UNSEEN, "\ud800", LONG, huge, -huge, float("nan"), float("inf"), None, object(), b"x"]
    given_values += [[one] * 4 for one in (huge, float("nan"), "\0", [[]])]
    given_values += [{"0": [huge, -huge, 0, 0]}, {1: [0, 0, 0, 0]}, {"\0": 1}, {"0": {}}]
    for key in keys().values():
        for value in given_values:
            wrong = check_value(key, value)[1]
            assert wrong is None or (wrong.code in ("KR101", "KR102", "KR103") and wrong.message)
