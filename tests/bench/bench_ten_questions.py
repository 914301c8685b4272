"""A person's session: ten questions asked on a phone by tapping only, with the taps and the seconds of each.

    python tests/bench/bench_ten_questions.py [FOLDER] [--shots FOLDER]

Takes a folder that `kanrules site` has written, or builds a site. The browser is a fresh one of 360 by 740 pixels. The
session begins on the start page with no ruleset chosen, and each question where the one before has ended. Opening a
list of the browser and choosing from it are two taps. The seconds are those that the page takes between the first tap
and the answer; a person who reads and thinks is not counted. The first question waits for the library to start.
"""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LONG = 180_000


@dataclass
class Phone:
    """A phone that counts its taps."""

    page: Any
    taps: int = 0
    said: str = ""
    shots: list[str] = field(default_factory=list)

    def tap(self, where: str) -> None:
        self.taps += 1
        self.page.locator(where).locator("visible=true").first.tap()

    def pick(self, where: str, value: str) -> None:
        self.taps += 2
        self.page.select_option(where, value)

    def tool(self, name: str) -> None:
        """Go to a tool by the links at the foot of every page."""
        self.tap(f"a[href*='tool={name}']")
        self.page.wait_for_selector(f"#tool-{name}:not([hidden])")

    def rules(self, tool: str, name: str, field_of: str = "rules") -> None:
        """Choose a ruleset from the list: among the last used, or in its group."""
        self.tap(f"#tool-{tool} .rulesbar:has([name={field_of}]) [data-choose]")
        row = self.page.locator(f"#chooser [data-id='{name}']").locator("visible=true")
        if not row.count():
            self.tap(f"#chooser details:has([data-id='{name}']) > summary")
        self.tap(f"#chooser [data-id='{name}']")

    def tiles(self, tool: str, names: str) -> None:
        for name in names.split():
            self.tap(f"#tool-{tool} [data-key='{name}']")

    def answer(self, tool: str) -> str:
        self.page.wait_for_selector(f"#tool-{tool} .out [data-answer]", timeout=LONG)
        found = self.page.locator(f"#tool-{tool} .out .verdict, #tool-{tool} .out .cites").locator("visible=true")
        self.said = " ".join(found.first.inner_text().split())[:70]
        return self.said


def kan(phone: Phone) -> None:
    phone.tap("a.tool[href*='tool=riichi-kan'], .worked a[href*='riichi-kan']:not([href*='hand='])")
    phone.page.wait_for_selector("#tool-riichi-kan:not([hidden])")
    phone.rules("riichi-kan", "tenhou")
    phone.tiles("riichi-kan", "3p 3p 3p 5p 6p 6p 6p 1s 1s 1s 4s 5s 6s 3p")
    phone.tap("#tool-riichi-kan .go")
    phone.answer("riichi-kan")


def other_rules(phone: Phone) -> None:
    phone.rules("riichi-kan", "m-league")
    phone.page.wait_for_selector("#tool-riichi-kan .verdict:has-text('M.League')", timeout=LONG)
    phone.answer("riichi-kan")


def yakuman(phone: Phone) -> None:
    phone.tool("pay")
    phone.tap("#tool-pay [name=winner][value=west] >> xpath=..")
    phone.tap("#tool-pay [name=by][value=north] >> xpath=..")
    phone.tap("#tool-pay [data-into=yakuman][data-put=daisangen]")
    phone.tap("#tool-pay [data-into=liable][data-put=south]")
    phone.tap("#tool-pay .go")
    phone.answer("pay")


def ordinary(phone: Phone) -> None:
    phone.tap("#tool-pay .reopen")
    phone.tap("#tool-pay details:has([name=han]) > summary")
    phone.tap("#tool-pay [data-into=han][data-put='3']")
    phone.tap("#tool-pay [data-into=fu][data-put='40']")
    phone.tap("#tool-pay .go")
    phone.answer("pay")


