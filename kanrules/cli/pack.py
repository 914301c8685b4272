"""`kanrules pack`: the questions of the casebook as deals that any engine can play."""

from __future__ import annotations

from pathlib import Path

import typer

from kanrules.cli.common import FORMAT, Format, complete_rules, envelope, print_json
from kanrules.errors import UnreadableError


def command(
    out: Path | None = typer.Option(
        None, "--out", "-o", metavar="DIR", help="The folder to write: a new one, or one that holds a pack."
    ),
    rules: str = typer.Option(
        "",
        "--rules",
        "-r",
        autocompletion=complete_rules,
        metavar="R[,R2...]",
        help="Only these rulesets, ids or files; else all bundled ones that are not partial.",
    ),
    output: Format = FORMAT,
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let the rulesets run their own ./plugin.py."
    ),
) -> None:
    """Write a conformance pack for other engines: every question of the casebook as a whole deal in mjai's words.

    The folder holds a case a file, their schema, a README, a runner in plain Python with adapters for RiichiEnv,
    majiang-core and jansou, and is in the public domain (CC0). Questions are counted, never rulesets; those without a
    case are listed with the reason. Rulesets for three players are asked the questions of three players.

    Examples:

      kanrules pack --out pack

      kanrules pack --out pack --rules tenhou,m-league

      kanrules pack --out pack --rules tenhou-3p
    """
    from kanrules.pack.write_pack import not_asked, write
    from kanrules.ruleset import bundled_ids, load_ruleset

    if out is None:
        raise UnreadableError("name the folder of the pack with --out DIR", code="")
    names = list(dict.fromkeys(name.strip() for name in rules.split(",") if name.strip()))
    loaded = [load_ruleset(name, allow_local_plugins=allow_local_plugins) for name in names or bundled_ids()]
    written = write(out, [one for one in loaded if names or not one.partial])
    if output is Format.JSON:
        print_json(envelope(written.to_json()))
        return
    apart = not_asked(written.questions)
    asked = len(written.questions) - sum(map(len, apart.values()))
    print(f"written: {out}: {len(written.questions)} questions, {asked} of them in {written.cases} cases")
    others = apart.pop("other_players")
    if others:
        print(f"{len(others)} for another number of players than the rulesets of the pack")
    for state, text in (("position_only", "that no deal was found to reach"), ("not_mjai", "that mjai cannot put")):
        if apart[state]:
            print(f"{len(apart[state])} {text}:")
        for one in apart[state]:
            print(f"  {one['id']}: {one['question']} ({one['why']})")
    print(f"next: cd {out} && python run.py riichienv")
