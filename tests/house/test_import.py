"""What `import kanrules` offers."""

from __future__ import annotations

import subprocess
import sys
import types

import kanrules


def test_every_public_name_can_be_had_and_none_is_a_module() -> None:
    for name in kanrules.__all__:
        assert not isinstance(getattr(kanrules, name), types.ModuleType), name


def test_the_functions_of_the_contract_stay_functions_whatever_is_imported() -> None:
    # A submodule of the same name would take the function's place once something imports it.
    import pkgutil

    submodules = {module.name for module in pkgutil.iter_modules(kanrules.__path__)}
    assert not submodules & {name for name in kanrules.__all__ if name[0].islower()} - {"hookimpl"}


def test_a_documented_module_can_be_had_from_a_bare_import() -> None:
    program = (
        "import sys, kanrules; assert 'kanrules.svg' not in sys.modules; print(kanrules.svg.tile('0p')[:4], 'svg' in "
        "dir(kanrules))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "<svg True"


def test_all_is_sorted_and_complete() -> None:
    assert sorted(kanrules.__all__) == kanrules.__all__
    assert set(kanrules.__all__) == set(kanrules._HOME)


def test_importing_kanrules_imports_nothing_heavy() -> None:
    program = (
        "import sys, kanrules; print([m for m in ('pydantic', 'pluggy', 'rich', 'click', 'mahjong') if m in "
        "sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    try:
        kanrules.kakan  # type: ignore[attr-defined]  # noqa: B018
    except AttributeError as error:
        assert "kakan" in str(error)
    else:
        raise AssertionError("no such name")
