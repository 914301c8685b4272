"""The site of a club: its own rules and what they stand on, small enough for any web host."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from posixpath import join, normpath
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
import segno

from kanrules.cli import main
from kanrules.locale import translator
from kanrules.report.sheet import page_address
from kanrules.ruleset import Ruleset, Severity, bundled_ids, examine, load_ruleset
from kanrules.ruleset.effects import open_questions
from kanrules.site import papers, qr
from kanrules.site.build import SitePlan, _Pages, build
from kanrules.site.bundle import own_rules
from kanrules.site.differences import differences
from kanrules.site.live.form_fields import OWN
from kanrules.site.papers import PAPERS
from kanrules.site.runtime import Runtime
from tests.site.conftest import archive, unpacked

CLUB = """
[ruleset]
id = "heron"
name = "Heron Riichi Club"
edition = "2026"
extends = "ema-2025"
replaces = "heron-2025"
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
BEFORE_AN_ANSWER = re.compile(r"live/(?!more-)|style\.css|page\.js|icon\.svg|sw\.js")


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


@pytest.mark.rest
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


@pytest.mark.rest
def test_the_code_on_a_paper_leads_to_the_page_in_its_language(heron: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = _Pages(SitePlan((load_ruleset(heron),), ("en", "de"), live=False, address=f"{ADDRESS}/", paper=True))
    coded: dict[str, str] = {}

    def noted(rules: Ruleset, language: str, site: str) -> dict[str, bytes]:
        coded[language] = page_address(site, rules.id)
        return {}

    monkeypatch.setattr("kanrules.site.build.papers", noted)
    for number, (_, rules) in enumerate(work.parts):
        if rules is not None and rules.id == "heron":
            work(number)
    assert coded == {"en": f"{ADDRESS}/r/heron/index.html", "de": f"{ADDRESS}/de/r/heron/index.html"}


def test_every_link_of_a_clubs_site_leads_to_a_file(static: dict[str, bytes]) -> None:
    for name, page in static.items():
        for link in Links(page).found if name.endswith(".html") else ():
            target = urlsplit(link)
            if target.path and not target.scheme:
                assert normpath(join(name.rpartition("/")[0], target.path)) in static, (name, link)


@pytest.mark.rest
def test_a_clubs_tools_are_sent_in_less_than_their_share_before_the_first_answer(live: dict[str, bytes]) -> None:
    assert len(live) < FILES
    assert sum(map(len, live.values())) <= LIVE
    assert sum(len(data) for name, data in live.items() if BEFORE_AN_ANSWER.match(name)) <= FIRST


def test_the_tools_of_a_clubs_site_offer_no_ruleset_without_a_page(live: dict[str, bytes]) -> None:
    inside = unpacked(live[archive(live, "bundle.pack")]).namelist()
    found = [name for name in inside if re.fullmatch(r"kanrules/_rulesets/[^/]*\.toml", name)]
    assert len(found) == len(bundled_ids()), "a club answers like the bundled rulesets that rule the same"
    assert b'data-id="tenhou"' not in live["live/index.html"]


def test_the_tools_find_a_clubs_ruleset_by_its_id_among_the_files_of_its_site(heron: Path, tmp_path: Path) -> None:
    event = heron.with_name("event") / "heron-open.toml"
    event.parent.mkdir()
    text = '[ruleset]\nid = "heron-open"\nextends = "../heron.toml"\n[event]\nname = "Heron Open"\n'
    event.write_text(text, encoding="utf-8")
    ZipFile(BytesIO(own_rules([load_ruleset(event), load_ruleset(heron)]))).extractall(tmp_path)
    # The two files of the library itself lie over it in the browser.
    shutil.rmtree(tmp_path / "kanrules")
    asked = "from kanrules.ruleset import load_ruleset as load; print(load('heron-open').extends, load('heron').id)"
    found = subprocess.run(
        [sys.executable, "-c", asked], env={**os.environ, "PYTHONPATH": str(tmp_path)}, cwd=tmp_path, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    assert found.stdout == "../heron.toml heron\n"


def asked_of_the_site(folder: Path, books: list[Ruleset], question: object) -> dict[str, Any]:
    """The answer of the tools to a question, on the site of these rulesets."""
    ZipFile(BytesIO(own_rules(books))).extractall(folder)
    shutil.rmtree(folder / "kanrules")
    asked = "import sys; from kanrules.site.live.answer import answer; print(answer(sys.argv[1]))"
    found = subprocess.run(
        [sys.executable, "-c", asked, json.dumps(question)], env={**os.environ, "PYTHONPATH": str(folder)}, cwd=folder,
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    answered: dict[str, Any] = json.loads(found.stdout)
    return answered


def test_no_answer_names_the_folder_where_a_clubs_rulesets_lie_in_the_browser(heron: Path, tmp_path: Path) -> None:
    text = '[ruleset]\nid = "oak"\nname = "Oak"\nextends = "heron"\n\n[kandora]\ndaiminkan = "discard"\n'
    asked = {"tool": "compose", "fields": [["toml", text]]}
    found = json.dumps(asked_of_the_site(tmp_path / "site", [load_ruleset(heron)], asked))
    assert "heron.toml:" in found and OWN not in found


def test_what_a_member_takes_from_a_clubs_site_is_a_ruleset_on_every_computer(heron: Path, tmp_path: Path) -> None:
    event = heron.with_name("member") / "heron-open.toml"
    event.parent.mkdir()
    event.write_text('[ruleset]\nid = "heron-open"\nextends = "../heron.toml"\n', encoding="utf-8")
    books = [load_ruleset(event), load_ruleset(heron)]
    text = '[ruleset]\nid = "oak"\nname = "Oak"\nextends = "heron-open"\n\n[kandora]\nankan = "discard"\n'
    found = asked_of_the_site(tmp_path / "site", books, {"tool": "compose", "fields": [["toml", text]]})
    home = tmp_path / "home"
    home.mkdir()
    assert set(found["beside"]) == {"heron-open.toml", "heron.toml"}
    for name, given in {found["file"]: found["taken"], **found["beside"]}.items():
        (home / name).write_text(given, encoding="utf-8")
    for name in found["beside"]:
        assert [one for one in examine(home / name)[1] if one.severity is Severity.ERROR] == []
    rules, problems = examine(home / "oak.toml")
    assert rules is not None and not [one for one in problems if one.severity is Severity.ERROR]
    assert [layer.written.head.id for layer in rules.layers] == ["oak", "heron-open", "heron", "ema-2025"]
    data = base64.b64encode(found["taken"].encode()).decode()
    back = {"tool": "compose-open", "fields": [["file", "oak.toml"], ["data", data]]}
    assert asked_of_the_site(tmp_path / "again", books, back)["text"] == found["text"] == text


def sections(page: str) -> list[str]:
    return [one for one in re.findall(r'<section (?:class="cover"|id="([a-z]+)")', page) if one]


def test_a_rulesets_page_begins_with_what_differs_from_its_parent_and_what_is_not_decided(
    static: dict[str, bytes],
) -> None:
    page = static["r/heron/index.html"].decode()
    found = sections(page)
    assert found[:5] == ["differs", "open", "rules", "way", "timeline"] and found[-1] == "numbers"
    differ = page[page.index('id="differs"') : page.index('id="open"')]
    # Four rules: two kan dora, liability, and the local rule; not the sentences that lapsed with them.
    assert ">(4)<" in differ and differ.count('<article class="differs"') == 4
    assert "procedure" not in differ
    first = differ[differ.index("<article") : differ.index("</article>")]
    for said in ("Ours", "Together with the next discard", "At once, before the replacement tile", "3.3.3"):
        assert said in first


def test_of_words_that_a_parent_lacks_nothing_is_said_to_be_assumed(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    head = '[ruleset]\nid = "club"\nextends = "wrc-2025"\n'
    path.write_text(f'{head}[penalty]\nindicator_late = "1,000 points."\n[kandora]\nankan = "discard"\n', "utf-8")
    parent, speak = load_ruleset("wrc-2025"), translator("en")
    found, _ = differences(parent, load_ruleset(path), speak)
    row = found[found.index('id="d-penalty.indicator_late"') :]
    assert parent.undecided("penalty.indicator_late") in row and parent.assumed not in row


def test_the_questions_that_own_values_raise_are_those_that_matter_since_then(
    heron: Path, static: dict[str, bytes]
) -> None:
    page = static["r/heron/index.html"].decode()
    raised = open_questions(load_ruleset(heron))
    assert raised and re.findall(r'<li id="o-([^"]+)"', page) == list(raised)
    assert 'id="open"' not in static["r/ema-2025/index.html"].decode()


def test_every_page_of_a_ruleset_has_the_qr_code_of_its_own_address(static: dict[str, bytes]) -> None:
    for name in ("heron", "ema-2025"):
        page = static[f"r/{name}/index.html"].decode()
        address = re.findall(r'class="qr" role="img" aria-label="QR code of this page: ([^"]+)"', page)
        assert address == [f"{ADDRESS}/r/{name}/"]
        size, _ = segno.make(address[0], error="m", micro=False).symbol_size(border=2)
        assert f'<svg viewBox="0 0 {size} {size}"' in page


def test_a_site_with_an_address_is_written_where_no_qr_code_can_be_drawn(
    heron: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(papers, "cannot_print", lambda languages: "typst is not installed")
    monkeypatch.setattr(qr, "can_draw", lambda: False)
    words = ("--rules", str(heron), "--site", "https://heron.example/", "--lang", "en", "--static-only")
    with pytest.raises(SystemExit) as ended:
        main(["site", "--out", str(tmp_path / "public"), *words])
    told = capsys.readouterr().err
    assert ended.value.code == 0 and "without PDFs and QR codes: typst is not installed" in told
    page = (tmp_path / "public" / "r" / "heron" / "index.html").read_text(encoding="utf-8")
    assert 'class="qr"' not in page


def test_the_start_page_of_a_club_has_its_rules_and_no_demonstration(static: dict[str, bytes]) -> None:
    page = static["index.html"].decode()
    assert "Heron Riichi Club" in page and 'href="r/heron/index.html"' in page
    assert not re.search(r"\d+ rulesets", page) and "worked" not in page and len(page) < 10_000
