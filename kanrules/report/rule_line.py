"""One rule as a print shows it: on a sheet, a card, a poster, or a slip."""

from __future__ import annotations

from kanrules.frozen import frozen
from kanrules.rulings import Grade


@frozen
class Words:
    """A text and its language; "" if the language is unknown because a ruleset's author wrote the text."""

    text: str
    language: str
    assumed: str = ""
    """The assumed rule alone, if no source settles it and the text begins with a sentence that says so."""


@frozen
class Citation:
    """Source of a line: the mark of its document ("" if none) and the clause, or a text used instead."""

    mark: str = ""
    clause: str = ""
    instead: str = ""
    """Text in addition to a document or without one, in the sheet's first language: no source, a plugin, or an
    option.
    """
    is_default: bool = False
    grade: Grade = Grade.OWN
    """Grade of the source, if there is one."""
    raised: bool = False
    """True if the ruleset's own values raise the question and nobody has decided it."""


@frozen
class RuleLine:
    """One rule: its subject and its text, each in every language, and its source."""

    subject: tuple[str, ...]
    answer: tuple[Words, ...]
    citation: Citation
    own: bool = False
    """True if the ruleset sets the value without naming a source."""
    keys: tuple[str, ...] = ()
    """The keys that the line is about; none for a plugin's line."""

    @property
    def named(self) -> str:
        """The keys in one line, each table named once: `chankan.ankan, daiminkan`."""
        found: dict[str, list[str]] = {}
        for key in self.keys:
            table, _, field = key.partition(".")
            found.setdefault(table, []).append(field)
        return ", ".join(f"{table}.{', '.join(fields)}" for table, fields in found.items())


def rule_line(subject: str, text: str, clause: str = "", *, is_default: bool = False) -> RuleLine:
    """Return a line in one language that names its clause in full. `is_default` is True if no source settles it."""
    return RuleLine((subject,), (Words(text, ""),), Citation(clause=clause, is_default=is_default))
