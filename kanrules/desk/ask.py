"""A question of the floor in free words, answered under one ruleset or several: the rule in a sentence, its clause, the
question of the casebook; what no text says is said first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kanrules.desk.subjects import Subject, casebook, meant
from kanrules.errors import UnreadableError
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.rulings import Finding, Grade, Ruling, Source, Verdict, would_rule

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.desk.topics import Topic
    from kanrules.ruleset import Ruleset

EMPTY = 'ask what? Say it in a few words, such as kanrules ask "indicator forgotten"'
"""The message to an empty question."""


_UNSAID_WHAT, _UNSAID_COST = _N("no source found: {what}"), _N("no source found for the penalty: {foul}")


@dataclass(frozen=True, slots=True)
class TopicAnswer:
    """One thing that a ruleset says to a question: the topic that it belongs to, a sentence, the key, the ruling."""

    topic: str
    text: str
    rules: Ruleset
    key: str
    ruling: Ruling
    unsaid: bool
    """True if no source settles it."""
    id: str = ""
    """The id of the casebook question that it answers, if it answers one."""

    def to_json(self) -> dict[str, Any]:
        """One member of `answers` in `ask --format json`."""
        return {
            "topic": self.topic,
            "id": self.id or None,
            "text": str(self.text),
            "rules": self.rules.id,
            "key": self.key,
            "ruling": self.ruling.to_json(),
        }


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with every answer to it: by topic, and of each topic what no text says first."""

    question: str
    answers: tuple[TopicAnswer, ...]

    def to_json(self) -> dict[str, Any]:
        """The object of `ask --format json`."""
        return {"question": self.question, "answers": [answer.to_json() for answer in self.answers]}


def ask(question: str, rules: Sequence[Ruleset], language: str = "en") -> AnsweredQuestion:
    """Answer a question in free words with what each ruleset says about the topics it matches; nothing is guessed.

    Takes the question in the words of the table, in English, Japanese, French, Dutch or German, the rulesets, and the
    language in which whole questions are known. Raises UnreadableError if the question is empty or matches no topic.
    """
    words = " ".join(question.split())
    if not words:
        raise UnreadableError(EMPTY, code="")
    subjects = meant(words, language)
    if not subjects:
        shown = words if words.isprintable() else ascii(words)[1:-1]
        raise UnreadableError(
            f'nothing is known about "{shown[:80]}"; try other words, such as "indicator forgotten" or "dead wall"',
            code="",
        )
    found: dict[tuple[str, str, str], TopicAnswer] = {}
    # Subjects that have no effect under any of the rulesets are answered only if nothing else matches.
    for subject in [one for one in subjects if _arises(one, rules)] or subjects:
        for one in rules:
            for answer in _answers(subject, one):
                found.setdefault((answer.topic, answer.rules.id, answer.key), answer)
    topics = list(dict.fromkeys(answer.topic for answer in found.values()))
    keyed = sorted(found.values(), key=lambda answer: (topics.index(answer.topic), not answer.unsaid))
    return AnsweredQuestion(words, tuple(keyed))


def _arises(subject: Subject, rules: Sequence[Ruleset]) -> bool:
    from kanrules.ruleset.effects import silencing

    return not subject.key or any(not silencing(subject.key, one) for one in rules)


def _answers(subject: Subject, rules: Ruleset) -> Iterator[TopicAnswer]:
    if subject.topic is not None:
        yield from _of_topic(subject.topic, rules)
    elif subject.case is not None:
        yield of_case(subject.case, rules)
    else:
        yield of_key(subject.question, subject.key, rules)


def _of_topic(topic: Topic, rules: Ruleset) -> Iterator[TopicAnswer]:
    """Yield a ruleset's answers to a referee's question: the part that no key covers, the deciding keys, related keys,
    and casebook questions.
    """
    if topic.unsaid:
        text = say(_UNSAID_WHAT, what=topic.unsaid)
        yield TopicAnswer(
            topic.question, text, rules, "", rules.ruling(Finding(Verdict.UNKNOWN, "", text)), unsaid=True
        )
    for key in topic.keys:
        yield of_key(topic.question, key, rules)
    for key in topic.beside:
        beside = of_key(topic.question, key, rules)
        # What helps a referee decide helps only where a text says it.
        if not beside.unsaid:
            yield beside
    for id in topic.casebook:
        yield of_case(casebook()[id], rules)


def of_key(topic: str, key: str, rules: Ruleset) -> TopicAnswer:
    """Return a ruleset's answer to the question of a key: its own words, the sentence of its value, or the penalty
    (plugins included). An answer that rests on a default says so.
    """
    from kanrules.ruleset.catalogue import CATALOGUE
    from kanrules.ruleset.effects import decided_by, holds
    from kanrules.ruleset.keys import TEXT_TABLES

    table, _, name = key.partition(".")
    if table == "penalty":
        return _of_foul(topic, key, name, rules)
    decides = key
    if table in TEXT_TABLES:
        unsaid = not rules[key]
        text = rules[key] or say(_UNSAID_WHAT, what=CATALOGUE[key].question)
    else:
        # Where other lines leave nothing to ask, they are the rule, and theirs is the clause.
        decides = decided_by(key, rules)
        unsaid = rules.origin(decides).is_default
        text = would_rule(holds(key, rules), rules.assumed) if unsaid else holds(key, rules)
    verdict = Verdict.UNKNOWN if unsaid else Verdict.RULE
    return TopicAnswer(topic, text, rules, key, rules.ruling(Finding(verdict, "", text, decides)), unsaid)


def _of_foul(topic: str, key: str, name: str, rules: Ruleset) -> TopicAnswer:
    from kanrules.desk.foul import FOULS, foul

    found = foul(name, rules)
    if found.unknown:
        return TopicAnswer(topic, say(_UNSAID_COST, foul=FOULS[name]), rules, key, found.ruling, unsaid=True)
    return TopicAnswer(topic, found.text, rules, found.ruling.key or key, found.ruling, found.by_default)


def of_case(case: Case, rules: Ruleset) -> TopicAnswer:
    """Return a ruleset's answer to a casebook question, with the first deciding key that has a source."""
    from kanrules.desk.casebook import answer_to

    found = answer_to(case, rules)
    if not found.clauses:
        # No key decides: every book rules so, on the texts that the case names.
        source = Source(case.source, grade=Grade.SECONDARY)
        ruling = rules.ruling(Finding(Verdict.RULE, "", found.text, source=source))
        return TopicAnswer(case.question, found.text, rules, "", ruling, unsaid=False, id=case.id)
    # A key that only enables kan dora does not answer when it is turned.
    telling = [each for each in found.clauses if not (each.key.endswith(".enabled") and rules[each.key])]
    clause = next((each for each in telling if each.source is not None), (telling or found.clauses)[0])
    unsaid = clause.source is None
    text = would_rule(found.text, rules.assumed) if unsaid and not found.unsaid else found.text
    verdict = Verdict.UNKNOWN if unsaid else Verdict.RULE
    finding = Finding(verdict, "", text, clause.key, plugin=clause.plugin or "core", source=clause.source)
    ruling = rules.ruling(finding)
    return TopicAnswer(case.question, text, rules, clause.key, ruling, unsaid or found.unsaid, id=case.id)
