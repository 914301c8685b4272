"""How `--help` looks: plain text, every word of it, the commands by what somebody comes for."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

GROUPS = {
    "At the table": ("riichi-kan", "pay", "foul", "ask", "explain", "casebook"),
    "Rulesets": ("new", "check", "show", "diff", "verify", "rulesets", "import", "export"),
    "On paper and as pages": ("sheet", "slip", "draw", "site", "serve"),
    "Recorded games and bots": ("replay", "audit", "play"),
    "Plugins and other engines": ("plugins", "conformance", "pack"),
}
"""Every command under its heading, in the order of the help."""

PLAIN: dict[str, Any] = {"rich_markup_mode": None}
"""What every typer app is made with: the help is text, in which square brackets are square brackets."""

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 120}
_TYPE = re.compile(r" <[^<>]*>$")


def text(documented: str) -> str:
    """The help of a command from its docstring: an indented paragraph, an example, is never wrapped."""
    import inspect

    return "\n\n".join(
        f"\b\n{paragraph}" if paragraph.startswith(" ") else paragraph
        for paragraph in inspect.cleandoc(documented).split("\n\n")
    )


def place(argument: Any) -> str:
    """An argument as the usage line has it: in brackets what may be left out, dots behind what may be repeated."""
    name = str(argument.metavar or argument.name.upper())
    return (name if argument.required else f"[{name}]") + ("..." if argument.nargs == -1 else "")


class Command(TyperCommand):
    """A command whose arguments are explained by their names alone."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What stands behind the command's name in the usage line."""
        return ["[OPTIONS]", *(place(one) for one in self.get_params(ctx) if one.param_type_name == "argument")]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments first, then options, each with its help."""
        records: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for one in self.get_params(ctx):
            if (record := one.get_help_record(ctx)) is not None:
                name, said = record
                argument = one.param_type_name == "argument"
                records["Arguments" if argument else "Options"].append(
                    (_TYPE.sub("", name) if argument else name, said)
                )
        for heading, rows in records.items():
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


class Group(TyperGroup):
    """The group of all commands, under headings, each with its whole first sentence.

    It says what is wrong with a word without the words of a library.
    """

    command_class = Command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands that there are, under their headings; those of a smaller group under one."""
        left = {name: one for name in self.list_commands(ctx) if (one := self.get_command(ctx, name)) is not None}
        for heading, names in {**GROUPS, "Commands": tuple(left)}.items():
            rows = [(name, first_sentence(left.pop(name).help)) for name in names if name in left]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that is named."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            if isinstance(said := getattr(error, "message", None), str):
                error.message = said.removeprefix("Value error, ")  # type: ignore[attr-defined]
            raise


def first_sentence(said: str | None) -> str:
    """What a command does, from the first paragraph of its help."""
    return " ".join((said or "").split("\n\n")[0].split())
