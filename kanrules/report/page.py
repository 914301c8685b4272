"""A self-contained HTML page: its style is inline, it runs no script, and all text from files is escaped.

Pictures on one page share their tiles: each face is defined once, in a hidden picture, and used everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from kanrules.ruleset.problems import printable

_STYLE = """
:root { color-scheme: light dark; --bg: #fff; --ink: #15191c; --mut: #565f66; --ac: #0b5c4d; --on: #fff;
  --ln: #7d868d; --hair: #d3d8db; --band: #eef1f2; }
@media (prefers-color-scheme: dark) { :root { --bg: #14181b; --ink: #eef1f2; --mut: #a9b3ba; --ac: #6fd6bd;
  --on: #10211d; --ln: #7b868e; --hair: #353d43; --band: #1f2529; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 16px; background: var(--bg); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  overflow-wrap: anywhere; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; } h2 { font-size: 18px; margin: 24px 0 8px; }
h3 { font-size: 16px; margin: 0 0 8px; }
p { margin: 0 0 8px; } a { color: var(--ac); } svg { max-width: 100%; height: auto; display: block; }
.mut { color: var(--mut); } .law { color: var(--mut); font-size: 14px; }
.bad { background: var(--ink); color: var(--bg); padding: 0 6px; }
.rule { border-left: 3px solid var(--ac); padding-left: 10px; margin: 0 0 10px; } .rule p { margin: 0; }
.unsaid { border-left: 3px dashed var(--ln); color: var(--mut); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 4px 8px 4px 0; border-bottom: 1px solid var(--hair); }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } a { color: inherit; text-decoration: none; } }
"""

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
{made_by}<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""
_DEFINITIONS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_FACE = re.compile(r'<g id="([^"]+)">.*?</g>(?=<g id="|$)', re.DOTALL)


def page(title: str, body: str, *, style: str = "", language: str = "en", made_by: str = "") -> str:
    """Return a complete page. `title` is text, `body` is HTML, and `made_by` names the command in the generator tag."""
    meta = f'<meta name="generator" content="{text(made_by)}">\n' if made_by else ""
    return _PAGE.format(language=language, title=text(title), style=_STYLE + style, body=shared(body), made_by=meta)


def text(words: str) -> str:
    """Return untrusted text escaped for HTML."""
    return escape(printable(words))


def shared(body: str) -> str:
    """Return the same HTML with each tile face defined once, in a hidden picture, instead of in every picture."""
    # What is outside and inside of the definitions, in turns.
    parts = _DEFINITIONS.split(body)
    faces: dict[str, str] = {}
    for definitions in dict.fromkeys(parts[1::2]):
        for found in _FACE.finditer(definitions):
            faces.setdefault(found[1], found[0])
    if not faces:
        return body
    hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    return f"{hidden}{''.join(faces.values())}</defs></svg>\n{''.join(parts[::2])}"


def listed(items: Iterable[str]) -> str:
    """Return HTML items as a list."""
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"
