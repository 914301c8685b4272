"""Read numbers as people write them on paper, where TOML accepts only digits."""

from __future__ import annotations

import re
import unicodedata

_MINUS = str.maketrans("\u2212\u2010\u2011\u2012\u2013\u2014", "------")
_GROUPED = re.compile(r"([+-]?)(\d{1,3}(?P<mark>[.,'\u2019 _])\d{3}(?:(?P=mark)\d{3})*)(?:[.,]0{1,2})?")
_DIGITS = re.compile(r"[+-]?\d[\d_]*")
_UNIT = re.compile(r"([+-]?\d+)\s*(?:points?|pts?|punkte|punten|点|p|minutes?|minuten|min|分)\.?", re.IGNORECASE)
_THOUSANDS = re.compile(r"([+-]?\d+)\s*k", re.IGNORECASE)
_LONGEST = 40


def as_number(text: str) -> str:
    """Return the whole number that a text means, such as 30,000, 30.000, 30'000, 30k, 60 min, or one with a typographic
    minus; "" if it means none.
    """
    said = unicodedata.normalize("NFKC", text.strip()).translate(_MINUS)
    if len(said) > _LONGEST:
        return ""
    if found := _THOUSANDS.fullmatch(said):
        return str(1000 * int(found.group(1)))
    if found := _UNIT.fullmatch(said):
        return str(int(found.group(1)))
    if found := _GROUPED.fullmatch(said):
        return str(int(found.group(1) + re.sub(r"\D", "", found.group(2))))
    return str(int(said.replace("_", ""))) if _DIGITS.fullmatch(said) else ""


def as_list(text: str) -> tuple[str, ...]:
    """Return the whole numbers that a list means, with or without brackets; empty if any member is not a number."""
    inner = text.strip().removeprefix("[").removesuffix("]").strip().rstrip(",;")
    for between in (r"\s*;\s*|\s*/\s*", r",\s+", r"\s*,\s*", r"\s+"):
        members = re.split(between, inner)
        found = tuple(as_number(member.strip("\"'")) for member in members)
        if len(members) > 1 and all(found):
            return found
    return ()
