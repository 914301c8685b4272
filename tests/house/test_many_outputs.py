"""What commands print with `--format json` under many rulesets is in the list of promised fields."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from kanrules.desk.case_index import case_index
from kanrules.desk.foul import FOULS
from kanrules.law.hook_values import Noticed
from kanrules.report.as_json import SCHEMAS
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.coverage import covered
from kanrules.ruleset.keys import keys
from tests.house.json_outputs import fields, leaves_out_plugins, listed, run
from tests.house.test_stability import with_json

ROOT = Path(__file__).parents[2]
LEFT_OUT = {"conformance", "pack"}
"""Commands that take minutes. `json_outputs.py` has examples of them."""
ASKED = sorted([*case_index(), *keys()])
PROGRAMS = ("tenhou", "riichienv", "majiang", "mahjong-soul", "pantheon", "riichi-advanced")
PAID = (
    ("mangan", "--winner", "east", "--by", "south"),
    ("--winner", "south", "--hand", "19m19p19s1234567z", "--win", "1m"),
    ("--winner", "east", "--han", "3", "--fu", "40", "--honba", "2", "--riichi", "south"),
    ("--winner", "south: daisangen, liable west", "--winner", "east: mangan", "--by", "west"),
)
KANS = (
    ("123p456789s1112z", "--draw", "1z"),
    ("5556888s", "--draw", "8s", "-m", "ankan 1111z", "-m", "ankan 2222z"),
)


def files(pattern: str) -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern))


@cache
def played() -> list[str]:
    """The rulesets under which four players can play a game."""
    books = map(load_ruleset, bundled_ids())
    return [book.id for book in books if book.table.players == 4 and not book.partial]


GAMES = files("tests/games/*.mjson.gz")


def _foul(draw: Random, book: str) -> list[str]:
    more = [["--corrected"], ["--repeated"], ["--tiles", "3"], ["--noticed", draw.choice(list(Noticed)).value], []]
    return [draw.choice(list(FOULS)), *draw.choice(more), "--rules", book]


def _audit(draw: Random, book: str) -> list[str]:
    compared = ",".join(draw.sample(bundled_ids(), 2))
    return [*draw.sample(GAMES, 2), "--rules", book, "--compare", compared, "--jobs", "1"]


WORDS: dict[str, Callable[[Random, str], list[str]]] = {
    "ask": lambda draw, book: [draw.choice(ASKED), "--rules", book],
    "audit": _audit,
    "casebook": lambda draw, book: ["--rules", book, *draw.choice([["--hypothetical"], []])],
    "check": lambda draw, book: [draw.choice([book, *files("tests/invalid/*.toml")])],
    "coverage": lambda draw, book: [draw.choice(covered())],
    "diff": lambda draw, book: [book, draw.choice(bundled_ids())],
    "explain": lambda draw, book: draw.choice(
        [[f"{book}/{draw.choice(list(keys()))}"], [draw.choice(ASKED), "--rules", book]]
    ),
    "export": lambda draw, book: [draw.choice(played()), "--to", draw.choice(PROGRAMS)],
    "foul": _foul,
    "history": lambda draw, book: [book],
    "import": lambda draw, book: [draw.choice(files("tests/exchange/presets/*/*.json")), "--name", "our-room"],
    "pay": lambda draw, book: [*draw.choice(PAID), *draw.choice([["--all-rules"], ["--rules", book]])],
    "perft": lambda draw, book: ["four-kans-two-players-tenhou", "--depth", "1", "--rules", draw.choice(played())],
    "play": lambda draw, book: ["--rules", draw.choice(played())],
    "plugins": lambda draw, book: ["--rules", book],
    "replay": lambda draw, book: [
        draw.choice(GAMES), "--rules", book, "--compare", draw.choice(bundled_ids()), *draw.choice([["--trace"], []])
    ],
    "riichi-kan": lambda draw, book: [*draw.choice(KANS), "--trace", "--rules", book],
    "rulesets": lambda draw, book: [book],
    "show": lambda draw, book: [book],
    "verify": lambda draw, book: draw.choice(
        [["-", "--rules", draw.choice(played())], [draw.choice(files("rulesets/*.cases.toml")), "--trace"]]
    ),
    "watch": lambda draw, book: ["--rules", draw.choice(played())],
}  # fmt: skip
"""What each command is asked under a ruleset."""


def test_every_command_that_prints_json_under_a_ruleset_is_asked_or_takes_minutes() -> None:
    under_rules = {name for name, command in with_json().items() if leaves_out_plugins(command)}
    assert under_rules <= {*WORDS, *LEFT_OUT}


@pytest.mark.parametrize("many", [8, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("command", WORDS)
def test_every_field_that_is_printed_under_many_rulesets_is_in_the_list(
    command: str, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    promised, draw, printed = listed(), Random(f"{command} {many}"), 0
    for _ in range(many):
        words = WORDS[command](draw, draw.choice(bundled_ids()))
        found = {
            f"{command}/{SCHEMAS[command]} {field}" for one in run(command, *words) for field in fields(command, one)
        }
        printed += bool(found)
        assert sorted(found - promised) == [], f"add to CALLS in tests/house/json_outputs.py: {words}"
    assert printed > many // 2, "most of these runs have an answer"
