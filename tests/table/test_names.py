"""Names of state: what a slot is called says what lies there, and an event is not called like an option."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from kanrules.law import options
from kanrules.law import tables as law_tables
from kanrules.pieces import events
from kanrules.table.position import Position
from kanrules.table.snapshot import Table
from kanrules.table.state import State

BARE = re.compile(r"[a-z]+ed|[a-z]+ing|taken|drawn|seen|unseen|held|won|lost|shown|thrown|given|known|set_aside")
"""A participle alone: it says what has happened to something, and not to what."""


def classes(module: ModuleType) -> set[str]:
    return {name for name, one in vars(module).items() if inspect.isclass(one) and one.__module__ == module.__name__}


def test_no_bare_participle_names_a_part_of_the_state_unless_every_table_shows_it_so() -> None:
    public = {one.name for one in fields(Table)}
    names = {*State.__slots__, *(one.name for one in fields(Position))}
    assert len(names) > 60
    assert sorted(name for name in names - public if BARE.fullmatch(name)) == []
    assert BARE.fullmatch("interrupted") and BARE.fullmatch("refilled") and not BARE.fullmatch("turned_early")


def test_an_event_and_an_option_do_not_share_a_name() -> None:
    tables = [import_module(f"{law_tables.__name__}.{one.name}") for one in iter_modules(law_tables.__path__)]
    of_options = set().union(*map(classes, (options, *tables)))
    assert "Chankan" in classes(events) and {"ChankanTable", "AnkanRobbery"} <= of_options
    assert classes(events) & of_options == set()
