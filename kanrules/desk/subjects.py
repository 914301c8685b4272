"""Subjects that can be asked about: topics, casebook questions, and keys."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kanrules.desk.topics import MomentOfKan, Topic, topics
from kanrules.frozen import frozen

if TYPE_CHECKING:
    from kanrules.cases.case import Case

_OF_CHAPTERS = {
    "indicators": MomentOfKan.TURNING,
    "robbery": MomentOfKan.ROBBING,
    "four-and-five-kans": MomentOfKan.FOUR,
    "liability": MomentOfKan.PAYING,
    "in-riichi": MomentOfKan.RIICHI,
    "wall": MomentOfKan.DECLARING,
    "three-players": MomentOfKan.THREE,
    "fouls": MomentOfKan.FOULS,
}
"""The moment of the questions of each chapter of the casebook."""
_OF_TABLES = {
    "wall": MomentOfKan.DRAWING,
    "dora": MomentOfKan.TURNING,
    "kandora": MomentOfKan.TURNING,
    "kan": MomentOfKan.DECLARING,
    "four_kans": MomentOfKan.FOUR,
    "fifth_kan": MomentOfKan.FOUR,
    "chankan": MomentOfKan.ROBBING,
    "sekinin_barai": MomentOfKan.PAYING,
    "riichi_kan": MomentOfKan.RIICHI,
    "kita": MomentOfKan.THREE,
    "rinshan": MomentOfKan.WINNING,
    "furiten": MomentOfKan.ROBBING,
    "riichi": MomentOfKan.RIICHI,
    "calls": MomentOfKan.CALLING,
    "wins": MomentOfKan.PAYING,
    "chombo": MomentOfKan.FOULS,
    "scoring": MomentOfKan.WINNING,
    "penalty": MomentOfKan.FOULS,
    "procedure": MomentOfKan.DECLARING,
    "display": MomentOfKan.DECLARING,
}
"""The moment of the keys of each table. Those of other tables are about the game, not about a kan."""


@frozen
class Subject:
    """One thing to ask about: a topic, a casebook question, or a key."""

    question: str
    topic: Topic | None = None
    case_id: str = ""
    key: str = ""
    moment: MomentOfKan = MomentOfKan.GAME
    """The moment of a kan that it is about."""

    @property
    def name(self) -> str:
        """The id of the topic or casebook question, or the key."""
        return self.topic.id if self.topic is not None else self.case_id or self.key

    @property
    def case(self) -> Case | None:
        """The casebook question; None if it is a topic or a key."""
        from kanrules.desk.case_index import cases_by_id

        return cases_by_id()[self.case_id] if self.case_id else None


@cache
def casebook() -> dict[str, Case]:
    """Return the casebook questions that ask about rulesets as they are, by id. Those that set options on top of every
    ruleset ask about no rulebook and are left out.
    """
    from kanrules.desk.case_index import cases_by_id

    return {name: case for name, case in cases_by_id().items() if not case.options}


@cache
def subjects() -> dict[str, Subject]:
    """Return everything that can be asked about by its id or key: topics, casebook questions, keys."""
    from kanrules.desk.case_index import case_index
    from kanrules.ruleset.keys import keys

    found = [Subject(topic.question, topic=topic, moment=topic.moment) for topic in topics()]
    for id, place in case_index().items():
        moment = _OF_CHAPTERS.get(place.path.name.partition(".")[0], MomentOfKan.GAME)
        found.append(Subject(place.question, case_id=id, moment=moment))
    for name in keys():
        moment = _OF_TABLES.get(name.partition(".")[0], MomentOfKan.GAME)
        found.append(Subject(keys()[name].question, key=name, moment=moment))
    return {subject.name: subject for subject in found}
