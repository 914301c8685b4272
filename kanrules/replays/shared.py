"""One replay of a recorded hand, shared by all rulesets that agree on everything that was asked so far.

What a ruleset makes of a recorded hand follows from the answers to the questions that are asked on the way: the keys
that are read, and what the hooks answer. A ruleset that answers each of them as the leader of a replay does would have
had the same replay, question by question, so it need not be played again. Of those that part, one leads the next
replay:
from the deal, or from the end of the moves where they agreed that far. A ruleset whose plugin answers a hook is alone
from the first time that this hook is asked; until then nobody can tell that it has a plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, cast

from kanrules.errors import UnreadableError
from kanrules.hooks.specs import HOOKS
from kanrules.law.options import Options
from kanrules.replays.hand import HandReplay, dealt_hand, play_end, play_moves
from kanrules.ruleset.keys import keys
from kanrules.table.judge import Judge

if TYPE_CHECKING:
    from kanrules.records.recorded import RecordedHand
    from kanrules.ruleset import Ruleset

Several = int
"""Some of the rulesets of `Books` as a mask: bit n is the n-th of them."""


def numbers(several: Several) -> Iterator[int]:
    """The places of these rulesets, the first first."""
    while several:
        lowest = several & -several
        yield lowest.bit_length() - 1
        several ^= lowest


class Books:
    """Several rulesets, and for every question which of them answer it alike.

    Takes the rulesets in order; records are judged under the first. Nothing of a hand is kept.
    """

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        self.rulesets = tuple(rulesets)
        self.every: Several = (1 << len(self.rulesets)) - 1
        self.answering = tuple(
            frozenset(hook for hook in HOOKS if one.modules and one.judge.asks(hook)) for one in self.rulesets
        )
        """By ruleset, the hooks that plugins of its answer."""
        self._seated: dict[int, Several] = {}
        for number, one in enumerate(self.rulesets):
            players = one.options.table.players
            self._seated[players] = self._seated.get(players, 0) | 1 << number
        self._alike: dict[str, list[Several]] = {}

    def alike(self, question: str, leader: int) -> Several:
        """The rulesets that answer a question, a key or a hook, as this one does."""
        found = self._alike.get(question)
        if found is None:
            answers = [self._answer(question, number) for number in range(len(self.rulesets))]
            found = [sum(1 << at for at, other in enumerate(answers) if other == answer) for answer in answers]
            self._alike[question] = found
        return found[leader]

    def _answer(self, question: str, number: int) -> object:
        if question in HOOKS:
            # What a plugin answers nobody knows before it is asked: its ruleset is like no other from there.
            return number if question in self.answering[number] else -1
        return self.rulesets[number][question]

    def of_other_players(self, hand: RecordedHand) -> Several:
        """Those that are for another number of players than sit at this hand: nothing can be said of it under them."""
        return self.every & ~self._seated.get(len(hand.players), 0)

    def replays(
        self, hand: RecordedHand, *, keeps_instants: bool = True
    ) -> Iterator[tuple[Several, HandReplay | None]]:
        """Plays a recorded hand to its end under all of the rulesets that are for as many players, no replay twice.

        Gives each replay with the rulesets for which it stands. The first ruleset's comes first and follows the record
        whatever the law says; where something in it was against that law it is the only one. Else every ruleset has
        one, and the others stop before the first action that their rules forbid, as `play_hand` does with
        `while_legal`. None where what is recorded cannot be under these rules; under the first ruleset that is an
        UnreadableError.
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
        """The ends of a hand whose moves are played, for all the rulesets that agreed on them."""
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
    """One replay under way: who leads it, and who has answered every question so far as the leader did.

    It is the leader's ruleset as the machine sees it, its judge and its options; both tell it what they are asked.
    """

    def __init__(self, books: Books, several: Several) -> None:
        self.books = books
        self.alike = several
        self.leader = (several & -several).bit_length() - 1
        self.ruleset = books.rulesets[self.leader]
        # The machine reads nothing of its options but keys and asks its judge nothing but hooks, and they are all
        # there.
        self.options = cast(Options, _AskedOptions(self.ruleset.options, self))
        self.judge = cast(Judge, _AskedJudge(self))

    def asked(self, question: str) -> None:
        """A question is asked: whoever answers it otherwise than the leader is no longer of this replay."""
        self.alike &= self.books.alike(question, self.leader)

    def asks(self, hook: str) -> bool:
        """Whether a plugin of the leader answers this hook; a ruleset where that differs leaves this replay."""
        self.asked(hook)
        return hook in self.books.answering[self.leader]


_TABLES = frozenset(table.name for table in fields(Options))


class _AskedOptions:
    """The options of a ruleset; each key tells when it is read first."""

    def __init__(self, options: Options, run: _SharedRun) -> None:
        self._options, self._run = options, run

    def __getattr__(self, table: str) -> _AskedTable:
        if table not in _TABLES:
            raise AttributeError(table)
        found = _AskedTable(table, getattr(self._options, table), self._run)
        self.__dict__[table] = found
        return found


class _AskedTable:
    """One table of them. It is no value: whatever remembered it by its value would answer without a question."""

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


class _AskedJudge:
    """The judge of a replay: it tells which hook is asked, and lets the leader's plugins answer."""

    def __init__(self, run: _SharedRun) -> None:
        self.options, self._run = run.options, run

    def asks(self, hook: str) -> bool:
        return self._run.asks(hook)

    def __getattr__(self, hook: str) -> Callable[..., Any]:
        if hook not in HOOKS:
            raise AttributeError(hook)
        self._run.asked(hook)
        answer: Callable[..., Any] = getattr(self._run.ruleset.judge, hook)
        return answer
