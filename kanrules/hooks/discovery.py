"""Find plugins, by entry point or as a file next to a ruleset, and check their hooks before they are asked.

This module imports nothing of the machine, so that reading a ruleset with plugins stays fast.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kanrules.errors import PluginError
from kanrules.frozen import frozen
from kanrules.hooks.faults import attribute, let_pass, one_line
from kanrules.hooks.specs import HOOK_API, HOOKS
from kanrules.installation import distributions_with
from kanrules.law.options import Options, overruled
from kanrules.rulings import Source

BUNDLED = ("club", "ema", "wrc")
"""Plugins that come with kanrules. The test suite checks what they answer, under every bundled ruleset."""

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import CodeType

GROUP = "kanrules"
"""The entry-point group of plugins. The name of an entry point is the name in `plugins = [...]`."""


@frozen
class Installed:
    """An installed plugin: its name, its distribution and version, and where it is."""

    name: str
    distribution: str
    version: str
    source: str


def installed() -> list[Installed]:
    """Return every plugin that has an entry point, sorted by name, without importing any."""
    from importlib.metadata import entry_points

    found = []
    for point in entry_points(group=GROUP):
        dist = point.dist
        found.append(Installed(point.name, dist.name if dist else "", dist.version if dist else "", point.value))
    return sorted(found, key=lambda plugin: plugin.name)


def of_other_packages() -> tuple[str, ...]:
    """Return the names of the installed plugins that do not come with kanrules, without importing any."""
    return tuple(one.name for one in installed() if one.distribution != "kanrules")


def load(name: str, *, beside: Path | None = None, allow_local: bool = False) -> object:
    """Return the plugin of this name: an installed one, or with `./` a file or a folder next to the ruleset.

    Loading a file runs its code, so `allow_local` must be True. Raises PluginError (KR108) if the plugin does not
    exist, may not be run, or fails to import.
    """
    if name.startswith("./") or name.endswith(".py"):
        return _load_file(name, beside, allow_local)
    if name in BUNDLED and _no_others(tuple(sys.path)):
        return importlib.import_module(f"kanrules_{name}")
    found = entry_points_of(tuple(sys.path), GROUP)
    if name not in found:
        close = difflib.get_close_matches(name, found, n=1)
        # No install command is suggested: an untrusted file could otherwise choose what the user installs.
        hint = f"did you mean {close[0]!r}?" if close else "`kanrules plugins` lists the installed plugins"
        raise PluginError(f"plugin {one_line(name)} is not installed", plugin=name, hint=hint)
    brought_by = {distribution(point): point for point in found[name]}
    if len(brought_by) > 1:
        both = " and ".join(sorted(brought_by))
        text = f"plugin {name!r} is installed by {len(brought_by)} distributions, {both}"
        raise PluginError(text, plugin=name, hint="uninstall all but one of them")
    try:
        plugin: object = found[name][0].load()
    except BaseException as error:
        let_pass(error)
        message = f"plugin {name!r} cannot be imported: {type(error).__name__}: {one_line(error, str)}"
        raise PluginError(message, plugin=name) from error
    return plugin


@lru_cache(maxsize=8)
def _no_others(path: tuple[str, ...]) -> bool:
    """Return True if kanrules is the only distribution along a path that has plugins."""
    found = distributions_with(f"[{GROUP}]", path)
    return found is not None and len(found) == 1 and found[0].startswith("kanrules-")


@lru_cache(maxsize=8)
def entry_points_of(path: tuple[str, ...], group: str) -> dict[str, list[EntryPoint]]:
    """Return the entry points of a group along a path, by name.

    Cached, because searching all distributions takes longer than reading a ruleset.
    """
    # Imported late: most rulesets have no plugin, and reading distributions imports the email parser.
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, []).append(point)
    return found


def distribution(point: EntryPoint) -> str:
    """Return the name and version of an entry point's distribution."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _load_file(name: str, beside: Path | None, allow_local: bool) -> object:
    if beside is None:
        raise PluginError(f"plugin {name!r} is a file next to a ruleset, but this ruleset is not a file", plugin=name)
    if "\0" in name:
        raise PluginError(f"plugin {one_line(name)} is not a Python file", plugin=name, hint=_LOCAL)
    path = local_path(name, beside)
    if path.suffix != ".py":
        raise PluginError(f"plugin {one_line(name)} is not a Python file", plugin=name, hint=_LOCAL)
    if not allow_local:
        raise PluginError(
            f"plugin {name!r} is a file that would run code",
            plugin=name,
            hint="allow it with --allow-local-plugins, or in Python with allow_local_plugins=True",
        )
    path = path.resolve()
    if not path.is_relative_to(beside.resolve()):
        raise PluginError(
            f"plugin {one_line(name)} is outside the folder of the ruleset", plugin=name, hint="expected a file in it"
        )
    if not is_file(path):
        raise PluginError(
            f"plugin {one_line(name)}: there is no file {one_line(path.name, str)} next to the ruleset", plugin=name
        )
    # Two clubs may each have a plugin of this name; modules of one must not take those of the other.
    number = hashlib.sha256(os.fsencode(path)).hexdigest()[:8]
    module_name = f"{LOCAL_PREFIX}{Path(name).stem}_{number}"
    folder = [str(path.parent)] if path.name == _PACKAGE else None
    loader = _SourceAlone(module_name, str(path))
    spec = importlib.util.spec_from_file_location(module_name, path, loader=loader, submodule_search_locations=folder)
    if spec is None:
        raise PluginError(f"plugin {one_line(name)} cannot be run: Python cannot load it", plugin=name)
    for stale in [one for one in sys.modules if one.startswith(f"{module_name}.")]:
        del sys.modules[stale]
    if folder and _LocalModules not in sys.meta_path:
        sys.meta_path.insert(0, _LocalModules)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module here
    try:
        loader.exec_module(module)
    except BaseException as error:
        let_pass(error)
        sys.modules.pop(spec.name, None)
        own = [frame.lineno for frame in inspect.trace() if frame.filename == str(path)]
        where = f" ({path.name}:{own[-1]})" if own else ""
        message = f"plugin {name!r} cannot be run: {type(error).__name__}: {one_line(error, str)}{where}"
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        hint = ""
        if missing and not folder and is_file(path.parent / f"{missing.partition('.')[0]}.py"):
            hint = (
                f"for several files, make a folder {path.stem} with {_PACKAGE} and {missing}.py, list "
                f'"./{path.stem}", and write from .{missing} import ...'
            )
        raise PluginError(message, plugin=name, hint=hint) from error
    return module


