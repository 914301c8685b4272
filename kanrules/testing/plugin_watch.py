"""Watch a plugin while hands are played: how often each hook is called, whether it answers consistently, whether its
arguments stay unchanged, and whether its answers are acceptable at a table.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kanrules.errors import KanrulesError
from kanrules.hooks.answers import in_words
from kanrules.hooks.faults import blame
from kanrules.hooks.specs import HOOKS
from kanrules.law.hook_values import FifthKan, Kan, Penalty
from kanrules.law.options import Instant, Options
from kanrules.rulings import Objection
from kanrules.table.judge import HookAnswer, Judge, TableSource
from kanrules.table.snapshot import Table
from kanrules.testing.hidden_tiles import concerned, with_other_robbers, with_other_tiles

Answers = Sequence[HookAnswer[Any]]
_OFTEN, _EARLY = 6, 120
"""How often a question is repeated while its hook has had fewer than `_EARLY` calls. Afterwards it is repeated once."""
_OTHER_DEALS = 2
"""How often a question is repeated with other hidden tiles."""


class Changed(KanrulesError):
    """A plugin changed its arguments."""


class Fickle(KanrulesError):
    """A plugin answered one question in two ways."""


@dataclass(slots=True)
class HookTally:
    """Observations of a plugin over many hands: numbers of calls and of answers by hook, and faults by check."""

    plugin: str = ""
    asked: dict[str, int] = field(default_factory=dict)
    answered: dict[str, int] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    wraps: frozenset[str] = frozenset()
    """Hooks that the plugin implements with a wrapper."""

    def fault(self, check: str, text: str) -> None:
        """Record a fault. Only the first of each check is reported."""
        self.faults.setdefault(check, text)


class Listener(Judge):
    """A judge that asks another judge, and records which hooks were asked."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.asked: set[str] = set()

    @property
    def options(self) -> Options:
        """Options of the ruleset."""
        return self._judge.options

    def asks(self, hook: str) -> bool:
        """Return True for every hook, so that questions that only core answers are recorded, too."""
        return True

    def robs(self, kan_type: str) -> bool:
        """Return True if a plugin lets players rob kans of this type."""
        return self._judge.robs(kan_type)

    def answers(self, hook: str, *about: Any, table: TableSource) -> Sequence[HookAnswer[Any]]:
        """Record the hook, and return the answers of the other judge."""
        self.asked.add(hook)
        return self._judge.answers(hook, *about, table=table)


