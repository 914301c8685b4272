"""The site in a real browser: first visit, without a network, on a phone, every tool, compared with the native
library."""

from __future__ import annotations

import io
import json
import random
import threading
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from kanrules.cli import main
from kanrules.desk.foul import FOULS
from kanrules.desk.topics import topics
from kanrules.locale import LANGUAGES
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.site.build import SitePlan, asset, pages, write_site
from kanrules.site.live.answer import answer
from kanrules.site.live.compose import packed
from tests.site.browsing import (
    LONG,
    NOTHING_IS_SAVED,
    PHONE,
    POSITION,
    REMEMBERED,
    WHOLE_QUESTIONS,
    answered,
    choose,
    first_answers,
    go,
    settled,
    submit,
)
from tests.site.conftest import archive, serve

HOSTILE = """[ruleset]
id = "club"
name = "<script>alert(1)</script>"
extends = "ema-2016"
[kandora]
"<img src=x onerror=alert(2)>" = 1
daiminkan = "<svg onload=alert(3)>"
[penalty]
empty_call = "</li></ol><iframe src=//example.org>"
"""
QUESTIONS = 200


def native(*words: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit):
        main([*words, "--format", "json"])
    return out.getvalue()


def test_after_the_first_visit_it_answers_with_the_server_gone_and_the_network_off(context: Any, whole: Any) -> None:
    from tests.site.conftest import serve

    serving = serve(whole)
    try:
        page = context.new_page()
        address = f"{serving.address}live/index.html?tool=riichi-kan&rules=m-league&hand=3335666p111456s&draw=3p"
        page.goto(address)
        page.wait_for_selector("html[data-live=ready]", timeout=LONG)
        page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
    finally:
        serving.end()
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("html[data-live=ready]", timeout=LONG)
    found = answered(page, "riichi-kan")
    assert (found["verdict"], found["code"]) == ("illegal", "KR205")
    for name in (
        "index.html",
        "r/tenhou/index.html",
        "casebook/index.html?q=robbed",
        "diff/index.html",
        "glossary/index.html",
    ):
        page.goto(f"{serving.address}{name}")
        assert page.query_selector("h1") is not None
    page.wait_for_selector("html[data-offline=ready]", timeout=LONG)


PATIENT = """const plain = globalThis.setTimeout;
globalThis.setTimeout = (what, wait, ...more) => plain(what, wait === 3000 ? 120000 : wait, ...more);"""
"""On a busy machine the page stops waiting for what saves it, and then rightly loads a file once more."""


def test_nothing_is_asked_of_anybody_else_and_nothing_comes_twice(context: Any, served: Any) -> None:
    asked: list[str] = []
    context.add_init_script(PATIENT)
    page = context.new_page()
    context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served.address}live/index.html?tool=foul&name=riichi_kan&rules=tenhou")
    page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
    answered(page, "foul")
    assert asked and all(url.startswith((served.address, "data:", "blob:")) for url in asked)
    assert context.cookies() == []


def test_two_hundred_questions_are_answered_as_by_the_native_library_byte_for_byte(ready: Any) -> None:
    rng = random.Random(15)
    books = bundled_ids()
    asked: list[tuple[str, list[tuple[str, str]], list[str]]] = []
    while len(asked) < QUESTIONS:
        rules = rng.choice(books)
        kind = len(asked) % 4
        if kind == 0:
            # A triplet with its fourth tile drawn, in a hand that waits.
            # Three play without 2m to 8m; that such a hand is refused is asked in test_answers.
            suit, other = rng.sample("ps" if load_ruleset(rules).options.table.players == 3 else "mps", 2)
            hand = rng.choice(
                [
                    f"3335666{suit}111456{other}",
                    f"2223456{suit}111456{other}",
                    f"333456{suit}111222{other}5z",
                    f"1112345678999{suit}",
                ]
            )
            draw = {"3335666": "3", "2223456": "2", "333456": "3", "1112345678999": "1"}[hand.split(suit)[0]] + suit
            asked.append(
                (
                    "riichi-kan",
                    [("hand", hand), ("draw", draw), ("rules", rules)],
                    ["riichi-kan", hand, "--draw", draw, "--rules", rules],
                )
            )
        elif kind == 1:
            # Seats that there are at a table of three, too.
            winner, liable, by = rng.sample(["east", "south", "west"], 3)
            honba = str(rng.randrange(4))
            fields = [
                ("yakuman", "daisangen"),
                ("winner", winner),
                ("liable", liable),
                ("by", by),
                ("honba", honba),
                ("rules", rules),
            ]
            words = [
                "pay",
                "daisangen",
                "--winner",
                winner,
                "--liable",
                liable,
                "--by",
                by,
                "--honba",
                honba,
                "--rules",
                rules,
            ]
            asked.append(("pay", fields, words))
        elif kind == 2:
            name = rng.choice(list(FOULS))
            asked.append(("foul", [("name", name), ("rules", rules)], ["foul", name, "--rules", rules]))
        else:
            question = rng.choice(topics()).question
            asked.append(("ask", [("question", question), ("rules", rules)], ["ask", question, "--rules", rules]))
    differ = []
    for tool, fields, words in asked:
        found = ready.evaluate("(question) => window.kanrulesAsk(question)", {"tool": tool, "fields": fields})
        expected = native(*words)
        assert expected, words
        if found["json"] != expected:
            differ.append((words, found["json"][:300], expected[:300]))
    assert differ == []


