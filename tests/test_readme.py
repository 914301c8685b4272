"""Every example of the README and of the tours in docs/ is run, and prints what it shows.

A fence ```console holds commands (`$ kanrules ...`) and what they print; a line `...` stands for any lines, and ` ...`
at a line's end for the rest of it. A fence ```toml NAME or ```python NAME writes that file into the folder in which the
commands run.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import run

ROOT = Path(__file__).parents[1]
_ELSEWHERE = ("docs/plugins.md", "docs/records.md", "docs/hooks.md")
"""Pages whose examples run in tests of their own, in tests/test_tutorial.py, records, and hooks."""
PAGES = ["README.md"] + [
    name
    for name in sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))
    if name not in _ELSEWHERE and re.search(r"^```(console|python)", (ROOT / name).read_text(encoding="utf-8"), re.M)
]
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


def blocks(page: str) -> list[tuple[str, str, str]]:
    return FENCE.findall((ROOT / page).read_text(encoding="utf-8"))


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether what was printed is what the page shows, where `...` stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[skip:]) for skip in range(len(printed) + 1))
    if not printed:
        return False
    first, want = printed[0].rstrip(), shown[0].rstrip()
    fits = first.startswith(want[:-4].rstrip()) if want.endswith(" ...") else first == want
    return fits and matches(shown[1:], printed[1:])


SITE = "docs/publish.md"
"""Its one example writes a whole site, as tests/site does with every run of the tests."""


@pytest.mark.usefixtures("hands_alone")
@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.long) if page == SITE else page for page in PAGES], ids=PAGES
)
def test_every_example_of_a_page_prints_what_it_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "140", "PYTHONWARNINGS": "error"}
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")
    ran = 0
    scripts: list[str] = []
    for kind, name, text in [*blocks(page), ("", "", "")]:
        if scripts and kind != "python":
            # Scripts that follow each other run in one process, each as if it were alone.
            each = f"for text in {scripts!r}: exec(compile(text, 'page', 'exec'), {{'__name__': '__main__'}})"
            subprocess.run([sys.executable, "-c", each], env=environment, check=True, capture_output=True)
            scripts = []
        if kind in ("toml", "python") and name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif kind == "python":
            scripts.append(text)
            ran += 1
        elif kind == "console":
            for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
                command, _, shown = part.partition("\n")
                words = shlex.split(command)
                pasted = ""
                if words[-2:-1] == ["<"]:
                    words, pasted = words[:-2], (tmp_path / words[-1]).read_text(encoding="utf-8")
                assert words[0] in ("kanrules", "python"), command
                if words[0] == "kanrules":
                    # In this process: a start takes longer than most answers, and tests/cli starts the command often.
                    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(pasted.encode()), encoding="utf-8"))
                    _, out, err = run(capsys, *words[1:])
                else:
                    done = subprocess.run(
                        [sys.executable, *words[1:]], env=environment, capture_output=True, text=True, encoding="utf-8"
                    )
                    out, err = done.stdout, done.stderr
                assert "Traceback" not in err, err
                printed = (out + err).rstrip().splitlines()
                assert matches(shown.rstrip().splitlines(), printed), f"$ {command}\n" + "\n".join(printed)
                ran += 1
    assert ran


def test_the_two_set_up_commands_are_one_line_each() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for marker in ("first-command", "test-command"):
        fence = re.search(rf"<!-- {marker} -->\n```sh\n(.*?)```", text, re.S)
        assert fence and len(fence[1].strip().splitlines()) == 1
