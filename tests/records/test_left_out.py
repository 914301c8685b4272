"""What a record does not say is not compared, and the replay lists it: no field that a format can do without is read as
a statement when it is missing.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from kanrules.records import Record, read_data
from kanrules.records.mjai import YAKU
from kanrules.records.recorded import RecordedHand
from kanrules.records.tenhou6_words import WIN
from kanrules.replays import Replay
from kanrules.ruleset import load_ruleset
from tests.records.formats import GAMES, MAJIANG_PLACES, WRITERS, limit_of
from tests.records.selfplay import played

SEEDS = {"tenhou": (7, 10, 11, 17, 19, 23, 26, 31), "mahjong-soul": (7, 11, 17, 19, 23)}
"""Played hands: draws that pay, yakuman, riichi with ura dora, kans, wins by tsumo and by ron."""
RULES = {
    "mjlog": "tenhou",
    "tenhou6": "tenhou",
    "mjai": "mahjong-soul",
    "mjsoul-json": "mahjong-soul",
    "majiang": "mahjong-soul",
    "mjai-server": "mahjong-soul",
}

OPTIONAL: dict[str, tuple[str, ...]] = {
    "mjai": (
        "start_kyoku.honba", "start_kyoku.kyotaku", "start_kyoku.scores", "dahai.tsumogiri", "hora.deltas", "hora.pai",
        "hora.target", "hora.fan", "hora.fu", "hora.hora_points", "hora.ura_markers", "ryukyoku.deltas",
        "ryukyoku.reason", "ryukyoku.tenpais", "end_game.scores",
    ),
    "mjai-server": (
        "start_kyoku.oya", "chi.target", "pon.target", "daiminkan.target", "reach_accepted.scores", "hora.yakus",
        "hora.hora_tehais", "hora.scores", "ryukyoku.tehais", "ryukyoku.scores",
    ),
    "majiang": (
        "qipai.defen", "qipai.changbang", "qipai.lizhibang", "hule.shoupai", "hule.fubaopai", "hule.fu", "hule.fanshu",
        "hule.damanguan", "hule.defen", "hule.hupai", "hule.fenpei", "pingju.name", "pingju.shoupai", "pingju.fenpei",
        ".qijia", ".defen", ".point", ".rank",
    ),
    "mjsoul-json": (
        "RecordNewRound.scores", "RecordNewRound.left_tile_count", "RecordDealTile.left_tile_count",
        "RecordDiscardTile.moqie", "liqi.score", "liqi.liqibang", "RecordHule.delta_scores", "RecordHule.old_scores",
        "RecordHule.scores", "hules.hand", "hules.ming", "hules.hu_tile", "hules.doras", "hules.li_doras", "hules.fans",
        "hules.fu", "hules.zimo", "hules.count", "hules.liqi", "hules.qinjia", "hules.yiman", "hules.title",
        "hules.point_rong", "hules.point_zimo_qin", "hules.point_zimo_xian", "RecordNoTile.scores",
        "RecordNoTile.players", "RecordNoTile.liujumanguan", "scores.delta_scores", "scores.old_scores",
    ),
}  # fmt: skip
"""Fields that a format can do without, as `event.field`. What is not here, the format needs: without it nobody could
tell the play, or its absence is itself a statement (protocol buffers leave out a zero).
"""


LEFT_OUT_OF_XML = (
    "INIT.ten", "REACH.ten", "AGARI.ba", "AGARI.hai", "AGARI.m", "AGARI.machi", "AGARI.ten", "AGARI.yaku",
    "AGARI.yakuman", "AGARI.doraHai", "AGARI.doraHaiUra", "AGARI.fromWho", "AGARI.sc", "RYUUKYOKU.ba", "RYUUKYOKU.sc",
    "RYUUKYOKU.hai[0-3]", "TAIKYOKU.oya",
)  # fmt: skip
LEFT_OUT_OF_TENHOU6: dict[str, Callable[[dict[str, Any]], object]] = {
    "honba": lambda game: [entry[0].__setitem__(1, None) for entry in game["log"]],
    "riichi sticks": lambda game: [entry[0].__setitem__(2, None) for entry in game["log"]],
    "scores": lambda game: [entry.__setitem__(1, None) for entry in game["log"]],
    "ura dora": lambda game: [entry.__setitem__(3, None) for entry in game["log"] if entry[3]],
    "payments": lambda game: [entry[16].__setitem__(1, None) for entry in game["log"] if len(entry[16]) > 1],
    "payments of a draw": lambda game: [entry[16].__delitem__(slice(1, None)) for entry in game["log"] if pays(entry)],
    "rule": lambda game: game.pop("rule"),
    "no ura dora anywhere": lambda game: [entry.__setitem__(3, []) for entry in game["log"] if entry[3]],
    "liable player": lambda game: [win.__setitem__(2, None) for win in wins(game)],
    "value": lambda game: [win.__setitem__(3, None) for win in wins(game)],
    "yaku": lambda game: [win.__delitem__(slice(4, None)) for win in wins(game)],
    "value and yaku": lambda game: [win.__delitem__(slice(3, None)) for win in wins(game)],
}


def wins(game: dict[str, Any]) -> list[list[Any]]:
    return [win for entry in game["log"] if entry[16][0] == WIN for win in entry[16][2::2]]


def pays(entry: list[Any]) -> bool:
    return entry[16][0] == "流局" and len(entry[16]) > 1


@cache
def whole(form: str) -> tuple[bytes, ...]:
    """Good records in a format: played hands, and a game of several hands where its rules are those of a shipped
    game.
    """
    hands = [played(load_ruleset(RULES[form]), seed) for seed in SEEDS[RULES[form]]]
    for hand in hands:
        for win in hand.wins:
            win.limit = limit_of(win)
    write = as_the_server_writes if form == "mjai-server" else WRITERS[form]
    alone = tuple(write([hand]) for hand in hands)
    if RULES[form] == "tenhou":
        return alone
    return (*alone, *(data if form == "majiang" else write(hands_of(data)) for data in games_of_majiang()))


MJAI_NAMES = {yaku: name for name, yaku in YAKU.items()}


def as_the_server_writes(hands: list[RecordedHand]) -> bytes:
    """A game in mjai with what the mjai server adds to it: yaku, hands, and scores."""
    held: list[list[str]] = []
    scores: list[int] = []
    lines = []
    wins = [win for hand in hands for win in hand.wins]
    for line in WRITERS["mjai"](hands).splitlines():
        event = msgspec.json.decode(line)
        kind, actor = event["type"], event.get("actor")
        if kind == "start_kyoku":
            held, scores = [list(tiles) for tiles in event["tehais"]], event["scores"]
        elif kind == "tsumo":
            held[actor].append(event["pai"])
        elif kind in ("dahai", "kakan"):
            held[actor].remove(event["pai"])
        elif "consumed" in event:
            for tile in event["consumed"]:
                held[actor].remove(tile)
        elif kind == "reach_accepted":
            scores = [score - 1000 * (player == actor) for player, score in enumerate(scores)]
            event["scores"] = scores
        elif "deltas" in event:
            scores = [score + delta for score, delta in zip(scores, event["deltas"], strict=True)]
            event["scores"] = scores
            if kind == "hora":
                event["hora_tehais"], yaku = held[actor], wins.pop(0).yaku or {}
                if yaku and MJAI_NAMES.keys() >= yaku.keys():
                    event["yakus"] = [[MJAI_NAMES[name], han] for name, han in yaku.items()]
            elif "tenpais" in event:
                shown = zip(held, event["tenpais"], strict=True)
                event["tehais"] = [tiles if tenpai else ["?"] * 13 for tiles, tenpai in shown]
        lines.append(msgspec.json.encode(event))
    return b"\n".join(lines)


def games_of_majiang() -> list[bytes]:
    """The first shipped game of majiang-core, and the first with a yakuman."""
    first, *others = gzip.decompress((GAMES / "majiang.jsonl.gz").read_bytes()).splitlines()
    return [first, next(game for game in others if b"damanguan" in game)]


def hands_of(game: bytes) -> list[RecordedHand]:
    (record,) = read_data(game, "x")
    assert isinstance(record, Record)
    return list(record.hands)


@cache
def good(form: str) -> tuple[dict[str, int], ...]:
    """What each good record leaves out of itself; none has a difference."""
    return tuple(judged(form, data) for data in whole(form))


def judged(form: str, data: bytes) -> dict[str, int]:
    """What was not compared in this game, after checking that nothing differs."""
    (record,) = read_data(data, "x")
    assert isinstance(record, Record), record
    rules = load_ruleset(RULES[form])
    if form == "majiang":
        rules = rules.with_options(MAJIANG_PLACES, set_by="majiang-core")
    replay = Replay(record, rules)
    assert [(hand, d.recorded, d.ruled, d.code) for hand, d in replay.differences] == []
    return replay.not_compared


def check(form: str, leave_out: Callable[[bytes], tuple[bytes, int]]) -> None:
    """Leave something out of every good record: nothing differs, and what was there is listed."""
    times = 0
    for data, usual in zip(whole(form), good(form), strict=True):
        changed, found = leave_out(data)
        times += changed != data
        now = judged(form, changed)
        assert not found or sum(now.values()) > sum(usual.values()), f"nothing more is listed than {usual}"
    assert times, "no record has this field"


PROTOCOL = ("hules", "liqi", "scores", "RecordNewRound", "RecordDealTile", "RecordDiscardTile", "RecordNoTile")


def objects(value: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object in a decoded record, with the name of its event or of the field that holds it."""
    if isinstance(value, list):
        for one in value:
            yield from objects(one, name)
    elif isinstance(value, dict):
        named = value.get("type") or str(value.get("name", "")).removeprefix(".lq.") or name
        inner = value.get("data") if isinstance(value.get("data"), dict) else None
        if inner is not None:
            yield from objects(inner, named)
            return
        yield (value["type"] if isinstance(value.get("type"), str) else name), value
        for key, one in value.items():
            yield from objects(one, key)


