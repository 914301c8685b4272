"""How much each subject is like a question, by weights learned from labelled questions.

A weight says how much a trait of a question, such as a concept, two concepts together, or a word, speaks for or
against a subject. `python -m tests.desk.train` learns them from `tests/desk/questions` and writes `weights.txt`.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

from kanrules.desk.facets import asked
from kanrules.desk.lexicon import PAUSE, folded, one_script, read, stem
from kanrules.frozen import dataclass

SCALE = 2.0
"""Length of the vector of a question's traits."""
STEP = 0.3
"""Size of one step of a weight."""
MOST = 31
"""Maximum number of steps of a weight, up or down."""
FIRST, BASE = 35, 90
"""First character of a number in `weights.txt`, and how many there are."""
OFF = "off"
"""The subject of questions that no rule here is about."""
_SHARE = {"concept": 1.0, "pair": 0.5, "rest": 1.0, "stem": 0.6, "letters": 0.45}
"""Length of each kind of trait before the whole vector gets its length."""


@cache
def traits(text: str, language: str = "en") -> dict[str, float]:
    """Return the traits of a question: concepts, which all languages share, and words or Japanese letters."""
    question, words = asked(text, language), read(text, language)
    spoken = question.language
    concepts = sorted(question.concepts)
    found = {f":{concept}": _SHARE["concept"] for concept in concepts}
    for at, one in enumerate(concepts):
        found |= {f":{one}+{other}": _SHARE["pair"] for other in concepts[at + 1 :]}
    found |= {f"{spoken}={word}": _SHARE["rest"] for word in question.words}
    found |= {f"{spoken}-{stem(word, spoken)}": _SHARE["stem"] for word in words.tokens if word != PAUSE}
    if spoken == "ja":
        solid = f"^{one_script(folded(text)).replace(' ', '_')}$"
        for size in (2, 3):
            found |= {f"ja-{solid[at : at + size]}": _SHARE["letters"] for at in range(len(solid) - size + 1)}
    length = math.sqrt(sum(share * share for share in found.values())) or 1.0
    return {trait: SCALE * share / length for trait, share in found.items()}


@dataclass(frozen=True, slots=True)
class Weights:
    """The subjects that questions were labelled with, what each starts from, and the rows of the traits."""

    names: tuple[tuple[str, ...], ...]
    """The name of each subject, and those of subjects that it answers as well."""
    start: tuple[float, ...]
    rows: dict[str, str]


@cache
def weights() -> Weights:
    """Return the weights of `weights.txt`."""
    return read_weights((files("kanrules.desk") / "weights.txt").read_text(encoding="utf-8"))


def read_weights(text: str) -> Weights:
    """Read weights: a line of subjects, a line of what each starts from, and a line for each trait."""
    names, start, *rows = text.splitlines()
    return Weights(
        tuple(tuple(group.split("|")) for group in names.split()),
        tuple(STEP * float(steps) for steps in start.split()),
        {trait: row for trait, _, row in (line.partition(" ") for line in rows)},
    )


def unpacked(row: str) -> list[tuple[int, int]]:
    """Return the subjects of one row of `weights.txt` by number, and the steps of each.

    Every weight is two characters: how far its subject is from the one before, and its steps. A distance of 0 moves on
    without a weight.
    """
    found, at = [], -1
    for far, steps in zip(row[::2], row[1::2], strict=True):
        if far == chr(FIRST):
            at += BASE - 1
            continue
        at += ord(far) - FIRST
        found.append((at, ord(steps) - FIRST - MOST))
    return found


def packed(row: dict[int, int]) -> str:
    """Return one row of `weights.txt`: the opposite of `unpacked`."""
    text, at = "", -1
    for name, steps in sorted(row.items()):
        while name - at >= BASE:
            text += chr(FIRST) * 2
            at += BASE - 1
        text += chr(FIRST + name - at) + chr(FIRST + MOST + steps)
        at = name
    return text


def likeness(text: str, language: str = "en") -> dict[str, float]:
    """Return how much each subject is like a question: above 0, it is one of them; `OFF` is none of them."""
    learned = weights()
    found = list(learned.start)
    for trait, share in traits(text, language).items():
        for at, steps in unpacked(learned.rows.get(trait, "")):
            found[at] += share * STEP * steps
    return {group[0]: score for group, score in zip(learned.names, found, strict=True)}


@cache
def spoken_for() -> dict[str, str]:
    """Return the subjects that another one answers as well, and that one."""
    return {name: group[0] for group in weights().names for name in group[1:]}
