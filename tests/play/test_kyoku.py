"""One hand as people hold it, over a machine that knows no names of rulesets and no case files."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kanrules
from kanrules import Draw, Game, Kyoku, RulesetError, Seat, load_ruleset
from kanrules.kyoku import machine
from kanrules.testing import CaseBuilder
from tests.parsed import parsed

PACKAGE = Path(kanrules.__file__).parent


def modules() -> dict[str, ast.Module]:
    return {path.relative_to(PACKAGE).as_posix(): parsed(path) for path in PACKAGE.rglob("*.py")}


def calls(name: str) -> set[str]:
    """The modules that call this function by its bare name."""
    return {
        module
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    }


def test_a_hand_takes_a_ruleset_its_name_or_its_path(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('[ruleset]\nid = "club"\nname = "Club"\nextends = "ema-2016"\n', encoding="utf-8")
    by_ruleset = Kyoku(load_ruleset("ema-2016"), seed=7)
    for given in ("ema-2016", club, str(club)):
        kyoku = Kyoku(given, seed=7)
        assert kyoku.table() == by_ruleset.table()
        assert kyoku.options == by_ruleset.options
    with pytest.raises(RulesetError):
        Kyoku("no-such-book", seed=7)


def test_a_hand_stays_of_its_class_however_it_begins() -> None:
    case = CaseBuilder("x").rules("tenhou").given(turn="south", live="9p").case()
    kyoku = Kyoku.from_case(case)
    kyoku.push(Draw(Seat.SOUTH))
    assert type(kyoku) is type(kyoku.copy()) is type(Game("tenhou", seed=1).kyoku) is Kyoku


def test_the_machines_own_class_knows_no_names_and_no_cases() -> None:
    assert issubclass(Kyoku, machine.KyokuMachine)
    assert not hasattr(machine.KyokuMachine, "from_case")
    with pytest.raises(AttributeError):
        machine.KyokuMachine("tenhou", seed=1)  # type: ignore[arg-type]


@pytest.mark.rest
def test_modules_are_imported_by_name_only_where_a_package_loads_its_own_names_late() -> None:
    # A command, a format, or a tool of the live site is loaded when it is first asked for.
    by_table = {"cli/program.py", "records/formats.py", "site/live/answer.py"}
    assert calls("import_module") == {"__init__.py", "testing/__init__.py", *by_table}


def test_no_cache_goes_by_identity() -> None:
    assert not calls("id")


def test_no_sentence_of_an_error_steers_the_program() -> None:
    steered = {
        module
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in ("startswith", "endswith", "removeprefix", "partition", "split")
        and ast.unparse(node.value) in ("str(error)", "error.args[0]")
    }
    assert not steered
