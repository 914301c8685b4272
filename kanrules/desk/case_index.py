"""Where the questions of the casebook are: chapters, ids, wording. No case is read and no machine loaded for them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kanrules.locale import marked as _N
from kanrules.ruleset.library import CASEBOOK, CASES, folder

if TYPE_CHECKING:
    from kanrules.cases.case import Case

TITLES: dict[str, str] = {
    "indicators": _N("Kan dora indicators"),
    "robbery": _N("Robbing a kan"),
    "four-and-five-kans": _N("Fourth and fifth kan"),
    "liability": _N("Liability (sekinin barai)"),
    "in-riichi": _N("Kan in riichi"),
    "wall": _N("End of the wall, turn order and the value of a kan"),
    "three-players": _N("Three players"),
    "fouls": _N("Fouls"),
}
"""Titles of the chapters, by file name, in the order of the page. Other files come after them."""
_CASE = "[[case]]\n"
"""Line with which each case of a file begins."""


def chapters() -> list[tuple[str, Path]]:
    """Return the files of the casebook with their titles, in the order of the page."""
    found = {path.name.removesuffix(CASES): path for path in sorted((folder() / CASEBOOK).glob(f"*{CASES}"))}
    order = [name for name in TITLES if name in found] + [name for name in found if name not in TITLES]
    return [(TITLES.get(name, name), found[name]) for name in order]


class IndexedCase(NamedTuple):
    """Where a case of the casebook is."""

    path: Path
    question: str
    start: int
    end: int
    """Its first line, and the first line after it, counted from 0."""


@cache
def case_index() -> dict[str, IndexedCase]:
    """Return where each question of the casebook is, by its id, in the order of the page. Only the lines with id and
    question are read, since parsing the files takes half a second.
    """
    found: dict[str, IndexedCase] = {}
    for _, path in chapters():
        lines = _lines_of(path)
        starts = [at for at, line in enumerate(lines) if line == _CASE]
        for start, end in pairwise((*starts, len(lines))):
            told = dict(line.split(" = ", 1) for line in lines[start:end] if line.startswith(("id = ", "question = ")))
            found[json.loads(told["id"])] = IndexedCase(path, json.loads(told["question"]), start, end)
    return found


@cache
def _lines_of(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8").splitlines(keepends=True)


class _QuestionsById(Mapping[str, "Case"]):
    """The questions of the casebook by id. Each is read when it is asked for: reading all takes most of a second."""

    def __init__(self) -> None:
        self._read: dict[str, Case] = {}

    def __getitem__(self, id: str) -> Case:
        if id not in self._read:
            from kanrules.cases.case import parse_cases

            place = case_index()[id]
            # Blank lines before it keep the numbers of its own lines.
            alone = "\n" * place.start + "".join(_lines_of(place.path)[place.start : place.end])
            (self._read[id],) = parse_cases(alone, str(place.path), folder=place.path.parent)
        return self._read[id]

    def __iter__(self) -> Iterator[str]:
        if len(self._read) < len(self):
            from kanrules.cases.case import read_cases

            self._read = {case.id: case for _, path in chapters() for case in read_cases(path)} | self._read
        return iter(case_index())

    def __len__(self) -> int:
        return len(case_index())

    def __contains__(self, id: object) -> bool:
        return id in case_index()


@cache
def cases_by_id() -> Mapping[str, Case]:
    """Return every question of the bundled casebook by its id, in the order of the page."""
    return _QuestionsById()


def cases_of(chapter: Path) -> tuple[Case, ...]:
    """Return the questions of a chapter, the same objects as by their ids: what is known of them is known once."""
    return tuple(case for case in cases_by_id().values() if case.file == str(chapter))


def known_ids() -> frozenset[str]:
    """Return the id of every question of the bundled casebook, penalties included."""
    from kanrules.ruleset.keys import keys

    return frozenset((*case_index(), *(penalty_id(key) for key in keys() if key.startswith("penalty."))))


def penalty_id(key: str) -> str:
    """Return the id of the casebook question about a penalty: `penalty-wrong-tiles` for the key
    `penalty.wrong_tiles`.
    """
    return key.replace(".", "-").replace("_", "-")
