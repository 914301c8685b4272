"""The tool for kans in riichi: the verdict, the hand, and every reading that remains or is lost."""

from __future__ import annotations

import re
from html import escape

from kanrules import svg
from kanrules.api import read_kan_question
from kanrules.desk.asked import not_asked, split
from kanrules.desk.riichi_kan import ReadingDrawn, RiichiKanAnswer, check_hand, rule_on_kan
from kanrules.drawing.faces import name_of
from kanrules.locale import Translator
from kanrules.pieces.tiles import NAMES
from kanrules.report.as_json import envelope
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.site import words
from kanrules.site.live.cite import cases, law
from kanrules.site.live.form_fields import FormFields, PageAnswer, books, may_run, text
from kanrules.site.pictures import inline, use

CROSS = (
    '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="M4 4 20 20M20 4 4 20" stroke="currentColor" stroke-width="5"/></svg>'
)
CHECK = (
    '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 13 9 19.5 21.5 5" stroke="currentColor" '
    'stroke-width="5" fill="none"/></svg>'
)
_STRIKE = (
    '<svg class="strike" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">'
    '<path d="M0 0 10 10" vector-effect="non-scaling-stroke"/></svg>'
)


def tile(name: str, say: Translator, *, named: bool = True) -> str:
    """Return one tile in a line of text, with its name for screen readers if `named`."""
    label = 'aria-hidden="true"' if not named else f'role="img" aria-label="{escape(say(name_of(name)))}"'
    return f'<svg class="t" viewBox="0 0 60 80" {label}>{use(name, say)}</svg>'


def answer(given: FormFields) -> PageAnswer:
    """Return the answer of one ruleset."""
    question = read_kan_question(
        given.one("hand"), given.one("draw"), kan=given.one("kan") or None, melds=given.all("melds")
    )
    rules = given.rules()
    check_hand(question, rules)
    asked = rule_on_kan(question, rules, given.one("level") or None)
    found, say = asked.answer, given.say
    kan = NAMES[question.kan]
    shown = inline(
        svg.hand(
            given.one("hand"), drawn=given.one("draw"), melds=given.all("melds"), rules=asked.rules, lang=say.language
        )
    )
    sentence = str(found.text).partition(": ")[2] if say.is_english else say(found.text)
    others = "".join(f"<li>{text(one.text, say)}</li>" for one in found.objections[1:])
    readings = sorted(asked.readings(), key=lambda one: one.stays)
    waits = "".join(
        (
            f'<span class="mut">{escape(say(word))}</span><span>'
            f"{''.join(tile(one, say) for one in tiles) or escape(say(words.NONE))}</span>"
        )
        for word, tiles in ((words.WAITS_BEFORE, found.waits_before), (words.WAITS_AFTER, found.waits_after))
    )
    drawn = "".join(_reading(one, kan, say) for one in readings)
    keys = [found.ruling.key] if found.ruling is not None else []
    html = (
        _verdict(asked, kan, sentence, say)
        + (f'<ul class="plain">{others}</ul>' if others else "")
        + f'<div class="handpic">{shown}</div>'
        + (
            f'<section><h2>{escape(say(words.WHY))}</h2><div class="waits">{waits}</div>'
            + (f'<ul class="reads">{drawn}</ul>' if drawn else "")
            + "</section>"
        )
        + (
            f'<details class="idle" data-more="riichi-kan-all"><summary>{escape(say(words.UNDER_ALL))}</summary>'
            "<div></div></details>"
        )
        + cases(keys, say)
    )
    return PageAnswer(
        html, envelope(asked.to_json(), "riichi-kan", rules), "legal" if found.legal else "illegal", found.code
    )


def worked(rules: Ruleset, say: Translator) -> str:
    """Return a worked example under a ruleset: the hand, and the verdict on its kan."""
    hand, drawn = "3335666p111456s", "3p"
    question = read_kan_question(hand, drawn)
    asked = rule_on_kan(question, rules)
    sentence = str(asked.answer.text).partition(": ")[2] if say.is_english else say(asked.answer.text)
    return (
        f'<div class="handpic">{inline(svg.hand(hand, drawn=drawn, rules=rules, lang=say.language))}</div>'
        f"{_verdict(asked, NAMES[question.kan], sentence, say)}"
    )


