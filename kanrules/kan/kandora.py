"""When a kan dora indicator is turned, and what happens to a pending one."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from kanrules.law.codes import sentence
from kanrules.law.hook_values import Kan
from kanrules.law.options import Instant, Options, PendingOnKita, PendingOnNextKan, Shown
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence
from kanrules.pieces.events import KandoraTurned, Turned
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import NAMES, Tile
from kanrules.rulings import Finding, Verdict
from kanrules.table.judge import HookAnswer
from kanrules.table.layout import PendingIndicator
from kanrules.table.state import State

_REVEALED, _TURNED = Shown.REVEALED, Verdict.TURNED
_DECLARATION, _RINSHAN_DRAW, _NEVER = Instant.DECLARATION, Instant.RINSHAN_DRAW, Instant.NEVER
_DISCARD_PASSED = Instant.DISCARD_PASSED
_TURNED_AT: dict[Instant, Turned] = {
    instant: Turned(instant.value) for instant in Instant if instant is not Instant.NEVER
}
_WITH_KITA = frozenset((Turned.KITA_ANNOUNCED, Turned.KITA_DECLARATION))
_WITH_NEXT_KAN = frozenset((Turned.NEXT_KAN_ANNOUNCED, Turned.NEXT_KAN_DECLARATION))


def reveal_kandora(kan: Kan, options: Options) -> Instant:
    """Return the moment at which this kan's dora indicator is turned. Source: the keys of [kandora]."""
    kandora = options.kandora
    if not kandora.enabled:
        return Instant.NEVER
    if kan.type is MeldType.ANKAN:
        return kandora.ankan
    return kandora.daiminkan if kan.type is MeldType.DAIMINKAN else kandora.shouminkan


def turned_before_robbery(kan: Kan, options: Options) -> bool:
    """Return True if this kan's dora indicator is turned before the players who may rob the kan are asked.

    An indicator that is never turned for this type of kan, or for a fifth one, is not turned for a robbed kan either.
    Source: the key `kandora.robbed_kan`, within the keys that time the indicators of completed kans.
    """
    is_shown = options.kandora.robbed_kan is _REVEALED and kan.number <= 4
    return is_shown and reveal_kandora(kan, options) is not _NEVER


def pending_announced(state: State) -> None:
    """Turn pending kan dora indicators as the next kan is announced, if the rules say so."""
    if state.pending and state.options.kandora.pending_on_next_kan is PendingOnNextKan.ANNOUNCED:
        _turn_pending(state, Turned.NEXT_KAN_ANNOUNCED)


def at_declaration(state: State) -> None:
    """Turn the kan dora indicators due when a kan is completed: pending ones first, then its own unless that is due
    later.
    """
    kan = state.kans[-1]
    if state.pending and state.options.kandora.pending_on_next_kan is PendingOnNextKan.DECLARATION:
        _turn_pending(state, Turned.NEXT_KAN_DECLARATION)
    # Its own was turned before the robbery window.
    if state.turned_early:
        state.turned_early = False
        return
    # The wall has five dora indicators, and the first of them is face up from the deal on.
    if kan.number > 4:
        return
    answer: HookAnswer[Instant] | None = None
    if state.options.kandora.enabled:
        answer = state.judge.decide("reveal_kandora", kan, table=state.glance)
    if answer is None:
        answer = HookAnswer(reveal_kandora(kan, state.options))
    instant, plugin = answer.value, answer.by
    if instant is _DECLARATION:
        turn(state, kan.number, Turned.DECLARATION, plugin)
    elif instant is not _NEVER:
        state.pending.append(PendingIndicator(kan.number, instant, plugin))
    elif plugin != "core":
        state.note(Verdict.NOT_TURNED, "KR301", "never", "", plugin, kan=kan.type)


def kita_announced(state: State) -> None:
    """Turn pending kan dora indicators as a north is set aside, if the rules say so."""
    if state.pending and state.options.kita.pending_indicator is PendingOnKita.ANNOUNCED:
        _turn_pending(state, Turned.KITA_ANNOUNCED)


