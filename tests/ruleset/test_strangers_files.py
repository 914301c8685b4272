"""A stranger's ruleset or case file may name any file: what is not a ruleset stays unseen, and a checker stays in its
folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.ruleset import examine

Write = Callable[..., Path]
SECRETS = {
    "environment": b"API_TOKEN=hunter2\0HOME=/home/me\0",
    "passwd": b"root:hunter2:0:0:root:/root:/bin/sh\n",
    "ini": b"[hunter2]\nkey = value\n",
    "toml": b'[database]\npassword = "hunter2"\n',
    "latin": b"caf\xe9 = hunter2\n",
    "long": b"hunter2" * 5000,
    "deep": b"hunter2 = " + b"[" * 3000,
    "nul": b"\0hunter2" * 100,
    "empty": b"",
}


def ended(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int | str | None, str]:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    shown = capsys.readouterr()
    return stopped.value.code, shown.out + shown.err


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("report", ["text", "json", "github"])
def test_of_a_parent_that_is_no_ruleset_nothing_is_shown(
    secret: str, report: str, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.toml").write_bytes(SECRETS[secret])
    write("club", head='extends = "./secret.toml"')
    code, shown = ended(["check", "club.toml", "--format", report], capsys)
    assert code == 1 and "this file is not a ruleset" in shown and "hunter2" not in shown


@pytest.mark.parametrize("secret", SECRETS)
def test_of_what_a_case_calls_a_ruleset_nothing_is_shown_unless_it_is_one(
    secret: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.toml").write_bytes(SECRETS[secret])
    case = f'[[case]]\nname = "a"\nrules = ["{(tmp_path / "secret.toml").as_posix()}"]\n'
    (tmp_path / "a.cases.toml").write_text(case, encoding="utf-8")
    code, shown = ended(["verify", str(tmp_path / "a.cases.toml")], capsys)
    assert code == 2 and "this file is not a ruleset" in shown and "hunter2" not in shown


@pytest.mark.skipif(not Path("/proc/self/environ").is_file(), reason="needs Linux's /proc")
def test_the_environment_is_no_parent(
    write: Write, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("club", head='extends = "/proc/self/environ"')
    code, shown = ended(["check", "club.toml"], capsys)
    assert code == 1 and "PATH=" not in shown and "this file is not a ruleset" in shown


@pytest.mark.parametrize("head", ["[ruleset]", "\ufeff [ ruleset ]", '["ruleset"]', "ruleset.id = 'base' #"])
def test_a_parent_that_is_a_ruleset_shows_the_line_at_fault(head: str, write: Write, tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(f"{head}\nname = what\n", encoding="utf-8")
    found = examine(write("club", head='extends = "base.toml"'))[1]
    assert "name = what" in [problem.source_line for problem in found]


@pytest.mark.parametrize("there", [True, False], ids=["there", "not there"])
@pytest.mark.parametrize("parent", ["../outside.toml", "sub/../../outside.toml", "{absolute}", "./link.toml"])
def test_untrusted_files_stand_on_nothing_outside_their_folder(
    parent: str, there: bool, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path / "outside.toml"
    if there:
        outside.write_text('[ruleset]\nid = "outside"\nname = "hunter2"\n', encoding="utf-8")
    path = write("clubs/club", head=f'extends = "{parent.format(absolute=outside.as_posix())}"')
    (path.parent / "link.toml").symlink_to(outside)
    (path.parent / "sub").mkdir()
    code, shown = ended(["check", "clubs/club.toml", "--untrusted"], capsys)
    assert code == 1 and "is outside the folder of the file" in shown and "hunter2" not in shown


def test_untrusted_files_stand_on_their_folder_and_on_bundled_rulesets(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write("clubs/base", head='extends = "ema-2016"')
    write("clubs/towns/club", head='extends = "../base.toml"')
    assert ended(["check", "clubs/", "--untrusted"], capsys)[0] == 0
    assert ended(["check", "clubs/base.toml", "ema-2016", "--untrusted"], capsys)[0] == 0
    assert ended(["check", "clubs/towns/club.toml", "--untrusted"], capsys)[0] == 1


def test_an_untrusted_file_may_be_no_link_out_of_its_folder(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret").write_bytes(SECRETS["passwd"])
    write("clubs/club")
    (tmp_path / "clubs/other.toml").symlink_to(tmp_path / "secret")
    for given in ("clubs", "clubs/other.toml"):
        code, shown = ended(["check", given, "--untrusted"], capsys)
        assert code == 1 and "this link points outside its folder" in shown and "hunter2" not in shown


def test_untrusted_files_run_no_plugin_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = ended(["check", "ema-2016", "--untrusted", "--allow-local-plugins"], capsys)
    assert code == 2 and "cannot be combined" in shown


@pytest.mark.parametrize("name", ["con", "aux.x", "NUL", "a:b", "<script>", "a|b", ".hidden", "end.", " x", "x" * 101])
def test_an_id_that_no_folder_can_have_everywhere_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"{name}.toml").write_text(f'[ruleset]\nid = "{name}"\nname = "X"\nextends = "tenhou"\n', encoding="utf-8")
    code, shown = ended(["check", f"./{name}.toml"], capsys)
    assert code == 1 and "KR107" in shown and ("reserves the name" in shown or "not every system allows" in shown)


@pytest.mark.parametrize("name", ["木曜会", "club_2.1", "Thursday", "a b"])
def test_an_id_may_have_letters_of_any_language(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"{name}.toml").write_text(f'[ruleset]\nid = "{name}"\nname = "X"\nextends = "tenhou"\n', encoding="utf-8")
    assert "not every system" not in ended(["check", f"./{name}.toml"], capsys)[1]
