"""The program `kanrules`: every command by name, imported only when it is called so that each starts quickly."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from keyword import iskeyword

import click

from kanrules._version import __version__
from kanrules.cli.help import SETTINGS, Group
from kanrules.cli.output import print_line
from kanrules.deprecations import current_command

HEADINGS = {
    "At the table": ("riichi-kan", "pay", "foul", "ask", "explain", "casebook"),
    "Rulesets": ("new", "check", "show", "diff", "verify", "rulesets", "coverage", "history", "import", "export"),
    "On paper, as pages, as data": ("sheet", "book", "slip", "draw", "site", "serve", "data"),
    "Recorded games and bots": ("replay", "watch", "audit", "play"),
    "Plugins and other engines": ("plugins", "conformance", "pack", "perft"),
}
"""Commands by heading, in the order of the help. `riichi-kan` is `command` in `riichi_kan.py`."""

COMPLETE = "_KANRULES_COMPLETE"
"""Environment variable with which a shell asks for completions."""

COMMANDS = tuple(name for names in HEADINGS.values() for name in names)


def module_of(command: str) -> str:
    """Return the full name of the module that holds this command."""
    return f"kanrules.cli.{command.replace('-', '_')}{'_' if iskeyword(command) else ''}"


class CommandGroup(Group):
    """The group of all commands."""

    headings = HEADINGS

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name from its module; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            self.add_command(import_module(module_of(cmd_name)).command, cmd_name)
        return self.commands[cmd_name]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name, the command, and its words. A deprecated name becomes its successor."""
        return super().resolve_command(ctx, [current_command(args[0]), *args[1:]])


def _version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        print_line(f"kanrules {__version__}")
        context.exit()


def _install(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from kanrules.cli.completion import current_shell, install

        shell = current_shell()
        print_line(f"{shell} completion installed in {install(program, COMPLETE, shell)}")
        print_line("It takes effect when you restart the terminal.")
        context.exit()


def _show(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from kanrules.cli.completion import current_shell, script

        print_line(script(program, COMPLETE, current_shell()), end="")
        context.exit()


def _ending(*names: str, does: Callable[..., None], help: str) -> click.Option:
    return click.Option(names, is_flag=True, is_eager=True, expose_value=False, callback=does, help=help)


program = CommandGroup(
    "kanrules",
    context_settings=SETTINGS,
    no_args_is_help=True,
    params=[
        _ending("--version", "-V", does=_version, help="Print the version."),
        _ending("--install-completion", does=_install, help="Install completion for the current shell."),
        _ending(
            "--show-completion",
            does=_show,
            help="Show completion for the current shell, to copy it or customize the installation.",
        ),
    ],
    help="The law of the kan in riichi mahjong: look up rulings, check records, write rulesets.",
    epilog='Start with `kanrules ask "indicator forgotten" --rules ema-2025`, or write your own rules: '
    "`kanrules new ruleset my-club --extends ema-2025`.",
)
