"""Rules of other programs, brought here and sent there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kanrules.cli import main
from kanrules.errors import UnreadableError
from kanrules.exchange.bring import import_settings, understand
from kanrules.exchange.fields import CannotSay, Cases, Kind, ListMember, NoEffect, Program, ProgramField, same
from kanrules.exchange.import_toml import imported_toml
from kanrules.exchange.programs import programs, recognise
from kanrules.exchange.send import send
from kanrules.exchange.settings_file import read
from kanrules.records.mjsoul_messages import SCHEMA
from kanrules.records.mjsoul_room import SWITCHED_OFF, SWITCHED_ON, of_rule
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.keys import file_value, keys
from kanrules.ruleset.model import Ruleset
from tests.exchange.page import PRESETS, brought, page

ALL = tuple(programs())
FIELDS = {
    "majiang": 28,
    "riichienv": 9,
    "mahjong-soul": 67,
    "pantheon": 40,
    "tenhou": 12,
    "riichi-advanced": 168 + 28,
}
"""How many fields each program has, counted in its own files."""


def written(program: Program, given: dict[str, Any], folder: Path, name: str = "brought") -> Ruleset:
    """An import, written to a file and loaded from it."""
    found = import_settings(program, given, "given")
    path = folder / f"{name}.toml"
    path.write_text(imported_toml(found, name, "Brought"), "utf-8")
    return load_ruleset(path)


# --- the tables of fields ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_every_field_of_a_program_is_known_by_name_and_stands_once(name: str) -> None:
    names = [one.name for one in programs()[name].fields]
    assert len(names) == len(set(names)) == FIELDS[name]


def test_the_fields_of_a_room_are_those_that_its_records_have() -> None:
    assert {field.name for field in SCHEMA["GameDetailRule"].values()} == set(programs()["mahjong-soul"].named())


@pytest.mark.parametrize("name", ALL)
def test_every_key_that_a_field_says_is_one_and_takes_the_value(name: str) -> None:
    program, base = programs()[name], load_ruleset("ema-2016")
    base.with_options(program.always)
    for one in program.fields:
        assert set(one.means.keys) <= set(keys()), one.name
        if isinstance(one.means, Cases):
            for _, said in one.means.cases:
                assert isinstance(said, str) or base.with_options(said)
        if isinstance(one.means, ListMember):
            base.with_options({one.means.key: one.means.members})


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("players", [4, 3])
def test_no_key_is_said_by_a_field_and_by_what_the_program_always_plays(name: str, players: int) -> None:
    program = programs()[name]
    if players == 4 or program.three is not None:
        said = {key for one in program.fields_of(players) for key in one.means.keys}
        # At a table of three nobody asks RiichiEnv's field for three rons: two can win on a tile.
        assert program.plays(players).keys() & said == set()


@pytest.mark.parametrize("name", ALL)
def test_what_a_program_plays_at_a_table_of_three_are_keys_and_their_values(name: str) -> None:
    program, base = programs()[name], load_ruleset("tenhou-3p")
    base.with_options(program.three or {})
    assert {one.name for one in program.fields_of_three} <= set(program.named())
    for one in program.fields_of_three:
        assert isinstance(one.means, (Cases, CannotSay, NoEffect)), one.name
        for _, said in one.means.cases if isinstance(one.means, Cases) else ():
            assert isinstance(said, str) or base.with_options(said)


@pytest.mark.parametrize("name", ALL)
def test_what_a_preset_names_is_a_bundled_book(name: str) -> None:
    assert {book for books in programs()[name].presets.values() for book in books} <= set(bundled_ids())


@settings(max_examples=150)
@given(st.data())
def test_a_rooms_switches_mean_what_they_mean_in_its_records(data: st.DataObject) -> None:
    rule: dict[str, Any] = {"liqibang_value": 1000, "changbang_value": 300, "noting_fafu_1": 1000}
    rule |= {"noting_fafu_2": 1500, "noting_fafu_3": 3000, "shiduan": 1, "fanfu": 1, "dora_count": 3}
    switches = sorted((SWITCHED_ON.keys() | SWITCHED_OFF.keys()) - {"have_biao_dora"})
    rule |= {"have_biao_dora": True} | {one: data.draw(st.booleans()) for one in switches}
    rule["shiduan"] = data.draw(st.integers(0, 1))
    rule["enable_renhe"] = data.draw(st.integers(0, 2))
    room = of_rule(rule)
    assert not room.out_of_scope
    said = understand(programs()["mahjong-soul"], rule, "room").values
    usual = load_ruleset("mahjong-soul")
    mine, theirs = usual.with_options(said), usual.with_options(room.options)
    assert [key for key in keys() if mine[key] != theirs[key]] == []


# --- there and back ---------------------------------------------------------------------------------------------------


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("book", [one for one in bundled_ids() if load_ruleset(one).options.table.players == 4])
def test_what_an_export_does_not_call_lost_comes_back(name: str, book: str, tmp_path: Path) -> None:
    comes_back(programs()[name], load_ruleset(book), tmp_path)


OF_THREE = [name for name in ALL if programs()[name].three is not None]
BOOKS_OF_THREE = [one for one in bundled_ids() if load_ruleset(one).options.table.players == 3]


@pytest.mark.parametrize("name", [name for name in OF_THREE if programs()[name].seats])
@pytest.mark.parametrize("book", BOOKS_OF_THREE)
def test_what_an_export_of_three_players_does_not_call_lost_comes_back(name: str, book: str, tmp_path: Path) -> None:
    comes_back(programs()[name], load_ruleset(book), tmp_path)


def comes_back(program: Program, rules: Ruleset, tmp_path: Path) -> None:
    """Whether every key that an export does not call lost is in the ruleset that its import makes."""
    players = rules.options.table.players
    sent = send(program, rules)
    assert sent.settings.keys() <= program.named().keys()
    file = program.unwrap(json.loads(json.dumps(program.wrap(sent.settings))))
    assert file is not None
    back = import_settings(program, file, "sent", name="sent")
    again = load_again(back, tmp_path)
    lost = {one.key for one in sent.lost}
    said = {key for one in program.fields_of(players) for key in one.means.keys}
    expressible = program.plays(players).keys() | said
    assert expressible - lost, "an export that says nothing"
    assert again.options.table.players == players
    for key in expressible - lost:
        assert same(again[key], rules[key]), key


def test_programs_with_a_table_of_three_write_its_rules_and_what_they_cannot_say() -> None:
    assert OF_THREE == ["riichienv", "tenhou"]
    rules = load_ruleset("tenhou-3p")
    env = {one.key: one.why for one in send(programs()["riichienv"], rules).lost}
    assert env["table.players"] == "no field of RiichiEnv 0.4.11 expresses it: choose a three-player game there"
    assert env["kita.pending_indicator"] == 'RiichiEnv 0.4.11 plays "announced"'
    assert programs()["tenhou"].wrap(send(programs()["tenhou"], rules).settings) == {"type": 0x19}


def test_settings_of_three_players_are_brought_onto_a_book_of_three(tmp_path: Path) -> None:
    program, given = recognise({"type": 0x19}, "f.json")
    assert import_settings(program, given, "f.json").book.id == "tenhou-3p"
    again = written(program, given, tmp_path)
    assert (again.options.table.players, again["scoring.red_fives"], again["wins.honba_value"]) == (3, 2, 200)


@pytest.mark.parametrize("name", [name for name in ALL if name not in OF_THREE])
def test_rules_of_three_players_are_not_written_as_settings_of_four(name: str) -> None:
    with pytest.raises(UnreadableError, match=r"tenhou-3p is for three players; the settings of .* are for four"):
        send(programs()[name], load_ruleset("tenhou-3p"))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("reds", keys()["scoring.red_fives"].allowed)
def test_any_number_of_red_fives_is_written_or_said_to_be_lost(name: str, reds: int) -> None:
    rules = load_ruleset("tenhou").with_options({"scoring.red_fives": reds}, set_by="test")
    sent = send(programs()[name], rules)
    back = import_settings(
        programs()[name], programs()[name].unwrap(programs()[name].wrap(sent.settings)) or {}, "x", name="x"
    )
    assert "scoring.red_fives" in {one.key for one in sent.lost} or back.said.values["scoring.red_fives"] == reds


def load_again(found: Any, folder: Path) -> Ruleset:
    """An import as its file is read."""
    path = folder / "back.toml"
    path.write_text(imported_toml(found, "back", "Back"), "utf-8")
    return load_ruleset(path)


def values_of(one: ProgramField) -> st.SearchStrategy[Any]:
    """Values that this field takes in its program."""
    if isinstance(one.means, Cases):
        return st.sampled_from([value for value, _ in one.means.cases])
    if one.kind in (Kind.SWITCH, Kind.FLAG):
        return st.booleans()
    if one.kind is Kind.NUMBER:
        return st.integers(0, 400).map(lambda hundreds: 100 * hundreds)
    return st.just(one.default)


@pytest.mark.parametrize("name", ["majiang", "riichienv", "tenhou"])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_an_export_of_an_import_loses_no_field_that_was_not_listed(name: str, data: st.DataObject) -> None:
    program = programs()[name]
    file = {one.name: data.draw(values_of(one), one.name) for one in program.fields}
    found = import_settings(program, file, "given")
    lost = {one.field for one in found.lost}
    again = send(program, found.book.with_options(found.changes)).settings
    for field in file.keys() - lost:
        assert same(again[field], file[field]), field


def test_a_whole_room_comes_back_but_for_what_is_listed() -> None:
    program = programs()["mahjong-soul"]
    sent = send(program, load_ruleset("mahjong-soul")).settings
    assert send(program, import_settings(program, sent, "room").book).settings == sent
    assert not [
        one
        for one in import_settings(program, sent, "room").lost
        if one.field not in ("have_helezhongju", "have_tingpaizhongju")
    ]


# --- the three lists --------------------------------------------------------------------------------------------------


def test_late_indicators_of_a_file_reach_its_ruleset_and_cite_the_field(tmp_path: Path) -> None:
    rules = written(programs()["majiang"], {"カンドラ後乗せ": False, "リーチ後暗槓許可レベル": 0}, tmp_path)
    assert file_value(rules["kandora.daiminkan"]) == "rinshan_draw"
    assert file_value(rules["riichi_kan.level"]) == "forbidden"
    origin = rules.origin("riichi_kan.level")
    assert origin.source is not None
    assert (origin.source.clause, origin.source.grade.value) == ("リーチ後暗槓許可レベル", "own")


def test_what_a_file_does_not_say_is_the_programs_default_and_is_told() -> None:
    found = import_settings(programs()["majiang"], {"カンドラ後乗せ": False}, "given")
    told = {one.key: (one.value, one.origin) for one in found.assumed}
    assert told["scoring.kiriage_mangan"] == (False, "majiang-core 1.4.1's default of 切り上げ満貫あり")
    assert told["chankan.ankan"] == ("never", "majiang-core 1.4.1 always plays this way")
    assert "kandora.daiminkan" not in told
    assert told["chombo.pays"][1].startswith(f"{found.book.id}: ")


def test_an_unknown_field_is_told_and_not_dropped() -> None:
    (lost,) = import_settings(programs()["riichienv"], {"kuikae_forbidden": True, "washizu": 3}, "given").lost
    assert (lost.field, lost.value) == ("washizu", 3)
    assert lost.why == "RiichiEnv 0.4.11 has no such field; the file may be from a newer version"


def test_a_preset_that_bears_a_books_name_is_held_against_the_book() -> None:
    found = brought(programs()["riichi-advanced"], PRESETS / "riichi-advanced" / "m-league.json")
    told = {one.key: one for one in found.contradicts}
    assert found.book.id == "m-league"
    kan = told["riichi_kan.level"]
    assert kan.field == "yes_riichi_ankan"
    assert (kan.theirs, kan.ours, kan.clause, kan.grade) == ("same_waits", "same_readings", "4-5(2)", "official")


def test_what_riichienv_plays_whatever_its_preset_stands_against_the_books() -> None:
    """Found by playing it (tests/differential): a pending indicator turns before the next shouminkan can be robbed."""
    against = {
        "tenhou": ("tenhou", {"kandora.pending_on_next_kan": "announced"}),
        "mjsoul": ("mahjong-soul", {"kandora.ankan": "declaration", "tenpai.exhausted_wait": "noten_concealed"}),
    }
    for name, (book, differs) in against.items():
        found = brought(programs()["riichienv"], PRESETS / "riichienv" / f"{name}.json")
        assert (found.book.id, {one.key: one.theirs for one in found.contradicts}) == (book, differs)


def test_an_export_says_what_the_program_plays_instead() -> None:
    told = {one.key: one.why for one in send(programs()["majiang"], load_ruleset("ema-2016")).lost}
    assert told["chankan.ankan"] == 'majiang-core 1.4.1 plays "never"'
    assert told["ruleset.plugins"] == "majiang-core 1.4.1 does not use plugins"
    assert "scoring.kiriage_mangan" not in told


def test_a_book_without_an_extension_is_exported_without_one() -> None:
    assert send(programs()["majiang"], load_ruleset("ema-2016")).settings["延長戦方式"] == 0


def test_the_type_of_a_tenhou_table_says_its_reds_its_open_tanyao_and_its_length(tmp_path: Path) -> None:
    path = tmp_path / "go.xml"
    path.write_text('<mjloggm ver="2.3"><SHUFFLE/><GO type="7" lobby="0"/></mjloggm>', "utf-8")
    program, given = recognise(read(path, "go.xml"), "go.xml")
    found = import_settings(program, given, "go.xml")
    assert found.book.id == "tenhou"
    assert found.said.values == {"scoring.red_fives": 0, "scoring.open_tanyao": False, "game.length": "tonpuusen"}
    assert found.lost == ()


def test_the_bits_of_a_tenhou_type_that_nobody_knows_are_told() -> None:
    program, given = recognise({"type": 0x1109}, "f.json")
    told = [one.field for one in import_settings(program, given, "f.json").lost]
    assert told == ["type 0x1000", "type 0x100"]


def test_pantheons_fields_are_read_in_camel_case_and_in_its_own_names() -> None:
    pantheon = programs()["pantheon"]
    camel = {
        "startPoints": 30000,
        "umaType": 1,
        "uma": {"place1": 15000, "place2": 5000, "place3": -5000, "place4": -15000},
    }
    snake = {"start_points": 30000, "uma_type": "UMA_TYPE_UMA_SIMPLE", "uma": camel["uma"]}
    for document in (camel, snake):
        settings = pantheon.unwrap(document)
        assert settings is not None
        said = understand(pantheon, settings, "given")
        assert (said.values["game.start_points"], said.values["game.uma"]) == (30000, [15000, 5000, -5000, -15000])
        assert said.lost == ()


def test_presets_of_riichi_advanced_contradict_the_books_whose_names_they_bear() -> None:
    told = {
        (name, one.key): (one.theirs, one.ours)
        for name in ("m-league", "tenhou", "wrc-2025")
        for one in brought(programs()["riichi-advanced"], PRESETS / "riichi-advanced" / f"{name}.json").contradicts
    }
    assert told["m-league", "chankan.ankan"] == told["tenhou", "chankan.ankan"] == ("kokushi", "never")
    assert told["wrc-2025", "kandora.daiminkan"] == ("discard", "declaration")


def test_a_mod_that_a_list_does_not_name_is_off() -> None:
    program = programs()["riichi-advanced"]
    settings = program.unwrap(["kandora", {"name": "honba", "config": {"value": 500}}, "min_han", "jokers/19"])
    assert settings is not None
    said = understand(program, settings, "given")
    assert (said.values["wins.honba_value"], said.values["kandora.daiminkan"]) == (1500, "discard")
    assert said.values["riichi.ippatsu"] is False
    assert "jokers/19" in {one.field for one in said.lost}


# --- bad input --------------------------------------------------------------------------------------------------------

BAD = {
    "no JSON": ("rule: 3", "auto", "f.json:1:1: this is not JSON: expecting value"),
    "no UTF-8": (b"\xff\xfe{", "auto", "f.json: the byte 0xff at 0 is not UTF-8"),
    "a list": ("[1]", "auto", "f.json: contains no field of majiang-core, "),
    "of nobody": ('{"a": 1}', "auto", "f.json: contains no field of majiang-core, "),
    "wrong program": (
        '{"カンドラ後乗せ": true}',
        "riichienv",
        "f.json: contains no field of RiichiEnv 0.4.11, but fields of majiang-core 1.4.1; use --from majiang",
    ),
    "unknown program": ("{}", "majsoul", 'unknown program "majsoul"; expected one of: majiang, riichienv, '),
    "newer value": (
        '{"リーチ後暗槓許可レベル": 3}',
        "majiang",
        "f.json: `リーチ後暗槓許可レベル` is 3; majiang-core 1.4.1 has 0, 1, 2; the file may be from a newer version",
    ),
    "newer version": (
        '{"version": "0.5.0", "kuikae_forbidden": true}',
        "riichienv",
        "f.json: this is from RiichiEnv 0.5.0, and kanrules knows the fields of 0.4.11",
    ),
    "wrong type": (
        '{"kuikae_forbidden": "yes"}',
        "riichienv",
        'f.json: `kuikae_forbidden` is "yes"; expected true or false',
    ),
    "twice": (
        '{"kuikae_forbidden": true, "kuikae_forbidden": false}',
        "riichienv",
        'f.json: "kuikae_forbidden" appears twice',
    ),
    "not a number": ('{"配給原点": NaN}', "majiang", "f.json: NaN is not a JSON number"),
    "a part of a room": (
        '{"have_li_dora": true}',
        "mahjong-soul",
        "a room that states only part of its rules (detail_rule without liqibang_value)",
    ),
    "deep": ("[" * 100_000, "auto", "f.json"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_refused_with_an_exact_message(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, origin, message = BAD[kind]
    monkeypatch.chdir(tmp_path)
    Path("f.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SystemExit) as ended:
        main(["import", "f.json", "--from", origin])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"kanrules: {message}")


@pytest.mark.rest
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", ALL)
@given(
    document=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    ),
    data=st.data(),
)
@settings(max_examples=60, deadline=None)
def test_any_value_in_any_field_is_understood_or_refused(name: str, document: Any, data: st.DataObject) -> None:
    program = programs()[name]
    field = data.draw(st.sampled_from(program.fields))
    try:
        understand(program, {field.name: document, "liqibang_value": 1000}, "given")
    except UnreadableError as error:
        assert str(error)


def test_a_file_tells_its_program_by_its_fields() -> None:
    for one in programs().values():
        sent = one.wrap(send(one, load_ruleset("tenhou")).settings)
        assert recognise(sent, "f.json")[0] is one


# --- the command ------------------------------------------------------------------------------------------------------


def test_import_writes_a_ruleset_that_is_without_fault_and_never_over_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rule.json").write_text('{"カンドラ後乗せ": false}', "utf-8")
    arguments = ["import", "rule.json", "--name", "thursday-club", "--out", "thursday-club.toml", "--format", "json"]
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["kanrules", "schema", "rules", "lost", "assumed", "contradicts", "text"]
    assert told["rules"] == "thursday-club"
    assert Path("thursday-club.toml").read_text("utf-8") == told["text"]
    for again, code, word in ((arguments, 2, "already exists"), (["check", "thursday-club.toml"], 0, "")):
        with pytest.raises(SystemExit) as ended:
            main(again)
        assert ended.value.code == code
        assert word in capsys.readouterr().err


def test_export_prints_settings_alone_and_its_list_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["export", "tenhou", "--to", "riichienv"])
    assert ended.value.code == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["sanchaho_is_draw"] is True
    assert told.err.startswith("lost: ")


def test_the_page_of_the_docs_is_the_one_that_its_command_writes() -> None:
    docs = Path(__file__).parents[2] / "docs" / "exchange.md"
    assert docs.read_text("utf-8") == page()
