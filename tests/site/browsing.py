"""What a person does on the page of the tools, for the tests in a browser."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import quote

PHONE = {"width": 360, "height": 740}
LONG = 180_000
"""Milliseconds: a busy machine starts the library slowly."""

NOTHING_IS_SAVED = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get() { return undefined; } });"
"""What is saved on the device would ask for every archive."""

POSITION = """[[case]]
name = "A rinshan win after an open kan"

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
south tsumo
\"\"\"
"""
WHOLE_QUESTIONS = (
    ("riichi-kan", "hand=3335666p111456s&draw=3p&rules=tenhou", "legal"),
    ("riichi-kan", "hand=3335666p111456s&draw=3p&rules=m-league", "illegal"),
    ("pay", "yakuman=daisangen&winner=west&by=north&liable=south&honba=2&rules=ema-2016", "pays"),
    ("pay", "han=3&fu=40&winner=S&rules=tenhou", "pays"),
    ("foul", "name=riichi_kan&rules=m-league", "as_stated"),
    ("ask", "question=indicator+forgotten&rules=wrc-2015", "unknown"),
    ("position", f"rules=tenhou&cases={quote(POSITION)}", "tsumo"),
    ("diff", "a=tenhou&b=ema-2016", "differs"),
)
"""Whole questions of each kind with which a reader may begin, with their verdicts."""


def opened(page: Any, address: str) -> None:
    """Open a page of the tools and wait until the library answers."""
    page.goto(address)
    page.wait_for_selector("html[data-live=ready]", timeout=LONG)


def submit(page: Any, tool: str, count: int = 1) -> dict[str, Any]:
    """Press the button and wait for the answer."""
    page.evaluate("(form) => document.querySelector(form).requestSubmit()", f"form[data-tool={tool}]")
    return answered(page, tool, count)


def answered(page: Any, tool: str, count: int = 1) -> dict[str, Any]:
    """Wait for the answer that a link with a complete question, or a change of the rules, brings by itself."""
    found = f"#tool-{tool} [data-answer='{count}']"
    page.wait_for_selector(found, timeout=LONG)
    text: str = page.text_content(f"{found} > script[type='application/json']")
    section = page.query_selector(found)
    return {
        "verdict": section.get_attribute("data-verdict"),
        "code": section.get_attribute("data-code"),
        "json": text,
        "text": section.inner_text(),
    }


def settled(page: Any) -> None:
    """Wait until the page has the answers to all that it has asked the library so far."""
    page.wait_for_selector("html[data-live=ready]:not([data-asking])", timeout=LONG)


def until(page: Any, true: str, given: object = None) -> None:
    """Wait until this function of JavaScript says yes.

    Playwright's own `wait_for_function` evaluates its text again in the page for every look after the first. The
    policy of a page with event rules forbids that, so a test would fail only when it had to wait.
    """
    end = time.monotonic() + LONG / 1000
    while not page.evaluate(true, given):
        assert time.monotonic() < end, f"still not true: {true}"
        page.wait_for_timeout(50)


def choose(page: Any, tool: str, rules: str, search: str = "", name: str = "rules") -> None:
    """Choose a ruleset: open the list, search, tap."""
    page.click(f"#tool-{tool} .rulesbar:has([name={name}]) [data-choose]")
    page.fill("#chooser-q", search or rules)
    page.click(f"#chooser .families [data-id='{rules}']")


def go(page: Any, query: str) -> None:
    """Go to another tool as a link does: the library that has started stays."""
    page.evaluate(
        "(query) => { for (const one of document.querySelectorAll('.out')) one.replaceChildren();"
        "for (const one of document.querySelectorAll('.asked')) one.classList.remove('asked');"
        "for (const one of document.querySelectorAll('form[data-tool]')) { one.reset(); delete one.dataset.answers; "
        "delete one.dataset.answered; }"
        "history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')); }",
        query,
    )


def first_answers(page: Any, address: str) -> None:
    """Open the tools with the first of `WHOLE_QUESTIONS` and ask the others."""
    for number, (tool, query, verdict) in enumerate(WHOLE_QUESTIONS):
        if number == 0:
            opened(page, f"{address}?tool={tool}&{query}")
        else:
            go(page, f"?tool={tool}&{query}")
        assert answered(page, tool)["verdict"] == verdict


REMEMBERED = """async () => {
  for (;;) {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const [found] = name.endsWith(" start") ? await cache.keys() : [];
      const size = found ? (await (await cache.match(found)).arrayBuffer()).byteLength : 0;
      if (size > 1000) return [name, found.url];
    }
    await new Promise((go) => setTimeout(go, 200));
  }
}"""
"""Waits until the page has stored the started library."""
