"""Read a program's answer in mjai as one of the currently legal actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kanrules.pieces.actions import (
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.tiles import KIND, Tile, sort_tiles
from kanrules.records.mjai_tiles import TILES

NONE = "none"
REACH = "reach"
_WORDS: dict[str, tuple[type, ...]] = {
    "dahai": (Discard,),
    "chi": (Chi,),
    "pon": (Pon,),
    "daiminkan": (Daiminkan,),
    "ankan": (Ankan,),
    "kakan": (Shouminkan,),
    "kita": (Kita,),
    "nukidora": (Kita,),
    "hora": (Tsumo, Ron),
    "ryukyoku": (Kyuushu,),
    NONE: (Pass,),
}
"""Types of actions by mjai's word."""


class NotMjai(ValueError):
    """The answer is not mjai: an unknown word or tile, or a field of the wrong type."""


class NotLegal(ValueError):
    """The answer is mjai, but not a legal action now."""


def word(answer: Mapping[str, Any], player: int) -> str:
    """Return the action type of the answer. Raises NotMjai for a word unknown to mjai, NotLegal for another player's
    action.
    """
    said = answer.get("type")
    if not isinstance(said, str) or said not in (*_WORDS, REACH):
        raise NotMjai(f"type is {said!r}; expected one of {', '.join(sorted((*_WORDS, REACH)))}")
    actor = answer.get("actor", player)
    if said != NONE and actor != player:
        raise NotLegal(f"it acts for player {actor!r}, but is player {player}")
    return said


def action(answer: Mapping[str, Any], legal: Sequence[Action], player: int) -> Action:
    """Return the legal action that the answer means. Raises NotMjai or NotLegal."""
    said = word(answer, player)
    kinds = _WORDS.get(said, ())
    fitting: Callable[[Action], bool]
    found = [one for one in legal if isinstance(one, kinds)]
    if said in ("dahai", "kakan"):
        tile = _tile(answer, "pai")
        found = [one for one in found if isinstance(one, (Discard, Shouminkan)) and _same(one, tile)]
        if said == "dahai":
            found = _as_thrown(found, answer)
    elif said in ("chi", "pon"):
        using = sort_tiles(_tiles(answer))
        fitting = lambda one: isinstance(one, (Chi, Pon)) and list(sort_tiles(one.using)) == list(using)  # noqa: E731
        found = [one for one in found if fitting(one)]
    elif said == "ankan":
        kinds_of = {KIND[tile] for tile in _tiles(answer)}
        found = [one for one in found if isinstance(one, Ankan) and {KIND[one.tile]} == kinds_of]
    if not found:
        raise NotLegal("legal: " + ", ".join(map(str, legal)))
    return found[0]


def _same(one: Discard | Shouminkan, tile: Tile) -> bool:
    return one.tile == tile if isinstance(one, Discard) else KIND[one.tile] == KIND[tile]


def _as_thrown(found: Sequence[Action], answer: Mapping[str, Any]) -> list[Action]:
    """Return the discard that is (or is not) the tile just drawn, if the answer says which; never an undeclared
    riichi.
    """
    drawn = answer.get("tsumogiri")
    plain: list[Discard] = [one for one in found if isinstance(one, Discard) and not one.riichi]
    plain.sort(key=lambda one: drawn is not None and one.tsumogiri is not drawn)
    return list(plain)


def riichi(legal: Sequence[Action]) -> list[Action]:
    """Return the discards with which riichi may be declared."""
    return [one for one in legal if isinstance(one, Discard) and one.riichi]


def riichi_discard(answer: Mapping[str, Any], legal: Sequence[Action], player: int) -> Action:
    """Return the discard that goes with a riichi. Raises NotMjai or NotLegal."""
    said = word(answer, player)
    declaring = riichi(legal)
    if said != "dahai":
        raise NotLegal(f"riichi is declared with a discard, not {said}")
    tile = _tile(answer, "pai")
    drawn = answer.get("tsumogiri")
    found = [one for one in declaring if isinstance(one, Discard) and one.tile == tile]
    if not found:
        raise NotLegal("legal: " + ", ".join(map(str, declaring)))
    return min(found, key=lambda one: drawn is not None and one.tsumogiri is not drawn)


def _tile(answer: Mapping[str, Any], field: str) -> Tile:
    name = answer.get(field)
    if not isinstance(name, str) or name not in TILES:
        raise NotMjai(f"{field} is {name!r}, not an mjai tile")
    return TILES[name]


def _tiles(answer: Mapping[str, Any]) -> list[Tile]:
    names = answer.get("consumed")
    if not isinstance(names, list) or not all(isinstance(name, str) and name in TILES for name in names):
        raise NotMjai(f"consumed is {names!r}, not a list of mjai tiles")
    return [TILES[name] for name in names]
