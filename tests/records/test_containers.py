"""Files with several games: lists of games, addresses with a game in them, reports, games that follow one another; and
files that break off.
"""

from __future__ import annotations

import gzip
import html
import json
import zipfile
from functools import cache
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest

from kanrules import UnreadableError, audit
from kanrules.cli import main
from kanrules.records import Record, Unreadable, open_records, read_data, write_tenhou6
from kanrules.records.recorded import RecordedHand
from tests.records.formats import GAMES, WRITERS, shipped

HANDS = shipped("majiang-tenpai.json.gz")[:4]


@cache
def majiang_games() -> list[bytes]:
    return gzip.decompress((GAMES / "majiang.jsonl.gz").read_bytes()).splitlines()[:3]


def records(data: bytes) -> list[tuple[str, int]]:
    """The name of each record and its number of hands."""
    found = []
    for record in read_data(data, "f"):
        assert isinstance(record, Record), record
        found.append((record.file, len(list(record.hands))))
    return found


def test_a_list_of_games_is_each_of_them() -> None:
    games = [msgspec.json.decode(game) for game in majiang_games()]
    expected = [(f"f#{number}", len(game["log"])) for number, game in enumerate(games, 1)]
    assert records(msgspec.json.encode(games)) == expected
    assert records(json.dumps(games, indent=1).encode()) == expected
    assert records(msgspec.json.encode(games[:1])) == expected[:1]


def test_a_game_in_a_list_that_cannot_be_read_does_not_stop_the_others() -> None:
    games = [msgspec.json.decode(majiang_games()[0]), {"log": "?"}]
    first, second = read_data(msgspec.json.encode(games), "f")
    assert isinstance(first, Record) and isinstance(second, Unreadable)
    assert second.file == "f#2" and "not a record in a known format" in second.why


@pytest.mark.parametrize("encoded", [True, False], ids=["percent-encoded", "as typed"])
@pytest.mark.parametrize(
    "place", ["https://tenhou.net/6/#json=", "https://tenhou.net/5/#json=", "http://tenhou.net/6/?x#json="]
)
@pytest.mark.parametrize("view", ["", "&ts=0", "&tw=2&ts=1"])
def test_an_address_that_contains_a_game_is_that_game(place: str, view: str, encoded: bool) -> None:
    game = json.dumps(write_tenhou6.game(HANDS), ensure_ascii=False, separators=(",", ":"))
    line = (place + (quote(game) if encoded else game) + view).encode()
    assert records(line) == [("f", len(HANDS))]
    assert records(line + b"\n" + line + b"\n") == [("f:1", len(HANDS)), ("f:2", len(HANDS))]


def test_addresses_in_a_file_are_a_game_each(tmp_path: Path) -> None:
    lines = [f"https://tenhou.net/6/#json={quote(json.dumps(write_tenhou6.game([hand])))}" for hand in HANDS]
    path = tmp_path / "addresses.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    found = list(open_records([path]))
    assert [record.file for record in found] == [f"{path}:{number}" for number in range(1, len(HANDS) + 1)]
    assert all(isinstance(record, Record) and len(list(record.hands)) == 1 for record in found)