def penalty(phone: Phone) -> None:
    phone.tool("foul")
    phone.tap("#tool-foul [data-ask=wrong_tiles]")
    phone.answer("foul")


def forgotten(phone: Phone) -> None:
    phone.tool("ask")
    phone.tap("#tool-ask [data-ask] >> nth=0")
    phone.answer("ask")


def robbed(phone: Phone) -> None:
    phone.tap("#tool-ask .reopen")
    phone.tap("#tool-ask [data-ask] >> nth=3")
    phone.page.wait_for_selector("#tool-ask .depends", timeout=LONG)
    phone.tap("#tool-ask .depends .opt >> nth=1")
    phone.answer("ask")


def position(phone: Phone) -> None:
    phone.tool("position")
    first = phone.page.get_attribute("#position-from optgroup >> nth=1 >> option >> nth=0", "value")
    phone.pick("#position-from", first)
    phone.answer("position")


def compared(phone: Phone) -> None:
    phone.tool("diff")
    phone.rules("diff", "ema-2016", "a")
    phone.rules("diff", "ema-2025", "b")
    phone.answer("diff")


def own(phone: Phone) -> None:
    phone.tool("compose")
    phone.rules("compose", "ema-2025")
    key = "riichi_kan.level"
    phone.page.wait_for_selector(f"[data-key-of='{key}']", state="attached", timeout=LONG)
    phone.tap(f"[data-topic]:has([data-key-of='{key}']) > summary")
    phone.tap(f"[data-key-of='{key}'] > summary")
    phone.tap(f"[data-key-of='{key}'] .opt:has([value=forbidden])")
    phone.page.wait_for_selector(f"[data-key-of='{key}'].differs", timeout=LONG)
    phone.tap("#tool-compose .go")
    phone.answer("compose")


QUESTIONS: tuple[tuple[str, Callable[[Phone], None]], ...] = (
    ("May I declare this kan after riichi? We play Tenhou.", kan),
    ("And in the M.League?", other_rules),
    ("West wins daisangen from north; south fed the third dragon. Who pays?", yakuman),
    ("The same win, but three han and 40 fu?", ordinary),
    ("What does a kan of the wrong tiles cost?", penalty),
    ("We forgot the kan dora indicator. What now?", forgotten),
    ("May an ankan be robbed?", robbed),
    ("Show me a case, step by step.", position),
    ("What has changed from EMA 2016 to EMA 2025?", compared),
    ("Our club forbids every kan after riichi. What changes?", own),
)


def session(address: str, shots: Path | None) -> list[tuple[str, int, float, str]]:
    """The questions with their taps, their seconds, and the beginnings of the answers."""
    from playwright.sync_api import sync_playwright

    path = next(found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name)))
    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
        page.goto(address)
        for number, (question, asked) in enumerate(QUESTIONS, 1):
            phone, begun = Phone(page), time.perf_counter()
            asked(phone)
            rows.append((question, phone.taps, time.perf_counter() - begun, phone.said))
            if shots is not None:
                page.screenshot(path=shots / f"question-{number}.png")
        browser.close()
    return rows


def main() -> None:
    from kanrules.site.build import SitePlan, build
    from kanrules.site.runtime import there
    from tests.site.conftest import serve

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--shots", type=Path)
    told = parser.parse_args()
    if told.folder is None:
        found = build(SitePlan(()), there())
    else:
        found = {
            path.relative_to(told.folder).as_posix(): path.read_bytes()
            for path in told.folder.rglob("*")
            if path.is_file()
        }
    if told.shots is not None:
        told.shots.mkdir(parents=True, exist_ok=True)
    serving = serve(found)
    try:
        rows = session(serving.address, told.shots)
    finally:
        serving.end()
    for number, (question, taps, seconds, said) in enumerate(rows, 1):
        print(f"{number:2}. {taps:3} taps {seconds:6.1f} s  {question}\n{'':22}{said}")
    print(f"    {sum(row[1] for row in rows):3} taps {sum(row[2] for row in rows):6.1f} s")


if __name__ == "__main__":
    main()
