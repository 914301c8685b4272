"""Valid games in every format to alter: shipped ones, and the same hands through the writers."""

from __future__ import annotations

import gzip
import random
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kanrules.bots.own import _company
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.final_points import final as points_at_the_end
from kanrules.law.options import Options
from kanrules.law.outcome import Win
from kanrules.law.payments import worth
from kanrules.pieces.actions import Action, Discard, Kita, Kyuushu, Pon, Ron, Tsumo
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import KIND
from kanrules.play import mjai as play_mjai
from kanrules.play.game import Game
from kanrules.records import Record, open_records, read_data, write_mjai, write_tenhou6
from kanrules.records.mjsoul_messages import SCHEMA
from kanrules.records.protobuf import decode
from kanrules.records.recorded import RecordedHand, RecordedWin, Reveal
from kanrules.records.reveals import recorded_reveals
from kanrules.records.writing import with_reveals
from kanrules.replays import Replay
from kanrules.replays.continuity import _by_player
from kanrules.replays.statements import after, limit
from kanrules.ruleset import Ruleset, load_ruleset
from tests.records import formats
from tests.records.formats import GAMES, MAJIANG_PLACES

RULES = {"mjlog": "tenhou", "tenhou6": "tenhou", "mjai": "tenhou", "mjsoul": "mahjong-soul", "majiang": "mahjong-soul"}
FORMATS = tuple(RULES)


@cache
def rules(name: str) -> Ruleset:
    """A ruleset, loaded once; Mahjong Soul's with the places as majiang-core reckons them, whose games these are."""
    ruleset = load_ruleset(name)
    return ruleset.with_options(MAJIANG_PLACES) if name == "mahjong-soul" else ruleset


def with_values(win: RecordedWin, ours: Win, options: Options) -> RecordedWin:
    """A win with all that a record may say of its worth, as ruled."""
    value = ours.value
    yaku = dict.fromkeys(value.yakuman, 13) or dict(value.yaku)
    if not value.yakuman:
        yaku |= {
            name: han
            for name, han in (("dora", value.dora), ("ura", value.ura), ("red", value.red), ("kita", value.kita))
            if han
        }
    return replace(
        win,
        yaku=yaku,
        yakuman=tuple(value.yakuman),
        han=None if value.yakuman else value.han,
        fu=value.fu or None,
        points=worth(value, win.seat, options, tsumo=win.source is None),
        limit=limit(ours),
        liable=ours.liable[0].seat if ours.liable else None,
        ura=win.ura if win.ura else (),
    )


def filled(record: Record, ruleset: Ruleset) -> list[RecordedHand]:
    """The hands of a valid record, every win told in full, and the final result with the last."""
    hands = []
    for report in Replay(record, ruleset):
        assert report.differences == [], (record.file, report.name, report.differences)
        hand = report.recorded
        wins = []
        if report.kyoku.outcome is not None:
            ruled = {win.seat: win for win in report.kyoku.outcome.wins}
            wins = [with_values(win, ruled[win.seat], ruleset.options) for win in hand.wins]
        draw = hand.draw
        if draw is not None and draw.tenpai is None and draw.type is ResultType.EXHAUSTIVE_DRAW:
            assert report.kyoku.outcome is not None
            draw = replace(draw, tenpai=report.kyoku.outcome.tenpai)
        hands.append(replace(hand, wins=wins, draw=draw, final=None, final_points=None))
    return with_final(hands, ruleset)


def with_final(hands: Sequence[RecordedHand], ruleset: Ruleset) -> list[RecordedHand]:
    """The same, the last of them with the result of the game."""
    *early, last = hands
    scores, sticks = after(last)
    final = list(_by_player(scores, last))
    final[final.index(max(final))] += 1000 * sticks
    points = tuple(one / 1000 for one in points_at_the_end(final, ruleset.game).points)
    return [*early, replace(last, final=tuple(final), final_points=points)]


def with_instants(hand: RecordedHand) -> RecordedHand:
    """The same hand, each indicator with its instant."""
    turned = recorded_reveals(hand.steps)
    return with_reveals(replace(hand, steps=[step for step in hand.steps if not isinstance(step, Reveal)]), turned)


def mjai_lines(hands: Sequence[RecordedHand]) -> bytes:
    """A game in mjai, its yaku named where each has a name of mjai's."""
    from kanrules.records.mjai import YAKU

    names = {name: word for word, name in YAKU.items()}
    events = [msgspec.json.decode(line) for line in write_mjai.lines(hands)]
    wins = iter([win for hand in hands for win in hand.wins])
    for event in events:
        if event["type"] == "hora":
            win = next(wins)
            if win.yaku is not None and win.yaku.keys() <= names.keys():
                event["yakus"] = [[names[name], han] for name, han in win.yaku.items()]
    return b"\n".join(map(msgspec.json.encode, events))


def written(form: str, hands: Sequence[RecordedHand]) -> bytes:
    """These hands as a file of this format."""
    if form == "mjlog":
        return formats.mjlog(hands)
    if form == "tenhou6":
        return msgspec.json.encode(write_tenhou6.game(hands))
    if form == "mjai":
        return mjai_lines(hands)
    instants = [with_instants(hand) for hand in hands]
    return msgspec.json.encode([action for hand in instants for action in formats.mjsoul_actions(hand)])


