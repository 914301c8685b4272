"""Every key and line of a case file with a description and an example."""

from __future__ import annotations

from kanrules.cases.case import CASE, CASE_TABLES
from kanrules.cases.case_key import CaseKey
from kanrules.cases.expect import EXPECT
from kanrules.cases.given import GIVEN

LINES: tuple[tuple[str, str], ...] = (
    ("south draws 2p", "A draw; after a kan, of the replacement tile."),
    (
        "south discards 2p",
        "A discard; `south discards 2p drawn` is the tile just drawn, `... hand` a tile held before.",
    ),
    ("south riichi 9m", "A riichi discard."),
    ("south chi 4p with 56p", "A run; `with` only if several are possible. `south pon 5p with 50p` as well."),
    ("south pon 5z", "A triplet."),
    ("south daiminkan 5z", "An open kan; `ankan` and `shouminkan` (or `kakan`) in the same way."),
    (
        "west pon 5z late",
        "A call long after another one on the same discard. Several calls on one discard are consecutive lines.",
    ),
    ("north ron", "A win on the last tile; several rons on one tile are consecutive lines."),
    ("south tsumo", "A win on the tile just drawn."),
    ("south kita", "With three players: a north is set aside."),
    ("south kyuushu", "An abortive draw with nine terminals and honours."),
    ("north passes", "A player passes; `everyone passes` for all players."),
    (
        "!south ankan 5z",
        (
            "A foul, ruled on when the ruleset says. Words at the end say what its penalty depends on: "
            "`!south ankan 5z corrected` is corrected in time; the others are `noticed before_discard`, `repeated` or "
            "`first`, `aware` or `unaware`."
        ),
    ),
    (
        "south fouls dead_wall_exposed tiles 3",
        (
            "Another foul, by its name in `[penalty]`, ruled on at once. `tiles` is the number of tiles concerned. The "
            "other words may follow, too."
        ),
    ),
    (
        "referee finds south",
        "The referee finds an illegal kan in riichi; `riichi_kan.illegal_found` says when it is penalized.",
    ),
)
"""Examples of every kind of play line, with descriptions."""

TABLES: dict[str, str] = {
    "case": "A position, the actions, and the expected result. Each case begins with `[[case]]`.",
    **{table.key: table.says for table in CASE_TABLES},
}
"""Descriptions of the tables of a case."""
KEYS: tuple[CaseKey, ...] = (*CASE, *GIVEN, *EXPECT)
"""Every key of a case, in the order of the page."""
