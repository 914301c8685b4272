"""Adapter for pymahjong (PyPI `pymahjong`), asked decision by decision. It has no settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from kanrules.pack.kit.table import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    HORA,
    KAKAN,
    NONE,
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

OVER = 16
"""Phase at the end of a hand. Below 4, a player is on turn; the phases between are answers to a discard or a kan."""
WORDS = {
    "Discard": DISCARD, "Riichi": REACH, "AnKan": ANKAN, "KaKan": KAKAN, "Tsumo": HORA, "Kyushukyuhai": RYUKYOKU,
    "Chi": CHI, "Pon": PON, "Kan": DAIMINKAN, "Ron": HORA, "ChanKan": HORA, "ChanAnKan": HORA, "Pass": NONE,
}  # fmt: skip


class PyMahjong:
    """pymahjong as an engine of the pack."""

    name = "pymahjong"

    def __init__(self) -> None:
        try:
            import MahjongPyWrapper
        except ImportError as error:
            raise NotInstalled("pip install pymahjong==1.1.2") from error
        self._its: Any = MahjongPyWrapper
        self.version = version("pymahjong")
        self._table: Any = None
        self._selected: list[int] = []

    def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
        """See `Engine.deal`."""
        if deal.players != 4:
            raise CannotExpress("it plays with four players only")
        if sorted(tile for tile in deal.wall if tile in REDS) != list(REDS):
            raise CannotExpress("it is always played with three red fives")
        left = {tile: list(numbers) for tile, numbers in NUMBERS.items()}
        numbers = [left[tile].pop() for tile in deal.wall]
        live, dead = numbers[:-14], numbers[-14:]
        # Its wall begins with the replacement tiles, two by two, then each ura dora indicator below its dora indicator.
        pairs = [number for at in range(5) for number in (dead[9 + at], dead[4 + at])]
        self._wall = [dead[1], dead[0], dead[3], dead[2], *pairs, *reversed(live)]
        self._start = (list(deal.scores), deal.sticks, deal.honba, deal.round_wind, 0)
        self._selected = []
        self._renew()
        self._look()

    def copy(self) -> PyMahjong:
        """Return the engine at the same moment. It cannot be copied, so the hand is played again."""
        twin = PyMahjong()
        twin._wall, twin._start, twin._selected = self._wall, self._start, [*self._selected]
        twin._asked, twin._choices = self._asked, self._choices
        twin._riichi, twin._in_turn, twin._declared = self._riichi, self._in_turn, self._declared
        twin._renew()
        return twin

    def _renew(self) -> None:
        self._table = self._its.Table()
        self._table.game_init_with_config(self._wall, *self._start)
        for number in self._selected:
            self._table.make_selection(number)

    def _select(self, number: int) -> None:
        self._selected.append(number)
        self._table.make_selection(number)

    def _look(self) -> None:
        """Go on to the next decision: whose turn it is, or who may claim."""
        self._asked: list[tuple[int, int]] = []
        self._choices: dict[int, dict[Act, int]] = {}
        self._riichi: dict[Act, int] = {}
        self._declared = False
        while (phase := self._table.get_phase()) != OVER:
            self._in_turn = phase < 4
            if self._in_turn:
                self._choices = {self._table.who_make_selection(): self._own_turn()}
                return
            before = len(self._selected)
            self._asked = []
            self._choices = self._claims(phase - phase % 4)
            if self._choices:
                # It asks one player after the other: the answers are given once all menus are known.
                del self._selected[before:]
                self._renew()
                return

    def _own_turn(self) -> dict[Act, int]:
        found: dict[Act, int] = {}
        for number, action in enumerate(self._table.get_self_actions()):
            word = WORDS[action.action.name]
            tiles = [NUMBERED[tile.id] for tile in action.correspond_tiles]
            if word == REACH:
                found.setdefault((REACH,), number)
                self._riichi.setdefault((DISCARD, tiles[0]), number)
            elif word in (DISCARD, KAKAN):
                found.setdefault((word, tiles[0]), number)
            elif word == ANKAN:
                found.setdefault((word, kind(tiles[0])), number)
            elif word != NONE:
                found.setdefault((word,), number)
        return found

    def _claims(self, first: int) -> dict[int, dict[Act, int]]:
        """Return the menus of everyone who may claim, letting each pass on the way."""
        found: dict[int, dict[Act, int]] = {}
        tile = ""
        while self._table.get_phase() != OVER and first <= self._table.get_phase() < first + 4:
            player, choices, passing = self._table.get_phase() % 4, dict[Act, int](), 0
            for number, action in enumerate(self._table.get_response_actions()):
                word = WORDS[action.action.name]
                if word == NONE:
                    passing = number
                    continue
                if word == HORA:
                    choices.setdefault((HORA,), number)
                    continue
                tile = tile or NUMBERED[self._table.get_selected_action_tile().id]
                tiles = [NUMBERED[one.id] for one in action.correspond_tiles]
                act = (word, tile) if word == DAIMINKAN else (word, tile, *pair(*tiles[:2]))
                choices.setdefault(act, number)
            self._asked.append((player, passing))
            if choices:
                found[player] = choices
            self._select(passing)
            if player == 3:
                break
        return found

    def menus(self) -> Menus:
        """See `Engine.menus`."""
        if self._declared:
            return {player: frozenset(self._riichi) for player in self._choices}
        return {player: frozenset(choices) for player, choices in self._choices.items()}

    def answer(self, acts: Mapping[int, Act]) -> None:
        """See `Engine.answer`."""
        if self._in_turn:
            ((player, act),) = acts.items()
            if act == (REACH,):
                self._declared = True
                return
            self._select(self._riichi[act] if self._declared else self._choices[player][act])
        else:
            for player, passing in self._asked:
                self._select(self._choices[player][acts[player]] if player in acts else passing)
        self._look()

    def indicators(self) -> Sequence[str]:
        """See `Engine.indicators`."""
        return [NUMBERED[tile.id] for tile in self._table.dora_indicator][: self._table.n_active_dora]

    def events(self) -> list[dict[str, Any]]:
        """Return nothing: it keeps no log, so only the number of face-up indicators is judged."""
        return []

    def result(self) -> Result | None:
        """See `Engine.result`."""
        if self._table.get_phase() != OVER:
            return None
        its = self._table.get_result()
        deltas = tuple(now - then for now, then in zip(its.score, self._start[0], strict=True))
        wins = [
            {"actor": player, "han": its.results[player].fan, "fu": its.results[player].fu} for player in its.winner
        ]
        return Result(deltas, its.n_riichibo, HORA if wins else its.result_type.name, wins)

    def close(self) -> None:
        """See `Engine.close`."""
        self._table = None
