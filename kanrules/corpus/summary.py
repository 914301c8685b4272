"""Summarize a corpus as counts that add up record by record and merge part by part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kanrules.corpus.atlas import Atlas
from kanrules.corpus.audited import Audited, Found
from kanrules.corpus.other_rules import Comparison, CountedHands, Example

NAMED = 20_000
"""Maximum number of unreadable files kept by name. Further ones are only counted."""


@dataclass(slots=True)
class ByCode:
    """Number of differences with a code, number of their hands, and the first of them."""

    count: int
    first: Found


@dataclass(slots=True)
class Summary:
    """The counts of an audit. `add` takes one record, `merge` the summary of a later part of the corpus."""

    rules: str
    files: int = 0
    """Number of records that were read: judged, out of scope, or unreadable."""
    hands: int = 0
    kans: dict[str, int] = field(default_factory=lambda: {"ankan": 0, "daiminkan": 0, "shouminkan": 0})
    """Number of kans by type, including robbed ones."""
    robbed: int = 0
    rinshan_wins: int = 0
    four_kan_draws: int = 0
    liable_wins: int = 0
    riichi_kans: int = 0
    indicators: dict[str, int] = field(default_factory=dict)
    """Number of kan dora indicators by the moment at which they were turned in the game."""
    not_turned: int = 0
    """Number of kans, except robbed ones, whose kan dora indicator was never turned."""
    results: dict[str, int] = field(default_factory=dict)
    differences: int = 0
    not_compared: dict[str, int] = field(default_factory=dict)
    """Statements of records that could not be compared, with the number of times each occurs."""
    broken_off: int = 0
    """Number of hands whose end is not recorded."""
    codes: dict[str, ByCode] = field(default_factory=dict)
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    """File and reason of the first unreadable files, at most `NAMED`."""
    unreadable_count: int = 0
    foreign: int = 0
    """Number of unreadable files that are not records at all."""
    out_of_scope: int = 0
    scopes: dict[str, int] = field(default_factory=dict)
    """Number of games that kanrules cannot judge, by reason."""
    rooms: dict[str, int] = field(default_factory=dict)
    """Number of games judged under their room's own rules, by these rules."""
    formats: dict[str, int] = field(default_factory=dict)
    comparisons: dict[str, Comparison] = field(default_factory=dict)
    atlas: Atlas | None = None
    """What any two of the compared rulesets rule differently."""

    def add(self, record: Audited) -> None:
        """Count one record."""
        self.files += 1
        self.hands += record.hands
        if record.format:
            _count(self.formats, record.format)
        if record.unreadable:
            self.unreadable_count += 1
            self.foreign += record.foreign
            if len(self.unreadable) < NAMED:
                self.unreadable.append((record.file, record.unreadable))
        if record.out_of_scope:
            self.out_of_scope += 1
            _count(self.scopes, record.out_of_scope)
            return
        if record.room:
            _count(self.rooms, record.room)
        self.liable_wins += record.liable_wins
        self.broken_off += record.broken_off
        for what, times in record.not_compared.items():
            _count(self.not_compared, what, times)
        self.four_kan_draws += record.results.get("four_kans", 0)
        for result, hands in record.results.items():
            _count(self.results, result, hands)
        for kan in record.kans:
            self.kans[kan.type] += 1
            self.robbed += kan.robbed
            self.rinshan_wins += kan.rinshan_win
            self.riichi_kans += kan.in_riichi
            if kan.instant:
                _count(self.indicators, kan.instant)
            elif not kan.robbed:
                self.not_turned += 1
        self.differences += len(record.differences)
        for found in record.differences:
            known = self.codes.get(found.code)
            if known is None:
                self.codes[found.code] = ByCode(1, found)
            else:
                known.count += 1
        for name, comparison in record.compared.items():
            self.comparisons.setdefault(name, Comparison(name)).merge(comparison)
        self._merge_atlas(record.atlas)

    def _merge_atlas(self, other: Atlas | None) -> None:
        if other is not None:
            if self.atlas is None:
                self.atlas = Atlas(other.books)
            self.atlas.merge(other)

    def merge(self, other: Summary) -> None:
        """Add the counts of a later part of the corpus."""
        for name in _ADDED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in _BY_NAME:
            mine = getattr(self, name)
            for key, count in getattr(other, name).items():
                _count(mine, key, count)
        self.unreadable += other.unreadable[: max(0, NAMED - len(self.unreadable))]
        for code, theirs in other.codes.items():
            known = self.codes.get(code)
            if known is None:
                self.codes[code] = ByCode(theirs.count, theirs.first)
            else:
                known.count += theirs.count
        for name, comparison in other.comparisons.items():
            self.comparisons.setdefault(name, Comparison(name)).merge(comparison)
        self._merge_atlas(other.atlas)

    def to_json(self, seconds: float) -> dict[str, Any]:
        """Return the report of `kanrules audit --format json`. Takes the duration of the audit in seconds."""
        report: dict[str, Any] = {
            "rules": self.rules,
            "files": self.files,
            "hands": self.hands,
            "kans": {**self.kans, "robbed": self.robbed, "rinshan_wins": self.rinshan_wins},
            "differences": self.differences,
            "broken_off": self.broken_off,
            "unreadable": [{"file": file, "why": why} for file, why in self.unreadable],
            "out_of_scope": self.out_of_scope,
            "seconds": round(seconds, 3),
            "unreadable_count": self.unreadable_count,
            "four_kan_draws": self.four_kan_draws,
            "liable_wins": self.liable_wins,
            "kans_in_riichi": self.riichi_kans,
            "indicators": {**dict(sorted(self.indicators.items())), "never": self.not_turned},
            "results": dict(sorted(self.results.items())),
            "by_code": {
                code: {"count": known.count, "first": _found_json(known.first)}
                for code, known in sorted(self.codes.items())
            },
            "not_compared": dict(sorted(self.not_compared.items())),
            "scopes": self.scopes,
            "rooms": self.rooms,
            "formats": self.formats,
        }
        if self.comparisons:
            report["compare"] = {name: comparison_json(one) for name, one in self.comparisons.items()}
        if self.atlas is not None:
            report["atlas"] = atlas_json(self.atlas)
        return report


