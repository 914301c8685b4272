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
)
