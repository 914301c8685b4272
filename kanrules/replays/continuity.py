"""Continuity between hands: scores, sticks, honba, round, and dealer of a game carry over into the next hand and into
the final result.

A record that contradicts its own figures is KR112 under every ruleset. The ruleset decides who deals next and with how
many honba. If it decides differently from the record, and another ruleset could explain the record, the difference is
KR506. Final points that do not follow from the final scores under [game] are KR506 too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kanrules.law.final_points import final, order
from kanrules.law.options import FinalRounding, GameTable, UmaBy
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import SEATS
from kanrules.pieces.tiles import wind as wind_of
from kanrules.records.recorded import Fact, RecordedHand
from kanrules.replays.statements import STICK, STICKS, Points, after, paid
from kanrules.rulings import CONTRADICTION, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kanrules.replays.hand import HandReplay
    from kanrules.ruleset import Ruleset

GAME = "KR506"
_PLACE = _N("{wind} {number}, {honba} honba")
_GAME_ENDED, _WAS_BEFORE = _N("the game ended with {hand}"), _N("the previous hand was {hand}")
_FOLLOWS, _LEFT = _N("{hand} follows {before}"), _N("the previous hand left {count}")
_SCORES, _ENDED_WITH = _N("scores {scores}"), _N("the previous hand ended with {scores}")
_FINAL_SCORES, _LAST_ENDED = _N("final scores {scores}"), _N("the last hand ended with {scores}")
_FINAL_POINTS = _N("final points {points}")
Place = tuple[int, int, int]
"""Round wind, number of the hand in it (1-4, or 1-3 with three players), and honba."""


class Continuity:
    """Compares each judged hand of a record with the one before it, and adds the differences to the hand's report.

    Takes the ruleset. `judge` takes the hands in the order of the record; use a new object for each record.
    """

    __slots__ = ("before", "rules", "whole")

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.before: HandReplay | None = None
        self.whole = True

    def judge(self, report: HandReplay) -> None:
        """Compare this hand's start with the end of the one before, and a stated end of the game with its own end."""
        before, self.before = self.before, report
        hand = report.recorded
        if before is None:
            self.whole = (*_place(hand), hand.sticks) == (SEATS[0], 1, 0, 0)
        else:
            if not self.whole:  # one hand alone does not say that it is a game
                report.not_compared.append(_N("the start of the game (the record does not begin with east 1)"))
                self.whole = True
            _compare_place(before, report)
            _compare_scores(before, report)
        if hand.final is not None:
            _compare_final(report)
            _compare_points(report, self.rules)


def _place(hand: RecordedHand) -> Place:
    return hand.round_wind, hand.number, hand.honba


def _next(place: Place, players: int, *, keeps: bool, honba: int) -> Place:
    wind, number, _ = place
    if keeps:
        return wind, number, honba
    return ((wind + 1) % 4, 1, honba) if number == players else (wind, number + 1, honba)


def _compare_place(before: HandReplay, report: HandReplay) -> None:
    was, now = _place(before.recorded), _place(report.recorded)
    count = len(report.recorded.players)
    if before.recorded.final is not None:
        report.differs(0, words(now), say(_GAME_ENDED, hand=words(was)), CONTRADICTION)
        return
    outcome = before.kyoku.outcome
    # If the ruleset ends that hand differently, that is a difference of its own.
    known = outcome is not None and outcome.type == before.result
    # Seen from one seat, the dealer may have been tenpai at an exhaustive draw or not.
    if any(one.verdict is Verdict.UNKNOWN and one.code == GAME for one in before.kyoku.findings):
        known = False
    if outcome is not None and known:
        ruled = _next(was, count, keeps=outcome.dealer_keeps, honba=outcome.next_honba)
        if now == ruled:
            return
    possible = {_next(was, count, keeps=True, honba=was[2] + 1), _next(was, count, keeps=False, honba=0)}
    if not before.recorded.wins:
        possible.add(_next(was, count, keeps=False, honba=was[2] + 1))
    if before.breaks_off:
        # A chombo for which the record has no word: the hand is dealt again (EMA 2016 3.4.6).
        possible.add(was)
    left_open = before.recorded.open | report.recorded.open
    fits = now[:2] in {place[:2] for place in possible} and not (known and now[:2] != ruled[:2])
    if fits and Fact.HONBA in left_open:  # only the round and the dealer can be compared
        return
    if Fact.WORTH in left_open:
        known = False
    if now not in possible:
        report.differs(0, words(now), say(_WAS_BEFORE, hand=words(was)), CONTRADICTION)
    elif known:
        report.differs(0, words(now), say(_FOLLOWS, hand=words(ruled), before=words(was)), GAME)


