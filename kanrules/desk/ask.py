"""Answer a question in free words under one ruleset or several: what the rules say about each of the three subjects
that it is most likely about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kanrules.desk.meaning import SURE, Near, question_meaning
from kanrules.desk.statement import basis_of, clause_of, conditions_in_words, price_in_words, step_json
from kanrules.desk.subjects import Subject, subjects
from kanrules.desk.topics import MERGED
from kanrules.errors import UnreadableError
from kanrules.frozen import dataclass
from kanrules.locale import marked as _N
from kanrules.locale.sentences import listed, say
from kanrules.ruleset.value_refs import value_ref
from kanrules.rulings import Basis, Finding, Grade, Ruling, Source, Verdict, partly_assumed, undecided, would_rule

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.desk.topics import Topic
    from kanrules.law.hook_values import PenaltyStep
    from kanrules.ruleset import Ruleset

EMPTY = 'ask what? Say it in a few words, such as kanrules ask "indicator forgotten"'
"""The message to an empty question."""
_BRANCH, _WHICH_CASE = _N("{when}: {text}"), _N("which case it is")
_EVERYWHERE = Source(_N("The same under every ruleset"), grade=Grade.OWN)


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
    name: str = ""
    """The key or casebook question that answers it."""

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

    def alike(self) -> list[tuple[list[Branch], str]]:
        """Return the choices in groups that have the same answer, and that answer."""
        groups: dict[tuple[str, bool], list[Branch]] = {}
        for choice in self.choices:
            groups.setdefault((choice.text, choice.unsaid), []).append(choice)
        return [(choices, text) for (text, _), choices in groups.items()]


@dataclass(frozen=True, slots=True)
class TopicAnswer:
    """One statement of a ruleset about a subject: a sentence, its key, and the ruling."""

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
    rests_on: Basis = Basis.TEXT
    """What the answer rests on."""
    steps: tuple[PenaltyStep, ...] = ()
    """The cases of a penalty."""

    @property
    def said(self) -> str:
        """The answer as it is printed: with a note if it also depends on a value without a source."""
        return partly_assumed(self.text) if self.partly else self.text

    @property
    def basis(self) -> Basis:
        """What the answer rests on; partly on its rulebook if that settles some of the cases on which it depends."""
        branches = [choice.unsaid for fact in self.depends for choice in fact.choices]
        return Basis.PARTLY if branches and any(branches) != all(branches) else self.rests_on

    def to_json(self) -> dict[str, Any]:
        """Return the statement as JSON-ready data."""
        return {
            "topic": self.topic,
            "id": self.id or None,
            "text": str(self.text),
            "rules": self.rules.id,
            "key": self.key,
            "basis": self.basis.value,
            "depends": [fact.to_json() for fact in self.depends],
            "steps": [step_json(step) for step in self.steps],
            "ruling": self.ruling.to_json(),
        }


@dataclass(frozen=True)
class SubjectAnswer:
    """What one ruleset says about one of the subjects that a question may be about. It is worked out when it is asked
    for, since most answers print only titles of the second and third subject.
    """

    near: Near
    rules: Ruleset

    @cached_property
    def first(self) -> TopicAnswer:
        """The statement that answers the question."""
        return next(_statements(self.near.subject, self.near.part, self.rules))

    @cached_property
    def statements(self) -> tuple[TopicAnswer, ...]:
        """The statement that answers the question, and then what belongs to it."""
        return tuple(_statements(self.near.subject, self.near.part, self.rules))

    @property
    def question(self) -> str:
        """The question that the subject answers, or what happened."""
        return self.near.subject.question

    def to_json(self) -> dict[str, Any]:
        """Return one member of `answers` in `ask --format json`."""
        return {
            "subject": self.near.subject.name,
            "chance": round(self.near.chance, 4),
            "question": self.question,
            **self.first.to_json(),
            "also": [statement.to_json() for statement in self.statements[1:]],
        }


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question, and what each ruleset says about the three subjects that it is most likely about, the best first."""

    question: str
    answers: tuple[SubjectAnswer, ...]
    doubtful: bool
    """True if probably no rule is about the question."""

    @property
    def sure(self) -> bool:
        """True if the first subject is so likely that it is answered alone."""
        return not self.doubtful and self.answers[0].near.chance >= SURE

    def cards(self) -> list[list[SubjectAnswer]]:
        """Return the answers of one ruleset as they are shown: those that say the same under it are one card. If one
        is shown alone, only the titles of the others matter.
        """
        if self.sure or self.doubtful:
            return [[answer] for answer in self.answers]
        found: dict[tuple[str, str, tuple[OpenFact, ...]], list[SubjectAnswer]] = {}
        for answer in self.answers:
            # What nobody settles is not the same, though the sentence that says so is.
            of = answer.near.subject.name if answer.first.unsaid else ""
            found.setdefault((of, answer.first.text + answer.first.key, answer.first.depends), []).append(answer)
        return list(found.values())

    def to_json(self) -> dict[str, Any]:
        """Return the object of `ask --format json`."""
        return {
            "question": self.question,
            "doubtful": self.doubtful,
            "answers": [answer.to_json() for answer in self.answers],
        }


