"""Watch the import of a plugin: what it changes in the process, and in kanrules itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from inspect import isclass
from pathlib import Path
from types import ModuleType

# They import all that plays a hand, so that a change of it is seen.
import kanrules.cases.run
import kanrules.hooks.judge
import kanrules.play.kyoku  # noqa: F401
from kanrules.hooks.discovery import LOCAL_PREFIX


class ImportWatch:
    """The state of the process before an import. `changes` says what the import has changed."""

    def __init__(self) -> None:
        self._folder = Path.cwd()
        self._files = _files(self._folder)
        self._environment = dict(os.environ)
        self._limit = sys.getrecursionlimit()
        self._path = list(sys.path)
        self._modules = dict(sys.modules)
        self._core = {place: value for module in _core() for place, value in _values(module)}

    def changes(self, own: str = "") -> Iterator[str]:
        """Yield each change since then, in words. The working directory and the recursion limit are set back.

        `own` is the name of the imported module: a local plugin is read again each time that it is loaded.
        """
        if Path.cwd() != self._folder:
            yield f"the working directory was changed to {Path.cwd().name!r}"
            os.chdir(self._folder)
        files = _files(self._folder)
        touched = sorted(name for name in files.keys() | self._files if files.get(name) != self._files.get(name))
        if touched:
            yield f"files were written or deleted: {', '.join(touched)}"
        environment = dict(os.environ)
        named = sorted(
            name
            for name in environment.keys() | self._environment
            if environment.get(name) != self._environment.get(name)
        )
        if named:
            yield f"the environment was changed: {', '.join(named)}"
        if sys.getrecursionlimit() != self._limit:
            yield f"the recursion limit was changed from {self._limit} to {sys.getrecursionlimit()}"
            sys.setrecursionlimit(self._limit)
        if sys.path != self._path:
            yield "sys.path was changed"
        replaced = sorted(
            name
            for name, module in self._modules.items()
            if sys.modules.get(name) is not module and not (own and f"{name}.".startswith(f"{own}."))
        )
        if replaced:
            yield f"modules were replaced: {', '.join(replaced)}"
        now = {place: value for module in _core() for place, value in _values(module)}
        patched = sorted(
            place
            for place, value in self._core.items()
            if now.get(place, value) is not value and not _of_kanrules(now[place])
        )
        if patched:
            yield f"kanrules itself was changed: {', '.join(patched[:5])}"


def watched_import(load: Callable[[], object]) -> tuple[object, tuple[str, ...]]:
    """Return the plugin that `load` imports, and what its import has changed, in words."""
    watch = ImportWatch()
    plugin = load()
    name = plugin.__name__ if isinstance(plugin, ModuleType) else ""
    return plugin, tuple(watch.changes(name if name.startswith(LOCAL_PREFIX) else ""))


def _files(folder: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for entry in os.scandir(folder):
        # Python writes the bytecode of an imported module; that is not the plugin's doing.
        if entry.is_file(follow_symlinks=False):
            state = entry.stat(follow_symlinks=False)
            found[entry.name] = (state.st_size, state.st_mtime_ns)
    return found


def _core() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name == "kanrules" or name.startswith("kanrules.")]


def _values(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield every attribute of a module and of its own classes, with its place."""
    for name, value in list(vars(module).items()):
        yield f"{module.__name__}.{name}", value
        if isclass(value) and value.__module__ == module.__name__:
            for own, member in list(vars(value).items()):
                yield f"{module.__name__}.{name}.{own}", member


def _of_kanrules(value: object) -> bool:
    """Return True for a value that kanrules made itself, such as one that it computes on first use."""
    module = str(getattr(value, "__module__", "") or getattr(type(value), "__module__", ""))
    return module == "kanrules" or module.startswith("kanrules.")
