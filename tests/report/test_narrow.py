"""Every page is laid out by Chromium on a phone 360 pixels wide: nothing reaches over its edge. Runs where Chromium is
installed.
"""

from __future__ import annotations

import html as escaping
import re
from base64 import b64decode
from pathlib import Path

import pytest

from kanrules import load_ruleset, svg
from kanrules.api import read_kan_question
from kanrules.cases.case import parse_cases
from kanrules.cases.verify import verify_case
from kanrules.cli import main
from kanrules.corpus import Summary, audit_chunks, make_plan
from kanrules.desk.riichi_kan import rule_on_kan
from kanrules.locale import translator
from kanrules.records import open_records
from kanrules.records.recorded import Record
from kanrules.replays.record import Replay
from kanrules.report import casebook, casebook_html, moments, moments_html, riichi_kan_picture, sheet_slips
from kanrules.report.audit_report import write_report
from kanrules.report.document import slip_as_html
from kanrules.report.sheet import sheet
from kanrules.report.sheet_html import sheet_html
from kanrules.ruleset import bundled_ids
from tests.locale.everything import every_message_translated, wide
from tests.svg.chromium import look, needs_chromium

GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
GAMES = ("four-kans.mjson.gz", "majiang-tenpai.json.gz", "liability-3.mjson.gz")
CASES = Path(__file__).parents[1] / "cases" / "kan_legality.cases.toml"
LOOK = """
  return [...document.querySelectorAll('iframe')].map(frame => {
    const page = frame.contentDocument, over = [];
    for (const one of page.body.querySelectorAll('p, li, td, th, h1, h2, svg, img, a, div')) {
      const box = one.getBoundingClientRect();
      if (box.width && box.right > 360.5)
        over.push(one.tagName + ' ' + Math.round(box.right) + ' ' + one.textContent.slice(0, 40));
    }
    return [page.documentElement.scrollWidth, page.body.textContent.trim().length > 100, over];
  });
"""


def over_the_edge(pages: dict[str, str], folder: Path) -> dict[str, list[str]]:
    """By page, what reaches over the edge of a phone."""
    frames = "".join(
        f'<iframe width="360" height="800" style="border:0" srcdoc="{escaping.escape(page)}"></iframe>'
        for page in pages.values()
    )
    found = look(frames, LOOK, folder)
    assert len(found) == len(pages) and all(has_words for _, has_words, _ in found)
    return {
        name: [f"{width} wide", *over]
        for name, (width, _, over) in zip(pages, found, strict=True)
        if width > 360 or over
    }


@pytest.mark.rest
@needs_chromium
def test_no_page_is_wider_than_a_phone(tmp_path: Path) -> None:
    tenhou, league = load_ruleset("tenhou"), load_ruleset("m-league")
    (record,) = open_records([str(GAME)])
    assert isinstance(record, Record)
    chapters = moments.chapters_of(Replay(record, tenhou), tenhou)
    cases = [moments.of_case(verify_case(case, tenhou)) for case in parse_cases(CASES.read_bytes())[:4]]
    pages = {
        f"sheet {'+'.join(languages)}": sheet_html(sheet(tenhou, languages))
        for languages in (("en",), ("de",), ("ja",), ("en", "fr"))
    }
    pages |= {
        "record": moments_html.moments_html("four-kans.mjson.gz under Tenhou", "1 game", chapters),
        "cases": moments_html.moments_html("cases", "", cases),
        "riichi-kan": riichi_kan_picture.picture_html(rule_on_kan(read_kan_question("3335666p111456s", "3p"), league)),
        "penalty": slip_as_html(sheet_slips.penalty_slip(league, "riichi_kan", "de")),
        "score": slip_as_html(sheet_slips.score_slip(league, (25000, 25000, 25000, 25000), language="fr")),
        "differs": slip_as_html(sheet_slips.difference_sheet(league, tenhou)),
    }
    three = load_ruleset("tenhou-3p")
    pages["sheet of three"] = sheet_html(sheet(three, ("de",)))
    for language, books in (("en", [tenhou, league, three]), ("ja", [league, tenhou])):
        speak = translator(language)
        timelines = [
            (svg.timeline(one, lang=language), svg.timeline(one, upright=True, lang=language)) for one in books
        ]
        pages[f"casebook {language}"] = casebook_html.casebook_html(
            casebook.casebook_grid(books, speak=speak), timelines, speak
        )
    many = [load_ruleset(name) for name in bundled_ids()[:12]]
    pages["casebook of many"] = casebook_html.casebook_html(casebook.casebook_grid(many))
    assert over_the_edge(pages, tmp_path) == {}


