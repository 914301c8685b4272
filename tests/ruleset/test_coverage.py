"""Where the clauses of a book went: all of them are placed, and what is named cites them."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from typing import Any

import pytest

from kanrules.desk.case_index import cases_by_id
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.coverage import ClauseCoverage, PlacedClause, covered, read_coverage
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import folder

# The tables of contents, counted in the books: how many numbered parts a chapter has. A heading without a text of its
# own is left out.
CONTENTS: dict[str, tuple[str, dict[str, int]]] = {
    "ema-2025": (
        "3.3 3.4 4.1 4.2 6.1 6.2 6.3 6.5 6.6 6.7 6.8 6.9 6.10 6.11 6.12 8",
        {"1": 4, "2": 8, "3": 7, "3.3": 14, "3.4": 6, "3.7": 1, "4": 3, "4.1": 4, "4.2": 6, "5": 8, "6.1": 4, "6.4": 5}
        | {"6.5": 6, "6.6": 2, "6.7": 4, "7": 5},
    ),
    "ema-2016": (
        "preface 3.3 3.4 3.5 3.6 4.1 4.2 4.3 6",
        {
            "1": 4,
            "2": 8,
            "3": 6,
            "3.3": 14,
            "3.4": 11,
            "3.6": 1,
            "4": 3,
            "4.1": 3,
            "4.2": 6,
            "5": 9,
            "5.1": 4,
            "5.2": 1,
        },
    ),
    "rrc-2026": (
        "1 2 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 3.12 6.2 7.1 duplicate+1",
        {"3.1": 2, "3.4": 7, "3.7": 2, "3.10": 1, "3.11": 5, "3.12": 4, "3.13": 2, "4": 7, "5": 10, "6.1": 3, "6.2": 2}
        | {"6.3": 4, "guide+1": 11, "tournaments+1": 7},
    ),
    "mil-2024": (
        "7",
        {"1": 12, "2": 7, "3": 3, "4": 2, "5": 3, "6": 5, "8": 10, "9": 3, "10": 5, "11": 4, "12": 3, "13": 5, "14": 3},
    ),
    "furiten-nl": ("inleiding 1 2 3 4", {}),
}
M_LEAGUE = (
    (1, (0, 5, 0, 0, 0, 0, 3, 5)),
    (2, (0, 0, 0, 0, 0, 6)),
    (3, (0, 5, 4, 9, 0, 1, 5, 5, 4, 3, 5, 2, 4)),
    (4, (2, 3, 2, 2, 6, 0, 0, 7)),
    (5, (4, 3, 0, 0, 4)),
    (6, (0, 6, 5, 2, 7, 2)),
    (7, (2, 2, 4, 6, 5)),
    (8, (3,)),
    (9, (11, 12, 3, 1, 0)),
)
"""Chapters of the M.League's rules, with the number of paragraphs of each article; 0 if an article has none."""


def parts_of(name: str) -> set[str]:
    single, chapters = CONTENTS[name]
    counted = (f"{chapter}.{number}" for chapter, last in chapters.items() for number in range(1, last + 1))
    return {part.replace("+", " ") for part in chain(single.split(), counted)}


def cited(clause: str) -> set[str]:
    """What a source's clause cites: `a 1`, `a 2` of `a 1-2`, and its words."""
    found, chapter = set(), ""
    for part in re.split(r"[;,]", re.sub(r"\([^)]*\)", "", clause)):
        number = re.fullmatch(r"(.*?)\s*([\d.]*\d)(?:-([\d.]*\d))?(?::.*|\D*)", part.strip())
        if number is None:
            found.add(part.strip())
            chapter = part.strip()
            continue
        chapter = number[1] or chapter
        ranged = PlacedClause(f"x {number[2]}-{number[3]}" if number[3] else f"x {number[2]}", "").numbers
        numbers = {one.removeprefix("x ") for one in ranged}
        found |= {f"{chapter} {one}".strip() for one in numbers} | numbers
    articles = set(re.findall(r"\d+-\d+(?:\(\d+\))?", clause))  # 4-5(2): paragraph 2 of article 5 in chapter 4
    return found | articles | {chapter, clause}


def cites(clause: str, placed: PlacedClause) -> bool:
    if not re.search(r"\d", placed.number):
        return placed.number in clause
    if ", " in placed.number:  # an entry: its section and its heading
        return all(part in clause for part in placed.number.split(", ", 1))
    said = cited(clause)
    bare = {number.split(" ")[-1] for number in placed.numbers}
    if not re.match(r"\d|guide|tournaments", placed.number):
        chapter = placed.number.rsplit(" ", 1)[0]
        return bool(said & {f"{chapter} {one}" for one in bare}) or chapter in said or placed.number in clause
    return bool(said & bare)


