"""`kanrules show`: every value of a ruleset, and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_line, print_report
from kanrules.cli.shared_options import FORMAT, PLUGINS, OutputFormat, argument, complete_rules, option

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.ruleset import Ruleset


@make_command
@argument("name", metavar="RULESET", default="", shell_complete=complete_rules, help="Ruleset: a bundled id or a file.")
@option("--origin", help="Show which file and line set each value, and its source.")
@option("--toml", help="Print one complete TOML file without a parent.")
@FORMAT
@PLUGINS
def command(name: str, origin: bool, toml: bool, output: OutputFormat) -> None:
    """Show every value of a ruleset.

    This includes the values of its parents and the defaults.

    Examples:

      kanrules show ema-2016

      kanrules show club.toml --origin
    """
    rules = required_rules(name, option="")
    if output is OutputFormat.JSON:
        print_report(to_json(rules))
    elif toml:
        from kanrules.ruleset.standalone_toml import to_toml

        print_line(to_toml(rules), end="")
    else:
        _text(console(), rules, origin)


def to_json(rules: Ruleset) -> dict[str, Any]:
    """Return the ruleset as JSON-ready data: every key with its value, what set it, and the source."""
    from kanrules.ruleset.history import edition_json
    from kanrules.ruleset.keys import file_value, keys
    from kanrules.ruleset.model import UNDECIDED

    values = {}
    for key in keys():
        found = rules.origin(key)
        source = found.source or found.departs
        values[key] = {
            "value": None if found.departs else file_value(rules[key]),
            "ref": rules.ref(key),
            "set_by": UNDECIDED if found.departs else found.set_by,
            "basis": rules.basis_of(key).value,
            "source": source and source.to_json(),
        }
    return {
        "id": rules.id,
        "name": rules.name,
        "edition": rules.edition,
        **edition_json(rules),
        "authority": rules.authority,
        "version": rules.version,
        "extends": rules.extends,
        "plugins": list(rules.plugins),
        "partial": rules.partial,
        "values": values,
    }


def _text(out: Console, rules: Ruleset, origin: bool) -> None:
    from rich.table import Table

    from kanrules.cli.superseded import superseded
    from kanrules.ruleset.effects import holds
    from kanrules.ruleset.keys import TEXT_TABLES, file_text, keys, table_words, tables
    from kanrules.ruleset.model import UNDECIDED

    chain = " on ".join([rules.id, *(layer.written.head.id for layer in rules.layers[1:])])
    out.print(f"[bold]{plain(rules.title)}[/] ({plain(rules.authority)}), {chain}, version {plain(rules.version)}")
    if sentence := superseded(rules):
        out.print(f"[magenta]{plain(sentence)}[/]")
    if rules.partial:
        out.print("[magenta]partial: very little is known about it[/]")
    if rules.plugins:
        out.print(f"plugins: {plain(', '.join(rules.plugins))}")
    out.print(rules.counted)
    for table in tables():
        shown = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for key in keys().values():
            found = rules.origin(key.name)
            if key.table != table or (key.table in TEXT_TABLES and not rules[key.name] and not found.departs):
                continue
            value = "\n".join(rules.notes.text) if key.table == "notes" else file_text(rules[key.name])
            if found.departs:
                value = f"[dim]{UNDECIDED}[/]"
            elif found.is_default:
                value = f"[dim]{plain(value)}[/]"
            elif key.table in TEXT_TABLES:
                value = plain(value)
            else:
                value = f"[bold]{plain(value)}[/]"
            if origin:
                shown.add_row(
                    f"  {key.field}",
                    value,
                    plain(f"{found.file}:{found.line}" if found.departs and found.file else found.set_by),
                    f"[dim]{plain(found.departs.cited if found.departs else str(found))}[/]"
                    if found.source or found.departs
                    else "",
                )
            elif key.table in TEXT_TABLES:
                shown.add_row(f"  {key.field}", value)
            else:
                shown.add_row(f"  {key.field}", value, f"[dim]{plain(holds(key.name, rules))}[/]")
        if shown.row_count:
            out.print(f"\n[bold cyan]{table}[/]  [dim]{table_words()[table][0]}[/]")
            out.print(shown)
    if any(rules.origin(key).is_default for key in keys()):
        out.print(f"\n[dim]dim values: {rules.assumed}[/]")
