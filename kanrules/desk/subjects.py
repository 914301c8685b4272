"""Subjects that can be asked about: topics, casebook questions, and keys."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kanrules.desk.topics import TOPICS, Topic
from kanrules.frozen import dataclass

if TYPE_CHECKING:
    from kanrules.cases.case import Case


@dataclass(frozen=True)
class Subject:
    """One thing to ask about: a topic, a casebook question, or a key."""

    question: str
    topic: Topic | None = None
    case: Case | None = None
    key: str = ""

    @property
    def name(self) -> str:
        """The id of the topic or casebook question, or the key."""
        if self.topic is not None:
            return self.topic.id
        return self.case.id if self.case is not None else self.key


@cache
def casebook() -> dict[str, Case]:
    """Return the casebook questions that ask about rulesets as they are, by id. Those that set options on top of every
    ruleset ask about no rulebook and are left out.
    """
    from kanrules.desk.casebook import cases_by_id

    return {name: case for name, case in cases_by_id().items() if not case.options}


@cache
def subjects() -> dict[str, Subject]:
    """Return everything that can be asked about by its id or key: topics, casebook questions, keys."""
    from kanrules.desk.casebook import cases_by_id
    from kanrules.ruleset.keys import keys

    found = [Subject(topic.question, topic=topic) for topic in TOPICS]
    found += [Subject(case.question, case=case) for case in cases_by_id().values()]
    found += [Subject(keys()[name].question, key=name) for name in keys()]
    return {subject.name: subject for subject in found}
