"""Which subject a question means, if its words leave no doubt, and otherwise the subjects that are nearest.

A question is read twice: by the ways to ask (`matching.py`), and by how much of it every subject accounts for
(`wordings.py`). It is answered if both readings agree, little of it is left over, and no other subject fits as well.
"""

from __future__ import annotations

from functools import cache

from kanrules.desk.facets import FOREIGN, KANS, QuestionFacets, asked
from kanrules.desk.lexicon import folded
from kanrules.desk.matching import is_enough, matches, weight
from kanrules.desk.subjects import Subject, casebook, contains, related, subjects
from kanrules.desk.topics import TOPICS
from kanrules.desk.wordings import Fit, fitting
from kanrules.locale import translator

FEW = 3
"""Maximum number of subjects in an answer, and of questions that are suggested."""
LONGEST = 300
"""Maximum length of a question in characters; the rest is not read."""
_NEAR = 0.93
"""Minimum score of a second answer, relative to the best one."""
_KANS_IN_A_ROW = "kandora.pending_on_next_kan"
"""The subject of a question about several kans in one turn that does not say which types of kan they are."""
_SUPPOSE = "Suppose "
"""How a casebook question begins that says what it sets on top of the ruleset. Others that do are never an answer."""
_PART, _AHEAD = 0.55, 0.05
"""Minimum part of a question that an answer accounts for, and its minimum lead, if both readings name it."""
_PART_ALONE, _AHEAD_ALONE = 0.75, 0.1
"""The same if only its wording names it."""
_UNSAID = 0.15
"""Maximum that such a subject loses for what it says and the question does not."""
_TELLING = 1.5
"""Minimum weight of one concept of a question that only the wording of a subject answers."""
_WRONG = frozenset("penalty chombo illegal wrong oops forgot late early fixed toofast exposed revealedfound".split())  # noqa: SIM905
"""Concepts of a question about a mistake."""
_HINT = 0.2
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
    from kanrules.ruleset.key_sentences import CATALOGUE
    from kanrules.ruleset.keys import keys

    speak = translator(language)
    found: dict[str, str] = {}
    for name in keys():
        for text in (CATALOGUE[name].title, speak(CATALOGUE[name].title), name.replace(".", " ")):
            found.setdefault(folded(text), name)
    return found


_OPPOSED: tuple[tuple[str, str], ...] = (("pon", "chi"), ("ron", "tsumo"), ("early", "late"))
"""Concepts of which a question about one is not answered by a question about the other."""


@cache
def _facets_of(name: str) -> frozenset[str]:
    """Return the concepts of a casebook question or of a key."""
    return asked(subjects()[name].question, "en").concepts


def contradicts(name: str, said: frozenset[str], language: str) -> bool:
    """Return True if the question of a subject is about another kind of kan, call, or win than what is said.

    Topics of `topics.py` answer for several kinds, and a Japanese draw is written like tsumo.
    """
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
        names = [_whole(titled)]
    return tuple(subjects()[name] for name in names)


def nearest(question: str, language: str = "en") -> tuple[Subject, ...]:
    """Return at most three subjects whose questions are nearest to one that nothing answers."""
    text = question[:LONGEST]
    if not any(weight(group) >= 1 for group in asked(text, language).groups):
        return ()
    fits = _fits(text, language)
    names = [fit.name for fit in fits[: 2 * FEW] if fit.score >= _HINT]
    names[1:1] = _by_ways(text, language)[:1]
    return tuple(subjects()[name] for name in dict.fromkeys(names))[:FEW]


def _fits(text: str, language: str) -> list[Fit]:
    """Return the subjects that fit a question and do not contradict it, the best first."""
    facets = asked(text, language)
    said = facets.concepts
    fits = [fit for fit in fitting(text, language) if not contradicts(fit.name, said, facets.language)]
    return [fit for fit in fits if not fit.worded or _is_foul(fit.name, said)]


def _by_ways(text: str, language: str) -> list[str]:
    """Return the subjects that the ways to ask name, if they explain enough of a question."""
    facets = asked(text, language)
    said = facets.concepts
    found = [one for one in matches(text, language) if not contradicts(one.topic, said, facets.language)]
    if not found or not is_enough(found[0], facets):
        return []
    row = "-".join(("kandora", *facets.kans))
    if found[0].topic == _KANS_IN_A_ROW and row in casebook():
        return [row, _KANS_IN_A_ROW]
    names = [one.topic for one in found[:FEW] if one.score >= _NEAR * found[0].score and one.part >= found[0].part]
    return list(dict.fromkeys((found[0].topic, *names)))


def _certain(text: str, language: str) -> list[str]:
    """Return the subjects that both readings of a question name, or one that its wording names clearly."""
    fits, names = _fits(text, language), _by_ways(text, language)
    if not fits:
        return []
    best = fits[0]
    others = (fit.score for fit in fits[1:] if not related(fit.name, best.name))
    ahead = best.score - next(others, 0.0)
    if any(name == best.name or contains(name, best.name) or contains(best.name, name) for name in names):
        return names if best.part >= _PART and (best.worded or ahead >= _AHEAD) else []
    clear = best.worded and best.part >= _PART_ALONE and ahead >= _AHEAD_ALONE and best.part - best.score <= _UNSAID
    facets = asked(text, language)
    return [_whole(best.name)] if clear and _is_telling(facets) and _presumes_nothing(best.name, facets) else []


_PRESUMED = frozenset(
    ("pon", "chi", "ron", "tsumo", "riichi", "dora", "ura", "rob", "kokushi", "ippatsu", "furiten", *KANS)
)
"""What a subject may not be about if a question does not mention it."""


def _presumes_nothing(name: str, question: QuestionFacets) -> bool:
    """Return True if a question mentions every call, win, and circumstance that a subject is about."""
    said = question.concepts | (set(KANS) if "kan" in question.concepts else set())
    return not _facets_of(name) & _PRESUMED - said


def _whole(name: str) -> str:
    """Return the topic of a penalty, which also says what is done about the mistake; anything else as it is."""
    topics = (one for one in TOPICS if name.startswith("penalty.") and name in one.keys[:1])
    return next((one.id for one in topics), name)


def _is_foul(name: str, said: frozenset[str]) -> bool:
    """Return True if a subject is about no foul, or if a question is about something wrong."""
    return _facets_of(name).isdisjoint(("penalty", "illegal")) or not said.isdisjoint(_WRONG)


def _is_telling(question: QuestionFacets) -> bool:
    return any(weight(group) > _TELLING and not group & FOREIGN for group in question.groups)
