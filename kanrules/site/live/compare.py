"""Any two rulesets side by side."""

from __future__ import annotations

from html import escape

from kanrules.ruleset.compare import compare
from kanrules.site.compare import comparison
from kanrules.site.live.given import Given, Told


def answer(given: Given) -> Told:
    """The comparison, as `diff --format json` has it."""
    a, b = given.rules("a"), given.rules("b")
    names = (
        f'<p class="ab-names"><b class="ab a">A</b> {escape(a.title)}<br><b class="ab b">B</b> {escape(b.title)}</p>'
    )
    found = compare(a, b)
    data = [{"key": one.key, "a": one.a, "b": one.b, "effect": one.effect} for one in found]
    return Told(names + comparison(a, b, given.say), data, "differs" if found else "same")
