"""What the course of a kan lets people read: one table from what has happened to the finding about it.

Steps add events and return ends. The finding of an event or an end is looked up here. A few rulings are about nothing
happening ("not turned", "play continues"): their steps name the row themselves.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from kanrules.kan.way import WayEnd
from kanrules.law.hook_values import Kan
from kanrules.locale.sentences import Sentence
from kanrules.pieces.actions import Ankan, Daiminkan, Shouminkan
from kanrules.pieces.events import KandoraTurned
from kanrules.pieces.tiles import NAMES, Tile
from kanrules.rulings import Finding, Verdict
from kanrules.table.state import State

_TURNED, _NOT_TURNED, _DRAW, _WINS, _PAYS = (
    Verdict.TURNED, Verdict.NOT_TURNED, Verdict.DRAW, Verdict.LEGAL, Verdict.PAYS,
)  # fmt: skip
_MOMENTS = ("announced", "declaration", "rinshan_draw", "rinshan_win", "discard", "discard_passed", "win")
"""The moments at which the rules may turn an indicator."""
_ENDS = ("announced", "declaration", "rinshan_draw", "discard", "discard_passed", "earlier")
"""The moments at which the fourth kan may end the hand."""
FINDINGS: dict[str, tuple[Verdict, str, str, str]] = {
    # What has happened: verdict, code, name of the sentence, key. In a key, {of} is what the step decides it by.
    **{f"turned, {moment}": (_TURNED, "KR301", moment, "kandora.{of}") for moment in _MOMENTS},
    "turned, next_kan_announced": (_TURNED, "KR302", "next_kan_announced", "kandora.pending_on_next_kan"),
    "turned, next_kan_declaration": (_TURNED, "KR302", "next_kan_declaration", "kandora.pending_on_next_kan"),
    "turned, kita_announced": (_TURNED, "KR306", "kita_announced", "kita.pending_indicator"),
    "turned, kita_declaration": (_TURNED, "KR306", "kita_declaration", "kita.pending_indicator"),
    "never turned": (_NOT_TURNED, "KR301", "never", ""),
    "turned before robbery": (_TURNED, "KR303", "turned", "kandora.robbed_kan"),
    "robbed": (_NOT_TURNED, "KR303", "robbed", "kandora.{of}"),
    "robbed late": (_NOT_TURNED, "KR303", "undone", "chankan.until"),
    "robbed late, turned": (_TURNED, "KR303", "undone, turned", "chankan.until"),
    "won late": (_NOT_TURNED, "KR303", "undone, won", "kan.late_ron"),
    "rinshan win, turned": (_TURNED, "KR304", "turned", "kandora.pending_on_rinshan_win"),
    "rinshan win, hidden": (_NOT_TURNED, "KR304", "hidden", "kandora.pending_on_rinshan_win"),
    "liable": (Verdict.LIABLE, "KR401", "attaches", "sekinin_barai.yakuman"),
    "paid": (_PAYS, "KR406", "pays at once", ""),
    "paid back": (_PAYS, "KR406", "paid back", "{of}"),
    **{f"four_kans, {moment}": (_DRAW, "KR501", moment, "four_kans.{of}") for moment in _ENDS},
    "four kans, play goes on": (Verdict.PLAY_ON, "KR502", "stand", "four_kans.{of}"),
    "fifth_kan, announced": (_DRAW, "KR503", "announced", "fifth_kan.policy"),
    "fifth_kan, unrobbed": (_DRAW, "KR503", "unrobbed", "fifth_kan.policy"),
    "fifth_kan, discard_passed": (_DRAW, "KR503", "discard_passed", ""),
    "suukantsu, stands": (_WINS, "KR505", "stands", ""),
    "suukantsu, discard": (_WINS, "KR505", "discard", "four_kans.one_player"),
}
"""The findings of the course of a kan, by what has happened."""


def find(state: State, what: str, plugin: str = "core", of: str = "", /, **args: object) -> None:
    """Note the finding of this row now. `of` completes its key; a plugin that decided is named instead of a key."""
    verdict, code, name, key = FINDINGS[what]
    state.note(verdict, code, name, key.replace("{of}", of) if of else key, plugin, **args)


def note_end(state: State, end: WayEnd) -> None:
    """Note the finding of an end by kans. Other draws have none of their own."""
    if end.draw == "fifth_kan":
        find(state, f"{end.draw}, {end.at}", state.deciders["fifth_kan"])
    elif end.winner is not None:
        find(state, f"{end.draw}, {end.at}", state.deciders["four_kans"], seat=end.winner)
    elif end.draw == "four_kans":
        # At the announcement, the fourth kan is not in `kans` yet.
        announced = state.announced
        count = max(len(state.kans), announced.number if isinstance(announced, Kan) else 0)
        at = end.at if count > 3 else "earlier"
        find(state, f"{end.draw}, {at}", state.deciders["four_kans"], of_owners(state), count=count)


def of_owners(state: State) -> str:
    """Return the key of [four_kans] for the kans of this hand: those of one player, or of several."""
    owners = {kan.seat for kan in state.kans}
    if state.announced is not None:
        owners.add(state.announced.seat)
    return "one_player" if len(owners) == 1 else "several_players"


def is_of_robbery(finding: Finding, state: State) -> bool:
    """Return True if this finding says that the kan announced now is robbed."""
    last = len(state.events) - 1
    # A hand that starts from a position inside the window has no announcement among its events: all events belong to
    # the window.
    while last >= 0 and not isinstance(state.events[last], (Ankan, Daiminkan, Shouminkan)):
        last -= 1
    return finding.code == "KR303" and finding.verdict is _NOT_TURNED and finding.at > last


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
    assert isinstance(event, KandoraTurned), "the finding is about the event of the turned indicator"
    state.events[at] = replace(event, tile=tile)
    for number, finding in enumerate(state.findings):
        if finding.at == at and finding.verdict is _TURNED and isinstance(finding.text, Sentence):
            text = Sentence(finding.text.template, {**finding.text.args, "indicator": NAMES[tile]})
            state.findings[number] = replace(finding, text=text)
