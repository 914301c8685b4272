"""`kanrules pack`: casebook questions as deals that any engine can play."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kanrules.cli.default_rules import load, names_of
from kanrules.cli.help import make_command
from kanrules.cli.output import print_line, print_report
from kanrules.cli.shared_options import FORMAT, JOBS, OutputFormat, option, plugins_option, rules_option
from kanrules.errors import wrong_use


@make_command
@option("--out", "-o", metavar="DIR", type=Path, help="Folder to write: a new one, or one that contains a pack.")
@rules_option(
    "Ids or files of the rulesets to use. Default: all bundled rulesets that are not partial.", metavar="R[,R2...]"
)
@JOBS
@FORMAT
@plugins_option("Allow the rulesets to run their own ./plugin.py.")
def command(out: Path | None, rules: str, jobs: int, output: OutputFormat) -> None:
    """Write a conformance pack for other engines.

    It has the questions of the casebook as complete deals in mjai format.

    The folder contains one file per case, a schema, a README, and a runner in plain Python with an adapter for
    RiichiEnv as an example. It is in the public domain (CC0). Its totals count questions, not rulesets; questions
    without a case are listed with the reason. Three-player rulesets get the questions for three players.

    Examples:

      kanrules pack --out pack

      kanrules pack --out pack --rules tenhou,m-league

      kanrules pack --out pack --rules tenhou-3p
    """
    from kanrules.pack.write_pack import questions_left_out, write_pack
    from kanrules.ruleset import bundled_ids

    if extra := click.get_current_context().args:
        known = set(extra) <= set(bundled_ids())
        named = f"--rules {','.join(extra)}" if known else "--out for the folder, and --rules for rulesets"
        raise click.UsageError(f"Got unexpected extra argument ({' '.join(extra)}); use {named}.")
    if out is None:
        raise wrong_use("name the folder of the pack with --out DIR")
    names = names_of(rules)
    loaded = [load(name) for name in names or bundled_ids()]
    written = write_pack(out, [one for one in loaded if names or not one.partial], jobs=jobs or os.cpu_count() or 1)
    if output is OutputFormat.JSON:
        print_report(written.to_json())
        return
    apart = questions_left_out(written.questions)
    asked = len(written.questions) - sum(map(len, apart.values()))
    print_line(f"written: {out}: {len(written.questions)} questions, {asked} of them in {written.cases} cases")
    others = apart.pop("other_players")
    if others:
        print_line(f"{len(others)} for a number of players that no ruleset of the pack has")
    for state, text in (("position_only", "for which no deal was found"), ("not_mjai", "that mjai cannot express")):
        if apart[state]:
            print_line(f"{len(apart[state])} {text}:")
        for one in apart[state]:
            print_line(f"  {one['id']}: {one['question']} ({one['why']})")
    print_line(f"next: cd {out} && python run.py riichienv")


command.allow_extra_args = True  # so that the function can say how to name the rulesets
