"""A site saved on a device: only the listed files, each version as a whole, whatever the host says about caching."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from typing import Any

import pytest

from kanrules.site.build import asset, service_worker
from kanrules.site.server import TYPES

PAGE = (
    '<!DOCTYPE html><html lang="en" data-up="" data-base=""><meta charset="utf-8"><link rel="icon" href="data:,">'
    '<script src="page.js" defer></script><p id="newer" hidden><button>reload</button></p><p id="kept" data-kept="s" '
    'data-unkept="not saved"></p><h1>{law}</h1>'
)
CACHED = (
    "async () => { const found = {}; for (const name of await caches.keys()) for (const one of await (await "
    "caches.open(name)).keys()) if (!one.url.includes('.kept')) found[`${name}|${new URL(one.url).pathname}`] = "
    "await (await (await caches.open(name)).match(one)).text(); return found; }"
)
INSTALLED = (
    "async () => { const registration = await navigator.serviceWorker.ready;"
    "while (registration.installing) await new Promise((go) => setTimeout(go, 50)); }"
)
KEEP = (
    "async () => { const registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });"
    "(await navigator.serviceWorker.ready).active.postMessage({ kind: 'keep', language: 'en' }); }"
)


def version(law: str) -> dict[str, bytes]:
    """A small site whose pages all say which law they have."""
    found = {name: PAGE.format(law=law).encode() for name in ("index.html", "r/x/index.html")}
    found["r/x/index.html"] = (
        found["r/x/index.html"]
        .replace(b'data-base=""', b'data-base="../../"')
        .replace(b'src="page.js"', b'src="../../page.js"')
    )
    found |= {"page.js": asset("page.js").encode(), "law.json": law.encode(), "same.css": b"body{}"}
    return found | {"sw.js": service_worker(found, ("en",))}


class Host:
    """A web host with one caching policy; its files can be replaced, and it can go away."""

    def __init__(self, policy: str) -> None:
        host, self.found, self.asked, self.gone = self, dict[str, bytes](), list[str](), False

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                # A browser keeps its connections, and their threads outlive the server.
                if host.gone:
                    self.close_connection = True
                    return
                name = self.path.partition("?")[0].removeprefix("/")
                name += "index.html" if name == "" or name.endswith("/") else ""
                host.asked.append(name)
                data = host.found.get(name)
                self.send_response(200 if data is not None else 404)
                self.send_header("Content-Type", TYPES.get(PurePosixPath(name).suffix, "text/plain"))
                self.send_header("Content-Length", str(len(data or b"")))
                # Hosts that set one date for every file of every release are common.
                self.send_header("Last-Modified", "Sat, 01 Jan 2000 00:00:00 GMT")
                if policy:
                    self.send_header("Cache-Control", policy)
                self.end_headers()
                self.wfile.write(data or b"")

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.http.server_address[1]}/"

    def end(self) -> None:
        self.gone = True
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("policy", ["no-cache", "max-age=15", "max-age=600", ""])
def test_after_an_update_only_files_of_the_new_version_are_served_online_and_offline(page: Any, policy: str) -> None:
    host = Host(policy)
    try:
        host.found = version("old")
        page.goto(f"{host.address}r/x/index.html")
        page.goto(host.address)
        page.evaluate(KEEP)
        page.wait_for_selector("html[data-offline=ready]")
        host.found = version("new")
        host.asked.clear()
        page.goto(host.address)
        assert page.inner_text("h1") == "old", "a saved version is whole until the next one is"
        page.wait_for_selector("#newer:not([hidden])")
        assert "same.css" not in host.asked, "what did not change is not downloaded"
        page.click("#newer button")
        page.wait_for_selector("h1:has-text('new')")
        cached = page.evaluate(CACHED)
        assert len({name.partition("|")[0] for name in cached}) == 1
        files = {name.partition("|/")[2]: text for name, text in cached.items()}
        expected = {name: data.decode() for name, data in host.found.items() if name != "sw.js"}
        assert files == expected
        page.goto(f"{host.address}r/x/index.html")
        assert page.inner_text("h1") == "new"
    finally:
        host.end()
    for name in ("index.html", "r/x/index.html"):
        page.goto(f"{host.address}{name}")
        assert page.inner_text("h1") == "new"


def test_a_file_that_is_not_the_listed_one_is_never_saved(page: Any) -> None:
    host = Host("no-cache")
    try:
        host.found = version("right") | {"law.json": b"forged"}
        page.goto(host.address)
        page.evaluate(KEEP)
        page.wait_for_selector("html[data-offline=refused]")
        assert "forged" not in page.evaluate(CACHED).values()
    finally:
        host.end()


def test_an_update_that_cannot_be_completed_leaves_the_old_version_whole(page: Any) -> None:
    host = Host("max-age=600")
    try:
        host.found = version("old")
        page.goto(host.address)
        page.evaluate(KEEP)
        page.wait_for_selector("html[data-offline=ready]")
        host.found = version("new") | {"law.json": b"half"}
        page.goto(host.address)
        page.evaluate("async () => { await (await navigator.serviceWorker.ready).update().catch(() => {}); }")
        page.evaluate(INSTALLED)
        assert page.is_hidden("#newer")
        page.goto(f"{host.address}r/x/index.html")
        assert page.inner_text("h1") == "old"
    finally:
        host.end()


def test_without_a_network_a_page_that_is_not_saved_is_answered_by_one_that_says_so(page: Any) -> None:
    host = Host("no-cache")
    try:
        host.found = version("x")
        del host.found["sw.js"]
        says = PAGE.format(law="not saved").replace('data-base=""', 'data-base="../"').replace('src="', 'src="../')
        host.found["offline/index.html"] = says.encode()
        host.found["ja/index.html"] = PAGE.format(law="a language").encode()  # listed, and saved on demand
        host.found["sw.js"] = service_worker(host.found, ("en", "ja"))
        host.found["r/x/book.html"] = PAGE.format(law="a book").encode()
        page.goto(host.address)
        page.evaluate(KEEP)
        page.wait_for_selector("html[data-offline=ready]")
        page.goto(f"{host.address}r/x/book.html")
        assert page.inner_text("h1") == "a book"
    finally:
        host.end()
    for name in ("r/x/book.html?print=1", "ja/index.html"):
        page.goto(f"{host.address}{name}")
        assert page.inner_text("h1") == "not saved"


def test_two_sites_on_one_host_keep_their_own_files_and_their_own_choices(page: Any) -> None:
    host = Host("no-cache")
    try:
        host.found = {f"{site}/{name}": data for site in ("a", "b") for name, data in version(site).items()}
        for site in ("a", "b"):
            page.goto(f"{host.address}{site}/index.html")
            page.evaluate(KEEP)
            page.wait_for_selector("html[data-offline=ready]")
            page.evaluate("(id) => window.kanrules.choose(id, id)", f"rules-{site}")
        laws = {name.partition("|")[2]: text for name, text in page.evaluate(CACHED).items()}
        assert laws["/a/law.json"] == "a" and laws["/b/law.json"] == "b"
        page.goto(f"{host.address}a/index.html")
        assert page.evaluate("window.kanrules.chosen()") == "rules-a"
    finally:
        host.end()


def test_the_hash_of_every_file_is_in_the_script() -> None:
    found = version("x")
    for name, data in found.items():
        assert name == "sw.js" or f'"{name}": "{hashlib.sha256(data).hexdigest()[:16]}"' in found["sw.js"].decode()
