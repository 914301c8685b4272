"""`replay --to html`, `verify --to html`, `riichi-kan --out`: the table at each moment with its rulings, pages that
need nothing else and obey nobody's words.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kanrules import load_ruleset
from kanrules.api import read_kan_question
from kanrules.cases.case import parse_cases
from kanrules.cases.verify import Verified, verify_case
from kanrules.desk.riichi_kan import rule_on_kan
from kanrules.records import open_records
from kanrules.records.recorded import Record
from kanrules.replays.record import Replay
from kanrules.report import moments, moments_html, riichi_kan_picture
from tests.cli.running import run

GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
NS = "{http://www.w3.org/2000/svg}"
CASE = """
[[case]]
name = "the table's <script>alert(1)</script> & kan"
rules = ["ema-2016"]
[case.given]
hands = { south = "999p123m456s78m11z" }
turn = "east"
live = "9p"
[case.play]
lines = '''
east draws 9p
east discards 9p
south daiminkan 9p
south discards 7m
'''
"""


def verified(text: str = CASE) -> Verified:
    case = parse_cases(text)[0]
    return verify_case(case, load_ruleset("ema-2016"), name="ema-2016")


class _Read(HTMLParser):
    """What is in a page: elements, ids, where its links lead."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.uses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            if name == "id":
                self.ids.append(value or "")
            elif name == "href":
                (self.uses if tag == "use" else self.links).append(value or "")


def game() -> Record:
    (found,) = open_records([str(GAME)])
    assert isinstance(found, Record)
    return found


def pictures(page: str) -> list[ET.Element]:
    return [ET.fromstring(found) for found in re.findall(r"<svg xmlns.*?</svg>", page, re.DOTALL)]


@pytest.fixture(scope="module")
def hands() -> list[moments.Chapter]:
    rules = load_ruleset("tenhou")
    return moments.chapters_of(list(Replay(game(), rules)), rules)


def test_a_record_is_told_kan_by_kan(hands: list[moments.Chapter]) -> None:
    assert [chapter.title for chapter in hands] == ["east 2", "south 1, 1 honba", "south 2"]
    happened = [text for chapter in hands for moment in chapter.moments for text in moment.happened]
    assert sum("kan " in f"{text} " and "turned" not in text for text in happened) == 7
    assert "kan dora indicator 1m turned with the discard" in happened
    # Every ruling of the hands stands beside some moment, once.
    rules = load_ruleset("tenhou")
    expected = [ruling.text for hand in Replay(game(), rules) if hand.kans for ruling in hand.rulings()]
    assert [one.text for chapter in hands for moment in chapter.moments for one in moment.rulings] == expected


def test_each_table_shows_what_lies_there_at_its_moment(hands: list[moments.Chapter]) -> None:
    # The hand with four open kans: the melds of its owner grow by one kan after the other.
    counts = []
    for moment in hands[1].moments:
        root = ET.fromstring(moment.picture)
        melds = [one.get("data-meld") for one in root.iter(f"{NS}g") if one.get("data-meld")]
        counts.append(sum("kan" in (meld or "") for meld in melds))
    assert counts == sorted(counts) and {1, 2, 3, 4} <= set(counts)
    assert len(hands[1].ends) == 1 and hands[1].ends[0].startswith("north wins by tsumo: ")


def test_a_case_shows_its_position_and_the_table_after_each_line() -> None:
    chapter = moments.of_case(verified())
    assert chapter.moments[0].happened == ()
    text = " | ".join(text for moment in chapter.moments for text in moment.happened)
    assert text.index("east draws 9p") < text.index("daiminkan 9p") < text.index("south discards 7m")
    assert any(moment.rulings for moment in chapter.moments)


def test_what_is_refused_stands_at_its_moment() -> None:
    chapter = moments.of_case(
        verified(CASE.replace("south daiminkan 9p", "south ankan 9p").replace("south discards 7m\n", ""))
    )
    wrong = [text for moment in chapter.moments for text in moment.wrong]
    assert len(wrong) == 1 and wrong[0].startswith("illegal: south ankan 9p; ")


