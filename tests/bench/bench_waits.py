"""What people wait for, before and now, in one run: the whole table of docs/scale.md.

    python tests/bench/bench_waits.py [--before COMMIT] [--rounds N] [--only browser,shell,play,pack,site]

Takes a commit, clones it into a temporary folder with an environment of its own, and measures it and this clone in
turns. Processor time is that of every process of a row together; for `pack` and `site`, which use all cores, the
seconds on the clock are printed, too. Each figure is the median of the rounds; the noise is how far the lowest and the
highest are from it. Chromium, Node and Playwright are needed for the rows of the browser and of `site`, RiichiEnv for
the comparison with it. A row that the other commit cannot do stays empty.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "tests" / "games").glob("*.mjson.gz"))
PARTS = ("browser", "shell", "play", "pack", "site")
COMMANDS = {
    "riichi-kan": ("riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league"),
    "check": ("check", "rulesets/ema-2016.toml"),
    "replay": ("replay", str(GAMES[0]), "--rules", "tenhou"),
}
Figures = dict[str, float]


class Version(NamedTuple):
    """A clone that is measured, with its Python and the folder of what it keeps."""

    name: str
    clone: Path
    python: str
    cache: Path

    def environment(self) -> dict[str, str]:
        """The settings of an ordinary user, who has none of Python's."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KANRULES"))}
        # Nothing is compiled twice, and nothing that was compiled elsewhere is used.
        return kept | {"KANRULES_CACHE": str(self.cache), "PYTHONPYCACHEPREFIX": str(self.cache / "compiled")}

    def run(self, *words: str) -> tuple[float, float]:
        """Run kanrules and return the seconds of all processors and of the clock. Raises SystemExit if it fails."""
        begun = time.perf_counter()
        with tempfile.TemporaryFile() as said:
            command = [self.python, "-m", "kanrules", *words]
            process = subprocess.Popen(command, cwd=self.clone, env=self.environment(), stdout=said, stderr=said)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                said.seek(0)
                raise SystemExit(f"{self.name}: {' '.join(words)}: {said.read().decode()[-2000:]}")
        return used.ru_utime + used.ru_stime, time.perf_counter() - begun


def checked_out(commit: str, work: Path) -> Version:
    """Clone a commit, and install it into an environment of its own."""
    clone = work / "before"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    subprocess.run(["git", "-C", str(clone), "checkout", "-q", commit], check=True)
    return installed("before", clone, work)


