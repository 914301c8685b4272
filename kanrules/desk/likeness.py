"""How likely each subject is to be what a question is about, by the groups of letters in it.

A question is cut into groups of letters, which need no language and survive a misspelling. Each group is one of `ROWS`
rows of numbers, which are added up; the sum is compared with each subject. `python -m tests.desk.train` learns the
numbers from labelled questions and writes `weights.bin`.

A page asks after every letter that is typed, so the sums are made of very large integers that hold a number in each
`_FIELD` bytes: one multiplication counts for all numbers of a row, or for all subjects.
"""

from __future__ import annotations

import math
import struct
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from zlib import crc32

from kanrules.frozen import frozen

OFF = "off"
"""The subject of questions that no rule here is about."""
ROWS, WIDTH = 10240, 65
"""Number of rows, and of numbers in a row: a multiple of `_PACKED`."""
LENGTH = 3.0
"""Length of the vector of a question's groups."""
_PACKED = 5
"""Numbers of a row, -1, 0 or 1, that one byte holds."""
_FIELD = 4
"""Bytes of a number in a large integer. No sum of 65 numbers, each up to 255 times twice `_FINE`, is larger."""
_FINE = 1 << 16
"""What stands for 1 in them. Numbers are not negative there: -1 to 1 is 0 to 2."""
_FIVES = tuple(struct.pack(f"<{_PACKED}I", *five) for five in product((0, 1, 2), repeat=_PACKED))
"""The fields of the numbers that each byte of a row holds."""
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


@frozen
class Weights:
    """The numbers that were learned."""

    names: tuple[str, ...]
    """The subjects."""
    starts: tuple[float, ...]
    """What each subject starts from, less what its row adds because the fields are not negative."""
    offsets: tuple[float, ...]
    """What each of the numbers in the middle starts from."""
    step: float
    """What a 1 in a row of a group stands for."""
    fine: float
    """What a 1 in a row of a subject stands for."""
    columns: tuple[int, ...]
    """For each of the numbers in the middle, the numbers of all subjects, a field each."""
    rows: bytes
    """The rows of groups as they are written: `_PACKED` numbers a byte."""


@cache
def weights() -> Weights:
    """Return the weights of `weights.bin`."""
    return read_weights(Path(__file__).with_name("weights.bin").read_bytes())


def _fields(numbers: bytes) -> int:
    """Return bytes as a large integer with a field for each."""
    wide = bytearray(_FIELD * len(numbers))
    wide[::_FIELD] = numbers
    return int.from_bytes(wide, "little")


def _numbers(fields: int, count: int) -> tuple[int, ...]:
    """Return the numbers in the fields of a large integer."""
    return struct.unpack(f"<{count}I", fields.to_bytes(_FIELD * count, "little"))


def read_weights(data: bytes) -> Weights:
    """Read weights: four lines of text (subjects; what each starts from; the offsets; the steps of both kinds of rows),
    and then a byte for each number of each subject, and the rows of groups.
    """
    names, starts, offsets, steps, rest = data.split(b"\n", 4)
    step, fine = map(float, steps.split())
    known = tuple(names.decode().split())
    of_subjects, rows = rest[: len(known) * WIDTH], rest[len(known) * WIDTH :]
    return Weights(
        known,
        tuple(
            float(start) - fine * sum(of_subjects[at * WIDTH : (at + 1) * WIDTH])
            for at, start in enumerate(starts.split())
        ),
        tuple(map(float, offsets.split())),
        step,
        fine,
        tuple(_fields(of_subjects[at::WIDTH]) for at in range(WIDTH)),
        rows,
    )


def likeness(text: str) -> dict[str, float]:
    """Return the chance of each subject that a question is about it; `OFF` is none of them."""
    learned = weights()
    size = WIDTH // _PACKED
    whole = level = 0
    for row, share in rows_of(text).items():
        fine_share = round(share * _FINE)
        fives = map(_FIVES.__getitem__, learned.rows[row * size : (row + 1) * size])
        whole += fine_share * int.from_bytes(b"".join(fives), "little")
        level += fine_share
    step = learned.step / _FINE
    middle = (
        math.tanh(offset + step * (number - level))
        for offset, number in zip(learned.offsets, _numbers(whole, WIDTH), strict=True)
    )
    # A number of a subject is written 128 too large. All subjects get as much more by it, so that no chance changes.
    near = sum(round(_FINE + _FINE * number) * column for number, column in zip(middle, learned.columns, strict=True))
    fine = learned.fine / _FINE
    found = [
        start + fine * number for start, number in zip(learned.starts, _numbers(near, len(learned.names)), strict=True)
    ]
    most = max(found)
    chances = [math.exp(one - most) for one in found]
    all_chances = sum(chances)
    return {name: one / all_chances for name, one in zip(learned.names, chances, strict=True)}
