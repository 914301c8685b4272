"""Reference of case files: every key with a description and an example, for `kanrules explain` and docs/cases.md."""

from __future__ import annotations

from kanrules.cases import given
from kanrules.cases.expect import EVENTS, RESULTS
from kanrules.frozen import dataclass


@dataclass(frozen=True, slots=True)
class CaseKey:
    """One key of a case: its table ("" for [[case]] itself), accepted values, description, and example."""

    table: str
    key: str
    takes: str
    says: str
    example: str

    @property
    def name(self) -> str:
        """The full name, for example `given.live_tiles`."""
        return f"{self.table or 'case'}.{self.key}"


TABLES: dict[str, str] = {
    "case": "A position, the actions, and the expected result. Each case begins with `[[case]]`.",
    "given": "The table before the first action. kanrules fills what is left out with tiles that have no effect.",
    "play": "The actions, one per line. Draws and passes that are left out happen automatically.",
    "expect": (
        "The expected result; anything not named is not checked. An illegal line fails the case unless "
        "`illegal` names it."
    ),
    "expect_under": (
        "Different expectations under some of the rulesets: `[[case.expect_under]]` with `rules` and keys of `expect`."
    ),
    "options": ("Keys of a ruleset to override for this case, and `plugin.NAME.KEY`, the options of its plugins."),
}
"""Descriptions of the tables of a case."""

_SEATS = "a list of seats"
_BY_SEAT = "a table by seat"
_NUMBER = "a number"

CASE: tuple[CaseKey, ...] = (
    CaseKey(
        "",
        "id",
        "text",
        "The permanent id of a casebook question: at least two words, lower case, joined by hyphens, at most 40 "
        "characters. It says what is asked, not the answer. Ids of a club or plugin begin with `NAME:`.",
        'id = "four-kans-two-players"',
    ),
    CaseKey(
        "",
        "name",
        "text",
        "What the case states, as a sentence; unique in the file.",
        'name = "A robbed kan turns no indicator"',
    ),
    CaseKey(
        "",
        "rules",
        "a list of strings",
        "The rulesets to run the case under: ids, or paths relative to the file. Default: the ruleset next "
        "to the file.",
        'rules = ["ema-2016", "club.toml"]',
    ),
    CaseKey("", "source", "text", "The source of the expectation.", 'source = "M.League 4-5(5)"'),
    CaseKey(
        "",
        "question",
        "text",
        "The question that a casebook asks about the case; `expect.answer` is the answer.",
        'question = "May a shouminkan be robbed, and who pays?"',
    ),
    CaseKey(
        "",
        "decides",
        "a list of keys",
        "The ruleset keys that decide the question.",
        'decides = ["kandora.robbed_kan"]',
    ),
    CaseKey(
        "",
        "players",
        "3 or 4",
        "Number of players that the question is for; a question for three is not asked of a ruleset for four.",
        "players = 3",
    ),
)

