"""Self-play and perft beside RiichiEnv, in turns.

    python tests/bench/bench_self_play.py [ROUNDS] [--before FOLDER]

Both programs play whole hands with the same policy, and both list every legal action at every decision. `random` takes
any action with the same probability; `eager` takes wins, kans and riichi first, and chi and pon last. What a hand
costs without listing is measured by playing the same actions again; the rest, divided by the actions, is the time of a
listed action. CPU time, medians of the rounds.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from kanrules import Kyoku, load_ruleset

HANDS = 40
POLICIES = ("random", "eager")
T = TypeVar("T")
Figures = dict[str, float]


def choose(chance: random.Random, actions: Sequence[T], policy: str, word: Callable[[T], str]) -> T:
    """The same choice for both programs. `word` says of an action whether it is eager, calm, or a call."""
    if policy == "eager":
        words = [word(action) for action in actions]
        eager = [action for action, said in zip(actions, words, strict=True) if said == "eager"]
        calm = [action for action, said in zip(actions, words, strict=True) if said != "call"]
        actions = eager or calm or actions
    return actions[int(chance.random() * len(actions))]


def _our_word(action: Any) -> str:
    name = type(action).__name__
    if name in ("Chi", "Pon"):
        return "call"
    eager = name in ("Ron", "Tsumo", "Ankan", "Shouminkan", "Daiminkan") or getattr(action, "riichi", False)
    return "eager" if eager else "calm"


def our_self_play(policy: str) -> Figures:
    rules = load_ruleset("tenhou")
    listed = 0
    played: list[list[Any]] = []
    began = time.process_time()
    for seed in range(HANDS):
        chance, kyoku, done = random.Random(seed), Kyoku(rules, seed), []
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            listed += len(actions)
            action = choose(chance, actions, policy, _our_word)
            done.append(action)
            kyoku.push(action)
        played.append(done)
    whole = time.process_time() - began
    began = time.process_time()
    for seed, done in enumerate(played):
        kyoku = Kyoku(rules, seed)
        for action in done:
            kyoku.push(action)
    pushed = time.process_time() - began
    return _figures(whole, pushed, listed, sum(map(len, played)))


def their_self_play(policy: str) -> Figures:
    import riichienv

    kinds = riichienv.ActionType
    words = {int(kind): "eager" for kind in (kinds.RON, kinds.TSUMO, kinds.ANKAN, kinds.KAKAN, kinds.DAIMINKAN)}
    words |= {int(kinds.RIICHI): "eager", int(kinds.CHI): "call", int(kinds.PON): "call"}

    def word(action: Any) -> str:
        return words.get(int(action.action_type), "calm")

    listed = 0
    played: list[list[dict[int, Any]]] = []
    began = time.process_time()
    for seed in range(HANDS):
        chance, done = random.Random(seed), []
        env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed, skip_mjai_logging=True)
        seen = env.reset()
        while not env.done():
            chosen = {}
            for player, observation in seen.items():
                actions = observation.legal_actions()
                listed += len(actions)
                chosen[player] = choose(chance, actions, policy, word)
            done.append(chosen)
            seen = env.step(chosen)
        played.append(done)
    whole = time.process_time() - began
    began = time.process_time()
    for seed, done in enumerate(played):
        env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed, skip_mjai_logging=True)
        env.reset()
        for chosen in done:
            env.step(chosen)
    pushed = time.process_time() - began
    return _figures(whole, pushed, listed, sum(map(len, played)))


def _figures(whole: float, pushed: float, listed: int, pushes: int) -> Figures:
    return {
        "hands a second": HANDS / whole,
        "actions a hand": listed / HANDS,
        "us a listed action": 1e6 * (whole - pushed) / listed,
        "pushes a hand": pushes / HANDS,
        "us a push": 1e6 * pushed / pushes,
    }


def our_perft() -> Figures:
    from kanrules.pack.perft_table import hand_at, table_rows
    from kanrules.play.perft import perft

    expanded = leaves = 0
    rows = list(table_rows().values())[::6]
    hands = [(hand_at(row, load_ruleset(row["rules"])), len(row["leaves"])) for row in rows]
    began = time.process_time()
    for hand, depth in hands:
        counted = perft(hand, depth)
        expanded += counted.expanded
        leaves += counted.leaves
    spent = time.process_time() - began
    return {"expanded positions a second": expanded / spent, "leaves from the last menus a second": leaves / spent}


def works() -> dict[str, Callable[[], Figures]]:
    """What this process can measure, by name."""
    found: dict[str, Callable[[], Figures]] = {}
    for policy in POLICIES:
        found[f"kanrules, {policy}"] = lambda policy=policy: our_self_play(policy)  # type: ignore[misc]
        if importlib.util.find_spec("riichienv") is not None:
            found[f"RiichiEnv, {policy}"] = lambda policy=policy: their_self_play(policy)  # type: ignore[misc]
    if importlib.util.find_spec("kanrules.play.perft") is not None:
        found["perft"] = our_perft
    return found


class Clone:
    """Another clone, measured by a process of its own."""

    def __init__(self, folder: Path) -> None:
        paths = os.pathsep.join((str(folder.resolve()), str(folder.resolve() / "plugins")))
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env={**os.environ, "PYTHONPATH": paths}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def measured(self, name: str) -> Figures:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        found: Figures = json.loads(self.process.stdout.readline())
        return found


def main(rounds: int, before: Path | None) -> None:
    earlier = None if before is None else Clone(before)
    own = works()
    made: dict[str, list[Figures]] = {}
    for lap in range(rounds + 1):
        for name, work in own.items():
            found = {name: work()}
            if earlier is not None and name.startswith("kanrules"):
                found[f"before, {name.partition(', ')[2]}"] = earlier.measured(name)
            for each, figures in found.items():
                made.setdefault(each, [])
                if lap:
                    made[each].append(figures)
    columns = list(made["kanrules, random"][0])
    print(f"| | {' | '.join(columns)} | lowest and highest | times RiichiEnv |")
    print(f"|---|{'---:|' * (len(columns) + 2)}")
    for name, laps in made.items():
        if name == "perft":
            continue
        speeds = [lap["hands a second"] for lap in laps]
        cells = [_said(statistics.median(lap[column] for lap in laps)) for column in columns]
        rival = made.get(f"RiichiEnv, {name.partition(', ')[2]}")
        times = (
            ""
            if rival is None
            else f"{statistics.median(a / b['hands a second'] for a, b in zip(speeds, rival, strict=True)):.2f}"
        )
        print(f"| {name} | {' | '.join(cells)} | {_spread(speeds)} | {times} |")
    for column in made.get("perft", [{}])[0]:
        speeds = [lap[column] for lap in made["perft"]]
        print(f"\nperft: {statistics.median(speeds):,.0f} {column} ({_spread(speeds)})")


def _said(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _spread(found: Sequence[float]) -> str:
    """Return how far the lowest and the highest round are from the median."""
    median = statistics.median(found)
    return f"{100 * (min(found) / median - 1):+.0f} to {100 * (max(found) / median - 1):+.0f} %"


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("rounds", nargs="?", type=int, default=7)
    asked.add_argument("--before", type=Path, metavar="FOLDER", help="another clone, measured turn by turn")
    asked.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.serve:
        measured = works()
        for line in sys.stdin:
            print(json.dumps(measured[line.strip()]()), flush=True)
    else:
        main(given.rounds, given.before)
