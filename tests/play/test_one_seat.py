"""A game that is followed from one seat: its legal actions and rulings are those of the full game, or said to be
unknown.
"""

from __future__ import annotations

import itertools
import os
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kanrules import (
    Draw,
    Follow,
    Game,
    Instant,
    Kan,
    Kyoku,
    MeldType,
    Pass,
    Ruleset,
    Seat,
    Table,
    hookimpl,
    load_ruleset,
    parse_action,
    parse_tiles,
)
from kanrules.bots import KanLover
from kanrules.errors import Hidden, IllegalAction, UnreadableError
from kanrules.hooks.specs import HOOKS
from kanrules.law.codes import CODES as ALL_CODES
from kanrules.law.setup import setup_of
from kanrules.pieces.actions import (
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    KanAction,
    Kita,
    Kyuushu,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.mjai_tiles import MJAI
from kanrules.pieces.setup import Setup
from kanrules.pieces.tiles import KIND, NORTH, SEATS, Tile
from kanrules.play.follow import Update
from kanrules.play.one_seat import SeatKyoku
from kanrules.play.view import View
from kanrules.records import Unreadable, open_records, write_mjai
from kanrules.replays.hand import RecordDifference
from kanrules.rulings import Ruling, Verdict
from kanrules.table.hidden import OF_HIDDEN
from kanrules.testing.conformance import choose, do, with_plugin
from tests.replays.test_all_logs import BROKEN

GAMES = Path(__file__).parents[1] / "games"
LOGS = Path(__file__).parents[3] / "shared" / "logs"
LONG = bool(os.environ.get("KANRULES_LONG"))
CODES = {code for row in OF_HIDDEN.values() for code in row.codes}
"""The closed table of codes that can be unknown."""


# --- what is compared -------------------------------------------------------------------------------------------------


def masked(events: Iterable[Mapping[str, Any]], player: int) -> Iterator[dict[str, Any]]:
    """A stream of mjai as this player sees it."""
    for event in events:
        told = dict(event)
        if told["type"] == "start_kyoku":
            told["tehais"] = [hand if at == player else ["?"] * 13 for at, hand in enumerate(told["tehais"])]
        elif told["type"] == "tsumo" and told["actor"] != player:
            told["pai"] = "?"
        yield told


def key(one: Ruling | RecordDifference) -> tuple[object, ...]:
    if isinstance(one, RecordDifference):
        return one.code, one.recorded, one.ruled, one.at
    return one.code, str(one.text), one.at, one.key, one.set_by


def followed(follow: Follow, events: Iterable[Any]) -> tuple[dict[str, Counter[Any]], dict[str, set[str]]]:
    """What stands of every hand after all events, and the codes that are unknown in it."""
    found: dict[str, Counter[Any]] = {}
    unknown: dict[str, set[str]] = {}

    def take(update: Update) -> None:
        assert all(one.verdict is Verdict.UNKNOWN for one in update.unknown)
        if update.hand:
            told = found.setdefault(update.hand, Counter())
            told.update(map(key, (*update.rulings, *update.differences)))
            known = [one for one in update.withdrawn if getattr(one, "verdict", None) is not Verdict.UNKNOWN]
            told.subtract(map(key, known))
            unknown.setdefault(update.hand, set()).update(one.code for one in update.unknown)

    for event in events:
        take(follow.feed(event))
    take(follow.close())
    return {hand: +told for hand, told in found.items()}, unknown


def check_rulings(rules: Ruleset, full: Sequence[Any], seen: Iterable[Any], player: Seat) -> Counter[str]:
    """Check that each ruling on the full game is the seat's own or unknown to it; return the codes that are unknown."""
    expected, none = followed(Follow(rules), full)
    mine, unknown = followed(Follow(rules, seat=player), seen)
    assert not any(none.values())
    told, before = Counter[str](), set[str]()
    for hand, wanted in expected.items():
        got = mine.get(hand, Counter())
        assert got <= wanted, f"{hand}: only from the {player} seat: {got - wanted}"
        missing = Counter(one[0] for one in (wanted - got).elements())
        # Who deals next is a ruling on the next hand, and depends on who was tenpai in this one.
        may_miss, before = unknown.get(hand, set()) | (before & {"KR506"}), unknown.get(hand, set())
        assert may_miss <= CODES
        assert set(missing) <= may_miss, f"{hand}, {player}: {wanted - got}"
        told += missing
    assert set(mine) <= set(expected) | {hand for hand, codes in unknown.items() if codes}
    return told


def public(view: View) -> View:
    """What is public in a view: all of it but the value of hands that are not shown."""
    if view.outcome is None:
        return view
    wins = tuple(replace(win, value=None, liable=()) for win in view.outcome.wins)  # type: ignore[arg-type]
    return replace(view, outcome=replace(view.outcome, wins=wins, transfers=()))


class Watcher:
    """A seat that follows a hand as it is played, and knows after each event what the full hand lets it see."""

    def __init__(self, rules: Ruleset, kyoku: Kyoku, seat: Seat, east: int = 0) -> None:
        self.kyoku, self.seat, self.east = kyoku, seat, east
        self.follow = Follow(rules, seat=SEATS[(east + seat) % rules.options.table.players])
        self.told = self.compared = 0
        self.look()

    def look(self) -> None:
        view = self.kyoku.view(self.seat)
        events = view.to_mjai(east=self.east)
        new = events[self.told :]
        if not new:
            return  # mjai has no pass
        self.told = len(events)
        for event in new:
            self.follow.feed(event)
        mine, at = self.follow.view, f"{self.seat} after {new[-1]}"
        assert mine is not None and mine.seat is self.seat
        assert mine.legal_actions() == view.legal_actions(), at
        assert (mine.waits, mine.furiten) == (view.waits, view.furiten), at
        for name in View.__slots__:
            if name != "_asked":
                assert getattr(public(mine), name) == getattr(public(view), name), f"{name}, {at}"
        self.compared += 1


# --- games that are played here ---------------------------------------------------------------------------------------


def play_on(kyoku: Kyoku, said: Mapping[Seat, Action]) -> None:
    """Play what the players of a hand answer, for one moment."""
    claims = [one for one in said.values() if not isinstance(one, Pass)]
    if [*said] == [kyoku.turn] and claims:
        kyoku.push(claims[0])
    elif claims:
        kyoku.settle(claims)
    else:
        # mjai has no pass, so the next draw says that everyone has passed.
        kyoku.push(next((one for one in kyoku.legal_actions() if isinstance(one, Draw)), Pass()))


def play_watched(rules: Ruleset, seed: int, hands: int, seats: Sequence[Seat]) -> int:
    """Play hands of a game between built-in bots while these players of it follow. Return how many moments were
    compared.
    """
    game, compared = Game(rules, seed=seed, partial=True), 0
    bots = [KanLover(seed + at) for at in range(rules.options.table.players)]
    full: list[dict[str, Any]] = [{"type": "start_game"}]
    while not game.over and hands:
        kyoku, east = game.kyoku, game.player(Seat.EAST)
        watchers = [Watcher(rules, kyoku, game.seat(int(player)), east) for player in seats]
        while kyoku.outcome is None:
            play_on(
                kyoku,
                {
                    seat: bots[game.player(seat)].act(kyoku.view(seat), east=east)
                    for seat in kyoku.setup.seats
                    if any(not isinstance(one, Draw) for one in kyoku.legal_actions(seat))
                },
            )
            for watcher in watchers:
                watcher.look()
        compared += sum(watcher.compared for watcher in watchers)
        full += kyoku.to_mjai(east=east)
        hands -= 1
        game.next()
    for player in seats:
        check_rulings(rules, full, masked(full, player), player)
    return compared


PLAYED = ("tenhou", "ema-2016", "ema-2025", "wrc-2025", "m-league", "tenhou-3p")


@pytest.mark.parametrize("number", range(300 if LONG else 20))
def test_a_seat_that_follows_a_game_has_the_legal_actions_of_the_full_game(number: int) -> None:
    rules = load_ruleset(PLAYED[number % len(PLAYED)])
    players = SEATS[: rules.options.table.players]
    seats = players if LONG else (players[number % len(players)],)
    assert play_watched(rules, number, 100 if LONG else 3, seats) > 20


# --- recorded games ---------------------------------------------------------------------------------------------------


@cache
def shipped() -> list[list[dict[str, Any]]]:
    """The shipped games as events of mjai."""
    found = []
    for record in open_records(sorted(GAMES.glob("*.gz"))):
        assert not isinstance(record, Unreadable)
        lines = write_mjai.lines(list(record.hands))
        found.append([msgspec.json.decode(line) for line in lines])
    return found


def of_players(game: Sequence[Mapping[str, Any]]) -> int:
    return len(next(event for event in game if event["type"] == "start_kyoku")["tehais"])


@pytest.mark.parametrize("name", ["tenhou", "ema-2016", "wrc-2025"])
def test_each_ruling_on_a_shipped_game_is_equal_from_every_seat_or_unknown_to_it(name: str) -> None:
    rules, missing = load_ruleset(name), Counter[str]()
    for number, game in enumerate(shipped()[:: 1 if LONG else 4]):
        if of_players(game) == 4:
            for player in SEATS if LONG else (SEATS[number % 4],):
                missing += check_rulings(rules, game, masked(game, player), player)
    assert missing or name == "tenhou", "other rules differ in rulings that depend on hidden tiles"


@pytest.mark.long
@pytest.mark.skipif(not LOGS.is_dir(), reason="no recorded games of people in ../shared/logs")
@pytest.mark.parametrize("part", range(8))
def test_each_ruling_on_a_recorded_game_is_equal_from_a_seat_or_unknown_to_it(part: int) -> None:
    tenhou, ema = load_ruleset("tenhou"), load_ruleset("ema-2016")
    hands = 0
    for number, record in enumerate(open_records(sorted(LOGS.glob("*/*.zip")))):
        if number % 8 != part or isinstance(record, Unreadable) or record.out_of_scope:
            continue
        if Path(record.file).name in BROKEN:
            continue
        try:
            game = [msgspec.json.decode(line) for line in write_mjai.lines(list(record.hands))]
        except UnreadableError:
            continue
        player = SEATS[number // 8 % 4]
        check_rulings(ema if number % 3 else tenhou, game, masked(game, player), player)
        hands += sum(event["type"] == "start_kyoku" for event in game)
    assert hands > 100


# --- hands with fouls -------------------------------------------------------------------------------------------------


def ready_wall(chance: random.Random, red_fives: int, setup: Setup) -> list[Tile]:
    """A wall that deals hands near tenpai, with many triplets whose fourth tiles are drawn early."""
    left = {kind: [tile for tile in setup.tiles(red_fives) if KIND[tile] == kind] for kind in setup.kinds}
    hands: list[list[Tile]] = []
    early: list[Tile] = []
    for _ in setup.seats:
        hand: list[Tile] = []
        while len(hand) < 12:
            kind = chance.choice(list(setup.kinds))
            run = [kind, kind + 1, kind + 2]
            if chance.random() < 0.6 and len(left[kind]) == 4:
                hand += left[kind][:3]
                early.append(left[kind][3])
                left[kind] = []
            elif kind < 27 and kind % 9 < 7 and all(left.get(one) for one in run):
                hand += [left[one].pop() for one in run]
        hands.append([*hand, next(tiles.pop() for tiles in left.values() if tiles)])
    rest = [tile for tiles in left.values() for tile in tiles]
    chance.shuffle(rest)
    chance.shuffle(early)
    count = setup.own_replacements
    replacements, rest = (early + rest)[:count], (early + rest)[count:]
    first = rest[:24]
    chance.shuffle(first)
    rest = first + rest[24:]
    players = setup.players
    rounds = range(0, 12 * players, 4)
    dealt = [hands[start // 4 % players][start // (4 * players) * 4 + at] for start in rounds for at in range(4)]
    return [*dealt, *(hand[12] for hand in hands), *rest[: setup.live], *replacements, *rest[setup.live :][::-1]]


def conceivable(kyoku: Kyoku, chance: random.Random) -> list[Action]:
    """What a player who does not know the rules might do now, with tiles that are there."""
    table, turn = kyoku.table(), kyoku.turn
    found: list[Action] = []
    last = table.last_discard
    if last is None and table.announced is None:
        hand = table.hands[turn]
        kinds = Counter(KIND[tile] for tile in hand)
        found += [Ankan(turn, kind) for kind, count in kinds.items() if count == 4]
        pons = [meld.kind for meld in table.melds[turn] if meld.type == "pon"]
        found += [Shouminkan(turn, tile) for tile in hand if KIND[tile] in pons]
        riichi = table.drawn is not None and chance.random() < 0.1
        found += [Discard(turn, tile, tile == table.drawn, riichi) for tile in hand]
        found += [Tsumo(turn), Kyuushu(turn), *([Kita(turn)] if NORTH in hand else [])]
        return found
    tile = last.tile if last is not None else None
    for seat in kyoku.setup.seats:
        if seat != turn:
            found.append(Ron(seat))
        if tile is None or seat == turn:
            continue
        hand = [one for one in table.hands[seat] if KIND[one] == KIND[tile]]
        if len(hand) == 3:
            found.append(Daiminkan(seat, tile))
        if len(hand) > 1:
            found.append(Pon(seat, tile, (hand[0], hand[1])))
        near = [one for one in table.hands[seat] if KIND[one] < 27 and 0 < abs(KIND[one] - KIND[tile]) < 3]
        found += [Chi(seat, tile, (one, other)) for one in near for other in near if KIND[other] == KIND[one] + 1]
    return found


def foul(kyoku: Kyoku, chance: random.Random) -> Action | None:
    """An illegal action that can be carried out now, if there is one; seldom a mere wrong discard or call (KR299)."""
    for action in chance.sample(options := conceivable(kyoku, chance), len(options)):
        try:
            found = kyoku.copy().follow(action)
        except (IllegalAction, UnreadableError):
            continue
        if found and (found[0].code != "KR299" or chance.random() < 0.04):
            return action
    return None


def foul_hand(rules: Ruleset, seed: int) -> tuple[Kyoku, Counter[str]]:
    """A hand in which players often do what is forbidden, and the codes of their fouls."""
    chance = random.Random(seed)
    setup = setup_of(rules.options)
    wall = ready_wall(chance, rules.options.scoring.red_fives, setup)
    kyoku, codes = Kyoku(rules, wall=wall, honba=chance.choice((0, 0, 5))), Counter[str]()
    while kyoku.outcome is None:
        wrong = foul(kyoku, chance) if chance.random() < 0.5 else None
        if wrong is not None:
            codes.update({one.code for one in kyoku.follow(wrong)[:1]})
            if isinstance(wrong, Ron):
                kyoku.push(Pass())
            continue
        legal = kyoku.legal_actions()
        wanted = [one for one in legal if isinstance(one, KanAction) or (isinstance(one, Discard) and one.riichi)]
        action = chance.choice(wanted if wanted and chance.random() < 0.7 else legal)
        try:
            kyoku.push(action)
        except IllegalAction:  # a foul has left no legal action, such as a discard after a chi in riichi
            kyoku.follow(action)
    return kyoku, codes


FOUL_RULES: tuple[tuple[str, dict[str, object]], ...] = (
    ("tenhou", {}),
    ("ema-2016", {}),
    ("ema-2025", {"kan.max_per_player": 1}),
    ("m-league", {"riichi_kan.level": "same_readings_and_yaku", "wins.two_han_from_honba": 5}),
    ("tenhou", {"riichi_kan.level": "forbidden", "kan.min_live_tiles": 40, "furiten.without_yaku": False}),
    ("tenhou", {"riichi_kan.winning_draw": "forbidden", "riichi_kan.drawn_tile_only": True}),
    ("wrc-2025", {"chankan.ankan": "kokushi"}),
    ("tenhou-3p", {}),
    ("tenhou-3p", {"kita.in_riichi": "forbidden", "kita.min_live_tiles": 45}),
)


OFTEN = {
    "KR202": (6, 0), "KR203": (8, 7), "KR206": (2, 6), "KR207": (4, 12), "KR209": (3, 5), "KR210": (5, 0),
    "KR212": (3, 0), "KR213": (3, 1), "KR216": (2, 30), "KR218": (7, 3), "KR219": (7, 2), "KR222": (7, 1),
    "KR299": (8, 11), "the last tile": (7, 35),
}  # fmt: skip
"""Fouls that random hands have: the rules and the number of the first such hand."""


CODES_OF_FOULS = {code for code in ALL_CODES if code.startswith("KR2")}
NOT_IN_A_STREAM = {"KR201", "KR214"}
"""What mjai cannot tell: tiles that the player does not hold, and a dead hand, since a record names no penalty."""


def cut_at_indicators(full: Sequence[Mapping[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The stream up to each indicator, as kanrules writes it and as a program does that names no moment."""
    for at, event in enumerate(full):
        if event["type"] == "dora":
            yield [dict(one) for one in full[: at + 1]]
            yield [
                {key: one[key] for key in ("type", "dora_marker")} if one["type"] == "dora" else dict(one)
                for one in full[: at + 1]
            ]


@pytest.mark.parametrize("name", ["ema-2016", "tenhou", "m-league", "ja-intro", "tenhou-3p"])
def test_a_stream_that_breaks_off_with_an_indicator_is_right_from_every_seat(name: str) -> None:
    """Nobody has robbed the kan yet, or discarded the tile that turns it."""
    rules, seen = load_ruleset(name), 0
    for seed in range(12):
        kyoku, chance = Kyoku(rules, seed=seed), random.Random(seed)
        while kyoku.outcome is None:
            do(kyoku, choose(kyoku, chance))
        for cut in cut_at_indicators(kyoku.to_mjai()):
            for seat in (None, *kyoku.setup.seats):
                follow = Follow(rules) if seat is None else Follow(rules, seat=seat)
                told = [follow.feed(event).differences for event in (cut if seat is None else masked(cut, seat))]
                assert not any([*told, follow.close().differences]), (seed, seat, cut[-3:])
                seen += 1
    assert seen > 40


def test_a_stream_that_breaks_off_with_an_indicator_turned_too_late_is_a_difference() -> None:
    rules = load_ruleset("m-league")
    kyoku = Kyoku(rules, wall=wall_of(("1111222z234p567s",), "2z", setup_of(rules.options), 0))
    for action in (Draw(Seat.EAST), "east ankan 1z", Draw(Seat.EAST)):
        kyoku.push(parse_action(action) if isinstance(action, str) else action)
    *before, ankan, dora, draw = kyoku.to_mjai()
    assert (ankan["type"], dora["type"], draw["type"]) == ("ankan", "dora", "tsumo")
    follow = Follow(rules)
    for event in (*before, ankan, draw, {"type": "dora", "dora_marker": dora["dora_marker"]}):
        follow.feed(event)
    assert [one.code for one in follow.close().differences] == ["KR305"]


def test_every_foul_of_a_stream_is_compared() -> None:
    compared = (OFTEN.keys() | RARE.keys()) - {"the last tile"}
    # A new code needs a hand in OFTEN, under rules of FOUL_RULES, or in RARE.
    assert compared | NOT_IN_A_STREAM == CODES_OF_FOULS


@pytest.mark.parametrize("code", OFTEN)
def test_each_ruling_on_a_foul_is_equal_from_every_seat_or_unknown_to_it(code: str) -> None:
    fouls = check_fouls(*OFTEN[code])
    assert code in fouls or code not in CODES_OF_FOULS


@pytest.mark.long
@pytest.mark.parametrize("number", range(25))
def test_each_ruling_on_many_fouls_is_equal_from_every_seat_or_unknown_to_it(number: int) -> None:
    fouls = sum((check_fouls(at, number) for at in range(len(FOUL_RULES))), Counter[str]())
    assert fouls and fouls.keys() <= OFTEN.keys() | RARE.keys()


def check_fouls(at: int, number: int) -> Counter[str]:
    """Check the rulings on a hand with fouls from every seat; return the codes of its fouls."""
    name, options = FOUL_RULES[at]
    kyoku, fouls = foul_hand(load_ruleset(name).with_options(options, set_by="test"), 1000 * number + at)
    full = kyoku.to_mjai()
    for seat in kyoku.setup.seats:
        seen = kyoku.view(seat).to_mjai() if seat else list(masked(full, 0))
        check_rulings(load_ruleset(name).with_options(options, set_by="test"), full, seen, seat)
    return fouls


def wall_of(hands: Sequence[str], draws: str, setup: Setup, red_fives: int) -> list[Tile]:
    """A wall that deals these hands, east first, and then these tiles."""
    rest, drawn = list(setup.tiles(red_fives)), parse_tiles(draws)
    full = [list(parse_tiles(hand)) for hand in hands] + [[] for _ in range(setup.players - len(hands))]
    for tile in (*drawn, *(tile for hand in full for tile in hand)):
        rest.remove(tile)
    for hand in full:
        hand += [rest.pop() for _ in range(13 - len(hand))]
    players = setup.players
    rounds = range(0, 12 * players, 4)
    first = [full[start // 4 % players][start // (4 * players) * 4 + at] for start in rounds for at in range(4)]
    return [*first, *(hand[12] for hand in full), *drawn, *rest]


RON = {"type": "hora", "actor": 1, "target": 0}
RARE: dict[str, tuple[str, dict[str, object], tuple[str, ...], str, tuple[str, ...], Action | dict[str, Any]]] = {
    "KR204": (
        "ema-2016", {}, ("3444m778899s111z",), "2z2z3z4z4m",
        ("east draws 2z", "east riichi 2z", "south draws 2z", "south discards 2z", "west draws 3z", "west discards 3z",
         "north draws 4z", "north discards 4z", "east draws 4m"), Ankan(Seat.EAST, 3),
    ),
    "KR205": (
        "ema-2016", {}, ("123m678p5556888s",), "2z2z3z4z8s",
        ("east draws 2z", "east riichi 2z", "south draws 2z", "south discards 2z", "west draws 3z", "west discards 3z",
         "north draws 4z", "north discards 4z", "east draws 8s"), Ankan(Seat.EAST, 25),
    ),
    "KR208": (
        "m-league", {"riichi_kan.level": "same_readings_and_yaku"}, ("1123456788999s",), "1z2z3z4z9s",
        ("east draws 1z", "east riichi 1z", "south draws 2z", "south discards 2z", "west draws 3z", "west discards 3z",
         "north draws 4z", "north discards 4z", "east draws 9s"), Ankan(Seat.EAST, 26),
    ),
    "KR211": (
        "tenhou", {}, ("055m19p19s123456z", "34m123456p789p11s"), "5m", ("east draws 5m", "east ankan 5m"), RON,
    ),
    "KR215": (
        "tenhou", {"riichi_kan.winning_draw": "forbidden"}, ("6677778888999s",), "1z2z3z4z9s",
        ("east draws 1z", "east riichi 1z", "south draws 2z", "south discards 2z", "west draws 3z", "west discards 3z",
         "north draws 4z", "north discards 4z", "east draws 9s"), Ankan(Seat.EAST, 26),
    ),
    "KR220": (
        "tenhou-3p", {"kita.robbable": "never"}, ("4z19p19s1235677z1m", "123456p78999s44z"), "9m",
        ("east draws 9m", "east kita"), RON,
    ),
    "KR217": (
        "tenhou-3p", {"kita.enabled": False}, ("4z19p19s1235677z1m",), "9m", ("east draws 9m",),
        {"type": "kita", "actor": 0, "pai": "N"},
    ),
    "KR221": (
        "tenhou-3p", {"wall.replacements": 4}, ("444z1111s19p2357z",), "4z",
        ("east draws 4z", *("east kita", "east draws") * 4),
        {"type": "ankan", "actor": 0, "consumed": ["1s"] * 4},
    ),
    "KR223": (
        "tenhou-3p", {"kita.discard": "forbidden"}, ("4z19p19s1235677z1m",), "9m", ("east draws 9m",),
        Discard(Seat.EAST, NORTH),
    ),
}  # fmt: skip
"""Fouls that random hands never have: rules, hands, draws, the play, and the foul, in mjai if it cannot be played."""


@pytest.mark.parametrize("code", RARE)
def test_each_ruling_on_a_rare_foul_is_equal_from_every_seat_or_unknown_to_it(code: str) -> None:
    name, options, hands, draws, lines, wrong = RARE[code]
    rules = load_ruleset(name).with_options(options, set_by="test")
    kyoku = Kyoku(rules, wall=wall_of(hands, draws, setup_of(rules.options), rules.options.scoring.red_fives))
    for line in lines:
        kyoku.push(Draw(Seat.EAST) if line == "east draws" else parse_action(line))
    if isinstance(wrong, dict):
        full = [*kyoku.to_mjai(), wrong, {"type": "end_kyoku"}]
    else:
        assert [one.code for one in kyoku.follow(wrong)][:1] == [code]
        full = kyoku.to_mjai()
    told = {one[0] for told in followed(Follow(rules), full)[0].values() for one in told}
    assert code in told
    for seat in kyoku.setup.seats:
        check_rulings(rules, full, list(masked(full, int(seat))), seat)


def test_a_hand_after_a_draw_whose_dealer_may_have_been_tenpai_does_not_follow_wrongly() -> None:
    rules, game = load_ruleset("wrc-2025"), shipped()[0]
    check_rulings(rules, game, masked(game, Seat.SOUTH), Seat.SOUTH)


KAN_RULES: tuple[tuple[str, dict[str, object]], ...] = (
    ("tenhou", {"kandora.robbed_kan": "revealed"}),
    ("m-league", {"kandora.robbed_kan": "revealed", "chankan.ankan": "kokushi"}),
    ("ema-2016", {"kandora.robbed_kan": "revealed"}),
    ("tenhou", {"furiten.without_yaku": False, "kandora.pending_on_next_kan": "announced"}),
    ("tenhou-3p", {"kita.robbable": "kokushi"}),
)


@pytest.mark.parametrize("number", range(40 if LONG else 3))
@pytest.mark.parametrize(("name", "options"), KAN_RULES)
def test_a_seat_sees_the_same_of_many_kans(name: str, options: dict[str, object], number: int) -> None:
    rules, chance = load_ruleset(name).with_options(options, set_by="test"), random.Random(number)
    wall = ready_wall(chance, rules.options.scoring.red_fives, setup_of(rules.options))
    kyoku = Kyoku(rules, wall=wall)
    watchers = [Watcher(rules, kyoku, seat) for seat in kyoku.setup.seats]
    while kyoku.outcome is None:
        legal = kyoku.legal_actions()
        kans = [one for one in legal if isinstance(one, KanAction | Kita | Ron)]
        kyoku.push(chance.choice(kans if kans and chance.random() < 0.8 else legal))
        for watcher in watchers:
            watcher.look()
    full = kyoku.to_mjai()
    for seat in kyoku.setup.seats:
        check_rulings(rules, full, kyoku.view(seat).to_mjai(), seat)


# --- what the stream tells, and what nobody tells ---------------------------------------------------------------------


def test_a_stream_of_one_seat_is_refused_without_the_seat() -> None:
    events = Kyoku("tenhou", seed=7).view(Seat.WEST).to_mjai()
    with pytest.raises(UnreadableError, match="seat="):
        Follow("tenhou").feed(events[0])
    with pytest.raises(ValueError, match="expected 0 to 2"):
        Follow("tenhou-3p", seat=Seat.NORTH)
    with pytest.raises(TypeError, match="not a seat"):
        Follow("tenhou", seat="west")  # type: ignore[arg-type]


def test_tiles_of_other_players_are_not_read_where_a_stream_shows_them() -> None:
    kyoku = Kyoku("tenhou", seed=7)
    while len(kyoku.events) < 30:
        kyoku.push(kyoku.legal_actions()[-1])
    open_, hidden = Follow("tenhou", seat=Seat.EAST), Follow("tenhou", seat=Seat.EAST)
    for event, seen in zip(kyoku.to_mjai(), masked(kyoku.to_mjai(), 0), strict=True):
        open_.feed(event)
        hidden.feed(seen)
    assert open_.view == hidden.view
    with pytest.raises(ValueError, match="hidden"):
        open_.kyoku.view(Seat.SOUTH)  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="hidden"):
        open_.kyoku.legal_actions(Seat.SOUTH)  # type: ignore[union-attr]


def won_hand() -> tuple[Ruleset, list[dict[str, Any]]]:
    """A hand of a shipped game that another player than player 0 wins by ron or tsumo."""
    for game in shipped():
        hand: list[dict[str, Any]] = []
        for event in game if of_players(game) == 4 else ():
            hand = [event] if event["type"] == "start_kyoku" else [*hand, event]
            won = [one for one in hand if one["type"] == "hora"]
            if event["type"] == "end_kyoku" and len(won) == 1 and won[0]["actor"] != 0:
                return load_ruleset("tenhou"), hand
    raise AssertionError("no hand is won")


def test_a_win_is_unknown_unless_the_hand_is_shown() -> None:
    rules, hand = won_hand()
    full = Follow(rules)
    for event in hand:
        update = full.feed(event)
    assert update.replay is not None
    won = update.replay.kyoku.outcome.wins[0]  # type: ignore[union-attr]

    _, unknown = followed(Follow(rules, seat=0), masked(hand, 0))
    assert {"KR213"} <= set.union(*unknown.values())

    tiles = [MJAI[tile] for tile in update.replay.kyoku.concealed(won.seat)]
    told = [{**one, "hora_tehais": tiles} if one["type"] == "hora" else one for one in masked(hand, 0)]
    seen = Follow(rules, seat=0)
    updates = [seen.feed(event) for event in told]
    assert not [one for one in updates[-1].unknown if one.code == "KR213"]
    assert seen.kyoku is not None and seen.kyoku.outcome is not None
    assert seen.kyoku.outcome.wins[0].value == won.value
    assert seen.kyoku.outcome.changes == update.replay.kyoku.outcome.changes  # type: ignore[union-attr]


def test_a_hidden_tsumo_pays_what_the_table_of_four_announces() -> None:
    rules, hands = load_ruleset("tenhou"), 0
    for game in (game for game in shipped()[::4] if of_players(game) == 4):
        for number, event in enumerate(game):
            if event["type"] != "hora" or event["actor"] != event["target"] or event["actor"] == 0:
                continue
            begins = max(at for at in range(number) if game[at]["type"] == "start_kyoku")
            follow, unknown = Follow(rules, seat=0), Counter[str]()
            for one in masked(game[begins : number + 1], 0):
                unknown.update(ruling.code for ruling in follow.feed(one).unknown)
            assert follow.kyoku is not None and follow.kyoku.outcome is not None
            if not any(follow.kyoku.liabilities):
                dealer = game[begins]["oya"]
                deltas = tuple(event["deltas"][dealer:] + event["deltas"][:dealer])
                assert not unknown["KR402"] and follow.kyoku.outcome.changes == deltas
                hands += 1
    assert hands > 5


def test_of_two_hidden_rons_only_the_farther_is_in_doubt() -> None:
    rules = load_ruleset("tenhou").with_options({"wins.simultaneous": "head_bump_except_kokushi"})
    doubts = 0
    for game in (game for game in shipped() if of_players(game) == 4):
        for number, (one, other) in enumerate(itertools.pairwise(game)):
            if one["type"] != "hora" or other["type"] != "hora":
                continue
            begins = max(at for at in range(number) if game[at]["type"] == "start_kyoku")
            player = min(set(range(4)) - {one["actor"], other["actor"]})
            follow, texts = Follow(rules, seat=player), list[str]()
            for event in masked(game[begins : number + 3], player):
                texts += [str(ruling.text) for ruling in follow.feed(event).unknown]
            farther = max((one["actor"], other["actor"]), key=lambda actor: (actor - one["target"]) % 4)
            seat = SEATS[(farther - game[begins]["oya"]) % 4]
            named = [text for text in texts if "in addition to the nearest" in text]
            assert [text.split()[1] for text in named] == [str(seat)]
            doubts += 1
    assert doubts > 5


def test_the_page_lists_every_code_that_can_be_unknown() -> None:
    page = (Path(__file__).parents[2] / "docs" / "developers.md").read_text(encoding="utf-8")
    table = page.partition("| not known of another player | codes |")[2].split("\n\n")[0]
    *rows, last = table.splitlines()[2:]
    listed = sorted(tuple(re.findall(r"KR\d+", row)) for row in rows)
    answers = re.findall(r"`(\w+)` ((?:KR\d+(?:, )?)+)", last)
    hooks = {hook: tuple(re.findall(r"KR\d+", codes)) for hook, codes in answers}
    assert listed == sorted(row.codes for name, row in OF_HIDDEN.items() if name not in HOOKS)
    assert hooks == {name: row.codes for name, row in OF_HIDDEN.items() if name in HOOKS and row.codes}
    assert "penalty" not in OF_HIDDEN, "mjai tells of no foul that is penalized"
    assert not [hook for hook in HOOKS if hook in OF_HIDDEN and not HOOKS[hook].decides]


class Peeks:
    """A plugin that decides by the hand of the player who declares a kan, and hides every error of its own."""

    @hookimpl
    def reveal_kandora(self, kan: Kan, table: Table) -> Instant | None:
        try:
            return Instant.DISCARD if len({*table.hands[kan.seat]}) > 3 else None
        except Exception:
            return None


class Honest:
    """A plugin that decides by what everyone sees."""

    @hookimpl
    def reveal_kandora(self, kan: Kan, table: Table) -> Instant | None:
        return Instant.DISCARD_PASSED if table.live_tiles % 2 else None


@pytest.mark.parametrize(("plugin", "reads"), [(Peeks(), True), (Honest(), False)], ids=["peeks", "honest"])
def test_a_plugin_that_reads_a_hidden_tile_has_no_answer(plugin: object, reads: bool) -> None:
    rules = with_plugin(load_ruleset("ema-2016"), "house", plugin, {})
    told = Counter[str]()
    for seed in range(6):
        chance = random.Random(seed)
        kyoku = Kyoku(rules, wall=ready_wall(chance, 0, setup_of(rules.options)))
        while kyoku.outcome is None:
            legal = kyoku.legal_actions()
            kyoku.push(chance.choice([one for one in legal if isinstance(one, KanAction)] or legal))
        for seat in kyoku.setup.seats:
            follow = Follow(rules, seat=int(seat))
            for event in kyoku.view(seat).to_mjai():
                for one in follow.feed(event).unknown:
                    told[one.text.args["hook"] if "hook" in one.args and one.code == "KR305" else ""] += 1  # type: ignore[attr-defined]
            if not reads:
                check_rulings(rules, kyoku.to_mjai(), kyoku.view(seat).to_mjai(), seat)
    assert bool(told["reveal_kandora"]) is reads


class Watches:
    """A plugin that only observes, and looks at the hand of every player who declares a kan."""

    @hookimpl
    def after_rinshan(self, kan: Kan, table: Table) -> None:
        sum(table.hands[kan.seat])


def test_a_plugin_that_only_observes_makes_no_ruling_unknown() -> None:
    kyoku = Kyoku(rules := load_ruleset("ema-2016"), wall=ready_wall(random.Random(0), 0, setup_of(rules.options)))
    while kyoku.outcome is None:
        legal = kyoku.legal_actions()
        kyoku.push(next((one for one in legal if isinstance(one, KanAction)), legal[-1]))
    assert kyoku.kans
    watched = with_plugin(rules, "house", Watches(), {})
    for seat in kyoku.setup.seats:
        events = kyoku.view(seat).to_mjai()
        unknown = []
        for one in (rules, watched):
            follow = Follow(one, seat=int(seat))
            unknown.append([found for event in events for found in follow.feed(event).unknown])
        assert unknown[0] == unknown[1]


def of_east() -> SeatKyoku:
    """A hand of which east's tiles are known, after the deal."""
    follow = Follow(rules := load_ruleset("ema-2016"), seat=0)
    for event in Kyoku(rules, seed=1).view(Seat.EAST).to_mjai():
        follow.feed(event)
    assert isinstance(follow.kyoku, SeatKyoku)
    return follow.kyoku


def test_a_ruling_of_a_hook_that_no_row_names_is_unknown_by_the_code_for_all_others() -> None:
    kyoku = of_east()
    kyoku.cannot_know("a_new_hook", Seat.WEST)
    assert (kyoku.findings[-1].code, kyoku.findings[-1].verdict) == ("KR299", Verdict.UNKNOWN)


def test_a_notebook_shows_a_followed_hand_as_its_seat_sees_it() -> None:
    kyoku = of_east()
    assert kyoku._repr_svg_() == kyoku.view(Seat.EAST)._repr_svg_()


def test_a_table_of_one_seat_shows_no_hidden_tile() -> None:
    kyoku = Kyoku("tenhou", seed=1)
    kyoku.push(kyoku.legal_actions()[0])
    kyoku.push(next(one for one in kyoku.legal_actions() if isinstance(one, Discard)))
    kyoku.push(kyoku.legal_actions()[-1])
    follow = Follow("tenhou", seat=Seat.EAST)
    for event in kyoku.view(Seat.EAST).to_mjai():
        follow.feed(event)
    table = follow.table
    assert table is not None and table.hands[Seat.EAST] == kyoku.table().hands[Seat.EAST]
    assert len(table.hands[Seat.SOUTH]) == 14
    for peek in (
        lambda: table.drawn == 5,
        lambda: 5 in table.hands[Seat.SOUTH],
        lambda: [*table.hands[Seat.SOUTH]],
        lambda: table.hands[Seat.SOUTH][0],
        lambda: sorted(table.hands[Seat.SOUTH]),
        lambda: KIND[table.drawn],  # type: ignore[index]
        lambda: table.waits(Seat.SOUTH),
        lambda: table.value(Seat.SOUTH, 0, load_ruleset("tenhou")),
    ):
        with pytest.raises(Hidden):
            peek()


def test_a_player_who_could_not_rob_an_ankan_is_not_furiten_by_it() -> None:
    """Whether thirteen orphans could rob it is hidden from the others, and cannot bind them."""
    rules = load_ruleset("m-league").with_options({"chankan.ankan": "kokushi"}, set_by="test")
    state = Kyoku(rules, seed=1)
    state.let_pass(Kan(MeldType.ANKAN, Seat.EAST, 0, (0,) * 4, None, None, 1, robbable_by=(Seat.SOUTH,)))
    assert [bool(mask & 1) for mask in state.table().passed] == [False, True, False, False]


@pytest.mark.parametrize("seat", [None, Seat.WEST])
def test_a_game_that_is_followed_is_pickled_at_any_event(seat: Seat | None) -> None:
    rules, game = load_ruleset("ema-2016"), next(game for game in shipped() if of_players(game) == 4)
    events = list(game if seat is None else masked(game, seat))[:400]
    follow = Follow(rules, seat=seat)
    for at, event in enumerate(events):
        update = follow.feed(event)
        if at % 40 == 0:
            other = pickle.loads(pickle.dumps(follow))
        else:
            theirs = other.feed(event)
            assert [*map(key, theirs.rulings)] == [*map(key, update.rulings)]
            assert (theirs.differences, theirs.unknown) == (update.differences, update.unknown)
    assert other.view == follow.view
    assert not follow.close() or pickle.loads(pickle.dumps(follow)).close() == Update()


def test_a_red_five_that_wins_by_tsumo_says_that_the_set_has_some() -> None:
    kyoku = Kyoku("ema-2016", seed=3)
    start, *_ = kyoku.view(Seat.SOUTH).to_mjai()
    told = [{"type": "tsumo", "actor": 0, "pai": "?"}, {"type": "hora", "actor": 0, "target": 0, "pai": "5pr"}]
    follow = Follow("ema-2016", seat=Seat.SOUTH)
    for event in (start, *told, {"type": "end_kyoku"}):
        follow.feed(event)
    assert follow.kyoku is not None and follow.kyoku.red_fives == 3
    assert follow.kyoku.outcome is not None and follow.kyoku.outcome.type == "tsumo"
