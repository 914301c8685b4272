"""Babel extractors for the texts of the bundled rulesets, the casebook, the subjects of `ask`, and the pages of a site;
`babel.cfg` names them.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator
from typing import IO

Messages = Iterator[tuple[int, None, str, list[str]]]
"""Messages in the form that Babel expects: line, function, text, comments. Babel also gives an extractor the marks of
messages and of comments and its options, which none of them needs.
"""


def extract(file: IO[bytes], *asked: object, **more: object) -> Messages:
    """Yield every text of a ruleset's [penalty], [procedure] and [notes] with its key, and what was counted in records,
    in the form that Babel expects.

    The line is always 1, because catalogues do not keep places.
    """
    ruleset = tomllib.loads(file.read().decode())
    for table in ("penalty", "procedure", "notes"):
        for name, text in ruleset.get(table, {}).items():
            for one in text if isinstance(text, list) else filter(None, (text,)):
                yield 1, None, one, [f"{table}.{name}"]
    for key, source in ruleset.get("source", {}).items():
        if source.get("grade") == "recorded" and " " in source.get("clause", ""):
            yield 1, None, source["clause"], [key]


def extract_casebook(file: IO[bytes], *asked: object, **more: object) -> Messages:
    """Yield every question and answer of a casebook file, in the form that Babel expects."""
    for case in tomllib.loads(file.read().decode())["case"]:
        expected = (case.get("expect", {}), *case.get("expect_under", ()))
        for text in (case.get("question", ""), *(one.get("answer", "") for one in expected)):
            if text:
                yield 1, None, text, []


def extract_topics(file: IO[bytes], *asked: object, **more: object) -> Messages:
    """Yield every text of the table of topics, in the form that Babel expects."""
    for row in json.load(file)["topics"]:
        told = (row.get(part) for part in ("question", "fact", "open", "otherwise", "unsaid"))
        whens = (when for when, *_ in row.get("choices", ()))
        for text in (*told, row.get("moot", {}).get("says"), *whens):
            if text:
                yield 1, None, text, []


def extract_words(file: IO[bytes], *asked: object, **more: object) -> Messages:
    """Yield every text of a module that holds nothing but messages by name, in the form that Babel expects."""
    for node in ast.parse(file.read()).body:
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Dict):
            for one in ast.walk(node.value):
                if isinstance(one, ast.Constant):
                    yield 1, None, str(one.value), []
