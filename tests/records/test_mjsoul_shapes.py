"""What exporters make of Mahjong Soul's records: the same hands in every shape, and no shape that brings a corpus
down."""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kanrules.cli import main
from kanrules.errors import UnreadableError
from kanrules.records import (
    Content,
    Format,
    Record,
    Unreadable,
    formats,
    list_members,
    open_records,
    read_data,
    read_records,
)
from kanrules.records.mjsoul_messages import SNAKE
from kanrules.records.mjsoul_shapes import MAX_DEPTH
from kanrules.records.recorded import RecordedHand
from tests.records.formats import mjai_game, mjsoul_actions, mjsoul_wire, shipped, wire

HANDS = shipped("majiang-tenpai.json.gz")[:2]
RULE = {"time_fixed": 5, "init_point": 25000, "dora_count": 3, "shiduan": 1, "have_toutiao": True}
HEAD = {"uuid": "x", "config": {"category": 1, "mode": {"mode": 2, "detail_rule": RULE}, "meta": {"room_id": 1}}}
CAMEL = {snake: camel for camel, snake in SNAKE.items()}


def messages() -> list[dict[str, Any]]:
    return [action for hand in HANDS for action in mjsoul_actions(hand)]


def camel(value: Any) -> Any:
    """Names as JSON writers of protocol buffers spell them, what is zero, false or empty left out."""
    if isinstance(value, dict):
        return {CAMEL.get(key, key): camel(part) for key, part in value.items() if part not in (0, "", [], None)}
    return [camel(part) for part in value] if isinstance(value, list) else value


def wrapped(action: dict[str, Any]) -> bytes:
    name = action["name"].removeprefix(".lq.")
    return wire("Wrapper", {"name": action["name"], "data": wire(name, action["data"])})


def base64(data: bytes) -> str:
    return b64encode(data).decode()


def between(entries: list[Any]) -> list[Any]:
    """A record of the newer version has what players clicked between the messages."""
    found: list[Any] = []
    for entry in entries:
        found += [
            {"passed": 120, "type": 2, "user_input": {"seat": 1, "type": 3}},
            {"passed": 1, "type": 1, "result": entry},
            {"type": 4},
        ]
    return found


SHAPES: dict[str, Callable[[], Any]] = {
    "messages alone": messages,
    "a head and messages": lambda: {"head": HEAD, "data": messages()},
    "the answer, older version": lambda: {
        "head": HEAD,
        "data": {"name": ".lq.GameDetailRecords", "data": {"version": 0, "records": messages()}},
    },
    "the answer, newer version": lambda: {
        "head": HEAD,
        "data": {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": between(messages())}},
    },
    "record and actions": lambda: {"head": HEAD, "record": {"actions": between(messages())}},
    "names beside the fields": lambda: {
        "head": HEAD,
        "records": [{"name": action["name"].removeprefix(".lq."), **action["data"]} for action in messages()],
    },
    "json names, zeros left out": lambda: {
        "head": camel(HEAD),
        "records": [{"name": action["name"], "data": camel(action["data"])} for action in messages()],
    },
    "messages as base64": lambda: {"head": camel(HEAD), "data": {"records": [base64(wrapped(a)) for a in messages()]}},
    "results as base64": lambda: {
        "head": camel(HEAD),
        "data": {"version": 210715, "actions": between([base64(wrapped(action)) for action in messages()])},
    },
    "data as base64": lambda: {
        "head": HEAD,
        "records": [
            {"name": a["name"], "data": base64(wire(a["name"].removeprefix(".lq."), a["data"]))} for a in messages()
        ],
    },
    "the whole game as base64": lambda: {"head": HEAD, "data": base64(mjsoul_wire(HANDS))},
    "a caught answer": lambda: {
        "id": 7,
        "type": 3,
        "method": ".lq.Lobby.fetchGameRecord",
        "data": {"head": camel(HEAD), "data": base64(mjsoul_wire(HANDS)), "dataUrl": ""},
    },
    "a viewer's file with the messages in it": lambda: {
        "title": ["", ""],
        "mjshead": HEAD,
        "mjslog": [action["data"] for action in messages()],
        "mjsrecordtypes": [action["name"].removeprefix(".lq.") for action in messages()],
    },
}


def hands_of(data: bytes) -> tuple[Record, list[RecordedHand]]:
    (record,) = read_data(data, "game")
    assert isinstance(record, Record), record
    # Where zeros are left out, a statement may be missing that says no more than zero.
    hands = [replace(hand, notes=[]) for hand in record.hands]
    for win in (win for hand in hands for win in hand.wins):
        win.riichi = win.riichi or None
    return record, hands


@pytest.mark.parametrize("shape", SHAPES)
def test_every_exporters_shape_is_the_same_game(shape: str) -> None:
    _, expected = hands_of(msgspec.json.encode(messages()))
    record, hands = hands_of(msgspec.json.encode(SHAPES[shape]()))
    assert hands == expected
    assert record.format == "mjsoul"
    assert record.room == ({} if shape == "messages alone" else {"wins.simultaneous": "head_bump"})


def test_a_game_a_line_in_any_shape_is_as_many_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(msgspec.json.encode(shape()) for shape in SHAPES.values() if isinstance(shape(), dict)))
    found = list(open_records([path]))
    assert len(found) == len(SHAPES) - 1
    assert all(isinstance(record, Record) and len(list(record.hands)) == 2 for record in found)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"data": base64(mjsoul_wire(HANDS))[:400]}, "truncated"),
        ({"data": {"records": [base64(wrapped(messages()[0]))[:40]]}}, "truncated"),
        ({"data": {"actions": [{"result": "no base64!"}]}}, "not base64"),
        ({"mjslog": [{}], "mjsrecordtypes": []}, "1 messages and 0 names"),
    ],
)
def test_broken_bytes_in_json_are_said_so(value: Any, words: str) -> None:
    (found,) = read_data(msgspec.json.encode(value), "x")
    assert isinstance(found, Unreadable) and words in found.why and not found.foreign


