"""Import the settings of another program as a ruleset based on the closest rulebook, with a list of what is lost,
assumed, or contradicts the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, field
from functools import cache
from typing import Any

from kanrules.errors import wrong_use
from kanrules.exchange.fields import Kind, ListMember, NoEffect, Program, ProgramField, UnknownValue, Values, same
from kanrules.frozen import frozen
from kanrules.ruleset.keys import file_value, is_in_words, keys
from kanrules.ruleset.library import bundled_ids
from kanrules.ruleset.load import load_ruleset
from kanrules.ruleset.model import Ruleset
from kanrules.ruleset.problems import quote


@frozen
class LostField:
    """A field that kanrules cannot express, or a key that a program cannot express. The other of the two is ""."""

    field: str
    key: str
    value: Any
    why: str


@frozen
class Assumed:
    """A key that the file does not set, its value, and the origin of the value. In an export, a field instead of a
    key.
    """

    key: str
    value: Any
    origin: str


@frozen
class PresetContradiction:
    """A key on which a preset named after a rulebook differs from it, with the clause that the rulebook cites. `field`
    is "" if the program has none for it.
    """

    key: str
    field: str
    theirs: Any
    ours: Any
    book: str
    document: str
    clause: str
    url: str
    grade: str


@frozen
class ImportedKeys:
    """Settings as keys: values, the field of the program that sets each, what is lost, and what the file itself does
    not set.
    """

    values: Mapping[str, Any]
    by: Mapping[str, str]
    lost: tuple[LostField, ...]
    assumed: Mapping[str, str] = field(default_factory=dict)
    """Values that come from a default of the program: that default, by key."""


@frozen
class Brought:
    """An import: its base ruleset, the program's values, and what is lost, assumed, or contradicts the rulebook."""

    program: Program
    book: Ruleset
    said: ImportedKeys
    lost: tuple[LostField, ...]
    assumed: tuple[Assumed, ...]
    contradicts: tuple[PresetContradiction, ...]

    @property
    def changes(self) -> dict[str, Any]:
        """The values that differ from the base ruleset, by key."""
        found = self.said.values
        return {key: found[key] for key in keys() if key in found and not same(found[key], self.book[key])}


def lists_json(
    lost: Iterable[LostField], assumed: Iterable[Assumed], contradicts: Iterable[PresetContradiction] = ()
) -> dict[str, Any]:
    """Return what an import or an export loses, what it assumes, and what contradicts a rulebook, as JSON-ready
    data.
    """
    return {
        "lost": list(map(asdict, lost)),
        "assumed": [{"key": one.key, "value": one.value, "from": one.origin} for one in assumed],
        "contradicts": list(map(asdict, contradicts)),
    }


def understand(program: Program, settings: Values, display: str, *, players: int = 0) -> ImportedKeys:
    """Return the settings as keys. `players` applies if the settings do not say the number of players.

    Raises UnreadableError for a value that the program does not have.
    """
    named = program.named()
    lost = [
        LostField(name, "", value, f"{program.title} has no such field; the file may be from a newer version")
        for name, value in settings.items()
        if name not in named
    ]
    full = program.prepare({name: _of_kind(named[name], settings[name], display) for name in settings if name in named})
    players = players or program.players(full)
    plays = program.plays(players)
    values: dict[str, Any] = dict(plays)
    by: dict[str, str] = {}
    assumed = dict.fromkeys(plays, f"{program.title} always plays this way")
    defaults: dict[str, str] = {}
    stated: set[str] = set()
    for one in program.fields_of(players):
        missing = one.name not in full
        value = one.default if missing else full[one.name]
        if value is None:
            continue
        try:
            meant = one.means.read(value, full)
        except UnknownValue as error:
            known = str(error)
            raise wrong_use(
                f"{display}: `{one.name}` is {quote(value)}; {program.title} has {known}; the file may be from a "
                "newer version"
            ) from None
        if isinstance(one.means, NoEffect):
            if not same(value, one.default):
                lost.append(LostField(one.name, "", value, str(meant)))
            continue
        if isinstance(meant, str):
            more = f" (the default of {program.title}; not in the file)" if missing else ""
            lost.append(LostField(one.name, "", value, meant + more))
            continue
        for key, said in meant.items():
            together = isinstance(one.means, ListMember) and key in by
            values[key] = [*values[key], *said] if together else said
            by[key] = f"{by[key]}, {one.name}" if together else one.name
            if missing:
                defaults.setdefault(key, f"{program.title}'s default of {one.name}")
            else:
                stated.add(key)
    assumed |= {key: text for key, text in defaults.items() if key not in stated}
    return ImportedKeys(values, by, tuple(lost), assumed)