def _verdict(asked: RiichiKanAnswer, kan: str, sentence: str, say: Translator) -> str:
    found = asked.answer
    who = (
        f'<p class="who"><span>{escape(asked.rules.title_in(say.language))}</span><span>{escape(found.code)}</span></p>'
    )
    may = say(words.MAY if found.legal else words.MAY_NOT).replace("{tile}", "\0")
    what = escape(may).replace("\0", tile(kan, say))
    if asked.by_default:
        return (
            f'<section class="verdict assumed">{who}<p class="word">{escape(say(words.NO_SOURCE))}</p>'
            f'<p class="what">{escape(say(words.WOULD_ASSUME))} {what}</p>'
            f'<p class="why">{text(sentence, say)}</p></section>'
        )
    kind, mark, word = ("yes", CHECK, words.YES) if found.legal else ("no", CROSS, words.NO)
    said = say(word)
    # As large as fits on a phone: Japanese characters are twice as wide.
    size = " long" if not said.isascii() else " four" if len(said) > len("Non") else ""
    return (
        f'<section class="verdict {kind}">{who}<p class="word{size}">{mark}{escape(said)}</p><p class="what">{what}</p>'
        f'<p class="why">{text(sentence, say)}</p><p class="clause">{law(found.ruling, say)}</p></section>'
    )


def _reading(one: ReadingDrawn, kan: str, say: Translator) -> str:
    groups = ""
    for group in re.findall(r"[\[(](\w+)[\])]", one.drawn):
        names = [f"{number}{group[-1]}" for number in group[:-1]]
        triplet = names == [kan] * 3
        word, kind = ("", "")
        if kan in names and (triplet or not one.stays):
            word, kind = (words.THE_KAN, " kan") if triplet else (words.BREAKS, " gone")
        label = f"{group}{', ' + say(word) if word else ''}"
        struck = _STRIKE if kind == " gone" else ""
        groups += (
            f'<span class="g{kind}" role="img" '
            f'aria-label="{escape(label)}">{"".join(tile(name, say, named=False) for name in names)}'
            f"{f'<b>{escape(say(word))}</b>' if word else ''}{struck}</span>"
        )
    state = (
        f'<span class="st">{escape(say(words.STAYS))}</span>'
        if one.stays
        else f'<b class="st lost">{escape(say(words.LOST))}</b>'
    )
    kind = "" if one.stays else " is-lost"
    return (
        f'<li class="read{kind}"><p class="rh">{escape(say(words.WITH_TILE))} {tile(one.tile, say)} '
        f'<span class="mut">{escape(say(name_of(one.tile)))}</span>{state}</p><div class="gs">{groups}</div></li>'
    )


def under_all(given: FormFields) -> PageAnswer:
    """Return the verdict on the same kan under every ruleset of the site, settled or assumed."""
    question = read_kan_question(
        given.one("hand"), given.one("draw"), kan=given.one("kan") or None, melds=given.all("melds")
    )
    say = given.say
    rows: dict[tuple[bool, bool], list[RiichiKanAnswer]] = {}
    fitting, others = split(
        question, (load_ruleset(name, allow_local_plugins=name in may_run()) for name in books()), check_hand
    )
    for book in fitting:
        asked = rule_on_kan(question, book)
        rows.setdefault((asked.answer.legal, asked.by_default), []).append(asked)
    lines = ""
    for legal, word in ((True, words.YES), (False, words.NO)):
        told, unsaid = rows.get((legal, False), []), rows.get((legal, True), [])
        names = ", ".join(
            f'<a href="../r/{one.rules.id}/index.html">{escape(one.rules.title_in(say.language))}</a>' for one in told
        )
        lines += f'<h3>{escape(say(word))}: {len(told)}</h3><p class="small">{names}</p>'
        by_state: dict[str, list[str]] = {}
        for one in unsaid:
            by_state.setdefault(one.assumed, []).append(one.rules.title_in(say.language))
        for state, titles in by_state.items():
            lines += f'<p class="default small">{escape(say(state))} {escape(", ".join(titles))}</p>'
    lines += f'<p class="small">{escape(say(not_asked(others)))}</p>' if others else ""
    return PageAnswer(lines, None, "")
