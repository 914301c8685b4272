"""The messages of Mahjong Soul in a record, by the platform's field numbers and names."""

from __future__ import annotations

from typing import Any

from kanrules.records.protobuf import Field, Schema

GAME = "GameDetailRecords"
RESPONSE = "ResGameRecord"


def _message(*lines: str) -> dict[int, Field]:
    """Return the fields of a message from lines such as `3 hu_tile text` or `7 tiles0 text*`: number, name, and type,
    with a star if it is repeated.
    """
    found = {}
    for line in lines:
        number, name, kind = line.split()
        found[int(number)] = Field(name, kind.rstrip("*"), kind.endswith("*"))
    return found


RULE_FIELDS: dict[int, str] = {
    1: "time_fixed", 2: "time_add", 3: "dora_count", 4: "shiduan", 5: "init_point", 6: "fandian", 7: "can_jifei",
    8: "tianbian_value", 9: "liqibang_value", 10: "changbang_value", 11: "noting_fafu_1", 12: "noting_fafu_2",
    13: "noting_fafu_3", 14: "have_liujumanguan", 15: "have_qieshangmanguan", 16: "have_biao_dora",
    17: "have_gang_biao_dora", 18: "ming_dora_immediately_open", 19: "have_li_dora", 20: "have_gang_li_dora",
    21: "have_sifenglianda", 22: "have_sigangsanle", 23: "have_sijializhi", 24: "have_jiuzhongjiupai",
    25: "have_sanjiahele", 26: "have_toutiao", 27: "have_helelianzhuang", 28: "have_helezhongju",
    29: "have_tingpailianzhuang", 30: "have_tingpaizhongju", 31: "have_yifa", 32: "have_nanruxiru",
    33: "jingsuanyuandian", 34: "shunweima_2", 35: "shunweima_3", 36: "shunweima_4", 37: "bianjietishi",
    38: "ai_level", 39: "have_zimosun", 40: "disable_multi_yukaman", 41: "fanfu", 42: "guyi_mode", 43: "dora3_mode",
    44: "begin_open_mode", 45: "jiuchao_mode", 46: "muyu_mode", 47: "open_hand", 48: "xuezhandaodi",
    49: "huansanzhang", 50: "chuanma", 51: "reveal_discard", 52: "field_spell_mode", 53: "zhanxing",
    54: "tianming_mode", 60: "disable_leijiyiman", 62: "disable_double_yakuman", 63: "disable_composite_yakuman",
    64: "enable_shiti", 65: "enable_nontsumo_liqi", 66: "disable_double_wind_four_fu", 67: "disable_angang_guoshi",
    68: "enable_renhe", 69: "enable_baopai_extend_settings", 70: "yongchang_mode", 71: "hunzhiyiji_mode",
    72: "wanxiangxiuluo_mode", 73: "beishuizhizhan_mode",
}  # fmt: skip
"""The fields of GameDetailRule: the settings of a room."""

SCHEMA: Schema = {
    "Wrapper": _message("1 name text", "2 data bytes"),
    RESPONSE: _message("3 head RecordGame", "4 data bytes"),
    "RecordGame": _message("1 uuid text", "5 config GameConfig"),
    "GameConfig": _message("1 category int", "2 mode GameMode", "3 meta GameMetaData"),
    "GameMode": _message("1 mode int", "5 extendinfo text", "6 detail_rule bytes"),
    "GameMetaData": _message("1 room_id int", "2 mode_id int", "3 contest_uid int"),
    "GameDetailRule": {number: Field(name, "int") for number, name in RULE_FIELDS.items()},
    GAME: _message("1 records bytes*", "2 version int", "3 actions GameAction*"),
    "GameAction": _message("2 type int", "3 result bytes"),
    "RecordNewRound": _message(
        "1 chang int", "2 ju int", "3 ben int", "4 dora text", "5 scores int*", "6 liqibang int", "7 tiles0 text*",
        "8 tiles1 text*", "9 tiles2 text*", "10 tiles3 text*", "15 left_tile_count int", "16 doras text*",
        "18 muyu bytes", "21 field_spell int", "23 yongchang bytes", "26 xia_ke_shang bytes",
    ),
    "RecordDealTile": _message("1 seat int", "2 tile text", "3 left_tile_count int", "5 liqi LiQiSuccess",
                               "6 doras text*"),
    "LiQiSuccess": _message("1 seat int", "2 score int", "3 liqibang int", "4 failed int"),
    "RecordDiscardTile": _message("1 seat int", "2 tile text", "3 is_liqi int", "5 moqie int", "8 doras text*",
                                  "9 is_wliqi int"),
    "RecordChiPengGang": _message("1 seat int", "2 type int", "3 tiles text*", "4 froms int*", "5 liqi LiQiSuccess"),
    "RecordAnGangAddGang": _message("1 seat int", "2 type int", "3 tiles text", "6 doras text*"),
    "RecordBaBei": _message("1 seat int", "6 doras text*", "8 moqie int"),
    "RecordHule": _message("1 hules HuleInfo*", "2 old_scores int*", "3 delta_scores int*", "5 scores int*"),
    "HuleInfo": _message(
        "1 hand text*", "2 ming text*", "3 hu_tile text", "4 seat int", "5 zimo int", "6 qinjia int", "7 liqi int",
        "8 doras text*", "9 li_doras text*", "10 yiman int", "11 count int", "12 fans FanInfo*", "13 fu int",
        "14 title text", "15 point_rong int", "16 point_zimo_qin int", "17 point_zimo_xian int",
    ),
    "FanInfo": _message("1 name text", "2 val int", "3 id int"),
    "RecordNoTile": _message("1 liujumanguan int", "2 players NoTilePlayerInfo*", "3 scores NoTileScoreInfo*"),
    "NoTilePlayerInfo": _message("3 tingpai int", "4 hand text*"),
    "NoTileScoreInfo": _message("1 seat int", "2 old_scores int*", "3 delta_scores int*"),
    "RecordLiuJu": _message("1 type int", "3 seat int", "5 liqi LiQiSuccess"),
}  # fmt: skip


def _camel(name: str) -> str:
    """Return the name in the JSON spelling of protocol buffers: `pointZimoQin` for `point_zimo_qin`."""
    first, *rest = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


SNAKE: dict[str, str] = {
    _camel(field.name): field.name
    for message in SCHEMA.values()
    for field in message.values()
    if _camel(field.name) != field.name
}
"""The platform's names by their JSON spelling in protocol buffers."""


def plain_names(value: Any, depth: int = 5) -> Any:
    """Return a message from JSON with the platform's own field names, however the JSON spells them."""
    if depth and isinstance(value, dict):
        return {SNAKE.get(key, key): plain_names(part, depth - 1) for key, part in value.items()}
    if depth and isinstance(value, list) and value and isinstance(value[0], dict):
        return [plain_names(part, depth - 1) for part in value]
    return value