@pytest.mark.parametrize(("tool", "query", "verdict"), WHOLE_QUESTIONS)
def test_a_link_with_a_whole_question_answers_at_once(ready: Any, tool: str, query: str, verdict: str) -> None:
    go(ready, f"?tool={tool}&{query}")
    first = answered(ready, tool)
    assert first["verdict"] == verdict, first["text"]
    assert json.loads(first["json"])
    assert submit(ready, tool, 2)["json"] == first["json"]


def test_a_hand_is_typed_by_tapping_tiles(ready: Any) -> None:
    page = ready
    go(page, "?tool=riichi-kan&rules=m-league")
    box = "#tool-riichi-kan"
    for name in ["6s", "5s", "4s", *["1s"] * 3, *["6p"] * 3, "5p", *["3p"] * 3, "3p"]:
        page.click(f"{box} [data-key='{name}']")
    assert page.input_value(f"{box} [name=hand]") == "3335666p111456s"
    assert page.input_value(f"{box} [name=draw]") == "3p"
    assert page.is_disabled(f"{box} [data-key='3p']"), "there are four"
    page.click(f"{box} [data-key=back]")
    assert page.input_value(f"{box} [name=draw]") == ""
    assert page.is_enabled(f"{box} [data-key='3p']")
    page.click(f"{box} [data-key='red']")
    page.click(f"{box} [data-key='5p']")
    assert page.input_value(f"{box} [name=draw]") == "0p"


def test_an_earlier_meld_is_tapped_by_its_type_and_its_tile(ready: Any) -> None:
    page = ready
    go(page, "?tool=riichi-kan&rules=m-league")
    box = "#tool-riichi-kan"
    for name in ("[data-meld=ankan]", "[data-key='1z']", "[data-meld=ankan]", "[data-key=red]", "[data-key='5p']"):
        page.click(f"{box} {name}")
    assert page.input_value(f"{box} [name=melds]") == "ankan 1111z, ankan 0555p"
    assert page.input_value(f"{box} [name=hand]") == "", "a tile of a meld is not one of the hand"
    assert page.is_disabled(f"{box} [data-key='1z']") and page.is_enabled(f"{box} [data-key='2z']")
    page.click(f"{box} [data-meld=back]")
    assert page.input_value(f"{box} [name=melds]") == "ankan 1111z"
    for name in ["2m", "2m", "2m", "6p", "7p", "8p", "3s", "4s", "5s", "7z", "2m"]:
        page.click(f"{box} [data-key='{name}']")
    page.click(f"{box} .go")
    assert json.loads(answered(page, "riichi-kan")["json"])["ruling"]["verdict"] in ("legal", "illegal")
    go(page, "?tool=pay&rules=m-league")
    page.evaluate("for (const one of document.querySelectorAll('#tool-pay details')) one.open = true")
    for kind, name in (("pon", "5z"), ("chi", "9m"), ("shouminkan", "3s")):
        page.click(f"#tool-pay [data-meld={kind}]")
        page.click(f"#tool-pay [data-key='{name}']")
    page.click("#tool-pay [data-meld=chi]")
    page.click("#tool-pay [data-key='1z']")
    assert page.input_value("#tool-pay [name=melds]") == "pon 555z, chi 789m, shouminkan 3333s"


def test_a_tapped_value_of_a_hand_takes_the_place_of_another(ready: Any) -> None:
    page = ready
    go(page, "?tool=pay&rules=m-league")
    page.evaluate("for (const one of document.querySelectorAll('#tool-pay details')) one.open = true")

    def worth() -> list[str]:
        return [page.input_value(f"#tool-pay [name={name}]") for name in ("yakuman", "liable", "han", "fu")]

    for into, value in (("yakuman", "daisangen"), ("liable", "south"), ("han", "3"), ("fu", "40")):
        page.click(f"#tool-pay [data-into={into}][data-put='{value}']")
    assert worth() == ["", "", "3", "40"]
    page.click("#tool-pay [data-into=yakuman][data-put=mangan]")
    assert worth() == ["mangan", "", "", ""]


