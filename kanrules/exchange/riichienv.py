"""RiichiEnv: the fields of its GameRule (0.4.11)."""

from __future__ import annotations

from kanrules.exchange.fields import Field, Kind, Member, NoEffect, Program, switch


def _double(name: str, yaku: str) -> Field:
    return Field(name, Kind.SWITCH, False, Member("scoring.double_yakuman", (yaku,)))


PROGRAM = Program(
    id="riichienv",
    name="RiichiEnv",
    version="0.4.11",
    presets={
        "tenhou": ("tenhou",),
        "default_tenhou": ("tenhou",),
        "mjsoul": ("mahjong-soul",),
        "default_mjsoul": ("mahjong-soul",),
    },
    fields=(
        switch(
            "allows_ron_on_ankan_for_kokushi_musou", False, {"chankan.ankan": "kokushi"}, {"chankan.ankan": "never"}
        ),
        _double("is_kokushi_musou_13machi_double", "kokushi_13"),
        _double("is_suuankou_tanki_double", "suuankou_tanki"),
        _double("is_junsei_chuurenpoutou_double", "chuuren_9"),
        _double("is_daisuushii_double", "daisuushii"),
        switch(
            "yakuman_pao_is_liability_only",
            False,
            {"sekinin_barai.compound": "liable_yakuman"},
            {"sekinin_barai.compound": "whole_hand"},
        ),
        switch("sanchaho_is_draw", False, {"draws.sanchahou": "dealer_keeps"}, {"draws.sanchahou": "off"}),
        switch("kuikae_forbidden", True, {"calls.kuikae": "forbidden"}, {"calls.kuikae": "allowed"}),
        Field(
            "dealer_first_discard_is_tedashi",
            Kind.SWITCH,
            False,
            NoEffect("how the dealer's first discard stands in a record"),
        ),
    ),
    # What a differential run of millions of menus found it to play, whatever its preset (tests/differential).
    always={
        "dora.ura": True,
        "kandora.enabled": True,
        "kandora.ura": True,
        "kandora.ankan": "declaration",
        "kandora.daiminkan": "discard",
        "kandora.shouminkan": "discard",
        "kandora.pending_on_next_kan": "announced",
        "kandora.pending_on_rinshan_win": "hidden",
        "kandora.robbed_kan": "hidden",
        "kan.min_live_tiles": 1,
        "four_kans.several_players": "abort",
        "four_kans.one_player": "play_on",
        "four_kans.abort_at": "discard_passed",
        "four_kans.riichi_stick": "paid",
        "fifth_kan.policy": "forbidden",
        "chankan.passing_is_furiten": True,
        "chankan.ippatsu": True,
        "sekinin_barai.yakuman": ["daisangen", "daisuushii"],
        "sekinin_barai.daiminkan_rinshan": "none",
        "riichi_kan.level": "same_waits",
        "riichi_kan.drawn_tile_only": True,
        "rinshan.tsumo_fu": True,
        "rinshan.with_haitei": False,
        "furiten.temporary_ends": "own_discard",
        "riichi.ippatsu": True,
        "riichi.double": True,
        "riichi.min_live_tiles": 4,
        "riichi.needs_stick": True,
        "wins.simultaneous": "all",
        "wins.honba": "first",
        "wins.sticks": "first",
        "wins.honba_value": 300,
        "draws.kyuushu_kyuuhai": "dealer_keeps",
        "draws.suufon_renda": "dealer_keeps",
        "draws.suucha_riichi": "dealer_keeps",
        "draws.nagashi_mangan": "own_calls_allowed",
        "draws.noten_payment": 3000,
        "tenpai.exhausted_wait": "noten_concealed",
        "scoring.red_fives": 3,
        "scoring.open_tanyao": True,
        "scoring.kiriage_mangan": False,
        "scoring.thirteen_han": "yakuman",
        "scoring.yakuman_limit": 0,
        "scoring.double_wind_pair_fu": 4,
        "scoring.renhou": "none",
    },
)
