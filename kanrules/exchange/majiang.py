"""majiang-core: the fields of its rule, and the rules of its game that have no field (lib/rule.js, lib/game.js,
lib/hule.js, lib/shan.js of 1.4.1).
"""

from __future__ import annotations

from typing import Any

from kanrules.exchange.fields import CannotSay, Cases, Kind, Number, Own, Program, ProgramField, Values, switch

_DOUBLE = ["kokushi_13", "suuankou_tanki", "daisuushii", "chuuren_9"]
_REDS: dict[int, dict[str, int]] = {
    0: {"m": 0, "p": 0, "s": 0},
    2: {"m": 0, "p": 1, "s": 1},
    3: {"m": 1, "p": 1, "s": 1},
    4: {"m": 1, "p": 2, "s": 1},
}


def _reds(value: Any, settings: Values) -> dict[str, Any] | str:
    for count, by_suit in _REDS.items():
        if all(value.get(suit, 0) == number for suit, number in by_suit.items()) and value.keys() <= by_suit.keys():
            return {"scoring.red_fives": count}
    return (
        "kanrules cannot say: kanrules supports only no red fives, 0p and 0s, one in each suit, or one in each suit "
        "and a second 0p"
    )


def _uma(value: Any, settings: Values) -> dict[str, Any] | str:
    try:
        rest = [float(text) for text in value[1:]]
    except (TypeError, ValueError):
        return "kanrules cannot say: it is not a list of four numbers as strings"
    if len(rest) != 3 or not all(abs(number) < 1e4 for number in rest):
        return "kanrules cannot say: it is not a list of four numbers as strings"
    # The game reads only the last three and gives the rest to the first.
    points = [round(number * 1000) for number in rest]
    if _spelt([-sum(points), *points], ".") != _spelt_again(value):
        return "kanrules cannot say: the four do not sum to 0, and the game gives the rest to first place"
    # If any of them has a decimal, nothing is rounded.
    rounding = "none" if any("." in text for text in value) else "thousands"
    return {"game.uma": [-sum(points), *points], "game.final_rounding": rounding}


def _spelt_again(value: Any) -> list[str]:
    try:
        return _spelt([round(float(text) * 1000) for text in value], ".")
    except (TypeError, ValueError):
        return []


def _spelt(points: list[int], style: str) -> list[str]:
    return [f"{one / 1000:.1f}" if style else f"{one // 1000}" for one in points]


def _write_uma(rules: Values, default: Any) -> Any:
    return _spelt(list(rules["game.uma"]), "" if rules["game.final_rounding"] == "thousands" else ".")


def _doubles(value: Any, settings: Values) -> dict[str, Any] | str:
    if value and not settings.get("役満の複合あり", True):
        return "without effect here: if yakuman do not add up, a double yakuman is paid once"
    return {"scoring.double_yakuman": _DOUBLE if value else []}


def _write_doubles(rules: Values, default: Any) -> Any:
    return bool(rules["scoring.double_yakuman"])


