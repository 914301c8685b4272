"""The rule sheet as a page for the printer: one file of HTML that needs nothing else, sized so that it fills a sheet of A4."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil
from unicodedata import east_asian_width

from kanrules.locale import translator
from kanrules.report import sheet_words as words
from kanrules.report.sheet import Citation, Group, Line, Order, Sheet, Words, how_many_defaults, linkable

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
@page { size: A4 portrait; margin: 8mm; }
body { margin: 0 auto; max-width: 194mm; padding: 8mm 0; background: #fff; color: #111; font-size: SIZEpt; line-height: 1.2;
  font-family: "Helvetica Neue", Arial, "Liberation Sans", "Noto Sans", "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Yu Gothic", Meiryo,
  "Noto Sans CJK JP", "Noto Sans JP", sans-serif; }
@media screen { body { font-size: max(SIZEpt, 11px); padding: 8mm; max-width: 210mm; } }
@media print { body { padding: 0; max-width: none; } a { color: inherit; text-decoration: none; } }
header { border-bottom: 0.7mm solid #111; padding-bottom: 1mm; margin-bottom: 1.6mm; display: flex; flex-wrap: wrap;
  justify-content: space-between; align-items: baseline; column-gap: 4mm; }
h1 { font-size: 1.9em; line-height: 1.1; margin: 0; }
header p { margin: 0; }
.subtitle { font-weight: bold; }
.about { color: #555; font-size: 0.85em; flex-basis: 100%; }
.warning { border: 0.5mm solid #111; padding: 1mm 2mm; margin: 0 0 1.6mm; font-weight: bold; }
.rules { columns: COLUMNS; column-gap: 4mm; }
h2 { font-size: 1.06em; margin: 0; padding: 0.25em 0.4em; background: #e4e4e4; break-after: avoid; -webkit-print-color-adjust: exact;
  print-color-adjust: exact; }
section { margin: 0 0 0.65em; }
section.short { break-inside: avoid; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
tr { break-inside: avoid; }
th, td { text-align: left; vertical-align: top; padding: 0.16em 0.4em; border-bottom: 0.1mm solid #bbb; overflow-wrap: break-word;
  font-weight: normal; }
tbody th { font-weight: bold; }
thead.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.clause { color: #444; font-size: 0.85em; text-align: right; }
.default { color: #767676; font-style: italic; }
.one table, .one tbody, .one tr { display: block; }
.one tr { border-bottom: 0.1mm solid #bbb; padding: 0.14em 0.4em 0.14em 1.2em; text-indent: -0.8em; }
.one tr::after { content: ""; display: block; clear: both; }
.one tbody th, .one tbody td { display: inline; border: 0; padding: 0; }
.one tbody th::after { content: "\\2002"; }
.one tbody td.clause { float: right; text-indent: 0; padding-left: 0.6em; line-height: 1.41; }
.order { margin-bottom: 0.9em; }
.order th, .order td { text-align: center; border: 0.1mm solid #999; }
.order tbody th { text-align: left; font-weight: bold; }
.order thead th { background: #f3f3f3; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.order td.turns { background: #111; color: #fff; font-weight: bold; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
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
"""What the margins leave of A4, in millimetres."""
_SHARES = (0.15, 0.32, 0.13, 0.27, 0.13)
"""How wide the columns of two languages are: subject and rule, subject and rule, clause."""
LARGEST, SMALLEST, SMALLEST_ON_TWO = 10.0, 6.8, 8.0
"""Sizes of type, in points: as large as the page has room for; a page too full for the smallest becomes two, in larger type."""


def html(page: Sheet) -> str:
    """The sheet as one page of HTML with its style in it: nothing is fetched, no script runs."""
    first = page.languages[0]
    say = translator(first)
    size = type_size(page)
    columns = "2" if len(page.languages) == 1 else "1"
    subtitle = "\n".join(_paragraphs("subtitle", page.subtitle, page.languages))
    warning = "".join(f"{paragraph}\n" for paragraph in _paragraphs("warning", page.warning, page.languages))
    return _PAGE.format(
        language=first,
        title=escape(f"{page.title}: {page.subtitle[0]}"),
        style=_STYLE.replace("SIZE", f"{size:g}").replace("COLUMNS", columns),
        heading=escape(page.title),
        subtitle=subtitle,
        about=f"{escape(page.authority)} · {escape(page.about[0])}",
        warning=warning,
        columns="one" if len(page.languages) == 1 else "two",
        order=_order(page.order, page.languages),
        groups="\n".join(_group(group, page.languages) for group in page.groups),
        sources=escape(say(words.SOURCES)),
        references="\n".join(_references(page)),
    )


def _paragraphs(kind: str, texts: Sequence[str], languages: Sequence[str]) -> list[str]:
    said = zip(texts, languages, strict=True)
    return [f'<p class="{kind}"{_lang(language, languages[0])}>{escape(text)}</p>' for text, language in said if text]


def _lang(language: str, page: str) -> str:
    """The lang attribute of a text that is not in the page's language; empty where nobody knows its language."""
    return "" if language == page else f' lang="{language}"'


