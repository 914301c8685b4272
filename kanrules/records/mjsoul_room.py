"""The settings of a Mahjong Soul room (`head.config.mode.detail_rule`), as keys of kanrules.

A field with the platform's usual value changes nothing. A field that sets a rule that kanrules can express becomes a
key on top of the ruleset `mahjong-soul`. A field that kanrules cannot express, or that no source explains, puts the
game out of scope with the reason. No field is ignored: each is in one of the tables below.

Two groups of fields are each written as a whole. A plain room writes only the first (`time_fixed` to `fanfu`), and some
exporters then fill all others with zeros: neither means that the room has no dora. A room with its own rules also
writes the second group, which includes the value of a riichi stick. So a field of the second group counts only if the
value of the riichi stick or of the honba is present; then a missing switch is off, because protocol buffers leave out
zeros.

Sources: the platform's client (its page of room rules gives the usual value of each field and what is shown of it), the
names of its protocol, rooms as exporters wrote them. The values of `fanfu`, `enable_renhe` and
`enable_baopai_extend_settings` are known only from a tournament organizer's program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

import msgspec

from kanrules.frozen import frozen
from kanrules.records.members import shown
from kanrules.records.mjsoul_messages import plain_names

NO_LAW: frozenset[str] = frozenset((
    # Time, hints and strength of the computer players.
    "time_fixed", "time_add", "bianjietishi", "ai_level",
    # The game, not the hand: points at its start and end, when it ends, uma.
    "init_point", "fandian", "can_jifei", "tianbian_value", "jingsuanyuandian", "shunweima_2", "shunweima_3",
    "shunweima_4", "have_helezhongju", "have_tingpaizhongju", "have_nanruxiru",
    # Three players only.
    "have_zimosun",
))  # fmt: skip
"""Fields that affect no ruling in a four-player hand."""

OTHER_GAMES: dict[str, str] = {
    "disable_multi_yukaman": "it is not documented whether it limits several yakuman or double ones",
    "enable_baopai_extend_settings": "it is not documented who is liable for what",
    "guyi_mode": "local yaku",
    "dora3_mode": "three indicators at the start",
    "begin_open_mode": "tiles are open from the start",
    "jiuchao_mode": "an event's rules",
    "muyu_mode": "an event's rules",
    "open_hand": "hands are played open",
    "xuezhandaodi": "play continues after a win",
    "huansanzhang": "tiles are exchanged",
    "chuanma": "Sichuan rules",
    "reveal_discard": "tiles are face down",
    "field_spell_mode": "an event's rules",
    "zhanxing": "an event's rules",
    "tianming_mode": "an event's rules",
    "yongchang_mode": "an event's rules",
    "hunzhiyiji_mode": "an event's rules",
    "wanxiangxiuluo_mode": "an event's rules",
    "beishuizhizhan_mode": "an event's rules",
}
"""Fields that, if set, mean another game or have no documentation."""

SWITCHED_ON: dict[str, dict[str, Any]] = {
    "have_qieshangmanguan": {"scoring.kiriage_mangan": True},
    # The message of an open kan has no field for indicators: the next one, for the replacement tile, lists it, as for
    # an ankan.
    "ming_dora_immediately_open": {"kandora.daiminkan": "rinshan_draw", "kandora.shouminkan": "rinshan_draw"},
    "have_sanjiahele": {"draws.sanchahou": "dealer_keeps"},
    "have_toutiao": {"wins.simultaneous": "head_bump"},
    "disable_leijiyiman": {"scoring.thirteen_han": "sanbaiman"},
    "disable_double_yakuman": {"scoring.double_yakuman": []},
    "disable_composite_yakuman": {"scoring.yakuman_limit": 1},
    "enable_shiti": {"calls.kuikae": "allowed"},
    "enable_nontsumo_liqi": {"riichi.min_live_tiles": 0},
    "disable_double_wind_four_fu": {"scoring.double_wind_pair_fu": 2},
    "disable_angang_guoshi": {"chankan.ankan": "never"},
}
"""Switches that are usually off, and the keys that switching them on sets."""

SWITCHED_OFF: dict[str, dict[str, Any] | str] = {
    "have_liujumanguan": {"draws.nagashi_mangan": "off"},
    "have_biao_dora": "no dora at all",
    "have_gang_biao_dora": {"kandora.enabled": False},
    "have_li_dora": {"dora.ura": False},
    "have_gang_li_dora": {"kandora.ura": False},
    "have_sifenglianda": {"draws.suufon_renda": "off"},
    "have_sigangsanle": {"four_kans.several_players": "play_on"},
    "have_sijializhi": {"draws.suucha_riichi": "off"},
    "have_jiuzhongjiupai": {"draws.kyuushu_kyuuhai": "off"},
    "have_helelianzhuang": {"wins.dealer": "rotates"},
    "have_tingpailianzhuang": {"draws.exhaustive_dealer": "rotates"},
    "have_yifa": {"riichi.ippatsu": False},
}
"""Switches of the second group that are usually on, and the keys that switching them off sets, or why kanrules cannot
express it.
"""

VALUES: frozenset[str] = frozenset((
    "dora_count", "shiduan", "fanfu", "liqibang_value", "changbang_value", "noting_fafu_1", "noting_fafu_2",
    "noting_fafu_3", "enable_renhe",
))  # fmt: skip
"""Fields whose values are read one by one, below."""

_FIRST_GROUP = ("time_fixed", "init_point", "fandian", "fanfu")
_RENHOU = {1: "mangan", 2: "yakuman"}
RED_FIVES = (0, 3, 4)


@frozen
class Room:
    """A room's own rules: keys with their values, or why kanrules cannot judge its games."""

    options: Mapping[str, Any] = field(default_factory=dict)
    out_of_scope: str = ""
    red_fives: int | None = None
    """Number of red fives, if the room says so."""