MAX_TEXT = 1000
"""Maximum length of a question."""


def ask(question: str, rules: Sequence[Ruleset], language: str = "en") -> AnsweredQuestion:
    """Answer a question in free words: what each ruleset says about the three subjects that it is most likely about.

    Takes the question as players would ask it (in English, Japanese, French, Dutch, or German), the rulesets,
    and the language of the titles that were offered.
    Raises UnreadableError if the question is empty.
    """
    words = " ".join(question.split())
    if not words:
        raise UnreadableError(EMPTY, code="")
    if len(words) > MAX_TEXT:
        text = f"a question of {len(words):,} characters; expected one sentence, at most {MAX_TEXT:,} characters"
        raise UnreadableError(text, code="")
    meant = question_meaning(words, language)
    answers = [SubjectAnswer(near, one) for near in meant.near for one in _in_order(near, rules)]
    return AnsweredQuestion(words, tuple(answers), meant.doubtful)


def _in_order(near: Near, rules: Sequence[Ruleset]) -> Sequence[Ruleset]:
    """Return rulesets with those first that have no source, since they are few to tell apart."""
    if len(rules) == 1:
        return rules
    return sorted(rules, key=lambda one: not next(_statements(near.subject, near.part, one)).unsaid)


def _arises(key: str, rules: Ruleset) -> bool:
    from kanrules.ruleset.effects import silencing

    return not silencing(key, rules)


def _statements(subject: Subject, part: str, rules: Ruleset) -> Iterator[TopicAnswer]:
    """Yield what a ruleset says about a subject, the part that is asked about first."""
    told = set()
    for statement in _all_statements(subject, part, rules):
        known = (statement.topic, statement.text, statement.key or statement.id)
        if known not in told:
            told.add(known)
            yield statement


def _all_statements(subject: Subject, part: str, rules: Ruleset) -> Iterator[TopicAnswer]:
    if subject.topic is not None:
        yield from _of_topic(subject.topic, part, rules)
        return
    if part:
        yield _of(subjects()[part], rules)
    yield _of(subject, rules)
    for name in MERGED.get(subject.name, ()):
        other = subjects()[name]
        if name != part and other.key and _arises(other.key, rules):
            yield of_key(other.question, other.key, rules)


def _of(subject: Subject, rules: Ruleset) -> TopicAnswer:
    """Return the answer to a casebook question or of a key."""
    return (
        of_key(subject.question, subject.key, rules) if subject.case is None else _of_case_or_key(subject.case, rules)
    )


def _of_case_or_key(case: Case, rules: Ruleset) -> TopicAnswer:
    """Answer a casebook question; one for another number of players is answered by the key that decides it."""
    if case.is_for(rules.options.table.players) or not case.decides:
        return of_case(case, rules)
    return of_key(case.question, case.decides[0], rules)


