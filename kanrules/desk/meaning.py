"""Which subject a question means, if its words leave no doubt, and otherwise the subjects that are nearest.

A question is read twice: by how much it is like the labelled questions of each subject (`likeness.py`), and by how much
of it every subject accounts for (`wordings.py`). Both together say how likely each subject is, among those that do not
contradict the question. It is answered if one of them is likely enough.
"""

from __future__ import annotations

import math
from functools import cache

from kanrules.desk.facets import KANS, asked
from kanrules.desk.lexicon import folded
from kanrules.desk.likeness import OFF, likeness, spoken_for
from kanrules.desk.matching import weight
from kanrules.desk.subjects import Subject, casebook, subjects
from kanrules.desk.topics import TOPICS
from kanrules.desk.wordings import fitting
from kanrules.locale import translator

FEW = 3
"""Maximum number of subjects in an answer, and of questions that are suggested."""
LONGEST = 300
"""Maximum length of a question in characters; the rest is not read."""
_KANS_IN_A_ROW = "kandora.pending_on_next_kan"
"""The subject of a question about several kans in one turn that does not say which types of kan they are."""
_SUPPOSE = "Suppose "
"""How a casebook question begins that says what it sets on top of the ruleset. Others that do are never an answer."""
_FIT = 0.5
"""How much a subject that accounts for the whole question is preferred to one that accounts for none of it."""
_NEW, _NEW_FIT = -7.0, 7.0
"""The same for subjects that no labelled question is about, such as those of a club, and what they start from."""
_SURE, _SURE_IN_JAPANESE = 0.45, 0.5
"""Minimum chance of a subject that is an answer. In Japanese, those from 0.45 to 0.5 were seldom right."""
_SURE_OF_KAN = 0.6
"""The same for a question whose only telling word is "kan": questions about other things have it, too."""
_TIE = math.log(0.85)
"""How far ahead of the second subject an answer must be. If two are about as likely, both are offered instead."""
_HINT = math.log(0.0005)
"""Minimum score of a question that is suggested."""


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
    from kanrules.ruleset.keys import keys

    speak = translator(language)
    found: dict[str, str] = {}
    for name in keys():
        for text in (keys()[name].title, speak(keys()[name].title), name.replace(".", " ")):
            found.setdefault(folded(text), name)
    return found


_OPPOSED: tuple[tuple[str, str], ...] = (("pon", "chi"), ("ron", "tsumo"), ("early", "late"), ("sameturn", "nextturn"))
"""Concepts of which a question about one is not answered by a question about the other."""
_IN_RIICHI = ("riichi_kan", "riichi-kan", "-in-riichi", "players-riichi")
"""Parts of the names of subjects that are about a player in riichi."""


@cache
def _facets_of(name: str) -> frozenset[str]:
    """Return the concepts of a casebook question or of a key."""
    return asked(subjects()[name].question, "en").concepts


def contradicts(name: str, said: frozenset[str], language: str) -> bool:
    """Return True if the question of a subject is about another kind of kan, call, or win than what is said.

    Topics of `topics.py` answer for several kinds, and a Japanese draw is written like tsumo.
    """
    if "noriichi" in said and "riichi" not in said and any(part in name for part in _IN_RIICHI):
        return True
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
    """Return the subjects that a question in free words means, the likeliest first; none if there is doubt.

    Takes the question and the language that it is probably written in.
    """
    text = question[:LONGEST]
    if known := _written(language).get(folded(text)):
        return (subjects()[known],)
    names = _certain(text, language)
    if not names and (titled := _titles(language).get(folded(text))):
        names = [whole(titled)]
    return tuple(subjects()[name] for name in names)


def nearest(question: str, language: str = "en") -> tuple[Subject, ...]:
    """Return at most three subjects whose questions are nearest to one that nothing answers."""
    text = question[:LONGEST]
    if not _limit(text, language):
        return ()
    names = [name for name, score in ranked(text, language) if name != OFF and score >= _HINT]
    return tuple(subjects()[name] for name in names[:FEW])


def _limit(text: str, language: str) -> float:
    """Return the minimum chance of a subject that is an answer; 0 if the words say too little for any."""
    said = asked(text, language)
    if any(weight(group) >= 1 for group in said.groups):
        return _SURE_IN_JAPANESE if said.language == "ja" else _SURE
    return _SURE_OF_KAN if "kan" in said.concepts else 0


@cache
def ranked(text: str, language: str = "en") -> list[tuple[str, float]]:
    """Return the subjects that do not contradict a question, and how well both readings fit them, the best first."""
    facets = asked(text, language)
    scores, spoken = likeness(text, language), spoken_for()
    best: dict[str, float] = {}
    for fit in fitting(text, language):
        name = spoken.get(whole(fit.name), whole(fit.name))
        best[name] = max(fit.score, best.get(name, 0.0))
    for name, score in best.items():
        scores[name] = scores[name] + _FIT * score if name in scores else _NEW + _NEW_FIT * score
    said = facets.concepts
    found = [one for one in scores.items() if one[0] == OFF or not contradicts(one[0], said, facets.language)]
    return sorted(found, key=lambda one: -one[1])


def _certain(text: str, language: str) -> list[str]:
    """Return the subject that a question means with a chance that is high enough; none if there is none."""
    found = ranked(text, language)
    best, score = found[0]
    limit = _limit(text, language)
    if best == OFF or not limit or limit * sum(math.exp(other - score) for _, other in found) > 1:
        return []
    if len(found) > 1 and found[1][1] - score > _TIE:
        return []
    row = "-".join(("kandora", *asked(text, language).kans))
    return [row, best] if best == _KANS_IN_A_ROW and row in casebook() else [best]


def whole(name: str) -> str:
    """Return the topic of a penalty, which also says what is done about the mistake; anything else as it is."""
    topics = (one for one in TOPICS if name.startswith("penalty.") and name in one.keys[:1])
    return next((one.id for one in topics), name)
