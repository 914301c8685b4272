"""`kanrules slip` and `diff --to`: what is filled in and signed on the floor, with its clause, as PDF and HTML."""

from __future__ import annotations

import io
from html.parser import HTMLParser
from pathlib import Path
from typing import TypeVar

import pytest
from pypdf import PdfReader

from kanrules import load_ruleset
from kanrules.desk.foul import FOULS, foul
from kanrules.desk.key_statement import key_statement
from kanrules.errors import UnreadableError
from kanrules.locale import LANGUAGES, translator
from kanrules.report import sheet_slips
from kanrules.report.document import (
    Blank,
    Paragraph,
    Picture,
    Signatures,
    Slip,
    TableBlock,
    Tone,
    slip_as_html,
)
from kanrules.report.paper import slip as paper
from kanrules.report.rule_line import RuleLine, rule_line
from kanrules.report.sheet_slips import difference_sheet, penalty_slip, score_slip
from kanrules.ruleset import bundled_ids
from kanrules.ruleset.diff import compare
from kanrules.ruleset.keys import keys
from tests.cli.running import run

T = TypeVar("T")


def every(kind: type[T], slip: Slip) -> list[T]:
    """The blocks of one kind."""
    return [block for block in slip.blocks if isinstance(block, kind)]


def notes(slip: Slip) -> list[str]:
    return ["".join(map(str, note.words)) for note in every(Paragraph, slip)]


def said(raw: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(raw)).pages).split())


def test_a_penalty_slip_has_the_foul_its_penalty_and_its_clause() -> None:
    form = penalty_slip(load_ruleset("m-league"), "riichi_kan")
    assert [one.value for one in every(Blank, form)] == ["", "", "", "Illegal kan in riichi", "", "", ""]
    assert [one.value for one in every(Blank, penalty_slip(load_ruleset("tenhou"), "riichi_kan"))][4], "no condition"
    (rule,) = every(RuleLine, form)
    assert "hombo" in rule.answer[0].text and "7-4(2)" in rule.citation.clause and not rule.citation.is_default
    assert every(Signatures, form) == [Signatures(("Player", "Referee"))]


def test_where_no_text_says_what_a_foul_costs_the_slip_says_that_and_leaves_the_rest_to_the_pen() -> None:
    form = penalty_slip(load_ruleset("ema-2016"), "indicator_late")
    assert every(RuleLine, form)[0].citation.is_default and every(Blank, form)[4].value == ""


@pytest.mark.parametrize("name", FOULS)
def test_every_foul_has_its_slip(name: str) -> None:
    for rules in ("ema-2016", "mil-2024", "tenhou"):
        assert every(RuleLine, penalty_slip(load_ruleset(rules), name))[0].answer[0].text


def test_a_foul_that_there_is_not_has_no_slip() -> None:
    with pytest.raises(UnreadableError, match="there is no foul 'richi_kan'; did you mean riichi_kan"):
        penalty_slip(load_ruleset("ema-2016"), "richi_kan")


def test_a_score_slip_works_out_uma_and_oka() -> None:
    # EMA 3.6.1: 30000 points, no oka, uma 15 5 -5 -15.
    form = score_slip(load_ruleset("ema-2016"), (41200, 28300, 18100, 32400))
    assert [row[2:] for row in every(TableBlock, form)[0].rows] == [
        ("1", "+15000", "+26200"), ("3", "-5000", "-6700"), ("4", "-15000", "-26900"), ("2", "+5000", "+7400")
    ]  # fmt: skip
    # M.League: 25000, return 30000, uma 30 10 -10 -30, the first takes 20000.
    blank = score_slip(load_ruleset("m-league"))
    assert every(TableBlock, blank)[1].rows == (("1", "+50000"), ("2", "+10000"), ("3", "-10000"), ("4", "-30000"))
    assert all(row[1:] == ("", "", "", "") for row in every(TableBlock, blank)[0].rows)


