"""`kanrules diff`: what differs between two rulesets, and what it changes at the table."""

from __future__ import annotations

import typer

from kanrules.cli.common import Format, complete_rules, console, print_json, required_rules
from kanrules.errors import UnreadableError


def command(
    a: str = typer.Argument("", autocompletion=complete_rules, metavar="A", help="A ruleset: a bundled id or a file."),
    b: str = typer.Argument("", autocompletion=complete_rules, metavar="B", help="Another."),
    output: Format = typer.Option(Format.TEXT, "--format", help="text for people, json for programs."),
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let a ruleset run its own ./plugin.py."
    ),
) -> None:
    """Say what differs between two rulesets: only that, with what it changes at the table and where both are written.

    Exit code 0, whether they differ or not.

    Example:

      kanrules diff ema-2016 tenhou
    """
    from kanrules.ruleset.compare import compare

    if not b:
        raise UnreadableError("name two rulesets, such as kanrules diff ema-2016 tenhou", code="")
    first = required_rules(a, allow_local_plugins=allow_local_plugins, option="")
    second = required_rules(b, allow_local_plugins=allow_local_plugins, option="")
    found = compare(first, second)
    if output is Format.JSON:
        print_json([{"key": one.key, "a": one.a, "b": one.b, "effect": one.effect} for one in found])
        return
    from rich.markup import escape

    from kanrules.ruleset.catalogue import CATALOGUE
    from kanrules.ruleset.compare import consequence
    from kanrules.ruleset.reference import file_text

    out = console()
    unsaid = sum(one.origin_a.is_default or one.origin_b.is_default for one in found)
    apart = f", {unsaid} of them by default on one side" if unsaid else ""
    out.print(f"[bold]{escape(first.title)}[/] and [bold]{escape(second.title)}[/]: {_count(len(found))}{apart}")
    width = max(len(first.id), len(second.id))
    for one in found:
        question = CATALOGUE[one.key].question if one.key in CATALOGUE else "Which plugins are asked?"
        out.print(f"\n[bold]{one.key}[/]  {escape(question)}")
        for rules, value, said, origin in (
            (first, one.a, one.meaning_a, one.origin_a),
            (second, one.b, one.meaning_b, one.origin_b),
        ):
            shown = f" [bold]{escape(file_text(value))}[/]" if said not in (value, str(value)) else ""
            told = f"[yellow]{escape(said)}[/]" if origin.is_default else f"{shown} {escape(said)}".strip()
            out.print(f"  [cyan]{escape(rules.id.ljust(width))}[/] {told}")
            if origin.is_default:
                continue
            cited = str(origin) if origin.source is None else f"{origin}, {origin.set_by}"
            out.print(f"{' ' * (width + 3)}[dim]{escape(cited)}[/]")
        for line in consequence(one.key, first, second):
            out.print(f"  [dim]so[/] {escape(line)}")


def _count(number: int) -> str:
    return "nothing differs" if not number else f"{number} {'value differs' if number == 1 else 'values differ'}"
