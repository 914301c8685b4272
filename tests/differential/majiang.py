"""Adapter for majiang-core (npm `@kobalab/majiang-core`) under Node, asked decision by decision."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kanrules.pack.kit.table import CHI, PON, REDS, Act, CannotExpress, Deal, Menus, NotInstalled, Result, pair

HERE = Path(__file__).parent
MOST = 1 << 22
"""Maximum length of an answer in characters."""
HOW = "node, and npm install @kobalab/majiang-core@1.4.1 in this folder or in NODE_PATH"


class Majiang:
    """majiang-core as an engine of the pack."""

    name = "majiang"

    def __init__(self) -> None:
        node = shutil.which("node")
        if node is None:
            raise NotInstalled(HOW)
        known = os.environ.get("NODE_PATH", "")
        places = [
            str(HERE / "node_modules"),
            str(HERE.parent / "node_modules"),
            str(Path.cwd() / "node_modules"),
            known,
        ]
        self._node: subprocess.Popen[str] = subprocess.Popen(
            [node, str(HERE / "majiang.js")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "NODE_PATH": os.pathsep.join(filter(None, places))},
        )
        try:
            self.version = str(self.ask(word="version")["version"])
        except (OSError, EngineFailed) as error:
            self.close()
            raise NotInstalled(HOW) from error
        self._said: dict[str, Any] = {}

    def ask(self, **said: Any) -> dict[str, Any]:
        """Ask the program one question. Raises EngineFailed with the program's error."""
        assert self._node.stdin is not None and self._node.stdout is not None
        self._node.stdin.write(json.dumps(said) + "\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline(MOST)
        if len(line) == MOST:
            raise EngineFailed(f"it answers with more than {MOST} characters")
        if not line:
            raise EngineFailed("it has stopped")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise EngineFailed(answer["error"])
        return answer

    def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
        """See `Engine.deal`."""
        if deal.players != 4:
            raise CannotExpress("it has no three-player games")
        reds = settings.get("赤牌", {"m": 1, "p": 1, "s": 1})
        held = [sum(tile == red for tile in deal.wall) for red in REDS]
        if held != [reds["m"], reds["p"], reds["s"]]:
            raise CannotExpress("the red fives of the wall differ from the settings")
        # Draws are taken from the end; the dead wall is at the front: replacement tiles, dora indicators, ura dora
        # indicators.
        dealt = [tile for hand in deal.hands for tile in hand]
        wall = [*deal.rinshan, *deal.dora, *deal.ura, *reversed([*dealt, *deal.live])]
        self._start = deal.scores
        self._said = self.ask(
            word="deal",
            wall=wall,
            settings=dict(settings),
            round_wind=deal.round_wind,
            honba=deal.honba,
            sticks=deal.sticks,
            scores=list(deal.scores),
        )

    def menus(self) -> Menus:
        """See `Engine.menus`."""
        return {int(player): frozenset(map(_act, acts)) for player, acts in self._said["menus"].items()}

    def answer(self, acts: Mapping[int, Act]) -> None:
        """See `Engine.answer`."""
        # It writes a call's tiles in its own order.
        spelt = {_act(text): text for menu in self._said["menus"].values() for text in menu}
        self._said = self.ask(word="answer", acts={str(player): spelt[act] for player, act in acts.items()})

    def indicators(self) -> Sequence[str]:
        """See `Engine.indicators`."""
        shown: list[str] = self._said["indicators"]
        return shown

    def events(self) -> list[dict[str, Any]]:
        """See `Engine.events`."""
        events: list[dict[str, Any]] = self.ask(word="events")["events"]
        return events

    def result(self) -> Result | None:
        """See `Engine.result`."""
        said = self._said["result"]
        if said is None:
            return None
        deltas = tuple(now - then for now, then in zip(said["defen"], self._start, strict=True))
        return Result(deltas, said["sticks"], said["name"], said["wins"])

    def close(self) -> None:
        """See `Engine.close`."""
        if self._node.stdin is not None:
            self._node.stdin.close()
        if self._node.stdout is not None:
            self._node.stdout.close()
        self._node.wait(timeout=10)


class EngineFailed(Exception):
    """The program failed. The message is the program's own."""


def _act(text: str) -> Act:
    what, *tiles = text.split()
    return (what, tiles[0], *pair(tiles[1], tiles[2])) if what in (CHI, PON) else (what, *tiles)
