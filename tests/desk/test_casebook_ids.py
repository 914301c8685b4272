"""An id of a casebook question is published for good: it names one question, and the ledger proves it."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from kanrules._version import __version__
from kanrules.cases.case import ID, CaseError, parse_cases
from kanrules.cli import main
from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook_ids import LEDGER, read_ledger
from kanrules.desk.explain import look_up
from kanrules.errors import UnreadableError
from kanrules.report.casebook import casebook_grid
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.explain import Explanation
from kanrules.ruleset.library import CASEBOOK, bundled_ids, folder
from tools import ledger as ids

FILE = "four-and-five-kans.cases.toml"
TWO, THREE = "four-kans-two-players", "four-kans-three-players"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the bundled casebook that a test may change."""
    return Path(shutil.copytree(folder() / CASEBOOK, tmp_path / CASEBOOK))


def change(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_every_id_names_the_question_that_the_ledger_says() -> None:
    assert list(ids.faults(folder() / CASEBOOK)) == []


def test_an_id_has_two_words_at_least_and_neither_a_number_nor_a_ruleset() -> None:
    for id in read_ledger(folder() / CASEBOOK):
        assert ID.fullmatch(id) and ":" not in id, id
        assert not any(f"-{name}-" in f"-{id}-" for name in bundled_ids()), id


def test_no_id_of_a_case_begins_like_one_of_a_penalty() -> None:
    assert not [id for id in cases_by_id() if id.startswith("penalty-")]


def test_two_ids_that_change_places_are_found(copy: Path) -> None:
    change(copy / FILE, (f'"{TWO}"', '"in-between"'))
    change(copy / FILE, (f'"{THREE}"', f'"{TWO}"'))
    change(copy / FILE, ('"in-between"', f'"{THREE}"'))
    found = list(ids.faults(copy))
    assert [one.partition(" ")[0] for one in found] == sorted((TWO, THREE))
    assert all("names another question" in one for one in found)
    with pytest.raises(UnreadableError, match=f"{THREE}, {TWO}"):
        ids.written_ledger(copy)


@pytest.mark.parametrize(
    "old, new",
    [
        ('south = ["ankan 1111z", "ankan 2222z"]', 'south = ["ankan 1111z", "ankan 3333z"]'),
        ("south draws 1p", "south draws 2p"),
        ('options."kan.max_per_player" = 3', 'options."kan.max_per_player" = 2'),
    ],
)  # fmt: skip
def test_a_changed_position_action_or_option_is_found(copy: Path, old: str, new: str) -> None:
    path = copy / "mine.cases.toml"
    path.write_text(
        '[[case]]\nid = "mine-alone"\nname = "Mine"\ndecides = ["kan.max_per_player"]\n'
        'options."kan.max_per_player" = 3\n'
        'given.melds = { south = ["ankan 1111z", "ankan 2222z"] }\nplay.lines = "south draws 1p"\n',
        encoding="utf-8",
    )
    (copy / LEDGER).write_text(ids.written_ledger(copy), encoding="utf-8")
    assert list(ids.faults(copy)) == []
    change(path, (old, new))
    (found,) = ids.faults(copy)
    assert found.startswith("mine-alone names another question")


def test_a_key_that_comes_to_decide_a_part_of_the_answer_does_not_change_the_question() -> None:
    before = cases_by_id()[TWO]
    after = replace(before, decides=(*before.decides, "kan.max_per_player"))
    assert ids.fingerprint(after) == ids.fingerprint(before)


def test_a_reworded_question_keeps_its_fingerprint() -> None:
    said = '[[case]]\nname = "{}"\nquestion = "{}"\nplay.lines = "{}south draws 1p"\nexpect.answer = "{}"\n'
    (before,), (after,) = (
        parse_cases(said.format("One", "Who?", "", "south")),
        parse_cases(said.format("Other", "Which player?", "# a comment\\n  ", "the player south")),
    )
    assert ids.fingerprint(before) == ids.fingerprint(after)


def test_a_retired_id_names_its_successor_and_never_comes_back(copy: Path) -> None:
    change(copy / FILE, (f'"{TWO}"', '"four-kans-of-two"'))
    assert [one for one in ids.faults(copy) if one.startswith(f"{TWO} has no question")]
    (copy / LEDGER).write_text(ids.written_ledger(copy), encoding="utf-8")
    line = ids.line_of(read_ledger(copy)[TWO])
    change(
        copy / LEDGER,
        (f"{TWO} = {line}", f'{TWO} = {line[:-2]}, retired = "four-kans-of-two" }}'),
    )
    assert list(ids.faults(copy)) == []
    assert f"{TWO} = " in ids.written_ledger(copy)
    change(copy / FILE, ('"four-kans-of-two"', f'"{TWO}"'))
    assert f"{TWO} is retired; a question must not have it again" in list(ids.faults(copy))


def test_a_new_question_is_written_with_the_next_release_and_no_line_is_changed(copy: Path) -> None:
    before = (copy / LEDGER).read_text(encoding="utf-8").splitlines()
    (copy / "mine.cases.toml").write_text('[[case]]\nid = "mine-alone"\nname = "Mine"\n', encoding="utf-8")
    after = ids.written_ledger(copy).splitlines()
    (new,) = [line for line in after if line not in before]
    assert new.startswith(f'mine-alone = {{ since = "{ids.NEXT_RELEASE}", fingerprint = "')
    assert [line for line in after if line != new] == before


def test_the_next_release_is_not_behind_this_one() -> None:
    def numbers(version: str) -> tuple[int, ...]:
        return tuple(map(int, re.findall(r"\d+", version)[:3]))

    assert numbers(ids.NEXT_RELEASE) >= numbers(__version__)
    entries = tomllib.loads((folder() / CASEBOOK / LEDGER).read_text(encoding="utf-8"))
    assert all(numbers(entry["since"]) <= numbers(ids.NEXT_RELEASE) for entry in entries.values())


@pytest.mark.parametrize(
    "id", ["Four-kans", "four_kans", "kans", "four-kans-", "4-kans", "four--kans", "my club:four-kans", "a" * 39 + "-b"]
)
def test_what_is_not_an_id_is_refused(id: str) -> None:
    with pytest.raises(CaseError, match="is not an id"):
        parse_cases(f'[[case]]\nid = "{id}"\nname = "x"\n')


def test_a_clubs_id_has_its_name_before_it() -> None:
    (case,) = parse_cases('[[case]]\nid = "my-club-2:four-kans-two-players"\nname = "x"\n')
    assert case.id == "my-club-2:four-kans-two-players"


def test_an_id_given_twice_in_a_file_is_refused_with_the_line_of_the_first() -> None:
    with pytest.raises(CaseError, match="line 1 already has a case with this id"):
        parse_cases('[[case]]\nid = "four-kans"\nname = "x"\n[[case]]\nid = "four-kans"\nname = "y"\n')


def test_every_format_of_the_casebook_names_a_question_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["casebook", TWO, "penalty-wrong-tiles", "--rules", "ema-2016"]

    def printed(*more: str) -> str:
        with pytest.raises(SystemExit):
            main([*asked, *more])
        return capsys.readouterr().out

    (one, other) = (chapter["questions"] for chapter in json.loads(printed("--format", "json"))["chapters"])
    assert [question["id"] for question in (*one, *other)] == [TWO, "penalty-wrong-tiles"]
    for id in (TWO, "penalty-wrong-tiles"):
        assert f"`{id}`" in printed("--to", "md")
        assert f'<article class="qa" id="{id}"' in (page := printed("--to", "html")) and f'href="#{id}"' in page
        assert id in "".join(printed().split())


def test_a_hypothetical_question_is_shown_to_those_who_name_its_id() -> None:
    id = "kans-per-player-limit"
    assert cases_by_id()[id].options
    (chapter,) = casebook_grid([load_ruleset("tenhou")], [id], hypothetical=False).chapters
    assert [one.id for one in chapter.questions] == [id]


def test_explain_answers_an_id_under_a_ruleset() -> None:
    rules = load_ruleset("ema-2016")
    found = look_up(TWO, rules, [rules, load_ruleset("tenhou")])
    assert isinstance(found, Explanation)
    assert found.topic == TWO and cases_by_id()[TWO].question in found.text
    assert [option.topic for option in found.options] == list(cases_by_id()[TWO].decides)
    assert {line.rpartition(": ")[2] for line in map(str, found.lines)} == {"ema-2016", "tenhou"}


def test_explain_follows_a_retired_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kanrules.desk.explain.retired_ids", lambda: {"four-kans-of-old": TWO})
    found = look_up("four-kans-of-old", None, [])
    assert isinstance(found, Explanation)
    assert found.topic == TWO and str(found.lines[0]) == f"This question now has the id {TWO}."
