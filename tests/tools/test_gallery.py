"""The gallery of the docs is what the library draws, and shows every picture that lies beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import gallery
from tools.generated import put

LYING = Path(__file__).parents[2] / gallery.FOLDER


def test_the_gallery_is_up_to_date() -> None:
    fresh = "run: python -m tools.generated"
    lying = {file.name: file.read_text(encoding="utf-8") for file in LYING.iterdir()}
    assert lying.keys() == gallery.pictures().keys(), fresh
    old = [name for name, picture in gallery.pictures().items() if lying[name] != picture]
    assert [name for name in old if not name.endswith("-ja.svg")] == [], fresh


@pytest.mark.release
def test_the_japanese_picture_of_the_gallery_is_up_to_date() -> None:
    name = "timeline-tenhou-ja.svg"
    assert (LYING / name).read_text(encoding="utf-8") == gallery.pictures()[name]


def test_the_gallery_shows_every_picture_once_and_stays_small() -> None:
    shown = re.findall(r"!\[[^]]+\]\(gallery/([^)]+)\)", gallery.gallery_markdown())
    assert sorted(shown) == sorted(gallery.pictures())
    # The kanji of the tiles are outlines, so that every browser draws the same ones; they are most of the bytes.
    assert sum(map(len, gallery.pictures().values())) < 300_000


def test_writing_the_gallery_takes_away_what_it_shows_no_more(tmp_path: Path) -> None:
    (tmp_path / gallery.FOLDER).mkdir(parents=True)
    (tmp_path / gallery.FOLDER / "old.svg").write_text("old")
    put(tmp_path, gallery.pictures_of_page(tmp_path))
    assert {file.name for file in (tmp_path / gallery.FOLDER).iterdir()} == gallery.pictures().keys()
