"""What a phone is sent: what it weighs, that nothing in it asks for what stayed at home, that it is compiled."""

from __future__ import annotations

import ast
import gzip
import io
import json
import shutil
import zipfile
from collections.abc import Iterator

import pytest

from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.sound import SHIPPED, hash_of
from kanrules.site.bundle import (
    LOCK,
    STDLIB,
    STDLIB_LEFT,
    STDLIB_PACK,
    _everything,
    _imports,
    bundle,
    left_out,
    lock,
    trimmed,
)
from kanrules.site.runtime import Runtime
from tests.site.conftest import archive, unpacked

MOST = 9_840_000
"""Bytes, gzipped: all that the first visit to the live part brings and keeps."""
FIRST = 6_120_000
"""Bytes, gzipped: what comes before the first answer."""
_NEVER_RUN = ("pydantic/_internal/_docs_extraction.py", "annotated_types/test_cases.py")


def asked_for(source: bytes) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


@pytest.mark.rest
def test_nothing_of_the_library_asks_for_a_module_that_stays_at_home(runtime: Runtime) -> None:
    with zipfile.ZipFile(io.BytesIO(bundle(runtime.wheels))) as archive:
        asked = {
            (name, module)
            for name in archive.namelist()
            if name.endswith(".py") and not name.startswith(_NEVER_RUN)
            for module in asked_for(archive.read(name))
        }
    assert asked
    assert not [one for one in asked if one[1] in STDLIB_LEFT]


@pytest.mark.rest
def test_no_import_of_a_module_of_ours_is_overlooked() -> None:
    for name, source in _everything():
        if name.endswith(".py"):
            named = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.module]
            ours = {
                f"{node.module}.{one.name}"
                for node in named
                for one in node.names
                if f"{node.module}.".startswith("kanrules.")
            }
            found = {one.removesuffix(".py").replace("/", ".") for one in _imports(source)}
            assert ours <= found, name


def test_of_pythons_own_modules_those_stay_that_were_not_named_and_the_encodings_of_text_and_of_archives(
    runtime: Runtime,
) -> None:
    before = zipfile.ZipFile(io.BytesIO(runtime.loader[STDLIB])).namelist()
    after = zipfile.ZipFile(io.BytesIO(trimmed(runtime.loader[STDLIB]))).namelist()
    assert set(before) - set(after) == {name for name in before if name.endswith("/") or left_out(name)}
    for name in ("utf_8", "utf_8_sig", "ascii", "latin_1", "idna", "cp437", "aliases"):
        assert f"encodings/{name}.py" in after
    assert {"asyncio/__init__.py", "typing.py", "json/__init__.py", "importlib/metadata/__init__.py"} <= set(after)


def test_the_loader_is_told_of_no_packages(runtime: Runtime) -> None:
    before, after = json.loads(runtime.loader[LOCK]), json.loads(lock(runtime.loader[LOCK]))
    assert after == {**before, "packages": {}}


@pytest.mark.rest
def test_the_first_visit_brings_at_most_10_830_000_bytes_gzipped(whole: dict[str, bytes]) -> None:
    # Other programs read data/, and a book is read once; what keeps the site leaves them out.
    listed = whole["sw.js"].decode()
    brought = {name: data for name, data in whole.items() if name == "sw.js" or f'"{name}"' in listed}
    assert b"data/" not in whole["sw.js"]
    weights = {name: len(gzip.compress(data, 9)) for name, data in brought.items()}
    assert sum(weights.values()) <= MOST, sorted(weights.items(), key=lambda one: -one[1])[:8]


@pytest.mark.skipif(shutil.which("node") is None, reason="without Node nothing is divided")
def test_a_file_comes_before_the_first_answer_or_after_it_and_the_validation_after_it(
    whole: dict[str, bytes], runtime: Runtime
) -> None:
    def names(data: bytes) -> list[str]:
        return [name.replace(".pyc", ".py") for name in unpacked(data).namelist()]

    bundled, more = archive(whole, "bundle.pack"), archive(whole, "more.pack")
    divided = [name for one in (bundled, more, archive(whole, STDLIB_PACK)) for name in names(whole[one])]
    assert sorted(divided) == sorted(names(bundle(runtime.wheels)) + names(trimmed(runtime.loader[STDLIB])))
    assert not [name for name in names(whole[bundled]) if name.startswith(("pydantic", "annotated_types"))]
    first = [name for name in whole if name.startswith("live/") and name != more]
    first += ["style.css", "page.js", "sw.js", "icon.svg"]
    assert sum(len(gzip.compress(whole[name], 9)) for name in first) <= FIRST


def test_the_licence_of_every_program_that_a_browser_loads_is_on_the_site(
    whole: dict[str, bytes], runtime: Runtime
) -> None:
    text = whole["licences.txt"].decode()
    entries = dict(zip(*[iter(text.split("=" * 72)[1:])] * 2, strict=True))
    named = {title.split()[0]: body.strip() for title, body in entries.items()}
    loaded = {wheel.name.partition("-")[0] for wheel in runtime.wheels} | {"kanrules", "Pyodide", "Python"}
    assert set(named) == loaded
    # What brings its licence along is quoted whole, with its copyright.
    assert {name for name, body in named.items() if len(body) < 500} == {"Pyodide", "Python"}
    assert all("opyright" in body for name, body in named.items() if name != "Pyodide")
    assert b"licences.txt" not in whole["sw.js"], "a browser need not keep them"
    assert b'href="../licences.txt"' in whole["live/index.html"] and b'href="licences.txt"' in whole["index.html"]


def test_every_bundled_ruleset_is_validated_when_the_site_is_made() -> None:
    marks = dict(_everything())[f"kanrules/ruleset/{SHIPPED[0]}"].decode().split()
    texts = {layer.document.text for name in bundled_ids() for layer in load_ruleset(name).layers}
    assert sorted(marks) == sorted(map(hash_of, texts))


@pytest.mark.skipif(shutil.which("node") is None, reason="without Node nothing is left for later")
def test_no_first_answer_needs_a_compiled_module_which_no_memory_of_a_started_library_may_hold(
    whole: dict[str, bytes],
) -> None:
    library = unpacked(whole[archive(whole, "bundle.pack")]).namelist()
    more = unpacked(whole[archive(whole, "more.pack")]).namelist()
    assert [name for name in library if name.endswith(".so")] == []
    assert [name for name in more if name.endswith(".so")] != []


@pytest.mark.skipif(shutil.which("node") is None, reason="without Node nothing is compiled")
def test_what_the_tools_import_is_compiled_of_the_library_and_of_python(whole: dict[str, bytes]) -> None:
    library = unpacked(whole[archive(whole, "bundle.pack")]).namelist()
    stdlib = unpacked(whole[archive(whole, STDLIB_PACK)]).namelist()
    more = unpacked(whole[archive(whole, "more.pack")]).namelist()
    for name in ("kanrules/site/live/answer", "kanrules/desk/ask"):
        assert f"{name}.pyc" in library and f"{name}.py" not in library
    for name in ("kanrules/site/live/compose", "pydantic/main"):
        assert f"{name}.pyc" in more and f"{name}.py" not in more
    for name in ("typing", "dataclasses", "encodings/utf_8", "asyncio/__init__"):
        assert f"{name}.pyc" in stdlib and f"{name}.py" not in stdlib
