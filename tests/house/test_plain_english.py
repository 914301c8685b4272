"""A few phrases stay out of what users read: the pages, the help, the messages, and the docstrings of public names.

This is a list of phrases, not a style checker. Whether a sentence reads well is a matter of review.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.translations import extracted

ROOT = Path(__file__).parents[2]
PAGES = tuple(
    path.relative_to(ROOT).as_posix()
    for folder in (ROOT, ROOT / "docs", ROOT / "changelog.d", ROOT / "tests")
    for path in sorted(folder.glob("*.md"))
)
"""Every page. Some are generated from the docstrings of public names and from the help of the commands."""
PHRASES = {
    r"\bwhoever\b": "a player who",
    r"\bhow-?manieth\b": "the number of",
    r"\bof which\b": "a second sentence",
    r"\bput right\b": "corrected",
    r"\bnobody has (?:found|read|established)\b": "no source found",
    r"\bis no (?!longer\b|more\b|one\b)[a-z]+ of\b": "is not a",
    r"\bbeside\b": "next to, in addition to, or compared with",
    r"\bhangs? on\b": "depends on",
    r"\bof ours\b": "of kanrules",
    r"\bbeing brought\b": "loading",
    r"\bso many\b": "the number of",
    r"\bas one would\b": "as",
    r"\bin place of\b": "instead of",
    r"(?:^|[.:;!|] +)(?-i:Who) (?!is\b|was\b)[a-z]+s [^.?!|]*(?:[.!|]|$)": "a player who",
}
"""By pattern, what to write instead."""


def prose(page: str) -> Iterator[str]:
    """Yield the paragraphs, list items, and table rows of a page, without code."""
    text = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.M | re.S)
    for part in re.split(r"\n\s*\n|\n(?=[|*#-]|\d+\. )", re.sub(r"`[^`\n]*`", "`...`", text)):
        yield " ".join(part.split())


def phrases(text: str) -> list[str]:
    """The patterns that occur in a text."""
    return [phrase for phrase in PHRASES if re.search(phrase, text, re.IGNORECASE)]


@pytest.mark.parametrize(
    ("text", "banned"),
    [
        ("Whoever robs a kan wins.", True),
        ("The how-manieth kan of the hand.", True),
        ("Who robs the kan wins by ron.", True),
        ("Who feeds the deciding set is liable for: {value}", True),
        ("It is no game of four.", True),
        ("The sheet: the kan, and what hangs on it", True),
        ("Who wins by ron?", False),
        ("Several winners: who is paid.", False),
        ("A player who robs the kan wins by ron.", False),
        ("The kan is no longer of interest.", False),
    ],
)
def test_a_phrase_is_found_where_it_is_one(text: str, banned: bool) -> None:
    assert bool(phrases(text)) is banned


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_none_of_the_phrases(page: str) -> None:
    parts = list(prose(page))
    assert parts
    found = [(phrase, part) for part in parts for phrase in phrases(part)]
    assert not found


@pytest.mark.rest
def test_a_message_has_none_of_the_phrases() -> None:
    messages = [str(message.id) for message in extracted(ROOT) if message.id]
    assert len(messages) > 2000
    found = [(phrase, message) for message in messages for phrase in phrases(message)]
    assert not found
