"""Mahjong Soul: the game's own records, in the protobuf wire format or as JSON from the common exporters (with the same
fields).

A kan dora indicator is turned where a message first lists it: with the replacement draw for an ankan, with the discard
for an open kan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from kanrules.errors import UnreadableError
from kanrules.locale.sentences import number as say_number
from kanrules.pieces.actions import Ankan, Chi, Daiminkan, Pon, Shouminkan
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.tiles import BY_NAME, KIND, NAMES, Tile
from kanrules.records import unsaid
from kanrules.records.builder import LIVE_TILES, HandBuilder, red_fives_seen
from kanrules.records.containers import until_it_breaks
from kanrules.records.format import Content, Format
from kanrules.records.members import shown as printable
from kanrules.records.mjsoul_room import Room, room, sets_rules
from kanrules.records.mjsoul_shapes import Action, MjsoulGame, from_json, from_wire, holds_game, is_wire
from kanrules.records.recorded import Record, RecordedHand, RecordedWin, Reveal, Stated
from kanrules.records.tenhou_names import YAKUMAN
from kanrules.records.writing import whole_kind
from kanrules.records.yaku_names import yaku_by

PLATFORM = "mahjong-soul"

YAKU_BY_ID: dict[int, str] = yaku_by("mjsoul")
"""Yaku by the platform's number; "" if there is no such yaku."""
YAKU_BY_NAME: dict[str, str] = yaku_by("mjsoul_name")
"""Yaku by their Chinese name, which older records have in addition to the number or instead of it."""
LIUJU: dict[int, ResultType] = {
    1: ResultType.KYUUSHU_KYUUHAI,
    2: ResultType.SUUFON_RENDA,
    3: ResultType.FOUR_KANS,
    4: ResultType.SUUCHA_RIICHI,
    5: ResultType.SANCHAHOU,
}
TITLES: dict[str, str] = {
    "": "none", "满贯": "mangan", "跳满": "haneman", "倍满": "baiman", "三倍满": "sanbaiman", "累计役满": "yakuman",
    "役满": "yakuman",
}  # fmt: skip
"""Limits by the platform's name. Others (multiple yakuman) are skipped."""
CHI, PENG, MING_GANG = 0, 1, 2
ADD_GANG, AN_GANG = 2, 3
_OTHER_GAMES = {
    "RecordBaBei": "three players (a north is set aside)",
    "RecordRevealTile": "a table with other rules (tiles are face down)",
    "RecordSelectGap": "a table with other rules (players give up a suit)",
    "RecordChangeTile": "a table with other rules (tiles are exchanged)",
    "RecordHuleXueZhanMid": "a table with other rules (play continues after a win)",
    "RecordHuleXueLiuMid": "a table with other rules (play continues after a win)",
    "RecordGangResult": "a table with other rules (kans are paid for)",
    "RecordFillAwaitingTiles": "a table with other rules (waits are filled in)",
    "RecordNewCard": "a table with other rules (cards are played)",
}
_MING = re.compile(r"([a-z]+)\(([0-9][mpsz](?:,[0-9][mpsz]){2,3})\)")
STICK = 1000
_EVENT_FIELDS = ("muyu", "field_spell", "yongchang", "xia_ke_shang")


def _tile(name: Any) -> Tile:
    tile = BY_NAME.get(name) if isinstance(name, str) else None
    if tile is None:
        raise UnreadableError(f"{name!r:.60} is not a tile; expected, for example, 5p, 0p or 7z")
    return tile


def _tiles(data: dict[str, Any], key: str) -> list[Tile]:
    names = data.get(key) or []
    if isinstance(names, str):
        names = [names]
    if not isinstance(names, list) or len(names) > 20:
        raise UnreadableError(f"{key} {names!r:.60}; expected a list of tiles")
    return [_tile(name) for name in names]


def _named(tiles: Sequence[Tile]) -> str:
    return " ".join(NAMES[tile] for tile in tiles)


def _number(data: dict[str, Any], key: str) -> int:
    value = data.get(key, 0)
    if isinstance(value, bool):
        return int(value)
    if value is None:
        return 0
    if not isinstance(value, int):
        raise UnreadableError(f"{key} {value!r:.40}; expected a number")
    return value


