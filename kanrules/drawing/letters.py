"""Estimates of text width, and line breaks, which SVG does not provide."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import east_asian_width

_NARROW, _WIDE = frozenset(" ,.;:!|'()[]/fijltrI-"), frozenset("mwMW")


@lru_cache(maxsize=4096)
def ems(text: str) -> float:
    """Return the estimated width of a text in ems: a Japanese character is one em, a Latin letter about half."""
    found = 0.0
    for sign in text:
        if east_asian_width(sign) in "WF":
            found += 1.0
        elif sign in _NARROW:
            found += 0.29
        elif sign in _WIDE:
            found += 0.83
        else:
            found += 0.67 if sign.isupper() else 0.54
    return found


def broken(words: str, most: float) -> list[str]:
    """Return the words on lines of at most `most` ems, unless a single word is wider.

    Japanese text may break anywhere except before closing punctuation.
    """
    return list(_broken(words, most))


@lru_cache(maxsize=4096)
def _broken(words: str, most: float) -> tuple[str, ...]:
    lines = [""]
    for piece in _pieces(words):
        if lines[-1] and ems((lines[-1] + piece).rstrip()) > most:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip(" ")
    return tuple(line.rstrip(" ") for line in lines)


def balanced(words: str, most: float) -> list[str]:
    """Return the words on as few lines of at most `most` ems as possible, with lines of similar width."""
    return list(_balanced(words, most))


@lru_cache(maxsize=1024)
def _balanced(words: str, most: float) -> tuple[str, ...]:
    needed = len(_broken(words, most))
    for tenths in range(10, round(most * 10) + 1):
        if len(found := _broken(words, tenths / 10)) <= needed and max(map(ems, found)) <= most:
            return found
    return _broken(words, most)


_NEVER_FIRST = frozenset("、。)）」ー・っゃゅょッャュョ")


def _pieces(words: str) -> list[str]:
    """Return the pieces of a text that a line break must not split."""
    found: list[str] = []
    joined = False
    for sign in words:
        wide = east_asian_width(sign) in "WF"
        starts = wide and sign not in _NEVER_FIRST
        after = bool(found) and found[-1].endswith((" ", "-")) and sign != " "
        if not found or after or (starts and not joined) or sign == "(":
            found.append(sign)
        else:
            found[-1] += sign
        joined = sign in "(「"
    return found
