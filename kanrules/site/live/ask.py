"""A question in free words."""

from __future__ import annotations

from html import escape

from kanrules.desk.ask import TopicAnswer, ask
from kanrules.locale.sentences import args_of
from kanrules.report.as_json import envelope
from kanrules.rulings import Verdict
from kanrules.site import words
from kanrules.site.live.cite import cases, law
from kanrules.site.live.form_fields import FormFields, PageAnswer, text, verdict

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
"""The verdicts that are read across a table; the others are sentences."""


def answer(given: FormFields) -> PageAnswer:
    """The answers of one ruleset, by topic."""
    asked = ask(given.text("question"), [given.rules()])
    say = given.say
    topics: dict[str, list[TopicAnswer]] = {}
    for one in asked.answers:
        topics.setdefault(one.topic, []).append(one)
    rules = asked.answers[0].rules
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
            if one.unsaid:
                would = args_of(one.text).get("sentence")
                said = f'<span class="says">{escape(say(would))}</span>' if isinstance(would, str) else ""
                head = escape(say(one.rules.assumed)) if said else text(one.text, say)
                items += f'<li class="default"><span class="assume">{head}</span>{said}</li>'
            else:
                items += f"<li>{text(one.text, say)}<br>{law(one.ruling, say)}</li>"
        parts += f'<section class="topic"><h2>{text(topic, say)}</h2><ul class="cites big">{items}</ul></section>'
    return PageAnswer(
        parts + cases([one.key for one in asked.answers], say),
        envelope(asked.to_json()),
        ruled.value,
        first.ruling.code,
    )
