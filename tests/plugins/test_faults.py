"""Whatever a plugin does wrong is its own fault, by its name (KR108): never a traceback, never another's, never exit
0."""

from __future__ import annotations

import importlib.util
import os
import py_compile
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kanrules import Instant, Liability, Penalty, PenaltyType, Seat, hookimpl
from kanrules.cases.case import CaseBuilder
from kanrules.cases.run import play_case
from kanrules.errors import PluginError
from kanrules.hooks import discovery
from kanrules.hooks.discovery import check_hooks
from kanrules.ruleset import Problem, RulesetError, load_ruleset
from tests.plugins.conftest import played
from tests.plugins.test_judge import SOUTH_KANS, plugin, under

GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
HEAD = "from kanrules import *\nfrom kanrules import hookimpl\n"
ENDS = ["SystemExit(0)", "GeneratorExit()", "BaseException('x')", "RecursionError('x')", "StopIteration(1)"]


def local(folder: Path, text: str, name: str = "./house.py") -> Path:
    (folder / "house.py").write_text(HEAD + text, encoding="utf-8")
    (folder / "club.toml").write_text(
        f'[ruleset]\nid = "club"\nextends = "tenhou"\nplugins = [\'{name}\']\n', encoding="utf-8"
    )
    return folder / "club.toml"


def refused(path: Path) -> Problem:
    with pytest.raises(RulesetError) as stopped:
        load_ruleset(path, allow_local_plugins=True)
    [problem] = stopped.value.problems
    assert problem.code == "KR108" and "house" in problem.message
    return problem


def end_of(error: str) -> Any:
    def hook(kan: Any) -> Any:
        raise eval(error)

    return hook


@pytest.mark.parametrize("error", ENDS)
@pytest.mark.parametrize("traced", [False, True], ids=["plain", "traced"])
def test_what_a_hook_raises_is_its_plugins_fault(error: str, traced: bool) -> None:
    rules = under(plugin(after_rinshan=lambda kan: None), plugin(reveal_kandora=end_of(error)))
    case = CaseBuilder("a case").given(**SOUTH_KANS).play("south ankan 1m").case()
    with pytest.raises(PluginError, match=r"^plugin 'p2', hook reveal_kandora: raised ") as found:
        play_case(case, rules, trace=traced)
    assert found.value.plugin == "p2"


def test_the_line_that_is_named_is_the_plugins_own() -> None:
    def hook(kan: Any, table: Any) -> Any:
        return table.no_such_field

    case = CaseBuilder("a case").given(**SOUTH_KANS).play("south ankan 1m").case()
    with pytest.raises(PluginError, match=r"raised AttributeError: .*no_such_field.* \(test_faults\.py:\d+\)"):
        play_case(case, under(plugin(reveal_kandora=hook)))


def wrapper(course: Any) -> object:
    return type("Wrapper", (), {"reveal_kandora": staticmethod(hookimpl(wrapper=True)(course))})()