LOCAL_PREFIX, _PACKAGE = "kanrules_local_", "__init__.py"
_LOCAL = "expected a name such as './house.py', or './house' for a folder with __init__.py"


def local_path(name: str, beside: Path) -> Path:
    """Return the file of a local plugin: the file itself, or the `__init__.py` of a folder."""
    path = beside / name
    try:
        return path / _PACKAGE if Path(name).name and path.is_dir() else path
    except (OSError, ValueError):
        return path


def local_files(name: str, beside: Path) -> list[Path]:
    """Return every Python file of a local plugin, relative to the folder of its ruleset."""
    path = local_path(name, beside)
    found = sorted(path.parent.rglob("*.py")) if path.name == _PACKAGE else [path]
    return [one.relative_to(beside) for one in found]


class _LocalModules:
    """Finds the modules of a local package, so that they too are read from the source alone."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        """Return the module of this name in the folder of its package."""
        if not name.startswith(LOCAL_PREFIX) or not path:
            return None
        for place in map(Path, path):
            stem = place / name.rpartition(".")[2]
            for file in (stem.with_name(f"{stem.name}.py"), stem / _PACKAGE):
                if is_file(file) and file.resolve().is_relative_to(place.resolve()):
                    folder = [str(stem)] if file.name == _PACKAGE else None
                    return importlib.util.spec_from_file_location(
                        name, file, loader=_SourceAlone(name, str(file)), submodule_search_locations=folder
                    )
        return None


class _SourceAlone(SourceFileLoader):
    """Load a module from the source that its reader has seen.

    It reads no bytecode, because a `__pycache__` folder beside the file may hold other code than the source shows. It
    writes none, because a command writes only what it is told to.
    """

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def is_file(path: Path) -> bool:
    """Return True if the path is a file; False for a path that the platform does not accept."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def check_hooks(name: str, plugin: object) -> None:
    """Raise PluginError (KR108) if a plugin cannot be used: a misspelt hook or argument, a hook without its
    `@hookimpl`, no hook at all, or an object that cannot be inspected.
    """
    try:
        _examine(name, plugin)
    except PluginError as error:
        raise PluginError(error.reason, plugin=name, hint=error.hint) from error.__cause__
    except BaseException as error:
        let_pass(error)
        message = f"plugin {name!r} cannot be inspected: {type(error).__name__}: {one_line(error, str)}"
        raise PluginError(message, plugin=name) from error


