"""One replay of a recorded hand, shared by all rulesets that agree on everything asked so far.

What a ruleset makes of a recorded hand follows from the answers to the questions asked on the way: the keys that are
read, and what the hooks answer. A ruleset that answers each question like the leader of a replay would have had the
same replay, so it need not be played again. Of the rulesets that leave, one leads the next replay: from the deal, or
from the end of the moves if they agreed that far. A ruleset whose plugin answers a hook leaves when that hook is first
asked; until then its plugin makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, cast

from kanrules.errors import UnreadableError
from kanrules.hooks.specs import HOOKS
from kanrules.law.options import Options
from kanrules.records.recorded import RecordedHand
from kanrules.replays.hand import HandReplay, dealt_hand, play_end, play_moves
from kanrules.ruleset import Ruleset
from kanrules.ruleset.keys import keys
from kanrules.table.judge import HookAnswer, Judge, TableSource

Several = int
"""A set of the rulesets of `Books`, as a bit mask: bit n is the ruleset at index n."""


def numbers(several: Several) -> Iterator[int]:
    """Yield the indexes of these rulesets, in order."""
    while several:
        lowest = several & -several
        yield lowest.bit_length() - 1
        several ^= lowest


class Books:
    """Several rulesets, and for every question which of them answer it alike.

    Takes the rulesets in order; the first one leads every hand that it can play. Keeps nothing of a hand.
    """

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        self.rulesets = tuple(rulesets)
        self.every: Several = (1 << len(self.rulesets)) - 1
        self.answering = tuple(
            frozenset(hook for hook in HOOKS if one.modules and one.judge.asks(hook)) for one in self.rulesets
        )
        """The hooks that a ruleset's plugins answer, by index of the ruleset."""
        self._seated: dict[int, Several] = {}
        for number, one in enumerate(self.rulesets):
            players = one.options.table.players
            self._seated[players] = self._seated.get(players, 0) | 1 << number
        self._alike: dict[str, list[Several]] = {}

    def alike(self, question: str, leader: int) -> Several:
        """Return the rulesets that answer a question (a key or a hook) like this one."""
        found = self._alike.get(question)
        if found is None:
            answers = [self._answer(question, number) for number in range(len(self.rulesets))]
            found = [sum(1 << at for at, other in enumerate(answers) if other == answer) for answer in answers]
            self._alike[question] = found
        return found[leader]

    def _answer(self, question: str, number: int) -> object:
        if question in HOOKS:
            # A plugin's answer is unknown before it is asked, so its ruleset is like no other from there.
            return number if question in self.answering[number] else -1
        return self.rulesets[number][question]

    def of_other_players(self, hand: RecordedHand) -> Several:
        """Return the rulesets for another number of players than this hand has. They do not judge it."""
        return self.every & ~self._seated.get(len(hand.players), 0)

    def replays(
        self, hand: RecordedHand, *, keeps_instants: bool = True
    ) -> Iterator[tuple[Several, HandReplay | None]]:
        """Play a recorded hand to its end under all rulesets for its number of players, without repeating a replay.

        Yields each replay with the rulesets that share it. The first ruleset's replay comes first and follows the
        record whatever the rules say; if an action was illegal under it, no other replay is yielded. Every other
        ruleset shares or leads a replay that stops before the first action that its rules forbid, as `play_hand` does
        with `while_legal`. The replay is None if the record is impossible under these rules; for the first ruleset that
        raises UnreadableError.
        """
        left = self.every & ~self.of_other_players(hand) | 1
        while left:
            run = _SharedRun(self, left)
            try:
                report = dealt_hand(run, hand, keeps_instants=keeps_instants)
                play_moves(report, while_legal=run.leader > 0)
            except UnreadableError:
                if run.leader == 0:
                    raise
                yield run.alike, None
                left &= ~run.alike
                continue
            left &= ~run.alike
            yield from self._ends(run, report)
            if run.leader == 0 and report.forbidden:
                return

    def _ends(self, run: _SharedRun, report: HandReplay) -> Iterator[tuple[Several, HandReplay | None]]:
        """Yield the ends of a hand whose moves are played, for all rulesets that agreed on the moves."""
        left, here = run.alike, report
        if left & (left - 1) and not report.stopped:
            here = report.under(run)
        while True:
            ended: HandReplay | None = report
            try:
                play_end(report)
            except UnreadableError:
                if run.leader == 0:
                    raise
                ended = None
            if run.leader == 0 and report.forbidden:
                yield 1, report
                return
            alike = run.alike
            yield alike, ended
            left &= ~alike
            if not left:
                return
            run = _SharedRun(self, left)
            report = here.under(run)


class _SharedRun:
    """One replay in progress: its leader, and the rulesets that have answered every question like the leader.

    To the machine it looks like the leader's ruleset. Its judge and its options report each question.
    """

    def __init__(self, books: Books, several: Several) -> None:
        self.books = books
        self.alike = several
        self.leader = (several & -several).bit_length() - 1
        self.ruleset = books.rulesets[self.leader]
        # The machine reads only keys of its options and asks its judge only hooks, and all of them are defined here.
        self.options = cast(Options, _AskedOptions(self.ruleset.options, self))
        self.judge: Judge = _AskedJudge(self)

    def asked(self, question: str) -> None:
        """Record a question. A ruleset that answers it differently from the leader leaves this replay."""
        self.alike &= self.books.alike(question, self.leader)

    def asks(self, hook: str) -> bool:
        """Return True if a plugin of the leader answers this hook. A ruleset for which that differs leaves this
        replay.
        """
        self.asked(hook)
        return hook in self.books.answering[self.leader]


_TABLES = frozenset(table.name for table in fields(Options))


class _AskedOptions:
    """The options of a ruleset; each key reports its first read."""

    def __init__(self, options: Options, run: _SharedRun) -> None:
        self._options, self._run = options, run

    def __getattr__(self, table: str) -> _AskedTable:
        if table not in _TABLES:
            raise AttributeError(table)
        found = _AskedTable(table, getattr(self._options, table), self._run)
        self.__dict__[table] = found
        return found


class _AskedTable:
    """One table of options. It does not compare by value, because a cache with its value as key would answer without
    asking.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, name: str, table: object, run: _SharedRun) -> None:
        self._name, self._table, self._run = name, table, run

    def __getattr__(self, field: str) -> object:
        key = f"{self._name}.{field}"
        if key not in keys():
            raise AttributeError(key)
        self._run.asked(key)
        value = getattr(self._table, field)
        self.__dict__[field] = value
        return value

    def __eq__(self, other: object) -> bool:
        raise TypeError(f"[{self._name}] is read key by key")


class _AskedJudge(Judge):
    """The judge of a shared replay: reports each hook that is asked, and lets the leader's plugins answer."""

    def __init__(self, run: _SharedRun) -> None:
        self._run = run

    @property
    def options(self) -> Options:
        return self._run.options

    @property
    def rules(self) -> Ruleset:
        return self._run.ruleset

    def asks(self, hook: str) -> bool:
        return self._run.asks(hook)

    def robs(self, kan_type: str) -> bool:
        """Return True if a plugin lets players rob kans of this type."""
        return self._run.ruleset.judge.robs(kan_type)

    def answers(self, hook: str, *about: Any, table: TableSource) -> Sequence[HookAnswer[Any]]:
        self._run.asked(hook)
        return self._run.ruleset.judge.answers(hook, *about, table=table)
