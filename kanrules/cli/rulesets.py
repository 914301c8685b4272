"""`kanrules rulesets`: the installed rulesets, who publishes them, and how many of their values have a source."""

from __future__ import annotations

from functools import cache

from kanrules.cli.help import make_command
from kanrules.cli.output import console, print_report
from kanrules.cli.shared_options import FORMAT, OutputFormat, argument
from kanrules.errors import wrong_use


@make_command
@argument(
    "words",
    metavar="WORD",
    nargs=-1,
    help="List only rulesets with all these words in their names, or in the name of a league that plays by them.",
)
@FORMAT
def command(words: tuple[str, ...], output: OutputFormat) -> int:
    """List the installed rulesets.

    Each line has the authority, the edition, the parent, and the number of values with a source.

    Examples:

      kanrules rulesets

      kanrules rulesets world riichi league
    """
    from kanrules.ruleset import RulesetError, all_ids, load_listed
    from kanrules.ruleset.history import edition_json
    from kanrules.ruleset.native_names import search_words

    load = cache(load_listed)  # Editions are looked up among the same rulesets.
    asked = " ".join(words).casefold().split()
    found, broken = [], []
    for name in all_ids():
        try:
            rules = load(name)
        except RulesetError as error:
            broken.append(f"{name}: {error}")
            continue
        known = search_words(rules.id, rules.title, rules.authority)
        if all(word in known for word in asked):
            found.append(rules)
    if asked and not found:
        raise wrong_use(f"no ruleset is named {' '.join(words)!r}; try fewer words, or none to list all")
    if output is OutputFormat.JSON:
        print_report(
            {
                "rulesets": [
                    {
                        "id": rules.id,
                        "name": rules.name,
                        "edition": rules.edition,
                        **edition_json(rules, load),
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
        from rich.table import Column, Table
        from rich.text import Text

        out = console()
        if not out.is_terminal:
            out.width = 1000  # One line per ruleset, so that grep works.
        titles = ("id", "name", "edition", "on", "sourced", "authority")
        table = Table(*(Column(title, no_wrap=not out.is_terminal) for title in titles), box=None, pad_edge=False)
        for rules in found:
            successor = edition_json(rules, load)["current_edition"]
            edition = f"{rules.edition} (now {successor})" if successor else rules.edition
            share = rules.counted + (" (partial)" if rules.partial else "")
            cells = (rules.name, edition, rules.extends, share, rules.authority)
            table.add_row(Text(rules.id, "bold"), *map(Text, cells))
        out.print(table)
    for fault in broken:
        console(stderr=True).print(fault, markup=False)
    return 2 if broken else 0
