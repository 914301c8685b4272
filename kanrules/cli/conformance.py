"""`kanrules conformance`: the test kit for plugin authors, on the command line."""

from __future__ import annotations

import click

from kanrules.cli.help import make_command
from kanrules.cli.output import console, print_error, print_report
from kanrules.cli.shared_options import FORMAT, OutputFormat, argument, option, plugins_option, rules_option
from kanrules.errors import KanrulesError


@make_command
@argument("plugin", metavar="PLUGIN", help="The name of an installed plugin, or ./plugin.py.")
@rules_option("The ruleset to play under.", default="ema-2016")
@option(
    "--hands", metavar="N", type=click.IntRange(min=0, max=1_000_000), default=2000, help="How many hands to generate."
)
@option("--seed", metavar="N", type=int, default=0, help="The seed that they are generated from.")
@FORMAT
@plugins_option("Allow PLUGIN to be a file, and run it.")
def command(plugin: str, rules: str, hands: int, seed: int, output: OutputFormat, allow_local_plugins: bool) -> int:
    """Check that a plugin keeps the laws of the game and does not override any value of a ruleset.

    Generates hands rich in kans with the plugin active, plays each twice, and changes every key of the ruleset in turn.

    Exit code 0: it conforms; 1: it does not; 2: no such plugin.

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
        print_error(f"kanrules: {error}")
        return 2
    if output is OutputFormat.JSON:
        faults = [{"check": fault.check, "text": fault.text} for fault in report.faults]
        data = {"plugin": report.plugin, "passed": report.passed, "faults": faults, "hooks": list(report.hooks)}
        data |= {"asked": dict(report.asked), "supersedes": list(report.supersedes)}
        print_report({**data, "hands": report.hands, "kans": report.kans, "keys": report.keys})
    else:
        from rich.markup import escape

        colour = "green" if report.passed else "red"
        first, *rest = str(report).split("\n")
        out = console()
        out.print(f"[bold {colour}]{escape(first)}[/]")
        for line in rest:
            out.print(escape(line))
    return 0 if report.passed else 1
