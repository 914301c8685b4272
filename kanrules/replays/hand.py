"""One recorded hand under a ruleset: every action must be legal, every indicator turned at its moment, and the result
and payments equal.

The record is followed to its end whatever the ruleset says, so each hand shows everything that the ruleset would have
decided otherwise. If a hand ends by the rules while the record continues, the rest of it is not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from kanrules.errors import HandEnds, IllegalAction, UnreadableError
from kanrules.frozen import frozen
from kanrules.hooks.answers import TraceLine
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.hook_values import Kan
from kanrules.law.options import Instant, Options
from kanrules.law.outcome import Win
from kanrules.law.payments import worth
from kanrules.law.scoring import HIDDEN_VALUE
from kanrules.locale import marked as _N
from kanrules.locale.sentences import listed, many, say
from kanrules.pieces.actions import (
    PASS,
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Kyuushu,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.events import AT_A_WIN, KandoraTurned, KanPayment, ResultType, RinshanDraw, Turned
from kanrules.pieces.tiles import NAMES, SEATS, Seat, Tile
from kanrules.records import unsaid
from kanrules.records.recorded import AT_THE_END_OF_THE_WALL, Fact, RecordedDraw, RecordedHand, RecordedWin, Reveal
from kanrules.records.reveals import recorded_reveals
from kanrules.replays import statements
from kanrules.replays.statements import named, of_points, of_seat
from kanrules.rulings import CONTRADICTION, Ruling
from kanrules.table.hidden import ToldEnd, ToldWin
from kanrules.table.judge import HasJudge, Judged
from kanrules.table.state import Phase

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset


_REVEALED = frozenset((Reveal,))
_MOVES = frozenset((Draw, RinshanDraw, Discard, Chi, Pon, Daiminkan, Ankan, Shouminkan, Kita))


@frozen
class RecordDifference:
    """A difference between a record and a ruleset: the event, what was recorded, what is ruled, and the code."""

    at: int
    recorded: str
    ruled: str
    code: str

    def to_json(self) -> dict[str, object]:
        """Return the difference as JSON-ready data."""
        return {"at": self.at, "recorded": self.recorded, "ruled": self.ruled, "code": self.code}


@frozen
class KanSeen:
    """A kan in a record: its type, whether it was robbed, and the moment at which its kan dora indicator was turned."""

    type: str
    seat: Seat
    tile: Tile
    robbed: bool
    reveals: tuple[tuple[Tile | None, Turned], ...]


@dataclass(slots=True, eq=False)
class HandReplay:
    """One hand of a record, judged."""

    name: str
    result: str
    kans: list[KanSeen]
    kyoku: KyokuMachine
    recorded: RecordedHand
    differences: list[RecordDifference] = field(default_factory=list)
    derived_instants: bool = False
    """True if the record does not keep moments; they are then taken from the ruleset."""
    stopped: bool = False
    """True if the rest of the hand could not be judged."""
    reveals: list[tuple[Tile, Turned, int]] = field(default_factory=list)
    """Kan dora indicators that the record turns: tile, moment, and number of the kan."""
    shown: int = 1
    """Number of dora indicators that the record shows, including the first."""
    end: int = 0
    """Number of events before the end of the hand."""
    forbidden: int = 0
    """Number of differences that are illegal actions or illegal ends of the hand. They come first in `differences`."""
    not_compared: list[str] = field(default_factory=list)
    """Texts about statements of the record that nothing could be compared with."""
    trace: tuple[TraceLine, ...] = ()
    """Answers of plugins, by hook and in order, if a trace was asked for."""

    @property
    def breaks_off(self) -> bool:
        """True if the record does not say how the hand ended."""
        return _breaks_off(self.recorded)

    def differs(self, at: int, recorded: str, ruled: str, code: str) -> None:
        """Note a difference."""
        self.differences.append(RecordDifference(at, recorded, ruled, code))

    def under(self, rules: HasJudge) -> HandReplay:
        """Return this hand at the same moment under other rules, which must have given the same rulings so far."""
        kyoku = self.kyoku.copy()
        kyoku.judge, kyoku.options = rules.judge, rules.judge.options
        return replace(self, kyoku=kyoku, differences=self.differences[:], not_compared=self.not_compared[:])

    @property
    def rules(self) -> Ruleset:
        """The ruleset under which the hand was judged. Raises TypeError if it was judged by a bare judge."""
        found: Ruleset | None = getattr(self.kyoku.judge, "rules", None)
        if found is None:
            raise TypeError("this hand was replayed with a judge of its own, not under a ruleset")
        return found

    def rulings(self) -> list[Ruling]:
        """Return the rulings on this hand, each with the rule behind it."""
        rules = self.rules
        return [rules.ruling(finding) for finding in self.kyoku.findings]

    def __eq__(self, other: object) -> bool:
        """Return True if the same hand was judged in the same way."""
        if not isinstance(other, HandReplay):
            return NotImplemented
        mine, theirs = ((one.kyoku.events, one.kyoku.findings) for one in (self, other))
        return self._own() == other._own() and mine == theirs

    __hash__ = None  # type: ignore[assignment]  # its lists grow while it is replayed

    def __reduce__(self) -> tuple[object, ...]:
        # The machine holds plugins, which cannot be pickled. The same hand under the same rules is the same replay.
        return _replayed, (self.rules, self._own(), type(self.kyoku))

    def _own(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "kyoku"}


def replay_hand(
    rules: Ruleset,
    hand: RecordedHand,
    *,
    keeps_instants: bool = True,
    trace: list[TraceLine] | None = None,
    machine: type[KyokuMachine] = KyokuMachine,
) -> HandReplay:
    """Judge one recorded hand; plugin answers are written to `trace`. Raises UnreadableError if the record is
    impossible (a tile that no hand holds, a fifth copy).
    """
    judged = rules if trace is None else Judged(rules.judge.traced(trace))
    report = play_hand(judged, hand, keeps_instants=keeps_instants, machine=machine)
    compare_with_record(report)
    return report


def _replayed(rules: Ruleset, own: dict[str, Any], machine: type[KyokuMachine]) -> HandReplay:
    keeps = not own["derived_instants"]
    kyoku = replay_hand(rules, own["recorded"], keeps_instants=keeps, machine=machine).kyoku
    return HandReplay(kyoku=kyoku, **own)


def replay_hands(asked: Iterable[tuple[Ruleset, RecordedHand, bool]]) -> list[HandReplay | Exception]:
    """Batch version of `replay_hand`: return a report for each hand, or the error that kept it from being judged.

    Takes tuples of a ruleset, a hand, and whether its format keeps moments. All hands are dealt before any is played,
    and played before any ends: repeating the same code on hot caches is a tenth faster (docs/scale.md).
    """
    judged: list[HandReplay | Exception] = []
    for rules, hand, keeps_instants in asked:
        try:
            judged.append(dealt_hand(rules, hand, keeps_instants=keeps_instants))
        except Exception as error:
            judged.append(error)
    for step in (play_moves, play_end, compare_with_record):
        for at, report in enumerate(judged):
            if isinstance(report, HandReplay):
                try:
                    step(report)
                except Exception as error:
                    judged[at] = error
    return judged


def compare_with_record(report: HandReplay) -> None:
    """Compare a hand that was played to its end with everything that its record states of the result, indicators, and
    kans.
    """
    kyoku, hand = report.kyoku, report.recorded
    if not _breaks_off(hand):
        if kyoku.outcome is None or report.stopped:
            report.not_compared.append(_N("the end of the hand (it could not be followed to there)"))
        elif hand.draw is not None:
            _compare_draw(report, hand.draw, report.end)
        else:
            _compare_wins(report, hand, report.end)
    _compare_statements(report)
    if kyoku.at_once or hand.at_once:
        _compare_at_once(report)
    if kyoku.kans or kyoku.announced is not None or report.shown > 1:
        if kyoku.outcome is not None or not report.stopped:
            _compare_indicators(report, not report.derived_instants)
        report.kans = _kans(kyoku, report.reveals, not report.derived_instants)


def play_hand(
    rules: HasJudge,
    hand: RecordedHand,
    *,
    keeps_instants: bool = True,
    while_legal: bool = False,
    machine: type[KyokuMachine] = KyokuMachine,
) -> HandReplay:
    """Play one recorded hand to its end. The differences are illegal actions; results are not compared.

    With `while_legal`, stop before the first action that the rules forbid. Raises UnreadableError if the record is
    impossible.
    """
    report = dealt_hand(rules, hand, keeps_instants=keeps_instants, machine=machine)
    play_moves(report, while_legal=while_legal)
    play_end(report)
    return report


def dealt_hand(
    rules: HasJudge, hand: RecordedHand, *, keeps_instants: bool = True, machine: type[KyokuMachine] = KyokuMachine
) -> HandReplay:
    """Return one recorded hand as it is dealt, before its first move; takes the arguments of `play_hand`."""
    reveals: list[tuple[Tile, Turned, int]] = []
    if not _REVEALED.isdisjoint(map(type, hand.steps)):
        reveals = recorded_reveals(hand.steps)
    shown: list[Tile | None] = [hand.indicator]
    shown += [tile for tile, _, _ in reveals] if keeps_instants else list(hand.later_indicators or ())
    if len(shown) > 5:
        raise UnreadableError(f"{len(shown)} dora indicators are turned; there are five places")
    # Those that a plugin takes as replacement tiles are not in the list: it is laid at the end.
    ura = () if rules.judge.asks("replacement_from") else _ura(hand)
    kyoku = machine.dealt(
        rules, hand.hands, shown, ura=ura, round_wind=hand.round_wind, honba=hand.honba, sticks=hand.sticks,
        scores=hand.scores, red_fives=hand.red_fives,
    )  # fmt: skip
    kyoku.hear_windows(kan for _, instant, kan in reveals if instant is Turned.ANNOUNCED)
    return HandReplay(
        hand.name,
        _recorded_result(hand),
        [],
        kyoku,
        hand,
        derived_instants=not keeps_instants,
        reveals=reveals,
        shown=len(shown),
    )


def play_moves(report: HandReplay, *, while_legal: bool = False) -> None:
    """Play every move of the record, without the end of the hand."""
    kyoku, steps = report.kyoku, report.recorded.steps
    handlers = kyoku.handlers
    if report.reveals:
        steps = [step for step in steps if type(step) is not Reveal]
    for step in steps:
        try:
            handlers[type(step)](kyoku, step)
        except IllegalAction as error:
            if while_legal:
                _note_illegal(report, step, error)  # type: ignore[arg-type]
                break
            if not _follow(report, step, error):  # type: ignore[arg-type]
                break
    report.end = len(kyoku.events)


def _ura(hand: RecordedHand) -> tuple[Tile, ...]:
    """Return the ura indicators that the record shows, in order."""
    return next((win.ura for win in hand.wins if win.ura), ())


def play_step(report: HandReplay, step: Action) -> bool:
    """Play one move of a hand that is not finished yet. Returns False if the rest of the hand cannot be judged."""
    try:
        report.kyoku.push(step)
    except IllegalAction as error:
        return _follow(report, step, error)
    return True


def play_end(report: HandReplay) -> None:
    """End the hand as the record does, after its moves."""
    if not report.stopped:
        _end(report, report.recorded)
    report.forbidden = len(report.differences)


def _note_illegal(report: HandReplay, action: Action, error: IllegalAction) -> None:
    kyoku = report.kyoku
    if kyoku.outcome is None:
        ruled, code = error.objections[0].text, error.objections[0].code
    else:
        ruled = say(_OVER, result=named(kyoku.outcome.type.value))
        code = {"four_kans": "KR501", "fifth_kan": "KR503"}.get(kyoku.outcome.type.value, "KR504")
    report.differences.append(RecordDifference(len(kyoku.events), action.said, ruled, code))
    report.stopped = True


_NOT_AT_THIS_TABLE = ("KR217", "KR221")
"""Codes of a kita that the rules do not have. A record with more kitas than the rules allow is not wrong in itself."""


def _follow(report: HandReplay, action: Action, error: IllegalAction) -> bool:
    """Note the difference and play the action regardless. Returns False if the hand is over by the rules, or if their
    table cannot play it: no kita, or no replacement tile left.
    """
    kyoku = report.kyoku
    _note_illegal(report, action, error)
    if kyoku.outcome is not None:
        return False
    try:
        kyoku.follow(action)
    except HandEnds:
        return False
    except IllegalAction as again:
        if again.objections[0].code in _NOT_AT_THIS_TABLE:
            return False
        raise UnreadableError(f"event {len(kyoku.events)}: {again}") from None
    report.stopped = False
    return True


def _breaks_off(hand: RecordedHand) -> bool:
    return hand.cut or (not hand.wins and hand.draw is None)


def _end(report: HandReplay, hand: RecordedHand) -> None:
    """End the hand as the record does."""
    kyoku = report.kyoku
    if _breaks_off(hand):
        return
    kyoku.hear(
        ToldEnd(
            hand.shown,
            tuple(ToldWin(win.seat, win.source, win.tile, win.changes) for win in hand.wins),
            None if hand.draw is None else hand.draw.tenpai,
            None if hand.draw is None else hand.draw.changes,
        )
    )
    if hand.wins:
        kyoku.lay_ura(_ura(hand))
        for win in hand.wins:
            _follow_end(report, Tsumo(win.seat) if win.source is None else Ron(win.seat))
    elif hand.draw is not None and hand.draw.type is ResultType.SANCHAHOU:
        # A record of this draw names no winners: every other player has called ron.
        for seat in kyoku.setup.seats:
            if kyoku.last is not None and seat != kyoku.last.seat:
                _follow_end(report, Ron(seat))
    elif hand.draw is not None and hand.draw.type is ResultType.KYUUSHU_KYUUHAI and kyoku.outcome is None:
        _follow_end(report, Kyuushu(kyoku.turn))
    # No one else claims the last discard. Passing settles the rons, or ends the hand in a draw.
    if kyoku.outcome is None and kyoku.phase in (Phase.CLAIM, Phase.RON):
        kyoku.push(PASS)
    if kyoku.outcome is None:
        report.differences.append(RecordDifference(report.end, named(report.result), _N("the hand continues"), "KR299"))


def _follow_end(report: HandReplay, action: Action) -> None:
    """End the hand as the record says, even if the rules forbid it."""
    try:
        objections = report.kyoku.follow(action)
    except IllegalAction as error:
        objections = list(error.objections)
    if objections:
        report.differences.append(RecordDifference(report.end, action.said, objections[0].text, objections[0].code))


def _recorded_result(hand: RecordedHand) -> str:
    if hand.draw is not None:
        return hand.draw.type.value
    if hand.wins:
        return "tsumo" if hand.wins[0].source is None else "ron"
    return "ongoing"


def _compare_draw(report: HandReplay, draw: RecordedDraw, at: int) -> None:
    outcome = report.kyoku.outcome
    assert outcome is not None, "a hand is compared after its end"
    left_open = report.recorded.open
    one_of_two = Fact.KIND in left_open and outcome.type in AT_THE_END_OF_THE_WALL
    if outcome.type is not draw.type and not one_of_two:
        code = "KR502" if draw.type is ResultType.FOUR_KANS else "KR504"
        report.differences.append(RecordDifference(at, named(draw.type.value), named(outcome.type.value), code))
    if (
        draw.tenpai is not None
        and outcome.type in (ResultType.EXHAUSTIVE_DRAW,)
        and set(draw.tenpai) != set(outcome.tenpai)
    ):
        report.differences.append(
            RecordDifference(
                at, say(_TENPAI, seats=_seats(draw.tenpai)), say(_TENPAI, seats=_seats(outcome.tenpai)), "KR299"
            )
        )
    if any(win.value is HIDDEN_VALUE for win in outcome.wins):
        return
    if draw.changes is not None and draw.changes != outcome.changes_at_end and Fact.WORTH not in left_open:
        recorded, ruled = _points(draw.changes), _points(outcome.changes_at_end)
        report.differs(at, say(_PAYMENTS, points=recorded), say(_PAYMENTS, points=ruled), "KR504")


def _compare_wins(report: HandReplay, hand: RecordedHand, at: int) -> None:
    outcome = report.kyoku.outcome
    assert outcome is not None, "a hand is compared after its end"
    expected = "tsumo" if hand.wins[0].source is None else "ron"
    if outcome.type != expected:
        report.differences.append(RecordDifference(at, named(expected), named(outcome.type.value), "KR504"))
        return
    ruled = {win.seat: win for win in outcome.wins}
    left_open = hand.open
    for win in hand.wins:
        ours = ruled.pop(win.seat, None)
        if ours is None:
            report.differences.append(
                RecordDifference(at, say(_WINS, seat=win.seat), say(_HEAD_BUMP, seat=win.seat), "KR299")
            )
            continue
        if (left_open and Fact.WORTH in left_open) or ours.value is HIDDEN_VALUE:
            continue
        options = report.kyoku.options
        ura_unknown = _ura_unknown(win, ours, options)
        for recorded, ruling, code in _win_differences(win, ours, options, left_open, ura_unknown=ura_unknown):
            report.differences.append(
                RecordDifference(at, of_seat(win.seat, recorded), of_seat(win.seat, ruling), code)
            )
    for seat in ruled:
        report.differences.append(RecordDifference(at, say(_WINS_NOT, seat=seat), say(_WINS, seat=seat), "KR299"))


def _win_differences(
    win: RecordedWin, ours: Win, options: Options, left_open: frozenset[Fact], *, ura_unknown: bool
) -> Iterator[tuple[str, str, str]]:
    value = ours.value
    if win.yaku is not None and not win.yakuman:
        yield from _yaku_differences(win, ours, ura_unknown=ura_unknown)
    elif win.yakuman and not win.unknown_yaku:
        recorded = {name: (win.yaku or {}).get(name, 13) for name in win.yakuman}
        ruled = {name: 13 * times for name, times in value.yakuman.items()}
        if recorded != ruled:
            yield say(_YAKUMAN, yaku=_yaku(recorded)), say(_YAKUMAN, yaku=_yaku(ruled)), "KR213"
    if win.fu is not None and win.fu != value.fu and not value.yakuman and not win.yakuman:
        yield say(_FU, count=win.fu), say(_FU, count=value.fu), "KR213"
    if win.points is not None and not ura_unknown:
        points = worth(value, ours.seat, options, tsumo=ours.source is None)
        if points != win.points:
            yield say(_WORTH, points=win.points), say(_WORTH, points=points), "KR213"
    if win.changes is None or ura_unknown or not left_open.isdisjoint(_PAID_WITH_A_WIN):
        pass
    elif win.changes != ours.changes:
        code = "KR402" if win.liable is not None or ours.liable else "KR213"
        yield say(_PAYMENTS, points=_points(win.changes)), say(_PAYMENTS, points=_points(ours.changes)), code
    if win.liable is not None and win.liable not in {liability.seat for liability in ours.liable}:
        yield say(_LIABLE, seat=win.liable), _NOBODY_LIABLE, "KR401"


_PAID_WITH_A_WIN = frozenset((Fact.HONBA, Fact.STICKS))


def _ura_unknown(win: RecordedWin, ours: Win, options: Options) -> bool:
    """Return True if a win has ura dora that the record does not show: nothing that they add to can be compared."""
    return win.ura is None and options.dora.ura and not _RIICHI.isdisjoint(ours.value.yaku)


_RIICHI = frozenset(("riichi", "double_riichi"))


def _yaku_differences(win: RecordedWin, ours: Win, *, ura_unknown: bool) -> Iterator[tuple[str, str, str]]:
    assert win.yaku is not None, "yaku are compared where the record lists them"
    value = ours.value
    counted = {name: han for name, han in win.yaku.items() if name not in ("dora", "ura", "red", "kita")}
    if win.unknown_yaku:
        # The known names must still be right; the meaning of the others is unknown.
        wrong = {name: han for name, han in counted.items() if value.yaku.get(name) != han}
    else:
        wrong = counted if counted != value.yaku or value.yakuman else {}
        if not counted and value.yaku:
            yield _NO_YAKU, say(_YAKU, yaku=_yaku(value.yaku)), "KR213"
    if wrong:
        yield say(_YAKU, yaku=_yaku(counted)), say(_YAKU, yaku=_yaku(value.yaku or value.yakuman)), "KR213"
    dora = tuple(win.yaku.get(name, 0) for name in ("dora", "ura", "red"))
    if ura_unknown:
        dora = (dora[0], value.ura, dora[2])
    # Only some formats separate norths set aside from other dora.
    kitas = 0 if "kita" in win.yaku else value.kita
    if dora != (value.dora + kitas, value.ura, value.red) and not value.yakuman and not win.unknown_yaku:
        ruled = say(_DORA, dora=value.dora + kitas, ura=value.ura, red=value.red)
        yield say(_DORA, dora=dora[0], ura=dora[1], red=dora[2]), ruled, "KR301"


# --- what is said twice --------------------------------------------------------------------------------------------


def _compare_statements(report: HandReplay) -> None:
    """Compare what the record repeats about this hand with its own play and with the ruling."""
    hand = report.recorded
    for found in hand.contradictions:
        report.differs(_event_at(report, found.at), found.says, found.elsewhere, CONTRADICTION)
    report.not_compared += hand.notes
    at = report.end
    # The machine knows whether any player did; searching the discards takes longer.
    seats = statements.declared(hand) if report.stopped or hand.accepted or any(report.kyoku.riichi) else []
    for recorded, ruling, code in statements.said_of_the_table(hand, seats):
        report.differs(at, recorded, ruling, code)
    if not hand.wins:
        return
    turned = [hand.indicator, *(tile for tile, _, _ in report.reveals)]
    turned += hand.later_indicators or ()
    ruled = {win.seat: win for win in report.kyoku.outcome.wins} if report.kyoku.outcome is not None else {}
    options = report.kyoku.options
    for win in hand.wins:
        for recorded, ruling, code in statements.said_of_a_win(win, seats, turned):
            report.differs(at, of_seat(win.seat, recorded), ruling, code)
        report.not_compared += [say(_UNKNOWN_YAKU, yaku=repr(name)) for name in win.unknown_yaku]
        ours = ruled.get(win.seat)
        if ours is None or Fact.WORTH in hand.open or ours.value is HIDDEN_VALUE:
            continue
        if win.ura is None and options.dora.ura and report.kyoku.riichi[win.seat]:
            report.not_compared.append(unsaid.lacks(unsaid.URA))
        if _ura_unknown(win, ours, options):
            report.not_compared.append(_DEPENDS_ON_URA)
            continue
        for recorded, ruling, code in statements.ruled_of_a_win(win, ours, _with_ura(report, len(turned)), options):
            report.differs(at, of_seat(win.seat, recorded), of_seat(win.seat, ruling), code)


def _with_ura(report: HandReplay, turned: int) -> int:
    """Return how many of the turned indicators have an ura indicator below them that counts: a win that undoes a kan
    undoes its indicator, and a plugin may take an ura indicator as a replacement tile.
    """
    kyoku = report.kyoku
    undone = 1 + [*map(type, kyoku.events)].count(KandoraTurned) - kyoku.face_up
    return turned - undone - kyoku.ura_taken.bit_count()


def _compare_at_once(report: HandReplay) -> None:
    """Compare immediate payments for kans as recorded with those that are ruled."""
    events = report.kyoku.events
    ruled = [(at, event) for at, event in enumerate(events) if isinstance(event, KanPayment)]
    for at, recorded, ruling in statements.paid_for_kans(report.recorded, ruled):
        report.differs(at if at >= 0 else report.end, recorded, ruling, "KR406")


def _event_at(report: HandReplay, steps: int) -> int:
    """Return the event of the hand that follows this many steps of the record."""
    left = sum(type(step) is not Reveal for step in report.recorded.steps[:steps])
    for at, event in enumerate(report.kyoku.events):
        if type(event) in _MOVES:
            left -= 1
            if left < 0:
                return at
    return len(report.kyoku.events)


# --- indicators ----------------------------------------------------------------------------------------------------


def _compare_indicators(report: HandReplay, keeps_instants: bool) -> None:
    recorded, shown = report.reveals, report.shown - 1
    turned = [(at, event) for at, event in enumerate(report.kyoku.events) if type(event) is KandoraTurned]
    if not keeps_instants:
        if len(turned) != shown and not report.stopped:
            report.differs(len(report.kyoku.events), many(_SHOWN, shown), many(_RULED, len(turned)), "KR305")
        return
    if not turned and not recorded:
        return
    ruled = {event.kan: (at, event) for at, event in turned}
    if len(turned) == len(recorded) and any(
        one[2] != event.kan for one, (_, event) in zip(recorded, turned, strict=True)
    ):
        # If a kan does not turn an indicator, the record's next one belongs to a later kan.
        again = recorded_reveals(report.recorded.steps, [event.kan for _, event in turned])
        if all(one[1:] == (event.instant, event.kan) for one, (_, event) in zip(again, turned, strict=True)):
            recorded = report.reveals = again
    end, all_moves = len(report.kyoku.events), len(report.recorded.steps) - len(recorded)
    moves_before = _moves_before_reveals(report.recorded)
    for number, ((tile, instant, kan), moves) in enumerate(zip([*recorded], moves_before, strict=True)):
        at, event = ruled.pop(kan, (end, None))
        is_last = moves == all_moves
        left_open = is_last and report.breaks_off and _is_left_open(report.kyoku, kan, instant, event)
        if event is None:
            if not left_open:
                report.differs(at, say(_TURNED_AT, tile=NAMES[tile], instant=instant), _NOT_TURNED, "KR305")
            continue
        vague = event.instant is not instant and instant is Turned.RINSHAN_DRAW and Fact.MOMENTS in report.recorded.open
        if vague:
            report.not_compared.append(_MOMENT)
        # A record does not say that the win turned it, only that nothing else followed.
        by_win = is_last and event.instant in AT_A_WIN and report.recorded.wins
        if vague or by_win or left_open:
            report.reveals[number] = (tile, event.instant, kan)
        elif event.instant is not instant:
            turned_at = say(_TURNED_AT, tile=NAMES[tile], instant=instant)
            report.differs(at, turned_at, say(_AT, instant=event.instant), "KR305")
        elif not 0 <= sum(map(_MOVES.__contains__, map(type, report.kyoku.events[:at]))) - moves <= 1:
            # A discard turns it, but not the right one; a record writes it just before the tile.
            late = say(_LATER, tile=NAMES[tile], instant=instant)
            report.differs(at, late, say(_AT, instant=instant), "KR305")
    if not report.stopped:
        for at, event in ruled.values():
            report.differs(at, say(_KAN_NOT_TURNED, number=event.kan), say(_AT, instant=event.instant), "KR305")


def _is_left_open(kyoku: KyokuMachine, kan: int, instant: Turned, ruled: KandoraTurned | None) -> bool:
    """Return True if a record that breaks off with this indicator does not say when it was turned: nothing follows that
    says whether a kan is robbed, and a record writes an indicator just before the discard that turns it.
    """
    if ruled is not None:
        return _UNLESS_ROBBED.get(instant) is ruled.instant
    due = any(one.kan == kan and one.instant is Instant.DISCARD for one in kyoku.pending)
    return kyoku.announced is not None or (due and instant in (Turned.RINSHAN_DRAW, Turned.DISCARD))


_UNLESS_ROBBED = {
    Turned.ANNOUNCED: Turned.DECLARATION,
    Turned.NEXT_KAN_ANNOUNCED: Turned.NEXT_KAN_DECLARATION,
    Turned.KITA_ANNOUNCED: Turned.KITA_DECLARATION,
}
"""When an indicator was turned that a record writes right after a kan or kita: first if it was robbed, then if not."""
_SHOWN = (_N("{count} kan dora indicator"), _N("{count} kan dora indicators"))
_RULED = (_N("{count} is turned"), _N("{count} are turned"))
_TURNED_AT, _LATER = _N("{tile} turned at {instant}"), _N("{tile} turned at a later {instant}")
_AT, _NOT_TURNED, _KAN_NOT_TURNED = (
    _N("turned at {instant}"),
    _N("not turned"),
    _N("kan {number}: kan dora indicator not turned"),
)
_DEPENDS_ON_URA = _N("han and payments (they depend on ura dora that the record does not show)")
_MOMENT = _N("the moment of a dora indicator (written after the replacement draw, whenever it was turned)")
_OVER = _N("the hand is over: {result}")


def _moves_before_reveals(hand: RecordedHand) -> list[int]:
    """Return the number of draws, discards, calls, and kans before each kan dora indicator of the record."""
    turned = [at for at, step in enumerate(hand.steps) if type(step) is Reveal]
    return [at - before for before, at in enumerate(turned)]


def _kans(kyoku: KyokuMachine, recorded: list[tuple[Tile, Turned, int]], keeps_instants: bool) -> list[KanSeen]:
    reveals: dict[int, list[tuple[Tile | None, Turned]]] = {}
    if keeps_instants:
        for tile, instant, kan in recorded:
            reveals.setdefault(kan, []).append((tile, instant))
    else:
        for event in kyoku.events:
            if type(event) is KandoraTurned:
                reveals.setdefault(event.kan, []).append((event.tile, event.instant))
    last = kyoku.announced if isinstance(kyoku.announced, Kan) else None
    announced = kyoku.kans if last is None else [*kyoku.kans, last]
    robbed = last is not None and bool(kyoku.claims)
    return [
        KanSeen(kan.type.value, kan.seat, kan.tile, robbed and number == len(announced), tuple(reveals.get(number, ())))
        for number, kan in enumerate(announced, 1)
    ]


# --- words ---------------------------------------------------------------------------------------------------------


_TENPAI, _PAYMENTS = _N("tenpai: {seats}"), _N("payments {points}")
_WINS, _WINS_NOT, _HEAD_BUMP = _N("{seat} wins"), _N("{seat} does not win"), _N("{seat} does not win: head bump")
_YAKUMAN, _YAKU, _NO_YAKU = _N("yakuman {yaku}"), _N("yaku {yaku}"), _N("no yaku")
_FU, _WORTH = _N("{count} fu"), _N("worth {points}")
_LIABLE, _NOBODY_LIABLE = _N("{seat} is liable"), _N("no player is liable")
_DORA = _N("dora {dora}, ura {ura}, red {red}")
_UNKNOWN_YAKU = _N("the unknown yaku {yaku}")
_OF_YAKU = "{name} {han}"


def _seats(seats: Iterable[Seat]) -> str:
    return listed(seats, _N("no one"))


def _points(changes: Sequence[int]) -> str:
    paid = [(seat, change) for seat, change in zip(SEATS, changes, strict=False) if change]
    return listed((of_points(seat, f"{change:+d}") for seat, change in paid), _N("none"))


def _yaku(yaku: dict[str, int]) -> str:
    return listed((say(_OF_YAKU, name=named(name), han=han) for name, han in yaku.items()), _N("none"))
