"""What is written from the code is what the code says; one command writes all of it again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import generated

PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", generated.PAGES)
def test_every_generated_page_is_what_the_code_says(page: str) -> None:
    written = (PROJECT / page).read_text(encoding="utf-8")
    assert written == generated.PAGES[page](), "run: python -m tools.generated"


@pytest.mark.parametrize("page", generated.PAGES)
def test_every_generated_page_says_by_which_command(page: str) -> None:
    head = (PROJECT / page).read_text(encoding="utf-8")[:400]
    comment = "<!--" if page.endswith(".md") else "#"
    assert f"{comment} Written by `python -m tools.generated`" in head


def test_what_differs_is_written_and_the_rest_is_left(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "old.md").write_text("old", encoding="utf-8")
    texts = {"docs/hooks.md": "new", "share/a/b": "new", "docs/old.md": None}
    assert generated.put(tmp_path, texts) == sorted(texts)
    assert generated.put(tmp_path, {path: text for path, text in texts.items() if text}) == []
    assert not (tmp_path / "docs" / "old.md").exists()


REFUSED = "def refused(): raise wrong_use('the id a-kan names another question')"


@pytest.mark.parametrize(
    ("printed", "pages", "said"),
    [
        ("('fails',)", "lambda: 'new'", "KR222 has two rows\nnothing is written: fails failed\n"),
        ("()", "refused", "nothing is written: the id a-kan names another question\n"),
    ],
)
def test_nothing_is_written_if_one_file_cannot_be_worked_out(
    printed: str, pages: str, said: str, tmp_path: Path
) -> None:
    for folder in ("kanrules", "docs", "kanrules/cli"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    (tmp_path / "fails.py").write_text("raise SystemExit('KR222 has two rows')\n", encoding="utf-8")
    begin = f"from tools import generated; from kanrules.errors import wrong_use\n{REFUSED}\n"
    works = f"generated.PRINTED = {printed}; generated.WORKED_OUT = {{}}; generated.PAGES = {{'docs/a.md': {pages}}}"
    path = os.pathsep.join([str(PROJECT), str(PROJECT / "plugins")])
    ran = subprocess.run(
        [sys.executable, "-P", "-c", f"{begin}{works}; generated.main()"],
        cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert ran.returncode == 1
    assert ran.stderr == said
    assert list((tmp_path / "docs").iterdir()) == []


def test_outside_of_a_clone_the_command_writes_nothing(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tools.generated"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    assert ran.returncode == 1
    assert ran.stderr == "run it in the root of a clone of the repository\n"
    assert list(tmp_path.iterdir()) == []
