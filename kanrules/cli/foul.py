"""`kanrules foul`: what a foul around a kan costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import (
    FORMAT,
    LANG,
    Format,
    complete_rules,
    console,
    envelope,
    plain,
    print_json,
    required_rules,
    speaker,
)
from kanrules.desk.cited import set_by, source_cited
from kanrules.desk.foul import FOULS, foul, read_foul
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

if TYPE_CHECKING:
    from kanrules.desk.foul import FoulAnswer
    from kanrules.locale import Translator
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
    lang: str = LANG,
    output: Format = FORMAT,
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
    speak = speaker(lang)
    if not name:
        if output is Format.JSON:
            print_json(envelope({"fouls": dict(FOULS)}))
            return
        for one, what in FOULS.items():
            console().print(f"[bold]{one}[/]: {speak(what)}")
        return
    read_foul(name)
    if all_rules:
        from kanrules.ruleset import bundled_ids, load_ruleset

        _print_all(name, [foul(name, load_ruleset(one), corrected=corrected) for one in bundled_ids()], output, speak)
        return
    answer = foul(name, required_rules(rules, allow_local_plugins=allow_local_plugins), corrected=corrected)
    if output is Format.JSON:
        print_json(envelope(answer.to_json()))
        return
    out = console()
    what = say(_UNDER, foul=f"[bold]{name}[/]", what=FOULS[name], rules=f"[bold]{plain(answer.rules.title)}[/]")
    out.print(speak(what))
    if answer.by_default:
        out.print(f"  [bold yellow]{plain(speak.own(answer.text))}[/]")
        out.print(f"  {speak.own(answer.penalty.text)}", markup=False)
    else:
        out.print(f"  [bold]{speak(answer.word)}[/]: ", end="")
        out.print(_in_full(answer, speak) or speak(answer.penalty.type.value), markup=False)
    if answer.words and answer.words != answer.penalty.text:
        out.print(f"  {speak.own(answer.words)}", markup=False)
    out.print(f"  {_source(answer.ruling, speak)}", markup=False)


_UNDER = _N("{foul} ({what}) under {rules}")
_BY_TEXT, _WOULD_RULE = _N("by their text"), _N("no text found; kanrules would rule")
_COLUMNS = (_N("ruleset"), _N("penalty"), _N("text"), _N("source"))
_SILENT = _N("no published penalty found: {rulesets}")
_COUNTED = _N("{told} by their text, {quiet} by default, {silent} without an answer")


def _in_full(answer: FoulAnswer, speak: Translator) -> str:
    """The penalty's text behind its word, which a text that begins with it does not say again."""
    return speak.own(answer.penalty.text).removeprefix(f"{speak(answer.word)}: ")


def _source(ruling: Ruling, speak: Translator) -> str:
    parts = [ruling.code]
    if ruling.key and not ruling.key.startswith("penalty."):
        parts.append(f"{ruling.key} = {ruling.value}")
    if ruling.plugin != "core":
        parts.append(speak(say(_PLUGIN, name=ruling.plugin)))
    elif ruling.code != "KR605":
        parts.append(set_by(ruling, speak))
    if ruling.source is not None:
        parts.append(source_cited(ruling.source, speak))
    return " · ".join(part for part in parts if part)


_PLUGIN = _N("plugin {name}")


def _print_all(name: str, answers: list[FoulAnswer], output: Format, speak: Translator) -> None:
    if output is Format.JSON:
        print_json(envelope({"foul": name, "answers": [one.to_json() for one in answers]}))
        return
    from rich.markup import escape
    from rich.table import Table

    out = console()
    out.print(f"[bold]{name}[/]: {speak(FOULS[name])}")
    groups = (
        [one for one in answers if not one.unknown and not one.by_default],
        [one for one in answers if one.by_default],
    )
    for group, head in zip(groups, (_BY_TEXT, _WOULD_RULE), strict=True):
        if not group:
            continue
        table = Table(*map(speak, _COLUMNS), box=None, pad_edge=False)
        for one in group:
            shown = "yellow" if one.by_default else "bold"
            source = escape(str(one.ruling.source or ""))
            table.add_row(
                f"[{shown}]{one.rules.id}[/]", f"[{shown}]{speak(one.word)}[/]", escape(_in_full(one, speak)), source
            )
        out.print(f"\n{speak(head)}:")
        out.print(table)
    silent = [one.rules.id for one in answers if one.unknown]
    if silent:
        out.print("\n" + speak(say(_SILENT, rulesets=", ".join(silent))))
    out.print("\n" + speak(say(_COUNTED, told=len(groups[0]), quiet=len(groups[1]), silent=len(silent))))