def _compare_scores(before: HandReplay, report: HandReplay) -> None:
    was, now = before.recorded, report.recorded
    if before.breaks_off:
        report.not_compared.append(_N("scores and sticks at its start (the previous hand is incomplete)"))
        return
    scores, sticks = after(was)
    if Fact.STICKS in now.open:
        sticks = None
    if scores is None or Fact.SCORES in now.open:
        if Fact.SCORES not in now.open:
            report.not_compared.append(_N("scores at its start (the record does not say what the previous hand paid)"))
        if sticks is not None and now.sticks != sticks and not (_stick_is_open(was) and now.sticks == sticks - 1):
            report.differs(0, say(STICKS, count=now.sticks), say(_LEFT, count=sticks), CONTRADICTION)
        return
    began = _by_player(now.scores, now)
    # The rules decide whether a riichi stick on the last discard before a four-kan draw is paid.
    if sticks is not None and _stick_is_open(was) and (began, now.sticks) == _without_last(scores, sticks, was):
        return
    ended = _by_player(scores, was)
    if began != ended:
        report.differs(0, say(_SCORES, scores=players(began)), say(_ENDED_WITH, scores=players(ended)), CONTRADICTION)
    if sticks is not None and now.sticks != sticks:
        report.differs(0, say(STICKS, count=now.sticks), say(_LEFT, count=sticks), CONTRADICTION)


def _stick_is_open(hand: RecordedHand) -> bool:
    """Return True if a riichi stick may or may not have been paid before a four-kan draw, and the record has no mark
    for it.
    """
    four_kans = hand.draw is not None and hand.draw.type is ResultType.FOUR_KANS
    return four_kans and hand.accepted is None and bool(paid(hand))


def _without_last(scores: Points, sticks: int, hand: RecordedHand) -> tuple[Points, int]:
    last = paid(hand)[-1]
    back = tuple(score + STICK * (seat == last) for seat, score in enumerate(scores))
    return _by_player(back, hand), sticks - 1


def _compare_final(report: HandReplay) -> None:
    hand = report.recorded
    assert hand.final is not None, "final points are compared where the record has them"
    if report.breaks_off:
        report.not_compared.append(_N("the final result (the last hand is incomplete)"))
        return
    scores, sticks = after(hand)
    if scores is None:
        report.not_compared.append(_N("the final result (the record does not say what the last hand paid)"))
        return
    ended = _by_player(scores, hand)
    if sticks is None:
        sticks = (sum(hand.final) - sum(ended)) // STICK
    if hand.final != ended and not _sticks_to_the_first(hand.final, ended, sticks):
        stated, reckoned = say(_FINAL_SCORES, scores=players(hand.final)), say(_LAST_ENDED, scores=players(ended))
        report.differs(len(report.kyoku.events), stated, reckoned, CONTRADICTION)


def _compare_points(report: HandReplay, rules: Ruleset) -> None:
    """Compare the final points that a record states with the ruleset's [game]."""
    hand, law = report.recorded, rules.game
    if hand.final is None or hand.final_points is None:
        return
    keys = ["game.return_points", "game.floating" if law.uma_by is UmaBy.FLOATING else "game.uma"]
    if any(rules.origin(key).is_default for key in keys):
        report.not_compared.append(_N("the final points (no source found for the value of a place under this ruleset)"))
        return
    stated = [round(1000 * points) for points in hand.final_points]
    if all(points % 1000 == 0 for points in stated):
        # Tenhou's files of 2017 to 2022 state them in thousands, other records in hundreds: the record decides.
        law = replace(law, final_rounding=FinalRounding.THOUSANDS)
    ruled = final(hand.final, law).points
    if list(ruled) != stated and list(_half_up(hand.final, rules.game)) != stated:
        at = len(report.kyoku.events)
        report.differs(
            at, say(_FINAL_POINTS, points=_thousands(stated)), say(_FINAL_POINTS, points=_thousands(ruled)), GAME
        )


def _half_up(scores: Points, law: GameTable) -> Points:
    """Return final points in thousands, rounded half up as JavaScript's `Math.round` does: majiang-core's."""
    exact = final(scores, replace(law, final_rounding=FinalRounding.NONE)).points
    rounded = [(points + 500) // 1000 * 1000 for points in exact]
    first = order(scores)[0]
    rounded[first] += sum(exact) - sum(rounded)
    return tuple(rounded)


def _thousands(points: Sequence[int]) -> str:
    return ", ".join(f"{one / 1000:+g}" for one in points)


def _sticks_to_the_first(final: Points, ended: Points, sticks: int) -> bool:
    """Return True if one of the players in first place received what was left on the table, and no other player
    received anything.
    """
    surplus = [a - b for a, b in zip(final, ended, strict=True)]
    got = [player for player, more in enumerate(surplus) if more]
    return len(got) == 1 and surplus[got[0]] == STICK * sticks and ended[got[0]] == max(ended)


def _by_player(values: Points, hand: RecordedHand) -> Points:
    found = [0] * len(values)
    for player, value in zip(hand.players, values, strict=True):
        found[player] = value
    return tuple(found)


def players(scores: Points) -> str:
    """Return scores by player as text."""
    return ", ".join(map(str, scores))


def words(place: Place) -> str:
    """Return a place in the game as text: `east 3, 1 honba`."""
    wind, number, honba = place
    return say(_PLACE, wind=wind_of(SEATS[wind]), number=number, honba=honba)
