"""A ruling: the verdict, its reason code, the rule that gave it, and where that rule is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

UNSAID = "no text found"
"""How an answer begins that rests on no text."""
CONTRADICTION = "KR112"
"""The code of a record that denies itself; where others have what is ruled, it has what the record says elsewhere."""
CODES: dict[str, str] = {
    "KR101": "unknown key or table",
    "KR102": "bad value",
    "KR103": "wrong type",
    "KR104": "not TOML (syntax, encoding, size)",
    "KR105": "parent missing",
    "KR106": "circle of parents",
    "KR107": "id and file name differ, or id twice",
    "KR108": "plugin missing, refused or at fault",
    "KR109": "line without effect",
    "KR110": "lines contradict each other",
    "KR111": "case or record not possible",
    "KR112": "the record contradicts itself",
    "KR201": "four tiles not held, or no such pon",
    "KR202": "not this player's turn, or after a chi or pon",
    "KR203": "no live tile left, or the last discard",
    "KR204": "waits would change",
    "KR205": "a reading would be lost",
    "KR206": "okuri-kan: the drawn tile is not one of the four",
    "KR207": "no kan in riichi at all",
    "KR208": "a yaku would be lost",
    "KR209": "fifth kan",
    "KR210": "open kan in riichi",
    "KR211": "this kan cannot be robbed",
    "KR212": "furiten",
    "KR213": "no yaku",
    "KR214": "a dead hand may not call",
    "KR215": "the drawn tile wins",
    "KR216": "more kans than a player may declare",
    "KR299": "not legal now",
    "KR301": "indicator turned",
    "KR302": "pending indicator turned by the next kan",
    "KR303": "robbed kan: indicator turned or not",
    "KR304": "pending indicator and a rinshan win",
    "KR305": "the record turns it at another instant, or not at all",
    "KR401": "liability attaches",
    "KR402": "the liable player pays",
    "KR403": "honba under liability",
    "KR404": "two liable players",
    "KR405": "replacement-tile liability",
    "KR406": "payment beside the ordinary ones",
    "KR501": "four-kan draw",
    "KR502": "four kans, play goes on",
    "KR503": "fifth kan ends the hand",
    "KR504": "which draw comes first",
    "KR505": "four kans win without a pair",
    "KR506": "the game goes on, or is reckoned, otherwise",
    "KR601": "chombo",
    "KR602": "dead hand",
    "KR603": "foul without penalty",
    "KR604": "foul void because another won",
    "KR605": "no published penalty found",
    "KR606": "foul corrected in time",
}
"""Every reason code and what it says; a code is never used again for something else."""


class Grade(StrEnum):
    """How good a source is."""

    OFFICIAL = "official"
    QUOTED = "quoted"
    SECONDARY = "secondary"
    RECORDED = "recorded"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule is written."""

    document: str
    clause: str = ""
    url: str = ""
    grade: Grade = Grade.OWN

    def __str__(self) -> str:
        return f"{self.document} {self.clause}".strip()


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


def would_rule(sentence: str) -> str:
    """What kanrules would rule where no text says anything: that is said first."""
    return f"{UNSAID}; kanrules would rule: {sentence}"


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

    def to_json(self) -> dict[str, object]:
        """The ruling as JSON-ready data: the contract of every command that rules."""
        source = self.source
        return {
            "verdict": self.verdict.value,
            "code": self.code,
            "text": self.text,
            "key": self.key,
            "value": self.value,
            "set_by": self.set_by,
            "source": None
            if source is None
            else {"document": source.document, "clause": source.clause, "url": source.url, "grade": source.grade.value},
            "plugin": self.plugin,
            "at": self.at,
        }
