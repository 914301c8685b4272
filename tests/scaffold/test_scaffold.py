"""`kanrules new plugin`: a whole distribution that passes its own tests as it stands."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.hooks.specs import HOOKS
from kanrules.locale import translator
from kanrules.report.sheet import plugin_sentences
from kanrules.ruleset import library, load_ruleset
from kanrules.scaffold import FILES, OF_OBSERVERS, OWN_TEMPLATES, club, plugin_files
from tests.cli.running import run as run_command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of `kanrules new plugin`."""
    with pytest.raises(SystemExit) as end:
        main(["new", "plugin", *words])
    shown = capsys.readouterr()
    assert isinstance(end.value.code, int)
    return end.value.code, shown.out, shown.err


def test_every_file_is_written_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "late-kan", "--into", str(tmp_path))
    assert code == 0
    folder = tmp_path / "kanrules-late-kan"
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert (
        written
        == set(plugin_files("late-kan"))
        == {
            "pyproject.toml",
            "README.md",
            "kanrules_late_kan/__init__.py",
            "kanrules_late_kan/late-kan.toml",
            "kanrules_late_kan/late-kan.cases.toml",
            "tests/test_late_kan.py",
        }
    )
    assert all(f"written: {(folder / path).as_posix()}\n" in out for path in written)


@pytest.mark.parametrize("hook", HOOKS)
def test_no_word_of_a_template_is_left_open(hook: str) -> None:
    for path, text in plugin_files("one-two-3", hook).items():
        assert "@" not in text.replace("@hookimpl", "").replace("@dataclass", "").replace("@pytest", ""), path
        assert "house" not in text, path


@pytest.mark.parametrize("hook", HOOKS)
def test_a_new_plugin_is_typed_and_imports_what_its_types_name(hook: str) -> None:
    module = ast.parse(plugin_files("one-two-3", hook)["kanrules_one_two_3/__init__.py"])
    (function,) = (found for found in module.body if isinstance(found, ast.FunctionDef))
    kinds = [function.returns, *(argument.annotation for argument in function.args.args)]
    imports = [found for found in module.body if isinstance(found, ast.ImportFrom)]
    known = {alias.name for found in imports for alias in found.names} | {"bool", "str", "list"}
    for kind in kinds:
        assert kind is not None
        assert {found.id for found in ast.walk(kind) if isinstance(found, ast.Name)} <= known
    assert HOOKS[hook].observes or isinstance(function.body[-1], ast.Return)


