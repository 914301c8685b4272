"""Answer a question in free words under one ruleset or several: what the rules say about each of the three subjects
that it is most likely about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from kanrules.desk.case_index import case_index
from kanrules.desk.key_statement import key_statement
from kanrules.desk.meaning import SURE, Near, question_meaning
from kanrules.desk.statement import SEE_PLUGIN, OpenFact, Statement, basis_of, clause_of, step_json
from kanrules.desk.subjects import Subject, subjects
from kanrules.desk.topics import Topic, merged
from kanrules.errors import wrong_use
from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Verbatim, listed, say
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.rulings import Basis, Finding, Grade, Source, Verdict

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.ruleset import Ruleset

EMPTY = 'ask what? Say it in a few words, such as kanrules ask "indicator forgotten"'
"""The message to an empty question."""
_BRANCH = _N("{when}: {text}")
OF_THREE = ("mahjong-soul-3p", "sega-mj-3p", "tenhou-3p")
"""Rulesets to ask about a table of three."""
_AT_THREE = _N("For a table of three, ask under {rules}.")
_EVERYWHERE = Source(_N("The same under every ruleset"), grade=Grade.OWN)
_NO_PLUGIN = Source(_N("The same under every ruleset without such a plugin"), grade=Grade.OWN)


@frozen
class SubjectAnswer:
    """What one ruleset says about one of the subjects that a question may be about. It is worked out when it is asked
    for, since most answers print only titles of the second and third subject.
    """

    near: Near
    rules: Ruleset

    @cached_property
    def first(self) -> Statement:
        """The statement that answers the question."""
        return next(_statements(self.near.subject, self.near.part, self.rules))

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The statement that answers the question, and then what belongs to it."""
        return tuple(_statements(self.near.subject, self.near.part, self.rules))

    @cached_property
    def helps(self) -> Statement | None:
        """The first of what belongs to the answer that something settles. What follows it is not worked out."""
        others = islice(_statements(self.near.subject, self.near.part, self.rules), 1, None)
        return next((one for one in others if one.is_settled), None)

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
            **_statement_json(self.first),
            "also": [_statement_json(statement) for statement in self.statements[1:]],
        }


@frozen
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
        found: list[list[SubjectAnswer]] = []
        for answer in self.answers:
            same = next((card for card in found if _says_the_same(card[0].first, answer.first)), None)
            if same is None:
                found.append([answer])
            else:
                same.append(answer)
        return found

    @property
    def elsewhere(self) -> str:
        """Where to ask a question about a table of three that was asked under rules for four; "" for any other."""
        rules, one = self.answers[0].rules, self.answers[0].first
        if self.doubtful or rules.table.players == 3 or one.ruling.key != "table.players":
            return ""
        return say(_AT_THREE, rules=Verbatim(listed(OF_THREE)))

    def to_json(self) -> dict[str, Any]:
        """Return the object of `ask --format json`."""
        return {
            "question": self.question,
            "doubtful": self.doubtful,
            "answers": [answer.to_json() for answer in self.answers],
        }


def _says_the_same(one: Statement, other: Statement) -> bool:
    # What nobody settles is not the same, though the sentence that says so is.
    if not (one.is_settled and other.is_settled):
        return False
    return (one.text, one.ruling.key, one.depends) == (other.text, other.ruling.key, other.depends)


def casebook_id(statement: Statement) -> str:
    """Return the id of the casebook question that a statement answers; "" if it answers none."""
    return statement.subject if statement.subject in case_index() else ""


