"""Mahjong Soul: the fields of a room's own rules (`detail_rule`), as `kanrules.records.mjsoul_room` reads them from a
record, and what a room sets for the game.

That module reads the switches that change rulings. This one adds the switches that change no ruling in a hand.
No source says whether a dealer in first place stops automatically.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kanrules.errors import wrong_use
from kanrules.exchange.fields import (
    CannotSay,
    Cases,
    Kind,
    NoEffect,
    Number,
    Own,
    Program,
    ProgramField,
    Values,
    switch,
)
from kanrules.records.mjsoul_messages import plain_names
from kanrules.records.mjsoul_room import NO_LAW, OTHER_GAMES, RED_FIVES, SWITCHED_OFF, SWITCHED_ON

_FIRST_GROUP = ("time_fixed", "init_point", "fandian", "fanfu")
_SECOND_GROUP = (
    "liqibang_value", "changbang_value", "noting_fafu_1", "noting_fafu_2", "noting_fafu_3",
    "can_jifei", "tianbian_value", "have_helezhongju", "have_tingpaizhongju", "have_nanruxiru", "jingsuanyuandian",
    "shunweima_2", "shunweima_3", "shunweima_4",
)  # fmt: skip
_STOPS = "it is not documented whether a dealer in first place stops automatically or may choose"


def _uma(value: Any, settings: Values) -> dict[str, Any] | str:
    rest = [settings.get(f"shunweima_{place}") for place in (2, 3, 4)]
    if any(one is None for one in rest):
        return "kanrules cannot say: the uma of a place is missing"
    points = [1000 * int(one) for one in rest if one is not None]
    return {"game.uma": [-sum(points), *points]}


def _place(place: int) -> ProgramField:
    return ProgramField(
        f"shunweima_{place}",
        Kind.NUMBER,
        None,
        Own(("game.uma",), _uma, lambda rules, default: rules["game.uma"][place - 1] // 1000),
    )


def _noten(value: Any, settings: Values) -> dict[str, Any] | str:
    one, two, three = (settings.get(f"noting_fafu_{count}", 0) for count in (1, 2, 3))
    if not 3 * one == 2 * two == three:
        return "kanrules cannot say: noten payments that are not one sum for any number of payers"
    return {"draws.noten_payment": three}


def _pays(count: int) -> ProgramField:
    by = {1: 3, 2: 2, 3: 1}[count]
    return ProgramField(
        f"noting_fafu_{count}",
        Kind.NUMBER,
        None,
        Own(("draws.noten_payment",), _noten, lambda rules, default: rules["draws.noten_payment"] // by),
    )


def _on(name: str) -> ProgramField:
    return switch(name, None, SWITCHED_ON[name], {})


def _off(name: str) -> ProgramField:
    off = SWITCHED_OFF[name]
    return switch(name, None, {}, f"kanrules cannot say: {off}" if isinstance(off, str) else off)


def _stop(name: str, key: str) -> ProgramField:
    def read(value: Any, settings: Values) -> dict[str, Any] | str:
        return f"kanrules cannot say: {_STOPS}" if value else {key: "off"}

    return ProgramField(name, Kind.SWITCH, None, Own((key,), read, lambda rules, default: rules[key] != "off"))


_GAME: dict[str, ProgramField] = {
    "init_point": ProgramField("init_point", Kind.NUMBER, None, Number("game.start_points")),
    "fandian": ProgramField("fandian", Kind.NUMBER, None, Number("game.goal_points")),
    "jingsuanyuandian": ProgramField("jingsuanyuandian", Kind.NUMBER, None, Number("game.return_points")),
    "can_jifei": switch("can_jifei", None, {"game.bust": "below_zero"}, {"game.bust": "play_on"}),
    "tianbian_value": ProgramField(
        "tianbian_value", Kind.NUMBER, None, CannotSay("a high score that ends the game", 0)
    ),
    "shunweima_2": _place(2),
    "shunweima_3": _place(3),
    "shunweima_4": _place(4),
    "have_helezhongju": _stop("have_helezhongju", "game.agari_yame"),
    "have_tingpaizhongju": _stop("have_tingpaizhongju", "game.tenpai_yame"),
    "have_nanruxiru": switch("have_nanruxiru", None, {"game.extension": "one_wind"}, {"game.extension": "none"}),
    "have_zimosun": ProgramField("have_zimosun", Kind.FLAG, None, NoEffect("three players only")),
    **{
        name: ProgramField(name, Kind.NUMBER, None, NoEffect("time, hints and computer players"))
        for name in ("time_fixed", "time_add", "ai_level")
    },
    "bianjietishi": ProgramField("bianjietishi", Kind.FLAG, None, NoEffect("time, hints and computer players")),
}
"""Fields that affect no ruling in a hand. Most of them set something of the game."""

_VALUES: tuple[ProgramField, ...] = (
    ProgramField(
        "dora_count",
        Kind.NUMBER,
        None,
        Own(
            ("scoring.red_fives",),
            lambda value, settings: (
                {"scoring.red_fives": value}
                if value in RED_FIVES
                else "kanrules cannot say: it supports only 0, 3 or 4 red fives"
            ),
            lambda rules, default: rules["scoring.red_fives"],
        ),
    ),
    switch("shiduan", None, {"scoring.open_tanyao": True}, {"scoring.open_tanyao": False}),
    ProgramField(
        "fanfu",
        Kind.NUMBER,
        None,
        Own(
            (),
            lambda value, settings: {} if value <= 1 else "kanrules cannot say: a win that needs more than one han",
            lambda rules, default: 1,
        ),
    ),
    ProgramField("liqibang_value", Kind.NUMBER, None, CannotSay("riichi sticks that are not worth 1,000 points", 1000)),
    ProgramField("changbang_value", Kind.NUMBER, None, Number("wins.honba_value")),
    _pays(1),
    _pays(2),
    _pays(3),
    ProgramField(
        "enable_renhe",
        Kind.NUMBER,
        None,
        Cases(((0, {}), (1, {"scoring.renhou": "mangan"}), (2, {"scoring.renhou": "yakuman"}))),
    ),
)


def prepare(settings: Values) -> Values:
    """Return a room's settings with the zeros that protocol buffers leave out, for each group of fields that the room
    writes.

    Raises UnreadableError for a room that writes only a part of its second group.
    """
    full = dict(settings)
    if settings.get("liqibang_value") or settings.get("changbang_value"):
        for name in (*SWITCHED_OFF, *SWITCHED_ON):
            full.setdefault(name, False)
        for name in _SECOND_GROUP[:5]:
            full.setdefault(name, 0)
    elif any(settings.get(name) for name in SWITCHED_OFF):
        raise wrong_use(
            "a room that states only part of its rules (detail_rule without liqibang_value): the rest is unknown"
        )
    else:
        # Some exporters fill the second group with zeros, which then have no meaning.
        unsaid = (*SWITCHED_OFF, *_SECOND_GROUP)
        full = {name: value for name, value in full.items() if value or name not in unsaid}
    if any(settings.get(name) for name in _FIRST_GROUP):
        return {"shiduan": False} | full
    return {name: value for name, value in full.items() if value or name not in ("shiduan", "dora_count")}


def unwrap(document: Any) -> Values | None:
    """Return a detail_rule with the platform's field names, also from inside a room or a record's head."""
    found = document
    for name in ("head", "config", "mode", "detail_rule"):
        if isinstance(found, Mapping):
            found = found.get(name, found.get("detailRule", found) if name == "detail_rule" else found)
    if not isinstance(found, dict):
        return None
    named = plain_names(found)
    return named if isinstance(named, dict) else None


PROGRAM = Program(
    id="mahjong-soul",
    name="Mahjong Soul",
    version="",
    book="mahjong-soul",
    fields=(
        *(_GAME[name] for name in sorted(NO_LAW, key=list(_GAME).index)),
        *_VALUES,
        *map(_on, SWITCHED_ON),
        *map(_off, SWITCHED_OFF),
        *(ProgramField(name, Kind.FLAG, None, CannotSay(why, False)) for name, why in OTHER_GAMES.items()),
    ),
    prepare=prepare,
    unwrap=unwrap,
)
