"""The poster as PDF: one side of A4, letter, or A3."""

from __future__ import annotations

from math import floor
from typing import Any

from kanrules.drawing import rows
from kanrules.drawing.canvas import FONT, Theme
from kanrules.drawing.timelines.contents import description_of
from kanrules.drawing.timelines.on_a_poster import poster_timeline
from kanrules.errors import wrong_use
from kanrules.kan.way_picture import COLUMNS
from kanrules.locale import labelled, translator
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import Seat
from kanrules.report import poster_answers as answers
from kanrules.report.paper.sheet import Size, melds_of, qr
from kanrules.report.paper.typesetting import JAPANESE, LATIN, PaperPage
from kanrules.report.sheet import sheet
from kanrules.report.sheet_words import OWN_RULE
from kanrules.ruleset import Ruleset

POSTER_PAPERS: dict[Size, tuple[float, float]] = {Size.A3: (297, 420), Size.A4: (210, 297), Size.LETTER: (215.9, 279.4)}
"""Width and height of the papers for a wall, in millimetres."""
_SMALLEST, _LARGEST = 9.0, 19.0
"""Limits of the type on A4, in points."""


def poster_pdf(rules: Ruleset, language: str = "en", *, size: Size = Size.A4, address: str = "") -> bytes:
    """Return the poster of a ruleset as PDF, always one side, in the largest letters that fit.

    `address` is a web page for a QR code. Raises UnreadableError if the extra or a font is missing, if the address is
    not a web page, for a paper too small to be read from two metres, or if the sheet does not fit.
    """
    return PosterPage(rules, language, size=size, address=address).pdf()


class PosterPage:
    """a poster in the largest type that fits on one side."""

    def __init__(self, rules: Ruleset, language: str = "en", *, size: Size = Size.A4, address: str = "") -> None:
        if size not in POSTER_PAPERS:
            expected = ", ".join(POSTER_PAPERS)
            raise wrong_use(f"--poster --size {size}: a poster needs one of: {expected}")
        width, height = POSTER_PAPERS[size]
        self._settings: dict[str, float] = {"width": width, "height": height}
        self._typeset = PaperPage("poster", _data(rules, language, address), [language])
        scale = width / 210
        self.size = _SMALLEST * scale
        low, high = round(_SMALLEST * 4), round(_LARGEST * 4)
        if self._sides(low / 4 * scale) > 1:
            raise wrong_use(f"{rules.id}: the poster does not fit on one side; shorten the texts of [penalty]")
        while low < high:
            middle = floor((low + high + 1) / 2)
            if self._sides(middle / 4 * scale) == 1:
                low = middle
            else:
                high = middle - 1
        self.size = low / 4 * scale

    def _sides(self, size: float) -> int:
        return max(int(one["page"]) for one in self._typeset.measure(**self._settings, size=size))

    def pdf(self) -> bytes:
        """Return the sheet as PDF."""
        return self._typeset.pdf(**self._settings, size=self.size)


def _data(rules: Ruleset, language: str, address: str) -> dict[str, Any]:
    say = translator(language)
    found = answers.poster(rules, language)
    page = sheet(rules, [language])
    drawn = {
        name: rows.meld(made.lies(Seat.EAST, rules.display.ankan), str(made), theme=Theme.LIGHT, index=False)
        for name, text in zip(("ankan", "daiminkan", "shouminkan"), melds_of(rules), strict=True)
        for made in (parse_meld(text, Seat.EAST),)
    }
    assumed = any(line.citation.is_default for one in found.answers for line in one.lines)
    own = any(line.own for one in found.answers for line in one.lines)
    several = len(found.references) > 1
    documents = [f"{one.mark * several} {one.document}".strip() for one in found.references]
    notes = [say(answers.CLAUSES), *documents, page.about[0]]
    return {
        "language": language,
        "title": say(answers.TITLE),
        "ruleset": page.title,
        "authority": page.authority,
        "qr": qr(address) if address else None,
        "address": address,
        "warning": [text for text in page.warning if text],
        "timeline": poster_timeline(COLUMNS, rules.timeline, drawn, say).replace(FONT, f"'{LATIN}','{JAPANESE}'"),
        "timeline_alt": description_of(COLUMNS, [rules.timeline], say),
        "answers": [
            {
                "title": one.title[0],
                "own": any(line.own for line in one.lines),
                "clause": one.clause if several else one.clause.removeprefix("A "),
                "sentences": [
                    {
                        "text": line.answer[0].text,
                        "label": line.subject[0] and say(labelled(line.subject[0])),
                        "assumed": line.citation.is_default,
                    }
                    for line in one.lines
                ],
            }
            for one in found.answers
        ],
        "assumed": say(rules.assumed) if assumed else "",
        "own": say(OWN_RULE) if own else "",
        "notes": notes,
        "stop": say(answers.STOP),
    }
