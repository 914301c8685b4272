"""majiang-core's records (牌譜 of 電脳麻将): JSON, one object per event, seats counted from the dealer.

Two programs write this format, in dialects of their own:

| | majiang-core | @kobalab/tenhou-log, from Tenhou's XML |
|---|---|---|
| draws | 荒牌平局, 三家和, 四開槓 | 流局, 三家和了, 四槓散了 |
| yaku | 翻牌 白, ダブル立直, 国士無双十三面 | 役牌 白, 両立直, 国士無双１３面 |
| riichi of a winner | `*` in `shoupai` | no mark |
| indicator of an ankan | with the replacement draw, as turned | with the replacement draw, whenever it was turned |
| final points | `Math.round`: half up | as Tenhou states them |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kanrules.errors import UnreadableError
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.tiles import KIND, Tile
from kanrules.records import unsaid
from kanrules.records.builder import HandBuilder, red_fives_seen
from kanrules.records.format import Content, Format
from kanrules.records.members import shown as printable
from kanrules.records.recorded import AT_THE_END_OF_THE_WALL, Fact, Record, RecordedHand, RecordedWin
from kanrules.records.tenhou_names import DRAWS_BY_WORD, JAPANESE, YAKUMAN

TILES: dict[str, Tile] = {
    **{f"{suit}{n}": 9 * at + n - 1 for at, suit in enumerate("mps") for n in range(1, 10)},
    **{f"z{n}": 26 + n for n in range(1, 8)},
    "m0": 34,
    "p0": 35,
    "s0": 36,
}
"""Tiles by majiang-core's name, which has the suit first; 0 is a red five."""
YAKU: dict[str, str] = {
    **JAPANESE,
    "翻牌 白": "haku",
    "翻牌 發": "hatsu",
    "翻牌 中": "chun",
    "国士無双十三面": "kokushi_13",
}
DRAWS: dict[str, ResultType] = {**DRAWS_BY_WORD, "荒牌平局": ResultType.EXHAUSTIVE_DRAW}
_OWN = frozenset(("荒牌平局", "三家和", "四開槓", "ダブル立直", "翻牌 白", "翻牌 發", "翻牌 中", "国士無双十三面"))
"""Words that majiang-core writes and the converter does not."""
_CONVERTED = frozenset(("流局", "三家和了", "四槓散了", "両立直", "役牌 白", "役牌 發", "役牌 中", "国士無双１３面"))
"""Words that the converter writes and majiang-core does not."""
_FROM = {"+": 1, "=": 2, "-": 3}
"""Source of a called tile: the next player, the opposite one, the previous one."""
_MELD = re.compile(r"([mpsz])([0-9]+)(?:([-+=])([0-9]*))?")
_DISCARD = re.compile(r"([mpsz][0-9])(_?)(\*?)")


def _tile(name: Any) -> Tile:
    tile = TILES.get(name[:2]) if isinstance(name, str) else None
    if tile is None:
        raise UnreadableError(f"{name!r:.40} is not a tile; expected, for example, m5, p0, z7")
    return tile


def _hand(text: Any) -> list[Tile]:
    tiles: list[Tile] = []
    suit = ""
    for char in text if isinstance(text, str) and len(text) < 60 else "?":
        if char in "mpsz":
            suit = char
        elif suit + char in TILES:
            tiles.append(TILES[suit + char])
        else:
            raise UnreadableError(f"{text!r:.60} is not a dealt hand; expected, for example, m123p406z1177")
    return tiles


def _int(data: dict[str, Any], key: str) -> int:
    value = data.get(key)
    if type(value) is not int:
        raise UnreadableError(f"{key} {value!r:.40}; expected a number")
    return value


