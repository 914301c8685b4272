"""Prints the test files that the current change touches, the nearest to the change first.

    pytest -q -x $(python -m tests.touched)           at most 60 files
    pytest -q -x $(python -m tests.touched --rest)    those after them

A changed module touches the tests that reach it through imports. A data file touches the tests that reach the modules
that read it, and the tests that name the file or its folder. Any other change touches every test.

First come the tests that import the change or are of its room, then those of the law, then the others by the number of
imports in between, and the house last.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path, PurePosixPath

import grimp

from kanrules.cli.program import COMMANDS, module_of
from tests import tiers

ROOT = Path(__file__).resolve().parents[1]
EVERYTHING = ["tests"]
FIRST = 60
"""How many files come first: enough for the rooms of the law, few enough to be waited for."""
DOORS = {"kanrules.records.formats": "kanrules.records", "kanrules.site.live.answer": "kanrules.site.live"}
"""Modules that import those of a package by a computed name, which no graph shows."""
DOOR_OF_COMMANDS = "kanrules.cli"
"""Another door: a test opens the modules of the commands that it names."""
LAZY = ("kanrules", "kanrules.testing")
"""Packages that take each name from its module when it is first asked for."""
READERS: dict[str, tuple[str, ...]] = {
    "rulesets/": ("kanrules.ruleset.library",),
    "plugins/": ("kanrules.hooks.discovery",),
    "share/": ("kanrules.cli",),
    "kanrules/testing/probes.toml": ("kanrules.testing.probes",),
    "docs/": (),
    "changelog.d/": (),
    "README.md": (),
    "CHANGELOG.md": (),
}
"""By start of a data file's path, the modules that read it."""
ROOMS = {"rulesets": "ruleset", "casebook": "desk"}
"""Folders whose tests are in a folder of another name."""


@cache
def graph() -> grimp.ImportGraph:
    """Returns who imports whom in the package and the tools; a door imports every module that it may open."""
    found = grimp.build_graph("kanrules", "tools", exclude_type_checking_imports=True, cache_dir=None)
    for door, package in DOORS.items():
        for module in found.find_children(package) - {door}:
            found.add_import(importer=door, imported=module)
    return found


def distances(changed: Iterable[str]) -> dict[str, int]:
    """Returns the modules that need one of these, each with the number of imports in between."""
    found = {module: 0 for module in changed if module in graph().modules}
    edge = list(found)
    for module in edge:
        for needing in sorted(graph().find_modules_that_directly_import(module)):
            if needing not in found and needing not in LAZY:
                found[needing] = found[module] + 1
                edge.append(needing)
    return found


