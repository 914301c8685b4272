"""Penalties for fouls around a kan, from the keys of a ruleset."""

from __future__ import annotations

from dataclasses import replace

from kanrules.law.codes import sentence
from kanrules.law.hook_values import Foul, Penalty, PenaltyType
from kanrules.law.options import FoulFound, FoulOnWin, FoulPenalty, Options
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.rulings import Verdict
from kanrules.table.judge import HookAnswer
from kanrules.table.state import State


def penalty(foul: Foul, options: Options) -> Penalty | None:
    """Return the penalty that a key sets: `riichi_kan.illegal` for an illegal kan in riichi, `fifth_kan.illegal` for a
    forbidden fifth kan. For other fouls, return the ruleset's words for the referee, or None if it has none.
    """
    # Core never charges for a foul corrected in time; a plugin may.
    if foul.corrected and not is_penalized_when_declared(foul, options):
        return None
    if foul.name == "riichi_kan":
        return _illegal_kan_in_riichi(foul, options)
    words = getattr(options.penalty, foul.name, "")
    if foul.name == "fifth_kan" and options.fifth_kan.illegal is not FoulPenalty.NONE:
        return _priced(options.fifth_kan.illegal, _FIFTH_KAN, "fifth_kan.illegal", words)
    key = f"penalty.{foul.name}" if hasattr(options.penalty, foul.name) else ""
    if words:
        return Penalty(PenaltyType.NONE, code="KR603", text=words, key=key)
    return Penalty(PenaltyType.NONE, code="KR605", text=sentence("KR605", "none"), key=key)


def verdict(found: Penalty) -> Verdict:
    """Return the verdict of a penalty: `no_penalty` only if there is none, not if the rulebook states it in words or if
    the referee must still say which case it is.
    """
    if found.steps:
        return Verdict.AS_STATED
    if found.type is not PenaltyType.NONE:
        return _VERDICTS[found.type]
    if found.code == "KR605":
        return Verdict.UNKNOWN
    return Verdict.AS_STATED if found.key.startswith("penalty.") else Verdict.NO_PENALTY


def is_penalized_when_declared(foul: Foul, options: Options) -> bool:
    """Return True if declaring this kan is itself penalized, so that taking it back comes too late. Source: the
    Mahjong Rengou's sheet (saying "kan" after riichi costs the win).
    """
    return foul.name == "riichi_kan" and options.riichi_kan.illegal_found is FoulFound.AT_ONCE


def cost(state: State, foul: Foul) -> HookAnswer[Penalty] | None:
    """Return the penalty for a foul and who decides it: a plugin, or core by the keys. None if neither does."""
    if state.judge.asks("penalty"):
        return state.judge.decide("penalty", foul, table=state.glance)
    own = penalty(foul, state.options)
    return None if own is None else HookAnswer(own)


def _illegal_kan_in_riichi(foul: Foul, options: Options) -> Penalty:
    on_win = options.riichi_kan.illegal_on_win
    if not foul.at_own_win or on_win is FoulOnWin.SAME:
        found = _priced(options.riichi_kan.illegal, _IN_RIICHI, "riichi_kan.illegal")
        if on_win is FoulOnWin.SAME or options.riichi_kan.illegal_found in (FoulFound.AT_ONCE, FoulFound.DRAW):
            return found
        return replace(found, text=say(_AND_ON_WIN, penalty=found.text, on_win=_ON_WIN[on_win]))
    key = "riichi_kan.illegal_on_win"
    if on_win is FoulOnWin.CHOMBO_AND_DEAD_HAND:
        text = sentence("KR602", "and_chombo", foul=_AT_OWN_WIN)
        return Penalty(PenaltyType.DEAD_HAND, code="KR602", text=text, key=key, chombo_paid=True)
    return _priced(FoulPenalty(on_win.value), _AT_OWN_WIN, key)


_VERDICTS = {
    PenaltyType.CHOMBO: Verdict.CHOMBO,
    PenaltyType.DEAD_HAND: Verdict.DEAD_HAND,
    PenaltyType.POINTS: Verdict.PAYS,
    PenaltyType.WARNING: Verdict.WARNING,
}
_FIFTH_KAN = _N("a forbidden fifth kan")
_IN_RIICHI = _N("an illegal kan in riichi")
_AT_OWN_WIN = _N("an illegal kan in riichi found at the offender's own win")
_AND_ON_WIN = _N("{penalty}; if found at the offender's own win: {on_win}")
_ON_WIN: dict[FoulOnWin, str] = {
    FoulOnWin.CHOMBO: _N("a chombo"),
    FoulOnWin.DEAD_HAND: _N("a dead hand, and play continues"),
    FoulOnWin.CHOMBO_AND_DEAD_HAND: _N("the points of a chombo and a dead hand, and play continues"),
    FoulOnWin.NONE: _N("nothing"),
}


def _priced(law: FoulPenalty, what: str, key: str, words: str = "") -> Penalty:
    """Return the penalty for a foul that has a key, with the rulebook's own words first."""
    if law is FoulPenalty.CHOMBO:
        return Penalty(PenaltyType.CHOMBO, code="KR601", text=words or sentence("KR601", "costs", foul=what), key=key)
    if law is FoulPenalty.DEAD_HAND:
        return Penalty(
            PenaltyType.DEAD_HAND, code="KR602", text=words or sentence("KR602", "costs", foul=what), key=key
        )
    return Penalty(PenaltyType.NONE, code="KR603", text=words or sentence("KR603", "costs", foul=what), key=key)
