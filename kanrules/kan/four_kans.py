"""Four kans in one hand: play continues, the hand ends at the moment the rules name, or the fourth kan wins."""

from __future__ import annotations

from kanrules.kan.steps import WayEnd
from kanrules.law.options import FourKansDraw, FourKansMoment, FourKansOfOne, Options
from kanrules.law.vocabulary import FourKans, Kan
from kanrules.rulings import Verdict
from kanrules.table.judge import HookAnswer
from kanrules.table.snapshot import Table
from kanrules.table.state import State

_ABORT, _AT_ANNOUNCEMENT = FourKans.ABORT, FourKansMoment.ANNOUNCED


def four_kans(kan: Kan, table: Table, options: Options) -> FourKans:
    """Return what four kans do: one player's may win, and one player's or several players' may end the hand."""
    owners = {other.seat for other in table.kans} | {kan.seat}
    if len(owners) == 1:
        return _FOUR_OF_ONE[options.four_kans.one_player]
    return FourKans.ABORT if options.four_kans.several_players is FourKansDraw.ABORT else FourKans.PLAY_ON


_FOUR_OF_ONE: dict[FourKansOfOne, FourKans] = {
    FourKansOfOne.PLAY_ON: FourKans.PLAY_ON,
    FourKansOfOne.ABORT: FourKans.ABORT,
    FourKansOfOne.WIN_ON_PASSED_DISCARD: FourKans.WIN_ON_PASSED_DISCARD,
}


def announced(state: State) -> WayEnd | None:
    """Return the end of the hand if four kans end it at the announcement."""
    kan = state.announced if isinstance(state.announced, Kan) else state.kans[-1]
    if kan.number == 4 and state.options.four_kans.abort_at is _AT_ANNOUNCEMENT:
        _rule_on(state, kan)
        if state.four_kans is _ABORT:
            return _abort(state, FourKansMoment.ANNOUNCED)
    return None


def stand(state: State) -> WayEnd | None:
    """Decide what the completed fourth kan does: play continues, the hand is to end, or the fourth kan wins."""
    kan = state.kans[-1]
    if kan.number != 4:
        return None
    if state.four_kans is None:
        _rule_on(state, kan)
    if state.four_kans is FourKans.WIN:
        state.note(Verdict.LEGAL, "KR505", "stands", "", state.deciders["four_kans"], seat=kan.seat)
        return WayEnd(winner=kan.seat)
    if state.four_kans is _ABORT and state.options.four_kans.abort_at is FourKansMoment.DECLARATION:
        return _abort(state, FourKansMoment.DECLARATION)
    return None


def replaced(state: State) -> WayEnd | None:
    """Return the end of the hand with the fourth replacement tile, unless the player who drew it could win on it.

    Source: a Japanese introduction to the kan, 四槓流れ:
    「4回カンが発生して嶺上牌がなくなった時点で、流局」.
    The text does not mention a win on that tile. kanrules lets a win come before the draw, as at the other moments.
    """
    if state.four_kans is _ABORT and state.options.four_kans.abort_at is FourKansMoment.RINSHAN_DRAW:
        return WayEnd("four_kans", unless=state.turn)
    return None


def let_replacement_pass(state: State) -> WayEnd:
    """Return the end of the hand if the player does not win on the replacement tile of the fourth kan."""
    return _abort(state, FourKansMoment.RINSHAN_DRAW)


def discarded(state: State) -> WayEnd | None:
    """Return the end of the hand if four kans end it with the discard, before a ron on that discard."""
    if state.four_kans is _ABORT and state.options.four_kans.abort_at is FourKansMoment.DISCARD:
        return _abort(state, FourKansMoment.DISCARD)
    return None


def passed(state: State) -> WayEnd | None:
    """Return what happens once the discard after the fourth kan has passed: the hand ends, or the fourth kan wins."""
    if state.four_kans is _ABORT:
        return _abort(state, FourKansMoment.DISCARD_PASSED)
    if state.four_kans is FourKans.WIN_ON_PASSED_DISCARD:
        kan = state.kans[-1]
        by = state.deciders["four_kans"]
        state.note(Verdict.LEGAL, "KR505", "discard", "four_kans.one_player", by, seat=kan.seat)
        return WayEnd(winner=kan.seat)
    return None


def decide(state: State, kan: Kan) -> HookAnswer[FourKans]:
    """Note on the state what this fourth kan does. Returns the answer with the name of who decided."""
    if state.judge.asks("four_kans"):
        answer = state.judge.four_kans(kan, state.glance)
    else:
        answer = HookAnswer(four_kans(kan, state.glance(), state.options))
    state.four_kans = answer.value
    state.decided_by("four_kans", answer.by)
    return answer


def _rule_on(state: State, kan: Kan) -> None:
    answer = decide(state, kan)
    owners = {k.seat for k in state.kans} | {kan.seat}
    if state.four_kans is FourKans.PLAY_ON:
        key = "four_kans.one_player" if len(owners) == 1 else "four_kans.several_players"
        state.note(Verdict.PLAY_ON, "KR502", "stand", key, answer.by)


def _abort(state: State, moment: FourKansMoment) -> WayEnd:
    owners = {k.seat for k in state.kans} | ({state.announced.seat} if state.announced else set())
    key = "four_kans.one_player" if len(owners) == 1 else "four_kans.several_players"
    state.note(Verdict.DRAW, "KR501", moment.value, key, state.deciders["four_kans"])
    return WayEnd("four_kans")
