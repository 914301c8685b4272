"""The machine of kanrules as an engine of the pack, so that one loop plays it like any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from kanrules._version import __version__
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.setup import setup_of
from kanrules.pack.kit.table import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    HORA,
    KAKAN,
    KITA,
    PON,
    REACH,
    RYUKYOKU,
    TILES,
    Act,
    Deal,
    Menus,
    Result,
    pair,
)
from kanrules.pieces.actions import (
    DRAWS,
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.events import KandoraTurned, RinshanDraw
from kanrules.pieces.tiles import KIND, SEATS
from kanrules.records.writing import whole_kind
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.table.state import Phase

TILE = {name: tile for tile, name in enumerate(TILES)}
_CLAIMS = (Phase.CLAIM, Phase.ROB, Phase.RON)
_CALLS: dict[type, str] = {Chi: CHI, Pon: PON, Daiminkan: DAIMINKAN, Shouminkan: KAKAN}


def act_of(action: Action) -> Act:
    """Return the action in mjai's words, without riichi, which is an action of its own."""
    if isinstance(action, Discard):
        return (DISCARD, TILES[action.tile])
    if isinstance(action, (Chi, Pon)):
        first, second = action.using
        return (_CALLS[type(action)], TILES[action.tile], *pair(TILES[first], TILES[second]))
    if isinstance(action, Ankan):
        return (ANKAN, TILES[KIND[action.tile]])
    if isinstance(action, (Daiminkan, Shouminkan)):
        return (_CALLS[type(action)], TILES[action.tile])
    if isinstance(action, Kita):
        return (KITA,)
    return (RYUKYOKU,) if isinstance(action, Kyuushu) else (HORA,)


class Machine:
    """One hand of the machine, asked step by step as `Engine` defines; `settings` names the ruleset, or is one."""

    name = "kanrules"
    version = __version__

    def __init__(self) -> None:
        self.kyoku: KyokuMachine
        self._choices: dict[int, dict[Act, Action]] = {}
        self._riichi: dict[Act, Action] = {}

    def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
        """See `Engine.deal`."""
        rules = settings["rules"]
        ruleset = rules if isinstance(rules, Ruleset) else load_ruleset(rules)
        if settings.get("options"):
            ruleset = ruleset.with_options(settings["options"], set_by="case")
        self._start = deal.scores
        self.kyoku = KyokuMachine(
            ruleset,
            wall=[TILE[name] for name in deal.laid(setup_of(ruleset.options).replacements).wall],
            round_wind=SEATS[deal.round_wind],
            honba=deal.honba,
            sticks=deal.sticks,
            scores=deal.scores,
        )
        self._go_on()

    def copy(self) -> Machine:
        """Return an independent engine at the same moment."""
        twin = copy(self)
        twin.kyoku = self.kyoku.copy()
        return twin

    def _go_on(self) -> None:
        kyoku = self.kyoku
        self._choices, self._riichi = {}, {}
        while kyoku.outcome is None:
            phase = kyoku.phase
            if phase is Phase.DRAW:
                kyoku.push(
                    DRAWS[kyoku.next_seat][kyoku.live[-1]] if kyoku.live and kyoku.live[-1] is not None else Pass()
                )
            elif phase is Phase.REPLACE:
                kyoku.push(Draw(kyoku.turn))
            else:
                # A late robbery is not asked: players answer once, before the replacement tile.
                asked = None if phase in _CLAIMS else kyoku.turn
                legal = [action for action in kyoku.legal_actions(asked) if not isinstance(action, (Draw, Pass))]
                if legal:
                    for action in legal:
                        self._offer(action)
                    return
                kyoku.push(Pass())

    def _offer(self, action: Action) -> None:
        assert not isinstance(action, Pass) and action.seat is not None
        choices = self._choices.setdefault(int(action.seat), {})
        act = act_of(action)
        if isinstance(action, Discard) and action.riichi:
            choices.setdefault((REACH,), action)
            self._riichi.setdefault(act, action)
        else:
            choices.setdefault(act, action)

    def menus(self) -> Menus:
        """See `Engine.menus`."""
        return {player: frozenset(choices) for player, choices in self._choices.items()}

    def answer(self, acts: Mapping[int, Act]) -> None:
        """See `Engine.answer`."""
        kyoku = self.kyoku
        if kyoku.phase not in _CLAIMS and not acts:
            # Four kans end the hand unless the player wins on the replacement tile.
            kyoku.push(Pass())
        elif kyoku.phase not in _CLAIMS:
            ((player, act),) = acts.items()
            if act == (REACH,):
                self._choices = {player: self._riichi}
                return
            kyoku.push(self._choices[player][act])
        elif kyoku.phase is Phase.ROB and not acts:
            self._let_kan_pass()
        else:
            claims = [self._choices[player][act] for player, act in acts.items()]
            if any(isinstance(claim, Ron) for claim in claims):
                self._rons(claims)
            else:
                # All answer at the same time, so no chi is called first.
                kyoku.settle(sorted(claims, key=lambda one: isinstance(one, Chi)))
        self._go_on()

    def _let_kan_pass(self) -> None:
        """Let everyone who was asked pass. A pass is final: they are not asked again after the replacement tile."""
        kyoku = self.kyoku
        for player in self._choices:
            if kyoku.phase is Phase.ROB:
                kyoku.push(Pass(SEATS[player]))
        if kyoku.phase is Phase.ROB:
            kyoku.push(Pass())

    def _rons(self, claims: Sequence[Action]) -> None:
        kyoku = self.kyoku
        turn = kyoku.turn if kyoku.last is None else kyoku.last.seat
        wins = sorted(
            (claim for claim in claims if isinstance(claim, Ron)),
            key=lambda claim: (claim.seat - turn) % len(self._start),
        )
        for win in wins:
            if kyoku.outcome is None and win in kyoku.legal_actions():
                kyoku.push(win)
        if kyoku.outcome is None:
            kyoku.push(Pass())

    def indicators(self) -> Sequence[str]:
        """See `Engine.indicators`."""
        return [TILES[tile] for tile in self.kyoku.indicators if tile is not None]

    def events(self) -> list[dict[str, Any]]:
        """See `Engine.events`."""
        return [event for said in self.kyoku.events for event in told(self.kyoku, said)]

    def result(self) -> Result | None:
        """See `Engine.result`."""
        outcome = self.kyoku.outcome
        if outcome is None:
            return None
        deltas = tuple(now - then for now, then in zip(self.kyoku.scores, self._start, strict=True))
        wins = [
            {
                "actor": int(win.seat),
                "han": win.value.han,
                "fu": win.value.fu,
                "yaku": [*win.value.yakuman, *win.value.yaku],
            }
            for win in outcome.wins
        ]
        return Result(deltas, outcome.sticks, HORA if wins else str(outcome.type), wins)

    def close(self) -> None:
        """See `Engine.close`."""


