"""The library for the browser as one archive: this very package, its rulesets, and what it stands on; nothing of the
command line.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import kanrules
from kanrules.errors import UnreadableError
from kanrules.ruleset.library import folder
from kanrules.site.live.cite import READ, read_casebook
from kanrules.site.runtime import Runtime

_ROOMS_LEFT = ("cli", "corpus", "testing", "bots", "scaffold", "pack")
"""Rooms of the house that no page asks."""
_FILES_LEFT = ("site/assets", "report/casebook.js", "report/casebook.css")
_LEFT_OF_WHEELS = ("pydantic/v1/", "pydantic/mypy.py", "pydantic/deprecated/class_validators.py")
_WHEN = (2000, 1, 1, 0, 0, 0)
"""The date of every file, so that the same library makes the same archive."""


def bundle(wheels: Sequence[Path], language: str) -> bytes:
    """The archive: what these wheels hold, and kanrules with the words of this language."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in [*_own(language), *_others(wheels)]:
            archive.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def compiled(plain: bytes, runtime: Runtime) -> bytes:
    """The archive with what the first answer needs compiled by the very Python that will run it, so that a phone starts
    in half the time; it is kept beside the runtime. Without Node, or where Node cannot, the archive as it is.
    """
    script = files("kanrules.site").joinpath("assets", "compile.mjs")
    digest = hashlib.sha256(plain + script.read_bytes()).hexdigest()[:24]
    kept = runtime.folder / f"bundle-{digest}.zip"
    if kept.is_file():
        return kept.read_bytes()
    node = shutil.which("node")
    if node is None:
        return plain
    with tempfile.TemporaryDirectory() as name, as_file(script) as path:
        before, after = Path(name) / "plain.zip", Path(name) / "compiled.zip"
        before.write_bytes(plain)
        words = [node, str(path), str(runtime.folder / "pyodide"), str(before), str(after)]
        try:
            done = subprocess.run(words, capture_output=True, timeout=300, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return plain
        if done.returncode or not zipfile.is_zipfile(after):
            return plain
        for old in runtime.folder.glob("bundle-*.zip"):
            old.unlink(missing_ok=True)
        shutil.copyfile(after, kept)
    return kept.read_bytes()


def _own(language: str) -> Iterator[tuple[str, bytes]]:
    package = Path(kanrules.__file__).parent
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        room = PurePosixPath(name).parts[0]
        if path.is_dir() or "__pycache__" in name or path.suffix in (".pyc", ".po", ".pot", ".cfg"):
            continue
        if room in _ROOMS_LEFT or room == "_rulesets" or name.startswith(_FILES_LEFT):
            continue
        if room == "locale" and path.suffix == ".mo" and not name.startswith(f"locale/{language}/"):
            continue
        yield f"kanrules/{name}", path.read_bytes()
    for path in sorted(folder().rglob("*.toml")):
        yield f"kanrules/_rulesets/{path.relative_to(folder()).as_posix()}", path.read_bytes()
    yield f"kanrules/site/{READ}", json.dumps(read_casebook(), ensure_ascii=False).encode()
    found = distribution("kanrules")
    points = found.read_text("entry_points.txt") or ""
    for name in sorted({point.value.partition(":")[0] for point in found.entry_points.select(group="kanrules")}):
        spec = find_spec(name)
        if spec is None or not spec.submodule_search_locations:
            raise UnreadableError(f"the plugin {name} that comes with kanrules is not installed", code="")
        place = Path(next(iter(spec.submodule_search_locations)))
        for path in sorted(place.rglob("*.py")):
            yield f"{name}/{path.relative_to(place).as_posix()}", path.read_bytes()
    info = f"kanrules-{found.version}.dist-info"
    yield f"{info}/METADATA", f"Metadata-Version: 2.1\nName: kanrules\nVersion: {found.version}\n".encode()
    # Of its entry points those that are plugins: there is no command line and no pytest.
    yield f"{info}/entry_points.txt", _plugins(points).encode()


def _plugins(points: str) -> str:
    kept, inside = [], False
    for line in points.splitlines():
        if line.startswith("["):
            inside = line.strip() == "[kanrules]"
        if inside:
            kept.append(line)
    return "\n".join(kept) + "\n"


def _others(wheels: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    for wheel in sorted(wheels):
        with zipfile.ZipFile(wheel) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith(("/", ".pyi", "/RECORD")) or name.startswith(_LEFT_OF_WHEELS):
                    continue
                yield name, archive.read(name)
