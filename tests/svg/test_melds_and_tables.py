"""The pictures hold what the law says: which tile is turned, which face down, what lies where."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from kanrules import Chi, Discard, Kita, Kyoku, Meld, Pon, Seat, Tile, UnreadableError, load_ruleset, svg
from kanrules.drawing.faces import GAP, INDEX, LETTERS
from kanrules.locale import LANGUAGES
from kanrules.pieces.melds import AnkanDisplay, MeldType
from kanrules.pieces.melds_text import parse_meld
from kanrules.pieces.tiles import NAMES, parse_tiles
from tests.locale.everything import every_message_translated, wide

NS = "{http://www.w3.org/2000/svg}"
RULES = load_ruleset("m-league")


def drawn(picture: str) -> ET.Element:
    """The picture, which is well-formed, refers to nothing outside, and has a title."""
    root = ET.fromstring(picture)
    assert root.tag == f"{NS}svg" and root.findtext(f"{NS}title")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        for name, value in element.attrib.items():
            if name.endswith("href"):
                assert value.startswith("#") and value[1:] in ids
            assert "url(" not in value and "NaN" not in value
    assert "@import" not in picture and "url(" not in picture
    return root


def tiles(part: ET.Element) -> list[ET.Element]:
    return [element for element in part.iter(f"{NS}g") if element.get("data-lies")]


def place(element: ET.Element) -> tuple[float, float]:
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform") or "translate(0 0)")
    assert found is not None
    return float(found[1]), float(found[2])


def lies(picture: str) -> str:
    """Left to right: `<5p>` turned, `+5p` beside the turned one on the table's side, `[5p]` face down."""
    forms = {"upright": "{}", "turned": "<{}>", "stacked": "+{}", "down": "[{}]"}
    found = sorted(tiles(drawn(picture)), key=lambda one: (place(one)[0], -place(one)[1]))
    for one in found:
        use = one.find(f"{NS}use")
        if use is not None:
            back = (use.get("href") or "").endswith("-back")
            assert back is (one.get("data-lies") == "down")
            assert ("rotate" in (one.get("transform") or "")) is (one.get("data-lies") in ("turned", "stacked"))
    return " ".join(forms[one.get("data-lies") or ""].format(one.get("data-tile")) for one in found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_tile_has_a_picture_of_its_own_with_its_name(name: str, theme: str) -> None:
    root = drawn(svg.tile(name, theme=theme))
    assert [one.get("data-tile") for one in tiles(root)] == [name]
    others = {svg.tile(other, theme=theme) for other in NAMES if other != name}
    assert svg.tile(name, theme=theme) not in others
    assert not list(root.iter(f"{NS}text")), "a tile needs no font"


def test_a_red_five_is_marked_without_colour_and_no_other_tile_is() -> None:
    marked = [name for name in NAMES if 'data-mark="red"' in svg.tile(name)]
    assert marked == ["0m", "0p", "0s"]


@pytest.mark.parametrize("digit", range(1, 10))
def test_pin_and_sou_can_be_counted(digit: int) -> None:
    if digit > 1:
        assert svg.tile(f"{digit}p").count("<circle") == 2 * digit
        assert svg.tile(f"{digit}s").count('height="4"') == digit
    assert svg.tile(f"{digit}m") != svg.tile(f"{digit}m", index=False)


ALL_GREEN = parse_tiles("23468s6z")


@pytest.mark.parametrize("tile", ALL_GREEN, ids=[NAMES[tile] for tile in ALL_GREEN])
def test_the_tiles_of_ryuuiisou_are_all_green(tile: Tile) -> None:
    used = set(re.findall(r'class="kl-(\w+?)(?:-line)?"', svg.tile(tile, theme="light", index=False)))
    assert used == {"edge", "face", "green"}


@pytest.mark.parametrize(
    ("text", "seat", "tiles"),
    [
        ("daiminkan 5555z from north", "east", "<5z> 5z 5z 5z"),
        ("daiminkan 5555z from west", "east", "5z <5z> 5z 5z"),
        ("daiminkan 5555z from south", "east", "5z 5z 5z <5z>"),
        ("daiminkan 0555p from east", "south", "<0p> 5p 5p 5p"),
        ("shouminkan 5550p from north", "east", "<5p> +0p 5p 5p"),
        ("shouminkan 0555p from west", "east", "5p <0p> +5p 5p"),
        ("shouminkan 5505p from south", "east", "0p 5p <5p> +5p"),
        ("pon 555p from west", "east", "5p <5p> 5p"),
        ("chi 324m", "west", "<3m> 2m 4m"),
    ],
)
def test_the_called_tile_lies_turned_where_it_came_from_and_the_added_one_beside_it(
    text: str, seat: str, tiles: str
) -> None:
    assert lies(svg.meld(text, seat=seat)) == tiles


@pytest.mark.parametrize(("word", "seat"), [*product(["pon", "daiminkan", "shouminkan"], Seat)])
def test_a_meld_is_drawn_as_the_library_lays_it_for_every_seat(word: str, seat: Seat) -> None:
    for source in Seat:
        if source is not seat:
            made = parse_meld(f"{word} {'777' if word == 'pon' else '7777'}s from {source}", seat)
            shown = tiles(drawn(svg.meld(made, seat=seat)))
            assert [(one.get("data-tile"), one.get("data-lies")) for one in shown] == list(made.lies(seat))


def test_the_tile_of_a_shouminkan_lies_on_the_table_side_of_the_turned_one() -> None:
    shown = {one.get("data-lies"): place(one) for one in tiles(drawn(svg.meld("shouminkan 5550p from west")))}
    assert shown["stacked"][0] == shown["turned"][0]
    assert shown["stacked"][1] < shown["turned"][1]


@pytest.mark.parametrize(
    ("display", "tiles", "caption"),
    [
        (AnkanDisplay.MIDDLE_DOWN, "7p [7p] [7p] 7p", ""),
        (AnkanDisplay.OUTER_DOWN, "[7p] 7p 7p [7p]", ""),
        (AnkanDisplay.EITHER, "[7p] 7p 7p [7p]", "or the middle"),
        (AnkanDisplay.TWO_DOWN, "[7p] 7p 7p [7p]", "or any two"),
    ],
)
def test_two_tiles_of_an_ankan_lie_face_down_as_the_ruleset_says(
    display: AnkanDisplay, tiles: str, caption: str
) -> None:
    rules = RULES.with_options({"display.ankan": display})
    for picture in (svg.meld("ankan 7777p", rules=rules), svg.hand("11z", melds=["ankan 7777p"], rules=rules)):
        assert lies(picture).removeprefix("1z 1z ") == tiles
        assert [text.text for text in drawn(picture).iter(f"{NS}text")] == ([caption] if caption else [])


@pytest.mark.parametrize("display", AnkanDisplay)
@pytest.mark.parametrize(("text", "red"), [("ankan 5550p", 1), ("ankan 0055p", 2)])
def test_red_fives_of_an_ankan_are_to_be_seen(text: str, red: int, display: AnkanDisplay) -> None:
    shown = lies(svg.meld(text, rules=RULES.with_options({"display.ankan": display}))).split()
    assert shown.count("0p") == red and sorted(shown) == sorted(["[5p]"] * 2 + ["0p"] * red + ["5p"] * (2 - red))


def test_the_drawn_tile_of_a_hand_lies_apart() -> None:
    root = drawn(svg.hand("406p123m", drawn="1z", melds=["daiminkan 5555z from west", "ankan 1111s"]))
    parts = {part.get("data-part"): part for part in root.iter() if part.get("data-part")}
    assert [one.get("data-tile") for one in tiles(parts["concealed"])] == ["1m", "2m", "3m", "4p", "0p", "6p"]
    assert [one.get("data-tile") for one in tiles(parts["drawn"])] == ["1z"]
    edge = place(tiles(parts["concealed"])[-1])[0] + 60
    assert place(tiles(parts["drawn"])[0])[0] - edge > 2 * GAP
    assert "drawn: east" in (root.findtext(f"{NS}desc") or "")


@pytest.fixture(scope="module")
def kyoku() -> Kyoku:
    return Kyoku(load_ruleset("tenhou"), seed=3)


def by_seat(root: ET.Element) -> dict[str, ET.Element]:
    return {part.get("data-seat") or "": part for part in root.iter() if part.get("data-seat")}


def test_a_table_shows_every_hand_to_everybody_or_only_ones_own(kyoku: Kyoku) -> None:
    open_ = by_seat(drawn(svg.table(kyoku)))
    for seat in Seat:
        assert [one.get("data-tile") for one in tiles(open_[str(seat)])] == [
            NAMES[tile] for tile in kyoku.table().hands[seat]
        ]
    seen = by_seat(drawn(svg.table(kyoku, seat="south")))
    assert next(iter(seen)) == "south"
    assert [seat for seat, part in seen.items() if any(one.get("data-tile") for one in tiles(part))] == ["south"]
    assert all(len(tiles(part)) == 13 for part in seen.values())


@pytest.mark.parametrize("seed", [1, 5, 7])
def test_a_called_discard_has_left_the_river(seed: int) -> None:
    kyoku, rng, called = Kyoku(load_ruleset("tenhou"), seed=seed), random.Random(seed), 0
    while kyoku.outcome is None and called < 3:
        actions = kyoku.legal_actions()
        calls = [action for action in actions if isinstance(action, Pon | Chi)]
        kyoku.push(rng.choice(calls or actions))
        called = sum(map(len, kyoku.taken))
        if calls:
            shown = by_seat(drawn(svg.table(kyoku)))
            for seat in Seat:
                river = next(part for part in shown[str(seat)].iter() if part.get("data-part") == "river")
                left = [discard for at, discard in enumerate(kyoku.rivers[seat]) if at not in kyoku.taken[seat]]
                assert [one.get("data-tile") for one in tiles(river)] == [NAMES[discard.tile] for discard in left]
    assert called


@pytest.mark.parametrize(("taken", "turned"), [((), "5p"), ((1,), "7p"), ((1, 2), "9p")])
def test_the_tile_of_a_riichi_lies_turned_and_where_it_was_called_the_next_one(
    kyoku: Kyoku, taken: tuple[int, ...], turned: str
) -> None:
    river = tuple(Discard(Seat.EAST, tile, riichi=at == 1) for at, tile in enumerate(parse_tiles("1579p")))
    nobody: tuple[()] = ()
    table = replace(
        kyoku.table(),
        rivers=(river, nobody, nobody, nobody),
        taken=(taken, nobody, nobody, nobody),
        riichi=(True, False, False, False),
    )
    east = by_seat(drawn(svg.table(table)))["east"]
    assert [one.get("data-tile") for one in tiles(east) if one.get("data-lies") == "turned"] == [turned]
    assert [
        seat
        for seat, part in by_seat(drawn(svg.table(table))).items()
        if "riichi stick" in ET.tostring(part, "unicode")
    ] == ["east"]


BAD: list[tuple[Callable[[], str], str]] = [
    (lambda: svg.tile("8z"),
     "'8z' is not a tile; expected a digit and a suit, such as 5p, 0s (a red five) or 7z (chun)"),
    (lambda: svg.tile(37), "37 is not a tile; expected 0 to 36"),
    (lambda: svg.tile("1m", size=0), "a tile cannot be 0 pixels wide; expected 16 to 1000"),
    (lambda: svg.tile("1m", size=float("nan")), "a tile cannot be nan pixels wide; expected 16 to 1000"),
    (lambda: svg.tile("1m", theme="blue"), "there is no theme 'blue'; expected auto, light or dark"),
    (lambda: svg.meld("kong 5555z"),
     "'kong 5555z': 'kong' is not a meld; expected chi, pon, ankan, daiminkan or shouminkan"),
    (lambda: svg.meld("daiminkan 5555z"),
     "'daiminkan 5555z': expected from whom it was called, such as 'daiminkan 5555z from north'"),
    (lambda: svg.meld(Meld(MeldType.PON, (0, 0, 0), 0)), "pon 111m: it does not say from whom it was called"),
    (
        lambda: svg.meld(Meld(MeldType.PON, (0, 0, 0), 0, Seat.EAST)),
        "pon 111m from east: it is east's own meld; expected another seat after 'from'",
    ),
    (lambda: svg.meld("ankan 1111z", seat="up"), "'up' is not a seat; expected east, south, west or north"),
    (
        lambda: svg.hand("123456789m123456p"),
        "15 tiles: a hand has 14 at most, the drawn one and each meld as three among them",
    ),
    (
        lambda: svg.hand("123456789m12p", drawn="1z", melds=["ankan 7777z"]),
        "15 tiles (12 and 1 meld of three): a hand has 14 at most, the drawn one and each meld as three among them",
    ),
    (lambda: svg.hand("11110m", drawn="1m"), "1m is there 5 times; a set has four"),
    (lambda: svg.hand(""), "there is no tile to draw; expected, for example, 123m406p"),
]  # fmt: skip


@pytest.mark.parametrize(("draw", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_what_cannot_be_drawn_is_refused_with_what_was_expected(draw: Callable[[], str], message: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        draw()
    assert str(refused.value) == message


def test_melds_tables_and_hands_show_themselves_in_a_notebook(kyoku: Kyoku) -> None:
    for shown in (
        kyoku,
        kyoku.table(),
        *map(parse_meld, ("chi 324m", "pon 555p", "pon 555p from east", "ankan 1111z")),
    ):
        assert isinstance(shown, Kyoku | Meld | type(kyoku.table()))
        drawn(shown._repr_svg_())
    assert lies(parse_meld("chi 324m")._repr_svg_()) == "<3m> 2m 4m"
    assert lies(parse_meld("pon 555p from east")._repr_svg_()) == "<5p> 5p 5p"
    assert lies(parse_meld("pon 555p")._repr_svg_()) == "5p 5p 5p", "nobody knows from whom"


def three(kitas: int = 2) -> Kyoku:
    """A hand of three players in which norths were set aside."""
    for seed in range(60):
        kyoku = Kyoku("tenhou-3p", seed=seed)
        while kyoku.outcome is None and sum(kyoku.table().kitas) < kitas:
            legal = kyoku.legal_actions()
            kyoku.push(next((one for one in legal if isinstance(one, Kita)), legal[-1]))
        if kyoku.outcome is None:
            return kyoku
    raise AssertionError("no hand with so many kitas")


@pytest.mark.parametrize("seat", [None, "east", "south", "west"])
def test_where_three_play_norths_place_is_empty_and_the_norths_set_aside_lie_beside_the_melds(
    seat: str | None,
) -> None:
    kyoku = three()
    root = drawn(svg.table(kyoku, seat=seat))
    places = {one.get("data-seat"): one for one in root.iter(f"{NS}g") if one.get("data-seat")}
    assert set(places) == {"east", "south", "west"}
    for at, name in enumerate(["east", "south", "west"]):
        aside = [one for one in places[name].iter(f"{NS}g") if one.get("data-meld") == "kita"]
        shown = [tile.get("data-tile") for one in aside for tile in tiles(one)]
        assert shown == ["4z"] * kyoku.table().kitas[at]
    turned = {name: (place.get("transform") or "") for name, place in places.items()}
    first = ["east", "south", "west"].index(seat or "east")
    assert turned == {name: f"rotate({-90 * ((at - first) % 4)})" for at, name in enumerate(["east", "south", "west"])}


def test_nobody_looks_at_three_players_from_north() -> None:
    with pytest.raises(UnreadableError, match="north is not a seat with three players; expected east, south or west"):
        svg.table(three(0), seat="north")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_in_the_corner_is_in_the_readers_language(language: str) -> None:
    faces = {name: svg.tile(name, lang=language) for name in NAMES}
    letters = INDEX.get(language, {})
    for name, picture in faces.items():
        expected = letters.get(name, name[0].replace("0", "5") if name[1] == "m" and letters else "")
        paths = re.search(r"translate\(6\.6 6\.6\) scale\(\.8\)[^>]*>(.*?)</g>", picture)
        assert (paths is not None) is bool(expected)
        if paths is not None:
            assert re.findall(r'd="([^"]+)"', paths[1]) == [LETTERS[letter][1] for letter in expected]
    # Two languages on one page do not take each other's faces.
    ids = [set(re.findall(r'<g id="([^"]+)"', svg.hand("1234567z", lang=one))) for one in (language, "en")]
    assert language == "en" or not ids[0] & ids[1]


def test_a_tile_is_named_in_the_readers_language() -> None:
    with every_message_translated("de"):
        assert drawn(svg.tile("1z", lang="de")).findtext(f"{NS}title") == wide("east wind")
        description = drawn(svg.meld("pon 111z from west", lang="de")).findtext(f"{NS}desc") or ""
    assert wide("sideways") in description and not re.search("[a-z]{3}", description)
