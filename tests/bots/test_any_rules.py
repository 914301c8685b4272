"""A game under any rules whatever is written as mjai and replays without a difference under the same rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from kanrules import Ruleset, load_ruleset, replay
from kanrules.bots.match import play_game
from kanrules.bots.own import KanLover
from kanrules.ruleset.keys import Key, Takes, keys

_LEFT_AS_THEY_ARE = ("table", "wall", "penalty", "procedure", "notes", "display")
_SET_APART = frozenset({"game.uma", "game.floating", "game.time_limit", "scoring.without_yaku"})


def some(key: Key, chance: random.Random) -> Any:
    """A value that this key takes."""
    if key.takes is Takes.SWITCH:
        return chance.random() < 0.5
    if key.takes is Takes.LIST:
        return chance.sample(list(key.allowed), chance.randrange(min(4, len(key.allowed) + 1)))
    if key.allowed:
        return chance.choice(key.allowed)
    most = max(2 * key.default, key.minimum + 10 * key.step)
    most = most if key.maximum is None else min(most, key.maximum)
    return max(key.minimum, chance.randrange(key.minimum, most + 1) // key.step * key.step)


def any_rules(folder: Path, seed: int, table: dict[str, Any]) -> Ruleset:
    """A ruleset that sets nearly half of all keys to anything that they take."""
    chance = random.Random(seed)
    values: dict[str, Any] = {"ruleset": {"id": "any", "name": "Any"}, "table": table}
    for name, key in keys().items():
        mute = key.table in _LEFT_AS_THEY_ARE or name in _SET_APART or key.takes is Takes.TEXT
        if not mute and (key.table != "kita" or table["players"] == 3) and chance.random() < 0.45:
            values.setdefault(key.table, {})[key.field] = some(key, chance)
    values.setdefault("game", {}).update(start_points=25000, return_points=25000)
    (folder / "any.toml").write_text(tomli_w.dumps(values), encoding="utf-8")
    return load_ruleset(folder / "any.toml")


def replayed(rules: Ruleset, folder: Path, seed: int) -> int:
    """Plays a game and judges what was written of it; gives how many kans there were."""
    played = play_game(rules, [KanLover], seed=seed)
    assert not played.faults
    path = folder / "game.mjson"
    path.write_text("\n".join(played.record), encoding="utf-8")
    assert replay(str(path), rules).differences == []
    return played.kans


FOUR = {"players": 4}
THREE = {"players": 3, "tiles": "without_2m_8m"}
FULL = {"players": 3, "tiles": "full"}


@pytest.mark.rest
@pytest.mark.parametrize(
    ("table", "first"), [(FOUR, 0), pytest.param(FOUR, 8, marks=pytest.mark.long), (THREE, 16), (FULL, 24)]
)
def test_a_game_under_any_rules_replays_without_a_difference(table: dict[str, Any], first: int, tmp_path: Path) -> None:
    kans = [replayed(any_rules(tmp_path, seed, table), tmp_path, seed) for seed in range(first, first + 8)]
    assert sum(kans) > 20


@pytest.mark.rest
def test_where_one_sort_of_kan_turns_none_the_next_indicator_is_a_later_kans(tmp_path: Path) -> None:
    tenhou = load_ruleset("tenhou")
    kans = 0
    for seed in range(6):
        for never in ("ankan", "daiminkan", "shouminkan"):
            kans += replayed(tenhou.with_options({f"kandora.{never}": "never"}), tmp_path, seed)
    assert kans > 60


@pytest.mark.rest
@pytest.mark.sample(2)
@pytest.mark.parametrize("reds", [0, 2, 3, 4])
def test_a_game_with_so_many_red_fives_replays_without_a_difference(reds: int, tmp_path: Path) -> None:
    for name in ("tenhou", "tenhou-3p"):
        rules = load_ruleset(name).with_options({"scoring.red_fives": reds})
        assert [replayed(rules, tmp_path, seed) >= 0 for seed in range(6)] == [True] * 6


def test_a_fifth_kan_that_ends_the_hand_is_written_and_read_with_and_without_the_word(tmp_path: Path) -> None:
    rules = load_ruleset("doman").with_options(
        {"four_kans.one_player": "play_on", "four_kans.several_players": "play_on", "fifth_kan.policy": "abort"}
    )
    path = tmp_path / "game.mjson"
    games = (play_game(rules, [KanLover], seed=seed).record for seed in range(200))
    record = "\n".join(next(lines for lines in games if "gokaikan" in "".join(lines)))
    for said in (record, record.replace('"reason":"gokaikan",', "")):
        path.write_text(said, encoding="utf-8")
        judged = replay(str(path), rules)
        assert judged.differences == []
        assert "fifth_kan" in {hand.result for hand in judged}
