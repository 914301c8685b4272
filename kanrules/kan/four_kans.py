"""Four kans in one hand: play continues, the hand ends at the moment that the rules name, or the fourth kan wins."""

from __future__ import annotations

from kanrules.kan.step_types import WayEnd
from kanrules.law.hook_values import FourKans, Kan
from kanrules.law.options import FourKansDraw, FourKansMoment, FourKansOfOne, Options
from kanrules.rulings import Verdict
from kanrules.table.judge import HookAnswer
from kanrules.table.snapshot import Table
from kanrules.table.state import State

_ABORT, _AT_ANNOUNCEMENT = FourKans.ABORT, FourKansMoment.ANNOUNCED


def four_kans(kan: Kan, table: Table, options: Options) -> FourKans:
    """Return what four kans do, which may differ for one player's and several players' kans: end the hand, win, or
    nothing.
    """
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
    if kan.number < 4 and not state.judge.asks("kans_end"):
        return None
    if kan.number <= 4 and state.options.four_kans.abort_at is _AT_ANNOUNCEMENT:
        _decide_on(state, kan)
        if state.four_kans is _ABORT:
            return _abort(state, FourKansMoment.ANNOUNCED)
    return None


def stand(state: State) -> WayEnd | None:
    """Decide what the completed fourth kan does: play continues, the hand is to end, or the fourth kan wins. A plugin
    may end the hand with an earlier kan.
    """
    kan = state.kans[-1]
    if kan.number > 4 or (kan.number < 4 and not state.judge.asks("kans_end")):
        return None
    _decide_on(state, kan)
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
    """Record in the state what this fourth kan does. Return the answer with the name of the plugin or core."""
    answer: HookAnswer[FourKans] | None = state.judge.decide("four_kans", kan, table=state.glance)
    if answer is None:
        answer = HookAnswer(four_kans(kan, state.glance(), state.options))
    state.four_kans = answer.value
    state.decided_by("four_kans", answer.by)
    return answer


def end_earlier(state: State, kan: Kan) -> None:
    """Record in the state whether a plugin ends the hand with one of the first three kans."""
    answer = state.judge.decide("kans_end", kan, table=state.glance)
    if answer is not None:
        state.four_kans = answer.value
        state.decided_by("four_kans", answer.by)


def _decide_on(state: State, kan: Kan) -> None:
    """Ask once about each kan whether it ends the hand; nothing takes that back."""
    if state.four_kans is not None:
        return
    if kan.number < 4:
        end_earlier(state, kan)
    else:
        _rule_on(state, kan)


def _rule_on(state: State, kan: Kan) -> None:
    answer = decide(state, kan)
    owners = {k.seat for k in state.kans} | {kan.seat}
    if state.four_kans is FourKans.PLAY_ON:
        key = "four_kans.one_player" if len(owners) == 1 else "four_kans.several_players"
        state.note(Verdict.PLAY_ON, "KR502", "stand", key, answer.by)


def _abort(state: State, moment: FourKansMoment) -> WayEnd:
    # At the announcement, the fourth kan is not in `kans` yet.
    owners = {k.seat for k in state.kans} | ({state.announced.seat} if state.announced else set())
    key = "four_kans.one_player" if len(owners) == 1 else "four_kans.several_players"
    count = max(len(state.kans), state.announced.number if isinstance(state.announced, Kan) else 0)
    name = moment.value if count > 3 else "earlier"
    state.note(Verdict.DRAW, "KR501", name, key, state.deciders["four_kans"], count=count)
    return WayEnd("four_kans")
