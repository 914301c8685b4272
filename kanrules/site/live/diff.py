"""Any two rulesets side by side."""

from __future__ import annotations

from html import escape

from kanrules.ruleset.diff import compare
from kanrules.site import words
from kanrules.site.diff import comparison
from kanrules.site.live.form_fields import FormFields, PageAnswer, verdict


def answer(given: FormFields) -> PageAnswer:
    """The comparison, as `diff --format json` has it."""
    a, b = given.rules("a"), given.rules("b")
    say, found = given.say, compare(a, b)
    names = (
        f'<p class="ab-names"><b class="ab a">A</b> {escape(a.title)}<br><b class="ab b">B</b> {escape(b.title)}</p>'
    )
    said = words.DIFFER if found else words.NOTHING
    head = verdict("told", str(len(found)), (a.title, b.title), what=escape(say(said)))
    data = [{"key": one.key, "a": one.a, "b": one.b, "effect": one.effect} for one in found]
    return PageAnswer(head + names + comparison(a, b, say), data, "differs" if found else "same")
