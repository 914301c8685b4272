"""click commands of kanrules: the layout of `--help`, and options that may be given only once."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import click
from click.exceptions import NoSuchCommand

from kanrules.cli.output import console, kept, print_line
from kanrules.cli.shared_options import left_out, left_out_in_vain
from kanrules.deprecations import current_words

FEW = 4
"""Number of commands up to which a group names all of them if it does not know one."""
SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 120}


def make_command(function: Callable[..., int | None]) -> Command:
    """Turn a function that returns the exit code (None means 0) into a command. Its docstring is the help."""
    return click.command(cls=Command, help=text(function.__doc__ or ""))(function)


def make_group(help: str, **commands: click.Command) -> Group:
    """Create a command that has subcommands."""
    return Group(None, help=help, commands=commands, no_args_is_help=True)


def text(documented: str) -> str:
    """Return the help of a command from its docstring. Indented paragraphs are examples and are not wrapped."""
    return "\n\n".join(
        f"\b\n{paragraph}" if paragraph.startswith(" ") else paragraph
        for paragraph in inspect.cleandoc(documented).split("\n\n")
    )


def first_sentence(said: str | None) -> str:
    """Return the first paragraph of a command's help on one line."""
    return " ".join((said or "").split("\n\n")[0].split())


def place(argument: click.Parameter) -> str:
    """Return an argument as shown in the usage line: in brackets if optional, with dots if it can be repeated."""
    name = argument.metavar or (argument.name or "").upper()
    return (name if argument.required else f"[{name}]") + ("..." if argument.nargs == -1 else "")


def once(command: click.Command, context: click.Context, words: Sequence[str]) -> None:
    """Raise a usage error for a single-valued option given twice. The parser would silently keep the last value."""
    _, _, order = command.make_parser(context).parse_args(args=list(words))
    for parameter, times in Counter(order).items():
        if isinstance(parameter, click.Option) and times > 1 and not parameter.multiple:
            raise click.UsageError(
                f"Option {parameter.get_error_hint(context)} was given {times} times; give it once.", context
            )


class Command(click.Command):
    """A command whose help also describes its arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, after renaming deprecated options and checking that no option is given twice."""
        args = current_words(ctx.command_path, args)
        once(self, ctx, args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. What its plugins print goes to standard error."""
        with kept():
            code = super().invoke(ctx)
            vain = left_out_in_vain(ctx)
            for name, near in vain.items():
                hint = f"; did you mean no:{near}?" if near else ""
                console(stderr=True).print(f"-p no:{name}: the rules list no plugin {name}{hint}", markup=False)
            left = [name for name in left_out() if name not in vain]
            if left and not any(ctx.params.get(one) for one in ("to", "out")) and ctx.params.get("output") != "json":
                print_line(f"without the plugin {', '.join(left)} (-p no:{left[0]})")
            return code

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the parts after the command's name in the usage line."""
        return ["[OPTIONS]", *(place(one) for one in self.get_params(ctx) if isinstance(one, click.Argument))]

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Do nothing: `format_options` writes the arguments too, since click before 8.5 does not call this."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write arguments first, then options, each with its help."""
        options, arguments = [], []
        for one in self.get_params(ctx):
            if isinstance(one, click.Argument):
                needed = "  [required]" if one.required else ""
                arguments.append((one.metavar or "", f"{getattr(one, 'help', None) or ''}{needed}"))
            elif (record := one.get_help_record(ctx)) is not None:
                options.append(record)
        for heading, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


class Group(click.Group):
    """A command that has subcommands."""

    headings: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Commands by heading of the help. Commands without a heading follow."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments up to the name of a command, after checking that no option is given twice."""
        once(self, ctx, args)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name, the command, and its words. An unknown name is met with the commands that may be meant."""
        try:
            return super().resolve_command(ctx, args)
        except NoSuchCommand as error:
            # click suggests only commands that are loaded.
            name, names = error.command_name, self.list_commands(ctx)
            meant = NoSuchCommand(name, possibilities=names, ctx=ctx)
            if not meant.possibilities and len(names) <= FEW:
                meant = NoSuchCommand(name, f"No such command {name!r}; expected {' or '.join(names)}.", ctx=ctx)
            raise meant from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, each with its first sentence in full."""
        left = {name: one for name in self.list_commands(ctx) if (one := self.get_command(ctx, name)) is not None}
        for heading, names in {**self.headings, "Commands": tuple(left)}.items():
            rows = [(name, first_sentence(left.pop(name).help)) for name in names if name in left]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)