_ADDED = (
    "files", "hands", "robbed", "rinshan_wins", "four_kan_draws", "liable_wins", "riichi_kans", "not_turned",
    "differences", "unreadable_count", "foreign", "out_of_scope", "broken_off",
)  # fmt: skip
_BY_NAME = ("kans", "indicators", "results", "scopes", "rooms", "formats", "not_compared")


def _count(counts: dict[str, int], key: str, by: int = 1) -> None:
    counts[key] = counts.get(key, 0) + by


def _found_json(found: Found) -> dict[str, Any]:
    return {"file": found.file, "hand": found.hand, "at": found.at, "recorded": found.recorded, "ruled": found.ruled}


def _example_json(example: Example | None) -> dict[str, Any] | None:
    if example is None:
        return None
    data: dict[str, Any] = {
        "file": example.file,
        "hand": example.hand,
        "at": example.at,
        "ruled": example.ruled,
        "otherwise": example.otherwise,
    }
    if example.points:
        data["points"] = example.points
    return data


def atlas_json(atlas: Atlas) -> dict[str, Any]:
    """Return what any two rulesets rule differently, as JSON-ready data."""
    return {
        "hands": atlas.hands,
        "rules": list(atlas.books),
        "pairs": [
            {"rules": [first, second], "hands": pair.hands, "kans": pair.kans, "points": pair.points}
            for first, second, pair in atlas.pairs()
        ],
    }


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Return what another ruleset would have ruled differently, as JSON-ready data."""
    return {
        "hands": comparison.hands,
        "skipped": comparison.skipped,
        "other_players": comparison.other_players,
        "touched": comparison.touched,
        "touched_by_kans": comparison.touched_by_kans,
        "open_ended": comparison.open_ended,
        "areas": dict(sorted(comparison.areas.items())),
        "codes": _counted_json(comparison.codes, points=False),
        "wins": {
            "compared": comparison.wins,
            "changed": comparison.wins_changed,
            "unknown": comparison.wins_unknown,
            "points": comparison.points,
            "points_moved": comparison.points_moved,
            "causes": _counted_json(comparison.causes, points=True),
            "largest": _example_json(comparison.largest),
        },
    }


def _counted_json(counts: Mapping[str, CountedHands], *, points: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, counted in sorted(counts.items()):
        found[key] = {"hands": counted.hands} if not points else {"wins": counted.hands, "points": counted.points}
        found[key]["first"] = _example_json(counted.first)
    return found