def composer(page: Any, query: str = "&rules=ema-2016") -> None:
    # Rules that the address carries would be shown in place of the draft.
    page.evaluate("localStorage.clear(); history.replaceState(null, '', location.pathname)")
    page.reload()
    page.wait_for_selector("html[data-live=ready]", timeout=LONG)
    page.evaluate(
        "(query) => { history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')); }",
        f"?tool=compose{query}",
    )
    page.wait_for_selector("[data-lines] li", timeout=LONG)
    page.wait_for_selector("[data-key-of='kandora.daiminkan']", state="attached")
    settled(page)


def test_a_ruleset_is_composed_downloaded_carried_by_a_link_and_asked_by_the_other_tools(
    ready: Any, tmp_path: Path
) -> None:
    page = ready
    composer(page)
    page.click("[data-topic]:has([data-key-of='kandora.daiminkan']) > summary")
    page.click("[data-key-of='kandora.daiminkan'] > summary")
    page.check("[name='kandora.daiminkan'][value=discard]")
    page.wait_for_selector("[data-key-of='kandora.daiminkan'].differs .tag:not([hidden])")
    assert "a win on the replacement tile counts it" in page.inner_text(
        "[data-key-of='kandora.daiminkan'] [data-effect]"
    )
    page.click("[data-topic]:has([data-key-of='riichi_kan.level']) > summary")
    page.click("[data-key-of='riichi_kan.level'] > summary")
    page.check("[name='riichi_kan.level'][value=forbidden]")
    page.wait_for_selector("[data-key-of='riichi_kan.level'].differs .tag:not([hidden])")
    found = submit(page, "compose")
    settled(page)
    assert found["verdict"] == "fine"
    assert {one["key"] for one in json.loads(found["json"])["differences"]} >= {"kandora.daiminkan", "riichi_kan.level"}
    with page.expect_download() as download:
        page.click("[data-download]")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "my-club.toml"
    assert json.loads(native("check", str(path)))["problems"] == []
    with page.expect_download() as download:
        page.click("[data-paper='1']")
    assert download.value.suggested_filename == "my-club-card.html"
    page.click("[data-link]")
    carried = page.evaluate("location.hash")
    assert carried.startswith("#rules=")
    go(page, "?tool=riichi-kan&rules=my-club.toml&hand=3335666p111456s&draw=3p")
    answer = answered(page, "riichi-kan")
    assert (answer["verdict"], answer["code"], json.loads(answer["json"])["rules"]) == ("illegal", "KR207", "my-club")
    composer(page)
    page.evaluate("link => { location.hash = link; }", carried)
    page.wait_for_selector("#shared:not([hidden])")
    page.click("#shared [data-use]")
    settled(page)
    assert page.locator("[data-key-of='riichi_kan.level'].differs").count() == 1
    assert page.input_value("[name=toml]") == path.read_text(encoding="utf-8")


def test_an_error_stands_at_its_line_and_what_was_typed_stays(ready: Any) -> None:
    page = ready
    composer(page)
    page.fill("#compose-find", "chombo.points")
    page.click("[data-key-of='chombo.points'] > summary")
    page.fill("[name='chombo.points']", "20.000")
    page.press("[name='chombo.points']", "Tab")
    page.wait_for_selector("[data-lines] .l.err")
    assert "KR103" in page.inner_text("[data-lines] .msg.error")
    assert page.input_value("[name='chombo.points']") == "20.000"
    assert page.is_disabled("[data-paper='']") and page.is_visible("[data-download]")
    assert submit(page, "compose")["verdict"] == "errors"


def test_a_hostile_ruleset_in_a_link_or_a_file_does_nothing(ready: Any, tmp_path: Path) -> None:
    page = ready
    said: list[str] = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    composer(page)
    page.evaluate("link => { location.hash = link; }", f"rules={packed(HOSTILE)}")
    page.wait_for_selector("#shared:not([hidden])")
    page.click("#shared [data-use]")
    page.wait_for_selector("[data-lines] .l.err")
    assert page.input_value("[name=toml]") == HOSTILE
    path = tmp_path / "hostile.toml"
    path.write_text(HOSTILE.replace("alert(1)", "alert(10)"), encoding="utf-8")
    page.set_input_files("#compose-open", path)
    page.wait_for_selector("[data-lines] code:has-text('alert(10)')")
    submit(page, "compose")
    assert said == []
    assert page.query_selector("main iframe, main img, main svg[onload]") is None


