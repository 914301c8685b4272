"""Whatever the command line is given, it ends: soon, in words, without a traceback, and with the exit code that it
means.

`KANRULES_LONG=1 pytest -m long tests/fuzz` tries 20,000 inputs; `KANRULES_FUZZ_SEED` begins elsewhere.
"""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pytest

from kanrules.cli import main
from tests.fuzz.inputs import KINDS, Input

SHORT, LONG = 12, 20_000
SECONDS, PATIENCE = 20, 300
"""More than any of these inputs may compute, and may take where many others compute, too."""
FIRST = int(os.environ.get("KANRULES_FUZZ_SEED", "0"))
pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs an alarm against hangs")


class Hangs(BaseException):
    """Time is over; no net of the command line may catch it."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def over(signum: int, frame: FrameType | None) -> None:
        raise Hangs

    timers = {signal.ITIMER_PROF: (signal.SIGPROF, seconds), signal.ITIMER_REAL: (signal.SIGALRM, PATIENCE)}
    before = {number: signal.signal(number, over) for number, _ in timers.values()}
    for timer, (_, limit) in timers.items():
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        for timer in timers:
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def ran(given: Input, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[object, str, str]:
    """The exit code and what is printed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in given.files.items():
        (folder / name).write_bytes(data)
    out, err = io.StringIO(), io.StringIO()
    with monkeypatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.stdin), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.delenv("KANRULES_RULES", raising=False)
        for name, value in given.environment.items():
            patch.setenv(name, value)
        code: object = "no exit"
        try:
            with at_most(SECONDS):
                main(given.words)
        except SystemExit as ended:
            code = ended.code
        except BaseException as error:
            code = f"{type(error).__name__}: {error}"
    return code, out.getvalue(), err.getvalue()


def fault(given: Input, code: object, out: str, err: str) -> str:
    """What is wrong with the way in which a command ended, "" where nothing is."""
    if code not in (0, 1, 2):
        return f"it ended with {code!r}"
    if "Traceback" in err or "internal error" in err + out:
        return "a bug in kanrules"
    if code == 2 and not err.strip() and "Usage: " not in out:
        return "exit 2 without a word"
    if code == 1 and not (out + err).strip():
        return "exit 1 without a word"
    # Random words hold "json", too, where it is no format.
    asked = ("--format", "json") in pairwise(given.words) and not {"--help", "-h"} & {*given.words}
    if asked and code != 2 and out:
        return _json_fault(given.words[0], code, out)
    return ""


def _json_fault(command: str, code: object, out: str) -> str:
    try:
        found = [json.loads(line) for line in out.splitlines()] if command == "replay" else [json.loads(out)]
    except ValueError as error:
        return f"no JSON: {error}"
    meant = code
    if command == "audit":
        [data] = found
        unreadable = data["unreadable"]["count"] if isinstance(data["unreadable"], dict) else len(data["unreadable"])
        meant = 2 if unreadable else 1 if data["differences"] else 0
    if command == "check" and isinstance(found[0], list):
        meant = 1 if any(problem["severity"] == "error" for problem in found[0]) else 0
    return "" if code == meant else f"exit {code}, and its JSON means {meant}"


def tried(kind: str, seeds: range, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[object]:
    """Tries these; gives how often each exit code came, and fails with all faults, each with the seed that makes it."""
    codes: Counter[object] = Counter()
    faults: list[str] = []
    for seed in seeds:
        given = KINDS[kind](random.Random(f"{kind} {seed}"))
        code, out, err = ran(given, folder, monkeypatch)
        codes[code] += 1
        if wrong := fault(given, code, out, err):
            faults.append(f"{kind} {seed}: {given.words}: {wrong}\n    {err.strip()[-300:]}")
    assert not faults, f"{len(faults)} of {len(seeds)}:\n" + "\n".join(faults[:30])
    return codes


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_inputs_of_every_kind_end_in_words(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = tried(kind, range(FIRST, FIRST + SHORT), tmp_path / "here", monkeypatch)
    assert sum(codes.values()) == SHORT and len(codes) > 1, "inputs that all end alike try nothing"


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_twenty_thousand_inputs_end_in_words(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = -(-LONG // len(KINDS))
    codes = tried(kind, range(FIRST, FIRST + many), tmp_path / "here", monkeypatch)
    print(
        f"\n{kind}: {sum(codes.values()):,} inputs, "
        f"{', '.join(f'exit {code}: {n:,}' for code, n in sorted(codes.items(), key=str))}"
    )


def test_the_same_seed_gives_the_same_input() -> None:
    for kind, maker in KINDS.items():
        assert maker(random.Random(f"{kind} 1")) == maker(random.Random(f"{kind} 1"))
