"""mjai's names of the tiles."""

from __future__ import annotations

from kanrules.pieces.tiles import Tile

TILES: dict[str, Tile] = {
    **{f"{n}{suit}": 9 * at + n - 1 for at, suit in enumerate("mps") for n in range(1, 10)},
    **{name: 27 + at for at, name in enumerate("ESWNPFC")},
    "5mr": 34,
    "5pr": 35,
    "5sr": 36,
}
"""mjai's names of tiles."""
