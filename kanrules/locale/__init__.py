"""The languages of kanrules, each with a gettext catalogue of messages.

The messages in the code are English. Translations are kept in `.po` files; building a wheel or an editable install
compiles them to the `.mo` files that the standard library reads here. A message without a translation stays English.
"""

from __future__ import annotations

from errno import ENOENT
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kanrules.locale.sentences import Listed, RulebookText, Sayable, Sentence, Verbatim, run_on, say

if TYPE_CHECKING:
    from gettext import GNUTranslations

DOMAIN = "kanrules"
"""Base name of the catalogue files."""


class Language(NamedTuple):
    """A language, and how it writes what is no message of its own: lists, numbers, and the end of a sentence."""

    name: str
    """The name of the language in that language."""
    comma: str = ", "
    semicolon: str = "; "
    full_stop: str = "."
    thousands: str = ","


LANGUAGES: dict[str, Language] = {
    "en": Language("English"),
    "ja": Language("日本語", comma="、", semicolon="、", full_stop="。"),
    "fr": Language("Français", thousands="\u202f"),
    "nl": Language("Nederlands", thousands="."),
    "de": Language("Deutsch", thousands="."),
}
"""The supported languages by code."""


def marked(text: str) -> str:
    """Return the text unchanged and mark it for translators. Import it as `_N`, the name that Babel looks for."""
    return text


_N = marked


class Translator:
    """Translate messages into one language. A message without a translation stays English."""

    def __init__(self, language: str, messages: GNUTranslations | None) -> None:
        self.language = language
        self._messages = messages

    @property
    def is_english(self) -> bool:
        """True for the language of the messages themselves."""
        return self._messages is None

    def __call__(self, message: str) -> str:
        """Return the message in this language. A `Sentence` is translated together with its arguments."""
        if self._messages is None or not message:
            return str(message)
        if isinstance(message, RulebookText):
            return run_on(map(self, message.strings), self.language)
        if isinstance(message, Sentence):
            said = {place: self._place(value) for place, value in message.args.items()}
            if isinstance(message, Listed):
                return LANGUAGES[self.language].comma.join(said.values())
            return self._known(message.template).format_map(said)
        return self._known(message)

    def _known(self, message: str) -> str:
        return (self._messages and self._messages.gettext(message)) or message

    def _place(self, value: object) -> str:
        if isinstance(value, Verbatim):
            return str(value)
        return self(value.said if isinstance(value, Sayable) else value if isinstance(value, Sentence) else str(value))

    def own(self, text: str) -> str:
        """Return the translation of a text written by a rulebook or a club, or else the text itself with a note that it
        is not translated.
        """
        return self(text) if not text or self.knows(text) else self(say(_AS_WRITTEN, text=text))

    def knows(self, message: str) -> bool:
        """Return True if the message is available in this language. English has every message."""
        if isinstance(message, RulebookText):
            return all(map(self.knows, message.strings))
        if isinstance(message, Sentence):
            return self.knows(message.template)
        return self._messages is None or not message or bool(self._messages.gettext(message))


_AS_WRITTEN = _N("{text} (not translated)")
LABEL = _N("{label}:")
"""A label and its colon: French writes a space before it, and Japanese a wide colon."""


def labelled(text: str) -> Sentence:
    """Return a label with its colon, to be translated."""
    return say(LABEL, label=text)


ENGLISH = Translator("en", None)
"""The translator of the source language, which changes nothing."""


@cache
def translator(language: str) -> Translator:
    """Return the translator into a language of `LANGUAGES`.

    Raises KeyError for another language, and FileNotFoundError if the compiled catalogue of this one is missing.
    """
    name = LANGUAGES[language].name
    if language == "en":
        return ENGLISH
    from gettext import GNUTranslations, NullTranslations
    from importlib.resources import files

    path = files(__package__).joinpath(language, "LC_MESSAGES", f"{DOMAIN}.mo")
    try:
        with path.open("rb") as file:
            messages = GNUTranslations(file)
    except FileNotFoundError:
        # Silent English would look like an answer in the requested language.
        raise FileNotFoundError(
            ENOENT, f"the catalogue of {name} ({language}) is missing; reinstall kanrules", str(path)
        ) from None

    class Unknown(NullTranslations):
        def gettext(self, message: str) -> str:
            return ""

    # A translation may equal its message ("Kan"): only nothing says that a message is unknown.
    messages.add_fallback(Unknown())
    return Translator(language, messages)
