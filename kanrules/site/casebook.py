"""The casebook as a page: every question with its answers, rulesets, and clauses. Filters are kept in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from kanrules.locale import Translator
from kanrules.report.casebook import Casebook, CasebookQuestion, RulesetColumn, casebook_grid, in_families
from kanrules.report.casebook_html import EVERY, Questions
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.native_names import NATIVE
from kanrules.site import words
from kanrules.site.frame import Frame


def book_of(rules: Sequence[Ruleset], *, hypothetical: bool) -> Casebook:
    """Return the casebook of these rulesets."""
    return casebook_grid(rules, families=dict(in_families([one.id for one in rules])), hypothetical=hypothetical)


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
    options = "".join(f'<option value="{escape(one.id)}">{escape(titles[one.id])}</option>' for one in book.rulesets)
    filters = (
        f'<div class="filters noprint" hidden><div><label for="q">{escape(say(words.SEARCH))}</label>'
        '<input id="q" type="search" autocomplete="off"></div>'
        f'<div><label for="r">{escape(say(words.ONLY_RULES))}</label>'
        f'<select id="r"><option value="">{escape(say(EVERY))}</option>{options}</select></div>'
        f'<label class="only"><input type="checkbox" id="differ"> {escape(say(words.ONLY_DIFFER))}</label>'
        f'<p id="count" class="small mut" role="status" data-none="{escape(say(words.NO_MATCH))}" '
        f'data-found="{escape(say(words.QUESTIONS_SHOWN))}"></p></div>'
    )

    def name_of(name: str) -> str:
        title = escape(titles[name])
        # A club has few rulesets, which every answer names: links would be a third of the page.
        return title if frame.books else f'<a href="../r/{escape(name)}/index.html">{title}</a>'

    questions = Questions(say, name_of, _cited, folded=True)
    body = (
        f'<h1>{escape(say(words.CASEBOOK))}</h1><p class="lead">{escape(say(words.BOOK_LEAD))}</p>'
        f"{filters}{questions.chapters(book)}"
    )
    scripts = '<script src="@BASE@casebook.js" defer></script>\n'
    return frame.page(say(words.CASEBOOK), body, at="casebook/index.html", current="casebook", scripts=scripts)


def _cited(asked: CasebookQuestion, name: str, say: Translator) -> str:
    return escape(asked.answers[name].in_short(say))
