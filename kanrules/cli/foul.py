"""`kanrules foul`: what a foul around a kan costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import Format, complete_rules, console, envelope, plain, print_json, required_rules
from kanrules.desk.foul import FOULS, foul, read_foul
from kanrules.rulings import UNSAID

if TYPE_CHECKING:
    from kanrules.desk.foul import FoulAnswer
    from kanrules.rulings import Ruling


def command(
    name: str = typer.Argument(
        "", metavar="NAME", help="riichi_kan, wrong_tiles, after_call, ...; without one, all are listed."
    ),
    rules: str = typer.Option(
        "", "--rules", "-r", autocompletion=complete_rules, metavar="R", help="The ruleset: a bundled id or a file."
    ),
    all_rules: bool = typer.Option(False, "--all-rules", help="Every bundled ruleset, as a table."),
    corrected: bool = typer.Option(False, "--corrected", help="The foul was put right in time."),
    output: Format = typer.Option(Format.TEXT, "--format", help="text for people, json for programs."),
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let the ruleset run its own ./plugin.py."
    ),
) -> None:
    """Look up what a foul around a kan costs: the penalty, and the clause it rests on.

    Where no text says, the answer is "no published penalty found".

    Examples:

      kanrules foul riichi_kan --rules m-league

      kanrules foul wrong_tiles --all-rules
    """
    if not name:
        if output is Format.JSON:
            print_json(envelope({"fouls": dict(FOULS)}))
            return
        for one, what in FOULS.items():
            console().print(f"[bold]{one}[/]: {what}")
        return
    read_foul(name)
    if all_rules:
        from kanrules.ruleset import bundled_ids, load_ruleset

        _print_all(name, [foul(name, load_ruleset(one), corrected=corrected) for one in bundled_ids()], output)
        return
    answer = foul(name, required_rules(rules, allow_local_plugins=allow_local_plugins), corrected=corrected)
    if output is Format.JSON:
        print_json(envelope(answer.to_json()))
        return
    out = console()
    out.print(f"[bold]{name}[/] ({FOULS[name]}) under [bold]{plain(answer.rules.title)}[/]")
    if answer.by_default:
        out.print(f"  [bold yellow]{plain(answer.text)}[/]")
        out.print(f"  {answer.penalty.text}", markup=False)
    else:
        out.print(f"  [bold]{answer.word}[/]: ", end="")
        out.print(_in_full(answer) or answer.penalty.type.value, markup=False)
    if answer.words and answer.words != answer.penalty.text:
        out.print(f"  {answer.words}", markup=False)
    out.print(f"  {_source(answer.ruling)}", markup=False)


def _in_full(answer: FoulAnswer) -> str:
    """The penalty's text behind its word, which a text that begins with it does not say again."""
    return answer.penalty.text.removeprefix(f"{answer.word}: ")


def _source(ruling: Ruling) -> str:
    parts = [ruling.code]
    if ruling.key and not ruling.key.startswith("penalty."):
        parts.append(f"{ruling.key} = {ruling.value}")
    if ruling.plugin != "core":
        parts.append(f"plugin {ruling.plugin}")
    elif ruling.code != "KR605":
        parts.append(ruling.set_by)
    if ruling.source is not None:
        parts.append(ruling.source.cited)
    return " · ".join(part for part in parts if part)


def _print_all(name: str, answers: list[FoulAnswer], output: Format) -> None:
    if output is Format.JSON:
        print_json(envelope({"foul": name, "answers": [one.to_json() for one in answers]}))
        return
    from rich.markup import escape
    from rich.table import Table

    out = console()
    out.print(f"[bold]{name}[/]: {FOULS[name]}")
    groups = (
        [one for one in answers if not one.unknown and not one.by_default],
        [one for one in answers if one.by_default],
    )
    for group, head in zip(groups, ("by their text", UNSAID + "; kanrules would rule"), strict=True):
        if not group:
            continue
        table = Table("ruleset", "penalty", "text", "source", box=None, pad_edge=False)
        for one in group:
            shown = "yellow" if one.by_default else "bold"
            source = escape(str(one.ruling.source or ""))
            table.add_row(f"[{shown}]{one.rules.id}[/]", f"[{shown}]{one.word}[/]", escape(_in_full(one)), source)
        out.print(f"\n{head}:")
        out.print(table)
    silent = [one.rules.id for one in answers if one.unknown]
    if silent:
        out.print(f"\nno published penalty found: {', '.join(silent)}")
    said = (f"{len(groups[0])} by their text", f"{len(groups[1])} by default", f"{len(silent)} without an answer")
    out.print(f"\n{', '.join(said)}")
