"""`kanrules draw`: a hand, a table, or the timeline of a kan, as SVG or PNG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import load, required_rules
from kanrules.cli.help import make_command, make_group
from kanrules.cli.output import print_line, write_file
from kanrules.cli.shared_options import (
    PAGE_LANG,
    PLUGINS,
    RULESET,
    argument,
    complete_rules,
    option,
    out_option,
    rules_option,
)
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.locale import Translator
    from kanrules.ruleset import Ruleset

_SIZE = option(
    "--size", metavar="N", type=float, help="Width of a tile in pixels. Default: 48 for a hand, 32 for a table."
)
_TILES = option(
    "--tiles", "tile_folder", metavar="FOLDER",
    help="Folder of SVG tiles to draw with, named as in FluffyStuff's set: Man1.svg, Ton.svg, Back.svg and so on.",
)  # fmt: skip
_THEME = option(
    "--theme",
    metavar="auto|light|dark",
    default="auto",
    help="Colours: auto (follows the reader's device), light or dark; a PNG is light or dark.",
)
_OUT = out_option("Write to this file, F.svg or F.png, instead of standard output.", metavar="F")


@make_command
@argument("tiles", metavar="TILES", default="", help="Concealed tiles in mpsz notation, such as 123m406p.")
@option("--draw", "drawn", metavar="T", help="Tile just drawn, shown apart from the others.")
@option(
    "--melds", "-m", metavar="M", multiple=True, help="A meld, such as 'daiminkan 5555z from west'; may be repeated."
)
@option("--seat", "-s", metavar="SEAT", default="east", help="Seat of the hand's player.")
@rules_option("Ruleset that says which tiles of an ankan are face down.")
@_SIZE
@_TILES
@PAGE_LANG
@_THEME
@_OUT
@PLUGINS
def hand(
    tiles: str,
    drawn: str,
    melds: tuple[str, ...],
    seat: str,
    rules: str,
    size: float | None,
    tile_folder: str | None,
    speak: Translator,
    theme: str,
    out: str,
) -> None:
    """Draw a hand, or only melds.

    Examples:

      kanrules draw hand 123m406p --draw 1z --melds "daiminkan 5555z from west" --out hand.svg

      kanrules draw hand --melds "ankan 5505p" --rules m-league --out meld.png
    """
    from kanrules import svg
    from kanrules.drawing import rows

    book = _book(rules)
    laid = [part for text in melds for part in text.split(",")]
    picture = svg.hand(
        tiles,
        drawn=drawn,
        melds=laid,
        seat=seat,
        rules=book,
        size=rows.SIZE if size is None else size,
        theme=_theme(theme, out),
        lang=speak.language,
        tile_folder=tile_folder,
    )
    _write(picture, out)


@make_command
@argument("case", metavar="CASES", help="Case file, or - for standard input.")
@option("--case", "-c", "number", metavar="N", type=int, default=1, help="Number of the case in the file, from 1.")
@option(
    "--seat",
    "-s",
    metavar="SEAT",
    help="Seat whose view is drawn, with the other hands face down. Default: all hands are shown.",
)
@rules_option("Ruleset to use instead of the case's own.")
@_SIZE
@_TILES
@PAGE_LANG
@_THEME
@_OUT
@PLUGINS
def table(
    case: str,
    number: int,
    seat: str,
    rules: str,
    size: float | None,
    tile_folder: str | None,
    speak: Translator,
    theme: str,
    out: str,
) -> None:
    """Draw the table at the start of a case.

    Examples:

      kanrules draw table club.cases.toml --case 2 --seat south --out table.svg
    """
    from kanrules import Kyoku, svg
    from kanrules.drawing import tables

    chosen = _case(case, number)
    book = _book(rules or ("" if chosen.all_rules else _beside(case)))
    kyoku = Kyoku.from_case(chosen, book if book is not None or chosen.all_rules else required_rules(""))
    picture = svg.table(
        kyoku,
        seat=seat or None,
        rules=book,
        size=tables.SIZE if size is None else size,
        theme=_theme(theme, out),
        lang=speak.language,
        tile_folder=tile_folder,
    )
    _write(picture, out)


@make_command
@RULESET
@argument("beside", metavar="R2", default="", shell_complete=complete_rules, help="Second ruleset to compare it with.")
@option("--upright", help="Draw from top to bottom, for a phone.")
@PAGE_LANG
@_THEME
@_OUT
@PLUGINS
def timeline(rules: str, beside: str, upright: bool, speak: Translator, theme: str, out: str) -> None:
    """Draw when a kan dora indicator is turned, which wins count it, and where a fourth kan ends the hand.

    Examples:

      kanrules draw timeline tenhou --out tenhou.svg

      kanrules draw timeline tenhou ema-2016 --upright --out both.png
    """
    from kanrules import svg

    book = required_rules(rules, option="")
    other = _book(beside)
    _write(svg.timeline(book, other, upright=upright, theme=_theme(theme, out), lang=speak.language), out)


def _book(name: str) -> Ruleset | None:
    return load(name) if name else None


def _beside(name: str) -> str:
    """Return the ruleset next to a case file; "" if there is none."""
    from kanrules.cases.verify import case_file

    return "" if name == "-" else case_file(Path(name)).beside


def _case(name: str, number: int) -> Case:
    from kanrules.cases.case import parse_cases, read_cases
    from kanrules.ruleset.toml_file import MAX_BYTES

    cases = parse_cases(sys.stdin.buffer.read(MAX_BYTES + 1)) if name == "-" else read_cases(name)
    if not 1 <= number <= len(cases):
        held = "1 case" if len(cases) == 1 else f"{len(cases)} cases"
        raise wrong_use(f"--case {number}: {name} has {held}; numbers start at 1")
    return cases[number - 1]


def _ending(out: str) -> str:
    ending = Path(out).suffix.lower()
    if out and ending not in (".svg", ".png"):
        raise wrong_use(f"--out {out!r}: expected a file name that ends in .svg or .png")
    return ending


def _theme(theme: str, out: str) -> str:
    # A PNG cannot follow the theme of the device that shows it.
    return "light" if theme == "auto" and _ending(out) == ".png" else theme


def _write(picture: str, out: str) -> None:
    if not out:
        print_line(picture, end="")
    elif _ending(out) == ".png":
        from kanrules.report.png import png

        write_file(out, png(picture))
    else:
        write_file(out, picture)


command = make_group("Draw a hand, a table, or the timeline of a kan.", hand=hand, table=table, timeline=timeline)
