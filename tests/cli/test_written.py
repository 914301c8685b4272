"""What a command writes: whole or not at all, and strangers' words in it only as words."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shlex
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from unittest.mock import Mock

import click
import pytest

from kanrules import cli
from kanrules.cli import completion
from kanrules.cli.output import prompt
from kanrules.cli.program import program
from kanrules.corpus import Audited, Found, Summary, make_plan
from kanrules.report.as_json import json_text
from kanrules.report.audit_report import write_report
from kanrules.report.markdown import code, plain
from kanrules.ruleset.library import folder
from kanrules.supervisor.signals import Interrupted
from kanrules.supervisor.whole_file import write_all, write_whole
from tests.cli.test_help import ALL, EXAMPLES, NOT_RUN
from tests.cli.watching import unasked, watched

GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
CASES = folder() / "tenhou.cases.toml"
PAGES = {
    "casebook.md": ["casebook", "robbed", "--rules", "tenhou"],
    "casebook.html": ["casebook", "robbed", "--rules", "tenhou"],
    "sheet.md": ["sheet", "tenhou"],
    "sheet.html": ["sheet", "tenhou", "--to", "html"],
    "report.md": ["audit", str(GAME), "--rules", "tenhou", "--jobs", "1"],
    "report.html": ["audit", str(GAME), "--rules", "tenhou", "--jobs", "1"],
}


def written(name: str, folder: Path, room: int = -1) -> subprocess.CompletedProcess[str]:
    option = "--report" if name.startswith("report.") else "--out"

    def limit() -> None:
        if room >= 0:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    command = [sys.executable, "-m", "kanrules", *PAGES[name], option, str(folder / name)]
    # Python would write what it compiles under the same limit, and leave broken halves for whoever comes next.
    bare = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, preexec_fn=limit, env=bare)


SAID = {
    "sheet.md": (["sheet", "tenhou"], ["sheet.timeline-en.svg"]),
    "sheet.html": (["sheet", "tenhou", "--to", "html"], []),
    "casebook.md": (["casebook", "robbed", "--rules", "tenhou"], ["casebook.tenhou.timeline.svg"]),
    "casebook.html": (["casebook", "robbed", "--rules", "tenhou"], []),
    "differs.html": (["diff", "tenhou", "ema-2016", "--to", "html"], []),
    "slip.html": (["slip", "score", "--rules", "tenhou"], []),
    "timeline.svg": (["draw", "timeline", "tenhou"], []),
    "kan.svg": (["riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "tenhou"], []),
    "cases.html": (["verify", str(CASES), "--rules", "tenhou", "--to", "html"], []),
    "game.html": (["replay", str(GAME), "--rules", "tenhou", "--to", "html"], []),
}
"""Commands that write a file, and what they write beside it."""


@pytest.mark.parametrize("name", SAID)
def test_a_terminal_is_told_which_file_was_written_and_what_lies_beside_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, beside = SAID[name]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with pytest.raises(SystemExit) as stopped:
        cli.main([*words, "--out", str(tmp_path / name)])
    assert not stopped.value.code
    files = [str(tmp_path / each) for each in (name, *beside)]
    assert capsys.readouterr().out == f"written: {', '.join(files)}\n"
    assert sorted(map(str, tmp_path.iterdir())) == sorted(files)


@pytest.mark.rest
@pytest.mark.sample(2)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_finds_no_room_leaves_the_old_one_as_it_was(name: str, tmp_path: Path) -> None:
    old = "# 4 hands\n\nkanrules 0 judged" + " the old page" * 50
    (tmp_path / name).write_text(old, encoding="utf-8")
    ended = written(name, tmp_path, room=100)
    assert ended.returncode == 2 and str(tmp_path / name) in ended.stderr and "too large" in ended.stderr
    assert (tmp_path / name).read_text(encoding="utf-8") == old
    assert [path.name for path in tmp_path.iterdir()] == [name], "no temporary file stays"
    assert written(name, tmp_path).returncode == 0 and "the old page" not in (tmp_path / name).read_text()


@pytest.mark.parametrize("name", [name for name, (_, beside) in SAID.items() if beside])
def test_a_page_whose_picture_cannot_be_written_is_not_written(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, (picture,) = SAID[name]
    (tmp_path / picture).mkdir()
    with pytest.raises(SystemExit) as stopped:
        cli.main([*words, "--out", str(tmp_path / name)])
    assert stopped.value.code == 2 and picture in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [picture]


@contextlib.contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file of this process grows beyond this many bytes, as on a disk that is nearly full."""
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        sys.dont_write_bytecode = bytecode
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))
        signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("what", [["ruleset", "club", "--standalone"], ["club", "club"], ["plugin", "hill"]])
