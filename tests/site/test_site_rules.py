"""Which rules a site's tools answer under: a club's own, the first one named, the last one used, or the one chosen."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from kanrules.ruleset import load_ruleset
from kanrules.site.build import SitePlan, build
from kanrules.site.bundle import OWN, own_rules
from kanrules.site.runtime import Runtime
from tests.site.browsing import PHONE, answered, choose, opened, submit
from tests.site.conftest import Serving, serve

KAN = "hand=3335666p111456s&draw=3p"
POSITION = """[[case]]
name = "A kan"
[case.given]
hands = { south = "555m234p678s99p11s" }
turn = "east"
live = "5m"
rinshan = "1s"
[case.play]
lines = \"\"\"
east draws 5m
east discards 5m drawn
south daiminkan 5m
\"\"\"
"""
PLUGIN = '''"""House rule."""

from kanrules import Objection, hookimpl


@hookimpl
def before_kan(kan, table, rules):
    return Objection("house-201", "this house plays without kans")
'''


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club's ruleset on a parent of its own, with a case and a plugin, next to another without a plugin."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "parent.toml").write_text(
        '[ruleset]\nid = "parent"\nname = "Parent"\nextends = "ema-2016"\n[riichi_kan]\nlevel = "forbidden"\n',
        encoding="utf-8",
    )
    (folder / "cologne.toml").write_text(
        '[ruleset]\nid = "cologne"\nname = "Riichi Cologne"\nextends = "./parent.toml"\n', encoding="utf-8"
    )
    (folder / "cologne.cases.toml").write_text(
        '[[case]]\nname = "A kan"\n[case.given]\nturn = "east"\n[case.play]\nlines = "east draws 5m"\n',
        encoding="utf-8",
    )
    (folder / "strict.toml").write_text(
        '[ruleset]\nid = "strict"\nname = "Strict"\nextends = "./parent.toml"\nplugins = ["./house.py"]\n',
        encoding="utf-8",
    )
    (folder / "house.py").write_text(PLUGIN, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def clubs_site(club: Path, runtime: Runtime) -> Iterator[Serving]:
    named = tuple(load_ruleset(club / f"{one}.toml", allow_local_plugins=True) for one in ("cologne", "strict"))
    serving = serve(build(SitePlan(named), runtime))
    yield serving
    serving.end()


@pytest.fixture
def phone(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport=PHONE)
    yield context.new_page()
    context.close()


def test_a_clubs_archive_has_its_parents_its_cases_and_only_plugins_that_were_allowed(club: Path) -> None:
    for allowed in (True, False):
        names = ("cologne", "strict") if allowed else ("cologne",)
        books = [load_ruleset(club / f"{one}.toml", allow_local_plugins=allowed) for one in names]
        with zipfile.ZipFile(io.BytesIO(own_rules(books))) as archive:
            inside = {Path(name).name for name in archive.namelist() if name.startswith(f"{OWN}/")}
            run = json.loads(archive.read("kanrules/site/run.json"))
        assert {"parent.toml", "cologne.toml", "cologne.cases.toml"} <= inside
        assert ("house.py" in inside) is allowed
        assert ("strict" in run) is allowed


def test_a_clubs_own_ruleset_is_the_default_of_every_tool_and_each_answers_under_it(
    phone: Any, clubs_site: Serving
) -> None:
    opened(phone, f"{clubs_site.address}live/index.html?tool=riichi-kan&{KAN}")
    found = answered(phone, "riichi-kan")
    assert (found["verdict"], found["code"], json.loads(found["json"])["rules"]) == ("illegal", "KR207", "cologne")
    for tool in ("pay", "foul", "ask", "position"):
        assert phone.input_value(f"#tool-{tool} [name=rules]") == "cologne"
    for tool, fields in (
        ("pay", [["yakuman", "mangan"], ["winner", "east"]]),
        ("foul", [["name", "riichi_kan"]]),
        ("ask", [["question", "dead wall"]]),
        ("position", [["cases", '[[case]]\nname = "A"\n[case.play]\nlines = "east draws 5m"\n']]),
        ("riichi-kan-all", [["hand", "3335666p111456s"], ["draw", "3p"]]),
        ("diff", [["a", "cologne"], ["b", "ema-2016"]]),
        ("compose", [["name", "Friday"]]),
    ):
        asked = {"tool": tool, "fields": [["rules", "cologne"], *fields]}
        told = phone.evaluate("(question) => window.kanrulesAsk(question)", asked)
        assert told["verdict"] not in ("unreadable", "errors"), (tool, told["html"])
        assert tool != "riichi-kan-all" or "Riichi Cologne" in told["html"]


def test_a_clubs_plugin_that_was_allowed_is_asked_in_the_browser(phone: Any, clubs_site: Serving) -> None:
    opened(phone, f"{clubs_site.address}live/index.html?tool=position&rules=strict&cases={quote(POSITION)}")
    assert "this house plays without kans" in answered(phone, "position")["text"].lower()


def test_a_page_of_the_clubs_ruleset_leads_to_tools_that_answer_under_it(phone: Any, clubs_site: Serving) -> None:
    phone.goto(f"{clubs_site.address}r/strict/index.html")
    link = phone.get_attribute("footer a[href*='tool=foul']", "href")
    assert "rules=strict" in link


def test_without_a_named_ruleset_the_tool_asks_which_rules_and_gives_no_verdict(phone: Any, served: Serving) -> None:
    opened(phone, f"{served.address}live/index.html?tool=riichi-kan&{KAN}")
    go = phone.locator("#tool-riichi-kan .go")
    assert go.inner_text() == "Which rules do you play?"
    assert phone.locator("#tool-riichi-kan .out > *").count() == 0
    go.click()
    phone.fill("#chooser-q", "nobody plays this")
    assert phone.is_visible("#chooser [data-none]")
    phone.fill("#chooser-q", "m.league")
    phone.click("#chooser .families [data-id=m-league]")
    assert go.inner_text() == "Check this kan"
    go.click()
    assert answered(phone, "riichi-kan")["verdict"] == "illegal"
    # The last one used on this device is the default from then on.
    opened(phone, f"{served.address}live/index.html?tool=foul")
    assert phone.input_value("#tool-foul [name=rules]") == "m-league"


def test_rules_named_in_one_tool_are_not_asked_for_in_another(phone: Any, served: Serving) -> None:
    opened(phone, f"{served.address}live/index.html?tool=ask&rules=m-league")
    phone.click("footer a[href*='tool=pay']")
    assert phone.input_value("#tool-pay [name=rules]") == "m-league"
    assert phone.inner_text("#tool-pay .go") == "Who won?"


def test_no_verdict_outlives_its_question(phone: Any, served: Serving) -> None:
    opened(phone, f"{served.address}live/index.html?tool=riichi-kan&rules=101&{KAN}")
    assert answered(phone, "riichi-kan")["verdict"] == "illegal"
    # Another ruleset: the same question is asked again.
    choose(phone, "riichi-kan", "tenhou")
    assert answered(phone, "riichi-kan", 2)["verdict"] == "legal"
    phone.click("#tool-riichi-kan .reopen")
    # Another tile, by tapping and by typing: the answer is removed.
    for change in (
        lambda: phone.click("#tool-riichi-kan [data-key=back]"),
        lambda: phone.fill("#tool-riichi-kan [name=melds]", "ankan 1111z"),
    ):
        phone.wait_for_selector("#tool-riichi-kan .out [data-verdict]")
        change()
        assert phone.locator("#tool-riichi-kan .out [data-verdict]").count() == 0
        assert "has been removed" in phone.inner_text("#tool-riichi-kan .out")
        phone.fill("#tool-riichi-kan [name=melds]", "")
        phone.fill("#tool-riichi-kan [name=draw]", "3p")
        submit(phone, "riichi-kan", int(phone.get_attribute("form[data-tool=riichi-kan]", "data-answers")) + 1)
        phone.click("#tool-riichi-kan .reopen")
    for tool, query, change in (
        ("pay", "yakuman=daisangen&winner=west", "[data-into=liable][data-put=south]"),
        ("foul", "name=riichi_kan", "[name=corrected]"),
    ):
        phone.goto(f"{served.address}live/index.html?tool={tool}&rules=tenhou&{query}")
        answered(phone, tool)
        phone.click(f"#tool-{tool} .reopen")
        phone.click(f"#tool-{tool} {change}")
        assert phone.locator(f"#tool-{tool} .out [data-verdict]").count() == 0


def test_an_answer_that_comes_after_its_question_has_changed_is_not_shown(phone: Any, served: Serving) -> None:
    opened(phone, f"{served.address}live/index.html?tool=riichi-kan&rules=tenhou")
    phone.evaluate(
        "() => { const form = document.querySelector('form[data-tool=riichi-kan]'); "
        "form.hand.value = '3335666p111456s';"
        "form.draw.value = '3p'; form.draw.dispatchEvent(new Event('input', { bubbles: true })); form.requestSubmit();"
        "form.draw.value = ''; form.draw.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    phone.evaluate("() => window.kanrulesAsk({ tool: 'foul', fields: [['rules', 'tenhou'], ['name', 'riichi_kan']] })")
    assert phone.locator("#tool-riichi-kan .out [data-verdict]").count() == 0


@pytest.mark.parametrize("tool", ["riichi-kan", "pay", "foul", "ask", "position", "diff"])
def test_the_main_button_is_in_view_on_a_phone_and_says_what_it_does(phone: Any, served: Serving, tool: str) -> None:
    said = {
        "riichi-kan": "Check this kan", "pay": "Show payments", "foul": "Show the penalty", "ask": "Ask",
        "position": "Play this position", "diff": "Compare",
    }  # fmt: skip
    phone.goto(f"{served.address}live/index.html?tool={tool}&rules=tenhou")
    box = phone.locator(f"#tool-{tool} .go").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]
    assert phone.get_attribute(f"#tool-{tool} .go", "data-says") == said[tool]
