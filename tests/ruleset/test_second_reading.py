"""The second reader's list: drawn and not chosen, every row with a verdict, and what was read for it."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from collections import Counter
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
VERDICTS = {"confirmed", "contradicted", "not reachable", "not read"}


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("second_reading", HERE / "second_reading.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_two_hundred_values_were_drawn_and_read_a_second_time() -> None:
    drawing = script()
    rows = drawing.listed()
    pairs = [(row[0], row[1]) for row in rows]
    assert len(set(pairs)) == len(pairs) >= 200
    assert all(drawing.is_drawn(*pair) for pair in pairs)


def test_every_row_has_a_verdict_and_what_was_confirmed_says_by_what() -> None:
    rows = script().listed()
    assert {row[3] for row in rows} <= VERDICTS
    assert not [row for row in rows if row[3] in {"confirmed", "contradicted"} and not row[4]]


def test_the_notes_give_the_figures_of_the_list() -> None:
    figures = Counter(row[3] for row in script().listed())
    notes = (HERE.parent / "NOTES.md").read_text(encoding="utf-8")
    for verdict, count in figures.items():
        assert f"{count} {verdict}" in notes, verdict


def test_a_row_still_tells_the_value_that_its_file_has() -> None:
    drawing = script()
    for name, key, value, *_ in drawing.listed():
        content = tomllib.loads((drawing.RULESETS / f"{name}.toml").read_text(encoding="utf-8"))
        table, field = key.split(".")
        found = content.get(table, {}).get(field)
        assert value in {str(found), "words"}, f"{name}: {key} has changed since it was read again"
