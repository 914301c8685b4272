"""`kanrules diff`: the differences between two rulesets, and their effect at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.cli.default_rules import load, required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report
from kanrules.cli.shared_options import (
    FORMAT,
    PAGE,
    SPOKEN,
    OutputFormat,
    Target,
    argument,
    complete_rules,
    language_option,
    plugins_option,
)
from kanrules.cli.slip import TO_SHEET, floor_sheet, write_slip
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.locale import Translator
    from kanrules.ruleset import Ruleset


@make_command
@argument("a", metavar="A", default="", shell_complete=complete_rules, help="Ruleset: a bundled id or a file.")
@argument("b", metavar="B", default="", shell_complete=complete_rules, help="Another.")
@TO_SHEET
@PAGE
@language_option(f"Language of the sheet (only with --to or --out): {SPOKEN}.")
@FORMAT
@plugins_option("Allow a ruleset to run its own ./plugin.py.")
def command(a: str, b: str, to: Target | None, out: str, speak: Translator, output: OutputFormat) -> None:
    """Show what differs between two rulesets.

    Each difference comes with its effect at the table and both sources.

    The exit code is 0 whether they differ or not.

    Without B, A is compared with the ruleset that it is based on.

    Examples:

      kanrules diff ema-2016 tenhou

      kanrules diff club.toml --out differs.pdf
    """
    from kanrules.ruleset.diff import compare, differences_json

    first, second = _both(a, b)
    if (to := floor_sheet(to, out, speak, output)) is not None:
        from kanrules.report.sheet_slips import difference_sheet

        write_slip(difference_sheet(first, second, speak.language), pdf=to is Target.PDF, out=out, whole_page=True)
        return
    found = compare(first, second)
    if output is OutputFormat.JSON:
        print_report(differences_json(first, second, found))
        return
    from kanrules.ruleset.diff import chosen, consequence
    from kanrules.ruleset.keys import file_text, is_in_words

    said = console()
    counted = chosen(found)
    unsaid = sum(one.is_assumed for one in counted)
    apart = f", {unsaid} of them assumed on one side" if unsaid else ""
    lapsed = len(found) - len(counted)
    if lapsed:
        words = (
            "sentence of the rulebook no longer applies" if lapsed == 1 else "sentences of the rulebook no longer apply"
        )
        apart += f"; {lapsed} {words}"
    said.print(f"[bold]{plain(first.title)}[/] and [bold]{plain(second.title)}[/]: {_count(len(counted))}{apart}")
    width = max(len(first.id), len(second.id))
    for one in found:
        said.print(f"\n[bold]{one.key}[/]  {plain(one.question)}")
        for rules, value, meaning, origin in (
            (first, one.a, one.meaning_a, one.origin_a),
            (second, one.b, one.meaning_b, one.origin_b),
        ):
            is_text = is_in_words(one.key)
            has_value = value is not None and not is_text and meaning not in (value, str(value))
            shown = f" [bold]{plain(file_text(value))}[/]" if has_value else ""
            told = f"[magenta]{plain(meaning)}[/]" if origin.is_default else f"{shown} {plain(meaning)}".strip()
            said.print(f"  [cyan]{plain(rules.id.ljust(width))}[/] {told}")
            if origin.is_default:
                continue
            cited = str(origin) if origin.source is None else f"{origin}, {origin.set_by}"
            said.print(f"{' ' * (width + 3)}[dim]{plain(cited)}[/]")
        for line in consequence(one.key, first, second):
            said.print(f"  [dim]so[/] {plain(line)}")


def _both(a: str, b: str) -> tuple[Ruleset, Ruleset]:
    """Return the two rulesets; if only one is named, the ruleset that it is based on comes first."""
    first = required_rules(a, option="")
    if b:
        return first, required_rules(b, option="")
    if not first.extends:
        raise wrong_use(
            f"{first.id} is not based on another ruleset; name two rulesets, such as kanrules diff {first.id} tenhou"
        )
    from kanrules.ruleset import all_ids

    base = first.extends if first.extends in all_ids() else str(first.layers[1].document.path)
    return load(base), first


def _count(number: int) -> str:
    return "nothing differs" if not number else f"{number} {'value differs' if number == 1 else 'values differ'}"
