"""The page of the commands, and the completions for three shells in share/, from where the wheel installs them."""

from __future__ import annotations

import inspect
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from kanrules.cli.completion import script
from kanrules.cli.help import first_sentence
from kanrules.cli.program import COMMANDS, COMPLETE, HEADINGS, program

FOLDER = "share"
COMPLETIONS = {
    "bash": "bash-completion/completions/kanrules",
    "zsh": "zsh/site-functions/_kanrules",
    "fish": "fish/vendor_completions.d/kanrules.fish",
}
"""Folders under share/ in which each shell looks for the completions of a program."""

MANY = 3
"""Number of commands from which on an option is described once for all of them."""


def every_command() -> dict[str, click.Command]:
    """Return every command by name; imports all of them."""
    return {name: one for name in COMMANDS if (one := program.get_command(click.Context(program), name)) is not None}


def commands_markdown() -> str:
    """Return every command as a page of Markdown, under the headings of the main help."""
    lines = [
        "# Commands",
        "",
        "<!-- Written by `python -m tools.generated`; edit the commands in `kanrules/cli` instead. -->",
        "",
        "This page has the text of `kanrules COMMAND --help`. Exit code 0 means success, 1 that something was found",
        "(differences, failed cases, errors of `check`), and 2 wrong usage or unreadable input. If a command needs a",
        "ruleset and you name none, it uses `KANRULES_RULES` or `rules` in the nearest `kanrules.toml`.",
        "",
    ]
    commands = every_command()
    shared = _shared(commands.values())
    for title, names in HEADINGS.items():
        lines.append(f"* {title}: " + ", ".join(f"[`{name}`](#kanrules-{name})" for name in names))
    lines += ["", "## Options of many commands", "", *shared]
    for title, names in HEADINGS.items():
        lines += ["", f"## {title}"]
        for name in names:
            command = commands[name]
            inner = getattr(command, "commands", {})
            if inner:
                lines += ["", f"### kanrules {name}", "", first_sentence(command.help)]
            for below, one in inner.items() or [("", command)]:
                called = " ".join(filter(None, ("kanrules", name, below)))
                lines += ["", f"{'####' if below else '###'} {called}", *_described(one, shared)]
    return "\n".join(lines) + "\n"


def _shared(commands: Iterable[Any]) -> dict[str, str]:
    """Return the rows that at least `MANY` commands have word for word, each with the name of its option."""
    rows: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for command in commands:
        for one in getattr(command, "commands", {}).values() or [command]:
            rows |= (found := dict(_rows(one)))
            counted.update(found.keys())
    return {row: name for row, name in rows.items() if counted[row] >= MANY and name.startswith("-")}


def _described(command: Any, shared: Mapping[str, str]) -> Iterator[str]:
    # The heading and the list below say what the usage line of the help says.
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    for written, some in itertools.groupby(paragraphs, lambda one: one.startswith("\b\n")):
        if written:
            yield from ("", "```sh", *(inspect.cleandoc(one.removeprefix("\b\n")) for one in some), "```")
        else:
            for one in some:
                yield from ("", " ".join(one.split()))
    rows = list(_rows(command))
    if own := [row for row, _ in rows if row not in shared]:
        yield from ("", *own)
    if others := [name for row, name in rows if row in shared]:
        yield from ("", f"[Also](#options-of-many-commands): {', '.join(f'`{name}`' for name in others)}")


def _rows(command: Any) -> Iterator[tuple[str, str]]:
    """Yield a row for each argument and option, and the name of the option."""
    for one in command.params:
        if not getattr(one, "hidden", False):
            option = one.param_type_name == "option"
            taken = "" if not option or one.is_flag else f" {one.metavar}"
            names = ", ".join(sorted(one.opts, key=len)) + taken if option else one.metavar
            stated = option and not one.is_flag and isinstance(one.default, str | int | float) and one.default
            default = f" [default: {one.default}]" if stated else ""
            needed = " [required]" if one.required else ""
            yield f"* `{names}`: {one.help}{default}{needed}", max(one.opts, key=len)


def completions(root: Path) -> dict[str, str | None]:
    """Return the completion for each shell by its path under this root, and None for a stray file in share/."""
    found: dict[str, str | None] = {
        path.relative_to(root).as_posix(): None for path in (root / FOLDER).rglob("*") if path.is_file()
    }
    return found | {f"{FOLDER}/{path}": script(program, COMPLETE, shell) for shell, path in COMPLETIONS.items()}
