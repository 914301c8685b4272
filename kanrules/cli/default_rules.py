"""The default ruleset of a command line: from the environment, or from the nearest `kanrules.toml`.

It is only for users of a shell. No function of the package, no test, and no case file reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.shared_options import left_out, lists_plugins, runs_local_plugins
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset
    from kanrules.ruleset.problems import Problem
    from kanrules.ruleset.toml_file import Document

VARIABLE = "KANRULES_RULES"
"""Environment variable that names a ruleset: an id or a file."""
FILE = "kanrules.toml"
"""File that names the default ruleset, with `rules = "ema-2016"` or `rules = "club.toml"`."""


def load(name: str) -> Ruleset:
    """Return the ruleset of this name or file, with its own ./plugin.py only if the command allows local plugins, and
    without the plugins that `-p no:NAME` leaves out.
    """
    return _loaded(name, runs_local_plugins())


def _loaded(name: str, local_plugins: bool) -> Ruleset:
    from kanrules.ruleset.load import load_named

    return lists_plugins(load_named(name, allow_local_plugins=local_plugins, without=left_out()))


def required_rules(name: str, *, option: str = "--rules") -> Ruleset:
    """Return the ruleset of `--rules`, or the default. Raises UnreadableError, with advice, if neither is given.

    `option` is how the command names a ruleset, or "" if it takes the ruleset as an argument.
    """
    from kanrules.ruleset import bundled_ids

    if name:
        return load(name)
    found = default_rules()
    if found is None:
        how = f" with {option}" if option else ""
        raise wrong_use(
            f"name a ruleset{how}, such as ema-2016, m-league or tenhou (`kanrules rulesets` lists all "
            f'{len(bundled_ids())}); set a default with {VARIABLE}, or with rules = "..." in {FILE}'
        )
    return found


def names_of(names: str) -> list[str]:
    """Return the rulesets of a comma-separated option, each once."""
    return list(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))


def several_rules(names: str) -> list[Ruleset]:
    """Return the rulesets of `--compare`, separated by commas; none if it is empty."""
    return list(map(load, names_of(names)))


def every_bundled(rules: str) -> Iterator[Ruleset]:
    """Return the rulesets of `--all-rules`. Raises UnreadableError if `--rules` names one too."""
    from kanrules.ruleset import bundled_ids

    if rules:
        raise wrong_use("--rules and --all-rules cannot be combined")
    return map(load, bundled_ids())


def default_rules() -> Ruleset | None:
    """Return the ruleset that the environment names, or else the one that the nearest `kanrules.toml` names, or else
    None.

    The file is searched from the current folder upward, at most to the home folder or the root of the repository. It
    names a bundled id or a file in its own folder, whose local plugins are never run. Raises UnreadableError or
    RulesetError, with one message, if the named ruleset cannot be used.
    """
    name, is_of_file = _default()
    return _loaded(name, runs_local_plugins() and not is_of_file) if name else None


def default_files(example: str) -> tuple[str, ...]:
    """Return the default ruleset's id, or its file as seen from here, for a command that reads files.

    Raises UnreadableError, with the example of a call, if there is no default, or if the command allows local plugins.
    You must name the file whose plugin may run.
    """
    from kanrules.ruleset import library

    name, _ = _default()
    if not name or runs_local_plugins():
        raise wrong_use(f"name a file, for example: {example}")
    return (library.display(Path(name)) if library.is_path(name) else name,)


def _default() -> tuple[str, bool]:
    """Return the name of the default ruleset, and whether a `kanrules.toml` names it; "" if there is none."""
    named = os.environ.get(VARIABLE, "").strip()
    if named:
        return _of_environment(named), False
    for folder in _upward(Path.cwd()):
        if (folder / FILE).is_file():
            return _named_in(folder / FILE), True
    return "", False


def _of_environment(named: str) -> str:
    from kanrules.hooks.discovery import is_file
    from kanrules.ruleset import library
    from kanrules.ruleset.problems import quote

    if library.is_path(named):
        if not is_file(Path(named)):
            meant = library.near_file(Path(named))
            hint = f"; did you mean {meant}?" if meant else ""
            raise wrong_use(f"{VARIABLE}: no such file: {quote(named)}{hint}")
    elif library.find(named) is None:
        raise wrong_use(f"{VARIABLE}: there is no ruleset {quote(named)}{library.meant(named)}")
    return named


def _upward(start: Path) -> Iterator[Path]:
    home = os.path.expanduser("~")  # noqa: PTH111  # Path.home() raises where nobody knows it
    for folder in (start, *start.parents):
        yield folder
        if (folder / ".git").exists() or str(folder) == home:
            return


def _named_in(file: Path) -> str:
    """Return the id or path that the file names; "" if it names none. Raises RulesetError with every problem of the
    file.
    """
    from kanrules.ruleset import RulesetError
    from kanrules.ruleset.library import display
    from kanrules.ruleset.toml_file import read_document

    document, problems = read_document(file, display(file))
    if document is None or problems:
        raise RulesetError(problems)
    for key in document.data:
        if key != "rules":
            from kanrules.ruleset.problems import quote

            message = f"{FILE} has no key {quote(key)}"
            problems.append(document.problem("KR101", (key,), message, at_key=True, expected=("rules",)))
    found = _checked(document, problems) if "rules" in document.data else ""
    if problems:
        raise RulesetError(problems)
    return found


def _checked(document: Document, problems: list[Problem]) -> str:
    from kanrules.hooks.discovery import is_file
    from kanrules.ruleset import library
    from kanrules.ruleset.problems import quote

    value = document.data["rules"]
    example = ('rules = "ema-2016"', 'rules = "club.toml"')
    if not isinstance(value, str) or not value.strip():
        problems.append(
            document.problem(
                "KR103", ("rules",), f"`rules` is the name of a ruleset, not {quote(value)}", expected=example
            )
        )
        return ""
    name = value.strip()
    if not library.is_path(name):
        if library.find(name) is None:
            hint = library.meant(name).removeprefix("; ")
            problems.append(document.problem("KR105", ("rules",), f"there is no ruleset {quote(name)}", hint=hint))
        return name
    beside = document.path.parent / name
    if Path(name).name != name.removeprefix("./"):
        message = f"`rules` names a file of this folder, not {quote(name)}"
        problems.append(document.problem("KR102", ("rules",), message, expected=example))
    elif not is_file(beside):
        problems.append(document.problem("KR105", ("rules",), f"there is no file {quote(name)} in this folder"))
    return str(beside)
