"""The optional rules of the World Riichi Championship's book, by their ids.

    [ruleset]
    extends = "wrc-2022"
    plugins = ["wrc"]

    [plugin.wrc]
    optional = ["2.2"]

One id changes several keys at once; `kanrules show --origin` names this plugin beside each. Source: WRC Rules 2022, Optional Rules
(21 June 2022).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kanrules import Grade, Source, hookimpl

DOCUMENT = "WRC Rules 2022, Optional Rules"
MODULES: dict[str, dict[str, Any]] = {
    "2.1": {"scoring.red_fives": 3},
    "2.2": {"dora.ura": False, "kandora.enabled": False, "kandora.ura": False},
}
"""What each optional rule changes. Ids whose text was not read (3.2, 6.3) are not here: nothing is guessed."""

codes: dict[str, str] = {}


@dataclass(frozen=True)
class Options:
    """The plugin's table `[plugin.wrc]`."""

    optional: tuple[str, ...] = ()
    """Ids of optional rules: "2.1" red fives, "2.2" initial dora only."""


options = Options


@hookimpl
def amend_rules(rules: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Each optional rule named changes its keys, with the rule's id as the clause."""
    amended: dict[str, Any] = {}
    for module in options.get("optional", ()):
        if module not in MODULES:
            raise ValueError(f"there is no optional rule {module!r} here; expected one of: {', '.join(MODULES)}")
        source = Source(DOCUMENT, f"Mod. {module}", "https://scribd.com/document/698514782", Grade.OFFICIAL)
        amended.update({key: (value, source) for key, value in MODULES[module].items()})
    return amended
