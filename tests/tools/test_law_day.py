"""The day of the last change of law: it moves with a value or a source, and not with anything else."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from kanrules.ruleset import bundled_ids, load_ruleset
from tools import law_day

CLUB = '[ruleset]\nid = "club"\nname = "Club"\nextends = "ema-2016"\n\n[kandora]\nankan = "discard"\n'


def of_club(folder: Path, text: str) -> str:
    path = folder / "club.toml"
    path.write_text(text, encoding="utf-8")
    return law_day.fingerprint([load_ruleset(path)])


def test_a_value_or_a_source_changes_the_law_and_a_comment_does_not(tmp_path: Path) -> None:
    before = of_club(tmp_path, CLUB)
    assert of_club(tmp_path, f"# Thursdays\n{CLUB}") == before
    assert of_club(tmp_path, CLUB.replace('"discard"', '"declaration"')) != before
    sourced = f'{CLUB}\n[source."kandora.ankan"]\ndocument = "Minutes"\nclause = "4"\ngrade = "own"\n'
    assert of_club(tmp_path, sourced) != before
    assert of_club(tmp_path, sourced.replace('"4"', '"5"')) != of_club(tmp_path, sourced)


def test_the_day_stays_until_a_value_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    later = date(2027, 1, 1)
    law = law_day.fingerprint(map(load_ruleset, bundled_ids()))
    monkeypatch.setattr(law_day, "recorded", lambda: {"day": date(2026, 1, 1), "values": law})
    assert "day = 2026-01-01\n" in law_day.written(later) and law_day.is_recorded()
    monkeypatch.setattr(law_day, "recorded", lambda: {"day": date(2026, 1, 1), "values": "of another law"})
    assert "day = 2027-01-01\n" in law_day.written(later) and not law_day.is_recorded()


@pytest.mark.release
def test_the_recorded_day_is_that_of_the_bundled_rulesets() -> None:
    assert law_day.is_recorded(), "run: python -m tools.generated"
