"""The directory of a zip archive read entry by entry says what the standard library says of it."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kanrules.records import Member, Unreadable, list_members, zip_directory
from kanrules.records.sources import read_bytes
from kanrules.records.zip_directory import Directory

NAMES = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters="\0\\:", exclude_categories=["Cs"]), min_size=1,
            max_size=30), max_size=30,
    unique=True,
)  # fmt: skip


@pytest.fixture(autouse=True)
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_directory, "FEW", -1)


def same(path: Path) -> list[str]:
    ours = list(Directory(str(path)))
    with zipfile.ZipFile(path) as archive:
        theirs = archive.infolist()
        assert Directory(str(path)).start == archive.start_dir
    parts = ("filename", "flag_bits", "compress_type", "CRC", "compress_size", "file_size", "header_offset")
    assert [[getattr(one, part) for part in parts] for one in ours] == [
        [getattr(one, part) for part in parts] for one in theirs
    ]
    assert [one.is_dir() for one in ours] == [one.is_dir() for one in theirs]
    return [one.filename for one in ours]


@pytest.mark.rest
@settings(max_examples=80, deadline=None)
@given(names=NAMES, comment=st.binary(max_size=300), before=st.binary(max_size=100))
def test_every_entry_is_read_as_the_standard_library_reads_it(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], comment: bytes, before: bytes
) -> None:
    blob = io.BytesIO()
    with zipfile.ZipFile(blob, "w") as archive:
        for number, name in enumerate(names):
            archive.writestr(
                zipfile.ZipInfo(name), b"x" * number, zipfile.ZIP_DEFLATED if number % 2 else zipfile.ZIP_STORED
            )
        archive.comment = comment
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(before + blob.getvalue())
    if b"PK\5\6" not in comment:
        same(path)


def test_sizes_and_places_beyond_four_gigabytes_are_read_from_the_zip64_fields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The writer is told that everything beyond 100 bytes, and any second file, is too big for the old fields.
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 100)
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 2)
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(5):
            with archive.open(f"{number}.txt", "w", force_zip64=True) as member:
                member.write(bytes([65 + number]) * 90 * number)
    assert b"PK\6\6" in path.read_bytes()
    assert same(path) == [f"{number}.txt" for number in range(5)]
    members = list(list_members(path))
    assert all(isinstance(member, Member) for member in members)
    assert [read_bytes(member) for member in members if isinstance(member, Member)] == [
        bytes([65 + n]) * 90 * n for n in range(5)
    ]
    path.write_bytes(b"something before it" + path.read_bytes())
    assert len(same(path)) == 5


def test_names_in_the_old_code_page_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("caf\x82.xml".encode("latin1").decode("cp437"), b"x")
    assert same(path) == ["café.xml"]


def test_a_directory_of_many_thousands_of_entries_is_read_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(3000):
            archive.writestr(f"a-rather-long-folder-name-{number % 7}/{number}.xml", b"")
    assert len(same(path)) == 3000


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, 10**6), byte=st.integers(0, 255), cut=st.integers(0, 200))
def test_a_damaged_directory_is_unreadable_and_never_anything_else(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int, cut: int
) -> None:
    blob = io.BytesIO()
    with zipfile.ZipFile(blob, "w") as archive:
        for number in range(4):
            archive.writestr(f"{number}.txt", b"abc" * number)
    data = bytearray(blob.getvalue())
    data[at % len(data)] = byte
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(bytes(data[: len(data) - cut]))
    for member in list_members(path):
        assert isinstance(member, (Member, Unreadable))


def test_a_directory_that_says_it_is_bigger_than_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"PK\3\4" + bytes(60) + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 9, 9, 0x7FFFFFFF, 0, 0))
    (only,) = list_members(path)
    assert (
        isinstance(only, Unreadable) and "not a complete zip archive: its directory is longer than the file" in only.why
    )
