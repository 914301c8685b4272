"""The manual pages and completions that the wheel brings are those of the commands as they are."""

from __future__ import annotations

from pathlib import Path

from kanrules.cli import manual
from kanrules.cli.program import COMMANDS

ROOT = Path(__file__).resolve().parents[2]


def test_every_command_has_its_manual_page_and_no_other_lies_there() -> None:
    wanted = manual.files()
    there = {path.relative_to(ROOT / "share").as_posix() for path in (ROOT / "share").rglob("*") if path.is_file()}
    assert there == set(wanted)
    assert {f"man/man1/kanrules-{name}.1" for name in COMMANDS} <= there


def test_the_manual_pages_say_what_the_help_says() -> None:
    for path, text in manual.files().items():
        if path.startswith("man/"):
            assert (ROOT / "share" / path).read_text(encoding="utf-8") == text, (
                "run python -m kanrules.scaffold.generated"
            )


def test_the_page_of_commands_is_what_the_commands_say() -> None:
    assert (ROOT / manual.PAGE).read_text(encoding="utf-8") == manual.page(), (
        "run python -m kanrules.scaffold.generated"
    )


def test_a_dash_is_a_dash_and_a_line_that_begins_with_a_dot_is_text(tmp_path: Path) -> None:
    page = manual.files()["man/man1/kanrules-play.1"]
    assert "\\-\\-timeout" in page and " --timeout" not in page
    assert not any(line.startswith("./") for line in page.split("\n"))


def test_what_no_command_has_any_more_goes(tmp_path: Path) -> None:
    stray = tmp_path / "share" / "man" / "man1" / "kanrules-gone.1"
    stray.parent.mkdir(parents=True)
    stray.write_text("", encoding="utf-8")
    assert "share/man/man1/kanrules-gone.1" in manual.write(tmp_path) and not stray.exists()
    assert manual.write(tmp_path) == []