# --- depth ------------------------------------------------------------------------------------------------------------


def nested(key: str, depth: int, inside: str = "1") -> bytes:
    return (f'{{"{key}":' * depth + inside + "}" * depth).encode()


@pytest.mark.parametrize("key", ["data", "record", "records", "actions", "result", "head"])
@pytest.mark.parametrize("depth", [2, 9, 100, 500, 900, 930, 960, 990, 997, 1000, 1100, 100_000])
def test_however_deep_json_is_nested_it_is_one_clear_error(tmp_path: Path, key: str, depth: int) -> None:
    (found,) = read_data(nested(key, depth), "x")
    assert isinstance(found, Unreadable) and not found.why.startswith("internal error")
    path = tmp_path / "deep.json"
    path.write_bytes(nested(key, depth))
    (found,) = open_records([path])
    assert isinstance(found, Unreadable) and not found.why.startswith("internal error")


def test_a_game_that_lies_deeper_than_any_exporter_puts_it_is_not_looked_for() -> None:
    game = msgspec.json.encode(messages()).decode()
    _, hands = hands_of(nested("data", MAX_DEPTH - 1, game))
    assert len(hands) == 2
    (found,) = read_data(nested("data", MAX_DEPTH, game), "x")
    assert isinstance(found, Unreadable) and "not a record in a known format" in found.why


def test_one_deep_file_keeps_no_other_from_being_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for depth in (400, 930, 950, 970, 990, 997):
        (tmp_path / f"deep-{depth}.json").write_bytes(nested("data", depth))
    (tmp_path / "good.mjson").write_bytes(mjai_game(HANDS))
    for command in (["audit", str(tmp_path), "--rules", "mahjong-soul", "-j", "1", "--format", "json"],
                    ["replay", str(tmp_path), "--rules", "mahjong-soul", "--format", "json"]):  # fmt: skip
        with pytest.raises(SystemExit) as end:
            main(command)
        printed = capsys.readouterr()
        assert end.value.code == 2
        assert "internal error" not in printed.out + printed.err
        assert '"hands":2' in printed.out.replace(" ", "") or '"hand":"east-1-0"' in printed.out.replace(" ", "")


@pytest.mark.parametrize("where", ["listing", "reading"])
def test_a_fault_of_ours_in_one_file_keeps_no_other_from_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    (tmp_path / "a.json").write_bytes(msgspec.json.encode({"head": HEAD, "data": messages()}))
    (tmp_path / "b.mjson").write_bytes(mjai_game(HANDS))

    original = formats.recognised

    def fails(content: Content, *others: Any) -> Format | None:
        if "head" in content.value:
            raise RecursionError("too deep")
        return original(content, *others)

    if where == "listing":
        monkeypatch.setattr(formats, "recognised", fails)
        members = list(list_members(tmp_path))
        assert [isinstance(member, Unreadable) for member in members] == [True, False]
        assert members[0].file.endswith("a.json")
    else:
        monkeypatch.setattr(read_records, "recognised", fails)
    broken, good = open_records([tmp_path])
    assert isinstance(broken, Unreadable)
    assert broken.why.startswith("internal error, a bug in kanrules: RecursionError")
    assert isinstance(good, Record)


def test_the_reader_needs_no_stack_for_what_is_nested() -> None:
    value: Any = 1
    for _ in range(50_000):
        value = {"data": value}
    from kanrules.records.mjsoul_shapes import from_json

    before = sys.getrecursionlimit()
    assert from_json(value).actions == []
    assert sys.getrecursionlimit() == before
    while isinstance(value, dict):
        value = value.pop("data")


def test_bytes_that_hold_themselves_end() -> None:
    data = mjsoul_wire(HANDS)
    for _ in range(10):
        data = wire("ResGameRecord", {"head": {"uuid": ".lq.GameDetailRecords"}, "data": data})
    (found,) = read_data(data, "x")
    assert isinstance(found, Unreadable)
    with pytest.raises(UnreadableError):
        from kanrules.records.mjsoul_shapes import from_wire

        from_wire(data)
