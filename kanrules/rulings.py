"""Rulings: the verdict, its reason code, the rule behind it, and the source of that rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Verbatim, args_of, say

UNSAID = _N("no source found")
"""Text shown if no source settles a point and kanrules assumes nothing either."""
CONTRADICTION = "KR112"
"""Reason code of a record that contradicts itself. Other codes explain a ruling; this one says what the record says
elsewhere.
"""


class Grade(StrEnum):
    """Grade of a source."""

    OFFICIAL = "official"
    PARTLY = "partly"
    """The authority's text settles the value only if clauses are read together, or another clause contradicts it."""
    QUOTED = "quoted"
    SECONDARY = "secondary"
    RECORDED = "recorded"
    OWN = "own"


class TextRead(StrEnum):
    """How much of the rulebook was read to write its ruleset."""

    WHOLE = "whole"
    PARTS = "parts"


class Basis(StrEnum):
    """What a statement about the rules rests on."""

    TEXT = "text"
    """The words of the rulebook settle it, and a clause says where."""
    PARTLY = "partly"
    """The rulebook settles it in part: clauses must be read together, or it also depends on a value without a
    source.
    """
    OWN = "own"
    """The ruleset's own word. Its clause is the number of its article in the law book."""
    PLUGIN = "plugin"
    """The answer of a plugin."""
    COMMON = "common"
    """Every ruleset has it, unless a plugin answers."""
    DEFAULT = "default"
    """No source settles it, and kanrules assumes it."""
    UNSAID = "unsaid"
    """Nobody decides it: the referee has to."""


class Reason(StrEnum):
    """Why no source settles something."""

    SILENT = "silent"
    """The rulebook was read whole and does not say."""
    NO_SOURCE = "no_source"
    """Parts of the rulebook were read, and none says."""
    UNREAD = "unread"
    """A chapter that may say it was not read."""


DECISION = _N("decision of the head referee")
"""Clause of a source whose document is an event."""
UNSETTLED = _N("Your rulebook does not settle this. The head referee decides.")
"""Sentence for a key for which the ruleset's text departs from its parent's without settling it."""
RAISED = _N("Your own rules raise this question and do not answer it; kanrules assumes this.")
"""Sentence for a key that the ruleset's own values make matter and that nobody set."""
_PARTLY = _N("{answer} (partly assumed)")
_SILENT = _N("The rulebook does not say; kanrules assumes this.")
_NO_SOURCE = _N("No source found; kanrules assumes this.")
_NOT_READ = _N("Chapter not read.")
_ASSUMES = {
    _SILENT: _N("The rulebook does not say; kanrules assumes this: {sentence}"),
    _NO_SOURCE: _N("No source found; kanrules assumes this: {sentence}"),
    _NOT_READ: _N("Chapter not read; kanrules assumes this: {sentence}"),
    RAISED: _N("Your own rules raise this question and do not answer it; kanrules assumes this: {sentence}"),
    UNSETTLED: UNSETTLED,
}


_UNDECIDED = {
    _SILENT: UNSETTLED,
    _NO_SOURCE: _N("No source found. The head referee decides."),
    _NOT_READ: _N("Not read by kanrules. Look in the rulebook: {chapters}."),
    UNSETTLED: UNSETTLED,
}


_UNSETTLED_WHAT = _N("Your rulebook does not settle this; the head referee decides: {what}")
_UNDECIDED_WHAT = {
    _SILENT: _UNSETTLED_WHAT,
    _NO_SOURCE: _N("No source found; the head referee decides: {what}"),
    _NOT_READ: _N("Not read by kanrules; look in the rulebook: {what}"),
    UNSETTLED: _UNSETTLED_WHAT,
}
_UNTOLD = {
    RAISED: _N("Your own rules raise this question and do not answer it."),
    _SILENT: _N("The rulebook does not say."),
    _NO_SOURCE: _N("No source found."),
    _NOT_READ: _NOT_READ,
    UNSETTLED: UNSETTLED,
}


_ASSUMED = {Reason.SILENT: _SILENT, Reason.NO_SOURCE: _NO_SOURCE, Reason.UNREAD: _NOT_READ}


def why_unsourced(text_read: TextRead, unread: Sequence[str]) -> Reason:
    """Return why no source settles a value, by how much of the rulebook was read and the chapters that were not."""
    if unread:
        # The chapter may well settle the value: "not in the rulebook" would be false.
        return Reason.UNREAD
    return Reason.SILENT if text_read is TextRead.WHOLE else Reason.NO_SOURCE


def assumed(reason: Reason) -> str:
    """Return the sentence that every output prints for a value that no source settles."""
    return _ASSUMED[reason]


@frozen
class Source:
    """Source of a rule: document, clause, address and grade."""

    document: str
    clause: str = ""
    url: str = ""
    grade: Grade = Grade.OWN

    def __str__(self) -> str:
        return f"{self.document} {self.clause}".strip()

    @property
    def is_decision(self) -> bool:
        """True if the source is an event: its head referee decided what the rulebook leaves open."""
        return self.grade is Grade.OWN and self.clause == DECISION

    @property
    def cited(self) -> str:
        """The source as answers cite it: document, clause, and the grade in brackets."""
        return f"{self.where} ({self.worth})"

    @property
    def where(self) -> str:
        """Document and clause. A decision is known by its event alone."""
        return self.document if self.is_decision else str(self)

    @property
    def worth(self) -> str:
        """The grade as answers cite it, or what the source is if an event is cited."""
        return DECISION if self.is_decision else self.grade.value

    def to_json(self) -> dict[str, str]:
        """Return the source as JSON-ready data, in the same form everywhere."""
        return {"document": self.document, "clause": self.clause, "url": self.url, "grade": self.grade.value}


