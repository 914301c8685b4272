"""The tool for the penalty of a foul."""

from __future__ import annotations

from html import escape

from kanrules.desk.foul import FOULS, UNKNOWN, foul
from kanrules.locale.sentences import capital
from kanrules.report.as_json import envelope
from kanrules.site.live.cite import cases, law
from kanrules.site.live.form_fields import FormFields, PageAnswer, text


def answer(given: FormFields) -> PageAnswer:
    """Return the answer of one ruleset."""
    one = foul(given.one("name"), given.rules(), corrected=bool(given.one("corrected")))
    say = given.say
    title = escape(one.rules.title_in(say.language))
    who = f'<p class="who"><span>{title}</span><span>{escape(one.ruling.code)}</span></p>'
    what = f'<p class="what">{text(FOULS[one.name], say)}</p>'
    if one.unknown or one.by_default:
        # The sentence below says why, and what is assumed: an assumption is no verdict.
        kind, word = "assumed", capital(say(UNKNOWN))
        why = text(one.text, say)
    else:
        kind, word = ("yes" if one.is_no_foul else "no"), capital(say(one.word))
        why = text(one.text, say)
    html = (
        f'<section class="verdict {kind}">{who}<p class="word long">{escape(word)}</p>{what}<p class="why">{why}</p>'
        f'<p class="clause">{law(one.ruling, say) if kind != "assumed" else ""}</p></section>'
        + cases([one.ruling.key, f"penalty.{one.name}"], say)
    )
    return PageAnswer(html, envelope(one.to_json(), "foul", one.rules), one.ruling.verdict.value, one.ruling.code)
