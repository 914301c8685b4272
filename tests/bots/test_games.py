"""Bots of ours play whole games under any ruleset, and every game replays without a difference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kanrules import Action, Discard, Draw, Seat, View
from kanrules.bots.bot import FaultKind
from kanrules.bots.match import play_game, seat_bots, standings
from kanrules.bots.own import KanLover
from kanrules.bots.tournament import Tournament, read_bots
from kanrules.cli import main
from kanrules.errors import UnreadableError
from kanrules.replays.record import replay
from kanrules.ruleset import bundled_ids, load_ruleset

WHOLE = [name for name in bundled_ids() if not load_ruleset(name).partial]


def replayed(record: list[str], name: str, folder: Path) -> list[object]:
    path = folder / "game.mjson"
    path.write_text("\n".join(record) + "\n", encoding="utf-8")
    return list(replay(path, name).differences)


@pytest.mark.parametrize("name", ["tenhou", "ema-2016", "mahjong-soul", "doman", "mil-2024", "gghk-2023"])
def test_a_game_replays_under_its_ruleset_without_a_difference(name: str, tmp_path: Path) -> None:
    game = play_game(load_ruleset(name), [KanLover], seed=5)
    assert replayed(game.record, name, tmp_path) == [] and not game.faults
    assert game.hands and sorted(game.places)[0] == 1


@pytest.mark.long
@pytest.mark.parametrize("name", WHOLE)
def test_a_thousand_games_replay_without_a_difference(name: str, tmp_path: Path) -> None:
    hands = kans = 0
    for game in Tournament(load_ruleset(name), games=-(-1000 // len(WHOLE)), seed=7).run():
        hands, kans = hands + game.hands, kans + game.kans
        assert not game.faults
        assert replayed(game.record, name, tmp_path) == [], f"{name}, seed 7, game {game.number}"
    print(f"{name}: {hands} hands, {kans} kans")


@pytest.mark.rest
def test_the_same_seed_is_the_same_games_on_any_number_of_processes() -> None:
    plan = Tournament(load_ruleset("tenhou"), games=3, seed=11)
    alone, together = list(plan.run()), list(plan.run(jobs=2))
    assert [game.to_json() for game in alone] == [game.to_json() for game in together]
    assert [game.record for game in alone] == [game.record for game in together]
    assert len({tuple(game.scores) for game in alone}) == 3


def test_all_four_seats_rotate_and_the_last_bot_is_repeated() -> None:
    assert [seat_bots(number, 4) for number in (1, 2, 5)] == [(0, 1, 2, 3), (1, 2, 3, 0), (0, 1, 2, 3)]
    assert seat_bots(1, 1) == (0, 0, 0, 0) and seat_bots(1, 2) == (0, 1, 1, 1) and seat_bots(2, 2) == (1, 1, 1, 0)


def test_standings_count_every_seat_of_a_bot() -> None:
    plan = Tournament(load_ruleset("ema-2016"), bots=((), ()), games=2, seed=3)
    games = list(plan.run())
    first, second = standings(games, plan.names)
    assert (first.games, second.games) == (2, 6)
    assert sum(first.places.values()) + sum(second.places.values()) == 8
    # EMA 2016: uma and nothing else is added to what is won and lost.
    assert first.points + second.points == 0


class Cheat(KanLover):
    """Answers each draw with something illegal, by default with a tile that it does not hold."""

    wrong: Any = ...

    def act(self, view: View, *, east: int) -> Action:
        if view.drawn is None:
            return super().act(view, east=east)
        missing = next(tile for tile in range(34) if tile not in view.hand)
        return Discard(view.seat, missing) if self.wrong is ... else self.wrong


@pytest.mark.parametrize(
    ("wrong", "kind", "what", "said"),
    [
        (..., FaultKind.ILLEGAL, "not legal (legal: ", ""),
        (Draw(Seat.WEST), FaultKind.ILLEGAL, "not legal (legal: ", "west draws"),
        (None, FaultKind.NONSENSE, "not an action", "None"),
    ],
)
def test_a_bot_of_python_at_fault_is_named_and_played_for_safely(
    wrong: object, kind: FaultKind, what: str, said: str, tmp_path: Path
) -> None:
    cheat = type("Cheat", (Cheat,), {"wrong": wrong})
    game = play_game(load_ruleset("tenhou"), [cheat, KanLover], seed=5)
    assert {game.bots[one.player] for one in game.faults} == {0} and game.places
    first = game.faults[0].fault
    assert first.kind is kind and first.what.startswith(what) and first.said.endswith(said or first.said)
    assert replayed(game.record, "tenhou", tmp_path) == []
    strict = play_game(load_ruleset("tenhou"), [cheat, KanLover], seed=5, strict=True)
    assert any('"chombo"' in line for line in strict.record)


def test_an_exception_of_a_bot_is_raised_and_the_bots_are_closed() -> None:
    closed: list[object] = []

    class Fails(KanLover):
        def act(self, view: View, *, east: int) -> Action:
            raise ZeroDivisionError("its own")

        def close(self, scores: tuple[int, ...] | None) -> None:
            closed.append(scores)

    with pytest.raises(ZeroDivisionError, match="its own"):
        play_game(load_ruleset("tenhou"), [Fails], seed=1)
    assert closed == [None] * 4


@pytest.mark.parametrize("many", [0, 5])
def test_a_game_is_for_one_to_four_bots(many: int) -> None:
    with pytest.raises(ValueError, match=f"{many} bots; expected one to four"):
        play_game(load_ruleset("tenhou"), [KanLover] * many)


def test_a_partial_ruleset_is_not_played() -> None:
    with pytest.raises(ValueError, match="partial"):
        play_game(load_ruleset("d-league"), [KanLover])


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        (["python3"] * 5, "5 bots; a table has four seats"),
        (["python3 'x"], '"python3 \'x" cannot be split into words: no closing quotation'),
        (["  "], "a bot is the command of a program; this one is empty"),
        (["no-such-bot --fast"], "no executable program 'no-such-bot'"),
    ],
)
def test_a_bot_that_cannot_sit_down_is_refused_before_the_game(commands: list[str], message: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_bots(commands)
    assert refused.value.args[0] == message


def test_at_a_table_of_three_nobody_comes_fourth(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "--rules", "tenhou-3p", "--games", "1", "--seed", "3", "--format", "json"])
    (bot,) = json.loads(capsys.readouterr().out)["bots"]
    assert ended.value.code == 0 and len(bot["places"]) == 3 and sum(bot["places"]) == bot["game_count"] == 3
    with pytest.raises(SystemExit):
        main(["play", "--rules", "tenhou-3p", "--games", "1", "--seed", "3"])
    told = capsys.readouterr().out
    assert "3rd" in told and "4th" not in told
