"""Other people's recorded games, read in place beside the checkout; skipped where they are not."""

from __future__ import annotations

import csv
import os
from collections import Counter, defaultdict

import pytest

from kanrules.pieces.actions import Ankan, Daiminkan, Shouminkan
from kanrules.records import Record, open_records
from tests.records.formats import LOGS

pytestmark = [
    pytest.mark.skipif(
        not LOGS.is_dir(), reason="the folder of other people's recorded games is not beside the checkout"
    ),
    pytest.mark.skipif(not os.environ.get("KANRULES_ALL_LOGS"), reason="reads all: set KANRULES_ALL_LOGS=1"),
]
KANS = {Ankan: "ankan", Daiminkan: "daiminkan", Shouminkan: "kakan"}


def test_every_record_reads_to_its_end_with_the_kans_of_the_manifest() -> None:
    with (LOGS / "manifest.csv").open(encoding="utf-8", newline="") as file:
        manifest = {f"{row['archive']}!{row['member']}": row for row in csv.DictReader(file)}
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    scope: Counter[str] = Counter()
    for found in open_records([LOGS / "mjlog", LOGS / "tenhou6", LOGS / "mjsoul"]):
        assert isinstance(found, Record), found
        name = found.file.removeprefix(f"{LOGS}/")
        if name not in manifest:
            name = name.rpartition(":")[0]
        counts = counted[name]
        if found.out_of_scope:
            scope[found.out_of_scope.split(" (")[0].split(",")[0]] += 1
            counts["out"] += 1
            continue
        for hand in found.hands:
            counts["kyoku"] += 1
            counts["cut"] += hand.cut
            for step in hand.steps:
                word = KANS.get(type(step))  # type: ignore[call-overload]  # other steps are no kans
                if word is not None:
                    counts[word] += 1
    assert set(counted) == set(manifest)
    assert scope == {"three players": 284, "a chip table": 2}
    wrong = [
        (name, key, row[key], counted[name][key])
        for name, row in manifest.items()
        for key in ("kyoku", "ankan", "daiminkan", "kakan")
        if not counted[name]["out"] and int(row[key]) != counted[name][key]
    ]
    assert wrong == []
    assert sum(counts["kyoku"] for counts in counted.values()) == 54_141 + 327 + 11
    assert sum(counts["cut"] for counts in counted.values()) == 3
