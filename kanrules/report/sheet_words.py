"""Labels of a rule sheet that are not in the key catalogue: headings, yaku, moments, hooks. `_N` marks them for
translation.
"""

from __future__ import annotations

from kanrules.law.hook_values import PenaltyType
from kanrules.locale import marked as _N
from kanrules.rulings import DECISION, Source

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (_N("Table and wall"), ("table", "wall")),
    (_N("Kita"), ("kita",)),
    (_N("Dora and kan dora"), ("dora", "kandora")),
    (_N("Fourth and fifth kan"), ("kan", "four_kans", "fifth_kan")),
    (_N("Robbing a kan, rinshan kaihou"), ("chankan", "rinshan")),
    (_N("Liability (sekinin barai)"), ("sekinin_barai",)),
    (_N("Kan in riichi"), ("riichi_kan",)),
    (_N("Kan fouls and chombo"), ("penalty", "chombo")),
    (_N("Kan procedure, step by step"), ("procedure", "display")),
    (_N("Riichi, furiten, tenpai, calls"), ("riichi", "furiten", "tenpai", "calls")),
    (_N("Wins and draws"), ("wins", "draws")),
    (_N("Scoring"), ("scoring",)),
    (_N("The game"), ("game",)),
    (_N("Notes"), ("notes",)),
)
"""The groups of a sheet and the ruleset tables in each, in the order in which a referee looks for them."""

SHEET = _N("Rule sheet: kans and related rules")
SUBJECT = _N("Subject")
RULE = _N("Rule")
CLAUSE = _N("Clause")
SOURCES = _N("Sources")
NO_SOURCE = _N("no source")
NOT_DECIDED = _N("not decided")
HOW_MANY_DEFAULTS = _N("{count} of {total} values")
LOOK_UP = _N("Each rule has the reference {ref}. Look it up at {address}#KEY.")
OWN_RULE = _N("own rule")
OPTION = _N("set by an option")
PLUGIN = _N("plugin {name}")
SEE_PLUGIN = _N("see plugin {name}")
DECIDED_BY = _N("Decided by the plugin {name}.")
MAY_DIFFER = _N("The plugin {name} may decide otherwise.")
PLUGINS = _N("Rules decided by plugins")
ALSO_DECIDES = _N("Also decides: {what}.")
DECIDES = _N("Decides: {what}.")
OKA = _N("Starting points, return points, oka")
OKA_WORKED_OUT = _N(
    "{start} starting points, {return} return points. First place receives 4 × ({return} − {start}) = {oka}."
)
NO_OKA = _N("{start} starting points. No oka.")
WHOLE_GAME = _N("Length, uma, end of the game")
REST_OF_GAME = _N("Other rules")
NOTE = _N("Note")
VERSION = _N("ruleset {id}, version {version}, printed by kanrules {kanrules}")
BASED_ON = _N("based on {parent}")
PARTIAL = _N(
    "This ruleset is partial: no source found for when kan dora indicators are turned, or for which "
    "kans are allowed in riichi."
)

OTHER_SIDE = _N("On the other side: {what}")
ON_SIDE = _N("Side {side}: {what}")
LEFT_OUT = _N("Left out here, on the full sheet: {what}")
FROM_THERE = _N("{group}, from “{subject}” on")
OR_THE_MIDDLE, OR_ANY_TWO = _N("or the middle"), _N("or any two")

ORDER = _N("The order of a kan")

HOOKS: dict[str, str] = {
    "before_kan": _N("which kans may be declared"),
    "reveal_kandora": _N("when a kan dora indicator is turned"),
    "replacement_from": _N("where the replacement tile comes from"),
    "fifth_kan": _N("how a fifth kan is treated"),
    "four_kans": _N("what happens after four kans"),
    "kans_end": _N("whether an earlier kan ends the hand"),
    "rob_kan": _N("who may rob a kan"),
    "yaku": _N("additional yaku"),
    "dora": _N("how dora are counted"),
    "liability": _N("who is liable"),
    "kan_stands": _N("immediate payments for a kan"),
    "payments": _N("additional payments"),
    "penalty": _N("the penalty for a foul"),
}
"""What each plugin hook decides."""

PENALTIES: dict[PenaltyType, str] = {
    PenaltyType.CHOMBO: _N("Chombo."),
    PenaltyType.DEAD_HAND: _N("Dead hand."),
    PenaltyType.POINTS: _N("{value} points."),
    PenaltyType.WARNING: _N("Warning."),
    PenaltyType.NONE: _N("No penalty."),
}
"""Labels of penalties set by a plugin."""

GRADES: dict[str, str] = {
    "official": _N("official text"),
    "partly": _N("official text, read together with other clauses"),
    "quoted": _N("quoted"),
    "secondary": _N("secondary source"),
    "recorded": _N("seen in game records"),
    "own": OWN_RULE,
}
"""Labels of the grades of sources."""


def grade_words(source: Source) -> str:
    """Return the label of a source: its grade, or that an event's head referee decided."""
    return DECISION if source.is_decision else GRADES[source.grade]


NOTICED, TILES_CONCERNED, REPEATED = _N("Noticed when"), _N("Number of tiles"), _N("Repeated")
"""Facts on which a penalty may depend."""
