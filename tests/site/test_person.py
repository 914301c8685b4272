"""What a person sees and does: five languages, keyboard only, drafts and shared rules, a club's site over a year."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

import pytest

from kanrules.cli import main
from kanrules.locale import LANGUAGES, translator
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.site.build import SitePlan, add_archives, build, service_worker
from kanrules.site.bundle import catalogue
from kanrules.site.forms import live_page
from kanrules.site.frame import Frame
from kanrules.site.home import home_page
from kanrules.site.live.compose import packed
from kanrules.site.runtime import Runtime
from tests.site.browsing import (
    LONG,
    NOTHING_IS_SAVED,
    PHONE,
    REMEMBERED,
    answered,
    choose,
    first_answers,
    go,
    opened,
    settled,
    until,
)
from tests.site.conftest import Serving, serve
from tests.site.seen import COMMAND
from tests.site.test_language import POSITION
from tests.site.test_saved import Host

KAN = "hand=3335666p111456s&draw=3p"
STATES: list[tuple[str, str, bool]] = [
    *((tool, "", False) for tool in ("riichi-kan", "pay", "foul", "ask", "position", "diff")),
    ("riichi-kan", f"{KAN}&rules=ema-2016", True),
    ("riichi-kan", f"{KAN}&rules=no-such-rules", True),
    ("riichi-kan", "hand=333p147m258s1234z&draw=3p&rules=tenhou", True),
    ("pay", "yakuman=daisangen&winner=west&by=north&liable=south&rules=m-league", True),
    ("pay", "yakuman=daisangenn&winner=west&rules=m-league", True),
    ("pay", "han=3&winner=west&rules=m-league", True),
    ("foul", "name=riichi_kan&rules=m-league", True),
    ("ask", "question=dead+wall&rules=m-league", True),
    ("ask", "question=zzzz&rules=m-league", True),
    ("position", f"cases={quote(POSITION)}&rules=tenhou", True),
    ("position", "cases=zzzz&rules=tenhou", True),
    ("diff", "a=tenhou&b=ema-2016", True),
]
"""Tool, question, and whether there is an answer to wait for."""
TEXTS = """() => {
  for (const one of document.querySelectorAll('[data-lines], [data-download], textarea')) one.style.display = 'none';
  const shown = [...document.querySelectorAll('[aria-label], [placeholder]')].filter((one) => one.checkVisibility());
  const labels = shown.map((one) => one.getAttribute('aria-label') || one.placeholder);
  return [...document.body.innerText.split('\\n'), ...labels].map((one) => one.trim()).filter(Boolean);
}"""


@pytest.fixture(scope="module")
def in_five_languages(whole: dict[str, bytes]) -> Iterator[Serving]:
    """The start page and the tools in every language, with the library."""
    books = [load_ruleset(name) for name in bundled_ids()]
    found = {name: data for name, data in whole.items() if name.startswith("live/") or "/" not in name}
    for language in LANGUAGES:
        frame = Frame(translator(language), "kanrules", True, tuple(LANGUAGES))
        found[f"{frame.folder}index.html"] = home_page(frame, books, ()).encode()
        found[f"{frame.folder}live/index.html"] = live_page(frame, books).encode()
        if (words := catalogue(language)) is not None:
            add_archives(found, {f"words-{language}.zip": words})
    del found["sw.js"]
    found["sw.js"] = service_worker(found, tuple(LANGUAGES))
    serving = serve(found)
    yield serving
    serving.end()


def club(name: str, level: str) -> str:
    ident = name.lower().replace(" ", "-")
    return (
        f'[ruleset]\nid = "{ident}"\nname = "{name}"\nauthority = "{name}"\nversion = "1"\nextends = "ema-2025"\n\n'
        f'[riichi_kan]\nlevel = "{level}"\n'
    )


@pytest.mark.sample(3)
@pytest.mark.parametrize("language", ["ja", *(one for one in LANGUAGES if one != "ja")])
def test_nobody_sees_english_in_another_language_or_words_of_the_command_line(
    chromium: Any, in_five_languages: Serving, messages: frozenset[str], language: str
) -> None:
    say = translator(language)
    english = {one.casefold() for one in messages if say.knows(one) and say(one).casefold() != one.casefold()}
    # Words that another message has as its translation are of this language, too.
    english -= {say(one).casefold() for one in messages}
    assert language == "en" or len(english) > 1000
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    wrong: list[tuple[str, str]] = []

    def look(state: str, typed: str = "") -> None:
        # The file itself is what it is in every language, and so is the question that an answer keeps.
        for text in page.evaluate(TEXTS):
            is_english = language != "en" and text.casefold() in english and text.casefold() != typed
            if COMMAND.search(text) or is_english:
                wrong.append((state, text))

    folder = "" if language == "en" else f"{language}/"
    page.goto(f"{in_five_languages.address}{folder}index.html")
    look("home")
    opened(page, f"{in_five_languages.address}{folder}live/index.html")
    look("tools")
    for tool, query, answers in STATES:
        go(page, f"?tool={tool}&{query}")
        if answers:
            answered(page, tool)
        look(f"{tool} {query}"[:60], "".join(parse_qs(query).get("question", [])))
    go(page, f"?tool=riichi-kan&{KAN}#rules={packed(club('Riichi Bremen', 'forbidden'))}")
    answered(page, "riichi-kan")
    look("shared rules")
    page.click("#shared [data-use]")
    go(page, "?tool=compose&rules=ema-2016")
    page.wait_for_selector("[data-lines] li", state="attached", timeout=LONG)
    page.wait_for_selector("[data-key-of]", state="attached")
    look("draft")
    page.evaluate("for (const one of document.querySelectorAll('[data-topic], [data-key-of]')) one.open = true")
    look("every question of the composer")
    page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
    context.set_offline(True)
    page.goto(f"{in_five_languages.address}{folder}live/index.html?tool=foul&name=riichi_kan&rules=m-league")
    answered(page, "foul")
    look("offline")
    context.close()
    assert wrong == []


def test_a_first_answer_in_no_language_needs_the_archive_that_only_the_composer_needs(
    chromium: Any, in_five_languages: Serving
) -> None:
    for language in set(LANGUAGES) - {"en"}:
        context = chromium.new_context(viewport=PHONE)
        context.add_init_script(NOTHING_IS_SAVED)
        asked: list[str] = []
        context.on("request", lambda request, asked=asked: asked.append(request.url))
        first_answers(context.new_page(), f"{in_five_languages.address}{language}/live/index.html")
        assert any("/live/bundle-" in address for address in asked)
        assert not [address for address in asked if "/live/more-" in address], language
        context.close()


def composer_text(page: Any, wanted: str) -> None:
    until(page, "(wanted) => document.querySelector('[name=toml]').value.includes(wanted)", wanted)


def test_a_link_with_other_rules_is_a_preview_and_what_it_replaces_can_be_restored(
    chromium: Any, served: Serving
) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    opened(page, f"{served.address}live/index.html?tool=compose&rules=ema-2025")
    page.wait_for_selector("[data-lines] li", timeout=LONG)
    page.fill("#compose-name", "Alpha")
    page.press("#compose-name", "Tab")
    composer_text(page, 'id = "alpha"')
    link = packed(club("Riichi Bremen", "forbidden"))

    def follow() -> None:
        page.evaluate("(link) => { location.hash = `rules=${link}`; }", link)
        page.wait_for_selector("#shared:not([hidden])")
        assert "Riichi Bremen" in page.inner_text("#shared")
        assert 'name = "Alpha"' in page.input_value("[name=toml]"), "a preview replaces nothing"
        page.wait_for_selector("[data-preview] .verdict")
        assert page.is_hidden("#compose-name"), "what is shown is the other one"
        told = page.inner_text("[data-preview]")
        assert "A player in riichi must not declare a kan." in told and 'name = "Riichi Bremen"' in told
        assert "Alpha" not in told

    def rules() -> str:
        return str(page.input_value("form[data-tool=ask] [name=rules]"))

    follow()
    # The link brings its rules to every tool in the moment in which the preview appears.
    assert rules().startswith("shared/")
    with page.expect_download() as download:
        page.click("[data-preview] [data-paper='']")
    assert download.value.suggested_filename == "riichi-bremen-sheet.html"
    page.click("#shared [data-keep]")
    page.wait_for_selector("#shared", state="hidden")
    assert not rules().startswith("shared/"), "what was not kept is asked by no tool"
    assert 'name = "Alpha"' in page.input_value("[name=toml]")
    assert page.evaluate("location.hash") == ""
    assert page.is_visible("#compose-name") and page.inner_text("[data-preview]") == ""
    settled(page)
    assert page.locator("[data-drafts] li").count() == 0
    follow()
    page.click("#shared [data-use]")
    composer_text(page, 'name = "Riichi Bremen"')
    settled(page)
    assert page.input_value("#compose-name") == "Riichi Bremen"
    page.click("details:has([data-drafts]) > summary")
    assert "Alpha" in page.inner_text("[data-drafts]")
    page.click("[data-drafts] button")
    composer_text(page, 'name = "Alpha"')
    assert "Riichi Bremen" in page.inner_text("[data-drafts]"), "nor is the other one lost"
    # On a slow device, too: a text whose answer has not come is put aside under its own name, and not given away.
    follow()
    assert page.evaluate(
        "() => { const find = (wanted) => document.querySelector(wanted); find('#shared [data-use]').click();"
        "const given = [find('[data-download]').href, find('[data-link]').disabled];"
        "find('[data-drafts] button').click(); return given; }"
    ) == ["", True]
    settled(page)
    assert page.locator("[data-drafts] li").first.inner_text().startswith("Riichi Bremen · ")
    assert page.get_attribute("[data-download]", "download") == "alpha.toml"
    assert page.is_enabled("[data-link]")
    # Five are kept, on this device.
    for number in range(7):
        page.fill("#compose-name", f"Club {number}")
        page.press("#compose-name", "Tab")
        composer_text(page, f'name = "Club {number}"')
        page.click("[data-over]")
        composer_text(page, 'name = "My club"')
    page.reload()
    page.wait_for_selector("[data-lines] li", timeout=LONG)
    settled(page)
    kept = page.locator("[data-drafts] li").all_text_contents()
    assert [one.partition(" · ")[0] for one in kept] == [f"Club {number}" for number in (6, 5, 4, 3, 2)]
    context.close()


def test_what_the_composer_shows_is_about_the_rules_as_they_stand(chromium: Any, served: Serving) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    opened(page, f"{served.address}live/index.html?tool=compose&rules=ema-2025")
    page.wait_for_selector("[data-lines] li", timeout=LONG)
    settled(page)
    assert page.evaluate("window.kanrules.own()") is None, "nobody has written any rules yet"
    for word in ("aka", "pao", "open kan"):
        page.fill("#compose-find", word)
        assert page.locator("[data-key-of]:not([hidden])").count() > 0, word
    page.fill("#compose-find", "qqqq")
    assert page.is_visible("#tool-compose [data-none]")
    page.fill("#compose-find", "four kans")
    assert page.locator("[data-topic][open]").count() > 0
    page.fill("#compose-find", "")
    assert page.is_hidden("#tool-compose [data-none]")
    assert page.locator("[data-topic][open]").count() == 0
    page.fill("#compose-name", "Alpha")
    page.press("#compose-name", "Tab")
    composer_text(page, 'name = "Alpha"')
    settled(page)
    page.click("#tool-compose [data-choose]")
    assert page.locator("#chooser [data-id='alpha.toml']:visible").count() == 0, "no rules stand on themselves"
    page.click("#chooser [data-close]")
    page.click("#tool-compose .go")
    page.wait_for_selector("#tool-compose .out .verdict")
    until(page, "() => document.querySelector('#tool-compose .out').getBoundingClientRect().top < innerHeight / 2")
    page.click("[data-over]")
    composer_text(page, 'name = "My club"')
    assert page.locator("#tool-compose .out .verdict").count() == 0
    context.close()


@pytest.mark.parametrize("shared", [False, True])
def test_the_composers_button_says_what_it_does_as_soon_as_there_is_a_ruleset(
    chromium: Any, served: Serving, shared: bool
) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    link = f"#rules={packed(club('Riichi Bremen', 'forbidden'))}" if shared else ""
    opened(page, f"{served.address}live/index.html?tool=compose{link}")
    if shared:
        page.click("#shared [data-use]")
    else:
        assert page.inner_text("#tool-compose .go") == "Which rules do you play?"
        choose(page, "compose", "ema-2025")
    page.wait_for_selector("[data-lines] li")
    settled(page)
    assert page.inner_text("#tool-compose .go") == "Show changed rulings"
    context.close()


@pytest.mark.parametrize(
    ("tapped", "file"), [("[data-paper='']", "lantern-sheet.html"), ("[data-download]", "lantern.toml")]
)
def test_the_tap_that_ends_the_typing_is_not_lost(chromium: Any, served: Serving, tapped: str, file: str) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    opened(page, f"{served.address}live/index.html?tool=compose")
    choose(page, "compose", "ema-2025")
    page.wait_for_selector("[data-lines] li")
    settled(page)
    page.fill("#compose-name", "Lantern")
    with page.expect_download(timeout=LONG) as download:
        page.click(tapped)
    assert download.value.suggested_filename == file
    assert "Lantern" in Path(download.value.path()).read_text("utf-8"), "the name that was typed last"
    context.close()


def test_a_search_in_the_composer_finds_words_and_not_letters(ready: Any) -> None:
    page = ready
    go(page, "?tool=compose&rules=ema-2016")
    page.wait_for_selector("[data-key-of='four_kans.riichi_stick']", state="attached", timeout=LONG)

    def found(words: str) -> list[str]:
        page.fill("#compose-find", words)
        shown: list[str] = page.evaluate(
            "[...document.querySelectorAll('[data-key-of]:not([hidden])')].map((one) => one.dataset.keyOf)"
        )
        return shown

    assert len(found("")) > 90
    some = found("four riichi")
    assert 0 < len(some) < 12
    assert set(found("kan riichi level")) == {"riichi_kan.level"}
    assert found("qqqq") == []
    found("")


def test_a_kan_is_asked_with_the_keyboard_alone(chromium: Any, served: Serving) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    opened(page, f"{served.address}live/index.html?tool=riichi-kan")

    def tab_to(selector: str, most: int = 60) -> None:
        for _ in range(most):
            page.keyboard.press("Tab")
            if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                seen = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert seen != "none", "the focus is seen"
                return
        raise AssertionError(selector)

    tab_to("#tool-riichi-kan [data-choose]")
    page.keyboard.press("Enter")
    page.keyboard.type("m-league")
    tab_to("#chooser [data-id=m-league]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#chooser", state="hidden")
    assert page.evaluate("document.activeElement.matches('#tool-riichi-kan [data-choose]')")
    tab_to("#tool-riichi-kan [name=hand]")
    page.keyboard.type("3335666p111456s")
    tab_to("#tool-riichi-kan [name=draw]")
    page.keyboard.type("3p")
    tab_to("#tool-riichi-kan .go")
    page.keyboard.press("Enter")
    assert answered(page, "riichi-kan")["verdict"] == "illegal"
    assert page.evaluate("document.activeElement.matches('.answer')"), "the answer is read next"
    context.close()


def test_a_fact_that_an_answer_depends_on_is_tapped(ready: Any) -> None:
    page = ready
    go(page, "?tool=ask&rules=ema-2025")
    page.click("#tool-ask .incidents summary:has-text('Ron on a kan')")
    page.click("#tool-ask .incidents [data-ask]:has-text('May a kan be robbed?')")
    answered(page, "ask")
    assert page.locator("#tool-ask .depends [data-then]:visible").count() == 0
    for at in (1, 0):
        page.click(f"#tool-ask .depends .opt >> nth={at}")
        shown = page.locator("#tool-ask .depends [data-then]:visible")
        assert shown.count() == 1
        assert page.inner_text(f"#tool-ask .depends .opt >> nth={at}") in shown.inner_text()


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("?tool=pay&yakuman=daisangen&winner=west&liabel=south&rules=ema-2016", "liabel"),
        ("?tool=foul&name=riichi_kan&qestion=x&rules=ema-2016", "qestion"),
        ("?tool=pay&yakuman=daisangen&winner=west&by=sout&rules=ema-2016", "by=sout"),
    ],
)
def test_a_link_with_a_field_that_the_form_does_not_know_is_not_asked_without_it(
    ready: Any, address: str, named: str
) -> None:
    page, tool = ready, address.partition("tool=")[2].partition("&")[0]
    go(page, address)
    page.wait_for_selector(f"#tool-{tool} .out .note:has-text('{named}')", timeout=LONG)
    assert page.locator(f"#tool-{tool} [data-answer]").count() == 0


def test_a_clubs_site_answers_as_the_command_does_and_remembers_its_start(
    chromium: Any, runtime: Runtime, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "heron.toml"
    head = '[ruleset]\nid = "heron"\nname = "Heron"\nextends = "ema-2025"\n'
    path.write_text(f'{head}[riichi_kan]\nillegal = "dead_hand"\n[fifth_kan]\npolicy = "abort"\n', encoding="utf-8")
    host = Host("max-age=600")
    host.found = build(SitePlan((load_ruleset(path),), title="Heron"), runtime)
    context, warnings = chromium.new_context(viewport=PHONE), []
    page = context.new_page()
    page.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
    try:
        for question in ("illegal kan in riichi", "fifth kan", "who pays for a win on the replacement tile"):
            with pytest.raises(SystemExit):
                main(["ask", question, "--rules", str(path), "--format", "json"])
            expected = json.loads(capsys.readouterr().out)
            page.goto(f"{host.address}live/index.html?tool=ask&rules=heron&question={quote(question)}")
            told = json.loads(answered(page, "ask")["json"])
            assert words_of(told) == words_of(expected), question
        page.evaluate(REMEMBERED)
        page.reload()
        answered(page, "ask")
        assert page.get_attribute("html", "data-again") == "true", "the started library is restored"
        assert warnings == []
    finally:
        host.end()
        context.close()


def words_of(told: dict[str, Any]) -> list[list[str]]:
    """What the answers of `ask` say, with the keys that decide them."""
    return [[f"{one['text']} ({one['key']})" for one in (each, *each["also"])] for each in told["answers"]]


def test_a_clubs_site_is_opened_offline_updated_and_opened_again(
    chromium: Any, runtime: Runtime, tmp_path: Path
) -> None:
    def version(level: str) -> dict[str, bytes]:
        path = tmp_path / "riichi-bremen.toml"
        path.write_text(club("Riichi Bremen", level), encoding="utf-8")
        return build(SitePlan((load_ruleset(path),), title="Riichi Bremen"), runtime)

    def verdict() -> str:
        found = answered(page, "riichi-kan")
        assert json.loads(found["json"])["rules"] == "riichi-bremen"
        assert "Riichi Bremen" in found["text"]
        return str(found["verdict"])

    host = Host("max-age=600")
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    question = f"{host.address}live/index.html?tool=riichi-kan&{KAN}"
    try:
        host.found = version("same_waits")
        page.goto(question)
        assert verdict() == "legal"
        page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
        context.set_offline(True)
        page.goto(f"{host.address}r/riichi-bremen/index.html")
        assert "Riichi Bremen" in page.inner_text("h1")
        page.goto(question)
        assert verdict() == "legal"
        context.set_offline(False)
        host.found = version("forbidden")
        page.goto(f"{host.address}index.html")
        page.wait_for_selector("#newer:not([hidden])", timeout=LONG)
        with page.expect_navigation():
            page.click("#newer button")
        until(page, "() => navigator.serviceWorker.controller !== null")
        page.goto(question)
        assert verdict() == "illegal"
    finally:
        host.end()
    context.set_offline(True)
    page.goto(question)
    assert verdict() == "illegal"
    context.close()
