"""What is written from the code is what the code says; one command writes all of it again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kanrules.scaffold import generated

PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", generated.PAGES)
def test_every_generated_page_is_what_the_code_says(page: str) -> None:
    written = (PROJECT / page).read_text(encoding="utf-8")
    assert written == generated.PAGES[page](), "run: python -m kanrules.scaffold.generated"


@pytest.mark.parametrize("page", generated.PAGES)
def test_every_generated_page_says_by_which_command(page: str) -> None:
    head = (PROJECT / page).read_text(encoding="utf-8")[:400]
    comment = "<!--" if page.endswith(".md") else "#"
    assert f"{comment} Written by `python -m kanrules.scaffold.generated`" in head


def test_the_command_writes_what_differs_and_leaves_the_rest(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "rulesets" / "casebook").mkdir(parents=True)
    (tmp_path / "docs" / "hooks.md").write_text("old", encoding="utf-8")
    assert generated.write(tmp_path) == list(generated.PAGES)
    assert generated.write(tmp_path) == []
    assert (tmp_path / "docs" / "hooks.md").read_text(encoding="utf-8") == generated.PAGES["docs/hooks.md"]()


def test_outside_of_a_clone_the_command_writes_nothing(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "kanrules.scaffold.generated"], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode == 1
    assert ran.stderr == "run it in the root of a clone of the repository\n"
    assert list(tmp_path.iterdir()) == []
