"""A record or a case, one kan after the other: the table at each moment, and the rulings given there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kanrules import svg
from kanrules.cases.run import play_case
from kanrules.desk.play_position import RESULTS, RuledPosition, event_text
from kanrules.desk.worth import value_text
from kanrules.frozen import frozen
from kanrules.locale import ENGLISH, Translator, labelled
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.pieces.actions import Ankan, Daiminkan, Discard, Shouminkan
from kanrules.pieces.events import Ended, KandoraTurned, RinshanDraw
from kanrules.replays.hand import HandReplay, dealt_hand, play_end, play_moves
from kanrules.report.hand_report import ending_of, title_of

if TYPE_CHECKING:
    from kanrules.cases.verify import Verified
    from kanrules.kyoku.machine import KyokuMachine
    from kanrules.law.outcome import Outcome
    from kanrules.ruleset import Ruleset
    from kanrules.rulings import Ruling

_KANS = (Ankan, Daiminkan, Shouminkan)


@frozen
class Moment:
    """One moment: the events, the table after them, the rulings, and the differences from the record or the law."""

    happened: tuple[str, ...]
    picture: str
    rulings: tuple[Ruling, ...] = ()
    wrong: tuple[str, ...] = ()


@frozen
class Chapter:
    """A hand of a record, or a case."""

    title: str
    about: str
    moments: tuple[Moment, ...]
    ends: tuple[str, ...] = ()


@dataclass(slots=True)
class _Watched:
    """Pictures of a hand as it is played, each with the number of events before it."""

    rules: Ruleset
    speak: Translator = ENGLISH
    pictures: list[tuple[int, str]] = field(default_factory=list)

    def look(self, kyoku: KyokuMachine) -> None:
        """Draw the table as it is now. If nothing happened since the last picture, the new one replaces it."""
        if self.pictures and self.pictures[-1][0] == len(kyoku.events):
            self.pictures.pop()
        self.pictures.append((len(kyoku.events), self._table(kyoku)))

    def _table(self, kyoku: KyokuMachine) -> str:
        return svg.table(kyoku.table(), rules=self.rules, size=26, lang=self.speak.language)


def of_hand(hand: HandReplay, rules: Ruleset, speak: Translator = ENGLISH) -> Chapter:
    """Return the chapter of a recorded hand: its kans, each from the announcement to the next discard, the differences
    from the record, and the end.
    """
    watched = _Watched(rules, speak)
    again = dealt_hand(rules, hand.recorded, keeps_instants=not hand.derived_instants)
    wanted = _wanted(hand)
    # Play one step at a time and draw the table after each.
    for step in hand.recorded.steps:
        before = len(again.kyoku.events)
        again.recorded = replace(hand.recorded, steps=[step])
        play_moves(again)
        if wanted.intersection(range(before, len(again.kyoku.events))):
            watched.look(again.kyoku)
        if again.stopped:
            break
    again.recorded = hand.recorded
    play_end(again)
    watched.look(again.kyoku)
    events = hand.kyoku.events
    said = [(ruling.at, ruling) for ruling in hand.rulings()]
    wrong = [
        (one.at, speak(say(_DIFFERS, recorded=one.recorded, ruled=one.ruled, code=one.code)))
        for one in hand.differences
    ]
    texts = [(at, speak(event_text(event))) for at, event in enumerate(events) if at in wanted]
    return Chapter(
        speak(title_of(hand.name)),
        speak(ending_of(hand)),
        _moments(watched, texts, said, wrong),
        _ends(hand.kyoku.outcome, speak),
    )


def _wanted(hand: HandReplay) -> set[int]:
    """Return the events to show: each kan from its announcement to the next discard, every kan dora indicator, every
    difference, and the end.
    """
    wanted = {min(one.at, max(0, len(hand.kyoku.events) - 1)) for one in hand.differences}
    follows = False
    for at, event in enumerate(hand.kyoku.events):
        if isinstance(event, _KANS):
            follows = True
        if follows or isinstance(event, (KandoraTurned, RinshanDraw, Ended)):
            wanted.add(at)
        if isinstance(event, Discard):
            follows = False
    return wanted


def of_case(verified: Verified, speak: Translator = ENGLISH) -> Chapter:
    """Return the chapter of a case: its position, and the table after each line of its play."""
    case, played = verified.case, verified.played
    title = f"{case.name} ({verified.rules})"
    if played is None:
        return Chapter(title, speak(verified.why), ())
    watched = _Watched(played.rules, speak)
    play_case(case, played.rules, watch=watched.look)
    ruled = RuledPosition(played.rules, case, played).events()
    texts = [(event.at, speak(event.text)) for event in ruled if event.event != "illegal"]
    wrong = [
        (
            event.at,
            f"{speak(labelled(_ILLEGAL))} {event.text}"
            + "".join(f"; {speak.own(one.text)} ({one.code})" for one in event.rulings),
        )
        for event in ruled
        if event.event == "illegal"
    ]
    said = [(event.at, ruling) for event in ruled if event.event != "illegal" for ruling in event.rulings]
    judged = _PASSES if verified.passed else "" if not (case.expect or case.expect_under) else _FAILS
    failed = tuple(speak(say(_FAILED, why=difference.text)) for difference in verified.differences)
    ends = (*_ends(played.kyoku.outcome, speak), *failed)
    return Chapter(title, speak(judged), _moments(watched, texts, said, wrong), ends)


_DIFFERS, _ILLEGAL = _N("recorded {recorded}; ruled {ruled} ({code})"), _N("illegal")
_PASSES, _FAILS, _FAILED = _N("passes"), _N("FAILS"), _N("fails: {why}")
_BY_TSUMO, _OFF = (
    _N("{seat} wins by tsumo: {value}, {points}"),
    _N("{seat} wins by ron from {loser}: {value}, {points}"),
)
_ENDS = _N("the hand ends: {result}")


def _moments(
    watched: _Watched,
    texts: Sequence[tuple[int, str]],
    said: Sequence[tuple[int, Ruling]],
    wrong: Sequence[tuple[int, str]],
) -> tuple[Moment, ...]:
    found, before = [], 0
    last = len(watched.pictures) - 1
    for place, (until, picture) in enumerate(watched.pictures):

        def here(at: int, *, before: int = before, until: int = until, place: int = place) -> bool:
            # Rulings on the end of the hand belong to the last moment.
            return before <= at < until or (place == last and at >= until)

        found.append(
            Moment(
                tuple(text for at, text in texts if here(at)),
                picture,
                tuple(ruling for at, ruling in said if here(at)),
                tuple(text for at, text in wrong if here(at)),
            )
        )
        before = until
    return tuple(found)


def _ends(outcome: Outcome | None, speak: Translator) -> tuple[str, ...]:
    if outcome is None:
        return ()
    wins = [
        say(
            _BY_TSUMO if win.source is None else _OFF, seat=win.seat, loser=win.source,
            value=value_text(win.value, speak), points=f"{win.changes[win.seat]:+d}",
        )
        for win in outcome.wins
    ]  # fmt: skip
    return tuple(map(speak, wins or [say(_ENDS, result=RESULTS[outcome.type.value])]))


def chapters_of(hands: Iterable[HandReplay], rules: Ruleset, speak: Translator = ENGLISH) -> list[Chapter]:
    """Return the chapters of the hands in which a kan was declared or something differs, in the given language."""
    return [of_hand(hand, rules, speak) for hand in hands if hand.kans or hand.differences]
