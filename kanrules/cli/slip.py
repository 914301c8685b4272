"""`kanrules slip`: forms to fill in and sign during an event, for a penalty or a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command, make_group
from kanrules.cli.output import print_error, write_page, write_pdf
from kanrules.cli.shared_options import (
    OUT,
    PAGE_LANG,
    PLUGINS,
    RULES,
    SITE,
    OutputFormat,
    Target,
    argument,
    option,
    page_of,
    target_of,
    target_option,
)
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.locale import Translator
    from kanrules.report.document import Slip


FORMATS = (Target.HTML, Target.PDF)
"""File formats that the commands write."""
_TO = target_option(
    FORMATS, help="Output: html, or pdf (needs kanrules[pdf]). Default: the extension of --out, or html."
)
TO_SHEET = target_option(FORMATS, help="Write a sheet for the tournament floor: html, or pdf (needs kanrules[pdf]).")
"""Declare `--to` for a command whose answer is a sheet on request."""


@make_command
@argument(
    "name", metavar="FOUL", default="", help="Name of a foul from `kanrules foul`. Without it, the field is left blank."
)
@RULES
@PAGE_LANG
@_TO
@SITE
@OUT
@PLUGINS
def penalty(name: str, rules: str, speak: Translator, to: Target | None, site: str, out: str) -> None:
    """Print a penalty slip: the foul, its clause, the points, space for signatures.

    Examples:

      kanrules slip penalty riichi_kan --rules m-league --out slip.pdf
    """
    from kanrules.report.sheet_slips import penalty_slip

    target = target_of(to, out, FORMATS) or Target.HTML
    book = required_rules(rules)
    write_slip(penalty_slip(book, name, speak.language, site=site), pdf=target is Target.PDF, out=out)


@make_command
@argument(
    "scores",
    metavar="SCORE",
    nargs=-1,
    help="Scores at the end of the game, the first dealer's first. Without them, the slip is blank.",
)
@option(
    "--sticks",
    metavar="N",
    type=click.IntRange(min=0, max=99),
    default=0,
    help="Number of riichi sticks left on the table.",
)
@RULES
@PAGE_LANG
@_TO
@SITE
@OUT
@PLUGINS
def score(
    scores: tuple[str, ...],
    sticks: int,
    rules: str,
    speak: Translator,
    to: Target | None,
    site: str,
    out: str,
) -> None:
    """Print a score slip: uma, oka and ties as the ruleset's [game] defines them.

    Examples:

      kanrules slip score 47200 32300 23100 17400 --rules ema-2016 --out score.pdf

      kanrules slip score --rules m-league --lang ja --out blank.html
    """
    from kanrules.report.sheet_slips import score_slip, wrong_sum

    target = target_of(to, out, FORMATS) or Target.HTML
    book = required_rules(rules)
    points = _points(scores)
    slip = score_slip(book, points, sticks=sticks, language=speak.language, site=site)
    write_slip(slip, pdf=target is Target.PDF, out=out)
    if points and (wrong := wrong_sum(book, points, sticks=sticks, language=speak.language)):
        print_error(wrong)


def _points(given: tuple[str, ...]) -> list[int]:
    """Return the scores as numbers. A `--` before a negative score is accepted but not needed."""
    found = []
    for one in given:
        if one == "--":
            continue
        try:
            found.append(int(one.replace(",", "").replace("−", "-")))
        except ValueError:
            raise wrong_use(f"{one!r} is not a score; expected whole points such as 41200 or -4000") from None
    return found


def write_slip(slip: Slip, *, pdf: bool, out: str, whole_page: bool = False) -> None:
    """Write a slip to a file or to standard output, as PDF or as an HTML page."""
    if pdf:
        from kanrules.report.paper import slip as paper

        write_pdf(paper.pdf(slip, paper=paper.A4 if whole_page else paper.A5), out)
    else:
        from kanrules.report.document import slip_as_html

        write_page(slip_as_html(slip), out)


def floor_sheet(to: Target | None, out: str, speak: Translator, output: OutputFormat) -> Target | None:
    """Return the file format of a sheet for the floor; None for the answer of the terminal. Raises UnreadableError for
    options that do not go together.
    """
    to = page_of(to, out, FORMATS)
    if to is None and not speak.is_english:
        raise wrong_use("--lang needs --to html, --to pdf, or --out")
    if to is not None and output is OutputFormat.JSON:
        raise wrong_use(f"--to {to.value} cannot be combined with --format json")
    return to


score.ignore_unknown_options = True  # A negative score begins with -, which is not an option here.

command = make_group(
    "Print a penalty slip or a score slip.",
    penalty=penalty,
    score=score,
)
