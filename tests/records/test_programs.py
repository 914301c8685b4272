"""Records as other programs write them, made by the programs themselves where they are installed: `@kobalab/tenhou-log`
and `@kobalab/tenhou-url-log` under NODE_PATH, RiichiEnv in this environment.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kanrules.records import Record, open_records, read_data
from kanrules.records.recorded import RecordedHand
from kanrules.replays import Replay
from kanrules.ruleset import load_ruleset
from tests.records.formats import GAMES, LOGS, mjlog, without_reveals
from tests.records.selfplay import played

CONVERTER = Path(__file__).parent / "convert.js"
PLAYERS = b'dan="16,16,16,16" rate="1500.00,1500.00,1500.00,1500.00" sx="M,M,M,M"/>'
"""What the converter reads of the players; our writer of Tenhou's XML leaves it out."""


@cache
def installed() -> bool:
    """Whether node finds the converters."""
    node = shutil.which("node")
    if node is None:
        return False
    asked = [node, "-e", "require.resolve('@kobalab/tenhou-log') + require.resolve('@kobalab/tenhou-url-log')"]
    return subprocess.run(asked, capture_output=True, timeout=60, check=False).returncode == 0


def converted(games: list[Path] | list[bytes]) -> list[bytes]:
    """Files in Tenhou's XML as majiang's converter writes them in its own format, or games of majiang's as it writes
    them in Tenhou's JSON.
    """
    if not installed():
        pytest.skip("not under NODE_PATH: npm install @kobalab/tenhou-log@1.3.0 @kobalab/tenhou-url-log@1.0.3")
    lines = b"\n".join(os.fsencode(game) if isinstance(game, Path) else game for game in games)
    done = subprocess.run(
        ["node", str(CONVERTER)], input=lines, capture_output=True, timeout=300, check=True, env=dict(os.environ)
    )
    return done.stdout.splitlines()


def played_again(data: bytes) -> Replay:
    (record,) = read_data(data, "x")
    assert isinstance(record, Record), record
    return Replay(record, load_ruleset("tenhou"))


def paid(hand: RecordedHand) -> list[object]:
    ends = hand.wins or ([hand.draw] if hand.draw is not None else [])
    return [end.changes for end in ends]


def test_the_converter_of_majiang_keeps_every_hand_and_no_difference_appears(tmp_path: Path) -> None:
    files: list[Path] = []
    rules = load_ruleset("tenhou")
    for seed in range(48):
        files.append(tmp_path / f"{seed}.xml")
        files[-1].write_bytes(mjlog([played(rules, seed)]).replace(b'n3="d"/>', b'n3="d" ' + PLAYERS))
    kinds, kans = set(), 0
    for file, line in zip(files, converted(files), strict=True):
        before, after = played_again(file.read_bytes()), played_again(line)
        assert len(list(before)) == len(list(after))
        for one, other in zip(before.hands, after.hands, strict=True):
            assert without_reveals(one.recorded) == without_reveals(other.recorded)
            assert paid(one.recorded) == paid(other.recorded)
        assert before.differences == after.differences == [], file.name
        kinds |= {hand.result for hand in after.hands}
        kans += sum(len(hand.kans) for hand in after.hands)
    assert {"tsumo", "ron", "exhaustive_draw"} <= kinds and kans > 20


def test_the_converter_to_tenhous_json_keeps_every_hand_and_all_but_the_last_of_several_winners() -> None:
    """It keeps one winner; the scores of the next hand then contradict the payments."""
    rules = load_ruleset("mahjong-soul")
    games = gzip.decompress((GAMES / "majiang.jsonl.gz").read_bytes()).splitlines()
    for game, line in zip(games, converted(games), strict=True):
        before, after = (Replay(next(iter(read_data(data, "x"))), rules) for data in (game, line))
        known = {(hand, one.code) for hand, one in before.differences}
        found = [(hand, one.code) for hand, one in after.differences]
        lost = False
        for one, other in zip(before, after, strict=True):
            assert without_reveals(one.recorded) == without_reveals(other.recorded)
            lost |= len(one.recorded.wins) > 1
            assert len(one.recorded.wins) > 1 or paid(one.recorded) == paid(other.recorded)
        assert {code for hand, code in found if (hand, code) not in known} <= ({"KR112", "KR213"} if lost else set())
        assert not any(note.startswith("the unknown") for note in after.not_compared)


@pytest.mark.skipif(not LOGS.is_dir(), reason="no recorded games of people in ../shared/logs")
def test_the_converter_of_majiang_over_games_of_people(tmp_path: Path) -> None:
    files: list[Path] = []
    for archive in sorted((LOGS / "mjlog").glob("*.zip")):
        if "-3p" in archive.name:
            continue
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist()[:2]:
                data = opened.read(name)
                if b"<UN" not in data or b'dan="' not in data or b"owari" not in data:
                    continue
                files.append(tmp_path / f"{archive.stem}-{len(files)}.xml")
                files[-1].write_bytes(data)
    kinds = set()
    for file, line in zip(files, converted(files), strict=True):
        if line == b"null":
            continue
        before, after = played_again(file.read_bytes()), played_again(line)
        if before.record.out_of_scope:
            continue
        assert len(list(before)) == len(list(after)), file.name
        found = {(hand, one.code) for hand, one in after.differences}
        assert found <= {(hand, one.code) for hand, one in before.differences}, file.name
        kinds |= {hand.result for hand in after.hands}
    assert {"tsumo", "ron", "exhaustive_draw"} <= kinds


@pytest.mark.needs("riichienv")
def test_a_game_that_riichienv_plays_now_has_no_difference_but_its_known_ones() -> None:
    """Whatever the installed version leaves out is listed, not compared."""
    import riichienv

    env = riichienv.RiichiEnv(seed=11)
    told: dict[int, Any] = env.reset()
    for _ in range(3000):
        if env.done():
            break
        actions = {}
        for player, seen in told.items():
            legal = seen.legal_actions()
            wins = [one for one in legal if str(one.action_type).endswith(("RON", "TSUMO"))]
            actions[player] = (wins or legal)[0]
        told = env.step(actions)
    log = b"\n".join(msgspec.json.encode(event) for event in env.mjai_log)
    replay = played_again(log)
    assert list(replay)
    assert {one.code for _, one in replay.differences} <= {"KR305"}
    assert all("(" in what for what in replay.not_compared)


def test_the_shipped_games_of_majiang_core_say_everything() -> None:
    """What majiang-core itself writes: a star for riichi, final scores, places."""
    data = gzip.decompress((GAMES / "majiang.jsonl.gz").read_bytes()).splitlines()
    for line in data[:4]:
        (record,) = read_data(line, "x")
        assert isinstance(record, Record)
        notes = {note for hand in record.hands for note in hand.notes}
        assert notes == set()
    assert len(list(open_records([GAMES / "majiang.jsonl.gz"]))) == len(data)
