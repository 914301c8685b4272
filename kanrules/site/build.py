"""Build all files of the site, by address, and write them to a folder."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from kanrules.drawing.canvas import stylesheet
from kanrules.errors import wrong_use
from kanrules.frozen import frozen
from kanrules.locale import translator
from kanrules.report.casebook import Casebook
from kanrules.report.law_book import law_book
from kanrules.report.law_book.book_html import book_html
from kanrules.report.law_book.chapter import LawBook
from kanrules.report.law_data import law_data
from kanrules.report.sheet import sheet
from kanrules.report.sheet_html import sheet_html
from kanrules.ruleset import Ruleset, bundled_ids, library, load_ruleset
from kanrules.ruleset.load import load_file
from kanrules.site import words
from kanrules.site.bundle import (
    LOCK,
    PACKED,
    STDLIB,
    STDLIB_PACK,
    bundle,
    catalogue,
    compiled,
    lock,
    own_rules,
    packed_once,
)
from kanrules.site.casebook import book_of, questions_page
from kanrules.site.diff import address, compare_page, index_page
from kanrules.site.first_answers import FILE as ANSWERS
from kanrules.site.first_answers import first_answers
from kanrules.site.forms import live_page
from kanrules.site.frame import LICENCES_FILE, Frame
from kanrules.site.glossary import glossary_page
from kanrules.site.home import home_page
from kanrules.site.licences import licences
from kanrules.site.offline import ADDRESS, offline_page
from kanrules.site.papers import PAPERS, papers, papers_of
from kanrules.site.ruleset_page import book_page
from kanrules.site.runtime import Runtime
from kanrules.supervisor.in_processes import answering
from kanrules.supervisor.whole_folder import write_folder

LIST = "kanrules-site.json"
"""The file that marks a folder as a site. It lists the files written there."""
TITLE = "kanrules"
SCRIPTS = ("chooser.js", "tiles.js", "live.js", "compose.js", "worker.js")
"""Scripts of the live part."""
EVENT_SCRIPT = "event.js"
"""Script of the live part for the events of a site."""
DATA = "data/"
"""Folder of the law as data."""
LIBRARY_PACK = "bundle.pack"
"""The archive of the tools with kanrules itself."""
BOOK = "book.html"
"""Name of the page with the articles of a ruleset, in its folder."""
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n')
_ARCHIVES = re.compile(rb"^const ARCHIVES = (.*);$", re.MULTILINE)
_COMMENTS = re.compile(r"^[ ]*(//[^\n]*|/\*[^\n]*\*/)\n", re.MULTILINE)
_STYLES = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@frozen
class SitePlan:
    """Contents of a site. The named rulesets come first, and every ruleset is compared with them."""

    named: tuple[Ruleset, ...]
    languages: tuple[str, ...] = ("en",)
    """The first one is at the root of the site, each other one in a folder of its own."""
    title: str = TITLE
    live: bool = True
    library: bool = False
    """True to add every bundled ruleset. A site without named rulesets has all of them in any case."""
    address: str = ""
    """The web address of the site, for QR codes; "" if it is not known."""
    paper: bool = False
    """True to add the sheet, the poster, and the card of each named ruleset as PDF."""

    @property
    def whole(self) -> bool:
        """True if every bundled ruleset is on the site."""
        return self.library or not self.named

    @property
    def events(self) -> tuple[Ruleset, ...]:
        """The named rulesets that are written for an event."""
        return tuple(one for one in self.named if one.event is not None)

    @property
    def own(self) -> tuple[Ruleset, ...]:
        """The named rulesets that do not come with kanrules."""
        return tuple(one for one in self.named if one.id not in bundled_ids())


def pages(plan: SitePlan) -> Iterator[tuple[str, str]]:
    """Yield every page with its address, and the files that the pages share."""
    work = _Pages(plan)
    for number in range(len(work.parts)):
        yield from work.pages_of(number)
    yield from _shared()


def _shared() -> Iterator[tuple[str, str]]:
    yield "style.css", asset("style.css") + stylesheet() + "\n"
    for name in ("page.js", "casebook.js", "icon.svg"):
        yield name, asset(name)


class _Pages:
    """Writes the pages of a site in parts, which several processes can share."""

    def __init__(self, plan: SitePlan) -> None:
        self.plan = plan
        self.books = books_of(plan)
        known = {one.id: one for one in self.books}
        self.parents = {
            one.id: known[layer.written.head.id]
            for one in self.books
            for layer in one.layers[1:2]
            if layer.written.head.id in known and not one.head.standalone
        }
        # With the tools, a club's members compare there.
        self.pairs = (
            [] if plan.live and not plan.whole else _pairs(self.books, plan.named, {one.id: one for one in self.books})
        )
        self._named = frozenset(one.id for one in plan.named)
        # The casebook first, since it takes longest.
        self.parts: list[tuple[str, Ruleset | None]] = [("", None)]
        self.parts += [(language, one) for language in plan.languages for one in (None, *self.books)]

    def __call__(self, number: int) -> dict[str, bytes]:
        """Return the files of a part by address: pages, and with the casebook the data that also holds its answers."""
        found = {name: text.encode() for name, text in self.pages_of(number)}
        language, rules = self.parts[number]
        below = "" if rules is None else f"{self._frame(language).folder}r/{rules.id}/"
        if rules is not None and self.plan.live and rules.id in self._named:
            found[f"{below}{ANSWERS}"] = first_answers(rules, translator(language))
        if rules is not None and self._prints(rules):
            site = self.plan.address and f"{self.plan.address.rstrip('/')}/{self._frame(language).folder}"
            found |= {f"{below}{name}": data for name, data in papers(rules, language, site).items()}
        # A club's site is for its members; programs read the data of the library.
        if number == 0 and self.plan.whole:
            found |= {f"{DATA}{path}": text for path, text in law_data(self.books, self._casebook).items()}
        return found

    def pages_of(self, number: int) -> Iterator[tuple[str, str]]:
        """Yield the pages of a part with their addresses: those of a ruleset or the others in one language, or the
        casebook in all languages.
        """
        language, rules = self.parts[number]
        if number == 0:
            for frame in map(self._frame, self.plan.languages):
                yield f"{frame.folder}casebook/index.html", questions_page(frame, self._casebook)
            return
        frame = self._frame(language)
        found = self._others(frame) if rules is None else self._of_ruleset(frame, rules)
        yield from ((f"{frame.folder}{name}", page) for name, page in found)

    @cached_property
    def _casebook(self) -> Casebook:
        # The page has no hypothetical questions; the data of the library has.
        return book_of(self.books, hypothetical=self.plan.whole)

    def _frame(self, language: str) -> Frame:
        plan = self.plan
        books = frozenset(() if plan.whole else (one.id for one in self.books))
        return Frame(
            translator(language), plan.title, plan.live, plan.languages, _first_named(plan), books, plan.events,
            plan.address,
        )  # fmt: skip

    def _of_ruleset(self, frame: Frame, one: Ruleset) -> Iterator[tuple[str, str]]:
        language = frame.say.language
        parent = self.parents.get(one.id)
        printed = sheet(one, (language,))
        own = self.plan.whole or one.id in self._named
        for_printer = self._prints(one)
        pages = [*(papers_of(one).items() if for_printer else [("sheet.html", words.SHEET)] if own else [])]
        pages += [(BOOK, words.BOOK)] if own else []
        yield f"r/{one.id}/index.html", book_page(frame, one, parent, printed, pages, brief=not own)
        if not own:
            return
        if not for_printer or self.plan.whole:
            yield f"r/{one.id}/sheet.html", _strict(sheet_html(printed), frame)
        yield f"r/{one.id}/{BOOK}", _strict(book_html(self._shown(law_book(one, language))), frame)

    def _shown(self, law: LawBook) -> LawBook:
        """Return a law book as the site has it: with the tools of a club, without pictures, which take two thirds."""
        if self.plan.whole or not self.plan.live:
            return law
        articles = []
        for one in law.articles:
            articles.append(replace(one, examples=tuple(replace(shown, picture="") for shown in one.examples)))
        return replace(law, articles=tuple(articles))

    def _prints(self, one: Ruleset) -> bool:
        """Return True if the site has papers of this ruleset. Most lines of a partial one would be assumed."""
        return self.plan.paper and one.id in self._named and not one.partial

    def _others(self, frame: Frame) -> Iterator[tuple[str, str]]:
        plan = self.plan
        yield "index.html", home_page(frame, self.books, plan.named, papers=PAPERS if plan.paper else {})
        yield "diff/index.html", index_page(frame, self.pairs, self.books)
        for a, b in self.pairs:
            yield f"diff/{address(a, b)}/index.html", compare_page(frame, a, b)
        yield "glossary/index.html", glossary_page(frame)
        if plan.live:
            yield "live/index.html", live_page(frame, self.books, plan.named)
            yield ADDRESS, offline_page(frame)
        yield "app.webmanifest", _manifest(plan, frame.say.language)


def _first_named(plan: SitePlan) -> str:
    return plan.named[0].id if plan.named else ""


def books_of(plan: SitePlan) -> list[Ruleset]:
    """Return every ruleset of the site: the named ones and their parents, or one's own and all bundled ones."""
    if plan.whole:
        return [*plan.own, *map(load_ruleset, bundled_ids())]
    found = {one.id: one for one in plan.named}
    for one in plan.named:
        for layer in one.layers[1:]:
            name = layer.written.head.id
            if name not in found:
                found[name] = _parent(layer.document.path, name, one)
    return list(found.values())


