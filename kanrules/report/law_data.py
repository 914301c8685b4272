"""The law as data: every key, ruleset, casebook answer, code, and term as JSON files that other programs read.

`docs/data.md` describes the files. The same release writes the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from kanrules._version import __version__
from kanrules.desk.casebook_ids import read_ledger
from kanrules.desk.foul import foul
from kanrules.law.codes import CODES
from kanrules.locale import LANGUAGES, translator
from kanrules.report.casebook import Casebook, CasebookQuestion, casebook_grid
from kanrules.report.law_schema import FORMAT, SCHEMA
from kanrules.ruleset import Ruleset
from kanrules.ruleset.effects import mute
from kanrules.ruleset.glossary import glossary, keys_about
from kanrules.ruleset.history import bundled_changes
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import Key, Takes, file_value, is_in_words, keys, of_three_players
from kanrules.ruleset.library import CASEBOOK, folder
from kanrules.ruleset.plugin_rules import overruled_by, plugin_rules
from kanrules.ruleset.reference import options_of
from kanrules.rulings import Basis

INDEX = "index.json"
"""The file that lists the others."""
SCHEMA_FILE = "schema.json"
"""The JSON Schema that describes every file."""


def law_data(rules: Sequence[Ruleset], book: Casebook | None = None) -> dict[str, bytes]:
    """Return the law under these rulesets as files, by their path in the folder of the data.

    Takes the rulesets, and the casebook of all of them if it is there already.
    """
    asked = book or casebook_grid(rules)
    found = {
        SCHEMA_FILE: SCHEMA,
        "keys.json": _document("keys", keys=[_key(key) for key in keys().values()]),
        "casebook.json": _casebook(asked),
        "codes.json": _codes(),
        "glossary.json": _glossary(),
        "changes.json": _changes(),
        **{f"rulesets/{one.id}.json": _ruleset(one, rules) for one in rules},
    }
    files = {path: _bytes(data) for path, data in sorted(found.items())}
    listed = [{"path": path, "sha256": sha256(data).hexdigest()} for path, data in files.items()]
    index = _document(
        "index",
        rulesets=[{"id": one.id, "title": one.title, "path": f"rulesets/{one.id}.json"} for one in rules],
        files=listed,
    )
    return {INDEX: _bytes(index), **files}


def _document(kind: str, **content: Any) -> dict[str, Any]:
    return {"format": FORMAT, "kind": kind, "kanrules": __version__, **content}


def _bytes(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1, default=str) + "\n").encode()


def _key(key: Key) -> dict[str, Any]:
    return {
        "key": key.name,
        "title": key.title,
        "question": key.question,
        "takes": key.takes.value,
        "default": file_value(key.default),
        "values": [
            {"value": value, "meaning": meant} for value, (_, meant) in zip(key.allowed, options_of(key), strict=False)
        ]
        if key.takes in (Takes.CHOICE, Takes.SWITCH)
        else [],
        "players": [3] if key.name in of_three_players() else [3, 4],
    }


def _ruleset(rules: Ruleset, known: Sequence[Ruleset]) -> dict[str, Any]:
    head, silent = rules.head, mute(rules)
    return _document(
        "ruleset",
        id=rules.id,
        name=rules.name,
        edition=rules.edition,
        authority=rules.authority,
        version=rules.version,
        extends=rules.extends,
        replaces=head.replaces,
        replaced_by=next((one.id for one in known if one.head.replaces == rules.id), ""),
        in_force_from=str(head.in_force_from or ""),
        in_force_until=str(head.in_force_until or ""),
        players=int(rules["table.players"]),
        plugins=list(rules.plugins),
        partial=rules.partial,
        text_read=rules.text_read.value,
        unread=list(rules.unread),
        assumed=rules.assumed,
        values={key: _value(key, rules, key not in silent) for key in keys()},
        local_rules=[
            {"key": one.key, "value": file_value(one.value), "sentence": str(one.sentence)}
            for one in plugin_rules(rules)
            if one.option and one.sentence
        ],
    )


def _value(key: str, rules: Ruleset, acts: bool) -> dict[str, Any]:
    origin, sentence = rules.origin(key), ""
    source = origin.source or origin.departs
    basis, reason = rules.basis_of(key), rules.reason_of(key)
    if key.startswith("penalty."):
        # A plugin may decide it, or another key.
        told = foul(key.partition(".")[2], rules)
        sentence, basis, reason, source = told.said, told.basis, told.reason, next(iter(told.sources), None)
    elif over := overruled_by(rules, key):
        # What the key says does not apply.
        sentence, acts, basis, source = over.sentence, False, Basis.PLUGIN, None
    elif origin.departs:
        sentence = rules.assumed_of(key)
    elif is_in_words(key) and key != "notes.text":
        sentence = rules[key]
    elif acts:
        sentence = meaning(key, rules[key])
    unsettled = basis in (Basis.DEFAULT, Basis.UNSAID)
    return {
        "ref": rules.ref(key),
        "value": None if origin.departs else file_value(rules[key]),
        "sentence": str(sentence),
        "acts": acts,
        "basis": basis.value,
        "reason": reason.value if unsettled and reason else None,
        "source": None if source is None else source.to_json(),
    }


def _casebook(book: Casebook) -> dict[str, Any]:
    since = {id: entry.since for id, entry in read_ledger(folder() / CASEBOOK).items()}
    return _document(
        "casebook",
        rulesets=[one.id for one in book.rulesets],
        chapters=[
            {
                "title": chapter.title,
                "questions": [_question(asked, since.get(asked.id, "")) for asked in chapter.questions],
            }
            for chapter in book.chapters
        ],
    )


def _question(asked: CasebookQuestion, since: str) -> dict[str, Any]:
    return {
        "id": asked.id,
        "since": since,
        "question": asked.text,
        "name": asked.name,
        "decides": list(asked.decides),
        "supposes": asked.supposes,
        "answers": [
            {
                "answer": str(text),
                "bases": {name: asked.answers[name].basis.value for name in names},
            }
            for text, names in asked.groups
        ],
    }


def _codes() -> dict[str, Any]:
    return _document(
        "codes",
        codes=[
            {
                "code": code,
                "says": row.says,
                "when": row.when,
                "example": row.example,
                "keys": list(row.keys),
                "foul": row.foul,
            }
            for code, row in CODES.items()
        ],
    )


def _glossary() -> dict[str, Any]:
    return _document(
        "glossary",
        languages={code: language.name for code, language in LANGUAGES.items()},
        terms=[
            {
                "term": name,
                "meaning": {language: translator(language)(word.meaning) for language in LANGUAGES},
                "also": list(word.also),
                "keys": list(keys_about(name)),
            }
            for name, word in glossary().items()
        ],
    )


def _changes() -> dict[str, Any]:
    changes = bundled_changes()
    return _document(
        "changes",
        rulesets=[{"release": one.release, "id": one.id, "was": one.was, "why": one.why} for one in changes.added],
        values=[
            {
                "release": one.release,
                "ref": f"{one.ruleset}/{one.key}",
                "old": one.old,
                "new": one.new,
                "why": one.why,
            }
            for one in changes.changed
        ],
        reworded=[
            {"release": one.release, "refs": [f"{one.ruleset}/{key}" for key in one.keys]} for one in changes.reworded
        ],
    )
