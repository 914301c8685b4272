"""The rule sheet as one self-contained HTML file for printing, sized to fill a page of A4."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from html import escape
from math import ceil

from kanrules.drawing.canvas import Theme
from kanrules.drawing.letters import ems
from kanrules.drawing.timelines.lane import CARD, PAPER
from kanrules.drawing.timelines.lying_upright import draw_timeline
from kanrules.kan.way_picture import COLUMNS
from kanrules.locale import LANGUAGES, translator
from kanrules.report import sheet_words as words
from kanrules.report.sheet import Sheet, SheetGroup, SheetLine, Words, how_many_defaults, linkable

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
@page { size: A4 portrait; margin: 8mm; }
body { margin: 0 auto; max-width: 194mm; padding: 8mm 0; background: #fff; color: #111;
  font-size: SIZEpt; line-height: 1.17;
  font-family: "Helvetica Neue", Arial, "Liberation Sans", "Noto Sans", "Hiragino Sans", "Hiragino Kaku Gothic ProN",
  "Yu Gothic", Meiryo, "Noto Sans CJK JP", "Noto Sans JP", sans-serif; }
@media screen { body { font-size: max(SIZEpt, 11px); padding: 8mm; max-width: 210mm; } }
@media print { body { padding: 0; max-width: none; } a { color: inherit; text-decoration: none; } }
header { border-bottom: 0.7mm solid #111; padding-bottom: 1mm; margin-bottom: 1.6mm; display: flex; flex-wrap: wrap;
  justify-content: space-between; align-items: baseline; column-gap: 4mm; }
h1 { font-size: 1.9em; line-height: 1.1; margin: 0; }
header p { margin: 0; }
.subtitle { font-weight: bold; }
.about { color: #555; font-size: 0.85em; flex-basis: 100%; }
.warning { border: 0.5mm solid #111; padding: 1mm 2mm; margin: 0 0 1.6mm; font-weight: bold; }
.rules.one { columns: 2; column-gap: 4mm; }
h2 { font-size: 1.06em; margin: 0; padding: 0.2em 0.4em; background: #e4e4e4; break-after: avoid;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
section { margin: 0 0 0.6em; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
tr { break-inside: avoid; }
th, td { text-align: left; vertical-align: top; padding: 0.16em 0.4em; border-bottom: 0.1mm solid #bbb;
  overflow-wrap: break-word; font-weight: normal; }
.one tbody th, .order tbody th { font-weight: bold; }
.two tbody td, .two tbody th { padding: 0.14em 0.4em 0.14em 1.2em; text-indent: -0.8em; }
.two tbody .clause { padding-left: 0; text-indent: 0; }
b + span::before { content: "\\2002"; margin-left: -0.25em; }
thead.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.clause { color: #444; font-size: 0.85em; text-align: right; }
.clause .ref { display: block; font: 0.85em/1.2 ui-monospace, monospace; overflow-wrap: anywhere; }
.default { color: #6b6b6b; font-style: italic; }
tr.quiet { font-size: 0.93em; color: #444; }
.one table, .one tbody, .one tr { display: block; }
.one tr { border-bottom: 0.1mm solid #bbb; padding: 0.14em 0.4em 0.14em 1.2em; text-indent: -0.8em; }
.one tr::after { content: ""; display: block; clear: both; }
.one tbody th, .one tbody td { display: inline; border: 0; padding: 0; }
.one tbody th::after { content: "\\2002"; }
.one tbody td.clause { float: right; text-indent: 0; padding-left: 0.6em; line-height: 1.41; }
.order svg { display: block; max-width: 100%; height: auto; margin: 1mm auto 0; }
.order.lying svg { width: LYINGmm; } .order.upright svg { width: UPRIGHTmm; } .upright { break-inside: avoid; }
@media screen { .order.upright { display: none; } .order.lying svg { width: 100%; } }
@media print { .order.HIDDEN { display: none; } }
@media screen and (max-width: 45em) { .rules.one { columns: 1; } .order.lying { display: none; }
  .order.upright { display: block; } .order.upright svg { width: 100%; max-width: 30em; } }
footer { border-top: 0.3mm solid #111; padding-top: 0.8mm; font-size: 0.85em; color: #333; }
footer h2 { display: inline; background: none; padding: 0; font-size: 1em; }
footer ul { display: inline; margin: 0; padding: 0; list-style: none; }
footer li { display: inline; margin-right: 0.8em; }
""".strip()

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<header>
<h1>{heading}</h1>
{subtitle}
<p class="about">{about}</p>
</header>
<main>
{warning}{order}
<div class="rules {columns}">
{groups}
</div>
</main>
<footer>
<h2>{sources}</h2>
<ul>
{references}
</ul>
</footer>
</body>
</html>
"""

PAGE_WIDTH, PAGE_HEIGHT = 194.0, 281.0
"""Printable area of A4, in millimetres."""
_CLAUSE = 0.13
"""Share of the width for the clause column with two languages; they share the rest by text length."""
UPRIGHT, LYING = 60.0, 112.0
"""Printed width of the timeline, in millimetres: upright in a column, or horizontal above two languages."""
LARGEST, SMALLEST = 10.0, 5.7
"""Limits of the type size, in points. A sheet that does not fit in the smallest size takes two pages."""


def sheet_html(page: Sheet) -> str:
    """Return the sheet as one HTML page with inline style. It loads nothing and runs no script."""
    first = page.languages[0]
    say = translator(first)
    size = type_size(page)
    shares = _shares(page) if len(page.languages) == 2 else ()
    subtitle = "\n".join(_paragraphs("subtitle", page.subtitle, page.languages))
    warning = "".join(f"{paragraph}\n" for paragraph in _paragraphs("warning", page.warning, page.languages))
    return _PAGE.format(
        language=first,
        title=escape(f"{page.title}: {page.subtitle[0]}"),
        style=_STYLE.replace("SIZE", f"{size:g}")
        .replace("UPRIGHT", f"{UPRIGHT:g}")
        .replace("LYING", f"{LYING:g}")
        .replace("HIDDEN", "lying" if len(page.languages) == 1 else "upright"),
        heading=escape(page.title),
        subtitle=subtitle,
        about=f"{escape(page.authority)} · {escape(page.about[0])}",
        warning=warning,
        columns="one" if len(page.languages) == 1 else "two",
        order=_order(page),
        groups=_standing(page)
        + "\n".join(_group(group, page.languages, shares, refs=bool(page.site)) for group in page.groups),
        sources=escape(say(words.SOURCES)),
        references="\n".join(_references(page)),
    )


def _paragraphs(kind: str, texts: Sequence[str], languages: Sequence[str]) -> list[str]:
    said = zip(texts, languages, strict=True)
    return [f'<p class="{kind}"{_lang(language, languages[0])}>{escape(text)}</p>' for text, language in said if text]


def _lang(language: str, page: str) -> str:
    """Return the lang attribute of a text that is not in the page's language; "" if its language is unknown."""
    return "" if language == page else f' lang="{language}"'


