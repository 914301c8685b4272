"""The plan of the house: its floors, which way the arrows point, what lies at the root."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

import kanrules
from kanrules.records import FORMATS
from tests.parsed import parsed

PACKAGE = Path(kanrules.__file__).parent
PROJECT = Path(__file__).parents[2]
AT_THE_ROOT = {"__init__", "__main__", "_version", "api", "deprecations", "errors", "frozen", "rulings", "types"}
LAZY = {
    "__init__.py",
    "cli/program.py",
    "hooks/discovery.py",
    "records/formats.py",
    "site/live/answer.py",
    "testing/__init__.py",
}
"""What loads a module by its name: the doors that open a room when somebody first asks for it, and plugins."""


def circle(imports: dict[str, set[str]]) -> list[str]:
    """The modules of a circle of imports in their order, or nothing where there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_a_circle_of_imports_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_no_circle_of_modules_with_imports_for_types_and_inside_functions_counted() -> None:
    graph = grimp.build_graph("kanrules", exclude_type_checking_imports=False, cache_dir=None)
    # The graph counts what stands inside a function and what is for types alone.
    assert graph.direct_import_exists(importer="kanrules.desk.ask", imported="kanrules.ruleset.effects")
    assert graph.direct_import_exists(importer="kanrules.desk.cited", imported="kanrules.rulings")
    assert circle({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}) == []


@pytest.mark.rest
def test_no_module_reaches_another_by_its_name_but_the_lazy_doors() -> None:
    # An import by name is an arrow that no graph sees.
    found = {
        str(path.relative_to(PACKAGE).as_posix())
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__")
    }
    assert found == LAZY


def test_no_format_imports_the_table_that_loads_it_by_its_name() -> None:
    graph = grimp.build_graph("kanrules", exclude_type_checking_imports=False, cache_dir=None)
    for name in FORMATS:
        assert "kanrules.records.formats" not in graph.find_upstream_modules(f"kanrules.records.{name}"), name


def contract() -> dict[str, object]:
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    found: dict[str, object] = next(one for one in contracts if one.get("containers") == ["kanrules"])
    return found


def test_every_package_of_the_house_has_its_floor() -> None:
    layers = contract()["layers"]
    assert isinstance(layers, list)
    floors = {name.strip() for layer in layers for name in layer.split("|")}
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.stem for path in PACKAGE.glob("*.py")}
    assert len(rooms) > 15
    # The root's own `__init__` is the one module that may look upward.
    assert floors == rooms | modules - {"__init__"}
    assert contract()["exhaustive"] is True


def test_no_wheel_has_the_tools_and_every_source_archive_has_them() -> None:
    targets = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"][
        "targets"
    ]
    assert not [one for one in targets["wheel"]["packages"] if one.startswith("tools")]
    # The build of a wheel runs one of them.
    assert "/tools" in targets["sdist"]["include"]


def test_imports_for_types_are_counted_by_the_contracts() -> None:
    config = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert config["exclude_type_checking_imports"] is False


def test_the_root_of_the_package_holds_its_ground_and_nothing_else() -> None:
    assert {path.stem for path in PACKAGE.glob("*.py")} <= AT_THE_ROOT


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*/")), ids=lambda path: path.name)
def test_every_folder_of_code_is_a_package(path: Path) -> None:
    if any(path.glob("*.py")):
        assert (path / "__init__.py").exists()


def test_the_folders_of_the_tests_are_named_like_the_rooms_they_test() -> None:
    # Beside them: what is of the whole house, what tests are run on, and plugins of others.
    apart = {
        "bench",
        "fuzz",
        "games",
        "house",
        "invalid",
        "mutants",
        "mutations",
        "plugins",
        "third_party",
        "differential",
        "release",
        "tools",
        "walks",
    }
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    folders = {path.parent.name for path in (PROJECT / "tests").glob("*/*.py")}
    assert folders - apart <= rooms
    # A test of the whole front door alone lies beside them.
    assert {path.name for path in (PROJECT / "tests").glob("test_*.py")} == {"test_readme.py", "test_tutorial.py"}


CALLED_BY_OTHERS = {
    # click
    "Fish", "collect_usage_pieces", "convert", "format_arguments", "format_commands", "format_options",
    "normalize_choice",
    # importlib
    "get_code",
    # files of Python's io
    "readable", "readinto", "writable",
    # http.server
    "do_GET", "do_HEAD", "log_message",
    # pytest
    "collect", "pytest_addoption", "pytest_collect_file", "reportinfo", "runtest",
    # plugins
    "by_steps",
}  # fmt: skip
"""What nobody in the house calls by name, since others do: methods of their classes, and entry points."""
FOR_TRANSLATORS = {"_DEFAULT", "_GRADES", "_LIMITS", "_SAID", "_SEAT_WORDS", "_TYPE_WORDS"}
"""Words that are marked in one place and said in another."""


def modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((PROJECT / folder).rglob("*.py"))]


def own_names(tree: ast.Module) -> dict[str, ast.stmt]:
    """The functions, classes and values of a module by name, each with its statement."""
    found: dict[str, ast.stmt] = {}
    for top in tree.body:
        if isinstance(top, ast.FunctionDef | ast.ClassDef):
            found[top.name] = top
        for target in top.targets if isinstance(top, ast.Assign) else [getattr(top, "target", None)]:
            held = ast.walk(target) if isinstance(target, ast.expr) else ()
            found |= {node.id: top for node in held if isinstance(node, ast.Name)}
    return {name: top for name, top in found.items() if not name.startswith("__")}


