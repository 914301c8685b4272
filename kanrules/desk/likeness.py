"""How likely each subject is to be what a question is about, by the groups of letters in it.

A question is cut into groups of letters, which need no language and survive a misspelling. Each group is one of `ROWS`
rows of numbers, which are added up; the sum is compared with each subject. `python -m tests.desk.train` learns the
numbers from labelled questions and writes `weights.bin`.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from operator import mul
from pathlib import Path
from zlib import crc32

from kanrules.frozen import dataclass

OFF = "off"
"""The subject of questions that no rule here is about."""
ROWS, WIDTH = 10240, 65
"""Number of rows, and of numbers in a row: a multiple of `_PACKED`."""
LENGTH = 3.0
"""Length of the vector of a question's groups."""
_PACKED = 5
"""Numbers of a row, -1, 0 or 1, that one byte holds."""
_FIVES = tuple(product((-1, 0, 1), repeat=_PACKED))
_LATIN, _KANA = "\u0250", "\u3040"
"""Before the first, letters lose their accents; from the second on, words are not divided by spaces."""


def folded(text: str) -> list[str]:
    """Return the words of a text without case and accents, and katakana as hiragana."""
    letters = []
    for letter in unicodedata.normalize("NFKC", text).casefold():
        if letter < _LATIN:
            letter = unicodedata.normalize("NFD", letter)[0]
        elif "ァ" <= letter <= "ヶ":
            letter = chr(ord(letter) - 96)
        letters.append(letter if letter.isalnum() or letter == "ー" else " ")
    return "".join(letters).split()


def groups(text: str) -> Iterator[str]:
    """Yield the groups of letters of a text: each word, its parts of three to five letters (one to four of a script
    without spaces), and each pair of words.
    """
    words = folded(text)
    for word in words:
        whole = f"^{word}$"
        sizes = (1, 2, 3, 4) if any(letter >= _KANA for letter in word) else (3, 4, 5)
        if len(whole) > sizes[-1]:
            yield whole
        for size in sizes:
            for at in range(len(whole) - size + 1):
                yield whole[at : at + size]
    for one, other in pairwise(words):
        yield f"{one} {other}"


def rows_of(text: str) -> dict[int, float]:
    """Return the rows of a text, and the share of each: the square root of how often it comes."""
    found = Counter(crc32(group.encode()) % ROWS for group in groups(text))
    whole = math.sqrt(found.total()) or 1.0
    return {row: LENGTH * math.sqrt(times) / whole for row, times in found.items()}


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers that were learned."""

    names: tuple[str, ...]
    """The subjects."""
    starts: tuple[float, ...]
    """What each subject starts from."""
    offsets: tuple[float, ...]
    """What each of the numbers in the middle starts from."""
    step: float
    """What a 1 in a row stands for."""
    subjects: tuple[tuple[float, ...], ...]
    """The row of each subject."""
    rows: bytes
    """The rows of groups as they are written: `_PACKED` numbers a byte."""


@cache
def weights() -> Weights:
    """Return the weights of `weights.bin`."""
    return read_weights(Path(__file__).with_name("weights.bin").read_bytes())


def read_weights(data: bytes) -> Weights:
    """Read weights: four lines of text (subjects; what each starts from; the offsets; the steps of both kinds of rows),
    and then a byte for each number of each subject, and the rows of groups.
    """
    names, starts, offsets, steps, rest = data.split(b"\n", 4)
    of_group, of_subject = map(float, steps.split())
    known = tuple(names.decode().split())
    rows = [rest[at * WIDTH : (at + 1) * WIDTH] for at in range(len(known))]
    return Weights(
        known,
        tuple(map(float, starts.split())),
        tuple(map(float, offsets.split())),
        of_group,
        tuple(tuple(of_subject * (number - 128) for number in row) for row in rows),
        rest[len(known) * WIDTH :],
    )


def packed(row: list[int]) -> bytes:
    """Return a row of -1, 0 and 1 as it is written."""
    fives = zip(*[iter(row)] * _PACKED, strict=True)
    return bytes(sum((number + 1) * 3 ** (_PACKED - 1 - at) for at, number in enumerate(five)) for five in fives)


def likeness(text: str) -> dict[str, float]:
    """Return the chance of each subject that a question is about it; `OFF` is none of them."""
    learned = weights()
    size = WIDTH // _PACKED
    middle = list(learned.offsets)
    for row, share in rows_of(text).items():
        share *= learned.step
        at = 0
        for five in map(_FIVES.__getitem__, learned.rows[row * size : (row + 1) * size]):
            for number in five:
                if number:
                    middle[at] += share * number
                at += 1
    middle = list(map(math.tanh, middle))
    found = [start + sum(map(mul, middle, row)) for start, row in zip(learned.starts, learned.subjects, strict=True)]
    most = max(found)
    chances = [math.exp(one - most) for one in found]
    whole = sum(chances)
    return {name: one / whole for name, one in zip(learned.names, chances, strict=True)}