def test_what_cannot_be_answered_is_said_and_nothing_that_was_typed_is_lost(ready: Any) -> None:
    go(ready, "?tool=riichi-kan&rules=no-such-rules&hand=12m&draw=<b>")
    assert "2 of 14" in ready.inner_text("#tool-riichi-kan .go")
    go(ready, "?tool=riichi-kan&rules=no-such-rules&hand=1112345678999m&draw=<b>1m")
    found = answered(ready, "riichi-kan")
    assert found["verdict"] == "unreadable" and "error" in json.loads(found["json"])
    ready.fill("#tool-riichi-kan [name=draw]", "<b>")
    assert ready.input_value("#tool-riichi-kan [name=draw]") == "<b>"


def test_a_browser_without_webassembly_says_so_and_the_pages_can_be_read(context: Any, served: Any) -> None:
    context.add_init_script("delete globalThis.WebAssembly")
    page = context.new_page()
    page.goto(f"{served.address}live/index.html?tool=foul")
    page.wait_for_selector("html[data-live=impossible]")
    assert "WebAssembly" in page.inner_text("#status")
    page.goto(f"{served.address}r/tenhou/index.html")
    assert "Tenhou" in page.inner_text("h1")


def test_a_browser_that_keeps_nothing_says_so_and_answers(context: Any, served: Any) -> None:
    context.add_init_script(
        "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } "
        "});" + NOTHING_IS_SAVED
    )
    page = context.new_page()
    page.goto(f"{served.address}live/index.html?tool=foul&name=riichi_kan&rules=m-league")
    page.wait_for_selector("html[data-live=ready]", timeout=LONG)
    page.wait_for_selector("html[data-offline=refused]")
    assert "Not saved" in page.inner_text("#kept")
    assert answered(page, "foul")["verdict"] == "as_stated"


def test_on_the_first_visit_each_file_comes_once_and_on_the_next_none(context: Any, whole: Any) -> None:
    from tests.site.conftest import serve

    serving = serve(whole)
    context.add_init_script(PATIENT)
    try:
        page = context.new_page()
        page.goto(f"{serving.address}live/index.html?tool=foul&name=riichi_kan&rules=m-league")
        page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
        sent = list(serving.sent)
        twice = {name for name in sent if sent.count(name) > 1}
        # Other programs read data/, and a book or the licences are read once; the saved copy leaves them out.
        kept = {name for name in whole if not name.startswith("data/") and not name.endswith("/book.html")}
        kept.remove("licences.txt")
        assert set(sent) >= kept - {"sw.js"}, "all is kept"
        assert not twice
        page.reload()
        page.wait_for_selector("html[data-live=ready]", timeout=LONG)
        assert answered(page, "foul")["verdict"] == "as_stated"
        assert [name for name in serving.sent[len(sent) :] if name != "sw.js"] == []
    finally:
        serving.end()


def test_the_next_visit_starts_from_what_the_first_one_remembered_and_a_damaged_memory_is_made_anew(
    context: Any, served: Any
) -> None:
    page = context.new_page()
    asked = {"tool": "pay", "fields": [["yakuman", "daisangen"], ["winner", "west"], ["rules", "ema-2016"]]}
    expected = native("pay", "daisangen", "--winner", "west", "--rules", "ema-2016")
    page.goto(f"{served.address}live/index.html?tool=riichi-kan&hand=3335666p111456s&draw=3p&rules=m-league")
    first = answered(page, "riichi-kan")
    assert page.get_attribute("html", "data-again") == "false"
    where = page.evaluate(REMEMBERED)
    for again in ("true", "false"):
        if again == "false":
            damage = "async ([name, url]) => (await caches.open(name)).put(url, new Response(new Uint8Array(999)))"
            page.evaluate(damage, where)
        page.reload()
        assert answered(page, "riichi-kan")["json"] == first["json"]
        assert page.get_attribute("html", "data-again") == again
        assert page.evaluate("(question) => window.kanrulesAsk(question)", asked)["json"] == expected
    assert page.evaluate(REMEMBERED) == where


