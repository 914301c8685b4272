"""Write a hand played here as a record and as mjai, with all tiles visible or as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.outcome import Outcome, Win
from kanrules.law.payments import worth
from kanrules.pieces.actions import Ankan, Chi, Daiminkan, Discard, Draw, Kita, Pon, Shouminkan
from kanrules.pieces.events import Event, KandoraTurned, KanPayment, ResultType, RinshanDraw
from kanrules.pieces.tiles import Seat
from kanrules.records import write_mjai
from kanrules.records.recorded import RecordedDraw, RecordedHand, RecordedPayment, RecordedStep, RecordedWin
from kanrules.records.write_mjai import HIDDEN
from kanrules.records.writing import with_reveals
from kanrules.table.state import Phase

_STEPS = (Draw, Discard, Chi, Pon, Daiminkan, Ankan, Shouminkan, Kita)
_EXHAUSTED = frozenset((ResultType.EXHAUSTIVE_DRAW, ResultType.NAGASHI_MANGAN))


def recorded(dealt: KyokuMachine, now: KyokuMachine, events: Iterable[Event], *, east: int = 0) -> RecordedHand:
    """Return a hand as a record.

    Takes the hand as it was dealt, the hand as it is now, its events, and the player of the game, 0 to 3, who deals.
    Raises ValueError if it did not begin with the deal.
    """
    indicator = dealt.dora_indicators[0]
    begun = dealt.events or any(dealt.rivers) or any(dealt.melds) or dealt.phase is not Phase.DRAW
    if begun or indicator is None:
        raise ValueError("a record begins with the deal, and this hand was set up at a later moment")
    events = list(events)
    seats = dealt.setup.seats
    declared = [event.seat for event in events if isinstance(event, Discard) and event.riichi]
    hand = RecordedHand(
        round_wind=dealt.round_wind,
        number=east + 1,
        honba=dealt.honba,
        sticks=dealt.sticks,
        scores=tuple(dealt.scores),
        players=tuple((east + seat) % len(seats) for seat in seats),
        hands=tuple(() if dealt.is_hidden(seat) else tuple(dealt.concealed(seat)) for seat in seats),
        indicator=indicator,
        red_fives=dealt.red_fives,
        steps=_steps(events),
        accepted=[seat for seat in declared if now.riichi[seat] and now.riichi_unpaid != seat],
        at_once=[
            RecordedPayment(event.kan, event.seat, event.to, event.points)
            for event in events
            if isinstance(event, KanPayment)
        ],
        cut=now.outcome is None,
    )
    if now.outcome is not None:
        hand.wins = _wins(now, now.outcome)
        if not hand.wins:
            kind = now.outcome.type
            tenpai = now.outcome.tenpai if kind in _EXHAUSTED else None
            hand.draw = RecordedDraw(kind, now.outcome.changes_at_end, tenpai)
    turned = [
        (event.tile, event.instant, event.kan)
        for event in events
        if isinstance(event, KandoraTurned) and event.tile is not None
    ]
    return with_reveals(hand, turned)


def _steps(events: Sequence[Event]) -> list[RecordedStep]:
    steps: list[RecordedStep] = []
    for event in events:
        if isinstance(event, RinshanDraw):
            steps.append(Draw(event.seat, event.tile))
        elif isinstance(event, _STEPS):
            steps.append(event)
    return steps


def _wins(now: KyokuMachine, outcome: Outcome) -> list[RecordedWin]:
    """Return each win with its payments. Other payments at the end (fees, a chombo in addition to a win) go with the
    last win.
    """
    wins = [_win(now, win) for win in outcome.wins]
    if wins:
        others = [sum(points) for points in zip(*(win.changes for win in outcome.wins[:-1]), strict=True)]
        wins[-1].changes = tuple(
            change - other
            for change, other in zip(outcome.changes_at_end, others or [0] * len(outcome.changes_at_end), strict=True)
        )
    return wins


def _win(now: KyokuMachine, win: Win) -> RecordedWin:
    value = win.value
    ura = now.options.dora.ura and now.riichi[win.seat]
    shown = now.ura_indicators[: now.face_up if now.options.kandora.ura else 1] if ura else []
    return RecordedWin(
        win.seat,
        win.source,
        win.tile,
        win.changes,
        han=None if value.yakuman else value.han,
        fu=None if value.yakuman else value.fu,
        points=worth(value, win.seat, now.options, tsumo=win.source is None),
        ura=tuple(tile for tile in shown if tile is not None) if ura else None,
    )


def events_of(hand: RecordedHand, seat: Seat | None = None) -> list[dict[str, Any]]:
    """Return the hand as mjai from `start_kyoku` up to now. For a seat, `?` stands for every hidden tile."""
    if seat is not None:
        # A kan is reported before any payment for it, and later events must not contradict what was reported.
        hand.at_once = []
    told = list(write_mjai.events(hand))
    if hand.cut:
        del told[-1]  # the hand continues
    if seat is None:
        return told
    me = hand.players[seat]
    told[0]["tehais"] = [tiles if player == me else [HIDDEN] * 13 for player, tiles in enumerate(told[0]["tehais"])]
    for event in told:
        if event["type"] == "tsumo" and event["actor"] != me:
            event["pai"] = HIDDEN
    return told
