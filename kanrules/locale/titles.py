"""Titles of rules in one row."""

from __future__ import annotations

from collections.abc import Sequence


def titles_in_a_row(titles: Sequence[str], language: str) -> str:
    """Return several titles as one, such as "Kan after a call, kan of the last tile"."""
    first, *rest = titles
    if language == "ja":
        return "・".join(titles)
    # German nouns keep their capital.
    return ", ".join([first, *(rest if language == "de" else [one[:1].lower() + one[1:] for one in rest])])
