"""What a tool needs is loaded before it is asked: its modules, the chosen rulesets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from kanrules.errors import KanrulesError
from kanrules.site.live.form_fields import FormFields, PageAnswer

SAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "riichi-kan": (("hand", "3335666p111456s"), ("draw", "3p")),
    "pay": (("yakuman", "daisangen"), ("winner", "west"), ("liable", "south")),
    "foul": (("name", "riichi_kan"),),
    "ask": (("question", "indicator forgotten"),),
    "rule": (("cases", '[[case]]\nname = "-"\n[case.play]\nlines = "east draws 5m"\n'),),
    "diff": (),
}
"""By tool, a question that needs what its others need."""


def warm(given: FormFields, tools: Mapping[str, Callable[[FormFields], PageAnswer]]) -> None:
    """Asks a tool (the field `for`) its sample under the chosen rulesets (`rules`), whose answer nobody sees."""
    tool, books = given.one("for"), given.all("rules")
    if tool not in SAMPLES or not books:
        return
    chosen = (("rules", books[0]), ("a", books[0]), ("b", books[-1]))
    # What cannot be answered under this ruleset is said when it is asked.
    with suppress(KanrulesError):
        tools[tool](replace(given, fields=(*SAMPLES[tool], *chosen)))