def _four(data: dict[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list) or len(value) != 4:
        raise UnreadableError(f"{key} {value!r:.60}; expected four entries")
    return value


def _four_numbers(data: dict[str, Any], key: str) -> list[int]:
    values = _four(data, key)
    if not all(type(v) is int or (type(v) is float and v == int(v)) for v in values):
        raise UnreadableError(f"{key} {values!r:.60}; expected four whole numbers")
    return [int(v) for v in values]


def _own(log: list[Any]) -> bool:
    """Return True if majiang-core itself wrote this game, as its words show: then its moments count."""
    words: set[str] = set()
    for entries in log:
        for entry in entries if isinstance(entries, list) else ():
            for word, data in entry.items() if isinstance(entry, dict) else ():
                if not isinstance(data, dict):
                    continue
                if word == "pingju":
                    words.add(str(data.get("name")))
                elif word == "hule":
                    named = data.get("hupai")
                    named = named if isinstance(named, list) else []
                    words |= {str(yaku.get("name")) for yaku in named if isinstance(yaku, dict)}
                    shown = data.get("shoupai")
                    if isinstance(shown, str) and "*" in shown:
                        words.add("翻牌 白")
    return words.isdisjoint(_CONVERTED) and not words.isdisjoint(_OWN)


class _MajiangReader:
    """Reads the hand that a `qipai` begins. Players are numbered so that the dealer is player `jushu`."""

    def __init__(self, start: dict[str, Any], reds: int) -> None:
        self.first = _int(start, "jushu")
        if not 0 <= self.first < 4:
            raise UnreadableError(f"jushu {self.first}; expected 0 to 3")
        hands = [_hand(text) for text in _four(start, "shoupai")]
        scores = None if start.get("defen") is None else self._by_player(_four_numbers(start, "defen"))
        self.hand = HandBuilder(
            round_wind=_int(start, "zhuangfeng"),
            dealer=self.first,
            honba=None if start.get("changbang") is None else _int(start, "changbang"),
            sticks=None if start.get("lizhibang") is None else _int(start, "lizhibang"),
            scores=scores,
            hands=self._by_player(hands),
            indicator=_tile(start.get("baopai")),
            red_fives=reds,
            fields=("defen", "changbang", "lizhibang"),
        )
        self.instant = Turned.DECLARATION
        self.turned = 0
        self.melds: list[list[str]] = [[], [], [], []]

    def _by_player(self, values: list[Any]) -> list[Any]:
        return [values[(player - self.first) % 4] for player in range(4)]

    def _player(self, data: dict[str, Any]) -> int:
        seat = _int(data, "l")
        if not 0 <= seat < 4:
            raise UnreadableError(f"l {seat}; expected 0 to 3")
        return (seat + self.first) % 4

    def apply(self, word: str, data: dict[str, Any]) -> None:
        """Read one event after the deal."""
        hand = self.hand
        if hand.ended and word not in ("hule", "kaigang"):
            raise UnreadableError("an event after the end of the hand")
        if word in ("zimo", "gangzimo"):
            hand.draw(self._player(data), _tile(data.get("p")))
            self.instant = Turned.RINSHAN_DRAW
        elif word == "dapai":
            found = _DISCARD.fullmatch(data["p"]) if isinstance(data.get("p"), str) else None
            if found is None:
                raise UnreadableError(f"{data.get('p')!r:.40} is not a discard; expected, for example, m5, m5_ or m5*")
            hand.discard(self._player(data), _tile(found[1]), bool(found[2]), bool(found[3]))
            self.instant = Turned.DISCARD
        elif word == "fulou":
            self._call(data)
        elif word == "gang":
            tiles, called, _, added = self._meld(data)
            player = self._player(data)
            word = str(data.get("m"))
            self.melds[player] = [meld for meld in self.melds[player] if added < 0 or meld != word[:-1]] + [word]
            # majiang-core turns a pending indicator of an earlier kan before this kan can be robbed.
            self.instant = Turned.NEXT_KAN_ANNOUNCED
            if called < 0:
                if len(tiles) != 4 or len({KIND[tile] for tile in tiles}) != 1:
                    raise UnreadableError(f"{data.get('m')!r:.40} is not an ankan")
                hand.ankan(player, tiles[0])
            elif added >= 0:
                hand.shouminkan(player, added)
            else:
                raise UnreadableError(f"{data.get('m')!r:.40} is not a kan in the player's own turn")
        elif word == "kaigang":
            self.turned += 1
            own = self.instant is Turned.NEXT_KAN_ANNOUNCED and self.turned == len(hand.kans)
            hand.reveal(_tile(data.get("baopai")), Turned.DECLARATION if own else self.instant)
        elif word == "hule":
            self._win(data)
        elif word == "pingju":
            name = data.get("name")
            shown = _four(data, "shoupai") if data.get("shoupai") is not None else [""] * 4
            for seat, text in enumerate(shown):
                if isinstance(text, str) and text:
                    self._shows((seat + self.first) % 4, text)
            paid = self._paid(data)
            draw = hand.end_in_draw(hand.draw_type_named(name, DRAWS, paid), paid)
            hand.lacking((unsaid.KIND_OF_DRAW, "name", name or None))
            at_the_end = draw.type in AT_THE_END_OF_THE_WALL
            hand.lacking((unsaid.TENPAI if at_the_end else unsaid.SHOWN, "shoupai", data.get("shoupai")))
            if at_the_end and not any(shown) and any(paid or ()):  # a converter fills in no hands
                hand.lacks(unsaid.TENPAI, "shoupai")
            elif at_the_end and data.get("shoupai") is not None:
                draw.tenpai = tuple(sorted(hand.seat((seat + self.first) % 4) for seat in range(4) if shown[seat]))
        else:
            raise UnreadableError("an event that majiang-core does not have")

    def _paid(self, data: dict[str, Any]) -> list[int] | None:
        """Return the payments by player, or None if the record does not say."""
        self.hand.lacking((unsaid.PAYMENTS, "fenpei", data.get("fenpei")))
        return None if data.get("fenpei") is None else self._by_player(_four_numbers(data, "fenpei"))

    def _meld(self, data: dict[str, Any]) -> tuple[list[Tile], Tile, int, Tile]:
        """Return the tiles from the hand, the called tile, the distance in seats from the caller to the discarder, and
        the added tile of a shouminkan.
        """
        found = _MELD.fullmatch(data["m"]) if isinstance(data.get("m"), str) and len(data["m"]) < 8 else None
        if found is None:
            raise UnreadableError(f"{data.get('m')!r:.40} is not a meld; expected, for example, m12-3, z111=, p1111")
        suit, before, direction, after = found.groups()
        tiles = [_tile(suit + digit) for digit in before]
        if direction is None:
            return tiles, -1, 0, -1
        called = tiles.pop()
        rest = [_tile(suit + digit) for digit in after or ""]
        same = {KIND[tile] for tile in (called, *tiles, *rest)}
        if len(rest) == 1 and len(tiles) == 2 and len(same) == 1:
            return tiles, called, _FROM[direction], rest[0]
        return [*tiles, *rest], called, _FROM[direction], -1

    def _shows(self, player: int, text: str) -> bool:
        """Check the hand shown at the end, with its melds after commas. Return True if it is marked as in riichi."""
        concealed, *melds = text.split(",")
        self.hand.shows(player, _hand(concealed.replace("*", "")))
        if sorted(melds) != sorted(self.melds[player]):
            called = " ".join(self.melds[player]) or "none"
            self.hand.contradicts(f"player {player} shows melds {' '.join(melds)[:80] or 'none'}", f"called: {called}")
        return "*" in concealed

    def _call(self, data: dict[str, Any]) -> None:
        player = self._player(data)
        self.melds[player].append(str(data.get("m")))
        using, called, offset, added = self._meld(data)
        if called < 0 or added >= 0:
            raise UnreadableError(f"{data.get('m')!r:.40} does not say which player was called")
        source = (player + offset) % 4
        self.instant = Turned.DECLARATION
        same = {KIND[tile] for tile in (called, *using)}
        if len(using) == 3 and len(same) == 1:
            self.hand.daiminkan(player, source, called)
        elif len(using) != 2:
            raise UnreadableError(f"{data.get('m')!r:.40} is not a call; expected, for example, m12-3, z111=, p1111-")
        elif len(same) == 1:
            self.hand.pon(player, source, called, using)
        else:
            self.hand.chi(player, source, called, using)

    def _win(self, data: dict[str, Any]) -> None:
        hand = self.hand
        player = self._player(data)
        loser = data.get("baojia")
        if loser is not None and loser not in (0, 1, 2, 3):
            raise UnreadableError(f"baojia {loser!r:.40}; expected 0 to 3, or null for a tsumo")
        source = player if loser is None else (loser + self.first) % 4
        yaku: dict[str, int] = {}
        yakuman = []
        unknown = []
        listed: list[str] = []
        liable = None
        named = data.get("hupai") or ()
        for entry in named if isinstance(named, list | tuple) else (named,):
            if not isinstance(entry, dict):
                raise UnreadableError(f"hupai {entry!r:.40}; expected objects with name and fanshu")
            name = YAKU.get(str(entry.get("name")))
            value = entry.get("fanshu")
            if name is None:
                unknown.append(printable(str(entry.get("name")))[:40])
                continue
            listed.append(name)
            if name in YAKUMAN:
                yakuman.append(name)
                yaku[name] = 13 * len(value) if isinstance(value, str) else 13
                offset = _FROM.get(str(entry.get("baojia")))
                if offset is not None:
                    liable = hand.seat((player + offset) % 4)
            elif type(value) is int:
                yaku[name] = value
            else:
                raise UnreadableError(f"fanshu {value!r:.40}; expected a number")
        hand.lists(player, listed)
        # If multiple yakuman do not add up, it counts one, even if it lists several.
        count, stars = data.get("damanguan"), sum(yaku[name] for name in yakuman) // 13
        if count is not None and named and not unknown and count not in (stars, min(stars, 1)):
            hand.contradicts(f"{count!r:.20} yakuman", f"the listed yakuman are {stars}")
        ura = data.get("fubaopai")
        if ura is not None and (not isinstance(ura, list) or len(ura) > 5):
            raise UnreadableError(f"fubaopai {ura!r:.40}; expected up to five tiles")
        fu = data.get("fu")
        worth = data.get("defen")
        han = data.get("fanshu")
        riichi = None
        if isinstance(data.get("shoupai"), str):
            # A program that writes no marks does not say that a winner was not in riichi.
            riichi = self._shows(player, data["shoupai"]) or None
            if player in hand.riichi:
                hand.lacking((unsaid.IN_RIICHI, "", riichi))
        changes = self._paid(data)
        hand.lacking(
            (unsaid.YAKU, "hupai", named or None),
            (unsaid.VALUE, "defen", worth),
            (unsaid.SHOWN, "shoupai", data.get("shoupai")),
        )
        if yakuman:
            hand.lacking((unsaid.YAKUMAN, "damanguan", count))
        else:
            hand.lacking((unsaid.FU, "fu", fu), (unsaid.HAN, "fanshu", han))
        hand.win(
            player,
            source,
            RecordedWin(
                seat=hand.seat(player),
                source=None if loser is None else hand.seat(source),
                tile=None,
                changes=None if changes is None else hand.by_seat(changes),
                han=han if type(han) is int else None,
                fu=fu if type(fu) is int else None,
                points=worth if type(worth) is int else None,
                yaku=yaku if named else None,
                yakuman=tuple(yakuman),
                ura=tuple([_tile(name) for name in ura]) if ura is not None else None,
                liable=liable,
                unknown_yaku=tuple(unknown),
                riichi=riichi,
            ),
        )


_Final = tuple[list[int] | None, list[float] | None]
"""Scores and final points at the end of the game, by place at the table; None for what the record does not say."""


def _final(value: dict[str, Any]) -> _Final:
    """Return `defen` and `point`."""
    scores, points = value.get("defen"), value.get("point")
    try:
        if len(scores or [0] * 4) != 4 or len(points or [0] * 4) != 4:
            raise ValueError
        return (
            None if scores is None else [int(n) for n in scores],
            None if points is None else [float(n) for n in points],
        )
    except (TypeError, ValueError, OverflowError):
        raise UnreadableError(f"defen {scores!r:.60}, point {points!r:.60}; expected four numbers each") from None


def _places(ranks: Any, scores: list[int]) -> bool:
    """Return True if these places match these scores. Equal scores may be in either order."""
    if not isinstance(ranks, list) or sorted(map(repr, ranks)) != ["1", "2", "3", "4"]:
        return False
    by_place = [score for _, score in sorted(zip(ranks, scores, strict=True))]
    return by_place == sorted(scores, reverse=True)


def _event(entry: Any) -> tuple[str, dict[str, Any]]:
    if isinstance(entry, dict) and len(entry) == 1:
        ((word, data),) = entry.items()
        if isinstance(data, dict):
            return word, data
    raise UnreadableError(f"{entry!r:.60} is not an event; expected an object with one key")


def _hands(
    log: list[Any], reds: int, file: str, final: _Final, first: int | None, ranks: Any
) -> Iterator[RecordedHand]:
    own = _own(log)
    for number, entries in enumerate(log, 1):
        name, at, word = str(number), 0, ""
        try:
            if not isinstance(entries, list) or not entries:
                raise UnreadableError(f"{entries!r:.60} is not a hand; expected a list of events")
            word, data = _event(entries[0])
            if word != "qipai":
                raise UnreadableError("a hand that does not begin with qipai")
            reader = _MajiangReader(data, reds)
            name = reader.hand.hand.name
            if not own:
                reader.hand.hand.leaves_open(Fact.MOMENTS)
            for at, entry in enumerate(entries[1:], 1):  # noqa: B007  # the message below names it
                word, data = _event(entry)
                reader.apply(word, data)
        except UnreadableError as error:
            raise UnreadableError(f"hand {name}, event {at} {word}: {error}", file=file) from None
        hand = reader.hand.hand
        hand.cut = not reader.hand.ended
        if number == len(log):
            scores, points = final
            reader.hand.lacking(
                (unsaid.DEALER, "qijia", first),
                (unsaid.FINAL_SCORES, "defen", scores),
                (unsaid.FINAL_POINTS, "point", points),
                (unsaid.PLACES, "rank", ranks),
            )
            # They are ordered by seats at the table, where `qijia` is the first dealer.
            if first is not None:
                hand.final = None if scores is None else tuple(scores[(first + player) % 4] for player in range(4))
                hand.final_points = None if points is None else tuple(points[(first + p) % 4] for p in range(4))
            if ranks is not None and scores is not None and not _places(ranks, scores):
                reader.hand.contradicts(f"rank {ranks!r:.40}", f"defen {scores}")
        yield hand


def _appearing(entries: Any) -> Iterator[Tile]:
    """Yield the tiles of a hand as they are first seen: dealt, drawn, turned, ura."""
    for entry in entries if isinstance(entries, list) else ():
        for word, data in entry.items() if isinstance(entry, dict) else ():
            if not isinstance(data, dict):
                continue
            if word == "qipai" and isinstance(data.get("shoupai"), list):
                for text in data["shoupai"]:
                    suit = ""
                    for char in text if isinstance(text, str) else "":
                        suit = char if char in "mpsz" else suit
                        if char in "05" and f"{suit}{char}" in TILES:
                            yield TILES[f"{suit}{char}"]
            first_of_all = data.get("p") if word in ("zimo", "gangzimo") else data.get("baopai")
            for name in (first_of_all, *(data.get("fubaopai") or () if isinstance(data.get("fubaopai"), list) else ())):
                if isinstance(name, str) and name[:2] in TILES:
                    yield TILES[name[:2]]


def _scope(log: list[Any]) -> str:
    first = log[0][0] if log and isinstance(log[0], list) and log[0] else None
    deal = first.get("qipai") if isinstance(first, dict) else None
    hands = deal.get("shoupai") if isinstance(deal, dict) else None
    if isinstance(hands, list):
        if len(hands) == 3:
            return "three players (three hands are dealt)"
        if any(text == "" or (isinstance(text, str) and "_" in text) for text in hands):
            return "one player's view: the tiles of the others are not recorded"
    return ""


def sniff(content: Content) -> bool:
    """Return True if this is an object whose `log` begins with a `qipai`."""
    value = content.value
    if not isinstance(value, dict) or not isinstance(value.get("log"), list) or not value["log"]:
        return False
    first = value["log"][0]
    return isinstance(first, list) and bool(first) and isinstance(first[0], dict) and "qipai" in first[0]


def read(content: Content, file: str) -> Record:
    """Return a majiang-core object as one game. Its hands are read on demand.

    Raises UnreadableError with file, hand, and event. Source: majiang-core 1.4.1.
    """
    value = content.value
    log = value["log"]
    scope = _scope(log)
    reds = red_fives_seen(map(_appearing, log))
    try:
        final = _final(value)
    except UnreadableError as error:
        raise UnreadableError(str(error), file=file) from None
    first = value.get("qijia")
    if first not in (0, 1, 2, 3, None):
        raise UnreadableError(f"qijia {first!r:.40}; expected 0 to 3", file=file)
    hands = iter(()) if scope else _hands(log, reds, file, final, first, value.get("rank"))
    return Record(file=file, format=FORMAT.name, keeps_instants=True, hands=hands, out_of_scope=scope)


FORMAT = Format("majiang", sniff, read)
