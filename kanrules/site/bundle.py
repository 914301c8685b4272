"""The browser bundle: this package, its rulesets, and its dependencies, without the command line."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint, distribution, entry_points
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from posixpath import dirname, normpath

import kanrules
from kanrules.errors import wrong_use
from kanrules.hooks.discovery import local_files
from kanrules.locale import DOMAIN, translator
from kanrules.ruleset import Ruleset
from kanrules.ruleset.library import CASES, GROUP, bundled, folder, is_path
from kanrules.ruleset.sound import SHIPPED, hash_of
from kanrules.site.live.cite import READ, read_casebook
from kanrules.site.live.form_fields import BOOKS, OWN, RUN
from kanrules.site.live.warm import SAMPLES
from kanrules.site.runtime import Runtime
from kanrules.supervisor.foreign_programs import run_program, temporary_folder
from kanrules.supervisor.whole_file import write_whole

_ROOMS_LEFT = ("cli", "corpus", "testing", "bots", "scaffold", "pack", "supervisor")
"""Packages of kanrules that no page uses."""
_FILES_LEFT = (
    "site/assets", "site/build.py", "site/bundle.py", "site/casebook.py", "site/first_answers.py", "site/forms.py",
    "site/glossary.py", "site/home.py", "site/licences.py", "site/offline.py", "site/papers.py",
    "site/qr.py", "site/ruleset_page.py", "site/runtime.py", "site/server.py",
    "drawing/positions.py",
    "report/law_", "report/data_folder.py", "report/paper", "report/audit_",
    "report/hand_report.py", "records/mjlog", "records/majiang.py", "records/tenhou6.py",
    "records/mjsoul.py", "records/mjsoul_shapes.py", "records/write_tenhou6.py", "records/tenhou6_words.py",
    "report/casebook_html.py", "report/png.py", "ruleset/compiled/",
    "ruleset/edition_history.py", "site/editions.py",
    "play/follow.py",
)  # fmt: skip
"""Files of kanrules that no tool loads."""
_FOLDERS_LEFT = ("history",)
"""Folders of the rulesets that only a command reads."""
_ROOMS_SIFTED = ("records", "replays", "report")
"""Packages of which only the modules that the rest imports are included."""
_LEFT_OF_WHEELS = (
    "pydantic/v1/", "pydantic/mypy.py", "pydantic/deprecated/class_validators.py", "pydantic/color.py",
    "pydantic/deprecated/decorator.py", "pydantic/deprecated/parse.py", "pydantic/deprecated/copy_internals.py",
    "pydantic/deprecated/json.py", "pydantic/deprecated/tools.py", "pydantic/experimental/pipeline.py",
    "pydantic/networks.py", "annotated_types/test_cases.py",
)  # fmt: skip
_DEEP = f"{OWN}/a/a/a"
"""Where the packages of its folders are: deep enough for a parent in a folder three levels higher."""
STDLIB = "python_stdlib.zip"
"""Archive of Python's own modules, among the files of the loader."""
STDLIB_PACK = "python_stdlib.pack"
"""The same archive as the site has it, packed as a whole."""
PACKED = ("pyodide.asm.wasm", "pyodide.asm.mjs")
"""Files of the loader that the site has packed: few hosts compress them, and together they are two thirds of all."""
LOCK = "pyodide-lock.json"
STDLIB_LEFT = (
    "_ast_unparse", "_compat_pickle", "_markupbase", "_pydatetime", "_pyio", "_pylong", "_pyrepl", "_strptime",
    "antigravity", "argparse", "bdb", "cmd", "code", "colorsys", "compileall", "configparser", "cProfile",
    "csv", "ctypes", "doctest", "filecmp", "fileinput", "ftplib", "getopt", "getpass", "graphlib", "imaplib",
    "mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse", "pdb",
    "pickletools", "pkgutil", "plistlib", "poplib", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc",
    "pydoc_data", "rlcompleter", "runpy", "sched", "shelve", "smtplib", "socketserver", "sqlite3", "statistics",
    "stringprep", "symtable", "tabnanny", "tarfile", "this", "timeit", "trace", "tracemalloc", "tty",
    "unittest", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp",
)  # fmt: skip
"""Modules of Python that no page needs. A test checks that nothing in the bundle imports them."""
_STDLIB_FILES_LEFT = (
    "asyncio/__main__.py", "asyncio/proactor_events.py", "asyncio/tools.py", "asyncio/windows_",
    "concurrent/futures/interpreter.py", "concurrent/futures/process.py", "concurrent/interpreters/",
    "calendar.py", "email/contentmanager.py", "email/generator.py", "email/headerregistry.py", "email/mime/",
    "email/policy.py", "html/parser.py", "http/client.py", "http/cookiejar.py",
    "http/cookies.py", "http/server.py", "json/tool.py", "logging/config.py", "logging/handlers.py",
    "platform.py", "pprint.py", "pyodide/console.py", "sysconfig/__main__.py", "urllib/request.py",
    "urllib/robotparser.py",
)  # fmt: skip
"""Files that stay out although something names them: for other systems, servers, and the command line, to write mail,
and to report an error of Python's own packages.
"""
_REPLACED = {
    "html/entities.py": b"html5 = name2codepoint = codepoint2name = entitydefs = {}\n",
    "pickle.py": b"class UnpicklingError(Exception):\n    pass\n",
    "email/_header_value_parser.py": b"def __getattr__(name):\n    return None\n",
}
"""Files with other content: `html` loads 2,200 names to read HTML, and the tools only write it. `email` names a parser
of structured headers when it is loaded, and the tools read only the metadata of packages with it. Nothing is pickled:
a frozen value names the error of one that cannot be read.
"""
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
    )
]
"""Questions asked once when a site is built. Their modules are compiled; all others come in a second archive."""
ASKED_LATER = [
    {"tool": tool, "fields": [["rules", "ema-2016"], *fields]}
    for tool, fields in (("compose-questions", []), ("compose", [["effects", "1"]]))
]
"""Questions whose further modules are compiled, too, but come in the second archive."""
_IMPORT = re.compile(r"^[ \t]*from (kanrules[\w.]*) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)
"""An import of names. Parsing each module would take longer than all the rest of making the archive."""
_KINDS = ("bundle", "stdlib", "more")
MOST_ARCHIVES = 8
"""Maximum number of packs of each kind in the cache."""
_WHEN = (2000, 1, 1, 0, 0, 0)
"""Date of every file. It is constant, so that the same library makes the same archive."""


def bundle(wheels: Sequence[Path]) -> bytes:
    """Return the archive with the content of these wheels, and kanrules in English. It is stored, not compressed."""
    return _archive([*_library(), *_others(wheels)], zipfile.ZIP_STORED)


def catalogue(language: str) -> bytes | None:
    """Return the archive with the catalogue of a language; None for English, which needs none.

    Raises FileNotFoundError if the compiled catalogue of the language is missing.
    """
    if language == "en":
        return None
    translator(language)
    name = f"locale/{language}/LC_MESSAGES/{DOMAIN}.mo"
    return _archive([(f"kanrules/{name}", (Path(kanrules.__file__).parent / name).read_bytes())])


def own_rules(books: Sequence[Ruleset], *, listed: bool = False) -> bytes:
    """Return the archive with rulesets that do not come with kanrules: files, parents, cases, and plugins. Bundled
    rulesets among them add nothing. With `listed`, the tools know no other rulesets than these.

    In the browser they are installed rulesets, so that every tool finds them by their id. A plugin that is a file is
    included only if the ruleset was loaded with permission to run it; `RUN` lists these rulesets.
    """
    files: dict[str, bytes] = {}
    folders: list[str] = []
    points: dict[str, str] = {}
    for book in books:
        below = ""
        for layer in book.layers:
            path = layer.document.path
            if path.parent == folder():
                continue
            # A folder is a package of its own, whose entry point is found without running any code. A parent that is
            # named by a path lies where that path leads to.
            name = f"r{hashlib.sha256(str(path.parent).encode()).hexdigest()[:8]}"
            place = below or f"{_DEEP}/{name}"
            if not below and name not in folders:
                folders.append(name)
                files[f"{place}/__init__.py"] = b""
            extends = layer.written.head.extends
            below = dirname(normpath(f"{place}/{extends}")) if is_path(extends) else ""
            below = below if below.startswith(OWN) else ""
            files[f"{place}/{path.name}"] = path.read_bytes()
            cases = path.with_name(f"{path.stem}{CASES}")
            if cases.is_file():
                files[f"{place}/{cases.name}"] = cases.read_bytes()
            for name in layer.written.head.plugins if book.local_plugins else ():
                if name.startswith("./") or name.endswith(".py"):
                    for file in local_files(name, path.parent):
                        files[f"{place}/{file.as_posix()}"] = (path.parent / file).read_bytes()
        for point in _foreign_plugins(book):
            points[point.name] = point.value
            files |= dict(_module(point.value.partition(":")[0].partition(".")[0]))
    files |= {f"{_DEEP[:end]}/__init__.py": b"" for end in range(len(OWN), len(_DEEP) + 1, 2)}
    files[f"kanrules/ruleset/{SHIPPED[1]}"] = _hashes(layer.document.text for book in books for layer in book.layers)
    files[f"kanrules/site/{RUN}"] = json.dumps([book.id for book in books if book.local_plugins]).encode()
    if listed:
        files[f"kanrules/site/{BOOKS}"] = json.dumps([book.id for book in books]).encode()
    named = "".join(f"{name} = {value}\n" for name, value in points.items())
    info = f"{OWN}-1.dist-info"
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {OWN}\nVersion: 1\n".encode()
    sites = "".join(f"{name} = {_DEEP.replace('/', '.')}.{name}\n" for name in folders)
    files[f"{info}/entry_points.txt"] = f"[{GROUP}]\n{sites}\n[kanrules]\n{named}".encode()
    return _archive(sorted(files.items()))


def _foreign_plugins(book: Ruleset) -> list[EntryPoint]:
    """Return the installed plugins of a ruleset that do not come with kanrules."""
    return [point for point in _points(book) if point.dist is not None and point.dist.name != "kanrules"]


def _points(book: Ruleset) -> list[EntryPoint]:
    """Return the installed plugins of a ruleset."""
    return [point for name in book.plugins for point in entry_points(group="kanrules", name=name)]


def runs_code(books: Iterable[Ruleset]) -> bool:
    """Return True if the archive of these rulesets has a plugin: it may import any module."""
    return any(book.local_plugins or _foreign_plugins(book) for book in books)


def _archive(found: Iterable[tuple[str, bytes]], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in found:
            archive.writestr(zipfile.ZipInfo(name, _WHEN), data, how, 9)
    return made.getvalue()


def compiled(plain: bytes, runtime: Runtime) -> tuple[bytes, bytes, bytes]:
    """Return the archive, Python's own modules, and what no first answer needs of both, with the modules that the tools
    need compiled to bytecode.

    The Python that will run them compiles them, so that a phone starts in half the time. Without Node, or if Node
    fails, the archives are returned uncompiled, and the last one is empty.
    """
    script = files("kanrules.site").joinpath("assets", "compile.mjs")
    stdlib = trimmed(runtime.loader[STDLIB])
    asked = json.dumps([ASKED, ASKED_LATER])

    def made() -> list[bytes]:
        node = shutil.which("node")
        if node is None:
            return []
        with temporary_folder() as work, as_file(script) as path:
            before, own, questions, *after = (work / f"{one}.zip" for one in "abqcde")
            before.write_bytes(plain)
            own.write_bytes(stdlib)
            questions.write_text(asked, encoding="utf-8", newline="\n")
            words = [node, str(path), str(runtime.folder / "pyodide"), *map(str, (before, own, questions, *after))]
            try:
                done = run_program(words, seconds=300)
            except (OSError, subprocess.TimeoutExpired):
                return []
            if done.returncode or not all(map(zipfile.is_zipfile, after)):
                return []
            with ThreadPoolExecutor() as pool:
                return list(pool.map(packed, [one.read_bytes() for one in after]))

    first, second, third = _kept(runtime, _KINDS, (plain, stdlib, script.read_bytes(), asked.encode()), made) or (
        packed(plain), packed(stdlib), _archive(()),
    )  # fmt: skip
    return first, second, third


def packed_once(name: str, stored: bytes, runtime: Runtime) -> bytes:
    """Return a file of the loader, packed."""
    return _kept(runtime, (name,), (stored,), lambda: [packed(stored)])[0]


def _kept(
    runtime: Runtime, names: Sequence[str], made_of: Iterable[bytes], make: Callable[[], list[bytes]]
) -> list[bytes]:
    """Return the packs of these names that were made of the same before, or make them. They are cached next to the
    runtime, unless there are none.
    """
    digest = hashlib.sha256(b"".join(made_of)).hexdigest()[:24]
    places = [runtime.folder / f"{name}-{digest}.pack" for name in names]
    found = [pack for place in places if (pack := _sound(place)) is not None]
    if len(found) == len(places):
        for one in places:
            with contextlib.suppress(OSError):  # a folder that may only be read
                os.utime(one)
        return found
    made = make()
    with contextlib.suppress(OSError):  # the cache is full, or may only be read
        for data, place in zip(made, places, strict=False):
            write_whole(place, data)
        _forget_old(runtime.folder, names)
    return made


def packed(stored: bytes) -> bytes:
    """Return an archive of stored files, compressed as a whole: a fifth smaller than file by file."""
    # Smaller blocks than by default: each has a code of its own, which fits compiled code better.
    made = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS + 16, 7)
    return made.compress(stored) + made.flush()


def _sound(place: Path) -> bytes | None:
    """Return this pack if it is there and has its checksum."""
    try:
        pack = place.read_bytes()
        return pack if gzip.decompress(pack) else None
    except (OSError, EOFError, zlib.error):
        return None


def _forget_old(folder: Path, names: Iterable[str]) -> None:
    """Delete the packs that were used longest ago: clones of different versions each find their own."""
    for name in names:
        found = [one for one in folder.iterdir() if re.fullmatch(rf"{name}-[0-9a-f]{{24}}\.(zip|pack)", one.name)]
        found = [one for one in found if one.is_file() and not one.is_symlink()]
        for old in sorted(found, key=lambda one: -one.stat().st_mtime)[MOST_ARCHIVES:]:
            old.unlink(missing_ok=True)


def trimmed(stdlib: bytes) -> bytes:
    """Return Python's own modules without those that no page needs: servers, debuggers, tests, tables of old
    encodings.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(stdlib)) as archive, zipfile.ZipFile(made, "w") as kept:
        for name in archive.namelist():
            if not name.endswith("/") and not left_out(name):
                kept.writestr(zipfile.ZipInfo(name, _WHEN), _REPLACED.get(name) or archive.read(name))
    return made.getvalue()


def left_out(name: str) -> bool:
    """Return True if a file of the standard library is left out."""
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").startswith(_ENCODINGS_LEFT) and name not in _ENCODINGS_KEPT
    if name.startswith(_STDLIB_FILES_LEFT):
        return True
    return name.startswith(tuple(f"{one}/" for one in STDLIB_LEFT)) or name.removesuffix(".py") in STDLIB_LEFT


def lock(found: bytes) -> bytes:
    """Return the loader's list of packages without any package, so that it loads none."""
    listed = json.loads(found)
    return json.dumps({**listed, "packages": {}}).encode()


def _imports(source: bytes) -> Iterator[str]:
    """Yield the modules of kanrules that a module imports, as addresses of files, functions included."""
    for package, several, one in _IMPORT.findall(source.decode()):
        place, names = package.replace(".", "/"), re.sub("#.*", "", several or one)
        yield from (f"{place}/{name.split()[0]}.py" for name in names.split(",") if name.strip())
        yield f"{place}.py"


def _library() -> Iterator[tuple[str, bytes]]:
    """Yield the files of kanrules, with those of the sifted packages that the others need."""
    found = dict(_everything())
    sifted = {name for name in found if name.endswith(".py") and PurePosixPath(name).parts[1] in _ROOMS_SIFTED}
    kept = {name for name in sifted if name.endswith("__init__.py")}
    # The package itself loads every public name on first use.
    asked = [name for name in found if name.endswith(".py") and name not in sifted - kept]
    asked.remove("kanrules/__init__.py")
    while asked:
        fresh = {one for name in asked for one in _imports(found[name])} & sifted - kept
        kept |= fresh
        asked = sorted(fresh)
    yield from ((name, data) for name, data in found.items() if name not in sifted or name in kept)


def _everything() -> Iterator[tuple[str, bytes]]:
    package = Path(kanrules.__file__).parent
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        room = PurePosixPath(name).parts[0]
        if path.is_dir() or "__pycache__" in name or path.suffix in (".pyc", ".po", ".pot", ".cfg"):
            continue
        if room in _ROOMS_LEFT or room == "_rulesets" or name.startswith(_FILES_LEFT):
            continue
        if room == "locale" and path.suffix == ".mo":
            continue
        # The composer reads settings of a room as records have them; without this it would load every format.
        yield f"kanrules/{name}", b"" if name == "records/__init__.py" else path.read_bytes()
    # The keys that decide the answers were worked out before: in a browser that would load the validation.
    for path in sorted([*folder().rglob("*.toml"), *folder().glob("casebook/*.json")]):
        # The cases next to a ruleset are on its page; no tool reads them.
        if path.parent.name in _FOLDERS_LEFT or (path.parent == folder() and path.name.endswith(CASES)):
            continue
        yield f"kanrules/_rulesets/{path.relative_to(folder()).as_posix()}", path.read_bytes()
    texts = (path.read_text(encoding="utf-8") for path in bundled().values())
    yield f"kanrules/ruleset/{SHIPPED[0]}", _hashes(texts)
    yield f"kanrules/site/{READ}", json.dumps(read_casebook(), ensure_ascii=False).encode()
    found = distribution("kanrules")
    points = found.read_text("entry_points.txt") or ""
    for name in sorted({point.value.partition(":")[0] for point in found.entry_points.select(group="kanrules")}):
        yield from _module(name)
    info = f"kanrules-{found.version}.dist-info"
    yield f"{info}/METADATA", f"Metadata-Version: 2.1\nName: kanrules\nVersion: {found.version}\n".encode()
    # Only entry points of plugins are kept: there is no command line and no pytest.
    yield f"{info}/entry_points.txt", _plugins(points).encode()


def _hashes(texts: Iterable[str]) -> bytes:
    """Return the hashes of these files of rulesets: they are valid, so the browser need not validate them again."""
    return "".join(f"{one}\n" for one in sorted(set(map(hash_of, texts)))).encode()


def _module(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the Python files of an installed module or package."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise wrong_use(f"the plugin {name} is not installed")
    if not spec.submodule_search_locations:
        yield f"{name}.py", Path(spec.origin).read_bytes()
        return
    place = Path(next(iter(spec.submodule_search_locations)))
    for path in sorted(place.rglob("*.py")):
        yield f"{name}/{path.relative_to(place).as_posix()}", path.read_bytes()


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
                # The licences are on the site, in one file.
                if (
                    name.endswith(("/", ".pyi", "/RECORD"))
                    or "/sboms/" in name
                    or "/licenses/" in name
                    or name.startswith(_LEFT_OF_WHEELS)
                ):
                    continue
                data = archive.read(name)
                # Of a distribution's metadata, only name and version are kept, not the description.
                yield name, data.partition(b"\n\n")[0] + b"\n" if name.endswith(".dist-info/METADATA") else data
