"""What a key accepts, in words and as a JSON Schema for editors, derived from the options and the key sentences."""

from __future__ import annotations

import json
from typing import Any

from kanrules.locale import marked as _N
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import Key, Takes, file_text, keys, table_words, tables

HEAD_WORDS: dict[str, str] = {
    "id": _N("The id that rulings name; the file name without `.toml`. Required."),
    "name": _N("The name of the ruleset."),
    "edition": _N("The edition of the rulebook; every edition has its own file."),
    "authority": _N("The publisher; cited for values without a source."),
    "version": _N("The version of this file."),
    "requires": 'The version of kanrules that the file needs, for example `"kanrules>=0.2"`.',
    "extends": _N(
        "The parent ruleset: a bundled or installed id, or a path relative to this file (with a "
        "slash in it, or ending in `.toml`)."
    ),
    "standalone": _N(
        "The rulebook is complete on its own, and `extends` only saves typing: a value that this file does not set is "
        "assumed, and the parent's sources are dropped. Without this key, the file supplements its parent."
    ),
    "replaces": _N("The id of the edition that this one replaces."),
    "in_force_from": _N("The first day on which the ruleset is in force, for example `2026-04-01`."),
    "in_force_until": _N("The last day on which the ruleset is in force."),
    "text_read": _N(
        "How much of the rulebook was read: `whole` or `parts`. For a value without a source, answers say that the "
        "rulebook does not say (`whole`) or that no source was found (`parts`). Default: `parts`."
    ),
    "unread": _N(
        'The chapters of the rulebook that were not read, for example `["Chapter 6: penalties"]`. Answers that use a '
        "value without a source say so."
    ),
    "plugins": (
        'The plugins, in the order in which they are asked. They are added to the parent\'s; `"-name"` removes one.'
    ),
    "partial": _N("Very little is known about the ruleset; `sheet` then needs `--partial`."),
}
"""Descriptions of the keys of [ruleset]."""
SOURCE_WORDS: dict[str, str] = {
    "document": "The document that contains the rule. Required.",
    "clause": "The clause in the document.",
    "url": "The address of the document.",
    "grade": "The grade of the source. Required.",
}
"""Descriptions of the keys of a [source."table.key"] table."""


def options_of(key: Key) -> list[tuple[str, str]]:
    """Return what a key accepts: each value as written in a file with its meaning, or the possible numbers, lists, and
    texts.
    """
    if key.takes in (Takes.CHOICE, Takes.SWITCH) or (key.takes is Takes.NUMBER and key.allowed):
        lists = [(f'["{one}"]', meaning(key.name, (one,))) for one in key.members[-1:]]
        return [*((file_text(value), meaning(key.name, value)) for value in key.allowed), *lists]
    values = key.sentences
    if key.takes is Takes.NUMBER:
        least = (
            [(str(key.minimum), meaning(key.name, key.minimum))]
            if "none" in values or str(key.minimum) in values
            else []
        )
        top = f" to {key.maximum}" if key.maximum is not None else " and more"
        top += f", a multiple of {key.step}" if key.step > 1 else ""
        lowest = key.minimum + key.step if least else key.minimum
        return [*least, (f"{lowest}{top}", values.get("any", "").replace("{value}", "N"))]
    if key.takes is Takes.UMA:
        four = "[first, second, third, fourth]"
        return [("[0, 0, 0, 0]", values["none"]), (four, "Whole numbers of points, in hundreds, that sum to 0.")]
    if key.takes is Takes.FLOATING:
        rows = "0 = [...] to 4 = [...]"
        return [
            (
                f"[{key.name}] {rows}",
                ("One list like `game.uma` for each number of players; a list that is left out is all 0."),
            )
        ]
    if key.takes is Takes.LIST and not key.allowed:
        return [("[]", meaning(key.name, ())), ('["...", "..."]', "These lines are printed unchanged.")]
    if key.takes is Takes.LIST:
        return [
            ("[]", meaning(key.name, ())),
            (f"[...] of {', '.join(key.allowed)}", values["any"].replace("{value}", "[...]")),
        ]
    return [('""', meaning(key.name, "")), ('"..."', "These words are printed.")]


def schema_text() -> str:
    """Return the JSON Schema as the text of a file."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a ruleset file, for editors that complete and check TOML with one.

    It has the types that pydantic accepts, and the sentences of the keys.
    """
    from kanrules.ruleset.schema import file_model

    schema = file_model().model_json_schema()
    head, properties = schema["$defs"]["Head"], schema["properties"]
    for name, words in HEAD_WORDS.items():
        head["properties"][name]["description"] = words.replace("`", "")
    for table, kind in tables().items():
        title, about = table_words()[table]
        schema["$defs"][kind.__name__] |= {"title": title, "description": about}
    for key in keys().values():
        entry, found = keys()[key.name], schema["$defs"][tables()[key.table].__name__]["properties"][key.field]
        found |= {"title": entry.title, "description": entry.question}
        if key.takes in (Takes.CHOICE, Takes.SWITCH):
            # Editors show these next to the chosen value.
            found["x-taplo"] = {"docs": {"enumValues": [meaning(key.name, value) for value in key.allowed]}}
    schema["$defs"]["Departs"]["properties"]["keys"]["description"] = (
        "Keys and whole tables for which this text departs from its parent's. What it does not set, nobody decides."
    )
    for name, words in SOURCE_WORDS.items():
        schema["$defs"]["SourceTable"]["properties"][name]["description"] = words
    # An editor completes the names of properties; it does not complete those of a pattern or an enum.
    source = properties["source"]
    source["properties"] = dict.fromkeys(source.pop("propertyNames")["enum"], source["additionalProperties"])
    source["additionalProperties"] = False
    properties["about"]["description"] = "For each text of this file, the keys that each of its strings states."
    # Both are required by KR107, which knows the name of the file.
    schema["required"], head["required"] = ["ruleset"], ["id"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "kanrules ruleset"}
