"""Reference of case files: every key with a description and an example, for `kanrules explain` and docs/cases.md."""

from __future__ import annotations

from dataclasses import dataclass

from kanrules.cases import given
from kanrules.cases.expect import EVENTS, RESULTS


@dataclass(frozen=True, slots=True)
class CaseKey:
    """One key of a case: its table ("" for [[case]] itself), accepted values, description, example."""

    table: str
    key: str
    takes: str
    says: str
    example: str

    @property
    def name(self) -> str:
        """The name to look it up by: `given.live_tiles`."""
        return f"{self.table or 'case'}.{self.key}"


TABLES: dict[str, str] = {
    "case": "A position, a play, and what must come of it. Each case begins with `[[case]]`.",
    "given": "The table before the play. What it leaves out is filled up with tiles that do nothing.",
    "play": "What is done, a line each. Draws and passes that no line writes are made by themselves.",
    "expect": (
        "What must come of it; what is not named is not looked at. A line that is not legal fails the case unless "
        "`illegal` names it."
    ),
    "expect_under": (
        "What is expected otherwise under some of the rulesets: `[[case.expect_under]]` with `rules` and keys of "
        "`expect`."
    ),
    "options": ("Keys of a ruleset laid over it for this case, and `plugin.NAME.KEY`, the options of its plugins."),
}
"""The tables of a case."""

_SEATS = "a list of seats"
_BY_SEAT = "a table by seat"
_NUMBER = "a number"

CASE: tuple[CaseKey, ...] = (
    CaseKey(
        "",
        "id",
        "text",
        "The lasting name of a casebook question: at least two words, lower case, joined by hyphens, at most 40 "
        "characters. It says what is asked, not the answer. Ids of a club or plugin begin with `NAME:`.",
        'id = "four-kans-two-players"',
    ),
    CaseKey(
        "",
        "name",
        "text",
        "What the case says, as a sentence; no two of a file are alike.",
        'name = "A robbed kan turns no indicator"',
    ),
    CaseKey(
        "",
        "rules",
        "a list of texts",
        "Under which rulesets it is played: ids, or paths from the file. Without it, those beside the file.",
        'rules = ["ema-2016", "club.toml"]',
    ),
    CaseKey("", "source", "text", "The text that says so.", 'source = "M.League 4-5(5)"'),
    CaseKey(
        "",
        "question",
        "text",
        "What a casebook asks with it; `expect.answer` answers.",
        'question = "May a shouminkan be robbed, and who pays?"',
    ),
    CaseKey(
        "", "decides", "a list of keys", "The keys of a ruleset that decide it.", 'decides = ["kandora.robbed_kan"]'
    ),
    CaseKey(
        "",
        "players",
        "3 or 4",
        "For tables of how many a question is; one of three is asked of no ruleset of four.",
        "players = 3",
    ),
)