def _of_topic(topic: Topic, part: str, rules: Ruleset) -> Iterator[TopicAnswer]:
    """Yield a ruleset's statements about a topic: what is asked about, what holds everywhere, the deciding keys, what
    depends on a fact left open, the part that no key covers, related keys, and casebook questions.
    """
    branches = {choice.name for choice in topic.depends.choices} if topic.depends is not None else set()
    if part and part not in branches:
        yield replace(_of(subjects()[part], rules))
    if topic.depends is not None and part in branches:
        yield _of_dependence(topic, part, rules)
    if topic.fact:
        finding = Finding(Verdict.RULE, "", topic.fact, source=_EVERYWHERE)
        ruling = rules.ruling(finding)
        yield TopicAnswer(topic.question, topic.fact, rules, "", ruling, unsaid=False, rests_on=Basis.COMMON)
    if topic.moot is not None and all(_is_stated(key, value, rules) for key, value in topic.moot.values):
        key = topic.moot.values[-1][0]
        ruling = rules.ruling(Finding(Verdict.RULE, "", topic.moot.says, key))
        yield TopicAnswer(topic.question, topic.moot.says, rules, key, ruling, unsaid=False)
    for key in topic.keys:
        if key == topic.keys[0] or _arises(key, rules):
            yield of_key(topic.question, key, rules)
    if topic.depends is not None:
        yield _of_dependence(topic, part, rules)
    if topic.unsaid:
        text = undecided(rules.assumed, topic.unsaid)
        ruling = rules.ruling(Finding(Verdict.UNKNOWN, "", text))
        yield TopicAnswer(topic.question, text, rules, "", ruling, unsaid=True, rests_on=Basis.UNSAID)
    for key in topic.beside:
        beside = of_key(topic.question, key, rules)
        # Related keys help a referee only if a source settles them.
        if not beside.unsaid:
            yield beside
    for id in topic.casebook:
        case = subjects()[id].case
        assert case is not None
        if branches.isdisjoint(case.decides[:1]):  # Otherwise the key has answered it above.
            yield _of_case_or_key(case, rules)


def _is_stated(key: str, value: object, rules: Ruleset) -> bool:
    return rules[key] == value and not rules.origin(key).is_default


def _of_dependence(topic: Topic, part: str, rules: Ruleset) -> TopicAnswer:
    """Answer each case of a fact that the question leaves open, the one that is asked about first."""
    assert topic.depends is not None
    found = []
    for choice in sorted(topic.depends.choices, key=lambda choice: choice.name != part):
        answer = _of(subjects()[choice.name], rules)
        ref = value_ref(rules.id, answer.key) if answer.key else ""
        # The choice itself names what nobody decides.
        text = undecided(answer.ruling.assumed) if answer.rests_on is Basis.UNSAID else answer.text
        branch = Branch(choice.when, text, ref, answer.unsaid, answer.ruling.source, choice.name)
        found.append((branch, answer))
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
        rests_on=first.rests_on,
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
    ruling = rules.ruling(Finding(Verdict.UNKNOWN if unsaid else Verdict.RULE, "", text, decides))
    if unsaid:
        basis = Basis.UNSAID if table in TEXT_TABLES or decides in rules.unsettled else Basis.DEFAULT
    else:
        basis = basis_of([clause_of(decides, rules)])
    return TopicAnswer(topic, text, rules, key, ruling, unsaid, rests_on=basis)


def _of_foul(topic: str, key: str, name: str, rules: Ruleset) -> TopicAnswer:
    """Answer with a penalty. The cases of one that has conditions are choices, so that none is taken for another."""
    from kanrules.desk.foul import FOULS, foul

    found = foul(name, rules)
    if found.ruling.code == "KR605":
        text = undecided(found.gap, FOULS[name])
        return TopicAnswer(topic, text, rules, key, found.ruling, unsaid=True, rests_on=Basis.UNSAID)
    depends: tuple[OpenFact, ...] = ()
    if len(found.steps) > 1 and found.is_settled:
        source = next(iter(found.sources), None)
        cases = (
            Branch(condition, price_in_words(step), "", unsaid=False, source=source)
            for condition, step in zip(conditions_in_words(found.steps), found.steps, strict=True)
        )
        depends = (OpenFact(_WHICH_CASE, tuple(cases)),)
    return TopicAnswer(
        topic,
        found.said,
        rules,
        found.ruling.key or key,
        found.ruling,
        not found.is_settled,
        depends=depends,
        rests_on=found.basis,
        steps=found.steps,
    )


def of_case(case: Case, rules: Ruleset) -> TopicAnswer:
    """Return a ruleset's answer to a casebook question, with the deciding key."""
    from kanrules.desk.casebook import answer_to

    found = answer_to(case, rules)
    return TopicAnswer(
        case.question,
        would_rule(found.text, found.gap) if found.basis is Basis.DEFAULT else found.text,
        rules,
        found.ruling.key,
        found.ruling,
        not found.is_settled,
        id=case.id,
        partly=found.basis is Basis.PARTLY and bool(found.assumptions),
        rests_on=found.basis,
    )