def _words(texts: Sequence[str], languages: Sequence[str]) -> str:
    """One text in each language, each marked as such; said once where they are the same."""
    found: list[tuple[str, str]] = []
    for text, language in zip(texts, languages, strict=True):
        if text and text not in (before for before, _ in found):
            found.append((text, language))
    return " <br>".join(
        escape(text) if language == languages[0] else f'<span lang="{language}">{escape(text)}</span>' for text, language in found
    )


def _order(order: Order, languages: Sequence[str]) -> str:
    rows = []
    for kind, cells in order.rows:
        row = "".join(f"<td{' class=turns' if cell.turns else ''}>{_words(cell.text, languages)}</td>" for cell in cells)
        rows.append(f'<tr><th scope="row">{_words(kind, languages)}</th>{row}</tr>')
    moments = "".join(f'<th scope="col">{_words(moment, languages)}</th>' for moment in order.moments)
    return (
        f'<section class="order">\n<h2 id="order">{_heading(order.title, languages)}</h2>\n<table aria-labelledby="order">\n'
        f"<thead><tr><td></td>{moments}</tr></thead>\n<tbody>\n" + "\n".join(rows) + "\n</tbody>\n</table>\n</section>"
    )


def _heading(texts: Sequence[str], languages: Sequence[str]) -> str:
    return _words(texts, languages).replace(" <br>", " · ")


def _group(group: Group, languages: Sequence[str]) -> str:
    two = len(languages) == 2
    first = translator(languages[0])
    head = "".join(
        f'<th scope="col"{_lang(language, languages[0])}>{escape(translator(language)(word))}</th>'
        for language in languages
        for word in (words.SUBJECT, words.RULE)
    )
    columns = "".join(f'<col style="width:{share:.0%}">' for share in _SHARES)
    columns = f"<colgroup>{columns}</colgroup>\n" if two else ""
    # Laid out as running text in one language, the rows keep their roles for those who listen to them.
    role = "" if two else ' role="table"'
    short = ' class="short"' if len(group.lines) < 5 else ""
    return (
        f"<section{short}>\n<h2>{_heading(group.title, languages)}</h2>\n<table{role}>\n{columns}"
        f'<thead class="quiet"><tr>{head}<th scope="col">{escape(first(words.CLAUSE))}</th></tr></thead>\n<tbody>\n'
        + "\n".join(_line(line, languages) for line in group.lines)
        + "\n</tbody>\n</table>\n</section>"
    )


def _line(line: Line, languages: Sequence[str]) -> str:
    cells = []
    for number, (language, subject, answer) in enumerate(zip(languages, line.subject, line.answer, strict=True)):
        tag = "th" if not number else "td"
        scope = ' scope="row"' if not number else ""
        cells.append(f"<{tag}{scope}{_lang(language, languages[0])}>{escape(subject)}</{tag}>{_answer(answer, languages[0])}")
    row = f"<tr>{''.join(cells)}{_clause(line.citation, languages[0])}</tr>"
    if len(languages) == 1:
        row = row.replace("<tr>", '<tr role="row">').replace("<th ", '<th role="rowheader" ').replace("<td", '<td role="cell"')
    return row


