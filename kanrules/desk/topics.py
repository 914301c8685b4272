"""Questions that no single key or casebook question answers: what can go wrong around a kan, what holds under every
ruleset, and what depends on a fact that the question leaves open. `topics.json` has one row for each.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from kanrules.frozen import frozen
from kanrules.locale import marked as _N

TABLE = Path(__file__).with_name("topics.json")


class MomentOfKan(StrEnum):
    """The moment of a kan, or the part of the game, that a question is about: pages list questions by it."""

    DECLARING = _N("Declaring a kan")
    CALLING = _N("Calls on a discard")
    ROBBING = _N("Ron on a kan")
    DRAWING = _N("Replacement tile and dead wall")
    TURNING = _N("Kan dora indicator")
    RIICHI = _N("Kan and riichi")
    WINNING = _N("What a kan is worth")
    PAYING = _N("Liability and payment")
    FOUR = _N("Four and five kans")
    FOULS = _N("Penalties")
    THREE = _N("Three players")
    GAME = _N("Other rules of the game")


@frozen
class Choice:
    """One possibility of a fact left open, and the key or casebook question that answers it. `also` are casebook
    questions about the same possibility.
    """

    when: str
    name: str
    also: tuple[str, ...] = ()


@frozen
class Dependence:
    """A fact that the question leaves open, and what holds in each case."""

    fact: str
    choices: tuple[Choice, ...]


@frozen
class Moot:
    """What to say under rulesets that state certain values, because what was called a mistake is none there.

    `values` are keys with their values. The last of them has the clause that is cited.
    """

    values: tuple[tuple[str, object], ...]
    says: str


@frozen
class Topic:
    """One question that a referee is asked.

    `keys` answer it, in the order remedy, deadline, penalty; `beside` are keys that help a referee decide, and
    `casebook` the ids of casebook questions that it touches. `depends` is set if the answer depends on a fact left
    open. `fact` is an answer that holds under every ruleset, unless a plugin answers one of `hooks`, and `otherwise`
    one that holds where none of the choices of `depends` is true. `unsaid` is a part of it for which no ruleset has a
    key. `moot` takes the place of `depends` under rulesets where what was called a mistake is none. `names` are keys,
    casebook questions and former topics that this topic answers as well: a question about one of them is answered by
    the whole topic, so that no answer is taken for its opposite. The choices of `depends` are such names too, of the
    first topic that has them.
    """

    id: str
    question: str
    moment: MomentOfKan
    keys: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    casebook: tuple[str, ...] = ()
    depends: Dependence | None = None
    fact: str = ""
    otherwise: str = ""
    hooks: tuple[str, ...] = ()
    unsaid: str = ""
    moot: Moot | None = None
    names: tuple[str, ...] = ()


def _read(row: dict[str, Any], rows: dict[str, dict[str, Any]]) -> Topic:
    """Return the topic of a row. `as` names another row whose choices it has."""
    open_in = rows[row["as"]] if "as" in row else row
    choices = tuple(Choice(when, name, tuple(also)) for when, name, *also in open_in.get("choices", ()))
    moot = row.get("moot")
    listed = {part: tuple(row[part]) for part in ("keys", "beside", "casebook", "hooks", "names") if part in row}
    return Topic(
        row["id"],
        row["question"],
        MomentOfKan[row["moment"].upper()],
        depends=Dependence(open_in["open"], choices) if choices else None,
        fact=row.get("fact", ""),
        otherwise=row.get("otherwise", ""),
        unsaid=row.get("unsaid", ""),
        moot=Moot(tuple(moot["values"].items()), moot["says"]) if moot else None,
        **listed,
    )


@cache
def _table() -> tuple[tuple[Topic, ...], dict[str, tuple[str, ...]]]:
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    rows = {row["id"]: row for row in table["topics"]}
    return tuple(_read(row, rows) for row in rows.values()), {one: tuple(all) for one, all in table["merged"].items()}


def topics() -> tuple[Topic, ...]:
    """Return every topic, in the order in which it is listed."""
    return _table()[0]


def merged() -> dict[str, tuple[str, ...]]:
    """Return the keys and casebook questions that answer others as well, as a topic does, and these others."""
    return _table()[1]


def _names(topic: Topic) -> Iterator[str]:
    yield from topic.names
    for choice in topic.depends.choices if topic.depends is not None else ():
        # The penalty for one mistake is more than a line in a list of mistakes.
        if not choice.name.startswith("penalty."):
            yield from (choice.name, *choice.also)


@cache
def heads() -> dict[str, str]:
    """Return the id of every subject that another one answers as well, and the id of that one."""
    found: dict[str, str] = {}
    for topic in topics():
        # A penalty is answered by the topic that also says what is done about the mistake.
        for name in (*(key for key in topic.keys[:1] if key.startswith("penalty.")), *_names(topic)):
            found.setdefault(name, topic.id)
    return found | {name: head for head, names in merged().items() for name in names}


def topic(id: str) -> Topic | None:
    """Return the topic with an id; None if there is none."""
    return next((one for one in topics() if one.id == id), None)
