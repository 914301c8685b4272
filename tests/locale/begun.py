"""Languages whose translation has only begun: tests of terms wait until most of it is there.

Messages without a translation are shown in English, and `.ci/release` fails until every language is complete.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from kanrules.locale import LANGUAGES
from tools.translations import read

ROOT = Path(__file__).parents[2]


@cache
def _known(language: str) -> int:
    return sum(1 for message in read(ROOT, language) if message.id and message.string)


def is_begun_only(language: str) -> bool:
    """Return True if this language has less than half of the translations that the furthest one has."""
    return language != "en" and 2 * _known(language) < max(_known(one) for one in LANGUAGES if one != "en")


def skip_if_begun_only(language: str) -> None:
    """Skip a test of a language that is hardly translated yet."""
    if is_begun_only(language):
        pytest.skip("not translated yet, see .ci/release")
