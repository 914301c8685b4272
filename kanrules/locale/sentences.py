"""Sentences that keep their template and arguments, so that they can be translated later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, Self, runtime_checkable


class Sentence(str):
    """A `str` in English that keeps its template and arguments for a `Translator`.

    Takes the template, which is a message for translators, and the value of each placeholder by name: a text, another
    sentence, or anything that `str` accepts.
    """

    __slots__ = ("_args", "template")
    template: str
    _args: dict[str, object]

    def __new__(cls, template: str, args: Mapping[str, object]) -> Self:
        """Return the English text, with the template and the arguments attached."""
        made = super().__new__(cls, template.format_map(args))
        made.template, made._args = template, dict(args)
        return made

    @property
    def args(self) -> Mapping[str, object]:
        """The value of each placeholder, by name."""
        return MappingProxyType(self._args)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, self._args)


class Named(Sentence):
    """An identifier such as `four_kans` that other languages replace by words.

    Takes the identifier and its words, which are a message for translators. As a `str` it is the identifier.
    """

    __slots__ = ()

    def __new__(cls, name: str, words: str) -> Self:
        """Return the identifier, with its words attached."""
        made = str.__new__(cls, name)
        made.template, made._args = words, {}
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.template)


class RulebookText(Sentence):
    """A text of a rulebook in several strings, each a message of its own. As a `str`, it is the strings in a row."""

    __slots__ = ()

    def __new__(cls, strings: Iterable[str]) -> Self:
        """Return the text. Takes its strings, each with at least one whole sentence."""
        places = {f"at{at}": one for at, one in enumerate(strings)}
        return super().__new__(cls, " ".join(f"{{{place}}}" for place in places), places)

    @property
    def strings(self) -> tuple[str, ...]:
        """The strings, in order."""
        # A sentence among them keeps its template.
        return tuple(one if isinstance(one, str) else str(one) for one in self._args.values())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.strings,)


class Verbatim(str):
    """A name that is the same in every language, such as the id of a ruleset.

    Without it, the ruleset `tenhou` would be translated as the yaku of that name.
    """

    __slots__ = ()


class Listed(Sentence):
    """A list of texts or sentences, which each language separates in its own way: with a comma in English."""

    __slots__ = ()


def say(template: str, /, **args: object) -> Sentence:
    """Return a sentence from a template and its arguments. For the sentence of a reason code, use
    `kanrules.law.codes.sentence`.
    """
    return Sentence(template, args)


def many(words: tuple[str, str], count: int, /, **args: object) -> Sentence:
    """Return a sentence in the singular or plural for the placeholder `count`. `words` holds both templates."""
    return Sentence(words[count != 1], {"count": f"{count:,}", **args})


def number(count: int, what: str) -> str:
    """Return a count with its English noun, for example "1 tile" or "13 tiles"."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def run_on(sentences: Iterable[str], language: str) -> str:
    """Return sentences one after the other. Japanese has no space between them, but a wide one after a question. One
    that is not translated, such as a club's own, is followed by a space there, too.
    """
    if language != "ja":
        return " ".join(filter(None, sentences))
    text = ""
    for sentence in filter(None, sentences):
        text += ("\u3000" if text.endswith(("？", "！")) else " " if text[-1:].isascii() and text else "") + sentence
    return text


def strings_of(text: str) -> tuple[str, ...]:
    """Return the strings of a rulebook's text, which may be a plain one; none if it is empty."""
    return text.strings if isinstance(text, RulebookText) else (text,) if text else ()


def text_of(strings: Iterable[str]) -> str:
    """Return the text of these strings: a `RulebookText` only if there are several. Reverses `strings_of`."""
    found = tuple(strings)
    return RulebookText(found) if len(found) > 1 else "".join(found)


def capital(text: str) -> str:
    """Return a text with a capital first letter; the other letters stay as they are."""
    return text[:1].upper() + text[1:]


def sentence_ended(text: str, full_stop: str) -> str:
    """Return a text with a full stop, unless it ends with one or with a colon."""
    return text if text.endswith((".", "。", ":", "\uff1a")) else text + full_stop


def listed(items: Iterable[object], none: str = "", between: str = ", ") -> str:
    """Join texts or sentences into one translatable sentence. Return `none` if there are no items. Commas are those of
    the language.
    """
    places = {f"at{at}": one for at, one in enumerate(items)}
    kind = Listed if between == ", " else Sentence
    return kind(between.join(f"{{{place}}}" for place in places), places) if places else none


def args_of(text: str) -> Mapping[str, object]:
    """Return the value of each placeholder of a sentence; empty for a plain text."""
    return text.args if isinstance(text, Sentence) else _NONE


_NONE: Mapping[str, object] = MappingProxyType({})


def english(value: object) -> str:
    """Return a sentence as plain text for a JSON encoder, as its hook for unknown types.

    Raises TypeError for anything else.
    """
    if isinstance(value, Sentence):
        return str(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


@runtime_checkable
class Sayable(Protocol):
    """An argument of a sentence that has its own translatable words, such as an action."""

    @property
    def said(self) -> Sentence:
        """The words of the value."""
        ...