def _words(texts: Sequence[str], languages: Sequence[str]) -> str:
    """Return a text in each language, marked with the language. Equal texts appear once."""
    found: list[tuple[str, str]] = []
    for text, language in zip(texts, languages, strict=True):
        if text and text not in (before for before, _ in found):
            found.append((text, language))
    return " <br>".join(
        escape(text) if language == languages[0] else f'<span lang="{language}">{escape(text)}</span>'
        for text, language in found
    )


_CELL = ' role="cell"'


def _order(page: Sheet) -> str:
    """Return the horizontal timeline for a wide screen, in each language."""
    heading = f'<h2 id="order">{_heading(page.order.title, page.languages)}</h2>'
    return f'<section class="order lying">\n{heading}\n{_spoken(_lying(page), page)}</section>'


def _spoken(drawn: Sequence[str], page: Sheet) -> str:
    """Return the pictures, each marked with the language of its text."""
    return "".join(
        f"<div{_lang(language, page.languages[0])}>{picture}</div>"
        for language, picture in zip(page.languages, drawn, strict=True)
    )


def pictures(page: Sheet) -> list[str]:
    """Return the timeline in each language as a separate file, in the colour scheme of the reader's device."""
    return [draw_timeline(COLUMNS, [page.timeline], say=translator(one)) for one in page.languages]


def _lying(page: Sheet) -> list[str]:
    return [
        draw_timeline(COLUMNS, [page.timeline], theme=Theme.LIGHT, say=translator(one), room=PAPER)
        for one in page.languages
    ]


