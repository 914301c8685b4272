"""Record the day on which a value of a bundled ruleset, or its source, last changed."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable
from datetime import UTC, date, datetime

from kanrules.ruleset.law_date import FILE
from kanrules.ruleset.library import bundled_ids, folder
from kanrules.ruleset.load import load_ruleset
from kanrules.ruleset.model import Ruleset

_TEXT = """# Written by `python -m tools.generated`.
# The day on which a value of a bundled ruleset, or its source, last changed, and a hash of all of them.
day = {day}
values = "{values}"
"""


def recorded() -> dict[str, object]:
    """Return the recorded day and the hash of the values of that day."""
    return tomllib.loads((folder() / FILE).read_text(encoding="utf-8"))


def is_recorded() -> bool:
    """Return True if the recorded day belongs to the bundled rulesets as they are now."""
    return bool(recorded()["values"] == fingerprint(map(load_ruleset, bundled_ids())))


def fingerprint(books: Iterable[Ruleset]) -> str:
    """Return a hash of the values and sources of these rulesets. Comments and the order of lines do not count."""
    found = hashlib.sha256()
    for book in books:
        for key, value in sorted(book.values.items()):
            found.update(repr((book.id, key, value, book.origin(key).source)).encode())
    return found.hexdigest()[:16]


def written(today: date | None = None) -> str:
    """Return the text of the file: the recorded day, or today if a value has changed since."""
    day = recorded()["day"] if is_recorded() else today or datetime.now(UTC).date()
    return _TEXT.format(day=day, values=fingerprint(map(load_ruleset, bundled_ids())))
