"""Actions of players, with one frozen class each. `Kyoku.push` takes them, and `Kyoku.legal_actions` lists them.

As text, an action is a line in the play of a case; `kanrules.parse_action` reads it back. An invalid seat raises
TypeError, an invalid tile UnreadableError.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.melds import Meld
from kanrules.pieces.mjai_tiles import MJAI, read_tile
from kanrules.pieces.tiles import KIND, NAMES, NORTH, SEATS, SORT_KEY, TILES, Seat, Tile, format_tiles, sort_tiles


def check_seat(seat: object) -> None:
    """Raise TypeError for an invalid seat."""
    if not isinstance(seat, Seat):
        raise TypeError(f"{seat!r} is not a seat; expected Seat.EAST, Seat.SOUTH, Seat.WEST or Seat.NORTH")


def check_tile(tile: object) -> None:
    """Raise TypeError for a value that is not a tile, and UnreadableError for a number outside the range of tiles."""
    if not isinstance(tile, int):
        raise TypeError(f'{tile!r} is not a tile; expected an int as of parse_tiles("5p")')
    if not 0 <= tile < TILES:
        raise UnreadableError(f"{tile} is not a tile; expected 0 to {TILES - 1}: 34 kinds and three red fives")


def _two(using: object) -> tuple[Tile, Tile]:
    """Return the two tiles of a call, sorted as in a hand."""
    if not isinstance(using, (tuple, list)) or len(using) != 2:
        raise TypeError(f"{using!r}: a chi or pon is made with two tiles of the hand")
    first, second = using
    check_tile(first)
    check_tile(second)
    return (first, second) if SORT_KEY[first] <= SORT_KEY[second] else (second, first)


_SAID = (
    _N("{seat} draws {tile}"), _N("{seat} draws"), _N("{seat} discards {tile}"), _N("{seat} riichi {tile}"),
    _N("{seat} discards {tile} drawn"), _N("{seat} riichi {tile} drawn"),
    _N("{seat} chi {tile} with {using}"), _N("{seat} pon {tile} with {using}"), _N("{seat} pon {tile}"),
    _N("{seat} daiminkan {tile}"), _N("{seat} ankan {tile}"), _N("{seat} shouminkan {tile}"), _N("{seat} ron"),
    _N("{seat} tsumo"), _N("{seat} kyuushu"), _N("{seat} passes"), _N("everyone passes"),
)  # fmt: skip
"""Actions as messages for translators."""
_PLACES = ("seat", "_verb", "tile", "_with", "using")
"""Names of the words of an action as text, in order. A name with an underscore is for a fixed word."""


class SeenMoment(Protocol):
    """What the mjai form of an action needs of a view."""

    @property
    def scores(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def hands(self) -> tuple[tuple[Tile | None, ...], ...]: ...  # noqa: D102
    @property
    def melds(self) -> tuple[tuple[Meld, ...], ...]: ...  # noqa: D102
    @property
    def last_discard(self) -> Discard | None: ...  # noqa: D102
    @property
    def turn(self) -> Seat: ...  # noqa: D102
    def legal_actions(self) -> list[Action]: ...  # noqa: D102


class Action:
    """What a player does: a draw, a discard, a call, a kan, a kita, a win, a draw by nine kinds, or a pass.

    Each kind of action is a class of its own. As text, an action is a line in the play of a case.
    """

    __slots__ = ()
    word: ClassVar[str]
    _mjai: ClassVar[str]
    """Type of the event in mjai."""
    if TYPE_CHECKING:

        @property
        def seat(self) -> Seat | None: ...  # noqa: D102

    def __post_init__(self) -> None:
        check_seat(self.seat)

    def __str__(self) -> str:
        return f"{self.seat} {self.word}"

    def to_mjai(self, view: SeenMoment | None = None, *, east: int = 0) -> list[dict[str, Any]]:
        """Return the action as a player announces it in mjai: one event, or for a riichi `reach` and then `dahai`. A
        pass is `none`.

        `view` is what the player sees at this moment. Without it, a claim does not name the player whose tile it takes,
        and the tiles of a kan are plain ones. `east` is the player, 0 to 3, who deals.
        """
        players = 4 if view is None else len(view.scores)
        actor = None if self.seat is None else (east + self.seat) % players
        source = self.seat if isinstance(self, Tsumo) else None if view is None else _offered_by(view)
        target = None if source is None else (east + source) % players
        event = mjai_event(self, actor, target, self._kan_tiles(view))
        declares = isinstance(self, Discard) and self.riichi
        return [{"type": "reach", "actor": actor}, event] if declares else [event]

    @staticmethod
    def from_mjai(
        said: Mapping[str, Any] | Sequence[Mapping[str, Any]], view: SeenMoment | None = None, *, east: int = 0
    ) -> Action:
        """Return the action that an event of mjai means: `to_mjai` read back. A `reach` comes with its `dahai`.

        With the `view` of the player, the action is one of `view.legal_actions()`, which may fill in what the event
        does not say. Raises UnreadableError for an event that is no action, and for one that is not legal then.
        """
        events = [said] if isinstance(said, Mapping) else list(said)
        if not events or len(events) > 2 or (len(events) == 2 and events[0].get("type") != "reach"):
            raise UnreadableError(f"{said!r:.200} is not an mjai action; expected one event, or reach and dahai")
        event = events[-1]
        meant = read_mjai(event, 4 if view is None else len(view.scores), east=east, riichi=len(events) == 2)
        if view is None:
            return meant
        found = legal_one(meant, view.legal_actions(), tsumogiri=event.get("tsumogiri"))
        if found is None:
            raise UnreadableError(f"{said!r:.200} is not legal now")
        return found

    def _mjai_fields(self, kan: list[Tile]) -> dict[str, Any]:
        return {}

    def _kan_tiles(self, view: SeenMoment | None) -> list[Tile]:
        """Return the four tiles of a kan, as far as the player sees them."""
        if not isinstance(self, KanAction):
            return []
        kind = KIND[self.tile]
        if view is None:
            return [kind, kind, kind, self.tile]  # a red five, if the action names one
        own = [tile for tile in view.hands[self.seat] if tile is not None and KIND[tile] == kind]
        pons = [tile for meld in view.melds[self.seat] if meld.kind == kind for tile in meld.tiles]
        return [*own, *pons, *([self.tile] if isinstance(self, Daiminkan) else [])]

    def _means(self, one: Action) -> bool:
        if isinstance(self, (Tsumo, Ron)):
            return isinstance(one, (Tsumo, Ron))
        if type(self) is not type(one):
            return False
        match self, one:
            case (Discard(), Discard()):
                return (self.tile, self.riichi) == (one.tile, one.riichi)
            case (Chi() | Pon(), Chi() | Pon()):
                return self.using == one.using
            case (Ankan() | Shouminkan(), Ankan() | Shouminkan()):
                return KIND[self.tile] == KIND[one.tile]
        return True

    def _differs(self, one: Action) -> bool:
        return isinstance(self, Discard) and isinstance(one, Discard) and self.tsumogiri is not one.tsumogiri

    @property
    def said(self) -> Sentence:
        """The player and the action in words."""
        words = str(self).split()
        if words[0] == "everyone":
            return say(str(self))
        told = dict(zip(_PLACES, words, strict=False))
        template = " ".join(word if place.startswith("_") else f"{{{place}}}" for place, word in told.items())
        return say(template, **told)


class _OfTile(Action):
    """An action with one tile of a kan."""

    __slots__ = ()
    if TYPE_CHECKING:
        seat: Seat
        tile: Tile

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)

    def __str__(self) -> str:
        return f"{self.seat} {self.word} {NAMES[self.tile]}"

    def _mjai_fields(self, kan: list[Tile]) -> dict[str, Any]:
        kan.remove(self.tile)
        return {"pai": MJAI[self.tile], "consumed": [MJAI[tile] for tile in sort_tiles(kan)]}


class _CallForSet(Action):
    """A call of the last discard with two tiles from the hand."""

    __slots__ = ()
    if TYPE_CHECKING:
        seat: Seat
        tile: Tile
        using: tuple[Tile, Tile]

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)
        object.__setattr__(self, "using", _two(self.using))

    def _mjai_fields(self, kan: list[Tile]) -> dict[str, Any]:
        return {"pai": MJAI[self.tile], "consumed": [MJAI[tile] for tile in self.using]}


@frozen
class Draw(Action):
    """A player draws from the live wall, or takes the replacement tile after a kan. `tile` is None if the machine takes
    it from its wall.
    """

    word: ClassVar[str] = "draw"
    _mjai: ClassVar[str] = "tsumo"
    seat: Seat
    tile: Tile | None = None

    def __post_init__(self) -> None:
        check_seat(self.seat)
        if self.tile is not None:
            check_tile(self.tile)

    def __str__(self) -> str:
        return f"{self.seat} draws" + ("" if self.tile is None else f" {NAMES[self.tile]}")

    def _mjai_fields(self, kan: list[Tile]) -> dict[str, Any]:
        return {"pai": "?" if self.tile is None else MJAI[self.tile]}


@frozen
class Discard(Action):
    """A player discards. `tsumogiri` is True for the tile just drawn; `riichi` is True if the discard declares
    riichi.
    """

    word: ClassVar[str] = "discard"
    _mjai: ClassVar[str] = "dahai"
    seat: Seat
    tile: Tile
    tsumogiri: bool = False
    riichi: bool = False

    def __post_init__(self) -> None:
        check_seat(self.seat)
        check_tile(self.tile)

    def __str__(self) -> str:
        drawn = " drawn" if self.tsumogiri else ""
        return f"{self.seat} {'riichi' if self.riichi else 'discards'} {NAMES[self.tile]}{drawn}"

    def _mjai_fields(self, kan: list[Tile]) -> dict[str, Any]:
        return {"pai": MJAI[self.tile], "tsumogiri": self.tsumogiri}


@frozen
class Chi(_CallForSet):
    """The next player calls the last discard for chi, with the two tiles `using`, sorted."""

    word: ClassVar[str] = "chi"
    _mjai: ClassVar[str] = "chi"
    seat: Seat
    tile: Tile
    using: tuple[Tile, Tile]

    def __str__(self) -> str:
        return f"{self.seat} chi {NAMES[self.tile]} with {format_tiles(self.using)}"


@frozen
class Pon(_CallForSet):
    """A player calls the last discard for pon, with the two tiles `using`, sorted."""

    word: ClassVar[str] = "pon"
    _mjai: ClassVar[str] = "pon"
    seat: Seat
    tile: Tile
    using: tuple[Tile, Tile]

    def __str__(self) -> str:
        return f"{self.seat} pon {NAMES[self.tile]}" + (
            f" with {format_tiles(self.using)}" if self.using != (KIND[self.tile],) * 2 else ""
        )


@frozen
class Daiminkan(_OfTile):
    """A player calls the last discard for a kan, with three tiles of its kind in hand."""

    word: ClassVar[str] = "daiminkan"
    _mjai: ClassVar[str] = "daiminkan"
    seat: Seat
    tile: Tile


@frozen
class Ankan(_OfTile):
    """The player whose turn it is declares a kan of four concealed tiles. `tile` is any of them."""

    word: ClassVar[str] = "ankan"
    _mjai: ClassVar[str] = "ankan"
    seat: Seat
    tile: Tile

    def _mjai_fields(self, kan: list[Tile]) -> dict[str, Any]:
        return {"consumed": [MJAI[tile] for tile in sort_tiles(kan)]}


@frozen
class Shouminkan(_OfTile):
    """The player whose turn it is adds `tile` to a pon."""

    word: ClassVar[str] = "shouminkan"
    _mjai: ClassVar[str] = "kakan"
    seat: Seat
    tile: Tile


@frozen
class Kita(Action):
    """The player whose turn it is sets a north aside and takes a replacement tile."""

    word: ClassVar[str] = "kita"
    _mjai: ClassVar[str] = "kita"
    seat: Seat

    def _mjai_fields(self, kan: list[Tile]) -> dict[str, Any]:
        return {"pai": MJAI[NORTH]}


@frozen
class Ron(Action):
    """A player wins on the last discard, or robs the kan or kita just announced."""

    word: ClassVar[str] = "ron"
    _mjai: ClassVar[str] = "hora"
    seat: Seat


@frozen
class Tsumo(Action):
    """The player whose turn it is wins on the drawn tile."""

    word: ClassVar[str] = "tsumo"
    _mjai: ClassVar[str] = "hora"
    seat: Seat


@frozen
class Kyuushu(Action):
    """A player ends the hand on their first draw with nine kinds of terminals and honours."""

    word: ClassVar[str] = "kyuushu"
    _mjai: ClassVar[str] = "ryukyoku"
    seat: Seat


@frozen
class Pass(Action):
    """A player lets the last discard, kan, or kita pass. With `seat` None, every player who has not answered passes."""

    word: ClassVar[str] = "passes"
    _mjai: ClassVar[str] = "none"
    seat: Seat | None = None

    def __post_init__(self) -> None:
        if self.seat is not None:
            check_seat(self.seat)

    def __str__(self) -> str:
        return f"{'everyone' if self.seat is None else self.seat} passes"


KanAction = Daiminkan | Ankan | Shouminkan


def _offered_by(view: SeenMoment) -> Seat:
    """Return the player whose tile may be claimed now: the one who discarded it, or who announced a kan."""
    return view.turn if view.last_discard is None else view.last_discard.seat


def mjai_event(
    action: Action, actor: int | None, target: int | None = None, kan: Sequence[Tile] = ()
) -> dict[str, Any]:
    """Return the event of an action, for the player who acts, the one whose tile is claimed, and the four tiles of a
    kan. A riichi discard is its `dahai` alone.
    """
    event: dict[str, Any] = {"type": action._mjai}
    if actor is not None and not isinstance(action, Pass):
        event["actor"] = actor
    if target is not None and isinstance(action, (Chi, Pon, Daiminkan, Ron, Tsumo)):
        event["target"] = target
    return event | action._mjai_fields(list(kan))


def legal_one(meant: Action, legal: Iterable[Action], *, tsumogiri: object = None) -> Action | None:
    """Return the legal action that one read from mjai means; None if there is none.

    A win is by tsumo or by ron, whichever is legal. `tsumogiri` is what the event says of a discard.
    """
    found = [one for one in legal if meant._means(one)]
    return min(found, key=lambda one: tsumogiri in (True, False) and meant._differs(one), default=None)


def read_mjai(event: Mapping[str, Any], players: int = 4, *, east: int = 0, riichi: bool = False) -> Action:
    """Return the action of one event of mjai, whether legal or not. Raises UnreadableError for any other event."""
    kind = event.get("type")
    if kind == "none" and event.get("actor") is None:
        return PASS
    actor = event.get("actor")
    if type(actor) is not int or not 0 <= actor < players:
        raise UnreadableError(f"actor is {actor!r:.40}; expected a player from 0 to {players - 1}")
    seat = SEATS[(actor - east) % players]
    if kind in ("chi", "pon"):
        first, second = _consumed(event, 2)
        return (Chi if kind == "chi" else Pon)(seat, read_tile(event.get("pai")), (first, second))
    match kind:
        case "tsumo":
            return Draw(seat) if event.get("pai") in (None, "?") else Draw(seat, read_tile(event.get("pai")))
        case "dahai":
            return Discard(seat, read_tile(event.get("pai")), event.get("tsumogiri") is True, riichi)
        case "daiminkan":
            return Daiminkan(seat, read_tile(event.get("pai")))
        case "kakan":
            return Shouminkan(seat, read_tile(event.get("pai")))
        case "ankan":
            return Ankan(seat, KIND[_consumed(event, 4)[0]])
        case "kita" | "nukidora":
            return Kita(seat)
        case "hora":
            return Tsumo(seat) if event.get("target") == actor else Ron(seat)
        case "ryukyoku":
            return Kyuushu(seat)
        case "none":
            return Pass(seat)
    raise UnreadableError(f"type is {kind!r:.40}; expected an action of mjai, such as dahai, pon, ankan, hora or none")


def _consumed(event: Mapping[str, Any], count: int) -> list[Tile]:
    names = event.get("consumed")
    if not isinstance(names, (list, tuple)) or len(names) != count:
        raise UnreadableError(f"consumed is {names!r:.80}; expected {count} mjai tiles")
    return [read_tile(name) for name in names]


# Draws and discards are four fifths of a hand, so readers and the machine share these ready-made values.
DRAWS: tuple[tuple[Draw, ...], ...] = tuple(tuple(Draw(seat, tile) for tile in range(TILES)) for seat in SEATS)
"""Draws, as `DRAWS[seat][tile]`."""
HAND_DISCARDS: tuple[tuple[Discard, ...], ...] = tuple(
    tuple(Discard(seat, tile) for tile in range(TILES)) for seat in SEATS
)
"""Discards from the hand, as `HAND_DISCARDS[seat][tile]`."""
DRAWN_DISCARDS: tuple[tuple[Discard, ...], ...] = tuple(
    tuple(Discard(seat, tile, tsumogiri=True) for tile in range(TILES)) for seat in SEATS
)
"""Discards of the tile just drawn, as `DRAWN_DISCARDS[seat][tile]`."""
PASS = Pass()


@lru_cache(maxsize=4096)
def chi_or_pon(kind: type[Chi] | type[Pon], seat: Seat, tile: Tile, first: Tile, second: Tile) -> Chi | Pon:
    """Return the chi or pon of this tile with these two. Equal calls share one value, like draws and discards."""
    return kind(seat, tile, (first, second))
