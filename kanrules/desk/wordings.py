"""How much of a question each subject accounts for, by its own wording and by the ways to ask about it.

Every facet of a question counts by how rare it is among all subjects. A subject loses for a facet of the question that
it does not have, and for a facet of its own that the question does not mention.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from heapq import nsmallest

from kanrules.desk.facets import FOREIGN, KANS, QuestionFacets, asked
from kanrules.desk.matching import Way, fitting_ways, ways
from kanrules.desk.subjects import subjects
from kanrules.frozen import dataclass
from kanrules.locale import translator

Facets = frozenset[str]
_LISTED = 30
"""Maximum number of subjects that are compared in the end."""
_UNSAID = 0.4
"""How much the facets of a subject that a question does not mention count against it."""
_UNKNOWN = 0.5
"""Weight of a word that no subject uses, relative to one that a single subject uses."""
_ANY_KAN = 0.6
"""Part of a kind of kan that a way to ask about any kan accounts for."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The facets of a subject's question."""

    says: Facets
    """Facets of its question and of its title, in English and in a second language."""
    asks: Facets
    """Facets of its question in the second language."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a subject fits a question."""

    score: float
    name: str


def _facets(question: QuestionFacets) -> tuple[Facets, ...]:
    """Return the facets of each part of a question; a word without a concept of this law is its own facet."""
    groups = (group for group in question.groups if not group & FOREIGN)
    return (*groups, *(frozenset((f"={word}",)) for word in question.words))


def _all(text: str, language: str) -> Facets:
    return frozenset().union(*_facets(asked(text, language)))


@cache
def _wordings(language: str) -> dict[str, Wording]:
    """Return the wording of every subject that asks about rulesets as they are and shows no tiles."""
    from kanrules.ruleset.keys import keys

    speak = translator(language)
    found = {}
    for name, subject in subjects().items():
        if subject.case is not None and (subject.case.options or any(c.isdigit() for c in subject.question)):
            continue
        texts = [subject.question, keys()[subject.key].title] if subject.key else [subject.question]
        own = [_all(str(speak(text)), language) for text in texts]
        english = own if language == "en" else [_all(text, "en") for text in texts]
        found[name] = Wording(frozenset().union(*own, *english), own[0])
    return found


@dataclass(frozen=True, slots=True)
class _FacetIndex:
    """The wordings of a language by facet, and what each facet weighs: the rarer, the more."""

    weights: dict[str, float]
    unknown: float
    """Weight of a word that no subject uses."""
    says: dict[str, list[str]]
    asks: dict[str, list[str]]
    own: dict[str, float]
    """Weight of everything that a subject asks."""


@cache
def _index(language: str) -> _FacetIndex:
    wordings = _wordings(language)
    says: dict[str, list[str]] = {}
    asks: dict[str, list[str]] = {}
    for name, wording in wordings.items():
        for facet in wording.says:
            says.setdefault(facet, []).append(name)
        for facet in wording.asks:
            asks.setdefault(facet, []).append(name)
    needed = Counter(facet for _, facet in {(way.topic, one) for way in ways() for need in way.needs for one in need})
    total = len(wordings) + 1
    weights = {
        facet: math.log(total / max(len(says.get(facet, ())), needed[facet]))
        for facet in dict.fromkeys((*says, *needed))
    }
    own = {name: sum(weights[facet] for facet in wording.asks) or 1.0 for name, wording in wordings.items()}
    return _FacetIndex(weights, math.log(total) * _UNKNOWN, says, asks, own)


def fitting(text: str, language: str = "en") -> list[Fit]:
    """Return the subjects that fit a question best, the best first."""
    question = asked(text, language)
    index = _index(question.language)
    parts = _facets(question)
    weights = {facet: index.weights.get(facet, index.unknown) for part in parts for facet in part}
    heaviest = [max(weights[facet] for facet in part) for part in parts]
    whole = sum(heaviest) or 1.0
    told = dict.fromkeys(index.own, 0.0)
    for part in parts:
        # The heaviest facet of a part that a subject has accounts for the part.
        heavy: dict[str, float] = {}
        for facet in part:
            for name in index.says.get(facet, ()):
                heavy[name] = max(weights[facet], heavy.get(name, 0.0))
        for name, weight in heavy.items():
            told[name] += weight
    left = dict(index.own)
    for facet, weight in weights.items():
        for name in index.asks.get(facet, ()):
            left[name] -= weight
    best = {
        name: Fit(all_told / whole - _UNSAID * left[name] / index.own[name], name) for name, all_told in told.items()
    }
    for way in fitting_ways(question.concepts):
        score = _told_by(way, parts, weights, heaviest) / whole
        if way.topic not in best or score > best[way.topic].score:
            best[way.topic] = Fit(score, way.topic)
    return nsmallest(_LISTED, best.values(), key=lambda fit: (-fit.score, fit.name))


_KINDS = frozenset(KANS)


def _told_by(way: Way, parts: tuple[Facets, ...], weights: dict[str, float], heaviest: list[float]) -> float:
    """Return what a way to ask accounts for. One that asks about any kan leaves a part of the kind that is named."""
    told = 0.0
    for part, heavy in zip(parts, heaviest, strict=True):
        if used := part & way.used:
            loose = part & _KINDS and not part & way.special
            told += min(max(weights[facet] for facet in used), _ANY_KAN * heavy if loose else heavy)
    return told
