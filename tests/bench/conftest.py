"""What the runner itself keeps in memory is no part of what is measured."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _runner_out_of_sight() -> Iterator[None]:
    """The collector does not walk pytest's own objects while a benchmark runs, ours or a rival's."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
