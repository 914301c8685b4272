"""How fast a hand is replayed and played, beside RiichiEnv's Rust in the same run.

    pytest tests/bench/bench_machine.py --benchmark-only

Each benchmark says in `extra_info` how many hands a second its median makes.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanrules import Discard, Kyoku, load_ruleset
from kanrules.pieces.actions import Ankan, Chi, Daiminkan, Pon, Ron, Shouminkan, Tsumo
from kanrules.records import Record, open_records
from kanrules.replays import Replay

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))
Bench = Any


def measure(benchmark: Bench, work: Callable[[], int], unit: str = "hands") -> None:
    """Runs the work and notes how many of its units a second the median makes."""
    made = benchmark.pedantic(work, rounds=5, warmup_rounds=1)
    benchmark.extra_info[f"{unit}_per_second"] = round(made / benchmark.stats.stats.median)


def test_replay_of_the_shipped_games_reading_included(benchmark: Bench) -> None:
    rules = load_ruleset("tenhou")

    def work() -> int:
        hands = 0
        for record in open_records(GAMES):
            assert isinstance(record, Record)
            hands += sum(1 for _ in Replay(record, rules))
        return hands

    measure(benchmark, work)


def test_riichienv_steps_through_the_same_games(benchmark: Bench, tmp_path: Path) -> None:
    riichienv = pytest.importorskip("riichienv", reason="the rival is an extra: pip install kanrules[rivals]")
    import gzip

    paths = []
    for game in GAMES:
        path = tmp_path / game.stem
        path.write_bytes(gzip.decompress(game.read_bytes()))
        paths.append(str(path))

    def work() -> int:
        hands = 0
        for path in paths:
            for kyoku in riichienv.MjaiReplay.from_jsonl(path).take_kyokus():
                hands += 1
                for _ in kyoku.steps():
                    pass
        return hands

    measure(benchmark, work)


def self_play(rules: Any, seeds: range) -> int:
    for seed in seeds:
        rng = random.Random(seed)
        kyoku = Kyoku(rules, seed)
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            wins_and_kans = (Ron, Tsumo, Ankan, Shouminkan, Daiminkan)
            eager = [a for a in actions if isinstance(a, wins_and_kans) or (isinstance(a, Discard) and a.riichi)]
            quiet = [a for a in actions if not isinstance(a, (Chi, Pon))] or actions
            kyoku.push(rng.choice(eager or quiet))
    return len(seeds)


def test_self_play_with_every_legal_action_listed(benchmark: Bench) -> None:
    rules = load_ruleset("tenhou")
    measure(benchmark, lambda: self_play(rules, range(60)))


def test_riichienv_plays_itself(benchmark: Bench) -> None:
    riichienv = pytest.importorskip("riichienv", reason="the rival is an extra: pip install kanrules[rivals]")

    def work() -> int:
        for seed in range(60):
            rng = random.Random(seed)
            env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed, skip_mjai_logging=True)
            seen = env.reset()
            while not env.done():
                chosen = {}
                for player, observation in seen.items():
                    actions = observation.legal_actions()
                    chosen[player] = actions[rng.randrange(len(actions))]
                seen = env.step(chosen)
        return 60

    measure(benchmark, work)


def test_a_copy_of_a_hand_in_its_middle(benchmark: Bench) -> None:
    kyoku = Kyoku(load_ruleset("tenhou"), 3)
    rng = random.Random(3)
    for _ in range(80):
        kyoku.push(rng.choice([a for a in kyoku.legal_actions() if not isinstance(a, (Ron, Tsumo))]))

    def work() -> int:
        for _ in range(1000):
            kyoku.copy()
        return 1000

    measure(benchmark, work, "copies")


def test_the_command_replays_one_game_from_the_shell(benchmark: Bench, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kanrules", "replay", str(GAMES[0]), "--rules", "tenhou"]
    # An installed package is compiled; a checkout where that is turned off would compile it anew each time.
    compiled = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}

    def work() -> int:
        subprocess.run(command, check=True, capture_output=True, env=compiled)
        return 1

    measure(benchmark, work, "commands")