@frozen
class Implementation:
    """A function of a plugin that answers a hook, with the marks of its `@hookimpl`."""

    attribute: str
    hook: str
    function: Any
    marks: dict[str, Any]

    @property
    def wraps(self) -> bool:
        """True if the function is a wrapper."""
        return bool(self.marks.get("wrapper") or self.marks.get("hookwrapper"))


def implementations(plugin: object) -> list[Implementation]:
    """Return the functions of a plugin that are marked with `@hookimpl`, except optional ones for hooks of another
    release of kanrules.
    """
    found = []
    for name in dir(plugin):
        member = getattr(plugin, name, None)
        marks = getattr(member, "kanrules_impl", None)
        if isinstance(marks, dict):
            hook = marks.get("specname") or name
            if hook in HOOKS or not marks.get("optionalhook"):
                found.append(Implementation(name, hook, member, marks))
    return found


def _examine(name: str, plugin: object) -> None:
    found = implementations(plugin)
    _check_marked(name, plugin, {one.attribute for one in found})
    for one in found:
        where = f"plugin {name!r}, hook {one.hook}"
        if one.marks.get("hookwrapper"):
            # A hookwrapper sets its answer with pluggy's `force_result`, which the judge does not check.
            raise PluginError(f"{where}: expected @hookimpl(wrapper=True), not hookwrapper=True")
        if one.hook not in HOOKS:
            raise PluginError(f"plugin {name!r}: there is no hook {one.hook!r}", hint=_meant(one.hook, HOOKS))
        _check_kind(where, one.function, wrapper=one.wraps)
        known = HOOKS[one.hook].arguments
        for parameter in inspect.signature(one.function).parameters.values():
            required = parameter.default is parameter.empty
            if not required and parameter.name in known:
                # pluggy passes only arguments without a default, so this one would keep its default for ever.
                raise PluginError(
                    f"{where}: argument {parameter.name!r} has a default and is never passed",
                    hint=f"write {parameter.name} without a default",
                )
            if required and parameter.name not in known:
                raise PluginError(
                    f"{where}: there is no argument {parameter.name!r}", hint=_meant(parameter.name, known)
                )
    if not found:
        hint = _class_with_hooks(plugin) or f"the hooks are {', '.join(HOOKS)}"
        raise PluginError(f"plugin {name!r} answers no hook", hint=hint)
    _check_api(name, plugin)
    presupposed(name, plugin)
    _check_answers(name, plugin, {one.attribute for one in found})
    named_keys(name, plugin, "supersedes", {})
    named_keys(name, plugin, "qualifies", {})
    named_sources(name, plugin)
    _check_words(name, plugin)
    needed(name, plugin)
    robbed_types(name, plugin)
    _check_options(name, plugin)


def _check_answers(name: str, plugin: object, functions: Collection[str]) -> None:
    for one in of_options(name, plugin) - set(functions):
        raise PluginError(
            f"plugin {name!r}, answers: there is no function {one!r} with @hookimpl", hint=_meant(one, functions)
        )


