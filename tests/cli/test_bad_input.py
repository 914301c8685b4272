"""Wrong use is one exact message and exit 2: what is empty, taken, broken or not there."""

from __future__ import annotations

import contextlib
import io
import sys
import types
from pathlib import Path

import pytest

from kanrules import installation
from kanrules.cli import main
from kanrules.installation import PACKAGES, clone, how_to_get

ASK = 'ask what? Say it in a few words, such as kanrules ask "indicator forgotten"'
NAMES = "one of the names is empty; expected files, folders or rulesets"


def ended(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int | str | None, str]:
    """The exit code and what stands on standard error; nothing stands on standard output."""
    with pytest.raises(SystemExit) as stopped:
        main(words)
    shown = capsys.readouterr()
    assert shown.out == ""
    return stopped.value.code, shown.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ask", "", "-r", "tenhou"], ASK),
        (["ask", " \t", "-r", "tenhou"], ASK),
        (["ask", "-r", "tenhou"], ASK),
        (["explain", ""], "name a code (KR205), a key (kandora.ankan), a word (furiten), kan, or kandora"),
        (
            ["riichi-kan", "", "-r", "tenhou"],
            "'' has 0 tiles; expected 13, without a drawn tile; give the drawn tile with --draw (KR111)",
        ),
        (
            ["pay", "-w", "east", "-r", "tenhou"],
            "say what was won; expected yakuman (daisangen), a limit (mangan), --han 3 --fu 40, or --hand with --win",
        ),
        (["check", ""], NAMES),
        (["check", "tenhou", " "], NAMES),
        (["verify", ""], NAMES),
        (["replay", "", "-r", "tenhou"], NAMES),
        (["audit", "", "-r", "tenhou"], NAMES),
    ],
)
def test_an_empty_question_is_asked_back(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ended(words, capsys) == (2, f"kanrules: {said}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sheet", "tenhou", "--out", "folder"], "folder: Is a directory"),
        (["sheet", "tenhou", "--out", "no/such.md"], "no/such.md: No such file or directory"),
        (["casebook", "robbed", "-r", "tenhou", "--out", "folder"], "folder: Is a directory"),
        (["audit", "x", "-r", "tenhou", "--out", "folder"],
         "--out 'folder': expected a file name that ends in .jsonl or .parquet"),
        (
            ["audit", "x", "-r", "tenhou", "--report", "no/report.md"],
            "--report 'no/report.md': the folder 'no' does not exist",
        ),
        (["new", "plugin", "taken"], "kanrules-taken already exists; nothing was written"),
        (["new", "ruleset", "club", "--standalone"], "club.toml already exists; nothing was written"),
        (["new", "plugin", "free", "--into", "none"], "the folder 'none' does not exist"),
    ],
)  # fmt: skip
def test_a_place_that_is_taken_or_not_there_is_named(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "kanrules-taken").mkdir()
    (tmp_path / "club.toml").write_text("", encoding="utf-8")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    assert ended(words, capsys) == (2, f"kanrules: {said}\n")
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("folder", 'KANRULES_RULES: there is no ruleset "folder"'),
        ("folder/", 'KANRULES_RULES: no such file: "folder/"'),
        ("ema", 'KANRULES_RULES: there is no ruleset "ema"; did you mean ema-2025, ema-2016 or ema-2012?'),
        ("\udcff\udcfe", 'KANRULES_RULES: there is no ruleset "\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"'),
        ("\x1b[2J", 'KANRULES_RULES: there is no ruleset "\\u001b[2J"'),
        ("a" * 5000 + ".toml", f'KANRULES_RULES: no such file: "{"a" * 60}..."'),
    ],
)
def test_a_variable_that_cannot_be_read_is_named(
    value: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    monkeypatch.setenv("KANRULES_RULES", value)
    assert ended(["show"], capsys) == (2, f"kanrules: {said}\n")


@pytest.mark.parametrize(
    ("raw", "place", "said"),
    [
        (b"rules = ", "1:9", "error[KR104 unreadable]: `rules` has no value"),
        (b"rules = tenhou", "1:9", "error[KR104 unreadable]: a string must be in quotes"),
        (b"rules = 1", "1:9", "error[KR103 wrong-type]: `rules` is the name of a ruleset, not 1"),
        (b'ruels = "tenhou"', "1:1", 'error[KR101 unknown-key]: kanrules.toml has no key "ruels"'),
        (b'rules = "emma-2016"', "1:9", 'error[KR105 no-ruleset]: there is no ruleset "emma-2016"'),
        (b'rules = "../x.toml"', "1:9", 'error[KR102 bad-value]: `rules` names a file of this folder, not "../x.toml"'),
        (b'rules = "x.toml"', "1:9", 'error[KR105 no-ruleset]: there is no file "x.toml" in this folder'),
        (b"\xff\xfer\x00", "", "error[KR104 unreadable]: this file is encoded in UTF-16"),
        (b"# caf\xe9", "1:6", "error[KR104 unreadable]: the byte 0xe9 is not UTF-8"),
    ],
)
def test_a_broken_default_says_what_is_wrong_with_it(
    raw: bytes,
    place: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kanrules.toml").write_bytes(raw)
    code, err = ended(["show"], capsys)
    first = err.splitlines()[0]
    assert (code, first) == (2, f"kanrules.toml{':' * bool(place)}{place}: {said}")
    assert err.count("error[") == 1


# --- what is advised can be had ---------------------------------------------------------------------------------------


def test_the_extras_are_those_of_the_distribution() -> None:
    import tomllib

    root = clone()
    if root is None:
        pytest.skip("needs a clone")
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {extra: list(packages) for extra, packages in PACKAGES.items()} == {
        extra: project["optional-dependencies"][extra] for extra in PACKAGES
    }


def test_in_a_clone_an_extra_is_had_from_the_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a b").mkdir()
    monkeypatch.setattr(installation, "clone", lambda: tmp_path / "a b")
    assert how_to_get("plot") == f"pip install -e '{tmp_path.as_posix()}/a b[plot]'"
    monkeypatch.chdir(tmp_path / "a b")
    assert how_to_get("plot") == "pip install -e '.[plot]'"


def test_elsewhere_an_extra_is_had_as_the_package_that_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "clone", lambda: None)
    assert how_to_get("plot") == "pip install 'matplotlib>=3.9,<4'"


def test_more_than_a_ruleset_can_have_is_not_even_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            assert 0 < size < 1 << 20
            self.given += size
            return b"#" * size

    endless = Endless()
    monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=endless))
    with pytest.raises(SystemExit) as stopped:
        main(["verify", "-", "--rules", "tenhou"])
    assert stopped.value.code == 2 and "this file has 262,145 bytes" in capsys.readouterr().err
    assert endless.given == 262_145


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("Nanny failed to start."), "its workers did not start: Nanny failed to start."),
        (
            OSError(98, "Address already in use"),
            "no scheduler with a worker answers: [Errno 98] Address already in use",
        ),
    ],
)
def test_a_cluster_that_does_not_start_is_one_message(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kanrules.corpus import cluster

    def fails(**_: object) -> None:
        raise error

    config = types.SimpleNamespace(set=lambda settings: contextlib.nullcontext())
    monkeypatch.setitem(sys.modules, "dask", types.SimpleNamespace(config=config))  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "dask.config", config)  # type: ignore[arg-type]
    fake = types.SimpleNamespace(LocalCluster=fails, Client=None)
    monkeypatch.setitem(sys.modules, "distributed", fake)  # type: ignore[arg-type]
    monkeypatch.setattr(cluster, "_serve_forks", lambda: False)
    game = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
    assert ended(["audit", str(game), "-r", "tenhou", "--dask", "local"], capsys) == (
        2,
        f"kanrules: --dask 'local': {said}\n",
    )


@pytest.mark.parametrize(
    "words",
    [
        ["site", "--title"],
        ["serve", "--title"],
        ["new", "ruleset", "club", "--standalone", "--name"],
        ["new", "club", "club", "--name"],
        ["sheet", "tenhou", "--site"],
        ["slip", "score", "-r", "tenhou", "--site"],
    ],
)
@pytest.mark.parametrize(("text", "why"), [
    ("a\u202eb", "invisible character U+202E RIGHT-TO-LEFT OVERRIDE"),
    ("a\x00b", "invisible character U+0000"),
    ("a\nb", "invisible character U+000A"),
    ("a\udcffb", "not valid UTF-8"),
])  # fmt: skip
def test_no_text_that_is_printed_hides_a_character(
    words: list[str], text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    code, said = ended([*words, text], capsys)
    assert code == 2 and why in said and text not in said
    assert list(tmp_path.iterdir()) == []
