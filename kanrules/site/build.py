"""The whole site: every file by its address, and how a folder is written."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from kanrules.drawing.canvas import stylesheet
from kanrules.errors import UnreadableError
from kanrules.locale import translator
from kanrules.report.sheet import sheet
from kanrules.report.sheet_html import sheet_html
from kanrules.report.whole_file import write_whole
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.site.book import book_page
from kanrules.site.bundle import LOCK, STDLIB, bundle, compiled, lock
from kanrules.site.casebook import book_of, questions_page
from kanrules.site.diff import address, compare_page, index_page
from kanrules.site.forms import live_page
from kanrules.site.frame import Frame
from kanrules.site.glossary import glossary_page
from kanrules.site.home import home_page
from kanrules.site.runtime import Runtime

LIST = "kanrules-site.json"
"""The file by which a folder is known as a site: what was written there."""
TITLE = "kanrules"
_STYLES = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SitePlan:
    """Contents of a site. The rulesets that were named come first, and every ruleset is compared with them."""

    named: tuple[Ruleset, ...]
    language: str = "en"
    title: str = TITLE
    live: bool = True


def pages(plan: SitePlan) -> Iterator[tuple[str, str]]:
    """Every page with its address, and what they share."""
    frame = Frame(translator(plan.language), plan.title, plan.live)
    bundled = [load_ruleset(name) for name in bundled_ids()]
    own = [one for one in plan.named if one.id not in bundled_ids()]
    books = [*own, *bundled]
    known = {one.id: one for one in books}
    pairs = _pairs(books, plan.named, known)
    yield "index.html", home_page(frame, books, plan.named)
    for one in books:
        beside = [(f"../../diff/{address(*pair)}/index.html", pair[one is pair[0]]) for pair in pairs if one in pair]
        yield f"r/{one.id}/index.html", book_page(frame, one, beside)
        yield f"r/{one.id}/sheet.html", _sheet(one, plan.language)
    yield "diff/index.html", index_page(frame, pairs)
    for a, b in pairs:
        yield f"diff/{address(a, b)}/index.html", compare_page(frame, a, b)
    yield "casebook/index.html", questions_page(frame, book_of(books))
    yield "glossary/index.html", glossary_page(frame)
    if plan.live:
        yield "live/index.html", live_page(frame, books)
    yield "style.css", asset("style.css") + stylesheet() + "\n"
    for name in ("page.js", "casebook.js", "icon.svg"):
        yield name, asset(name)
    yield "app.webmanifest", _manifest(plan)


def _pairs(
    books: Sequence[Ruleset], named: Sequence[Ruleset], known: Mapping[str, Ruleset]
) -> list[tuple[Ruleset, Ruleset]]:
    """Return the pairs to compare: each ruleset with its parent and with those that were named, each pair once."""
    found: dict[frozenset[str], tuple[Ruleset, Ruleset]] = {}
    for one in books:
        parents = [known[layer.written.head.id] for layer in one.layers[1:2] if layer.written.head.id in known]
        for other in (*parents, *named):
            if other.id != one.id:
                found.setdefault(frozenset((one.id, other.id)), (other, one))
    return list(found.values())


def _sheet(rules: Ruleset, language: str) -> str:
    """The sheet for the printer, with a policy that allows its own style and nothing else."""
    page = sheet_html(sheet(rules, (language,)))
    # The page has a style, and each of its pictures one of its own.
    styles = dict.fromkeys(_STYLES.findall(page))
    digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in styles]
    allowed = " ".join(f"'sha256-{one}'" for one in digests)
    policy = f"default-src 'none'; style-src {allowed}; base-uri 'none'; form-action 'none'"
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{meta}', 1)


def _manifest(plan: SitePlan) -> str:
    return json.dumps(
        {
            "name": plan.title,
            "short_name": plan.title[:12],
            "start_url": "index.html",
            "display": "minimal-ui",
            "lang": plan.language,
            "background_color": "#ffffff",
            "theme_color": "#0b5c4d",
            "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
        },
        ensure_ascii=False,
        indent=1,
    )


def asset(name: str) -> str:
    """A file of `assets` as text."""
    return files("kanrules.site").joinpath("assets", name).read_text(encoding="utf-8")


def build(plan: SitePlan, runtime: Runtime | None = None) -> dict[str, bytes]:
    """Return every file of the site, by address.

    Takes the runtime where the plan has a live part; without one the pages stand alone.
    """
    found = {name: text.encode() for name, text in pages(plan)}
    if not plan.live:
        return found
    assert runtime is not None
    for name in ("live.js", "compose.js", "worker.js"):
        found[f"live/{name}"] = asset(name).encode()
    library, stdlib = compiled(bundle(runtime.wheels, plan.language), runtime)
    loader = runtime.loader
    loader |= {STDLIB: stdlib, LOCK: lock(loader[LOCK])}
    found |= {f"live/runtime/{name}": data for name, data in loader.items()}
    found["live/bundle.zip"] = library
    # What keeps the site says of every file what lies there, so that another site is another keeper.
    listed = {name: hashlib.sha256(data).hexdigest()[:16] for name, data in sorted(found.items())}
    text = json.dumps(listed, indent=0)
    build_of = hashlib.sha256(text.encode()).hexdigest()[:16]
    found["sw.js"] = asset("sw.js").replace("@BUILD@", build_of).replace("@FILES@", text).encode()
    return found


# --- the folder ------------------------------------------------------------------------------------------------------


def claim(folder: Path) -> set[str]:
    """The files that an earlier site has left in this folder; none if there is no such folder, or an empty one.

    Raises UnreadableError if anything else lies there: nobody's files are written over or taken away.
    """
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise UnreadableError(f"{folder}: this is a file; expected a folder for the site", code="")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    own = _listed(folder / LIST)
    foreign = sorted(there - own - {LIST})
    if foreign:
        raise UnreadableError(
            f"{folder}: it has files of something else, such as {foreign[0]}; expected an empty "
            "folder, or one that `kanrules site` has made",
            code="",
        )
    return there


def _listed(path: Path) -> set[str]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    listed = found.get("files") if isinstance(found, dict) else None
    return {one for one in listed if isinstance(one, str)} if isinstance(listed, list) else set()


def write_site(folder: Path, found: Mapping[str, bytes]) -> None:
    """Write the site into the folder, and delete files of an earlier site that this one does not have.

    Raises UnreadableError as `claim` does, OSError if a file cannot be written.
    """
    before = claim(folder)
    folder.mkdir(parents=True, exist_ok=True)
    listed = sorted({*found, *before} - {LIST})
    # Until all is written both lists hold, so that a site that broke off is still known as one.
    write_whole(folder / LIST, json.dumps({"files": listed}, indent=1))
    for name, data in found.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != data:
            write_whole(path, data)
    for name in before - found.keys() - {LIST}:
        path = folder / name
        path.unlink(missing_ok=True)
        while (path := path.parent) != folder and not any(path.iterdir()):
            path.rmdir()
    write_whole(folder / LIST, json.dumps({"files": sorted(found)}, indent=1))
