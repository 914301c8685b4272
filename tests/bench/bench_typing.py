"""How long the page of `ask` takes from a typed letter to the painted titles, and where the time goes.

    python tests/bench/bench_typing.py [FOLDER] [--before FOLDER]

Takes a folder that `kanrules site` has written with the languages below, or builds a site. Every clock is the page's
own, and the library has started. `whole` is the time from the input event to the frame that shows its titles;
`worker` what the library takes in its worker; `passing` what the messages take there and back, with the page's own work
before; `shown` from the answer to the changed page; `frame` from there to the painted frame, which waits for the
screen.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
from pathlib import Path
from typing import Any

from tests.bench.bench_browser import read
from tests.site.browsing import LONG, PHONE, opened, until

TYPED = {
    "en": ("flipped the kan dora too late", "can he rob a closed kan", "replacement tile from the wrong end"),
    "de": ("Kandora zu spät umgedreht", "darf er ein verdecktes Kan rauben", "Ersatzstein vom falschen Ende"),
    "fr": ("tuile de remplacement oubliée", "peut-il voler un kan caché", "quatre kans par deux joueurs"),
    "nl": ("kan dora te laat omgedraaid", "mag hij een gesloten kan beroven", "tegel van de verkeerde kant"),
    "ja": ("カンドラをめくり忘れた", "国士無双は暗槓を槍槓できるか", "嶺上牌を間違えて取った"),
}
PAUSE = 160
"""Milliseconds between two letters, as people type."""
IN_WORKER = """() => {
  const [answer, post] = [self.onmessage, self.postMessage.bind(self)];
  let begun = 0;
  self.onmessage = (event) => { begun = performance.now(); return answer(event); };
  self.postMessage = (message) => post({ ...message, spent: performance.now() - begun });
}"""
IN_PAGE = """(() => {
  const rows = globalThis.keystrokes = [];
  let row = null;
  addEventListener("input", (event) => { row = { typed: event.timeStamp }; }, true);
  const plain = globalThis.Worker;
  globalThis.Worker = class extends plain {
    set onmessage(listen) {
      super.onmessage = (event) => {
        if (row) Object.assign(row, { heard: performance.now(), spent: event.data.spent });
        listen(event);
      };
    }
  };
  const changed = () => {
    const done = row;
    row = null;
    if (!done || !done.heard) return;
    done.shown = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { done.painted = performance.now(); rows.push(done); };
      port2.postMessage(0);
    });
  };
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(changed).observe(document.querySelector("[data-nearest]"), { childList: true });
  });
})();"""


def typed(browser: Any, address: str, language: str) -> list[dict[str, float]]:
    """Return the times of every letter that is typed in a language, in milliseconds."""
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(IN_PAGE)
    page = context.new_page()
    folder = "" if language == "en" else f"{language}/"
    opened(page, f"{address}{folder}live/index.html?tool=ask&rules=ema-2025")
    page.wait_for_selector("html[data-offline=ready]", timeout=LONG)
    page.workers[0].evaluate(IN_WORKER)
    box = page.locator("form[data-tool=ask] [name=question]")
    for question in TYPED[language]:
        box.fill("")
        for letter in question:
            page.keyboard.insert_text(letter)
            page.wait_for_timeout(PAUSE)
    until(page, "() => !document.documentElement.dataset.asking")
    rows = page.evaluate("keystrokes")
    context.close()
    return [
        {
            "whole": row["painted"] - row["typed"],
            "worker": row["spent"],
            "passing": row["heard"] - row["typed"] - row["spent"],
            "shown": row["shown"] - row["heard"],
            "frame": row["painted"] - row["shown"],
        }
        for row in rows
    ]


def main() -> None:
    from playwright.sync_api import sync_playwright

    from kanrules.site.build import SitePlan, build
    from kanrules.site.runtime import there
    from tests.site.conftest import CHROMIUM, serve

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--before", type=Path)
    parser.add_argument("--lang", nargs="+", default=list(TYPED), choices=TYPED)
    told = parser.parse_args()
    sites = {"before": read(told.before)} if told.before else {}
    sites["now"] = read(told.folder) if told.folder else build(SitePlan(()), there())
    serving = {name: serve(found) for name, found in sites.items()}
    path = next(found for name in CHROMIUM if (found := shutil.which(name)))
    print("milliseconds, median and 90th percentile")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for language in told.lang:
                for name, one in serving.items():
                    rows = typed(browser, one.address, language)
                    cells = ""
                    for part in rows[0]:
                        tenths = statistics.quantiles([row[part] for row in rows], n=10)
                        cells += f"  {part} {tenths[4]:.1f} {tenths[8]:.1f}"
                    print(f"{language} {name:6} {len(rows)} letters{cells}", flush=True)
            browser.close()
    finally:
        for one in serving.values():
            one.end()


if __name__ == "__main__":
    main()
