"""A folder to write rulesets into, from which they are loaded by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kanrules.ruleset import Problem, Ruleset, examine, load_ruleset

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes `<name>.toml` with an id and the given text, and stands in its folder."""
    monkeypatch.chdir(tmp_path)

    def writer(name: str, text: str = "", *, head: str = "") -> Path:
        path = tmp_path / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'[ruleset]\nid = "{path.stem}"\nname = "{path.stem}"\n{head}\n{text}', encoding="utf-8")
        return path

    return writer


@pytest.fixture
def load(write: Write) -> Callable[..., Ruleset]:
    """Writes a ruleset and loads it."""

    def loader(text: str = "", *, head: str = "", name: str = "club") -> Ruleset:
        return load_ruleset(write(name, text, head=head).name)

    return loader


@pytest.fixture
def problems(write: Write) -> Callable[..., list[Problem]]:
    """Writes a ruleset and gives what is wrong with it."""

    def finder(text: str = "", *, head: str = "", name: str = "club") -> list[Problem]:
        return examine(write(name, text, head=head), f"{name}.toml")[1]

    return finder


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """A ruleset that says nothing: every key has its default."""
    path: Path = tmp_path_factory.mktemp("rules") / "bare.toml"
    path.write_text('[ruleset]\nid = "bare"\n', encoding="utf-8")
    return load_ruleset(path)
