"""One is not many: no sentence with a number in it says "1 tiles"."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from kanrules.law.codes import CODES, sentence
from kanrules.locale import LANGUAGES, translator
from kanrules.locale.sentences import many, number
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import Takes, keys
from kanrules.ruleset.schema import check_value
from tests.parsed import parsed

ROOT = Path(__file__).parents[2]
NOUNS = (
    "cases|copies|differences|discards|draws|fields|files|fouls|games|hands|indicators|kans|keys|kinds|"
    "kitas|lines|melds|minutes|norths|pages|people|players|plugins|points|questions|rounds|rulesets|rulings|"
    "scores|seats|seconds|statements|sticks|tiles|turns|values|winners|wins"
)

ADJECTIVES = r"(?:(?:live|open|other|more|replacement|concealed|red|further|own|penalty|bundled) )*"
MANY = re.compile(rf"\{{(\w+)\}} {ADJECTIVES}({NOUNS})\b")
NEVER_ONE: dict[str, str] = {
    "{count} of {all} rulesets": "all rulesets that are installed",
    "{count} of {all} bundled rulesets use the default.": "all that are bundled",
    "{count} of {all} bundled three-player rulesets use the default.": "all four that are bundled",
    "{count} of {total} values": "all keys",
    "all {count} replacement tiles are taken": "four or eight",
    "{count} copies of {tile}; there are four of each tile": "five or more",
    "{count} copies of {tile} with the robbed kan; there are four of each tile": "five or more",
    "{players} players, but {rules} is for {expected}": "three or four",
    "A kan may be declared only if {value} or more tiles are left in the live wall.": "one has its own sentence",
    "A kita may be declared only if {value} or more tiles are left in the live wall.": "one has its own sentence",
    "A player may declare at most {value} kans in a hand.": "one has its own sentence",
    "A kan must not be declared unless at least {count} tiles are left in the live wall.": "one has its own sentence",
    "A player must not declare more than {count} kans in a hand.": "one has its own sentence",
    "A game lasts {value} minutes.": "one has its own sentence",
    "Up to {most} tiles: no penalty.": "one has its own sentence",
    "Up to {most} tiles: warning.": "one has its own sentence",
    "Up to {most} tiles: dead hand.": "one has its own sentence",
    "{fewest} to {most} tiles: no penalty.": "two or more",
    "{fewest} to {most} tiles: warning.": "two or more",
    "{fewest} to {most} tiles: dead hand.": "two or more",
    "Four kans of several players end the hand only if at least {value} players have declared them.": "three or four",
    "riichi needs {needed} tiles in the live wall; {count} are left": "one needed, one left: own sentences",
    "riichi needs {needed} tiles in the live wall; 1 is left": "one that is needed has its own sentence",
}
"""Messages whose number is never one, and why."""
POINTS = re.compile(rf"\{{\w+\}} {ADJECTIVES}points\b")
"""Points come in hundreds."""
VERBS = ("{seat} wins", "Whether {seat} wins", "{seat} draws", "{seat} discards", "the drawn {drawn} wins")


def for_one(message: str, found: re.Match[str]) -> set[str]:
    """How a message may speak of one where this place speaks of several."""
    noun = found[2]
    single = noun[:-3] + "y" if noun == "copies" else noun[:-1]
    words = message[: found.start(2)] + single + message[found.end(2) :]
    return {words, words.replace(f"{{{found[1]}}}", "1"), re.sub(r"\bare\b", "is", words)}


def test_every_message_with_several_of_something_has_one_for_one(messages: frozenset[str]) -> None:
    known = messages
    wanting = []
    for message in sorted(known - NEVER_ONE.keys()):
        for found in MANY.finditer(message):
            if message.startswith(VERBS) or (POINTS.match(message, found.start()) and "penalty" not in message):
                continue
            starts = {one[: found.start() + 12] for one in for_one(message, found)}
            said = any(one in known for one in for_one(message, found)) or any(
                one.startswith(tuple(starts)) and one != message
                for one in known
                if "{" + found[1] + "}" in one or "1" in one
            )
            if not said:
                wanting.append(message)
    assert wanting == []
    assert NEVER_ONE.keys() <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_key_says_one_of_several(language: str) -> None:
    """German, French, Dutch: one Stein, tuile, steen, and no Steine, tuiles, stenen."""
    plural = {
        "en": r"\b1 (?:\w+ )?\w+s\b",
        "de": r"\b1 (?:\w+ )?(?:Steine|Minuten|Punkte|Stäbe)\b",
        "fr": r"\b1 (?:\w+ )?\w+[sx]\b",
        "nl": r"\b1 (?:\w+ )?(?:stenen|kans|minuten|punten)\b",
        "ja": r"(?!)",
    }[language]
    speak = translator(language)
    asked = 0
    for name, key in keys().items():
        if key.takes is Takes.NUMBER and check_value(key, 1)[1] is None:
            asked += 1
            said = speak(meaning(name, 1))
            assert not re.search(plural, said), (name, said)
    assert asked >= 6


def test_a_sentence_of_a_code_that_counts_one_is_the_one_for_one() -> None:
    assert sentence("KR203", "few", count=1, needed=2) == "1 tile is left in the live wall; a kan needs 2"
    assert sentence("KR203", "few", count=0, needed=1) == "0 tiles are left in the live wall; a kan needs 1"
    assert sentence("KR299", "few_tiles", count=1, needed=4) == "riichi needs 4 tiles in the live wall; 1 is left"
    for code, row in CODES.items():
        for name in row.sentences:
            if name.endswith("_one"):
                assert name.removesuffix("_one") in row.sentences, (code, name)


def test_so_many_of_something() -> None:
    assert (number(0, "tile"), number(1, "tile"), number(1300, "tile")) == ("0 tiles", "1 tile", "1,300 tiles")
    words = ("{count} stick", "{count} sticks")
    assert (many(words, 1), many(words, 0), many(words, 2)) == ("1 stick", "0 sticks", "2 sticks")


NEVER_ONE_IN_CODE: dict[str, tuple[int, str]] = {
    "kanrules/api.py": (3, "more melds than four, more copies or norths than four"),
    "kanrules/bots/mjai_bot.py": (2, "seconds, not counted one by one"),
    "kanrules/cases/fill.py": (8, "more melds or tiles than there is room for, or more live tiles than there are"),
    "kanrules/cases/lines.py": (1, "the word of a seat, and no number"),
    "kanrules/cli/audit.py": (1, "a rate while it runs"),
    "kanrules/cli/data.py": (1, "the files of all rulesets"),
    "kanrules/cli/draw.py": (1, "more cases than one"),
    "kanrules/cli/pack.py": (2, "questions and cases of the casebook"),
    "kanrules/cli/site.py": (1, "files of a site"),
    "kanrules/desk/worth.py": (1, "more copies than four"),
    "kanrules/kyoku/start.py": (1, "more copies than four"),
    "kanrules/law/payments.py": (1, "no winner of a ron, or several of a tsumo"),
    "kanrules/pack/reach.py": (2, "tiles of a wall, of a list"),
    "kanrules/pieces/melds_text.py": (1, "three or four tiles of a meld"),
    "kanrules/pieces/readings.py": (1, "more copies than four"),
    "kanrules/pieces/wall.py": (1, "the tiles of a whole wall"),
    "kanrules/play/contradictions.py": (1, "the tiles of a whole wall"),
    "kanrules/records/builder.py": (2, "less than none; the players of a table"),
    "kanrules/records/formats.py": (1, "more values than are read"),
    "kanrules/records/mjai.py": (1, "tiles of a meld"),
    "kanrules/records/mjsoul.py": (3, "a number that is not a number; tiles of a call"),
    "kanrules/records/read_records.py": (1, "more values than games are read"),
    "kanrules/records/tenhou6.py": (1, "indicators that are too many, or none"),
    "kanrules/replays/hand.py": (1, "more than five"),
    "kanrules/report/audit_report.py": (2, "the hands and points of a corpus"),
    "kanrules/report/audit_text.py": (3, "the hands of a corpus, points in hundreds"),
    "kanrules/svg/__init__.py": (1, "more than fourteen"),
    "kanrules/testing/varied.py": (2, "the word of a seat, and no number"),
    "kanrules/testing/conformance.py": (7, "counts for authors of plugins; points and tiles of a table"),
}
"""Files in which a number stands bare before several of something: in how many places, and why it is never one."""


def bare(path: Path) -> list[str]:
    """The places of a file where a number stands bare before several of something."""
    told = re.compile(rf"^ {ADJECTIVES}({NOUNS})\b")
    found = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.JoinedStr):
            for value, text in zip(node.values, node.values[1:], strict=False):
                if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant):
                    name = ast.unparse(value.value)
                    is_number = not re.search("seat|NAMES|[Pp]layer|^[A-Z_]+$", name)
                    if told.match(str(text.value)) and is_number:
                        found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)[:100]}")
    return found


def test_a_number_stands_bare_before_several_of_something_only_where_it_is_never_one() -> None:
    places = {str(path.relative_to(ROOT).as_posix()): bare(path) for path in sorted((ROOT / "kanrules").rglob("*.py"))}
    nowhere = (0, "")
    wanting = [
        place
        for path, found in places.items()
        if len(found) > NEVER_ONE_IN_CODE.get(path, nowhere)[0]
        for place in found
    ]
    assert wanting == []