def _parent(path: Path, name: str, child: Ruleset) -> Ruleset:
    """Return the ruleset on which another one stands."""
    if path.parent == library.folder():
        return load_ruleset(name)
    return load_file(path, allow_local_plugins=child.local_plugins)


def _pairs(
    books: Sequence[Ruleset], named: Sequence[Ruleset], known: Mapping[str, Ruleset]
) -> list[tuple[Ruleset, Ruleset]]:
    """Return the pairs to compare: each ruleset with its parent and with the named rulesets, each pair once."""
    found: dict[frozenset[str], tuple[Ruleset, Ruleset]] = {}
    for one in books:
        parents = [known[layer.written.head.id] for layer in one.layers[1:2] if layer.written.head.id in known]
        for other in (*parents, *named):
            if other.id != one.id:
                found.setdefault(frozenset((one.id, other.id)), (other, one))
    return list(found.values())


def _strict(page: str, frame: Frame) -> str:
    """Return a page of a ruleset's folder with the icon of the site, and a content policy that allows only that and the
    page's own styles.
    """
    # The page has a style, and each of its pictures has one too: pictures of one kind have the same.
    styles: dict[str, None] = {}

    def once(found: re.Match[str]) -> str:
        if found[1] in styles:
            return ""
        styles[found[1]] = None
        return found[0]

    page = _STYLES.sub(once, page)
    digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in styles]
    allowed = " ".join(f"'sha256-{one}'" for one in digests)
    policy = f"default-src 'none'; style-src {allowed}; img-src 'self'; base-uri 'none'; form-action 'none'"
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    page = _POLICY.sub("", page).replace(' style="position:absolute"', "")
    up = "../../../" if frame.folder else "../../"
    # Without an icon a browser asks for /favicon.ico, which there is not.
    icon = f'<link rel="icon" href="{up}icon.svg" type="image/svg+xml">'
    return page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{meta}\n{icon}', 1)


