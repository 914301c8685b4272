"""docs/plugins.md, followed word for word: in an empty environment, with the built wheel, one shell from the first
command to the last. It installs into two new environments, so only .ci/run asks for it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.test_readme import FENCE, ROOT

PAGE = ROOT / "docs" / "plugins.md"
DONE = "-- done --"


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether what was printed is what the page shows; a line `...` stands for any lines, `...` in a line for any
    characters.
    """
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[skip:]) for skip in range(len(printed) + 1))
    pattern = ".*".join(map(re.escape, shown[0].rstrip().split("...")))
    return bool(printed) and re.fullmatch(pattern, printed[0].rstrip()) is not None and matches(shown[1:], printed[1:])


class Shell:
    """A shell that stays: what `cd` and `activate` change holds for the next command."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            cwd=folder,
            env=environment,
        )
        self.watchdog = threading.Timer(1200, self.process.kill)
        self.watchdog.start()

    def run(self, command: str) -> list[str]:
        """What the command prints, by line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{{ {command}\n}} < /dev/null; echo '{DONE}'\n")
        self.process.stdin.flush()
        printed = []
        for line in self.process.stdout:
            if line.rstrip("\n").endswith(DONE):
                printed += [line.rstrip("\n").removesuffix(DONE)] if line.rstrip("\n") != DONE else []
                return printed
            printed.append(line.rstrip("\n"))
        raise AssertionError(f"the shell ended at: {command}\n" + "\n".join(printed))

    def close(self) -> None:
        self.watchdog.cancel()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("kanrules-*.whl")
    return built


def environment(folder: Path, wheel: Path) -> dict[str, str]:
    """An environment in which `pip install kanrules` gives this wheel and no setting of the outside reaches in."""
    constraint = folder / "constraint.txt"
    constraint.write_text(f"kanrules @ {wheel.as_uri()}\n", encoding="utf-8")
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "PYTHON", "VIRTUAL_ENV", "COV"))
    }
    return {
        **kept,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PIP_CONSTRAINT": str(constraint),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PIP_QUIET": "3",
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
    }


@pytest.mark.long
def test_the_tutorial_works_word_for_word(tmp_path: Path, wheel: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    shell = Shell(room, environment(tmp_path, wheel))
    commands = 0
    try:
        for kind, name, text in FENCE.findall(PAGE.read_text(encoding="utf-8")):
            if name:
                (here,) = shell.run("pwd")
                (Path(here) / name).write_text(text, encoding="utf-8")
            elif kind == "console":
                for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
                    command, _, shown = part.partition("\n")
                    printed = shell.run(command)
                    while printed and not printed[-1].strip():
                        printed.pop()
                    assert matches(shown.rstrip().splitlines(), printed), f"$ {command}\n" + "\n".join(printed)
                    commands += 1
            else:
                raise AssertionError(f"a fence that nobody runs: {kind}")
    finally:
        shell.close()
    assert commands > 15


def test_the_tutorial_begins_with_ten_lines() -> None:
    first = next(text for kind, name, text in FENCE.findall(PAGE.read_text(encoding="utf-8")) if kind == "python")
    assert len(first.splitlines()) <= 10
