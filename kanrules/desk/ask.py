"""Answer a question in free words under one ruleset or several: the rule in a sentence and its clause. A question that
no rule is near gets no answer, but the nearest questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kanrules.desk.meaning import FEW, meant, nearest
from kanrules.desk.subjects import Subject, subjects
from kanrules.desk.topics import ALSO_TOLD
from kanrules.errors import UnreadableError
from kanrules.frozen import dataclass
from kanrules.locale import marked as _N
from kanrules.locale.sentences import listed, say
from kanrules.ruleset.value_refs import value_ref
from kanrules.rulings import Basis, Finding, Grade, Ruling, Source, Verdict, partly_assumed, undecided, would_rule

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.desk.topics import Topic
    from kanrules.ruleset import Ruleset

EMPTY = 'ask what? Say it in a few words, such as kanrules ask "indicator forgotten"'
"""The message to an empty question."""
_UNKNOWN = _N("No rule found for “{question}”.")
_BRANCH = _N("{when}: {text}")
_EVERYWHERE = Source(_N("The same under every ruleset"), grade=Grade.OWN)
_SHOWN = 80
"""Maximum number of letters of an unknown question that are repeated."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What holds in one case of a fact that a question leaves open."""

    when: str
    text: str
    ref: str
    """Reference of the value that answers it; "" if no key does."""
    unsaid: bool
    """True if no source settles it."""
    source: Source | None = None

    def to_json(self) -> dict[str, Any]:
        """Return a choice as JSON-ready data."""
        return {"when": str(self.when), "text": str(self.text), "ref": self.ref or None}