def _statement_json(statement: Statement) -> dict[str, Any]:
    """Return a statement as `ask --format json` prints it."""
    return {
        "topic": statement.question,
        "id": casebook_id(statement) or None,
        "key": statement.ruling.key,
        **statement.to_json(),
        "depends": [fact.to_json() for fact in statement.depends],
        "steps": [step_json(step) for step in statement.steps],
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
        raise wrong_use(EMPTY)
    if len(words) > MAX_TEXT:
        text = f"a question of {len(words):,} characters; expected one sentence, at most {MAX_TEXT:,} characters"
        raise wrong_use(text)
    meant = question_meaning(words, language)
    answers = [SubjectAnswer(near, one) for near in meant.near for one in _in_order(near, rules)]
    return AnsweredQuestion(words, tuple(answers), meant.doubtful)


def _in_order(near: Near, rules: Sequence[Ruleset]) -> Sequence[Ruleset]:
    """Return rulesets with those first that have no source, since they are few to tell apart."""
    if len(rules) == 1:
        return rules
    return sorted(rules, key=lambda one: next(_statements(near.subject, near.part, one)).is_settled)


def _arises(key: str, rules: Ruleset) -> bool:
    from kanrules.ruleset.effects import silencing

    return not silencing(key, rules)


def _statements(subject: Subject, part: str, rules: Ruleset) -> Iterator[Statement]:
    """Yield what a ruleset says about a subject, the part that is asked about first."""
    told = set()
    for statement in _all_statements(subject, part, rules):
        known = (statement.question, statement.text, statement.ruling.key or statement.subject)
        if known not in told:
            told.add(known)
            yield statement


def _all_statements(subject: Subject, part: str, rules: Ruleset) -> Iterator[Statement]:
    if subject.topic is not None:
        yield from _of_topic(subject.topic, part, rules)
        return
    if part:
        yield _of(subjects()[part], rules)
    yield _of(subject, rules)
    for name in merged().get(subject.name, ()):
        other = subjects()[name]
        if name != part and other.key and _arises(other.key, rules):
            yield key_statement(other.key, rules, other.question)


def _of(subject: Subject, rules: Ruleset) -> Statement:
    """Return the answer to a casebook question or of a key."""
    if subject.case is not None:
        return _of_case_or_key(subject.case, rules)
    return key_statement(subject.key, rules, subject.question)


def _of_case_or_key(case: Case, rules: Ruleset) -> Statement:
    """Answer a casebook question; one for another number of players is answered by the key that decides it."""
    from kanrules.desk.casebook import answer_to

    if case.is_for(rules.options.table.players) or not case.decides:
        return answer_to(case, rules)
    return key_statement(case.decides[0], rules, case.question)


def _of_topic(topic: Topic, part: str, rules: Ruleset) -> Iterator[Statement]:
    """Yield a ruleset's statements about a topic: what is asked about, what holds everywhere, the deciding keys, what
    depends on a fact left open, the part that no key covers, related keys, and casebook questions.
    """
    branches = {choice.name for choice in topic.depends.choices} if topic.depends is not None else set()
    if part and part not in branches:
        yield _of(subjects()[part], rules)
    if topic.depends is not None and part in branches:
        yield _of_dependence(topic, part, rules)
    if topic.fact:
        yield _of_fact(topic.fact, topic, rules)
    if topic.moot is not None and all(_is_stated(key, value, rules) for key, value in topic.moot.values):
        key = topic.moot.values[-1][0]
        ruling, clauses = rules.ruling(Finding(Verdict.RULE, "", topic.moot.says, key)), (clause_of(key, rules),)
        yield Statement(topic.id, topic.moot.says, basis_of(clauses), ruling, clauses, question=topic.question)
    for key in topic.keys:
        if key == topic.keys[0] or _arises(key, rules):
            yield key_statement(key, rules, topic.question)
    if topic.depends is not None:
        yield _of_dependence(topic, part, rules)
    if topic.otherwise:
        yield _of_fact(topic.otherwise, topic, rules)
    if topic.unsaid:
        text = rules.undecided(what=topic.unsaid)
        ruling = rules.ruling(Finding(Verdict.UNKNOWN, "", text))
        yield Statement(topic.id, text, Basis.UNSAID, ruling, reason=rules.why_unsourced, question=topic.question)
    for key in topic.beside:
        beside = key_statement(key, rules, topic.question)
        # Related keys help a referee only if a source settles them.
        if beside.is_settled:
            yield beside
    for id in topic.casebook:
        case = subjects()[id].case
        assert case is not None
        if branches.isdisjoint(case.decides[:1]):  # Otherwise the key has answered it above.
            yield _of_case_or_key(case, rules)


def _of_fact(text: str, topic: Topic, rules: Ruleset) -> Statement:
    """Return what holds under every ruleset; a plugin that answers one of the topic's hooks is named with it."""
    plugins = [name for name, _ in rules.modules if topic.hooks and {*topic.hooks} & {*hooks_of(rules, name)}]
    fact = say(SEE_PLUGIN, answer=text, plugins=", ".join(plugins)) if plugins else text
    ruling = rules.ruling(Finding(Verdict.RULE, "", fact, source=_NO_PLUGIN if plugins else _EVERYWHERE))
    return Statement(topic.id, fact, Basis.COMMON, ruling, question=topic.question)


def _is_stated(key: str, value: object, rules: Ruleset) -> bool:
    return rules[key] == value and not rules.origin(key).is_default


def _of_dependence(topic: Topic, part: str, rules: Ruleset) -> Statement:
    """Answer each case of a fact that the question leaves open, the one that is asked about first."""
    assert topic.depends is not None
    choices = tuple(
        replace(_of(subjects()[choice.name], rules), subject=choice.name, when=choice.when)
        for choice in sorted(topic.depends.choices, key=lambda choice: choice.name != part)
    )
    settled = [choice for choice in choices if choice.is_settled]
    first = (settled or choices)[0]
    if len({(choice.said, choice.is_settled) for choice in choices}) == 1:
        # The answer is the same in each case, so it does not depend on the fact.
        return replace(first, subject=topic.id, question=topic.question, when="")
    text = listed([say(_BRANCH, when=one.when, text=one.said) for one in choices], between=" · ")
    return replace(
        first,
        subject=topic.id,
        text=text,
        basis=first.basis if len(settled) in (0, len(choices)) else Basis.PARTLY,
        question=topic.question,
        when="",
        assumptions=(),
        steps=(),
        depends=(OpenFact(topic.depends.fact, choices),),
    )
