"""The state machine of one hand.

    kyoku = Kyoku(rules, seed=7)
    while kyoku.outcome is None:
        kyoku.push(choose(kyoku.legal_actions()))

`push` takes one action. It refuses an illegal one with every objection and leaves the table as it was. `legal_actions`
lists what each player may do. A draw by the next player means that every player let the last discard pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self

from kanrules.errors import IllegalAction, UnreadableError
from kanrules.kan import announcement, course, kita, late_robbery, liability
from kanrules.kan.course import KAN
from kanrules.kan.way import Pause, WayEnd
from kanrules.kyoku import abortive_draws, exhaustive_draw, fouls, kans, legal, listing, passing
from kanrules.kyoku import wins as ending
from kanrules.kyoku.ends import carry_out
from kanrules.kyoku.start import start_from
from kanrules.law import call_priority
from kanrules.law.codes import objection
from kanrules.law.hook_values import Call, Foul, FourKans, Noticed, SetAside
from kanrules.law.options import FourKansMoment
from kanrules.pieces.actions import (
    DRAWS,
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    KanAction,
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.events import RiichiDeclared
from kanrules.pieces.melds import MeldType, called_meld
from kanrules.pieces.readings import TILE_BITS, TILE_SUITS
from kanrules.pieces.tiles import BIT, KIND, NAMES, NORTH, Seat
from kanrules.rulings import Objection
from kanrules.table.judge import HasJudge
from kanrules.table.position import Position
from kanrules.table.state import Phase, State

_DRAW, _ACT, _MUST_DISCARD, _CLAIM = Phase.DRAW, Phase.ACT, Phase.MUST_DISCARD, Phase.CLAIM
_ROB, _REPLACE, _RON, _OVER = Phase.ROB, Phase.REPLACE, Phase.RON, Phase.OVER
_CHI, _PON, _ABORT = MeldType.CHI, MeldType.PON, FourKans.ABORT
_SETS = (Pon, Daiminkan, Chi)
_NOT_POSSIBLE = frozenset(("KR201", "KR217", "KR221"))


class KyokuMachine(State):
    """One hand at one table under one ruleset. `kanrules.Kyoku` adds names of rulesets and case files.

    Takes anything that provides a judge. `seed` shuffles the wall, or `wall` gives a whole one. With four players it
    has 136 tiles: the first 52 are dealt (four each three times from east, then one each), then come 70 live tiles in
    order, then the dead wall with four replacement tiles in order, five dora indicators, and five ura indicators. With
    three players, their setup defines it.
    """

    __slots__ = ()
    handlers: ClassVar[Mapping[type, Callable[[Any, Any], None]]]
    """Function that plays each type of action."""

    @classmethod
    def from_position(cls, rules: HasJudge, position: Position) -> Self:
        """Return a hand that starts from this position. Raises UnreadableError (KR111) if the position is impossible,
        under these rules or at all.
        """
        kyoku = cls.__new__(cls)
        kyoku._begin(rules.judge, position.hands, position.round_wind, position.honba, position.sticks, position.scores)
        start_from(kyoku, position)
        if position.window is not None:
            kyoku.window = cls.from_position(rules, position.window)
        if position.called and position.forbidden is None:
            kyoku.forbidden = legal.kuikae_of(kyoku.options.calls.kuikae, position.melds[position.turn][-1])
        announced = kyoku.announced
        if announced is not None and not announced.robbable_by and position.outcome is None:
            # A position need not say who may rob: the ruleset decides.
            kyoku.announced = announced = kans.with_robbers(kyoku, announced)
            if not announced.robbable_by:
                raise UnreadableError(f"nobody may rob {announced.seat}'s {announced.type} of {NAMES[announced.tile]}")
            if not isinstance(announced, SetAside) and announced.number > 4 and kyoku.fifth is None:
                course.decide_fifth(kyoku, announced)
        return kyoku

    def legal_actions(self, seat: Seat | None = None) -> list[Action]:
        """Return every action that this seat, or any seat, may push now."""
        return listing.actions(self, seat)

    # --- pushing -----------------------------------------------------------------------------------------------

    def push(self, action: Action) -> None:
        """Play one action. Raises IllegalAction with every objection if it is illegal; the hand is then unchanged."""
        self.handlers[type(action)](self, action)

    def follow(self, action: Action) -> list[Objection]:
        """Play an action from a record even if the rules forbid it, and return the objections.

        An impossible action (a tile that no hand holds) is still refused. A ron waits for further winners until a Pass
        settles it.
        """
        self.lenient, self.objections = True, []
        try:
            self.handlers[type(action)](self, action)
        finally:
            self.lenient = False
        return self.objections

    def settle(self, claims: Iterable[Action], delayed: Iterable[Seat] = ()) -> list[Action]:
        """Push those of several players' claims on one tile that take effect, and return what was pushed.

        Takes the claims in the order of the calls, and the seats that called significantly later than the first. Every
        ron comes first; `calls.priority` decides between pon, kan, and chi. Passes are not claims. Source: EMA 2016
        3.3.1, EMA 2025 3.3.1, M.League 4-3.
        """
        wanted = [claim for claim in claims if not isinstance(claim, (Pass, Draw))]
        chosen: list[Action] = [claim for claim in wanted if isinstance(claim, Ron)]
        if not chosen:
            chosen = call_priority.first_of(
                [claim for claim in wanted if isinstance(claim, _SETS)], set(delayed), self.options
            )
        for claim in chosen:
            self.push(claim)
        if not chosen or self.phase == _RON:
            self.push(Pass())
        return chosen

    def _draw(self, action: Draw) -> None:
        seat = action.seat
        if self.phase is _CLAIM:
            if seat != self.next_seat or not self.live:
                raise self.wrong_moment(action)
            if self.due:
                passing.pass_before(self, action)
        elif self.phase is not _DRAW:
            kans.replacement(self, action)
            return
        elif seat != self.next_seat or not self.live:
            raise self.wrong_moment(action)
        tile = action.tile
        known = self.live[-1]
        if known is None:
            if tile is None:
                raise UnreadableError(f"{seat} draws a tile that the wall does not know; name it")
            unseen = self.unseen_counts
            if unseen is not None:
                if not unseen[tile]:
                    self.check_unseen(tile)
                unseen[tile] -= 1
        elif tile is None:
            tile = known
            action = DRAWS[seat][tile]
        elif tile != known:
            raise UnreadableError(f"{seat} draws {NAMES[tile]}, but the next tile of the wall is {NAMES[known]}")
        self.live.pop()
        # As `gain` does: a call for each tile would be felt.
        self.hands[seat][tile] += 1
        self.suits[seat][TILE_SUITS[tile]] += TILE_BITS[tile]
        self.drawn = tile
        self.turn = seat
        self.phase = _ACT
        self.last = None
        self.events.append(action)

    def _discard(self, action: Discard) -> None:
        seat, tile = action.seat, action.tile
        if seat != self.turn or (self.phase is not _ACT and self.phase is not _MUST_DISCARD):
            raise self.wrong_moment(action)
        hand = self.hands[seat]
        if not hand[tile]:
            raise IllegalAction([objection("KR299", "not_held", action=action, seat=seat, tile=NAMES[tile])])
        if action.tsumogiri:
            if tile != self.drawn:
                raise IllegalAction([objection("KR299", "not_drawn", action=action, tile=NAMES[tile])])
        # The only copy in the hand is the drawn tile, so this is tsumogiri even if the action does not say so.
        elif tile == self.drawn and hand[tile] == 1:
            action = Discard(seat, tile, True, action.riichi)
        if self.four_kans is _ABORT and abortive_draws.ends_unless_won(self):
            self.refuse(self._hand_ends_unless_won(action))
        ron_kinds = self.ron_kinds
        riichi = action.riichi
        if self.riichi[seat]:
            if not action.tsumogiri:
                self.refuse(objection("KR299", "drawn_only", action=action))
            if riichi:
                raise IllegalAction([objection("KR299", "action_in_riichi", action=action, seat=seat)])
            self.ippatsu[seat] = False
            if self.window is not None:  # a record can have a call in riichi
                late_robbery.close_window(self)
        else:
            if self.swaps and self.swaps & BIT[tile] and self.forbidden & BIT[tile]:
                self.refuse(objection("KR299", "kuikae", "calls.kuikae", action=action))
            if tile == NORTH and (found := legal.north_objections(self, action)):
                self.refuse(*found)
            if riichi:
                self._declare_riichi(action)
            if self.swaps:
                self.forbidden = 0
            if self.window is not None:
                late_robbery.close_window(self)
            # The player's own discard, which is appended below, ends temporary furiten. In riichi nothing ends it.
            self.discarded_from[seat] = len(ron_kinds) + 1
        hand[tile] -= 1
        self.suits[seat][TILE_SUITS[tile]] -= TILE_BITS[tile]
        ron_kinds.append(KIND[tile])
        self.rivers[seat].append(action)
        # Tsumogiri leaves the other tiles as they were, and with them the cached waits.
        if not action.tsumogiri:
            self._waits[seat] = None
        self.last = action
        self.drawn = None
        self.on_replacement = False
        self.phase = _CLAIM
        self.next_seat = self.after[seat]
        self.events.append(action)
        if self.silent:
            self.silent.clear()
        self.due = riichi or self.has_consequences()
        if self.kans:
            if self.chain:
                self._followed_a_kan(seat)
                self.chain = []
            if self.due and (self.pending or self.ends_on_discard):
                carry_out(self, KAN.walk(self, self.kans[-1], Pause.TURN))

    def _followed_a_kan(self, seat: Seat) -> None:
        """Note that the discard just made ends a turn in which this seat has declared a kan."""
        kans = [step.number for step in self.chain if not isinstance(step, SetAside)]
        if kans:
            self.kan_discards.append((seat, len(self.rivers[seat]) - 1, kans[-1]))

    def _hand_ends_unless_won(self, action: Action) -> Objection:
        name = "four_kans" if len(self.kans) > 3 else "kans_end"
        return objection("KR299", name, "four_kans.abort_at", action=action)

    def _declare_riichi(self, action: Discard) -> None:
        found = legal.riichi_objections(self, action.seat, action.tile)
        if found:
            self.refuse(*found)
        seat = action.seat
        self.double_riichi[seat] = not self.go_around_over and not self.rivers[seat]
        self.riichi[seat] = True
        self.ippatsu[seat] = True
        self.riichi_unpaid = seat
        self.events.append(RiichiDeclared(seat))

    def _call(self, action: Chi | Pon) -> None:
        seat = action.seat
        found = legal.call_objections(self, action)
        if found:
            # These two mean that the call is impossible and not only illegal, so that even a record cannot be followed.
            if any(o.code in ("KR201", "KR202") for o in found):
                raise IllegalAction(found)
            self.refuse(*found)
        last = self.last
        assert last is not None, "a call without objections claims a discard"
        if self.due:
            passing.pass_before(self, action)
        first, second = action.using
        self.lose(seat, first)
        self.lose(seat, second)
        meld_type = _CHI if isinstance(action, Chi) else _PON
        self.melds[seat].append(called_meld(meld_type, action.tile, action.using, last.seat))
        self.take_discard(last.seat)
        self.interrupt(seat)
        self.forget_waits(seat)
        self.turn = seat
        self.drawn = None
        self.phase = _MUST_DISCARD
        self.has_called(action)
        self.last = None
        self.chain = []
        self.events.append(action)
        if meld_type is _PON:
            liability.by_call(self, Call(_PON, seat, action.tile, last.seat))

    def _kan(self, action: KanAction) -> None:
        daiminkan = isinstance(action, Daiminkan)
        if self.phase == _OVER or (self.phase in (_RON, _ROB, _REPLACE)):
            raise self.wrong_moment(action)
        if not daiminkan and (self.phase not in (_ACT, _MUST_DISCARD) or action.seat != self.turn):
            raise IllegalAction([objection("KR202", "action_turn", action=action, seat=action.seat)])
        candidate = announcement.kan_of(self, action)
        found = course.against(self, candidate)
        if daiminkan and action.seat in self.silent:
            found.append(objection("KR299", "passed", action=action, seat=action.seat))
        if daiminkan and KIND[candidate.tile] == NORTH and not legal.may_call_north(self):
            found.append(objection("KR299", "no_pon", "kita.pon", action=action))
        if self.kans and self.ends_on_discard:
            if daiminkan:
                found.append(course.only_ron(self, action))
            elif abortive_draws.ends_unless_won(self):
                found.append(self._hand_ends_unless_won(action))
        if found:
            self.refuse(*found)
        kans.announce(self, action, candidate)

    def _kita(self, action: Kita) -> None:
        if self.phase == _OVER or (self.phase in (_RON, _ROB, _REPLACE)):
            raise self.wrong_moment(action)
        seat = action.seat
        found = kita.objections(self, seat)
        if abortive_draws.ends_unless_won(self):
            found.append(self._hand_ends_unless_won(action))
        if any(objection.code in _NOT_POSSIBLE for objection in found):
            raise IllegalAction(found)
        if found:
            self.refuse(*found)
        kans.announce(self, action, kita.candidate(self, seat))

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
        facts = Foul(action.seat, name, line=line, corrected=corrected, noticed=noticed, repeated=repeated, aware=aware)
        return kans.commit(self, action, facts)

    def report(self, foul: Foul) -> Foul:
        """Tell the referee of a foul that is no illegal kan, such as exposed tiles of the dead wall, and return it as
        it is noted. It is ruled on at once. Raises ValueError if the hand is over.
        """
        if self.outcome is not None:
            raise ValueError("the hand is over")
        return fouls.report(self, foul)

    def discover(self, seat: Seat) -> None:
        """Let the referee discover this player's illegal kan now.

        It is penalized now only if `riichi_kan.illegal_found` is "noticed_or_draw". Otherwise the hand goes on, and
        `findings` say when it is penalized.
        """
        fouls.discover(self, seat)

    def _ron(self, action: Ron) -> None:
        ending.ron(self, action)

    def _tsumo(self, action: Tsumo) -> None:
        ending.tsumo(self, action)

    def _kyuushu(self, action: Kyuushu) -> None:
        found = legal.kyuushu_objections(self, action.seat)
        if self.phase != _ACT or action.seat != self.turn:
            raise self.wrong_moment(action)
        if found:
            self.refuse(*found)
        self.events.append(action)
        abortive_draws.abort(self, "kyuushu_kyuuhai")

    def _pass(self, action: Pass) -> None:
        seat = action.seat
        if seat is not None and not (seat == self.turn and abortive_draws.ends_unless_won(self)):
            late = self.window is not None and self.phase in (_ACT, _REPLACE)
            if not late and self.phase not in (_CLAIM, _ROB, _RON):
                raise self.wrong_moment(action)
            if late:
                passing.let_late_robbery_pass(self, action, seat)
                return
            if not passing.let_pass_alone(self, action, seat):
                return
        if self.phase == _RON:
            ending.settle_rons(self)
        elif self.phase == _CLAIM:
            passing.let_discard_pass(self)
            if self.outcome is None and not self.live:
                exhaustive_draw.exhaust(self)
            elif self.outcome is None:
                self.phase = _DRAW
                self.turn = self.next_seat
                self.last = None
        elif self.phase == _ROB:
            kans.unrobbed(self)
            if self.outcome is None:
                self.phase = _REPLACE
        elif self.phase == _REPLACE and self.window is not None:
            late_robbery.close_window(self)
        elif self.phase == _ACT and abortive_draws.ends_unless_won(self):
            carry_out(self, WayEnd("four_kans", FourKansMoment.RINSHAN_DRAW))
        elif self.phase == _DRAW and not self.live:
            # The position is set up before a draw for which the wall has no tile.
            exhaustive_draw.exhaust(self)
        else:
            raise self.wrong_moment(action)


HANDLERS: dict[type, Callable[[KyokuMachine, Any], None]] = {
    Draw: KyokuMachine._draw,
    Discard: KyokuMachine._discard,
    Chi: KyokuMachine._call,
    Pon: KyokuMachine._call,
    Daiminkan: KyokuMachine._kan,
    Ankan: KyokuMachine._kan,
    Shouminkan: KyokuMachine._kan,
    Kita: KyokuMachine._kita,
    Ron: KyokuMachine._ron,
    Tsumo: KyokuMachine._tsumo,
    Kyuushu: KyokuMachine._kyuushu,
    Pass: KyokuMachine._pass,
}
"""Function that plays each type of action. A caller that pushes a whole hand at once may use these directly."""
KyokuMachine.handlers = HANDLERS
