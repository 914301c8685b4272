"""Shared parts of all pages: the frame, the bar with the ruleset, and the marks for sources and assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kanrules._version import __version__
from kanrules.frozen import frozen
from kanrules.locale import LANGUAGES, Translator
from kanrules.report.sheet import linkable
from kanrules.report.sheet_words import grade_words
from kanrules.ruleset import Ruleset
from kanrules.ruleset.law_date import law_date
from kanrules.ruleset.native_names import native_source
from kanrules.rulings import UNSETTLED, Source
from kanrules.site import words
from kanrules.site.event import bar, dock

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""Content security policy: a page loads only files of this site."""
LICENCES_FILE = "licences.txt"
TOOLS: dict[str, tuple[str, str, str]] = {
    "riichi-kan": (words.KAN, words.KAN_SHORT, words.KAN_LEAD),
    "pay": (words.PAY, words.PAY_SHORT, words.PAY_LEAD),
    "foul": (words.FOUL, words.FOUL_SHORT, words.FOUL_LEAD),
    "ask": (words.ASK, words.ASK_SHORT, words.ASK_LEAD),
    "position": (words.POSITION, words.POSITION_SHORT, words.POSITION_LEAD),
    "compose": (words.COMPOSE, words.COMPOSE_SHORT, words.COMPOSE_LEAD),
}
"""The tools of the live part: title, name in the bar, and description."""


@frozen
class Frame:
    """The frame of the pages of one site in one language."""

    say: Translator
    title: str
    live: bool
    languages: tuple[str, ...] = ("en",)
    """The languages of the site. The pages of the first one are at its root."""
    first: str = ""
    """The id of the ruleset with which the tools open; "" to ask the reader."""
    books: frozenset[str] = frozenset()
    """The ids of the rulesets that have a page; empty if all bundled ones have one."""

    events: tuple[Ruleset, ...] = ()
    """The rulesets that are written for an event."""
    address: str = ""
    """The web address of the site, for QR codes; "" if it is not known."""

    def has(self, ruleset: str) -> bool:
        """Return True if the site has a page of this ruleset."""
        return not self.books or ruleset in self.books

    @property
    def folder(self) -> str:
        """The folder of the pages in this language: "" or such as "ja/"."""
        return self.folder_of(self.say.language)

    def folder_of(self, language: str) -> str:
        """The folder of the pages in a language."""
        return "" if language == self.languages[0] else f"{language}/"

    def page(
        self, name: str, body: str, *, at: str, book: Ruleset | None = None, current: str = "", scripts: str = ""
    ) -> str:
        """Return a complete page. `at` is its address in the folder of its language."""
        up = "../" * at.count("/")
        base = up + ("../" if self.folder else "")
        say = self.say
        links = [
            (f"{up}casebook/index.html", say(words.CASEBOOK), "casebook"),
            # From tool to tool the library stays loaded.
            ("?tool=diff" if current == "live" else f"{up}diff/index.html", say(words.COMPARE), "diff"),
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
                f"<b>{escape(book.name_in(say.language))}</b> <i>{escape(say(words.CHANGE))}</i></a>"
            )
        event = bar(self.events, up, say) if self.live and self.events else ""
        if self.live and (self.events or current == "live"):
            event += dock(up, say, always=current == "live")
        heading = escape(f"{name} · {self.title}" if name != self.title else name)
        kept = f' data-book="{escape(book.id)}"' if book is not None else ""
        kept += f' data-rules="{escape(self.first)}"' if self.first else ""
        return (
            f'<!DOCTYPE html>\n<html lang="{say.language}" data-up="{up}" data-base="{base}"{kept}>\n<head>\n'
            '<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
            f'<title>{heading}</title>\n<link rel="stylesheet" href="{base}style.css">\n'
            f'<link rel="icon" href="{base}icon.svg" type="image/svg+xml">\n'
            f'<link rel="manifest" href="{up}app.webmanifest">\n'
            f'<script src="{base}page.js" defer></script>\n{scripts.replace("@BASE@", base)}</head>\n<body>\n'
            f'<a class="skip" href="#main">{escape(say(words.SKIP))}</a>\n'
            f'<header class="top"><div class="wrap"><a class="brand" href="{up}index.html">{escape(self.title)}</a>'
            f'<nav aria-label="{escape(say(words.TOOLS))}">{listed(tools or links)}</nav>'
            f"{self._switch(base, at)}{chip}</div></header>\n"
            f'<p id="newer" role="status" hidden><span>{escape(say(words.NEWER))}</span> '
            f'<button type="button">{escape(say(words.RELOAD))}</button></p>\n'
            f'<main id="main"><div class="wrap">\n{body}\n</div></main>\n'
            '<footer class="foot"><div class="wrap"><nav '
            f'aria-label="{escape(say(words.EVERYTHING))}">{listed([*tools, *links])}</nav>'
            f'<p class="small mut">{escape(self._release())} <span id="kept" role="status" '
            f'data-kept="{escape(say(words.STATUS_KEPT))}" data-unkept="{escape(say(words.STATUS_NOT_KEPT))}" '
            f'data-full="{escape(say(words.STATUS_FULL))}"></span>'
            f"{self._licences(base)}</p></div></footer>\n{event}</body>\n</html>\n"
        )

    def _licences(self, base: str) -> str:
        """Return the link to the licences of the programs that the tools load; "" if there are no tools."""
        return f' <a href="{base}{LICENCES_FILE}">{escape(self.say(words.LICENCES))}</a>' if self.live else ""

    def _release(self) -> str:
        said = self.say(words.MADE).replace("{version}", __version__)
        return said.replace("{date}", str(law_date()))

    def _switch(self, base: str, at: str) -> str:
        """Return the links to this page in the other languages; "" if the site has one language."""
        if len(self.languages) < 2:
            return ""
        mine = self.say.language
        links = "".join(
            f'<a href="{base}{self.folder_of(one)}{escape(at)}" hreflang="{one}" lang="{one}"'
            f"{' aria-current=' + chr(34) + 'true' + chr(34) if one == mine else ''}>{LANGUAGES[one].name}</a>"
            for one in self.languages
        )
        label = escape(self.say(words.LANGUAGE))
        return (
            f'<details class="langs"><summary><span class="vh">{label}: </span>{LANGUAGES[mine].name}</summary>'
            f"<div>{links}</div></details>"
        )


def chip(source: Source, say: Translator) -> str:
    """Return the label of a source: its grade, document, and clause, with a link if it is on the web."""
    inner = f"<b>{escape(say(grade_words(source)))}</b><span>{escape(native_source(source, say).where)}</span>"
    if linkable(source.url):
        return f'<a class="chip {source.grade}" href="{escape(source.url)}" rel="noreferrer noopener">{inner}</a>'
    return f'<span class="chip {source.grade}">{inner}</span>'


def assumed(sentence: str, gap: str, say: Translator, *, lang: str = "") -> str:
    """Return a rule that no source settles: the reason first, then the rule in grey. If nobody decides, the sentence
    says so and stands alone.
    """
    if sentence == say(UNSETTLED):
        return f'<span class="assume">{escape(sentence)}</span>'
    return (
        f'<span class="assume">{escape(say(gap))}</span><span class="says"{_lang(lang, say)}>{escape(sentence)}</span>'
    )


def _lang(language: str, say: Translator) -> str:
    return f' lang="{language}"' if language and language != say.language else ""


def english(say: Translator) -> str:
    """Return the `lang` attribute for English text on a page in another language."""
    return _lang("en", say)


def counts(rules: Ruleset, say: Translator) -> str:
    """Return the two numbers of a ruleset: rules with a source, and assumed rules."""
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
