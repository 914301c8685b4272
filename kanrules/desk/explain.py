"""Look up a topic by its name, or by any words that mean it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kanrules.desk import for_authors
from kanrules.desk.case_index import cases_by_id, known_ids, penalty_id
from kanrules.desk.casebook import NOT_ASKED, answer_to
from kanrules.desk.casebook_ids import retired_ids
from kanrules.desk.foul import foul
from kanrules.desk.key_statement import key_statement
from kanrules.desk.meaning import question_meaning
from kanrules.desk.statement import Clause, Statement
from kanrules.desk.subjects import Subject, casebook
from kanrules.desk.topics import Topic, heads
from kanrules.desk.topics import topic as topic_by_id
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.ruleset import Ruleset
from kanrules.ruleset.explain import Cited, Explanation, explain, joined, option, under
from kanrules.ruleset.keys import file_text, file_value, keys
from kanrules.ruleset.plugin_rules import NO_LOCAL_RULE, option_origin, plugin_rules
from kanrules.ruleset.value_refs import near_refs, parts_of_ref, value_ref
from kanrules.rulings import Basis, Finding, Verdict


def look_up(topic: str, rules: Ruleset | None, library: Sequence[Ruleset], *, hooks: bool = False) -> Explanation | str:
    """Return what is known about a topic: a code, key, table, term, casebook id, id of a question that `ask` answers,
    reference of a value, hook, or key of a case file.

    `kan` and `kandora` are topics too. Other words are looked up by their meaning; without a match the result is a
    hint, which may be "". Takes the arguments of `kanrules.ruleset.explain.explain`.
    """
    if topic.strip() in known_ids():
        return _question(topic.strip(), rules, library)
    if successor := retired_ids().get(topic.strip()):
        said = _question(successor, rules, library)
        return replace(said, lines=(say(_RETIRED, id=successor), *said.lines))
    if asked := topic_by_id(topic.strip()):
        return _of((Subject(asked.question, topic=asked),), topic, rules)
    if parts := parts_of_ref(topic):
        found = _value(*parts, [*(() if rules is None else (rules,)), *library])
        if found:
            return found
    found = explain(topic, rules, library, hooks=hooks)
    if not isinstance(found, str):
        return for_authors.with_hook(found, topic)
    if authors := for_authors.look_up(topic, rules):
        return authors
    one_word = topic.isascii() and len(topic.split()) == 1
    # An unknown single word is probably misspelt, or a wrong reference; several words are a question.
    subjects = () if one_word and (found or "/" in topic) else question_meaning(topic).meant
    if subjects:
        return _of(subjects, topic, rules)
    return for_authors.by_field(topic) or for_authors.nearer(topic, found)


_ANSWER = _N("{answer}: {rulesets}")
_RETIRED = _N("This question now has the id {id}.")
_TITLE_OF_VALUE, _SET_BY = _N("{ref}: {title}"), _N("Set by {where}.")
_IN_CASEBOOK = _N("In the casebook: {question}")


def _of(subjects: Sequence[Subject], topic: str, rules: Ruleset | None) -> Explanation:
    named = dict.fromkeys(key for subject in subjects for key in keys_of(subject))
    asked = [casebook()[id].question for subject in subjects for id in questions_of(subject)]
    return Explanation(
        topic,
        " ".join(topic.split()),
        joined("\n", list(dict.fromkeys(subject.question for subject in subjects))),
        tuple(option(key, _held(key, rules)) for key in named),
        lines=(
            *(
                fact
                for one in subjects
                if one.topic is not None
                for fact in (one.topic.fact, one.topic.otherwise)
                if fact
            ),
            *(say(_IN_CASEBOOK, question=question) for question in dict.fromkeys(asked)),
        ),
    )


def _held(key: str, rules: Ruleset | None) -> str:
    """Return the question of a key, and under a ruleset its answer."""

    question = keys()[key].question
    return question if rules is None else under(question, rules.id, key_statement(key, rules).said)


def _question(id: str, rules: Ruleset | None, library: Sequence[Ruleset]) -> Explanation:
    """Return a casebook question by its id: the ruleset's answer, and every answer with the rulesets that give it."""

    case = cases_by_id().get(id)
    decides: tuple[str, ...] = () if case is None else case.decides
    decides = decides or tuple(key for key in keys() if penalty_id(key) == id)
    question = keys()[decides[0]].question if case is None else case.question

    given: dict[str, list[str]] = {}
    for book in library:
        if (found := _stated(id, book)) is not NOT_ASKED:
            given.setdefault(found.text, []).append(book.id)
    groups = sorted(given.items(), key=lambda group: -len(group[1]))
    return Explanation(
        id,
        id,
        question if rules is None else under(question, rules.id, _stated(id, rules).said),
        tuple(option(key, _held(key, rules)) for key in decides),
        lines=tuple(say(_ANSWER, answer=text, rulesets=", ".join(names)) for text, names in groups),
    )


