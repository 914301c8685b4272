"""`kanrules new plugin`: a complete package that passes its own tests."""

from __future__ import annotations

import re
from pathlib import Path

import click

from kanrules.cli.help import make_command
from kanrules.cli.output import print_line
from kanrules.cli.shared_options import argument, option
from kanrules.hooks.specs import HOOKS

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@make_command
@argument(
    "name",
    metavar="NAME",
    help="Name that rulesets use: lower-case letters, digits and hyphens, beginning with a letter, such as late-kan.",
)
@option(
    "--hook",
    metavar="HOOK",
    type=click.Choice(HOOKS),
    default="before_kan",
    help=f"Hook that the plugin answers: {', '.join(HOOKS)}.",
)
@option("--into", metavar="FOLDER", type=Path, default=Path(), help="Folder to create the plugin's folder in.")
def command(name: str, hook: str, into: Path) -> None:
    """Write a plugin that can be installed, tested and published: pyproject, plugin, ruleset, cases, tests.

    The plugin has the example rule of one hook, with cases that it passes. Change the rule and the cases to yours;
    `kanrules explain HOOK` says what the hook receives and may answer. Existing files are never overwritten.

    Examples:

      kanrules new plugin late-kan

      kanrules new plugin kan-furi --hook yaku
    """
    from kanrules.errors import wrong_use
    from kanrules.hooks.discovery import installed
    from kanrules.ruleset import library
    from kanrules.scaffold import plugin_files
    from kanrules.supervisor.whole_folder import write_folder

    if not NAME.fullmatch(name):
        raise wrong_use(
            f"{name[:60]!r} is not a valid plugin name; expected lower-case letters and digits, beginning with a "
            "letter, with single hyphens between them, such as late-kan"
        )
    if any(plugin.name == name for plugin in installed()):
        raise wrong_use(f"a plugin {name!r} is already installed; choose another name")
    if name in library.all_ids():
        raise wrong_use(f"{name!r} is already the id of a ruleset; choose another name")
    if not into.is_dir():
        raise wrong_use(f"the folder {str(into)!r} does not exist")
    folder = into / f"kanrules-{name}"
    if folder.exists():
        raise wrong_use(f"{folder} already exists; nothing was written")
    files = plugin_files(name, hook)
    write_folder(folder, files, new=True)
    for path in files:
        print_line(f"written: {(folder / path).as_posix()}")
    print_line(f"next: cd {folder.as_posix()}; pip install -e '.[test]'; pytest")
