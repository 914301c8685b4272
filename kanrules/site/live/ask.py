"""The tool for a question in free words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import urlencode

from kanrules.desk.ask import OF_THREE, SubjectAnswer, ask
from kanrules.desk.meaning import question_meaning
from kanrules.desk.statement import Statement
from kanrules.desk.subjects import subjects
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.report.as_json import envelope
from kanrules.ruleset import Ruleset
from kanrules.rulings import Basis, Verdict
from kanrules.site.live.cite import cases, law
from kanrules.site.live.form_fields import FormFields, PageAnswer, books, text, verdict

_READ = {
    Verdict.LEGAL: "yes",
    Verdict.NO_PENALTY: "yes",
    Verdict.PLAY_ON: "yes",
    Verdict.ILLEGAL: "no",
    Verdict.CHOMBO: "no",
    Verdict.DEAD_HAND: "no",
    Verdict.WARNING: "no",
    Verdict.DRAW: "told",
    Verdict.LIABLE: "told",
}
"""Verdicts with a short word for the players at the table. Other answers are sentences."""
_WHICH_IS_TRUE, _WHICH_HAPPENED = _N("Which is true?"), _N("Which of these happened?")
_DOUBTFUL, _NEARBY = _N("This may not be about a kan. Closest rulings:"), _N("Or is it about this?")
_NONE_FITS = _N("If none fits, the head referee decides.")
_RELATED = _N("More on this")


def _choices(one: Statement, at: str, rules: Ruleset, say: Translator) -> str:
    """Return each fact that the question leaves open as a question to tap, and below it what holds in each case.

    Each case is shown when it is tapped, so nobody takes the answer to another case for theirs. `at` tells the choices
    of this answer from those of others on the page.
    """
    parts = ""
    for number, fact in enumerate(one.depends):
        choices, cases_of = "", ""
        for place, choice in enumerate(fact.choices):
            choices += (
                f'<label class="opt"><input type="radio" name="{at}-{number}" value="{place}" data-branch>'
                f"<span>{text(choice.when, say)}</span></label>"
            )
            cited = "" if choice.ruling.source is None else f'<p class="clause">{law(choice.ruling, say)}</p>'
            kind = "told" if choice.is_settled else "assumed"
            cases_of += (
                f'<div class="verdict {kind}" data-then="{place}" hidden><p class="who"><span>{text(choice.when, say)}'
                f"</span><span>{escape(rules.title_in(say.language))}</span></p>"
                f'<p class="what">{text(choice.said, say)}</p>{cited}</div>'
            )
        parts += (
            f'<fieldset class="depends"><legend>{escape(say(_WHICH_IS_TRUE))}</legend>{choices}'
            f'<div aria-live="polite">{cases_of}</div></fieldset>'
        )
    return parts


def _statement(one: Statement, say: Translator) -> str:
    """Return a statement with its clause. What no source settles says so first."""
    if not one.is_settled:
        assumed = one.basis is Basis.DEFAULT
        said = f'<span class="says">{text(one.text, say)}</span>' if assumed else ""
        return f'<p class="default"><span class="assume">{text(one.gap if assumed else one.text, say)}</span>{said}</p>'
    return f"<p>{text(one.said, say)}</p><p>{law(one.ruling, say)}</p>"


def _conditions(one: Statement, say: Translator) -> str:
    """Return each case of a fact left open with what holds then; cases with the same answer are one line."""
    lines = ""
    chips: dict[str, None] = {}
    for fact in one.depends:
        for choices, told in fact.alike():
            when = ", ".join(say(choice.when) for choice in choices)
            kind = "" if choices[0].is_settled else ' class="default"'
            lines += f"<div{kind}><dt>{text(when, say)}</dt><dd>{text(told, say)}</dd></div>"
            chips |= {law(choice.ruling, say): None for choice in choices if choice.ruling.source is not None}
    return f'<dl class="cond">{lines}</dl><p>{" ".join(chips)}</p>'


def _referee(rules: Ruleset, say: Translator) -> str:
    """Return who decides what the rules of an event do not; "" if they are those of no event, or name nobody."""
    named = rules.event.referee if rules.event is not None else ""
    return f'<p class="clause">{text(named, say)}</p>' if named else ""


def _link(name: str, given: FormFields, rules: str = "") -> str:
    """Return the address that asks a question by its id, or as it was typed, under other rules if they are named."""
    query = urlencode([("tool", "ask"), ("rules", rules or given.one("rules")), ("question", name)])
    return escape(f"?{query}")


def _titles(answers: Iterable[SubjectAnswer], given: FormFields) -> str:
    """Return the titles of subjects, each of which leads to its answer."""
    items = "".join(
        f'<li><a href="{_link(one.near.subject.name, given)}">{text(one.question, given.say)}</a></li>'
        for one in answers
    )
    return f'<ul class="near">{items}</ul>'


def _full(answers: Sequence[SubjectAnswer], say: Translator) -> str:
    """Return one ruling: what happened, what the rules say about it, and folded below what else belongs to it."""
    first, *also = answers[0].statements
    rules = answers[0].rules
    titles = "".join(f"<h2>{text(one.first.question, say)}</h2>" for one in answers)
    if first.depends:
        told = _choices(first, "fact", rules, say)
    elif first.ruling.verdict in _READ and first.is_settled:
        told = verdict(
            _READ[first.ruling.verdict],
            say(first.ruling.verdict.value.replace("_", " ")),
            (rules.title_in(say.language), first.ruling.code),
            what=text(first.said, say),
            why=law(first.ruling, say),
        )
    else:
        kind = "told" if first.is_settled else "assumed"
        told = (
            f'<section class="verdict {kind}"><p class="who"><span>{escape(rules.title_in(say.language))}</span>'
            f"</p>{_statement(first, say)}{'' if first.is_settled else _referee(rules, say)}</section>"
        )
    parts = ""
    for at, one in enumerate(also):
        head = f"<h3>{text(one.question, say)}</h3>" if one.question != first.question else ""
        parts += f"<li>{head}{_choices(one, f'also-{at}', rules, say) if one.depends else _statement(one, say)}</li>"
    parts = f'<ul class="cites big">{parts}</ul>' if parts else ""
    parts += cases([one.ruling.key for one in answers[0].statements], say)
    # Where nobody decides, what the rulebook does say helps the referee to decide.
    opened = "" if first.is_settled else " open"
    more = f'<details class="idle"{opened}><summary>{escape(say(_RELATED))}</summary>{parts}</details>' if parts else ""
    return f'<section class="topic">{titles}{told}{more}</section>'


def _card(answers: Sequence[SubjectAnswer], given: FormFields) -> str:
    """Return a short ruling, headed by what happened; it leads to the full one."""
    first, say = answers[0].first, given.say
    titles = "<br>".join(
        f'<a href="{_link(one.near.subject.name, given)}">{text(one.first.question, say)}</a>' for one in answers
    )
    told = _conditions(first, say) if first.depends else _statement(first, say)
    return f'<article class="rulecard"><h3>{titles}</h3>{told}</article>'


def answer(given: FormFields) -> PageAnswer:
    """Return one ruling and two titles if it is sure which one is meant, or else three short rulings; titles alone if
    probably no rule is about the question.
    """
    rules, say = given.rules(), given.say
    asked = ask(given.text("question"), [rules], say.language)
    # The answer keeps its question: a tapped one is shown by its title, not by its id.
    typed = subjects()[asked.question].question if asked.question in subjects() else asked.question
    cards = asked.cards()
    # A tapped question is the title of its ruling, which need not stand there twice.
    titles = [text(one.question, say) for one in cards[0]] if asked.sure or len(cards) == 1 else []
    heading = "" if text(typed, say) in titles else f'<p class="said">{text(typed, say)}</p>'
    if asked.doubtful:
        body = (
            f'<section class="verdict assumed"><p class="who"><span>{escape(rules.title_in(say.language))}</span></p>'
            f'<p class="what">{escape(say(_DOUBTFUL))}</p>{_titles(asked.answers, given)}'
            f'<p class="why">{escape(say(_NONE_FITS))}</p>{_referee(rules, say)}</section>'
        )
    elif asked.sure or len(cards) == 1:
        body = _full(cards[0], say)
        if cards[1:]:
            near = _titles([answers[0] for answers in cards[1:]], given)
            body += f'<section><h2 class="small">{escape(say(_NEARBY))}</h2>{near}</section>'
    else:
        body = f"<h2>{escape(say(_WHICH_HAPPENED))}</h2>" + "".join(_card(answers, given) for answers in cards)
    there = [one for one in OF_THREE if one in books()] if asked.elsewhere else []
    if there:
        links = [f'<a href="{_link(given.text("question"), given, one)}">{one}</a>' for one in there]
        body += f'<p class="note">{text(asked.elsewhere, say)}<br>{" · ".join(links)}</p>'
    ruling = asked.answers[0].first.ruling
    ruled = Verdict.UNKNOWN if asked.doubtful or not asked.answers[0].first.is_settled else ruling.verdict
    return PageAnswer(heading + body, envelope(asked.to_json(), "ask", rules), ruled.value, ruling.code)


def nearest(given: FormFields) -> PageAnswer:
    """Return the titles that are nearest to what is being typed, each of which is asked by tapping it."""
    words_typed, say = given.one("question"), given.say
    items = "".join(
        f'<li><button type="button" class="row" data-ask>{text(one.subject.question, say)}</button></li>'
        for one in (question_meaning(words_typed).near if words_typed else ())
    )
    return PageAnswer(f'<ul class="common">{items}</ul>' if items else "", None, "")
