"""Read a program's answer in mjai as one of the currently legal actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kanrules.errors import UnreadableError
from kanrules.pieces.actions import Action, Discard, legal_one, read_mjai

NONE = "none"
REACH = "reach"
_WORDS = frozenset((
    "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "kita", "nukidora", "hora", "ryukyoku", NONE, REACH,
))  # fmt: skip
"""mjai's words for actions."""


class NotMjai(ValueError):
    """The answer is not mjai: an unknown word or tile, or a field of the wrong type."""


class NotLegal(ValueError):
    """The answer is mjai, but not a legal action now."""


def word(answer: Mapping[str, Any], player: int) -> str:
    """Return the action type of the answer. Raises NotMjai for a word unknown to mjai, NotLegal for another player's
    action.
    """
    said = answer.get("type")
    if not isinstance(said, str) or said not in _WORDS:
        raise NotMjai(f"type is {said!r}; expected one of {', '.join(sorted(_WORDS))}")
    actor = answer.get("actor", player)
    if said != NONE and actor != player:
        raise NotLegal(f"it acts for player {actor!r}, but is player {player}")
    return said


def action(answer: Mapping[str, Any], legal: Sequence[Action], player: int) -> Action:
    """Return the legal action that the answer means. Raises NotMjai or NotLegal."""
    word(answer, player)
    return _among(answer, legal, player, declares=False)


def _among(answer: Mapping[str, Any], legal: Sequence[Action], player: int, *, declares: bool) -> Action:
    try:
        meant = read_mjai({"actor": player, **answer}, riichi=declares)
    except UnreadableError as error:
        raise NotMjai(str(error)) from None
    found = legal_one(meant, legal, tsumogiri=answer.get("tsumogiri"))
    if found is None:
        raise NotLegal("legal: " + ", ".join(map(str, legal)))
    return found


def riichi(legal: Sequence[Action]) -> list[Action]:
    """Return the discards with which riichi may be declared."""
    return [one for one in legal if isinstance(one, Discard) and one.riichi]


def riichi_discard(answer: Mapping[str, Any], legal: Sequence[Action], player: int) -> Action:
    """Return the discard that goes with a riichi. Raises NotMjai or NotLegal."""
    said = word(answer, player)
    if said != "dahai":
        raise NotLegal(f"riichi is declared with a discard, not {said}")
    return _among(answer, riichi(legal), player, declares=True)
