"""A bot that runs a program which speaks mjai: it sends every event that its seat may see, one per line, and reads an
answer to each.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kanrules.bots import mjai_answers
from kanrules.bots.bot import BotFault, FaultKind, Misplayed, MjaiEvent
from kanrules.bots.process import LONGEST, BotProgram, Gone, Silent, TooLong
from kanrules.pieces.actions import Action
from kanrules.play.view import View

_SILENT = 3
"""Number of times in a row that a program may be silent before it gets no more questions in this game."""
_CUT = 200


class MjaiBot:
    """A program in a process of its own, for one game.

    Takes the words of its command and the time limit of an answer in seconds. Each event is one line of JSON and needs
    one line as an answer: an action, or `{"type": "none"}`. A riichi is answered with `reach`, then the discard with
    `dahai`.
    """

    def __init__(self, words: Sequence[str], seconds: float = 5, *, name: str = "") -> None:
        self.name = name or " ".join(words)
        self._words, self._seconds = list(words), seconds
        self._program: BotProgram | None = None
        self._gone: BotFault | None = None
        self._player = -1
        self._told = 0
        """Number of events of this hand that were sent to the program."""
        self._in_a_row = 0
        self._begun: BotFault | None = None
        """The mistake that the program made before its first action, if any."""

    def begin(self, player: int, names: tuple[str, ...]) -> None:
        """Start the program and tell it its seat."""
        self._player = player
        try:
            self._program = BotProgram(self._words, self._seconds)
        except Gone as error:
            self._gone = self._begun = BotFault(FaultKind.DIED, str(error))
            return
        self._tell({"type": "start_game", "id": player, "names": list(names)})

    def act(self, view: View, *, east: int) -> Action:
        """Return the program's action. Raises Misplayed if it has no playable answer."""
        said = self._catch_up(view, east)
        legal = view.legal_actions()
        event = _short(said.event)
        try:
            word = mjai_answers.word(said.answer, self._player)
            if word != mjai_answers.REACH:
                return mjai_answers.action(said.answer, legal, self._player)
            if not mjai_answers.riichi(legal):
                raise mjai_answers.NotLegal("legal: " + ", ".join(map(str, legal)))
            reach = {"type": "reach", "actor": self._player}
            # The event stream repeats it once the discard is made.
            self._told += 1
            event = _short(reach)
            discard = self._ask(reach)
            said = _AnsweredEvent(reach, discard)
            return mjai_answers.riichi_discard(discard, legal, self._player)
        except mjai_answers.NotMjai as error:
            raise Misplayed(BotFault(FaultKind.NONSENSE, f"not mjai: {error}", event, _short(said.answer))) from None
        except mjai_answers.NotLegal as error:
            raise Misplayed(BotFault(FaultKind.ILLEGAL, f"not legal ({error})", event, _short(said.answer))) from None

    def hand_over(self, view: View, *, east: int) -> None:
        """Tell the program how the hand ended."""
        if self._gone is None:
            self._catch_up(view, east)
        self._told = 0

    def close(self, scores: tuple[int, ...] | None) -> None:
        """Tell the program that the game is over, and end its process."""
        if self._program is None:
            return
        if self._gone is None and scores is not None:
            self._tell({"type": "end_game", "scores": list(scores)})
        self._program.stop(at_once=scores is None)

    # --- one line each way -----------------------------------------------------------------------------------------

    def _tell(self, event: MjaiEvent) -> None:
        """Send an event that must not be answered with an action. A mistake is kept until the next question."""
        try:
            self._ask(event)
        except Misplayed as error:
            self._begun = error.fault

    def _catch_up(self, view: View, east: int) -> _AnsweredEvent:
        """Send all new events. Return the single answer that is an action, or else the last answer."""
        if self._begun is not None and self._gone is None:
            early, self._begun = self._begun, None
            raise Misplayed(early)
        events = view.to_mjai(east=east)
        new = events[self._told :]
        self._told = len(events)
        decided: list[_AnsweredEvent] = []
        last = _AnsweredEvent({}, {"type": mjai_answers.NONE})
        fault: BotFault | None = None
        for event in new:
            try:
                last = _AnsweredEvent(event, self._ask(event))
            except Misplayed as error:
                fault = fault or error.fault
                if self._gone is not None:
                    break
                continue
            if last.answer.get("type") != mjai_answers.NONE:
                decided.append(last)
        if fault is not None:
            raise Misplayed(fault)
        if len(decided) > 1:
            # Between two questions, only one event may be answered with an action.
            first = decided[0]
            what = "not legal (no action is possible here)"
            raise Misplayed(BotFault(FaultKind.ILLEGAL, what, _short(first.event), _short(first.answer)))
        return decided[0] if decided else last

    def _ask(self, event: MjaiEvent) -> dict[str, Any]:
        """Return the answer to one event as JSON. Raises Misplayed."""
        if self._gone is not None or self._program is None:
            assert self._gone is not None, "a program that is gone left its fault"
            raise Misplayed(self._gone)
        told = _short(event)
        try:
            line = self._program.ask(json.dumps(event, separators=(",", ":")))
        except Silent:
            self._in_a_row += 1
            fault = BotFault(FaultKind.LATE, f"no answer within {self._seconds:g} seconds", told)
            if self._in_a_row == _SILENT:
                self._end(
                    BotFault(FaultKind.LATE, f"no answer within {self._seconds:g} seconds, {_SILENT} times in a row")
                )
            raise Misplayed(fault) from None
        except TooLong:
            self._end(BotFault(FaultKind.NONSENSE, f"an answer of more than {LONGEST // 1024} kB", told))
            assert self._gone is not None, "a program that is gone left its fault"
            raise Misplayed(self._gone) from None
        except Gone as error:
            self._end(BotFault(FaultKind.DIED, str(error), told))
            assert self._gone is not None, "a program that is gone left its fault"
            raise Misplayed(self._gone) from None
        self._in_a_row = 0
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Misplayed(BotFault(FaultKind.NONSENSE, "not JSON", told, line[:_CUT])) from None
        if not isinstance(answer, dict):
            raise Misplayed(BotFault(FaultKind.NONSENSE, "not a JSON object", told, line[:_CUT]))
        return answer

    def _end(self, fault: BotFault) -> None:
        """Stop asking the program in this game."""
        self._gone = fault
        if self._program is not None:
            self._program.stop()


class _AnsweredEvent:
    """An event and its answer."""

    __slots__ = ("answer", "event")

    def __init__(self, event: MjaiEvent, answer: dict[str, Any]) -> None:
        self.event, self.answer = event, answer


def _short(event: MjaiEvent) -> str:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)[:_CUT]
