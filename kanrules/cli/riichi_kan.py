"""`kanrules riichi-kan`: may this kan be declared in riichi?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from kanrules.cli.common import Format, console, envelope, print_json, required_rules
from kanrules.errors import UnreadableError

if TYPE_CHECKING:
    from kanrules.api import Question
    from kanrules.kan.in_riichi import KanAnswer
    from kanrules.ruleset import Ruleset
    from kanrules.rulings import Ruling


def command(
    hand: str = typer.Argument(
        ..., metavar="HAND", help="The concealed tiles without the drawn one, in mpsz: 5556888s678p123m."
    ),
    draw: str = typer.Option("", "--draw", "-d", metavar="T", help="The tile drawn."),
    kan: str = typer.Option("", "--kan", "-k", metavar="T", help="The tile of the kan, where it is not the one drawn."),
    melds: list[str] = typer.Option(
        [], "--melds", "-m", metavar="M", help="An earlier ankan, such as 'ankan 1111z'; may be given again."
    ),
    rules: str = typer.Option("", "--rules", "-r", metavar="R", help="The ruleset: a bundled id or a file."),
    all_rules: bool = typer.Option(False, "--all-rules", help="Every installed ruleset, as a table."),
    level: str = typer.Option(
        "",
        "--level",
        "-l",
        help="In place of the ruleset's: forbidden, same_readings, same_readings_and_yaku, same_waits or any.",
    ),
    trace: bool = typer.Option(False, "--trace", help="Which plugin answered which hook with what, in order."),
    output: Format = typer.Option(Format.TEXT, "--format", help="text for people, json for programs."),
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let the ruleset run its own ./plugin.py."
    ),
) -> None:
    """May a player in riichi declare this ankan?

    Shows the waits before and after, every reading with the tile that completes it, which of them the kan would take
    away, and the rule.

    Examples:

      kanrules riichi-kan 5556888s678p123m --draw 8s --rules ema-2016

      kanrules riichi-kan 3335666p111456s --draw 3p --all-rules
    """
    from kanrules.api import answers, ask, read_question

    question = read_question(hand, draw, kan=kan or None, melds=melds)
    if all_rules:
        if rules or level:
            given = "--rules" if rules else "--level"
            raise UnreadableError(
                f"{given} and --all-rules: --all-rules asks every ruleset by its own law; give one of the two", code=""
            )
        from kanrules.ruleset import all_ids, load_ruleset

        books = [load_ruleset(name) for name in all_ids()]
        asked_all = [(book, ask(question, book)) for book in books]
        if output is Format.JSON:
            asked = {"hand": hand, "draw": draw, "kan": kan or draw, "melds": melds}
            print_json(envelope({"question": asked, "answers": [_json(book, answer) for book, answer in asked_all]}))
        else:
            _print_all(question, asked_all)
        return
    book = required_rules(rules, allow_local_plugins=allow_local_plugins)
    answer = ask(question, book, level or None)
    told = answers(question, book, level or None) if trace else []
    if output is Format.JSON:
        print_json(envelope({**_json(book, answer), **({"trace": [line.to_json() for line in told]} if trace else {})}))
        return
    _print_one(question, book, answer)
    for line in told:
        console().print(f"  {line}", markup=False, style="dim")


def _json(rules: Ruleset, answer: KanAnswer) -> dict[str, Any]:

    return {
        "rules": rules.id,
        "verdict": "legal" if answer.legal else "illegal",
        "code": answer.code,
        "text": answer.text,
        "waits_before": answer.waits_before,
        "waits_after": answer.waits_after,
        "lost_readings": [{"tile": lost.tile, "sets": lost.sets, "pair": lost.pair} for lost in answer.lost_readings],
        "objections": [{"code": one.code, "text": one.text, "key": one.key} for one in answer.objections],
        "ruling": None if answer.ruling is None else answer.ruling.to_json(),
    }


def _cited(ruling: Ruling) -> str:
    if ruling.source is not None:
        return f"{ruling.source} ({ruling.source.grade})"
    if ruling.set_by == "default":
        return "no text found; kanrules' default"
    return f"set by {ruling.set_by}, no source named"


def _drawn(sets: list[str], pair: str) -> str:
    return " ".join([*(f"[{one}]" for one in sets), *([f"({pair})"] if pair else [])])


def _readings(question: Question, answer: KanAnswer) -> Iterator[tuple[str, str, bool]]:
    """Every winning tile, each reading with it, and whether the kan leaves it."""
    from kanrules.kan.in_riichi import spelled
    from kanrules.pieces.readings import readings
    from kanrules.pieces.tiles import BY_NAME

    # A reading may be lost with a tile of which all four are held, which the answer does not show as a wait.
    for tile in dict.fromkeys((*answer.waits_before, *(lost.tile for lost in answer.lost_readings))):
        kind = BY_NAME[tile]
        for reading in readings(question.hand.plus(kind), kind):
            one = spelled(reading)
            yield tile, _drawn(one.sets, one.pair), one not in answer.lost_readings


def _print_one(question: Question, rules: Ruleset, answer: KanAnswer) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(f"{question} under {rules.title}", markup=False, style="dim")
    verdict, _, sentence = answer.text.partition(": ")
    out.print(
        Text.assemble(
            (verdict, "bold green" if answer.legal else "bold red"), f": {sentence}", (f"  {answer.code}", "bold")
        )
    )
    for other in answer.objections[1:]:
        out.print(Text.assemble(f"         and: {other.text}.", (f"  {other.code}", "bold")))
    out.print(f"  waits before  {' '.join(answer.waits_before) or 'none'}", markup=False)
    out.print(f"  waits after   {' '.join(answer.waits_after) or 'none'}", markup=False)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for tile, drawn, stays in _readings(question, answer):
        table.add_row(f"  {tile}", Text(drawn), Text("stays" if stays else "lost", "" if stays else "red"))
    out.print(table)
    if answer.ruling is not None:
        ruling = answer.ruling
        set_by = f"; set by {ruling.set_by}" if ruling.source is not None else ""
        who = "" if ruling.plugin == "core" else f"; plugin {ruling.plugin}"
        out.print(f"  {ruling.key} = {_word(ruling.value)}: {_cited(ruling)}{set_by}{who}", markup=False, style="dim")


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_all(question: Question, answers: list[tuple[Ruleset, KanAnswer]]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(str(question), markup=False)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("ruleset", "verdict", "code", "rule", "by"):
        table.add_column(column)
    for rules, answer in answers:
        ruling = answer.ruling
        assert ruling is not None
        verdict = Text("legal", "green") if answer.legal else Text("illegal", "red")
        table.add_row(
            rules.id,
            verdict,
            answer.code,
            Text(f"{ruling.key.partition('.')[2]} = {_word(ruling.value)}"),
            Text(_cited(ruling)),
        )
    out.print(table)
    for text in dict.fromkeys(answer.text for _, answer in answers):
        rest = sum(1 for _, answer in answers if answer.text == text)
        out.print(f"{rest:3} {text}", markup=False)
