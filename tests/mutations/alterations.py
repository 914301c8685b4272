"""Alterations of valid records, one function a format: each yields (class, whether the record says the thing twice,
what changes it in place).

What is not altered, since the game stays as good as it was: which of two equal tiles was discarded, dice, names, a
second winner dropped where nothing else names one, an indicator that nobody ever saw.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Alteration = tuple[str, bool, Callable[[], None]]
"""Class, whether it is of a statement that the record makes twice, and what alters the record in place."""
ONCE, TWICE = False, True


def other(rng: random.Random, values: Sequence[Any], but: Any) -> Any:
    """Any of these but this one."""
    return rng.choice([value for value in values if value != but])


def _hands_at_large(hands: list[Any], *, ends: bool) -> Iterator[Alteration]:
    """Whole hands taken out, doubled and exchanged; the last one only where the end of the game is said elsewhere."""
    count = len(hands)
    if count > 1 and ends:
        yield "hand deleted", ONCE, lambda: hands.pop()
    if count > 2:
        for at in range(count - 1):
            yield "hand deleted", ONCE, lambda at=at: hands.pop(at)  # type: ignore[misc]
            yield "hand doubled", ONCE, lambda at=at: hands.insert(at, hands[at])  # type: ignore[misc]
        for at in range(count - 2):
            yield "hands exchanged", ONCE, lambda at=at: hands.insert(at, hands.pop(at + 1))  # type: ignore[misc]


# --- Tenhou's XML --------------------------------------------------------------------------------------------------

_ITEM = re.compile(r"<([A-Za-z]+[0-9]*)((?: [A-Za-z0-9]+=\"[^\"]*\")*) ?/>")
_ATTRIBUTE = re.compile(r"([A-Za-z0-9]+)=\"([^\"]*)\"")
Item = tuple[str, dict[str, str]]


def mjlog_items(data: bytes) -> tuple[list[Item], list[list[Item]]]:
    """What comes before the first hand, and the items of each hand."""
    found = [(name, dict(_ATTRIBUTE.findall(rest))) for name, rest in _ITEM.findall(data.decode())]
    starts = [at for at, (name, _) in enumerate(found) if name == "INIT"]
    hands = [found[a:b] for a, b in zip(starts, [*starts[1:], len(found)], strict=True)]
    return found[: starts[0]], hands


def _tag(name: str, attributes: dict[str, str]) -> str:
    pairs = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{pairs} />" if attributes else f"<{name}/>"


def mjlog_bytes(head: list[Item], hands: list[list[Item]]) -> bytes:
    """The same as a file."""
    text = "".join(_tag(name, attributes) for name, attributes in [*head, *(item for hand in hands for item in hand)])
    return f'<mjloggm ver="2.3">{text}</mjloggm>'.encode()


def _number_at(attributes: dict[str, str], key: str, at: int, by: int) -> None:
    numbers = attributes[key].split(",")
    numbers[at] = f"{float(numbers[at]) + by:g}"
    attributes[key] = ",".join(numbers)


def _drop(attributes: dict[str, str], key: str, at: int = -1) -> None:
    numbers = attributes[key].split(",")
    numbers.pop(at)
    attributes[key] = ",".join(numbers)
    if not numbers:
        del attributes[key]


def mjlog(head: list[Item], hands: list[list[Item]], rng: random.Random) -> Iterator[Alteration]:
    """Every alteration of a game in Tenhou's XML."""
    yield from _hands_at_large(hands, ends=True)
    go = next(attributes for name, attributes in head if name == "GO")
    seats = 3 if int(go["type"]) & 0x10 else 4
    open_tanyao = False
    for index, hand in enumerate(hands):
        init = hand[0][1]
        player = rng.randrange(seats)
        last = index == len(hands) - 1
        if len(hands) > 1:
            yield "starting scores", TWICE, lambda i=init, p=player: _number_at(i, "ten", p, 100)
            if index:
                yield "round wind", TWICE, lambda i=init: _number_at(i, "seed", 0, 4)
        yield "honba", TWICE, lambda i=init: _number_at(i, "seed", 1, 1)
        yield "sticks", TWICE, lambda i=init: _number_at(i, "seed", 2, 1)
        yield (
            "result removed",
            ONCE,
            lambda h=hand: h.__setitem__(slice(None), [item for item in h if item[0] not in ("AGARI", "RYUUKYOKU")]),
        )
        yield "hand cut off", ONCE, lambda h=hand: h.__delitem__(slice(len(h) // 2, None))
        draws = [at for at, (name, _) in enumerate(hand) if re.fullmatch("[TUVW][0-9]+", name)]
        if len(draws) > 1:
            twice = rng.choice(draws[1:])
            yield (
                "tile drawn twice",
                ONCE,
                lambda h=hand, t=twice, d=draws: h.__setitem__(t, (h[t][0][0] + h[d[0]][0][1:], {})),
            )
            yield "draw left out", ONCE, lambda h=hand, t=twice: h.pop(t)
        for at, (name, attributes) in enumerate(hand):
            if name == "REACH" and attributes["step"] == "1":
                if hand[at + 2 : at + 3] and hand[at + 2][0] == "AGARI":
                    continue  # won on at once: nothing else in the record comes of it
                yield (
                    "riichi removed",
                    ONCE,
                    lambda h=hand, at=at, w=attributes["who"]: h.__setitem__(
                        slice(None),
                        [
                            item
                            for place, item in enumerate(h)
                            if place != at and not (place > at and item[0] == "REACH" and item[1]["who"] == w)
                        ],
                    ),
                )
                yield "riichi said, not paid", TWICE, lambda h=hand, at=at: h.pop(at)
            elif name == "REACH":
                yield "riichi mark removed", TWICE, lambda h=hand, at=at: h.pop(at)
                yield "riichi mark wrong", TWICE, lambda a=attributes: a.update(who=str((int(a["who"]) + 1) % seats))
                yield "riichi mark wrong", TWICE, lambda a=attributes, p=player: _number_at(a, "ten", p, 10)
                yield "riichi mark wrong", TWICE, lambda h=hand, at=at: h.insert(at, h[at])
            elif name == "DORA":
                yield "indicator removed", ONCE, lambda h=hand, at=at: h.pop(at)
                yield "indicator moved", ONCE, lambda h=hand, at=at: h.insert(at - 2, h.pop(at))
                later = [
                    place for place in range(at + 3, len(hand) - 1) if re.fullmatch("[DEFG][0-9]+", hand[place][0])
                ]
                if later:
                    yield "indicator moved", ONCE, lambda h=hand, at=at, to=later[0]: h.insert(to - 1, h.pop(at))
            elif name == "N" and int(attributes["m"]) & 0x3F == 0x20:
                yield from _mjlog_kita(hand, at, seats)
            elif name == "N" and int(attributes["m"]) & 0x18 and not int(attributes["m"]) & 4:
                yield "source of a call", ONCE, lambda a=attributes: a.update(m=str(int(a["m"]) ^ 1 or 3))
            elif name == "AGARI":
                yield from _mjlog_win(hand, attributes, init, rng, seats)
                yaku = attributes.get("yaku", "").split(",")[::2]
                open_tanyao |= "8" in yaku and any(
                    int(bits) & 0x3F not in (0, 0x20) for bits in attributes.get("m", "0").split(",") if bits
                )
            elif name == "RYUUKYOKU":
                yield from _mjlog_draw(attributes, rng, seats)
            if "owari" in attributes and last:
                yield "final scores", TWICE, lambda a=attributes, p=player: _number_at(a, "owari", 2 * p, 10)
                yield "final points", TWICE, lambda a=attributes, p=player: _number_at(a, "owari", 2 * p + 1, 1)
        riichi = next((at for at, item in enumerate(hand) if re.fullmatch("[DEFG][0-9]+", item[0])), None)
        if riichi is not None:
            who = str("DEFG".index(hand[riichi][0][0]))
            yield (
                "riichi added",
                ONCE,
                lambda h=hand, at=riichi, w=who: h.insert(at, ("REACH", {"who": w, "step": "1"})),
            )
    for name, attributes in head:
        if name == "TAIKYOKU":
            yield "first dealer", TWICE, lambda a=attributes: a.update(oya="1")
    if open_tanyao:
        yield "GO bits", TWICE, lambda: go.update(type=str(int(go["type"]) ^ 4))


def _mjlog_win(
    hand: list[Item], win: dict[str, str], init: dict[str, str], rng: random.Random, seats: int
) -> Iterator[Alteration]:
    player = rng.randrange(seats)
    first = next(attributes for name, attributes in hand if name == "AGARI")
    yield "payments", ONCE, lambda: _number_at(win, "sc", 2 * player + 1, 1)
    yield "scores before", TWICE, lambda: _number_at(win, "sc", 2 * player, 1)
    yield "honba and sticks at the end", TWICE, lambda: _number_at(win, "ba", rng.randrange(2), 1)
    if win is first and win["who"] == win["fromWho"]:
        yield "who won", ONCE, lambda: win.update(who=str((int(win["who"]) + 1) % seats))
    yield "who paid", ONCE, lambda: win.update(fromWho=str((int(win["fromWho"]) + 1) % seats))
    yield "winning tile", ONCE, lambda: win.update(machi=str((int(win["machi"]) + 4) % 136))
    if "yakuman" not in win:
        yield "fu", TWICE, lambda: _number_at(win, "ten", 0, 10)
        yaku = win["yaku"].split(",")
        yield "han of a yaku", TWICE, lambda: _number_at(win, "yaku", 1, 1)
        gone = rng.choice([at for at in range(0, len(yaku), 2) if int(yaku[at]) < 52])
        yield "yaku left out", TWICE, lambda at=gone: (_drop(win, "yaku", at), _drop(win, "yaku", at))  # type: ignore[misc]
        yield "unknown yaku", TWICE, lambda: win.update(yaku="77" + win["yaku"][len(yaku[0]) :])
        yield "yaku listed twice", TWICE, lambda: win.update(yaku=",".join([*yaku[:2], *yaku]))
    else:
        yield "yaku listed twice", TWICE, lambda: win.update(yakuman=f"{win['yakuman']},{win['yakuman']}")
        yield "limit", TWICE, lambda: _number_at(win, "ten", 2, 1 if win["ten"][-1] != "4" else -1)
    for key in ("sc", "ba", "ten"):
        yield "a number too many", TWICE, lambda k=key: win.update({k: f"{win[k]},0"})
    yield "points of the hand", TWICE, lambda: _number_at(win, "ten", 1, 100)
    yield "indicators listed", TWICE, lambda: _drop(win, "doraHai")
    listed = win["doraHai"].split(",")
    yield (
        "indicators listed",
        TWICE,
        lambda: win.update(doraHai=",".join([*listed[:-1], str((int(listed[-1]) + 40) % 136)])),
    )
    if "doraHaiUra" in win:
        yield "ura left out", TWICE, lambda: _drop(win, "doraHaiUra")
    else:
        seen = " ".join(str(value) for _, attributes in hand for value in (*attributes.values(), _)).replace(",", " ")
        names = set(re.findall("[0-9]+", seen))
        unseen = next(str(number) for number in range(135, -1, -1) if str(number) not in names)
        yield "ura without riichi", TWICE, lambda: win.update(doraHaiUra=unseen)
    if "m" in win:
        yield "melds shown", TWICE, lambda: _drop(win, "m")
    hai = win["hai"].split(",")
    at = next(place for place, number in enumerate(hai) if number != win["machi"])
    yield "tile shown twice", TWICE, lambda: win.update(hai=",".join([*hai[:at], hai[at - 1], *hai[at + 1 :]]))
    if "paoWho" in win:
        yield "liable player", TWICE, lambda: win.pop("paoWho")
    else:
        yield "liable player", TWICE, lambda: win.update(paoWho=str((int(win["who"]) + 1) % seats))


def _mjlog_kita(hand: list[Item], at: int, seats: int) -> Iterator[Alteration]:
    kita = hand[at][1]
    yield "kita removed", ONCE, lambda: hand.pop(at)
    yield "kita doubled", ONCE, lambda: hand.insert(at, hand[at])
    yield "kita of another player", ONCE, lambda: kita.update(who=str((int(kita["who"]) + 1) % seats))
    yield "kita of nobody", ONCE, lambda: kita.update(who="3")
    yield "kita of another tile", ONCE, lambda: kita.update(m=str(((27 * 4) << 8) | 0x20))
    if re.fullmatch("[TUVW][0-9]+", hand[at + 1][0]):
        yield "kita after its replacement tile", ONCE, lambda: hand.insert(at + 1, hand.pop(at))
        yield "kita without a replacement tile", ONCE, lambda: hand.pop(at + 1)
        first = next(place for place, (name, _) in enumerate(hand) if re.fullmatch("[TUVW][0-9]+", name))
        if first < at:
            twice = hand[at + 1][0][0] + hand[first][0][1:]
            yield "replacement tile drawn before", ONCE, lambda: hand.__setitem__(at + 1, (twice, {}))
        names = {number for _, values in hand for value in values.values() for number in re.findall("[0-9]+", value)}
        names |= {name[1:] for name, _ in hand}
        unseen = next(str(number) for number in range(36, 136) if str(number) not in names)
        yield "indicator after a kita", ONCE, lambda: hand.insert(at + 1, ("DORA", {"hai": unseen}))


def _mjlog_draw(draw: dict[str, str], rng: random.Random, seats: int) -> Iterator[Alteration]:
    player = rng.randrange(seats)
    yield "payments", ONCE, lambda: _number_at(draw, "sc", 2 * player + 1, 1)
    yield "scores before", TWICE, lambda: _number_at(draw, "sc", 2 * player, 1)
    yield "honba and sticks at the end", TWICE, lambda: _number_at(draw, "ba", rng.randrange(2), 1)
    yield (
        "kind of draw",
        ONCE,
        lambda: draw.update(type=other(rng, ["yao9", "kaze4", "reach4", "ron3", "kan4", "nm"], draw.get("type"))),
    )
    shown = [key for key in draw if key.startswith("hai")]
    if shown and "type" not in draw:
        yield "who is tenpai", TWICE, lambda: draw.pop(rng.choice(shown))
        hai = draw[shown[0]].split(",")
        if len(hai) > 1:
            yield "tile shown twice", TWICE, lambda: draw.update({shown[0]: ",".join([hai[1], *hai[1:]])})


# --- Tenhou's JSON -------------------------------------------------------------------------------------------------

_ENDS = "全員聴牌", "全員不聴", "流局"


def tenhou6(game: dict[str, Any], rng: random.Random) -> Iterator[Alteration]:
    """Every alteration of a tenhou.net/6 object."""
    hands: list[Any] = game["log"]
    seats = 4 if game.get("name", [""] * 3 + ["x"])[3] else 3
    yield from _hands_at_large(hands, ends="sc" in game)
    if "sc" in game:
        yield "final points", TWICE, lambda: _add(game["sc"], 2 * rng.randrange(seats) + 1, 1.0)
        yield "final scores", TWICE, lambda: _add(game["sc"], 2 * rng.randrange(seats), 1000)
    for index, hand in enumerate(hands):
        player = rng.randrange(seats)
        result = hand[16]
        last = index == len(hands) - 1
        if len(hands) > 1:
            yield "starting scores", TWICE, lambda h=hand, p=player: _add(h[1], p, 10000)
            if index:
                yield "round wind", TWICE, lambda h=hand: _add(h[0], 0, 4)
                yield "honba", TWICE, lambda h=hand: _add(h[0], 1, 1)
                yield "sticks", TWICE, lambda h=hand: _add(h[0], 2, 1)
        yield "result removed", ONCE, lambda h=hand: h.__setitem__(16, [])
        yield (
            "hand cut off",
            ONCE,
            lambda h=hand: [
                h[at].__delitem__(slice(len(h[at]) // 2, None)) for at in range(5, 4 + 3 * seats) if at % 3 != 1
            ],
        )  # type: ignore[misc]
        takes, drops = hand[5 + 3 * player], hand[6 + 3 * player]
        if len(takes) > 2:
            yield "draw left out", ONCE, lambda t=takes: t.pop(rng.randrange(1, len(t)))
        riichi = [
            (p, at) for p in range(seats) for at, entry in enumerate(hand[6 + 3 * p]) if str(entry).startswith("r")
        ]
        for p, at in riichi:
            # The stick of the last hand goes where only a final result says so.
            if not last or "sc" in game or result[0] == "和了":
                yield "riichi removed", ONCE, lambda d=hand[6 + 3 * p], at=at: d.__setitem__(at, int(d[at][1:]))
        plain = [at for at, entry in enumerate(drops) if type(entry) is int and entry]
        if plain and (not last or result[0] == "和了"):
            yield "riichi added", ONCE, lambda d=drops, at=plain[0]: d.__setitem__(at, f"r{d[at]}")
        for p in range(seats):
            for at, entry in enumerate(hand[5 + 3 * p]):
                if isinstance(entry, str) and "p" in entry:
                    yield (
                        "source of a call",
                        ONCE,
                        lambda t=hand[5 + 3 * p], at=at: t.__setitem__(at, _turned_round(t[at])),
                    )
        yield from _tenhou6_kitas(hand, seats)
        if len(hand[2]) > 1:
            yield "indicator removed", ONCE, lambda h=hand: h[2].pop()
        if result[0] == "和了":
            yield from _tenhou6_win(hand, rng, seats)
        elif len(result) > 1:
            yield "payments", ONCE, lambda r=result, p=player: _add(r[1], p, 100)
            yield (
                "kind of draw",
                ONCE,
                lambda r=result: r.__setitem__(0, other(rng, ["九種九牌", "四風連打", "四家立直", "流し満貫"], r[0])),
            )
        else:
            names = ["九種九牌", "四風連打", "四家立直", "三家和了", "四槓散了"]
            changed = other(rng, names, result[0])
            yield "kind of draw", ONCE, lambda r=result, to=changed: r.__setitem__(0, to)


def _add(numbers: list[Any], at: int, by: int) -> None:
    numbers[at] += by


def _tenhou6_kitas(hand: list[Any], seats: int) -> Iterator[Alteration]:
    for p in range(seats):
        drops = hand[6 + 3 * p]
        for at in [at for at, entry in enumerate(drops) if entry == "f44"]:
            yield "kita removed", ONCE, lambda d=drops, at=at: d.pop(at)
            yield "kita doubled", ONCE, lambda d=drops, at=at: d.insert(at, "f44")
            yield "kita of another tile", ONCE, lambda d=drops, at=at: d.__setitem__(at, "f43")
            other_drops = hand[6 + 3 * ((p + 1) % seats)]
            yield "kita of another player", ONCE, lambda d=drops, o=other_drops, at=at: o.insert(0, d.pop(at))
            if at < len(drops) - 1:
                yield "kita without a replacement tile", ONCE, lambda t=hand[5 + 3 * p], at=at: t.pop(at + 1)


def _turned_round(call: str) -> str:
    """The same call from another player: its letter and tile stand elsewhere."""
    at = call.index("p")
    called = call[at : at + 3]
    own = re.findall("[0-9]{2}", call[:at] + call[at + 3 :])
    place = (at // 2 + 1) % 3
    return "".join([*own[:place], called, *own[place:]])


def _tenhou6_win(hand: list[Any], rng: random.Random, seats: int) -> Iterator[Alteration]:
    result = hand[16]
    player = rng.randrange(seats)
    said = any(str(entry).startswith("r") for p in range(seats) for entry in hand[6 + 3 * p])
    for at in range(1, len(result), 2):
        changes, details = result[at], result[at + 1]
        yield "payments", ONCE, lambda c=changes: _add(c, player, 100)
        yield "who paid", ONCE, lambda d=details: d.__setitem__(1, (d[1] + 1) % seats)
        yield "liable player", TWICE, lambda d=details: d.__setitem__(2, (d[0] + 1) % seats if d[2] == d[0] else d[0])
        text: str = details[3]
        counted = re.match(r"(\d+)符(\d+)飜", text)
        if counted:
            fu, han = int(counted[1]), int(counted[2])
            rest = text[counted.end() :]
            yield "fu", TWICE, lambda d=details, f=fu, h=han, r=rest: d.__setitem__(3, f"{f + 10}符{h}飜{r}")
            yield "stated han", TWICE, lambda d=details, f=fu, h=han, r=rest: d.__setitem__(3, f"{f}符{h + 1}飜{r}")
        else:
            word = next(word for word in ("三倍満", "満貫", "跳満", "倍満", "役満") if text.startswith(word))
            if word != "役満":
                changed = other(rng, ["満貫", "跳満", "倍満", "三倍満"], word)
                yield "limit", TWICE, lambda d=details, w=word, c=changed: d.__setitem__(3, d[3].replace(w, c, 1))
        yield (
            "points of the hand",
            TWICE,
            lambda d=details: d.__setitem__(3, re.sub(r"(\d+)点", lambda found: f"{int(found[1]) + 100}点", d[3])),
        )
        named = [place for place in range(4, len(details)) if "飜)" in details[place] and "ドラ" not in details[place]]
        if named:
            place = rng.choice(named)
            yield (
                "han of a yaku",
                TWICE,
                lambda d=details, p=place: d.__setitem__(
                    p, re.sub(r"\((\d+)飜", lambda found: f"({int(found[1]) + 1}飜", d[p])
                ),
            )
            yield "yaku left out", TWICE, lambda d=details, p=place: d.pop(p)
            yield "unknown yaku", TWICE, lambda d=details, p=place: d.__setitem__(p, "大車輪(" + d[p].split("(")[1])
        if len(details) > 4:
            yield "yaku listed twice", TWICE, lambda d=details: d.append(d[4])
        yield "a number too many", TWICE, lambda c=changes: c.append(0)
    if hand[3]:
        yield "ura left out", TWICE, lambda: hand[3].pop()
    elif not said:
        yield "ura without riichi", TWICE, lambda: hand[3].append(11)


# --- mjai ----------------------------------------------------------------------------------------------------------


def mjai(events: list[dict[str, Any]], rng: random.Random) -> Iterator[Alteration]:
    """Every alteration of a game in mjai; `events` is changed in place."""
    starts = [at for at, event in enumerate(events) if event["type"] == "start_kyoku"]
    seats = len(events[starts[0]]["scores"])
    ends = [*starts[1:], next(at for at, event in enumerate(events) if event["type"] == "end_game")]
    spans = list(zip(starts, ends, strict=True))
    if len(spans) > 2:
        for at in range(len(spans) - 1):
            a, b = spans[at]
            yield "hand deleted", ONCE, lambda a=a, b=b: events.__delitem__(slice(a, b))
            yield "hand doubled", ONCE, lambda a=a, b=b: events.__setitem__(slice(a, a), events[a:b])
        for at in range(len(spans) - 2):
            (a, b), (_, c) = spans[at], spans[at + 1]
            yield (
                "hands exchanged",
                ONCE,
                lambda a=a, b=b, c=c: events.__setitem__(slice(a, c), [*events[b:c], *events[a:b]]),
            )
    if events[-1].get("scores"):
        yield "final scores", TWICE, lambda: _add(events[-1]["scores"], rng.randrange(seats), 1000)
    final = bool(events[-1].get("scores"))
    for index, (a, b) in enumerate(spans):
        start, player = events[a], rng.randrange(seats)
        last = index == len(spans) - 1
        won = any(event["type"] == "hora" for event in events[a:b])
        if len(spans) > 1:
            yield "starting scores", TWICE, lambda s=start, p=player: _add(s["scores"], p, 10000)
            if index:
                wind = start["bakaze"]
                yield "round wind", TWICE, lambda s=start, w=wind: s.update(bakaze="ESWN"["ESWN".index(w) + 1])
                yield "honba", TWICE, lambda s=start: s.update(honba=s["honba"] + 1)
                yield "sticks", TWICE, lambda s=start: s.update(kyotaku=s["kyotaku"] + 1)
        if not last or final:
            over = [at for at in range(a, b) if events[at]["type"] in ("hora", "ryukyoku")]
            yield "result removed", ONCE, lambda o=over: events.__delitem__(slice(o[0], o[-1] + 1))
            yield "hand cut off", ONCE, lambda a=a, b=b: events.__delitem__(slice((a + b) // 2, b))
        draws = [at for at in range(a, b) if events[at]["type"] == "tsumo"]
        if len(draws) > 1:
            chosen = rng.choice(draws[1:])
            yield "draw left out", ONCE, lambda at=chosen: events.pop(at)
        for at in range(a, b):
            event = events[at]
            kind = event["type"]
            if kind == "reach":
                if events[at + 2]["type"] == "hora":
                    continue  # won on at once: nothing else in the record comes of it
                yield "riichi removed", ONCE, lambda at=at, w=event["actor"]: _without_riichi(events, at, w)
                yield "riichi said, not paid", TWICE, lambda at=at: events.pop(at)
            elif kind == "reach_accepted":
                yield "riichi mark removed", TWICE, lambda at=at: events.pop(at)
                yield "riichi mark wrong", TWICE, lambda e=event: e.update(actor=(e["actor"] + 1) % seats)
            elif kind == "dora":
                yield "indicator removed", ONCE, lambda at=at: events.pop(at)
                if "instant" not in event:
                    yield "indicator moved", ONCE, lambda at=at: events.insert(at - 2, events.pop(at))
            elif kind in ("kita", "nukidora"):
                yield from _mjai_kita(events, at, seats)
            elif kind in ("pon", "daiminkan"):
                yield "source of a call", ONCE, lambda e=event: e.update(target=other(rng, range(seats), e["target"]))
            elif kind == "dahai":
                before = events[at - 1]
                if event["tsumogiri"] and before["type"] == "tsumo" and _only(events, at):
                    yield "tsumogiri", TWICE, lambda e=event: e.update(tsumogiri=False)
                elif not event["tsumogiri"] and before["type"] == "tsumo" and before["pai"] != event["pai"]:
                    yield "tsumogiri", TWICE, lambda e=event: e.update(tsumogiri=True)
            elif kind == "hora":
                yield from _mjai_win(events, at, a, rng, seats)
            elif kind == "ryukyoku":
                reasons = ["fanpai", "kyushukyuhai", "sufonrenta", "suchareach", "sanchaho", "sukaikan"]
                kinds = {"exhaustive_draw": "fanpai"}
                was = kinds.get(event.get("reason", ""), event.get("reason"))
                changed = other(rng, reasons, was)
                yield "kind of draw", ONCE, lambda e=event, to=changed: e.update(reason=to)
                yield "payments", ONCE, lambda e=event, p=player: _add(e["deltas"], p, 100)
                if "tenpais" in event:
                    # Three players may be padded to four.
                    yield (
                        "a player too many",
                        ONCE,
                        lambda e=event: e["tenpais"].extend([False] * (5 - len(e["tenpais"]))),
                    )
                    yield "a player too few", ONCE, lambda e=event: e["tenpais"].pop()
                    yield (
                        "who is tenpai",
                        TWICE,
                        lambda e=event, p=player: e["tenpais"].__setitem__(p, not e["tenpais"][p]),
                    )
        first = next((at for at in range(a, b) if events[at]["type"] == "dahai"), b)
        if first < b and (not last or won or final):
            actor = events[first]["actor"]
            yield "riichi added", ONCE, lambda at=first, w=actor: events.insert(at, {"type": "reach", "actor": w})


def _mjai_kita(events: list[dict[str, Any]], at: int, seats: int) -> Iterator[Alteration]:
    kita = events[at]
    yield "kita removed", ONCE, lambda: events.pop(at)
    yield "kita doubled", ONCE, lambda: events.insert(at, events[at])
    yield "kita of another player", ONCE, lambda: kita.update(actor=(kita["actor"] + 1) % seats)
    yield "kita of nobody", ONCE, lambda: kita.update(actor=3)
    yield "kita of another tile", ONCE, lambda: kita.update(pai="W")
    after = next((place for place in range(at + 1, len(events)) if events[place]["type"] == "tsumo"), None)
    if after is not None and not any(event["type"] in ("hora", "end_kyoku") for event in events[at:after]):
        yield "kita after its replacement tile", ONCE, lambda: events.insert(after, events.pop(at))
        yield "kita without a replacement tile", ONCE, lambda: events.pop(after)
        yield "indicator after a kita", ONCE, lambda: events.insert(at + 1, {"type": "dora", "dora_marker": "9m"})


def _without_riichi(events: list[dict[str, Any]], at: int, who: int) -> None:
    paid = next(
        (
            place
            for place in range(at, min(at + 3, len(events)))
            if events[place] == {"type": "reach_accepted", "actor": who}
        ),
        None,
    )
    if paid is not None:
        events.pop(paid)
    events.pop(at)


def _only(events: list[dict[str, Any]], at: int) -> bool:
    """Whether the tile discarded here was the only one of its name in the hand."""
    start = max(place for place in range(at) if events[place]["type"] == "start_kyoku")
    player, tile = events[at]["actor"], events[at]["pai"]
    held = list(events[start]["tehais"][player])
    for event in events[start + 1 : at]:
        if event.get("actor") != player:
            continue
        if event["type"] == "tsumo":
            held.append(event["pai"])
        elif event["type"] in ("dahai", "kakan", "kita"):
            held.remove(event["pai"])
        elif event["type"] in ("chi", "pon", "daiminkan", "ankan"):
            for name in event["consumed"]:
                held.remove(name)
    return held.count(tile) == 1


def _mjai_win(
    events: list[dict[str, Any]], at: int, start: int, rng: random.Random, seats: int
) -> Iterator[Alteration]:
    win = events[at]
    player = rng.randrange(seats)
    yield "payments", ONCE, lambda: _add(win["deltas"], player, 100)
    yield "who paid", ONCE, lambda: win.update(target=(win["target"] + 1) % seats)
    if win["actor"] == win["target"]:
        yield "who won", ONCE, lambda: win.update(actor=(win["actor"] + 1) % seats)
    if "pai" in win:
        yield "winning tile", ONCE, lambda: win.update(pai=other(rng, ["1m", "9p", "E", "C"], win["pai"]))
    for key, by, name in (("fan", 1, "stated han"), ("fu", 10, "fu"), ("hora_points", 100, "points of the hand")):
        if key in win:
            yield name, TWICE, lambda k=key, by=by: win.update({k: win[k] + by})
    riichi = any(event["type"] == "reach" and event["actor"] == win["actor"] for event in events[start:at])
    if win.get("ura_markers"):
        yield "ura left out", TWICE, lambda: win["ura_markers"].pop()
    elif not riichi:
        yield "ura without riichi", TWICE, lambda: win.update(ura_markers=["1m"])
    if "yakus" in win:
        yield "unknown yaku", TWICE, lambda: win["yakus"].__setitem__(0, ["daisharin", win["yakus"][0][1]])
        yield "han of a yaku", TWICE, lambda: win["yakus"].__setitem__(0, [win["yakus"][0][0], win["yakus"][0][1] + 1])
        yield "yaku left out", TWICE, lambda: win["yakus"].pop(0)
        yield "yaku listed twice", TWICE, lambda: win["yakus"].append(win["yakus"][0])
    if "scores" in win:
        yield "scores after", TWICE, lambda: _add(win["scores"], player, 100)


# --- Mahjong Soul --------------------------------------------------------------------------------------------------


def mjsoul(actions: list[dict[str, Any]], rng: random.Random) -> Iterator[Alteration]:
    """Every alteration of a game in Mahjong Soul's messages; `actions` is changed in place."""
    starts = [at for at, action in enumerate(actions) if action["name"].endswith("RecordNewRound")]
    spans = list(zip(starts, [*starts[1:], len(actions)], strict=True))
    if len(spans) > 2:
        for at in range(1, len(spans) - 1):
            a, b = spans[at]
            yield "hand deleted", ONCE, lambda a=a, b=b: actions.__delitem__(slice(a, b))
            yield "hand doubled", ONCE, lambda a=a, b=b: actions.__setitem__(slice(a, a), actions[a:b])
        for at in range(len(spans) - 1):
            (a, b), (_, c) = spans[at], spans[at + 1]
            yield (
                "hands exchanged",
                ONCE,
                lambda a=a, b=b, c=c: actions.__setitem__(slice(a, c), [*actions[b:c], *actions[a:b]]),
            )
    for index, (a, b) in enumerate(spans):
        start, player = actions[a]["data"], rng.randrange(4)
        if len(spans) > 1:
            yield "starting scores", TWICE, lambda s=start, p=player: _add(s["scores"], p, 10000)
            if index:
                yield "round wind", TWICE, lambda s=start: s.update(chang=s.get("chang", 0) + 1)
                yield "honba", TWICE, lambda s=start: s.update(ben=s.get("ben", 0) + 1)
        yield "sticks", TWICE, lambda s=start: s.update(liqibang=s.get("liqibang", 0) + 1)
        yield (
            "indicators at the deal",
            ONCE,
            # Some records have the one indicator in `dora`.
            lambda s=start: s.update(doras=[(s.get("doras") or [s["dora"]])[0]] * 2),
        )
        yield "result removed", ONCE, lambda b=b: actions.pop(b - 1)
        yield "hand cut off", ONCE, lambda a=a, b=b: actions.__delitem__(slice((a + b) // 2, b))
        draws = [at for at in range(a, b) if actions[at]["name"].endswith("RecordDealTile")]
        if draws:
            gone = rng.choice(draws)
            yield "draw left out", ONCE, lambda at=gone: actions.pop(at)
        for at in range(a, b):
            name, data = actions[at]["name"].rpartition(".")[2], actions[at]["data"]
            if data.get("liqi"):
                yield "riichi mark removed", TWICE, lambda d=data: d.pop("liqi")
                yield "riichi mark wrong", TWICE, lambda d=data: d["liqi"].update(score=d["liqi"]["score"] + 1000)
                yield "riichi mark wrong", TWICE, lambda d=data: d["liqi"].update(liqibang=d["liqi"]["liqibang"] + 1)
            if "left_tile_count" in data:
                yield "tiles left", TWICE, lambda d=data: d.update(left_tile_count=d["left_tile_count"] - 1)
            if name == "RecordDiscardTile":
                if data.get("is_liqi") or data.get("is_wliqi"):
                    if actions[at + 1]["name"].endswith("RecordHule"):
                        continue  # won on at once: nothing else in the record comes of it
                    yield "riichi said, not paid", TWICE, lambda d=data: d.update(is_liqi=False, is_wliqi=False)
                elif at == a + 1:
                    yield "riichi added", ONCE, lambda d=data: d.update(is_liqi=True)
                before = actions[at - 1]
                if before["name"].endswith("RecordDealTile") and before["data"]["tile"] != data["tile"]:
                    yield "tsumogiri", TWICE, lambda d=data: d.update(moqie=not d.get("moqie"))
                if data.get("doras"):
                    yield "indicator removed", ONCE, lambda d=data: d.update(doras=[])
                    yield (
                        "indicator turned before",
                        TWICE,
                        lambda d=data: d["doras"].__setitem__(0, other(rng, ["2m", "8s", "6z"], d["doras"][0])),
                    )
            elif name == "RecordChiPengGang" and data["type"]:
                yield (
                    "source of a call",
                    ONCE,
                    lambda d=data: d.update(
                        froms=[
                            f if f == d["seat"] else next(p for p in range(4) if p not in (f, d["seat"]))
                            for f in d["froms"]
                        ]
                    ),
                )
            elif name == "RecordHule":
                yield from _mjsoul_wins(data, actions[a:at], rng)
            elif name == "RecordNoTile":
                for entry in data.get("scores") or ():
                    if entry.get("delta_scores"):
                        yield "payments", ONCE, lambda e=entry, p=player: _add(e["delta_scores"], p, 100)
                    if entry.get("old_scores"):
                        yield "scores before", TWICE, lambda e=entry, p=player: _add(e["old_scores"], p, 100)
                players = data.get("players") or []
                if len(players) == 4:
                    yield "a player too many", ONCE, lambda p=players: p.append(p[-1])
                    yield "a player too few", ONCE, lambda p=players: p.pop()
                    yield (
                        "who is tenpai",
                        TWICE,
                        lambda p=players, at=player: p.__setitem__(at, {**p[at], "tingpai": not p[at].get("tingpai")}),
                    )
                yield "kind of draw", ONCE, lambda d=data: d.update(liujumanguan=not d.get("liujumanguan"))
            elif name == "RecordLiuJu":
                yield "kind of draw", ONCE, lambda d=data: d.update(type=other(rng, range(1, 6), d["type"]))


def _mjsoul_wins(data: dict[str, Any], before: list[dict[str, Any]], rng: random.Random) -> Iterator[Alteration]:
    player = rng.randrange(4)
    yield "payments", ONCE, lambda: _add(data["delta_scores"], player, 100)
    for key in ("old_scores", "scores"):
        if data.get(key):
            yield (
                f"scores {'before' if key == 'old_scores' else 'after'}",
                TWICE,
                lambda k=key: _add(data[k], player, 100),
            )
    for win in data["hules"]:
        if len(data["hules"]) == 1:
            yield "who won", ONCE, lambda w=win: w.update(seat=(w["seat"] + 1) % 4)
        if len(before) > 2:  # the dealer's win on the deal names any tile
            yield (
                "winning tile",
                ONCE,
                lambda w=win: w.update(hu_tile=other(rng, ["1m", "9p", "1z", "7z"], w["hu_tile"])),
            )
        yield "by draw or not", ONCE, lambda w=win: w.update(zimo=not w.get("zimo"))
        if not win.get("yiman"):
            yield "stated han", TWICE, lambda w=win: w.update(count=w["count"] + 1)
            yield "fu", TWICE, lambda w=win: w.update(fu=w["fu"] + 10)
        yield "yakuman or not", TWICE, lambda w=win: w.update(yiman=not w.get("yiman"))
        yield "dealer or not", TWICE, lambda w=win: w.update(qinjia=not w.get("qinjia"))
        yield "winner in riichi", TWICE, lambda w=win: w.update(liqi=not w.get("liqi"))
        fans = win["fans"]
        yield "han of a yaku", TWICE, lambda f=fans: f[0].update(val=f[0]["val"] + 1)
        yield "yaku left out", TWICE, lambda f=fans: f.pop(0)
        yield "unknown yaku", TWICE, lambda f=fans: f[0].update(id=999, name="大车轮")
        yield "yaku listed twice", TWICE, lambda f=fans: f.append(f[0])
        if win.get("title") and not win.get("yiman"):
            yield "unknown limit", TWICE, lambda w=win: w.update(title="大满贯")
        if "title" in win:
            yield "limit", TWICE, lambda w=win: w.update(title=other(rng, ["", "满贯", "跳满", "倍满"], w["title"]))
        yield (
            "points of the hand",
            TWICE,
            lambda w=win: w.update({k: w[k] + 100 for k in ("point_rong", "point_zimo_xian") if w.get(k)}),
        )
        if win.get("doras"):
            yield (
                "indicators listed",
                TWICE,
                lambda w=win: w["doras"].__setitem__(-1, other(rng, ["2m", "8s", "6z"], w["doras"][-1])),
            )
            if len(win["doras"]) > 1:
                yield "indicators listed", TWICE, lambda w=win: w["doras"].pop()
        if win.get("li_doras"):
            yield "ura left out", TWICE, lambda w=win: w["li_doras"].pop()
        else:
            yield "ura without riichi", TWICE, lambda w=win: w.update(li_doras=["1m"])
        if win.get("ming"):
            yield "melds shown", TWICE, lambda w=win: w["ming"].pop()
        if win.get("hand"):
            yield (
                "tile shown twice",
                TWICE,
                lambda w=win: w["hand"].__setitem__(0, other(rng, ["1m", "9s", "7z"], w["hand"][0])),
            )


# --- majiang-core --------------------------------------------------------------------------------------------------


def majiang(game: dict[str, Any], rng: random.Random) -> Iterator[Alteration]:
    """Every alteration of a game of majiang-core's."""
    hands: list[list[dict[str, Any]]] = game["log"]
    yield from _hands_at_large(hands, ends="defen" in game)
    if "defen" in game:
        yield "final scores", TWICE, lambda: _add(game["defen"], rng.randrange(4), 1000)
        if "rank" in game:
            if len({*game["defen"]}) == 4:
                yield "places", TWICE, lambda: game["rank"].reverse()
            yield "places", TWICE, lambda: _add(game["rank"], rng.randrange(4), 1)
    for index, hand in enumerate(hands):
        start, player = hand[0]["qipai"], rng.randrange(4)
        if len(hands) > 1:
            yield "starting scores", TWICE, lambda s=start, p=player: _add(s["defen"], p, 10000)
            if index:
                yield "round wind", TWICE, lambda s=start: s.update(zhuangfeng=s["zhuangfeng"] + 1)
                yield "honba", TWICE, lambda s=start: s.update(changbang=s["changbang"] + 1)
                yield "sticks", TWICE, lambda s=start: s.update(lizhibang=s["lizhibang"] + 1)
        yield (
            "result removed",
            ONCE,
            lambda h=hand: h.__setitem__(slice(None), [event for event in h if not event.keys() & {"hule", "pingju"}]),
        )
        yield "hand cut off", ONCE, lambda h=hand: h.__delitem__(slice(len(h) // 2, None))
        draws = [at for at, event in enumerate(hand) if "zimo" in event]
        if draws:
            gone = rng.choice(draws)
            yield "draw left out", ONCE, lambda h=hand, at=gone: h.pop(at)
        for at, event in enumerate(hand):
            ((word, data),) = event.items()
            if word == "dapai" and data["p"].endswith("*"):
                if "hule" in hand[at + 1]:
                    continue  # won on at once: nothing else in the record comes of it
                yield "riichi removed", ONCE, lambda d=data: d.update(p=d["p"][:-1])
            elif word == "dapai":
                before = hand[at - 1].get("zimo")
                if before is not None and before["p"] != data["p"][:2] and not data["p"].endswith("_"):
                    yield "tsumogiri", TWICE, lambda d=data: d.update(p=d["p"] + "_")
                if at == 2:
                    yield "riichi added", ONCE, lambda d=data: d.update(p=d["p"] + "*")
            elif word == "kaigang":
                yield "indicator removed", ONCE, lambda h=hand, at=at: h.pop(at)
                yield "indicator moved", ONCE, lambda h=hand, at=at: h.insert(at - 2, h.pop(at))
            elif word == "fulou" and not re.fullmatch(r"[mps](?!(.)\1)[0-9]+-?[0-9-]*", data["m"].replace("0", "5")):
                turn = {"+": "=", "=": "-", "-": "+"}
                yield (
                    "source of a call",
                    ONCE,
                    lambda d=data, t=turn: d.update(m=re.sub("[-+=]", lambda s: t[s[0]], d["m"])),
                )
            elif word == "hule":
                yield from _majiang_win(data, hand, rng)
            elif word == "pingju":
                yield "payments", ONCE, lambda d=data, p=player: _add(d["fenpei"], p, 100)
                names = ["荒牌平局", "九種九牌", "四風連打", "四家立直", "三家和", "四開槓"]
                yield "kind of draw", ONCE, lambda d=data, n=names: d.update(name=other(rng, n, d["name"]))
                shown = [place for place, text in enumerate(data["shoupai"]) if text]
                if shown and data["name"] == "荒牌平局":
                    yield "who is tenpai", TWICE, lambda d=data, s=shown: d["shoupai"].__setitem__(rng.choice(s), "")


def _majiang_win(win: dict[str, Any], hand: list[dict[str, Any]], rng: random.Random) -> Iterator[Alteration]:
    player = rng.randrange(4)
    yield "payments", ONCE, lambda: _add(win["fenpei"], player, 100)
    yield "who paid", ONCE, lambda: win.update(baojia=None if win["baojia"] is not None else (win["l"] + 1) % 4)
    if sum("hule" in event for event in hand) == 1:
        yield "who won", ONCE, lambda: win.update(l=(win["l"] + 1) % 4)
    if "fu" in win:
        yield "fu", TWICE, lambda: win.update(fu=win["fu"] + 10)
        yield "stated han", TWICE, lambda: win.update(fanshu=win["fanshu"] + 1)
        yield "han of a yaku", TWICE, lambda: win["hupai"][0].update(fanshu=win["hupai"][0]["fanshu"] + 1)
    yield "yaku left out", TWICE, lambda: win["hupai"].pop(0)
    yield "unknown yaku", TWICE, lambda: win["hupai"][0].update(name="大車輪")
    yield "yaku listed twice", TWICE, lambda: win["hupai"].append(win["hupai"][0])
    if win.get("damanguan"):
        yield "number of yakuman", TWICE, lambda: win.update(damanguan=win["damanguan"] + 1)
    yield "points of the hand", TWICE, lambda: win.update(defen=win["defen"] + 100)
    if win.get("fubaopai"):
        yield "ura left out", TWICE, lambda: win["fubaopai"].pop()
    else:
        yield "ura without riichi", TWICE, lambda: win.update(fubaopai=["m1"])
    if "," in win["shoupai"]:
        yield "melds shown", TWICE, lambda: win.update(shoupai=win["shoupai"].rpartition(",")[0])
    text: str = win["shoupai"]
    changed = ("m" if text[1] != "9" else "p") + ("1" if text[1] == "9" else "9") + text[2:]
    if changed != text and text[2].isdigit():
        yield "tile shown twice", TWICE, lambda: win.update(shoupai=changed)
    yield (
        "winner in riichi",
        TWICE,
        lambda: win.update(shoupai=text.replace("*", "") if "*" in text else re.sub("(,|$)", r"*\1", text, count=1)),
    )
