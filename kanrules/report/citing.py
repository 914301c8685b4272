"""Citations of a print: each document has one mark in every print of a ruleset."""

from __future__ import annotations

from dataclasses import replace

from kanrules.frozen import frozen
from kanrules.locale import Translator
from kanrules.report.sheet_words import grade_words
from kanrules.ruleset import Ruleset
from kanrules.ruleset.keys import keys
from kanrules.ruleset.native_names import native_source
from kanrules.rulings import Source


@frozen
class CitedDocument:
    """A document that a print cites by its mark."""

    mark: str
    document: str
    grade: str
    """Grades of the sources in it, in the language of the print."""
    url: str


class Citing:
    """Marks the documents that a print of a ruleset cites, in one language.

    A mark comes from the order in which the keys of the ruleset cite the documents, and not from the print, so that
    sheet, card, poster, and book of a ruleset have the same letter for one document.
    """

    def __init__(self, rules: Ruleset, speak: Translator) -> None:
        self._speak = speak
        origins = [rules.origin(key) for key in keys()]
        sources = [source for origin in origins if (source := origin.source or origin.departs) is not None]
        self._marks = {name: _mark(at) for at, name in enumerate(dict.fromkeys(source.document for source in sources))}
        self._cited: dict[str, CitedDocument] = {}

    def cite(self, source: Source) -> CitedDocument:
        """Return the document of a source, with its mark."""
        mark = self._marks.setdefault(source.document, _mark(len(self._marks)))
        grade = self._speak(grade_words(source))
        known = self._cited.get(mark)
        if known is None:
            title = native_source(source, self._speak).document
            known = CitedDocument(mark, title, grade, source.url)
        grades = known.grade.split("; ")
        more = known.grade if grade in grades else f"{known.grade}; {grade}"
        found = self._cited[mark] = replace(known, grade=more, url=known.url or source.url)
        return found

    @property
    def documents(self) -> tuple[CitedDocument, ...]:
        """The documents cited so far, in the order of their marks."""
        return tuple(self._cited[mark] for mark in self._marks.values() if mark in self._cited)


def _mark(number: int) -> str:
    """Return the mark of a document by its number: A, B, ... Z, AA, AB ..."""
    mark = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        mark = chr(ord("A") + rest) + mark
    return mark
