"""Ctrl-C at any bytecode of what is done to a hand: the table is as before or as after, and the hand can go on."""

from __future__ import annotations

import contextlib
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from kanrules import Ankan, Foul, Kyoku
from kanrules.errors import PluginError
from kanrules.pieces.actions import KanAction
from kanrules.play.done import Committed, Discovered, Done, Reported, Settled
from kanrules.ruleset import load_ruleset
from kanrules.supervisor.signals import Interrupted
from tests.play.test_doing import ply

TRIES = 200


@contextmanager
def interrupted_at(opcode: int) -> Iterator[list[int]]:
    """Raise Ctrl-C before this bytecode, counted in every function that is called; 0 only counts them."""
    count = [0]

    def traced(frame: FrameType, event: str, argument: Any) -> Any:
        frame.f_trace_opcodes = True
        if event == "opcode":
            count[0] += 1
            if count[0] == opcode:
                sys.settrace(None)
                raise Interrupted(2)
        return traced

    # Python 3.12 looks at `settrace` whether a frame has asked for bytecodes. Without this line, the first count is 0.
    sys._getframe().f_trace_opcodes = True
    sys.settrace(traced)
    try:
        yield count
    finally:
        sys.settrace(None)


def played(seed: int) -> tuple[Kyoku, list[Any]]:
    """A hand that was played to its end, with a kan wherever one was allowed, and everything that was done."""
    kyoku, chance, done = Kyoku("tenhou", seed=seed), random.Random(seed), []
    while legal := kyoku.legal_actions():
        kans = [one for one in legal if isinstance(one, KanAction)]
        kyoku.push(chance.choice(kans or legal))
        done.append(kyoku.pop())
        kyoku.push(done[-1])
    return kyoku, done


def after(done: list[Any], number: int, seed: int) -> Kyoku:
    """The hand after so many of the things done."""
    kyoku = Kyoku("tenhou", seed=seed)
    for one in done[:number]:
        kyoku.push(one)
    return kyoku


def tries(seed: int, number: int) -> Iterator[tuple[Kyoku, Kyoku, Kyoku, Callable[[Kyoku], object], int]]:
    """Random moments: a hand before and after a push or a pop, what is done, and at which bytecode it is broken off."""
    chance = random.Random(seed)
    _, done = played(seed)
    counted: dict[tuple[int, bool], int] = {}
    for _ in range(number):
        at, back = chance.randrange(1, len(done)), chance.random() < 0.5
        here, there = after(done, at, seed), after(done, at + (-1 if back else 1), seed)
        act: Callable[[Kyoku], object] = Kyoku.pop if back else lambda one, at=at: one.push(done[at])
        if (at, back) not in counted:
            with interrupted_at(0) as count:
                act(here.copy())
            counted[at, back] = count[0]
        yield here.copy(), here, there, act, chance.randrange(1, counted[at, back] + 1)


@pytest.mark.rest
@pytest.mark.parametrize("seed", [7, 13])
def test_ctrl_c_at_a_random_bytecode_leaves_the_table_as_before_or_as_after(seed: int) -> None:
    found = {"before": 0, "after": 0}
    for kyoku, before, after_it, act, opcode in tries(seed, TRIES // 2):
        with contextlib.suppress(Interrupted), interrupted_at(opcode):
            act(kyoku)
            opcode = -1  # what is computed once was counted, too
        assert kyoku == after_it or (opcode > 0 and kyoku == before), opcode
        assert kyoku.text() in (before.text(), after_it.text())
        if kyoku == before:
            found["before"] += 1
            act(kyoku)  # it goes on
            assert kyoku == after_it
        else:
            found["after"] += 1
    assert found["before"] > TRIES // 4, found


def fouls(kyoku: Kyoku) -> dict[type, Done]:
    """What a player may do wrong now: expose a tile of the dead wall, or declare a kan of tiles that nobody holds."""
    kan = next(kan for kind in range(34) if (kan := Ankan(kyoku.turn, kind)) not in kyoku.legal_actions())
    return {Reported: Reported(Foul(kyoku.turn, "dead_wall_exposed", tiles=1)), Committed: Committed(kan)}


@pytest.mark.parametrize("kind", [Settled, Committed, Reported, Discovered])
def test_ctrl_c_in_what_is_no_single_action_leaves_the_table_as_before_or_as_after(kind: type[Done]) -> None:
    chance, tried, before = random.Random(kind.__name__), 0, 0
    for seed in range(200):
        kyoku = Kyoku("ema-2016", seed=seed)
        while kyoku.outcome is None and tried < TRIES // 4:
            here = kyoku.copy()
            ply(kyoku, chance)
            done: Done = kyoku.actions[-1]
            if kyoku.outcome is None and chance.random() < 0.05 and (foul := fouls(kyoku).get(kind)):
                here, done = kyoku, foul
                kyoku = kyoku.copy()
                kyoku.push(done)
            if not isinstance(done, kind):
                continue
            with interrupted_at(0) as count:
                here.copy().push(done)
            broken, opcode = here.copy(), chance.randrange(1, count[0] + 1)
            # Inside a plugin, an exception that a statement raises is the plugin's; the one of a real signal is not.
            with contextlib.suppress(Interrupted, PluginError), interrupted_at(opcode):
                broken.push(done)
            assert broken.text() in (here.text(), kyoku.text()), opcode
            if broken.text() == here.text() and broken.actions == here.actions:
                before += 1
                broken.push(done)
            assert broken.text() == kyoku.text() and broken.actions == kyoku.actions
            tried += 1
    assert tried == TRIES // 4 and before > tried // 10


def test_a_hand_that_was_broken_off_everywhere_ends_as_one_that_was_not() -> None:
    whole, done = played(7)
    kyoku, chance = Kyoku("tenhou", seed=7), random.Random(1)
    for number, one in enumerate(done):
        with contextlib.suppress(Interrupted), interrupted_at(chance.randrange(1, 3000)):
            kyoku.push(one)
        if kyoku != after(done, number + 1, 7):
            kyoku.push(one)
    assert kyoku == whole and kyoku.events == whole.events and kyoku.findings == whole.findings


def test_a_plugin_that_fails_in_the_middle_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(
        "from kanrules import hookimpl\n\n\n@hookimpl\ndef after_rinshan(kan, tile, table, rules):\n"
        "    raise RuntimeError('a slip')\n"
    )
    (tmp_path / "house.toml").write_text(
        '[ruleset]\nid = "house"\nname = "H"\nedition = "1"\nextends = "tenhou"\nplugins = ["./house.py"]\n'
    )
    rules = load_ruleset(tmp_path / "house.toml", allow_local_plugins=True)
    _, done = played(7)
    kyoku, failed = Kyoku(rules, seed=7), 0
    for one in done:
        before = kyoku.text()
        try:
            kyoku.push(one)
        except PluginError:
            failed += 1
            assert kyoku.text() == before
            break
    assert failed
