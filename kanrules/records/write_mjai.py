"""Write recorded hands as mjai, one JSON event per line, for viewers and engines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec

from kanrules.pieces.actions import Discard, KanAction, mjai_event
from kanrules.pieces.events import ResultType
from kanrules.pieces.mjai_tiles import MJAI as NAMES
from kanrules.pieces.tiles import Seat, Tile
from kanrules.records.recorded import RecordedHand, RecordedWin, Reveal
from kanrules.records.writing import whole_kind

REASONS: dict[ResultType, str] = {
    ResultType.EXHAUSTIVE_DRAW: "fanpai",
    ResultType.NAGASHI_MANGAN: "nagashimangan",
    ResultType.KYUUSHU_KYUUHAI: "kyushukyuhai",
    ResultType.SUUFON_RENDA: "sufonrenta",
    ResultType.SUUCHA_RIICHI: "suchareach",
    ResultType.SANCHAHOU: "sanchaho",
    ResultType.FOUR_KANS: "sukaikan",
    # Not part of mjai, which has no word for it.
    ResultType.FIFTH_KAN: "gokaikan",
}
PLAYERS = ("player0", "player1", "player2", "player3")


HIDDEN = "?"
"""mjai's text for a hidden tile."""


def _by_player(hand: RecordedHand, values: Sequence[Any]) -> list[Any]:
    by_player: list[Any] = [None] * len(hand.players)
    for seat, player in enumerate(hand.players):
        by_player[player] = values[seat]
    return by_player


def _names(tiles: Iterable[Tile]) -> list[str]:
    return [NAMES[tile] for tile in tiles]


def events(hand: RecordedHand) -> Iterator[dict[str, Any]]:
    """Yield the events of one hand, from start_kyoku to end_kyoku. An incomplete hand has neither hora nor ryukyoku."""
    players = hand.players
    yield {
        "type": "start_kyoku",
        "bakaze": "ESWN"[hand.round_wind],
        "dora_marker": NAMES[hand.indicator],
        "kyoku": hand.number,
        "honba": hand.honba,
        "kyotaku": hand.sticks,
        "oya": players[0],
        "scores": _by_player(hand, hand.scores),
        "tehais": _by_player(hand, [_names(tiles) for tiles in hand.hands]),
    }
    source = -1
    kans = 0
    last = len(hand.steps) - 1
    for at, step in enumerate(hand.steps):
        if isinstance(step, Reveal):
            dora = {"type": "dora", "dora_marker": NAMES[step.tile]}
            if step.instant is not None:
                # Not part of mjai: other programs ignore it, and no moment is lost.
                dora["instant"] = step.instant.value
            yield dora
        elif isinstance(step, KanAction):
            kans += 1
            actor = players[step.seat]
            event = mjai_event(step, actor, source, whole_kind(step.tile, hand.red_fives))
            yield event | _at_once(hand, kans)
        elif isinstance(step, Discard):
            actor = players[step.seat]
            if step.riichi:
                yield {"type": "reach", "actor": actor}
            yield mjai_event(step, actor)
            accepted = not (at == last and hand.wins) if hand.accepted is None else step.seat in hand.accepted
            if step.riichi and accepted:
                yield {"type": "reach_accepted", "actor": actor}
            source = actor
        elif step.seat is not None:
            yield mjai_event(step, players[step.seat], source)
    for win in hand.wins:
        yield _hora(hand, win)
    if hand.draw is not None:
        draw: dict[str, Any] = {"type": "ryukyoku"}
        if hand.draw.type in REASONS:
            draw["reason"] = REASONS[hand.draw.type]
        if hand.draw.changes is not None:
            draw["deltas"] = _by_player(hand, hand.draw.changes)
        if hand.draw.tenpai is not None:
            draw["tenpais"] = _by_player(hand, [Seat(seat) in hand.draw.tenpai for seat in range(len(players))])
        yield draw
    yield {"type": "end_kyoku"}


def _at_once(hand: RecordedHand, kan: int) -> dict[str, Any]:
    """Return the immediate payments for a kan as a field of its event.

    The field is not part of mjai: other programs ignore it, and kanrules loses no payment.
    """
    paid = [
        {
            "actor": hand.players[one.seat],
            "target": None if one.to is None else hand.players[one.to],
            "points": one.points,
        }
        for one in hand.at_once
        if one.kan == kan
    ]
    return {"kan_payments": paid} if paid else {}


def _hora(hand: RecordedHand, win: RecordedWin) -> dict[str, Any]:
    event: dict[str, Any] = {
        "type": "hora",
        "actor": hand.players[win.seat],
        "target": hand.players[win.seat if win.source is None else win.source],
    }
    if win.changes is not None:
        event["deltas"] = _by_player(hand, win.changes)
    if win.tile is not None:
        event["pai"] = NAMES[win.tile]
    for name, value in (("fan", win.han), ("fu", win.fu), ("hora_points", win.points)):
        if value is not None:
            event[name] = value
    if win.ura is not None:
        event["ura_markers"] = _names(win.ura)
    return event


def lines(hands: Iterable[RecordedHand], names: Sequence[str] = PLAYERS) -> Iterator[str]:
    """Yield a whole game as mjai, line by line without line ends: start_game, each hand, end_game.

    Leaves out what mjai has no field for: yaku in kanrules' spelling, and who was liable.
    """
    told = iter(hands)
    first = next(told, None)
    whose = list(names) if first is None else list(names)[: len(first.players)]
    yield msgspec.json.encode({"type": "start_game", "names": whose}).decode()
    final = None
    for hand in () if first is None else chain((first,), told):
        final = hand.final
        for event in events(hand):
            yield msgspec.json.encode(event).decode()
    end: dict[str, Any] = {"type": "end_game"} if final is None else {"type": "end_game", "scores": list(final)}
    yield msgspec.json.encode(end).decode()


def write(hands: Iterable[RecordedHand]) -> bytes:
    """Return a whole game as the bytes of a file; see `lines`."""
    return "\n".join(lines(hands)).encode()
