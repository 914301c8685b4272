"""The bot of docs/developers.md plays whole games of RiichiEnv, and sees the legal actions that RiichiEnv sees."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kanrules import Draw, Pass
from tests.test_readme import blocks

pytestmark = pytest.mark.needs("riichienv")


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    """The bot as the page shows it, as a module."""
    (text,) = [text for kind, name, text in blocks("docs/developers.md") if name == "seat_bot.py"]
    assert len(text.splitlines()) <= 40
    module = ModuleType("seat_bot")
    exec(compile(text, str(Path("docs") / "seat_bot.py"), "exec"), vars(module))
    return module


@pytest.mark.parametrize("seed", range(2))
def test_four_bots_play_a_whole_game_of_riichienv(bot: ModuleType, seed: int) -> None:
    import riichienv

    env = riichienv.RiichiEnv(game_mode="4p-red-half", seed=seed)
    scores = bot.play(env, seed)
    assert env.done() and len(scores) == 4
    hands = Counter(event["type"] for event in env.mjai_log)
    assert hands["start_kyoku"] >= 8 and hands["end_game"] == 1


def words(said: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """The answers of a moment, as both sides name them. RiichiEnv lists a discard once for each tile."""
    found = {(one["type"], one.get("pai", "")) for one in said}
    return {(kind, pai if kind == "dahai" else "") for kind, pai in found}


def test_a_followed_seat_may_do_what_riichienv_lets_it_do(bot: ModuleType) -> None:
    """Once riichi is declared, RiichiEnv asks for its discard apart; kanrules has declared it with the discard."""
    compared = 0

    class Watching(bot.SeatBot):  # type: ignore[misc,name-defined]
        def act(self, observation: Any) -> Any:
            nonlocal compared
            declared = bool(self.rest)
            theirs = [json.loads(one.to_mjai()) for one in observation.legal_actions()]
            answer = super().act(observation)
            if not declared:
                view = self.follow.view
                legal = [one for one in view.legal_actions() if not isinstance(one, Draw | Pass)]
                east = (self.player - view.seat) % 4
                ours = [one.to_mjai(view, east=east)[0] for one in legal]
                assert words(ours) == words([one for one in theirs if one["type"] != "none"]), view
                compared += 1
            return answer

    import riichienv

    env = riichienv.RiichiEnv(game_mode="4p-red-half", seed=11)
    bots = [Watching(player, player) for player in range(4)]
    seen = env.reset()
    while not env.done():
        seen = env.step({player: bots[player].act(one) for player, one in seen.items()})
    assert compared > 500