def test_the_templates_are_all_used_and_shipped() -> None:
    folder = Path(__file__).parents[2] / "kanrules" / "scaffold"
    used = {*FILES, *OWN_TEMPLATES.values(), *OF_OBSERVERS.values(), *club.FILES}
    assert {path.name for path in folder.glob("*.in")} == used


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "kanrules-late-kan" / "README.md"
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    code, _, error = run(capsys, "late-kan", "--into", str(tmp_path))
    assert code == 2
    assert "already exists; nothing was written" in error
    assert mine.read_text(encoding="utf-8") == "mine"
    assert len(list(tmp_path.rglob("*"))) == 2


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Late-Kan", "not a valid plugin name"),
        ("late_kan", "not a valid plugin name"),
        ("../late", "not a valid plugin name"),
        ("7late", "beginning with a letter"),
        ("late-", "with single hyphens between them"),
        ("x" * 500 + "!", "not a valid plugin name"),
        ("club", "a plugin 'club' is already installed"),
        ("tenhou", "is already the id of a ruleset"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_what_was_expected(
    name: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, error = run(capsys, name, "--into", str(tmp_path))
    assert code == 2
    assert says in error
    assert len(error) < 300
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, error = run(capsys, "late-kan", "--into", str(tmp_path / "nowhere"))
    assert code == 2
    assert "does not exist" in error


def test_the_name_stands_where_it_must() -> None:
    project = tomllib.loads(plugin_files("late-kan")["pyproject.toml"])
    assert project["project"]["name"] == "kanrules-late-kan"
    assert project["project"]["entry-points"]["kanrules"] == {"late-kan": "kanrules_late_kan"}
    assert project["project"]["entry-points"]["kanrules.rulesets"] == {"late-kan": "kanrules_late_kan"}
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["kanrules_late_kan"]


@pytest.mark.parametrize("hook", HOOKS)
def test_a_rule_sheet_prints_the_rule_of_a_new_plugin(hook: str, tmp_path: Path) -> None:
    """Not the name of its hook. A plugin that only observes has no rule."""
    files = plugin_files("my-rule", hook)
    (tmp_path / "my-rule.py").write_text(files["kanrules_my_rule/__init__.py"], encoding="utf-8")
    text = files["kanrules_my_rule/my-rule.toml"].replace('"my-rule"]', '"./my-rule.py"]')
    (tmp_path / "my-rule.toml").write_text(text, encoding="utf-8")
    rules = load_ruleset(str(tmp_path / "my-rule.toml"), allow_local_plugins=True)
    said = [sentence for name, sentence in plugin_sentences(rules, translator("en")) if name == "my-rule"]
    own = {
        "before_kan": "An open kan needs at least 12 tiles in the live wall.",
        "amend_rules": "The kan dora indicator of an open kan is turned with the next discard.",
    }
    rule = files["README.md"].splitlines()[2].removeprefix("A plugin for kanrules. ")
    assert said == ([] if HOOKS[hook].observes else [own.get(hook, rule)])


@pytest.mark.parametrize("hook", HOOKS)
def test_the_ruleset_in_the_readme_of_a_new_plugin_passes_check(
    hook: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = plugin_files("my-rule", hook)
    (tmp_path / "my-rule.py").write_text(files["kanrules_my_rule/__init__.py"], encoding="utf-8")
    shown = files["README.md"].partition("Name it in a ruleset:\n")[2].partition("To work on it:")[0]
    text = textwrap.dedent(shown).replace('"my-rule"]', '"./my-rule.py"]')
    assert "./my-rule.py" in text
    (tmp_path / "my-club.toml").write_text(text, encoding="utf-8")
    code, out, err = run_command(capsys, "check", str(tmp_path / "my-club.toml"), "--allow-local-plugins")
    assert code == 0, out + err
    assert "in force until" not in out + err


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A new plugin, installed as an editable install would leave it."""
    return install(tmp_path, "quiet-kan", "before_kan")


def install(folder: Path, plugin: str, hook: str) -> Path:
    for path, text in plugin_files(plugin, hook).items():
        file = folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"kanrules_{plugin.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    points = [
        f"[{group}]\n{name} = {value}\n"
        for group, held in project["entry-points"].items()
        for name, value in held.items()
    ]
    (info / "entry_points.txt").write_text("".join(points), encoding="utf-8")
    return folder


def python(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(Path(__file__).parents[2])))}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=site, env=environment, capture_output=True, text=True, encoding="utf-8"
    )


@pytest.mark.rest
@pytest.mark.parametrize(
    ("which", "said"),
    [("not conforms", "6 passed, 1 deselected"), pytest.param("", "7 passed", marks=pytest.mark.long)],
)
def test_a_new_plugin_passes_its_own_tests_at_once(which: str, said: str, site: Path) -> None:
    done = python(site, "pytest", "-q", "-p", "no:cacheprovider", "-k", which)
    assert done.returncode == 0, done.stdout
    assert said in done.stdout


@pytest.mark.needs("ruff")
def test_a_new_plugin_is_clean_to_a_linter(site: Path) -> None:
    rules = ("--isolated", "--line-length", "120", "--select", "E,F,W,I,UP,B,D1", "--ignore", "D103")
    checked = python(site, "ruff", "check", *rules, "kanrules_quiet_kan", "tests")
    assert checked.returncode == 0, checked.stdout


@pytest.mark.rest
def test_a_broken_plugin_fails_its_own_tests(site: Path) -> None:
    source = site / "kanrules_quiet_kan" / "__init__.py"
    text = source.read_text(encoding="utf-8")
    assert ">= needed" in text
    source.write_text(text.replace(">= needed", "> needed"), encoding="utf-8")
    done = python(site, "pytest", "-q", "-p", "no:cacheprovider", "-k", "not conforms")
    assert done.returncode == 1
    assert "With twelve live tiles left an open kan is allowed" in done.stdout


@pytest.fixture(scope="module")
def every_hook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new plugin for each hook, all in one folder."""
    folder = tmp_path_factory.mktemp("hooks")
    for hook in HOOKS:
        install(folder, f"my-{hook.replace('_', '-')}", hook)
    return folder


@pytest.mark.rest
def test_a_new_plugin_for_any_hook_passes_its_cases_and_its_tests(every_hook: Path) -> None:
    done = python(
        every_hook, "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-k", "not conforms", *folders(every_hook)
    )
    assert done.returncode == 0, done.stdout
    for hook in HOOKS:
        name = f"my-{hook.replace('_', '-')}"
        assert f"{name}.cases.toml::" in done.stdout, hook
        assert f"tests/test_{name.replace('-', '_')}.py::" in done.stdout, hook


@pytest.mark.long
def test_a_new_plugin_for_any_hook_conforms(every_hook: Path) -> None:
    """Also where generated hands never reach the rule: then its own cases make it answer."""
    done = python(every_hook, "pytest", "-q", "-p", "no:cacheprovider", "-k", "conforms", "tests")
    assert done.returncode == 0, done.stdout


@pytest.fixture
def importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of which this process can import, as from an environment of its own."""
    with monkeypatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        library.installed.cache_clear()
        yield tmp_path
    library.installed.cache_clear()


@pytest.mark.rest
@pytest.mark.parametrize("hook", ["penalty", "rob_kan"])
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_rule_that_generated_hands_rarely_reach_is_checked_by_the_cases_of_its_ruleset(
    hook: str, importable: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"rare-{hook.replace('_', '-')}"
    site = install(importable, name, hook)
    code, out, err = run_command(capsys, "conformance", name, "--rules", name, "--hands", "8")
    assert code == 0, out + err
    assert "gave no valid answer" not in out
    (site / f"kanrules_rare_{hook}" / f"{name}.cases.toml").unlink()
    code, out, _ = run_command(capsys, "conformance", name, "--rules", name, "--hands", "8")
    assert code == 1
    assert "silent hooks: " + hook in out


def folders(site: Path) -> list[str]:
    return ["tests", *(path.name for path in sorted(site.glob("kanrules_*")) if path.is_dir() and "." not in path.name)]


def test_a_hook_that_does_not_exist_is_refused_with_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, error = run(capsys, "kan-furi", "--hook", "yakus", "--into", str(tmp_path))
    assert code == 2
    assert "yakus" in error and "yaku" in error.replace("yakus", "")
    assert not list(tmp_path.iterdir())