def _upright(page: Sheet) -> list[str]:
    return [
        draw_timeline(COLUMNS, [page.timeline], theme=Theme.LIGHT, say=translator(one), room=CARD)
        for one in page.languages
    ]


def _standing(page: Sheet) -> str:
    """Return the upright timeline, for a phone or, in a column, for a printer."""
    heading = f"<h2>{_heading(page.order.title, page.languages)}</h2>"
    return f'<section class="order upright">\n{heading}\n{_spoken(_upright(page), page)}</section>\n'


def _heading(texts: Sequence[str], languages: Sequence[str]) -> str:
    return _words(texts, languages).replace(" <br>", " · ")


def _group(group: SheetGroup, languages: Sequence[str], shares: Sequence[float], *, refs: bool) -> str:
    say = translator(languages[0])
    if len(languages) == 1:
        # Rows laid out as running text keep their roles for screen readers.
        table, row, cell = '<table role="table">', ' role="row"', ' role="columnheader" scope="col"'
        columns = [say(words.SUBJECT), say(words.RULE), say(words.CLAUSE)]
        lines = [_line(line, languages[0], refs=refs) for line in group.lines]
    else:
        widths = "".join(f'<col style="width:{share:.0%}">' for share in (*shares, _CLAUSE))
        table, row, cell = f"<table>\n<colgroup>{widths}</colgroup>", "", ' scope="col"'
        columns = [*(LANGUAGES[language] for language in languages), say(words.CLAUSE)]
        lines = [_line_of_two(line, languages, refs=refs) for line in group.lines]
    spoken = (languages[0], languages[-1], languages[0])
    titles = "".join(
        f"<th{cell}{_lang(language, spoken[0])}>{escape(text)}</th>"
        for text, language in zip(columns, spoken, strict=True)
    )
    head = f'<thead class="quiet"><tr{row}>{titles}</tr></thead>'
    body = "\n".join(lines)
    return (
        f"<section>\n<h2>{_heading(group.title, languages)}</h2>\n{table}\n{head}\n"
        f"<tbody>\n{body}\n</tbody>\n</table>\n</section>"
    )


def _line(line: SheetLine, page: str, *, refs: bool) -> str:
    subject, answer = f'<th role="rowheader" scope="row">{escape(line.subject[0])}</th>', line.answer[0]
    rule = f'<td role="cell"{_lang(answer.language, page)}>{escape(_printed(answer))}</td>'
    return f'<tr role="row"{_quiet(line)}>{subject}{rule}{_clause(line, refs, _CELL)}</tr>'


def _printed(answer: Words) -> str:
    """Return an answer without the sentence on missing sources: the last column and the notes of the page say it."""
    return answer.assumed or answer.text


def _line_of_two(line: SheetLine, languages: Sequence[str], *, refs: bool) -> str:
    first, second = (
        f"<b>{escape(subject)}</b> <span{_lang(answer.language, language)}>{escape(_printed(answer))}</span>"
        for language, subject, answer in zip(languages, line.subject, line.answer, strict=True)
    )
    clause = _clause(line, refs)
    return f'<tr{_quiet(line)}><th scope="row">{first}</th><td lang="{languages[1]}">{second}</td>{clause}</tr>'


def _quiet(line: SheetLine) -> str:
    return ' class="quiet"' if line.citation.is_default else ""


def _clause(line: SheetLine, refs: bool, role: str = "") -> str:
    citation = line.citation
    parts = ("" if citation.is_default else citation.instead, f"{citation.mark} {citation.clause}".strip())
    said = escape(", ".join(part for part in parts if part))
    if citation.is_default:
        said = f"<span>{escape(citation.instead)}</span>"
    if refs and line.keys:
        said = f'{said} <small class="ref">{escape(line.named)}</small>'.strip()
    return f'<td{role} class="clause{" default" if citation.is_default else ""}">{said}</td>'


def _references(page: Sheet) -> list[str]:
    say = translator(page.languages[0])
    found = []
    for reference in page.references:
        document = escape(reference.document)
        if linkable(reference.url):
            document = f'<a href="{escape(reference.url)}">{document}</a>'
        found.append(f"<li><b>{reference.mark}</b> {document} ({escape(reference.grade)})</li>")
    if page.defaults:
        short, long = escape(say(words.NO_SOURCE)), escape(say(page.assumed))
        found.append(f'<li class="default"><b>{short}</b>: {long} ({escape(how_many_defaults(page))})</li>')
    if page.site:
        found.append(f"<li>{escape(page.where_to_look)}</li>")
    return found