def basis_behind(source: Source | None, set_by: str) -> Basis:
    """Return what a value or a ruling rests on. `set_by` is a file and line, `default`, or `plugin NAME`; "" if no key
    decides.
    """
    if set_by.startswith("plugin "):
        return Basis.PLUGIN
    if not set_by:
        return Basis.COMMON
    if source is None:
        return Basis.DEFAULT if set_by == "default" else Basis.OWN
    return {Grade.PARTLY: Basis.PARTLY, Grade.OWN: Basis.OWN}.get(source.grade, Basis.TEXT)


@frozen
class Objection:
    """A reason why an action is illegal: its code, one sentence, the ruleset key that forbids it, and the source."""

    code: str
    """Reason code; a plugin's own codes have the form `<name>-nnn`."""
    text: str
    """One sentence."""
    key: str = ""
    """Key of the ruleset that forbids the action; "" if no key does."""
    source: Source | None = None
    """Source of the rule, if one is cited."""
    foul: str = ""
    """The foul of a player who declares the kan anyway: a key of [penalty] or a name of the plugin's own; "" for the
    usual foul of the code.
    """

    @property
    def args(self) -> Mapping[str, object]:
        """Values of the placeholders in the sentence; empty if the text is not a template."""
        return args_of(self.text)


def partly_assumed(text: str) -> str:
    """Return an answer with the note that it also depends on a value without a source."""
    return say(_PARTLY, answer=text)


def would_rule(sentence: str, state: str) -> str:
    """Return the text of a ruling that no source settles: the reason, then the state that `assumed` returned."""
    return say(_ASSUMES[state], sentence=sentence)


def undecided(state: str, what: str = "", *, unread: Sequence[str] = ()) -> str:
    """Return the sentence for a point that no source settles and about which kanrules assumes nothing. `state` is what
    `assumed` returned; `what` names the point, and `unread` are the chapters that were not read.
    """
    if what:
        return say(_UNDECIDED_WHAT[state], what=what)
    return say(_UNDECIDED[state], chapters=Verbatim("; ".join(unread))) if state == _NOT_READ else _UNDECIDED[state]


def untold(state: str) -> str:
    """Return the sentence for words that no source has, and that nobody has to decide. `state` is what `assumed`
    returned.
    """
    return _UNTOLD[state]


class Verdict(StrEnum):
    """Verdict of a ruling."""

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
    WARNING = "warning"
    NO_PENALTY = "no_penalty"
    AS_STATED = "as_stated"
    """The rulebook states the penalty in words, which the referee carries out."""
    CORRECTED = "corrected"
    UNKNOWN = "unknown"
    RULE = "rule"
    """A rule of the ruleset, not applied to a position."""


@frozen
class Finding:
    """A ruling of the machine, before the ruleset adds its file, line, and source."""

    verdict: Verdict
    code: str
    text: str
    key: str = ""
    at: int = 0
    plugin: str = "core"
    source: Source | None = None

    @property
    def args(self) -> Mapping[str, object]:
        """Values of the placeholders in the sentence; empty if the text is not a template."""
        return args_of(self.text)


@frozen
class Ruling:
    """A finding with the rule behind it: key, value, the file and line that set the value, and its source or None."""

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
    assumed: str = _NO_SOURCE
    """Text that outputs print instead of a source if no source settles the value."""
    ref: str = ""
    """Reference of the value, such as `ema-2016/kandora.ankan`; "" if no key of the ruleset decides."""

    @property
    def basis(self) -> Basis:
        """What the ruling rests on."""
        return Basis.UNSAID if self.verdict is Verdict.UNKNOWN else basis_behind(self.source, self.set_by)

    @property
    def is_assumed(self) -> bool:
        """True if no source settles it, so that kanrules assumes it."""
        return self.plugin == "core" and self.source is None and self.set_by == "default"

    @property
    def args(self) -> Mapping[str, object]:
        """Values of the placeholders in the sentence; empty if the text is not a template."""
        return args_of(self.text)

    def to_json(self) -> dict[str, object]:
        """Return the ruling as JSON-ready data, in the form that every command prints."""
        return {
            "verdict": self.verdict.value,
            "code": self.code,
            "text": str(self.text),
            "key": self.key,
            "ref": self.ref,
            "value": self.value,
            "set_by": self.set_by,
            "basis": self.basis.value,
            "source": None if self.source is None else self.source.to_json(),
            "plugin": self.plugin,
            "at": self.at,
        }


_WEAKEST = (Basis.UNSAID, Basis.PARTLY, Basis.PLUGIN, Basis.OWN, Basis.TEXT)


def basis_together(rulings: Sequence[Ruling]) -> Basis:
    """Return what an answer rests on that these rulings give together: the weakest of theirs, and in part what kanrules
    assumes if only some of them do. Without a ruling, every ruleset has the answer.
    """
    found = {ruling.basis for ruling in rulings} - {Basis.COMMON}
    if found == {Basis.DEFAULT}:
        return Basis.DEFAULT
    if Basis.DEFAULT in found:
        found.add(Basis.PARTLY)
    return next((basis for basis in _WEAKEST if basis in found), Basis.COMMON)
