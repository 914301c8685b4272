"""The law book as one self-contained HTML page, for a screen of any size and for printing."""

from __future__ import annotations

import re

from kanrules.locale import Translator, labelled, translator
from kanrules.locale.sentences import run_on
from kanrules.report.law_book import book_words as words
from kanrules.report.law_book.chapter import LawBook
from kanrules.report.law_book.provisions import Article, ArticleExample, Provision
from kanrules.report.page import page, text
from kanrules.report.sheet import linkable
from kanrules.rulings import Basis

_STYLE = """
body { max-width: 60rem; } svg[aria-hidden] { position: absolute; }
main, .cover { font-family: Palatino, "Palatino Linotype", "P052", "Noto Serif", "Hiragino Mincho ProN", serif;
  font-size: 17px; line-height: 1.45; overflow-wrap: break-word; }
.cover { border-bottom: 2px solid var(--ink); padding-bottom: 16px; margin-bottom: 16px; }
.cover h1 { font-size: 34px; } .cover .of { font-size: 20px; font-weight: 700; margin-bottom: 12px; }
.cover dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 12px; }
.cover dt { color: var(--mut); } .cover dd { margin: 0; }
.cover dd.fill { border-bottom: 1px solid var(--ln); min-height: 1.6em; max-width: 24rem; }
.open, .left { border: 2px dashed var(--ink); padding: 4px 12px;
  background: repeating-linear-gradient(135deg, var(--hair) 0 1px, transparent 1px 7px); }
.left { margin: 12px 0; padding: 8px 12px; } .left ul { margin: 4px 0 0; padding-left: 1.2em; }
.left p { margin: 0; }
nav ol { columns: 16rem; margin: 0; padding-left: 1.8em; font-size: 16px; }
h2 { font-size: 22px; margin: 32px 0 8px; display: grid; grid-template-columns: 3.2rem 1fr; break-after: avoid; }
h2 span { color: var(--ac); }
.p { display: grid; grid-template-columns: 3.2rem minmax(0, 1fr) 13rem; column-gap: 0; margin: 0 0 9px;
  break-inside: avoid; scroll-margin-top: 8px; }
.p > b { font: 700 14px/1.76 system-ui, "Noto Sans", "Liberation Sans", sans-serif; white-space: nowrap; }
.p p { margin: 0; } .p ul { margin: 4px 0 0; padding-left: 1.2em; }
.p aside { padding-left: 24px; font: 12.5px/1.35 system-ui, "Noto Sans", "Liberation Sans", sans-serif;
  color: var(--mut); padding-top: 4px; overflow-wrap: anywhere; }
.nb { white-space: nowrap; font-style: normal; }
.p aside b { display: block; color: var(--ink); font-size: 13.5px; } .p aside span { display: block; }
.p h3 { display: inline; font-size: inherit; font-style: italic; font-weight: 400; }
.partly .say { border-left: 2px dashed var(--ln); padding-left: 6px; margin-left: -8px; }
.open p::before { content: "["; } .open p::after { content: "]"; }
.ex { border: solid var(--ln); border-width: 1px 0; padding: 8px 0; margin: 12px 13rem 16px 3.2rem; font-size: 16px;
  break-inside: avoid; }
.ex svg { margin: 8px 0; } .ex p { margin: 0; } .ex .id { color: var(--mut); font-size: 12.5px; margin-top: 4px; }
.ex .assumed { color: var(--mut); border-left: 2px dashed var(--ln); padding-left: 8px; }
footer { border-top: 1px solid var(--ink); margin-top: 32px; padding-top: 8px; font-size: 14px; color: var(--mut); }
@media (max-width: 44rem) {
  h2, .p { grid-template-columns: 3.4rem minmax(0, 1fr); }
  .p aside { grid-column: 2; padding: 2px 0 4px; } .p aside b, .p aside span { display: inline; }
  .p aside b::after { content: " "; } .p aside span + span::before { content: "\\B7\\A0"; } .ex { margin: 12px 0 16px; }
}
@media print { body { max-width: none; } main { font-size: 10.5pt; } .p { grid-template-columns: 13mm 1fr 44mm; }
  .ex { margin-right: 44mm; margin-left: 13mm; } nav { display: none; } .cover { break-after: avoid; } }
"""
_TERM = re.compile(r"\*([^*]+)\*")


def book_html(book: LawBook) -> str:
    """Return the book as a page. Clauses are in the margin, on a phone below each provision."""
    speak = translator(book.language)
    body = "\n".join(
        (
            _cover(book, speak),
            "<main>",
            *(_article(one, book, speak) for one in book.articles),
            "</main>",
            _notes(book, speak),
        )
    )
    title = f"{speak(labelled(words.TITLE))} {words.full_title(book)}"
    return page(title, body, style=_STYLE, language=book.language, made_by=book.made_by)


