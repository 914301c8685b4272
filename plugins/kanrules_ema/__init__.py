"""EMA's rules on wrong calls: which may be corrected in time, and the penalties for the others.

    [ruleset]
    plugins = ["ema"]       # rulesets/ema-2016.toml has this line, so its children have it too

A ruleset has one key per foul. In the rulebook, the penalty depends on when the mistake is noticed and on what was
touched, which a key cannot express. If a ruleset has its own text for a foul, that applies and this plugin does not
answer. Source: EMA, Riichi Rules for Japanese Mahjong, 2016, 3.4.6, 3.4.7, 5.1 and 5.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kanrules import Grade, Penalty, PenaltyType, Source, hookimpl

if TYPE_CHECKING:
    # EMA's rulesets are used at tables: their plugin loads only what its answers need.
    from kanrules import Foul, Ruleset, Table
from kanrules.locale import marked as _N

codes = {
    "ema-601": _N("a wrong kan that is corrected before the discard has no penalty (5.1.4)"),
    "ema-602": _N("a wrong kan that is not corrected before the discard makes the hand dead (3.4.7, 5.1.4)"),
    "ema-603": _N("claiming a tile with a dead hand is a chombo, even if the call is taken back (3.4.6)"),
    "ema-604": _N("a wrong call that is corrected quickly has no penalty (5.1.3)"),
    "ema-605": _N("a tile from the wrong place in the wall that is put back before the discard has no penalty (5.2.1)"),
    "ema-606": _N(
        "an invalid ankan after riichi is chombo if the player declares a win or the hand ends in a draw (3.4.6)"
    ),
}
"""The reason codes of this plugin."""

_URL = "http://mahjong-europe.org/portal/images/docs/Riichi-rules-2016-EN.pdf"
sources = {
    code: Source("EMA Riichi Rules for Japanese Mahjong 2016", clause, _URL, Grade.OFFICIAL)
    for code, clause in {
        "ema-601": "5.1.4",
        "ema-602": "3.4.7 (p. 14), 5.1.4",
        "ema-603": "3.4.6 (p. 13)",
        "ema-604": "5.1.3 (p. 25)",
        "ema-605": "5.2.1 (p. 26)",
        "ema-606": "3.4.6 (p. 13)",
    }.items()
}
"""The clause behind each answer, by its code."""

WRONG_KAN = ("wrong_tiles", "after_call", "last_tile", "fifth_kan")
"""Fouls that count as an invalid kong: the rulebook has one sentence for all of them."""
OPEN_IN_RIICHI = "KR210"
"""An open kan in riichi is an invalid kong too: the chombo of 3.4.6 is for a concealed one."""
CORRECTED = {"wrong_word": "ema-604", "replacement_wrongly": "ema-605"}
"""By foul that is not a wrong kan, the clause that lets it be corrected."""


@dataclass(frozen=True)
class Options:
    """The plugin's table `[plugin.ema]`."""

    correctable: bool = True
    """True if a wrong kan may still be corrected before the discard (5.1.4)."""


options = Options

sheet = {
    "correctable": (
        "",
        _N("A wrong kan makes the hand dead and must not be corrected."),
    )
}
"""Return the sentence of a rule sheet for an option that is on, and for one that is off."""

presupposes = {"penalty.fifth_kan": {"fifth_kan.policy": "forbidden"}}
"""Basis of the rulebook's penalty for a fifth kan: if a child ruleset lets a fifth kan end the hand, it is not a
wrong kan.
"""


@hookimpl
def penalty(foul: Foul, table: Table, rules: Ruleset) -> Penalty | None:
    """A wrong kan is a dead hand unless corrected in time, and a tile claimed with a dead hand is a chombo. A wrong
    ankan after riichi is a chombo too, but only at a win or a draw.
    """
    if foul.name == "fifth_kan" and not foul.corrected and rules["fifth_kan.illegal"] != "none":
        return None
    if foul.name == "dead_hand_kan" and _claims(foul, table):
        return _book(PenaltyType.CHOMBO, "ema-603", foul, rules)
    wrong_kan = foul.name in WRONG_KAN or foul.code == OPEN_IN_RIICHI
    if foul.corrected and (rules.plugin["ema"]["correctable"] if wrong_kan else foul.name in CORRECTED):
        return _book(PenaltyType.NONE, "ema-601" if wrong_kan else CORRECTED[foul.name], foul, rules)
    if foul.name in WRONG_KAN and table.riichi[foul.seat] and not _claims(foul, table):
        # 3.4.7 makes an invalid kong a dead hand, and 3.4.6 has a sentence of its own for a concealed one after riichi.
        found = _book(PenaltyType.NONE, "ema-606", foul, rules)
        return None if found is None else replace(found, key="riichi_kan.illegal")
    if wrong_kan:
        return _book(PenaltyType.DEAD_HAND, "ema-602", foul, rules)
    return None


def _claims(foul: Foul, table: Table) -> bool:
    """True if another player's discard was claimed; an ankan or shouminkan claims nothing, and the rulebook names no
    penalty for it.
    """
    return table.last_discard is not None and table.last_discard.seat != foul.seat


def _book(kind: PenaltyType, code: str, foul: Foul, rules: Ruleset) -> Penalty | None:
    """Return the rulebook's penalty, unless the ruleset has a text of its own for this foul."""
    key = f"penalty.{foul.name}"
    source = rules.origin(key).source
    if rules[key] and not (source and source.document.startswith("EMA")):
        return None
    return Penalty(kind, code=code, text=codes[code], key=key)
