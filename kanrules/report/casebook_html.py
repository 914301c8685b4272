"""The casebook as one HTML page: a grid with the clause of each answer, and a list of answers for printing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from itertools import groupby

from kanrules.desk.casebook import (
    DEFAULT_BASIS,
    NO_TEXT,
    PARTLY,
    PARTLY_BASIS,
    TEXT_BASIS,
    CasebookAnswer,
    Clause,
)
from kanrules.desk.cited import source_cited
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.report.casebook import TITLE, WIDE, Casebook, CasebookQuestion, RulesetColumn
from kanrules.report.sheet import linkable

COLOURS = 9
"""Number of colours that distinguish the answers of one row. The most common answer has none; the last one is
reused.
"""

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
<noscript><style>.bar {{ display: none; }} .list {{ display: block; }}</style></noscript>
</head>
<body>
<header>
<h1>{title}</h1>
<p>{about}</p>
<p class="screen">{how}</p>
<nav>{nav}</nav>
{timelines}</header>
<div class="bar" role="search">
<input type="search" id="search" placeholder="{search}" aria-label="{search_label}">
<label><input type="checkbox" id="differ"> {differ}</label>
<label><input type="checkbox" id="aslist"> {aslist}</label>
<details class="pick"><summary>{rulesets}</summary><div>
<p><button type="button" id="all">{all}</button><button type="button" id="none">{none}</button></p>
{picks}
</div></details>
<output id="count"></output>
</div>
<div id="frame" tabindex="0" aria-label="{grid}">
<table class="grid{shape}">
<thead>
{head}
</thead>
{body}
</table>
</div>
<main class="list">
{listed}
</main>
<div id="card" role="dialog" aria-label="{answer}" hidden></div>
<script type="application/json" id="data">{data}</script>
<script>
{script}
</script>
</body>
</html>
"""


_WORDS = {
    "how": _N(
        "The most common answer in a row has no colour; every other answer has its own. If a ruleset "
        "is shown next to its parent, only its differences are coloured. Tap an answer to read its "
        "source."
    ),
    "search": _N("Search: robbed, honba, 3.3.7 …"),
    "search_label": _N("Search the questions and answers"),
    "differ": _N("differences only"),
    "aslist": _N("list view"),
    "rulesets": _N("Rulesets"),
    "all": _N("all"),
    "none": _N("none"),
    "grid": _N("Answers: a row for each question, a column for each ruleset"),
    "answer": _N("The answer with its clause"),
}
"""Labels of the page, in addition to questions and answers."""
_SCRIPT = (
    _N("{found} of {questions} questions, {rulesets} rulesets"),
    _N("close"),
    _N("Discussed in: {source}"),
    _N("{some} of {all}"),
)
"""Messages of the page's script."""
_ABOUT = _N(
    "{counted}: common questions about kans, answered by each ruleset with its clause. “{nothing}” "
    "means that no source settles the question and kanrules assumes the answer. An answer with a dashed edge is "
    "assumed, or partly assumed: it depends on a value without a source."
)
_DEFAULT, _QUESTION, _PARTIAL = _N("{nothing}; kanrules assumes this"), _N("Question"), _N("partial")


def casebook_html(book: Casebook, timelines: Iterable[tuple[str, str]] = (), speak: Translator = ENGLISH) -> str:
    """Return the casebook as one self-contained page: it loads no font, picture, or script.

    `timelines` are pairs of a horizontal and an upright timeline of its rulesets, for a wide and a narrow screen. Leave
    them out for many rulesets.
    """
    page = _Page(book, speak)
    at_four = [speak(book.at_four)] if book.at_four else []
    return _PAGE.format(
        language=speak.language,
        title=escape(speak(TITLE)),
        **{name: escape(speak(words)) for name, words in _WORDS.items()},
        style=_asset("casebook.css"),
        script=_asset("casebook.js"),
        about=escape(" ".join(filter(None, (speak(say(_ABOUT, counted=book.how_many, nothing=NO_TEXT)), *at_four)))),
        nav="".join(
            f'<a href="#c{chapter.number}">{chapter.number}. {escape(speak(chapter.title))}</a>'
            for chapter in book.chapters
        ),
        picks="\n".join(page.picks()),
        timelines="".join(
            f'<div class="timeline"><div class="lying">{lying}</div><div class="upright">{upright}</div></div>\n'
            for lying, upright in timelines
        ),
        shape=page.shape,
        head="\n".join(page.head()),
        body="\n".join(page.body()),
        listed="\n".join(page.listed()),
        data=page.data(),
    )


