"""Rule on a position and its play, event by event: legal actions, turned indicators, and the end, each with its
clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kanrules.desk.worth import value_json
from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Named, say
from kanrules.pieces.actions import Draw
from kanrules.pieces.events import (
    RESULTS as RESULTS,
)
from kanrules.pieces.events import (
    Chankan,
    Ended,
    Event,
    FoulCommitted,
    KandoraTurned,
    KanPayment,
    RiichiDeclared,
    RinshanDraw,
    Turned,
)
from kanrules.pieces.tiles import NAMES, Tile
from kanrules.rulings import Finding, Ruling, Verdict, basis_together

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.cases.run import PlayedCase
    from kanrules.cases.verify import Verified
    from kanrules.law.outcome import Outcome
    from kanrules.ruleset import Ruleset

INSTANTS: dict[Turned, str] = {
    Turned.DECLARATION: _N("{indicator} turned when the kan was completed"),
    Turned.RINSHAN_DRAW: _N("{indicator} turned with the replacement tile"),
    Turned.DISCARD: _N("{indicator} turned with the discard"),
    Turned.DISCARD_PASSED: _N("{indicator} turned once the discard had passed"),
    Turned.NEXT_KAN_ANNOUNCED: _N("{indicator} turned when the next kan was announced"),
    Turned.NEXT_KAN_DECLARATION: _N("{indicator} turned when the next kan was completed"),
    Turned.RINSHAN_WIN: _N("{indicator} turned for the win on the replacement tile"),
    Turned.KITA_ANNOUNCED: _N("{indicator} turned when a kita was announced"),
    Turned.KITA_DECLARATION: _N("{indicator} turned when a kita was completed"),
    Turned.ANNOUNCED: _N("{indicator} turned before the kan could be robbed"),
    Turned.WIN: _N("{indicator} turned for the win"),
}
"""Sentences for the moment at which a kan dora indicator was turned."""
SOME_INDICATOR, INDICATOR = _N("a kan dora indicator"), _N("kan dora indicator {tile}")
_REPLACEMENT, _REPLACEMENT_TILE = (
    _N("{seat} draws the replacement tile"),
    _N("{seat} draws the replacement tile {tile}"),
)
_RIICHI, _ROBS, _FOUL = (
    _N("{seat} declares riichi"),
    _N("{seat} robs the kan of {tile}"),
    _N("{seat} commits a foul"),
)
_PAYS = _N("{seat} immediately pays {to} {points}")
_ENDS = _N("the hand ends: {result}")


@frozen
class RuledEvent:
    """One event, or an illegal action of a line, with its rulings.

    `at` is the position in `Kyoku.events`; `event` is the kind of event (`illegal` for a refused action).
    """

    at: int
    event: str
    text: str
    rulings: tuple[Ruling, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the event as `verify --format json` prints it."""
        return {
            "at": self.at,
            "event": self.event,
            "text": str(self.text),
            "rulings": [ruling.to_json() for ruling in self.rulings],
        }


@frozen
class RuledPosition:
    """Result of playing a position that has no expectations, under one ruleset."""

    rules: Ruleset
    case: Case
    played: PlayedCase

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the hand; None if it has not ended."""
        return self.played.kyoku.outcome

    def events(self) -> list[RuledEvent]:
        """Return every event in order with its rulings, and each illegal line at its place."""
        played, rules = self.played, self.played.rules
        events = played.kyoku.events
        by_event: dict[int, list[Ruling]] = {}
        for finding in played.kyoku.findings:
            by_event.setdefault(min(finding.at, max(len(events) - 1, 0)), []).append(rules.ruling(finding))
        refused: dict[int, list[RuledEvent]] = {}
        for one in played.refused:
            at = len(one.kyoku.events)
            found = tuple(
                rules.ruling(
                    Finding(Verdict.ILLEGAL, each.code, each.text, each.key, at, _plugin(each.code), each.source)
                )
                for each in one.objections
            )
            refused.setdefault(at, []).append(RuledEvent(at, "illegal", one.line.text, found))
        known = _known(played)
        told: list[RuledEvent] = []
        for at, event in enumerate(events):
            told += refused.get(at, ())
            told.append(RuledEvent(at, event.word, event_text(event, known), tuple(by_event.get(at, ()))))
        return [*told, *refused.get(len(events), ())]

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-ready data: events with their rulings, result, and payments."""
        outcome = self.outcome
        events = self.events()
        return {
            "basis": basis_together([ruling for event in events for ruling in event.rulings]).value,
            "events": [event.to_json() for event in events],
            "result": "ongoing" if outcome is None else outcome.type.value,
            "wins": [
                {
                    "seat": str(win.seat),
                    "from": None if win.source is None else str(win.source),
                    "tile": NAMES[win.tile],
                    "hand_value": value_json(win.value),
                }
                for win in (() if outcome is None else outcome.wins)
            ],
            "payments": {str(seat): change for seat, change in self.played.changes.items()},
            "tenpai": [str(seat) for seat in (() if outcome is None else outcome.tenpai)],
            "dealer_keeps": None if outcome is None else outcome.dealer_keeps,
        }


def _plugin(code: str) -> str:
    """Return the owner of a code: "core", or the plugin whose name is its prefix."""
    return "core" if code.startswith("KR") else code.rpartition("-")[0]


def _known(played: PlayedCase) -> frozenset[Tile]:
    """Return the drawn tiles that the case names, in a line or in a wall of the position."""
    given = played.case.given
    named = [line.tile for line in played.case.lines if line.verb == "draws" and line.tile is not None]
    return frozenset((*named, *given.live, *given.rinshan))


def event_text(event: Event, known: frozenset[Tile] | None = None) -> str:
    """Return an event in words. A tile from the wall is named only if it is in `known`; without `known`, all are."""
    match event:
        case Draw():
            return event.said if known is None or event.tile in known else Draw(event.seat).said
        case RinshanDraw():
            if event.tile is None or (known is not None and event.tile not in known):
                return say(_REPLACEMENT, seat=event.seat)
            return say(_REPLACEMENT_TILE, seat=event.seat, tile=NAMES[event.tile])
        case KandoraTurned():
            shown = SOME_INDICATOR if event.tile is None else say(INDICATOR, tile=NAMES[event.tile])
            return say(INSTANTS[event.instant], indicator=shown)
        case RiichiDeclared():
            return say(_RIICHI, seat=event.seat)
        case Chankan():
            return say(_ROBS, seat=event.seat, tile=NAMES[event.tile])
        case KanPayment():
            return say(
                _PAYS,
                seat=event.seat,
                to=Named("table", _N("the table")) if event.to is None else event.to,
                points=event.points,
            )
        case FoulCommitted():
            return say(_FOUL, seat=event.seat)
        case Ended():
            return say(_ENDS, result=RESULTS[event.word])
    return event.said


def rule(verified: Verified) -> RuledPosition | None:
    """Return the result of a played position that has no expectations; None for any other case."""
    if verified.played is None or verified.case.expect or verified.case.expect_under:
        return None
    return RuledPosition(verified.played.rules, verified.case, verified.played)
