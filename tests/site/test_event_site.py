"""A device that is locked to an event answers under its rules, shows them to players, and records what was ruled."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import segno

from kanrules.locale import translator
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.site.build import SitePlan, build
from kanrules.site.event import counted_word, incidents
from kanrules.site.forms import live_page
from kanrules.site.frame import Frame
from kanrules.site.ruleset_page import book_page
from kanrules.site.runtime import Runtime
from tests.site.browsing import LONG, PHONE, until
from tests.site.conftest import Serving, serve

CLUB = """[ruleset]
id = "heron"
name = "Heron"
extends = "ema-2025"
plugins = ["club"]
[kandora]
daiminkan = "discard"
[plugin.club]
kan_furi = 1
"""
EVENT = """[ruleset]
id = "heron-open"
name = "Heron Open"
edition = "2026"
version = "3"
extends = "./heron.toml"
[event]
name = "Heron Open 2026"
last_day = {last}
[event.decisions]
kandora.pending_on_next_kan = "keep"
"""


@pytest.fixture(scope="module")
def heron_open(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    folder: Path = tmp_path_factory.mktemp("event")
    folder.joinpath("heron.toml").write_text(CLUB, encoding="utf-8")
    event = folder / "heron-open.toml"
    event.write_text(EVENT.format(last=date.today() + timedelta(days=1)), encoding="utf-8")
    return load_ruleset(event)


def tools(*rules: Ruleset, language: str = "en") -> str:
    """The page of the tools of a site with these rulesets."""
    events = tuple(one for one in rules if one.event is not None)
    return live_page(
        Frame(translator(language), "Heron", live=True, languages=("en", "de"), events=events), rules, rules
    )


def test_only_a_site_with_an_event_has_its_bar_and_forms(heron_open: Ruleset) -> None:
    page = tools(heron_open)
    (events,) = re.findall(r'<template id="event" data-events="([^"]*)"', page)
    (told,) = json.loads(unescape(events))
    assert told["name"] == "Heron Open 2026" and told["rules"] == "Heron Open 2026, version 3"
    for part in ('id="player"', 'id="record"', 'id="records"', "live/event.js"):
        assert part in page
    for part in ('id="event"', 'id="player"', 'id="record"', "live/event.js"):
        assert part not in tools(load_ruleset("ema-2025"))


def test_six_buttons_lead_to_the_questions_of_what_happens_most_often() -> None:
    html = incidents(translator("en"))
    assert html.count("<details") == 6
    titles = re.findall(r"<summary><b>([^<]*)</b>", html)
    assert titles[0] == "Indicator late, early or wrong" and titles[-1] == "Tiles knocked over"


def test_what_is_counted_has_the_rulebooks_own_word(heron_open: Ruleset) -> None:
    assert counted_word(heron_open) == "minor error"
    assert counted_word(load_ruleset("wrc-2025")) == "warning"


@pytest.fixture(scope="module")
def site(heron_open: Ruleset, runtime: Runtime) -> Iterator[Serving]:
    serving = serve(build(SitePlan((heron_open,), languages=("en", "de"), title="Heron"), runtime))
    yield serving
    serving.end()


@pytest.fixture(scope="module")
def locked(chromium: Any, site: Serving) -> Iterator[Any]:
    """A phone that followed the link to the event, without a network since it was ready."""
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{site.address}live/index.html?event=heron-open")
    page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("html[data-live=ready]", timeout=LONG)
    yield page
    context.close()


def test_a_locked_phone_is_ready_for_aeroplane_mode_and_has_one_bar(locked: Any) -> None:
    bar = locked.inner_text(".eventbar")
    assert "Heron Open 2026, version 3" in bar and "Ready offline" in bar
    assert not locked.is_visible(".top") and not locked.is_visible("#tool-ask .rulesbar")
    heights = [
        locked.evaluate("(name) => document.querySelector(name).offsetHeight", name) for name in (".eventbar", ".dock")
    ]
    assert sum(heights) <= 112


def test_a_ruling_is_shown_in_the_players_language_and_recorded_with_its_number(locked: Any) -> None:
    locked.click(".incidents summary >> nth=3")
    locked.click(".incidents [open] button >> nth=0")
    locked.wait_for_selector("#tool-ask .answer [data-branch]", timeout=LONG)
    locked.check("#tool-ask [data-branch] >> nth=0")
    locked.click("#answered [data-show]")
    locked.click("#player [data-speak=de]")
    locked.wait_for_selector("html:not([data-asking]) #player [data-shown][lang=de]", timeout=LONG)
    assert "Ersatzstein" in locked.inner_text("#player [data-shown]")
    locked.click("#player [data-close]")
    for number in (1, 2):
        locked.click("#answered [data-record]")
        locked.fill("#record-round", "2")
        locked.fill("#record-table", "7")
        for label in ("South", "Minor error"):
            locked.click(f"#record .seg label:has-text('{label}')")
        assert f"Minor error, this player or seat today: {number}" in locked.inner_text("#record .counts")
        locked.click("#record button.go")
    locked.click(".dock [data-tool=none]")
    with locked.expect_download() as saved:
        locked.click("[data-export]")
    text = Path(saved.value.path()).read_text("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["number"] for row in rows] == ["1", "2"]
    assert {row["rules"] for row in rows} == {"heron-open"} and rows[0]["step"] and "6.4.1" in rows[0]["clause"]
    other = text.replace(rows[1]["id"], "another-referees")
    locked.set_input_files("[data-merge]", {"name": "b.csv", "mimeType": "text/csv", "buffer": other.encode()})
    until(locked, "() => document.querySelectorAll('.records li').length === 3")


def test_a_locked_phone_answers_under_the_events_rules_until_it_is_unlocked(locked: Any, site: Serving) -> None:
    locked.goto(f"{site.address}live/index.html?tool=foul&rules=ema-2025&name=riichi_kan")
    locked.wait_for_selector("#tool-foul .answer", timeout=LONG)
    assert "Heron Open 2026" in locked.inner_text("#tool-foul .answer")
    locked.click(".dock [data-tool=none]")
    locked.click("[data-unlock]")
    locked.wait_for_selector("html:not(.locked)", timeout=LONG)
    assert locked.is_visible(".top")


def test_the_page_of_an_events_rules_has_the_code_that_locks_a_phone_to_it(heron_open: Ruleset) -> None:
    address = "https://club.example/rules"
    frame = Frame(translator("en"), "Heron", live=True, events=(heron_open,), address=address)
    page = book_page(frame, heron_open)
    (drawn,) = re.findall(r'aria-label="QR code for the referees&#x27; phones"><svg viewBox="0 0 (\d+) ', page)
    code = segno.make(f"{address}/live/index.html?event=heron-open", error="m", micro=False)
    assert int(drawn) == code.symbol_size(border=2)[0]
    assert "referees&#x27; phones" not in book_page(replace(frame, address=""), heron_open)
