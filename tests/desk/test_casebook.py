"""The casebook: every bundled ruleset answers every case, alike where its deciding lines are alike."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from kanrules.cases.expect import At, Expect
from kanrules.cases.verify import find_case_files
from kanrules.desk.case_index import cases_by_id, cases_of, chapters
from kanrules.desk.casebook import answer_to, decisive_keys, is_not_possible
from kanrules.law.codes import CODES
from kanrules.report.casebook import PENALTIES, Casebook, casebook_grid, casebook_markdown, in_families, to_json
from kanrules.report.casebook_html import casebook_html
from kanrules.ruleset import Ruleset, bundled_ids, library, load_ruleset
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import folder
from kanrules.testing import Case, play_case, read_cases, unmet_expectations
from tests.cli.running import run

CASEBOOK = folder() / "casebook"


@cache
def cases() -> dict[str, tuple[Case, ...]]:
    return {path.name.removesuffix(".cases.toml"): read_cases(path) for path in sorted(CASEBOOK.glob("*.cases.toml"))}


@cache
def rulesets() -> dict[str, Ruleset]:
    return {name: load_ruleset(name) for name in bundled_ids()}


def asked(case: Case) -> dict[str, Ruleset]:
    """The bundled rulesets that a case is put to: one of three players to those of three alone."""
    return {name: rules for name, rules in rulesets().items() if case.is_for(rules.options.table.players)}


ALL = [pytest.param(case, id=case.name) for chapter in cases().values() for case in chapter]


def variants(case: Case) -> list[tuple[tuple[str, ...], Expect]]:
    """What a case expects, once for every group of rulesets that it tells apart."""
    groups: list[tuple[list[str], Expect]] = []
    for name in asked(case):
        expect = case.expected(name)
        for names, known in groups:
            if dict(known) == dict(expect):
                names.append(name)
                break
        else:
            groups.append(([name], expect))
    return [(tuple(names), expect) for names, expect in groups]


def seen(expect: Expect) -> dict[str, Any]:
    """What of an expectation shows at the table; the reason may differ where the tiles do not."""
    shown = {key: value for key, value in expect.items() if key not in ("answer", "code")}
    return {**shown, "illegal": [at.line for at in expect.get("illegal", ())]}


def said(case: Case, rules: Ruleset) -> tuple[str, ...]:
    """What a ruleset says about the keys that decide a case, its `[case.options]` laid over; a plugin may know better
    than a line.
    """
    return (*rules.plugins, *(repr(case.options.get(key, rules[key])) for key in case.decides))


def played(case: Case) -> Iterator[tuple[str, Ruleset]]:
    """The rulesets under which a case is played: one of each that say the same about its deciding keys, and of the
    others a quarter, another one with each case. `.ci/long` plays it under all.
    """
    known: set[tuple[str, ...]] = set()
    for at, (name, rules) in enumerate(asked(case).items()):
        if said(case, rules) not in known or (at + len(case.name)) % 4 == 0 or os.environ.get("KANRULES_LONG"):
            known.add(said(case, rules))
            yield name, rules


@pytest.mark.parametrize("case", ALL)
def test_every_bundled_ruleset_answers_as_its_book_says_and_as_no_other_group_does(case: Case) -> None:
    groups = variants(case)
    for name, rules in played(case):
        found = play_case(case, rules)
        mine = case.expected(name)
        assert not unmet_expectations(found, mine), (
            f"{name}: {[difference.text for difference in unmet_expectations(found, mine)]}"
        )
        for names, expect in groups:
            if name not in names and seen(expect) != seen(mine):
                assert unmet_expectations(found, expect), f"{name}: what is expected of {', '.join(names)} fits too"


@pytest.mark.parametrize("case", ALL)
def test_rulesets_that_agree_on_the_deciding_keys_give_one_answer(case: Case) -> None:
    found: dict[tuple[str, ...], tuple[str, Mapping[str, Any]]] = {}
    for name, rules in asked(case).items():
        expect = dict(case.expected(name))
        if is_not_possible(expect):
            refused = next(at.code for at in expect["illegal"])
            assert not set(CODES[refused].keys) & set(case.decides), "a key that the question is about is its answer"
            assert all(rules.origin(key).source is not None for key in CODES[refused].keys)
            continue
        first, same = found.setdefault(said(case, rules), (name, expect))
        assert expect == same, (
            f"{first} and {name} agree on {', '.join(case.decides)}, and the case gives them different answers"
        )


@pytest.mark.parametrize("case", ALL)
def test_each_case_says_where_it_comes_from_what_it_asks_and_what_is_answered(case: Case) -> None:
    assert case.source and case.question and case.lines
    assert case.decides or case.options or sum(not is_not_possible(expect) for _, expect in variants(case)) == 1
    assert not case.rules, "the folder says which rulesets answer: all of them"
    answers = [expect.get("answer", "") for _, expect in variants(case)]
    assert all(answers), f"a group without `answer`: {answers}"
    alike = sorted({answer for answer in answers if answers.count(answer) > 1})
    assert not alike, (
        f"two groups of {case.id} answer {alike}: let the words say how they differ, or make them one group"
    )
    unknown = set(case.all_rules) - set(bundled_ids())
    assert not unknown, f"no ruleset has the id {', '.join(sorted(unknown))}"
    listed = [name for names, _ in case.expect_under for name in names]
    assert len(listed) == len(set(listed)), "a ruleset stands in two groups"


# --- what it must cover -----------------------------------------------------------------------------------------------

ASKED: dict[str, tuple[str, ...]] = {
    "open kan, then an ankan on its replacement tile: in which order do they turn?": (
        "dora07",
        "kandora-daiminkan-ankan",
    ),
    "when is an indicator turned at all?": ("mahjongcollege.com/term/4892", "indicator-of-a-daiminkan"),
    "won by rinshan after an open kan: which indicators count?": (
        "horneds.com/issues/3",
        "daiminkan-indicator-replacement-win",
    ),
    "draw, indicator, discard, or draw, discard, indicator?": (
        "RiichiEnv/issues/123",
        "daiminkan-indicator-seen-before-discard",
    ),
    "one decision too early; who robs the second kan": ("mahjax/pull/101", "robbed-shouminkan-after"),
    "lost or doubled after two or more kans": ("Akagi/issues/243", "kandora-ankan-ankan-ankan"),
    "kan of 7p from 666777 8p; 8s from 5556888": ("mahjong.us.com", "riichi-kan-many-sided-wait"),
    "same waits, another shape": ("mjx/issues/198", "riichi-kan-split-shape-low-triplet"),
    "what is okuri-kan?": ("majyan-item.com/okurikan", "okuri-kan-in-riichi"),
    "riichi after an ankan": ("MahjongCraft/issues/11", "riichi-after-an-ankan"),
    "daiminkan, then rinshan: does the feeder pay?": ("kan08.html", "daiminkan-replacement-win-liability"),
    "two yakuman, one of them fed": ("pantheon/issues/744", "daisangen-and-tsuuiisou"),
    "ron off a third player: who pays the honba?": ("siva0130", "daisangen-ron-off-another-player"),
    "the pon of the third dragon made a kan": ("mahjax/pull/98", "fed-pon-made-a-shouminkan"),
    "points of a ron under liability": ("mjx/issues/1156", "daisangen-ron-off-another-player"),
    "liable to two players": ("MahjongPantheon", "two-liable-players-tsumo"),
    "liable in riichi; suukantsu at all?": ("mahjong-navi.com/rule/422", "feeding-the-third-dragon-in-riichi"),
    "four kans: when, robbed, won on, riichi": ("mahjax/pull/97", "riichi-with-discard-after-fourth-kan"),
    "a fifth kan": ("mahjax/pull/99", "fifth-kan"),
    "kan on the last live tile; rinshan off an empty wall": ("mahjax/pull/96", "haitei-with-rinshan-kaihou"),
    "thirteen orphans and an ankan": ("RiichiEnv/issues/43", "thirteen-orphans-rob-an-ankan"),
    "chankan and ippatsu, chankan and the indicator": ("mahjong-utils-app/issues/72", "ippatsu-and-chankan"),
}
"""What people ask on the web: where they do, and how the id of the question that answers them begins."""


@pytest.mark.parametrize(("source", "id"), ASKED.values(), ids=ASKED)
def test_what_people_ask_has_its_case_and_names_where_they_ask(source: str, id: str) -> None:
    found = [case for chapter in cases().values() for case in chapter if source in case.source]
    assert found, f"no case names {source}"
    assert any(case.id.startswith(id) for case in found), [case.id for case in found]


def test_every_value_that_a_key_about_a_kan_can_have_is_the_answer_of_some_case() -> None:
    from kanrules.ruleset.keys import Takes, keys

    tables = ("kandora", "kan", "four_kans", "fifth_kan", "chankan", "sekinin_barai", "riichi_kan", "rinshan", "tenpai")
    seen: dict[str, set[Any]] = {}
    for chapter in cases().values():
        for case in chapter:
            for key, value in case.options.items():
                seen.setdefault(key, set()).add(repr(value))
            for key in case.decides:
                seen.setdefault(key, set()).update(repr(_file(rules[key])) for rules in rulesets().values())
    missing = [
        (key.name, str(value))
        for key in keys().values()
        if key.table in tables and key.takes in (Takes.CHOICE, Takes.SWITCH)
        for value in key.allowed
        if repr(_file(value)) not in seen.get(key.name, set())
    ]
    assert not missing


def _file(value: Any) -> Any:
    from kanrules.ruleset.keys import file_value

    return file_value(value)


# --- the folder -------------------------------------------------------------------------------------------------------


def test_the_folder_of_the_casebook_is_no_ruleset_and_travels_with_the_rulesets() -> None:
    assert all(path.parent == folder() for path in library.bundled().values())
    assert not any("casebook" in name or "cases" in name for name in library.bundled_ids())
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert 'rulesets = "kanrules/_rulesets"' in project


def test_a_club_may_keep_a_casebook_beside_its_rulesets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, instant in (("one", "discard"), ("two", "never")):
        text = f'[ruleset]\nid = "{name}"\nextends = "ema-2016"\n[kandora]\nankan = "{instant}"\n'
        (tmp_path / f"{name}.toml").write_text(text)
    (tmp_path / "casebook").mkdir()
    (tmp_path / "casebook" / "ours.cases.toml").write_text(
        '[[case]]\nname = "x"\nplay.lines = "south ankan 5z"\ngiven.hands = { south = "555z" }\nexpect.indicators = 1\n'
    )
    (file,) = find_case_files([str(tmp_path / "casebook")])
    (case,) = file.cases()
    assert [Path(name).stem for name in file.rulesets(case)] == ["one", "two"]
    code, out, _ = run(capsys, "verify", str(tmp_path / "casebook"))
    assert code == 0 and "2 passed, 0 failed" in out


# --- the page ---------------------------------------------------------------------------------------------------------


@cache
def whole() -> Casebook:
    families = dict(in_families(bundled_ids()))
    return casebook_grid([rulesets()[name] for name in families], families=families)


@pytest.mark.slow
def test_the_grid_has_an_answer_of_every_ruleset_to_every_question() -> None:
    book = whole()
    assert {one.id for one in book.rulesets} == set(bundled_ids())
    assert book.questions == sum(map(len, cases().values())) + len(book.chapters[-1].questions)
    for chapter in book.chapters:
        for asked in chapter.questions:
            assert set(asked.answers) == set(bundled_ids())
            assert all(answer.text for answer in asked.answers.values()), asked.text


def test_an_answer_stands_with_its_clause_or_says_that_there_is_no_text() -> None:
    asked = {asked.text: asked for chapter in whole().chapters for asked in chapter.questions}
    turned = asked["When is the kan dora indicator of a daiminkan turned?"]
    assert "4-5(5)" in turned.answers["m-league"].in_short()
    assert turned.answers["tenhou"].text == "with the discard"
    assert turned.answers["101"].in_short() == "no source" and not turned.answers["101"].is_settled
    for clause in turned.answers["ema-2025"].clauses:
        assert clause.source == rulesets()["ema-2025"].origin(clause.key).source
    foul = {one.id: one for one in asked.values()}["cost-of-a-kan-on-the-last-live-tile"].answers["ema-2016"]
    assert foul.clauses[0].source is not None and "3.4.7" in foul.in_short()


def test_the_words_of_the_books_stand_in_the_last_chapter() -> None:
    chapter = whole().chapters[-1]
    assert chapter.title == PENALTIES
    (asked,) = [asked for asked in chapter.questions if asked.decides == ("penalty.empty_call",)]
    assert asked.answers["ema-2016"].text == rulesets()["ema-2016"]["penalty.empty_call"]
    assert asked.answers["tenhou"].text == "No source found. The head referee decides."
    assert asked.answers["wrc-2025"].text != asked.answers["tenhou"].text


def test_a_ruleset_of_ones_own_is_answered_by_its_play(tmp_path: Path) -> None:
    path = tmp_path / "twin.toml"
    path.write_text('[ruleset]\nid = "twin"\nextends = "tenhou"\n')
    book = casebook_grid([load_ruleset(path), rulesets()["tenhou"]])
    for chapter in book.chapters:
        for asked in chapter.questions:
            assert asked.answers["twin"].text == asked.answers["tenhou"].text, asked.text


def test_a_value_that_no_bundled_ruleset_has_is_never_passed_off_as_another() -> None:
    # A value that a new bundled ruleset takes is one less here.
    bundled = rulesets().values()
    new = set(keys()["kandora.daiminkan"].allowed) - {rules["kandora.daiminkan"] for rules in bundled}
    late = "The kan dora indicator of a daiminkan is turned once the next discard has passed without a ron."
    for value in new:
        rules = rulesets()["ema-2016"].with_options({"kandora.daiminkan": value})
        (said,) = turned([rules])
        assert said not in turned(list(bundled)), f"{value} is not what another ruleset plays"
        assert (said == late) is (value == "discard_passed")


def turned(of: list[Ruleset]) -> set[str]:
    """What these rulesets answer to one question of the casebook."""
    (asked,) = casebook_grid(of, ["indicator of a daiminkan turned"]).chapters[0].questions
    return {answer.text for answer in asked.answers.values()}


def test_a_kan_that_a_club_forbids_is_not_possible_even_beside_a_value_that_no_bundled_ruleset_has() -> None:
    key, known = keys()["sekinin_barai.yakuman"], [set(one["sekinin_barai.yakuman"]) for one in rulesets().values()]
    of_yakuman = next(one for size in (2, 3) for one in combinations(key.allowed, size) if set(one) not in known)
    club = rulesets()["ema-2016"].with_options({"sekinin_barai.yakuman": of_yakuman})
    feeding = cases_by_id()["feeding-the-fourth-kan"]
    assert not str(answer_to(feeding, club).text).startswith("not possible")
    at_most_three = club.with_options({"kan.max_per_player": 3})
    answer = answer_to(feeding, at_most_three)
    assert str(answer.text).startswith("not possible here: south has already declared the maximum")
    assert answer.clauses[0].key == "kan.max_per_player"


def test_a_ruleset_whose_limit_refuses_the_kan_that_is_asked_about_answers_for_no_other() -> None:
    feeding = cases_by_id()["feeding-the-fourth-kan"]
    impossible = {"answer": "not possible here: at most one kan", "illegal": (At(3, "KR216"),), "liable": {}}
    names = [name for names, _ in feeding.expect_under for name in names]
    other = next(name for name in bundled_ids() if name not in names and rulesets()[name].table.players == 4)
    case = replace(feeding, expect_under=(*feeding.expect_under, ((other,), impossible)))
    said = answer_to(case, rulesets()[other])
    assert said.text == impossible["answer"] and said.clauses[0].key == "kan.max_per_player"
    assert decisive_keys(case, rulesets()[other]) == decisive_keys(feeding, rulesets()[other])
    club = rulesets()[other].with_options({"calls.chi": not rulesets()[other]["calls.chi"]})
    assert answer_to(case, club).text == answer_to(feeding, club).text == answer_to(feeding, rulesets()[other]).text


@pytest.mark.slow
def test_a_value_that_no_bundled_ruleset_has_answers_yes_or_no_as_it_plays(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('[ruleset]\nid = "club"\nextends = "ema-2016"\n[kandora]\ndaiminkan = "rinshan_draw"\n')
    book = casebook_grid([load_ruleset(path)], hypothetical=False)
    asked = {one.id: one.answers["club"].text for chapter in book.chapters for one in chapter.questions}
    for id in (
        "daiminkan-indicator-ron-on-discard",
        "daiminkan-indicator-seen-before-discard",
        "daiminkan-indicator-replacement-win",
    ):
        assert asked[id].startswith("yes"), (id, asked[id])
    assert not [text for text in asked.values() if text.startswith("otherwise")]


def test_markdown_puts_few_rulesets_side_by_side_and_lists_many_under_their_answers() -> None:
    few = casebook_markdown(casebook_grid([rulesets()["ema-2016"], rulesets()["tenhou"]], ["daiminkan turned"]))
    assert (
        "| 1.2 | When is the kan dora indicator of a daiminkan turned? `indicator-of-a-daiminkan` "
        "| once the kan is completed (3.3.5 (p. 9)) | with the discard (kan dora) |"
    ) in few
    many = casebook_markdown(whole())
    many_of_one = many.split("When is the kan dora indicator of a daiminkan turned?")[1]
    line = next(line for line in many_of_one.splitlines() if line.startswith("| with the discard |"))
    assert [name in line for name in ("singapore", "tenhou", "warsaw", "mahjong-soul", "ema-2016")] == [
        True,
        True,
        True,
        True,
        False,
    ]
    assert all(line.count("|") - line.count("\\|") == 3 for line in many.splitlines() if line.startswith("| "))


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.slow
def test_the_page_needs_nothing_from_elsewhere_and_links_only_to_the_web() -> None:
    for tag, attributes in _Tags(casebook_html(whole())).tags:
        assert tag not in ("script", "link", "img", "iframe", "object", "base", "form"), tag
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith(("#", "http://", "https://"))


@pytest.mark.slow
def test_the_page_has_every_question_and_names_every_ruleset_once_in_each() -> None:
    book = whole()
    page = casebook_html(book)
    articles = re.findall(r'<article class="qa" id="([^"]+)".*?</article>', page, re.DOTALL)
    assert articles == [asked.id for chapter in book.chapters for asked in chapter.questions]
    for chapter in book.chapters:
        for asked in chapter.questions:
            article = page.partition(f'<article class="qa" id="{asked.id}"')[2].partition("</article>")[0]
            named = re.findall(r'data-r="([^"]+)"', article)
            assert sorted(named) == ([] if asked.is_law else sorted(asked.asked)), asked.id
            assert article.count("<details") == (0 if asked.is_law else len(asked.groups))


def test_the_page_cites_the_clauses_of_each_answer() -> None:
    page = casebook_html(casebook_grid([rulesets()["ema-2016"], rulesets()["m-league"]], ["daiminkan turned"]))
    for name in ("ema-2016", "m-league"):
        cited = re.search(rf'<span data-r="{name}">.*?\((.*?)\)</span>', page)
        assert cited and "<a href=" in cited[1]


@pytest.mark.slow
def test_a_hostile_ruleset_cannot_put_markup_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    path.write_text(
        f'[ruleset]\nid = "bad"\nname = "{evil}"\nextends = "ema-2016"\n[penalty]\nempty_call = "{evil}"\n'
        f'[source."penalty.empty_call"]\ndocument = "{evil}"\nurl = "javascript:alert(1)"\ngrade = "own"\n'
    )
    book = casebook_grid([load_ruleset(path)])
    tags = _Tags(casebook_html(book)).tags
    assert not {"script", "img"} & {tag for tag, _ in tags}
    assert "javascript:" not in casebook_html(book)
    assert not re.search(r"(?<!\\)<(img|script)", casebook_markdown(book))


# --- the command ------------------------------------------------------------------------------------------------------


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code, out, err = run(capsys, "casebook", *words)
    assert (code, err) == (0, "")
    return out


def test_the_command_prints_few_rulesets_as_a_table_and_many_under_their_answers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = printed(capsys, "daiminkan", "turned", "--rules", "ema-2016,tenhou")
    assert "with the discard (kan dora)" in few and "2 rulesets" in few
    many = printed(capsys, "daiminkan", "turned")
    assert "with the discard  warsaw singapore tenhou mahjong-soul" in many


def test_the_command_gives_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "daiminkan", "turned", "--rules", "tenhou", "--format", "json"))
    assert found["schema"] == 1 and found["rulesets"][0]["id"] == "tenhou"
    answer = found["chapters"][0]["questions"][0]["answers"]["tenhou"]
    assert answer["answer"] == "with the discard"
    # The switch that turns kan dora on only raises the question.
    assert answer["clauses"][0]["key"] == "kandora.daiminkan" and answer["clauses"][1]["key"] == "kandora.enabled"
    assert answer["source"] == answer["clauses"][0]["source"] and answer["source"]["grade"]
    assert to_json(whole())["chapters"][-1]["title"] == PENALTIES


@pytest.mark.parametrize("name", ["book.html", "book.md"])
def test_the_command_writes_what_the_file_is_called(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "casebook", "robbed", "--rules", "ema-2016", "--out", str(tmp_path / name))[0] == 0
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>" if name.endswith("html") else "# Kan casebook")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("xyzzy",), "no question in the casebook contains 'xyzzy'"),
        (("friday.toml",), "write --rules friday.toml"),
        (("ema-2025",), "write --rules ema-2025"),
        (("--rules", "ema-2016,nowhere"), "nowhere"),
    ],
)
def test_the_command_says_what_is_wrong(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "casebook", *words)
    assert code == 2 and said in err


# --- the cases next to the rulesets -----------------------------------------------------------------------------------

OWN = [
    pytest.param(
        path.name.removesuffix(".cases.toml"), case, id=f"{path.name.removesuffix('.cases.toml')}: {case.name}"
    )
    for path in sorted(folder().glob("*.cases.toml"))
    for case in read_cases(path)
]


@pytest.mark.parametrize(("name", "case"), OWN)
def test_a_case_beside_a_ruleset_is_what_that_book_says_and_not_what_all_say(name: str, case: Case) -> None:
    def fits(rules: Ruleset) -> bool:
        return not unmet_expectations(play_case(case, rules), case.expect)

    assert case.source
    assert fits(rulesets()[name]), [
        difference.text for difference in unmet_expectations(play_case(case, rulesets()[name]), case.expect)
    ]
    # What a book of four says beside itself may name tiles and a seat that three do not have.
    books = [rules for rules in rulesets().values() if rules.table.players == rulesets()[name].table.players]
    assert not all(fits(rules) for rules in books), "every bundled ruleset rules so: the casebook is its place"


def test_the_rulesets_that_people_play_most_have_cases_of_their_own() -> None:
    assert {"tenhou", "mahjong-soul", "ema-2016", "ema-2025", "m-league", "wrc-2025"} <= {
        str(param.values[0]) for param in OWN
    }


def test_the_page_of_a_few_rulesets_draws_their_timelines_and_that_of_many_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = printed(capsys, "robbed", "--rules", "ema-2016,tenhou", "--to", "html")
    lying, upright = few.count('<div class="lying"><svg'), few.count('<div class="upright"><svg')
    assert (lying, upright) == (2, 2)
    for name in ("EMA Riichi rules 2016", "Tenhou 2026-08-22"):
        assert few.count(f"<title>Timeline of a kan: {name}</title>") == 2
    many = printed(capsys, "robbed", "--to", "html")
    assert many.startswith("<!DOCTYPE") and "<svg" not in many


def test_a_question_of_a_chapter_is_the_one_of_its_id() -> None:
    first = cases_by_id()["kandora-ankan-ankan"]  # read alone, before its chapter
    found = [case for _, path in chapters() for case in cases_of(path)]
    assert any(case is first for case in found)
    assert all(case is cases_by_id()[case.id] for case in found)
    assert [case.id for case in found] == list(cases_by_id())