def test_a_position_is_tapped_and_ruled_on_step_by_step(ready: Any) -> None:
    page = ready
    go(page, "?tool=position&rules=tenhou")
    box = "#tool-position"
    for name in ["5m", "5m", "5m", "2p", "3p", "4p", "6s", "7s", "8s", "9p", "9p", "1s", "1s", "5m"]:
        page.click(f"{box} [data-key='{name}']")
    assert page.input_value(f"{box} [name='tap.hand']") == "555m23499p11678s"
    page.click(f"{box} .go")
    answered(page, "position")
    assert 'turn = "south"' in page.input_value(f"{box} [name=cases]"), "whoever has drawn is at turn"
    assert page.locator(f"{box} [data-line='south ankan 5m']").count() == 1
    assert "Legal" not in page.inner_text(f"{box} .verdict"), "nothing has been done yet"
    page.click(f"{box} .reopen")
    page.click(f"{box} details:has([name='tap.turn']) > summary")
    page.click(f"{box} label:has([name='tap.turn'][value=east])")
    page.click(f"{box} .go")
    page.click(f"{box} [data-line='east discards 5m drawn']")
    page.click(f"{box} [data-line='south daiminkan 5m']")
    page.wait_for_selector(f"{box} [data-answer='4']")
    assert page.input_value(f"{box} [name=cases]").endswith('east discards 5m drawn\nsouth daiminkan 5m\n"""\n')
    assert "Legal" in page.inner_text(f"{box} .verdict") and "Tenhou" in page.inner_text(f"{box} .verdict")
    assert page.locator(f"{box} .tablepic").count() >= 2
    page.click(f"{box} [data-back]")
    page.wait_for_selector(f"{box} [data-answer='5']")
    assert page.input_value(f"{box} [name=cases]").endswith('east discards 5m drawn\n"""\n')


def test_a_robbed_kan_is_tapped_with_a_hand_for_each_seat(ready: Any) -> None:
    page = ready
    go(page, "?tool=position&rules=tenhou")
    box = "#tool-position"
    page.click(f"{box} [data-meld=pon]")
    for name in ["2p", "5s", "6s", "7s", "3m", "3m", "1p", "2m", "9s", "6z", "7z", "4m", "2p"]:
        page.click(f"{box} [data-key='{name}']")
    assert page.input_value(f"{box} [name='tap.melds']") == "pon 222p from east"
    assert page.is_disabled(f"{box} [data-key='2p']"), "there are four"
    page.click(f"{box} label:has([name='tap.seat'][value=north])")
    assert page.input_value(f"{box} [name='tap.hand']") == page.input_value(f"{box} [name='tap.melds']") == ""
    assert page.is_disabled(f"{box} [data-key='2p']"), "South has them"
    for name in ["3p", "4p", "5m", "6m", "7m", "1m", "2m", "3m", "7s", "8s", "9s", "1z", "1z"]:
        page.click(f"{box} [data-key='{name}']")
    page.click(f"{box} label:has([name='tap.seat'][value=south])")
    assert page.input_value(f"{box} [name='tap.drawn']") == "2p"
    page.click(f"{box} .go")
    answered(page, "position")
    assert 'melds = { south = ["pon 222p from east"] }' in page.input_value(f"{box} [name=cases]")
    page.click(f"{box} [data-line='south shouminkan 2p']")
    page.click(f"{box} [data-line='north ron']")
    page.wait_for_selector(f"{box} [data-answer='3']")
    assert "ron" in page.inner_text(f"{box} .verdict").lower()


def test_an_action_tapped_twice_before_its_answer_is_played_once(ready: Any) -> None:
    page = ready
    go(page, f"?tool=position&rules=tenhou&cases={quote(POSITION.replace('south tsumo', ''))}")
    answered(page, "position")
    busy = page.evaluate(
        """() => {
            const one = document.querySelector('#tool-position [data-line]');
            one.click(); one.click();
            return document.querySelector('#tool-position .out').getAttribute('aria-busy');
        }"""
    )
    assert busy == "true", "the page says that it works on it"
    answered(page, "position", 2)
    settled(page)
    assert page.locator("#tool-position [data-answer='2']").count() == 1
    lines = page.input_value("#tool-position [name=cases]").splitlines()
    assert len(lines) == len(POSITION.splitlines())


def test_a_fault_of_the_library_is_a_sentence_and_what_was_typed_stays(ready: Any) -> None:
    go(ready, "?tool=foul&rules=m-league")
    ready.evaluate("document.querySelector('form[data-tool=foul]').dataset.tool = 'no-such-tool'")
    ready.evaluate("document.querySelector('form[data-tool=no-such-tool]').requestSubmit()")
    ready.wait_for_selector("#tool-foul .refused")
    said = ready.inner_text("#tool-foul .refused")
    ready.evaluate("document.querySelector('form[data-tool=no-such-tool]').dataset.tool = 'foul'")
    assert said.startswith("Failed: an error in kanrules") and "Error" not in said
    assert ready.input_value("#tool-foul [name=rules]") == "m-league"


