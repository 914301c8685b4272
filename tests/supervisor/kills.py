"""Kill commands at random moments, and look for whatever they leave behind.

    python -m tests.supervisor.kills [COUNT] [SEED]

Each command runs with its own folder for temporary files, its own cache, and a mark in its environment, which every
process below it inherits. A random signal (Ctrl-C as a terminal sends it, SIGTERM, SIGKILL, Ctrl-C twice) comes at a
random moment. Afterwards no process has the mark, no temporary file is left, and each output is complete or absent.
Needs Linux, which tells the environment of each process.
"""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.supervisor.commands import hears, standing_still

GAMES = Path(__file__).parents[1] / "games"
MARK = "KANRULES_KILLED"
PROGRAM = [sys.executable, "-m", "kanrules"]
SOON = 2.0
"""Seconds in which everything has to end."""

_ANSWERS = """
import json, os, signal, subprocess, sys, time
%s
me = None
for line in sys.stdin:
    event = json.loads(line)
    if event["type"] == "start_game":
        me = event["id"]
    answer = {"type": "none"}
    if event["type"] == "tsumo" and event["actor"] == me:
        answer = {"type": "dahai", "actor": me, "pai": event["pai"], "tsumogiri": True}
    print(json.dumps(answer), flush=True)
%s
"""
_DEAF = "for one in range(1, 65):\n    try: signal.signal(one, signal.SIG_IGN)\n    except (OSError, ValueError): pass"
_SLEEPER = "import time; time.sleep(300)"
_ESCAPES = """
for _ in range(2):
    if not os.fork():
        os.setsid()
        if not os.fork():
            for one in (1, 2, 15):
                signal.signal(one, signal.SIG_IGN)
            time.sleep(300)
        time.sleep(0.1)
        os._exit(0)
"""
_BREEDS = """
until = time.time() + 60  # a bot that got away must not breed for ever on the machine of whoever runs the tests
if not os.fork():
    while time.time() < until:
        if os.getpid() != os.getsid(0):
            os.setsid()
        if os.fork():
            time.sleep(0.02)
            os._exit(0)
"""
_STORMS = """
until = time.time() + 60
if not os.fork():
    while time.time() < until:
        if os.fork():
            os._exit(0)
"""
_FLOODS = """
if os.fork():
    while True:
        print({what}, flush=True)
"""
BOTS = {
    "honest": ("", ""),
    "deaf": (_DEAF, "time.sleep(300)"),
    "hangs": (_DEAF + "\ntime.sleep(300)", ""),
    "forks": (f"subprocess.Popen([sys.executable, '-c', {_SLEEPER!r}])", ""),
    "escapes": (_DEAF + _ESCAPES, ""),
    "breeds": (_BREEDS, ""),
    "storms": (_STORMS, ""),
    "floods": (_FLOODS.format(what="'{}' * 20"), ""),
    "complains": (_FLOODS.format(what="'x' * 500, file=sys.stderr"), ""),
}
"""What a bot does before its first answer, and after each."""
_AUDITS: dict[str, list[str]] = {
    "audit": [],
    "audit jsonl": ["--out", "out/kans.jsonl"],
    "audit parquet": ["--out", "out/kans.parquet"],
    "audit report": ["--report", "out/report.html", "--compare", "ema-2016"],
}
_WRITERS: dict[str, list[str]] = {
    "site": ["site", "--out", "out/site", "--static-only", "--lang", "en", "--rules", "ema-2016"],
    "data": ["data", "--out", "out/data"],
    "pack": ["pack", "--out", "out/pack", "--rules", "tenhou", "--jobs", "1"],
    "sheet": ["sheet", "tenhou", "--out", "out/sheet.md"],
    "card": ["sheet", "tenhou", "--card", "--out", "out/card.pdf"],
    "book": ["book", "ema-2016", "--out", "out/book.html"],
    "timeline": ["draw", "timeline", "tenhou", "--out", "out/timeline.png"],
    "casebook": ["casebook", "--out", "out/casebook.html"],
    "replay": ["replay", str(GAMES / "four-kans.mjson.gz"), "--rules", "tenhou", "--to", "html", "--out", "out/g.html"],
    "export": ["export", "tenhou", "--to", "majiang", "--out", "out/rule.json"],
    "new club": ["new", "club", "thursday", "--into", "out"],
    "new plugin": ["new", "plugin", "hill", "--into", "out"],
    "new ruleset": ["new", "ruleset", "out/thursday", "--extends", "ema-2025"],
}
"""Commands that write a file or a folder when their work is done."""
_LAST = {"site": "kanrules-site.json", "data": "index.json", "pack": "pack.json", "thursday": "publish.sh"}
"""A file that a folder has if it is complete."""
SIGNALS = ("INT", "TERM", "KILL", "INT INT", "TERM group", "KILL group", "HUP")


