"""What a record says twice: each statement held against the play that it follows from.

What the record itself denies is KR112, whatever the ruleset; what only the ruleset denies has the code of its law. What
is stated and cannot be compared is noted in `not_compared`, and never passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kanrules.law.outcome import Win
from kanrules.law.scoring import Limit
from kanrules.pieces.actions import Discard
from kanrules.pieces.events import KanPayment, ResultType
from kanrules.pieces.tiles import NAMES, SEATS, Seat, Tile
from kanrules.records.model import RecordedDraw, RecordedHand, RecordedPayment, RecordedWin, Reveal
from kanrules.rulings import CONTRADICTION

if TYPE_CHECKING:
    from kanrules.law.options import Options

STICK = 1000
Points = tuple[int, ...]
Said = tuple[str, str, str]
"""What is recorded, what is ruled or follows, and the code."""


# --- riichi and what lies on the table -----------------------------------------------------------------------------


def declared(hand: RecordedHand) -> list[Seat]:
    """Who said riichi, in order."""
    return [step.seat for step in hand.steps if type(step) is Discard and step.riichi]


def paid(hand: RecordedHand) -> list[Seat]:
    """Whose sticks the record puts on the table: as its marks say, or everybody's whose discard nobody won on."""
    if hand.accepted is not None:
        return hand.accepted
    seats = declared(hand)
    return seats[:-1] if seats and _won_on(hand) else seats


def _won_on(hand: RecordedHand) -> bool:
    """Whether the last move was a riichi's discard, and others won on it."""
    last = next((step for step in reversed(hand.steps) if type(step) is not Reveal), None)
    if type(last) is not Discard or not last.riichi:
        return False
    if hand.wins:
        return hand.wins[0].source is not None
    return hand.draw is not None and hand.draw.type is ResultType.SANCHAHOU


def after(hand: RecordedHand) -> tuple[Points, int]:
    """Scores by seat and the sticks on the table once the hand is over, by the record alone."""
    seats = paid(hand)
    scores, sticks = at_once(hand)
    for seat in seats:
        scores[seat] -= STICK
    for changes in [win.changes for win in hand.wins] or ([hand.draw.changes] if hand.draw is not None else []):
        scores = [score + change for score, change in zip(scores, changes, strict=True)]
    return tuple(scores), 0 if hand.wins else sticks + len(seats)


def at_once(hand: RecordedHand) -> tuple[list[int], int]:
    """Scores by seat and the sticks on the table with all that was paid at once for kans."""
    scores, sticks = list(hand.scores), hand.sticks
    for paid in hand.at_once:
        scores[paid.seat] -= paid.points
        if paid.to is None:
            sticks += paid.points // STICK
        else:
            scores[paid.to] += paid.points
    return scores, sticks


def said_of_the_table(hand: RecordedHand, seats: Sequence[Seat]) -> Iterator[Said]:
    """Riichi marks, and what the end of the hand says again of honba, sticks and scores; takes who said riichi."""
    if hand.accepted is not None and (seats or hand.accepted):
        expected = seats[:-1] if seats and _won_on(hand) else seats
        # Where four kans end the hand on the discard, the ruleset says whether the stick is paid.
        open_end = hand.draw is not None and hand.draw.type is ResultType.FOUR_KANS
        cut_before = hand.cut and hand.accepted == seats[:-1]
        if hand.accepted != expected and not (open_end and hand.accepted == seats[:-1]) and not cut_before:
            yield f"riichi paid by {_seats(hand.accepted)}", f"riichi stands of {_seats(expected)}", CONTRADICTION
    put = paid(hand)
    scores, sticks = at_once(hand)
    sticks += len(put)
    for seat in put:
        scores[seat] -= STICK
    ends: Sequence[RecordedWin | RecordedDraw] = hand.wins or ([hand.draw] if hand.draw is not None else [])
    for end in ends:
        stated, changes = end.stated, end.changes
        who = _Who(end)
        if stated.honba is not None and stated.honba != hand.honba:
            yield f"{who}{stated.honba} honba", f"the hand has {hand.honba}", CONTRADICTION
        if stated.sticks is not None and stated.sticks != sticks:
            yield f"{who}{stated.sticks} sticks on the table", f"there are {sticks}", CONTRADICTION
        if stated.before is not None and list(stated.before) != scores:
            yield f"{who}scores before: {by_seat(stated.before)}", f"they are {by_seat(scores)}", CONTRADICTION
        scores = [score + change for score, change in zip(scores, changes, strict=True)]
        if stated.after is not None and list(stated.after) != scores:
            yield f"{who}scores after: {by_seat(stated.after)}", f"they are {by_seat(scores)}", CONTRADICTION
        sticks = 0  # the first winner took them


