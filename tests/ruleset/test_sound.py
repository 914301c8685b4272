"""A ruleset file is validated when it is new or changed, and no second time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kanrules.ruleset import RulesetError, load_ruleset, schema, sound

CLUB = """\
[ruleset]
id = "club"
name = "Club"
authority = "Club"

[kandora]
daiminkan = "discard"
"""


class Validated(list[str]):
    """The texts that were validated."""


@pytest.fixture
def marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own folder for the marks of this test."""
    folder = tmp_path / "cache" / "sound"
    monkeypatch.setattr(sound, "_folder", lambda: folder)
    return folder


@pytest.fixture
def validated(monkeypatch: pytest.MonkeyPatch) -> Iterator[Validated]:
    seen = Validated()
    validate = schema.read_file

    def counting(document: Any) -> Any:
        seen.append(document.text)
        return validate(document)

    monkeypatch.setattr(schema, "read_file", counting)
    yield seen
    _forget()


def _forget() -> None:
    """As a new run begins: what this process remembers of files is gone."""
    from kanrules.ruleset import load

    load._read_layer.cache_clear()
    load._of_texts.cache_clear()
    sound._law.cache_clear()


def club(folder: Path, text: str = CLUB) -> Path:
    path = folder / "club.toml"
    path.write_text(text, encoding="utf-8")
    _forget()
    return path


def test_a_sound_file_is_validated_once(tmp_path: Path, marks: Path, validated: Validated) -> None:
    first = load_ruleset(club(tmp_path))
    again = load_ruleset(club(tmp_path))
    assert validated == [CLUB]
    assert again.options == first.options and again.layers[0].written == first.layers[0].written
    assert [mark.stat().st_size for mark in marks.iterdir()] == [0], "a mark holds nothing"


def test_a_changed_file_is_validated_again(tmp_path: Path, marks: Path, validated: Validated) -> None:
    load_ruleset(club(tmp_path))
    changed = CLUB.replace('"discard"', '"discrad"')
    with pytest.raises(RulesetError) as first:
        load_ruleset(club(tmp_path, changed))
    with pytest.raises(RulesetError) as second:
        load_ruleset(club(tmp_path, changed))
    assert validated == [CLUB, changed, changed], "what is faulty has no mark"
    assert str(first.value) == str(second.value) and "discrad" in str(first.value)


@pytest.mark.parametrize("line", ["oops", 'ankan = "'])
def test_a_file_that_is_no_toml_has_no_mark(tmp_path: Path, marks: Path, line: str) -> None:
    for _ in range(2):
        with pytest.raises(RulesetError, match="KR104"):
            load_ruleset(club(tmp_path, CLUB + line + "\n"))
    assert not marks.exists()


WITH_OPTIONS = """\
[ruleset]
id = "club"
name = "Club"
authority = "Club"
plugins = ["club", "ema"]

[plugin.club]
{club}

[plugin.ema]
edition = "2016"
"""


@pytest.mark.parametrize(
    ("line", "code"),
    [("open_kan_fees = 1000", "KR101"), ('fourth_kan_wins = "true"', "KR103"), ("kan_bonus = -100", "KR102")],
)
def test_a_fault_in_the_options_of_a_bundled_plugin_is_said_in_every_run(
    tmp_path: Path, marks: Path, line: str, code: str
) -> None:
    """The file's own tables are valid, so it has a mark; its options have none."""
    said = set()
    for _ in range(3):
        with pytest.raises(RulesetError, match=code) as refused:
            load_ruleset(club(tmp_path, WITH_OPTIONS.format(club=line)))
        said.add(str(refused.value))
    assert len(said) == 1