def test_a_ruleset_in_the_address_that_there_is_not_is_named(ready: Any) -> None:
    go(ready, "?tool=foul&name=riichi_kan&rules=ema-2061")
    found = answered(ready, "foul")
    assert found["verdict"] == "unreadable" and "ema-2061" in found["text"]


def test_a_link_that_was_cut_off_is_said_and_a_draft_stays(ready: Any) -> None:
    page = ready
    composer(page)
    page.fill("#compose-name", "Tea club")
    page.press("#compose-name", "Tab")
    page.wait_for_selector("[data-lines] code:has-text('Tea club')")
    page.evaluate("link => { location.hash = link; }", f"rules={packed(HOSTILE)[:-9]}")
    page.wait_for_selector("form[data-tool=compose] [data-said] .refused")
    assert "broken" in page.inner_text("form[data-tool=compose] [data-said]")
    assert "Tea club" in page.input_value("[name=toml]")
    page.evaluate("history.replaceState(null, '', location.pathname)")


@pytest.mark.parametrize("ends", ["Promise.reject(new DOMException('no', 'SecurityError'))", "new Promise(() => {})"])
def test_a_browser_that_installs_no_service_worker_answers_with_a_network(context: Any, served: Any, ends: str) -> None:
    context.add_init_script(f"ServiceWorkerContainer.prototype.register = () => {ends};")
    page = context.new_page()
    page.goto(f"{served.address}live/index.html?tool=foul&name=riichi_kan&rules=m-league")
    page.wait_for_selector("html[data-live=ready]", timeout=LONG)
    page.wait_for_selector("html[data-offline=refused]")
    assert "need a network connection" in page.inner_text("#kept")
    assert answered(page, "foul")["verdict"] == "as_stated"


def test_from_a_stick_the_pages_can_be_read_and_say_why_the_tools_cannot_answer(
    context: Any, whole: Any, tmp_path: Path
) -> None:
    write_site(tmp_path, whole)
    page = context.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    assert "not run from a file" in page.inner_text("[data-stick]")
    page.goto((tmp_path / "live" / "index.html").as_uri() + "?tool=foul&name=riichi_kan&rules=tenhou")
    page.wait_for_selector("html[data-live=impossible]")
    assert "not run from a file" in page.inner_text("#status")
    page.evaluate("document.querySelector('form[data-tool=foul]').requestSubmit()")
    page.wait_for_selector("#tool-foul .refused")
    assert "not run from a file" in page.inner_text("#tool-foul .refused")


def test_the_chosen_ruleset_stands_in_the_address_and_is_loaded_before_it_is_asked(context: Any, served: Any) -> None:
    context.add_init_script(
        "globalThis.asked = []; const post = Worker.prototype.postMessage;"
        "Worker.prototype.postMessage = function (one) { asked.push(one.question); return post.call(this, one); };"
    )
    page = context.new_page()
    page.goto(f"{served.address}r/m-league/index.html")
    page.goto(f"{served.address}live/index.html?tool=riichi-kan&hand=12m")
    page.wait_for_selector("html[data-live=ready]", timeout=LONG)
    assert {"rules=m-league", "hand=12m"} <= set(page.evaluate("location.search.slice(1)").split("&"))
    choose(page, "riichi-kan", "tenhou")
    assert "rules=tenhou" in page.evaluate("location.search")
    warmed = [["warm", [["for", "riichi-kan"], ["rules", rules]]] for rules in ("m-league", "tenhou")]
    assert page.evaluate("asked.map((one) => [one.tool, one.fields])") == warmed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_word_of_a_verdict_has_room_in_every_language(chromium: Any, language: str, width: int) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 740})
    page = context.new_page()
    for rules in ("m-league", "tenhou"):
        fields = [["hand", "3335666p111456s"], ["draw", "3p"], ["rules", rules]]
        found = json.loads(answer(json.dumps({"tool": "riichi-kan", "fields": fields, "language": language})))
        assert found["verdict"] == ("legal" if rules == "tenhou" else "illegal")
        page.set_content(
            f'<html lang="{language}"><style>{asset("style.css")}</style><main><div class="wrap"><div class="two">'
            f'<div></div><div class="out">{found["html"]}</div></div></div></main>'
        )
        over = page.evaluate("(([word]) => word.scrollWidth - word.clientWidth)(document.querySelectorAll('.word'))")
        assert over <= 0, rules
    context.close()


