"""What kanrules does in a second, beside other engines, all in one run: the tables of docs/scale.md.

    python tests/bench/bench_table.py [ROUNDS] [--before FOLDER]

The rows take turns, round by round, so that a slow moment of the machine meets all of them; what is counted is CPU
time, children's too, and the figure is the median of the rounds; the noise is how far the middle half of them lies from
it, and a ratio is the median of those within the rounds. One round before the others is not counted: in it modules are
compiled, as those of an installed package are, and rulesets validated, both into folders of this run. What a row was in
the first release candidate, and what it is to reach, stands in a second table; those figures are of an idle machine.
With `--before` each of its rows is measured in another clone, too, turn by turn.

Rivals are measured where they are installed: RiichiEnv and `mahjong` in this Python (the extra `rivals`), majiang-core
where node finds it (NODE_PATH). Corpus: gzipped mjlog of ../shared/logs where it is at hand, else the shipped games.
"""

from __future__ import annotations

import argparse
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

import kanrules
from kanrules import api, load_ruleset
from kanrules.corpus import make_plan
from kanrules.corpus.other_rules import Comparison
from kanrules.errors import KanrulesError
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
ROOT = Path(kanrules.__file__).parents[1]
"""The clone whose kanrules is measured."""


class Row(NamedTuple):
    """One line of the table: what is done, how much of it, beside which other line it stands, and what is aimed at."""

    name: str
    work: Callable[[], int]
    unit: str
    beside: str = ""
    was: str = ""
    """In the first release candidate, in the unit."""
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


def compared_with_all(paths: list[Path]) -> int:
    """An audit beside all bundled rulesets; where no replay is shared yet, of a few records."""
    from kanrules.ruleset.library import bundled_ids

    try:
        make_plan("tenhou", ["all"])
    except KanrulesError:
        return audited(paths[:4], compare=[one for one in bundled_ids() if one != "tenhou"])
    return audited(paths, compare=["all"])


def one_by_one(paths: list[Path]) -> int:
    """What `--compare all` says, every ruleset replayed for itself; an earlier clone is not asked for it."""
    from tests.corpus.plain import compare_hand

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
        lambda: compared_with_all(paths),
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
            "RiichiEnv replays them without checking",
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


def measured(row: Row) -> float:
    """What the row makes in a second of CPU, or the seconds that a command takes."""
    began = cpu()
    number = row.work()
    spent = cpu() - began
    return spent if row.unit == "seconds" else number / spent


class Before:
    """The same rows of another clone, in a process of its own that does one when it is told to."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env={**os.environ, "PYTHONPATH": str(folder.resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measured(self, number: int) -> float:
        """The figure of the row of this number."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def serve() -> None:
    """Does rows as they are asked for by their numbers."""
    with tempfile.TemporaryDirectory() as scratch:
        all_rows = list(rows(Path(scratch)))
        for line in sys.stdin:
            row = all_rows[int(line)]
            print(measured(row), flush=True)


def table(rounds: int, before: Path | None = None) -> Iterator[str]:
    """The lines of both tables."""
    earlier = None if before is None else Before(before)
    with tempfile.TemporaryDirectory() as scratch:
        all_rows = list(rows(Path(scratch)))
        made: dict[str, list[float]] = {row.name: [] for row in all_rows}
        known: dict[str, list[float]] = {row.name: [] for row in all_rows if row.was and earlier is not None}
        for lap in range(rounds + 1):
            for number, row in enumerate(all_rows):
                found = measured(row)
                once = earlier.measured(number) if earlier is not None and (row.was or not row.unit) else 0.0
                if lap:
                    made[row.name].append(found)
                if lap and row.name in known:
                    known[row.name].append(once)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{os.cpu_count()} cores of {processor()}, {python}; CPU time, medians of {rounds} rounds."
    yield ""
    yield "| | a second | noise | ratio |"
    yield "|---|---:|---:|---|"
    for row in all_rows:
        if row.unit:
            found, ratio = made[row.name], ""
            if row.beside:
                pairs = [a / b for a, b in zip(found, made[row.beside], strict=True)]
                ratio = f"{statistics.median(pairs):.2f} times {row.beside}"
            yield f"| {row.name} | {_figure(row, found)} | {_noise(found)} | {ratio} |"
    yield ""
    yield from _aims([row for row in all_rows if row.was], made, known)


def _aims(aimed: list[Row], made: dict[str, list[float]], known: dict[str, list[float]]) -> Iterator[str]:
    """The rows of which something is expected, beside what they were."""
    head = ["a second", *(["before, same run", "noise", "times"] if known else []), "first candidate", "reach", "goal"]
    yield f"| | {' | '.join(head)} |"
    yield f"|---|{'---:|' * len(head)}"
    for row in aimed:
        cells = [row.name, _figure(row, made[row.name])]
        if known:
            old = known[row.name]
            pairs = zip(made[row.name], old, strict=True)
            times = statistics.median([b / a if row.unit == "seconds" else a / b for a, b in pairs])
            cells += [_figure(row, old), _noise(old), f"{times:.2f}"]
        yield f"| {' | '.join([*cells, row.was, row.reach, row.goal])} |"


def _figure(row: Row, found: list[float]) -> str:
    median = statistics.median(found)
    return f"{median:.2f} s" if row.unit == "seconds" else f"{median:,.0f} {row.unit}"


def _noise(found: list[float]) -> str:
    median = statistics.median(found)
    low, _, high = statistics.quantiles(found, n=4) if len(found) > 1 else (median, median, median)
    return f"{100 * (low / median - 1):+.0f} to {100 * (high / median - 1):+.0f} %"


def processor() -> str:
    try:
        lines: list[Any] = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return str(next(line.partition(":")[2].strip() for line in lines if line.startswith("model name")))
    except (OSError, StopIteration):
        return platform.processor() or "an unnamed processor"


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    asked.add_argument("--before", type=Path, metavar="FOLDER", help="another clone, measured turn by turn")
    asked.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.serve:
        serve()
    else:
        for line in table(given.rounds, given.before):
            print(line, flush=True)
