"""riichi_advanced: the mods of its riichi ruleset and their settings; a preset is a list of them (August 2026).

A mod that the list does not name is off. The list is JSON: names, or objects with a name and settings.
"""

from __future__ import annotations

from typing import Any

from kanrules.exchange.fields import (
    CannotSay,
    Cases,
    Kind,
    ListMember,
    NoEffect,
    Own,
    Program,
    ProgramField,
    Values,
    switch,
)

_OTHER_GAMES: tuple[str, ...] = (
    "atozuke_nashi", "double_round_wind", "wareme", "aotenjou", "yakitori", "lib/yaku/kansai_chiitoitsu",
    "called_game", "ao", "kin", "aka1", "aka3", "aka7", "aka9", "its_all_aka", "jokers/manzu", "jokers/pinzu",
    "jokers/souzu", "jokers/vietnamese", "jokers/19", "jokers/37", "jokers/46", "jokers/147", "jokers/258",
    "jokers/369", "jokers/123", "jokers/456", "jokers/789", "jokers/odd", "jokers/even", "jokers/five_honors",
    "jokers/kanchan_honors", "yaku/nippatsu", "yaku/tsubame_gaeshi", "yaku/shiiaru_raotai", "yaku/kanburi",
    "yaku/honors_chiitoitsu", "yaku/uushin_tsuukan", "yaku/ketsupaihou", "yaku/grand_cross", "yaku/open_riichi",
    "lib/yaku/sanrenkou", "yaku/sanshoku_ittsuu", "yaku/kyandonhou", "yaku/ryandoukou", "yaku/shoutate",
    "yaku/choupaikou", "yaku/suuzuukou", "lib/yaku/uumensai", "lib/yaku/sanpuukou", "yaku/renkaihou",
    "yaku/mondeikou", "yaku/riichi_isshoku_sanjun", "yaku/ittsuu_chanta", "yaku/tanfonhou", "yaku/chinpeikou",
    "yaku/chinchii_toushii", "yaku/kinkei_dokuritsu", "yaku/touchao_hanchanshue", "yaku/uupin_kaihou",
    "yaku/ryanzou_chankan", "yaku/iipin_mouyue", "yaku/chuupin_raoyui", "yaku/shanron_chonchu",
    "yaku/chiishin_uushii", "yaku/maneman", "yaku/rentsuu_honitsu", "yaku/dorahairi_chinroutou_chiitoitsu",
    "yaku/paarenchan", "yaku/ishino_uenimo_sannen", "yaku/toukanhou", "yaku/shiisanpuutaa", "yaku/shiisanuushi",
    "lib/yaku/riichi_suurenkou", "yaku/suuchoupaikou", "yaku/daisharin", "yaku/shousharin",
    "yaku/riichi_isshoku_yonjun", "yaku/hyakuman_goku", "yaku/kachoufuugetsu", "yaku/fuukasetsugetsu",
    "yaku/kouitten", "yaku/benikujaku", "yaku/kokuiisou", "yaku/ryuuiisourin", "yaku/kouittenrin",
    "yaku/golden_gate_bridge", "yaku/american_civil_war", "yaku/tohoku_expressway", "yaku/tohoku_shinkansen",
    "yaku/blue_tunnel", "yaku/junsei_ryuuiisou", "yaku/chousangen", "yaku/chousuushii", "lib/shuugi",
    "shuugi/ippatsu", "shuugi/ura", "shuugi/yakuman", "shuugi/aka", "shuugi/ao", "shuugi/kin", "shuugi/oka",
    "shuugi/uma", "shuugi/toriuchi", "shuugi/tobi", "shuugi/called_game", "shuugi/placement_only_battle",
    "shuugi/arisu", "ten", "star_suit", "lib/space", "lib/galaxy", "fifth_tile", "no_honors", "shiro_pocchi",
    "golden_chun", "blue_dragon", "shouhai", "chinitsu", "washizu", "yami", "nobekan", "calls_are_forced", "chombo",
)  # fmt: skip
"""Mods that a ruleset cannot express: local yaku, jokers, chips, and other games."""
_STOPS = "kanrules cannot say: a dealer who stops, because the mod's description and settings disagree on who decides"
_PLACES = ("_1st", "_2nd", "_3rd", "_4th")
_HOME = {"_1st": 10, "_2nd": 5, "_3rd": -5, "_4th": -10}


def _set(mod: str, name: str, default: Any, means: Any, kind: Kind = Kind.NUMBER) -> ProgramField:
    return ProgramField(f"{mod}.{name}", kind, default, means)


def _mod(name: str, means: Any, default: bool = False) -> ProgramField:
    return ProgramField(name, Kind.SWITCH, default, means)


def _plain(name: str, on: Values | str, off: Values | str) -> ProgramField:
    return switch(name, False, on, off)


