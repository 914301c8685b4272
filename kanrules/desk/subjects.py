"""Subjects that can be asked about, and the search for the one that a question means."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kanrules.desk.facets import KANS, asked
from kanrules.desk.lexicon import folded
from kanrules.desk.matching import is_enough, matches, weight
from kanrules.desk.topics import TOPICS, Topic
from kanrules.frozen import dataclass
from kanrules.locale import translator

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


FEW = 3
"""Maximum number of subjects in an answer, and of questions that are suggested."""
LONGEST = 300
"""Maximum number of letters that are read of a question."""
_NEAR = 0.93
"""Minimum score of a second answer, relative to the best one."""
_KANS_IN_A_ROW = "kandora.pending_on_next_kan"
"""The subject of a question about several kans in one turn that does not say which types of kan they are."""
_SUPPOSE = "Suppose "
"""How a casebook question begins that says what it sets on top of the ruleset. Others that do are never an answer."""
_ALIKE = 0.85
"""Minimum likeness of a question to one of the casebook or of a key, if it fits no way to ask."""
_FOREIGN = frozenset(("strategy", "otheryaku"))
"""Concepts of mahjong that no rule here is about."""
_HINT = 0.2
"""Minimum likeness of a question that is suggested."""


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
    from kanrules.ruleset.key_sentences import CATALOGUE
    from kanrules.ruleset.keys import keys

    found = [Subject(topic.question, topic=topic) for topic in TOPICS]
    found += [Subject(case.question, case=case) for case in cases_by_id().values()]
    found += [Subject(CATALOGUE[name].question, key=name) for name in keys()]
    return {subject.name: subject for subject in found}


@cache
def _written(language: str) -> dict[str, str]:
    """Return the id or key of every question, as it is written in English and in a language."""
    speak = translator(language)
    found: dict[str, str] = {}
    for name, subject in subjects().items():
        if subject.case is not None and subject.case.options and not subject.question.startswith(_SUPPOSE):
            continue
        for text in (name, subject.question, speak(subject.question)):
            found.setdefault(folded(text), name)
    return found


@cache
def _titles(language: str) -> dict[str, str]:
    """Return the key of every title, as it is written in English and in a language."""
    from kanrules.ruleset.key_sentences import CATALOGUE
    from kanrules.ruleset.keys import keys

    speak = translator(language)
    found: dict[str, str] = {}
    for name in keys():
        for text in (CATALOGUE[name].title, speak(CATALOGUE[name].title), name.replace(".", " ")):
            found.setdefault(folded(text), name)
    return found


_OPPOSED: tuple[tuple[str, str], ...] = (("pon", "chi"), ("ron", "tsumo"), ("early", "late"))
"""Concepts of which a question about one is not answered by a question about the other."""


@cache
def _facets_of(name: str) -> frozenset[str]:
    """Return the concepts of a casebook question or of a key."""
    return asked(subjects()[name].question, "en").concepts


def contradicts(name: str, said: frozenset[str], language: str) -> bool:
    """Return True if the question of a subject is about another kind of kan, call, or win than what is said.

    Topics of `topics.py` answer for several kinds, and a Japanese draw is written like tsumo.
    """
    if subjects()[name].topic is not None:
        return False
    own = _facets_of(name)
    kinds, others = own & set(KANS), said & set(KANS)
    if kinds and others and kinds.isdisjoint(others):
        return True
    pairs = [pair for pair in _OPPOSED if language != "ja" or "tsumo" not in pair]
    return any(
        one in own and other in said and one not in said and other not in own
        for pair in pairs
        for one, other in (pair, pair[::-1])
    )


def meant(question: str, language: str = "en") -> tuple[Subject, ...]:
    """Return the subjects that a question in free words means, the likeliest first; none if no subject explains enough
    of it.

    Takes the question and the language that it is probably written in.
    """
    text = question[:LONGEST]
    if name := _written(language).get(folded(text)):
        return (subjects()[name],)
    facets = asked(text, language)
    found = [one for one in matches(text, language) if not contradicts(one.topic, facets.concepts, facets.language)]
    if found and is_enough(found[0], facets):
        if (
            found[0].topic == _KANS_IN_A_ROW
            and (case := "-".join(("kandora", *asked(text, language).kans))) in casebook()
        ):
            return (subjects()[case], subjects()[_KANS_IN_A_ROW])
        names = [one.topic for one in found[:FEW] if one.score >= _NEAR * found[0].score and one.part >= found[0].part]
        return tuple(subjects()[name] for name in dict.fromkeys((found[0].topic, *names)))
    if name := _titles(language).get(folded(text)):
        return (subjects()[name],)
    if asked(text, language).concepts & _FOREIGN:
        return ()
    alike = _alike(text, language)
    return (subjects()[alike[0][1]],) if alike and alike[0][0] >= _ALIKE else ()


def nearest(question: str, language: str = "en") -> tuple[Subject, ...]:
    """Return at most three subjects whose questions are nearest to one that nothing answers."""
    text = question[:LONGEST]
    if not any(weight(group) >= 1 for group in asked(text, language).groups):
        return ()
    names = [name for likeness, name in _alike(text, language) if likeness >= _HINT]
    return tuple(subjects()[name] for name in dict.fromkeys(names[: 2 * FEW]))[:FEW]


@cache
def _said(language: str) -> tuple[tuple[str, frozenset[str], dict[str, float]], ...]:
    """Return for every question its id or key, the concepts that must not differ, and what it says with its weight."""
    speak = translator(language)
    return tuple(
        (name, *_parts(speak(subject.question), language))
        for name, subject in subjects().items()
        if subject.case is None or not (subject.case.options or any(letter.isdigit() for letter in subject.question))
    )


_DECIDING = frozenset(
    [
        "ankan",
        "daiminkan",
        "shouminkan",
        "pon",
        "chi",
        "ron",
        "tsumo",
        "early",
        "late",
        "forgot",
        "riichifirst",
        "riichilast",
        "dragon2",
        "dragon3",
        "fifthkan",
        "fourthkan",
        "oneplayer",
        "severalplayers",
        "sameturn",
        "nextturn",
        "rinshan",
        "haitei",
        "houtei",
        "kokushi",
        "otherhand",
        "dealtkita",
    ]
)
"""Concepts by which two questions that are otherwise alike have different answers."""


_DERIVED = frozenset(("riichifirst", "riichilast", "inriichi"))
"""Concepts that are read off another one and weigh nothing by themselves."""


def _parts(text: str, language: str) -> tuple[frozenset[str], dict[str, float]]:
    question = asked(text, language)
    said = {
        concept: weight(frozenset((concept,)))
        for group in question.groups
        for concept in group
        if concept not in _DERIVED
    }
    return question.concepts & _DECIDING, {**said, **dict.fromkeys(question.unknown, 1.0)}


def _alike(text: str, language: str) -> list[tuple[float, str]]:
    """Return how much every question has in common with a text, and its id or key, the most alike first. A question
    with another deciding concept is not alike.
    """
    deciding, said = _parts(text, language)
    own = sum(said.values())
    found = []
    for name, others, parts in _said(language):
        shared = sum(value for concept, value in parts.items() if concept in said)
        if shared and own:
            likeness = 2 * shared / (own + sum(parts.values()))
            found.append((likeness if others == deciding else min(likeness, _ALIKE - 0.01), name))
    return sorted(found, key=lambda one: -one[0])
