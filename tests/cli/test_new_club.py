"""`kanrules new club`: from nothing to a published folder, with the files that a club's repository needs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from kanrules._version import __version__
from tests.cli.running import run

ROOT = Path(__file__).parents[2]


FEW = (
    "import kanrules.ruleset as rulesets; rulesets.bundled_ids = lambda: ('ema-2016', 'tenhou');"
    "from kanrules.cli import main; main()"
)
"""The program, whose site has these bundled rulesets alone."""


def program_on_path(folder: Path, start: str = "-m kanrules") -> dict[str, str]:
    """An environment in which a shell finds kanrules."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    (programs / "kanrules").write_text(f'#!/bin/sh\nexec "{sys.executable}" {start} "$@"\n', encoding="utf-8")
    (programs / "kanrules").chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}


@pytest.mark.rest
@pytest.mark.parametrize(
    "start", [f"-c {shlex.quote(FEW)}", pytest.param("-m kanrules", marks=pytest.mark.long)], ids=["few", "all"]
)
def test_the_script_of_a_new_club_checks_verifies_prints_and_publishes(
    start: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "new", "club", "thursday-club", "--extends", "ema-2016", "--name", "Club d'été")
    last = "next: edit thursday-club/thursday-club.toml, then\n  cd thursday-club\n  ./publish.sh\n  git init -b main\n"
    assert code == 0 and out.endswith(last)
    folder = tmp_path / "thursday-club"
    environment = {**program_on_path(tmp_path, start), "KANRULES_SITE": "--static-only"}
    done = subprocess.run(
        [str(folder / "publish.sh")], env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "thursday-club.toml: fine: Club d'été" in done.stdout and "1 passed, 0 failed" in done.stdout
    assert "Club d&#x27;été" in (folder / "public" / "index.html").read_text(encoding="utf-8")
    pages = {path.name for path in (folder / "public" / "r" / "thursday-club").iterdir()}
    assert {"index.html", "sheet.pdf", "poster.pdf", "card.pdf"} <= pages
    assert {path.name for path in (folder / "public" / "r").iterdir()} == {"thursday-club", "ema-2016"}
    # A wrong rule stops it before anything is published.
    rules = folder / "thursday-club.toml"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n[kandora]\ndaiminkan = 'never'\n", encoding="utf-8")
    done = subprocess.run([str(folder / "publish.sh")], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "public/ is ready" not in done.stdout


def test_the_script_says_how_to_get_kanrules_where_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "new", "club", "thursday-club", "--into", str(tmp_path))
    command = ["/bin/sh", str(tmp_path / "thursday-club" / "publish.sh")]
    bare = {"PATH": os.defpath}
    done = subprocess.run(command, env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "README.md says how to install it" in done.stderr and not done.stdout
    assert "-r requirements.txt" in (tmp_path / "thursday-club" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("origin", "requirement"),
    [
        ("", f"kanrules[pdf]>={__version__},<2"),
        ('{"url": "file:///home/me/kanrules", "dir_info": {}}', f"kanrules[pdf]>={__version__},<2"),
        (
            '{"url": "https://example.org/k.git", "vcs_info": {"vcs": "git", "commit_id": "5ab"}}',
            "kanrules[pdf] @ git+https://example.org/k.git@5ab",
        ),
        ('{"url": "https://example.org/k.zip", "archive_info": {}}', "kanrules[pdf] @ https://example.org/k.zip"),
    ],
)
def test_a_club_gets_kanrules_from_where_it_was_installed(
    origin: str, requirement: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: SimpleNamespace(read_text=lambda _: origin))
    run(capsys, "new", "club", "thursday-club", "--into", str(tmp_path))
    lines = (tmp_path / "thursday-club" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == [requirement]


def test_commands_in_the_folder_use_the_rules_of_the_club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "new", "club", "thursday-club", "--into", str(tmp_path))
    monkeypatch.chdir(tmp_path / "thursday-club")
    code, out, err = run(capsys, "foul", "riichi_kan", "--format", "json")
    assert code == 0 and '"thursday-club"' in out, err
    assert run(capsys, "verify", "thursday-club.cases.toml")[0] == 0  # as the hook calls it


def hook(name: str) -> dict[str, str]:
    """The keys of one of the hooks that other repositories may use."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entry = next(one for one in text.split("- id: ") if one.startswith(name))
    return dict(re.findall(r"^  (\w+): (.*)$", entry, re.MULTILINE))


def test_the_hook_runs_the_cases_though_only_a_rule_has_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "new", "club", "thursday-club", "--into", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    verify = hook("kanrules-verify")
    rules = Path("thursday-club", "thursday-club.toml")
    assert re.search(verify["files"], rules.as_posix()) and verify["pass_filenames"] == "false"
    words = [*verify["entry"].split()[1:], *verify["args"].strip("[]").split(", ")]
    assert run(capsys, *words)[0] == 0
    shutil.copytree("thursday-club", Path(".venv", "thursday-club"))  # what is installed there is not the repository's
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('# ankan = "declaration"', 'ankan = "discard"'), encoding="utf-8")
    code, out, _ = run(capsys, *words)
    assert code == 1 and "0 passed, 1 failed" in out


@pytest.mark.parametrize("name", ["club.toml", "inner/club.toml", "pyproject.toml", "kanrules.toml", "club.cases.toml"])
def test_the_hook_checks_rulesets_and_no_other_files(name: str) -> None:
    check = hook("kanrules-check")
    chosen = re.search(check["files"], name) and not re.search(check["exclude"], name)
    assert bool(chosen) == name.endswith("club.toml")


def test_the_action_runs_the_cases_of_a_ruleset_that_has_some(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "new", "club", "thursday-club", "--into", str(tmp_path))
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    (step,) = re.findall(r"run: (.*kanrules verify.*)", text)

    def ended() -> int:
        environment = {**program_on_path(tmp_path), "RULES": "thursday-club.toml"}
        shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step]
        return subprocess.run(shell, cwd=tmp_path / "thursday-club", env=environment, check=False).returncode

    cases = tmp_path / "thursday-club" / "thursday-club.cases.toml"
    cases.write_text(cases.read_text(encoding="utf-8").replace("indicators = 2", "indicators = 3"), encoding="utf-8")
    assert ended() == 1
    cases.unlink()
    assert ended() == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["Thursday Club"], "is not a valid id"),
        (["club--3"], "with single hyphens between them"),
        (["ema-2016"], "is already the id of a ruleset"),
        (["there"], "already exists; nothing was written"),
        (["club", "--name", "a\u202eb"], "invisible character U+202E"),
        (["club", "--name", '$(rm -rf "/")'], "expected a name without"),
        (["club", "--into", "nowhere"], "does not exist"),
        (["club", "--extends", "no-such-rules"], "no-such-rules"),
    ],
)
def test_what_cannot_be_a_club_is_refused_and_nothing_is_written(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    code, _, err = run(capsys, "new", "club", *words)
    assert code == 2 and why in err
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]
