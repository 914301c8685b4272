"""A browser, and the whole site served to it. Where Chromium, Playwright or the runtime is missing the tests that need
them are skipped with the reason; with KANRULES_BROWSER=1 they fail instead.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kanrules.site.build import SitePlan, build
from kanrules.site.runtime import Runtime, there
from kanrules.site.server import server
from tests.site.browsing import LONG, PHONE
from tools.browser import axe

BROWSER = {"chromium", "runtime", "checker"}
"""The fixtures that are not on every machine."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
LATE = int(os.environ.get("KANRULES_LATE") or 0)
"""Milliseconds by which every answer of a worker is late. A test that looks before the page has its answer then fails
on every machine, not only on a busy one."""
WAIT = """(() => {
  const late = (heard) => heard && ((event) => setTimeout(() => heard(event), %d));
  const plain = globalThis.Worker;
  if (plain) globalThis.Worker = class extends plain { set onmessage(heard) { super.onmessage = late(heard); } };
  if (!globalThis.ServiceWorkerContainer) return;
  const { addEventListener } = EventTarget.prototype;
  ServiceWorkerContainer.prototype.addEventListener = function (kind, heard, more) {
    return addEventListener.call(this, kind, kind === "message" ? late(heard) : heard, more);
  };
})();"""


@pytest.hookimpl(tryfirst=True)  # before `-m browser` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if BROWSER.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("browser")


def missing(reason: str) -> None:
    if os.environ.get("KANRULES_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


def unpacked(pack: bytes) -> zipfile.ZipFile:
    """Open an archive of the site, packed as a whole or an ordinary one."""
    return zipfile.ZipFile(io.BytesIO(gzip.decompress(pack) if pack.startswith(b"\x1f\x8b") else pack))


@pytest.fixture(scope="session")
def runtime() -> Runtime:
    found = there()
    if found is None:
        missing("the browser's runtime is not on this machine: python -m tools.browser")
    assert found is not None
    return found


@pytest.fixture(scope="session")
def whole(runtime: Runtime) -> dict[str, bytes]:
    """The whole site with its live part."""
    return build(SitePlan(()), runtime)


def archive(found: dict[str, bytes], name: str) -> str:
    """The address of an archive of the tools, whose name has its hash."""
    stem, _, kind = name.rpartition(".")
    (address,) = (one for one in found if re.fullmatch(rf"live/{re.escape(stem)}-[0-9a-f]{{8}}\.{kind}", one))
    return address


@dataclass
class Serving:
    """A site that is served, until it is ended."""

    found: dict[str, bytes]
    http: ThreadingHTTPServer
    thread: threading.Thread
    running: bool = True
    sent: list[str] = field(default_factory=list)
    """What was sent whole, in order."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.http.server_address[1]}/"

    def end(self) -> None:
        if self.running:
            self.running = False
            self.http.shutdown()
            self.http.server_close()
            self.thread.join()


def serve(found: dict[str, bytes]) -> Serving:
    http = server(found, 0)
    plain: Any = http.RequestHandlerClass
    sent: list[str] = []

    class Counting(plain):
        def send_response(self, code: int, message: str | None = None) -> None:
            if code == HTTPStatus.OK and self.command == "GET":
                sent.append(self.path.partition("?")[0].removeprefix("/"))
            super().send_response(code, message)

    http.RequestHandlerClass = Counting
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    return Serving(found, http, thread, sent=sent)


@pytest.fixture(scope="session")
def served(whole: dict[str, bytes]) -> Iterator[Serving]:
    serving = serve(whole)
    yield serving
    serving.end()


def late(new_context: Callable[..., Any]) -> Callable[..., Any]:
    """Return `new_context` whose pages get their answers late."""

    def made(**given: Any) -> Any:
        context = new_context(**given)
        context.add_init_script(WAIT % LATE)
        return context

    return made


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed: pip install 'kanrules[site-test]'")
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        missing("there is no Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        if LATE:
            browser.new_context = late(browser.new_context)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def checker() -> str:
    """The script that checks a page for those who cannot see or point."""
    found = axe()
    if found is None:
        missing("axe-core is not on this machine: python -m tools.browser")
    assert isinstance(found, Path)
    return found.read_text(encoding="utf-8")


@pytest.fixture
def context(chromium: Any) -> Iterator[Any]:
    made = chromium.new_context(viewport=PHONE)
    yield made
    made.close()


@pytest.fixture(scope="module")
def ready(chromium: Any, served: Any) -> Iterator[Any]:
    """A phone with the live part started, once for the tools that do not need a fresh one."""
    made = chromium.new_context(viewport=PHONE)
    page = made.new_page()
    page.goto(f"{served.address}live/index.html")
    page.wait_for_selector("html[data-live=ready]", timeout=LONG)
    yield page
    made.close()
