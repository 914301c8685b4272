"""One name means one thing: classes, functions that are used by their bare name, and modules."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest

from kanrules.records import FORMATS
from tests.house.test_public_names import MODULES
from tests.parsed import parsed

PACKAGE = Path(__file__).parents[2] / "kanrules"
QUALIFIED = ("kanrules.svg",)
"""Public modules whose functions the docs call by the module's name: `svg.table(...)`."""


@cache
def _trees() -> Mapping[str, ast.Module]:
    """By dotted name, every module of the package but the pack's kit, which is shipped to other projects."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if PACKAGE / "pack" / "kit" not in path.parents:
            name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
            found[name] = parsed(path)
    return found


def _homes(kind: type[ast.ClassDef] | type[ast.FunctionDef]) -> dict[str, set[str]]:
    homes: dict[str, set[str]] = defaultdict(set)
    for module, tree in _trees().items():
        for node in tree.body:
            if isinstance(node, kind):
                homes[node.name.lstrip("_") if kind is ast.ClassDef else node.name].add(module)
    return homes


@cache
def _imports() -> Mapping[str, frozenset[tuple[str, str]]]:
    """By module, every (module, name) that it imports by name, also inside functions."""
    return {
        module: frozenset(
            (node.module, alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        )
        for module, tree in _trees().items()
    }


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


@pytest.mark.rest
def test_no_two_classes_share_a_name() -> None:
    assert {name: sorted(homes) for name, homes in _homes(ast.ClassDef).items() if len(homes) > 1} == {}


def test_no_two_functions_that_other_rooms_import_by_name_share_it() -> None:
    abroad: dict[str, set[str]] = defaultdict(set)
    homes = _homes(ast.FunctionDef)
    for module, imported in _imports().items():
        for source, name in imported:
            if source in homes.get(name, ()) and _room(source) != _room(module) and _room(module):
                abroad[name].add(source)
    assert len(abroad) > 100
    assert {name: sorted(sources) for name, sources in abroad.items() if len(sources) > 1} == {}


def _public_functions() -> Iterator[tuple[str, str]]:
    for module in MODULES:
        loaded = import_module(module)
        for name in loaded.__all__:
            value = getattr(loaded, name)
            if isfunction(value) and module not in QUALIFIED:
                yield name, value.__module__


@pytest.mark.parametrize(("name", "home"), sorted(set(_public_functions())))
def test_a_public_function_shares_its_name_with_no_other_that_is_imported_by_name(name: str, home: str) -> None:
    others = _homes(ast.FunctionDef)[name] - {home}
    assert not {
        module
        for module, imported in _imports().items()
        for other in others
        if (other, name) in imported and other != home
    }


def _parts(modules: set[str]) -> list[set[str]]:
    """These modules in groups: within one, each imports or is imported by another of the group."""
    left, groups = set(modules), []
    while left:
        group = {left.pop()}
        while found := {one for one in left if any(_knows(one, other) or _knows(other, one) for other in group)}:
            group |= found
            left -= found
        groups.append(group)
    return groups


def _knows(module: str, other: str) -> bool:
    parent, _, stem = other.rpartition(".")
    return any(source == other or (source == parent and name == stem) for source, name in _imports()[module])


def test_modules_share_a_stem_only_if_they_are_one_thing_at_several_layers() -> None:
    # A command is a file of cli/ over a file of desk/ or report/, which it imports. A format keeps its
    # name in every room that reads or writes it.
    given = set(FORMATS)
    stems: dict[str, set[str]] = defaultdict(set)
    for module in _trees():
        path = PACKAGE.parent.joinpath(*module.split("."))
        if not path.is_dir():
            stems[module.rpartition(".")[2]].add(module)
    apart = {
        stem: sorted(modules)
        for stem, modules in stems.items()
        if len(modules) > 1 and stem not in given and len(_parts(modules)) > 1
    }
    assert apart == {}
    assert {"ask", "pay", "sheet"} <= {stem for stem, modules in stems.items() if len(modules) > 1}