def called(tree: ast.AST) -> Counter[str]:
    """The names that some code loads, calls or has as texts, each with how often."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.Name(ctx=ast.Load(), id=name) | ast.Attribute(ctx=ast.Load(), attr=name):
                found[name] += 1
            # Of texts, those of the lazy doors and of lists of public names.
            case ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                found[name] += 1
            case ast.FunctionDef(decorator_list=[*_, ast.Call(func=ast.Attribute(attr="step"))], name=name):
                found[name] += 1  # a step of a kan or a kita, which the decorator puts on its way
    return found


def decorated(top: ast.stmt) -> bool:
    return bool(getattr(top, "decorator_list", ()))


@pytest.mark.rest
def test_nothing_in_the_house_is_there_for_nobody() -> None:
    # What only the tools or the tests call is no part of what is shipped.
    defined: dict[str, str] = {}
    used: set[str] = set()
    for path in modules("kanrules", "plugins"):
        tree = parsed(path)
        used |= called(tree).keys()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("__"):
                defined.setdefault(node.name, f"{path.name}:{node.lineno}")
        for name, top in own_names(tree).items():
            defined.setdefault(name, f"{path.name}:{top.lineno}")
    assert len(defined) > 3000
    assert defined.keys() >= CALLED_BY_OTHERS | FOR_TRANSLATORS
    dead = defined.keys() - used - CALLED_BY_OTHERS - FOR_TRANSLATORS
    assert sorted(f"{defined[name]} {name}" for name in dead) == []


@pytest.mark.rest
def test_no_module_of_the_house_has_a_name_that_neither_it_nor_its_neighbours_use() -> None:
    # A name that another module has too hides in the test before this one.
    told: set[str] = set()
    taken: set[tuple[str, str]] = set()
    for path in modules("kanrules", "plugins"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ImportFrom) and node.module:
                taken |= {(node.module.rpartition(".")[2], one.name) for one in node.names}
            elif isinstance(node, ast.Attribute):
                told.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                told.add(node.value)
    dead = []
    for path in modules("kanrules"):
        if STANDS_ALONE in path.as_posix() or path.stem == "types":
            continue
        tree = parsed(path)
        here = called(tree)
        room = path.parent.name if path.stem == "__init__" else path.stem
        for name, top in own_names(tree).items():
            outside = {(place, name) for place in (room, path.parent.name)} & taken
            if here[name] <= called(top)[name] and not outside and name not in told and not decorated(top):
                dead.append(f"{path.relative_to(PROJECT).as_posix()}:{top.lineno} {name}")
    allowed = CALLED_BY_OTHERS | FOR_TRANSLATORS
    assert [one for one in dead if one.partition(" ")[2] not in allowed] == []


@pytest.mark.rest
def test_no_tool_is_there_for_nobody() -> None:
    used = set().union(*(called(parsed(path)) for path in modules("tools", "tests")))
    # The build of a wheel, and Babel.
    others = "".join((PROJECT / name).read_text(encoding="utf-8") for name in ("hatch_build.py", "tools/babel.cfg"))
    dead = [
        f"{path.name}:{top.lineno} {name}"
        for path in modules("tools")
        for name, top in own_names(parsed(path)).items()
        if name not in used and name not in others
    ]
    assert dead == []


@pytest.mark.rest
def test_no_object_is_known_by_its_address() -> None:
    found = [
        f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "id"
    ]
    assert found == []


_SAID = r"(?:text|message|answer)"
STEERS = re.compile(
    rf'" (?:not )?in (?:str\(|\w+\.{_SAID}\b)|\b{_SAID}\.(?:starts|ends)with\((?:"\w|[A-Z_]{{4}}|say\()|'
    rf'\.(?:text|message) (?:==|!=) (?:"\w|[A-Z_]{{4}}|say\()'
)
"""What asks a sentence for people which way to go."""


def test_no_sentence_for_people_steers_the_program() -> None:
    for steers in (
        'if "the hand ends here" in str(error):',
        "if one.text.startswith(UNSAID)",
        'self.text.startswith("no ")',
        "if not answer.startswith(say(words.NO_WORDS))",
        "if answer.text == say(_NOTHING):",
    ):
        assert STEERS.search(steers), steers
    found = [
        f"{path.relative_to(PACKAGE).as_posix()}:{number} {line.strip()}"
        for path in PACKAGE.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if STEERS.search(line)
    ]
    assert found == []


STANDS_ALONE = "kanrules/pack/kit/"
"""What is copied into another engine's folder and imports nothing of ours."""
WRITTEN_TWICE = {"contradicts"}
"""The quick reader of Tenhou's XML makes its own hands, and has a check of the builder's beside them."""


@pytest.mark.rest
def test_no_function_is_written_twice_in_the_house_nor_a_helper_in_its_tests() -> None:
    for root in (PACKAGE, PROJECT / "tests"):
        bodies: dict[str, list[str]] = {}
        for path in root.rglob("*.py"):
            place = path.relative_to(PROJECT).as_posix()
            if place.startswith(STANDS_ALONE) or "third_party" in path.parts:
                continue
            for node in parsed(path).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("test_"):
                    said = [one for one in node.body if not (isinstance(one, ast.Expr) and _is_text(one.value))]
                    body = ast.dump(ast.Module(body=said, type_ignores=[]))
                    if len(body) > 350 and node.name.lstrip("_") not in WRITTEN_TWICE:
                        bodies.setdefault(body, []).append(f"{place} {node.name}")
        assert len(bodies) > 300
        assert [where for where in bodies.values() if len(where) > 1] == []


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


@pytest.mark.rest
def test_the_text_of_a_meld_is_read_in_one_place() -> None:
    readers = [
        f"{path.relative_to(PACKAGE).as_posix()} {node.name}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef) and re.fullmatch(r"_?(parse|read)_melds?", node.name)
    ]
    assert sorted(readers) == ["pieces/melds_text.py parse_meld", "pieces/melds_text.py parse_melds"]
