"""Write recorded hands as Tenhou's JSON, which the viewer at tenhou.net/6 and many tools open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Ankan, Chi, Daiminkan, Discard, Draw, Kita, Pon, Shouminkan
from kanrules.pieces.tiles import KIND, Seat, Tile
from kanrules.records.recorded import RecordedDraw, RecordedHand, RecordedWin
from kanrules.records.tenhou6_words import KITA, TILES, TSUMOGIRI, WIN
from kanrules.records.tenhou_names import DRAWS_BY_WORD, JAPANESE, YAKUMAN
from kanrules.records.writing import indicators, whole_kind

NUMBER: dict[Tile, int] = {tile: number for number, tile in TILES.items()}
_YAKU = {name: japanese for japanese, name in reversed(JAPANESE.items()) if name not in ("seat_wind", "round_wind")}
_DRAWS = {kind: word for word, kind in reversed(DRAWS_BY_WORD.items())}
_LIMITS = {2000: "満貫", 3000: "跳満", 4000: "倍満", 6000: "三倍満", 8000: "役満"}
_WINDS = "東南西北"


def _text(letter: str, place: int, called: Sequence[Tile], using: Sequence[Tile]) -> str:
    """Return a call: the letter and the called tiles are on the left, in the middle, or on the right, depending on the
    source.
    """
    own = [str(NUMBER[tile]) for tile in using]
    at = (0, 1, len(own))[place]
    return "".join([*own[:at], letter, *(str(NUMBER[tile]) for tile in called), *own[at:]])


def _place(hand: RecordedHand, caller: Seat, source: Seat) -> int:
    # Three players sit as four with an empty seat.
    return (hand.players[caller] - hand.players[source]) % 4 - 1


def hand_entry(hand: RecordedHand) -> list[Any]:
    """Return one hand as an element of `log`. Raises UnreadableError for an incomplete hand."""
    if hand.cut or (not hand.wins and hand.draw is None):
        raise UnreadableError(f"hand {hand.name} is incomplete; Tenhou's JSON cannot hold a hand without a result")
    takes: list[list[Any]] = [[], [], [], []]
    drops: list[list[Any]] = [[], [], [], []]
    pons: dict[tuple[Seat, int], tuple[int, Tile, tuple[Tile, ...]]] = {}
    source = Seat.EAST
    for step in hand.steps:
        if isinstance(step, Draw):
            assert step.tile is not None, "a written hand names every drawn tile"
            takes[step.seat].append(NUMBER[step.tile])
        elif isinstance(step, Discard):
            number = TSUMOGIRI if step.tsumogiri else NUMBER[step.tile]
            drops[step.seat].append(f"r{number}" if step.riichi else number)
            source = step.seat
        elif isinstance(step, Chi):
            takes[step.seat].append(_text("c", 0, [step.tile], step.using))
        elif isinstance(step, Pon):
            place = _place(hand, step.seat, source)
            pons[step.seat, KIND[step.tile]] = (place, step.tile, step.using)
            takes[step.seat].append(_text("p", place, [step.tile], step.using))
        elif isinstance(step, Daiminkan):
            using = whole_kind(step.tile, hand.red_fives)
            using.remove(step.tile)
            takes[step.seat].append(_text("m", _place(hand, step.seat, source), [step.tile], using))
            # A replacement tile follows instead of a discard, but the lists must have an entry for each turn.
            drops[step.seat].append(0)
        elif isinstance(step, Ankan):
            *using, last = whole_kind(step.tile, hand.red_fives)
            drops[step.seat].append(_text("a", 2, [last], using))
        elif isinstance(step, Kita):
            drops[step.seat].append(KITA)
        elif isinstance(step, Shouminkan):
            place, called, pon = pons[step.seat, KIND[step.tile]]
            drops[step.seat].append(_text("k", place, [step.tile, called], pon))
    ura: tuple[Tile, ...] = max((win.ura or () for win in hand.wins), key=len, default=())
    entry: list[Any] = [
        [4 * hand.round_wind + hand.number - 1, hand.honba, hand.sticks],
        _by_player(hand, hand.scores),
        [NUMBER[tile] for tile in indicators(hand)],
        [NUMBER[tile] for tile in ura],
    ]
    for player in range(len(hand.players)):
        seat = hand.players.index(player)
        entry += [[NUMBER[tile] for tile in hand.hands[seat]], takes[seat], drops[seat]]
    if len(hand.players) == 3:
        entry += [[], [], []]
    return [*entry, _result(hand)]


def _by_player(hand: RecordedHand, values: Sequence[int]) -> list[int]:
    """Return four numbers by player. With three players, the fourth is 0."""
    found = [values[hand.players.index(player)] for player in range(len(hand.players))]
    return [*found, *[0] * (4 - len(found))]


def _result(hand: RecordedHand) -> list[Any]:
    if hand.draw is not None:
        word = _DRAWS.get(hand.draw.type)
        if word is None:
            raise UnreadableError(f"hand {hand.name}: Tenhou's JSON has no word for {hand.draw.type}")
        changes = _paid(hand, hand.draw)
        if not any(changes):
            if hand.draw.tenpai is not None and len(hand.draw.tenpai) in (0, len(hand.players)) and word == "流局":
                word = "全員聴牌" if hand.draw.tenpai else "全員不聴"
            # The bare word for an exhaustive draw does not say whether nothing was paid.
            return [word, [0, 0, 0, 0]] if word == "流局" else [word]
        return [word, _by_player(hand, changes)]
    result: list[Any] = [WIN]
    for win in hand.wins:
        winner = hand.players[win.seat]
        source = winner if win.source is None else hand.players[win.source]
        liable = winner if win.liable is None else hand.players[win.liable]
        result += [_by_player(hand, _paid(hand, win)), [winner, source, liable, _worth(hand, win), *_yaku(hand, win)]]
    return result


def _paid(hand: RecordedHand, end: RecordedWin | RecordedDraw) -> tuple[int, ...]:
    """Return the payments, which Tenhou's JSON cannot leave out."""
    if end.changes is None:
        raise UnreadableError(f"hand {hand.name}: the payments are not recorded, and Tenhou's JSON cannot omit them")
    return end.changes


