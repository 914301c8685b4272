"""The ledger of casebook ids, `rulesets/casebook/ids.toml`: since which release each id has its question.

An id is published in links, files, and other programs, so it must never name another question.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kanrules.frozen import frozen
from kanrules.ruleset import library
from kanrules.ruleset.library import CASEBOOK

LEDGER = "ids.toml"
"""File name of the ledger, next to the files of the casebook."""


@frozen
class LedgerEntry:
    """One line of the ledger. `retired` is the id of the successor, "" while the question exists."""

    since: str
    fingerprint: str
    retired: str = ""


def read_ledger(folder: Path) -> dict[str, LedgerEntry]:
    """Return the entries of a folder's ledger by id; none if it has no ledger."""
    path = folder / LEDGER
    if not path.is_file():
        return {}
    return {id: LedgerEntry(**entry) for id, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()}


@cache
def retired_ids() -> Mapping[str, str]:
    """Return the successor of every retired id of the bundled casebook, by retired id. A successor is not itself
    retired.
    """
    return {id: entry.retired for id, entry in read_ledger(library.folder() / CASEBOOK).items() if entry.retired}
