"""A page in Chromium: what a script of it finds there."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def look(body: str, script: str, folder: Path) -> Any:
    """What `script`, the body of a function, gives back on the loaded page, by way of JSON."""
    told = (
        f"<script>addEventListener('load', () => {{ const told = document.createElement('pre'); told.id = 'told';\n"
        f"told.textContent = JSON.stringify((() => {{{script}}})()); document.body.append(told); }})</script>"
    )
    page = folder / "page.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><body>{body}{told}", encoding="utf-8")
    assert CHROMIUM is not None
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"]
    shown = subprocess.run(
        [CHROMIUM, *options, f"--user-data-dir={folder / 'profile'}", "--dump-dom", str(page)],
        capture_output=True, text=True, timeout=240, check=True,
    )  # fmt: skip
    found = re.search(r'<pre id="told">(.*?)</pre>', shown.stdout, re.DOTALL)
    assert found is not None
    return json.loads(html.unescape(found[1]))
