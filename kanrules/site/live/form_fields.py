"""Fields that a form submits, by name, and the ruleset that they name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from kanrules.errors import UnreadableError
from kanrules.locale import Translator, translator
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.standalone_toml import ID


@dataclass(frozen=True, slots=True)
class FormFields:
    """The fields of a form by name, each with its values in order."""

    fields: tuple[tuple[str, str], ...]
    language: str = "en"

    def one(self, name: str) -> str:
        """Return the first value of a field; "" if it is empty or missing."""
        return next((value.strip() for found, value in self.fields if found == name and value.strip()), "")

    def text(self, name: str) -> str:
        """The first value of a field as it was typed."""
        return next((value for found, value in self.fields if found == name), "")

    def all(self, name: str) -> list[str]:
        """Every value of a field that is not empty."""
        return [value.strip() for found, value in self.fields if found == name and value.strip()]

    def number(self, name: str, most: int) -> int:
        """A whole number; 0 where the field is empty. Raises UnreadableError for anything else."""
        said = self.one(name)
        if not said:
            return 0
        if not (said.isascii() and said.isdigit() and int(said) <= most):
            raise UnreadableError(f"--{name} {said[:20]}: expected a whole number from 0 to {most}", code="")
        return int(said)

    @property
    def say(self) -> Translator:
        """The language of the page."""
        return translator(self.language)

    def rules(self, name: str = "rules") -> Ruleset:
        """Return the ruleset that a field names: a bundled id, or the reader's own file.

        Raises UnreadableError if none is named, RulesetError if it cannot be used.
        """
        asked = self.one(name)
        if not asked:
            raise UnreadableError("name a ruleset, such as ema-2016, m-league or tenhou", code="")
        stem = asked.removesuffix(".toml")
        if asked != stem and not ID.fullmatch(stem):
            raise UnreadableError(f"{asked[:60]!r} is not a ruleset file on this page", code="")
        if asked == stem and ("/" in asked or "\\" in asked):
            raise UnreadableError(f"there is no ruleset {asked[:60]!r}", code="")
        return load_ruleset(asked)


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """An answer: what is shown, the same as JSON, the verdict in a word, the code behind it."""

    html: str
    data: object
    verdict: str
    code: str = ""
    extra: dict[str, object] = field(default_factory=dict)
    """Additional data for the page itself."""


def keep(name: str, text: str) -> None:
    """Store the reader's own ruleset so that it can be named as a file. Raises UnreadableError for another name."""
    if not name.endswith(".toml") or not ID.fullmatch(name.removesuffix(".toml")):
        raise UnreadableError(f"{name[:60]!r} is not a name for a ruleset file; expected such as club.toml", code="")
    Path(name).write_text(text, encoding="utf-8", newline="\n")


def listed(items: Iterable[str], kind: str = "plain") -> str:
    """A list of what is HTML already."""
    return f'<ul class="{kind}">{"".join(f"<li>{item}</li>" for item in items)}</ul>'


def verdict(kind: str, word: str, who: Iterable[str], *, what: str = "", why: str = "") -> str:
    """The word that is read across a table, under the ruleset whose word it is.

    Takes `yes`, `no`, `assumed` (no text says it) or `told` (neither yes nor no), the word, the ruleset and what else
    stands beside it, and as HTML what it means and why.
    """
    names = "".join(f"<span>{escape(one)}</span>" for one in who if one)
    return (
        f'<section class="verdict {kind}"><p class="who">{names}</p>'
        f'<p class="word long">{escape(word[:1].upper() + word[1:])}</p>'
        + (f'<p class="what">{what}</p>' if what else "")
        + (f'<p class="why">{why}</p>' if why else "")
        + "</section>"
    )


def text(sentence: str, say: Translator) -> str:
    """A sentence in the page's language, as HTML, its first letter large."""
    said = say(sentence)
    return escape(said[:1].upper() + said[1:])
