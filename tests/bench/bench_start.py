"""The start of a command from the shell: CPU of the whole process, and of Python alone beside it.

pytest tests/bench/bench_start.py --benchmark-only

Targets: 0.20 s for `riichi-kan` and `check`, 0.28 s for `replay`. The times are those of user and system together, so
that other programs of the machine lengthen them less than they lengthen the wait.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

# Windows does not have it, and the standard library has no other way to ask for the CPU time of a child.
resource = pytest.importorskip("resource")
GAME = Path(__file__).parents[1] / "games" / "three-winners.mjson.gz"
COMMANDS = {
    "python": ("-c", "pass"),
    "riichi-kan": ("-m", "kanrules", "riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league"),
    "check": ("-m", "kanrules", "check", "ema-2016"),
    "replay": ("-m", "kanrules", "replay", str(GAME), "--rules", "tenhou"),
}


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return float(used.ru_utime + used.ru_stime)


@pytest.mark.parametrize("name", COMMANDS)
def test_start(benchmark: Any, name: str) -> None:
    spent: list[float] = []

    def once() -> None:
        before = cpu()
        subprocess.run([sys.executable, *COMMANDS[name]], check=True, stdout=subprocess.DEVNULL)
        spent.append(cpu() - before)

    benchmark.pedantic(once, rounds=15, warmup_rounds=2)
    counted = sorted(spent[2:])
    benchmark.extra_info["cpu_median"] = round(counted[len(counted) // 2], 3)
    benchmark.extra_info["cpu_least"] = round(counted[0], 3)
    print(f"\n{name}: {benchmark.extra_info}")
