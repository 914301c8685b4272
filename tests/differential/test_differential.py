"""Our machine beside other engines: the same menus at every decision, the same indicators, results and points.

Short here; by hand for as long as one likes (`python -m tests.differential.runner`). What differs is of a class that
`classes.py` explains; nothing else differs.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from kanrules.exchange.programs import program
from kanrules.pack.kit.table import NotInstalled
from kanrules.pack.machine import Machine
from kanrules.pieces.setup import THREE
from kanrules.pieces.wall import deal
from kanrules.ruleset import load_ruleset
from tests.differential import page, runner
from tests.differential.near import NEAR
from tests.differential.three import WALLS_OF_THREE
from tests.differential.walls import WALLS

HANDS = {"riichienv": 60, "majiang": 40, "riichienv-3p": 60}


class Same(Machine):
    """Our own machine as the other engine, under the rules near to RiichiEnv."""

    name = "riichienv"

    def deal(self, deal, settings):  # type: ignore[no-untyped-def]
        super().deal(deal, {"rules": NEAR["riichienv"].rules(dict(settings))})


@pytest.mark.parametrize("engine", runner.ENGINES)
def test_another_engine_agrees_but_for_what_is_explained(engine: str) -> None:
    counted: Counter[str] = Counter()
    try:
        found = list(runner.run(engine, 77, iter(range(HANDS[engine])), counted))
    except NotInstalled as missing:
        pytest.skip(f"{engine} is not installed: {missing}")
    assert [one.said() for one in found if not one.explained] == []
    assert counted["menus"] > 40 * HANDS[engine]


def test_a_machine_agrees_with_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(runner.ENGINES, "riichienv", Same)
    counted: Counter[str] = Counter()
    assert list(runner.run("riichienv", 5, iter(range(40)), counted)) == []
    assert counted["ankan"] and counted["kakan"] and counted["daiminkan"] and counted["reach"]


def test_another_law_shows() -> None:
    """A machine under another ruleset is told apart: by its menus, its indicators and its points."""
    seen: set[str] = set()
    for hand in range(120):
        given = replace(runner.setting("riichienv", f"9:{hand}"), settings={"kuikae_forbidden": True})
        other = Same()
        near = NEAR["riichienv"].rules(given.settings)
        changed = near.with_options(
            {
                "kandora.daiminkan": "declaration",
                "kandora.shouminkan": "discard_passed",
                "calls.kuikae": "allowed",
                "draws.noten_payment": 0,
            },
            set_by="test",
        )
        other.deal = lambda deal, settings, rules=changed, own=other: Machine.deal(own, deal, {"rules": rules})  # type: ignore[method-assign,misc]
        seen |= {found.what for found in runner.play(other, given, Counter())}
    assert {"menu", "indicators", "result"} <= seen


def test_the_same_number_is_the_same_hand() -> None:
    for name in runner.ENGINES:
        assert runner.setting(name, "3:17") == runner.setting(name, "3:17")


@pytest.mark.parametrize("wall", WALLS)
def test_every_wall_is_a_whole_set(wall: str) -> None:
    for seed in range(30):
        assert deal(WALLS[wall](random.Random(seed))).red_fives == 3


@pytest.mark.parametrize("wall", WALLS_OF_THREE)
def test_every_wall_of_three_is_a_whole_set(wall: str) -> None:
    for seed in range(30):
        assert deal(WALLS_OF_THREE[wall](random.Random(seed)), THREE).red_fives == 2


@pytest.mark.rest
def test_another_law_of_kita_shows() -> None:
    """A kita never robbed, one that wants twenty live tiles, one that leaves an indicator waiting: each is noticed."""
    seen: Counter[str] = Counter()
    for key, value in (("kita.robbable", "never"), ("kita.min_live_tiles", 20), ("kita.pending_indicator", "keep")):
        changed = NEAR["riichienv-3p"].rules({}).with_options({key: value}, set_by="test")
        for hand in range(80):
            other = Machine()
            other.name = "riichienv"
            other.deal = lambda deal, settings, rules=changed, own=other: Machine.deal(own, deal, {"rules": rules})  # type: ignore[method-assign,misc]
            given = replace(runner.setting("riichienv-3p", f"9:{hand}"), settings={})
            seen[key] += sum(1 for _ in runner.play(other, given, Counter()))
    assert min(seen.values()) > 0 and len(seen) == 3, seen


def test_what_riichienv_always_plays_against_tenhou_is_among_its_differences() -> None:
    """The run compares an engine under its own rules, so it cannot report a rule that is not Tenhou's."""
    written = page.long_form(json.loads(page.KEPT.read_text(encoding="utf-8")))
    told = written.partition("### RiichiEnv")[2].partition("\n### ")[0]
    tenhou, plays = load_ruleset("tenhou"), NEAR["riichienv"].rules({})
    differing = [key for key in program("riichienv").always if tenhou[key] != plays[key]]
    assert differing == ["kandora.pending_on_next_kan", "four_kans.riichi_stick"]
    assert [key for key in differing if f"ruleset: `{key} = " not in told] == []
