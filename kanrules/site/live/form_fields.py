"""The fields of a submitted form, the ruleset that they name, and the parts of an answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import field
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path

from kanrules.errors import wrong_use
from kanrules.frozen import frozen
from kanrules.locale import Translator, translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import capital
from kanrules.locale.sentences import say as sentence
from kanrules.ruleset import Ruleset, all_ids, load_ruleset
from kanrules.ruleset.standalone_toml import ID
from kanrules.site import words

OWN = "kanrules_site_rulesets"
"""Package of the rulesets of this site, in its browser."""
RUN = "run.json"
"""File in the bundle with the ids of the rulesets whose own plugins this site may run."""
BOOKS = "books.json"
"""File in the bundle with the ids of the rulesets of this site, if it has not all of them."""


SHARED = "shared/"
"""Folder of rulesets from a link, next to the reader's own."""


def hash_of(text: str) -> str:
    """Return six digits that tell one text of a ruleset from another."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]


@cache
def may_run() -> frozenset[str]:
    """Return the ids of the rulesets whose own plugins this site may run."""
    return frozenset(_listed(RUN) or ())


@cache
def books() -> tuple[str, ...]:
    """Return the ids of the rulesets that this site has a page of."""
    return _listed(BOOKS) or all_ids()


def _listed(name: str) -> tuple[str, ...]:
    found = files("kanrules.site").joinpath(name)
    return tuple(json.loads(found.read_text("utf-8"))) if found.is_file() else ()


@frozen
class FormFields:
    """The fields of a form by name, each with its values in order."""

    fields: tuple[tuple[str, str], ...]
    language: str = "en"
    known: Ruleset | None = None
    """The ruleset, if it is at hand and need not be found by its name."""

    def one(self, name: str) -> str:
        """Return the first value of a field; "" if it is empty or missing."""
        return next((value.strip() for found, value in self.fields if found == name and value.strip()), "")

    def text(self, name: str) -> str:
        """Return the first value of a field, as typed."""
        return next((value for found, value in self.fields if found == name), "")

    def all(self, name: str) -> list[str]:
        """Return every value of a field that is not empty."""
        return [value.strip() for found, value in self.fields if found == name and value.strip()]

    def number(self, name: str, most: int) -> int:
        """Return the whole number in a field; 0 if it is empty. Raises UnreadableError for anything else."""
        said = self.one(name)
        if not said:
            return 0
        if not (said.isascii() and said.isdigit() and int(said) <= most):
            raise wrong_use(sentence(words.WHOLE_NUMBER, field=words.FIELDS[name], most=most))
        return int(said)

    @property
    def say(self) -> Translator:
        """The translator into the language of the page."""
        return translator(self.language)

    def rules(self, name: str = "rules") -> Ruleset:
        """Return the ruleset that a field names: a bundled id, or the reader's own file.

        Raises UnreadableError if none is named, RulesetError if it cannot be used.
        """
        if self.known is not None:
            return self.known
        asked = self.one(name)
        if not asked:
            raise wrong_use(sentence(words.WHICH))
        stem = asked.removesuffix(".toml")
        if asked != stem and not ID.fullmatch(stem.removeprefix(SHARED)):
            raise wrong_use(sentence(words.NO_SUCH_FILE, text=asked[:60]))
        if asked == stem and ("/" in asked or "\\" in asked):
            raise wrong_use(sentence(words.NO_SUCH_RULES, text=asked[:60]))
        return load_ruleset(asked, allow_local_plugins=asked in may_run())


@frozen
class PageAnswer:
    """An answer: its HTML, its JSON, the verdict in a word, and the reason code."""

    html: str
    data: object
    verdict: str
    code: str = ""
    extra: dict[str, object] = field(default_factory=dict)
    """Additional data for the page itself."""


def keep(name: str, text: str) -> None:
    """Store the reader's own ruleset so that it can be named as a file. Raises UnreadableError for another name."""
    if not name.endswith(".toml") or not ID.fullmatch(name.removesuffix(".toml").removeprefix(SHARED)):
        raise wrong_use(sentence(words.NO_SUCH_FILE, text=name[:60]))
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(text, encoding="utf-8", newline="\n")


def verdict(kind: str, word: str, who: Iterable[str], *, what: str = "", why: str = "") -> str:
    """Return the box with the verdict in a word, and the ruleset that gives it.

    `kind` is `yes`, `no`, `assumed` (no source settles it), or `told` (neither yes nor no). `who` has the ruleset and
    other labels. `what` and `why` are HTML: what the verdict means, and the reason.
    """
    names = "".join(f"<span>{escape(one)}</span>" for one in who if one)
    return (
        f'<section class="verdict {kind}"><p class="who">{names}</p>'
        f'<p class="word long">{escape(capital(word))}</p>'
        + (f'<p class="what">{what}</p>' if what else "")
        + (f'<p class="why">{why}</p>' if why else "")
        + "</section>"
    )


_TABLE = _N("table")
"""Where riichi sticks come from; a payment names it in place of a seat."""


def seat_name(seat: object, say: Translator) -> str:
    """Return the name of a seat, or of the table, as a label."""
    return capital(say(_TABLE if seat == "table" else str(seat)))


def text(sentence: str, say: Translator) -> str:
    """Return a sentence in the page's language, as HTML with a capital first letter."""
    return escape(capital(say(sentence)))
