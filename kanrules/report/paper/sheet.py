"""The rule sheet on paper: a poster, a sheet, or a pocket card.

It uses the largest type with which the sheet fits on one side. What does not fit in the smallest type goes to the other
side, and the first side says what that is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from enum import StrEnum
from itertools import count
from math import floor, sqrt
from typing import Any

from kanrules.drawing import rows
from kanrules.drawing.canvas import FONT, Theme
from kanrules.drawing.timelines.contents import KANS, description_of, filled
from kanrules.drawing.timelines.lane import CARD, PAPER
from kanrules.drawing.timelines.lying_upright import draw_timeline, marks
from kanrules.errors import wrong_use
from kanrules.frozen import frozen
from kanrules.installation import how_to_get
from kanrules.kan.way_picture import COLUMNS
from kanrules.locale import translator
from kanrules.pieces.melds import AnkanDisplay
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import Seat
from kanrules.report import sheet_words as words
from kanrules.report.paper.typesetting import JAPANESE, LATIN, PaperPage
from kanrules.report.poster_answers import ASKED_FIRST
from kanrules.report.rule_line import RuleLine
from kanrules.report.sheet import Sheet, how_many_defaults, linkable, of_the_kan
from kanrules.ruleset import Ruleset
from kanrules.rulings import RAISED


class Size(StrEnum):
    """Paper sizes."""

    A3 = "a3"
    A4 = "a4"
    A5 = "a5"
    A6 = "a6"
    LETTER = "letter"


@frozen
class Paper:
    """One size of paper, in millimetres, and the layout of a sheet on it."""

    width: float
    height: float
    margin: float
    columns: int
    timeline: float
    """Width of the timeline at which its smallest letters are 8 points high (10 on a poster)."""
    upright: bool
    melds: str
    smallest: float
    largest: float
    gutter: float = 5
    stretch: float = 87.5
    qr: float = 20
    strip: float = 94
    """Width of the melds if they are side by side."""
    brief: bool = False
    """True if rules without a source are listed on one line."""
    apart: bool = False
    """True if the legend of the timeline is next to the melds."""


def _in_a_column(paper: Paper) -> Paper:
    """Return a denser layout of the paper, with an upright timeline and narrower type."""
    return replace(paper, upright=True, melds="column", timeline=85, stretch=80)


_A3 = Paper(297, 420, 9, 3, 238, False, "beside", 10, 15, qr=30)
_A4 = Paper(210, 297, 8, 2, 193, False, "first", 8, 11)
_LETTER = replace(_A4, width=215.9, height=279.4)
_A5 = Paper(148, 210, 6, 2, 85, True, "beside", 8, 10, gutter=4)
_A6 = Paper(105, 148, 4, 1, 85, True, "first", 8, 9, stretch=80, qr=16, brief=True)
PAPERS: dict[Size, tuple[Paper, ...]] = {
    Size.A3: (_A3, replace(_in_a_column(_A3), timeline=89, smallest=9, margin=6, stretch=75, gutter=4)),
    Size.A4: (_A4, _in_a_column(_A4)),
    Size.LETTER: (_LETTER, _in_a_column(_LETTER)),
    Size.A5: (_A5,),
    Size.A6: (_A6,),
}
"""Possible layouts by paper size: the first that fits on one side is used, or else the first."""
_HOPELESS = 1.25
"""Maximum number of sides in the first layout for which the second layout is tried. It saves a fifth of a side at
most.
"""
_SIDES_OF_A_CARD = _SIDES_OF_A_SHEET = 2
_LARGER = {Size.A3: (14, 18), Size.A4: (11, 14), Size.LETTER: (11, 14), Size.A5: (10, 12), Size.A6: (10, 11)}
"""Smallest and largest type for large print, by paper size."""
_MELD_NAMES = tuple(KANS.values())


def melds_of(rules: Ruleset) -> tuple[str, ...]:
    """Return a kan of each kind, with a red five only if the set has one."""
    fives = "5550p" if rules.options.scoring.red_fives >= 3 else "5555p"
    return "ankan 1111z", f"daiminkan {fives} from west", "shouminkan 3333s from north"


def sheet_pdf(
    page: Sheet,
    rules: Ruleset,
    *,
    size: Size = Size.A4,
    kan_only: bool = False,
    large: bool = False,
    address: str = "",
) -> bytes:
    """Return a sheet as PDF.

    Takes the sheet, its ruleset, and the paper size. A card (a6) always has only the rules about kans, without its
    steps. `large` is large print, and `address` a web page for a QR code. Raises UnreadableError if the extra or a font
    is missing, or if the address is not a web page.
    """
    made = Made(page, rules, size=size, kan_only=kan_only, large=large, address=address)
    return made.pdf()


class Made:
    """A sheet on paper: its type size, its number of sides, and the content of each."""

    def __init__(
        self, page: Sheet, rules: Ruleset, *, size: Size, kan_only: bool = False, large: bool = False, address: str = ""
    ) -> None:
        papers = PAPERS[size]
        if large:
            smallest, largest = _LARGER[size]
            papers = (replace(papers[0], smallest=smallest, largest=largest),)
        if kan_only or size is Size.A6:
            page = of_the_kan(page, steps=size is not Size.A6)
        self.say = translator(page.languages[0])
        if len(page.languages) == 2:
            # Two languages share each column.
            papers = tuple(replace(one, columns=max(1, one.columns - 1)) for one in papers)
        self._drawn = _drawn(page, rules, address)
        self.paper = papers[0]
        lines = sum(len(group.lines) for group in page.groups)
        if size is not Size.A6:
            self._fill(page, papers)
            return
        kept = self._most_lines(page, lines)
        self._fill(trimmed(page, kept), papers)
        while self.sides > _SIDES_OF_A_CARD and kept:
            # The note about the other side needs space too.
            kept -= 1
            self._fill(trimmed(page, kept), papers)

    def _most_lines(self, page: Sheet, lines: int) -> int:
        """Return how many lines of a card fit on two sides in the smallest type."""
        low, high = 0, lines
        while low < high:
            middle = (low + high + 1) // 2
            self._typeset_page(trimmed(page, middle))
            if self._sides(self.paper.smallest) <= _SIDES_OF_A_CARD:
                low = middle
            else:
                high = middle - 1
        return low

    def _typeset_page(self, page: Sheet) -> None:
        self.page = page
        self.data = {**self._drawn, **_data(page)}
        self._typeset = PaperPage("sheet", self.data, page.languages)
        self._known: dict[tuple[float, tuple[str, ...], Paper], list[dict[str, Any]]] = {}

    def _fill(self, page: Sheet, papers: tuple[Paper, ...]) -> None:
        """Choose the layout and the largest type for a page, and write its notes."""
        self._typeset_page(page)
        for self.paper in papers:
            if self._sides(self.paper.smallest) == 1:
                break
            if papers is not PAPERS[Size.A3] and self._used(self._measured(self.paper.smallest)) > _HOPELESS:
                self.paper = papers[0]
                break
        else:
            self.paper = papers[0]
        self._fill_sides()
        if self.sides > _SIDES_OF_A_SHEET and self.paper is not papers[-1]:
            # A third side is a second sheet of paper, which gets lost.
            first, self.paper = self.paper, papers[-1]
            self._fill_sides()
            if self.sides > _SIDES_OF_A_SHEET:
                self.paper = first
                self._fill_sides()
        if self._stands_elsewhere():
            # The legend moves next to the melds, which leaves more space for the notes.
            self.paper = replace(self.paper, apart=True)
            self._fill_sides()

    def _fill_sides(self) -> None:
        self.size, self.sides = self._largest()
        self._notes = self._note()

    def pdf(self) -> bytes:
        """Return the sheet as PDF."""
        return self._typeset.pdf(**self._set(self.size, self._notes))

    @property
    def note(self) -> str:
        """Text on the first side about the other sides; "" if there is only one."""
        return self._notes[-1] if self._notes else ""

    def _measured(self, size: float, notes: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        asked = (size, notes, self.paper)
        if asked not in self._known:
            self._known[asked] = self._typeset.measure(**self._set(size, notes))
        return self._known[asked]

    def _set(self, size: float, notes: tuple[str, ...]) -> dict[str, Any]:
        return {**asdict(self.paper), "size": size, "note": notes[-1] if notes else "", "reserve": notes[:-1]}

    def _sides(self, size: float) -> int:
        return max(int(one["page"]) for one in self._measured(size))

    def _largest(self) -> tuple[float, int]:
        """Return the largest type size that needs no more sides than the smallest, and that number of sides.

        Tries few sizes, because measuring a sheet is most of the work.
        """
        most, sides = self.paper.largest, self._sides(self.paper.smallest)
        fits, too_large = self.paper.smallest, most + 0.25
        while fits + 0.25 < too_large:
            size = max(fits + 0.25, min(too_large - 0.25, self._reach(fits, sides)))
            if too_large > most >= size >= most - 0.5:
                size = most
            if self._sides(size) <= sides:
                fits = size
            else:
                too_large = size
        return fits, sides

    def _reach(self, size: float, sides: int) -> float:
        """Return an estimate of the largest type size, from how full the sides are at this size.

        Type twice as large takes four times the space; only what is printed above the rules does not grow with it.
        """
        found = self._measured(size)
        first = next(one for one in found if one["kind"] == "line")
        over = first["y"] + first["page"] - 1
        guess = size * sqrt(max(1.0, (sides - over) / max(0.1, self._used(found) - over)))
        return floor(guess * 4) / 4

    def _used(self, found: Sequence[Mapping[str, Any]]) -> float:
        """Return the number of full sides."""
        end = next(one for one in found if one["kind"] == "end")
        used: float = end["page"] - 1 + (int(end["x"] * self.paper.columns) + end["y"]) / self.paper.columns
        return used

    def _note(self) -> tuple[str, ...]:
        """Return the notes for the first side about the other sides, the final one last.

        Space for a note may move another line to the other side, which the next note then names too.
        """
        notes: tuple[str, ...] = ()
        while True:
            found = self._measured(self.size, notes)
            said = self._elsewhere(found)
            if said == (notes[-1] if notes else ""):
                return notes
            if notes and max(one["page"] for one in found) > self.sides:
                # The note itself does not fit: use smaller type, or another side.
                if self.size > self.paper.smallest:
                    self.size, notes = self.size - 0.25, ()
                    continue
                self.sides += 1
            notes = (*notes, said)

    def _stands_elsewhere(self) -> bool:
        """Return True if the note on the first side of a card does not fit there."""
        notes = [one for one in self._measured(self.size, self._notes) if one["kind"] == "note"]
        return self.paper.brief and any(one["page"] > 1 for one in notes)

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
        return filled(self.say(message), **values)


def _drawn(page: Sheet, rules: Ruleset, address: str) -> dict[str, Any]:
    """Return the pictures of a sheet. They are drawn once, however many of its lines are tried."""
    first = page.languages[0]
    say = translator(first)
    side = [rules.timeline]
    lain = draw_timeline(COLUMNS, side, theme=Theme.LIGHT, say=say, room=PAPER)
    whole, bare = (
        draw_timeline(COLUMNS, side, theme=Theme.LIGHT, say=say, room=CARD, legend=legend) for legend in (True, False)
    )
    meant = marks(side, theme=Theme.LIGHT, say=say)
    return {
        "qr": qr(address) if address else None,
        "address": address,
        "timeline": _printed(lain),
        "timeline_upright": _printed(whole),
        "timeline_bare": _printed(bare),
        "marks": _printed(meant),
        "timeline_alt": description_of(COLUMNS, side, say),
        "melds": [
            _meld(text, name, rules, page.languages) for text, name in zip(melds_of(rules), _MELD_NAMES, strict=True)
        ],
    }


def _data(page: Sheet) -> dict[str, Any]:
    first = page.languages[0]
    say = translator(first)
    places = iter(range(10_000))
    groups = [
        {
            "title": _texts(group.title, page.languages),
            "lines": [_line(line, page, next(places)) for line in group.lines if not line.citation.is_default],
            "defaults": [
                _line(line, page, next(places))
                for line in sorted(group.lines, key=lambda line: line.citation.raised)
                if line.citation.is_default
            ],
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
        "groups": groups,
        "unsaid": say(page.assumed),
        "raised": say(RAISED),
        "sources": say(words.SOURCES),
        "references": [{**asdict(one), "url": one.url if linkable(one.url) else ""} for one in page.references],
        "own": say(words.OWN_RULE),
        "has_own": any(line.own for group in page.groups for line in group.lines),
        "defaults": f"{say(page.assumed)} {how_many_defaults(page)}" if page.defaults else "",
        "where_to_look": page.where_to_look,
        "left_out": _left_out(page),
    }


def _left_out(page: Sheet) -> str:
    """Return what a card says about the lines that it leaves out."""
    if not page.left_out:
        return ""
    by_group = Counter(page.left_out)
    say = translator(page.languages[0])
    listed = "; ".join(f"{title} ({lines})" for title, lines in by_group.items())
    return filled(say(words.LEFT_OUT), what=listed)


def trimmed(page: Sheet, most: int) -> Sheet:
    """Return the sheet with at most this many lines: the ruleset's own rules first, then the questions of a poster. It
    names what it leaves out.
    """
    every = [line for group in page.groups for line in group.lines]
    ranked = sorted(
        range(len(every)),
        key=lambda at: (not every[at].own, not ASKED_FIRST.intersection(every[at].keys), bool(every[at].keys)),
    )
    kept = set(ranked[:most])
    groups, left_out, places = [], [], count()
    for group in page.groups:
        lines = {next(places): line for line in group.lines}
        groups.append(replace(group, lines=tuple(line for at, line in lines.items() if at in kept)))
        left_out += [group.title[0] for at in lines if at not in kept]
    marks_kept = {line.citation.mark for group in groups for line in group.lines}
    return replace(
        page,
        groups=tuple(group for group in groups if group.lines),
        references=tuple(one for one in page.references if one.mark in marks_kept),
        left_out=tuple(left_out),
    )


def _texts(texts: Sequence[str], languages: Sequence[str]) -> list[dict[str, str]]:
    said = dict(zip(texts, languages, strict=True)) if len(set(texts)) == len(texts) else {texts[0]: languages[0]}
    return [{"text": text, "lang": language} for text, language in said.items() if text]


def _line(line: RuleLine, page: Sheet, at: int) -> dict[str, Any]:
    citation = line.citation
    parts = ("" if citation.is_default else citation.instead, f"{citation.mark} {citation.clause}".strip())
    return {
        "at": at,
        "subjects": list(line.subject),
        "answers": [{"text": one.assumed or one.text, "lang": one.language} for one in line.answer],
        "clause": ", ".join(part for part in parts if part),
        "ref": line.named if page.site else "",
        "default": citation.is_default,
        "raised": citation.raised,
        "own": line.own,
    }


def _printed(picture: str) -> str:
    """Return a picture with its texts in the fonts of the page."""
    return picture.replace(FONT, f"'{LATIN}','{JAPANESE}'")


def _meld(text: str, name: str, rules: Ruleset, languages: Sequence[str]) -> dict[str, Any]:
    """Return the layout of a kan of this kind in front of its owner, and its caption."""
    speak: list[Callable[[str], str]] = [translator(language) for language in languages]
    made = parse_meld(text, Seat.EAST)
    display = rules.display.ankan
    caption = {AnkanDisplay.EITHER: words.OR_THE_MIDDLE, AnkanDisplay.TWO_DOWN: words.OR_ANY_TWO}.get(display, "")
    laid = made.lies(Seat.EAST, display)
    said = tuple(say(caption if name == KANS["ankan"] else "") for say in speak)
    return {
        "svg": rows.meld(laid, str(made), theme=Theme.LIGHT, index=False),
        "width": rows.width_of(laid) / 300,
        "name": _texts(tuple(say(name) for say in speak), languages),
        "caption": _texts(said, languages),
    }


def qr(address: str) -> str:
    """Return a QR code of an address as SVG. Raises UnreadableError if it is not an address or segno is missing."""
    if not linkable(address) or len(address) > 300:
        raise wrong_use(
            f"--address {address[:60]!r}: no address of a page; expected, for example, https://club.example/rules"
        )
    try:
        import segno
    except ImportError:
        raise wrong_use(
            f"a QR code needs segno, which is not installed: {how_to_get('pdf')} (without --address there is none)"
        ) from None
    drawn: str = segno.make(address, error="m", micro=False).svg_inline(border=2, light="#fff")
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
