"""A ruleset file may be anything: it is read cleanly or refused in words, quickly, and never with a traceback."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kanrules.cli import main
from kanrules.law.options import Instant
from kanrules.ruleset import Problem, examine, load_ruleset
from kanrules.ruleset.lint import warnings
from kanrules.ruleset.toml_file import MAX_BYTES, MAX_LINE

Write = Callable[..., Path]
GOOD = b'[ruleset]\nid = "club"\nname = "\xe6\x9c\xa8\xe6\x9b\x9c\xe4\xbc\x9a"\n\n[kandora]\nankan = "discard"\n'


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Guards against work that grows faster than its input: processor time, since others may use the machine."""
    start = time.process_time()
    yield
    assert time.process_time() - start < seconds


def check(path: Path, raw: bytes) -> list[Problem]:
    path.write_bytes(raw)
    with at_most(20):
        rules, problems = examine(path, path.name)
        return problems if rules is None else problems + warnings(rules)


@pytest.mark.parametrize(
    "raw",
    [
        GOOD.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + GOOD,
        b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"),
        GOOD.rstrip(),
    ],
)
def test_windows_line_ends_and_a_byte_order_mark_are_read(raw: bytes, tmp_path: Path) -> None:
    assert check(tmp_path / "club.toml", raw) == []
    rules = load_ruleset(tmp_path / "club.toml")
    assert rules.kandora.ankan is Instant.DISCARD and rules.origin("kandora.ankan").line == 6


