"""The public class of one hand. It adds rulesets by name, case files, undo, and views of one seat to the machine.

kyoku = Kyoku("ema-2016", seed=7)
while kyoku.outcome is None:
    kyoku.push(choose(kyoku.legal_actions()))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from kanrules.errors import IllegalAction, UnreadableError
from kanrules.kyoku import listing, machine
from kanrules.law.hook_values import Foul, Noticed
from kanrules.locale.sentences import number
from kanrules.pieces.actions import Action, KanAction, check_seat
from kanrules.pieces.tiles import TILES, Seat, Tile
from kanrules.play import hand_text, mjai, view
from kanrules.play.done import Committed, Discovered, Done, Followed, Reported, Settled
from kanrules.play.view import View
from kanrules.ruleset.load import load_ruleset, not_a_ruleset
from kanrules.rulings import Objection
from kanrules.table import position as positions
from kanrules.table.judge import HasJudge, Judge
from kanrules.table.position import Position
from kanrules.table.state import State

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.ruleset import Ruleset

_APART = 8
"""Number of plies between kept tables, so that undoing replays only a few."""
PUBLIC = frozenset((
    "actions", "commit", "concealed", "copy", "dealt", "discover", "events", "findings", "follow", "from_case",
    "from_position", "from_text", "honba", "indicators", "is_furiten", "is_legal", "is_tenpai", "legal_actions",
    "live_tiles", "outcome", "penalties", "phase", "pop", "push", "report", "round_wind", "rules", "scores", "settle",
    "sticks", "table", "text", "to_mjai", "turn", "view", "waits",
))  # fmt: skip
"""Names that `dir` shows for a hand and for its class, in addition to those of every object."""


class _PublicNames(type):
    """Show only public names in `dir(Kyoku)`: the machine's attributes are internal although they have plain names."""

    def __dir__(cls) -> list[str]:
        return sorted(PUBLIC | set(dir(object)))


_REFUSED = (IllegalAction, UnreadableError, TypeError, ValueError)
"""What is raised before anything is done."""


