"""`kanrules conformance`: the kit for plugin authors, from the shell."""

from __future__ import annotations

import sys

import typer

from kanrules.cli.common import FORMAT, Format, complete_rules, console, envelope, print_json
from kanrules.errors import KanrulesError


def command(
    plugin: str = typer.Argument(..., metavar="PLUGIN", help="The name of an installed plugin, or ./plugin.py."),
    rules: str = typer.Option(
        "ema-2016", "--rules", "-r", autocompletion=complete_rules, metavar="R", help="The ruleset to play under."
    ),
    hands: int = typer.Option(2000, "--hands", metavar="N", min=0, max=1_000_000, help="How many hands to generate."),
    seed: int = typer.Option(0, "--seed", metavar="N", help="The seed that they are generated from."),
    output: Format = FORMAT,
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Allow PLUGIN to be a file, and run it."
    ),
) -> None:
    """Check that a plugin keeps the laws of the table and overrules no line of a ruleset.

    Generates kan-rich hands with the plugin active, plays each twice, and changes every key of the ruleset in turn.

    Exit code 0: it conforms; 1: it does not; 2: there is no such plugin.

    Examples:

      kanrules conformance club

      kanrules conformance ./house.py --allow-local-plugins --hands 500
    """
    from pathlib import Path

    from kanrules.hooks.discovery import load
    from kanrules.ruleset.activate import table_name
    from kanrules.testing.conformance import conformance

    path = Path(plugin)
    local = plugin.endswith(".py")
    try:
        loaded = load(
            path.name if local else plugin, beside=path.parent if local else None, allow_local=allow_local_plugins
        )
        report = conformance(loaded, name=table_name(plugin), rules=rules, hands=hands, seed=seed)
    except KanrulesError as error:
        print(f"kanrules: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    if output is Format.JSON:
        faults = [{"check": fault.check, "text": fault.text} for fault in report.faults]
        data = {"plugin": report.plugin, "passed": report.passed, "faults": faults, "hooks": list(report.hooks)}
        data |= {"asked": dict(report.asked), "supersedes": list(report.supersedes)}
        print_json(envelope({**data, "hands": report.hands, "kans": report.kans, "keys": report.keys}))
    else:
        from rich.markup import escape

        colour = "green" if report.passed else "red"
        first, *rest = str(report).split("\n")
        out = console()
        out.print(f"[bold {colour}]{escape(first)}[/]")
        for line in rest:
            out.print(escape(line))
    raise typer.Exit(0 if report.passed else 1)
