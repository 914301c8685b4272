"""The sheet, the poster, and the card of a ruleset, as PDF next to its page."""

from __future__ import annotations

from kanrules.errors import UnreadableError
from kanrules.report.paper import slip
from kanrules.report.paper.poster import poster_pdf
from kanrules.report.paper.sheet import Size, sheet_pdf
from kanrules.report.paper.typesetting import fonts_of
from kanrules.report.sheet import page_address, sheet
from kanrules.report.sheet_slips import SINCE_PRINTED, since_printed
from kanrules.ruleset import Ruleset
from kanrules.ruleset.history import former_editions
from kanrules.site import words

PAPERS = {"sheet.pdf": words.SHEET, "poster.pdf": words.POSTER, "card.pdf": words.CARD}
"""The files in the folder of a ruleset, with their labels."""
_CHANGES = "changes.pdf"


def papers_of(rules: Ruleset) -> dict[str, str]:
    """Return the files to print of a ruleset, with their labels: one more if the edition before it has been kept."""
    return PAPERS | ({_CHANGES: SINCE_PRINTED} if former_editions(rules) else {})


def cannot_print(languages: tuple[str, ...]) -> str:
    """Return why nothing can be printed here: what is missing, and how to install it; "" if nothing is."""
    try:
        fonts_of(languages)
    except UnreadableError as error:
        return str(error)
    return ""


def papers(rules: Ruleset, language: str, site: str = "") -> dict[str, bytes]:
    """Return the files by name. `site` is the address of the site, for their QR codes."""
    address = page_address(site, rules.id) if site else ""
    page = sheet(rules, (language,))
    made = (
        sheet_pdf(page, rules, address=address),
        poster_pdf(rules, language, address=address),
        sheet_pdf(page, rules, size=Size.A6, address=address),
    )
    found = dict(zip(PAPERS, made, strict=True))
    if (changes := since_printed(rules, language)) is not None:
        found[_CHANGES] = slip.pdf(changes, paper=slip.A4)
    return found
