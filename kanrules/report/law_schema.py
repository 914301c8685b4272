"""JSON Schema of the law as data."""

from __future__ import annotations

from typing import Any

from kanrules.locale import LANGUAGES
from kanrules.ruleset.keys import Takes
from kanrules.rulings import Basis, Grade, Reason, TextRead

FORMAT = 1
"""Number of the format. It changes when a program that reads the files would have to change."""

_TEXT: dict[str, Any] = {"type": "string"}
_FILLED: dict[str, Any] = {"type": "string", "minLength": 1}
_FLAG: dict[str, Any] = {"type": "boolean"}
_DATE: dict[str, Any] = {"type": "string", "pattern": r"^(\d{4}-\d{2}-\d{2})?$"}
_REF: dict[str, Any] = {"type": "string", "pattern": r"^[^/]+/(plugin\.)?[a-z0-9_]+\.[a-z0-9_]+$"}
_KEY: dict[str, Any] = {"type": "string", "pattern": r"^[a-z_]+\.[a-z_]+$"}


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _object(**fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _by_name(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": of}


def _file(kind: str, **fields: dict[str, Any]) -> dict[str, Any]:
    return _object(format={"const": FORMAT}, kind={"const": kind}, kanrules=_FILLED, **fields)


_BASIS: dict[str, Any] = {"enum": [one.value for one in Basis]}
_SOURCE = _object(document=_FILLED, clause=_TEXT, url=_TEXT, grade={"enum": [grade.value for grade in Grade]})
_VALUE = _object(
    ref=_REF,
    value={"oneOf": [{"type": "null"}, {"$ref": "#/$defs/any_value"}]},
    sentence=_TEXT,
    acts=_FLAG,
    basis=_BASIS,
    reason={"enum": [*(one.value for one in Reason), None]},
    source={"oneOf": [{"type": "null"}, {"$ref": "#/$defs/source"}]},
)
_ANY_VALUE: dict[str, Any] = {"type": ["string", "integer", "boolean", "array", "object"]}
_ANSWER = _object(answer=_FILLED, bases=_by_name(_BASIS))
_QUESTION = _object(
    id=_FILLED, since=_TEXT, question=_FILLED, name=_TEXT, decides=_list(_KEY),
    supposes=_by_name({"$ref": "#/$defs/any_value"}), answers=_list(_ANSWER),
)  # fmt: skip

FILES: dict[str, dict[str, Any]] = {
    "index": _file(
        "index",
        rulesets=_list(_object(id=_FILLED, title=_FILLED, path=_FILLED)),
        files=_list(_object(path=_FILLED, sha256={"type": "string", "pattern": "^[0-9a-f]{64}$"})),
    ),
    "keys": _file(
        "keys",
        keys=_list(
            _object(
                key=_KEY,
                title=_FILLED,
                question=_FILLED,
                takes={"enum": [one.value for one in Takes]},
                default={"$ref": "#/$defs/any_value"},
                values=_list(_object(value={"type": ["string", "boolean"]}, meaning=_FILLED)),
                players=_list({"enum": [3, 4]}),
            )
        ),
    ),
    "ruleset": _file(
        "ruleset",
        id=_FILLED,
        name=_FILLED,
        edition=_TEXT,
        authority=_TEXT,
        version=_TEXT,
        extends=_TEXT,
        replaces=_TEXT,
        replaced_by=_TEXT,
        in_force_from=_DATE,
        in_force_until=_DATE,
        players={"enum": [3, 4]},
        plugins=_list(_FILLED),
        partial=_FLAG,
        text_read={"enum": [one.value for one in TextRead]},
        unread=_list(_FILLED),
        assumed=_FILLED,
        values={"type": "object", "propertyNames": _KEY, "additionalProperties": {"$ref": "#/$defs/value"}},
        local_rules=_list(_object(key=_FILLED, value={"$ref": "#/$defs/any_value"}, sentence=_FILLED)),
    ),
    "casebook": _file(
        "casebook",
        rulesets=_list(_FILLED),
        chapters=_list(_object(title=_FILLED, questions=_list({"$ref": "#/$defs/question"}))),
    ),
    "codes": _file(
        "codes",
        codes=_list(
            _object(
                code={"type": "string", "pattern": r"^KR\d{3}$"},
                says=_FILLED,
                when=_FILLED,
                example=_FILLED,
                keys=_list(_KEY),
                foul=_TEXT,
            )
        ),
    ),
    "glossary": _file(
        "glossary",
        languages=_object(**dict.fromkeys(LANGUAGES, _FILLED)),
        terms=_list(
            _object(
                term=_FILLED,
                meaning=_object(**dict.fromkeys(LANGUAGES, _FILLED)),
                also=_list(_FILLED),
                keys=_list(_KEY),
            )
        ),
    ),
    "changes": _file(
        "changes",
        rulesets=_list(_object(release=_FILLED, id=_FILLED, was=_TEXT, why=_FILLED)),
        values=_list(
            _object(
                release=_FILLED,
                ref=_REF,
                old={"$ref": "#/$defs/any_value"},
                new={"oneOf": [{"type": "null"}, {"$ref": "#/$defs/any_value"}]},
                why=_FILLED,
            )
        ),
        reworded=_list(_object(release=_FILLED, refs=_list(_REF))),
    ),
}
"""The schema of each kind of file."""

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": f"The law of the kan as data, format {FORMAT}",
    "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in FILES],
    "$defs": {
        **FILES,
        "value": _VALUE,
        "any_value": _ANY_VALUE,
        "source": _SOURCE,
        "question": _QUESTION,
    },
}
"""The schema of every file of the data, by its `kind`."""
