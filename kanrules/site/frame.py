"""Shared parts of all pages: the frame, the bar with the ruleset, and the marks for sources and assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from kanrules._version import __version__
from kanrules.locale import Translator
from kanrules.report.sheet import linkable
from kanrules.report.sheet_words import GRADES
from kanrules.ruleset import Ruleset
from kanrules.ruleset.effects import holds
from kanrules.rulings import Source
from kanrules.site import words

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""Content policy: a page loads only files of this site."""
TOOLS: dict[str, tuple[str, str, str]] = {
    "riichi-kan": (words.KAN, words.KAN_SHORT, words.KAN_LEAD),
    "pay": (words.PAY, words.PAY_SHORT, words.PAY_LEAD),
    "foul": (words.FOUL, words.FOUL_SHORT, words.FOUL_LEAD),
    "ask": (words.ASK, words.ASK_SHORT, words.ASK_LEAD),
    "rule": (words.POSITION, words.POSITION_SHORT, words.POSITION_LEAD),
    "compose": (words.COMPOSE, words.COMPOSE_SHORT, words.COMPOSE_LEAD),
}
"""The tools of the live part: title, name in the bar, what it does."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of the pages of one site: its language, its title, and whether the live part is there."""

    say: Translator
    title: str
    live: bool

    def page(
        self, name: str, body: str, *, depth: int, book: Ruleset | None = None, current: str = "", scripts: str = ""
    ) -> str:
        """A whole page `depth` folders below the start."""
        up = "../" * depth
        say = self.say
        links = [
            (f"{up}casebook/index.html", say(words.CASEBOOK), "casebook"),
            (f"{up}diff/index.html", say(words.COMPARE), "diff"),
            (f"{up}glossary/index.html", say(words.GLOSSARY), "glossary"),
        ]
        tools = [
            (f"{up}live/index.html?tool={tool}{f'&rules={book.id}' if book else ''}", say(short), tool)
            for tool, (_, short, _) in (TOOLS.items() if self.live else ())
        ]

        def listed(found: Sequence[tuple[str, str, str]]) -> str:
            return "".join(
                f'<a href="{escape(href)}"{" data-rules" if "?tool=" in href else ""}'
                f"{' aria-current=' + chr(34) + 'page' + chr(34) if key == current else ''}>{escape(text)}</a>"
                for href, text, key in found
            )

        chip = ""
        if book is not None:
            chip = (
                f'<a class="book" href="{up}index.html"><span class="vh">{escape(say(words.RULES_FIELD))}:</span> '
                f"<b>{escape(book.name)}</b> <i>{escape(say(words.CHANGE))}</i></a>"
            )
        heading = escape(f"{name} · {self.title}" if name != self.title else name)
        kept = f' data-book="{escape(book.id)}"' if book is not None else ""
        return (
            f'<!DOCTYPE html>\n<html lang="{say.language}" data-up="{up}"{kept}>\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
            f'<title>{heading}</title>\n<link rel="stylesheet" href="{up}style.css">\n'
            f'<link rel="icon" href="{up}icon.svg" type="image/svg+xml">\n'
            f'<link rel="manifest" href="{up}app.webmanifest">\n'
            f'<script src="{up}page.js" defer></script>\n{scripts}</head>\n<body>\n'
            f'<a class="skip" href="#main">{escape(say(words.SKIP))}</a>\n'
            f'<header class="top"><div class="wrap"><a class="brand" href="{up}index.html">{escape(self.title)}</a>'
            f'<nav aria-label="{escape(say(words.TOOLS))}">{listed(tools or links)}</nav>{chip}</div></header>\n'
            f'<main id="main"><div class="wrap">\n{body}\n</div></main>\n'
            '<footer class="foot"><div class="wrap"><nav '
            f'aria-label="{escape(say(words.EVERYTHING))}">{listed([*tools, *links])}</nav>'
            f'<p class="small mut">{escape(say(words.MADE).replace("{version}", __version__))}</p></div></footer>\n'
            "</body>\n</html>\n"
        )


def said_of(key: str, rules: Ruleset, say: Translator) -> str:
    """Return the meaning of a key's value as a sentence, or the text itself for keys with free text."""
    value = rules[key]
    return say(value) if value and type(value) is str else say(holds(key, rules))


def chip(source: Source, say: Translator) -> str:
    """Law: how good its text is, then document and clause; a link where there is one on the web."""
    inner = f"<b>{escape(say(GRADES[source.grade]))}</b><span>{escape(str(source))}</span>"
    if linkable(source.url):
        return f'<a class="chip {source.grade}" href="{escape(source.url)}" rel="noreferrer noopener">{inner}</a>'
    return f'<span class="chip {source.grade}">{inner}</span>'


def assumed(sentence: str, rules: Ruleset, say: Translator, *, lang: str = "") -> str:
    """Return a rule that no source settles: the reason first, then the rule in grey."""
    return (
        f'<span class="assume">{escape(say(rules.assumed))}</span>'
        f'<span class="says"{_lang(lang, say)}>{escape(sentence)}</span>'
    )


def _lang(language: str, say: Translator) -> str:
    return f' lang="{language}"' if language and language != say.language else ""


def english(say: Translator) -> str:
    """The attribute of a part that is in English on a page of another language."""
    return _lang("en", say)


def counts(rules: Ruleset, say: Translator) -> str:
    """The two numbers of a ruleset, always both: what a text says, what is assumed."""
    return (
        f'<dl class="meta"><div><dt>{escape(say(words.BY_TEXT))}</dt><dd>{len(rules.sourced)}</dd></div>'
        f'<div class="d"><dt>{escape(say(words.ASSUMED))}</dt><dd>{len(rules.unsourced)}</dd></div></dl>'
    )


def fold(title: str, count: str, inner: str, *, name: str = "", opened: bool = False) -> str:
    """Return a section that is folded on a phone and open on a wide screen and on paper."""
    named = f' id="{name}"' if name else ""
    return (
        f'<details class="fold"{named}{" open" if opened else ""}><summary><h3>{escape(title)}</h3>'
        f'<span class="cnt">{count}</span>'
        f"</summary>{inner}</details>"
    )