def installed(name: str, clone: Path, work: Path) -> Version:
    """Install a clone into an environment of its own. A start is slower next to many other packages: a developer's
    environment would be compared with a user's.
    """
    subprocess.run([sys.executable, "-m", "venv", str(work / f"venv-{name}")], check=True)
    python = str(work / f"venv-{name}" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", "-e", str(clone)], check=True)
    return Version(name, clone, python, work / f"cache-{name}")


# --- the rows ---------------------------------------------------------------------------------------------------------


def shell(one: Version) -> Figures:
    """Commands from the shell."""
    return {f"`{name}` from the shell, CPU (s)": one.run(*words)[0] for name, words in COMMANDS.items()}


class Player:
    """A process of a version that plays, lists and audits when it is told to."""

    def __init__(self, one: Version) -> None:
        # RiichiEnv, which the newer version is compared with, is in this environment.
        words = [sys.executable if one.clone == ROOT else one.python, __file__, "--serve"]
        self.process = subprocess.Popen(
            words, cwd=one.clone, env=one.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def measured(self, _: Version) -> Figures:
        """The figures of one round."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print("go", file=self.process.stdin, flush=True)
        words = self.process.stdout.readline().split("|")
        return {name: float(value) for name, _, value in (word.rpartition("=") for word in words)}


def serve() -> None:
    """Measure one round for each line that is read."""
    from bench_self_play import our_perft, our_self_play, their_self_play

    from kanrules.corpus import audit

    def audited(**how: object) -> float:
        begun = time.process_time()
        assert list(audit(GAMES * 2, "tenhou", jobs=1, **how))
        return time.process_time() - begun

    for _ in sys.stdin:
        found = {}
        for policy, name in (("random", "at random"), ("eager", "wins, kans and riichi first")):
            ours = our_self_play(policy)
            found[f"self-play, {name}, hands a second"] = ours["hands a second"]
            if policy == "random":
                found |= {"a listed action (us)": ours["us a listed action"], "a push (us)": ours["us a push"]}
            if importlib.util.find_spec("riichienv") is not None:
                theirs = their_self_play(policy)["hands a second"]
                found[f"RiichiEnv, {name}, hands a second"] = theirs
                found[f"self-play, {name}, next to RiichiEnv"] = ours["hands a second"] / theirs
        found["`audit`, next to `audit --compare all`"] = audited() / audited(compare=["all"])
        if importlib.util.find_spec("kanrules.play.perft") is not None:
            counted = our_perft()
            found["perft, expanded positions a second"] = counted["expanded positions a second"]
        print("|".join(f"{name}={value}" for name, value in found.items()), flush=True)


def packed(one: Version) -> Figures:
    """The conformance pack."""
    with tempfile.TemporaryDirectory() as out:
        cpu, clock = one.run("pack", "--out", f"{out}/pack")
    return {"`pack`, CPU (s)": cpu, "`pack`, clock (s)": clock}


def forget_compiled(one: Version) -> None:
    """Delete what an earlier site has compiled for browsers."""
    for path in one.cache.glob("pyodide-*/*-*"):
        if path.suffix in (".zip", ".pack"):
            path.unlink()


def built(one: Version) -> Figures:
    """The site in English and in five languages, with nothing compiled for browsers yet."""
    found = {}
    for name, languages in (("`site` in English", "en"), ("`site` in five languages", "en,ja,fr,nl,de")):
        forget_compiled(one)
        with tempfile.TemporaryDirectory() as out:
            try:
                cpu, clock = one.run("site", "--out", f"{out}/site", "--lang", languages)
            except SystemExit:
                if one.name == "now" or languages == "en":
                    raise
                continue  # an earlier version writes one language at a time
        found |= {f"{name}, nothing compiled, CPU (s)": cpu, f"{name}, nothing compiled, clock (s)": clock}
    return found


class Browser:
    """The sites of all versions, served to a fresh browser."""

    def __init__(self, versions: Sequence[Version], work: Path) -> None:
        from bench_browser import read
        from playwright.sync_api import sync_playwright

        from tests.site.conftest import serve

        self.serving = {}
        for one in versions:
            one.run("site", "--out", str(work / f"site-{one.name}"), "--lang", "en")
            self.serving[one.name] = serve(read(work / f"site-{one.name}"))
        self.manager = sync_playwright()
        self.playwright = self.manager.start()

    def measured(self, one: Version) -> Figures:
        """The figures of one round: the first visit and the second."""
        from bench_browser import measured, needed

        serving = self.serving[one.name]
        found = measured(self.playwright, serving)
        return {
            "first live answer, needed before it (MB, gzip)": needed(serving.found),
            **{
                f"first live answer: {name}": value for name, value in found.items() if "CPU" in name or "clock" in name
            },
        }

    def end(self) -> None:
        """Close the servers."""
        self.playwright.stop()
        for serving in self.serving.values():
            serving.end()


# --- the table --------------------------------------------------------------------------------------------------------


def measured(part: str, versions: Sequence[Version], rounds: int, work: Path) -> dict[str, dict[str, list[float]]]:
    """The figures of one part, by row and version, in turns. A first round that only warms is thrown away."""
    rows: dict[str, dict[str, list[float]]] = {}
    browser = Browser(versions, work) if part == "browser" else None
    players = {one.name: Player(one) for one in versions} if part == "play" else {}
    works: dict[str, Callable[[Version], Figures]] = {"shell": shell, "pack": packed, "site": built}
    warm = part in ("shell", "play")
    for lap in range(rounds + warm):
        for one in versions:
            player = players.get(one.name)
            work_of = browser.measured if browser else player.measured if player else works[part]
            for name, value in work_of(one).items():
                if lap or not warm:
                    rows.setdefault(name, {}).setdefault(one.name, []).append(value)
    if browser:
        browser.end()
    for player in players.values():
        assert player.process.stdin is not None
        player.process.stdin.close()
        player.process.wait()
    return rows


def table(parts: Sequence[str], versions: Sequence[Version], rounds: int, work: Path) -> Iterator[str]:
    """The lines of the table."""
    yield f"{os.cpu_count()} cores, Python {sys.version.split()[0]}; medians of {rounds} rounds in turns."
    yield ""
    yield "| | before | now | noise | now / before |"
    yield "|---|---:|---:|---:|---:|"
    for part in parts:
        for name, found in measured(part, versions, rounds, work).items():
            now, before = found.get("now", []), found.get("before", [])
            ratio = (
                f"{statistics.median(a / b for a, b in zip(now, before, strict=True)):.2f}" if before and now else ""
            )
            yield f"| {name} | {_said(before)} | {_said(now)} | {_noise(now)} | {ratio} |"


def _said(found: Sequence[float]) -> str:
    if not found:
        return ""
    median = statistics.median(found)
    return f"{median:,.0f}" if median >= 100 else f"{median:.1f}" if median >= 10 else f"{median:.2f}"


def _noise(found: Sequence[float]) -> str:
    if not found:
        return ""
    median = statistics.median(found)
    return f"{100 * (min(found) / median - 1):+.0f} to {100 * (max(found) / median - 1):+.0f} %"


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.serve:
        serve()
        return
    parts = told.only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"--only: {', '.join(sorted(unknown))}; expected some of {', '.join(PARTS)}")
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        versions = [checked_out(told.before, work)] if told.before else []
        versions.append(installed("now", ROOT, work))
        if {"browser", "site"} & set(parts):
            from kanrules.installation import cache_folder

            for one in versions:
                # What npm and pip have brought is not brought again.
                for path in cache_folder().glob("pyodide-*"):
                    shutil.copytree(path, one.cache / path.name, ignore=shutil.ignore_patterns("*-*.zip", "*-*.pack"))
        for line in table(parts, versions, told.rounds, work):
            print(line, flush=True)


if __name__ == "__main__":
    main()
