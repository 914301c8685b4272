"""The law book as PDF: numbered articles with clauses in the margin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kanrules.drawing.canvas import FONT
from kanrules.locale import Translator, labelled, translator
from kanrules.locale.sentences import run_on
from kanrules.report.law_book import book_words as words
from kanrules.report.law_book.chapter import LawBook
from kanrules.report.law_book.provisions import Article, ArticleExample, Provision
from kanrules.report.paper.typesetting import JAPANESE, LATIN, PaperPage
from kanrules.report.sheet import linkable
from kanrules.rulings import Basis


def law_book_pdf(book: LawBook) -> bytes:
    """Return the book as PDF on A4. Its pictures must have the light theme. Raises UnreadableError if the extra or a
    font is missing.
    """
    return PaperPage("law_book", _data(book), [book.language]).pdf()


def _data(book: LawBook) -> dict[str, Any]:
    speak = translator(book.language)
    return {
        "language": book.language,
        "title": speak(words.TITLE),
        "of": words.full_title(book),
        "author": book.authority if book.is_own else "kanrules",
        "cover": words.cover(book, speak),
        "fill": words.to_fill_in(speak),
        "warning": book.warning,
        "how_many_open": words.how_many_open(book, speak),
        "draft": speak(labelled(words.DRAFT)) if book.open_decisions else "",
        "not_law": speak(words.NOT_LAW),
        "open": [[one.number, one.decision.question] for one in book.open_decisions if one.decision is not None],
        "contents": speak(words.CONTENTS),
        "margin": speak(words.IN_THE_MARGIN),
        "articles": [_article(one, book, speak) for one in book.articles],
        "documents": [
            {"mark": one.mark, "name": one.document, "grade": one.grade, "url": one.url if linkable(one.url) else ""}
            for one in words.documents(book)
        ],
        "remarks": words.remarks(book),
        "made_by": words.made_by(book, speak),
    }


def _article(article: Article, book: LawBook, speak: Translator) -> dict[str, Any]:
    return {
        "number": article.number,
        "title": article.title,
        "provisions": [_provision(one, article.shown_after(one), book, speak) for one in article.provisions],
    }


def _example(shown: ArticleExample, speak: Translator) -> dict[str, Any]:
    return {
        "label": words.example_of(shown, speak),
        "told": run_on((*shown.steps, shown.question), speak.language),
        "answer": shown.answer,
        "is_sourced": shown.is_sourced,
        "picture": shown.picture.replace(FONT, f"'{LATIN}','{JAPANESE}'"),
        "id": f"{speak(labelled(words.CASEBOOK))} {shown.id}",
    }


def _provision(one: Provision, shown: Iterable[ArticleExample], book: LawBook, speak: Translator) -> dict[str, Any]:
    decision = one.decision
    return {
        "examples": [_example(example, speak) for example in shown],
        "number": one.number,
        "title": words.heading(one, speak),
        # Every second part is a defined term. A line does not break before an equals sign.
        "text": one.text.replace(" = ", "\u00a0= ").split("*"),
        "items": list(one.items),
        "language": one.language,
        "clause": words.unbroken(words.margin(one, book)),
        "is_cited": bool(one.cited),
        "partly": words.partly(one, book, speak) if one.basis is Basis.PARTLY else "",
        "refs": words.references(one),
        "to_decide": []
        if decision is None
        else [speak(words.CLUB_TO_DECIDE), run_on((decision.question, decision.assumed), speak.language)],
    }
