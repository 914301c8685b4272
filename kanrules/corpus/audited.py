"""One record of a corpus: judged under a ruleset, compared under others, and summarized in a form small enough to send
between processes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice

from kanrules.corpus.atlas import Atlas, Ruled
from kanrules.corpus.other_rules import Comparison, compare_played, may_be_compared
from kanrules.errors import KanrulesError, PluginError, UnreadableError
from kanrules.frozen import frozen
from kanrules.law.hook_values import Kan
from kanrules.pieces.actions import Ankan, Daiminkan, Draw, Shouminkan
from kanrules.pieces.tiles import NAMES, SEATS
from kanrules.records import Member, Record, Unreadable, read_member
from kanrules.records.members import fault_of_ours
from kanrules.records.recorded import RecordedHand, Reveal
from kanrules.replays.continuity import Continuity
from kanrules.replays.hand import HandReplay, compare_with_record, replay_hands
from kanrules.replays.room import own_rules, told
from kanrules.replays.scope import out_of_scope
from kanrules.replays.shared import Books, Several, numbers
from kanrules.ruleset import Ruleset

RECORDS = 16
"""Number of records that are judged together."""
HANDS = 16
"""Number of hands of each record that are read at a time. Most games have fewer, and memory use stays constant."""
LARGE = 1 << 20
"""Total size in bytes at which a batch of records is judged, so that large records are judged with few others."""
_SEAT_NAMES = tuple(str(seat) for seat in SEATS)


@frozen
class AuditPlan:
    """The rulesets of an audit: the one that records are judged under, and those to compare with, each by name."""

    rules: Ruleset
    compare: tuple[tuple[str, Ruleset], ...] = ()
    read_as: tuple[str, ...] = ()
    """Formats of other packages to ask about records that no bundled format recognizes."""

    @cached_property
    def books(self) -> Books:
        """All rulesets, so that they share replays."""
        return Books([self.rules, *(rules for _, rules in self.compare)])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rulesets. The one that records are judged under is the first."""
        return self.rules.id, *(name for name, _ in self.compare)

    def __reduce__(self) -> tuple[type[AuditPlan], tuple[object, ...]]:
        return AuditPlan, (self.rules, self.compare, self.read_as)


@frozen
class KanRow:
    """One kan of a corpus: its place, its type, when its kan dora indicator was turned, and how its hand ended."""

    file: str
    hand: str
    """Round, number, and honba: `east-1-0`."""
    kan: int
    """Number of the kan in its hand, 1-5."""
    type: str
    seat: str
    tile: str
    source: str
    """The player who discarded the tile; "" for an ankan."""
    in_riichi: bool
    on_replacement: bool
    robbed: bool
    indicator: str
    """The kan dora indicator turned for it; "" if none was turned or the record does not show it."""
    instant: str
    """The moment at which the kan dora indicator was turned in the game; "" if it was not turned."""
    result: str
    rinshan_win: bool
    """True if the hand was won on this kan's replacement tile."""
    differences: tuple[str, ...]
    """Codes of the hand's differences."""
    compare: tuple[str, ...] = ()
    """Where another ruleset would have ruled the hand differently: `ema-2016:KR305`."""
    not_compared: int = 0
    """Number of statements of the hand that could not be compared."""
    broken_off: bool = False
    """True if the record does not say how the hand ended."""


@frozen
class Found:
    """A difference and where it was found."""

    file: str
    hand: str
    at: int
    recorded: str
    ruled: str
    code: str


@dataclass(slots=True)
class Audited:
    """One judged record: its number of hands, its kans one by one, and every difference, or why it could not be
    read.
    """

    file: str
    format: str = ""
    platform: str = ""
    hands: int = 0
    kans: list[KanRow] = field(default_factory=list)
    differences: list[Found] = field(default_factory=list)
    results: dict[str, int] = field(default_factory=dict)
    """Number of hands by result."""
    not_compared: dict[str, int] = field(default_factory=dict)
    """Statements that could not be compared, with the number of times each occurs."""
    broken_off: int = 0
    """Number of hands whose end is not recorded."""
    liable_wins: int = 0
    """Number of wins for which a player is liable."""
    compared: dict[str, Comparison] = field(default_factory=dict)
    """What another ruleset would rule differently, by ruleset."""
    atlas: Atlas | None = None
    """What any two of several rulesets rule differently."""
    unreadable: str = ""
    """Why the record, or the rest of it, could not be read."""
    foreign: bool = False
    """True if nothing in the file looks like a record."""
    out_of_scope: str = ""
    """Why kanrules cannot judge the game."""
    room: str = ""
    """The room's own rules under which it was judged."""


