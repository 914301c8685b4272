"""`kanrules riichi-kan`: may this kan be declared in riichi?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import Format, complete_rules, console, envelope, print_json, required_rules
from kanrules.desk.cited import cited, shown
from kanrules.errors import UnreadableError
from kanrules.rulings import UNSAID, would_rule

if TYPE_CHECKING:
    from kanrules.desk.riichi_kan import RiichiKanAnswer


def command(
    hand: str = typer.Argument(
        ..., metavar="HAND", help="The concealed tiles without the drawn one, in mpsz: 5556888s678p123m."
    ),
    draw: str = typer.Option("", "--draw", "-d", metavar="T", help="The tile drawn."),
    kan: str = typer.Option("", "--kan", "-k", metavar="T", help="The tile of the kan, where it is not the one drawn."),
    melds: list[str] = typer.Option(
        [], "--melds", "-m", metavar="M", help="An earlier ankan, such as 'ankan 1111z'; may be given again."
    ),
    rules: str = typer.Option(
        "", "--rules", "-r", autocompletion=complete_rules, metavar="R", help="The ruleset: a bundled id or a file."
    ),
    all_rules: bool = typer.Option(False, "--all-rules", help="Every installed ruleset, as a table."),
    level: str = typer.Option(
        "",
        "--level",
        help="In place of the ruleset's: forbidden, same_readings, same_readings_and_yaku, same_waits or any.",
    ),
    out: str = typer.Option(
        "",
        "--out",
        "-o",
        metavar="FILE",
        help="Draw the hand and its readings, those that are lost first: .svg, .png or .html.",
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

      kanrules riichi-kan 3335666p111456s --draw 3p --rules m-league --out kan.html
    """
    from kanrules.api import answers, read_question
    from kanrules.desk.riichi_kan import riichi_kan

    ending = _ending(out, all_rules, output)
    try:
        question = read_question(hand, draw, kan=kan or None, melds=melds)
    except UnreadableError as error:
        # Whoever writes fourteen tiles has put the drawn one among them.
        raise UnreadableError(f"{error}{_hint(hand, draw, melds)}", code=error.code) from None
    if all_rules:
        if rules or level:
            given = "--rules" if rules else "--level"
            raise UnreadableError(
                f"{given} and --all-rules: --all-rules asks every ruleset by its own law; give one of the two", code=""
            )
        from kanrules.ruleset import all_ids, load_ruleset

        asked_all = [riichi_kan(question, load_ruleset(name)) for name in all_ids()]
        if output is Format.JSON:
            asked = {"hand": hand, "draw": draw, "kan": kan or draw, "melds": melds}
            print_json(envelope({"question": asked, "answers": [one.to_json() for one in asked_all]}))
        else:
            _print_all(asked_all)
        return
    book = required_rules(rules, allow_local_plugins=allow_local_plugins)
    answer = riichi_kan(question, book, level or None)
    if ending:
        _draw(answer, ending, out)
        return
    told = answers(question, book, level or None) if trace else []
    if output is Format.JSON:
        print_json(envelope({**answer.to_json(), **({"trace": [line.to_json() for line in told]} if trace else {})}))
        return
    _print_one(answer)
    for line in told:
        console().print(f"  {line}", markup=False, style="dim")


def _ending(out: str, all_rules: bool, output: Format) -> str:
    """How the file that is to be drawn ends; "" where nothing is."""
    ending = Path(out).suffix.lower()
    if out and ending not in (".svg", ".png", ".html"):
        raise UnreadableError(f"--out {out!r}: it is drawn as .svg, .png or .html", code="")
    if out and (all_rules or output is Format.JSON):
        other = "--all-rules" if all_rules else "--format json"
        raise UnreadableError(f"--out and {other}: one ruleset's answer is drawn; give one of the two", code="")
    return ending


def _draw(answer: RiichiKanAnswer, ending: str, out: str) -> None:
    from kanrules.drawing.canvas import Theme
    from kanrules.report import riichi_kan_picture as picture
    from kanrules.report.whole_file import write_whole

    if ending == ".png":
        from kanrules.report.png import png

        write_whole(out, png(picture.svg(answer, theme=Theme.LIGHT)))
    else:
        write_whole(out, picture.html(answer) if ending == ".html" else picture.svg(answer))


def _hint(hand: str, draw: str, melds: list[str]) -> str:
    held = [letter for letter in hand if letter.isdigit()]
    if len(held) == 14 - 3 * len(melds):
        suit = hand.strip()[-1:]
        return "; the tile drawn goes to --draw" + (f", such as --draw {held[-1]}{suit}" if suit in set("mpsz") else "")
    return "" if draw else "; the tile drawn goes to --draw"


def _print_one(asked: RiichiKanAnswer) -> None:
    from rich.table import Table
    from rich.text import Text

    out, answer = console(), asked.answer
    out.print(f"{asked.question} under {asked.rules.title}", markup=False, style="dim")
    verdict, _, sentence = answer.text.partition(": ")
    if asked.by_default:
        out.print(would_rule(verdict), style="yellow")
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
    for one in asked.readings():
        table.add_row(
            f"  {one.tile}", Text(one.drawn), Text("stays" if one.stays else "lost", "" if one.stays else "red")
        )
    out.print(table)
    if answer.ruling is not None:
        ruling = answer.ruling
        set_by = f"; set by {ruling.set_by}" if ruling.source is not None else ""
        who = "" if ruling.plugin == "core" else f"; plugin {ruling.plugin}"
        out.print(f"  {ruling.key} = {shown(ruling.value)}: {cited(ruling)}{set_by}{who}", markup=False, style="dim")


def _print_all(answers: list[RiichiKanAnswer]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(str(answers[0].question), markup=False)
    unsaid = [asked for asked in answers if asked.by_default]
    told = [asked for asked in answers if not asked.by_default]
    for group, head in ((told, "by their text"), (unsaid, f"{UNSAID}; kanrules would rule")):
        if not group:
            continue
        out.print(f"\n{head}:")
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for column in ("ruleset", "verdict", "code", "rule", "by"):
            table.add_column(column)
        for asked in group:
            answer, ruling = asked.answer, asked.answer.ruling
            assert ruling is not None
            colour = "yellow" if asked.by_default else "green" if answer.legal else "red"
            table.add_row(
                asked.rules.id,
                Text("legal" if answer.legal else "illegal", colour),
                answer.code,
                Text(f"{ruling.key.partition('.')[2]} = {shown(ruling.value)}"),
                Text("" if asked.by_default else cited(ruling)),
            )
        out.print(table)
    out.print(f"\n{len(told)} by their text, {len(unsaid)} by default")
    for text in dict.fromkeys(asked.answer.text for asked in answers):
        rest = sum(1 for asked in answers if asked.answer.text == text)
        out.print(f"{rest:3} {text}", markup=False)