@dataclass(frozen=True, slots=True)
class Kill:
    """One command, and how and when it is killed."""

    number: int
    command: tuple[str, ...]
    signal: str
    after: float
    name: str


@dataclass(slots=True)
class Left:
    """What one kill left behind, and how long everything took to end."""

    kill: Kill
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


_OF_A_CLUB = (".gitignore", ".pre-commit-config.yaml")
"""Hidden files that `new club` writes to stay."""


def plan(count: int, seed: int, folder: Path, kinds: tuple[str, ...] = (), latest: float = 4.0) -> list[Kill]:
    """Return random kills, the latest so many seconds after the start; each kind of command and of bot comes up."""
    drawn = random.Random(seed)
    bots = {}
    for name, (first, last) in BOTS.items():
        bots[name] = folder / f"{name}.py"
        bots[name].write_text(_ANSWERS % (first, last), encoding="utf-8")
    games = sorted(map(str, GAMES.glob("*.mjson.gz")))
    some = [*bots, "own", *(*_AUDITS, "serve", "site") * 2, *_WRITERS]
    if kinds:
        some = [one for one in some if one in kinds]
    found = []
    for number in range(count):
        kind = some[number % len(some)]
        jobs = str(drawn.choice((1, 2)))
        if kind.startswith("audit"):
            words = ["audit", *games * 60, "--rules", "tenhou", "--jobs", jobs]
            words += _AUDITS[kind]
        elif kind == "serve":
            words = [kind, "--out", "out/site", "--static-only", "--rules", "ema-2016", "--port", "0"]
        elif kind in _WRITERS:
            words = _WRITERS[kind]
        else:
            words = ["play", "--rules", "tenhou", "--games", "400", "--jobs", jobs, "--out", "out", "--timeout", "2"]
            if kind != "own":
                words += ["--bot", shlex.join([sys.executable, str(bots[kind])])]
        found.append(Kill(number, tuple(words), drawn.choice(SIGNALS), drawn.uniform(0.0, latest), kind))
    return found


