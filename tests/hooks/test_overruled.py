"""What a plugin may overrule: the keys that core answers the same hook from, and no others."""

from __future__ import annotations

from collections import defaultdict
from inspect import ismethod
from typing import Any

from kanrules import Call, Kan, Ruleset, Seat, Table, hookimpl, load_ruleset
from kanrules.cases.run import play_case
from kanrules.kan import announcement, course, liability
from kanrules.law.options import overruled
from kanrules.ruleset.keys import keys
from kanrules.testing.conformance import with_plugin
from kanrules.testing.probes import Probe, probes

PLAIN = load_ruleset("ema-2016").with_options({name: key.default for name, key in keys().items()})

OF_A_KAN = ("chankan", "fifth_kan", "four_kans", "kan", "kandora", "riichi_kan", "sekinin_barai")
"""The tables whose keys are about a kan."""


class Watched:
    """Options of which each key that is looked at is written down."""

    def __init__(self, part: Any, into: set[str], name: str = "") -> None:
        self.part, self.into, self.name = part, into, name

    def __getattr__(self, key: str) -> Any:
        found = getattr(self.part, key)
        if ismethod(found):
            # A method of a table reads keys, too.
            return found.__func__.__get__(self)
        if not self.name:
            return Watched(found, self.into, key)
        if ismethod(found):
            # It reads keys of its table, which are written down in turn.
            return found.__func__.__get__(self)
        self.into.add(f"{self.name}.{key}")
        return found


class Asks:
    """Answers nothing, and looks at what core's laws read to answer."""

    def __init__(self) -> None:
        self.read: dict[str, set[str]] = defaultdict(set)

    def watched(self, hook: str, rules: Any) -> Any:
        return Watched(rules.options, self.read[hook])

    @hookimpl
    def before_kan(self, kan: Kan, table: Table, rules: Any) -> None:
        for law in announcement.LAWS:
            law(kan, table, self.watched("before_kan", rules))

    @hookimpl
    def reveal_kandora(self, kan: Kan, rules: Any) -> None:
        course.reveal_kandora(kan, self.watched("reveal_kandora", rules))

    @hookimpl
    def fifth_kan(self, kan: Kan, rules: Any) -> None:
        course.fifth_kan(kan, self.watched("fifth_kan", rules))

    @hookimpl
    def four_kans(self, kan: Kan, table: Table, rules: Any) -> None:
        course.four_kans(kan, table, self.watched("four_kans", rules))

    @hookimpl
    def rob_kan(self, kan: Kan, seat: Seat, table: Table, rules: Any) -> None:
        course.rob_kan(kan, seat, table, self.watched("rob_kan", rules))

    @hookimpl
    def liability(self, call: Call, table: Table, rules: Any) -> None:
        liability.attaches(call, table.melds[call.seat], self.watched("liability", rules))


def under(probe: Probe, value: Any) -> Ruleset:
    return PLAIN.with_options({**probe.options, probe.key: value})


def test_a_plugin_may_overrule_just_the_keys_that_core_answers_its_hook_from() -> None:
    spy = Asks()
    for probe in probes():
        if probe.key.split(".")[0] in OF_A_KAN:
            for value in probe.values:
                play_case(probe.case(), with_plugin(under(probe, value), "spy", spy, {}))
    # What the machine does whatever a plugin says: a wall without replacement tiles has none for anybody.
    spy.read["before_kan"].discard("wall.replacements")
    hooks = {key: hook for hook, read in spy.read.items() for key in read}
    assert hooks == overruled()