def _asset(name: str) -> str:
    """Return a file next to this module. Styles and scripts are files of their own so that editors recognize them."""
    return files("kanrules.report").joinpath(name).read_text(encoding="utf-8").strip()


class _Page:
    """The parts of the page. A clause that many cells share is written once."""

    def __init__(self, book: Casebook, speak: Translator) -> None:
        self.book = book
        self.speak = speak
        self.clauses: dict[tuple[str, str, str, str], int] = {}
        self.places = {one.id: at for at, one in enumerate(book.rulesets)}
        self.questions = [asked for chapter in book.chapters for asked in chapter.questions]

    def families(self) -> Iterable[tuple[str, int, int]]:
        """Yield each family with the columns that it spans."""
        start = 0
        for family, members in groupby(self.book.rulesets, lambda one: one.family):
            end = start + len(list(members))
            yield family, start, end
            start = end

    def picks(self) -> Iterable[str]:
        """Yield the parts of the ruleset selector."""
        for family, start, end in self.families():
            boxes = "".join(
                f'<label title="{escape(one.title)}"><input type="checkbox" checked> {escape(one.id)}</label>'
                for one in self.book.rulesets[start:end]
            )
            yield f"<fieldset><legend>{escape(self.speak(family or _WORDS['rulesets']))}</legend>{boxes}</fieldset>"

    @property
    def named(self) -> bool:
        """True if the rulesets are grouped in families."""
        return any(one.family for one in self.book.rulesets)

    @property
    def shape(self) -> str:
        """Classes of the table: without a row of families, and with wide columns for few rulesets."""
        return ("" if self.named else " flat") + (" few" if len(self.book.rulesets) <= WIDE else "")

    def head(self) -> Iterable[str]:
        """Yield the two header rows of the table."""
        spans = "".join(
            (
                f'<th colspan="{end - start}" data-from="{start}" data-to="{end}">'
                f"<span>{escape(self.speak(family))}</span></th>"
            )
            for family, start, end in self.families()
        )
        if self.named:
            yield f'<tr class="family"><th class="q" rowspan="2">{escape(self.speak(_QUESTION))}</th>{spans}</tr>'
        partial = f"<small>{escape(self.speak(_PARTIAL))}</small>"
        columns = "".join(
            f'<th class="c{at}" scope="col" title="{escape(one.title)}">{escape(one.id)}{partial * one.partial}</th>'
            for at, one in enumerate(self.book.rulesets)
        )
        question = "" if self.named else f'<th class="q">{escape(self.speak(_QUESTION))}</th>'
        yield f'<tr class="names">{question}{columns}</tr>'

    def body(self) -> Iterable[str]:
        """Yield for each chapter one `<tbody>` with its title and one with its questions."""
        wide = len(self.book.rulesets)
        number = 0
        for chapter in self.book.chapters:
            title = f"{chapter.number}. {escape(self.speak(chapter.title))}"
            head = f'<tr><th class="q">{title}</th><th class="law" colspan="{wide}"></th></tr>'
            yield f'<tbody class="head" id="c{chapter.number}">{head}</tbody>'
            rows = []
            for asked in chapter.questions:
                rows.append(self.row(asked, number, wide))
                number += 1
            yield '<tbody class="body">' + "\n".join(rows) + "</tbody>"

    def row(self, asked: CasebookQuestion, number: int, wide: int) -> str:
        """Return one question with its answers."""
        where = "".join(f"<code>{escape(key)} = {escape(value)}</code>" for key, value in asked.options)
        head = (
            '<th class="q" scope="row"><a class="n" '
            f'href="#{asked.id}">{asked.number}</a>{escape(self.speak(asked.text))}{where}</th>'
        )
        if asked.is_law:
            cells = f'<td class="law" colspan="{wide}"><span>{escape(self.speak.own(asked.groups[0][0]))}</span></td>'
        else:
            colours = {text: min(at, COLOURS - 1) for at, (text, _) in enumerate(asked.groups)}
            cells = "".join(
                self.cell(asked.answers[one.id], at, self.colour(asked, one, colours))
                for at, one in enumerate(self.book.rulesets)
            )
        return f'<tr id="{asked.id}" data-q="{number}">{head}{cells}</tr>'

    def colour(self, asked: CasebookQuestion, column: RulesetColumn, colours: dict[str, int]) -> int:
        """Return the colour number of an answer: 0 (none) if it is the most common one or the answer that
        others are compared with.
        """
        text = asked.answers[column.id].text
        measure = self.book.measure(asked, column)
        if measure is None:
            return colours.get(text, 0)
        return 0 if text == measure else max(1, colours.get(text, 0))

    def cell(self, answer: CasebookAnswer, at: int, colour: int) -> str:
        """Return the cell of one answer, with its clause and the numbers of its clauses for the pop-up card."""
        found = ",".join(str(self.clause(clause)) for clause in answer.weighed)
        quiet = {TEXT_BASIS: "", PARTLY_BASIS: " part", DEFAULT_BASIS: " no"}[answer.basis]
        short = answer.in_short(self.speak)
        below = f"<small>{escape(short)}</small>" if short and answer.is_sourced else ""
        whole, text = self.speak(answer.said), self.speak.own(answer.text)
        first, _, last = whole.partition(self.speak(answer.text))
        said = (
            f"<i>{escape(first)}</i>{escape(text)}{escape(last)}{below}"
            if first and first != whole
            else f"{escape(text)}{escape(last)}{below}"
        )
        return f'<td class="a{colour}{quiet} c{at}" data-r="{at}" data-a="{colour}" data-c="{found}">{said}</td>'

    def clause(self, clause: Clause) -> int:
        """Return the number of a clause among those of the page."""
        source = clause.source
        text = self.speak(say(_DEFAULT, nothing=NO_TEXT)) if source is None else source_cited(source, self.speak)
        url = source.url if source is not None and linkable(source.url) else ""
        return self.clauses.setdefault((clause.key, clause.value, text, url), len(self.clauses))

    def listed(self) -> Iterable[str]:
        """Yield the casebook as a list: every answer, and the rulesets that give it with their clauses."""
        for chapter in self.book.chapters:
            yield f"<h2>{chapter.number}. {escape(self.speak(chapter.title))}</h2>"
            yield from (self.section(asked) for asked in chapter.questions)

    def section(self, asked: CasebookQuestion) -> str:
        """Return one question of the list."""
        where = "".join(f" <code>{escape(key)} = {escape(value)}</code>" for key, value in asked.options)
        lines = [f"<section><h3>{asked.number} {escape(self.speak(asked.text))}{where} <small>{asked.id}</small></h3>"]
        if asked.is_law:
            lines.append(f"<ul><li><b>{escape(self.speak.own(asked.groups[0][0]))}</b></li></ul></section>")
            return "".join(lines)
        lines.append("<ul>")
        for text, names in asked.groups:
            cited = " ".join(self.giver(name, asked.answers[name]) for name in names)
            lines.append(f"<li><b>{escape(self.speak.own(text))}</b>: {cited}</li>")
        return "".join(lines) + "</ul></section>"

    def giver(self, name: str, answer: CasebookAnswer) -> str:
        """Return a ruleset of the list with its clause."""
        partly = f"; <i>{escape(self.speak(PARTLY))}</i>" if answer.basis == PARTLY_BASIS else ""
        return (
            f'<span class="c{self.places[name]}">{escape(name)} '
            f"<small>({escape(answer.in_short(self.speak))}{partly})</small></span>"
        )

    def data(self) -> str:
        """Return the data of the pop-up card: rulesets, questions, and clauses. Call it last, when all clauses have a
        number.
        """
        values = {
            "r": [[one.id, one.title] for one in self.book.rulesets],
            "q": [[self.speak(asked.text), asked.id, asked.source] for asked in self.questions],
            "w": [self.speak(words) for words in _SCRIPT],
            "c": list(self.clauses),
        }
        # A text that ends the script early would let a ruleset's words become markup.
        return json.dumps(values, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
