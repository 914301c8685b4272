"""The notebook of the docs runs from its first cell to its last, and shows what it says it shows."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from kanrules import load_ruleset, svg

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


def test_a_picture_in_a_notebook_keeps_a_strangers_words_words(tmp_path: Path) -> None:
    """A notebook puts a picture into its own page: markup in a ruleset of a stranger would run there."""
    evil = "</text></svg><script>alert(1)</script><img src=x onerror=alert(1)> & \"'"
    path = tmp_path / "evil.toml"
    path.write_text(
        f"[ruleset]\nid = 'evil'\nextends = 'ema-2016'\nname = {json.dumps(evil)}\nauthority = {json.dumps(evil)}\n"
        f"[kandora]\nankan = 'discard'\n[procedure]\nankan = {json.dumps(evil)}\n"
        f'[source."kandora.ankan"]\ndocument = {json.dumps(evil)}\nclause = {json.dumps(evil)}\ngrade = "own"\n',
        encoding="utf-8",
    )
    rules = load_ruleset(path)
    for picture in (rules._repr_svg_(), svg.timeline(rules, load_ruleset("tenhou"))):
        found = list(ElementTree.fromstring(picture).iter())
        assert {str(one.tag).rpartition("}")[2] for one in found} <= {
            "svg",
            "g",
            "text",
            "line",
            "circle",
            "rect",
            "path",
            "style",
            "tspan",
            "title",
            "desc",
            "defs",
            "polygon",
            "polyline",
            "use",
            "symbol",
        }
        assert not [key for one in found for key in one.attrib if key.startswith("on") or key.endswith("href")]
        assert evil in " ".join("".join(one.itertext()) for one in found), "the words are still shown"
