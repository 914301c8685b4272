"""Of many rulesets those to which a question can be put: what names a fourth player, a tile or a call that a table of
three has not is asked of rulesets for four alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from kanrules.errors import UnreadableError
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, many

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

_NOT_ASKED = (
    _N("1 ruleset not asked, being for three players: {rules}"),
    _N("{count} rulesets not asked, being for three players: {rules}"),
)
_NO_KITA = (_N("1 ruleset not asked, having no kita"), _N("{count} rulesets not asked, having no kita"))
T = TypeVar("T")


def split(
    question: T, rulesets: Iterable[Ruleset], check: Callable[[T, Ruleset], None]
) -> tuple[list[Ruleset], list[Ruleset]]:
    """The rulesets that can be asked, and those whose table has not what the question names; `check` raises
    UnreadableError for these.
    """
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


def not_asked(others: Iterable[Ruleset], *, kitas: int = 0) -> Sentence | str:
    """Who was not asked and why, in a line; "" where everybody was. `kitas` are the norths set aside in the question,
    which most rulesets do not have.
    """
    ids = [rules.id for rules in others]
    if not ids:
        return ""
    return many(_NO_KITA, len(ids)) if kitas else many(_NOT_ASKED, len(ids), rules=", ".join(ids))
