"""The browser bundle: this package, its rulesets, and its dependencies, without the command line."""

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
from kanrules.locale import translator
from kanrules.ruleset.library import folder
from kanrules.site.live.cite import READ, read_casebook
from kanrules.site.live.warm import SAMPLES
from kanrules.site.runtime import Runtime

_ROOMS_LEFT = ("cli", "corpus", "testing", "bots", "scaffold", "pack")
"""Rooms of the house that no page asks."""
_FILES_LEFT = ("site/assets", "report/casebook.js", "report/casebook.css")
_FOLDER_LEFT = "coverage"
"""Folder of the rulesets that only a command reads."""
_LEFT_OF_WHEELS = ("pydantic/v1/", "pydantic/mypy.py", "pydantic/deprecated/class_validators.py")
STDLIB = "python_stdlib.zip"
"""Python's own modules, of the loader's files."""
LOCK = "pyodide-lock.json"
STDLIB_LEFT = (
    "_pyrepl", "antigravity", "bdb", "cProfile", "cmd", "code", "compileall", "doctest", "ftplib", "imaplib",
    "mailbox", "modulefinder", "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "poplib", "profile",
    "pstats", "pty", "pyclbr", "pydoc", "pydoc_data", "rlcompleter", "sched", "shelve", "smtplib", "socketserver",
    "sqlite3", "statistics", "tabnanny", "this", "timeit", "trace", "tracemalloc", "tty", "unittest", "wave",
    "webbrowser", "wsgiref", "xmlrpc", "zipapp",
)  # fmt: skip
"""Modules of Python that no page needs; a test looks for them in all that is bundled."""
_ENCODINGS_LEFT = (
    "big5", "cp", "euc_", "gb", "hp_", "hz", "iso", "johab", "koi8_", "kz", "mac_", "palmos", "ptcp", "shift_jis",
    "tis_",
)  # fmt: skip
_ENCODINGS_KEPT = ("encodings/cp437.py", "encodings/cp1252.py", "encodings/iso8859_1.py")
ASKED = [
    {"tool": tool, "fields": [["rules", "ema-2016"], *fields]}
    for tool, fields in (
        *(("warm", [["for", tool], ["rules", "tenhou"]]) for tool in SAMPLES),
        ("pay", [["hand", "34p567m99s"], ["melds", "daiminkan 5555z, pon 222s"], ["win", "2p"], ["winner", "west"]]),
        ("compose-questions", []),
        ("compose", [["effects", "1"]]),
    )
]
"""Questions asked once when a site is built, so that their modules are compiled."""
_WHEN = (2000, 1, 1, 0, 0, 0)
"""The date of every file, so that the same library makes the same archive."""


def bundle(wheels: Sequence[Path], language: str) -> bytes:
    """The archive: what these wheels hold, and kanrules with the words of this language.

    Raises FileNotFoundError if the compiled catalogue of the language is missing.
    """
    translator(language)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in [*_own(language), *_others(wheels)]:
            archive.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def compiled(plain: bytes, runtime: Runtime) -> tuple[bytes, bytes]:
    """The archive and Python's own modules, with what the tools need compiled by the very Python that will run it, so
    that a phone starts in half the time; both are kept beside the runtime. Without Node, or where Node cannot, as they
    are.
    """
    script = files("kanrules.site").joinpath("assets", "compile.mjs")
    stdlib = trimmed(runtime.loader[STDLIB])
    asked = json.dumps(ASKED)
    digest = hashlib.sha256(plain + stdlib + script.read_bytes() + asked.encode()).hexdigest()[:24]
    kept = [runtime.folder / f"{name}-{digest}.zip" for name in ("bundle", "stdlib")]
    if all(one.is_file() for one in kept):
        return kept[0].read_bytes(), kept[1].read_bytes()
    node = shutil.which("node")
    if node is None:
        return plain, stdlib
    with tempfile.TemporaryDirectory() as name, as_file(script) as path:
        before, own, questions, *after = (Path(name) / one for one in ("a.zip", "b.zip", "q.json", "c.zip", "d.zip"))
        before.write_bytes(plain)
        own.write_bytes(stdlib)
        questions.write_text(asked, encoding="utf-8", newline="\n")
        words = [node, str(path), str(runtime.folder / "pyodide"), *map(str, (before, own, questions, *after))]
        try:
            done = subprocess.run(words, capture_output=True, timeout=300, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return plain, stdlib
        if done.returncode or not all(map(zipfile.is_zipfile, after)):
            return plain, stdlib
        for pattern in ("bundle-*.zip", "stdlib-*.zip"):
            for old in runtime.folder.glob(pattern):
                old.unlink(missing_ok=True)
        for one, other in zip(after, kept, strict=True):
            shutil.copyfile(one, other)
    return kept[0].read_bytes(), kept[1].read_bytes()


def trimmed(stdlib: bytes) -> bytes:
    """Python's own modules without those that no page needs: servers, debuggers, tests, tables of old encodings."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(stdlib)) as archive, zipfile.ZipFile(made, "w") as kept:
        for name in archive.namelist():
            if not name.endswith("/") and not left_out(name):
                kept.writestr(zipfile.ZipInfo(name, _WHEN), archive.read(name), zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def left_out(name: str) -> bool:
    """True if a file of the standard library is left out."""
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").startswith(_ENCODINGS_LEFT) and name not in _ENCODINGS_KEPT
    return name.startswith(tuple(f"{one}/" for one in STDLIB_LEFT)) or name.removesuffix(".py") in STDLIB_LEFT


def lock(found: bytes) -> bytes:
    """The loader's list of packages without packages: none is loaded by it."""
    listed = json.loads(found)
    return json.dumps({**listed, "packages": {}}).encode()


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
        if path.parent.name == _FOLDER_LEFT:
            continue
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
                if name.endswith(("/", ".pyi", "/RECORD")) or "/sboms/" in name or name.startswith(_LEFT_OF_WHEELS):
                    continue
                data = archive.read(name)
                # Of what a distribution says of itself, its name and version; not its page.
                yield name, data.partition(b"\n\n")[0] + b"\n" if name.endswith(".dist-info/METADATA") else data
