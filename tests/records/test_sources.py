"""Records are found wherever they lie, told apart by content, and nothing unpacks without bound."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import pickle
import random
import tarfile
import tracemalloc
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from kanrules.records import (
    Member,
    Record,
    Unreadable,
    list_members,
    open_records,
    read_member,
    sources,
    write_mjai,
    write_tenhou6,
)
from tests.records.formats import mjlog, mjsoul_wire, shipped


@pytest.fixture(scope="module")
def games() -> dict[str, bytes]:
    """One game in each format."""
    hands = shipped("majiang-tenpai.json.gz")
    return {
        "mjlog": mjlog(hands),
        "tenhou6": msgspec.json.encode(write_tenhou6.game(hands)),
        "mjai": "\n".join(write_mjai.lines(hands)).encode(),
        "mjsoul": mjsoul_wire(hands),
    }


def formats(found: Sequence[Record | Unreadable]) -> list[str]:
    assert not [entry for entry in found if isinstance(entry, Unreadable)]
    return [entry.format for entry in found if isinstance(entry, Record)]


def only_fault(paths: Sequence[Path]) -> Unreadable:
    (found,) = open_records(paths)
    assert isinstance(found, Unreadable), found
    return found


def test_a_record_is_recognised_by_content_and_not_by_its_name(games: dict[str, bytes], tmp_path: Path) -> None:
    for name, data in games.items():
        plain = tmp_path / "record.png"
        plain.write_bytes(data)
        assert formats(list(open_records([plain]))) == [name]
        plain.write_bytes(gzip.compress(data))
        assert formats(list(open_records([plain]))) == [name]


@pytest.mark.parametrize("packed", [False, True])
def test_every_member_of_a_zip_archive_is_a_record(games: dict[str, bytes], tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "a.dat"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED) as archive:
        archive.mkdir("inside")
        for name, data in games.items():
            archive.writestr(f"inside/{name}", gzip.compress(data) if name == "mjlog" else data)
    found = list(open_records([path]))
    assert formats(found) == list(games)
    assert [entry.file for entry in found] == [f"{path}!inside/{name}" for name in games]


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_every_member_of_a_tar_archive_is_a_record(games: dict[str, bytes], tmp_path: Path, mode: str) -> None:
    path = tmp_path / "a.dat"
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]  # typeshed wants literals
        for name, data in games.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    found = list(open_records([path]))
    assert formats(found) == list(games)
    assert [entry.file for entry in found] == [f"{path}!{name}" for name in games]


def test_a_folder_is_read_through_in_order_of_name(games: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2").write_bytes(games["mjai"])
    (tmp_path / "c").write_bytes(games["mjlog"])
    (tmp_path / "a").write_bytes(games["tenhou6"])
    assert formats(list(open_records([tmp_path]))) == ["tenhou6", "mjai", "mjlog"]


def test_a_folder_of_a_great_many_files_is_read_in_order_of_name_too(
    games: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "_RUN", 7)
    names = [f"{number}.xml" for number in random.Random(1).sample(range(10_000), 50)]
    for name in names:
        (tmp_path / name).write_bytes(games["mjlog"])
    assert [entry.file for entry in open_records([tmp_path])] == [str(tmp_path / name) for name in sorted(names)]


@pytest.mark.rest
def test_the_names_of_a_million_files_take_little_room() -> None:
    tracemalloc.start()
    try:
        names = sources._in_order(f"{number:012}.xml" for number in reversed(range(200_000)))
        assert next(names) == f"{0:012}.xml"
        assert tracemalloc.get_traced_memory()[1] < 200_000 * 17 + (4 << 20)
        assert sum(1 for _ in names) == 199_999
    finally:
        tracemalloc.stop()


def test_a_link_back_to_its_own_folder_does_not_go_round_for_ever(games: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(games["mjlog"])
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    assert len(list(open_records([tmp_path]))) == 1


def test_a_link_to_itself_is_named_and_its_folder_is_read(games: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(games["mjlog"])
    (tmp_path / "b").symlink_to(tmp_path / "b")
    (tmp_path / "c").write_bytes(games["mjai"])
    first, second, third = open_records([tmp_path])
    assert formats([first, third]) == ["mjlog", "mjai"]
    assert isinstance(second, Unreadable) and second.file == str(tmp_path / "b") and "symbolic links" in second.why


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_with_a_game_a_line_is_as_many_records(
    games: dict[str, bytes], tmp_path: Path, pack: type[bytes]
) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(pack(games["tenhou6"] + b"\n\n" + b"{broken\n" + games["tenhou6"] + b"\n"))
    found = list(open_records([path]))
    assert [entry.file for entry in found] == [f"{path}:1", f"{path}:3", f"{path}:4"]
    assert [isinstance(entry, Record) for entry in found] == [True, False, True]


def test_a_member_can_be_read_in_another_process(games: dict[str, bytes], tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x", games["mjlog"])
    with tarfile.open(tmp_path / "b.tar.gz", "w:gz") as tar:
        info = tarfile.TarInfo("y")
        info.size = len(games["mjai"])
        tar.addfile(info, io.BytesIO(games["mjai"]))
    members = list(list_members(tmp_path))
    there = pickle.loads(pickle.dumps(members))
    assert formats([entry for member in there for entry in read_member(member)]) == ["mjlog", "mjai"]


def test_what_cannot_be_read_is_named_and_the_others_go_on(games: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "1").write_bytes(games["mjlog"])
    (tmp_path / "2").write_bytes(gzip.compress(games["mjlog"])[:30])  # before its first hand
    (tmp_path / "3").write_bytes(b"")
    (tmp_path / "4").write_bytes(b"Dear diary")
    (tmp_path / "5").write_bytes(games["mjai"])
    found = list(open_records([tmp_path, tmp_path / "none"]))
    assert [isinstance(entry, Record) for entry in found] == [True, False, False, False, True, False]
    why = {Path(entry.file).name: entry for entry in found if isinstance(entry, Unreadable)}
    assert "truncated" in why["2"].why and not why["2"].foreign
    assert why["3"].foreign and "empty" in why["3"].why
    assert why["4"].foreign and "'Dear diary'" in why["4"].why
    assert "No such file" in why["none"].why


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("x", bytes(30 << 20))
    assert path.stat().st_size < 1 << 17
    assert "200 times" in only_fault([path]).why


def test_a_bomb_in_a_zip_leaves_the_other_members_readable(games: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "mixed.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("a", games["mjlog"])
        archive.writestr("b", bytes(30 << 20))
        archive.writestr("c", games["mjai"])
    first, second, third = open_records([path])
    assert formats([first, third]) == ["mjlog", "mjai"]
    assert isinstance(second, Unreadable) and second.file == f"{path}!b" and "200 times" in second.why


def test_members_that_share_their_bytes_are_refused_together(tmp_path: Path) -> None:
    # A thousand entries that all name the same bytes: each is modest, together they are a bomb.
    blob = io.BytesIO()
    with zipfile.ZipFile(blob, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x", random.Random(1).randbytes(1 << 14) + bytes(1 << 20))
    data = blob.getvalue()
    directory, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry, tail = data[directory:end], bytearray(data[end:])
    tail[8:10] = tail[10:12] = (1000).to_bytes(2, "little")
    tail[12:16] = (1000 * len(entry)).to_bytes(4, "little")
    path = tmp_path / "shared.zip"
    path.write_bytes(data[:directory] + 1000 * entry + tail)
    assert "200 times" in only_fault([path]).why


def test_a_zip_member_that_says_it_is_small_but_packed_large_is_refused(
    games: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MAX_RECORD", 10_000)
    blob = io.BytesIO()
    with zipfile.ZipFile(blob, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("x", random.Random(1).randbytes(20_000))
    data = bytearray(blob.getvalue())
    at = data.index(b"PK\x01\x02") + 24
    assert data[at : at + 4] == (20_000).to_bytes(4, "little")
    data[at : at + 4] = (100).to_bytes(4, "little")
    path = tmp_path / "small.zip"
    path.write_bytes(data)
    assert "records are smaller" in only_fault([path]).why


def test_a_zip_member_that_is_larger_than_announced_is_refused(games: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "lies.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x", games["mjlog"])
    (member,) = list_members(path)
    assert isinstance(member, Member)
    lying = Member(member.path, member.file, member.offset, member.packed, 100, member.method, member.crc, in_zip=True)
    (found,) = read_member(lying)
    assert isinstance(found, Unreadable) and "checksum" in found.why


def test_a_gzip_bomb_is_refused_after_a_bounded_amount(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(30 << 20)))
    taken = 0

    class Counted(sources._Inflating):
        def readinto(self, buffer: object) -> int:
            nonlocal taken
            size = super().readinto(buffer)
            taken += size
            return size

    monkeypatch.setattr(sources, "_Inflating", Counted)
    assert "200 times" in only_fault([path]).why
    assert taken < 10 << 20


def test_a_tar_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        info = tarfile.TarInfo("x")
        info.size = 30 << 20
        archive.addfile(info, io.BytesIO(bytes(info.size)))
    found = list(open_records([path]))
    assert any(isinstance(entry, Unreadable) and "200 times" in entry.why for entry in found)
    assert not any(isinstance(entry, Record) for entry in found)


def tar(*members: tuple[str, bytes, int], kind: bytes = tarfile.REGTYPE) -> bytes:
    """A tar archive whose members say that they have so many bytes, and no end."""
    data = b""
    for name, body, size in members:
        info = tarfile.TarInfo(name)
        info.size, info.type = size, kind
        data += info.tobuf(tarfile.GNU_FORMAT) + body + bytes(-len(body) % 512)
    return data


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_tar_member_that_says_it_is_larger_than_the_world_ends_its_archive(
    games: dict[str, bytes], tmp_path: Path, pack: type[bytes]
) -> None:
    path = tmp_path / "huge.tar"
    game = games["mjlog"]
    path.write_bytes(pack(tar(("a", game, len(game)), ("b", b"x" * 1000, 1 << 60), ("c", game, len(game)))))
    first, second, third = open_records([path])
    assert formats([first]) == ["mjlog"]
    assert isinstance(second, Unreadable) and second.file == f"{path}!b" and "records are smaller" in second.why
    assert (
        isinstance(third, Unreadable) and third.file == str(path) and third.why.startswith("not a complete tar archive")
    )


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE, tarfile.XGLTYPE])
def test_a_name_in_a_tar_archive_does_not_fill_the_memory(tmp_path: Path, pack: type[bytes], kind: bytes) -> None:
    path = tmp_path / "name.tar"
    path.write_bytes(pack(tar(("a", b"A" * 5000, 1 << 40), kind=kind)))
    assert "a name or note of 1099511627776 bytes" in only_fault([path]).why


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE])
@pytest.mark.parametrize("notes", [b"9" * 1_000_000, b"5 aaa" * 200_000, b"13 path=abcd\n" * 9 + b"7 path=abcd\n"])
def test_damaged_notes_on_a_tar_member_are_refused_before_they_take_hours(
    tmp_path: Path, pack: type[bytes], kind: bytes, notes: bytes
) -> None:
    path = tmp_path / "notes.tar"
    path.write_bytes(pack(tar(("a", notes, len(notes)), kind=kind)))
    assert only_fault([path]).why == "not a complete tar archive: a damaged note on a member"


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_tar_member_with_long_notes_is_read(games: dict[str, bytes], tmp_path: Path, pack: type[bytes]) -> None:
    path = tmp_path / "notes.tar"
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in ("麻" * 200, "b"):
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(games["mjlog"]), 1.5
            member.pax_headers = {"comment": "two\nlines = one note" * 900}
            archive.addfile(member, io.BytesIO(games["mjlog"]))
    path.write_bytes(pack(made.getvalue()))
    assert formats(list(open_records([path]))) == ["mjlog", "mjlog"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("kind", [tarfile.REGTYPE, tarfile.DIRTYPE, b"Q"])
@pytest.mark.parametrize("size", [-1, -512, -1536, -(1 << 70)])
@pytest.mark.parametrize("noted", [False, True])
def test_a_tar_member_of_negative_size_ends_its_archive(
    tmp_path: Path, pack: type[bytes], kind: bytes, size: int, noted: bool
) -> None:
    path = tmp_path / "negative.tar"
    said = f" size={size}\n".encode()
    note = b"%d" % (len(said) + 2) + said
    before = tar(("a", note, len(note)), kind=tarfile.XHDTYPE) if noted else b""
    path.write_bytes(pack(before + tar(("b", b"x" * 600, 0 if noted else size), kind=kind)))
    assert only_fault([path]).why == "not a complete tar archive: a member of negative size"


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE])
def test_headers_upon_headers_in_a_tar_archive_are_no_error_of_ours(tmp_path: Path, kind: bytes) -> None:
    note = b"13 path=abcd\n"
    path = tmp_path / "headers.tar"
    path.write_bytes(tar(*[("a", note, len(note))] * 3000, kind=kind))
    assert only_fault([path]).why.startswith("not a complete tar archive")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_damaged_header_is_not_the_end_of_a_tar_archive(
    games: dict[str, bytes], tmp_path: Path, pack: type[bytes]
) -> None:
    game = games["mjlog"]
    data = bytearray(tar(("a", game, len(game)), ("b", game, len(game)), ("c", game, len(game))))
    second = 512 + len(game) + -len(game) % 512
    for damage in (b"?", b""):
        path = tmp_path / "damaged.tar"
        path.write_bytes(
            pack(bytes(data[:second] + damage + data[second + 1 :]) if damage else bytes(data[: second + 100]))
        )
        found = list(open_records([path]))
        assert formats(found[:1]) == ["mjlog"]
        (fault,) = found[1:]
        assert (
            isinstance(fault, Unreadable)
            and fault.file == str(path)
            and fault.why.startswith("not a complete tar archive")
        )


def test_a_tar_archive_that_grows_is_read_as_far_as_it_was_when_it_was_opened(
    games: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "growing.tar"
    member = tar(("a", games["mjlog"], len(games["mjlog"])))
    path.write_bytes(member * 5)
    with path.open("ab") as growing:
        for number, found in enumerate(list_members(path), 1):
            assert number <= 5, "the writer is always ahead"
            assert isinstance(found, Member)
            growing.write(member * 2)
            growing.flush()
    assert number == 5


def test_a_record_larger_than_any_record_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_RECORD", 1000)
    path = tmp_path / "large"
    path.write_bytes(b"<mjloggm>" + bytes(2000))
    assert "records are smaller" in only_fault([path]).why
    path.write_bytes(gzip.compress(random.Random(1).randbytes(2000)))
    assert "records are smaller" in only_fault([path]).why


def test_an_archive_inside_an_archive_is_not_opened(games: dict[str, bytes], tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("x", games["mjlog"])
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.writestr("inner.zip", inner.getvalue())
    assert "inside an archive" in only_fault([tmp_path / "outer.zip"]).why
    (tmp_path / "outer.gz").write_bytes(gzip.compress(inner.getvalue()))
    assert "inside gzip" in only_fault([tmp_path / "outer.gz"]).why
    (tmp_path / "twice.gz").write_bytes(gzip.compress(gzip.compress(games["mjlog"])))
    assert "inside an archive" in only_fault([tmp_path / "twice.gz"]).why


def test_an_encrypted_member_is_said_to_be_encrypted(games: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "secret.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x", games["mjlog"])
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(bytes(data))
    assert "encrypted" in only_fault([path]).why


def test_other_packings_are_named(games: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(bz2.compress(games["mjlog"]))
    assert "bzip2" in only_fault([path]).why


def test_a_damaged_archive_is_one_message(games: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x", games["mjlog"])
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "zip" in only_fault([path]).why
    damaged = bytearray(whole)
    damaged[100] ^= 0xFF
    path.write_bytes(bytes(damaged))
    assert "damaged" in only_fault([path]).why


def test_a_name_with_odd_bytes_is_shown_without_them(games: dict[str, bytes], tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/a\xff\x1b[31m.xml"
    with open(odd, "wb") as file:  # noqa: PTH123  # a name of bytes
        file.write(games["mjlog"])
    (record,) = open_records([tmp_path])
    assert isinstance(record, Record)
    assert record.file.isprintable()
    assert len(list(record.hands)) == len(shipped("majiang-tenpai.json.gz"))


def test_neither_a_pipe_nor_a_device_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not a file or a folder" in only_fault([tmp_path / "pipe"]).why


def test_a_folder_without_permission_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refused)
    assert only_fault([tmp_path]).why == "Permission denied"


def test_a_gzip_file_of_several_members_is_read_to_its_end(games: dict[str, bytes], tmp_path: Path) -> None:
    data = games["mjlog"]
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(data[:5000]) + gzip.compress(data[5000:]) + bytes(8))
    (record,) = open_records([path])
    assert isinstance(record, Record)
    assert len(list(record.hands)) == len(shipped("majiang-tenpai.json.gz"))


def test_a_raw_deflate_stream_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(zlib.compress(b"<mjloggm>"))
    assert only_fault([path]).foreign
