"""Pantheon: the fields of its RulesetConfig, as in its JSON, and their meaning in its program (July 2026).

It keeps the score of games at real tables, so it knows no moments and does not judge kans. A field that its JSON leaves
out is zero.
"""

from __future__ import annotations

import re
from typing import Any

from kanrules.exchange.fields import Own, Values, read_program

_YAKUMAN: dict[int, str] = {
    6: "suukantsu", 7: "suuankou", 19: "daisangen", 20: "shousuushii", 21: "daisuushii", 22: "tsuuiisou",
    26: "chinroutou", 29: "chuuren_poutou", 30: "ryuuiisou", 32: "kokushi", 39: "tenhou", 40: "chiihou",
    45: "suuankou_tanki", 46: "chuuren_9", 47: "kokushi_13",
}  # fmt: skip
"""The yakuman by Pantheon's number."""
_IPPATSU, _DOUBLE_RIICHI = 35, 34
_OPTIONAL = frozenset((_IPPATSU, _DOUBLE_RIICHI, 43, 44, 45, 46, 47))
"""Yaku that a list may leave out: ippatsu, double riichi, renhou, open riichi, and the rarer forms of a yakuman."""
_YAKU = 47
_ENDINGS = ("UNSPECIFIED", "ONE_MORE_HAND", "END_AFTER_HAND")
_COMPLEX = "UMA_TYPE_UMA_COMPLEX"
_UMA_TYPES = ("UMA_TYPE_UNSPECIFIED", "UMA_TYPE_UMA_SIMPLE", _COMPLEX)
_ABORTIVE = ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "sanchahou")
_ROWS = {"neg3": "1", "otherwise": "2", "neg1": "3"}
"""The row of a ruleset's uma for each of Pantheon's. Pantheon names the number of players below the start score, a
ruleset the number at or above it.
"""


def _ending(name: str) -> str:
    return f"ENDING_POLICY_EP_{name}"


def _row(value: Any) -> list[int] | None:
    if not isinstance(value, dict) or not value.keys() <= {f"place{place}" for place in range(1, 5)}:
        return None
    found = [value.get(f"place{place}", 0) for place in range(1, 5)]
    return found if all(type(points) is int for points in found) else None


def _places(row: Any) -> dict[str, int]:
    return {f"place{place}": points for place, points in enumerate(row or (0, 0, 0, 0), 1)}


def _uma(value: Any, settings: Values) -> dict[str, Any] | str:
    if settings.get("uma_type") == _COMPLEX:
        return "without effect here: the uma is complex_uma"
    row = _row(value)
    return "kanrules cannot say: it is not a table of place1 to place4" if row is None else {"game.uma": row}


def _write_uma(rules: Values, default: Any) -> Any:
    return _places(rules["game.uma"]) if rules["game.uma_by"] == "place" else None


def _complex_uma(value: Any, settings: Values) -> dict[str, Any] | str:
    if settings.get("uma_type") != _COMPLEX:
        return "without effect here: the uma is simple"
    rows = {ours: _row(value.get(theirs)) for theirs, ours in _ROWS.items()}
    if None in rows.values() or not value.keys() <= _ROWS.keys():
        return "kanrules cannot say: it is not a table of neg1, neg3 and otherwise"
    return {"game.floating": rows}


def _write_complex(rules: Values, default: Any) -> Any:
    if rules["game.uma_by"] != "floating":
        return None
    return {theirs: _places(rules["game.floating"].get(ours)) for theirs, ours in _ROWS.items()}


def _chombo(value: Any, settings: Values) -> dict[str, Any] | str:
    points, paid = settings.get("chombo_amount", 0), settings.get("extra_chombo_payments", False)
    if points and paid:
        return "kanrules cannot say: a chombo that is paid at the table and also costs points"
    if paid:
        return {"chombo.pays": "reverse_mangan"}
    return {"chombo.pays": "after_uma", "chombo.points": points}


