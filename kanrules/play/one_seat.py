"""A hand that is followed from one seat: the same machine, whose other hands are hidden.

The tiles of another player become known when an action lays them on the table. Wherever a rule asks about a tile that
is still hidden, the hand goes on as far as this seat knows, and a finding with the verdict `unknown` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NoReturn, Self

from kanrules.errors import Hidden, UnreadableError
from kanrules.hooks.specs import HOOKS
from kanrules.kyoku.machine import HANDLERS
from kanrules.law.hook_values import Kan, SetAside
from kanrules.law.options import Options
from kanrules.law.outcome import Outcome
from kanrules.law.payments import noten_payments, transferred
from kanrules.pieces.actions import (
    DRAWS,
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Pon,
    Shouminkan,
)
from kanrules.pieces.events import RinshanDraw
from kanrules.pieces.readings import ALL_KINDS, Concealed
from kanrules.pieces.tiles import KIND, KINDS, NORTH, RED_OF, Seat, Tile, counts_37
from kanrules.play.kyoku import Kyoku
from kanrules.play.view import View
from kanrules.table.hidden import HIDDEN, HiddenHand, HiddenTuple, ToldEnd
from kanrules.table.judge import HasJudge, HookAnswer, Judge, Judged, TableSource
from kanrules.table.snapshot import Table
from kanrules.table.state import LOOKS, Phase


class SeatJudge(Judge):
    """The judge of a hand that is followed from one seat, and what the table has announced about hidden tiles.

    A plugin that reads a hidden tile has not answered: core's law applies, and `unanswered` has the hook.
    """

    __slots__ = ("end", "judge", "unanswered", "windows")

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.unanswered: list[str] = []
        self.end: ToldEnd | None = None
        self.windows: set[int] = set()
        """Numbers of the kans that a player could rob, as the table showed afterwards."""

    @property
    def options(self) -> Options:
        """Options of the ruleset."""
        return self.judge.options

    @property
    def rules(self) -> Any:
        """The ruleset. Raises AttributeError if the judge behind this one has none."""
        return self.judge.rules  # type: ignore[attr-defined]  # only a ruleset's own judge has it

    def copy(self) -> SeatJudge:
        """Return an independent copy."""
        twin = SeatJudge(self.judge)
        twin.end, twin.windows = self.end, set(self.windows)
        return twin

    def asks(self, hook: str) -> bool:
        """Return True if this hook must be asked."""
        return self.judge.asks(hook)

    def robs(self, kan_type: str) -> bool:
        """Return True if a plugin lets players rob kans of this type."""
        return self.judge.robs(kan_type)

    def answers(self, hook: str, *about: Any, table: TableSource) -> Sequence[HookAnswer[Any]]:
        """Return every answer to a hook that counts; none, or "may rob", if an answer depends on hidden tiles."""
        try:
            return self.judge.answers(hook, *(_guarded(one) for one in about), table=table)
        except Hidden:
            if HOOKS[hook].decides:
                self.unanswered.append(hook)
            return (HookAnswer(True),) if hook == "rob_kan" else ()


def _guarded(about: Any) -> Any:
    """Return what a hook is asked about. Who could rob a kan is as hidden as the hands."""
    if isinstance(about, (Kan, SetAside)) and about.robbable_by:
        return replace(about, robbable_by=HiddenTuple())
    return about


class SeatKyoku(Kyoku):
    """A hand of which one seat is known, as a one-seat stream of mjai tells it."""

    __slots__ = ()
    judge: SeatJudge

    @classmethod
    def dealt(
        cls, rules: HasJudge, hands: Sequence[Sequence[Tile]], indicators: Sequence[Tile | None], **given: Any
    ) -> Self:
        """Start a hand from its deal, as `Kyoku.dealt` does. A hand without tiles is hidden."""
        kyoku = super().dealt(Judged(SeatJudge(rules.judge)), hands, indicators, **given)
        for seat, hand in enumerate(hands):
            if not hand:
                kyoku.hands[seat] = HiddenHand(13)
        return kyoku

    @property
    def seat(self) -> Seat:
        """The seat whose tiles are known."""
        return next(seat for seat in self.setup.seats if not isinstance(self.hands[seat], HiddenHand))

    # --- what this seat knows --------------------------------------------------------------------------------------

    def is_hidden(self, seat: Seat) -> bool:
        """Return True if this hand has tiles that are not known."""
        hand = self.hands[seat]
        return isinstance(hand, HiddenHand) and hand.hidden > 0

    def size(self, seat: Seat) -> int:
        """Return the number of concealed tiles of a seat, including a drawn tile."""
        hand = self.hands[seat]
        return sum(hand.known()) + hand.hidden if isinstance(hand, HiddenHand) else sum(hand)

    def waits(self, seat: Seat) -> int:
        """Return the kinds that complete this seat's hand, as a 34-bit mask; all of them for a hidden hand."""
        return ALL_KINDS if self.is_hidden(seat) else super().waits(seat)

    def concealed(self, seat: Seat) -> list[Tile]:
        """Return the concealed tiles of a seat, sorted. Raises Hidden for a hidden hand."""
        if self.is_hidden(seat):
            raise Hidden
        return super().concealed(seat)

    def is_tenpai(self, seat: Seat) -> bool:
        """Return True if this seat's hand counts as tenpai; for a hidden hand, if the table says so."""
        if not self.is_hidden(seat):
            return super().is_tenpai(seat)
        end = self.judge.end
        return self.riichi[seat] if end is None or end.tenpai is None else seat in end.tenpai

    @property
    def guesses_tenpai(self) -> bool:
        """True if the hand ended with an empty wall and the table did not say who is tenpai."""
        end = self.judge.end
        return end is not None and not end.wins and end.tenpai is None and any(map(self.is_hidden, self.setup.seats))

    def is_furiten(self, seat: Seat) -> bool:
        """Return True if this seat must not win by ron. What a hand that is shown at the end let pass is known, but not
        whether it then had a yaku.
        """
        if self.watch_passes and isinstance(self.hands[seat], HiddenHand):
            self.cannot_know("furiten", seat)
            return bool(self.waits(seat) & self.river_mask(seat))
        return super().is_furiten(seat)

    def opens_window(self, kan: Kan) -> bool:
        """Return True if a player is known to be able to rob this kan, one of those that may."""
        if kan.number in self.judge.windows or any(not self.is_hidden(seat) for seat in kan.robbable_by):
            return True
        self.cannot_know("robbery", kan.robbable_by[0])
        return False

    def hear_windows(self, kans: Iterable[int]) -> None:
        """Take the numbers of the kans that a player could rob."""
        self.judge.windows.update(kans)

    def legal_actions(self, seat: Seat | None = None) -> list[Action]:
        """Return every action that this seat may take. Raises ValueError for another seat."""
        return super().legal_actions(self._own(seat))

    def view(self, seat: Seat) -> View:
        """Return the hand as this seat sees it now. Raises ValueError for another seat."""
        return super().view(self._own(seat))

    def _own(self, seat: Seat | None) -> Seat:
        own = self.seat
        if seat not in (None, own):
            raise ValueError(f"the hand of {seat} is hidden; this game is followed from {own}")
        return own

    def table(self) -> Table:
        """Return the frozen snapshot of this moment. Reading a hidden tile of it raises Hidden."""
        return Table(**{name: self._look(name) for name in LOOKS})  # type: ignore[arg-type]  # one look a field

    def _look(self, name: str) -> object:
        if name == "hands":
            return tuple(
                HiddenTuple((HIDDEN,) * self.size(seat)) if self.is_hidden(seat) else tuple(self.concealed(seat))
                for seat in self.setup.seats
            )
        found = super()._look(name)
        if name == "kans":
            return tuple(_guarded(kan) for kan in self.kans)
        return _guarded(found) if name == "announced" else found

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = super().copy()
        twin.judge = self.judge.copy()
        return twin

    def _repr_svg_(self) -> str:
        """Return the table as this seat sees it, for a notebook."""
        return self.view(self.seat)._repr_svg_()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a hand that is followed from one seat cannot be pickled; pickle the Follow")

    # --- what is shown ---------------------------------------------------------------------------------------------

    def gain(self, seat: Seat, tile: Tile) -> None:
        """Put a tile into a hand."""
        hand = self.hands[seat]
        if not isinstance(hand, HiddenHand):
            super().gain(seat, tile)
        elif tile is HIDDEN:
            hand.hidden += 1
        else:
            self._set(seat, tile, hand.known()[tile] + 1)

    def _set(self, seat: Seat, tile: Tile, count: int) -> None:
        """Set how many copies of a tile are known to be in a hidden hand."""
        hand = self.hands[seat]
        assert isinstance(hand, HiddenHand), "the tiles of this seat are always known"
        hand[tile] = count
        self.suits[seat] = [*Concealed.from_counts(hand.known())]
        self.forget_waits(seat)

    def show(self, seat: Seat, tiles: Iterable[Tile]) -> None:
        """Take these tiles from the hidden ones of a hand, except those that are known to be in it. Raises
        UnreadableError for a tile that cannot be there.
        """
        hand = self.hands[seat]
        if not isinstance(hand, HiddenHand):
            return
        known, unseen = hand.known(), self.unseen_counts
        assert unseen is not None, "a hand seen from one seat has an unknown wall"
        for tile, count in Counter(tiles).items():
            for _ in range(count - known[tile]):
                self.check_unseen(tile)
                if not hand.hidden:
                    raise UnreadableError(f"{seat} holds no more tiles than those that are known")
                unseen[tile] -= 1
                hand.hidden -= 1
                self.gain(seat, tile)

    def reveal(self, action: Action) -> None:
        """Show the tiles that another player's action lays on the table."""
        seat = action.seat
        if seat is None or not isinstance(hand := self.hands[seat], HiddenHand):
            return
        match action:
            case Discard():
                self.show(seat, (action.tile,))
                if self.drawn is HIDDEN and self.turn == seat:
                    self.drawn = action.tile if action.tsumogiri else None
            case Chi() | Pon():
                self.show(seat, action.using)
            case Ankan() | Daiminkan():
                tiles = self._all_of_kind(action.tile)
                if isinstance(action, Daiminkan):
                    tiles.remove(action.tile)
                self.show(seat, tiles)
                hand.whole |= {KIND[action.tile]}
            case Shouminkan():
                self.show(seat, (action.tile,))
                hand.whole |= {KIND[action.tile]}
            case Kita():
                self.show(seat, (NORTH,))

    def _all_of_kind(self, tile: Tile) -> list[Tile]:
        """Return the four tiles of a kind."""
        kind, copies = KIND[tile], self.setup.copies(self.red_fives)
        red = RED_OF[kind]
        return [kind] * copies[kind] + ([] if red is None else [red] * copies[red])

    def hear(self, end: ToldEnd) -> None:
        """Take what the table announces at the end of the hand: winning tiles, and the hands that are shown."""
        if end.changes is not None and end.tenpai is None:
            end = replace(end, tenpai=self._tenpai_by(end.changes))
        self.judge.end = end
        for win in end.wins:
            if win.source is None and win.tile is not None and self.drawn is HIDDEN and self.turn == win.seat:
                self.show(win.seat, (win.tile,))
                self.drawn = win.tile
        for seat, tiles in end.shown.items():
            if self.is_hidden(seat):
                self._show_hand(seat, tiles, next((win.tile for win in end.wins if win.seat == seat), None))

    def _tenpai_by(self, changes: tuple[int, ...]) -> tuple[Seat, ...] | None:
        """Return the players who are tenpai if noten payments can come about in one way; None otherwise."""
        own = self.seat
        found = [
            tenpai
            for count in range(len(changes) + 1)
            for tenpai in combinations(self.setup.seats, count)
            if (own in tenpai) == (not self.dead[own] and self.is_tenpai(own))
            and transferred(noten_payments(tenpai, self.options), len(changes)) == changes
        ]
        return found[0] if len(found) == 1 else None

    def _show_hand(self, seat: Seat, tiles: Sequence[Tile], won: Tile | None) -> None:
        """Show a whole hand, with or without the tile that it wins on. One that the play contradicts stays hidden."""
        counts, more = counts_37(tiles), len(tiles) - self.size(seat)
        if won is not None and more in (1, -1):
            counts[won] -= more
        hand, unseen = self.hands[seat], self.unseen_counts
        assert isinstance(hand, HiddenHand) and unseen is not None, "a hidden hand is shown"
        new = [count - known for count, known in zip(counts, hand.known(), strict=True)]
        if sum(new) == hand.hidden and min(new) >= 0 and all(map(int.__le__, new, unseen)):
            self.show(seat, (tile for tile, count in enumerate(counts) for _ in range(count)))

    def told_changes(self, seat: Seat) -> tuple[int, ...] | None:
        """Return the payments that the table announces for the win of a hidden hand; None if it does not say."""
        wins = () if self.judge.end is None else self.judge.end.wins
        return next((win.changes for win in wins if win.seat == seat), None)

    def as_told(self, outcome: Outcome) -> Outcome:
        """Return the end of the hand with the payments that the table announces, if it does not say who is tenpai."""
        end = self.judge.end
        if (
            end is None
            or end.changes is None
            or end.tenpai is not None
            or not any(map(self.is_hidden, self.setup.seats))
        ):
            return outcome
        return replace(outcome, changes=end.changes)

    # --- draws -----------------------------------------------------------------------------------------------------

    def _draw(self, action: Draw) -> None:
        seat = action.seat
        hand = self.hands[seat]
        if not isinstance(hand, HiddenHand):
            super()._draw(action)
            return
        unseen = self.unseen_counts
        assert unseen is not None, "a hand seen from one seat has an unknown wall"
        is_live = self.phase in (Phase.DRAW, Phase.CLAIM)
        # The machine draws a tile that it can name. It is hidden again before any rule can ask for it.
        stands_in = next(tile for tile, count in enumerate(unseen) if count)
        whole, hand.whole = hand.whole, frozenset(range(KINDS))
        try:
            super()._draw(DRAWS[seat][stands_in])
        finally:
            self.hands[seat].whole = whole  # type: ignore[attr-defined]  # a draw leaves it a hidden hand
        if not is_live:
            at = max(at for at, event in enumerate(self.events) if isinstance(event, RinshanDraw))
            self.events[at] = RinshanDraw(seat, None)
            return
        self.lose(seat, stands_in)
        unseen[stands_in] += 1
        self.gain(seat, HIDDEN)
        self.drawn = HIDDEN
        self.events[-1] = Draw(seat)

    def take_replacement(self, tile: Tile | None) -> Tile:
        """Take the next replacement tile, which stays hidden if another player draws it."""
        drawn = super().take_replacement(tile)
        if not isinstance(self.hands[self.turn], HiddenHand):
            return drawn
        assert self.unseen_counts is not None, "a hand seen from one seat has an unknown wall"
        self.unseen_counts[drawn] += 1
        return HIDDEN


def _shown_first(play: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    def handler(kyoku: SeatKyoku, action: Action) -> None:
        unanswered = kyoku.judge.unanswered
        unanswered.clear()
        kyoku.reveal(action)
        play(kyoku, action)
        for hook in unanswered:
            kyoku.cannot_know(hook, kyoku.turn if action.seat is None else action.seat)

    return handler


SeatKyoku.handlers = {kind: _shown_first(play) for kind, play in {**HANDLERS, Draw: SeatKyoku._draw}.items()}