GIVEN: tuple[CaseKey, ...] = (
    CaseKey("given", "round", "a seat", "Round wind. Default: east.", 'round = "south"'),
    CaseKey("given", "honba", _NUMBER, "Number of honba. Default: none.", "honba = 2"),
    CaseKey(
        "given",
        "sticks",
        _NUMBER,
        "Number of riichi sticks on the table. Default: one for each player in riichi.",
        "sticks = 1",
    ),
    CaseKey(
        "given",
        "scores",
        f"{_BY_SEAT}, or a list of four",
        "Scores. Default: 25000 each, less the player's own riichi stick.",
        "scores = { east = 31000, south = 19000 }",
    ),
    CaseKey(
        "given",
        "hands",
        _BY_SEAT,
        "Concealed tiles without the tile just drawn; incomplete hands are filled up.",
        'hands = { south = "555z34p", north = "34p567m123s789s11z" }',
    ),
    CaseKey(
        "given",
        "melds",
        _BY_SEAT,
        "Melds, earliest first: type, tiles (the called one first, the added one last), discarder.",
        'melds = { south = ["pon 222p from east", "ankan 1111z", "chi 345s"] }',
    ),
    CaseKey(
        "given",
        "kitas",
        _BY_SEAT,
        "With three players: number of norths that each player has set aside.",
        "kitas = { south = 2 }",
    ),
    CaseKey(
        "given",
        "rivers",
        _BY_SEAT,
        f"Discards in order; called tiles may be left out. A single tile may be followed by {', '.join(given.MARKS)}.",
        'rivers = { east = ["19m5s", "5p riichi drawn claimable"] }',
    ),
    CaseKey("given", "riichi", _SEATS, "Players in riichi.", 'riichi = ["south"]'),
    CaseKey(
        "given",
        "double_riichi",
        _SEATS,
        "Players in double riichi; they need not be listed in `riichi` as well.",
        'double_riichi = ["south"]',
    ),
    CaseKey("given", "ippatsu", _SEATS, "Players who would still score ippatsu.", 'ippatsu = ["south"]'),
    CaseKey("given", "dead", _SEATS, "Players with a dead hand.", 'dead = ["west"]'),
    CaseKey(
        "given",
        "turn",
        "a seat",
        "Player whose turn it is. Default: the player who acts in the first line, or east.",
        'turn = "south"',
    ),
    CaseKey(
        "given",
        "drawn",
        "text",
        "The tile just drawn, followed by `rinshan` or `live` if it matters; `announces ankan 5p` for a kan that may "
        "be robbed; only `rinshan` for a replacement tile not yet drawn.",
        'drawn = "5p rinshan"',
    ),
    CaseKey(
        "given", "live", "tiles", "The next tiles of the live wall, in order; later tiles are unknown.", 'live = "2p7z"'
    ),
    CaseKey("given", "live_tiles", _NUMBER, "Number of tiles left in the live wall.", "live_tiles = 3"),
    CaseKey("given", "rinshan", "tiles", "The next replacement tiles, in order.", 'rinshan = "2p"'),
    CaseKey(
        "given",
        "indicators",
        "tiles",
        "Dora indicators from the first on, including those face down.",
        'indicators = "9s 6m"',
    ),
    CaseKey("given", "ura", "tiles", "Ura dora indicators, in the same order.", 'ura = "9m 4m"'),
    CaseKey(
        "given",
        "pending",
        f"{_NUMBER}, or tiles",
        "Pending kan dora indicators: their number (of the last open kans), or the tiles of their kans.",
        'pending = "5z"',
    ),
    CaseKey(
        "given",
        "turned_by",
        "tiles",
        "The kans that turned the indicators after the first, by a tile of each; unless said, those whose indicators "
        "do not wait, in order.",
        'turned_by = "1z5p"',
    ),
    CaseKey(
        "given",
        "wall_break",
        "a seat",
        "The seat at whose wall the deal began, for plugins that ask (wareme).",
        'wall_break = "south"',
    ),
    CaseKey(
        "given",
        "passed",
        _BY_SEAT,
        "Winning tiles that were passed since furiten last ended; in the first go-around, the rivers show them.",
        'passed = { north = "2p" }',
    ),
    CaseKey(
        "given",
        "first_go_around",
        "true or false",
        "True if no call has interrupted the first go-around yet.",
        "first_go_around = true",
    ),
)

