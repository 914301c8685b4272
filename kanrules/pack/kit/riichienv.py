"""Adapter for RiichiEnv (PyPI `riichienv`), asked decision by decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
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
    NUMBERED,
    NUMBERS,
    PON,
    REACH,
    REDS,
    RYUKYOKU,
    Act,
    CannotExpress,
    Deal,
    Menus,
    NotInstalled,
    Result,
    kind,
    pair,
)  # fmt: skip


class RiichiEnv:
    """RiichiEnv as an engine of the pack."""

    name = "riichienv"

    def __init__(self) -> None:
        try:
            import riichienv
        except ImportError as error:
            raise NotInstalled("pip install riichienv==0.4.11") from error
        self._its: Any = riichienv
        self.version = version("riichienv")
        types = self._its.ActionType
        self._words = {
            int(number): word
            for number, word in (
                (types.DISCARD, DISCARD), (types.CHI, CHI), (types.PON, PON), (types.DAIMINKAN, DAIMINKAN),
                (types.RON, HORA), (types.RIICHI, REACH), (types.TSUMO, HORA), (types.ANKAN, ANKAN),
                (types.KAKAN, KAKAN), (types.KYUSHU_KYUHAI, RYUKYOKU), (types.KITA, KITA),
            )
        }  # fmt: skip
        self._pass = self._its.Action(types.PASS)
        self._env: Any = None
        self._settings: tuple[int, dict[str, Any]] | None = None

    def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
        """See `Engine.deal`."""
        deal = deal.laid(4 if deal.players == 4 else 8)
        reds = sorted(tile for tile in deal.wall if tile in REDS)
        if reds != list(REDS[4 - deal.players :]):
            raise CannotExpress(f"it is always played with {'three' if deal.players == 4 else 'two'} red fives")
        if self._env is None or (deal.players, dict(settings)) != self._settings:
            self._settings = deal.players, dict(settings)
            rule = self._its.GameRule(**settings)
            self._env = self._its.RiichiEnv(game_mode=f"{deal.players}p-red-single", seed=0, rule=rule)
        left = {tile: list(numbers) for tile, numbers in NUMBERS.items()}
        numbers = [left[tile].pop() for tile in deal.wall]
        # Dealt and drawn tiles come first; from the end, the replacement tiles, then each dora indicator above its ura
        # dora indicator.
        live, dead = numbers[:-14], numbers[-14:]
        first, places = (4, 5) if deal.players == 4 else (8, 3)
        pairs = [number for place in range(places) for number in (dead[first + place], dead[first + places + place])]
        numbers = [*live, *reversed([*dead[:first], *pairs])]
        self._sticks, self._players = deal.sticks, deal.players
        self._seen: Any = self._env.reset(
            oya=0,
            wall=numbers,
            round_wind=deal.round_wind,
            scores=list(deal.scores),
            honba=deal.honba,
            kyotaku=deal.sticks,
        )
        self._look()

    def copy(self) -> RiichiEnv:
        """Return an independent engine at the same moment."""
        twin = copy(self)
        twin._env = self._env.clone()
        return twin

    def _look(self) -> None:
        self._over = self._env.done()
        self._choices: dict[int, dict[Act, Any]] = {}
        if self._over:
            return
        for player, seen in self._seen.items():
            choices: dict[Act, Any] = {}
            for action in seen.legal_actions():
                word = self._words.get(int(action.action_type))
                if word is not None:
                    choices.setdefault(_act(word, action), action)
            if choices:
                self._choices[player] = choices

    def menus(self) -> Menus:
        """See `Engine.menus`."""
        return {player: frozenset(choices) for player, choices in self._choices.items()}

    def answer(self, acts: Mapping[int, Act]) -> None:
        """See `Engine.answer`."""
        said = dict.fromkeys(self._seen, self._pass)
        for player, act in acts.items():
            said[player] = self._choices[player][act]
        self._seen = self._env.step(said)
        self._look()

    def indicators(self) -> Sequence[str]:
        """See `Engine.indicators`."""
        return [NUMBERED[number] for number in self._env.dora_indicators]

    def events(self) -> list[dict[str, Any]]:
        """See `Engine.events`."""
        log = self._env.mjai_log
        start = max(at for at, event in enumerate(log) if event["type"] == "start_kyoku") + 1
        return [event for event in log[start:] if event["type"] not in ("end_kyoku", "end_game")]

    def result(self) -> Result | None:
        """See `Engine.result`."""
        if not self._over:
            return None
        deltas = [0] * self._players
        sticks, wins, name = self._sticks, [], ""
        for event in self.events():
            if event.get("reason", "").startswith("Error"):
                raise RuntimeError(f"it calls that illegal: {event['reason']}")
            if event["type"] == "reach_accepted":
                deltas[event["actor"]] -= 1000
                sticks += 1
            elif event["type"] in (HORA, RYUKYOKU):
                deltas = [a + b for a, b in zip(deltas, event.get("deltas") or [0] * self._players, strict=True)]
                name = HORA if event["type"] == HORA else event.get("reason", "")
                if name == HORA:
                    sticks = 0
                    wins.append(event)
        return Result(tuple(deltas), sticks, name, wins)

    def close(self) -> None:
        """See `Engine.close`."""
        self._env = None


def _act(word: str, action: Any) -> Act:
    if word in (HORA, RYUKYOKU, REACH, KITA):
        return (word,)
    if word == ANKAN:
        return (word, kind(NUMBERED[action.consume_tiles[0]]))
    tile = NUMBERED[action.tile]
    if word in (CHI, PON):
        return (word, tile, *pair(*(NUMBERED[number] for number in action.consume_tiles)))
    return (word, tile)
