"""Choose the rulesets that a question applies to. A question with a fourth player, or with a tile or call that three
players do not have, is asked only of four-player rulesets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from kanrules.errors import UnreadableError
from kanrules.law.setup import has_kita
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, listed, many

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

_NOT_ASKED = (
    _N("1 three-player ruleset left out: {rules}"),
    _N("{count} three-player rulesets left out: {rules}"),
)
_NO_KITA = (_N("1 ruleset left out: it does not use kita"), _N("{count} rulesets left out: they do not use kita"))
T = TypeVar("T")


def split(
    question: T, rulesets: Iterable[Ruleset], check: Callable[[T, Ruleset], None]
) -> tuple[list[Ruleset], list[Ruleset]]:
    """Return the rulesets that can be asked, and those that cannot because `check` raises UnreadableError for them."""
    asked: list[Ruleset] = []
    others: list[Ruleset] = []
    for rules in rulesets:
        try:
            check(question, rules)
        except UnreadableError:
            others.append(rules)
        else:
            asked.append(rules)
    return asked, others


def without_kita(others: Iterable[Ruleset], kitas: int) -> tuple[list[Ruleset], list[Ruleset]]:
    """Split the rulesets that were not asked: those without kita, if the question sets norths aside, and all others."""
    lacking: list[Ruleset] = []
    rest: list[Ruleset] = []
    for rules in others:
        (lacking if kitas and not has_kita(rules.options) else rest).append(rules)
    return lacking, rest


def not_asked(others: Iterable[Ruleset], *, kitas: int = 0) -> Sentence | str:
    """Return one line that names the rulesets that were not asked, and why; "" if all were asked.

    `kitas` is the number of norths set aside in the question. Rulesets without kita are only counted.
    """
    lacking, rest = without_kita(others, kitas)
    ids = [rules.id for rules in rest]
    lines = [many(_NO_KITA, len(lacking))] if lacking else []
    if ids:
        lines.append(many(_NOT_ASKED, len(ids), rules=", ".join(ids)))
    return listed(lines, between="; ")