def test_equal_scores_share_a_place_where_the_book_says_so_and_go_by_seat_where_it_does() -> None:
    tied = (30000, 30000, 40000, 20000)
    shared = every(TableBlock, score_slip(load_ruleset("ema-2016"), tied))[0].rows
    assert [row[2] for row in shared] == ["2=", "2=", "1", "4"] and shared[0][3] == shared[1][3] == "+0"
    seat = load_ruleset("ema-2016").with_options({"game.ties": "seat"})
    assert [row[2] for row in every(TableBlock, score_slip(seat, tied))[0].rows] == ["2", "3", "1", "4"]


def test_sticks_that_are_left_are_on_the_slip() -> None:
    form = score_slip(load_ruleset("ema-2016"), (41200, 28300, 18100, 31400), sticks=1)
    assert notes(form) == ["Riichi sticks left: 1"]
    assert every(TableBlock, form)[0].rows[0][3] == "+16000"


@pytest.mark.parametrize(("sticks", "scores"), [(0, (41200, 28300, 18100, 31400)), (2, (41200, 28300, 18100, 31400))])
def test_scores_that_do_not_add_up_to_what_was_dealt_out_are_said_on_the_slip(
    sticks: int, scores: tuple[int, ...]
) -> None:
    form = score_slip(load_ruleset("ema-2016"), scores, sticks=sticks)
    there = sum(scores) + 1000 * sticks
    assert notes(form)[-1] == f"Scores and riichi sticks add up to {there}, but the game started with 120000 points."
    three = score_slip(load_ruleset("tenhou-3p"), (35000, 35000, 35000))
    assert not notes(three)


def test_a_score_slip_names_the_clauses_it_rests_on() -> None:
    rules = {rule.subject[0]: rule for rule in every(RuleLine, score_slip(load_ruleset("ema-2016")))}
    assert "3.6.1" in rules["Uma"].citation.clause and "3.6.1" in rules["Equal scores"].citation.clause
    assert rules["Other rules"].citation.is_default


