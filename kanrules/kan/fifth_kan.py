"""The fifth kan of a hand: forbidden, or the end of the hand, with or without a robbery window before it."""

from __future__ import annotations

from kanrules.kan.step_types import WayEnd
from kanrules.law.hook_values import FifthKan, Kan
from kanrules.law.options import FifthKanPolicy, Options
from kanrules.rulings import Verdict
from kanrules.table.judge import HookAnswer
from kanrules.table.state import State


def fifth_kan(kan: Kan, options: Options) -> FifthKan:
    """Return what a fifth kan does: it is forbidden, or ends the hand with or without a robbery window before it.
    Source: the keys of [fifth_kan].
    """
    if options.fifth_kan.policy is FifthKanPolicy.FORBIDDEN:
        return FifthKan.FORBID
    return FifthKan.ABORT_IF_NOT_ROBBED if options.fifth_kan.robbable else FifthKan.ABORT


def policy(state: State, kan: Kan) -> HookAnswer[FifthKan]:
    """Return what this fifth kan does, and who decides it: a plugin or core."""
    return state.judge.decide("fifth_kan", kan, table=state.glance) or HookAnswer(fifth_kan(kan, state.options))


def decide(state: State, kan: Kan) -> str:
    """Record in the state what the announced fifth kan does. Return the name of the plugin that decided, or "core"."""
    answer = policy(state, kan)
    state.fifth = FifthKan.PLAY_ON if answer.value is FifthKan.FORBID else answer.value
    state.decided_by("fifth_kan", answer.by)
    return answer.by


def announced(state: State) -> WayEnd | None:
    """Return the end of the hand if a fifth kan that must not be robbed has been announced."""
    kan = state.announced
    assert isinstance(kan, Kan)
    if kan.number > 4:
        plugin = decide(state, kan)
        if state.fifth is FifthKan.ABORT:
            state.note(Verdict.DRAW, "KR503", "announced", "fifth_kan.policy", plugin)
            return WayEnd("fifth_kan")
    return None


def stands(state: State) -> WayEnd | None:
    """Return the end of the hand if a fifth kan has passed the robbery window."""
    if state.kans[-1].number > 4 and state.fifth is FifthKan.ABORT_IF_NOT_ROBBED:
        state.note(Verdict.DRAW, "KR503", "unrobbed", "fifth_kan.policy", state.deciders["fifth_kan"])
        return WayEnd("fifth_kan")
    return None
