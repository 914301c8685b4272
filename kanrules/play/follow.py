"""Follow a game as it is played: one mjai event at a time, with the rulings that each event brings.

follow = Follow("tenhou")
for line in sys.stdin:
    for ruling in follow.feed(line).rulings:
        print(ruling.code, ruling.text)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Any, TypeVar

from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.kan.findings import name_indicator
from kanrules.law.hook_values import Kan
from kanrules.locale.sentences import number
from kanrules.pieces.events import KandoraTurned, Turned
from kanrules.pieces.mjai_tiles import read_tile
from kanrules.pieces.tiles import Seat
from kanrules.play.kyoku import Kyoku
from kanrules.play.one_seat import SeatKyoku
from kanrules.play.view import View
from kanrules.records import mjai
from kanrules.records.recorded import Fact, RecordedHand, Reveal
from kanrules.replays.continuity import Continuity
from kanrules.replays.hand import HandReplay, RecordDifference, dealt_hand, play_end, play_step, replay_hand
from kanrules.replays.record import as_line
from kanrules.ruleset import Ruleset
from kanrules.ruleset.load import ruleset_of
from kanrules.rulings import Finding, Ruling, Verdict, basis_together
from kanrules.table.snapshot import Table

_One = TypeVar("_One", Finding, RecordDifference)


@frozen
class Update:
    """What one event brought: new rulings and differences, and earlier ones that no longer hold."""

    hand: str = ""
    """Name of the hand as in a `HandReplay`: wind, number, and honba, such as "east-1-0". Empty if nothing is new."""
    rulings: tuple[Ruling, ...] = ()
    differences: tuple[RecordDifference, ...] = ()
    withdrawn: tuple[Ruling | RecordDifference, ...] = ()
    """Earlier rulings and differences that this event corrects."""
    unknown: tuple[Ruling, ...] = ()
    """What the seat that follows the game cannot know: rulings with the verdict `unknown`, the code of the ruling that
    a full view of the table might give, and the reason. Empty for a game that shows every tile.
    """
    replay: HandReplay | None = None
    """The judged hand, in the update that ends it. If the end of the game adds something to the hand, that update has
    it, too.
    """

    def __bool__(self) -> bool:
        """Return True if there is something to tell."""
        return bool(self.rulings or self.differences or self.withdrawn or self.unknown)

    def to_json(self) -> dict[str, object]:
        """Return the update as JSON-ready data: a line of `kanrules watch --format json`."""
        return {
            "hand": self.hand,
            "basis": basis_together(self.rulings).value if self.rulings else None,
            "result": None if self.replay is None else self.replay.result,
            "rulings": [ruling.to_json() for ruling in self.rulings],
            "differences": [difference.to_json() for difference in self.differences],
            "withdrawn": [one.to_json() for one in self.withdrawn],
            "unknown": [one.to_json() for one in self.unknown],
        }


class Follow:
    """A game in progress under a ruleset, from mjai events that show every tile, or only those of one seat.

    `feed` takes the events one by one. At the end of each hand, the rulings and differences that were returned, without
    those that were withdrawn, equal those of `replay` for this hand.

    Takes a ruleset, its name, or its path. `rules` is the ruleset. `seat` is the player who sees the events, with `?`
    for the tiles of the others: the seat at the start of the game, or mjai's number of the player, 0 to 3. `view` is
    then what this player sees. What this player cannot know is in `Update.unknown`. Raises TypeError for a value that
    is neither, and ValueError for a player that the table does not have.
    """

    def __init__(self, rules: Ruleset | str | Path, *, seat: Seat | int | None = None) -> None:
        self.rules = ruleset_of(rules)
        if seat is not None and not isinstance(seat, int):
            raise TypeError(f"{seat!r} is not a seat; expected Seat.EAST to Seat.NORTH, or a player from 0 to 3")
        if seat is not None and not 0 <= seat < self.rules.options.table.players:
            raise ValueError(f"player {seat}; expected 0 to {self.rules.options.table.players - 1}")
        self._seen_by = None if seat is None else int(seat)
        self._fed: list[bytes] = []
        self._start_game()

    def __reduce__(self) -> tuple[object, ...]:
        # The hand holds plugins, which cannot be pickled. The same events under the same rules are the same game.
        return _fed_again, (self.rules, self._seen_by, tuple(self._fed))

    def _start_game(self) -> None:
        del self._fed[:-1]
        self._continuity = Continuity(self.rules)
        self._game: list[bytes] = []
        self._marked = False
        self._hand: _LiveHand | None = None
        self._over = False
        self._lost = False

    @property
    def kyoku(self) -> Kyoku | None:
        """The current hand, or the last one between hands. Play on a `copy()` of it."""
        return None if self._hand is None else self._hand.kyoku

    @property
    def table(self) -> Table | None:
        """The table as it is now. Hidden tiles of a game that is followed from one seat cannot be read; use `view`."""
        return None if self._hand is None else self._hand.kyoku.table()

    @property
    def view(self) -> View | None:
        """What the player sees from whose seat the game is followed; None for a game that shows every tile."""
        kyoku = self.kyoku
        return kyoku.view(kyoku.seat) if isinstance(kyoku, SeatKyoku) else None

    def feed(self, event: str | bytes | Mapping[str, Any]) -> Update:
        """Take the next event, as a line or as a mapping, and return what is new.

        The answer has `.hand`, `.rulings`, `.differences`, `.withdrawn`, and `.replay`.

        A ruling is returned with the event that settles it. A ron is settled by the event after it, since another
        player may win on the same tile; an indicator, by the event that shows it.

        Raises UnreadableError for an event that is impossible or that is not mjai's; the rest of that hand is then
        skipped. Raises TypeError for anything but a line or a mapping.
        """
        line = as_line(event).strip()
        if line:
            self._fed.append(line)
        if not line or (self._lost and b'"start_' not in line and b'"end_game"' not in line):
            return _NOTHING_NEW
        try:
            return self._take(line)
        except UnreadableError as error:
            self._lost = True
            where = f"hand {self._hand.builder.hand.name}: " if self._hand is not None else ""
            raise UnreadableError(f"{where}{error}") from None

    def close(self) -> Update:
        """End the game where it stands, as at the end of a stream, and return what is new."""
        if self._lost or self._hand is None:
            return _NOTHING_NEW
        self._fed.append(_CLOSED)
        return self._end_hand()

    def _end_hand(self) -> Update:
        return _NOTHING_NEW if self._lost or self._hand is None else self._settle(self._hand)

    def _take(self, line: bytes) -> Update:
        event = mjai.decoded[line]
        kind = "" if isinstance(event, tuple) else event.type
        if kind in ("start_game", "start_kyoku"):
            update = self._end_hand()
            self._lost = False
            if kind == "start_game":
                self._start_game()
            else:
                self._deal(line)
            return update
        hand = self._hand
        if kind == "end_game":
            self._over = True
            if hand is None:
                return _NOTHING_NEW
            if not isinstance(event, tuple) and event.scores is not None:
                hand.ends_game(event.scores)
            return self._end_hand()
        if kind in mjai.IGNORED:
            return self._end_hand() if kind == "end_kyoku" else _NOTHING_NEW
        if hand is None or self._over:
            raise UnreadableError("an event outside start_kyoku and its end")
        if kind == "reach_accepted":
            self._marked = True
        self._game.append(line)
        hand.take(line)
        return self._settle(hand) if hand.settles_now else hand.news()

    def _deal(self, line: bytes) -> None:
        self._hand, self._over = None, False
        why = mjai.scope_of([line]) if self._seen_by is None else ""
        if why and why != mjai.THREE:
            raise UnreadableError(f"out of scope: {why}; Follow(..., seat=...) follows a game from one seat")
        self._game.append(line)
        self._hand = _LiveHand(self.rules, self._continuity, self._game, marked=self._marked, seen_by=self._seen_by)

    def _settle(self, hand: _LiveHand) -> Update:
        update = hand.settle()
        self._continuity = hand.after
        return update


class _LiveHand:
    """One hand in progress: what was read of it, the table, and what was told of it."""

    def __init__(
        self, rules: Ruleset, before: Continuity, game: Sequence[bytes], *, marked: bool, seen_by: int | None
    ) -> None:
        self.rules = rules
        self.seen_by = seen_by
        self.machine = Kyoku if seen_by is None else SeatKyoku
        self.windows: set[int] = set()
        self.before = self.after = before
        self.lines = [game[-1]]
        self.marked = marked
        self.unsettled, self.settled = True, False
        self.told_findings: list[Finding] = []
        self.told_differences: list[RecordDifference] = []
        seen = b"\n".join(game)
        shown = mjai.red_fives_in(game, seen) if any(name in seen for name in mjai.RED) else -1
        likely = dict.fromkeys((shown, rules.options.scoring.red_fives, 3, 0, 4, 2))
        self.guesses = [(reds, full) for full in (False, True) for reds in likely if reds >= 0]
        self._guess_again(None)

    @property
    def kyoku(self) -> Kyoku:
        """The table."""
        assert isinstance(self.live.kyoku, Kyoku), "a followed hand is a Kyoku"
        return self.live.kyoku

    @property
    def settles_now(self) -> bool:
        """True if the hand has ended, and not by a ron: another player may still win on the same tile."""
        wins = self.builder.hand.wins
        return self.builder.ended and not (wins and wins[-1].source is not None)

    def _guess_again(self, reason: UnreadableError | None) -> None:
        """Deal and play what was read with the most likely set of tiles that is possible.

        No event says how many red fives the set has, nor, with three players, whether it has 2m to 8m. A tile that is
        one too many shows that the guess was wrong.
        """
        while self.guesses:
            try:
                self._deal(*self.guesses[0])
                return
            except UnreadableError as error:
                reason = reason or error
                self.guesses.pop(0)
        assert reason is not None, "every guess failed for a reason"
        raise reason

    def _deal(self, reds: int, full: bool) -> None:
        start = mjai.decoded[self.lines[0]]
        assert not isinstance(start, tuple), "a hand starts with one event"
        players = 0 if self.seen_by is None else self.rules.options.table.players
        builder = mjai.start_hand(start, reds, full=full, seen_by=self.seen_by, players=players)
        if self.marked:
            builder.hand.accepted = []
        if builder.count != self.rules.options.table.players:
            raise UnreadableError(f"out of scope: {number(builder.count, 'player')}")
        self.builder = builder
        self.scores = list(start.scores or ())[: builder.count]
        self.steps = self.shown = 0
        self.live = dealt_hand(self.rules, builder.hand, machine=self.machine)
        self.live.kyoku.hear_windows(self.windows)
        for line in self.lines[1:]:
            self._play(line)

    def take(self, line: bytes) -> None:
        """Play the next event."""
        self.lines.append(line)
        self.unsettled = True
        try:
            self._play(line)
        except UnreadableError as error:
            self.guesses.pop(0)
            self._guess_again(error)

    def ends_game(self, scores: list[int]) -> None:
        """Note the scores at the end of the game."""
        self.builder.hand.final = tuple(mjai.each_player(scores, self.builder, "scores"))
        self.unsettled = True

    def _play(self, line: bytes) -> None:
        event, builder = mjai.decoded[line], self.builder
        if isinstance(event, tuple):
            if builder.ended:
                raise UnreadableError("an event after the end of the hand")
            discards, player, tile, tsumogiri = event
            if discards:
                builder.discard(player, tile, tsumogiri)
            elif self.seen_by in (None, player):
                builder.draw(player, tile)
            else:
                builder.draw_unseen(player)
        else:
            mjai.apply_event(event, builder, self.scores)
        steps = builder.hand.steps
        if len(steps) == self.steps:
            return
        self.steps = len(steps)
        if not isinstance(event, tuple) and event.type == "dora":
            self.shown += 1
            if self.shown > 4:
                raise UnreadableError("a sixth indicator is turned; there are five places")
            name_indicator(self.live.kyoku, self.shown, read_tile(event.dora_marker))
            self._opened_before(event)
        elif not self.live.stopped:
            step = steps[-1]
            assert not isinstance(step, Reveal), "an indicator is named above"
            play_step(self.live, step)

    def _opened_before(self, event: mjai.Event) -> None:
        """Play the hand again if this indicator shows that the kan announced last could be robbed.

        With `kandora.robbed_kan = "revealed"`, the machine would have turned it before the robbery window, had it known
        the hidden hands.
        """
        kan = self.live.kyoku.announced
        unheard = isinstance(kan, Kan) and kan.number not in self.windows and not self.live.kyoku.turned_early
        if event.instant is Turned.ANNOUNCED and self.seen_by is not None and unheard:
            assert isinstance(kan, Kan), "only a kan turns an indicator"
            self.windows.add(kan.number)
            self._deal(*self.guesses[0])

    def news(self) -> Update:
        """Return what the last event brought. A finding about an indicator waits until its tile is shown."""
        kyoku = self.live.kyoku
        new: list[Finding] = []
        if len(kyoku.findings) > len(self.told_findings):
            hidden = {
                at for at, event in enumerate(kyoku.events) if type(event) is KandoraTurned and event.tile is None
            }
            untold = _without(kyoku.findings, self.told_findings)
            new = [finding for finding in untold if finding.at not in hidden]
        differences = self.live.differences[len(self.told_differences) :]
        if not new and not differences:
            return _NOTHING_NEW
        self.told_findings += new
        self.told_differences += differences
        rulings, unknown = self._rulings(new)
        return Update(self.builder.hand.name, rulings, tuple(differences), unknown=unknown)

    def _rulings(self, findings: Iterable[Finding]) -> tuple[tuple[Ruling, ...], tuple[Ruling, ...]]:
        """Return the rulings of these findings, and those that cannot be known."""
        found: tuple[list[Ruling], list[Ruling]] = [], []
        for finding in findings:
            found[finding.verdict is Verdict.UNKNOWN and self.seen_by is not None].append(self.rules.ruling(finding))
        return tuple(found[0]), tuple(found[1])

    def settle(self) -> Update:
        """Judge the whole hand as `replay` does, and return what the updates so far did not report."""
        if not self.unsettled:
            return _NOTHING_NEW
        first, self.unsettled = not self.settled, False
        self.settled = True
        recorded = mjai.finished_hand(self.builder)
        self._end_live(recorded)
        report, self.after = replay_hand(self.rules, recorded, machine=self.machine), copy(self.before)
        if isinstance(report.kyoku, SeatKyoku) and report.kyoku.guesses_tenpai:
            recorded.leaves_open(Fact.WORTH)
        self.after.judge(report)
        findings, differences = list(report.kyoku.findings), list(report.differences)
        rulings, unknown = self._rulings(_without(findings, self.told_findings))
        update = Update(
            recorded.name,
            rulings,
            tuple(_without(differences, self.told_differences)),
            (
                *map(self.rules.ruling, _without(self.told_findings, findings)),
                *_without(self.told_differences, differences),
            ),
            unknown,
            report,
        )
        self.told_findings, self.told_differences = findings, differences
        return update if first or update else _NOTHING_NEW

    def _end_live(self, hand: RecordedHand) -> None:
        kyoku = self.live.kyoku
        if kyoku.outcome is None:
            self.live.end = len(kyoku.events)
            play_end(self.live)


def _without(those: Iterable[_One], told: Iterable[_One]) -> list[_One]:
    """Return the members of `those` that are not in `told`. A member that occurs twice must be in `told` twice."""
    left = Counter(told)
    found = []
    for one in those:
        if left[one]:
            left[one] -= 1
        else:
            found.append(one)
    return found


_NOTHING_NEW = Update()
_CLOSED = b""
"""Stands for the end of the stream among the lines that were fed; an empty line brings nothing new."""


def _fed_again(rules: Ruleset, seat: int | None, lines: Iterable[bytes]) -> Follow:
    """Return a pickled Follow."""
    follow = Follow(rules, seat=seat)
    for line in lines:
        with suppress(UnreadableError):
            if line == _CLOSED:
                follow.close()
            else:
                follow.feed(line)
    return follow
