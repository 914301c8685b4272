"""A whole record under a ruleset: its hands judged one by one, as a report and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kanrules.errors import KanrulesError, PluginError, UnreadableError
from kanrules.hooks.answers import TraceLine, trace_lines
from kanrules.pieces.tiles import NAMES
from kanrules.records import Member, Unreadable, open_records, read_member
from kanrules.records.recorded import Record, RecordedHand
from kanrules.replays.continuity import Continuity
from kanrules.replays.hand import HandReplay, RecordDifference, replay_hand
from kanrules.replays.room import own_rules
from kanrules.replays.room import told as room_told
from kanrules.replays.scope import out_of_scope

if TYPE_CHECKING:
    from kanrules.records import Unreadable
    from kanrules.ruleset import Ruleset


class Replay:
    """A record replayed under a ruleset. Iterate over it for the hands; `differences` runs it to the end.

    Takes an open record and a ruleset. With `trace`, every hand keeps the answers of its plugins. An UnreadableError
    during iteration names the file, the hand, and the event.
    """

    def __init__(self, record: Record, rules: Ruleset, *, trace: bool = False) -> None:
        self.record = record
        self._given = rules
        self.rules = own_rules(record, rules)
        self.room = room_told(record, rules)
        self.trace = trace
        self.hands: list[HandReplay] = []
        self._hands = self._run()

    @property
    def file(self) -> str:
        """File of the record."""
        return self.record.file

    def __eq__(self, other: object) -> bool:
        """Return True if the same hands were judged in the same way. This replays both to the end."""
        if not isinstance(other, Replay):
            return NotImplemented
        same = (self.file, self._given, self.trace) == (other.file, other._given, other.trace)
        return same and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # a record holds lists

    def __reduce__(self) -> tuple[object, ...]:
        # A record is read as it is replayed, so the hands are there only at the end.
        hands = [hand.recorded for hand in self]
        return _replayed, (replace(self.record, hands=iter(hands)), self._given, self.trace)

    def _run(self) -> Iterator[HandReplay]:
        continuity = Continuity(self.rules)
        for hand in self.record.hands:
            try:
                report = self._replay(hand)
                continuity.judge(report)
            except KanrulesError as error:
                if isinstance(error, PluginError):
                    raise
                raise UnreadableError(f"{hand.name}: {error}", file=self.file) from error
            self.hands.append(report)
            yield report

    def _replay(self, hand: RecordedHand) -> HandReplay:
        trace: list[TraceLine] | None = [] if self.trace else None
        report = replay_hand(self.rules, hand, keeps_instants=self.record.keeps_instants, trace=trace)
        report.trace = tuple(trace_lines(trace or ()))
        return report

    def __iter__(self) -> Iterator[HandReplay]:
        yield from self.hands
        yield from self._hands

    @property
    def differences(self) -> list[tuple[str, RecordDifference]]:
        """Every difference, with the name of its hand."""
        return [(hand.name, difference) for hand in self for difference in hand.differences]

    @property
    def not_compared(self) -> dict[str, int]:
        """Every statement that could not be compared, with the number of times it is missing or not understood."""
        found: dict[str, int] = {}
        for hand in self:
            for what in hand.not_compared:
                found[what] = found.get(what, 0) + 1
        return found

    def to_json(self) -> dict[str, object]:
        """Return the report as JSON-ready data: the contract of `kanrules replay --format json`."""
        hands = [self._hand_json(hand) for hand in self]
        return {
            "file": self.file,
            "rules": self.rules.id,
            **({"room": dict(self.record.room)} if self.room else {}),
            "hands": hands,
            "differences": sum(len(hand.differences) for hand in self.hands),
            "not_compared": self.not_compared,
            "broken_off": sum(hand.breaks_off for hand in self.hands),
        }

    def _hand_json(self, hand: HandReplay) -> dict[str, object]:
        report: dict[str, object] = {
            "hand": hand.name,
            "result": hand.result,
            "kans": [
                {
                    "type": kan.type,
                    "seat": str(kan.seat),
                    "tile": NAMES[kan.tile],
                    "robbed": kan.robbed,
                    "reveals": [
                        {"indicator": None if tile is None else NAMES[tile], "instant": instant.value}
                        for tile, instant in kan.reveals
                    ],
                }
                for kan in hand.kans
            ],
            "rulings": [ruling.to_json() for ruling in hand.rulings()],
            "differences": [difference.to_json() for difference in hand.differences],
            "not_compared": hand.not_compared,
        }
        if hand.derived_instants and hand.kans:
            report["instants"] = "derived"
        if self.trace:
            report["trace"] = [line.to_json() for line in hand.trace]
        return report


def _replayed(record: Record, rules: Ruleset, trace: bool) -> Replay:
    found = Replay(record, rules, trace=trace)
    for _ in found:
        pass
    return found


def compare_hands(replay: Replay, other: Ruleset) -> list[dict[str, object]]:
    """Return the places where only another ruleset differs from the record: hand, event, recorded, ruled, and code."""
    found: list[dict[str, object]] = []
    other = own_rules(replay.record, other)
    for hand in replay:
        known = {(d.at, d.recorded) for d in hand.differences}
        twin = replay_hand(other, hand.recorded, keeps_instants=replay.record.keeps_instants)
        found += [
            {"hand": hand.name, **d.to_json()}
            for d in sorted(twin.differences, key=lambda d: d.at)
            if (d.at, d.recorded) not in known
        ]
    return found


RecordSource = str | Path | bytes | Iterable[str | bytes | Mapping[str, Any]]
"""A recorded game: a path, the bytes of a file, its lines, or the events of mjai as mappings."""


def replay(source: RecordSource, rules: str | Path | Ruleset, *, read_as: Sequence[str] = ()) -> Replay:
    """Replay one recorded game under a ruleset.

    Iterate over the answer for the hands. Each hand has `.name`, `.result`, `.differences`, `.kans`, and
    `.rulings()`.

    `source` is the path of a file with one record, or the record itself: the bytes of such a file, its lines, or the
    events of mjai as mappings. `read_as` names formats of other packages that may read it. `rules` is a ruleset, its
    name, or its path. Raises UnreadableError if the record cannot be read, is not a game that the ruleset can judge, or
    is not the only one, RulesetError if the ruleset is wrong, TypeError for any other source.
    """
    from kanrules.ruleset.load import ruleset_of

    ruleset = ruleset_of(rules)
    records = _records(source, read_as)
    record = next(records, None)
    if record is None:
        where = source if isinstance(source, str | Path) else "the source"
        raise UnreadableError(f"{where}: no record found")
    if isinstance(record, Unreadable):
        raise UnreadableError(record.why, file=record.file)
    if next(records, None) is not None:
        raise UnreadableError(
            "several records; open_records yields each of them, and audit takes them", file=record.file
        )
    scope = out_of_scope(record, ruleset)
    if scope:
        raise UnreadableError(f"out of scope: {scope}", file=record.file)
    return Replay(record, ruleset)


def _records(source: RecordSource, read_as: Sequence[str]) -> Iterator[Record | Unreadable]:
    if isinstance(source, str | Path):
        if Path(source).is_dir():
            raise UnreadableError("a folder; replay takes one record, and audit takes folders", file=str(source))
        return open_records([source], read_as=read_as)
    if isinstance(source, bytes):
        return read_member(Member("", "<bytes>", data=source), read_as)
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise TypeError(f"{type(source).__name__}: expected a path, bytes, lines or events of mjai")
    return read_member(Member("", "<lines>", data=b"\n".join(map(as_line, source))), read_as)


def as_line(one: str | bytes | Mapping[str, Any]) -> bytes:
    """Return a line of a record as bytes. Takes a line, or an mjai event as a mapping; raises TypeError for others."""
    if isinstance(one, str):
        return one.encode()
    if isinstance(one, bytes):
        return one
    if isinstance(one, Mapping):
        return msgspec.json.encode(dict(one))
    raise TypeError(f"{type(one).__name__}: expected a line as text or bytes, or an event as a mapping")
