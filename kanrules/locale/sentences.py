"""A sentence that knows what it is made of, so that it can be said in any language."""

from __future__ import annotations

from collections.abc import Mapping
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


def say(template: str, /, **args: object) -> Sentence:
    """A sentence from its template and what stands in its places; a sentence of a code comes from
    `kanrules.law.codes.sentence`.
    """
    return Sentence(template, args)


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
