"""A reference names one value of one ruleset, and everything that prints one can be looked up."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kanrules import load_ruleset
from kanrules.desk.explain import look_up
from kanrules.desk.foul import FOULS, foul
from kanrules.locale import translator
from kanrules.report.document import slip_as_html
from kanrules.report.sheet import sheet, sheet_markdown
from kanrules.report.sheet_html import sheet_html
from kanrules.report.sheet_slips import penalty_slip, score_slip
from kanrules.ruleset import bundled_ids
from kanrules.ruleset.explain import Explanation
from kanrules.ruleset.keys import file_text, keys
from kanrules.site.frame import Frame
from kanrules.site.ruleset_page import book_page
from tests.cli.running import run

SITE = "https://club.example/rules"


def said(topic: str, *names: str) -> Explanation:
    found = look_up(topic, None, [load_ruleset(name) for name in names])
    assert isinstance(found, Explanation), found
    return found


def hint(topic: str) -> str:
    found = look_up(topic, None, [load_ruleset(name) for name in bundled_ids()])
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize("name", ["ema-2016", "sega-mj-3p", "burton", "donkey"])
def test_every_value_of_a_ruleset_is_found_by_its_reference(name: str) -> None:
    rules = load_ruleset(name)
    for key in keys():
        found = said(rules.ref(key), name)
        origin = rules.origin(key)
        assert (found.topic, found.options[0].topic) == (f"{name}/{key}", file_text(rules[key]))
        assert [one.source for one in found.sources] == ([origin.source] if origin.source else [])
        assert found.options[0].text, key


def test_a_reference_is_resolved_to_the_value_its_sentence_and_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain", "ema-2016/kandora.ankan", "--format", "json")
    told = json.loads(out)
    (value,), (source,) = told["options"], told["sources"]
    assert code == 0 and told["topic"] == "ema-2016/kandora.ankan"
    assert (value["name"], value["used_by"]) == ('"declaration"', ["ema-2016"])
    assert "turned at once" in value["text"] and source["source"]["clause"] == "3.3.7 (p. 10)"


def test_a_reference_is_printed_with_its_source_whatever_rules_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain", "ema-2016/kandora.ankan", "--rules", "tenhou")
    assert code == 0 and "3.3.7" in out and "Tenhou" not in out


def test_a_value_of_a_ruleset_of_ones_own_is_found_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        '[ruleset]\nid = "club"\nname = "Club"\nedition = "1"\nauthority = "Club"\n[kandora]\nankan = "never"\n'
    )
    code, out, _ = run(capsys, "explain", "club/kandora.ankan", "--rules", str(path))
    assert code == 0 and '"never"' in out and "Set by" in out


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("ema-2016/kandora.anakn", "ema-2016/kandora.ankan"),
        ("ema-2061/kandora.ankan", "ema-2016/kandora.ankan"),
        ("ema/kandora.ankan", "ema-2016/kandora.ankan"),
        ("ema-2016/ankan", "ema-2016/kandora.ankan"),
        ("m-leage/riichi_kan.levle", "m-league/riichi_kan.level"),
    ],
)
def test_a_wrong_reference_gets_the_nearest_ones(wrong: str, near: str) -> None:
    suggested = hint(wrong).split(" or ")
    assert near in suggested and len(suggested) <= 3
    for one in suggested:
        said(one, *bundled_ids())


@pytest.mark.parametrize("nothing", ["qqqq/zzzz", "ema-2016/", "/kandora.ankan", "a/b/c"])
def test_what_is_near_no_reference_suggests_none(nothing: str) -> None:
    assert "/" not in hint(nothing)


def test_a_ruling_names_the_value_that_decides(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "riichi-kan", "234567m345p1112s", "--draw", "1s", "--rules", "ema-2016", "--format", "json")
    ruling = json.loads(out)["ruling"]
    assert ruling["ref"] == f"ema-2016/{ruling['key']}" and said(ruling["ref"], "ema-2016")


def test_a_ruling_under_a_value_laid_over_for_one_question_names_none() -> None:
    rules = load_ruleset("ema-2016")
    other = rules.with_options({"kandora.ankan": "discard"})
    assert other.ref("kandora.ankan") == "", "the reference names the ruleset's own value"
    assert other.ref("kandora.daiminkan") == rules.ref("kandora.daiminkan") == "ema-2016/kandora.daiminkan"


def test_a_ruling_on_a_foul_has_a_reference_wherever_a_key_decides() -> None:
    for name in FOULS:
        ruling = foul(name, load_ruleset("ema-2025")).ruling
        assert bool(ruling.ref) is (ruling.key in keys()), name


@pytest.mark.parametrize("name", ["ema-2016", "mahjong-soul-3p", "warsaw"])
def test_the_page_of_a_ruleset_has_one_anchor_for_every_value(name: str) -> None:
    page = book_page(Frame(translator("en"), "kanrules", live=False), load_ruleset(name))
    anchors = re.findall(r' id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors)), "an id is there once"
    assert set(keys()) <= set(anchors)


def test_paper_prints_references_only_with_the_address_of_a_site() -> None:
    rules = load_ruleset("ema-2016")
    for text in (
        sheet_markdown(sheet(rules)),
        sheet_html(sheet(rules)),
        slip_as_html(penalty_slip(rules, "wrong_tiles")),
    ):
        assert "kandora.daiminkan" not in text and "ema-2016/" not in text
    page = sheet(rules, site=f"{SITE}/")
    for text in (sheet_markdown(page), sheet_html(page)):
        assert "kandora.daiminkan" in text and "ema-2016/KEY" in text
    assert page.where_to_look.endswith(f"{SITE}/r/ema-2016/index.html#KEY.")


def test_a_slip_prints_the_reference_of_its_penalty_and_the_page_that_resolves_it() -> None:
    rules = load_ruleset("ema-2016")
    text = slip_as_html(penalty_slip(rules, "wrong_tiles", site=SITE))
    assert f"ema-2016/penalty.wrong_tiles, {SITE}/r/ema-2016/index.html#penalty.wrong_tiles" in text
    assert "[game.uma]" in slip_as_html(score_slip(rules, site=SITE))


@pytest.mark.parametrize(
    "address", ["club.example", "javascript:alert(1)", "https://a b", "https://x/?q", "https://x/#q"]
)
def test_what_is_no_address_of_a_site_is_refused(capsys: pytest.CaptureFixture[str], address: str) -> None:
    for command in (("sheet", "ema-2016"), ("slip", "penalty", "--rules", "ema-2016")):
        code, out, _ = run(capsys, *command, "--site", address)
        assert code == 2 and not out
