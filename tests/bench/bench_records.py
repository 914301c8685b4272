"""How quickly records are read, a format a line: hands a second, unpacking included.

python -m pytest tests/bench/bench_records.py --benchmark-only
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kanrules.records import Record, open_records, write_mjai, write_tenhou6
from tests.records.formats import mjlog, mjsoul_wire, shipped

FORMS = ("mjlog", "mjai", "tenhou6", "mjsoul", "majiang")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped games of majiang-core (145 hands), gzipped in every format."""
    root = tmp_path_factory.mktemp("games")
    hands = shipped("majiang.jsonl.gz")
    games = [hands[at : at + 10] for at in range(0, len(hands), 10)]
    writers = {
        "mjlog": mjlog,
        "mjai": lambda game: "\n".join(write_mjai.lines(game)).encode(),
        "tenhou6": lambda game: msgspec.json.encode(write_tenhou6.game(game)),
        "mjsoul": mjsoul_wire,
    }
    for form, write in writers.items():
        (root / form).mkdir()
        for number, game in enumerate(games):
            (root / form / f"{number}.gz").write_bytes(gzip.compress(write(game), mtime=0))
    (root / "majiang").symlink_to(Path(__file__).parent.parent / "games" / "majiang.jsonl.gz")
    return root


def read(path: Path) -> int:
    hands = 0
    for record in open_records([path]):
        assert isinstance(record, Record)
        hands += sum(1 for _ in record.hands)
    return hands


@pytest.mark.parametrize("form", FORMS)
def test_reading(benchmark: Any, folder: Path, form: str) -> None:
    hands = benchmark(read, folder / form)
    assert hands == 145
    if benchmark.stats is not None:
        benchmark.extra_info["hands_per_second"] = round(hands / benchmark.stats.stats.median)