GIVEN: tuple[CaseKey, ...] = (
    CaseKey("given", "round", "a seat", "The wind of the round; east unless said.", 'round = "south"'),
    CaseKey("given", "honba", _NUMBER, "Counters on the table; none unless said.", "honba = 2"),
    CaseKey(
        "given",
        "sticks",
        _NUMBER,
        "Riichi sticks on the table; unless said, those of the players in riichi.",
        "sticks = 1",
    ),
    CaseKey(
        "given",
        "scores",
        f"{_BY_SEAT}, or a list of four",
        "Points; 25000 each unless said, less one's own stick.",
        "scores = { east = 31000, south = 19000 }",
    ),
    CaseKey(
        "given",
        "hands",
        _BY_SEAT,
        "Concealed tiles without the one just drawn; too few are filled up.",
        'hands = { south = "555z34p", north = "34p567m123s789s11z" }',
    ),
    CaseKey(
        "given",
        "melds",
        _BY_SEAT,
        "Melds, earliest first: type, tiles (the called one first, the added one last), whose it was.",
        'melds = { south = ["pon 222p from east", "ankan 1111z", "chi 345s"] }',
    ),
    CaseKey(
        "given",
        "kitas",
        _BY_SEAT,
        "With three players: how many norths each has set aside.",
        "kitas = { south = 2 }",
    ),
    CaseKey(
        "given",
        "rivers",
        _BY_SEAT,
        "Discards in order; what others called may be left out. After a single tile may stand "
        f"{', '.join(given.MARKS)}.",
        'rivers = { east = ["19m5s", "5p riichi drawn claimable"] }',
    ),
    CaseKey("given", "riichi", _SEATS, "Who is in riichi.", 'riichi = ["south"]'),
    CaseKey(
        "given",
        "double_riichi",
        _SEATS,
        "Whose riichi is a double one; they need not stand under `riichi` too.",
        'double_riichi = ["south"]',
    ),
    CaseKey("given", "ippatsu", _SEATS, "Who would still win with ippatsu.", 'ippatsu = ["south"]'),
    CaseKey("given", "dead", _SEATS, "Whose hand is dead.", 'dead = ["west"]'),
    CaseKey(
        "given",
        "turn",
        "a seat",
        "Whose turn it is; unless said, who does something in the first line, or east.",
        'turn = "south"',
    ),
    CaseKey(
        "given",
        "drawn",
        "text",
        "The tile just drawn, `rinshan` or `live` after it where it matters; `announces ankan 5p` where that may be "
        "robbed; `rinshan` alone for a replacement tile yet to come.",
        'drawn = "5p rinshan"',
    ),
    CaseKey("given", "live", "tiles", "The next live tiles, in order; later ones are unknown.", 'live = "2p7z"'),
    CaseKey("given", "live_tiles", _NUMBER, "How many live tiles are left.", "live_tiles = 3"),
    CaseKey("given", "rinshan", "tiles", "The next replacement tiles, in order.", 'rinshan = "2p"'),
    CaseKey(
        "given",
        "indicators",
        "tiles",
        "The indicators from the first on, those face down too.",
        'indicators = "9s 6m"',
    ),
    CaseKey("given", "ura", "tiles", "The tiles under them, in the same order.", 'ura = "9m 4m"'),
    CaseKey(
        "given",
        "pending",
        f"{_NUMBER}, or tiles",
        "Indicators that wait to be turned: how many of the last open kans, or of which kans.",
        'pending = "5z"',
    ),
    CaseKey(
        "given",
        "passed",
        _BY_SEAT,
        "Tiles let pass since furiten last ended; in the first go-around the rivers say it.",
        'passed = { north = "2p" }',
    ),
    CaseKey(
        "given",
        "first_go_around",
        "true or false",
        "Whether no call has yet interrupted the first turns.",
        "first_go_around = true",
    ),
)

