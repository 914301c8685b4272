"""Numbers of tiles and fixed words of Tenhou's JSON, shared by its reader and its writer."""

from __future__ import annotations

from kanrules.pieces.tiles import Tile

TSUMOGIRI = 60
KITA = "f44"
"""A north set aside, among the discards. The format does not say whether it was just drawn."""
WIN = "和了"
TILES: dict[int, Tile] = {
    **{10 * suit + n: 9 * (suit - 1) + n - 1 for suit in (1, 2, 3) for n in range(1, 10)},
    **{40 + n: 26 + n for n in range(1, 8)},
    51: 34,
    52: 35,
    53: 36,
}
"""Tiles by Tenhou's two digits."""
