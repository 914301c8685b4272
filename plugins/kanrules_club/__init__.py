"""The catalogue of local rules about kans, for a ruleset that lists `club`:

    [ruleset]
    extends = "ema-2016"
    plugins = ["club"]

    [plugin.club]
    kan_furi = 1
    open_kan_live_tiles = 10

Everything is off by default. Each module here has some rules: their laws, and below them a `LocalRule` for each with
its sentence and the place where it was seen. A hook asks the laws of the options that are set, in this order.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import field, make_dataclass, replace
from typing import Any

from kanrules import (
    Call,
    CompleteHand,
    Dora,
    FifthKan,
    Foul,
    FourKans,
    Instant,
    Kan,
    Liability,
    Objection,
    Penalty,
    ReplacementFrom,
    Result,
    Ruleset,
    Seat,
    Table,
    Tile,
    Transfer,
    Yaku,
    hookimpl,
)
from kanrules_club import counting, declaring, fouls, indicators, journal, many_kans, paying, robbing
from kanrules_club import yaku as local_yaku
from kanrules_club.local_rule import LocalRule

_PARTS = (declaring, robbing, indicators, many_kans, local_yaku, counting, paying, fouls, journal)
CATALOGUE: tuple[LocalRule, ...] = tuple(rule for part in _PARTS for rule in part.RULES)

options = make_dataclass(
    "Options",
    [
        (
            rule.name,
            tuple[str, ...] if rule.default == () else type(rule.default),
            field(default=rule.default, metadata=rule.details),
        )
        for rule in CATALOGUE
    ],
    frozen=True,
)
codes = {**declaring.CODES, **fouls.CODES}
sheet = {rule.name: rule.sheet for rule in CATALOGUE}
sources = {rule.name: rule.seen for rule in CATALOGUE if rule.seen is not None}
answers = {rule.name: rule.answers for rule in CATALOGUE if rule.answers}
supersedes = {rule.name: rule.supersedes for rule in CATALOGUE if rule.supersedes}
qualifies = {rule.name: rule.qualifies for rule in CATALOGUE if rule.qualifies}

_ASKED_BY = {
    name: tuple(rule for rule in CATALOGUE if name in rule.answers)
    for name in dict.fromkeys(name for rule in CATALOGUE for name in rule.answers)
}


def _each(name: str, rules: Ruleset, *about: Any) -> Iterator[Any]:
    """Yield the answer of every law that is switched on."""
    club = rules.plugin["club"]
    for rule in _ASKED_BY[name]:
        value = club[rule.name]
        if value != rule.default and rule.law is not None:
            yield rule.law(value, *about)


def _all(name: str, rules: Ruleset, *about: Any) -> list[Any]:
    """Return every answer."""
    found: list[Any] = []
    for answer in _each(name, rules, *about, rules):
        found += () if answer is None else [answer] if not isinstance(answer, (list, Iterator)) else answer
    return found


def _first(name: str, rules: Ruleset, *about: Any) -> Any:
    """Return the first answer that is not None."""
    return next((answer for answer in _each(name, rules, *about, rules) if answer is not None), None)


@hookimpl
def before_kan(kan: Kan, table: Table, rules: Ruleset) -> list[Objection]:
    """Object to kans that the club forbids."""
    return _all("before_kan", rules, kan, table)


@hookimpl(wrapper=True, specname="before_kan")
def allowed_kans(kan: Kan, table: Table, rules: Ruleset) -> Generator[None, list[Objection], list[Objection]]:
    """Drop the objections to kans that the club allows."""
    found = yield
    return [one for one in found if not any(_each("allowed_kans", rules, one, kan, table, rules))]


@hookimpl
def rob_kan(kan: Kan, seat: Seat, table: Table, rules: Ruleset) -> bool | None:
    """Say who may rob an ankan."""
    found: bool | None = _first("rob_kan", rules, kan, seat, table)
    return found


@hookimpl
def reveal_kandora(kan: Kan, table: Table, rules: Ruleset) -> Instant | None:
    """Say which kans turn an indicator, and when."""
    found: Instant | None = _first("reveal_kandora", rules, kan, table)
    return found


@hookimpl
def fifth_kan(kan: Kan, table: Table, rules: Ruleset) -> FifthKan | None:
    """Say what a fifth kan does."""
    found: FifthKan | None = _first("fifth_kan", rules, kan, table)
    return found


@hookimpl
def replacement_from(kan: Kan, rules: Ruleset) -> ReplacementFrom | None:
    """Say where the replacement tile of a fifth kan comes from."""
    return many_kans.tile_of_fifth(rules.plugin["club"]["fifth_kan_rule"], kan)


@hookimpl
def four_kans(kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
    """Say what the fourth kan does."""
    found: FourKans | None = _first("four_kans", rules, kan, table)
    return found


@hookimpl
def kans_end(kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
    """End the hand at an earlier kan."""
    found: FourKans | None = _first("kans_end", rules, kan, table)
    return found


@hookimpl
def after_rinshan(kan: Kan, tile: Tile | None, table: Table, rules: Ruleset) -> None:
    """Write the journal."""
    _first("after_rinshan", rules, kan, tile, table)


@hookimpl
def yaku(win: CompleteHand, table: Table, rules: Ruleset) -> list[Yaku]:
    """Count local yaku."""
    return _all("yaku", rules, win, table)


@hookimpl
def dora(win: CompleteHand, rules: Ruleset) -> Dora:
    """Leave out the indicators that do not count for this winner."""
    out = [one for one in win.indicators if not all(_each("dora", rules, one, win))]
    dora = sum(win.count(one.dora) for one in out if not one.ura)
    ura = sum(win.count(one.dora) for one in out if one.ura)
    return replace(win.dora, dora=win.dora.dora - dora, ura=win.dora.ura - ura)


@hookimpl
def liability(call: Call, table: Table, rules: Ruleset) -> list[Liability]:
    """Make feeders liable as in old rules."""
    return _all("liability", rules, call, table)


@hookimpl
def kan_stands(kan: Kan, table: Table, rules: Ruleset) -> list[Transfer]:
    """Pay for a kan at once."""
    return _all("kan_stands", rules, kan, table)


@hookimpl
def payments(result: Result, table: Table, rules: Ruleset) -> list[Transfer]:
    """Pay for kans at the end of the hand."""
    return _all("payments", rules, result, table)


@hookimpl
def penalty(foul: Foul, table: Table, rules: Ruleset) -> Penalty | None:
    """Say what a foul costs."""
    found: Penalty | None = _first("penalty", rules, foul, table)
    return found
