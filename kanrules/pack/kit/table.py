"""The interface to an engine, in mjai's words: deals, menus, answers, and what players can see. Works without
kanrules.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

Act = tuple[str, ...]
"""An action of a player: mjai's type, then its tiles.

`dahai T`, `reach` (its discard is asked next), `chi T A B`, `pon T A B`, `daiminkan T`, `ankan T` (never the red one),
`kakan T`, `kita`, `hora`, or `ryukyoku` (nine kinds).
"""
Menus = dict[int, frozenset[Act]]
"""Everything that a player may do now except to pass, by player."""

DISCARD, REACH, CHI, PON, DAIMINKAN, ANKAN, KAKAN = "dahai", "reach", "chi", "pon", "daiminkan", "ankan", "kakan"
KITA, HORA, RYUKYOKU, NONE = "kita", "hora", "ryukyoku", "none"
LAID = ("tsumo", DISCARD, CHI, PON, DAIMINKAN, ANKAN, KAKAN, KITA)
"""Events that every log has in the same order. The position of a dora indicator is the number of them before it."""
HONOURS = ("E", "S", "W", "N", "P", "F", "C")
TILES: tuple[str, ...] = (
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *HONOURS,
    "5mr",
    "5pr",
    "5sr",
)
"""The 34 kinds in order, then the red fives."""
REDS = TILES[34:]
NUMBERED: tuple[str, ...] = tuple(
    f"{tile}r" if copy == 0 and f"{tile}r" in REDS else tile for tile in TILES[:34] for copy in range(4)
)
"""The 136 tiles by the number that engines give them: four of each kind in order, the red five first."""
NUMBERS: dict[str, list[int]] = {tile: [at for at, name in enumerate(NUMBERED) if name == tile] for tile in TILES}
"""The numbers of each tile."""
ORDER = {tile: (2 * at if at < 34 else 2 * (4 + 9 * (at - 34)) - 1) for at, tile in enumerate(TILES)}
"""Sort key of a hand. A red five comes before the plain ones."""


def kind(tile: str) -> str:
    """Return the tile without its red mark."""
    return tile[:2]


def pair(first: str, second: str) -> tuple[str, str]:
    """Return two tiles, sorted."""
    return (first, second) if ORDER[first] <= ORDER[second] else (second, first)


@dataclass(frozen=True)
class Deal:
    """A whole wall and the state of the table. Player 0 is the dealer."""

    wall: Sequence[str]
    """The wall in the order of its use.

    With four players 136 tiles: 52 that are dealt (four each, three times, starting with the dealer, then one each), 70
    live ones in drawing order, four replacement tiles, five dora indicators, and five ura dora indicators.

    With three players 108: 39 dealt, 55 live, eight replacement tiles, three dora indicators, and three ura dora
    indicators; the fourth and fifth pairs are the last four live tiles. With four replacement tiles, all five pairs
    come after them.
    """
    round_wind: int = 0
    honba: int = 0
    sticks: int = 0
    scores: tuple[int, ...] = (25000, 25000, 25000, 25000)
    """Score of each player."""
    replacements: int = 0
    """Number of replacement tiles; 0 for the usual number, four with four players and eight with three."""

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.scores)

    @property
    def hands(self) -> list[list[str]]:
        """The hands after the deal, by player: 13 tiles each, without the dealer's first draw."""
        players = self.players
        hands: list[list[str]] = [[] for _ in range(players)]
        for start in range(0, 12 * players, 4):
            hands[start // 4 % players] += self.wall[start : start + 4]
        for player in range(players):
            hands[player].append(self.wall[12 * players + player])
        return hands

    @property
    def live(self) -> Sequence[str]:
        """The live wall, in drawing order. The first tile is the dealer's first draw."""
        return self.wall[13 * self.players : -14]

    @property
    def rinshan(self) -> Sequence[str]:
        """The replacement tiles. The first one is drawn first."""
        return self.wall[-14:][: self._replacements]

    @property
    def dora(self) -> Sequence[str]:
        """The five dora indicators. The first one is face up from the start."""
        own = self._pairs
        return [*self.wall[-2 * own : -own], *(self.live[-2 * place] for place in range(1, 6 - own))]

    @property
    def ura(self) -> Sequence[str]:
        """The five ura dora indicators under them."""
        own = self._pairs
        return [*self.wall[-own:], *(self.live[1 - 2 * place] for place in range(1, 6 - own))]

    @property
    def _replacements(self) -> int:
        return self.replacements or (4 if self.players == 4 else 8)

    @property
    def _pairs(self) -> int:
        """Number of dora indicators after the live wall."""
        return (14 - self._replacements) // 2

    def laid(self, replacements: int) -> Deal:
        """Return the same deal with this many replacement tiles, four or eight: the first four and the first three
        pairs stay, and the tiles in the places of the others swap roles.
        """
        if replacements == self._replacements:
            return self
        taken, dora, ura = list(self.rinshan), list(self.dora[: self._pairs]), list(self.ura[: self._pairs])
        if replacements == 8:
            dead = [*taken, *dora[3:], *ura[3:], *dora[:3], *ura[:3]]
        else:
            dead = [*taken[:4], *dora, *taken[4:6], *ura, *taken[6:]]
        return replace(self, wall=[*self.wall[:-14], *dead], replacements=replacements)


@dataclass
class Result:
    """How a hand ended: the change of each player's score since the deal, including riichi sticks, and the sticks
    left.
    """

    deltas: tuple[int, ...]
    sticks: int
    name: str = ""
    """`hora`, or mjai's reason for a draw; "" if the engine gives none."""
    wins: list[dict[str, Any]] = field(default_factory=list)
    """For each winner: `actor`, and the engine's values of `han`, `fu`, `yakuman`."""


class Rules(dict[str, Any]):
    """The rules of a case by key, as a method `settings(rules)` receives them. It notes which rules are read."""

    def __init__(self, rules: Mapping[str, Any], decides: Iterable[str] = ()) -> None:
        super().__init__(rules)
        self.decides = frozenset(decides)
        """The keys that the case asks about. Other rules may matter on the way."""
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a key."""
        self.read.add(key)
        return super().get(key, default)

    def __iter__(self) -> Iterator[str]:
        # Without this, `dict(rules)` and `{**rules}` would copy the values without reading them.
        return super().__iter__()

    def values(self) -> ValuesView[str]:  # type: ignore[override]
        """Return every value."""
        self.read |= set(self)
        return super().values()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        """Return every key with its value."""
        self.read |= set(self)
        return super().items()

    def copy(self) -> dict[str, Any]:
        """Return all rules."""
        return dict(self.items())

    def __or__(self, other: Any) -> Any:
        return self.copy() | other


class Engine(Protocol):
    """One engine, asked step by step. After `deal` and after every `answer` it is at the next decision, or at the end.

    An engine skips players without a choice: if no claim is possible, it continues with the next draw.
    """

    name: str
    version: str

    def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
        """Begin a hand under these settings. Raises CannotExpress for a deal that the engine cannot represent."""

    def menus(self) -> Menus:
        """Return what each player may do now: the player whose turn it is, or those who may claim the last tile. Empty
        at the end.
        """

    def answer(self, acts: Mapping[int, Act]) -> None:
        """Play the action of the player whose turn it is, or every claim that is made. The other players pass."""

    def indicators(self) -> Sequence[str]:
        """Return the face-up dora indicators."""

    def events(self) -> list[dict[str, Any]]:
        """Return what has happened since the deal, as mjai: draws, with the dealer's first, discards, calls, kans, and
        dora indicators.
        """

    def result(self) -> Result | None:
        """Return how the hand ended, or None while it continues."""

    def close(self) -> None:
        """Release the resources of the engine."""


class CannotExpress(Exception):
    """The engine cannot play this deal or these rules. The text says why."""


class NotInstalled(Exception):
    """The engine is not installed. The text says how to install it."""


class WrongEngine(Exception):
    """There is no such engine, or it lacks something. The text says what."""


def to_mjai(player: int, act: Act) -> dict[str, Any]:
    """Return an action in mjai, without what the table already says (the target, and whether it was just drawn)."""
    what, *tiles = act
    said: dict[str, Any] = {"type": what, "actor": player}
    if what == KITA:
        said["pai"] = "N"
    elif what == ANKAN:
        said["consumed"] = [tiles[0]] * 4
    elif tiles:
        said["pai"] = tiles[0]
        if len(tiles) > 1:
            said["consumed"] = tiles[1:]
    return said


def from_mjai(said: Mapping[str, Any]) -> Act:
    """Return the action of a line of mjai."""
    what = said["type"]
    if what in (CHI, PON):
        return (what, said["pai"], *pair(*said["consumed"]))
    if what == ANKAN:
        return (what, kind(said["consumed"][0]))
    if what in (DISCARD, DAIMINKAN, KAKAN):
        return (what, said["pai"])
    return (what,)
