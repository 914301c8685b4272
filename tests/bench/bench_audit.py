"""How fast a corpus is audited: on one core, on two, on a local Dask cluster, and compared under other rulesets.

    pytest tests/bench/bench_audit.py --benchmark-only
    python tests/bench/bench_audit.py [PATH...]        prints the table of docs/scale.md

The corpus is a part of the recorded human games in ../shared/logs, unpacked as gzipped mjlog into a folder that goes
again; without them the shipped games. All is timed end to end: finding, reading, parsing, legality, indicators,
payments. RiichiEnv, in the same run, steps through the shipped games (which it recorded itself) without judging them.
"""

from __future__ import annotations

import gc
import gzip
import multiprocessing
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kanrules.corpus import Summary, audit
from kanrules.records import Member, all_members
from kanrules.records.sources import read_bytes

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))
LOGS = sorted((Path(__file__).parents[3] / "shared" / "logs" / "mjlog").glob("qualeafclover-*.zip"))
RECORDS = 4000
ROUNDS = 5
DASK = "`--dask local`, two workers, start and end included"
Bench = Any


def unpack(folder: Path) -> list[Path]:
    """So many recorded games as gzipped mjlog, one a file; the shipped games where there are none."""
    if not LOGS:
        return GAMES * 20
    paths = []
    for number, member in enumerate(islice((one for one in all_members(LOGS) if isinstance(one, Member)), RECORDS)):
        path = folder / f"{number}.mjlog.gz"
        path.write_bytes(gzip.compress(read_bytes(member)))
        paths.append(path)
    return paths


def audited(paths: list[Path], **how: Any) -> int:
    """The hands of one audit."""
    summary = Summary("tenhou")
    for record in audit(paths, "tenhou", **how):
        summary.add(record)
    assert summary.hands and not summary.unreadable
    return summary.hands


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return unpack(tmp_path_factory.mktemp("corpus"))


def measure(benchmark: Bench, work: Callable[[], int]) -> None:
    hands = benchmark.pedantic(work, rounds=3, warmup_rounds=1)
    benchmark.extra_info["hands_per_second"] = round(hands / benchmark.stats.stats.median)


def test_on_one_core(benchmark: Bench, corpus: list[Path]) -> None:
    measure(benchmark, lambda: audited(corpus))


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two cores")
def test_on_two_cores(benchmark: Bench, corpus: list[Path]) -> None:
    measure(benchmark, lambda: audited(corpus, jobs=2))


def test_compared_under_three_other_rulesets(benchmark: Bench, corpus: list[Path]) -> None:
    measure(benchmark, lambda: audited(corpus, compare=["ema-2016", "wrc-2025", "m-league"]))


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_on_a_local_dask_cluster_of_two(benchmark: Bench, corpus: list[Path]) -> None:
    pytest.importorskip("distributed", reason="needs the extra kanrules[dask]")
    measure(benchmark, lambda: audited(corpus, dask="local", jobs=2))


# --- the table -----------------------------------------------------------------------------------------------------


@contextmanager
def watched() -> Iterator[list[float]]:
    """The most memory, in megabytes, that this process and all it started had to themselves or shared (PSS); empty
    where nobody tells.
    """
    peak: list[float] = []
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.05):
            pids = [os.getpid(), *(child.pid for child in multiprocessing.active_children())]
            total = sum(_pss(pid) for pid in pids if pid is not None)
            if total:
                peak[:] = [max([total, *peak])]

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        done.set()
        thread.join()


def _pss(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
    except (OSError, StopIteration):
        return 0.0


def riichienv_hands(folder: Path) -> int:
    """RiichiEnv steps through the shipped games with its legal actions."""
    import riichienv

    hands = 0
    for number, game in enumerate(GAMES * 4):
        path = folder / f"{number % len(GAMES)}.mjson"
        if not path.exists():
            path.write_bytes(gzip.decompress(game.read_bytes()))
        for kyoku in riichienv.MjaiReplay.from_jsonl(str(path)).take_kyokus():
            hands += 1
            for _ in kyoku.steps():
                pass
    return hands


def table(paths: list[Path], folder: Path) -> Iterator[str]:
    """The lines of the table: the medians of some rounds."""
    compare = ["ema-2016", "wrc-2025", "m-league"]
    rows: list[tuple[str, Callable[[], int]]] = [
        ("one core", lambda: audited(paths)),
        ("two cores", lambda: audited(paths, jobs=2)),
        ("two cores, `--compare` with three rulesets", lambda: audited(paths, jobs=2, compare=compare)),
        (DASK, lambda: audited(paths, jobs=2, dask="local")),
        ("shipped games, one core", lambda: audited(GAMES * 4)),
        ("RiichiEnv replays the shipped games without checking", lambda: riichienv_hands(folder)),
    ]
    hands: dict[str, int] = {}
    times: dict[str, list[float]] = {name: [] for name, _ in rows}
    most: dict[str, float] = {}
    failed: dict[str, str] = {}
    # One after the other in each round: where the machine is slower for a while, it is so for all of them.
    for _ in range(ROUNDS):
        for name, work in rows:
            if name in failed:
                continue
            gc.collect()
            try:
                with watched() as peak:
                    began = time.perf_counter()
                    hands[name] = work()
                    times[name].append(time.perf_counter() - began)
            except Exception as error:
                failed[name] = f"not run: {error}"
            most[name] = max([most.get(name, 0.0), *peak])
    yield "| | hands | seconds | hands a second | memory |"
    yield "|---|---:|---:|---:|---:|"
    for name, _ in rows:
        if name in failed:
            yield f"| {name} | | | {failed[name]} | |"
            continue
        median = statistics.median(times[name])
        memory = f"{most[name]:.0f} MB" if most[name] else ""
        yield f"| {name} | {hands[name]:,} | {median:.1f} | {hands[name] / median:,.0f} | {memory} |"
    for what, name, base in (("Two cores", "two cores", "one core"), ("Dask", DASK, "two cores")):
        if not failed.keys() & {name, base}:
            ratio = statistics.median(b / n for n, b in zip(times[name], times[base], strict=True))
            yield f"{what}: {ratio:.2f} times {base}, in the median of {ROUNDS} rounds."


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        chosen = [Path(name) for name in sys.argv[1:]] or unpack(Path(scratch))
        for line in table(chosen, Path(scratch)):
            print(line, flush=True)
