"""A replay of a path, of bytes, of lines and of events is one replay."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kanrules import UnreadableError, load_ruleset, replay
from kanrules.cli import main
from kanrules.records import open_records
from tests.records.formats import WRITERS, shipped, soul_game
from tests.records.selfplay import played

GAME = Path(__file__).parents[1] / "games" / "pending-then-robbed-1.mjson.gz"
DATA = gzip.decompress(GAME.read_bytes())


def told(source: Any, rules: str = "ema-2016") -> dict[str, Any]:
    """All that a replay says, but for the name of the source."""
    return {key: value for key, value in replay(source, rules).to_json().items() if key != "file"}


@pytest.mark.parametrize(
    "source",
    [
        lambda: str(GAME),
        lambda: GAME.read_bytes(),
        lambda: DATA,
        lambda: DATA.decode().splitlines(),
        lambda: DATA.decode().splitlines(keepends=True),
        lambda: DATA.splitlines(),
        lambda: (msgspec.json.decode(line) for line in DATA.splitlines()),
    ],
    ids=["path as text", "gzip", "bytes", "lines", "lines with their ends", "lines of bytes", "events"],
)
def test_every_source_of_one_game_gives_the_same_rulings(source: Callable[[], Any]) -> None:
    expected = told(GAME)
    assert expected["differences"], "a game that these rules judge otherwise"
    assert told(source()) == expected


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_bytes_of_any_format_are_replayed(form: str) -> None:
    hands = shipped("four-kans.mjson.gz")
    assert len(told(WRITERS[form](hands), "tenhou")["hands"]) == len(hands)


@pytest.mark.parametrize("source", [b"", [], b"nonsense", ["{}"], [{"type": "start_kyoku"}]])
def test_what_is_not_a_record_is_unreadable(source: Any) -> None:
    with pytest.raises(UnreadableError):
        list(replay(source, "tenhou"))


def test_a_folder_is_no_record_and_audit_takes_it() -> None:
    with pytest.raises(UnreadableError, match="a folder; replay takes one record, and audit takes folders"):
        replay(Path(__file__).parents[1] / "games", "tenhou")


@pytest.mark.parametrize("source", [None, 3, {"type": "start_game"}, [3], [None]])
def test_any_other_source_is_a_type_error_that_says_what_is_expected(source: Any) -> None:
    with pytest.raises(TypeError, match="expected a"):
        replay(source, "tenhou")


def test_a_game_whose_yaku_are_all_unknown_is_not_said_to_be_without_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    won = next(hand for seed in range(99) if (hand := played(load_ruleset("mahjong-soul"), seed)).wins)
    game = msgspec.json.decode(soul_game([won]))
    for action in game["data"]:
        if action["name"].endswith("RecordHule"):
            for win in action["data"]["hules"]:
                win["fans"] = [{"id": 99, "val": win.get("count") or 1}]
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(game))
    with pytest.raises(SystemExit) as end:
        main(["replay", str(path), "--rules", "mahjong-soul", "--brief"])
    last = capsys.readouterr().out.strip().splitlines()[-1]
    assert end.value.code == 0
    assert last.endswith("unknown yaku: 99: no difference in what was compared")


@pytest.mark.parametrize("source", [lambda: DATA + DATA, lambda: [*DATA.splitlines(), *DATA.splitlines()]])
def test_a_source_with_several_games_is_refused_and_not_judged_in_part(source: Callable[[], Any]) -> None:
    with pytest.raises(UnreadableError, match="several records; open_records yields each of them"):
        replay(source(), "tenhou")


def test_a_path_alone_is_no_list_of_its_letters() -> None:
    with pytest.raises(TypeError, match=r"expected a list of paths: \['games'\]"):
        next(open_records("games"))