def audited(report: Path, *compare: str) -> Path:
    """The report of an audit of three games, one of them recorded under other rules, and of one file that is no record.

    A folder of a long name holds them, so that every place that is named is a long word.
    """
    folder = report.parent / ("a-folder-of-one-long-name-" * 5)
    folder.mkdir(exist_ok=True)
    for name in GAMES:
        (folder / name).write_bytes((GAME.parent / name).read_bytes())
    (folder / "note.txt").write_text("no record", encoding="utf-8")
    plan = make_plan("tenhou", compare)
    summary = Summary("tenhou")
    for _, records in audit_chunks([folder], plan):
        for one in records:
            summary.add(one)
    assert summary.differences and summary.unreadable_count == 1 and len(summary.comparisons) == len(plan.compare)
    write_report(report, summary, plan, 1.0, interrupted_at=0.5)
    return report


@pytest.mark.rest
@needs_chromium
def test_no_report_of_an_audit_is_wider_than_a_phone(tmp_path: Path) -> None:
    pages = {
        name: audited(tmp_path / f"{name}.html", *compare).read_text(encoding="utf-8")
        for name, compare in (
            ("alone", ()),
            ("beside another", ("ema-2016",)),
            ("beside three", ("ema-2016", "m-league", "tenhou-3p")),
            ("atlas", ("all",)),
        )
    }
    assert over_the_edge(pages, tmp_path) == {}


@pytest.mark.parametrize(
    ("compare", "timelines"),
    [
        ((), ["Tenhou"]),
        (("ema-2016",), ["Tenhou and EMA"]),
        (("ema-2016", "m-league"), ["Tenhou", "Tenhou and EMA", "Tenhou and M.League"]),
        (("ema-2016", "m-league", "wrc-2025", "npm"), ["Tenhou"]),
    ],
)
def test_the_report_of_an_audit_draws_the_law_of_up_to_four_rulesets(
    compare: tuple[str, ...], timelines: list[str], tmp_path: Path
) -> None:
    page = audited(tmp_path / "report.html", *compare).read_text(encoding="utf-8")
    drawn = [
        re.sub(r" (\d{4}-\d\d-\d\d|Riichi rules \d+|official rules)", "", title)
        for title in re.findall(r"<title>Timeline of a kan: (.*?)</title>", page)
    ]
    assert drawn == [title for title in timelines for _ in ("lying", "upright")]
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["report.html"], "one file is the whole page"
    text = audited(tmp_path / "report.md", *compare).read_text(encoding="utf-8")
    named = re.findall(r"!\[Timeline.*?\]\((.*?)\)", text)
    assert len(named) == len(timelines)
    for name, title in zip(named, drawn[::2], strict=True):
        svg_title = (tmp_path / name).read_text(encoding="utf-8").partition("</title>")[0]
        assert all(word in svg_title for word in title.split())


def test_the_page_of_an_audit_says_what_its_markdown_says(tmp_path: Path) -> None:
    page = audited(tmp_path / "report.html", "ema-2016").read_text(encoding="utf-8")
    text = audited(tmp_path / "report.md", "ema-2016").read_text(encoding="utf-8")
    heads = re.findall(r"<h([12])>(.*?)</h\1>", page)
    assert [f"{'#' * int(level)} {re.sub('</?code>', '`', words)}" for level, words in heads] == [
        line for line in text.splitlines() if line.startswith("#")
    ]
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert page.count("<tr>") == len(rows) > 20
    for cells in (re.split(r"(?<!\\) ?\| ?", row)[1:-1] for row in rows):
        for cell in cells:
            words = escaping.escape(re.sub(r"\\(.)", r"\1", cell).strip("`"))
            assert f">{words}<" in page, words


@pytest.mark.needs("matplotlib")
def test_the_plot_of_an_audit_is_within_its_page(tmp_path: Path) -> None:
    page = audited(tmp_path / "report.html", "all").read_text(encoding="utf-8")
    (plot,) = re.findall(
        r'<img alt="Hands and points of every pair of rulesets" src="data:image/svg\+xml;base64,(.*?)">', page
    )
    assert b"<svg" in b64decode(plot) and "img-src data:" in page


@needs_chromium
def test_the_eye_sees_what_reaches_over_the_edge(tmp_path: Path) -> None:
    page = f'<!doctype html><body style="margin:0"><p style="width:500px">{"word " * 40}</p>'
    found = over_the_edge({"wide": page}, tmp_path)
    assert found["wide"][0] == "500 wide" and found["wide"][1].startswith("P 500")


def test_the_casebook_in_markdown_refers_to_the_timelines_beside_it(tmp_path: Path) -> None:
    words = ["casebook", "robbed", "--rules", "ema-2016,tenhou-3p", "--lang", "de", "--out", str(tmp_path / "b.md")]
    with every_message_translated("de"), pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code in (None, 0)
    text = (tmp_path / "b.md").read_text(encoding="utf-8")
    for name in ("ema-2016", "tenhou-3p"):
        assert f"(<b.{name}.timeline.svg>)" in text
        picture = (tmp_path / f"b.{name}.timeline.svg").read_text(encoding="utf-8")
        assert wide("kan") in picture and not re.search(r">[^<]*\b(kan|tile|the)\b", picture)
