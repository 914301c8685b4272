"""A command that cannot do its work leaves every earlier output as it was, whatever goes wrong."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from kanrules import cli
from kanrules.supervisor.signals import Interrupted
from tests.cli.test_help import ALL

GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
CASES = Path(__file__).parents[2] / "rulesets" / "tenhou.cases.toml"
KAN = ["riichi-kan", "3335666p111456s", "--draw", "3p"]

REPLACED: dict[str, list[str]] = {
    "audit out": ["audit", str(GAME), "--rules", "RULES", "--jobs", "1", "--out", "out/kans.jsonl"],
    "audit parquet": ["audit", str(GAME), "--rules", "RULES", "--jobs", "1", "--out", "out/kans.parquet"],
    "audit report md": ["audit", str(GAME), "--rules", "RULES", "--jobs", "1", "--report", "out/report.md"],
    "audit report html": ["audit", str(GAME), "--rules", "RULES", "--jobs", "1", "--report", "out/report.html"],
    "book": ["book", "RULES", "--out", "out/book.html"],
    "casebook": ["casebook", "robbed", "--rules", "RULES", "--out", "out/casebook.md"],
    "data": ["data", "--rules", "RULES", "--out", "out/data"],
    "diff": ["diff", "RULES", "wrc-2025", "--to", "html", "--out", "out/diff.html"],
    "draw hand": ["draw", "hand", "--melds", "ankan 5505p", "--rules", "RULES", "--out", "out/hand.png"],
    "draw table": ["draw", "table", str(CASES), "--rules", "RULES", "--out", "out/table.svg"],
    "draw timeline": ["draw", "timeline", "RULES", "--out", "out/timeline.svg"],
    "history": ["history", "RULES", "--to", "html", "--out", "out/changes.html"],
    "pack": ["pack", "--rules", "RULES", "--jobs", "1", "--out", "out/pack"],
    "replay": ["replay", str(GAME), "--rules", "RULES", "--to", "html", "--out", "out/game.html"],
    "riichi-kan": [*KAN, "--rules", "RULES", "--out", "out/kan.svg"],
    "serve": ["serve", "--rules", "RULES", "--static-only", "--port", "0", "--out", "out/site"],
    "sheet md": ["sheet", "RULES", "--out", "out/sheet.md"],
    "sheet pdf": ["sheet", "RULES", "--card", "--out", "out/card.pdf"],
    "site": ["site", "--rules", "RULES", "--static-only", "--out", "out/site"],
    "slip penalty": ["slip", "penalty", "riichi_kan", "--rules", "RULES", "--out", "out/slip.html"],
    "slip score": ["slip", "score", "--rules", "RULES", "--out", "out/slip.html"],
    "verify": ["verify", str(CASES), "--rules", "RULES", "--to", "html", "--out", "out/cases.html"],
}
"""Commands whose output replaces an earlier one."""
CREATED: dict[str, list[str]] = {
    "export": ["export", "RULES", "--to", "majiang", "--out", "out/rule.json"],
    "new club": ["new", "club", "thursday", "--extends", "RULES", "--into", "out"],
    "new plugin": ["new", "plugin", "hill", "--into", "out"],
    "new ruleset": ["new", "ruleset", "out/thursday", "--extends", "RULES"],
    "play": ["play", "--rules", "RULES", "--out", "out/games"],
}
"""Commands whose output must not exist yet."""
NOT_HERE = {"kanrules import": "tests/exchange/test_import_command.py"}
CODES = {"serve": 130}
TOGETHER = ("sheet md", "new ruleset")
"""Commands that name several files in a folder, each in a step of its own."""
INPUTS = (str(GAME), str(CASES))


def test_every_option_that_names_an_output_is_tried_here() -> None:
    tried = [*REPLACED.values(), *CREATED.values()]
    for name, command in ALL.items():
        words = name.split()[1:]
        for option in ("--out", "--report", "--into"):
            if any(option in parameter.opts for parameter in command.params) and name not in NOT_HERE:
                assert any(one[: len(words)] == words and option in one for one in tried), (name, option)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, with rulesets that cannot be used, and small folders of pages, cases, and data."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    head = '[ruleset]\nid = "{}"\nname = "X"\nedition = "1"\nextends = "tenhou"\n'
    (tmp_path / "wrong.toml").write_text(head.format("wrong") + "[kandora]\nankan = 3\n")
    for name in PLUGINS:
        (tmp_path / f"{name}.toml").write_text(head.format(name) + f'plugins = ["./{name}_plugin.py"]\n')
        (tmp_path / f"{name}_plugin.py").write_text(f"raise {name}\n")

    def files(rules: Any) -> dict[str, bytes]:
        (rule,) = (one.id.encode() for one in rules)
        return {"index.html": rule, f"r/{rule.decode()}.html": rule * 500, "index.json": b'{"kind": "index", "files": ['
                b'{"path": "index.html"}, {"path": "r/ema-2016.html"}, {"path": "r/tenhou.html"}]}'}  # fmt: skip

    monkeypatch.setattr("kanrules.cli.site.made", lambda plan: files(plan.named))
    monkeypatch.setattr("kanrules.cli.serve.made", lambda plan: files(plan.named))
    monkeypatch.setattr("kanrules.report.law_data.law_data", lambda rules: files([NAMED[-1]]))
    monkeypatch.setattr("kanrules.pack.write_pack.questions", lambda rules, jobs: _noted(rules) and ())
    monkeypatch.setattr("http.server.ThreadingHTTPServer.serve_forever", Mock(side_effect=KeyboardInterrupt))
    several = cli_several()
    monkeypatch.setattr("kanrules.cli.data.several_rules", lambda *a, **b: _noted(several(*a, **b)))


def cli_several() -> Callable[..., Any]:
    from kanrules.cli.default_rules import several_rules

    return several_rules


NAMED: list[Any] = []
PLUGINS = ("RuntimeError", "SystemExit", "KeyboardInterrupt")


def _noted(rules: Any) -> Any:
    NAMED[:] = rules
    return rules


def run(words: list[str], rules: str = "tenhou") -> int:
    """Run a command; a plugin next to a ruleset may run."""
    if words[0] == "history" and rules == "tenhou":
        rules = "wrc-2025"  # Tenhou's rules have no earlier edition
    chosen = [rules if word == "RULES" else word for word in words]
    if rules.endswith(".toml"):
        chosen.append("--allow-local-plugins")
    with pytest.raises(SystemExit) as stopped:
        cli.main(chosen)
    code = stopped.value.code or 0
    assert isinstance(code, int)
    return code


def tree() -> dict[str, bytes]:
    """What is in the folder of the outputs."""
    return {
        path.relative_to("out").as_posix(): path.read_bytes() for path in Path("out").rglob("*") if not path.is_dir()
    }


# --- the ways to fail -------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def nothing_wrong() -> Iterator[None]:
    yield


@contextlib.contextmanager
def little_room() -> Iterator[None]:
    """A quota of so many bytes for each file."""
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler, bytecode = signal.signal(signal.SIGXFSZ, signal.SIG_IGN), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))
        sys.dont_write_bytecode = bytecode
        signal.signal(signal.SIGXFSZ, handler)


@contextlib.contextmanager
def failing(name: str, error: BaseException) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(name, Mock(side_effect=error))
        yield


def full_disk() -> contextlib.AbstractContextManager[None]:
    """A disk that is found to be full when the bytes are stored."""
    return failing("os.fsync", OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))


def interrupt() -> contextlib.AbstractContextManager[None]:
    return failing("os.fsync", Interrupted(signal.SIGTERM))


@contextlib.contextmanager
def no_names() -> Iterator[None]:
    """A folder that takes no name."""
    error = OSError(errno.EIO, os.strerror(errno.EIO))
    with contextlib.ExitStack() as all_of_them:
        for name in ("os.link", "os.rename", "os.replace", "ctypes.CDLL"):
            all_of_them.enter_context(failing(name, error))
        yield


WAYS: dict[str, tuple[str, Callable[[], contextlib.AbstractContextManager[None]], int]] = {
    "an unknown ruleset": ("no-such-book", nothing_wrong, 2),
    "a wrong ruleset": ("wrong.toml", nothing_wrong, 2),
    **{f"a plugin that raises {name}": (f"{name}.toml", nothing_wrong, 2) for name in PLUGINS},
    "a quota": ("tenhou", little_room, 2),
    "a full disk": ("tenhou", full_disk, 2),
    "a folder that takes no name": ("tenhou", no_names, 2),
    "SIGTERM": ("tenhou", interrupt, 143),
}


def with_what_they_need(*names: Iterable[str]) -> list[Any]:
    """The commands by name; Parquet is not written everywhere."""
    return [
        pytest.param(name, marks=[pytest.mark.needs("pyarrow")] if "parquet" in name else []) for name in chain(*names)
    ]


OWN_ANSWER = {"audit": "prints what it has judged, also after SIGTERM"}


@pytest.mark.rest
@pytest.mark.sample(2)
@pytest.mark.parametrize("name", with_what_they_need(REPLACED, CREATED))
def test_a_command_that_fails_leaves_what_was_there(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = {**REPLACED, **CREATED}[name]
    if name in REPLACED:
        assert run(words, "ema-2016") in (CODES.get(name, 0), 1), capsys.readouterr().err
        Path(words[-1]).write_bytes(b"an earlier table") if name == "draw table" else None
    before = tree()
    assert bool(before) == (name in REPLACED)
    capsys.readouterr()
    for way, (rules, wrong, code) in WAYS.items():
        if "RULES" not in words and rules != "tenhou":
            continue
        with wrong():
            found = run(words, rules)
        said = capsys.readouterr().err
        assert tree() == before, (way, said)
        assert list(Path("out").rglob(".*")) == [], way
        assert found == code or name.split()[0] in OWN_ANSWER, (way, found, said)
        assert "internal error" not in said and "Traceback" not in said, (way, said)
    for given in {*INPUTS} & {*words}:
        missing = [word.replace(given, "nowhere.toml") for word in words]
        assert run(missing) == 2 and tree() == before
    assert run(words) in (CODES.get(name, 0), 1), capsys.readouterr().err
    assert tree() != before


@pytest.mark.rest
@pytest.mark.parametrize("name", ["audit out", "book", "data", "export", "new club", "new ruleset", "sheet md", "site"])
def test_a_command_killed_before_any_of_its_steps_leaves_the_old_or_the_new(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    words = {**REPLACED, **CREATED}[name]
    if name in REPLACED:
        run(words, "ema-2016")
    before = tree()
    run(words)
    after = tree()
    assert before != after
    seen = []
    for step in range(1, 200):
        restored(before)
        if killed_at(step, words) is None:
            break
        quiet()
        # Only a file that takes the name of another one has for an instant a name of its own.
        found = {name: data for name, data in tree().items() if not name.endswith(".part")}
        if name in TOGETHER:
            assert all(data in (before.get(one), after[one]) for one, data in found.items()), step
            assert before.items() <= found.items() or set(found) == set(after), step
            seen.append(found if found in (before, after) else {})
        else:
            assert found in (before, after), step
            seen.append(found)
    assert len(seen) > 1 and before in seen and tree() == after


def restored(files: dict[str, bytes]) -> None:
    for path in sorted(Path("out").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for name, data in files.items():
        (Path("out") / name).parent.mkdir(parents=True, exist_ok=True)
        (Path("out") / name).write_bytes(data)


def killed_at(step: int, words: list[str]) -> int | None:
    """Run a command in a process that kills itself before it opens, names, or deletes something for this time; None if
    it ends before.
    """
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return signal.SIGKILL if os.WIFSIGNALED(status) else None
    place, left = str(Path("out").resolve()), [step]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        writes = event in ("os.link", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod") or (
            event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        )
        if writes and any(
            isinstance(one, str | Path) and str(Path(one).absolute()).startswith(place) for one in arguments
        ):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    with contextlib.suppress(BaseException):
        cli.main([{"RULES": "tenhou"}.get(word, word) for word in words])
    os._exit(0)


def quiet() -> None:
    """Wait until the keeper of a killed command has deleted its folder."""
    until = time.monotonic() + 60
    while any(path.is_dir() for path in Path("out").glob(".*")) and time.monotonic() < until:
        time.sleep(0.01)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", with_what_they_need(name for name in REPLACED if name.startswith("audit")))
@pytest.mark.parametrize(
    "missing",
    [
        "an empty folder",
        "a misspelt path",
        pytest.param("no scheduler", marks=pytest.mark.needs("distributed")),
        "nothing readable",
        "no hand",
    ],
)
def test_an_audit_that_judged_nothing_names_no_file(
    name: str, missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = REPLACED[name]
    assert run(words, "ema-2016") in (0, 1)
    before = tree()
    (tmp_path / "in").mkdir()
    if missing == "a misspelt path":
        (tmp_path / "in").rmdir()
    elif missing == "no record":
        (tmp_path / "in" / "game.mjson").write_bytes(b'{"type":"start_game"}\n{')
    elif missing == "no hand":
        start = '{"type":"start_game","names":["a","b","c","d"]}\n{"type":"end_game"}\n'
        (tmp_path / "in" / "game.mjson").write_text(start)
    changed = ["in" if word == str(GAME) else word for word in words]
    if missing == "no scheduler":
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            changed = [*words, "--dask", f"tcp://127.0.0.1:{nobody.getsockname()[1]}"]
            assert run(changed) == 2
    else:
        assert run(changed) == 2
        assert f"nothing was judged; not written: {words[-1]}" in capsys.readouterr().err
    assert tree() == before
    capsys.readouterr()
