"""Subjects that can be asked about, and the search for them: referees' questions, casebook questions, and the question
of every key.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from kanrules.desk.lexicon import also, concepts
from kanrules.desk.topics import TOPICS, Topic
from kanrules.locale import translator

if TYPE_CHECKING:
    from kanrules.cases.case import Case


@dataclass(frozen=True)
class Subject:
    """One thing to ask about: a question of a floor, a case of the casebook, or a key; `phrases` are ways to ask it."""

    question: str
    phrases: tuple[tuple[str, ...], ...]
    """Each way to ask, as its concepts."""
    about: frozenset[str]
    """Concepts that have to do with it."""
    topic: Topic | None = None
    case: Case | None = None
    key: str = ""


FEW = 3
"""Maximum number of subjects in an answer."""
LONGEST = 300
"""Maximum number of letters that are read of a question."""
_ENOUGH = 0.5
"""What part of a question, weighed by how telling its words are, a subject must account for."""
_NEAR = 0.85
"""Minimum score of another match, relative to the best one."""
_FLOOR = 1.15
"""A question of a floor is what a referee most likely means, where most of it is said."""
_MOSTLY = 0.8
_IN_ORDER = 1.02
"""A kan after riichi is not riichi after a kan."""


@cache
def casebook() -> dict[str, Case]:
    """The cases of the casebook by their id; those that lay options over a ruleset ask about no book and are left
    out, as are those of three players, for which the keys answer.
    """
    from kanrules.desk.casebook import cases_by_id

    return {name: case for name, case in cases_by_id().items() if not case.options and case.players != 3}


@cache
def subjects(language: str = "en") -> tuple[Subject, ...]:
    """Everything that can be asked about, the questions of a floor first, as they are asked in English and in the
    language.
    """
    from kanrules.ruleset.catalogue import CATALOGUE, GROUPS
    from kanrules.ruleset.keys import keys

    speak = translator(language)

    def ways(*asked: str) -> tuple[tuple[str, ...], ...]:
        return tuple(dict.fromkeys(concepts(text) for text in (*asked, *map(speak, asked))))

    def about(*phrases: tuple[str, ...]) -> frozenset[str]:
        return frozenset(concept for phrase in phrases for concept in phrase)

    found = []
    for topic in TOPICS:
        phrases = ways(topic.question, *topic.also)
        found.append(Subject(topic.question, phrases, about(*phrases), topic=topic))
    for id, case in casebook().items():
        phrases = (*ways(case.question, *also().get(id, ())), concepts(case.name))
        found.append(Subject(case.question, phrases, about(*phrases), case=case))
    for name in keys():
        entry, table = CATALOGUE[name], name.partition(".")[0]
        words = f"{name.replace('.', ' ').replace('_', ' ')} {entry.title} {entry.question}"
        phrases = (
            *ways(entry.question, entry.title, *also().get(name, ())),
            concepts(name.replace(".", " ").replace("_", " ")),
        )
        near = about(*phrases, concepts(f"{words} {GROUPS[table][0]}"))
        found.append(Subject(entry.question, phrases, near, key=name))
    return tuple(found)


@cache
def _weights(language: str) -> dict[str, float]:
    """Weight of each concept: higher if fewer subjects contain it."""
    held: dict[str, int] = {}
    for subject in subjects(language):
        for concept in subject.about:
            held[concept] = held.get(concept, 0) + 1
    return {concept: math.log(1 + len(subjects(language)) / count) for concept, count in held.items()}


def meant(question: str, language: str = "en") -> tuple[Subject, ...]:
    """The subjects that a question in free words means, the likeliest first; none where nothing is near.

    Words are understood in every language that has words for a thing, whole questions in English and in the language.
    """
    asked = concepts(question[:LONGEST], misspelt=True)
    weights = _weights(language)
    unknown = math.log(1 + len(subjects(language)))
    whole = sum(weights.get(concept, unknown) for concept in asked)
    if not whole:
        return ()
    scored = []
    for place, subject in enumerate(subjects(language)):
        value = max(_fit(asked, phrase, subject, weights, whole) for phrase in subject.phrases)
        if value >= _ENOUGH:
            scored.append((-value, place, subject))
    scored.sort(key=lambda one: one[:2])
    near = [subject for value, _, subject in scored if -value >= _NEAR * -scored[0][0]]
    topics = [subject.topic for subject in near[:FEW] if subject.topic is not None]
    held: set[str] = {key for topic in topics for key in (*topic.keys, *topic.beside)}
    held |= {id for topic in topics for id in topic.casebook}
    return tuple(subject for subject in near if (subject.case.id if subject.case else subject.key) not in held)[:FEW]


def _fit(
    asked: tuple[str, ...], phrase: tuple[str, ...], subject: Subject, weights: dict[str, float], whole: float
) -> float:
    """Return the share of the question that a phrase covers, plus a small part for the reverse."""
    said = sum(weights[concept] * (1.0 if concept in phrase else 0.8) for concept in asked if concept in subject.about)
    length = sum(weights[concept] for concept in phrase)
    shared = sum(weights[concept] for concept in phrase if concept in asked)
    part = shared / length if length else 0.0
    fit = (said / whole) * (0.75 + 0.25 * part)
    if [concept for concept in asked if concept in phrase] == [concept for concept in phrase if concept in asked]:
        fit *= _IN_ORDER
    return fit * _FLOOR if subject.topic is not None and part >= _MOSTLY else fit
