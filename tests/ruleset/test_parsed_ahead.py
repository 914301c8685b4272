"""A compiled ruleset is the data of its TOML, and of no other text."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kanrules.ruleset import bundled_ids, library, load_ruleset, parsed_ahead, sound, toml_file
from kanrules.ruleset.parsed_ahead import compiled_path
from tools.compiling import compile_rulesets


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(parsed_ahead, "FOLDER", tmp_path / "compiled")
    return tmp_path / "compiled"


def test_every_bundled_ruleset_is_read_as_from_its_toml(folder: Path) -> None:
    compile_rulesets(library.folder(), compiled_path)
    assert len(list(folder.iterdir())) == len(bundled_ids())
    for path in library.bundled().values():
        text = path.read_text(encoding="utf-8")
        found = toml_file._compiled(text)
        assert found is not None and repr(found) == repr(tomllib.loads(text)), path.name


def test_a_changed_ruleset_is_read_from_its_toml_until_it_is_compiled_again(folder: Path, tmp_path: Path) -> None:
    source, text = tmp_path / "club.toml", '[ruleset]\nid = "club"\nname = "Club"\nin_force_from = 2026-01-01\n'
    source.write_text(text, encoding="utf-8", newline="\n")
    compile_rulesets(tmp_path, compiled_path)
    (first,) = folder.iterdir()
    changed = text.replace("Club", "Hall")
    assert first == compiled_path(text) and toml_file._compiled(changed) is None
    source.write_text(changed, encoding="utf-8", newline="\n")
    assert load_ruleset(str(source)).name == "Hall"
    compile_rulesets(tmp_path, compiled_path)
    assert list(folder.iterdir()) == [compiled_path(changed)]


def test_the_rulesets_of_a_wheel_need_no_validation_and_those_of_a_checkout_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "_folder", lambda: tmp_path / "none")
    compile_rulesets(library.folder(), compiled_path)
    text = library.bundled()["tenhou"].read_text(encoding="utf-8")
    assert not sound.is_sound(text)
    monkeypatch.setattr(library, "folder", lambda: tmp_path / "kanrules" / "_rulesets")
    assert sound.is_sound(text) and not sound.is_sound(text + "\n")
