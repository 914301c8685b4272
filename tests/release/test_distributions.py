"""What is uploaded for a release: the same bytes whoever builds it, without a network, and nothing that is not ours."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.release

ROOT = Path(__file__).resolve().parents[2]
COMPILED = "kanrules/ruleset/compiled/"


def build(source: Path, out: Path, *, umask: int = 0o022) -> dict[str, str]:
    """Builds both distributions with the build requirements that are installed, and returns their hashes."""
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)],
        check=True,
        capture_output=True,
        umask=umask,
        env={
            **{key: value for key, value in os.environ.items() if key != "SOURCE_DATE_EPOCH"},
            # Whatever asks for a package meets a closed door.
            "PIP_NO_INDEX": "1",
            "PIP_CONFIG_FILE": os.devnull,
        },
    )
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(out.iterdir())}


def clone(place: Path) -> Path:
    subprocess.run(["git", "clone", "-q", str(ROOT), str(place)], check=True)
    return place


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The distributions of a clean checkout."""
    place = tmp_path_factory.mktemp("first")
    build(clone(place / "kanrules"), place / "dist")
    return place / "dist"


def test_a_second_build_elsewhere_has_the_same_bytes(first: Path, tmp_path: Path) -> None:
    once = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(first.iterdir())}
    assert len(once) == 2
    assert build(clone(tmp_path / "a longer path" / "of another name"), tmp_path / "dist", umask=0o077) == once


def test_the_source_archive_builds_the_same_wheel(first: Path, tmp_path: Path) -> None:
    (archive,) = first.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="data")
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    again = build(source, tmp_path / "dist")
    (wheel,) = first.glob("*.whl")
    assert again[wheel.name] == hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert again[archive.name] == hashlib.sha256(archive.read_bytes()).hexdigest()


def test_the_page_of_figures_says_how_large_they_are(first: Path) -> None:
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    for title, pattern in (("wheel", "*.whl"), ("source archive", "*.tar.gz")):
        (file,) = first.glob(pattern)
        assert f"| {title} | {file.stat().st_size / 1e6:.1f} MB |" in page


@pytest.mark.skipif(not shutil.which("unshare"), reason="unshare is needed to have no network at all")
def test_the_source_archive_builds_where_there_is_no_network(first: Path, tmp_path: Path) -> None:
    alone = ["unshare", "--net", "--map-root-user"]
    if subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("this machine does not let us take the network away")
    (archive,) = first.glob("*.tar.gz")
    words = ["-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(archive)]
    subprocess.run([*alone, sys.executable, *words], check=True, capture_output=True)
    assert [path.name for path in tmp_path.glob("*.whl")] == [path.name for path in first.glob("*.whl")]


def test_every_file_of_the_wheel_is_a_file_of_the_repository(first: Path) -> None:
    """All of it was written here and is under the licence of the project. The pack says of itself that it is CC0."""
    (wheel,) = first.glob("*.whl")
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split(
        "\n"
    )
    ours = {
        hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in tracked if name and (ROOT / name).is_file()
    }
    with zipfile.ZipFile(wheel) as file:
        foreign = [
            name
            for name in file.namelist()
            if not name.endswith((".mo", "/RECORD", "/WHEEL", "/METADATA", "/entry_points.txt"))
            and not name.startswith(COMPILED)
            and hashlib.sha256(file.read(name)).hexdigest() not in ours
        ]
        names = file.namelist()
        rulesets = {
            hashlib.sha256(file.read(name)).hexdigest(): tomllib.loads(file.read(name).decode())
            for name in names
            if re.fullmatch(r"kanrules/_rulesets/[^/]+\.toml", name) and not name.endswith(".cases.toml")
        }
        compiled = {
            name.removeprefix(COMPILED).removesuffix(".json"): json.loads(file.read(name))
            for name in names
            if name.startswith(COMPILED)
        }
        licences = [name for name in names if name.rpartition("/")[2] == "LICENSE"]
        (metadata,) = (file.read(name).decode() for name in names if name.endswith("/METADATA"))
    assert foreign == []
    assert len(licences) == 2 and any(".dist-info/licenses/" in name for name in licences)
    assert "License-Expression: MIT\n" in metadata
    # Compiled translations and rulesets are built here, nothing else is.
    assert compiled == json.loads(json.dumps(rulesets, default=str)) and len(compiled) > 60
    assert len([name for name in names if name.endswith(".mo")]) == 4
