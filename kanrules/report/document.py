"""A report as plain data, from above downward, and as what it is written: Markdown, or one page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from kanrules.report import markdown
from kanrules.report.page import listed, page, text


@dataclass(frozen=True, slots=True)
class Code:
    """An id, a key or the name of a file within a line."""

    text: str


Words = tuple[str | Code, ...]
"""A line: words, and code among them."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of the report (level 1) or of a part of it (level 2)."""

    level: int
    words: Words


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One line of prose; `loud` where it must not be overlooked."""

    words: Words
    loud: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list of lines."""

    items: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; the columns of `numbers` count from 0."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | Code, ...], ...]
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: what it shows, the file in which it lies beside Markdown, and the HTML that draws it on a page."""

    shows: str
    file: str
    drawn: str


Block = Heading | Paragraph | Items | Table | Picture


# --- Markdown -------------------------------------------------------------------------------------------------------


def as_markdown(blocks: Iterable[Block]) -> Iterator[str]:
    """The lines of the report in Markdown; pictures are referred to."""
    for at, block in enumerate(blocks):
        if at:
            yield ""
        match block:
            case Heading(level, words):
                yield f"{'#' * level} {_line(words)}"
            case Paragraph(words, loud):
                yield f"**{_line(words)}**" if loud else _line(words)
            case Items(items):
                yield from (f"* {_line(words)}" for words in items)
            case Table(head, rows, numbers):
                yield f"| {' | '.join(map(markdown.plain, head))} |"
                yield f"|{'|'.join('---:' if column in numbers else '---' for column in range(len(head)))}|"
                yield from (f"| {' | '.join(_line((cell,)) for cell in row)} |" for row in rows)
            case Picture(shows, file, _):
                yield f"![{markdown.plain(shows)}]({quote(file)})"


def _line(words: Words) -> str:
    return "".join(markdown.code(one.text) if isinstance(one, Code) else _plain(one) for one in words)


def _plain(words: str) -> str:
    """The words with a blank before or behind them where they had one."""
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
"""
NARROW = 3
"""A table of more columns becomes, on a phone, a list of its rows."""


def as_html(title: str, blocks: Iterable[Block], *, made_by: str) -> str:
    """The report as one page that needs nothing else; `made_by` names the program in its head."""
    body = "\n".join(map(_html, blocks))
    return page(title, f"<main>\n{body}\n</main>", style=_STYLE, made_by=made_by)


def _html(block: Block) -> str:
    match block:
        case Heading(level, words):
            return f"<h{level}>{_spans(words)}</h{level}>"
        case Paragraph(words, loud):
            return f"<p{' class=loud' if loud else ''}>{_spans(words)}</p>"
        case Items(items):
            return listed(map(_spans, items))
        case Table():
            return _table(block)
        case Picture():
            return f'<div class="picture">{block.drawn}</div>'


def _spans(words: Words) -> str:
    return "".join(f"<code>{text(one.text)}</code>" if isinstance(one, Code) else text(one) for one in words)


def _table(table: Table) -> str:
    def right(at: int) -> str:
        return " class=n" if at in table.numbers else ""

    head = "".join(f"<th scope=col{right(at)}>{text(words)}</th>" for at, words in enumerate(table.head))
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td{right(at)} data-head="{text(words)}">{_spans((cell,))}</td>'
            for at, (words, cell) in enumerate(zip(table.head, row, strict=True))
        )
        + "</tr>\n"
        for row in table.rows
    )
    many = " class=many" if len(table.head) > NARROW else ""
    return f"<table{many}><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>"
