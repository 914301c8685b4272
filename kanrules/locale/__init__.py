"""The languages of the rule sheet: gettext catalogues, one compiled file a language beside its text.

English stands in the code. The compiled `.mo` files lie in the repository and in the wheel, since the standard library
reads them and nothing else: kanrules needs no compiler of catalogues at run time. A test holds them to the `.po` files.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import GNUTranslations

DOMAIN = "kanrules"
"""The name of the catalogue files."""
LANGUAGES: dict[str, str] = {"en": "English", "ja": "日本語", "fr": "Français", "nl": "Nederlands"}
"""Every language there is: its code, and its own name for itself."""


def marked(text: str) -> str:
    """Marks a message for translators and changes nothing; import it as `_N`, the name that Babel looks for."""
    return text


class Translator:
    """One language: called with an English message it gives that language's, or the message itself where there is
    none.
    """

    def __init__(self, language: str, messages: GNUTranslations | None) -> None:
        self.language = language
        self._messages = messages

    def __call__(self, message: str) -> str:
        """The message in this language; an empty text stays empty."""
        return self._messages.gettext(message) if self._messages is not None and message else message

    def knows(self, message: str) -> bool:
        """Whether the message stands in this language: always in English, else where its catalogue has it."""
        return self._messages is None or not message or self._messages.gettext(message) != message


@cache
def translator(language: str) -> Translator:
    """The translator into a language of `LANGUAGES`. Raises KeyError for another."""
    LANGUAGES[language]
    if language == "en":
        return Translator(language, None)
    from gettext import GNUTranslations
    from importlib.resources import files

    with files(__package__).joinpath(language, "LC_MESSAGES", f"{DOMAIN}.mo").open("rb") as file:
        return Translator(language, GNUTranslations(file))
