"""The tool for a question in free words."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from kanrules.desk.ask import TopicAnswer, ask
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import args_of
from kanrules.locale.sentences import say as sentence
from kanrules.report.as_json import envelope
from kanrules.rulings import Verdict
from kanrules.site import words
from kanrules.site.frame import chip
from kanrules.site.live.cite import cases, law
from kanrules.site.live.form_fields import FormFields, PageAnswer, text, verdict

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


_DEPENDS = _N("It depends on {fact}:")


def _facts(one: TopicAnswer, at: str, say: Translator) -> str:
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
            cited = "" if choice.source is None else f'<p class="clause">{chip(choice.source, say)}</p>'
            kind = "assumed" if choice.unsaid else "told"
            cases_of += (
                f'<div class="verdict {kind}" data-then="{place}" hidden><p class="who"><span>{text(choice.when, say)}'
                f"</span><span>{escape(one.rules.title_in(say.language))}</span></p>"
                f'<p class="what">{text(choice.text, say)}</p>{cited}</div>'
            )
        parts += (
            f'<fieldset class="depends"><legend>{text(sentence(_DEPENDS, fact=fact.fact), say)}</legend>{choices}'
            f'<div aria-live="polite">{cases_of}</div></fieldset>'
        )
    return parts


def _near(question: str, given: FormFields) -> str:
    """Return a link that asks a question which is near to what was typed."""
    said = given.say(question)
    query = urlencode([("tool", "ask"), ("rules", given.one("rules")), ("question", said)])
    return f'<a href="?{escape(query)}">{text(question, given.say)}</a>'


def _unknown(told: str, near: list[str], rules: str, say: Translator) -> str:
    """Return the box of a question that is not understood, which is repeated in it and may be long."""
    links = "".join(f"<li>{one}</li>" for one in near)
    offer = f'<p class="why">{escape(say(words.NEAREST))}</p><ol>{links}</ol>' if near else ""
    return (
        f'<section class="verdict assumed"><p class="who"><span>{escape(rules)}</span></p>'
        f'<p class="what">{escape(told)}</p>{offer}</section>'
    )


def answer(given: FormFields) -> PageAnswer:
    """Return the answers of one ruleset, by topic."""
    rules, say = given.rules(), given.say
    asked = ask(given.text("question"), [rules], given.language)
    if not asked.known:
        near = [_near(one.question, given) for one in asked.did_you_mean]
        parts = _unknown(say(asked.unknown), near, rules.title, say)
        return PageAnswer(parts, envelope(asked.to_json(), "ask", rules), Verdict.UNKNOWN.value)
    topics: dict[str, list[TopicAnswer]] = {}
    for one in asked.answers:
        topics.setdefault(one.topic, []).append(one)
    first = asked.answers[0]
    silent = all(one.unsaid for one in asked.answers)
    ruled = Verdict.UNKNOWN if silent else first.ruling.verdict
    if first.depends:
        parts = ""
    elif ruled is Verdict.UNKNOWN:
        parts = verdict("assumed", say(words.NO_SOURCE), (rules.title,))
    elif ruled in _READ:
        parts = verdict(_READ[ruled], say(ruled.value.replace("_", " ")), (rules.title, first.ruling.code))
    else:
        parts = f'<p class="who"><span>{escape(rules.title)}</span></p>'
    for number, (topic, found) in enumerate(topics.items()):
        items = facts = ""
        for at, one in enumerate(found):
            if one.depends:
                facts += _facts(one, f"fact-{number}-{at}", say)
            elif one.unsaid:
                would = args_of(one.text).get("sentence")
                said = f'<span class="says">{escape(say(would))}</span>' if isinstance(would, str) else ""
                head = escape(say(one.ruling.assumed)) if said else text(one.text, say)
                items += f'<li class="default"><span class="assume">{head}</span>{said}</li>'
            else:
                items += f"<li>{text(one.said, say)}<br>{law(one.ruling, say)}</li>"
        rest = f'<ul class="cites big">{items}</ul>' if items else ""
        parts += f'<section class="topic"><h2>{text(topic, say)}</h2>{facts}{rest}</section>'
    return PageAnswer(
        parts + cases([one.key for one in asked.answers], say),
        envelope(asked.to_json(), "ask", rules),
        ruled.value,
        first.ruling.code,
    )
