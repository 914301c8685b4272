"""What the measure of the package counts, and what it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house import size

pytestmark = pytest.mark.needs("ruff")  # the measure formats the code first

PLAIN = "def pay(points, winner):\n    return f'{points} to {winner}'\n"
TOLD = '''"""Payments."""


def pay(points, winner):
    """Name a payment.

    It is one sentence.
    """
    # A comment.
    return f'{points} to {winner}'
'''
FOLDED = "def pay(\n    points,\n    winner,\n):\n    return (\n        f'{points} to {winner}'\n    )\n"


def counted(folder: Path, source: str) -> int:
    (folder / "module.py").write_text(source, encoding="utf-8")
    size.formatted(folder)
    return size.tokens((folder / "module.py").read_text(encoding="utf-8"))


def test_comments_docstrings_and_folding_do_not_count(tmp_path: Path) -> None:
    assert counted(tmp_path, PLAIN) == 10
    assert counted(tmp_path, TOLD) == 10
    assert counted(tmp_path, FOLDED) == 10


def test_the_sum_of_the_rooms_is_the_package(tmp_path: Path) -> None:
    for name, source in {"kanrules/one.py": PLAIN, "kanrules/room/two.py": PLAIN, "plugins/club.py": TOLD}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("# Three words\n", encoding="utf-8")
    lines = [line.split() for line in size.table(size.sizes(tmp_path)).splitlines()]
    assert ["kanrules/", "20", "2"] in lines
    assert ["plugins/", "10", "1"] in lines
    assert ["docs/", "3"] in lines
