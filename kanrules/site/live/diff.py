"""The tool that compares any two rulesets."""

from __future__ import annotations

from html import escape

from kanrules.report.as_json import envelope
from kanrules.ruleset.diff import chosen, compare, differences_json
from kanrules.site import words
from kanrules.site.diff import comparison
from kanrules.site.live.form_fields import FormFields, PageAnswer, verdict


def answer(given: FormFields) -> PageAnswer:
    """Return the comparison, with the JSON of `diff --format json`."""
    a, b = given.rules("a"), given.rules("b")
    say, found = given.say, compare(a, b)
    titles = a.title_in(say.language), b.title_in(say.language)
    sides = zip("AB", titles, strict=True)
    listed = "<br>".join(f'<b class="ab {side.lower()}">{side}</b> {escape(title)}' for side, title in sides)
    names = f'<p class="ab-names">{listed}</p>'
    count = len(chosen(found))
    said = words.DIFFER[count != 1] if found else words.NOTHING
    head = verdict("told", str(count), titles, what=escape(say(said)))
    data = envelope(differences_json(a, b, found), "diff")
    return PageAnswer(head + names + comparison(a, b, say), data, "differs" if found else "same")
