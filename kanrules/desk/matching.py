"""Ways to ask about a topic: each is a pattern of concepts."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files

from kanrules.desk.facets import KANS
from kanrules.frozen import dataclass

_KAN = frozenset(("kan", *KANS))
_LIGHT = {
    0.0: "oops",
    0.1: "hand",
    0.25: "declare call taken after before during others own which still same first already back last new start count "
    "honours may happens second third",
    0.5: "definition each how where wall gone win discard feed open hidden added points back all without",
    0.8: "howmany score pay kan wait only colour share wrong first two three priority",
    1.2: "who when turn fourheld sameturn nextplayer oneplayer severalplayers penalty broken forbid late early "
    "illegal passed deadline tilesleft refill layout revealedfound exhaustive",
    3.0: "strategy otheryaku seq",
}
_WEIGHTS = {name: weight for weight, names in _LIGHT.items() for name in names.split()}
_HEAVY = 2.0
"""Weight of a concept that is not listed."""


def weight(group: frozenset[str]) -> float:
    """Return how telling a word is, by its weightiest concept."""
    return max(_WEIGHTS.get(concept, _HEAVY) for concept in group)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to ask about a topic."""

    topic: str
    needs: tuple[frozenset[str], ...]
    may: frozenset[str]
    never: frozenset[str]
    special: frozenset[str]
    """Kinds of kan that it names explicitly; the word "kan" alone names none."""
    used: frozenset[str]
    """Every concept that it accounts for."""


_GROUPS = {"K": tuple(_KAN), "pao": ("pao", "liable"), "Pao": ("pao",)}
"""Terms that stand for several concepts."""


def _named(term: str) -> frozenset[str]:
    return frozenset(one for part in term.split("|") for one in _GROUPS.get(part, (part,)))


def _way(topic: str, text: str) -> Way:
    terms = text.split()
    needs = tuple(_named(term) for term in terms if term[0] != "!" and term[-1] != "?")
    may = frozenset(one for term in terms if term[-1] == "?" for one in _named(term[:-1]))
    never = frozenset(one for term in terms if term[0] == "!" for one in _named(term[1:]))
    named = {one for term in terms for part in term.strip("!?").split("|") for one in (part,)}
    return Way(topic, needs, may, never, frozenset(named), may.union(*needs))


@cache
def ways() -> tuple[Way, ...]:
    """Return every way to ask, topic by topic."""
    data = tomllib.loads((files("kanrules.desk") / "ways.toml").read_text(encoding="utf-8"))
    return tuple(
        _way(topic, text)
        for rows in data.values()
        for topic, texts in rows.items()
        for text in texts.split(";")
        if text.strip()
    )


@cache
def _by_need() -> dict[str, list[Way]]:
    """Return the ways to ask by each concept of their rarest need."""
    named = Counter(concept for way in ways() for need in way.needs for concept in need)
    found: dict[str, list[Way]] = {}
    for way in ways():
        for concept in min(way.needs, key=lambda need: sum(named[concept] for concept in need)):
            found.setdefault(concept, []).append(way)
    return found


@lru_cache(maxsize=256)
def fitting_ways(said: frozenset[str]) -> tuple[Way, ...]:
    """Return the ways to ask that fit a question: it holds every concept that they need, and none that they exclude."""
    index = _by_need()
    near = dict.fromkeys(way for concept in said for way in index.get(concept, ()))
    return tuple(way for way in near if way.never.isdisjoint(said) and not any(map(said.isdisjoint, way.needs)))
