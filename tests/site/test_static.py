"""The pages that need no script: their addresses, what they load, whose files are written over."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import threading
import urllib.request
from contextlib import redirect_stdout
from functools import lru_cache
from html import escape
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from posixpath import join, normpath
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest

from kanrules.cli import main, serve
from kanrules.errors import UnreadableError
from kanrules.locale import LANGUAGES, translator
from kanrules.report.sheet_words import ORDER
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.native_names import NATIVE
from kanrules.rulings import undecided
from kanrules.site import words
from kanrules.site.build import LIST, SitePlan, _strict, build, claim, write_site
from kanrules.site.diff import compare_page, index_page
from kanrules.site.forms import live_page
from kanrules.site.frame import Frame
from kanrules.site.home import home_page
from kanrules.site.live.answer import answer
from kanrules.site.ruleset_page import book_page
from kanrules.site.server import server
from tests.cli.running import run
from tests.cli.watching import unasked, watched
from tests.locale.begun import skip_if_begun_only
from tests.site.seen import COMMAND, seen
from tools.commands_page import every_command

HOSTILE = """
[ruleset]
id = "hostile"
name = "<script>alert(1)</script>"
edition = "\\"><img src=x onerror=alert(2)>"
authority = "</title><script>alert(3)</script>"
extends = "ema-2016"
[kandora]
daiminkan = "discard"
[penalty]
empty_call = "<b onclick=alert(4)>tea</b>"
[notes]
text = ["</section><iframe src='https://example.org'></iframe>", "javascript:alert(5)"]
[source."kandora.daiminkan"]
document = "<svg onload=alert(6)>"
clause = "]]><script>alert(7)</script>"
url = "javascript:alert(8)"
grade = "own"
[source."penalty.empty_call"]
document = "a text"
url = "https://example.org/\\" onmouseover=\\"alert(9)"
grade = "official"
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "hostile.toml"
    path.write_text(HOSTILE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def written(hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a site, and what the command said when it wrote it."""
    folder = tmp_path_factory.mktemp("site") / "public"
    words = [
        "--out",
        str(folder),
        "--static-only",
        "--rules",
        f"{hostile},tenhou",
        "--all",
        "--title",
        "Thursday",
        "-l",
        "en",
    ]
    with redirect_stdout(StringIO()) as out, pytest.raises(SystemExit) as end, watched() as seen:
        main(["site", *words])
    assert not end.value.code and unasked(seen, ["site", *words]) == []
    return folder, out.getvalue()


@pytest.fixture(scope="module")
def site(written: tuple[Path, str]) -> dict[str, bytes]:
    folder, _ = written
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    del found[LIST]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_alone_send_nobody_to_a_live_part_that_is_not_there(language: str) -> None:
    say, books = translator(language), [load_ruleset("ema-2016"), load_ruleset("burton")]
    for live in (True, False):
        frame = Frame(say, "kanrules", live=live)
        for page in (home_page(frame, books, []), index_page(frame, [(books[0], books[1])])):
            assert (escape(say(words.COMPARE_LEAD)) in page) is live
            assert escape(say(words.COMPARE_STATIC)) in page or live


class Page(HTMLParser):
    """What a page is made of: every element with its attributes, and what stands in scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


@lru_cache(maxsize=1024)
def parsed(data: bytes) -> tuple[tuple[str, dict[str, str | None]], ...]:
    return tuple(Page(data.decode()).elements)


def some(site: dict[str, bytes]) -> list[str]:
    """The pages that are read: the named books, and one in four of each kind of page. `.ci/long` reads all."""
    kinds: dict[str, list[str]] = {}
    for name in site:
        if name.endswith(".html"):
            kinds.setdefault(re.sub("/.*/", "/*/", name), []).append(name)
    every = 1 if os.environ.get("KANRULES_LONG") else 4
    return [
        name
        for names in kinds.values()
        for at, name in enumerate(names)
        if at % every == 0 or name.startswith(("r/hostile/", "r/tenhou/"))
    ]


def elements(site: dict[str, bytes]) -> list[tuple[str, str, dict[str, str | None]]]:
    return [(name, tag, attributes) for name in some(site) for tag, attributes in parsed(site[name])]


@pytest.mark.rest
def test_every_address_of_the_contract_has_its_page(site: dict[str, bytes]) -> None:
    found = {"index.html", "casebook/index.html", "diff/index.html", "glossary/index.html"}
    found |= {f"r/{name}/index.html" for name in (*bundled_ids(), "hostile")}
    assert found <= site.keys()
    assert "live/index.html" not in site


@pytest.mark.rest
def test_no_page_loads_anything_from_elsewhere_or_carries_a_script_or_a_style_of_its_own(
    site: dict[str, bytes],
) -> None:
    loads = {"script": "src", "link": "href", "img": "src", "iframe": "src", "use": "href", "image": "href"}
    for name, tag, attributes in elements(site):
        assert tag not in ("iframe", "object", "embed", "base", "form"), name
        assert not [one for one in attributes if one.startswith("on")], name
        sheet = name.endswith(("sheet.html", "book.html"))
        assert sheet or (tag != "style" and "style" not in attributes), name
        if tag == "script":
            assert attributes.get("src") or attributes.get("type") == "application/json", name
        if attributes.get(loads.get(tag, "")):
            target = urlsplit(str(attributes[loads[tag]]))
            assert not target.scheme and not target.netloc, name


def test_every_page_has_a_strict_policy(site: dict[str, bytes]) -> None:
    for name in some(site):
        policies = [
            attributes["content"] or ""
            for tag, attributes in parsed(site[name])
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        assert len(policies) == 1, name
        assert policies[0].startswith("default-src 'none'") and "unsafe-inline" not in policies[0]
        assert "'unsafe-eval'" not in policies[0]


def test_no_test_waits_with_a_text_that_the_policy_forbids() -> None:
    forbidden = ".wait_for" + "_function("
    found = [path.name for path in Path(__file__).parents[1].rglob("*.py") if forbidden in path.read_text("utf-8")]
    assert found == [], "browsing.until waits on every page"


def test_every_style_of_a_sheet_or_a_book_is_one_that_its_policy_allows(site: dict[str, bytes]) -> None:
    for name, data in site.items():
        if name.endswith(("sheet.html", "book.html")):
            text = data.decode()
            styles = re.findall(r"<style[^>]*>(.*?)</style>", text, re.DOTALL)
            assert len(styles) > 1, "its timeline has one of its own"
            for one in styles:
                digest = base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()
                assert f"'sha256-{digest}'" in text, name


def test_no_character_of_a_page_is_lost(site: dict[str, bytes]) -> None:
    texts = {name: data for name, data in site.items() if not name.endswith((".pdf", ".png"))}
    lost = [name for name, data in texts.items() if "\N{REPLACEMENT CHARACTER}" in data.decode()]
    assert lost == []


def test_no_page_speaks_of_the_command_line(site: dict[str, bytes]) -> None:
    found = [
        (name, text)
        for name in some(site)
        if not name.startswith("r/") or name.startswith("r/tenhou/")
        for text in seen(site[name].decode(), "en")
        if COMMAND.search(text)
    ]
    assert found == []


def test_every_page_names_the_icon_of_the_site_so_that_no_browser_asks_for_one_that_is_not_there(
    site: dict[str, bytes],
) -> None:
    found = {name: parsed(site[name]) for name in some(site)}
    abroad = Frame(translator("ja"), "law", live=False, languages=("en", "ja"))
    found["ja/r/tenhou/sheet.html"] = tuple(Page(_strict('<meta charset="utf-8">', abroad)).elements)
    for name, page in found.items():
        icons = [str(one["href"]) for tag, one in page if tag == "link" and one.get("rel") == "icon"]
        assert [normpath(join(name.rpartition("/")[0], icon)) for icon in icons] == ["icon.svg"], name


def test_every_link_inside_the_site_leads_to_a_page(site: dict[str, bytes]) -> None:
    for name, _, attributes in elements(site):
        target = urlsplit(attributes.get("href") or "")
        if target.scheme or target.netloc or not target.path:
            continue
        assert normpath(join(name.rpartition("/")[0], target.path)) in site, (name, target.path)


def test_links_to_the_web_are_https_or_http_alone(site: dict[str, bytes]) -> None:
    schemes = {
        urlsplit(attributes["href"] or "").scheme
        for _, tag, attributes in elements(site)
        if tag == "a" and "href" in attributes
    }
    assert schemes <= {"", "https", "http"}


def test_the_words_of_a_stranger_are_text_and_nothing_else(site: dict[str, bytes]) -> None:
    page = site["r/hostile/index.html"].decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    for name, data in site.items():
        if name.endswith(".html"):
            text = data.decode()
            assert not re.search(
                r"<script>alert|<img src=x|<iframe|<b onclick|<svg onload|javascript:alert\(8", text
            ), name


def test_law_bears_a_chip_and_a_default_says_first_that_no_text_was_found(site: dict[str, bytes]) -> None:
    page = site["r/ema-2016/index.html"].decode()
    rules = re.findall(r'<div class="rule( default)?">(.*?)</div>', page, re.DOTALL)
    assumed = "The rulebook does not say; kanrules assumes this."
    assert load_ruleset("ema-2016").assumed == assumed
    assert len(rules) > 40
    for default, inner in rules:
        assert ('class="chip' in inner) is not bool(default)
        if default:
            first = re.search(r'<p><span class="assume">(.*?)</span>', inner)
            # The rules that no source says stand in one line by their names.
            said = (assumed, undecided(assumed), "The rulebook does not say.")
            assert first and (first[1] in said or first[1].endswith(f". {said[2]}")), first


def test_each_book_stands_beside_its_parent_and_beside_those_that_were_named(site: dict[str, bytes]) -> None:
    assert "diff/ema-2016--hostile/index.html" in site
    beside = {name.split("/")[1] for name in site if name.startswith("diff/") and name.count("/") == 2}
    for one in bundled_ids():
        for named in ("tenhou", "hostile"):
            assert one == named or {f"{one}--{named}", f"{named}--{one}"} & beside, one


def test_every_pair_with_a_page_is_offered_by_the_two_pickers_and_listed_without_them(site: dict[str, bytes]) -> None:
    page = site["diff/index.html"].decode()
    known = set(re.findall(r'data-pairs="([^"]*)"', page)[0].split())
    assert known == {name.split("/")[1] for name in site if name.startswith("diff/") and name.count("/") == 2}
    assert known == {
        link.removesuffix("/index.html") for link in re.findall(r'href="([^"/.]*--[^"/]*/index.html)"', page)
    }


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_site_speaks_each_language(language: str) -> None:
    say = translator(language)
    page = book_page(Frame(say, "kanrules", live=False), load_ruleset("ema-2016"))
    assert f'<html lang="{language}"' in page
    assert escape(say(ORDER)) in page and escape(say("A fifth kan must not be declared.")) in page


@pytest.mark.parametrize("other", ["tenhou", "wrc-2025"])
def test_the_sentences_of_a_comparison_call_rulesets_by_their_titles(other: str) -> None:
    books = load_ruleset("ema-2016"), load_ruleset(other)
    page = compare_page(Frame(translator("en"), "kanrules", live=False), *books)
    effects = re.findall(r'<p class="so">.*?</p>', page)
    assert any(books[0].title in effect for effect in effects)
    assert not [effect for effect in effects for one in books if re.search(rf"\b{one.id}\b", effect)]


def test_a_folder_with_files_of_somebody_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"thesis\.txt"):
        write_site(tmp_path, {"index.html": b"x"})
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_site_is_written_over_an_earlier_one_and_what_it_no_longer_has_goes(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.html": b"1", "r/old/index.html": b"1"})
    write_site(tmp_path, {"index.html": b"2"})
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["index.html", LIST]
    assert (tmp_path / "index.html").read_bytes() == b"2"
    assert claim(tmp_path) == {"index.html", LIST}


def test_one_foreign_file_in_an_earlier_site_is_enough_to_refuse(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.html": b"1"})
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"notes\.txt"):
        write_site(tmp_path, {"index.html": b"2"})
    assert (tmp_path / "index.html").read_bytes() == b"1"


def test_the_command_writes_a_site_and_says_so(written: tuple[Path, str], site: dict[str, bytes]) -> None:
    folder, out = written
    size = sum(map(len, site.values())) / 1e6
    assert out == f"written: {folder}, {len(site)} files, {size:.1f} MB\n"
    listed = json.loads((folder / LIST).read_text(encoding="utf-8"))["files"]
    assert "r/tenhou/index.html" in listed
    assert "<title>Thursday</title>" in site["index.html"].decode()


def test_a_site_has_every_language_unless_some_are_named() -> None:
    assert serve.plan("tenhou", ",".join(LANGUAGES), "", True).languages == tuple(LANGUAGES)
    (asked,) = [one for one in every_command()["site"].params if one.name == "lang"]
    assert asked.default == ",".join(LANGUAGES)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "ema-2061"], "there is no ruleset"),
        (["--lang", "tlh"], "--lang 'tlh': unknown language 'tlh'"),
        (["--rules", "tenhou,tenhou,./tenhou.toml"], "tenhou.toml"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "site", "--out", str(tmp_path / "public"), "--static-only", *words)
    assert code == 2 and not out and said in err
    assert not (tmp_path / "public").exists()


def test_a_site_is_served_on_this_machine_alone_with_the_type_of_each_file() -> None:
    with server({"index.html": b"start", "r/x/index.html": b"x", "live/a.wasm": b"\0asm"}, 0) as serving:
        host, port = serving.server_address[:2]
        assert host == "127.0.0.1"
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        try:
            for address, kind in (
                ("", "text/html; charset=utf-8"),
                ("r/x/", "text/html; charset=utf-8"),
                ("live/a.wasm", "application/wasm"),
            ):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/{address}") as answer:
                    assert answer.headers["Content-Type"] == kind
            with pytest.raises(HTTPError) as missing:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/../pyproject.toml")
            assert missing.value.code == 404
            missing.value.close()
        finally:
            serving.shutdown()
            thread.join()


def test_a_served_site_is_written_too_where_a_folder_is_named_and_opened_where_that_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serve, "made", lambda what: {"index.html": what.title.encode()})
    monkeypatch.setattr("kanrules.site.server.ThreadingHTTPServer.serve_forever", lambda _: None)
    monkeypatch.setattr("webbrowser.open", opened.append)
    words = [
        "serve",
        "--static-only",
        "--title",
        "Thursday",
        "--port",
        "0",
        "--open",
        "--out",
        str(tmp_path / "public"),
    ]
    code, out, _ = run(capsys, *words)
    found = re.search(r"serving (http://127\.0\.0\.1:\d+/) until", out)
    assert code == 0 and found is not None and opened == [found[1]]
    assert (tmp_path / "public" / "index.html").read_bytes() == b"Thursday"
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    code, out, err = run(capsys, *words[:-1], str(tmp_path))
    assert code == 2 and not out and "notes.txt" in err


