"""The sheet, the poster, and the card of a ruleset, as PDF next to its page."""

from __future__ import annotations

from kanrules.errors import UnreadableError
from kanrules.report.paper.poster import poster_pdf
from kanrules.report.paper.sheet import Size, sheet_pdf
from kanrules.report.paper.typesetting import fonts_of
from kanrules.report.sheet import page_address, sheet
from kanrules.ruleset import Ruleset
from kanrules.site import words

PAPERS = {"sheet.pdf": words.SHEET, "poster.pdf": words.POSTER, "card.pdf": words.CARD}
"""The files in the folder of a ruleset, with their labels."""


def cannot_print(languages: tuple[str, ...]) -> str:
    """Return why nothing can be printed here: what is missing, and how to install it; "" if nothing is."""
    try:
        fonts_of(languages)
    except UnreadableError as error:
        return str(error)
    return ""


def papers(rules: Ruleset, language: str, site: str = "") -> dict[str, bytes]:
    """Return the three files by name. `site` is the address of the site, for their QR codes."""
    address = page_address(site, rules.id) if site else ""
    page = sheet(rules, (language,))
    made = (
        sheet_pdf(page, rules, address=address),
        poster_pdf(rules, language, address=address),
        sheet_pdf(page, rules, size=Size.A6, address=address),
    )
    return dict(zip(PAPERS, made, strict=True))