def _answer(answer: Words, page: str) -> str:
    return f"<td{_lang(answer.language, page)}>{escape(answer.text)}</td>"


def _clause(citation: Citation, language: str) -> str:
    if citation.is_default:
        short = translator(language)(words.NO_TEXT_SHORT)
        return f'<td class="clause default"><span title="{escape(citation.instead)}">{escape(short)}</span></td>'
    parts = (citation.instead, f"{citation.mark} {citation.clause}".strip())
    return f'<td class="clause">{escape(", ".join(part for part in parts if part))}</td>'


def _references(page: Sheet) -> list[str]:
    say = translator(page.languages[0])
    found = []
    for reference in page.references:
        document = escape(reference.document)
        if linkable(reference.url):
            document = f'<a href="{escape(reference.url)}">{document}</a>'
        found.append(f"<li><b>{reference.mark}</b> {document} ({escape(reference.grade)})</li>")
    if page.defaults:
        short, long = escape(say(words.NO_TEXT_SHORT)), escape(say(words.NO_TEXT))
        found.append(f'<li class="default"><b>{short}</b>: {long} ({escape(how_many_defaults(page))})</li>')
    return found


# --- how large the type may be ---------------------------------------------------------------------------------------------------------


def type_size(page: Sheet) -> float:
    """The largest type, in points, in which the sheet fits one page of A4; where even the smallest is too large, the page may be two."""
    for pages, smallest in ((1, SMALLEST), (2, SMALLEST_ON_TWO)):
        size = LARGEST
        while size >= smallest:
            if _height(page, size) <= pages * PAGE_HEIGHT:
                return size
            size = round(size - 0.1, 1)
    return SMALLEST_ON_TWO


_NARROW, _WIDE = frozenset(" ,.;:!|'()[]/fijltrI-"), frozenset("mwMW")


def _ems(text: str) -> float:
    """About how wide a text runs, in ems: a Japanese sign is one, a Latin letter half or less."""
    found = 0.0
    for sign in text:
        if east_asian_width(sign) in "WF":
            found += 1.0
        elif sign in _NARROW:
            found += 0.29
        elif sign in _WIDE:
            found += 0.83
        else:
            found += 0.67 if sign.isupper() else 0.54
    return found


def _rows(text: str, width: float, em: float) -> int:
    return max(1, ceil(_ems(text) * em / width * 1.02))


def _height(page: Sheet, size: float) -> float:
    """About how high the sheet is in this size of type, in millimetres, its columns balanced."""
    em = size * 0.3528
    row, two = 1.2 * em, len(page.languages) == 2
    width = PAGE_WIDTH if two else (PAGE_WIDTH - 4) / 2
    body = 0.0
    for group in page.groups:
        body += 1.06 * row + 1.2 * em
        for line in group.lines:
            cited = f"{line.citation.instead} {line.citation.mark} {line.citation.clause}" if not line.citation.is_default else "default"
            texts = [text for subject, answer in zip(line.subject, line.answer, strict=True) for text in (subject, answer.text)]
            if two:
                high = max(_rows(text, share * width - 0.8 * em, em) for text, share in zip((*texts, cited), _SHARES, strict=True))
            else:
                high = _rows("  ".join((*texts, cited)), width - 1.6 * em, em)
            body += high * row + 0.3 * em + 0.1
    order = (len(page.order.rows) + 1) * ((2 if two else 1) * row + 0.32 * em) + row * 1.06 + 1.9 * em
    order += row if any(_ems(text) * em > PAGE_WIDTH / 7 for moment in page.order.moments for text in moment) else 0
    top = 1.9 * em * 1.1 + row * (1 + len(page.languages)) + 4.0 + sum(2 * row + 4 for text in page.warning if text)
    foot = sum(_ems(f"{one.mark} {one.document} ({one.grade})") + 1 for one in page.references) + 20
    foot = ceil(foot * em * 0.85 / PAGE_WIDTH) * row * 0.85 + 2
    return top + order + body / (1 if two else 2) * (1 if two else 1.03) + foot
