"""Messages for translators, read from the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanrules.scaffold.translations import extracted


@pytest.fixture(scope="session")
def messages() -> frozenset[str]:
    """Every message that translators are given."""
    return frozenset(str(message.id) for message in extracted(Path(__file__).parents[2]) if message.id)
