"""The words of a rule sheet that no key of a ruleset has: headings, names of yaku, moments, hooks. `_N` marks them for
translation.
"""

from __future__ import annotations

from kanrules.law.vocabulary import PenaltyType
from kanrules.law.yaku import WORDS
from kanrules.locale import marked as _N

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (_N("Table and wall"), ("table", "wall")),
    (_N("Kita"), ("kita",)),
    (_N("Dora and kandora"), ("dora", "kandora")),
    (_N("Four kans, five kans"), ("kan", "four_kans", "fifth_kan")),
    (_N("Robbing a kan, winning by one"), ("chankan", "rinshan")),
    (_N("Liability (sekinin barai)"), ("sekinin_barai",)),
    (_N("Kan in riichi"), ("riichi_kan",)),
    (_N("Fouls around a kan, chombo"), ("penalty", "chombo")),
    (_N("Kan, step by step"), ("procedure", "display")),
    (_N("Riichi, furiten, tenpai, calls"), ("riichi", "furiten", "tenpai", "calls")),
    (_N("Wins and draws"), ("wins", "draws")),
    (_N("Scoring"), ("scoring",)),
    (_N("The game"), ("game",)),
    (_N("Notes"), ("notes",)),
)
"""The groups of a sheet and the tables of a ruleset in each, in the order in which a referee looks for them."""

SHEET = _N("Rule sheet: the kan, and what hangs on it")
SUBJECT = _N("Subject")
RULE = _N("Rule")
CLAUSE = _N("Clause")
SOURCES = _N("Sources")
NO_SOURCE = _N("no source")
HOW_MANY_DEFAULTS = _N("{count} of {total} values")
OWN_RULE = _N("own rule")
OPTION = _N("laid over")
PLUGIN = _N("plugin {name}")
SEE_PLUGIN = _N("see plugin {name}")
PLUGINS = _N("What plugins add")
ALSO_DECIDES = _N("Decides too: {what}.")
OKA = _N("Start, return, oka")
OKA_WORKED_OUT = _N("{start} points, {return}; the first takes 4 × ({return} − {start}) = {oka}.")
NO_OKA = _N("{start} points; no oka.")
WHOLE_GAME = _N("Length, uma, end")
REST_OF_GAME = _N("All else")
NO_WORDS = _N("No source found.")
NOTE = _N("Note")
VERSION = _N("ruleset {id}, version {version}, printed by kanrules {kanrules}")
BASED_ON = _N("based on {parent}")
PARTIAL = _N(
    "This ruleset is partial: nobody has established when its indicators are turned, or which kans it allows in riichi."
)

OTHER_SIDE = _N("On the other side: {what}")
ON_SIDE = _N("Side {side}: {what}")
FROM_THERE = _N("{group}, from “{subject}” on")
OR_THE_MIDDLE, OR_ANY_TWO = _N("or the middle"), _N("or any two")

ORDER = _N("The order of a kan")
MOMENTS: dict[str, str] = {
    "announced": _N("Announced"),
    "robbery": _N("May be robbed"),
    "declaration": _N("Stands"),
    "rinshan_draw": _N("Replacement tile"),
    "discard": _N("Discard"),
    "discard_passed": _N("Discard has passed"),
}
"""The moments of a kan as columns."""
ANKAN = _N("Ankan")
DAIMINKAN = _N("Daiminkan")
SHOUMINKAN = _N("Shouminkan")
NEXT_KAN = _N("Next kan, one still waits")
FOUR_SEVERAL = _N("Fourth kan, several players")
FOUR_ONE = _N("Fourth kan, one player")
INDICATOR = _N("indicator")
WAITING_INDICATOR = _N("waiting indicator")
ANY_HAND = _N("yes")
THIRTEEN_ORPHANS = _N("by thirteen orphans")
NOT_ROBBED = _N("no")
HAND_ENDS = _N("hand ends")
TURNS = (INDICATOR, WAITING_INDICATOR, HAND_ENDS)
"""Of what may stand in the table of moments, what happens then."""

HOOKS: dict[str, str] = {
    "before_kan": _N("which kans may be declared"),
    "reveal_kandora": _N("when an indicator is turned"),
    "fifth_kan": _N("what a fifth kan is"),
    "four_kans": _N("what four kans do"),
    "rob_kan": _N("who may rob a kan"),
    "liability": _N("who is liable"),
    "kan_stands": _N("what is paid at once for a kan"),
    "payments": _N("what is paid besides"),
    "penalty": _N("what a foul costs"),
}
"""What each hook of a plugin decides."""

PENALTIES: dict[PenaltyType, str] = {
    PenaltyType.CHOMBO: _N("Chombo."),
    PenaltyType.DEAD_HAND: _N("Dead hand."),
    PenaltyType.POINTS: _N("{value} points."),
    PenaltyType.NONE: _N("No penalty."),
}
"""What a plugin's penalty is called."""

GRADES: dict[str, str] = {
    "official": _N("official text"),
    "quoted": _N("quoted"),
    "secondary": _N("at second hand"),
    "recorded": _N("seen in real games"),
    "own": OWN_RULE,
}
"""How good a source is."""

YAKU = WORDS
"""The yaku as a sheet names them."""
