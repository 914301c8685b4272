"""What a record states twice: each statement is compared with the play that it should follow from.

If the record contradicts itself, the code is KR112 whatever the ruleset. If only the ruleset contradicts it, the code
is that of its law. A statement that cannot be compared is noted in `not_compared`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kanrules.law.limits import Limit
from kanrules.law.options import Options
from kanrules.law.outcome import Win
from kanrules.law.yaku import WORDS
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Named, Sentence, listed, say
from kanrules.pieces.actions import Discard
from kanrules.pieces.events import RESULTS, KanPayment, ResultType
from kanrules.pieces.tiles import NAMES, SEATS, Seat, Tile
from kanrules.records.recorded import Fact, RecordedDraw, RecordedHand, RecordedPayment, RecordedWin, Reveal
from kanrules.rulings import CONTRADICTION

STICK = 1000
Points = tuple[int, ...]
Said = tuple[str, str, str]
"""A difference: the recorded statement, the ruling or the play it contradicts, and the code."""


def named(name: str) -> Named:
    """Return a result or a yaku by its name in JSON (`four_kans`), translatable into words."""
    return Named(name, WORDS.get(name) or RESULTS.get(name, name))


def of_seat(seat: Seat, said: str) -> Sentence:
    """Return a statement preceded by its seat."""
    return say(_OF_SEAT, seat=seat, said=said)


def of_points(seat: Seat, points: object) -> Sentence:
    """Return a seat with its points."""
    return say("{seat} {points}", seat=seat, points=points)


_OF_SEAT = _N("{seat}: {said}")


# --- riichi and what lies on the table -----------------------------------------------------------------------------


def declared(hand: RecordedHand) -> list[Seat]:
    """Return the seats that declared riichi, in order."""
    return [step.seat for step in hand.steps if type(step) is Discard and step.riichi]


def paid(hand: RecordedHand) -> list[Seat]:
    """Return the seats whose riichi sticks the record puts on the table: those it marks, or else those whose riichi
    discard was not won on.
    """
    if hand.accepted is not None:
        return hand.accepted
    seats = declared(hand)
    return seats[:-1] if seats and _won_on(hand) else seats


def _won_on(hand: RecordedHand) -> bool:
    """Return True if the last move was a riichi discard that another player won on."""
    last = next((step for step in reversed(hand.steps) if type(step) is not Reveal), None)
    if type(last) is not Discard or not last.riichi:
        return False
    if hand.wins:
        return hand.wins[0].source is not None
    return hand.draw is not None and hand.draw.type is ResultType.SANCHAHOU


def after(hand: RecordedHand) -> tuple[Points | None, int | None]:
    """Return the scores by seat and the sticks on the table after the hand, from the record alone; None for what it
    does not say.
    """
    seats = paid(hand)
    scores, sticks = at_once(hand)
    left = 0 if hand.wins else None if Fact.STICKS in hand.open else sticks + len(seats)
    if Fact.SCORES in hand.open:
        return None, left
    for seat in seats:
        scores[seat] -= STICK
    for changes in [win.changes for win in hand.wins] or ([hand.draw.changes] if hand.draw is not None else []):
        if changes is None:
            return None, left
        scores = [score + change for score, change in zip(scores, changes, strict=True)]
    return tuple(scores), left


def at_once(hand: RecordedHand) -> tuple[list[int], int]:
    """Return the scores by seat and the sticks on the table after all immediate payments for kans."""
    scores, sticks = list(hand.scores), hand.sticks
    for paid in hand.at_once:
        scores[paid.seat] -= paid.points
        if paid.to is None:
            sticks += paid.points // STICK
        else:
            scores[paid.to] += paid.points
    return scores, sticks


def said_of_the_table(hand: RecordedHand, seats: Sequence[Seat]) -> Iterator[Said]:
    """Yield differences in riichi marks and in what the end of the hand repeats of honba, sticks, and scores.

    `seats` are the players who declared riichi.
    """
    if hand.accepted is not None and (seats or hand.accepted):
        expected = seats[:-1] if seats and _won_on(hand) else seats
        # If four kans end the hand on the discard, the ruleset says whether the stick is paid.
        open_end = hand.draw is not None and hand.draw.type is ResultType.FOUR_KANS
        cut_before = hand.cut and hand.accepted == seats[:-1]
        if hand.accepted != expected and not (open_end and hand.accepted == seats[:-1]) and not cut_before:
            yield say(_PAID, seats=_seats(hand.accepted)), say(_STANDS, seats=_seats(expected)), CONTRADICTION
    put = paid(hand)
    scores, sticks = at_once(hand)
    sticks += len(put)
    for seat in put:
        scores[seat] -= STICK
    ends: Sequence[RecordedWin | RecordedDraw] = hand.wins or ([hand.draw] if hand.draw is not None else [])
    left_open = hand.open
    known = Fact.SCORES not in left_open
    for end in ends:
        stated, changes = end.stated, end.changes
        if stated.honba is not None and stated.honba != hand.honba and Fact.HONBA not in left_open:
            yield _of(end, say(_HONBA, count=stated.honba)), say(_HAS, count=hand.honba), CONTRADICTION
        if stated.sticks is not None and stated.sticks != sticks and Fact.STICKS not in left_open:
            yield _of(end, say(STICKS, count=stated.sticks)), say(_THERE_ARE, count=sticks), CONTRADICTION
        if known and stated.before is not None and list(stated.before) != scores:
            yield (
                _of(end, say(_BEFORE, scores=by_seat(stated.before))),
                say(_THEY_ARE, scores=by_seat(scores)),
                CONTRADICTION,
            )
        if changes is None:
            known = False
        else:
            scores = [score + change for score, change in zip(scores, changes, strict=True)]
        if known and stated.after is not None and list(stated.after) != scores:
            yield (
                _of(end, say(_AFTER, scores=by_seat(stated.after))),
                say(_THEY_ARE, scores=by_seat(scores)),
                CONTRADICTION,
            )
        sticks = 0  # the first winner took them


_PAID, _STANDS = _N("riichi paid by {seats}"), _N("valid riichi: {seats}")
_HONBA, _HAS = _N("{count} honba"), _N("the hand has {count}")
STICKS, _THERE_ARE = _N("{count} sticks on the table"), _N("there are {count}")
"""Messages for the number of riichi sticks on the table."""
_BEFORE, _AFTER, _THEY_ARE = _N("scores before: {scores}"), _N("scores after: {scores}"), _N("they are {scores}")


def _of(end: RecordedWin | RecordedDraw, said: Sentence) -> Sentence:
    """Return a statement about the end of a hand, preceded by the seat if it is a win."""
    return of_seat(end.seat, said) if isinstance(end, RecordedWin) else said


# --- a win ---------------------------------------------------------------------------------------------------------


def paid_for_kans(hand: RecordedHand, ruled: Sequence[tuple[int, KanPayment]]) -> Iterator[tuple[int, str, str]]:
    """Yield differences in immediate payments for kans: event, recorded, ruled.

    Takes the ruled payments with the indexes of their events. A record that does not mention such payments has none.
    """
    left = list(hand.at_once)
    for at, event in ruled:
        match = next((p for p in left if _same(p, event)), None)
        if match is None:
            yield at, say(_NOTHING_FOR, number=event.kan), payment_words(event)
        else:
            left.remove(match)
    for paid_ in left:
        yield -1, say(_FOR_KAN, payment=payment_words(paid_), number=paid_.kan), _N("nothing is paid for it")


def _same(paid_: RecordedPayment, event: KanPayment) -> bool:
    return (paid_.seat, paid_.to, paid_.points, paid_.kan) == (event.seat, event.to, event.points, event.kan)


def payment_words(paid: RecordedPayment | KanPayment) -> str:
    """Return who makes an immediate payment to whom, and how much."""
    return say(_PAYS_AT_ONCE, seat=paid.seat, to=_N("the table") if paid.to is None else paid.to, points=paid.points)


_NOTHING_FOR, _FOR_KAN = _N("nothing is paid for kan {number}"), _N("{payment} for kan {number}")
_PAYS_AT_ONCE = _N("{seat} immediately pays {to} {points}")


def said_of_a_win(win: RecordedWin, seats: Sequence[Seat], turned: Sequence[Tile]) -> Iterator[Said]:
    """Yield differences in what a win repeats of the play: its han, the face-up indicators, and whether it was in
    riichi.

    `seats` are the players who declared riichi; `turned` are the dora indicators that the record has turned, including
    the first.
    """
    riichi = win.seat in seats
    if win.riichi is not None and win.riichi != riichi:
        yield (
            (_N("in riichi") if win.riichi else _N("not in riichi")),
            (_NO_RIICHI if riichi is False else _N("riichi was declared")),
            CONTRADICTION,
        )
    if win.han is not None and win.yaku is not None and not win.unknown_yaku and win.han != sum(win.yaku.values()):
        yield say(_HAN, count=win.han), say(_LISTED_HAVE, count=sum(win.yaku.values())), CONTRADICTION
    if win.indicators is not None and list(win.indicators) != list(turned):
        yield say(_INDICATORS, tiles=names(win.indicators)), say(_WERE_TURNED, tiles=names(turned)), CONTRADICTION
    if win.ura and not riichi:
        yield say(_URA, tiles=names(win.ura)), _NO_RIICHI, CONTRADICTION


def ruled_of_a_win(win: RecordedWin, ours: Win, ura: int, options: Options) -> Iterator[Said]:
    """Yield differences between a win as recorded and as ruled: han, limit, and number of ura indicators. `ura` is
    their number if there are any under the indicators of kans.
    """
    value = ours.value
    yakuman = bool(win.yakuman) or bool(value.yakuman)
    if win.han is not None and not yakuman and win.han != value.han:
        yield say(_HAN, count=win.han), say(_HAN, count=value.han), "KR213"
    if win.limit is not None and win.limit != limit(ours):
        yield say(_LIMIT, limit=win.limit), say(_LIMIT, limit=limit(ours)), "KR213"
    # Riichi is not counted in addition to a yakuman, and some programs list no ura either.
    if win.ura is not None and ("riichi" in value.yaku or "double_riichi" in value.yaku or (yakuman and win.ura)):
        number = (ura if options.kandora.ura else 1) if options.dora.ura else 0
        if len(win.ura) != number:
            yield say(_URA_COUNT, count=len(win.ura)), say(_URA_COUNT, count=number), "KR301"


_NO_RIICHI = _N("riichi was not declared")
_HAN, _LISTED_HAVE = _N("{count} han"), _N("the listed yaku add up to {count}")
_INDICATORS, _WERE_TURNED = _N("dora indicators {tiles}"), _N("{tiles} were turned")
_URA, _URA_COUNT, _LIMIT = _N("ura {tiles}"), _N("{count} ura"), _N("limit {limit}")


def limit(win: Win) -> str:
    """Return the limit that a win reaches, in a record's words. A counted yakuman is a yakuman, too."""
    return (Limit.YAKUMAN if win.value.yakuman else win.value.limit).value


# --- words ---------------------------------------------------------------------------------------------------------


def names(tiles: Sequence[Tile]) -> str:
    """Return tiles as text, or the word "none" if there are none."""
    return " ".join(NAMES[tile] for tile in tiles) or _N("none")


def by_seat(points: Sequence[int]) -> str:
    """Return scores by seat as text."""
    return listed(of_points(seat, score) for seat, score in zip(SEATS, points, strict=False))


def _seats(seats: Sequence[Seat]) -> str:
    return listed(seats, _N("no one"))
