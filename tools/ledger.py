"""Keep the ledger of casebook ids: what each id asks, and since which release.

The fingerprint of a question is a hash of what it asks: position, actions, number of players, and the keys set on top
of each ruleset. It leaves out the wording, the answers, and the deciding keys: a key that a release adds may decide a
part of an answer, but the question stays the same. So no two questions may have the same position and actions.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kanrules.cases.case import Case, read_cases
from kanrules.desk.case_index import penalty_id
from kanrules.desk.casebook_ids import LEDGER, LedgerEntry, read_ledger
from kanrules.errors import wrong_use
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import CASES

NEXT_RELEASE = "1.0.0"
"""Release recorded for ids that are new to the ledger."""
_HEAD = """\
# Written by `python -m tools.generated`, which adds the ids of new questions and changes no line.
#
# Every id of a casebook question: the release that introduced it and the fingerprint of what it asks. An id never gets
# another question. When a question is dropped or comes to ask something else, its line stays and names the id that
# follows it: retired = "new-id". You may delete a line and have it written again only if no release has had its id.

"""


def line_of(entry: LedgerEntry) -> str:
    """Return the text after an id in the file."""
    follows = f', retired = "{entry.retired}"' if entry.retired else ""
    return f'{{ since = "{entry.since}", fingerprint = "{entry.fingerprint}"{follows} }}'


def fingerprint(case: Case) -> str:
    """Return 16 hexadecimal digits that change with what a case asks, not with its wording or answers."""
    table: Mapping[str, Any] = {} if case.document is None else case.document.data["case"][case.number]
    return _digest(
        {
            "players": case.players,
            "given": table.get("given", {}),
            "play": [line.text for line in case.lines],
            "options": dict(case.options),
        }
    )


def _digest(asked: Mapping[str, Any]) -> str:
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def fingerprints(folder: Path) -> dict[str, str]:
    """Return the fingerprint of every casebook question under its id, penalties included, sorted by id.

    Takes the folder of the case files. Raises UnreadableError for a case without an id, or an id given twice.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.glob(f"*{CASES}")):
        for case in read_cases(path):
            if not case.id or case.id in found:
                why = "another case has its id" if case.id else "it has no id"
                raise wrong_use(f"{path.name}, line {case.line}: {why}; give it one of its own")
            found[case.id] = fingerprint(case)
    for key in keys():
        if key.startswith("penalty."):
            found[penalty_id(key)] = _digest({"decides": [key]})
    return dict(sorted(found.items()))


def faults(folder: Path) -> Iterator[str]:
    """Yield a sentence for each disagreement between the casebook questions and the ledger of a folder."""
    asked, ledger = fingerprints(folder), read_ledger(folder)
    for id, found in asked.items():
        entry = ledger.get(id)
        if entry is None:
            yield f"{id} is not in {LEDGER}; run python -m tools.generated"
        elif entry.retired:
            yield f"{id} is retired; a question must not have it again"
        elif entry.fingerprint != found:
            yield f"{id} names another question than {LEDGER} says ({found}); give this question an id of its own"
    for id, entry in ledger.items():
        if id not in asked and not entry.retired:
            yield f'{id} has no question; name the id that follows it in {LEDGER}: retired = "new-id"'
        if entry.retired and entry.retired not in asked:
            yield f"{id} is followed by {entry.retired}, which has no question"
    same = {found: id for id, found in asked.items()}
    for id, found in asked.items():
        if same[found] != id:
            yield f"{id} and {same[found]} ask the same of the same position"


def written_ledger(folder: Path) -> str:
    """Return the ledger's text with the ids of new questions added.

    Raises UnreadableError if an existing id names another question now, because existing lines never change.
    """
    asked, ledger = fingerprints(folder), read_ledger(folder)
    if changed := [id for id, found in asked.items() if id in ledger and ledger[id].fingerprint != found]:
        raise wrong_use(
            f"these ids name other questions than {LEDGER} says: {', '.join(changed)}; give the questions new ids and "
            'name these as the successors of the old ones: retired = "new-id"'
        )
    entries = ledger | {id: LedgerEntry(NEXT_RELEASE, found) for id, found in asked.items() if id not in ledger}
    return _HEAD + "".join(f"{id} = {line_of(entry)}\n" for id, entry in sorted(entries.items()))
