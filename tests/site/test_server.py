"""What `serve` answers: files of the site, for its own names only; nothing that a client does makes it fail."""

from __future__ import annotations

import contextlib
import http.client
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from kanrules.site import server as serving
from kanrules.site.frame import POLICY
from kanrules.site.server import server

SITE = {
    "index.html": b'<html lang="en"><title>Thursday &amp; friends</title><p>home</p>',
    "app.webmanifest": b"{}",
    "ja/index.html": b'<html lang="ja"><title>Mokuyou</title>',
    "ja/app.webmanifest": b"{}",
    "r/tenhou/index.html": b'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'"><p>tenhou</p>',
    "page.js": b"let one = 1\n",
}


SECONDS = 300
"""More than any answer takes, on a machine of any speed."""


@pytest.fixture
def port() -> Iterator[int]:
    with server(SITE, 0) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running.server_address[1]
        running.shutdown()
        thread.join()


def said(port: int, request: bytes) -> bytes:
    """All bytes that the server answers until it closes the connection."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as client:
        with suppress(OSError):  # it may have answered and closed before it was told all
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while data := client.recv(65536):
                answer += data
    return answer


def get(port: int, address: str = "/", **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", address, headers=headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


@pytest.mark.parametrize("address", ["/", "/page.js", "/r/tenhou", "/r/tenhou/", "/no/such/page", "/%ff"])
def test_every_answer_says_who_may_use_it_and_what_it_is(port: int, address: str) -> None:
    response = get(port, address)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Security-Policy"].endswith("; frame-ancestors 'none'")
    assert response.headers["Content-Security-Policy"].startswith(
        "default-src 'none'; frame" if address == "/r/tenhou/" else POLICY
    )


@pytest.mark.parametrize(
    ("address", "language", "home"), [("/r/no-such/index.html", "en", "/"), ("/ja/r/no-such/", "ja", "/ja/")]
)
def test_a_reader_who_asks_for_a_page_that_is_not_there_gets_a_page_with_a_link_home(
    port: int, address: str, language: str, home: str
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", address, headers={"Accept": "text/html,*/*;q=0.8"})
    response = connection.getresponse()
    page = response.read().decode()
    connection.close()
    assert (response.status, response.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert f'<html lang="{language}">' in page and f'href="{home}"' in page
    assert "Thursday &amp; friends" in page if language == "en" else "Mokuyou" in page


def test_a_program_that_asks_for_a_file_that_is_not_there_gets_a_line_of_text(port: int) -> None:
    response = get(port, "/data/no-such.json")
    assert (response.status, response.headers["Content-Type"]) == (404, "text/plain; charset=utf-8")


@pytest.mark.rest
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:80", 200),
        ("localhost", 200),
        ("LOCALHOST:8642", 200),
        ("[::1]:8642", 200),
        ("localhost.", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("192.168.1.7", 421),
        ("localhost@evil.example", 421),
        ("", 421),
        ("[", 400),
        ("[::1", 400),
    ],
)
def test_only_names_of_this_computer_are_answered(port: int, host: str, status: int) -> None:
    assert get(port, Host=host).status == status


def test_a_page_of_another_site_is_not_answered_though_the_address_names_it(port: int) -> None:
    asked = b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    assert said(port, asked).startswith(b"HTTP/1.1 421 ")


@pytest.mark.parametrize(
    ("host", "asked", "status"),
    [("0.0.0.0", "192.168.1.7:8642", 200), ("0.0.0.0", "evil.example", 421), ("127.0.0.1", "192.168.1.7", 421)],
)
def test_on_every_address_a_number_is_answered_and_a_strangers_name_is_not(host: str, asked: str, status: int) -> None:
    with server(SITE, 0, host) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        assert get(running.server_address[1], Host=asked).status == status
        running.shutdown()
        thread.join()


H = b"Host: localhost\r\n"
FOUL = [
    b"GET http://[ HTTP/1.1\r\n" + H + b"\r\n",
    b"GET /%ff%fe HTTP/1.1\r\n" + H + b"\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\n" + H + b"\r\n",
    b"GET /\x00 HTTP/1.1\r\n" + H + b"\r\n",
    b"GET //evil.example/ HTTP/1.1\r\n" + H + b"\r\n",
    b"GET / HTTP/1.1\r\n" + H + H + b"\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + H + b"\r\n",
    b"GET / HTTP/1.1\r\n" + H + b"X: y\r\n" * 200 + b"\r\n",
    b"GET / HTTP/1.1\r\nX" + b"y" * 70_000 + b"\r\n\r\n",
    b"POST / HTTP/1.1\r\n" + H + b"Content-Length: 5\r\n\r\nhello",
    b"BREW / HTTP/1.1\r\n" + H + b"\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n\r\n",
    b"GET",
    b"",
]


@pytest.mark.rest
@pytest.mark.parametrize("request_", FOUL, ids=range(len(FOUL)))
def test_no_request_makes_it_fail(port: int, request_: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    answer = said(port, request_)
    assert answer[:9] in (b"", b"HTTP/1.1 ") or b"Error code" in answer
    assert b"root:" not in answer
    assert get(port).status == 200
    assert capsys.readouterr().err == ""


def test_the_body_of_a_request_is_never_the_next_request(port: int) -> None:
    hidden = b"GET /page.js HTTP/1.1\r\n" + H + b"\r\n"
    for header in (b"Content-Length: %d\r\n" % len(hidden), b"Transfer-Encoding: chunked\r\n"):
        answer = said(port, b"GET / HTTP/1.1\r\n" + H + header + b"\r\n" + hidden)
        assert answer.count(b"HTTP/1.1 ") == 1 and b"let one" not in answer


def test_a_client_that_resets_its_connection_leaves_no_traceback(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    for sent in (b"", b"GET / HT", b"GET /page.js HTTP/1.1\r\n" + H + b"\r\n" * 2):
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(sent)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
    assert get(port).status == 200
    time.sleep(0.2)
    assert capsys.readouterr().err == ""


def test_clients_that_send_a_byte_now_and_then_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "THREADS", 4)
    monkeypatch.setattr(serving, "PATIENCE", SECONDS)
    others = set(threading.enumerate())

    def threads() -> int:
        return len(set(threading.enumerate()) - others)

    with server(SITE, 0) as running:
        port = running.server_address[1]
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(4)]
        for client in silent:
            client.sendall(b"GET /")
        until = time.monotonic() + SECONDS
        while threads() < 1 + 4 and time.monotonic() < until:
            time.sleep(0.01)
        for _ in range(4):
            for client in silent:
                with contextlib.suppress(OSError):  # it was dismissed
                    client.sendall(b"a")
            assert get(port).status == 200
            assert threads() <= 1 + 4
        for client in silent:
            client.close()
        while threads() > 1 and time.monotonic() < until:
            time.sleep(0.01)
        assert get(port).status == 200
        running.shutdown()
        thread.join()


def test_a_silent_client_is_left_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0.2)
    with server(SITE, 0) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        at = ("127.0.0.1", running.server_address[1])
        # It may have lost patience before this arrives.
        with socket.create_connection(at, timeout=SECONDS) as client, suppress(ConnectionError):
            client.sendall(b"GET /")
            assert client.recv(100) == b""
        running.shutdown()
        thread.join()
