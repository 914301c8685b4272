"""Run one case in n of a test always, and the others only in `.ci/long`."""

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
