"""`kanrules draw`: a hand, a table, or the timeline of a kan, as SVG or PNG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import complete_rules, required_rules, write_file
from kanrules.cli.help import PLAIN
from kanrules.errors import UnreadableError

if TYPE_CHECKING:
    from kanrules.cases.case import Case
    from kanrules.ruleset import Ruleset

app = typer.Typer(**PLAIN, no_args_is_help=True, help="Draw a hand, a table, or the timeline of a kan, as SVG or PNG.")

_OUT = typer.Option("", "--out", "-o", metavar="F", help="Write this file, F.svg or F.png, instead of standard output.")
_THEME = typer.Option(
    "auto",
    "--theme",
    metavar="auto|light|dark",
    help="auto (as the reader's device says), light or dark; a PNG is light or dark.",
)
_SIZE = typer.Option(
    None, "--size", metavar="N", help="How many pixels wide a tile is; else 48 in a hand, 32 on a table."
)
_RULES = typer.Option(
    "",
    "--rules",
    "-r",
    autocompletion=complete_rules,
    metavar="R",
    help="The ruleset that says which tiles of an ankan lie face down.",
)
_LANG = typer.Option("en", "--lang", "-l", metavar="LANG", help="en, ja, fr, nl or de.")
_PLUGINS = typer.Option(False, "--allow-local-plugins", help="Let the ruleset run its own ./plugin.py.")


@app.command("hand")
def hand(
    tiles: str = typer.Argument("", metavar="TILES", help="The concealed tiles in mpsz: 123m406p."),
    drawn: str = typer.Option("", "--drawn", "--draw", metavar="T", help="The tile drawn; it lies apart."),
    melds: list[str] = typer.Option(
        [], "--melds", "-m", metavar="M", help="A meld, such as 'daiminkan 5555z from west'; may be given again."
    ),
    seat: str = typer.Option("east", "--seat", "-s", metavar="SEAT", help="Whose hand it is."),
    rules: str = _RULES,
    size: float | None = _SIZE,
    lang: str = _LANG,
    theme: str = _THEME,
    out: str = _OUT,
    allow_local_plugins: bool = _PLUGINS,
) -> None:
    """Draw a hand, or melds alone.

    Examples:

      kanrules draw hand 123m406p --drawn 1z --melds "daiminkan 5555z from west" --out hand.svg

      kanrules draw hand --melds "ankan 5505p" --rules m-league --out meld.png
    """
    from kanrules import svg
    from kanrules.drawing import rows

    book = _book(rules, allow_local_plugins)
    laid = [part for text in melds for part in text.split(",")]
    picture = svg.hand(
        tiles,
        drawn=drawn,
        melds=laid,
        seat=seat,
        rules=book,
        size=rows.SIZE if size is None else size,
        theme=_theme(theme, out),
        lang=lang,
    )
    _write(picture, out)


@app.command("table")
def table(
    case: str = typer.Argument(..., metavar="CASES", help="A case file; or - for a pasted one."),
    number: int = typer.Option(1, "--case", "-c", metavar="N", help="Which case of the file, the first is 1."),
    seat: str = typer.Option(
        "", "--seat", "-s", metavar="SEAT", help="Who looks: the other hands are face down. Without: cards open."
    ),
    rules: str = typer.Option(
        "", "--rules", "-r", autocompletion=complete_rules, metavar="R", help="The ruleset, in place of the case's own."
    ),
    size: float | None = _SIZE,
    lang: str = _LANG,
    theme: str = _THEME,
    out: str = _OUT,
    allow_local_plugins: bool = _PLUGINS,
) -> None:
    """Draw the table that a case starts from.

    Examples:

      kanrules draw table club.cases.toml --case 2 --seat south --out table.svg
    """
    from kanrules import Kyoku, svg
    from kanrules.drawing import tables

    chosen = _case(case, number)
    book = _book(rules or ("" if chosen.all_rules else _beside(case)), allow_local_plugins)
    kyoku = Kyoku.from_case(chosen, book if book is not None or chosen.all_rules else required_rules(""))
    picture = svg.table(
        kyoku,
        seat=seat or None,
        rules=book,
        size=tables.SIZE if size is None else size,
        theme=_theme(theme, out),
        lang=lang,
    )
    _write(picture, out)


@app.command("timeline")
def timeline(
    rules: str = typer.Argument(
        "", autocompletion=complete_rules, metavar="R", help="The ruleset: a bundled id or a file."
    ),
    beside: str = typer.Argument("", autocompletion=complete_rules, metavar="R2", help="Another, drawn beside it."),
    upright: bool = typer.Option(False, "--upright", help="From above downward, for a phone."),
    lang: str = _LANG,
    theme: str = _THEME,
    out: str = _OUT,
    allow_local_plugins: bool = _PLUGINS,
) -> None:
    """Draw when a kan's indicator is turned, which wins count it, and where a fourth kan ends the hand.

    Examples:

      kanrules draw timeline tenhou --out tenhou.svg

      kanrules draw timeline tenhou ema-2016 --upright --out both.png
    """
    from kanrules import svg

    book = required_rules(rules, allow_local_plugins=allow_local_plugins, option="")
    other = _book(beside, allow_local_plugins)
    _write(svg.timeline(book, other, upright=upright, theme=_theme(theme, out), lang=lang), out)


def _book(name: str, allow_local_plugins: bool) -> Ruleset | None:
    from kanrules.ruleset import load_ruleset

    return load_ruleset(name, allow_local_plugins=allow_local_plugins) if name else None


def _beside(name: str) -> str:
    """The ruleset beside a file of cases, "" where there is none."""
    from kanrules.cases.verify import case_file

    return "" if name == "-" else case_file(Path(name)).beside


def _case(name: str, number: int) -> Case:
    from kanrules.cases.case import parse_cases, read_cases

    cases = parse_cases(sys.stdin.buffer.read()) if name == "-" else read_cases(name)
    if not 1 <= number <= len(cases):
        held = "1 case" if len(cases) == 1 else f"{len(cases)} cases"
        raise UnreadableError(f"--case {number}: {name} has {held}; the first is 1", code="")
    return cases[number - 1]


def _ending(out: str) -> str:
    ending = Path(out).suffix.lower()
    if out and ending not in (".svg", ".png"):
        raise UnreadableError(f"--out {out!r}: a picture is written as .svg or .png", code="")
    return ending


def _theme(theme: str, out: str) -> str:
    # A PNG cannot ask the device that shows it.
    return "light" if theme == "auto" and _ending(out) == ".png" else theme


def _write(picture: str, out: str) -> None:
    if not out:
        sys.stdout.write(picture)
    elif _ending(out) == ".png":
        from kanrules.report.png import png

        write_file(out, png(picture))
    else:
        write_file(out, picture)
