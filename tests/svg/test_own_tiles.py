"""`kanrules draw --tiles`: tiles of a folder, and the brush of the built-in kanji."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest

from kanrules import svg
from kanrules.cli import main
from kanrules.drawing.brush import brushed
from kanrules.drawing.characters import CHARACTERS
from kanrules.drawing.faces import BACK, FACES
from kanrules.errors import UnreadableError
from kanrules.svg.tile_folder import file_of, tiles_of

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><title>{}</title></svg>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for tile in (*FACES, BACK):
        (tmp_path / f"{file_of(tile)}.svg").write_text(SVG.format(tile), encoding="utf-8")
    return tmp_path


def pictures(drawn: str) -> list[str]:
    """What each tile of a folder holds, by the name that the fixture wrote into it."""
    found = re.findall(r'href="data:image/svg\+xml;base64,([^"]+)"', drawn)
    return [re.findall("<title>(.*?)</title>", b64decode(one).decode())[0] for one in found]


def test_the_files_have_the_names_of_the_public_domain_set() -> None:
    names = {file_of(tile) for tile in (*FACES, BACK)}
    assert len(names) == 38
    assert {"Man1", "Man5-Dora", "Pin5", "Sou9", "Ton", "Haku", "Hatsu", "Chun", "Back"} <= names
    assert (file_of("5z"), file_of("6z"), file_of("7z")) == ("Haku", "Hatsu", "Chun")


def test_a_hand_is_drawn_with_the_tiles_of_a_folder(folder: Path) -> None:
    drawn = svg.hand("406p1z", melds=["ankan 3333m"], tile_folder=folder)
    assert pictures(drawn) == ["4p", "0p", "6p", "1z", "back", "3m"]
    assert 'data-tile="0p"' in drawn and "red 5 pin" in drawn
    (folder / "Front.svg").write_text(SVG.format("front"), encoding="utf-8")
    tiles_of.cache_clear()
    assert pictures(svg.hand("4p", tile_folder=folder)) == ["front", "4p"]


def test_a_folder_without_all_tiles_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "Chun.svg").write_text("no picture", encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"Chun.svg: not an SVG file"):
        svg.hand("4p", tile_folder=folder)
    (folder / "Chun.svg").unlink()
    with pytest.raises(SystemExit):
        main(["draw", "hand", "4p", "--tiles", str(folder)])
    assert "no Chun.svg; a folder of tiles needs all 38" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_brushed_stroke_stays_near_its_line_and_each_stroke_is_drawn(name: str) -> None:
    width, strokes = CHARACTERS[name]
    drawn = brushed(strokes, width)
    assert drawn.count("M") == drawn.count("z") == strokes.count("M")
    assert set(strokes) <= set("MLHVC 0123456789.-"), "a command that the brush does not know is not drawn"


def test_a_vertical_stroke_is_thicker_than_a_horizontal_one() -> None:
    def extent(path: str, axis: int) -> float:
        at = [0.0, 0.0]
        seen = []
        numbers = [float(one) for one in re.findall(r"-?\d*\.?\d+", path)]
        for step in zip(numbers[::2], numbers[1::2], strict=True):
            at = [at[0] + step[0], at[1] + step[1]]
            seen.append(at[axis])
        return max(seen) - min(seen)

    assert extent(brushed("M50 0V100", 10), 0) > 10 > extent(brushed("M0 50H60", 10), 1) * 0.6


def test_the_red_five_of_characters_has_the_character_of_formal_writing() -> None:
    ordinary, red = svg.tile("5m", theme="light"), svg.tile("0m", theme="light")
    assert brushed(CHARACTERS["0m"][1], CHARACTERS["0m"][0]) in red
    assert brushed(CHARACTERS["5m"][1], CHARACTERS["5m"][0]) in ordinary
    assert brushed(CHARACTERS["5m"][1], CHARACTERS["5m"][0]) not in red
