"""Editions of a rulebook: which one replaces which, and what answers say of one that was replaced."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from kanrules.locale import translator
from kanrules.report.sheet_slips import since_printed
from kanrules.ruleset import Ruleset, all_ids, load_ruleset
from kanrules.ruleset.edition_history import changed_by
from kanrules.ruleset.history import (
    changes_of,
    former_editions,
    later_editions,
    superseded_by,
    unknown_edition,
)
from kanrules.ruleset.library import folder
from kanrules.site.editions import editions
from tests.cli.running import run

Load = Callable[..., Ruleset]
Write = Callable[..., Path]
TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("id", "earlier"),
    [
        ("ema-2025", ["ema-2016", "ema-2012"]),
        ("wrc-2025", ["wrc-2022", "wrc-2017", "wrc-2015", "wrc-2014"]),
        ("jpml-a-2026", ["jpml-a-2023", "jpml-a-2022"]),
        ("tenhou", []),
    ],
)
def test_an_edition_names_the_ones_before_it_and_they_name_it(id: str, earlier: list[str]) -> None:
    assert [one.id for one in former_editions(load_ruleset(id))] == earlier
    for other in earlier:
        assert [one.id for one in later_editions(load_ruleset(other), TODAY)][-1] == id


def test_every_bundled_edition_begins_after_the_one_that_it_replaces_has_ended() -> None:
    for id in all_ids():
        for later, earlier in pairwise([load_ruleset(id), *former_editions(load_ruleset(id))]):
            begin, end = later.head.in_force_from, earlier.head.in_force_until
            assert begin is None or end is None or end < begin, (later.id, earlier.id)
        assert unknown_edition(load_ruleset(id)) == []


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (date(2025, 12, 31), ""),
        (date(2026, 1, 1), "ema-2016 was in force until 2025-12-31; ema-2025 replaces it."),
    ],
)
def test_an_edition_is_in_force_on_its_last_day_and_names_its_successor_on_the_next(day: date, said: str) -> None:
    assert superseded_by(load_ruleset("ema-2016"), day) == said


def test_an_edition_that_was_skipped_names_the_edition_in_force_not_the_next_one() -> None:
    rules = load_ruleset("ema-2012")
    assert superseded_by(rules, date(2020, 1, 1)) == "ema-2012 was in force until 2016-03-31; ema-2016 replaces it."
    assert superseded_by(rules, TODAY) == "ema-2012 was in force until 2016-03-31; ema-2025 replaces it."


def test_an_edition_without_a_last_day_names_its_successor() -> None:
    assert superseded_by(load_ruleset("wrc-2022"), TODAY) == "wrc-2025 replaces wrc-2022."


def test_an_edition_that_has_ended_without_a_successor_says_so(load: Load) -> None:
    assert superseded_by(load(head="in_force_until = 2025-12-31"), TODAY) == "club was in force until 2025-12-31."


def test_check_rejects_an_edition_that_does_not_exist(
    load: Load, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (problem,) = unknown_edition(load(head='replaces = "ema-2O16"'))
    assert (problem.code, problem.message) == ("KR102", 'there is no ruleset "ema-2O16"')
    assert problem.hint == 'did you mean "ema-2016"?'
    code, out, _ = run(capsys, "check", str(tmp_path / "club.toml"))
    assert code == 1 and "ema-2O16" in out


def test_a_club_may_replace_a_file_next_to_its_own(load: Load, write: Callable[..., Path]) -> None:
    write("club-2025")
    assert unknown_edition(load(head='replaces = "club-2025"')) == []


@pytest.mark.parametrize("replaces", ["../club-2025", "a/b", ".", "C:\\\\club", "club 2025"])
def test_what_is_no_id_names_no_file_of_another_folder(replaces: str, load: Load, tmp_path: Path) -> None:
    (tmp_path.parent / "club-2025.toml").write_text('[ruleset]\nid = "club-2025"\nextends = "tenhou"\n')
    rules = load(head=f'replaces = "{replaces}"')
    assert former_editions(rules) == []
    (problem,) = unknown_edition(rules)
    assert problem.code == "KR102" and problem.message.startswith("there is no ruleset")


@pytest.mark.parametrize("command", ["check", "show", "history"])
def test_a_command_names_the_edition_in_force(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, command, "ema-2016")
    assert code == 0 and "ema-2016 was in force until 2025-12-31; ema-2025 replaces it." in out
    code, out, _ = run(capsys, command, "ema-2025")
    assert code == 0 and "was in force until" not in out


def test_check_says_that_a_club_builds_on_an_old_edition(
    load: Load, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "ema-2016 was in force until 2025-12-31; ema-2025 replaces it."
    for parent, expected in (("ema-2016", True), ("ema-2025", False)):
        load(head=f'extends = "{parent}"')
        code, out, _ = run(capsys, "check", str(tmp_path / "club.toml"))
        assert code == 0 and (f"note: {said}" in out) is expected
    code, out, _ = run(capsys, "check", "burton")
    assert code == 0 and "in force until" not in out, "a bundled ruleset knows what it builds on"


def test_the_list_of_rulesets_names_the_edition_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rulesets", "--format", "json")
    found = {one["id"]: one for one in json.loads(out)["rulesets"]}
    assert code == 0
    assert (found["wrc-2014"]["current_edition"], found["wrc-2025"]["current_edition"]) == ("wrc-2025", "")
    assert found["ema-2016"]["in_force_until"] == "2025-12-31"


def test_a_child_has_the_changes_of_the_values_that_it_takes_over() -> None:
    """`burton` extends `ema-2016` and says nothing about the end of the time; `mil-2024` says so itself."""
    assert {one.key for one in changes_of(load_ruleset("burton")) if one.ruleset == "ema-2016"} >= {"game.after_time"}
    own = load_ruleset("mil-2024").layers[0].written.values
    assert not {one.key for one in changes_of(load_ruleset("mil-2024")) if one.ruleset == "ema-2016"} & set(own)


def test_history_tells_what_an_edition_changed_and_what_kanrules_corrected(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """EMA 2025, 4.1.1: a pair of the double wind is worth 2 fu; it was 4. 7.4: one more hand after the time."""
    found = json.loads(run(capsys, "history", "ema-2025", "--format", "json")[1])
    changed = {one["key"]: (one["old"], one["new"]) for one in found["editions"][0]["changed"]}
    assert changed["scoring.double_wind_pair_fu"] == (4, 2)
    corrected = {one["key"]: (one["old"], one["new"]) for one in found["corrections"]}
    assert corrected["game.after_time"] == ("this_hand", "one_more")
    assert "new instead of rrc" in run(capsys, "history", "rrc-2026")[1]
    again = "A sheet that was printed with an earlier release says otherwise on these points; print it again."
    assert again in run(capsys, "history", "ema-2025")[1] and again not in run(capsys, "history", "riichi-cologne")[1]


def test_check_of_the_folder_of_bundled_rulesets_reads_rulesets_only(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", str(folder()))
    assert code == 0 and "tenhou.toml: fine" in out and "changes.toml" not in out and "ids.toml" not in out


def _kept(write: Callable[..., Path], load: Load) -> Ruleset:
    """Return a club's edition of 2026, next to the file of 2025 that it replaces."""
    head = 'edition = "{0}"\nextends = "ema-2025"\nplugins = ["club"]\n'
    write("club-2025", '[kandora]\ndaiminkan = "discard"\n[plugin.club]\nkan_furi = 2', head=head.format(2025))
    own = '[kandora]\ndaiminkan = "declaration"\n[plugin.club]\nkan_furi = 1'
    return load(own, head=head.format(2026) + 'replaces = "club-2025"')


