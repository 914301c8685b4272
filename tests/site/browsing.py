"""What a person does on the page of the tools, for the tests in a browser."""

from __future__ import annotations

import time
from typing import Any

PHONE = {"width": 360, "height": 740}
LONG = 180_000
"""Milliseconds: a busy machine starts the library slowly."""


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