def _worth(hand: RecordedHand, win: RecordedWin) -> str:
    """Return the value of a hand in Tenhou's words: 30符3飜3900点, 満貫4000点∀, 跳満3000-6000点."""
    dealer = win.seat is Seat.EAST
    others = [change for seat, change in enumerate(_paid(hand, win)) if seat != win.seat]
    points = win.points
    if points is None:
        # All that changed hands except honba; the riichi sticks came from the table.
        points = -sum(others) - (100 * len(others) * hand.honba if win is hand.wins[0] else 0)
    times = 6 if dealer else 4
    if len(others) == 2 and win.source is None:
        # The share of the absent player in a tsumo is not paid.
        times -= 2 if dealer else 1
    limit = _LIMITS.get(points // times) if points % times == 0 else None
    if win.yakuman:
        limit = "役満"
    head = limit if limit else f"{win.fu}符{win.han}飜" if win.fu and win.han else ""
    if win.source is not None or win.liable is not None:
        return f"{head}{points}点"
    shares = sorted({-change - 100 * hand.honba for change in others})
    if dealer:
        return f"{head}{points // len(others)}点∀"
    return f"{head}{shares[0]}-{shares[-1]}点"


def _yaku(hand: RecordedHand, win: RecordedWin) -> list[str]:
    words = []
    for name, han in (win.yaku or {}).items():
        if name == "seat_wind":
            word = f"自風 {_WINDS[win.seat]}"
        elif name == "round_wind":
            word = f"場風 {_WINDS[hand.round_wind]}"
        else:
            word = _YAKU[name]
        words.append(f"{word}(役満)" if name in YAKUMAN else f"{word}({han}飜)")
    return words


def game(
    hands: Iterable[RecordedHand], names: Sequence[str] = ("player0", "player1", "player2", "player3"), title: str = ""
) -> dict[str, Any]:
    """Return a whole game as a tenhou.net/6 object, ready for JSON. The moments of dora indicators are lost, because
    the format does not keep them.

    Takes the hands, the players' names, and a title. Raises UnreadableError for an incomplete hand.
    """
    played = list(hands)
    reds = max((hand.red_fives for hand in played), default=3)
    rule: dict[str, Any] = {"disp": title, "aka": 1 if reds else 0}
    if reds == 4:
        rule |= {"aka51": 1, "aka52": 2, "aka53": 1}
    elif reds == 2 and len(played[0].players) == 4:
        rule |= {"aka51": 0, "aka52": 1, "aka53": 1}
    named = list(names)
    if played and len(played[0].players) == 3:
        named = [*named[:3], ""]
        rule["disp"] = title if "三" in title else f"三{title}"
    found: dict[str, Any] = {"title": [title, ""], "name": named, "rule": rule}
    if played and played[-1].final is not None and played[-1].final_points is not None:
        pairs = zip(played[-1].final, played[-1].final_points, strict=True)
        found["sc"] = [number for pair in pairs for number in pair]
        found["sc"] += [0] * (8 - len(found["sc"]))
    return {**found, "log": [hand_entry(hand) for hand in played]}


def write(hands: Iterable[RecordedHand]) -> bytes:
    """Return a whole game as the bytes of a file; see `game`."""
    return msgspec.json.encode(game(hands))
