"""What the first live answer of a site costs on a phone: bytes, processor time, seconds; and the second visit.

    python tests/bench/bench_browser.py [FOLDER] [--before FOLDER] [--rounds N]

Takes a folder that `kanrules site` has written, or builds a site. Each round starts Chromium with a fresh profile,
opens a link with a question about a kan, and waits for the verdict. When the page has stored what it keeps, the browser
is closed and opens the same link with the same profile. Bytes are counted as a server that compresses with gzip sends
them. The processor time is that of every process of the browser, less what an empty page costs. The medians of all
rounds are printed, of both folders in turns, so that a busy machine affects both.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.site.browsing import LONG, until

QUESTION = "live/index.html?tool=riichi-kan&rules=m-league&hand=3335666p111456s&draw=3p"
TICK = os.sysconf("SC_CLK_TCK")
FLUSHED = 3_000
"""Milliseconds in which the browser writes what it keeps to the disk."""
REMEMBERED = """async () => {
  for (const name of await caches.keys()) {
    if (name.endsWith(" start") && (await (await caches.open(name)).keys()).length) return true;
  }
  return false;
}"""
"""Whether the browser has stored the started library, which makes the second visit fast."""


def family(root: int) -> set[int]:
    """The process and everything below it."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = {root}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def seconds_of(pids: set[int]) -> dict[int, float]:
    """The processor seconds of each process that still runs."""
    found = {}
    for pid in pids:
        try:
            words = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found[pid] = (int(words[11]) + int(words[12])) / TICK
    return found


def visit(
    playwright: Any, profile: str, address: str, wait: str, *, press: bool = False, remembers: bool = False
) -> tuple[float, float]:
    """Open a page in a browser with this profile, press its button if it has to be pressed, and wait; give the
    processor seconds and the seconds on the clock. Then the page stays open until it has stored everything.
    """
    path = next(found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name)))
    before = family(os.getpid())
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=path, args=["--no-sandbox"], viewport={"width": 360, "height": 740}
    )
    page = context.pages[0]
    page.goto("about:blank")
    time.sleep(1)
    begun, used = time.perf_counter(), seconds_of(family(os.getpid()) - before)
    page.goto(address)
    if press:
        page.wait_for_selector("html[data-live=ready]", timeout=LONG)
        page.evaluate("document.querySelector('form[data-tool=riichi-kan]').requestSubmit()")
    page.wait_for_selector(wait, timeout=LONG)
    lasted, after = time.perf_counter() - begun, seconds_of(family(os.getpid()) - before)
    cpu = sum(spent - used.get(pid, 0.0) for pid, spent in after.items())
    if "live/" in address:
        page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
        if remembers:
            until(page, REMEMBERED)
            # Chromium lists what it keeps before it is on the disk: 31 MB are lost if it is closed at once.
            page.wait_for_timeout(FLUSHED)
    context.close()
    return cpu, lasted


def measured(playwright: Any, serving: Any) -> dict[str, float]:
    """One round: an empty page, the first visit, the second."""
    sizes = {name: len(gzip.compress(data, 6)) for name, data in serving.found.items() if name != "sw.js"}
    answer = "#tool-riichi-kan [data-answer='1']"
    # There was a time when a link with a whole question filled in the form and waited.
    press = b"CARRIES" not in serving.found["live/live.js"]
    # ... and one when every visit started the library anew.
    how = {"press": press, "remembers": b"remember()" in serving.found["live/worker.js"]}
    with tempfile.TemporaryDirectory() as profile:
        bare, _ = visit(playwright, profile, "about:blank", "body")
        serving.sent.clear()
        first, clock = visit(playwright, profile, f"{serving.address}{QUESTION}", answer, **how)
        whole = set(serving.sent)
        second, again = visit(playwright, profile, f"{serving.address}{QUESTION}", answer, **how)
    return {
        "all bytes kept (MB)": sum(min(sizes.get(name, 0), len(serving.found.get(name, b""))) for name in whole) / 1e6,
        "first answer, CPU (s)": first - bare,
        "first answer, clock (s)": clock,
        "second visit, CPU (s)": second - bare,
        "second visit, clock (s)": again,
    }


def needed(found: dict[str, bytes]) -> float:
    """Megabytes before the first answer, with gzip: the page, its scripts, the loader, Python, the library."""
    names = [
        name
        for name in found
        if (name.startswith(("live/runtime/", "live/")) or name in ("style.css", "page.js", "sw.js", "icon.svg"))
        and not name.startswith(("live/words-", "live/more-"))
    ]
    return sum(min(len(found[name]), len(gzip.compress(found[name], 6))) for name in names) / 1e6


def read(folder: Path) -> dict[str, bytes]:
    return {one.relative_to(folder).as_posix(): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def main() -> None:
    from playwright.sync_api import sync_playwright

    from kanrules.site.build import SitePlan, build
    from kanrules.site.runtime import there
    from tests.site.conftest import serve

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--before", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    told = parser.parse_args()
    sites = {"now": read(told.folder) if told.folder else build(SitePlan(()), there())}
    if told.before:
        sites = {"before": read(told.before), **sites}
    serving = {name: serve(found) for name, found in sites.items()}
    rows: dict[str, list[dict[str, float]]] = {name: [] for name in sites}
    try:
        with sync_playwright() as playwright:
            for _ in range(told.rounds):
                for name, one in serving.items():
                    rows[name].append(measured(playwright, one))
    finally:
        for one in serving.values():
            one.end()
    print(f"{'':28}" + "".join(f"{name:>22}" for name in sites))
    print(f"{'needed before it (MB, gzip)':28}" + "".join(f"{needed(found):>22.2f}" for found in sites.values()))
    for label in rows["now"][0]:
        cells = ""
        for name in sites:
            values = [one[label] for one in rows[name]]
            cells += f"{statistics.median(values):>8.2f} ({min(values):.2f}-{max(values):.2f})".rjust(22)
        print(f"{label:28}{cells}")


if __name__ == "__main__":
    main()