def test_the_sheet_of_what_differs_has_each_difference_as_both_say_it() -> None:
    base, other = load_ruleset("ema-2016"), load_ruleset("tenhou")
    form = difference_sheet(base, other)
    # What texts say comes first, then what one of them leaves to an assumption; above both, the timeline.
    settled, assumed = every(TableBlock, form)
    assert isinstance(form.blocks[0], Picture) and not settled.unsaid and assumed.unsaid
    assert settled.head == assumed.head == ("Subject", base.title, other.title)
    assert form.title == f"{base.title} compared with {other.title}"
    found = compare(base, other)
    assert len(settled.rows) + len(assumed.rows) == len(found)
    assert len(assumed.rows) == sum(one.origin_a.is_default or one.origin_b.is_default for one in found)
    first = settled.rows[0]
    ours, theirs = first[1:]
    assert isinstance(ours, RuleLine) and isinstance(theirs, RuleLine)
    assert first[0] == "Kan dora of a daiminkan" and "at once" in ours.answer[0].text
    assert "with the next discard" in theirs.answer[0].text
    assert ours.citation.clause.endswith("3.3.5 (p. 9) (official)")
    for table in (settled, assumed):
        cells = [cell for row in table.rows for cell in row if isinstance(cell, RuleLine)]
        said = any(cell.answer[0].text.startswith("No source found; kanrules assumes this:") for cell in cells)
        assert said == table.unsaid
    assert notes(difference_sheet(base, base)) == ["No differences."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_what_differs_has_the_words_of_every_answer(language: str) -> None:
    """The notes of the M.League are a list of lines: a page in Japanese could not be written, one in English showed the
    brackets.
    """
    base, league, say = load_ruleset("ema-2025"), load_ruleset("m-league"), translator(language)
    rows = [row for table in every(TableBlock, difference_sheet(base, league, language)) for row in table.rows]
    found = {cell.answer[0].text for row in rows for cell in row if isinstance(cell, RuleLine)}
    differing = [one.key for one in compare(base, league) if one.key in keys() and not one.key.startswith("penalty.")]
    assert {"notes.text", "sekinin_barai.yakuman"} <= set(differing)
    answers = [key_statement(key, league) for key in differing]
    assert found >= {say(one.text) for one in answers if one.is_settled}


def test_a_text_that_the_child_contradicts_no_longer_applies_on_the_sheet_of_what_differs(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text(
        '[ruleset]\nid = "club"\nname = "Club"\nextends = "rrc-2026"\n[kandora]\ndaiminkan = "discard"\n',
        encoding="utf-8",
    )
    rules = load_ruleset(str(club))
    assert set(rules.lapsed) == {"procedure.daiminkan", "procedure.indicator"}
    for language, begins in (("en", "no longer applies: "), ("ja", "適用されなくなる")):
        rows = [
            row
            for table in every(TableBlock, difference_sheet(load_ruleset("rrc-2026"), rules, language))
            for row in table.rows
        ]
        lapsed = [row for row in rows if isinstance(row[2], RuleLine) and row[2].answer[0].text.startswith(begins)]
        assert len(lapsed) == 1, "of the other text, one sentence still applies"


def test_on_the_page_of_what_differs_each_clause_stands_below_its_rule() -> None:
    form = difference_sheet(load_ruleset("ema-2016"), load_ruleset("tenhou"))
    rows = [row for table in every(TableBlock, form) for row in table.rows]
    page = slip_as_html(form)
    clauses = [cell.citation.clause for row in rows for cell in row if isinstance(cell, RuleLine)]
    assert page.count('<br><span class="law">') == sum(map(bool, clauses)) > len(rows)
    assert "3.3.5 (p. 9) (official)</span></td>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slip_speaks_every_language(language: str) -> None:
    rules = load_ruleset("m-league")
    english = [slip_as_html(one) for one in (penalty_slip(rules), score_slip(rules))]
    spoken = [
        slip_as_html(one) for one in (penalty_slip(rules, language=language), score_slip(rules, language=language))
    ]
    assert (english == spoken) == (language == "en")
    for form in (penalty_slip(rules, "riichi_kan", language), score_slip(rules, (25000,) * 4, language=language)):
        assert "".join(form.title.split()) in "".join(said(paper.pdf(form)).split())
        assert len(PdfReader(io.BytesIO(paper.pdf(form))).pages) == 1


def test_a_slip_in_japanese_names_the_rules_and_the_grade_in_japanese() -> None:
    form = penalty_slip(load_ruleset("m-league"), "riichi_kan", "ja")
    (rule,) = every(RuleLine, form)
    assert rule.citation.clause.endswith("7-4(2), 7-4(4)（公式）")
    assert form.about == translator("ja")(sheet_slips.UNDER).replace("{rules}", load_ruleset("m-league").title_in("ja"))


def test_every_book_has_a_score_slip_of_one_page() -> None:
    for name in list(bundled_ids())[::6]:
        rules = load_ruleset(name)
        assert len(PdfReader(io.BytesIO(paper.pdf(score_slip(rules)))).pages) == 1


def test_hostile_words_are_written_never_obeyed() -> None:
    evil = "<script>alert(1)</script> #panic(1) $x$ *b* [#read(1)]"
    form = Slip(
        evil,
        evil,
        "en",
        (
            Blank(evil, evil),
            TableBlock((evil,), ((evil,), (rule_line(evil, evil, evil),))),
            rule_line(evil, evil, evil),
            Paragraph((evil,), Tone.QUIET),
            Signatures((evil,)),
        ),
    )
    page = slip_as_html(form)
    tags: list[str] = []

    class Read(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            tags.append(tag)

    Read().feed(page)
    assert "script" not in tags and page.count("&lt;script&gt;") >= 12
    words = "".join(said(paper.pdf(form)).split())
    assert words.count("#panic(1)$x$*b*[#read(1)]") >= 12


def test_the_commands_write_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = tmp_path / "club.toml"
    club.write_text(
        '[ruleset]\nid = "club"\nname = "Thursday club"\nedition = "2026"\nauthority = "Thursday club"\n'
        'extends = "ema-2016"\n'
        '[kandora]\ndaiminkan = "discard"\n',
        encoding="utf-8",
    )
    for arguments in (
        ("slip", "penalty", "riichi_kan", "--rules", "m-league"),
        ("slip", "score", "45200", "28300", "30500", "-4000", "--rules", "tenhou"),
        ("slip", "score", "--rules", "m-league", "--lang", "ja"),
        ("diff", str(club), "--to", "html"),
    ):
        page = tmp_path / "x.html"
        assert run(capsys, *arguments, "--out", str(page)) == (0, "", "")
        assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    for arguments in (("slip", "penalty", "--rules", "m-league"), ("diff", str(club), "--to", "pdf")):
        assert run(capsys, *arguments, "--out", str(tmp_path / "x.pdf")) == (0, "", "")
        assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF-")
    code, out, _ = run(capsys, "diff", str(club))
    assert code == 0 and out.startswith("EMA Riichi rules 2016 and Thursday club 2026: ")


def test_scores_that_do_not_add_up_are_said_where_they_were_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "x.html")
    wrong = run(capsys, "slip", "score", "47200", "32300", "23100", "12400", "--rules", "ema-2025", "--out", out)
    assert wrong == (0, "", "Scores and riichi sticks add up to 115000, but the game started with 120000 points.\n")
    assert (
        run(capsys, "slip", "score", "47200", "32300", "23100", "17400", "--rules", "ema-2025", "--out", out)[2] == ""
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("slip", "score", "1", "2", "3", "--rules", "tenhou"),
            "3 scores: tenhou is played by 4 players; expected 4 scores",
        ),
        (
            ("slip", "score", "many", "2", "3", "4", "--rules", "tenhou"),
            "'many' is not a score; expected whole points",
        ),
        (("slip", "penalty", "riichi", "--rules", "tenhou"), "there is no foul 'riichi'"),
        (("slip", "penalty", "--rules", "tenhou", "--lang", "xx"), "unknown language 'xx'"),
        (("slip", "penalty", "--rules", "tenhou", "--to", "pdf", "--out", "x.html"), "does not match"),
        (("diff", "ema-2016"), "ema-2016 is not based on another ruleset; name two rulesets"),
        (("diff",), "name a ruleset, such as"),
        (("diff", "ema-2016", "tenhou", "--lang", "fr"), "--lang needs --to html"),
        (("diff", "ema-2016", "tenhou", "--to", "html", "--format", "json"), "cannot be combined with --format json"),
    ],
)
def test_wrong_use_is_said_in_a_line(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2 and not out and words in err


def test_the_signatures_of_a_score_are_the_players() -> None:
    assert every(Signatures, score_slip(load_ruleset("ema-2016"))) == [Signatures(sheet_slips.PLAYERS)]


def test_a_slip_has_a_line_for_each_fact_on_which_the_penalty_depends() -> None:
    facts = {"Noticed when": "noticed", "Number of tiles": "tiles", "Repeated": "repeated"}
    seen = set()
    for name in FOULS:
        for rules in map(load_ruleset, ("wrc-2025", "ema-2025", "m-league")):
            labels = [block.label for block in penalty_slip(rules, name).blocks if isinstance(block, Blank)]
            steps = foul(name, rules).steps
            needed = {label for label, fact in facts.items() if any(getattr(step, fact) is not None for step in steps)}
            assert needed == set(facts).intersection(labels), (rules.id, name)
            assert labels[-1] == "What happened"
            seen |= needed
    assert seen == set(facts)
    assert not set(facts).intersection(
        block.label for block in penalty_slip(load_ruleset("wrc-2025")).blocks if isinstance(block, Blank)
    )
