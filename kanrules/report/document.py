"""Reports and slips as plain data: a list of blocks, from top to bottom.

A report is written as Markdown or HTML; a slip as HTML, or as PDF by `kanrules.report.paper.slip`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from urllib.parse import quote

from kanrules.frozen import frozen
from kanrules.report import markdown
from kanrules.report.page import listed, page, text
from kanrules.report.rule_line import RuleLine


@frozen
class CodeText:
    """An id, a key, or a file name within a line."""

    text: str


Word = str | CodeText | RuleLine
"""A part of a line of text: words, code, or a rule with its clause."""
Words = tuple[Word, ...]
"""A line of text."""


class Tone(StrEnum):
    """Style of a paragraph."""

    PLAIN = "plain"
    LOUD = "loud"
    """A warning that must not be overlooked."""
    QUIET = "quiet"
    """A note."""


@frozen
class Heading:
    """The title of the report (level 1) or of a part of it (level 2)."""

    level: int
    words: Words


@frozen
class Paragraph:
    """One line of prose."""

    words: Words
    tone: Tone = Tone.PLAIN


@frozen
class Items:
    """A list of lines."""

    items: tuple[Words, ...]


@frozen
class TableBlock:
    """Rows under a header. `numbers` are the indexes of numeric columns. Cells may be empty, to be filled in by
    hand.
    """

    head: tuple[str, ...]
    rows: tuple[Words, ...]
    numbers: tuple[int, ...] = ()
    unsaid: bool = False
    """True if no source settles something in every row."""


@frozen
class Picture:
    """A picture: its description, its file for Markdown, and its HTML for a page."""

    shows: str
    file: str
    drawn: str


@frozen
class Blank:
    """A line to fill in by hand, or one already filled in."""

    label: str
    value: str = ""
    lines: int = 1
    """Number of lines to write on."""


@frozen
class Signatures:
    """Labels of the signature lines."""

    names: tuple[str, ...]


Block = Heading | Paragraph | Items | TableBlock | Picture
"""A block of a report."""
SlipBlock = Blank | TableBlock | RuleLine | Paragraph | Signatures | Picture
"""A block of a slip."""


@frozen
class Slip:
    """A page for referees: its title, a line about it, and its blocks."""

    title: str
    about: str
    language: str
    blocks: tuple[SlipBlock, ...]


# --- Markdown -------------------------------------------------------------------------------------------------------


def as_markdown(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the lines of the report in Markdown, with links to its pictures."""
    for at, block in enumerate(blocks):
        if at:
            yield ""
        match block:
            case Heading(level, words):
                yield f"{'#' * level} {_line(words)}"
            case Paragraph(words, tone):
                yield f"**{_line(words)}**" if tone is Tone.LOUD else _line(words)
            case Items(items):
                yield from (f"* {_line(words)}" for words in items)
            case TableBlock(head, rows, numbers):
                yield f"| {' | '.join(map(markdown.plain, head))} |"
                yield f"|{'|'.join('---:' if column in numbers else '---' for column in range(len(head)))}|"
                yield from (f"| {' | '.join(_line((cell,)) for cell in row)} |" for row in rows)
            case Picture(shows, file, _):
                yield f"![{markdown.plain(shows)}]({quote(file)})"


def _line(words: Words) -> str:
    return "".join(map(_in_markdown, words))


def _in_markdown(word: Word) -> str:
    match word:
        case CodeText(code):
            return markdown.code(code)
        case RuleLine():
            said, clause = word.answer[0].text, word.citation.clause
            return _plain(f"{said} ({clause})" if clause else said)
        case _:
            return _plain(word)


def _plain(words: str) -> str:
    """Return words escaped for Markdown, keeping a space before and after them."""
    before = " " if words[:1].isspace() else ""
    behind = " " if words[-1:].isspace() and words.strip() else ""
    return f"{before}{markdown.plain(words)}{behind}"


# --- HTML -----------------------------------------------------------------------------------------------------------

