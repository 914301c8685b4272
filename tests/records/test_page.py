"""The page on records is run as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "records.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_an_example_runs(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(compile(block, "docs/records.md", "exec"), names)
    if "lines" in names:
        assert any('"type":"dora"' in line for line in names["lines"])  # type: ignore[attr-defined]  # a list of lines
    else:
        assert names["text"]


def test_the_bounds_are_those_of_the_program() -> None:
    from kanrules.records import sources

    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    assert f"at most {sources.MAX_RECORD >> 20} MiB" in page
    assert f"more than {sources.MAX_RATIO} times" in page
    assert f"beyond {sources.FREE >> 20} MiB" in page