def test_a_new_file_that_finds_no_room_is_named_and_not_there(
    what: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with room_for(500), pytest.raises(SystemExit) as stopped:
        cli.main(["new", *what])
    said = capsys.readouterr()
    assert stopped.value.code == 2
    named = said.err.removeprefix("kanrules: ").partition(":")[0]
    assert named.startswith(("club", "kanrules-hill/")) and not Path(named).exists()
    listed = {path.as_posix() for path in Path().rglob("*") if path.is_file()}
    assert listed == {line.removeprefix("written: ") for line in said.out.splitlines() if line.startswith("written: ")}


@pytest.mark.parametrize("own", [b"export CITY=Z\xfcrich\n", b"", None])
def test_a_shells_own_file_is_kept_whole_when_completion_is_installed(
    own: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = tmp_path / ".bashrc"
    if own is not None:
        settings.write_bytes(own * 20)
    with room_for(100 if own else 0), contextlib.suppress(OSError):
        completion.install(program, "_KANRULES_COMPLETE", "bash")
    assert not settings.exists() or settings.read_bytes() == (own or b"") * 20
    for _ in range(2):
        completion.install(program, "_KANRULES_COMPLETE", "bash")
        line = f"source '{tmp_path / '.bash_completions' / 'kanrules.sh'}'\n".encode()
        assert settings.read_bytes() == (own or b"") * 20 + line


def test_a_page_keeps_the_rights_of_the_old_one_and_follows_its_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    page, link = tmp_path / "real" / "page.md", tmp_path / "link.md"
    page.write_text("old", encoding="utf-8")
    page.chmod(0o640)
    link.symlink_to(page)
    write_whole(link, "new\n")
    assert link.is_symlink() and page.read_bytes() == b"new\n" and stat.S_IMODE(page.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "fresh.md", "new\n")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "fresh.md").stat().st_mode) == 0o640


