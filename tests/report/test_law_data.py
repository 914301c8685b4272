"""`kanrules data`: other programs read the whole law, and build on its format."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kanrules import load_ruleset
from kanrules.desk.case_index import known_ids
from kanrules.desk.foul import foul
from kanrules.errors import UnreadableError
from kanrules.law.codes import CODES
from kanrules.locale import LANGUAGES
from kanrules.report.data_folder import write_data
from kanrules.report.law_data import INDEX, law_data
from kanrules.report.law_schema import FILES
from kanrules.ruleset import bundled_ids
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import TEXT_TABLES, file_value, keys
from tests.cli.running import run
from tests.locale.begun import is_begun_only

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
LIMIT = 500_000
"""Bytes that all files together may have when gzipped: what a page can load without asking."""
BOOKS = ("ema-2025", "wrc-2025", "m-league", "tenhou", "mahjong-soul")


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return law_data([load_ruleset(name) for name in bundled_ids()])


@pytest.fixture(scope="module")
def data(files: dict[str, bytes]) -> dict[str, Any]:
    return {path: json.loads(text) for path, text in files.items()}


@pytest.fixture(scope="module")
def written(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("law") / "data"
    write_data(folder, files)
    return folder


@pytest.mark.rest
@pytest.mark.sample(4)
@pytest.mark.parametrize("which", range(4))
def test_every_file_is_valid_under_the_schema_that_comes_with_it(data: dict[str, Any], which: int) -> None:
    books = sorted(path for path in data if path.startswith("rulesets/"))
    asked = {path: found for path, found in data.items() if path not in books or path in books[which::4]}
    schema = data["schema.json"]
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    kinds = set()
    for path, found in asked.items():
        if path != "schema.json":
            # The part of its own kind says more about a fault than "not one of seven".
            of_kind = Draft202012Validator({"$ref": f"#/$defs/{found['kind']}", "$defs": schema["$defs"]})
            assert [error.message for error in of_kind.iter_errors(found)] == [], path
            if found["kind"] not in kinds:
                assert check.is_valid(found), path
            kinds.add(found["kind"])
    assert kinds == set(FILES)


@pytest.mark.parametrize("fault", ["ref", "basis", "sentence", "more"])
def test_a_fault_in_a_file_is_found_by_the_schema(data: dict[str, Any], fault: str) -> None:
    book = json.loads(json.dumps(data["rulesets/tenhou.json"]))
    value = book["values"]["kandora.ankan"]
    value[fault] = {"ref": "tenhou", "basis": "hearsay", "sentence": None, "more": 1}[fault]
    assert not Draft202012Validator(data["schema.json"]).is_valid(book)


@pytest.mark.rest
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.long)])
def test_the_same_release_writes_the_same_bytes(every: int) -> None:
    files = law_data([load_ruleset(name) for name in bundled_ids()[::every]])
    program = (
        "import hashlib; from kanrules.ruleset import bundled_ids, load_ruleset;"
        "from kanrules.report.law_data import law_data;"
        "found = law_data([load_ruleset(name) for name in bundled_ids()[::EVERY]]);"
        "print(hashlib.sha256(b''.join(found.values())).hexdigest())"
    )
    # Another process has other hashes of its own, and so another order of every set.
    said = subprocess.run(
        [sys.executable, "-c", program.replace("EVERY", str(every))],
        env={"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
        capture_output=True,
        check=True,
    )
    assert said.stdout.decode().strip() == sha256(b"".join(files.values())).hexdigest()


def test_all_files_together_are_small_enough_for_a_page(files: dict[str, bytes]) -> None:
    assert sum(len(gzip.compress(text)) for text in files.values()) <= LIMIT


def test_every_value_of_every_ruleset_is_there_with_what_it_rests_on(data: dict[str, Any]) -> None:
    for name in bundled_ids():
        rules, book = load_ruleset(name), data[f"rulesets/{name}.json"]
        assert list(book["values"]) == list(keys())
        for key, value in book["values"].items():
            origin = rules.origin(key)
            # What nobody decides has no value, whatever kanrules assumes, and cites what departs from the parent.
            assert value["value"] == (None if origin.departs else file_value(rules[key])), key
            assert value["ref"] == f"{name}/{key}"
            undecided = origin.departs is not None
            assert (value["reason"] is not None) <= (value["basis"] in ("default", "unsaid")), key
            if key.startswith("penalty."):
                told = foul(key.partition(".")[2], rules)
                assert (value["basis"], value["sentence"]) == (told.basis, told.said), key
                continue
            source = origin.source or origin.departs
            assert value["source"] == (source and source.to_json()), key
            is_empty = origin.is_default and key.partition(".")[0] in TEXT_TABLES
            assert (value["basis"] == "unsaid") is (undecided or is_empty), key
            assert (value["basis"] == "default") is (origin.is_default and not undecided and not is_empty), key
    ema = data["rulesets/ema-2016.json"]
    assert ema["values"]["chankan.ippatsu"]["basis"] == "default" and ema["replaced_by"] == "ema-2025"
    assert not ema["values"]["kita.enabled"]["acts"]


def test_every_question_code_term_and_change_is_there(data: dict[str, Any]) -> None:
    asked = [one for chapter in data["casebook.json"]["chapters"] for one in chapter["questions"]]
    assert {one["id"] for one in asked} == known_ids() and all(one["since"] for one in asked)
    assert {one["code"] for one in data["codes.json"]["codes"]} == set(CODES)
    for term in data["glossary.json"]["terms"]:
        assert set(term["meaning"]) == set(LANGUAGES)
    ankan = next(one for one in data["glossary.json"]["terms"] if one["term"] == "ankan")
    said = [text for language, text in ankan["meaning"].items() if not is_begun_only(language)]
    assert len(set(said)) == len(said) >= 5 and "暗槓" in ankan["also"]
    assert {one["release"] for one in data["changes.json"]["values"]} == {"1.0.0"}


def test_each_ruleset_answers_a_question_once_or_not_at_all(data: dict[str, Any]) -> None:
    for chapter in data["casebook.json"]["chapters"]:
        for one in chapter["questions"]:
            named = [name for answer in one["answers"] for name in answer["bases"]]
            assert len(named) == len(set(named)) and set(named) <= set(bundled_ids()), one["id"]
            assert named, one["id"]


def test_the_index_lists_every_file_with_its_hash(files: dict[str, bytes], data: dict[str, Any]) -> None:
    listed = {one["path"]: one["sha256"] for one in data[INDEX]["files"]}
    assert listed == {path: sha256(text).hexdigest() for path, text in files.items() if path != INDEX}
    assert {one["id"]: one["path"] for one in data[INDEX]["rulesets"]} == {
        name: f"rulesets/{name}.json" for name in bundled_ids()
    }


# --- the folder -------------------------------------------------------------------------------------------------------


@pytest.mark.rest
def test_the_command_writes_the_files_and_says_how_large_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, bytes]
) -> None:
    folder = tmp_path / "law"
    code, out, _ = run(capsys, "data", "--out", str(folder))
    assert code == 0 and re.search(r"written: .*law, \d+ files, [\d.]+ MB \(\d+ kB gzipped\)", out)
    assert {path: (folder / path).read_bytes() for path in files} == files


@pytest.mark.rest
def test_a_ruleset_of_ones_own_is_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The test above writes all bundled rulesets.
    monkeypatch.setattr("kanrules.ruleset.bundled_ids", lambda: ("ema-2016", "tenhou"))
    club = tmp_path / "club.toml"
    club.write_text(
        '[ruleset]\nid = "club"\nname = "Club"\nedition = ""\nauthority = "Club"\nextends = "ema-2016"\n'
        '[kandora]\nankan = "never"\n'
    )
    code, _, _ = run(capsys, "data", "--out", str(tmp_path / "law"), "--rules", str(club))
    value = json.loads((tmp_path / "law/rulesets/club.json").read_text())["values"]["kandora.ankan"]
    assert code == 0 and (value["ref"], value["value"], value["basis"]) == ("club/kandora.ankan", "never", "own")


def test_earlier_data_is_replaced_and_what_is_gone_is_deleted(tmp_path: Path) -> None:
    def index(*paths: str) -> bytes:
        return json.dumps({"kind": "index", "files": [{"path": path} for path in paths]}).encode()

    write_data(tmp_path, {INDEX: index("rulesets/old.json"), "rulesets/old.json": b"1"})
    write_data(tmp_path, {INDEX: index("rulesets/new.json"), "rulesets/new.json": b"2"})
    assert sorted(path.name for path in tmp_path.rglob("*.json")) == [INDEX, "new.json"]


@pytest.mark.parametrize("name", ["thesis.txt", "rulesets/mine.json"])
def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path: Path, name: str) -> None:
    write_data(tmp_path, {INDEX: b'{"kind": "index", "files": []}'})
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(UnreadableError, match="other files"):
        write_data(tmp_path, {INDEX: b"{}"})
    assert (tmp_path / name).read_text(encoding="utf-8") == "mine"


def test_a_link_in_the_folder_is_not_written_through(tmp_path: Path) -> None:
    folder, mine = tmp_path / "data", tmp_path / "mine.json"
    mine.write_text("mine", encoding="utf-8")
    write_data(folder, {INDEX: b'{"kind": "index", "files": [{"path": "keys.json"}]}'})
    (folder / "keys.json").symlink_to(mine)
    with pytest.raises(UnreadableError, match="other files"):
        write_data(folder, {INDEX: b"{}", "keys.json": b"theirs"})
    assert mine.read_text(encoding="utf-8") == "mine"


# --- the page ---------------------------------------------------------------------------------------------------------


def said_by(command: list[str], name: str, folder: Path) -> list[str]:
    found = re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", PAGE, re.M | re.S)
    assert found is not None
    (folder.parent / name).write_text(found[1], encoding="utf-8")
    done = subprocess.run([*command, name, folder.name], cwd=folder.parent, capture_output=True, check=True)
    return done.stdout.decode().splitlines()


def expected() -> list[str]:
    """What the library says about the open kans of five rulesets."""
    lines = []
    for name in BOOKS:
        rules = load_ruleset(name)
        lines.append(f"{rules.name} {rules.edition}".strip())
        for key in ("kandora.daiminkan", "kandora.shouminkan"):
            origin = rules.origin(key)
            said = meaning(key, rules[key])
            lines.append(f"  {said} [{name}/{key}; {origin.source.clause if origin.source else rules.assumed}]")
    return lines


def test_the_program_in_python_prints_when_five_rulesets_turn_the_indicator_of_an_open_kan(written: Path) -> None:
    assert said_by([sys.executable, "-I"], "open_kan.py", written) == expected()


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_program_in_javascript_prints_the_same(written: Path) -> None:
    assert said_by(["node"], "open_kan.mjs", written) == expected()


def test_the_value_that_the_page_shows_is_the_one_in_the_file(data: dict[str, Any]) -> None:
    shown = re.search(r"^```json\n(.*?)^```$", PAGE, re.M | re.S)
    assert shown is not None
    found = json.loads("{" + shown[1] + "}")
    assert found == {"kandora.daiminkan": data["rulesets/ema-2016.json"]["values"]["kandora.daiminkan"]}


def test_the_page_names_every_file(data: dict[str, Any]) -> None:
    table = PAGE.partition("## The files")[2].partition("\nAll texts")[0]
    named = set(re.findall(r"^\| `([^`]+)`", table, re.M))
    assert named == {re.sub(r"^rulesets/.*", "rulesets/ID.json", path) for path in data}
