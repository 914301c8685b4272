"""The shipped games show what they are said to show, and differ from the law only where the rival is known to."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from kanrules.records import Record, open_records
from kanrules.replays import Replay
from kanrules.ruleset import load_ruleset
from tests.records.formats import GAMES, MAJIANG_PLACES

SHOWN: dict[str, dict[str, int]] = json.loads((GAMES / "games.json").read_text(encoding="utf-8"))
KINDS = {"ankan": "ankan", "daiminkan": "daiminkan", "kakan": "shouminkan"}
# RiichiEnv turns a pending indicator before a shouminkan can be robbed; where it changed the payment, that too.
KNOWN: dict[str, list[str]] = {
    "pending-then-robbed-1": ["KR213", "KR305"],
    "pending-then-robbed-2": ["KR305"],
    "pending-then-robbed-3": ["KR213", "KR305"],
    "pending-then-robbed-4": ["KR305"],
    "pending-then-robbed-5": ["KR305"],
}


def replay(path: Path, rules: str, options: dict[str, object] | None = None) -> list[Replay]:
    ruleset = load_ruleset(rules).with_options(options or {})
    replays = []
    for record in open_records([path]):
        assert isinstance(record, Record), record
        replays.append(Replay(record, ruleset))
    return replays


def test_the_games_are_few_kilobytes_and_all_listed() -> None:
    files = sorted(path.name.removesuffix(".mjson.gz") for path in GAMES.glob("*.mjson.gz"))
    assert files == sorted(SHOWN)
    assert sum(path.stat().st_size for path in GAMES.iterdir() if path.is_file()) < 1_000_000


@pytest.mark.parametrize("name", SHOWN)
def test_a_game_of_riichienv_shows_its_kans_and_nothing_but_known_differences(name: str) -> None:
    (game,) = replay(GAMES / f"{name}.mjson.gz", "tenhou")
    hands = list(game)
    shown = SHOWN[name]
    assert len(hands) == shown["hands"]
    kans = [kan for hand in hands for kan in hand.kans]
    counted = Counter(kan.type for kan in kans)
    assert {ours: counted[ours] for ours in KINDS.values()} == {
        ours: shown.get(theirs, 0) for theirs, ours in KINDS.items()
    }
    assert sum(kan.robbed for kan in kans) == shown.get("robbed_kakan", 0)
    assert Counter(hand.result for hand in hands)["four_kans"] == shown.get("suukansansen", 0)
    assert sorted(difference.code for hand in hands for difference in hand.differences) == KNOWN.get(name, [])


@pytest.mark.parametrize("name", KNOWN)
def test_the_rivals_fault_is_an_indicator_turned_before_the_robbery(name: str) -> None:
    (game,) = replay(GAMES / f"{name}.mjson.gz", "tenhou")
    (hand,) = [hand for hand in game if hand.differences]
    assert hand.kans[-1].robbed and hand.kans[-1].type == "shouminkan"
    (reveal,) = [difference for difference in hand.differences if difference.code == "KR305"]
    assert reveal.recorded.endswith("turned at next_kan_announced") and reveal.ruled == "not turned"


def test_the_games_of_majiang_core_are_mahjong_souls_law() -> None:
    games = replay(GAMES / "majiang.jsonl.gz", "mahjong-soul", MAJIANG_PLACES)
    assert len(games) == 15
    assert [difference for game in games for hand in game for difference in hand.differences] == []


def test_majiang_core_takes_a_wait_on_tiles_that_lie_in_ones_own_kan_for_tenpai() -> None:
    (game,) = replay(GAMES / "majiang-tenpai.json.gz", "mahjong-soul", MAJIANG_PLACES)
    differing = [hand for hand in game if hand.differences]
    assert [hand.name for hand in differing] == ["south-2-0"]
    assert [difference.code for difference in differing[0].differences] == ["KR299", "KR504"]
    assert differing[0].differences[0].recorded == "tenpai: east, south, north"
    assert differing[0].differences[0].ruled == "tenpai: east, north"


def test_the_first_game_has_four_kans_of_one_player_and_a_suukantsu_nobody_is_liable_for_at_tenhou() -> None:
    (game,) = replay(GAMES / "four-kans.mjson.gz", "tenhou")
    winning = [hand for hand in game if len(hand.kans) == 4 and len({kan.seat for kan in hand.kans}) == 1]
    (hand,) = [hand for hand in winning if hand.recorded.wins]
    assert hand.recorded.wins[0].source is None
    assert hand.kans[-1].type == "daiminkan"
    assert sorted(hand.recorded.wins[0].changes)[:3].count(0) == 0  # all three pay


@pytest.mark.needs("riichienv")
def test_a_seed_gives_the_same_game_every_time() -> None:
    import gzip

    from tests.games.record import GAMES as SEEDS
    from tests.games.record import play

    assert {name: entry["seed"] for name, entry in SHOWN.items()} == SEEDS
    recorded = gzip.decompress((GAMES / "liability-4.mjson.gz").read_bytes()).decode()
    again = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in play(SEEDS["liability-4"]))
    assert again == recorded