def _oka(value: Any, settings: Values) -> dict[str, Any] | str:
    if value % 4:
        return "kanrules cannot say: an oka that four players do not pay evenly"
    return {"game.return_points": settings.get("start_points", 0) + value // 4}


def _abortives(value: Any, settings: Values) -> dict[str, Any] | str:
    if value:
        return "kanrules cannot say: which abortive draws are used"
    return {"four_kans.several_players": "play_on"} | {f"draws.{one}": "off" for one in _ABORTIVE}


def _write_abortives(rules: Values, default: Any) -> Any:
    return rules["four_kans.several_players"] != "play_on" or any(rules[f"draws.{one}"] != "off" for one in _ABORTIVE)


def _nagashi(value: Any, settings: Values) -> dict[str, Any] | str:
    return (
        ("kanrules cannot say: whether the player's own calls invalidate it")
        if value
        else {"draws.nagashi_mangan": "off"}
    )


def _allowed(value: Any, settings: Values) -> dict[str, Any] | str:
    missing = sorted(set(range(1, _YAKU + 1)) - {17} - _OPTIONAL - {one for one in value if type(one) is int})
    if missing:
        return f"kanrules cannot say: that the yaku {', '.join(map(str, missing))} are not used"
    return {"riichi.ippatsu": _IPPATSU in value, "riichi.double": _DOUBLE_RIICHI in value}


def _write_allowed(rules: Values, default: Any) -> Any:
    out = {
        17,
        44,
        *(() if rules["riichi.ippatsu"] else (_IPPATSU,)),
        *(() if rules["riichi.double"] else (_DOUBLE_RIICHI,)),
    }
    double = set(rules["scoring.double_yakuman"])
    out |= {number for number in (45, 46, 47) if _YAKUMAN[number] not in double}
    out |= {43} if rules["scoring.renhou"] == "none" else set()
    return sorted(set(range(1, _YAKU + 1)) - out)


def _listed(key: str) -> Own:
    def read(value: Any, settings: Values) -> dict[str, Any] | str:
        if not all(type(number) is int and number in _YAKUMAN for number in value):
            return "kanrules cannot say: a number that belongs to no yakuman"
        return {key: [_YAKUMAN[number] for number in value]}

    def write(rules: Values, default: Any) -> Any:
        return [number for number, yakuman in _YAKUMAN.items() if yakuman in rules[key]]

    return Own((key,), read, write)


def unwrap(document: Any) -> Values | None:
    """Return a RulesetConfig with its own field names, which JSON may write in camel case, and enums by name."""
    if not isinstance(document, dict):
        return None
    found: dict[str, Any] = {}
    for name, value in document.items():
        snake = re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: f"_{match.group().lower()}", name)
        found[snake if snake in _NAMES else name] = value
    for name, members in (("uma_type", _UMA_TYPES), ("ending_policy", tuple(map(_ending, _ENDINGS)))):
        value = found.get(name)
        if type(value) is int and 0 <= value < len(members):
            found[name] = members[value]
    return found


_PAIR = ("chombo.pays", "chombo.points")
_OWN = {
    "complex_uma": Own(("game.floating",), _complex_uma, _write_complex),
    "uma": Own(("game.uma",), _uma, _write_uma),
    "extra_chombo_payments": Own(_PAIR, _chombo, lambda rules, default: rules["chombo.pays"] == "reverse_mangan"),
    "with_abortives": Own(
        ("four_kans.several_players", *(f"draws.{one}" for one in _ABORTIVE)), _abortives, _write_abortives
    ),
    "with_nagashi_mangan": Own(
        ("draws.nagashi_mangan",), _nagashi, lambda rules, default: rules["draws.nagashi_mangan"] != "off"
    ),
    "chombo_amount": Own(
        _PAIR,
        _chombo,
        lambda rules, default: 0 if rules["chombo.pays"] == "reverse_mangan" else rules["chombo.points"],
    ),
    "oka": Own(
        ("game.return_points",),
        _oka,
        lambda rules, default: 4 * (rules["game.return_points"] - rules["game.start_points"]),
    ),
    "allowed_yaku": Own(("riichi.ippatsu", "riichi.double"), _allowed, _write_allowed),
    "yaku_with_pao": _listed("sekinin_barai.yakuman"),
    "honba_value": Own(
        ("wins.honba_value",),
        lambda value, settings: {"wins.honba_value": value or 300},
        lambda rules, default: rules["wins.honba_value"],
    ),
    "double_yakuman": _listed("scoring.double_yakuman"),
}
PROGRAM = read_program("pantheon", _OWN, unwrap=unwrap)
_NAMES = frozenset(PROGRAM.named())