@pytest.mark.parametrize("what", ["record", "case", "riichi-kan"])
def test_a_page_needs_nothing_else_and_obeys_nobodys_words(what: str, hands: list[moments.Chapter]) -> None:
    evil = "<script>alert(1)</script>\u202e\"'"
    if what == "record":
        page = moments_html.moments_html(evil, evil, hands)
    elif what == "case":
        page = moments_html.moments_html("cases", "", [moments.of_case(verified())])
        assert "the table&#x27;s &lt;script&gt;" in page
    else:
        rules = load_ruleset("m-league")
        page = riichi_kan_picture.picture_html(rule_on_kan(read_kan_question("3335666p111456s", "3p"), rules))
    read = _Read(page)
    assert not {"script", "link", "img", "iframe", "object", "form"} & set(read.tags)
    assert "http://www.w3.org/2000/svg" in page and len(re.findall("https?:", page)) == page.count(
        "http://www.w3.org/2000/svg"
    )
    assert "default-src 'none'" in page and "url(" not in page and "\u202e" not in page
    # Every link leads to a place of the page, every tile to its face, and each face is there once.
    assert len(read.ids) == len(set(read.ids))
    assert {link.removeprefix("#") for link in [*read.links, *read.uses]} <= set(read.ids)
    assert pictures(page)


def test_a_click_leads_through_all_moments(hands: list[moments.Chapter]) -> None:
    page = moments_html.moments_html("four kans", "", hands)
    order = re.findall(r'<section class="moment[^"]*" id="([^"]+)">', page)
    assert len(order) == sum(len(chapter.moments) for chapter in hands) > 15
    on = re.findall(
        r'<section class="moment[^"]*" id="([^"]+)">\s*<div class="steps">.*?(?:<a href="#([^"]+)">Next</a>|'
        r"<span>Next</span>)",
        page,
    )
    assert [(here, there) for here, there in on] == list(zip(order, [*order[1:], ""], strict=True))


def test_what_a_kan_in_riichi_loses_is_framed_and_stands_first() -> None:
    rules = load_ruleset("m-league")
    asked = rule_on_kan(read_kan_question("3335666p111456s", "3p"), rules)
    root = ET.fromstring(riichi_kan_picture.svg(asked))
    drawn = [one for one in root.iter(f"{NS}g") if one.get("data-reading")]
    assert [(one.get("data-reading"), one.get("data-stays")) for one in drawn] == [
        ("4p", "no"), ("4p", "yes"), ("5p", "yes"), ("7p", "yes")
    ]  # fmt: skip
    assert [len(one.findall(f"{NS}rect")) for one in drawn] == [1, 0, 0, 0]
    tiles = [tile.get("data-tile") for tile in drawn[0].iter(f"{NS}g") if tile.get("data-tile")]
    assert tiles == ["4p", "3p", "4p", "5p", "6p", "6p", "6p", "1s", "1s", "1s", "4s", "5s", "6s", "3p", "3p"]


def test_the_commands_write_the_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cases.toml").write_text(CASE, encoding="utf-8")
    for arguments in (
        ("replay", str(GAME), "--rules", "tenhou"),
        ("verify", str(tmp_path / "a.cases.toml")),
    ):
        code, out, err = run(capsys, *arguments, "--to", "html", "--out", str(tmp_path / "x.html"))
        assert (code, out, err) == (0, "", "")
        assert (tmp_path / "x.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
        code, out, err = run(capsys, *arguments, "--to", "html")
        assert code == 0 and out == (tmp_path / "x.html").read_text(encoding="utf-8")
    kan = ("riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league", "--out")
    for name, begins in (("k.svg", b"<svg"), ("k.html", b"<!DOCTYPE"), ("k.png", b"\x89PNG")):
        assert run(capsys, *kan, str(tmp_path / name))[0] == 0
        assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("replay", str(GAME), "--rules", "tenhou", "--out", "x.txt"), "expected a file name that ends in .html"),
        (
            ("replay", str(GAME), "--rules", "tenhou", "--to", "html", "--format", "json"),
            "--to html cannot be combined",
        ),
        (("verify", "ema-2016", "--out", "x.pdf"), "expected a file name that ends in .html"),
        (
            ("riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league", "--out", "k.pdf"),
            "expected a file name that ends in .svg, .png or .html",
        ),
        (
            ("riichi-kan", "3335666p111456s", "--draw", "3p", "--all-rules", "--out", "k.svg"),
            "a picture shows the answer of one ruleset",
        ),
    ],
)
def test_wrong_use_is_said_in_a_line(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2 and not out and said in err