_STYLE = """
img { max-width: 100%; height: auto; display: block; background: #fff; } .picture { margin: 12px 0; }
.timeline .upright { display: none; } table { margin: 8px 0 16px; } th.n { text-align: right; }
th, td.n { overflow-wrap: normal; } td.n { white-space: nowrap; } code { font-size: 0.9em; }
.loud { font-weight: 700; border-left: 3px solid var(--ac); padding-left: 10px; }
@media (max-width: 48em) { .timeline .lying { display: none; } .timeline .upright { display: block; } }
@media screen and (max-width: 48em) {
  .many thead { display: none; } .many tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--ln); }
  .many td, .many td.n { display: block; text-align: left; padding: 1px 0; border: 0; white-space: normal; }
  .many td:first-child { font-weight: 700; }
  .many td::before { content: attr(data-head) ": "; color: var(--mut); }
  .many td[data-head=""]::before { content: none; }
}
.assumed { border-left: 2px dashed var(--ln); color: var(--mut); }
.slip { max-width: 46rem; } .slip td { height: 2em; } .slip table { margin: 16px 0; }
.slip td.n { border-left: 1px solid var(--hair); padding-left: 8px; }
.blank { display: flex; gap: 12px; align-items: baseline; margin: 10px 0; } .blank b { flex: 0 0 11rem; }
.blank div { flex: 1; }
.blank span { display: block; border-bottom: 1px solid var(--ln); min-height: 1.6em; padding: 0 4px; }
.signs { display: flex; flex-wrap: wrap; gap: 32px; margin-top: 48px; }
.signs div { flex: 1 1 10rem; border-top: 1px solid var(--ink); padding-top: 4px; font-size: 14px; }
@media (max-width: 30rem) { .blank { display: block; } }
"""
NARROW = 3
"""Maximum number of columns that a table keeps on a phone; a wider table becomes a list of its rows."""


def as_html(title: str, blocks: Iterable[Block], *, made_by: str) -> str:
    """Return the report as one self-contained page. `made_by` names the program in its head."""
    body = "\n".join(map(_html, blocks))
    return page(title, f"<main>\n{body}\n</main>", style=_STYLE, made_by=made_by)


def slip_as_html(slip: Slip) -> str:
    """Return the slip as a page for printing."""
    head = f"<header><h1>{text(slip.title)}</h1><p class=mut>{text(slip.about)}</p></header>"
    body = "\n".join(map(_html, slip.blocks))
    return page(slip.title, f'{head}\n<main class="slip">\n{body}\n</main>', style=_STYLE, language=slip.language)


def _html(block: Block | SlipBlock) -> str:
    match block:
        case Heading(level, words):
            return f"<h{level}>{_spans(words)}</h{level}>"
        case Paragraph(words, tone):
            return f"<p{_TONES[tone]}>{_spans(words)}</p>"
        case Items(items):
            return listed(map(_spans, items))
        case TableBlock():
            return _table(block)
        case Picture():
            return f'<div class="picture">{block.drawn}</div>'
        case Blank(label, value, lines):
            more = "<span></span>" * (lines - 1)
            return f'<div class="blank"><b>{text(label)}</b><div><span>{text(value)}</span>{more}</div></div>'
        case RuleLine():
            clause = f'<p class="law">{text(block.citation.clause)}</p>' if block.citation.clause else ""
            rule = f"<p><b>{text(block.subject[0])}</b> {text(block.answer[0].text)}</p>{clause}"
            return f'<div class="rule{" unsaid" if block.citation.is_default else ""}">{rule}</div>'
        case Signatures(names):
            return f'<div class="signs">{"".join(f"<div>{text(one)}</div>" for one in names)}</div>'


_TONES = {Tone.PLAIN: "", Tone.LOUD: " class=loud", Tone.QUIET: " class=mut"}


def _spans(words: Words) -> str:
    return "".join(map(_span, words))


def _span(word: Word) -> str:
    match word:
        case CodeText(code):
            return f"<code>{text(code)}</code>"
        case RuleLine():
            clause = word.citation.clause
            return text(word.answer[0].text) + (f'<br><span class="law">{text(clause)}</span>' if clause else "")
        case _:
            return text(word)


def _table(table: TableBlock) -> str:
    def right(at: int) -> str:
        return " class=n" if at in table.numbers else ""

    head = "".join(f"<th scope=col{right(at)}>{text(words)}</th>" for at, words in enumerate(table.head))
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td{right(at)} data-head="{text(words)}">{_span(cell)}</td>'
            for at, (words, cell) in enumerate(zip(table.head, row, strict=True))
        )
        + "</tr>\n"
        for row in table.rows
    )
    classes = " ".join(
        name for name, applies in (("many", len(table.head) > NARROW), ("assumed", table.unsaid)) if applies
    )
    many = f' class="{classes}"' if " " in classes else f" class={classes}" if classes else ""
    return f"<table{many}><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>"
