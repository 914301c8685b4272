"""The perft table: its positions, and the numbers that kanrules counts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kanrules import load_ruleset
from kanrules.desk.case_index import chapters
from kanrules.pack.kit import tree
from kanrules.pack.kit.judge import engine_of
from kanrules.pack.kit.table import CannotExpress, Deal
from kanrules.pack.machine import Machine
from kanrules.pack.perft_table import TABLE, hand_at, table_rows
from kanrules.pack.questions import rules_of
from kanrules.play.perft import perft
from tests.pack import perft_positions

ROWS = table_rows()
SHALLOW = 60
"""Leaves of the depth before, as far as an ordinary run counts: the whole table is for `.ci/long`."""


def test_the_table_has_every_chapter_six_rulesets_and_three_players() -> None:
    assert len(ROWS) >= 60
    assert {row["chapter"] for row in ROWS.values()} == {path.name.partition(".")[0] for _, path in chapters()}
    players = Counter(len(row["scores"]) for row in ROWS.values())
    assert players[3] >= 10
    assert len({row["rules"] for row in ROWS.values() if len(row["scores"]) == 4}) >= 6


def _counted(name: str, depths: range) -> list[int]:
    row = ROWS[name]
    start = hand_at(row, load_ruleset(row["rules"]))
    return [perft(start, depth).leaves for depth in depths]


def test_the_shallow_numbers_are_what_the_machine_counts() -> None:
    for name, row in ROWS.items():
        depths = range(1, 2 + sum(leaves <= SHALLOW for leaves in row["leaves"][:-1]))
        assert _counted(name, depths) == row["leaves"][: len(depths)], name


def test_a_row_is_counted_again_only_where_a_value_of_its_ruleset_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    monkeypatch.setattr(
        perft_positions, "position", lambda chapter, case, rules: counted.append(rules.id) or {"new": 1}
    )
    rows = list(ROWS.values())
    now = {name: rules_of(load_ruleset(name)) for name in {row["rules"] for row in rows}}
    without_the_new_key = {name: dict(list(rules.items())[1:]) for name, rules in now.items()}
    assert list(perft_positions.positions({"rules": without_the_new_key, "positions": rows})) == rows
    assert counted == []
    other = {**now, "tenhou-3p": {**now["tenhou-3p"], "kita.enabled": False}}
    found = list(perft_positions.positions({"rules": other, "positions": rows}))
    assert counted == ["tenhou-3p"] * found.count({"new": 1}) != []


@pytest.mark.long
@pytest.mark.parametrize("name", ROWS)
def test_every_number_is_what_the_machine_counts(name: str) -> None:
    leaves = ROWS[name]["leaves"]
    assert _counted(name, range(1, len(leaves) + 1)) == leaves


def test_the_engine_of_the_pack_counts_the_same_as_the_function() -> None:
    engine = engine_of("kanrules")
    for row in list(ROWS.values())[::5]:
        assert [tree.counted(engine, row, depth) for depth in (1, 2)] == row["leaves"][:2], row["id"]


def test_the_leaves_behind_the_first_plies_are_those_of_the_position() -> None:
    """Their sum is the number of leaves, and the engine of the pack finds the same plies and numbers."""
    engine = engine_of("kanrules")
    for number, row in enumerate(ROWS.values()):
        deeper = row["leaves"][1:]
        assert [sum(column) for column in zip(*row["divided"].values(), strict=True)] == deeper, row["id"]
        assert len(row["divided"]) == row["leaves"][0]
        if number % 9 == 0:
            shallow = {ply: leaves[:1] for ply, leaves in row["divided"].items()}
            assert tree.divided(engine, row, 2) == shallow, row["id"]


def test_an_engine_with_settings_of_its_own_gets_the_rules_of_a_position() -> None:
    class Chooses(Machine):
        name = "chooses"

        def settings(self, rules: Mapping[str, Any]) -> Mapping[str, Any]:
            assert not rules.decides  # type: ignore[attr-defined]
            return {"rules": "tenhou", "options": {key: rules[key] for key in rules if not key.startswith("table.")}}

        def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
            assert settings["options"]["kandora.ankan"] == "rinshan_draw"
            super().deal(deal, settings)

    books = json.loads(TABLE.read_text(encoding="utf-8"))["rules"]
    row = next(row for row in ROWS.values() if row["rules"] == "mahjong-soul")
    assert [tree.counted(Chooses(), row, depth, books) for depth in (1, 2)] == row["leaves"][:2]


def test_the_rules_of_the_table_are_those_of_the_rulesets() -> None:
    rules = json.loads(TABLE.read_text(encoding="utf-8"))["rules"]
    assert set(rules) == {row["rules"] for row in ROWS.values()}
    for name, values in rules.items():
        book = load_ruleset(name)
        assert values == rules_of(book) and len(values) > 60


def test_an_engine_that_cannot_play_a_position_has_the_reason_there() -> None:
    for row in ROWS.values():
        assert {name for name, settings in row["settings"].items() if settings is None} == set(row["cannot_express"])
    row = next(row for row in ROWS.values() if row["cannot_express"])
    engine = engine_of("kanrules")
    engine.name = next(iter(row["cannot_express"]))
    with pytest.raises(CannotExpress, match=row["cannot_express"][engine.name][:20]):
        tree.counted(engine, row, 1)


def test_the_program_of_the_pack_finds_an_engine_with_another_rule(tmp_path: Path) -> None:
    """A stranger's engine, here our machine without kuikae, run by the files that the pack consists of."""
    (tmp_path / "engines").mkdir()
    for path in TABLE.parent.glob("*.py"):
        if path.name != "perft.py":
            (tmp_path / "engines" / path.name).write_bytes(path.read_bytes())
    for name in ("perft.py", "perft.json"):
        (tmp_path / name).write_bytes((TABLE.parent / name).read_bytes())
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from kanrules import load_ruleset\n"
        "from kanrules.pack.machine import Machine\n"
        "class Mine(Machine):\n"
        "    name = 'mine'\n"
        "    def deal(self, deal, settings):\n"
        "        rules = load_ruleset(settings['rules'])\n"
        "        super().deal(deal, {'rules': rules.with_options({'calls.kuikae': 'allowed'})})\n"
    )
    ran = subprocess.run(
        [sys.executable, "perft.py", f"{mine}:Mine", "--only", "feeding-the", "--depth", "3", "--divide"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1, ran.stderr
    assert "feeding-the-third-dragon-tenhou (tenhou): [14, 72" in ran.stdout
    # With --divide, each first ply whose number differs, with the right number.
    name, parts = "", 0
    for line in ran.stdout.splitlines()[:-1]:
        if not line.startswith("    "):
            name = line.split()[0]
        elif ", not [" in line:
            ply, right = line.strip().split(": ", 1)[0], json.loads(line.split(", not ")[1])
            assert right == ROWS[name]["divided"][ply][: len(right)]
            parts += 1
    assert parts
    assert "mine" in ran.stdout.splitlines()[-1] and "differ" in ran.stdout.splitlines()[-1]
