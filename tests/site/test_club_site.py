"""The site of a club: its own rules and what they stand on, small enough for any web host."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from posixpath import join, normpath
from urllib.parse import urlsplit

import pytest

from kanrules.ruleset import load_ruleset
from kanrules.site.build import SitePlan, build
from kanrules.site.bundle import unpacked
from kanrules.site.papers import PAPERS
from kanrules.site.runtime import Runtime

CLUB = """
[ruleset]
id = "heron"
name = "Heron Riichi Club"
edition = "2026"
extends = "ema-2025"
plugins = ["club"]
in_force_from = 2026-09-01

[kandora]
daiminkan = "discard"
shouminkan = "discard"

[sekinin_barai]
yakuman = ["daisangen", "suukantsu"]

[plugin.club]
kan_furi = 1
"""
ADDRESS = "https://heron.example/rules"
FILES, STATIC, LIVE, FIRST = 40, 2_000_000, 10_000_000, 7_500_000
"""Most files and bytes of the site of one ruleset in one language: without the tools, with them, and sent before the
first answer by a host that does not compress.
"""
BEFORE_AN_ANSWER = re.compile(r"live/(?!more\.pack)|style\.css|page\.js|icon\.svg|sw\.js")


@pytest.fixture(scope="module")
def heron(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("heron") / "heron.toml"
    path.write_text(CLUB, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def static(heron: Path) -> dict[str, bytes]:
    plan = SitePlan((load_ruleset(heron),), title="Heron", live=False, address=ADDRESS, paper=True)
    return build(plan)


@pytest.fixture(scope="module")
def live(heron: Path, runtime: Runtime) -> dict[str, bytes]:
    return build(SitePlan((load_ruleset(heron),), title="Heron", address=ADDRESS, paper=True), runtime)


class Links(HTMLParser):
    """The addresses to which a page links."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if name in ("href", "src") and value}


def test_a_clubs_site_has_its_ruleset_and_the_parents_and_no_other(static: dict[str, bytes]) -> None:
    assert {name.split("/")[1] for name in static if name.startswith("r/")} == {"heron", "ema-2025"}
    assert {name for name in static if name.startswith("diff/")} == {
        "diff/index.html",
        "diff/ema-2025--heron/index.html",
    }
    assert not [name for name in static if name.startswith("data/")]


def test_a_clubs_pages_and_papers_are_at_most_two_megabytes_in_forty_files(static: dict[str, bytes]) -> None:
    assert len(static) < FILES  # and one that lists them
    assert sum(map(len, static.values())) <= STATIC
    for name in PAPERS:
        assert static[f"r/heron/{name}"].startswith(b"%PDF")


def test_every_link_of_a_clubs_site_leads_to_a_file(static: dict[str, bytes]) -> None:
    for name, page in static.items():
        for link in Links(page).found if name.endswith(".html") else ():
            target = urlsplit(link)
            if target.path and not target.scheme:
                assert normpath(join(name.rpartition("/")[0], target.path)) in static, (name, link)


def test_a_clubs_tools_are_sent_in_less_than_their_share_before_the_first_answer(live: dict[str, bytes]) -> None:
    assert len(live) < FILES
    assert sum(map(len, live.values())) <= LIVE
    assert sum(len(data) for name, data in live.items() if BEFORE_AN_ANSWER.match(name)) <= FIRST


def test_the_tools_of_a_clubs_site_have_no_ruleset_without_a_page(live: dict[str, bytes]) -> None:
    inside = unpacked(live["live/bundle.pack"]).namelist()
    assert [name for name in inside if re.fullmatch(r"kanrules/_rulesets/[^/]*\.toml", name)] == [
        "kanrules/_rulesets/ema-2025.toml"
    ]
    assert b'data-id="tenhou"' not in live["live/index.html"]
