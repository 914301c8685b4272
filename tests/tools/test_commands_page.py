"""The completions are those of the commands as they are."""

from __future__ import annotations

from pathlib import Path

from tools.commands_page import FOLDER, completions
from tools.generated import put

ROOT = Path(__file__).resolve().parents[2]


def test_the_wheel_brings_the_completions_of_the_commands_as_they_are_and_nothing_else() -> None:
    there = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in (ROOT / FOLDER).rglob("*")
        if path.is_file()
    }
    assert there == completions(ROOT), "run python -m tools.generated"


def test_a_file_that_is_no_completion_goes(tmp_path: Path) -> None:
    stray = tmp_path / "share" / "man1" / "gone.1"
    stray.parent.mkdir(parents=True)
    stray.write_text("", encoding="utf-8")
    assert completions(tmp_path)["share/man1/gone.1"] is None
    assert "share/man1/gone.1" in put(tmp_path, completions(tmp_path)) and not stray.exists()
    assert put(tmp_path, completions(tmp_path)) == []