@dataclass(frozen=True, slots=True)
class OpenFact:
    """A fact that a question leaves open, and what holds in each case."""

    fact: str
    choices: tuple[Branch, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the fact and its choices as JSON-ready data."""
        return {"fact": str(self.fact), "choices": [choice.to_json() for choice in self.choices]}


@dataclass(frozen=True, slots=True)
class TopicAnswer:
    """One part of a ruleset's answer to a question: its topic, a sentence, the key, and the ruling."""

    topic: str
    text: str
    rules: Ruleset
    key: str
    ruling: Ruling
    unsaid: bool
    """True if no source settles the answer."""
    id: str = ""
    """The id of the casebook question that it answers, if it answers one."""
    depends: tuple[OpenFact, ...] = ()
    """Facts that the question leaves open and on which the answer depends."""
    partly: bool = False
    """True if a value without a source would change an answer that has a source."""

    @property
    def said(self) -> str:
        """The answer as it is printed: with a note if it also depends on a value without a source."""
        return partly_assumed(self.text) if self.partly else self.text

    @property
    def basis(self) -> str:
        """What the answer rests on: "text", "partly" (also on a value without a source), or "default"."""
        branches = [choice.unsaid for fact in self.depends for choice in fact.choices]
        if branches and any(branches) != all(branches):
            return "partly"
        return "default" if self.unsaid else "partly" if self.partly else "text"

    def to_json(self) -> dict[str, Any]:
        """Return one member of `answers` in `ask --format json`."""
        return {
            "topic": self.topic,
            "id": self.id or None,
            "text": str(self.text),
            "rules": self.rules.id,
            "key": self.key,
            "basis": self.basis,
            "depends": [fact.to_json() for fact in self.depends],
            "ruling": self.ruling.to_json(),
        }


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with every answer to it, the answer to what was asked first; or, if no rule is near it, the questions
    that are nearest.
    """

    question: str
    answers: tuple[TopicAnswer, ...]
    did_you_mean: tuple[Subject, ...] = ()

    @property
    def known(self) -> bool:
        """True if a rule answers the question, or at least a topic is about it."""
        return bool(self.answers)

    @property
    def unknown(self) -> str:
        """The sentence for a question that nothing answers."""
        shown = self.question if self.question.isprintable() else ascii(self.question)[1:-1]
        return say(_UNKNOWN, question=shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1].rstrip()}…")

    def to_json(self) -> dict[str, Any]:
        """Return the object of `ask --format json`."""
        return {
            "question": self.question,
            "known": self.known,
            "answers": [answer.to_json() for answer in self.answers],
            "did_you_mean": [{"id": near.name, "question": near.question} for near in self.did_you_mean],
        }


def ask(question: str, rules: Sequence[Ruleset], language: str = "en") -> AnsweredQuestion:
    """Answer a question in free words: what each ruleset says about its topic. Nothing is guessed.

    Takes the question as players would ask it (in English, Japanese, French, Dutch, or German), the rulesets, and the
    language that the question is probably written in. Raises UnreadableError if the question is empty.
    """
    words = " ".join(question.split())
    if not words:
        raise UnreadableError(EMPTY, code="")
    found = meant(words, language)
    if not found:
        return AnsweredQuestion(words, (), nearest(words, language))
    # Other subjects are answered only if they have an effect under one of the rulesets.
    found = (found[0], *(one for one in found[1:] if _arises(one, rules)))
    answers: dict[tuple[str, str, str], TopicAnswer] = {}
    for subject in found[:FEW]:
        for one in rules:
            for answer in _answers(subject, one):
                answers.setdefault((answer.topic, answer.rules.id, answer.key or answer.id), answer)
    return AnsweredQuestion(words, tuple(_in_order(list(answers.values()), several=len(rules) > 1)))


def _in_order(answers: list[TopicAnswer], *, several: bool) -> list[TopicAnswer]:
    """Sort answers: topic by topic, and of a topic the known rules first. Of several rulesets those without a source
    come first, since they are few to tell apart.
    """
    topics = list(dict.fromkeys(answer.topic for answer in answers))

    def place(answer: TopicAnswer) -> tuple[int, bool]:
        comes_first = answer.unsaid if several else not answer.unsaid
        return topics.index(answer.topic), not comes_first

    return sorted(answers, key=place)


def _arises(subject: Subject, rules: Sequence[Ruleset]) -> bool:
    from kanrules.ruleset.effects import silencing

    return not subject.key or any(not silencing(subject.key, one) for one in rules)


def _answers(subject: Subject, rules: Ruleset) -> Iterator[TopicAnswer]:
    if subject.topic is not None:
        yield from _of_topic(subject.topic, rules)
    elif subject.case is not None:
        yield _of_case_or_key(subject.case, rules)
        also = (subjects()[key] for key in ALSO_TOLD.get(subject.case.id, ()))
        for one in also:
            if _arises(one, [rules]):
                yield of_key(one.question, one.key, rules)
    else:
        yield of_key(subject.question, subject.key, rules)


def _of_case_or_key(case: Case, rules: Ruleset) -> TopicAnswer:
    """Answer a casebook question; one for another number of players is answered by the key that decides it."""
    if case.is_for(rules.options.table.players) or not case.decides:
        return of_case(case, rules)
    return of_key(case.question, case.decides[0], rules)


def _of_topic(topic: Topic, rules: Ruleset) -> Iterator[TopicAnswer]:
    """Yield a ruleset's answers to a topic: what holds everywhere, what depends on a fact left open, the deciding keys,
    the part that no key covers, related keys, and casebook questions.
    """
    if topic.fact:
        finding = Finding(Verdict.RULE, "", topic.fact, source=_EVERYWHERE)
        yield TopicAnswer(topic.question, topic.fact, rules, "", rules.ruling(finding), unsaid=False)
    if topic.moot is not None and all(_is_stated(key, value, rules) for key, value in topic.moot.values):
        key = topic.moot.values[-1][0]
        ruling = rules.ruling(Finding(Verdict.RULE, "", topic.moot.says, key))
        yield TopicAnswer(topic.question, topic.moot.says, rules, key, ruling, unsaid=False)
    elif topic.depends is not None:
        yield _of_dependence(topic, rules)
    for key in topic.keys:
        yield of_key(topic.question, key, rules)
    if topic.unsaid:
        text = undecided(rules.assumed, topic.unsaid)
        ruling = rules.ruling(Finding(Verdict.UNKNOWN, "", text))
        yield TopicAnswer(topic.question, text, rules, "", ruling, unsaid=True)
    for key in topic.beside:
        beside = of_key(topic.question, key, rules)
        # Related keys help a referee only if a source settles them.
        if not beside.unsaid:
            yield beside
    said = {choice.name for choice in topic.depends.choices} if topic.depends is not None else set()
    for id in topic.casebook:
        case = subjects()[id].case
        assert case is not None
        if said.isdisjoint(case.decides[:1]):  # Otherwise the key has answered it above.
            yield _of_case_or_key(case, rules)


def _is_stated(key: str, value: object, rules: Ruleset) -> bool:
    return rules[key] == value and not rules.origin(key).is_default


def _of_dependence(topic: Topic, rules: Ruleset) -> TopicAnswer:
    """Answer each case of a fact that the question leaves open."""
    assert topic.depends is not None
    found = []
    for choice in topic.depends.choices:
        subject = subjects()[choice.name]
        answer = next(iter(_answers(subject, rules)))
        ref = value_ref(rules.id, answer.key) if answer.key else ""
        found.append((Branch(choice.when, answer.text, ref, answer.unsaid, answer.ruling.source), answer))
    branches = tuple(branch for branch, _ in found)
    if len({(branch.text, branch.unsaid) for branch in branches}) == 1:
        # The answer is the same in each case, so it does not depend on the fact.
        return replace(found[0][1], topic=topic.question, id="")
    text = listed([say(_BRANCH, when=one.when, text=one.text) for one in branches], between=" · ")
    first = next((answer for branch, answer in found if not branch.unsaid), found[0][1])
    return TopicAnswer(
        topic.question,
        text,
        rules,
        first.key,
        first.ruling,
        all(branch.unsaid for branch in branches),
        depends=(OpenFact(topic.depends.fact, branches),),
    )


def of_key(topic: str, key: str, rules: Ruleset) -> TopicAnswer:
    """Return a ruleset's answer to the question of a key: its own words, the sentence of its value, or the penalty
    (plugins included). An assumed answer says so.
    """
    from kanrules.ruleset.effects import decided_by, holds
    from kanrules.ruleset.keys import TEXT_TABLES

    table, _, name = key.partition(".")
    if table == "penalty":
        return _of_foul(topic, key, name, rules)
    decides = key
    if table in TEXT_TABLES:
        unsaid = not rules[key]
        text = rules[key] or undecided(rules.assumed_of(key))
    else:
        # If other keys leave this one without effect, they are the rule and have the clause.
        decides = decided_by(key, rules)
        unsaid = rules.origin(decides).is_default
        text = would_rule(holds(key, rules), rules.assumed_of(decides)) if unsaid else holds(key, rules)
    verdict = Verdict.UNKNOWN if unsaid else Verdict.RULE
    return TopicAnswer(topic, text, rules, key, rules.ruling(Finding(verdict, "", text, decides)), unsaid)


def _of_foul(topic: str, key: str, name: str, rules: Ruleset) -> TopicAnswer:
    from kanrules.desk.foul import FOULS, foul

    found = foul(name, rules)
    if found.ruling.code == "KR605":
        return TopicAnswer(topic, undecided(found.gap, FOULS[name]), rules, key, found.ruling, unsaid=True)
    return TopicAnswer(topic, found.said, rules, found.ruling.key or key, found.ruling, not found.is_settled)


def of_case(case: Case, rules: Ruleset) -> TopicAnswer:
    """Return a ruleset's answer to a casebook question, with the deciding key."""
    from kanrules.desk.casebook import answer_to

    found = answer_to(case, rules)
    text = would_rule(found.text, found.gap) if found.basis is Basis.DEFAULT else found.text
    partly = found.basis is Basis.PARTLY and bool(found.assumptions)
    key = found.ruling.key
    return TopicAnswer(case.question, text, rules, key, found.ruling, not found.is_settled, id=case.id, partly=partly)
