"""Nothing of an installed package runs unless a ruleset or an option names it, and what runs is guarded."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kanrules import UnreadableError, audit, replay
from kanrules.cli import main
from kanrules.hooks import discovery
from kanrules.records import open_records
from kanrules.ruleset import library

GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
RULES = '[ruleset]\nid = "trap-rules"\nname = "Trap"\nedition = "1"\nextends = "tenhou"\nauthority = "them"\n'
NAMING = RULES.replace('authority = "them"', 'plugins = ["trap"]').replace("trap-rules", "trapped")
ENDS = ("raise SystemExit(0)", "raise KeyboardInterrupt", "raise RuntimeError('trap')", "import os; os._exit(0)")


@pytest.fixture(params=ENDS)
def trap(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An installed package with a plugin, a format, and rulesets, whose import ends the program; returns how."""
    site = tmp_path / "site"
    (site / "trap_package" / "deep").mkdir(parents=True)
    (site / "trap-1.0.dist-info").mkdir()
    for module in ("__init__.py", "deep/__init__.py"):
        (site / "trap_package" / module).write_text(f"{request.param}\n")
    (site / "trap_package" / "trap-rules.toml").write_text(RULES)
    (site / "trap_package" / "deep" / "trapped.toml").write_text(NAMING)
    (site / "trap-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: trap\nVersion: 1.0\n")
    (site / "trap-1.0.dist-info" / "entry_points.txt").write_text(
        "[kanrules]\ntrap = trap_package\n[kanrules.formats]\ntrap = trap_package:FORMAT\n"
        "[kanrules.rulesets]\na = trap_package\nb = trap_package.deep\nc = no.such.module\n"
    )
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.chdir(tmp_path)
    library.installed.cache_clear()
    request.addfinalizer(library.installed.cache_clear)
    (tmp_path / "strange.xyz").write_bytes(b"#strange")
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "pull.toml").write_text(NAMING.replace("trapped", "pull") + "[plugin.trap]\nlevel = 3\n")
    return str(request.param)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    said = capsys.readouterr()
    assert isinstance(end.value.code, int)
    return end.value.code, said.out, said.err


UNNAMED: dict[str, tuple[list[str], int]] = {
    "rulesets": (["rulesets"], 0),
    "plugins": (["plugins"], 0),
    "explain": (["explain", "kan"], 0),
    "check": (["check", "tenhou", "trap-rules"], 0),
    "check untrusted": (["check", "theirs/", "--untrusted"], 0),
    "check untrusted, installed": (["check", "trapped", "--untrusted"], 0),
    "show": (["show", "trap-rules"], 0),
    "ask": (["ask", "indicator forgotten", "--rules", "trap-rules"], 0),
    "diff": (["diff", "tenhou", "trap-rules"], 0),
    "riichi-kan": (["riichi-kan", "3335666p111456s", "--draw", "3p", "--all-rules"], 0),
    "replay": (["replay", str(GAME), "--rules", "tenhou"], 0),
    "replay, unknown": (["replay", "strange.xyz", "--rules", "tenhou"], 2),
    "audit, unknown": (["audit", "strange.xyz", "--rules", "tenhou", "--jobs", "1"], 2),
    "verify": (["verify", "tenhou"], 0),
    "misspelt": (["show", "trap-rulez"], 2),
    "sheet": (["sheet", "trap-rules"], 0),
}


@pytest.mark.parametrize("name", UNNAMED)
def test_a_package_that_nobody_names_does_not_run(name: str, trap: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, expected = UNNAMED[name]
    code, out, err = run(capsys, *words)
    assert (code, "trap_package" in sys.modules) == (expected, False), err
    assert out or err


def test_untrusted_files_run_no_plugin_and_say_which(trap: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", "theirs/", "--untrusted")
    assert "theirs/pull.toml: note: not run and not checked: the plugin trap" in out


def test_an_installed_format_is_offered_where_nothing_else_reads(trap: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "replay", "strange.xyz", "--rules", "tenhou")
    assert code == 2 and "--read-as asks an installed format: trap" in err


@pytest.mark.parametrize(
    "words",
    [
        ["show", "trapped"],
        ["check", "trapped"],
        ["replay", str(GAME), "--rules", "trapped"],
        ["replay", "strange.xyz", "--rules", "tenhou", "--read-as", "trap"],
        ["audit", "strange.xyz", "--rules", "tenhou", "--read-as", "trap", "--jobs", "1"],
    ],
    ids=" ".join,
)
def test_what_a_named_package_raises_is_a_sentence_with_its_name(
    words: list[str], trap: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "_exit" in trap:
        pytest.skip("a plugin that ends the process ends it; SECURITY.md says so")
    code, out, err = run(capsys, *words)
    said = " ".join((out + err).split())
    assert code == (1 if words[0] == "check" else 2), said
    assert "'trap'" in said and type_of(trap) in said and "Traceback" not in said and "internal error" not in said


def type_of(trap: str) -> str:
    return trap.split()[1].partition("(")[0]


def test_a_misspelt_format_is_named_with_those_that_are_installed(
    trap: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "there is no installed format 'trick'; expected one of: trap"
    for command in ("replay", "audit"):
        code, _, err = run(capsys, command, str(GAME), "--rules", "tenhou", "--read-as", "trick")
        assert (code, err) == (2, f"kanrules: {said}\n")
    for source in (GAME, GAME.read_bytes()):
        with pytest.raises(UnreadableError, match=said):
            replay(source, "tenhou", read_as=["trick"])
    with pytest.raises(UnreadableError, match=said):
        list(open_records([GAME], read_as=["trick"]))
    with pytest.raises(UnreadableError, match=said):
        list(audit([GAME], "tenhou", read_as=["trick"]))


def test_the_plugins_of_kanrules_itself_are_not_those_of_a_package(trap: str) -> None:
    assert discovery.of_other_packages() == ("trap",)
