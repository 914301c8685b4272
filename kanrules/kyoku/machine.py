"""The state machine of one hand.

    kyoku = Kyoku(rules, seed=7)
    while kyoku.outcome is None:
        kyoku.push(choose(kyoku.legal_actions()))

`push` takes one action. It refuses an illegal one with every objection and leaves the table as it was. `legal_actions`
lists what each player may do. A draw by the next player means that every player let the last discard pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

from kanrules.errors import IllegalAction, UnreadableError
from kanrules.kan import announcement, fifth_kan, four_kans, kita, liability, objections, way
from kanrules.kyoku import draws, fouls, kans, legal, passing
from kanrules.kyoku import wins as ending
from kanrules.kyoku.ends import carry_out
from kanrules.kyoku.start import start_from
from kanrules.law.codes import objection
from kanrules.law.options import TemporaryEnds
from kanrules.law.vocabulary import Call, Foul, FourKans, SetAside
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
from kanrules.pieces.tiles import BIT, KIND, NAMES, NORTH, Seat
from kanrules.rulings import Objection
from kanrules.table.judge import HasJudge
from kanrules.table.position import Position
from kanrules.table.state import Phase, State

# Looking up an enum member takes a tenth of a microsecond in Python 3.11, and this code runs with every tile.
_DRAW, _ACT, _MUST_DISCARD, _CLAIM = Phase.DRAW, Phase.ACT, Phase.MUST_DISCARD, Phase.CLAIM
_ROB, _REPLACE, _RON, _OVER = Phase.ROB, Phase.REPLACE, Phase.RON, Phase.OVER
_CHI, _PON, _ABORT = MeldType.CHI, MeldType.PON, FourKans.ABORT
_NORTH = NORTH
_NOT_POSSIBLE = frozenset(("KR201", "KR217", "KR221"))
_ANY_CALL, _OWN_DRAW_OR_CALL = TemporaryEnds.ANY_CALL, TemporaryEnds.OWN_DRAW_OR_CALL


class KyokuMachine(State):
    """One hand at one table under one ruleset. `kanrules.Kyoku` adds names of rulesets and case files.

    Takes anything that provides a judge. `seed` shuffles the wall, or `wall` gives a whole one. With four players it
    has 136 tiles: the first 52 are dealt (three times four each from east, then one each), then come 70 live tiles in
    order, then the dead wall with four replacement tiles in order, five dora indicators, and five ura indicators. With
    three players, their setup defines it.
    """

    __slots__ = ()

    @classmethod
    def from_position(cls, rules: HasJudge, position: Position) -> Self:
        """Return a hand that starts from this position. UnreadableError (KR111) if the position is impossible, under
        these rules or at all.
        """
        kyoku = cls.__new__(cls)
        kyoku._begin(rules.judge, position.hands, position.round_wind, position.honba, position.sticks, position.scores)
        start_from(kyoku, position)
        if position.called and position.forbidden is None:
            kyoku.forbidden = legal.kuikae_of(kyoku.options.calls.kuikae, position.melds[position.turn][-1])
        announced = kyoku.announced
        if announced is not None and not announced.robbable_by and position.outcome is None:
            kyoku.announced = announced = way.with_robbers(kyoku, announced)
            if not announced.robbable_by:
                raise UnreadableError(f"nobody may rob {announced.seat}'s {announced.type} of {NAMES[announced.tile]}")
            if not isinstance(announced, SetAside) and announced.number > 4 and kyoku.fifth is None:
                fifth_kan.decide(kyoku, announced)
        return kyoku

    def legal_actions(self, seat: Seat | None = None) -> list[Action]:
        """Return every action that this seat, or any seat, may push now."""
        return legal.actions(self, seat)

    # --- pushing -----------------------------------------------------------------------------------------------

    def push(self, action: Action) -> None:
        """Play one action. Raises IllegalAction with every objection if it is illegal, and then nothing has changed."""
        HANDLERS[type(action)](self, action)

    def follow(self, action: Action) -> list[Objection]:
        """Play an action from a record even if the rules forbid it, and return the objections.

        An impossible action (a tile that no hand holds) is still refused. Ron waits for further winners until a Pass
        settles it.
        """
        self.lenient, self.objections = True, []
        try:
            HANDLERS[type(action)](self, action)
        finally:
            self.lenient = False
        return self.objections

    def settle(self, claims: Iterable[Action]) -> list[Action]:
        """Push the claims that take effect of those that several players made on one tile, and return what was pushed.

        Every ron comes first, then pon and kan, then chi; passes are not claims. Source: EMA 2016 3.3.2, M.League 4-3.
        """
        wanted = [claim for claim in claims if not isinstance(claim, (Pass, Draw))]
        rons = [claim for claim in wanted if isinstance(claim, Ron)]
        sets: list[Action] = [claim for claim in wanted if isinstance(claim, (Pon, Daiminkan))]
        rest: list[Action] = [claim for claim in wanted if isinstance(claim, Chi)]
        chosen: list[Action] = [*rons] if rons else (sets or rest)[:1]
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
        self.hands[seat][tile] += 1
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
        elif tile == self.drawn and hand[tile] == 1:
            action = Discard(seat, tile, True, action.riichi)
        if self.four_kans is _ABORT and draws.ends_unless_won(self):
            self.refuse(self._hand_ends_unless_won(action))
        ron_kinds = self.ron_kinds
        riichi = action.riichi
        if self.riichi[seat]:
            if not action.tsumogiri:
                self.refuse(objection("KR299", "drawn_only", action=action))
            if riichi:
                raise IllegalAction([objection("KR299", "action_in_riichi", action=action, seat=seat)])
            self.ippatsu[seat] = False
        else:
            if self.swaps and self.swaps & BIT[tile] and self.forbidden & BIT[tile]:
                self.refuse(objection("KR299", "kuikae", "calls.kuikae", action=action))
            if tile == _NORTH and (found := legal.north_objections(self, action)):
                self.refuse(*found)
            if riichi:
                self._declare_riichi(action)
            if self.swaps:
                self.forbidden = 0
            self.discarded_from[seat] = len(ron_kinds) + 1
        hand[tile] -= 1
        ron_kinds.append(KIND[tile])
        self.rivers[seat].append(action)
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
            self.chain = []
            if self.pending or (self.four_kans is not None and self.four_kans.ends_on_discard):
                carry_out(self, way.walk(self, way.Wait.TURN))

    def _hand_ends_unless_won(self, action: Action) -> Objection:
        return objection("KR299", "four_kans", "four_kans.abort_at", action=action)

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
            if any(o.code in ("KR201", "KR202") for o in found):
                raise IllegalAction(found)
            self.refuse(*found)
        last = self.last
        assert last is not None
        if self.due:
            passing.pass_before(self, action)
        hand = self.hands[seat]
        first, second = action.using
        hand[first] -= 1
        hand[second] -= 1
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
        found = objections.against(self, candidate)
        if daiminkan and action.seat in self.silent:
            found.append(objection("KR299", "passed", action=action, seat=action.seat))
        if self.four_kans is not None and self.four_kans.ends_on_discard:
            if daiminkan:
                found.append(legal.only_ron(self, action))
            elif draws.ends_unless_won(self):
                found.append(self._hand_ends_unless_won(action))
        if found:
            self.refuse(*found)
        kans.announce(self, action, candidate)

    def _kita(self, action: Kita) -> None:
        if self.phase == _OVER or (self.phase in (_RON, _ROB, _REPLACE)):
            raise self.wrong_moment(action)
        seat = action.seat
        found = kita.objections(self, seat)
        if draws.ends_unless_won(self):
            found.append(self._hand_ends_unless_won(action))
        if any(objection.code in _NOT_POSSIBLE for objection in found):
            raise IllegalAction(found)
        if found:
            self.refuse(*found)
        kans.announce(self, action, kita.candidate(self, seat))

    def commit(self, action: KanAction, *, name: str = "", line: int = 0, corrected: bool = False) -> Foul:
        """Do what the rules forbid, as a player might at a real table. The machine notes the foul and rules on it at
        the right moment.

        An illegal kan in riichi continues as a kan. Any other illegal kan is void: no tiles are laid out, and the foul
        is ruled on at once. A `corrected` kan is void as well. Returns the foul. Raises ValueError if the action is
        legal after all.
        """
        return kans.commit(self, action, name=name, line=line, corrected=corrected)

    def discover(self, seat: Seat) -> None:
        """Let the referee find this player's illegal kan now."""
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
        draws.abort(self, "kyuushu_kyuuhai")

    def _pass(self, action: Pass) -> None:
        seat = action.seat
        if seat is not None and not (seat == self.turn and draws.ends_unless_won(self)):
            if self.phase not in (_CLAIM, _ROB, _RON):
                raise self.wrong_moment(action)
            if not passing.let_pass_alone(self, action, seat):
                return
        if self.phase == _RON:
            ending.settle_rons(self)
        elif self.phase == _CLAIM:
            passing.let_discard_pass(self)
            if self.outcome is None and not self.live:
                ending.exhaust(self)
            elif self.outcome is None:
                self.phase = _DRAW
                self.turn = self.next_seat
                self.last = None
        elif self.phase == _ROB:
            kans.unrobbed(self)
            if self.outcome is None:
                self.phase = _REPLACE
        elif self.phase == _ACT and draws.ends_unless_won(self):
            carry_out(self, four_kans.let_replacement_pass(self))
        elif self.phase == _DRAW and not self.live:
            # The position is set up before a draw for which the wall has no tile.
            ending.exhaust(self)
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
"""Functions that play each type of action. A caller that pushes a whole hand at once may use them directly."""