def test_the_start_page_shows_a_worked_verdict_the_field_for_a_question_and_the_rules_on_one_screen(
    context: Any, served: Any
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{served.address}index.html")
    for part in (
        ".worked .handpic svg",
        ".worked .verdict .word",
        ".worked .chip",
        "#home-q",
        "h2:has-text('rules do you play')",
    ):
        box = page.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 780, part
    page.fill("#home-q", "dead wall")
    page.press("#home-q", "Enter")
    page.wait_for_url("**/live/index.html?tool=ask&question=dead+wall")


def test_every_page_leads_to_itself_in_the_other_languages(context: Any) -> None:
    found = {name: text.encode() for name, text in pages(SitePlan((load_ruleset("ema-2016"),), ("en", "ja")))}
    serving = serve(found)
    try:
        page = context.new_page()
        for name in (
            "index.html",
            "r/ema-2016/index.html",
            "casebook/index.html",
            "glossary/index.html",
            "live/index.html",
        ):
            page.goto(f"{serving.address}{name}?rules=ema-2016")
            page.click(".langs summary")
            page.click(".langs a[hreflang=ja]")
            page.wait_for_url(f"**/ja/{name}?rules=ema-2016*")
            assert page.get_attribute("html", "lang") == "ja"
    finally:
        serving.end()


def test_a_page_without_script_can_be_read(chromium: Any, served: Any) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    for name in (
        "index.html",
        "r/ema-2016/index.html",
        "casebook/index.html",
        "diff/index.html",
        "glossary/index.html",
    ):
        page.goto(f"{served.address}{name}")
        assert page.is_visible("h1")
    page.goto(f"{served.address}live/index.html?tool=foul")
    assert "JavaScript" in page.inner_text("#status")
    context.close()


ALL_TOOLS = ("riichi-kan", "pay", "foul", "ask", "position", "diff", "compose")
PAGES = (
    "index.html", "r/ema-2016/index.html", "r/m-league/index.html", "casebook/index.html", "diff/index.html",
    "diff/ema-2016--burton/index.html", "glossary/index.html", "r/ema-2016/book.html",
)  # fmt: skip


def test_no_page_is_refused_a_style_or_asks_for_a_file_that_there_is_not(chromium: Any, served: Any) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("response", lambda answer: said.extend([answer.url] * (answer.status >= 400)))
    for name in (*PAGES, "r/tenhou/sheet.html", "r/tenhou-3p/sheet.html", "r/ema-2016/sheet.html"):
        page.goto(f"{served.address}{name}")
    context.close()
    assert said == []


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_page_is_wider_than_the_screen(chromium: Any, served: Any, width: int) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    for name in (
        *PAGES,
        *(f"live/index.html?tool={tool}" for tool in ("none", *ALL_TOOLS)),
    ):
        page.goto(f"{served.address}{name}")
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, name
        brand = "(([one]) => one ? one.scrollWidth - one.clientWidth : 0)(document.querySelectorAll('.brand'))"
        assert page.evaluate(brand) <= 0, f"{name}: the name of the site is cut off"
    context.close()


SMALL = """() => [...document.querySelectorAll('a, button, summary, select, input:not([type=hidden])')]
 .filter((one) => {
  const style = getComputedStyle(one);
  if (!one.checkVisibility() || one.matches('.skip') || (one.matches('a') && style.display === 'inline')) return false;
  const beyond = getComputedStyle(one, '::after');
  const reach = beyond.position === 'absolute' ? parseFloat(beyond.height) : 0;
  return Math.max((one.closest('label') || one).getBoundingClientRect().height, reach) < 44;
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Controls that are lower than a fingertip. Links within a text, and what only a keyboard reaches, are none."""


def test_a_finger_can_hit_every_control(chromium: Any, served: Any) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    small = {}
    for name in (*PAGES[:-1], *(f"live/index.html?tool={tool}" for tool in ("none", *ALL_TOOLS))):
        page.goto(f"{served.address}{name}")
        if found := page.evaluate(SMALL):
            small[name] = found
    for tool, query in (
        ("riichi-kan", "hand=3335666p111456s&draw=3p&rules=ema-2016"),
        ("ask", "question=May+a+kan+be+robbed%3F&rules=ema-2025"),
        ("diff", "a=tenhou&b=ema-2016"),
    ):
        go(page, f"?tool={tool}&{query}")
        answered(page, tool)
        if found := page.evaluate(SMALL):
            small[tool] = found
    context.close()
    assert small == {}


def test_a_common_foul_and_the_second_of_two_rulesets_are_answered_by_one_tap(ready: Any) -> None:
    page = ready
    go(page, "?tool=foul&rules=m-league")
    page.click("#tool-foul [data-ask=riichi_kan]")
    assert answered(page, "foul")["verdict"] == "as_stated"
    assert page.input_value("#tool-foul [name=name]") == "riichi_kan"
    go(page, "?tool=diff&a=m-league")
    choose(page, "diff", "tenhou", name="b")
    assert answered(page, "diff")["verdict"] == "differs"


def violations(page: Any, checker: str) -> list[tuple[str, str]]:
    page.evaluate(checker)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in found["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages(chromium: Any, served: Any, checker: str, scheme: str) -> None:
    context = chromium.new_context(viewport=PHONE, color_scheme=scheme)
    page = context.new_page()
    wrong = {}
    for name in PAGES:
        if name in served.found:
            page.goto(f"{served.address}{name}")
            if found := violations(page, checker):
                wrong[name] = found
    context.close()
    assert wrong == {}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (768, "dark"), (1280, "light")])