def _imported(source: str) -> Iterator[str]:
    """Gives the modules of the package and of the tests that a source imports at any place."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                inner = f"{node.module}.{one.name}"
                if inner in graph().modules or (ROOT / inner.replace(".", "/")).with_suffix(".py").exists():
                    yield inner
                elif node.module in LAZY:
                    yield getattr(getattr(import_module(node.module), one.name), "__module__", "kanrules.ruleset")
                else:
                    yield node.module
    if "subprocess" in source and '"kanrules"' in source:
        yield "kanrules.cli"


@cache
def needed(test: Path) -> tuple[frozenset[str], frozenset[Path]]:
    """Returns the modules that a test file imports, and the files of tests/ that it is made of."""
    if test.suffix != ".py":
        return frozenset(("kanrules.testing.pytest_plugin",)), frozenset((test,))
    modules: set[str] = set()
    files: set[Path] = set()
    edge = [test, *(ROOT / "tests" / room / "conftest.py" for room in test.relative_to(ROOT / "tests").parts[:-1])]
    while edge:
        file = edge.pop()
        if file in files or not file.exists():
            continue
        files.add(file)
        for name in _imported(file.read_text(encoding="utf-8")):
            if name.startswith("tests."):
                edge.append((ROOT / name.replace(".", "/")).with_suffix(".py"))
            else:
                modules.add(name)
    if DOOR_OF_COMMANDS in modules:
        modules |= _commands("".join(file.read_text(encoding="utf-8") for file in files))
    return frozenset(modules), frozenset(files)


def _commands(source: str) -> set[str]:
    """Returns the modules of the commands that a source names, or those of all commands."""
    words = set(re.findall(r"[\w-]+", " ".join(re.findall(r'"[^"\n]*"', source))))
    named = {module_of(name) for name in COMMANDS if name in words}
    return named or graph().find_children(DOOR_OF_COMMANDS)


@cache
def every_test() -> tuple[Path, ...]:
    """Returns every test file, those of cases included."""
    folder = ROOT / "tests"
    return tuple(sorted((*folder.rglob("test_*.py"), *(folder / "cases").glob("*.cases.toml"))))


def _names(test: Path, changed: PurePosixPath) -> bool:
    """Tells whether a test, or a helper that it imports, names this file or its folder."""
    marks = (changed.name, f'"{changed.parent.name}"', f"{changed.parent.name}/")
    return any(
        mark in file.read_text(encoding="utf-8") for file in needed(test)[1] if file.suffix == ".py" for mark in marks
    )


def modules_of(changed: PurePosixPath) -> tuple[str, ...] | None:
    """Returns the modules of the package that a changed file is, or that read it; None if nothing is known of it."""
    path = changed.as_posix()
    if path not in READERS and changed.parts[0] in ("kanrules", "tools"):
        package = ".".join(changed.parts[:-1])
        if changed.suffix == ".py":
            module = package if changed.stem == "__init__" else f"{package}.{changed.stem}"
            if module in graph().modules and (
                graph().find_modules_that_directly_import(module)
                or any(module in needed(one)[0] for one in every_test())
            ):
                return (module,)
            # No module imports it: its room starts or copies the file, or the file is gone.
            package = ".".join(changed.parts[: min(2, len(changed.parts) - 1)])
        while package not in graph().modules:
            package = package.rpartition(".")[0]
        return (package, *graph().find_children(package))
    return next((readers for start, readers in READERS.items() if path.startswith(start)), None)


def touched(changed: Collection[str]) -> list[str]:
    """Returns the test files, from the root of the checkout, that these changed paths touch."""
    found: dict[str, int] = {}
    for path in map(PurePosixPath, changed):
        if path.parts[0] == "tests":
            if path.name == "conftest.py" and len(path.parts) == 2:
                return EVERYTHING
            reached: dict[str, int] = {}
        else:
            modules = modules_of(path)
            if modules is None or set(modules) & set(LAZY):
                return EVERYTHING
            reached = distances(modules)
        for test in every_test():
            imports, files = needed(test)
            far = min((reached[module] for module in imports if module in reached), default=None)
            if ROOT / path in files or (path.suffix != ".py" and _names(test, path)):
                far = 0
            elif far is None and test.parent.name == "house":
                # These tests read the tree itself.
                far = len(graph().modules)
            if far is not None:
                name = test.relative_to(ROOT).as_posix()
                found[name] = min(far, found.get(name, far))
    rooms = {ROOMS.get(part, part) for path in changed for part in PurePosixPath(path).parts[:-1]}

    def place(name: str) -> tuple[int, int, int, str]:
        at_home = name.split("/")[1] in rooms
        after = (
            4 if tiers.under(name, (tiers.HOUSE,))
            else 0 if at_home and found[name] == 0
            else 1 if at_home or found[name] == 0
            else 2 if tiers.under(name, tiers.LAW)
            else 3
        )  # fmt: skip
        return after, found[name], tiers.order(name), name

    return sorted(found, key=place)


def changed_since(base: str) -> list[str]:
    """Returns what differs from the fork point of this branch, whether committed, changed or new."""

    def git(*words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True, encoding="utf-8")
        return done.stdout.splitlines()

    (fork,) = git("merge-base", base, "HEAD")
    return sorted({*git("diff", "--name-only", fork), *git("ls-files", "--others", "--exclude-standard")})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Prints the test files that the current change touches.")
    parser.add_argument("--base", default="origin/main", help="the branch that the change goes to")
    parser.add_argument("paths", nargs="*", help="changed paths instead of those that git tells")
    parser.add_argument("--rest", action="store_true", help=f"those after the first {FIRST}")
    asked = parser.parse_args()
    files = touched(asked.paths or changed_since(asked.base))
    print(" ".join(files[FIRST:] if asked.rest else files[:FIRST]))
