"""Which cases of a test an ordinary run leaves out, to `.ci/run` or to `.ci/long`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest


def left_out(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the cases of tests marked `sample(n)` that an ordinary run leaves to `.ci/long`: all but the first and
    every nth after it.
    """
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("sample")
        if mark is not None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % mark.args[0]:
                yield item
            seen[test] += 1


EVERY = 5
"""Of the cases of a test outside the law, `pytest` alone runs the first and every fifth."""


def beyond(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the cases that `pytest` alone leaves to `.ci/run`: all but the first and every fifth of a test. The quick
    tier, which is the law, leaves out none.
    """
    seen: Counter[str] = Counter()
    for item in items:
        if item.get_closest_marker("quick") is None and item.get_closest_marker("long") is None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % EVERY:
                yield item
            seen[test] += 1