def test_the_edition_that_a_club_has_kept_next_to_its_own_is_the_one_before_it(load: Load, write: Write) -> None:
    rules = _kept(write, load)
    assert [one.id for one in former_editions(rules)] == ["club-2025"]
    changed = [one.key for one, _, _ in changed_by(rules, *former_editions(rules))]
    assert changed == ["kandora.daiminkan", "plugin.club.kan_furi"], "an option of a plugin is a rule"
    page = editions(rules, translator("de"))
    assert "1 Han mehr" in page and "2 Han mehr" in page, "the site's timeline has the option's sentences"


def test_the_file_of_a_kept_edition_is_gone_and_the_edition_with_it(load: Load, write: Write, tmp_path: Path) -> None:
    rules = _kept(write, load)
    (tmp_path / "club-2025.toml").unlink()
    assert former_editions(rules) == [] and since_printed(rules) is None


def test_a_sheet_says_what_changed_since_the_printed_one(
    load: Load, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _kept(write, load)
    assert run(capsys, "history", "club.toml", "--out", "changes.html")[0] == 0
    page = (tmp_path / "changes.html").read_text(encoding="utf-8")
    assert "What changed since the printed sheet" in page
    assert page.count("together with the next discard") == 1 and "worth 1 more han" in page
    assert run(capsys, "history", "club.toml", "--out", "changes.html", "--format", "json")[0] == 2


def test_a_club_that_kept_no_edition_hears_how_to_keep_one(load: Load, capsys: pytest.CaptureFixture[str]) -> None:
    load(head='extends = "ema-2025"')
    assert 'replaces = "club-2025"' in run(capsys, "history", "club.toml")[1]
    code, out, error = run(capsys, "history", "club.toml", "--out", "changes.html")
    assert code == 2 and not out and 'replaces = "club-2025"' in error