def _numbers(data: dict[str, Any], key: str, count: int) -> list[int]:
    values = data.get(key) or []
    if not isinstance(values, list) or len(values) != count or not all(type(v) is int for v in values):
        raise UnreadableError(f"{key} {values!r:.60}; expected {count} numbers")
    return values


def _objects(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    values = data.get(key) or []
    if not isinstance(values, list) or len(values) > 8 or not all(isinstance(v, dict) for v in values):
        raise UnreadableError(f"{key} {values!r:.60}; expected a list of objects")
    return values


class _MjsoulReader:
    """Reads the hand that a RecordNewRound begins."""

    def __init__(self, start: dict[str, Any], reds: int, *, marked: bool) -> None:
        dealer = _number(start, "ju")
        players = 3 if _of_three(start) else 4
        hands = [_tiles(start, f"tiles{player}") for player in range(players)]
        doras = _tiles(start, "doras") or _tiles(start, "dora")
        if not doras:
            raise UnreadableError("no indicator")
        if not 0 <= dealer < players or len(hands[dealer]) != 14:
            dealt = say_number(len(hands[dealer]) if 0 <= dealer < players else 0, "tile")
            raise UnreadableError(f"dealer {dealer} is dealt {dealt}; expected 14")
        first = hands[dealer].pop()
        self.hand = HandBuilder(
            round_wind=_number(start, "chang"),
            dealer=dealer,
            honba=_number(start, "ben"),
            sticks=_number(start, "liqibang"),
            scores=_numbers(start, "scores", players) if start.get("scores") else None,
            hands=hands,
            indicator=doras[0],
            red_fives=reds,
        )
        self.hand.draw(dealer, first)
        self.doras = doras[:1]
        if len(doras) > 1:
            self.hand.contradicts(f"indicators {_named(doras)} at the deal", "one is turned at the deal")
        self.discards = 0
        self.draws = 1
        self.scores = [self.hand.hand.scores[self.hand.hand.players.index(player)] for player in range(players)]
        if marked:
            self.hand.hand.accepted = []
        self._left(start)

    def finished(self) -> RecordedHand:
        """Return the hand after its last message."""
        hand = self.hand.hand
        hand.cut = not self.hand.ended
        if hand.accepted is None:
            self.hand.not_marked("liqi")
        return hand

    def _left(self, data: dict[str, Any]) -> None:
        """Check how many live tiles the record says are left."""
        left = data.get("left_tile_count")
        if left is None and self.draws != LIVE_TILES[self.hand.count]:  # protocol buffers leave out a zero
            self.hand.lacks(unsaid.TILES_LEFT, "left_tile_count")
        if type(left) is int and left != LIVE_TILES[self.hand.count] - self.draws:
            live = LIVE_TILES[self.hand.count]
            self.hand.contradicts(
                f"{say_number(left, 'tile')} {'is' if left == 1 else 'are'} left", f"{self.draws} of {live} were drawn"
            )

    def _accepted(self, data: dict[str, Any]) -> None:
        """Record a riichi whose discard passed. It is paid with the next message, which repeats its player's score and
        the riichi sticks.
        """
        liqi = data.get("liqi")
        if not isinstance(liqi, dict) or not liqi or _number(liqi, "failed"):
            return
        player = _number(liqi, "seat")
        self.hand.pays_riichi(player)
        self.scores[player] -= STICK
        if liqi.get("score") is None or liqi.get("liqibang") is None or self.hand.hand.open:
            if self.scores[player]:
                self.hand.lacks(unsaid.SCORES_AFTER_RIICHI, "score" if liqi.get("score") is None else "liqibang")
            return
        if _number(liqi, "score") != self.scores[player]:
            self.hand.contradicts(f"score {liqi.get('score')!r:.20} after a riichi", f"it is {self.scores[player]}")
        sticks = self.hand.hand.sticks + len(self.hand.hand.accepted or ())
        if _number(liqi, "liqibang") != sticks:
            self.hand.contradicts(f"{liqi.get('liqibang')!r:.20} sticks after a riichi", f"there are {sticks}")

    def _turn_up(self, data: dict[str, Any], instant: Turned) -> None:
        doras = _tiles(data, "doras")
        if not doras:
            return
        for tile in doras[len(self.doras) :]:
            self.hand.reveal(tile, instant)
        if doras[: len(self.doras)] != self.doras:
            self.hand.contradicts(f"indicators {_named(doras)}", f"turned so far: {_named(self.doras)}")
        self.doras += doras[len(self.doras) :]

    def apply(self, name: str, data: dict[str, Any]) -> None:
        """Read one message after the deal."""
        hand = self.hand
        if hand.ended:
            raise UnreadableError("an event after the end of the hand")
        self._accepted(data)
        if name == "RecordDealTile":
            player = _number(data, "seat")
            hand.draw(player, _tile(data.get("tile")))
            self.draws += 1
            self._left(data)
            self._turn_up(data, Turned.RINSHAN_DRAW)
        elif name == "RecordDiscardTile":
            self._turn_up(data, Turned.DISCARD)
            riichi = bool(_number(data, "is_liqi") or _number(data, "is_wliqi"))
            # The dealer's fourteen tiles are sorted: which one was drawn last is unknown. A replacement tile is known.
            tile = _tile(data.get("tile"))
            tsumogiri = None if self.draws == 1 and not self.discards else bool(_number(data, "moqie"))
            if tsumogiri is False and data.get("moqie") is None and tile == hand.drawn:
                # Protocol buffers leave out a false, but it cannot be one if the player has no other tile to discard.
                player = _number(data, "seat")
                if hand.turn == player and (hand.held[player][tile] == 1 or player in hand.riichi):
                    tsumogiri = None
                    hand.lacks(unsaid.DRAWN, "moqie")
            self.discards += 1
            hand.discard(_number(data, "seat"), tile, tsumogiri, riichi)
        elif name == "RecordChiPengGang":
            self._call(data)
        elif name == "RecordAnGangAddGang":
            kind = _number(data, "type")
            tile = (_tiles(data, "tiles") or [-1])[0]
            if tile < 0 or kind not in (ADD_GANG, AN_GANG):
                raise UnreadableError(f"type {kind}; expected 2 (a tile added to a pon) or 3 (an ankan), and its tile")
            if kind == AN_GANG:
                hand.ankan(_number(data, "seat"), tile)
            else:
                hand.shouminkan(_number(data, "seat"), tile)
            # An indicator still pending from an earlier kan is turned as this one is announced, its own once it is
            # declared.
            waiting = len(hand.kans) - len(self.doras)
            self._turn_up(data, Turned.NEXT_KAN_ANNOUNCED if waiting > 0 else Turned.DECLARATION)
        elif name == "RecordBaBei":
            hand.kita(_number(data, "seat"), _tile(data["tile"]) if data.get("tile") else None)
            self._turn_up(data, Turned.KITA_ANNOUNCED)
        elif name == "RecordHule":
            self._wins(data)
        elif name == "RecordNoTile":
            scores = _objects(data, "scores")
            changes: list[int] | None = [0] * hand.count
            for entry in scores:
                if entry.get("delta_scores"):
                    added = _numbers(entry, "delta_scores", hand.count)
                    changes = [a + b for a, b in zip(changes or [0] * hand.count, added, strict=True)]
            nagashi = bool(_number(data, "liujumanguan"))
            before = next(
                (_numbers(entry, "old_scores", hand.count) for entry in scores if entry.get("old_scores")), None
            )
            assert changes is not None, "an exhaustive draw of this format has its scores"
            tenpai = (
                [player for player, change in enumerate(changes) if change > 0]
                if any(changes) and not nagashi
                else None
            )
            players = _objects(data, "players")
            if players and len(players) != hand.count:
                raise UnreadableError(f"{len(players)} players at the draw; expected {hand.count}")
            if players:
                tenpai = [player for player in range(hand.count) if _number(players[player], "tingpai")]
                for player in tenpai:
                    if players[player].get("hand"):
                        hand.shows(player, _tiles(players[player], "hand"))
                    else:
                        hand.lacks(unsaid.SHOWN, "hand")
            if not any(changes) and (nagashi or tenpai is None or 0 < len(tenpai) < hand.count):
                changes = None
            hand.lacking(
                (unsaid.PAYMENTS, "delta_scores", changes),
                (unsaid.TENPAI, "players", players or None),
                (unsaid.BEFORE, "old_scores", before if scores else ()),
            )
            draw = ResultType.NAGASHI_MANGAN if nagashi else ResultType.EXHAUSTIVE_DRAW
            # Protocol buffers leave out a false.
            hand.end_in_draw(None if data.get("liujumanguan") is None else draw, changes, tenpai)
            if before is not None and hand.hand.draw is not None:
                hand.hand.draw.stated = Stated(before=hand.by_seat(before))
        elif name == "RecordLiuJu":
            kind = _number(data, "type")
            if kind not in LIUJU:
                raise UnreadableError(f"type {kind}; expected 1 to 5")
            hand.end_in_draw(LIUJU[kind], [0] * hand.count)
        else:
            raise UnreadableError("an event that does not belong to this game")

    def _call(self, data: dict[str, Any]) -> None:
        player = _number(data, "seat")
        tiles = _tiles(data, "tiles")
        froms = data.get("froms") or []
        if not isinstance(froms, list) or len(froms) != len(tiles) or not all(type(source) is int for source in froms):
            raise UnreadableError(f"{len(tiles)} tiles from {froms!r:.40}; expected a player for each")
        called = [(tile, source) for tile, source in zip(tiles, froms, strict=True) if source != player]
        using = [tile for tile, source in zip(tiles, froms, strict=True) if source == player]
        if len(called) != 1:
            raise UnreadableError(f"{len(called)} tiles come from other players; expected one")
        tile, source = called[0]
        kind = _number(data, "type")
        if kind == CHI:
            self.hand.chi(player, source, tile, using)
        elif kind == PENG:
            self.hand.pon(player, source, tile, using)
        elif kind == MING_GANG:
            self.hand.daiminkan(player, source, tile)
        else:
            raise UnreadableError(f"type {kind}; expected 0 (chi), 1 (pon) or 2 (daiminkan)")

    def _wins(self, data: dict[str, Any]) -> None:
        hand = self.hand
        infos = _objects(data, "hules")
        if not infos:
            raise UnreadableError("the record names no winner")
        later = []
        for info in infos[1:]:
            later.append(_share(hand, info))
        before = _numbers(data, "old_scores", hand.count) if data.get("old_scores") else None
        after = _numbers(data, "scores", hand.count) if data.get("scores") else None
        total = _numbers(data, "delta_scores", hand.count) if data.get("delta_scores") else None
        if total is None and before is not None and after is not None:
            total = [b - a for a, b in zip(before, after, strict=True)]
        hand.lacking(
            (unsaid.PAYMENTS, "delta_scores", data.get("delta_scores") or None),
            (unsaid.BEFORE, "old_scores", before),
            (unsaid.AFTER, "scores", after),
        )
        paid: list[list[int] | None] = [None] * len(infos)
        if total is not None:
            shares_known = all(info.get("point_rong") for info in infos[1:])
            first = [change - sum(share[player] for share in later) for player, change in enumerate(total)]
            if shares_known:
                paid = [first, *later]
        for info, changes in zip(infos, paid, strict=True):
            player = _number(info, "seat")
            # A program that leaves out every false may leave out more.
            unsaid_tsumo = info.get("zimo") is None and hand.turn == player and hand.drawn >= 0
            tsumo = unsaid_tsumo or bool(_number(info, "zimo"))
            if unsaid_tsumo:
                hand.lacks(unsaid.WON_FROM, "zimo")
            source = player if tsumo else hand.discarder
            yaku, yakuman, unknown, listed = _yaku(info)
            hand.lists(player, listed)
            self._shows(player, info)
            yiman = bool(_number(info, "yiman"))
            if info.get("yiman") is not None and yaku and yiman != bool(yakuman) and not unknown:
                hand.contradicts(f"{'a' if yiman else 'no'} yakuman", f"the yaku listed: {', '.join(yaku)}")
            if info.get("qinjia") is not None and bool(_number(info, "qinjia")) != (player == hand.dealer):
                hand.contradicts(
                    f"player {player} {'wins' if info['qinjia'] else 'does not win'} as dealer",
                    f"player {hand.dealer} deals",
                )
            points = _points(info, hand.count, tsumo=tsumo, dealer=player == hand.dealer)
            mangan = 12000 if player == hand.dealer else 8000
            hand.lacking(
                (unsaid.WINNING_TILE, "hu_tile", info.get("hu_tile") or None),
                (unsaid.YAKU, "fans", yaku),
                (unsaid.HAN, "count", None if not info.get("count") and not yiman and not yakuman else 0),
                (unsaid.FU, "fu", None if not info.get("fu") and not yiman and not yakuman else 0),
                (unsaid.VALUE, "point_zimo_xian" if tsumo else "point_rong", points),
                (unsaid.INDICATORS, "doras", info.get("doras") or None),
                (unsaid.SHOWN, "hand", info.get("hand") or None),
                (unsaid.IN_RIICHI, "liqi", info.get("liqi") if player in hand.riichi else False),
                (unsaid.DEALER_WINS, "qinjia", info.get("qinjia") if player == hand.dealer else False),
                (unsaid.LIMIT, "title", info.get("title") if (points or 0) >= mangan else ""),
                (unsaid.YAKUMAN, "yiman", info.get("yiman") if yakuman else False),
            )
            hand.win(
                player,
                source,
                RecordedWin(
                    seat=hand.seat(player),
                    source=None if tsumo else hand.seat(source),
                    # The dealer's win on the deal may name any tile.
                    tile=None if not info.get("hu_tile") or (tsumo and not self.discards) else _tile(info["hu_tile"]),
                    changes=None if changes is None else hand.by_seat(changes),
                    han=_number(info, "count") if info.get("count") and not yiman and not yakuman else None,
                    fu=_number(info, "fu") or None,
                    points=points,
                    yaku=yaku,
                    yakuman=yakuman,
                    indicators=tuple(_tiles(info, "doras")) if info.get("doras") else None,
                    ura=tuple(_tiles(info, "li_doras")) if info.get("li_doras") else None,
                    unknown_yaku=unknown,
                    limit=TITLES.get(info["title"]) if isinstance(info.get("title"), str) else None,
                    riichi=None if info.get("liqi") is None else bool(_number(info, "liqi")),
                    stated=Stated(
                        before=None if before is None or info is not infos[0] else hand.by_seat(before),
                        after=None if after is None or info is not infos[-1] else hand.by_seat(after),
                    ),
                ),
            )
            if isinstance(title := info.get("title"), str) and title not in TITLES and not yiman:
                hand.not_known(unsaid.UNKNOWN_LIMIT, title)

    def _shows(self, player: int, info: dict[str, Any]) -> None:
        """Check the hand and the melds that a winner shows."""
        hand = self.hand
        if info.get("hand"):
            hand.shows(player, _tiles(info, "hand"))
        elif "ming" not in info:
            return
        shown = sorted(_meld(text) for text in info.get("ming") or ())
        called = _called(hand.hand, hand.seat(player))
        if called and info.get("ming") is None:
            hand.lacks(unsaid.MELDS, "ming")
            return
        if shown != called:
            hand.contradicts(f"player {player} shows melds {_melds(shown)}", f"called: {_melds(called)}")


def _share(hand: HandBuilder, info: dict[str, Any]) -> list[int]:
    """Return what a second or third winner receives: only the value of the hand, from the discarder. Honba and riichi
    sticks go to the first.
    """
    changes = [0] * hand.count
    points = _number(info, "point_rong")
    winner = _number(info, "seat")
    hand.seat(winner)
    source = hand.discarder
    if source >= 0:
        changes[winner] += points
        changes[source] -= points
    return changes


def _points(info: dict[str, Any], players: int, *, tsumo: bool, dealer: bool) -> int | None:
    """Return the value of a win, or None if the record does not state all of it."""
    if not tsumo:
        return _number(info, "point_rong") or None
    others, from_dealer = _number(info, "point_zimo_xian"), _number(info, "point_zimo_qin")
    if dealer:
        return (players - 1) * others or None
    return from_dealer + (players - 2) * others if others and from_dealer else None


def _yaku(info: dict[str, Any]) -> tuple[dict[str, int] | None, tuple[str, ...], tuple[str, ...], list[str]]:
    """Return han by yaku, the yakuman among them, the unknown names, and all known yaku as listed."""
    yaku: dict[str, int] = {}
    yakuman = []
    unknown = []
    listed = []
    fans = _objects_any(info, "fans")
    for fan in fans:
        number = _number(fan, "id")
        name = YAKU_BY_ID[number] if number in YAKU_BY_ID else YAKU_BY_NAME.get(str(fan.get("name", "")), "")
        if not name:
            unknown.append(printable(f"{fan.get('name', '')} {number}".strip())[:40])
            continue
        listed.append(name)
        value = _number(fan, "val")
        if name in YAKUMAN:
            yakuman.append(name)
            value *= 13
        if value:
            yaku[name] = value
    return yaku if fans else None, tuple(yakuman), tuple(unknown), listed


Meld = tuple[str, tuple[Tile, ...]]


def _meld(text: Any) -> Meld:
    """Return a meld that a winner shows: `kezi(6z,6z,6z)`."""
    found = _MING.fullmatch(text) if isinstance(text, str) and len(text) < 40 else None
    if found is None:
        raise UnreadableError(f"ming {text!r:.40}; expected, for example, kezi(6z,6z,6z)")
    return found[1], tuple(sorted(_tile(name) for name in found[2].split(",")))


def _called(hand: RecordedHand, seat: int) -> list[Meld]:
    """Return the melds that this seat has called or declared, in the same notation."""
    found: list[Meld] = []
    for step in hand.steps:
        if isinstance(step, Reveal) or step.seat != seat:
            continue
        if isinstance(step, Chi | Pon):
            word = "shunzi" if isinstance(step, Chi) else "kezi"
            found.append((word, tuple(sorted((step.tile, *step.using)))))
        elif isinstance(step, Ankan | Daiminkan | Shouminkan):
            four = tuple(sorted(whole_kind(step.tile, hand.red_fives)))
            if isinstance(step, Shouminkan):
                found = [(word, tiles) for word, tiles in found if word != "kezi" or KIND[tiles[0]] != KIND[step.tile]]
            found.append(("angang" if isinstance(step, Ankan) else "minggang", four))
    return sorted(found)


def _melds(melds: list[Meld]) -> str:
    return ", ".join(f"{word}({','.join(NAMES[tile] for tile in tiles)})" for word, tiles in melds) or "none"


def _objects_any(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    values = data.get(key) or []
    if not isinstance(values, list) or len(values) > 60 or not all(isinstance(v, dict) for v in values):
        raise UnreadableError(f"{key} {values!r:.60}; expected a list of objects")
    return values


def _hands(actions: list[Action], reds: int, file: str) -> Iterator[RecordedHand]:
    reader: _MjsoulReader | None = None
    marked = any(data.get("liqi") for _, data in actions)
    at, name = 0, ""
    try:
        for at, (name, data) in enumerate(actions, 1):  # noqa: B007  # the message below names it
            if name == "RecordNewRound":
                if reader is not None:
                    yield reader.finished()
                reader = None
                reader = _MjsoulReader(data, reds, marked=marked)
            elif reader is None:
                raise UnreadableError("an event before the first RecordNewRound")
            else:
                reader.apply(name, data)
    except UnreadableError as error:
        hand = f"hand {reader.hand.hand.name}, " if reader is not None else ""
        raise UnreadableError(f"{hand}event {at} {name}: {error}", file=file) from None
    if reader is not None:
        yield reader.finished()


_THREE = "three players"


def _of_three(start: dict[str, Any]) -> bool:
    scores = start.get("scores")
    if isinstance(scores, list) and scores:
        return len(scores) == 3
    return not start.get("tiles3")


def _scope(actions: list[Action]) -> str:
    for name, data in actions:
        if name in _OTHER_GAMES:
            return _OTHER_GAMES[name]
        if name == "RecordNewRound":
            if _of_three(data):
                return f"{_THREE} (three scores or three hands)"
            if not data.get("tiles3"):
                return "one player's view, or another game: four scores, but no hand of the fourth player"
            for key in _EVENT_FIELDS:
                if data.get(key):
                    return f"a table with other rules ({key})"
    return ""


def _record(game: MjsoulGame, file: str) -> Record:
    actions = game.actions
    if not any(name == "RecordNewRound" for name, _ in actions):
        raise UnreadableError("no RecordNewRound, so no hand is dealt", file=file)
    its_room = room(game.head)
    scope = _scope(actions) or its_room.out_of_scope
    three = scope.startswith(_THREE) and any(_of_three(data) for name, data in actions if name == "RecordNewRound")
    if three and sets_rules(game.head):
        three, scope = False, "a three-player room with its own rules, whose values are not documented"
    hands = iter(()) if scope and not three else _hands(actions, _red_fives(actions, its_room), file)
    return Record(
        file=file,
        format=FORMAT.name,
        keeps_instants=True,
        hands=hands,
        platform=PLATFORM,
        out_of_scope=scope,
        room=dict(its_room.options),
        players=3 if three else 4,
    )


def _red_fives(actions: list[Action], its_room: Room) -> int:
    """Return the number of red fives in the set: what the room says, or what the tiles show."""
    if its_room.red_fives is not None:
        return its_room.red_fives
    return red_fives_seen(_tiles_that_appear(actions))


def _tiles_that_appear(actions: list[Action]) -> Iterator[list[Tile]]:
    """Yield the tiles of each hand as they are first seen: dealt, drawn, turned, ura."""
    tiles: list[Tile] = []
    shown = 1
    for name, data in actions:
        if name == "RecordNewRound":
            yield tiles
            tiles, shown = [], 1
            for key in ("tiles0", "tiles1", "tiles2", "tiles3", "doras"):
                tiles += _known(data.get(key))
            if not data.get("doras"):
                tiles += _known(data.get("dora"))
        else:
            if name == "RecordDealTile":
                tiles += _known(data.get("tile"))
            doras = _known(data.get("doras"))
            tiles += doras[shown:]
            shown = max(shown, len(doras))
            hules = data.get("hules")
            for info in hules[:1] if isinstance(hules, list) else ():
                tiles += _known(info.get("li_doras")) if isinstance(info, dict) else []
    yield tiles


def _known(names: Any) -> list[Tile]:
    names = names if isinstance(names, list) else [names]
    return [BY_NAME[name] for name in names if isinstance(name, str) and name in BY_NAME]


def sniff(content: Content) -> bool:
    """Return True if this is a game's messages in the wire format, or JSON that contains them anywhere."""
    return is_wire(content.data) if content.value is None else holds_game(content.value)


def read(content: Content, file: str) -> Record:
    """Return the messages of a game as one record. In the wire format, the head that describes the room may be missing.

    Raises UnreadableError with hand and event, or with the place where the wire format is broken. Source: the
    platform's field numbers, checked with a record.
    """
    try:
        game = from_wire(content.data) if content.value is None else from_json(content.value)
    except UnreadableError as error:
        if content.value is None:
            return _as_far_as_it_goes(content.data, file, error)
        raise UnreadableError(str(error), file=file) from None
    return _record(game, file)


def _as_far_as_it_goes(data: bytes, file: str, why: UnreadableError) -> Record:
    """Return the record of a wire format that breaks off, up to its last whole message; raise `why` if none deals."""
    try:
        record = _record(from_wire(data, cut=True), file)
    except UnreadableError:
        raise UnreadableError(str(why), file=file) from None
    return until_it_breaks(record, len(data))


FORMAT = Format("mjsoul", sniff, read)
