"""Load in advance what a tool needs: its modules and the chosen rulesets."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date

from kanrules.errors import KanrulesError
from kanrules.ruleset.history import superseded_by
from kanrules.site.live.answer import tool_of
from kanrules.site.live.form_fields import FormFields, PageAnswer

SAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "riichi-kan": (("hand", "3335666p111456s"), ("draw", "3p")),
    "pay": (("yakuman", "daisangen"), ("winner", "west"), ("liable", "south")),
    "foul": (("name", "riichi_kan"),),
    "ask": (("question", "indicator forgotten"),),
    "position": (("cases", '[[case]]\nname = "-"\n[case.play]\nlines = "east draws 5m"\n'),),
    "diff": (),
}
"""A sample question for each tool, which loads the same modules as other questions."""


def answer(given: FormFields) -> PageAnswer:
    """Ask a tool (the field `for`) its sample question under the chosen rulesets (`rules`). The answer is not shown."""
    tool, books = given.one("for"), given.all("rules")
    if tool in SAMPLES and books:
        chosen = (("rules", books[0]), ("a", books[0]), ("b", books[-1]))
        # If the ruleset cannot answer, the reader learns that when they ask.
        with suppress(KanrulesError):
            asked = replace(given, fields=(*SAMPLES[tool], *chosen))
            tool_of(tool)(asked)
            superseded_by(asked.rules(), date.today())
    return PageAnswer("", None, "")
