"""Each probe is proved by a fault that it notices: a machine that no longer reads the key."""

from __future__ import annotations

from typing import Any

import pytest

from kanrules.ruleset.keys import keys
from kanrules.testing.conformance import _bare
from kanrules.testing.probes import Probe, probes
from kanrules.testing.signature import NOT_POSSIBLE, signature

PROBES: dict[str, list[Probe]] = {}
for _probe in probes():
    PROBES.setdefault(_probe.key, []).append(_probe)


def at_the_table(probe: Probe, value: Any) -> tuple[Any, ...]:
    """What players see of a probe under a value: what happened, was refused, was punished and was paid, and no reason
    for it.
    """
    seen = signature(probe.case(), _bare().with_options({**probe.options, probe.key: value}))
    if seen[0] == NOT_POSSIBLE:
        return seen
    events, _, refused, fouled, *rest = seen
    return events, [line for line, _ in refused], [line for line, _ in fouled], *rest


@pytest.mark.parametrize("name", PROBES)
def test_a_machine_that_reads_a_key_as_if_it_had_another_value_is_noticed_by_each_probe_of_the_key(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = {
        (number, at): at_the_table(probe, value)
        for number, probe in enumerate(PROBES[name])
        for at, value in enumerate(probe.values)
    }
    group = getattr(_bare().options, name.partition(".")[0])
    field = keys()[name].name.partition(".")[2]
    reads = getattr(type(group), field)
    for number, probe in enumerate(PROBES[name]):
        first = getattr(_bare().with_options({name: probe.values[0]}).options, name.partition(".")[0])
        always = getattr(first, field)
        with monkeypatch.context() as seeded:
            seeded.setattr(type(group), field, property(lambda _, value=always: value, reads.__set__))
            faulty = [at_the_table(probe, value) for value in probe.values]
        unnoticed = [
            probe.values[at]
            for at in range(1, len(probe.values))
            if faulty[at] == sound[number, at] != sound[number, 0]
        ]
        assert unnoticed == [], f"the fault was not seeded: something else reads {name}"
        alike = [probe.values[at] for at in range(1, len(probe.values)) if sound[number, at] == sound[number, 0]]
        assert alike == [], f"{name}: {probe.values[0]} and {alike} are played alike on {' / '.join(probe.lines)}"