def test_axe_finds_nothing_on_the_tools_and_their_answers(
    ready: Any, checker: str, width: int, scheme: str, request: pytest.FixtureRequest
) -> None:
    wrong = {}
    page = ready
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    request.addfinalizer(lambda: (page.set_viewport_size(PHONE), page.emulate_media(color_scheme="light")))
    for tool, query in (
        ("none", ""),
        *((tool, "") for tool in ("riichi-kan", "pay", "foul", "ask", "position", "diff")),
        ("riichi-kan", "hand=3335666p111456s&draw=3p&rules=m-league"),
        ("riichi-kan", "hand=3335666p111456s&draw=3p&rules=wrc-2015"),
        ("pay", "yakuman=daisangen&winner=west&by=north&liable=south&rules=ema-2016"),
        ("foul", "name=riichi_kan&rules=m-league"),
        ("ask", "question=indicator+forgotten&rules=ema-2016"),
        ("ask", "question=May+a+kan+be+robbed%3F&rules=ema-2025"),
        ("riichi-kan", "hand=333p147m258s1234z&draw=3p&rules=tenhou"),
        ("position", f"rules=tenhou&cases={quote(POSITION)}"),
        ("diff", "a=tenhou&b=ema-2016"),
        ("compose", "rules=ema-2016"),
    ):
        go(page, f"?tool={tool}&{query}")
        if tool == "compose":
            page.wait_for_selector("[data-key-of]", state="attached", timeout=LONG)
            submit(page, tool)
            settled(page)
        elif query:
            answered(page, tool)
        if found := violations(page, checker):
            wrong[f"{tool} {query}"] = found
    assert wrong == {}


def test_a_phone_has_the_tools_at_hand_and_a_wide_screen_has_them_above(ready: Any, request: Any) -> None:
    request.addfinalizer(lambda: ready.set_viewport_size(PHONE))
    go(ready, "?tool=ask")
    assert ready.is_visible(".dock") and not ready.is_visible(".top nav")
    ready.click(".dock [data-tool=pay]")
    assert ready.is_visible("#tool-pay") and ready.get_attribute(".dock [data-tool=pay]", "aria-current") == "page"
    button, dock = (ready.locator(name).bounding_box() for name in ("#tool-pay .go", ".dock"))
    assert button["y"] + button["height"] <= dock["y"]
    ready.set_viewport_size({"width": 1280, "height": 800})
    assert not ready.is_visible(".dock") and ready.is_visible(".top nav")


def test_the_first_answer_comes_without_the_archive_that_only_the_composer_needs(context: Any, whole: Any) -> None:
    serving = serve(whole)
    held = threading.Event()
    try:
        page = context.new_page()
        # The second archive does not come; what is saved on the device would ask for it, too.
        context.add_init_script(NOTHING_IS_SAVED)
        context.route("**/more-*.pack", lambda route: route.continue_() if held.is_set() else route.abort())
        first_answers(page, f"{serving.address}live/index.html")
        assert archive(whole, "more.pack") not in serving.sent
        held.set()
        go(page, "?tool=compose&rules=ema-2016")
        page.wait_for_selector("[data-lines] li", timeout=LONG)
        page.fill("#compose-find", "chombo.points")
        page.click("[data-key-of='chombo.points'] > summary")
        page.fill("[name='chombo.points']", "20.000")
        page.press("[name='chombo.points']", "Tab")
        page.wait_for_selector("[data-lines] .l.err")
        assert "KR103" in page.inner_text("[data-lines] .msg.error"), "the composer validates"
    finally:
        serving.end()
