"""What kanrules does in a second, beside other engines, all in one run: the tables of docs/scale.md.

    python tests/bench/bench_table.py [ROUNDS] [--before FOLDER] [--floors]

The rows take turns, round by round, so that a slow moment of the machine meets all of them; what is counted is CPU
time, children's too, and the figure is the median of the rounds; the noise is how far the middle half of them lies from
it, and a ratio is the median of those within the rounds. One round before the others is not counted: in it modules are
compiled, as those of an installed package are, and rulesets validated, both into folders of this run. With `--before`
each row of ours is measured in another clone, too, turn by turn.

A row may have a bound, its ratio to the row beside it: at least, or for the seconds of a command at most. A ratio
survives a change of machine. With `--floors`, a row beyond its bound makes the program exit 1.

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
from bench_scoring import winning_hands
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

import kanrules
from kanrules import api, load_ruleset
from kanrules.corpus import make_plan
from kanrules.corpus.other_rules import Comparison
from kanrules.errors import KanrulesError
from kanrules.law.scoring import score_hand
from kanrules.records import Member, Record, all_members, open_records
from kanrules.records.sources import read_bytes
from kanrules.replays.hand import replay_hand

ROUNDS = 5
RECORDS = 60
HANDS = 30
QUESTIONS = 10_000
COMMANDS: dict[str, tuple[list[str], str, float]] = {
    "`riichi-kan`": (["riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league"], "", 0),
    "`check`": (["check", "rulesets/ema-2016.toml"], "`riichi-kan`", 1.3),
    "`rulesets`": (["rulesets"], "`riichi-kan`", 2.2),
    "`explain`": (["explain", "KR201"], "`riichi-kan`", 1.8),
    "`ask`": (["ask", "replacement tile from the wrong end", "--rules", "ema-2025"], "`riichi-kan`", 1.8),
    "`replay` of one game": (["replay", str(GAMES[0]), "--rules", "tenhou"], "`riichi-kan`", 2.5),
}
"""By name, the words of a command, the command beside it, and how many times its seconds it may take."""
ROOT = Path(kanrules.__file__).parents[1]
"""The clone whose kanrules is measured."""


class Row(NamedTuple):
    """One line of the table: what is done, how much of it, beside which other line it stands, and its bound there."""

    name: str
    work: Callable[[], int]
    unit: str
    beside: str = ""
    bound: float = 0
    """How many times the row beside it it has to be, or may be if its unit is seconds; 0 if nothing is asked."""
    rival: bool = False
    """True for the work of another program, which another clone does not change."""


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


class ClosedWins:
    """Closed wins that nobody has scored before, the same for both programs in a round."""

    def __init__(self) -> None:
        self.options = load_ruleset("tenhou").options
        self.seed = 0

    def prepare(self) -> None:
        self.seed += 1
        self.hands = [hand for hand in winning_hands(self.seed) if not hand.melds]
        winds = (EAST, SOUTH, WEST, NORTH)
        self.theirs: list[tuple[Any, ...]] = []
        for hand in self.hands:
            tiles = [4 * tile + hand.concealed[:at].count(tile) for at, tile in enumerate(hand.concealed)]
            config = HandConfig(
                is_tsumo=hand.tsumo, is_riichi=hand.riichi, player_wind=winds[hand.seat], round_wind=EAST,
                options=OptionalRules(has_open_tanyao=True),
            )  # fmt: skip
            dora = [4 * tile + 3 for tile in hand.indicators]
            self.theirs.append((tiles, next(one for one in tiles if one // 4 == hand.winning_tile), dora, config))

    def scored(self) -> int:
        return len([score_hand(hand, self.options) for hand in self.hands])

    def scored_by_mahjong(self) -> int:
        count = HandCalculator().estimate_hand_value
        return len([count(tiles, won, dora_indicators=dora, config=config) for tiles, won, dora, config in self.theirs])


def parsed(paths: list[Path]) -> int:
    """The hands of records whose XML is parsed with a callback that does nothing: what reading costs at least."""
    from xml.parsers.expat import ParserCreate

    hands = 0
    for path in paths:
        text = gzip.decompress(path.read_bytes())
        parser = ParserCreate()
        parser.StartElementHandler = lambda name, attributes: None
        parser.Parse(text, True)
        hands += text.count(b"<INIT ")
    return hands


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
        wins.prepare()
        return 0

    wins = ClosedWins()
    parse = "expat reads the same records" if LOGS else ""
    rival = "RiichiEnv" if importlib.util.find_spec("riichienv") is not None else ""
    majiang = shutil.which("node") is not None and (
        subprocess.run(["node", "-e", "require('@kobalab/majiang-core')"], capture_output=True, check=False).returncode
        == 0
    )
    yield Row("", prepare, "")
    yield Row("`audit`, one core", lambda: audited(paths), "hands", parse, 0.06)
    if parse:
        yield Row(parse, lambda: parsed(paths), "hands", rival=True)
    yield Row("`audit --compare all`, one core", lambda: compared_with_all(paths), "hands", "`audit`, one core", 0.09)
    one_after = "`audit --compare all`, one ruleset after the other"
    yield Row(one_after, lambda: one_by_one(paths[:4]), "hands", "`audit --compare all`, one core")
    replays, plays, waits = "RiichiEnv replays them", "RiichiEnv's self-play", "RiichiEnv, the waits of such a hand"
    yield Row("`audit` of the shipped games", lambda: audited(GAMES), "hands", rival and replays, 1.0)
    if rival:
        yield Row(replays, lambda: riichienv_hands(folder), "hands", rival=True)
    listed = "self-play, every legal action listed"
    yield Row(listed, lambda: self_play(rules, range(HANDS)), "hands", rival and plays, 0.7)
    if rival:
        yield Row(plays, riichienv_plays, "hands", rival=True)
    if majiang:
        yield Row("majiang-core's self-play, whole games", majiang_plays, "hands", listed, rival=True)
    verdict, agari = "`riichi_kan(text, text)`, the verdict", "`mahjong`, the waits of such a hand"
    yield Row(verdict, verdicts, "questions", agari, 2.5)
    yield Row("the same with its explanation and ruling", explained, "questions", verdict, 0.15)
    if rival:
        yield Row(waits, riichienv_waits, "questions", verdict, rival=True)
    yield Row(agari, mahjong_waits, "questions", rival=True)
    yield Row("a closed win, scored", wins.scored, "wins", "`mahjong` scores it", 0.6)
    yield Row("`mahjong` scores it", wins.scored_by_mahjong, "wins", rival=True)
    # A checkout may be told to keep nothing compiled; what is installed is.
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment = {**os.environ, **kept, "KANRULES_CACHE": str(folder / "cache")}
    for name, (words, beside, bound) in COMMANDS.items():
        yield Row(_shell(name), partial(command, words, environment), "seconds", beside and _shell(beside), bound)


def _shell(name: str) -> str:
    return f"{name} from the shell"


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


def table(rounds: int, before: Path | None = None) -> Iterator[tuple[str, bool]]:
    """The lines of the table, each with whether it keeps its bound."""
    earlier = None if before is None else Before(before)
    with tempfile.TemporaryDirectory() as scratch:
        all_rows = list(rows(Path(scratch)))
        made: dict[str, list[float]] = {row.name: [] for row in all_rows}
        known: dict[str, list[float]] = {row.name: [] for row in all_rows}
        for lap in range(rounds + 1):
            for number, row in enumerate(all_rows):
                found = measured(row)
                once = earlier.measured(number) if earlier is not None and not row.rival else 0.0
                if lap:
                    made[row.name].append(found)
                    known[row.name].append(once)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{os.cpu_count()} cores of {processor()}, {python}; CPU time, medians of {rounds} rounds.", True
    yield "", True
    compared = " before, same run | times |" if earlier is not None else ""
    yield f"| | a second | noise | ratio | bound |{compared}", True
    yield f"|---|---:|---:|---|---|{compared and '---:|---:|'}", True
    for row in all_rows:
        if row.unit:
            yield _line(row, made, known[row.name] if earlier is not None else [])


def _line(row: Row, made: dict[str, list[float]], known: list[float]) -> tuple[str, bool]:
    found, ratio, bound, kept = made[row.name], "", "", True
    if row.beside:
        times = statistics.median([a / b for a, b in zip(found, made[row.beside], strict=True)])
        ratio = f"{times:.2f} times {row.beside}"
        if row.bound:
            kept = times <= row.bound if row.unit == "seconds" else times >= row.bound
            word = "at most" if row.unit == "seconds" else "at least"
            bound = f"{word} {row.bound}{'' if kept else ': **not kept**'}"
    cells = [row.name, _figure(row, found), _noise(found), ratio, bound]
    if known and not row.rival:
        times = statistics.median([a / b for a, b in zip(found, known, strict=True)])
        cells += [_figure(row, known), f"{times:.2f}"]
    elif known:
        cells += ["", ""]
    return f"| {' | '.join(cells)} |", kept


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
    asked.add_argument("--floors", action="store_true", help="exit 1 if a row is beyond its bound")
    asked.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.serve:
        serve()
    else:
        all_kept = True
        for line, kept in table(given.rounds, given.before):
            print(line, flush=True)
            all_kept = all_kept and kept
        if given.floors and not all_kept:
            sys.exit(1)
