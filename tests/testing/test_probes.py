"""Each probe is proved by a fault that it notices: a machine that no longer reads the key."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from kanrules import Ruleset, load_ruleset
from kanrules.ruleset.keys import keys
from kanrules.testing.probes import Probe, probes
from kanrules.testing.signature import PlaySignature, signature

PROBES: dict[str, list[Probe]] = {}
for _probe in probes():
    PROBES.setdefault(_probe.key, []).append(_probe)


@cache
def _bare() -> Ruleset:
    """Every key at its default."""
    return load_ruleset("ema-2016").with_options({name: key.default for name, key in keys().items()})


def played(probe: Probe, value: Any) -> PlaySignature:
    """What players see of a probe under a value."""
    return signature(probe.case(), _bare().with_options({**probe.options, probe.key: value}))


@pytest.mark.parametrize("name", PROBES)
def test_a_machine_that_reads_a_key_as_if_it_had_another_value_is_noticed_by_each_probe_of_the_key(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = {
        (number, at): played(probe, value)
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
            faulty = [played(probe, value) for value in probe.values]
        unnoticed = [
            probe.values[at]
            for at in range(1, len(probe.values))
            if faulty[at] == sound[number, at] != sound[number, 0]
        ]
        assert unnoticed == [], f"the fault was not seeded: something else reads {name}"
        assert any(faulty[at] != sound[number, at] for at in range(1, len(probe.values))), (
            f"{name} is read as {probe.values[0]} and nothing is noticed on {' / '.join(probe.lines)}"
        )
