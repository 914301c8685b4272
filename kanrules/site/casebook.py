"""The casebook as a page: every question with its answers, rulesets, and clauses. Filters are kept in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from kanrules.locale import Translator
from kanrules.report.casebook import Casebook, CasebookQuestion, RulesetColumn, casebook_grid, in_families
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.native_names import NATIVE
from kanrules.site import words
from kanrules.site.frame import Frame


def book_of(rules: Sequence[Ruleset]) -> Casebook:
    """Return the casebook of these rulesets, hypothetical questions included."""
    return casebook_grid(rules, families=dict(in_families([one.id for one in rules])))


def of_rulebooks(book: Casebook) -> Casebook:
    """Return a casebook without hypothetical questions, which no rulebook answers."""
    chapters = [
        replace(one, questions=tuple(asked for asked in one.questions if not asked.options)) for one in book.chapters
    ]
    return replace(book, chapters=tuple(one for one in chapters if one.questions))


def _title(column: RulesetColumn, say: Translator) -> str:
    known = column.id in NATIVE.get(say.language, {})
    return load_ruleset(column.id).title_in(say.language) if known else column.title


def questions_page(frame: Frame, book: Casebook) -> str:
    """Return the page of the casebook, without hypothetical questions."""
    say = frame.say
    book = of_rulebooks(book)
    titles = {one.id: _title(one, say) for one in book.rulesets}
    toc = "".join(f'<a href="#c{one.number}">{one.number}. {escape(say(one.title))}</a>' for one in book.chapters)
    options = "".join(f'<option value="{escape(one.id)}">{escape(titles[one.id])}</option>' for one in book.rulesets)
    filters = (
        f'<div class="filters noprint" hidden><div><label for="q">{escape(say(words.SEARCH))}</label>'
        '<input id="q" type="search" autocomplete="off"></div>'
        f'<div><label for="r">{escape(say(words.ONLY_RULES))}</label>'
        f'<select id="r"><option value="">{escape(say(words.EVERY))}</option>{options}</select></div>'
        f'<label class="only"><input type="checkbox" id="differ"> {escape(say(words.ONLY_DIFFER))}</label>'
        f'<p id="count" class="small mut" role="status" data-none="{escape(say(words.NO_MATCH))}" '
        f'data-found="{escape(say(words.QUESTIONS_SHOWN))}"></p></div>'
    )
    chapters = "".join(
        f'<section class="chapter" id="c{one.number}"><h2>{one.number}. {escape(say(one.title))}</h2>'
        + "".join(_question(asked, titles, say) for asked in one.questions)
        + "</section>"
        for one in book.chapters
    )
    body = (
        f'<h1>{escape(say(words.CASEBOOK))}</h1><p class="lead">{escape(say(words.BOOK_LEAD))}</p>'
        f'<nav class="toc" aria-label="{escape(say(words.ON_THIS_PAGE))}">{toc}</nav>{filters}{chapters}'
    )
    scripts = '<script src="@BASE@casebook.js" defer></script>\n'
    return frame.page(say(words.CASEBOOK), body, at="casebook/index.html", current="casebook", scripts=scripts)


def _question(asked: CasebookQuestion, titles: dict[str, str], say: Translator) -> str:
    head = f'<h3><a class="n" href="#{asked.id}">{asked.number}</a> <span>{escape(say(asked.text))}</span></h3>'
    if asked.is_law:
        inner = (
            f'<p class="ans"><b>{escape(say(asked.groups[0][0]))}</b> '
            f'<span class="small mut">{escape(say(words.EVERY))}</span></p>'
        )
    else:
        inner = "".join(_group(asked, text, names, titles, say) for text, names in asked.groups)
    differ = "" if asked.is_law or len(asked.groups) < 2 else " data-differ"
    return f'<article class="qa" id="{asked.id}"{differ}>{head}{inner}</article>'


def _group(asked: CasebookQuestion, text: str, names: Sequence[str], titles: dict[str, str], say: Translator) -> str:
    told, partly, unsaid = asked.by_basis(names)

    def cited(several: Sequence[str]) -> str:
        return ", ".join(
            f'<span data-r="{escape(name)}"><a href="../r/{escape(name)}/index.html">{escape(titles[name])}</a>'
            + (f" ({escape(short)})" if (short := asked.answers[name].in_short(say)) else "")
            + "</span>"
            for name in several
        )

    inner = f'<p class="by small">{cited(told)}</p>' if told else ""
    if partly:
        inner += f'<p class="default small">{escape(say(words.PARTLY_ASSUMED))} {cited(partly)}</p>'
    for state in dict.fromkeys(asked.answers[name].assumed for name in unsaid):
        alike = [name for name in unsaid if asked.answers[name].assumed == state]
        listed = ", ".join(f'<span data-r="{escape(name)}">{escape(titles[name])}</span>' for name in alike)
        inner += f'<p class="default small">{escape(say(state))} {listed}</p>'
    assumed = len(partly) + len(unsaid)
    count = f"{len(told)}" + (
        f' <span class="as" title="{escape(say(words.ASSUMED_TOO))}">+ {assumed}</span>' if assumed else ""
    )
    return (
        f'<details class="ans"><summary><b>{escape(say(text))}</b>'
        f'<span class="cnt">{count}</span></summary>{inner}</details>'
    )
