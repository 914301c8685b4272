"""Time of each event of a game that is followed: median, p99, maximum, and growth within a hand.

Run: python tests/bench/bench_follow.py [RULES]
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from statistics import median

from kanrules import Follow, load_ruleset
from kanrules.records import Unreadable, open_records, write_mjai

GAMES = Path(__file__).parents[1] / "games"


def main(name: str = "tenhou") -> None:
    """Follow every shipped game, and print what an event takes."""
    rules = load_ruleset(name)
    taken: list[tuple[int, float]] = []
    for record in open_records(sorted(GAMES.glob("*.gz"))):
        assert not isinstance(record, Unreadable)
        follow, at = Follow(rules), 0
        gc.collect()
        for line in [line.encode() for line in write_mjai.lines(list(record.hands))]:
            at = 0 if b"start_kyoku" in line else at + 1
            began = time.perf_counter()
            follow.feed(line)
            taken.append((at, time.perf_counter() - began))
    times = sorted(seconds for _, seconds in taken)
    early = [seconds for at, seconds in taken if 10 < at <= 60]
    late = [seconds for at, seconds in taken if at > 110]
    print(f"{len(times):,} events under {name}, in microseconds")
    print(f"median {1e6 * median(times):.1f}, p99 {1e6 * times[len(times) * 99 // 100]:.0f}, max {1e6 * times[-1]:.0f}")
    print(f"median of events 11 to 60 of a hand {1e6 * median(early):.1f}, after event 110 {1e6 * median(late):.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
