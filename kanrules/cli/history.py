"""`kanrules history`: what each edition of a rulebook changed, and what kanrules corrected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, print_report
from kanrules.cli.shared_options import (
    FORMAT,
    PAGE,
    PLUGINS,
    SPOKEN,
    OutputFormat,
    Target,
    argument,
    complete_rules,
    language_option,
)
from kanrules.cli.slip import TO_SHEET, floor_sheet, write_slip
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.locale import Translator
    from kanrules.ruleset import Ruleset

_NO_EDITION = "There is no earlier edition."
_KEEP_IT = (
    "Keep the file that was printed next to the new one, under an id of its own, and name that id in the new one: "
    'replaces = "club-2025"'
)


@make_command
@argument(
    "ruleset", metavar="RULESET", default="", shell_complete=complete_rules, help="Ruleset: a bundled id or a file."
)
@TO_SHEET
@PAGE
@language_option(f"Language of the sheet (only with --to or --out): {SPOKEN}.")
@FORMAT
@PLUGINS
def command(ruleset: str, to: Target | None, out: str, speak: Translator, output: OutputFormat) -> None:
    """Show what each edition of a rulebook changed.

    The list also has what releases of kanrules corrected in its ruleset.

    An edition names the one before it by `replaces`. A value counts as changed by the edition only if both rulebooks
    have a source for it. A club keeps the file of its last edition next to the new one; a sheet then says what changed
    since the printed one.

    Examples:

      kanrules history ema-2025

      kanrules history ema-2025 --lang ja --out changes.pdf
    """
    from kanrules.ruleset.edition_history import history_of

    rules = required_rules(ruleset, option="")
    if (to := floor_sheet(to, out, speak, output)) is not None:
        from kanrules.report.sheet_slips import since_printed

        if (sheet := since_printed(rules, speak.language)) is None:
            raise wrong_use(f"{rules.id}: {_no_edition(rules)}")
        write_slip(sheet, pdf=to is Target.PDF, out=out, whole_page=True)
        return
    found = history_of(rules)
    if output is OutputFormat.JSON:
        print_report(found)
        return
    said = console()
    for line in _lines(rules, found):
        said.print(line, markup=False)


def _no_edition(rules: Ruleset) -> str:
    """Return that there is no earlier edition, and to a club how to keep one."""
    return _NO_EDITION if len(rules.layers) == 1 else f"{_NO_EDITION} {_KEEP_IT}"


def _lines(rules: Ruleset, found: dict[str, Any]) -> Iterator[str]:
    from datetime import date

    from kanrules.ruleset.history import superseded_by
    from kanrules.ruleset.keys import file_text
    from kanrules.ruleset.model import UNDECIDED

    days = " ".join(
        f"{word} {day}" for word, day in (("from", found["in_force_from"]), ("until", found["in_force_until"])) if day
    )
    yield f"{rules.title} ({rules.id}){f', in force {days}' if days else ''}"
    if sentence := superseded_by(rules, date.today()):
        yield sentence
    for edition in found["editions"]:
        yield ""
        yield f"{edition['id']} replaces {edition['replaces']}: {_count(len(edition['changed']), 'value')} changed"
        for one in edition["changed"]:
            yield f"  {one['key']}: {file_text(one['old'])} -> {file_text(one['new'])}  {one['new_source']['clause']}"
        if edition["without_source"]:
            many = _count(edition["without_source"], "other value")
            yield f"  {many} cannot be compared: one of the two rulesets has no source for it."
    if not found["editions"]:
        yield _no_edition(rules)
    if not found["added"] and not found["corrections"]:
        yield "No release of kanrules has changed a value of this ruleset."
        return
    yield ""
    yield "Changes by releases of kanrules"
    if found["corrections"]:
        yield "A sheet that was printed with an earlier release says otherwise on these points; print it again."
    for one in found["added"]:
        was = f" instead of {one['was']}" if one["was"] else ""
        yield f"  {one['release']}  new{was}: {one['why']}"
    for one in found["corrections"]:
        by = f"  (of {one['rules']})" if one["rules"] != rules.id else ""
        new = file_text(rules[one["key"]] if one["new"] is None else one["new"])
        if one["new"] is None and one["key"] in rules.unsettled:
            new = UNDECIDED
        yield f"  {one['release']}  {one['key']}: {file_text(one['old'])} -> {new}  {one['why']}{by}"


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
