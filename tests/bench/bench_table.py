"""What kanrules does in a second, beside other engines, all in one run: the table of docs/scale.md.

    python tests/bench/bench_table.py [ROUNDS]

The rows take turns, round by round, so that a slow moment of the machine meets all of them; what is counted is CPU
time, children's too, and the figure is the median of the rounds; the noise is how far the middle half of them lies from
it, and a ratio is the median of those within the rounds. Rivals are measured where they are installed: RiichiEnv and
`mahjong` in this Python, majiang-core where node finds it (NODE_PATH). Corpus: gzipped mjlog of ../shared/logs where it
is at hand, else the shipped games.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from bench_audit import GAMES, LOGS, audited, riichienv_hands
from bench_machine import self_play
from bench_readings import ids, tenpai_hands, with_kan_in_text

from kanrules import api, load_ruleset
from kanrules.corpus import make_plan
from kanrules.corpus.compare import Comparison, compare_hand
from kanrules.records import Member, Record, all_members, open_records
from kanrules.records.sources import read_bytes
from kanrules.replays.hand import replay_hand

ROUNDS = 5
RECORDS = 60
HANDS = 30
QUESTIONS = 10_000
COMMANDS: dict[str, tuple[list[str], str, str, str]] = {
    "`check`": (["check", "rulesets/ema-2016.toml"], "0.35", "0.3", "0.2"),
    "`riichi-kan`": (["riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league"], "0.35", "0.3", "0.2"),
    "`replay` of one game": (["replay", str(GAMES[0]), "--rules", "tenhou"], "0.45", "0.35", "0.25"),
    "`--version`": (["--version"], "", "", ""),
}
"""By name, the words of a command, how many seconds it took before, what it is to reach, what it is to come near to."""
ROOT = Path(__file__).parents[2]


class Row(NamedTuple):
    """One line of the table: what is done, how much of it, beside which other line it stands, and what is aimed at."""

    name: str
    work: Callable[[], int]
    unit: str
    beside: str = ""
    was: str = ""
    """Before the work on speed, in the unit."""
    reach: str = ""
    """What it must reach."""
    goal: str = ""
    """What it is to come near to."""


def cpu() -> float:
    """Seconds of CPU that this process and all that it has waited for have taken."""
    try:
        import resource
    except ImportError:  # Windows, whose clock of children is coarse
        children = os.times()
        return time.process_time() + children.children_user + children.children_system
    waited_for = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + waited_for.ru_utime + waited_for.ru_stime


def corpus(folder: Path) -> list[Path]:
    if not LOGS:
        return GAMES
    members = (one for one in all_members(LOGS) if isinstance(one, Member))
    paths = []
    for number, member in enumerate(islice(members, 0, RECORDS * 20, 20)):
        path = folder / f"{number}.mjlog.gz"
        path.write_bytes(gzip.compress(read_bytes(member)))
        paths.append(path)
    return paths


def one_by_one(paths: list[Path]) -> int:
    """What `--compare all` says, every ruleset replayed for itself."""
    plan = make_plan("tenhou", ["all"])
    hands = 0
    for record in open_records(paths):
        assert isinstance(record, Record)
        for hand in record.hands:
            hands += 1
            report = replay_hand(plan.rules, hand, keeps_instants=record.keeps_instants)
            for name, rules in plan.compare:
                compare_hand(Comparison(name), record.file, report, rules)
    return hands


def riichienv_plays() -> int:
    import riichienv

    for seed in range(HANDS):
        rng = random.Random(seed)
        env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed, skip_mjai_logging=True)
        seen = env.reset()
        while not env.done():
            chosen = {}
            for player, observation in seen.items():
                actions = observation.legal_actions()
                chosen[player] = actions[rng.randrange(len(actions))]
            seen = env.step(chosen)
    return HANDS


def majiang_plays() -> int:
    script = ROOT / "tests" / "games" / "record_majiang.js"
    done = subprocess.run(["node", str(script), "1", "2", "3", "4"], capture_output=True, text=True, check=True)
    return sum(len(json.loads(line)["log"]) for line in done.stdout.splitlines())


class Questions:
    """Hands that nobody has asked about before, the same for everybody in a round."""

    def __init__(self) -> None:
        self.hands = tenpai_hands(1, triplet=True)

    def texts(self) -> list[tuple[str, str]]:
        return [with_kan_in_text(next(self.hands)) for _ in range(QUESTIONS)]

    def ids(self) -> list[list[int]]:
        return [ids(next(self.hands)) for _ in range(QUESTIONS)]


def rows(folder: Path) -> Iterator[Row]:
    paths = corpus(folder)
    rules = load_ruleset("tenhou")
    asked = load_ruleset("ema-2016")
    questions = Questions()
    texts: list[tuple[str, str]] = []
    lists: list[list[int]] = []

    def verdicts() -> int:
        return len([api.riichi_kan(hand, draw, rules=asked).legal for hand, draw in texts])

    def explained() -> int:
        return len([api.riichi_kan(hand, draw, rules=asked).ruling for hand, draw in texts])

    def riichienv_waits() -> int:
        import riichienv

        return len([riichienv.HandEvaluator(hand, []).get_waits() for hand in lists])

    def mahjong_waits() -> int:
        from mahjong.agari import Agari

        agari = Agari()
        for hand in lists[: QUESTIONS // 10]:
            counts = [0] * 34
            for tile in hand:
                counts[tile // 4] += 1
            for kind in range(34):
                counts[kind] += 1
                agari.is_agari(counts)
                counts[kind] -= 1
        return QUESTIONS // 10

    def prepare() -> int:
        texts[:], lists[:] = questions.texts(), questions.ids()
        return 0

    rival = importlib.util.find_spec("riichienv") is not None
    majiang = shutil.which("node") is not None and (
        subprocess.run(["node", "-e", "require('@kobalab/majiang-core')"], capture_output=True, check=False).returncode
        == 0
    )
    yield Row("", prepare, "")
    yield Row("`audit`, one core", lambda: audited(paths), "hands", "", "1,400-1,600", "2,000", "3,000")
    yield Row(
        "`audit --compare all`, one core",
        lambda: audited(paths, compare=["all"]),
        "hands",
        "`audit`, one core",
        "56",
        "250",
        "400",
    )
    yield Row(
        "the same, one ruleset after the other",
        lambda: one_by_one(paths[:4]),
        "hands",
        "`audit --compare all`, one core",
    )
    yield Row("`audit` of the shipped games", lambda: audited(GAMES), "hands")
    if rival:
        yield Row(
            "RiichiEnv steps through them, judging nothing",
            lambda: riichienv_hands(folder),
            "hands",
            "`audit` of the shipped games",
        )
    yield Row(
        "self-play, every legal action listed",
        lambda: self_play(rules, range(HANDS)),
        "hands",
        "",
        "230-260",
        "350",
        "650",
    )
    if rival:
        yield Row("RiichiEnv's self-play", riichienv_plays, "hands", "self-play, every legal action listed")
    if majiang:
        yield Row(
            "majiang-core's self-play, whole games", majiang_plays, "hands", "self-play, every legal action listed"
        )
    yield Row("`riichi_kan(text, text)`, the verdict", verdicts, "questions", "", "21,000-38,000", "70,000", "150,000")
    yield Row(
        "the same with its explanation and ruling", explained, "questions", "`riichi_kan(text, text)`, the verdict"
    )
    if rival:
        yield Row(
            "RiichiEnv, the waits of such a hand", riichienv_waits, "questions", "`riichi_kan(text, text)`, the verdict"
        )
    yield Row(
        "`mahjong`, the waits of such a hand", mahjong_waits, "questions", "`riichi_kan(text, text)`, the verdict"
    )
    # A checkout may be told to keep nothing compiled; what is installed is.
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment = {**os.environ, **kept, "KANRULES_CACHE": str(folder / "cache")}
    for name, (words, *aims) in COMMANDS.items():
        yield Row(f"{name} from the shell", partial(command, words, environment), "seconds", "", *aims)


def command(words: list[str], environment: dict[str, str]) -> int:
    python = [sys.executable, "-m", "kanrules", *words]
    subprocess.run(python, check=True, capture_output=True, cwd=ROOT, env=environment)
    return 1


def table(rounds: int) -> Iterator[str]:
    """The lines of the table."""
    with tempfile.TemporaryDirectory() as scratch:
        all_rows = list(rows(Path(scratch)))
        for row in all_rows:
            row.work()
        made: dict[str, list[float]] = {row.name: [] for row in all_rows}
        for _ in range(rounds):
            for row in all_rows:
                began = cpu()
                number = row.work()
                spent = cpu() - began
                made[row.name].append(spent if row.unit == "seconds" else number / spent)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{os.cpu_count()} cores of {processor()}, {python}; CPU time, medians of {rounds} rounds."
    yield ""
    yield "| | a second | noise | before | reach | goal | ratio |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    for row in all_rows:
        if not row.unit:
            continue
        found = made[row.name]
        median = statistics.median(found)
        low, _, high = statistics.quantiles(found, n=4) if len(found) > 1 else (median, median, median)
        noise = f"{100 * (low / median - 1):+.0f} to {100 * (high / median - 1):+.0f} %"
        ratio = ""
        if row.beside:
            pairs = [a / b for a, b in zip(found, made[row.beside], strict=True)]
            ratio = f"{statistics.median(pairs):.2f} times {row.beside}"
        figure = f"{median:.2f} s" if row.unit == "seconds" else f"{median:,.0f} {row.unit}"
        yield f"| {row.name} | {figure} | {noise} | {row.was} | {row.reach} | {row.goal} | {ratio} |"


def processor() -> str:
    try:
        lines: list[Any] = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return str(next(line.partition(":")[2].strip() for line in lines if line.startswith("model name")))
    except (OSError, StopIteration):
        return platform.processor() or "an unnamed processor"


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS):
        print(line, flush=True)
