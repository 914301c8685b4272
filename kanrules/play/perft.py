"""Count how a hand can go on (perft): the leaves of the tree of all plies to a depth, on the wall that is given.

A ply is one act of the player on turn, or one combination of answers of everyone who may claim. `docs/perft.md` defines
it exactly. Two engines with the same rules count the same numbers, so a different number is a different rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

from kanrules.errors import wrong_use
from kanrules.frozen import frozen
from kanrules.kyoku import listing
from kanrules.kyoku.machine import HANDLERS, KyokuMachine
from kanrules.law import call_priority
from kanrules.pieces.actions import PASS, Action, Chi, Discard, Pass, Ron
from kanrules.table.state import Phase, State

_DRAW, _REPLACE, _ROB = Phase.DRAW, Phase.REPLACE, Phase.ROB
_OWN_TURN = frozenset((Phase.ACT, Phase.MUST_DISCARD))

Ply = tuple[Action, ...]
"""What is done at one decision: one act in a turn, or the claims that are made. Players who are not in it pass."""


@frozen
class Perft:
    """The number of leaves at a depth, and how they were counted."""

    depth: int
    leaves: int
    """Sequences of `depth` plies, and shorter ones that end the hand."""
    ended: int
    """Leaves at which the hand has ended before the last ply."""
    expanded: int
    """Positions that a ply was played for. The last ply is counted from the legal acts and not played."""
    divided: tuple[tuple[Ply, int], ...]
    """Each first ply, with the leaves behind it."""


@frozen
class _Decision:
    """The menus of those who are asked, without their pass; `in_turn` if it is the turn of the only one."""

    in_turn: bool
    menus: Sequence[Sequence[Action]]

    @property
    def size(self) -> int:
        if self.in_turn:
            return len(self.menus[0])
        return prod([len(menu) + 1 for menu in self.menus])

    def plies(self) -> Iterator[Ply]:
        if self.in_turn:
            return ((act,) for act in self.menus[0])
        answers = product(*[(None, *menu) for menu in self.menus])
        return (tuple([claim for claim in claims if claim is not None]) for claims in answers)


def perft(kyoku: KyokuMachine, depth: int, *, told: Callable[[int, int], None] | None = None) -> Perft:
    """Return the number of leaves of a hand's game tree at this depth. The hand itself is not changed.

    Takes a hand whose wall is known. `told` is called after each first ply with the number of plies counted and the
    number of all. Raises ValueError for a depth below 1, and UnreadableError for an unknown wall. Source: none, this
    definition is kanrules' own (docs/perft.md).
    """
    if depth < 1:
        raise ValueError(f"depth is {depth}; expected 1 or more")
    if None in kyoku.live or None in kyoku.replacements:
        raise wrong_use("the wall of this position is unknown; counting draws from a known wall")
    tree = _Tree()
    table = _bare(kyoku)
    decision = _next_decision(table)
    if decision is None:
        return Perft(depth, 1, 1, 0, ())
    divided: list[tuple[Ply, int]] = []
    size = decision.size
    for ply in decision.plies():
        divided.append((ply, tree.leaves_behind(table, decision, ply, depth)))
        if told is not None:
            told(len(divided), size)
    return Perft(depth, sum(leaves for _, leaves in divided), tree.ended, tree.expanded, tuple(divided))


def ply_text(ply: Ply) -> str:
    """Return a ply in the words of a case: `east discards 1m`, or `south pon 5p, west ron`."""
    return ", ".join(map(str, ply)) if ply else str(PASS)


class _Tree:
    def __init__(self) -> None:
        self.expanded = self.ended = 0

    def leaves_behind(self, table: KyokuMachine, decision: _Decision, ply: Ply, depth: int) -> int:
        if depth == 1:
            return 1
        twin = State.copy(table)
        _play(twin, decision, ply)
        self.expanded += 1
        following = _next_decision(twin)
        if following is None:
            self.ended += 1
            return 1
        if depth == 2:
            return following.size
        return sum([self.leaves_behind(twin, following, next_ply, depth - 1) for next_ply in following.plies()])


def _bare(kyoku: KyokuMachine) -> KyokuMachine:
    """Return a copy without what a `Kyoku` keeps to undo actions."""
    fresh, bare = State.copy(kyoku), KyokuMachine.__new__(KyokuMachine)
    for name in State.__slots__:
        setattr(bare, name, getattr(fresh, name))
    return bare


def _push(table: KyokuMachine, action: Action) -> None:
    HANDLERS[type(action)](table, action)


def _next_decision(table: KyokuMachine) -> _Decision | None:
    """Play what nobody decides, such as draws and the passing of a tile that nobody may claim, up to the next decision.
    Return None if the hand ends first.
    """
    while table.outcome is None:
        phase = table.phase
        if phase in _OWN_TURN:
            acts = _acts(table)
            if acts != [PASS]:
                return _Decision(True, (acts,))
            _push(table, PASS)
        elif phase is _DRAW or phase is _REPLACE:
            # The draw is the last one. A late ron is not asked: players answered when the tile was discarded.
            _push(table, listing.actions(table, None)[-1])
        else:
            *claims, nobody = listing.actions(table, None)
            if claims:
                seats = dict.fromkeys([claim.seat for claim in claims])
                return _Decision(False, [[claim for claim in claims if claim.seat is seat] for seat in seats])
            _push(table, nobody)
    return None


def _acts(table: KyokuMachine) -> list[Action]:
    """Return the acts of the player on turn. Whether a discard is the drawn tile or another of its kind is no
    difference. A late robbery or ron is not asked here: players answer once, before the replacement tile.
    """
    seat, drawn = table.turn, table.drawn
    acts = listing.actions(table, seat)
    if drawn is not None and table.hands[seat][drawn] > 1:
        acts = [a for a in acts if a.__class__ is not Discard or a.tile != drawn or a.tsumogiri]
    return acts


def _play(table: KyokuMachine, decision: _Decision, ply: Ply) -> None:
    if decision.in_turn:
        _push(table, ply[0])
        return
    if not ply:
        _all_pass(table, decision)
    elif isinstance(ply[0], Ron) or any(isinstance(claim, Ron) for claim in ply):
        _win(table, [claim for claim in ply if isinstance(claim, Ron)])
    else:
        # All answer at the same time, so no chi is called first.
        in_order = sorted(ply, key=lambda claim: isinstance(claim, Chi))
        for claim in call_priority.first_of(in_order, set(), table.options):
            _push(table, claim)


def _all_pass(table: KyokuMachine, decision: _Decision) -> None:
    if table.phase is _ROB:
        # A pass is final: who passes now is not asked again after the replacement tile.
        for menu in decision.menus:
            if table.phase is _ROB:
                _push(table, Pass(menu[0].seat))
    if table.phase is not _DRAW and table.phase is not _REPLACE:
        _push(table, listing.actions(table, None)[-1])


def _win(table: KyokuMachine, claims: Sequence[Ron]) -> None:
    """Let several players win on one tile, nearest first, as far as the rules allow it."""
    source = table.announced.seat if table.announced is not None else table.last.seat if table.last is not None else 0
    for claim in sorted(claims, key=lambda one: (one.seat - source) % table.setup.players):
        if table.outcome is None and claim in listing.actions(table, None):
            _push(table, claim)
    if table.outcome is None:
        _push(table, PASS)