class Kyoku(machine.KyokuMachine, metaclass=_PublicNames):
    """One hand at one table under one ruleset.

    Takes a ruleset, its name, or its path. `seed` shuffles the wall, or `wall` gives a whole one: 136 tiles. Without
    either, the wall is random. The first 52 are dealt (four each three times from east, then one each), then 70 live
    ones in order, then the dead wall with four replacement tiles in order, five dora indicators, and five ura
    indicators. `wall_break` is the seat at whose wall the deal began, as a `Seat` or by its name; only plugins read it
    (wareme). Raises TypeError for a value of a wrong type, UnreadableError for an impossible one.
    """

    __slots__ = ("_done", "_kept", "_turned")

    def __init__(
        self,
        rules: HasJudge | str | Path,
        seed: int | None = None,
        *,
        wall: Sequence[Tile] | None = None,
        round_wind: Seat = Seat.EAST,
        honba: int = 0,
        sticks: int = 0,
        scores: Sequence[int] | None = None,
        wall_break: Seat | str | None = None,
    ) -> None:
        ruleset = ruleset_of(rules)
        _check(seed, wall, round_wind, honba, sticks, scores, ruleset.judge.options.table.players)
        super().__init__(ruleset, seed, wall=wall, round_wind=round_wind, honba=honba, sticks=sticks, scores=scores)
        self.wall_break = None if wall_break is None else _seat(wall_break)

    def _begin(self, *dealt: Any) -> None:
        super()._begin(*dealt)
        self._done: list[Done] = []
        self._kept: dict[int, Kyoku] = {}
        self._turned = 0

    @classmethod
    def from_position(cls, rules: HasJudge | str | Path, position: Position) -> Self:
        """Return a hand that starts from this position, under a ruleset, its name, or its path.

        Raises UnreadableError (KR111) if the position is impossible, under these rules or at all.
        """
        return super().from_position(ruleset_of(rules), position)

    @classmethod
    def from_case(cls, case: Case | str, rules: Ruleset | str | Path | None = None) -> Self:
        """Return a hand that starts from the position of a case (a `kanrules.testing.Case`, or its text). What the case
        leaves open is filled in.

        Plays under `rules` (a ruleset, its name, or its path), or else under the first that the case names. Raises
        UnreadableError if that is impossible.
        """
        from kanrules.cases.run import beginning

        ruleset, position = beginning(case, rules)
        return cls.from_position(ruleset, position)

    @classmethod
    def from_text(cls, text: str, rules: HasJudge | str | Path) -> Self:
        """Return the hand that `text` wrote, at that moment. Its `events`, `findings`, and `actions` begin there.

        Plays under a ruleset, its name, or its path. Raises UnreadableError for a text of more than 64 kB, and for an
        impossible hand.
        """
        position, turned = hand_text.read(text)
        kyoku = cls.from_position(rules, position)
        kyoku._turned = turned
        return kyoku

    # --- what may be done ------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the hand. Raises TypeError if the hand was made with a bare judge."""
        found = getattr(self.judge, "rules", None)
        if found is None:
            raise TypeError("this hand is judged by something that names no ruleset")
        return cast("Ruleset", found)

    def legal_actions(self, seat: Seat | None = None) -> list[Action]:
        """Return every action that any seat, or this seat, may push now. A single player's pass (`Pass(seat)`) is
        listed only for that player.
        """
        if seat is not None:
            check_seat(seat)
        return listing.actions(self, seat)

    def is_legal(self, action: Action) -> bool:
        """Return True if `push` would accept this action now. Raises TypeError for a value that is not an action."""
        handler = self.handlers.get(type(action))
        if handler is None:
            raise _no_action("is_legal", action)
        try:
            handler(State.copy(self), action)
        except (IllegalAction, UnreadableError):
            return False
        return True

    # --- doing and undoing -----------------------------------------------------------------------------------------

    @property
    def actions(self) -> list[Done]:
        """What was done since the hand began or was set up, in order. Pushing the entries one by one gives the same
        hand.

        A pushed action is in the list unchanged. What `follow`, `settle`, `commit`, and `discover` did is in the list
        as `Followed`, `Settled`, `Committed`, and `Discovered` of `kanrules.play.done`.
        """
        return self._done[:]

    def push(self, action: Done) -> None:
        """Play one action. Raises IllegalAction with every objection if it is illegal; the hand is then unchanged.

        Also takes any entry of another hand's `actions`. Raises TypeError for a value that is not an action.
        """
        handler = self.handlers.get(type(action))
        if handler is None:
            self._again(action)
            return
        done = self._done
        number = len(done)
        try:
            if not done:
                self._keep()
            handler(self, action)
            done.append(action)
        except _REFUSED:
            raise
        except BaseException:  # Ctrl-C, or a plugin's fault
            self._put_back(number)
            raise

    def _again(self, done: Done) -> None:
        match done:
            case Followed():
                self.follow(done.action)
            case Settled():
                self.settle(done.claims, done.delayed)
            case Committed():
                self.commit(
                    done.action, name=done.name, line=done.line, corrected=done.corrected, noticed=done.noticed,
                    repeated=done.repeated, aware=done.aware,
                )  # fmt: skip
            case Reported():
                self.report(done.foul)
            case Discovered():
                self.discover(done.seat)
            case _:
                raise _no_action("push", done)

    def follow(self, action: Action) -> list[Objection]:
        """Play an action from a record even if the rules forbid it, and return the objections.

        An impossible action (a tile that no hand holds) is still refused. A ron waits for further winners until a Pass
        settles it.
        """
        if type(action) not in self.handlers:
            raise _no_action("follow", action)
        number = len(self._done)
        try:
            if not number:
                self._keep()
            found = super().follow(action)
            self._done.append(Followed(action))
        except _REFUSED:
            raise
        except BaseException:
            self._put_back(number)
            raise
        return found

    def settle(self, claims: Iterable[Action], delayed: Iterable[Seat] = ()) -> list[Action]:
        """Push the claims on one tile that take effect, out of those of several players, and return them.

        Takes the claims in the order of the calls, and the seats that called significantly later than the first. Every
        ron comes first; `calls.priority` decides between pon, kan, and chi. Passes are not claims. Source: EMA 2016
        3.3.1, EMA 2025 3.3.1, M.League 4-3.
        """
        given, late = tuple(claims), tuple(delayed)
        for seat in late:
            check_seat(seat)
        for claim in given:
            if type(claim) not in self.handlers:
                raise _no_action("settle", claim)
        with self._as_one() as before:
            pushed = super().settle(given, late)
            self._done[before:] = [Settled(given, late)]
        return pushed

    def commit(
        self,
        action: KanAction,
        *,
        name: str = "",
        line: int = 0,
        corrected: bool = False,
        noticed: Noticed | None = None,
        repeated: bool | None = None,
        aware: bool | None = None,
    ) -> Foul:
        """Declare an illegal kan, as a player might at a real table, and return the foul. The machine rules on it at
        the right moment.

        An illegal kan in riichi continues as a kan. Any other illegal kan is void: no tiles are laid out, and the foul
        is ruled on at once. A `corrected` kan is void as well. `noticed`, `repeated` and `aware` are facts on which a
        penalty may depend. Raises ValueError if the action is legal after all.
        """
        if not isinstance(action, KanAction):
            raise _no_action("commit", action, "a kan such as Ankan(Seat.EAST, 0)")
        with self._as_one():
            foul = super().commit(
                action, name=name, line=line, corrected=corrected, noticed=noticed, repeated=repeated, aware=aware
            )
            self._done.append(Committed(action, name, line, corrected, noticed, repeated, aware))
        return foul

    def report(self, foul: Foul) -> Foul:
        """Tell the referee of a foul that is no illegal kan, such as exposed tiles of the dead wall, and return it as
        it is noted. It is ruled on at once. Raises ValueError if the hand is over.
        """
        check_seat(foul.seat)
        with self._as_one():
            noted = super().report(foul)
            self._done.append(Reported(foul))
        return noted

    def discover(self, seat: Seat) -> None:
        """Let the referee discover this player's illegal kan now.

        It is penalized now only if `riichi_kan.illegal_found` is "noticed_or_draw". Otherwise the hand goes on, and
        `findings` say when it is penalized.
        """
        check_seat(seat)
        with self._as_one():
            super().discover(seat)
            self._done.append(Discovered(seat))

    def pop(self) -> Done:
        """Undo the last thing that was done and return it. Raises IndexError at the start of the hand."""
        if not self._done:
            raise IndexError("pop: nothing has been done to this hand yet")
        everything, tables = self._done, self._kept
        try:
            *before, last = everything
            at = max(ply for ply in tables if ply <= len(before))
            self._take(tables[at])
            self._kept = {ply: kept for ply, kept in tables.items() if ply <= at}
            self._done = before[:at]
            for done in before[at:]:
                self.push(done)
                if not len(self._done) % _APART:
                    self._keep()
        except BaseException:
            self._done, self._kept = everything, tables
            self._put_back(len(everything))
            raise
        return last

    @contextmanager
    def _as_one(self) -> Iterator[int]:
        """Do what the block does as a whole or not at all, whatever breaks it off. Yield how many things were done
        before. `push` and `follow` do the same themselves, because every hand of an audit goes through them.
        """
        number = len(self._done)
        if not number:
            self._keep()
        try:
            yield number
        except BaseException:  # a refusal of the second of two claims, Ctrl-C, or a plugin's fault
            self._put_back(number)
            raise

    def _put_back(self, number: int) -> None:
        """Restore the table as it was when so many things were done, after one was broken off in the middle."""
        done, at = self._done[:number], max((ply for ply in self._kept if ply <= number), default=-1)
        if at < 0:  # not even the first one had begun
            return
        self._take(self._kept[at])
        self._done = done[:at]
        for one in done[at:]:
            self.push(one)

    def _keep(self) -> None:
        """Keep the table as it is, with the number of things done.

        The start is always kept. Later tables are kept only once something is undone, since most hands never undo
        anything: keeping every eighth ply would cost a tenth of self-play.
        """
        self._kept[len(self._done)] = State.copy(self)

    def _take(self, kept: Kyoku) -> None:
        """Restore the table as it was kept."""
        fresh = State.copy(kept)
        for name in State.__slots__:
            setattr(self, name, getattr(fresh, name))

    def copy(self) -> Self:
        """Return an independent copy. Copies are cheap enough to try actions on."""
        twin = super().copy()
        # Kept tables never change, so both hands may share them.
        twin._done, twin._kept, twin._turned = self._done[:], dict(self._kept), self._turned
        return twin

    # --- as text, equal, stored -------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the hand as text at this moment, with walls, answers, and everything that binds a player.

        `Kyoku.from_text(text, rules)` continues like this hand: with the same legal actions, and to the same end by the
        same actions. The text does not include the state of the shuffle.
        """
        return self._text(self._turned)

    def _text(self, before: int) -> str:
        turned = view.turned_with_the_kan(self, before) if view.in_window(self) else 0
        return hand_text.write(positions.at(self), turned)

    def __eq__(self, other: object) -> bool:
        """Return True if the texts of two hands are equal and their rulesets have the same content."""
        if not isinstance(other, Kyoku):
            return NotImplemented
        same = self.judge is other.judge or _content(self.judge) == _content(other.judge)
        return same and self.text() == other.text()

    def __reduce__(self) -> tuple[object, ...]:
        # A pickled hand contains the text of its ruleset files, the names of plugins, its start, and what was done to
        # it.
        start = self._kept[0] if self._kept else self
        return _again, (type(self), self.rules, start._text(self._turned), tuple(self._done))

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    # --- what is seen ----------------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> View:
        """Return the hand as this seat sees it now: frozen, without hidden tiles or the answers of other players."""
        check_seat(seat)
        return view.of(State.copy(self), seat, self._kept[0] if self._kept else None, self._turned)

    def to_mjai(self, *, east: int = 0) -> list[dict[str, Any]]:
        """Return the hand so far as mjai events with all tiles visible, from `start_kyoku` on.

        `east` is the player, 0 to 3, who deals: `game.player(Seat.EAST)` in a game. Raises ValueError if the hand did
        not begin with its deal.
        """
        dealt = self._kept[0] if self._kept else self
        return mjai.events_of(mjai.recorded(dealt, self, self.events, east=east))

    def __dir__(self) -> list[str]:
        return dir(type(self))

    def __repr__(self) -> str:
        rules = getattr(getattr(self.judge, "rules", None), "id", "a judge of its own")
        honba = f", {self.honba} honba" if self.honba else ""
        if self.outcome is not None:
            return f"<Kyoku under {rules}: {self.round_wind} round{honba}, over ({self.outcome.type})>"
        phase = self.phase.name.lower()
        return (
            f"<Kyoku under {rules}: {self.round_wind} round{honba}, {self.turn}'s turn, {phase}, "
            f"{number(self.live_tiles, 'tile')} left>"
        )


def _again(cls: type[Kyoku], rules: Ruleset, text: str, done: tuple[Done, ...]) -> Kyoku:
    """Return a pickled hand."""
    kyoku = cls.from_text(text, rules)
    for one in done:
        kyoku.push(one)
    return kyoku


def _content(judge: Judge) -> object:
    """Return the ruleset of a judge. A judge without a ruleset equals only itself."""
    return getattr(judge, "rules", judge)


def ruleset_of(rules: HasJudge | str | Path) -> HasJudge:
    """Return the ruleset of a name or path. Anything that provides a judge is returned unchanged. Raises TypeError for
    anything else.
    """
    if isinstance(rules, (str, Path)):
        return load_ruleset(rules)
    if not hasattr(rules, "judge"):
        raise not_a_ruleset(rules)
    return rules


def _no_action(method: str, given: object, taken: str = "an action such as Draw(Seat.EAST)") -> TypeError:
    hint = f"; parse_action({given!r}) reads one" if isinstance(given, str) else ""
    return TypeError(f"{method} takes {taken}, not {type(given).__name__}{hint}")


def _seat(given: Seat | str) -> Seat:
    """Return a seat that is given as such or by its name."""
    if not isinstance(given, str):
        check_seat(given)
        return given
    found = next((seat for seat in Seat if str(seat) == given), None)
    if found is None:
        raise UnreadableError(f"{given!r} is not a seat; expected east, south, west or north")
    return found


def check_seed(seed: object) -> None:
    """Raise TypeError for an invalid seed."""
    if seed is not None and not isinstance(seed, int):
        raise TypeError(f"seed is a whole number, not {type(seed).__name__}")


def _check(
    seed: object,
    wall: Sequence[object] | None,
    round_wind: object,
    honba: object,
    sticks: object,
    scores: object,
    players: int,
) -> None:
    """Raise TypeError or UnreadableError if a hand cannot begin with these arguments."""
    check_seed(seed)
    check_seat(round_wind)
    for name, given in (("honba", honba), ("sticks", sticks)):
        if not isinstance(given, int):
            raise TypeError(f"{name} is a whole number, not {type(given).__name__}")
        if given < 0:
            raise UnreadableError(f"{name} is {given}; there are none or more")
    if scores is not None:
        if not isinstance(scores, Sequence) or not all(isinstance(points, int) for points in scores):
            raise TypeError(f"scores are whole numbers, one a seat, not {scores!r}")
        if len(scores) != players:
            raise UnreadableError(f"scores are {players}, one a seat; {tuple(scores)} are {len(scores)}")
    if wall is not None:
        for tile in wall:
            if not isinstance(tile, int):
                raise TypeError(f"a wall holds tiles, not {tile!r}; parse_tiles reads them from text")
            if not 0 <= tile < TILES:
                raise UnreadableError(f"{tile} in the wall is not a tile; expected 0 to {TILES - 1}")
