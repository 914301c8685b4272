"""What of a ruleset is read while a case is worked out.

Code without chance gives the same result if everything that it reads is the same. So another value of a key that was
not read changes nothing, and rulesets that agree on all that was read share the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar, cast
from unittest import mock

from kanrules.cases import run
from kanrules.cases.case import Case, CaseError
from kanrules.law.options import Options
from kanrules.ruleset import Ruleset
from kanrules.ruleset.effects import mute
from kanrules.ruleset.keys import keys
from kanrules.ruleset.model import Amendment, Origin
from kanrules.table.position import Position

_TABLES = frozenset(table.name for table in fields(Options))
Result = TypeVar("Result")


class Question(NamedTuple):
    """Something read of a ruleset: the `value` of a key, its `origin`, whether another key makes it `mute`, or the
    `position` from which a case is played.
    """

    of: str
    key: str = ""

    def answer(self, rules: Ruleset, case: Case) -> object:
        if self.of == "position":
            return _position(case, rules)
        if self.of == "mute":
            return self.key in mute(rules)
        found = rules.origin(self.key) if self.of == "origin" else rules[self.key]
        try:
            hash(found)
        except TypeError:
            return repr(found)
        return found


def _position(case: Case, rules: Ruleset) -> str:
    """Return the position from which a case is played under a ruleset, or why there is none."""
    try:
        if case.options:
            rules = run._with_options(case, rules)
        return _as_text(run.position_of(case, run.of_four(case, rules)))
    except CaseError as error:
        return str(error)


@cache
def _as_text(position: Position) -> str:
    return repr(position)


POSITION = Question("position")


class Reads(dict[Question, None]):
    """What was read, in the order of the first reads; apart from it, what was read to complete the position."""

    def __init__(self) -> None:
        super().__init__()
        self.completing: dict[Question, None] = {}


class _ReadOptions:
    """Options that write down each key that is read. They equal no others, so no cache answers for them."""

    def __init__(self, options: Options, reads: dict[Question, None]) -> None:
        self._options, self._reads = options, reads

    def __getattr__(self, table: str) -> _ReadTable:
        if table not in _TABLES:
            raise AttributeError(table)
        found = self.__dict__[table] = _ReadTable(table, getattr(self._options, table), self._reads)
        return found


class _ReadTable:
    """A table of options. To compare it by value is to read all of it."""

    def __init__(self, name: str, table: Any, reads: dict[Question, None]) -> None:
        self._name, self._table, self._reads = name, table, reads

    def __getattr__(self, field: str) -> object:
        key = f"{self._name}.{field}"
        if key not in keys():
            raise AttributeError(key)
        self._reads[Question("value", key)] = None
        value = self.__dict__[field] = getattr(self._table, field)
        return value

    def __eq__(self, other: object) -> bool:
        return self._whole() == (other._whole() if isinstance(other, _ReadTable) else other)

    def __hash__(self) -> int:
        return hash(self._whole())

    def _whole(self) -> object:
        self._reads.update({Question("value", f"{self._name}.{one.name}"): None for one in fields(self._table)})
        return self._table


class _ReadMute:
    """The keys without effect. They can only be asked about one key."""

    def __init__(self, found: frozenset[str], reads: Reads) -> None:
        self._found, self._reads = found, reads

    def __contains__(self, key: str) -> bool:
        self._reads[Question("mute", key)] = None
        return key in self._found


class _ReadRuleset(Ruleset):
    """A ruleset that writes down what is read of it, and of every ruleset that is made from it."""

    def amended(self, amendments: Mapping[str, Amendment]) -> Ruleset:
        found = super().amended(amendments)
        # A copy made on the way to other amendments is read by nobody.
        return _reading(found, vars(self)["_reads"]) if "_reads" in vars(self) else found

    def laid_over(self, amendments: Mapping[str, Amendment]) -> Ruleset:
        found = super().laid_over(amendments)
        return found if "_reads" in vars(found) else _reading(found, vars(self)["_reads"])

    def origin(self, key: str) -> Origin:
        if "_reads" in vars(self):
            vars(self)["_reads"][Question("origin", key)] = None
        return super().origin(key)


def _reading(rules: Ruleset, reads: Reads) -> Ruleset:
    """Return the same ruleset, which writes down what is read of it."""
    own = {field.name: getattr(rules, field.name) for field in fields(Ruleset)}
    own["options"] = cast(Options, _ReadOptions(rules.options, reads))
    found = _ReadRuleset(**own)
    vars(found).update(_reads=reads, _plain=rules.options, _like=rules.judge)
    return found


_position_of = run.position_of


class _Asked:
    """Completed positions of a case: reads all of the key to one, and keeps nothing of it."""

    def get(self, key: object) -> int:
        return hash(key)


def _read_position(case: Case, rules: Ruleset) -> Position:
    """Complete a position. What the play depends on is the position, which many keys leave as it is.

    A ruleset that is made to see which key is responsible has been read completely before.
    """
    if not isinstance(rules, _ReadRuleset):
        return _position_of(case, rules)
    reads: Reads = vars(rules)["_reads"]
    reads[POSITION] = None
    plain: Options = vars(rules)["_plain"]
    asked = SimpleNamespace(options=_ReadOptions(plain, reads.completing))
    _position_of(cast(Case, SimpleNamespace(filled=_Asked(), given=case.given)), cast(Ruleset, asked))
    return _position_of(case, cast(Ruleset, SimpleNamespace(options=plain)))


@dataclass(frozen=True, eq=False)
class WorkedOut(Generic[Result]):
    """A result, and everything on which it depends."""

    result: Result
    reads: frozenset[Question]


@dataclass(eq=False)
class _Fork(Generic[Result]):
    """What is read next, and where each answer leads."""

    question: Question
    ways: dict[object, _Fork[Result] | WorkedOut[Result]] = field(default_factory=dict)


class Shared(Generic[Result]):
    """Works something out for a case under rulesets, once for all that agree on what it reads."""

    def __init__(self, work: Callable[[Case, Ruleset], Result]) -> None:
        self.work = work
        self.done = 0
        """How often it was worked out."""
        self._roots: dict[object, dict[object, _Fork[Result] | WorkedOut[Result]]] = {}

    def of(self, case: Case, rules: Ruleset) -> WorkedOut[Result]:
        """Return the result for this case under this ruleset."""
        # Plugins answer without being asked about keys, and a case may name the ruleset.
        plugins = repr([(name, dict(rules.plugin[name])) for name, _ in rules.modules])
        named = rules.id if rules.modules or rules.id in case.rules else ""
        ways = self._roots.setdefault((case.id, rules.options.table.players, plugins, named), {})
        answer: object = None
        while (found := ways.get(answer)) is not None:
            if isinstance(found, WorkedOut):
                return found
            ways, answer = found.ways, found.question.answer(rules, case)
        reads = Reads()
        self.done += 1
        read = _reading(rules, reads)
        # A ruleset that is made from it has other keys without effect, and finds them by reading.
        vars(read)["_mute"] = _ReadMute(mute(rules), reads)
        with mock.patch.object(run, "position_of", _read_position):
            worked = self.work(case, read)
        result = WorkedOut(worked, frozenset((*reads, *reads.completing)))
        ways, answer = self._roots[case.id, rules.options.table.players, plugins, named], None
        for question in reads:
            fork = ways.setdefault(answer, _Fork(question))
            assert isinstance(fork, _Fork) and fork.question == question, f"{case.id} reads {question} by chance"
            ways, answer = fork.ways, question.answer(rules, case)
        assert answer not in ways, f"{case.id} reads more by chance"
        ways[answer] = result
        return result