class _Who:
    """Whose win a statement belongs to, put into words only where somebody reads them."""

    __slots__ = ("end",)

    def __init__(self, end: RecordedWin | RecordedDraw) -> None:
        self.end = end

    def __str__(self) -> str:
        return f"{self.end.seat}: " if isinstance(self.end, RecordedWin) else ""


# --- a win ---------------------------------------------------------------------------------------------------------


def paid_for_kans(hand: RecordedHand, ruled: Sequence[tuple[int, KanPayment]]) -> Iterator[tuple[int, str, str]]:
    """What the record has paid at once for kans, held against what is ruled: event, recorded, ruled.

    Takes what is ruled as events, each with its place; a record that says nothing of such payments paid none.
    """
    left = list(hand.at_once)
    for at, event in ruled:
        match = next((p for p in left if _same(p, event)), None)
        if match is None:
            yield at, f"nothing is paid for kan {event.kan}", payment_words(event)
        else:
            left.remove(match)
    for paid_ in left:
        yield -1, f"{payment_words(paid_)} for kan {paid_.kan}", "nothing is paid for it"


def _same(paid_: RecordedPayment, event: KanPayment) -> bool:
    return (paid_.seat, paid_.to, paid_.points, paid_.kan) == (event.seat, event.to, event.points, event.kan)


def payment_words(paid: RecordedPayment | KanPayment) -> str:
    """Who pays whom how much at once."""
    return f"{paid.seat} pays {'the table' if paid.to is None else paid.to} {paid.points} at once"


def said_of_a_win(win: RecordedWin, seats: Sequence[Seat], turned: Sequence[Tile]) -> Iterator[Said]:
    """What a win says again of the play: its han, the indicators that lie there, whether it was in riichi.

    `seats` are those who said riichi, `turned` the indicators that the record has turned, the first included.
    """
    riichi = win.seat in seats
    if win.riichi is not None and win.riichi != riichi:
        yield (
            ("in riichi" if win.riichi else "not in riichi"),
            ("no riichi was said" if riichi is False else "riichi was said"),
            CONTRADICTION,
        )
    if win.han is not None and win.yaku is not None and not win.unknown_yaku and win.han != sum(win.yaku.values()):
        yield f"{win.han} han", f"the yaku listed have {sum(win.yaku.values())}", CONTRADICTION
    if win.indicators is not None and list(win.indicators) != list(turned):
        yield f"indicators {names(win.indicators)}", f"{names(turned)} were turned", CONTRADICTION
    if win.ura and not riichi:
        yield f"ura {names(win.ura)}", "no riichi was said", CONTRADICTION


def ruled_of_a_win(win: RecordedWin, ours: Win, turned: int, options: Options) -> Iterator[Said]:
    """What the ruleset makes of the han, the limit and the number of ura that a win states."""
    value = ours.value
    yakuman = bool(win.yakuman) or bool(value.yakuman)
    if win.han is not None and not yakuman and win.han != value.han:
        yield f"{win.han} han", f"{value.han} han", "KR213"
    if win.limit is not None and win.limit != limit(ours):
        yield f"limit {win.limit}", f"limit {limit(ours)}", "KR213"
    if win.ura is not None and ("riichi" in value.yaku or "double_riichi" in value.yaku):
        number = (turned if options.kandora.ura else 1) if options.dora.ura else 0
        if len(win.ura) != number:
            yield f"{len(win.ura)} ura", f"{number} ura", "KR301"


def limit(win: Win) -> str:
    """The limit that a win reaches, in a record's words: a counted yakuman is one, too."""
    return (Limit.YAKUMAN if win.value.yakuman else win.value.limit).value


# --- words ---------------------------------------------------------------------------------------------------------


def names(tiles: Sequence[Tile]) -> str:
    """Tiles as text, or that there are none."""
    return " ".join(NAMES[tile] for tile in tiles) or "none"


def by_seat(points: Sequence[int]) -> str:
    """Scores by seat as text."""
    return ", ".join(f"{seat} {score}" for seat, score in zip(SEATS, points, strict=False))


def _seats(seats: Sequence[Seat]) -> str:
    return ", ".join(str(seat) for seat in seats) or "nobody"
