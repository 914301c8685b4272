"""A table as plain data for drawing: seats, and every tile that the viewer sees with its position."""

from __future__ import annotations

from kanrules.drawing.rows import Laid
from kanrules.drawing.tables import Place, Seen
from kanrules.errors import UnreadableError
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import capital, say
from kanrules.pieces.melds import AnkanDisplay
from kanrules.pieces.tiles import NAMES, SEATS, Seat, wind
from kanrules.table.layout import Layout

_ROUND = _N("{wind} round")
_STICK, _STICKS = _N("{honba} honba, 1 stick"), _N("{honba} honba, {sticks} sticks")
_LEFT = (_N("{count} tiles left"), _N("{count} tile left"))
_FOR_KANS, _FOR_KANS_AND_KITAS = _N("{count} for kans"), _N("{count} for kans and kitas")
_CARDS_OPEN, _AS_SEEN = _N("The table: {what}; all hands shown"), _N("The table: {what}; as {seat} sees it")


def seen(
    table: Layout,
    seat: Seat | None = None,
    display: AnkanDisplay = AnkanDisplay.OUTER_DOWN,
    speak: Translator = ENGLISH,
) -> Seen:
    """Return the drawing data of a table.

    Takes the seat from which the table is seen: that seat is at the bottom, and the other hands are face down. Without
    a seat, all hands are visible and east is at the bottom. With three players, north's place is empty.
    """
    bottom = Seat.EAST if seat is None else seat
    players = len(table.hands)
    if bottom >= players:
        raise UnreadableError(f"{bottom} is not a seat with three players; expected east, south or west", code="KR111")
    around = [SEATS[(bottom + turn) % 4] for turn in range(4)]
    sticks = say(_STICK if table.sticks == 1 else _STICKS, honba=table.honba, sticks=table.sticks)
    above = (capital(speak(say(_ROUND, wind=wind(table.round_wind)))), speak(sticks))
    spare = say(_FOR_KANS if players == 4 else _FOR_KANS_AND_KITAS, count=table.rinshan_left)
    what = ", ".join(above)
    return Seen(
        tuple(
            _place(table, here, display, speak, hidden=seat not in (None, here)) if here < players else None
            for here in around
        ),
        tuple("" if tile is None else NAMES[tile] for tile in table.indicators),
        above,
        (speak(say(_LEFT[table.live_tiles == 1], count=table.live_tiles)), speak(spare)),
        speak(say(_CARDS_OPEN if seat is None else _AS_SEEN, what=what, seat=seat)),
    )


def _place(table: Layout, seat: Seat, display: AnkanDisplay, speak: Translator, *, hidden: bool) -> Place:
    tiles = list(table.hands[seat])
    drawn: Laid | None = None
    if table.drawn is not None and table.turn == seat:
        tiles.remove(table.drawn)
        drawn = ("", "down") if hidden else (NAMES[table.drawn], "upright")
    words = [f"{capital(speak(str(seat)))}  " + f"{table.scores[seat]:,}".replace(",", " ")]
    words += [speak(_DOUBLE_RIICHI if table.double_riichi[seat] else _RIICHI)] if table.riichi[seat] else []
    words += [speak(_DEAD)] if seat in table.dead_hands else []
    aside = [("kita", [(_NORTH, "upright")] * table.kitas[seat])] if table.kitas[seat] else []
    return Place(
        str(seat),
        ", ".join(words),
        tuple(("", "down") if hidden else (NAMES[tile], "upright") for tile in tiles),
        drawn,
        (*((meld.type.value, meld.lies(seat, display)) for meld in table.melds[seat]), *aside),
        _river(table, seat),
        table.riichi[seat],
    )


_DOUBLE_RIICHI, _RIICHI, _DEAD = _N("double riichi"), _N("riichi"), _N("dead hand")
_NORTH = "4z"
"""The tile that a kita sets aside."""


def _river(table: Layout, seat: Seat) -> tuple[Laid, ...]:
    """Return the discards that are still in the river.

    The riichi discard is turned sideways. If it was called, the next discard is turned, by the custom of the table.
    """
    laid: list[Laid] = []
    turn = False
    for at, discard in enumerate(table.rivers[seat]):
        turn = turn or discard.riichi
        if at not in table.taken[seat]:
            laid.append((NAMES[discard.tile], "turned" if turn else "upright"))
            turn = False
    return tuple(laid)
