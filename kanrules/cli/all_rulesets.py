"""The answers of many rulesets to one question: a table with a row for each ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kanrules.cli.output import console
from kanrules.locale import Translator
from kanrules.locale import marked as _N

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

_RULESET = _N("ruleset")
_BY_TEXT = _N("Settled by the rulebook:")


class Row(NamedTuple):
    """The answer of one ruleset, cell by cell. A cell is rich's markup."""

    rules: Ruleset
    cells: Sequence[str]
    assumed: str = ""
    """The sentence that says so if no source settles the answer."""


def print_by_basis(rows: Sequence[Row], columns: Sequence[str], speak: Translator) -> None:
    """Print a table of the answers that the rulebooks settle, and one for each kind of assumption."""
    settled = [row for row in rows if not row.assumed]
    groups = {_BY_TEXT: settled} if settled else {}
    for row in rows:
        if row.assumed:
            groups.setdefault(row.assumed, []).append(row)
    for heading, group in groups.items():
        console().print(f"\n{speak(heading)}")
        print_rows(group, columns, speak)


def print_rows(rows: Sequence[Row], columns: Sequence[str], speak: Translator, *, numbers: Sequence[str] = ()) -> None:
    """Print the answers as one table; `numbers` are titles of columns that stand before the others, aligned right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    # On a narrow terminal the id of a ruleset stays whole: it is what people type.
    table.add_column(speak(_RULESET), no_wrap=True, min_width=max(len(row.rules.id) for row in rows))
    for title in numbers:
        table.add_column(speak(title), justify="right", no_wrap=True, min_width=7)
    for title in columns:
        table.add_column(speak(title), no_wrap=bool(numbers))
    for row in rows:
        table.add_row(f"[{'magenta' if row.assumed else 'bold'}]{row.rules.id}[/]", *row.cells)
    console().print(table)
