"""The lines of a play: `south draws 2p`, `south discards 2p drawn`, `everyone passes`, `west pon 2p late`,
`!south ankan 2p corrected`, `south fouls dead_wall_exposed tiles 3`, `referee finds south`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.law.hook_values import Foul, Noticed
from kanrules.pieces.tiles import Seat, Tile, parse_tile, parse_tiles, sort_tiles
from kanrules.ruleset.problems import close

T = TypeVar("T")

SEATS: dict[str, Seat] = {str(seat): seat for seat in Seat}
_WITH_TILE = ("draws", "discards", "riichi", "chi", "pon", "daiminkan", "ankan", "shouminkan")
_BARE = ("kita", "ron", "tsumo", "passes", "kyuushu")
VERBS: tuple[str, ...] = (*_WITH_TILE, *_BARE)
"""Actions of a player in a line."""
_ALIASES = {
    "nukidora": "kita",
    "pei": "kita",
    "draw": "draws",
    "discard": "discards",
    "pass": "passes",
    "kakan": "shouminkan",
}
TURN_VERBS = frozenset(("draws", "discards", "riichi", "ankan", "shouminkan", "kita", "tsumo", "kyuushu"))
"""Actions in the player's own turn."""
SET_VERBS = frozenset(("chi", "pon", "daiminkan"))
"""Calls that complete a set with another player's discard."""
CLAIM_VERBS = SET_VERBS | {"ron"}
"""Actions that claim another player's tile."""
KAN_VERBS = frozenset(("ankan", "shouminkan", "daiminkan"))


@frozen
class PlayLine:
    """One line of a play, counted from 1: seat, action, and tile.

    `against_law` is True if the line begins with `!`. `foul` has what is said about a foul: its name, if the line names
    one (`fouls`), and what its penalty may depend on. `using` are the two tiles from the hand for a chi or pon. `found`
    means that the referee discovers this seat's foul. `everyone` means that all players pass; `seat` then has no
    meaning. `tsumogiri` says whether the discard is the tile just drawn; None means that it is if possible. `late`
    means that the call came significantly later than another one on the same discard.
    """

    number: int
    text: str
    seat: Seat
    verb: str
    tile: Tile | None = None
    using: tuple[Tile, ...] = ()
    against_law: bool = False
    foul: Foul | None = None
    found: bool = False
    everyone: bool = False
    tsumogiri: bool | None = None
    late: bool = False


def parse_line(number: int, text: str) -> PlayLine:
    """Return one line of a play. Raises UnreadableError, which says what was expected, if it is not one."""
    against_law = text.startswith("!")
    words = text.removeprefix("!").split()
    named = words[1:2] == ["fouls"] and not against_law
    facts = _facts(words, text) if against_law or named else {}
    if not (against_law or named) and words[-1:] == ["corrected"]:
        raise UnreadableError(f"`{text}`: only a line that begins with `!` can be corrected")
    if words[:1] == ["referee"]:
        if len(words) != 3 or words[1] != "finds" or against_law:
            raise UnreadableError(f"`{text}`: expected `referee finds SEAT`")
        return PlayLine(number, text, _seat(words[2], text), "finds", found=True)
    if words[:1] == ["everyone"]:
        if words[1:] not in (["passes"], ["pass"]) or against_law:
            raise UnreadableError(f"`{text}`: expected `everyone passes`")
        return PlayLine(number, text, Seat.EAST, "passes", everyone=True)
    if len(words) < 2:
        raise UnreadableError(f"`{text}`: expected a seat and what it does, such as `south discards 5p`")
    seat, verb = _seat(words[0], text), _ALIASES.get(words[1], words[1])
    rest = words[2:]
    foul = Foul(seat, **facts) if against_law else None
    if named:
        if len(rest) != 1:
            raise UnreadableError(f"`{text}`: expected `{words[0]} fouls NAME`, such as `south fouls empty_call`")
        return PlayLine(number, text, seat, "fouls", foul=Foul(seat, rest[0], line=number, **facts))
    late = verb in SET_VERBS and rest[-1:] == ["late"]
    if late:
        del rest[-1]
    if verb not in VERBS:
        meant = close(verb, VERBS)
        hint = f"; did you mean `{meant}`?" if meant else ""
        raise UnreadableError(f"`{text}`: {words[1]!r} is not an action; expected one of {', '.join(VERBS)}{hint}")
    if verb in _BARE:
        if verb == "kita" and rest in (["4z"], ["north"]):
            rest = []
        elif verb == "kita" and rest:
            raise UnreadableError(f"`{text}`: only a north is set aside; expected `{words[0]} kita`")
        if rest:
            raise UnreadableError(f"`{text}`: nothing may follow `{verb}`")
        return PlayLine(number, text, seat, verb, against_law=against_law, foul=foul)
    using: tuple[Tile, ...] = ()
    if verb in ("chi", "pon") and len(rest) >= 3 and rest[1] == "with":
        using = tuple(sort_tiles(_read(lambda: parse_tiles("".join(rest[2:])), text)))
        if len(using) != 2:
            raise UnreadableError(f"`{text}`: a {verb} uses two tiles of the hand, not {len(using)}")
        rest = rest[:1]
    tsumogiri: bool | None = None
    if verb in ("discards", "riichi") and rest[1:] in (["drawn"], ["hand"]):
        tsumogiri = rest.pop() == "drawn"
    if len(rest) != 1:
        expected = f"`{words[0]} {verb} TILE" + (" with TILES`" if verb == "chi" else "`")
        raise UnreadableError(f"`{text}`: expected {expected}")
    tile = _read(lambda: parse_tile(rest[0]), text)
    return PlayLine(number, text, seat, verb, tile, using, against_law, foul, tsumogiri=tsumogiri, late=late)


def _facts(words: list[str], text: str) -> dict[str, Any]:
    """Take the words about a foul from the end of a line, and return what they say."""
    found: dict[str, Any] = {}
    value: Any
    while len(words) > 2:
        if words[-1] in _FACTS:
            name, value = _FACTS[words.pop()]
        elif words[-2] == "tiles":
            if not (words[-1].isdecimal() and 0 < int(words[-1]) < 1000):
                raise UnreadableError(f"`{text}`: expected a number of tiles, such as `tiles 3`")
            name, value = "tiles", int(words.pop())
            del words[-1]
        elif words[-2] == "noticed":
            if words[-1] not in list(Noticed):
                meant = close(words[-1], tuple(Noticed))
                hint = f"; did you mean `{meant}`?" if meant else f"; expected one of {', '.join(Noticed)}"
                raise UnreadableError(f"`{text}`: {words[-1]!r} is not a moment{hint}")
            name, value = "noticed", Noticed(words.pop())
            del words[-1]
        else:
            break
        if name in found:
            raise UnreadableError(f"`{text}`: {name} is said twice")
        found[name] = value
    return found


_FACTS: dict[str, tuple[str, bool]] = {
    "corrected": ("corrected", True),
    "repeated": ("repeated", True),
    "first": ("repeated", False),
    "aware": ("aware", True),
    "unaware": ("aware", False),
}


def _seat(word: str, text: str) -> Seat:
    if word not in SEATS:
        raise UnreadableError(f"`{text}`: {word!r} is not a seat; expected east, south, west or north")
    return SEATS[word]


def _read(read: Callable[[], T], text: str) -> T:
    try:
        return read()
    except UnreadableError as error:
        raise UnreadableError(f"`{text}`: {error}") from None
