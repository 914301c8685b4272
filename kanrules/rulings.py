"""A ruling: the verdict, its reason code, the rule that gave it, and where that rule is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kanrules.locale import marked as _N
from kanrules.locale.sentences import args_of, say

UNSAID = _N("no text found")
"""How an answer begins that rests on no text."""
CONTRADICTION = "KR112"
"""The code of a record that denies itself; where others have what is ruled, it has what the record says elsewhere."""


class Grade(StrEnum):
    """How good a source is."""

    OFFICIAL = "official"
    QUOTED = "quoted"
    SECONDARY = "secondary"
    RECORDED = "recorded"
    OWN = "own"


class TextRead(StrEnum):
    """How much of a rulebook was read for its ruleset."""

    WHOLE = "whole"
    PARTS = "parts"


_SILENT = _N("The rulebook does not say; kanrules assumes this.")
_NO_SOURCE = _N("No source found; kanrules assumes this.")
_NOT_READ = _N("Chapter not read.")


def assumed(text_read: TextRead, unread: Sequence[str]) -> str:
    """What every output says of a value that no source settles; takes how much of the rulebook was read, and which of
    its chapters were not.
    """
    if unread:
        # The chapter may well settle the value: "not in the rulebook" would be false.
        return _NOT_READ
    return _SILENT if text_read is TextRead.WHOLE else _NO_SOURCE


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule is written."""

    document: str
    clause: str = ""
    url: str = ""
    grade: Grade = Grade.OWN

    def __str__(self) -> str:
        return f"{self.document} {self.clause}".strip()

    @property
    def cited(self) -> str:
        """As an answer cites it: document, clause, and in brackets how good it is."""
        return f"{self} ({self.grade})"

    def to_json(self) -> dict[str, str]:
        """The source as JSON-ready data, the same wherever one is printed."""
        return {"document": self.document, "clause": self.clause, "url": self.url, "grade": self.grade.value}


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason why an action is against the law: its code, one sentence, the key of the ruleset that says so, its
    source.
    """

    code: str
    """A reason code; a plugin's own is `<name>-nnn`."""
    text: str
    """One sentence."""
    key: str = ""
    """The key of the ruleset that says so, if one does."""
    source: Source | None = None
    """The text it is written in, if one is cited."""

    @property
    def args(self) -> Mapping[str, object]:
        """By the places of the sentence, what was found; nothing where somebody wrote the text out."""
        return args_of(self.text)


def would_rule(sentence: str) -> str:
    """What kanrules would rule where no text says anything: that is said first."""
    return say(_WOULD_RULE, sentence=sentence)


_WOULD_RULE = _N("no text found; kanrules would rule: {sentence}")


class Verdict(StrEnum):
    """What a ruling says."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    TURNED = "turned"
    NOT_TURNED = "not_turned"
    LIABLE = "liable"
    PAYS = "pays"
    DRAW = "draw"
    PLAY_ON = "play_on"
    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
    NO_PENALTY = "no_penalty"
    CORRECTED = "corrected"
    UNKNOWN = "unknown"
    RULE = "rule"
    """What the ruleset says, asked without a table."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the machine found: a ruling before the ruleset's file, line and source are looked up for it."""

    verdict: Verdict
    code: str
    text: str
    key: str = ""
    at: int = 0
    plugin: str = "core"
    source: Source | None = None

    @property
    def args(self) -> Mapping[str, object]:
        """By the places of the sentence, what was found; nothing where somebody wrote the text out."""
        return args_of(self.text)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A finding with the rule behind it: key and value, the file and line that set it, the source or None."""

    verdict: Verdict
    code: str
    text: str
    key: str
    value: object
    set_by: str
    source: Source | None
    plugin: str
    at: int
    ruleset: str
    version: str

    @property
    def args(self) -> Mapping[str, object]:
        """By the places of the sentence, what was found; nothing where somebody wrote the text out."""
        return args_of(self.text)

    def to_json(self) -> dict[str, object]:
        """The ruling as JSON-ready data: the contract of every command that rules."""
        return {
            "verdict": self.verdict.value,
            "code": self.code,
            "text": str(self.text),
            "key": self.key,
            "value": self.value,
            "set_by": self.set_by,
            "source": None if self.source is None else self.source.to_json(),
            "plugin": self.plugin,
            "at": self.at,
        }