def of_records(paths: Sequence[Path], ruleset: Ruleset, most: int = 0) -> Iterator[list[RecordedHand]]:
    """Games that agree with the ruleset, hand by hand; at most so many hands of each from its beginning."""
    for record in open_records(paths):
        assert isinstance(record, Record), record
        if record.out_of_scope:
            continue
        whole = Replay(record, ruleset)
        try:
            if whole.differences or any(hand.breaks_off for hand in whole):
                continue
        except ValueError:
            continue
        again = replace(record, hands=iter([hand.recorded for hand in whole]))
        hands = filled(again, ruleset)
        yield with_final(hands[:most], ruleset) if most else hands


@cache
def of_three(form: str) -> tuple[bytes, ...]:
    """Games of three played here, norths set aside and kans declared gladly, some hands of each in this format."""
    ruleset, games = rules("tenhou-3p"), []
    for seed in range(16):
        chance, game = random.Random(f"three {seed}"), Game("tenhou-3p", seed=seed)
        hands = []
        while not game.over and len(hands) < 4:
            dealt, deal = game.kyoku.copy(), game.deal
            while game.kyoku.outcome is None:
                game.kyoku.push(_gladly(game.kyoku, chance))
            hands.append(play_mjai.recorded(dealt, game.kyoku, game.kyoku.events, east=deal.dealer))
            game.next()
        (told,) = read_data("\n".join(write_mjai.lines(hands)).encode(), "three")
        assert isinstance(told, Record) and told.players == 3
        games.append(written(form, filled(told, ruleset)))
    return tuple(games)


def _gladly(kyoku: KyokuMachine, chance: random.Random) -> Action:
    """Wins, kans and kitas wherever they may be, riichi, a pon now and then, and what stands alone is discarded."""
    actions = kyoku.legal_actions()
    loved = [one for one in actions if isinstance(one, (Kita, Ron, Tsumo)) or one.word.endswith("kan")]
    if loved:
        return chance.choice(loved)
    pons = [one for one in actions if isinstance(one, Pon)]
    if pons and chance.random() < 0.3:
        return chance.choice(pons)
    discards = [one for one in actions if isinstance(one, Discard)]
    if not discards:
        return chance.choice([one for one in actions if not isinstance(one, (Pon, Kyuushu))])
    held = [KIND[tile] for tile, copies in enumerate(kyoku.hands[kyoku.turn]) for _ in range(copies)]
    ready = [one for one in discards if one.riichi] or discards
    return min(ready, key=lambda one: (_company(one.tile, held), chance.random()))


@cache
def shipped(form: str) -> tuple[bytes, ...]:
    """Games of this format, out of what is shipped; a few hands of each."""
    if form == "majiang":
        return tuple(whole_majiang(4))
    if form == "mjsoul":
        games = of_records([GAMES / "majiang.jsonl.gz"], rules("mahjong-soul"), most=4)
    else:
        games = of_records(sorted(GAMES.glob("*.mjson.gz"))[::3], rules("tenhou"), most=4)
    return tuple(written(form, hands) for hands in games)


def whole_majiang(most: int = 0) -> Iterator[bytes]:
    """The shipped games of majiang-core, or so many hands of each."""
    for line in gzip.decompress((GAMES / "majiang.jsonl.gz").read_bytes()).splitlines():
        game: dict[str, Any] = msgspec.json.decode(line)
        if most:
            game["log"] = game["log"][:most]
            (record,) = read_data(msgspec.json.encode(game), "cut")
            assert isinstance(record, Record)
            *_, last = record.hands
            scores, sticks = after(last)
            by_place = [_by_player(scores, last)[(place - game["qijia"]) % 4] for place in range(4)]
            by_place[by_place.index(max(by_place))] += 1000 * sticks
            game["defen"] = by_place
            order = sorted(range(4), key=lambda place: -by_place[place])
            game["rank"] = [1 + order.index(place) for place in range(4)]
            players = [by_place[(player + game["qijia"]) % 4] for player in range(4)]
            points = points_at_the_end(players, rules("mahjong-soul").game).points
            game["point"] = [f"{points[(place - game['qijia']) % 4] / 1000:.1f}" for place in range(4)]
        yield msgspec.json.encode(game)


def recorded(paths: Sequence[Path]) -> Iterator[bytes]:
    """Recorded games as they stand in their files; Mahjong Soul's wire form as the same messages in JSON."""
    for path in paths:
        archive = zipfile.ZipFile(path)
        for name in archive.namelist():
            data = archive.read(name)
            if data[:2] == b"\x1f\x8b":
                data = gzip.decompress(data)
            if b".lq." in data[:64]:
                yield msgspec.json.encode([{"name": f".lq.{name}", "data": what} for name, what in wire_messages(data)])
            elif data.count(b"\n") > 1 and data.startswith(b"{"):
                yield from data.splitlines()
            else:
                yield data


def wire_messages(data: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """The messages of a game in the wire form."""
    game = decode(decode(data, "Wrapper", SCHEMA)["data"], "GameDetailRecords", SCHEMA)
    for raw in game["records"]:
        inner = decode(raw, "Wrapper", SCHEMA)
        name = inner["name"].rpartition(".")[2]
        if name in SCHEMA:
            yield name, decode(inner["data"], name, SCHEMA)