@pytest.mark.parametrize("error", ENDS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_what_a_wrapper_raises_is_its_plugins_fault(error: str, when: str) -> None:
    def course(kan: Any) -> Any:
        if when == "before":
            raise eval(error)
        yield
        raise eval(error)

    with pytest.raises(PluginError, match=r"^plugin 'p1', hook reveal_kandora: raised "):
        played(under(wrapper(course)), SOUTH_KANS, "south ankan 1m")


def test_a_wrapper_yields_once() -> None:
    def twice(kan: Any) -> Any:
        answer = yield
        yield answer
        return answer

    def never(kan: Any) -> Any:
        if kan is None:
            yield
        return Instant.NEVER

    with pytest.raises(PluginError, match=r"^plugin 'p1', hook reveal_kandora: this wrapper yields more than once"):
        played(under(wrapper(twice)), SOUTH_KANS, "south ankan 1m")
    with pytest.raises(PluginError, match=r"^plugin 'p1', hook reveal_kandora: this wrapper does not yield"):
        played(under(wrapper(never)), SOUTH_KANS, "south ankan 1m")


def test_what_goes_through_a_wrapper_is_blamed_on_the_plugin_inside() -> None:
    seen: list[str] = []

    def course(kan: Any) -> Any:
        try:
            return (yield)
        finally:
            seen.append("passed")

    with pytest.raises(PluginError, match=r"^plugin 'p2', hook reveal_kandora: raised ValueError"):
        played(under(wrapper(course), plugin(reveal_kandora=end_of("ValueError('x')"))), SOUTH_KANS, "south ankan 1m")
    assert seen == ["passed"]


def test_a_wrapper_may_still_answer_for_a_plugin_that_fails() -> None:
    def course(kan: Any) -> Any:
        try:
            return (yield)
        except PluginError:
            return Instant.NEVER

    rules = under(wrapper(course), plugin(reveal_kandora=end_of("ValueError('x')")))
    assert len(played(rules, SOUTH_KANS, "south ankan 1m").kyoku.indicators) == 1


def test_a_wrapper_of_the_old_kind_whose_answer_nobody_checks_is_refused() -> None:
    def course(kan: Any) -> Any:
        outcome = yield
        outcome.force_result("junk")

    old = type("Old", (), {"reveal_kandora": staticmethod(hookimpl(hookwrapper=True)(course))})()
    with pytest.raises(PluginError, match=r"expected @hookimpl\(wrapper=True\)"):
        check_hooks("old", old)


def test_an_error_that_a_plugin_makes_up_blames_nobody_else() -> None:
    liar = end_of("PluginError(\"plugin 'innocent', hook rob_kan: raised ValueError\")")
    with pytest.raises(PluginError, match=r"^plugin 'p1', hook reveal_kandora: raised PluginError: plugin 'innocent'"):
        played(under(plugin(reveal_kandora=liar)), SOUTH_KANS, "south ankan 1m")


class Bomb:
    def _explode(self, *_: object) -> Any:
        raise SystemExit(0)

    __repr__ = __str__ = __eq__ = __hash__ = __format__ = _explode  # type: ignore[assignment]


@pytest.mark.parametrize(
    "answer",
    [
        Bomb(),
        [Bomb()],
        Liability(Bomb(), "daisangen"),  # type: ignore[arg-type]
        Liability(Seat.EAST, Bomb()),  # type: ignore[arg-type]
    ],
)
def test_an_answer_that_ends_the_program_when_it_is_looked_at_is_its_plugins_fault(answer: object) -> None:
    rules = under(plugin(liability=lambda call: answer))
    with pytest.raises(PluginError, match=r"^plugin 'p1', hook liability: "):
        played(rules, SOUTH_KANS, "south ankan 1m")


def test_an_answers_other_fields_may_be_bombs_too() -> None:
    from kanrules.hooks.answers import check_answer

    for answer in (Penalty(PenaltyType.CHOMBO, Bomb()), Penalty(Bomb(), 0)):  # type: ignore[arg-type]
        with pytest.raises(PluginError, match=r"^plugin 'x', hook penalty: "):
            check_answer("x", "penalty", answer)


@pytest.mark.parametrize(
    "text",
    [
        "def __getattr__(name): raise RuntimeError('x')\n@hookimpl\ndef rob_kan(kan): pass\n",
        "def __getattr__(name): raise SystemExit(0)\n@hookimpl\ndef rob_kan(kan): pass\n",
        "def __dir__(): raise SystemExit(0)\n",
        "raise SystemExit(0)",
        "raise GeneratorExit",
        "raise BaseException",
        "class E(BaseException):\n    def __str__(self): raise SystemExit(0)\nraise E",
        "import sys\ndel sys.modules[__name__]\nraise ValueError",
        "@hookimpl\ndef amend_rules(rules, options): raise SystemExit(0)",
        "@hookimpl\ndef amend_rules(rules, options): raise PluginError(\"plugin 'core' is at fault\")",
        (
            "class K:\n    def __str__(self): raise SystemExit(0)\n"
            "@hookimpl\ndef amend_rules(rules, options): return {K(): 1}"
        ),
        (
            "from dataclasses import dataclass\n@dataclass\nclass options:\n    x: 'exit()' = 1\n"
            "@hookimpl\ndef rob_kan(kan): pass\n"
        ),
    ],
)
def test_a_plugin_that_cannot_be_looked_at_is_refused_by_name(text: str, tmp_path: Path) -> None:
    refused(local(tmp_path, text))


# --- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["x --index-url http://evil kanrules", "-r http://evil", "a;b", "a\nb", "$(x)", "a" * 200, ".x", "x-", "é"]
)
def test_what_is_no_name_of_a_distribution_becomes_part_of_no_command(name: str) -> None:
    with pytest.raises(PluginError) as found:
        discovery.load(name)
    assert "pip install" not in str(found.value) and "\n" not in str(found.value)


def test_not_even_a_name_that_might_be_one_is_said_to_be_had_anywhere() -> None:
    with pytest.raises(
        PluginError, match=r"^plugin 'zzz' is not installed; `kanrules plugins` lists the installed plugins$"
    ):
        discovery.load("zzz")


@pytest.mark.parametrize("name", ["{absolute}", "./../house.py", "../house.py", "./sub/../../house.py", "./link.py"])
def test_a_local_plugin_lies_in_the_folder_of_its_ruleset(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "club"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "house.py").write_text("raise SystemExit('it ran')", encoding="utf-8")
    (folder / "link.py").symlink_to(tmp_path / "house.py")
    path = local(folder, "", name.format(absolute=(tmp_path / "house.py").as_posix()))
    with pytest.raises(RulesetError, match="is outside the folder of the ruleset") as found:
        load_ruleset(path, allow_local_plugins=True)
    assert "it ran" not in str(found.value)


def test_a_local_plugin_is_its_source_and_leaves_no_bytecode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = local(tmp_path, "@hookimpl\ndef after_rinshan(kan): pass\n")
    source = tmp_path / "house.py"
    load_ruleset(path, allow_local_plugins=True)
    assert not (tmp_path / "__pycache__").exists()
    # Bytecode of other code, with the date and size of the source: Python itself would run it.
    other = tmp_path / "other.py"
    other.write_text("raise SystemExit('it ran')".ljust(source.stat().st_size), encoding="utf-8")
    os.utime(other, ns=(source.stat().st_mtime_ns,) * 2)
    stale = importlib.util.cache_from_source(str(source))
    py_compile.compile(str(other), stale, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.TIMESTAMP)
    load_ruleset(path, allow_local_plugins=True)


@pytest.mark.parametrize("name", ["./evil.txt", "./", "./house", "./house.so", "./a\\u0000.py"])
def test_a_local_plugin_is_a_python_file(name: str, tmp_path: Path) -> None:
    path = local(tmp_path, "")
    path.write_text(path.read_text().replace("'./house.py'", f'"{name}"'), encoding="utf-8")
    with pytest.raises(RulesetError, match=r"is not a Python file|invisible character"):
        load_ruleset(path, allow_local_plugins=True)


def test_a_program_that_a_plugin_would_end_ends_with_2_and_its_name(tmp_path: Path) -> None:
    path = local(
        tmp_path,
        "class Answer:\n    def __repr__(self): raise SystemExit(0)\n\n@hookimpl\n"
        "def four_kans(kan): return Answer()\n",
    )
    command = [sys.executable, "-m", "kanrules", "replay", str(GAME), "--rules", str(path), "--allow-local-plugins"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 2 and "plugin 'house', hook four_kans: answered" in ended.stderr
