"""Melds as text, as case files and the command line write them: `pon 555p from east`, `ankan 1111z`, `chi 234m`."""

from __future__ import annotations

from collections.abc import Iterable

from kanrules.errors import UnreadableError
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import KIND, NAMES, SEATS, Seat, Tile, format_tiles, parse_tiles, sort_tiles

MAX_TEXT = 100
"""Maximum length of a meld: the longest, with spaces, has about 40 characters."""
_EXAMPLES = (
    'expected, for example, "pon 555p from east", "chi 234m", "ankan 1111z", "daiminkan 5555z from west" or '
    '"shouminkan 5555p from east"'
)
_WORDS: dict[str, MeldType] = {**{str(word): word for word in MeldType}, "kakan": MeldType.SHOUMINKAN}
_SIZES = {MeldType.CHI: 3, MeldType.PON: 3}


def parse_meld(text: str, seat: Seat | None = None) -> Meld:
    """Return the meld that a text describes: its type, its tiles, and the player it was called from.

    The first tile is the called one, and the last tile of a shouminkan the added one, which matters if one of them is a
    red five. `seat` is the owner, if known; an open meld must then say `from` whom, except a chi, which can only come
    from the player before. Raises UnreadableError, which quotes the text and says what was expected.
    """
    if len(text) > MAX_TEXT:
        raise UnreadableError(f"{len(text):,} characters are not a meld; {_EXAMPLES}")
    words = text.split()
    if not words:
        raise UnreadableError(f"{text!r} is not a meld; {_EXAMPLES}")
    type_ = _WORDS.get(words[0].lower())
    if type_ is None:
        raise UnreadableError(
            f"{text!r}: {words[0]!r} is not a meld; expected chi, pon, ankan, daiminkan or shouminkan"
        )
    named = words[2:3] == ["from"]
    if len(words) != (4 if named else 2):
        raise UnreadableError(f"{text!r} is not a meld; {_EXAMPLES}")
    try:
        tiles = parse_tiles(words[1])
    except UnreadableError as error:
        raise UnreadableError(f"{text!r}: {error}") from None
    _judge_tiles(text, type_, tiles)
    source = _source(text, words[3]) if named else None
    if type_ is MeldType.ANKAN:
        if named:
            raise UnreadableError(f"{text!r}: an ankan is not called from a player; leave out 'from {words[3]}'")
        return Meld(type_, tuple(sort_tiles(tiles)))
    if seat is not None:
        before = Seat((seat - 1) % 4)
        if type_ is MeldType.CHI and source is None:
            source = before
        if source is None:
            raise UnreadableError(f"{text!r}: expected from whom it was called, such as '{text.strip()} from {before}'")
        if source is seat:
            raise UnreadableError(f"{text!r}: it is {seat}'s own meld; expected another seat after 'from'")
        if type_ is MeldType.CHI and source is not before:
            raise UnreadableError(f"{text!r}: {seat} can only chi from {before}, the player before")
    added = tiles[-1] if type_ is MeldType.SHOUMINKAN else None
    return Meld(type_, tuple(sort_tiles(tiles)), tiles[0], source, added)


def write_meld(meld: Meld) -> str:
    """Return the meld as `parse_meld` reads it: the called tile first, the added tile last. The source of a chi is left
    out because it is always the player before.
    """
    if meld.called is None:
        return str(meld)
    rest = list(meld.tiles)
    rest.remove(meld.called)
    if meld.added is not None:
        rest.remove(meld.added)
    tiles = [meld.called, *rest, *([] if meld.added is None else [meld.added])]
    source = "" if meld.type is MeldType.CHI else f" from {meld.source}"
    return f"{meld.type} {format_tiles(tiles)}{source}"


def _judge_tiles(text: str, type_: MeldType, tiles: list[Tile]) -> None:
    size, article = _SIZES.get(type_, 4), "an" if type_ is MeldType.ANKAN else "a"
    if len(tiles) != size:
        raise UnreadableError(f"{text!r}: {article} {type_} has {size} tiles, not {len(tiles)}")
    kinds = sorted(KIND[tile] for tile in tiles)
    if type_ is MeldType.CHI:
        first = kinds[0]
        if kinds != [first, first + 1, first + 2] or first >= 27 or first % 9 > 6:
            raise UnreadableError(f"{text!r}: a chi is three tiles in a row of one suit, such as 234m")
    elif kinds[0] != kinds[-1]:
        raise UnreadableError(
            f"{text!r}: the tiles of {article} {type_} are all alike; {NAMES[kinds[0]]} and {NAMES[kinds[-1]]} are not"
        )


def _source(text: str, word: str) -> Seat:
    for seat in SEATS:
        if word.lower() == str(seat):
            return seat
    raise UnreadableError(f"{text!r}: {word!r} is not a seat; expected east, south, west or north")


def parse_melds(melds: str | Meld | Iterable[Meld | str], seat: Seat | None = None) -> tuple[Meld, ...]:
    """Return melds from texts or from melds. One text may hold several, separated by commas."""
    if isinstance(melds, str):
        melds = [part for part in melds.split(",") if part.strip()]
    elif isinstance(melds, Meld):
        melds = (melds,)
    return tuple(meld if isinstance(meld, Meld) else parse_meld(meld, seat) for meld in melds)
