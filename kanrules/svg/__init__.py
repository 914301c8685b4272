"""Pictures as SVG text: tiles, hands, melds, tables, and the timeline of a kan.

    from kanrules import svg

    svg.hand("123m406p", drawn="1z", melds=["daiminkan 5555z from west"])

The pictures are self-contained, and tiles need no font. `theme` is `auto` (follows the reader's device), `light`, or
`dark`; `size` is the width of a tile in pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.drawing import rows, tables
from kanrules.drawing.canvas import Theme
from kanrules.errors import UnreadableError
from kanrules.locale import LANGUAGES, Translator, translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import many, say
from kanrules.pieces.melds import AnkanDisplay, Meld, MeldType
from kanrules.pieces.melds_text import parse_meld, parse_melds
from kanrules.pieces.tiles import KIND, NAMES, SEATS, Seat, Tile, parse_tile, parse_tiles, sort_tiles
from kanrules.table.seen import seen

if TYPE_CHECKING:
    from kanrules.kyoku.machine import KyokuMachine
    from kanrules.ruleset import Ruleset
    from kanrules.table.snapshot import Table

__all__ = ["hand", "meld", "table", "tile", "timeline"]

_SMALLEST, _LARGEST = 16, 1000
_CAPTIONS = {AnkanDisplay.EITHER: _N("or the middle"), AnkanDisplay.TWO_DOWN: _N("or any two")}
_LIES_BEFORE = _N("{meld}, as laid out in front of {seat}")
_HAND = (_N("A hand of {count} tile"), _N("A hand of {count} tiles"))
_WITH_MELDS = (_N("{hand} and 1 meld"), _N("{hand} and {count} melds"))


def tile(
    name: str | Tile, *, size: float = rows.SIZE, theme: str = "auto", index: bool = True, lang: str = "en"
) -> str:
    """Draw one tile, face up.

    Takes its name ("5p", "0p" for a red five, "7z") or the tile itself. `index=False` leaves out the letter in the
    corner of man and honours. The letter helps beginners in the language `lang`; Japanese needs none. Raises
    UnreadableError for text that is not a tile, and for an unknown size, theme, or language.
    """
    return rows.tile(NAMES[_tile(name)], size=_size(size), theme=_theme(theme), index=index, speak=_language(lang))


def meld(
    meld: str | Meld,
    *,
    seat: str | Seat = Seat.EAST,
    rules: Ruleset | None = None,
    size: float = rows.SIZE,
    theme: str = "auto",
    index: bool = True,
    lang: str = "en",
) -> str:
    """Draw a meld as it is laid out on the table.

    The called tile is sideways, at the place that shows which player discarded it. The fourth tile of a shouminkan is
    next to the sideways tile, toward the table. Two tiles of an ankan are face down.

    Takes the meld as text ("daiminkan 5555z from west", with the called tile first and a shouminkan's added tile last)
    or as a `Meld`, its owner, and a ruleset whose `display.ankan` says which tiles of an ankan are face down (by
    default the outer two). Raises UnreadableError for text that is not a meld. Source: M.League 4-5, EMA 2016
    3.3.5-3.3.7.
    """
    owner = _seat(seat)
    made = parse_meld(meld, owner) if isinstance(meld, str) else _of(meld, owner)
    _at_its_table((), [made], owner, rules)
    display, caption = _display([made], rules)
    speak = _language(lang)
    return rows.meld(
        made.lies(owner, display),
        speak(say(_LIES_BEFORE, meld=made, seat=owner)) if made.is_open else str(made),
        kind=made.type.value,
        caption=speak(caption),
        size=_size(size),
        theme=_theme(theme),
        index=index,
        speak=speak,
    )


def hand(
    tiles: str | Iterable[Tile],
    *,
    drawn: str | Tile | None = None,
    melds: str | Meld | Iterable[Meld | str] = (),
    seat: str | Seat = Seat.EAST,
    rules: Ruleset | None = None,
    size: float = rows.SIZE,
    theme: str = "auto",
    index: bool = True,
    lang: str = "en",
    tile_folder: str | Path | None = None,
) -> str:
    """Draw a hand of at most fourteen tiles, with each kan counted as three: the concealed tiles in order, the drawn
    tile set apart, and the melds.

    Takes mpsz text or tiles, the drawn tile, the melds and their owner, a ruleset as `meld` does, and a folder of SVG
    tiles to use instead of the built-in ones (`kanrules.svg.tile_folder` has their names). Raises UnreadableError for
    text that is not a tile or meld, for a fifteenth tile, for a fifth copy, for a tile, call, or seat that a
    three-player ruleset does not have, and for a folder without all tiles.
    """
    owner = _seat(seat)
    concealed = sort_tiles(parse_tiles(tiles) if isinstance(tiles, str) else [_tile(one) for one in tiles])
    apart = None if drawn is None or drawn == "" else _tile(drawn)
    laid = tuple(_of(one, owner) for one in parse_melds(melds, owner))
    whole = [*concealed, *([] if apart is None else [apart])]
    _possible(whole, laid)
    _at_its_table(whole, laid, owner, rules)
    display, caption = _display(laid, rules)
    speak = _language(lang)
    title = many(_HAND, len(whole))
    if laid:
        title = many(_WITH_MELDS, len(laid), hand=title)
    return rows.hand(
        [NAMES[one] for one in concealed],
        speak(title),
        drawn=None if apart is None else NAMES[apart],
        melds=[(one.type.value, one.lies(owner, display)) for one in laid],
        caption=speak(caption),
        size=_size(size),
        theme=_theme(theme),
        index=index,
        speak=speak,
        own=_own(tile_folder),
    )


def table(
    table: Table | KyokuMachine,
    *,
    seat: str | Seat | None = None,
    rules: Ruleset | None = None,
    size: float = tables.SIZE,
    theme: str = "auto",
    index: bool = True,
    lang: str = "en",
    tile_folder: str | Path | None = None,
) -> str:
    """Draw a table from above: hands, melds, rivers, and dora indicators.

    The riichi tile is sideways; claimed discards are not shown. Takes a table or a hand in progress. With `seat`, the
    other hands are face down; without it, all hands are shown. With three players, north's place stays empty, and
    norths set aside are next to the melds. `tile_folder` is as for `hand`. Raises UnreadableError for an unknown seat
    or a folder without all tiles.
    """
    looked_at = table if not hasattr(table, "table") else table.table()
    display, _ = _display((), rules)
    speak = _language(lang)
    picture = seen(looked_at, None if seat is None else _seat(seat), display, speak)
    return tables.draw_table(
        picture, size=_size(size), theme=_theme(theme), index=index, speak=speak, own=_own(tile_folder)
    )


def timeline(
    ruleset: str | Path | Ruleset,
    beside: str | Path | Ruleset | None = None,
    *,
    upright: bool = False,
    theme: str = "auto",
    lang: str = "en",
) -> str:
    """Draw the timeline of a kan: when the kan dora indicator is turned, and which wins count it.

    It has a lane for each kind of kan and a column for each moment. Takes a ruleset, its id or its path, and optionally
    a second one to compare. `upright` is for a phone; `lang` is one of `kanrules.locale.LANGUAGES`. Raises
    UnreadableError for an unknown ruleset, theme, or language.
    """
    from kanrules.drawing.timelines.lane import PHONE, SCREEN
    from kanrules.drawing.timelines.lying_upright import draw_timeline as drawn
    from kanrules.kan.way_picture import COLUMNS
    from kanrules.ruleset.load import ruleset_of

    asked = [ruleset] if beside is None else [ruleset, beside]
    sides = [ruleset_of(one).timeline for one in asked]
    return drawn(COLUMNS, sides, theme=_theme(theme), say=_language(lang), room=PHONE if upright else SCREEN)


def _own(folder: str | Path | None) -> Mapping[str, str] | None:
    from kanrules.svg.tile_folder import tiles_of

    return None if folder is None or folder == "" else tiles_of(Path(folder))


def _tile(given: str | Tile) -> Tile:
    if isinstance(given, str):
        return parse_tile(given)
    if not 0 <= given < len(NAMES):
        raise UnreadableError(f"{given} is not a tile; expected 0 to {len(NAMES) - 1}")
    return given


def _seat(given: str | Seat) -> Seat:
    if isinstance(given, Seat):
        return given
    for seat in SEATS:
        if given.lower() == str(seat):
            return seat
    raise UnreadableError(f"{given!r} is not a seat; expected east, south, west or north")


def _size(given: float) -> float:
    if not _SMALLEST <= given <= _LARGEST:
        raise UnreadableError(f"a tile cannot be {given:g} pixels wide; expected {_SMALLEST} to {_LARGEST}")
    return given


def _theme(given: str) -> Theme:
    try:
        return Theme(given)
    except ValueError:
        raise UnreadableError(f"there is no theme {given!r}; expected auto, light or dark") from None


def _language(given: str) -> Translator:
    if given not in LANGUAGES:
        raise UnreadableError(f"there is no language {given!r}; expected one of: {', '.join(LANGUAGES)}")
    return translator(given)


def _of(meld: Meld, owner: Seat) -> Meld:
    """Return the meld as this player's. Raises UnreadableError if its source is unknown or is its owner."""
    if meld.source is None and meld.type is MeldType.CHI:
        return replace(meld, source=SEATS[(owner - 1) % 4])
    if meld.is_open and meld.source is None:
        raise UnreadableError(f"{meld}: it does not say from whom it was called")
    if meld.source is owner:
        raise UnreadableError(f"{meld}: it is {owner}'s own meld; expected another seat after 'from'")
    return meld


def _at_its_table(tiles: Iterable[Tile], melds: Iterable[Meld], owner: Seat, rules: Ruleset | None) -> None:
    """Raise UnreadableError for tiles, calls, and seats that a three-player ruleset does not have."""
    if rules is not None:
        from kanrules.ruleset.four import check_table

        check_table(rules.options, rules.id, tiles=tiles, melds=melds, seats=[owner])


def _display(melds: Iterable[Meld], rules: Ruleset | None) -> tuple[AnkanDisplay, str]:
    """Return which tiles of an ankan are face down, and the caption."""
    if rules is None:
        return AnkanDisplay.OUTER_DOWN, ""
    display = rules.display.ankan
    shown = any(one.type is MeldType.ANKAN for one in melds)
    return display, _CAPTIONS.get(display, "") if shown else ""


def _possible(tiles: list[Tile], melds: Iterable[Meld]) -> None:
    melds = tuple(melds)
    count = len(tiles) + 3 * len(melds)
    if count > 14:
        counted = f" ({len(tiles)} and {len(melds)} {'meld' if len(melds) == 1 else 'melds'} of three)" if melds else ""
        raise UnreadableError(
            f"{count} tiles{counted}: a hand has 14 at most, the drawn one and each meld as three among them"
        )
    if not tiles and not melds:
        raise UnreadableError("there is no tile to draw; expected, for example, 123m406p")
    kinds = [KIND[one] for one in tiles] + [KIND[one] for meld in melds for one in meld.tiles]
    for kind in kinds:
        if kinds.count(kind) > 4:
            raise UnreadableError(f"{NAMES[kind]} is there {kinds.count(kind)} times; a set has four")