EXPECT: tuple[CaseKey, ...] = (
    CaseKey("expect", "answer", "text",
            "The answer to `question`, in a few words; it is not checked.", 'answer = "no"'),
    CaseKey("expect", "illegal", "a table, or a list of them",
            "A line that must be refused, and a reason code; either may be left out.",
            'illegal = { line = 2, code = "KR205" }'),
    CaseKey("expect", "order", "a list of events",
            "Events that must happen in this order; others may happen in between. With seat and tile if they matter. "
            f"The events: {', '.join(EVENTS)}, and the results.",
            'order = ["south shouminkan 2p", "chankan", "ron"]'),
    CaseKey("expect", "never", "a list of events", "Events that must not happen.", 'never = ["kandora", "rinshan"]'),
    CaseKey("expect", "indicators", f"{_NUMBER}, or tiles",
        "Dora indicators face up at the end: their number, or the tiles.",
            "indicators = 2"),
    CaseKey("expect", "result", "a word", f"How the hand ends: {', '.join(RESULTS)}.", 'result = "ron"'),
    CaseKey("expect", "yaku", _BY_SEAT, "Yaku and yakuman that a winner has, possibly among others.",
            'yaku = { north = ["chankan"] }'),
    CaseKey("expect", "han", f"{_NUMBER}, or {_BY_SEAT}", "Han of a win, including dora.", "han = { north = 3 }"),
    CaseKey("expect", "fu", f"{_NUMBER}, or {_BY_SEAT}", "Fu of a win.", "fu = 40"),
    CaseKey("expect", "dora", f"{_NUMBER}, or {_BY_SEAT}", "Dora of a win, including red fives.",
            "dora = { north = 1 }"),
    CaseKey("expect", "ura", f"{_NUMBER}, or {_BY_SEAT}", "Ura dora of a win.", "ura = 0"),
    CaseKey("expect", "payments", _BY_SEAT,
            "Changes of the scores at the end: wins, draws, honba, riichi sticks, fees and immediate "
            "payments for kans.",
            "payments = { north = 2900, south = -2900 }"),
    CaseKey("expect", "kita", _BY_SEAT,
        "Number of norths that each player has set aside at the end.", "kita = { south = 1 }"),
    CaseKey("expect", "liable", "a table by yakuman",
            "Liable player for each yakuman, or `rinshan` for the replacement tile; `{}` means no player.",
            'liable = { daisangen = "west" }'),
    CaseKey("expect", "dealer", "keeps or rotates",
            "`keeps` if the dealer stays, `rotates` if the deal passes.",
            'dealer = "keeps"'),
    CaseKey("expect", "next_honba", _NUMBER, "Honba of the next hand.", "next_honba = 1"),
    CaseKey("expect", "sticks", _NUMBER, "Riichi sticks on the table at the end.", "sticks = 2"),
    CaseKey("expect", "furiten", _SEATS, "The players who are furiten, and no others.", 'furiten = ["north"]'),
    CaseKey("expect", "tenpai", _SEATS, "The players who are tenpai, and no others.", 'tenpai = ["east", "south"]'),
    CaseKey("expect", "foul", "a table, or a list of them",
            "A foul that is committed (a line with `!`), by line and code; `{}` means none.",
            'foul = { line = 2, code = "KR201" }'),
    CaseKey("expect", "penalty", _BY_SEAT, "Penalties for fouls: chombo, dead_hand, points, none.",
            'penalty = { south = "dead_hand" }'),
    CaseKey("expect", "penalty_points", f"{_NUMBER}, or {_BY_SEAT}",
            "Points that penalties cost, including those after uma.",
            "penalty_points = { south = 20000 }"),
    CaseKey("expect", "code", "a code, or a list of them",
            "Reason codes that must be given, including those of plugins.",
            'code = ["KR301", "ema-602"]'),
)  # fmt: skip

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
        ("A foul, ruled on when the ruleset says. `!south ankan 5z corrected` is corrected in time."),
    ),
    (
        "referee finds south",
        "The referee finds an illegal kan in riichi; `riichi_kan.illegal_found` says when it is penalized.",
    ),
)
"""Examples of every kind of play line, with descriptions."""

KEYS: tuple[CaseKey, ...] = (*CASE, *GIVEN, *EXPECT)
"""Every key of a case, in the order of the page."""


def case_keys_markdown() -> str:
    """Return the reference of case files, docs/cases.md."""
    lines = [
        "# Case files",
        "",
        "<!-- Written by `python -m kanrules.scaffold.generated`; edit `kanrules/cases/case_keys.py` instead. -->",
        "",
        "A case file (`NAME.cases.toml`) records positions and their expected rulings. `kanrules verify` and pytest",
        "run it, and `kanrules explain given.live_tiles` explains a key.",
        "[developers.md](developers.md#cases-as-tests) has a complete example.",
        "",
        "Tiles are `1m`-`9m`, `1p`-`9p`, `1s`-`9s`, and `1z`-`7z` (east, south, west, north, haku, hatsu, chun); the",
        "red fives are `0m 0p 0s`. Seats are the winds of the hand: east, south, west, and north. An impossible",
        "position, such as five copies of a tile or a pon of a tile that no player discarded, is an error (KR111).",
    ]
    for table in ("case", "given", "play", "expect", "expect_under", "options"):
        head = "[[case]]" if table == "case" else f"[[case.{table}]]" if table == "expect_under" else f"[case.{table}]"
        lines += ["", f"## {head}", "", TABLES[table]]
        members = [one for one in KEYS if (one.table or "case") == table]
        if members:
            lines += ["", "| key | takes | | example |", "|---|---|---|---|"]
            lines += [
                f"| `{one.key}` | {one.takes} | {one.says} | `{one.example}` |".replace("\\", "") for one in members
            ]
        elif table == "play":
            lines += [
                "",
                "`lines` is a text with a line each, or a list of them.",
                "",
                "| line | |",
                "|---|---|",
            ]
            lines += [f"| `{line}` | {words} |" for line, words in LINES]
    lines += [
        "",
        "```toml",
        "[case.options]",
        '"kandora.ankan" = "discard"',
        '"plugin.club.open_kan_fee" = 1000',
        "",
        "[[case.expect_under]]",
        'rules = ["tenhou"]',
        "indicators = 1",
        "```",
    ]
    return "\n".join(lines) + "\n"