def test_an_address_that_breaks_off_keeps_the_hands_before() -> None:
    line = f"https://tenhou.net/6/#json={quote(json.dumps(write_tenhou6.game(HANDS)))}".encode()
    for data, number in ((line[: len(line) * 3 // 4], 1), (line + b"\n" + line[: len(line) * 3 // 4], 2)):
        found = list(read_data(data, "f"))
        last = found[-1]
        assert len(found) == number and isinstance(last, Record)
        kept: list[RecordedHand] = []
        with pytest.raises(UnreadableError, match="breaks off after hand 2"):
            kept.extend(iter_into(last, kept))
        assert len(kept) == 2


def test_a_last_game_of_many_that_breaks_off_keeps_the_hands_before(tmp_path: Path) -> None:
    game = WRITERS["tenhou6"](HANDS)
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("games.jsonl", game + b"\n" + game[: len(game) * 3 // 4])
    judged = list(audit([path], "mahjong-soul"))
    assert [(one.file.rpartition("!")[2], one.hands) for one in judged] == [("games.jsonl:1", 4), ("games.jsonl:2", 2)]
    assert "breaks off after hand 2" in judged[1].unreadable


def test_a_truncated_archive_is_not_read_as_the_archive_inside_it(tmp_path: Path) -> None:
    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("x.json", WRITERS["tenhou6"](HANDS))
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("first.json", WRITERS["tenhou6"](HANDS))
        archive.write(inner, "inner.zip")
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"PK\x01\x02")])
    *_, last = open_records([path])
    assert isinstance(last, Unreadable) and "not a complete zip archive" in last.why


def test_an_entry_of_a_list_that_is_no_game_does_not_stop_the_others() -> None:
    game = msgspec.json.decode(WRITERS["tenhou6"](HANDS))
    first, second, third = read_data(msgspec.json.encode([game, None, game]), "f")
    assert isinstance(first, Record) and isinstance(second, Unreadable) and isinstance(third, Record)
    assert (first.file, second.file, third.file) == ("f#1", "f#2", "f#3")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai", "majiang", "mjsoul-json"])
def test_a_record_with_a_byte_order_mark_is_read(form: str, encoding: str) -> None:
    text = WRITERS[form](HANDS).decode()
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    assert records((mark + text).replace("\n", "\r\n").encode(encoding)) == [("f", len(HANDS))]


@pytest.mark.parametrize("field", [None, "name", "rule"])
def test_tenhous_json_without_names_and_rules_is_known_by_its_hands(field: str | None) -> None:
    game = msgspec.json.decode(WRITERS["tenhou6"](HANDS))
    bare = {"log": game["log"]} | ({} if field is None else {field: None})
    assert records(msgspec.json.encode(bare)) == [("f", len(HANDS))]


def test_an_address_of_a_record_elsewhere_is_no_record() -> None:
    (found,) = read_data(b"https://tenhou.net/0/?log=2020010100gm-0001-0000-00000000&tw=0\n", "f")
    assert isinstance(found, Unreadable) and "an address, not a record" in found.why


def mjai_events(hands: tuple[RecordedHand, ...]) -> list[dict[str, object]]:
    return [msgspec.json.decode(line) for line in WRITERS["mjai"](hands).splitlines()]


def test_the_report_of_mjai_reviewer_holds_its_game() -> None:
    """Its moments are derived from Tenhou's JSON, so they are not compared."""
    events = mjai_events(HANDS)
    events[0] |= {"kyoku_first": 4, "aka_flag": True}
    report = {"engine": "mortal", "review": {"total_reviewed": 1}, "player_id": 0, "mjai_log": events, "lang": "en"}
    for data in (msgspec.json.encode(report), json.dumps(report, indent=2).encode()):
        (record,) = read_data(data, "f")
        assert isinstance(record, Record) and record.format == "mjai" and not record.keeps_instants
        assert len(list(record.hands)) == len(HANDS)


def page_of_mjai_reviewer(game: dict[str, object], *, minified: bool) -> bytes:
    """A page as the program's template and its minifier make it: a viewer for each hand, which gets the game with that
    hand alone.
    """
    viewers = []
    for hand in game["log"]:  # type: ignore[attr-defined]  # a list
        part = json.dumps(game | {"log": [hand]}, ensure_ascii=False, separators=(",", ":"))
        if minified:
            viewers.append(f"<iframe class=tenhou loading=lazy src='https://tenhou.net/5/?tw=2#json={part}'></iframe>")
        else:
            address = f"https://tenhou.net/5/?tw=2#json={html.escape(part)}"
            viewers.append(f'<iframe src="{address}"\n  class="tenhou" loading="lazy"></iframe>')
    end = "<svg><path/></svg>" if minified else "</body></html>\n"
    return f'\n\n<!DOCTYPE html>\n\n<html lang="en">\n<body>{"<p>Turn 1</p>".join(viewers)}{end}'.encode()


def test_a_page_that_breaks_off_keeps_the_hands_before() -> None:
    page = page_of_mjai_reviewer(write_tenhou6.game(HANDS), minified=True)
    (record,) = read_data(page[: len(page) * 3 // 4], "f")
    assert isinstance(record, Record)
    kept: list[RecordedHand] = []
    with pytest.raises(UnreadableError, match="breaks off after hand 2"):
        kept.extend(iter_into(record, kept))


def test_a_page_of_open_quotation_marks_is_read_in_linear_time() -> None:
    (found,) = read_data(b"<!DOCTYPE html>" + b'<iframe src="https://tenhou.net/5/#json=' * 100_000, "f")
    assert isinstance(found, Unreadable)


@pytest.mark.parametrize("minified", [False, True])
def test_the_page_of_mjai_reviewer_is_the_game_that_it_shows(minified: bool) -> None:
    game = write_tenhou6.game(HANDS)
    (shown,) = read_data(page_of_mjai_reviewer(game, minified=minified), "f")
    (itself,) = read_data(msgspec.json.encode(game), "f")
    assert isinstance(shown, Record) and isinstance(itself, Record)
    assert shown.format == "tenhou6"
    assert list(shown.hands) == list(itself.hands)


def test_a_page_without_a_game_is_no_record() -> None:
    (found,) = read_data(b'<!DOCTYPE html>\n<html><body><iframe src="https://tenhou.net/5/?tw=0"></body></html>', "f")
    assert isinstance(found, Unreadable)


@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai", "majiang", "mjsoul-json"])
def test_a_gzip_file_that_breaks_off_keeps_the_hands_before(form: str, tmp_path: Path) -> None:
    packed = gzip.compress(WRITERS[form](HANDS), compresslevel=1)
    path = tmp_path / "game.gz"
    path.write_bytes(packed[: len(packed) * 3 // 4])
    (record,) = open_records([path])
    assert isinstance(record, Record), record
    kept: list[RecordedHand] = []
    with pytest.raises(UnreadableError, match="the gzip data is truncated"):
        kept.extend(iter_into(record, kept))
    (whole,) = read_data(gzip.decompress(packed), "f")
    assert isinstance(whole, Record)
    assert kept and [hand.steps for hand in kept[:1]] == [hand.steps for hand in whole.hands][:1]
    if form == "mjai":
        whole_lines = gzip.decompress(packed).partition(b'{"type":"end_game')[0]
        path.write_bytes(gzip.compress(whole_lines)[:-8])
        with pytest.raises(UnreadableError, match="truncated after hand 4"):
            list(next(iter(open_records([path]))).hands)  # type: ignore[union-attr]  # a record, as above
    path.write_bytes(packed[:30])
    (nothing,) = open_records([path])
    assert isinstance(nothing, Unreadable) and "truncated" in nothing.why


def test_games_that_follow_one_another_are_counted() -> None:
    one = WRITERS["mjai"](HANDS)
    expected = [("f#1", len(HANDS)), ("f#2", len(HANDS))]
    assert records(one + b"\n" + one) == expected
    assert records(msgspec.json.encode(mjai_events(HANDS) * 2)) == expected
    assert records(msgspec.json.encode([mjai_events(HANDS)] * 2)) == expected
    line = msgspec.json.encode(mjai_events(HANDS))
    assert records(line + b"\n" + line) == [("f:1", len(HANDS)), ("f:2", len(HANDS))]


@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai", "mjsoul", "mjsoul-json", "majiang"])
def test_a_file_that_breaks_off_keeps_the_hands_before_and_says_where(form: str) -> None:
    whole = WRITERS[form](HANDS)
    (record,) = read_data(whole, "f")
    assert isinstance(record, Record)
    hands = list(record.hands)
    (record,) = read_data(whole[: len(whole) * 3 // 4], "f")
    assert isinstance(record, Record)
    kept = []
    with pytest.raises(UnreadableError) as error:
        kept.extend(iter_into(record, kept))
    assert 1 < len(kept) <= len(hands)
    assert [hand.steps for hand in kept[:2]] == [hand.steps for hand in hands[:2]]
    assert "hand" in str(error.value) and any(word in str(error.value) for word in ("byte", "line", "event"))


def iter_into(record: Record, kept: list[RecordedHand]) -> list[RecordedHand]:
    for hand in record.hands:
        kept.append(hand)
    return []


@pytest.mark.parametrize("data", [b"", b"{", b"hello", b"[1, 2]", b'{"log": 3'])
def test_nothing_read_is_never_no_difference(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(SystemExit) as code:
        main(["replay", str(path), "--rules", "tenhou"])
    out = capsys.readouterr().out
    assert code.value.code == 2 and "no difference" not in out and "nothing could be read" in out


def test_a_game_out_of_scope_is_never_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_tenhou6.game(HANDS) | {"csrule": ["zz"]}
    (tmp_path / "1.json").write_bytes(msgspec.json.encode(game))
    for others, words in ((0, "1 out of scope: nothing was judged"), (1, ": no difference in what was compared")):
        if others:
            (tmp_path / "2.json").write_bytes(WRITERS["tenhou6"](HANDS))
        with pytest.raises(SystemExit) as code:
            main(["replay", str(tmp_path), "--rules", "mahjong-soul"])
        assert (code.value.code or 0) == 0
        assert capsys.readouterr().out.splitlines()[-1].endswith(words)


def test_a_file_that_breaks_off_is_never_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(WRITERS["tenhou6"](HANDS)[:-600])
    with pytest.raises(SystemExit) as code:
        main(["replay", str(path), "--rules", "mahjong-soul"])
    out, err = capsys.readouterr()
    assert code.value.code == 2 and "no difference" not in out and "breaks off after hand" in err
    (judged,) = audit([path], "mahjong-soul")
    assert judged.hands == 3 and "breaks off after hand 3" in judged.unreadable
