"""Web server for a site, for this computer only unless another address is named."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from socketserver import TCPServer
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from kanrules.locale import translator
from kanrules.site import words
from kanrules.site.frame import POLICY

HOST = "127.0.0.1"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
"""Content types by file extension; any other file is sent as bytes."""
THREADS = 64
"""Maximum number of connections at the same time."""
PATIENCE = 10
"""Seconds that a client may take to send the next part of a request."""
_WORKER = "live/worker.js"
"""The script that starts the interpreter, which it unpacks itself."""
_META_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
_LANGUAGE = re.compile(rb'<html lang="([a-z]+)"')
_TITLE = re.compile(rb"<title>(.*?)</title>")
_BUSY = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\nRetry-After: 1\r\n\r\n"


def server(found: Mapping[str, bytes], port: int, host: str = HOST) -> ThreadingHTTPServer:
    """Return a server of these files by address. Port 0 takes a free port.

    It answers only requests for this host or for a loopback name, so that no page of another site can read it. On every
    address (`0.0.0.0` or `::`) it also answers requests for a numeric address or for the name of this computer. Raises
    OSError if it cannot listen there.
    """
    names = _names(host)
    any_address = _is_every_address(host)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version, sys_version = "kanrules", ""
        timeout = PATIENCE
        policy = POLICY
        server: _BoundedServer

        def handle_one_request(self) -> None:
            self.server.waits_for(self.connection)
            super().handle_one_request()

        def parse_request(self) -> bool:
            found = super().parse_request()
            self.server.has_heard(self.connection)
            return found

        def do_GET(self) -> None:
            self.answer(body=True)

        def do_HEAD(self) -> None:
            self.answer(body=False)

        def answer(self, *, body: bool) -> None:
            self.policy = POLICY
            if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
                self.close_connection = True  # nobody reads the body: it must not be taken for the next request
            try:
                address = urlsplit(self.path)
                name = unquote(address.path, errors="strict").removeprefix("/")
                known = self.is_for_us(address)
            except ValueError:
                self.send_error(HTTPStatus.BAD_REQUEST)
                return
            if not known:
                self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
                return
            if name == "" or name.endswith("/"):
                name += "index.html"
            data = found.get(name)
            if data is None and f"{name}/index.html" in found:
                self.send_response(HTTPStatus.MOVED_PERMANENTLY)
                self.send_header("Location", f"/{name}/")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            status = HTTPStatus.OK if data is not None else HTTPStatus.NOT_FOUND
            kind = TYPES.get(PurePosixPath(name).suffix, "application/octet-stream")
            text = b"Page not found.\n"
            if data is not None:
                text = data
            elif "text/html" in self.headers.get("Accept", ""):
                text, kind = _not_found(name, found), TYPES[".html"]
            else:
                kind = "text/plain; charset=utf-8"
            if own := _META_POLICY.search(text[:4000]):
                self.policy = own.group(1).decode()
            elif name == _WORKER:
                self.policy = POLICY.replace("script-src 'self'", "script-src 'self' blob:")
            mark = f'"{hashlib.sha256(text).hexdigest()[:16]}"'
            if data is not None and self.headers.get("If-None-Match") == mark:
                self.send_response(HTTPStatus.NOT_MODIFIED)
                self.send_header("ETag", mark)
                self.end_headers()
                return
            self.send_response(status)
            self.send_header("ETag", mark)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
            self.send_header("Cache-Control", "no-cache")
            self.end_headers()
            if body:
                self.wfile.write(text)

        def is_for_us(self, address: SplitResult) -> bool:
            """Return True if the request names a host of this server. Raises ValueError if it names none."""
            hosts = self.headers.get_all("Host", [])
            if len(hosts) > 1 or (not hosts and self.request_version != "HTTP/1.0"):
                raise ValueError("one Host is needed")
            for one in (*hosts, *([address.netloc] if address.netloc else [])):
                name = (urlsplit(f"//{one}").hostname or "").removesuffix(".")
                if name not in names and not (any_address and _is_address(name)):
                    return False
            return True

        def end_headers(self) -> None:
            # A page can say all of its policy itself but who may frame it.
            self.send_header("Content-Security-Policy", f"{self.policy}; frame-ancestors 'none'")
            self.send_header("X-Content-Type-Options", "nosniff")
            super().end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]

    class Server(_BoundedServer):
        address_family = family

    return Server(place[:2], Handler)


class _BoundedServer(ThreadingHTTPServer):
    """A server with a limited number of threads, which stays silent when a client breaks off.

    If all are taken, the client that has let it wait longest for a request loses its connection: otherwise a few that
    send a byte now and then would keep everyone else out.
    """

    request_queue_size = THREADS

    def __init__(self, *arguments: Any) -> None:
        self._free = threading.BoundedSemaphore(THREADS)
        self._waiting: dict[socket.socket, None] = {}
        super().__init__(*arguments)

    def waits_for(self, client: socket.socket) -> None:
        """Note that this client has not sent its request yet."""
        self._waiting.pop(client, None)
        self._waiting[client] = None

    def has_heard(self, client: socket.socket) -> None:
        """Note that the request of this client is complete."""
        self._waiting.pop(client, None)

    def _dismiss_one(self) -> None:
        with suppress(StopIteration, OSError, RuntimeError):  # another thread may change the table meanwhile
            client = next(iter(self._waiting))
            self._waiting.pop(client, None)
            client.shutdown(socket.SHUT_RDWR)

    def server_bind(self) -> None:
        """Take the address, without the name lookup of HTTPServer: it would ask the network."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]  # as in HTTPServer

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread; a client that finds none free within a second is told to come back."""
        free = self._free.acquire(blocking=False)
        if not free:
            self._dismiss_one()
            free = self._free.acquire(timeout=1)
        if not free:
            try:
                request.sendall(_BUSY)
            except OSError:
                pass
            finally:
                self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer one client."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.has_heard(request)
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing: a client that disconnects or does not respond is not an error of this server."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def _not_found(name: str, found: Mapping[str, bytes]) -> bytes:
    """Return the page for an address that the site does not have: in the language of its folder, with a link home."""
    folder = f"{name.partition('/')[0]}/"
    folder = folder if f"{folder}app.webmanifest" in found else ""
    home = found.get(f"{folder}index.html", b"")
    language, title = _LANGUAGE.search(home), _TITLE.search(home)
    say = translator(language[1].decode() if language else "en")
    heading, site = escape(say(words.NOT_FOUND)), title[1].decode() if title else "/"
    return (
        f'<!DOCTYPE html>\n<html lang="{say.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{heading}</title>\n'
        '<link rel="stylesheet" href="/style.css">\n</head>\n<body>\n<main id="main"><div class="wrap">\n'
        f'<h1>{heading}</h1>\n<p><a class="btn" href="/{folder}">{site}</a></p>\n</div></main>\n</body>\n</html>\n'
    ).encode()


def _names(host: str) -> set[str]:
    names = {*LOOPBACK, host.lower()}
    if _is_every_address(host):
        own = socket.gethostname().lower()
        names |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
    return names


def _is_every_address(host: str) -> bool:
    return _is_address(host) and ipaddress.ip_address(host).is_unspecified


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
