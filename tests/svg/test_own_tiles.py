"""`kanrules draw --tiles`: tiles of a folder, and the drawing of the built-in ones."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kanrules import svg
from kanrules.cli import main
from kanrules.drawing import faces
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


def test_the_red_five_of_characters_has_the_character_of_formal_writing() -> None:
    red, ordinary = (re.findall(r'<path d="([^"]+)" transform', svg.tile(name, theme="light")) for name in ("0m", "5m"))
    assert red[0] != ordinary[0], "the number is another character"
    assert red[1] == ordinary[1], "man is the same"


def test_the_drawing_of_the_tiles_is_a_picture_with_every_tile_once() -> None:
    drawing = ElementTree.parse(Path(faces.__file__).with_suffix(".svg")).getroot()
    groups = [group for group in drawing if group.tag.endswith("}g")]
    assert [group.get("id") for group in groups] == [*FACES, BACK]
    colours = {one.get("class", "k-face").removesuffix("-line") for group in groups for one in group.iter()}
    assert colours == {f"k-{name}" for name in ("face", "edge", "black", "red", "green", "blue", "back", "line")}
