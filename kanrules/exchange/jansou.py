"""jansou: the fields of its Rules, and the rules of its game that have no field (0.14.0)."""

from __future__ import annotations

from typing import Any

from kanrules.exchange.fields import (
    CannotSay,
    Cases,
    Kind,
    ListMember,
    NoEffect,
    Number,
    Own,
    Program,
    ProgramField,
    Values,
    switch,
)

_DOUBLE = ["kokushi_13", "suuankou_tanki", "daisuushii", "chuuren_9"]


def _goal(value: Any, settings: Values) -> dict[str, Any] | str:
    if settings.get("sudden_death", True):
        return {"game.goal_points": value}
    # The target is ignored then, even for a dealer who stops; the field next to this one says so.
    return {} if value == 30000 else "without effect here: a game without sudden death"


def _write_goal(rules: Values, default: Any) -> Any:
    return default if rules["game.extension"] == "none" else rules["game.goal_points"]


def _abort(name: str, key: str) -> ProgramField:
    return switch(name, True, {key: "dealer_keeps"}, {key: "off"})


def _liable(name: str, yakuman: str, default: bool) -> ProgramField:
    return ProgramField(name, Kind.SWITCH, default, ListMember("sekinin_barai.yakuman", (yakuman,)))


PROGRAM = Program(
    id="jansou",
    name="jansou",
    version="0.14.0",
    seats="player_count",
    presets={
        "renmei": ("jpml-a-2026", "jpml-a-2023", "jpml-a-2022"),
        "saikouisen": ("saikouisen",),
        "saikouisen-classic": ("saikouisen-classic",),
        "mu": ("mu",),
        "kyokai": ("npm",),
        "rmu": ("rmu-a", "rmu-b", "rmu-m"),
        "m-league": ("m-league",),
        "saikyosen": ("saikyousen",),
        "tenhou": ("tenhou",),
        "mahjong-soul": ("mahjong-soul",),
        "tenhou-3p": ("tenhou-3p",),
        "mahjong-soul-3p": ("mahjong-soul-3p",),
    },
    fields=(
        ProgramField(
            "player_count",
            Kind.NUMBER,
            4,
            Cases(((4, {}), (3, {"table.players": 3, "table.tiles": "without_2m_8m"}))),
        ),
        ProgramField("starting_points", Kind.NUMBER, 25000, Number("game.start_points")),
        ProgramField(
            "game_length",
            Kind.NUMBER,
            1,
            Cases(
                (
                    (0, {"game.length": "tonpuusen"}),
                    (1, {"game.length": "hanchan"}),
                    (2, "kanrules cannot say: a game of three winds"),
                    (3, {"game.length": "issou"}),
                )
            ),
        ),
        ProgramField("sudden_death_target", Kind.NUMBER, 30000, Own(("game.goal_points",), _goal, _write_goal)),
        ProgramField(
            "honba_value", Kind.NUMBER, 100, Cases(((0, {"wins.honba_value": 0}), (100, {"wins.honba_value": 300})))
        ),
        ProgramField(
            "double_wind_fu",
            Kind.NUMBER,
            4,
            Cases(((2, {"scoring.double_wind_pair_fu": 2}), (4, {"scoring.double_wind_pair_fu": 4}))),
        ),
        switch("kiriage_mangan", False, {"scoring.kiriage_mangan": True}, {"scoring.kiriage_mangan": False}),
        switch("kazoe_yakuman", True, {"scoring.thirteen_han": "yakuman"}, {"scoring.thirteen_han": "sanbaiman"}),
        switch("multiple_yakuman", True, {"scoring.yakuman_limit": 0}, {"scoring.yakuman_limit": 1}),
        switch("double_yakuman", True, {"scoring.double_yakuman": _DOUBLE}, {"scoring.double_yakuman": []}),
        switch("aka_dora", True, {"scoring.red_fives": 3}, {"scoring.red_fives": 0}),
        switch("ura_dora", True, {"dora.ura": True}, {"dora.ura": False}),
        switch("kan_dora", True, {"kandora.enabled": True}, {"kandora.enabled": False}),
        ProgramField("nuki_dora", Kind.SWITCH, False, CannotSay("norths that are set aside, with four players", False)),
        switch("closed_kan_indicator_immediate", True, {"kandora.ankan": "declaration"}, {"kandora.ankan": "discard"}),
        switch(
            "open_kan_indicator_immediate",
            True,
            {"kandora.daiminkan": "declaration", "kandora.shouminkan": "declaration"},
            {"kandora.daiminkan": "discard", "kandora.shouminkan": "discard"},
        ),
        # Even if it is allowed, the last discard cannot be a riichi.
        switch("riichi_without_draw", False, {"riichi.min_live_tiles": 1}, {"riichi.min_live_tiles": 4}),
        ProgramField(
            "riichi_without_tenpai", Kind.SWITCH, False, CannotSay("riichi of a hand that is not tenpai", False)
        ),
        switch("closed_kan_after_riichi", True, {"riichi_kan.level": "same_waits"}, {"riichi_kan.level": "forbidden"}),
        switch("kuitan", True, {"scoring.open_tanyao": True}, {"scoring.open_tanyao": False}),
        switch("kuikae_ban", False, {"calls.kuikae": "forbidden"}, {"calls.kuikae": "allowed"}),
        switch("multiple_ron", False, {"wins.simultaneous": "all"}, {"wins.simultaneous": "head_bump"}),
        switch("kokushi_ankan_chankan", False, {"chankan.ankan": "kokushi"}, {"chankan.ankan": "never"}),
        _abort("abort_kyuushu_kyuuhai", "draws.kyuushu_kyuuhai"),
        _abort("abort_suufon_renda", "draws.suufon_renda"),
        _abort("abort_suucha_riichi", "draws.suucha_riichi"),
        switch(
            "abort_suukaikan", True, {"four_kans.several_players": "abort"}, {"four_kans.several_players": "play_on"}
        ),
        _abort("abort_sanchahou", "draws.sanchahou"),
        ProgramField(
            "noten_penalty_pool",
            Kind.NUMBER,
            3000,
            Cases(((0, {"draws.noten_payment": 0}), (3000, {"draws.noten_payment": 3000}))),
        ),
        ProgramField(
            "formal_tenpai", Kind.SWITCH, False, CannotSay("that a hand without a yaku is not tenpai at a draw", True)
        ),
        ProgramField(
            "tenpai_declaration",
            Kind.SWITCH,
            False,
            CannotSay("that a player may hide a tenpai hand at a draw", False),
        ),
        switch("nagashi_mangan", True, {"draws.nagashi_mangan": "own_calls_allowed"}, {"draws.nagashi_mangan": "off"}),
        switch("ippatsu", True, {"riichi.ippatsu": True}, {"riichi.ippatsu": False}),
        switch(
            "dealer_repeat_on_tenpai",
            True,
            {"draws.exhaustive_dealer": "tenpai_keeps"},
            {"draws.exhaustive_dealer": "rotates"},
        ),
        _liable("pao_daisangen", "daisangen", True),
        _liable("pao_daisuushi", "daisuushii", True),
        _liable("pao_suukantsu", "suukantsu", False),
        ProgramField(
            "pao_daiminkan",
            Kind.SWITCH,
            False,
            CannotSay("nothing, because jansou's game does not read this field", False),
        ),
        switch(
            "pao_honba_to_liable",
            True,
            {"sekinin_barai.honba_on_ron": "liable"},
            {"sekinin_barai.honba_on_ron": "discarder"},
        ),
        switch("allow_negative_scores", True, {"game.bust": "play_on"}, {"game.bust": "below_zero"}),
        switch("agari_yame", True, {"game.agari_yame": "automatic"}, {"game.agari_yame": "off"}),
        switch("sudden_death", True, {"game.extension": "one_wind"}, {"game.extension": "none", "game.goal_points": 0}),
        switch("rank_ties_shared", False, {"game.ties": "share"}, {"game.ties": "seat"}),
        switch("leftover_deposits_to_first", False, {"game.sticks_left": "first"}, {"game.sticks_left": "lost"}),
    ),
    always={
        "kandora.ura": True,
        "kandora.pending_on_next_kan": "declaration",
        "kandora.pending_on_rinshan_win": "hidden",
        "kandora.robbed_kan": "hidden",
        "kan.min_live_tiles": 1,
        "fifth_kan.policy": "forbidden",
        "four_kans.one_player": "play_on",
        "four_kans.abort_at": "discard_passed",
        "four_kans.dealer": "keeps",
        "four_kans.riichi_stick": "paid",
        "sekinin_barai.compound": "whole_hand",
        "sekinin_barai.honba_on_tsumo": "liable",
        "sekinin_barai.concealed_sets_count": True,
        "sekinin_barai.daiminkan_rinshan": "none",
        "riichi_kan.drawn_tile_only": True,
        "riichi.needs_stick": True,
        "riichi.double": True,
        "wins.honba": "first",
        "wins.sticks": "first",
        "draws.nagashi_pays": "mangan",
        "game.tenpai_yame": "off",
        "game.extension_ends": "not_while_dealer_repeats",
    },
    # Read in its game, and confirmed by a differential run of thousands of hands (tests/differential).
    three={
        "wall.undrawn": 14,
        "wall.replacements": 8,
        "wall.refill": "always",
        "kita.enabled": True,
        "kita.min_live_tiles": 1,
        "kita.after_call": False,
        "kita.in_riichi": "drawn_tile",
        "kita.discard": "allowed",
        "kita.in_hand": "allowed",
        "kita.north": "guest",
        "kita.pon": True,
        "kita.robbable": "any_yaku",
        "kita.robbed_ippatsu": True,
        "kita.passing_is_furiten": True,
        "kita.interrupts": "all",
        "kita.rinshan": True,
        "kita.pending_indicator": "declaration",
        "calls.chi": False,
        "wins.tsumo": "loss",
        "wins.honba_on_tsumo": "divided",
        "draws.noten_each": False,
        "tenpai.exhausted_wait": "noten",
        "furiten.without_yaku": False,
    },
    fields_of_three=(
        ProgramField(
            "honba_value", Kind.NUMBER, 100, Cases(((0, {"wins.honba_value": 0}), (100, {"wins.honba_value": 200})))
        ),
        switch("aka_dora", True, {"scoring.red_fives": 2}, {"scoring.red_fives": 0}),
        ProgramField(
            "nuki_dora", Kind.SWITCH, False, CannotSay("norths that are set aside and do not count as dora", True)
        ),
        switch("riichi_without_draw", False, {"riichi.min_live_tiles": 1}, {"riichi.min_live_tiles": 3}),
        ProgramField("abort_sanchahou", Kind.SWITCH, True, NoEffect("with three players, at most two win on a tile")),
    ),
)
