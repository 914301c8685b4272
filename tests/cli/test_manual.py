"""The manual and the completions are those of the commands as they are."""

from __future__ import annotations

from pathlib import Path

from kanrules.cli import manual
from tools.generated import put

ROOT = Path(__file__).resolve().parents[2]


def test_the_wheel_brings_the_completions_of_the_commands_as_they_are_and_nothing_else() -> None:
    folder = ROOT / "share"
    there = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert there == manual.files(), "run python -m tools.generated"


def test_the_page_of_commands_is_what_the_commands_say() -> None:
    assert (ROOT / manual.PAGE).read_text(encoding="utf-8") == manual.page(), "run python -m tools.generated"


def test_a_file_that_is_no_completion_goes(tmp_path: Path) -> None:
    stray = tmp_path / "share" / "man1" / "gone.1"
    stray.parent.mkdir(parents=True)
    stray.write_text("", encoding="utf-8")
    assert manual.texts(tmp_path)["share/man1/gone.1"] is None
    assert "share/man1/gone.1" in put(tmp_path, manual.texts(tmp_path)) and not stray.exists()
    assert put(tmp_path, manual.texts(tmp_path)) == []
