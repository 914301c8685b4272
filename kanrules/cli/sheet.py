"""`kanrules sheet`: the rule sheet for the wall and the referee."""

from __future__ import annotations

import sys
from enum import StrEnum

import typer

from kanrules.cli.common import complete_rules, required_rules
from kanrules.errors import UnreadableError


class Target(StrEnum):
    """What a sheet is written as."""

    MD = "md"
    HTML = "html"


def command(
    rules: str = typer.Argument(
        "", autocompletion=complete_rules, metavar="R", help="The ruleset: a bundled id or a file."
    ),
    lang: str = typer.Option(
        "en", "--lang", "-l", metavar="LANG[,LANG]", help="en, ja, fr, nl or de; two with a comma stand side by side."
    ),
    to: Target = typer.Option(Target.MD, "--to", help="md (Markdown), or html: one page of A4 for the printer."),
    partial: bool = typer.Option(False, "--partial", help="Print a ruleset too of which next to nothing is known."),
    out: str = typer.Option("", "--out", "-o", metavar="FILE", help="Write this file instead of standard output."),
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let the ruleset run its own ./plugin.py."
    ),
) -> None:
    """Print the rule sheet of a ruleset: every rule in a sentence, with its clause.

    Lines without effect under the ruleset's other lines are left out.

    Examples:

      kanrules sheet ema-2016

      kanrules sheet club.toml --lang en,ja --to html --out sheet.html
    """
    from kanrules.report.sheet import markdown, sheet
    from kanrules.report.sheet_html import html

    ruleset = required_rules(rules, allow_local_plugins=allow_local_plugins, option="")
    if ruleset.partial and not partial:
        raise UnreadableError(
            f"{ruleset.id} is partial: nobody has established when its indicators are turned, or which kans it allows in riichi, so most "
            "lines of its sheet would be kanrules' defaults; --partial prints it all the same",
            code="",
        )
    page = sheet(ruleset, _languages(lang))
    text = html(page) if to is Target.HTML else markdown(page)
    if out:
        from kanrules.report.whole_file import write_whole

        write_whole(out, text)
    else:
        sys.stdout.write(text)


def _languages(text: str) -> list[str]:
    from kanrules.locale import LANGUAGES

    found = [part.strip().lower() for part in text.split(",")]
    for part in found:
        if part not in LANGUAGES:
            expected = ", ".join(LANGUAGES)
            raise UnreadableError(
                f"--lang {text!r}: there is no language {part!r}; expected one or two of: {expected}", code=""
            )
    if len(found) > 2:
        raise UnreadableError(
            f"--lang {text!r} names {len(found)} languages; a page has room for two side by side", code=""
        )
    if len(set(found)) != len(found):
        raise UnreadableError(f"--lang {text!r} names one language twice; expected different ones", code="")
    return found