def _check_marked(name: str, plugin: object, marked: Collection[str]) -> None:
    """Raise PluginError for a function of the plugin with the name of a hook but without its mark."""
    for called in HOOKS:
        member = getattr(plugin, called, None)
        if called in marked or not inspect.isfunction(member):
            continue
        if member.__module__ != getattr(plugin, "__name__", None):
            continue
        others = [mark.removesuffix("_impl") for mark in vars(member) if mark.endswith("_impl")]
        if others:
            raise PluginError(
                f"plugin {name!r}: {called} is marked for another project, {others[0]!r}",
                hint="write from kanrules import hookimpl",
            )
        raise PluginError(f"plugin {name!r}: {called} is not marked", hint="write @hookimpl above it")


def _check_kind(where: str, hook: object, *, wrapper: bool) -> None:
    """Raise PluginError for a function whose call gives a coroutine or a generator and not an answer."""
    if inspect.iscoroutinefunction(hook) or inspect.isasyncgenfunction(hook):
        raise PluginError(f"{where}: it is async, and kanrules does not await it", hint="write def without async")
    if wrapper and not inspect.isgeneratorfunction(hook):
        raise PluginError(f"{where}: this wrapper does not yield", hint="write answers = yield, and return them")
    if inspect.isgeneratorfunction(hook) and not wrapper:
        raise PluginError(f"{where}: it yields but is not a wrapper", hint="write return, or @hookimpl(wrapper=True)")


def _class_with_hooks(plugin: object) -> str:
    """Return a hint if a class of this module has the hooks; only functions of the module itself are asked."""
    for called, member in vars(plugin).items() if inspect.ismodule(plugin) else ():
        if inspect.isclass(member) and any(hasattr(one, "kanrules_impl") for one in vars(member).values()):
            how = "write functions, or make an instance and name it in the entry point, such as package:instance"
            return f"the hooks of class {called} are not asked: {how}"
    return ""


def _check_words(name: str, plugin: object) -> None:
    """Raise PluginError for `codes` or a `sheet` of another form: an explanation or a sheet would fail with it."""
    codes, sheet = attribute(name, plugin, "codes", {}), attribute(name, plugin, "sheet", "")
    if not isinstance(codes, Mapping) or not all(isinstance(word, str) for pair in codes.items() for word in pair):
        hint = f'write codes = {{"{name}-201": "no kan late in the hand"}}'
        raise PluginError(f"plugin {name!r}: codes is not a dictionary of texts by code", plugin=name, hint=hint)
    if not isinstance(sheet, (str, Mapping)):
        hint = 'write sheet = "An open kan needs ten live tiles.", or a dictionary of sentences by option'
        raise PluginError(f"plugin {name!r}: sheet is {one_line(sheet)}", plugin=name, hint=hint)
    if isinstance(sheet, Mapping):
        _check_option_names(name, plugin, "sheet", sheet)


def _check_options(name: str, plugin: object) -> None:
    found = attribute(name, plugin, "options")
    if found is not None and not (isinstance(found, type) and is_dataclass(found)):
        raise PluginError(
            f"plugin {name!r}: options is {one_line(found)}, expected a dataclass", hint="write options = Options"
        )


def _check_api(name: str, plugin: object) -> None:
    wanted = attribute(name, plugin, "kanrules_api", HOOK_API)
    if type(wanted) is not int or wanted < 1:
        hint = f"write kanrules_api = {HOOK_API}"
        raise PluginError(f"plugin {name!r}: kanrules_api is {one_line(wanted)}", hint=hint)
    if wanted > HOOK_API:
        raise PluginError(
            f"plugin {name!r} needs version {wanted} of the hooks, and this kanrules has {HOOK_API}",
            hint="install a newer kanrules",
        )


def set_options(name: str, plugin: object, values: Mapping[str, Any]) -> frozenset[str]:
    """Return the options of a plugin whose values, as a ruleset has them, are not their defaults."""
    kind = attribute(name, plugin, "options")
    declared = fields(kind) if is_dataclass(kind) else ()
    return frozenset(one.name for one in declared if values.get(one.name, one.default) != one.default)


