"""mjai's names of the tiles."""

from __future__ import annotations

from kanrules.errors import UnreadableError
from kanrules.pieces.tiles import Tile

TILES: dict[str, Tile] = {
    **{f"{n}{suit}": 9 * at + n - 1 for at, suit in enumerate("mps") for n in range(1, 10)},
    **{name: 27 + at for at, name in enumerate("ESWNPFC")},
    "5mr": 34,
    "5pr": 35,
    "5sr": 36,
}
"""mjai's names of tiles."""
MJAI: tuple[str, ...] = tuple(name for name, _ in sorted(TILES.items(), key=lambda item: item[1]))
"""mjai's name of each tile."""


def read_tile(name: object) -> Tile:
    """Return the tile for mjai's name of it. Raises UnreadableError for anything else."""
    tile = TILES.get(name) if isinstance(name, str) else None
    if tile is None:
        raise UnreadableError(f"{name!r:.40} is not an mjai tile; expected, for example, 5m, 5mr, E, P")
    return tile
