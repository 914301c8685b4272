"""A club's page before its tools are ready, and in a browser that cannot run or keep them: never blank or silent."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from kanrules.locale import translator
from kanrules.ruleset import load_ruleset
from kanrules.site.build import SitePlan, add_archives, build, service_worker
from kanrules.site.bundle import _archive, packed
from kanrules.site.first_answers import first_answers, tapped
from kanrules.site.forms import live_page
from kanrules.site.frame import Frame
from kanrules.site.live.answer import answer
from kanrules.site.live.compose import packed as link_of
from kanrules.site.runtime import Runtime
from tests.site.browsing import LONG, PHONE, go, opened
from tests.site.conftest import Serving, archive, serve, unpacked
from tests.site.test_event_site import CLUB, EVENT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, runtime: Runtime) -> Iterator[Serving]:
    """The site of a club with an event."""
    folder: Path = tmp_path_factory.mktemp("club")
    folder.joinpath("heron.toml").write_text(CLUB, encoding="utf-8")
    folder.joinpath("heron-open.toml").write_text(EVENT.format(last=date.today() + timedelta(days=1)), encoding="utf-8")
    named = tuple(load_ruleset(folder / f"{name}.toml") for name in ("heron", "heron-open"))
    serving = serve(build(SitePlan(named, title="Heron"), runtime))
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


def held(chromium: Any, what: str = "**/live/bundle-*.pack") -> tuple[Any, list[Any]]:
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


def test_no_other_rules_are_named_until_those_of_a_link_are_read(chromium: Any, site: Serving) -> None:
    club = '[ruleset]\nid = "alpha"\nname = "Alpha"\nauthority = "Alpha"\nversion = "1"\nextends = "ema-2025"\n'
    context, waiting = held(chromium)
    page = context.new_page()
    page.goto(f"{site.address}live/index.html?tool=foul&name=riichi_kan#rules={link_of(club)}")
    while not waiting:
        page.wait_for_timeout(20)
    assert page.inner_text("#tool-foul .rulesbar b") == "…"
    waiting[0].continue_()
    page.wait_for_selector("#tool-foul .rulesbar b:has-text('Alpha')", timeout=LONG)
    context.unroute_all()
    page.goto("about:blank")
    page.goto(f"{site.address}live/index.html?tool=foul&name=riichi_kan#rules=broken")
    page.wait_for_selector("#tool-foul [role=alert]", timeout=LONG)
    assert "Heron" in page.inner_text("#tool-foul .rulesbar b")
    page.wait_for_timeout(1000)
    assert not page.query_selector("#tool-foul .answer"), "the question was about other rules"
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
    assert "WebAssembly" in page.inner_text("#status")
    page.check("#tool-ask [data-branch] >> nth=0")
    assert "6.4.1" in page.inner_text("#tool-ask .answer")
    page.goto(f"{site.address}live/index.html?tool=ask&question=anything+else")
    page.wait_for_selector("#tool-ask [role=alert]", timeout=LONG)
    assert "WebAssembly" in page.inner_text("#tool-ask [role=alert]")
    context.close()


FULL = """(() => {
  const full = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError'); };
  Storage.prototype.setItem = full;
})();"""
DAMAGE = """async () => {
  const damaged = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const one of await cache.keys()) {
      if (!/\\/bundle-|start-/.test(one.url)) continue;
      await cache.put(one, new Response(new Uint8Array([31, 139, 8, 0, 1, 2, 3])));
      damaged.push(one.url);
    }
  }
  return damaged;
}"""
"""Replaces the saved library, and the memory of the started one, by a file that broke off."""


def test_a_saved_library_that_is_damaged_is_fetched_again_and_the_question_is_answered(
    chromium: Any, site: Serving
) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{site.address}live/index.html?tool=foul&name=riichi_kan")
    page.wait_for_selector("html[data-offline=ready]:not([data-asking])", timeout=LONG)
    (library,) = (one for one in page.evaluate(DAMAGE) if "/bundle-" in one)
    page.goto(f"{site.address}live/index.html?tool=foul&name=riichi_kan&repeated=1")
    page.wait_for_selector("#tool-foul .answer", timeout=LONG)
    assert page.get_attribute("html", "data-live") == "ready"
    size = "async (one) => (await (await caches.match(one)).arrayBuffer()).byteLength"
    assert page.evaluate(size, library) == len(site.found[archive(site.found, "bundle.pack")])
    context.close()


READER = """from kanrules.site.live.form_fields import PageAnswer
def answer(given): return PageAnswer("<p>another build</p>", None, "new")
"""
NEWER = "#newer:not([hidden])"


@pytest.fixture
def updated(site: Serving) -> Iterator[tuple[Serving, dict[str, bytes]]]:
    """The site, and its files as the next version has them: its late archive reads rules in its own way."""
    found = {name: data for name, data in site.found.items() if name != "sw.js"}
    with unpacked(found[archive(found, "more.pack")]) as late:
        files = {name: late.read(name) for name in late.namelist()}
    files["kanrules/site/live/read.py"] = READER.encode()
    add_archives(found, {"more.pack": packed(_archive(files.items()))})
    found["sw.js"] = service_worker(found, ("en",))
    serving = serve(dict(site.found))
    yield serving, found
    serving.end()


def publish(serving: Serving, found: dict[str, bytes]) -> None:
    """Put other files in the place of those that are served."""
    serving.found.update(found)
    for name in serving.found.keys() - found:
        del serving.found[name]


def test_a_tab_that_stays_open_while_another_updates_the_site_loads_nothing_of_the_new_version(
    context: Any, updated: tuple[Serving, dict[str, bytes]]
) -> None:
    serving, found = updated
    page, other = context.new_page(), context.new_page()
    opened(page, f"{serving.address}live/index.html?tool=foul&name=riichi_kan")
    page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
    publish(serving, found)
    other.goto(serving.address)
    other.click(f"{NEWER} button", timeout=LONG)
    page.wait_for_selector(NEWER, timeout=LONG)
    go(page, "?tool=read&rules=heron")
    page.wait_for_selector("#tool-read [role=alert]", timeout=LONG)
    assert "has been updated" in page.inner_text("#tool-read [role=alert]")
    # What the tab has loaded already answers on.
    go(page, "?tool=foul&name=riichi_kan&rules=heron")
    page.wait_for_selector("#tool-foul .answer", timeout=LONG)
    go(page, "?tool=read&rules=heron")
    page.click(f"{NEWER} button")
    page.wait_for_selector("#tool-read .answer:has-text('another build')", timeout=LONG)


def test_a_browser_that_has_kept_the_script_of_another_version_starts_the_tools(chromium: Any, site: Serving) -> None:
    context = chromium.new_context(viewport=PHONE, service_workers="block")
    page = context.new_page()
    asked: list[str] = []

    def stale(route: Any) -> None:
        asked.append(route.request.url)
        script = site.found["live/worker.js"].decode()
        if len(asked) == 1:
            route.fulfill(
                body=script.replace("bundle-", "bundle-of-before-"), headers={"Content-Type": "text/javascript"}
            )
        else:
            route.continue_()

    context.route("**/live/worker.js*", stale)
    opened(page, f"{site.address}live/index.html")
    assert len(asked) > 1
    context.close()


def test_a_device_without_room_says_so_and_answers(chromium: Any, site: Serving) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{site.address}live/index.html")
    page.evaluate(
        "dispatchEvent.call(navigator.serviceWorker, new MessageEvent('message', { data: { kind: 'unkept', "
        "why: 'QuotaExceededError: Quota exceeded.' } }))"
    )
    page.wait_for_selector("html[data-offline=full]", timeout=LONG)
    assert "no room left" in page.inner_text("#kept")
    context.close()


def test_a_ruling_that_cannot_be_stored_is_not_shown_as_stored(chromium: Any, site: Serving) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{site.address}live/index.html?event=heron-open")
    page.wait_for_selector("html.locked", timeout=LONG)
    page.evaluate(FULL)
    page.click(".dock [data-tool=none]")
    page.click("#records [data-record]")
    page.fill("#record-incident", "tiles knocked over")
    page.click("#record button.go")
    assert page.is_visible("#record [data-lost]") and "no room left" in page.inner_text("#record [data-lost]")
    assert page.input_value("#record-incident") == "tiles knocked over"
    page.click("#record [data-close]")
    assert "tiles knocked over" not in page.inner_text("#records ul")
    context.close()