def named_keys(name: str, plugin: object, what: str, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ruleset keys that a plugin lists in `supersedes` or `qualifies` and that its rules concern under these
    values of its options: a list, or lists by option. An option counts if it is set, or if its functions are always
    asked.

    Raises PluginError (KR108) if the attribute has neither form.
    """
    found = attribute(name, plugin, what, ())
    if isinstance(found, Mapping):
        listed = _by_option(name, plugin, what)
        for key in (key for keys in listed.values() for key in keys):
            _check_key(name, what, key)
        can_be_off = attribute(name, plugin, "answers", {})
        at_work = set_options(name, plugin, values)
        in_force = (keys for option, keys in listed.items() if option in at_work or option not in can_be_off)
        return tuple(dict.fromkeys(key for keys in in_force for key in keys))
    if not isinstance(found, (tuple, list)) or not all(isinstance(key, str) for key in found):
        shape = f'write {what} = ("kandora.daiminkan",)'
        raise PluginError(f"plugin {name!r}: {what} is not a list of keys", plugin=name, hint=shape)
    for key in found:
        _check_key(name, what, key)
    return tuple(found)


def idle(name: str, plugin: object, values: Mapping[str, Any]) -> frozenset[str]:
    """Return the functions of a plugin that are not asked, because `answers` lists them for options alone and none of
    these is set.
    """
    listed = _by_option(name, plugin, "answers")
    at_work = set_options(name, plugin, values)
    needed = {one for option, functions in listed.items() if option in at_work for one in functions}
    return frozenset(one for functions in listed.values() for one in functions) - needed


def of_options(name: str, plugin: object) -> frozenset[str]:
    """Return the functions of a plugin that answer for options, as listed in `answers`."""
    return frozenset(one for functions in _by_option(name, plugin, "answers").values() for one in functions)


def _by_option(name: str, plugin: object, what: str) -> Mapping[str, tuple[str, ...]]:
    """Return an attribute of a plugin that lists names by option. Raises PluginError (KR108) for another form, and for
    an option or a function that the plugin does not have.
    """
    found = attribute(name, plugin, what, {})
    if not isinstance(found, Mapping) or not all(
        isinstance(listed, (tuple, list)) and all(isinstance(one, str) for one in listed) for listed in found.values()
    ):
        shape = f'write {what} = {{"my_option": {_EXAMPLES[what]}}}'
        raise PluginError(f"plugin {name!r}: {what} is not a table of lists by option", plugin=name, hint=shape)
    _check_option_names(name, plugin, what, found)
    return {option: tuple(listed) for option, listed in found.items()}


def _check_option_names(name: str, plugin: object, what: str, found: Iterable[object]) -> None:
    kind = attribute(name, plugin, "options")
    known = [one.name for one in fields(kind)] if is_dataclass(kind) else []
    for option in found:
        if option not in known:
            hint = _meant(str(option), known) if known else ""
            raise PluginError(f"plugin {name!r}, {what}: there is no option {option!r}", plugin=name, hint=hint)


_EXAMPLES = {"answers": '("before_kan",)', "supersedes": '("kandora.ankan",)', "qualifies": '("kandora.ankan",)'}


def needed(name: str, plugin: object) -> tuple[str, ...]:
    """Return the other plugins that a plugin lists in `needs`: a ruleset that lists it must list them, too.

    Raises PluginError (KR108) if `needs` is not a list of names.
    """
    found = attribute(name, plugin, "needs", ())
    if not isinstance(found, (tuple, list)) or not all(isinstance(one, str) and one for one in found):
        shape = 'write needs = ("other",)'
        raise PluginError(f"plugin {name!r}: needs is not a list of plugins", plugin=name, hint=shape)
    return tuple(found)


def robbed_types(name: str, plugin: object) -> tuple[str, ...]:
    """Return the types of kans that core never lets players rob, and about which this plugin is asked (`robs`).

    Raises PluginError (KR108) if `robs` lists anything else.
    """
    found = attribute(name, plugin, "robs", ())
    if not isinstance(found, (tuple, list)) or any(kind != "daiminkan" for kind in found):
        shape = 'write robs = ("daiminkan",); it is asked about an ankan and a shouminkan anyway'
        raise PluginError(f"plugin {name!r}: robs is {one_line(found)}", plugin=name, hint=shape)
    return tuple(found)


def named_sources(name: str, plugin: object) -> Mapping[str, Source]:
    """Return the sources that a plugin names in `sources`, by the reason code of an answer or by option.

    Raises PluginError (KR108) if `sources` is not a dictionary of `kanrules.Source` by code.
    """
    found = attribute(name, plugin, "sources", {})
    if not isinstance(found, Mapping) or not all(
        isinstance(code, str) and isinstance(source, Source) for code, source in found.items()
    ):
        shape = f'write sources = {{"{name}-601": Source("Our rulebook", "5.1")}}, with kanrules.Source'
        raise PluginError(f"plugin {name!r}: sources is not a dictionary of sources by code", plugin=name, hint=shape)
    return found


def _fields(table: Any) -> list[str]:
    return [field.name for field in fields(table)]


@cache
def _all_keys() -> frozenset[str]:
    options = Options()
    return frozenset(f"{one}.{two}" for one in _fields(options) for two in _fields(getattr(options, one)))


def _check_key(name: str, where: str, key: str) -> None:
    known = _all_keys()
    if key not in known:
        close = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else ""
        raise PluginError(f"plugin {name!r}, {where}: there is no key {key!r}", plugin=name, hint=hint)


def presupposed(name: str, plugin: object) -> Mapping[str, Mapping[str, Any]]:
    """Return what a plugin's answers presuppose: the required ruleset values, by hook or by `penalty.` and a foul.

    Raises PluginError (KR108) if `presupposes` does not have this form.
    """
    found = attribute(name, plugin, "presupposes", {})
    shape = 'write presupposes = {"penalty.fifth_kan": {"fifth_kan.policy": "forbidden"}}'
    if not isinstance(found, Mapping) or not all(isinstance(needed, Mapping) for needed in found.values()):
        raise PluginError(f"plugin {name!r}: presupposes is not a table of tables", plugin=name, hint=shape)
    for answer, needed in found.items():
        hook, _, foul = str(answer).partition(".")
        if hook not in HOOKS or (foul and hook != "penalty"):
            raise PluginError(
                f"plugin {name!r}, presupposes: there is no hook {hook!r}", plugin=name, hint=_meant(hook, HOOKS)
            )
        for key, value in needed.items():
            _check_key(name, "presupposes", str(key))
            kind = type(_value(Options(), key))
            if issubclass(kind, Enum) and value not in [*kind]:
                hint = _meant(str(value), [str(one) for one in kind])
                raise PluginError(f"plugin {name!r}, presupposes: {key} is never {value!r}", plugin=name, hint=hint)
    return found


def _value(options: Options, key: str) -> object:
    table, _, field = key.partition(".")
    return getattr(getattr(options, table), field)


@cache
def _answers() -> dict[str, str]:
    """Return the answer, as named in `presupposes`, by which a plugin answers for a key; for a text of [penalty], it is
    the text's own name.
    """
    return {**overruled(), **{f"{foul}.illegal": f"penalty.{foul}" for foul in ("riichi_kan", "fifth_kan")}}


def silenced(name: str, plugin: object, options: Options, unanswered: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the answers of a plugin that do not apply, as named in `presupposes`: those that presuppose other options,
    and those for the keys in `unanswered`.
    """

    return frozenset(
        answer
        for answer, needed in presupposed(name, plugin).items()
        if not all(_value(options, key) == value for key, value in needed.items())
    ) | {_answers().get(key, key) for key in unanswered if key in _answers() or key.startswith("penalty.")}


def _meant(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