PROGRAM = Program(
    id="majiang",
    name="majiang-core",
    version="1.4.1",
    fields=(
        ProgramField("配給原点", Kind.NUMBER, 25000, Number("game.start_points")),
        ProgramField(
            "順位点",
            Kind.LIST,
            ["20.0", "10.0", "-10.0", "-20.0"],
            Own(("game.uma", "game.final_rounding"), _uma, _write_uma),
        ),
        switch("連風牌は2符", False, {"scoring.double_wind_pair_fu": 2}, {"scoring.double_wind_pair_fu": 4}),
        ProgramField(
            "赤牌",
            Kind.TABLE,
            _REDS[3],
            Own(("scoring.red_fives",), _reds, lambda rules, default: _REDS[rules["scoring.red_fives"]]),
        ),
        switch("クイタンあり", True, {"scoring.open_tanyao": True}, {"scoring.open_tanyao": False}),
        ProgramField(
            "喰い替え許可レベル",
            Kind.NUMBER,
            0,
            Cases(
                (
                    (0, {"calls.kuikae": "forbidden"}),
                    (1, {"calls.kuikae": "other_end_allowed"}),
                    (2, {"calls.kuikae": "allowed"}),
                )
            ),
        ),
        ProgramField(
            "場数",
            Kind.NUMBER,
            2,
            Cases(
                (
                    (0, "kanrules cannot say: a game of one hand"),
                    (1, {"game.length": "tonpuusen"}),
                    (2, {"game.length": "hanchan"}),
                    (4, {"game.length": "issou"}),
                )
            ),
        ),
        switch(
            "途中流局あり",
            True,
            {
                "draws.kyuushu_kyuuhai": "dealer_keeps",
                "draws.suufon_renda": "dealer_keeps",
                "draws.suucha_riichi": "dealer_keeps",
                "four_kans.several_players": "abort",
            },
            {
                "draws.kyuushu_kyuuhai": "off",
                "draws.suufon_renda": "off",
                "draws.suucha_riichi": "off",
                "four_kans.several_players": "play_on",
            },
        ),
        switch("流し満貫あり", True, {"draws.nagashi_mangan": "own_calls_allowed"}, {"draws.nagashi_mangan": "off"}),
        ProgramField(
            "ノーテン宣言あり",
            Kind.SWITCH,
            False,
            CannotSay("that a player may hide a tenpai hand at a draw", False),
        ),
        switch("ノーテン罰あり", True, {"draws.noten_payment": 3000}, {"draws.noten_payment": 0}),
        ProgramField(
            "最大同時和了数",
            Kind.NUMBER,
            2,
            Cases(
                (
                    (1, {"wins.simultaneous": "head_bump", "draws.sanchahou": "off"}),
                    (2, {"wins.simultaneous": "all", "draws.sanchahou": "dealer_keeps"}),
                    (3, {"wins.simultaneous": "all", "draws.sanchahou": "off"}),
                )
            ),
        ),
        ProgramField(
            "連荘方式",
            Kind.NUMBER,
            2,
            Cases(
                (
                    (0, {"wins.dealer": "rotates", "draws.exhaustive_dealer": "rotates"}),
                    (1, {"wins.dealer": "keeps", "draws.exhaustive_dealer": "rotates"}),
                    (2, {"wins.dealer": "keeps", "draws.exhaustive_dealer": "tenpai_keeps"}),
                    (3, "kanrules cannot say: a dealer who stays after every exhaustive draw"),
                )
            ),
        ),
        # If players cannot go bust, riichi does not need 1,000 points either.
        switch(
            "トビ終了あり",
            True,
            {"game.bust": "below_zero", "riichi.needs_stick": True},
            {"game.bust": "play_on", "riichi.needs_stick": False},
        ),
        switch(
            "オーラス止めあり",
            True,
            {"game.agari_yame": "automatic", "game.tenpai_yame": "automatic"},
            {"game.agari_yame": "off", "game.tenpai_yame": "off"},
        ),
        ProgramField(
            "延長戦方式",
            Kind.NUMBER,
            1,
            Cases(
                (
                    (0, {"game.extension": "none"}),
                    (1, {"game.extension": "one_wind", "game.extension_ends": "any_hand"}),
                    (2, {"game.extension": "one_wind", "game.extension_ends": "not_while_dealer_repeats"}),
                    (3, "kanrules cannot say: an extension that always has four hands"),
                )
            ),
        ),
        switch("一発あり", True, {"riichi.ippatsu": True}, {"riichi.ippatsu": False}),
        switch("裏ドラあり", True, {"dora.ura": True}, {"dora.ura": False}),
        switch("カンドラあり", True, {"kandora.enabled": True}, {"kandora.enabled": False}),
        switch("カン裏あり", True, {"kandora.ura": True}, {"kandora.ura": False}),
        switch(
            "カンドラ後乗せ",
            True,
            {"kandora.ankan": "rinshan_draw", "kandora.daiminkan": "discard", "kandora.shouminkan": "discard"},
            {
                "kandora.ankan": "rinshan_draw",
                "kandora.daiminkan": "rinshan_draw",
                "kandora.shouminkan": "rinshan_draw",
            },
        ),
        switch("ツモ番なしリーチあり", False, {"riichi.min_live_tiles": 0}, {"riichi.min_live_tiles": 4}),
        ProgramField(
            "リーチ後暗槓許可レベル",
            Kind.NUMBER,
            2,
            Cases(
                (
                    (0, {"riichi_kan.level": "forbidden"}),
                    (1, {"riichi_kan.level": "same_readings"}),
                    (2, {"riichi_kan.level": "same_waits"}),
                )
            ),
        ),
        switch(
            "役満の複合あり",
            True,
            {"scoring.yakuman_limit": 0},
            {"scoring.yakuman_limit": 1, "scoring.double_yakuman": []},
        ),
        ProgramField("ダブル役満あり", Kind.SWITCH, True, Own(("scoring.double_yakuman",), _doubles, _write_doubles)),
        switch("数え役満あり", True, {"scoring.thirteen_han": "yakuman"}, {"scoring.thirteen_han": "sanbaiman"}),
        switch(
            "役満パオあり",
            True,
            {"sekinin_barai.yakuman": ["daisangen", "daisuushii"]},
            {"sekinin_barai.yakuman": []},
        ),
        switch("切り上げ満貫あり", False, {"scoring.kiriage_mangan": True}, {"scoring.kiriage_mangan": False}),
    ),
    always={
        "kandora.pending_on_next_kan": "announced",
        "kandora.pending_on_rinshan_win": "hidden",
        "kandora.robbed_kan": "hidden",
        "kan.min_live_tiles": 1,
        "four_kans.one_player": "play_on",
        "four_kans.abort_at": "discard_passed",
        "four_kans.dealer": "keeps",
        "four_kans.riichi_stick": "paid",
        "fifth_kan.policy": "forbidden",
        "chankan.ankan": "never",
        "chankan.passing_is_furiten": True,
        "sekinin_barai.daiminkan_rinshan": "none",
        "sekinin_barai.compound": "liable_yakuman",
        "sekinin_barai.honba_on_ron": "discarder",
        "sekinin_barai.honba_on_tsumo": "liable",
        "riichi_kan.drawn_tile_only": True,
        "rinshan.with_haitei": False,
        "furiten.temporary_ends": "own_discard",
        "furiten.without_yaku": True,
        "riichi.double": True,
        "wins.honba": "first",
        "wins.sticks": "first",
        "wins.own_stick": "pot",
        "wins.honba_value": 300,
        "draws.nagashi_pays": "mangan",
        "scoring.renhou": "none",
        "game.return_points": 30000,
        "game.goal_points": 30000,
        "game.uma_by": "place",
        "game.ties": "seat",
        "game.sticks_left": "first",
    },
)
