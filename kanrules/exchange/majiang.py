"""majiang-core: the fields of its rule, and the rules of its game that have no field (lib/rule.js, lib/game.js,
lib/hule.js, lib/shan.js of 1.4.1).
"""

from __future__ import annotations

from typing import Any

from kanrules.exchange.fields import Own, Values, read_program

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


_OWN = {
    "順位点": Own(("game.uma", "game.final_rounding"), _uma, _write_uma),
    "赤牌": Own(("scoring.red_fives",), _reds, lambda rules, default: _REDS[rules["scoring.red_fives"]]),
    "ダブル役満あり": Own(("scoring.double_yakuman",), _doubles, _write_doubles),
}
PROGRAM = read_program("majiang", _OWN)
