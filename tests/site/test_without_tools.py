"""A club's page before its tools are ready, and in a browser that cannot run or keep them: never blank or silent."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kanrules.locale import translator
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.site.build import SitePlan, build
from kanrules.site.first_answers import first_answers, tapped
from kanrules.site.forms import live_page
from kanrules.site.frame import Frame
from kanrules.site.live.answer import answer
from kanrules.site.runtime import Runtime
from tests.site.browsing import LONG, PHONE
from tests.site.conftest import Serving, serve
from tests.site.test_event_site import CLUB


@pytest.fixture(scope="module")
def heron(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    path: Path = tmp_path_factory.mktemp("club") / "heron.toml"
    path.write_text(CLUB, encoding="utf-8")
    return load_ruleset(path)


@pytest.fixture(scope="module")
def site(heron: Ruleset, runtime: Runtime) -> Iterator[Serving]:
    serving = serve(build(SitePlan((heron,), title="Heron"), runtime))
    yield serving
    serving.end()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_answers_on_the_site_are_those_of_the_tools_to_all_that_can_be_tapped(language: str) -> None:
    say = translator(language)
    found = json.loads(gzip.decompress(first_answers(load_ruleset("ema-2025"), say)))
    page = live_page(Frame(say, "club", live=True), [load_ruleset("ema-2025")])
    for tool, field in (("ask", "question"), ("foul", "name")):
        assert list(found[tool]) == list(tapped()[tool])
        # Each of them would take as long as the site.
        for name in list(found[tool])[::9]:
            title, html, verdict, code = found[tool][name]
            asked = {"tool": tool, "language": language, "fields": [["rules", "ema-2025"], [field, name]]}
            told = json.loads(answer(json.dumps(asked)))
            assert (html, verdict, code) == (told["html"], told["verdict"], told["code"])
            assert f">{title}<" in page or f">{title[0].lower()}{title[1:]}<" in page


def held(chromium: Any, what: str = "**/live/bundle.pack") -> tuple[Any, list[Any]]:
    """A phone that waits for the library, and the requests that it waits for."""
    context = chromium.new_context(viewport=PHONE, service_workers="block")
    waiting: list[Any] = []
    context.route(what, lambda one: waiting.append(one))
    return context, waiting


def test_a_tap_before_the_tools_are_ready_shows_the_ruling_and_it_stays_when_they_are(
    chromium: Any, site: Serving
) -> None:
    context, waiting = held(chromium)
    page = context.new_page()
    page.goto(f"{site.address}live/index.html?tool=ask")
    page.click(".incidents summary >> nth=3")
    page.click(".incidents [open] button >> nth=0")
    page.wait_for_selector("#tool-ask .answer [data-branch]", timeout=LONG)
    assert page.get_attribute("html", "data-live") == "loading"
    page.check("#tool-ask [data-branch] >> nth=0")
    shown = page.inner_text("#tool-ask .answer")
    assert "Heron" in shown and "6.4.1" in shown
    waiting[0].continue_()
    page.wait_for_selector("html[data-live=ready]:not([data-asking])", timeout=LONG)
    assert page.is_checked("#tool-ask [data-branch] >> nth=0")
    assert page.inner_text("#tool-ask .answer") == shown
    told = json.loads(page.text_content("#tool-ask .answer > script"))
    assert told["answers"][0]["subject"] == "replacement-wrong-place" and told["kanrules"]
    context.close()


def test_without_the_tools_typing_finds_titles_and_a_foul_has_its_penalty(chromium: Any, site: Serving) -> None:
    context, _ = held(chromium)
    page = context.new_page()
    page.goto(f"{site.address}live/index.html?tool=ask")
    page.fill("#ask-question", "turned late")
    page.click("[data-nearest] button:has-text('turned too late')")
    page.wait_for_selector("#tool-ask .answer", timeout=LONG)
    page.goto(f"{site.address}live/index.html?tool=foul&name=riichi_kan")
    page.wait_for_selector("#tool-foul .answer", timeout=LONG)
    assert page.get_attribute("html", "data-live") == "loading"
    assert "6.7.1" in page.inner_text("#tool-foul .answer")
    page.click("#tool-foul .reopen")
    page.check("#tool-foul [name=repeated]")
    assert not page.is_visible("#tool-foul .answer"), "an answer to another question goes"
    context.close()


def test_a_browser_without_webassembly_says_so_and_shows_the_rulings_of_the_site(chromium: Any, site: Serving) -> None:
    context = chromium.new_context(viewport=PHONE)
    context.add_init_script("delete globalThis.WebAssembly")
    page = context.new_page()
    page.goto(f"{site.address}live/index.html?tool=ask&question=replacement-wrong-place")
    page.wait_for_selector("html[data-live=impossible] #tool-ask .answer", timeout=LONG)
    assert "WebAssembly" in page.inner_text("#status") and "6.4.1" in page.inner_text("#tool-ask .answer")
    page.goto(f"{site.address}live/index.html?tool=ask&question=anything+else")
    page.wait_for_selector("#tool-ask [role=alert]", timeout=LONG)
    assert "WebAssembly" in page.inner_text("#tool-ask [role=alert]")
    context.close()
