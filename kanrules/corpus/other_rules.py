"""Find where another ruleset would have ruled a recorded hand differently, only as long as the play would have been the
same.

From the first moment at which a player would have seen another dora indicator, or a recorded action would have been
illegal, the hand could have gone differently: nothing is claimed about what was recorded after it. A win that is the
very next event is still compared. Every hand starts from the recorded tiles, scores, and dealer, including red fives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.codes import CODES
from kanrules.law.outcome import Win
from kanrules.pieces.actions import Ankan, Chi, Daiminkan, Discard, Draw, Pon, Shouminkan
from kanrules.pieces.events import AT_A_WIN, Event, KandoraTurned, ResultType, RinshanDraw, Turned
from kanrules.pieces.tiles import SEATS
from kanrules.replays.hand import HandReplay


class Area(StrEnum):
    """Parts of the law that a ruling can belong to."""

    LEGALITY = "legality"
    """A recorded action would have been illegal."""
    INDICATORS = "indicators"
    """A dora indicator would have been turned at another moment, or counted differently."""
    LIABILITY = "liability"
    """Another player would have paid."""
    DRAWS = "draws"
    """The hand would have ended differently, or continued."""
    SCORING = "scoring"
    """A win would have had another value, or would not have been valid."""


KAN_CODES = frozenset(code for code, row in CODES.items() if row.of_kan)
"""Codes of rulings on kans, kan dora indicators, and liability."""


@frozen
class Example:
    """An example of a code: the hand, and its ruling under each of the two rulesets."""

    file: str
    hand: str
    at: int
    """Index of the event in the hand, from 0."""
    ruled: str
    otherwise: str
    points: int = 0
    """Points that would have gone to other players."""


@dataclass(slots=True)
class CountedHands:
    """Number of hands, and the first of them. `points` is used for wins."""

    hands: int = 0
    points: int = 0
    first: Example | None = None

    def merge(self, other: CountedHands) -> None:
        """Add the hands of a later part of the corpus."""
        self.hands += other.hands
        self.points += other.points
        self.first = self.first or other.first


@dataclass(slots=True)
class Comparison:
    """What another ruleset would rule differently in many hands.

    Two comparisons can be merged, the one of the earlier part of the corpus first.
    """

    rules: str
    hands: int = 0
    """Number of hands compared."""
    skipped: int = 0
    """Hands not compared: the record is incomplete, or already differs from the ruleset that it is judged under."""
    other_players: int = 0
    """Hands not compared: they have another number of players than the ruleset."""
    touched: int = 0
    """Hands in which at least one ruling differs."""
    touched_by_kans: int = 0
    """Hands in which a ruling on a kan, its dora indicator, or liability differs."""
    open_ended: int = 0
    """Hands whose play could have differed from some moment on. Nothing is claimed after it."""
    areas: dict[str, int] = field(default_factory=dict)
    """Number of hands by part of the law."""
    codes: dict[str, CountedHands] = field(default_factory=dict)
    """Number of hands by code, with the first example."""
    wins: int = 0
    """Wins that both rulesets score, in hands whose play would have been the same."""
    wins_changed: int = 0
    wins_unknown: int = 0
    """Wins that would have counted a dora indicator that the record never shows. Their value is not claimed."""
    points: int = 0
    """Total of points that these wins paid."""
    points_moved: int = 0
    """Points of these wins that would have gone to other players, or would not have been paid."""
    causes: dict[str, CountedHands] = field(default_factory=dict)
    """Changed wins by cause."""
    largest: Example | None = None
    """The win with the largest change."""

    def add(self, hand: HandCompared, file: str, name: str) -> None:
        """Count one hand. Takes its file, and its name there."""
        self.hands += 1
        self.open_ended += hand.open_ended
        self.wins += hand.wins
        self.wins_unknown += hand.unknown
        self.points += hand.points
        found = hand.otherwise
        if not found:
            return
        codes = hand.codes
        self.touched += 1
        self.touched_by_kans += not KAN_CODES.isdisjoint(codes)
        for area in {one.area for one in found}:
            self.areas[area.value] = self.areas.get(area.value, 0) + 1
        for code in codes:
            counted = self.codes.setdefault(code, CountedHands())
            counted.hands += 1
            if counted.first is None:
                first = next(one for one in found if one.code == code)
                counted.first = Example(file, name, first.at, first.ruled, first.otherwise)
        for cause, one, moved in hand.changed:
            example = Example(file, name, one.at, one.ruled, one.otherwise, moved)
            self.wins_changed += 1
            self.points_moved += moved
            counted = self.causes.setdefault(cause, CountedHands())
            counted.hands += 1
            counted.points += moved
            counted.first = counted.first or example
            if self.largest is None or moved > self.largest.points:
                self.largest = example

    @property
    def is_for_others(self) -> bool:
        """True if nothing could be compared, because the ruleset is for another number of players."""
        return self.other_players > 0 and not self.hands

    def merge(self, other: Comparison) -> None:
        """Add the counts of a later part of the corpus."""
        for name in _ADDED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for area, hands in other.areas.items():
            self.areas[area] = self.areas.get(area, 0) + hands
        for mine, theirs in ((self.codes, other.codes), (self.causes, other.causes)):
            for key, counted in theirs.items():
                mine.setdefault(key, CountedHands()).merge(counted)
        if other.largest is not None and (self.largest is None or other.largest.points > self.largest.points):
            self.largest = other.largest


_ADDED = (
    "hands", "skipped", "other_players", "touched", "touched_by_kans", "open_ended", "wins", "wins_changed",
    "wins_unknown", "points", "points_moved",
)  # fmt: skip


@frozen
class Otherwise:
    """One ruling that would have been different. `kan` is the number of its kan, 0 if it is not about a kan."""

    area: Area
    code: str
    at: int
    ruled: str
    otherwise: str
    kan: int = 0


@dataclass(slots=True)
class HandCompared:
    """One hand under another ruleset: what it would rule differently, and what its wins would pay."""

    otherwise: list[Otherwise] = field(default_factory=list)
    open_ended: bool = False
    wins: int = 0
    unknown: int = 0
    points: int = 0
    changed: list[tuple[str, Otherwise, int]] = field(default_factory=list)
    """Each win that would have paid differently: the cause, the change, and the points that would have gone to other
    players.
    """

    @property
    def codes(self) -> list[str]:
        """The codes that differ, each once."""
        return list(dict.fromkeys(one.code for one in self.otherwise))


def may_be_compared(base: HandReplay) -> bool:
    """Return True if a hand can be compared with another ruleset: it is complete, and does not differ from its own."""
    return not base.differences and base.kyoku.outcome is not None


def compare_played(base: HandReplay, other: HandReplay) -> HandCompared:
    """Compare a judged hand with the same hand played under another ruleset, as long as the play is the same."""
    compared = HandCompared()
    if _follow_play(base, other, compared.otherwise):
        _compare_ends(compared, base, other)
    else:
        compared.open_ended = True
    return compared


# --- as long as the play is the same ----------------------------------------------------------------------------------

_MOVES = frozenset((Draw, RinshanDraw, Discard, Chi, Pon, Daiminkan, Ankan, Shouminkan))
_DRAWN = frozenset((Draw, RinshanDraw))
_KANS = frozenset((Daiminkan, Ankan, Shouminkan))
_IN_WINDOW = frozenset((Turned.DISCARD, Turned.ANNOUNCED, Turned.NEXT_KAN_ANNOUNCED))
_NEVER = 1 << 30


def _follow_play(base: HandReplay, other: HandReplay, found: list[Otherwise]) -> bool:
    """Record the differences up to the first moment at which play could have differed; return True if that is the end
    of the hand.
    """
    if other.forbidden and other.stopped:
        forbidden = other.differences[0]
        played = _moves(other.kyoku.events, forbidden.at)
        stop = 2 * played - 1
    else:
        forbidden, played, stop = None, 0, _NEVER
    if base.kyoku.kans or base.kyoku.announced is not None:
        for number, (ours, theirs) in enumerate(_indicators(base.kyoku, other.kyoku), 1):
            when = min(ours[0], theirs[0])
            if when >= stop:
                break
            if ours[:2] == theirs[:2]:
                continue
            at = ours[2] if ours[1] is not None else theirs[2]
            found.append(
                Otherwise(Area.INDICATORS, "KR305", at, _turned(number, ours[1]), _turned(number, theirs[1]), number)
            )
            if ours[0] != theirs[0] and _decided_after(when, base):
                return False
    if forbidden is not None:
        area = Area.DRAWS if forbidden.code.startswith("KR50") else Area.LEGALITY
        kan = _kan_of_move(base.kyoku.events, played)
        found.append(Otherwise(area, forbidden.code, forbidden.at, forbidden.recorded, forbidden.ruled, kan))
        return False
    return True


def _kan_of_move(events: Sequence[Event], number: int) -> int:
    """Return the number of the kan that this move announces, from 1, or 0 if it announces none. Moves count from 0."""
    moves = [type(event) for event in events if type(event) in _MOVES][: number + 1]
    announced = sum(move in _KANS for move in moves)
    return announced if len(moves) > number and moves[number] in _KANS else 0


def _moves(events: Sequence[Event], end: int) -> int:
    return sum(type(event) in _MOVES for event in events[:end])


_Seen = tuple[int, Turned | None, int]


def _indicators(ours: KyokuMachine, theirs: KyokuMachine) -> Iterator[tuple[_Seen, _Seen]]:
    """Yield for each dora indicator, in wall order, when it is seen, how it was turned, and at which event, in both
    hands.
    """
    first, second = _seen(ours), _seen(theirs)
    never: _Seen = (_NEVER, None, -1)
    for number in range(max(len(first), len(second))):
        yield (first[number] if number < len(first) else never), (second[number] if number < len(second) else never)


def _seen(kyoku: KyokuMachine) -> list[_Seen]:
    """Return for each face-up dora indicator when players see it, how it was turned, and at which event.

    Moments count in halves: 2k while the k-th move can still be answered, 2k + 1 afterwards. A draw cannot be answered.
    """
    seen: list[_Seen] = []
    moves = -1
    last: type = Draw
    for at, event in enumerate(kyoku.events):
        kind = type(event)
        if kind in _MOVES:
            moves += 1
            last = kind
        elif type(event) is KandoraTurned:
            if last in _DRAWN:
                when = 2 * moves - 1
            elif event.instant in _IN_WINDOW and (last not in _KANS or _robbable(kyoku, event)):
                when = 2 * moves
            else:
                when = 2 * moves + 1
            seen.append((_NEVER if event.instant in AT_A_WIN else when, event.instant, at))
    return seen


def _robbable(kyoku: KyokuMachine, event: KandoraTurned) -> bool:
    number = event.kan + (event.instant is Turned.NEXT_KAN_ANNOUNCED)
    kan = kyoku.announced if number > len(kyoku.kans) else kyoku.kans[number - 1]
    return kan is not None and bool(kan.robbable_by)


def _decided_after(when: int, base: HandReplay) -> bool:
    """Return True if any player decided anything other than to win after this moment."""
    moves = [type(event) for event in base.kyoku.events if type(event) in _MOVES]
    later = moves[when // 2 + 1 :]
    if when % 2 == 0:
        return bool(later) or not base.recorded.wins
    return any(move not in _DRAWN for move in later) or not base.recorded.wins


_HOW = {
    Turned.DECLARATION: "when the kan is completed",
    Turned.RINSHAN_DRAW: "with the replacement draw",
    Turned.DISCARD: "with the discard",
    Turned.DISCARD_PASSED: "once the discard has passed",
    Turned.NEXT_KAN_ANNOUNCED: "when the next kan is announced",
    Turned.NEXT_KAN_DECLARATION: "when the next kan is completed",
    Turned.RINSHAN_WIN: "for the rinshan win",
    Turned.ANNOUNCED: "before the kan can be robbed",
    Turned.WIN: "for the win",
}


def _turned(number: int, instant: Turned | None) -> str:
    return f"kandora {number} " + ("is not turned" if instant is None else f"is turned {_HOW[instant]}")


# --- the ends ------------------------------------------------------------------------------------------------------


_DRAWS = {ResultType.FOUR_KANS: "KR501", ResultType.FIFTH_KAN: "KR503"}


def _compare_ends(compared: HandCompared, base: HandReplay, other: HandReplay) -> None:
    found = compared.otherwise
    ours, theirs = base.kyoku.outcome, other.kyoku.outcome
    assert ours is not None, "hands are compared once they have ended"
    at = base.end
    if theirs is None:
        code = "KR502" if ours.type is ResultType.FOUR_KANS else "KR504"
        found.append(Otherwise(Area.DRAWS, code, at, ours.type.value, "the hand continues"))
        return
    refused = {difference.recorded: difference for difference in other.differences}
    if ours.type is not theirs.type:
        code = "KR502" if ours.type is ResultType.FOUR_KANS else _DRAWS.get(theirs.type, "KR504")
        found.append(Otherwise(Area.DRAWS, code, at, ours.type.value, theirs.type.value))
        return
    if not ours.wins:
        for difference in refused.values():
            found.append(Otherwise(Area.DRAWS, difference.code, at, difference.recorded, difference.ruled))
        if ours.changes != theirs.changes or set(ours.tenpai) != set(theirs.tenpai):
            found.append(Otherwise(Area.DRAWS, "KR504", at, _paid(ours.changes), _paid(theirs.changes)))
        return
    for difference in refused.values():
        found.append(Otherwise(Area.SCORING, difference.code, at, difference.recorded, difference.ruled))
    ruled = {win.seat: win for win in theirs.wins}
    unknown = _unknown_tiles(other.kyoku)
    for win in ours.wins:
        otherwise = ruled.pop(win.seat, None)
        if otherwise is None:
            found.append(
                Otherwise(
                    Area.SCORING, "KR299", at, f"{win.seat} wins", f"{win.seat} does not win: another player is nearer"
                )
            )
        elif f"{win.seat} ron" in refused or f"{win.seat} tsumo" in refused:
            continue
        elif unknown:
            compared.unknown += 1
            hidden = "counts a kan dora indicator that the record does not show"
            found.append(Otherwise(Area.INDICATORS, "KR301", at, _worth(win), hidden))
        else:
            compared.wins += 1
            compared.points += sum(change for change in win.changes if change > 0)
            _compare_win(compared, at, win, otherwise)
    for seat in ruled:
        found.append(Otherwise(Area.SCORING, "KR299", at, f"{seat} does not win", f"{seat} wins"))


def _unknown_tiles(kyoku: KyokuMachine) -> bool:
    return None in kyoku.dora_indicators[: kyoku.face_up]


def _compare_win(compared: HandCompared, at: int, ours: Win, theirs: Win) -> None:
    causes = list(_causes(ours, theirs))
    if not causes:
        return
    area, code, _ = causes[0]
    one = Otherwise(area, code, at, _worth(ours), _worth(theirs))
    compared.otherwise.append(one)
    if moved := points_moved(ours.changes, theirs.changes):
        compared.changed.append((" and ".join(cause for _, _, cause in causes), one, moved))


def points_moved(ours: Sequence[int], theirs: Sequence[int]) -> int:
    """Return the points that would have gone to other players, or would not have been paid. Takes the changes of score
    by seat.
    """
    shift = [b - a for a, b in zip(ours, theirs, strict=True)]
    return max(sum(change for change in shift if change > 0), -sum(change for change in shift if change < 0))


def _causes(ours: Win, theirs: Win) -> Iterator[tuple[Area, str, str]]:
    """Yield the causes of the difference, most important first."""
    a, b = ours.value, theirs.value
    if a.dora != b.dora and not a.yakuman and not b.yakuman:
        yield Area.INDICATORS, "KR301", "kandora"
    if a.ura != b.ura and not a.yakuman and not b.yakuman:
        yield Area.INDICATORS, "KR301", "ura"
    if ours.liable != theirs.liable:
        yield Area.LIABILITY, "KR402", "liability"
    if a.yaku != b.yaku or a.yakuman != b.yakuman:
        yield Area.SCORING, "KR213", "yaku"
    if a.fu != b.fu and not a.yakuman and not b.yakuman:
        yield Area.SCORING, "KR213", "fu"
    if a.han == b.han and (a.fu == b.fu or a.yakuman) and a.yakuman == b.yakuman and a.base != b.base:
        yield Area.SCORING, "KR213", "limits"
    if a.base == b.base and ours.liable == theirs.liable and ours.changes != theirs.changes:
        if ours.liable:
            yield Area.LIABILITY, "KR402", "liability"
        else:
            yield Area.SCORING, "KR213", "honba and sticks"


def _worth(win: Win) -> str:
    value = win.value
    names = ", ".join([*value.yakuman, *value.yaku]) or "no yaku"
    dora = value.dora_han
    worth = value.limit.value if value.yakuman or value.limit.value != "none" else f"{value.han} han {value.fu} fu"
    liable = "".join(f", {one.seat} liable" for one in win.liable)
    return f"{win.seat}: {names}" + (f", dora {dora}" if dora else "") + f": {worth}{liable}, {_paid(win.changes)}"


def _paid(changes: tuple[int, ...]) -> str:
    return ", ".join(f"{SEATS[at]} {change:+d}" for at, change in enumerate(changes) if change) or "no one pays"
