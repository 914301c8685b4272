"""`kanrules sheet`: the rule sheet for the wall and for referees."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import write_file, write_page, write_pdf
from kanrules.cli.shared_options import (
    OUT,
    PLUGINS,
    RULESET,
    SITE,
    SPOKEN,
    Target,
    option,
    target_of,
    target_option,
)
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.report.sheet import Sheet


FORMATS = (Target.MD, Target.HTML, Target.PDF)
"""File formats that the command writes."""


class PaperSize(StrEnum):
    """Paper sizes of a PDF."""

    A3 = "a3"
    A4 = "a4"
    A5 = "a5"
    A6 = "a6"
    LETTER = "letter"


@make_command
@RULESET
@option(
    "--lang",
    "-l",
    metavar="LANG[,LANG]",
    default="en",
    help=f"Language: {SPOKEN}; two with a comma are printed side by side.",
)
@target_option(
    FORMATS,
    help=(
        "Output: md (Markdown), html (a page to read or print), or pdf (needs kanrules[pdf]). "
        "Default: the extension of --out, or md."
    ),
)
@option("--poster", help="Print a PDF for the wall: a timeline and ten answers on one side, readable from two metres.")
@option("--card", help="Print a PDF for the pocket: a6, two sides at most; it names what it leaves out.")
@option(
    "--size",
    type=PaperSize,
    help=("Paper size of a PDF: a3 (a poster), a4, letter, a5, or a6 (the same as --card). Default: a4."),
)
@option("--kan-only", help="Print only the kan rules.")
@option("--large", help="Use larger type in a PDF; what does not fit goes to another side.")
@option("--address", metavar="URL", help="Print a QR code for this web address on a PDF; --site sets it.")
@SITE
@option("--partial", help="Print the sheet even if very little is known about the ruleset.")
@OUT
@PLUGINS
def command(
    rules: str,
    lang: str,
    to: Target | None,
    poster: bool,
    card: bool,
    size: PaperSize | None,
    kan_only: bool,
    large: bool,
    address: str,
    site: str,
    partial: bool,
    out: str,
) -> None:
    """Print a rule sheet: one sentence per rule, with its clause.

    Rules that have no effect under the ruleset's other rules are left out. A PDF uses the largest type at which the
    sheet fits on one side of the paper. What does not fit in 8-point type goes to the other side, and the first side
    says what that is. A Markdown file refers to the picture of the timeline next to it; on standard output, a
    table replaces the picture.

    Examples:

      kanrules sheet ema-2016

      kanrules sheet club.toml --lang en,ja --out sheet.html

      kanrules sheet club.toml --poster --out poster.pdf

      kanrules sheet club.toml --card --out card.pdf

      kanrules sheet ema-2016 --site https://club.example/rules --to html --out sheet.html
    """
    from kanrules.report.sheet import page_address, sheet, sheet_markdown
    from kanrules.report.sheet_html import sheet_html

    ruleset = required_rules(rules, option="")
    if ruleset.partial and not partial:
        raise wrong_use(
            f"{ruleset.id} is partial: no source found for when its kan dora indicators are turned, or for which kans "
            "it allows in riichi, so most lines of its sheet would be assumed; use --partial to print it anyway"
        )
    languages = _languages(lang)
    if poster or card:
        to, size = _pdf_of(
            "--poster" if poster else "--card", to or target_of(None, out, FORMATS), size, both=poster and card
        )
    to = target_of(to, out, FORMATS) or Target.MD
    if poster:
        _only_on_a_sheet({"--kan-only": kan_only, "--large": large, "two languages": len(languages) == 2})
        from kanrules.report.paper.poster import poster_pdf
        from kanrules.report.paper.sheet import Size

        address = address or (page_address(site, ruleset.id) if site else "")
        write_pdf(poster_pdf(ruleset, languages[0], size=Size((size or PaperSize.A4).value), address=address), out)
        return
    _no_paper(to, size, large, address)
    page = sheet(ruleset, languages, site=site)
    if to is Target.PDF:
        from kanrules.report.paper.sheet import Size, sheet_pdf

        paper = Size((size or PaperSize.A4).value)
        address = address or (page_address(site, ruleset.id) if site else "")
        write_pdf(sheet_pdf(page, ruleset, size=paper, kan_only=kan_only, large=large, address=address), out)
        return
    if kan_only:
        from kanrules.report.sheet import of_the_kan

        page = of_the_kan(page)
    if out and to is Target.MD:
        _write_markdown(page, out)
        return
    text = sheet_html(page) if to is Target.HTML else sheet_markdown(page)
    write_page(text, out)


def _write_markdown(page: Sheet, out: str) -> None:
    """Write the sheet as Markdown, and the picture of the timeline in each language as files next to it."""
    from kanrules.report.sheet import sheet_markdown
    from kanrules.report.sheet_html import pictures

    target = Path(out)
    names = [f"{target.stem}.timeline-{language}.svg" for language in page.languages]
    if not all(name.isprintable() and not set("<>") & set(name) for name in names):
        write_file(out, sheet_markdown(page))
        return
    write_file(out, sheet_markdown(page, pictures=names), zip(names, pictures(page), strict=True))


def _pdf_of(name: str, to: Target | None, size: PaperSize | None, *, both: bool) -> tuple[Target, PaperSize | None]:
    """Return the format and the paper of a poster or a card. Raises UnreadableError if others are requested."""
    if both:
        raise wrong_use("--poster and --card cannot be combined")
    if to not in (None, Target.PDF):
        raise wrong_use(f"{name} is a PDF, not {to.value}; name the file with --out FILE.pdf")
    if name == "--card":
        if size not in (None, PaperSize.A6):
            raise wrong_use(f"--card is a6; it cannot be combined with --size {size.value}")
        size = PaperSize.A6
    return Target.PDF, size


def _only_on_a_sheet(given: dict[str, bool]) -> None:
    """Raise UnreadableError for options that a poster has no space for."""
    for name in (name for name, is_given in given.items() if is_given):
        raise wrong_use(f"--poster cannot be combined with {name}")


def _no_paper(to: Target, size: PaperSize | None, large: bool, address: str) -> None:
    """Raise UnreadableError for PDF options if another format is requested."""
    given = {"--size": size is not None, "--large": large, "--address": bool(address)}
    for name in (name for name, is_given in given.items() if is_given and to is not Target.PDF):
        raise wrong_use(f"{name} needs --to pdf; --to {to.value} has no paper size")


def _languages(text: str) -> list[str]:
    from kanrules.locale import LANGUAGES

    found = [part.strip().lower() for part in text.split(",")]
    for part in found:
        if part not in LANGUAGES:
            expected = ", ".join(LANGUAGES)
            raise wrong_use(f"--lang {text!r}: unknown language {part!r}; expected one or two of: {expected}")
    if len(found) > 2:
        raise wrong_use(f"--lang {text!r} names {len(found)} languages; a page has room for two")
    if len(set(found)) != len(found):
        raise wrong_use(f"--lang {text!r} names the same language twice")
    return found