class Watch(Judge):
    """A judge that asks another judge, and records questions and answers in a tally that many hands may share.

    Raises Changed if a plugin changed its arguments, and Fickle if it answered one question in two ways.
    """

    def __init__(self, judge: Judge, tally: HookTally | None = None, without: Judge | None = None) -> None:
        self._judge = judge
        self._without = without
        """The judge of the same rules without the plugin, to see what a wrapper changes; None for no comparison."""
        self.tally = HookTally() if tally is None else tally
        self.instants: dict[int, Instant] = {}
        self.fifth: list[FifthKan] = []
        self.asked: dict[str, int] = {}

    def asks(self, hook: str) -> bool:
        """Return True for every hook, so that the tally also counts the questions that only core answers."""
        return True

    @property
    def options(self) -> Options:
        """Options of the ruleset."""
        return self._judge.options

    def robs(self, kan_type: str) -> bool:
        """Return True if a plugin lets players rob kans of this type."""
        return self._judge.robs(kan_type)

    def answers(self, name: str, *about: Any, table: TableSource) -> Answers:
        """Return the answers of the other judge, which are recorded and checked."""
        self.asked[name] = number = self.asked.get(name, 0) + 1
        total = self.tally.asked.get(name, 0)
        self.tally.asked[name] = total + 1
        # Close observation takes longer than the answer: only what a plugin answers is observed, the first questions of
        # a hook and of a hand, then every eighth.
        if not self._judge.asks(name) or (total >= _EARLY and number > 3 and number % 8):
            return self._noted(name, about, self._judge.answers(name, *about, table=table), table)
        was: Table = table()
        before = (repr(was), [repr(argument) for argument in about])
        answer = self._judge.answers(name, *about, table=lambda: was)
        # Count the answer before checking it: a failed check ends the hand, but the plugin has answered.
        counted = self._count(name, answer)
        if before != (repr(was), [repr(argument) for argument in about]):
            # A changed argument may be part of the machine; continuing would only break something else.
            raise Changed(f"the arguments of hook {name} were changed")
        if not HOOKS[name].observes:
            for _ in range(_OFTEN if total < _EARLY else 1):
                again = self._judge.answers(name, *about, table=lambda: was)
                counted = counted or self._count(name, again)
                _same(name, answer, again, "was asked twice with the same arguments")
            self._look_elsewhere(name, about, was, answer)
        return self._noted(name, about, answer, lambda: was, counted=counted)

    def _look_elsewhere(self, name: str, about: Sequence[Any], table: Table, answer: Answers) -> None:
        """Check that the answer does not depend on tiles that the players concerned cannot see."""
        own = concerned(name, about)
        if own is None:
            return
        mine = _by(self.tally.plugin, answer)
        for again in range(_OTHER_DEALS):
            chance = random.Random(f"{name}:{self.asked[name]}:{again}")
            other = with_other_tiles(table, own, self.options, chance)
            if other is None:
                return
            there = [with_other_robbers(one, own, chance) if isinstance(one, Kan) else one for one in about]
            elsewhere = self._judge.answers(name, *there, table=partial(_the, other))
            if _unlike(mine, _by(self.tally.plugin, elsewhere)):
                players = " and ".join(sorted(map(str, own)))
                self.tally.fault(
                    "hidden tiles",
                    f"the answer of hook {name} depends on tiles that {players} cannot see: other players' hands, the "
                    "wall, or the ura indicators. It would tell the players of them. A plugin that reads none of these "
                    "keeps something from earlier questions",
                )
                return

    def _count(self, name: str, answer: Answers) -> bool:
        """Count an answer of the plugin itself. Returns False if there is none."""
        own = bool(_by(self.tally.plugin, answer))
        if own:
            self.tally.answered[name] = self.tally.answered.get(name, 0) + 1
        return own

    def _noted(
        self, name: str, about: Sequence[Any], answer: Answers, table: TableSource, *, counted: bool = False
    ) -> Answers:
        if name == "reveal_kandora":
            self.instants[about[0].number] = answer[0].value
        elif name == "fifth_kan":
            self.fifth.append(answer[0].value)
        if not counted and not self._count(name, answer) and self._changes(name, about, answer, table):
            self.tally.answered[name] = self.tally.answered.get(name, 0) + 1
        for value in _by(self.tally.plugin, answer):
            self._shape(name, value)
        return answer

    def _changes(self, name: str, about: Sequence[Any], answer: Answers, table: TableSource) -> bool:
        """Return True if a wrapper of the plugin changes the answers of the others, as one that removes some does."""
        if self._without is None or name not in self.tally.wraps:
            return False
        others = self._without.answers(name, *about, table=table)
        return _unlike([one.value for one in answer], [one.value for one in others])

    def _shape(self, name: str, value: object) -> None:
        said = f"hook {name} answered {in_words(value)}"
        match value:
            case Objection(code=code):
                self._code(said, code)
            case Penalty(code=code) if code:
                self._code(said, code)

    def _code(self, said: str, code: str) -> None:
        if not is_code(self.tally.plugin, code):
            self.tally.fault(
                "codes",
                f"{said}: a code of a plugin is its name, a hyphen and three digits, {code_of(self.tally.plugin)}",
            )


def is_code(plugin: str, code: str) -> bool:
    """Return True if a reason code belongs to this plugin."""
    return re.fullmatch(rf"{re.escape(plugin)}-\d{{3}}", code) is not None


def code_of(plugin: str) -> str:
    """Return an example of a code of this plugin, for a message."""
    return f"such as {plugin}-201"


def _the(table: Table) -> Table:
    return table


def _by(plugin: str, answer: Answers) -> list[Any]:
    """Return the values that this plugin answered."""
    return [one.value for one in answer if one.by == plugin]


def _unlike(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return list(one) != list(other)


def _same(name: str, one: Answers, other: Answers, how: str) -> None:
    try:
        unlike = _unlike([(a.by, a.value) for a in one], [(a.by, a.value) for a in other])
    except BaseException as error:  # comparing an unknown answer may run its code
        blame(next((a.by for a in (*one, *other) if a.by != "core"), ""), name, error)
    if unlike:
        said = _told(one), _told(other)
        if said[0] == said[1] or [a.by for a in one] != [b.by for b in other]:
            # Two plugins gave the same answer, or core answered once because the plugin did not.
            said = _told(one, by=True), _told(other, by=True)
        raise Fickle(f"hook {name} {how} and answered {said[0]}, then {said[1]}")


def _told(answers: Iterable[HookAnswer[Any]], *, by: bool = False) -> str:
    return "; ".join(in_words(one.value) + (f" ({one.by})" if by else "") for one in answers) or "nothing"