@pytest.mark.parametrize("command", ["site", "serve"])
def test_where_the_runtime_is_missing_the_command_that_brings_it_is_said_and_nothing_is_written(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KANRULES_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", "")
    code, out, err = run(capsys, command, "--out", str(tmp_path / "public"))
    assert code == 2 and not out
    assert "python -m kanrules.site.runtime" in err and "--static-only" in err
    assert not (tmp_path / "public").exists()


def fields(tool: str) -> set[str]:
    page = live_page(Frame(translator("en"), "law", live=True), [load_ruleset("tenhou")])
    form = page.split(f'<form data-tool="{tool}"')[1].split("</form>")[0]
    return {str(attributes["name"]) for _, attributes in Page(form).elements if "name" in attributes}


@pytest.mark.parametrize("tool", ["riichi-kan", "pay", "foul", "ask"])
def test_the_fields_of_a_tool_bear_the_names_of_the_commands_options(tool: str) -> None:
    # A page has its language and one ruleset, prints nothing, runs no code and leaves no plugin out (`-p no:NAME`); a
    # tsumo is a win off nobody, and a tap unfolds more.
    elsewhere = {
        "all-rules", "format", "trace", "out", "allow-local-plugins", "left_out", "lang", "tsumo", "help", "more",
    }  # fmt: skip
    asked = {
        next((word for word in one.opts if word.startswith("--")), one.name).removeprefix("--")
        for one in every_command()[tool].params
    }
    # Which of the six incidents was tapped is a choice of the page alone: it fills in the question.
    tapped = {"incident"} if tool == "ask" else set()
    assert asked - elsewhere == fields(tool) - tapped


def test_a_position_and_the_composer_have_their_rules_and_their_text() -> None:
    assert {"rules", "cases"} <= fields("position")
    assert {"rules", "name", "toml"} <= fields("compose")


def test_pages_alone_say_so_and_others_where_they_come_from_a_file(site: dict[str, bytes]) -> None:
    assert "does not include the live tools" in site["index.html"].decode()
    frame = Frame(translator("en"), "law", live=True)
    rules = [load_ruleset("tenhou")]
    for page in (home_page(frame, rules, []), live_page(frame, rules)):
        assert "they do not run from a file" in page


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_winds_and_yakuman_have_their_names_in_the_language_of_the_tools(language: str) -> None:
    skip_if_begun_only(language)
    page = live_page(Frame(translator(language), "law", live=True), [load_ruleset("tenhou")])
    form = page.split('<form data-tool="pay"')[1].split("</form>")[0]
    labels = re.findall(r">([^<>]+)</(?:label|button)>", form)
    # West is a word of German and Dutch, too.
    assert not {"East", "North"} & set(labels)
    fields = [["yakuman", "mangan"], ["winner", "east"], ["rules", "tenhou"]]
    asked = {"tool": "pay", "language": language, "fields": fields}
    assert not re.search(r"\b(East|North)\b", json.loads(answer(json.dumps(asked)))["html"])
    assert language != "ja" or "大三元" in labels


def test_a_rulebook_has_its_own_name_in_the_language_of_those_who_play_by_it_and_is_found_by_both() -> None:
    books = [load_ruleset(one) for one in bundled_ids()]
    pages = {
        language: home_page(Frame(translator(language), "law", live=False), books, []) for language in ("ja", "en")
    }
    row = re.search(r'data-id="tenhou" data-name="([^"]*)"><span><b>([^<]*)<', pages["ja"])
    assert row is not None and row[2] == "天鳳" and {"天鳳", "tenhou"} <= set(row[1].split())
    assert "天鳳" not in re.findall(r"<b>([^<]*)</b>", pages["en"])
    assert {id for names in NATIVE.values() for id in names} <= set(bundled_ids())
    # Editions are told apart.
    titles = [one.title_in("ja") for one in books]
    assert len(set(titles)) == len(titles)


@pytest.mark.long
def test_several_processes_write_the_same_site_as_one() -> None:
    plan = SitePlan((load_ruleset("ema-2016"),), ("en", "ja"), live=False)
    assert build(plan, jobs=2) == build(plan)
