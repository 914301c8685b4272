"""A deprecated name works for two minor releases, and says what follows it."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import kanrules
from kanrules import RulesetError, deprecations, load_ruleset
from kanrules._version import __version__
from kanrules.cli.program import COMMANDS
from kanrules.deprecations import Deprecation, KanrulesDeprecation
from kanrules.ruleset.keys import keys
from tests.cli.running import run

CLUB = """
[ruleset]
id = "club"
name = "Club"
edition = "2026"
authority = "Club"
extends = "ema-2016"
[kandora]
kakan = "discard"
[source."kandora.kakan"]
document = "Club rules"
clause = "7"
grade = "own"
"""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset with a key that is deprecated in this test."""
    monkeypatch.setitem(deprecations.RULESET_KEYS, "kandora.kakan", Deprecation("1.2", "kandora.shouminkan"))
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    return path


def test_a_name_is_removed_two_minor_releases_after_it_was_deprecated() -> None:
    assert Deprecation("1.2", "new").removed_in == "1.4"
    assert Deprecation("1.9", "new").says("old") == (
        "old is deprecated since kanrules 1.9 and will be removed in 1.11; use new"
    )


def test_no_deprecation_is_overdue_and_each_has_a_successor() -> None:
    now = tuple(map(int, __version__.split(".")[:2]))
    tables = (
        deprecations.PUBLIC_NAMES,
        deprecations.RULESET_KEYS,
        deprecations.COMMANDS,
        deprecations.COMMAND_OPTIONS,
    )
    for name, one in ((name, one) for table in tables for name, one in table.items()):
        assert now < tuple(map(int, one.removed_in.split("."))), f"remove {name}"
    assert {one.instead for one in deprecations.COMMANDS.values()} <= set(COMMANDS)
    assert {one.instead for one in deprecations.RULESET_KEYS.values()} <= set(keys())
    assert {one.instead for one in deprecations.PUBLIC_NAMES.values()} <= {
        f"kanrules.{name}" for name in kanrules.__all__
    }


def test_a_deprecated_public_name_is_its_successor_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(deprecations.PUBLIC_NAMES, "judge_kan", Deprecation("1.2", "kanrules.riichi_kan"))
    with pytest.warns(KanrulesDeprecation, match=r"kanrules\.judge_kan .* 1\.4; use kanrules\.riichi_kan") as seen:
        found = kanrules.judge_kan  # type: ignore[attr-defined]
    assert found is kanrules.riichi_kan
    assert seen[0].filename == __file__, "the warning is about the line that uses the name"


def test_a_name_that_never_was_is_not_deprecated() -> None:
    with warnings.catch_warnings(), pytest.raises(AttributeError, match="judge_kan"):
        warnings.simplefilter("error")
        kanrules.judge_kan  # type: ignore[attr-defined]  # noqa: B018


def test_a_deprecated_key_sets_its_successor_with_its_source_and_its_line(club: Path) -> None:
    with pytest.warns(KanrulesDeprecation, match=r"club\.toml:9: `kandora\.kakan` .*; use kandora\.shouminkan"):
        rules = load_ruleset(club)
    origin = rules.origin("kandora.shouminkan")
    assert rules["kandora.shouminkan"] == "discard" and origin.set_by.endswith("club.toml:9")
    assert origin.source is not None and origin.source.clause == "7"


def test_a_bad_value_of_a_deprecated_key_is_reported_where_it_is_written(club: Path) -> None:
    club.write_text(CLUB.replace('"discard"', '"discrad"'), encoding="utf-8")
    with pytest.warns(KanrulesDeprecation), pytest.raises(RulesetError) as found:
        load_ruleset(club)
    (problem,) = found.value.problems
    assert (problem.code, problem.line) == ("KR102", 9)


def test_a_deprecated_key_next_to_its_successor_is_an_unknown_key(club: Path) -> None:
    club.write_text(CLUB.replace("kakan =", 'shouminkan = "never"\nkakan =', 1), encoding="utf-8")
    with pytest.raises(RulesetError, match="kakan"):
        load_ruleset(club)


def test_a_deprecated_key_is_known_in_options_and_in_python(club: Path) -> None:
    with pytest.warns(KanrulesDeprecation, match="`kandora.kakan`"):
        rules = load_ruleset("tenhou").with_options({"kandora.kakan": "never"})
    with pytest.warns(KanrulesDeprecation, match="`kandora.kakan`"):
        assert rules["kandora.kakan"] == rules["kandora.shouminkan"] == "never"


def test_a_command_prints_the_warning_about_a_key_on_standard_error(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "show", str(club), "--format", "json")
    assert code == 0 and err.count("is deprecated") == 1 and "club.toml:9: `kandora.kakan`" in err
    assert "deprecated" not in out


@pytest.mark.parametrize("words", [("--book", "ema-2016"), ("--book=ema-2016",)])
def test_a_deprecated_option_works_as_its_successor_with_a_warning(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = run(capsys, "foul", "wrong_tiles", "--rules", "ema-2016")
    monkeypatch.setitem(deprecations.COMMAND_OPTIONS, "kanrules foul --book", Deprecation("1.2", "--rules"))
    code, out, err = run(capsys, "foul", "wrong_tiles", *words)
    assert (code, out) == now[:2]
    assert err == "kanrules: --book is deprecated since kanrules 1.2 and will be removed in 1.4; use --rules\n"


def test_a_deprecated_command_works_as_its_successor_with_a_warning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("wrong_tiles", "--rules", "ema-2016", "--format", "json")
    now = run(capsys, "foul", *words)
    monkeypatch.setitem(deprecations.COMMANDS, "penalty", Deprecation("1.2", "foul"))
    code, out, err = run(capsys, "penalty", *words)
    assert (code, out) == now[:2]
    assert err == (
        "kanrules: kanrules penalty is deprecated since kanrules 1.2 and will be removed in 1.4; use kanrules foul\n"
    )


def test_an_option_of_one_command_is_not_one_of_another(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(deprecations.COMMAND_OPTIONS, "kanrules foul --book", Deprecation("1.2", "--rules"))
    code, _, err = run(capsys, "ask", "four kans", "--book", "ema-2016")
    assert code == 2 and "No such option" in err


def test_a_value_that_looks_like_a_deprecated_option_after_the_end_of_options_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(deprecations.COMMAND_OPTIONS, "kanrules foul --book", Deprecation("1.2", "--rules"))
    assert deprecations.current_words("kanrules foul", ["--", "--book"]) == ["--", "--book"]
