"""The page on records is run as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from kanrules.records import Content, write_mjai
from tests.records.formats import shipped

ROOT = Path(__file__).parent.parent.parent
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "records.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_an_example_runs(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(block, "docs/records.md", "exec"), names)
    if "FORMAT" in names:
        hands = shipped("four-kans.mjson.gz")
        data = names["MARK"] + write_mjai.write(hands)
        content = Content(data, data)
        assert names["FORMAT"].sniff(content)
        assert [hand.name for hand in names["FORMAT"].read(content, "x").hands] == [hand.name for hand in hands]
    elif "data" in names:
        assert b'"type":"dora"' in names["data"]
    else:
        assert names["text"]


def test_the_bounds_are_those_of_the_program() -> None:
    from kanrules.records import sources

    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    assert f"at most {sources.MAX_RECORD >> 20} MiB" in page
    assert f"more than {sources.MAX_RATIO} times" in page
    assert f"beyond {sources.FREE >> 20} MiB" in page
