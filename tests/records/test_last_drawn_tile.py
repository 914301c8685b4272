"""A discard is compared with the drawn tile only where the record tells which tile was drawn last.

Mahjong Soul deals its dealer fourteen tiles in order: what a record calls the dealer's first draw is only the last of
them, and it can be discarded "from the hand". Tenhou writes that draw as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kanrules.pieces.actions import Discard
from kanrules.records import Record, Unreadable, read_data
from kanrules.records.recorded import RecordedHand
from tests.records.formats import WRITERS, shipped

HANDS = shipped("pending-then-robbed-1.mjson.gz")
FORMS = sorted(WRITERS)
NAMED = (*FORMS, "tenhou6 of Tenhou")
"""Every way to write a game; of Tenhou's JSON, without and with a title of Tenhou's."""


def decoded(form: str) -> Any:
    data = WRITERS["tenhou6" if form.startswith("tenhou6") else "mjsoul-json" if form == "mjsoul" else form](HANDS)
    if form == "mjai":
        return [msgspec.json.decode(line) for line in data.split(b"\n")]
    game = msgspec.json.decode(data)
    if form == "tenhou6 of Tenhou":
        game["rule"]["disp"] = "鳳南喰赤"
    return game


def encoded(form: str, game: Any) -> bytes:
    return b"\n".join(map(msgspec.json.encode, game)) if form == "mjai" else msgspec.json.encode(game)


def read(form: str, game: Any) -> list[RecordedHand] | str:
    (record,) = read_data(encoded(form, game), "game")
    if isinstance(record, Unreadable):
        return record.why
    assert isinstance(record, Record)
    return list(record.hands)


def flags(form: str, game: Any) -> list[tuple[int, int, Callable[[bool], None]]]:
    """By discard that follows a draw of the same tile, with no other like it held: which hand, how many draws came
    before, and what sets its flag.
    """
    found: list[tuple[int, int, Callable[[bool], None]]] = []
    for number, hand in enumerate(HANDS):
        held = [list(dealt) for dealt in hand.hands]
        draws, drawn, discards = 0, -1, [0] * 4
        for step in hand.steps:
            word = getattr(step, "word", "")
            if word == "draw":
                held[step.seat].append(step.tile)
                draws, drawn = draws + 1, step.tile
            elif isinstance(step, Discard):
                held[step.seat].remove(step.tile)
                if step.tile == drawn and step.tsumogiri and step.tile not in held[step.seat] and not step.riichi:
                    setter = _setter(form, game, number, hand.players[step.seat], step, discards[step.seat], draws)
                    found.append((number, draws, setter))
                discards[step.seat] += 1
                drawn = -1
            elif word in ("chi", "pon", "daiminkan", "ankan", "shouminkan", "kita"):
                return_to = {"chi": 2, "pon": 2}.get(word)
                if return_to is None:
                    break  # enough discards come before the first kan
                for tile in step.using:
                    held[step.seat].remove(tile)
                drawn = -1
    return found


def _setter(form: str, game: Any, number: int, player: int, step: Discard, nth: int, draws: int) -> Any:
    if form.startswith("tenhou6"):
        row, code = game["log"][number][6 + 3 * player], None
        # A daiminkan leaves a place; none comes before the first kan.
        taken = game["log"][number][5 + 3 * player][nth]
        code = taken if isinstance(taken, int) else int(taken[-2:])
        return lambda drawn, row=row, nth=nth, code=code: row.__setitem__(nth, 60 if drawn else code)
    if form == "mjai":
        starts = [at for at, event in enumerate(game) if event["type"] == "start_kyoku"]
        after = [e for e in game[starts[number] :] if e["type"] == "dahai" and e["actor"] == player]
        return lambda drawn, e=after[nth]: e.update(tsumogiri=drawn)
    if form == "majiang":
        seat = HANDS[number].players.index(player)
        after = [e["dapai"] for e in game["log"][number] if "dapai" in e and e["dapai"]["l"] == seat]
        return lambda drawn, e=after[nth]: e.update(p=e["p"].replace("_", "") + "_" * drawn)
    starts = [at for at, action in enumerate(game["data"]) if action["name"].endswith("RecordNewRound")]
    after = [
        action["data"]
        for action in game["data"][starts[number] :]
        if action["name"].endswith("RecordDiscardTile") and action["data"]["seat"] == player
    ]
    return lambda drawn, e=after[nth]: e.update(moqie=drawn)


FLAGGED = ("mjai", "majiang", "mjsoul-json", "tenhou6", "tenhou6 of Tenhou")
"""The forms whose flags `_setter` knows: JSON that says which tile was drawn."""


@pytest.mark.parametrize("form", FLAGGED)
def test_the_dealers_first_discard_may_be_called_one_from_the_hand_unless_the_game_is_tenhous(form: str) -> None:
    game = decoded(form)
    opening = [setter for _, draws, setter in flags(form, game) if draws == 1]
    assert opening, "a shipped game in which the dealer discards the first drawn tile"
    before = read(form, game)
    for setter in opening:
        setter(False)
    after = read(form, game)
    assert isinstance(before, list) and isinstance(after, list)
    said = [found.says for hand in after for found in hand.contradictions]
    if form == "tenhou6 of Tenhou":
        assert len(said) == len(opening) and all("from the hand" in one for one in said)
    else:
        assert said == []
    assert [hand.steps for hand in after] == [hand.steps for hand in before], "it is the only one held all the same"


@pytest.mark.sample(4)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("form", FLAGGED)
def test_any_later_discard_of_the_drawn_tile_that_is_called_one_from_the_hand_is_noticed(form: str, part: int) -> None:
    later = [at for at, (_, draws, _) in enumerate(flags(form, decoded(form))) if draws > 1]
    assert len(later) > 20
    for at in later[part * len(later) // 16 :: len(later) // 4]:
        game = decoded(form)
        number, _, setter = flags(form, game)[at]
        setter(False)
        hands = read(form, game)
        assert isinstance(hands, list)
        (found,) = hands[number].contradictions
        assert (found.says[-13:], found.elsewhere) == ("from the hand", "the only one is the tile just drawn")


@pytest.mark.parametrize("form", ["mjai", "majiang"])
def test_another_tile_that_is_called_the_drawn_one_is_noticed_from_the_dealers_first_discard_on(form: str) -> None:
    hand = next(h for h in HANDS if isinstance(h.steps[1], Discard) and not h.steps[1].tsumogiri)
    number, player = HANDS.index(hand), hand.players[0]
    game = decoded(form)
    _setter(form, game, number, player, hand.steps[1], 0, 1)(True)
    (record,) = read_data(encoded(form, game), "game")
    assert isinstance(record, Record)
    with pytest.raises(ValueError, match="is recorded as discarding the tile just drawn"):
        list(record.hands)


def test_mahjong_soul_may_flag_any_first_discard_of_the_dealer() -> None:
    game = decoded("mjsoul-json")
    hand = next(h for h in HANDS if isinstance(h.steps[1], Discard) and not h.steps[1].tsumogiri)
    _setter("mjsoul-json", game, HANDS.index(hand), hand.players[0], hand.steps[1], 0, 1)(True)
    hands = read("mjsoul-json", game)
    assert isinstance(hands, list) and not any(one.contradictions for one in hands)


def test_after_a_kan_of_the_deal_the_replacement_tile_is_known_to_be_the_drawn_one() -> None:
    """The dealer's first discard, and yet not of a tile of the deal."""
    tehais = [
        ["1m", "1m", "1m", "3m", "5m", "6m", "7m", "8m", "9m", "E", "S", "W", "N"],
        ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "S", "S", "C", "P"],
        ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "W", "W", "C", "P"],
        ["9m", "9m", "4p", "4p", "4p", "7s", "7s", "7s", "N", "N", "N", "F", "P"],
    ]
    start = {"type": "start_kyoku", "bakaze": "E", "dora_marker": "C", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}
    events = [
        {"type": "start_game"},
        {**start, "scores": [25000] * 4, "tehais": tehais},
        {"type": "tsumo", "actor": 0, "pai": "1m"},
        {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4},
        {"type": "dora", "dora_marker": "9s"},
        {"type": "tsumo", "actor": 0, "pai": "F"},
        {"type": "dahai", "actor": 0, "pai": "F", "tsumogiri": False},
    ]
    hands = read("mjai", events)
    assert isinstance(hands, list)
    assert [found.says for found in hands[0].contradictions] == ["player 0 discards 6z from the hand"]


@pytest.mark.parametrize(("pai", "why"), [("1m", ""), ("C", "but the last tile is 1z")])
def test_a_dealer_who_wins_on_the_deal_may_name_any_tile_of_the_hand(pai: str, why: str) -> None:
    tehais = [
        ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "1p", "E"],
        ["2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "S", "S", "C", "P", "1s"],
        ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "W", "W", "C", "P", "1s"],
        ["9m", "9m", "4p", "4p", "4p", "7s", "7s", "7s", "N", "N", "N", "F", "P"],
    ]
    start = {"type": "start_kyoku", "bakaze": "E", "dora_marker": "C", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}
    deltas = [48000, -16000, -16000, -16000]
    events = [
        {"type": "start_game"},
        {**start, "scores": [25000] * 4, "tehais": tehais},
        {"type": "tsumo", "actor": 0, "pai": "E"},
        {"type": "hora", "actor": 0, "target": 0, "pai": pai, "deltas": deltas},
    ]
    (record,) = read_data(encoded("mjai", events), "game")
    assert isinstance(record, Record)
    if why:
        with pytest.raises(ValueError, match=why):
            list(record.hands)
    else:
        (hand,) = record.hands
        assert hand.wins[0].tile == 27
