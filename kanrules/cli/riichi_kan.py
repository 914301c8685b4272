"""`kanrules riichi-kan`: whether a kan may be declared in riichi."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import every_bundled, required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report, write_file
from kanrules.cli.shared_options import FORMAT, LANG, PLUGINS, RULES, TRACE, OutputFormat, argument, option, out_option
from kanrules.cli.superseded import print_superseded
from kanrules.desk.cited import cited, set_by, shown_value
from kanrules.errors import UnreadableError, wrong_use
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.rulings import would_rule

if TYPE_CHECKING:
    from kanrules.desk.riichi_kan import RiichiKanAnswer
    from kanrules.ruleset import Ruleset


@make_command
@argument(
    "hand", metavar="HAND", help="Concealed tiles without the drawn tile, in mpsz notation, such as 5556888s678p123m."
)
@option("--draw", "-d", metavar="T", help="Tile just drawn.")
@option("--kan", "-k", metavar="T", help="Tile of the kan, if it is not the drawn tile.")
@option("--melds", "-m", metavar="M", multiple=True, help="An earlier ankan, such as 'ankan 1111z'; may be repeated.")
@RULES
@option("--all-rules", help="Ask every installed ruleset and print a table.")
@option(
    "--level",
    metavar="LEVEL",
    help="Level to use instead of the ruleset's: forbidden, same_readings, same_readings_and_yaku, same_waits or any.",
)
@out_option("Draw the hand and its readings, lost ones first, to a .svg, .png or .html file.")
@TRACE
@LANG
@FORMAT
@PLUGINS
def command(
    hand: str,
    draw: str,
    kan: str,
    melds: tuple[str, ...],
    rules: str,
    all_rules: bool,
    level: str,
    out: str,
    trace: bool,
    speak: Translator,
    output: OutputFormat,
) -> None:
    """May a player in riichi declare this ankan?

    Shows the waits before and after the kan, every reading with the tile that completes it, the readings that the kan
    would take away, and the rule.

    Examples:

      kanrules riichi-kan 5556888s678p123m --draw 8s --rules ema-2016

      kanrules riichi-kan 3335666p111456s --draw 3p --all-rules

      kanrules riichi-kan 3335666p111456s --draw 3p --rules m-league --out kan.html
    """
    from kanrules.api import answers, read_kan_question
    from kanrules.desk.asked import split
    from kanrules.desk.riichi_kan import check_hand, rule_on_kan

    ending = _ending(out, all_rules, output)
    try:
        question = read_kan_question(hand, draw, kan=kan or None, melds=melds)
    except UnreadableError as error:
        # A hand of fourteen tiles includes the drawn one by mistake.
        raise UnreadableError(f"{error}{_hint(hand, draw, melds)}", code=error.code) from None
    if all_rules:
        if rules or level:
            given = "--rules" if rules else "--level"
            raise wrong_use(
                f"{given} and --all-rules: --all-rules uses each ruleset's own value; choose one of the two"
            )
        books, others = split(question, every_bundled(""), check_hand)
        asked_all = [rule_on_kan(question, book) for book in books]
        if output is OutputFormat.JSON:
            asked = {"hand": hand, "draw": draw, "kan": kan or draw, "melds": melds}
            told_all = [one.to_json() for one in asked_all]
            unasked = [book.id for book in others]
            print_report({"question": asked, "answers": told_all, "other_players": unasked})
        else:
            _print_all(asked_all, others, speak)
        return
    book = required_rules(rules)
    check_hand(question, book)
    answer = rule_on_kan(question, book, level or None)
    if ending:
        _draw(answer, ending, out, speak)
        return
    told = answers(question, book, level or None) if trace else []
    if output is OutputFormat.JSON:
        print_report({**answer.to_json(), **({"trace": [line.to_json() for line in told]} if trace else {})}, book)
        return
    _print_one(answer, speak)
    print_superseded(book)
    for line in told:
        console().print(f"  {line}", markup=False, style="dim")


def _ending(out: str, all_rules: bool, output: OutputFormat) -> str:
    """Return the file name extension of the drawing; "" if nothing is drawn."""
    ending = Path(out).suffix.lower()
    if out and ending not in (".svg", ".png", ".html"):
        raise wrong_use(f"--out {out!r}: expected a file name that ends in .svg, .png or .html")
    if out and (all_rules or output is OutputFormat.JSON):
        other = "--all-rules" if all_rules else "--format json"
        raise wrong_use(f"--out and {other}: a picture shows the answer of one ruleset; choose one of the two")
    return ending


def _draw(answer: RiichiKanAnswer, ending: str, out: str, speak: Translator) -> None:
    from kanrules.drawing.canvas import Theme
    from kanrules.report import riichi_kan_picture as picture

    if ending == ".png":
        from kanrules.report.png import png

        write_file(out, png(picture.svg(answer, theme=Theme.LIGHT, speak=speak)))
    else:
        write_file(out, picture.picture_html(answer, speak) if ending == ".html" else picture.svg(answer, speak=speak))


def _hint(hand: str, draw: str, melds: tuple[str, ...]) -> str:
    held = [letter for letter in hand if letter.isdigit()]
    if len(held) == 14 - 3 * len(melds):
        suit = hand.strip()[-1:]
        return "; give the drawn tile with --draw" + (
            f", such as --draw {held[-1]}{suit}" if suit in set("mpsz") else ""
        )
    return "" if draw else "; give the drawn tile with --draw"


_UNDER = _N("{question} under {rules}")
_LEGAL, _ILLEGAL, _AND, _NONE = _N("legal"), _N("illegal"), _N("and: {reason}."), _N("none")
_BEFORE, _AFTER, _STAYS, _LOST = _N("waits before"), _N("waits after"), _N("stays"), _N("lost")
_SET_BY, _PLUGIN = _N("set by {where}"), _N("plugin {name}")
_COLUMNS = (_N("verdict"), _N("code"), _N("rule"), _N("by"))
_COUNTED = _N("{told} settled by the rulebook, {quiet} assumed")


def _verdict(asked: RiichiKanAnswer) -> str:
    return _LEGAL if asked.answer.legal else _ILLEGAL


def _print_one(asked: RiichiKanAnswer, speak: Translator) -> None:
    from rich.table import Table
    from rich.text import Text

    out, answer = console(), asked.answer
    out.print(
        speak(say(_UNDER, question=asked.question.said, rules=asked.rules.title_in(speak.language))),
        markup=False,
        style="dim",
    )
    verdict = speak(_verdict(asked))
    whole = speak(answer.text)
    if asked.by_default:
        out.print(speak(would_rule(_verdict(asked), asked.assumed)), style="magenta")
    out.print(
        Text.assemble(
            (verdict, "bold green" if answer.legal else "bold red"),
            whole.removeprefix(verdict),
            (f"  {answer.code}", "bold"),
        )
    )
    for other in answer.objections[1:]:
        out.print(Text.assemble(f"         {speak(say(_AND, reason=other.text))}", (f"  {other.code}", "bold")))
    wide = max(len(speak(_BEFORE)), len(speak(_AFTER)))
    for title, waits in ((_BEFORE, answer.waits_before), (_AFTER, answer.waits_after)):
        out.print(f"  {speak(title):{wide}}  {' '.join(waits) or speak(_NONE)}", markup=False)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for one in asked.readings():
        table.add_row(
            f"  {one.tile}", Text(one.drawn), Text(speak(_STAYS if one.stays else _LOST), "" if one.stays else "red")
        )
    if table.row_count:
        out.print(table)
    if answer.ruling is not None:
        ruling = answer.ruling
        parts = [f"{ruling.key} = {shown_value(ruling.value, speak)}: {cited(ruling, speak)}"]
        if ruling.source is not None:
            parts.append(speak(say(_SET_BY, where=set_by(ruling, speak))))
        if ruling.plugin != "core":
            parts.append(speak(say(_PLUGIN, name=ruling.plugin)))
        out.print(f"  {'; '.join(parts)}", markup=False, style="dim")


def _print_all(answers: list[RiichiKanAnswer], others: list[Ruleset], speak: Translator) -> None:
    from kanrules.cli.all_rulesets import Row, print_by_basis
    from kanrules.desk.asked import not_asked

    out = console()
    out.print(speak(answers[0].question.said), markup=False)
    rows = []
    for asked in answers:
        answer, ruling = asked.answer, asked.answer.ruling
        assert ruling is not None, "an answer about a kan has a ruling"
        colour = "magenta" if asked.by_default else "green" if answer.legal else "red"
        rule = f"{ruling.key.partition('.')[2]} = {shown_value(ruling.value, speak)}"
        by = "" if asked.by_default else cited(ruling, speak)
        cells = (f"[{colour}]{speak(_verdict(asked))}[/]", answer.code, plain(rule), plain(by))
        rows.append(Row(asked.rules, cells, asked.assumed if asked.by_default else ""))
    print_by_basis(rows, _COLUMNS, speak)
    quiet = sum(bool(row.assumed) for row in rows)
    out.print("\n" + speak(say(_COUNTED, told=len(rows) - quiet, quiet=quiet)))
    for text in dict.fromkeys(asked.answer.text for asked in answers):
        rest = sum(1 for asked in answers if asked.answer.text == text)
        out.print(f"{rest:3} {speak(text)}", markup=False)
    if others:
        out.print(speak(not_asked(others)), markup=False)