def audit_members(members: Iterable[Member | Unreadable], plan: AuditPlan) -> Iterator[Audited]:
    """Yield the judged records of files, members of archives, or lines, in order. An error in one is part of its result
    and never raised.

    Only a faulty plugin raises (PluginError), because it would spoil every other record too.
    """
    together: list[Record | Audited] = []
    size = 0
    for member in members:
        for found in _opened(member, plan):
            together.append(found)
            size += found.size if isinstance(found, Record) else 0
            if len(together) == RECORDS or size >= LARGE:
                yield from audit_records(together, plan)
                together, size = [], 0
    yield from audit_records(together, plan)


def audit_records(records: Iterable[Record | Audited], plan: AuditPlan) -> list[Audited]:
    """Judge records together, a few hands of each at a time.

    If a record becomes impossible, its earlier hands are kept and the reason is reported. `Audited` values are returned
    unchanged.
    """
    together = [_judging(one, plan) if isinstance(one, Record) else one for one in records]
    going = [one for one in together if isinstance(one, _Judging) and not one.over]
    while going:
        for one in going:
            one.read()
        reports = iter(replay_hands(asked for one in going for asked in one.asked()))
        for one in going:
            one.judge(reports)
        going = [one for one in going if not one.over]
    return [one.audited if isinstance(one, _Judging) else one for one in together]


def _opened(member: Member | Unreadable, plan: AuditPlan) -> Iterator[Record | Audited]:
    """Yield the records of a member, or a result that says why it cannot be read."""
    if isinstance(member, Unreadable):
        yield Audited(member.file, unreadable=member.why, foreign=member.foreign)
        return
    try:
        for record in read_member(member, plan.read_as):
            if isinstance(record, Unreadable):
                yield Audited(record.file, unreadable=record.why, foreign=record.foreign)
            else:
                yield record
    except Exception as error:
        yield Audited(member.file, unreadable=_why(error, member.file))


def _judging(record: Record, plan: AuditPlan) -> _Judging | Audited:
    try:
        return _Judging(record, plan)
    except PluginError:
        raise
    except Exception as error:
        return Audited(record.file, unreadable=_why(error, record.file))


class _Judging:
    """One record that is being judged, a few hands at a time."""

    def __init__(self, record: Record, plan: AuditPlan) -> None:
        scope = out_of_scope(record, plan.rules)
        self.record = record
        self.audited = audited = Audited(record.file, record.format, record.platform, out_of_scope=scope)
        self.over = bool(scope)
        if record.room and not scope:
            audited.room = told(record, plan.rules)
            compare = tuple((name, own_rules(record, rules)) for name, rules in plan.compare)
            plan = AuditPlan(own_rules(record, plan.rules), compare)
        audited.compared = {} if scope else {name: Comparison(name) for name, _ in plan.compare}
        if len(audited.compared) > 1:
            audited.atlas = Atlas(plan.names)
        self.plan = plan
        self.continuity = Continuity(plan.rules)
        self.left = iter(record.hands)
        self.hands: list[RecordedHand] = []
        self.unread: Exception | None = None

    def read(self) -> None:
        """Read the next hands. An error is reported once the hands before it are judged."""
        self.hands = []
        try:
            for hand in self.left:
                self.hands.append(hand)
                if len(self.hands) == HANDS:
                    return
        except Exception as error:
            self.unread = error
        self.over = True

    def asked(self) -> Iterator[tuple[Ruleset, RecordedHand, bool]]:
        """Yield the hands to judge together with those of other records; none if rulesets are compared."""
        if not self.plan.compare:
            for hand in self.hands:
                yield self.plan.rules, hand, self.record.keeps_instants

    def judge(self, reports: Iterator[HandReplay | Exception]) -> None:
        """Count the hands that were read, up to the first that could not be judged. Takes the reports on the hands of
        `asked`.
        """
        mine = None if self.plan.compare else list(islice(reports, len(self.hands)))
        for at, hand in enumerate(self.hands):
            try:
                if mine is None:
                    self._compare(hand)
                    continue
                report = mine[at]
                if isinstance(report, Exception):
                    raise report
                self.continuity.judge(report)
                _count(self.audited, report)
            except PluginError as error:
                where = f"{self.record.file}: {hand.name}: {error.reason}"
                raise PluginError(where, plugin=error.plugin, hint=error.hint) from error
            except Exception as error:
                self.audited.unreadable = f"{hand.name}: {_why(error, self.record.file)}"
                self.over = True
                return
        if self.unread is not None:
            self.audited.unreadable = _why(self.unread, self.record.file)

    def _compare(self, hand: RecordedHand) -> None:
        replays = self.plan.books.replays(hand, keeps_instants=self.record.keeps_instants)
        alike, report = next(replays)
        assert report is not None, "the first replay of a hand is compared with its record"
        compare_with_record(report)
        self.continuity.judge(report)
        elsewhere = _compare(self.audited, self.plan, report, chain([(alike, report)], replays))
        _count(self.audited, report, elsewhere)


