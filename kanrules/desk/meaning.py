"""Which subjects a question in free words is about, the likeliest first."""

from __future__ import annotations

from functools import cache, lru_cache

from kanrules.desk.likeness import OFF, likeness
from kanrules.desk.subjects import Subject, subjects
from kanrules.desk.topics import heads
from kanrules.frozen import frozen
from kanrules.locale import translator

FEW = 3
"""Number of subjects in an answer."""
SURE = 0.8
"""Minimum chance of a subject that is answered alone; below it, all three are."""
DOUBTFUL = 0.3
"""Minimum chance that no rule is about a question which is then called doubtful."""
LONGEST = 300
"""Maximum length of a question in characters; the rest is not read."""
_LIKELY = 1 / 3
"""Minimum chance of the likeliest subject for words to be searched as a question: a word that nobody knows has less."""
_MOSTLY = 0.5
"""Minimum part of a subject's chance that one of the questions merged into it has, to be answered first."""


@frozen
class Near:
    """A subject that a question may be about."""

    subject: Subject
    chance: float
    """The chance, from 0 to 1, that the question is about it."""
    part: str = ""
    """The key or casebook question, of those merged into the subject, that is asked about; "" if it is the whole."""


@frozen
class QuestionMeaning:
    """The subjects that a question may be about, the likeliest first, and whether it is probably about none."""

    near: tuple[Near, ...]
    doubtful: bool

    @property
    def meant(self) -> tuple[Subject, ...]:
        """The subject if it is sure, or else all that it may be; none if probably no rule is about the question, or
        none is likely.
        """
        if self.doubtful or self.near[0].chance < _LIKELY:
            return ()
        return tuple(one.subject for one in self.near[: 1 if self.near[0].chance >= SURE else FEW])


@cache
def _by_title(language: str) -> dict[str, str]:
    """Return the question of every subject by its translation, which pages offer to be tapped."""
    speak = translator(language)
    # A French title has a narrow space before its question mark, which is read like any other space.
    return {" ".join(speak(subject.question).split()): subject.question for subject in subjects().values()}


@cache
def _by_id() -> dict[str, tuple[str, str]]:
    """Return the subject of every id and key, and of its question, and the part of the subject that is asked about."""
    found = {name: (name, "") for name in subjects()}
    found |= {name: (head, name if name in found else "") for name, head in heads().items()}
    return found | {subject.question: found[name] for name, subject in reversed(subjects().items())}


def question_meaning(question: str, language: str = "en") -> QuestionMeaning:
    """Return the three subjects that a question is most likely about. Its language need not be known.

    `language` is that of the titles that were offered.
    """
    text = " ".join(question[:LONGEST].split())
    text = _by_title(language).get(text, text)
    if named := _by_id().get(text):
        return QuestionMeaning((Near(subjects()[named[0]], 1.0, named[1]),), doubtful=False)
    return _read(text)


def _branch(subject: Subject, part: str) -> str:
    """Return the choice of a subject that one of its questions is about; the question itself if it is about none."""
    depends = subject.topic.depends if subject.topic is not None else None
    choices = depends.choices if depends is not None else ()
    return next((choice.name for choice in choices if part in choice.also), part)


@cache
def _parts(names: tuple[str, ...]) -> dict[str, list[str]]:
    """Return, for each subject that is answered, the learned ones that are merged into it."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(heads().get(name, name), []).append(name)
    return found


@lru_cache(maxsize=256)
def _read(text: str) -> QuestionMeaning:
    found = likeness(text)
    parts = _parts(tuple(found))
    chances = {name: sum(map(found.__getitem__, learned)) for name, learned in parts.items()}
    off = chances.pop(OFF, 0.0)
    near = []
    for name in sorted(chances, key=chances.__getitem__, reverse=True)[:FEW]:
        part = max(parts[name], key=found.__getitem__)
        asked = part != name and part in subjects() and found[part] >= _MOSTLY * chances[name]
        near.append(Near(subjects()[name], chances[name], _branch(subjects()[name], part) if asked else ""))
    return QuestionMeaning(tuple(near), off >= DOUBTFUL)
