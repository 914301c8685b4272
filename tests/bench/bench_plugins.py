"""What a plugin costs a replay: none, one that answers every hook, one that answers every hook and looks at the table
each time; and plugins that answer one hook.

    pytest tests/bench/bench_plugins.py --benchmark-only

Each benchmark says in `extra_info` how many hands a second its median makes; the last one says what share of a replay
the plugins cost, measured turn by turn so that a busy machine spoils both alike.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kanrules import CompleteHand, Dora, FourKans, Kan, Kyoku, Objection, Table, Yaku, hookimpl, load_ruleset
from kanrules.records import Record, open_records
from kanrules.replays import Replay
from kanrules.ruleset import Ruleset
from kanrules.testing.conformance import choose, do

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))
LOGS = Path(__file__).parents[3] / "shared" / "logs" / "mjlog"


class Answers:
    """Answers every hook, mostly that it has nothing to say."""

    def seen(self, table: Table) -> None:
        """Looks at nothing."""

    @hookimpl
    def before_kan(self, kan: Kan, table: Table, rules: Ruleset) -> Objection | None:
        self.seen(table)
        return Objection("bench-201", "never") if kan.number > 9 else None

    @hookimpl
    def reveal_kandora(self, kan: Kan, table: Table, rules: Ruleset) -> None:
        self.seen(table)

    @hookimpl
    def after_rinshan(self, kan: Kan, tile: Any, table: Table, rules: Ruleset) -> None:
        self.seen(table)

    @hookimpl
    def fifth_kan(self, kan: Kan, table: Table, rules: Ruleset) -> None:
        self.seen(table)

    @hookimpl
    def four_kans(self, kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
        self.seen(table)
        return None

    @hookimpl
    def rob_kan(self, kan: Kan, seat: Any, table: Table, rules: Ruleset) -> bool | None:
        self.seen(table)
        return None

    @hookimpl
    def kans_end(self, kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
        self.seen(table)
        return None

    @hookimpl
    def yaku(self, win: CompleteHand, table: Table, rules: Ruleset) -> list[Any]:
        self.seen(table)
        return []

    @hookimpl
    def dora(self, win: CompleteHand, table: Table, rules: Ruleset) -> None:
        self.seen(table)

    @hookimpl
    def liability(self, call: Any, table: Table, rules: Ruleset) -> list[Any]:
        self.seen(table)
        return []

    @hookimpl
    def payments(self, result: Any, table: Table, rules: Ruleset) -> list[Any]:
        self.seen(table)
        return []

    @hookimpl
    def penalty(self, foul: Any, table: Table, rules: Ruleset) -> None:
        self.seen(table)

    @hookimpl
    def amend_rules(self, rules: Ruleset, options: Any) -> dict[str, Any]:
        return {}


class Looks(Answers):
    """Answers every hook and looks at hands, melds, rivers and the wall each time."""

    def seen(self, table: Table) -> None:
        assert table.hands and table.melds and table.rivers and table.live_tiles >= 0


PLUGINS: dict[str, object | None] = {"none": None, "answers": Answers(), "looks": Looks()}


def rules_with(plugin: object | None) -> Ruleset:
    rules = load_ruleset("tenhou")
    return rules if plugin is None else replace(rules, modules=(("bench", plugin),))


def replay(paths: Iterable[Path], rules: Ruleset, limit: int = 10**9) -> int:
    hands = 0
    for record in open_records(paths):
        if isinstance(record, Record) and not record.out_of_scope:
            hands += sum(1 for _ in Replay(record, rules))
        if hands >= limit:
            break
    return hands


@pytest.mark.parametrize("plugin", PLUGINS)
def test_replay_of_kan_rich_games_with_a_plugin(benchmark: Any, plugin: str) -> None:
    rules = rules_with(PLUGINS[plugin])
    hands = benchmark.pedantic(replay, args=(GAMES, rules), rounds=5, warmup_rounds=1)
    benchmark.extra_info["hands_per_second"] = round(hands / benchmark.stats.stats.median)


@pytest.mark.parametrize("games", ["kan-rich", "people's"])
def test_share_of_a_replay_that_a_plugin_costs(benchmark: Any, games: str) -> None:
    paths, limit = (
        (GAMES, 10**9) if games == "kan-rich" else (sorted(LOGS.glob("qualeafclover-riichi_nanimachi-b0.zip")), 1500)
    )
    if not paths:
        pytest.skip("the recorded games of people are not here")
    rulesets = {name: rules_with(plugin) for name, plugin in PLUGINS.items()}
    best = dict.fromkeys(rulesets, float("inf"))

    def turn() -> None:
        for name, rules in rulesets.items():
            start = time.process_time()
            assert replay(paths, rules, limit)
            best[name] = min(best[name], time.process_time() - start)

    benchmark.pedantic(turn, rounds=5, warmup_rounds=1)
    for name in ("answers", "looks"):
        benchmark.extra_info[f"{name}_percent"] = round(100 * (best[name] / best["none"] - 1), 1)


def one_hook(hook: str, answer: Any) -> object:
    """A plugin that answers this hook alone."""
    return type("OneHook", (), {hook: staticmethod(hookimpl(answer))})()


def _yaku(win: CompleteHand) -> Yaku:
    return Yaku("any_win", 1)


def _read(win: CompleteHand) -> list[Yaku]:
    return [Yaku("any_win", 1, reading=reading) for reading in win.readings if len(reading.sets) > 9]


def _dora(win: CompleteHand) -> Dora:
    return win.dora


def _rob_kan(kan: Kan) -> None:
    return None


TIMED = {
    "none": None,
    "yaku": one_hook("yaku", _yaku),
    "yaku that reads": one_hook("yaku", _read),
    "dora": one_hook("dora", _dora),
    "rob_kan": one_hook("rob_kan", _rob_kan),
    "every hook": Answers(),
}


def play(seeds: Iterable[int], rules: Ruleset) -> None:
    """Plays hands rich in kans, as the conformance kit does."""
    for seed in seeds:
        kyoku, chance = Kyoku(rules, seed=seed), random.Random(seed)
        while kyoku.outcome is None:
            do(kyoku, choose(kyoku, chance))


@pytest.mark.parametrize("work", ["replay", "play"])
def test_speed_with_a_plugin_that_answers_one_hook_or_all(benchmark: Any, work: str) -> None:
    """Says in `extra_info` at what share of its speed a ruleset replays and plays with the plugin. The games are timed
    under all rulesets in turn, and the best of several turns counts for each game, so that a busy machine spoils all
    alike. A ruleset has all games before the next one begins: the value of the last 64 hands is remembered, and would
    cost the ruleset without a plugin nothing.
    """
    rulesets = {name: rules_with(plugin) for name, plugin in TIMED.items()}
    best: dict[tuple[int, str], float] = {}
    order = deque(rulesets)

    def turn() -> None:
        order.rotate()
        for name in order:
            for game, path in enumerate(GAMES[:16]):
                rules = rulesets[name]
                start = time.process_time()
                replay([path], rules) if work == "replay" else play(range(4 * game, 4 * game + 4), rules)
                best[game, name] = min(best.get((game, name), float("inf")), time.process_time() - start)

    benchmark.pedantic(turn, rounds=7, warmup_rounds=1)
    totals = {name: sum(time for (_, one), time in best.items() if one == name) for name in rulesets}
    for name in rulesets:
        benchmark.extra_info[name] = round(totals["none"] / totals[name], 2)
