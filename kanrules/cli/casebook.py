"""`kanrules casebook`: every question about kans, and how each ruleset answers it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import load, names_of
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report, write_file, write_page
from kanrules.cli.shared_options import (
    FORMAT,
    LANG,
    OUT,
    OutputFormat,
    Target,
    argument,
    option,
    plugins_option,
    rules_option,
    target_of,
    target_option,
)
from kanrules.errors import wrong_use
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.desk.statement import Statement
    from kanrules.report.casebook import Casebook, CasebookChapter, CasebookQuestion
    from kanrules.ruleset import Ruleset


FORMATS = (Target.MD, Target.HTML)
"""File formats that the command writes."""


@make_command
@argument("words", metavar="WORD", nargs=-1, help="Show only questions that contain all these words.")
@rules_option("Ids or files of the rulesets to ask. Default: all bundled rulesets.", metavar="R[,R2...]")
@target_option(
    FORMATS,
    help=(
        "Output: md (Markdown), or html (one page for reading, searching and printing). "
        "Default: the extension of --out."
    ),
)
@OUT
@option("--hypothetical", help="Include questions that suppose a rule on top of each ruleset.")
@LANG
@FORMAT
@plugins_option("Let the rulesets run their own ./plugin.py.")
def command(
    words: tuple[str, ...],
    rules: str,
    to: Target | None,
    out: str,
    hypothetical: bool,
    speak: Translator,
    output: OutputFormat,
) -> None:
    """Compare the answers of rulesets to every question about kans.

    The casebook gives the short answer of each ruleset, with its clause.

    For a ruleset of your own, kanrules plays every case to find the answers.

    Examples:

      kanrules casebook robbed --rules ema-2016,tenhou

      kanrules casebook --rules club.toml,ema-2016 --to md

      kanrules casebook --out casebook.html
    """
    from kanrules.report.casebook import (
        casebook_grid,
        casebook_markdown,
        in_families,
        only_hypothetical,
        questions_found,
        to_json,
    )
    from kanrules.ruleset import all_ids, bundled_ids

    if words and not (found := questions_found(words, speak)):
        named = next((word for word in words if word.endswith(".toml") or word in all_ids()), "")
        advice = f"write --rules {named}" if named else "try fewer words, or none to list all questions"
        raise wrong_use(f"no question in the casebook contains {' '.join(words)!r}; {advice}")
    names = names_of(rules)
    families = {} if names else dict(in_families(bundled_ids()))
    loaded = [load(name) for name in names or families]
    if len({one.id for one in loaded}) < len(loaded):
        raise wrong_use(f"--rules {rules!r} names the same ruleset twice")
    book = casebook_grid(loaded, words or (), families=families, hypothetical=hypothetical, speak=speak)
    if not book.chapters:
        if words and not hypothetical and only_hypothetical(found):
            raise wrong_use(f"only hypothetical questions contain {' '.join(words)!r}; --hypothetical shows them")
        raise wrong_use(
            f"no question that these rulesets are asked contains {' '.join(words)!r}; try fewer words, or none to list "
            "all questions"
        )
    if output is OutputFormat.JSON:
        print_report(to_json(book))
        return
    to = target_of(to, out, FORMATS) or (Target.MD if out else None)
    if to is None:
        _CasebookText(book, speak).print()
        return
    if to is Target.HTML:
        from kanrules.report.casebook_html import casebook_html

        text = casebook_html(book, _timelines(loaded, speak) if len(loaded) <= BESIDE else (), speak)
    elif out and len(loaded) <= BESIDE and _can_name(out):
        _write_markdown(book, loaded, out, speak)
        return
    else:
        text = casebook_markdown(book, speak)
    write_page(text, out)


BESIDE = 4
"""Maximum number of rulesets shown side by side on a terminal."""
MANY = 12
"""Maximum number of rulesets that are named if they give the most common answer."""


_QUESTION, _WHERE, _EVERY = _N("question"), _N("where {key} = {value}"), _N("every ruleset")
_BY_TEXT, _BY_DEFAULT = _N("{count} by the rulebook"), _N("{count} assumed")
_UNSAID = _N("assumed: {rulesets}")
_PARTLY, _PARTLY_COUNT = _N("partly assumed: {rulesets}"), _N("{count} partly assumed")


def _timelines(rulesets: list[Ruleset], speak: Translator) -> list[tuple[str, str]]:
    """Return the timeline of each ruleset, horizontal and upright."""
    from kanrules import svg

    lang = speak.language
    return [(svg.timeline(one, lang=lang), svg.timeline(one, upright=True, lang=lang)) for one in rulesets]


def _can_name(out: str) -> bool:
    """Return True if Markdown can refer to a file next to this one."""
    return out.isprintable() and not set("<>") & set(Path(out).name)


def _write_markdown(book: Casebook, rulesets: list[Ruleset], out: str, speak: Translator) -> None:
    """Write the casebook as Markdown, and the timeline of each ruleset as files next to it."""
    from kanrules import svg
    from kanrules.drawing.timelines.contents import description_of
    from kanrules.kan.way_picture import COLUMNS
    from kanrules.report.casebook import casebook_markdown

    target = Path(out)
    names = [f"{target.stem}.{one.id}.timeline.svg" for one in rulesets]
    said = [description_of(COLUMNS, [one.timeline], speak) for one in rulesets]
    pictures = [svg.timeline(one, theme="light", lang=speak.language) for one in rulesets]
    text = casebook_markdown(book, speak, pictures=list(zip(said, names, strict=True)))
    write_file(out, text, zip(names, pictures, strict=True))


class _CasebookText:
    """Prints the casebook on a terminal."""

    def __init__(self, book: Casebook, speak: Translator) -> None:
        self.book = book
        self.speak = speak
        self.out: Console = console()

    def print(self) -> None:
        for chapter in self.book.chapters:
            self.out.print(f"\n[bold underline]{chapter.number}. {self.speak(chapter.title)}[/]")
            if len(self.book.rulesets) <= BESIDE:
                self.beside(chapter)
            else:
                for asked in chapter.questions:
                    self.listed(asked)
        self.out.print(f"\n[dim]{self.speak(self.book.how_many)}[/]")
        if self.book.at_four:
            self.out.print(self.speak(self.book.at_four), style="dim", markup=False)

    def beside(self, chapter: CasebookChapter) -> None:
        """Print a few rulesets as the columns of a table."""
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
        table.add_column("")
        table.add_column(self.speak(_QUESTION), ratio=3, overflow="fold")
        for one in self.book.rulesets:
            table.add_column(one.id, ratio=2, overflow="fold")
        for asked in chapter.questions:
            same = len({answer.text for answer in asked.answers.values()}) == 1
            measured = {one.id: self.book.measure(asked, one) for one in self.book.rulesets}
            cells = [
                self.cell(answer, same if measured[name] is None else answer.text == measured[name])
                for name, answer in ((one.id, asked.answers[one.id]) for one in self.book.rulesets)
            ]
            under = f"\n[dim]{asked.id}[/]"
            under += "".join(f"\n[dim]{plain(key)} = {plain(value)}[/]" for key, value in asked.options)
            table.add_row(asked.number, plain(self.speak(asked.text)) + under, *cells)
        self.out.print(table)

    def listed(self, asked: CasebookQuestion) -> None:
        """Print many rulesets grouped by the answers that they give."""
        self.out.print(f"\n[cyan]{asked.number}[/] [bold]{plain(self.speak(asked.text))}[/] [dim]{asked.id}[/]")
        for key, value in asked.options:
            self.out.print(f"     [dim]{self.speak(say(_WHERE, key=plain(key), value=plain(value)))}[/]")
        if asked.is_law:
            self.out.print(f"     {plain(self.speak.own(asked.groups[0][0]))}  [dim]{self.speak(_EVERY)}[/]")
            return
        for at, (text, names) in enumerate(asked.groups):
            told, partly, unsaid = asked.by_basis(names)
            many = at == 0 and len(names) > MANY
            named = self.speak(say(_BY_TEXT, count=len(told))) if many else " ".join(told)
            apart = self.speak(say(_BY_DEFAULT, count=len(unsaid)) if many else say(_UNSAID, rulesets=" ".join(unsaid)))
            half = self.speak(
                say(_PARTLY_COUNT, count=len(partly)) if many else say(_PARTLY, rulesets=" ".join(partly))
            )
            shown = [f"[dim]{plain(named)}[/]"] if told else []
            shown += [f"[magenta]{plain(words)}[/]" for words, some in ((half, partly), (apart, unsaid)) if some]
            self.out.print(f"     {plain(self.speak.own(text))}  {'; '.join(shown)}")

    def cell(self, answer: Statement, same: bool) -> str:
        """Return one answer with its clause."""
        said = plain(self.speak.own(answer.said))
        if not answer.is_settled:
            return f"[magenta]{said}[/]"
        cited = f" [dim]({plain(answer.in_short(self.speak))})[/]" if answer.in_short() else ""
        return (said if same else f"[bold]{said}[/]") + cited
