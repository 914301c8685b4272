"""Adapter for jansou (PyPI `jansou`), asked decision by decision."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from importlib.metadata import version
from typing import Any

from .table import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    HORA,
    KAKAN,
    KITA,
    PON,
    REACH,
    REDS,
    RYUKYOKU,
    TILES,
    Act,
    CannotExpress,
    Deal,
    Menus,
    NotInstalled,
    Result,
    pair,
)


class Jansou:
    """jansou as an engine of the pack.

    It asks one player after another about a discard. A player's possible claims do not depend on earlier answers, so
    those of the other players are read from its own law when the first is asked, and the answers are given in its
    order.
    """

    name = "jansou"

    def __init__(self) -> None:
        try:
            from jansou.core import rules, tiles
            from jansou.game import actions, events, flow, wall
        except ImportError as error:
            raise NotInstalled("pip install jansou==0.14.0") from error
        self.version = version("jansou")
        self._rules: Any = rules
        self._tiles: Any = tiles
        self._actions: Any = actions
        self._events: Any = events
        self._flow: Any = flow
        self._walls: Any = wall

    def _tile(self, name: str) -> Any:
        kinds = self._tiles.TileKind
        if len(name) == 3:
            return self._tiles.Tile(kinds(TILES.index(name[:2])), red=True)
        return self._tiles.Tile(kinds(TILES.index(name)))

    def _name(self, tile: Any) -> str:
        name = TILES[int(tile.kind)]
        return f"{name}r" if tile.red else name

    def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
        """See `Engine.deal`."""
        deal = deal.laid(4 if deal.players == 4 else 8)
        players, reds = deal.players, sum(tile in REDS for tile in deal.wall)
        if reds != (players - 1 if settings.get("aka_dora", True) else 0):
            raise CannotExpress("the red fives of the wall differ from the settings")
        rules = self._rules.Rules(**settings)
        dead = [*deal.rinshan[:4], *(tile for both in zip(deal.dora, deal.ura, strict=True) for tile in both)]
        sequence = tuple(map(self._tile, [*dead, *deal.wall[: 13 * players], *deal.live]))
        position = self._flow.Position(0, self._tiles.Wind(deal.round_wind), 1, deal.honba)
        self._start = deal.scores
        self._state = self._flow.new_deal(
            rules, self._wall(sequence, deal), position, list(deal.scores), 1000 * deal.sticks
        )
        self._log: list[Any] = []
        self._steps: Generator[Any, Any, Any] = self._flow.deal_steps(self._state, self._log.append)
        self._over = False
        self._riichi = False
        self._point: Any = None
        self._go(None)

    def _wall(self, sequence: tuple[Any, ...], deal: Deal) -> Any:
        """Return the wall in jansou's order. With three players, its fifth to eighth replacement tiles are the last
        live ones, and all five pairs are among fourteen dead tiles, so the replacement tiles of the deal take their
        places.
        """
        late = list(map(self._tile, deal.rinshan[4:]))
        plain = self._walls.Wall

        class Laid(plain):  # type: ignore[misc,valid-type]
            def draw_replacement(self) -> Any:
                tile = super().draw_replacement()
                place = self.replacements_taken - 5
                return late[place] if place >= 0 else tile

        return Laid(sequence) if late else plain(sequence)

    def _go(self, choice: Any) -> None:
        try:
            self._point = next(self._steps) if choice is None else self._steps.send(choice)
        except StopIteration:
            self._over, self._point = True, None
        self._look()

    def _look(self) -> None:
        """Find out who is asked now. It offers only the first player's claims; those of the others are read from its
        own law.
        """
        self._choices: dict[int, dict[Act, Any]] = {}
        if self._point is None:
            return
        kinds = self._flow.DecisionKind
        offered = {self._point.seat: self._point.actions}
        if self._point.kind is kinds.DISCARD_REACTION:
            final = self._state.wall.live_draws_remaining == 0
            source = self._state.last_discard[0]
            players = len(self._start)
            for step in range(1, players):
                seat = (source + step) % players
                if seat not in offered and (seat - source) % players > (self._point.seat - source) % players:
                    acts = self._actions.discard_reactions(self._state, seat, final=final)
                    if acts:
                        offered[seat] = tuple(acts)
        elif self._point.kind in (kinds.ROBBED_KAN, kinds.NORTH_REACTION):
            self._robbed(offered)
        for seat, acts in offered.items():
            choices: dict[Act, Any] = {}
            for action in acts:
                act = self._act(action)
                if act is not None:
                    choices.setdefault(act, action)
            self._choices[seat] = choices

    def _robbed(self, offered: dict[int, Any]) -> None:
        turn = self._state.current_player
        tile, word = self._kan
        players = len(self._start)
        for step in range(1, players):
            seat = (turn + step) % players
            if seat not in offered and (seat - turn) % players > (self._point.seat - turn) % players:
                if word == KITA:
                    acts = self._actions.north_reactions(self._state, seat, tile)
                else:
                    acts = self._actions.robbed_kan_reactions(self._state, seat, tile, added_kan=word == KAKAN)
                if acts:
                    offered[seat] = tuple(acts)

    def _act(self, action: Any) -> Act | None:
        its = self._actions
        if isinstance(action, its.Riichi):
            return (DISCARD, self._name(action.tile)) if self._riichi else (REACH,)
        if self._riichi:
            return None
        if isinstance(action, its.Discard):
            return (DISCARD, self._name(action.tile))
        if isinstance(action, (its.Tsumo, its.Ron)):
            return (HORA,)
        if isinstance(action, its.Nuki):
            return (KITA,)
        if isinstance(action, its.NineTerminals):
            return (RYUKYOKU,)
        if isinstance(action, its.ClosedKan):
            return (ANKAN, TILES[int(action.kind)])
        if isinstance(action, its.AddedKan):
            return (KAKAN, self._name(action.tile))
        if isinstance(action, (its.Chii, its.Pon, its.OpenKan)):
            called = self._name(self._state.last_discard[1])
            if isinstance(action, its.OpenKan):
                return (DAIMINKAN, called)
            first, second = map(self._name, action.tiles)
            return (CHI if isinstance(action, its.Chii) else PON, called, *pair(first, second))
        return None

    def menus(self) -> Menus:
        """See `Engine.menus`."""
        return {seat: frozenset(choices) for seat, choices in self._choices.items() if choices}

    def answer(self, acts: Mapping[int, Act]) -> None:
        """See `Engine.answer`."""
        kinds = self._flow.DecisionKind
        if self._point.kind is kinds.SELF:
            ((seat, act),) = acts.items()
            if act == (REACH,):
                self._riichi = True
                self._look()
                return
            action = self._choices[seat][act]
            self._riichi = False
            if act[0] in (ANKAN, KAKAN, KITA):
                self._kan = (self._tile("N" if act[0] == KITA else act[1]), act[0])
            self._go(action)
            return
        if self._point.kind is kinds.TENPAI:
            self._go(next(action for action in self._point.actions if action.declare))
            return
        wanted = {seat: self._choices[seat][act] for seat, act in acts.items()}
        window, log = self._point.kind, len(self._log)
        asked = set(self._choices)
        while self._point is not None and self._point.kind is window and len(self._log) == log:
            seat = self._point.seat
            if seat not in asked:
                raise RuntimeError(f"it asks player {seat}, who has no decision to make")
            asked.discard(seat)
            self._go(wanted.get(seat, self._actions.Pass()))

    def indicators(self) -> Sequence[str]:
        """See `Engine.indicators`."""
        return [self._name(tile) for tile in self._state.wall.dora_indicators]

    def events(self) -> list[dict[str, Any]]:
        """See `Engine.events`."""
        its = self._events
        out: list[dict[str, Any]] = []
        for event in self._log:
            if isinstance(event, its.Draw):
                out.append({"type": "tsumo", "actor": event.seat, "pai": self._name(event.tile)})
            elif isinstance(event, its.Discard):
                if event.riichi:
                    out.append({"type": REACH, "actor": event.seat})
                pai = self._name(event.tile)
                out.append({"type": DISCARD, "actor": event.seat, "pai": pai, "tsumogiri": event.tsumogiri})
            elif isinstance(event, its.IndicatorReveal):
                out.append({"type": "dora", "dora_marker": self._name(event.tile)})
            elif isinstance(event, its.NorthExtraction):
                out.append({"type": KITA, "actor": event.seat, "pai": "N"})
            elif isinstance(event, its.Call):
                out.append(self._call(event))
            elif isinstance(event, its.Win):
                out.append({"type": HORA, "actor": event.seat})
        return out

    def _call(self, event: Any) -> dict[str, Any]:
        words = {"CHII": CHI, "PON": PON, "DAIMINKAN": DAIMINKAN, "ANKAN": ANKAN, "SHOUMINKAN": KAKAN}
        tiles = [self._name(tile) for tile in event.tiles]
        return {"type": words[event.meld_type.name], "actor": event.caller, "consumed": tiles}

    def result(self) -> Result | None:
        """See `Engine.result`."""
        if not self._over:
            return None
        deltas = tuple(now - then for now, then in zip(self._state.scores, self._start, strict=True))
        wins = [
            {"actor": event.seat, "han": event.result.han, "fu": event.result.fu}
            for event in self._log
            if isinstance(event, self._events.Win)
        ]
        ends = [event.kind.name for event in self._log if isinstance(event, self._events.Ryuukyoku)]
        return Result(deltas, self._state.deposit_pool // 1000, HORA if wins else "".join(ends), wins)

    def close(self) -> None:
        """See `Engine.close`."""
