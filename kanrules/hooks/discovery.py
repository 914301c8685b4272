"""Plugins as they are found: by entry point or as a file beside a ruleset, and looked over before anybody asks them.

Nothing of the machine is imported here: whoever only reads a ruleset pays for its plugins, not for a table.
"""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kanrules.errors import PluginError
from kanrules.hooks.faults import attribute, let_pass, one_line
from kanrules.hooks.specs import ARGUMENTS, HOOKS
from kanrules.law.options import Options

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "kanrules"
"""The entry-point group in which plugins are found; the entry point's name is the name in `plugins = [...]`."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A plugin that is installed: its name, the distribution and version that bring it, where it is."""

    name: str
    distribution: str
    version: str
    source: str


def installed() -> list[Installed]:
    """Every plugin found by entry point, sorted by name; none of them is imported."""
    from importlib.metadata import entry_points

    found = []
    for point in entry_points(group=GROUP):
        dist = point.dist
        found.append(Installed(point.name, dist.name if dist else "", dist.version if dist else "", point.value))
    return sorted(found, key=lambda plugin: plugin.name)


def load(name: str, *, beside: Path | None = None, allow_local: bool = False) -> object:
    """The plugin of this name: an installed one, or with `./` a file beside the ruleset, which runs code and must be
    allowed.

    Raises PluginError (KR108) where there is none, where it may not be run, or where importing it fails.
    """
    if name.startswith("./") or name.endswith(".py"):
        return _load_file(name, beside, allow_local)
    found = entry_points_of(tuple(sys.path), GROUP)
    if name not in found:
        close = difflib.get_close_matches(name, found, n=1)
        # No command is offered: who can choose the name in a stranger's file could choose what is installed by it.
        hint = f"did you mean {close[0]!r}?" if close else "`kanrules plugins` lists those that are"
        raise PluginError(f"plugin {one_line(name)} is not installed", plugin=name, hint=hint)
    brought_by = {distribution(point): point for point in found[name]}
    if len(brought_by) > 1:
        both = " and ".join(sorted(brought_by))
        text = f"plugin {name!r} is brought by {len(brought_by)} distributions, {both}"
        raise PluginError(text, plugin=name, hint="uninstall all but one of them")
    try:
        plugin: object = found[name][0].load()
    except BaseException as error:
        let_pass(error)
        message = f"plugin {name!r} cannot be imported: {type(error).__name__}: {one_line(error, str)}"
        raise PluginError(message, plugin=name) from error
    return plugin


@lru_cache(maxsize=8)
def entry_points_of(path: tuple[str, ...], group: str) -> dict[str, list[EntryPoint]]:
    """Return the entry points of this group along this path, by name.

    Kept, since looking through all distributions takes longer than reading a ruleset.
    """
    # Most rulesets have no plugin, and what reads distributions reads mail headers.
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, []).append(point)
    return found