def without(data: bytes, field: str, *, null: bool) -> tuple[bytes, int]:
    """The record without a field, or with a null in it, everywhere; and how often it was there."""
    event, _, key = field.partition(".")
    lines, found = [], 0
    for line in data.split(b"\n"):
        value = msgspec.json.decode(line)
        for name, one in objects(value):
            if name == event and key in one:
                # Protocol buffers leave out a zero and a false.
                found += one[key] is not None and (bool(one[key]) or name not in PROTOCOL)
                one[key] = None
                if not null:
                    del one[key]
        lines.append(msgspec.json.encode(value))
    return b"\n".join(lines), found


@pytest.mark.rest
@pytest.mark.sample(3)  # of most fields, in turn, without the field and with null
@pytest.mark.parametrize("null", [False, True], ids=["dropped", "null"])
@pytest.mark.parametrize(("form", "field"), [(form, field) for form, fields in OPTIONAL.items() for field in fields])
def test_a_field_that_is_left_out_is_not_compared_and_is_listed(form: str, field: str, null: bool) -> None:
    check(form, lambda data: without(data, field, null=null))


@pytest.mark.parametrize("name", LEFT_OUT_OF_TENHOU6)
def test_a_part_that_tenhous_json_leaves_out_is_not_compared_and_is_listed(name: str) -> None:
    def leave_out(data: bytes) -> tuple[bytes, int]:
        game = msgspec.json.decode(data)
        LEFT_OUT_OF_TENHOU6[name](game)
        changed = msgspec.json.encode(game)
        return changed, changed != msgspec.json.encode(msgspec.json.decode(data))

    check("tenhou6", leave_out)


@pytest.mark.parametrize("name", LEFT_OUT_OF_XML)
def test_an_attribute_that_is_left_out_is_not_compared_and_is_listed(name: str) -> None:
    tag, _, attribute = name.partition(".")

    def leave_out(data: bytes) -> tuple[bytes, int]:
        found = re.compile(rf'(<{tag} [^>]*?)\b{attribute}="[^"]*"'.encode())
        return found.subn(rb"\1", data)

    check("mjlog", leave_out)
