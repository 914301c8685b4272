"""The rule sheet on paper: a poster, a sheet, a pocket card. The largest letters are taken in which it fits one side; what
finds no room in the smallest goes to the other side, and the first side says what that is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from kanrules.drawing import rows, timelines
from kanrules.drawing.canvas import FONT, Theme
from kanrules.errors import UnreadableError
from kanrules.installation import how_to_get
from kanrules.kan.picture import COLUMNS
from kanrules.locale import Translator, translator
from kanrules.pieces.melds import AnkanDisplay
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import Seat
from kanrules.report import sheet_words as words
from kanrules.report.paper.typesetting import JAPANESE, LATIN, Page
from kanrules.report.sheet import Line, Sheet, how_many_defaults, linkable
from kanrules.ruleset import Ruleset


class Size(StrEnum):
    """The sizes of paper."""

    A3 = "a3"
    A4 = "a4"
    A5 = "a5"
    A6 = "a6"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class Paper:
    """One size of paper, in millimetres, and how a sheet is laid out on it."""

    width: float
    height: float
    margin: float
    columns: int
    timeline: float
    """How wide the timeline is: its smallest letters are then 8 points high, on a poster 10."""
    upright: bool
    melds: str
    smallest: float
    largest: float
    gutter: float = 5
    stretch: float = 87.5
    qr: float = 20
    brief: bool = False
    """Whether rules on which no text was found are named in a line."""


PAPERS: dict[Size, Paper] = {
    Size.A3: Paper(297, 420, 9, 3, 238, False, "beside", 10, 15, qr=30),
    Size.A4: Paper(210, 297, 8, 2, 193, False, "first", 8, 11),
    Size.LETTER: Paper(215.9, 279.4, 8, 2, 193, False, "first", 8, 11),
    Size.A5: Paper(148, 210, 6, 2, 88, True, "beside", 8, 10, gutter=4),
    Size.A6: Paper(105, 148, 4, 1, 88, True, "first", 8, 9, qr=16, brief=True),
}
_LARGER = {Size.A3: (14, 18), Size.A4: (11, 14), Size.LETTER: (11, 14), Size.A5: (10, 12), Size.A6: (10, 11)}
"""By size, the smallest and the largest letters of large print."""
_OF_THE_KAN = frozenset({"kandora", "four_kans", "chankan", "sekinin_barai", "riichi_kan", "penalty", "procedure"})
"""A table of each group of a sheet that is about the kan."""
_MELDS = (("ankan 1111z", words.ANKAN), ("daiminkan 5550p from west", words.DAIMINKAN), ("shouminkan 3333s from north", words.SHOUMINKAN))


def pdf(
    page: Sheet,
    rules: Ruleset,
    *,
    size: Size = Size.A4,
    kan_only: bool = False,
    large: bool = False,
    address: str = "",
) -> bytes:
    """A sheet as PDF.

    Takes the sheet and its ruleset, the size of the paper; a card (a6) always has the rules of the kan alone. `large` is
    larger print, `address` a page of the web that a QR code leads to. Raises UnreadableError where the extra or a font is
    missing, or the address is none.
    """
    made = Made(page, rules, size=size, kan_only=kan_only, large=large, address=address)
    return made.pdf()


class Made:
    """A sheet as it stands on paper: how large its letters are, how many sides it has, what is on which."""

    def __init__(
        self, page: Sheet, rules: Ruleset, *, size: Size, kan_only: bool = False, large: bool = False, address: str = ""
    ) -> None:
        self.paper = PAPERS[size]
        if large:
            smallest, largest = _LARGER[size]
            self.paper = replace(self.paper, smallest=smallest, largest=largest)
        if kan_only or size is Size.A6:
            page = of_the_kan(page)
        self.page = page
        self.say = translator(page.languages[0])
        self.data = _data(page, rules, address)
        self._typeset = Page("sheet", self.data, page.languages)
        self._settings: dict[str, Any] = {**asdict(self.paper), "note": ""}
        self.size, self.sides = self._largest()
        self.note = self._note()

    def pdf(self) -> bytes:
        """The PDF."""
        return self._typeset.pdf(**{**self._settings, "size": self.size, "note": self.note})

    def _measured(self, size: float, note: str = "") -> list[dict[str, Any]]:
        return self._typeset.measure(**{**self._settings, "size": size, "note": note})

    def _sides(self, size: float, note: str = "") -> int:
        return max(one["page"] for one in self._measured(size, note))

    def _largest(self) -> tuple[float, int]:
        """The largest letters on as few sides as the smallest need."""
        quarters = [quarter / 4 for quarter in range(round(self.paper.smallest * 4), round(self.paper.largest * 4) + 1)]
        sides = self._sides(quarters[0])
        low, high = 0, len(quarters) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._sides(quarters[middle]) <= sides:
                low = middle
            else:
                high = middle - 1
        return quarters[low], sides

    def _note(self) -> str:
        """What the first side says of the others; room for it may send another line there, which it then names too."""
        note = ""
        while True:
            found = self._measured(self.size, note)
            said = self._elsewhere(found)
            if said == note:
                return note
            if note and max(one["page"] for one in found) > self.sides:
                # The note itself has found no room: smaller letters, or one side more.
                if self.size > self.paper.smallest:
                    self.size, note = self.size - 0.25, ""
                    continue
                self.sides += 1
            note = said

    def _elsewhere(self, found: Sequence[Mapping[str, Any]]) -> str:
        pages = {one["at"]: one["page"] for one in found if one["kind"] == "line"}
        last = max(one["page"] for one in found)
        if last == 1:
            return ""
        by_side: dict[int, list[str]] = {}
        for group in self.data["groups"]:
            lines = [*group["lines"], *group["defaults"]]
            title = group["title"][0]["text"]
            before = 0
            for line in lines:
                side = pages[line["at"]]
                if side > 1 and side != before:
                    begins = line is lines[0]
                    by_side.setdefault(side, []).append(
                        title if begins else self._filled(words.FROM_THERE, group=title, subject=line["subjects"][0])
                    )
                before = side
        by_side.setdefault(last, [])
        if next(one["page"] for one in found if one["kind"] == "end") == last:
            by_side[last].append(self.say(words.SOURCES))
        sides = [
            self._filled(words.OTHER_SIDE if last == 2 else words.ON_SIDE, side=str(side), what="; ".join(what))
            for side, what in sorted(by_side.items())
        ]
        return "  ".join(sides)

    def _filled(self, message: str, **values: str) -> str:
        return timelines.filled(self.say(message), **values)


def of_the_kan(page: Sheet) -> Sheet:
    """The same sheet with the rules of the kan alone, and what plugins add."""
    kept = {title for title, tables in words.GROUPS if not _OF_THE_KAN.isdisjoint(tables)} | {words.PLUGINS}
    titles = {tuple(translator(one)(title) for one in page.languages) for title in kept}
    groups = tuple(group for group in page.groups if group.title in titles)
    marks = {line.citation.mark for group in groups for line in group.lines}
    return replace(page, groups=groups, references=tuple(one for one in page.references if one.mark in marks))


def _data(page: Sheet, rules: Ruleset, address: str) -> dict[str, Any]:
    first = page.languages[0]
    say = translator(first)
    side = [rules.timeline]
    lying = timelines.lying(COLUMNS, side, theme=Theme.LIGHT, say=say, room=timelines.PAPER)
    upright = timelines.upright(COLUMNS, side, theme=Theme.LIGHT, say=say, room=timelines.CARD)
    places = iter(range(10_000))
    groups = [
        {
            "title": _texts(group.title, page.languages),
            "lines": [_line(line, say, next(places)) for line in group.lines if not line.citation.is_default],
            "defaults": [_line(line, say, next(places)) for line in group.lines if line.citation.is_default],
        }
        for group in page.groups
    ]
    return {
        "language": first,
        "languages": list(page.languages),
        "title": page.title,
        "authority": page.authority,
        "subtitle": _texts(page.subtitle, page.languages),
        "about": f"{page.authority} · {page.about[0]}",
        "warning": [text for text in page.warning if text],
        "qr": qr(address) if address else None,
        "address": address,
        "timeline": _printed(lying),
        "timeline_upright": _printed(upright),
        "timeline_alt": timelines.description_of(COLUMNS, side, say),
        "melds": [_meld(text, name, rules, page.languages) for text, name in _MELDS],
        "groups": groups,
        "unsaid": _capital(say(words.NO_TEXT)),
        "sources": say(words.SOURCES),
        "references": [
            {**asdict(one), "url": one.url if linkable(one.url) else ""} for one in page.references
        ],
        "own": say(words.OWN_RULE),
        "has_own": any(line.own for group in page.groups for line in group.lines),
        "defaults": f"{say(words.NO_TEXT)}: {how_many_defaults(page)}" if page.defaults else "",
    }


def _texts(texts: Sequence[str], languages: Sequence[str]) -> list[dict[str, str]]:
    said = dict(zip(texts, languages, strict=True)) if len(set(texts)) == len(texts) else {texts[0]: languages[0]}
    return [{"text": text, "lang": language} for text, language in said.items() if text]


def _line(line: Line, say: Translator, at: int) -> dict[str, Any]:
    citation = line.citation
    parts = ("" if citation.is_default else citation.instead, f"{citation.mark} {citation.clause}".strip())
    return {
        "at": at,
        "subjects": list(line.subject),
        "answers": [{"text": _bare(one.text, one.language), "lang": one.language} for one in line.answer],
        "clause": ", ".join(part for part in parts if part),
        "default": citation.is_default,
        "own": line.own,
    }


def _bare(text: str, language: str) -> str:
    """An answer without the words that say that no text was found, which stand over all such lines."""
    if not language:
        return text
    before = translator(language)(words.NO_WORDS)
    rest = text.removeprefix(before).strip()
    return rest or text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _printed(picture: str) -> str:
    """A picture whose words are set in the fonts of the page."""
    return picture.replace(FONT, f"'{LATIN}','{JAPANESE}'")


def _meld(text: str, name: str, rules: Ruleset, languages: Sequence[str]) -> dict[str, Any]:
    """How a kan of this kind lies before its owner, and what is said of it."""
    speak: list[Callable[[str], str]] = [translator(language) for language in languages]
    made = parse_meld(text, Seat.EAST)
    display = rules.display.ankan
    caption = {AnkanDisplay.EITHER: words.OR_THE_MIDDLE, AnkanDisplay.TWO_DOWN: words.OR_ANY_TWO}.get(display, "")
    laid = made.lies(Seat.EAST, display)
    said = tuple(say(caption if name == words.ANKAN else "") for say in speak)
    return {
        "svg": rows.meld(laid, str(made), theme=Theme.LIGHT, index=False),
        "width": rows.width_of(laid) / 300,
        "name": _texts(tuple(say(name) for say in speak), languages),
        "caption": _texts(said, languages),
    }


def qr(address: str) -> str:
    """A QR code of an address, as SVG. Raises UnreadableError where it is none, or segno is missing."""
    if not linkable(address) or len(address) > 300:
        raise UnreadableError(
            f"--address {address[:60]!r}: no address of a page; expected such as https://club.example/rules", code=""
        )
    try:
        import segno
    except ImportError:
        raise UnreadableError(
            f"a QR code needs segno, which is not installed: {how_to_get('pdf')} (without --address there is none)", code=""
        ) from None
    drawn: str = segno.make(address, error="m", micro=False).svg_inline(border=2, light="#fff")
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
