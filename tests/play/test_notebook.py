"""The notebook of the docs runs from its first cell to its last, and shows what it says it shows."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebooks" / "one-kan.ipynb"


def shown(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell as a notebook does, and gives the value of its last line where that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, NOTEBOOK.name, "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)


@pytest.fixture
def values(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[Any]:
    display = ModuleType("IPython.display")
    display.SVG = lambda data: SimpleNamespace(data=data)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    names: dict[str, Any] = {}
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [shown("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]


def test_the_notebook_runs_and_shows_pictures(values: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    rules, both, _, _, table, changes, waiting, game = values
    assert (
        rules._repr_svg_().startswith("<svg") and both.data.startswith("<svg") and table._repr_svg_().startswith("<svg")
    )
    # Tenhou turns an added kan's indicator with the discard; a robbed one turns none, and its player pays the ron
    # alone.
    assert [str(instant) for instant in waiting] == ["discard"]
    assert changes[3] == -changes[1] > 0 and changes[0] == changes[2] == 0
    assert sum(game[0]) == 4 * 30_000


def test_the_notebook_is_kept_without_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
