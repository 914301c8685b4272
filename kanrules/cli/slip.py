"""`kanrules slip`: what is filled in and signed on the floor: a penalty, a score."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import complete_rules, required_rules, write_page, write_pdf
from kanrules.cli.help import PLAIN
from kanrules.errors import UnreadableError

if TYPE_CHECKING:
    from kanrules.report.document import Slip

app = typer.Typer(
    **PLAIN, no_args_is_help=True, help="Slips for the floor: a penalty with its clause, a score worked out."
)


class Target(StrEnum):
    """What a slip is written as."""

    HTML = "html"
    PDF = "pdf"


_RULES = typer.Option(
    "", "--rules", "-r", autocompletion=complete_rules, metavar="R", help="The ruleset: a bundled id or a file."
)
_LANG = typer.Option("en", "--lang", "-l", metavar="LANG", help="en, ja, fr, nl or de.")
_TO = typer.Option(
    None, "--to", metavar="html|pdf", help="html or pdf (needs kanrules[pdf]); without it as --out ends, else html."
)
_OUT = typer.Option("", "--out", "-o", metavar="FILE", help="Write this file instead of standard output.")
_PLUGINS = typer.Option(False, "--allow-local-plugins", help="Let the ruleset run its own ./plugin.py.")


@app.command("penalty")
def penalty(
    name: str = typer.Argument(
        "", metavar="FOUL", help="A foul of `kanrules foul`; without one it is written by hand."
    ),
    rules: str = _RULES,
    lang: str = _LANG,
    to: Target | None = _TO,
    out: str = _OUT,
    allow_local_plugins: bool = _PLUGINS,
) -> None:
    """A penalty slip: the foul, its clause, the points, room for signatures.

    Examples:

      kanrules slip penalty riichi_kan --rules m-league --out slip.pdf
    """
    from kanrules.report.sheet_slips import penalty_slip

    target = _target(to, out)
    book = required_rules(rules, allow_local_plugins=allow_local_plugins)
    write_slip(penalty_slip(book, name, language(lang)), pdf=target is Target.PDF, out=out)


@app.command("score", context_settings={"ignore_unknown_options": True})
def score(
    scores: list[str] = typer.Argument(
        None, metavar="SCORE", help="The scores at the end, the first dealer's first; without them it is blank."
    ),
    sticks: int = typer.Option(
        0, "--sticks", metavar="N", min=0, max=99, help="Riichi sticks that lie on the table at the end."
    ),
    rules: str = _RULES,
    lang: str = _LANG,
    to: Target | None = _TO,
    out: str = _OUT,
    allow_local_plugins: bool = _PLUGINS,
) -> None:
    """A score slip: uma, oka and ties worked out as the ruleset's [game] says.

    Examples:

      kanrules slip score 41200 28300 18100 12400 --rules ema-2016 --out score.pdf

      kanrules slip score --rules m-league --lang ja --out blank.html
    """
    from kanrules.report.sheet_slips import score_slip

    target = _target(to, out)
    book = required_rules(rules, allow_local_plugins=allow_local_plugins)
    write_slip(
        score_slip(book, _points(scores or []), sticks=sticks, language=language(lang)),
        pdf=target is Target.PDF,
        out=out,
    )


def _points(given: list[str]) -> list[int]:
    """The scores as numbers; `--` before one below zero is not needed and no harm."""
    found = []
    for one in given:
        if one == "--":
            continue
        try:
            found.append(int(one.replace(",", "").replace("−", "-")))
        except ValueError:
            raise UnreadableError(
                f"{one!r} is no score; expected whole points such as 41200 or -4000", code=""
            ) from None
    return found


def write_slip(slip: Slip, *, pdf: bool, out: str, whole_page: bool = False) -> None:
    """Writes a slip into a file or to standard output, as PDF or as a page of HTML."""
    if pdf:
        from kanrules.report.paper import slip as paper

        write_pdf(paper.pdf(slip, paper=paper.A4 if whole_page else paper.A5), out)
    else:
        from kanrules.report.document import slip_as_html

        write_page(slip_as_html(slip), out)


def language(lang: str) -> str:
    """The one language of a slip; UnreadableError for what is none."""
    from kanrules.locale import LANGUAGES

    if lang not in LANGUAGES:
        raise UnreadableError(
            f"--lang {lang!r}: there is no such language; expected one of: {', '.join(LANGUAGES)}", code=""
        )
    return lang


def _target(to: Target | None, out: str) -> Target:
    ending = Path(out).suffix.lower().removeprefix(".")
    if to is None:
        return Target.PDF if ending == "pdf" else Target.HTML
    if ending in ("pdf", "html") and ending != to.value:
        raise UnreadableError(f"--to {to.value} and --out {out!r} do not go together", code="")
    return to
