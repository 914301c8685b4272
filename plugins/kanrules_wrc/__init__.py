"""The optional rules of the World Riichi Championship's rulebook, by their ids.

    [ruleset]
    extends = "wrc-2022"
    plugins = ["wrc"]

    [plugin.wrc]
    optional = ["2.1", "2.2"]

One id changes several keys at once; `kanrules show --origin` names this plugin and the rule's id next to each. A key in
the file itself overrides it. Source: World Riichi Championship, Optional Rules, rule book extension of 21 June 2022.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kanrules import Grade, Ruleset, Source, hookimpl
from kanrules.locale import marked as _N

OPTIONAL: dict[str, dict[str, Any]] = {
    # One five of each suit is red.
    "2.1": {"scoring.red_fives": 3},
    # Only the first dora indicator counts: neither ura dora nor kan dora, and no kan dora indicators are turned.
    "2.2": {"dora.ura": False, "kandora.enabled": False, "kandora.ura": False},
}
"""By id, the changes of each optional rule."""
UNREAD = {
    "3.1": "Mod. 3.1 (revealed riichi) is a yaku that kanrules does not have",
    "3.2": "Mod. 3.2 (nagashi mangan) was not read; set draws.nagashi_mangan yourself",
    "6.3": "Mod. 6.3 (lower penalties) was not read; set [chombo] and [penalty] yourself",
}
"""Ids that exist but whose effect is unknown."""


@dataclass(frozen=True)
class Options:
    """The plugin's table `[plugin.wrc]`."""

    optional: tuple[str, ...] = field(default=(), metadata={"allowed": tuple(OPTIONAL), "hints": tuple(UNREAD.items())})
    """Ids of optional rules: "2.1" red fives, "2.2" initial dora only."""


options = Options

sheet = {"optional": _N("Optional rules in force: {value}.")}
"""Return the sentences of a rule sheet for the options; the keys that a rule changes are lines of their own."""


@hookimpl
def amend_rules(rules: Ruleset, options: Mapping[str, Any]) -> dict[str, tuple[Any, Source]]:
    """Set the keys of each optional rule that the ruleset names, with the rule's id as the clause."""
    amended: dict[str, tuple[Any, Source]] = {}
    for rule in options["optional"]:
        source = Source(
            "WRC Rules 2022, Optional Rules",
            f"Mod. {rule}",
            "https://www.scribd.com/document/698514782",
            Grade.OFFICIAL,
        )
        amended |= {key: (value, source) for key, value in OPTIONAL[rule].items()}
    return amended
