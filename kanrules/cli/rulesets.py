"""`kanrules rulesets`: the installed rulesets, who publishes them, and how many of their values have a source."""

from __future__ import annotations

from kanrules.cli.help import make_command
from kanrules.cli.output import console, print_report
from kanrules.cli.shared_options import FORMAT, OutputFormat


@make_command
@FORMAT
def command(output: OutputFormat) -> int:
    """List the installed rulesets.

    Each line has the authority, the edition, the parent, and the number of values with a source.

    Example:

      kanrules rulesets
    """
    from kanrules.ruleset import RulesetError, all_ids, load_listed
    from kanrules.ruleset.history import edition_json

    found, broken = [], []
    for name in all_ids():
        try:
            found.append(load_listed(name))
        except RulesetError as error:
            broken.append(f"{name}: {error}")
    if output is OutputFormat.JSON:
        print_report(
            {
                "rulesets": [
                    {
                        "id": rules.id,
                        "name": rules.name,
                        "edition": rules.edition,
                        **edition_json(rules),
                        "authority": rules.authority,
                        "extends": rules.extends,
                        "partial": rules.partial,
                        "sourced": len(rules.sourced),
                        "unsourced": len(rules.unsourced),
                    }
                    for rules in found
                ]
            }
        )
    else:
        from rich.markup import escape
        from rich.table import Table

        table = Table("id", "name", "edition", "on", "sourced", "authority", box=None, pad_edge=False)
        for rules in found:
            successor = edition_json(rules)["replaced_by"]
            share = rules.counted + (" (partial)" if rules.partial else "")
            table.add_row(
                f"[bold]{escape(rules.id)}[/]",
                escape(rules.name),
                escape(f"{rules.edition} (now {successor})" if successor else rules.edition),
                escape(rules.extends),
                share,
                escape(rules.authority),
            )
        out = console()
        if not out.is_terminal:
            out.width = 1000  # One line per ruleset, so that grep works.
        out.print(table)
    for fault in broken:
        console(stderr=True).print(fault, markup=False)
    return 2 if broken else 0