def sources(name: str) -> dict[str, Any]:
    document: dict[str, Any] = tomllib.loads((folder() / f"{name}.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = document["source"]
    rules = load_ruleset(name)
    # A plugin that carries the rulebook's penalties names their clauses.
    of_plugins = {
        key: rules.origin(key).source
        for key in keys()
        if rules.origin(key).set_by.startswith("plugin ") and rules.head.plugins
    }
    return found | {key: source.to_json() for key, source in of_plugins.items() if source is not None}


@pytest.mark.parametrize("name", covered())
def test_every_clause_has_its_place(name: str) -> None:
    coverage = read_coverage(name)
    assert all(one.says and (one.keys or one.unsaid or one.out) for one in coverage.clauses)
    assert not [one.number for one in coverage.clauses if one.keys and one.out]


@pytest.mark.parametrize("name", sorted(CONTENTS))
def test_every_numbered_part_of_the_book_is_a_clause(name: str) -> None:
    numbers = [number for one in read_coverage(name).clauses for number in one.numbers]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) == parts_of(name)


def test_every_paragraph_of_the_m_league_is_a_clause() -> None:
    counted = [
        f"{chapter}-{article}" + (f"({paragraph})" if paragraphs else "")
        for chapter, articles in M_LEAGUE
        for article, paragraphs in enumerate(articles, 1)
        for paragraph in range(1, max(paragraphs, 1) + 1)
    ]
    assert [number for one in read_coverage("m-league").clauses for number in one.numbers] == counted


INTRODUCTIONS = {
    "en-intro": (
        "introduction", "Procedure", *(f"Procedure, {step}" for step in range(1, 8)), "Kandora timing", "Kan types",
        "Daiminkan", "Shouminkan", "Ankan", *(f"Tile arrangements, {one}" for one in ("Closed", "Called", "Added")),
        "Multiple kan calls", "Kan during riichi", "Last tile", "Tile calls", "Suukaikan", "Yaku", "Chankan",
        "Rinshan kaihou", "Sankantsu and suukantsu", "Kan risks",
    ),
    "fr-intro": (
        "introduction", *(f"Procédure, {step}" for step in range(1, 9)),
        *(f"Organisation des tuiles, {one}" for one in ("Fermé", "Ouvert", "Ajoutés")), "Types de carrés", "Daiminkan",
        "Shōminkan", "Ankan", "Déclarations multiples", "Kan pendant riichi", "Dernière tuile", "Vols de tuiles",
        "Sūkaikan", "Yaku", "Chankan", "Rinshan kaihō", "Sankantsu and sūkantsu", "Risques",
    ),
    "ja-intro": (
        "槓子(カンツ)は4枚の刻子", "槓子の種類といろいろなカン", "暗槓", "大明槓", "小明槓", "カンをした後は",
        "王牌から嶺上牌をツモって", "王牌を補充する", "手牌から捨て牌する", "槓ドラ", "王牌(ワンパイ)詳細",
        "嶺上牌を使い切ったら", "まとめ",
    ),
}  # fmt: skip
"""Headings of the introductions, and their numbered steps, in the order of the page. Headings without a text of their
own are left out, and of the glossary of the Japanese page all entries except the dead wall.
"""


@pytest.mark.parametrize("name", INTRODUCTIONS)
def test_every_heading_and_step_of_an_introduction_is_a_clause(name: str) -> None:
    numbers = [number for one in read_coverage(name).clauses for number in one.numbers]
    assert sorted(numbers) == sorted(INTRODUCTIONS[name])


WRC_PENALTIES = {"12.1": 1, "12.2": 5, "12.3.1": 4, "12.3.2": 2, "12.3.3": 4, "12.3.4": 3, "12.3.5": 8}
"""Sections of the WRC's penalties of 2025 with a rule about a hand in play, and how many entries each has."""


def test_every_entry_of_the_wrc_penalties_about_a_hand_is_a_clause() -> None:
    counted: dict[str, int] = {}
    for one in read_coverage("wrc-2025").clauses:
        section = one.number.partition(", ")[0]
        counted[section] = counted.get(section, 0) + 1
    assert {section: count for section, count in counted.items() if section in WRC_PENALTIES} == WRC_PENALTIES
    assert set(counted) - set(WRC_PENALTIES) == {"12.3.6", "12.3.7", "12.3.8", "12.3.9"}


def test_every_book_that_was_read_whole_has_its_clauses_placed() -> None:
    whole = {path.stem for path in folder().glob("*.toml") if 'text_read = "whole"' in path.read_text(encoding="utf-8")}
    assert whole <= set(covered())


@pytest.mark.parametrize("name", covered())
def test_every_key_of_a_clause_cites_that_clause(name: str) -> None:
    own = sources(name)
    assert not [
        (one.number, key, own.get(key, {}).get("clause"))
        for one in read_coverage(name).clauses
        for key in one.keys
        if key not in own or not cites(own[key].get("clause", ""), one)
    ]


@pytest.mark.parametrize("name", covered())
def test_every_value_that_the_book_establishes_stands_under_one_of_its_clauses(name: str) -> None:
    coverage: ClauseCoverage = read_coverage(name)
    placed = {key for one in coverage.clauses for key in one.keys}
    assert {key for key, source in sources(name).items() if _is_of(coverage, source)} == placed
    assert all(load_ruleset(name).origin(key).source is not None for key in placed)


def _is_of(coverage: ClauseCoverage, source: dict[str, str]) -> bool:
    """False for a value that somebody else's document establishes."""
    if source["grade"] == "quoted":
        return source["document"] == coverage.document
    return source["grade"] != "secondary" or source["document"].startswith(coverage.document.split(",")[0])


@pytest.mark.parametrize("name", covered())
def test_a_contradiction_names_clauses_of_the_book(name: str) -> None:
    coverage = read_coverage(name)
    numbers = {number for one in coverage.clauses for number in (one.number, *one.numbers)}
    assert not [one.clauses for one in coverage.contradictions if not set(one.clauses) <= numbers]


CITED_AS = {
    "ema-2016": r"EMA (?:2012 and )?2016(?: and 2025)?",
    "ema-2025": r"EMA (?:2016 and )?2025",
    "m-league": r"M\.League",
    "mil-2024": r"MIL 2024",
    "rrc-2026": r"RRC",
}
"""How the sources of casebook questions name a rulebook whose clauses have numbers."""
NUMBER = r"(?:\d+(?:\.\d+)+|\d+-\d+(?:\(\d+\))?)"
NUMBERS = rf",? ({NUMBER}(?:(?:, | with | and ){NUMBER})*)"


@pytest.mark.parametrize("name", CITED_AS)
def test_a_clause_names_the_casebook_questions_that_cite_it(name: str) -> None:
    cited_by: dict[str, set[str]] = {}
    for id, case in cases_by_id().items():
        for found in re.finditer(CITED_AS[name] + NUMBERS, case.source):
            for number in re.findall(NUMBER, found[1]):
                cited_by.setdefault(number, set()).add(id)
    linked = {one.number: set(one.cases) for one in read_coverage(name).clauses if one.cases}
    assert linked == cited_by


def test_every_linked_case_is_a_question_of_the_casebook() -> None:
    for name in covered():
        for one in read_coverage(name).clauses:
            assert set(one.cases) <= set(cases_by_id())
            assert list(one.cases) == sorted(one.cases)


GGHK_CONTENTS = {
    "總則": 5, "簡則": 40, "麻雀牌的構成": 3, "麻雀對局的目的": 3, "面子": 5, "和牌形": 4, "配牌程序": 3, "摸打程序": 4,
    "結算程序": 3, "反應時間": 3, "開門": 4, "配牌": 8, "桌面區域劃分": 4, "打牌": 5, "摸打規條": 12, "鳴牌": 7,
    # Pon, chi, and kan are numbered through.
    "碰牌": 3, "吃牌": 5, "開槓": 8, "搶槓": 4, "和了 (行牌事件)": 3, "和了結算": 5, "鳴牌優先規條": 8, "懸賞牌": 9,
    "鳴牌牌組擺放": 6, "立直": 15, "和了": 7, "流局": 7, "本場": 3, "半莊結束": 9, "犯規與罰則": 8, "配牌時的犯規": 5,
    "摸牌時的犯規": 6, "相公": 4, "行牌時的犯規": 13, "其他犯規行為": 4, "點數授受法": 10, "符": 9, "一飜役": 11,
    "兩飜役": 11, "三飜役": 3, "六飜役": 1, "役滿役": 12,
}  # fmt: skip
"""Clauses under each heading of GGHK's rulebook, counted in the book. Other headings have no numbered clauses."""


def test_every_heading_of_gghk_has_as_many_clauses_as_its_book() -> None:
    counted: dict[str, int] = {}
    for one in read_coverage("gghk-2023").clauses:
        for number in one.numbers:
            heading = re.fullmatch(r"(.*?)\s*(\d+)", number)
            if heading is not None:
                counted[heading[1]] = counted.get(heading[1], 0) + 1
    assert counted == GGHK_CONTENTS
