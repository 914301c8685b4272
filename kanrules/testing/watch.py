"""Observation of a plugin while hands are played: how often each hook is called, whether it answers consistently,
whether its arguments stay unchanged, and whether its answers are acceptable at a table.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kanrules.errors import KanrulesError
from kanrules.hooks.answers import in_words
from kanrules.hooks.faults import blame
from kanrules.hooks.specs import HOOKS
from kanrules.law.options import Instant, Options
from kanrules.law.vocabulary import FifthKan, Kan, Penalty, Transfer
from kanrules.pieces.tiles import Seat, Tile, sort_tiles
from kanrules.rulings import Objection
from kanrules.table.judge import HookAnswer, Judge
from kanrules.table.snapshot import Table

QUESTIONS = frozenset(hook for hook in HOOKS if hook != "amend_rules")
"""The hooks that a judge calls while a hand is played."""
_OBSERVES = "after_rinshan"
_OFTEN, _EARLY = 6, 120
"""How often a question is repeated while a hook has had fewer calls than this; afterwards twice."""


class Changed(KanrulesError):
    """A plugin has changed its arguments."""


class Fickle(KanrulesError):
    """A plugin has answered one question in two ways."""


@dataclass(slots=True)
class HookTally:
    """Observations of a plugin over many hands: number of calls by hook, faults by check."""

    plugin: str = ""
    asked: dict[str, int] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    def fault(self, check: str, text: str) -> None:
        """Record a fault; the first of each check is reported."""
        self.faults.setdefault(check, text)


class Watch:
    """A judge that asks another and records questions and answers in a tally that many hands may share.

    Raises Changed if arguments of a plugin have been changed, and Fickle if one question was answered in two ways.
    """

    def __init__(self, judge: Judge, tally: HookTally | None = None) -> None:
        self._judge = judge
        self.options: Options = judge.options
        self.tally = HookTally() if tally is None else tally
        self.instants: dict[int, Instant] = {}
        self.fifth: list[FifthKan] = []
        self.asked: dict[str, int] = {}

    def asks(self, hook: str) -> bool:
        """True for every hook: the tally also counts the questions that only core answers."""
        return True

    def __getattr__(self, name: str) -> Any:
        inner = getattr(self._judge, name)
        if name not in QUESTIONS:
            return inner

        def ask(*arguments: Any) -> Any:
            *about, table = arguments
            self.asked[name] = number = self.asked.get(name, 0) + 1
            total = self.tally.asked.get(name, 0)
            self.tally.asked[name] = total + 1
            # Close observation takes longer than the answer: check the first questions of a hook and of a hand, then
            # every eighth.
            if total >= _EARLY and number > 3 and number % 8:
                return self._noted(name, about, inner(*about, table))
            was: Table = table()
            before = (repr(was), [repr(argument) for argument in about])
            answer = inner(*about, lambda: was)
            if before != (repr(was), [repr(argument) for argument in about]):
                # A changed argument may be part of the machine; continuing would only break something else.
                raise Changed(f"what hook {name} was shown has been changed")
            if name != _OBSERVES:
                for _ in range(_OFTEN if total < _EARLY else 1):
                    _same(name, answer, inner(*about, lambda: was), "was asked twice with the same arguments")
                hidden = _hidden(name, about, was, number)
                if hidden is not None:
                    self._blind(name, answer, inner(*about, lambda: hidden))
            return self._noted(name, about, answer)

        return ask

    def _blind(self, name: str, answer: Any, other: Any) -> None:
        """Check that the answer does not change with tiles that the seat in question cannot see."""
        mine = [_by(self.tally.plugin, one) for one in (answer, other)]
        if _unlike(*mine):
            self.tally.fault(
                "hidden tiles",
                f"what hook {name} answers hangs on tiles that the player cannot see, so that the kans one may declare "
                "tell of them",
            )

    def _noted(self, name: str, about: Sequence[Any], answer: Any) -> Any:
        if name == "reveal_kandora":
            self.instants[about[0].number] = answer.value
        elif name == "fifth_kan":
            self.fifth.append(answer.value)
        for value in _by(self.tally.plugin, answer):
            self._shape(name, value)
        return answer

    def _shape(self, name: str, value: object) -> None:
        said = f"hook {name} answered {in_words(value)}"
        match value:
            case Objection(code=code):
                self._code(said, code)
            case Penalty(code=code) if code:
                self._code(said, code)
            case Transfer(source, to, points):
                if points % 100:
                    self.tally.fault("payments", f"{said}: points change hands in hundreds")
                elif source == to:
                    self.tally.fault("payments", f"{said}: nobody pays oneself")

    def _code(self, said: str, code: str) -> None:
        if not is_code(self.tally.plugin, code):
            self.tally.fault(
                "codes",
                f"{said}: a plugin's own code is its name, a dash and three digits, {code_of(self.tally.plugin)}",
            )


def is_code(plugin: str, code: str) -> bool:
    """True if a reason code belongs to this plugin."""
    return re.fullmatch(rf"{re.escape(plugin)}-\d{{3}}", code) is not None


def code_of(plugin: str) -> str:
    """Return an example of a code of this plugin."""
    return f"such as {plugin}-201"


def _answers(answer: Any) -> list[HookAnswer[Any]]:
    if answer is None:
        return []
    return list(answer) if isinstance(answer, (list, tuple)) else [answer]


def _by(plugin: str, answer: Any) -> list[Any]:
    """Check an answer of this plugin."""
    return [one.value for one in _answers(answer) if one.by == plugin]


def _unlike(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return list(one) != list(other)


def _same(name: str, first: Any, again: Any, how: str) -> None:
    one, other = _answers(first), _answers(again)
    try:
        unlike = _unlike([(a.by, a.value) for a in one], [(a.by, a.value) for a in other])
    except BaseException as error:  # comparing an unknown answer may run its code
        blame(next((a.by for a in (*one, *other) if a.by != "core"), ""), name, error)
    if unlike:
        said = _told(one), _told(other)
        if said[0] == said[1]:  # the same word from two plugins
            said = _told(one, by=True), _told(other, by=True)
        raise Fickle(f"hook {name} {how} and answered {said[0]}, then {said[1]}")


def _told(answers: Iterable[HookAnswer[Any]], *, by: bool = False) -> str:
    return "; ".join(in_words(one.value) + (f" ({one.by})" if by else "") for one in answers) or "nothing"


def _hidden(name: str, about: Sequence[Any], table: Table, number: int) -> Table | None:
    """Return the same table with other tiles where the asking seat cannot see; None if everything relevant is
    visible.
    """
    if name == "before_kan":
        seat: Seat = about[0].seat
    elif name == "rob_kan":
        seat = about[1]
    else:
        return None
    own = {seat, about[0].seat} if isinstance(about[0], Kan) and name == "rob_kan" else {seat}
    others = [Seat(other) for other in range(len(table.hands)) if other not in own]
    pool: list[Tile] = [tile for other in others for tile in table.hands[other]]
    random.Random(number).shuffle(pool)
    hands = list(table.hands)
    for other in others:
        count = len(hands[other])
        hands[other] = tuple(sort_tiles(pool[:count]))
        del pool[:count]
    return replace(table, hands=tuple(hands))