PLAIN = Room()
"""A room without settings: the platform's usual rules."""


def room(head: Mapping[str, Any]) -> Room:
    """Return the rules of the room in which a game was played, from the record's head with the platform's field names.

    A head without a mode, or a mode without a rule, is a plain room.
    """
    config = head.get("config")
    mode = config.get("mode") if isinstance(config, dict) else None
    if not isinstance(mode, dict):
        return PLAIN
    number = mode.get("mode")
    if type(number) is int and number >= 10:
        why = "three players" if number < 20 else "an unknown mode"
        return Room(out_of_scope=f"{why} (mode {number})")
    rule = mode.get("detail_rule")
    rule = dict(rule) if isinstance(rule, dict) else {}
    older = mode.get("extendinfo")
    if isinstance(older, str) and older.strip():
        # Before detail_rule existed, the rules of a room were here as JSON.
        try:
            found = plain_names(msgspec.json.decode(older))
        except (msgspec.DecodeError, ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            return Room(out_of_scope=f"a room with unknown extendinfo: {shown(older):.40}")
        rule = {**found, **rule}
    return of_rule(rule)


def sets_rules(head: Mapping[str, Any]) -> bool:
    """Return True if a room sets rules beyond the fields that every room writes.

    Needed for three players, where the meaning of the values is not documented.
    """
    found: Any = head
    for name in ("config", "mode", "detail_rule"):
        found = found.get(name) if isinstance(found, dict) else None
    if not isinstance(found, dict):
        return False
    rule = found
    plain = {*NO_LAW, "dora_count", "shiduan", "fanfu"}
    first = any(rule.get(name) for name in _FIRST_GROUP)
    set_apart = any(value and name not in plain for name, value in rule.items())
    return set_apart or (first and not rule.get("shiduan")) or rule.get("fanfu", 0) > 1


def of_rule(rule: Mapping[str, Any]) -> Room:
    """Return the rules of a room from its detail_rule alone, with the platform's field names."""
    for name, value in rule.items():
        if name not in KNOWN:
            if value in (0, False, None, "", [], {}):
                continue
            return _no(rule, name, "which is unknown")
        if not isinstance(value, int):
            return _no(rule, name, "expected a number or a boolean")
    for name, why in OTHER_GAMES.items():
        if rule.get(name):
            return _no(rule, name, why)
    options: dict[str, Any] = {}
    for name, keys in SWITCHED_ON.items():
        if rule.get(name):
            options |= keys
    second = bool(rule.get("liqibang_value") or rule.get("changbang_value"))
    if not second and any(rule.get(name) for name in SWITCHED_OFF):
        return Room(out_of_scope="a room that states only part of its rules (detail_rule without liqibang_value)")
    if second:
        for name, off in SWITCHED_OFF.items():
            if rule.get(name):
                continue
            if isinstance(off, str):
                return _no(rule, name, off)
            options |= off
    wrong = _values(rule, options, second=second)
    if wrong:
        return _no(rule, *wrong)
    reds = None
    if "dora_count" in rule and any(rule.get(name) for name in ("dora_count", *_FIRST_GROUP)):
        # If it is missing, it may be a zero that was left out: then the tiles show it.
        reds = int(rule["dora_count"])
        if reds not in RED_FIVES:
            return _no(rule, "dora_count", "kanrules supports 0, 3 or 4 red fives")
        if reds != 3:
            options["scoring.red_fives"] = reds
    return Room(options, red_fives=reds)


def _values(rule: Mapping[str, Any], options: dict[str, Any], *, second: bool) -> tuple[str, str] | None:
    """Read the fields that hold numbers. Return one that kanrules cannot express, with the reason, or None."""
    if not rule.get("shiduan") and any(rule.get(name) for name in _FIRST_GROUP):
        options["scoring.open_tanyao"] = False
    if rule.get("fanfu", 0) > 1:
        return "fanfu", "a win needs more than one han"
    renhou = rule.get("enable_renhe", 0)
    if renhou:
        if renhou not in _RENHOU:
            return "enable_renhe", "its value is not documented"
        options["scoring.renhou"] = _RENHOU[renhou]
    if not second:
        return None
    if rule.get("liqibang_value") != 1000:
        return "liqibang_value", "kanrules supports only riichi sticks of 1,000"
    honba = int(rule.get("changbang_value", 0))
    if not 0 <= honba <= 3000 or honba % 100:
        return "changbang_value", "kanrules supports only honba in hundreds up to 3,000"
    if honba != 300:
        options["wins.honba_value"] = honba
    one, two, three = (int(rule.get(f"noting_fafu_{count}", 0)) for count in (1, 2, 3))
    if not 3 * one == 2 * two == three or not 0 <= three <= 30000 or three % 100:
        return "noting_fafu_1", (
            "kanrules supports only noten payments that are one sum in hundreds, for any number of payers"
        )
    if three != 3000:
        options["draws.noten_payment"] = three
    return None


def _no(rule: Mapping[str, Any], name: str, why: str) -> Room:
    value = rule.get(name, "missing")
    text = shown(f"{name} is {value!r:.20}: {why}" if name in KNOWN else f"{name:.40} is {value!r:.20}, {why}")
    return Room(out_of_scope=f"a room with rules that kanrules cannot express ({text})")


KNOWN: frozenset[str] = NO_LAW | VALUES | SWITCHED_ON.keys() | SWITCHED_OFF.keys() | OTHER_GAMES.keys()
"""Every known field of a room."""