def _why(error: Exception, file: str) -> str:
    if isinstance(error, UnreadableError):
        return error.in_file(file)
    if isinstance(error, KanrulesError):
        return str(error)
    return fault_of_ours(error)


def _count(audited: Audited, report: HandReplay, elsewhere: Sequence[str] = ()) -> None:
    """Add a judged hand to the result of its record."""
    for what in report.not_compared:
        audited.not_compared[what] = audited.not_compared.get(what, 0) + 1
    audited.broken_off += report.breaks_off
    file = audited.file
    audited.hands += 1
    audited.results[report.result] = audited.results.get(report.result, 0) + 1
    codes: list[str] = []
    for difference in report.differences:
        audited.differences.append(
            Found(file, report.name, difference.at, difference.recorded, difference.ruled, difference.code)
        )
        codes.append(difference.code)
    outcome = report.kyoku.outcome
    if outcome is not None and outcome.wins:
        audited.liable_wins += sum(bool(win.liable) for win in outcome.wins)
    if report.kans:
        audited.kans += _rows(file, report, tuple(dict.fromkeys(codes)), tuple(elsewhere))


def _compare(
    audited: Audited, plan: AuditPlan, report: HandReplay, replays: Iterable[tuple[Several, HandReplay | None]]
) -> list[str]:
    """Compare a judged hand with all its replays under other rulesets. Return the codes that differ, by ruleset."""
    comparisons = list(audited.compared.values())
    elsewhere = plan.books.of_other_players(report.recorded)
    for number in numbers(elsewhere):
        comparisons[number - 1].other_players += 1
    if not may_be_compared(report):
        for number in numbers(plan.books.every & ~elsewhere & ~1):
            comparisons[number - 1].skipped += 1
        return []
    codes: dict[int, list[str]] = {}
    ruled: list[Ruled] = []
    for several, other in replays:
        compared = None if other is None else compare_played(report, other)
        for number in numbers(several & ~1):
            into = comparisons[number - 1]
            if compared is None:
                into.skipped += 1
            else:
                into.add(compared, audited.file, report.name)
        if compared is None or other is None:
            continue
        if compared.otherwise:
            codes |= dict.fromkeys(numbers(several), compared.codes)
        outcome = other.kyoku.outcome
        claimed = outcome is not None and not compared.open_ended and not compared.unknown
        ruled.append(Ruled(several, compared, outcome.changes if outcome is not None and claimed else None))
    if audited.atlas is not None:
        audited.atlas.add(ruled)
    return [f"{plan.names[number]}:{code}" for number in sorted(codes) for code in codes[number]]


def _rows(file: str, report: HandReplay, codes: tuple[str, ...], elsewhere: tuple[str, ...]) -> Iterator[KanRow]:
    kyoku, hand = report.kyoku, report.recorded
    kans = [*kyoku.kans, kyoku.announced if isinstance(kyoku.announced, Kan) else None]
    rinshan = _won_on_replacement(hand)
    for number, seen in enumerate(report.kans, 1):
        kan = kans[number - 1] if number <= len(kans) else None
        tile, instant = seen.reveals[0] if seen.reveals else (None, "")
        yield KanRow(
            file=file,
            hand=report.name,
            kan=number,
            type=seen.type,
            seat=_SEAT_NAMES[seen.seat],
            tile=NAMES[seen.tile],
            source="" if kan is None or kan.source is None else _SEAT_NAMES[kan.source],
            in_riichi=kan is not None and kan.in_riichi,
            on_replacement=kan is not None and kan.on_replacement,
            robbed=seen.robbed,
            indicator="" if tile is None else NAMES[tile],
            instant=str(instant),
            result=report.result,
            rinshan_win=rinshan and number == len(report.kans),
            differences=codes,
            compare=elsewhere,
            not_compared=len(report.not_compared),
            broken_off=report.breaks_off,
        )


def _won_on_replacement(hand: RecordedHand) -> bool:
    if not hand.wins or hand.wins[0].source is not None:
        return False
    steps = [step for step in hand.steps[-8:] if type(step) is not Reveal]
    return len(steps) >= 2 and type(steps[-1]) is Draw and isinstance(steps[-2], (Ankan, Daiminkan, Shouminkan))
