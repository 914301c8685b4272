"""How long rulesets take: all of them in one process, one file from the shell.

pytest tests/bench/bench_rulesets.py --benchmark-only
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.explain import explain
from kanrules.ruleset.load import _read_layer
from kanrules.ruleset.locate import Positions

Bench = Any
FRESH = "from kanrules.ruleset import bundled_ids, load_ruleset\nfor name in bundled_ids(): load_ruleset(name)"


def shell(*words: str) -> Callable[[], None]:
    """A command in a fresh Python, which must succeed."""
    return lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL) and None


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(
        '[ruleset]\nid = "club"\nextends = "ema-2016"\n[kandora]\ndaiminkan = "discard"\n', encoding="utf-8"
    )
    return path


def test_check_on_one_file_from_the_shell(benchmark: Bench, club: Path) -> None:
    """Target: under 0.4 s, start included."""
    benchmark.pedantic(shell("-m", "kanrules", "check", str(club)), rounds=10, warmup_rounds=1)


def test_all_bundled_rulesets_in_a_fresh_process(benchmark: Bench) -> None:
    """Target: loaded, validated and resolved in under 1 s, start included."""
    benchmark.pedantic(shell("-c", FRESH), rounds=5, warmup_rounds=1)


def test_all_bundled_rulesets_read_again(benchmark: Bench) -> None:
    """Read, validated and resolved once Python is up."""

    def work() -> int:
        _read_layer.cache_clear()
        return len([load_ruleset(name) for name in bundled_ids()])

    assert benchmark(work) == len(bundled_ids())


def test_the_place_and_source_of_every_value(benchmark: Bench) -> None:
    """What the rulings of a hand look up, for every key of one ruleset."""
    from kanrules.ruleset.keys import keys

    def work() -> list[str]:
        rules = load_ruleset("ema-2016").with_options({})
        return [rules.value_set_by(key) for key in keys()]

    assert all(benchmark(work))


def test_where_everything_stands_in_the_longest_ruleset(benchmark: Bench) -> None:
    """The locator alone."""
    text = max((load_ruleset(name).layers[0].document.text for name in bundled_ids()), key=len)
    assert benchmark(Positions, text).places


def test_explain_a_key_with_every_ruleset(benchmark: Bench) -> None:
    """The question, the values, who uses which, the sources."""
    library = [load_ruleset(name) for name in bundled_ids()]
    assert benchmark(explain, "riichi_kan.level", None, library)
