"""Slips and sheets for the floor as plain data: what is filled in, what the rule says, a table, who signs; and as
HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kanrules.report.page import page, text


@dataclass(frozen=True, slots=True)
class Blank:
    """A line to be filled in by hand, or filled in already."""

    label: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a ruleset says, and where; `unsaid` where no text says it."""

    subject: str
    text: str
    clause: str = ""
    unsaid: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; a cell may be left empty for a pen."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: bool = False
    """Whether all but the first column are numbers, or room for them."""


@dataclass(frozen=True, slots=True)
class Form:
    """A slip: its title, whose rules it follows, and what stands on it from above downward."""

    title: str
    about: str
    language: str
    blanks: tuple[Blank, ...] = ()
    tables: tuple[Table, ...] = ()
    rules: tuple[Rule, ...] = ()
    signatures: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())


_STYLE = """
main { max-width: 46rem; } .blank { display: flex; gap: 12px; align-items: baseline; margin: 10px 0; }
.blank b { flex: 0 0 11rem; }
.blank span { flex: 1; border-bottom: 1px solid var(--ln); min-height: 1.6em; padding: 0 4px; } td { height: 2em; }
td.n { border-left: 1px solid var(--hair); padding-left: 8px; } th.n { text-align: right; }
.signs { display: flex; flex-wrap: wrap; gap: 32px; margin-top: 48px; }
.signs div { flex: 1 1 10rem; border-top: 1px solid var(--ink); padding-top: 4px; font-size: 14px; }
table { margin: 16px 0; }
@media (max-width: 30rem) { .blank { display: block; } .blank span { display: block; } }
"""


def html(form: Form) -> str:
    """The form as a page for a printer."""
    blanks = "".join(
        f'<div class="blank"><b>{text(one.label)}</b><span>{text(one.value)}</span></div>' for one in form.blanks
    )
    tables = "".join(map(_table, form.tables))
    rules = "".join(
        f'<div class="rule{" unsaid" if one.unsaid else ""}"><p><b>{text(one.subject)}</b> {text(one.text)}</p>'
        + (f'<p class="law">{text(one.clause)}</p>' if one.clause else "")
        + "</div>"
        for one in form.rules
    )
    notes = "".join(f'<p class="mut">{text(note)}</p>' for note in form.notes)
    signs = "".join(f"<div>{text(one)}</div>" for one in form.signatures)
    body = (
        (
            f"<header><h1>{text(form.title)}</h1><p class=mut>{text(form.about)}</p></header>\n"
            f"<main>\n{blanks}\n{tables}\n{rules}\n{notes}\n"
        )
        + (f'<div class="signs">{signs}</div>\n' if signs else "")
        + "</main>"
    )
    return page(form.title, body, style=_STYLE, language=form.language)


def _cell(cell: str) -> str:
    """A cell; what stands below its first line is its clause."""
    first, _, clause = cell.partition("\n")
    return text(first) + (f'<br><span class="law">{text(clause)}</span>' if clause else "")


def _table(table: Table) -> str:
    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            (
                f"<{tag}{' class=n' if table.numbers and at else ''}{' scope=col' if tag == 'th' else ''}>{_cell(cell)}"
                f"</{tag}>"
            )
            for at, cell in enumerate(row)
        )

    rows = "".join(f"<tr>{cells('td', row)}</tr>" for row in table.rows)
    return f"<table><thead><tr>{cells('th', table.head)}</tr></thead><tbody>{rows}</tbody></table>"
