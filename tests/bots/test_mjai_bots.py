"""A program that speaks mjai plays at our table; whatever it does wrong is named, and the game goes on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from kanrules.bots.bot import FaultKind
from kanrules.bots.match import PlayedGame
from kanrules.bots.process import BotProgram
from kanrules.bots.tournament import Tournament, read_bots
from kanrules.replays.record import replay
from kanrules.ruleset import Ruleset, load_ruleset
from tests.bots import programs

pytestmark = pytest.mark.skipif(not Path("/bin").exists(), reason="the programs are started as on Unix")


def short_game(name: str = "tenhou") -> Ruleset:
    """A ruleset whose game is over after the first hand that is not the dealer's."""
    return load_ruleset(name).with_options({"game.length": "tonpuusen"})


def played(folder: Path, habit: str, *, seconds: float = 120, strict: bool = False) -> PlayedGame:
    bots = (*read_bots([programs.written(folder, habit)]), ())
    return Tournament(short_game(), bots, seed=2, seconds=seconds, strict=strict).play(1)


def same_outside_of_a_difference(game: PlayedGame, folder: Path) -> None:
    path = folder / "game.mjson"
    path.write_text("\n".join(game.record) + "\n", encoding="utf-8")
    assert list(replay(path, short_game()).differences) == []


def test_a_program_that_discards_what_it_draws_is_never_at_fault(tmp_path: Path) -> None:
    game = played(tmp_path, programs.HONEST)
    assert game.faults == [] and game.hands >= 4
    same_outside_of_a_difference(game, tmp_path)


def test_the_last_words_of_a_program_are_told_even_if_they_are_read_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = BotProgram._overhear

    def late(self: BotProgram) -> None:
        self._process.wait()
        time.sleep(0.2)
        at_once(self)

    monkeypatch.setattr(BotProgram, "_overhear", late)
    assert played(tmp_path, programs.DIES).faults[0].fault.what == "it has ended with exit code 1: out of ideas"


@pytest.mark.parametrize(
    ("habit", "kind", "what"),
    [
        (programs.DIES, FaultKind.DIED, "it has ended with exit code 1: out of ideas"),
        (programs.NONSENSE, FaultKind.NONSENSE, "not JSON"),
        (programs.NO_OBJECT, FaultKind.NONSENSE, "not a JSON object"),
        (programs.NO_WORD, FaultKind.NONSENSE, "not mjai: type is 'fold'"),
        (programs.NO_TILE, FaultKind.NONSENSE, "not mjai: '10m' is not an mjai tile"),
        (programs.TOO_LONG, FaultKind.NONSENSE, "an answer of more than 64 kB"),
        (programs.NOT_HELD, FaultKind.ILLEGAL, "not legal (legal: "),
        (programs.NO_WIN, FaultKind.ILLEGAL, "not legal (legal: "),
        (programs.OF_ANOTHER, FaultKind.ILLEGAL, "not legal (it acts for player 1, but is player 0)"),
        (programs.OUT_OF_TURN, FaultKind.ILLEGAL, "not legal ("),
    ],
    ids=lambda value: str(value).strip().replace("\n", " ")[:30],
)
def test_a_program_at_fault_is_named_with_the_event_and_played_for_safely(
    habit: str, kind: FaultKind, what: str, tmp_path: Path
) -> None:
    game = played(tmp_path, habit)
    first = game.faults[0]
    assert (first.player, first.hand, first.fault.kind) == (0, 1, kind)
    assert first.fault.what.startswith(what)
    assert '"type":"tsumo"' in first.fault.event or '"type":"dahai"' in first.fault.event
    assert game.places
    same_outside_of_a_difference(game, tmp_path)


@pytest.mark.rest
def test_a_late_answer_is_never_taken_for_another(tmp_path: Path) -> None:
    game = played(tmp_path, programs.SILENT, seconds=3)
    # Where many others compute, more of its answers may be late; none is wrong.
    assert {one.fault.kind for one in game.faults} == {FaultKind.LATE}
    same_outside_of_a_difference(game, tmp_path)


@pytest.mark.rest
def test_a_program_that_stays_silent_is_asked_no_more(tmp_path: Path) -> None:
    game = played(tmp_path, programs.MUTE, seconds=0.2)
    late = [one.fault.what for one in game.faults]
    assert late[0] == "no answer within 0.2 seconds" and late[-1].endswith("3 times in a row")
    same_outside_of_a_difference(game, tmp_path)


def test_a_fault_is_a_chombo_where_games_are_strict(tmp_path: Path) -> None:
    game = played(tmp_path, programs.NO_WORD, strict=True)
    (fault,) = game.faults
    assert fault.fault.kind is FaultKind.NONSENSE
    # Tenhou, by default: as a mangan paid by east, 4000 to each of the others; mjai has no word for it.
    assert next(line for line in game.record if "end_kyoku" in line).endswith('"chombo":[-12000,4000,4000,4000]}')
    same_outside_of_a_difference(game, tmp_path)
