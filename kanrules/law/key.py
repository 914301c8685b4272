"""How a key of a ruleset is declared: once, in a table of `kanrules.law.tables`, with everything that is said of it.

Its type, values, and default are those of a field. Its words are one text, parsed only when somebody reads them:

    Title | The question that the key answers?
    value: What this value means at the table.
    none: The meaning of 0, an empty list, or an empty text.
    any: The meaning of every other value, with {value} in it.

A line that begins with no value continues the line before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from types import MappingProxyType
from typing import Any, TypedDict, TypeVar, Unpack

from kanrules.frozen import frozen

_T = TypeVar("_T")
AllOptions = Any
"""The options of a ruleset, which a condition reads. Their class, `Options`, is made of the tables, so no table can
name it without a circle of imports.
"""


@frozen
class Silence:
    """A condition under which a key has no effect, and the keys whose values make it hold. With the hooks in `hook`,
    separated by spaces, a plugin could use the key anyway.
    """

    when: Callable[[AllOptions], bool]
    because: tuple[str, ...]
    hook: str = ""


@frozen
class Clash:
    """A condition under which the value of a key contradicts those of other keys, and why."""

    why: str
    when: Callable[[AllOptions], bool]
    others: tuple[str, ...]
    hook: str = ""
    """The hook with which a plugin could resolve the contradiction."""


class Details(TypedDict, total=False):
    """What else can be declared of a key."""

    allowed: tuple[Any, ...]
    """The only possible numbers, or members of a list."""
    members: tuple[str, ...]
    """For a switch that may be a list, too: its possible members. True is short for all of them, false for none."""
    limits: tuple[int, int]
    step: int
    """The number, or each number in a list, is a multiple of this."""
    quiet: bool
    """The default is what every table expects: a sheet has a line for the key only if something sets it."""
    also: str
    """Words of other rulebooks and programs for the key, separated by spaces."""
    beyond: str
    """What to do about a rule that none of the values describes."""
    wall: str
    """Shorter sentences for a wall, by value."""
    hook: str
    """The hook with which a plugin can overrule the key, which is the one that core answers from it. For a key that a
    reason code names as forbidding a kan, it is `before_kan`.
    """
    terms: tuple[str, ...]
    """The terms of the glossary that lead to the key. A number (`"furiten|1"`) is its place among the keys of the term;
    without one, they come in the order of a file.
    """
    article: str
    """The article of the law book that ends with the sentence of this key, if none words it in another way."""
    silent: tuple[Silence, ...]
    """Conditions under which the key has no effect. The first that holds is the reason."""
    clashes: tuple[Clash, ...]
    presupposes: Mapping[str, Any]
    """For a text: it lapses if one of these keys has another value."""
    describes: tuple[str, ...]
    """For a text: it lapses if one of these keys has changed since it was written."""
    prices: tuple[str, ...]
    """For a text with a figure in it: it lapses if one of these keys has changed since it was written."""


def key(default: _T, words: str, **details: Unpack[Details]) -> _T:
    """Declare a key with its default and its words (see the top of this file)."""
    return field(default=default, metadata={"words": words, **details})


def text(words: str, **details: Unpack[Details]) -> str:
    """Declare a key whose value is a text for people; "" if no source was found."""
    return key("", words, **details)


def table(kind: Callable[[], _T], words: str, *, also: str = "") -> _T:
    """Declare a table of keys: its class, "Title | What it is about.", and other words for it."""
    return field(default_factory=kind, metadata={"words": words, "also": also})


def silence(when: Callable[[AllOptions], bool], *because: str, hook: str = "") -> Silence:
    """Return the condition under which a key has no effect because of the values of these keys."""
    return Silence(when, because, hook)


def clash(why: str, when: Callable[[AllOptions], bool], *others: str, hook: str = "") -> Clash:
    """Return the condition under which a key contradicts these others."""
    return Clash(why, when, others, hook)


@cache
def heading(words: str) -> tuple[str, str]:
    """Return the title and the question of a key, or the title and the subject of a table."""
    title, _, question = " ".join(_lines(words)[""].split()).partition(" | ")
    return title, question


@cache
def sentences(words: str) -> Mapping[str, str]:
    """Return the sentence of each value."""
    return MappingProxyType({value: said for value, said in _lines(words).items() if value})


_VALUE = re.compile(r"(\w+): (.*)")


def _lines(words: str) -> dict[str, str]:
    """Return the text of each value; that before the first value is under ""."""
    found, value = {"": ""}, ""
    for line in words.split("\n"):
        begun = _VALUE.fullmatch(line.strip())
        if begun:
            value, found[begun[1]] = begun[1], begun[2]
        elif line.strip():
            found[value] += f" {line.strip()}"
    return found
