"""A topic looked up by its name, or by any words that mean it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kanrules.desk import for_authors
from kanrules.desk.subjects import Subject, meant
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.ruleset.explain import Explanation, Option, explain, joined, under

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset


def look_up(
    topic: str, rules: Ruleset | None, library: Sequence[Ruleset], *, hooks: bool = False, language: str = "en"
) -> Explanation | str:
    """What is known about a code, a key, a table, a word, `kan` or `kandora`, a hook, a key of a case,
    and else about what the words mean; a hint, perhaps empty, where nothing is near.

    Takes what `kanrules.ruleset.explain.explain` takes, and the language in which whole questions are known.
    """
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


_IN_CASEBOOK, _NO_TEXT = _N("In the casebook: {question}"), _N("no text found.")


def _of(subjects: Sequence[Subject], topic: str, rules: Ruleset | None) -> Explanation:
    from kanrules.ruleset.catalogue import CATALOGUE
    from kanrules.ruleset.effects import holds
    from kanrules.ruleset.keys import TEXT_TABLES

    def held(key: str) -> str:
        if rules is None:
            return CATALOGUE[key].question
        said = rules[key] if key.partition(".")[0] in TEXT_TABLES else holds(key, rules)
        return under(CATALOGUE[key].question, rules.id, said or _NO_TEXT)

    named = dict.fromkeys(key for subject in subjects for key in keys_of(subject))
    asked = [question for subject in subjects for question in questions_of(subject)]
    return Explanation(
        topic,
        " ".join(topic.split()),
        joined("\n", list(dict.fromkeys(subject.question for subject in subjects))),
        tuple(Option(key, held(key)) for key in named),
        lines=tuple(say(_IN_CASEBOOK, question=question) for question in dict.fromkeys(asked)),
    )


def keys_of(subject: Subject) -> tuple[str, ...]:
    """The keys that have to do with a subject."""
    if subject.topic is not None:
        return (*subject.topic.keys, *subject.topic.beside)
    return subject.case.decides if subject.case is not None else (subject.key,)


def questions_of(subject: Subject) -> tuple[str, ...]:
    """The questions of the casebook that have to do with a subject."""
    if subject.topic is not None:
        return subject.topic.casebook
    return (subject.question,) if subject.case is not None else ()