def test_the_sound_options_of_a_bundled_plugin_are_validated_once(
    tmp_path: Path, marks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = WITH_OPTIONS.format(club="kan_bonus = 1000")
    first = load_ruleset(club(tmp_path, text))
    assert len(list(marks.iterdir())) == 3, "its tables, and the options of two plugins"

    def never(*_: object) -> None:
        raise AssertionError("validated again")

    monkeypatch.setattr(schema, "check_value", never)
    again = load_ruleset(club(tmp_path, text))
    assert again.plugin == first.plugin and again.plugin["club"]["kan_bonus"] == 1000


def test_another_version_and_other_keys_validate_again(
    tmp_path: Path, marks: Path, validated: Validated, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_ruleset(club(tmp_path))
    monkeypatch.setattr(sound, "__version__", "99.0")
    load_ruleset(club(tmp_path))
    monkeypatch.setattr(sound, "_HELD_AGAINST", sound._HELD_AGAINST[1:])
    load_ruleset(club(tmp_path))
    assert len(validated) == 3 and len(list(marks.iterdir())) == 3


@pytest.mark.skipif(os.name == "nt", reason="says who may write to a folder in another way")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_marks_in_a_folder_that_others_may_write_to_are_not_believed(
    tmp_path: Path, marks: Path, validated: Validated, mode: int
) -> None:
    load_ruleset(club(tmp_path))
    marks.chmod(mode)
    load_ruleset(club(tmp_path))
    assert validated == [CLUB, CLUB]
    marks.chmod(0o755)
    load_ruleset(club(tmp_path))
    assert validated == [CLUB, CLUB]


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_in_the_place_of_the_folder_is_not_believed(tmp_path: Path, marks: Path, validated: Validated) -> None:
    load_ruleset(club(tmp_path))
    elsewhere = marks.rename(tmp_path / "elsewhere")
    marks.symlink_to(elsewhere, target_is_directory=True)
    load_ruleset(club(tmp_path))
    assert validated == [CLUB, CLUB]


def test_where_no_mark_can_be_kept_every_file_is_validated(tmp_path: Path, marks: Path, validated: Validated) -> None:
    marks.parent.write_text("no folder", encoding="utf-8")
    for _ in range(2):
        assert load_ruleset(club(tmp_path)).kandora.daiminkan.value == "discard"
    assert validated == [CLUB, CLUB]


def test_an_account_without_a_home_keeps_none(
    tmp_path: Path, validated: Validated, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(sound, "_folder", homeless)
    for _ in range(2):
        load_ruleset(club(tmp_path))
    assert validated == [CLUB, CLUB]


def test_marks_do_not_grow_for_ever(tmp_path: Path, marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "MOST", 3)
    for number in range(5):
        sound.remember(f"{CLUB}# {number}\n")
        assert sound.is_sound(f"{CLUB}# {number}\n")
        assert len(list(marks.iterdir())) <= 3


def test_only_marks_are_ever_deleted(tmp_path: Path, marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "MOST", 3)
    marks.mkdir(parents=True)
    name = "f" * 64
    (marks / name).write_text("not empty", encoding="utf-8")
    (marks / "notes.txt").write_text("", encoding="utf-8")
    (marks / ("e" * 64)).mkdir()
    (tmp_path / "mine").write_text("", encoding="utf-8")
    (marks / ("d" * 64)).symlink_to(tmp_path / "mine")
    kept = {path.name for path in marks.iterdir()}
    for number in range(9):
        sound.remember(f"{CLUB}# {number}\n")
    assert kept <= {path.name for path in marks.iterdir()}
    assert (tmp_path / "mine").exists()


def test_the_newest_marks_stay(marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "MOST", 4)
    for number in range(4):
        sound.remember(f"{CLUB}# {number}\n")
        os.utime(marks / sound._name(f"{CLUB}# {number}\n"), (number, number))
    sound.remember(f"{CLUB}# 4\n")
    assert [sound.is_sound(f"{CLUB}# {number}\n") for number in range(5)] == [False, False, True, True, True]


def test_a_ruleset_that_travels_to_another_process_is_not_validated_there(
    tmp_path: Path, marks: Path, validated: Validated
) -> None:
    import pickle

    data = pickle.dumps(load_ruleset(club(tmp_path)))
    _forget()
    assert pickle.loads(data).kandora.daiminkan.value == "discard"
    assert validated == [CLUB]


def test_a_ruleset_without_plugins_that_was_validated_is_loaded_without_what_validates(tmp_path: Path) -> None:
    code = (
        "import sys; from kanrules.ruleset import load_ruleset; load_ruleset('m-league'); "
        "print(sorted({'pydantic', 'importlib.metadata'} & set(sys.modules)))"
    )
    run = [sys.executable, "-c", code]
    environment = {**os.environ, "KANRULES_CACHE": str(tmp_path)}
    said = [subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert "'pydantic'" in said[0] and said[1].strip() == "[]"


def test_a_program_that_a_test_starts_marks_what_it_validated_in_a_cache_of_its_own() -> None:
    cache = Path(os.environ["KANRULES_CACHE"])
    subprocess.run([sys.executable, "-m", "kanrules", "check", "m-league"], capture_output=True, check=True)
    assert (cache / "sound").is_dir() and not cache.is_symlink() and not (cache / "sound").is_symlink()
    assert not cache.is_relative_to(Path.home() / ".cache")