def kita_stands(state: State) -> None:
    """Turn pending kan dora indicators once a kita can no longer be robbed, before its replacement tile, if the rules
    say so.
    """
    if state.pending and state.options.kita.pending_indicator is PendingOnKita.DECLARATION:
        _turn_pending(state, Turned.KITA_DECLARATION)


def at_replacement(state: State) -> None:
    """Turn kan dora indicators that are due with the replacement tile."""
    if state.pending:
        turn_due(state, _RINSHAN_DRAW)


def turn_due(state: State, moment: Instant) -> None:
    """Turn the pending kan dora indicators due at this moment, oldest first. After a passed discard, all are due."""
    due = [p for p in state.pending if p.instant is moment or moment is _DISCARD_PASSED]
    if due:
        state.pending = [p for p in state.pending if p not in due]
        for pending in due:
            turn(state, pending.kan, _TURNED_AT[moment], pending.plugin)


def rinshan_win(state: State) -> None:
    """Turn pending kan dora indicators for a win on the replacement tile, or leave them face down, as the rules say."""
    if not state.pending:
        return
    if state.options.kandora.pending_on_rinshan_win is _REVEALED:
        _turn_pending(state, Turned.RINSHAN_WIN)
        state.note(_TURNED, "KR304", "turned", "kandora.pending_on_rinshan_win")
    else:
        state.note(Verdict.NOT_TURNED, "KR304", "hidden", "kandora.pending_on_rinshan_win")


def _turn_pending(state: State, how: Turned) -> None:
    pending, state.pending = state.pending, []
    for indicator in pending:
        turn(state, indicator.kan, how)


_NEVER_SHOWN = _N("a kan dora indicator that the record does not show")


def turn(state: State, number: int, how: Turned, plugin: str = "core") -> None:
    """Turn the next dora indicator for the kan of this number, and record the moment and who decided it."""
    tile = state.turn_indicator(number)
    state.events.append(KandoraTurned(tile, how, number))
    # A kan that is still announced is not in `kans`: its dora indicator is turned before the robbery window.
    if number <= len(state.kans):
        kan_type = state.kans[number - 1].type
    else:
        assert isinstance(state.announced, Kan)
        kan_type = state.announced.type
    shown = NAMES[tile] if tile is not None else _NEVER_SHOWN
    if how in _WITH_NEXT_KAN:
        code, key = "KR302", "kandora.pending_on_next_kan"
    elif how in _WITH_KITA:
        code, key = "KR306", "kita.pending_indicator"
    else:
        code, key = "KR301", f"kandora.{kan_type}" if plugin == "core" else ""
    text = sentence(code, how.value, indicator=shown, kan=kan_type)
    state.findings.append(Finding(_TURNED, code, text, key, len(state.events) - 1, plugin))


def name_indicator(state: State, place: int, tile: Tile) -> None:
    """Name an indicator that was not known when the hand was dealt, as a game in progress shows it.

    `place` counts from 0, which is the first indicator of the hand. If the rules have turned this indicator before the
    record shows it, the event and the finding get its name now.
    """
    state.check_unseen(tile)
    if state.unseen_counts is not None:
        state.unseen_counts[tile] -= 1
    state.dora_indicators[place] = tile
    turned = (at for at, event in enumerate(state.events) if isinstance(event, KandoraTurned))
    at = next(islice(turned, place - 1, None), None)
    if at is None:
        return
    event = state.events[at]
    assert isinstance(event, KandoraTurned)
    state.events[at] = replace(event, tile=tile)
    for number, finding in enumerate(state.findings):
        if finding.at == at and finding.verdict is _TURNED and isinstance(finding.text, Sentence):
            text = Sentence(finding.text.template, {**finding.text.args, "indicator": NAMES[tile]})
            state.findings[number] = replace(finding, text=text)
