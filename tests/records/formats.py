"""Recorded hands in every format, also in those that kanrules only reads: for round trips and for damage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kanrules.pieces.actions import Ankan, Chi, Daiminkan, Discard, Draw, Pon, Shouminkan
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.tiles import KIND, NAMES, RED_FIVES, Tile
from kanrules.records import Unreadable, majiang, open_records, write_mjai, write_tenhou6
from kanrules.records.mjlog import LIMITS
from kanrules.records.mjsoul import TITLES, YAKU_BY_ID
from kanrules.records.mjsoul_messages import SCHEMA
from kanrules.records.recorded import RecordedHand, RecordedWin, Reveal
from kanrules.records.tenhou_names import DRAWS, YAKU
from kanrules.records.writing import whole_kind

GAMES = Path(__file__).parent.parent / "games"
LOGS = Path(__file__).parent.parent.parent.parent / "shared" / "logs"
MAJIANG_PLACES = {"game.return_points": 30000, "game.uma": [20000, 10000, -10000, -20000]}
"""What a place is worth by majiang-core's own default rules; the law of its hands is that of `mahjong-soul`."""
RED_ID = {34: 16, 35: 52, 36: 88}
TYPES = {kind: word for word, kind in DRAWS.items()}


@cache
def shipped(name: str) -> tuple[RecordedHand, ...]:
    """The hands of a shipped file, all its games one after the other."""
    hands: list[RecordedHand] = []
    for record in open_records([GAMES / name]):
        assert not isinstance(record, Unreadable), record
        hands += record.hands
    return tuple(hands)


NUMBERS = {name: number for number, name in YAKU_BY_ID.items()}
"""The number of a yaku in Mahjong Soul."""

# --- Tenhou's XML -----------------------------------------------------------------------------------------------------