# --- how large the type may be ----------------------------------------------------------------------------------------


def type_size(page: Sheet) -> float:
    """Return the largest type size, in points, that needs no more pages of A4 than the smallest."""
    sizes = [tenths / 10 for tenths in range(round(LARGEST * 10), round(SMALLEST * 10) - 1, -1)]
    height = HeightEstimate(page).height
    pages = ceil(height(SMALLEST) / PAGE_HEIGHT)
    return sizes[bisect_left(sizes, True, key=lambda size: height(size) <= pages * PAGE_HEIGHT)]


def _shares(page: Sheet) -> tuple[float, ...]:
    """Return the width of each language's column, as a share of the page."""
    long = [0.0] * len(page.languages)
    for group in page.groups:
        for line in group.lines:
            for number, (subject, answer) in enumerate(zip(line.subject, line.answer, strict=True)):
                long[number] += ems(subject) + ems(_printed(answer))
    return tuple(round((1 - _CLAUSE) * min(0.6, max(0.4, one / (sum(long) or 1))), 2) for one in long)


def _rows(width_in_ems: float, width: float, em: float) -> int:
    return max(1, ceil(width_in_ems * em / width * 1.02))


def _height(picture: str, width: float) -> float:
    """Return the height of a picture at a given width."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    assert found is not None
    return width * float(found[2]) / float(found[1])


class HeightEstimate:
    """Estimates the height of a sheet with its columns balanced.

    Texts are measured and pictures drawn once for all type sizes.
    """

    def __init__(self, page: Sheet) -> None:
        self._two = len(page.languages) == 2
        self._shares = _shares(page) if self._two else ()
        self._groups = [
            [self._line(line, bool(page.site and line.keys)) for line in group.lines] for group in page.groups
        ]
        drawn, width = (_lying(page), LYING) if self._two else (_upright(page), UPRIGHT)
        self._pictures = sum(_height(picture, width) + 1 for picture in drawn)
        self._warning = [ems(text) for text in page.warning if text]
        self._foot = sum(ems(f"{one.mark} {one.document} ({one.grade})") + 1 for one in page.references) + 20

    def _line(self, line: SheetLine, refs: bool) -> tuple[bool, bool, float, list[float]]:
        """Return whether a line is quiet, whether it names its keys, and the widths of its clause and its texts."""
        quiet = line.citation.is_default
        said = [f"{subject}  {_printed(answer)}" for subject, answer in zip(line.subject, line.answer, strict=True)]
        cited = "default" if quiet else f"{line.citation.instead} {line.citation.mark} {line.citation.clause}"
        if self._two:
            return quiet, refs, ems(cited), [ems(text) for text in said]
        return quiet, refs, 0.0, [ems(f"{said[0]}  {cited}")]

    def height(self, size: float) -> float:
        """Return the height at a type size, in millimetres."""
        em = size * 0.3528
        row = 1.17 * em
        body = 0.0
        widths = [share * PAGE_WIDTH - 1.6 * em for share in self._shares] or [(PAGE_WIDTH - 4) / 2 - 1.6 * em]
        for group in self._groups:
            body += 1.06 * row + 1.0 * em
            for is_quiet, refs, cited, said in group:
                quiet = 0.93 if is_quiet else 1.0
                high: float = max(_rows(text, width, em * quiet) for text, width in zip(said, widths, strict=True))
                if self._two:
                    high = max(0.85 * _rows(cited, _CLAUSE * PAGE_WIDTH - 0.4 * em, 0.85 * em * quiet), high)
                if refs:
                    # The keys are below the clause, or fill the last line of the rule.
                    high += 0.8
                body += (high * row + 0.28 * em) * quiet + 0.1
        order = 1.06 * row + 1.9 * em
        if self._two:
            order += self._pictures
        else:
            # The timeline is in a column.
            body += order + self._pictures
            order = 0.0
        top = 2.1 * em + row * 1.8 + 3.0 + sum(_rows(text, PAGE_WIDTH - 5, em) * row + 4 for text in self._warning)
        foot = ceil(self._foot * em * 0.85 / PAGE_WIDTH) * row * 0.85 + 2
        # A little more than measured, since type on another system may be a little wider.
        return 1.02 * (top + order + body * (1.04 if self._two else 0.51) + foot)
