"""`kanrules rulesets`: which rulesets there are, who publishes them, and how much of each is sourced."""

from __future__ import annotations

from kanrules.cli.help import make_command
from kanrules.cli.output import console, print_json
from kanrules.cli.shared_options import FORMAT, OutputFormat


@make_command
@FORMAT
def command(output: OutputFormat) -> int:
    """List the rulesets that are installed: authority, edition, parent, and how many values a text establishes.

    Example:

      kanrules rulesets
    """
    from kanrules.cli.history import edition_json
    from kanrules.ruleset import RulesetError, all_ids, load_ruleset

    found, broken = [], []
    for name in all_ids():
        try:
            found.append(load_ruleset(name))
        except RulesetError as error:
            broken.append(f"{name}: {error}")
    if output is OutputFormat.JSON:
        print_json(
            [
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
            out.width = 1000  # one line each, for grep
        out.print(table)
    for fault in broken:
        console(stderr=True).print(fault, markup=False)
    return 2 if broken else 0