def marked(mark: str) -> dict[int, str]:
    """Return the processes with this mark in their environment, and what they run."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (place / "environ").read_bytes():
                found[int(place.name)] = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return found


def tried(kill: Kill, folder: Path, patience: float, program: Sequence[str] = PROGRAM) -> Left:
    """Run a command, kill it, and return what it left after this many seconds."""
    left = Left(kill)
    mark = f"{MARK}={uuid.uuid4().hex}"
    for name in ("tmp", "cache", "out", "home"):
        (folder / name).mkdir(parents=True)
    places = {"TMPDIR": "tmp", "KANRULES_CACHE": "cache", "HOME": "home"}
    places = {name: str(folder / place) for name, place in places.items()}
    environment = {**os.environ, **places, MARK: mark.partition("=")[2]}
    with (folder / "printed").open("wb") as out, (folder / "said").open("wb") as err:
        process = subprocess.Popen(
            [*program, *kill.command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
            preexec_fn=_as_in_a_terminal,
        )
        with suppress(subprocess.TimeoutExpired):
            process.wait(kill.after)
        began = time.monotonic()
        heard = _send(process, kill.signal)
        while True:
            process.poll()
            there = marked(mark)
            left.seconds = time.monotonic() - began
            if not there or left.seconds > patience:
                break
            time.sleep(0.02)
    for one, what in there.items():
        left.faults.append(f"still runs after {left.seconds:.1f} s: {what[:100]}")
        with suppress(OSError):
            os.kill(one, signal.SIGKILL)
    process.wait()
    left.faults += [f"left: {path.relative_to(folder)}" for path in (folder / "tmp").rglob("*")]
    for path in (folder / "out").iterdir():
        if path.name in _LAST and not (path / _LAST[path.name]).is_file():
            left.faults.append(f"half: the folder {path.name}")
    left.faults += [f"half: {why}" for path in (folder / "out").rglob("*") if (why := _half(path))]
    left.faults += [f"in the cache: {path}" for path in (folder / "cache").rglob("*") if ".part" in path.name]
    said = (folder / "said").read_text(encoding="utf-8", errors="replace")
    if ("Traceback" in said or "Exception ignored" in said) and (heard or not _before_kanrules(said)):
        left.faults.append(f"said: {said[-300:]}")
    return left


def _before_kanrules(said: str) -> bool:
    """Whether Ctrl-C came while Python itself was starting: only it can report that."""
    inside = re.findall(r'/kanrules/\S+", line \d+, in (\S+)', said)
    return said.rstrip().endswith("KeyboardInterrupt") and set(inside) <= {"<module>"}


def _as_in_a_terminal() -> None:
    """Ignore nothing, even if a shell runs this in the background or under `nohup`."""
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_DFL)


def _send(process: subprocess.Popen[bytes], what: str) -> bool:
    """Return True if the command heard all of it: before and after, Python itself does, in its own words."""
    if what == "INT INT":
        first = _send(process, "INT")
        time.sleep(0.3)
        return _send(process, "INT") and first
    with standing_still(process):
        heard = hears(process.pid)
        with suppress(OSError):
            number = getattr(signal, f"SIG{what.split()[0]}")
            if what == "INT" or what.endswith("group"):  # as the terminal does: to the whole foreground group
                os.killpg(process.pid, number)
            else:
                os.kill(process.pid, number)
    return heard


def _half(path: Path) -> str:
    """Return why this output is not complete; nothing if it is."""
    if path.is_dir():
        return ""
    checks: dict[str, Callable[[Path], bool]] = {
        ".jsonl": lambda one: (
            not (text := one.read_text(encoding="utf-8"))
            or (text.endswith("\n") and all(isinstance(json.loads(line), dict) for line in text.splitlines()))
        ),
        ".parquet": lambda one: one.read_bytes()[:4] == b"PAR1" == one.read_bytes()[-4:],
        ".html": lambda one: one.read_text(encoding="utf-8").rstrip().endswith("</html>"),
        ".mjson": lambda one: json.loads(one.read_text(encoding="utf-8").splitlines()[-1])["type"] == "end_game",
        ".json": lambda one: json.loads(one.read_text(encoding="utf-8")) is not None,
        ".webmanifest": lambda one: json.loads(one.read_text(encoding="utf-8")) is not None,
    }
    if path.suffix in (".part", ".reserve") or (path.name.startswith(".") and path.name not in _OF_A_CLUB):
        return f"{path.name} is a temporary file"
    try:
        return "" if checks.get(path.suffix, lambda one: one.stat().st_size > 0)(path) else f"{path.name} is cut off"
    except (ValueError, LookupError, OSError) as error:
        return f"{path.name}: {error}"


def main(count: int, seed: int) -> int:
    """Try this many kills; print the faults and how long everything took to end."""
    lefts = []
    with tempfile.TemporaryDirectory() as name:
        for kill in plan(count, seed, Path(name)):
            folder = Path(name) / str(kill.number)
            lefts.append(tried(kill, folder, patience=30.0))
            shutil.rmtree(folder)
            for fault in lefts[-1].faults:
                print(f"{kill.number} {kill.name}, {kill.signal} after {kill.after:.2f} s: {fault}", flush=True)
    times = sorted(left.seconds for left in lefts)
    late = [f"{left.kill.name} {left.kill.signal} {left.seconds:.1f}" for left in lefts if left.seconds > SOON]
    print(f"{count} kills, {Counter(left.kill.signal for left in lefts)}")
    print(f"of {Counter(left.kill.name for left in lefts)}")
    print(f"all ended within {times[-1]:.2f} s, median {times[len(times) // 2]:.2f}; later than {SOON:g} s: {late}")
    return 1 if late or any(left.faults for left in lefts) else 0


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(numbers + [200, 1][len(numbers) :])))
