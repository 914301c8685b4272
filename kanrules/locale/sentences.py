"""A sentence that knows what it is made of, so that it can be said in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, Self, runtime_checkable


class Sentence(str):
    """A template with what stands in its places; wherever a text is wanted it is its English.

    Takes the template, a message for translators, and by the names of its places what stands there: a text, another
    sentence, or anything that `str` makes a text of. A `Translator` says it in another language.
    """

    __slots__ = ("_args", "template")
    template: str
    _args: dict[str, object]

    def __new__(cls, template: str, args: Mapping[str, object]) -> Self:
        """The English text, which remembers both."""
        made = super().__new__(cls, template.format_map(args))
        made.template, made._args = template, dict(args)
        return made

    @property
    def args(self) -> Mapping[str, object]:
        """By the names of its places, what stands there."""
        return MappingProxyType(self._args)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, self._args)


class Named(Sentence):
    """A name as it is written everywhere (`four_kans`), which in other languages is said in words.

    Takes the name and its words, a message for translators; as text it is the name.
    """

    __slots__ = ()

    def __new__(cls, name: str, words: str) -> Self:
        """The name, which remembers its words."""
        made = str.__new__(cls, name)
        made.template, made._args = words, {}
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.template)


def say(template: str, /, **args: object) -> Sentence:
    """A sentence from its template and what stands in its places; a sentence of a code comes from
    `kanrules.law.codes.sentence`.
    """
    return Sentence(template, args)


def many(words: tuple[str, str], count: int, /, **args: object) -> Sentence:
    """A sentence with a number in its place `count`: the first of the two templates speaks of one, the second of none
    or several.
    """
    return Sentence(words[count != 1], {"count": f"{count:,}", **args})


def number(count: int, what: str) -> str:
    """So many of something, in English: "1 tile", "13 tiles"."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def listed(items: Iterable[object], none: str = "", between: str = ", ") -> str:
    """Texts or sentences one after the other, each to be said in any language; `none` where there is none."""
    found = list(items)
    places = {f"at{at}": one for at, one in enumerate(found)}
    return Sentence(between.join(f"{{{place}}}" for place in places), places) if found else none


def args_of(text: str) -> Mapping[str, object]:
    """What stands in the places of a text: nothing where somebody wrote it out."""
    return text.args if isinstance(text, Sentence) else _NONE


_NONE: Mapping[str, object] = MappingProxyType({})


def english(value: object) -> str:
    """A sentence as the plain text that an encoder of JSON wants; it is what such an encoder asks of what it does not
    know.
    """
    if isinstance(value, Sentence):
        return str(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


@runtime_checkable
class Sayable(Protocol):
    """What can stand in a place and has words of its own, such as an action."""

    @property
    def said(self) -> Sentence:
        """Its words."""
        ...
