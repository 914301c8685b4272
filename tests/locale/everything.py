"""A language that translates everything, so that tests of the mechanism do not depend on what is translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kanrules.desk import meaning, subjects
from kanrules.drawing import rows
from kanrules.locale import translator

_PLACES = re.compile(r"(\{[^}]*\}|`[^`]*`)")
_WIDE = {code: code - ord("!") + ord("！") for code in (*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1))}


def wide(message: str) -> str:
    """A message in letters that no English word is written in; its places and its code stay."""
    return "".join(part if _PLACES.fullmatch(part) else part.translate(_WIDE) for part in _PLACES.split(message))


@contextmanager
def every_message_translated(language: str, messages: frozenset[str] | None = None) -> Iterator[set[str]]:
    """Give a language a translation of each of these messages, or of any text; the set that is yielded collects the
    other texts that it is asked for.
    """
    others: set[str] = set()

    def gettext(message: str) -> str:
        if messages is None or message in messages:
            return wide(message)
        others.add(message)
        return ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translator(language)._messages, "gettext", gettext)
        _forget()
        yield others
    _forget()


def _forget() -> None:
    # Questions and the names of tiles are kept with their translations.
    for kept in (subjects.subjects, meaning._by_id, meaning._by_title, rows.lying):
        kept.cache_clear()
