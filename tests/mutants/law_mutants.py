"""Do the tests bite? Small random changes in the modules of law, each tried on the fast tests nearest to it.

    python tests/mutants/law_mutants.py --count 200 --seed 13 --jobs 2

One comparison, condition, sign, number or truth value is changed at a time, in a copy of the checkout that is thrown
away; wording is never changed. Each verdict is written to a log at once, and a second run goes on where the first
stopped. `without_effect.toml` beside this file names the changes that change nothing, each with its reason. Exit 1
where fewer than --least percent of the others are noticed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "pyproject.toml").exists())
LAW = (
    "law/payments.py",
    "law/scoring.py",
    "law/game.py",
    "law/tenpai.py",
    "kan/*.py",
    "kyoku/*.py",
    "table/state.py",
    "hooks/core.py",
    "pieces/readings.py",
)
"""The modules of law, as patterns under the package."""
CASES = "*.cases.toml"
"""Stands for the tests' own case files, a second for two hundred sentences of law."""
NEAREST = {
    "pieces": ("readings", "scoring", CASES, "riichi_kan"),
    "law": ("game", "scoring", "payments", "tenpai", CASES, "machine_table", "readings", "whole_game"),
    "hooks": ("liability", CASES, "riichi_kan", "hooks"),
    "kan": (
        CASES,
        "four_kans",
        "late_robbery",
        "liability",
        "penalties",
        "riichi_kan",
        "instants",
        "timeline",
        "judge",
        "kan_stands",
        "machine_table",
        "stateful",
    ),
    "kyoku": (
        CASES,
        "machine_table",
        "listing",
        "late_robbery",
        "hooks",
        "ema",
        "payments",
        "stateful",
        "riichi_kan",
        "positions",
    ),
    "table": (CASES, "state", "machine_table", "kan_stands", "stateful", "positions"),
}
"""By room of the change, the tests most likely to notice it, first."""
REST = (
    CASES, "liability", "machine_table", "listing", "riichi_kan", "payments", "scoring", "game", "readings", "hooks",
    "positions", "position_text", "stateful", "whole_game", "replay", "cases", "casebook", "every_key", "conformance",
    "pay", "position", "instants", "four_kans", "late_robbery", "tenpai", "timeline", "kan_stands", "ema",
    "steps_that_run",
)  # fmt: skip
"""What a change that the nearest did not notice still has to pass, before all other tests of the rooms of law."""
ROOMS = ("pieces", "law", "table", "kan", "kyoku", "hooks", "play")

SECONDS = 1800.0
"""How long the tests may take without a change."""

NO_SHRINKING = """
from hypothesis import Phase
settings.register_profile(
    "noticed", settings.get_profile("same-every-time"), phases=(Phase.explicit, Phase.generate), print_blob=False
)
settings.load_profile("noticed")
"""
"""That a property fails is enough; its smallest example is nobody's question here."""

_OPPOSITE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_SIGN: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Place:
    """One change: the characters `start` to `end` of a module become `after`."""

    module: str
    where: str
    line: int
    before: str
    after: str
    start: int
    end: int

    @property
    def key(self) -> str:
        """What it is called in the log: where, the line apart, so that other edits of the module do not lose it."""
        return f"{self.where}: {self.before} -> {self.after}"

    @property
    def told_apart(self) -> str:
        """What it is called in `without_effect.toml`: two modules may have changes of one key."""
        return f"{self.module} {self.key}"

    @property
    def name(self) -> str:
        """What it is called in the report."""
        return f"{self.module}:{self.line} {self.key}"


def modules(root: Path = ROOT) -> list[Path]:
    """The modules of law in this checkout."""
    return sorted({found for pattern in LAW for found in (root / "kanrules").glob(pattern)})


def places(source: str, module: str) -> list[Place]:
    """Every change that can be made to this module, in the order of its text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    data = source.encode()
    found: dict[tuple[int, int, str], Place] = {}

    def note(node: ast.expr | ast.stmt, after: str, where: str) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        before = re.sub(r"\s+", " ", data[start:end].decode())
        found.setdefault((start, end, after), Place(module, where, node.lineno, before, after, start, end))

    def visit(node: ast.AST, where: str) -> None:
        for node_, after in changes(node):
            note(node_, after, where)
        for child in inner(node):
            named = isinstance(child, (ast.FunctionDef, ast.ClassDef))
            visit(child, f"{where}.{child.name}".lstrip(".") if named else where)

    visit(ast.parse(source), "")
    named: dict[str, int] = {}
    numbered = []
    for place in sorted(found.values(), key=lambda place: (place.start, place.end, place.after)):
        nth = named[place.key] = named.get(place.key, 0) + 1
        numbered.append(place if nth == 1 else replace(place, where=f"{place.where}#{nth}"))
    return numbered


def inner(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that decide anything: no annotations, no wording, no assertions, no slots, nothing that only
    a type checker sees.
    """
    skipped: tuple[str, ...] = ("annotation", "returns", "decorator_list", "type_comment")
    for name, value in ast.iter_fields(node):
        if name in skipped:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, (ast.JoinedStr, ast.Assert)) or not isinstance(child, ast.AST):
                continue
            # zip(strict=...) asserts, it decides nothing.
            if isinstance(child, ast.keyword) and child.arg == "strict":
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            yield child


def changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Each change at this very node: what is replaced, and by which text."""
    test = getattr(node, "test", None)
    tests = [test] if isinstance(test, ast.expr) else node.ifs if isinstance(node, ast.comprehension) else []
    for condition in tests:
        single = isinstance(condition, ast.Compare) and len(condition.ops) == 1
        if not single and not (isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not)):
            yield condition, f"(not ({ast.unparse(condition)}))"
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            for other in _OPPOSITE[type(op)]:
                changed = copy.deepcopy(node)
                changed.ops[at] = other()
                yield node, f"({ast.unparse(changed)})"
    elif isinstance(node, ast.BoolOp):
        swapped = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield node, f"({ast.unparse(swapped)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node, f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and type(node.op) in _SIGN:
        yield node, f"({ast.unparse(ast.BinOp(node.left, _SIGN[type(node.op)](), node.right))})"
    elif isinstance(node, ast.AugAssign) and type(node.op) in _SIGN:
        yield node, ast.unparse(ast.AugAssign(node.target, _SIGN[type(node.op)](), node.value))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, str(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, f"({node.value + 1})"
        yield node, f"({node.value - 1})"
    elif isinstance(node, ast.Name) and node.id in _NAME:
        yield node, _NAME[node.id]


def changed(source: str, place: Place) -> str:
    """The module with this one change."""
    data = source.encode()
    return (data[: place.start] + place.after.encode() + data[place.end :]).decode()


def drawn(count: int, seed: int, only: str = "") -> list[Place]:
    """So many changes of all that there are, the same for the same seed; what else is edited moves none of them."""
    every = [
        place
        for path in modules()
        for place in places(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
        if only in place.name
    ]
    return sorted(every, key=lambda place: sha256(f"{seed} {place.module} {place.key}".encode()).digest())[:count]


def without_effect() -> dict[str, str]:
    """Changes that change nothing, and why."""
    text = Path(__file__).with_name("without_effect.toml").read_text(encoding="utf-8")
    return {row["change"]: row["why"] for row in tomllib.loads(text).get("same", [])}


def nearest_to(place: Place, tree: Path, near_only: bool) -> list[str]:
    """The test files to run, those likeliest to notice the change first."""
    room = place.module.split("/")[1]
    wanted = dict.fromkeys([*NEAREST[room], *(() if near_only else REST)])
    # Rooms may have test files of one name: all of them are asked.
    files: dict[str, list[Path]] = {}
    for path in sorted((tree / "tests").rglob("test_*.py")):
        files.setdefault(path.stem.removeprefix("test_"), []).append(path)
    cases = sorted((tree / "tests" / "cases").glob(CASES))
    first = [path for name in wanted for path in (cases if name == CASES else files.get(name, []))]
    others = (
        () if near_only else (path for room in ROOMS for path in sorted((tree / "tests" / room).rglob("test_*.py")))
    )
    return [path.relative_to(tree).as_posix() for path in dict.fromkeys((*first, *others))]


def pytest_in(tree: Path, files: list[str], seconds: float) -> tuple[str, str]:
    """What the tests make of the copy: noticed, unnoticed or timeout, and the first test that failed."""
    env = {**os.environ, "PYTHONPATH": str(tree)}
    for name in ("KANRULES_LONG", "KANRULES_ALL_LOGS", "KANRULES_EXPLORE"):
        env.pop(name, None)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-p", "no:randomly", "-n0", *files]
    try:
        done = subprocess.run(
            command, cwd=tree, env=env, capture_output=True, text=True, encoding="utf-8", timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return "timeout", ""
    if done.returncode == 0:
        return "unnoticed", ""
    if done.returncode not in (1, 2):
        # Not a test that failed: pytest itself could not run, unless the change broke what it loads from us.
        first = (done.stderr.strip().splitlines() or ["?"])[-1]
        return ("noticed" if "kanrules" in done.stderr else "broken"), first
    by = next((line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "")
    return "noticed", by[:200]


def copied(root: Path, folder: Path) -> Path:
    """A copy of the checkout without what was installed or cached in it."""
    tree = folder / "tree"
    skipped = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "*.egg-info", "build", "dist")
    shutil.copytree(root, tree, ignore=skipped)
    with (tree / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(NO_SHRINKING)
    return tree


def tried(place: Place, tree: Path, near_only: bool, seconds: float) -> dict[str, object]:
    """Makes the change in the copy, runs the tests, takes it back."""
    path = tree / place.module
    source = path.read_text(encoding="utf-8")
    began = time.monotonic()
    try:
        _write(path, changed(source, place))
        verdict, by = pytest_in(tree, nearest_to(place, tree, near_only), seconds)
    finally:
        _write(path, source)
    seconds_taken = round(time.monotonic() - began, 1)
    return {
        **asdict(place),
        "key": place.key,
        "verdict": verdict,
        "by": by,
        "near": near_only,
        "seconds": seconds_taken,
    }


def _write(path: Path, source: str) -> None:
    # Bytecode is looked up by second and size, which a change of one sign may leave as they were.
    for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        stale.unlink()
    path.write_text(source, encoding="utf-8")


def known(log: Path, near_only: bool) -> dict[str, dict[str, object]]:
    """What the log already tells; an unnoticed change that met only the nearest tests is tried again on all."""
    rows = {}
    if log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            rows[row["module"] + row["key"]] = row
    return {
        key: row
        for key, row in rows.items()
        if row["verdict"] in ("noticed", "timeout")
        or (row["verdict"] == "unnoticed" and (near_only or not row["near"]))
    }


def main(argv: list[str] | None = None) -> int:
    """Draws, tries, reports; 1 where too few are noticed."""
    parser = argparse.ArgumentParser(description="Small random changes in the modules of law: do the tests notice?")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--least", type=float, default=95.0, help="percent that must be noticed")
    parser.add_argument(
        "--patience", type=float, default=4.0, help="time limit of a change, as a multiple of the time without one"
    )
    parser.add_argument("--log", type=Path, help="where the verdicts are kept; never in the checkout")
    parser.add_argument("--near", action="store_true", help="ask only the tests nearest to each change")
    parser.add_argument("--only", default="", help="draw only changes whose name holds this text")
    parser.add_argument("--list", action="store_true", help="list what would be tried, and stop")
    asked = parser.parse_args(argv)
    draw = drawn(asked.count, asked.seed, asked.only)
    if asked.list:
        print("\n".join(place.name for place in draw))
        return 0
    log: Path = asked.log or Path(tempfile.gettempdir()) / f"kanrules-law-mutants-{asked.seed}.jsonl"
    same = without_effect()
    rows = known(log, asked.near)
    left = [place for place in draw if place.module + place.key not in rows and place.told_apart not in same]
    seconds = SECONDS
    print(f"{len(draw)} changes, {len(left)} to try; log: {log}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for job in range(asked.jobs):
            trees.put(copied(ROOT, Path(folder) / str(job)))
        if left:
            tree = trees.get()
            began = time.monotonic()
            verdict, by = pytest_in(tree, nearest_to(left[0], tree, asked.near), SECONDS)
            # A change that makes a loop endless would otherwise hold a core for half an hour.
            seconds = max(60.0, asked.patience * (time.monotonic() - began))
            if verdict != "unnoticed":
                print(f"the tests fail before any change: {verdict} {by}")
                return 1
            trees.put(tree)

        def one(place: Place) -> dict[str, object]:
            tree = trees.get()
            try:
                return tried(place, tree, asked.near, seconds)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(asked.jobs) as pool:
            for place, row in zip(left, pool.map(one, left), strict=True):
                rows[place.module + place.key] = row
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
                print(f"{row['verdict']:9} {row['seconds']:6} s  {place.name}  {row['by']}", flush=True)
    return _report(draw, rows, same, asked.least)


def _report(draw: list[Place], rows: dict[str, dict[str, object]], same: dict[str, str], least: float) -> int:
    counted = [place for place in draw if place.told_apart not in same]
    verdicts = {place: rows[place.module + place.key]["verdict"] for place in counted}
    noticed = sum(verdict in ("noticed", "timeout") for verdict in verdicts.values())
    for place, verdict in verdicts.items():
        if verdict not in ("noticed", "timeout"):
            print(f"{verdict}: {place.name}")
    share = 100 * noticed / len(counted) if counted else 100.0
    print(f"{len(draw)} changes, {len(draw) - len(counted)} without effect; {noticed} of {len(counted)}: {share:.1f} %")
    return int(share < least)


if __name__ == "__main__":
    sys.exit(main())