def distribution(point: EntryPoint) -> str:
    """Return name and version of the distribution of an entry point.

    An entry point that is found twice along the path, as in a clone, has the same distribution both times.
    """
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _load_file(name: str, beside: Path | None, allow_local: bool) -> object:
    if beside is None:
        raise PluginError(f"plugin {name!r} is a file beside a ruleset, and this ruleset is not a file", plugin=name)
    if not allow_local:
        raise PluginError(
            f"plugin {name!r} is a file that would run code", plugin=name, hint="allow it with --allow-local-plugins"
        )
    if not name.endswith(".py") or "\0" in name:
        raise PluginError(
            f"plugin {one_line(name)} is no Python file", plugin=name, hint="expected a name such as './house.py'"
        )
    path = (beside / name).resolve()
    if not path.is_relative_to(beside.resolve()):
        raise PluginError(
            f"plugin {one_line(name)} lies outside the folder of the ruleset", plugin=name, hint="expected a file in it"
        )
    if not is_file(path):
        raise PluginError(
            f"plugin {one_line(name)}: there is no file {one_line(path.name, str)} beside the ruleset", plugin=name
        )
    spec = importlib.util.spec_from_file_location(f"kanrules_local_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise PluginError(f"plugin {one_line(name)} cannot be run: Python knows no way to load it", plugin=name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        let_pass(error)
        sys.modules.pop(spec.name, None)
        message = f"plugin {name!r} cannot be run: {type(error).__name__}: {one_line(error, str)}"
        raise PluginError(message, plugin=name) from error
    return module


def is_file(path: Path) -> bool:
    """Whether there is a file of this name, which may be one that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def check_hooks(name: str, plugin: object) -> None:
    """Raises PluginError (KR108) for a misspelt hook or argument, a hook without its `@hookimpl`, a plugin without any
    hook, and one that cannot be looked at.
    """
    try:
        _examine(name, plugin)
    except PluginError as error:
        raise PluginError(error.reason, plugin=name, hint=error.hint) from error.__cause__
    except BaseException as error:
        let_pass(error)
        message = f"plugin {name!r} cannot be looked at: {type(error).__name__}: {one_line(error, str)}"
        raise PluginError(message, plugin=name) from error


def _examine(name: str, plugin: object) -> None:
    hooks = 0
    for called in dir(plugin):
        member = getattr(plugin, called, None)
        marks = getattr(member, "kanrules_impl", None)
        if not isinstance(marks, dict):
            if (
                called in HOOKS
                and inspect.isfunction(member)
                and member.__module__ == getattr(plugin, "__name__", None)
            ):
                raise PluginError(f"plugin {name!r}: {called} is not marked", hint="write @hookimpl above it")
            continue
        hook = marks.get("specname") or called
        if marks.get("hookwrapper"):
            # What it forces on the others' answer would reach the table unchecked.
            raise PluginError(f"plugin {name!r}, hook {hook}: expected @hookimpl(wrapper=True), not hookwrapper=True")
        if hook not in ARGUMENTS:
            raise PluginError(f"plugin {name!r}: there is no hook {hook!r}", hint=_meant(hook, HOOKS))
        hooks += 1
        for parameter in inspect.signature(member).parameters.values():  # type: ignore[arg-type]  # marked functions only
            if parameter.default is parameter.empty and parameter.name not in ARGUMENTS[hook]:
                raise PluginError(
                    f"plugin {name!r}, hook {hook}: there is no argument {parameter.name!r}",
                    hint=_meant(parameter.name, ARGUMENTS[hook]),
                )
    if not hooks:
        raise PluginError(f"plugin {name!r} answers no hook", hint=f"the hooks are {', '.join(HOOKS)}")
    presupposed(name, plugin)
    superseded(name, plugin)


def superseded(name: str, plugin: object) -> tuple[str, ...]:
    """The keys of a ruleset that a plugin means to overrule, as its `supersedes` lists them.

    Raises PluginError (KR108) where that is no list of keys.
    """
    found = attribute(name, plugin, "supersedes", ())
    if not isinstance(found, (tuple, list)) or not all(isinstance(key, str) for key in found):
        shape = 'write supersedes = ("kandora.daiminkan",)'
        raise PluginError(f"plugin {name!r}: supersedes is no list of keys", plugin=name, hint=shape)
    for key in found:
        _check_key(name, "supersedes", key)
    return tuple(found)


def _fields(table: Any) -> list[str]:
    return [field.name for field in fields(table)]


def _check_key(name: str, where: str, key: str) -> None:
    table, _, field = key.partition(".")
    options = Options()
    if not hasattr(getattr(options, table, None), field):
        known = [f"{one}.{two}" for one in _fields(options) for two in _fields(getattr(options, one))]
        close = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else ""
        raise PluginError(f"plugin {name!r}, {where}: there is no key {key!r}", plugin=name, hint=hint)


def presupposed(name: str, plugin: object) -> Mapping[str, Mapping[str, Any]]:
    """What a plugin's answers presuppose: by hook, or by `penalty.` and a foul, the keys of the ruleset and their
    values.

    Raises PluginError (KR108) where `presupposes` is no such table.
    """
    found = attribute(name, plugin, "presupposes", {})
    shape = 'write presupposes = {"penalty.fifth_kan": {"fifth_kan.policy": "forbidden"}}'
    if not isinstance(found, Mapping) or not all(isinstance(needed, Mapping) for needed in found.values()):
        raise PluginError(f"plugin {name!r}: presupposes is no table of tables", plugin=name, hint=shape)
    for answer, needed in found.items():
        hook, _, foul = str(answer).partition(".")
        if hook not in ARGUMENTS or (foul and hook != "penalty"):
            raise PluginError(
                f"plugin {name!r}, presupposes: there is no hook {hook!r}", plugin=name, hint=_meant(hook, HOOKS)
            )
        for key in needed:
            _check_key(name, "presupposes", str(key))
    return found


def silenced(name: str, plugin: object, options: Options) -> frozenset[str]:
    """The answers of a plugin, as `presupposes` names them, that lapse under these options."""

    def holds(key: str, value: object) -> bool:
        table, _, field = key.partition(".")
        return bool(getattr(getattr(options, table), field) == value)

    return frozenset(
        answer
        for answer, needed in presupposed(name, plugin).items()
        if not all(holds(key, value) for key, value in needed.items())
    )


def _meant(word: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