def _honba(value: Any, settings: Values) -> dict[str, Any] | str:
    return {"wins.honba_value": 3 * settings.get("honba.value", 100) if settings.get("honba", False) else 0}


def _write_honba(rules: Values, default: Any) -> Any:
    return rules["wins.honba_value"] // 3 or default


def _uma(value: Any, settings: Values) -> dict[str, Any] | str:
    if not settings.get("uma", False):
        return {"game.uma": [0, 0, 0, 0]}
    return {"game.uma": [1000 * settings.get(f"uma.{place}", _HOME[place]) for place in _PLACES]}


def _write_place(place: int) -> Own:
    def write(rules: Values, default: Any) -> Any:
        return rules["game.uma"][place] // 1000

    return Own(("game.uma",), _uma, write)


def _start(settings: Values) -> int:
    points = settings.get("starting_score.points", 25000) if settings.get("starting_score", False) else 25000
    return int(points)


def _points(value: Any, settings: Values) -> dict[str, Any] | str:
    return {"game.start_points": _start(settings)}


def _oka(value: Any, settings: Values) -> dict[str, Any] | str:
    ante = 1000 * settings.get("oka.ante", 5) if settings.get("oka", False) else 0
    return {"game.return_points": _start(settings) + ante // 4}


def _ante(rules: Values) -> int:
    return int(rules["game.return_points"] - rules["game.start_points"]) * 4


def _riichi_kan(value: Any, settings: Values) -> dict[str, Any] | str:
    none, every = settings.get("no_riichi_ankan", False), settings.get("yes_riichi_ankan", False)
    if none and every:
        return "kanrules cannot say: two mods that exclude each other"
    return {"riichi_kan.level": "forbidden" if none else "any" if every else "same_waits"}


def _level(level: str) -> Own:
    return Own(("riichi_kan.level",), _riichi_kan, lambda rules, default: rules["riichi_kan.level"] == level)


def _kandora(value: Any, settings: Values) -> dict[str, Any] | str:
    if not settings.get("kandora", False):
        return {"kandora.enabled": False}
    late = "rinshan_draw" if settings.get("immediate_kan_dora", False) else "discard"
    return {
        "kandora.enabled": True,
        "kandora.ankan": "declaration",
        "kandora.daiminkan": late,
        "kandora.shouminkan": late,
    }


_KANDORA = ("kandora.enabled", "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan")


def _bust(value: Any, settings: Values) -> dict[str, Any] | str:
    if not settings.get("lib/tobi", False):
        return {"game.bust": "play_on"}
    below = settings.get("lib/tobi.below", 0)
    if below not in (0, 1):
        return "kanrules cannot say: a game that ends above a score of zero"
    return {"game.bust": "zero" if below else "below_zero"}


def _reds(value: Any, settings: Values) -> dict[str, Any] | str:
    found = [settings.get(f"aka.{suit}", 1) if settings.get("aka", False) else 0 for suit in ("man", "pin", "sou")]
    known = {(0, 0, 0): 0, (1, 1, 1): 3, (1, 2, 1): 4}
    if tuple(found) not in known:
        return (
            "kanrules cannot say: it supports only no red fives, one in each suit, or one in each suit and a second 0p"
        )
    return {"scoring.red_fives": known[found[0], found[1], found[2]]}


def _aka(usual: int, four: int) -> Own:
    return Own(("scoring.red_fives",), _reds, lambda rules, default: four if rules["scoring.red_fives"] == 4 else usual)


def _renhou(value: Any, settings: Values) -> dict[str, Any] | str:
    if not settings.get("yaku/riichi_renhou", False):
        return {"scoring.renhou": "none"}
    worth = settings.get("yaku/riichi_renhou.is", "Yakuman")
    if worth not in ("Mangan", "Yakuman"):
        return "kanrules cannot say: a renhou with another value"
    return {"scoring.renhou": worth.lower()}


def _goal(value: Any, settings: Values) -> dict[str, Any] | str:
    if not settings.get("sudden_death", False):
        return {"game.extension": "none"}
    return {"game.extension": "one_wind", "game.goal_points": settings.get("sudden_death.goal", 30000)}


def _named(value: Any) -> tuple[str, Values] | None:
    if isinstance(value, str):
        return value, {}
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        config = value.get("config", {})
        return (value["name"], config) if isinstance(config, dict) else None
    return None


def unwrap(document: Any) -> Values | None:
    """Return the mods of a list and their settings. The list may be inside `enabled_mods`, `default_mods`, or
    `mods`.
    """
    if isinstance(document, dict):
        document = next((document[name] for name in ("enabled_mods", "default_mods", "mods") if name in document), None)
    if not isinstance(document, list):
        return None
    found: dict[str, Any] = {}
    for value in document:
        named = _named(value)
        if named is None:
            return None
        name = f"lib/{named[0]}" if f"lib/{named[0]}" in _NAMES else named[0]
        found[name] = True
        found |= {f"{name}.{setting}": chosen for setting, chosen in named[1].items()}
    return found


def wrap(settings: Values) -> Any:
    """Return the list of the active mods, each with its settings."""
    found: list[Any] = []
    for name, value in settings.items():
        if value is not True or "." in name:
            continue
        config = {one.partition(".")[2]: worth for one, worth in settings.items() if one.startswith(f"{name}.")}
        found.append({"name": name, "config": config} if config else name)
    return found


PROGRAM = Program(
    id="riichi-advanced",
    name="riichi_advanced",
    version="",
    presets={
        "mahjong-soul": ("mahjong-soul",),
        "tenhou": ("tenhou",),
        "riichi-city": ("riichi-city",),
        "wrc-2022": ("wrc-2022",),
        "wrc-2025": ("wrc-2025",),
        "m-league": ("m-league",),
    },
    fields=(
        _mod(
            "nagashi",
            Cases(((True, {"draws.nagashi_mangan": "own_calls_allowed"}), (False, {"draws.nagashi_mangan": "off"}))),
        ),
        _set("nagashi", "is", "Mangan", CannotSay("a nagashi mangan with another value", "Mangan"), Kind.TEXT),
        _set("nagashi", "counts_as", "draw", CannotSay("a nagashi mangan that counts as a tsumo", "draw"), Kind.TEXT),
        _mod("honba", Own(("wins.honba_value",), _honba, lambda rules, default: rules["wins.honba_value"] > 0)),
        _set("honba", "value", 100, Own(("wins.honba_value",), _honba, _write_honba)),
        _mod("uma", Own(("game.uma",), _uma, lambda rules, default: any(rules["game.uma"]))),
        *(_set("uma", place, _HOME[place], _write_place(number)) for number, place in enumerate(_PLACES)),
        _mod("oka", Own(("game.return_points",), _oka, lambda rules, default: _ante(rules) > 0)),
        _set(
            "oka", "ante", 5, Own(("game.return_points",), _oka, lambda rules, default: _ante(rules) // 1000 or default)
        ),
        _plain("kuitan_nashi", {"scoring.open_tanyao": False}, {"scoring.open_tanyao": True}),
        _plain("lib/kuikae_nashi", {"calls.kuikae": "forbidden"}, {"calls.kuikae": "allowed"}),
        _plain("kiriage_mangan", {"scoring.kiriage_mangan": True}, {"scoring.kiriage_mangan": False}),
        _plain("lib/head_bump", {"wins.simultaneous": "head_bump"}, {"wins.simultaneous": "all"}),
        _plain("double_wind_4_fu", {"scoring.double_wind_pair_fu": 4}, {"scoring.double_wind_pair_fu": 2}),
        _mod("pao", ListMember("sekinin_barai.yakuman", ("daisangen", "daisuushii"))),
        _mod("pao_suukantsu", ListMember("sekinin_barai.yakuman", ("suukantsu",))),
        _plain(
            "pao_rinshan",
            {"sekinin_barai.daiminkan_rinshan": "replacement_only"},
            {"sekinin_barai.daiminkan_rinshan": "none"},
        ),
        _plain("no_kazoe_yakuman", {"scoring.thirteen_han": "sanbaiman"}, {"scoring.thirteen_han": "yakuman"}),
        _plain("no_double_yakuman", {"scoring.double_yakuman": []}, {}),
        _mod("no_riichi_ankan", _level("forbidden")),
        _mod("yes_riichi_ankan", _level("any")),
        _mod(
            "no_fifth_tile_tenpai",
            CannotSay("the mod does not say where the four tiles of an exhausted wait must be", False),
        ),
        _plain("kokushi_ankan_chankan", {"chankan.ankan": "kokushi"}, {"chankan.ankan": "never"}),
        _plain("first_gets_riichi_sticks", {"game.sticks_left": "first"}, {}),
        _mod("starting_score", Own(("game.start_points",), _points, lambda rules, default: True)),
        _set(
            "starting_score",
            "points",
            25000,
            Own(("game.start_points",), _points, lambda rules, default: rules["game.start_points"]),
        ),
        _plain("lib/tonpuu", {"game.length": "tonpuusen"}, {"game.length": "hanchan"}),
        _mod("lib/tobi", Own(("game.bust",), _bust, lambda rules, default: rules["game.bust"] != "play_on")),
        _set(
            "lib/tobi", "below", 0, Own(("game.bust",), _bust, lambda rules, default: int(rules["game.bust"] == "zero"))
        ),
        _plain("lib/agarirenchan", {"wins.dealer": "keeps"}, {"wins.dealer": "rotates"}),
        _plain("tenpairenchan", {"draws.exhaustive_dealer": "tenpai_keeps"}, {"draws.exhaustive_dealer": "rotates"}),
        *(
            field
            for mod, key in (("agariyame", "game.agari_yame"), ("tenpaiyame", "game.tenpai_yame"))
            for field in (
                _plain(mod, _STOPS, {key: "off"}),
                _set(
                    mod,
                    "round",
                    "all_last",
                    CannotSay("a dealer who passes the deal in every hand", "all_last"),
                    Kind.TEXT,
                ),
                _set(
                    mod,
                    "first_place_only",
                    True,
                    CannotSay("a dealer who stops without being in first place", True),
                    Kind.SWITCH,
                ),
                _set(mod, "may_choose", False, NoEffect("the same as the mod itself"), Kind.SWITCH),
            )
        ),
        _mod(
            "sudden_death",
            Own(
                ("game.extension", "game.goal_points"), _goal, lambda rules, default: rules["game.extension"] != "none"
            ),
        ),
        _set(
            "sudden_death",
            "goal",
            30000,
            Own(("game.extension", "game.goal_points"), _goal, lambda rules, default: rules["game.goal_points"]),
        ),
        _plain("suufon_renda", {"draws.suufon_renda": "dealer_keeps"}, {"draws.suufon_renda": "off"}),
        _plain("suucha_riichi", {"draws.suucha_riichi": "dealer_keeps"}, {"draws.suucha_riichi": "off"}),
        _plain("lib/suukaikan", {"four_kans.several_players": "abort"}, {"four_kans.several_players": "play_on"}),
        _plain("sanchahou", {"draws.sanchahou": "dealer_keeps"}, {"draws.sanchahou": "off"}),
        _plain("kyuushu_kyuuhai", {"draws.kyuushu_kyuuhai": "dealer_keeps"}, {"draws.kyuushu_kyuuhai": "off"}),
        _mod("dora", CannotSay("a game without dora", True)),
        _set("dora", "start_indicators", 1, CannotSay("more dora indicators at the start", 1)),
        _plain("ura", {"dora.ura": True}, {"dora.ura": False}),
        _mod("aka", Own(("scoring.red_fives",), _reds, lambda rules, default: rules["scoring.red_fives"] > 0)),
        _set("aka", "man", 1, _aka(1, 1)),
        _set("aka", "pin", 1, _aka(1, 2)),
        _set("aka", "sou", 1, _aka(1, 1)),
        _mod("kandora", Own(_KANDORA, _kandora, lambda rules, default: rules["kandora.enabled"])),
        _mod(
            "immediate_kan_dora",
            Own(
                _KANDORA,
                _kandora,
                lambda rules, default: rules["kandora.daiminkan"] in ("declaration", "rinshan_draw"),
            ),
        ),
        _mod("lib/yaku/riichi", CannotSay("a game without riichi", True)),
        _set("lib/yaku/riichi", "bet", 1000, CannotSay("riichi sticks that are not worth 1,000 points", 1000)),
        _set(
            "lib/yaku/riichi",
            "drawless",
            False,
            CannotSay("the mod does not say how many tiles riichi needs in the wall", False),
            Kind.SWITCH,
        ),
        _plain("yaku/ippatsu", {"riichi.ippatsu": True}, {"riichi.ippatsu": False}),
        _mod(
            "yaku/riichi_renhou",
            Own(("scoring.renhou",), _renhou, lambda rules, default: rules["scoring.renhou"] != "none"),
        ),
        _set(
            "yaku/riichi_renhou",
            "is",
            "Yakuman",
            Own(
                ("scoring.renhou",),
                _renhou,
                lambda rules, default: "Mangan" if rules["scoring.renhou"] == "mangan" else "Yakuman",
            ),
            Kind.TEXT,
        ),
        _mod("lib/min_han", NoEffect("nothing more than its setting"), default=True),
        _set("lib/min_han", "min", 1, CannotSay("a win that needs more than one han", 1)),
        _set("lib/min_han", "han", "Han", NoEffect("a word"), Kind.TEXT),
        *(
            _set(mod, "name", name, NoEffect("a word"), Kind.TEXT)
            for mod, name in (("suufon_renda", "Suufon Renda"), ("kyuushu_kyuuhai", "Kyuushu Kyuuhai"))
        ),
        *(
            _mod(name, NoEffect("what is shown on the screen"))
            for name in ("shiny_dora", "cancellable_riichi", "riichi_en")
        ),
        _mod("show_waits", NoEffect("what is shown on the screen"), default=True),
        *(_mod(name, CannotSay("another game, or a local yaku", False)) for name in _OTHER_GAMES),
    ),
    always={"four_kans.one_player": "play_on"},
    unwrap=unwrap,
    wrap=wrap,
)
_NAMES = frozenset(PROGRAM.named())