def test_of_many_files_each_is_whole_and_one_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    texts = {tmp_path / f"{number}.md": f"{number}\n" * 1000 for number in range(40)}
    write_all(texts.items())
    assert {path: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == texts
    with pytest.raises(OSError, match="nowhere"):
        write_all([*((path, "new\n") for path in texts), (tmp_path / "nowhere" / "a.md", "x")])
    assert {path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} <= {"new\n", *texts.values()}


def test_a_folder_a_device_and_a_place_that_is_not_there_are_said_by_their_name(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "page.md"):
        with pytest.raises(OSError) as found:
            write_whole(path, "x")
        assert found.value.filename == str(path)
    write_whole("/dev/null", "x")
    assert not Path("/dev/null").is_file()


# --- nothing else is written ----------------------------------------------------------------------------------------

WATCHED = [
    ["casebook", "robbed", "--rules", "tenhou", "--out", "casebook.md"],
    ["audit", str(GAME), "--rules", "tenhou", "--jobs", "1", "--report", "report.html"],
    ["play", "--rules", "tenhou", "--games", "1", "--out", "games"],
    ["serve", "--rules", "ema-2016", "--static-only", "--port", "0", "--out", "site"],
    ["--install-completion"],
]
"""Commands that write what no example of a help writes."""
ELSEWHERE = {"site --out": "tests/site/test_static.py"}


@pytest.mark.parametrize("words", WATCHED, ids=" ".join)
def test_a_command_writes_only_what_it_is_told_to(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.suppress(ImportError):  # if it is installed, it looks for fonts once, as SECURITY.md says
        import matplotlib.font_manager  # noqa: F401
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SHELL", "/bin/bash")
    (tmp_path / "home").mkdir()
    monkeypatch.setattr("kanrules.cli.serve.made", lambda _: {"index.html": b"home", "r/index.html": b"rulesets"})
    monkeypatch.setattr("http.server.ThreadingHTTPServer.serve_forever", Mock(side_effect=KeyboardInterrupt))
    with watched() as seen, pytest.raises(SystemExit) as stopped:
        cli.main(words)
    assert stopped.value.code == (130 if words[0] == "serve" else 0), capsys.readouterr().err
    own = {tmp_path / "home" / name for name in (".bashrc", ".bash_completions", ".bash_completions/kanrules.sh", "")}
    more = [one for one in unasked(seen, words) if words[0] != "--install-completion" or Path(one) not in own]
    listens = [one for one in more if words[0] == "serve" and one.startswith(("socket.bind", "socket.getaddrinfo"))]
    assert [one for one in more if one not in listens] == [] and bool(listens) == (words[0] == "serve")


def test_every_option_that_writes_is_watched_by_a_test() -> None:
    watched_words = [*WATCHED, *(shlex.split(one)[1:] for one in EXAMPLES if one not in NOT_RUN)]
    options = [
        (name.split()[1:], option)
        for name, command in ALL.items()
        for parameter in command.params
        for option in parameter.opts
        if option in ("--out", "--report")
    ]
    assert len(options) > 15
    for name, option in options:
        words = [words for words in watched_words if words[: len(name)] == name]
        assert any(option in one for one in words) or f"{' '.join(name)} {option}" in ELSEWHERE, (name, option)


# --- strangers' words -----------------------------------------------------------------------------------------------

EVIL = "a|b<script>alert(1)</script>![x](http://evil)`c`*d*_e_[f]\\|g\x1b[2J\u202e&lt;www.evil.org ~x~ $5 $6 @all\nnew"


def unescaped(text: str) -> str:
    """What Markdown still reads as its own once its escaped signs are taken away."""
    import re

    return re.sub(r"\\[!-/:-@\[-`{-~]", "", text)


def test_a_strangers_text_holds_nothing_that_markdown_reads() -> None:
    left = unescaped(plain(EVIL))
    assert not set(left) & set("|<>`*_[]\\!#~&$@\x1b\u202e\n") and "://" not in left and "www." not in left
    assert code(EVIL).count("`") == 2 and not set(code(EVIL)) & set("|\x1b\n")


def evil_audit() -> Summary:
    summary = Summary("tenhou")
    record = Audited(EVIL, hands=1, not_compared={EVIL: 1}, room=EVIL)
    record.differences.append(Found(EVIL, EVIL, 3, EVIL, EVIL, "KR301"))
    for one in (record, Audited(EVIL, unreadable=EVIL), Audited(EVIL, out_of_scope=EVIL)):
        summary.add(one)
    return summary


def test_every_word_of_a_stranger_in_a_report_of_an_audit_is_only_a_word(tmp_path: Path) -> None:
    write_report(tmp_path / "report.md", evil_audit(), make_plan("tenhou"), 1.0)
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert page.count("alert") >= 8
    for line in page.split("\n"):
        if "alert" in line:
            bare = unescaped(line.removeprefix("* `").removeprefix("* "))
            assert not set(bare.partition("`: ")[2] or bare) & set("<>[]*_!\x1b\u202e"), line
            assert line.count(" | ") == (3 if line.startswith("| ") else 0)


class Tags(HTMLParser):
    """Every tag of a page with its attributes, and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def test_every_word_of_a_stranger_in_the_page_of_an_audit_is_only_a_word(tmp_path: Path) -> None:
    title = "<script>alert(2)</script><img src=x onerror=alert(3)>"
    (tmp_path / "club.toml").write_text(
        f'[ruleset]\nid = "club"\nname = "{title}"\nversion = "1"\nextends = "tenhou"\nauthority = "us"\n',
        encoding="utf-8",
    )
    plan = make_plan(str(tmp_path / "club.toml"), ["ema-2016", "tenhou"])
    write_report(tmp_path / "report.html", evil_audit(), plan, 1.0)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    found = Tags(page)
    assert found.words.count("<script>alert(1)</script>") >= 8 and title in found.words
    assert not set(page) & set("\x1b\u202e")
    assert not {tag for tag, _ in found.tags} & {"script", "a", "iframe", "link", "base", "object", "form"}
    for tag, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on")], tag
        for name in ("src", "href", "xlink:href"):
            assert (attributes.get(name) or "data:").startswith(("data:", "#"))


def test_json_of_a_strangers_text_is_json_on_every_stream(tmp_path: Path) -> None:
    path = tmp_path / "hostile.cases.toml"
    name = "\x1b[2J\x7f\x9b31m\u202e\u2066"
    toml = json.dumps(name).replace("\x7f", "\\u007f")
    path.write_text(f'[[case]]\nname = {toml}\nrules = ["ema-2016"]\n', encoding="utf-8")
    command = [sys.executable, "-m", "kanrules", "verify", str(path), "--format", "json"]
    ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)
    assert name in json.dumps(json.loads(ended.stdout), ensure_ascii=False).replace("\\u001b", "\x1b")
    assert not set(ended.stdout) & set(name) - set("[2J31m")


@pytest.mark.parametrize("indent", [True, False])
def test_half_a_character_in_json_is_escaped_and_changes_nothing_else(indent: bool) -> None:
    for data in ({"a": ["x", 1.5, None, [], {}], "b": "\u202e"}, ["x"], "x"):
        text = json_text(data, indent=indent)
        half = json_text(json.loads(json.dumps(data).replace("x", r"\udcff")), indent=indent)
        assert half == text.replace("x", r"\udcff") and half.isascii()


def test_a_file_whose_name_is_not_text_is_reported_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(bytes(tmp_path) + b"/club\xff.toml")
    try:
        Path(name).write_text("x = 1\n", encoding="utf-8")
    except OSError:
        pytest.skip("this file system keeps no such name")
    with pytest.raises(SystemExit) as stopped:
        cli.main(["check", name, "--format", "json"])
    (path,) = {one["path"] for one in json.loads(capsys.readouterr().out)["problems"]}
    assert stopped.value.code == 1 and path == name


# --- interrupts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [["--format", "json"], ["--format=json"], []])
def test_an_interrupt_before_the_work_begins_is_told_in_json_where_json_was_asked(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "make_context", interrupted)
    with pytest.raises(SystemExit) as stopped:
        cli.main(["audit", str(GAME), *asked])
    shown = capsys.readouterr()
    assert (stopped.value.code, shown.err) == (130, "interrupted\n")
    assert json.loads(shown.out)["interrupted"] is True if asked else shown.out == ""


def test_ctrl_c_at_a_question_interrupts_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for raised, expected in ((Interrupted(signal.SIGTERM), Interrupted), (EOFError(), click.Abort)):
        monkeypatch.setattr("click.termui.visible_prompt_func", Mock(side_effect=raised))
        with pytest.raises(expected):
            prompt("Which rules?", default="tenhou")
