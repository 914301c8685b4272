"""Events at the table, in order: actions and their consequences, as frozen values.

`Kyoku.events` is a list of these. The index of an event in it is the `at` of a ruling.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.actions import Ankan, Chi, Daiminkan, Discard, Draw, Kita, Kyuushu, Pon, Ron, Shouminkan, Tsumo
from kanrules.pieces.tiles import Seat, Tile


class Turned(StrEnum):
    """The moment at which a kan dora indicator was actually turned."""

    DECLARATION = "declaration"
    RINSHAN_DRAW = "rinshan_draw"
    DISCARD = "discard"
    DISCARD_PASSED = "discard_passed"
    NEXT_KAN_ANNOUNCED = "next_kan_announced"
    NEXT_KAN_DECLARATION = "next_kan_declaration"
    RINSHAN_WIN = "rinshan_win"
    KITA_ANNOUNCED = "kita_announced"
    KITA_DECLARATION = "kita_declaration"
    ANNOUNCED = "announced"
    """Before the robbery window (`robbed_kan = "revealed"`)."""
    WIN = "win"
    """For any win, if a plugin says so."""

    @property
    def said(self) -> Sentence:
        """The moment in words."""
        return say(_INSTANTS[self.value])


AT_A_WIN = frozenset((Turned.RINSHAN_WIN, Turned.WIN))
"""Moments at which a win turns an indicator, so that no player sees it earlier."""
_INSTANTS: dict[str, str] = {
    "declaration": _N("declaration"),
    "rinshan_draw": _N("replacement draw"),
    "discard": _N("discard"),
    "discard_passed": _N("discard passed"),
    "next_kan_announced": _N("next kan announced"),
    "next_kan_declaration": _N("next kan's declaration"),
    "rinshan_win": _N("rinshan win"),
    "win": _N("win"),
    "kita_announced": _N("kita announced"),
    "kita_declaration": _N("kita's declaration"),
    "announced": _N("announced"),
}


@frozen
class RiichiDeclared:
    """A player declares riichi; the discard follows."""

    word: ClassVar[str] = "riichi"
    seat: Seat


@frozen
class RinshanDraw:
    """A player draws the replacement tile."""

    word: ClassVar[str] = "rinshan"
    seat: Seat
    tile: Tile | None


@frozen
class KandoraTurned:
    """The kan dora indicator of the kan with this number is turned. `tile` is None if a record never showed it."""

    word: ClassVar[str] = "kandora"
    tile: Tile | None
    instant: Turned
    kan: int


@frozen
class Chankan:
    """A player robs the kan just announced; the ron follows."""

    word: ClassVar[str] = "chankan"
    seat: Seat
    tile: Tile


@frozen
class KanPayment:
    """A player makes an immediate payment for the completed kan with this number. `to` is None if the payment goes to
    the table, in riichi sticks.
    """

    word: ClassVar[str] = "payment"
    seat: Seat
    to: Seat | None
    points: int
    kan: int


@frozen
class FoulCommitted:
    """A player commits a foul."""

    word: ClassVar[str] = "foul"
    seat: Seat
    code: str


@frozen
class Ended:
    """The hand is over. `word` is its result."""

    word: str


Event = (
    Draw | Discard | Chi | Pon | Daiminkan | Ankan | Shouminkan | Kita | Ron | Tsumo | Kyuushu
    | RiichiDeclared | RinshanDraw | KandoraTurned | Chankan | KanPayment | FoulCommitted | Ended
)  # fmt: skip


class ResultType(StrEnum):
    """How a hand ended; `ongoing` if it has not."""

    ONGOING = "ongoing"
    RON = "ron"
    TSUMO = "tsumo"
    EXHAUSTIVE_DRAW = "exhaustive_draw"
    NAGASHI_MANGAN = "nagashi_mangan"
    FOUR_KANS = "four_kans"
    FIFTH_KAN = "fifth_kan"
    KYUUSHU_KYUUHAI = "kyuushu_kyuuhai"
    SUUFON_RENDA = "suufon_renda"
    SUUCHA_RIICHI = "suucha_riichi"
    SANCHAHOU = "sanchahou"
    CHOMBO = "chombo"


RESULTS: dict[str, str] = {result.value: result.replace("_", " ") for result in ResultType}
"""Words for each end of a hand."""
