"""Hands played by the machine, as recorded hands: what a writer writes and a reader must find again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.outcome import Win
from kanrules.pieces.actions import (
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kyuushu,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
    chi_or_pon,
)
from kanrules.pieces.events import KandoraTurned, ResultType, RinshanDraw, Turned
from kanrules.pieces.tiles import Seat, Tile
from kanrules.records.recorded import RecordedDraw, RecordedHand, RecordedWin, Reveal
from kanrules.ruleset import Ruleset
from kanrules.testing.walls import plain_wall, rich_wall

MOVES = (Draw, Discard, Chi, Pon, Daiminkan, Ankan, Shouminkan)


def recorded(kyoku: KyokuMachine, dealt: Sequence[Sequence[Tile]], number: int = 1) -> RecordedHand:
    """A finished hand as a record of it; `number` says which player of the game deals."""
    outcome = kyoku.outcome
    assert outcome is not None
    players = tuple((number - 1 + seat) % 4 for seat in range(4))
    first = kyoku.dora_indicators[0]
    assert first is not None
    hand = RecordedHand(
        round_wind=kyoku.round_wind,
        number=number,
        honba=kyoku.honba,
        sticks=0,
        scores=(25000, 25000, 25000, 25000),
        players=(players[0], players[1], players[2], players[3]),
        hands=tuple(tuple(tiles) for tiles in dealt),
        indicator=first,
        red_fives=kyoku.red_fives,
    )
    for event in kyoku.events:
        if isinstance(event, Chi | Pon):
            hand.steps.append(chi_or_pon(type(event), event.seat, event.tile, *event.using))
        elif isinstance(event, MOVES):
            hand.steps.append(event)
        elif isinstance(event, RinshanDraw):
            hand.steps.append(Draw(event.seat, event.tile))
        elif isinstance(event, KandoraTurned):
            assert event.tile is not None
            reveal = Reveal(event.tile, event.instant)
            before = event.instant is Turned.DISCARD and isinstance(hand.steps[-1], Discard)
            hand.steps.insert(len(hand.steps) - before, reveal)
    shown = tuple(tile for tile in kyoku.ura_indicators[: kyoku.face_up] if tile is not None)
    hand.wins = [_win(win, riichi=kyoku.riichi[win.seat], ura=shown) for win in outcome.wins]
    if not outcome.wins:
        tenpai = outcome.tenpai if outcome.type is ResultType.EXHAUSTIVE_DRAW else None
        hand.draw = RecordedDraw(outcome.type, outcome.changes, tenpai)
    return hand


def _win(win: Win, *, riichi: bool, ura: tuple[Tile, ...]) -> RecordedWin:
    value = win.value
    dora = {"dora": value.dora, "ura": value.ura, "red": value.red}
    yaku = dict.fromkeys(value.yakuman, 13) or {**value.yaku, **{name: han for name, han in dora.items() if han}}
    return RecordedWin(
        seat=win.seat,
        source=win.source,
        tile=win.tile,
        changes=win.changes,
        han=sum(yaku.values()),
        fu=value.fu,
        points=value.points(dealer=win.seat is Seat.EAST, tsumo=win.source is None),
        yaku=yaku,
        yakuman=tuple(value.yakuman),
        ura=ura if riichi else (),
        liable=win.liable[0].seat if win.liable else None,
    )


def hands_of(wall: Sequence[Tile]) -> list[list[Tile]]:
    """What a wall deals, by seat."""
    return [
        [*(wall[16 * part + 4 * seat + at] for part in range(3) for at in range(4)), wall[48 + seat]]
        for seat in range(4)
    ]


def played(rules: Ruleset, seed: int, *, calls: float = 0.7, red_fives: int | None = None) -> RecordedHand:
    """A hand played by chance from this seed, with many calls and kans; none of it but the seed decides what
    happens."""
    chance = random.Random(seed)
    reds = rules.scoring.red_fives if red_fives is None else red_fives
    wall = (rich_wall if chance.random() < 0.7 else plain_wall)(chance, reds)
    kyoku = KyokuMachine(rules, wall=wall)
    while kyoku.outcome is None:
        kyoku.push(_choose(kyoku, chance, calls))
    return recorded(kyoku, hands_of(wall), number=1 + seed % 4)


def _choose(kyoku: KyokuMachine, chance: random.Random, calls: float) -> Action:
    legal = kyoku.legal_actions()
    wins = [action for action in legal if isinstance(action, Ron | Tsumo)]
    if wins and chance.random() < 0.8:
        return chance.choice(wins)
    sets = [action for action in legal if isinstance(action, Chi | Pon | Daiminkan | Ankan | Shouminkan)]
    if sets and chance.random() < calls:
        return chance.choice(sets)
    quiet = [action for action in legal if not isinstance(action, Ron | Tsumo | Kyuushu | Chi | Pon | Daiminkan)]
    # Tiles of which two are held are thrown often: the same player then throws the same tile twice.
    discards = [action for action in quiet if isinstance(action, Discard)]
    if discards and chance.random() < 0.6:
        hand = kyoku.hands[kyoku.turn]
        pairs = [action for action in discards if hand[action.tile] >= 2]
        riichi = [action for action in discards if action.riichi]
        return chance.choice(riichi or pairs or discards)
    return chance.choice(quiet or legal)
