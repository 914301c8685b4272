"""The documentation as a site: every page in the menu, every link alive, nothing from outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import docs_site

ROOT = Path(__file__).resolve().parents[2]


def test_a_file_of_an_example_keeps_its_name_and_a_link_out_of_the_pages_its_words() -> None:
    text = "```toml club.toml\nid = 1\n```\nSee [the notes](../tests/NOTES.md) and [hooks](hooks.md).\n"
    assert docs_site.page(text) == (
        '``` { .toml title="club.toml" }\nid = 1\n```\nSee the notes and [hooks](hooks.md).\n'
    )


def test_the_readme_is_the_first_page_and_its_links_lead_to_the_other_pages() -> None:
    text = "[a](docs/hooks.md) [b](#install) [c](https://example.org) [d](CHANGELOG.md)\n![e](docs/live.png)\n"
    assert docs_site.first_page(text) == "[a](hooks.md) [b](#install) [c](https://example.org) d\n![e](live.png)\n"
    assert docs_site.page("[install it](../README.md#install)") == "[install it](index.md#install)"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("docs") / "site"
    docs_site.build(ROOT, out)
    return out


@pytest.mark.needs("zensical")
def test_the_site_has_every_page_a_search_and_the_pictures(site: Path) -> None:
    assert {path.stem for path in site.glob("*.html")} == {name[:-3] for name in docs_site.pages(ROOT)} | {"404"}
    assert (site / "search.json").stat().st_size > 100_000
    assert len(list((site / "gallery").glob("*.svg"))) >= 15


@pytest.mark.needs("zensical")
def test_no_page_asks_anybody_else_for_anything(site: Path) -> None:
    asked = re.compile(r"<(?:script|img|link|iframe|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^\"'> ]+")
    for path in site.rglob("*.html"):
        found = [one for one in asked.findall(path.read_text(encoding="utf-8")) if 'rel="canonical"' not in one]
        assert not found, path.name
    styles = re.compile(r"(?:@import|url\()\s*[\"']?(?:https?:)?//")
    assert not any(styles.search(path.read_text(encoding="utf-8")) for path in site.rglob("*.css"))


def test_with_the_law_the_first_page_leads_to_its_pages_and_its_tools() -> None:
    index = docs_site.linked(docs_site.first_page((ROOT / "README.md").read_text(encoding="utf-8")))
    assert re.findall(r'href="([^"]+)"', index) == ["law/index.html", "law/live/index.html"]


@pytest.mark.needs("zensical")
def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann", encoding="utf-8")
    with pytest.raises(SystemExit, match="holds something else; expected a new folder"):
        docs_site.build(ROOT, tmp_path)
    assert (tmp_path / "letter.txt").exists()