def _cover(book: LawBook, speak: Translator) -> str:
    facts = "".join(f"<dt>{text(label)}</dt><dd>{text(value)}</dd>" for label, value in words.cover(book, speak))
    facts += "".join(f'<dt>{text(label)}</dt><dd class="fill"></dd>' for label in words.to_fill_in(speak))
    warning = f'<p class="bad">{text(book.warning)}</p>' if book.warning else ""
    links = "".join(f'<li><a href="#a{one.number}">{one.number}</a> {_asked(one)}</li>' for one in book.open_decisions)
    left = (
        f'<div class="left"><p><b>{text(words.how_many_open(book, speak))}</b> {text(speak(words.NOT_LAW))}</p>'
        f"<ul>{links}</ul></div>"
        if links
        else ""
    )
    contents = "".join(f'<li><a href="#a{one.number}">{text(one.title)}</a></li>' for one in book.articles)
    contents = f'<nav aria-label="{text(speak(words.CONTENTS))}"><ol>{contents}</ol></nav>'
    return (
        f'<header class="cover"><h1>{text(speak(words.TITLE))}</h1><p class="of">{text(words.full_title(book))}</p>\n'
        f"<dl>{facts}</dl>{warning}{left}{contents}</header>"
    )


def _asked(one: Provision) -> str:
    return text(one.decision.question) if one.decision is not None else ""


def _article(article: Article, book: LawBook, speak: Translator) -> str:
    rows = []
    for one in article.provisions:
        rows.append(_provision(one, book, speak))
        rows += [_example(shown, speak) for shown in article.shown_after(one)]
    body = "\n".join(rows)
    return (
        f'<section id="a{article.number}"><h2><span>{article.number}</span>{text(article.title)}</h2>\n{body}</section>'
    )


def _provision(one: Provision, book: LawBook, speak: Translator) -> str:
    if one.decision is not None:
        said = (
            f'<div class="open"><p><b>{text(speak(words.CLUB_TO_DECIDE))}</b> '
            f"{text(run_on((one.decision.question, one.decision.assumed), speak.language))}</p></div>"
        )
    else:
        title = f"<h3>{text(words.heading(one, speak))}</h3> " if one.title else ""
        lang = f' lang="{one.language}"' if one.language else ""
        items = "".join(f"<li>{text(item)}</li>" for item in one.items)
        said = f'<div class="say"{lang}><p>{title}{_terms(one.text)}</p>{f"<ul>{items}</ul>" if items else ""}</div>'
    kind = " partly" if one.basis is Basis.PARTLY else ""
    return f'<div class="p{kind}" id="a{one.number}"><b>{one.number}</b>{said}{_margin(one, book, speak)}</div>'


def _terms(said: str) -> str:
    """Return the text with its defined terms in italics."""
    return _TERM.sub(r"<i>\1</i>", text(said))


def _margin(one: Provision, book: LawBook, speak: Translator) -> str:
    # `text` shows a character that cannot be printed as one that was lost, and a no-break space is one.
    clause = words.unbroken(text(words.margin(one, book)))
    inner = f"<b>{clause}</b>" if one.cited else f"<span>{clause}</span>" if clause else ""
    if one.basis is Basis.PARTLY:
        inner += f" <span>{text(words.partly(one, book, speak))}</span>"
    if one.decision is not None:
        # A line may break after the name of the ruleset, but not within it.
        ruleset, _, named = words.references(one).partition("/")
        inner += f' <span><i class="nb">{text(ruleset)}/</i><wbr>{text(named).replace(", .", ", <wbr>.")}</span>'
    return f"<aside>{inner}</aside>"


def _example(shown: ArticleExample, speak: Translator) -> str:
    told = run_on((*shown.steps, shown.question), speak.language)
    answer = (
        f'<p class="assumed">{text(shown.answer)}</p>'
        if not shown.is_sourced
        else f"<p><b>{text(shown.answer)}</b></p>"
    )
    return (
        f'<div class="ex">{shown.picture}<p><b>{text(words.example_of(shown, speak))}</b> {text(told)}</p>{answer}'
        f'<p class="id">{text(speak(labelled(words.CASEBOOK)))} {text(shown.id)}</p></div>'
    )


def _notes(book: LawBook, speak: Translator) -> str:
    lines = [text(speak(words.IN_THE_MARGIN))]
    for document in words.documents(book):
        name = text(document.document)
        linked = f'<a href="{text(document.url)}" rel="noreferrer">{name}</a>' if linkable(document.url) else name
        mark = f"<b>{document.mark}</b> " if document.mark else ""
        lines.append(f"{mark}{linked} ({text(document.grade)})")
    lines += [f'{numbers}: <span lang="en">{text(remark)}</span>' for numbers, remark in words.remarks(book)]
    lines.append(text(words.made_by(book, speak)))
    return f"<footer>{''.join(f'<p>{line}</p>' for line in lines)}</footer>"