def _of_kind(one: ProgramField, value: Any, display: str) -> Any:
    """Return the value, with a switch as True or False. Raises UnreadableError for a value of another type."""
    fits = {
        Kind.SWITCH: isinstance(value, bool) or (type(value) is int and value in (0, 1)),
        Kind.FLAG: isinstance(value, int),
        Kind.NUMBER: type(value) is int and abs(value) < 10**9,
        Kind.TEXT: isinstance(value, str),
        Kind.LIST: isinstance(value, list),
        Kind.TABLE: isinstance(value, dict),
    }[one.kind]
    if not fits:
        raise wrong_use(f"{display}: `{one.name}` is {quote(value)}; expected {one.kind.value}")
    return bool(value) if one.kind in (Kind.SWITCH, Kind.FLAG) else value


def import_settings(program: Program, settings: Values, display: str, *, name: str = "") -> Brought:
    """Return the settings based on the closest ruleset.

    That is the ruleset that the program plays, or the one that a preset is named after (`name`, such as a file name
    without its extension), or else the bundled one that differs least.
    """
    said = understand(program, settings, display)
    players = said.values.get("table.players", 4)
    bears = of_table(program.presets.get(name) or ((name,) if name in bundled_ids() else ()), players)
    plays = program.book_of(players)
    book = nearest(said.values, bears or ((plays,) if plays else ()))
    assumed = [
        Assumed(key, said.values[key], said.assumed[key])
        for key in keys()
        if key in said.assumed and key in said.values
    ]
    for key in keys():
        if key not in said.values and not is_in_words(key):
            assumed.append(Assumed(key, file_value(book[key]), f"{book.id}: {book.origin(key)}"))
    contradicts = tuple(_contradictions(said, book)) if bears else ()
    return Brought(program, book, said, said.lost, tuple(assumed), contradicts)


_book = cache(load_ruleset)


def of_table(books: Iterable[str], players: int) -> tuple[str, ...]:
    """Return those of these rulesets that are for this number of players."""
    return tuple(book for book in books if _book(book).options.table.players == players)


def nearest(values: Values, among: tuple[str, ...] = ()) -> Ruleset:
    """Return the ruleset that shares most of these values; of several, the first.

    The candidates are `among`, or else the bundled rulesets for the same number of players in alphabetical order, and
    partial ones only if there is no other.
    """
    books = [_book(book) for book in among or of_table(bundled_ids(), values.get("table.players", 4))]
    whole = [book for book in books if not book.partial] or books
    return min(whole, key=lambda book: sum(not same(book[key], value) for key, value in values.items()))


def _contradictions(said: ImportedKeys, book: Ruleset) -> list[PresetContradiction]:
    found = []
    for key in keys():
        if key not in said.values or same(said.values[key], book[key]):
            continue
        source = book.origin(key).source
        if source is None:
            continue
        found.append(
            PresetContradiction(
                key,
                said.by.get(key, ""),
                said.values[key],
                file_value(book[key]),
                book.id,
                source.document,
                source.clause,
                source.url,
                source.grade.value,
            )
        )
    return found