EXPECT: tuple[CaseKey, ...] = (
    CaseKey("expect", "answer", "text",
            "The answer to the case's `question`, in a few words; nothing is compared with it.", 'answer = "no"'),
    CaseKey("expect", "illegal", "a table, or a list of them",
            "A line that is refused, and a code of the objections to it; either may be left out.",
            'illegal = { line = 2, code = "KR205" }'),
    CaseKey("expect", "order", "a list of events",
            "Events that come in this order; others may stand between them. "
            f"With seat and tile where it matters. The events: {', '.join(EVENTS)}, and the results.",
            'order = ["south shouminkan 2p", "chankan", "ron"]'),
    CaseKey("expect", "never", "a list of events", "Events that do not happen.", 'never = ["kandora", "rinshan"]'),
    CaseKey("expect", "indicators", f"{_NUMBER}, or tiles", "How many indicators lie face up at the end, or which.",
            "indicators = 2"),
    CaseKey("expect", "result", "a word", f"How the hand ended: {', '.join(RESULTS)}.", 'result = "ron"'),
    CaseKey("expect", "yaku", _BY_SEAT, "Yaku and yakuman that a winner has, among others.",
            'yaku = { north = ["chankan"] }'),
    CaseKey("expect", "han", f"{_NUMBER}, or {_BY_SEAT}", "The han of a win, dora among them.", "han = { north = 3 }"),
    CaseKey("expect", "fu", f"{_NUMBER}, or {_BY_SEAT}", "The fu of a win.", "fu = 40"),
    CaseKey("expect", "dora", f"{_NUMBER}, or {_BY_SEAT}", "Dora of a win, red fives among them.",
            "dora = { north = 1 }"),
    CaseKey("expect", "ura", f"{_NUMBER}, or {_BY_SEAT}", "Ura of a win.", "ura = 0"),
    CaseKey("expect", "payments", _BY_SEAT,
            "How scores have changed at the end: wins, draws, honba, sticks, fees, what was paid at once for a kan.",
            "payments = { north = 2900, south = -2900 }"),
    CaseKey("expect", "kita", _BY_SEAT, "How many norths each has set aside at the end.", "kita = { south = 1 }"),
    CaseKey("expect", "liable", "a table by yakuman",
            "Who answers for what, `rinshan` for the replacement tile; `{}` says nobody.",
            'liable = { daisangen = "west" }'),
    CaseKey("expect", "dealer", "keeps or rotates",
            "Whether the dealer stays.",
            'dealer = "keeps"'),
    CaseKey("expect", "next_honba", _NUMBER, "Honba of the next hand.", "next_honba = 1"),
    CaseKey("expect", "sticks", _NUMBER, "Riichi sticks on the table at the end.", "sticks = 2"),
    CaseKey("expect", "furiten", _SEATS, "Who is furiten, nobody else.", 'furiten = ["north"]'),
    CaseKey("expect", "tenpai", _SEATS, "Who is tenpai, nobody else.", 'tenpai = ["east", "south"]'),
    CaseKey("expect", "foul", "a table, or a list of them",
            "A foul that is committed (a line with `!`), by line and code; `{}` says none.",
            'foul = { line = 2, code = "KR201" }'),
    CaseKey("expect", "penalty", _BY_SEAT, "What fouls cost: chombo, dead_hand, points, none.",
            'penalty = { south = "dead_hand" }'),
    CaseKey("expect", "penalty_points", f"{_NUMBER}, or {_BY_SEAT}",
            "Points that penalties take off, those after uma too.",
            "penalty_points = { south = 20000 }"),
    CaseKey("expect", "code", "a code, or a list of them",
            "Reason codes that are given, a plugin's own among them.",
            'code = ["KR301", "ema-602"]'),
)  # fmt: skip

LINES: tuple[tuple[str, str], ...] = (
    ("south draws 2p", "A draw; after a kan it is the replacement tile."),
    ("south discards 2p", "A discard; `south discards 2p drawn` is the tile just drawn, `... hand` one held before."),
    ("south riichi 9m", "A discard with riichi."),
    ("south chi 4p with 56p", "A run; `with` only where several are possible. `south pon 5p with 50p` as well."),
    ("south pon 5z", "A triplet."),
    ("south daiminkan 5z", "An open kan; `ankan` and `shouminkan` (or `kakan`) alike."),
    ("north ron", "A win on the last tile; rons in lines one after the other answer one tile."),
    ("south tsumo", "A win on the tile just drawn."),
    ("south kita", "With three players: a north is set aside."),
    ("south kyuushu", "Nine terminals and honours."),
    ("north passes", "One player lets the tile pass; `everyone passes` all of them."),
    (
        "!south ankan 5z",
        (
            "Done against the law: a foul, ruled on when the ruleset says. `!south ankan 5z corrected` is put right in "
            "time."
        ),
    ),
    ("referee finds south", "A foul that nobody had noticed is found."),
)
"""The possible lines of a play."""

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
