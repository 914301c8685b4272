"""A kan in riichi as a picture: the hand, and each reading with its winning tile. Lost readings come first, framed and
labelled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.desk.cited import law
from kanrules.drawing import hand_readings
from kanrules.drawing.canvas import Theme
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.tiles import NAMES, Seat, parse_tiles
from kanrules.report.page import page, text
from kanrules.rulings import would_rule

if TYPE_CHECKING:
    from kanrules.desk.riichi_kan import RiichiKanAnswer


_TITLE, _JUDGED = _N("A kan of {tile} in riichi under {rules}"), _N("{title}: {verdict}")
_LEGAL, _ILLEGAL, _YES, _NO, _AND = _N("legal"), _N("illegal"), _N("Yes"), _N("No"), _N("And: {reason}")
_WAITS = _N("Waits before: {before}. Waits after: {after}.")


def svg(asked: RiichiKanAnswer, *, theme: Theme = Theme.AUTO, speak: Translator = ENGLISH) -> str:
    """Return one picture with the hand, its drawn tile, and the readings."""
    question = asked.question
    melds = [(meld.type.value, meld.lies(Seat.EAST, asked.rules.display.ankan)) for meld in question.melds]
    found = sorted(asked.readings(), key=lambda one: one.stays)
    return hand_readings.picture(
        [NAMES[tile] for tile in parse_tiles(str(question.hand))],
        NAMES[question.drawn],
        melds,
        [hand_readings.DrawnReading(one.tile, _groups(one.drawn), lost=not one.stays) for one in found],
        title=speak(say(_JUDGED, title=_title(asked), verdict=_LEGAL if asked.answer.legal else _ILLEGAL)),
        theme=theme,
        speak=speak,
    )


def _groups(drawn: str) -> list[list[str]]:
    """Return the sets and the pair of a reading from its text form: [345p] (33p)."""
    return [[NAMES[tile] for tile in parse_tiles(group.strip("[]()"))] for group in drawn.split()]


def picture_html(asked: RiichiKanAnswer, speak: Translator = ENGLISH) -> str:
    """Return a page with the verdict and its clause, the hand, and the readings."""
    answer = asked.answer
    verdict = speak(_LEGAL if answer.legal else _ILLEGAL)
    sentence = speak(answer.text).removeprefix(verdict).lstrip(":\N{FULLWIDTH COLON}\N{NO-BREAK SPACE} ")
    ruling = answer.ruling
    cited = "" if ruling is None else f'<p class="law">{text(law(ruling, speak))}</p>'
    assumed = would_rule(_LEGAL if answer.legal else _ILLEGAL, asked.assumed)
    unsaid = f"<p class=mut>{text(speak(assumed))}</p>" if asked.by_default else ""
    others = "".join(
        f"<p>{text(speak(say(_AND, reason=one.text)))} ({text(one.code)})</p>" for one in answer.objections[1:]
    )
    rules = "rule unsaid" if asked.by_default else "rule"
    before, after = (" ".join(found) or _N("none") for found in (answer.waits_before, answer.waits_after))
    title, yes = speak(_title(asked)), text(speak(_YES if answer.legal else _NO))
    body = (
        f"<header><h1>{text(title)}</h1><p class=mut>{text(speak(asked.question.said))}</p></header>\n<main>\n{unsaid}"
        f'<div class="{rules}"><p><b>{yes}</b>: {text(sentence)} ({text(answer.code)})</p>{cited}</div>{others}\n'
        f"<p>{text(speak(say(_WAITS, before=before, after=after)))}</p>\n"
        f"{svg(asked, speak=speak)}\n</main>"
    )
    return page(title, body, language=speak.language)


def _title(asked: RiichiKanAnswer) -> Sentence:
    return say(_TITLE, tile=NAMES[asked.question.kan], rules=asked.rules.title)
