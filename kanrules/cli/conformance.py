"""`kanrules conformance`: the test kit for plugin authors, on the command line."""

from __future__ import annotations

from typing import Any

import click

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_error, print_report
from kanrules.cli.shared_options import (
    FORMAT,
    OutputFormat,
    argument,
    option,
    plugins_option,
    rules_option,
    runs_local_plugins,
    toml_value,
)
from kanrules.errors import KanrulesError


@make_command
@argument("plugin", metavar="PLUGIN", help="Name of an installed plugin, or ./plugin.py.")
@rules_option("Ruleset to play under.", default="ema-2016")
@option(
    "--option",
    "options",
    metavar="KEY=VALUE",
    multiple=True,
    help="Value of one of the plugin's options, as in TOML; may be repeated.",
)
@option(
    "--hands", metavar="N", type=click.IntRange(min=1, max=1_000_000), default=2000, help="Number of hands to generate."
)
@option("--seed", metavar="N", type=int, default=0, help="Seed for generating the hands.")
@option("--allow-silent", help="Accept hooks that never answer.")
@FORMAT
@plugins_option("Allow PLUGIN, and plugins of the ruleset, to be files, which are then run.")
def command(
    plugin: str,
    rules: str,
    options: tuple[str, ...],
    hands: int,
    seed: int,
    allow_silent: bool,
    output: OutputFormat,
) -> int:
    """Check that a plugin keeps the laws of the game.

    A plugin may override only those keys of a ruleset that it names in `supersedes`.

    Generates hands rich in kans with the plugin active, plays each twice, and changes every key of the ruleset in turn.
    Some hands are for three players, and some use each other value of the plugin's options. No answer may
    depend on tiles that the players concerned cannot see.

    Exit code 0: it conforms; 1: it does not; 2: no such plugin.

    Examples:

      kanrules conformance club

      kanrules conformance club --option kan_bonus=1000

      kanrules conformance ./house.py --allow-local-plugins --hands 500 --allow-silent
    """
    from functools import partial
    from pathlib import Path

    from kanrules.hooks.discovery import load
    from kanrules.ruleset.library import table_name
    from kanrules.ruleset.problems import RulesetError
    from kanrules.testing.conformance import conformance
    from kanrules.testing.import_watch import watched_import

    path = Path(plugin)
    local = plugin.endswith(".py") or plugin.startswith((".", "/"))
    values = dict(map(_option, options))
    name, beside = (f"./{path.name}", path.parent) if local else (plugin, None)
    try:
        # Before the ruleset, which may list the plugin.
        loaded, imported = watched_import(partial(load, name, beside=beside, allow_local=runs_local_plugins()))
        ruleset = required_rules(rules)
        report = conformance(
            loaded,
            name=table_name(plugin),
            rules=ruleset,
            options=values,
            hands=hands,
            seed=seed,
            allow_silent=allow_silent,
            imported=imported,
        )
    except RulesetError:
        raise
    except KanrulesError as error:
        print_error(f"kanrules: {error}")
        return 2
    if output is OutputFormat.JSON:
        faults = [{"check": fault.check, "text": fault.text} for fault in report.faults]
        data = {"plugin": report.plugin, "passed": report.passed, "faults": faults, "hooks": list(report.hooks)}
        data |= {"asked": dict(report.asked), "answered": dict(report.answered)}
        data |= {
            "supersedes": list(report.supersedes),
            "not_shown": list(report.not_shown),
            "implied": list(report.implied),
        }
        print_report({**data, "hands": report.hands, "kans": report.kans, "keys": report.keys})
    else:
        colour = "green" if report.passed else "red"
        first, *rest = str(report).split("\n")
        out = console()
        out.print(f"[bold {colour}]{plain(first)}[/]")
        for line in rest:
            out.print(plain(line))
    return 0 if report.passed else 1


def _option(text: str) -> tuple[str, Any]:
    """Return the name and the value of an option."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise click.BadParameter(f"{text!r}: expected KEY=VALUE", param_hint="'--option'")
    return name.strip(), toml_value(value)