class MjlogWriter:
    """One hand as Tenhou would write it; the single pieces (0-135) are given out as the tiles appear."""

    def __init__(self, hand: RecordedHand) -> None:
        self.hand = hand
        self.free: dict[Tile, list[int]] = {}
        for tile in range(34):
            self.free[tile] = [tile * 4 + i for i in range(4)]
        if hand.red_fives:
            for red in RED_FIVES:
                self.free[KIND[red]].remove(RED_ID[red])
                self.free[red] = [RED_ID[red]]
        self.held: list[list[int]] = [[], [], [], []]
        self.tile_of: dict[int, Tile] = {}
        self.melds: list[list[int]] = [[], [], [], []]
        self.pons: dict[tuple[int, int], tuple[list[int], int, int]] = {}
        self.out: list[str] = []
        self.indicators = [self.new(hand.indicator)]
        self.scores = list(hand.scores)
        self.sticks = hand.sticks
        self.ura: list[int] = []

    def new(self, tile: Tile) -> int:
        number = self.free[tile].pop(0)
        self.tile_of[number] = tile
        return number

    def take(self, seat: int, tile: Tile, not_this: int = -1) -> int:
        same = [n for n in self.held[seat] if self.tile_of[n] == tile]
        number = next((n for n in same if n != not_this), same[0])
        self.held[seat].remove(number)
        return number

    def by_player(self, values: Sequence[Any]) -> list[Any]:
        return [values[self.hand.players.index(player)] for player in range(4)]

    def call(self, seat: int, bits: int) -> None:
        self.melds[seat].insert(0, bits)
        self.out.append(f'<N who="{self.hand.players[seat]}" m="{bits}" />')

    def text(self) -> str:
        hand, out, players = self.hand, self.out, self.hand.players
        for seat in range(4):
            self.held[seat] = [self.new(tile) for tile in hand.hands[seat]]
        dealt = "".join(f' hai{p}="{",".join(map(str, ids))}"' for p, ids in enumerate(self.by_player(self.held)))
        ten = ",".join(str(score // 100) for score in self.by_player(hand.scores))
        place = 4 * hand.round_wind + hand.number - 1
        out.append(
            f'<INIT seed="{place},{hand.honba},{hand.sticks},1,2,{self.indicators[0]}" ten="{ten}" '
            f'oya="{players[0]}"{dealt}/>'
        )
        drawn = river = -1
        source = 0
        for at, step in enumerate(hand.steps):
            if isinstance(step, Reveal):
                self.indicators.append(self.new(step.tile))
                out.append(f'<DORA hai="{self.indicators[-1]}" />')
            elif isinstance(step, Draw):
                assert step.tile is not None
                drawn = self.new(step.tile)
                self.held[step.seat].append(drawn)
                out.append(f"<{'TUVW'[players[step.seat]]}{drawn}/>")
            elif isinstance(step, Discard):
                river, source = drawn if step.tsumogiri else self.take(step.seat, step.tile, drawn), step.seat
                if step.tsumogiri:
                    self.held[step.seat].remove(drawn)
                who = players[step.seat]
                if step.riichi:
                    out.append(f'<REACH who="{who}" step="1"/>')
                out.append(f"<{'DEFG'[who]}{river}/>")
                if step.riichi and not (hand.wins and at == len(hand.steps) - 1):
                    self.scores[step.seat] -= 1000
                    self.sticks += 1
                    ten = ",".join(str(score // 100) for score in self.by_player(self.scores))
                    out.append(f'<REACH who="{who}" ten="{ten}" step="2"/>')
            elif isinstance(step, Chi):
                run = sorted([river, *(self.take(step.seat, tile) for tile in step.using)])
                low = run[0] // 4
                bits = ((low // 9 * 7 + low % 9) * 3 + run.index(river)) << 10 | 4 | (source - step.seat) % 4
                self.call(step.seat, bits | (run[0] % 4) << 3 | (run[1] % 4) << 5 | (run[2] % 4) << 7)
            elif isinstance(step, Pon):
                three = sorted([river, *(self.take(step.seat, tile) for tile in step.using)])
                unused = next(i for i in range(4) if three[0] // 4 * 4 + i not in three)
                offset = (source - step.seat) % 4
                self.pons[step.seat, KIND[step.tile]] = (three, river, offset)
                self.call(step.seat, (KIND[step.tile] * 3 + three.index(river)) << 9 | unused << 5 | 8 | offset)
            elif isinstance(step, Shouminkan):
                three, called, offset = self.pons[step.seat, KIND[step.tile]]
                river, source = self.take(step.seat, step.tile), step.seat
                bits = (KIND[step.tile] * 3 + three.index(called)) << 9 | (river % 4) << 5 | 0x10 | offset
                self.melds[step.seat].remove(bits ^ 0x18)
                self.call(step.seat, bits)
            elif isinstance(step, Daiminkan):
                for tile in whole_kind(step.tile, hand.red_fives):
                    if any(self.tile_of[n] == tile for n in self.held[step.seat]):
                        self.take(step.seat, tile)
                self.call(step.seat, river << 8 | (source - step.seat) % 4)
            elif isinstance(step, Ankan):
                ids = [self.take(step.seat, tile) for tile in whole_kind(step.tile, hand.red_fives)]
                river, source = ids[0], step.seat
                self.call(step.seat, min(ids) << 8)
        for win in hand.wins:
            self.win(win, drawn if win.source is None else river)
        if hand.draw is not None:
            self.draw()
        return "".join(out)

    def sc(self, changes: Sequence[int]) -> str:
        pairs = zip(self.by_player(self.scores), self.by_player(changes), strict=True)
        text = ",".join(f"{before // 100},{change // 100}" for before, change in pairs)
        self.scores = [score + change for score, change in zip(self.scores, changes, strict=True)]
        return text

    def win(self, win: RecordedWin, machi: int) -> None:
        players = self.hand.players
        hai = sorted({*self.held[win.seat], machi})
        yaku = [(YAKU.index(name), han) for name, han in (win.yaku or {"riichi": 1}).items() if name not in win.yakuman]
        limit = LIMITS.index(win.limit or limit_of(win))
        if win.ura and not self.ura:
            self.ura = [self.new(tile) for tile in win.ura]
        attributes = [
            ("ba", f"{self.hand.honba},{self.sticks}"),
            ("hai", ",".join(map(str, hai))),
            ("m", ",".join(map(str, self.melds[win.seat]))),
            ("machi", str(machi)),
            ("ten", f"{win.fu or 30},{win.points or 1000},{limit}"),
            ("yaku", ",".join(f"{number},{han}" for number, han in yaku)),
            ("yakuman", ",".join(str(YAKU.index(name)) for name in win.yakuman)),
            ("doraHai", ",".join(map(str, self.indicators))),
            ("doraHaiUra", ",".join(map(str, self.ura if win.ura else ()))),
            ("who", str(players[win.seat])),
            ("fromWho", str(players[win.seat if win.source is None else win.source])),
            ("paoWho", "" if win.liable is None else str(players[win.liable])),
            ("sc", self.sc(win.changes)),
            ("owari", self.owari() if win is self.hand.wins[-1] else ""),
        ]
        self.sticks = 0
        self.out.append("<AGARI " + " ".join(f'{name}="{value}"' for name, value in attributes if value) + " />")

    def owari(self) -> str:
        if self.hand.final is None:
            return ""
        points = self.hand.final_points or (0.0, 0.0, 0.0, 0.0)
        return ",".join(f"{score // 100},{more:.1f}" for score, more in zip(self.hand.final, points, strict=True))

    def draw(self) -> None:
        draw = self.hand.draw
        assert draw is not None
        word = f'type="{TYPES[draw.type]}" ' if TYPES[draw.type] else ""
        shown = "".join(
            f' hai{self.hand.players[seat]}="{",".join(map(str, self.held[seat]))}"' for seat in draw.tenpai or ()
        )
        end = f' owari="{self.owari()}"' if self.hand.final is not None else ""
        self.out.append(
            f'<RYUUKYOKU {word}ba="{self.hand.honba},{self.sticks}" sc="{self.sc(draw.changes)}"{shown}{end} />'
        )


def limit_of(win: RecordedWin) -> str:
    """The limit that a win reaches, from what it is worth."""
    base = (win.points or 0) / (6 if win.seat == 0 else 4)
    limits = {2000: "mangan", 3000: "haneman", 4000: "baiman", 6000: "sanbaiman"}
    return "yakuman" if win.yakuman or base >= 8000 else limits.get(int(base), "none") if base % 1000 == 0 else "none"


def mjlog(hands: Iterable[RecordedHand], kind: int = 169) -> bytes:
    """A whole game in Tenhou's XML; without red fives where its hands have none."""
    played = list(hands)
    body = "".join(MjlogWriter(hand).text() for hand in played)
    kind |= 0 if any(hand.red_fives for hand in played) else 2
    head = f'<SHUFFLE seed="" ref=""/><GO type="{kind}" lobby="0"/><UN n0="a" n1="b" n2="c" n3="d"/><TAIKYOKU oya="0"/>'
    return f'<mjloggm ver="2.3">{head}{body}</mjloggm>'.encode()


# --- Mahjong Soul -----------------------------------------------------------------------------------------------------

LIUJU = {
    ResultType.KYUUSHU_KYUUHAI: 1,
    ResultType.SUUFON_RENDA: 2,
    ResultType.FOUR_KANS: 3,
    ResultType.SUUCHA_RIICHI: 4,
    ResultType.SANCHAHOU: 5,
}


def mjsoul_actions(hand: RecordedHand) -> list[dict[str, Any]]:
    """One hand as Mahjong Soul's messages, in the JSON of the exporters."""
    players = hand.players
    steps = list(hand.steps)
    first = steps.pop(0)
    assert isinstance(first, Draw) and first.tile is not None
    shown = [hand.indicator]
    with_discard: dict[str, Any] = {}
    tiles = {f"tiles{players[seat]}": [NAMES[t] for t in hand.hands[seat]] for seat in range(4)}
    tiles[f"tiles{players[0]}"].append(NAMES[first.tile])
    scores = [hand.scores[players.index(p)] for p in range(4)]
    start = {
        "chang": int(hand.round_wind),
        "ju": hand.number - 1,
        "ben": hand.honba,
        "liqibang": hand.sticks,
        "scores": scores,
    }
    actions: list[tuple[str, dict[str, Any]]] = [
        ("RecordNewRound", {**start, "doras": [NAMES[hand.indicator]], **tiles, "left_tile_count": 69})
    ]
    source = 0
    held = [list(tiles) for tiles in hand.hands]
    held[0].append(first.tile)
    melds: list[list[str]] = [[], [], [], []]
    left, sticks = 69, hand.sticks
    scores = list(scores)
    accepted: dict[str, Any] = {}

    for step in steps:
        if isinstance(step, Reveal):
            # Mahjong Soul lists all indicators in the message with which a new one is turned.
            shown.append(step.tile)
            if step.instant is Turned.DISCARD:
                with_discard = {"doras": [NAMES[t] for t in shown]}
            else:
                actions[-1][1]["doras"] = [NAMES[t] for t in shown]
        elif isinstance(step, Draw):
            assert step.tile is not None
            held[step.seat].append(step.tile)
            left -= 1
            actions.append(
                (
                    "RecordDealTile",
                    {"seat": players[step.seat], "tile": NAMES[step.tile], "left_tile_count": left, **accepted},
                )
            )
            accepted = {}
        elif isinstance(step, Discard):
            source = players[step.seat]
            held[step.seat].remove(step.tile)
            data = {
                "seat": source,
                "tile": NAMES[step.tile],
                "is_liqi": step.riichi,
                "moqie": step.tsumogiri,
                **with_discard,
            }
            with_discard = {}
            actions.append(("RecordDiscardTile", data))
            if step.riichi and not (hand.wins and step is steps[-1]):
                scores[source] -= 1000
                sticks += 1
                accepted = {"liqi": {"seat": source, "score": scores[source], "liqibang": sticks}}
        elif isinstance(step, Chi | Pon | Daiminkan):
            who = players[step.seat]
            if isinstance(step, Daiminkan):
                using = whole_kind(step.tile, hand.red_fives)
                using.remove(step.tile)
            else:
                using = list(step.using)
            kind = 0 if isinstance(step, Chi) else 1 if isinstance(step, Pon) else 2
            names = [NAMES[t] for t in (*using, step.tile)]
            for tile in using:
                held[step.seat].remove(tile)
            melds[step.seat].append(f"{('shunzi', 'kezi', 'minggang')[kind]}({','.join(names)})")
            actions.append(
                (
                    "RecordChiPengGang",
                    {"seat": who, "type": kind, "tiles": names, "froms": [who] * len(using) + [source], **accepted},
                )
            )
            accepted = {}
        elif isinstance(step, Ankan | Shouminkan):
            kind = 3 if isinstance(step, Ankan) else 2
            source = players[step.seat]
            four = whole_kind(step.tile, hand.red_fives)
            names = [NAMES[t] for t in four]
            held[step.seat] = [t for t in held[step.seat] if t not in four]
            words = [
                meld for meld in melds[step.seat] if meld[:4] != "kezi" or not {*meld[5:-1].split(",")} <= {*names}
            ]
            melds[step.seat] = [*words, f"{'angang' if kind == 3 else 'minggang'}({','.join(names)})"]
            actions.append(("RecordAnGangAddGang", {"seat": source, "type": kind, "tiles": NAMES[step.tile]}))
    if hand.wins:
        total = [sum(win.changes[players.index(p)] for win in hand.wins) for p in range(4)]
        hules = []
        for win in hand.wins:
            shown_hand = list(held[win.seat])
            if win.source is None:
                shown_hand.remove(win.tile if win.tile is not None else -1)
            doras = [NAMES[t] for t in shown]
            hule = _hule(hand, win)
            hules.append({**hule, "hand": [NAMES[t] for t in shown_hand], "ming": melds[win.seat], "doras": doras})
        after = [score + change for score, change in zip(scores, total, strict=True)]
        ends = {"old_scores": scores, "delta_scores": total, "scores": after}
        actions.append(("RecordHule", {"hules": hules, **ends}))
    elif hand.draw is not None:
        changes = [hand.draw.changes[players.index(p)] for p in range(4)]
        if hand.draw.type in LIUJU:
            actions.append(("RecordLiuJu", {"type": LIUJU[hand.draw.type], **accepted}))
        else:
            nagashi = hand.draw.type is ResultType.NAGASHI_MANGAN
            actions.append(
                (
                    "RecordNoTile",
                    {
                        "liujumanguan": nagashi,
                        "scores": [{"delta_scores": changes, "old_scores": scores}] if any(changes) else [],
                        **_tenpai(hand, held),
                    },
                )
            )
    return [{"name": f".lq.{name}", "data": data} for name, data in actions]


def _tenpai(hand: RecordedHand, held: list[list[Tile]]) -> dict[str, Any]:
    assert hand.draw is not None
    if hand.draw.tenpai is None:
        return {}
    shown: list[dict[str, Any]] = [{"tingpai": False}] * 4
    for seat in hand.draw.tenpai:
        shown[hand.players[seat]] = {"tingpai": True, "hand": [NAMES[t] for t in held[seat]]}
    return {"players": shown}


def _hule(hand: RecordedHand, win: RecordedWin) -> dict[str, Any]:
    fans = []
    for name, han in (win.yaku or {}).items():
        fans.append({"id": NUMBERS[name], "val": han // 13 if name in win.yakuman else han, "name": ""})
    points = win.points or 0
    data: dict[str, Any] = {"seat": hand.players[win.seat], "zimo": win.source is None, "qinjia": win.seat == 0}
    said = any(isinstance(step, Discard) and step.riichi and step.seat == win.seat for step in hand.steps)
    data |= {"fans": fans, "fu": win.fu or 0, "liqi": said, "yiman": bool(win.yakuman)}
    if win.yaku is not None:
        data["count"] = sum(fan["val"] for fan in fans)
    if win.limit is not None and not win.yakuman:
        data["title"] = next(title for title, limit in TITLES.items() if limit == win.limit)
    assert win.tile is not None
    data["hu_tile"] = NAMES[win.tile]
    data["li_doras"] = [NAMES[t] for t in win.ura or ()]
    if win.source is not None:
        data["point_rong"] = points
    elif win.seat == 0:
        data["point_zimo_xian"] = points // 3
    else:
        # What the hand is worth from each: half a yakuman from the dealer, also where a liable player pays for all.
        dealer = points // 2 if win.yakuman else -win.changes[0] - 100 * hand.honba
        data["point_zimo_qin"], data["point_zimo_xian"] = dealer, (points - dealer) // 2
    return data


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _field(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def wire(message: str, data: dict[str, Any]) -> bytes:
    """A message in the wire form, by the reader's own table of field numbers."""
    out = b""
    for number, field in SCHEMA[message].items():
        value = data.get(field.name)
        if value is None:
            continue
        values = value if field.repeated else [value]
        if field.kind == "int":
            if field.repeated:
                out += _field(number, b"".join(map(_varint, values)))
            else:
                out += _varint(number << 3) + _varint(int(value))
        else:
            for one in values:
                out += _field(
                    number,
                    one.encode() if field.kind == "text" else one if field.kind == "bytes" else wire(field.kind, one),
                )
    return out


def mjsoul_wire(hands: Iterable[RecordedHand]) -> bytes:
    """A whole game in Mahjong Soul's wire form."""
    records = []
    for hand in hands:
        for action in mjsoul_actions(hand):
            name = action["name"].removeprefix(".lq.")
            records.append(wire("Wrapper", {"name": action["name"], "data": wire(name, action["data"])}))
    return wire(
        "Wrapper",
        {"name": ".lq.GameDetailRecords", "data": wire("GameDetailRecords", {"records": records, "version": 210715})},
    )


def mjsoul_answer(hands: Iterable[RecordedHand], rule: dict[str, Any] | bytes) -> bytes:
    """The answer that brings a game with its head, in the wire form."""
    raw = rule if isinstance(rule, bytes) else wire("GameDetailRule", rule)
    config = {"category": 1, "mode": {"mode": 2, "detail_rule": raw}, "meta": {"room_id": 1}}
    return wire("ResGameRecord", {"head": {"uuid": "x", "config": config}, "data": mjsoul_wire(hands)})


# --- majiang-core -----------------------------------------------------------------------------------------------------

_MAJIANG_TILE = {tile: name for name, tile in majiang.TILES.items()}
_MAJIANG_YAKU = {name: word for word, name in majiang.YAKU.items()}
_MAJIANG_DRAW = {
    kind: word
    for word, kind in (
        *reversed(majiang.DRAWS.items()),
        *((own, majiang.DRAWS[own]) for own in ("荒牌平局", "三家和", "四開槓")),
    )
}


def _suited(tiles: Iterable[Tile]) -> str:
    text = ""
    for tile in tiles:
        suit, digit = _MAJIANG_TILE[tile]
        text += digit if text[:1] and [c for c in text if c.isalpha()][-1] == suit else suit + digit
    return text


def majiang_hand(hand: RecordedHand) -> list[dict[str, Any]]:
    """One hand as majiang-core's events; seats are counted from the dealer, as ours are."""
    deal = {
        "zhuangfeng": int(hand.round_wind),
        "jushu": hand.number - 1,
        "changbang": hand.honba,
        "lizhibang": hand.sticks,
    }
    deal |= {
        "defen": list(hand.scores),
        "baopai": _MAJIANG_TILE[hand.indicator],
        "shoupai": [_suited(t) for t in hand.hands],
    }
    events: list[dict[str, Any]] = [{"qipai": deal}]
    source = 0
    pons: dict[tuple[int, int], str] = {}
    with_discard: list[dict[str, Any]] = []
    for step in hand.steps:
        seat = 0 if isinstance(step, Reveal) else int(step.seat)  # type: ignore[arg-type]  # a Pass is no step
        mark = {1: "+", 2: "=", 3: "-"}.get((source - seat) % 4, "")
        if isinstance(step, Reveal):
            turned = {"kaigang": {"baopai": _MAJIANG_TILE[step.tile]}}
            (with_discard if step.instant is Turned.DISCARD else events).append(turned)
        elif isinstance(step, Draw):
            assert step.tile is not None
            kan = (
                any(word in events[-1] for word in ("gang", "kaigang"))
                or len(events[-1].get("fulou", {"m": ""})["m"]) == 6
            )
            events.append({"gangzimo" if kan else "zimo": {"l": seat, "p": _MAJIANG_TILE[step.tile]}})
        elif isinstance(step, Discard):
            tail = ("_" if step.tsumogiri else "") + ("*" if step.riichi else "")
            events.append({"dapai": {"l": seat, "p": _MAJIANG_TILE[step.tile] + tail}})
            events += with_discard
            with_discard.clear()
            source = seat
        elif isinstance(step, Chi):
            suit, called = _MAJIANG_TILE[step.tile]
            run = sorted(
                [called + "-", *(_MAJIANG_TILE[t][1] for t in step.using)], key=lambda d: d[0].replace("0", "5")
            )
            events.append({"fulou": {"l": seat, "m": suit + "".join(run)}})
        elif isinstance(step, Pon | Daiminkan):
            using = list(step.using) if isinstance(step, Pon) else whole_kind(step.tile, hand.red_fives)
            if isinstance(step, Daiminkan):
                using.remove(step.tile)
            suit, called = _MAJIANG_TILE[step.tile]
            meld = suit + "".join(_MAJIANG_TILE[t][1] for t in using) + called + mark
            pons[seat, KIND[step.tile]] = meld
            events.append({"fulou": {"l": seat, "m": meld}})
        elif isinstance(step, Ankan):
            events.append({"gang": {"l": seat, "m": _suited(whole_kind(step.tile, hand.red_fives))}})
            source = seat
        elif isinstance(step, Shouminkan):
            events.append({"gang": {"l": seat, "m": pons[seat, KIND[step.tile]] + _MAJIANG_TILE[step.tile][1]}})
            source = seat
    for win in hand.wins:
        yaku = []
        for name, han in (win.yaku or {}).items():
            word = {"seat_wind": "自風 東", "round_wind": "場風 東"}.get(name) or _MAJIANG_YAKU[name]
            yaku.append({"name": word, "fanshu": "*" if name in win.yakuman else han})
        hule: dict[str, Any] = {"l": int(win.seat), "hupai": yaku, "defen": win.points, "fenpei": list(win.changes)}
        if win.source is not None:
            hule["baojia"] = int(win.source)
        if win.fu and not win.yakuman:
            hule["fu"] = win.fu
        if win.ura:
            hule["fubaopai"] = [_MAJIANG_TILE[tile] for tile in win.ura]
        events.append({"hule": hule})
    if hand.draw is not None:
        shown = [_shown_at_the_end(hand, seat, events) if seat in (hand.draw.tenpai or ()) else "" for seat in range(4)]
        word = _MAJIANG_DRAW[hand.draw.type]
        events.append({"pingju": {"name": word, "shoupai": shown, "fenpei": list(hand.draw.changes)}})
    return events


def majiang_game(hands: Iterable[RecordedHand]) -> bytes:
    """A whole game as majiang-core writes it."""
    return msgspec.json.encode({"title": "", "log": [majiang_hand(hand) for hand in hands]})


def soul_game(hands: Iterable[RecordedHand], **head: Any) -> bytes:
    """A whole game as the exporters of Mahjong Soul's records write it."""
    return msgspec.json.encode({"head": head, "data": [action for hand in hands for action in mjsoul_actions(hand)]})


mjai_game, tenhou6_game = write_mjai.write, write_tenhou6.write

WRITERS = {
    "mjlog": mjlog,
    "tenhou6": tenhou6_game,
    "mjai": mjai_game,
    "mjsoul": mjsoul_wire,
    "mjsoul-json": soul_game,
    "majiang": majiang_game,
}
"""Every format that is read, written."""


def _shown_at_the_end(hand: RecordedHand, seat: int, events: list[dict[str, Any]]) -> str:
    """What a seat holds and has called once nothing more is played, as majiang-core shows it."""
    held = list(hand.hands[seat])
    for step in hand.steps:
        if isinstance(step, Reveal) or step.seat != seat:
            continue
        if isinstance(step, Draw):
            assert step.tile is not None
            held.append(step.tile)
        elif isinstance(step, Discard):
            held.remove(step.tile)
        elif isinstance(step, Chi | Pon):
            for tile in step.using:
                held.remove(tile)
        elif isinstance(step, Ankan | Daiminkan | Shouminkan):
            held = [tile for tile in held if KIND[tile] != KIND[step.tile]]
    melds: list[str] = []
    for event in events:
        ((word, data),) = event.items()
        if word in ("fulou", "gang") and data["l"] == seat:
            melds = [*(meld for meld in melds if meld != data["m"][:-1]), data["m"]]
    return ",".join([_suited(held), *melds])


def without_reveals(hand: RecordedHand) -> list[object]:
    """What was done in a hand, without the indicators that were turned."""
    return [step for step in hand.steps if not isinstance(step, Reveal)]
