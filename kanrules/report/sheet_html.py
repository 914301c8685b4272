"""The rule sheet as one self-contained HTML page that also prints. A PDF is what fits the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kanrules.drawing.timelines.lane import CARD, PAPER
from kanrules.drawing.timelines.lying_upright import draw_timeline
from kanrules.kan.way_picture import COLUMNS
from kanrules.locale import LANGUAGES, translator
from kanrules.report import sheet_words as words
from kanrules.report.page import page as html_page
from kanrules.report.page import text
from kanrules.report.rule_line import RuleLine, Words
from kanrules.report.sheet import Sheet, SheetGroup, how_many_defaults, linkable
from kanrules.rulings import RAISED

_STYLE = """
@page { size: A4 portrait; margin: 10mm; }
.subtitle, .warning, footer b { font-weight: 700; } header p { margin: 0; }
.warning { border: 2px solid; padding: 4px 8px; }
section { margin: 0 0 12px; } section > div { padding: 4px 0; }
h2 { font-size: 1.1em; margin: 0; padding: 2px 6px; background: var(--band); break-after: avoid; }
tr { break-inside: avoid; } th, td { padding: 3px 6px; } th { font-weight: 400; }
.one tbody th { width: 27%; hyphens: auto; } .two tbody th { width: 42%; } .one tbody th, th b { font-weight: 700; }
thead th { padding: 0; border: 0; font-size: 0; line-height: 0; }
.clause { width: 16%; text-align: right; } .clause, footer { font-size: 0.85em; color: var(--mut); }
.ref { display: block; font: 0.85em ui-monospace, monospace; }
.quiet, .default { color: var(--mut); } .default { font-style: italic; }
footer h2, footer ul, footer li { display: inline; padding: 0; margin: 0 12px 0 0; background: none; font-size: 1em; }
.upright { display: none; }
@media screen and (max-width: 45em) { .lying { display: none; } .upright { display: block; } }
@media screen and (min-width: 22em) { .one tbody th, .clause { overflow-wrap: break-word; } }
@media screen and (min-width: 60em) { .one { columns: 2; } }
@media print { body { font-size: 8pt; line-height: 1.2; } .one { columns: 2; column-gap: 4mm; }
  section { margin: 0 0 2mm; } .lying svg { width: 130mm; } th, td { padding: 1px 4px; }
  h2 { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
"""


def sheet_html(page: Sheet) -> str:
    """Return the sheet as one HTML page with inline style. It loads nothing and runs no script."""
    first = page.languages[0]
    drawn = [("lying", PAPER), ("upright", CARD)]
    order = (
        (shape, [draw_timeline(COLUMNS, [page.timeline], say=translator(one), room=room) for one in page.languages])
        for shape, room in drawn
    )
    parts = [
        f"<header>\n<h1>{text(page.title)}</h1>",
        *_paragraphs("subtitle", page.subtitle, page.languages),
        f"<p class=mut>{text(page.authority)} · {text(page.about[0])}</p>\n</header>\n<main>",
        *_paragraphs("warning", page.warning, page.languages),
        *(_order(page, shape, pictures) for shape, pictures in order),
        f'<div class="{"one" if len(page.languages) == 1 else "two"}">',
        *(_group(group, page.languages, refs=bool(page.site)) for group in page.groups),
        f"</div>\n</main>\n<footer>\n<h2>{text(translator(first)(words.SOURCES))}</h2>\n<ul>",
        *_references(page),
        "</ul>\n</footer>",
    ]
    return html_page(f"{page.title}: {page.subtitle[0]}", "\n".join(parts), style=_STYLE, language=first)


def pictures(page: Sheet) -> list[str]:
    """Return the timeline in each language as a separate file, in the colour scheme of the reader's device."""
    return [draw_timeline(COLUMNS, [page.timeline], say=translator(one)) for one in page.languages]


def _paragraphs(kind: str, texts: Sequence[str], languages: Sequence[str]) -> list[str]:
    said = zip(texts, languages, strict=True)
    return [f'<p class="{kind}"{_lang(language, languages[0])}>{text(words)}</p>' for words, language in said if words]


def _lang(language: str, page: str) -> str:
    """Return the lang attribute of a text that is not in the page's language; "" if its language is unknown."""
    return "" if language == page else f' lang="{language}"'


def _heading(texts: Sequence[str], languages: Sequence[str]) -> str:
    """Return a heading in each language. Equal texts appear once."""
    found: dict[str, str] = {}
    for words_of, language in zip(texts, languages, strict=True):
        found.setdefault(words_of, language)
    said = (f"<span{_lang(language, languages[0])}>{text(one)}</span>" for one, language in found.items() if one)
    return f"<h2>{' · '.join(said)}</h2>"


def _order(page: Sheet, shape: str, drawn: Sequence[str]) -> str:
    """Return the timeline in each language: horizontal for paper and wide screens, upright for a phone."""
    first = page.languages[0]
    marked = zip(page.languages, drawn, strict=True)
    shown = "".join(f"<div{_lang(language, first)}>{picture}</div>" for language, picture in marked)
    return f'<section class="order {shape}">\n{_heading(page.order, page.languages)}\n{shown}</section>'


def _group(group: SheetGroup, languages: Sequence[str], *, refs: bool) -> str:
    say = translator(languages[0])
    if len(languages) == 1:
        columns = [say(words.SUBJECT), say(words.RULE), say(words.CLAUSE)]
    else:
        columns = [*(LANGUAGES[language].name for language in languages), say(words.CLAUSE)]
    spoken = (languages[0], languages[-1], languages[0])
    titles = "".join(
        f'<th scope="col"{_lang(language, spoken[0])}>{text(title)}</th>'
        for title, language in zip(columns, spoken, strict=True)
    )
    body = "\n".join(_line(line, languages, refs=refs) for line in group.lines)
    return (
        f"<section>\n{_heading(group.title, languages)}\n<table>\n<thead><tr>{titles}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>\n</section>"
    )


def _line(line: RuleLine, languages: Sequence[str], *, refs: bool) -> str:
    quiet = ' class="quiet"' if line.citation.is_default else ""
    if len(languages) == 1:
        (answer,) = line.answer
        head, said = text(line.subject[0]), f"<td{_lang(answer.language, languages[0])}>{text(_printed(answer))}</td>"
    else:
        head, second = (
            f"<b>{text(subject)}</b> <span{_lang(answer.language, language)}>{text(_printed(answer))}</span>"
            for language, subject, answer in zip(languages, line.subject, line.answer, strict=True)
        )
        said = f'<td lang="{languages[1]}">{second}</td>'
    return f'<tr{quiet}><th scope="row">{head}</th>{said}{_clause(line, refs=refs)}</tr>'


def _printed(answer: Words) -> str:
    """Return an answer without the sentence on missing sources: the last column and the notes of the page say it."""
    return answer.assumed or answer.text


def _clause(line: RuleLine, *, refs: bool) -> str:
    citation = line.citation
    parts = (citation.instead, f"{citation.mark} {citation.clause}".strip())
    said = text(", ".join(part for part in parts if part))
    if refs and line.keys:
        said = f'{said} <small class="ref">{text(line.named)}</small>'.strip()
    return f'<td class="clause{" default" if citation.is_default else ""}">{said}</td>'


def _references(page: Sheet) -> Iterator[str]:
    say = translator(page.languages[0])
    for reference in page.references:
        document = text(reference.document)
        if linkable(reference.url):
            document = f'<a href="{text(reference.url)}">{document}</a>'
        yield f"<li><b>{reference.mark}</b> {document} ({text(reference.grade)})</li>"
    if page.defaults:
        short, long = text(say(words.NO_SOURCE)), text(say(page.assumed))
        yield f'<li class="default"><b>{short}</b>: {long} ({text(how_many_defaults(page))})</li>'
    if any(line.citation.raised for group in page.groups for line in group.lines):
        yield f'<li class="default"><b>{text(say(words.NOT_DECIDED))}</b>: {text(say(RAISED))}</li>'
    if page.site:
        yield f"<li>{text(page.where_to_look)}</li>"