def _manifest(plan: SitePlan, language: str) -> str:
    icon = "icon.svg" if language == plan.languages[0] else "../icon.svg"
    return json.dumps(
        {
            "name": plan.title,
            "short_name": plan.title[:12],
            "start_url": "index.html",
            "display": "minimal-ui",
            "lang": language,
            "background_color": "#ffffff",
            "theme_color": "#0b5c4d",
            "icons": [
                {
                    "src": icon,
                    "sizes": "any",
                    "type": "image/svg+xml",
                }
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def asset(name: str) -> str:
    """Return a file of `assets` as text; of a script or a style, without lines that are comments alone."""
    text = files("kanrules.site").joinpath("assets", name).read_text(encoding="utf-8")
    return _COMMENTS.sub("", text) if name.endswith((".js", ".css")) else text


Watch = Callable[[Iterable[Any], int], Iterable[Any]]
"""Takes steps of work and their number, and gives them back one by one while it shows how far the work is."""


def unwatched(steps: Iterable[Any], total: int) -> Iterable[Any]:
    """Return the steps of work unchanged."""
    return steps


def build(
    plan: SitePlan, runtime: Runtime | None = None, *, jobs: int = 1, watch: Watch = unwatched
) -> dict[str, bytes]:
    """Return every file of the site, by address.

    Takes the runtime if the plan has a live part; without one, the pages work on their own. Takes the number of
    processes that write the pages, and who shows the progress.
    """
    work = _Pages(plan)
    # Every process reads the casebook and works out the parent's answers again: more of them do not save time.
    jobs = min(jobs, len(plan.languages) * (len(plan.named) or 1))
    if not plan.live:
        with answering(work, len(work.parts), jobs) as parts:
            found, data = _to_read(watch(parts, len(work.parts)))
        return {**found, **data}
    assert runtime is not None
    # The processes start before the thread in which another program compiles: with threads they could not be forked.
    with answering(work, len(work.parts), jobs) as parts, ThreadPoolExecutor(max_workers=1) as aside:
        packing = aside.submit(_archives, work, runtime)
        found, data = _to_read(watch(_then(parts, packing), len(work.parts) + 1))
        archives, loader = packing.result()
    for name in (*SCRIPTS, *([EVENT_SCRIPT] if plan.events else [])):
        found[f"live/{name}"] = asset(name).encode()
    found |= {f"live/runtime/{name}": data for name, data in loader.items()}
    # What a browser remembers of the started library is of no use with any other file.
    remembered = b"".join((*loader.values(), *archives.values(), found["live/worker.js"]))
    digest = hashlib.sha256(remembered).hexdigest()[:16]
    found["live/worker.js"] = found["live/worker.js"].replace(b"@START@", digest.encode())
    add_archives(found, archives)
    # A club reads its book once and prints it; a browser need not keep those of all rulesets.
    kept = {name: data for name, data in found.items() if not name.endswith((f"/{BOOK}", ".pdf"))}
    found["sw.js"] = service_worker(kept, plan.languages)
    # Other programs read the data, and hardly anybody the licences; a browser need not keep them.
    return {**found, **data, LICENCES_FILE: licences(runtime)}


def _archives(work: _Pages, runtime: Runtime) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the archives of the tools, by the names that `worker.js` has for them, and the files of the loader."""
    plan = work.plan
    library, stdlib, more = compiled(bundle(runtime.wheels), runtime)
    archives = {STDLIB_PACK: stdlib, LIBRARY_PACK: library, "more.pack": more}
    for language in plan.languages:
        if (words := catalogue(language)) is not None:
            archives[f"words-{language}.zip"] = words
    if plan.own or not plan.whole:
        archives["rules.zip"] = own_rules(work.books, listed=not plan.whole)
    loader = runtime.loader
    del loader[STDLIB]
    loader[LOCK] = lock(loader[LOCK])
    return archives, loader | {f"{name}.pack": packed_once(name, loader.pop(name), runtime) for name in PACKED}


def _then(parts: Iterable[dict[str, bytes]], packing: Future[Any]) -> Iterator[dict[str, bytes]]:
    """Yield the parts, and after them nothing as soon as the archives are packed."""
    yield from parts
    packing.result()
    yield {}


def _to_read(parts: Iterable[dict[str, bytes]]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the pages and the data of the site."""
    found = {name: text.encode() for name, text in _shared()}
    for part in parts:
        found |= part
    data = {name: found.pop(name) for name in list(found) if name.startswith(DATA)}
    return found, data


def add_archives(found: dict[str, bytes], archives: Mapping[str, bytes]) -> None:
    """Add archives of the tools to the files of a site, in the place of those that `worker.js` lists under these names.

    Each has its hash in its name. A page that stays open while the site is updated then gets the archives of its own
    build or none, never one of another build beside the library that it runs.
    """
    written = _ARCHIVES.search(found["live/worker.js"])
    assert written is not None
    listed: dict[str, str] = json.loads(written[1])
    for name, data in archives.items():
        if name in listed:
            del found[f"live/{listed[name]}"]
        stem, dot, kind = name.rpartition(".")
        listed[name] = f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}{dot}{kind}"
        found[f"live/{listed[name]}"] = data
    start, end = written.span(1)
    script = found["live/worker.js"]
    found["live/worker.js"] = script[:start] + json.dumps(listed).encode() + script[end:]


def service_worker(found: Mapping[str, bytes], languages: Sequence[str]) -> bytes:
    """Return the script that saves these files on a device. It lists the hash of each."""
    listed = {name: hashlib.sha256(data).hexdigest()[:16] for name, data in sorted(found.items())}
    text = json.dumps(listed, indent=0)
    build_of = hashlib.sha256(text.encode()).hexdigest()[:16]
    folders = {one: "" if at == 0 else f"{one}/" for at, one in enumerate(languages)}
    script = asset("sw.js").replace("@BUILD@", build_of).replace("@FILES@", text)
    return script.replace("@FOLDERS@", json.dumps(folders)).encode()


# --- the folder ------------------------------------------------------------------------------------------------------


def claim(folder: Path) -> set[str]:
    """Return the files that an earlier site has left in this folder; none if the folder is missing or empty.

    Raises UnreadableError if the folder contains anything else, so that other files are never overwritten or deleted.
    """
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise wrong_use(f"{folder}: this is a file; expected a folder for the site")
    found = list(folder.rglob("*"))
    links = sorted(path.relative_to(folder).as_posix() for path in found if path.is_symlink())
    if links:
        # A link to a folder would lead outside: what is written or deleted there belongs to something else.
        raise wrong_use(f"{folder}: {links[0]} is a link; expected a folder without links")
    there = {path.relative_to(folder).as_posix() for path in found if not path.is_dir()}
    foreign = sorted(there - _listed(folder / LIST) - {LIST})
    if foreign:
        raise wrong_use(
            f"{folder}: it has files of something else, such as {foreign[0]}; expected an empty "
            "folder, or one that `kanrules site` has made"
        )
    return there


def _listed(path: Path) -> set[str]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    listed = found.get("files") if isinstance(found, dict) else None
    return {one for one in listed if isinstance(one, str)} if isinstance(listed, list) else set()


def write_site(folder: Path, found: Mapping[str, bytes], watch: Watch = unwatched) -> None:
    """Put the site in the place of an earlier one. `watch` shows the progress.

    Raises UnreadableError as `claim` does, OSError if a file cannot be written; the earlier site then stays.
    """
    before = claim(folder)
    files: dict[str, str | bytes] = {**found, LIST: json.dumps({"files": sorted(found)}, indent=1)}
    write_folder(folder, files, before, watch=watch)