def told(kyoku: KyokuMachine, said: object) -> list[dict[str, Any]]:
    """Return one event of the machine as mjai events; empty if mjai has no word for it."""
    if isinstance(said, (Draw, RinshanDraw)):
        assert said.tile is not None, "the machine of a question knows every drawn tile"
        return [{"type": "tsumo", "actor": int(said.seat), "pai": TILES[said.tile]}]
    if isinstance(said, KandoraTurned):
        assert said.tile is not None, "the machine of a question knows every drawn tile"
        return [{"type": "dora", "dora_marker": TILES[said.tile]}]
    if isinstance(said, Discard):
        dahai = {
            "type": DISCARD,
            "actor": int(said.seat),
            "pai": TILES[said.tile],
            "tsumogiri": said.tsumogiri,
        }
        return [{"type": REACH, "actor": int(said.seat)}, dahai] if said.riichi else [dahai]
    if isinstance(said, (Chi, Pon)):
        return [
            {
                "type": _CALLS[type(said)],
                "actor": int(said.seat),
                "pai": TILES[said.tile],
                "consumed": [TILES[tile] for tile in said.using],
            }
        ]
    if isinstance(said, (Daiminkan, Ankan, Shouminkan)):
        consumed = whole_kind(said.tile, kyoku.red_fives)
        event: dict[str, Any] = {"type": ANKAN, "actor": int(said.seat)}
        if not isinstance(said, Ankan):
            consumed.remove(said.tile)
            event = {"type": _CALLS[type(said)], "actor": int(said.seat), "pai": TILES[said.tile]}
        return [event | {"consumed": [TILES[tile] for tile in consumed]}]
    if isinstance(said, Kita):
        return [{"type": KITA, "actor": int(said.seat), "pai": "N"}]
    if isinstance(said, (Ron, Tsumo)):
        return [{"type": HORA, "actor": int(said.seat)}]
    return []
