"""A record or cases as one page, with a link from each moment to the next. It works without a script: each moment is an
anchor, and CSS shows only the target.
"""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.desk.cited import law
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.report.moments import Chapter, Moment
from kanrules.report.page import page, text

_STYLE = """
nav ol { margin: 0; padding-left: 20px; } nav { font-size: 14px; margin-bottom: 16px; } nav li { margin: 0 0 6px; }
nav a { display: inline-block; padding: 2px 4px; }
.moment { display: none; scroll-margin-top: 8px; } .moment:target { display: block; }
main:not(:has(.moment:target)) .moment.first { display: block; }
.steps { display: flex; gap: 8px; margin: 0 0 8px; }
.steps a, .steps span { border: 1px solid var(--ln); padding: 8px 16px; min-width: 88px; text-align: center;
  text-decoration: none; } .steps span { border-style: dashed; color: var(--mut); }
.steps b { margin-left: auto; font-weight: normal; align-self: center; color: var(--mut); white-space: nowrap; }
.beside { display: grid; gap: 16px; } .beside > div { min-width: 0; } .happened { font-weight: 600; }
@media (min-width: 900px) { .beside { grid-template-columns: 620px 1fr; } }
@media print { .moment { display: block; break-inside: avoid; margin-bottom: 12px; } .steps { display: none; } }
"""


_POSITION, _THE_POSITION = _N("the position"), _N("The position.")
_NO_KAN, _MOMENTS = _N("This record has no kans and no differences."), _N("Moments")
_BACK, _ON, _PLACE = _N("Previous"), _N("Next"), _N("{place} of {count}")


def moments_html(title: str, about: str, chapters: Sequence[Chapter], speak: Translator = ENGLISH) -> str:
    """Return the page. It says so if the record has no kan. The texts must already be in the given language."""
    order = [(at, number) for at, chapter in enumerate(chapters) for number in range(len(chapter.moments))]
    contents, sections = [], []
    for at, chapter in enumerate(chapters):
        said = [text("; ".join(moment.happened) or speak(_POSITION)) for moment in chapter.moments]
        links = " ".join(
            f'<a href="#{_name(at, number)}" title="{words}">{number + 1}</a>' for number, words in enumerate(said)
        )
        about_it = f' <span class="mut">{text(chapter.about)}</span>' if chapter.about else ""
        contents.append(f"<li><b>{text(chapter.title)}</b>{about_it}<br>{links}</li>")
        sections += [_moment(chapter, at, number, order, speak) for number in range(len(chapter.moments))]
    shown = "\n".join(sections) or f"<p>{text(speak(_NO_KAN))}</p>"
    body = (
        f"<header><h1>{text(title)}</h1><p class=mut>{text(about)}</p></header>\n"
        f'<nav aria-label="{text(speak(_MOMENTS))}"><ol>{"".join(contents)}</ol></nav>\n<main>\n{shown}\n</main>'
    )
    return page(title, body, style=_STYLE, language=speak.language)


def _name(chapter: int, number: int) -> str:
    return f"m{chapter + 1}-{number + 1}"


def _moment(chapter: Chapter, at: int, number: int, order: Sequence[tuple[int, int]], speak: Translator) -> str:
    moment = chapter.moments[number]
    place = order.index((at, number))
    back = _link(speak(_BACK), order[place - 1] if place else None)
    on = _link(speak(_ON), order[place + 1] if place + 1 < len(order) else None)
    last = number == len(chapter.moments) - 1
    ends = "".join(f"<p>{text(end)}</p>" for end in chapter.ends) if last else ""
    nothing = f"<p class=mut>{text(speak(_THE_POSITION))}</p>"
    happened = "".join(f'<p class="happened">{text(one)}</p>' for one in moment.happened)
    return (
        f'<section class="moment{" first" if not place else ""}" id="{_name(at, number)}">\n'
        f'<div class="steps">{back}{on}<b>{text(speak(say(_PLACE, place=place + 1, count=len(order))))}</b></div>\n'
        f"<h2>{text(chapter.title)}</h2>\n"
        f'<div class="beside"><div>{moment.picture}</div><div>'
        f"{happened or nothing}{_rulings(moment, speak)}{ends}</div></div>\n"
        "</section>"
    )


def _link(words: str, place: tuple[int, int] | None) -> str:
    return f"<span>{words}</span>" if place is None else f'<a href="#{_name(*place)}">{words}</a>'


def _rulings(moment: Moment, speak: Translator) -> str:
    wrong = "".join(f'<p><span class="bad">{text(one)}</span></p>' for one in moment.wrong)
    said = "".join(
        (
            f'<div class="rule{" unsaid" if one.is_assumed else ""}"><p>{text(speak.own(one.text))}</p>'
            f'<p class="law">{text(law(one, speak))}</p></div>'
        )
        for one in moment.rulings
    )
    return wrong + said
