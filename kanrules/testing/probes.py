"""Probes: for every key that the machine reads, positions in which its values lead to different hands.

They check the conformance of a plugin (a key whose probes no longer react to it has been silenced) and of the machine:
a value that no probe distinguishes has no effect. Every other key has its default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Set
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from kanrules.cases.case import Case, CaseBuilder
from kanrules.frozen import frozen
from kanrules.pieces.tiles import SEATS
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import CASEBOOK, CASES, folder


@frozen
class Probe:
    """A position and a play that show what a key does.

    `values` are those that it distinguishes, `options` are other keys that must be set, and `turns` is True if the
    seats may be rotated.
    """

    key: str
    values: tuple[Any, ...]
    given: Mapping[str, Any]
    lines: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    turns: bool = True

    def case(self, turn: int = 0) -> Case:
        """Return the probe as a case, with every seat rotated by this many places."""
        builder = CaseBuilder(f"{self.key}, turned by {turn}")
        return (
            builder.given(**_turned(dict(self.given), turn)).play(*(_turned(line, turn) for line in self.lines)).case()
        )


_NAMES = tuple(map(str, SEATS))


def _turned(value: Any, turn: int) -> Any:
    if isinstance(value, str):
        seats = (word.lstrip("!") in _NAMES for word in value.split(" "))
        return " ".join(
            _moved(word, turn) if seat else word for word, seat in zip(value.split(" "), seats, strict=True)
        )
    if isinstance(value, dict):
        return {_turned(key, turn): _turned(member, turn) for key, member in value.items()}
    return [_turned(member, turn) for member in value] if isinstance(value, list) else value


def _moved(word: str, turn: int) -> str:
    name = word.lstrip("!")
    return word.removesuffix(name) + _NAMES[(_NAMES.index(name) + turn) % 4]


@cache
def probes() -> tuple[Probe, ...]:
    """Return every probe: those of `probes.toml`, then those of the casebook for keys that have no other."""
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    three = data["three_players"]
    own = [_probe(**row) for row in data["probe"]]
    for row in data["probe_of_three"]:
        options = {key: value for key, value in (three | row.get("options", {})).items() if key != row["key"]}
        own.append(_probe(**{**row, "given": {"turn": "south", **row["given"]}, "options": options, "turns": False}))
    return (*own, *_of_the_casebook({probe.key for probe in own}))


def _probe(*, values: list[Any], lines: list[str], **more: Any) -> Probe:
    return Probe(values=tuple(values), lines=tuple(lines), **more)


def _of_the_casebook(others: Set[str]) -> Iterator[Probe]:
    """Yield the casebook questions whose case sets exactly one key that has no other probe."""
    for path in sorted((folder() / CASEBOOK).glob(f"*{CASES}")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            options = case.get("options", {})
            if len(options) == 1 and not others & options.keys():
                ((key, value),) = options.items()
                default = keys()[key].default
                if value == default:
                    continue  # a case of what every table does: there is nothing to compare it with
                lines = case["play"]["lines"].strip().splitlines()
                yield Probe(key, (default, value), case["given"], tuple(lines))
