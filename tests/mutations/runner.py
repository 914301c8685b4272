"""How many alterations of valid records the judge notices, by class and format."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from kanrules.corpus.audited import AuditPlan, audit_records
from kanrules.records import Record, read_data
from kanrules.ruleset import Ruleset
from tests.mutations import alterations
from tests.mutations.alterations import Alteration

Alter = Callable[[Any, random.Random], Iterator[Alteration]]


def decoded(form: str, data: bytes) -> Any:
    """A file as data that can be altered."""
    if form == "mjlog":
        return alterations.mjlog_items(data)
    if form == "mjai":
        return [msgspec.json.decode(line) for line in data.splitlines()]
    return msgspec.json.decode(data)


def encoded(form: str, game: Any) -> bytes:
    """The data as a file again."""
    if form == "mjlog":
        return alterations.mjlog_bytes(*game)
    if form == "mjai":
        return b"\n".join(map(msgspec.json.encode, game))
    return msgspec.json.encode(game)


ALTER: dict[str, Alter] = {
    "mjlog": lambda game, rng: alterations.mjlog(*game, rng),
    "tenhou6": alterations.tenhou6,
    "mjai": alterations.mjai,
    "mjsoul": alterations.mjsoul,
    "majiang": alterations.majiang,
}


def told(data: bytes, rules: Ruleset) -> Counter[str]:
    """All that the judge has to say against a file."""
    said: Counter[str] = Counter()
    for record in read_data(data, "x"):
        if not isinstance(record, Record):
            said[f"unreadable: {record.why}"] += 1
            continue
        audited = audit_records([record], AuditPlan(rules))[0]
        said.update(f"{one.code} {one.recorded}: {one.ruled}" for one in audited.differences)
        said.update({f"not compared: {what}": times for what, times in audited.not_compared.items()})
        said["broken off"] += audited.broken_off
        if audited.unreadable or audited.out_of_scope:
            said[f"unreadable: {audited.unreadable or audited.out_of_scope}"] += 1
    return +said


@dataclass
class Score:
    """By class: how many alterations were tried and noticed, and some that were not."""

    tried: Counter[tuple[str, bool]] = field(default_factory=Counter)
    noticed: Counter[tuple[str, bool]] = field(default_factory=Counter)
    how: dict[str, Counter[str]] = field(default_factory=dict)
    missed: dict[str, list[str]] = field(default_factory=dict)

    def share(self, twice: bool) -> float:
        """Which share of the alterations of one kind was noticed."""
        tried = sum(count for (_, kind), count in self.tried.items() if kind is twice)
        return sum(count for (_, kind), count in self.noticed.items() if kind is twice) / max(tried, 1)

    def weak(self, least: float) -> list[str]:
        """The classes of which less than this share was noticed."""
        return [name for (name, kind), tried in self.tried.items() if self.noticed[name, kind] < least * tried]

    def table(self) -> Iterator[str]:
        """A line a class."""
        for (name, kind), tried in sorted(self.tried.items(), key=lambda item: (item[0][1], item[0][0])):
            noticed = self.noticed[name, kind]
            yield f"{'b' if kind else 'a'}  {name:30} {noticed:6} of {tried:6}  {100 * noticed / tried:6.1f} %"


def run(form: str, games: Sequence[bytes], rules: Ruleset, *, seed: int, each: int) -> Score:
    """Alters so many times a class of this format, in one valid game after the other, and judges each result."""
    rng = random.Random(f"{form} {seed}")
    score = Score()
    order = list(games)
    rng.shuffle(order)
    number = 0
    left: Counter[str] = Counter()
    for data in order:
        number += 1
        base = told(data, rules)
        game = decoded(form, data)
        by_class: dict[str, int] = Counter(name for name, _, _ in ALTER[form](game, random.Random(f"{seed} {number}")))
        for name in sorted(by_class):
            if left[name] >= each:
                continue
            # A few a game, so that the next games have their turn.
            for _ in range(max(1, each // len(order) + 1)):
                altered = copy.deepcopy(game)
                found = [one for one in ALTER[form](altered, random.Random(f"{seed} {number}")) if one[0] == name]
                name, twice, alter = rng.choice(found)
                alter()
                again = encoded(form, altered)
                if altered == game or again == data:
                    continue  # it alters nothing
                left[name] += 1
                score.tried[name, twice] += 1
                said = told(again, rules) - base
                if said:
                    score.noticed[name, twice] += 1
                    score.how.setdefault(name, Counter())[next(iter(said)).partition(" ")[0]] += 1
                else:
                    score.missed.setdefault(name, []).append(f"game {order.index(data)} of {form}")
    return score
