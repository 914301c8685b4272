"""Write an import as a ruleset file: the differences from its base ruleset, each value with the field that sets it."""

from __future__ import annotations

from typing import Any

from kanrules.exchange.bring import Brought


def imported_toml(brought: Brought, name: str, title: str) -> str:
    """Return the text of NAME.toml, which extends the base ruleset."""
    import tomli_w

    program, book = brought.program, brought.book
    document: dict[str, Any] = {
        "ruleset": {
            "id": name,
            "name": title,
            "authority": title,
            "version": "1",
            "extends": book.id,
        }
    }
    sources: dict[str, dict[str, str]] = {}
    for key, value in brought.changes.items():
        table, _, field = key.partition(".")
        document.setdefault(table, {})[field] = value
        clause = brought.said.assumed.get(key) or brought.said.by[key]
        sources[key] = {"document": f"settings of {program.title}", "clause": clause, "grade": "own"}
    if sources:
        document["source"] = sources
    counted = ", ".join(
        (
            f"{_count(len(brought.lost), 'field')} lost",
            f"{_count(len(brought.assumed), 'key')} assumed",
            f"{_count(len(brought.contradicts), 'key')} that contradict the rulebook",
        )
    )
    head = [
        f"# {title}: imported from {program.title}, based on {book.title}.",
        f"# {counted}.",
        f"# What differs at the table: kanrules diff {book.id} {name}.toml",
        "",
    ]
    return "\n".join(head) + tomli_w.dumps(document)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
