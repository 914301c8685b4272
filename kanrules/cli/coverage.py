"""`kanrules coverage`: every clause of a fully read rulebook, and the keys that express it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kanrules.cli.help import make_command
from kanrules.cli.output import console, print_report
from kanrules.cli.shared_options import FORMAT, OutputFormat, argument

if TYPE_CHECKING:
    from kanrules.ruleset.coverage import ClauseCoverage


def _complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from kanrules.ruleset.coverage import covered

    return [name for name in covered() if name.startswith(incomplete)]


@make_command
@argument(
    "ruleset",
    metavar="RULESET",
    shell_complete=_complete,
    help="Id of a bundled ruleset whose rulebook was read completely.",
)
@FORMAT
def command(ruleset: str, output: OutputFormat) -> int:
    """List the clauses of a rulebook, with the keys that say the same.

    The list marks clauses that no key can express, and clauses that have nothing to do with kans. Contradictions within
    the rulebook come last.

    Example:

      kanrules coverage ema-2025
    """
    from kanrules.ruleset.coverage import read_coverage

    found = read_coverage(ruleset)
    if output is OutputFormat.JSON:
        print_report(
            {
                "rules": ruleset,
                "document": found.document,
                "clauses": [
                    {
                        "number": one.number,
                        "says": one.says,
                        "keys": list(one.keys),
                        "unsaid": one.unsaid,
                        "out_of_scope": one.out,
                        "cases": list(one.cases),
                    }
                    for one in found.clauses
                ],
                "contradictions": [{"clauses": list(one.clauses), "says": one.says} for one in found.contradictions],
            }
        )
        return 0
    out = console()
    for line in _lines(found):
        out.print(line, markup=False, highlight=False)
    return 0


def _lines(found: ClauseCoverage) -> Iterator[str]:
    yield f"{found.document}: {len(found.clauses)} clauses, {len(found.unsaid)} that no key can fully express"
    for one in found.clauses:
        yield f"{one.number}  {one.says}"
        if one.keys:
            yield f"    {', '.join(one.keys)}"
        if one.unsaid:
            yield f"    no key: {one.unsaid}"
        if one.cases:
            yield f"    casebook: {', '.join(one.cases)}"
        if one.out is not None:
            yield f"    left out: {one.out}"
    for clash in found.contradictions:
        yield f"contradiction ({', '.join(clash.clauses)}): {clash.says}"