def _stated(id: str, rules: Ruleset) -> Statement:
    """Return a ruleset's answer to a casebook question."""
    case = cases_by_id().get(id)
    return foul(id.partition("-")[2].replace("-", "_"), rules) if case is None else answer_to(case, rules)


def _value(ruleset: str, key: str, known: Sequence[Ruleset]) -> Explanation | str:
    """Return the value that a reference names; for a wrong one the references that are near, "" if none is."""

    rules = next((one for one in known if one.id == ruleset), None)
    if rules is None or key not in keys():
        return " or ".join(near_refs(ruleset, key, (one.id for one in known)))
    origin, value = rules.origin(key), file_text(rules[key])
    cited = () if origin.source is None else (Cited((rules.id,), key, rules[key], origin.source),)
    return Explanation(
        value_ref(rules.id, key),
        say(_TITLE_OF_VALUE, ref=value_ref(rules.id, key), title=keys()[key].title),
        keys()[key].question,
        (option(value, key_statement(key, rules).said, (rules.id,)),),
        cited,
        lines=(say(_SET_BY, where=origin.set_by),) if origin.source is not None else (rules.assumed_of(key),),
    )


def answer_of(topic: str, rules: Ruleset) -> Statement | None:
    """Return a ruleset's answer on a topic of `look_up`: a key, a casebook id, the reference of a value of its own, or
    an option of its plugins; None for any other topic.
    """
    name = topic.strip()
    id, key = retired_ids().get(name, name), (parts_of_ref(name) or ("", name))[-1]
    if key in keys():
        return key_statement(key, rules, keys()[key].question)
    if option_rule := next((one for one in plugin_rules(rules) if one.key == key), None):
        text, source = option_rule.sentence or NO_LOCAL_RULE, option_origin(rules, key).source
        ruling = rules.ruling(Finding(Verdict.RULE, "", text, key, plugin=option_rule.plugin, source=source))
        clause = Clause(key, option_rule.value, source, option_rule.plugin)
        return Statement(key, text, Basis.PLUGIN, replace(ruling, value=file_value(option_rule.value)), (clause,))
    return _stated(id, rules) if id in known_ids() else None


def keys_of(subject: Subject) -> tuple[str, ...]:
    """Return the keys that a subject is about."""
    if subject.topic is not None:
        named = (*_chosen(subject.topic), *subject.topic.names)
        return (*subject.topic.keys, *subject.topic.beside, *(name for name in named if "." in name))
    return subject.case.decides if subject.case is not None else (subject.key,)


def _chosen(topic: Topic) -> tuple[str, ...]:
    """Return the keys and casebook questions that answer a topic, one for each case of a fact left open."""
    return () if topic.depends is None else tuple(choice.name for choice in topic.depends.choices)


def questions_of(subject: Subject) -> tuple[str, ...]:
    """Return the ids of the casebook questions that a subject is about."""
    if subject.topic is not None:
        return (*subject.topic.casebook, *(name for name in _chosen(subject.topic) if "." not in name))
    return (subject.case.id,) if subject.case is not None else ()


def names_of(subject: Subject) -> tuple[str, ...]:
    """Return the ids and keys of the questions that are merged into a subject."""
    return tuple(name for name, head in heads().items() if head == subject.name)
