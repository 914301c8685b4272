"""Formats that other packages add by an entry point: found, checked, and isolated from the rest.

The content of a record never decides which code is loaded: a format is loaded only if the user names it, and is asked
only about content that no bundled format recognizes. An error of such a format is reported with its name and package;
it stops no other record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from kanrules.errors import UnreadableError, wrong_use
from kanrules.frozen import frozen
from kanrules.hooks.discovery import distribution, entry_points_of
from kanrules.hooks.faults import let_pass, one_line, raised
from kanrules.pieces.actions import Action
from kanrules.records.format import Content, Format
from kanrules.records.recorded import Record, RecordedDraw, RecordedHand, RecordedWin, Reveal

GROUP = "kanrules.formats"
"""Entry-point group of formats. The name of the entry point is that of the format, its value a
`kanrules.records.Format`.
"""
_TILES = range(37)

T = TypeVar("T")


@frozen
class InstalledFormat:
    """A format of another package, or what is wrong with it."""

    name: str
    distribution: str
    version: str
    source: str
    """Module and attribute, as the entry point names them."""
    format: Format | None
    """The format, or None if it cannot be used."""
    fault: str = ""


def installed_names() -> tuple[str, ...]:
    """Return the names of the formats of other packages, sorted, without importing any."""
    return tuple(sorted(entry_points_of(tuple(sys.path), GROUP)))


def installed_formats(bundled: Collection[str], named: Collection[str]) -> tuple[InstalledFormat, ...]:
    """Return every format found by entry point, by name. Only the `named` ones are loaded; faulty ones carry their
    error. Names in `bundled` must not be reused.
    """
    return _found(tuple(sys.path), frozenset(bundled), frozenset(named))


@lru_cache(maxsize=8)
def _found(path: tuple[str, ...], bundled: frozenset[str], named: frozenset[str]) -> tuple[InstalledFormat, ...]:
    found = []
    for name, given in sorted(entry_points_of(path, GROUP).items()):
        brought_by = {distribution(point): point for point in given}
        for whose, point in sorted(brought_by.items()):
            dist = point.dist
            row = InstalledFormat(name, dist.name if dist else "", dist.version if dist else "", point.value, None)
            called = f"format {name!r} of {whose}"
            if name in bundled:
                fault = f"{called} has the name of a bundled format; its author must rename it"
                found.append(replace(row, fault=fault))
                continue
            if len(brought_by) > 1:
                both = " and ".join(sorted(brought_by))
                fault = f"{called} is installed by {len(brought_by)} distributions, {both}; uninstall all but one"
                found.append(replace(row, fault=fault))
                continue
            if name not in named:
                found.append(row)
                continue
            try:
                found.append(replace(row, format=_guarded(_examined(point.load(), name, called), called)))
            except UnreadableError as error:
                found.append(replace(row, fault=str(error)))
            except BaseException as error:
                let_pass(error)
                text = f"{called} cannot be imported: {type(error).__name__}: {one_line(error, str)}"
                found.append(replace(row, fault=text))
    return tuple(found)


def check_names(named: Collection[str]) -> None:
    """Raise UnreadableError if no format of another package has one of these names."""
    known = installed_names() if named else ()
    for name in named:
        if name not in known:
            there = f"expected one of: {', '.join(known)}" if known else "no package with formats is installed"
            raise wrong_use(f"there is no installed format {one_line(name)}; {there}")


def recognised(content: Content, bundled: Collection[str], named: Collection[str]) -> Format | None:
    """Return the one of the named installed formats that recognizes this content, or None if none does.

    Raises UnreadableError if several do, or if none does and one is faulty.
    """
    if not named:
        return None
    found: list[InstalledFormat] = []
    faults: list[str] = []
    for one in installed_formats(bundled, named):
        if one.name not in named:
            continue
        try:
            if one.format is None:
                faults.append(one.fault)
            elif one.format.sniff(content):
                found.append(one)
        except UnreadableError as error:
            faults.append(str(error))
    if len(found) > 1:
        names = " and ".join(f"{one.name!r} of {one.distribution} {one.version}" for one in found)
        raise UnreadableError(f"{len(found)} installed formats recognize it: {names}; uninstall all but one")
    if found:
        return found[0].format
    if faults:
        raise UnreadableError(f"no format recognizes it; {'; '.join(faults)}")
    return None


def _examined(found: object, name: str, called: str) -> Format:
    """Return the format with its fields checked. Raises UnreadableError if one is wrong."""
    if not isinstance(found, Format):
        raise UnreadableError(
            f"{called}: its entry point names {one_line(found)}, which is not a kanrules.records.Format; "
            'expected, for example, "my_package:FORMAT"'
        )
    for field, right, expected in (
        ("name", found.name == name, f"{name!r}, the name of its entry point"),
        ("sniff", callable(found.sniff), "a function"),
        ("read", callable(found.read), "a function"),
        ("write", found.write is None or callable(found.write), "a function or None"),
        ("spans_lines", isinstance(found.spans_lines, bool), "True or False"),
    ):
        if not right:
            raise UnreadableError(f"{called}: {field} is {one_line(getattr(found, field))}; expected {expected}")
    return found


def _guarded(one: Format, called: str) -> Format:
    """Return the same format, with every exception turned into a one-sentence UnreadableError."""

    def sniff(content: Content) -> bool:
        try:
            found = one.sniff(content)
        except BaseException as error:
            let_pass(error)
            raise UnreadableError(f"{called}: sniff {raised(error)}") from error
        if not isinstance(found, bool):
            raise UnreadableError(f"{called}: sniff returned {one_line(found)}; expected True or False")
        return found

    def in_read(file: str, asked: Callable[..., T], *arguments: object) -> T:
        try:
            return asked(*arguments)
        except UnreadableError as error:
            raise UnreadableError(error.reason, code=error.code, file=file) from error
        except BaseException as error:
            let_pass(error)
            raise UnreadableError(f"{called}: read {raised(error)}", file=file) from error

    def read(content: Content, file: str) -> Record:
        record = in_read(file, one.read, content, file)
        if not isinstance(record, Record):
            raise UnreadableError(f"{called}: read returned {one_line(record)}; expected a kanrules.records.Record")
        for field, right, expected in (
            ("format", record.format == one.name, repr(one.name)),
            ("players", record.players in (3, 4), "3 or 4"),
            ("hands", isinstance(record.hands, Iterator), "an iterator of hands"),
        ):
            if not right:
                given = one_line(getattr(record, field))
                raise UnreadableError(f"{called}: read returned a record whose {field} is {given}; expected {expected}")
        return replace(record, file=file, hands=hands(record, file))

    def hands(record: Record, file: str) -> Iterator[RecordedHand]:
        number = 1
        while (hand := in_read(file, next, record.hands, _NO_MORE)) is not _NO_MORE:
            if wrong := _wrong(hand, record.players):
                raise UnreadableError(f"{called}: hand {number}: {wrong}", file=file)
            yield hand
            number += 1

    return replace(one, sniff=sniff, read=read)


_NO_MORE: Any = object()


def _wrong(hand: Any, players: int) -> str:
    """Return why a replay cannot take this hand; "" if it can."""
    if not isinstance(hand, RecordedHand):
        return f"{one_line(hand)} is not a kanrules.records.RecordedHand"
    try:
        checks = (
            ("players", sorted(hand.players) == list(range(players))),
            ("scores", len(hand.scores) == players and all(type(score) is int for score in hand.scores)),
            ("hands", len(hand.hands) == players and all(len(dealt) == 13 for dealt in hand.hands)),
            ("hands", all(type(tile) is int and tile in _TILES for dealt in hand.hands for tile in dealt)),
            ("indicator", type(hand.indicator) is int and hand.indicator in _TILES),
            ("steps", all(isinstance(step, Action | Reveal) for step in hand.steps)),
            ("wins", all(isinstance(win, RecordedWin) for win in hand.wins)),
            ("draw", hand.draw is None or (isinstance(hand.draw, RecordedDraw) and not hand.wins)),
        )
    except TypeError as error:
        return f"a field has the wrong type: {error}"
    wrong = next((field for field, right in checks if not right), "")
    return f"{wrong} {one_line(getattr(hand, wrong))} is invalid; build hands with HandBuilder" if wrong else ""
