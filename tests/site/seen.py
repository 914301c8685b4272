"""What a reader of a page sees or hears, and what of it is not in the language of the page."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

from kanrules_club import CATALOGUE

from kanrules import __version__
from kanrules.locale import LANGUAGES
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.glossary import glossary
from kanrules.ruleset.native_names import NATIVE

_VOID = frozenset(("area", "base", "br", "hr", "img", "input", "link", "meta", "use", "path", "rect", "circle", "line"))
_HIDDEN = frozenset(("script", "style", "code", "pre", "head", "datalist"))
_HEARD = ("aria-label", "placeholder", "title", "alt")
COMMAND = re.compile(r"--[a-z]|<stdin>|error\[|\bkanrules (?:pay|ask|foul|check|rulesets|riichi-kan)\b|\.toml\b")
"""What only the command line says."""
_NOT_WORDS = re.compile(r"`[^`]*`|\bKR\d{3}\b|\b[0-9]+[mpsz]\b|https?://\S+|\b[ABR]\b|\bxX?\b")
_WORD = re.compile(r"[A-Za-z]{2,}")


class Seen(HTMLParser):
    """Collects texts and labels. What says that it is in another language, or cites a document, is not collected."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._language = language
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        foreign = given.get("lang") not in (None, self._language) or "chip" in (given.get("class") or "").split()
        skipped = tag in _HIDDEN or foreign or any(one for _, one in self._open)
        if not skipped:
            self.texts += [given[name] or "" for name in _HEARD if given.get(name)]
        if tag not in _VOID:
            self._open.append((tag, skipped))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(one for _, one in self._open):
            self.texts.append(" ".join(data.split()))


def seen(html: str, language: str) -> list[str]:
    """Every text of a page, in order."""
    parser = Seen(language)
    parser.feed(html)
    return parser.texts


@cache
def _names() -> re.Pattern[str]:
    """Names, which are the same in every language: of rulesets, who issues them, documents, and terms."""
    # kobalab is the author of a document that has a title in Japanese.
    found = {
        "EMA",
        "kanrules",
        "kobalab",
        __version__,
        "WebAssembly",
        "JavaScript",
        *(one.name for one in LANGUAGES.values()),
    }
    for name in bundled_ids():
        rules = load_ruleset(name)
        found |= {rules.title, rules.name, rules.authority, rules.id, rules.edition, *rules.plugins}
        for layer in rules.layers:
            for source in layer.written.sources.values():
                found |= {str(source), source.document, source.clause}
    found |= {name for names in NATIVE.values() for name in names.values()}
    found |= {rule.name for rule in CATALOGUE}
    for term, word in glossary().items():
        found |= {term.replace("_", " "), *word.also}
    longest = sorted(filter(None, found), key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest))


def strange(html: str, language: str, *more: str) -> list[str]:
    """The texts with a word in Latin letters that is no name, on a page whose messages have none. `more` are texts that
    the reader wrote.
    """
    found = []
    for text in seen(html, language):
        rest = text
        for own in more:
            rest = re.sub(re.escape(own), "", rest, flags=re.IGNORECASE)
        if _WORD.search(rest) and _WORD.search(_NOT_WORDS.sub(" ", _names().sub(" ", rest))):
            found.append(text)
    return found
