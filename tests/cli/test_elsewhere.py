"""What Windows and macOS do otherwise, as far as another system can show it: encodings, line ends, names of files,
processes that are started anew.
"""

from __future__ import annotations

import ast
import gzip
import multiprocessing
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kanrules import audit, replay
from kanrules.cli import main
from kanrules.ruleset import bundled_ids
from kanrules.ruleset.library import _DEVICES
from tests.parsed import parsed

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests" / "games"
GAME = str(GAMES / "four-kans.mjson.gz")
COMMANDS = {
    "help": ["ask", "--help"],
    "replay": ["replay", GAME, "--rules", "tenhou", "--lang", "ja"],
    "replay to html": ["replay", GAME, "--rules", "tenhou", "--to", "html", "--out", "game.html"],
    "audit": ["audit", GAME, "--rules", "tenhou", "--jobs", "1", "--report", "report.md", "--out", "kans.jsonl"],
    "riichi-kan": ["riichi-kan", "5556888s678p123m", "--draw", "8s", "--rules", "gghk-2023", "--out", "kan.svg"],
    "pay": ["pay", "daisangen", "--winner", "south", "--liable", "west", "--rules", "gghk-2023", "--lang", "ja"],
    "foul": ["foul", "riichi_kan", "--all-rules", "--lang", "fr"],
    "ask": ["ask", "indicator forgotten", "--rules", "m-league", "--lang", "ja"],
    "verify": ["verify", "gghk-2023", "--lang", "de"],
    "casebook": ["casebook", "robbed", "--rules", "ema-2016,gghk-2023", "--to", "md", "--lang", "ja"],
    "check": ["check", "gghk-2023"],
    "show": ["show", "gghk-2023", "--origin"],
    "show as TOML": ["show", "gghk-2023", "--toml"],
    "diff": ["diff", "ema-2016", "gghk-2023"],
    "explain": ["explain", "kan", "--rules", "gghk-2023", "--lang", "ja"],
    "export": ["export", "ema-2016", "--to", "majiang"],
    "sheet": ["sheet", "gghk-2023", "--lang", "ja"],
    "slip": ["slip", "penalty", "riichi_kan", "--rules", "m-league", "--lang", "ja"],
    "draw": ["draw", "timeline", "tenhou", "--lang", "ja"],
    "new": ["new", "ruleset", "club", "--extends", "gghk-2023"],
    "rulesets": ["rulesets"],
}


@pytest.mark.sample(8)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_console_without_unicode_gets_utf_8_and_no_file_is_opened_as_the_system_likes(
    command: str, tmp_path: Path
) -> None:
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))}
    ended = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-m", "kanrules",
         *COMMANDS[command]],
        cwd=tmp_path, capture_output=True, timeout=300, check=False,
        env=bare | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C",
                    "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    said = ended.stdout.decode("utf-8") + ended.stderr.decode("utf-8")
    assert ended.returncode == 0, said
    assert "internal error" not in said and "Traceback" not in said
    for written in tmp_path.iterdir():
        assert b"\r" not in written.read_bytes()
        written.read_text(encoding="utf-8")


@pytest.mark.parametrize("ends", [b"\r\n", b"\n"], ids=["CRLF", "LF"])
@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b""], ids=["with a mark of its encoding", "bare"])
def test_a_file_of_another_editor_is_read_as_it_is_meant(
    ends: bytes, mark: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def lay(name: str, text: bytes) -> str:
        (tmp_path / name).write_bytes(mark + text.replace(b"\n", ends))
        return str(tmp_path / name)

    club = lay(
        "club.toml", b'[ruleset]\nid = "club"\nname = "Club"\nextends = "ema-2016"\n[kandora]\nkakan = "discard"\n'
    )
    with pytest.raises(SystemExit) as stopped:
        main(["check", club])
    assert stopped.value.code == 1 and "club.toml:6:1: error[KR101" in capsys.readouterr().out
    lay("club.toml", b'[ruleset]\nid = "club"\nname = "Club"\nextends = "ema-2016"\n')
    cases = lay("club.cases.toml", (ROOT / "rulesets" / "ema-2016.cases.toml").read_bytes())
    with pytest.raises(SystemExit) as stopped:
        main(["verify", cases, "--rules", club])
    said = capsys.readouterr()
    assert stopped.value.code == 0, said.out + said.err
    record = lay("game.mjson", gzip.decompress(Path(GAME).read_bytes()))
    assert replay(record, "tenhou").differences == replay(GAME, "tenhou").differences == []


def test_every_text_is_written_with_the_line_ends_of_every_system() -> None:
    written = [
        (path, call)
        for folder in ("kanrules", "tools")
        for path in (ROOT / folder).rglob("*.py")
        for call in ast.walk(parsed(path))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "write_text"
    ]
    assert len(written) > 5
    bare = [(path.name, call.lineno) for path, call in written if "newline" not in {one.arg for one in call.keywords}]
    assert bare == []


def test_no_module_needs_what_only_unix_has() -> None:
    unix = {"fcntl", "resource", "pwd", "grp", "termios", "pty", "tty", "posix", "syslog"}
    found = [
        (path.name, name)
        for path in (ROOT / "kanrules").rglob("*.py")
        for one in ast.walk(parsed(path))
        for name in (
            [alias.name for alias in one.names]
            if isinstance(one, ast.Import)
            else [one.module or ""]
            if isinstance(one, ast.ImportFrom)
            else []
        )
        if name.partition(".")[0] in unix
    ]
    assert found == []


def test_no_two_files_of_the_repository_are_one_where_case_does_not_count() -> None:
    paths = [
        path.relative_to(ROOT).as_posix()
        for room in ("kanrules", "rulesets", "plugins", "docs", "share", "tests")
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    assert len({path.casefold() for path in paths}) == len(paths)
    for path in paths:
        assert len(path) < 150, path
        for part in path.split("/"):
            assert not re.search(r'[<>:"|?*\\]|[. ]$', part), path
            assert part.partition(".")[0].casefold() not in _DEVICES, path
    assert not _DEVICES & set(bundled_ids())


def test_a_new_ruleset_is_not_called_like_a_device_of_windows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main(["new", "ruleset", "aux", "--extends", "ema-2016"])
    assert stopped.value.code == 2 and "Windows reserves the name aux for a device" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_processes_that_are_started_anew_judge_as_one_alone_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    files = sorted(GAMES.glob("robbed-kans-*.mjson.gz"))
    together = [(one.file, one.hands, one.kans, one.differences) for one in audit(files, "tenhou", jobs=2)]
    assert len(together) == 3
    assert together == [(one.file, one.hands, one.kans, one.differences) for one in audit(files, "tenhou", jobs=1)]
