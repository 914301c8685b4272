"""`kanrules diff`: what differs between two rulesets, and what it changes at the table."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import FORMAT, Format, complete_rules, console, print_json, required_rules
from kanrules.errors import UnreadableError

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset


class Target(StrEnum):
    """What a sheet of differences is written as."""

    HTML = "html"
    PDF = "pdf"


def command(
    a: str = typer.Argument("", autocompletion=complete_rules, metavar="A", help="A ruleset: a bundled id or a file."),
    b: str = typer.Argument("", autocompletion=complete_rules, metavar="B", help="Another."),
    to: Target | None = typer.Option(
        None,
        "--to",
        metavar="html|pdf",
        help=(
            "A sheet for the floor: html, or pdf (needs kanrules[pdf]). Without B, beside the book that A is based on."
        ),
    ),
    out: str = typer.Option(
        "", "--out", "-o", metavar="FILE", help="Beside --to: write this file, not standard output."
    ),
    lang: str = typer.Option("en", "--lang", "-l", metavar="LANG", help="Beside --to: en, ja, fr, nl or de."),
    output: Format = FORMAT,
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let a ruleset run its own ./plugin.py."
    ),
) -> None:
    """Say what differs between two rulesets: only that, with what it changes at the table and where both are written.

    Exit code 0, whether they differ or not.

    Without B, A stands beside the book that it is based on.

    Examples:

      kanrules diff ema-2016 tenhou

      kanrules diff club.toml --to pdf --out differs.pdf
    """
    from kanrules.ruleset.diff import compare

    first, second = _both(a, b, allow_local_plugins)
    if to is None and (out or lang != "en"):
        raise UnreadableError(f"{'--out' if out else '--lang'} goes with --to html or --to pdf", code="")
    if to is not None:
        from kanrules.cli.slip import language, write_slip
        from kanrules.report.sheet_slips import difference_sheet

        if output is Format.JSON:
            raise UnreadableError("--to and --format json: a sheet is no JSON; give one of the two", code="")
        write_slip(difference_sheet(first, second, language(lang)), pdf=to is Target.PDF, out=out, whole_page=True)
        return
    found = compare(first, second)
    if output is Format.JSON:
        print_json([{"key": one.key, "a": one.a, "b": one.b, "effect": one.effect} for one in found])
        return
    from rich.markup import escape

    from kanrules.ruleset.catalogue import CATALOGUE
    from kanrules.ruleset.diff import consequence
    from kanrules.ruleset.reference import file_text

    said = console()
    unsaid = sum(one.origin_a.is_default or one.origin_b.is_default for one in found)
    apart = f", {unsaid} of them by default on one side" if unsaid else ""
    said.print(f"[bold]{escape(first.title)}[/] and [bold]{escape(second.title)}[/]: {_count(len(found))}{apart}")
    width = max(len(first.id), len(second.id))
    for one in found:
        question = CATALOGUE[one.key].question if one.key in CATALOGUE else "Which plugins are asked?"
        said.print(f"\n[bold]{one.key}[/]  {escape(question)}")
        for rules, value, meaning, origin in (
            (first, one.a, one.meaning_a, one.origin_a),
            (second, one.b, one.meaning_b, one.origin_b),
        ):
            shown = f" [bold]{escape(file_text(value))}[/]" if meaning not in (value, str(value)) else ""
            told = f"[yellow]{escape(meaning)}[/]" if origin.is_default else f"{shown} {escape(meaning)}".strip()
            said.print(f"  [cyan]{escape(rules.id.ljust(width))}[/] {told}")
            if origin.is_default:
                continue
            cited = str(origin) if origin.source is None else f"{origin}, {origin.set_by}"
            said.print(f"{' ' * (width + 3)}[dim]{escape(cited)}[/]")
        for line in consequence(one.key, first, second):
            said.print(f"  [dim]so[/] {escape(line)}")


def _both(a: str, b: str, allow_local_plugins: bool) -> tuple[Ruleset, Ruleset]:
    """The two rulesets; where one is named that is based on another, that other comes first."""
    if not a:
        raise UnreadableError("name two rulesets, such as kanrules diff ema-2016 tenhou", code="")
    first = required_rules(a, allow_local_plugins=allow_local_plugins, option="")
    if b:
        return first, required_rules(b, allow_local_plugins=allow_local_plugins, option="")
    if not first.extends:
        raise UnreadableError(
            f"{first.id} is based on no other book; name two rulesets, such as kanrules diff {first.id} tenhou", code=""
        )
    from kanrules.ruleset import all_ids, load_ruleset

    base = first.extends if first.extends in all_ids() else str(first.layers[1].document.path)
    return load_ruleset(base, allow_local_plugins=allow_local_plugins), first


def _count(number: int) -> str:
    return "nothing differs" if not number else f"{number} {'value differs' if number == 1 else 'values differ'}"
