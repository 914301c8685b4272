"""A topic looked up by its name, or by any words that mean it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kanrules.desk import for_authors
from kanrules.desk.casebook import (
    NOT_ASKED,
    CasebookAnswer,
    answer_to,
    cases_by_id,
    known_ids,
    of_foul,
    penalty_id,
)
from kanrules.desk.casebook_ids import retired_ids
from kanrules.desk.subjects import Subject, casebook, meant
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.ruleset.explain import Explanation, Option, explain, joined, under

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset


def look_up(
    topic: str, rules: Ruleset | None, library: Sequence[Ruleset], *, hooks: bool = False, language: str = "en"
) -> Explanation | str:
    """What is known about a code, a key, a table, a word, `kan` or `kandora`, a casebook question by its id, a hook,
    a key of a case,
    and else about what the words mean; a hint, perhaps empty, where nothing is near.

    Takes what `kanrules.ruleset.explain.explain` takes, and the language in which whole questions are known.
    """
    if topic.strip() in known_ids():
        return _question(topic.strip(), rules, library)
    if successor := retired_ids().get(topic.strip()):
        said = _question(successor, rules, library)
        return replace(said, lines=(say(_RETIRED, id=successor), *said.lines))
    found = explain(topic, rules, library, hooks=hooks)
    if not isinstance(found, str):
        return for_authors.with_hook(found, topic)
    if authors := for_authors.look_up(topic, rules):
        return authors
    one_word = topic.isascii() and len(topic.split()) == 1
    # One word that is no name is a slip of the pen; several are a question.
    subjects = () if one_word and found else meant(topic, language)
    if subjects:
        return _of(subjects, topic, rules)
    return for_authors.by_field(topic) or for_authors.nearer(topic, found)


_ANSWER = _N("{answer}: {rulesets}")
_RETIRED = _N("This question now has the id {id}.")
_IN_CASEBOOK, _NO_TEXT = _N("In the casebook: {question}"), _N("No source found.")


def _of(subjects: Sequence[Subject], topic: str, rules: Ruleset | None) -> Explanation:
    named = dict.fromkeys(key for subject in subjects for key in keys_of(subject))
    asked = [casebook()[id].question for subject in subjects for id in questions_of(subject)]
    return Explanation(
        topic,
        " ".join(topic.split()),
        joined("\n", list(dict.fromkeys(subject.question for subject in subjects))),
        tuple(Option(key, _held(key, rules)) for key in named),
        lines=tuple(say(_IN_CASEBOOK, question=question) for question in dict.fromkeys(asked)),
    )


def _held(key: str, rules: Ruleset | None) -> str:
    """The question of a key; with a ruleset its answer, too."""
    from kanrules.ruleset.catalogue import CATALOGUE
    from kanrules.ruleset.effects import holds
    from kanrules.ruleset.keys import TEXT_TABLES

    if rules is None:
        return CATALOGUE[key].question
    said = rules[key] if key.partition(".")[0] in TEXT_TABLES else holds(key, rules)
    return under(CATALOGUE[key].question, rules.id, said or _NO_TEXT)


def _question(id: str, rules: Ruleset | None, library: Sequence[Ruleset]) -> Explanation:
    """A casebook question by its id: the answer under the ruleset, and every answer with the rulesets that give it."""
    from kanrules.ruleset.catalogue import CATALOGUE
    from kanrules.ruleset.keys import keys

    case = cases_by_id().get(id)
    decides: tuple[str, ...] = () if case is None else case.decides
    decides = decides or tuple(key for key in keys() if penalty_id(key) == id)
    question = CATALOGUE[decides[0]].question if case is None else case.question

    def answer(book: Ruleset) -> CasebookAnswer:
        return of_foul(decides[0].partition(".")[2], book) if case is None else answer_to(case, book)

    given: dict[str, list[str]] = {}
    for book in library:
        if (found := answer(book)) is not NOT_ASKED:
            given.setdefault(str(found.text), []).append(book.id)
    groups = sorted(given.items(), key=lambda group: -len(group[1]))
    return Explanation(
        id,
        id,
        question if rules is None else under(question, rules.id, answer(rules).said),
        tuple(Option(key, _held(key, rules)) for key in decides),
        lines=tuple(say(_ANSWER, answer=text, rulesets=", ".join(names)) for text, names in groups),
    )


def keys_of(subject: Subject) -> tuple[str, ...]:
    """The keys that have to do with a subject."""
    if subject.topic is not None:
        return (*subject.topic.keys, *subject.topic.beside)
    return subject.case.decides if subject.case is not None else (subject.key,)


def questions_of(subject: Subject) -> tuple[str, ...]:
    """The ids of the casebook questions that have to do with a subject."""
    if subject.topic is not None:
        return subject.topic.casebook
    return (subject.case.id,) if subject.case is not None else ()
