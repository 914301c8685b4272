"""A command as a test runs it."""

from __future__ import annotations

import pytest

from kanrules.cli import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, and what was written to both outputs."""
    with pytest.raises(SystemExit) as stopped:
        main(list(words))
    out, err = capsys.readouterr()
    return int(stopped.value.code or 0), out, err
