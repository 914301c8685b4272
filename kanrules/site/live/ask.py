"""The tool for a question in free words."""

from __future__ import annotations

from html import escape

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
from kanrules.site.live.form_fields import FormFields, PageAnswer, listed, text, verdict

_READ = {
    Verdict.LEGAL: "yes",
    Verdict.NO_PENALTY: "yes",
    Verdict.PLAY_ON: "yes",
    Verdict.ILLEGAL: "no",
    Verdict.CHOMBO: "no",
    Verdict.DEAD_HAND: "no",
    Verdict.DRAW: "told",
    Verdict.LIABLE: "told",
}
"""Verdicts with a short word for the players at the table. Other answers are sentences."""


_DEPENDS, _CHOICE = _N("It depends on {fact}:"), _N("{when}: {text}")


def _branches(one: TopicAnswer, say: Translator) -> str:
    """Return what holds in each case of a fact that the question leaves open."""
    items = ""
    for fact in one.depends:
        items += f"<li>{text(sentence(_DEPENDS, fact=fact.fact), say)}</li>"
        for choice in fact.choices:
            cited = "" if choice.source is None else f"<br>{chip(choice.source, say)}"
            kind = ' class="default"' if choice.unsaid else ""
            items += f"<li{kind}>{text(sentence(_CHOICE, when=choice.when, text=choice.text), say)}{cited}</li>"
    return items


def answer(given: FormFields) -> PageAnswer:
    """Return the answers of one ruleset, by topic."""
    rules, say = given.rules(), given.say
    asked = ask(given.text("question"), [rules], given.language)
    if not asked.known:
        near = listed(text(one.question, say) for one in asked.did_you_mean)
        parts = verdict("assumed", say(asked.unknown), (rules.title,), what=near)
        return PageAnswer(parts, envelope(asked.to_json(), "ask", rules), Verdict.UNKNOWN.value)
    topics: dict[str, list[TopicAnswer]] = {}
    for one in asked.answers:
        topics.setdefault(one.topic, []).append(one)
    first = asked.answers[0]
    silent = all(one.unsaid for one in asked.answers)
    ruled = Verdict.UNKNOWN if silent else first.ruling.verdict
    if ruled is Verdict.UNKNOWN:
        parts = verdict("assumed", say(words.NO_SOURCE), (rules.title,))
    elif ruled in _READ:
        parts = verdict(_READ[ruled], say(ruled.value.replace("_", " ")), (rules.title, first.ruling.code))
    else:
        parts = f'<p class="who"><span>{escape(rules.title)}</span></p>'
    for topic, found in topics.items():
        items = ""
        for one in found:
            if one.depends:
                items += _branches(one, say)
            elif one.unsaid:
                would = args_of(one.text).get("sentence")
                said = f'<span class="says">{escape(say(would))}</span>' if isinstance(would, str) else ""
                head = escape(say(one.rules.assumed)) if said else text(one.text, say)
                items += f'<li class="default"><span class="assume">{head}</span>{said}</li>'
            else:
                items += f"<li>{text(one.text, say)}<br>{law(one.ruling, say)}</li>"
        parts += f'<section class="topic"><h2>{text(topic, say)}</h2><ul class="cites big">{items}</ul></section>'
    return PageAnswer(
        parts + cases([one.key for one in asked.answers], say),
        envelope(asked.to_json(), "ask", rules),
        ruled.value,
        first.ruling.code,
    )
