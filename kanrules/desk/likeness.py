"""How likely each subject is what a question is about, by a small network learned from labelled questions.

Each trait of a question, such as a concept or a word, has a row of -1, 0, and 1. The weighted sum of the rows, through
tanh, says what the question is about in a few dozen numbers; from these, every subject gets its chance. The rows let
words share what was learned: two that occur in similar questions get similar rows. `python -m tests.desk.train` learns
the network from `tests/desk/questions` and writes `weights.txt`.
"""

from __future__ import annotations

import math
from collections.abc import Container
from functools import cache
from importlib.resources import files
from itertools import product
from operator import mul

from kanrules.desk.facets import asked
from kanrules.desk.lexicon import PAUSE, folded, one_script, read, stem
from kanrules.frozen import dataclass

LENGTH = 2.0
"""Length of the vector of a question's traits."""
FIRST = 40
"""First character of a number in `weights.txt`."""
MOST = 31
"""Maximum number of steps of a weight of a subject, up or down."""
NEW = "?"
"""The trait that stands for all traits of a question that have no row."""
OFF = "off"
"""The subject of questions that no rule here is about."""
_SHARE = {"concept": 1.0, "stem": 0.6, "letters": 0.45}
"""Length of each kind of trait before the whole vector gets its length."""
_FOURS = {chr(FIRST + at): four for at, four in enumerate(product((-1, 0, 1), repeat=4))}
"""Four numbers of a row by the character that writes them."""
_CHARACTERS = {four: character for character, four in _FOURS.items()}


@cache
def traits(text: str, language: str = "en") -> dict[str, float]:
    """Return the traits of a question: concepts, which all languages share, and words or Japanese letters."""
    question, words = asked(text, language), read(text, language)
    spoken = question.language
    found = {f":{concept}": _SHARE["concept"] for concept in sorted(question.concepts)}
    found |= {f"{spoken}-{stem(word, spoken)}": _SHARE["stem"] for word in words.tokens if word != PAUSE}
    if spoken == "ja":
        solid = f"^{one_script(folded(text)).replace(' ', '_')}$"
        found |= {f"ja-{solid[at : at + 2]}": _SHARE["letters"] for at in range(len(solid) - 1)}
    length = math.sqrt(sum(share * share for share in found.values())) or 1.0
    return {trait: LENGTH * share / length for trait, share in found.items()}


def with_rows(found: dict[str, float], rows: Container[str]) -> dict[str, float]:
    """Return the traits that have a row, and how much of the question is new."""
    new = math.sqrt(sum(share * share for trait, share in found.items() if trait not in rows))
    return {trait: share for trait, share in found.items() if trait in rows} | {NEW: new}


@dataclass(frozen=True, slots=True)
class Weights:
    """The network: a row for each trait, and a row for each subject that the questions were labelled with."""

    names: tuple[tuple[str, ...], ...]
    """The name of each subject, and those of subjects that it answers as well."""
    starts: tuple[float, ...]
    """What each subject starts from."""
    subjects: tuple[tuple[float, ...], ...]
    """The row of each subject."""
    offsets: tuple[float, ...]
    """What each of the numbers in the middle starts from."""
    step: float
    """What a 1 in the row of a trait stands for."""
    rows: dict[str, str]
    """The row of each trait as it is written: four numbers a character."""


@cache
def weights() -> Weights:
    """Return the weights of `weights.txt`."""
    return read_weights((files("kanrules.desk") / "weights.txt").read_text(encoding="utf-8"))


def read_weights(text: str) -> Weights:
    """Read weights.

    The lines are: subjects; what each starts from; the offsets; the steps of rows of traits and of subjects; the row of
    each subject; and the row of each trait after its name.
    """
    names, starts, offsets, steps, *rows = text.splitlines()
    groups = tuple(tuple(group.split("|")) for group in names.split())
    of_trait, of_subject = map(float, steps.split())
    return Weights(
        groups,
        tuple(map(float, starts.split())),
        tuple(tuple(of_subject * (ord(one) - FIRST - MOST) for one in row) for row in rows[: len(groups)]),
        tuple(map(float, offsets.split())),
        of_trait,
        {trait: row for trait, _, row in (line.partition(" ") for line in rows[len(groups) :])},
    )


def packed(row: list[int]) -> str:
    """Return the row of a trait as it is written."""
    return "".join(_CHARACTERS[one, two, three, four] for one, two, three, four in zip(*[iter(row)] * 4, strict=True))


def likeness(text: str, language: str = "en") -> dict[str, float]:
    """Return the natural logarithm of the chance of each subject that a question is about it; `OFF` is none of them."""
    learned = weights()
    middle = list(learned.offsets)
    for trait, share in with_rows(traits(text, language), learned.rows).items():
        share *= learned.step
        at = 0
        for four in map(_FOURS.__getitem__, learned.rows[trait]):
            for number in four:
                if number:
                    middle[at] += share * number
                at += 1
    middle = list(map(math.tanh, middle))
    found = [start + sum(map(mul, middle, row)) for start, row in zip(learned.starts, learned.subjects, strict=True)]
    most = max(found)
    whole = most + math.log(sum(math.exp(one - most) for one in found))
    return {group[0]: one - whole for group, one in zip(learned.names, found, strict=True)}


@cache
def spoken_for() -> dict[str, str]:
    """Return the subjects that another one answers as well, and that one."""
    return {name: group[0] for group in weights().names for name in group[1:]}
