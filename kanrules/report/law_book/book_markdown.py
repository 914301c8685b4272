"""The law book as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kanrules.locale import Translator, labelled, translator
from kanrules.locale.sentences import run_on
from kanrules.report.law_book import book_words as words
from kanrules.report.law_book.chapter import LawBook
from kanrules.report.law_book.provisions import Article, Provision
from kanrules.report.markdown import plain
from kanrules.report.sheet import linkable
from kanrules.rulings import Basis

_BLANK = r"\_" * 20
"""A line that a club fills in."""


def book_markdown(book: LawBook) -> str:
    """Return the book as Markdown. Clauses follow each provision in brackets."""
    speak = translator(book.language)
    parts = [*_cover(book, speak)]
    for article in book.articles:
        parts += _article(article, book, speak)
    parts += ["---", *_notes(book, speak)]
    return "\n\n".join(parts) + "\n"


def _cover(book: LawBook, speak: Translator) -> Iterator[str]:
    yield f"# {plain(speak(words.TITLE))}"
    yield f"**{plain(words.full_title(book))}**"
    lines = [f"* {plain(speak(labelled(label)))} {plain(value)}" for label, value in words.cover(book, speak)]
    lines += [f"* {plain(speak(labelled(label)))} {_BLANK}" for label in words.to_fill_in(speak)]
    yield "\n".join(lines)
    if book.warning:
        yield f"**{plain(book.warning)}**"
    if book.open_decisions:
        yield f"**{plain(words.how_many_open(book, speak))}** {plain(speak(words.NOT_LAW))}"
    yield "\n".join(f"{one.number}. {plain(one.title)}" for one in book.articles)


def _article(article: Article, book: LawBook, speak: Translator) -> Iterator[str]:
    yield f"## {article.number} {plain(article.title)}"
    for one in article.provisions:
        yield _provision(one, book, speak)
        for shown in article.shown_after(one):
            told = plain(run_on((*shown.tiles, *shown.steps, shown.question), speak.language))
            begins = plain(words.example_of(shown, speak))
            yield f"> **{begins}** {told}\n>\n> {_mark(plain(shown.answer), shown.is_sourced)}"


def _mark(answer: str, is_sourced: bool) -> str:
    return f"**{answer}**" if is_sourced else f"*{answer}*"


def _provision(one: Provision, book: LawBook, speak: Translator) -> str:
    title = f"*{plain(words.heading(one, speak))}* " if one.title else ""
    if one.decision is not None:
        return f"**{one.number}** {title}**\\[{plain(words.to_decide(one.decision, speak))}\\]**"
    said = f"**{one.number}** {title}{_emphasized(one.text)}"
    cited = words.margin(one, book)
    if one.basis is Basis.PARTLY:
        cited = f"{cited}; {words.partly(one, book, speak)}"
    clause = f" ({plain(cited)})" if cited and one.cited else ""
    items = "".join(f"\n* {plain(item)}" for item in one.items)
    return f"{said}{clause}" + (f"\n{items}" if items else "")


def _emphasized(text: str) -> str:
    """Return a text with its defined terms, which are between asterisks, in italics."""
    parts = re.split(r"(\*[^*]+\*)", text)
    return "".join(
        f"*{plain(part[1:-1])}*" if part.startswith("*") and len(part) > 2 else _spaced(part) for part in parts
    )


def _spaced(text: str) -> str:
    """Return escaped text that keeps a space before and after it."""
    before = " " if text[:1].isspace() else ""
    behind = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{plain(text)}{behind}"


def _notes(book: LawBook, speak: Translator) -> Iterator[str]:
    yield f"## {plain(speak(words.NOTES))}"
    for document in words.documents(book):
        name = plain(document.document)
        linked = f"[{name}](<{document.url}>)" if linkable(document.url) else name
        mark = f"**{document.mark}** " if document.mark else ""
        yield f"{mark}{linked} ({plain(document.grade)})"
    for numbers, remark in words.remarks(book):
        yield f"{numbers}: {plain(remark)}"
    yield plain(words.made_by(book, speak))
