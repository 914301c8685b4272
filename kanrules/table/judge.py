"""The protocol of the judge, which answers the machine's questions about a kan, so that the machine need not know the
plugin system.

`kanrules.hooks.judge` implements it with pluggy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from kanrules.frozen import frozen
from kanrules.law.options import Options

TableSource = Callable[[], Any]
"""Function that makes the frozen `Table` when it is needed. The module of `Table` imports this one: a table asks the
judge for the value of a hand.
"""
Answer = TypeVar("Answer", covariant=True)
"""Type of an answer."""


@frozen
class HookAnswer(Generic[Answer]):
    """One answer to a question about a kan, with who gave it: the name of the plugin, or "core"."""

    value: Answer
    by: str = "core"


class Rules(Protocol):
    """A ruleset as hooks and laws see it: every option, by table or key, and the source of each."""

    @property
    def id(self) -> str:
        """Id of the ruleset."""
        ...

    @property
    def options(self) -> Options:
        """All options, resolved."""
        ...

    @property
    def plugin(self) -> Mapping[str, Mapping[str, Any]]:
        """Each plugin's own options, by plugin name."""
        ...

    @property
    def unanswered(self) -> Mapping[str, frozenset[str]]:
        """For each plugin, the keys that it does not answer for, because the ruleset departs from them."""
        ...

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key such as `kandora.ankan`."""
        ...


class Judge(Protocol):
    """Answers the machine's questions under one ruleset.

    A question is named by its hook, and takes the arguments of the hook's spec (`kanrules.hooks.specs`) in that order,
    up to `table`.
    """

    @property
    def options(self) -> Options:
        """Options of the ruleset."""
        ...

    def asks(self, hook: str) -> bool:
        """Return True if this hook must be asked. Otherwise no plugin answers it, and core's law is called directly."""
        ...

    def robs(self, kan_type: str) -> bool:
        """Return True if a plugin lets players rob kans of a type that core never lets them rob."""
        return False

    def answers(self, hook: str, *about: Any, table: TableSource) -> Sequence[HookAnswer[Any]]:
        """Return every answer to a hook that counts, core's included: at most one if the first answer counts."""
        ...

    def ask(self, hook: str, *about: Any, table: TableSource) -> Sequence[HookAnswer[Any]]:
        """Ask a hook whose answers are collected, or that only observes. Return nothing if it need not be asked."""
        return self.answers(hook, *about, table=table) if self.asks(hook) else ()

    def decide(self, hook: str, *about: Any, table: TableSource) -> HookAnswer[Any] | None:
        """Return the answer to a hook whose first answer counts; None if it need not be asked, or if none answers."""
        found = self.answers(hook, *about, table=table) if self.asks(hook) else ()
        return found[0] if found else None


class HasJudge(Protocol):
    """A ruleset: anything that provides a judge."""

    @property
    def judge(self) -> Judge:
        """The judge that answers the machine's questions."""
        ...


@frozen
class Judged:
    """A ruleset reduced to what the machine needs: a judge, such as one that is traced."""

    judge: Judge
