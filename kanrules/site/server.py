"""Web server for a site, for this computer only."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

HOST = "127.0.0.1"
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


def server(found: Mapping[str, bytes], port: int) -> ThreadingHTTPServer:
    """Return a server of these files by address, for this computer only; port 0 takes a free port.

    Raises OSError if the port is taken.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.answer(body=True)

        def do_HEAD(self) -> None:
            self.answer(body=False)

        def answer(self, *, body: bool) -> None:
            name = unquote(urlsplit(self.path).path).removeprefix("/")
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
            text = data if data is not None else b"Page not found.\n"
            kind = TYPES.get(PurePosixPath(name).suffix, "application/octet-stream")
            mark = f'"{hashlib.sha256(text).hexdigest()[:16]}"'
            if data is not None and self.headers.get("If-None-Match") == mark:
                self.send_response(HTTPStatus.NOT_MODIFIED)
                self.send_header("ETag", mark)
                self.end_headers()
                return
            self.send_response(status)
            self.send_header("ETag", mark)
            self.send_header("Content-Type", kind if data is not None else "text/plain; charset=utf-8")
            self.send_header("Content-Length", str(len(text)))
            self.send_header("Cache-Control", "no-cache")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            if body:
                with suppress(ConnectionError):  # the browser closed the connection
                    self.wfile.write(text)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return ThreadingHTTPServer((HOST, port), Handler)
