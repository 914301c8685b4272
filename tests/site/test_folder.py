"""The folder of a site, and the cache: kanrules writes and deletes its own files there, and nothing else."""

from __future__ import annotations

import gzip
import io
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kanrules.errors import UnreadableError
from kanrules.site import bundle
from kanrules.site.build import LIST, write_site
from kanrules.site.runtime import Runtime, there
from tests.site.conftest import unpacked

SITE = {"index.html": b"home", "live/bundle.pack": b"bundle", "r/tenhou/index.html": b"tenhou"}


@pytest.mark.parametrize("name", ["live", "r", "r/tenhou", "index.html", "live/bundle.pack", LIST])
@pytest.mark.parametrize("dangling", [False, True])
def test_a_site_is_never_written_through_a_link(name: str, dangling: bool, tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    write_site(folder, SITE)
    place = folder / name
    if place.is_dir():
        place.rename(tmp_path / "moved")
        if not dangling:
            elsewhere.mkdir()
    else:
        place.unlink()
        if not dangling:
            elsewhere.write_text("mine", encoding="utf-8")
    place.symlink_to(elsewhere)
    with pytest.raises(UnreadableError, match=f"{name} is a link; expected a folder without links"):
        write_site(folder, {"index.html": b"new", "live/bundle.pack": b"new", "r/tenhou/index.html": b"new"})
    assert place.is_symlink()
    if dangling:
        assert not elsewhere.exists()
    else:
        assert list(elsewhere.iterdir()) == [] if elsewhere.is_dir() else elsewhere.read_text() == "mine"


def test_a_file_with_two_names_keeps_the_other_one(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(folder, SITE)
    (tmp_path / "copy").hardlink_to(folder / "index.html")
    write_site(folder, {**SITE, "index.html": b"new"})
    assert (tmp_path / "copy").read_bytes() == b"home" and (folder / "index.html").read_bytes() == b"new"


def test_a_folder_that_is_itself_a_link_is_where_the_site_goes(tmp_path: Path) -> None:
    (tmp_path / "www").mkdir()
    (tmp_path / "public").symlink_to(tmp_path / "www")
    write_site(tmp_path / "public", SITE)
    assert (tmp_path / "www" / "index.html").read_bytes() == b"home"


def archive(text: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as opened:
        opened.writestr(zipfile.ZipInfo("one.py", (2000, 1, 1, 0, 0, 0)), text)
    return made.getvalue()


def inside(data: bytes) -> dict[str, bytes]:
    with unpacked(data) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.fixture
def copying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runtime:
    """A runtime whose compiler copies what it is given."""
    node = tmp_path / "node"
    script = f'#!/bin/sh\necho >>"{tmp_path}/compiled"\ncp "$3" "$6" && cp "$4" "$7" && cp "$3" "$8"\n'
    node.write_text(script, encoding="utf-8")
    node.chmod(0o755)
    monkeypatch.setattr("kanrules.site.bundle.shutil.which", lambda name: str(node))
    folder = tmp_path / "runtime"
    (folder / "pyodide").mkdir(parents=True)
    (folder / "pyodide" / bundle.STDLIB).write_bytes(archive("stdlib"))
    monkeypatch.setattr(Runtime, "loader", property(lambda self: {bundle.STDLIB: archive("stdlib")}))
    return Runtime(folder, None)  # type: ignore[arg-type]  # no pins are needed


def names(copying: Runtime) -> set[str]:
    return {path.name for path in copying.folder.glob("*.pack")}


def test_clones_of_two_versions_keep_their_bundles_next_to_each_other(copying: Runtime) -> None:
    first, second = archive("one"), archive("another")
    assert inside(bundle.compiled(first, copying)[0]) == {"one.py": b"one"}
    kept = names(copying)
    assert inside(bundle.compiled(second, copying)[0]) == {"one.py": b"another"}
    assert kept < names(copying) and len(names(copying)) == 6


def test_clones_that_make_their_sites_in_turns_compile_once_each(copying: Runtime, tmp_path: Path) -> None:
    clones = [archive(f"clone {number}") for number in range(bundle.MOST_ARCHIVES)]
    made = [bundle.compiled(one, copying) for one in clones]
    for _ in range(2):
        assert [bundle.compiled(one, copying) for one in clones] == made
    assert len((tmp_path / "compiled").read_text().splitlines()) == len(clones)


def test_the_bundles_used_longest_ago_are_deleted_and_nothing_else(
    copying: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "MOST_ARCHIVES", 2)
    others = ["bundle-mine.pack", "bundle-.pack", "stdlib-notes.pack", f"bundle-{'f' * 24}.pack.txt"]
    for name in others:
        (copying.folder / name).write_bytes(b"mine")
    (copying.folder / f"bundle-{'e' * 24}.pack").symlink_to(copying.folder / "bundle-mine.pack")
    for number in range(4):
        bundle.compiled(archive(str(number)), copying)
    assert all((copying.folder / name).read_bytes() == b"mine" for name in others)
    assert (copying.folder / f"bundle-{'e' * 24}.pack").is_symlink()
    assert len(names(copying)) == 3 * 2 + 3 + 1


def test_a_damaged_bundle_in_the_cache_is_made_anew(copying: Runtime) -> None:
    whole = archive("one")
    made = bundle.compiled(whole, copying)
    for path in copying.folder.glob("*.pack"):
        for damaged in (b"", path.read_bytes()[:-5], path.read_bytes().replace(b"one", b"0ne", 1)):
            path.write_bytes(damaged)
            assert bundle.compiled(whole, copying) == made


def test_a_file_of_the_loader_is_packed_once(copying: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bundle.packed_once("pyodide.asm.wasm", b"code", copying)
    assert gzip.decompress(made) == b"code"
    another = bundle.packed_once("pyodide.asm.wasm", b"other code", copying)
    monkeypatch.setattr(bundle, "packed", lambda stored: pytest.fail("packed again"))
    assert bundle.packed_once("pyodide.asm.wasm", b"code", copying) == made
    assert bundle.packed_once("pyodide.asm.wasm", b"other code", copying) == another


def test_a_runtime_that_was_tampered_with_is_refused(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = runtime
    folder = tmp_path / found.folder.name
    for path in found.folder.rglob("*"):
        if (path.is_file() and path.suffix != ".pack") or path.parent.name == "pyodide":
            (folder / path.relative_to(found.folder)).parent.mkdir(parents=True, exist_ok=True)
            (folder / path.relative_to(found.folder)).write_bytes(path.read_bytes())
    monkeypatch.setenv("KANRULES_CACHE", str(tmp_path))
    assert there() is not None
    (folder / "wheels" / "another-1.0-py3-none-any.whl").write_bytes(b"not pinned")
    fresh = there()
    assert fresh is not None and not any("another" in path.name for path in fresh.wheels)
    listed = json.loads((folder / "complete.json").read_text(encoding="utf-8"))
    for text in ("{", "[]", "{}", json.dumps(dict.fromkeys(listed, "")), json.dumps([1])):
        (folder / "complete.json").write_text(text, encoding="utf-8")
        with pytest.raises(UnreadableError):
            there()
    (folder / "complete.json").write_text(json.dumps(listed), encoding="utf-8")
    if os.name == "posix":
        folder.chmod(0o777)
        with pytest.raises(UnreadableError, match="every user of this computer can write to it"):
            there()


def test_whoever_shows_the_progress_sees_every_file_that_is_written(tmp_path: Path) -> None:
    seen: list[str] = []

    def watch(files: Iterable[Any], total: int) -> Iterator[Any]:
        assert total == len(SITE) + 1
        for one in files:
            seen.append(one[0])
            yield one

    write_site(tmp_path / "site", SITE, watch)
    assert sorted(seen) == sorted([*SITE, LIST])