@pytest.mark.parametrize("raw", [b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"), GOOD])
def test_columns_are_those_that_an_editor_shows(raw: bytes, tmp_path: Path) -> None:
    [problem] = check(tmp_path / "club.toml", raw.replace(b'"discard"', b'"discrad"'))
    assert (problem.line, problem.column, problem.source_line) == (6, 9, 'ankan = "discrad"')


def test_the_caret_stands_below_wide_letters(tmp_path: Path) -> None:
    raw = '[ruleset]\nid = "club"\n[source]\n"木曜会" = 1\n'.encode()
    *_, problem = check(tmp_path / "club.toml", raw)
    assert problem.column == 9
    lines = str(problem).split("\n")
    assert lines[2] == ' 4 | "木曜会" = 1'
    assert lines[3] == "   | " + " " * 11 + "^"  # three letters of two cells each


@pytest.mark.parametrize(
    ("raw", "said", "hint"),
    [
        ('[ruleset]\nid = "club"\n'.encode("utf-16"), "encoded in UTF-16", "save it as UTF-8"),
        ('[ruleset]\nid = "club"\n'.encode("utf-16-be"), "full of NUL bytes", "save it as UTF-8"),
        ('[ruleset]\nid = "club"\nname = "木曜会"\n'.encode("cp932"), "the byte 0x96 is not UTF-8", "Shift-JIS"),
        ('[ruleset]\nid = "club"\nname = "木曜会です"\n'.encode("euc-jp"), "the byte 0xcc is not UTF-8", "EUC-JP"),
        ('[ruleset]\nid = "club"\nname = "Café"\n'.encode("latin-1"), "the byte 0xe9 is not UTF-8", "Latin-1"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10, "is not UTF-8", "UTF-8"),
        (b"\x1f\x8b\x08" + bytes(300), "NUL", "UTF-8"),
    ],
)
def test_another_encoding_is_named(raw: bytes, said: str, hint: str, tmp_path: Path) -> None:
    [problem] = check(tmp_path / "club.toml", raw)
    assert problem.code == "KR104" and said in problem.message and hint in problem.hint
    if "0x" in said and b"name" in raw:
        assert problem.line == 3 and problem.source_line.startswith('name = "')


def test_a_nul_byte_is_refused_in_its_place(tmp_path: Path) -> None:
    [problem] = check(tmp_path / "club.toml", b'[ruleset]\nid = "club"\nname = "a\0b"\n')
    assert problem.code == "KR104" and problem.line == 3
    assert "\0" not in str(problem)


def test_a_file_of_fifty_megabytes_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    with path.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    with at_most(2):
        _, [problem] = examine(path, "club.toml")
    assert problem.message == "this file has 52,428,800 bytes"
    assert problem.expected == (f"at most {MAX_BYTES:,}",)


@pytest.mark.parametrize(
    "body",
    [
        "x = " + "[" * 5000,
        "x = " + "[" * 900 + "]" * 900,
        "x = " + "{a=" * 900 + "1" + "}" * 900,
        "\n".join("x = " + "[" * 200 for _ in range(500)),
        "a." * 4000 + "a = 1",
        "[" + "a." * 4000 + "a]\n" + "b = 1\n" * 2,
        "\n".join(f"[t{number}.{'a.' * 200}b]" for number in range(300)),
        "x = " + "9" * 9000,
        "x = 1" + "0" * 5000 + "e9",
        'x = """' + "a\n" * 9000,
        "x = '''" + "[kandora]\n" * 9000,
        "x = [\n" + "[1],\n" * 9000,
        "[a]\n" * 5000,
        "x\n" * 20000,
        "x = 1\n" * 20000,
        '"' * 9000,
        "\\" * 9000,
        "=" * 9000,
        "x = 1979-99-99",
        "\r" * 1000,
        "x = \x1b[31m\n",
    ],
    ids=lambda body: repr(body[:12]),
)
def test_deep_nesting_and_other_malice_end_quickly_in_a_message(body: str, tmp_path: Path) -> None:
    found = check(tmp_path / "club.toml", f'[ruleset]\nid = "club"\n{body}'.encode())
    assert found and all(problem.code in ("KR101", "KR103", "KR104") for problem in found)
    printed = "\n".join(map(str, found))
    assert "\x1b" not in printed and "\r" not in printed
    assert all(len(line) < 700 for line in printed.split("\n"))


def test_a_line_of_endless_length_is_refused(tmp_path: Path) -> None:
    [problem] = check(tmp_path / "club.toml", b'[ruleset]\nid = "club"\n# ' + b"x" * MAX_LINE)
    assert problem.code == "KR104" and problem.line == 3 and problem.expected == (f"at most {MAX_LINE}",)


def test_no_ordinary_file_is_opened(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert "a folder" in examine(tmp_path / "folder.toml")[1][0].message
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.toml")
        with at_most(5):
            assert "no ordinary file" in examine(tmp_path / "pipe.toml")[1][0].message


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a file that may not be read")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(GOOD)
    path.chmod(0)
    assert "permission denied" in examine(path)[1][0].message


@pytest.mark.parametrize(
    "parent",
    [
        "\\u0000",
        "",
        "~",
        ".",
        "..",
        "./",
        "../" * 50,
        "a" * 5000 + ".toml",
        "con",
        "http://example.org/x.toml",
        "/dev/null",
    ],
)
def test_a_strange_parent_is_no_parent(parent: str, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(f'[ruleset]\nid = "club"\nextends = "{parent}"\n', encoding="utf-8")
    rules, problems = examine(path, "club.toml")
    if parent == "":
        assert rules is not None and rules.extends == ""
    else:
        assert rules is None and problems[0].code == "KR105"


def test_a_parent_outside_the_folder_is_allowed_and_said(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("base")
    write("clubs/club", head='extends = "../base.toml"')
    with pytest.raises(SystemExit) as stopped:
        main(["check", "clubs/club.toml"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    assert "clubs/club.toml: note: based on" in out and out.count("outside its folder") == 1


def test_two_files_with_one_id_are_told_apart(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("a/club")
    write("b/club")
    with pytest.raises(SystemExit) as stopped:
        main(["check", "."])
    assert stopped.value.code == 1
    assert (
        "b/club.toml:2:6: error[KR107 id]: the id club is used twice: a/club.toml has it, too"
        in capsys.readouterr().out
    )


def test_a_wrong_id_hides_no_mistake_of_a_plugin(write: Write) -> None:
    path = write("club", head='plugins = ["nosuch"]')
    other = path.rename(path.with_name("thursday.toml"))
    assert [problem.code for problem in examine(other)[1]] == ["KR107", "KR108"]


def test_a_circle_by_a_link_is_a_circle(write: Write) -> None:
    path = write("club", head='extends = "again/club.toml"')
    (path.parent / "again").symlink_to(path.parent, target_is_directory=True)
    assert [problem.code for problem in examine(path)[1]] == ["KR106"]


@pytest.mark.parametrize(
    "words",
    [
        ["check", "no-such.toml"],
        ["check", "no-such"],
        ["check"],
        ["show", "no-such"],
        ["diff", "ema-2016", "x.toml"],
        ["explain", "xyzzy"],
    ],
)
def test_what_is_not_there_exits_2_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main(words)
    shown = capsys.readouterr()
    assert stopped.value.code == 2
    assert shown.err and "Traceback" not in shown.err and "internal error" not in shown.err


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(raw=st.binary(max_size=200))
def test_any_bytes_at_all_are_read_or_refused(raw: bytes, tmp_path: Path) -> None:
    check(tmp_path / "club.toml", raw)


PIECES = st.sampled_from(
    [
        *(
            "[ruleset]",
            "[kandora]",
            "[",
            "]",
            "[[x]]",
            "id",
            "ankan",
            "=",
            " = ",
            '"club"',
            '"discard"',
            '"',
            "'",
            '"""',
            "'''",
        ),
        *("\n", "\n", "\n", "#", ",", "[1, 2]", "{ a = 1 }", "{", "}", "true", "True", "0", "-1", "1.5", ".", "source"),
        *('"kandora.ankan"', "カンドラ", "\\", "\t", "“x”"),
    ]
)


@pytest.mark.rest
@settings(
    max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(pieces=st.lists(PIECES, max_size=40))
def test_any_shuffle_of_toml_is_read_or_refused_in_place(pieces: list[str], tmp_path: Path) -> None:
    text = "".join(pieces)
    for problem in check(tmp_path / "club.toml", text.encode()):
        assert 0 <= problem.line <= text.count("\n") + 1
        assert str(problem)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_a_book_with_one_slip_says_something_about_that_line_and_goes_on(data: st.DataObject, tmp_path: Path) -> None:
    """Spoil one line of a good file: the fault is found there, and a bad value further down is found all the same."""
    lines = [
        "[ruleset]",
        'id = "club"',
        'name = "Club"',
        "[kandora]",
        'ankan = "discard"',
        "[riichi]",
        "ippatsu = true",
        "[scoring]",
        "red_fives = 7",
    ]
    at = data.draw(st.sampled_from([2, 4, 6]))
    key, _, value = lines[at].partition(" = ")
    slips = [f"{key} = {value},", f"{key} {value}", f"{key} = ", f"{key}: {value}", f"{key} = yes", f"{key} = “x”", key]
    slips += [f'{key} = "x', f"{key} = 'x", f"{key} = [", f"{key} = x y"]
    spoilt = data.draw(st.sampled_from(slips))
    lines[at] = spoilt
    found = check(tmp_path / "club.toml", "\n".join(lines).encode())
    assert [problem.line for problem in found] == [at + 1, 9]
    assert [problem.code for problem in found] == ["KR104", "KR102"]
