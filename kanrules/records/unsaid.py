"""Statements that a record may leave out. What is not said is not compared, and the replay lists it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, Verbatim, listed, say

PAYMENTS, SCORES, HONBA = _N("payments"), _N("scores at the start of the hand"), _N("honba")
STICKS = _N("riichi sticks at the start of the hand")
YAKU, FU, HAN, VALUE, LIMIT = _N("yaku"), _N("fu"), _N("han"), _N("value of the win"), _N("limit")
WINNING_TILE, URA, INDICATORS = _N("winning tile"), _N("ura dora"), _N("dora indicators at the win")
DRAWN, RIICHI_MARKS = _N("whether a discard is the tile just drawn"), _N("riichi marks")
KIND_OF_DRAW, TENPAI, SHOWN = _N("kind of draw"), _N("tenpai players"), _N("hand shown at the end")
BEFORE, AFTER = _N("scores before the payments"), _N("scores after the payments")
SCORES_AFTER_RIICHI, TILES_LEFT = _N("scores after a riichi"), _N("tiles left in the wall")
LIABLE, DEALER_WINS = _N("liable player"), _N("whether the winner was the dealer")
WON_FROM, CALLED_FROM = _N("the player who was won from"), _N("the player who was called")
DEALER_OF_HAND, RED_FIVES = _N("dealer of the hand"), _N("number of red fives")
COUNTERS, DEALER, YAKUMAN = _N("honba and riichi sticks at the end"), _N("first dealer"), _N("number of yakuman")
IN_RIICHI, MELDS = _N("whether the winner was in riichi"), _N("melds shown at the end")
FINAL_SCORES, FINAL_POINTS, PLACES = _N("final scores"), _N("final points"), _N("places at the end of the game")
"""Statements, as messages for `lacks`."""
END_OF_GAME = _N("the end of the game (not in the record)")
UNKNOWN_LIMIT, UNKNOWN_DRAW = _N("the unknown limit {name}"), _N("the unknown draw {name}")
UNKNOWN_EVENT = _N("the unknown event {name}")
"""What a record says in a word that no reader knows, as messages for `not_known`."""
_LACKS, _LEAVES_OUT = _N("{what} (the record has no {field})"), _N("{what} (not in the record)")


def in_short(not_compared: Iterable[str]) -> list[str]:
    """Return notes for a line of text: what few records leave out with its field, and the rest as one list."""
    found: list[str] = []
    rest: list[object] = []
    for note in not_compared:
        missing = note.args["what"] if isinstance(note, Sentence) and note.template in _TEMPLATES else None
        if missing is None or missing in _SELDOM:
            found.append(note)
        else:
            rest.append(missing)
    if rest:
        found.append(say(_LEAVES_OUT, what=listed(dict.fromkeys(rest))))
    return found


_TEMPLATES = (_LACKS, _LEAVES_OUT)
_SELDOM = frozenset((PAYMENTS, SCORES, HONBA, STICKS))


@cache
def lacks(what: str, field: str = "") -> Sentence:
    """Return the note on a statement that a record does not make.

    Takes the statement, and the format's field for it; without a field, the note says only that it is missing.
    """
    return say(_LACKS, what=what, field=Verbatim(field)) if field else say(_LEAVES_OUT, what=what)
