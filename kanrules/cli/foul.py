"""`kanrules foul`: the penalty for a foul around a kan."""

from __future__ import annotations

import click

from kanrules.cli.all_rulesets import Row, print_by_basis
from kanrules.cli.default_rules import every_bundled, required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report
from kanrules.cli.shared_options import ALL_RULES, FORMAT, LANG, PLUGINS, RULES, OutputFormat, argument, option
from kanrules.cli.superseded import print_superseded
from kanrules.desk.cited import set_by, source_cited
from kanrules.desk.foul import FOULS, foul, foul_json, read_foul
from kanrules.desk.statement import Statement, steps_in_words
from kanrules.law.hook_values import Noticed
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import capital, say
from kanrules.ruleset import Ruleset
from kanrules.rulings import Basis, Ruling


@make_command
@argument(
    "name",
    metavar="NAME",
    default="",
    help="Name of a foul: riichi_kan, wrong_tiles, after_call, ... Without it, all fouls are listed.",
)
@RULES
@ALL_RULES
@option("--corrected", help="The foul was corrected in time.")
@option("--noticed", type=Noticed, help="When the foul was noticed.")
@option("--tiles", metavar="N", type=click.IntRange(1, 136), help="Number of tiles concerned, such as exposed ones.")
@option("--repeated", help="The player had committed the same foul before.")
@LANG
@FORMAT
@PLUGINS
def command(
    name: str,
    rules: str,
    all_rules: bool,
    corrected: bool,
    noticed: Noticed | None,
    tiles: int | None,
    repeated: bool,
    speak: Translator,
    output: OutputFormat,
) -> None:
    """Look up the penalty for a foul around a kan, and its clause.

    If no source names a penalty, the answer says why, and that the referee decides.

    Examples:

      kanrules foul riichi_kan --rules m-league

      kanrules foul wrong_tiles --all-rules

      kanrules foul dead_wall_exposed --tiles 3 --rules wrc-2025
    """
    if not name:
        if output is OutputFormat.JSON:
            print_report({"fouls": dict(FOULS)})
            return
        for one, what in FOULS.items():
            console().print(f"[bold]{one}[/]: {speak(what)}")
        return
    read_foul(name)

    def asked(book: Ruleset) -> Statement:
        # Without --repeated, nobody has said whether it is.
        again = repeated or None
        return foul(name, book, corrected=corrected, noticed=noticed, tiles=tiles or 0, repeated=again)

    if all_rules:
        _print_all(name, [(book, asked(book)) for book in every_bundled(rules)], output, speak)
        return
    book = required_rules(rules)
    answer = asked(book)
    if output is OutputFormat.JSON:
        print_report(foul_json(answer), book)
        return
    out = console()
    what = say(
        _UNDER, foul=f"[bold]{name}[/]", what=FOULS[name], rules=f"[bold]{plain(book.title_in(speak.language))}[/]"
    )
    out.print(speak(what))
    if answer.basis is Basis.DEFAULT:
        out.print(f"  [bold magenta]{plain(speak.own(answer.said))}[/]")
    else:
        # One call, so that a terminal wraps the name and the text as one line.
        out.print(f"  [bold]{speak(answer.verdict)}[/]: {plain(_in_full(answer, speak))}")
    for step in steps_in_words(answer.steps) if len(answer.steps) > 1 else ():
        out.print(f"  - {plain(capital(speak(step)))}")
    out.print(f"  {_source(answer.ruling, speak)}", markup=False)
    print_superseded(book)


_UNDER = _N("{foul} ({what}) under {rules}")
_COLUMNS = (_N("penalty"), _N("text"), _N("source"))
_COUNTED = _N("{told} settled by the rulebook, {quiet} assumed, {silent} without an answer")


def _in_full(answer: Statement, speak: Translator) -> str:
    """Return the text of the penalty after its name, which is left out if the text begins with it."""
    return speak.own(answer.said).removeprefix(f"{speak(answer.verdict)}: ")


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


def _print_all(name: str, answers: list[tuple[Ruleset, Statement]], output: OutputFormat, speak: Translator) -> None:
    if output is OutputFormat.JSON:
        print_report({"foul": name, "answers": [foul_json(answer) for book, answer in answers]})
        return
    out = console()
    out.print(f"[bold]{name}[/]: {speak(FOULS[name])}")
    rows = []
    silent: dict[str, list[str]] = {}
    for book, one in answers:
        if one.basis is Basis.UNSAID:
            silent.setdefault(speak(one.text), []).append(book.id)
            continue
        word = f"[{'bold' if one.is_settled else 'magenta'}]{speak(one.verdict)}[/]"
        source = str(one.sources[0]) if one.sources else ""
        rows.append(Row(book, (word, plain(_in_full(one, speak)), plain(source)), "" if one.is_settled else one.gap))
    print_by_basis(rows, _COLUMNS, speak)
    for text, names in silent.items():
        out.print(f"\n{text} {', '.join(names)}")
    quiet = sum(bool(row.assumed) for row in rows)
    unknown = len(answers) - len(rows)
    out.print("\n" + speak(say(_COUNTED, told=len(rows) - quiet, quiet=quiet, silent=unknown)))
