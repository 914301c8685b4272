"""The gallery: every kind of picture on one page of the docs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kanrules import svg
from kanrules.api import read_kan_question
from kanrules.desk.riichi_kan import rule_on_kan
from kanrules.drawing import canvas
from kanrules.drawing.canvas import Theme
from kanrules.drawing.faces import BACK, GAP, HEIGHT, WIDTH
from kanrules.drawing.rows import Drawing, row
from kanrules.play.kyoku import Kyoku
from kanrules.report import riichi_kan_picture
from kanrules.ruleset import load_ruleset

FOLDER = "docs/gallery"
_BOOKS = ("tenhou", "ema-2016", "mahjong-soul", "m-league")
_MELDS = (
    ("chi 324m", "chi: the called tile is turned, on the left"),
    ("pon 777z from west", "pon from across"),
    ("daiminkan 5555z from north", "daiminkan from the left"),
    ("daiminkan 5555z from west", "daiminkan from across: one of the middle tiles is turned, here the left one"),
    ("daiminkan 5555z from south", "daiminkan from the right"),
    (
        "shouminkan 3333m from north",
        "shouminkan, the pon from the left; the added tile is next to the turned one, toward the table",
    ),
    ("shouminkan 5550s from west", "shouminkan, the pon from across, the added tile is the red five"),
    ("shouminkan 1111s from south", "shouminkan, the pon from the right"),
)
_DISPLAYS = ("middle_down", "outer_down", "either", "two_down")
_TABLE = """
[[case]]
name = "the gallery's table"
rules = ["tenhou"]
[case.given]
round = "south"
honba = 1
sticks = 1
hands = { east = "234m678p3355s", south = "789m34s66z", west = "22456m888s77z", north = "113456m678p22s44z" }
melds.east = ["ankan 1111z"]
melds.south = ["shouminkan 5550p from west", "chi 678s"]
melds.west = ["daiminkan 9999p from south"]
rivers = { east = "9m1s4z3z", south = "2z8p1s", west = "1p1m9s", north = ["9s2p", "3z riichi", "8m"] }
riichi = ["north"]
turn = "east"
drawn = "6s"
indicators = "4s7p3p6m"
"""


def grid(lines: Sequence[Sequence[str]], title: str, *, size: float) -> str:
    """Return a picture of tiles in lines. `back` is a tile face down."""
    sheet = Drawing(Theme.AUTO)
    drawn = ""
    for at, names in enumerate(lines):
        laid = [("", "down") if name == BACK else (name, "upright") for name in names]
        drawn += row(sheet, laid, 0, HEIGHT + at * (HEIGHT + GAP))
    size_of = (max(map(len, lines)) * (WIDTH + GAP) - GAP, len(lines) * (HEIGHT + GAP) - GAP)
    return canvas.svg(sheet.definitions + drawn, size_of, title, theme=sheet.theme, scale=size / WIDTH)


def pictures() -> dict[str, str]:
    """Return every picture of the gallery, by file name."""
    suits = [[*(f"{digit}{suit}" for digit in range(1, 10)), f"0{suit}"] for suit in "mps"]
    drawn = {
        "tiles": grid([*suits, [*(f"{digit}z" for digit in range(1, 8)), "back"]], "The tiles", size=56),
        "hand": svg.hand("123m406p", drawn="1z", melds=["daiminkan 5555z from west"]),
        "table": svg.table(Kyoku.from_case(_TABLE)),
        "riichi-kan": riichi_kan_picture.svg(
            rule_on_kan(read_kan_question("3335666p111456s", "3p"), load_ruleset("m-league"))
        ),
        "timeline-tenhou-ja": svg.timeline("tenhou", lang="ja"),
    }
    for text, _ in _MELDS:
        drawn[_file(text)] = svg.meld(text)
    book = load_ruleset("ema-2016")
    for display in _DISPLAYS:
        drawn[f"ankan-{display}"] = svg.meld("ankan 5505p", rules=book.with_options({"display.ankan": display}))
    for name in _BOOKS:
        drawn[f"timeline-{name}"] = svg.timeline(name)
    drawn["timeline-tenhou-ema-2016"] = svg.timeline("tenhou", "ema-2016")
    drawn["timeline-tenhou-upright"] = svg.timeline("tenhou", upright=True)
    return {f"{name}.svg": picture for name, picture in drawn.items()}


def gallery_markdown() -> str:
    """Return the page that shows the pictures."""

    def shown(name: str, words: str) -> str:
        return f"![{words}](gallery/{name}.svg)"

    lines = [
        "# Gallery",
        "",
        "<!-- Written by `python -m tools.generated`; edit `tools/gallery.py` instead. -->",
        "",
        "This page shows every kind of picture from `kanrules.svg`, `kanrules draw`, and `riichi-kan --out`. Each",
        "picture follows the light or dark theme of your device.",
        "",
        "## Tiles",
        "",
        shown("tiles", "All tiles, the red fives with a filled corner, and one face down"),
        "",
        "## A hand",
        "",
        '`kanrules draw hand 123m406p --draw 1z --melds "daiminkan 5555z from west"`',
        "",
        shown("hand", "A hand with a drawn tile and a daiminkan"),
        "",
        "## A kan in riichi and the lost readings",
        "",
        "`kanrules riichi-kan 3335666p111456s --draw 3p --rules m-league --out kan.svg`",
        "",
        shown("riichi-kan", "A hand in riichi and its readings, the lost one framed"),
        "",
        "## Melds, as seen from east",
        "",
        "| | |",
        "|---|---|",
    ]
    lines += [f"| {shown(_file(text), words)} | {words} |" for text, words in _MELDS]
    lines += [
        f'| {shown(f"ankan-{one}", f"ankan, {one}")} | ankan under `display.ankan = "{one}"` |' for one in _DISPLAYS
    ]
    lines += ["", "## A table", "", shown("table", "A table with all hands shown"), "", "## Timelines of a kan", ""]
    for name in _BOOKS:
        lines += [shown(f"timeline-{name}", f"Timeline of a kan: {name}"), ""]
    lines += ["Two rulesets in one picture: `kanrules draw timeline tenhou ema-2016`", ""]
    lines += [shown("timeline-tenhou-ema-2016", "Timelines of tenhou and ema-2016"), ""]
    lines += ["In another language: `kanrules draw timeline tenhou --lang ja`", ""]
    lines += [shown("timeline-tenhou-ja", "Timeline of tenhou in Japanese"), ""]
    lines += ["Upright, for a phone: `kanrules draw timeline tenhou --upright`", ""]
    lines += [shown("timeline-tenhou-upright", "Timeline of tenhou, upright")]
    return "\n".join(lines) + "\n"


def _file(meld: str) -> str:
    return "-".join(word for word in meld.split() if word != "from")


def pictures_of_page(root: Path) -> dict[str, str | None]:
    """Return every picture by its path under this root, and None for one that the page shows no more."""
    gone: dict[str, str | None] = {path.relative_to(root).as_posix(): None for path in (root / FOLDER).glob("*.svg")}
    return gone | {f"{FOLDER}/{name}": picture for name, picture in pictures().items()}
