"""The state of the machine: every slot says what it holds."""

from __future__ import annotations

import inspect

from kanrules import load_ruleset
from kanrules.kyoku.machine import Kyoku
from kanrules.table.state import State


def test_every_slot_of_the_state_says_what_it_holds() -> None:
    assert len(State.__slots__) > 50
    for name in State.__slots__:
        words = inspect.getdoc(State.__dict__[name])
        assert words and words[0].isupper() and words.endswith("."), name


def test_every_slot_is_filled_and_nothing_lies_beside_them() -> None:
    kyoku = Kyoku(load_ruleset("tenhou"), seed=1)
    assert [name for name in State.__slots__ if not hasattr(kyoku, name)] == []
    assert not hasattr(kyoku, "__dict__")
