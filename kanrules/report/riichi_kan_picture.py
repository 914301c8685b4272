"""A kan in riichi as a picture: the hand, and every reading of it with the tile that completes it; those that the kan
takes away stand first, framed and named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.desk.cited import law
from kanrules.drawing import readings
from kanrules.drawing.canvas import Theme
from kanrules.pieces.tiles import NAMES, Seat, parse_tiles
from kanrules.report.page import page, text
from kanrules.rulings import would_rule

if TYPE_CHECKING:
    from kanrules.desk.riichi_kan import RiichiKanAnswer


def svg(asked: RiichiKanAnswer, *, theme: Theme = Theme.AUTO) -> str:
    """The hand with its drawn tile and the readings, as one picture."""
    question = asked.question
    melds = [(meld.type.value, meld.lies(Seat.EAST, asked.rules.display.ankan)) for meld in question.melds]
    found = sorted(asked.readings(), key=lambda one: one.stays)
    return readings.picture(
        [NAMES[tile] for tile in parse_tiles(str(question.hand))],
        NAMES[question.drawn],
        melds,
        [readings.Reading(one.tile, _groups(one.drawn), lost=not one.stays) for one in found],
        title=f"{_title(asked)}: {'legal' if asked.answer.legal else 'illegal'}",
        theme=theme,
    )


def _groups(drawn: str) -> list[list[str]]:
    """The sets and the pair of a reading as it is drawn in text: [345p] (33p)."""
    return [[NAMES[tile] for tile in parse_tiles(group.strip("[]()"))] for group in drawn.split()]


def html(asked: RiichiKanAnswer) -> str:
    """The same as a page: the verdict with its clause, the hand, and the readings."""
    answer = asked.answer
    sentence = answer.text.partition(": ")[2]
    ruling = answer.ruling
    cited = "" if ruling is None else f'<p class="law">{text(law(ruling))}</p>'
    unsaid = f"<p class=mut>{text(would_rule('legal' if answer.legal else 'illegal'))}</p>" if asked.by_default else ""
    others = "".join(f"<p>And: {text(one.text)} ({text(one.code)})</p>" for one in answer.objections[1:])
    rules = "rule unsaid" if asked.by_default else "rule"
    body = (
        f"<header><h1>{text(_title(asked))}</h1><p class=mut>{text(str(asked.question))}</p></header>\n<main>\n{unsaid}"
        f'<div class="{rules}"><p><b>{"Yes" if answer.legal else "No"}</b>: {text(sentence)} '
        f"({text(answer.code)})</p>{cited}</div>{others}\n"
        f"<p>Waits before: {text(' '.join(answer.waits_before) or 'none')}. Waits after: "
        f"{text(' '.join(answer.waits_after) or 'none')}.</p>\n"
        f"{svg(asked)}\n</main>"
    )
    return page(_title(asked), body)


def _title(asked: RiichiKanAnswer) -> str:
    kan = NAMES[asked.question.kan]
    return f"A kan of {kan} in riichi under {asked.rules.title}"
