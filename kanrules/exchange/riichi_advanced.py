"""riichi_advanced: the mods of its riichi ruleset and their settings; a preset is a list of them (August 2026).

A mod that the list does not name is off. The list is JSON: names, or objects with a name and settings.
"""

from __future__ import annotations

from typing import Any

from kanrules.exchange.fields import Own, Values, read_program

_PLACES = ("_1st", "_2nd", "_3rd", "_4th")
_HOME = {"_1st": 10, "_2nd": 5, "_3rd": -5, "_4th": -10}


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


_GOAL, _HONBA, _UMA_KEY = ("game.extension", "game.goal_points"), ("wins.honba_value",), ("game.uma",)
_BUST, _RENHOU, _REDS = ("game.bust",), ("scoring.renhou",), ("scoring.red_fives",)
_START, _RETURN = ("game.start_points",), ("game.return_points",)
_OWN = {
    "honba": Own(_HONBA, _honba, lambda rules, default: rules["wins.honba_value"] > 0),
    "honba.value": Own(_HONBA, _honba, _write_honba),
    "uma": Own(_UMA_KEY, _uma, lambda rules, default: any(rules["game.uma"])),
    **{f"uma.{place}": _write_place(number) for number, place in enumerate(_PLACES)},
    "oka": Own(_RETURN, _oka, lambda rules, default: _ante(rules) > 0),
    "oka.ante": Own(_RETURN, _oka, lambda rules, default: _ante(rules) // 1000 or default),
    "no_riichi_ankan": _level("forbidden"),
    "yes_riichi_ankan": _level("any"),
    "starting_score": Own(_START, _points, lambda rules, default: True),
    "starting_score.points": Own(_START, _points, lambda rules, default: rules["game.start_points"]),
    "lib/tobi": Own(_BUST, _bust, lambda rules, default: rules["game.bust"] != "play_on"),
    "lib/tobi.below": Own(_BUST, _bust, lambda rules, default: int(rules["game.bust"] == "zero")),
    "sudden_death": Own(_GOAL, _goal, lambda rules, default: rules["game.extension"] != "none"),
    "sudden_death.goal": Own(_GOAL, _goal, lambda rules, default: rules["game.goal_points"]),
    "aka": Own(_REDS, _reds, lambda rules, default: rules["scoring.red_fives"] > 0),
    "aka.man": _aka(1, 1),
    "aka.pin": _aka(1, 2),
    "aka.sou": _aka(1, 1),
    "kandora": Own(_KANDORA, _kandora, lambda rules, default: rules["kandora.enabled"]),
    "immediate_kan_dora": Own(
        _KANDORA, _kandora, lambda rules, default: rules["kandora.daiminkan"] in ("declaration", "rinshan_draw")
    ),
    "yaku/riichi_renhou": Own(_RENHOU, _renhou, lambda rules, default: rules["scoring.renhou"] != "none"),
    "yaku/riichi_renhou.is": Own(
        _RENHOU, _renhou, lambda rules, default: "Mangan" if rules["scoring.renhou"] == "mangan" else "Yakuman"
    ),
}
PROGRAM = read_program("riichi_advanced", _OWN, unwrap=unwrap, wrap=wrap)
_NAMES = frozenset(PROGRAM.named())
